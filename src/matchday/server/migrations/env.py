"""Run migrations over the connection that the server hands in."""

from __future__ import annotations

from alembic import context

from matchday.server.rows import Rows

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Rows.metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
