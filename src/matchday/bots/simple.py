"""The simple bots: one plays at random, one with the game's cheap playing sense."""

from __future__ import annotations

from typing import Protocol

from matchday.engine.boxfile import did_you_mean
from matchday.engine.dice import Dice, roll
from matchday.engine.errors import MatchdayError
from matchday.engine.runner import Runner
from matchday.engine.speech import mark
from matchday.match.match import key_of
from matchday.match.seat import Seat

LABELS = {"random": mark("Random bot"), "greedy": mark("Greedy bot")}


class Bot(Protocol):
    """Whoever can decide for a seat, by what the seat knows."""

    def decide(self, seat: Seat) -> int:
        """Choose one of the seat's legal actions."""
        ...


class SimpleBot:
    """Decides with dice of its own, so that a match can be repeated. A host that has compiled the game may lend its
    runner.
    """

    def __init__(self, kind: str, seed: str = "", runner: Runner | None = None) -> None:
        if kind not in LABELS:
            raise MatchdayError(f'no bot "{kind}"; {did_you_mean(kind, LABELS)}')
        self.kind, self.runner = kind, runner
        self.dice = Dice.new()
        self.dice.key[:] = key_of(f"bot {kind} {seed}")

    def decide(self, seat: Seat) -> int:
        """Choose one of the seat's legal actions."""
        if self.kind == "random":
            actions = seat.legal()
            return actions[roll(self.dice, len(actions))]
        if self.runner is None or self.runner.game is not seat.game:
            self.runner = Runner(seat.game)
        return self.runner.choose(seat.box, seat.table, seat.number, self.dice)
