"""Rooms: matches in memory, their bots and their watchers. What is in memory is what is stored, never more."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from matchday.bots.levels import DEFAULT as DEFAULT_LEVEL
from matchday.bots.thinking import Prospect
from matchday.engine.errors import IllegalAction, MatchdayError, NotYourMove, StaleMatch
from matchday.engine.options import Options, seen_by
from matchday.engine.speech import Say, mark
from matchday.engine.view import View
from matchday.games import game as find_game
from matchday.match.fair import Fair, Opening, brought_texts, commitment_to, new_secret
from matchday.match.files import box_digest
from matchday.match.match import LONGEST_MOVE, NOMINAL, EndedBy, Ending, Match
from matchday.match.seating import facing
from matchday.match.views import shown_name, view
from matchday.server.clocks import Clock
from matchday.server.dice import HOST, JOINT, NOT_HANDED_ON, opening_of, stored_fair
from matchday.server.limits import Allowance, Buckets
from matchday.server.metrics import Metrics
from matchday.server.offers import Offer, What, rotated, undo_target
from matchday.server.players import OPPONENT, WATCHED, Players
from matchday.server.problems import (
    BadRequest,
    Busy,
    Conflict,
    NoSpectators,
    NotDealt,
    NotPossible,
    NotStored,
    Outdated,
    Unreadable,
    WrongCode,
    WrongToken,
)
from matchday.server.rows import BOT
from matchday.server.seats import Seated, Sitter, may_be_handed_on
from matchday.server.settings import Settings
from matchday.server.store import Due, Kept, Plan, Store, hashed, new_id, new_token
from matchday.server.talk import MOST_KEPT, Pace, Said
from matchday.server.turns import ASKER, Ask, Crew, Shared, Turns
from matchday.server.watching import Watcher, view_text
from matchday.server.wire import (
    DeclinedMessage,
    ErrorMessage,
    GatheringMessage,
    Note,
    OfferMessage,
    PresenceMessage,
    RematchMessage,
    SeatInfo,
    ThinkingMessage,
    TimeInfo,
)
from matchday.server.wiring import Wire

LOG = logging.getLogger(__name__)
TALK_TIMES, TALK_SECONDS = 5, 10.0
"""How often a seat may speak."""
LONG_PAST = 20
"""Plies whose events take longer to be told than others at their tables should wait."""
LEAST_PATIENCE, MOST_PATIENCE = timedelta(minutes=1), timedelta(days=7)
"""How long a match is left alone at which nothing could be done though it was due."""
STORE_AGAIN = 1.0
"""Seconds until a bot tries again to store a move that the database did not take."""
Result = TypeVar("Result")
MOST_WAITING, MOST_WAITING_OF_ONE, MOST_FILES_OF_ONE = 500, 20, 4
"""Who waits for a table to be opened, for a long past to be told, or for a file to be read; of one address fewer."""
AT_TABLE, LOOKING_BACK = range(2)
ROOM_BYTES, PLY_BYTES = 20_000, 2000
"""What a room takes in memory, and each ply of its match beside the table itself."""
LONGEST_SHELF = 10_000
SEEN_AGAIN = timedelta(days=1)
"""Uploads that are looked at are kept on; it is written down at most so often."""
MOST_KEYS = 20
"""Devices that open one seat."""
STAND_IN = DEFAULT_LEVEL
"""The bot that plays on for whoever leaves a table of several people."""


class Room:
    """One match, played."""

    def __init__(self, name: str, kept: Kept, match: Match | None, rooms: Rooms) -> None:
        self.name, self.rooms = name, rooms
        self.dealt = match
        """None while people gather."""
        self.game, self.options, self.secret = find_game(kept.game), kept.options, kept.secret
        self.dice, self.hashes = kept.dice, kept.hashes
        self.names, self.sitters = list(kept.names), list(kept.sitters)
        self.hot_seat, self.closed, self.spectators = kept.hot_seat, kept.closed, kept.spectators
        self.talk = kept.talk
        self.paces = {seat: Pace(TALK_TIMES, TALK_SECONDS) for seat in range(len(kept.sitters))}
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.bots: asyncio.Task[None] | None = None
        self.thinking: int | None = None
        self.watched: Match | None = None
        self.common_views: dict[tuple[str, int], View] = {}
        """Of the match as it was last watched: what spectators see, by language and first ply."""
        self.outlooks, self.hints = Shared(), Shared()
        """How the match stands and what to do, by ply and by whose eyes; of the latest ply only."""
        self.alarm: asyncio.TimerHandle | None = None
        self.asked_at = time.monotonic()
        """When the table began to wait."""
        self.paused_at: float | None = self.asked_at
        """Since when nobody who plays looks on: that time does not count."""
        self.elsewhere: dict[str, set[int]] = {}
        """The seats that are connected to other processes."""
        self.offers: dict[What, Offer] = {}
        self.rematch = kept.rematch
        self.arrived = {move.seat for move in kept.moves}
        """The seats that have been at the table: nobody's clock runs before."""
        self.clock = Clock(kept.clock, len(kept.sitters)) if kept.clock else None
        if self.clock:
            self.take_up(self.clock, kept)

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
        return people > 1 and not (self.hot_seat or self.closed or self.clock)

    @property
    def is_idle(self) -> bool:
        """Whether the room can be dropped from memory; a clock that it keeps is put on the shelf."""
        return not self.watchers and not self.bots and not self.lock.locked()

    @property
    def is_ticking(self) -> bool:
        """Whether a clock runs that the room alone keeps: days are counted from what is stored."""
        return bool(self.clock and self.clock.running and not self.clock.rule.is_correspondence)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return ROOM_BYTES + (len(self.dealt.steps) * (len(self.dealt.steps[0].table) + PLY_BYTES) if self.dealt else 0)

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

    # ------------------------------------------------------------ gathering

    @property
    def commitment(self) -> str | None:
        """What is shown before the deal to prove afterwards that the secret was not changed."""
        return commitment_to(self.secret) if self.secret else None

    def is_here(self, seat: int) -> bool:
        """Tell whether somebody on a seat is connected, to this process or another."""
        is_far = any(seat in seats for seats in self.elsewhere.values())
        return is_far or self.sitters[seat].kind == BOT or seat in self.seats_here

    @property
    def seats_here(self) -> set[int]:
        """The seats that are connected to this process."""
        return {watcher.seat for watcher in self.watchers if watcher.seat is not None}

    def seat_infos(self, language: str) -> list[SeatInfo]:
        """Tell who sits where."""
        say = Say(language, self.game.name)
        return [
            SeatInfo(
                seat=seat,
                name=shown_name(self.game, say, seat, self.names[seat]),
                kind="bot" if sitter.kind == BOT else "human",
                level=sitter.level,
                taken=sitter.taken,
                ready=sitter.ready,
                opened=sitter.is_open,
                here=self.is_here(seat),
            )
            for seat, sitter in enumerate(self.sitters)
        ]

    async def show(self, watcher: Watcher) -> str:
        """Write how the match stands for somebody."""
        if self.dealt is not None:
            match, follows, since = self.dealt, watcher.follows, watcher.catch_up(self.dealt)
            shown = self.allowed(await self.seen_by(match, watcher, since, follows=follows))
            return view_text(match, shown, since, self.time_info())
        seats, commitment = self.seat_infos(watcher.language), self.commitment or ""
        return GatheringMessage(commitment=commitment, hashes=self.hashes, seats=seats).model_dump_json()

    def allowed(self, shown: View) -> View:
        """Let nothing be taken back alone against the clock: the time that was spent on it would come back too."""
        return shown.model_copy(update={"can_undo": False}) if self.clock and shown.can_undo else shown

    async def seen_by(self, match: Match, watcher: Watcher, since: int, *, follows: bool) -> View:
        """Make a view for somebody; the same one for all spectators who miss the same."""
        if watcher.seat is not None:
            return await self.rooms.look(match, watcher.seat, watcher.language, since, at=self, follows=follows)
        if self.watched is not match:
            self.watched, self.common_views = match, {}
        common, key = self.common_views, (watcher.language, since)
        if key not in common:
            common[key] = await self.rooms.look(match, None, watcher.language, since, at=self, follows=follows)
        return common[key]

    async def claim(self, code: str, given: str) -> tuple[int, str]:
        """Use an invitation: gives the seat and a fresh token for it."""
        token = new_token()
        done = await self.rooms.finish(self.claim_in_turn(code, hashed(token), given))
        await self.rooms.renew(done.elsewhere)
        return done.seat, token

    async def claim_in_turn(self, code: str, key: str, given: str) -> Seated:
        """Do it when everyone before is done."""
        async with self.lock:
            try:
                done = await self.rooms.store.claim(self.name, hashed(code), key, given)
            except Conflict:
                await self.read_anew()
                self.check_handing_on()
                raise WrongCode from None
            self.follow_seat(done)
            return done

    async def invite(self, holder: int, key: str, seat: int | None, *, handover: bool) -> tuple[int, str]:
        """Make an invitation: to one's own seat, or to one that nobody has taken yet."""
        code, wanted = new_token(), holder if seat is None else seat
        self.check_handing_on()
        if wanted != holder:
            self.check_free(wanted)
        elif not handover and len(self.sitters[wanted].keys) >= MOST_KEYS:
            raise BadRequest(mark("This seat is open on as many devices as one can have."))
        try:
            await self.rooms.store.invite(self.name, wanted, hashed(code), by=key, handover=handover)
        except Conflict:
            await self.refresh()
            self.check_holder(holder, key)
            raise BadRequest(mark("This seat is not free.")) from None
        return wanted, code

    def check_free(self, seat: int) -> None:
        """Refuse what is done only to a seat that nobody has taken."""
        if seat >= len(self.sitters) or self.sitters[seat].taken:
            raise BadRequest(mark("This seat is not free."))

    def check_holder(self, seat: int, key: str) -> None:
        """Refuse what is done only by whoever holds a seat."""
        if key not in self.sitters[seat].keys:
            raise WrongToken

    async def change_seat(self, check: Callable[[], None], change: Callable[[], Awaitable[Seated]]) -> None:
        """Change a seat; if it is not any more what the change was made for, look at it anew and say so."""
        check()
        try:
            done = await change()
        except Conflict:
            await self.read_anew()
            check()
            raise
        self.follow_seat(done)

    def follow_seat(self, done: Seated) -> None:
        """Follow what was stored of a seat and of its table."""
        self.hot_seat = done.hot_seat
        self.seat_changed(done.seat, done.sitter, done.names)

    def check_unsealed(self) -> None:
        """Refuse what would change anything about dice that are fixed."""
        if self.dealt is not None:
            raise BadRequest(mark("The match has begun: what is added to the dice is sealed before it is dealt."))
        if self.hashes is not None:
            raise BadRequest(mark("Everyone has sealed: until the deal no seat changes, and nothing about the dice."))

    def check_handing_on(self) -> None:
        """Refuse to open seats elsewhere while the dice are fixed but not dealt, and where somebody may know them."""
        if not may_be_handed_on(self.dice, self.sitters):
            raise BadRequest(NOT_HANDED_ON)
        if self.dealt is None:
            self.check_unsealed()

    async def make_ready(self, seat: int, key: str, sealed: str, brought: Options) -> None:
        """Take note that a seat is ready, with its own deck and the hash of what it adds to the dice."""
        await self.rooms.tables.do(Ask(table=self.name), self.check_brought, seat, brought)
        await self.rooms.finish(self.make_ready_in_turn(seat, key, sealed, brought))

    async def open_up(self, seat: int, key: str, words: str, nonce: str) -> None:
        """Take what a seat has sealed; when everyone has opened, it is dealt."""
        await self.rooms.finish(self.open_up_in_turn(seat, key, words, nonce))

    def check_brought(self, seat: int, brought: Options) -> None:
        """Refuse what is not the seat's own to choose, and what the rules do not allow; of other decks say nothing."""
        known = self.game.options
        for name in brought:
            if name not in known or known[name].secret_of != seat:
                raise BadRequest(mark('"{name}" is not for this seat to choose'), name=name)
        self.game.box(seen_by(known, {**self.options, **brought}, seat))

    async def make_ready_in_turn(self, seat: int, key: str, sealed: str, brought: Options) -> None:
        """Do it when everyone before is done."""

        def check() -> None:
            self.check_holder(seat, key)
            self.check_unsealed()

        async with self.lock:
            if key in self.sitters[seat].keys and self.sitters[seat].hash == sealed:
                return  # said once more, because the answer was lost
            store = self.rooms.store
            await self.change_seat(check, lambda: store.make_ready(self.name, seat, sealed, brought, by=key))
            await self.deal_when_ready()

    async def open_up_in_turn(self, seat: int, key: str, words: str, nonce: str) -> None:
        """Do it when everyone before is done."""

        def check() -> None:
            self.check_holder(seat, key)
            sitter = self.sitters[seat]
            opening = Opening(words, nonce, brought_texts(sitter.brought))
            if self.hashes is None:
                raise BadRequest(mark("Nothing is opened before everyone is there and has sealed."))
            if opening.sealed(self.commitment or "", seat) != sitter.hash:
                raise BadRequest(mark("That is not what this seat has sealed."))

        async with self.lock:
            if key in self.sitters[seat].keys and (self.sitters[seat].nonce, self.sitters[seat].words) == (
                nonce,
                words,
            ):
                return  # said once more, because the answer was lost
            sealed, store = self.sitters[seat].hash, self.rooms.store
            await self.change_seat(check, lambda: store.open_up(self.name, seat, sealed, words, nonce, by=key))
            await self.deal_when_ready()

    async def fill(self, holder: int, key: str, seat: int, level: str) -> None:
        """Put a bot on a seat that nobody has taken."""
        await self.rooms.finish(self.fill_in_turn(holder, key, seat, level))

    async def fill_in_turn(self, holder: int, key: str, seat: int, level: str) -> None:
        """Do it when everyone before is done."""

        def check() -> None:
            self.check_holder(holder, key)
            self.check_free(seat)

        async with self.lock:
            await self.change_seat(check, lambda: self.rooms.store.fill(self.name, seat, level, by=key))
            await self.deal_when_ready()

    async def deal_when_ready(self) -> None:
        """Fix the hashes as soon as everyone is there and ready, and deal as soon as everyone has opened.

        Whoever never opens keeps the table undealt: nobody can change anything about its dice, nor draw new ones.
        """
        while self.dealt is None and self.hashes is None and all(one.taken and one.ready for one in self.sitters):
            try:
                self.hashes = await self.rooms.store.seal(self.name, list(self.sitters), list(self.names))
            except Conflict:  # another process was first, or somebody has changed his seat meanwhile
                await self.read_anew()
                continue
            self.changed(again=True)
        while self.dealt is None and self.hashes is not None and all(sitter.is_open for sitter in self.sitters):
            match = await self.rooms.tables.do(self.must, self.laid_out, list(self.sitters))
            try:
                await self.rooms.store.deal(self.name, match, self.sitters, self.names, flag_in=self.flag_in(match))
            except Conflict:  # another process was first, or somebody has changed his seat meanwhile
                await self.read_anew()
                continue
            self.match, self.options = match, match.options
            self.asked_at = time.monotonic()
            self.changed(again=True)

    def laid_out(self, sitters: Sequence[Sitter]) -> Match:
        """Deal to these."""
        fair = Fair(self.secret or "", tuple(opening_of(sitter) for sitter in sitters))
        runner = self.rooms.players.runner(self.game)
        brought = {name: value for each in sitters for name, value in each.brought.items()}
        return Match(self.game, {**self.options, **brought}, names=self.names, runner=runner, fair=fair)

    def seat_changed(self, seat: int, sitter: Sitter, names: list[str]) -> None:
        """Follow what was stored of a seat; whoever holds a token that opens nothing any more is sent away."""
        self.sitters[seat], self.names = sitter, names
        if self.dealt is not None:
            self.dealt = self.dealt.copy()
            self.dealt.names = list(names)
        for watcher in [each for each in self.watchers if each.seat == seat and each.key not in sitter.keys]:
            if sitter.kind == BOT and self.spectators:
                watcher.seat, watcher.key = None, ""
                continue
            say = Say(watcher.language)
            watcher.dismiss(ErrorMessage(code="bad_token", message=say("This seat was handed over.")))
            self.watchers.discard(watcher)
        self.changed(again=True)
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell everyone who is there."""
        here = [self.is_here(seat) for seat in range(len(self.sitters))]
        watching = sum(watcher.seat is None for watcher in self.watchers)
        for watcher in self.watchers:
            watcher.meet(PresenceMessage(here=here, watching=watching))

    def hear(self, note: dict[str, Any]) -> None:
        """Take in what another process tells of this table."""
        match note["kind"]:
            case "change":
                self.rooms.begin(self.refresh())
            case "step":
                self.moved_on()
                self.rooms.begin(self.refresh())
            case "who":
                self.meet(note["from"], set(note["seats"]))
                self.rooms.wire.tell(self.name, "here", seats=sorted(self.seats_here))
                for offer in self.offers.values():
                    self.pass_on(offer)
            case "here":
                self.meet(note["from"], set(note["seats"]))
            case "offer":
                offer = Offer(note["what"], note["seat"], note["ply"], set(note["agreed"]))
                self.offers[offer.what] = offer
                self.tell(offer_message(offer))
            case "declined":
                self.offers.pop(note["what"], None)
                self.tell(DeclinedMessage(what=note["what"], seat=note["seat"]))

    def meet(self, process: str, seats: set[int]) -> None:
        """Take note of who is connected to another process."""
        gone, now = self.elsewhere.get(process, set()) - seats, time.monotonic()
        if seats:
            self.elsewhere[process] = seats
        else:
            self.elsewhere.pop(process, None)
        self.arrived |= seats
        if self.clock:
            for seat in seats:
                self.clock.come(seat, now)
            for seat in gone:
                if not self.is_here(seat):
                    self.clock.leave(seat, now)
        self.mind_the_time()
        self.tell_presence()

    # ------------------------------------------------------------ watching

    def join(self, watcher: Watcher) -> None:
        """Take a place at the table."""
        self.rooms.rooms.setdefault(self.name, self)  # it may have been trimmed while nobody was there
        self.rooms.shelf.pop(self.name, None)
        self.watchers.add(watcher)
        watcher.is_away = False
        if watcher.seat is not None:
            self.arrived.add(watcher.seat)
            if self.clock:
                self.clock.come(watcher.seat, time.monotonic())
        self.mind_the_time()
        if self.thinking is not None:
            watcher.put(ThinkingMessage(seat=self.thinking))
        for said in self.talk:
            watcher.hear(said)
        for offer in self.offers.values():
            if self.is_on_offer(offer.what):
                watcher.put(offer_message(offer))
        self.tell_presence()
        self.rooms.wire.tell(self.name, "here", seats=sorted(self.seats_here))
        self.wake_bots()

    def leave(self, watcher: Watcher) -> None:
        """Go; the match stays as it is."""
        self.watchers.discard(watcher)
        if self.clock and watcher.seat is not None and not self.is_here(watcher.seat):
            self.clock.leave(watcher.seat, time.monotonic())
        self.mind_the_time()
        self.tell_presence()
        self.rooms.wire.tell(self.name, "here", seats=sorted(self.seats_here))
        self.rooms.trim()

    def turn_away(self, watcher: Watcher, *, away: bool) -> None:
        """Look elsewhere for a while, or be back."""
        if watcher.is_away != away:
            watcher.is_away = away
            self.mind_the_time()
            self.wake_bots()

    def mind_the_time(self) -> None:
        """Let time stand while nobody who plays looks on, and go on from where it stood."""
        is_here = any(watcher.seat is not None and not watcher.is_away for watcher in self.watchers)
        is_watched = is_here or bool(self.elsewhere)
        if is_watched and self.paused_at is not None:
            self.asked_at += time.monotonic() - max(self.asked_at, self.paused_at)
            self.paused_at = None
        elif not is_watched and self.paused_at is None:
            self.paused_at = time.monotonic()
        self.set_alarm()

    def elapsed(self, at: float) -> int:
        """Measure how long the table has waited, in a game with a clock; what a client says counts for nothing."""
        if not self.match.game.has_clock:
            return NOMINAL
        end = at if self.paused_at is None else min(at, self.paused_at)
        return max(0, min(LONGEST_MOVE, round((end - self.asked_at) * 1000)))

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

    # ------------------------------------------------------------ playing

    async def play(self, seat: int, action: int, ply: int) -> None:
        """Play a move and store it. What is wrong raises and changes nothing."""
        await self.rooms.finish(self.play_in_turn(seat, action, ply, time.monotonic() - self.lag(seat)))

    async def undo(self, seat: int, ply: int) -> None:
        """Take back a choice that nobody has seen."""
        await self.rooms.finish(self.undo_in_turn(seat, ply))

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
                await self.end(Ending(EndedBy.CONCEDE, seat))

    async def end(self, ending: Ending) -> None:
        """End the match otherwise than by its rules."""
        after = self.match.copy()
        after.end(ending)
        await self.store(self.rooms.store.end(self.name, after), after.ply)
        self.match = after
        self.changed(again=True)

    async def hand_to_bot(self, seat: int) -> None:
        """Let a bot play on for whoever holds a seat, who watches from now on."""
        store, of, ply = self.rooms.store, self.sitters[seat].keys, self.match.ply
        try:
            done = await store.stand_in(self.name, seat, STAND_IN, of=of, ply=ply)
        except Conflict:
            await self.read_anew()
            raise StaleMatch(self.match.ply, ply) from None
        self.seat_changed(done.seat, done.sitter, done.names)

    # ------------------------------------------------------------ what needs consent

    async def offer(self, seat: int, what: What) -> None:
        """Propose something; who proposes what was proposed already agrees to it."""
        await self.rooms.finish(self.offer_in_turn(seat, what))

    async def offer_in_turn(self, seat: int, what: What) -> None:
        """Do it when everyone before is done."""
        async with self.lock:
            self.check_offer(seat, what)
            if not self.is_on_offer(what):
                self.offers[what] = Offer(what, seat, self.match.ply)
            await self.agree(self.offers[what], seat)

    def check_offer(self, seat: int, what: What) -> None:
        """Refuse what cannot be agreed on now."""
        match = self.match
        if what == "undo" and undo_target(match, seat) is None:
            raise NotPossible(mark("A move is taken back only while no card was drawn and no die rolled since."))
        if what == "draw" and (match.over or not self.game.has_draws(match.box)):
            raise NotPossible(mark("A draw cannot be agreed on here."))
        if what == "draw" and not self.hot_seat and not self.other_people(seat):
            raise NotPossible(mark("Bots play on to the end."))
        if what == "rematch" and (not match.over or self.closed or self.rematch):
            raise NotPossible(mark("Another match can be proposed once, when this one is over."))

    async def answer(self, seat: int, what: What, *, accept: bool) -> None:
        """Agree to what was proposed, or decline it; whoever has proposed it may withdraw it."""
        await self.rooms.finish(self.answer_in_turn(seat, what, accept=accept))

    async def answer_in_turn(self, seat: int, what: What, *, accept: bool) -> None:
        """Do it when everyone before is done."""
        async with self.lock:
            if not self.is_on_offer(what):
                raise NotPossible(mark("That is not on offer any more."))
            if accept:
                await self.agree(self.offers[what], seat)
            else:
                del self.offers[what]
                self.tell(DeclinedMessage(what=what, seat=seat))
                self.rooms.wire.tell(self.name, "declined", what=what, seat=seat)

    async def agree(self, offer: Offer, seat: int) -> None:
        """Take note that a seat agrees; when all people do, it is done. At one screen one answer is everybody's."""
        offer.agreed.add(seat)
        people = [number for number, sitter in enumerate(self.sitters) if sitter.kind != BOT]
        if not self.hot_seat and not offer.agreed.issuperset(people):
            self.tell(offer_message(offer))
            self.pass_on(offer)
            return
        del self.offers[offer.what]
        if offer.what == "draw":
            await self.end(Ending(EndedBy.DRAW))
        elif offer.what == "undo":
            await self.go_back(offer.seat)
        else:
            await self.play_again()

    def is_on_offer(self, what: What) -> bool:
        """Tell whether something is on offer.

        Offers are kept nowhere, so a restart loses them; but none is taken for an offer at another moment of the match.
        """
        if what == "rematch":
            return what in self.offers and not self.rematch
        return what in self.offers and self.offers[what].ply == self.match.ply

    def moved_on(self) -> None:
        """Take from the table what was offered before."""
        self.offers = {what: offer for what, offer in self.offers.items() if what == "rematch"}
        self.outlooks, self.hints = Shared(), Shared()

    def pass_on(self, offer: Offer) -> None:
        """Tell other processes of an offer."""
        agreed = sorted(offer.agreed)
        self.rooms.wire.tell(self.name, "offer", what=offer.what, seat=offer.seat, ply=offer.ply, agreed=agreed)

    def tell(self, note: Note) -> None:
        """Tell everyone something."""
        for watcher in self.watchers:
            watcher.put(note)

    async def go_back(self, seat: int) -> None:
        """Take back a seat's last move, and all after it; everyone has agreed, so the clocks go back too."""
        target, ply = undo_target(self.match, seat), self.match.ply
        if target is None:
            return
        after = self.match.at(target)
        await self.store(self.rooms.store.take_back(self.name, after, ply), ply)
        self.match = after
        self.start_anew(await self.rooms.store.read(self.name))
        self.changed()

    async def play_again(self) -> None:
        """Make another match with the same people, each on the next seat. Their tokens open their seats there too."""
        following, is_charged = new_id(), False
        while not self.rematch:
            sitters, names = list(self.sitters), list(self.names)
            plan = await self.rooms.tables.do(self.must, self.next_plan)
            if not is_charged:
                self.rooms.charge(plan)
                is_charged = True
            try:
                await self.rooms.store.follow(self.name, following, plan, sitters, names)
            except Conflict:  # another process was first, or somebody has handed his seat over meanwhile
                await self.read_anew()
                continue
            self.rematch = following
            self.tell_rematch(following)

    def tell_rematch(self, following: str) -> None:
        """Tell everyone where it goes on."""
        seats = len(self.sitters)
        for watcher in self.watchers:
            watcher.put(RematchMessage(id=following, seat=None if watcher.seat is None else (watcher.seat + 1) % seats))

    def next_plan(self) -> Plan:
        """Lay out the next match: fresh dice, everyone one seat further. Several people seal and open anew."""
        seats = len(self.sitters)
        back = [(seat - 1) % seats for seat in range(seats)]
        fair = Fair(new_secret(), (None,) * seats)
        people = [seat for seat, old in enumerate(back) if self.sitters[old].kind != BOT]
        gather = not self.hot_seat and len(people) > 1
        options = facing(self.game, rotated(self.game.options, self.options, seats), people)
        names = [self.names[seat] for seat in back]
        match = Match(self.game, options, names=names, runner=self.rooms.players.runner(self.game), fair=fair)
        return Plan(
            game=self.game,
            options=options,
            names=names,
            sitters=[next_sitter(self.sitters[seat], gather=gather) for seat in back],
            dice=JOINT if gather else HOST,
            match=None if gather else match,
            secret=fair.secret,
            spectators=self.spectators,
            clock=self.clock.rule if self.clock else None,
            hot_seat=self.hot_seat,
        )

    async def abandon(self, before: datetime) -> None:
        """End a match that nobody has touched for long: whoever was to move has lost; if several were, nobody won."""
        async with self.lock:
            if not self.match.over and (await self.rooms.store.read(self.name)).updated < before:
                waiting = [seat for seat in self.match.waiting if self.sitters[seat].kind != BOT]
                await self.end(Ending(EndedBy.ABANDON, waiting[0] if len(waiting) == 1 else None))

    # ------------------------------------------------------------ talk

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
            if self.clock and self.clock.falls(seat) < at:
                await self.lose_on_time(seat)
                raise StaleMatch(self.match.ply, ply)
            after = self.match.copy()
            after.play(seat, action, elapsed=self.elapsed(at))
            spent = self.clock.spent(seat, at) if self.clock else None
            write = self.rooms.store.append(self.name, after, spent=spent, flag_in=self.flag_in(after))
            await self.store(write, ply)
            if self.clock:
                self.clock.press(seat, at)
            self.match = after
            self.asked_at = time.monotonic()
            self.count(seat, at)
            self.changed()

    def count(self, seat: int, at: float) -> None:
        """Count a move."""
        by = "bot" if self.sitters[seat].kind == BOT else "person"
        self.rooms.metrics.moves[self.game.name, by] += 1
        self.rooms.metrics.stored.observe(time.monotonic() - at)

    async def undo_in_turn(self, seat: int, ply: int) -> None:
        """Take back when everyone before has played."""
        async with self.lock:
            if ply != self.match.ply:
                raise StaleMatch(self.match.ply, ply)
            if self.clock:
                raise NotPossible(mark("Against the clock a move is taken back only if the others agree."))
            after = self.match.copy()
            after.undo(seat)
            await self.store(self.rooms.store.take_back(self.name, after, ply), ply)
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
        """Wait until a step is stored; if another process was first, read the match anew."""
        try:
            await write
            self.moved_on()
        except Conflict:
            self.moved_on()
            await self.read_anew()
            raise StaleMatch(self.match.ply, ply) from None

    async def refresh(self) -> None:
        """Follow what another process has stored; two who were ready at once have each left the deal to the other."""
        async with self.lock:
            await self.read_anew()
            await self.deal_when_ready()

    async def read_anew(self) -> None:
        """Read the match from the database, and show what is new."""
        kept = await self.rooms.store.read(self.name)
        match = await self.rooms.rebuilt(kept, self.dealt) if kept.dealt else None
        is_same = self.dealt is not None and match is not None and match.moves[: self.dealt.ply] == self.dealt.moves
        is_step = not (is_same and match and self.dealt and match.ply == self.dealt.ply)
        told = unheard(self.talk, kept.talk)
        is_next = kept.rematch is not None and self.rematch is None
        self.dealt, self.talk, self.rematch, self.options = match, kept.talk, kept.rematch, kept.options
        self.names, self.hashes, self.hot_seat = list(kept.names), kept.hashes, kept.hot_seat
        if is_step:
            self.start_anew(kept)
        for watcher in [] if is_same else self.watchers:
            watcher.forget_from(0)
        for seat, sitter in enumerate(kept.sitters):
            if sitter != self.sitters[seat]:
                self.seat_changed(seat, sitter, kept.names)
        self.changed(again=True)
        for said in told:
            for watcher in self.watchers:
                watcher.hear(said)
        if is_next and kept.rematch:
            self.tell_rematch(kept.rematch)

    def start_anew(self, kept: Kept) -> None:
        """Count time from now on, with what the stored moves have cost. Whoever sits anywhere is not away."""
        self.asked_at = time.monotonic()
        if self.clock and kept.clock:
            for seat in range(len(self.sitters)):
                self.clock.settle(seat, self.asked_at)
            grace, self.clock = self.clock.grace, Clock(kept.clock, len(kept.sitters))
            self.clock.grace = grace
            self.take_up(self.clock, kept)
            for seat in filter(self.is_here, range(len(self.sitters))):
                self.clock.come(seat, self.asked_at)

    def changed(self, *, again: bool = False) -> None:
        """Show everyone the new state, and let bots answer it; `again` where the ply itself has not changed."""
        ply = self.dealt.ply if self.dealt else 0
        for watcher in self.watchers:
            watcher.forget_from(ply if again else ply + 1)
            watcher.look()
        self.set_alarm()
        self.wake_bots()

    # ------------------------------------------------------------ clocks

    def take_up(self, clock: Clock, kept: Kept) -> None:
        """Let the clocks go on where they stood. Time without a server is nobody's, unless days are played for."""
        now = time.monotonic()
        for move, spent in zip(kept.moves, kept.spent, strict=True):
            clock.charge(move.seat, spent / 1000)
        for seat in range(len(self.sitters)):
            clock.leave(seat, now)
        if clock.rule.is_correspondence:
            self.arrived = set(range(len(self.sitters)))
            clock.run(self.clocked(), now - self.rooms.store.wall.since(kept.updated).total_seconds())

    def clocked(self) -> list[int]:
        """List the seats whose clocks should run."""
        if self.dealt is None:
            return []
        return [seat for seat in self.dealt.waiting if self.sitters[seat].kind != BOT and seat in self.arrived]

    @property
    def is_timed(self) -> bool:
        """Whether it matters how long messages are on their way."""
        return self.clock is not None or (self.dealt is not None and self.dealt.deadline() is not None)

    def lag(self, seat: int) -> float:
        """Give the seconds that a seat's question and answer are on their way, as far as that was measured."""
        return min((watcher.lag for watcher in self.watchers if watcher.seat == seat), default=0.0)

    def time_info(self) -> TimeInfo | None:
        """Tell how the clocks stand."""
        if self.clock is None:
            return None
        now, seats = time.monotonic(), range(len(self.sitters))
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
        if not (self.closed or self.rooms.is_closing):
            due = min(self.question_due(), self.flag_due())
            if due < float("inf"):
                left = max(0.0, due - time.monotonic())
                self.alarm = asyncio.get_running_loop().call_later(left, self.ring)

    def question_due(self) -> float:
        """Tell when the game's own time for the present question is up; it stands while nobody who plays is there."""
        deadline = self.dealt.deadline() if self.dealt else None
        if self.dealt is None or deadline is None or self.paused_at is not None:
            return float("inf")
        return self.asked_at + deadline[0] / 1000 + max((self.lag(seat) for seat in self.dealt.waiting), default=0.0)

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
                deadline = self.match.deadline()
                if deadline:
                    await self.play(self.match.waiting[0], deadline[1], self.match.ply)
            elif self.flag_due() <= now:
                await self.rooms.finish(self.flag())
            else:
                self.set_alarm()
        except NotStored:
            await asyncio.sleep(STORE_AGAIN)
            self.set_alarm()

    async def flag(self) -> None:
        """End the match for whoever is out of time, unless he has moved just now."""
        async with self.lock:
            found = self.clock.next_flag() if self.clock else None
            if found and found[0] + self.lag(found[1]) <= time.monotonic() and not self.match.over:
                await self.lose_on_time(found[1])

    async def lose_on_time(self, seat: int) -> None:
        """Whoever is out of time loses; where other people still play, a bot plays on for him."""
        if self.match.seats > 2 and self.other_people(seat):
            await self.hand_to_bot(seat)
        else:
            await self.end(Ending(EndedBy.TIME, seat))

    def other_people(self, seat: int) -> list[int]:
        """List the other seats that people sit on."""
        return [other for other, sitter in enumerate(self.sitters) if other != seat and sitter.kind != BOT]

    # ------------------------------------------------------------ bots

    def waiting_bots(self) -> list[int]:
        """List the bots that owe a decision; bots among themselves play for those who watch.

        In play by the clock they stop when time does: nothing happens behind people's backs.
        """
        if self.dealt is None or self.closed or not (self.watchers or self.has_people):
            return []
        if self.has_people and self.paused_at is not None and self.match.deadline():
            return []
        return [seat for seat in self.match.waiting if self.sitters[seat].kind == BOT]

    @property
    def must(self) -> Ask:
        """Ask for what the table cannot do without."""
        return Ask(table=self.name, refusable=False)

    def bots_ask(self) -> Ask:
        """Ask for a bot's turn: sooner for somebody who plays than for those who watch, and on the account of
        whoever at the table asks for least.
        """
        playing = [watcher.address for watcher in self.watchers if watcher.seat is not None]
        addresses = playing or [watcher.address for watcher in self.watchers] or [""]
        turns = self.rooms.players.crew.turns
        address = min(addresses, key=lambda each: (turns.waiting[each] + turns.running[each], each))
        return Ask(OPPONENT if playing else WATCHED, self.name, address, refusable=False)

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
            ask = self.bots_ask()
            action = await self.rooms.players.decide(ask, self.match, seat, self.sitters[seat].level)
            self.rooms.metrics.thought.observe(time.monotonic() - began)
            pause = self.rooms.settings.bot_pause - (time.monotonic() - began)
            await asyncio.sleep(max(0.0, pause, self.rooms.bot_pace.of(ask.address).borrow()))
            if seat not in self.waiting_bots():
                continue  # time stands, or the match has ended meanwhile
            try:
                await self.play(seat, action, ply)
            except (StaleMatch, IllegalAction, NotYourMove):
                continue  # somebody has moved or taken back meanwhile: think again
            except NotStored:
                await asyncio.sleep(STORE_AGAIN)


