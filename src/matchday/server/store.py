"""The database. A change is done when it is stored, and only then; changes that come together are stored together."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import bindparam, create_engine, delete, event, func, insert, or_, select, text, update
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.match.files import box_digest
from matchday.match.match import EndedBy, Ending, Match, Move
from matchday.server.clocks import ClockRule
from matchday.server.problems import Conflict, NoSuchMatch, NotStored, WrongCode
from matchday.server.rows import HUMAN, InviteRow, KeyRow, MatchRow, MoveRow, SeatRow, TalkRow
from matchday.server.settings import PACKAGE, Settings
from matchday.server.talk import MOST_KEPT, Said
from matchday.server.wiring import Wire

LOG = logging.getLogger(__name__)
LARGEST_BATCH = 256
LONGEST_LIST = 200
MIGRATING = 0x6D617463
TOKEN_BYTES = 24
ID_BYTES = 12

Change: TypeAlias = Callable[[Connection], None]
Batch: TypeAlias = Sequence[Change]

# What is done for every move is put together once.
NEW_MOVE: Any = insert(MoveRow.__table__)  # type: ignore[arg-type]
STEP: Any = update(MatchRow.__table__).where(  # type: ignore[arg-type]
    MatchRow.id == bindparam("of"), MatchRow.ply == bindparam("before"), MatchRow.ended_by.is_(None)
)


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
    words: str = ""
    """What the seat adds to the dice."""
    brought: dict[str, Any] = field(default_factory=dict)
    """Options of this seat alone, such as its deck, that are chosen while people gather."""


@dataclass(frozen=True)
class Standing:
    """How a match stands, as a spectator sees it."""

    ply: int
    over: bool
    waiting: list[int]
    score: list[int]


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
    match: Match | None = None
    secret: str | None = None
    invites: dict[int, str] = field(default_factory=dict)
    """Seat to the hash of its invitation."""
    spectators: bool = True
    clock: ClockRule | None = None
    hot_seat: bool = False
    closed: bool = False


@dataclass(frozen=True)
class Listed:
    """A match in a list."""

    id: str
    game: str
    names: list[str]
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


def standing_of(match: Match) -> Standing:
    """Tell how a match stands, from what a spectator may know."""
    score = match.runner.score(match.box_for(SPECTATOR), match.hidden(SPECTATOR))
    return Standing(match.ply, match.over, match.waiting, score)


def rename(connection: Connection, match: str, seat: int, given: str) -> None:
    """Store the name of one seat; another process may just have stored another's."""
    names = connection.execute(select(MatchRow.names).where(MatchRow.id == match).with_for_update()).scalar_one()
    named = [given if number == seat else name for number, name in enumerate(names)]
    connection.execute(update(MatchRow).where(MatchRow.id == match).values(names=named))


def apply_all(connection: Connection, changes: Batch) -> None:
    """Make changes one after the other."""
    for change in changes:
        change(connection)


