"""Whose work is done next: in turn by address and by table, with caps; and the few threads that do it.

All work beside the event loop goes through here: bots, hints, analyses, replays, tables that are opened, files. Nobody
gets more by asking for more: each address has one place in the line, and within it each of its tables has one.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from matchday.server.problems import Busy, TooOften

P = ParamSpec("P")
T = TypeVar("T")
POLITE = 4
"""How much nicer threads are that step back: the server may be nice itself, and nobody but root may be less so."""
ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The address on whose behalf something is done; the door writes it down."""


@dataclass(frozen=True)
class Ask:
    """What is asked for, and for whom."""

    rank: int = 0
    """The lowest go first, whoever asks."""
    table: str = ""
    address: str = field(default_factory=ASKER.get)
    refusable: bool = True
    """Whether somebody who asks for too much may be sent away. A table's own bots may not: there is one for each."""


@dataclass(eq=False)
class Job:
    """Something to be done."""

    ask: Ask
    work: Callable[[], Any]
    answer: asyncio.Future[Any] | None = None


Line: TypeAlias = dict[str, dict[str, deque[Job]]]
"""Who waits: addresses in turn, of each its tables in turn, of each its jobs in the order they came."""


@dataclass
class Turns:
    """Who is next. It knows no threads and no clock: whoever has a hand free calls `take`, and then `done`."""

    hands: int = 1
    """Jobs that are done at once …"""
    an_address: int = 1
    """… and of one address: fewer, where there are several hands, so that one is always free for the others."""
    most: int = 1000
    """Jobs that wait at most; who comes then is told to come again …"""
    most_of_one: int = 1000
    """… and of one address; who asks for more is told that it is too often."""
    lines: dict[int, Line] = field(default_factory=dict)
    waiting: Counter[str] = field(default_factory=Counter)
    running: Counter[str] = field(default_factory=Counter)

    def add(self, job: Job) -> None:
        """Let a job wait, or refuse it."""
        ask = job.ask
        if ask.refusable and self.waiting[ask.address] >= self.most_of_one:
            raise TooOften
        if ask.refusable and self.waiting.total() >= self.most:
            raise Busy
        line = self.lines.setdefault(ask.rank, {})
        line.setdefault(ask.address, {}).setdefault(ask.table, deque()).append(job)
        self.waiting[ask.address] += 1

    def take(self) -> Job | None:
        """Give the next job to be done; none if nobody may begin now. It goes to the end of its lines."""
        if self.running.total() >= self.hands:
            return None
        for rank in sorted(self.lines):
            for address in self.lines[rank]:
                if self.running[address] < self.an_address:
                    job = self.first(self.lines[rank], address)
                    self.running[address] += 1
                    return job
        return None

    def first(self, line: Line, address: str) -> Job:
        """Take the next job of an address; the next time it is another table's turn, and another address's before."""
        tables = line.pop(address)
        table = next(iter(tables))
        jobs = tables.pop(table)
        job = jobs.popleft()
        if jobs:
            tables[table] = jobs
        if tables:
            line[address] = tables
        less(self.waiting, address)
        return job

    def done(self, job: Job) -> None:
        """Take note that a job is done."""
        less(self.running, job.ask.address)

    def drop(self, job: Job) -> None:
        """Forget a job that nobody waits for any more; one that has begun is only done in vain."""
        ask, line = job.ask, self.lines.get(job.ask.rank, {})
        jobs = line.get(ask.address, {}).get(ask.table, deque())
        if job not in jobs:
            return
        jobs.remove(job)
        less(self.waiting, ask.address)
        if not jobs:
            del line[ask.address][ask.table]
        if not line[ask.address]:
            del line[ask.address]


def step_back() -> None:
    """Let the event loop go before this thread where both want a core (Linux has a niceness for each thread).

    Only for work that does not hold Python's lock: with it, a thread that waits for a core would keep the loop waiting.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + POLITE)


def less(counter: Counter[str], key: str) -> None:
    """Count one down; nobody is remembered who has nothing."""
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


class Crew:
    """A few threads that do what the turns give them. To be used from one event loop."""

    def __init__(self, name: str, turns: Turns, *, is_polite: bool = False) -> None:
        self.turns = turns
        self.pool = ThreadPoolExecutor(turns.hands, name, initializer=step_back if is_polite else None)

    async def do(self, ask: Ask, work: Callable[P, T], *arguments: P.args, **more: P.kwargs) -> T:
        """Do something in a thread when it is its turn. Whoever is cancelled meanwhile has not asked."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = Job(ask, partial(work, *arguments, **more), answer)
        self.turns.add(job)
        self.hand_out()
        try:
            return await answer
        finally:
            self.turns.drop(job)

    def hand_out(self) -> None:
        """Let all free hands begin."""
        loop = asyncio.get_running_loop()
        while job := self.turns.take():
            self.pool.submit(job.work).add_done_callback(partial(self.tell, loop, job))

    def tell(self, loop: asyncio.AbstractEventLoop, job: Job, done: Future[Any]) -> None:
        """Tell the event loop from a thread that a job is done; there is none any more when the server stops."""
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self.finish, job, done)

    def finish(self, job: Job, done: Future[Any]) -> None:
        """Give the answer to whoever waits for it, and begin with the next."""
        self.turns.done(job)
        if job.answer and not job.answer.done():
            if done.cancelled():
                job.answer.cancel()
            elif error := done.exception():
                job.answer.set_exception(error)
            else:
                job.answer.set_result(done.result())
        with suppress(RuntimeError):  # the threads are gone when the server stops
            self.hand_out()

    def close(self) -> None:
        """Let nobody begin any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)


class Shared:
    """Work that several may ask for at once and that is done once; given up when nobody waits for it any more."""

    def __init__(self) -> None:
        self.tasks: dict[Any, asyncio.Task[Any]] = {}
        self.askers: Counter[Any] = Counter()

    async def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """Give what was found for a key, found now if nobody has asked before."""
        task = self.tasks.get(key)
        if task is None:
            task = self.tasks[key] = asyncio.ensure_future(make())
            task.add_done_callback(partial(self.settle, key))
        self.askers[task] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self.askers[task] -= 1
            if not self.askers[task]:
                del self.askers[task]
                if not task.done():
                    task.cancel()
                    self.tasks.pop(key, None)

    def settle(self, key: Any, task: asyncio.Task[Any]) -> None:
        """Keep what was found; who asks after a failure, or after it was given up, has it tried again."""
        failed = task.cancelled() or task.exception() is not None or task.result() is None
        if failed and self.tasks.get(key) is task:
            del self.tasks[key]
