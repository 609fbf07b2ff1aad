"""x."""
from __future__ import annotations
from typing import Any
from matchday.engine.dice import roll
def choose(box: Any, table: Any, seat: int, out: Any, count: int, dice: Any) -> int:
    """x."""
    return out[roll(dice, count)]
