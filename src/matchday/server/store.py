"""The database. A change is done when it is stored, and only then; changes that come together are stored together."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import (
    Text,
    cast,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.match.files import box_digest
from matchday.match.match import EndedBy, Ending, Match
from matchday.match.past import Move
from matchday.server import seats, steps
from matchday.server.clocks import ClockRule
from matchday.server.dice import DiceKind, written_openings
from matchday.server.keeping import Lock, Turn, make_private
from matchday.server.line import Line
from matchday.server.problems import NoSuchMatch, NotKnown, NotStored
from matchday.server.rows import (
    HUMAN,
    KNOWN,
    GapRow,
    InviteRow,
    KeyRow,
    MatchRow,
    MoveRow,
    PulseRow,
    SeatRow,
    TalkRow,
)
from matchday.server.seats import Seated, Sitter
from matchday.server.settings import PACKAGE, Settings
from matchday.server.steps import Played, Standing, check_holders, move_row, standing_of, step
from matchday.server.talk import MOST_KEPT, Said
from matchday.server.wall import Gap, Pulse, Wall
from matchday.server.wiring import Change, wire_of
from matchday.server.writing import Clerk, Desk

LOG = logging.getLogger(__name__)
LONGEST_LIST = 200
PAGE = 100
MIGRATING = 0x6D617463
PULSE_SECONDS = 1.0
OLDEST_GAP = timedelta(days=400)
"""Nothing that goes by the calendar takes so long."""
BUSY_SECONDS = 5.0
"""How long SQLite waits for another program that writes."""
TABLE_BYTES, MOVE_BYTES = 2000, 100
TOKEN_BYTES = 24
ID_BYTES = 12

Holders: TypeAlias = steps.Holders

# What lists need. What is written in JSON is read row by row, so that one that cannot be read spoils no list.
PLAIN = (MatchRow.id, MatchRow.game, MatchRow.hot_seat, MatchRow.ply, MatchRow.over, MatchRow.updated, MatchRow.dealt)
LISTED: Any = (
    *PLAIN,
    *(cast(each, Text).label(each.key) for each in (MatchRow.names, MatchRow.waiting, MatchRow.score)),
)


@dataclass(frozen=True)
class Kept:
    """A match as it lies in the database."""

    id: str
    game: str
    rules: int
    box: str
    options: dict[str, Any]
    seed: str
    names: list[str]
    hot_seat: bool
    closed: bool
    dealt: bool
    secret: str | None
    dice: DiceKind
    hashes: list[str] | None
    openings: list[Any] | None
    spectators: bool
    clock: ClockRule | None
    moves: list[Move]
    rematch: str | None
    spent: list[int]
    """Milliseconds that the mover's clock was charged, for each move."""
    sitters: list[Sitter]
    ending: Ending | None
    talk: list[Said]
    updated: datetime


@dataclass(frozen=True)
class Plan:
    """A match to be stored: dealt, or waiting for people."""

    game: Game
    options: dict[str, Any]
    names: list[str]
    sitters: list[Sitter]
    dice: DiceKind = KNOWN
    match: Match | None = None
    secret: str | None = None
    invites: dict[int, str] = field(default_factory=dict)
    """Seat to the hash of its invitation."""
    spectators: bool = True
    clock: ClockRule | None = None
    hot_seat: bool = False
    closed: bool = False

    @property
    def size(self) -> int:
        """About how many bytes it takes in the database."""
        return TABLE_BYTES + (MOVE_BYTES * self.match.ply if self.match else 0)


@dataclass(frozen=True)
class Due:
    """A match in which somebody may be out of time."""

    id: str
    flag_at: datetime
    updated: datetime


@dataclass(frozen=True)
class Listed:
    """A match in a list."""

    id: str
    game: str
    names: list[str]
    kinds: list[str]
    hot_seat: bool
    standing: Standing
    updated: datetime
    seats: list[int]
    """The seats whose tokens were shown."""
    dealt: bool = True


