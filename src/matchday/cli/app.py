"""All commands. Bad input gets one clear line and exit status 2."""

from __future__ import annotations

import sys

import typer

from matchday.cli import files, lab, laboratory, playing, puzzles, reading, serving, tournament
from matchday.cli.parts import GameCommands
from matchday.engine.errors import MatchdayError
from matchday.new import new

app = typer.Typer(cls=GameCommands, add_completion=False)

for group in (playing, puzzles, files, lab, reading, serving):
    app.add_typer(group.app)
app.command()(new)
app.add_typer(puzzles.workshop, name="puzzles")
app.add_typer(tournament.app, name="tournament")
app.add_typer(laboratory.app, name="lab")


@app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Sports tabletop games: play, replay, simulate. Without a command they open in the browser."""
    if context.invoked_subcommand is None:
        serving.open_lobby()


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
