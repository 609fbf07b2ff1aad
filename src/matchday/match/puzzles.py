"""Puzzles: positions of matches between bots in which one choice is clearly better than all others.

A game's folder may hold `puzzles.jsonl`, one puzzle a line, found by `matchday puzzles mine` (`lab/mining.py`). A line
tells how to get there (options, seed, moves), who is asked, and what the trials of the bots have found; all words are
made when somebody looks, in their language. Whoever solves one sees what the seat sees, and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from babel.numbers import format_decimal

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import MatchdayError, UnknownPuzzle
from matchday.engine.game import Game
from matchday.engine.record import raw
from matchday.engine.runner import Runner
from matchday.engine.speech import Say, mark
from matchday.games import game as find_game
from matchday.match.match import Match
from matchday.match.seating import BOT, HUMAN
from matchday.match.views import choices

FILE = "puzzles.jsonl"
RIVAL = "amateur"
"""Who played the matches that puzzles were found in."""
TRIES = 20
"""How often each level was asked."""
NEARLY_ALWAYS, MOSTLY = 0.8, 0.65
"""How often a semi-pro, who slips now and then, finds the answer of an easy puzzle, and of one that is not hard."""
READABLE = 0.1
"""A smaller difference of expected scores says nothing …"""
TILT = 0.6
"""… and one is mostly of one side if so much of it is."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position and its answer."""

    id: str
    game: str
    rules: int
    """The version of the rules that the moves were made by."""
    options: dict[str, Any]
    """What differs from the game's own."""
    seed: str
    moves: list[list[int]]
    """Seat and action of each."""
    seat: int
    """Whose choice it is."""
    table: str
    """The beginning of the hash of the table, to notice when the moves lead elsewhere."""
    ranked: list[list[int]]
    """Every action with its expected share of the win in thousandths, the best first."""
    tempting: int
    """What the playing sense would do."""
    error: int
    """Standard error of the best one's lead over the next, in thousandths."""
    scores: list[list[float]]
    """What the seat and its rivals score on average by the end after the best choice, and after the tempting one."""
    levels: dict[str, int]
    """How many of `TRIES` times each level finds the answer."""

    @property
    def best(self) -> int:
        """The answer."""
        return self.ranked[0][0]

    @property
    def lead(self) -> int:
        """How much better the answer is than the next choice, in thousandths."""
        return self.ranked[0][1] - self.ranked[1][1]

    @property
    def difficulty(self) -> Literal[1, 2, 3]:
        """1 where whoever thinks a little ahead nearly always finds it, 2 where they mostly do, 3 where they do not."""
        found = self.levels["semi_pro"]
        return 1 if found >= NEARLY_ALWAYS * TRIES else 2 if found >= MOSTLY * TRIES else 3

    def share(self, action: int) -> int:
        """Give what an action is worth, in thousandths of the win."""
        return next(share for each, share in self.ranked if each == action)


DIFFICULTY = {1: mark("easy"), 2: mark("medium"), 3: mark("hard")}


def digest_of(match: Match) -> str:
    """Name a table by the beginning of its hash."""
    return hashlib.sha256(raw(match.table)).hexdigest()[:16]


def puzzles_path(game: Game) -> Path:
    """Tell where a game keeps its puzzles."""
    return game.folder / FILE


def puzzles(game: Game) -> dict[str, Puzzle]:
    """Give the puzzles of a game by their ids, the easiest first; none for a game that has none, or whose rules have
    changed since.
    """
    path = puzzles_path(game)
    if not path.is_file():
        return {}
    found = [each for each in read_puzzles(path) if each.rules == game.version]
    return {each.id: each for each in sorted(found, key=lambda each: (each.difficulty, -each.lead, each.id))}


@cache
def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Read a file of puzzles."""
    decoder = msgspec.json.Decoder(Puzzle)
    return tuple(decoder.decode(line) for line in path.read_bytes().splitlines() if line)


def write_puzzles(path: Path, found: Iterable[Puzzle]) -> None:
    """Write a file of puzzles, one a line."""
    path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in found))


def puzzle(game: Game, name: str) -> Puzzle:
    """Find a puzzle by its id."""
    known = puzzles(game)
    if name not in known:
        raise UnknownPuzzle(f'no puzzle "{name}"; {did_you_mean(name, known)}')
    return known[name]


def position(found: Puzzle, runner: Runner | None = None) -> Match:
    """Play a puzzle's moves; its seat is asked then."""
    game = find_game(found.game)
    match = Match(game, found.options, found.seed, runner=runner)
    match.kinds = [HUMAN if seat == found.seat else f"{BOT}{RIVAL}" for seat in range(match.seats)]
    for seat, action in found.moves:
        match.play(seat, action)
    if digest_of(match) != found.table:
        raise MatchdayError(f"puzzle {found.id} leads to another table than it was found at: mine it again")
    return match


