"""Who writes to the database: changes in the order they came, as many in one transaction as have come up meanwhile.

A bad change must not undo its neighbours: if a transaction fails, each of its changes is tried again alone.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeGuard

from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import URL, Connection
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from matchday.engine.errors import MatchdayError
from matchday.server.keeping import Turn
from matchday.server.problems import Conflict, NotKnown, NotStored
from matchday.server.steps import Played
from matchday.server.wiring import Change

LOG = logging.getLogger(__name__)
LARGEST_BATCH = 256
GATHERING = 0.004
"""Seconds from one transaction to the next, if there is so much to store: to sync the disk costs as much as to write
eight moves, so those who come in between are stored together. Whoever comes alone waits for nobody."""
BEGIN = "BEGIN IMMEDIATE"
"""What is looked at first must still hold when it is written, whoever else writes."""
ASK_TIMES, ASK_AGAIN = 10, 0.3
"""How often a database is asked what it has done when the line broke, and seconds between."""

Batch: TypeAlias = Sequence[Change]
Order: TypeAlias = tuple[Change, asyncio.Future[Any]]
"""A change, and who waits for it."""


class Writer:
    """Takes orders on the event loop, and hands on together those of one round of it."""

    def __init__(self, hand_on: Callable[[list[Order]], None]) -> None:
        self.coming: list[Order] = []
        self.hand_on = hand_on
        self.is_closing = False

    def order(self, change: Change) -> asyncio.Future[Any]:
        """Have a change stored; gives what it gives when it is."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if not self.coming:
            loop.call_soon(self.hand_over)
        self.coming.append((change, done))
        return done

    def hand_over(self) -> None:
        """Hand on what has come."""
        orders, self.coming = self.coming, []
        self.hand_on(orders)

    def close(self) -> None:
        """Take nothing more; an empty order wakes who waits for one."""
        self.is_closing = True
        self.hand_over()


class Desk(Writer):
    """The thread in which SQLite is written to: a whole transaction at a time, not a message for every statement.

    Where several processes write to one file, each waits for its turn.
    """

    def __init__(self, address: URL, prepare: Callable[[Any, Any], None], turn: Turn | None = None) -> None:
        self.turn: Turn | nullcontext[None] = turn or nullcontext()
        self.engine = create_engine(address.set(drivername="sqlite"), hide_parameters=True)
        event.listen(self.engine, "connect", prepare)
        self.connection: Connection | None = None
        self.orders: SimpleQueue[list[Order]] = SimpleQueue()
        super().__init__(self.orders.put)
        self.loop = asyncio.get_running_loop()
        self.thread = Thread(target=self.work_on, name="database", daemon=True)
        self.thread.start()

    def work_on(self) -> None:
        """Store what is ordered, until nothing will be any more."""
        begun = 0.0
        while not (self.is_closing and self.orders.empty()):
            orders = self.orders.get()
            time.sleep(max(0.0, begun + GATHERING - time.monotonic()))
            begun = time.monotonic()
            while len(orders) < LARGEST_BATCH and not self.orders.empty():
                orders += self.orders.get()
            found = self.outcomes([change for change, _ in orders])
            with suppress(RuntimeError):  # the event loop is closed
                self.loop.call_soon_threadsafe(answer, orders, found)

    def outcomes(self, changes: Batch) -> list[Any]:
        """Store changes; gives for each what it gives, or why it was not stored."""
        try:
            return self.write(changes) if changes else []
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            if len(changes) > 1:
                return [self.outcomes([change])[0] for change in changes]
            return [refusal_of(error)]

    def write(self, changes: Batch) -> list[Any]:
        """Store changes in one transaction, all or none. After a failure the connection goes back to the pool, which
        clears up.
        """
        connection = self.connection or self.engine.connect()
        self.connection = None
        try:
            with self.turn:
                results = write_moves(connection, changes) if only_moves(changes) else write_all(connection, changes)
        except BaseException:
            connection.close()
            raise
        self.connection = connection
        return results

    async def aclose(self) -> None:
        """Finish what was ordered, then let go of the database."""
        self.close()
        await asyncio.to_thread(self.thread.join)
        if self.connection:
            self.connection.close()
        self.engine.dispose()
        if isinstance(self.turn, Turn):
            self.turn.close()


def only_moves(changes: Batch) -> TypeGuard[Sequence[Played]]:
    """Tell whether nothing but moves is to be stored, as mostly."""
    return all(isinstance(change, Played) for change in changes)


