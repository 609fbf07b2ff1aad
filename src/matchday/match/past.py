"""The past of a match: of every ply the move, the table after it, and what was told, byte for byte, in little memory.

A past never changes: whoever plays on or takes back has another, which shares with it all that both have in common. So
a copy of a match costs nothing. The latest plies are at hand; those before are packed in chapters, since a table
differs little from the one before it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from struct import Struct
from typing import NamedTuple, overload

from matchday.engine.log import EVENT

NOMINAL = -1
"""An elapsed time that asks for the game's nominal one."""
CHAPTER, AT_HAND = 8, 2
"""Plies that are packed together, and the latest that never are."""
OPENED, TELLINGS = 32, 1024
"""Chapters that were looked into last, and tellings of a ply, that are remembered, of all matches."""
PACKED = Struct("=bhii")
"""Of each step: seat, action and time of the move, and the bytes of what was told."""
QUICKLY = 1
DEALER = -1


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat has answered, and in games with a clock the milliseconds it took."""

    seat: int
    action: int
    elapsed: int = NOMINAL


class Told(NamedTuple):
    """One event as it is kept: who may see it, and its numbers."""

    kind: int
    sees: int
    args: tuple[int, ...]


class Step(NamedTuple):
    """One ply: the move (none for the deal), the table after it, and what was told, as the log had it."""

    move: Move | None
    table: bytes
    told: bytes

    @property
    def events(self) -> tuple[Told, ...]:
        """What was told."""
        return telling(self.told)


@lru_cache(maxsize=TELLINGS)
def telling(told: bytes) -> tuple[Told, ...]:
    """Read what was told; everyone at a table wants it."""
    return tuple(Told(event[0], event[1], event[2:]) for event in EVENT.iter_unpack(told))


class Past(Sequence[Step]):
    """All plies so far, the deal first."""

    __slots__ = ("chapters", "first", "latest", "length")

    def __init__(self, latest: tuple[Step, ...] = (), chapters: tuple[bytes, ...] = ()) -> None:
        self.latest, self.chapters = latest, chapters
        self.first = CHAPTER * len(chapters)
        """The first ply that is at hand."""
        self.length = self.first + len(latest)

    @property
    def last(self) -> Step:
        """The latest ply: whoever looks at the table asks for it again and again."""
        return self.latest[-1] if self.latest else self[-1]

    def and_then(self, step: Step) -> Past:
        """Give the past with one ply more."""
        latest = (*self.latest, step)
        if len(latest) < CHAPTER + AT_HAND:
            return Past(latest, self.chapters)
        return Past(latest[CHAPTER:], (*self.chapters, packed(latest[:CHAPTER])))

    def until(self, length: int) -> Past:
        """Give the first plies of it."""
        number, rest = divmod(length, CHAPTER)
        if number >= len(self.chapters):
            return Past(self.latest[: length - self.first], self.chapters)
        return Past(unpacked(self.chapters[number])[:rest], self.chapters[:number])

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Step]:
        return self.since(0)

    def since(self, ply: int) -> Iterator[Step]:
        """Go through it from a ply on."""
        return iter(self.latest[ply - self.first :]) if ply >= self.first else self.opened_from(ply)

    def opened_from(self, ply: int) -> Iterator[Step]:
        """Do so from a ply that is packed on; each chapter is opened once."""
        number, rest = divmod(ply, CHAPTER)
        for chapter in self.chapters[number:]:
            yield from unpacked(chapter)[rest:]
            rest = 0
        yield from self.latest

    @overload
    def __getitem__(self, at: int) -> Step: ...

    @overload
    def __getitem__(self, at: slice) -> list[Step]: ...

    def __getitem__(self, at: int | slice) -> Step | list[Step]:
        if isinstance(at, slice):
            start, stop, stride = at.indices(len(self))
            if stride < 0:
                return list(self)[at]
            return list(islice(self.since(start), 0, max(0, stop - start), stride))
        ply = at + self.length if at < 0 else at
        if not 0 <= ply < self.length:
            raise IndexError(at)
        if ply >= self.first:
            return self.latest[ply - self.first]
        number, rest = divmod(ply, CHAPTER)
        return unpacked(self.chapters[number])[rest]


def packed(steps: Sequence[Step]) -> bytes:
    """Pack a chapter."""
    heads = [
        PACKED.pack(move.seat, move.action, move.elapsed, len(told)) if move else PACKED.pack(DEALER, 0, 0, len(told))
        for move, _, told in steps
    ]
    tables, told = [step.table for step in steps], [step.told for step in steps]
    return zlib.compress(b"".join(heads + tables + told), QUICKLY)


@lru_cache(maxsize=OPENED)
def unpacked(chapter: bytes) -> tuple[Step, ...]:
    """Open a chapter. Whoever looks back mostly looks at its neighbours next."""
    content = zlib.decompress(chapter)
    heads = [*PACKED.iter_unpack(content[: CHAPTER * PACKED.size])]
    size = (len(content) - CHAPTER * PACKED.size - sum(head[3] for head in heads)) // CHAPTER
    steps, at, after = [], CHAPTER * PACKED.size, CHAPTER * (PACKED.size + size)
    for seat, action, elapsed, length in heads:
        move = None if seat == DEALER else Move(seat, action, elapsed)
        steps.append(Step(move, content[at : at + size], content[after : after + length]))
        at, after = at + size, after + length
    return tuple(steps)
