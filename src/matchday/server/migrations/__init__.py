"""Alembic migrations: the database is brought up to date whenever a server starts."""
