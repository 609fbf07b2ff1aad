"""Bots at the server's tables. They think in threads of their own, a bounded number at once, in the order asked."""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from matchday.bots.simple import LABELS, SimpleBot
from matchday.bots.thinking import Prospect, Searcher
from matchday.engine.game import Game
from matchday.engine.runner import Runner
from matchday.match.match import Match
from matchday.server.settings import Settings
from matchday.server.warming import ServedRunner, Warming

LOG = logging.getLogger(__name__)
LEVELS = LABELS
"""Level -> label, weakest first."""
HINT_PATIENCE = 2.0
"""Seconds that a hint waits for its search to be compiled."""


class Players:
    """The bots of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self.warmings: dict[str, Warming] = {}
        self.lock = threading.Lock()

    def warming(self, game: Game) -> Warming:
        """Compile a game beside everything else, from the first time it is asked for."""
        with self.lock:
            if game.name not in self.warmings:
                self.warmings[game.name] = Warming(game)
            return self.warmings[game.name]

    def runner(self, game: Game) -> Runner:
        """Give a match the functions of its game: plain at once, compiled as soon as they are."""
        return ServedRunner(game, self.warming(game)) if self.settings.compiled else Runner(game)

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        for warming in self.warmings.values():
            warming.stop()

    async def decide(self, match: Match, seat: int, level: str) -> int:
        """Let a bot choose; the event loop goes on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, self.think, self.own(match), seat, level)

    async def hint(self, match: Match, seat: int, seed: str) -> list[Prospect]:
        """Rank a seat's choices by what the seat knows, the best first."""
        searches = self.settings.compiled and await self.is_search_ready(match.game)
        task = self.search if searches else self.guess
        return await asyncio.get_running_loop().run_in_executor(self.pool, task, self.own(match), seat, seed)

    async def is_search_ready(self, game: Game) -> bool:
        """Wait a little for a search that is being compiled."""
        ready = self.warming(game).search_ready
        return ready.is_set() or await asyncio.to_thread(ready.wait, HINT_PATIENCE)

    def own(self, match: Match) -> Match:
        """Copy a match for another thread: runners have a memory of their own."""
        twin = match.copy()
        twin.runner = self.runner(match.game)
        return twin

    def think(self, match: Match, seat: int, level: str) -> int:
        """Choose an action. The choice depends on match and ply alone, so a restart does not change it."""
        seed = f"{match.seed} {seat} {match.ply}"
        try:
            return SimpleBot(level if level in LEVELS else "greedy", seed).decide(match, seat)
        except Exception:
            LOG.exception("the bot %s of %s failed at ply %s", level, match.game.name, match.ply)
            return SimpleBot("random", seed).decide(match, seat)

    def search(self, match: Match, seat: int, seed: str) -> list[Prospect]:
        """Rank by search; a single choice needs none."""
        actions = match.legal(seat)
        if len(actions) == 1:
            return [Prospect(actions[0], 0, float("nan"))]
        searcher = Searcher(match.game, self.settings.hint_iterations)
        return searcher.run(match.box_for(seat), match.hidden(seat), seat, seed)

    def guess(self, match: Match, seat: int, seed: str) -> list[Prospect]:
        """Put the choice of the game's playing sense first; it gives no values."""
        best = SimpleBot("greedy", seed).decide(match, seat)
        actions = sorted(match.legal(seat), key=lambda action: action != best)
        return [Prospect(action, 0, float("nan")) for action in actions]
