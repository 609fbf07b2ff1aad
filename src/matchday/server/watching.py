"""One socket's place at a table: who looks, in which language, and what is still to be sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from matchday.engine.calls import Language
from matchday.engine.changes import changes
from matchday.engine.view import View
from matchday.match.match import Match
from matchday.server.talk import Said
from matchday.server.turns import ASKER
from matchday.server.waiting import Gate
from matchday.server.wire import (
    DeclinedMessage,
    Note,
    OfferMessage,
    PingMessage,
    PresenceMessage,
    SaidMessage,
    StepMessage,
    ThinkingMessage,
    TimeInfo,
    ViewMessage,
)

FULL_OUTBOX = 32
TRIPS = 5
LAG_CAP = 0.3
"""Seconds that are given back for a message's way at most, whatever the pings say."""


class Watcher:
    """Somebody at a socket.

    A view is made when it is sent, so a slow reader gets the latest one, with all events since their last. Who has one
    already is told what is different.
    """

    def __init__(self, seat: int | None, language: Language, since: int, key: str = "") -> None:
        self.seat, self.language, self.since, self.key = seat, language, since, key
        """`key` is the hash of the token that opened the seat."""
        self.address = ASKER.get()
        self.pinged: dict[int, float] = {}
        self.trips: tuple[float, ...] = ()
        """Seconds that the latest pings took, there and back."""
        self.is_away = False
        """Connected, but not looking."""
        self.is_quick = False
        """Shown every move at once, without animation."""
        self.follows = False
        """Whether a first view was sent."""
        self.sent: View | None = None
        """The view that the client has, but for its events; None where it needs a whole one …"""
        self.version = 0
        """… and the table's version that it is of."""
        self.is_dismissed = False
        """To be hung up on as soon as everything is sent."""
        self.outbox: list[Note | None] = []
        """What is to be sent; None for how the match stands."""
        self.on_filled: Callable[[], None] = lambda: None
        """Called soon after something was put where there was nothing."""
        self.drained = Gate()

    def look(self) -> None:
        """Send how the match stands; what was said of the state before it needs no sending any more."""
        self.outbox = [note for note in self.outbox if note is not None and not isinstance(note, ThinkingMessage)]
        self.put(None)

    def look_anew(self) -> None:
        """Send a whole view."""
        self.sent = None
        self.look()

    def hear(self, said: Said) -> None:
        """Send what was said at the table."""
        self.put(SaidMessage(seat=said.seat, text=said.words(self.language), phrase=said.phrase))

    def meet(self, presence: PresenceMessage) -> None:
        """Send who is there; only the latest matters."""
        self.outbox = [note for note in self.outbox if not isinstance(note, PresenceMessage)]
        self.put(presence)

    def consider(self, proposal: OfferMessage | DeclinedMessage) -> None:
        """Send what is proposed, or that it is off; of each thing only the latest matters."""
        self.outbox = [note for note in self.outbox if getattr(note, "what", None) != proposal.what]
        self.put(proposal)

    def dismiss(self, note: Note) -> None:
        """Send a last message."""
        self.seat, self.key, self.is_dismissed = None, "", True
        self.outbox = []
        self.put(note)

    def pong(self, number: int, now: float) -> None:
        """Measure how long a ping took; an answer to no question measures nothing."""
        sent = self.pinged.pop(number, None)
        if sent is not None:
            self.trips = (*self.trips, now - sent)[-TRIPS:]

    @property
    def lag(self) -> float:
        """Seconds that a question and its answer are on their way: measured here, and never more than the cap."""
        return min([LAG_CAP, *self.trips]) if self.trips else 0.0

    def put(self, note: Note | None) -> None:
        """Send something."""
        self.outbox.append(note)
        if len(self.outbox) == 1:
            asyncio.get_running_loop().call_soon(self.on_filled)
        if len(self.outbox) >= FULL_OUTBOX:
            self.drained.clear()

    def forget_from(self, ply: int) -> None:
        """Tell the events of a ply, and of those after it, again."""
        self.since = min(self.since, ply)

    def take(self) -> Note | None:
        """Take out what is to be sent next; none for how the match stands."""
        note = self.outbox.pop(0)
        if isinstance(note, PingMessage):
            self.pinged = {note.n: time.monotonic()}
        if not self.outbox:
            self.drained.set()
        return note

    def catch_up(self, match: Match) -> int:
        """Give the ply from which on events are to be told, and take them as told."""
        since, self.since, self.follows = min(self.since, match.ply + 1), match.ply + 1, True
        return since

    def tell(self, match: Match, shown: View, since: int, version: int, clocks: TimeInfo | None = None) -> bytes:
        """Write how the match stands, or what is different from what the client knows: the only way in which anything
        about a match's table reaches a socket.
        """
        deadline = match.deadline()
        limit, known, builds_on = deadline[0] if deadline else None, self.sent, self.version
        change = changes(known, shown) if known else None
        self.sent, self.version = shown.but(events=[]), version
        if change is None:
            return ViewMessage(version=version, view=shown, since=since, limit=limit, time=clocks).written()
        return StepMessage(
            builds_on=builds_on, version=version, change=change, since=since, limit=limit, time=clocks
        ).written()
