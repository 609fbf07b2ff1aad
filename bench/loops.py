"""Compiled loops over a game's functions, to time one of them at a time."""

from __future__ import annotations

from typing import Any

from matchday.engine.dice import roll, set_key
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, deal, legal

COLLECT, COPY, COPY_LEGAL, COPY_APPLY = range(4)
SCRATCH, BLANK, FIRST = range(3)  # the tables: one that is played on, one that stays empty, then the positions


def exercise(box: Any, tables: Any, seats: Any, actions: Any, desk: Any, work: int, rounds: int) -> int:
    """Fill `tables` with positions of random matches, or go through them so many times.

    Returns a number that depends on the work, so that none of it can be left out.
    """
    log = desk.log[0]
    out = desk.actions
    table = tables[SCRATCH]
    seen = 0
    if work == COLLECT:
        for place in range(FIRST, len(tables)):
            if table.waiting == 0:
                tables[SCRATCH] = tables[BLANK]
                set_key(table, 1, place)
                deal(box, table, log)
            seat = lowest(table.waiting)
            count = legal(box, table, seat, out)
            seats[place] = seat
            actions[place] = out[roll(desk.dice[0], count)]
            tables[place] = table
            apply(box, table, seat, actions[place], log)
        return len(tables) - FIRST
    for _ in range(rounds):
        for place in range(FIRST, len(tables)):
            tables[SCRATCH] = tables[place]
            if work == COPY_LEGAL:
                seen += legal(box, table, seats[place], out)
            elif work == COPY_APPLY:
                apply(box, table, seats[place], actions[place], log)
            seen += table.waiting
    return seen
