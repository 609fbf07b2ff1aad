"""Time at a table: the clocks that were agreed on, and how long the game itself waits for an answer."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from matchday.match.match import LONGEST_MOVE, Match
from matchday.match.past import NOMINAL
from matchday.server.clocks import Clock
from matchday.server.problems import NotStored
from matchday.server.rows import BOT
from matchday.server.store import Kept
from matchday.server.wire import TimeInfo

if TYPE_CHECKING:
    from matchday.server.room import Room

STORE_AGAIN = 1.0
"""Seconds until something is tried again that the database did not take."""


class Timekeeper:
    """Keeps the time of one table."""

    def __init__(self, room: Room, kept: Kept) -> None:
        self.room, self.rooms = room, room.rooms
        self.alarm: asyncio.TimerHandle | None = None
        self.asked_at = time.monotonic()
        """When the table began to wait."""
        self.paused_at: float | None = self.asked_at
        """Since when nobody who plays looks on: that time does not count."""
        self.arrived = {move.seat for move in kept.moves}
        """The seats that have been at the table: nobody's clock runs before."""
        self.clock = Clock(kept.clock, len(kept.sitters)) if kept.clock else None
        if self.clock:
            self.take_up(self.clock, kept)

    @property
    def is_ticking(self) -> bool:
        """Whether a clock runs that the room alone keeps: days are counted from what is stored."""
        return bool(self.clock and self.clock.running and not self.clock.rule.is_correspondence)

    def ask(self) -> None:
        """Count how long the table waits from now on."""
        self.asked_at = time.monotonic()

    def come(self, seat: int) -> None:
        """Take note that somebody is at the table."""
        self.arrived.add(seat)
        if self.clock:
            self.clock.come(seat, time.monotonic())

    def leave(self, seat: int) -> None:
        """Take note that somebody has gone, unless the seat is still open elsewhere."""
        if self.clock and not self.room.audience.is_here(seat):
            self.clock.leave(seat, time.monotonic())

    def mind_the_time(self) -> None:
        """Let time stand while nobody who plays looks on, and go on from where it stood."""
        is_here = any(watcher.seat is not None and not watcher.is_away for watcher in self.room.audience.watchers)
        is_watched = is_here or bool(self.room.audience.elsewhere)
        if is_watched and self.paused_at is not None:
            self.asked_at += time.monotonic() - max(self.asked_at, self.paused_at)
            self.paused_at = None
        elif not is_watched and self.paused_at is None:
            self.paused_at = time.monotonic()
        self.set_alarm()

    def elapsed(self, at: float) -> int:
        """Measure how long the table has waited, in a game with a clock; what a client says counts for nothing."""
        if not self.room.match.game.has_clock:
            return NOMINAL
        end = at if self.paused_at is None else min(at, self.paused_at)
        return max(0, min(LONGEST_MOVE, round((end - self.asked_at) * 1000)))

    def start_anew(self, kept: Kept) -> None:
        """Count time from now on, with what the stored moves have cost. Whoever sits anywhere is not away."""
        self.asked_at = time.monotonic()
        if self.clock and kept.clock:
            for seat in range(len(self.room.sitters)):
                self.clock.settle(seat, self.asked_at)
            grace, self.clock = self.clock.grace, Clock(kept.clock, len(kept.sitters))
            self.clock.grace = grace
            self.take_up(self.clock, kept)
            for seat in filter(self.room.audience.is_here, range(len(self.room.sitters))):
                self.clock.come(seat, self.asked_at)

    def take_up(self, clock: Clock, kept: Kept) -> None:
        """Let the clocks go on where they stood. Time without a server is nobody's, unless days are played for."""
        now = time.monotonic()
        for move, spent in zip(kept.moves, kept.spent, strict=True):
            clock.charge(move.seat, spent / 1000)
        for seat in range(len(self.room.sitters)):
            clock.leave(seat, now)
        if clock.rule.is_correspondence:
            self.arrived = set(range(len(self.room.sitters)))
            clock.run(self.clocked(), now - self.rooms.store.wall.since(kept.updated).total_seconds())

    def clocked(self) -> list[int]:
        """List the seats whose clocks should run."""
        match, sitters = self.room.dealt, self.room.sitters
        return [seat for seat in match.waiting if sitters[seat].kind != BOT and seat in self.arrived] if match else []

    @property
    def may_be_timed(self) -> bool:
        """Whether it may ever matter how long messages are on their way."""
        return self.clock is not None or self.room.game.deadline is not None

    @property
    def is_timed(self) -> bool:
        """Whether it matters now."""
        return self.clock is not None or (self.room.dealt is not None and self.room.dealt.deadline() is not None)

    def lag(self, seat: int) -> float:
        """Give the seconds that a seat's question and answer are on their way, as far as that was measured."""
        return min((watcher.lag for watcher in self.room.audience.watchers if watcher.seat == seat), default=0.0)

    def time_info(self) -> TimeInfo | None:
        """Tell how the clocks stand."""
        if self.clock is None:
            return None
        now, seats = time.monotonic(), range(len(self.room.sitters))
        return TimeInfo(
            kind=self.clock.rule.kind,
            left=[max(0, round(1000 * self.clock.remaining(seat, now))) for seat in seats],
            running=self.clock.running,
            grace=[round(1000 * (self.clock.grace[seat] - self.clock.pardon(seat, now))) for seat in seats],
            increment=1000 * self.clock.rule.increment,
        )

    def flag_in(self, after: Match) -> float | None:
        """Tell in how many seconds somebody may be out of time after a move."""
        if self.clock is None or after.over:
            return None
        return max(0.0, min(self.clock.left[seat] for seat in after.waiting) + max(self.clock.grace))

    def set_alarm(self) -> None:
        """Let the clocks run as they should, and watch over the first time that runs out."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        if self.clock:
            self.clock.run(self.clocked(), time.monotonic())
        if not (self.room.closed or self.rooms.is_closing):
            due = min(self.question_due(), self.flag_due())
            if due < float("inf"):
                left = max(0.0, due - time.monotonic())
                self.alarm = asyncio.get_running_loop().call_later(left, self.ring)

    def question_due(self) -> float:
        """Tell when the game's own time for the present question is up; it stands while nobody who plays is there."""
        match = self.room.dealt
        deadline = match.deadline() if match else None
        if match is None or deadline is None or self.paused_at is not None:
            return float("inf")
        return self.asked_at + deadline[0] / 1000 + max((self.lag(seat) for seat in match.waiting), default=0.0)

    def flag_due(self) -> float:
        """Tell when the first flag falls."""
        found = self.clock.next_flag() if self.clock else None
        return float("inf") if found is None else found[0] + self.lag(found[1])

    def ring(self) -> None:
        """See to it that something happens now that time is up."""
        self.alarm = None
        self.rooms.begin(self.time_is_up())

    async def time_is_up(self) -> None:
        """Play for whoever has not answered the game's question, or end the match for whoever is out of time."""
        now = time.monotonic()
        try:
            if self.question_due() <= now:
                deadline = self.room.match.deadline()
                if deadline:
                    await self.room.play(self.room.match.waiting[0], deadline[1], self.room.match.ply)
            elif self.flag_due() <= now:
                await self.rooms.finish(self.flag())
            else:
                self.set_alarm()
        except NotStored:
            await asyncio.sleep(STORE_AGAIN)
            self.set_alarm()

    async def flag(self) -> None:
        """End the match for whoever is out of time, unless they have moved just now."""
        async with self.room.lock:
            found = self.clock.next_flag() if self.clock else None
            if found and found[0] + self.lag(found[1]) <= time.monotonic() and not self.room.match.over:
                await self.room.lose_on_time(found[1])
