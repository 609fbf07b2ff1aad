"""`Seat`: a match as one seat knows it. It is all that a bot gets, and nothing in it leads to the match itself."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.engine.reading import ReadBox, Reading, reading_of

if TYPE_CHECKING:
    from matchday.engine.view import Choice, View
    from matchday.match.match import Ending
    from matchday.match.past import Told


class Glimpse(NamedTuple):
    """What a seat saw of one ply."""

    ply: int
    before: bytes
    """The table that the move was made at, hidden for this seat: it tells the time."""
    events: tuple[Told, ...]


class Seat(Struct, frozen=True, eq=False, dict=True):
    """One seat at one moment of a match: its number, its box, its hidden table, and what it may do.

    Everything is a copy of what the seat may know. It stays as it is while the match goes on.

    >>> from matchday.match.match import Match
    >>> Match("pilka_w_grze", seed=5).seat(0)
    <seat 0 of pilka_w_grze, ply 0: nothing asked>
    """

    game: Game
    number: int
    """`SPECTATOR` for somebody who only looks on."""
    ply: int
    """How many moves the match has seen."""
    read_box: ReadBox
    """The box as this seat knows it, to read from."""
    known: bytes
    """The table as this seat knows it, as it is kept."""
    actions: tuple[int, ...]
    score: tuple[int, ...]
    past: tuple[Glimpse, ...]
    """What has happened since the seat last moved, or since the ply that was asked for."""
    names: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    ending: Ending | None = None
    result: tuple[float, ...] | None = None
    can_undo: bool = False
    waiting: list[int] = []
    """The seats that owe a decision."""

    @cached_property
    def box(self) -> Any:
        """The box as this seat knows it."""
        return self.game.box_type.from_bytes(self.read_box.tobytes())

    @cached_property
    def table(self) -> Any:
        """The table as this seat knows it."""
        return self.game.table_type.from_bytes(self.known)

    @cached_property
    def reading(self) -> tuple[ReadBox, Reading]:
        """The box and the table to read from, for words and views."""
        return self.read_box, reading_of(self.game.table_type.dtype, self.known)

    def legal(self) -> list[int]:
        """List what the seat may do, in ascending order; nothing if it is not waited for."""
        return list(self.actions)

    def choices(self, language: str = "en") -> list[Choice]:
        """List the same in words, with what each choice leads to."""
        from matchday.match.views import choices

        return choices(self, language)

    def view(self, language: str = "en") -> View:
        """Show all that the seat may see: zones, counters, choices, and what has happened since it last moved."""
        from matchday.match.views import show

        return show(self, language)

    @property
    def is_spectator(self) -> bool:
        """Whether it is nobody's seat."""
        return self.number == SPECTATOR

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.waiting

    def __index__(self) -> int:
        """Stand for its number: `match.play(seat, action)`, `bots[seat]`."""
        return self.number

    def __repr__(self) -> str:
        who = "spectator" if self.is_spectator else f"seat {self.number}"
        asked = f"{len(self.actions)} legal actions" if self.actions else "nothing asked"
        return f"<{who} of {self.game.name}, ply {self.ply}: {asked}>"

    def __str__(self) -> str:
        """Draw the table as this seat sees it."""
        from matchday.match.pictures import seat_text

        return seat_text(self)

    def _repr_html_(self) -> str:
        """Draw the table for a notebook."""
        from matchday.match.pictures import seat_html

        return seat_html(self)
