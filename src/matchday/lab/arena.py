"""Matches between two kinds of bots, entirely in compiled code, to tell how strong one is against the other.

A match's luck comes from (seed, pair), so that each deal is played twice with seats exchanged, and a bot's from (seed,
match, ply): the outcome does not depend on how matches are spread over threads.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchday.bots.trials import LUCK, ROOT, SENSE, Plan, Style, decide
from matchday.bots.trials import TABLES as BOT_TABLES
from matchday.engine.dice import set_key
from matchday.engine.game import Game
from matchday.engine.log import Log
from matchday.engine.options import seen_by, settle
from matchday.engine.record import Array, Record, f64, fast, i64, rows
from matchday.engine.slots import apply, deal, hide, result
from matchday.engine.twin import twin_of
from matchday.match.match import NOMINAL

LEVEL = 0.5
SEATS = 4
REAL, BLANK = BOT_TABLES, BOT_TABLES + 1
TABLES = BOT_TABLES + 2
PLIES = 1 << 20


class Ring(Record):
    """The working space of one thread."""

    log: Sequence[Log] = rows(Log, 1)
    shares: Array = f64(SEATS)
    decisions: Array = i64(2)  # that left a choice, by contestant


def play_matches(
    boxes: Any, tables: Any, ring: Any, plans: Any, shares: Array, seed: int, first: int, count: int
) -> None:
    """Play matches and write the first contestant's share of each; the contestants take every other seat, by turns.

    `boxes` holds the box as each seat knows it, then the real one.
    """
    table = tables[REAL]
    box = boxes[SEATS]
    log = ring.log[0]
    log.muted = 1
    for number in range(first, first + count):
        tables[REAL] = tables[BLANK]
        set_key(table, seed, number >> 1)
        deal(box, table, log)
        ply = 0
        while table.waiting:
            seat = 0
            while not table.waiting >> seat & 1:
                seat += 1
            who = (seat + number) & 1
            plan = plans[who]
            set_key(plan.dice[LUCK], seed, -1 - (number * PLIES + ply))
            set_key(plan.dice[SENSE], seed, -1 - (number * PLIES + ply))
            tables[ROOT] = tables[REAL]
            hide(box, tables[ROOT], seat)
            action = decide(boxes[seat], tables, seat, plan)
            ring.decisions[who] += plan.count > 1
            apply(box, table, seat, action, log)
            ply += 1
        result(box, table, ring.shares)
        shares[number - first] = 0.0
        for seat in range(box.seats):
            if (seat + number) & 1 == 0:
                shares[number - first] += ring.shares[seat] / ((box.seats + 1 - (number & 1)) // 2)


@dataclass(frozen=True)
class Outcome:
    """What a series came to, from the first contestant's side."""

    won: int
    drawn: int
    lost: int
    share: float
    """Mean share of the win."""
    seconds: float
    """Processor time."""
    decisions: tuple[int, int]
    """How many real choices each had."""

    @property
    def decided(self) -> float:
        """Share of the decided matches that were won."""
        return self.won / max(1, self.won + self.lost)

    @property
    def interval(self) -> tuple[float, float]:
        """Where that share lies with 95 % confidence."""
        return wilson(self.won, self.won + self.lost)


def wilson(won: int, played: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a share."""
    if played == 0:
        return 0.0, 1.0
    share, z = won / played, 1.96
    middle = (share + z * z / 2 / played) / (1 + z * z / played)
    half = z * math.sqrt(share * (1 - share) / played + (z / 2 / played) ** 2) / (1 + z * z / played)
    return middle - half, middle + half


class Lane:
    """The records of one thread."""

    def __init__(self, game: Game, styles: tuple[Style, Style], options: Mapping[str, Any] | None = None) -> None:
        self.game = game
        settled = settle(game.options, options or {})
        self.boxes = np.zeros(SEATS + 1, game.box_type.dtype)
        self.boxes[:] = game.box(settled)
        for seat in range(int(self.boxes[SEATS].seats)):
            self.boxes[seat] = game.box(seen_by(game.options, settled, seat))
        self.tables = game.table_type.zeros(TABLES)
        if game.has_clock:
            self.tables["elapsed"] = NOMINAL
        self.ring, self.plans = Ring.new(), Plan.zeros(2)
        for style, plan in zip(styles, self.plans, strict=True):
            style.write(plan)

    def play(self, seed: int, first: int, count: int) -> Array:
        """Play some matches; give the first contestant's shares."""
        shares = np.zeros(count)
        twin_of(self.game).door(play_matches)(
            self.boxes.view(self.game.box_type.aligned),
            self.tables.view(self.game.table_type.aligned),
            fast(self.ring, Ring),
            self.plans.view(Plan.aligned),
            shares,
            seed,
            first,
            count,
        )
        return shares


def duel(
    game: Game,
    styles: tuple[Style, Style],
    matches: int,
    *,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    threads: int = 1,
    limit: float = math.inf,
    progress: Callable[[int], None] = lambda _: None,
) -> Outcome:
    """Play a series in pairs, seats exchanged; with a limit in seconds of processor time, as many as fit."""
    lanes = [Lane(game, styles, options) for _ in range(threads)]
    lanes[0].play(seed, 0, 0)  # compiled once, or loaded

    def run(number: int) -> tuple[list[Array], float]:
        found, started = [], time.thread_time()
        for first in range(2 * number, matches, 2 * threads):
            found.append(lanes[number].play(seed, first, min(2, matches - first)))
            progress(len(found[-1]))
            if time.thread_time() - started > limit / threads:
                break
        return found, time.thread_time() - started

    with ThreadPoolExecutor(threads) as pool:
        done = list(pool.map(run, range(threads)))
    shares = np.concatenate([np.zeros(0), *(part for found, _ in done for part in found)])
    return Outcome(
        won=int((shares > LEVEL).sum()),
        drawn=int((shares == LEVEL).sum()),
        lost=int((shares < LEVEL).sum()),
        share=float(shares.mean()) if len(shares) else LEVEL,
        seconds=sum(seconds for _, seconds in done),
        decisions=(
            sum(int(lane.ring.decisions[0]) for lane in lanes),
            sum(int(lane.ring.decisions[1]) for lane in lanes),
        ),
    )
