"""What all sections do with the table: whom it waits for, the ball, the cards."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, only, others, tell
from matchday.engine.record import Array
from matchday.games.pilka_w_grze.rules.questions import ends_with_pile, is_foul, is_ordinary, rival
from matchday.games.pilka_w_grze.state import NONE, OPP, UNKNOWN, Box, Event, Phase, Table


def ask(table: Table, phase: int, seat: int) -> None:
    """Enter a phase in which one seat decides."""
    table.phase = phase
    table.waiting = 1 << seat


def turn_over(table: Table, next_attacker: int) -> None:
    """End the turn; the ball goes to whoever attacks next."""
    table.next_attacker = next_attacker
    table.phase = Phase.END_TURN
    table.waiting = 0


def move_ball(table: Table, zone: int) -> None:
    """Put the ball in a zone of the attacker's."""
    table.zone = zone if table.attacker == 0 else OPP - zone


def forget_proof(table: Table, seat: int) -> None:
    """Drop the knowledge that this hand holds an ordinary card: it has just been shown, or the hand changed."""
    table.not_all_special &= ~(1 << seat) & 0xFF
    table.cannot_answer[seat] = NONE


def forget_proofs(table: Table) -> None:
    """Drop all that the turn has proven: hands are about to change."""
    forget_proof(table, 0)
    forget_proof(table, 1)


def forget_if_proof(box: Box, table: Table, seat: int, card: int) -> None:
    """Drop the proof of a hand when a card is shown that fulfils it (PG-R07: by the half its holder would use)."""
    if (seat == table.attacker and is_ordinary(box, card)) or (seat != table.attacker and not is_foul(box, card)):
        forget_proof(table, seat)


def gather_deck(box: Box, table: Table) -> None:
    """Put every card face down."""
    table.deck_count = 0
    for seat in range(2):
        for slot in range(table.boxed_hand_count[seat]):
            table.boxed_hand[seat, slot] = 0
        table.boxed_hand_count[seat] = 0
    for kind in range(box.kinds):
        table.discard[kind] = 0
        table.boxed[kind] = 0
        for _ in range(box.cards[kind].copies):
            put_in_deck(table, kind)


def put_in_deck(table: Table, card: int) -> None:
    """Add a card to those that lie face down."""
    table.deck[table.deck_count] = card
    table.deck_count += 1


def take_from_pile(box: Box, table: Table, log: Log) -> int:
    """Draw any of the face-down cards: in the first half they are divided between the piles by being drawn.

    The last one begins stoppage time, unless the match ends with the draw itself (PG-R10).
    """
    place = roll(table, table.deck_count)
    card = table.deck[place]
    table.deck_count -= 1
    table.deck[place] = table.deck[table.deck_count]
    table.deck[table.deck_count] = 0
    table.pile -= 1
    if table.pile == 0 and not (table.phase == Phase.END_TURN and ends_with_pile(box, table)):
        tell(log, EVERYONE, Event.STOPPAGE)
    return card


def draw_card(box: Box, table: Table, seat: int, log: Log) -> None:
    """Draw a card into a hand, which stays sorted so that its order says nothing."""
    card = take_from_pile(box, table, log)
    tell(log, only(seat), Event.DREW, seat, card)
    for slot in range(table.hand_count[seat]):  # each slot keeps the lower card and passes the higher one on
        held = table.hand[seat, slot]
        table.hand[seat, slot] = min(held, card)
        card = max(held, card)
    table.hand[seat, table.hand_count[seat]] = card
    table.hand_count[seat] += 1


def refill(box: Box, table: Table, first: int, log: Log) -> None:
    """PG-23, PG-R11: one card each in turn, up to a full hand, while the pile lasts."""
    before_0 = table.hand_count[0]
    before_1 = table.hand_count[1]
    seat = first
    while table.pile and (table.hand_count[0] < box.hand or table.hand_count[1] < box.hand):
        if table.hand_count[seat] < box.hand:
            draw_card(box, table, seat, log)
        seat = rival(seat)
    tell_drawn(table, 0, table.hand_count[0] - before_0, log)
    tell_drawn(table, 1, table.hand_count[1] - before_1, log)


def tell_drawn(table: Table, seat: int, cards: int, log: Log) -> None:
    """Tell the others how many cards a seat has drawn; it has seen them itself."""
    if cards:
        tell(log, others(seat), Event.DREW_CARDS, seat, cards)


