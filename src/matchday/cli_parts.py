"""What the commands of the command line share: languages, options, progress bars."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from matchday.engine.errors import MatchdayError
from matchday.engine.speech import LANGUAGES, Say

OptionTexts = Annotated[list[str] | None, typer.Option("--option", "-o", help="A variant or house rule, name=value.")]
Language = Annotated[
    str, typer.Option("--lang", "--language", help=f"One of: {', '.join(LANGUAGES)}.", envvar="MATCHDAY_LANG")
]


def speaker(language: str) -> Say:
    """Give the voice of a language."""
    if language not in LANGUAGES:
        raise MatchdayError(f'no language "{language}"; known: {", ".join(LANGUAGES)}')
    return Say(language)


def bar(label: str) -> Progress:
    """Make a progress bar; it writes to stderr so that results can be piped."""
    screen = Console(stderr=True)
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen, disable=not screen.is_terminal)
