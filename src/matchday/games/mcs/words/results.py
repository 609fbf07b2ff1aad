"""What the riders of MCS got, in the sport's notation."""

from __future__ import annotations

from matchday.engine.reading import block
from matchday.engine.speech import Say
from matchday.games.mcs.state import COLOURS, DEFECT, FALL, RIDERS, Box, Format, Table
from matchday.games.mcs.words.names import UNSAID


def heat_mark(box: Box, table: Table, heat: int, colour: int) -> str:
    """Write what a colour's rider got in a heat (from 0)."""
    row = table.results[heat]
    return entry_mark(box, int(row[colour]), int(row[colour ^ 1]))


def entry_mark(box: Box, entry: int, mate: int) -> str:
    """Write a result: "3", "2*" behind a team-mate, "d", "u", "" without a ride."""
    if not entry:
        return ""
    place = entry % 8
    if place == 3 + FALL:
        return "u"
    if place == 3 + DEFECT:
        return "d"
    bonus = box.format != Format.FOURWAY and place in {1, 2} and mate > 0 and mate % 8 == place - 1
    return f"{int(box.points[place])}{'*' if bonus else ''}"


def rider_marks(box: Box, table: Table, rider: int) -> str:
    """Write a rider's points as reports do: "3,1,d,2*"."""
    return all_marks(UNSAID, box, table)[rider]


@block
def all_marks(_: Say, box: Box, table: Table) -> tuple[str, ...]:
    """Write the points of all riders, until the next result."""
    marks: list[list[str]] = [[] for _ in range(COLOURS * RIDERS)]
    for heat, row in enumerate(table.results[: table.heat]):
        for colour, entry in enumerate(row):
            if entry:
                marks[colour * RIDERS + int(entry) // 8 - 1].append(heat_mark(box, table, heat, colour))
    return tuple(map(",".join, marks))


def heat_points(box: Box, table: Table, heat: int, colour: int) -> int:
    """Give the points of a colour in a heat (from 0)."""
    return entry_points(box, int(table.results[heat, colour]))


def entry_points(box: Box, entry: int) -> int:
    """Give the points of a result."""
    return int(box.points[entry % 8]) if entry and entry % 8 < COLOURS else 0
