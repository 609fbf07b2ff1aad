"""The Automat: a seat that a game answers for by itself, always opposite the only person who plays.

A game that has one says so in its box (`automat`: the seat + 1, or 0) and has an option of that name for the seat.
Nobody else can sit there: whoever did would never be asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from matchday.engine.game import Game

AUTOMAT = "automat"


def automat_seat(game: Game, box: Any) -> int | None:
    """Give the seat that the game answers for by itself, if there is one."""
    return int(box.automat) - 1 if AUTOMAT in game.box_type.fields and box.automat else None


def facing(game: Game, options: Mapping[str, Any], people: Collection[int]) -> dict[str, Any]:
    """Give the options with the Automat, where one plays, opposite the only person; with more people as they are."""
    opposite = f"seat{1 - next(iter(people))}" if len(people) == 1 else ""
    if AUTOMAT not in game.options or not game.options[AUTOMAT].accepts(opposite):
        return dict(options)
    return {**options, AUTOMAT: opposite} if automat_seat(game, game.box(options)) is not None else dict(options)
