"""`make load LOAD=--attack`: what people at other tables notice of an address that asks for all it can get.

One server, started with its usual limits. At some tables people move in turn, at others they play against bots; the
times from sending a move to seeing it, and to seeing the bot's answer, are measured in rounds with and without an
attack, in turn. The attacker is a process of its own with an address of its own (as a proxy on this machine would name
it): 60 tables against legends who are answered at once, hints asked on all of their sockets, a dozen analyses, replays
of a long match from its beginning, uploads and checks of files made to be slow. Everything stays on this machine, and
the attack ends after its seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from matchday.bots.simple import SimpleBot
from matchday.games import game as find_game
from matchday.match.files import print_match
from matchday.match.match import Match

ATTACKER, VICTIM = "203.0.113.66", "198.51.100.7"
"""Addresses that are nobody's."""
LEGENDS, ANALYSES, READERS, UPLOADERS = 60, 12, 8, 4
LEVELS = ("amateur", "professional", "legend")
DUELS = 3
PAUSE = 0.25
ELSEWHERE = 10
"""The attacker's niceness."""
HUMAN = {"kind": "human"}
Samples = dict[str, list[float]]


class Seat:
    """Somebody at a socket."""

    def __init__(self, http: httpx.AsyncClient, address: str) -> None:
        self.http, self.address = http, address
        self.line: ClientConnection | None = None
        self.view: dict[str, Any] = {}
        self.actions: list[int] = []
        """What may be played now."""

    async def make(self, game: str, *seats: dict[str, Any]) -> list[str | None]:
        """Make a table; gives its tokens."""
        answer = await self.http.post("/api/matches", json={"game": game, "seats": list(seats)})
        answer.raise_for_status()
        self.match = answer.json()["id"]
        return [seat["token"] for seat in answer.json()["seats"]]

    async def sit(self, token: str | None) -> None:
        """Take a seat."""
        address = str(self.http.base_url).replace("http", "ws", 1).rstrip("/")
        headers = {"X-Forwarded-For": self.address}
        self.line = await connect(f"{address}/api/matches/{self.match}/socket", additional_headers=headers)
        await self.send(type="hello", token=token)
        await self.until(lambda _: True)

    async def send(self, **message: Any) -> None:
        if self.line:
            await self.line.send(json.dumps(message))

    async def until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read on until the match stands so."""
        while self.line:
            message = json.loads(await self.line.recv())
            if message["type"] in {"view", "step"}:
                self.take_in(message)
                if is_it(self.view):
                    break
        return self.view

    def take_in(self, message: dict[str, Any]) -> None:
        """Look at a view, or at what is different in it: it lists all actions where others are there than before."""
        told = message.get("view") or message["change"]
        self.view |= told
        if "view" in message:
            self.actions = [choice["action"] for choice in told["choices"]]
        else:
            self.actions = told.get("actions", self.actions)

    async def turn(self) -> bool:
        """Wait for one's turn; tells whether there is one."""
        if not self.actions and not self.view["over"]:
            await self.until(lambda view: bool(self.actions or view["over"]))
        return not self.view["over"]

    async def move(self) -> float:
        """Play the first choice; gives the seconds until it is seen."""
        ply, began = self.view["ply"], time.monotonic()
        await self.send(type="play", ply=ply, action=self.actions[0])
        await self.until(lambda view: view["ply"] > ply)
        return time.monotonic() - began


# ---------------------------------------------------------------- those who only want to play


async def duel(http: httpx.AsyncClient, game: str, samples: Samples, end: float) -> None:
    """Two people at one table, one match after the other."""
    while time.monotonic() < end:
        people = [Seat(http, VICTIM), Seat(http, VICTIM)]
        tokens = await people[0].make(game, HUMAN, HUMAN)
        people[1].match = people[0].match
        for person, token in zip(people, tokens, strict=True):
            await person.sit(token)
        while time.monotonic() < end and not people[0].view["over"]:
            latest = max(person.view["ply"] for person in people)
            for person in people:
                if person.view["ply"] < latest:
                    await person.until(lambda view, latest=latest: view["ply"] >= latest)  # type: ignore[misc]
            mover = next((person for person in people if person.actions), None)
            if mover is None:
                break
            samples["move"].append(await mover.move())
            await asyncio.sleep(PAUSE)
        await hang_up(people)


