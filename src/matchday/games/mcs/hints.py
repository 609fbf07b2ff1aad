"""Cheap playing sense for MCS: what a decent manager does at a glance.

Attack and defend with the widest card. In a bend weigh what each card would do to the points of the heat, chance of the
next lap included, against what happens without it, and spend a card only for a real gain. Pick riders by lot, every
other time two of equal rank, since any fixed pattern can be read. Throw away cards that are poor in both halves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchday.engine.dice import roll
from matchday.engine.record import Array
from matchday.games.mcs.rules.bend import top_card
from matchday.games.mcs.rules.effects import arrangement_allowed, can_move_up
from matchday.games.mcs.rules.questions import is_own, pair_of, place_of, seat_points
from matchday.games.mcs.rules.start import colour_to_pick
from matchday.games.mcs.state import (
    ATTACK,
    CARDS,
    COLOURS,
    DECLINE,
    DONE,
    FINISH,
    HELMET,
    LAPS,
    LAST,
    MOVER,
    ORDER,
    OUT,
    PASS,
    RIDERS,
    TARGET,
    VICTIM,
    Box,
    Format,
    Op,
    Phase,
    Table,
)

SPEND = 0.3  # points that a card must gain in a bend to be worth spending
FADE = 0.8  # what is left of a lead for every fight still to come
CARD = 0.4  # points that a card in hand is worth
KEEP = 2.0  # worth below which a card is exchanged


def moment(box: Box, table: Table) -> int:
    """Count laps; the start, before which the lap is still that of the last heat, is one too."""
    lap = 0 if table.phase == Phase.PICK else min(int(table.lap), LAPS)
    return (LAPS + 1) * int(table.heat) + lap


def luck(box: Box, table: Table, seat: int) -> int:
    """Give nothing: points are won by many small steps."""
    return 0


def hazard(box: Box, table: Table, seat: int) -> int:
    """Give nothing, as `luck` does."""
    return 0


def choose(box: Box, table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """Choose one of the legal actions; the table is a hidden one."""
    if count == 1:
        return out[0]
    if table.phase == Phase.ATTACK or table.phase == Phase.DEFEND:
        return choose_widest(box, out, count)
    if table.phase == Phase.OPEN or table.phase == Phase.BEAT:
        return choose_bend(box, table, seat, out, count)
    if table.phase == Phase.PICK:
        return choose_rider(table, seat, out, count, dice)
    if table.phase == Phase.EXCHANGE:
        return choose_exchange(box, out, count)
    if table.phase == Phase.COLOUR:
        return choose_colour(box, out, count)
    if table.phase == Phase.VICTIM:
        return choose_victim(box, table, out, count, dice)
    return choose_effect(box, table, seat, out, count, dice)


# ---------------------------------------------------------------- straights


def choose_widest(box: Box, out: Array, count: int) -> int:
    """Lay the card with most letters; among equals the one whose effect is missed least."""
    best = PASS
    best_value = -1.0
    for place in range(count):
        if out[place] < CARDS:
            value = 10.0 * letters(box, out[place]) - effect_worth(box, out[place])
            if value > best_value:
                best_value = value
                best = out[place]
    return best


def letters(box: Box, card: int) -> int:
    """Count the letters on a card's upper half."""
    count = 0
    for track in range(4):
        count += box.cards[card].tracks >> track & 1
    return count


# ---------------------------------------------------------------- bends


