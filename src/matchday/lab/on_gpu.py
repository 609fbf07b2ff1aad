"""Simulation on a GPU: kernels made and kept, matches played in large portions, their lines added up here.

The card plays the next portion while the lines of the last one are added up by the compiled twin.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from matchday.engine.card import Kernel, Plane, card
from matchday.engine.dice import next_word
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.kept import keep, kept
from matchday.engine.log import Log
from matchday.engine.ptx import Kernels
from matchday.engine.record import Array, Record, raw
from matchday.engine.twin import cache_folder, twin_of
from matchday.engine.warp import WARP, array_at, record_at, room_for
from matchday.lab import lanes
from matchday.lab.driver import Row, Totals, add_rows

LANES = 4096
"""Lanes of a block: with more of them phases are played more purely, until their lists take room from the tables."""
PORTION = 1 << 22
"""Matches of one launch."""
ARENA = 232_448
"""Bytes that a block can share on the chips these kernels were tuned for; with less there are fewer threads."""
MOST_THREADS = 1024


APART = ("start", "finish")
"""What is not to be copied into its callers."""
LEVELS = (4, 2, 1, 0)
"""How much the driver's assembler may optimise: as much as it can, then less, until the kernel plays rightly."""
CHECK_SEED, CHECKED = 1, 10_000
"""Matches that a new kernel plays as the processor does before it is trusted."""


@cache
def lane_type(game: Game) -> type[Record]:
    """Give a game's table as a lane has it."""
    return type("Lane", (game.table_type,), dict(lanes.Drawn.fields))


