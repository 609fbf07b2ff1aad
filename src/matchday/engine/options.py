"""Options: the variants and house rules that a box file offers, and the values a table has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from matchday.engine.boxfile import BoxReader, did_you_mean
from matchday.engine.errors import OptionError

Value: TypeAlias = bool | int | str
Options: TypeAlias = dict[str, Any]

KEYS = ("values", "default", "at_least", "at_most", "text", "rule", "variant", "secret_of", "free")


@dataclass(frozen=True)
class Option:
    """One option: closed `values` (the default first), or a whole number in a range, or a free text."""

    name: str
    default: Value
    values: tuple[Value, ...] = ()
    at_least: int = 0
    at_most: int = 0
    rule: str = ""
    """The clause or ruling it belongs to."""
    variant: bool = False
    """True for the rulebook's own variants, false for house rules."""
    secret_of: int | None = None
    """The seat that alone knows the value, until play shows it."""
    free: bool = False
    """Whether any other text is taken besides the values, such as a deck written out."""

    def allowed(self) -> str:
        """Say which values it takes."""
        if self.values:
            return ", ".join(show_value(value) for value in self.values) + (", or a text" if self.free else "")
        return f"a whole number from {self.at_least} to {self.at_most}" if self.at_most else "a text"

    def accepts(self, value: Value) -> bool:
        """Tell whether it takes this value; True is not 1 here."""
        if self.free and isinstance(value, str):
            return True
        if self.values:
            return any(type(value) is type(known) and value == known for known in self.values)
        if self.at_most:
            return type(value) is int and self.at_least <= value <= self.at_most
        return isinstance(value, str)

    def parse(self, text: str) -> Value:
        """Read a value as people write it; what fits nothing stays a text and is refused by `accepts`."""
        for value in self.values:
            if show_value(value).lower() == text.lower():
                return value
        if text.lower() in {"on", "yes"} and True in self.values:
            return True
        if text.lower() in {"off", "no"} and False in self.values:
            return False
        return int(text) if self.at_most and text.lstrip("-").isdecimal() else text


def show_value(value: Value) -> str:
    """Write a value as box files do."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(reader: BoxReader) -> dict[str, Option]:
    """Read the `[options]` of a box file."""
    found = {}
    for name, row in reader.section("options").items():
        where = f"options.{name}"
        if not isinstance(row, dict):
            reader.problem(where, "write it as a table, for example { values = [false, true] }")
            continue
        reader.only_keys(row, KEYS, where)
        values: Any = row.get("values", [])
        bounds = [row.get(key, 0) for key in ("at_least", "at_most")]
        if not isinstance(values, list):
            reader.problem(where, f"values: {values!r} is not a list")
            continue
        if any(type(bound) is not int for bound in bounds):
            reader.problem(where, "at_least and at_most are whole numbers")
            continue
        if not values and "default" not in row:
            reader.problem(where, "needs values (the default first) or a default with at_least and at_most")
            continue
        found[name] = Option(
            name=name,
            default=row["default"] if "default" in row else values[0],
            values=tuple(values),
            at_least=bounds[0],
            at_most=bounds[1],
            rule=row.get("rule", ""),
            variant=row.get("variant", False),
            secret_of=row.get("secret_of"),
            free=row.get("free", False),
        )
        if not found[name].accepts(found[name].default):
            reader.problem(where, f"default {found[name].default!r} is none of: {found[name].allowed()}")
    return found


def settle(known: Mapping[str, Option], given: Mapping[str, Any]) -> Options:
    """Complete the given options with defaults; every wrong name and value is reported at once."""
    problems = []
    for name, value in given.items():
        if name not in known:
            problems.append(f'no option "{name}"; {did_you_mean(name, known)}')
        elif not known[name].accepts(value):
            problems.append(f"{name}: {show_value(value)!r} is none of: {known[name].allowed()}")
    if problems:
        raise OptionError(problems)
    return {name: given.get(name, option.default) for name, option in known.items()}


def parse_options(known: Mapping[str, Option], texts: list[str], start: Mapping[str, Value] | None = None) -> Options:
    """Read `name=value` texts, as from a command line or a match file; `start` are options chosen before."""
    given: Options = dict(start or {})
    problems = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            problems.append(f'"{text}": write an option as name=value')
        elif name not in known:
            problems.append(f'no option "{name}"; {did_you_mean(name, known)}')
        else:
            given[name] = known[name].parse(value)
    if problems:
        raise OptionError(problems)
    return settle(known, given)


def seen_by(known: Mapping[str, Option], options: Options, seat: int) -> Options:
    """Give the options as one seat knows them: the secrets of other seats are set back to their defaults."""
    return {name: options[name] if known[name].secret_of in {None, seat} else known[name].default for name in options}