async def against(http: httpx.AsyncClient, game: str, level: str, samples: Samples, end: float) -> None:
    """Somebody against a bot, one match after the other."""
    while time.monotonic() < end:
        person = Seat(http, VICTIM)
        tokens = await person.make(game, HUMAN, {"kind": "bot", "level": level})
        await person.sit(tokens[0])
        while time.monotonic() < end and await person.turn():
            samples["move"].append(await person.move())
            if person.actions or person.view["over"]:
                continue
            ply, began = person.view["ply"], time.monotonic()
            await person.until(lambda view, ply=ply: view["ply"] > ply)  # type: ignore[misc]
            samples[level].append(time.monotonic() - began)
            await asyncio.sleep(PAUSE)
        await hang_up([person])


async def hang_up(people: list[Seat]) -> None:
    for person in people:
        if person.line:
            await person.line.close()


async def opening(http: httpx.AsyncClient, game: str, samples: Samples, end: float) -> None:
    """Somebody who makes tables and looks at them."""
    while time.monotonic() < end:
        began = time.monotonic()
        person = Seat(http, VICTIM)
        tokens = await person.make(game, HUMAN, HUMAN)
        await person.sit(tokens[0])
        samples["open"].append(time.monotonic() - began)
        await hang_up([person])
        await asyncio.sleep(4 * PAUSE)


async def play(address: str, game: str, seconds: float) -> Samples:
    """Play at all tables for some seconds; gives what was measured."""
    samples: Samples = defaultdict(list)
    end = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=address, headers={"X-Forwarded-For": VICTIM}, timeout=120) as http:
        await asyncio.gather(
            *(duel(http, game, samples, end) for _ in range(DUELS)),
            *(against(http, game, level, samples, end) for level in LEVELS),
            opening(http, game, samples, end),
        )
    return samples


# ---------------------------------------------------------------- who wants everything


async def again(what: Callable[[], Awaitable[Any]], counts: dict[str, int], name: str) -> None:
    """Ask for something all the time; refusals do not discourage."""
    while True:
        with suppress(httpx.HTTPError, WebSocketException, OSError):
            answer = await what()
            counts[f"{name} {getattr(answer, 'status_code', '')}".strip()] += 1
        await asyncio.sleep(0.01)


async def harass(http: httpx.AsyncClient, game: str) -> None:
    """Play at once whenever a legend has moved, and ask for hints meanwhile."""
    person = Seat(http, ATTACKER)
    tokens = await person.make(game, HUMAN, {"kind": "bot", "level": "legend"})
    await person.sit(tokens[0])
    while await person.turn():
        for _ in range(3):
            await person.send(type="hint")
        await person.move()
    await hang_up([person])


def long_file(game: str) -> str:
    """Write a whole match."""
    match, bot = Match(find_game(game), seed="long"), SimpleBot("greedy", "long")
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, bot.decide(match.seat(seat)))
    return print_match(match)


def slow_file(game: str) -> str:
    """Write a file that is as large as may be: a match, then moves that cannot be, as many as there is room for."""
    text = long_file(game)
    last = text.count("\n")
    filler = "".join(f"{number}. 0 pass ; {'x' * 20}\n" for number in range(last, last + 3000))
    return (text + filler)[:99_000]


async def attack(address: str, game: str) -> None:
    """Ask for all there is, until stopped. What that costs the attacker is not taken from the server's cores, as far as
    one machine allows: an attacker has their own.
    """
    os.nice(ELSEWHERE)
    counts: dict[str, int] = defaultdict(int)
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(
        base_url=address, headers={"X-Forwarded-For": ATTACKER}, timeout=120, limits=limits
    ) as http:
        text = long_file(game).encode()
        over = []
        for _ in range(ANALYSES):
            answer = await http.post("/api/files", content=text)
            over += [answer.json()["id"]] if answer.status_code == 201 else []
            await asyncio.sleep(0.5)
        print("ready", flush=True)
        slow = slow_file(game).encode()
        await asyncio.gather(
            *(again(lambda: harass(http, game), counts, "table") for _ in range(LEGENDS)),
            *(again(lambda each=each: http.get(f"/api/matches/{each}/analysis"), counts, "analysis") for each in over),  # type: ignore[misc]
            *(
                again(lambda: http.get(f"/api/matches/{over[0]}/replay", params={"since": 0}), counts, "replay")
                for _ in range(READERS if over else 0)
            ),
            *(again(lambda: http.post("/api/verify", content=slow), counts, "verify") for _ in range(UPLOADERS)),
            *(again(lambda: http.post("/api/files", content=slow), counts, "upload") for _ in range(UPLOADERS)),
            report(counts),
        )


