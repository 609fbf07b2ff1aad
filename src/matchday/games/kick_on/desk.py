"""The deck desk: a card set with its limits and its ready-made decks, for whoever builds decks of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchday.engine.boxfile import BoxReader, did_you_mean
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.options import Options, settle
from matchday.engine.speech import mark
from matchday.games.kick_on.box import limits_of, read_numbers, ready_made
from matchday.games.kick_on.decks import CardSet, Deck, Figures, Finding, Limits, card_set, figures, validate

# KO-041 to KO-043, in the order of `Figures.bonuses`.
BONUSES = (mark("Starters of one nation"), mark("Outfield starters in one shirt"), mark("A Captain among the starters"))


class Desk:
    """A card set, the limits of a table, and the ready-made decks."""

    def __init__(
        self, game: Game, options: Options | None = None, data: Mapping[str, Any] | None = None, name: str = "box.toml"
    ) -> None:
        self.data = game.box_data if data is None else data
        self.reader = BoxReader(self.data, name)
        box = game.box(None, data)
        chosen = settle(game.options, options or {})
        self.limits: Limits = limits_of(self.reader, read_numbers(self.reader, box), chosen)
        self.known: CardSet = card_set(box)
        self.names: list[str] = list(self.data["decks"])

    def ready_made(self, name: str) -> Deck:
        """Take a ready-made deck."""
        if name not in self.names:
            raise MatchdayError(f'no ready-made deck "{name}"; {did_you_mean(name, self.names)}')
        found = ready_made(self.reader, name)
        self.reader.finish()
        if found is None:
            raise MatchdayError(f'the deck "{name}" cannot be read')
        return found

    def findings(self, deck: Deck) -> list[Finding]:
        """List all that is wrong with a deck, or unwise."""
        return validate(self.known, deck, self.limits)

    def figures(self, deck: Deck) -> Figures:
        """Count what a deck holds."""
        return figures(self.known, deck, self.limits)
