"""Laps (MC-030..035), and who may open a bend (MC-061, MC-123)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.games.mcs.rules.moves import tell_order
from matchday.games.mcs.rules.questions import are_rivals, place_of, rider_of
from matchday.games.mcs.state import (
    BEND,
    FINISH,
    KEEP,
    LAPS,
    LAST,
    NO_CARD,
    OUT,
    STRAIGHT,
    Box,
    Event,
    Format,
    Phase,
    Table,
)


def next_lap(box: Box, table: Table, log: Log) -> None:
    """MC-030..034: the next lap card, a lap called by a card, or the finish after the last lap; first the trouble."""
    table.lap += 1
    table.no_card = 0
    beyond = 0
    if table.forced:
        kind = int(table.forced) - 1
        table.forced = 0
        tell(log, EVERYONE, Event.LAP, table.lap, kind, 1)
    elif table.lap > LAPS:
        kind = FINISH
        beyond = 1
        tell(log, EVERYONE, Event.LAP, table.lap, kind, 2)
    else:
        kind = turn_lap_card(box, table, log)
        tell(log, EVERYONE, Event.LAP, table.lap, kind, 0)
    if table.trouble:
        meet_trouble(box, table, kind, beyond, log)
    if heat_is_decided(box, table):
        table.phase = Phase.END_HEAT
    elif kind == STRAIGHT:
        table.place = 0
        table.phase = Phase.STRAIGHT
    elif kind == BEND:
        start_bend(box, table)
    elif table.lap == 1 and not table.tied and (box.format == Format.FOURWAY or table.heat < box.heats):
        table.asked = 0
        table.phase = Phase.EXCHANGING
    else:
        table.phase = Phase.END_HEAT


def turn_lap_card(box: Box, table: Table, log: Log) -> int:
    """MC-030, MC-R23: any of the cards left in this lap's deck; an empty deck is made anew from those turned."""
    deck = table.lap - 1
    left = int(table.laps[deck, STRAIGHT]) + int(table.laps[deck, BEND]) + int(table.laps[deck, FINISH])
    if left == 0:
        for kind in range(3):
            table.laps[deck, kind] = box.laps[deck, kind]
            left += table.laps[deck, kind]
        tell(log, EVERYONE, Event.LAP_SHUFFLED, table.lap)
    place = roll(table, left)
    kind = STRAIGHT
    while place >= table.laps[deck, kind]:
        place -= table.laps[deck, kind]
        kind += 1
    table.laps[deck, kind] -= 1
    return kind


def meet_trouble(box: Box, table: Table, kind: int, beyond: int, log: Log) -> None:
    """MC-090..095, MC-R05, MC-R24: what the fall or defect comes to now that the lap is known; then it is gone."""
    trouble = table.trouble
    colour = int(table.trouble_of)
    table.trouble = 0
    table.trouble_of = 0
    after = int(box.trouble[trouble, kind])
    if beyond and box.lap4_pending_void:
        after = KEEP
    tell(log, EVERYONE, Event.TROUBLE, rider_of(table, colour), trouble, kind, after)
    if after == NO_CARD:
        table.no_card = colour + 1
    elif after in (LAST, OUT):
        leave_place(table, colour)
        if table.lock_first == colour + 1:
            table.lock_first = 0
        if after == LAST:
            table.order[table.racing - 1] = colour
        else:
            table.racing -= 1
            table.order[table.racing] = 0
            table.lock_last &= ~(1 << colour) & 0xF
            table.out[table.retired] = colour
            table.cause[table.retired] = trouble
            table.retired += 1
        tell_order(table, Event.ORDER, log)


def leave_place(table: Table, colour: int) -> None:
    """MC-R15, MC-R25: all behind a rider move up one place; the last place is left open."""
    place = place_of(table, colour)
    while place < table.racing - 1:
        table.order[place] = table.order[place + 1]
        place += 1


def heat_is_decided(box: Box, table: Table) -> bool:
    """MC-R20, MC-R21: nobody left, one rider left in a run-off, or one side left where that ends the heat."""
    if table.racing == 0 or (table.tied and table.racing == 1):
        return True
    if not box.one_side_left_ends:
        return False
    for place in range(1, table.racing):
        if are_rivals(box, table.order[0], table.order[place]):
            return False
    return True


def start_bend(box: Box, table: Table) -> None:
    """MC-061, MC-123, MC-R18, MC-R21: seats take turns in the order of their best riders, as it is now."""
    table.turn_count = 0
    for place in range(table.racing):
        join_turns(table, table.seat_of[table.order[place]])
    if box.format == Format.DUEL:
        join_turns(table, 0)
        join_turns(table, 1)
    table.chain_count = 0
    table.aim = 0
    table.start = 0
    table.asked = 0
    table.phase = Phase.OPENING


def join_turns(table: Table, seat: int) -> None:
    """Give a seat the next turn unless it has one."""
    for turn in range(table.turn_count):
        if table.turns[turn] == seat:
            return
    table.turns[table.turn_count] = seat
    table.turn_count += 1
