"""What needs everybody's consent: taking back a move that others have seen, a draw, another match."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from matchday.engine.options import Option, Options
from matchday.engine.speech import mark
from matchday.match.fair import Fair, new_secret
from matchday.match.match import EndedBy, Ending, Match
from matchday.match.seating import facing
from matchday.server.dice import HOST, JOINT
from matchday.server.problems import Conflict, NotPossible
from matchday.server.rows import BOT, KNOWN
from matchday.server.seats import Sitter
from matchday.server.store import Plan, new_id
from matchday.server.wire import DeclinedMessage, OfferMessage, RematchMessage, What

if TYPE_CHECKING:
    from matchday.server.room import Room


@dataclass
class Offer:
    """Something that a seat has proposed, and who agrees."""

    what: What
    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


class Offers:
    """What is on offer at one table."""

    def __init__(self, room: Room, rematch: str | None) -> None:
        self.room, self.rooms = room, room.rooms
        self.open: dict[What, Offer] = {}
        self.rematch = rematch
        """The match that the same people play next."""

    async def propose(self, seat: int, what: What) -> None:
        """Propose something; who proposes what was proposed already agrees to it."""
        await self.rooms.finish(self.propose_in_turn(seat, what))

    async def propose_in_turn(self, seat: int, what: What) -> None:
        """Do it when everyone before is done."""
        async with self.room.lock:
            self.check(seat, what)
            if not self.is_on_offer(what):
                self.open[what] = Offer(what, seat, self.room.match.ply)
            await self.agree(self.open[what], seat)

    def check(self, seat: int, what: What) -> None:
        """Refuse what cannot be agreed on now."""
        match = self.room.match
        if what == "undo" and self.undo_target(seat) is None:
            if self.plays_alone(seat):
                raise NotPossible(mark("There is no move of yours to take back."))
            raise NotPossible(mark("A move is taken back only while no card was drawn and no die rolled since."))
        if what == "draw" and (match.over or not self.room.game.has_draws(match.box)):
            raise NotPossible(mark("A draw cannot be agreed on here."))
        if what == "draw" and not self.room.hot_seat and not self.room.other_people(seat):
            raise NotPossible(mark("Bots play on to the end."))
        if what == "rematch" and (not match.over or self.room.closed or self.rematch):
            raise NotPossible(mark("Another match can be proposed once, when this one is over."))

    async def answer(self, seat: int, what: What, *, accept: bool) -> None:
        """Agree to what was proposed, or decline it; whoever has proposed it may withdraw it."""
        await self.rooms.finish(self.answer_in_turn(seat, what, accept=accept))

    async def answer_in_turn(self, seat: int, what: What, *, accept: bool) -> None:
        """Do it when everyone before is done."""
        async with self.room.lock:
            if not self.is_on_offer(what):
                raise NotPossible(mark("That is not on offer any more."))
            if accept:
                await self.agree(self.open[what], seat)
            else:
                del self.open[what]
                self.room.audience.tell(DeclinedMessage(what=what, seat=seat))
                self.rooms.wire.tell(self.room.name, "declined", what=what, seat=seat)

    async def agree(self, offer: Offer, seat: int) -> None:
        """Take note that a seat agrees; when all people do, it is done. At one screen one answer is everybody's."""
        offer.agreed.add(seat)
        people = [number for number, sitter in enumerate(self.room.sitters) if sitter.kind != BOT]
        if not self.room.hot_seat and not offer.agreed.issuperset(people):
            self.room.audience.tell(offer_message(offer))
            self.pass_on(offer)
            return
        del self.open[offer.what]
        if offer.what == "draw":
            await self.room.end(Ending(EndedBy.DRAW), self.room.holders())
        elif offer.what == "undo":
            await self.go_back(offer.seat)
        else:
            await self.play_again()

    def withdraw(self, seat: int) -> None:
        """Take from the table what somebody has agreed to who has handed their seat over."""
        for what in [what for what, offer in self.open.items() if seat in offer.agreed]:
            del self.open[what]
            self.room.audience.tell(DeclinedMessage(what=what, seat=seat))

    def is_on_offer(self, what: What) -> bool:
        """Tell whether something is on offer.

        Offers are kept nowhere, so a restart loses them; but none is taken for an offer at another moment of the match.
        """
        if what == "rematch":
            return what in self.open and not self.rematch
        return what in self.open and self.open[what].ply == self.room.match.ply

    def pass_on(self, offer: Offer) -> None:
        """Tell other processes of an offer."""
        agreed = sorted(offer.agreed)
        self.rooms.wire.tell(self.room.name, "offer", what=offer.what, seat=offer.seat, ply=offer.ply, agreed=agreed)

    async def go_back(self, seat: int) -> None:
        """Take back a seat's last move, and all after it; everyone has agreed, so the clocks go back too."""
        target, match, dice = self.undo_target(seat), self.room.match, self.room.gathering.dice
        if target is None:
            return
        after, ply = match.at(target), match.ply
        if after.table.counter != match.table.counter:
            after.fair, dice = None, KNOWN  # what falls next is known now
        taken = self.rooms.store.take_back(self.room.name, after, self.room.holders(), ply, dice=dice)
        await self.room.keep(taken, ply)
        self.room.match, self.room.gathering.dice = after, dice
        self.room.time.start_anew(await self.rooms.store.read(self.room.name))
        self.room.changed()

    def plays_alone(self, seat: int) -> bool:
        """Tell whether everyone else is a bot: nobody is hurt by what somebody takes back."""
        return not self.room.hot_seat and not self.room.other_people(seat)

    def undo_target(self, seat: int) -> int | None:
        """Give the ply to go back to: against bots any choice can be taken back, else what drew nothing."""
        match = self.room.match
        return last_choice(match, seat) if self.plays_alone(seat) else undo_target(match, seat)

    async def play_again(self) -> None:
        """Make another match with the same people, each on the next seat. Their tokens open their seats there too."""
        following, is_charged = new_id(), False
        while not self.rematch:
            sitters, names = list(self.room.sitters), list(self.room.names)
            plan = await self.rooms.tables.do(self.room.must, self.next_plan)
            if not is_charged:
                self.rooms.charge(plan)
                is_charged = True
            try:
                await self.rooms.store.follow(self.room.name, following, plan, sitters, names)
            except Conflict:  # another process was first, or somebody has handed their seat over meanwhile
                await self.room.read_anew()
                continue
            self.rematch = following
            self.tell_rematch(following)

    def tell_rematch(self, following: str) -> None:
        """Tell everyone where it goes on."""
        seats = len(self.room.sitters)
        for watcher in self.room.audience.watchers:
            watcher.put(RematchMessage(id=following, seat=None if watcher.seat is None else (watcher.seat + 1) % seats))

    def next_plan(self) -> Plan:
        """Lay out the next match: fresh dice, everyone one seat further. Several people seal and open anew."""
        room, seats = self.room, len(self.room.sitters)
        back = [(seat - 1) % seats for seat in range(seats)]
        names, sitters = [room.names[seat] for seat in back], [room.sitters[seat] for seat in back]
        people = [seat for seat, sitter in enumerate(sitters) if sitter.kind != BOT]
        gather = not room.hot_seat and len(people) > 1
        options = facing(room.game, rotated(room.game.options, room.options, seats), people)
        fair, kinds = Fair(new_secret(), (None,) * seats), [sitter.player for sitter in sitters]
        runner = self.rooms.players.runner(room.game)
        match = Match(room.game, options, names=names, kinds=kinds, runner=runner, fair=fair)
        return Plan(
            game=room.game,
            options=options,
            names=names,
            sitters=[next_sitter(sitter, gather=gather) for sitter in sitters],
            dice=JOINT if gather else HOST,
            match=None if gather else match,
            secret=fair.secret,
            spectators=room.spectators,
            clock=room.time.clock.rule if room.time.clock else None,
            hot_seat=room.hot_seat,
        )

    def messages(self) -> list[OfferMessage]:
        """Tell what is on offer now."""
        return [offer_message(offer) for offer in self.open.values() if self.is_on_offer(offer.what)]

    def moved_on(self) -> None:
        """Take from the table what was offered before."""
        self.open = {what: offer for what, offer in self.open.items() if what == "rematch"}


