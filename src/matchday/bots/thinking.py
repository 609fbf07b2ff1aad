"""The memory behind a tree search and behind a decision by trials, and what they tell: actions ranked by chances."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from matchday.bots import trials
from matchday.bots.search import ACTIONS, KNOWN, NOWHERE, ROOT, TABLES, Edge, Node, Plan, search
from matchday.engine.game import Game
from matchday.engine.record import fast
from matchday.engine.runner import Mode
from matchday.engine.twin import plain_of, twin_of
from matchday.match.match import NOMINAL, key_of
from matchday.match.seat import Seat

EXPLORE = 0.6
EDGES_A_NODE = 6  # most nodes are visited once and have the edges of one world
SLICE = 64
"""Iterations between two looks at the clock."""


@dataclass(frozen=True)
class Prospect:
    """What a search or trials think of one action."""

    action: int
    visits: int
    value: float
    """Expected share of the win."""
    gain: float = 0.0
    """How much more than the choice of the playing sense it is worth, in the same worlds with the same luck."""
    error: float = 0.0
    """Standard error of the gain."""


@dataclass
class Searcher:
    """The memory of a search over one game; good for one search at a time.

    It ends after so many iterations, then a seed repeats it on any machine, or sooner when its seconds are over.
    """

    game: Game
    iterations: int
    explore: float = EXPLORE
    sense: float = 0.0
    mode: Mode = "compiled"
    seconds: float = math.inf

    def __post_init__(self) -> None:
        if self.game.actions > ACTIONS:
            message = f"{self.game.name} has {self.game.actions} actions, a search takes {ACTIONS}"
            raise ValueError(message)
        self.tables = self.game.table_type.zeros(TABLES)
        self.plan = Plan.new()
        self.nodes = Node.zeros(self.iterations + 1)
        self.edges = Edge.zeros(EDGES_A_NODE * self.iterations + ACTIONS)
        self.places = np.empty(1 << (2 * self.iterations).bit_length(), np.int32)

    def run(self, box: Any, hidden: Any, seat: int, seed: str) -> list[Prospect]:
        """Search and rank the seat's actions, the most visited first. Everything it looks at is what the seat knows."""
        self.prepare(hidden, seed)
        end = time.monotonic() + self.seconds
        for done in range(0, self.iterations, SLICE):
            self.plan.iterations = min(SLICE, self.iterations - done)
            self.search_on(box, seat)
            if time.monotonic() >= end:
                break
        return self.prospects()

    def search_on(self, box: Any, seat: int) -> None:
        """Go on with the search for a slice of iterations."""
        tables = self.tables if self.mode == "plain" else self.tables.view(self.game.table_type.aligned)
        known = self.tables[KNOWN : KNOWN + 1].view(np.uint8)
        words = known[: len(known) // 8 * 8].view(np.uint64)
        if self.mode == "plain":
            with np.errstate(over="ignore"):  # the hash wraps around
                plain_of(self.game).door(search)(
                    box, tables, words, seat, self.plan, self.nodes, self.edges, self.places
                )
        else:
            twin_of(self.game).door(search)(
                fast(box, self.game.box_type),
                tables,
                words,
                seat,
                fast(self.plan, Plan),
                self.nodes.view(Node.aligned),
                self.edges.view(Edge.aligned),
                self.places,
            )

    def prepare(self, hidden: Any, seed: str) -> None:
        """Lay out the hidden table and forget the last search."""
        self.tables[ROOT] = hidden
        if self.game.has_clock:
            self.tables[ROOT].elapsed = NOMINAL
        self.plan.explore, self.plan.sense = self.explore, self.sense
        self.plan.nodes = self.plan.edges = self.plan.deepest = 0
        self.plan.dice[0].key[:] = key_of(seed)
        self.plan.dice[0].counter = 0
        self.places.fill(NOWHERE)

    def prospects(self) -> list[Prospect]:
        """Read the root's edges; the root is the first node."""
        found = []
        number = int(self.nodes[0].head) if self.plan.nodes else NOWHERE
        while number != NOWHERE:
            edge = self.edges[number]
            visits = int(edge.visits)
            found.append(Prospect(int(edge.action), visits, float(edge.value) / visits if visits else 0.0))
            number = int(edge.next)
        return sorted(found, key=lambda each: (-each.visits, each.action))


class Decider:
    """The memory of a bot that decides in some style at one game; good for one decision at a time."""

    def __init__(self, game: Game, style: trials.Style, mode: Mode) -> None:
        if game.actions > trials.ACTIONS:
            message = f"{game.name} has {game.actions} actions, a bot weighs {trials.ACTIONS}"
            raise ValueError(message)
        self.game, self.mode = game, mode
        self.tables = game.table_type.zeros(trials.TABLES)
        self.plan = trials.Plan.new()
        style.write(self.plan)

    def decide(self, box: Any, hidden: Any, seat: int, seed: str) -> int:
        """Choose an action. Everything it looks at is what the seat knows."""
        return self.think(box, hidden, seat, key_of(seed))

    def think(self, box: Any, hidden: Any, seat: int, key: Sequence[int]) -> int:
        """Choose an action with dice of some key."""
        self.tables[trials.ROOT] = hidden
        if self.game.has_clock:
            self.tables[trials.ROOT].elapsed = NOMINAL
        for dice in self.plan.dice:
            dice.key[:] = key
            dice.counter = 0
        if self.mode == "plain":
            return int(plain_of(self.game).door(trials.decide)(box, self.tables, seat, self.plan))
        tables = self.tables.view(self.game.table_type.aligned)
        decide = twin_of(self.game).door(trials.decide)
        return int(decide(fast(box, self.game.box_type), tables, seat, fast(self.plan, trials.Plan)))

    def run(self, box: Any, hidden: Any, seat: int, seed: str) -> list[Prospect]:
        """Weigh all actions and rank them, as a `Searcher` does."""
        self.decide(box, hidden, seat, seed)
        return self.prospects()

    def prospects(self) -> list[Prospect]:
        """Rank what was weighed: the choice first, then by value."""
        found = [self.prospect(place) for place in range(int(self.plan.count))]
        best = int(self.plan.candidates[int(self.plan.best)].action)
        return sorted(found, key=lambda each: (each.action != best, -each.value if each.visits else 0.0, each.action))

    def prospect(self, place: int) -> Prospect:
        """Read how the trials of one candidate went. Whoever was left out early has seen fewer worlds, so that values
        are told from the gain over the first candidate, in the worlds that both have seen.
        """
        first, each = self.plan.candidates[0], self.plan.candidates[place]
        action, visits = int(each.action), int(each.visits)
        if not visits:
            return Prospect(action, 0, math.nan)
        gain = float(each.gain) / visits
        error = math.sqrt(max(0.0, float(each.spread) / visits - gain * gain) / visits)
        value = min(1.0, max(0.0, float(first.value) / int(first.visits) + gain))
        return Prospect(action, visits, value, gain, error)


class SearchBot:
    """Decides by search: with a number of iterations, so that its choice can be repeated, or within some seconds."""

    def __init__(
        self,
        game: Game,
        iterations: int,
        seed: str = "",
        *,
        sense: float = 0.0,
        explore: float = EXPLORE,
        seconds: float = math.inf,
    ) -> None:
        self.searcher = Searcher(game, iterations, explore, sense, seconds=seconds)
        self.seed = seed

    def decide(self, seat: Seat) -> int:
        """Choose the action that was visited most."""
        actions = seat.legal()
        if len(actions) == 1:
            return actions[0]
        return self.searcher.run(seat.box, seat.table, seat.number, f"{self.seed} {seat.ply} {seat.number}")[0].action
