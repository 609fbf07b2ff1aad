"""Connections: how many there may be, and how long one may take to say what it wants.

The framework knows no deadline for the head of a request, and a system that has run out of files makes the event loop
report every connection that it cannot accept. So nobody gets a connection whom there is no place for, nobody keeps one
without a request, and what goes wrong again and again is told once a minute.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from matchday.server.hosts import ANY, Proxies
from matchday.server.limits import address_of
from matchday.server.settings import Settings
from matchday.server.waiting import Gate, Mailbox

LOG = logging.getLogger(__name__)
OTHER_FILES = 200
"""Files that a server needs for other things than connections."""
LINE = "matchday.line"
"""Where a socket's scope names the line itself."""
RECEIVED = "websocket.receive"
"""What the framework calls a message of the client; all else that comes in says that the client is gone."""
ONCE_IN = 60.0
"""Seconds in which what goes wrong again is told once."""


class Seldom:
    """Tells what happens again and again once a minute, and how often it was."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.told: dict[str, float] = {}
        self.since: Counter[str] = Counter()

    def tell(self, what: str, error: BaseException | None = None) -> None:
        """Tell it now, or count it for later."""
        times = self.due(what)
        if times:
            LOG.error("%s (%s times)", what, times, exc_info=error)

    def due(self, what: str) -> int:
        """Count it; gives how often it was if it is to be told now."""
        self.since[what] += 1
        now = self.clock()
        if now - self.told.get(what, now - ONCE_IN) < ONCE_IN:
            return 0
        self.told[what] = now
        return self.since.pop(what)

    def handle(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Tell what the event loop has to report."""
        error = context.get("exception")
        self.tell(f"{context['message']}: {type(error).__name__}" if error else context["message"], error)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let the framework complain about nonsense once a minute."""
        return record.levelno != logging.WARNING or bool(self.due(str(record.msg)))


class Doorkeeper:
    """Knows who is connected."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.request_seconds
        self.most, self.most_of_one = min(settings.connections, files_left()), settings.connections_an_address
        self.proxies = Proxies(settings.proxies)
        """Behind them are many; they are not limited like one."""
        self.inside: dict[Any, str] = {}
        self.addresses: Counter[str] = Counter()
        self.seldom = Seldom()

    def admit(self, connection: Any, client: tuple[str, int] | None) -> bool:
        """Let a connection in, if there is a place."""
        address = address_of(client)
        is_many = self.addresses[address] >= self.most_of_one and not self.is_proxy(client)
        if len(self.inside) >= self.most or is_many:
            self.seldom.tell("a connection was refused: there are too many")
            return False
        self.inside[connection] = address
        self.addresses[address] += 1
        return True

    def is_proxy(self, client: tuple[str, int] | None) -> bool:
        """Tell whether others speak through whoever is connected; so it is with a socket of the file system."""
        return client is None or ANY in self.proxies.trusted or self.proxies.trusts(client[0])

    def enter(self, connection: Any, number: int) -> None:
        """Take note of a connection that was handed in, and of its number."""

    def pass_on(self, _connection: Any, _head: bytes) -> bool:
        """Pass a connection on to whom its next request is for; who is alone has nobody to pass it on to."""
        return False

    def leave(self, connection: Any) -> None:
        """Take note that a connection is gone."""
        address = self.inside.pop(connection, None)
        if address is not None:
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]


