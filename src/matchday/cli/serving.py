"""The games in the browser: `matchday serve`, `backup`, `restore`, `warm`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from matchday.cli.parts import bar
from matchday.engine.errors import MatchdayError
from matchday.games import all_games, game

app = typer.Typer()
HERE, PORT = "127.0.0.1", 8000
MOST_WORKERS = 64
DatabasePath = Annotated[str | None, typer.Option(help="The database file, if not the usual one.")]


@app.command()
def serve(
    *,
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets other machines in.")] = HERE,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = PORT,
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="A name that other machines ask for this one by, such as games.example.org; once for each."),
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="Where matches are kept: a path, or an SQLAlchemy address.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=MOST_WORKERS, help="Processes that serve together, as many as there are cores.")
    ] = 1,
) -> None:
    """Serve the games to browsers."""
    from matchday.server.settings import Settings

    if problem := why_not(host, port):
        raise MatchdayError(f"cannot listen at {host}, port {port}: {problem}")
    given = {"database": database, "hosts": tuple(host_name or ())}
    settings = Settings.from_environment(**{name: value for name, value in given.items() if value})
    if workers == 1:
        from matchday.server.app import serve as run

        run(settings, host, port)
    else:
        from matchday.server.doorman import serve as run_workers

        run_workers(settings, host, port, workers)


def why_not(host: str, port: int) -> str:
    """Tell why nobody can listen there; nothing if somebody can."""
    import socket

    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def open_lobby() -> None:
    """Serve the games on this machine alone, at the usual port or a free one, and open the browser."""
    from matchday.server.app import serve as run
    from matchday.server.settings import Settings

    run(Settings.from_environment(), HERE, 0 if why_not(HERE, PORT) else PORT, opens_browser=True)


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
def warm(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="All games if left out.")] = None,
) -> None:
    """Compile the rules and the bots of games now, so that nobody plays against slow ones later."""
    from matchday.bots.warming import PARTS
    from matchday.engine.doors import compile_part

    wanted = [(each, part) for each in (map(game, names) if names else all_games()) for part in PARTS.values()]
    with bar("compiling") as progress:
        task = progress.add_task("", total=len(wanted))
        for chosen, part in wanted:
            compile_part(chosen, part)
            progress.advance(task)
            print(f"{chosen.name}: {part.name} ready")
