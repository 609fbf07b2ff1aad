"""What it costs to store a move: `python -m bench.store [--at-once 1 16 200]`.

Moves of 200 tables go into an SQLite file as a server stores them, synced to the disk; so many tables wait for theirs
at once, and so many are stored together. CPU of the event loop and of the thread that writes, the median of some
rounds; and what of the event loop's goes into reading from the table how the match stands.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matchday.bots.simple import SimpleBot
from matchday.engine.runner import Runner
from matchday.games import OURS, game, learnt_soonest
from matchday.match.match import Match
from matchday.server.rows import HUMAN
from matchday.server.seats import Sitter
from matchday.server.settings import Settings
from matchday.server.steps import standing_of
from matchday.server.store import Plan, Store, hashed, new_id

TABLES, ROUNDS, PLIES = 200, 5, 4


class Table:
    """A match that is played at random, each of its states kept until it is stored."""

    def __init__(self, runner: Runner, number: int) -> None:
        self.id, self.match = new_id(), Match(runner.game, seed=number, runner=runner)
        self.keys = [frozenset({hashed(f"{number} {seat}")}) for seat in range(self.match.seats)]
        self.bot = SimpleBot("random", "store")

    def plan(self) -> Plan:
        sitters = [Sitter(HUMAN, keys=keys) for keys in self.keys]
        return Plan(self.match.game, self.match.options, self.match.names, sitters, match=self.match)

    def play(self) -> Match:
        self.match = self.match.copy()
        self.match.play(self.match.asked, self.bot.decide(self.match.seat(self.match.asked)))
        return self.match

    async def store(self, store: Store, played: Sequence[Match]) -> None:
        for match in played:
            move = match.steps[-1].move
            await store.append(self.id, match, {move.seat: self.keys[move.seat]} if move else {})


async def written(store: Store) -> float:
    """Give the CPU seconds of the thread that writes."""
    return await store.enqueue(lambda _connection: time.thread_time())


async def one_round(store: Store, tables: Sequence[Table], at_once: int) -> list[float]:
    """Store some moves of every table; gives CPU of event loop, of reading the standing, of the writer, in µs a move,
    and the time that passed.
    """
    played = [(table, [table.play() for _ in range(PLIES)]) for table in tables]
    start = time.thread_time()
    for _, matches in played:
        for match in matches:
            standing_of(match)
    standing = time.thread_time() - start
    writer, start, wall = await written(store), time.thread_time(), time.perf_counter()
    for some in batches(played, at_once):
        await asyncio.gather(*(table.store(store, matches) for table, matches in some))
    spent = [time.thread_time() - start, standing, await written(store) - writer, time.perf_counter() - wall]
    return [1e6 * each / len(tables) / PLIES for each in spent]


def batches(rows: Sequence[Any], size: int) -> list[Sequence[Any]]:
    return [rows[at : at + size] for at in range(0, len(rows), size)]


async def measure(name: str, sizes: Sequence[int], folder: str) -> None:
    store, runner = Store(Settings(database=str(Path(folder) / "matches.db"))), Runner(game(name), "compiled")
    await store.open()
    for at_once in sizes:
        found = []
        for number in range(ROUNDS + 1):
            tables = [Table(runner, TABLES * number + each) for each in range(TABLES)]
            await asyncio.gather(*(store.create(table.id, table.plan()) for table in tables))
            found.append(await one_round(store, tables, at_once))
        loop, standing, writer, wall = map(statistics.median, zip(*found[1:], strict=True))
        print(
            f"{name}, {at_once:3} at once: {loop + writer:5.0f} µs a move, {loop:5.0f} on the event loop "
            f"({standing:3.0f} to read the standing), {writer:5.0f} in the writer's thread; {wall:6.0f} µs passed",
            flush=True,
        )
    await store.aclose()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.store", description=__doc__)
    parser.add_argument("--game", choices=OURS, default=learnt_soonest().name)
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 16, 200])
    parser.add_argument("--folder", help="where the file is put; the disk counts")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        asyncio.run(measure(asked.game, asked.at_once, folder))


if __name__ == "__main__":
    main()
