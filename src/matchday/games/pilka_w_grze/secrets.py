"""What a seat cannot know in Piłka w grze!, and how it may be imagined.

Hidden: the other hand, everything face down, the other hand boxed at half-time, cards chosen but not laid, cards laid
face down (surprise shots) and a formation chosen but not shown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchday.engine.dice import next_word, roll, shuffle
from matchday.engine.record import Array
from matchday.games.pilka_w_grze.rules.questions import answers, is_ordinary
from matchday.games.pilka_w_grze.rules.turn import is_all_special, missing_pay
from matchday.games.pilka_w_grze.state import DECK, NONE, STEPS, UNKNOWN, Box, Phase, Table

TRIES = 64  # enough for all but the rarest proofs; a hand that still fails them is mended


def hide(box: Box, table: Table, seat: int) -> None:
    """Erase all that this seat (or a spectator) cannot know."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    for place in range(table.deck_count):
        table.deck[place] = UNKNOWN
    for side in range(2):
        if side == seat:
            continue
        table.pick[side] = NONE
        if table.waiting >> side & 1:
            table.chosen = 0
        for slot in range(table.hand_count[side]):
            table.hand[side, slot] = UNKNOWN
        for slot in range(table.boxed_hand_count[side]):
            table.boxed_hand[side, slot] = UNKNOWN
        if table.face_down:
            for place in range(table.laid_count[side]):
                table.laid[side, place] = UNKNOWN


def redeal(box: Box, table: Table, seat: int, dice: Any) -> None:
    """Fill what was hidden with one random possibility that fits all that was shown."""
    table.key[0] = next_word(dice)
    table.key[1] = next_word(dice)
    pool = np.zeros(DECK, np.uint8)
    count = unseen(box, table, seat, pool)
    for _ in range(TRIES):
        shuffle(dice, pool, count)
        deal_pool(table, seat, pool, count)
        if faults(box, table, seat) == 0:
            break
    mend(box, table, seat, pool, count)
    for side in range(2):
        if side == seat:
            continue
        sort_hand(table.hand[side], table.hand_count[side])
        sort_hand(table.boxed_hand[side], table.boxed_hand_count[side])
        if table.phase == Phase.FORMATION and not table.waiting >> side & 1:
            table.pick[side] = roll(dice, box.formations) + 1


def unseen(box: Box, table: Table, seat: int, pool: Array) -> int:
    """Collect every card that this seat has not seen; return how many."""
    left = np.zeros(len(box.cards), np.int16)
    for kind in range(box.kinds):
        left[kind] = int(box.cards[kind].copies) - int(table.discard[kind]) - int(table.boxed[kind])
    for action in range(table.actions_used):
        left[table.played[action]] -= 1
        if table.answer[action]:
            left[table.answer[action] - 1] -= 1
    for side in range(2):
        if side == seat:
            for slot in range(table.hand_count[side]):
                left[table.hand[side, slot]] -= 1
            for slot in range(table.boxed_hand_count[side]):
                left[table.boxed_hand[side, slot]] -= 1
        if side == seat or not table.face_down:
            for place in range(table.laid_count[side]):
                left[table.laid[side, place]] -= 1
    count = 0
    for kind in range(box.kinds):
        for _ in range(left[kind]):
            pool[count] = kind
            count += 1
    return count


def deal_pool(table: Table, seat: int, pool: Array, count: int) -> None:
    """Lay the pool's cards where the hidden ones lie."""
    used = 0
    for side in range(2):
        if side == seat:
            continue
        for slot in range(table.hand_count[side]):
            table.hand[side, slot] = pool[used]
            used += 1
        for slot in range(table.boxed_hand_count[side]):
            table.boxed_hand[side, slot] = pool[used]
            used += 1
        if table.face_down:
            for place in range(table.laid_count[side]):
                table.laid[side, place] = pool[used]
                used += 1
    for place in range(count - used):
        table.deck[place] = pool[used + place]


def mend(box: Box, table: Table, seat: int, pool: Array, count: int) -> None:
    """Change as few imagined cards as it takes, where chance has not found hands that fit.

    The pool is in random order, so the first card that helps is any of those that would. What fits already stays.
    """
    wrong = faults(box, table, seat)
    for place in range(count):
        for other in range(place + 1, count):
            if wrong == 0:
                return
            swap_and_deal(table, seat, pool, count, place, other)
            now = faults(box, table, seat)
            if now < wrong:
                wrong = now
            else:
                swap_and_deal(table, seat, pool, count, place, other)


def swap_and_deal(table: Table, seat: int, pool: Array, count: int, place: int, other: int) -> None:
    """Let two cards of the pool change places on the table."""
    kept = pool[place]
    pool[place] = pool[other]
    pool[other] = kept
    deal_pool(table, seat, pool, count)


def faults(box: Box, table: Table, seat: int) -> int:
    """Count in how far the imagined hands contradict what play has proven about them in this turn."""
    count = 0
    for side in range(2):
        if side != seat:
            count += faults_of(box, table, side)
    return count


def faults_of(box: Box, table: Table, side: int) -> int:
    """PG-38: a tested hand is not all special; PG-R02: a forced decline; PG-R24: a cost that is being paid."""
    count = int(table.not_all_special >> side & 1 and not holds_proof(box, table, side))
    for slot in range(table.hand_count[side]):
        if table.cannot_answer[side] and answers(box, table.hand[side, slot], table.cannot_answer[side]):
            count += 1
    if table.phase == Phase.PAY and table.waiting >> side & 1:
        missing = int(table.pay_left)
        for alternative in range(STEPS):
            missing = min(missing, missing_pay(box, table, side, alternative))
        count += missing
    return count


def holds_proof(box: Box, table: Table, side: int) -> bool:
    """PG-38: whether an ordinary card is in the hand, or face down in the shot."""
    if table.hand_count[side] and not is_all_special(box, table, side):
        return True
    if table.face_down:
        for place in range(table.laid_count[side]):
            if is_ordinary(box, table.laid[side, place]):
                return True
    return False


def sort_hand(cards: Array, count: int) -> None:
    """Keep imagined hands sorted as real ones are (by insertion: they are short)."""
    for end in range(1, count):
        card = cards[end]
        place = end
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
