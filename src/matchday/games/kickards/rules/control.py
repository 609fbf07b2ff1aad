"""Game control (KC-150..158): between stars and coach card, where a turn has it."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, only, others, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.moves import enter, purse
from matchday.games.kickards.state import BID, BLUE, COLOURS, GREEN, RED, Box, Event, Phase, Table


def ask_bid(box: Box, table: Table, log: Log) -> None:
    """KC-150, KC-152: everyone who has stars bids, in secret, colour by colour."""
    if not box.control or purse(table, 0) + purse(table, 1) == 0:
        enter(table, Phase.ASK_EARLY_BUY)
        return
    table.waiting = 0
    for seat in range(2):
        if purse(table, seat) and box.automat != seat + 1:
            table.waiting |= 1 << seat
            table.bid_colour[seat] = next_colour(table, seat, 0)
    table.phase = Phase.BID
    if table.waiting == 0:
        settle_bids(box, table, log)


def legal_bid(table: Table, seat: int, out: Array) -> int:
    """KC-152, KC-R28: as many stars of the colour asked for as one likes."""
    count = table.stars[seat, table.bid_colour[seat]] + 1
    for stars in range(count):
        out[stars] = BID + stars
    return int(count)


def apply_bid(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-152: nothing is shown before both have finished."""
    colour = table.bid_colour[seat]
    table.bid[seat, colour] = action - BID
    tell(log, only(seat), Event.CHOSE_BID, seat, colour, action - BID)
    table.bid_colour[seat] = next_colour(table, seat, colour + 1)
    if table.bid_colour[seat] < COLOURS:
        return
    table.waiting ^= 1 << seat
    tell(log, others(seat), Event.HAS_BID, seat)
    if table.waiting == 0:
        settle_bids(box, table, log)


def settle_bids(box: Box, table: Table, log: Log) -> None:
    """KC-153, KC-R28: the token moves by the difference; all stars committed are gone."""
    if box.automat:
        automat_bids(table, int(box.automat) - 1)
    home = int(table.home)
    bids_0 = 0
    bids_1 = 0
    for colour in range(COLOURS):
        bids_0 += int(table.bid[0, colour])
        bids_1 += int(table.bid[1, colour])
        for seat in range(2):
            table.stars[seat, colour] -= table.bid[seat, colour]
            table.bid[seat, colour] = 0
    table.bid_colour[0] = 0
    table.bid_colour[1] = 0
    moved = int(table.control) + (bids_0 - bids_1 if home == 0 else bids_1 - bids_0)
    table.control = min(max(moved, -int(box.track)), int(box.track))
    tell(log, EVERYONE, Event.BIDS, bids_0, bids_1, token_of(table, 0))
    enter(table, Phase.ASK_EARLY_BUY)


def automat_bids(table: Table, seat: int) -> None:
    """KC-R32.5: by the k6; blue first, then the colour it needs least, then its main one."""
    die = roll(table, 6) + 1
    stars = (die - 1) // 2 if die < 5 else die - 3
    main = RED if seat == table.att else GREEN
    for order in range(COLOURS):
        colour = BLUE if order == 0 else (RED + GREEN - main if order == 1 else main)
        given = min(stars, int(table.stars[seat, colour]))
        table.bid[seat, colour] = given
        stars -= given


def next_colour(table: Table, seat: int, colour: int) -> int:
    """Find the next colour of which the seat has a star; three when there is none."""
    while colour < COLOURS and table.stars[seat, colour] == 0:
        colour += 1
    return colour


def unlocked(table: Table, seat: int, space: int) -> bool:
    """KC-154: a space between the middle and the token, on this seat's side."""
    return space <= token_of(table, seat)


def token_of(table: Table, seat: int) -> int:
    """KC-153: where the control token stands for a seat: above 0 on its own side of the track."""
    return int(table.control) if seat == table.home else -int(table.control)


def pay_control(box: Box, table: Table, seat: int, space: int, direction: int, log: Log) -> None:
    """KC-155, KC-156: the token goes back toward the middle at once."""
    cost = int(box.space[space].cost)
    table.control += -cost if seat == table.home else cost
    tell(log, EVERYONE, Event.CONTROL, seat, space, direction, token_of(table, 0))
