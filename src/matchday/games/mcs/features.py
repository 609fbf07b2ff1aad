"""What a learnt value looks at in MCS, between two: points and heats, the order on the track, riders and cards left."""

from __future__ import annotations

from matchday.engine.inputs import put, starts
from matchday.engine.record import Array
from matchday.games.mcs.rules.bend import top_card
from matchday.games.mcs.rules.questions import is_own, seat_points
from matchday.games.mcs.state import CARDS, COLOURS, FINISH, LAPS, RIDERS, UNKNOWN, Box, Phase, Table

LEADS = 61
HEATS = 20
FEATURES = {
    "lead": LEADS,
    "heat": HEATS,
    "lap": LAPS + 2,
    "phase": 12,
    "host": 2,
    "order": 5 * 16,
    "first is safe": 3,
    "last are stuck": 9,
    "trouble": 5,
    "no card": 3,
    "next lap": 4,
    "finish is near": 8,
    "own riders": COLOURS * RIDERS,
    "rival's riders": COLOURS * RIDERS,
    "own cards": CARDS,
    "rival's cards": CARDS,
}
(
    LEAD,
    HEAT,
    LAP,
    PHASE,
    HOST,
    ORDER,
    SAFE,
    STUCK,
    TROUBLE,
    NO_CARD,
    NEXT,
    FINISHING,
    OWN_RIDERS,
    RIVAL_RIDERS,
    OWN_CARDS,
    RIVAL_CARDS,
) = starts(FEATURES)
CLUES = {
    "place": COLOURS,
    "attack": CARDS + 2,
    "top card": CARDS,
    "top card is own": 2,
    "cards laid": 6,
    "aim": COLOURS + 1,
    "laps to come": 3 * 6,
    "own picks": COLOURS * RIDERS,
    "cards marked": 8,
}
PLACE, ATTACK, TOP, TOP_IS_OWN, CHAIN, AIM, TO_COME, PICKS, MARKED = starts(CLUES, after=FEATURES)


def features(box: Box, table: Table, seat: int, out: Array) -> int:
    """List the inputs that are on, from the side of a seat."""
    other = 1 - seat
    count = put(out, 0, LEAD, LEADS, seat_points(box, table, seat) - seat_points(box, table, other) + LEADS // 2)
    count = put(out, count, HEAT, HEATS, int(table.heat))
    lap = 0 if table.phase == Phase.PICK else min(int(table.lap), LAPS + 1)
    count = put(out, count, LAP, LAPS + 2, lap)
    count = put(out, count, PHASE, 12, int(table.phase))
    count = put(out, count, HOST, 2, int(table.side_of[seat]))
    if table.phase != Phase.PICK:
        count = put_track(box, table, seat, out, count)
        count = put_next(table, out, count)
    for colour in range(COLOURS):
        start = OWN_RIDERS if is_own(box, table, seat, colour) else RIVAL_RIDERS
        for rider in range(RIDERS):
            if table.pool[colour] >> rider & 1:
                count = put(out, count, start, COLOURS * RIDERS, colour * RIDERS + rider)
    for slot in range(table.hand_count[seat]):
        count = put(out, count, OWN_CARDS, CARDS, int(table.hand[seat, slot]))
    for slot in range(table.hand_count[other]):
        if table.hand[other, slot] == UNKNOWN:
            return count
        count = put(out, count, RIVAL_CARDS, CARDS, int(table.hand[other, slot]))
    return count


def put_track(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """List whose riders hold which places, and what marks them."""
    own = 0
    for place in range(table.racing):
        if is_own(box, table, seat, table.order[place]):
            own |= 1 << place
    count = put(out, count, ORDER, 5 * 16, 16 * int(table.racing) + own)
    count = put(out, count, SAFE, 3, whose(box, table, seat, int(table.lock_first)))
    stuck = 0
    for colour in range(COLOURS):
        if table.lock_last >> colour & 1:
            stuck += 3 if is_own(box, table, seat, colour) else 1
    count = put(out, count, STUCK, 9, stuck)
    trouble = int(table.trouble)
    if trouble:
        trouble += 2 * is_own(box, table, seat, table.trouble_of)
    count = put(out, count, TROUBLE, 5, trouble)
    return put(out, count, NO_CARD, 3, whose(box, table, seat, int(table.no_card)))


def whose(box: Box, table: Table, seat: int, marked: int) -> int:
    """Tell whose a marked rider (colour + 1) is: nobody's, one's own, the rival's."""
    if marked == 0:
        return 0
    return 1 if is_own(box, table, seat, marked - 1) else 2


def put_next(table: Table, out: Array, count: int) -> int:
    """List what is known of the next lap: its kind, or how likely it is the finish."""
    count = put(out, count, NEXT, 4, int(table.forced))
    if table.lap >= LAPS:
        return put(out, count, FINISHING, 8, 7)
    left = 0
    for kind in range(3):
        left += int(table.laps[table.lap, kind])
    likely = 6 * int(table.laps[table.lap, FINISH]) // left if left else 2
    return put(out, count, FINISHING, 8, likely)


def clues(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """List what matters to a decision beyond that: the fight under way, the next lap, riders and cards being chosen."""
    if table.phase == Phase.PICK:
        for colour in range(COLOURS):
            if table.seat_of[colour] == seat and table.pick[colour]:
                count = put(out, count, PICKS, COLOURS * RIDERS, colour * RIDERS + int(table.pick[colour]) - 1)
        return count
    count = put(out, count, PLACE, COLOURS, int(table.place))
    count = put(out, count, ATTACK, CARDS + 2, int(table.attack))
    if table.chain_count:
        count = put(out, count, TOP, CARDS, top_card(table))
        count = put(out, count, TOP_IS_OWN, 2, int(table.side_of[table.top_seat] == table.side_of[seat]))
    count = put(out, count, CHAIN, 6, int(table.chain_count))
    count = put(out, count, AIM, COLOURS + 1, int(table.aim))
    if table.lap < LAPS:
        for kind in range(3):
            count = put(out, count, TO_COME + 6 * kind, 6, int(table.laps[table.lap, kind]))
    marked = 0
    for slot in range(table.hand_count[seat]):
        marked += int(table.marked) >> slot & 1
    return put(out, count, MARKED, 8, marked)
