"""Who plays is told by the seat alone: the names of bots were "bot" and their level, the Automat's "bot automat"."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

MATCHES = sa.table("matches", sa.column("id", sa.String), sa.column("names", sa.JSON))
SEATS = sa.table("seats", *(sa.column(name, sa.String) for name in ("match", "kind", "level")), sa.column("seat"))
AUTOMAT = "automat"


def upgrade() -> None:
    """Go one step forward."""
    connection = op.get_bind()
    for name, names, bots in bots_by_match(connection):
        for seat in bots:
            if names[seat] == f"bot {AUTOMAT}":
                write_level(connection, name, seat, AUTOMAT)
            names[seat] = ""
        write_names(connection, name, names)


def downgrade() -> None:
    """Go one step back."""
    connection = op.get_bind()
    for name, names, bots in bots_by_match(connection):
        for seat, level in bots.items():
            names[seat] = f"bot {level}"
            if level == AUTOMAT:
                write_level(connection, name, seat, "amateur")
        write_names(connection, name, names)


def bots_by_match(connection: sa.Connection) -> list[tuple[str, list[str], dict[int, str]]]:
    """Give every match that bots play in: its id, its names, and the levels of its bots by their seats."""
    seated = sa.select(SEATS.c.match, SEATS.c.seat, SEATS.c.level).where(SEATS.c.kind == "bot")
    bots: dict[str, dict[int, str]] = {}
    for match, seat, level in connection.execute(seated):
        bots.setdefault(match, {})[seat] = level
    found = connection.execute(sa.select(MATCHES.c.id, MATCHES.c.names)).all()
    return [(name, list(names), bots[name]) for name, names in found if name in bots]


def write_level(connection: sa.Connection, match: str, seat: int, level: str) -> None:
    """Write the level of one bot."""
    connection.execute(sa.update(SEATS).where(SEATS.c.match == match, SEATS.c.seat == seat).values(level=level))


def write_names(connection: sa.Connection, match: str, names: list[str]) -> None:
    """Write the names of a match."""
    connection.execute(sa.update(MATCHES).where(MATCHES.c.id == match).values(names=names))
