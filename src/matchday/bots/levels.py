"""The five levels of bots that people play against. They differ in how they decide, not only in how long.

All but the best two slip, each half as often as the level below: they do what looks good at a glance. A rookie and an
amateur otherwise follow the game's playing sense; from semi-pro on a bot tries its choices in worlds that it imagines.
Every level sees a hidden table and its own box, and its choice depends on those, its seed and the ply alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matchday.bots.simple import LABELS as SIMPLE
from matchday.bots.simple import Bot, SimpleBot
from matchday.bots.thinking import Decider
from matchday.bots.trials import Style
from matchday.bots.warming import warming
from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.runner import Mode, Runner
from matchday.engine.speech import mark
from matchday.match.seat import Seat


@dataclass(frozen=True)
class Level:
    """A named strength."""

    label: str
    meaning: str
    slip: float
    """How often it does what looks good at a glance."""
    effort: int
    """Thousands of decisions that are played in the trials of a choice; 0 trusts the playing sense."""

    def style(self, game: Game) -> Style:
        """Give the way of deciding in one game."""
        return Style(
            slip=self.slip,
            glance=GLANCE,
            effort=1000 * self.effort,
            horizon=(game.far_horizon if self.effort >= FAR else 0) or game.horizon,
            near=game.near,
            doubt=game.doubt,
            schooled=int(game.schooled and self.effort >= FAR),
        )


GLANCE = 6
FAR = 200
"""Thousands of decisions from which on it is worth while to look as far ahead as the game's far horizon."""
LEVELS = {
    "rookie": Level(mark("Rookie"), mark("plays by feel and often slips"), slip=0.6, effort=0),
    "amateur": Level(mark("Amateur"), mark("plays sensibly and slips now and then"), slip=0.3, effort=0),
    "semi_pro": Level(mark("Semi-pro"), mark("thinks a little ahead"), slip=0.15, effort=4),
    "professional": Level(mark("Professional"), mark("thinks every choice through"), slip=0.0, effort=50),
    "legend": Level(mark("Legend"), mark("takes its time and forgives nothing"), slip=0.0, effort=200),
}
DEFAULT = "amateur"
KINDS = (*LEVELS, *SIMPLE)
"""All that `make_bot` makes."""


class LevelBot:
    """Decides at one level; while its thinking is not compiled, with the playing sense in plain Python."""

    def __init__(self, level: str, seed: str = "", ready: Callable[[], bool] | None = None) -> None:
        self.level, self.seed, self.ready = LEVELS[level], seed, ready
        self.deciders: dict[tuple[Game, Mode], Decider] = {}

    def decide(self, seat: Seat) -> int:
        """Choose one of the seat's legal actions."""
        decider = self.decider(seat.game, "compiled" if self.is_ready(seat.game) else "plain")
        return decider.decide(seat.box, seat.table, seat.number, f"{self.seed} {seat.ply} {seat.number}")

    def is_ready(self, game: Game) -> bool:
        """Tell whether trials are compiled; without trials plain Python makes the same choice in a few milliseconds."""
        if self.ready:
            return self.ready()
        return bool(self.level.effort) and warming(game, "bots").soon("bots")

    def decider(self, game: Game, mode: Mode) -> Decider:
        """Give the memory of deciding at a game."""
        if (game, mode) not in self.deciders:
            style = self.level.style(game)
            style = style if mode == "compiled" else style.without_trials()
            self.deciders[game, mode] = Decider(game, style, mode)
        return self.deciders[game, mode]


def make_bot(
    level: str, seed: str = "", *, ready: Callable[[], bool] | None = None, runner: Runner | None = None
) -> Bot:
    """Make a bot: one of the levels, or "random" or "greedy".

    `ready` tells whether its thinking is compiled, for a host that sees to it; by default the bot does.
    `runner` is the host's, for a bot that only needs the playing sense.

    >>> from matchday.match.match import Match
    >>> match = Match("pilka_w_grze", seed=5)
    >>> seat = match.seat(match.asked)
    >>> make_bot("amateur").decide(seat) in seat.legal()
    True
    """
    if level in SIMPLE:
        return SimpleBot(level, seed, runner)
    if level not in LEVELS:
        raise MatchdayError(f'no bot "{level}"; {did_you_mean(level, KINDS)}')
    return LevelBot(level, seed, ready)


def adviser(game: Game, effort: int) -> Decider:
    """Make somebody who ranks a seat's actions (`run`) with so many decisions in trials."""
    return Decider(game, Style(effort=effort, horizon=game.horizon, near=game.near, doubt=0.0), "compiled")
