"""The wire between processes that serve the same database.

Processes tell each other of every change, so that each can look anew at what it has in memory; and besides what is kept
nowhere: who is connected, and what is on offer. Over PostgreSQL (LISTEN and NOTIFY) a change is announced in its own
transaction, so nobody hears of what is not stored. The workers of one machine on SQLite tell each other over their line
(`line.py`) when a change is stored, of matches that several have in memory; if one dies in between, the others look at
everything anew. Who serves an SQLite file alone has nobody to tell.
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

from matchday.server.line import Line

LOG = logging.getLogger(__name__)
CHANNEL = "matchday"
LONGEST_NOTE = 7000
"""PostgreSQL takes 8,000 bytes."""
RETRY_SECONDS = 1.0

Change: TypeAlias = Callable[[Connection], Any]


class Wire:
    """One process's end of the wire; this one is alone."""

    is_used = False

    def __init__(self) -> None:
        self.own = secrets.token_hex(4)
        """This process's name."""
        self.hear: Callable[[dict[str, Any]], None] = lambda _note: None
        self.resume: Callable[[], None] = lambda: None
        self.holds: Callable[[str], bool] = lambda _name: False

    def open(
        self, hear: Callable[[dict[str, Any]], None], resume: Callable[[], None], holds: Callable[[str], bool]
    ) -> None:
        """Begin to listen: `hear` gets what others tell; `resume` is called when something may have been missed;
        `holds` says which matches are in memory.
        """
        self.hear, self.resume, self.holds = hear, resume, holds

    async def aclose(self) -> None:
        """Stop listening."""

    def announced(self, change: Change, _name: str, *, is_step: bool) -> Change:  # noqa: ARG002 - others need it
        """Give a change that is announced when it is made."""
        return change

    def announce(self, connection: Connection, name: str, *, is_step: bool) -> None:
        """Announce a change of a match, within its transaction."""

    def stored(self, name: str, *, is_step: bool) -> None:
        """Announce a change of a match that is stored."""

    def doubt(self, name: str) -> None:
        """Have a match looked at anew that may have changed; if that is too early, it is done when the line stands."""
        self.hear({"from": self.own, "match": name, "kind": "step"})

    def tell(self, name: str, kind: str, **what: Any) -> None:
        """Tell other processes what is kept nowhere; if it is lost, nothing is."""

    def forget(self, name: str) -> None:
        """Take note that a match is not in memory any more."""

    async def others(self) -> set[str]:
        """Name the processes that are on the line, this one among them; a killed one says no farewell."""
        return {self.own}

    def is_home(self, _name: str) -> bool:
        """Tell whether it is for this process to look after a match that nobody looks at."""
        return True

    def note(self, name: str, kind: str, **what: Any) -> dict[str, Any]:
        """Write a note."""
        return {"from": self.own, "match": name, "kind": kind, **what}


