"""The log: what an action has just done, as numbers, each event with the seats that may see it.

Words, commentary and animations are made from events alone. An event is seen whole or not at all: where one seat may
see more than another, two events are told.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from struct import Struct
from typing import Any, Self

from matchday.engine.record import Array, Record, i16, rows, u8, u16

CAPACITY = 192
ARGUMENTS = 6
SPECTATOR = 15
"""The seat number of whoever only watches."""
EVERYONE = 0xFFFF


class Told(Record):
    """One event: its kind, who may see it, and up to six numbers that say what happened."""

    kind: int = u8()
    sees: int = u16()
    args: Array = i16(ARGUMENTS)


class EventKind(IntEnum):
    """The kinds of events of a game, each a number and the names of its arguments: `KICK_OFF = 1, "half", "seat"`.

    Rules tell the numbers in this order; words, views and the client read them by these names, and what a kind does
    not name is not shown to anybody. `seat` is whom an event is about, `count` how many, `goals_home` and `goals_away`
    a score, with the seat `home` where that is not always the first.
    """

    names: tuple[str, ...]

    def __new__(cls, number: int, *names: str) -> Self:
        """Make a kind, to compiled code a plain number."""
        kind = int.__new__(cls, number)
        kind._value_ = number
        kind.names = names
        return kind

    @cached_property
    def record(self) -> Any:
        """The tuple with the names of the arguments."""
        return namedtuple(self.name, self.names)  # noqa: PYI024 (the names are the game's)

    def read(self, args: Sequence[int]) -> Any:
        """Name the arguments of an event.

        >>> class Event(EventKind):
        ...     KICK_OFF = 1, "half", "seat"
        >>> Event.KICK_OFF.read((2, 1, 0, 0, 0, 0))
        KICK_OFF(half=2, seat=1)
        """
        return self.record(*args[: len(self.names)])


class Log(Record):
    """The events of one action, in order."""

    count: int = u16()
    muted: int = u8()  # set by bulk runs that look at nobody's events
    events: Sequence[Told] = rows(Told, CAPACITY)


EVENT = Struct("=BxH6h")
"""A `Told` in memory, for `told`."""
FIRST = Log.span("events").start


def told(log: Any) -> list[tuple[int, int, tuple[int, ...]]]:
    """List the events as (kind, who may see it, arguments)."""
    return [(event[0], event[1], event[2:]) for event in EVENT.iter_unpack(content(log))]


def content(log: Any) -> bytes:
    """Give the events as they stand in memory."""
    return log.tobytes()[FIRST : FIRST + EVENT.size * min(int(log.count), CAPACITY)]


def only(seat: int) -> int:
    """Give the mask of one seat alone."""
    return 1 << int(seat)


def others(seat: int) -> int:
    """Give the mask of everyone but one seat."""
    return EVERYONE ^ (1 << int(seat))


def clear(log: Log) -> None:
    """Forget the last action's events."""
    log.count = 0


def tell(
    log: Log, sees: int, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> None:
    """Add an event. `count` runs on past the buffer's end, so that a test can see that it was too short."""
    if log.muted:
        return
    if log.count < CAPACITY:
        event = log.events[log.count]
        event.kind = kind
        event.sees = sees
        event.args[0] = a
        event.args[1] = b
        event.args[2] = c
        event.args[3] = d
        event.args[4] = e
        event.args[5] = f
    log.count += 1


def seen(log: Any, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """List the events that a seat may see, as (kind, arguments)."""
    return [(kind, args) for kind, sees, args in told(log) if sees >> seat & 1]
