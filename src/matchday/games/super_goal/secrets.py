"""What a seat cannot know in Super Goal!: the coming rolls, and nothing else."""

from __future__ import annotations

from typing import Any

from matchday.engine.dice import next_word
from matchday.games.super_goal.state import Box, Table


def hide(box: Box, table: Table, seat: int) -> None:
    """Erase the generator: everything else lies open to everyone."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0


def redeal(box: Box, table: Table, seat: int, dice: Any) -> None:
    """Give the table a generator of its own."""
    table.key[0] = next_word(dice)
    table.key[1] = next_word(dice)
    table.counter = 0
