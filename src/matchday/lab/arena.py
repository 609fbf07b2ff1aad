"""Matches between two kinds of bots, entirely in compiled code, to tell how strong one is against the other.

Each deal is played twice with seats exchanged (common random numbers), so that luck with the deal counts for nobody.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchday.bots.trials import Style
from matchday.engine.game import Game
from matchday.engine.record import Array
from matchday.lab.driver import WHOLE, Row
from matchday.lab.simulate import Workspace, wilson

LEVEL = 0.5


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


class Lane:
    """One thread of a series."""

    def __init__(self, game: Game, styles: tuple[Style, Style], options: Mapping[str, Any] | None = None) -> None:
        self.space = Workspace(game, styles, options, mirrored=True)
        self.seats = int(self.space.boxes[WHOLE].seats)

    def play(self, seed: int, first: int, count: int) -> Array:
        """Play some matches; give the first contestant's share of each. The contestants take every other seat, by
        turns.
        """
        lines = Row.zeros(count)
        self.space.play("compiled", seed, first, count, lines)
        shares = lines["shares"][:, : self.seats]
        own = (np.arange(self.seats) + np.arange(first, first + count)[:, None]) % 2 == 0
        return (shares * own).sum(axis=1) / own.sum(axis=1)

    @property
    def choices(self) -> Array:
        """How many real choices each contestant had."""
        return self.space.desk.choices


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
            sum(int(lane.choices[0]) for lane in lanes),
            sum(int(lane.choices[1]) for lane in lanes),
        ),
    )
