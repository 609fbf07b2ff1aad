"""What a seat cannot know in MCS, and how it may be imagined.

Hidden: the other hands (a partner's too, unless hands are shared), the fight deck, riders picked and not yet shown, an
attack card lying face down, cards marked for exchange, and what the others know of each other's hands. Lap decks are
sets whose make-up is public; only chance decides what is turned.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchday.engine.dice import next_word, roll, shuffle
from matchday.engine.record import Array
from matchday.games.mcs.rules import sees_hand
from matchday.games.mcs.state import ATTACK, CARDS, COLOURS, RIDERS, SEATS, UNKNOWN, Box, Phase, Table


def hide(box: Box, table: Table, seat: int) -> None:
    """Erase all that this seat (or a spectator) cannot know."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    deck = table.cards
    for place in range(table.deck_count):
        deck[place] = UNKNOWN
    known = table.known
    mine = 15 << 4 * seat if seat < SEATS else 0
    for card in range(box.total):
        known[card] = int(known[card]) & mine
    for colour in range(COLOURS):
        if table.seat_of[colour] != seat:
            table.pick[colour] = 0
    if table.attack and not sees_hand(box, table, table.seat_of[table.order[table.place]]) >> seat & 1:
        table.attack = UNKNOWN
    if not table.waiting >> seat & 1:
        table.marked = 0
    for holder in range(box.seats):
        if not sees_hand(box, table, holder) >> seat & 1:
            for slot in range(table.hand_count[holder]):
                table.hand[holder, slot] = UNKNOWN


def redeal(box: Box, table: Table, seat: int, dice: Any) -> None:
    """Fill what was hidden with one random possibility that fits all that was shown."""
    table.key[0] = next_word(dice)
    table.key[1] = next_word(dice)
    dealt = np.zeros(SEATS, np.int64)  # hidden cards already put in each hand
    pool = np.zeros(CARDS, np.int64)
    count = unseen(box, table, seat, pool)
    shuffle(dice, pool, count)
    count = deal_known(box, table, seat, pool, count, dealt, dice)
    count = deal_proven(box, table, seat, pool, count, dealt)
    for holder in range(box.seats):
        if sees_hand(box, table, holder) >> seat & 1:
            continue
        while dealt[holder] < table.hand_count[holder]:
            count -= 1
            table.hand[holder, dealt[holder]] = pool[count]
            dealt[holder] += 1
        sort_hand(table.hand[holder], table.hand_count[holder])
    for place in range(count):
        table.cards[place] = pool[place]
    if table.attack == UNKNOWN:
        lay_attack(box, table, dice)
    if table.phase == Phase.PICK:
        for colour in range(COLOURS):
            if not (table.seat_of[colour] == seat or table.waiting >> table.seat_of[colour] & 1):
                pick_rider(table, colour, dice)


def unseen(box: Box, table: Table, seat: int, pool: Array) -> int:
    """Collect every card that this seat does not see; return how many."""
    seen = np.zeros(CARDS, np.uint8)
    for place in range(CARDS - int(table.used_count), CARDS):
        seen[table.cards[place]] = 1
    for place in range(table.chain_count):
        seen[table.chain[place]] = 1
    for holder in range(box.seats):
        if sees_hand(box, table, holder) >> seat & 1:
            for slot in range(table.hand_count[holder]):
                seen[table.hand[holder, slot]] = 1
    count = 0
    for card in range(box.total):
        if not seen[card]:
            pool[count] = card
            count += 1
    return count


def deal_known(box: Box, table: Table, seat: int, pool: Array, count: int, dealt: Array, dice: Any) -> int:
    """Put stolen cards where the seat knows them to be: the certain ones first, then those in one of several hands."""
    if seat >= SEATS:
        return count
    for certain in range(1, -1, -1):
        index = 0
        while index < count:
            card = pool[index]
            hands = int(table.known[card]) >> 4 * seat & 15
            room = 0
            for holder in range(box.seats):
                if hands >> holder & 1 and has_room(box, table, seat, holder, dealt):
                    room += 1
            if hands == 0 or room == 0 or (certain and hands & (hands - 1)):
                index += 1
                continue
            lot = roll(dice, room)
            for holder in range(box.seats):
                if hands >> holder & 1 and has_room(box, table, seat, holder, dealt):
                    if lot == 0:
                        table.hand[holder, dealt[holder]] = card
                        dealt[holder] += 1
                        lot = -1
                        break
                    lot -= 1
            count -= 1
            pool[index] = pool[count]
    return count


def has_room(box: Box, table: Table, seat: int, holder: int, dealt: Array) -> bool:
    """Tell whether a hidden hand still has room."""
    return bool(not sees_hand(box, table, holder) >> seat & 1 and dealt[holder] < table.hand_count[holder])


def deal_proven(box: Box, table: Table, seat: int, pool: Array, count: int, dealt: Array) -> int:
    """Put attack cards where play proves them: behind an attack laid face down, and in hands that had no defence."""
    for holder in range(box.seats):
        if sees_hand(box, table, holder) >> seat & 1:
            continue
        needed = int(table.hand_count[holder]) - int(table.green_at_most[holder])
        if table.attack and table.seat_of[table.order[table.place]] == holder:
            needed = max(needed, 1)
        for slot in range(dealt[holder]):
            needed -= int(box.cards[table.hand[holder, slot]].kind == ATTACK)
        index = 0
        while needed > 0 and index < count:
            card = pool[index]
            if box.cards[card].kind == ATTACK:
                table.hand[holder, dealt[holder]] = card
                dealt[holder] += 1
                needed -= 1
                count -= 1
                pool[index] = pool[count]
            else:
                index += 1
    return count


def lay_attack(box: Box, table: Table, dice: Any) -> None:
    """Imagine which of the attacker's cards lies face down."""
    holder = table.seat_of[table.order[table.place]]
    reds = 0
    for slot in range(table.hand_count[holder]):
        reds += int(box.cards[table.hand[holder, slot]].kind == ATTACK)
    lot = roll(dice, reds)
    for slot in range(table.hand_count[holder]):
        if box.cards[table.hand[holder, slot]].kind == ATTACK:
            if lot == 0:
                table.attack = table.hand[holder, slot] + 1
            lot -= 1


def pick_rider(table: Table, colour: int, dice: Any) -> None:
    """Imagine which rider of a pool was picked."""
    left = 0
    for place in range(RIDERS):
        left += table.pool[colour] >> place & 1
    lot = roll(dice, left)
    for place in range(RIDERS):
        if table.pool[colour] >> place & 1:
            if lot == 0:
                table.pick[colour] = place + 1
            lot -= 1


def sort_hand(cards: Array, count: int) -> None:
    """Keep imagined hands sorted as real ones are (by insertion: they are short)."""
    for end in range(1, count):
        card = cards[end]
        place = end
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
