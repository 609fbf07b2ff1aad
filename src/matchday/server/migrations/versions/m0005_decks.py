"""What a person brings to a match by link: a deck of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Go one step forward."""
    with op.batch_alter_table("seats") as table:
        table.add_column(sa.Column("brought", sa.JSON, nullable=False, server_default="{}"))


def downgrade() -> None:
    """Go one step back."""
    with op.batch_alter_table("seats") as table:
        table.drop_column("brought")
