"""Bend effects (MC-080..102)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.mcs.rules.bend import take_aim, top_card
from matchday.games.mcs.rules.moves import ask, discard_chain, draw_cards, put_in_hand, take_from_hand, tell_order
from matchday.games.mcs.rules.questions import (
    are_rivals,
    colour_of,
    is_own,
    is_partner,
    pair_of,
    place_of,
    rider_at,
    rider_of,
    sees_hand,
)
from matchday.games.mcs.state import (
    COLOURS,
    DECLINE,
    EXTRA,
    MOVER,
    NOBODY,
    ORDER,
    STEPS,
    VICTIM,
    Box,
    Event,
    Op,
    Phase,
    Table,
)


def resolve(box: Box, table: Table, log: Log) -> None:
    """MC-068, MC-069: the winning card's steps, one branch a word; a choice interrupts them."""
    seat = int(table.winner) - 1
    card = top_card(table)
    table.phase = Phase.LAP
    play = box.effects[box.cards[card].effect].play
    while table.step < STEPS:
        step = play[table.step]
        table.step += 1
        if step.op == Op.LOCK_FIRST:  # MC-080
            table.lock_first = table.order[0] + 1
            tell(log, EVERYONE, Event.LOCKED_FIRST, rider_at(table, 0))
        elif step.op == Op.LOCK_LAST:  # MC-082
            table.lock_last |= 1 << table.order[table.racing - 1]
            tell(log, EVERYONE, Event.LOCKED_LAST, rider_at(table, table.racing - 1))
        elif step.op == Op.ARRANGE:  # MC-084..086
            while table.step < STEPS and play[table.step].op == Op.ARRANGE:
                table.step += 1
            arrange(box, table, seat, log)
        elif step.op == Op.OVERTAKE:  # MC-087
            if count_movers(box, table, seat):
                ask(table, Phase.OVERTAKE, seat)
            else:
                tell(log, EVERYONE, Event.NO_EFFECT, seat, card)
        elif step.op == Op.STEAL:  # MC-089
            seek_victim(box, table, seat, log)
        elif step.op == Op.PENDING:  # MC-090, MC-093
            if not table.aim:
                take_aim(box, table, seat, log)
            if table.aim:
                table.trouble = step.a
                table.trouble_of = table.aim - 1
        elif step.op == Op.FORCE_NEXT:  # MC-097..101
            if table.lap < EXTRA:  # MC-R05b
                table.forced = step.a + 1
                tell(log, EVERYONE, Event.CALLED, seat, step.a)
        elif step.op == Op.DRAW:
            discard_chain(table)
            draw_cards(box, table, seat, table.hand_count[seat] + step.a, log)
        elif step.op == Op.END_HEAT:  # MC-102
            tell(log, EVERYONE, Event.WAVED_OFF, seat)
            table.phase = Phase.END_HEAT
        if table.phase < Phase.SEATING:
            return
    table.winner = 0
    discard_chain(table)


