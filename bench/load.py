"""`make load`: how many live tables one server process on one core carries; ours and boardgame.io's in one run.

Every table has two people at two sockets who move in turn, with a pause of about a second. The server has a core to
itself, the driver (`bench/web/driver.mjs`, the same for all servers) another. Rounds go in turn: each measures every
server at the number of tables that its search wants next, on a fresh process, until it is known for each at how many
tables the 99th percentile of the time from sending a move to the other seat's receipt passes the limit.

Ours stores each move in SQLite, synced to the disk, before anyone is shown it. boardgame.io shows first and keeps
matches in memory; with `--files` it is measured as well with its own storage in files, which it does not sync.

At the end each of our games is measured with 200 tables, and with one, where nobody waits for anybody else.

`--workers 1 --workers 2 --workers 4` measures ours with one process, with two and with four. Several have all cores,
and on a machine of two share one with the driver: what can be compared then is the CPU a move of all processes.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import bench.attack
from matchday.games import OURS, learnt_soonest
from matchday.server.line import home_of

HERE = Path(__file__).parent
WEB = HERE / "web"
SCRATCH = HERE.parent / "build" / "load"
"""On a real disk: a folder in memory would make syncing free."""
CLOSE_ENOUGH = 1.1
"""The search ends when the lowest number that is too many is at most so many times the highest that is not."""
UNLIMITED = {
    "MATCHDAY_BURST": "1e9",
    "MATCHDAY_REQUESTS_A_SECOND": "1e9",
    "MATCHDAY_SOCKETS_AN_ADDRESS": "1000000",
    "MATCHDAY_MESSAGES_BURST": "1e9",
    "MATCHDAY_MESSAGES_A_SECOND": "1e9",
    "MATCHDAY_ADDRESS_MESSAGES_BURST": "1e9",
    "MATCHDAY_ADDRESS_MESSAGES_A_SECOND": "1e9",
    "MATCHDAY_TABLES_AN_ADDRESS": "1000000",
    "MATCHDAY_TABLES_A_DAY": "1000000",
    "MATCHDAY_KILOBYTES_AN_ADDRESS": "1000000000",
    "MATCHDAY_KILOBYTES_A_DAY": "1000000000",
    "MATCHDAY_CONNECTIONS": "1000000",
    "MATCHDAY_CONNECTIONS_AN_ADDRESS": "1000000",
}
EACH_GAME = (200, 1)
"""Tables with which every game is measured."""
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
COLUMNS = ("server", "tables", "moves/s", "p50", "p99", "CPU a move", "server", "driver", "memory a table", "view")


class Ended(RuntimeError):
    """A process that was to go on has ended."""


class Process:
    """A process on cores of its own."""

    def __init__(self, command: list[str], cores: set[int], environment: dict[str, str] | None = None) -> None:
        self.child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
            preexec_fn=lambda: os.sched_setaffinity(0, cores),  # noqa: PLW1509 - no threads here
        )

    def line(self) -> str:
        """Wait for the next line that it says."""
        found = self.child.stdout.readline() if self.child.stdout else ""
        if not found:
            raise Ended(f"{self.child.args[:2]} has ended with {self.child.wait()}")
        return found

    def go(self) -> None:
        """Tell it to go on."""
        if self.child.stdin:
            self.child.stdin.write("go\n")
            self.child.stdin.flush()

    def all(self) -> list[int]:
        """The process and those that it has started, and so on."""
        found = [self.child.pid]
        for pid in found:
            found += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found

    def memory(self) -> int:
        """Resident bytes of them all; what they share counts for each."""
        return sum(map(resident, self.all()))

    def busy(self) -> float:
        """CPU seconds of them all so far."""
        return sum(map(spent, self.all()))

    def stop(self) -> None:
        self.child.terminate()
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            if pipe:
                pipe.close()


def resident(pid: int) -> int:
    """Resident bytes of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def spent(pid: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def serve_ours(
    game: str, cores: set[int], folder: Path, environment: dict[str, str] = UNLIMITED, workers: int = 1
) -> tuple[Process, str]:
    """Start our server and wait until the game is compiled."""
    command = [sys.executable, "-m", "matchday", "serve", "--port", "0", "--database", str(folder / "matches.db")]
    served = Process([*command, "--workers", str(workers)], cores, environment)
    address = served.line().split()[-1]
    with httpx.Client(base_url=address, timeout=60) as http:
        for place in range(workers):
            warm_up(http, game, place, workers)
    return served, address


def warm_up(http: httpx.Client, game: str, place: int, workers: int) -> None:
    """Wait until a game is compiled at one of the workers: where the match is at home that is asked for."""
    made = ""
    while not made or home_of(made, range(workers)) != place:
        made = http.post("/api/matches", json={"game": game, "seats": PEOPLE}).json()["id"]
    while http.get(f"/api/matches/{made}/chance").json()["chances"] is None:
        time.sleep(0.5)


def serve_to_attack(game: str, folder: Path) -> tuple[Process, str]:
    """Start our server with its usual limits on two cores; those who ask have others, where there are four."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) >= 4:
        os.sched_setaffinity(0, cores[2:])
    return serve_ours(game, set(cores[:2]), folder, {"MATCHDAY_BOT_THREADS": "2"})


def serve_theirs(cores: set[int], folder: Path | None) -> tuple[Process, str]:
    """Start boardgame.io's server."""
    command = ["node", str(WEB / "peer.mjs"), *([str(folder)] if folder else [])]
    served = Process(command, cores, {"NODE_ENV": "production"})
    return served, served.line().split()[-1]


@dataclass
class Search:
    """Looks for the number of tables at which the limit is passed: doubling first, then halving the gap."""

    start: int
    most: int
    low: int = 0
    high: int | None = None
    doubted: bool = False
    """Whether the number at hand was too many once: only when it is so again does that count."""

    def wanted(self) -> int | None:
        """Give the number to try next; none when it is known well enough."""
        if self.high is None:
            return None if self.low >= self.most else min(self.most, max(self.start, 2 * self.low))
        if self.high <= max(self.low * CLOSE_ENOUGH, self.low + 1):
            return None
        return (self.low + self.high) // 2

    def learn(self, tables: int, *, is_fine: bool) -> None:
        """Take in what a round has shown."""
        if is_fine:
            self.low, self.doubted = tables, False
        elif self.doubted:
            self.high, self.doubted = tables, False
        else:
            self.doubted = True


@dataclass
class Contestant:
    """A server to be measured."""

    name: str
    kind: str
    serve: Callable[[set[int], Path], tuple[Process, str]]
    search: Search
    rows: list[dict[str, Any]] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """Tell what was found: up to how many tables it is fine, from how many on not, and every round."""
        return {
            "name": self.name,
            "fine_up_to": self.search.low,
            "too_many_at": self.search.high,
            "most_moves_a_second": max((row["moves_a_second"] for row in self.rows), default=0.0),
            "rounds": self.rows,
        }


def measure(contestant: Contestant, tables: int, order: dict[str, Any]) -> dict[str, Any]:
    """Play at many tables at once on a fresh server."""
    cores = sorted(os.sched_getaffinity(0))
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    served, address = contestant.serve({cores[0]}, SCRATCH)
    driver = None
    try:
        empty = served.memory()
        told = {**order, "kind": contestant.kind, "address": address, "tables": tables}
        driver = Process(["node", str(WEB / "driver.mjs"), json.dumps(told)], {cores[-1]})
        driver.line()
        time.sleep(order["settle"])
        before, began = served.busy(), time.monotonic()
        driver.go()
        driver.line()
        spent, passed, memory = served.busy() - before, time.monotonic() - began, served.memory()
        found = json.loads(driver.line())
    finally:
        for process in (driver, served):
            if process:
                process.stop()
        shutil.rmtree(SCRATCH, ignore_errors=True)
    return {
        "tables": tables,
        **{key: round(value, 3) for key, value in found.items()},
        "cpu_ms_a_move": round(1000 * spent / max(1, found["moves"]), 3),
        "server_busy": round(spent / passed, 3),
        "empty_mib": round(empty / 2**20, 1),
        "memory_a_table_kib": round((memory - empty) / tables / 1024, 1),
    }


def ours(game: str, workers: int, search: Search) -> Contestant:
    """Our server: one process has a core to itself; several have all cores, and whoever plays takes of one of them."""

    def serve(cores: set[int], folder: Path) -> tuple[Process, str]:
        return serve_ours(game, cores if workers == 1 else os.sched_getaffinity(0), folder, workers=workers)

    name = "matchday, SQLite" + (f", {workers} workers" if workers > 1 else "")
    return Contestant(name, "matchday", serve, search)


def contestants(
    game: str, start: int, most: int, *, workers: Sequence[int], theirs: bool, files: bool
) -> list[Contestant]:
    """List the servers to be measured."""
    found = [ours(game, number, Search(start, most)) for number in workers]
    if theirs:
        found.append(
            Contestant(
                "boardgame.io, memory", "boardgame.io", lambda cores, _: serve_theirs(cores, None), Search(start, most)
            )
        )
    if theirs and files:
        found.append(Contestant("boardgame.io, files", "boardgame.io", serve_theirs, Search(start, most)))
    return found


def race(rivals: list[Contestant], order: dict[str, Any], progress: Callable[[str], None]) -> Iterator[None]:
    """Measure in turn until each search has come to its end; stops for a moment after every round of one."""
    number = 0
    while any(rival.search.wanted() for rival in rivals):
        number += 1
        for rival in rivals:
            tables = rival.search.wanted()
            if tables is None:
                continue
            progress(f"round {number}: {rival.name} with {tables} tables")
            try:
                row = measure(rival, tables, order)
            except Ended as error:  # with its own storage in files boardgame.io does, where tables are many
                progress(f"  too many: {error}")
                rival.search.learn(tables, is_fine=False)
                yield
                continue
            rival.rows.append(row)
            rival.search.learn(tables, is_fine=row["p99_ms"] <= order["limit"])
            progress(f"  p99 {row['p99_ms']:.0f} ms, {row['cpu_ms_a_move']:.2f} ms of CPU a move")
            yield


def each_game(order: dict[str, Any], progress: Callable[[str], None]) -> Iterator[dict[str, Any]]:
    """Measure ours with every game in turn."""
    for game in OURS:
        rival = ours(game, 1, Search(1, 1))
        for tables in EACH_GAME:
            progress(f"{game} with {tables} tables")
            rival.rows.append(measure(rival, tables, {**order, "game": game}))
        yield {"name": game, "rounds": rival.rows}


def row_of(name: str, row: dict[str, Any]) -> tuple[str, ...]:
    """Write one round."""
    return (
        name,
        f"{row['tables']}",
        f"{row['moves_a_second']:.0f}",
        f"{row['p50_ms']:.1f} ms",
        f"{row['p99_ms']:.0f} ms",
        f"{row['cpu_ms_a_move']:.2f} ms",
        f"{row['server_busy']:.0%}",
        f"{row['driver_busy']:.0%}",
        f"{row['memory_a_table_kib']:.0f} KiB",
        f"{row['bytes_a_view'] / 1024:.1f} KiB",
    )


def show(report: dict[str, Any], console: Console) -> None:
    """Print all rounds, and what they come to."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for number, name in enumerate(COLUMNS):
        table.add_column(name, justify="right" if number else "left")
    for found in [*report["servers"], *report.get("games", ())]:
        for row in sorted(found["rounds"], key=lambda row: row["tables"]):
            table.add_row(*row_of(found["name"], row))
        table.add_section()
    console.print(table)
    for found in report["servers"]:
        console.print(sentence(found, report["settings"]["limit"]))


def sentence(found: dict[str, Any], limit: float) -> str:
    """Say what one server carries."""
    if found["too_many_at"] is None:
        told = f"p99 stays within {limit:g} ms up to {found['fine_up_to']} tables, the most that were tried"
    else:
        told = f"p99 passes {limit:g} ms between {found['fine_up_to']} and {found['too_many_at']} tables"
    return f"{found['name']}: {told}; {found['most_moves_a_second']:.0f} moves a second at most."


def machine() -> dict[str, Any]:
    """Say where it was measured."""
    cpu = Path("/proc/cpuinfo").read_text()
    model = next((line.partition(":")[2].strip() for line in cpu.splitlines() if line.startswith("model name")), "?")
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
    return {
        "processor": model,
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "node": node,
        "boardgame.io": lock["node_modules/boardgame.io"]["version"],
    }


def main(
    game: Annotated[str, typer.Option(help="Which of our games is played")] = learnt_soonest().name,
    seconds: Annotated[float, typer.Option(help="How long a round measures")] = 15.0,
    settle: Annotated[float, typer.Option(help="How long all tables play before")] = 3.0,
    pause: Annotated[float, typer.Option(help="Seconds between the moves of a table")] = 1.0,
    start: Annotated[int, typer.Option(help="Tables of the first round")] = 50,
    most: Annotated[int, typer.Option(help="Tables beyond which nobody looks")] = 3200,
    theirs: Annotated[bool, typer.Option(help="Measure boardgame.io as well")] = True,
    files: Annotated[bool, typer.Option(help="Measure boardgame.io's storage in files as well")] = True,
    games: Annotated[bool, typer.Option(help="Measure each of our games as well")] = True,
    attack: Annotated[bool, typer.Option(help="Measure ours with and without an attack instead")] = False,
    rounds: Annotated[int, typer.Option(help="Rounds of an attack")] = 2,
    workers: Annotated[
        list[int] | None, typer.Option(help="Measure ours with so many workers; once for each number")
    ] = None,
    limit: Annotated[float, typer.Option(help="Milliseconds that the 99th percentile may take")] = 100.0,
    out: Annotated[Path | None, typer.Option(help="Where to write everything as JSON")] = None,
) -> None:
    """Measure how many tables one server process on one core carries, ours and boardgame.io's side by side."""
    if len(os.sched_getaffinity(0)) < 2:
        raise SystemExit("This needs two cores: one for the server, one for whoever plays.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no server is left behind
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if attack:
        bench.attack.run(serve_to_attack, game, seconds, rounds, SCRATCH)
        return
    order = {"game": game, "seconds": seconds, "settle": settle, "pause": pause, "limit": limit}
    rivals = contestants(game, start, most, workers=workers or [1], theirs=theirs, files=files)
    report: dict[str, Any] = {"machine": machine(), "settings": order, "games": []}
    for _ in race(rivals, order, say_so):
        report["servers"] = [rival.summary() for rival in rivals]
        keep(report, out)
    for found in each_game(order, say_so) if games else ():
        report["games"].append(found)
        keep(report, out)
    show(report, Console(width=130))


def say_so(text: str) -> None:
    """Tell how far it has come."""
    print(text, file=sys.stderr, flush=True)


def keep(report: dict[str, Any], out: Path | None) -> None:
    """Write down what was found so far: whoever stops it in the middle keeps it."""
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
