"""The simple bots: one plays at random, one with the game's cheap playing sense."""

from __future__ import annotations

from typing import Any, Protocol

from matchday.engine.boxfile import did_you_mean
from matchday.engine.dice import Dice, roll
from matchday.engine.errors import MatchdayError
from matchday.engine.speech import mark
from matchday.match.match import Match, key_of

LABELS = {"random": mark("Random bot"), "greedy": mark("Greedy bot")}


class Bot(Protocol):
    """Whoever can decide for a seat."""

    def decide(self, match: Match, seat: int) -> int:
        """Choose one of the seat's legal actions."""
        ...


class SimpleBot:
    """Decides with dice of its own, so that a match can be repeated; sees the seat's hidden table and its own box."""

    def __init__(self, kind: str, seed: str = "") -> None:
        if kind not in LABELS:
            raise MatchdayError(f'no bot "{kind}"; {did_you_mean(kind, LABELS)}')
        self.kind = kind
        self.dice = Dice.new()
        self.dice.key[:] = key_of(f"bot {kind} {seed}")

    def decide(self, match: Match, seat: int) -> int:
        """Choose one of the seat's legal actions."""
        return self.choose(match, match.box_for(seat), match.hidden(seat), seat)

    def choose(self, match: Match, box: Any, hidden: Any, seat: int) -> int:
        """Choose by what the seat may know."""
        if self.kind == "greedy":
            return match.runner.choose(box, hidden, seat, self.dice)
        actions = match.runner.legal(box, hidden, seat)
        return actions[roll(self.dice, len(actions))]
