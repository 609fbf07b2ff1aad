"""The verbs of MCS. Clause ids are those of docs/rules/mcs.md.

`legal` is the only source of legality; `apply` assumes it. A phase that asks somebody comes as a pair, `legal_x` above
`apply_x`. What nobody decides is done by `run_on`, one automatic phase after the other.

A seat is asked to attack, defend, open or beat whenever it holds cards, also when none of them fits (MC-R22): a
question that came only to those who can answer would betray their hands. So a pass proves nothing.

Here each phase is handed to its section. The sections, in the order of the rulebook after what all of them need; none
imports a later one:

- `questions`: what all sections ask of the table
- `moves`: what all sections do with it
- `seats`: MC-012, MC-120
- `start`: of a heat, MC-020..027
- `laps`: MC-030..035, and who may open a bend, MC-061, MC-123
- `straight`: MC-040..055
- `bend`: MC-060..071, MC-123, and the aim of a card, MC-R14
- `effects`: of a bend, MC-080..102
- `finish`: and scoring, MC-110..118
"""

from __future__ import annotations

from matchday.engine.log import Log, clear
from matchday.engine.record import Array
from matchday.games.mcs.rules.bend import (
    apply_beat,
    apply_open,
    apply_target,
    legal_beat,
    legal_open,
    legal_target,
    next_beat,
    next_opening,
)
from matchday.games.mcs.rules.effects import (
    apply_arrange,
    apply_overtake,
    apply_victim,
    legal_arrange,
    legal_overtake,
    legal_victim,
    resolve,
)
from matchday.games.mcs.rules.finish import apply_exchange, end_heat, legal_exchange, next_exchange
from matchday.games.mcs.rules.laps import next_lap
from matchday.games.mcs.rules.moves import gather_laps
from matchday.games.mcs.rules.questions import colour_of, seat_points
from matchday.games.mcs.rules.seats import apply_colour, draw_sides, legal_colour, next_colour
from matchday.games.mcs.rules.start import apply_pick, legal_pick, start_heat
from matchday.games.mcs.rules.straight import apply_attack, apply_defend, legal_attack, legal_defend, next_attempt
from matchday.games.mcs.state import COLOURS, HAND, NOBODY, Box, Format, Phase, Table


def deal(box: Box, table: Table, log: Log) -> None:
    """MC-010..012, MC-R28: fight cards and lap cards face down, seats and colours by lot or as agreed."""
    clear(log)
    for card in range(box.total):
        table.cards[card] = card
    table.deck_count = box.total
    gather_laps(box, table)
    for colour in range(COLOURS):
        table.seat_of[colour] = NOBODY
    for seat in range(box.seats):
        table.green_at_most[seat] = HAND
    if box.format != Format.FOURWAY:
        draw_sides(box, table)
    table.phase = Phase.SEATING
    run_on(box, table, log)


def legal(box: Box, table: Table, seat: int, out: Array) -> int:
    """List what this seat may do, lowest number first; return how many."""
    if not table.waiting >> seat & 1:
        return 0
    if table.phase == Phase.ATTACK:
        return legal_attack(box, table, seat, out)
    if table.phase == Phase.DEFEND:
        return legal_defend(box, table, seat, out)
    if table.phase == Phase.OPEN:
        return legal_open(table, seat, out)
    if table.phase == Phase.BEAT:
        return legal_beat(box, table, seat, out)
    if table.phase == Phase.PICK:
        return legal_pick(table, seat, out)
    if table.phase == Phase.ARRANGE:
        return legal_arrange(box, table, seat, out)
    if table.phase == Phase.OVERTAKE:
        return legal_overtake(box, table, seat, out)
    if table.phase == Phase.TARGET:
        return legal_target(box, table, seat, out)
    if table.phase == Phase.VICTIM:
        return legal_victim(box, table, seat, out)
    if table.phase == Phase.EXCHANGE:
        return legal_exchange(table, seat, out)
    return legal_colour(box, table, seat, out)


def apply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play a legal action, then run on to the next decision. Does not check that it is legal."""
    clear(log)
    if table.phase == Phase.ATTACK:
        apply_attack(box, table, seat, action, log)
    elif table.phase == Phase.DEFEND:
        apply_defend(box, table, seat, action, log)
    elif table.phase == Phase.OPEN:
        apply_open(box, table, seat, action, log)
    elif table.phase == Phase.BEAT:
        apply_beat(box, table, seat, action, log)
    elif table.phase == Phase.PICK:
        apply_pick(box, table, seat, action, log)
    elif table.phase == Phase.ARRANGE:
        apply_arrange(table, action, log)
    elif table.phase == Phase.OVERTAKE:
        apply_overtake(table, seat, action, log)
    elif table.phase == Phase.TARGET:
        apply_target(table, seat, action, log)
    elif table.phase == Phase.VICTIM:
        apply_victim(box, table, seat, action, log)
    elif table.phase == Phase.EXCHANGE:
        apply_exchange(box, table, seat, action, log)
    else:
        apply_colour(table, seat, action, log)
    run_on(box, table, log)


def score(box: Box, table: Table, out: Array) -> None:
    """MC-114, MC-125, MC-135: the points of each seat's side, in the four-way meeting its own."""
    for seat in range(box.seats):
        out[seat] = seat_points(box, table, seat)


def result(box: Box, table: Table, out: Array) -> None:
    """MC-002, MC-118, MC-135: 1 for a win, a half for a draw; in the meeting the share of rivals left behind."""
    for seat in range(box.seats):
        share = 0.0
        for other in range(box.seats):
            if box.format == Format.FOURWAY:
                mine = table.rank[colour_of(table, seat)]
                theirs = table.rank[colour_of(table, other)]
                if other != seat:
                    share += (1.0 * (mine < theirs) + 0.5 * (mine == theirs)) / (box.seats - 1)
            elif table.side_of[seat] != table.side_of[other]:
                ours = seat_points(box, table, seat)
                against = seat_points(box, table, other)
                share = 1.0 * (ours > against) + 0.5 * (ours == against)
        out[seat] = share


def run_on(box: Box, table: Table, log: Log) -> None:
    """Do what nobody decides, until somebody is asked or the match is over."""
    while table.phase >= Phase.SEATING:
        if table.phase == Phase.STRAIGHT:
            next_attempt(box, table, log)
        elif table.phase == Phase.BEATING:
            next_beat(box, table, log)
        elif table.phase == Phase.OPENING:
            next_opening(box, table, log)
        elif table.phase == Phase.LAP:
            next_lap(box, table, log)
        elif table.phase == Phase.RESOLVE:
            resolve(box, table, log)
        elif table.phase == Phase.END_HEAT:
            end_heat(box, table, log)
        elif table.phase == Phase.START_HEAT:
            start_heat(box, table, log)
        elif table.phase == Phase.EXCHANGING:
            next_exchange(box, table)
        else:
            next_colour(box, table, log)
