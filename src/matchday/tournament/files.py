"""Tournament files: TOML that people read and edit.

name = "Friday cup"
game = "pilka_w_grze"
format = "knockout"
seed = "5f0c"
third_place = true
options = { tactics = true }

entrants = [
{ name = "Ola" },
{ name = "Deyna", bot = "legend" },
]

results = [
{ round = 1, home = "Ola", away = "Deyna", score = "2:1", extra = true, fouls = "3:4" },
]
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from matchday.bots.levels import KINDS
from matchday.engine.errors import MatchdayError
from matchday.engine.options import Value
from matchday.engine.speech import mark
from matchday.games import GAMES
from matchday.tournament.checks import check, wrong_entrants, wrong_format
from matchday.tournament.options import wrong_options
from matchday.tournament.standings import Result, TieBreak
from matchday.tournament.tournament import Entrant, Format, Problem, Tournament, TournamentError, problem

LONGEST_NAME = 32
SCORE = re.compile(r"\s*(\d{1,3})\s*[:\-–]\s*(\d{1,3})\s*")
NUMBERS = ("groups", "advance", "rounds", "copies")
FLAGS = ("seeded", "double", "third_place")
KEYS = ("name", "game", "format", "seed", *FLAGS, *NUMBERS, "tie_break", "options", "entrants", "results")
RESULT_KEYS = ("round", "home", "away", "score", "extra", "fouls", "winner", "file")

T = TypeVar("T")


def read_score(text: object) -> tuple[int, int] | None:
    """Read "2:1"; None for anything else."""
    found = SCORE.fullmatch(text) if isinstance(text, str) else None
    return (int(found[1]), int(found[2])) if found else None


def name_problem(name: object) -> Problem | None:
    """Tell what is wrong with an entrant's name."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        told = mark("{name} is no name for an entrant: write 1 to {longest} signs on one line")
        return problem(told, name=json.dumps(name, ensure_ascii=False, default=str), longest=LONGEST_NAME)
    return None


class Reader:
    """Reads the data of a file and keeps every problem."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[Problem] = []

    def wrong(self, told: str, **values: object) -> None:
        """Keep a problem."""
        self.problems.append(problem(told, **values))

    def value(self, row: Mapping[str, Any], key: str, kind: type[T], default: T, where: str = "") -> T:
        """Give a value of a kind; True is no number here."""
        found = row.get(key, default)
        if type(found) is kind:
            return found
        told = {
            str: mark("{place}: {found} is not a text in quotes"),
            int: mark("{place}: {found} is not a whole number"),
            bool: mark("{place}: {found} is neither true nor false"),
        }[kind]
        self.wrong(told, place=f"{where}{key}", found=json.dumps(found, ensure_ascii=False, default=str))
        return default

    def only_keys(self, row: Mapping[str, Any], known: tuple[str, ...], where: str = "") -> None:
        """Complain about keys that mean nothing here."""
        for key in row:
            if key not in known:
                self.wrong(mark('no key "{key}" here; known: {known}'), key=f"{where}{key}", known=", ".join(known))

    def choice(self, key: str, known: tuple[str, ...], default: str | None = None) -> str:
        """Give one of some words."""
        found = self.data.get(key, default)
        if isinstance(found, str) and found in known:
            return found
        told = mark("{key}: {found} is none of: {known}") if found is not None else mark("{key} is missing: {known}")
        shown = json.dumps(found, ensure_ascii=False, default=str)
        self.wrong(told, **({"found": shown} if found is not None else {}), key=key, known=", ".join(known))
        return default or known[0]

    def rows(self, key: str, example: str) -> list[dict[str, Any]]:
        """Give a list of tables."""
        found = self.data.get(key, [])
        if isinstance(found, list) and all(isinstance(row, dict) for row in found):
            return found
        self.wrong(mark("{key}: write it as a list, for example {example}"), key=key, example=f"[ {example} ]")
        return []

    def entrant(self, row: Mapping[str, Any], number: int) -> Entrant:
        """Read one entrant."""
        where = f"entrants {number}: "
        self.only_keys(row, ("name", "bot"), where)
        wrong_name = name_problem(row.get("name"))
        if wrong_name:
            self.problems.append(wrong_name)
        bot = self.value(row, "bot", str, "", where)
        if bot and bot not in KINDS:
            self.wrong(mark('no bot "{bot}"; known: {known}'), bot=bot, known=", ".join(KINDS))
        return Entrant(str(row.get("name", "")).strip(), bot)

    def result(self, row: Mapping[str, Any], number: int, names: list[str]) -> Result:
        """Read one result."""
        where = f"results {number}: "
        self.only_keys(row, RESULT_KEYS, where)
        scores = {}
        for key in ("score", "fouls"):
            found = read_score(row.get(key, "0:0" if key == "fouls" else None))
            if found is None:
                shown = json.dumps(row.get(key), ensure_ascii=False, default=str)
                self.wrong(mark('{place}: {found} is no score: write it like "2:1"'), place=where + key, found=shown)
            scores[key] = found or (0, 0)
        sides = {key: self.value(row, key, str, "", where) for key in ("home", "away", "winner", "file")}
        for key in ("home", "away"):
            if sides[key] not in names:
                known = ", ".join(names)
                self.wrong(mark('no entrant "{name}"; known: {known}'), name=f"{where}{sides[key]}", known=known)
        return Result(
            round=self.value(row, "round", int, 0, where),
            score=scores["score"],
            extra=self.value(row, "extra", bool, False, where),
            fouls=scores["fouls"],
            **sides,
        )

    def tournament(self) -> Tournament:
        """Read it all."""
        self.only_keys(self.data, KEYS)
        options = self.data.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(value, bool | int | str) for value in options.values()):
            self.wrong(mark("options: write them like {example}"), example="{ tactics = true }")
            options = {}
        seed = self.data.get("seed", "")
        entrants = self.rows("entrants", '{ name = "Ola" }')
        people = tuple(self.entrant(row, number) for number, row in enumerate(entrants, start=1))
        names = [entrant.name for entrant in people]
        results = self.rows("results", '{ round = 1, home = "Ola", away = "Tomek", score = "2:1" }')
        return Tournament(
            name=self.value(self.data, "name", str, ""),
            game=self.choice("game", tuple(GAMES)),
            format=Format(self.choice("format", tuple(Format))),
            entrants=people,
            seed=str(seed) if type(seed) is int else self.value(self.data, "seed", str, ""),
            tie_break=TieBreak(self.choice("tie_break", tuple(TieBreak), TieBreak.HEAD_TO_HEAD)),
            options=tuple(options.items()),
            results=tuple(self.result(row, number, names) for number, row in enumerate(results, start=1)),
            seeded=self.value(self.data, "seeded", bool, False),
            double=self.value(self.data, "double", bool, False),
            third_place=self.value(self.data, "third_place", bool, False),
            groups=self.value(self.data, "groups", int, 0),
            advance=self.value(self.data, "advance", int, 2),
            rounds=self.value(self.data, "rounds", int, 0),
            copies=self.value(self.data, "copies", int, 1),
        )


def read_tournament(text: str, where: str) -> Tournament:
    """Read the text of a tournament file; everything that is wrong with it is told at once."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TournamentError([problem(mark("not readable as TOML: {error}"), error=error)], where) from None
    reader = Reader(data)
    found = reader.tournament()
    problems = reader.problems
    if problems and (found.game, found.format) == (data.get("game"), data.get("format")):
        # What can be checked all the same is told too, so that a file is mended in one go.
        problems = [*problems, *wrong_entrants(found), *wrong_format(found), *wrong_options(found)]
    if problems:
        raise TournamentError(problems, where)
    try:
        check(found)
    except TournamentError as error:
        raise TournamentError(error.problems, where) from None
    return found


