"""Numbers of a box file by their names: `hand`, `actions.2`, `tactic.CLR.cost.0`, `decks.garra.cards.J20`.

A row of a list goes by what it is called (`id`, `code`, `symbol`, `name`) or by its place, from 0. In a list of texts
such as "13 E01" or "atk 2" a word stands for the text that has it, and a number is written over the one in it. A name
with a star stands for many numbers, which all rise or fall: `footballer.*.rows.*` by "+2".
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from matchday.engine.boxfile import did_you_mean
from matchday.engine.cover import TABLES
from matchday.engine.errors import MatchdayError

CALLED = ("id", "code", "symbol", "name")
STAR, UNCHANGED = "*", "+0"
RISE = re.compile(r"[+-]\d+")
NUMBER = re.compile(r"(?<!\S)-?\d+(?!\S)")
OUTSIDE = (*TABLES, "options")
"""Tables that no match is played with: words about the game, and options, which are set by themselves."""


class NoSuchNumber(MatchdayError):
    """A name that is not in the box, or a value that cannot stand there."""


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Give a copy of a box file's data with other values under some names.

    >>> changed({"hand": 5, "card": [{"code": "A", "play": ["atk 2"]}]}, {"hand": 6, "card.A.play.atk": 3})
    {'hand': 6, 'card': [{'code': 'A', 'play': ['atk 3']}]}
    """
    found = copy.deepcopy(dict(data))
    for name, value in changes.items():
        write(found, name, value)
    return found


def read(data: Mapping[str, Any], name: str) -> Any:
    """Give the value under a name; of many at once, that they are as they are."""
    if STAR in name:
        matching(data, name)
        return UNCHANGED
    place, key, inner = locate(data, name)
    if inner:
        return int(only_number(place[key], name)[0])
    return place[key]


def write(data: dict[str, Any], name: str, value: Any) -> None:
    """Write a value under a name; it must be of the kind that stands there. None takes a row out of its list."""
    if STAR in name:
        write_many(data, name, value)
        return
    place, key, inner = locate(data, name)
    old = place[key]
    if value is None:
        if not isinstance(place, list):
            raise NoSuchNumber(f"{name} is no row of a list: only rows can be taken out")
        del place[key]
    elif inner and isinstance(value, int) and not isinstance(value, bool):
        place[key] = only_number(old, name).re.sub(str(value), old, count=1)
    elif isinstance(old, Mapping):
        raise NoSuchNumber(f"{name} is a table, no number; it has {', '.join(names_in(old))}")
    elif kind_of(value) != kind_of(old):
        raise NoSuchNumber(f"{name} is {shown(old)}: {shown(value)} is no {kind_of(old)}")
    else:
        place[key] = value


def write_many(data: dict[str, Any], name: str, value: Any) -> None:
    """Let all numbers that a name with stars stands for rise or fall."""
    if type(value) is int and value < 0:
        value = str(value)
    if not isinstance(value, str) or not RISE.fullmatch(value):
        raise NoSuchNumber(f"{name} stands for many numbers: write +2 or -1, not {shown(value)}")
    for each in matching(data, name):
        write(data, each, read(data, each) + int(value))


def matching(data: Mapping[str, Any], name: str) -> list[str]:
    """Find the numbers that a name with stars stands for."""
    found = [each for each, _ in all_numbers(data) if fnmatchcase(each, name) and each.count(".") == name.count(".")]
    if not found:
        raise NoSuchNumber(f'no numbers "{name}" in the box')
    return found


def only_number(text: str, name: str) -> re.Match[str]:
    """Find the one number of a text."""
    found = list(NUMBER.finditer(text))
    if len(found) != 1:
        raise NoSuchNumber(f'{name}: "{text}" has {len(found) or "no"} numbers; write the whole text')
    return found[0]


def kind_of(value: Any) -> str:
    """Name the kind of a value, as far as one may replace another."""
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return "number"
    return "text" if isinstance(value, str) else "list" if isinstance(value, list) else "table"


def shown(value: Any) -> str:
    """Write a value shortly."""
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def locate(data: Mapping[str, Any], name: str) -> tuple[Any, Any, bool]:
    """Find where a name leads: the table or list, the key in it, and whether a number inside its text is meant."""
    here: Any = data
    known = [key for key in data if key not in OUTSIDE]
    path = ""
    parts = name.split(".")
    for depth, part in enumerate(parts):
        if depth:
            known = names_in(here)
        key = key_in(here, part, known, path)
        inner = isinstance(here, list) and not part.isdecimal() and isinstance(here[key], str)
        path = f"{path}.{part}" if path else part
        if depth == len(parts) - 1:
            return here, key, inner
        if not isinstance(here[key], dict | list):
            raise NoSuchNumber(f"{path} is {shown(here[key])}; nothing is called {name} below it")
        here = here[key]
    raise NoSuchNumber("an empty name is nothing in the box")


def key_in(here: Any, part: str, known: list[str], path: str) -> Any:
    """Find one part of a name in a table or a list."""
    if isinstance(here, Mapping):
        if part in here and part in known:
            return part
    elif part.isdecimal() and int(part) < len(here):
        return int(part)
    else:
        places = [place for place, row in enumerate(here) if part in called(row)]
        if len(places) == 1:
            return places[0]
        if places:
            where = ", ".join(map(str, places))
            raise NoSuchNumber(f'{path} has several "{part}"; say which by its place: {where}')
    where = f"in {path}" if path else "in the box"
    raise NoSuchNumber(f'no "{part}" {where}; {did_you_mean(part, known)}')


def called(row: Any) -> list[str]:
    """List what one row of a list may be called by."""
    if isinstance(row, Mapping):
        return [str(row[key]) for key in CALLED if key in row]
    return [word for word in row.split() if not NUMBER.fullmatch(word)] if isinstance(row, str) else []


def names_in(here: Any) -> list[str]:
    """List the next parts of names in a table or a list."""
    if isinstance(here, Mapping):
        return list(here)
    return [next(iter(called(row)), str(place)) for place, row in enumerate(here)]


def all_numbers(data: Mapping[str, Any]) -> Iterator[tuple[str, int | float]]:
    """List every number of the box by a name that leads to it."""
    for key, value in data.items():
        if key not in OUTSIDE:
            yield from numbers_below(key, value)


def numbers_below(path: str, value: Any) -> Iterator[tuple[str, int | float]]:
    """List the numbers below one name."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from numbers_below(f"{path}.{key}", inner)
    elif isinstance(value, list):
        names = names_in(value)
        for place, (name, inner) in enumerate(zip(names, value, strict=True)):
            part = name if names.count(name) == 1 else str(place)
            if isinstance(inner, str):
                found = list(NUMBER.finditer(inner))
                if len(found) == 1 and not part.isdecimal():
                    yield f"{path}.{part}", int(found[0][0])
            else:
                yield from numbers_below(f"{path}.{part}", inner)


def parse(text: str) -> Any:
    """Read a value as people write it: a number, yes or no, or a text."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    return {"true": True, "false": False}.get(text.lower(), text)
