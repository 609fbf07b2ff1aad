"""Structure and playing cards (KC-010..033)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.moves import (
    ask,
    choose_card,
    enter,
    lay_chosen,
    list_cards,
    random_card,
    reds_of,
    rival,
)
from matchday.games.kickards.state import (
    ADDED,
    DEFENDER,
    DONE,
    FIRST_HALF,
    PASS,
    SHOOTER,
    SUPPORT,
    Box,
    Event,
    Phase,
    Place,
    Table,
)


def start_turn(box: Box, table: Table, log: Log) -> None:
    """KC-013..015: the attacker may attack; KC-019: without a card there is nothing to attack with."""
    table.att = table.first if table.turn == 0 else rival(table.first)
    att = table.att
    table.nudges = 0
    table.control_pct = 0
    tell(log, EVERYONE, Event.TURN, table.round_no, att)
    if table.hand_count[att] == 0:
        tell(log, EVERYONE, Event.DECLINED, att)
        enter(table, Phase.END_TURN)
    elif box.automat == att + 1:
        automat_lays(box, table, att, log)
        enter(table, Phase.ASK_DEFENCE)
    else:
        ask(table, Phase.ATTACK, att)


def legal_attack(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-019, KC-020, KC-029, KC-R13: decline, or a shooter, then up to four support cards, fewer after red cards."""
    count = 0
    if table.chosen_count[seat] <= int(box.support) - reds_of(box, table, seat):
        count = list_cards(box, table, seat, Place.HAND, out, 0)
    out[count] = DONE if table.chosen_count[seat] else PASS
    return count + 1


def apply_attack(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-019, KC-020, KC-029: the first card chosen is the shooter; nothing is shown before the cards are laid."""
    if action == PASS:
        tell(log, EVERYONE, Event.DECLINED, seat)
        enter(table, Phase.END_TURN)
    elif action == DONE:
        lay_chosen(box, table, seat, log)
        enter(table, Phase.ASK_DEFENCE)
    else:
        role = SUPPORT if table.chosen_count[seat] else SHOOTER
        if role == SHOOTER:
            table.shooter = action + 1
        choose_card(table, seat, action)
        tell(log, only(seat), Event.CHOSE, seat, action, role)


def ask_defence(box: Box, table: Table, log: Log) -> None:
    """KC-030: the defender answers, seeing how many cards were laid."""
    seat = rival(table.att)
    if table.hand_count[seat] == 0:
        enter(table, Phase.REVEAL)
    elif box.automat == seat + 1:
        automat_lays(box, table, seat, log)
        enter(table, Phase.REVEAL)
    else:
        ask(table, Phase.DEFEND, seat)


def legal_defend(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-031, KC-032, KC-R13: up to five cards, fewer after red cards, or none."""
    count = 0
    if table.chosen_count[seat] < int(box.defence) - reds_of(box, table, seat):
        count = list_cards(box, table, seat, Place.HAND, out, 0)
    out[count] = DONE
    return count + 1


def apply_defend(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-031: choose cards one by one, then lay them."""
    if action == DONE:
        lay_chosen(box, table, seat, log)
        enter(table, Phase.REVEAL)
    else:
        choose_card(table, seat, action)
        tell(log, only(seat), Event.CHOSE, seat, action, DEFENDER)


def automat_lays(box: Box, table: Table, seat: int, log: Log) -> None:
    """KC-R32.1..3: its pile spread over the turns left; any cards of it, the best shooter of them shoots."""
    attacks = seat == table.att
    turns = turns_left(table)
    cards = (int(table.hand_count[seat]) + turns - 1) // turns
    if attacks:
        limit = 1 + int(box.support)
        cards = max(cards, 1)
    else:
        limit = int(box.defence)
        if table.laid_count[table.att] >= 4:
            cards += 1
        elif table.laid_count[table.att] == 1:
            cards -= 1
    cards = max(min(cards, limit - reds_of(box, table, seat), int(table.hand_count[seat])), 0)
    best = -1
    for number in range(cards):
        card = random_card(box, table, seat, Place.HAND, int(table.hand_count[seat]) - number)
        choose_card(table, seat, card)
        if best < 0 or box.footballers[card].rating > box.footballers[best].rating:
            best = card
    if attacks:
        table.shooter = best + 1
    lay_chosen(box, table, seat, log)


def turns_left(table: Table) -> int:
    """Count the turns still to come in this half, this one included."""
    last = 3 if table.period == FIRST_HALF else max(int(table.round_no), ADDED - 1)
    return 2 * (last - int(table.round_no)) + 2 - int(table.turn)
