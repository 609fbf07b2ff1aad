"""How a match stands: imagine what the eyes cannot see, play on with the game's playing sense, count who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matchday.bots.thinking import Decider
from matchday.bots.trials import Style
from matchday.engine.game import Game
from matchday.engine.runner import Mode

PLAYOUTS = 200


@dataclass(frozen=True)
class Chances:
    """How a match stands before somebody's eyes."""

    wins: tuple[float, ...]
    """Each seat's chance to win; both seats of a pair win together."""
    draw: float
    shares: tuple[float, ...]
    """Each seat's expected share of the win: a draw counts half."""


class Forecaster:
    """The memory of looking ahead over one game; good for one look at a time."""

    def __init__(self, game: Game, playouts: int = PLAYOUTS, mode: Mode = "compiled") -> None:
        self.playouts = playouts
        self.decider = Decider(game, Style(playouts=playouts), mode)

    def look(self, box: Any, hidden: Any, eyes: int, seed: str) -> Chances:
        """Estimate the chances from a table hidden for a seat or a spectator; the same seed rolls the same dice."""
        self.decider.decide(box, hidden, eyes, seed)
        plan, count, seats = self.decider.plan, self.playouts, range(int(box.seats))
        return Chances(
            tuple(int(plan.won[seat]) / count for seat in seats),
            int(plan.drawn) / count,
            tuple(float(plan.taken[seat]) / count for seat in seats),
        )
