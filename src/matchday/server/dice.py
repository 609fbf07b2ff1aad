"""Whose the dice of a match are, and what people add to them. `docs/fair-dice.md` says why it is done like this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final, Literal, TypeAlias

from matchday.engine.speech import mark
from matchday.match.fair import LONGEST_WORDS, AnyFair, Fair, FirstFair, Opening, are_words, brought_texts
from matchday.server.problems import BadRequest
from matchday.server.rows import BOT, FRIEND, KNOWN
from matchday.server.seats import Sitter

DiceKind: TypeAlias = Literal["known", "host", "first", "joint"]
"""Known ones come from a chosen seed, a branch or a file: somebody may know what comes. They are never called fair, and
never rolled between people.
"""
HOST: Final = "host"
"""Drawn by this server alone, and committed to: for whoever plays alone or at one screen."""
FIRST: Final = "first"
"""Mixed from the server's secret and open words, as it was done before."""
JOINT: Final = "joint"
"""Mixed from the server's secret and what everyone has sealed first: fair dice."""

NOT_BETWEEN_PEOPLE = mark(
    "Somebody may know the dice of this match, so it is not played between people on several screens. Play it alone, "
    "against bots or at one screen, or make a fresh match with the same options."
)
NOT_HANDED_ON = mark(
    "Somebody may know the dice of this match, so its seats stay at one screen. Make a fresh match with the same "
    "options."
)
ONE_SCREEN = mark("At one screen nobody is invited: make a match by link for a friend with a screen of their own.")


def check_order(kinds: Sequence[str], *, hot_seat: bool, are_known: bool) -> None:
    """Refuse known dice between people, and a friend elsewhere for whom somebody here would agree to everything."""
    if hot_seat and FRIEND in kinds:
        raise BadRequest(ONE_SCREEN)
    people = sum(kind != BOT for kind in kinds)
    if are_known and (FRIEND in kinds or (people > 1 and not hot_seat)):
        raise BadRequest(NOT_BETWEEN_PEOPLE)


def check_words(words: str) -> None:
    """Refuse words that cannot be kept sign by sign in a line of a file."""
    if not are_words(words):
        told = mark("Words for the dice stand in one line, with {longest} signs at most and no control signs.")
        raise BadRequest(told, longest=LONGEST_WORDS)


def opening_of(sitter: Sitter) -> Opening | None:
    """Give what a seat has opened; a bot has nothing to open."""
    return Opening(sitter.words, sitter.nonce, brought_texts(sitter.brought)) if sitter.hash else None


def written_openings(fair: AnyFair | None) -> list[Any] | None:
    """Give what the seats have added, as it is stored when a match is dealt: it never changes again."""
    if fair is None:
        return None
    if isinstance(fair, FirstFair):
        return list(fair.words)
    return [None if opening is None else asdict(opening) for opening in fair.openings]


def stored_fair(kind: str, secret: str | None, openings: list[Any] | None) -> AnyFair | None:
    """Give what the seed of a dealt match was mixed from."""
    if kind == KNOWN or secret is None:
        return None
    if kind == FIRST:
        return FirstFair(secret, tuple(openings or ()))
    return Fair(secret, tuple(None if row is None else read_opening(row) for row in openings or ()))


def read_opening(row: dict[str, Any]) -> Opening:
    """Read what a seat has added."""
    return Opening(row["words"], row["nonce"], tuple(row["brought"]))
