"""Bots at the server's tables. They think in threads of their own, a bounded number at once, in the order asked."""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from matchday.bots.simple import LABELS, SimpleBot
from matchday.bots.thinking import Prospect, Searcher
from matchday.engine.game import Game
from matchday.engine.runner import Runner, WarmRunner, warming
from matchday.match.match import Match
from matchday.server.settings import Settings

LOG = logging.getLogger(__name__)
LEVELS = LABELS
"""Level -> label, weakest first."""
HINT_PATIENCE = 2.0
"""Seconds that a hint waits for its search to be compiled."""


class SearchWarming:
    """A thread that compiles a game's search, after its rules."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ready = threading.Event()
        threading.Thread(target=self.run, name=f"compile search of {game.name}", daemon=True).start()

    def run(self) -> None:
        """Compile by searching once; without it hints are the game's playing sense."""
        try:
            rules = warming(self.game)
            while not rules.ready.wait(1):
                if rules.failure:
                    return
            match = Match(self.game, seed="rehearsal")
            seat = match.waiting[0]
            Searcher(self.game, 4).run(match.box_for(seat), match.hidden(seat), seat, "rehearsal")
            self.ready.set()
        except Exception:
            LOG.exception("the search of %s could not be compiled", self.game.name)


@cache
def search_warming(game: Game) -> SearchWarming:
    """Start compiling a game's search, once a process."""
    return SearchWarming(game)


class Players:
    """The bots of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")

    def runner(self, game: Game) -> Runner:
        """Give a match the functions of its game: plain at once, compiled as soon as they are."""
        return WarmRunner(game) if self.settings.compiled else Runner(game)

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)

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
        ready = search_warming(game).ready
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
