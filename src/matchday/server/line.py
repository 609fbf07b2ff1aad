"""The line of a worker: what the processes of one machine tell each other, and the connections they pass on.

The doorman has started them all and stands in the middle (`doorman.py`). Notes go over one pair of sockets, a line of
JSON each; connections over another, each with the beginning of its next request. When the doorman hangs up, or is gone
however it went, the worker stops.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import socket
import struct
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

LOG = logging.getLogger(__name__)
LONGEST_NOTE = 16 * 2**20
LONGEST_HEAD = 1900
"""Bytes of a request that go along with its connection: some systems take no longer messages. The request of a socket
has a few hundred; a longer one is served where it came in."""
TELL_SECONDS = 0.002
"""How long notes are collected: who sends many sends them together."""
FRAME = struct.Struct("!QB")
"""A connection's number, and the place of the worker it is for."""
READY, LEFT = b"ready", b"left"
"""The two things that are told to the doorman himself; all other notes are for the other workers."""

Hear: TypeAlias = Callable[[Any], None]


def home_of(match: str, places: Iterable[int]) -> int:
    """Tell which of the workers a match is at home with; when one goes, only its own matches move."""
    return max(places, key=lambda place: hashlib.blake2b(f"{place} {match}".encode(), digest_size=8).digest())


def send_connection(door: socket.socket, line: socket.socket, number: int, place: int, head: bytes) -> None:
    """Send a connection to the other end of a door."""
    socket.send_fds(door, [FRAME.pack(number, place) + head], [line.fileno()])


def take_connection(door: socket.socket) -> tuple[socket.socket, int, int, bytes] | None:
    """Take a connection at a door: with its number, the place it is for, and how its request begins; none if nobody
    stands there.
    """
    try:
        data, files, _flags, _from = socket.recv_fds(door, FRAME.size + LONGEST_HEAD, 1)
    except OSError:
        return None
    if not files:
        return None
    number, place = FRAME.unpack(data[: FRAME.size])
    return socket.socket(fileno=files[0]), number, place, data[FRAME.size :]


class Line:
    """One worker's end."""

    def __init__(self, own: str, notes: socket.socket, door: socket.socket) -> None:
        self.own, self.place = own, int(own.partition(".")[0])
        self.notes, self.door = notes, door
        self.living = {self.place: own}
        """The workers that are on the line, this one among them, by their places."""
        self.ears: dict[str, list[Hear]] = {}
        self.lost: list[Callable[[str], None]] = []
        """Who is told when a worker is gone."""
        self.hung_up: Callable[[], None] = lambda: None
        self.writer: asyncio.StreamWriter | None = None
        self.waiting: list[bytes] = []
        self.listener: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen."""
        reader, self.writer = await asyncio.open_unix_connection(sock=self.notes, limit=LONGEST_NOTE)
        self.listener = asyncio.create_task(self.listen(reader), name="line")

    async def aclose(self) -> None:
        """Send what is to be sent, and hang up."""
        if self.listener and self.writer:
            self.listener.cancel()
            self.flush()
            self.writer.close()
            await asyncio.gather(self.listener, self.writer.wait_closed(), return_exceptions=True)

    def hear(self, topic: str, take: Hear) -> None:
        """Have somebody told what others say of a topic."""
        self.ears.setdefault(topic, []).append(take)

    def tell(self, topic: str, what: Any) -> None:
        """Tell all other workers something."""
        self.send(msgspec.json.encode([topic, what]))

    def send(self, note: bytes) -> None:
        """Send a note soon."""
        if not self.waiting:
            asyncio.get_running_loop().call_later(TELL_SECONDS, self.flush)
        self.waiting.append(note)

    def flush(self) -> None:
        """Send what has come together."""
        notes, self.waiting = self.waiting, []
        if notes and self.writer and not self.writer.is_closing():
            self.writer.write(b"".join(note + b"\n" for note in notes))

    async def listen(self, reader: asyncio.StreamReader) -> None:
        """Take notes until the doorman hangs up."""
        try:
            while note := await reader.readline():
                try:
                    self.take(note)
                except Exception:
                    LOG.exception("a note of another worker could not be read")
        except (OSError, ValueError):
            LOG.exception("the line to the doorman broke")
        self.hung_up()

    def take(self, note: bytes) -> None:
        """Take a note."""
        topic, what = msgspec.json.decode(note)
        if topic == "living":
            self.meet({int(place): name for place, name in what.items()})
        for take in self.ears.get(topic, ()):
            take(what)

    def meet(self, living: dict[int, str]) -> None:
        """Take note of who is on the line."""
        gone = set(self.living.values()) - set(living.values())
        self.living = living
        for name in gone - {self.own}:
            for told in self.lost:
                told(name)

    def is_home(self, match: str) -> bool:
        """Tell whether a match is at home here."""
        return home_of(match, self.living) == self.place
