"""Everything that is said of Kickards.

Sentences name a side and then state what happened ("Harbour Rovers: …"), so that they need no inflected names in any
language. Texts of events and special rows are made from their steps: what a card says is what it does.

- `names`: cards, events, bonuses and their steps in words
- `prompts`: phases, actions, and what is asked
- `report`: events as sentences
- `options`: variants and house rules

None imports a later one; here stands what others say with them.
"""

from __future__ import annotations

from matchday.games.kickards.words.names import (
    COLOURS,
    NAMES,
    PURSE,
    blurb,
    bonus_name,
    cards,
    coloured,
    event_name,
    event_text,
    minute,
    period_name,
    player,
    row_name,
    row_text,
    signed,
    space_name,
    space_on_track,
    special_row,
    step_text,
    steps_text,
    team,
    title,
)
from matchday.games.kickards.words.options import option, value
from matchday.games.kickards.words.prompts import action, notation, phase, prompt, space_of
from matchday.games.kickards.words.report import chance_sum, chance_terms, event, event_rule

__all__ = [
    "COLOURS",
    "NAMES",
    "PURSE",
    "action",
    "blurb",
    "bonus_name",
    "cards",
    "chance_sum",
    "chance_terms",
    "coloured",
    "event",
    "event_name",
    "event_rule",
    "event_text",
    "minute",
    "notation",
    "option",
    "period_name",
    "phase",
    "player",
    "prompt",
    "row_name",
    "row_text",
    "signed",
    "space_name",
    "space_of",
    "space_on_track",
    "special_row",
    "step_text",
    "steps_text",
    "team",
    "title",
    "value",
]
