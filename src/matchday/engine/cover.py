"""The cover of a game: all that is told of it before it is played, from its box file.

Title and tag line, colours and teams, ready-made ways to play, what a league makes of it. Every table and every key may
be left out: a game without any of them is offered all the same. Texts are English and translated by the game's own
catalogues, where `make words` collects them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean
from matchday.engine.errors import OptionError
from matchday.engine.options import Option, Value, settle, show_value
from matchday.engine.speech import mark

TABLES = ("cover", "preset", "seating", "stages")
"""The tables of a box file that are about the game and not in the box."""
COVER = ("title", "tag", "stock", "players", "sport", "learn", "length", "mark", "bar", "colours", "teams")
TEXTS = ("tag", "stock", "players")
COLOURS = (
    *("ink-a", "ink-b", "ink-c"),  # the inks that it is printed in
    *("ground-0", "ground-1", "ground-2", "turf", "turf-2"),  # what its table is laid on
    *("chalk-3", "slat"),  # faint writing on that, and the board that scores hang on
)
MARKS = ("ball", "bolt", "captain", "cards", "clock", "die", "flag", "glove", "net", "puzzle", "star", "whistle")
"""The signs that the client can draw on the backs of cards (`web/src/art/sprite.svg`)."""
STAGES = ("table", "knockout", "double")
COLOUR = re.compile("#[0-9a-f]{6}")
LONGEST = 24 * 60
"""Minutes that nobody learns or plays longer."""


@dataclass(frozen=True)
class Team:
    """The colours of whoever has a seat."""

    main: str
    trim: str


@dataclass(frozen=True)
class Preset:
    """A name for a handful of options."""

    name: str
    """For command lines."""
    label: str
    meaning: str
    options: Mapping[str, Value] = field(default_factory=dict)


PRINTED = Preset("printed", mark("As printed"), mark("The rulebook as it is, without variants or house rules."))
TEAMS = (Team("#2347b5", "#fbf5e8"), Team("#c22a1b", "#fbf5e8"))


@dataclass(frozen=True)
class Cover:
    """What is told of a game before it is played."""

    title: str = ""
    """A proper name, the same in every language; the game's whole title where there is none."""
    tag: str = ""
    """What it is like, in a few words."""
    stock: str = ""
    """What it is played with."""
    players: str = ""
    """How many play, and what they are called; counted where it is left out."""
    sport: str = ""
    """The sport that it plays, in English and small letters; the lab compares scores with the real one's."""
    learn: int = 0
    """Minutes until one can play; 0 where nobody has looked at a clock."""
    length: int = 0
    """Minutes that a match takes."""
    mark: str = "ball"
    """The sign on the backs of its cards, one of `MARKS`."""
    bar: str = ""
    """The colour behind the title; that of the third ink where it is left out."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Some of `COLOURS`; the client has its own for the rest."""
    teams: tuple[Team, ...] = TEAMS
    """Seat by seat."""
    presets: tuple[Preset, ...] = (PRINTED,)
    """The rulebook as printed first."""
    stages: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """The options of a match in a league: "table" and "knockout" by its stage, and with both "double" where every two
    meet twice, with seats changed.
    """
    automat: str = ""
    """The option with which the game plays the other side by itself, wherever it has not its default."""
    first_at_home: Mapping[str, Value] = field(default_factory=dict)
    """Options that have the first seat at home, for whoever has asked already who sits there."""
    home_by_lot: bool = False
    """Whether the rules draw lots for it whatever was asked: nobody can choose to be at home."""

    def preset(self, name: str) -> Preset:
        """Find a ready-made way to play."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        raise OptionError([f'no preset "{name}"; {did_you_mean(name, [preset.name for preset in self.presets])}'])


def read_cover(reader: BoxReader, known: Mapping[str, Option]) -> Cover:
    """Read what a box file says of the game itself; `known` are its options."""
    row = table(reader, reader.data, "cover")
    reader.only_keys(row, COVER, "cover")
    colours = table(reader, row, "colours")
    reader.only_keys(colours, COLOURS, "cover.colours")
    seating = table(reader, reader.data, "seating")
    reader.only_keys(seating, ("automat", "first_at_home", "home_by_lot"), "seating")
    automat = text(reader, seating, "automat", "seating") if "automat" in seating else ""
    if automat and automat not in known:
        reader.problem("seating", f'automat: no option "{automat}"; {did_you_mean(automat, known)}')

    sign = row.get("mark", Cover.mark)
    if sign not in MARKS:
        reader.problem("cover", f"mark: {sign!r} is no sign that can be drawn; known: {', '.join(MARKS)}")

    def word(key: str, otherwise: str = "") -> str:
        return text(reader, row, key, "cover") if key in row else otherwise

    def minutes(key: str) -> int:
        return reader.integer(row, key, "cover", 1, LONGEST) if key in row else 0

    return Cover(
        title=word("title"),
        tag=word("tag"),
        stock=word("stock"),
        players=word("players"),
        sport=word("sport"),
        learn=minutes("learn"),
        length=minutes("length"),
        mark=sign,
        bar=colour(reader, row, "bar", "cover") if "bar" in row else "",
        colours={key: colour(reader, colours, key, "cover.colours") for key in colours},
        teams=read_teams(reader, row),
        presets=read_presets(reader, known),
        stages=read_stages(reader, known),
        automat=automat,
        first_at_home=chosen(reader, seating, "first_at_home", "seating", known),
        home_by_lot=flag(reader, seating, "home_by_lot", "seating"),
    )


def flag(reader: BoxReader, row: Mapping[str, Any], key: str, where: str) -> bool:
    """Read what is so or not; not, where nothing is said."""
    found = row.get(key, False)
    if not isinstance(found, bool):
        reader.problem(where, f"{key}: {found!r} is neither true nor false")
    return found is True


def read_teams(reader: BoxReader, row: Mapping[str, Any]) -> tuple[Team, ...]:
    """Read the colours of the seats."""
    found = []
    for number, team in enumerate(reader.rows("teams", at_least=0, of=row)):
        where = f"cover.teams {number + 1}"
        reader.only_keys(team, ("main", "trim"), where)
        found.append(Team(colour(reader, team, "main", where), colour(reader, team, "trim", where)))
    return tuple(found) or TEAMS


def read_presets(reader: BoxReader, known: Mapping[str, Option]) -> tuple[Preset, ...]:
    """Read the ready-made ways to play. The first is the rulebook as printed, in words of its own or the usual ones."""
    found: dict[str, Preset] = {}
    for number, row in enumerate(reader.rows("preset", at_least=0)):
        where = f"preset {number + 1}"
        reader.only_keys(row, ("name", "label", "meaning", "options"), where)
        name, label, meaning = (text(reader, row, key, where) for key in ("name", "label", "meaning"))
        options = chosen(reader, row, "options", where, known)
        if name in found:
            reader.problem(where, f'there is a preset "{name}" already')
        if (name == PRINTED.name) != (not options):
            reader.problem(where, f'"{PRINTED.name}" is the one without options')
        for option, value in options.items():
            if option in known and value == known[option].default:
                reader.problem(where, f"options: {option} is {show_value(value)} anyway")
        found[name] = Preset(name, label, meaning, options)
    return (found.pop(PRINTED.name, PRINTED), *found.values())


def read_stages(reader: BoxReader, known: Mapping[str, Option]) -> dict[str, Mapping[str, Value]]:
    """Read the options of matches in the stages of a tournament."""
    row = table(reader, reader.data, "stages")
    reader.only_keys(row, STAGES, "stages")
    return {stage: chosen(reader, row, stage, "stages", known) for stage in STAGES if stage in row}


def chosen(
    reader: BoxReader, row: Mapping[str, Any], key: str, where: str, known: Mapping[str, Option]
) -> dict[str, Value]:
    """Give a table of options, each with a value that it takes."""
    found = table(reader, row, key, where)
    try:
        settle(known, found)
    except OptionError as error:
        for problem in error.problems:
            reader.problem(where, f"{key}: {problem}")
    return found


def table(reader: BoxReader, row: Mapping[str, Any], key: str, where: str = "") -> dict[str, Any]:
    """Give a table that may be left out."""
    found = row.get(key, {})
    if isinstance(found, dict):
        return found
    reader.problem(where, f"{key}: write it as a table")
    return {}


def text(reader: BoxReader, row: Mapping[str, Any], key: str, where: str) -> str:
    """Give a text in one line."""
    found = reader.text(row, key, where)
    if "\n" in found:
        reader.problem(where, f"{key}: write it in one line")
    return found


def colour(reader: BoxReader, row: Mapping[str, Any], key: str, where: str) -> str:
    """Give a colour as #rrggbb."""
    found = row.get(key)
    if isinstance(found, str) and COLOUR.fullmatch(found):
        return found
    reader.problem(where, f"{key}: {'missing' if found is None else f'{found!r} is no colour'}; write it like #1986ab")
    return ""


def texts(data: Mapping[str, Any]) -> Iterator[str]:
    """List the texts of a box file that are said, to be translated."""
    cover, presets = data.get("cover", {}), data.get("preset", [])
    said = [cover.get(key) for key in TEXTS]
    said += [preset.get(key) for preset in presets for key in ("label", "meaning")]
    yield from (each for each in said if isinstance(each, str) and each)