def new_id() -> str:
    """Make a match's id, which cannot be guessed: whoever knows it may watch."""
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    """Make a seat's token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """Give what is kept of a token. Tokens are long and random, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Store:
    """Matches, moves and seats in an SQL database."""

    def __init__(self, settings: Settings, line: Line | None = None) -> None:
        self.file, self.line = settings.file, line
        self.lock: Lock | None = None
        self.engine = create_async_engine(settings.address, hide_parameters=True)  # names and secrets stay out of logs
        if self.is_file:
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)
        self.wire, self.wall = wire_of(self.engine, line), Wall()
        self.health: asyncio.Task[bool] | None = None
        self.checked = 0.0
        """When it was last tried whether the database can be written."""
        self.writer: Desk | Clerk | None = None

    @property
    def is_file(self) -> bool:
        """Whether it is a file of SQLite's, and no database somewhere else."""
        return self.engine.dialect.name == "sqlite"

    def new_writer(self) -> Desk | Clerk:
        """Give somebody who writes: to a file in turn with the other workers, where there are others."""
        if not self.is_file:
            return Clerk(self.engine)
        return Desk(self.engine.url, prepare_sqlite, Turn(self.file) if self.file and self.line else None)

    async def open(self) -> None:
        """Bring the database up to date and begin to write. A file is served by one process at a time, or by workers
        whose doorman has seen to both.
        """
        try:
            if self.file and not self.line:
                self.lock = Lock(self.file)
                make_private(self.file)
            async with self.engine.begin() as connection:
                if not self.line:
                    await connection.run_sync(migrate)
                self.wall.start(*await connection.run_sync(read_wall))
        except (SQLAlchemyError, OSError) as error:
            reason = str(error.__cause__ or error).splitlines()[0]
            raise MatchdayError(f"the database {self.engine.url.database} cannot be used: {reason}") from None
        self.writer = self.new_writer()
        if not await self.is_well():
            raise MatchdayError(f"the database {self.engine.url.database} cannot be written")

    async def aclose(self) -> None:
        """Finish what is waiting, then let go of the database."""
        await self.wire.aclose()
        if self.writer:
            await self.writer.aclose()
        await self.engine.dispose()
        if self.lock:
            self.lock.close()

    async def is_well(self) -> bool:
        """Tell whether the database takes what is written: it is tried, but not more than once a second."""
        if self.health is None or (self.health.done() and time.monotonic() - self.checked >= PULSE_SECONDS):
            self.health, self.checked = asyncio.create_task(self.beat()), time.monotonic()
        return await asyncio.shield(self.health)

    async def beat(self) -> bool:
        """Store that a server runs, and which stretches of the calendar count for nobody."""
        self.wall.now()
        found, back, pulse = list(self.wall.found), self.wall.back, self.wall.last
        try:
            stored = await self.enqueue(partial(write_wall, pulse=pulse, found=found, back=back))
        except MatchdayError:
            return False
        self.wall.found = [gap for gap in self.wall.found if gap not in found]
        self.wall.gaps, self.wall.back = [*stored, *self.wall.found], None
        return True

    # ------------------------------------------------------------ writing

    async def write(self, name: str, change: Change, *, is_step: bool = False) -> Any:
        """Store a change of a match; when this returns it is stored, when it raises it is not. Gives what it gives.

        A step changes how the match stands, and not only who sits there or what is said.
        """
        try:
            done = await self.enqueue(self.wire.announced(change, name, is_step=is_step))
        except NotKnown:
            self.wire.doubt(name)
            raise
        self.wire.stored(name, is_step=is_step)
        return done

    async def enqueue(self, change: Change) -> Any:
        """Store a change in its turn, and tell nobody."""
        if self.writer is None:
            raise NotStored
        return await self.writer.order(change)

    async def create(self, name: str, plan: Plan) -> None:
        """Store a new match; one that is dealt with the moves it has."""
        await self.write(name, new_match(name, plan))

    async def deal(
        self, name: str, match: Match, sitters: list[Sitter], names: list[str], *, flag_in: float | None = None
    ) -> None:
        """Store that a match is dealt to those who sit there; only one process does it, and only for those."""
        now, standing = datetime.now(UTC), standing_of(match)
        flag_at = None if flag_in is None else now + timedelta(seconds=flag_in)
        row = {"seed": match.seed, "options": match.options, "updated": now, "flag_at": flag_at, **asdict(standing)}
        row["openings"] = written_openings(match.fair)

        def change(connection: Connection) -> None:
            held = seats.still(connection, name, sitters, names)
            seats.require(that=held.is_sealed and all(sitter.is_open for sitter in sitters))
            connection.execute(update(MatchRow).where(MatchRow.id == name).values(dealt=True, **row))

        await self.write(name, change, is_step=True)

    # ------------------------------------------------------------ seats

    async def invite(self, name: str, seat: int, code: str, *, by: str, handover: bool) -> None:
        """Store an invitation by whoever holds a token, to their own seat or to a free one."""
        await self.write(name, partial(seats.invite, match=name, seat=seat, code=code, by=by, handover=handover))

    async def claim(self, name: str, code: str, key: str, given: str) -> Seated:
        """Use an invitation up and store the token that it gives; of two who try at once one gets it."""

        def change(connection: Connection) -> Seated:
            done = seats.claim(connection, name, code, key, given)
            for other in done.elsewhere:
                self.wire.announce(connection, other, is_step=False)
            return done

        done: Seated = await self.write(name, change)
        for other in done.elsewhere:
            self.wire.stored(other, is_step=False)
        return done

    async def fill(self, name: str, seat: int, level: str, *, by: str) -> Seated:
        """Store that a bot sits on a free seat, as whoever holds a token wants it."""
        return await self.write(name, partial(seats.fill, match=name, seat=seat, level=level, by=by))

    async def stand_in(self, name: str, seat: int, level: str, *, of: Collection[str], ply: int) -> Seated:
        """Store that a bot plays on for whoever held a seat."""
        return await self.write(name, partial(seats.stand_in, match=name, seat=seat, level=level, of=of, ply=ply))

    async def make_ready(self, name: str, seat: int, sealed: str, brought: dict[str, Any], *, by: str) -> Seated:
        """Store that whoever holds a token is ready, what they bring, and what seals what they add to the dice."""
        change = partial(seats.make_ready, match=name, seat=seat, sealed=sealed, brought=brought, by=by)
        return await self.write(name, change)

    async def seal(self, name: str, sitters: list[Sitter], names: list[str]) -> list[str]:
        """Store that the hashes of those who sit there are fixed."""
        return await self.write(name, partial(seats.seal, match=name, sitters=sitters, names=names))

    async def open_up(self, name: str, seat: int, sealed: str, words: str, nonce: str, *, by: str) -> Seated:
        """Store what whoever holds a token has opened."""
        change = partial(seats.open_up, match=name, seat=seat, sealed=sealed, words=words, nonce=nonce, by=by)
        return await self.write(name, change)

    async def follow(self, name: str, following: str, plan: Plan, sitters: list[Sitter], names: list[str]) -> None:
        """Store the match that the same people play next; only the first counts, and only for those who sit there."""
        create = new_match(following, plan)

        def change(connection: Connection) -> None:
            seats.require(that=seats.still(connection, name, sitters, names, keys=True).rematch is None)
            create(connection)
            connection.execute(update(MatchRow).where(MatchRow.id == name).values(rematch=following))

        await self.write(name, change)

    # ------------------------------------------------------------ moves

    async def append(
        self, name: str, after: Match, by: Holders, *, spent: float | None = None, flag_in: float | None = None
    ) -> None:
        """Store the last move of a match, what it cost on the mover's clock, and when the next flag may fall."""
        last, now = after.steps[-1].move, datetime.now(UTC)
        if last is None:
            return
        cost = None if spent is None else round(1000 * spent)
        flag_at = None if flag_in is None else now + timedelta(seconds=flag_in)
        await self.write(name, Played(name, last, standing_of(after), by, now, cost, flag_at), is_step=True)

    async def take_back(self, name: str, after: Match, by: Holders, before: int, *, dice: DiceKind) -> None:
        """Delete the moves that were just taken back, if the match still stood at the ply before, and keep whose its
        dice are now: whoever takes a throw back knows what comes.
        """
        now, standing = datetime.now(UTC), standing_of(after)

        def change(connection: Connection) -> None:
            connection.execute(delete(MoveRow).where(MoveRow.match == name, MoveRow.ply >= standing.ply))
            step(connection, name, before, standing, now, dice=dice)
            check_holders(connection, name, by)

        await self.write(name, change, is_step=True)

    async def end(self, name: str, after: Match, by: Holders) -> None:
        """Store that a match has ended otherwise than by its rules."""
        now, standing, ending = datetime.now(UTC), standing_of(after), after.ending
        if ending is None:
            return

        def change(connection: Connection) -> None:
            step(connection, name, standing.ply, standing, now, ended_by=ending.by.value, ended_seat=ending.seat)
            check_holders(connection, name, by)

        await self.write(name, change, is_step=True)

    async def talk(self, name: str, said: Said) -> None:
        """Store what was said; what nobody is told any more goes."""
        row = {"match": name, "at": datetime.now(UTC), **asdict(said)}

        def change(connection: Connection) -> None:
            connection.execute(insert(TalkRow).values(row))
            oldest = select(TalkRow.id).where(TalkRow.match == name).order_by(TalkRow.id.desc())
            connection.execute(
                delete(TalkRow).where(
                    TalkRow.match == name, TalkRow.id <= oldest.offset(MOST_KEPT).limit(1).scalar_subquery()
                )
            )

        await self.write(name, change)

    # ------------------------------------------------------------ reading

    async def read(self, name: str) -> Kept:
        """Read a match with its moves and seats."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(select(MatchRow.__table__).where(MatchRow.id == name))).one_or_none()
            if found is None:
                raise NoSuchMatch
            moves = await connection.execute(
                select(MoveRow.seat, MoveRow.action, MoveRow.elapsed, MoveRow.spent)
                .where(MoveRow.match == name)
                .order_by(MoveRow.ply)
            )
            moved = moves.all()
            sitters = await connection.run_sync(seats.read_sitters, name)
            talk = await connection.execute(
                select(TalkRow.seat, TalkRow.phrase, TalkRow.text)
                .where(TalkRow.match == name)
                .order_by(TalkRow.id.desc())
                .limit(MOST_KEPT)
            )
            return Kept(
                id=found.id,
                game=found.game,
                rules=found.rules,
                box=found.box,
                options=found.options,
                seed=found.seed,
                names=found.names,
                hot_seat=found.hot_seat,
                closed=found.closed,
                clock=ClockRule(**found.clock) if found.clock else None,
                moves=[Move(row.seat, row.action, row.elapsed) for row in moved],
                rematch=found.rematch,
                spent=[row.spent or 0 for row in moved],
                dealt=found.dealt,
                secret=found.secret,
                dice=found.dice,
                hashes=found.hashes,
                openings=found.openings,
                spectators=found.spectators,
                sitters=sitters,
                ending=Ending(EndedBy(found.ended_by), found.ended_seat) if found.ended_by else None,
                talk=[Said(*row) for row in talk][::-1],
                updated=found.updated,
            )

    async def close(self, name: str) -> None:
        """Store that a match does not go on."""

        def change(connection: Connection) -> None:
            connection.execute(update(MatchRow).where(MatchRow.id == name).values(over=True, flag_at=None))

        await self.write(name, change)

    async def due(self, limit: int = PAGE) -> list[Due]:
        """List matches in which somebody may be out of time."""
        async with self.engine.connect() as connection:
            rows: Any = await connection.execute(
                select(MatchRow.id, MatchRow.flag_at, MatchRow.updated)
                .where(MatchRow.flag_at < self.wall.now(), MatchRow.over.is_(False))
                .order_by(MatchRow.flag_at)
                .limit(limit)
            )
            return [Due(*row) for row in rows]

    async def put_off(self, due: Due, until: datetime) -> None:
        """Store that a match which was looked after need not be for a while; others would never have their turn."""

        def change(connection: Connection) -> None:
            place = (MatchRow.id == due.id, MatchRow.flag_at == due.flag_at)
            connection.execute(update(MatchRow).where(*place).values(flag_at=until))

        await self.enqueue(change)

    async def abandoned(self, before: datetime, after: str = "", limit: int = PAGE) -> list[str]:
        """List matches between people that nobody has touched for long; a page of them, those after an id."""
        people = select(func.count()).where(SeatRow.match == MatchRow.id, SeatRow.kind == HUMAN).scalar_subquery()
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(MatchRow.id)
                .where(
                    MatchRow.id > after,
                    MatchRow.updated < before,
                    MatchRow.over.is_(False),
                    MatchRow.dealt,
                    MatchRow.closed.is_(False),
                    MatchRow.hot_seat.is_(False),
                    MatchRow.clock.is_(None) | (MatchRow.flag_at.is_(None)),
                    people > 1,
                )
                .order_by(MatchRow.id)
                .limit(limit)
            )
            return list(rows.scalars())

    async def touch(self, name: str) -> None:
        """Store that somebody has looked at an uploaded match."""

        def change(connection: Connection) -> None:
            connection.execute(update(MatchRow).where(MatchRow.id == name).values(updated=datetime.now(UTC)))

        await self.write(name, change)

    async def outdated(
        self,
        over: datetime | None,
        waiting: datetime | None,
        unseen: datetime | None,
        after: str = "",
        limit: int = PAGE,
    ) -> list[str]:
        """List matches that are over since before a moment, those that have waited for people since before one, and
        uploads that nobody has looked at since before one.
        """
        old = [MatchRow.over & (MatchRow.updated < over)] if over else []
        old += [MatchRow.dealt.is_(False) & (MatchRow.updated < waiting)] if waiting else []
        old += [MatchRow.closed & (MatchRow.updated < unseen)] if unseen else []
        if not old:
            return []
        async with self.engine.connect() as connection:
            found = select(MatchRow.id).where(or_(*old), MatchRow.id > after).order_by(MatchRow.id).limit(limit)
            return list((await connection.execute(found)).scalars())

    async def delete(self, name: str) -> None:
        """Delete a match with all that belongs to it."""

        def change(connection: Connection) -> None:
            connection.execute(delete(MatchRow).where(MatchRow.id == name))

        await self.write(name, change)

    async def held(self, tokens: Sequence[str]) -> list[Listed]:
        """List the matches whose seats these tokens open, the latest first."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(*LISTED, KeyRow.seat)
                .join(KeyRow, KeyRow.match == MatchRow.id)
                .where(KeyRow.token.in_([hashed(token) for token in tokens]))
                .order_by(MatchRow.updated.desc(), MatchRow.id, KeyRow.seat)
                .limit(LONGEST_LIST)
            )
            found: dict[str, Listed] = {}
            for row in rows:
                if row.id in found:
                    found[row.id].seats.extend({row.seat} - set(found[row.id].seats))
                    continue
                try:
                    names, waiting, score = (json.loads(written) for written in (row.names, row.waiting, row.score))
                except ValueError:
                    LOG.warning("match %s cannot be read for a list", row.id)
                    continue
                standing = Standing(row.ply, row.over, waiting, score)
                found[row.id] = Listed(
                    row.id, row.game, names, [], row.hot_seat, standing, row.updated, [row.seat], row.dealt
                )
            sitters = select(SeatRow.match, SeatRow.kind, SeatRow.level).where(SeatRow.match.in_(found))
            for match, kind, level in await connection.execute(sitters.order_by(SeatRow.seat)):
                found[match].kinds.append(seats.player_of(kind, level))
            return list(found.values())


