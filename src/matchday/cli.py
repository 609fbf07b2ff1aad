"""The command line. Bad input gets one clear line and exit status 2."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from matchday.bots.levels import DEFAULT, KINDS, make_bot
from matchday.cli_parts import GameCommands, Language, OptionTexts, PresetName, bar, chosen_options, speaker
from matchday.engine.boxfile import read_toml
from matchday.engine.errors import MatchdayError, PropertyBroken
from matchday.engine.options import Options
from matchday.engine.runner import WarmRunner
from matchday.games import GAMES, game
from matchday.tournament_cli import app as tournaments

app = typer.Typer(
    cls=GameCommands,
    no_args_is_help=True,
    add_completion=False,
    help="Five sports tabletop games: play, replay, simulate.",
)

app.add_typer(tournaments, name="tournament")

GameName = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.", show_default=False)]
BoxPath = Annotated[Path | None, typer.Option("--box", help="A box file of your own instead of the game's.")]


def box_data(path: Path | None) -> dict[str, Any] | None:
    """Read a designer's box file, if one is given."""
    return None if path is None else read_toml(path)


@app.command()
def play(
    game_name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Asked for if left out.")] = None,
    *,
    language: Language = "en",
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    opponent: Annotated[
        str | None,
        typer.Option("--opponent", "--bot", help=f"{', '.join(KINDS)} or human; one for all other seats, or a,b,c."),
    ] = None,
    preset: PresetName = None,
    option: OptionTexts = None,
    box: BoxPath = None,
    seed: Annotated[str | None, typer.Option(help="Any text: the same seed deals the same match.")] = None,
    name: Annotated[str, typer.Option(help="Your name.")] = "",
    save: Annotated[Path | None, typer.Option(help="Where to keep the match.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved match.")] = None,
) -> None:
    """Play in the terminal, against bots or with friends at one screen."""
    from matchday.match.files import read_match
    from matchday.match.match import AUTOMAT_NAME, BOT, Match
    from matchday.match.seating import automat_seat, facing
    from matchday.terminal.menu import Menu
    from matchday.terminal.play import HUMAN, Terminal, saves_folder, who_sits

    say = speaker(language)
    if resume:
        match = read_match(resume, box_data(box))
        match.fair = None  # whoever has read the file may know what comes
        match.runner = WarmRunner(match.game)
        if match.over:
            raise MatchdayError(f"the match is over; look at it with: matchday replay {resume}")
        Terminal(match, [who_sits(each) for each in match.names], say.at(match.game.name), save or resume).run()
        return
    menu = Menu(say)
    asked = game_name is None
    chosen = menu.choose_game() if game_name is None else game(game_name)
    options: Options = menu.choose_options(chosen) if asked else chosen_options(chosen, preset, option)
    data = box_data(box)
    match = Match(chosen, facing(chosen, options, [seat]), seed, data=data, runner=WarmRunner(chosen))
    automat = automat_seat(chosen, match.box)
    if automat is not None and opponent:
        raise MatchdayError("the Automat plays by its own cards, alone against one person: leave out --opponent")
    rival = opponent or (menu.choose_opponent() if asked and automat is None else DEFAULT)
    players = seat_players(match.seats, seat, rival)
    match.names = [
        (name if number == seat else "") if kind == HUMAN else f"{BOT}{kind}" for number, kind in enumerate(players)
    ]
    if automat is not None:
        match.names[automat] = AUTOMAT_NAME
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path = save or saves_folder() / f"{chosen.name}-{stamp}-{secrets.token_hex(2)}.match"
    Terminal(match, players, say.at(chosen.name), path).run()


