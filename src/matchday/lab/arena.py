"""Matches between two kinds of bots, entirely in compiled code, to tell how strong one is against the other.

Each deal is played twice with seats exchanged (common random numbers), so that luck with the deal counts for nobody.
Luck with single dice (`hints.luck`) is taken out of the shares as well (a control variate): how much a goal of luck is
worth comes from quick matches that are played beforehand, the same for every series of a game, so that the mean stays
what it is whatever the bots do.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from queue import SimpleQueue
from typing import Any, TypeVar

import numpy as np

from matchday.bots.trials import Style
from matchday.engine.game import Game
from matchday.engine.record import Array
from matchday.lab.driver import WHOLE, Row
from matchday.lab.measures import wilson
from matchday.lab.sequential import RatioTest
from matchday.lab.simulate import Workspace

T = TypeVar("T")

LEVEL = 0.5
GOAL = 10_000  # luck is counted in ten-thousandths
QUICK = 32  # pairs of bots that do not think, played at a time
AHEAD = 2  # batches in hand for each thread
PILOT, PILOT_PAIRS = -20, 1_000  # the seed and number of the quick matches behind the worth of luck


@dataclass(frozen=True)
class Outcome:
    """What a series came to, from the first contestant's side."""

    won: int
    drawn: int
    lost: int
    seconds: float
    """Processor time."""
    decisions: tuple[int, int]
    """How many real choices each had."""
    pairs: tuple[float, ...] = ()
    """The first contestant's share of every two matches with one deal, in order …"""
    luck: tuple[float, ...] = ()
    """… and how much more luck with dice they had than the other, in goals or points a match."""
    is_better: bool | None = None
    """What a sequential test said, if there was one and it came to an end."""

    @property
    def matches(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Mean share of the win."""
        return sum(self.pairs) / len(self.pairs) if self.pairs else LEVEL

    @property
    def decided(self) -> float:
        """Share of the decided matches that were won."""
        return self.won / max(1, self.won + self.lost)

    @property
    def interval(self) -> tuple[float, float]:
        """Where that share lies with 95 % confidence."""
        return wilson(self.won, self.won + self.lost)

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            self.seconds + other.seconds,
            (self.decisions[0] + other.decisions[0], self.decisions[1] + other.decisions[1]),
            self.pairs + other.pairs,
            self.luck + other.luck,
            other.is_better,
        )

    def without_luck(self, worth: float) -> Array:
        """Give the shares of the pairs, less what luck with dice has brought."""
        return np.array(self.pairs) - worth * np.array(self.luck)


NOTHING_PLAYED = Outcome(0, 0, 0, 0.0, (0, 0))


class Lane:
    """One thread of a series."""

    def __init__(
        self,
        game: Game,
        styles: tuple[Style, Style],
        options: Mapping[str, Any] | None = None,
        nets: Sequence[Any] | None = None,
    ) -> None:
        self.space = Workspace(game, styles, options, mirrored=True, nets=nets)
        self.seats = int(self.space.boxes[WHOLE].seats)

    def rows(self, seed: int, first: int, count: int) -> Any:
        """Play some matches; give a row of each."""
        lines = Row.zeros(count)
        self.space.play("compiled", seed, first, count, lines)
        return lines

    def play(self, seed: int, first: int, count: int) -> Outcome:
        """Play some pairs of matches. The contestants take every other seat, by turns."""
        started, choices = time.thread_time(), self.space.desk.choices.copy()
        lines = self.rows(seed, 2 * first, 2 * count)
        own = (np.arange(self.seats) + np.arange(2 * count)[:, None]) % 2 == 0
        shares = mean_of(lines["shares"][:, : self.seats], own)
        fortunes = lines["fortunes"][:, : self.seats] / GOAL
        luck = mean_of(fortunes, own) - mean_of(fortunes, ~own)
        had = self.space.desk.choices - choices
        return Outcome(
            won=int((shares > LEVEL).sum()),
            drawn=int((shares == LEVEL).sum()),
            lost=int((shares < LEVEL).sum()),
            seconds=time.thread_time() - started,
            decisions=(int(had[0]), int(had[1])),
            pairs=tuple(shares.reshape(-1, 2).mean(axis=1).tolist()),
            luck=tuple(luck.reshape(-1, 2).mean(axis=1).round(4).tolist()),
        )


def mean_of(values: Array, chosen: Array) -> Array:
    """Give the mean of some values of each row."""
    return (values * chosen).sum(axis=1) / chosen.sum(axis=1)


@cache
def worth_of_luck(game: Game) -> float:
    """Give what a goal of luck with dice is worth in shares of a match, from quick matches fixed beforehand."""
    found = Lane(game, (Style(), Style(slip=0.25))).play(PILOT, 0, PILOT_PAIRS)
    shares, luck = np.array(found.pairs), np.array(found.luck)
    spread = float(luck.var())
    return float(np.cov(shares, luck, bias=True)[0, 1]) / spread if spread else 0.0


def duel(
    game: Game,
    styles: tuple[Style, Style],
    matches: int,
    *,
    seed: int = 1,
    first: int = 0,
    options: Mapping[str, Any] | None = None,
    nets: Sequence[Any] | None = None,
    threads: int = 1,
    limit: float = math.inf,
    test: RatioTest | None = None,
    before: Outcome = NOTHING_PLAYED,
    progress: Callable[[int], None] = lambda _: None,
) -> Outcome:
    """Play a series of pairs from pair `first` on, seats exchanged: as many as fit into a limit in seconds of processor
    time, or until a test is sure, which has seen what was played before. The result does not depend on the number of
    threads, unless the limit ends it.
    """
    lanes: SimpleQueue[Lane] = SimpleQueue()
    for _ in range(threads):
        lanes.put(lane := Lane(game, styles, options, nets))
    lane.rows(seed, 0, 0)  # compiled once, or loaded
    step = 1 if any(style.effort for style in styles) else QUICK
    worth = worth_of_luck(game) if test else 0.0
    total = NOTHING_PLAYED

    def play(begin: int) -> Outcome:
        lane = lanes.get()
        try:
            return lane.play(seed, first + begin, min(step, (matches + 1) // 2 - begin))
        finally:
            lanes.put(lane)

    def is_wanted() -> bool:
        return total.is_better is None and total.seconds <= limit

    with ThreadPoolExecutor(threads) as pool:
        for found in in_order(pool, play, range(0, (matches + 1) // 2, step), AHEAD * threads, is_wanted):
            if total.is_better is None:
                total += found
                progress(found.matches)
                if test:
                    total = replace(total, is_better=judged(before + total, test, worth).is_better)
    return total


def in_order(
    pool: ThreadPoolExecutor,
    play: Callable[[int], T],
    begins: Sequence[int],
    ahead: int,
    is_wanted: Callable[[], bool],
) -> Iterator[T]:
    """Give what batches come to, in order, with so many in hand that no thread waits for another; once no more are
    wanted, those that have begun are the last.
    """
    left, running = iter(begins), deque[Future[T]]()
    while True:
        while is_wanted() and len(running) < ahead and (begin := next(left, None)) is not None:
            running.append(pool.submit(play, begin))
        while running and not is_wanted() and running[-1].cancel():
            running.pop()
        if not running:
            return
        yield running.popleft().result()


def judged(outcome: Outcome, test: RatioTest, worth: float) -> Outcome:
    """Write down what a test says."""
    return replace(outcome, is_better=test.verdict(outcome.without_luck(worth)))
