"""The file of an SQLite database: served by one process at a time, and readable by its owner alone."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Self

from matchday.engine.errors import MatchdayError

OWNER_ALONE, FOLDER_OF_OWNER = 0o600, 0o700
BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database has the same secrets."""
IN_USE = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


def make_private(path: Path) -> None:
    """Make an empty file, and its folder if there is none, for the owner alone; what is there already becomes so.

    What SQLite makes beside it later takes the file's permissions.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_OF_OWNER)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ALONE))
    for ending in BESIDE:
        file = path.with_name(path.name + ending)
        if file.exists() and file.stat().st_mode & 0o077:
            file.chmod(OWNER_ALONE)


class Lock:
    """Says that a process serves a database. The system lets go of it when the process ends, however it ends."""

    def __init__(self, database: Path) -> None:
        """Take it; the file beside the database stays, and means nothing by itself."""
        beside = database.with_name(database.name + ".lock")
        beside.parent.mkdir(parents=True, exist_ok=True, mode=FOLDER_OF_OWNER)
        self.file = os.open(beside, os.O_CREAT | os.O_RDWR, OWNER_ALONE)
        try:
            lock(self.file)
        except OSError as error:
            os.close(self.file)
            if error.errno in IN_USE:
                told = "another process serves it; several servers need PostgreSQL, several workers are one (--workers)"
                raise MatchdayError(f"the database {database} is in use: {told}") from None
            raise MatchdayError(f"the database {database} cannot be locked: {error.strerror}") from None

    def close(self) -> None:
        """Let go of it."""
        os.close(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Turn:
    """Whose turn it is to write, of several processes with one file.

    SQLite would see to it by itself, but has who waits look again after longer and longer pauses: with four who write,
    one in a hundred waited a third of a second. The system wakes whoever is next.
    """

    def __init__(self, database: Path) -> None:
        beside = database.with_name(database.name + ".turn")
        self.file = os.open(beside, os.O_CREAT | os.O_RDWR, OWNER_ALONE)

    def __enter__(self) -> None:
        lock(self.file, waits=True)

    def __exit__(self, *_: object) -> None:
        unlock(self.file)

    def close(self) -> None:
        """Let go of it."""
        os.close(self.file)


if sys.platform == "win32":
    import msvcrt

    def lock(file: int, *, waits: bool = False) -> None:
        """Lock a file, or raise at once."""
        msvcrt.locking(file, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)

    def unlock(file: int) -> None:
        """Let another have it."""
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(file: int, *, waits: bool = False) -> None:
        """Lock a file; if it is locked wait, or raise at once."""
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)

    def unlock(file: int) -> None:
        """Let another have it."""
        fcntl.flock(file, fcntl.LOCK_UN)
