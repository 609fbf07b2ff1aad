"""When a server last ran, and stretches of the calendar that count for nobody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Go one step forward."""
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("boot", sa.String(40), nullable=False),
        sa.Column("ticks", sa.Float, nullable=False),
    )
    op.create_table(
        "gaps",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Go one step back."""
    op.drop_table("gaps")
    op.drop_table("pulse")