def stride(game: Game, seats: int) -> int:
    """Tell how far apart lanes lie: an odd number of words, so that the same field of many lies in many banks."""
    size = lane_type(game).aligned.itemsize + lanes.course_type(seats).aligned.itemsize
    return (size // lanes.WORD | 1) * lanes.WORD


def threads_for(game: Game, seats: int, arena: int = ARENA) -> int:
    """Tell how many threads a block has: as many as tables fit in the arena, in whole warps."""
    room = arena - lanes.HEAD - lanes.LISTED * LANES
    return min(MOST_THREADS, room // stride(game, seats) // WARP * WARP)


def kernels_of(game: Game, seats: int) -> Kernels:
    """Give the world of a game's kernels."""
    table = lane_type(game).aligned
    number = {name: np.dtype([("value", name)]) for name in ("i4", "u2", "u1")}
    views = {
        lanes.box_at: record_at(game.box_type.aligned),
        lanes.table_at: record_at(table),
        lanes.tables_at: array_at(table),
        lanes.course_at: record_at(lanes.course_type(seats).aligned),
        lanes.row_at: record_at(Row.aligned),
        lanes.log_at: record_at(Log.aligned),
        lanes.int_at: record_at(number["i4"]),
        lanes.short_at: record_at(number["u2"]),
        lanes.byte_at: record_at(number["u1"]),
        lanes.room_for_actions: room_for(game.actions, np.dtype(np.int16)),
    }
    numbers = {"TABLE": stride(game, seats), "COURSE": lane_type(game).aligned.itemsize, "ROW": Row.aligned.itemsize}
    return Kernels(game, views, numbers, {next_word: lanes.next_word_drawn}, APART)


def written(game: Game, seats: int, chip: str, threads: int) -> str:
    """Give the kernel of a game as PTX, from the cache if it was written before."""
    path = cache_folder(game) / f"play-{seats}-{chip}-{threads}.ptx"
    found = kept(path)
    if found is None:
        found = kernels_of(game, seats).written(lanes.play_lanes, chip=chip, threads=threads).encode()
        keep(path, found)
    return found.decode()


class Crowd:
    """The matches that a card plays side by side. `compare` plays a few of them on the processor and writes their rows:
    a kernel is trusted when it has played them alike. What the driver's assembler makes of it is not always right; then
    it is made anew with less optimisation, and compared again.
    """

    def __init__(self, game: Game, box: Any, blank: Any, compare: Callable[[Array], None]) -> None:
        self.game, self.card, self.seats = game, card(), int(box.seats)
        self.threads = threads_for(game, self.seats, self.card.arena)
        self.stride = stride(game, self.seats)
        self.box = self.card.of(np.frombuffer(raw(box), np.uint8))
        empty = raw(blank).ljust(lane_type(game).aligned.itemsize, b"\0")
        self.blank = self.card.of(np.frombuffer(empty, np.uint8))
        count = LANES * self.card.blocks
        self.tables = self.card.zeros((count * self.stride,), np.uint8)
        self.kernel = self.trusted(compare)
        twin_of(game).door(add_rows)(
            0, Row.zeros(0).view(Row.aligned), Totals.zeros(1).view(Totals.aligned)
        )  # compiles

    def trusted(self, compare: Callable[[Array], None]) -> Kernel:
        """Give the kernel, compared now or in an earlier run with the same driver."""
        ptx = written(self.game, self.seats, self.card.name, self.threads)
        shape = f"{self.seats}-{self.card.name}-{self.threads}"
        note = cache_folder(self.game) / f"play-{shape}-driver-{self.card.version}.level"
        level_before = kept(note)
        if level_before is not None:
            return self.card.kernel(ptx, int(level_before))
        wanted = Row.zeros(CHECKED)
        compare(wanted)
        for level in LEVELS:
            self.kernel = self.card.kernel(ptx, level)
            lines = self.lines(CHECKED)
            self.begin(CHECK_SEED, 0, CHECKED, lines)
            if lines.read().tobytes() == wanted.tobytes():
                keep(note, str(level).encode())
                return self.kernel
        message = f"the GPU plays {self.game.name} otherwise than the processor does: simulate on the processor"
        raise MatchdayError(message)

    def begin(self, seed: int, first: int, count: int, lines: Plane, finals: Plane | None = None) -> None:
        """Begin to play matches; `lines` takes a row of each, `finals` its last table."""
        fewest = -(-count // self.card.blocks)
        width = min(LANES, -(-max(fewest, lanes.STATES) // WARP) * WARP)
        arena = lanes.HEAD + lanes.LISTED * width + self.stride * self.threads
        places = (self.box, self.blank, lines, finals, self.tables)
        addresses = [place.address if place else 0 for place in places]
        self.kernel.launch(self.card.blocks, self.threads, [*addresses, seed, first, count, width], arena)

    def lines(self, count: int) -> Plane:
        """Make room for the rows of so many matches."""
        return self.card.zeros((count * Row.aligned.itemsize,), np.uint8)

    def finals(self, count: int) -> Plane:
        """Make room for the last tables of so many matches."""
        return self.card.zeros((count, self.stride), np.uint8)


def simulate_on_gpu(crowd: Crowd, seed: int, matches: int, progress: Callable[[int], None] | None = None) -> Any:
    """Play matches between bots that decide by lot; give the totals, all but events and actions."""
    totals = Totals.new()
    size = min(PORTION, matches)
    rooms = [crowd.lines(size) for _ in range(min(2, -(-matches // size)))]
    portions = [(first, min(size, matches - first)) for first in range(0, matches, size)]
    for place, (first, count) in enumerate([*portions, (0, 0)]):
        rows = rooms[(place - 1) % len(rooms)].read() if place else None  # waits for the last portion
        if count:
            crowd.begin(seed, first, count, rooms[place % len(rooms)])
        if rows is not None:
            played = portions[place - 1][1]
            add_up(crowd.game, crowd.seats, rows, played, totals)
            if progress:
                progress(played)
    return totals


def add_up(game: Game, seats: int, rows: Array, count: int, totals: Any) -> None:
    """Add the lines of matches to the totals, in compiled code."""
    lines = rows.view(Row.aligned)[:count]
    twin_of(game).door(add_rows)(seats, lines, np.frombuffer(totals, Totals.aligned))
