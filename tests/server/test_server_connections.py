"""Connections that bring no request, that are too many, and what is told of it."""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
from contextlib import suppress

import h11
import pytest
import uvicorn

from matchday.server.connections import OTHER_FILES, Doorkeeper, Requests, Seldom, files_left, kept_by
from matchday.server.settings import Settings
from tests.server.house import BOT, HUMAN, PATIENCE, House

HEAD = b"POST /api/verify HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory):
    """A server that waits a quarter of a second for a request."""
    served = House(str(tmp_path_factory.mktemp("hurried") / "matches.db"), request_seconds=0.25)
    yield served
    served.stop()


def line_to(house):
    host, _, port = house.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def read_all(line):
    """Read until the other side hangs up; without a deadline of its own it never does, and this times out."""
    found = b""
    try:
        while part := line.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost",
        HEAD,
        HEAD + b"Content-Length: 100\r\n\r\nhalf of it",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ],
    ids=["nothing", "half a head", "no end", "half a body", "no last chunk"],
)
def test_who_does_not_say_what_he_wants_is_hung_up_on(hurried, said):
    with line_to(hurried) as line:
        with suppress(ConnectionError):  # a busy machine may be too late with it
            line.sendall(said)
        assert read_all(line) == b""


@pytest.mark.parametrize("path", ["/api/files", "/api/verify", "/api/matches"])
def test_who_goes_in_the_middle_of_a_body_is_no_fault_of_ours(house, caplog, path):
    """Or every such connection would leave two long traces in the log."""
    answers = house.rooms.metrics.answers
    before = answers.total()
    with caplog.at_level(logging.WARNING), line_to(house) as line:
        line.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nhalf of it".encode())

    async def answered():
        while answers.total() == before:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)

    with caplog.at_level(logging.WARNING):
        house.inside(answered())
    assert [record.getMessage() for record in caplog.records] == []


def test_a_second_request_on_the_same_line_has_a_deadline_too(tmp_path):
    house = House(str(tmp_path / "matches.db"), request_seconds=PATIENCE)
    try:
        with line_to(house) as line:
            line.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            house.server.config.http_protocol_class.keeper.seconds = 0.01
            line.sendall(b"GET /api/hea")
            read_all(line)
    finally:
        house.stop()


def test_a_socket_has_no_deadline_any_more(house, monkeypatch):
    seen = []
    upgrade = Requests.handle_websocket_upgrade

    def watched(self, event):
        upgrade(self, event)
        seen.append(self)

    monkeypatch.setattr(Requests, "handle_websocket_upgrade", watched)
    with house.make(HUMAN, BOT).sit(0) as guest:
        guest.view()
        assert [protocol.deadline for protocol in seen] == [None]


class Line:
    """A transport that does nothing."""

    def __init__(self):
        self.aborted = False
        self.protocol = None

    def abort(self):
        self.aborted = True

    def get_protocol(self):
        return self.protocol

    def get_extra_info(self, name, default=None):
        return ("192.0.2.1", 1) if name == "peername" else default

    def is_closing(self):
        return self.aborted

    def __getattr__(self, _name):
        return lambda *_: None


def test_drops_of_a_request_do_not_put_the_deadline_off():
    """One timer for each request, from its first sign of life on, however often a byte comes."""

    async def go():
        keeper = Doorkeeper(Settings(database="x", request_seconds=PATIENCE))

        async def app(_scope, receive, send):
            await receive()
            await asyncio.sleep(PATIENCE)

        config = uvicorn.Config(app, http=kept_by(keeper, Requests))
        config.load()
        server = uvicorn.Server(config)
        protocol = config.http_protocol_class(config=config, server_state=server.server_state, app_state={})
        line = Line()
        line.protocol = protocol
        protocol.connection_made(line)
        first = protocol.deadline
        assert first is not None
        for sign in HEAD + b"Content-Length: 2\r\n\r\n1":
            protocol.data_received(bytes([sign]))
            assert protocol.deadline is first
        assert protocol.conn.their_state is h11.SEND_BODY
        protocol.data_received(b"2")
        assert protocol.deadline is None
        assert first.cancelled()
        assert len(keeper.inside) == 1
        protocol.connection_lost(None)
        assert not keeper.inside
        assert not keeper.addresses
        for task in server.server_state.tasks:
            task.cancel()

    asyncio.run(go())


