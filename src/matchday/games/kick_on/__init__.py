"""Kick On: a football trading card game for two coaches. Authors unknown to us; the first card set is our own."""

from __future__ import annotations

from typing import Any

from matchday.engine.game import Game
from matchday.games.kick_on.rules.questions import chain_owner
from matchday.games.kick_on.state import DECK


def plies(box: Any) -> int:
    """KO-R31: every turn draws a card, so a match has at most 60 turns a side, recovered cards included.

    A turn asks for at most 40 answers besides cards; each of at most 160 cards played asks for at most 25 more; and the
    shoot-out for 206.
    """
    return 120 * 40 + 160 * 25 + 206


def components(box: Any, table: Any) -> Any:
    """Every card of each coach, wherever it lies, and every player; bonus Energy from outside is left out."""
    found = []
    for seat in range(2):
        deck, shower = int(table.deck_count[seat]), int(table.shower_count[seat])
        cards = [
            *table.pile[seat, :deck],
            *table.pile[seat, DECK - shower :],
            *table.hand[seat, : table.hand_count[seat]],
        ]
        for kind, (ready, tired) in enumerate(zip(table.ready[seat], table.tired[seat], strict=True)):
            cards += [kind] * (int(ready) + int(tired))
        cards += [int(box.basic)] * int(table.captain_energy[seat] > 0)
        cards += [table.chain[place] for place in range(table.chain_count) if chain_owner(table, place) == seat]
        if table.active == seat:
            cards += list(table.in_play[: table.in_play_count])
        if box.bonus_outside:
            cards = [card for card in cards if card != box.basic]
        on, off = int(table.pitch[seat]), int(table.gone[seat])
        found.append((tuple(sorted(map(int, cards))), tuple(map(int, table.squad[seat])), on & off == 0))
    return tuple(found)


def has_draws(box: Any) -> bool:
    """KO-R18: a level match is a draw only by that house rule."""
    return bool(box.draws_allowed)


GAME = Game.of(__name__, version=4, plies=plies, components=components, has_draws=has_draws, horizon=8)
