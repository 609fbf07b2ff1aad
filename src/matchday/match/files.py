"""Match files: readable text that replays to the same bytes.

    [Game "pilka_w_grze"]
    [Rules "1"]
    [Box "1c0f…"]
    [Option "deck=paired"]
    [Seed "…"]              while the seed is secret only [Commitment "…"] is there
    [Dice "2"]              in matches with fair dice: their edition (the first one did not say so),
    [Commitment "…"]        what was shown before the deal,
    [Hash "…"]              what each seat sealed its opening with, nothing for a bot,
    [Secret "…"]            what the host had committed to,
    [Words "…"]             and what each seat has opened: its words,
    [Nonce "…"]             its nonce,
    [Brought "1 deck_1=…"]  and the options that were its own to choose
    [Seat "Ola"]            the name of each seat
    [Kind "human"]          and who plays there: "human", "automat", or a bot as in "bot legend"
    [Result "2-1"]          or "*" while the match goes on
    [Ended "concede 1"]     where it ended otherwise than by the rules: concede, time or abandon and the seat, or draw
    [End "9a41…"]           hash of the last table

    1. 0 RW1/LFD2
    2. 1 pass

A move is its number, the seat, and the action in the game's short notation, which means one action whatever the
position; in games with a clock `@1234` follows, the milliseconds it took. In matches with fair dice `#9f2c01ab` marks
the table after the move, so that a change is found where it was made. Text after `;` is a comment. Files from before
the kinds of players name a bot in its seat's place: `[Seat "bot legend"]`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matchday.engine.errors import MatchdayError, MatchFileError, UnknownGame
from matchday.engine.game import Game
from matchday.engine.options import parse_options, show_value
from matchday.engine.runner import Runner
from matchday.engine.speech import Say, mark
from matchday.games import game as find_game
from matchday.match.fair import EDITION, LONGEST_WORDS, AnyFair, Fair, FirstFair, Marker, Opening
from matchday.match.match import EndedBy, Ending, Match, commitment
from matchday.match.past import NOMINAL
from matchday.match.seating import AUTOMAT, BOT, HUMAN, is_kind, level_of

# The check in the browser reads files by the same patterns (`web/src/lib/matchfile.ts`): signs of ASCII alone.
LINE = re.compile("\r\n|\n|\r")
TAG = re.compile(r'\[([A-Za-z0-9_]+) ("(?:[^"\\]|\\.)*")\][ \t]*(?:;.*)?')
MOVE = re.compile(r"([0-9]{1,9})\. ([0-9]{1,9}) ([^ \t]+)(?: @([0-9]{1,9}))?(?: #([0-9a-f]{8}))?[ \t]*(?:;.*)?")
ONCE = {
    "Game": 40,
    "Rules": 10,
    "Box": 16,
    "Seed": 200,
    "Dice": 20,
    "Commitment": 64,
    "Secret": 200,
    "Result": 100,
    "Ended": 40,
    "End": 64,
}
MANY = {"Option": 4100, "Hash": 64, "Words": LONGEST_WORDS, "Nonce": 64, "Brought": 4100, "Seat": 200, "Kind": 60}
"""The tags of a file, each with the most signs that its value may have."""
MOST_TAGS = 200
MOST_MOVES = 3000
"""The longest of hundreds of matches of bots, in all games with all options, had 743 moves and a file of 31 kB."""
LARGEST = 100_000
"""Characters of a file, and bytes of one that is sent to a server."""
LONGEST_MOVE_LINE = 300
NO_TEXT = mark("this is no text file")


class BadFile(MatchFileError):
    """What is wrong with a match file, ready to be said in any language."""

    def __init__(self, line: int, text: str, *, english: str = "", **values: object) -> None:
        self.text, self.values = text, values
        # What comes from below is told in English only, but in more detail.
        self.english = english or text.format(**values)
        super().__init__(line, self.english)

    def reason(self, say: Say) -> str:
        """Tell in a language what is wrong, without the line."""
        return self.english if say.language == "en" else say(self.text, **self.values)

    def said(self, say: Say) -> str:
        """Tell in a language what is wrong, and where."""
        return say("line {line}: {problem}", line=self.line, problem=self.reason(say))


@dataclass
class MatchFile:
    """A match file as text says it, before anything is played."""

    tags: dict[str, str] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    moves: list[tuple[int, str, int]] = field(default_factory=list)
    """Seat, notation, elapsed."""
    hashes: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    nonces: list[str] = field(default_factory=list)
    brought: list[str] = field(default_factory=list)
    """Seat and option."""
    marks: list[str] = field(default_factory=list)
    """Of the table after each move, empty where the file has none."""
    lines: dict[str, int] = field(default_factory=dict)
    """Where each tag stands, for error messages; of several the last, and each by its number, as in `Hash 0`."""
    move_lines: list[int] = field(default_factory=list)
    tag_count: int = 0

    @property
    def fair(self) -> AnyFair | None:
        """What the seed was mixed from, as the file says; none where it does not say."""
        if "Secret" not in self.tags:
            return None
        if "Dice" not in self.tags:
            return FirstFair(self.tags["Secret"], tuple(self.words))
        seats = max(len(self.hashes), len(self.words), len(self.nonces))
        return Fair(self.tags["Secret"], tuple(self.opening(seat) for seat in range(seats)))

    @property
    def players(self) -> list[str]:
        """The kind of player on each seat; a file that does not tell kinds has bots in the place of names."""
        return self.kinds or [old_kind(name) for name in self.seats]

    def opening(self, seat: int) -> Opening | None:
        """Give what a seat has opened; nothing where nothing is said of it at all."""
        sealed, words, nonce = (
            listed[seat] if seat < len(listed) else "" for listed in (self.hashes, self.words, self.nonces)
        )
        brought = tuple(text.partition(" ")[2] for text in self.brought if text.partition(" ")[0] == str(seat))
        return Opening(words, nonce, brought) if sealed or words or nonce or brought else None


def old_kind(name: str) -> str:
    """Read the kind of a player off a name, as files had it before they told kinds."""
    return AUTOMAT if name == f"{BOT}{AUTOMAT}" else name if level_of(name) else HUMAN


def box_digest(game: Game, data: Mapping[str, Any] | None) -> str:
    """Name a box file by its contents."""
    text = json.dumps(game.box_data if data is None else data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def quoted(text: str) -> str:
    """Write a value of a tag in one line, sign by sign what it is; what is not printed is escaped."""
    return "".join(
        sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in json.dumps(text, ensure_ascii=False)
    )


def print_match(match: Match, *, reveal: bool = True) -> str:
    """Write a match as text; without `reveal` only the commitment to its seed is written."""
    game = match.game
    lines = [
        f"[Game {quoted(game.name)}]",
        f"[Rules {quoted(str(game.version))}]",
        f"[Box {quoted(box_digest(game, match.data))}]",
        *(f"[Option {quoted(f'{name}={show_value(value)}')}]" for name, value in match.options.items()),
        *seed_tags(match, reveal=reveal),
        *(f"[Seat {quoted(name)}]" for name in match.names),
        *(f"[Kind {quoted(kind)}]" for kind in match.kinds),
        f"[Result {quoted(result_text(match))}]",
        *([f"[Ended {quoted(ending_text(match.ending))}]"] if match.ending else []),
        f"[End {quoted(match.digest())}]",
        "",
    ]
    marker = Marker()
    marked = [marker.after(step.table) for step in match.steps] if match.fair and reveal else []
    for number, move in enumerate(match.moves, start=1):
        time = f" @{move.elapsed}" if move.elapsed != NOMINAL else ""
        stamp = f" #{marked[number]}" if marked else ""
        lines.append(f"{number}. {move.seat} {game.words.notation(match.box, move.action)}{time}{stamp}")
    return "\n".join(lines) + "\n"


def seed_tags(match: Match, *, reveal: bool) -> list[str]:
    """Write what the luck of the match came from, or only what commits to it."""
    fair = match.fair
    committed = f"[Commitment {quoted(fair.commitment if fair else commitment(match.seed))}]"
    if not reveal:
        return [committed]
    seed = f"[Seed {quoted(match.seed)}]"
    if fair is None:
        return [seed]
    secret = f"[Secret {quoted(fair.secret)}]"
    if isinstance(fair, FirstFair):
        return [committed, secret, *(f"[Words {quoted(each)}]" for each in fair.words), seed]
    openings = [opening or Opening("", "") for opening in fair.openings]
    return [
        f"[Dice {quoted(EDITION)}]",
        committed,
        *(f"[Hash {quoted(each)}]" for each in fair.hashes),
        secret,
        *(f"[Words {quoted(each.words)}]" for each in openings),
        *(f"[Nonce {quoted(each.nonce)}]" for each in openings),
        *(f"[Brought {quoted(f'{seat} {text}')}]" for seat, each in enumerate(openings) for text in each.brought),
        seed,
    ]


def result_text(match: Match) -> str:
    """Write the score of a finished match, `*` for one that goes on."""
    return "-".join(map(str, match.score())) if match.over else "*"


def ending_text(ending: Ending) -> str:
    """Write how a match ended otherwise than by its rules."""
    return ending.by if ending.seat is None else f"{ending.by} {ending.seat}"


def read_ending(found: MatchFile, match: Match) -> None:
    """End a match as its file says."""
    by, _, seat = found.tags["Ended"].partition(" ")
    try:
        match.end(Ending(EndedBy(by), int(seat) if seat else None))
    except (MatchdayError, ValueError):
        told = mark('the match cannot have ended by "{written}"; known: {known}, with the seat that lost')
        written, known = found.tags["Ended"][:60], ", ".join(EndedBy)
        raise BadFile(found.lines["Ended"], told, written=written, known=known) from None


def parse_file(text: str) -> MatchFile:
    """Read the text of a match file; the first wrong line is an error with its number."""
    if len(text) > LARGEST:
        told = mark("{size} characters are no match file; the largest taken is {largest}")
        raise BadFile(1, told, size=len(text), largest=LARGEST)
    found = MatchFile()
    for number, written in enumerate(LINE.split(text.removeprefix("\ufeff")), start=1):
        line = written.strip(" \t")
        if not line or line.startswith(";"):
            continue
        if line.startswith("["):
            read_tag(found, line, number)
        else:
            read_move(found, line, number)
    if "Game" not in found.tags:
        raise BadFile(1, mark('this is no match file: the tag [Game "…"] is missing'))
    return found


def read_tag(found: MatchFile, line: str, number: int) -> None:
    """Read one tag."""
    match = TAG.fullmatch(line)
    if match is None:
        raise BadFile(number, mark('a tag is written [Name "value"], not {written}'), written=line[:60])
    name = match[1]
    check_tag(found, name, number)
    try:
        value = json.loads(match[2])
    except json.JSONDecodeError:
        raise BadFile(number, mark("the value of {tag} is not well quoted"), tag=name) from None
    if not is_text(value):
        raise BadFile(number, mark("the value of {tag} holds signs that are no text"), tag=name)
    longest = (ONCE | MANY)[name]
    if len(value) > longest:
        told = mark("the value of {tag} has {size} signs; the longest taken has {longest}")
        raise BadFile(number, told, tag=name, size=len(value), longest=longest)
    several = {
        "Option": found.options,
        "Hash": found.hashes,
        "Words": found.words,
        "Nonce": found.nonces,
        "Brought": found.brought,
        "Seat": found.seats,
        "Kind": found.kinds,
    }
    if name == "Option" and value.partition("=")[0] in (each.partition("=")[0] for each in found.options):
        raise BadFile(number, mark("the option {name} stands twice"), name=value.partition("=")[0][:60])
    if name in several:
        found.lines[f"{name} {len(several[name])}"] = number
        several[name].append(value)
    elif name == "Dice" and value != EDITION:
        raise BadFile(number, mark("dice of edition {written} are not known here"), written=value[:20])
    else:
        found.tags[name] = value
    found.lines[name] = number
    found.tag_count += 1


def check_tag(found: MatchFile, name: str, number: int) -> None:
    """Refuse a tag that may not stand here, whatever it says."""
    if found.moves:
        raise BadFile(number, mark("a tag stands after the first move"))
    if name in found.tags:
        told = mark("the tag {tag} stands twice, first in line {first}")
        raise BadFile(number, told, tag=name, first=found.lines[name])
    if name not in ONCE and name not in MANY:
        raise BadFile(number, mark('no tag "{tag}"; known: {known}'), tag=name[:60], known=", ".join((*ONCE, *MANY)))
    if found.tag_count == MOST_TAGS:
        raise BadFile(number, mark("a match file has at most {most} tags"), most=MOST_TAGS)


def is_text(value: str) -> bool:
    """Tell whether a value can be written down: half signs and the zero sign cannot."""
    return "\0" not in value and not any("\ud800" <= sign <= "\udfff" for sign in value)


def read_move(found: MatchFile, line: str, number: int) -> None:
    """Read one move."""
    if len(found.moves) == MOST_MOVES:
        raise BadFile(number, mark("a match file has at most {most} moves"), most=MOST_MOVES)
    match = MOVE.fullmatch(line) if len(line) <= LONGEST_MOVE_LINE else None
    if match is None:
        raise BadFile(number, mark('a move is written "12. 0 RW1/LFD2", not {written}'), written=repr(line[:60]))
    expected = len(found.moves) + 1
    if int(match[1]) != expected:
        told = mark("move {expected} should stand here, not move {written}")
        raise BadFile(number, told, expected=expected, written=match[1])
    found.moves.append((int(match[2]), match[3], int(match[4]) if match[4] else NOMINAL))
    found.marks.append(match[5] or "")
    found.move_lines.append(number)


def load_match(text: str, data: Mapping[str, Any] | None = None) -> Match:
    """Read a match file and replay it; `data` is the box file it was played with, if not the game's own."""
    return replayed(parse_file(text), data)


