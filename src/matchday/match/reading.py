"""Records to read from: copies of the same layout, with fields that Python finds at once.

`numpy.record` looks for every name among its own attributes first and raises and catches an error on the way; a view
reads thousands of fields. Here every field is a property, an order of magnitude quicker.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

import numpy as np


def readable(record: Any) -> Any:
    """Copy a record into its readable form."""
    return np.frombuffer(bytearray(record.tobytes()), readable_form(record.dtype))[0]


BOXES = 64


def readable_box(box: Any) -> Any:
    """Give the readable form of a box, with a memory for what is printed on its pieces; equal boxes share it."""
    return shared_box(box.dtype, box.tobytes())


@lru_cache(maxsize=BOXES)
def shared_box(dtype: np.dtype[Any], content: bytes) -> Any:
    """Make a box to read from, which nobody can change."""
    box: Any = np.frombuffer(content, readable_form(dtype))[0]
    box.memory = {}
    return box


@cache
def readable_form(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Give the dtype of the same layout whose scalars, nested ones too, have a property for each field."""
    fields: Any = dtype.fields
    names = list(fields)
    layout = {
        "names": names,
        "formats": [readable_field(fields[name][0]) for name in names],
        "offsets": [fields[name][1] for name in names],
        "itemsize": dtype.itemsize,
    }
    kind = type("Readable", (np.void,), {name: field_property(name) for name in names})
    return np.dtype((kind, np.dtype(layout)))  # type: ignore[call-overload]


def readable_field(form: np.dtype[Any]) -> Any:
    """Give a field's form; numbers stay as they are."""
    element, shape = form.subdtype or (form, ())
    return (readable_form(element) if element.names else element, shape)


def field_property(name: str) -> property:
    """Read a field by its name, and write it: views ask what would be, on their own copy."""

    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)
