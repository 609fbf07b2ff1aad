"""Readers that stop reading while the match goes on, and clients that say everything twice and too early."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from matchday.engine.changes import Follower
from matchday.engine.game import Game
from matchday.server.connections import Sockets
from matchday.server.watching import FULL_OUTBOX
from tests.server.house import HUMAN, PATIENCE, Guest, House, Made, whole

SMALL = 4096
"""Bytes that the system keeps of a line, here and there, or it would read for somebody who does not."""
MANY = {"sockets_an_address": 10**6, "connections": 10**6, "connections_an_address": 10**6}
LEAST_MOVES = 30


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """A server on narrow lines."""
    house = House(str(tmp_path_factory.mktemp("narrow") / "matches.db"), **MANY)
    for line in house.server.servers[0].sockets:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    yield house
    house.stop()


class Slow:
    """Somebody who stops reading after the first view, and begins again."""

    def __init__(self, made: Made, seat: int | None) -> None:
        self.made, self.token = made, None if seat is None else made.tokens[seat]
        self.follower = Follower()
        self.events: list[dict[str, Any]] = []
        self.views = 0

    async def come(self, stack: AsyncExitStack) -> Slow:
        host, _, port = self.made.house.address.removeprefix("http://").partition(":")
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (host, int(port)))
        path = f"ws://{host}:{port}/api/matches/{self.made.id}/socket"
        self.socket: ClientConnection = await stack.enter_async_context(
            connect(path, sock=line, open_timeout=None, ping_interval=None, max_queue=None)
        )
        await self.socket.send(json.dumps({"type": "hello", "token": self.token, "since": 0}))
        await self.reach(0)
        self.socket.transport.pause_reading()
        return self

    async def reach(self, ply: int) -> None:
        """Read on until a ply is seen."""
        while not (self.follower.view and self.follower.view.ply >= ply):
            message = json.loads(await self.socket.recv())
            assert self.follower.read(message)
            if message["type"] in {"view", "step"} and self.follower.view:
                shown = msgspec.to_builtins(self.follower.view)
                self.events = [each for each in self.events if each["ply"] < message["since"]] + shown["events"]
                self.views += 1


def is_behind(house: House, made: Made, slow: int) -> bool:
    """Whether so many at a table have stopped reading for so long that the server waits for them."""

    async def look() -> int:
        return sum(bool(watcher.outbox) for watcher in house.rooms.rooms[made.id].audience.watchers)

    return house.inside(look()) >= slow


def keep_little(house: House) -> None:
    """Let the server keep nothing of a line by itself, beyond what it has begun to send."""

    async def go() -> None:
        for line in house.server.server_state.connections:
            line.transport.set_write_buffer_limits(0)

    house.inside(go())


def waiting_bytes(house: House) -> list[int]:
    """What waits to be sent, line by line."""

    async def look() -> list[int]:
        return [line.transport.get_write_buffer_size() for line in house.server.server_state.connections]

    return house.inside(look())


def play_until_behind(house: House, made: Made, players: list[Guest], slow: int) -> int:
    """Play until the slow ones are behind, and then on; gives the last ply."""
    left = LEAST_MOVES
    while left or not is_behind(house, made, slow):
        draw_level(players)
        if players[0].last["over"]:
            break
        players[players[0].waiting[0]].move()
        left = max(0, left - 1)
    assert is_behind(house, made, slow), "nobody is slow"
    return draw_level(players)


def draw_level(players: list[Guest]) -> int:
    """Let all read on until they have seen the same ply: who is a move behind would name the wrong one to move."""
    ply = max(guest.last["ply"] for guest in players)
    for guest in players:
        while guest.last["ply"] < ply:
            guest.view()
    return ply


def most_notes(house: House, made: Made) -> int:
    """The fullest outbox at a table."""

    async def look() -> int:
        return max(len(watcher.outbox) for watcher in house.rooms.rooms[made.id].audience.watchers)

    return house.inside(look())


@pytest.mark.parametrize("seat", [0, None])
def test_who_stops_reading_delays_nobody_and_then_gets_the_latest(narrow, seat):
    made = narrow.make(HUMAN, HUMAN, game="kickards")

    async def go() -> None:
        async with AsyncExitStack() as stack:
            slow = await Slow(made, seat).come(stack)
            keep_little(narrow)
            last = await asyncio.to_thread(play)
            assert max(waiting_bytes(narrow)) < 100_000
            slow.socket.transport.resume_reading()
            await slow.reach(last)
            assert slow.views < last / 2, "it was told every move"
            fresh = made.get("/view", slow.token).json()
            assert slow.follower.view.but(events=[]) == whole(fresh).but(events=[])
            assert slow.events == fresh["events"]

    def play() -> int:
        with made.sit(0) as one, made.sit(1) as two:
            one.view()
            two.view()
            play_until_behind(narrow, made, [one, two], 1)
            go_back(one, two)
            last = play_until_behind(narrow, made, [one, two], 1)
            assert most_notes(narrow, made) < FULL_OUTBOX
            return last

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def go_back(one: Guest, two: Guest) -> None:
    """Play on until a move can be taken back, and take it back by consent: a slow reader may have been told of it."""
    ply = one.last["ply"]
    while one.last["ply"] >= ply:
        assert not one.last["over"], "nothing could be taken back"
        mover = (one, two)[one.waiting[0]]
        ply = mover.move()["ply"]
        for guest in (one, two, one):
            caught_up(guest)
            guest.send(type="offer", what="undo")
            caught_up(guest)
        caught_up(two)


def test_a_thousand_who_stop_reading_cost_little(narrow):
    """Ten tables with a hundred slow readers each: all are played on, and one view at most waits for a reader."""
    tables, readers = 10, 100
    made = [narrow.make(HUMAN, HUMAN, game="kickards") for _ in range(tables)]

    async def go() -> None:
        async with AsyncExitStack() as stack:
            slow = [[await Slow(each, None).come(stack) for _ in range(readers)] for each in made]
            keep_little(narrow)
            last = await asyncio.to_thread(lambda: [play(each) for each in made])
            found = waiting_bytes(narrow)
            assert len(found) >= tables * readers
            assert max(found) < 50_000
            print(f"{len(found)} lines, {sum(found) / len(found):.0f} bytes wait on each, {max(found)} at most")
            for group, ply, each in zip(slow, last, made, strict=True):
                fresh = each.get("/view").json()
                for reader in group:
                    reader.socket.transport.resume_reading()
                    await reader.reach(ply)
                    assert reader.follower.view.but(events=[]) == whole(fresh).but(events=[])
                    assert reader.events == fresh["events"]

    def play(each: Made) -> int:
        with each.sit(0) as one, each.sit(1) as two:
            one.view()
            two.view()
            return play_until_behind(narrow, each, [one, two], readers)

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_what_waits_for_who_does_not_read_is_limited(narrow):
    made = narrow.make(HUMAN, HUMAN, options={"level_score": "draw"})

    async def go() -> None:
        async with AsyncExitStack() as stack:
            await Slow(made, None).come(stack)
            keep_little(narrow)
            await asyncio.to_thread(offer)

    def offer() -> None:
        with made.sit(0) as one:
            one.view()
            for _ in range(500):
                one.send(type="offer", what="draw")
                one.send(type="answer", what="draw", accept=False)
                one.until("declined")
            assert most_notes(narrow, made) <= 2 * FULL_OUTBOX

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_who_asks_on_without_reading_and_goes_is_not_waited_for(narrow):
    made = narrow.make(HUMAN, HUMAN)

    async def waits_with_more_in_hand() -> bool:
        """Whether somebody's reading is waited for, and more has come from them."""
        waits = any(not watcher.drained.is_set() for watcher in narrow.rooms.rooms[made.id].audience.watchers)
        lines = [line for line in narrow.server.server_state.connections if isinstance(line, Sockets)]
        return waits and any(line.mail.messages for line in lines)

    async def go() -> None:
        async with AsyncExitStack() as stack:
            slow = await Slow(made, None).come(stack)
            keep_little(narrow)
            while not narrow.inside(waits_with_more_in_hand()):
                await slow.socket.send(json.dumps({"type": "play", "ply": 0, "action": 0}))
            slow.socket.transport.abort()
            await asyncio.to_thread(narrow.rest, made.id)

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


