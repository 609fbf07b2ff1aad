"""What one seat may see, typed, as it goes to a browser, a terminal or a program.

A view is built from a hidden table only, so nothing in it can depend on what the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Self

import msgspec
from msgspec.structs import replace
from pydantic_core import core_schema

REF = "#/components/schemas/{name}"
"""Where the OpenAPI document has the schema of a class."""


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of what is sent many times a second: immutable, made and written by msgspec.

    Models that are sent now and then are pydantic's (`calls.Model`) and may hold these. The many parts of a view leave
    out what has its default (`omit_defaults`), and whoever reads them puts it back.
    """

    def but(self, **changes: Any) -> Self:
        """Give the same with other values."""
        return replace(self, **changes)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Callable[..., Any]) -> Any:
        write = core_schema.plain_serializer_function_ser_schema(msgspec.to_builtins)
        return core_schema.no_info_plain_validator_function(
            lambda given: msgspec.convert(given, cls), serialization=write
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: Any, _handler: Callable[..., Any]) -> dict[str, Any]:
        return {"allOf": [{"$ref": REF.format(name=cls.__name__)}]}  # a bare one pydantic would look up itself


Facts = dict[str, int | float | str]
"""Numbers, codes and words by their names."""


class Face(Sent, frozen=True):
    """What is printed on a card, a die or a token: the same in every view, so it is told once, in a catalogue."""

    code: str
    kind: str
    name: str
    facts: Facts = {}


class Piece(Sent, frozen=True, omit_defaults=True):
    """A card, die, token or rider lying somewhere.

    What is printed on it stands in the catalogue of faces under its kind and face. Where a piece comes without its
    print, `name` and `facts` are only what differs from the printed face or is no part of it.
    """

    id: str
    """The element, unique within the view: choices name the elements they belong to."""
    kind: str
    face: str | None = None
    """The component's code; None when only its back is seen."""
    name: str = ""
    facts: Facts = {}
    """Numbers, codes and words by their names: what is printed on it, and how it stands."""
    marks: list[str] = []
    """Its condition: "chosen", "stopped", "spent"."""

    def printed(self, face: Face) -> Piece:
        """Give the piece with all that its face says; what it says itself counts more."""
        return self.but(name=self.name or face.name, facts={**face.facts, **self.facts})


class Zone(Sent, frozen=True, omit_defaults=True):
    """A place where pieces lie: a hand, a pile, a line of the pitch."""

    id: str
    name: str
    owner: int | None = None
    count: int = 0
    pieces: list[Piece] = []


class Counter(Sent, frozen=True, omit_defaults=True):
    """A number that everyone at the table may read."""

    id: str
    name: str
    value: int
    owner: int | None = None
    of: int | None = None
    """What it counts up to, or the total it is part of."""
    text: str = ""
    """The value in words, where a bare number says too little."""
    facts: Facts = {}
    """What else is to be known of it, by its names."""


class Choice(Sent, frozen=True, omit_defaults=True):
    """One legal action."""

    action: int
    notation: str
    label: str = ""
    """What it is called. Where pieces come without their print, one that is called as its elements are may leave it to
    them: then it is their names, each once, with commas between."""
    elements: list[str] = []
    """The pieces or places to click for it; empty for a button."""
    final: bool = True
    """False for a step of a choice that the seat has still to complete: it can be taken back, whatever others do."""
    facts: Facts = {}
    """Chances, costs and what is left, by their names."""
    detail: str = ""
    """The same for people: what follows from it, or the odds, in a line."""


class Happening(Sent, frozen=True, omit_defaults=True):
    """One event that this seat may see."""

    ply: int
    kind: str
    args: dict[str, int]
    """Its numbers by the names that the game gives them."""
    text: str
    rule: str = ""
    clock: str = ""
    """The match clock when it happened."""
    time: str = ""
    """The same in a few signs; nothing where the clock stood still."""


PlayerKind = Literal["person", "bot", "automat"]


class SeatView(Sent, frozen=True, omit_defaults=True):
    """One seat as everyone sees it."""

    seat: int
    name: str
    """What it is called: the name that somebody gave, or the team's."""
    team: str
    score: int
    waiting: bool
    person: str = ""
    """The name that somebody gave; empty for a bot, and where nobody gave one."""
    kind: PlayerKind = "person"


class Ended(Sent, frozen=True):
    """How a match ended otherwise than by its rules."""

    by: Literal["concede", "time", "draw", "abandon"]
    seat: int | None
    """The seat that lost by it; none for a draw, and where everyone has left."""


class Print(Sent, frozen=True):
    """Where the catalogue of faces is that the pieces of a view come without."""

    by: Literal["game", "match"]
    """Whose it is: the game's own, or one that the options of the match have changed."""
    language: str
    digest: str
    """Changes whenever anything in the catalogue does."""


class View(Sent, frozen=True):
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
    seats: list[SeatView]
    zones: list[Zone]
    counters: list[Counter]
    choices: list[Choice]
    can_undo: bool
    events: list[Happening]
    ended: Ended | None = None
    """Set where it did not end by its rules."""
    consequence: str = ""
    """What follows from what the prompt asks for, in a line; it gives way to the detail of a choice that is picked."""
    faces: Print | None = None
    """The catalogue that the pieces are to be read with; None where they are whole."""
