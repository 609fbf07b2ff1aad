"""Everything that is said of Kick On.

What a card does is told from its rows, so that a designer's new card reads as well as the first set. Names of players
are never translated; names of cards are, where the catalogues know them.

- `names`: cards, players and their abilities in words
- `prompts`: phases, actions, and what is asked
- `report`: events as sentences
- `options`: variants and house rules

None imports a later one; here stands what others say with them.
"""

from __future__ import annotations

from matchday.games.kick_on.words.names import (
    NAMES,
    POSITIONS,
    RARITIES,
    TYPES,
    UNSAID,
    ability_badge,
    ability_meaning,
    ability_text,
    blurb,
    card_code,
    card_name,
    card_text,
    player_name,
    surname,
    team,
    timing_text,
    title,
    when_text,
    word_of,
)
from matchday.games.kick_on.words.options import option, value
from matchday.games.kick_on.words.prompts import action, attack_now, goal_percent, notation, phase, prompt
from matchday.games.kick_on.words.report import event, event_rule

__all__ = [
    "NAMES",
    "POSITIONS",
    "RARITIES",
    "TYPES",
    "UNSAID",
    "ability_badge",
    "ability_meaning",
    "ability_text",
    "action",
    "attack_now",
    "blurb",
    "card_code",
    "card_name",
    "card_text",
    "event",
    "event_rule",
    "goal_percent",
    "notation",
    "option",
    "phase",
    "player_name",
    "prompt",
    "surname",
    "team",
    "timing_text",
    "title",
    "value",
    "when_text",
    "word_of",
]
