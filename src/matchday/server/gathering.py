"""People gather at a table: invitations, hand-overs, and what everyone seals and opens before the deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from matchday.engine.options import Options, seen_by
from matchday.engine.speech import mark
from matchday.match.fair import Fair, Opening, brought_texts, commitment_to
from matchday.match.match import Match
from matchday.server.dice import NOT_HANDED_ON, opening_of
from matchday.server.problems import BadRequest, Conflict, WrongCode, WrongToken
from matchday.server.rows import KNOWN
from matchday.server.seats import Seated, Sitter, may_be_handed_on
from matchday.server.store import Kept, hashed, new_token
from matchday.server.turns import Ask

if TYPE_CHECKING:
    from matchday.server.room import Room

MOST_KEYS = 20
"""Devices that open one seat."""


class Gathering:
    """How people come to one table, and how it is dealt once they are there."""

    def __init__(self, room: Room, kept: Kept) -> None:
        self.room, self.rooms = room, room.rooms
        self.dice, self.secret, self.hashes = kept.dice, kept.secret, kept.hashes

    @property
    def commitment(self) -> str | None:
        """What is shown before the deal to prove afterwards that the secret was not changed."""
        return commitment_to(self.secret) if self.secret and self.dice != KNOWN else None

    async def claim(self, code: str, given: str) -> tuple[int, str]:
        """Use an invitation: gives the seat and a fresh token for it."""
        token = new_token()
        done = await self.rooms.finish(self.claim_in_turn(code, hashed(token), given))
        await self.rooms.renew(done.elsewhere)
        return done.seat, token

    async def claim_in_turn(self, code: str, key: str, given: str) -> Seated:
        """Do it when everyone before is done."""
        async with self.room.lock:
            try:
                done = await self.rooms.store.claim(self.room.name, hashed(code), key, given)
            except Conflict:
                await self.room.read_anew()
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
        elif not handover and len(self.room.sitters[wanted].keys) >= MOST_KEYS:
            raise BadRequest(mark("This seat is open on as many devices as one can have."))
        try:
            await self.rooms.store.invite(self.room.name, wanted, hashed(code), by=key, handover=handover)
        except Conflict:
            await self.room.refresh()
            self.check_holder(holder, key)
            raise BadRequest(mark("This seat is not free.")) from None
        return wanted, code

    def check_free(self, seat: int) -> None:
        """Refuse what is done only to a seat that nobody has taken."""
        if seat >= len(self.room.sitters) or self.room.sitters[seat].taken:
            raise BadRequest(mark("This seat is not free."))

    def check_holder(self, seat: int, key: str) -> None:
        """Refuse what is done only by whoever holds a seat."""
        if key not in self.room.sitters[seat].keys:
            raise WrongToken

    async def change_seat(self, check: Callable[[], None], change: Callable[[], Awaitable[Seated]]) -> None:
        """Change a seat; if it is not any more what the change was made for, look at it anew and say so."""
        check()
        try:
            done = await change()
        except Conflict:
            await self.room.read_anew()
            check()
            raise
        self.follow_seat(done)

    def follow_seat(self, done: Seated) -> None:
        """Follow what was stored of a seat and of its table."""
        self.room.hot_seat = done.hot_seat
        self.room.seat_changed(done.seat, done.sitter, done.names)

    def check_unsealed(self) -> None:
        """Refuse what would change anything about dice that are fixed."""
        if self.room.dealt is not None:
            raise BadRequest(mark("The match has begun: what is added to the dice is sealed before it is dealt."))
        if self.hashes is not None:
            raise BadRequest(mark("Everyone has sealed: until the deal no seat changes, and nothing about the dice."))

    def check_handing_on(self) -> None:
        """Refuse to open seats elsewhere while the dice are fixed but not dealt, and where somebody may know them."""
        if not may_be_handed_on(self.dice, self.room.sitters):
            raise BadRequest(NOT_HANDED_ON)
        if self.room.dealt is None:
            self.check_unsealed()

    async def make_ready(self, seat: int, key: str, sealed: str, brought: Options) -> None:
        """Take note that a seat is ready, with its own deck and the hash of what it adds to the dice."""
        await self.rooms.tables.do(Ask(table=self.room.name), self.check_brought, seat, brought)
        await self.rooms.finish(self.make_ready_in_turn(seat, key, sealed, brought))

    async def open_up(self, seat: int, key: str, words: str, nonce: str) -> None:
        """Take what a seat has sealed; when everyone has opened, it is dealt."""
        await self.rooms.finish(self.open_up_in_turn(seat, key, words, nonce))

    def check_brought(self, seat: int, brought: Options) -> None:
        """Refuse what is not the seat's own to choose, and what the rules do not allow; of other decks say nothing."""
        known = self.room.game.options
        for name in brought:
            if name not in known or known[name].secret_of != seat:
                raise BadRequest(mark('"{name}" is not for this seat to choose'), name=name)
        self.room.game.box(seen_by(known, {**self.room.options, **brought}, seat))

    async def make_ready_in_turn(self, seat: int, key: str, sealed: str, brought: Options) -> None:
        """Do it when everyone before is done."""

        def check() -> None:
            self.check_holder(seat, key)
            self.check_unsealed()

        async with self.room.lock:
            if key in self.room.sitters[seat].keys and self.room.sitters[seat].hash == sealed:
                return  # said once more, because the answer was lost
            store = self.rooms.store
            await self.change_seat(check, lambda: store.make_ready(self.room.name, seat, sealed, brought, by=key))
            await self.deal_when_ready()

    async def open_up_in_turn(self, seat: int, key: str, words: str, nonce: str) -> None:
        """Do it when everyone before is done."""

        def check() -> None:
            self.check_holder(seat, key)
            sitter = self.room.sitters[seat]
            opening = Opening(words, nonce, brought_texts(sitter.brought))
            if self.hashes is None:
                raise BadRequest(mark("Nothing is opened before everyone is there and has sealed."))
            if opening.sealed(self.commitment or "", seat) != sitter.hash:
                raise BadRequest(mark("That is not what this seat has sealed."))

        async with self.room.lock:
            sitter, store = self.room.sitters[seat], self.rooms.store
            if key in sitter.keys and (sitter.nonce, sitter.words) == (nonce, words):
                return  # said once more, because the answer was lost
            name, sealed = self.room.name, sitter.hash
            await self.change_seat(check, lambda: store.open_up(name, seat, sealed, words, nonce, by=key))
            await self.deal_when_ready()

    async def fill(self, holder: int, key: str, seat: int, level: str) -> None:
        """Put a bot on a seat that nobody has taken."""
        await self.rooms.finish(self.fill_in_turn(holder, key, seat, level))

    async def fill_in_turn(self, holder: int, key: str, seat: int, level: str) -> None:
        """Do it when everyone before is done."""

        def check() -> None:
            self.check_holder(holder, key)
            self.check_free(seat)

        async with self.room.lock:
            await self.change_seat(check, lambda: self.rooms.store.fill(self.room.name, seat, level, by=key))
            await self.deal_when_ready()

    @property
    def is_sealing_due(self) -> bool:
        """Whether everyone is there and ready."""
        here = self.room.dealt is None and self.hashes is None
        return here and all(sitter.taken and sitter.ready for sitter in self.room.sitters)

    @property
    def is_deal_due(self) -> bool:
        """Whether everyone has opened."""
        sealed = self.room.dealt is None and self.hashes is not None
        return sealed and all(sitter.is_open for sitter in self.room.sitters)

    async def deal_when_ready(self) -> None:
        """Fix the hashes as soon as everyone is there and ready, and deal as soon as everyone has opened.

        Whoever never opens keeps the table undealt: nobody can change anything about its dice, nor draw new ones.
        """
        room, store = self.room, self.rooms.store
        while self.is_sealing_due:
            try:
                self.hashes = await store.seal(room.name, list(room.sitters), list(room.names))
            except Conflict:  # another process was first, or somebody has changed their seat meanwhile
                await room.read_anew()
                continue
            room.changed(again=True)
        while self.is_deal_due:
            match = await self.rooms.tables.do(room.must, self.laid_out, list(room.sitters))
            try:
                await store.deal(room.name, match, room.sitters, room.names, flag_in=room.time.flag_in(match))
            except Conflict:  # another process was first, or somebody has changed their seat meanwhile
                await room.read_anew()
                continue
            room.match, room.options = match, match.options
            room.time.ask()
            room.changed(again=True)

    def laid_out(self, sitters: Sequence[Sitter]) -> Match:
        """Deal to these."""
        fair = Fair(self.secret or "", tuple(opening_of(sitter) for sitter in sitters))
        runner = self.rooms.players.runner(self.room.game)
        brought = {name: value for each in sitters for name, value in each.brought.items()}
        room, kinds = self.room, [sitter.player for sitter in sitters]
        return Match(room.game, {**room.options, **brought}, names=room.names, kinds=kinds, runner=runner, fair=fair)