class Desk:
    """The thread in which SQLite is written to: a whole transaction at a time, not a message for every statement."""

    def __init__(self, address: URL) -> None:
        self.engine = create_engine(address.set(drivername="sqlite"))
        event.listen(self.engine, "connect", prepare_sqlite)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="database")

    async def commit(self, changes: Batch) -> None:
        """Store changes in one transaction, all or none."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self.write, changes)

    def write(self, changes: Batch) -> None:
        """Do it here and now."""
        with self.engine.begin() as connection:
            apply_all(connection, changes)

    def close(self) -> None:
        """Let go of the database."""
        self.thread.shutdown()
        self.engine.dispose()


class Store:
    """Matches, moves and seats in an SQL database."""

    def __init__(self, settings: Settings) -> None:
        if "://" not in settings.database:
            Path(settings.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_async_engine(settings.address)
        self.desk: Desk | None = None
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)
            self.desk = Desk(self.engine.url)
        self.wire = Wire(self.engine)
        self.waiting: asyncio.Queue[tuple[Change, asyncio.Future[None]]] = asyncio.Queue()
        self.writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database up to date and begin to write."""
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(migrate)
        except SQLAlchemyError as error:
            reason = str(error.__cause__ or error).splitlines()[0]
            raise MatchdayError(f"the database {self.engine.url.database} cannot be used: {reason}") from None
        self.writer = asyncio.create_task(self.write_on(), name="database writer")

    async def aclose(self) -> None:
        """Finish what is waiting, then let go of the database."""
        await self.wire.aclose()
        if self.writer:
            await self.waiting.join()
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
        if self.desk:
            self.desk.close()
        await self.engine.dispose()

    async def is_well(self) -> bool:
        """Tell whether the database answers."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(select(1))
        except SQLAlchemyError:
            return False
        return True

    # ------------------------------------------------------------ writing

    async def write(self, name: str, change: Change, *, is_step: bool = False) -> None:
        """Store a change of a match; when this returns it is stored, when it raises it is not.

        A step changes how the match stands, and not only who sits there or what is said.
        """

        def announced(connection: Connection) -> None:
            change(connection)
            self.wire.announce(connection, name, is_step=is_step)

        done = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((announced, done))
        await done

    async def write_on(self) -> None:
        """Store changes in the order they came, as many at once as have come up meanwhile."""
        while True:
            batch = [await self.waiting.get()]
            while not self.waiting.empty() and len(batch) < LARGEST_BATCH:
                batch.append(self.waiting.get_nowait())
            failure = await self.commit([change for change, _ in batch])
            for change, done in batch:
                # One bad change must not undo its neighbours: each is tried again alone.
                alone = await self.commit([change]) if failure and len(batch) > 1 else failure
                if not done.done():
                    if alone:
                        done.set_exception(alone)
                    else:
                        done.set_result(None)
                self.waiting.task_done()

    async def commit(self, changes: Batch) -> MatchdayError | None:
        """Store changes in one transaction, all or none."""
        try:
            if self.desk:
                await self.desk.commit(changes)
            else:
                async with self.engine.begin() as connection:
                    await connection.run_sync(apply_all, changes)
        except (Conflict, IntegrityError):
            return Conflict()
        except Exception:
            LOG.exception("a change could not be stored")
            return NotStored()
        return None

    async def create(self, name: str, plan: Plan) -> None:
        """Store a new match; one that is dealt with the moves it has."""
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
        seats = [seat_row(name, seat, sitter) for seat, sitter in enumerate(plan.sitters)]
        keys = [
            {"match": name, "seat": seat, "token": token}
            for seat, sitter in enumerate(plan.sitters)
            for token in sitter.keys
        ]
        invites = [{"match": name, "seat": seat, "code": code, "handover": True} for seat, code in plan.invites.items()]

        def change(connection: Connection) -> None:
            connection.execute(insert(MatchRow).values(row))
            for table, rows in ((MoveRow, moves), (SeatRow, seats), (KeyRow, keys), (InviteRow, invites)):
                if rows:
                    connection.execute(insert(table), rows)

        await self.write(name, change)

    async def deal(self, name: str, match: Match, *, flag_in: float | None = None) -> None:
        """Store that a match is dealt; only one process does it."""
        now, standing = datetime.now(UTC), standing_of(match)
        flag_at = None if flag_in is None else now + timedelta(seconds=flag_in)

        def change(connection: Connection) -> None:
            done = connection.execute(
                update(MatchRow)
                .where(MatchRow.id == name, MatchRow.dealt.is_(False))
                .values(
                    dealt=True,
                    seed=match.seed,
                    options=match.options,
                    names=match.names,
                    updated=now,
                    flag_at=flag_at,
                    **asdict(standing),
                )
            )
            if done.rowcount != 1:
                raise Conflict

        await self.write(name, change, is_step=True)

    # ------------------------------------------------------------ seats

    async def seat(self, name: str, seat: int, sitter: Sitter, names: list[str]) -> None:
        """Store who sits on a seat; keys that are not the sitter's open nothing any more."""

        def change(connection: Connection) -> None:
            values = {key: value for key, value in seat_row(name, seat, sitter).items() if key not in {"match", "seat"}}
            connection.execute(update(SeatRow).where(SeatRow.match == name, SeatRow.seat == seat).values(values))
            connection.execute(
                delete(KeyRow).where(KeyRow.match == name, KeyRow.seat == seat, KeyRow.token.not_in(sitter.keys))
            )
            rename(connection, name, seat, names[seat])

        await self.write(name, change)

    async def invite(self, name: str, seat: int, code: str, *, handover: bool, is_own: bool) -> None:
        """Store an invitation to a seat, another's only while it is free; its earlier ones of that kind are void."""

        def change(connection: Connection) -> None:
            place = (SeatRow.match == name, SeatRow.seat == seat)
            if not is_own and connection.execute(select(SeatRow.taken).where(*place).with_for_update()).scalar_one():
                raise Conflict
            connection.execute(
                delete(InviteRow).where(
                    InviteRow.match == name, InviteRow.seat == seat, InviteRow.handover.is_(handover)
                )
            )
            row = {"match": name, "seat": seat, "code": hashed(code), "handover": handover}
            connection.execute(insert(InviteRow).values(row))

        await self.write(name, change)

    async def invited(self, name: str, code: str) -> tuple[int, bool]:
        """Tell which seat an invitation is for, and whether it hands the seat over."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(InviteRow.seat, InviteRow.handover).where(
                    InviteRow.match == name, InviteRow.code == hashed(code)
                )
            )
            row = found.one_or_none()
            if row is None:
                raise WrongCode
            return row.seat, row.handover

    async def claim(
        self, name: str, code: str, token: str, seat: int, sitter: Sitter, names: list[str], *, is_new: bool
    ) -> None:
        """Use an invitation up and store the token that it gives; of two who try at once one gets it.

        Whoever is new takes the seat for himself: no invitation of the one before opens it any more.
        """

        def change(connection: Connection) -> None:
            used = connection.execute(delete(InviteRow).where(InviteRow.match == name, InviteRow.code == hashed(code)))
            if used.rowcount != 1:
                raise Conflict
            if is_new:
                connection.execute(delete(InviteRow).where(InviteRow.match == name, InviteRow.seat == seat))
            connection.execute(
                delete(KeyRow).where(KeyRow.match == name, KeyRow.seat == seat, KeyRow.token.not_in(sitter.keys))
            )
            connection.execute(insert(KeyRow).values(match=name, seat=seat, token=hashed(token)))
            connection.execute(update(SeatRow).where(SeatRow.match == name, SeatRow.seat == seat).values(taken=True))
            rename(connection, name, seat, names[seat])

        await self.write(name, change)

    # ------------------------------------------------------------ moves

    async def append(
        self, name: str, after: Match, *, spent: float | None = None, flag_in: float | None = None
    ) -> None:
        """Store the last move of a match, what it cost on the mover's clock, and when the next flag may fall."""
        now = datetime.now(UTC)
        row, standing = move_row(name, after.ply - 1, after.moves[-1], now), standing_of(after)
        row["spent"] = None if spent is None else round(1000 * spent)
        flag_at = None if flag_in is None else now + timedelta(seconds=flag_in)

        def change(connection: Connection) -> None:
            connection.execute(NEW_MOVE, row)
            step(connection, name, standing.ply - 1, standing, now, flag_at=flag_at)

        await self.write(name, change, is_step=True)

    async def take_back(self, name: str, after: Match, before: int) -> None:
        """Delete the moves that were just taken back, if the match still stood at the ply before."""
        now, standing = datetime.now(UTC), standing_of(after)

        def change(connection: Connection) -> None:
            connection.execute(delete(MoveRow).where(MoveRow.match == name, MoveRow.ply >= standing.ply))
            step(connection, name, before, standing, now)

        await self.write(name, change, is_step=True)

    async def end(self, name: str, after: Match) -> None:
        """Store that a match has ended otherwise than by its rules."""
        now, standing, ending = datetime.now(UTC), standing_of(after), after.ending
        if ending is None:
            return

        def change(connection: Connection) -> None:
            step(connection, name, standing.ply, standing, now, ended_by=ending.by.value, ended_seat=ending.seat)

        await self.write(name, change, is_step=True)

    async def follow(self, name: str, following: str) -> None:
        """Store which match the same people play next; only the first counts."""

        def change(connection: Connection) -> None:
            done = connection.execute(
                update(MatchRow).where(MatchRow.id == name, MatchRow.rematch.is_(None)).values(rematch=following)
            )
            if done.rowcount != 1:
                raise Conflict

        await self.write(name, change)

    async def talk(self, name: str, said: Said) -> None:
        """Store what was said."""
        row = {"match": name, "at": datetime.now(UTC), **asdict(said)}

        def change(connection: Connection) -> None:
            connection.execute(insert(TalkRow).values(row))

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
            seats = await connection.execute(
                select(SeatRow.__table__).where(SeatRow.match == name).order_by(SeatRow.seat)
            )
            keys = (await connection.execute(select(KeyRow.seat, KeyRow.token).where(KeyRow.match == name))).all()
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
                spectators=found.spectators,
                sitters=[
                    Sitter(
                        kind=row.kind,
                        level=row.level,
                        keys=frozenset(token for seat, token in keys if seat == row.seat),
                        taken=row.taken,
                        ready=row.ready,
                        words=row.words,
                        brought=row.brought,
                    )
                    for row in seats
                ],
                ending=Ending(EndedBy(found.ended_by), found.ended_seat) if found.ended_by else None,
                talk=[Said(*row) for row in talk][::-1],
                updated=found.updated,
            )

    async def close(self, name: str) -> None:
        """Store that a match does not go on."""

        def change(connection: Connection) -> None:
            connection.execute(update(MatchRow).where(MatchRow.id == name).values(over=True, flag_at=None))

        await self.write(name, change)

    async def due(self, limit: int = 100) -> list[str]:
        """List matches in which somebody may be out of time."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(MatchRow.id)
                .where(MatchRow.flag_at < datetime.now(UTC), MatchRow.over.is_(False))
                .order_by(MatchRow.flag_at)
                .limit(limit)
            )
            return list(rows.scalars())

    async def abandoned(self, before: datetime, limit: int = 100) -> list[str]:
        """List matches between people that nobody has touched for long."""
        people = select(func.count()).where(SeatRow.match == MatchRow.id, SeatRow.kind == HUMAN).scalar_subquery()
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(MatchRow.id)
                .where(
                    MatchRow.updated < before,
                    MatchRow.over.is_(False),
                    MatchRow.dealt,
                    MatchRow.closed.is_(False),
                    MatchRow.hot_seat.is_(False),
                    MatchRow.clock.is_(None) | (MatchRow.flag_at.is_(None)),
                    people > 1,
                )
                .limit(limit)
            )
            return list(rows.scalars())

    async def outdated(self, over: datetime | None, waiting: datetime | None, limit: int = 100) -> list[str]:
        """List matches that are over since before a moment, and those that have waited for people since before one."""
        old = [MatchRow.over & (MatchRow.updated < over)] if over else []
        old += [MatchRow.dealt.is_(False) & (MatchRow.updated < waiting)] if waiting else []
        if not old:
            return []
        async with self.engine.connect() as connection:
            return list((await connection.execute(select(MatchRow.id).where(or_(*old)).limit(limit))).scalars())

    async def delete(self, name: str) -> None:
        """Delete a match with all that belongs to it."""

        def change(connection: Connection) -> None:
            connection.execute(delete(MatchRow).where(MatchRow.id == name))

        await self.write(name, change)

    async def held(self, tokens: Sequence[str]) -> list[Listed]:
        """List the matches whose seats these tokens open, the latest first."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(MatchRow.__table__, KeyRow.seat)
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
                standing = Standing(row.ply, row.over, row.waiting, row.score)
                found[row.id] = Listed(
                    row.id, row.game, row.names, row.hot_seat, standing, row.updated, [row.seat], row.dealt
                )
            return list(found.values())


def seat_row(name: str, seat: int, sitter: Sitter) -> dict[str, Any]:
    """Make the row of a seat."""
    values = {key: getattr(sitter, key) for key in ("kind", "level", "taken", "ready", "words", "brought")}
    return {"match": name, "seat": seat, **values}


def move_row(name: str, ply: int, move: Move, now: datetime) -> dict[str, Any]:
    """Make the row of a move."""
    return {"match": name, "ply": ply, "seat": move.seat, "action": move.action, "elapsed": move.elapsed, "at": now}


def step(connection: Connection, name: str, before: int, standing: Standing, now: datetime, **more: Any) -> None:
    """Write how a match stands, if it still stood at the ply that the change was made for and has not ended since."""
    values = {"of": name, "before": before, "updated": now, **asdict(standing), **more}
    done = connection.execute(STEP, values)
    if done.rowcount != 1:
        raise Conflict


def prepare_sqlite(connection: Any, _record: Any) -> None:
    """Let SQLite read while it writes, keep what it has acknowledged through a power cut, and check its keys."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
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
