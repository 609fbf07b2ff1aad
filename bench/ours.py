"""What is measured of matchday itself."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from bench.clock import Contestant, Played
from bench.loops import COLLECT, COPY, COPY_APPLY, COPY_LEGAL, FIRST, exercise
from matchday.engine.doors import RULES, doors_of
from matchday.engine.game import Game
from matchday.engine.record import fast
from matchday.engine.runner import Mode
from matchday.engine.twin import twin_of
from matchday.games import game as find_game
from matchday.lab.driver import Desk
from matchday.lab.simulate import Workspace, prepare

ROOT = Path(__file__).parents[1]
POSITIONS = 4096


def contestant(game: Game, mode: Mode = "compiled") -> Contestant:
    """Random play of whole matches, dealing included, legal actions listed."""
    space = workspace(game)
    first = 0

    def play(games: int) -> Callable[[], Played]:
        nonlocal first
        before = int(space.totals.decisions)
        space.play(mode, 1, first, games)
        first += games
        decisions = int(space.totals.decisions) - before
        return lambda: Played(games, decisions)

    return Contestant("matchday", game.name, "compiled, whole games" if mode == "compiled" else "plain Python", play)


def workspace(game: Game) -> Workspace:
    """Give a thread's records for random play."""
    return Workspace(game, ["random"] * int(game.box().seats))


def nanoseconds(game: Game, rounds: int = 5, positions: int = POSITIONS) -> dict[str, float]:
    """Time a copy, `legal` and `apply` over positions from random play; medians of a few rounds."""
    run = exercise_of(game, positions)
    run(COLLECT, 1)
    found: dict[int, list[float]] = {COPY: [], COPY_LEGAL: [], COPY_APPLY: []}
    for _ in range(rounds):
        for work, times in found.items():
            started = time.thread_time_ns()
            run(work, 20)
            times.append((time.thread_time_ns() - started) / (20 * positions))
    copy, with_legal, with_apply = (statistics.median(times) for times in found.values())
    return {"copy_ns": copy, "legal_ns": max(with_legal - copy, 0.0), "apply_ns": max(with_apply - copy, 0.0)}


def exercise_of(game: Game, positions: int) -> Callable[[int, int], int]:
    """Bind the compiled loop to fresh positions of a game."""
    tables = game.table_type.zeros(FIRST + positions)
    desk = Desk.new()
    desk.log[0].muted = 1
    seats, actions = np.zeros(len(tables), np.int64), np.zeros(len(tables), np.int64)
    box = fast(game.box(), game.box_type)
    arguments = (box, tables.view(game.table_type.aligned), seats, actions, fast(desk, Desk))
    loop = twin_of(game).door(exercise)
    return lambda work, rounds: int(loop(*arguments, work, rounds))


def scaling(game: Game, matches: int, rounds: int = 3, threads: int = 2) -> dict[str, float]:
    """Compare one thread with several over the same matches; `cores` tells how many the machine really gave."""
    speeds: dict[int, list[float]] = {1: [], threads: []}
    cores: list[float] = []
    for _ in range(rounds):
        for count, found in speeds.items():
            spaces = [workspace(game) for _ in range(count)]
            shares = [max(matches // count, 1)] * count
            starts = [lane * shares[0] for lane in range(count)]
            wall, cpu = time.perf_counter(), time.process_time()
            with ThreadPoolExecutor(count) as pool:
                list(pool.map(Workspace.play, spaces, ["compiled"] * count, [1] * count, starts, shares))
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            found.append(sum(int(space.totals.decisions) for space in spaces) / wall)
            if count == threads:
                cores.append(cpu / wall)
    one, several = statistics.median(speeds[1]), statistics.median(speeds[threads])
    return {"threads": threads, "speed_up": several / one, "cores": statistics.median(cores)}


def start_up(game: Game, what: str, matches: int = 0) -> dict[str, Any]:
    """Compile in a fresh process without a cache, then load in another one from what the first has kept."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        cold, cached = (in_a_process(game.name, what, matches, folder) for _ in range(2))
    return {"cold": cold, "cached": cached}


def in_a_process(name: str, what: str, matches: int, folder: str) -> dict[str, Any]:
    """Run `report_start_up` in a process of its own."""
    paths = [str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-c", f"from bench.ours import report_start_up as r; r({name!r}, {what!r}, {matches})"],
        env=os.environ | {"MATCHDAY_CACHE": folder, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def report_start_up(name: str, what: str, matches: int) -> None:
    """Print how long this process took to have a twin ready, and its memory after so many matches."""
    game = find_game(name)
    wall, cpu = time.perf_counter(), time.process_time()
    if what == "loop":
        prepare(game)
    else:
        doors_of(game, RULES)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    report = {"wall": wall, "cpu": cpu, "mib": peak_mib()}
    if matches:
        space = workspace(game)
        space.play("compiled", 1, 0, matches // 10)
        report["mib_after_a_tenth"] = peak_mib()
        space.play("compiled", 1, matches // 10, matches - matches // 10)
        report["mib_after_all"] = peak_mib()
    print(json.dumps(report))


def peak_mib() -> float:
    """Give the most memory that this process has had. Linux counts a parent's in `ru_maxrss`, so it is asked first."""
    try:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
    except (OSError, StopIteration):
        pass
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20
