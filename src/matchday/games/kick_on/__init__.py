"""Kick On: a football trading card game for two coaches. Authors unknown to us; the first card set is our own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matchday.engine.game import Game
from matchday.games.kick_on import draw, faces, hints, rules, secrets, view, words
from matchday.games.kick_on.box import read_box
from matchday.games.kick_on.rules.questions import chain_owner
from matchday.games.kick_on.state import ACTIONS, DECK, Box, Event, Phase, Table


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


GAME = Game(
    name="kick_on",
    version=4,
    box_type=Box,
    table_type=Table,
    phases=Phase,
    events=Event,
    read_box=read_box,
    rules=rules,
    secrets=secrets,
    hints=hints,
    words=words,
    sight=view,
    draw=draw.draw,
    actions=ACTIONS,
    plies=plies,
    components=components,
    folder=Path(__file__).parent,
    faces=faces.faces,
    facts=view.facts,
    time=view.time,
    final=view.final,
    has_draws=has_draws,
    horizon=8,
)
