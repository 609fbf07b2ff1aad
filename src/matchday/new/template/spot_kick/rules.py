"""The verbs of Spot Kick, in the order of its rules."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, clear, only, others, tell
from matchday.engine.record import Array

from .state import CORNERS, Box, Event, Phase, Table

BOTH = 0b11


def deal(box: Box, table: Table, log: Log) -> None:
    """SK-01: nothing is dealt; seat 0 kicks first."""
    clear(log)
    next_kick(table, log)


def kicker(table: Table) -> int:
    """SK-02: the sides kick in turn."""
    return int(table.kick) % 2


def next_kick(table: Table, log: Log) -> None:
    """SK-03: both are asked at once, and neither sees what the other chooses."""
    table.phase = Phase.CHOICE
    table.waiting = BOTH
    table.choice[0] = 0
    table.choice[1] = 0
    tell(log, EVERYONE, Event.KICK, kicker(table), int(table.kick) + 1)


def legal(box: Box, table: Table, seat: int, out: Array) -> int:
    """SK-03: any corner, in ascending order."""
    for corner in range(CORNERS):
        out[corner] = corner
    return CORNERS


def apply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Lay a choice face down; when both lie there, the kick is taken."""
    clear(log)
    table.choice[seat] = action + 1
    table.waiting = int(table.waiting) & ~(1 << seat)
    tell(log, only(seat), Event.CHOSE, seat, action)
    tell(log, others(seat), Event.HAS_CHOSEN, seat)
    if table.waiting == 0:
        take_kick(box, table, log)


def take_kick(box: Box, table: Table, log: Log) -> None:
    """SK-04, SK-05: a kick past the keeper is a goal; against one who waits there the die decides."""
    side = kicker(table)
    aim = int(table.choice[side]) - 1
    dive = int(table.choice[1 - side]) - 1
    table.shown[0] = table.choice[0]
    table.shown[1] = table.choice[1]
    tell(log, EVERYONE, Event.SHOWN, aim, dive)
    scores = aim != dive
    if not scores:
        shown = roll(table, box.sides) + 1
        tell(log, EVERYONE, Event.ROLLED, 1 - side, shown)
        scores = shown > box.saved[aim]
        note_luck(box, table, side, aim, scores)
    if scores:
        table.goals[side] += 1
        tell(log, EVERYONE, Event.GOAL, side, table.goals[0], table.goals[1])
    else:
        tell(log, EVERYONE, Event.SAVED, 1 - side)
    table.kick += 1
    if table.kick < 2 * box.kicks:
        next_kick(table, log)
    else:
        finish(table, log)


def note_luck(box: Box, table: Table, side: int, aim: int, scores: bool) -> None:
    """Note what the die gave or took, so that bots can tell a good choice from a lucky one."""
    chance = 10_000 * (int(box.sides) - int(box.saved[aim])) // int(box.sides)
    table.luck[side] += 10_000 * int(scores) - chance
    table.hazard[side] += chance * (10_000 - chance) // 10_000


def finish(table: Table, log: Log) -> None:
    """SK-06, SK-07: more goals win; the lot decides a level match."""
    table.phase = Phase.OVER
    table.waiting = 0
    table.choice[0] = 0
    table.choice[1] = 0
    if table.goals[0] == table.goals[1]:
        table.winner = roll(table, 2) + 1
        tell(log, EVERYONE, Event.LOT, int(table.winner) - 1)
    else:
        table.winner = 1 + int(table.goals[1] > table.goals[0])
    tell(log, EVERYONE, Event.FULL_TIME, table.goals[0], table.goals[1])


def score(box: Box, table: Table, out: Array) -> None:
    """Count goals."""
    out[0] = table.goals[0]
    out[1] = table.goals[1]


def result(box: Box, table: Table, out: Array) -> None:
    """The winner takes all."""
    out[0] = 1.0 if table.winner == 1 else 0.0
    out[1] = 1.0 - out[0]
