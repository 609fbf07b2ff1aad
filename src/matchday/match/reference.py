"""placeholder until the rules reference lands"""

from __future__ import annotations

from dataclasses import dataclass

from matchday.engine.game import Game


@dataclass(frozen=True)
class Clause:
    id: str
    section: str
    text: str


def clauses(game: Game, language: str) -> dict[str, Clause]:
    return {}


def search(game: Game, language: str, words: str) -> list[Clause]:
    return []
