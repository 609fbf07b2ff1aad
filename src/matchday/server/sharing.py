"""What the workers of one server share beside matches: limits hold, and metrics count, for all of them together."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import msgspec

from matchday.server.limits import Ledger, Limits
from matchday.server.line import Line
from matchday.server.metrics import Told
from matchday.server.rooms import Rooms

SETTLE_SECONDS = 0.2
"""How often a worker tells what addresses have spent at it."""
COUNT_TIMES = 5
"""After so many times it tells what it has counted as well."""


class Sharing:
    """One worker's part in it."""

    def __init__(self, line: Line, ledger: Ledger, limits: Limits, rooms: Rooms) -> None:
        self.line, self.ledger, self.limits, self.rooms = line, ledger, limits, rooms
        limits.tell = partial(self.tell, "sockets")
        line.hear("spent", lambda told: ledger.take(told[1]))
        line.hear("sockets", lambda told: limits.meet(*told))
        line.hear("counted", self.count)
        line.hear("living", lambda _living: self.tell("sockets", dict(limits.sockets)))
        line.lost.append(self.lose)
        self.teller = asyncio.create_task(self.tell_on(), name="sharing")

    def tell(self, topic: str, what: Any) -> None:
        """Tell the other workers, and who says it."""
        self.line.tell(topic, [self.line.own, what])

    async def tell_on(self) -> None:
        """Tell again and again what is new."""
        times = 0
        while True:
            await asyncio.sleep(SETTLE_SECONDS)
            if spent := self.ledger.settle():
                self.tell("spent", spent)
            times += 1
            if times % COUNT_TIMES == 0:
                self.tell("counted", self.rooms.counted())

    def count(self, told: Any) -> None:
        """Keep what another worker has counted."""
        worker, counted = told
        self.rooms.metrics.elsewhere[worker] = msgspec.convert(counted, Told)

    def lose(self, worker: str) -> None:
        """A worker is gone: its sockets are closed; what it had counted goes on the account of one who lives, so that
        no sum goes back.
        """
        self.limits.elsewhere.pop(worker, None)
        counted = self.rooms.metrics.elsewhere.pop(worker, None)
        if counted and self.line.place == min(self.line.living):
            self.rooms.metrics.add(counted)

    async def aclose(self) -> None:
        """Stop telling."""
        self.teller.cancel()
        await asyncio.gather(self.teller, return_exceptions=True)
