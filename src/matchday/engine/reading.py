"""Records to read from: plain Python values, and a memory of what was made of them.

Words and views read far more than they change. A `Reading` gives a record's numbers as Python's own (NumPy's are ten
times slower, one at a time), reads each field once, and knows which fields were asked for. So what a function has made
of a table can be kept for every table that agrees in these fields (`block`), and what is printed on a box for as long
as the box lives (`printed`).
"""

# ruff: noqa: SLF001 - what a reading has besides its fields is underscored, as no field of a record is

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache, wraps
from typing import Any, TypeVar

import numpy as np

from matchday.engine.speech import Say

BOXES = 32
"""Boxes whose words are remembered."""
BLOCKS = 30_000
"""Blocks that are remembered, of all games; then all are forgotten, which costs less than to know the oldest."""

Told = TypeVar("Told")
Which = TypeVar("Which", bound=Hashable)


class Row(tuple[Any, ...]):
    """An array to read."""

    __slots__ = ()

    def sum(self) -> Any:
        """Add everything up."""
        return sum(self)


class Grid(Row):
    """An array of several dimensions."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if type(at) is not tuple:
            return super().__getitem__(at)
        found: Any = self
        for place in at:
            found = found[place]
        return found

    def sum(self) -> Any:
        """Add everything up."""
        return sum(row.sum() for row in self)


class DraftGrid(list[Any]):
    """An array of several dimensions to change."""

    def __getitem__(self, at: Any) -> Any:
        if type(at) is not tuple:
            return super().__getitem__(at)
        found: Any = self
        for place in at:
            found = found[place]
        return found

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is not tuple:
            super().__setitem__(at, value)
        else:
            self[at[:-1]][at[-1]] = value


class Reading:
    """One record to read. Nobody can write into it."""

    def __init__(self, record: Any) -> None:
        known = self.__dict__
        known["_record"], known["_fields"], known["_read"], known["_values"] = record, record.dtype.names, set(), {}

    def __getattr__(self, name: str) -> Any:
        """Read a field for the first time; from then on it is an attribute like any other."""
        if name not in self._fields:
            raise AttributeError(name)
        self._read.add(name)
        values = self._values
        if name not in values:
            values[name] = plain(self._record[name])
        value = self.__dict__[name] = values[name]
        return value

    def _again(self) -> Reading:
        """Give another that knows what was read here, but not that it was."""
        again = Reading(self._record)
        again.__dict__["_values"], again.__dict__["_content"] = self._values, self._content
        return again

    def __setattr__(self, name: str, value: object) -> None:
        message = f"{name} is only to be read"
        raise TypeError(message)

    @property
    def dtype(self) -> Any:
        """The dtype of the record."""
        return self._record.dtype

    def tobytes(self) -> bytes:
        """Read all of it."""
        self._read.update(self._fields)
        return self._content

    @cached_property
    def _content(self) -> bytes:
        """The bytes, which everybody may compare and nobody may look into."""
        return self._record.tobytes()


class Draft:
    """A copy of a record to try something on: changes stay in it."""

    def __init__(self, origin: Reading | Draft) -> None:
        self.__dict__["_origin"] = origin

    def __getattr__(self, name: str) -> Any:
        """Copy a field when it is first asked for."""
        value = self.__dict__[name] = drafted(getattr(self._origin, name))
        return value


def plain(value: Any) -> Any:
    """Give a field's value as Python's own."""
    if isinstance(value, np.void):
        return Reading(value)
    if not isinstance(value, np.ndarray):
        return value.item()
    if value.ndim > 1:
        return Grid(map(plain, value))
    return Row(map(Reading, value)) if value.dtype.names else Row(value.tolist())


def drafted(value: Any) -> Any:
    """Give a copy that can be changed."""
    kind = type(value)
    if kind is int or kind is float:
        return value
    if kind is Reading or kind is Draft:
        return Draft(value)
    if kind is Grid or kind is DraftGrid:
        return DraftGrid(map(drafted, value))
    return [*map(drafted, value)] if type(value[0]) in {Reading, Draft} else [*value]


# ---------------------------------------------------------------- boxes, and what is printed on their pieces


class ReadBox(Reading):
    """A box to read, with a memory."""

    def __init__(self, record: Any) -> None:
        super().__init__(record)
        self.__dict__["memory"] = {}


def readable_box(box: Any) -> Any:
    """Give a box with a memory of what was made of it; equal boxes share it."""
    return box if isinstance(box, ReadBox) else shared_box(box.dtype, box.tobytes())


@lru_cache(maxsize=BOXES)
def shared_box(dtype: np.dtype[Any], content: bytes) -> ReadBox:
    """Make a box to read."""
    return ReadBox(np.frombuffer(content, dtype)[0])


def printed(write: Callable[[Say, Any, Which], Told]) -> Callable[[Say, Any, Which], Told]:
    """Remember what is printed on a piece of a box, as long as that box lives.

    `which` is the piece's number, or number, place and marks: something of which there are few. What is told is shared:
    nobody may change it.
    """

    @wraps(write)
    def remembered(say: Say, box: Any, which: Which) -> Told:
        memory: dict[Any, Told] | None = getattr(box, "memory", None)
        if memory is None:
            return write(say, box, which)
        key = (write, say.language, which)
        if key not in memory:
            memory[key] = write(say, box, which)
        return memory[key]

    return remembered


# ---------------------------------------------------------------- blocks of a view


class Shelf:
    """What one function has made of tables, by the content of all fields that it has ever read."""

    made = 0
    """Blocks on all shelves."""
    swept = 0
    """How often all shelves were emptied."""

    def __init__(self) -> None:
        self.fields: set[str] = set()
        self.cuts: list[slice] = []
        self.found: dict[bytes, Any] = {}
        self.since = Shelf.swept

    def key(self, table: Reading) -> bytes:
        """Give what decides what is made of a table."""
        content = table._content
        return b"".join([content[cut] for cut in self.cuts])

    def widen(self, table: Reading, fields: set[str]) -> None:
        """Take fields into account that were never read before: what is known was made without looking at them."""
        self.fields |= fields
        self.found.clear()
        layout: Any = table.dtype.fields
        self.cuts = joined((layout[name][1], layout[name][1] + layout[name][0].itemsize) for name in self.fields)

    def keep(self, table: Reading, made: Any) -> None:
        """Put something on the shelf; when all shelves are full they are emptied."""
        Shelf.made += 1
        if Shelf.made > BLOCKS:
            Shelf.made, Shelf.swept = 0, Shelf.swept + 1
        if self.since != Shelf.swept:
            self.found, self.since = {}, Shelf.swept
        self.found[self.key(table)] = made


def joined(spans: Iterable[tuple[int, int]]) -> list[slice]:
    """Join spans of bytes that touch."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return [slice(*span) for span in found]


def block(make: Callable[..., Told]) -> Callable[..., Told]:
    """Remember what a function makes of a table, for every table that agrees with it in all that the function reads.

    It takes (say, box, table, …) and may depend on nothing else. What it makes is shared: nobody may change it. A table
    that only shares the fields which were read the last time could lead it to others; therefore all fields count that
    it has ever read, for these arguments.
    """

    @wraps(make)
    def remembered(say: Say, box: Any, table: Any, *which: Hashable) -> Told:
        if not isinstance(table, Reading) or not isinstance(box, ReadBox):
            return make(say, box, table, *which)
        key = (make, say.language, which)
        shelf = box.memory.get(key)
        if shelf is None:
            shelf = box.memory[key] = Shelf()
        made = shelf.found.get(shelf.key(table)) if shelf.since == Shelf.swept else None
        if made is None:
            own = table._again()
            made = make(say, box, own, *which)
            if not own._read <= shelf.fields:
                shelf.widen(table, own._read)
            shelf.keep(table, made)
        table._read.update(shelf.fields)
        return made

    return remembered
