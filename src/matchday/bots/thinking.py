"""The memory behind a decision by trials, and what they tell: actions ranked by chances."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matchday.bots import trials
from matchday.bots.learnt import NOTHING_LEARNT, net_for
from matchday.bots.value import Net
from matchday.engine.doors import Part, Takes, doors_of
from matchday.engine.game import Game
from matchday.engine.runner import Mode
from matchday.engine.twin import plain_of
from matchday.match.match import key_of
from matchday.match.past import NOMINAL


def thinking_of(game: Game) -> Mapping[str, tuple[Any, Takes]]:
    """List what bots and advice need in compiled code."""
    return {"decide": (trials.decide, (game.box_type, game.table_type.aligned, int, trials.Plan, Net))}


THINKING = Part("bots", thinking_of, lets_others_run=True)


@dataclass(frozen=True)
class Prospect:
    """What trials think of one action."""

    action: int
    visits: int
    value: float
    """Expected share of the win."""
    gain: float = 0.0
    """How much more than the choice of the playing sense it is worth, in the same worlds with the same luck."""
    error: float = 0.0
    """Standard error of the gain."""


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
        net = net_for(self.game, box) if self.plan.near or self.plan.schooled else NOTHING_LEARNT
        return int(self.compiled_or_plain()(box, self.tables, seat, self.plan, net[0]))

    def compiled_or_plain(self) -> Callable[..., int]:
        """Give `trials.decide` for this game."""
        if self.mode == "compiled":
            return doors_of(self.game, THINKING)["decide"]
        decide: Callable[..., int] = plain_of(self.game).door(trials.decide)
        return decide

    def run(self, box: Any, hidden: Any, seat: int, seed: str) -> list[Prospect]:
        """Weigh all actions and rank them."""
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
