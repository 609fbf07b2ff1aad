"""What the commands of the command line share: languages, options, progress bars."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from matchday.engine.boxfile import read_toml
from matchday.engine.errors import MatchdayError
from matchday.engine.speech import LANGUAGES, Say
from matchday.games import GAMES

GameName = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.", show_default=False)]
BoxPath = Annotated[Path | None, typer.Option("--box", help="A box file of your own instead of the game's.")]
OptionTexts = Annotated[list[str] | None, typer.Option("--option", "-o", help="A variant or house rule, name=value.")]
Language = Annotated[
    str, typer.Option("--lang", "--language", help=f"One of: {', '.join(LANGUAGES)}.", envvar="MATCHDAY_LANG")
]


def speaker(language: str) -> Say:
    """Give the voice of a language."""
    if language not in LANGUAGES:
        raise MatchdayError(f'no language "{language}"; known: {", ".join(LANGUAGES)}')
    return Say(language)


def box_data(path: Path | None) -> dict[str, Any] | None:
    """Read a designer's box file, if one is given."""
    return None if path is None else read_toml(path)


def bar(label: str) -> Progress:
    """Make a progress bar; it writes to stderr so that results can be piped."""
    screen = Console(stderr=True)
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen, disable=not screen.is_terminal)
