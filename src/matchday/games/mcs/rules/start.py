"""The start of a heat (MC-020..027)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, only, others, tell
from matchday.engine.record import Array
from matchday.games.mcs.rules.moves import draw_cards, gather_laps, tell_order
from matchday.games.mcs.state import COLOURS, NOBODY, RIDER, RIDERS, Box, Event, Phase, Table


def start_heat(box: Box, table: Table, log: Log) -> None:
    """MC-021, MC-117, MC-138, MC-R17, MC-R20: hands, pools and lap decks are made ready; then the riders are picked."""
    table.heat += 1
    series = (table.heat - 1) % RIDERS
    if table.tied:
        tell(log, EVERYONE, Event.RUN_OFF, table.heat, table.tied)
        gather_laps(box, table)
        tell(log, EVERYONE, Event.RUN_OFF_LAPS)
    else:
        tell(log, EVERYONE, Event.HEAT, table.heat, box.heats)
        if table.heat == box.reshuffle_after + 1:
            gather_laps(box, table)
            tell(log, EVERYONE, Event.LAPS_SHUFFLED)
        if series == 0 and table.heat > 1:
            tell(log, EVERYONE, Event.POOLS_FULL)
    for colour in range(COLOURS):
        if table.tied and not table.tied >> colour & 1:
            continue
        if table.tied or series == 0:
            table.pool[colour] = (1 << RIDERS) - 1
        draw_cards(box, table, table.seat_of[colour], box.hand[colour], log)
        if table.tied:
            table.pick[colour] = roll(table, RIDERS) + 1
        elif series == RIDERS - 1:
            table.pick[colour] = next_rider(table, colour, 0) + 1
    if table.tied or series == RIDERS - 1:
        line_up(box, table, log)
    else:
        table.phase = Phase.PICK
        table.waiting = (1 << box.seats) - 1


def legal_pick(table: Table, seat: int, out: Array) -> int:
    """MC-023: a rider left in the pool, of the first of the seat's colours that has none yet."""
    count = 0
    colour = colour_to_pick(table, seat)
    for place in range(RIDERS):
        if table.pool[colour] >> place & 1:
            out[count] = RIDER + colour * RIDERS + place
            count += 1
    return count


def apply_pick(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-023, MC-024: kept secret until every seat has one rider of each of its colours, then shown together."""
    rider = action - RIDER
    table.pick[rider // RIDERS] = rider % RIDERS + 1
    tell(log, only(seat), Event.PICKED, seat, rider)
    if colour_to_pick(table, seat) != NOBODY:
        return
    tell(log, others(seat), Event.HAS_PICKED, seat)
    table.waiting ^= 1 << seat
    if not table.waiting:
        line_up(box, table, log)


def line_up(box: Box, table: Table, log: Log) -> None:
    """MC-024..026: riders are shown and put in order of their numbers, the highest first."""
    table.racing = 0
    for colour in range(COLOURS):
        table.order[colour] = 0
    for colour in range(COLOURS):
        table.riding[colour] = table.pick[colour]
        table.pick[colour] = 0
        if table.riding[colour] == 0:
            continue
        table.pool[colour] ^= 1 << (table.riding[colour] - 1)
        place = int(table.racing)
        while place > 0 and number_of(box, table, table.order[place - 1]) < number_of(box, table, colour):
            table.order[place] = table.order[place - 1]
            place -= 1
        table.order[place] = colour
        table.racing += 1
    table.lap = 0
    table.retired = 0
    table.lock_first = 0
    table.lock_last = 0
    table.trouble = 0
    table.trouble_of = 0
    table.no_card = 0
    table.forced = 0
    tell_order(table, Event.LINED_UP, log)
    table.phase = Phase.LAP


def colour_to_pick(table: Table, seat: int) -> int:
    """Give the first colour of this seat that has no rider yet, or NOBODY."""
    for colour in range(COLOURS):
        if table.seat_of[colour] == seat and table.pick[colour] == 0:
            return colour
    return NOBODY


def next_rider(table: Table, colour: int, place: int) -> int:
    """Give the first rider left in a pool from a place on."""
    while not table.pool[colour] >> place & 1:
        place += 1
    return place


def number_of(box: Box, table: Table, colour: int) -> int:
    """Give the start number of the rider who now rides in a colour."""
    return int(box.number[colour * RIDERS + table.riding[colour] - 1])
