"""What can be set about a server."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

import platformdirs
from sqlalchemy.engine import make_url

from matchday.engine.errors import MatchdayError

PACKAGE = Path(__file__).parent
STATIC = PACKAGE / "static"
"""The built client; not kept with the sources."""

LARGEST_BODY = 64 * 1024
LONG_PAST = 20
"""Plies whose events take longer to be told than others at their tables should wait."""
LARGEST_MESSAGE = 4096
"""Characters of a message from a client: the longest real one has a few hundred."""


def default_database() -> str:
    """Tell where matches are kept unless something else is asked for."""
    return str(Path(platformdirs.user_data_dir("matchday")) / "matchday.db")


def default_threads() -> int:
    """Leave one core to the event loop; but two at least, so that nobody's bots take all of them."""
    return max(2, (os.cpu_count() or 1) - 1)


READERS: dict[str, Callable[[str], object]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": lambda written: {"1": True, "true": True, "0": False, "false": False}[written.lower()],
    "Path": Path,
    "tuple[str, ...]": lambda written: tuple(written.replace(",", " ").split()),
}
"""How variables of the environment are read, by the type of the setting."""


def written(value: object) -> str:
    """Write a setting as it is read."""
    return " ".join(value) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class Settings:
    """One server's settings."""

    database: str = field(default_factory=default_database)
    """A path for SQLite, or an SQLAlchemy address with an asynchronous driver."""
    bot_threads: int = field(default_factory=default_threads)
    """How many bots think at once; one address never has all of the threads, where there are two or more."""
    bot_pause: float = 0.4
    """Seconds that every bot's move takes at least: people follow it, and a forced move does not show itself. In a game
    with a clock of its own a bot also waits as long as that counts; none of it where this is 0."""
    hint_effort: int = 40_000
    compiled: bool = True
    """Whether games are compiled while they are played; without it plain Python plays on."""
    hello_seconds: float = 10.0
    """How long a new socket may stay silent."""
    idle_rooms: int = 256
    idle_megabytes: int = 64
    """Matches kept in memory that nobody looks at, and what they take; others are rebuilt from their moves."""
    most_rooms: int = 5000
    """Matches in memory at all: no further one is opened beyond that."""
    sweep_seconds: float = 30.0
    """How often matches are looked for in which time is up though nobody is there."""
    abandoned_days: int = 30
    """A match between people that nobody has touched for so many days is over; 0 for never."""
    keep_days: int = 0
    """Matches that are over are deleted after so many days; 0 keeps them."""
    gather_days: int = 30
    """Matches that never began are deleted after so many days; 0 keeps them."""
    upload_days: int = 30
    """Uploaded matches that nobody has looked at for so many days are deleted; 0 keeps them."""
    tables_an_address: int = 1000
    tables_a_day: int = 50_000
    """Matches that one address and all together may make in a day, uploads among them …"""
    uploads_an_address: int = 100
    uploads_a_day: int = 5000
    """… how many of them from files …"""
    kilobytes_an_address: int = 10_000
    kilobytes_a_day: int = 500_000
    """… and what they may take in the database."""
    files_waiting: int = 16
    """Match files that wait to be read; who comes then is told to come again."""
    origins: tuple[str, ...] = ()
    """Pages of other addresses that may use this server, as "https://example.org"."""
    hosts: tuple[str, ...] = ()
    """Names that the server answers to, besides localhost and addresses in numbers; "*" for any."""
    proxies: tuple[str, ...] = ("127.0.0.0/8", "::1")
    """Addresses and networks whose X-Forwarded-For is believed; "*" where only a proxy reaches the server."""
    burst: float = 400.0
    requests_a_second: float = 40.0
    """What one address may ask for: so much at once, and so much a second in the long run; a change counts five, a file
    of the pages a fifth.
    """
    refusal_seconds: float = 0.5
    """How long whoever asks too often waits to be told so: a refusal is work too, and so there are fewer of them."""
    sockets_an_address: int = 100
    messages_burst: float = 200.0
    messages_a_second: float = 50.0
    """What one socket may send; more is read later."""
    address_messages_burst: float = 600.0
    address_messages_a_second: float = 60.0
    """What all sockets of one address may send together."""
    bot_moves_burst: float = 60.0
    bot_moves_a_second: float = 20.0
    """How fast the bots move that one address plays against or watches, all together."""
    request_seconds: float = 20.0
    """How long a request may take to come in, its head and its body."""
    connections: int = 5000
    connections_an_address: int = 300
    """Open connections, sockets among them; of all never more than the system allows files."""
    open_metrics: bool = False
    """Whether others than this machine may read the metrics."""
    json_logs: bool = False
    static: Path = STATIC

    @classmethod
    def from_environment(cls, **given: Any) -> Self:
        """Read settings from variables such as MATCHDAY_KEEP_DAYS; what is given counts more."""
        found = dict(given)
        for each in fields(cls):
            written = os.environ.get(f"MATCHDAY_{each.name.upper()}")
            if written is not None and each.name not in found:
                try:
                    found[each.name] = READERS[str(each.type)](written)
                except (KeyError, ValueError):
                    raise MatchdayError(f"MATCHDAY_{each.name.upper()}: {written!r} is no {each.type}") from None
        return cls(**found)

    def to_environment(self) -> dict[str, str]:
        """Write settings as variables, for another process to read."""
        return {f"MATCHDAY_{each.name.upper()}": written(getattr(self, each.name)) for each in fields(self)}

    def share(self, workers: int) -> Self:
        """Give one of several workers its share of what a server may take in memory and threads."""
        shared = ("bot_threads", "most_rooms", "idle_rooms", "idle_megabytes", "files_waiting")
        return replace(self, **{name: math.ceil(getattr(self, name) / workers) for name in shared})

    @property
    def address(self) -> str:
        """The database's address."""
        return self.database if "://" in self.database else f"sqlite+aiosqlite:///{self.database}"

    @property
    def file(self) -> Path | None:
        """The database's file, if it is one."""
        url = make_url(self.address)
        is_file = url.get_backend_name() == "sqlite" and url.database and not url.database.startswith((":", "file:"))
        return Path(url.database) if is_file and url.database else None
