"""What a person at a table of Kickards sees: zones of pieces, counters, choices with what they touch.

- `zones`: cards, stars, shop and track, and why something cannot be had now
- `counters`: the numbers that everyone may read, and the forecast of the shot
- `choices`: what an action touches, costs and changes

None imports a later one.
"""

from __future__ import annotations

from matchday.games.kickards.view.choices import because, detail, elements, facts, final, named
from matchday.games.kickards.view.counters import clock, counters, forecast, time, token_text
from matchday.games.kickards.view.zones import (
    STAR,
    hand_of,
    line_up_zones,
    offer_zone,
    track_zone,
    viewer,
    why_not,
    zones,
)

__all__ = [
    "STAR",
    "because",
    "clock",
    "counters",
    "detail",
    "elements",
    "facts",
    "final",
    "forecast",
    "hand_of",
    "line_up_zones",
    "named",
    "offer_zone",
    "time",
    "token_text",
    "track_zone",
    "viewer",
    "why_not",
    "zones",
]
