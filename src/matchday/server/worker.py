"""One worker of a server: serves the connections that the doorman hands in, those of its own tables above all.

Any worker can serve anything. But who sits at one table should be at one worker, where a move need not be told to
anybody else: so every match has a home, and a connection whose next request is for a match of another worker is passed
on there, the beginning of the request with it. `python -m matchday.server.worker NAME NOTES DOOR` is such a worker; the
doorman starts it (`doorman.py`), with its settings in the environment. `… prepare` brings the database up to date.
"""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from typing import Any

from matchday.engine.errors import MatchdayError
from matchday.server.app import Server, configuration, create_app, prepare, tune
from matchday.server.connections import Doorkeeper
from matchday.server.line import LEFT, LONGEST_HEAD, READY, Line, home_of, send_connection, take_connection
from matchday.server.settings import Settings

ASKED = re.compile(rb"[A-Z]+ /api/matches/([\w-]+)[/? ]")
"""How a request for a match begins."""
PREPARE = "prepare"
MOST_AT_ONCE = 100
"""Connections that are taken before others have their turn."""


class Porter(Doorkeeper):
    """Takes the connections that the doorman hands in, who has counted them, and passes on those of others."""

    def __init__(self, settings: Settings, line: Line) -> None:
        super().__init__(settings)
        self.most_of_one = self.most
        self.line = line
        self.numbers: dict[Any, int] = {}
        """By what numbers the doorman knows connections."""

    def enter(self, connection: Any, number: int) -> None:
        """Take note of a connection's number."""
        self.numbers[connection] = number

    def pass_on(self, connection: Any, head: bytes) -> bool:
        """Pass a connection on if its next request is for a match of another worker."""
        found = ASKED.match(head)
        if not found or len(head) > LONGEST_HEAD:
            return False
        home = home_of(found[1].decode(), self.line.living)
        if home == self.line.place:
            return False
        try:
            send_connection(self.line.door, connection.get_extra_info("socket"), self.numbers[connection], home, head)
        except OSError:  # the doorman is busy: anybody can serve it
            return False
        del self.numbers[connection]
        connection.abort()  # this end of it; the other worker has its own
        return True

    def leave(self, connection: Any) -> None:
        """Tell the doorman that a connection is gone; one that was passed on is not."""
        super().leave(connection)
        number = self.numbers.pop(connection, None)
        if number is not None:
            self.line.send(b"%s %d" % (LEFT, number))


class Worker(Server):
    """A server that opens no door of its own."""

    def __init__(self, settings: Settings, line: Line) -> None:
        self.line, self.keeper = line, Porter(settings, line)
        super().__init__(configuration(self.keeper, create_app(settings, line)))
        line.hung_up = self.stop

    def stop(self) -> None:
        """Stop serving; what is under way is brought to its end."""
        self.should_exit = True

    async def startup(self, sockets: list[Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Begin to take what is handed in."""
        await super().startup([])
        self.line.door.setblocking(False)
        asyncio.get_running_loop().add_reader(self.line.door, self.take)
        self.line.send(READY)

    async def shutdown(self, sockets: list[Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Take nothing more, and bring what is under way to its end."""
        asyncio.get_running_loop().remove_reader(self.line.door)
        await super().shutdown([])

    def take(self) -> None:
        """Take the connections that stand at the door."""
        for _ in range(MOST_AT_ONCE):
            found = take_connection(self.line.door)
            if not found:
                return
            connection, number, _place, head = found
            connection.setblocking(False)
            task = asyncio.create_task(self.welcome(connection, number, head))
            self.server_state.tasks.add(task)
            task.add_done_callback(self.server_state.tasks.discard)

    async def welcome(self, connection: socket.socket, number: int, head: bytes) -> None:
        """Make a connection one of this server's."""

        def make() -> Any:
            protocol: Any = self.config.http_protocol_class
            made = protocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            made.number, made.head = number, head
            return made

        try:
            await asyncio.get_running_loop().connect_accepted_socket(make, connection)
        except OSError:  # gone before it began
            connection.close()
            self.line.send(b"%s %d" % (LEFT, number))


def main(own: str, *files: str) -> None:
    """Serve until the doorman hangs up; or bring the database up to date, for all who will."""
    settings = Settings.from_environment()
    try:
        if own == PREPARE:
            asyncio.run(prepare(settings))
            return
        tune(settings)
        notes, door = (socket.socket(fileno=int(file)) for file in files)
        Worker(settings, Line(own, notes, door)).run()
    except MatchdayError as error:
        print(f"matchday: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main(*sys.argv[1:])
