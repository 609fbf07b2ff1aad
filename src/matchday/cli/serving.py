"""The games in the browser: `matchday serve`, `backup`, `restore`, `warm`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from matchday.cli.parts import bar
from matchday.engine.errors import MatchdayError
from matchday.games import all_games, game

app = typer.Typer()
DatabasePath = Annotated[str | None, typer.Option(help="The database file, if not the usual one.")]


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
    from matchday.bots.warming import PARTS, fill

    wanted = [(each, part) for each in (map(game, names) if names else all_games()) for part in PARTS]
    with bar("compiling") as progress:
        task = progress.add_task("", total=len(wanted))
        for chosen, part in wanted:
            fill(chosen, part)
            progress.advance(task)
            print(f"{chosen.name}: {part} ready")
