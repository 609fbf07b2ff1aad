"""Rooms: matches in memory, their bots and their watchers. What is in memory is what is stored, never more."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Coroutine, Sequence
from typing import Any

from matchday.bots.levels import DEFAULT as DEFAULT_LEVEL
from matchday.engine.errors import IllegalAction, MatchdayError, StaleMatch
from matchday.games import game as find_game
from matchday.match.files import box_digest
from matchday.match.match import BOT as BOT_NAME
from matchday.match.match import LONGEST_MOVE, NOMINAL, EndedBy, Ending, Match
from matchday.match.views import view
from matchday.server.players import Players
from matchday.server.problems import Conflict, Outdated, WrongToken
from matchday.server.rows import BOT
from matchday.server.settings import Settings
from matchday.server.store import Kept, Sitter, Store, hashed, new_id
from matchday.server.talk import MOST_KEPT, Pace, Said
from matchday.server.wire import Language, Note, SaidMessage, ThinkingMessage, ViewMessage

LOG = logging.getLogger(__name__)
FULL_OUTBOX = 32
LAG_ALLOWANCE = 0.25
"""Seconds that an answer may be on its way."""
TALK_TIMES, TALK_SECONDS = 5, 10.0
"""How often a seat may speak."""
STAND_IN = DEFAULT_LEVEL
"""The bot that plays on for whoever leaves a table of several people."""


class Watcher:
    """One socket's place at a table: who looks, in which language, and what is still to be sent.

    A view is made when it is sent, so a slow reader gets the latest one, with all events since his last.
    """

    def __init__(self, seat: int | None, language: Language, since: int) -> None:
        self.seat, self.language, self.since = seat, language, since
        self.outbox: list[Note | None] = [None]  # None: a view
        self.filled, self.drained = asyncio.Event(), asyncio.Event()
        self.filled.set()
        self.drained.set()

    def look(self) -> None:
        """Send a view; what was said of the state before it needs no sending any more."""
        self.outbox = [note for note in self.outbox if note is not None and not isinstance(note, ThinkingMessage)]
        self.put(None)

    def hear(self, said: Said) -> None:
        """Send what was said at the table."""
        self.put(SaidMessage(seat=said.seat, text=said.words(self.language), phrase=said.phrase))

    def put(self, note: Note | None) -> None:
        """Send something."""
        self.outbox.append(note)
        self.filled.set()
        if len(self.outbox) >= FULL_OUTBOX:
            self.drained.clear()

    def forget_from(self, ply: int) -> None:
        """Tell the events of a ply, and of those after it, again."""
        self.since = min(self.since, ply)

    def take(self, match: Match) -> list[str]:
        """Take out all that is to be sent, as text."""
        notes, self.outbox = self.outbox, []
        self.filled.clear()
        self.drained.set()
        return [self.view_text(match) if note is None else note.model_dump_json() for note in notes]

    def view_text(self, match: Match) -> str:
        """Show the match: the only way in which anything about it reaches a socket."""
        since = min(self.since, match.ply + 1)
        self.since = match.ply + 1
        shown = view(match, self.seat, language=self.language, since=since)
        deadline = match.deadline()
        return ViewMessage(view=shown, since=since, limit=deadline[0] if deadline else None).model_dump_json()


class Room:
    """One match, played."""

    def __init__(self, name: str, match: Match, sitters: Sequence[Sitter], rooms: Rooms, *, kept: Kept) -> None:
        self.name, self.match, self.sitters, self.rooms = name, match, list(sitters), rooms
        self.hot_seat, self.closed = kept.hot_seat, kept.closed
        self.talk = kept.talk
        self.paces = {seat: Pace(TALK_TIMES, TALK_SECONDS) for seat in range(len(sitters))}
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.bots: asyncio.Task[None] | None = None
        self.thinking: int | None = None
        self.outlooks: dict[tuple[int, int | None], asyncio.Task[list[float] | None]] = {}
        """How the match stands, by ply and by whose eyes; of the latest ply only."""
        self.alarm: asyncio.TimerHandle | None = None
        self.asked_at = time.monotonic()
        """When the table began to wait."""
        self.paused_at: float | None = self.asked_at
        """Since when nobody who plays is there: that time does not count."""

    @property
    def is_open(self) -> bool:
        """Whether everything may be shown."""
        return self.closed or self.match.is_over

    @property
    def has_people(self) -> bool:
        """Whether anybody but bots plays."""
        return any(sitter.kind != BOT for sitter in self.sitters)

    @property
    def is_idle(self) -> bool:
        """Whether the room can be dropped from memory."""
        return not self.watchers and not self.bots and not self.lock.locked()

    def seat_of(self, token: str) -> int:
        """Give the seat that a token opens."""
        wanted = hashed(token)
        for seat, sitter in enumerate(self.sitters):
            if sitter.token and hmac.compare_digest(sitter.token, wanted):
                return seat
        raise WrongToken

    def seats_of(self, tokens: Sequence[str]) -> list[int]:
        """Give the seats that some of these tokens open."""
        wanted = {hashed(token) for token in tokens}
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.token in wanted]

    # ------------------------------------------------------------ watching

    def join(self, watcher: Watcher) -> None:
        """Take a place at the table."""
        self.watchers.add(watcher)
        if watcher.seat is not None and self.paused_at is not None:
            self.asked_at += time.monotonic() - max(self.asked_at, self.paused_at)
            self.paused_at = None
        if self.thinking is not None:
            watcher.put(ThinkingMessage(seat=self.thinking))
        for said in self.talk:
            watcher.hear(said)
        self.set_alarm()
        self.wake_bots()

    def leave(self, watcher: Watcher) -> None:
        """Go; the match stays as it is."""
        self.watchers.discard(watcher)
        if self.paused_at is None and all(other.seat is None for other in self.watchers):
            self.paused_at = time.monotonic()
            self.set_alarm()
        self.rooms.trim()

    def elapsed(self, at: float) -> int:
        """Measure how long the table has waited, in a game with a clock; what a client says counts for nothing."""
        if not self.match.game.has_clock:
            return NOMINAL
        end = at if self.paused_at is None else min(at, self.paused_at)
        return max(0, min(LONGEST_MOVE, round((end - self.asked_at) * 1000)))

    async def chances(self, seat: int | None) -> list[float] | None:
        """Estimate how the match stands from a seat's eyes or a spectator's, once for each ply."""
        match, key = self.match, (self.match.ply, seat)
        if key not in self.outlooks:
            self.outlooks = {each: task for each, task in self.outlooks.items() if each[0] == match.ply}
            self.outlooks[key] = asyncio.create_task(self.rooms.players.chances(match, seat))
        found = await asyncio.shield(self.outlooks[key])
        if found is None:
            self.outlooks.pop(key, None)
        return found

    # ------------------------------------------------------------ playing

    async def play(self, seat: int, action: int, ply: int) -> None:
        """Play a move and store it. What is wrong raises and changes nothing."""
        await finished(self.play_in_turn(seat, action, ply, time.monotonic()))

    async def undo(self, seat: int, ply: int) -> None:
        """Take back a choice that nobody has seen."""
        await finished(self.undo_in_turn(seat, ply))

    async def concede(self, seat: int, ply: int) -> None:
        """Give a match up."""
        await finished(self.concede_in_turn(seat, ply))

    async def concede_in_turn(self, seat: int, ply: int) -> None:
        """End the match, or let a bot play on where other people still play. Others may have moved meanwhile."""
        async with self.lock:
            if ply > self.match.ply or self.match.is_over:
                raise StaleMatch(self.match.ply, ply)
            others = [other for other, sitter in enumerate(self.sitters) if other != seat and sitter.kind != BOT]
            if self.match.seats > 2 and others:
                await self.hand_to_bot(seat)
            else:
                await self.end(Ending(EndedBy.CONCEDE, seat))

    async def end(self, ending: Ending) -> None:
        """End the match otherwise than by its rules."""
        after = self.match.copy()
        after.end(ending)
        await self.store(self.rooms.store.end(self.name, after), after.ply)
        self.match = after
        self.changed(again=True)

    async def hand_to_bot(self, seat: int) -> None:
        """Let a bot take over a seat; whoever sat there watches from now on."""
        after = self.match.copy()
        after.names[seat] = f"{BOT_NAME}{STAND_IN}"
        await self.rooms.store.hand_to_bot(self.name, seat, STAND_IN, after.names)
        self.match, self.sitters[seat] = after, Sitter(BOT, STAND_IN)
        for watcher in self.watchers:
            if watcher.seat == seat:
                watcher.seat = None
        self.changed(again=True)

    async def say(self, said: Said) -> None:
        """Say something to the table."""
        self.paces[said.seat].step(time.monotonic())
        await self.rooms.store.talk(self.name, said)
        self.talk = [*self.talk, said][-MOST_KEPT:]
        for watcher in self.watchers:
            watcher.hear(said)

    async def play_in_turn(self, seat: int, action: int, ply: int, at: float) -> None:
        """Play when everyone before has played."""
        async with self.lock:
            if not self.is_current(seat, ply):
                raise StaleMatch(self.match.ply, ply)
            after = self.match.copy()
            after.play(seat, action, elapsed=self.elapsed(at))
            await self.store(self.rooms.store.append(self.name, after), ply)
            self.match = after
            self.asked_at = time.monotonic()
            self.changed()

    async def undo_in_turn(self, seat: int, ply: int) -> None:
        """Take back when everyone before has played."""
        async with self.lock:
            if ply != self.match.ply:
                raise StaleMatch(self.match.ply, ply)
            after = self.match.copy()
            after.undo(seat)
            await self.store(self.rooms.store.take_back(self.name, after), ply)
            self.match = after
            self.changed()

    def is_current(self, seat: int, ply: int) -> bool:
        """Tell whether a move made for a ply still stands.

        Where several choose in secret at once, another's choice may come in between: as long as the seat has not
        moved since and sees nothing new, its own is as good as before.
        """
        match = self.match
        if ply >= match.ply:
            return ply == match.ply
        before = match.table_at(ply)
        is_own = any(step.move and step.move.seat == seat for step in match.steps[ply + 1 :])
        return bool(before.waiting >> seat & 1) and not is_own and match.looks_alike(before, match.table, seat)

    async def store(self, write: Coroutine[Any, Any, None], ply: int) -> None:
        """Wait until a change is stored; if another process was first, read the match anew."""
        try:
            await write
        except Conflict:
            self.match = await self.rooms.rebuilt(await self.rooms.store.read(self.name))
            for watcher in self.watchers:
                watcher.forget_from(0)
            self.changed()
            raise StaleMatch(self.match.ply, ply) from None

    def changed(self, *, again: bool = False) -> None:
        """Show everyone the new state, and let bots answer it; `again` where the ply itself has not changed."""
        for watcher in self.watchers:
            watcher.forget_from(self.match.ply if again else self.match.ply + 1)
            watcher.look()
        self.set_alarm()
        self.wake_bots()

    # ------------------------------------------------------------ play by the clock

    def set_alarm(self) -> None:
        """Watch over the time that the present question may take, while somebody who plays is there."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        deadline = self.match.deadline()
        if deadline is None or self.paused_at is not None or self.closed or self.rooms.is_closing:
            return
        left = self.asked_at + deadline[0] / 1000 + LAG_ALLOWANCE - time.monotonic()
        self.alarm = asyncio.get_running_loop().call_later(max(0.0, left), self.ring, self.match.ply)

    def ring(self, ply: int) -> None:
        """Play for whoever has not answered in time."""
        self.alarm = None
        deadline = self.match.deadline()
        if deadline and ply == self.match.ply:
            task = asyncio.ensure_future(self.play(self.match.waiting[0], deadline[1], ply))
            task.add_done_callback(rung)

    # ------------------------------------------------------------ bots

    def waiting_bots(self) -> list[int]:
        """List the bots that owe a decision; bots among themselves play for those who watch."""
        if self.closed or not (self.watchers or self.has_people):
            return []
        return [seat for seat in self.match.waiting if self.sitters[seat].kind == BOT]

    def wake_bots(self) -> None:
        """Let the bots play as long as it is their turn."""
        if self.bots is None and not self.rooms.is_closing and self.waiting_bots():
            self.bots = asyncio.create_task(self.run_bots(), name=f"bots of {self.name}")
            self.bots.add_done_callback(self.bots_done)

    def bots_done(self, task: asyncio.Task[None]) -> None:
        """Look once more: the match may have come to them just as they stopped."""
        self.bots = self.thinking = None
        if task.cancelled():
            return
        if task.exception():
            LOG.error("the bots of a match stopped", exc_info=task.exception())
            return
        self.wake_bots()
        self.rooms.trim()

    async def run_bots(self) -> None:
        """Play for every bot in turn.

        All of a bot's moves are announced and take the same least time, or a forced move would show itself.
        """
        while waiting := self.waiting_bots():
            self.thinking = seat = waiting[0]
            began, ply = time.monotonic(), self.match.ply
            for watcher in self.watchers:
                watcher.put(ThinkingMessage(seat=seat))
            action = await self.rooms.players.decide(self.match, seat, self.sitters[seat].level)
            await asyncio.sleep(max(0.0, self.rooms.settings.bot_pause - (time.monotonic() - began)))
            try:
                await self.play(seat, action, ply)
            except (StaleMatch, IllegalAction):
                continue  # somebody has moved or taken back meanwhile: think again


