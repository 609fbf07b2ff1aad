"""A real server in a thread, and guests that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import matchday
from matchday.engine.changes import Follower
from matchday.engine.view import View
from matchday.match.fair import Opening, brought_texts, new_secret
from matchday.match.verify import Kept
from matchday.server.app import Server, make_server
from matchday.server.room import Room
from matchday.server.rooms import Rooms
from matchday.server.settings import PACKAGE, Settings

PATIENCE = int(os.environ.get("MATCHDAY_PATIENCE", "600"))
"""Seconds after which a test hangs: the machine may be busy, and slow is not wrong."""
GAME = "pilka_w_grze"
UNHURRIED = {
    "burst": 1e9,
    "requests_a_second": 1e9,
    "messages_burst": 1e9,
    "messages_a_second": 1e9,
    "address_messages_burst": 1e9,
    "address_messages_a_second": 1e9,
    "bot_moves_burst": 1e9,
    "bot_moves_a_second": 1e9,
    "tables_an_address": 10**9,
    "uploads_an_address": 10**9,
    "tables_a_day": 10**9,
    "uploads_a_day": 10**9,
    "kilobytes_an_address": 10**9,
    "kilobytes_a_day": 10**9,
    "request_seconds": PATIENCE,
    "hello_seconds": PATIENCE,
    "refusal_seconds": 0.0,
}
"""Tests ask more than people do."""
ENVIRONMENT = {
    "MATCHDAY_COMPILED": "false",  # a killed server would leave its compiling behind
    "PYTHONPATH": os.pathsep.join(
        filter(None, [str(Path(matchday.__file__).parents[1]), os.environ.get("PYTHONPATH")])
    ),
}
HUMAN = {"kind": "human", "name": "Ola"}
BOT = {"kind": "bot", "level": "random"}


def until(happens: Callable[[], Any]) -> None:
    """Wait for something to happen."""
    limit = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < limit
        time.sleep(0.01)


def whole(view: dict[str, Any]) -> View:
    """Give a view with all that was left out because it is as usual."""
    return msgspec.convert(view, View)


class House:
    """One server, started and stopped at will over the same database."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.settings = Settings(database=database, **{**UNHURRIED, "bot_pause": 0.0, "compiled": False, **settings})
        self.start()

    def start(self) -> None:
        ready = threading.Event()
        self.server: Server = make_server(self.settings, "127.0.0.1", 0)
        self.server.config.ws_ping_interval = None  # nobody is hung up on because the machine is busy
        startup = self.server.startup

        async def started(sockets: Any = None) -> None:
            await startup(sockets)
            self.loop = asyncio.get_running_loop()
            ready.set()

        self.server.startup = started  # type: ignore[method-assign]
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        assert ready.wait(PATIENCE)
        self.address = self.server.address
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def restart(self) -> None:
        self.stop()
        self.start()

    @property
    def rooms(self) -> Rooms:
        return self.server.config.app.state.rooms  # type: ignore[union-attr]

    def inside(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something on the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def room(self, match_id: str) -> Room:
        return self.inside(self.rooms.get(match_id))

    def rest(self, match_id: str) -> None:
        """Wait until everybody has left a table, and no bot thinks."""
        room = self.room(match_id)
        until(lambda: not room.audience.watchers and not room.opponents.task)

    def make(self, *seats: dict[str, Any], game: str = GAME, **order: Any) -> Made:
        answer = self.http.post("/api/matches", json={"game": game, "seats": list(seats), **order})
        assert answer.status_code == 201, answer.text
        return Made(self, answer.json())


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


class Serving(House):
    """`matchday serve` as a process of its own, with the processes that it starts."""

    def __init__(self, database: Path | str, *arguments: str, **settings: Any) -> None:
        told = {f"MATCHDAY_{name.upper()}": str(value) for name, value in settings.items()}
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "matchday", "serve", "--port", "0", "--database", str(database), *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ENVIRONMENT, **told},
            start_new_session=True,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert "matchday is served at http://127.0.0.1:" in line
        self.address = line.split()[-1]
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def kill(self) -> None:
        self.http.close()
        started = [] if self.process.poll() is not None else children(self.process.pid)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        until(lambda: not any(map(is_running, started)))
        assert self.process.stdout
        self.process.stdout.close()


