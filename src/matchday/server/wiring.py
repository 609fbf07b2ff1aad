"""The wire between processes that serve the same database: PostgreSQL's LISTEN and NOTIFY.

A change is announced in its own transaction, so nobody hears of what is not stored. Besides, processes tell each other
what is kept nowhere: who is connected, and what is on offer. On SQLite one process serves all, and nothing is sent.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

LOG = logging.getLogger(__name__)
CHANNEL = "matchday"
LONGEST_NOTE = 7000
"""PostgreSQL takes 8,000 bytes."""
RETRY_SECONDS = 1.0

Change: TypeAlias = Callable[[Connection], Any]


class Wire:
    """One process's end of the wire."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.is_used = engine.dialect.name == "postgresql"
        self.own = secrets.token_hex(4)
        """This process's name."""
        self.hear: Callable[[dict[str, Any]], None] = lambda _note: None
        self.resume: Callable[[], None] = lambda: None
        self.listener: asyncio.Task[None] | None = None
        self.sending: set[asyncio.Task[None]] = set()

    def open(self, hear: Callable[[dict[str, Any]], None], resume: Callable[[], None]) -> None:
        """Begin to listen: `hear` gets what others tell; `resume` is called when something may have been missed."""
        self.hear, self.resume = hear, resume
        if self.is_used:
            self.listener = asyncio.create_task(self.listen_on(), name="listener")

    async def aclose(self) -> None:
        """Stop listening."""
        tasks = [*self.sending, *([self.listener] if self.listener else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def announced(self, change: Change, name: str, *, is_step: bool) -> Change:
        """Give a change that is announced when it is made."""
        if not self.is_used:
            return change

        def both(connection: Connection) -> Any:
            result = change(connection)
            self.announce(connection, name, is_step=is_step)
            return result

        return both

    def announce(self, connection: Connection, name: str, *, is_step: bool) -> None:
        """Announce a change of a match, within its transaction."""
        if self.is_used:
            notify(connection, {"from": self.own, "match": name, "kind": "step" if is_step else "change"})

    def doubt(self, name: str) -> None:
        """Have a match looked at anew that may have changed; if that is too early, it is done when the line stands."""
        self.hear({"from": self.own, "match": name, "kind": "step"})

    def tell(self, name: str, kind: str, **what: Any) -> None:
        """Tell other processes what is kept nowhere; if it is lost, nothing is."""
        if self.is_used:
            task = asyncio.create_task(self.send({"from": self.own, "match": name, "kind": kind, **what}))
            self.sending.add(task)
            task.add_done_callback(self.sending.discard)

    async def send(self, note: dict[str, Any]) -> None:
        """Send a note."""
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(notify, note)
        except Exception:
            LOG.exception("a note to other processes could not be sent")

    async def listen_on(self) -> None:
        """Listen for ever; when the line breaks, dial again."""
        while True:
            try:
                await self.listen()
            except Exception:  # noqa: BLE001 - whatever broke it, it is dialled again
                LOG.warning("the line to the database broke; it is dialled again")
            await asyncio.sleep(RETRY_SECONDS)

    async def listen(self) -> None:
        """Listen until the line breaks."""
        connection = await self.engine.raw_connection()
        try:
            driver: Any = connection.driver_connection
            broken = asyncio.Event()
            driver.add_termination_listener(lambda _line: broken.set())
            await driver.execute(f"SET application_name = '{CHANNEL} {self.own}'")
            await driver.add_listener(CHANNEL, lambda _line, _pid, _channel, payload: self.take(payload))
            self.resume()
            await broken.wait()
        finally:
            connection.invalidate()
            connection.close()

    async def others(self) -> set[str]:
        """Name the processes that are on the line, this one among them; a killed one says no farewell."""
        asked = text("SELECT application_name FROM pg_stat_activity WHERE application_name LIKE :ours")
        async with self.engine.connect() as connection:
            names = (await connection.scalars(asked, {"ours": f"{CHANNEL} %"})).all()
        return {name.removeprefix(f"{CHANNEL} ") for name in names}

    def take(self, payload: str) -> None:
        """Take a note of another process."""
        try:
            note = json.loads(payload)
            if note["from"] != self.own:
                self.hear(note)
        except Exception:
            LOG.exception("a note of another process could not be read")


def notify(connection: Connection, note: dict[str, Any]) -> None:
    """Send a note when the transaction is done."""
    payload = json.dumps(note)
    if len(payload) < LONGEST_NOTE:
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})
