"""Clocks kept by the server, and which match was played next."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Go one step forward."""
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("clock", sa.JSON))
        table.add_column(sa.Column("flag_at", sa.DateTime(timezone=True)))
        table.add_column(sa.Column("rematch", sa.String(32)))
        table.create_index("ix_matches_flag_at", ["flag_at"])
    with op.batch_alter_table("moves") as table:
        table.add_column(sa.Column("spent", sa.BigInteger))


def downgrade() -> None:
    """Go one step back."""
    with op.batch_alter_table("moves") as table:
        table.drop_column("spent")
    with op.batch_alter_table("matches") as table:
        table.drop_index("ix_matches_flag_at")
        table.drop_column("rematch")
        table.drop_column("flag_at")
        table.drop_column("clock")
