"""Fair dice, second edition: whose the dice of a match are, hashes that seal what seats add, and what they opened."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Go one step forward."""
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("dice", sa.String(8), nullable=False, server_default="known"))
        table.add_column(sa.Column("hashes", sa.JSON(none_as_null=True)))
        table.add_column(sa.Column("openings", sa.JSON(none_as_null=True)))
    with op.batch_alter_table("seats") as table:
        table.add_column(sa.Column("hash", sa.String(64), nullable=False, server_default=""))
        table.add_column(sa.Column("nonce", sa.String(64), nullable=False, server_default=""))
    sort_dice()


def sort_dice() -> None:
    """Say of the matches that are there whose dice they are.

    Files and branches had taken over the secret of what they came from. Files are closed; a branch has moves that are
    as old as itself, or the secret of an older match. Where people still gather they seal anew.
    """
    op.execute(
        """
        UPDATE matches SET dice = 'first' WHERE secret IS NOT NULL AND dealt AND NOT closed
        AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.match = matches.id AND moves.at = matches.created)
        AND NOT EXISTS (
            SELECT 1 FROM matches AS other WHERE other.secret = matches.secret AND other.id <> matches.id
            AND (other.created < matches.created OR other.closed)
        )
        """
    )
    op.execute("UPDATE matches SET dice = 'joint' WHERE secret IS NOT NULL AND NOT dealt")
    op.execute("UPDATE matches SET secret = NULL WHERE dice = 'known'")
    connection = op.get_bind()
    found: dict[str, list[str]] = {}
    for name, words in connection.execute(
        sa.text(
            "SELECT seats.match, seats.words FROM seats JOIN matches ON matches.id = seats.match "
            "WHERE matches.dice = 'first' ORDER BY seats.match, seats.seat"
        )
    ):
        found.setdefault(name, []).append(words)
    for name, words in found.items():
        connection.execute(
            sa.text("UPDATE matches SET openings = :words WHERE id = :name"), {"words": json.dumps(words), "name": name}
        )
    op.execute(
        "UPDATE seats SET ready = (kind = 'bot'), words = '' WHERE match IN (SELECT id FROM matches WHERE NOT dealt)"
    )


def downgrade() -> None:
    """Go one step back."""
    with op.batch_alter_table("seats") as table:
        table.drop_column("nonce")
        table.drop_column("hash")
    with op.batch_alter_table("matches") as table:
        table.drop_column("openings")
        table.drop_column("hashes")
        table.drop_column("dice")
