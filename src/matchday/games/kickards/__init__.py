"""Kickards: football with cards and a board, stars, events and VAR, for two or one."""

from __future__ import annotations

from matchday.engine.game import Game
from matchday.games.kickards.rules.moves import event_left
from matchday.games.kickards.state import PURSE, Box, Format, Phase, Place, Table


def plies(box: Box) -> int:
    """Bound the decisions of a match.

    A turn lays at most ten cards, each one decision, and answers about thirty questions that come once. Everything
    else costs stars: a purchase, an exchange, a k6 bonus, each with at most two refusals around it, and nobody has
    more stars than a purse of each colour. There are fourteen turns in a match, six more in extra time.
    """
    turn = 40 + 3 * 2 * 3 * PURSE
    legs = 2 if box.format == Format.TIE else 1
    return (14 * legs + 6) * turn + 2 * int(box.shootout_pairs) + 16


def components(box: Box, table: Table) -> list[int]:
    """Count each side's cards by what the table says of them, and event cards that are missing: all conserved."""
    found = []
    for seat in range(2):
        places = [int(place) for place in table.where[seat, : box.deck_size]]
        found.append(len(places))
        found.append(places.count(Place.HAND) + places.count(Place.CHOSEN) - int(table.hand_count[seat]))
        found.append(places.count(Place.DECK) - int(table.deck_count[seat]))
        found.append(sum(place > Place.SENT_OFF for place in places))
    found.append(sum(event_left(box, table, kind) < 0 for kind in range(int(box.event_kinds))))
    return found


def has_draws(box: Box) -> bool:
    """KC-113, KC-R24: not in a final, nor in a tie that is played to a decision."""
    return box.format == Format.FRIENDLY or (box.format == Format.TIE and not box.tie_break)


GAME = Game.of(
    __name__,
    version=4,
    plies=plies,
    components=components,
    has_draws=has_draws,
    horizon=6,
    automatic=Phase.TURN_START,
    schooled=True,
)