class WorkersWire(Wire):
    """The wire of the workers on one machine. Of a match that one worker alone has in memory nothing is told.

    Who takes a match into memory asks who else has it ("who"). Whoever learns so that they are not alone has the other
    look anew if anything was stored that was not told, and tells everything from then on.
    """

    is_used = True

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line, self.own = line, line.own
        self.company: dict[str, set[str]] = {}
        """The other workers that have a match in memory."""
        self.untold: set[str] = set()
        """Matches of which something was stored and not told."""

    def open(
        self, hear: Callable[[dict[str, Any]], None], resume: Callable[[], None], holds: Callable[[str], bool]
    ) -> None:
        """Begin to listen."""
        super().open(hear, resume, holds)
        self.line.hear("match", self.take)
        self.line.lost.append(self.lose)

    def is_alone(self, name: str) -> bool:
        """Tell whether a match is in this worker's memory and in no other's."""
        return self.holds(name) and not self.company.get(name)

    def stored(self, name: str, *, is_step: bool) -> None:
        """Announce a change of a match that is stored, if anybody else need know."""
        if self.is_alone(name):
            self.untold.add(name)
        else:
            self.tell(name, "step" if is_step else "change")

    def tell(self, name: str, kind: str, **what: Any) -> None:
        """Tell the other workers, if anybody else need know."""
        if kind == "who" or not self.is_alone(name):
            self.line.tell("match", self.note(name, kind, **what))

    def take(self, note: dict[str, Any]) -> None:
        """Take a note of another worker."""
        name, worker = note["match"], note["from"]
        company = self.company.get(name, set())
        if note["kind"] == "gone":
            company.discard(worker)
            return
        if worker not in company and self.holds(name):
            self.company.setdefault(name, set()).add(worker)
            if name in self.untold:
                self.untold.discard(name)
                self.tell(name, "change")
            if note["kind"] != "who":  # they do not know either who is here, and what is on offer
                self.hear({**note, "kind": "who", "seats": note.get("seats", [])})
        self.hear(note)

    def forget(self, name: str) -> None:
        """Take note that a match is not in memory any more."""
        self.untold.discard(name)
        if self.company.pop(name, None):
            self.line.tell("match", self.note(name, "gone"))

    def lose(self, worker: str) -> None:
        """A worker is gone: whatever it has stored and not told, all is looked at anew."""
        for company in self.company.values():
            company.discard(worker)
        self.resume()

    async def others(self) -> set[str]:
        """Name the workers that are on the line."""
        return set(self.line.living.values())

    def is_home(self, name: str) -> bool:
        """Tell whether a match is at home here."""
        return self.line.is_home(name)


class PostgresWire(Wire):
    """The wire of processes on one PostgreSQL database; of those on one machine each looks after its own matches."""

    is_used = True

    def __init__(self, engine: AsyncEngine, line: Line | None = None) -> None:
        super().__init__()
        self.engine, self.line = engine, line
        self.listener: asyncio.Task[None] | None = None
        self.sending: set[asyncio.Task[None]] = set()

    def open(
        self, hear: Callable[[dict[str, Any]], None], resume: Callable[[], None], holds: Callable[[str], bool]
    ) -> None:
        """Begin to listen."""
        super().open(hear, resume, holds)
        self.listener = asyncio.create_task(self.listen_on(), name="listener")

    async def aclose(self) -> None:
        """Stop listening."""
        tasks = [*self.sending, *([self.listener] if self.listener else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def announced(self, change: Change, name: str, *, is_step: bool) -> Change:
        """Give a change that is announced when it is made."""

        def both(connection: Connection) -> Any:
            result = change(connection)
            self.announce(connection, name, is_step=is_step)
            return result

        return both

    def announce(self, connection: Connection, name: str, *, is_step: bool) -> None:
        """Announce a change of a match, within its transaction."""
        notify(connection, self.note(name, "step" if is_step else "change"))

    def tell(self, name: str, kind: str, **what: Any) -> None:
        """Tell the other processes."""
        task = asyncio.create_task(self.send(self.note(name, kind, **what)))
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

    def is_home(self, name: str) -> bool:
        """Tell whether a match is at home here, of the workers on this machine."""
        return self.line is None or self.line.is_home(name)

    def take(self, payload: str) -> None:
        """Take a note of another process."""
        try:
            note = json.loads(payload)
            if note["from"] != self.own:
                self.hear(note)
        except Exception:
            LOG.exception("a note of another process could not be read")


def wire_of(engine: AsyncEngine, line: Line | None) -> Wire:
    """Give a process its end of the wire."""
    if engine.dialect.name == "postgresql":
        return PostgresWire(engine, line)
    return WorkersWire(line) if line else Wire()


def notify(connection: Connection, note: dict[str, Any]) -> None:
    """Send a note when the transaction is done."""
    payload = json.dumps(note)
    if len(payload) < LONGEST_NOTE:
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})