# ---------------------------------------------------------------- everything twice, and too early


def test_what_two_tabs_say_twice_too_late_and_too_early_counts_once(house, game: Game):
    """Of all that is sent, so much is refused as is not stored; and the match is what its stored moves make it."""
    options = {"clock_mode": "nominal"} if "clock_mode" in game.options else {}
    seats = int(game.box(options).seats)
    made = house.make(*[HUMAN] * seats, game=game.name, options=options)
    tabs = [made.sit(seat) for seat in range(seats) for _ in range(2)]
    sent = refused = 0
    for _ in range(12):
        for tab in tabs:
            tab.send(type="look")
            caught_up(tab)
        ply, marks = made.ply, [len(tab.heard) for tab in tabs]
        asked = [tab.last["choices"][:3] for tab in tabs]
        for tab, choices in zip(tabs, asked, strict=True):
            for off in (0, 0, 1, -1, 2, -2, 0):
                for choice in choices or [{"action": 0}]:
                    tab.play(choice["action"], ply=max(0, ply + off))
                    sent += 1
        for tab, mark in zip(tabs, marks, strict=True):
            caught_up(tab)
            codes = [message["code"] for message in tab.heard[mark:] if message["type"] == "error"]
            assert set(codes) <= {"stale", "illegal", "not_your_move", "bad_message"}
            refused += len(codes) - codes.count("bad_message")
        assert sent - refused == made.ply
        if tabs[0].last["over"]:
            break
    for tab in tabs:
        tab.send(type="look")
        caught_up(tab)
        fresh = made.get("/view", made.tokens[tab.last["seat"]]).json()
        assert whole(tab.last).but(events=[]) == whole(fresh).but(events=[])
        tab.close()
    match = house.room(made.id).match
    assert match.ply == made.ply > 5
    assert match.replay().digest() == match.digest()


def caught_up(tab: Guest) -> None:
    """Read all that is on its way: nonsense is refused in its turn, and a sensible word keeps the line open."""
    tab.send(type="pong", n=0)
    tab.socket.send("nonsense")
    while tab.error() != "bad_message":
        pass
