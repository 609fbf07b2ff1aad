"""Ends that the rules know nothing of, and table talk."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Go one step forward."""
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("ended_by", sa.String(16)))
        table.add_column(sa.Column("ended_seat", sa.Integer))
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("phrase", sa.String(40)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Go one step back."""
    op.drop_table("talk")
    with op.batch_alter_table("matches") as table:
        table.drop_column("ended_seat")
        table.drop_column("ended_by")
