"""Play by link: keys of seats apart from seats, invitations, matches that wait to be dealt, fair dice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Go one step forward. A seat may have several keys, one for each device."""
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("dealt", sa.Boolean, nullable=False, server_default=sa.true()))
        table.add_column(sa.Column("spectators", sa.Boolean, nullable=False, server_default=sa.true()))
        table.add_column(sa.Column("secret", sa.Text))
    op.create_table(
        "keys",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column(
            "match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True
        ),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "invites",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("handover", sa.Boolean, nullable=False),
    )
    op.execute("INSERT INTO keys (token, match, seat) SELECT token, match, seat FROM seats WHERE token IS NOT NULL")
    with op.batch_alter_table("seats") as table:
        table.add_column(sa.Column("taken", sa.Boolean, nullable=False, server_default=sa.true()))
        table.add_column(sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.true()))
        table.add_column(sa.Column("words", sa.Text, nullable=False, server_default=""))
        table.drop_column("token")


def downgrade() -> None:
    """Go one step back; of several keys of a seat one stays."""
    with op.batch_alter_table("seats") as table:
        table.add_column(sa.Column("token", sa.String(64), unique=True))
        for name in ("taken", "ready", "words"):
            table.drop_column(name)
    op.execute(
        "UPDATE seats SET token = (SELECT min(keys.token) FROM keys "
        "WHERE keys.match = seats.match AND keys.seat = seats.seat)"
    )
    op.drop_table("invites")
    op.drop_table("keys")
    with op.batch_alter_table("matches") as table:
        for name in ("dealt", "spectators", "secret"):
            table.drop_column(name)
