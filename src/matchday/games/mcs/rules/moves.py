"""What all sections do with the table: whom it waits for, cards, what everyone is told."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.mcs.rules.questions import rider_at, sees_hand
from matchday.games.mcs.state import CARDS, DEFENCE, HAND, LAPS, Box, Event, Table


def ask(table: Table, phase: int, seat: int) -> None:
    """Enter a phase in which one seat decides."""
    table.phase = phase
    table.waiting = 1 << int(seat)


def gather_laps(box: Box, table: Table) -> None:
    """MC-011, MC-138: all four lap decks complete."""
    for deck in range(LAPS):
        for kind in range(3):
            table.laps[deck, kind] = box.laps[deck, kind]


def take_colour(table: Table, seat: int, colour: int, log: Log) -> None:
    """MC-012, MC-120: a seat takes the riders of a colour."""
    table.seat_of[colour] = seat
    tell(log, EVERYONE, Event.SEATED, seat, colour)


def list_kind(box: Box, table: Table, seat: int, kind: int, out: Array) -> int:
    """List the attack or the defence cards of a hand."""
    count = 0
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        if box.cards[card].kind == kind:
            out[count] = card
            count += 1
    return count


def draw_cards(box: Box, table: Table, seat: int, wanted: int, log: Log) -> None:
    """MC-021, MC-116, MC-R08: up to so many cards; an empty deck is made anew from the used pile."""
    before = int(table.hand_count[seat])
    while table.hand_count[seat] < wanted:
        if table.deck_count == 0:
            rebuild_deck(table, log)
            if table.deck_count == 0:
                break
        place = roll(table, table.deck_count)
        card = int(table.cards[place])
        table.deck_count -= 1
        table.cards[place] = table.cards[table.deck_count]
        table.cards[table.deck_count] = 0
        put_in_hand(table, seat, card)
        tell(log, sees_hand(box, table, seat), Event.DREW, seat, card)
    if table.hand_count[seat] > before:
        tell(log, EVERYONE, Event.DREW_CARDS, seat, int(table.hand_count[seat]) - before)


def rebuild_deck(table: Table, log: Log) -> None:
    """MC-116: the used cards, face down again; those in a bend still being fought are not among them."""
    count = int(table.used_count)
    for place in range(count):
        table.cards[place] = table.cards[CARDS - count + place]
    for place in range(count, CARDS):
        table.cards[place] = 0
    table.deck_count = count
    table.used_count = 0
    tell(log, EVERYONE, Event.REBUILT, count)


def put_in_hand(table: Table, seat: int, card: int) -> None:
    """Add a card to a hand, which stays sorted so that its order says nothing."""
    slot = int(table.hand_count[seat])
    while slot > 0 and table.hand[seat, slot - 1] > card:
        table.hand[seat, slot] = table.hand[seat, slot - 1]
        slot -= 1
    table.hand[seat, slot] = card
    table.hand_count[seat] += 1
    if table.green_at_most[seat] < HAND:
        table.green_at_most[seat] += 1


def take_from_hand(table: Table, seat: int, card: int) -> None:
    """Take a card out of a hand and close the gap; of an empty hand everyone knows that no card is in it."""
    slot = 0
    while table.hand[seat, slot] != card:
        slot += 1
    table.hand_count[seat] -= 1
    for place in range(slot, table.hand_count[seat]):
        table.hand[seat, place] = table.hand[seat, place + 1]
    table.hand[seat, table.hand_count[seat]] = 0
    if table.hand_count[seat] == 0:
        for other in range(CARDS):
            table.known[other] &= 0xFFFF ^ 0x1111 << int(seat)


def discard(box: Box, table: Table, seat: int, card: int) -> None:
    """Put a card from a hand on the used pile, for all to see."""
    take_from_hand(table, seat, card)
    show_card(box, table, seat, card)
    put_on_used(table, card)


def show_card(box: Box, table: Table, seat: int, card: int) -> None:
    """A card that leaves a hand in the open: what was known of it is over, and one defence card less may be left."""
    table.known[card] = 0
    if box.cards[card].kind == DEFENCE and table.green_at_most[seat] > 0:
        table.green_at_most[seat] -= 1


def put_on_used(table: Table, card: int) -> None:
    """Lay a card on the used pile."""
    table.used_count += 1
    table.cards[CARDS - table.used_count] = card


def discard_chain(table: Table) -> None:
    """MC-070: all cards laid in the bend go to the used pile."""
    for place in range(table.chain_count):
        put_on_used(table, table.chain[place])
        table.chain[place] = 0
    table.chain_count = 0


def tell_order(table: Table, event: int, log: Log) -> None:
    """Tell the running order."""
    first, second, third, fourth = rider_at(table, 0), rider_at(table, 1), rider_at(table, 2), rider_at(table, 3)
    if event == Event.HEAT_RESULT:
        tell(log, EVERYONE, event, table.heat, first, second, third, fourth)
    else:
        tell(log, EVERYONE, event, first, second, third, fourth)


def tell_points(table: Table, event: int, log: Log) -> None:
    """Tell the points of the four colours."""
    tell(log, EVERYONE, event, table.points[0], table.points[1], table.points[2], table.points[3])