def test_an_address_has_so_many_connections_and_all_together_too():
    keeper = Doorkeeper(Settings(database="x", connections=4, connections_an_address=2, proxies=("10.0.0.0/30",)))
    flood = [keeper.admit(number, ("192.0.2.1", number)) for number in range(4)]
    assert flood == [True, True, False, False]
    assert keeper.admit("proxy 1", ("10.0.0.1", 1))
    assert keeper.admit("proxy 2", ("10.0.0.1", 2))
    assert not keeper.admit("more", ("192.0.2.2", 1))  # four are inside
    keeper.leave(0)
    keeper.leave(0)
    assert keeper.admit("again", ("192.0.2.1", 9))
    keeper.leave("again")
    proxies = [keeper.admit(f"proxy {number}", ("10.0.0.2", number)) for number in (3, 4)]
    assert proxies == [True, False]


def test_connections_never_take_all_files():
    assert Doorkeeper(Settings(database="x", connections=10**9)).most == files_left()
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert 0 < files_left() <= max(allowed - OTHER_FILES, allowed // 2)


def test_whoever_comes_when_it_is_full_is_hung_up_on_and_it_is_told_once(tmp_path, caplog):
    house = House(str(tmp_path / "matches.db"), connections_an_address=3, proxies=())  # this machine is no proxy here
    try:
        house.http.close()
        lines = [line_to(house) for _ in range(3)]
        with caplog.at_level(logging.ERROR, "matchday.server.connections"):
            for _ in range(20):
                with line_to(house) as line:
                    assert read_all(line) == b""
        assert len(caplog.records) == 1
        lines.pop().close()
        answer = b""
        while not answer:  # the server has to notice that one is gone
            with line_to(house) as line:
                try:
                    line.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                    answer = read_all(line)
                except (BrokenPipeError, ConnectionResetError):
                    answer = b""
        assert answer.startswith(b"HTTP/1.1 200")
        for line in lines:
            line.close()
    finally:
        house.stop()


def test_sockets_of_tables_are_counted_until_they_close(tmp_path):
    house = House(str(tmp_path / "matches.db"), proxies=())
    try:
        made = house.make(HUMAN, BOT)
        keeper = house.server.config.http_protocol_class.keeper
        with made.sit(0) as guest:
            guest.view()
            held = len(keeper.inside)
        house.http.close()

        async def gone():
            while keeper.inside:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)

        house.inside(gone())
        assert held >= 1
        assert not keeper.addresses
    finally:
        house.stop()


# ---------------------------------------------------------------- logs


def test_what_happens_all_the_time_is_told_once_a_minute(caplog):
    now = 1000.0
    seldom = Seldom(lambda: now)
    full = {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "too many files")}
    with caplog.at_level(logging.ERROR, "matchday.server.connections"):
        for second in range(121):
            now = 1000.0 + second
            for _ in range(1000):
                seldom.handle(None, full)
        seldom.handle(None, {"message": "something else"})
    assert [record.getMessage().rpartition("(")[2] for record in caplog.records] == [
        "1 times)",
        "60000 times)",
        "60000 times)",
        "1 times)",
    ]


def test_the_event_loop_of_a_server_tells_it_so(house, caplog):
    with caplog.at_level(logging.ERROR):

        async def fail():
            for _ in range(500):
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "x")}
                )

        house.inside(fail())
    assert len(caplog.records) == 1


def test_nonsense_is_complained_about_once_a_minute(house, caplog):
    with caplog.at_level(logging.WARNING, "uvicorn.error"):
        for _ in range(20):
            with line_to(house) as line:
                line.sendall(b"nonsense\r\n\r\n")
                assert b"400" in read_all(line)
    assert len(caplog.records) <= 1
