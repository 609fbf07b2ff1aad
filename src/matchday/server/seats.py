"""Changes of seats in the database, each narrow and conditional.

A change is made for a seat as somebody saw it; another process may have changed it since. So each one takes hold of its
match first (only one change of a match's seats happens at a time, whichever process makes it), looks whether the seat
still is what it is made for, and raises Conflict where it is not. It gives back what is stored then.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from matchday.match.seating import AUTOMAT, HUMAN
from matchday.match.seating import BOT as BOT_OF
from matchday.server.problems import Conflict
from matchday.server.rows import BOT, KNOWN, InviteRow, KeyRow, MatchRow, SeatRow

NOTHING_ADDED: dict[str, Any] = {"hash": "", "words": "", "nonce": "", "brought": {}}
MOST_REMATCHES = 100
"""How far a change follows people from one match to the next."""


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat."""

    kind: str
    level: str = ""
    keys: frozenset[str] = frozenset()
    """The hashes of the tokens that open the seat."""
    taken: bool = True
    """False while the seat waits for whoever is invited."""
    ready: bool = True
    """False while people gather and this one is not ready."""
    hash: str = ""
    """What seals what the seat adds to the dice, while people gather."""
    words: str = ""
    nonce: str = ""
    """What it has added, once it is opened."""
    brought: dict[str, Any] = field(default_factory=dict)
    """Options of this seat alone, such as its deck, that are chosen while people gather."""

    @property
    def player(self) -> str:
        """The kind of player, as matches keep it."""
        return player_of(self.kind, self.level)

    @property
    def is_open(self) -> bool:
        """Whether nothing is left to be opened; a bot has nothing to open."""
        return self.kind == BOT or bool(self.nonce)


def player_of(kind: str, level: str) -> str:
    """Give the kind of player on a seat, as matches keep it."""
    if kind != BOT:
        return HUMAN
    return AUTOMAT if level == AUTOMAT else f"{BOT_OF}{level}"


@dataclass(frozen=True)
class Seated:
    """A seat as it is stored after a change."""

    seat: int
    sitter: Sitter
    names: list[str]
    """Of all seats."""
    elsewhere: tuple[str, ...] = ()
    """Later matches of the same people that have changed too."""
    hot_seat: bool = False


@dataclass(frozen=True)
class Held:
    """A match that one change has taken hold of; every other waits for its end."""

    names: list[str]
    dealt: bool
    over: bool
    ply: int
    rematch: str | None
    hashes: list[str] | None
    hot_seat: bool
    dice: str

    @property
    def is_sealed(self) -> bool:
        """Whether the hashes are fixed and nothing is dealt yet: no seat changes then."""
        return self.hashes is not None and not self.dealt


# ---------------------------------------------------------------- looking


def hold(connection: Connection, match: str) -> Held:
    """Take hold of a match until the transaction is over."""
    columns = [getattr(MatchRow, each.name) for each in fields(Held)]
    found = connection.execute(
        select(*columns).where(MatchRow.id == match).with_for_update(key_share=True)
    ).one_or_none()
    if found is None:
        raise Conflict
    return Held(*found)


def read_sitters(connection: Connection, match: str) -> list[Sitter]:
    """Read who sits where."""
    rows = connection.execute(select(SeatRow.__table__).where(SeatRow.match == match).order_by(SeatRow.seat))
    keys = connection.execute(select(KeyRow.seat, KeyRow.token).where(KeyRow.match == match)).all()
    return [
        Sitter(
            kind=row.kind,
            level=row.level,
            keys=frozenset(token for seat, token in keys if seat == row.seat),
            taken=row.taken,
            ready=row.ready,
            hash=row.hash,
            words=row.words,
            nonce=row.nonce,
            brought=row.brought,
        )
        for row in rows
    ]


def sitter_on(connection: Connection, match: str, seat: int) -> Sitter:
    """Read who sits on a seat."""
    sitters = read_sitters(connection, match)
    if seat >= len(sitters):
        raise Conflict
    return sitters[seat]


def seated(connection: Connection, match: str, seat: int, elsewhere: tuple[str, ...] = ()) -> Seated:
    """Give what is stored of a seat now."""
    found = connection.execute(select(MatchRow.names, MatchRow.hot_seat).where(MatchRow.id == match)).one()
    return Seated(seat, sitter_on(connection, match, seat), found.names, elsewhere, hot_seat=found.hot_seat)