def undo_target(match: Match, seat: int) -> int | None:
    """Give the ply to go back to so that a seat's last move is undone by consent.

    None where the seat has not moved, or where a card was drawn or a die rolled since: that is never taken back.
    """
    own = [ply for ply, move in enumerate(match.moves) if move.seat == seat]
    if not own or match.over:
        return None
    is_plain = match.table_at(own[-1]).counter == match.table.counter
    return own[-1] if is_plain else None


def last_choice(match: Match, seat: int) -> int | None:
    """Give the ply of a seat's last real choice, whatever has happened since; what left no choice would only be played
    again.
    """
    if match.over:
        return None
    own = [ply for ply, move in enumerate(match.moves) if move.seat == seat]
    real = (ply for ply in reversed(own) if len(match.runner.legal(match.box, match.table_at(ply), seat)) > 1)
    return next(real, None)


def rotated(options: dict[str, Option], chosen: Options, seats: int) -> Options:
    """Let what belongs to a seat alone, such as its deck, follow the person to the next seat."""
    found = dict(chosen)
    for name, option in options.items():
        if option.secret_of is None:
            continue
        following = f"{name.removesuffix(f'_{option.secret_of}')}_{(option.secret_of + 1) % seats}"
        if following in options:
            found[following] = chosen[name]
    return found


def next_sitter(sitter: Sitter, *, gather: bool) -> Sitter:
    """Let somebody sit down once more, with nothing of what was added to the dice before."""
    is_ready = sitter.kind == BOT or not gather
    return replace(sitter, ready=is_ready, hash="", words="", nonce="", brought={})


def offer_message(offer: Offer) -> OfferMessage:
    """Tell what is on offer, and who agrees."""
    return OfferMessage(what=offer.what, seat=offer.seat, agreed=sorted(offer.agreed), ply=offer.ply)