class Rooms:
    """All matches in memory."""

    def __init__(self, settings: Settings, store: Store, players: Players) -> None:
        self.settings, self.store, self.players = settings, store, players
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.is_closing = False

    async def get(self, name: str) -> Room:
        """Give a match's room, rebuilt from the stored moves if it is not in memory."""
        if name in self.rooms:
            self.rooms[name] = self.rooms.pop(name)  # the latest used stand last
            return self.rooms[name]
        if name not in self.loading:
            self.loading[name] = asyncio.create_task(self.load(name))
            self.loading[name].add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(self.loading[name])

    async def load(self, name: str) -> Room:
        """Rebuild a room from the database."""
        kept = await self.store.read(name)
        room = Room(name, await self.rebuilt(kept), kept.sitters, self, kept=kept)
        self.rooms[name] = room
        self.trim()
        return room

    async def rebuilt(self, kept: Kept) -> Match:
        """Replay a match beside the event loop."""
        return await asyncio.to_thread(self.rebuild, kept)

    def rebuild(self, kept: Kept) -> Match:
        """Replay a match from its seed and moves."""
        game = find_game(kept.game)
        if (game.version, box_digest(game, None)) != (kept.rules, kept.box):
            raise Outdated
        try:
            match = Match(game, kept.options, kept.seed, names=kept.names, runner=self.players.runner(game))
            for move in kept.moves:
                match.play(move.seat, move.action, elapsed=move.elapsed)
            if kept.ending:
                match.end(kept.ending)
        except MatchdayError as error:
            LOG.warning("match %s cannot be replayed: %s", kept.id, error)
            raise Outdated from error
        return match

    async def add(
        self, match: Match, sitters: Sequence[Sitter], *, hot_seat: bool = False, closed: bool = False
    ) -> str:
        """Store a new match; gives its id."""
        name = new_id()
        await self.store.create(name, match, sitters, hot_seat=hot_seat, closed=closed)
        return name

    def trim(self) -> None:
        """Drop the rooms that nobody has used for longest, beyond a number."""
        idle = [name for name, room in self.rooms.items() if room.is_idle]
        for name in idle[: max(0, len(idle) - self.settings.idle_rooms)]:
            del self.rooms[name]

    async def aclose(self) -> None:
        """Stop all bots; everything is stored already."""
        self.is_closing = True
        self.players.close()
        for room in self.rooms.values():
            if room.alarm:
                room.alarm.cancel()
        tasks = [room.bots for room in self.rooms.values() if room.bots]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def rung(task: asyncio.Future[None]) -> None:
    """Report what went wrong with a move made for somebody, but that it came too late."""
    if not task.cancelled() and task.exception() and not isinstance(task.exception(), StaleMatch):
        LOG.error("no move could be made for a seat that was out of time", exc_info=task.exception())


async def finished(work: Coroutine[Any, Any, None]) -> None:
    """Bring work to its end even if whoever asked for it is gone: memory must follow what is stored."""
    await asyncio.shield(asyncio.ensure_future(work))
