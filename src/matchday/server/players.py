"""Bots and advice at the server's tables. They think in threads of their own, a bounded number at once, in the order
asked.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from matchday.bots import advice
from matchday.bots.advice import Analysis
from matchday.bots.chances import Forecaster
from matchday.bots.levels import make_bot
from matchday.bots.simple import LABELS as SIMPLE
from matchday.bots.simple import SimpleBot
from matchday.bots.thinking import Prospect
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.engine.runner import Runner
from matchday.match.match import Match
from matchday.server.settings import Settings
from matchday.server.warming import ServedRunner, Warming

LOG = logging.getLogger(__name__)
PATIENCE = 2.0
"""Seconds that somebody who wants advice waits for it to be compiled."""
PLAIN_PLAYOUTS = 10
"""Looks ahead where nothing is compiled."""
MOST_STUDIES = 64


@dataclass
class Study:
    """An analysis on its way."""

    done: float = 0.0
    found: Analysis | None = None


class Players:
    """The bots of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self.scholar = ThreadPoolExecutor(1, thread_name_prefix="analysis")  # bots do not wait for an analysis
        self.warmings: dict[str, Warming] = {}
        self.studies: dict[str, Study] = {}
        self.lock = threading.Lock()
        self.is_closing = False

    def warming(self, game: Game) -> Warming:
        """Compile a game beside everything else, from the first time it is asked for."""
        with self.lock:
            if game.name not in self.warmings:
                self.warmings[game.name] = Warming(game)
            return self.warmings[game.name]

    def runner(self, game: Game) -> Runner:
        """Give a match the functions of its game: plain at once, compiled as soon as they are."""
        return ServedRunner(game, self.warming(game)) if self.settings.compiled else Runner(game)

    def is_ready(self, game: Game, part: str) -> bool:
        """Tell whether a part of a game is compiled."""
        return self.settings.compiled and self.warming(game).ready[part].is_set()

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self.is_closing = True
        for pool in (self.pool, self.scholar):
            pool.shutdown(wait=False, cancel_futures=True)
        for warming in self.warmings.values():
            warming.stop()

    def own(self, match: Match) -> Match:
        """Copy a match for another thread: runners have a memory of their own."""
        twin = match.copy()
        twin.runner = self.runner(match.game)
        return twin

    # ------------------------------------------------------------ bots

    async def decide(self, match: Match, seat: int, level: str) -> int:
        """Let a bot choose; the event loop goes on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, self.think, self.own(match), seat, level)

    def think(self, match: Match, seat: int, level: str) -> int:
        """Choose an action: by the playing sense alone while thinking is still being compiled.

        Once that is done the choice depends on match, seat and ply alone, so a restart does not change it.
        """
        try:
            seed = f"{match.seed} {seat} {match.ply}" if level in SIMPLE else match.seed
            bot = make_bot(level, seed, ready=lambda: self.is_ready(match.game, "bots"), runner=match.runner)
            return bot.decide(match.seat(seat))
        except Exception:
            LOG.exception("the bot %s of %s failed at ply %s", level, match.game.name, match.ply)
            return SimpleBot("random", f"{match.seed} {seat} {match.ply}").decide(match.seat(seat))

    # ------------------------------------------------------------ advice

    async def advice_ready(self, game: Game) -> bool:
        """Wait a little for advice that is being compiled."""
        if not self.settings.compiled:
            return False
        ready = self.warming(game).ready["bots"]
        return ready.is_set() or await asyncio.to_thread(ready.wait, PATIENCE)

    async def hint(self, match: Match, seat: int, seed: str) -> list[Prospect]:
        """Rank a seat's choices by what the seat knows, the best first."""
        task = self.search if await self.advice_ready(match.game) else advice.guess
        return await asyncio.get_running_loop().run_in_executor(self.pool, task, self.own(match), seat, seed)

    def search(self, match: Match, seat: int, seed: str) -> list[Prospect]:
        """Rank by trials."""
        return advice.hint(match, seat, effort=self.settings.hint_effort, seed=seed)

    async def chances(self, match: Match, seat: int | None) -> list[float] | None:
        """Estimate each seat's share of the win from a seat's eyes or a spectator's; none while that is compiled."""
        if self.settings.compiled and not await self.advice_ready(match.game):
            return None
        return await asyncio.get_running_loop().run_in_executor(self.pool, self.foresee, self.own(match), seat)

    def foresee(self, match: Match, seat: int | None) -> list[float]:
        """Look ahead."""
        if self.settings.compiled:
            found = advice.chances(match, seat)
        else:
            eyes = SPECTATOR if seat is None else seat
            found = advice.look(Forecaster(match.game, PLAIN_PLAYOUTS, "plain"), match, eyes, "chances")
        return [round(share, 3) for share in found.shares]

    def study(self, name: str, match: Match) -> Study:
        """Give the analysis of a match, begun if nobody has asked for it before."""
        if name not in self.studies:
            while len(self.studies) >= MOST_STUDIES:
                self.studies.pop(next(iter(self.studies)))
            self.studies[name] = Study()
            self.scholar.submit(self.analyse, self.studies[name], self.own(match), name)
        return self.studies[name]

    def analyse(self, study: Study, match: Match, name: str) -> None:
        """Work an analysis out, once the game is compiled."""

        def progress(ply: int, plies: int) -> None:
            if self.is_closing:
                raise InterruptedError
            study.done = ply / plies

        try:
            if self.settings.compiled:
                self.warming(match.game).wait("bots")
            study.found = advice.analyse(match, progress=progress)
        except InterruptedError:
            LOG.info("the server stops: the analysis of a match is given up")
        except Exception:
            LOG.exception("a match of %s could not be analysed", match.game.name)
            self.studies.pop(name, None)
