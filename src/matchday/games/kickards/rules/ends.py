"""End of turn, round and half, added time (KC-086..095)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.games.kickards.rules.moves import ask, clear_action, draw_cards, enter, hand_limit, rival
from matchday.games.kickards.rules.set_up import start_period
from matchday.games.kickards.state import (
    ADDED,
    COLOURS,
    EXTRA_TIME,
    NONE,
    PASS,
    SECOND_HALF,
    Bonus,
    Box,
    Event,
    Phase,
    Place,
    Table,
)


def end_turn(box: Box, table: Table, log: Log) -> None:
    """KC-086, KC-087: stars to the bar, cards to the used pile, bonuses back, the ball to the other side."""
    for seat in range(2):
        for colour in range(COLOURS):
            table.stars[seat, colour] = min(table.stars[seat, colour], box.bar)
        for bonus in range(Bonus.EXCHANGE, Bonus.HALVE + 1):
            table.bonus[seat, bonus] = 0
        if table.laid_count[seat]:
            for card in range(box.deck_size):
                if table.where[seat, card] == Place.LAID:
                    table.where[seat, card] = Place.USED
        table.laid_count[seat] = 0
        table.sent[seat] = NONE
        table.sent_from[seat] = NONE
    clear_action(table)
    table.turn += 1
    if table.turn == 1:
        enter(table, Phase.TURN_START)
        return
    table.turn = 0
    if table.round_no == 3:
        half_time(box, table, log)
    elif table.round_no == ADDED - 1:
        enter(table, Phase.ASK_ADDED_TIME)
    elif table.round_no == ADDED:
        enter(table, Phase.FULL_TIME)
    else:
        table.round_no += 1
        if table.period == EXTRA_TIME:
            table.first = rival(table.first)
        enter(table, Phase.TURN_START)


def half_time(box: Box, table: Table, log: Log) -> None:
    """KC-088..092, KC-R13, KC-R21: hands are filled up, the toss loser begins."""
    home = table.home
    tell(log, EVERYONE, Event.HALF_TIME, home, table.goals[home], table.goals[rival(home)])
    for seat in range(2):
        draw_cards(box, table, seat, hand_limit(box, table, seat) - int(table.hand_count[seat]), log)
    start_period(table, SECOND_HALF, 4, rival(table.first), log)


def ask_added_time(table: Table) -> None:
    """KC-094: whoever holds a card may have the round +5 played; first asked is who would attack first in it."""
    while table.step < 2:
        seat = table.first if table.step == 0 else rival(table.first)
        if table.hand_count[seat]:
            ask(table, Phase.ADDED_TIME, seat)
            return
        table.step += 1
    enter(table, Phase.FULL_TIME)


def apply_added_time(table: Table, seat: int, action: int, log: Log) -> None:
    """KC-094, KC-095: one is enough."""
    if action == PASS:
        table.step += 1
        table.phase = Phase.ASK_ADDED_TIME
        return
    tell(log, EVERYONE, Event.ADDED_TIME, seat)
    table.round_no = ADDED
    enter(table, Phase.TURN_START)
