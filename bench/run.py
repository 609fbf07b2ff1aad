"""`make bench`: matchday's compiled games, OpenSpiel and RLCard side by side in one run."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from bench import ours, report
from bench.clock import race, sample
from bench.peers import peers
from bench.searching import searchers
from matchday.engine.errors import MatchdayError
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.lab.simulate import prepare


def measure(
    names: Sequence[str] | None = None,
    *,
    rounds: int = 5,
    seconds: float = 1.0,
    with_peers: bool = True,
    with_start_up: bool = True,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Measure games (all of them by default) and peers; give everything as one object, ready for JSON."""
    games = [find_game(name) for name in names or GAMES]
    for game in games:
        progress(f"compiling {game.name}, or loading it")
        prepare(game)
    contestants = [*(ours.contestant(game) for game in games), *(peers() if with_peers else ())]
    race(contestants, rounds, seconds, progress)
    searched = min(games, key=lambda game: game.cover.learn)
    progress(f"compiling the search of {searched.name}, or loading it")
    searches = searchers(searched, with_peers=with_peers)
    race(searches, rounds, seconds, progress)
    return {
        "machine": machine(),
        "settings": {"rounds": rounds, "seconds": seconds},
        "speed": [contestant.row() for contestant in contestants],
        "search": [search.row() for search in searches],
        "games": {
            game.name: facts(game, contestant.games_at_once, rounds, seconds, with_start_up, progress)
            for game, contestant in zip(games, contestants, strict=False)
        },
    }


def facts(
    game: Any, matches: int, rounds: int, seconds: float, with_start_up: bool, progress: Callable[[str], None]
) -> dict[str, Any]:
    """Measure what concerns one game alone; `matches` take about `seconds`."""
    progress(f"{game.name}: copy, legal and apply")
    found: dict[str, Any] = {"table_bytes": game.table_type.aligned.itemsize, **ours.nanoseconds(game, rounds)}
    progress(f"{game.name}: plain Python")
    plain = ours.contestant(game, "plain")
    played = sample(plain.play, max(1, round(3 * seconds)))
    found["plain_decisions_per_second"] = played.decisions / played.cpu
    progress(f"{game.name}: two threads")
    found["scaling"] = ours.scaling(game, matches, min(rounds, 3))
    if with_start_up:
        progress(f"{game.name}: compiling the simulation loop without a cache, then with one")
        found["loop"] = ours.start_up(game, "loop", matches)
        progress(f"{game.name}: compiling what a live match needs, without a cache, then with one")
        found["live"] = ours.start_up(game, "live")
    return found


def machine() -> dict[str, str]:
    """Say what this ran on."""
    found = {"processor": processor(), "python": platform.python_version()}
    for package in ("numba", "numpy", "open-spiel", "rlcard"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def processor() -> str:
    """Name the processor as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def bench(
    game: Annotated[list[str] | None, typer.Option(help="Measure this game only; may be given again.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Two short rounds, no compiling without a cache.")] = False,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the median counts.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU seconds a measurement.")] = 1.0,
    no_peers: Annotated[bool, typer.Option("--no-peers", help="Leave OpenSpiel and RLCard out.")] = False,
    json_path: Annotated[Path | None, typer.Option("--json", help="Also write everything to this file.")] = None,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for the README.")] = False,
) -> None:
    """Measure random play side by side: matchday's compiled games, OpenSpiel in C++ and from Python, RLCard.

    Times are CPU seconds of one core. A peer that is not installed is named as missing.
    """
    if quick:
        rounds, seconds = 2, min(seconds, 0.2)
    console = Console(stderr=True)
    try:
        with console.status("starting") as status:
            found = measure(
                game,
                rounds=rounds,
                seconds=seconds,
                with_peers=not no_peers,
                with_start_up=not quick,
                progress=status.update if console.is_terminal else said_in_lines,
            )
    except MatchdayError as error:
        console.print(str(error), style="red", markup=False)
        raise typer.Exit(2) from None
    if json_path:
        json_path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    if as_markdown:
        print(report.markdown(found))
    else:
        report.show(found, Console())


def said_in_lines(text: str) -> None:
    """Tell how far it is where there is no terminal to redraw."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    typer.run(bench)
