"""The lab: `matchday lab run`, `report`, `compare`, `tune`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any, Self

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from matchday.cli.parts import BoxPath, box_data
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.games import game

app = typer.Typer(no_args_is_help=True, help="Change a number, and know in a minute what it does.")

QUIET = 10.0
"""Seconds between two lines of progress where there is no terminal."""
Out = Annotated[
    Path | None, typer.Option("--out", help="The folder for the results; named after the game if left out.")
]
Threads = Annotated[int | None, typer.Option(min=1, help="All cores if left out.")]


@app.command("run")
def run_matches(
    what: Annotated[str, typer.Argument(metavar="GAME|PLAN.toml", help="A game, or a plan in a file.")],
    *,
    matches: Annotated[
        int | None, typer.Option(min=1, help="How many matches of each variant; 10,000 if left out.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same rows, whatever the threads.")] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            help='Bots, as professional,greedy; also think:16, doublings:32, "greedy without CODE", mine.py:Bot. '
            "Several: a grid."
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="name=value; two values of one name make a grid.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="A number of the box, as decks.garra.cards.J20=2; two values make a grid."),
    ] = None,
    decisions: Annotated[
        int | None, typer.Option(min=0, help="Decisions of each variant looked at, 500 or so.")
    ] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="How often each deal is played, with other dice.")] = None,
    event: Annotated[
        list[str] | None,
        typer.Option(help="Count an event in each match, by its name; score+5 is five points at once. Several may be."),
    ] = None,
    out: Out = None,
    threads: Threads = None,
    on: Annotated[
        str | None, typer.Option(help="A Ray cluster, as ray://head:10001, or local; needs matchday[ray].")
    ] = None,
    box: BoxPath = None,
    plain: Annotated[bool, typer.Option("--plain", help="In plain Python, not compiled.")] = False,
) -> None:
    """Play matches, and keep a row of each. Ctrl-C keeps what is done, and the same command goes on."""
    from matchday.lab.cluster import run_on
    from matchday.lab.plan import plan_of, read_plan
    from matchday.lab.results import Folder, together
    from matchday.lab.running import Stopped, run_plan

    if what.endswith(".toml"):
        given = {"matches": matches, "seed": seed, "seats": seats, "option": option, "set": setting, "box": box}
        given |= {"decisions": decisions, "deals": deals, "event": event}
        if named := next((name for name, value in given.items() if value is not None), None):
            raise MatchdayError(f"--{named} stands in the plan: change it in {what}")
        plan = read_plan(Path(what))
    else:
        chosen = game(what)
        numbers = {"matches": matches, "seed": seed, "decisions": decisions, "deals": deals}
        plan = plan_of(
            {
                "game": chosen.name,
                "seats": seats[0] if seats and seats[0].startswith("doublings:") else bots_of(seats),
                "options": option_values(chosen, option or []),
                "set": set_values(setting or []),
                "events": event or [],
                **{name: value for name, value in numbers.items() if value is not None},
            },
            "lab run",
            data=box_data(box),
        )
    folder = out or Path(Path(what).stem if what.endswith(".toml") else f"{plan.game}-lab")
    total = plan.matches * len(plan.variants)
    started = time.monotonic()
    try:
        with Teller(plan.game) as teller:
            if on:
                run_on(on, plan, folder, mode="plain" if plain else "compiled", progress=teller)
            else:
                run_plan(plan, folder, threads=threads, mode="plain" if plain else "compiled", progress=teller)
    except (Stopped, KeyboardInterrupt) as stopped:
        # Before threads have begun, and after they have ended, Ctrl-C comes as it is.
        told = stopped if isinstance(stopped, Stopped) else Stopped(together(Folder(folder).done()), total, folder)
        print(f"matchday: {told}", file=sys.stderr)
        raise typer.Exit(130) from None
    print(
        f"{total:,} matches, {len(plan.variants)} variant{'s' * (len(plan.variants) > 1)}, "
        f"{time.monotonic() - started:.0f} s: {folder}\nmatchday lab report {folder}"
    )


def bots_of(texts: list[str] | None) -> list[list[str]]:
    """Read who plays."""
    return [each.split(",") for each in texts or ["greedy"]]


def option_values(chosen: Game, texts: list[str]) -> dict[str, list[Any]]:
    """Read options; a name that comes again brings another value."""
    from matchday.engine.boxfile import did_you_mean

    found: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise MatchdayError(f'"{text}": write an option as name=value')
        if name not in chosen.options:
            raise MatchdayError(f'no option "{name}"; {did_you_mean(name, chosen.options)}')
        found.setdefault(name, []).append(chosen.options[name].parse(value))
    return found


def set_values(texts: list[str]) -> dict[str, list[Any]]:
    """Read numbers of the box; a name that comes again brings another value."""
    from matchday.lab.numbers import parse

    found: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not value:
            raise MatchdayError(f'"{text}": write a number of the box as name=value')
        found.setdefault(name.strip(), []).append(parse(value.strip()))
    return found


def paced(rate: float) -> str:
    """Write how many a second."""
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


class Teller:
    """Tells how far a run has come: a bar at a terminal, a line now and then elsewhere. Called from any thread."""

    def __init__(self, label: str, what: str = "matches") -> None:
        self.label, self.what = label, what
        screen = Console(stderr=True)
        columns = (
            TextColumn(label),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        self.bar = Progress(*columns, console=screen) if screen.is_terminal else None
        self.task = self.bar.add_task("", total=None, rate="") if self.bar else None
        self.begun = self.told = time.monotonic()
        self.at_first: int | None = None

    def __enter__(self) -> Self:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """Tell that so many matches are done."""
        now = time.monotonic()
        if self.at_first is None:
            self.at_first, self.begun = done, now
        rate = (done - self.at_first) / max(now - self.begun, 1e-9)
        if self.bar and self.task is not None:
            self.bar.update(self.task, completed=done, total=total, rate=f"{paced(rate)}/s" if rate else "")
        elif now - self.told > QUIET or done == total:
            self.told = now
            left = f", {(total - done) / rate:,.0f} s left" if rate and done < total else ""
            speed = f", {paced(rate)} a second" if rate else ""
            print(f"{self.label}: {done:,} of {total:,} {self.what}{speed}{left}", file=sys.stderr)


@app.command()
def report(
    results: Annotated[Path, typer.Argument(help="The folder of a run.")],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="The page; report.html in the folder if left out.")] = None,
) -> None:
    """Write what the results say: one page that stands alone, and the same as JSON beside it."""
    from matchday.lab.report import write_report

    print(write_report(results, out))


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(help="The folder of a run.")],
    after: Annotated[Path, typer.Argument(help="Another, of the same game and seed.")],
    *,
    out: Annotated[Path | None, typer.Option("--out", help="Write a page as well.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """Compare two results match by match: what changed, and how sure that is."""
    import json

    from matchday.lab.comparing import compare as list_differences
    from matchday.lab.comparing import write_comparison

    rows = write_comparison(before, after, out) if out else list_differences(before, after)
    if as_json:
        print(json.dumps(rows, default=float))
    else:
        print_rows(rows)


def print_rows(rows: list[dict[str, Any]]) -> None:
    """Print rows as a table."""
    from matchday.lab.page import shown

    grid = Grid(*rows[0]) if rows else Grid()
    for row in rows:
        grid.add_row(*(shown(value, percent=False) for value in row.values()))
    Console().print(grid)


@app.command()
def tune(
    targets: Annotated[Path, typer.Argument(help="A TOML file: what is wanted, and which numbers may change.")],
    *,
    out: Annotated[Path, typer.Option("--out", help="The folder for the proposal.")] = Path("tuning"),
    threads: Threads = None,
    plain: Annotated[bool, typer.Option("--plain", help="In plain Python, not compiled.")] = False,
) -> None:
    """Search numbers of a box that meet targets; propose a patch of box.toml, and apply nothing."""
    from matchday.lab.tuning import read_aims, sections, write_proposal
    from matchday.lab.tuning import tune as search

    aims = read_aims(targets)
    with Teller(aims.game, "trials") as told:
        found = search(aims, threads=threads, mode="plain" if plain else "compiled", progress=told)
    write_proposal(found, out)
    for section in sections(found):
        print(section.says)
        for table in section.tables:
            print_rows(table.rows)
    print(f"{out / 'tuning.html'}\n{out / 'box.patch'}")
