"""Who looks on at a table, players among them, and how they are shown how the match stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matchday.engine.view import View
from matchday.match.match import Match
from matchday.match.views import view
from matchday.server.rows import BOT
from matchday.server.settings import LONG_PAST
from matchday.server.watching import Watcher
from matchday.server.wire import DeclinedMessage, GatheringMessage, OfferMessage, PresenceMessage, ThinkingMessage

if TYPE_CHECKING:
    from matchday.server.room import Room


class Audience:
    """All who look on at one table, on this process and on others."""

    def __init__(self, room: Room) -> None:
        self.room, self.rooms = room, room.rooms
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, set[int]] = {}
        """The seats that are connected to other processes."""
        self.watched: Match | None = None
        self.common_views: dict[tuple[str, int], View] = {}
        """Of the match as it was last watched: what spectators see, by language and first ply."""

    def is_here(self, seat: int) -> bool:
        """Tell whether somebody on a seat is connected, to this process or another."""
        is_far = any(seat in seats for seats in self.elsewhere.values())
        return is_far or self.room.sitters[seat].kind == BOT or seat in self.seats_here

    @property
    def seats_here(self) -> set[int]:
        """The seats that are connected to this process."""
        return {watcher.seat for watcher in self.watchers if watcher.seat is not None}

    def show(self, watcher: Watcher) -> bytes | None:
        """Write how the match stands for who follows it move by move; nothing where there is more to tell, which is
        done beside the event loop.
        """
        match = self.room.dealt
        if match is None:
            return self.gathering_for(watcher)
        if not watcher.follows or match.ply - watcher.since >= LONG_PAST:
            return None
        since = watcher.catch_up(match)
        shown = self.common(match, watcher, since)
        if shown is None:
            shown = view(match, watcher.seat, language=watcher.language, since=since, whole=False)
        return self.written(match, self.room.version, watcher, since, shown)

    async def show_beside(self, watcher: Watcher) -> bytes:
        """Write the same for who has come just now, or has a long past to be told."""
        match, version = self.room.match, self.room.version
        since = watcher.catch_up(match)
        shown = self.common(match, watcher, since)
        if shown is None:
            shown = await self.rooms.look(match, watcher.seat, watcher.language, since, at=self.room)
        return self.written(match, version, watcher, since, shown)

    def common(self, match: Match, watcher: Watcher, since: int) -> View | None:
        """Give what a spectator sees if one has seen it already."""
        if self.watched is not match:
            self.watched, self.common_views = match, {}
        return self.common_views.get((watcher.language, since)) if watcher.seat is None else None

    def written(self, match: Match, version: int, watcher: Watcher, since: int, shown: View) -> bytes:
        """Write a view for somebody."""
        if watcher.seat is None and self.watched is match:
            self.common_views[watcher.language, since] = shown
        return watcher.tell(match, self.allowed(shown), since, version, self.room.time.time_info())

    def allowed(self, shown: View) -> View:
        """Let nothing be taken back alone against the clock: the time that was spent on it would come back too."""
        return shown.but(can_undo=False) if self.room.time.clock and shown.can_undo else shown

    def gathering_for(self, watcher: Watcher) -> bytes:
        """Write who sits where while people gather."""
        seats, commitment = self.room.seat_infos(watcher.language), self.room.gathering.commitment or ""
        return GatheringMessage(commitment=commitment, hashes=self.room.gathering.hashes, seats=seats).written()

    def tell_presence(self) -> None:
        """Tell everyone who is there."""
        here = [self.is_here(seat) for seat in range(len(self.room.sitters))]
        watching = sum(watcher.seat is None for watcher in self.watchers)
        for watcher in self.watchers:
            watcher.meet(PresenceMessage(here=here, watching=watching))

    def meet(self, process: str, seats: set[int]) -> None:
        """Take note of who is connected to another process."""
        gone = self.elsewhere.get(process, set()) - seats
        if seats:
            self.elsewhere[process] = seats
        else:
            self.elsewhere.pop(process, None)
        for seat in seats:
            self.room.time.come(seat)
        for seat in gone:
            self.room.time.leave(seat)
        self.room.time.mind_the_time()
        self.tell_presence()

    def join(self, watcher: Watcher) -> None:
        """Take a place at the table."""
        self.rooms.keep(self.room)
        self.rooms.shelf.pop(self.room.name, None)
        self.watchers.add(watcher)
        watcher.is_away = False
        if watcher.seat is not None:
            self.room.time.come(watcher.seat)
        self.room.time.mind_the_time()
        if self.room.opponents.thinking is not None:
            watcher.put(ThinkingMessage(seat=self.room.opponents.thinking))
        for said in self.room.talk:
            watcher.hear(said)
        for note in self.room.offers.messages():
            watcher.put(note)
        self.tell_presence()
        self.rooms.wire.tell(self.room.name, "here", seats=sorted(self.seats_here))
        self.room.opponents.wake()

    def leave(self, watcher: Watcher) -> None:
        """Go; the match stays as it is."""
        self.watchers.discard(watcher)
        if watcher.seat is not None:
            self.room.time.leave(watcher.seat)
        self.room.time.mind_the_time()
        self.tell_presence()
        self.rooms.wire.tell(self.room.name, "here", seats=sorted(self.seats_here))
        self.rooms.trim()

    def turn_away(self, watcher: Watcher, *, away: bool) -> None:
        """Look elsewhere for a while, or be back."""
        if watcher.is_away != away:
            watcher.is_away = away
            self.room.time.mind_the_time()
            self.room.opponents.wake()

    def tell(self, proposal: OfferMessage | DeclinedMessage) -> None:
        """Tell everyone what is proposed, or that it is off."""
        for watcher in self.watchers:
            watcher.consider(proposal)
