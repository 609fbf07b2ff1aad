"""Matches by the million and bots against bots: `matchday simulate`, `check`, `duel`, `ratings`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from matchday.bots.levels import KINDS, make_bot
from matchday.cli.parts import BoxPath, GameName, OptionTexts, PresetName, bar, box_data, chosen_options
from matchday.engine.errors import PropertyBroken
from matchday.games import all_games, game

app = typer.Typer()


@app.command()
def simulate(
    game_name: GameName,
    *,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same results, whatever the threads.")] = 1,
    seats: Annotated[str, typer.Option(help="Bots: one for all seats, or one for each, as random,greedy.")] = "random",
    threads: Annotated[int | None, typer.Option(min=1, help="All cores if left out.")] = None,
    events: Annotated[bool, typer.Option("--events", help="Count events too: a little slower.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="In plain Python, not compiled.")] = False,
    preset: PresetName = None,
    option: OptionTexts = None,
    box: BoxPath = None,
) -> None:
    """Run matches by the million."""
    from matchday.lab.simulate import players_for, prepare
    from matchday.lab.simulate import simulate as run

    chosen, data = game(game_name), box_data(box)
    options = chosen_options(chosen, preset, option)
    bots = players_for(int(chosen.box(options, data).seats), seats.split(","))
    if not plain:
        with Console(stderr=True).status(f"Preparing {chosen.name}: half a minute the first time, then from a cache"):
            prepare(chosen, seats.split(","))
    with bar(chosen.name) as progress:
        task = progress.add_task("", total=matches)
        report = run(
            chosen,
            matches,
            options=options,
            data=data,
            seed=seed,
            seats=bots,
            threads=threads,
            count_events=events,
            mode="plain" if plain else "compiled",
            progress=lambda played: progress.advance(task, played),
        )
    if as_json:
        print(json.dumps(report.as_dict()))
    else:
        print_report(report.as_dict())


def print_report(report: dict[str, Any]) -> None:
    """Print a simulation's report as people read it."""
    grid = Grid(show_header=False)
    for key, value in report.items():
        if isinstance(value, float):
            shown = f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"
        elif isinstance(value, dict):
            shown = ", ".join(f"{name} {amount:.3g}" for name, amount in value.items())
        else:
            shown = f"{value:,}" if isinstance(value, int) else str(value)
        grid.add_row(key.replace("_", " "), shown)
    Console().print(grid)


@app.command()
def check(
    game_name: GameName,
    *,
    matches: Annotated[int, typer.Option(min=1, help="How many matches, each with options by lot.")] = 50,
    seed: Annotated[int, typer.Option(help="The number of the first match.")] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="Leave the compiled twin out.")] = False,
) -> None:
    """Check over random matches, and with a bot of every level, all that must hold for every game; exit status 1 on the
    first breach.
    """
    from matchday.lab.properties import Checker
    from matchday.lab.release import wanted

    checker = Checker(game(game_name), compiled=not plain)
    with bar(game_name) as progress:
        task = progress.add_task("", total=matches)
        try:
            for _ in checker.everything(seed, matches):
                progress.advance(task)
        except PropertyBroken as breach:
            progress.stop()
            print(f"BROKEN: {breach}", file=sys.stderr)
            raise typer.Exit(1) from None
    seen = checker.coverage
    print(
        f"{seen.matches} matches, {seen.decisions} decisions, longest {seen.longest}: all properties hold.\n"
        f"Compared: {seen.compared} tables plain against compiled, {seen.imagined} imagined worlds, "
        f"{seen.views} views, {seen.told} accounts of secret choices, {seen.undone} moves taken back."
    )
    for what, missing in (("events", seen.missing_events(checker.game)), ("values", seen.missing_values(checker.game))):
        print(f"{what} not met: {', '.join(missing) or 'none'}")
    if seen.told and not seen.undone:
        print("no secret choice can be taken back: others see more of it than that it was made (CONTRIBUTING.md, hide)")
    for want in wanted(checker.game):
        print(f"a release still wants {want}")


@app.command()
def duel(
    game_name: GameName,
    one: Annotated[str, typer.Argument(help=f"One of: {', '.join(KINDS)}.")],
    two: Annotated[str, typer.Argument(help="Another, or the same.")],
    *,
    matches: Annotated[int, typer.Option(min=2, help="How many matches; each deal is played from both sides.")] = 100,
    seed: Annotated[int, typer.Option(help="Another seed deals other matches.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads that play at once.")] = 1,
    preset: PresetName = None,
    option: OptionTexts = None,
) -> None:
    """Let two bots play a series in compiled code, and tell how strong the first is against the second."""
    from matchday.lab.arena import duel as play_series
    from matchday.lab.simulate import style_of

    chosen = game(game_name)
    for name in (one, two):
        make_bot(name)  # refuses what is no bot
    with bar(chosen.name) as progress:
        task = progress.add_task("", total=matches)
        found = play_series(
            chosen,
            (style_of(one, chosen), style_of(two, chosen)),
            matches,
            seed=seed,
            options=chosen_options(chosen, preset, option),
            threads=threads,
            progress=lambda played: progress.advance(task, played),
        )
    low, high = found.interval
    print(
        f"{one} v {two}: {found.won} won, {found.drawn} drawn, {found.lost} lost; "
        f"{found.decided:.1%} of decided matches ({low:.1%} to {high:.1%})"
    )


@app.command()
def ratings(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="All games if left out.")] = None,
    *,
    matches: Annotated[int, typer.Option(min=2, help="How many matches each pair of bots plays.")] = 200,
    limit: Annotated[
        float, typer.Option(help="Seconds of processor time for a pair; four times for one with greedy.")
    ] = 600.0,
    seed: Annotated[int, typer.Option(help="Another seed deals other matches.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads that play at once.")] = 1,
    page: Annotated[Path | None, typer.Option(help="Write the tables into this page.")] = None,
) -> None:
    """Estimate how strong the bots are: a round robin of all levels, random and greedy."""
    from matchday.lab.ratings import round_robin, section, write_page

    with Console(stderr=True).status("") as status:
        for each in [game(game_name)] if game_name else all_games():
            standing = round_robin(each, matches, seed=seed, threads=threads, limit=limit, progress=status.update)
            print(section(standing))
            if page:
                write_page(page, [section(standing)])
