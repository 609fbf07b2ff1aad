"""Cheap playing sense for Spot Kick, and what bots compare choices by."""

from __future__ import annotations

from typing import Any

from matchday.engine.dice import roll
from matchday.engine.record import Array

from .rules import kicker
from .state import Box, Table


def choose(box: Box, table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """Keep the other guessing; a kicker shuns the corner where the die saves most, every other time."""
    chosen = out[roll(dice, count)]
    if seat == kicker(table) and roll(dice, 2) and box.saved[chosen] > box.saved[out[0]]:
        return out[0]
    return chosen


def moment(box: Box, table: Table) -> int:
    """Count kicks."""
    return int(table.kick)


def luck(box: Box, table: Table, seat: int) -> int:
    """Give what the die gave or took, in ten-thousandths of a goal."""
    return int(table.luck[seat])


def hazard(box: Box, table: Table, seat: int) -> int:
    """Give the variance of that."""
    return int(table.hazard[seat])
