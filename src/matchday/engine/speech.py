"""Words in three languages: English in the source, Polish and Spanish in gettext catalogues.

`say("Goal for {team}!", team=name)` translates and fills in; `say.count("{n} card", "{n} cards", n)` also picks the
plural. Texts that are kept in tables are marked with `mark("…")`, so that `make words` finds them. A catalogue lies in
a folder `locale` beside the modules that speak, one `.po` file a language: one for each game, one for all the rest.
"""

from __future__ import annotations

import gettext
import io
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "pl": "Polski", "es": "Español"}
PACKAGE = Path(__file__).parents[1]
FOLDERS: dict[str, Path] = {}
"""Where the games that have been made keep their words."""


def mark(text: str) -> str:
    """Mark a text for translation where it stands; it is translated when it is said."""
    return text


@cache
def compiled(path: Path, language: str) -> bytes:
    """Read one catalogue and compile it as gettext wants it."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as source:
        messages = read_po(source, locale=language)
    out = io.BytesIO()
    write_mo(out, messages)
    return out.getvalue()


def speak_from(game: str, folder: Path) -> None:
    """Remember the folder of a game, ours or another's: its catalogues are there. The first of a name stays: whoever
    makes a second one to try something does not change what all others hear.
    """
    if FOLDERS.setdefault(game, folder) is folder:
        texts.cache_clear()


@cache
def catalogue(language: str, folder: Path = PACKAGE) -> gettext.NullTranslations:
    """Chain the catalogues of a language: those of a folder, a game's, first, then the common ones, then all others."""
    file, others = f"locale/{language}.po", ("*/locale", "games/*/locale")
    found = [
        folder / file,
        PACKAGE / file,
        *sorted(path / f"{language}.po" for each in others for path in PACKAGE.glob(each)),
    ]
    paths = [path for path in dict.fromkeys(found) if path.exists()]
    chain = gettext.NullTranslations()
    for path in reversed(paths):
        translations = gettext.GNUTranslations(io.BytesIO(compiled(path, language)))
        translations.add_fallback(chain)
        chain = translations
    return chain


class Texts(dict[str, str]):
    """Texts in one language as they are asked for: a text that is translated once is looked up from then on."""

    def __init__(self, catalogue: gettext.NullTranslations) -> None:
        super().__init__({"": ""})
        self.catalogue = catalogue

    def __missing__(self, text: str) -> str:
        self[text] = translated = self.catalogue.gettext(text)
        return translated


@cache
def texts(language: str, game: str) -> Texts:
    """Give the texts that are said in a language at a table of a game, or elsewhere."""
    if language not in LANGUAGES:
        message = f'no language "{language}"; known: {", ".join(LANGUAGES)}'
        raise ValueError(message)
    return Texts(catalogue(language, FOLDERS.get(game) or (PACKAGE / "games" / game if game else PACKAGE)))


class Say:
    """Speaks one language. At a table of a game, name the game: rulebooks call the same thing by different words."""

    def __init__(self, language: str = "en", game: str = "") -> None:
        self.language, self.game, self.texts = language, game, texts(language, game)

    def at(self, game: str) -> Say:
        """Speak the same language at a table of a game."""
        return Say(self.language, game)

    def __call__(self, text: str, **values: object) -> str:
        """Translate a text and fill in its values."""
        return self.texts[text].format(**values) if values else self.texts[text]

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """Translate a text that depends on the number `n`."""
        return self.texts.catalogue.ngettext(one, many, n).format(n=n, **values)
