"""Matches by the million, bots against bots: `matchday simulate`, `check`, `duel`, `ratings`, `train`, `calibrate`."""

from __future__ import annotations

import json
import math
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from matchday.bots.levels import KINDS
from matchday.cli.parts import BoxPath, GameName, OptionTexts, PresetName, bar, box_data, chosen_options
from matchday.engine.errors import MatchdayError, PropertyBroken
from matchday.games import all_games, game

if TYPE_CHECKING:
    from matchday.lab.arena import Outcome

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
    device: Annotated[str, typer.Option(help="cuda plays random bots on a GPU (extra cuda).")] = "cpu",
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
    if not plain and device == "cpu":
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
            device=device,  # type: ignore[arg-type]  # what there is not is refused there
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


ThreadCount = Annotated[int | None, typer.Option("--threads", min=1, help="All cores if left out.")]
DataPath = Annotated[
    Path | None, typer.Option("--data", help="Keep what was played in this file, and play on from it.")
]


@app.command()
def duel(
    game_name: GameName,
    one: Annotated[str, typer.Argument(help=f"One of: {', '.join(KINDS)}; with changes, as legend:effort=50000.")],
    two: Annotated[str, typer.Argument(help="Another, or the same.")],
    *,
    matches: Annotated[int, typer.Option(min=2, help="How many matches; each deal is played from both sides.")] = 100,
    sequential: Annotated[
        bool, typer.Option("--sequential", help="Stop when it is known whether the first is stronger.")
    ] = False,
    low: Annotated[float, typer.Option(help="Share of the win that is not stronger …")] = 0.5,
    high: Annotated[float, typer.Option(help="… and one that is.")] = 0.55,
    seed: Annotated[int, typer.Option(help="Another seed deals other matches.")] = 1,
    threads: ThreadCount = None,
    data: DataPath = None,
    preset: PresetName = None,
    option: OptionTexts = None,
) -> None:
    """Let two bots play a series in compiled code, and tell how strong the first is against the second."""
    from matchday.lab.arena import NOTHING_PLAYED, judged, worth_of_luck
    from matchday.lab.arena import duel as play_series
    from matchday.lab.sequential import RatioTest
    from matchday.lab.series import Results
    from matchday.lab.simulate import style_of

    chosen = game(game_name)
    options = chosen_options(chosen, preset, option)
    if not 0 <= low < high <= 1:
        raise MatchdayError("--low must be below --high, and both between 0 and 1")
    if data and (preset or option):
        raise MatchdayError("--data keeps matches with the game's own options: leave --preset and --option out")
    styles, test = (style_of(one, chosen), style_of(two, chosen)), RatioTest(low, high) if sequential else None
    results = Results(data) if data else None
    before, first = results.series(chosen, one, two, seed) if results else (NOTHING_PLAYED, 0)
    if test and before.pairs:
        before = judged(before, test, worth_of_luck(chosen))
    found, cores = before, threads or os.cpu_count() or 1
    with bar(chosen.name) as progress:
        task = progress.add_task("", total=matches, completed=before.matches)
        while found.matches < matches and found.is_better is None:
            played = play_series(
                chosen,
                styles,
                min(matches - found.matches, SAVED * cores) if results else matches,
                seed=seed,
                first=first + len(found.pairs) - len(before.pairs),
                options=options,
                threads=cores,
                test=test,
                before=found,
                progress=lambda count: progress.advance(task, count),
            )
            if results:
                results.add(chosen, one, two, seed, first + len(found.pairs) - len(before.pairs), played)
            found += played
    print(told(one, two, found, worth_of_luck(chosen)))


SAVED = 8
"""Matches of a series on each thread after which they are written down."""


def told(one: str, two: str, found: Outcome, worth: float) -> str:
    """Say how a series went."""
    low, high = found.interval
    text = (
        f"{one} v {two}: {found.won} won, {found.drawn} drawn, {found.lost} lost; "
        f"{found.decided:.1%} of decided matches ({low:.1%} to {high:.1%})"
    )
    shares = found.without_luck(worth)
    error = 1.96 * float(shares.std()) / math.sqrt(len(shares))
    text += f"\nmean share of a match {shares.mean():.1%} ± {error:.1%}, from {len(shares)} pairs"
    text += " without the luck of single dice" if worth else ""
    known = {True: "stronger", False: "not stronger", None: ""}[found.is_better]
    return text + (f"\nknown: {known}" if known else "")


