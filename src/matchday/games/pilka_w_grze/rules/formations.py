"""Formations (PG-45..47)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, others, tell
from matchday.engine.record import Array
from matchday.games.pilka_w_grze.state import FORMATION, NONE, Box, Event, Phase, Table


def legal_formation(box: Box, out: Array) -> int:
    """PG-45: any of the formation sides."""
    for number in range(box.formations):
        out[number] = FORMATION + number
    return int(box.formations)


def apply_formation(table: Table, seat: int, action: int, log: Log) -> None:
    """PG-45, PG-46: kept secret until both have chosen, then shown together."""
    table.pick[seat] = action - FORMATION + 1
    table.waiting ^= 1 << seat
    tell(log, only(seat), Event.PICKED, seat, action - FORMATION)
    tell(log, others(seat), Event.HAS_PICKED, seat)
    if table.waiting:
        return
    for side in range(2):
        table.formation[side] = table.pick[side]
        table.pick[side] = NONE
    tell(log, EVERYONE, Event.FORMATIONS, table.formation[0] - 1, table.formation[1] - 1)
    table.phase = Phase.TURN_START
