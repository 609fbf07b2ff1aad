"""A room: one match in memory, and its lock. What is in memory is what is stored, never more.

What else there is at a table has owners of its own: how people gather, who looks on, what is on offer, the time, the
bots.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Coroutine, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from matchday.bots.levels import DEFAULT as DEFAULT_LEVEL
from matchday.bots.thinking import Prospect
from matchday.engine.errors import StaleMatch
from matchday.engine.speech import Say, mark
from matchday.games import game as find_game
from matchday.match.match import EndedBy, Ending, Match
from matchday.match.views import player_kind, shown_name
from matchday.server.audience import Audience
from matchday.server.gathering import Gathering
from matchday.server.offers import Offer, Offers, offer_message
from matchday.server.opponents import Opponents
from matchday.server.problems import Conflict, NoSpectators, NotDealt, NotPossible, WrongToken
from matchday.server.rows import BOT
from matchday.server.seats import Sitter
from matchday.server.store import Holders, Kept, hashed
from matchday.server.talk import MOST_KEPT, Pace, Said
from matchday.server.timekeeper import Timekeeper
from matchday.server.turns import Ask, Shared
from matchday.server.wire import DeclinedMessage, ErrorMessage, SeatInfo

if TYPE_CHECKING:
    from matchday.server.rooms import Rooms

TALK_TIMES, TALK_SECONDS = 5, 10.0
"""How often a seat may speak."""
ROOM_BYTES, PLY_BYTES = 30_000, 80
"""What a room takes in memory with the latest plies of its match, and each ply before them."""
STAND_IN = DEFAULT_LEVEL
"""The bot that plays on for whoever leaves a table of several people."""


class Room:
    """One match, played."""

    def __init__(self, name: str, kept: Kept, match: Match | None, rooms: Rooms) -> None:
        self.name, self.rooms = name, rooms
        self.dealt = match
        """None while people gather."""
        self.game, self.options = find_game(kept.game), match.options if match else kept.options
        self.names, self.sitters = list(kept.names), list(kept.sitters)
        self.hot_seat, self.closed, self.spectators = kept.hot_seat, kept.closed, kept.spectators
        self.talk = kept.talk
        self.paces: dict[int, Pace] = {}
        """How often those have spoken lately who have."""
        self.version = 0
        """How often something has changed that is shown, as long as this room is in memory."""
        self.lock = asyncio.Lock()
        """Whoever changes the match or its seats holds it."""
        self.outlooks, self.hints = Shared(), Shared()
        """How the match stands and what to do, by ply and by whose eyes; of the latest ply only."""
        self.gathering = Gathering(self, kept)
        self.audience = Audience(self)
        self.offers = Offers(self, kept.rematch)
        self.opponents = Opponents(self)
        self.time = Timekeeper(self, kept)

    @property
    def match(self) -> Match:
        """The match, once it is dealt."""
        if self.dealt is None:
            raise NotDealt
        return self.dealt

    @match.setter
    def match(self, match: Match) -> None:
        self.dealt = match

    @property
    def is_open(self) -> bool:
        """Whether everything may be shown."""
        return self.closed or (self.dealt is not None and self.dealt.over)

    @property
    def has_people(self) -> bool:
        """Whether anybody but bots plays."""
        return any(sitter.kind != BOT for sitter in self.sitters)

    @property
    def can_be_abandoned(self) -> bool:
        """Whether the match ends when nobody touches it for long: only between people, where no clock sees to it."""
        people = sum(sitter.kind != BOT for sitter in self.sitters)
        return people > 1 and not (self.hot_seat or self.closed or self.time.clock)

    @property
    def is_idle(self) -> bool:
        """Whether the room can be dropped from memory; a clock that it keeps is put on the shelf."""
        return not self.audience.watchers and not self.opponents.task and not self.lock.locked()

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return ROOM_BYTES + (len(self.dealt.steps) * PLY_BYTES if self.dealt else 0)

    # ------------------------------------------------------------ who sits here

    def seat_of(self, token: str) -> int:
        """Give the seat that a token opens."""
        wanted = hashed(token)
        for seat, sitter in enumerate(self.sitters):
            if any(hmac.compare_digest(key, wanted) for key in sitter.keys):
                return seat
        raise WrongToken

    async def recognise(self, token: str | None) -> None:
        """Look at the seats anew if a token is unknown: another process may just have given it out."""
        if token is not None and self.rooms.wire.is_used and not self.seats_of([token]):
            await self.refresh()

    def seats_of(self, tokens: Sequence[str]) -> list[int]:
        """Give the seats that some of these tokens open."""
        wanted = {hashed(token) for token in tokens}
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.keys & wanted]

    def eyes_of(self, token: str | None) -> int | None:
        """Give the seat that a token opens; without one a spectator looks, where that is allowed."""
        if token is not None:
            return self.seat_of(token)
        if not self.spectators and not self.is_open:
            raise NoSpectators
        return None

    def seat_infos(self, language: str) -> list[SeatInfo]:
        """Tell who sits where."""
        say = Say(language, self.game.name)
        return [
            SeatInfo(
                seat=seat,
                name=shown_name(self.game, say, seat, self.names[seat], sitter.player),
                kind="human" if (kind := player_kind(sitter.player)) == "person" else kind,
                level=sitter.level,
                taken=sitter.taken,
                ready=sitter.ready,
                opened=sitter.is_open,
                here=self.audience.is_here(seat),
            )
            for seat, sitter in enumerate(self.sitters)
        ]

    def seat_changed(self, seat: int, sitter: Sitter, names: list[str]) -> None:
        """Follow what was stored of a seat; whoever holds a token that opens nothing any more is sent away."""
        if self.sitters[seat].keys.isdisjoint(sitter.keys):
            self.offers.withdraw(seat)
        for watcher in self.audience.watchers if names != self.names else ():
            watcher.forget_from(0)  # what has happened is told with the names of now
        self.sitters[seat], self.names = sitter, names
        if self.dealt is not None:
            self.dealt = self.dealt.copy()
            self.dealt.names, self.dealt.kinds[seat] = list(names), sitter.player
        for watcher in [each for each in self.audience.watchers if each.seat == seat and each.key not in sitter.keys]:
            if sitter.kind == BOT and self.spectators:
                watcher.seat, watcher.key = None, ""
                continue
            say = Say(watcher.language)
            watcher.dismiss(ErrorMessage(code="bad_token", message=say("This seat was handed over.")))
            self.audience.watchers.discard(watcher)
        self.changed(again=True)
        self.audience.tell_presence()

    # ------------------------------------------------------------ advice and talk

    async def chances(self, seat: int | None) -> list[float] | None:
        """Estimate how the match stands from a seat's eyes or a spectator's, once for each ply."""
        look = partial(self.rooms.players.chances, self.name, self.match, seat)
        found: list[float] | None = await self.outlooks.get((self.match.ply, seat), look)
        return found

    async def hint(self, seat: int) -> list[Prospect]:
        """Rank a seat's choices, once for each ply. The seed holds nothing that the seat may not know."""
        seed = f"hint {self.name} {self.match.ply} {seat}"
        think = partial(self.rooms.players.hint, self.name, self.match, seat, seed)
        is_thought_out = self.rooms.players.is_ready(self.game, "bots")
        found: list[Prospect] = await self.hints.get((self.match.ply, seat, is_thought_out), think)
        return found

    def check_alone(self, seat: int) -> None:
        """Refuse what is only for somebody who plays alone against bots."""
        if self.hot_seat or self.other_people(seat):
            raise NotPossible(mark("The coach helps against bots alone, never between people."))

    async def say(self, said: Said) -> None:
        """Say something to the table."""
        self.paces.setdefault(said.seat, Pace(TALK_TIMES, TALK_SECONDS)).step(time.monotonic())
        await self.rooms.store.talk(self.name, said)
        self.talk = [*self.talk, said][-MOST_KEPT:]
        for watcher in self.audience.watchers:
            watcher.hear(said)

    # ------------------------------------------------------------ playing

    async def play(self, seat: int, action: int, ply: int) -> None:
        """Play a move and store it. What is wrong raises and changes nothing."""
        await self.rooms.finish(self.play_in_turn(seat, action, ply, time.monotonic() - self.time.lag(seat)))

    async def play_in_turn(self, seat: int, action: int, ply: int, at: float) -> None:
        """Play when everyone before has played."""
        async with self.lock:
            if not self.is_current(seat, ply):
                raise StaleMatch(self.match.ply, ply)
            if self.time.clock and self.time.clock.falls(seat) < at:
                await self.lose_on_time(seat)
                raise StaleMatch(self.match.ply, ply)
            after = self.match.copy()
            after.play(seat, action, elapsed=self.time.elapsed(at))
            spent = self.time.clock.spent(seat, at) if self.time.clock else None
            write = self.rooms.store.append(
                self.name, after, self.holders(seat), spent=spent, flag_in=self.time.flag_in(after)
            )
            await self.keep(write, ply)
            if self.time.clock:
                self.time.clock.press(seat, at)
            self.match = after
            self.time.ask()
            self.count(seat, at)
            self.changed()

    def count(self, seat: int, at: float) -> None:
        """Count a move."""
        by = "bot" if self.sitters[seat].kind == BOT else "person"
        self.rooms.metrics.moves[self.game.name, by] += 1
        self.rooms.metrics.stored.observe(time.monotonic() - at)

    def is_current(self, seat: int, ply: int) -> bool:
        """Tell whether a move made for a ply still stands.

        Where several choose in secret at once, another's choice may come in between: as long as the seat has not
        moved since and sees nothing new, its own is as good as before.
        """
        match = self.match
        if ply >= match.ply:
            return ply == match.ply
        before = match.table_at(ply)
        is_own = any(step.move and step.move.seat == seat for step in match.steps.since(ply + 1))
        return bool(before.waiting >> seat & 1) and not is_own and match.looks_alike(before, match.table, seat)

    async def undo(self, seat: int, ply: int) -> None:
        """Take back a choice that nobody has seen."""
        await self.rooms.finish(self.undo_in_turn(seat, ply))

    async def undo_in_turn(self, seat: int, ply: int) -> None:
        """Take back when everyone before has played."""
        async with self.lock:
            if ply != self.match.ply:
                raise StaleMatch(self.match.ply, ply)
            if self.time.clock:
                raise NotPossible(mark("Against the clock a move is taken back only if the others agree."))
            after = self.match.copy()
            after.undo(seat)
            dice = self.gathering.dice
            await self.keep(self.rooms.store.take_back(self.name, after, self.holders(seat), ply, dice=dice), ply)
            self.match = after
            self.changed()

    async def concede(self, seat: int, ply: int) -> None:
        """Give a match up."""
        await self.rooms.finish(self.concede_in_turn(seat, ply))

    async def concede_in_turn(self, seat: int, ply: int) -> None:
        """End the match, or let a bot play on where other people still play. Others may have moved meanwhile."""
        async with self.lock:
            if ply > self.match.ply or self.match.over:
                raise StaleMatch(self.match.ply, ply)
            if self.match.seats > 2 and self.other_people(seat):
                await self.hand_to_bot(seat)
            else:
                await self.end(Ending(EndedBy.CONCEDE, seat), self.holders(seat))

    async def lose_on_time(self, seat: int) -> None:
        """Whoever is out of time loses; where other people still play, a bot plays on for them."""
        if self.match.seats > 2 and self.other_people(seat):
            await self.hand_to_bot(seat)
        else:
            await self.end(Ending(EndedBy.TIME, seat))

    async def end(self, ending: Ending, by: Holders | None = None) -> None:
        """End the match otherwise than by its rules."""
        after = self.match.copy()
        after.end(ending)
        await self.keep(self.rooms.store.end(self.name, after, by or {}), after.ply)
        self.match = after
        self.changed(again=True)

    def holders(self, *seats: int) -> Holders:
        """Give the keys of the people who want a step, all of them if none is named: bots have no keys."""
        wanted = seats or range(len(self.sitters))
        return {seat: self.sitters[seat].keys for seat in wanted if self.sitters[seat].keys}

    async def hand_to_bot(self, seat: int) -> None:
        """Let a bot play on for whoever holds a seat, who watches from now on."""
        store, of, ply = self.rooms.store, self.sitters[seat].keys, self.match.ply
        try:
            done = await store.stand_in(self.name, seat, STAND_IN, of=of, ply=ply)
        except Conflict:
            await self.read_anew()
            raise StaleMatch(self.match.ply, ply) from None
        self.seat_changed(done.seat, done.sitter, done.names)

    def other_people(self, seat: int) -> list[int]:
        """List the other seats that people sit on."""
        return [other for other, sitter in enumerate(self.sitters) if other != seat and sitter.kind != BOT]

    async def abandon(self, before: datetime) -> None:
        """End a match that nobody has touched for long: whoever was to move has lost; if several were, nobody won."""
        async with self.lock:
            if not self.match.over and (await self.rooms.store.read(self.name)).updated < before:
                waiting = [seat for seat in self.match.waiting if self.sitters[seat].kind != BOT]
                await self.end(Ending(EndedBy.ABANDON, waiting[0] if len(waiting) == 1 else None))

    # ------------------------------------------------------------ what is stored, here and by other processes

    async def keep(self, write: Coroutine[Any, Any, None], ply: int) -> None:
        """Wait until a step is stored; if another process was first, read the match anew."""
        try:
            await write
            self.moved_on()
        except Conflict:
            self.moved_on()
            await self.read_anew()
            raise StaleMatch(self.match.ply, ply) from None

    def moved_on(self) -> None:
        """Take from the table what was offered before."""
        self.offers.moved_on()
        self.outlooks, self.hints = Shared(), Shared()

    async def refresh(self) -> None:
        """Follow what another process has stored; two who were ready at once have each left the deal to the other."""
        async with self.lock:
            await self.read_anew()
            await self.gathering.deal_when_ready()

    async def read_anew(self) -> None:
        """Read the match from the database, and show what is new."""
        kept = await self.rooms.store.read(self.name)
        match = await self.rooms.rebuilt(kept, self.dealt) if kept.dealt else None
        is_same = self.dealt is not None and match is not None and match.moves[: self.dealt.ply] == self.dealt.moves
        is_step = not (is_same and match and self.dealt and match.ply == self.dealt.ply)
        told = unheard(self.talk, kept.talk)
        is_next = kept.rematch is not None and self.offers.rematch is None
        self.dealt, self.talk, self.offers.rematch = match, kept.talk, kept.rematch
        self.options = match.options if match else kept.options
        self.names, self.gathering.hashes, self.hot_seat = list(kept.names), kept.hashes, kept.hot_seat
        self.gathering.dice = kept.dice
        if is_step:
            self.time.start_anew(kept)
        for watcher in [] if is_same else self.audience.watchers:
            watcher.forget_from(0)
        for seat, sitter in enumerate(kept.sitters):
            if sitter != self.sitters[seat]:
                self.seat_changed(seat, sitter, kept.names)
        self.changed(again=True)
        for said in told:
            for watcher in self.audience.watchers:
                watcher.hear(said)
        if is_next and kept.rematch:
            self.offers.tell_rematch(kept.rematch)

    def changed(self, *, again: bool = False) -> None:
        """Show everyone the new state, and let bots answer it; `again` where the ply itself has not changed."""
        self.version += 1
        ply = self.dealt.ply if self.dealt else 0
        for watcher in self.audience.watchers:
            watcher.forget_from(ply if again else ply + 1)
            watcher.look()
        self.time.set_alarm()
        self.opponents.wake()

    def hear(self, note: dict[str, Any]) -> None:
        """Take in what another process tells of this table."""
        match note["kind"]:
            case "change":
                self.rooms.begin(self.refresh())
            case "step":
                self.moved_on()
                self.rooms.begin(self.refresh())
            case "who":
                self.audience.meet(note["from"], set(note["seats"]))
                self.rooms.wire.tell(self.name, "here", seats=sorted(self.audience.seats_here))
                for offer in self.offers.open.values():
                    self.offers.pass_on(offer)
            case "here":
                self.audience.meet(note["from"], set(note["seats"]))
            case "offer":
                offer = Offer(note["what"], note["seat"], note["ply"], set(note["agreed"]))
                self.offers.open[offer.what] = offer
                self.audience.tell(offer_message(offer))
            case "declined":
                self.offers.open.pop(note["what"], None)
                self.audience.tell(DeclinedMessage(what=note["what"], seat=note["seat"]))

    @property
    def must(self) -> Ask:
        """Ask for what the table cannot do without."""
        return Ask(table=self.name, refusable=False)


def unheard(known: Sequence[Said], kept: Sequence[Said]) -> Sequence[Said]:
    """Give what was said since: of what is kept, what follows on what is known."""
    for start in range(len(kept) + 1):
        seen = len(kept) - start
        if seen <= len(known) and list(kept[:seen]) == list(known[len(known) - seen :]):
            return kept[seen:]
    return kept
