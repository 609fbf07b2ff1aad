"""What changes in a view from one move to the next: all that is sent to whoever follows a match.

`changes(before, after)` and `changed(before, change)` belong together: the second gives `after` again, in full.
Nothing else tells a seat anything about a table, so what a seat may see is still decided by its view alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType, field

from matchday.engine.view import Choice, Counter, Ended, Happening, Piece, SeatView, Sent, View, Zone

Block = TypeVar("Block", Zone, Counter)


class ZoneChange(Sent, frozen=True, omit_defaults=True):
    """What is different in a zone, or a new one."""

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
    clock: str | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    result: list[float] | UnsetType | None = UNSET
    ended: Ended | UnsetType | None = UNSET
    seats: list[SeatView] | UnsetType = UNSET
    choices: list[Choice] | UnsetType = UNSET
    can_undo: bool | UnsetType = UNSET
    pieces: list[Piece] = field(default_factory=list)
    """Those that are new or look different, wherever they lie."""
    zones: list[ZoneChange] = field(default_factory=list)
    zone_ids: list[str] | UnsetType = UNSET
    """All zones in their order, where others are there than before or in another order."""
    counters: list[Counter] = field(default_factory=list)
    """Those that are new or read different."""
    counter_ids: list[str] | UnsetType = UNSET
    events: list[Happening] = field(default_factory=list)
    """Those that are new, as in a view."""


SIMPLE = ("phase", "phase_name", "prompt", "clock", "over", "result", "ended", "seats", "choices", "can_undo")
"""What is sent whole if it is different."""
SAME = ("game", "title", "seat", "faces")
"""What cannot change: a view in which it has is a new one."""


def changes(before: View, after: View) -> Change | None:
    """Tell what is different; None where a whole view has to be sent."""
    if any(getattr(before, name) != getattr(after, name) for name in SAME):
        return None
    found: dict[str, Any] = {}
    for name in SIMPLE:
        value = getattr(after, name)
        if value != getattr(before, name):
            found[name] = value
    touched = different(before.zones, after.zones)
    if touched:
        known = {piece.id: piece for zone in before.zones for piece in zone.pieces}
        found["pieces"] = [piece for zone in touched for piece in zone.pieces if known.get(piece.id) != piece]
        zones = {zone.id: zone for zone in before.zones}
        found["zones"] = [change for zone in touched if (change := zone_change(zones.get(zone.id), zone))]
    if counters := different(before.counters, after.counters):
        found["counters"] = counters
    for name, ids in (("zones", "zone_ids"), ("counters", "counter_ids")):
        order = ids_of(getattr(after, name))
        if order != ids_of(getattr(before, name)):
            found[ids] = order
    return Change(ply=after.ply, events=after.events, **found)


def ids_of(blocks: Sequence[Zone | Counter | Piece]) -> list[str]:
    """List the names of blocks."""
    return [block.id for block in blocks]


def different(old: Sequence[Block], new: Sequence[Block]) -> list[Block]:
    """List the blocks that are new or look different; most are the very same."""
    known = {block.id: block for block in old}
    return [block for block in new if known.get(block.id) is not block and known.get(block.id) != block]


def zone_change(old: Zone | None, new: Zone) -> ZoneChange | None:
    """Tell what is different in a zone besides its pieces."""
    found: dict[str, Any] = {}
    for name in ("name", "owner", "count"):
        if old is None or getattr(old, name) != getattr(new, name):
            found[name] = getattr(new, name)
    if old is None or ids_of(old.pieces) != ids_of(new.pieces):
        found["pieces"] = ids_of(new.pieces)
    return ZoneChange(id=new.id, **found) if found else None


def changed(before: View, change: Change) -> View:
    """Give the view after a change: what a client puts together."""
    found = {name: getattr(change, name) for name in SIMPLE if getattr(change, name) is not UNSET}
    pieces = {piece.id: piece for zone in before.zones for piece in zone.pieces}
    pieces |= {piece.id: piece for piece in change.pieces}
    zones = {zone.id: zone.but(pieces=[pieces[piece.id] for piece in zone.pieces]) for zone in before.zones}
    for each in change.zones:
        zones[each.id] = changed_zone(zones.get(each.id), each, pieces)
    counters = {counter.id: counter for counter in (*before.counters, *change.counters)}
    return before.but(
        ply=change.ply,
        events=change.events,
        zones=[zones[name] for name in or_else(change.zone_ids, ids_of(before.zones))],
        counters=[counters[name] for name in or_else(change.counter_ids, ids_of(before.counters))],
        **found,
    )


def changed_zone(old: Zone | None, change: ZoneChange, pieces: dict[str, Piece]) -> Zone:
    """Give a zone after a change."""
    known = old or Zone(id=change.id, name="")
    lying = or_else(change.pieces, ids_of(known.pieces))
    return known.but(
        name=or_else(change.name, known.name),
        owner=or_else(change.owner, known.owner),
        count=or_else(change.count, known.count),
        pieces=[pieces[name] for name in lying],
    )


def or_else(told: Any, known: Any) -> Any:
    """Give what was told, or what was known."""
    return known if told is UNSET else told


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
