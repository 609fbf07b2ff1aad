"""The rooms of one server: opened, looked after, and dropped from memory."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from matchday.engine.errors import MatchdayError, StaleMatch
from matchday.engine.view import View
from matchday.games import game as find_game
from matchday.match.files import box_digest
from matchday.match.match import Match
from matchday.match.views import view
from matchday.server.clocks import Clock
from matchday.server.dice import stored_fair
from matchday.server.limits import Allowance, Buckets, Ledger
from matchday.server.metrics import Metrics, Told
from matchday.server.players import Players
from matchday.server.problems import Busy, Outdated, Unreadable
from matchday.server.room import Room
from matchday.server.settings import LONG_PAST, Settings
from matchday.server.store import Due, Kept, Plan, Store, new_id
from matchday.server.turns import ASKER, Ask, Crew, Turns
from matchday.server.wiring import Wire

LOG = logging.getLogger(__name__)
LEAST_PATIENCE, MOST_PATIENCE = timedelta(minutes=1), timedelta(days=7)
"""How long a match is left alone at which nothing could be done though it was due."""
MOST_WAITING, MOST_WAITING_OF_ONE, MOST_FILES_OF_ONE = 500, 20, 4
"""Who waits for a table to be opened, for a long past to be told, or for a file to be read; of one address fewer."""
AT_TABLE, LOOKING_BACK = range(2)
LONGEST_SHELF = 10_000
CHANGES = {"step", "change"}
"""The kinds of notes that say that a match is not what it was."""
SEEN_AGAIN = timedelta(days=1)
"""Uploads that are looked at are kept on; it is written down at most so often."""
Result = TypeVar("Result")


@dataclass(frozen=True)
class Shelved:
    """What is kept of a forgotten room whose clock runs on."""

    ply: int
    clock: Clock
    arrived: set[int]


class Rooms:
    """All matches in memory."""

    def __init__(
        self, settings: Settings, store: Store, players: Players, metrics: Metrics, ledger: Ledger | None = None
    ) -> None:
        self.settings, self.store, self.players, self.metrics = settings, store, players, metrics
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.tasks: set[asyncio.Future[None]] = set()
        self.unfinished: set[asyncio.Future[Any]] = set()
        self.tables = Crew("tables", Turns(2, 1, MOST_WAITING, MOST_WAITING_OF_ONE))
        """Those who deal and who rebuild a match for somebody who opens it; nothing else keeps them from it."""
        self.teller = Crew("teller", Turns(1, 1, MOST_WAITING, MOST_WAITING_OF_ONE))
        """Who puts a long past into words; one, so that the event loop keeps half of the time."""
        self.reader = Crew("reader", Turns(1, 1, settings.files_waiting, MOST_FILES_OF_ONE))
        """Who reads match files."""
        kept = ledger or Ledger()
        self.made = Allowance(settings.tables_an_address, settings.tables_a_day, kept.account("made"))
        self.uploaded = Allowance(settings.uploads_an_address, settings.uploads_a_day, kept.account("uploaded"))
        kilobytes = settings.kilobytes_an_address, settings.kilobytes_a_day
        self.taken = Allowance(1000 * kilobytes[0], 1000 * kilobytes[1], kept.account("taken"))
        messages = settings.address_messages_burst, settings.address_messages_a_second
        self.messages = Buckets(*messages, kept.account("messages"))
        self.bot_pace = Buckets(settings.bot_moves_burst, settings.bot_moves_a_second, kept.account("bots"))
        self.positions: dict[str, Match] = {}
        """Of puzzles, kept ready by their ids."""
        self.shelf: dict[str, Shelved] = {}
        self.is_closing = False
        self.overtaken: set[str] = set()
        """Matches that were changed elsewhere while they were being read."""
        self.hopeless: dict[str, tuple[float, float]] = {}
        """Matches that could not be looked after: when each is tried again, and the seconds before that."""

    @property
    def wire(self) -> Wire:
        """The wire to other processes."""
        return self.store.wire

    def counted(self) -> Told:
        """Tell what was counted here, with the tables and sockets that there are."""
        return self.metrics.told(len(self.rooms), sum(len(room.audience.watchers) for room in self.rooms.values()))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else; what goes wrong is reported."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(reported)

    async def finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Bring work to its end even if whoever asked for it is gone: memory must follow what is stored."""
        task = asyncio.ensure_future(work)
        self.unfinished.add(task)
        task.add_done_callback(self.unfinished.discard)
        return await asyncio.shield(task)

    async def renew(self, names: Sequence[str]) -> None:
        """Look anew at tables that were changed from another, as far as they are in memory."""
        known = [self.rooms[name].refresh() for name in names if name in self.rooms]
        await asyncio.gather(*known, return_exceptions=True)  # what was told is stored, whatever becomes of these

    def hear(self, note: dict[str, Any]) -> None:
        """Take in what another process tells."""
        name = note["match"]
        room = self.rooms.get(name)
        if name in self.loading:
            self.overtaken.add(name)
        if room and room.is_idle and note["kind"] in CHANGES:
            self.drop(room)  # nobody looks at it here: whoever asks for it next has it read anew
        elif room:
            room.hear(note)

    def resume(self) -> None:
        """Look at all tables anew: something may have been missed, here and by others."""
        for room in self.rooms.values():
            room.moved_on()
            self.begin(room.refresh())
            self.wire.tell(room.name, "who", seats=sorted(room.audience.seats_here))
        self.begin(self.miss())

    def open(self) -> None:
        """Begin to listen to other processes, and to look after matches that nobody looks at."""
        self.wire.open(self.hear, self.resume, self.rooms.__contains__)
        self.sweeper = asyncio.create_task(self.sweep_on(), name="sweeper")

    async def sweep_on(self) -> None:
        """Look now and then for matches in which time is up though nobody is there."""
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            try:
                await self.sweep()
            except Exception:
                LOG.exception("sweeping failed")

    async def sweep(self) -> None:
        """Wake the rooms in which somebody may be out of time; their own alarms do the rest."""
        await self.store.is_well()
        for due in [due for due in await self.store.due() if self.wire.is_home(due.id)]:
            await self.look_after(due.id, lambda room: room.time.set_alarm())
            await self.store.put_off(due, self.store.wall.now() + self.patience(due))
        if self.settings.abandoned_days:
            before = self.store.wall.ago(timedelta(days=self.settings.abandoned_days))
            async for name in self.pages(partial(self.store.abandoned, before)):
                await self.look_after(name, lambda room: room.abandon(before))
        await self.forget()
        await self.miss()

    async def miss(self) -> None:
        """Take note that whoever was connected to a process that was killed is not there any more."""
        known = {process for room in self.rooms.values() for process in room.audience.elsewhere}
        gone = known - await self.wire.others() if known else set()
        for room in self.rooms.values():
            for process in gone & room.audience.elsewhere.keys():
                room.audience.meet(process, set())

    def patience(self, due: Due) -> timedelta:
        """Tell when a match that was due needs looking after again.

        That is when its clock runs out, or, where none runs, after as long as nobody has moved: so whatever cannot be
        helped takes less and less time.
        """
        room = self.rooms.get(due.id)
        left = room.time.flag_due() - time.monotonic() if room else float("inf")
        waited = timedelta(seconds=left) if left < float("inf") else self.store.wall.since(due.updated)
        return min(max(waited, LEAST_PATIENCE), MOST_PATIENCE)

    async def pages(self, page: Callable[[str], Awaitable[list[str]]]) -> AsyncIterator[str]:
        """Go through a list page by page, past what could not be helped lately."""
        after = ""
        while names := await page(after):
            for name in names:
                if self.wire.is_home(name) and self.hopeless.get(name, (0.0, 0.0))[0] <= time.monotonic():
                    yield name
            after = names[-1]

    async def look_after(self, name: str, what: Callable[[Room], Awaitable[None] | None]) -> None:
        """Do what is due at a table. One that these rules cannot go on with is closed, or it would be due for ever.

        Whatever is wrong with one, the others have their turn; it is tried again after longer and longer times.
        """
        try:
            done = what(await self.get(name))
            if done:
                await done
            self.hopeless.pop(name, None)
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not keep the others waiting
            if isinstance(error, Outdated) and not isinstance(error, Unreadable):
                await self.store.close(name)
                return
            delay = min(2 * self.hopeless.get(name, (0.0, 30.0))[1], MOST_PATIENCE.total_seconds())
            self.hopeless[name] = (time.monotonic() + delay, delay)
            LOG.warning("match %s could not be looked after: %s", name, type(error).__name__)

    async def forget(self) -> None:
        """Delete what need not be kept any longer: old matches that are over, those that never began, and uploads."""
        wall, settings = self.store.wall, self.settings
        days = (settings.keep_days, settings.gather_days, settings.upload_days)
        over, waiting, unseen = (wall.ago(timedelta(days=each)) if each else None for each in days)
        async for name in self.pages(partial(self.store.outdated, over, waiting, unseen)):
            room = self.rooms.get(name)
            if room is None or room.is_idle:
                self.rooms.pop(name, None)
                self.wire.forget(name)
                await self.store.delete(name)

    async def get(self, name: str) -> Room:
        """Give a match's room, rebuilt from the stored moves if it is not in memory."""
        if name in self.rooms:
            self.rooms[name] = self.rooms.pop(name)  # the latest used stand last
            return self.rooms[name]
        if name not in self.loading:
            self.loading[name] = asyncio.create_task(self.load(name))
            self.loading[name].add_done_callback(lambda _: self.loaded(name))
        return await asyncio.shield(self.loading[name])

    def keep(self, room: Room) -> None:
        """Keep a room in memory at which somebody sits down; one that was dropped just before is looked at anew."""
        if room.name not in self.rooms:
            self.rooms[room.name] = room
            self.wire.tell(room.name, "who", seats=[])
            if self.wire.is_used:
                self.begin(room.refresh())

    def loaded(self, name: str) -> None:
        """Take note that nobody loads a match any more."""
        self.loading.pop(name, None)
        self.overtaken.discard(name)

    async def load(self, name: str) -> Room:
        """Rebuild a room from the database."""
        try:
            kept = await self.store.read(name)
            self.make_place()
            match = await self.rebuilt(kept, refusable=True) if kept.dealt else None
            room = Room(name, kept, match, self)
        except (MatchdayError, SQLAlchemyError, OSError):
            raise
        except Exception:
            LOG.exception("match %s cannot be read", name)
            raise Unreadable from None
        self.rooms[name] = room
        self.take_from_shelf(room)
        if kept.closed and datetime.now(UTC) - kept.updated > SEEN_AGAIN:
            await self.store.touch(name)
        self.wire.tell(name, "who", seats=[])
        # Of two processes at which the last two were ready each may have left it to the other, and dropped the match.
        if name in self.overtaken or room.gathering.is_sealing_due or room.gathering.is_deal_due:
            self.begin(room.refresh())
        room.time.set_alarm()
        self.trim()
        return room

    def make_place(self) -> None:
        """Drop an idle room where there are as many as may be; where none is, nobody comes in."""
        if len(self.rooms) >= self.settings.most_rooms and not self.trim(1):
            raise Busy

    async def rebuilt(self, kept: Kept, known: Match | None = None, *, refusable: bool = False) -> Match:
        """Replay a match beside the event loop; from where it was known, if it went on from there."""
        ask = Ask(table=kept.id, refusable=refusable)
        return await self.tables.do(ask, self.rebuild, kept, known)

    def rebuild(self, kept: Kept, known: Match | None = None) -> Match:
        """Replay a match from its seed and moves."""
        game = find_game(kept.game)
        if (game.version, box_digest(game, None)) != (kept.rules, kept.box):
            raise Outdated
        try:
            fair = stored_fair(kept.dice, kept.secret, kept.openings)
            if known and not known.ending and kept.moves[: known.ply] == known.moves:
                match = known.copy()
            else:
                match = Match(game, kept.options, kept.seed, runner=self.players.runner(game))
            match.names, match.kinds = list(kept.names), [sitter.player for sitter in kept.sitters]
            match.fair = fair
            for move in kept.moves[match.ply :]:
                match.play(move.seat, move.action, elapsed=move.elapsed)
            if kept.ending:
                match.end(kept.ending)
        except MatchdayError as error:
            LOG.warning("match %s cannot be replayed: %s", kept.id, error)
            raise Outdated from error
        return match

    async def look(
        self,
        match: Match,
        seat: int | None,
        language: str,
        since: int,
        *,
        all_cards: bool = False,
        at: Room | None = None,
    ) -> View:
        """Make a view beside the event loop, in turns, so that nobody waits for those who come in crowds or have a long
        past to be told. Who is `at` the table goes first.
        """
        tell = partial(view, match.copy(), seat, language=language, since=since, all_cards=all_cards, whole=False)
        crew = self.tables if match.ply - since < LONG_PAST else self.teller
        return await crew.do(Ask(AT_TABLE, at.name, refusable=False) if at else Ask(LOOKING_BACK), tell)

    async def add(self, plan: Plan) -> str:
        """Store a new match; gives its id."""
        name = new_id()
        self.charge(plan)
        await self.store.create(name, plan)
        return name

    def charge(self, plan: Plan) -> None:
        """Put a new match on the account of whoever asks for it."""
        asker = ASKER.get()
        self.made.spend(asker)
        self.taken.spend(asker, plan.size)
        if plan.closed:
            self.uploaded.spend(asker)

    def trim(self, needed: int = 0) -> int:
        """Drop the rooms that nobody has used for longest, beyond a number and a size, or so many as are needed; those
        with a live clock last. Tells how many.
        """
        idle = sorted((room for room in self.rooms.values() if room.is_idle), key=lambda room: room.time.is_ticking)
        number, size = len(idle), sum(room.size for room in idle)
        dropped = 0
        for room in idle:
            is_full = number > self.settings.idle_rooms or size > 1_000_000 * self.settings.idle_megabytes
            if not is_full and dropped >= needed:
                break
            self.drop(room)
            number, size, dropped = number - 1, size - room.size, dropped + 1
        return dropped

    def drop(self, room: Room) -> None:
        """Forget a room; the sweeper sees to it now that nobody's alarm rings."""
        del self.rooms[room.name]
        self.wire.forget(room.name)
        if room.time.alarm:
            room.time.alarm.cancel()
            room.time.alarm = None
        if room.time.clock and room.time.is_ticking:
            self.shelf[room.name] = Shelved(room.match.ply, room.time.clock, room.time.arrived)
        while len(self.shelf) > LONGEST_SHELF:
            del self.shelf[next(iter(self.shelf))]

    def take_from_shelf(self, room: Room) -> None:
        """Let a clock go on that ran while the room was forgotten, if nobody has moved since."""
        shelved = self.shelf.pop(room.name, None)
        if shelved and room.time.clock and room.dealt and shelved.ply == room.dealt.ply:
            room.time.clock, room.time.arrived = shelved.clock, shelved.arrived

    async def aclose(self) -> None:
        """Stop all bots; everything is stored already."""
        self.is_closing = True
        self.players.close()
        for crew in (self.tables, self.teller, self.reader):
            crew.close()
        for room in self.rooms.values():
            if room.time.alarm:
                room.time.alarm.cancel()
        bots = [room.opponents.task for room in self.rooms.values() if room.opponents.task]
        tasks: list[asyncio.Future[Any]] = [self.sweeper, *self.tasks, *self.loading.values(), *bots]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self.unfinished, return_exceptions=True)  # whoever reads has to put down the book


def reported(task: asyncio.Future[None]) -> None:
    """Report what went wrong with work that nobody waits for; work that came too late is no news."""
    if not task.cancelled() and task.exception() and not isinstance(task.exception(), StaleMatch):
        LOG.error("something could not be done", exc_info=task.exception())