def files_left() -> int:
    """Tell for how many connections the system has files."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(allowed - OTHER_FILES, allowed // 2) if allowed != resource.RLIM_INFINITY else 10**9


class Requests(H11Protocol):
    """A connection that must bring a whole request, head and body, within some seconds of its first sign of life."""

    keeper: ClassVar[Doorkeeper]
    deadline: asyncio.TimerHandle | None = None
    number, head = 0, b""
    """Of a connection that was handed in: by what number it is known, and what was read of it already."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or not."""
        super().connection_made(transport)
        self.keeper.enter(transport, self.number)
        if self.keeper.admit(transport, self.client):
            self.read(self.head)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on, if it is for us."""
        if not (self.is_between_requests and self.keeper.pass_on(self.transport, data)):
            self.read(data)

    def read(self, data: bytes) -> None:
        """Read on."""
        if data:
            super().data_received(data)
        self.mind_deadline()

    @property
    def is_between_requests(self) -> bool:
        """Whether all that was asked is answered, and nothing of the next request is read."""
        is_idle = self.conn.their_state is h11.IDLE and self.conn.our_state is h11.IDLE
        return is_idle and not self.conn.trailing_data[0] and not self.transport.get_write_buffer_size()

    def mind_deadline(self) -> None:
        """Let the time run as long as a request is under way, however much of it comes at a time."""
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self.drop_deadline()
        elif self.deadline is None and self.transport.get_protocol() is self:
            self.deadline = self.loop.call_later(self.keeper.seconds, self.transport.abort)

    def drop_deadline(self) -> None:
        """Take all the time in the world."""
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on; whoever says nothing there is hung up on there."""
        self.drop_deadline()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self.drop_deadline()
        self.keeper.leave(self.transport)
        super().connection_lost(exc)


class Sockets(WebSocketsSansIOProtocol):
    """A connection that has become a socket. Who talks over it (`line_of`) is called when something comes in and writes
    to it directly: the way through the framework costs more than a message itself, and a task that waits there 8 kB.
    """

    keeper: ClassVar[Doorkeeper]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.mail = Mailbox()
        self.queue, self.writable = self.mail, Gate()  # type: ignore[assignment]
        self.on_writable: Callable[[], None] | None = None
        """Called when the line takes more again."""
        self.on_closed: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """Let who answers find this line."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][LINE] = self

    async def run_asgi(self) -> None:
        """Have the request for a socket answered. Where somebody listens from then on, the line stays open."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            LOG.exception("a socket could not be opened")
            self.send_500_response()
        finally:
            if self.mail.on_filled is None and self.close_timer is None:
                self.transport.close()

    def when_closed(self, called: Callable[[], None]) -> None:
        """Have somebody called when the line is closed, which may have been before anybody answered."""
        if self.disconnected:
            called()
        else:
            self.on_closed = called

    def listen(self, called: Callable[[], None]) -> None:
        """Have somebody called when something has come in, from now on, and let go of how the line was opened: nobody
        asks for it any more, and it takes 8 kB. Who reads the line holds on to the request itself for good.
        """
        self.request.headers.clear()
        del self.request, self.response, self.scope
        self.mail.on_filled = called
        if not self.mail.empty():
            called()

    def take(self) -> dict[str, Any]:
        """Take what came in first, and read on where nothing is left."""
        message: dict[str, Any] = self.mail.take()
        if self.read_paused and self.mail.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def mind(self, task: asyncio.Task[None]) -> None:
        """Have a task brought to its end before the server stops."""
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. The framework stops reading for each until it is taken, and begins again: here only where
        another one waits.
        """
        reads_on = self.mail.empty() and not self.read_paused
        self.read_paused = self.read_paused or reads_on
        super().send_receive_event_to_app()
        if reads_on:
            self.read_paused = False

    @property
    def is_left(self) -> bool:
        """Whether the other side is gone as soon as all is taken that came before."""
        return not self.mail.empty() and self.mail.messages[-1]["type"] != RECEIVED

    @property
    def is_open(self) -> bool:
        """Whether the other side is there, and has not said goodbye."""
        return self.conn.state is State.OPEN and not self.disconnected and not self.close_sent

    @property
    def takes_more(self) -> bool:
        """Whether the other side is there, and has read most of what was written."""
        return self.is_open and self.writable.is_set()

    def write(self, message: bytes) -> None:
        """Send a message; nobody waits until it is read."""
        self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if self.on_writable:
            self.on_writable()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self.on_writable = None
        self.keeper.leave(self.transport)
        super().connection_lost(exc)
        if self.on_closed:
            self.on_closed()


def line_of(scope: Scope) -> Sockets:
    """Give the line of a socket that is being opened."""
    found: Sockets = scope["state"][LINE]
    return found


def kept_by(keeper: Doorkeeper, protocol: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """Make a kind of connection that one server's doorkeeper knows of."""
    return type(protocol.__name__, (protocol,), {"keeper": keeper})
