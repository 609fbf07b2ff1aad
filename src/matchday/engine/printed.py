"""What is printed on the pieces of a game never changes: it is put into words once for each box and language."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from matchday.engine.speech import Say

BoxType = TypeVar("BoxType")
Told = TypeVar("Told")


def printed(write: Callable[[Say, BoxType, int], Told]) -> Callable[[Say, BoxType, int], Told]:
    """Remember what is printed on a piece of a box, given by its number, as long as that box lives.

    Only boxes that nobody can change (`match.reading`) have a memory. What is told is shared: nobody may change it.
    """

    @wraps(write)
    def remembered(say: Say, box: BoxType, number: int) -> Told:
        memory: dict[Any, Told] | None = getattr(box, "memory", None)
        if memory is None:
            return write(say, box, number)
        key = (write, say.language, number)
        if key not in memory:
            memory[key] = write(say, box, number)
        return memory[key]

    return remembered