def require(*, that: bool) -> None:
    """Go on only if something still is as the change was made for."""
    if not that:
        raise Conflict


def opens(connection: Connection, match: str, key: str) -> bool:
    """Tell whether a token still opens any seat of a match."""
    found = select(KeyRow.seat).where(KeyRow.match == match, KeyRow.token == key)
    return connection.execute(found).one_or_none() is not None


# ---------------------------------------------------------------- parts of changes


def write(connection: Connection, match: str, seat: int, **values: Any) -> None:
    """Write some columns of a seat."""
    connection.execute(update(SeatRow).where(SeatRow.match == match, SeatRow.seat == seat).values(**values))


def rename(connection: Connection, match: str, seat: int, given: str) -> None:
    """Write the name of one seat."""
    names = connection.execute(select(MatchRow.names).where(MatchRow.id == match)).scalar_one()
    named = [given if number == seat else name for number, name in enumerate(names)]
    connection.execute(update(MatchRow).where(MatchRow.id == match).values(names=named))


def lock_up(connection: Connection, match: str, seat: int) -> None:
    """Let no token and no invitation open a seat any more."""
    for table in (KeyRow, InviteRow):
        connection.execute(delete(table).where(table.match == match, table.seat == seat))


def add_key(connection: Connection, match: str, seat: int, key: str) -> None:
    """Let a token open a seat."""
    connection.execute(insert(KeyRow).values(match=match, seat=seat, token=key))


def give_to_bot(connection: Connection, match: str, seat: int, level: str) -> Seated:
    """Put a bot on a seat, which opens to nobody any more."""
    lock_up(connection, match, seat)
    write(connection, match, seat, kind=BOT, level=level, taken=True, ready=True)
    rename(connection, match, seat, "")
    return seated(connection, match, seat)


# ---------------------------------------------------------------- changes


def invite(connection: Connection, match: str, seat: int, code: str, *, by: str, handover: bool) -> None:
    """Add an invitation to a seat: to one's own, or to one that is free. Its earlier ones of that kind are void."""
    held, sitter = hold(connection, match), sitter_on(connection, match, seat)
    require(that=may_be_handed_on(held.dice, read_sitters(connection, match)))
    if by not in sitter.keys:
        require(that=not sitter.taken and not held.dealt and opens(connection, match, by))
        handover = True
    connection.execute(
        delete(InviteRow).where(InviteRow.match == match, InviteRow.seat == seat, InviteRow.handover.is_(handover))
    )
    connection.execute(insert(InviteRow).values(match=match, seat=seat, code=code, handover=handover))


def claim(connection: Connection, match: str, code: str, key: str, given: str) -> Seated:
    """Use an invitation up: take a free seat, take over another's, or open one's own with another device."""
    held = hold(connection, match)
    found = select(InviteRow.seat, InviteRow.handover).where(InviteRow.match == match, InviteRow.code == code)
    row = connection.execute(found).one_or_none()
    if row is None:
        raise Conflict
    seat, sitter = row.seat, sitter_on(connection, match, row.seat)
    require(that=sitter.kind != BOT and may_be_handed_on(held.dice, read_sitters(connection, match)))
    part_screens(connection, match, held)
    if row.handover or not sitter.taken:
        take(connection, match, seat, key, given, held)
    else:
        connection.execute(delete(InviteRow).where(InviteRow.match == match, InviteRow.code == code))
        add_key(connection, match, seat, key)
    later = follow(connection, held.rematch, sitter.keys, key, given if row.handover else None)
    return seated(connection, match, seat, later)


def may_be_handed_on(dice: str, sitters: list[Sitter]) -> bool:
    """Tell whether seats may be opened elsewhere: not where somebody may know the dice and several people play."""
    return dice != KNOWN or sum(sitter.kind != BOT for sitter in sitters) < 2


def part_screens(connection: Connection, match: str, held: Held) -> None:
    """A seat is opened elsewhere: whoever sits at the one screen agrees for his own seat alone from now on."""
    if held.hot_seat:
        connection.execute(update(MatchRow).where(MatchRow.id == match).values(hot_seat=False))


