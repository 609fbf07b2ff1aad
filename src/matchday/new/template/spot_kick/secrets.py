"""What a seat cannot know in Spot Kick: the die to come, and the other's choice until both are shown."""

from __future__ import annotations

from typing import Any

from matchday.engine.dice import next_word, roll

from .state import CORNERS, Box, Phase, Table


def hide(box: Box, table: Table, seat: int) -> None:
    """Erase the generator and every choice that is not the seat's own; that it was made still shows in `waiting`."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    for side in range(2):
        if side != seat:
            table.choice[side] = 0


def redeal(box: Box, table: Table, seat: int, dice: Any) -> None:
    """Imagine a generator, and a choice where one was made."""
    table.key[0] = next_word(dice)
    table.key[1] = next_word(dice)
    for side in range(2):
        if side != seat and table.phase == Phase.CHOICE and not table.waiting >> side & 1:
            table.choice[side] = roll(dice, CORNERS) + 1
