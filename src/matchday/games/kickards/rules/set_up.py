"""Set-up (KC-001..009)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, others, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.moves import draw_cards, empty_bars, enter, hand_limit, rival, take_event, tell_owner
from matchday.games.kickards.state import FIRST_HALF, NONE, OFFERED, Box, Event, Phase, Place, Table


def start_leg(box: Box, table: Table, log: Log) -> None:
    """KC-002..005: everything shuffled and in its place; each seat is dealt event cards to choose a coach card from."""
    tell(log, EVERYONE, Event.SIDES, table.home, table.leg)
    table.period = 0
    table.round_no = 0
    for kind in range(box.event_kinds):
        table.gone[kind] = 0
    table.var_used = 0
    for seat in range(2):
        table.goals[seat] = 0
        table.yellow[seat] = 0
        table.reds[seat] = 0
        table.var_left[seat] = 1
        table.coach[seat] = NONE
        table.hand_count[seat] = 0
        for card in range(box.deck_size):
            table.where[seat, card] = Place.DECK
        table.deck_count[seat] = box.deck_size
        table.shown[seat] = 0
    empty_bars(table)
    for order in range(2):
        seat = table.home if order == 0 else rival(table.home)
        for place in range(box.coach_offer):
            kind = take_event(box, table)
            slot = int(place)
            while slot > 0 and table.offer[seat, slot - 1] > kind + 1:
                table.offer[seat, slot] = table.offer[seat, slot - 1]
                slot -= 1
            table.offer[seat, slot] = kind + 1
    # What is offered goes back; until then nobody may see what is missing from the deck.
    for seat in range(2):
        for place in range(box.coach_offer):
            table.gone[table.offer[seat, place] - 1] -= 1
            tell_owner(box, log, seat, Event.OFFERED, table.offer[seat, place] - 1, 0)
    table.phase = Phase.COACH_PICK
    table.waiting = 0b11


def legal_coach_pick(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-005: any of the cards dealt; of equal ones the first."""
    count = 0
    for place in range(box.coach_offer):
        if place == 0 or table.offer[seat, place] != table.offer[seat, place - 1]:
            out[count] = OFFERED + place
            count += 1
    return count


def apply_coach_pick(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-005..008: kept face down; when both have chosen, eleven cards each and the toss."""
    table.coach[seat] = table.offer[seat, action - OFFERED]
    table.waiting ^= 1 << seat
    tell_owner(box, log, seat, Event.KEPT_COACH, table.coach[seat] - 1, 0)
    tell(log, others(seat), Event.SET_COACH, seat)
    if table.waiting:
        return
    for side in range(2):
        draw_cards(box, table, side, hand_limit(box, table, side), log)
    winner = roll(table, 2)
    tell(log, EVERYONE, Event.TOSS, winner, FIRST_HALF)
    start_period(table, FIRST_HALF, 1, winner, log)


def start_period(table: Table, period: int, round_no: int, first: int, log: Log) -> None:
    """KC-004, KC-091, KC-116, KC-151: empty bars, the control token in the middle, the ball with whoever begins."""
    table.period = period
    table.round_no = round_no
    table.first = first
    table.turn = 0
    empty_bars(table)
    tell(log, EVERYONE, Event.KICK_OFF, period, first)
    enter(table, Phase.TURN_START)
