"""The database. A change is done when it is stored, and only then; changes that come together are stored together."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import delete, event, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from matchday.engine.errors import MatchdayError
from matchday.engine.log import SPECTATOR
from matchday.match.files import box_digest
from matchday.match.match import EndedBy, Ending, Match, Move
from matchday.server.problems import Conflict, NoSuchMatch, NotStored
from matchday.server.rows import BOT, MatchRow, MoveRow, SeatRow, TalkRow
from matchday.server.settings import PACKAGE, Settings
from matchday.server.talk import MOST_KEPT, Said

LOG = logging.getLogger(__name__)
LARGEST_BATCH = 256
LONGEST_LIST = 200
TOKEN_BYTES = 24
ID_BYTES = 12

Change: TypeAlias = Callable[[AsyncConnection], Awaitable[None]]


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat."""

    kind: str
    level: str = ""
    token: str | None = None
    """The hash of the seat's token."""


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
    moves: list[Move]
    sitters: list[Sitter]
    ending: Ending | None
    talk: list[Said]
    updated: datetime


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
    return Standing(match.ply, match.is_over, match.waiting, score)


class Store:
    """Matches, moves and seats in an SQL database."""

    def __init__(self, settings: Settings) -> None:
        if "://" not in settings.database:
            Path(settings.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_async_engine(settings.address)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)
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
        if self.writer:
            await self.waiting.join()
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)
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

    async def write(self, change: Change) -> None:
        """Store a change; when this returns it is stored, when it raises it is not."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((change, done))
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

    async def commit(self, changes: Sequence[Change]) -> MatchdayError | None:
        """Store changes in one transaction, all or none."""
        try:
            async with self.engine.begin() as connection:
                for change in changes:
                    await change(connection)
        except (Conflict, IntegrityError):
            return Conflict()
        except Exception:
            LOG.exception("a change could not be stored")
            return NotStored()
        return None

    async def create(
        self, name: str, match: Match, sitters: Sequence[Sitter], *, hot_seat: bool = False, closed: bool = False
    ) -> None:
        """Store a new match with the moves it already has."""
        now = datetime.now(UTC)
        row = {
            "id": name,
            "game": match.game.name,
            "rules": match.game.version,
            "box": box_digest(match.game, match.data),
            "options": match.options,
            "seed": match.seed,
            "names": match.names,
            "hot_seat": hot_seat,
            "closed": closed,
            "created": now,
            "updated": now,
            "ended_by": match.ending.by.value if match.ending else None,
            "ended_seat": match.ending.seat if match.ending else None,
            **asdict(standing_of(match)),
        }
        moves = [move_row(name, ply, move, now) for ply, move in enumerate(match.moves)]
        seats = [{"match": name, "seat": seat, **asdict(sitter)} for seat, sitter in enumerate(sitters)]

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(insert(MatchRow).values(row))
            if moves:
                await connection.execute(insert(MoveRow), moves)
            await connection.execute(insert(SeatRow), seats)

        await self.write(change)

    async def append(self, name: str, after: Match) -> None:
        """Store the last move of a match."""
        now = datetime.now(UTC)
        row, standing = move_row(name, after.ply - 1, after.moves[-1], now), standing_of(after)

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(insert(MoveRow).values(row))
            await step(connection, name, standing.ply - 1, standing, now)

        await self.write(change)

    async def take_back(self, name: str, after: Match) -> None:
        """Delete the move that was just taken back."""
        now, standing = datetime.now(UTC), standing_of(after)

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(delete(MoveRow).where(MoveRow.match == name, MoveRow.ply == standing.ply))
            await step(connection, name, standing.ply + 1, standing, now)

        await self.write(change)

    async def end(self, name: str, after: Match) -> None:
        """Store that a match has ended otherwise than by its rules."""
        now, standing, ending = datetime.now(UTC), standing_of(after), after.ending
        if ending is None:
            return

        async def change(connection: AsyncConnection) -> None:
            await step(connection, name, standing.ply, standing, now, ended_by=ending.by.value, ended_seat=ending.seat)

        await self.write(change)

    async def hand_to_bot(self, name: str, seat: int, level: str, names: list[str]) -> None:
        """Let a bot take over a seat; its token opens nothing any more."""

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(
                update(SeatRow)
                .where(SeatRow.match == name, SeatRow.seat == seat)
                .values(kind=BOT, level=level, token=None)
            )
            await connection.execute(update(MatchRow).where(MatchRow.id == name).values(names=names))

        await self.write(change)

    async def talk(self, name: str, said: Said) -> None:
        """Store what was said."""
        row = {"match": name, "at": datetime.now(UTC), **asdict(said)}

        async def change(connection: AsyncConnection) -> None:
            await connection.execute(insert(TalkRow).values(row))

        await self.write(change)

    # ------------------------------------------------------------ reading

    async def read(self, name: str) -> Kept:
        """Read a match with its moves and seats."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(select(MatchRow.__table__).where(MatchRow.id == name))).one_or_none()
            if found is None:
                raise NoSuchMatch
            moves = await connection.execute(
                select(MoveRow.ply, MoveRow.seat, MoveRow.action, MoveRow.elapsed)
                .where(MoveRow.match == name)
                .order_by(MoveRow.ply)
            )
            seats = await connection.execute(
                select(SeatRow.kind, SeatRow.level, SeatRow.token).where(SeatRow.match == name).order_by(SeatRow.seat)
            )
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
                moves=[Move(seat, action, elapsed) for _, seat, action, elapsed in moves],
                sitters=[Sitter(kind, level, token) for kind, level, token in seats],
                ending=Ending(EndedBy(found.ended_by), found.ended_seat) if found.ended_by else None,
                talk=[Said(*row) for row in talk][::-1],
                updated=found.updated,
            )

    async def held(self, tokens: Sequence[str]) -> list[Listed]:
        """List the matches whose seats these tokens open, the latest first."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(MatchRow.__table__, SeatRow.seat)
                .join(SeatRow, SeatRow.match == MatchRow.id)
                .where(SeatRow.token.in_([hashed(token) for token in tokens]))
                .order_by(MatchRow.updated.desc(), MatchRow.id, SeatRow.seat)
                .limit(LONGEST_LIST)
            )
            found: dict[str, Listed] = {}
            for row in rows:
                if row.id in found:
                    found[row.id].seats.append(row.seat)
                    continue
                standing = Standing(row.ply, row.over, row.waiting, row.score)
                found[row.id] = Listed(row.id, row.game, row.names, row.hot_seat, standing, row.updated, [row.seat])
            return list(found.values())


def move_row(name: str, ply: int, move: Move, now: datetime) -> dict[str, Any]:
    """Make the row of a move."""
    return {"match": name, "ply": ply, "seat": move.seat, "action": move.action, "elapsed": move.elapsed, "at": now}


async def step(
    connection: AsyncConnection, name: str, before: int, standing: Standing, now: datetime, **more: Any
) -> None:
    """Write how a match stands, if it still stood at the ply that the change was made for and has not ended since."""
    done = await connection.execute(
        update(MatchRow)
        .where(MatchRow.id == name, MatchRow.ply == before, MatchRow.ended_by.is_(None))
        .values(updated=now, **asdict(standing), **more)
    )
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

    config = Config()
    config.set_main_option("script_location", str(PACKAGE / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise MatchdayError(f"the database is of a newer version of matchday: {error}") from None
