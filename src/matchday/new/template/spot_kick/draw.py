"""The table of Spot Kick as a picture for the terminal."""

from __future__ import annotations

from rich.text import Text

from matchday.engine.speech import Say

from . import words
from .state import CORNERS, Box, Table
from .view import clock


def draw(say: Say, box: Box, table: Table, seat: int, names: list[str]) -> Text:
    """Draw the table in the terminal."""
    score = f"{names[0]} {int(table.goals[0])}:{int(table.goals[1])} {names[1]}"
    goal = "  ".join(f"[{words.corner(say, box, corner)}]" for corner in range(CORNERS))
    return Text(f"{score}   {clock(say, box, table)}\n{goal}")
