"""The client's own labels, from the catalogues: it asks for them by their English text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from matchday.engine.speech import PACKAGE, Say
from matchday.games import game as find_game

LIST = "labels.ts"
CODE = "code:"
"""Before the codes of a game, which may read like a label."""


@cache
def labels(language: str, game: str = "") -> dict[str, str]:
    """Give every label in a language, of the pages or of one game's table with its codes; English labels need none."""
    if not game:
        return listed(PACKAGE / "server", language)
    return {**listed(find_game(game).folder, language), **codes(language, game)}


def codes(language: str, game: str) -> dict[str, str]:
    """Name the kinds, marks and facts of a game's pieces, which are codes, where its words have `NAMES` for them."""
    names = getattr(find_game(game).words, "NAMES", None)
    say = Say(language, game)
    known = names.items() if isinstance(names, Mapping) else ()
    return {CODE + code: say(text) for code, text in known if isinstance(text, str)}


def listed(folder: Path, language: str) -> dict[str, str]:
    """Read the labels that a list of the client has out of a catalogue."""
    path = folder / "locale" / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as source:
        found = [message for message in read_po(source, locale=language) if LIST in dict(message.locations)]
    return {text_of(message.id): text_of(message.string) for message in found}


def text_of(text: str | Sequence[str] | None) -> str:
    """Give a text; of one that is also counted the form for many."""
    return text if isinstance(text, str) else text[-1] if text else ""
