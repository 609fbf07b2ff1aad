"""What is printed on the pieces of a game never changes: it is put into words once for each box and language."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from matchday.engine.speech import Say

BoxType = TypeVar("BoxType")
Which = TypeVar("Which", bound=Hashable)
Told = TypeVar("Told")


def printed(write: Callable[[Say, BoxType, Which], Told]) -> Callable[[Say, BoxType, Which], Told]:
    """Remember what is printed on a piece of a box, as long as that box lives.

    `which` is the piece's number, or number, place and marks: something of which there are few. Only boxes that nobody
    can change (`match.reading`) have a memory. What is told is shared: nobody may change it.
    """

    @wraps(write)
    def remembered(say: Say, box: BoxType, which: Which) -> Told:
        memory: dict[Any, Told] | None = getattr(box, "memory", None)
        if memory is None:
            return write(say, box, which)
        key = (write, say.language, which)
        if key not in memory:
            memory[key] = write(say, box, which)
        return memory[key]

    return remembered
