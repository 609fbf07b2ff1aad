"""The doorman of a server with several workers: `matchday serve --workers N`.

He opens the door, counts who comes in, hands each connection to a worker, passes on what workers tell each other and
the connections they have for each other, and replaces a worker that dies. He holds the lock of an SQLite file. Workers
are processes of their own (`worker.py`); when he is gone, however he went, they hear that the line is dead and stop.
"""

from __future__ import annotations

import asyncio
import errno
import itertools
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec

from matchday.engine.errors import MatchdayError
from matchday.server.connections import Doorkeeper, files_left
from matchday.server.hosts import address_at, say_where
from matchday.server.keeping import Lock
from matchday.server.line import LEFT, LONGEST_NOTE, READY, send_connection, take_connection
from matchday.server.logs import log_as_json
from matchday.server.settings import Settings

LOG = logging.getLogger(__name__)
SOURCES = Path(__file__).parents[2]
BACKLOG = 2048
MOST_AT_ONCE = 100
"""Connections that are let in before others have their turn."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker that has died is replaced: twice as many each time, unless it had lived for long."""
LONG_LIFE = 60.0
STOP_SECONDS = 15.0
"""How long workers may take to stop."""
MOST_UNHEARD = 64 * 2**20
"""Bytes of notes after which a worker that takes none is taken for dead."""
NO_FILES, NO_FILES_SECONDS = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}, 1.0


class Post:
    """A worker's place: who stands there now, and the lines to them."""

    def __init__(self, doorman: Doorman, place: int) -> None:
        self.doorman, self.place = doorman, place
        self.name = ""
        self.is_ready = asyncio.Event()
        self.process: asyncio.subprocess.Process | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.door: socket.socket | None = None
        self.numbers: set[int] = set()
        """The connections that were handed in here."""
        self.going: deque[tuple[socket.socket, int, bytes]] = deque()
        """Those that are on their way."""

    async def keep(self) -> None:
        """Keep somebody at this place: who dies is replaced, after longer and longer pauses."""
        pause, run, closing = FIRST_PAUSE, 0, self.doorman.closing
        while not closing.is_set():
            began, run = time.monotonic(), run + 1
            await self.employ(f"{self.place}.{run}")
            if closing.is_set():
                return
            if not self.doorman.is_open:
                self.doorman.fail()
                return
            pause = FIRST_PAUSE if time.monotonic() - began > LONG_LIFE else pause
            status = self.process.returncode if self.process else None
            LOG.error("worker %s has died (status %s); another takes its place in %s s", self.place, status, pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(closing.wait(), pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def employ(self, name: str) -> None:
        """Start a worker and listen to it until it is gone."""
        self.name = name
        notes, their_notes = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        door, their_door = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        with door, their_notes, their_door:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "matchday.server.worker", name, str(their_notes.fileno()), str(their_door.fileno())),
                pass_fds=(their_notes.fileno(), their_door.fileno(), *self.doorman.held),
                env=self.doorman.environment,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the doorman, who tells them
            )
            their_notes.close()
            their_door.close()
            reader, self.writer = await asyncio.open_unix_connection(sock=notes, limit=LONGEST_NOTE)
            door.setblocking(False)
            self.door = door
            asyncio.get_running_loop().add_reader(door, self.take)
            if self.doorman.closing.is_set():
                self.hang_up()
            try:
                await self.listen(reader)
            finally:
                self.close(door)
                await self.dismiss()

    async def listen(self, reader: asyncio.StreamReader) -> None:
        """Listen to a worker until it hangs up."""
        with suppress(OSError, ValueError):
            while note := await reader.readline():
                what, _, number = note.rstrip(b"\n").partition(b" ")
                if what == LEFT:
                    self.doorman.leave(self, int(number))
                elif what == READY:
                    self.is_ready.set()
                    self.doorman.tell_living()
                    self.doorman.hand_out()
                else:
                    self.doorman.pass_on(note, self)

    def close(self, door: socket.socket) -> None:
        """Take note that whoever stood here is gone, and all connections with them but those just passed on."""
        self.take()
        loop = asyncio.get_running_loop()
        loop.remove_reader(door)
        loop.remove_writer(door)
        self.is_ready.clear()
        self.door = None
        for line, _number, _head in self.going:
            line.close()
        self.going.clear()
        for number in list(self.numbers):
            self.doorman.leave(self, number)
        self.doorman.tell_living()

    async def dismiss(self) -> None:
        """Hang up, and see that the worker ends; one that does not is killed."""
        self.hang_up()
        if self.process:
            try:
                await asyncio.wait_for(self.process.wait(), STOP_SECONDS)
            except TimeoutError:
                LOG.error("worker %s did not stop and is killed", self.place)  # noqa: TRY400 - there is no more to tell
                self.kill()
                await self.process.wait()

    def hang_up(self) -> None:
        """Have the worker stop."""
        if self.writer:
            self.writer.close()

    def kill(self) -> None:
        """End the worker at once."""
        with suppress(ProcessLookupError):
            if self.process:
                self.process.kill()

    # ------------------------------------------------------------ notes and connections

    def tell(self, note: bytes) -> None:
        """Send the worker a note. One that takes none is taken for dead."""
        if not self.is_ready.is_set() or not self.writer or self.writer.is_closing():
            return
        self.writer.write(note)
        if self.writer.transport.get_write_buffer_size() > MOST_UNHEARD:
            LOG.error("worker %s does not listen and is killed", self.place)
            self.kill()

    def give(self, line: socket.socket, number: int, head: bytes = b"") -> None:
        """Hand a connection in."""
        self.numbers.add(number)
        self.going.append((line, number, head))
        self.send()

    def send(self) -> None:
        """Send the worker what is on its way, as far as it can take it."""
        door = self.door
        while self.going and door:
            line, number, head = self.going[0]
            try:
                send_connection(door, line, number, self.place, head)
            except BlockingIOError:
                asyncio.get_running_loop().add_writer(door, self.send)
                return
            except OSError:  # nobody is there any more, who will soon be missed
                self.doorman.leave(self, number)
            self.going.popleft()
            line.close()
        if door:
            asyncio.get_running_loop().remove_writer(door)

    def take(self) -> None:
        """Take the connections that the worker has for others."""
        for _ in range(MOST_AT_ONCE):
            found = take_connection(self.door) if self.door else None
            if not found:
                return
            line, number, place, head = found
            self.numbers.discard(number)
            self.doorman.hand_over(line, number, place, head)


