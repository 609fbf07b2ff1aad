"""What the `words.py` of every game shares: events told by the names of their arguments, options named from tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from matchday.engine.options import Value, show_value
from matchday.engine.speech import Say, mark

Teller: TypeAlias = Callable[[Say, Any, list[str], Any], str]
"""Tells one kind of event: (say, box, names of the seats, arguments by name) -> a sentence."""
Shown: TypeAlias = Callable[[Say, Any, int], str]
"""Puts a number into words: (say, box, number)."""


def line(text: str, **shown: Shown) -> Teller:
    """Make a teller of one sentence, in which stand arguments, as numbers or as `shown` says them; see `values_of`."""
    return lambda say, box, names, told: say(text, **values_of(say, box, names, told, shown))


def one_of(argument: str, texts: Mapping[Any, str] | Sequence[str], **shown: Shown) -> Teller:
    """Make a teller like `line` of the sentence that an argument chooses; of two, the second where it is set."""
    return lambda say, box, names, told: line(texts[getattr(told, argument)], **shown)(say, box, names, told)


def counted_line(one: str, many: str, **shown: Shown) -> Teller:
    """Make a teller like `line` of a sentence that depends on the argument `count`."""

    def tell(speak: Say, box: Any, names: list[str], told: Any) -> str:  # collected from where the texts stand
        values = values_of(speak, box, names, told, shown)
        return speak.count(one, many, values.pop("n"), **values)

    return tell


def values_of(say: Say, box: Any, names: list[str], told: Any, shown: Mapping[str, Shown]) -> dict[str, Any]:
    """Give an event's arguments for a sentence, with the `name` of its seat, its count as `n` and its `score`."""
    values = told._asdict()
    more: dict[str, Any] = {key: tell(say, box, values[key]) for key, tell in shown.items()}
    if "seat" in values:
        more["name"] = names[told.seat]
    if "count" in values:
        more["n"] = told.count
    if "goals_home" in values:
        more["score"] = score_text(names, values.get("home", 0), told.goals_home, told.goals_away)
    return values | more


def score_text(names: list[str], home: int, goals_home: int, goals_away: int) -> str:
    """Write a score with whose it is, the home side first.

    >>> score_text(["Ola", "Tomek"], 1, 2, 0)
    'Tomek 2:0 Ola'
    """
    return f"{names[home]} {goals_home}:{goals_away} {names[1 - home]}"


def two_lines(ask: str, then: str) -> str:
    """Ask for something in two lines: what to do, and what follows from it. A view tells them apart."""
    return f"{ask}\n{then}"


def report(
    events: Mapping[Any, tuple[Teller, str]],
) -> tuple[Callable[[Say, Any, list[str], int, tuple[int, ...]], str], Callable[[int], str]]:
    """Make a game's `event` and `event_rule` from its table: each kind with its teller and the clause it comes from."""
    kinds = {int(kind): kind for kind in events}

    def event(say: Say, box: Any, names: list[str], kind: int, args: tuple[int, ...]) -> str:
        """Turn an event into a sentence."""
        return events[kind][0](say, box, names, kinds[kind].read(args))

    def event_rule(kind: int) -> str:
        """Name the clause an event comes from."""
        return events[kind][1]

    return event, event_rule


def option_words(
    options: Mapping[str, tuple[str, str]], values: Mapping[str, str]
) -> tuple[Callable[[Say, str], tuple[str, str]], Callable[[Say, str, Value], str]]:
    """Make a game's `option` and `value` from its tables: label and meaning of each option, the names of values."""

    def option(say: Say, name: str) -> tuple[str, str]:
        """Name an option and say what it does."""
        label, meaning = options[name]
        return say(label), say(meaning)

    def value(say: Say, name: str, value: Value) -> str:
        """Name an option's value."""
        if isinstance(value, bool):
            return say(mark("on")) if value else say(mark("off"))
        return say(values.get(str(value), show_value(value)))

    return option, value
