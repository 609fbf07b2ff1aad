"""Steps of a match in the database, each made only if the match still stands where the step was made for.

A move is stored far more often than anything else. So in SQLite it is written by the driver's own statements, which it
keeps prepared, within the same transaction as whatever else is stored together with it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import bindparam, exists, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPICursor

from matchday.engine.log import SPECTATOR
from matchday.match.match import Match
from matchday.match.past import Move
from matchday.server.problems import Conflict
from matchday.server.rows import KeyRow, MatchRow, MoveRow

NEW_MOVE: Any = insert(MoveRow.__table__)  # type: ignore[arg-type]
STEP: Any = update(MatchRow.__table__).where(  # type: ignore[arg-type]
    MatchRow.id == bindparam("of"), MatchRow.ply == bindparam("before"), MatchRow.ended_by.is_(None)
)
# The same for the driver of SQLite.
LITE_MOVE = "INSERT INTO moves (match, ply, seat, action, elapsed, spent, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
LITE_STEP = (
    "UPDATE matches SET ply = ?, over = ?, waiting = ?, score = ?, updated = ?, flag_at = ?"
    " WHERE id = ? AND ply = ? AND ended_by IS NULL"
)
LITE_KEY = "SELECT 1 FROM keys WHERE token = ? AND match = ? AND seat = ?"

Holders: TypeAlias = Mapping[int, Collection[str]]
"""The seats whose people want a step, and the keys that open them as far as this process knows. The clock has none."""


@dataclass(frozen=True)
class Standing:
    """How a match stands, as a spectator sees it."""

    ply: int
    over: bool
    waiting: list[int]
    score: list[int]


def standing_of(match: Match) -> Standing:
    """Tell how a match stands, from what a spectator may know."""
    score = match.runner.score(match.box_for(SPECTATOR), match.hidden(SPECTATOR))
    return Standing(match.ply, match.over, match.waiting, score)


@dataclass(frozen=True, slots=True)
class Played:
    """The change that stores a move, what it cost on the mover's clock, and when the next flag may fall."""

    match: str
    move: Move
    standing: Standing
    by: Holders
    at: datetime
    spent: int | None
    flag_at: datetime | None

    def __call__(self, connection: Connection) -> None:
        """Store it in any database."""
        before = self.standing.ply - 1
        connection.execute(NEW_MOVE, {**move_row(self.match, before, self.move, self.at), "spent": self.spent})
        step(connection, self.match, before, self.standing, self.at, flag_at=self.flag_at)
        check_holders(connection, self.match, self.by)

    def write(self, cursor: DBAPICursor) -> None:
        """Store it in SQLite."""
        match, move, standing, at = self.match, self.move, self.standing, lite_instant(self.at)
        before, flag_at = standing.ply - 1, self.flag_at and lite_instant(self.flag_at)
        cursor.execute(LITE_MOVE, (match, before, move.seat, move.action, move.elapsed, self.spent, at))
        waiting, score = str(standing.waiting), str(standing.score)  # lists of numbers are alike in Python and JSON
        cursor.execute(LITE_STEP, (standing.ply, standing.over, waiting, score, at, flag_at, match, before))
        if cursor.rowcount != 1:
            raise Conflict
        for seat, keys in self.by.items():
            if not any(cursor.execute(LITE_KEY, (key, match, seat)).fetchone() for key in keys):
                raise Conflict


def lite_instant(moment: datetime) -> str:
    """Write a moment as SQLAlchemy does in SQLite: it is in UTC, and does not say so."""
    return moment.replace(tzinfo=None).isoformat(" ", "microseconds")


def move_row(name: str, ply: int, move: Move, now: datetime) -> dict[str, Any]:
    """Make the row of a move."""
    return {"match": name, "ply": ply, "seat": move.seat, "action": move.action, "elapsed": move.elapsed, "at": now}


def step(connection: Connection, name: str, before: int, standing: Standing, now: datetime, **more: Any) -> None:
    """Write how a match stands, if it still stood at the ply that the change was made for and has not ended since."""
    values = {"of": name, "before": before, "updated": now, **asdict(standing), **more}
    done = connection.execute(STEP, values)
    if done.rowcount != 1:
        raise Conflict


def check_holders(connection: Connection, name: str, by: Holders) -> None:
    """Refuse a step of somebody who has handed their seat over meanwhile. Whoever hands one over waits for the match's
    row, which this step has changed, so nobody can do it between this look and the end.
    """
    for seat, keys in by.items():
        is_held = exists().where(KeyRow.match == name, KeyRow.seat == seat, KeyRow.token.in_(keys))
        if not connection.scalar(select(is_held)):
            raise Conflict
