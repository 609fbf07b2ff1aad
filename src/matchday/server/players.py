"""Bots and advice at the server's tables. They think in a few threads of their own, in fair turns."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import time
from collections.abc import Generator
from dataclasses import dataclass, field

from matchday.bots import advice
from matchday.bots.advice import Analysis
from matchday.bots.chances import Forecaster
from matchday.bots.levels import make_bot
from matchday.bots.simple import LABELS as SIMPLE
from matchday.bots.simple import SimpleBot
from matchday.bots.thinking import Prospect
from matchday.bots.warming import Warming, WarmRunner
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.engine.runner import Runner
from matchday.match.match import Match
from matchday.server.problems import Busy
from matchday.server.settings import Settings
from matchday.server.turns import ASKER, Ask, Crew, Turns

LOG = logging.getLogger(__name__)
OPPONENT, ADVICE, WATCHED, STUDY = range(4)
"""Who thinks first: whom people play against, who helps them, bots among themselves, what was decisive long ago."""
PATIENCE = 2.0
"""Seconds that somebody who wants advice waits for it to be compiled."""
GLANCE = 0.05
"""Seconds between two looks whether it is."""
PLAIN_PLAYOUTS = 10
"""Looks ahead where nothing is compiled."""
MOST_STUDIES = 64
"""Analyses that are kept, and as many on their way …"""
MOST_STUDIES_OF_ONE = 8
"""… of one address."""
STUDY_PATIENCE = 60.0
"""Seconds after which an analysis is given up that nobody asks for any more."""
MOST_QUESTIONS, MOST_QUESTIONS_OF_ONE = 1000, 100
"""Questions that wait for advice."""


@dataclass
class Study:
    """An analysis on its way."""

    address: str = ""
    done: float = 0.0
    found: Analysis | None = None
    asked: float = field(default_factory=time.monotonic)
    """When somebody last asked for it."""


class Players:
    """The bots of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        threads = settings.bot_threads
        turns = Turns(threads, max(1, threads - 1), MOST_QUESTIONS, MOST_QUESTIONS_OF_ONE)
        self.crew = Crew("bot", turns, is_polite=True)
        self.warmings: dict[str, Warming] = {}
        self.runners: dict[Game, Runner] = {}
        self.studies: dict[str, Study] = {}
        self.scholars: set[asyncio.Task[None]] = set()
        self.lock = threading.Lock()

    def warming(self, game: Game) -> Warming:
        """Compile a game beside everything else, from the first time it is asked for."""
        with self.lock:
            if game.name not in self.warmings:
                # What was loaded stays: looking through it for garbage stopped everybody for 0.2 s.
                self.warmings[game.name] = Warming(game, loaded=gc.freeze)
            return self.warmings[game.name]

    def runner(self, game: Game) -> Runner:
        """Give matches the functions of their game: plain at once, compiled as soon as they are."""
        runner = self.runners.get(game)
        if runner is None:
            made = WarmRunner(game, self.warming(game)) if self.settings.compiled else Runner(game)
            runner = self.runners.setdefault(game, made)
        return runner

    def is_ready(self, game: Game, part: str) -> bool:
        """Tell whether a part of a game is compiled."""
        return self.settings.compiled and self.warming(game).ready[part].is_set()

    def close(self) -> None:
        """Let nobody begin to think any more."""
        for scholar in self.scholars:
            scholar.cancel()
        self.crew.close()
        for warming in self.warmings.values():
            warming.stop()

    # ------------------------------------------------------------ bots

    async def decide(self, ask: Ask, match: Match, seat: int, level: str) -> int:
        """Let a bot choose; the event loop goes on meanwhile."""
        return await self.crew.do(ask, self.think, match.copy(), seat, level)

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
        warming, end = self.warming(game), time.monotonic() + PATIENCE
        while not warming.ready["bots"].is_set():
            if time.monotonic() >= end:
                return False
            await asyncio.sleep(GLANCE)
        return True

    async def hint(self, table: str, match: Match, seat: int, seed: str) -> list[Prospect]:
        """Rank a seat's choices by what the seat knows, the best first."""
        task = self.search if await self.advice_ready(match.game) else advice.guess
        return await self.crew.do(Ask(ADVICE, table), task, match.copy(), seat, seed)

    def search(self, match: Match, seat: int, seed: str) -> list[Prospect]:
        """Rank by trials."""
        return advice.hint(match, seat, effort=self.settings.hint_effort, seed=seed)

    async def chances(self, table: str, match: Match, seat: int | None) -> list[float] | None:
        """Estimate each seat's share of the win from a seat's eyes or a spectator's; none while that is compiled."""
        if self.settings.compiled and not await self.advice_ready(match.game):
            return None
        return await self.crew.do(Ask(ADVICE, table), self.foresee, match.copy(), seat)

    def foresee(self, match: Match, seat: int | None) -> list[float]:
        """Look ahead."""
        if self.settings.compiled:
            found = advice.chances(match, seat)
        else:
            eyes = SPECTATOR if seat is None else seat
            found = advice.look(Forecaster(match.game, PLAIN_PLAYOUTS, "plain"), match, eyes, "chances")
        return [round(share, 3) for share in found.shares]

    # ------------------------------------------------------------ analyses

    def study(self, name: str, match: Match) -> Study:
        """Give the analysis of a match, begun if nobody has asked for it before.

        Who has begun many gets one that has not begun: it will be when it is asked for later.
        """
        study = self.studies.get(name)
        if study is None:
            study = Study(ASKER.get())
            unfinished = [each.address for each in self.studies.values() if each.found is None]
            if unfinished.count(study.address) >= MOST_STUDIES_OF_ONE:
                return study
            if len(unfinished) >= MOST_STUDIES:
                raise Busy
            self.studies[name] = study
            scholar = asyncio.create_task(self.analyse(study, match.copy(), name), name="analysis")
            self.scholars.add(scholar)
            scholar.add_done_callback(self.scholars.discard)
        study.asked = time.monotonic()
        return study

    async def analyse(self, study: Study, match: Match, name: str) -> None:
        """Work an analysis out, ply by ply, as long as somebody asks for it."""
        try:
            if self.settings.compiled:
                await self.compiled(match.game)
            steps = advice.analysed(match)
            while study.found is None and time.monotonic() - study.asked < STUDY_PATIENCE:
                await self.crew.do(Ask(STUDY, name, study.address, refusable=False), go_on, study, steps, match.ply + 1)
        except Exception:
            LOG.exception("a match of %s could not be analysed", match.game.name)
        finally:
            if study.found is None:
                self.studies.pop(name, None)
            self.forget_studies()

    async def compiled(self, game: Game) -> None:
        """Wait until advice is compiled; if it never is, say so."""
        while not await self.advice_ready(game):
            if not self.warming(game).thread.is_alive() and not self.is_ready(game, "bots"):
                raise MatchdayError(f"{game.name} could not be compiled")

    def forget_studies(self) -> None:
        """Keep the latest analyses that are ready."""
        ready = [name for name, study in self.studies.items() if study.found]
        for name in ready[: max(0, len(ready) - MOST_STUDIES)]:
            del self.studies[name]


def go_on(study: Study, steps: Generator[int, None, Analysis], plies: int) -> None:
    """Analyse the next ply."""
    try:
        study.done = next(steps) / plies
    except StopIteration as end:
        study.found = end.value
