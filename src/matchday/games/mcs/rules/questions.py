"""What all sections ask of the table; nothing here changes it."""

from __future__ import annotations

from matchday.games.mcs.state import COLOURS, NOBODY, RIDERS, Box, Format, Table


def are_rivals(box: Box, colour: int, other: int) -> bool:
    """MC-125, MC-131: riders of the two sides; in the four-way meeting any two riders."""
    return bool(box.format == Format.FOURWAY or colour // 2 != other // 2)


def is_partner(box: Box, table: Table, seat: int, other: int) -> bool:
    """MC-125, MC-R19: whether two seats share a side."""
    return bool(box.format != Format.FOURWAY and table.side_of[seat] == table.side_of[other])


def is_own(box: Box, table: Table, seat: int, colour: int) -> bool:
    """Tell whether a rider is of the seat's side, in the four-way meeting of its own colour."""
    if box.format == Format.FOURWAY:
        return bool(table.seat_of[colour] == seat)
    return bool(table.side_of[seat] == colour // 2)


def colour_of(table: Table, seat: int) -> int:
    """Give a seat's first colour, or NOBODY."""
    for colour in range(COLOURS):
        if table.seat_of[colour] == seat:
            return colour
    return NOBODY


def pair_of(table: Table, seat: int) -> int:
    """MC-131: the pair of colours (red and blue, yellow and white) to which a seat's riders belong."""
    return colour_of(table, seat) // 2


def place_of(table: Table, colour: int) -> int:
    """Give a rider's place from 0, or the number of riders racing if he is not among them."""
    place = 0
    while place < table.racing and table.order[place] != colour:
        place += 1
    return place


def rider_of(table: Table, colour: int) -> int:
    """Give the rider (0 to 19) who rides in a colour."""
    return int(colour) * RIDERS + int(table.riding[colour]) - 1


def rider_at(table: Table, place: int) -> int:
    """Give the rider (0 to 19) in a place, -1 if there is none."""
    return rider_of(table, table.order[place]) if place < table.racing else -1


def seat_points(box: Box, table: Table, seat: int) -> int:
    """MC-002, MC-125, MC-135: what counts for a seat."""
    total = 0
    for colour in range(COLOURS):
        if is_own(box, table, seat, colour):
            total += int(table.points[colour])
    return total


def sees_hand(box: Box, table: Table, seat: int) -> int:
    """MC-022, MC-R19: who sees a hand, as a bit mask: its holder and, if so agreed, their partner."""
    mask = 1 << int(seat)
    if box.partners_share_hands:
        for other in range(box.seats):
            if is_partner(box, table, seat, other):
                mask |= 1 << other
    return mask
