"""What the commands of the command line share: languages, options, progress bars, and the commands of games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.core import TyperGroup
from typer.main import get_command

from matchday.engine.boxfile import read_toml
from matchday.engine.commands import Language, speaker
from matchday.engine.game import Game
from matchday.engine.options import Options, parse_options
from matchday.games import GAMES, part

__all__ = [
    "BoxPath",
    "GameCommands",
    "GameName",
    "Language",
    "OptionTexts",
    "PresetName",
    "bar",
    "box_data",
    "chosen_options",
    "speaker",
]

GameName = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.", show_default=False)]
BoxPath = Annotated[Path | None, typer.Option("--box", help="A box file of your own instead of the game's.")]
OptionTexts = Annotated[list[str] | None, typer.Option("--option", "-o", help="A variant or house rule, name=value.")]
PresetName = Annotated[
    str | None, typer.Option("--preset", help="A ready-made way to play, such as printed; --option changes it further.")
]


def chosen_options(game: Game, preset: str | None, texts: list[str] | None) -> Options:
    """Settle the options of a command: those of a ready-made way to play, then those written out."""
    start = game.cover.preset(preset).options if preset else {}
    return parse_options(game.options, texts or [], start)


class GameCommands(TyperGroup):
    """The commands of the program, and those that games bring: a game is imported only where a command is none of ours,
    or where all are listed.
    """

    def of_games(self) -> dict[str, Any]:
        """Find the commands of games."""
        apps = [own.app for name in GAMES if (own := part(name, "commands"))]
        return {app.info.name: get_command(app) for app in apps}

    def list_commands(self, ctx: Any) -> list[str]:
        """List all commands."""
        return [*super().list_commands(ctx), *self.of_games()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Find a command by its name."""
        return super().get_command(ctx, cmd_name) or self.of_games().get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; one that does not see to Ctrl-C itself is stopped by it, and says so."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print("matchday: stopped", file=sys.stderr)
            raise typer.Exit(130) from None


def box_data(path: Path | None) -> dict[str, Any] | None:
    """Read a designer's box file, if one is given."""
    return None if path is None else read_toml(path)


def bar(label: str) -> Progress:
    """Make a progress bar; it writes to stderr so that results can be piped."""
    screen = Console(stderr=True)
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen, disable=not screen.is_terminal)