# ---------------------------------------------------------------- in words


def goal(found: Puzzle, match: Match, say: Say) -> str:
    """Say what is to be found."""
    score = match.score()
    own, best = score[found.seat], max(points for seat, points in enumerate(score) if seat != found.seat)
    if own > best:
        return say(mark("You are ahead. Find the choice that keeps it that way most often."))
    if own < best:
        return say(mark("You are behind. Find the choice that turns the match around most often."))
    return say(mark("All square. Find the choice that wins most often."))


def labels(found: Puzzle, match: Match, say: Say) -> dict[int, str]:
    """Name every choice."""
    return {each.action: each.label for each in choices(match.seat(found.seat), say.language)}


def hints(found: Puzzle, match: Match, say: Say) -> list[tuple[str, tuple[int, ...]]]:
    """Give the hints in steps, each with the actions that it leaves: what it is about, what it is not, and the last
    few. None gives the answer away, so that two choices leave one hint alone.
    """
    named, every = labels(found, match, say), tuple(action for action, _ in found.ranked)
    about = {
        "own": mark("Think of what you can still score yourself."),
        "rivals": mark("Think of what the other side can still score."),
        "both": mark("Think of both sides: what you can still score, and what the other side can."),
    }[tilt(found)]
    steps = [(say(about), tuple(sorted(every)))]
    if len(every) > 2:
        left = tuple(sorted(action for action in every if action != found.tempting))
        steps.append((say(mark("“{act}” suggests itself, but it is not the answer."), act=named[found.tempting]), left))
    if len(every) > 3:
        pair = tuple(sorted([found.best, next(action for action in every[1:] if action != found.tempting)]))
        one, two = (named[action] for action in pair)
        steps.append((say(mark("It is one of these two: “{one}” or “{two}”."), one=one, two=two), pair))
    return steps


def tilt(found: Puzzle) -> str:
    """Tell where the answer's advantage lies: in what the seat scores, in what its rivals do, or in both."""
    if not shows_in_scores(found):
        return "both"
    (own, theirs), (own_else, theirs_else) = found.scores
    gained, kept = max(0.0, own - own_else), max(0.0, theirs_else - theirs)
    if gained >= TILT * (gained + kept) > 0:
        return "own"
    return "rivals" if kept >= TILT * (gained + kept) > 0 else "both"


def explanation(found: Puzzle, match: Match, say: Say, chosen: int) -> list[str]:
    """Say what the answer is and why, sentence by sentence, from what the trials have told."""
    named = labels(found, match, say)
    told = [
        say(
            mark("“{act}” wins {n} % of the time. “{other}”, which suggests itself, wins {m} %."),
            act=named[found.best],
            n=percent(found.share(found.best)),
            other=named[found.tempting],
            m=percent(found.share(found.tempting)),
        )
    ]
    if chosen not in {found.best, found.tempting}:
        told.append(say(mark("Your “{own}” wins {k} %."), own=named[chosen], k=percent(found.share(chosen))))
    if shows_in_scores(found):
        told.append(say(reason_text(found), **score_values(found, say)))
    told.append(
        say(
            mark("Of {tries} tries at each level, semi-pros find it {semi} times and professionals {pro} times."),
            tries=TRIES,
            semi=found.levels["semi_pro"],
            pro=found.levels["professional"],
        )
    )
    return [each.replace(" %", "\N{NO-BREAK SPACE}%") for each in told]


def shows_in_scores(found: Puzzle) -> bool:
    """Tell whether the answer is better by the expected scores as well, by so much that people can read it."""
    (own, theirs), (own_else, theirs_else) = found.scores
    return (own - theirs) - (own_else - theirs_else) >= READABLE


def reason_text(found: Puzzle) -> str:
    """Say where the advantage lies, in numbers."""
    return {
        "own": mark("You score more: matches from here end {a}:{b} on average, and {c}:{d} after the other choice."),
        "rivals": mark(
            "The other side scores less: matches from here end {a}:{b} on average, and {c}:{d} after the other choice."
        ),
        "both": mark("Matches from here end {a}:{b} on average, and {c}:{d} after the other choice."),
    }[tilt(found)]


def score_values(found: Puzzle, say: Say) -> dict[str, str]:
    """Write the expected scores, own ones first, as the language writes numbers."""
    values = [value for pair in found.scores for value in pair]
    return {name: format_decimal(value, "0.0", say.language) for name, value in zip("abcd", values, strict=True)}


def percent(share: int) -> int:
    """Write thousandths as hundredths."""
    return round(share / 10)
