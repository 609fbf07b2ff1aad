"""What was made of a few values lately.

`reading.block` looks at whole fields: where both sides' cards are one field, a card of the one makes the zones of the
other anew. A view that has read its table to a handful of values asks by these instead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

from matchday.engine.reading import ReadBox
from matchday.engine.speech import Say

RECENT = 4096
"""What is remembered of each function."""

Told = TypeVar("Told")
Given = ParamSpec("Given")


def recent(make: Callable[Given, Told]) -> Callable[Given, Told]:
    """Remember what a function makes of a box and some values, the latest first.

    It takes (say, box, …) and may depend on nothing else. What it makes is shared: nobody may change it.
    """
    plain: Callable[..., Told] = make

    @lru_cache(maxsize=RECENT)
    def known(language: str, game: str, box: ReadBox, *which: Hashable) -> Told:
        return plain(Say(language, game), box, *which)

    def remembered(say: Say, box: Any, *which: Hashable) -> Told:
        return known(say.language, say.game, box, *which) if isinstance(box, ReadBox) else plain(say, box, *which)

    return wraps(make)(cast("Callable[Given, Told]", remembered))
