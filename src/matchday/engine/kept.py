"""Files of the cache. What is in them is run as machine code, so each is read only as it was written, and by whom.

A file begins with a seal, a hash of its place in the cache and of its content: one that is torn (a full disk, a lost
current) or that was put in another's place counts as not there, and is made anew. So does one that somebody else wrote,
or could write to, where several people share a folder.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from matchday.engine.errors import MatchdayError

SEAL = hashlib.sha256().digest_size
READABLE, OPEN = 0o644, 0o755
ROOT = 0


def seal_of(path: Path, content: bytes) -> bytes:
    """Give the seal of a content at its place: the file in its folder, wherever the cache lies."""
    return hashlib.sha256(b"%s/%s\n%s" % (path.parent.name.encode(), path.name.encode(), content)).digest()


def keep(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: several processes may do so at once."""
    try:
        path.parent.mkdir(OPEN, parents=True, exist_ok=True)  # somebody may have cleared the cache meanwhile
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(seal_of(path, content) + content)
            Path(name).chmod(READABLE)  # what an image brings may be run by another user
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise no_room(path.parent, error) from error


def kept(path: Path) -> bytes | None:
    """Read a file of the cache; None where there is none that can be trusted."""
    with suppress(OSError), path.open("rb") as file:
        if is_trusted(os.fstat(file.fileno())):
            seal, content = file.read(SEAL), file.read()
            if seal == seal_of(path, content):
                return content
    return None


def is_own(found: os.stat_result) -> bool:
    """Tell whether something in the cache belongs to this user, or to the administrator."""
    return not hasattr(os, "geteuid") or found.st_uid in {os.geteuid(), ROOT}


def is_trusted(found: os.stat_result) -> bool:
    """Tell whether nobody else can have written a file."""
    others = stat.S_IWGRP | stat.S_IWOTH
    return is_own(found) and (not found.st_mode & others or not hasattr(os, "geteuid"))


def no_room(folder: Path, error: OSError) -> MatchdayError:
    """Say that nothing can be kept, and what would be right."""
    return MatchdayError(
        f"compiled code cannot be kept in {folder}: {error.strerror or error}; MATCHDAY_CACHE names another folder"
    )
