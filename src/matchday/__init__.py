"""Sports tabletop games: play them, let bots play them, run them by the million.

>>> import matchday as md
>>> match = md.Match("pilka_w_grze", seed=5)
>>> seat = match.seat(match.waiting[0])
>>> match.play(seat, seat.legal()[0])
>>> match
<Match of pilka_w_grze, seed 5, ply 1: 0-0, waiting for seat 0>

`docs/python.md` shows the rest. What is named here stays; everything else may move.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matchday import lab
    from matchday.bots.advice import analyse, hint
    from matchday.bots.levels import make_bot as bot
    from matchday.bots.simple import Bot
    from matchday.engine.errors import MatchdayError
    from matchday.envs.batch import batch
    from matchday.games import GAMES as games  # noqa: N811 - the door speaks to people
    from matchday.games import game
    from matchday.lab.simulate import Report, simulate
    from matchday.match.files import read_match as from_file
    from matchday.match.files import save_match as save
    from matchday.match.match import Match, replay
    from matchday.match.seat import Seat
    from matchday.match.views import view

__version__ = "0.1.0"

DOOR = {
    "Bot": "matchday.bots.simple:Bot",
    "Match": "matchday.match.match:Match",
    "MatchdayError": "matchday.engine.errors:MatchdayError",
    "Report": "matchday.lab.simulate:Report",
    "Seat": "matchday.match.seat:Seat",
    "analyse": "matchday.bots.advice:analyse",
    "batch": "matchday.envs.batch:batch",
    "bot": "matchday.bots.levels:make_bot",
    "from_file": "matchday.match.files:read_match",
    "game": "matchday.games:game",
    "games": "matchday.games:GAMES",
    "hint": "matchday.bots.advice:hint",
    "lab": "matchday.lab:",
    "replay": "matchday.match.match:replay",
    "save": "matchday.match.files:save_match",
    "simulate": "matchday.lab.simulate:simulate",
    "view": "matchday.match.views:view",
}
"""What `import matchday` offers, and where it lives; each is imported when it is first asked for."""

__all__ = [
    "Bot",
    "Match",
    "MatchdayError",
    "Report",
    "Seat",
    "__version__",
    "analyse",
    "batch",
    "bot",
    "from_file",
    "game",
    "games",
    "hint",
    "lab",
    "replay",
    "save",
    "simulate",
    "view",
]


def __getattr__(name: str) -> Any:
    """Fetch one of the names above."""
    if name not in DOOR:
        message = f"matchday has no {name!r}; it has {', '.join(DOOR)}"
        raise AttributeError(message)
    module, _, attribute = DOOR[name].partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


def __dir__() -> list[str]:
    """List what there is."""
    return __all__
