"""Records to read from: plain Python values, and a memory of what was made of them.

Words and views read far more than they change. A `Reading` gives a record's numbers as Python's own (NumPy's are ten
times slower, one at a time), reads each field once, and knows which fields were asked for. So what a function has made
of a table can be kept for every table that agrees in these fields (`block`), and what is printed on a box for as long
as the box lives (`printed`).
"""

# ruff: noqa: SLF001 - what a reading has besides its fields is underscored, as no field of a record is

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, reduce, wraps
from operator import getitem, itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np

from matchday.engine.speech import Say

BOXES = 32
"""Boxes whose words are remembered."""
BLOCKS = 2_000
"""Blocks that are made anew, of all games, before a generation of them is closed. This one and the one before it are
remembered: which is the oldest of all need not be known."""

KINDS: dict[tuple[type[Any], type[Any]], type[Any]] = {}
"""The classes of readings, by the type of a record and what else they can do."""

Told = TypeVar("Told")
Which = TypeVar("Which", bound=Hashable)


class Row(tuple[Any, ...]):
    """An array to read."""

    __slots__ = ()

    def sum(self) -> Any:
        """Add everything up."""
        return sum(self)


class Grid(Row):
    """An array of several dimensions: an index may be a tuple, one for each."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        return reduce(getitem, at, self) if type(at) is tuple else tuple.__getitem__(self, at)

    def sum(self) -> Any:
        """Add everything up."""
        return sum(row.sum() for row in self)


class DraftGrid(list[Any]):
    """An array of several dimensions to change."""

    def __getitem__(self, at: Any) -> Any:
        return reduce(getitem, at, self) if type(at) is tuple else list.__getitem__(self, at)

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is not tuple:
            super().__setitem__(at, value)
        else:
            self[at[:-1]][at[-1]] = value


class Field:
    """One field of a reading: read when it is first asked for, from then on an attribute like any other."""

    def __init__(self, name: str, bit: int, read: Callable[[bytes], Any]) -> None:
        self.name, self.bit, self.read = name, bit, read

    def __get__(self, reading: Reading, _: object = None) -> Any:
        known, name = reading.__dict__, self.name
        known["_read"] |= self.bit
        values = known["_values"]
        value = values.get(name)
        if value is None:
            value = values[name] = self.read(known["_content"])
        known[name] = value
        return value


class Reading:
    """One record to read. Nobody can write into it."""

    _spans: ClassVar[list[tuple[int, int]]]
    """Where its fields stand in the bytes."""
    dtype: ClassVar[np.dtype[Any]]

    def __new__(cls, record: Any) -> Self:
        """Make a reading of the class that has the fields of the record."""
        return kind_of(record.dtype, Reading)._of(record.tobytes(), {})

    @classmethod
    def _of(cls, content: bytes, values: dict[str, Any]) -> Self:
        """Read from bytes; whoever asks twice may share the values, but not what was read: a bit for each field."""
        reading = object.__new__(cls)
        known = reading.__dict__
        known["_content"], known["_values"], known["_read"] = content, values, 0
        return reading

    def __setattr__(self, name: str, value: object) -> None:
        message = f"{name} is only to be read"
        raise TypeError(message)

    def tobytes(self) -> bytes:
        """Read all of it."""
        self.__dict__["_read"] = (1 << len(self._spans)) - 1
        return self._content

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def reading_of(dtype: np.dtype[Any], content: bytes) -> Reading:
    """Give a record to read of which only the bytes are at hand."""
    return kind_of(dtype, Reading)._of(content, {})


def kind_of(dtype: np.dtype[Any], base: type[Any]) -> type[Any]:
    """Give the class of readings that have the fields of a record: by its type, as to compare dtypes takes long."""
    kind = KINDS.get((dtype.type, base))
    return new_kind(dtype, base) if kind is None else kind


def new_kind(dtype: np.dtype[Any], base: type[Any]) -> type[Any]:
    """Make a class of readings."""
    fields: Any = dtype.fields
    own: dict[str, Any] = {
        name: Field(name, 1 << number, reader(*field[:2])) for number, (name, field) in enumerate(fields.items())
    }
    spans = [(field[1], field[1] + field[0].itemsize) for field in fields.values()]
    kind = KINDS[dtype.type, base] = type(base.__name__, (base,), {**own, "_spans": spans, "dtype": dtype})
    return kind


def reader(dtype: np.dtype[Any], at: int) -> Callable[[bytes], Any]:
    """Give a function that reads a value from bytes."""
    if dtype.subdtype is not None:
        return array_reader(*dtype.subdtype, at)
    if dtype.names:
        kind, end = kind_of(dtype, Reading), at + dtype.itemsize
        return lambda content: kind._of(content[at:end], {})
    unpack = Struct(dtype.char).unpack_from
    return lambda content: unpack(content, at)[0]


def array_reader(element: np.dtype[Any], shape: tuple[int, ...], at: int) -> Callable[[bytes], Any]:
    """Give a function that reads an array from bytes."""
    if len(shape) == 1 and not element.names:
        unpack = Struct(f"{shape[0]}{element.char}").unpack_from
        return lambda content: Row(unpack(content, at))
    inner = np.dtype((element, shape[1:]))
    kind = Grid if len(shape) > 1 else Row
    readers = [reader(inner, at + place * inner.itemsize) for place in range(shape[0])]
    return lambda content: kind([read(content) for read in readers])


class Draft:
    """A copy of a record to try something on: changes stay in it."""

    def __init__(self, origin: Reading | Draft) -> None:
        self.__dict__["_origin"] = origin

    def __getattr__(self, name: str) -> Any:
        """Copy a field when it is first asked for."""
        value = self.__dict__[name] = drafted(getattr(self._origin, name))
        return value


def drafted(value: Any) -> Any:
    """Give a copy that can be changed."""
    kind = type(value)
    if kind is int or kind is float:
        return value
    if isinstance(value, Reading | Draft):
        return Draft(value)
    if kind is Grid or kind is DraftGrid:
        return DraftGrid(map(drafted, value))
    return [*map(drafted, value)] if isinstance(value[0], Reading | Draft) else [*value]


# ---------------------------------------------------------------- boxes, and what is printed on their pieces


class ReadBox(Reading):
    """A box to read, with a memory."""

    memory: dict[Any, Any]


def readable_box(box: Any) -> Any:
    """Give a box with a memory of what was made of it; equal boxes share it."""
    return box if isinstance(box, ReadBox) else shared_box(box.dtype, box.tobytes())


@lru_cache(maxsize=BOXES)
def shared_box(dtype: np.dtype[Any], content: bytes) -> ReadBox:
    """Make a box to read."""
    box: ReadBox = kind_of(dtype, ReadBox)._of(content, {})
    box.__dict__["memory"] = {}
    return box


def printed(write: Callable[[Say, Any, Which], Told]) -> Callable[[Say, Any, Which], Told]:
    """Remember what is printed on a piece of a box, as long as that box lives.

    `which` is the piece's number, or number, place and marks: something of which there are few. What is told is shared:
    nobody may change it.
    """

    @wraps(write)
    def remembered(say: Say, box: Any, which: Which) -> Told:
        try:
            return box.memory[write, say.language, which]
        except KeyError:
            told = box.memory[write, say.language, which] = write(say, box, which)
            return told
        except AttributeError:  # no box to read
            return write(say, box, which)

    return remembered


# ---------------------------------------------------------------- blocks of a view


class Shelf:
    """What one function has made of tables, by the content of all fields that it has ever read."""

    made = 0
    """Blocks of this generation on all shelves."""
    young: ClassVar[set[Shelf]] = set()
    old: ClassVar[set[Shelf]] = set()
    """Shelves with blocks of this generation, and of the one before."""

    def __init__(self) -> None:
        self.read = 0
        """The fields that were ever read, a bit for each."""
        self.key: Callable[[bytes], Hashable] = len
        """Gives what decides what is made of a table: the content of these fields; of none, what is always the same."""
        self.found: dict[Hashable, Any] = {}
        self.older: dict[Hashable, Any] = {}
        """What was asked for in this generation, and in the one before."""

    def widen(self, table: Reading, read: int) -> None:
        """Take fields into account that were never read before: what is known was made without looking at them."""
        self.read |= read
        self.found, self.older = {}, {}
        self.key = itemgetter(*joined(span for number, span in enumerate(table._spans) if self.read >> number & 1))

    def recall(self, key: Hashable) -> Any:
        """Give what was asked for in the last generation, if it was, and take it over into this one."""
        made = self.older.pop(key, None)
        if made is not None:
            self.keep(key, made)
        return made

    def keep(self, key: Hashable, made: Any) -> None:
        """Put something on the shelf; so many make a generation."""
        self.found[key] = made
        Shelf.young.add(self)
        Shelf.made += 1
        if Shelf.made > BLOCKS:
            Shelf.turn()

    @classmethod
    def turn(cls) -> None:
        """Begin a new generation, and forget the one before the last."""
        forgotten, aged = tuple(cls.old), tuple(cls.young)  # other threads may put something on a shelf meanwhile
        cls.made, cls.old, cls.young = 0, cls.young, set()
        for shelf in forgotten:
            shelf.older = {}
        for shelf in aged:
            shelf.older, shelf.found = shelf.found, {}


class FullShelf(Shelf):
    """What one function has made of tables that can look different in few ways only: nothing of it is forgotten."""

    def keep(self, key: Hashable, made: Any) -> None:
        """Put something on the shelf."""
        self.found[key] = made


def joined(spans: Iterable[tuple[int, int]]) -> list[slice]:
    """Join spans of bytes that touch."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return [slice(*span) for span in found]


