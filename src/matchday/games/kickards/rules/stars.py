"""Stars (KC-034..038), with two-man actions and nationality (KC-130..143)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, others, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.moves import ask, enter, rival, seat_of
from matchday.games.kickards.state import (
    BLUE,
    DEFENDER,
    FLAGS,
    GREEN,
    LIVE,
    RED,
    SHOOTER,
    SPLIT,
    STARS,
    SUPPORT,
    Box,
    Event,
    Op,
    Phase,
    Place,
    Table,
)


def reveal(box: Box, table: Table, log: Log) -> None:
    """KC-033, KC-035, KC-036: all cards are turned up; a star for each card, and printed ones to be coloured."""
    for order in range(2):
        seat = table.att if order == 0 else rival(table.att)
        red = 0
        green = 0
        blue = 0
        flags = 0  # four bits a flag
        for card in range(box.deck_size):
            if table.where[seat, card] != Place.LAID:
                continue
            footballer = box.footballers[card]
            red += footballer.colour == RED
            green += footballer.colour == GREEN
            blue += footballer.colour == BLUE
            table.extras[seat] += footballer.stars
            flags += 1 << (4 * int(footballer.flag))
            table.shown[seat] &= ~(1 << card)
            attacker_role = SHOOTER if table.shooter == card + 1 else SUPPORT
            tell(log, EVERYONE, Event.REVEALED, seat, card, DEFENDER if order else attacker_role)
        table.stars[seat, RED] += red
        table.stars[seat, GREEN] += green
        table.stars[seat, BLUE] += blue
        if table.laid_count[seat]:
            tell(log, EVERYONE, Event.BASIC_STARS, seat, red, green, blue)
        if box.nationality:
            add_nations(box, table, seat, flags, log)
    if box.two_man and table.laid_count[table.att] == 2:
        add_pair(box, table, log)
    enter(table, Phase.ASK_STARS)


def add_nations(box: Box, table: Table, seat: int, flags: int, log: Log) -> None:
    """KC-140..142: every card of a flag beyond the first brings its bonus; flags add up."""
    side = int(seat != table.att)
    for flag in range(FLAGS):
        cards = flags >> (4 * flag) & 15
        if cards > 1:
            tell(log, EVERYONE, Event.NATION, seat, flag, cards)
        for number in range(2, cards + 1):
            step = box.nation[side, number]
            line_up_step(table, step.op, step.a, step.b)


def add_pair(box: Box, table: Table, log: Log) -> None:
    """KC-130..135: exactly two attackers in the right roles."""
    att = table.att
    support = 0
    for card in range(box.deck_size):
        if table.where[att, card] == Place.LAID and table.shooter != card + 1:
            support = int(card)
    for number in range(box.pairs):
        pair = box.pair[number]
        roles_fit = box.footballers[table.shooter - 1].position == pair.shooter
        if roles_fit and box.footballers[support].position == pair.support:
            tell(log, EVERYONE, Event.TWO_MAN, att, number)
            line_up_step(table, pair.play[0].op, pair.play[0].a, pair.play[0].b)


def line_up_step(table: Table, op: int, a: int, b: int) -> None:
    """KC-067, KC-136: what a line-up brings adds up with everything else."""
    act = table.acts[LIVE]
    if op == Op.PCT:
        act.line_up += a
    elif op == Op.TWO_SHOTS:
        act.more_shots += 1
    elif op == Op.HALVE:
        act.halvings += 1
    elif op == Op.BONUS:
        table.bonus[seat_of(table, a), b] += 1


def ask_stars(box: Box, table: Table) -> None:
    """KC-036, KC-R04: the attacker colours first; as a house rule both at once, in secret."""
    att = table.att
    owing = (1 if table.extras[0] else 0) | (2 if table.extras[1] else 0)
    if owing == 0:
        enter(table, Phase.ASK_BID)
    elif box.star_choice_secret:
        table.phase = Phase.STARS
        table.waiting = owing
    else:
        ask(table, Phase.STARS, att if table.extras[att] else rival(att))


def legal_stars(table: Table, seat: int, out: Array) -> int:
    """KC-036: every way to divide the printed stars into red, green and blue."""
    count = 0
    for red in range(table.extras[seat] + 1):
        for green in range(table.extras[seat] + 1 - red):
            out[count] = STARS + SPLIT * red + green
            count += 1
    return count


def apply_stars(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-036, KC-R04: the stars join the purse."""
    if not box.star_choice_secret:
        colour_extras(table, seat, action, log)
        enter(table, Phase.ASK_STARS)
        return
    table.pick[seat] = action
    table.waiting ^= 1 << seat
    red = (action - STARS) // SPLIT
    green = (action - STARS) % SPLIT
    tell(log, only(seat), Event.PICKED_STARS, seat, red, green, table.extras[seat] - red - green)
    tell(log, others(seat), Event.HAS_PICKED_STARS, seat)
    if table.waiting:
        return
    for side in range(2):
        if table.extras[side]:
            colour_extras(table, side, table.pick[side], log)
            table.pick[side] = 0
    enter(table, Phase.ASK_BID)


def colour_extras(table: Table, seat: int, action: int, log: Log) -> None:
    """Give the printed stars their colours."""
    red = (action - STARS) // SPLIT
    green = (action - STARS) % SPLIT
    blue = table.extras[seat] - red - green
    table.stars[seat, RED] += red
    table.stars[seat, GREEN] += green
    table.stars[seat, BLUE] += blue
    table.extras[seat] = 0
    tell(log, EVERYONE, Event.EXTRA_STARS, seat, red, green, blue)
