"""Words in three languages: English in the source, Polish and Spanish in gettext catalogues.

`say("Goal for {team}!", team=name)` translates and fills in; `say.count("{n} card", "{n} cards", n)` also picks the
plural. Texts that are kept in tables are marked with `mark("…")`, so that `make words` finds them. A catalogue lies in
a folder `locale` beside the module that speaks, one `.po` file a language.
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
def catalogue(language: str) -> gettext.NullTranslations:
    """Load every catalogue of a language in the package: the common one and each game's own."""
    merged = gettext.NullTranslations()
    if language == "en":
        return merged
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for path in sorted(PACKAGE.rglob(f"locale/{language}.po")):
        with path.open("rb") as source:
            messages = read_po(source, locale=language)
        compiled = io.BytesIO()
        write_mo(compiled, messages)
        compiled.seek(0)
        translations = gettext.GNUTranslations(compiled)
        translations.add_fallback(merged)
        merged = translations
    return merged


class Say:
    """Speaks one language."""

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            message = f'no language "{language}"; known: {", ".join(LANGUAGES)}'
            raise ValueError(message)
        self.language = language
        self.catalogue = catalogue(language)

    def __call__(self, text: str, **values: object) -> str:
        """Translate a text and fill in its values."""
        translated = self.catalogue.gettext(text) if text else ""
        return translated.format(**values) if values else translated

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """Translate a text that depends on the number `n`."""
        return self.catalogue.ngettext(one, many, n).format(n=n, **values)
