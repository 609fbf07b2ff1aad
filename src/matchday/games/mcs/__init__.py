"""MCS, the magic of the black sport: speedway with fight cards, for two, three or four."""

from __future__ import annotations

from typing import Any

from matchday.engine.game import Game
from matchday.games.mcs.state import CARDS, CHAIN, COLOURS, EXTRA, HAND, Box, Phase, Table


def plies(box: Box) -> int:
    """Bound the decisions of a match.

    A heat has at most five fights. A straight asks three attackers and three defenders. A bend lays no more cards than
    all hands hold; each is followed by a question to every other seat and the choice of a target, and before the first
    everyone may decline to open. To a heat belong four picks and an exchange, card by card. A meeting is followed by
    two run-offs at most; seats choose their colours once.
    """
    seats = int(box.seats)
    bend = seats + CHAIN * (seats + 1) + 1
    heat = COLOURS + EXTRA * max(6, bend) + seats * (HAND + 1)
    return seats + (int(box.heats) + 2) * heat


def components(box: Box, table: Table) -> list[int]:
    """Count every fight card wherever it lies; conserved from the first heat to the last. A card laid face down in an
    attack is still in its holder's hand.
    """
    counts = [0] * int(box.total)
    lying: list[Any] = [
        table.cards[: table.deck_count],
        table.cards[CARDS - int(table.used_count) :],
        table.chain[: table.chain_count],
        *(table.hand[seat, : table.hand_count[seat]] for seat in range(int(box.seats))),
    ]
    for cards in lying:
        for card in cards:
            counts[int(card)] += 1
    return counts


def has_draws(box: Any) -> bool:
    """MC-118: heats are counted out, and sides may be level."""
    return True


GAME = Game.of(
    __name__,
    version=2,
    plies=plies,
    components=components,
    automatic=Phase.SEATING,
    has_draws=has_draws,
    horizon=15,
    near=2,
    schooled=True,
)
