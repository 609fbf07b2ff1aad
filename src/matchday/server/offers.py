"""What needs everybody's consent: taking back a move that others have seen, a draw, another match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from matchday.engine.options import Option, Options
from matchday.match.match import Match

What: TypeAlias = Literal["undo", "draw", "rematch"]


@dataclass
class Offer:
    """Something that a seat has proposed, and who agrees."""

    what: What
    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


def undo_target(match: Match, seat: int) -> int | None:
    """Give the ply to go back to so that a seat's last move is undone by consent.

    None where the seat has not moved, or where a card was drawn or a die rolled since: that is never taken back.
    """
    own = [ply for ply, move in enumerate(match.moves) if move.seat == seat]
    if not own or match.over:
        return None
    is_plain = match.table_at(own[-1]).counter == match.table.counter
    return own[-1] if is_plain else None


def rotated(options: dict[str, Option], chosen: Options, seats: int) -> Options:
    """Let what belongs to a seat alone, such as its deck, follow the person to the next seat."""
    found = dict(chosen)
    for name, option in options.items():
        if option.secret_of is None:
            continue
        following = f"{name.removesuffix(f'_{option.secret_of}')}_{(option.secret_of + 1) % seats}"
        if following in options:
            found[following] = chosen[name]
    return found
