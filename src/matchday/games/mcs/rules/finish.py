"""Finish and scoring (MC-110..118)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, tell
from matchday.engine.record import Array
from matchday.games.mcs.rules.moves import ask, discard, draw_cards, tell_order, tell_points
from matchday.games.mcs.rules.questions import colour_of
from matchday.games.mcs.state import COLOURS, DONE, Box, Event, Format, Phase, Table


def next_exchange(box: Box, table: Table) -> None:
    """MC-113, MC-R16: each in the order of drawing; whoever holds no card has nothing to exchange."""
    while table.asked < COLOURS:
        seat = table.seat_of[table.asked]
        first = table.asked == colour_of(table, seat)
        table.asked += 1
        if first and table.hand_count[seat]:
            table.marked = 0
            ask(table, Phase.EXCHANGE, seat)
            return
    table.phase = Phase.END_HEAT


def legal_exchange(table: Table, seat: int, out: Array) -> int:
    """MC-113: one more card to exchange, or done."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if not table.marked >> slot & 1:
            out[count] = table.hand[seat, slot]
            count += 1
    out[count] = DONE
    return count + 1


def apply_exchange(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-113, MC-R16: marks are the seat's secret; on "done" the cards go face up and as many are drawn."""
    if action != DONE:
        slot = 0
        while table.hand[seat, slot] != action:
            slot += 1
        table.marked |= 1 << slot
        tell(log, only(seat), Event.MARKED, seat, action)
        return
    size = int(table.hand_count[seat])
    for slot in range(size - 1, -1, -1):
        if table.marked >> slot & 1:
            card = int(table.hand[seat, slot])
            discard(box, table, seat, card)
            tell(log, EVERYONE, Event.THREW, seat, card)
    tell(log, EVERYONE, Event.EXCHANGED, seat, size - int(table.hand_count[seat]))
    draw_cards(box, table, seat, size, log)
    table.marked = 0
    table.phase = Phase.EXCHANGING


def end_heat(box: Box, table: Table, log: Log) -> None:
    """MC-111, MC-114..118, MC-R25: points by place, non-finishers none; then the next heat, a run-off or the end."""
    row = table.heat - 1
    for colour in range(COLOURS):
        table.results[row, colour] = table.riding[colour] * 8
    for place in range(table.racing):
        colour = table.order[place]
        table.results[row, colour] += place
        if not table.tied:
            table.points[colour] += box.points[place]
    for retired in range(table.retired):
        table.results[row, table.out[retired]] += 3 + table.cause[retired]
    tell_order(table, Event.HEAT_RESULT, log)
    if table.tied:
        rank_tied(table)
    else:
        tell_points(table, Event.TOTALS, log)
    if table.heat < box.heats:
        table.phase = Phase.START_HEAT
        return
    if table.heat == box.heats:
        tell_points(table, Event.FULL_TIME, log)
        rank_by_points(table)
    table.tied = next_tie(box, table)
    if table.tied:
        table.phase = Phase.START_HEAT
        return
    if box.format == Format.FOURWAY:
        tell(log, EVERYONE, Event.RANKED, table.rank[0], table.rank[1], table.rank[2], table.rank[3])
    table.phase = Phase.OVER
    table.waiting = 0


def rank_by_points(table: Table) -> None:
    """MC-135: one plus the number of colours with more points."""
    for colour in range(COLOURS):
        table.rank[colour] = 1
        for other in range(COLOURS):
            table.rank[colour] += table.points[other] > table.points[colour]


def next_tie(box: Box, table: Table) -> int:
    """MC-136, MC-R20: the lowest group of players level on points, as a bit mask of colours; 0 if there is none."""
    if box.format != Format.FOURWAY:
        return 0
    for back in range(COLOURS):
        rank = COLOURS - back
        count = 0
        mask = 0
        for colour in range(COLOURS):
            if table.rank[colour] == rank:
                mask |= 1 << colour
                count += 1
        if count > 1 and (rank == 1 or not box.runoff_first_only):
            return mask
    return 0


def rank_tied(table: Table) -> None:
    """MC-136, MC-R20: finishers in their order, then the retired, the latest first."""
    for place in range(table.racing):
        table.rank[table.order[place]] += place
    for retired in range(table.retired):
        table.rank[table.out[retired]] += int(table.racing) + int(table.retired) - 1 - retired