@dataclass(frozen=True)
class Shelved:
    """What is kept of a forgotten room whose clock runs on."""

    ply: int
    clock: Clock
    arrived: set[int]


class Rooms:
    """All matches in memory."""

    def __init__(self, settings: Settings, store: Store, players: Players, metrics: Metrics) -> None:
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
        self.made = Allowance(settings.tables_an_address, settings.tables_a_day)
        self.uploaded = Allowance(settings.uploads_an_address, settings.uploads_a_day)
        self.taken = Allowance(1000 * settings.kilobytes_an_address, 1000 * settings.kilobytes_a_day)
        self.messages = Buckets(settings.address_messages_burst, settings.address_messages_a_second)
        self.bot_pace = Buckets(settings.bot_moves_burst, settings.bot_moves_a_second)
        self.shelf: dict[str, Shelved] = {}
        self.is_closing = False
        self.hopeless: dict[str, tuple[float, float]] = {}
        """Matches that could not be looked after: when each is tried again, and the seconds before that."""

    @property
    def wire(self) -> Wire:
        """The wire to other processes."""
        return self.store.wire

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
        room = self.rooms.get(note["match"])
        if room:
            room.hear(note)

    def resume(self) -> None:
        """Look at all tables anew: something may have been missed, here and by others."""
        for room in self.rooms.values():
            room.moved_on()
            self.begin(room.refresh())
            self.wire.tell(room.name, "who", seats=sorted(room.seats_here))

    def open(self) -> None:
        """Begin to listen to other processes, and to look after matches that nobody looks at."""
        self.wire.open(self.hear, self.resume)
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
        for due in await self.store.due():
            await self.look_after(due.id, Room.set_alarm)
            await self.store.put_off(due, self.store.wall.now() + self.patience(due))
        if self.settings.abandoned_days:
            before = self.store.wall.ago(timedelta(days=self.settings.abandoned_days))
            async for name in self.pages(partial(self.store.abandoned, before)):
                await self.look_after(name, lambda room: room.abandon(before))
        await self.forget()
        await self.miss()

    async def miss(self) -> None:
        """Take note that whoever was connected to a process that was killed is not there any more."""
        known = {process for room in self.rooms.values() for process in room.elsewhere}
        gone = known - await self.wire.others() if known else set()
        for room in self.rooms.values():
            for process in gone & room.elsewhere.keys():
                room.meet(process, set())

    def patience(self, due: Due) -> timedelta:
        """Tell when a match that was due needs looking after again.

        That is when its clock runs out, or, where none runs, after as long as nobody has moved: so whatever cannot be
        helped takes less and less time.
        """
        room = self.rooms.get(due.id)
        left = room.flag_due() - time.monotonic() if room else float("inf")
        waited = timedelta(seconds=left) if left < float("inf") else self.store.wall.since(due.updated)
        return min(max(waited, LEAST_PATIENCE), MOST_PATIENCE)

    async def pages(self, page: Callable[[str], Awaitable[list[str]]]) -> AsyncIterator[str]:
        """Go through a list page by page, past what could not be helped lately."""
        after = ""
        while names := await page(after):
            for name in names:
                if self.hopeless.get(name, (0.0, 0.0))[0] <= time.monotonic():
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
                await self.store.delete(name)

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
        room.set_alarm()
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
                match = self.players.own(known)
                match.names = list(kept.names)
            else:
                match = Match(game, kept.options, kept.seed, names=kept.names, runner=self.players.runner(game))
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
        follows: bool = False,
    ) -> View:
        """Make a view: on the event loop for who `follows` the match move by move, else beside it, in turns, so that
        nobody waits for those who come in crowds or have a long past to be told. Who is `at` the table goes first.
        """
        is_short = match.ply - since < LONG_PAST
        if follows and is_short:
            return view(match, seat, language=language, since=since, all_cards=all_cards, whole=False)
        tell = partial(
            view, self.players.own(match), seat, language=language, since=since, all_cards=all_cards, whole=False
        )
        crew = self.tables if is_short else self.teller
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
        idle = sorted((room for room in self.rooms.values() if room.is_idle), key=lambda room: room.is_ticking)
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
        if room.alarm:
            room.alarm.cancel()
            room.alarm = None
        if room.clock and room.is_ticking:
            self.shelf[room.name] = Shelved(room.match.ply, room.clock, room.arrived)
        while len(self.shelf) > LONGEST_SHELF:
            del self.shelf[next(iter(self.shelf))]

    def take_from_shelf(self, room: Room) -> None:
        """Let a clock go on that ran while the room was forgotten, if nobody has moved since."""
        shelved = self.shelf.pop(room.name, None)
        if shelved and room.clock and room.dealt and shelved.ply == room.dealt.ply:
            room.clock, room.arrived = shelved.clock, shelved.arrived

    async def aclose(self) -> None:
        """Stop all bots; everything is stored already."""
        self.is_closing = True
        self.players.close()
        for crew in (self.tables, self.teller, self.reader):
            crew.close()
        for room in self.rooms.values():
            if room.alarm:
                room.alarm.cancel()
        bots = [room.bots for room in self.rooms.values() if room.bots]
        tasks: list[asyncio.Future[Any]] = [self.sweeper, *self.tasks, *self.loading.values(), *bots]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self.unfinished, return_exceptions=True)  # whoever reads has to put down the book


def reported(task: asyncio.Future[None]) -> None:
    """Report what went wrong with work that nobody waits for, but that it came too late."""
    if not task.cancelled() and task.exception() and not isinstance(task.exception(), StaleMatch):
        LOG.error("something could not be done", exc_info=task.exception())


def next_sitter(sitter: Sitter, *, gather: bool) -> Sitter:
    """Let somebody sit down once more, with nothing of what was added to the dice before."""
    is_ready = sitter.kind == BOT or not gather
    return replace(sitter, ready=is_ready, hash="", words="", nonce="", brought={})


def offer_message(offer: Offer) -> OfferMessage:
    """Tell what is on offer, and who agrees."""
    return OfferMessage(what=offer.what, seat=offer.seat, agreed=sorted(offer.agreed), ply=offer.ply)


def unheard(known: Sequence[Said], kept: Sequence[Said]) -> Sequence[Said]:
    """Give what was said since: of what is kept, what follows on what is known."""
    for start in range(len(kept) + 1):
        seen = len(kept) - start
        if seen <= len(known) and list(kept[:seen]) == list(known[len(known) - seen :]):
            return kept[seen:]
    return kept
