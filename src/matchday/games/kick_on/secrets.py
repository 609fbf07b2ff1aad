"""What a seat cannot know in Kick On, and how it may be imagined.

Hidden: the rival's hand but for the cards they have shown, their deck but for what was openly put under it, the order
of every deck, players picked but not yet declared, and a line-up before both are ready. Nothing here reads the decks in
the box: a coach's box does not hold the rival's.

With open deck lists the rival's unseen cards are known as a heap. A hidden table keeps the heap where the deck lies and
in the free places behind it, which are always as many as the cards in the hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchday.engine.dice import next_word, roll
from matchday.engine.record import Array
from matchday.games.kick_on.rules.questions import chain_owner, count_bits
from matchday.games.kick_on.rules.set_up import lineup_choices
from matchday.games.kick_on.state import (
    DECK,
    ENERGIES,
    KINDS,
    LAYERS,
    SQUAD,
    UNKNOWN,
    Box,
    Phase,
    Table,
)

TRIES = 8  # guesses at a card before any that is left will do


def hide(box: Box, table: Table, seat: int) -> None:
    """Erase all that this seat (or a spectator) cannot know."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    if not table.waiting >> seat & 1:
        table.chosen = 0
    for side in range(2):
        if side == seat:
            sort_layers(table, side, int(table.deck_count[side]))
            continue
        if table.phase == Phase.LINEUP:
            table.bench[side] = 0
        if seat > 1:
            table.known[side] = 0
        hide_cards(box, table, side)


def hide_cards(box: Box, table: Table, side: int) -> None:
    """Hide a rival's hand and deck."""
    start = unseen_from(table, side)
    deck = int(table.deck_count[side])
    known = int(table.known[side])
    shown = 0
    heap = deck
    for slot in range(table.hand_count[side]):
        card = table.hand[side, slot]
        if known >> slot & 1:
            table.hand[side, shown] = card
            shown += 1
        elif box.open_decklists:
            table.pile[side, heap] = card
            heap += 1
    table.known[side] = (1 << shown) - 1
    for slot in range(shown, table.hand_count[side]):
        table.hand[side, slot] = UNKNOWN
    if not box.open_decklists:
        for place in range(start, deck):
            table.pile[side, place] = UNKNOWN
    sort_layers(table, side, start)
    sort_part(table.pile[side], start, heap)


def unseen_from(table: Table, side: int) -> int:
    """Tell where the unseen part of a deck begins: below it lie the layers that were put there openly."""
    under = 0
    top = 0
    for layer in range(LAYERS):
        if table.layers[side, layer]:
            under += int(table.layers[side, layer])
            top = int(table.layers[side, layer])
    return under - top if table.dipped[side] else under


def sort_layers(table: Table, side: int, end: int) -> None:
    """Sort each part of a deck that nobody knows the order of."""
    start = 0
    for layer in range(LAYERS):
        size = int(table.layers[side, layer])
        if start + size <= end:
            sort_part(table.pile[side], start, start + size)
            start += size
    sort_part(table.pile[side], start, end)


def sort_part(cards: Array, start: int, end: int) -> None:
    """Sort some places of a pile (by insertion: they are few)."""
    for following in range(start + 1, end):
        card = cards[following]
        place = following
        while place > start and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


def redeal(box: Box, table: Table, seat: int, dice: Any) -> None:
    """Fill what was hidden with one random possibility that fits all that was shown."""
    table.key[0] = next_word(dice)
    table.key[1] = next_word(dice)
    for side in range(2):
        if side == seat:
            continue
        if table.phase == Phase.LINEUP and not table.waiting >> side & 1:
            imagine_lineup(box, table, side, dice)
        start = unseen_from(table, side)
        shown = count_bits(int(table.known[side]))
        hidden = int(table.hand_count[side]) - shown
        deck = int(table.deck_count[side])
        if box.open_decklists:
            shuffle_part(dice, table.pile[side], start, deck + hidden)
        else:
            imagine_cards(box, table, side, start, deck + hidden, dice)
        for slot in range(shown, table.hand_count[side]):
            table.hand[side, slot] = table.pile[side, deck + slot - shown]
            table.pile[side, deck + slot - shown] = 0
        sort_hand(table, side)