def take(connection: Connection, match: str, seat: int, key: str, given: str, held: Held) -> None:
    """Give a seat to somebody new: nothing of whoever was there before opens it, nor speaks for the new one."""
    require(that=not held.is_sealed)
    lock_up(connection, match, seat)
    write(connection, match, seat, taken=True)
    if not held.dealt:
        write(connection, match, seat, ready=False, **NOTHING_ADDED)
    add_key(connection, match, seat, key)
    rename(connection, match, seat, given)


def follow(
    connection: Connection, match: str | None, before: Collection[str], key: str, given: str | None
) -> tuple[str, ...]:
    """Do the same in the matches that follow on this one, where those before still sit: their tokens open seats there.

    With a name the seats there are somebody new's; without one they open to one token more.
    """
    changed: list[str] = []
    while match and len(changed) < MOST_REMATCHES:
        held = hold(connection, match)
        for seat, sitter in enumerate(read_sitters(connection, match)):
            if not sitter.keys.isdisjoint(before):
                part_screens(connection, match, held)
                if given is None:
                    add_key(connection, match, seat, key)
                else:
                    take(connection, match, seat, key, given, held)
                changed.append(match)
        match = held.rematch
    return tuple(changed)


def fill(connection: Connection, match: str, seat: int, level: str, *, by: str) -> Seated:
    """Put a bot on a seat that nobody has taken, before anything is dealt."""
    held, sitter = hold(connection, match), sitter_on(connection, match, seat)
    require(that=not sitter.taken and not held.dealt and opens(connection, match, by))
    return give_to_bot(connection, match, seat, level)


def stand_in(connection: Connection, match: str, seat: int, level: str, *, of: Collection[str], ply: int) -> Seated:
    """Let a bot play on for whoever holds a seat by one of some tokens, if the match still stands at a ply."""
    held, sitter = hold(connection, match), sitter_on(connection, match, seat)
    require(that=held.dealt and not held.over and held.ply == ply)
    require(that=sitter.kind != BOT and not sitter.keys.isdisjoint(of))
    return give_to_bot(connection, match, seat, level)


def make_ready(
    connection: Connection, match: str, seat: int, sealed: str, brought: dict[str, Any], *, by: str
) -> Seated:
    """Take note that whoever holds a seat by a token is ready, what he brings, and what seals what he adds."""
    held, sitter = hold(connection, match), sitter_on(connection, match, seat)
    require(that=not held.dealt and held.hashes is None and by in sitter.keys)
    write(connection, match, seat, ready=True, hash=sealed, words="", nonce="", brought=brought)
    return seated(connection, match, seat)


def seal(connection: Connection, match: str, sitters: list[Sitter], names: list[str]) -> list[str]:
    """Fix the hashes of all who sit there, once: from now on no seat changes, and everyone may open."""
    held = still(connection, match, sitters, names)
    require(that=not held.dealt and held.hashes is None and all(one.taken and one.ready for one in sitters))
    hashes = [sitter.hash for sitter in sitters]
    connection.execute(update(MatchRow).where(MatchRow.id == match).values(hashes=hashes))
    return hashes


def open_up(connection: Connection, match: str, seat: int, sealed: str, words: str, nonce: str, *, by: str) -> Seated:
    """Take what a seat has sealed, once all hashes are fixed; what is opened stays as it is."""
    held, sitter = hold(connection, match), sitter_on(connection, match, seat)
    require(that=held.is_sealed and by in sitter.keys and sitter.hash == sealed and sitter.nonce in {"", nonce})
    write(connection, match, seat, words=words, nonce=nonce)
    return seated(connection, match, seat)


def still(connection: Connection, match: str, sitters: list[Sitter], names: list[str], *, keys: bool = False) -> Held:
    """Take hold of a match and make sure that all sit there as somebody saw them; with `keys`, by the same tokens."""
    held, found = hold(connection, match), read_sitters(connection, match)
    require(that=held.names == names and [each(one, keys) for one in found] == [each(one, keys) for one in sitters])
    return held


def each(sitter: Sitter, keys: bool) -> tuple[Any, ...]:
    """Give what matters of a sitter, with or without how he opens the seat."""
    added = (sitter.hash, sitter.words, sitter.nonce, sitter.brought)
    seen = (sitter.kind, sitter.level, sitter.taken, sitter.ready, added)
    return (*seen, sitter.keys) if keys else seen
