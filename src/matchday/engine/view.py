"""What one seat may see, typed, as it goes to a browser, a terminal or a program.

A view is built from a hidden table only, so nothing in it can depend on what the seat does not know.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Base: immutable, no unknown fields, so that nothing slips into a view unnoticed."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Piece(Model):
    """A card, die, token or rider lying somewhere."""

    id: str
    """The element, unique within the view: choices name the elements they belong to."""
    kind: str
    face: str | None = None
    """The component's code; None when only its back is seen."""
    name: str = ""
    facts: dict[str, int | str] = {}
    """Numbers and codes printed on it."""
    marks: list[str] = []
    """Its condition: "chosen", "stopped", "spent"."""


class Zone(Model):
    """A place where pieces lie: a hand, a pile, a line of the pitch."""

    id: str
    name: str
    owner: int | None = None
    count: int = 0
    pieces: list[Piece] = []


class Counter(Model):
    """A number that everyone at the table may read."""

    id: str
    name: str
    value: int
    owner: int | None = None
    of: int | None = None
    """What it counts up to, or the total it is part of."""
    text: str = ""
    """The value in words, where a bare number says too little."""


class Choice(Model):
    """One legal action."""

    action: int
    label: str
    notation: str
    elements: list[str] = []
    """The pieces or places to click for it; empty for a button."""
    detail: str = ""
    """What follows from it, or the odds, in a line."""


class Happening(Model):
    """One event that this seat may see."""

    ply: int
    kind: str
    args: dict[str, int]
    """Its numbers by the names that the game gives them."""
    text: str
    rule: str = ""
    clock: str = ""
    """The match clock when it happened."""


class SeatView(Model):
    """One seat as everyone sees it."""

    seat: int
    name: str
    team: str
    score: int
    waiting: bool


class Ended(Model):
    """How a match ended otherwise than by its rules."""

    by: Literal["concede", "time", "draw", "abandon"]
    seat: int | None
    """The seat that lost by it; none for a draw, and where everyone has left."""


class View(Model):
    """Everything that one seat (or a spectator, whose seat is None) may see of a match."""

    game: str
    title: str
    seat: int | None
    ply: int
    phase: str
    phase_name: str
    prompt: str
    clock: str
    over: bool
    result: list[float] | None
    ended: Ended | None = None
    """Set where it did not end by its rules."""
    seats: list[SeatView]
    zones: list[Zone]
    counters: list[Counter]
    choices: list[Choice]
    can_undo: bool
    events: list[Happening]
