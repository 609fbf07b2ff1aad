"""A table of Spot Kick as a person sees it: zones, counters and choices."""

from __future__ import annotations

from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Piece, Zone

from . import words
from .state import CORNERS, Box, Table


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """Show the goal with its corners; the seat's own choice is marked, and what the kick before has shown."""
    own = int(table.choice[seat]) if seat < 2 else 0
    last = [int(shown) for shown in table.shown]
    pieces = [
        Piece(
            id=f"corner.{corner}",
            kind="corner",
            face=words.CODES[corner],
            name=words.corner(say, box, corner),
            facts={"saved": int(box.saved[corner])},
            marks=["chosen"] * (own == corner + 1) + ["last"] * (corner + 1 in last),
        )
        for corner in range(CORNERS)
    ]
    return [Zone(id="goal", name=say(mark("Goal")), count=len(pieces), pieces=pieces)]


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """Count the kicks."""
    return [Counter(id="kicks", name=say(mark("Kicks taken")), value=int(table.kick), of=2 * int(box.kicks))]


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the pieces that an action belongs to."""
    return [f"corner.{action}"]


def detail(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say what follows if both choose this corner."""
    return say(mark("If both choose it, the die saves up to {n}."), n=int(box.saved[action]))


def clock(say: Say, box: Box, table: Table) -> str:
    """Tell how far the match has come."""
    return f"{int(table.kick)}/{2 * int(box.kicks)}"
