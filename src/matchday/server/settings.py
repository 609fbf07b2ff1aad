"""What can be set about a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent
STATIC = PACKAGE / "static"
"""The built client; not kept with the sources."""

LARGEST_BODY = 64 * 1024
LARGEST_FILE = 5_000_000
"""Bytes of an uploaded match file; `match.files` has its own limit in characters, and words for it."""
LARGEST_MESSAGE = 4096
"""Characters of a message from a client: the longest real one has a few hundred."""


def default_database() -> str:
    """Tell where matches are kept unless something else is asked for."""
    return str(Path(platformdirs.user_data_dir("matchday")) / "matchday.db")


def default_threads() -> int:
    """Leave one core to the event loop where there is more than one."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True)
class Settings:
    """One server's settings."""

    database: str = field(default_factory=default_database)
    """A path for SQLite, or an SQLAlchemy address with an asynchronous driver."""
    bot_threads: int = field(default_factory=default_threads)
    """How many bots think at once; the others wait in line."""
    bot_pause: float = 0.5
    """Seconds that every bot's move takes at least: people follow it, and a forced move does not show itself."""
    hint_trials: int = 2000
    compiled: bool = True
    """Whether games are compiled while they are played; without it plain Python plays on."""
    hello_seconds: float = 10.0
    """How long a new socket may stay silent."""
    idle_rooms: int = 256
    """Matches kept in memory that nobody looks at; others are rebuilt from their moves."""
    sweep_seconds: float = 30.0
    """How often matches are looked for in which time is up though nobody is there."""
    abandoned_days: int = 30
    """A match between people that nobody has touched for so many days is over; 0 for never."""
    static: Path = STATIC

    @property
    def address(self) -> str:
        """The database's address."""
        return self.database if "://" in self.database else f"sqlite+aiosqlite:///{self.database}"