async def report(counts: dict[str, int]) -> None:
    """Say now and then what came back."""
    while True:
        await asyncio.sleep(1)
        print(json.dumps(counts), flush=True)


# ---------------------------------------------------------------- the whole


def attacked(address: str, game: str, seconds: float) -> tuple[Samples, dict[str, int]]:
    """Measure under attack; gives as well what the attacker got."""
    command = [sys.executable, "-m", "bench.attack", address, game]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as attacker:
        try:
            if attacker.stdout is None or not attacker.stdout.readline():
                raise RuntimeError("there was no attack")
            os.set_blocking(attacker.stdout.fileno(), False)
            time.sleep(1)
            samples = asyncio.run(play(address, game, seconds))
            told = attacker.stdout.read() or ""
        finally:
            attacker.kill()
    return samples, json.loads(told.splitlines()[-1]) if told.strip() else {}


def percentile(values: list[float], share: float) -> float:
    """Give the value that so many do not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def row_of(what: str, calm: list[float], rough: list[float]) -> tuple[str, ...]:
    """Write one measure, without and with the attack."""
    shown = [what]
    for values in (calm, rough):
        found = (percentile(values, 0.5), percentile(values, 0.99), max(values, default=float("nan")))
        shown += [str(len(values)), *(f"{1000 * each:.0f} ms" for each in found)]
    return tuple(shown)


def loop_time(served: Any) -> tuple[float, float]:
    """Give the seconds that the server's event loop has run, and those that it was ready but had no core."""
    pid = served.child.pid
    ran, waited = Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[:2]
    return int(ran) / 1e9, int(waited) / 1e9


def run(serve: Callable[[str, Path], tuple[Any, str]], game: str, seconds: float, rounds: int, folder: Path) -> None:
    """Measure in turn without and with an attack, each on a fresh server, and print both side by side."""
    totals: dict[bool, Samples] = {False: defaultdict(list), True: defaultdict(list)}
    shares: dict[bool, list[float]] = {False: [0, 0, 0], True: [0, 0, 0]}
    got: dict[str, int] = {}
    for number in range(2 * rounds):
        is_attack = number % 2 == 1
        print(f"round {number // 2 + 1} of {rounds}, {'attack' if is_attack else 'calm'}", file=sys.stderr, flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        served, address = serve(game, folder)
        began, before = time.monotonic(), loop_time(served)
        try:
            if is_attack:
                found, got = attacked(address, game, seconds)
            else:
                found = asyncio.run(play(address, game, seconds))
            after = loop_time(served)
        finally:
            served.stop()
            shutil.rmtree(folder, ignore_errors=True)
        for key, values in found.items():
            totals[is_attack][key] += values
        passed = (after[0] - before[0], after[1] - before[1], time.monotonic() - began)
        shares[is_attack] = [old + new for old, new in zip(shares[is_attack], passed, strict=True)]
    calm, rough = totals[False], totals[True]
    table = Table("", *("calm", "p50", "p99", "worst"), *("attack", "p50", "p99", "worst"), box=SIMPLE_HEAD)
    for what, label in (
        ("move", "a move"),
        ("open", "a new table"),
        *((level, f"{level} answers") for level in LEVELS),
    ):
        table.add_row(*row_of(label, calm[what], rough[what]))
    console = Console(width=110)
    console.print(table)
    console.print(f"What the attacker got in the last round: {dict(sorted(got.items()))}")
    for name, (ran, waited, wall) in (("calm", shares[False]), ("attack", shares[True])):
        console.print(
            f"{name}: the event loop ran {ran / wall:.0%} of the time and waited {waited / wall:.0%} for a core"
        )
    console.print(f"Load of the machine in the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    asyncio.run(attack(*sys.argv[1:]))
