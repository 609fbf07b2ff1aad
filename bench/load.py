"""Load on one server process: tables with scripted moves, over real sockets.

    python -m bench.load --tables 50 --seconds 10

Every table has two people at two sockets who play the first legal choice, one after the other, with a pause between
moves. Measured: moves a second, and the time from sending a move until the other seat has received it. The tables are
driven from this process, so both share the machine's cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

UNLIMITED = {
    "MATCHDAY_BURST": "1e9",
    "MATCHDAY_REQUESTS_A_SECOND": "1e9",
    "MATCHDAY_SOCKETS_AN_ADDRESS": "100000",
    "MATCHDAY_MESSAGES_BURST": "1e9",
    "MATCHDAY_MESSAGES_A_SECOND": "1e9",
}
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


class Served:
    """`matchday serve` as a process of its own."""

    def __init__(self, database: str, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "matchday", "serve", "--port", "0", "--database", database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.address = self.process.stdout.readline().split()[-1]

    def memory(self) -> int:
        """Resident bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class Seat:
    """One person at a socket, who knows the latest view."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {"ply": -1}

    async def wait_for(self, ply: int) -> None:
        while self.view["ply"] < ply:
            message = json.loads(await self.socket.recv())
            if message["type"] == "view":
                self.view = message["view"]


async def table(address: str, http: httpx.AsyncClient, game: str, until: float, pause: float) -> list[float]:
    """Play at one table; gives the seconds from each sending to the other seat's receipt."""
    made = (await http.post("/api/matches", json={"game": game, "seats": PEOPLE})).json()
    found = []
    url = f"{address.replace('http', 'ws')}/api/matches/{made['id']}/socket"
    async with connect(url) as first, connect(url) as second:
        seats = [Seat(first), Seat(second)]
        for seat, key in zip(seats, made["seats"], strict=True):
            await seat.socket.send(json.dumps({"type": "hello", "token": key["token"]}))
            await seat.wait_for(0)
        ply = 0
        while time.monotonic() < until and not seats[0].view["over"]:
            asked = next(row["seat"] for row in seats[0].view["seats"] if row["waiting"])
            action = seats[asked].view["choices"][0]["action"]
            began = time.monotonic()
            await seats[asked].socket.send(json.dumps({"type": "play", "ply": ply, "action": action}))
            ply += 1
            await seats[1 - asked].wait_for(ply)
            found.append(time.monotonic() - began)
            await seats[asked].wait_for(ply)
            await asyncio.sleep(pause)
    return found


async def measure(served: Served, game: str, tables: int, seconds: float, pause: float) -> dict[str, float]:
    """Play at many tables at once."""
    before = served.memory()
    async with httpx.AsyncClient(base_url=served.address, timeout=60) as http:
        until = time.monotonic() + seconds
        runs = await asyncio.gather(*(table(served.address, http, game, until, pause) for _ in range(tables)))
    trips = sorted(trip for run in runs for trip in run)
    return {
        "tables": tables,
        "moves": len(trips),
        "moves_a_second": round(len(trips) / seconds, 1),
        "p50_ms": round(1000 * statistics.median(trips), 1),
        "p99_ms": round(1000 * trips[int(0.99 * (len(trips) - 1))], 1),
        "memory_a_table_kb": round((served.memory() - before) / tables / 1024, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="pilka_w_grze")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 25, 50, 100])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between the moves of a table")
    order = parser.parse_args()
    for tables in order.tables:
        with tempfile.TemporaryDirectory() as folder:
            served = Served(str(Path(folder) / "matches.db"), {**os.environ, **UNLIMITED})
            try:
                row = asyncio.run(measure(served, order.game, tables, order.seconds, order.pause))
            finally:
                served.stop()
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