def print_tournament(tournament: Tournament) -> str:
    """Write a tournament as people read it; what is as usual is left out."""
    lines = [f"{key} = {written(getattr(tournament, key))}" for key in ("name", "game", "format", "seed")]
    usual = Tournament("", "", tournament.format, ())
    settings = [key for key in (*FLAGS, *NUMBERS, "tie_break") if getattr(tournament, key) != getattr(usual, key)]
    lines += [f"{key} = {written(getattr(tournament, key))}" for key in settings]
    if tournament.options:
        lines.append(f"options = {row_text(dict(tournament.options))}")
    lines += ["", "entrants = ["]
    for entrant in tournament.entrants:
        lines.append(f"    {row_text({'name': entrant.name, 'bot': entrant.bot})},")
    lines += ["]", "", "results = ["]
    for result in tournament.results:
        row: dict[str, Value] = {"round": result.round, "home": result.home, "away": result.away}
        row["score"] = f"{result.score[0]}:{result.score[1]}"
        row |= {"extra": True} if result.extra else {}
        row |= {"fouls": f"{result.fouls[0]}:{result.fouls[1]}"} if any(result.fouls) else {}
        lines.append(f"    {row_text({**row, 'winner': result.winner, 'file': result.file})},")
    return "\n".join([*lines, "]", ""])


def row_text(row: Mapping[str, Value]) -> str:
    """Write a table on one line, without empty texts."""
    return "{ " + ", ".join(f"{key} = {written(value)}" for key, value in row.items() if value != "") + " }"


def written(value: Value) -> str:
    """Write a value as TOML does."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return (
        str(value) if isinstance(value, int) else json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    )


def load_tournament(path: Path) -> Tournament:
    """Read a tournament file from disk."""
    try:
        return read_tournament(path.read_text(encoding="utf-8"), path.name)
    except UnicodeDecodeError:
        raise TournamentError([problem(mark("this is no text file"))], path.name) from None
    except (IsADirectoryError, PermissionError) as error:
        raise MatchdayError(f"{path}: {error.strerror}") from None


def save_tournament(tournament: Tournament, path: Path) -> None:
    """Write a tournament file whole or not at all."""
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_text(print_tournament(tournament), encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise MatchdayError(f"{path}: {error.strerror}") from None
