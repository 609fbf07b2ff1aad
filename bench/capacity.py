"""What a match takes in the database, and what a server takes in memory: `python -m bench.capacity`.

For every game whole matches between random players are stored as a server stores them: rows and bytes of a match, and
of each of its moves. With `--memory` servers are started as well, and their memory is told: of the doorman, of a worker
that has played one game, and of one that has played every game, with their bots. `docs/capacity.md` calculates with it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import statistics
import tempfile
from pathlib import Path

import httpx

from bench.load import Process, resident, serve_ours, warm_up
from bench.store import Table
from matchday.engine.runner import Runner
from matchday.games import OURS, game
from matchday.server.settings import Settings
from matchday.server.store import Store

MATCHES = 50
TABLES = ("matches", "moves", "seats", "keys")


async def stored(name: str, database: Path) -> list[int]:
    """Store whole matches of a game; gives how many moves they have."""
    store, runner, plies = Store(Settings(database=str(database))), Runner(game(name), "compiled"), []
    await store.open()
    for number in range(MATCHES):
        table = Table(runner, number)
        while not table.match.over:
            table.play()
        await store.create(table.id, table.plan())
        plies.append(table.match.ply)
    await store.aclose()
    return plies


def packed(database: Path) -> int:
    """Bytes of a database without what is free in it."""
    with sqlite3.connect(database) as connection:
        connection.execute("VACUUM")
        [size] = connection.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()
    return int(size)


def rows(database: Path) -> dict[str, float]:
    """Rows of a match, by table."""
    with sqlite3.connect(database) as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] / MATCHES for table in TABLES}


def database_costs(name: str, folder: str) -> str:
    """Say what a match of a game takes in the database."""
    path = Path(folder) / f"{name}.db"
    plies = asyncio.run(stored(name, path))
    full, found = packed(path), rows(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM moves")
    bare = packed(path)
    moves = statistics.mean(plies)
    told = ", ".join(f"{number:.0f} in {table}" for table, number in found.items())
    return (
        f"{name}: {moves:.0f} moves a match; {sum(found.values()):.0f} rows ({told}); {full / MATCHES / 1000:.1f} kB "
        f"a match, of them {(full - bare) / sum(plies):.0f} bytes a move"
    )


def memory_costs(workers: int, folder: str) -> str:
    """Say what a server's processes take in memory before and after every game was played."""
    served, address = serve_ours(next(iter(OURS)), os.sched_getaffinity(0), Path(folder), {}, workers)
    try:
        empty = sizes(served)
        with httpx.Client(base_url=address, timeout=60) as http:
            for name in OURS:
                for place in range(workers):
                    warm_up(http, name, place, workers)
        return f"{workers} workers: {empty} with one game; {sizes(served)} with every game warm"
    finally:
        served.stop()


def sizes(served: Process) -> str:
    """Say what each of a server's processes takes."""
    return ", ".join(f"{resident(pid) / 2**20:.0f} MiB" for pid in served.all())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.capacity", description=__doc__)
    parser.add_argument("--memory", action="store_true", help="start servers as well")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in OURS:
            print(database_costs(name, folder), flush=True)
        for workers in asked.workers if asked.memory else []:
            print(memory_costs(workers, tempfile.mkdtemp(dir=folder)), flush=True)


if __name__ == "__main__":
    main()
