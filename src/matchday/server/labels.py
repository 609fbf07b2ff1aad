"""The client's own labels, from the catalogues: it asks for them by their English text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from babel.messages.pofile import read_po

from matchday.engine.speech import PACKAGE
from matchday.games import game as find_game

LIST = "labels.ts"


@cache
def labels(language: str, game: str = "") -> dict[str, str]:
    """Give every label in a language, of the pages or of one game's table; English needs none."""
    folder = find_game(game).folder if game else PACKAGE / "server"
    path = folder / "locale" / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as source:
        found = [message for message in read_po(source, locale=language) if LIST in dict(message.locations)]
    return {text_of(message.id): text_of(message.string) for message in found}


def text_of(text: str | Sequence[str] | None) -> str:
    """Give a text; of one that is also counted the form for many."""
    return text if isinstance(text, str) else text[-1] if text else ""
