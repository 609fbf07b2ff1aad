"""What commands share: the program's own, and those that a game brings (`games/<name>/commands.py`)."""

from __future__ import annotations

from typing import Annotated

import typer

from matchday.engine.errors import MatchdayError
from matchday.engine.speech import LANGUAGES, Say

Language = Annotated[
    str, typer.Option("--lang", "--language", help=f"One of: {', '.join(LANGUAGES)}.", envvar="MATCHDAY_LANG")
]


def speaker(language: str) -> Say:
    """Give the voice of a language."""
    if language not in LANGUAGES:
        raise MatchdayError(f'no language "{language}"; known: {", ".join(LANGUAGES)}')
    return Say(language)