def replayed(
    found: MatchFile, data: Mapping[str, Any] | None = None, runner_for: Callable[[Game], Runner] = Runner
) -> Match:
    """Replay a match file that was read, in plain Python unless a host has something faster."""
    game = game_of(found)
    if found.tags.get("Box", box_digest(game, data)) != box_digest(game, data):
        told = mark("the match was played with another box file: load it with that one")
        raise BadFile(found.lines["Box"], told)
    if "Seed" not in found.tags:
        raise BadFile(1, mark("the seed is not in the file: it is revealed when the match has ended"))
    try:
        options = parse_options(game.options, found.options)
        match = Match(game, options, found.tags["Seed"], data=data, runner=runner_for(game))
    except (MatchdayError, ValueError) as error:  # Python reads no number of thousands of digits
        told = mark("the options of the file do not fit the game")
        raise BadFile(found.lines.get("Option", 1), told, english=str(error)) from None
    match.fair = found.fair
    seat_players(found, match)
    replay_moves(found, match)
    if "Ended" in found.tags:
        read_ending(found, match)
    if "End" in found.tags and found.tags["End"] != match.digest():
        told = mark("the moves lead to another end than the file says: it was changed")
        raise BadFile(found.lines["End"], told)
    if found.tags.get("Result", result_text(match)) != result_text(match):
        raise BadFile(found.lines["Result"], mark("the moves lead to {result}"), result=result_text(match))
    return match


