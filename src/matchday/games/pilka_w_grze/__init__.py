"""Piłka w grze!: football with one deck of double-use cards, for two."""

from __future__ import annotations

from typing import Any

from matchday.engine.game import Game
from matchday.games.pilka_w_grze.state import Box, Phase, Table


def plies(box: Box) -> int:
    """Bound the decisions of a match.

    Every turn with a decision plays at least one card of the pile's finite supply: the deck once in the two halves and
    once in each extra-time period. A card brings at most its own choice, an answer to it, a response to a foul, the
    question of a corner, an end of the attack and a "shoot". Formations are chosen thrice by two, and six tactic cards
    are used once.
    """
    periods = 2 + int(box.et_limit)
    return 6 * int(box.total) * periods + 12


def components(box: Box, table: Table) -> list[int]:
    """Count every kind of card wherever it lies; conserved from deal to whistle."""
    counts = [int(table.discard[kind]) + int(table.boxed[kind]) for kind in range(int(box.kinds))]
    lying: list[Any] = [
        table.deck[: table.deck_count],
        table.played[: table.actions_used],
        [card - 1 for card in table.answer[: table.actions_used] if card],
        *(table.hand[side, : table.hand_count[side]] for side in range(2)),
        *(table.boxed_hand[side, : table.boxed_hand_count[side]] for side in range(2)),
        *(table.laid[side, : table.laid_count[side]] for side in range(2)),
    ]
    for cards in lying:
        for card in cards:
            counts[int(card)] += 1
    return counts


def has_draws(box: Any) -> bool:
    """PG-R29: a level match is a draw only by that house rule."""
    return bool(box.level_score_draw)


GAME = Game.of(
    __name__,
    version=3,
    plies=plies,
    components=components,
    automatic=Phase.TURN_START,
    has_draws=has_draws,
    horizon=4,
    far_horizon=8,
    schooled=True,
)