class Made:
    """A match that was made here."""

    def __init__(self, house: House, created: dict[str, Any]) -> None:
        self.house, self.id = house, created["id"]
        self.tokens = [seat["token"] for seat in created["seats"]]
        self.openings: dict[int, Opening] = {}
        """What people add to the dice."""

    def post(self, what: str, seat: int | None = None, **body: Any) -> httpx.Response:
        """Ask for something, with the token of a seat."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self.house.http.post(f"/api/matches/{self.id}/{what}", json=body, headers=headers)

    def seal(self, seat: int, words: str = "", **options: Any) -> httpx.Response:
        """Be ready, with a hash of what a seat adds to the dice."""
        self.openings[seat] = Opening(words, new_secret(), brought_texts(options))
        hashed = self.openings[seat].sealed(self.get().json()["commitment"], seat)
        return self.post("ready", seat, hash=hashed, options=options)

    def open(self, seat: int) -> httpx.Response:
        """Open what a seat has sealed."""
        return self.post("open", seat, words=self.openings[seat].words, nonce=self.openings[seat].nonce)

    def begin(self, *words: str) -> Made:
        """Everyone who is there seals, with these words, and opens."""
        people = [seat for seat, token in enumerate(self.tokens) if token]
        for seat in people:
            assert self.seal(seat, words[seat] if seat < len(words) else "").status_code == 200
        for seat in people:
            assert self.open(seat).status_code == 200
        return self

    def kept_by(self, seat: int) -> Kept:
        """What the browser of a seat has kept from before the deal."""
        told, own = self.get().json(), self.openings[seat]
        return Kept(told["commitment"], tuple(told["hashes"]), seat, own.words, own.nonce)

    def sit(self, seat: int | None = 0, *, address: str = "", **hello: Any) -> Guest:
        """Take a seat, from another address if one is named, as a proxy on this machine would."""
        guest = Guest(self, {"X-Forwarded-For": address} if address else None)
        guest.hello(None if seat is None else self.tokens[seat], **hello)
        return guest

    def get(self, what: str = "", token: str | None = None, tokens: str = "", **query: Any) -> httpx.Response:
        headers = {"X-Seat-Tokens": tokens, **({"Authorization": f"Bearer {token}"} if token else {})}
        return self.house.http.get(f"/api/matches/{self.id}{what}", params=query, headers=headers)

    @property
    def ply(self) -> int:
        """How far the stored match is."""
        return len(self.house.inside(self.house.rooms.store.read(self.id)).moves)

    def play_out(self, plies: int = 1_000_000) -> Made:
        """Play the first choice of whoever is asked, all people at one socket, to the end or for some plies."""
        with self.sit(next(seat for seat, token in enumerate(self.tokens) if token)) as guest:
            seen = guest.view()
            while not seen["over"] and seen["ply"] < plies:
                people = [seat for seat in guest.waiting if self.tokens[seat]]
                if not people:
                    seen = guest.view()
                elif seen["seat"] in people:
                    seen = guest.move()
                else:
                    seen = guest.change_seat(people[0])
        return self


def with_defaults(part: Any) -> Any:
    """A view as JSON with what is left out on the wire."""
    if isinstance(part, msgspec.Struct):
        return {name: with_defaults(getattr(part, name)) for name in part.__struct_fields__}
    return [with_defaults(each) for each in part] if isinstance(part, list) else part


class Guest:
    """One client at a socket."""

    def __init__(self, made: Made, headers: dict[str, str] | None = None) -> None:
        self.made = made
        self.stack = ExitStack()
        address = f"{made.house.address.replace('http', 'ws')}/api/matches/{made.id}/socket"
        line = connect(address, open_timeout=PATIENCE, ping_interval=None, additional_headers=headers)
        self.socket: ClientConnection = self.stack.enter_context(line)
        self.texts: list[str] = []
        """What came, to the letter …"""
        self.heard: list[dict[str, Any]] = []
        """… and as this seat understands it: views, put together from steps."""
        self.follower = Follower()
        self.last: dict[str, Any] = {}

    def hello(self, token: str | None, **hello: Any) -> None:
        self.send(type="hello", token=token, **hello)

    def change_seat(self, seat: int) -> dict[str, Any]:
        """Sit on another seat, as two people at one screen do."""
        self.hello(self.made.tokens[seat])
        while self.view()["seat"] != seat:
            pass
        return self.last

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.texts.append(text)
        message = json.loads(text)
        assert self.follower.read(message), "a step that does not build on what is here"
        if message["type"] in {"view", "step"}:
            self.last = with_defaults(self.follower.view)
            message = {**message, "type": "view", "view": self.last}
        self.heard.append(message)
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def view(self) -> dict[str, Any]:
        return self.until("view")["view"]

    def error(self) -> str:
        """The code of the next error."""
        return self.until("error")["code"]

    def my_turn(self) -> dict[str, Any]:
        """Wait until this seat may choose, or the match is over."""
        while not (self.last and (self.last["choices"] or self.last["over"])):
            self.view()
        return self.last

    def play(self, action: int, ply: int | None = None) -> None:
        self.send(type="play", ply=self.last["ply"] if ply is None else ply, action=action)

    def move(self) -> dict[str, Any]:
        """Play the first choice and wait until it is acknowledged."""
        seen = self.my_turn()
        self.play(seen["choices"][0]["action"])
        while self.last["ply"] <= seen["ply"]:
            self.view()
        return self.last

    @property
    def waiting(self) -> list[int]:
        return [seat["seat"] for seat in self.last["seats"] if seat["waiting"]]

    def play_out(self) -> dict[str, Any]:
        """Play the first choice until the end."""
        while not self.my_turn()["over"]:
            self.move()
        return self.last

    def closed(self) -> int:
        """Wait until the server hangs up; gives its reason."""
        with suppress(ConnectionClosed):
            while True:
                self.receive()
        return self.socket.close_code or 1006

    def close(self) -> None:
        self.stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def downgrade(path: Path, revision: str) -> None:
    """Make a database what it was before."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(PACKAGE / "migrations"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()
