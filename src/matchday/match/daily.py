"""The match of the day: the same game, deal, side and opponent for everybody on a date. The date alone decides."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, date, datetime

from matchday.engine.game import Game
from matchday.games import OURS
from matchday.games import game as find_game

RIVALS = ("amateur", "semi_pro", "professional")
"""Who may be the opponent of a day."""


@dataclass(frozen=True)
class Daily:
    """What is played on a date."""

    date: date
    game: Game
    seed: str
    seat: int
    """The person's side."""
    rival: str
    """The level of every other seat."""


def today() -> date:
    """Give the date, the same all over the world at one moment."""
    return datetime.now(UTC).date()


def match_of(day: date) -> Daily:
    """Tell what is played on a date: the games in turn, side and opponent by lot.

    >>> from datetime import date
    >>> match_of(date(2026, 11, 18)) == match_of(date(2026, 11, 18))
    True
    """
    games = [game for name in OURS if not (game := find_game(name)).is_draft]
    game, seed = games[day.toordinal() % len(games)], f"match of the day {day.isoformat()}"
    lot = hashlib.sha256(seed.encode()).digest()
    return Daily(day, game, seed, lot[0] % int(game.box().seats), RIVALS[lot[1] % len(RIVALS)])
