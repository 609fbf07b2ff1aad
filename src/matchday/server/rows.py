"""The tables of the database."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import JSON, BigInteger, DateTime, Dialect, ForeignKey, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from matchday.engine.text import LONGEST_TALK
from matchday.match.fair import LONGEST_WORDS

HUMAN, BOT, FRIEND = "human", "bot", "friend"
KNOWN: Final = "known"
"""Dice that somebody may know."""


class Instant(TypeDecorator[datetime]):
    """A moment in UTC, whether the database keeps time zones or not."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give back what a database without time zones has dropped."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Line(TypeDecorator[str]):
    """A text of so many signs at most. SQLite would store any."""

    impl = String
    cache_ok = True

    def __init__(self, longest: int) -> None:
        self.longest = longest
        super().__init__(longest)

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Refuse what is longer: what comes in is refused in words long before."""
        if value is not None and len(value) > self.longest:
            raise ValueError(f"{len(value)} signs, where at most {self.longest} are kept")
        return value


class Paragraph(Line):
    """The same in a column that knows no limit itself."""

    impl = Text
    cache_ok = True

    def __init__(self, longest: int) -> None:
        self.longest = longest
        TypeDecorator.__init__(self)


class Json(TypeDecorator[Any]):
    """Anything that has so many signs at most when it is written as JSON."""

    impl = JSON
    cache_ok = True

    def __init__(self, longest: int, *, none_as_null: bool = False) -> None:
        self.longest, self.none_as_null = longest, none_as_null
        super().__init__(none_as_null=none_as_null)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Refuse what is longer."""
        size = len(json.dumps(value))
        if size > self.longest:
            raise ValueError(f"{size} signs of JSON, where at most {self.longest} are kept")
        return value


OPTIONS, NAMES, NUMBERS, HASHES, OPENINGS = 100_000, 10_000, 500, 1500, 100_000
"""Signs of JSON: two decks of one's own with all their signs escaped; fourteen names; a number for each seat; a hash
for each seat; what each seat has added to the dice, its deck with it.
"""


class Rows(DeclarativeBase):
    """Base of all tables."""


class MatchRow(Rows):
    """A match: what it is replayed from, and, so that lists are quick, how it stands for a spectator."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(Line(32), primary_key=True)
    game: Mapped[str] = mapped_column(Line(40))
    rules: Mapped[int] = mapped_column(Integer)
    box: Mapped[str] = mapped_column(Line(16))
    options: Mapped[dict[str, Any]] = mapped_column(Json(OPTIONS))
    seed: Mapped[str] = mapped_column(Paragraph(200))
    """Empty until the match is dealt."""
    dealt: Mapped[bool] = mapped_column(server_default=sa.true())
    """Not while people are still being waited for."""
    secret: Mapped[str | None] = mapped_column(Paragraph(200))
    """What the server committed to before the deal."""
    dice: Mapped[str] = mapped_column(Line(8), server_default="known")
    """Whose they are: see `server/dice.py`."""
    hashes: Mapped[list[str] | None] = mapped_column(Json(HASHES, none_as_null=True))
    """What everyone has sealed, fixed and shown to all; none before, and where nobody gathers."""
    openings: Mapped[list[Any] | None] = mapped_column(Json(OPENINGS, none_as_null=True))
    """What each seat has added to the dice, from the deal on: seats change later, this does not."""
    clock: Mapped[dict[str, Any] | None] = mapped_column(Json(NUMBERS))
    """What was agreed about time."""
    flag_at: Mapped[datetime | None] = mapped_column(Instant, index=True)
    """When somebody may be out of time."""
    rematch: Mapped[str | None] = mapped_column(Line(32))
    """The match that the same people played next."""
    spectators: Mapped[bool] = mapped_column(server_default=sa.true())
    """Whether anyone who knows the id may watch while it is played."""
    names: Mapped[list[str]] = mapped_column(Json(NAMES))
    hot_seat: Mapped[bool]
    closed: Mapped[bool]
    """Read from a file: nobody plays on, and everything may be shown."""
    ply: Mapped[int] = mapped_column(Integer)
    over: Mapped[bool]
    waiting: Mapped[list[int]] = mapped_column(Json(NUMBERS))
    score: Mapped[list[int]] = mapped_column(Json(NUMBERS))
    ended_by: Mapped[str | None] = mapped_column(Line(16))
    ended_seat: Mapped[int | None] = mapped_column(Integer)
    """How it ended, where that was not by its rules."""
    created: Mapped[datetime] = mapped_column(Instant)
    updated: Mapped[datetime] = mapped_column(Instant)


class MoveRow(Rows):
    """A move. Its key makes sure that a ply is played once, whichever process plays it."""

    __tablename__ = "moves"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    ply: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """How many moves were made before it."""
    seat: Mapped[int] = mapped_column(Integer)
    action: Mapped[int] = mapped_column(Integer)
    elapsed: Mapped[int] = mapped_column(BigInteger)
    spent: Mapped[int | None] = mapped_column(BigInteger)
    """Milliseconds that the seat's clock was charged."""
    at: Mapped[datetime] = mapped_column(Instant)


class TalkRow(Rows):
    """Something said at the table."""

    __tablename__ = "talk"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int] = mapped_column(Integer)
    phrase: Mapped[str | None] = mapped_column(Line(40))
    text: Mapped[str] = mapped_column(Paragraph(LONGEST_TALK))
    at: Mapped[datetime] = mapped_column(Instant)


class SeatRow(Rows):
    """Who sits where."""

    __tablename__ = "seats"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(Line(8))
    level: Mapped[str] = mapped_column(Line(40))
    taken: Mapped[bool] = mapped_column(server_default=sa.true())
    """False while the seat waits for whoever is invited."""
    ready: Mapped[bool] = mapped_column(server_default=sa.true())
    hash: Mapped[str] = mapped_column(Line(64), server_default="")
    """What seals what the seat adds to the dice, while people gather."""
    words: Mapped[str] = mapped_column(Paragraph(LONGEST_WORDS), server_default="")
    nonce: Mapped[str] = mapped_column(Line(64), server_default="")
    """What it has added, once it is opened."""
    brought: Mapped[dict[str, Any]] = mapped_column(Json(OPTIONS), server_default="{}")
    """The options that belong to the seat alone, such as its deck, as the person on it has chosen them."""


class KeyRow(Rows):
    """A token that opens a seat; the same one opens the person's seat in the next match. It is never kept itself."""

    __tablename__ = "keys"

    token: Mapped[str] = mapped_column(Line(64), primary_key=True)
    """SHA-256 of the token."""
    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True)
    seat: Mapped[int] = mapped_column(Integer)


class PulseRow(Rows):
    """When a server last ran. There is one."""

    __tablename__ = "pulse"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
    boot: Mapped[str] = mapped_column(Line(40))
    ticks: Mapped[float] = mapped_column(sa.Float)


class GapRow(Rows):
    """A stretch of the calendar that counts for nobody."""

    __tablename__ = "gaps"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    since: Mapped[datetime] = mapped_column(Instant)
    until: Mapped[datetime] = mapped_column(Instant)


class InviteRow(Rows):
    """A code that gives a token for a seat, once. The code itself is never kept."""

    __tablename__ = "invites"

    code: Mapped[str] = mapped_column(Line(64), primary_key=True)
    """SHA-256 of the code."""
    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int] = mapped_column(Integer)
    handover: Mapped[bool]
    """Whether earlier tokens of the seat open nothing any more once it is used."""
