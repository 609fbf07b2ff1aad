"""What all `features.py` share: inputs of a learnt value, counted one thing after the other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any


def starts(features: Mapping[str, int], after: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """Give the number of the first input of each thing; they may come after others.

    >>> starts({"lead": 13, "zone": 3, "half": 2})
    (0, 13, 16)
    >>> starts({"chosen": 5}, after={"lead": 13, "zone": 3})
    (16,)
    """
    return tuple(accumulate(features.values(), initial=sum((after or {}).values())))[:-1]


def put(out: Any, count: int, start: int, size: int, value: int) -> int:
    """Turn on the input of one thing that stands for a value, or the nearest there is; return the new count."""
    out[count] = start + max(0, min(value, size - 1))
    return count + 1
