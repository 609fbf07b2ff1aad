"""Free text of people: names, table talk, words for the dice."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 40
LONGEST_TALK = 200


def plain(text: str, longest: int) -> str:
    """Keep of a free text what can be shown in a line: no control signs, nothing that turns the writing around."""
    shown = (" " if sign.isspace() else sign for sign in text)
    kept = "".join(sign for sign in shown if unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Co", "Cn"})
    return " ".join(kept.split())[:longest].strip()
