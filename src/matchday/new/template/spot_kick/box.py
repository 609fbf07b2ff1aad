"""Reading Spot Kick's box: a box file and the chosen options become a `Box` record."""

from __future__ import annotations

from matchday.engine.boxfile import BoxReader
from matchday.engine.options import Options

from .state import CORNERS, Box


def read_box(reader: BoxReader, options: Options) -> Box:
    """Fill a box; every problem goes to the reader, none is raised."""
    box = Box.new()
    box.seats = 2
    box.kicks = options["kicks"]
    reader.only_keys(reader.data, ("sides", "corner", "options"), "")
    box.sides = reader.integer(reader.data, "sides", "", 2, 100)
    for number, row in enumerate(reader.rows("corner", CORNERS, CORNERS)):
        where = f"corner {number + 1}"
        reader.only_keys(row, ("code", "saved"), where)
        reader.text(row, "code", where)
        box.saved[number] = reader.integer(row, "saved", where, 0, int(box.sides))
    return box
