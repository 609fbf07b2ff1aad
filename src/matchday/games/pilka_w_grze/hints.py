"""Cheap playing sense for Piłka w grze!: what a decent card player does at a glance.

Attack with what the rival can hardly answer, keep balls for the shot, answer whenever possible and fouls last, shoot
with as many cards as promise most, save with the cheapest cards that suffice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchday.engine.dice import roll
from matchday.engine.record import Array
from matchday.games.pilka_w_grze.rules.questions import (
    cards_shot,
    chosen_count,
    is_foul,
    is_ordinary,
    laid_balls,
    rival,
    side_zone,
)
from matchday.games.pilka_w_grze.secrets import unseen
from matchday.games.pilka_w_grze.state import (
    DECK,
    DECLINE,
    FORMATION,
    HAND,
    KINDS,
    LAY_ALL,
    OPP,
    SHOOT,
    STOP,
    TACTIC,
    UNKNOWN,
    Box,
    Op,
    Phase,
    Table,
)

SAMPLES = 48  # imagined hands of the defender behind the choice of a shot
GOOD_LONG_SHOT = 7  # balls in hand, the cost not counted, that make a long shot worth its two cards


def moment(box: Box, table: Table) -> int:
    """Count turns."""
    return int(table.turn)


def luck(box: Box, table: Table, seat: int) -> int:
    """Give nothing: no dice: every shot is cards against cards."""
    return 0


def hazard(box: Box, table: Table, seat: int) -> int:
    """Give nothing, as `luck` does."""
    return 0


def choose(box: Box, table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """Choose one of the legal actions; the table is a hidden one."""
    if count == 1:
        return out[0]
    if table.phase == Phase.FORMATION:
        return choose_formation(box, out, count, dice)
    if table.phase == Phase.ATTACK:
        return choose_attack(box, table, seat, out, count)
    if table.phase == Phase.REPLY:
        return choose_reply(box, table, out, count)
    if table.phase == Phase.FOUL_RESPONSE or table.phase == Phase.AFTER_BLOCK:
        return choose_special(box, out, count)
    if table.phase == Phase.SHOT_ATTACK:
        return choose_shot(box, table, seat, dice)
    if table.phase == Phase.PAY:
        return least_worth(box, out, count)
    return choose_save(box, table, seat, out, count)


def worth(box: Box, card: int) -> int:
    """Say what a card is worth in hand: its symbols, and something for a foul or a dribble."""
    return int(box.cards[card].balls) + int(box.cards[card].gloves) + 2 * is_foul(box, card)


def least_worth(box: Box, out: Array, count: int) -> int:
    """Give the listed card that is missed least."""
    best = out[0]
    for place in range(1, count):
        if worth(box, out[place]) < worth(box, best):
            best = out[place]
    return best


def choose_formation(box: Box, out: Array, count: int, dice: Any) -> int:
    """Prefer actions in midfield and in the rival's box; among equals by lot, since the choice is simultaneous."""
    best = 0
    ties = 0
    chosen = out[0]
    for place in range(count):
        row = out[place] - FORMATION + 1
        value = int(box.formation[row, 1]) + int(box.formation[row, 2])
        if value > best:
            best = value
            ties = 0
        if value == best:
            ties += 1
            if roll(dice, ties) == 0:
                chosen = out[place]
    return chosen