def choose_bend(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Lay the card that gains most against doing nothing, if it gains enough."""
    order = np.zeros(COLOURS, np.int64)
    if table.phase == Phase.BEAT:
        without = value_of_card(box, table, seat, table.top_seat, top_card(table), order)
    else:
        without = prospect(box, table, seat)
    best = PASS
    best_gain = SPEND
    for place in range(count):
        card = out[place]
        if card >= CARDS:
            continue
        gain = value_of_card(box, table, seat, seat, card, order) - without
        if gain > best_gain:
            best_gain = gain
            best = card
    return best


def prospect(box: Box, table: Table, seat: int) -> float:
    """What the order held now promises: the lead fades with the fights that may still come."""
    return standing(box, table, seat, table.order, table.racing) * (1.0 - (1.0 - FADE) * fights_left(table))


def fights_left(table: Table) -> float:
    """How many fights are to be expected after this one."""
    expected = 0.0
    reach = 1.0
    for lap in range(table.lap, LAPS):
        reach *= 1.0 - chance(table, lap, FINISH)
        expected += reach
    return expected


def chance(table: Table, lap: int, kind: int) -> float:
    """How likely the lap after `lap` is of a kind; beyond the last lap comes the finish."""
    if lap >= LAPS:
        return 1.0 * (kind == FINISH)
    left = 0
    for other in range(3):
        left += table.laps[lap, other]
    return table.laps[lap, kind] / left if left else 1.0 / 3.0


def standing(box: Box, table: Table, seat: int, order: Array, racing: int) -> float:
    """The points of an order: one's own less the rivals', in the four-way meeting less their mean."""
    value = 0.0
    for place in range(racing):
        points = 1.0 * box.points[place]
        if is_own(box, table, seat, order[place]):
            value += points
        elif box.format == Format.FOURWAY:
            value -= points / 3.0
        else:
            value -= points
    return value


def value_of_card(box: Box, table: Table, seat: int, owner: int, card: int, order: Array) -> float:
    """What it is worth to `seat` if the owner's card wins the bend and the owner makes the best of it."""
    fade = 1.0 - (1.0 - FADE) * fights_left(table)
    sign = 1.0 if is_own_seat(box, table, seat, owner) else -1.0
    value = standing(box, table, seat, table.order, table.racing)
    bonus = 0.0
    for step in box.effects[box.cards[card].effect].play:
        if step.op == Op.ARRANGE:
            if best_arrangement(box, table, owner, card, order):
                value = standing(box, table, seat, order, table.racing)
            break
        if step.op == Op.OVERTAKE:
            if best_overtaking(box, table, owner, order):
                value = standing(box, table, seat, order, table.racing)
        elif step.op == Op.PENDING:
            value = best_trouble(box, table, seat, owner, step.a, order)
        elif step.op == Op.END_HEAT:
            fade = 1.0
        elif step.op == Op.LOCK_FIRST:
            bonus += lock_value(box, table, seat, 0)
        elif step.op == Op.LOCK_LAST:
            bonus += lock_value(box, table, seat, table.racing - 1)
        elif step.op == Op.STEAL:
            bonus += 2.0 * sign * CARD
        elif step.op == Op.DRAW:
            bonus += sign * CARD * step.a
    return value * fade + bonus


def is_own_seat(box: Box, table: Table, seat: int, other: int) -> bool:
    """Tell whether two seats want the same."""
    return bool(seat == other or (box.format != Format.FOURWAY and table.side_of[seat] == table.side_of[other]))


def lock_value(box: Box, table: Table, seat: int, place: int) -> float:
    """What a mark saves or costs: the points that would have faded from the place it fixes."""
    lost = (1.0 - FADE) * fights_left(table) * 3.0
    first = place == 0
    own = is_own(box, table, seat, table.order[place])
    return lost if first == own else -lost


def best_arrangement(box: Box, table: Table, owner: int, card: int, order: Array) -> bool:
    """Write the arrangement that the owner likes best; tell whether there is one."""
    found = False
    best_first = 0
    best_second = 0
    best = 0.0
    for first in range(COLOURS):
        for second in range(COLOURS):
            if arrangement_allowed(box, table, owner, card, first, second):
                write_arrangement(table, pair_of(table, owner), first, second, order)
                value = standing(box, table, owner, order, table.racing)
                if not found or value > best:
                    best = value
                    best_first = first
                    best_second = second
                    found = True
    if found:
        write_arrangement(table, pair_of(table, owner), best_first, best_second, order)
    return found


def write_arrangement(table: Table, pair: int, first: int, second: int, order: Array) -> None:
    """Write the order in which a pair holds two places and the others follow as they are."""
    free = 0
    for place in range(table.racing):
        colour = table.order[place]
        if colour == 2 * pair:
            order[first] = colour
        elif colour == 2 * pair + 1:
            order[second] = colour
        else:
            while free in (first, second):
                free += 1
            order[free] = colour
            free += 1


def best_overtaking(box: Box, table: Table, owner: int, order: Array) -> bool:
    """Write the order after the overtaking that the owner likes best; tell whether one gains them anything."""
    best = standing(box, table, owner, table.order, table.racing)
    mover = -1
    for colour in range(COLOURS):
        if can_move_up(box, table, owner, colour):
            write_overtaking(table, colour, order)
            value = standing(box, table, owner, order, table.racing)
            if value > best:
                best = value
                mover = colour
    if mover >= 0:
        write_overtaking(table, mover, order)
    return mover >= 0


def write_overtaking(table: Table, mover: int, order: Array) -> None:
    """Write the order after a rider has passed the one ahead of him."""
    for place in range(table.racing):
        order[place] = table.order[place]
    place = place_of(table, mover)
    order[place] = order[place - 1]
    order[place - 1] = mover


def best_trouble(box: Box, table: Table, seat: int, owner: int, trouble: int, order: Array) -> float:
    """What trouble for the rival whom the owner would choose is worth to `seat`."""
    if owner != seat and table.aim:
        return trouble_value(box, table, seat, trouble, table.aim - 1, order)
    target = -1
    best = 0.0
    for colour in range(COLOURS):
        if place_of(table, colour) < table.racing and not is_own(box, table, owner, colour):
            value = trouble_value(box, table, owner, trouble, colour, order)
            if target < 0 or value > best:
                best = value
                target = colour
    if target < 0:
        return standing(box, table, seat, table.order, table.racing)
    return trouble_value(box, table, seat, trouble, target, order)


def trouble_value(box: Box, table: Table, seat: int, trouble: int, target: int, order: Array) -> float:
    """The standing to be expected once the next lap has decided what comes of a rider's trouble."""
    now = standing(box, table, seat, table.order, table.racing)
    value = 0.0
    for kind in range(3):
        likely = chance(table, table.lap, kind)
        after = box.trouble[trouble, kind]
        if table.lap >= LAPS and box.lap4_pending_void:
            value += likely * now
        elif after in (OUT, LAST):
            racing = 0
            for place in range(table.racing):
                if table.order[place] != target:
                    order[racing] = table.order[place]
                    racing += 1
            if after == LAST:
                order[racing] = target
                racing += 1
            value += likely * standing(box, table, seat, order, racing)
        else:
            value += likely * now
    return value


def choose_effect(box: Box, table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """Carry out a won card: the arrangement, overtaking or target that promises most; among equals by lot."""
    order = np.zeros(COLOURS, np.int64)
    best = out[0]
    best_value = 0.0
    ties = 0
    for place in range(count):
        action = out[place]
        if action >= ORDER:
            places = (action - ORDER) % 16
            write_arrangement(table, (action - ORDER) // 16, places // COLOURS, places % COLOURS, order)
            value = standing(box, table, seat, order, table.racing)
        elif action >= MOVER:
            write_overtaking(table, action - MOVER, order)
            value = standing(box, table, seat, order, table.racing)
        elif action == DECLINE:
            value = standing(box, table, seat, table.order, table.racing)
        else:
            target = action - TARGET
            value = trouble_value(box, table, seat, trouble_on_top(box, table), target, order)
            value += 0.001 * table.points[target]  # among equals the one who has most
        if ties == 0 or value > best_value:
            best_value = value
            ties = 0
        if value == best_value:
            ties += 1
            if roll(dice, ties) == 0:
                best = action
    return best


def trouble_on_top(box: Box, table: Table) -> int:
    """Tell which trouble the top card brings."""
    for step in box.effects[box.cards[top_card(table)].effect].play:
        if step.op == Op.PENDING:
            return step.a
    return 1


def choose_victim(box: Box, table: Table, out: Array, count: int, dice: Any) -> int:
    """Rob the rival with most points, among equals the one with fewest cards, who misses one most; then by lot."""
    best = out[0]
    best_value = -1
    ties = 0
    for place in range(count):
        other = out[place] - VICTIM
        value = seat_points(box, table, other) * 16 + 8 - int(table.hand_count[other])
        if value > best_value:
            best_value = value
            ties = 0
        if value == best_value:
            ties += 1
            if roll(dice, ties) == 0:
                best = out[place]
    return best


# ---------------------------------------------------------------- before and after the heat


def choose_rider(table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """By lot; every other time the second rider has the rank of the first, since such pairs fill places in a row."""
    colour = colour_to_pick(table, seat)
    if roll(dice, 2):
        for other in range(colour):
            if table.seat_of[other] == seat:
                rank = 0
                for place in range(table.pick[other] - 1):
                    rank += table.pool[other] >> place & 1
                return out[rank]
    return out[roll(dice, count)]


def choose_colour(box: Box, out: Array, count: int) -> int:
    """Take the helmets with the highest numbers."""
    best = out[0]
    best_sum = -1
    for place in range(count):
        total = 0
        for rider in range(RIDERS):
            total += box.number[(out[place] - HELMET) * RIDERS + rider]
        if total > best_sum:
            best_sum = total
            best = out[place]
    return best


def choose_exchange(box: Box, out: Array, count: int) -> int:
    """Mark what is poor in both halves."""
    for place in range(count):
        if out[place] != DONE and card_worth(box, out[place]) < KEEP:
            return out[place]
    return DONE


def card_worth(box: Box, card: int) -> float:
    """What a card is worth in hand: its letters and its effect."""
    reach = letters(box, card) - (0 if box.cards[card].kind == ATTACK else 1)
    return 0.6 * reach + effect_worth(box, card)


def effect_worth(box: Box, card: int) -> float:
    """What a card's lower half is worth in hand."""
    step = box.effects[box.cards[card].effect].play[0]
    if step.op == Op.ARRANGE:
        return 3.0 if step.a + step.b == 3 else 4.0 - 0.5 * (step.a + step.b)
    if step.op == Op.END_HEAT or step.op == Op.OVERTAKE:
        return 1.5
    return 1.0
