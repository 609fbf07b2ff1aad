"""The lab's speed beside the simulation's: rows a second, with and without decisions, and how a sweep grows.

`python -m bench.lab` is a part of `make bench`. Times are CPU seconds of this process, in turns with `simulate`.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from matchday.games import GAMES, learnt_soonest
from matchday.lab.plan import Plan, plan_of
from matchday.lab.running import Lane, run_plan
from matchday.lab.simulate import simulate


def cpu_of(work: Any) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def into_nowhere(plan: Plan, threads: int = 1) -> None:
    """Run a plan whose rows nobody needs."""
    with tempfile.TemporaryDirectory() as folder:
        run_plan(plan, Path(folder) / "rows", threads=threads)


def rows(game: str, seats: str, seconds: float, rounds: int) -> dict[str, Any]:
    """Compare a row a match, and a row a match with decisions kept, with totals alone."""
    simulate(game, 10, seats=seats, threads=1)
    matches = 500
    for _ in range(3):  # so few matches take mostly the time to begin
        taken = cpu_of(lambda count=matches: simulate(game, count, seats=seats, threads=1))
        matches = max(500, round(matches * seconds / taken))
    plain = plan_of({"game": game, "matches": matches, "seats": seats, "decisions": 0})
    # About one decision of each match is looked at: what is offered, what greedy play would do.
    kept = plan_of(
        {"game": game, "matches": matches, "seats": seats, "decisions": matches, "judge": 0, "levels": ["greedy"]}
    )
    for plan in (plain, kept):
        Lane(plan, plan.variants[0], "compiled").play(0, 1)
    found: dict[str, list[float]] = {"simulate": [], "rows": [], "decisions": []}
    for _ in range(rounds):
        found["simulate"].append(cpu_of(lambda: simulate(game, matches, seats=seats, threads=1)))
        found["rows"].append(cpu_of(lambda: into_nowhere(plain)))
        found["decisions"].append(cpu_of(lambda: into_nowhere(kept)))
    medians = {name: statistics.median(times) for name, times in found.items()}
    return {
        "game": game,
        "bots": seats,
        "matches": matches,
        "simulate/s": matches / medians["simulate"],
        "rows/s": matches / medians["rows"],
        "× simulate": medians["rows"] / medians["simulate"],
        "rows and a decision each/s": matches / medians["decisions"],
    }


def sweep(game: str, variants: int, matches: int, threads: int) -> dict[str, Any]:
    """Play a grid of numbers of options that change nothing but themselves: every variant has a box of its own."""
    name = next(each for each in ("hand", "sides") if each in plan_of({"game": game}).base)
    plan = plan_of({"game": game, "matches": matches, "decisions": 0, "set": {name: [5] * variants}})
    wall, cpu = time.perf_counter(), time.process_time()
    into_nowhere(plan, threads)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {
        "game": game,
        "variants": variants,
        "matches": matches,
        "threads": threads,
        "CPU s": cpu,
        "wall s": wall,
        "cores given": cpu / wall,
        "matches/CPU s": variants * matches / cpu,
    }


def show(title: str, found: list[dict[str, Any]], console: Console) -> None:
    table = Table(*found[0], title=title, title_justify="left")
    for row in found:
        table.add_row(
            *(f"{value:,.3g}" if isinstance(value, float) and value < 100 else cell(value) for value in row.values())
        )
    console.print(table)


def cell(value: Any) -> str:
    return f"{value:,.0f}" if isinstance(value, int | float) else str(value)


def bench(
    game: Annotated[list[str] | None, typer.Option(help="Measure this game only; may be given again.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Two short rounds, a small sweep.")] = False,
    json_path: Annotated[Path | None, typer.Option("--json", help="Also write everything to this file.")] = None,
) -> None:
    """Measure the lab beside `simulate`, and a sweep of 100 variants times 10,000 greedy matches."""
    rounds, seconds = (2, 0.2) if quick else (5, 2.0)
    games = game or list(GAMES)
    speed = [rows(each, seats, seconds, rounds) for each in games for seats in ("random", "greedy")]
    console = Console()
    show("Rows a CPU second, in turns with simulate", speed, console)
    whole = learnt_soonest().name if game is None else games[0]
    sizes = [(2, 50, 2)] if quick else [(100, 1_000, 2), (10, 10_000, 2), (100, 10_000, 1), (100, 10_000, 2)]
    grown = [sweep(whole, *size) for size in sizes]
    show("Sweeps", grown, console)
    if json_path:
        json_path.write_text(json.dumps({"rows": speed, "sweeps": grown}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(bench)