def seat_players(seats: int, own: int, opponents: str) -> list[str]:
    """Give each seat its player."""
    from matchday.terminal.play import HUMAN

    if not 0 <= own < seats:
        raise MatchdayError(f"seat {own} is not at this table: 0 to {seats - 1}")
    kinds = opponents.split(",")
    for kind in kinds:
        if kind not in {*KINDS, HUMAN}:
            raise MatchdayError(f'no opponent "{kind}"; known: {", ".join([*KINDS, HUMAN])}')
    if len(kinds) not in {1, seats - 1}:
        raise MatchdayError(f"{len(kinds)} opponents for {seats - 1} other seats: name one for all, or one for each")
    rest = iter(kinds * (seats - 1) if len(kinds) == 1 else kinds)
    return [HUMAN if seat == own else next(rest) for seat in range(seats)]


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
    """Check over random matches all that must hold for every game; exit status 1 on the first breach."""
    from matchday.lab.properties import Checker

    checker = Checker(game(game_name), compiled=not plain)
    with bar(game_name) as progress:
        task = progress.add_task("", total=matches)
        try:
            for number in range(seed, seed + matches):
                checker.run(number)
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
        for name in [game_name] if game_name else GAMES:
            standing = round_robin(game(name), matches, seed=seed, threads=threads, limit=limit, progress=status.update)
            print(section(standing))
            if page:
                write_page(page, [section(standing)])


@app.command()
def rules(
    game_name: GameName,
    words: Annotated[list[str] | None, typer.Argument(help="A clause id or words to search; all if left out.")] = None,
    *,
    language: Language = "en",
) -> None:
    """Read the rules of a game, or search them."""
    from matchday.match.reference import clauses, search
    from matchday.terminal.play import clause_text

    speaker(language)
    chosen = game(game_name)
    wanted = " ".join(words or [])
    found = search(chosen, language, wanted) if wanted else list(clauses(chosen, language).values())
    if not found:
        raise MatchdayError(f"no rule of {chosen.name} speaks of {wanted!r}")
    for clause in found:
        Console().print(clause_text(clause))


@app.command()
def options(game_name: GameName, *, language: Language = "en") -> None:
    """List the variants and house rules of a game, the default first."""
    chosen = game(game_name)
    say = speaker(language).at(chosen.name)
    grid = Grid("option", "values", "rule", "")
    for each in chosen.options.values():
        label, meaning = chosen.words.option(say, each.name)
        grid.add_row(each.name, each.allowed(), each.rule, f"{label}: {meaning}")
    Console().print(grid)


@app.command()
def serve(
    *,
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8000,
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="A name that other machines ask for this one by, such as games.example.org; once for each."),
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="Where matches are kept: a path, or an SQLAlchemy address.")
    ] = None,
) -> None:
    """Serve the games to browsers."""
    import socket

    from matchday.server.app import serve as run
    from matchday.server.settings import Settings

    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError as error:
        raise MatchdayError(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    given = {"database": database, "hosts": tuple(host_name or ())}
    run(Settings.from_environment(**{name: value for name, value in given.items() if value}), host, port)


DatabasePath = Annotated[str | None, typer.Option(help="The database file, if not the usual one.")]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to put the copy.")], *, database: DatabasePath = None
) -> None:
    """Copy the database of a server, which may run on meanwhile."""
    from matchday.server.backup import backup as copy
    from matchday.server.settings import Settings

    count = copy(Settings.from_environment(**({"database": database} if database else {})), file)
    print(f"{file}: {count} matches")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy made by `matchday backup`.")],
    *,
    database: DatabasePath = None,
    force: Annotated[bool, typer.Option("--force", help="In place of a database that is there.")] = False,
) -> None:
    """Put a copy of the database back; stop the server before."""
    from matchday.server.backup import restore as put_back
    from matchday.server.settings import Settings

    count = put_back(Settings.from_environment(**({"database": database} if database else {})), file, force=force)
    print(f"{file}: {count} matches put back")


@app.command()
def warm(game_name: GameName) -> None:
    """Compile a game's twin now, so that the first bulk run starts at once."""
    from matchday.engine.runner import rehearse

    rehearse(game(game_name))


def main() -> None:
    """Run the command line."""
    try:
        app(standalone_mode=True)
    except MatchdayError as error:
        print(f"matchday: {error}", file=sys.stderr)
        sys.exit(2)
    except FileNotFoundError as error:
        print(f"matchday: there is no file {error.filename}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