def new_match(name: str, plan: Plan) -> Change:
    """Make the change that stores a new match."""
    now, match, game = datetime.now(UTC), plan.match, plan.game
    row = {
        "id": name,
        "game": game.name,
        "rules": game.version,
        "box": box_digest(game, None),
        "options": plan.options,
        "seed": match.seed if match else "",
        "dealt": match is not None,
        "secret": plan.secret,
        "dice": plan.dice,
        "hashes": None,
        "openings": written_openings(match.fair) if match else None,
        "spectators": plan.spectators,
        "clock": asdict(plan.clock) if plan.clock else None,
        "names": plan.names,
        "hot_seat": plan.hot_seat,
        "closed": plan.closed,
        "created": now,
        "updated": now,
        "ended_by": match.ending.by.value if match and match.ending else None,
        "ended_seat": match.ending.seat if match and match.ending else None,
        **asdict(standing_of(match) if match else Standing(0, over=False, waiting=[], score=[0] * len(plan.names))),
    }
    moves = [move_row(name, ply, move, now) for ply, move in enumerate(match.moves)] if match else []
    rows_of_seats = [seat_row(name, seat, sitter) for seat, sitter in enumerate(plan.sitters)]
    keys = [
        {"match": name, "seat": seat, "token": token}
        for seat, sitter in enumerate(plan.sitters)
        for token in sitter.keys
    ]
    invites = [{"match": name, "seat": seat, "code": code, "handover": True} for seat, code in plan.invites.items()]

    def change(connection: Connection) -> None:
        connection.execute(insert(MatchRow).values(row))
        for table, rows in ((MoveRow, moves), (SeatRow, rows_of_seats), (KeyRow, keys), (InviteRow, invites)):
            if rows:
                connection.execute(insert(table), rows)

    return change


