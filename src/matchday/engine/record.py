"""Records: annotated classes that describe flat memory.

A `Record` subclass lists its fields as a dataclass would; the class then knows two NumPy dtypes over the same bytes:

* `dtype`: a property for each field at every level, so that plain Python reads `box.cards[3].attack`;
* `aligned`: an ordinary aligned struct, which compiled code reads at full speed.

`numpy.record` would do for the first, but it looks for every name among its own attributes and raises and catches an
error on the way: properties are several times quicker. The offsets come from the aligned form for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np

from matchday.engine.reading import Draft, Reading

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
"""An array field: `table.hand[seat, slot]`."""


@dataclass(frozen=True)
class Field:
    """One field of a record: its element (a NumPy scalar type or a record class) and its shape."""

    element: Any
    shape: tuple[int, ...]

    def form(self, *, aligned: bool) -> Any:
        """Give the dtype of this field in one of the two forms."""
        if isinstance(self.element, type) and issubclass(self.element, Record):
            element = self.element.aligned if aligned else self.element.dtype
        else:
            element = np.dtype(self.element)
        return (element, self.shape) if self.shape else element


@dataclass(frozen=True)
class Scalar:
    """A number type; call it with a shape to make a field: `zone: int = u8()`, `hand: Array = u8(2, 5)`."""

    element: Any

    def __call__(self, *shape: int) -> Any:  # Any, so that the annotation says what the field reads as
        """Make a field of this shape."""
        return Field(self.element, shape)


u8, u16, u32, u64 = Scalar(np.uint8), Scalar(np.uint16), Scalar(np.uint32), Scalar(np.uint64)
i8, i16, i32, i64 = Scalar(np.int8), Scalar(np.int16), Scalar(np.int32), Scalar(np.int64)
f32, f64 = Scalar(np.float32), Scalar(np.float64)


def rows(record: type[Record], *shape: int) -> Any:
    """Nest records in a field, for example `rows(Card, 40)` for forty cards."""
    return Field(record, shape)


def readable(name: str, fields: list[str]) -> type[np.void]:
    """Make the type of one record's values: a property for each field, and no other names."""
    taken = [field for field in fields if hasattr(np.void, field)]
    if taken:
        message = f"{name}: NumPy uses the names {', '.join(taken)} itself; call these fields something else"
        raise TypeError(message)
    return type(name, (np.void,), {"__slots__": (), **{field: field_property(field) for field in fields}})


def field_property(name: str) -> property:
    """Read and write a field by its name."""

    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)


class Record:
    """Base of every flat record; a subclass of a subclass continues its parent's fields."""

    fields: ClassVar[dict[str, Field]] = {}
    aligned: ClassVar[np.dtype[Any]]
    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        cls.fields = {**cls.fields, **own}
        names = list(cls.fields)
        cls.aligned = np.dtype([(name, cls.fields[name].form(aligned=True)) for name in names], align=True)
        layout = {
            "names": names,
            "formats": [cls.fields[name].form(aligned=False) for name in names],
            "offsets": [cls.aligned.fields[name][1] for name in names],  # type: ignore[index]
            "itemsize": cls.aligned.itemsize,
        }
        cls.dtype = np.dtype((readable(cls.__name__, names), np.dtype(layout)))  # type: ignore[call-overload]

    @classmethod
    def span(cls, name: str) -> slice:
        """Tell where a field stands in the bytes; continued records have it at the same place."""
        dtype, start = cls.dtype.fields[name][:2]  # type: ignore[index]
        return slice(start, start + dtype.itemsize)

    @classmethod
    def zeros(cls, count: int) -> Any:
        """Make `count` empty records."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def new(cls) -> Self:
        """Make one empty record."""
        return cls.zeros(1)[0]

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Make a record from `raw` bytes."""
        if len(data) != cls.dtype.itemsize:
            message = f"{cls.__name__} takes {cls.dtype.itemsize} bytes, got {len(data)}"
            raise ValueError(message)
        return np.frombuffer(bytearray(data), cls.dtype)[0]


def raw(record: Any) -> bytes:
    """Give the bytes of a record."""
    return record.tobytes()


def copy_of(record: Any) -> Any:
    """Copy one record; the copy shares no memory with it. Of one to read, give a draft."""
    if isinstance(record, Reading | Draft):
        return Draft(record)
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)[0]


def difference(one: Any, other: Any, where: str) -> tuple[str, Any, Any] | None:
    """Name the first field in which two records of a kind differ, `table.hand[0,3]`, with its two values."""
    if isinstance(one, np.void):
        found = (difference(one[name], other[name], f"{where}.{name}") for name in one.dtype.names or ())
    elif isinstance(one, np.ndarray):
        places = np.ndindex(one.shape)
        found = (difference(one[at], other[at], f"{where}[{','.join(map(str, at))}]") for at in places)
    else:
        return None if one == other else (where, one.item(), other.item())
    return next(filter(None, found), None)


def fast(record: Any, kind: type[Record]) -> Any:
    """Show one record to compiled code: the same memory in the aligned form."""
    return np.frombuffer(record, kind.aligned)[0]


def write_text(field: Array, text: str) -> None:
    """Write a short text into a field of bytes, for example `code: Array = u8(4)`; what does not fit is cut off."""
    field[:] = np.frombuffer(text.encode()[: len(field)].ljust(len(field), b"\0"), np.uint8)


def read_text(field: Array) -> str:
    """Read a text back; a letter that was cut in two is dropped."""
    return bytes(field).rstrip(b"\0").decode(errors="ignore")
