"""Copies of the SQLite database: made while a server runs, put back while none does."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from matchday.engine.errors import MatchdayError
from matchday.server.keeping import Lock, make_private
from matchday.server.settings import Settings


def database_file(settings: Settings) -> Path:
    """Give the file of the database, if it is one."""
    if settings.file is None:
        raise MatchdayError("this is no SQLite database: PostgreSQL has pg_dump and pg_restore for that")
    return settings.file


def backup(settings: Settings, target: Path) -> int:
    """Copy the database as it stands at one moment, whoever plays meanwhile; gives the number of its matches."""
    source = database_file(settings)
    if not source.is_file():
        raise MatchdayError(f"there is no database {source}")
    if target.exists():
        raise MatchdayError(f"{target} is there already")
    partial = target.with_name(target.name + ".part")
    partial.unlink(missing_ok=True)
    make_private(partial)
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as before,
            closing(sqlite3.connect(partial)) as after,
        ):
            before.backup(after)
            after.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
            count = check(after)
        partial.replace(target)
    except sqlite3.Error as error:
        raise MatchdayError(f"{source} could not be copied: {error}") from None
    finally:
        partial.unlink(missing_ok=True)
    return count


def restore(settings: Settings, source: Path, *, force: bool = False) -> int:
    """Put a copy in the database's place; no server may run on it. Gives the number of its matches."""
    target = database_file(settings)
    if not source.is_file():
        raise MatchdayError(f"there is no file {source}")
    if target.exists() and not force:
        raise MatchdayError(f"{target} is there already; --force puts the copy in its place")
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as before:
            count = check(before)
            with Lock(target):
                if target.exists():
                    refuse_while_used(target)
                make_private(target)
                with closing(sqlite3.connect(target)) as after:
                    before.backup(after)
    except sqlite3.Error as error:
        raise MatchdayError(f"{source} could not be put back: {error}") from None
    return count


def check(database: sqlite3.Connection) -> int:
    """Make sure that a database is whole and ours; gives the number of its matches."""
    [verdict] = database.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise MatchdayError(f"the database is damaged: {verdict}")
    try:
        database.execute("SELECT version_num FROM alembic_version").fetchone()
        [count] = database.execute("SELECT count(*) FROM matches").fetchone()
    except sqlite3.OperationalError:
        raise MatchdayError("this is no database of matchday") from None
    return int(count)


def refuse_while_used(path: Path) -> None:
    """Make sure that no other program uses a database: it is emptied of what waits beside it, which needs it alone."""
    with closing(sqlite3.connect(path, timeout=0.5)) as database:
        try:
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            database.execute("COMMIT")
        except sqlite3.OperationalError:
            raise MatchdayError(f"{path} is in use by another program") from None
