"""What changes in a view from one move to the next: all that is sent to whoever follows a match.

`changes(before, after)` and `changed(before, change)` belong together: the second gives `after` again, in full.
Nothing else tells a seat anything about a table, so what a seat may see is still decided by its view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from matchday.engine.view import Choice, Counter, Ended, Happening, Piece, PlayerKind, SeatView, Sent, View, Zone

Block = TypeVar("Block", SeatView, Zone, Counter, Choice)


class SeatChange(Sent, frozen=True, omit_defaults=True):
    """What is different of a seat."""

    seat: int
    name: str | UnsetType = UNSET
    team: str | UnsetType = UNSET
    score: int | UnsetType = UNSET
    waiting: bool | UnsetType = UNSET
    person: str | UnsetType = UNSET
    kind: PlayerKind | UnsetType = UNSET


class ZoneChange(Sent, frozen=True, omit_defaults=True):
    """What is different in a zone; of a new one, what is different from an empty one that nobody owns."""

    id: str
    name: str | UnsetType = UNSET
    owner: int | UnsetType | None = UNSET
    count: int | UnsetType = UNSET
    pieces: list[str] | UnsetType = UNSET
    """The ids of all that lie here, in their order."""


class Change(Sent, frozen=True, omit_defaults=True):
    """What is different from the view before. What is left out has stayed as it was."""

    ply: int
    phase: str | UnsetType = UNSET
    phase_name: str | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    consequence: str | UnsetType = UNSET
    clock: str | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    result: list[float] | UnsetType | None = UNSET
    ended: Ended | UnsetType | None = UNSET
    can_undo: bool | UnsetType = UNSET
    seats: list[SeatChange] | UnsetType = UNSET
    pieces: list[Piece] | UnsetType = UNSET
    """Those that are new or look different, wherever they lie."""
    zones: list[ZoneChange] | UnsetType = UNSET
    zone_ids: list[str] | UnsetType = UNSET
    """All zones in their order, where others are there than before or in another order."""
    counters: list[Counter] | UnsetType = UNSET
    """Those that are new or read different."""
    counter_ids: list[str] | UnsetType = UNSET
    choices: list[Choice] | UnsetType = UNSET
    """Those that are new or different; an action is what a choice is known by."""
    actions: list[int] | UnsetType = UNSET
    """The actions of all choices in their order, where others are there than before or in another order."""
    events: list[Happening] | UnsetType = UNSET
    """Those that are new, as in a view; none if it is left out."""


PLAIN = ("phase", "phase_name", "prompt", "consequence", "clock", "over", "result", "ended", "can_undo")
"""What is sent whole if it is different."""
SAME = ("game", "title", "seat", "faces")
"""What cannot change: a view in which it has is a new one."""
ID, ACTION, SEAT = map(attrgetter, ("id", "action", "seat"))
"""What blocks are known by."""
OF_SEAT, OF_ZONE = SeatChange.__struct_fields__[1:], ("name", "owner", "count")
"""What may be different of them."""


def changes(before: View, after: View) -> Change | None:
    """Tell what is different; None where a whole view has to be sent."""
    seats, other_seats = compared(before.seats, after.seats, SEAT)
    if other_seats is not UNSET or different(before, after, SAME):
        return None
    zones, zone_ids = compared(before.zones, after.zones, ID)
    counters, counter_ids = compared(before.counters, after.counters, ID)
    choices, actions = compared(before.choices, after.choices, ACTION)
    return Change(
        after.ply,
        **different(before, after, PLAIN),
        seats=[SeatChange(new.seat, **different(old, new, OF_SEAT)) for old, new in seats] or UNSET,
        pieces=different_pieces(zones) or UNSET,
        zones=[change for pair in zones if (change := zone_change(*pair))] or UNSET,
        zone_ids=zone_ids,
        counters=[new for _, new in counters] or UNSET,
        counter_ids=counter_ids,
        choices=[new for _, new in choices] or UNSET,
        actions=actions,
        events=after.events or UNSET,
    )


def compared(
    old: Sequence[Block], new: Sequence[Block], name_of: Callable[[Block], Any]
) -> tuple[list[tuple[Block | None, Block]], list[Any] | UnsetType]:
    """Pair blocks that are new or look different with what they were, and name all in their order where it is another.
    Most are the very same.
    """
    if old is new:
        return [], UNSET
    before, names = [*map(name_of, old)], [*map(name_of, new)]
    known = old if before == names else map(dict(zip(before, old, strict=True)).get, names)
    pairs = [(was, now) for was, now in zip(known, new, strict=True) if was is not now and was != now]
    return pairs, UNSET if known is old else names


def different(old: Any, new: Any, names: Sequence[str]) -> dict[str, Any]:
    """Give what is different of a block."""
    return {name: value for name in names if (value := getattr(new, name)) != getattr(old, name)}


def different_pieces(zones: Sequence[tuple[Zone | None, Zone]]) -> list[Piece]:
    """List the pieces that are new or look different: as no two have the same id, none of them has come from a zone
    that is as it was.
    """
    known = {piece.id: piece for old, _ in zones if old for piece in old.pieces}
    return [piece for _, zone in zones for piece in zone.pieces if known.get(piece.id) != piece]


def zone_change(old: Zone | None, new: Zone) -> ZoneChange | None:
    """Tell what is different in a zone besides its pieces."""
    old = old or Zone(new.id, "")
    found, lying = different(old, new, OF_ZONE), [piece.id for piece in new.pieces]
    if lying != [piece.id for piece in old.pieces]:
        found["pieces"] = lying
    return ZoneChange(new.id, **found) if found else None


def changed(before: View, change: Change) -> View:
    """Give the view after a change: what a client puts together."""
    pieces = {piece.id: piece for zone in before.zones for piece in zone.pieces}
    pieces |= {piece.id: piece for piece in change.pieces or ()}
    zones = {zone.id: zone for zone in before.zones}
    lying = {zone.id: [piece.id for piece in zone.pieces] for zone in before.zones}
    for each in change.zones or ():
        told = parts_told(each)
        lying[each.id] = told.pop("pieces", lying.get(each.id, []))
        zones[each.id] = zones.get(each.id, Zone(each.id, "")).but(**told)
    seats = {each.seat: parts_told(each) for each in change.seats or ()}
    return before.but(
        **{name: value for name, value in parts_told(change).items() if name in PLAIN},
        ply=change.ply,
        seats=[seat.but(**seats.get(seat.seat, {})) for seat in before.seats],
        zones=[
            zones[name].but(pieces=[pieces[each] for each in lying[name]])
            for name in (change.zone_ids if change.zone_ids is not UNSET else map(ID, before.zones))
        ],
        counters=merged(before.counters, change.counters, change.counter_ids, ID),
        choices=merged(before.choices, change.choices, change.actions, ACTION),
        events=change.events or [],
    )


def parts_told(change: Sent) -> dict[str, Any]:
    """Give all that is told, by its names."""
    return {name: value for name in change.__struct_fields__ if (value := getattr(change, name)) is not UNSET}


def merged(old: Sequence[Any], fresh: Any, names: Any, name_of: Callable[[Any], Any]) -> list[Any]:
    """Give blocks after a change."""
    known = {name_of(block): block for block in (*old, *(fresh or ()))}
    return [known[name] for name in (names if names is not UNSET else map(name_of, old))]


class Follower:
    """Somebody who follows a table over the socket: puts views together from what comes."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.version = -1

    def read(self, message: Mapping[str, Any]) -> bool:
        """Take in a message, as JSON reads it. Tells whether the view is up to date; if not, ask for a whole one."""
        if message["type"] == "view":
            self.view = msgspec.convert(message["view"], View)
        elif message["type"] == "step":
            if self.view is None or message["builds_on"] != self.version:
                return False
            self.view = changed(self.view, msgspec.convert(message["change"], Change))
        else:
            return True
        self.version = message["version"]
        return True