def imagine_lineup(box: Box, table: Table, side: int, dice: Any) -> None:
    """DP-0: leave somebody out, as the coach did."""
    table.bench[side] = 0
    for _ in range(box.squad_size - box.starters):
        choices = lineup_choices(box, table, side)
        number = roll(dice, count_bits(choices))
        for slot in range(SQUAD):
            if choices >> slot & 1:
                if number == 0:
                    table.bench[side] |= 1 << slot
                number -= 1


def shuffle_part(dice: Any, cards: Array, start: int, end: int) -> None:
    """Put some places of a pile in random order."""
    for last in range(end - 1, start, -1):
        other = start + roll(dice, last + 1 - start)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


def imagine_cards(box: Box, table: Table, side: int, start: int, end: int, dice: Any) -> None:
    """KO-030..032: fill places with cards that a legal deck may still hold.

    Types come as often as in a usual deck, less what was seen of them; within a type every card is as likely.
    """
    left = np.zeros(KINDS, np.int64)
    usual = np.zeros(4, np.int64)
    legend = box.legend
    legends = count_left(box, table, side, start, left, usual)
    for place in range(start, end):
        card = guess(box, left, usual, dice)
        left[card] -= 1
        table.pile[side, place] = card
        if legend[card]:
            legends += 1
            if box.legend_total and legends >= box.legend_total:
                drop_legends(box, left)


def count_left(box: Box, table: Table, side: int, start: int, left: Array, usual: Array) -> int:
    """Count how many of each card, and about how many of each type, may be among the unseen; return Legends seen."""
    copies = box.copies
    legend = box.legend
    pile = table.pile[side]
    for kind in range(box.kinds):
        left[kind] = copies[kind]
    for place in range(start):
        left[pile[place]] -= 1
    for place in range(DECK - int(table.shower_count[side]), DECK):
        left[pile[place]] -= 1
    for slot in range(count_bits(int(table.known[side]))):
        left[table.hand[side, slot]] -= 1
    for kind in range(ENERGIES):
        left[kind] -= int(table.ready[side, kind]) + int(table.tired[side, kind])
    left[box.basic] -= int(table.captain_energy[side] > 0)
    for place in range(table.chain_count):
        if chain_owner(table, place) == side:
            left[table.chain[place]] -= 1
    if table.active == side:
        for place in range(table.in_play_count):
            left[table.in_play[place]] -= 1
    legends = 0
    for family in range(4):
        seen_of_family = 0
        for kind in range(box.first[family], box.first[family + 1]):
            seen = int(copies[kind] - left[kind])
            seen_of_family += seen
            legends += seen * int(legend[kind])
        usual[family] = max(1, int(box.usual[family]) - seen_of_family)
    if box.legend_total and legends >= box.legend_total:
        drop_legends(box, left)
    return legends


def drop_legends(box: Box, left: Array) -> None:
    """KO-R02: no more Legends can be in this deck."""
    for kind in range(box.kinds):
        if box.legend[kind]:
            left[kind] = 0


def guess(box: Box, left: Array, usual: Array, dice: Any) -> int:
    """Guess one unseen card."""
    total = usual[0] + usual[1] + usual[2] + usual[3]
    for _ in range(TRIES):
        number = roll(dice, total)
        kind = 0
        while number >= usual[kind]:
            number -= usual[kind]
            kind += 1
        first = int(box.first[kind])
        card = first + roll(dice, int(box.first[kind + 1]) - first)
        if left[card] > 0:
            return card
    card = roll(dice, box.kinds)
    for _ in range(box.kinds):
        if left[card] > 0:
            return card
        card = (card + 1) % int(box.kinds)
    return int(box.basic)


def sort_hand(table: Table, side: int) -> None:
    """Keep imagined hands sorted as real ones are, with the marks of the cards that were shown."""
    known = int(table.known[side])
    for end in range(1, table.hand_count[side]):
        card = table.hand[side, end]
        mark = known >> end & 1
        place = end
        while place > 0 and table.hand[side, place - 1] > card:
            table.hand[side, place] = table.hand[side, place - 1]
            known = known & ~(1 << place) | (known >> (place - 1) & 1) << place
            place -= 1
        table.hand[side, place] = card
        known = known & ~(1 << place) | mark << place
    table.known[side] = known