def block(make: Callable[..., Told], kind: type[Shelf] = Shelf) -> Callable[..., Told]:
    """Remember what a function makes of a table, for every table that agrees with it in all that the function reads.

    It takes (say, box, table, …) and may depend on nothing else. What it makes is shared: nobody may change it. A table
    that only shares the fields which were read the last time could lead it to others; therefore all fields count that
    it has ever read, for these arguments.
    """

    @wraps(make)
    def remembered(say: Say, box: Any, table: Any, *which: Hashable) -> Told:
        if not isinstance(table, Reading) or not isinstance(box, ReadBox):
            return make(say, box, table, *which)
        which_shelf, known = (make, say.language, which), table.__dict__
        shelf = box.memory.get(which_shelf)
        if shelf is None:
            shelf = box.memory[which_shelf] = kind()
        content = known["_content"]
        key = shelf.key(content)
        made = shelf.found.get(key)
        if made is None:
            made = shelf.recall(key)
        if made is None:
            own = type(table)._of(content, known["_values"])
            made = make(say, box, own, *which)
            if own._read & ~shelf.read:
                shelf.widen(table, own._read)
            shelf.keep(shelf.key(content), made)
        known["_read"] |= shelf.read
        return made

    return remembered


def lasting(make: Callable[..., Told]) -> Callable[..., Told]:
    """Do the same as long as the box lives, where all that the function reads can be in few ways only."""
    return block(make, FullShelf)
