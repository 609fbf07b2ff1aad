"""Lessons by doing: a position of a real match, what is asked there, and what is said to every answer.

A lesson is a file `lessons/*.toml` in the game's folder; files are taken in the order of their names:

    minutes = 2
    seed = "lesson 12"
    options = { tactics = true }      # left out: as printed
    seat = 0                          # where the learner sits
    before = ["0 RW1/LFD1", "1 pass"] # moves that lead to the position, as in a match file: seat and notation
    title.en = "…"                    # each text in every language: .en, .pl, .es
    goal.en = "…"                     # what one can do afterwards
    end.en = "…"                      # said when it is done

    [[step]]                          # one decision of the learner
    ask.en = "…"                      # nothing: what was asked before still stands
    clause = "PG-13"
    play = ["RW2/LFD2"]               # right, the one that is proposed first; left out: whatever is legal
    only = true                       # nothing else can be chosen
    hand = ["RW2/LFD2"]               # of the hand only these cards are laid out, until it says otherwise; [] is all
    until = "goal"                    # goes on over many decisions, until this event is told to the learner
    then = ["1 pass"]                 # what is played afterwards, by the others or in the learner's place
    answer.en = "…"                   # said when it is done
    [[step.wrong]]                    # what is said to wrong tries, which are never played
    play = ["pass"]                   # left out: to all others
    en = "…"
    clause = "PG-20"

Whoever is not told what to play, in steps with `until`, plays by the game's playing sense. Nothing of a lesson is ever
stored: where somebody stands follows from the learner's own actions alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean, read_toml
from matchday.engine.dice import Dice
from matchday.engine.errors import BoxError, IllegalAction, MatchdayError
from matchday.engine.game import Game
from matchday.engine.options import Value
from matchday.engine.runner import Runner
from matchday.engine.speech import LANGUAGES
from matchday.engine.view import Choice, View, Zone
from matchday.match.match import Match, key_of
from matchday.match.seating import BOT, HUMAN
from matchday.match.views import view

LESSON = ("minutes", "seed", "options", "seat", "before", "title", "goal", "end", "step")
STEP = ("ask", "clause", "play", "only", "hand", "until", "then", "answer", "wrong")
MOST_ACTIONS = 200
"""More than any lesson asks for."""
RIVAL = f"{BOT}greedy"
"""Who sits opposite: somebody who plays what is written, or by playing sense."""
HANDS = ("hand", "tray")
"""How the ids of zones begin that hold what somebody plays from."""
CHOSEN = "chosen"
"""The mark of what somebody has chosen, which lies on the table for them."""


class LessonError(MatchdayError):
    """A lesson does not go on like that."""


class UnknownLesson(LessonError):
    """No lesson of that name."""


@dataclass(frozen=True)
class Remark:
    """Something that is said, in every language, and the clause to read on at."""

    texts: Mapping[str, str] = field(default_factory=dict)
    clause: str = ""

    def said(self, language: str) -> str:
        """Say it in a language, or in English."""
        return self.texts.get(language) or self.texts.get("en", "")

    def __bool__(self) -> bool:
        """Tell whether there is anything to say."""
        return bool(self.texts)


SILENCE = Remark()


@dataclass(frozen=True)
class Wrong:
    """What is said to wrong tries."""

    play: frozenset[str]
    """Their notations; none for all others."""
    remark: Remark


@dataclass(frozen=True)
class Step:
    """One decision of the learner, or with `until` a whole row of them."""

    ask: Remark = SILENCE
    answer: Remark = SILENCE
    play: tuple[str, ...] = ()
    only: bool = False
    hand: tuple[str, ...] | None = None
    until: str = ""
    then: tuple[tuple[int, str], ...] = ()
    wrong: tuple[Wrong, ...] = ()

    def accepts(self, notation: str) -> bool:
        """Tell whether a choice is right."""
        return not self.play or notation in self.play

    def objection(self, notation: str) -> Remark:
        """Say why a choice is wrong."""
        fitting = [each.remark for each in self.wrong if notation in each.play or not each.play]
        return fitting[0] if fitting else SILENCE


@dataclass(frozen=True)
class Lesson:
    """A short course of decisions."""

    game: Game
    name: str
    """Of its file, without what orders the files."""
    title: Remark
    goal: Remark
    end: Remark
    minutes: int
    seed: str
    seat: int
    options: Mapping[str, Value]
    before: tuple[tuple[int, str], ...]
    steps: tuple[Step, ...]


# ---------------------------------------------------------------- reading


def lessons(game: Game) -> tuple[Lesson, ...]:
    """Give the lessons of a game in their order; none where it has none."""
    return read_lessons(game, game.folder / "lessons")


def lesson(game: Game, name: str) -> Lesson:
    """Find a lesson by its name."""
    known = {each.name: each for each in lessons(game)}
    if name not in known:
        hint = did_you_mean(name, known) if known else "it has none"
        raise UnknownLesson(f'{game.name} has no lesson "{name}"; {hint}')
    return known[name]


@cache
def read_lessons(game: Game, folder: Path) -> tuple[Lesson, ...]:
    """Read the lessons of a folder; what is wrong is told all at once."""
    found, problems = [], []
    for path in sorted(folder.glob("*.toml")):
        reader = BoxReader(read_toml(path), f"{folder.name}/{path.name}")
        found.append(read_lesson(game, path.stem.partition("_")[2] or path.stem, reader))
        problems += reader.problems
    if problems:
        raise BoxError(problems)
    return tuple(found)


def read_lesson(game: Game, name: str, reader: BoxReader) -> Lesson:
    """Read one lesson; problems go to the reader."""
    data = reader.data
    reader.only_keys(data, LESSON, "")
    return Lesson(
        game=game,
        name=name,
        title=remark(reader, data, "title", ""),
        goal=remark(reader, data, "goal", ""),
        end=remark(reader, data, "end", ""),
        minutes=reader.integer(data, "minutes", "", 1, 10),
        seed=str(data.get("seed", "")),
        seat=int(data.get("seat", 0)),
        options=data.get("options", {}),
        before=moves(reader, data, "before", ""),
        steps=tuple(read_step(reader, row, f"step {n}") for n, row in enumerate(reader.rows("step"), start=1)),
    )


def read_step(reader: BoxReader, row: Mapping[str, Any], where: str) -> Step:
    """Read one step."""
    reader.only_keys(row, STEP, where)
    clause = str(row.get("clause", ""))
    wrong = []
    for number, each in enumerate(row.get("wrong", []), start=1):
        place = f"{where}: wrong {number}"
        reader.only_keys(each, ("play", "clause", *LANGUAGES), place)
        texts = {language: each[language] for language in LANGUAGES if language in each}
        if "en" not in texts:
            reader.problem(place, "en: missing")
        wrong.append(Wrong(frozenset(each.get("play", ())), Remark(texts, str(each.get("clause", clause)))))
    return Step(
        ask=remark(reader, row, "ask", where, clause),
        answer=remark(reader, row, "answer", where, clause),
        play=tuple(row.get("play", ())),
        only=row.get("only") is True,
        hand=tuple(row["hand"]) if "hand" in row else None,
        until=str(row.get("until", "")),
        then=moves(reader, row, "then", where),
        wrong=tuple(wrong),
    )


def remark(reader: BoxReader, row: Mapping[str, Any], key: str, where: str, clause: str = "") -> Remark:
    """Read what is said, in every language."""
    texts = row.get(key, {})
    if not isinstance(texts, dict) or not all(isinstance(text, str) and text for text in texts.values()):
        reader.problem(where, f'{key}: write it as {key}.en = "…"')
        return SILENCE
    reader.only_keys(texts, LANGUAGES, f"{where}: {key}" if where else key)
    return Remark(texts, clause) if texts else SILENCE


def moves(reader: BoxReader, row: Mapping[str, Any], key: str, where: str) -> tuple[tuple[int, str], ...]:
    """Read moves: seat and notation."""
    found = []
    for text in row.get(key, []):
        seat, _, notation = str(text).partition(" ")
        if seat.isdecimal() and notation:
            found.append((int(seat), notation))
        else:
            reader.problem(where, f'{key}: {text!r} is no move; write seat and notation, as in "1 pass"')
    return tuple(found)


# ---------------------------------------------------------------- following


class Standing:
    """Where somebody stands in a lesson."""

    def __init__(self, lesson: Lesson, runner: Runner | None = None) -> None:
        self.lesson = lesson
        self.match = Match(lesson.game, lesson.options, lesson.seed, runner=runner)
        self.match.kinds = [HUMAN if seat == lesson.seat else RIVAL for seat in range(self.match.seats)]
        self.number = 0
        """Of the step, from 0."""
        self.answer = SILENCE
        """What is said to the last step that was done."""
        self.objection: Remark | None = None
        """What is said to a wrong try; the table is as it was before."""
        self.ask = SILENCE
        self.hand: tuple[str, ...] = ()
        self.taken: list[int] = []
        """The learner's own actions that stand."""
        self.play_all(lesson.before, "before")
        self.turn_to_step()

    @property
    def done(self) -> bool:
        """Whether all steps are done."""
        return self.number == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """What is to be done now."""
        return self.lesson.steps[self.number]

    @property
    def right(self) -> list[int]:
        """The actions that are right here, the proposed one first."""
        if self.done:
            return []
        legal = {self.notation(action): action for action in self.match.legal(self.lesson.seat)}
        return [legal[each] for each in self.step.play if each in legal] or list(legal.values())

    def notation(self, action: int) -> str:
        """Write an action as lessons do."""
        return self.match.game.words.notation(self.match.box, action)

    def take(self, action: int) -> None:
        """Try an action: a right one is played and answered, a wrong one only objected to."""
        seat, self.objection = self.lesson.seat, None
        if self.done:
            raise LessonError("the lesson is done")
        legal = self.match.legal(seat)
        if action not in legal:
            raise IllegalAction(action, legal)
        if not self.step.accepts(self.notation(action)):
            self.objection = self.step.objection(self.notation(action))
            return
        step, ply = self.step, self.match.ply
        self.match.play(seat, action)
        self.taken.append(action)
        self.play_all(step.then, f"step {self.number + 1}")
        if step.until:
            self.play_others()
            if not self.match.over and not self.has_seen(step.until, ply + 1):
                return
        self.answer = step.answer
        self.number += 1
        self.turn_to_step()

    def turn_to_step(self) -> None:
        """Look that the learner is asked, and lay out what they need."""
        if self.done:
            return
        if self.lesson.seat not in self.match.waiting:
            raise LessonError(f"{self.lesson.name}: at step {self.number + 1} the learner is not asked")
        self.ask = self.step.ask or self.ask
        if self.step.hand is not None:
            self.hand = self.step.hand

    def play_all(self, moves: Sequence[tuple[int, str]], where: str) -> None:
        """Play moves that the lesson prescribes."""
        for seat, notation in moves:
            legal = {self.notation(action): action for action in self.match.legal(seat)}
            if notation not in legal:
                known = ", ".join(legal) or "it is not asked"
                raise LessonError(f"{self.lesson.name}: {where}: seat {seat} cannot play {notation} there; {known}")
            self.match.play(seat, legal[notation])

    def play_others(self) -> None:
        """Let the others play by the game's playing sense until the learner is asked."""
        match = self.match
        while not match.over and self.lesson.seat not in match.waiting:
            seat = match.seat(match.waiting[0])
            dice = Dice.new()
            dice.key[:] = key_of(f"{self.lesson.seed} {match.ply}")
            match.play(seat, match.runner.choose(seat.box, seat.table, seat.number, dice))

    def has_seen(self, kind: str, since: int) -> bool:
        """Tell whether the learner was told of something since a ply."""
        told = [each for step in self.match.steps.since(since) for each in step.events]
        return any(
            each.sees >> self.lesson.seat & 1 and self.match.game.events(each.kind).name.lower() == kind
            for each in told
        )

    def views(self, language: str, since: int | None = None) -> list[View]:
        """Show the table to the learner: as it is now with all that has happened, or every ply since one they saw."""
        first = self.match.ply if since is None else min(since + 1, self.match.ply)
        plies = range(first, self.match.ply)
        before = [self.view(self.match.at(ply), language, ply).but(choices=[]) for ply in plies]
        return [*before, self.view(self.match, language, 0 if since is None else self.match.ply)]

    def view(self, match: Match, language: str, since: int) -> View:
        """Show a ply: what is set aside for now is not laid out, and nothing is taken back here."""
        shown = view(match, self.lesson.seat, language=language, since=since, whole=False)
        if shown.faces and shown.faces.by == "match":
            shown = view(match, self.lesson.seat, language=language, since=since)
        zones = [self.laid_out(zone) for zone in shown.zones]
        gone = {piece.id for zone in shown.zones for piece in zone.pieces}
        gone -= {piece.id for zone in zones for piece in zone.pieces}
        choices = [each for each in shown.choices if self.is_offered(each, gone)]
        return shown.but(zones=zones, choices=choices, can_undo=False)

    def laid_out(self, zone: Zone) -> Zone:
        """Leave out of the learner's hand what is set aside."""
        if not self.hand or self.done or zone.owner != self.lesson.seat or not zone.id.startswith(HANDS):
            return zone
        pieces = [
            piece for piece in zone.pieces if piece.face in self.hand or piece.face is None or CHOSEN in piece.marks
        ]
        return zone.but(pieces=pieces, count=len(pieces))

    def is_offered(self, choice: Choice, gone: set[str]) -> bool:
        """Tell whether a choice can be tried."""
        if self.done or gone & set(choice.elements):
            return False
        return not self.step.only or choice.action in self.right


def stand(lesson: Lesson, actions: Sequence[int], runner: Runner | None = None) -> Standing:
    """Give where somebody stands who has made these choices; only the last of them may be a wrong one."""
    if len(actions) > MOST_ACTIONS:
        raise LessonError(f"a lesson has fewer than {MOST_ACTIONS} decisions")
    standing = Standing(lesson, runner)
    for action in actions:
        if standing.objection is not None:
            raise LessonError("a wrong try is taken back before the next one")
        standing.take(action)
    return standing
