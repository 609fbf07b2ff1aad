"""What a game still wants before it is released; a draft may do without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from matchday.engine.game import Game
from matchday.engine.slots import hazard, luck
from matchday.engine.speech import LANGUAGES, PACKAGE
from matchday.games import OURS
from matchday.match.reference import clauses

GOLDEN = PACKAGE.parents[1] / "tests" / "golden"


def wanted(game: Game) -> Iterator[str]:
    """List what is missing, in words."""
    if game.is_draft:
        yield "its first version: version=1 in __init__.py"
    for function in (luck, hazard):
        if not hasattr(game.hints, function.__name__):
            yield f"{function.__name__} in hints.py: bots tell a good choice from a lucky one by it"
    for language in LANGUAGES:
        if not (game.folder / "reference" / f"{language}.md").exists():
            yield f"the rules in reference/{language}.md"
        elif other := sorted(clauses(game, language).keys() ^ clauses(game).keys()):
            yield f"the same clauses in reference/{language}.md as in reference/en.md: {', '.join(other)}"
        if language != "en" and (missing := untranslated(game.folder / "locale" / f"{language}.po", language)):
            yield f"translations in locale/{language}.po: {missing}"
    if game.name in OURS and GOLDEN.is_dir() and not (GOLDEN / game.name).is_dir():
        yield f"golden playthroughs: make bless GAME={game.name}"


def untranslated(path: Path, language: str) -> str:
    """Say how much of a catalogue is missing."""
    if not path.exists():
        return "there is no such catalogue"
    with path.open("rb") as source:
        empty = [message for message in read_po(source, locale=language) if message.id and not all(forms_of(message))]
    return f"{len(empty)} to translate" if empty else ""


def forms_of(message: Message) -> Sequence[str]:
    """List the forms of a translation: one, or those of a counted text."""
    return message.string if isinstance(message.string, tuple | list) else [message.string or ""]
