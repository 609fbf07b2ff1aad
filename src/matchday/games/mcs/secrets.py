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
from matchday.games.mcs.rules.questions import sees_hand
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
    """Put stolen cards where the seat knows them to be; those in one of several hands by lot, as far as all fits."""
    if seat >= SEATS or not knows_of_any(table, seat, pool, count):
        return count
    stolen = np.zeros(CARDS, np.int64)
    total = 0
    for choices in range(1, SEATS):  # the certain ones first
        index = 0
        while index < count:
            if count_hands(known_hands(box, table, seat, pool[index])) == choices:
                stolen[total] = pool[index]
                total += 1
                count -= 1
                pool[index] = pool[count]
            else:
                index += 1
    spare = 0
    for index in range(count):
        spare += int(box.cards[pool[index]].kind == ATTACK)
    first = np.zeros(CARDS, np.int64)  # of a card's hands, the one to try first
    tried = np.zeros(CARDS, np.int64)
    for card in range(total):
        first[card] = roll(dice, count_hands(known_hands(box, table, seat, stolen[card])))
    card = 0
    while card >= 0:
        if card == total:
            if attacks_owed(box, table, seat, dealt) <= spare:
                break
            card -= 1
            take_back(table, stolen[card], dealt)
        hands = known_hands(box, table, seat, stolen[card])
        choices = count_hands(hands)
        if tried[card] == choices:  # no hand is left for this one: another for the card before it
            tried[card] = 0
            card -= 1
            if card >= 0:
                take_back(table, stolen[card], dealt)
            continue
        holder = hand_of(hands, (first[card] + tried[card]) % choices)
        tried[card] += 1
        if has_room(box, table, holder, stolen[card], dealt):
            table.hand[holder, dealt[holder]] = stolen[card]
            dealt[holder] += 1
            card += 1
    if card < 0:  # a table written by hand may claim what cannot be: then the cards are anywhere
        for card in range(total):
            pool[count] = stolen[card]
            count += 1
    return count


def knows_of_any(table: Table, seat: int, pool: Array, count: int) -> bool:
    """Tell whether a seat knows anything of the cards it does not see."""
    for index in range(count):
        if table.known[pool[index]] >> 4 * seat & 15:
            return True
    return False


def known_hands(box: Box, table: Table, seat: int, card: int) -> int:
    """Give the hidden hands in one of which a seat knows a card to be, as a bit mask; those without cards are none."""
    hands = int(table.known[card]) >> 4 * seat & 15
    for holder in range(box.seats):
        if hands >> holder & 1 and (sees_hand(box, table, holder) >> seat & 1 or table.hand_count[holder] == 0):
            hands ^= 1 << holder
    return hands


def count_hands(hands: int) -> int:
    """Count the hands in a bit mask."""
    count = 0
    for holder in range(SEATS):
        count += hands >> holder & 1
    return count


def hand_of(hands: int, number: int) -> int:
    """Give the hand of this number (from 0) in a bit mask."""
    holder = 0
    while not hands >> holder & 1 or number > 0:
        number -= hands >> holder & 1
        holder += 1
    return holder


def has_room(box: Box, table: Table, holder: int, card: int, dealt: Array) -> bool:
    """Tell whether a card still fits in a hidden hand; places owed to attack cards are none for a defence card."""
    if dealt[holder] == table.hand_count[holder]:
        return False
    if box.cards[card].kind == ATTACK:
        return True
    greens = 1
    for slot in range(dealt[holder]):
        greens += int(box.cards[table.hand[holder, slot]].kind != ATTACK)
    return greens <= green_room(table, holder)


def green_room(table: Table, holder: int) -> int:
    """Count the defence cards that a hand can hold: not where an attack lies face down or a defence was owed."""
    room = int(table.hand_count[holder])
    if table.attack and table.seat_of[table.order[table.place]] == holder:
        room -= 1
    return min(room, int(table.green_at_most[holder]))


def take_back(table: Table, card: int, dealt: Array) -> None:
    """Take the card that was dealt last out of its hand."""
    for holder in range(SEATS):
        if dealt[holder] and table.hand[holder, dealt[holder] - 1] == card:
            dealt[holder] -= 1


def attacks_owed(box: Box, table: Table, seat: int, dealt: Array) -> int:
    """Count the attack cards that the hidden hands must still get."""
    owed = 0
    for holder in range(box.seats):
        if not sees_hand(box, table, holder) >> seat & 1:
            owed += attacks_owed_to(box, table, holder, dealt)
    return owed


def attacks_owed_to(box: Box, table: Table, holder: int, dealt: Array) -> int:
    """Count the attack cards that play proves in a hand and that are not dealt yet."""
    owed = int(table.hand_count[holder]) - green_room(table, holder)
    for slot in range(dealt[holder]):
        owed -= int(box.cards[table.hand[holder, slot]].kind == ATTACK)
    return max(owed, 0)


def deal_proven(box: Box, table: Table, seat: int, pool: Array, count: int, dealt: Array) -> int:
    """Put attack cards where play proves them: behind an attack laid face down, and in hands that had no defence."""
    for holder in range(box.seats):
        if sees_hand(box, table, holder) >> seat & 1:
            continue
        owed = attacks_owed_to(box, table, holder, dealt)
        index = 0
        while owed > 0 and index < count and dealt[holder] < table.hand_count[holder]:
            card = pool[index]
            if box.cards[card].kind == ATTACK:
                table.hand[holder, dealt[holder]] = card
                dealt[holder] += 1
                owed -= 1
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