def seat_players(found: MatchFile, match: Match) -> None:
    """Give the seats their names and their kinds of players."""
    for tag, listed in (("Seat", found.seats), ("Kind", found.kinds)):
        if len(listed) not in {0, match.seats}:
            told = mark("{named} seats are named, the match has {seats}")
            raise BadFile(found.lines[tag], told, named=len(listed), seats=match.seats)
    for seat, kind in enumerate(found.kinds):
        if not is_kind(kind):
            told = mark('no player is of the kind "{written}": write human, automat, or bot and its level')
            raise BadFile(found.lines[f"Kind {seat}"], told, written=kind)
    match.names, match.kinds = found.seats or match.names, found.players or match.kinds
    if not found.kinds:
        match.names = [name if kind == HUMAN else "" for name, kind in zip(match.names, match.kinds, strict=True)]


def game_of(found: MatchFile) -> Game:
    """Find the game of a file and check that its rules are still the same."""
    try:
        game = find_game(found.tags["Game"])
    except UnknownGame as error:
        told = mark('there is no game "{name}"')
        raise BadFile(found.lines["Game"], told, english=str(error), name=found.tags["Game"][:60]) from None
    if found.tags.get("Rules") != str(game.version):
        line = found.lines.get("Rules", found.lines["Game"])
        told = mark("written for rules version {written}; this is version {version}")
        raise BadFile(line, told, written=found.tags.get("Rules", "–"), version=game.version)
    return game


