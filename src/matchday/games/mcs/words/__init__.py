"""Everything that is said of MCS.

Sentences name somebody and then state what happened ("Red: …"), so that they need no inflected names in any language.
The report uses the sport's own signs: heats as 5:1, 4:2, 3:3, d for a defect, u for a fall.

- `names`: riders, cards and their effects in words
- `prompts`: phases, actions, and what is asked
- `report`: events as sentences
- `results`: what riders got, in the sport's notation
- `options`: variants and house rules

None imports a later one; here stands what others say with them.
"""

from __future__ import annotations

from matchday.games.mcs.words.names import (
    EDGES,
    LAP_KINDS,
    LETTERS,
    NAMES,
    SHAPES,
    SIDES,
    TRACKS,
    UNSAID,
    blurb,
    card_code,
    card_name,
    describe_effect,
    effect_name,
    effect_title,
    helmet,
    lines_of,
    lower_half,
    rider_code,
    rider_codes,
    rider_name,
    symbol_of,
    team,
    title,
    upper_half,
)
from matchday.games.mcs.words.options import option, value
from matchday.games.mcs.words.prompts import action, notation, phase, placed, prompt
from matchday.games.mcs.words.report import event, event_rule, order_text
from matchday.games.mcs.words.results import all_marks, entry_mark, entry_points, heat_mark, heat_points, rider_marks

__all__ = [
    "EDGES",
    "LAP_KINDS",
    "LETTERS",
    "NAMES",
    "SHAPES",
    "SIDES",
    "TRACKS",
    "UNSAID",
    "action",
    "all_marks",
    "blurb",
    "card_code",
    "card_name",
    "describe_effect",
    "effect_name",
    "effect_title",
    "entry_mark",
    "entry_points",
    "event",
    "event_rule",
    "heat_mark",
    "heat_points",
    "helmet",
    "lines_of",
    "lower_half",
    "notation",
    "option",
    "order_text",
    "phase",
    "placed",
    "prompt",
    "rider_code",
    "rider_codes",
    "rider_marks",
    "rider_name",
    "symbol_of",
    "team",
    "title",
    "upper_half",
    "value",
]
