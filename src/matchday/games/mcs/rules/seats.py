"""Who rides for whom (MC-012, MC-120)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import Log
from matchday.engine.record import Array
from matchday.games.mcs.rules.moves import ask, take_colour
from matchday.games.mcs.rules.questions import colour_of
from matchday.games.mcs.state import COLOURS, GUEST, HELMET, HOST, NOBODY, Box, Format, Phase, Table


def draw_sides(box: Box, table: Table) -> None:
    """MC-R01, MC-R28: who is host and who guest, by lot or in the order of the seats."""
    hosts = 2 if box.format == Format.PAIRS else 1
    for seat in range(box.seats):
        is_host = hosts > 0 if box.seating_fixed else roll(table, box.seats - seat) < hosts
        table.side_of[seat] = HOST if is_host else GUEST
        hosts -= int(is_host)


def next_colour(box: Box, table: Table, log: Log) -> None:
    """MC-012, MC-120, MC-R26: whoever is alone on a side takes both colours; the others one, by lot or choice."""
    for seat in range(box.seats):
        if colour_of(table, seat) != NOBODY:
            continue
        free = 0
        for colour in range(COLOURS):
            free += is_free(box, table, seat, colour)
        alone = is_alone(box, table, seat)
        if free > 1 and box.colours_chosen and not alone:
            ask(table, Phase.COLOUR, seat)
            return
        lot = roll(table, free) if free > 1 and not alone else 0
        for colour in range(COLOURS):
            if is_free(box, table, seat, colour):
                if alone or lot == 0:
                    take_colour(table, seat, colour, log)
                lot -= 1
    table.phase = Phase.START_HEAT


def legal_colour(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-R26: any colour of the seat's side that is left."""
    count = 0
    for colour in range(COLOURS):
        if is_free(box, table, seat, colour):
            out[count] = HELMET + colour
            count += 1
    return count


def apply_colour(table: Table, seat: int, action: int, log: Log) -> None:
    """MC-120: the colour is the manager's for the whole match."""
    take_colour(table, seat, action - HELMET, log)
    table.phase = Phase.SEATING


def is_free(box: Box, table: Table, seat: int, colour: int) -> bool:
    """Tell whether a seat may still take a colour."""
    if table.seat_of[colour] != NOBODY:
        return False
    return bool(box.format == Format.FOURWAY or table.side_of[seat] == colour // 2)


def is_alone(box: Box, table: Table, seat: int) -> bool:
    """Tell whether a seat manages a whole side."""
    if box.format == Format.FOURWAY:
        return False
    for other in range(box.seats):
        if other != seat and table.side_of[other] == table.side_of[seat]:
            return False
    return True