def write_moves(connection: Connection, moves: Sequence[Played]) -> list[None]:
    """Store moves by the driver's own means: SQLAlchemy takes longer to begin and end than they to be written."""
    driver: Any = connection.connection.driver_connection
    with closing(driver.cursor()) as cursor:
        cursor.execute(BEGIN)
        for move in moves:
            move.write(cursor)
    driver.commit()
    return [None] * len(moves)


def write_all(connection: Connection, changes: Batch) -> list[Any]:
    """Store whatever it is; moves the short way as well."""
    with connection.begin(), closing(connection.connection.cursor()) as cursor:
        cursor.execute(BEGIN)
        return [make(change, connection, cursor) for change in changes]


def make(change: Change, connection: Connection, cursor: DBAPICursor) -> Any:
    """Make a change."""
    if not isinstance(change, Played):
        return change(connection)
    change.write(cursor)
    return None


class Clerk(Writer):
    """The task that writes to a database which is somewhere else."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.orders: asyncio.Queue[list[Order]] = asyncio.Queue()
        super().__init__(self.orders.put_nowait)
        self.task = asyncio.create_task(self.work_on(), name="database writer")

    async def work_on(self) -> None:
        """Store what is ordered, until nothing will be any more."""
        while not (self.is_closing and self.orders.empty()):
            orders = await self.orders.get()
            while len(orders) < LARGEST_BATCH and not self.orders.empty():
                orders += self.orders.get_nowait()
            answer(orders, await self.outcomes([change for change, _ in orders]))

    async def outcomes(self, changes: Batch) -> list[Any]:
        """Store changes; gives for each what it gives, or why it was not stored."""
        try:
            return await self.write(changes) if changes else []
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            refusal = refusal_of(error)
            if len(changes) > 1 and not isinstance(refusal, NotKnown):
                return [(await self.outcomes([change]))[0] for change in changes]
            return [refusal] * len(changes)

    async def write(self, changes: Batch) -> list[Any]:
        """Store changes in one transaction, all or none. If the line breaks at the end, the database is asked what it
        has done.
        """
        number = None
        try:
            async with self.engine.connect() as connection:
                results = await connection.run_sync(lambda there: [change(there) for change in changes])
                number = await connection.scalar(text("SELECT pg_current_xact_id()"))
                try:
                    await connection.commit()
                except Exception:
                    await connection.invalidate()  # or it would stay open
                    raise
        except Exception:
            if number is None or not await self.is_stored(number):
                raise
        return results

    async def is_stored(self, number: int) -> bool:
        """Ask whether a transaction was stored; as long as nobody answers it is not known."""
        asked = text("SELECT pg_xact_status(:number)")
        for _ in range(ASK_TIMES):
            try:
                async with self.engine.connect() as connection:
                    status = await connection.scalar(asked, {"number": number})
            except (SQLAlchemyError, OSError):
                status = None
            if status in {"committed", "aborted"}:
                return bool(status == "committed")
            await asyncio.sleep(ASK_AGAIN)
        raise NotKnown

    async def aclose(self) -> None:
        """Finish what was ordered."""
        self.close()
        await asyncio.gather(self.task, return_exceptions=True)


def answer(orders: Sequence[Order], found: Sequence[Any]) -> None:
    """Tell those who still wait what has become of their changes."""
    for (_, done), outcome in zip(orders, found, strict=True):
        if not done.done():
            tell = done.set_exception if isinstance(outcome, MatchdayError) else done.set_result
            tell(outcome)


def refusal_of(error: Exception) -> MatchdayError:
    """Say why a change was not stored. Its values stay out of the log."""
    if isinstance(error, Conflict | IntegrityError | sqlite3.IntegrityError):
        return Conflict()
    if isinstance(error, NotKnown):
        LOG.error("it is not known whether a change was stored")
        return error
    if isinstance(error, SQLAlchemyError | sqlite3.Error):
        LOG.error("a change could not be stored: %s", reason_of(error))
    else:
        LOG.error("a change could not be stored", exc_info=error)
    return NotStored()


def reason_of(error: SQLAlchemyError | sqlite3.Error) -> str:
    """Say for the log why something could not be stored; of values that cannot be taken drivers say what they are."""
    cause = error.orig if isinstance(error, OperationalError | InterfaceError) else error
    is_told = cause is not error or isinstance(error, sqlite3.OperationalError | sqlite3.InterfaceError)
    return type(error).__name__ + (f": {cause}" if is_told else "")