def choose_attack(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Take a free tactic; otherwise play the type with the fewest unseen counters, spending the poorest card."""
    pool = np.zeros(DECK, np.uint8)
    size = unseen(box, table, seat, pool)
    best = out[0]
    best_cost = 1 << 30
    for place in range(count):
        action = out[place]
        if action >= TACTIC:
            if tactic_pays(box, table, seat, action - TACTIC):
                return action
            continue
        if action == STOP:
            continue
        half = box.cards[action].attack
        if not is_ordinary(box, action):
            half = table.last_type[seat]
        counters = 0
        for card in range(size):
            counters += box.cards[pool[card]].defence == box.attacks[half].counter
        spent = int(box.cards[action].balls) * 2 if side_zone(table) == OPP else worth(box, action)
        cost = counters * 16 + spent
        if cost < best_cost:
            best_cost = cost
            best = action
    return best


def tactic_pays(box: Box, table: Table, seat: int, number: int) -> bool:
    """Moves are always taken; a long shot only with a strong hand behind it."""
    tactic = box.tactics[number]
    if tactic.play[0].op != Op.HAND_SHOT:
        return True
    balls = 0
    for slot in range(table.hand_count[seat]):
        if box.cards[table.hand[seat, slot]].attack != tactic.cost[0].b:
            balls += int(box.cards[table.hand[seat, slot]].balls)
    return balls >= GOOD_LONG_SHOT


def choose_reply(box: Box, table: Table, out: Array, count: int) -> int:
    """Answer with the ordinary card that is missed least, then with a foul, then with a tactic, else let it through."""
    best = -1
    for place in range(count):
        action = out[place]
        if action < KINDS and (best < 0 or answer_cost(box, action) < answer_cost(box, best)):
            best = action
    if best >= 0:
        return best
    return out[count - 1] if out[count - 1] >= TACTIC else DECLINE


def answer_cost(box: Box, card: int) -> int:
    """Rank answers: any ordinary one before any foul."""
    return 100 * is_foul(box, card) + int(box.cards[card].balls) + int(box.cards[card].gloves)


def choose_special(box: Box, out: Array, count: int) -> int:
    """Take the set piece that turns up most cards, else a corner; playing on is the last of the list."""
    best = out[count - 1]
    most = 0
    for place in range(count - 1):
        step = box.attacks[box.cards[out[place]].attack].play[0]
        value = 10 + step.a if step.op == Op.FLIP_SHOT else 1
        if value > most:
            most = value
            best = out[place]
    return best


def choose_shot(box: Box, table: Table, seat: int, dice: Any) -> int:
    """Shoot with the number of best cards that most often beats a hand imagined for the defender."""
    hand = table.hand_count[seat]
    chosen = chosen_count(table)
    order = np.zeros(HAND, np.int64)
    for slot in range(1, hand):
        place = slot
        while (
            place > 0 and box.cards[table.hand[seat, order[place - 1]]].balls < box.cards[table.hand[seat, slot]].balls
        ):
            order[place] = order[place - 1]
            place -= 1
        order[place] = slot
    size = best_shot_size(box, table, seat, order, max(chosen, 1), dice)
    if chosen >= size:
        return SHOOT
    for place in range(hand):
        if not table.chosen >> order[place] & 1:
            return table.hand[seat, order[place]]
    return SHOOT


def best_shot_size(box: Box, table: Table, seat: int, order: Array, least: int, dice: Any) -> int:
    """Imagine the defender's hand again and again; count for each size how often the shot would be a goal."""
    hand = table.hand_count[seat]
    theirs = table.hand_count[rival(seat)]
    pool = np.zeros(DECK, np.uint8)
    size = unseen(box, table, seat, pool)
    gloves = np.zeros(HAND, np.int64)
    goals = np.zeros(HAND + 1, np.int64)
    for _ in range(SAMPLES):
        for place in range(theirs):
            other = place + roll(dice, size - place)
            card = pool[other]
            pool[other] = pool[place]
            pool[place] = card
            spot = place
            while spot > 0 and gloves[spot - 1] < box.cards[card].gloves:
                gloves[spot] = gloves[spot - 1]
                spot -= 1
            gloves[spot] = box.cards[card].gloves
        balls = 0
        stops = 0
        for cards in range(1, hand + 1):
            balls += int(box.cards[table.hand[seat, order[cards - 1]]].balls)
            if cards <= theirs:
                stops += gloves[cards - 1]
            goals[cards] += balls > stops
    best = least
    for cards in range(least + 1, hand + 1):
        if goals[cards] > goals[best]:
            best = cards
    return best


def choose_save(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Save with the fewest gloves that suffice; if none do, change the hand or throw the poorest."""
    hand = table.hand_count[seat]
    wanted = min(cards_shot(table), int(hand))
    hidden = table.laid[rival(seat), 0] == UNKNOWN
    needed = 2 * cards_shot(table) if hidden else laid_balls(box, table, rival(seat))
    best = -1
    best_cost = 1 << 30
    for subset in range(1 << hand):
        if subset & table.chosen != table.chosen:
            continue
        cards = 0
        gloves = 0
        cost = 0
        for slot in range(hand):
            if subset >> slot & 1:
                cards += 1
                gloves += int(box.cards[table.hand[seat, slot]].gloves)
                cost += int(box.cards[table.hand[seat, slot]].gloves)
        if cards != wanted:
            continue
        if gloves < needed:
            cost += 1000
        if cost < best_cost:
            best_cost = cost
            best = subset
    if best_cost >= 1000 and out[count - 1] >= TACTIC:
        return out[count - 1]
    if out[0] == LAY_ALL:
        return LAY_ALL
    for slot in range(hand):
        if best >> slot & 1 and not table.chosen >> slot & 1:
            return table.hand[seat, slot]
    return out[0]