class Doorman:
    """Everybody's way in."""

    def __init__(self, settings: Settings, listener: socket.socket, workers: int, lock: Lock | None) -> None:
        self.listener = listener
        self.held = (lock.file,) if lock else ()
        """The file that workers hold as well: it is locked until the last of them is gone, even if the doorman is."""
        self.keeper = Doorkeeper(settings)
        self.keeper.most = min(settings.connections, workers * files_left())
        self.environment = environment(settings.share(workers))
        self.posts = [Post(self, place) for place in range(workers)]
        self.count = itertools.count(1)
        self.waiting: deque[tuple[socket.socket, int]] = deque()
        """Who has come in and was handed to nobody yet."""
        self.is_open = False
        self.closing = asyncio.Event()
        self.over: asyncio.Future[signal.Signals] = asyncio.get_running_loop().create_future()

    @property
    def ready(self) -> list[Post]:
        """The places where somebody stands."""
        return [post for post in self.posts if post.is_ready.is_set()]

    # ------------------------------------------------------------ opening and closing

    async def run(self, host: str, hosts: tuple[str, ...]) -> signal.Signals:
        """Serve until stopped; gives the signal that did it."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self.keeper.seldom.handle)
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.stop, each)
        keeping = [asyncio.create_task(post.keep(), name=f"worker {post.place}") for post in self.posts]
        opening = asyncio.create_task(self.open(host, hosts))
        try:
            return await self.over
        finally:
            opening.cancel()
            self.closing.set()
            loop.remove_reader(self.listener)
            self.listener.close()
            for post in self.posts:
                post.hang_up()
            await asyncio.gather(opening, *keeping, return_exceptions=True)

    async def open(self, host: str, hosts: tuple[str, ...]) -> None:
        """Open the door when all workers are there."""
        for post in self.posts:
            await post.is_ready.wait()
        self.is_open = True
        self.listener.setblocking(False)
        self.listen()
        say_where(address_at(self.listener.getsockname()), host, hosts)

    def listen(self) -> None:
        """Let people in."""
        if not self.closing.is_set():
            asyncio.get_running_loop().add_reader(self.listener, self.accept)

    def stop(self, by: signal.Signals) -> None:
        """Begin to stop; who asks twice does not want to wait."""
        if not self.over.done():
            self.over.set_result(by)
        elif by == signal.SIGINT:
            for post in self.posts:
                post.kill()

    def fail(self) -> None:
        """Give up before anybody was let in."""
        if not self.over.done():
            self.over.set_exception(MatchdayError("a worker could not be started"))

    # ------------------------------------------------------------ connections

    def accept(self) -> None:
        """Let in who stands at the door, as many as there are places for."""
        for _ in range(MOST_AT_ONCE):
            try:
                line, client = self.listener.accept()
            except OSError as error:
                if error.errno in NO_FILES:
                    self.keeper.seldom.tell("a connection cannot be accepted: there are no more files")
                    loop = asyncio.get_running_loop()
                    loop.remove_reader(self.listener)
                    loop.call_later(NO_FILES_SECONDS, self.listen)
                return  # nobody else is there, or who was has gone
            number = next(self.count)
            if not self.keeper.admit(number, client[:2]):
                line.close()
                continue
            self.waiting.append((line, number))
            self.hand_out()

    def hand_out(self) -> None:
        """Hand who has come in to the workers in turn; if none is there, they wait."""
        ready = self.ready
        while ready and self.waiting:
            line, number = self.waiting.popleft()
            ready[number % len(ready)].give(line, number)

    def hand_over(self, line: socket.socket, number: int, place: int, head: bytes) -> None:
        """Hand on what a worker has for another; if that one is gone, anybody can serve it."""
        ready = {post.place: post for post in self.ready}
        if ready:
            ready.get(place, ready[min(ready)]).give(line, number, head)
        else:
            line.close()
            self.keeper.leave(number)

    def leave(self, post: Post, number: int) -> None:
        """Take note that a connection is gone."""
        post.numbers.discard(number)
        self.keeper.leave(number)

    # ------------------------------------------------------------ notes

    def pass_on(self, note: bytes, by: Post) -> None:
        """Tell the other workers what one has to tell."""
        for post in self.posts:
            if post is not by:
                post.tell(note)

    def tell_living(self) -> None:
        """Tell all workers who is there."""
        note = msgspec.json.encode(["living", {str(post.place): post.name for post in self.ready}]) + b"\n"
        for post in self.posts:
            post.tell(note)


def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve with several workers until stopped."""
    if not hasattr(socket, "send_fds"):
        raise MatchdayError("several workers need a system that can hand connections on; this one serves with one")
    if settings.json_logs:
        log_as_json()
    if prepare(settings):
        raise SystemExit(2)  # it has said why
    with ExitStack() as stack:
        lock = stack.enter_context(Lock(settings.file)) if settings.file else None
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = stack.enter_context(socket.create_server((host, port), family=family, backlog=BACKLOG))

        async def stand() -> signal.Signals:
            return await Doorman(settings, listener, workers, lock).run(host, settings.hosts)

        by = asyncio.run(stand())
    signal.raise_signal(by)  # nobody holds it back any more


def prepare(settings: Settings) -> int:
    """Bring the database up to date in a process of its own, so that the doorman need not load all that this takes;
    gives its status.
    """
    command = [sys.executable, "-m", "matchday.server.worker", "prepare"]
    return subprocess.run(command, env=environment(settings), check=False).returncode  # noqa: S603 - our own


def environment(settings: Settings) -> dict[str, str]:
    """Give what a process is started with that is to have these settings."""
    path = os.pathsep.join(filter(None, [str(SOURCES), os.environ.get("PYTHONPATH")]))
    return {**os.environ, **settings.to_environment(), "PYTHONPATH": path}