def seat_row(name: str, seat: int, sitter: Sitter) -> dict[str, Any]:
    """Make the row of a seat."""
    values = {
        key: getattr(sitter, key) for key in ("kind", "level", "taken", "ready", "hash", "words", "nonce", "brought")
    }
    return {"match": name, "seat": seat, **values}


def read_wall(connection: Connection) -> tuple[Pulse | None, list[Gap]]:
    """Read when a server last ran, and which stretches of the calendar count for nobody."""
    last = connection.execute(select(PulseRow.at, PulseRow.boot, PulseRow.ticks)).one_or_none()
    gaps = connection.execute(select(GapRow.since, GapRow.until).order_by(GapRow.id))
    return Pulse(*last) if last else None, [Gap(*row) for row in gaps]


def write_wall(connection: Connection, pulse: Pulse, found: Sequence[Gap], back: datetime | None) -> list[Gap]:
    """Write that a server runs, and what was found out about the calendar; gives all gaps."""
    beat = update(PulseRow).values(**asdict(pulse))
    if not connection.execute(beat).rowcount:
        try:
            with connection.begin_nested():
                connection.execute(insert(PulseRow).values(id=1, **asdict(pulse)))
        except IntegrityError:  # another process was first
            connection.execute(beat)
    connection.execute(delete(GapRow).where(GapRow.until < pulse.at - OLDEST_GAP))
    if back:
        connection.execute(delete(GapRow).where(GapRow.since >= back))
        connection.execute(update(GapRow).where(GapRow.until > back).values(until=back))
    for gap in found:
        connection.execute(insert(GapRow).values(**asdict(gap)))
    return read_wall(connection)[1]


def prepare_sqlite(connection: Any, _record: Any) -> None:
    """Let SQLite read while it writes, keep what it has acknowledged through a power cut, and check its keys."""
    cursor = connection.cursor()
    busy = f"busy_timeout={round(1000 * BUSY_SECONDS)}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", busy):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(connection: Connection) -> None:
    """Bring the tables up to date."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    if connection.dialect.name == "postgresql":  # of several processes that start at once, one does it
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    config = Config()
    config.set_main_option("script_location", str(PACKAGE / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise MatchdayError(f"the database is of a newer version of matchday: {error}") from None
