"""The bots of one table: they move when it is their turn, in the time that all bots take."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from matchday.bots.levels import FAR, LEVELS
from matchday.engine.errors import IllegalAction, NotYourMove, StaleMatch
from matchday.server.players import OPPONENT, WATCHED
from matchday.server.problems import NotStored
from matchday.server.rows import BOT
from matchday.server.timekeeper import STORE_AGAIN
from matchday.server.turns import Ask
from matchday.server.wire import ThinkingMessage

if TYPE_CHECKING:
    from matchday.server.room import Room

LOG = logging.getLogger(__name__)
QUICK = 0.15
"""Seconds that a bot's move takes at least where there is nothing to follow: nobody watches it being shown, or it is a
step of a choice of which others hear when it is complete. Longer than those think who are let off so soon, or a forced
move would show itself."""


class Opponents:
    """The bots of one table."""

    def __init__(self, room: Room) -> None:
        self.room, self.rooms = room, room.rooms
        self.task: asyncio.Task[None] | None = None
        self.thinking: int | None = None

    def waiting(self) -> list[int]:
        """List the bots that owe a decision; bots among themselves play for those who watch.

        In play by the clock they stop when time does: nothing happens behind people's backs.
        """
        if self.room.dealt is None or self.room.closed or not (self.room.audience.watchers or self.room.has_people):
            return []
        if self.room.has_people and self.room.time.paused_at is not None and self.room.match.deadline():
            return []
        return [seat for seat in self.room.match.waiting if self.room.sitters[seat].kind == BOT]

    def ask(self) -> Ask:
        """Ask for a bot's turn: sooner for somebody who plays than for those who watch, and on the account of
        whoever at the table asks for least.
        """
        playing = [watcher.address for watcher in self.room.audience.watchers if watcher.seat is not None]
        addresses = playing or [watcher.address for watcher in self.room.audience.watchers] or [""]
        turns = self.rooms.players.crew.turns
        address = min(addresses, key=lambda each: (turns.waiting[each] + turns.running[each], each))
        return Ask(OPPONENT if playing else WATCHED, self.room.name, address, refusable=False)

    def wake(self) -> None:
        """Let the bots play as long as it is their turn."""
        if self.task is None and not self.rooms.is_closing and self.waiting():
            self.task = asyncio.create_task(self.run(), name=f"bots of {self.room.name}")
            self.task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[None]) -> None:
        """Look once more: the match may have come to them just as they stopped."""
        self.task = self.thinking = None
        if task.cancelled():
            return
        if task.exception():
            LOG.error("the bots of a match stopped", exc_info=task.exception())
            return
        self.wake()
        self.rooms.trim()

    def due(self, began: float, level: str, *, is_step: bool = False) -> float:
        """Tell when a bot's move may be made: when people can follow it, and not before the time is over that the
        game's own clock counts for it anyway, or that would run faster than a clock. Men who are chosen one by one come
        together, so each of them is quick. Of a legend, who takes its time, nobody is told sooner.
        """
        pause, watchers = self.rooms.settings.bot_pause, self.room.audience.watchers
        followers = [each for each in watchers if each.seat is not None] or list(watchers)
        takes_time = level in LEVELS and LEVELS[level].effort >= FAR
        unseen = is_step or (followers and all(each.is_quick for each in followers))
        if not pause or (unseen and not takes_time):
            return began + min(QUICK, pause)
        return max(began + pause, self.room.time.asked_at + self.room.match.least() / 1000)

    async def run(self) -> None:
        """Play for every bot in turn.

        All of a bot's moves are announced and take the same least time, or a forced move would show itself.
        """
        while waiting := self.waiting():
            self.thinking = seat = waiting[0]
            began, match = time.monotonic(), self.room.match
            ply = match.ply
            for watcher in self.room.audience.watchers:
                watcher.put(ThinkingMessage(seat=seat))
            ask = self.ask()
            level = self.room.sitters[seat].level
            action = await self.rooms.players.decide(ask, match, seat, level)
            self.rooms.metrics.thought.observe(time.monotonic() - began)
            is_step = not match.game.final(match.box_for(seat), match.hidden(seat), seat, action)
            pause = self.due(began, level, is_step=is_step) - time.monotonic()
            await asyncio.sleep(max(0.0, pause, self.rooms.bot_pace.of(ask.address).borrow()))
            if seat not in self.waiting():
                continue  # time stands, or the match has ended meanwhile
            try:
                await self.room.play(seat, action, ply)
            except (StaleMatch, IllegalAction, NotYourMove):
                continue  # somebody has moved or taken back meanwhile: think again
            except NotStored:
                await asyncio.sleep(STORE_AGAIN)