def replay_moves(found: MatchFile, match: Match) -> None:
    """Play the moves of a file; an impossible one is an error with its line."""
    actions = {match.game.words.notation(match.box, action): action for action in range(match.game.actions)}
    marker = Marker()
    marker.after(match.steps[0].table)
    for (seat, notation, elapsed), line, stamp in zip(found.moves, found.move_lines, found.marks, strict=True):
        if notation not in actions:
            raise BadFile(line, mark('no action "{notation}" in {game}'), notation=notation, game=match.game.name)
        try:
            match.play(seat, actions[notation], elapsed=elapsed)
        except MatchdayError:
            legal = [match.game.words.notation(match.box, action) for action in match.legal(seat)]
            if not legal:
                told = mark('"{notation}" is not legal here: the table does not wait for seat {seat}')
                raise BadFile(line, told, notation=notation, seat=seat) from None
            told = mark('"{notation}" is not legal here; seat {seat} may play: {legal}')
            raise BadFile(line, told, notation=notation, seat=seat, legal=", ".join(legal)) from None
        check_mark(marker, match, stamp, line)


def check_mark(marker: Marker, match: Match, written: str, line: int) -> None:
    """Compare the mark of a move with the table that it leads to."""
    if written not in {"", marker.after(match.steps[-1].table)}:
        told = mark("after move {move} the table is not the one that the file marks")
        raise BadFile(line, told, move=match.ply)


def save_match(match: Match, path: Path | str) -> None:
    """Write a match file whole or not at all: a crash in the middle leaves the old one.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "cup.match"
    >>> save_match(Match("pilka_w_grze", seed=5), path)
    >>> path.read_text(encoding="utf-8").splitlines()[0]
    '[Game "pilka_w_grze"]'
    """
    path = Path(path)
    partial = path.with_name(path.name + ".part")
    partial.write_text(print_match(match), encoding="utf-8")
    partial.replace(path)


def read_match(path: Path | str, data: Mapping[str, Any] | None = None) -> Match:
    """Load a match file from disk; `data` is the box file it was played with, if not the game's own.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "cup.match"
    >>> save_match(Match("pilka_w_grze", seed=5), path)
    >>> read_match(path)
    <Match of pilka_w_grze, seed 5, ply 0: 0-0, waiting for seat 1>
    """
    return load_match(read_text(Path(path)), data)


def read_text(path: Path) -> str:
    """Read a text file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadFile(1, NO_TEXT) from None
