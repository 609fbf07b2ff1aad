"""Observations: what a seat knows as a flat array of whole numbers, for programs that learn.

An observation is the seat's number and then every field of its hidden table, in the order of the record, arrays row by
row: nothing is left out and nothing is added. What a number means is told by the record itself (`meanings`): the name
of the field, the bounds of its type, and what its comment in `state.py` says.

The function that writes one is made from the record's fields as plain source code, one loop a field. So it is a slot as
any other (`slots.observe`): it allocates nothing, knows no Python objects, and is compiled with the rules.
"""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from types import FunctionType

import numpy as np

from matchday.engine.record import Field, Record

SECRET = ("key", "counter")
"""Fields that every hidden table has empty: the generator."""
WORD = 16
"""Bits of each of the numbers that a field too large for 32 bits is told in, the lowest first."""


@dataclass(frozen=True)
class Spot:
    """One number of an observation."""

    name: str
    """Where it stands in the hidden table: `hand[0,3]`; with the bits, where a field is told in several numbers."""
    low: int
    high: int
    meaning: str
    """What the record says of the field; nothing where its name says all."""


def observer(record: type[Record]) -> FunctionType:
    """Make the function `observe(box, table, seat, out)` for a kind of table; `out` takes `size(record)` numbers."""
    lines = ["def observe(box, table, seat, out):", "    out[0] = seat", *indented(told(record, "table", "1", 0))]
    space: dict[str, object] = {"__name__": __name__}  # of a real module, which the compiler's cache can name
    exec(compile("\n".join(lines), f"<observe of {record.__module__}>", "exec"), space)  # noqa: S102 - made from names
    made = space["observe"]
    assert isinstance(made, FunctionType)  # noqa: S101 - for mypy
    return made


def told(record: type[Record], owner: str, start: str, depth: int) -> Iterator[str]:
    """Write the lines that tell a record's fields from the place `start` on."""
    places = 0
    for name, field in observed(record, depth):
        names = [f"i{depth}_{axis}" for axis in range(len(field.shape))]
        value, at = f"{owner}.{name}", f"{start} + {places}"
        if names:
            value += f"[{', '.join(names)}]"
        for axis, each in enumerate(names):
            at += f" + {each} * {width(field) * int(np.prod(field.shape[axis + 1 :], dtype=int))}"
        lines = list(element(field, value, at, depth))
        for each, length in zip(reversed(names), reversed(field.shape), strict=True):
            lines = [f"for {each} in range({length}):", *indented(lines)]
        yield from lines
        places += width(field) * count(field)


def element(field: Field, value: str, at: str, depth: int) -> Iterator[str]:
    """Write the lines that tell one element of a field."""
    if is_record(field):
        yield from told(field.element, value, at, depth + 1)
    elif width(field) == 1:
        yield f"out[{at}] = {value}"
    else:
        for word in range(width(field)):
            yield f"out[{at} + {word}] = ({value} >> {WORD * word}) & {(1 << WORD) - 1}"


def indented(lines: Iterable[str]) -> list[str]:
    """Put lines one step to the right."""
    return [f"    {line}" for line in lines]


def size(record: type[Record]) -> int:
    """Tell how many numbers an observation has."""
    return 1 + sum(width(field) * count(field) for _, field in observed(record, 0))


def width(field: Field) -> int:
    """Tell how many numbers one element of a field takes: of 32 bits with a sign, or else words of 16."""
    if is_record(field):
        return sum(width(inner) * count(inner) for inner in field.element.fields.values())
    kind = np.dtype(field.element)
    if kind.kind not in "iu":
        message = f"observations are whole numbers: a table cannot hold {kind.name}"
        raise TypeError(message)
    return 1 if np.can_cast(kind, np.int32) else kind.itemsize * 8 // WORD


def observed(record: type[Record], depth: int) -> Iterator[tuple[str, Field]]:
    """Give the fields that are told; those of the generator stand in tables alone, not in the records inside."""
    for name, field in record.fields.items():
        if depth or name not in SECRET:
            yield name, field


def is_record(field: Field) -> bool:
    """Tell whether the elements of a field are records."""
    return isinstance(field.element, type) and issubclass(field.element, Record)


def count(field: Field) -> int:
    """Count the elements of a field."""
    return int(np.prod(field.shape, dtype=int))


def meanings(record: type[Record]) -> tuple[Spot, ...]:
    """Tell what each number of an observation means, in order."""
    return Spot("seat", 0, 15, "who looks; 15 is a spectator"), *spots(record, "", 0)


def spots(record: type[Record], prefix: str, depth: int) -> Iterator[Spot]:
    """Tell the numbers of a record."""
    said = comments(record)
    for name, field in observed(record, depth):
        for place in product(*map(range, field.shape)):
            path = f"{prefix}{name}" + (f"[{','.join(map(str, place))}]" if place else "")
            if is_record(field):
                yield from spots(field.element, f"{path}.", depth + 1)
                continue
            words = width(field)
            bounds = np.iinfo(field.element)
            if words == 1:
                yield Spot(path, int(bounds.min), int(bounds.max), said.get(name, ""))
                continue
            for word in range(words):
                bits = f"{path} bits {WORD * word} to {WORD * word + WORD - 1}"
                yield Spot(bits, 0, (1 << WORD) - 1, said.get(name, ""))


def comments(record: type[Record]) -> dict[str, str]:
    """Read what the source says behind each field of a record, its parents' included."""
    found: dict[str, str] = {}
    for each in reversed(record.__mro__):
        if issubclass(each, Record) and each is not Record:
            found |= comments_in(inspect.getsource(each))
    return found


def comments_in(source: str) -> dict[str, str]:
    """Read the comment at the end of each field's line."""
    behind = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    fields = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.AnnAssign)]
    return {
        node.target.id: behind[node.lineno]
        for node in fields
        if isinstance(node.target, ast.Name) and node.lineno in behind
    }
