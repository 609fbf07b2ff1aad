"""The end (KO-066, KO-R35): it comes whenever a card leaves a deck and was the last."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, others, tell
from matchday.games.kick_on.rules.moves import (
    clear_attack,
    pop_chain,
    put_in_hand,
    roll_off,
    take_top,
    tell_score,
    to_showers,
)
from matchday.games.kick_on.rules.questions import chain_owner, rival
from matchday.games.kick_on.state import Box, Event, Leave, Phase, Stage, Table


def draw_card(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-046, KO-065, KO-R27: one card; from an empty deck (only in a last turn) none."""
    table.draws[seat] -= 1
    if table.deck_count[seat] == 0:
        return
    card = take_top(table, seat, 1)
    put_in_hand(table, seat, card, 0)
    opening = table.turn == 0
    tell(log, only(seat), Event.DEALT if opening else Event.DREW, seat, card, table.deck_count[seat])
    tell(log, others(seat), Event.DEALT_CARD if opening else Event.DREW_CARD, seat, table.deck_count[seat])
    check_deck(box, table, seat, log)


def mill(box: Box, table: Table, seat: int, cards: int, log: Log) -> None:
    """KO-062, KO-R14: cards from the top of the deck, face up, to the Showers; the end is checked after the batch."""
    cards = min(cards, int(table.deck_count[seat]))
    if cards == 0:
        return
    tell(log, EVERYONE, Event.DAMAGE, seat, cards)
    for _ in range(cards):
        card = take_top(table, seat, 0)
        to_showers(table, seat, card)
        tell(log, EVERYONE, Event.MILLED, seat, card)
    check_deck(box, table, seat, log)


def check_deck(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-066, KO-R15, KO-R35: an empty deck ends the match at once, or after the visitor's last turn."""
    if table.deck_count[seat] or table.last_turn:
        return
    tell(log, EVERYONE, Event.DECK_EMPTY, seat)
    if box.equal_turns and table.active == table.home:
        drop_everything(table)
        table.last_turn = 1
        table.active = rival(int(table.home))
        table.stage = Stage.TURN
        tell(log, EVERYONE, Event.LAST_TURN, table.active)
    else:
        full_time(box, table, log)


def drop_everything(table: Table) -> None:
    """KO-R35: nothing that was still to come comes; cards on their way go to the Showers."""
    while table.chain_count:
        place = int(table.chain_count) - 1
        to_showers(table, chain_owner(table, place), table.chain[place])
        pop_chain(table)
    clear_attack(table)
    table.card = 0
    table.left = 0
    table.step = 0
    table.picked = 0
    table.resolving = 0
    table.annulled = 0
    table.draws[0] = 0
    table.draws[1] = 0
    if table.leave:
        table.leave = Leave.KEEPER  # somebody must keep goal whatever comes


def full_time(box: Box, table: Table, log: Log) -> None:
    """KO-066, KO-073, KO-R18: more goals win; level, there is a shoot-out or, if so agreed, a draw."""
    drop_everything(table)
    tell_score(table, Event.FULL_TIME, table.goals, log)
    if table.goals[0] != table.goals[1] or box.draws_allowed:
        finish(table)
        return
    table.first_kicker = roll_off(table, Event.SHOOTOUT, log)
    table.stage = Stage.SHOOTOUT


def finish(table: Table) -> None:
    """End the match."""
    table.stage = Stage.OVER
    table.phase = Phase.OVER
    table.waiting = 0