@app.command()
def ratings(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="All games if left out.")] = None,
    *,
    target: Annotated[float, typer.Option(min=1, help="Half the width of the intervals to reach.")] = 40.0,
    limit: Annotated[float, typer.Option(min=0, help="Seconds of processor time for a game at most.")] = 3600.0,
    seed: Annotated[int, typer.Option(help="Another seed deals other matches.")] = 1,
    threads: ThreadCount = None,
    data: DataPath = None,
    page: Annotated[Path | None, typer.Option(help="Write the tables into this page.")] = None,
) -> None:
    """Estimate how strong the bots are: series between all levels, random and greedy, until it is known well enough."""
    from tempfile import TemporaryDirectory

    from matchday.lab.ratings import rate_games, write_page

    with TemporaryDirectory() as folder:
        for text in rate_games(
            [each.name for each in ([game(game_name)] if game_name else all_games())],
            data or Path(folder) / "ratings.jsonl",
            target=target,
            limit=limit,
            seed=seed,
            threads=threads or os.cpu_count() or 1,
        ):
            print(text)
            if page:
                write_page(page, [text])


@app.command()
def train(
    game_name: GameName,
    *,
    sense: Annotated[bool, typer.Option("--sense", help="Learn a playing sense from trials instead.")] = False,
    matches: Annotated[
        int | None,
        typer.Option(min=1, help="Matches to learn from: 400,000 quick ones; with --sense 1,500 in each round."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of --sense: in each all play with what was learnt.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights on one machine.")] = 1,
    threads: ThreadCount = None,
    tests: Annotated[
        int, typer.Option(min=0, help="Matches against greedy and against its own past, ten times on the way.")
    ] = 0,
    out: Annotated[Path | None, typer.Option(help="Where to write what was learnt.")] = None,
    folder: Annotated[Path, typer.Option(help="Keeps what is learnt so far; the same command goes on from it.")] = Path(
        "build/training"
    ),
    plot: Annotated[Path | None, typer.Option(help="Draw the curve after every stage: .html, .png or .svg.")] = None,
) -> None:
    """Learn the value of a game's tables from quick matches, or a playing sense. It can be broken off and taken up
    again.
    """
    from matchday.bots.sense import FILE as SENSE_FILE
    from matchday.bots.value import FILE
    from matchday.lab.learning import Course, write_learnt
    from matchday.lab.plots import learning_chart, save_plot, schooling_chart
    from matchday.lab.sensing import Schooling

    if sense and tests:
        raise MatchdayError("--tests is for learning a value; with --sense every round is tested anyway: leave it out")
    chosen, lanes = game(game_name), threads or os.cpu_count() or 1
    with Console(stderr=True).status(f"Preparing {chosen.name}: a minute the first time, then from a cache"):
        course = (
            Schooling(chosen, matches or 1_500, rounds, seed, lanes, folder)
            if sense
            else Course(chosen, matches or 400_000, seed, lanes, folder, tests)
        )
    if course.curve:
        print(f"going on after {course.reached}", file=sys.stderr)
    draw = schooling_chart if sense else learning_chart

    def tell(text: str) -> None:
        print(f"{chosen.name}: {text}", file=sys.stderr, flush=True)
        if plot and course.curve:
            save_plot(draw(chosen.name, course.curve), plot)

    about = course.run(tell)
    path = out or folder / f"{chosen.name}-{SENSE_FILE if sense else FILE}"
    write_learnt(about, path)
    found = f"{about['loss']} loss" if "loss" in about else f"{about['curve'][-1]['gain']:.4f} gained a choice"
    print(f"{path}: {found} over matches that it had not seen")


@app.command()
def calibrate(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="All games if left out.")] = None,
    *,
    matches: Annotated[int, typer.Option(min=1, help="How many matches; four moments of each are looked at.")] = 200,
    bot: Annotated[str, typer.Option(help=f"Who plays them: {', '.join(KINDS)}.")] = "greedy",
    seed: Annotated[int, typer.Option(help="Another seed deals other matches.")] = 1,
    page: Annotated[Path | None, typer.Option(help="Write the tables into this page.")] = None,
) -> None:
    """Compare the chances that people are shown with what came of them."""
    from matchday.lab.calibration import calibrate as compare
    from matchday.lab.calibration import section, write_page

    for each in [game(game_name)] if game_name else all_games():
        with bar(each.name) as progress:
            advance = partial(progress.advance, progress.add_task("", total=matches))
            found = compare(each, matches, seed=seed, player=bot, progress=advance)
        text = section(each, found, matches, bot)
        print(text)
        if page:
            write_page(page, [text])
