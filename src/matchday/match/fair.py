"""Fair dice, second edition: nobody at the table, the host included, can choose the luck of a match.

1. The host draws a secret and shows its SHA-256, the commitment.
2. Everyone who plays adds an opening: words, if they like, and a nonce of 256 bits that nobody can guess. They show
   only its hash, which is made for this commitment and this seat. Bots add nothing.
3. When all seats are taken and all hashes are there, the hashes are fixed and shown to everyone.
4. Only then everyone opens. The seed is mixed from the secret and all openings.

When the hashes are fixed the seed is fixed too, and whoever has kept a nonce to themselves until then cannot have been
foreseen by anybody. After the match secret and openings are in its file, and anybody can check them against the hashes
that were shown. `docs/fair-dice.md` has the argument, and what is not proven.

In the first edition words were given openly, one after the other: a host who plays could choose their own last. Its
files are still read.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from matchday.engine.options import Value, show_value

EDITION = "2"
MARK = 8
"""Hexadecimal digits of the mark after a move."""
LONGEST_WORDS = 200
NOT_IN_WORDS = {"Cc", "Cs", "Zl", "Zp"}
"""Control signs, halves of signs, and what breaks a line; everything else is taken as it is."""
NONCE = re.compile("[0-9a-f]{64}")


def packed(*parts: str) -> bytes:
    """Write texts one after the other, each preceded by its length: no two ways to split them are alike."""
    data = (part.encode() for part in parts)
    return b"".join(len(part).to_bytes(4, "big") + part for part in data)


def digest(purpose: str, data: bytes) -> str:
    """Hash something for one purpose, so that no hash can be taken for one of another."""
    return hashlib.sha256(f"matchday fair {EDITION} {purpose}\0".encode() + data).hexdigest()


def commitment_to(secret: str) -> str:
    """Give what is shown before the deal to prove afterwards that the secret was not changed."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Opening:
    """What a person adds to the dice."""

    words: str
    nonce: str
    brought: tuple[str, ...] = ()
    """Options of the seat alone, such as its deck, as `name=value`: sealed too, or they could be chosen to suit the
    dice.
    """

    def sealed(self, commitment: str, seat: int) -> str:
        """Give the hash that is shown first, made for one table and one seat."""
        return digest("seat", packed(commitment, str(seat), self.nonce, self.words, *self.brought))


@dataclass(frozen=True)
class Fair:
    """What the seed of a match is mixed from. Where no seat has an opening, the host alone has drawn it."""

    secret: str
    openings: tuple[Opening | None, ...] = ()

    @property
    def commitment(self) -> str:
        """What is shown before the deal."""
        return commitment_to(self.secret)

    @property
    def hashes(self) -> list[str]:
        """What is shown of each seat before anybody opens; nothing of a bot's."""
        commitment = self.commitment
        return [opening.sealed(commitment, seat) if opening else "" for seat, opening in enumerate(self.openings)]

    @property
    def seed(self) -> str:
        """The seed of the match."""
        data = packed(self.secret)
        for opening in self.openings:
            data += b"\1" + packed(opening.words, opening.nonce) if opening else b"\0"
        return digest("seed", data)


@dataclass(frozen=True)
class FirstFair:
    """What the seed of a match of the first edition is mixed from."""

    secret: str
    words: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What was shown before the deal."""
        return commitment_to(self.secret)

    @property
    def seed(self) -> str:
        """The seed of the match."""
        return hashlib.sha256(b"matchday fair seed\0" + packed(self.secret, *self.words)).hexdigest()


AnyFair: TypeAlias = Fair | FirstFair


def new_secret() -> str:
    """Draw a secret, or a nonce, of 256 bits."""
    return secrets.token_hex(32)


def brought_texts(options: Mapping[str, Value]) -> tuple[str, ...]:
    """Write what a seat brings along as it is sealed."""
    return tuple(f"{name}={show_value(value)}" for name, value in sorted(options.items()))


def are_words(text: str) -> bool:
    """Tell whether words are taken: in one line, not too long. They are kept sign by sign, however they look."""
    return len(text) <= LONGEST_WORDS and not any(unicodedata.category(sign) in NOT_IN_WORDS for sign in text)


def shown_words(words: Iterable[str]) -> str:
    """Put words into a line to be read: what steers the writing or a terminal is left out."""
    kept = ("".join(sign for sign in each if is_shown(sign)) for each in words)
    return ", ".join(filter(None, kept))


def is_shown(sign: str) -> bool:
    """Tell whether a sign may be shown; the joiners of emoji and of scripts may."""
    return sign in "\u200c\u200d" or unicodedata.category(sign) not in {*NOT_IN_WORDS, "Cf", "Co", "Cn"}


class Marker:
    """Marks the tables of a match one after the other; each mark depends on all tables up to it."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256(b"matchday marks\0")

    def after(self, table: bytes) -> str:
        """Mark the next table."""
        self.digest.update(table)
        return self.digest.copy().hexdigest()[:MARK]
