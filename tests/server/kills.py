"""kill -9 under full load: many tables play as fast as they can, and the server is killed again and again.

    python -m tests.server.kills --acknowledged 10000 [--postgres] [--workers 2]

Every table has a client on each seat and a spectator. After each kill the database is read: every move that was
acknowledged is in it, in order, and none that was not sent; nobody was shown a move that is not stored. Then the server
is started anew, everyone comes back, and is told again, to the letter, what they were told before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from matchday.engine.changes import Follower
from matchday.engine.dice import Dice, roll, set_key
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.server.settings import Settings
from matchday.server.store import Store
from tests.server.house import HUMAN, UNHURRIED, Made, Serving

OPTIONS = {"super_goal": {"clock_mode": "nominal"}}
"""Where a game would make moves by itself: what is stored has to be what was sent."""
MANY = {"sockets_an_address": 10**6, "connections": 10**6, "connections_an_address": 10**6}
GIVEN_UP = 300
"""Seconds without any acknowledgement, after which something hangs."""
DOUBLED = 8
"""One move of so many is sent twice; the second must be refused."""


@dataclass
class Figures:
    """What has happened."""

    acknowledged: int = 0
    kills: int = 0
    matches: int = 0
    unanswered: int = 0
    """Moves that were on their way when the server was killed …"""
    kept: int = 0
    """… and those of them that were stored."""
    refused: int = 0
    """Doubled moves."""
    playing: float = 0.0
    """Seconds while a server was up."""


class Client:
    """Somebody at a table, over one server after the other."""

    def __init__(self, seat: int | None, token: str | None) -> None:
        self.seat, self.token = seat, token
        self.socket: ClientConnection | None = None
        self.ply = -1
        self.actions: list[int] = []
        self.follower = Follower()
        self.events: list[dict[str, Any]] = []
        """All that was ever told, but for what was taken back."""
        self.is_over = False
        self.refused: list[str] = []

    async def sit(self, socket: ClientConnection) -> None:
        """Come, or come back; all that was told before is told again."""
        self.socket, told, self.ply = socket, self.events, -1
        await socket.send(json.dumps({"type": "hello", "token": self.token, "since": 0}))
        await self.reaches(0)
        assert self.events[: len(told)] == told, "something that was shown is not there any more"

    async def reaches(self, ply: int) -> None:
        """Read until a ply is shown."""
        while self.ply < ply:
            self.read(json.loads(await self.socket.recv()))

    async def read_up(self) -> None:
        """Read what has come before the line broke."""
        with suppress(ConnectionClosed):
            while self.socket:
                self.read(json.loads(await self.socket.recv()))

    def read(self, message: dict[str, Any]) -> None:
        """Take in a message."""
        if message["type"] == "error":
            self.refused.append(message["code"])
        if message["type"] not in {"view", "step"}:
            return
        shown = message["view"] if message["type"] == "view" else message["change"]
        assert self.follower.read(message), "a step was left out"
        view: Any = self.follower.view
        self.ply, self.is_over, self.actions = view.ply, view.over, [choice.action for choice in view.choices]
        self.events = [event for event in self.events if event["ply"] < message["since"]] + shown.get("events", [])

    async def play(self, action: int, times: int) -> None:
        """Send a move."""
        for _ in range(times):
            await self.socket.send(json.dumps({"type": "play", "ply": self.ply, "action": action}))


class Table:
    """One match and all who look at it."""

    def __init__(self, made: Made, number: int, dice: Dice, figures: Figures) -> None:
        self.id, self.number, self.dice, self.figures = made.id, number, dice, figures
        self.clients = [Client(seat, token) for seat, token in enumerate(made.tokens)] + [Client(None, None)]
        self.moves: list[tuple[int, int]] = []
        """What was sent, the last perhaps unanswered …"""
        self.acknowledged = 0
        """… and how many of them were acknowledged."""
        self.doubled = 0

    @property
    def shown(self) -> int:
        """The latest ply that anybody was shown."""
        return max(client.ply for client in self.clients)

    async def play(self, address: str) -> bool:
        """Play until the line breaks, or to the end; tells whether it is over."""
        path = f"{address.replace('http', 'ws')}/api/matches/{self.id}/socket"
        home = {
            "X-Forwarded-For": f"10.0.{self.number // 256}.{self.number % 256}"
        }  # or one address asks for all tables at once
        try:
            async with AsyncExitStack() as stack:
                for client in self.clients:
                    await client.sit(
                        await stack.enter_async_context(connect(path, additional_headers=home, open_timeout=GIVEN_UP))
                    )
                await self.play_on()
        except (WebSocketException, OSError, EOFError):  # the server is gone
            for client in self.clients:
                await client.read_up()
        return all(client.is_over for client in self.clients)

    async def play_on(self) -> None:
        """One move after the other, each when everybody has seen the one before."""
        while True:
            ply = self.shown
            for client in self.clients:
                await client.reaches(ply)
            movers = [client for client in self.clients if client.actions]
            if not movers:
                return
            mover = movers[roll(self.dice, len(movers))]
            action, twice = mover.actions[roll(self.dice, len(mover.actions))], roll(self.dice, DOUBLED) == 0
            self.moves.append((mover.seat or 0, action))
            await mover.play(action, 1 + twice)
            self.doubled += twice
            await mover.reaches(ply + 1)
            assert mover.ply == ply + 1, "a move counted twice"
            self.acknowledged += 1
            self.figures.acknowledged += 1

    def check(self, stored: list[tuple[int, int]]) -> None:
        """Compare what is stored with what was sent, acknowledged and shown."""
        told = f"{self.id}: {len(stored)} stored, {self.acknowledged} acknowledged, {self.shown} shown"
        assert self.acknowledged <= len(stored), f"lost: {told}"
        assert self.shown <= len(stored), f"shown before it was stored: {told}"
        assert stored == self.moves[: len(stored)], f"other moves than were made: {told}"
        for client in self.clients:
            assert set(client.refused) <= {"stale"}, client.refused
            self.figures.refused += len(client.refused)
            client.refused = []
        unanswered = len(self.moves) - self.acknowledged
        self.figures.unanswered += unanswered
        self.figures.kept += len(stored) - self.acknowledged
        self.moves, self.acknowledged = stored, len(stored)


@dataclass
class Trial:
    """One run."""

    database: str
    workers: int | None
    dice: Dice
    figures: Figures = field(default_factory=Figures)
    playing: list[Table] = field(default_factory=list)
    ended: list[Table] = field(default_factory=list)

    def serve(self) -> Serving:
        """Start the server."""
        more = () if self.workers is None else ("--workers", str(self.workers))
        return Serving(self.database, *more, **{**UNHURRIED, **MANY})

    def table(self, house: Serving) -> Table:
        """Make a match, of one game after the other."""
        name = list(GAMES)[self.figures.matches % len(GAMES)]
        seats = [HUMAN] * int(find_game(name).box(OPTIONS.get(name, {})).seats)
        self.figures.matches += 1
        made = house.make(*seats, game=name, options=OPTIONS.get(name, {}))
        return Table(made, self.figures.matches, self.dice, self.figures)

    async def keep_playing(self, table: Table, house: Serving) -> None:
        """Play at one place, match after match, until the server is gone."""
        while await table.play(house.address):
            self.playing.remove(table)
            self.ended.append(table)
            try:
                table = await asyncio.to_thread(self.table, house)
            except Exception:  # noqa: BLE001 - whatever it is: the server is killed while it answers
                return
            self.playing.append(table)

    async def live(self, moves: int) -> None:
        """Let a server live for about so many moves, and kill it."""
        house = self.serve()
        try:
            while len(self.playing) < self.wanted:
                self.playing.append(self.table(house))
            began, goal = time.monotonic(), self.figures.acknowledged + 1 + roll(self.dice, 2 * moves)
            tasks = [asyncio.create_task(self.keep_playing(table, house)) for table in self.playing]
            await self.reached(goal, tasks)
            self.figures.playing += time.monotonic() - began
        finally:
            house.kill()
            self.figures.kills += 1
        await asyncio.gather(*tasks)

    async def reached(self, goal: int, tasks: list[asyncio.Task[None]]) -> None:
        """Wait until so many moves are acknowledged, and a moment longer."""
        seen, at = -1, 0.0
        while self.figures.acknowledged < goal:
            for task in tasks:
                if task.done():
                    task.result()
            if seen != self.figures.acknowledged:
                seen, at = self.figures.acknowledged, time.monotonic()
            assert time.monotonic() < at + GIVEN_UP, "no move is acknowledged any more"
            await asyncio.sleep(0.001)
        await asyncio.sleep(roll(self.dice, 1000) / 200_000)  # up to five milliseconds: not always after an answer

    async def check(self, tables: list[Table]) -> None:
        """Look into the database while no server runs."""
        async with aclosing(Store(Settings(database=self.database))) as store:
            await store.open()
            for table in tables:
                kept = await store.read(table.id)
                table.check([(move.seat, move.action) for move in kept.moves])

    async def run(self, acknowledged: int, tables: int, moves_a_life: int, seconds: float) -> Figures:
        """Kill until enough moves are acknowledged, or the time is up."""
        self.wanted, began = tables, time.monotonic()
        while self.figures.acknowledged < acknowledged and time.monotonic() - began < seconds:
            await self.live(min(moves_a_life, acknowledged))
            await self.check(self.playing)
            done, spent = self.figures, time.monotonic() - began
            print(
                f"{done.acknowledged:>7} of {acknowledged} acknowledged, {done.kills} kills, {spent:.0f} s", flush=True
            )
        await self.check([*self.playing, *self.ended])
        return self.figures


def run(
    database: str,
    acknowledged: int = 10_000,
    *,
    tables: int = 40,
    moves_a_life: int = 300,
    minutes: float = 30,
    workers: int | None = None,
    seed: int = 1,
) -> Figures:
    """Kill a server on a database again and again; raises where something was lost, doubled, or shown too early."""
    dice = Dice.new()
    set_key(dice, seed, 9)
    return asyncio.run(Trial(database, workers, dice).run(acknowledged, tables, moves_a_life, minutes * 60))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--acknowledged", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--moves-a-life", type=int, default=300, help="so many moves between two kills, on average")
    parser.add_argument("--minutes", type=float, default=30, help="stop then, whatever was reached")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="for `matchday serve --workers`")
    parser.add_argument("--postgres", action="store_true")
    order = vars(parser.parse_args())
    if order.pop("postgres"):
        from tests.server.postgres import Postgres

        served = Postgres()
        try:
            found = run(served.database("kills"), **order)
        finally:
            served.stop()
    else:
        with tempfile.TemporaryDirectory() as folder:
            found = run(str(Path(folder) / "matches.db"), **order)
    print(
        f"{found.acknowledged} moves acknowledged in {found.matches} matches over {found.kills} kills, "
        f"{found.acknowledged / max(found.playing, 0.001):.0f} a second: none lost, none doubled "
        f"({found.refused} sent twice and refused), none shown before it was stored; "
        f"{found.kept} of {found.unanswered} on their way at a kill were stored"
    )
    sys.exit(found.acknowledged < order["acknowledged"])


if __name__ == "__main__":
    main()
