"""What can be done with a match file: `matchday replay`, `verify`, `analyse`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from matchday.cli.parts import BoxPath, Language, bar, box_data, speaker
from matchday.engine.errors import MatchdayError

app = typer.Typer()


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A match file.")],
    *,
    language: Language = "en",
    seat: Annotated[int, typer.Option(help="Whose eyes to look through.")] = 0,
    ply: Annotated[int, typer.Option(help="Where to begin.")] = 0,
    text: Annotated[bool, typer.Option("--text", help="Print the whole report instead of stepping.")] = False,
    box: BoxPath = None,
) -> None:
    """Step through a match."""
    from matchday.match.files import read_match
    from matchday.match.views import events
    from matchday.terminal.replay import Replay

    match = read_match(file, box_data(box))
    say = speaker(language).at(match.game.name)
    if not 0 <= seat < match.seats:
        raise MatchdayError(f"seat {seat} is not at this table: 0 to {match.seats - 1}")
    if text:
        for line in events(match.seat(seat, since=0), say):
            print(f"{line.ply:>4}  {line.text}  {line.rule}")
        return
    Replay(match, seat, say, max(0, min(ply, match.ply))).run()


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A match file.")],
    *,
    language: Language = "en",
    commitment: Annotated[str, typer.Option(help="The commitment that you were shown before the match.")] = "",
    hashes: Annotated[
        list[str] | None, typer.Option("--hash", help="The hash of a seat that you were shown; one for each, in order.")
    ] = None,
    words: Annotated[str | None, typer.Option(help="The words that you have added.")] = None,
    nonce: Annotated[str | None, typer.Option(help="The nonce that your browser has added.")] = None,
) -> None:
    """Check that the dice of a match were fair and nothing was changed; exit status 1 if not."""
    from matchday.match.files import read_text
    from matchday.match.verify import Kept, is_fair
    from matchday.match.verify import verify as check_file

    say = speaker(language)
    signs = {"proven": "[bold green]✓[/]", "broken": "[bold red]✗[/]", "open": "[bold yellow]?[/]"}
    seen = tuple(each.strip().lower() for each in hashes) if hashes else None
    kept = Kept(commitment.strip().lower(), seen, words=words, nonce=nonce)
    findings = check_file(read_text(file), say, kept)
    for finding in findings:
        where = f" ({say('line {n}', n=finding.line)})" if finding.line else ""
        Console().print(signs[finding.verdict], Text(finding.text + where))
    if not is_fair(findings):
        raise typer.Exit(1)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A match file.")],
    *,
    language: Language = "en",
    plot: Annotated[Path | None, typer.Option(help="Draw the course too: a file .html, .png or .svg.")] = None,
    playouts: Annotated[int, typer.Option(min=10, help="Matches imagined at each move; more is smoother.")] = 200,
    effort: Annotated[int, typer.Option(min=100, help="Decisions tried out behind each verdict on a choice.")] = 20_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    box: BoxPath = None,
) -> None:
    """Tell how a match stood after every move, its turning points and likely mistakes."""
    from matchday.bots import advice
    from matchday.engine.runner import Runner
    from matchday.lab.plots import FORMATS, course_chart, save_plot
    from matchday.match.files import read_match
    from matchday.terminal.course import print_course

    match = read_match(file, box_data(box))
    say = speaker(language).at(match.game.name)
    if plot and plot.suffix not in FORMATS:
        raise MatchdayError(f"no plot can be written to {plot.name}: it must end in {', '.join(FORMATS)}")
    match.runner = Runner(match.game, "compiled")
    with bar(match.game.name) as progress:
        task = progress.add_task("", total=match.ply + 1)
        found = advice.analyse(
            match,
            playouts=playouts,
            effort=effort,
            progress=lambda done, _total: progress.update(task, completed=done),
        )
    if as_json:
        print(json.dumps(asdict(found)))
    else:
        print_course(match, found, say, Console())
    if plot:
        save_plot(course_chart(match, found, say), plot)
