"""Fair dice: nobody at the table, the host included, can choose the luck of a match.

Before anything is dealt the host fixes a secret and shows its SHA-256, the commitment. Then each seat may add words of
its own. The seed of the match is mixed from the secret and all words: the host cannot have chosen the secret to suit
words that it did not know yet, and no seat can choose its words to suit a secret that it does not know. After the
match secret and words are in the match file, and anybody can check them.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

MARK = 8
"""Hexadecimal digits of the mark after a move."""
LONGEST_WORDS = 200


@dataclass(frozen=True)
class Fair:
    """What the seed of a match is mixed from."""

    secret: str
    words: tuple[str, ...] = ()
    """What each seat has added."""

    @property
    def commitment(self) -> str:
        """What is shown before the first move."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def seed(self) -> str:
        """The seed of the match. Every part is preceded by its length, so that no two ways to split it are alike."""
        digest = hashlib.sha256(b"matchday fair seed\0")
        for part in (self.secret, *self.words):
            data = part.encode()
            digest.update(len(data).to_bytes(4, "big") + data)
        return digest.hexdigest()


def new_secret() -> str:
    """Draw a secret of 256 bits."""
    return secrets.token_hex(32)


class Marker:
    """Marks the tables of a match one after the other; each mark depends on all tables up to it."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256(b"matchday marks\0")

    def after(self, table: bytes) -> str:
        """Mark the next table."""
        self.digest.update(table)
        return self.digest.copy().hexdigest()[:MARK]