def arrange(box: Box, table: Table, seat: int, log: Log) -> None:
    """MC-068, MC-088, MC-R13: the winner must take a legal arrangement; without one nothing happens."""
    count = 0
    found = 0
    for first in range(COLOURS):
        for second in range(COLOURS):
            if arrangement_allowed(box, table, seat, top_card(table), first, second):
                found = first * COLOURS + second
                count += 1
    if count == 0:
        tell(log, EVERYONE, Event.NO_EFFECT, seat, top_card(table))
    elif count == 1:
        put_pair(table, pair_of(table, seat), found // COLOURS, found % COLOURS, log)
    else:
        ask(table, Phase.ARRANGE, seat)


def legal_arrange(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-084..086, MC-R11, MC-R13: the pair's places, in either order, as far as the marks allow."""
    count = 0
    for first in range(COLOURS):
        for second in range(COLOURS):
            if arrangement_allowed(box, table, seat, top_card(table), first, second):
                out[count] = ORDER + pair_of(table, seat) * 16 + first * COLOURS + second
                count += 1
    return count


def apply_arrange(table: Table, action: int, log: Log) -> None:
    """MC-084..086: the pair takes its places, the others keep their relative order."""
    places = (action - ORDER) % 16
    put_pair(table, (action - ORDER) // 16, places // COLOURS, places % COLOURS, log)
    table.phase = Phase.RESOLVE


def arrangement_allowed(box: Box, table: Table, seat: int, card: int, first: int, second: int) -> bool:
    """MC-R13: named on the card, both riders racing, both places there, and no mark in the way."""
    if first == second or first >= table.racing or second >= table.racing:
        return False
    named = False
    for step in box.effects[box.cards[card].effect].play:
        if step.op == Op.ARRANGE:
            if (step.a == first + 1 and step.b == second + 1) or (step.a == second + 1 and step.b == first + 1):
                named = True
    lower = 2 * pair_of(table, seat)
    if not named or place_of(table, lower) == table.racing or place_of(table, lower + 1) == table.racing:
        return False
    free = 0
    for place in range(table.racing):
        colour = table.order[place]
        if colour == lower:
            new = first
        elif colour == lower + 1:
            new = second
        else:
            while free in (first, second):
                free += 1
            new = free
            free += 1
        if (table.lock_first == colour + 1 and new > 0) or (table.lock_last >> colour & 1 and new < place):
            return False
    return True


def put_pair(table: Table, pair: int, first: int, second: int, log: Log) -> None:
    """Move the pair's lower colour to the first of two places and the other to the second."""
    lower = 2 * pair
    one = NOBODY
    two = NOBODY
    for place in range(table.racing):
        colour = table.order[place]
        if colour // 2 != pair:
            if one == NOBODY:
                one = colour
            else:
                two = colour
    for place in range(table.racing):
        if place == first:
            table.order[place] = lower
        elif place == second:
            table.order[place] = lower + 1
        else:
            table.order[place] = one
            one = two
    tell_order(table, Event.ORDER, log)


def legal_overtake(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-087, MC-R12: any rider who can pass the rival ahead of him, or nobody."""
    out[0] = DECLINE
    count = 1
    for colour in range(COLOURS):
        if can_move_up(box, table, seat, colour):
            out[count] = MOVER + colour
            count += 1
    return count


def apply_overtake(table: Table, seat: int, action: int, log: Log) -> None:
    """MC-087: the two swap places without a fight."""
    if action == DECLINE:
        tell(log, EVERYONE, Event.DECLINED, seat)
    else:
        place = place_of(table, action - MOVER)
        passed = table.order[place - 1]
        table.order[place] = passed
        table.order[place - 1] = action - MOVER
        tell(log, EVERYONE, Event.OVERTOOK, rider_of(table, action - MOVER), rider_of(table, passed))
    table.phase = Phase.RESOLVE


def can_move_up(box: Box, table: Table, seat: int, colour: int) -> bool:
    """MC-R12: directly behind a rival, not marked 0, the rival not marked 3; own riders only, if so agreed."""
    place = place_of(table, colour)
    if place == 0 or place == table.racing:
        return False
    ahead = table.order[place - 1]
    if not are_rivals(box, colour, ahead) or table.lock_first == ahead + 1 or table.lock_last >> colour & 1:
        return False
    return bool(box.overtake_any_rider or is_own(box, table, seat, colour))


def count_movers(box: Box, table: Table, seat: int) -> int:
    """Count the riders who could overtake."""
    count = 0
    for colour in range(COLOURS):
        count += can_move_up(box, table, seat, colour)
    return count


def seek_victim(box: Box, table: Table, seat: int, log: Log) -> None:
    """MC-089, MC-130, MC-R30: a rival with cards; asked if there are several, nothing happens if there is none."""
    count = 0
    found = 0
    for other in range(box.seats):
        if can_rob(box, table, seat, other):
            found = other
            count += 1
    if count == 0:
        tell(log, EVERYONE, Event.NO_EFFECT, seat, top_card(table))
    elif count == 1:
        steal(box, table, seat, found, log)
    else:
        ask(table, Phase.VICTIM, seat)


def legal_victim(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-130, MC-R19: any rival who holds a card."""
    count = 0
    for other in range(box.seats):
        if can_rob(box, table, seat, other):
            out[count] = VICTIM + other
            count += 1
    return count


def apply_victim(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-089: a random card changes hands."""
    steal(box, table, seat, action - VICTIM, log)
    table.phase = Phase.RESOLVE


def can_rob(box: Box, table: Table, seat: int, other: int) -> bool:
    """MC-089, MC-130, MC-R20: a rival with cards who has a part in this heat."""
    if other == seat or is_partner(box, table, seat, other) or table.hand_count[other] == 0:
        return False
    return bool(table.riding[colour_of(table, other)] != 0)


def steal(box: Box, table: Table, thief: int, victim: int, log: Log) -> None:
    """MC-089: only the two concerned see the card; the rest lose track of what they knew of the victim's hand."""
    card = int(table.hand[victim, roll(table, table.hand_count[victim])])
    sees = sees_hand(box, table, thief) | sees_hand(box, table, victim)
    for viewer in range(box.seats):
        shift = 4 * viewer
        if sees >> viewer & 1:
            table.known[card] = int(table.known[card]) & (0xFFFF ^ 15 << shift) | 1 << (shift + thief)
            continue
        for other in range(box.total):
            if table.known[other] >> (shift + victim) & 1:
                table.known[other] |= 1 << (shift + thief)
    take_from_hand(table, victim, card)
    put_in_hand(table, thief, card)
    tell(log, sees, Event.STOLE, thief, victim, card)
    tell(log, EVERYONE ^ sees, Event.STOLEN, thief, victim)
