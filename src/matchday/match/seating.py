"""Who sits at a table: people, bots, and the Automat.

The Automat is a seat that a game answers for by itself, always opposite the only person who plays. A game that has one
says so in its box (`automat`: the seat + 1, or 0) and has an option of that name for the seat. Nobody else can sit
there: whoever did would never be asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from matchday.engine.game import Game

HUMAN, AUTOMAT, BOT = "human", "automat", "bot "
"""The kinds of players: a person, the Automat, and after `BOT` the level of a bot, as in "bot legend"."""


def level_of(kind: str) -> str:
    """Give the level of a bot; nothing for anybody else."""
    return kind.removeprefix(BOT) if kind.startswith(BOT) else ""


def is_kind(text: str) -> bool:
    """Tell whether a text is a kind of player."""
    return text in {HUMAN, AUTOMAT} or bool(level_of(text))


def automat_seat(game: Game, box: Any) -> int | None:
    """Give the seat that the game answers for by itself, if there is one."""
    return int(box.automat) - 1 if AUTOMAT in game.box_type.fields and box.automat else None


def facing(game: Game, options: Mapping[str, Any], people: Collection[int]) -> dict[str, Any]:
    """Give the options with the Automat, where one plays, opposite the only person; with more people as they are."""
    opposite = f"seat{1 - next(iter(people))}" if len(people) == 1 else ""
    if AUTOMAT not in game.options or not game.options[AUTOMAT].accepts(opposite):
        return dict(options)
    return {**options, AUTOMAT: opposite} if automat_seat(game, game.box(options)) is not None else dict(options)
