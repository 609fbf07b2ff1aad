"""What a seat cannot know in Kickards, and how it may be imagined.

Hidden: the other hand and deck, cards chosen or laid face down, the other coach card and the event cards it was chosen
from, star colours and bids before both are in. The Automat's cards are hidden from everyone. Deck orders do not exist.

Known to all, and therefore respected: used and sent-off cards, hand cards that a VAR check gave back or that an empty
deck gave away (`shown`), event cards drawn. Known to a seat: the event cards it was dealt at the start.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchday.engine.dice import next_word, roll, shuffle
from matchday.engine.record import Array
from matchday.games.kickards.rules.moves import rival
from matchday.games.kickards.state import (
    CARDS,
    COLOURS,
    EVENTS,
    NONE,
    OFFER,
    SPLIT,
    STARS,
    UNKNOWN,
    Box,
    Phase,
    Place,
    Table,
)


def sees(box: Box, seat: int, side: int) -> bool:
    """Tell whether this seat looks at that side's cards; nobody looks at the Automat's."""
    return seat == side and box.automat != side + 1


def hide(box: Box, table: Table, seat: int) -> None:
    """Erase all that this seat (or a spectator) cannot know."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    for side in range(2):
        if sees(box, seat, side):
            continue
        face_down = lies_face_down(table, side)
        # Deck, hand, chosen and laid cards come in this order; used and sent-off ones are always seen.
        last = int(Place.LAID) if face_down else int(Place.HAND)
        # Cards known to all stay in sight until they may lie in the line-up; nobody sees which ones are being chosen.
        shown = 0 if face_down and table.laid_count[side] else int(table.shown[side])
        places = table.where[side]
        for card in range(box.deck_size):
            if shown >> card & 1 and places[card] == Place.CHOSEN:
                places[card] = Place.HAND
            elif places[card] <= last and not shown >> card & 1:
                places[card] = UNKNOWN
        if side == table.att and face_down:
            table.shooter = UNKNOWN if table.laid_count[side] else NONE
        table.chosen_count[side] = 0
        if table.coach[side]:
            table.coach[side] = UNKNOWN
        for place in range(box.coach_offer):
            table.offer[side, place] = UNKNOWN
        if table.pick[side]:
            table.pick[side] = UNKNOWN
        if table.phase == Phase.BID:
            for colour in range(COLOURS):
                table.bid[side, colour] = UNKNOWN if colour < table.bid_colour[side] else 0


def lies_face_down(table: Table, side: int) -> bool:
    """Tell whether this side's line-up is being chosen or lies face down: then its hand cards may be there, too."""
    if table.phase == Phase.ATTACK:
        return side == table.att
    return table.phase == Phase.DEFEND


def redeal(box: Box, table: Table, seat: int, dice: Any) -> None:
    """Fill what was hidden with one random possibility that fits all that was shown."""
    table.key[0] = next_word(dice)
    table.key[1] = next_word(dice)
    pool = np.zeros(CARDS, np.uint8)
    for side in range(2):
        if not sees(box, seat, side):
            redeal_cards(box, table, side, pool, dice)
            redeal_choices(box, table, side, dice)
    for side in range(2):
        if not sees(box, seat, side):
            redeal_coach(box, table, seat, side, dice)


def redeal_cards(box: Box, table: Table, side: int, pool: Array, dice: Any) -> None:
    """Lay the cards of which nobody knows where they lie: line-up and hand first, the rest is the deck."""
    in_hand = int(table.hand_count[side])
    face_down = 0
    if lies_face_down(table, side):
        face_down = int(table.laid_count[side])
    places = table.where[side]
    shown = int(table.shown[side])
    known = 0
    # Cards that are surely in hand or in the line-up come first in the pool.
    for card in range(box.deck_size):
        if places[card] == UNKNOWN and shown >> card & 1:
            pool[known] = card
            known += 1
    count = known
    for card in range(box.deck_size):
        if places[card] == UNKNOWN and not shown >> card & 1:
            pool[count] = card
            count += 1
        elif places[card] == Place.HAND:
            in_hand -= 1
    held = in_hand + face_down
    for place in range(known, held):
        other = place + roll(dice, count - place)
        kept = pool[place]
        pool[place] = pool[other]
        pool[other] = kept
    shuffle(dice, pool, held)
    for place in range(count):
        if place < face_down:
            places[pool[place]] = Place.LAID
            if place == 0 and side == table.att:
                table.shooter = pool[place] + 1
        elif place < held:
            places[pool[place]] = Place.HAND
        else:
            places[pool[place]] = Place.DECK


def redeal_choices(box: Box, table: Table, side: int, dice: Any) -> None:
    """Imagine star colours and bids that were chosen in secret."""
    if table.pick[side]:
        red = roll(dice, table.extras[side] + 1)
        green = roll(dice, table.extras[side] + 1 - red)
        table.pick[side] = STARS + SPLIT * red + green
    if table.phase == Phase.BID:
        for colour in range(COLOURS):
            if colour < table.bid_colour[side]:
                table.bid[side, colour] = roll(dice, table.stars[side, colour] + 1)


def redeal_coach(box: Box, table: Table, seat: int, side: int, dice: Any) -> None:
    """Imagine the other coach card, or while it is being chosen the cards to choose from.

    What a side was offered and did not keep matters to nobody but itself, and stays unknown.
    """
    if table.phase != Phase.COACH_PICK:
        if table.coach[side]:
            table.coach[side] = likely_offer(box, table, seat, side, 0, dice)
        return
    for place in range(box.coach_offer):
        card = likely_offer(box, table, seat, side, place, dice)
        slot = int(place)
        while slot > 0 and table.offer[side, slot - 1] > card:
            table.offer[side, slot] = table.offer[side, slot - 1]
            slot -= 1
        table.offer[side, slot] = card
    if table.coach[side]:
        table.coach[side] = table.offer[side, roll(dice, box.coach_offer)]


def likely_offer(box: Box, table: Table, seat: int, side: int, given: int, dice: Any) -> int:
    """Draw an event card + 1 that this side may have been offered, besides the first ones `given`.

    A kind is as likely as it has cards that were not offered to this seat, times the share of its cards that have not
    been seen since: both are what the seat has seen, counted.
    """
    weights = np.zeros(EVENTS, np.int64)
    total = 0
    for kind in range(box.event_kinds):
        copies = int(box.event[kind].copies)
        offered = 0
        taken = int(table.gone[kind])
        for place in range(OFFER):
            if sees(box, seat, rival(side)) and table.offer[rival(side), place] == kind + 1:
                offered += 1
            if place < given and table.offer[side, place] == kind + 1:
                offered += 1
        if table.coach[rival(side)] == kind + 1:
            taken += 1
        if copies > offered and copies > taken:
            weights[kind] = max(1000 * (copies - offered) * (copies - taken) // copies, 1)
            total += weights[kind]
    if total == 0:
        return 1
    left = roll(dice, total)
    kind = 0
    while left >= weights[kind]:
        left -= weights[kind]
        kind += 1
    return kind + 1