def take_from_hand(table: Table, seat: int, card: int) -> None:
    """Take one card of this kind out of a hand; those behind it move up."""
    table.hand_count[seat] -= 1
    gap = 0
    for slot in range(table.hand_count[seat]):
        gap |= table.hand[seat, slot] == card
        table.hand[seat, slot] = table.hand[seat, slot + gap]
    table.hand[seat, table.hand_count[seat]] = 0


def take_slot(table: Table, seat: int, slot: int) -> None:
    """Close the gap that a card leaves."""
    table.hand_count[seat] -= 1
    for place in range(slot, table.hand_count[seat]):
        table.hand[seat, place] = table.hand[seat, place + 1]
    table.hand[seat, table.hand_count[seat]] = 0


def change_hand(box: Box, table: Table, seat: int, log: Log) -> None:
    """PG-38, PG-55: discard the whole hand in the open and draw as many cards as the pile has."""
    wanted = table.hand_count[seat]
    for slot in range(wanted):
        table.discard[table.hand[seat, slot]] += 1
        tell(log, EVERYONE, Event.THREW_AWAY, seat, table.hand[seat, slot])
        table.hand[seat, slot] = 0
    table.hand_count[seat] = 0
    drawn = min(wanted, table.pile)
    for _ in range(drawn):
        draw_card(box, table, seat, log)
    tell_drawn(table, seat, drawn, log)


def list_unchosen(table: Table, seat: int, out: Array) -> int:
    """List the kinds of which the hand has a card not chosen yet; equal cards are chosen from the left."""
    count = 0
    last = UNKNOWN
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        free = not table.chosen >> slot & 1
        out[count] = card
        count += free and card != last
        last = card if free else last
    return count


def choose_card(table: Table, seat: int, card: int, log: Log) -> None:
    """Choose a card for a shot or a save; it stays in hand until all are laid."""
    slot = 0
    while table.hand[seat, slot] != card or table.chosen >> slot & 1:
        slot += 1
    table.chosen |= 1 << slot
    tell(log, only(seat), Event.CHOSE, seat, card)


def lay_chosen(table: Table, seat: int) -> None:
    """Lay the chosen cards on the table."""
    for slot in range(table.hand_count[seat] - 1, -1, -1):
        if table.chosen >> slot & 1:
            table.laid[seat, table.laid_count[seat]] = table.hand[seat, slot]
            table.laid_count[seat] += 1
            take_slot(table, seat, slot)
    table.chosen = 0


def tell_laid(box: Box, table: Table, seat: int, kind: int, log: Log) -> None:
    """Tell everyone the cards that a seat has laid."""
    for place in range(table.laid_count[seat]):
        forget_if_proof(box, table, seat, table.laid[seat, place])
        tell(log, EVERYONE, kind, seat, table.laid[seat, place])


def discard_laid(table: Table) -> None:
    """PG-30: the cards of shot and save go to the discard."""
    for seat in range(2):
        for place in range(table.laid_count[seat]):
            table.discard[table.laid[seat, place]] += 1
            table.laid[seat, place] = 0
        table.laid_count[seat] = 0


def discard_played(table: Table) -> None:
    """PG-23: the cards of the turn go to the discard."""
    for action in range(table.actions_used):
        table.discard[table.played[action]] += 1
        table.played[action] = 0
        if table.answer[action]:
            table.discard[table.answer[action] - 1] += 1
            table.answer[action] = 0
    table.actions_used = 0


def box_everything(table: Table) -> None:
    """PG-40, PG-R30: discard and hands go to the box; hands are not shown."""
    for kind in range(len(table.discard)):
        table.boxed[kind] += table.discard[kind]
        table.discard[kind] = 0
    for seat in range(2):
        for slot in range(table.hand_count[seat]):
            table.boxed_hand[seat, slot] = table.hand[seat, slot]
        table.boxed_hand_count[seat] = table.hand_count[seat]
    empty_hands(table)


def empty_hands(table: Table) -> None:
    """Put both hands away."""
    for seat in range(2):
        for slot in range(table.hand_count[seat]):
            table.hand[seat, slot] = 0
        table.hand_count[seat] = 0


def finish(table: Table) -> None:
    """End the match."""
    table.phase = Phase.OVER
    table.waiting = 0
