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


@cache
def catalogue(language: str, game: str = "") -> gettext.NullTranslations:
    """Chain the catalogues of a language: a game's own words first, then the common ones, then those of other games."""
    own, common = PACKAGE / "games" / game / "locale", PACKAGE / "locale"
    paths = sorted(PACKAGE.rglob(f"locale/{language}.po"))
    paths.sort(key=lambda path: (path.parent != own, path.parent != common))
    chain = gettext.NullTranslations()
    for path in reversed(paths):
        translations = gettext.GNUTranslations(io.BytesIO(compiled(path, language)))
        translations.add_fallback(chain)
        chain = translations
    return chain


class Say:
    """Speaks one language. At a table of a game, name the game: rulebooks call the same thing by different words."""

    def __init__(self, language: str = "en", game: str = "") -> None:
        if language not in LANGUAGES:
            message = f'no language "{language}"; known: {", ".join(LANGUAGES)}'
            raise ValueError(message)
        self.language, self.game = language, game
        self.catalogue = catalogue(language, game)

    def at(self, game: str) -> Say:
        """Speak the same language at a table of a game."""
        return Say(self.language, game)

    def __call__(self, text: str, **values: object) -> str:
        """Translate a text and fill in its values."""
        translated = self.catalogue.gettext(text) if text else ""
        return translated.format(**values) if values else translated

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """Translate a text that depends on the number `n`."""
        return self.catalogue.ngettext(one, many, n).format(n=n, **values)
