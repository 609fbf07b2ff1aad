"""What all sections do with the table: seats and phases, stars, cards, event cards, goals."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, only, tell
from matchday.engine.record import Array
from matchday.games.kickards.state import (
    BEFORE,
    BLUE,
    COLOURS,
    GREEN,
    LIVE,
    NONE,
    RED,
    Aim,
    Box,
    Event,
    Place,
    ShotKind,
    Side,
    Table,
)


def rival(seat: int) -> int:
    """Give the other seat."""
    return 1 - int(seat)


def seat_of(table: Table, side: int) -> int:
    """KC-R33: whom a step means: attacker and defender of this turn, whoever played the card."""
    if side == Side.ATT:
        return int(table.att)
    if side == Side.DEF:
        return rival(table.att)
    return int(table.home) if side == Side.HOME else rival(table.home)


def is_meant(table: Table, side: int, seat: int) -> bool:
    """Tell whether a step means this seat."""
    return side == Side.BOTH or seat_of(table, side) == seat


def enter(table: Table, phase: int) -> None:
    """Go on to a phase; nobody has been asked in it yet."""
    table.phase = phase
    table.waiting = 0
    table.step = 0


def enter_again(table: Table, phase: int) -> None:
    """Go back to a phase in the middle of which somebody had to choose."""
    table.phase = phase
    table.waiting = 0


def ask(table: Table, phase: int, seat: int) -> None:
    """Enter a phase in which one seat decides."""
    table.phase = phase
    table.waiting = 1 << int(seat)


def ask_in_turn(table: Table, phase: int, has_0: int, has_1: int, then: int) -> None:
    """Ask the attacker, then the defender, of those who have what it takes; then go on."""
    while table.step < 2:
        seat = int(table.att) if table.step == 0 else rival(table.att)
        if has_0 if seat == 0 else has_1:
            ask(table, phase, seat)
            return
        table.step += 1
    enter(table, then)


def tell_owner(box: Box, log: Log, seat: int, kind: int, a: int, b: int) -> None:
    """Tell a seat alone; nobody looks at the Automat's cards."""
    if box.automat != seat + 1:
        tell(log, only(seat), kind, seat, a, b)


def purse(table: Table, seat: int) -> int:
    """Count a seat's stars."""
    return int(table.stars[seat, RED]) + int(table.stars[seat, GREEN]) + int(table.stars[seat, BLUE])


def holds_or_pays(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """Tell whether the seat has this bonus or the stars for it."""
    return table.bonus[seat, bonus] > 0 or affords(box, table, seat, bonus)


def affords(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-057: enough stars of the bonus's own colour."""
    return table.stars[seat, box.bonus[bonus].colour] >= box.bonus[bonus].cost


def pay(box: Box, table: Table, seat: int, bonus: int, log: Log) -> None:
    """KC-057: the stars go to the bank."""
    cost = box.bonus[bonus].cost
    table.stars[seat, box.bonus[bonus].colour] -= cost
    tell(log, EVERYONE, Event.BOUGHT, seat, bonus, cost)


def spend(box: Box, table: Table, seat: int, bonus: int, log: Log) -> None:
    """Use up a bonus: one that is held, or else the stars for it."""
    if table.bonus[seat, bonus]:
        table.bonus[seat, bonus] -= 1
    else:
        pay(box, table, seat, bonus, log)


def reds_of(box: Box, table: Table, seat: int) -> int:
    """KC-R13: by how much a team's limits have fallen."""
    return 0 if box.cosmetic_cards else int(table.reds[seat])


def hand_limit(box: Box, table: Table, seat: int) -> int:
    """KC-006, KC-089, KC-R13, KC-R32.11: up to how many cards a hand is filled."""
    full = box.automat_hand if box.automat == seat + 1 else box.hand
    return int(full) - reds_of(box, table, seat)


def empty_bars(table: Table) -> None:
    """KC-091, KC-116, KC-151: all stars go back, the control token to the middle."""
    table.control = 0
    for seat in range(2):
        for colour in range(COLOURS):
            table.stars[seat, colour] = 0
    clear_action(table)


def clear_action(table: Table) -> None:
    """Forget what this action was about."""
    act = table.acts[LIVE]
    act.pct = 0
    act.line_up = 0
    act.k6 = 0
    act.k6_min = 1
    act.k6_max = 6
    act.aim = Aim.K6
    act.at = 0
    for position in range(1, 7):
        act.table[position] = 0
    act.no_shot = 0
    act.repeats = 0
    act.more_shots = 0
    act.on_miss = 0
    act.counter = 0
    act.halvings = 0
    act.clear = 0
    act.shot = 0
    act.percent = 0
    act.rival_shot = 0
    act.goals[0] = 0
    act.goals[1] = 0
    table.acts[BEFORE] = table.acts[LIVE]
    table.shooter = NONE
    table.event = NONE
    table.from_coach = 0
    table.die = 0
    table.position = 0
    table.nudges = 0
    table.control_pct = 0
    table.risked = 0
    table.waits = 0
    table.chance = 0


def list_cards(box: Box, table: Table, seat: int, place: int, out: Array, count: int) -> int:
    """Add the seat's cards that lie in a place to a list of actions."""
    places = table.where[seat]
    for card in range(box.deck_size):
        if places[card] == place:
            out[count] = card
            count += 1
    return count


def random_card(box: Box, table: Table, seat: int, place: int, count: int) -> int:
    """Pick any of the `count` cards that lie in a place."""
    left = roll(table, count)
    places = table.where[seat]
    card = 0
    while True:
        if places[card] == place:
            if left == 0:
                return card
            left -= 1
        card += 1


def choose_card(table: Table, seat: int, card: int) -> None:
    """Pick a card for a line-up; it counts as in hand until the line-up is laid."""
    table.where[seat, card] = Place.CHOSEN
    table.chosen_count[seat] += 1


def lay_chosen(box: Box, table: Table, seat: int, log: Log) -> None:
    """KC-020, KC-029..031: lay the cards face down; everyone sees how many."""
    for card in range(box.deck_size):
        if table.where[seat, card] == Place.CHOSEN:
            table.where[seat, card] = Place.LAID
    table.laid_count[seat] = table.chosen_count[seat]
    table.hand_count[seat] -= table.chosen_count[seat]
    table.chosen_count[seat] = 0
    tell(log, EVERYONE, Event.LAID, seat, table.laid_count[seat])


def take_from_hand(table: Table, seat: int, card: int, place: int) -> None:
    """Put a hand card elsewhere, in the open."""
    table.where[seat, card] = place
    table.hand_count[seat] -= 1
    table.shown[seat] &= ~(1 << card)


def discard(table: Table, seat: int, card: int, log: Log) -> None:
    """KC-R23: a hand card goes to the used pile, which everyone may look through."""
    take_from_hand(table, seat, card, Place.USED)
    tell(log, EVERYONE, Event.DISCARDED, seat, card)


def draw_cards(box: Box, table: Table, seat: int, count: int, log: Log) -> None:
    """KC-R20, KC-R23: draw, the used pile being shuffled into an empty deck; everyone sees how many."""
    drawn = 0
    while drawn < count:
        if table.deck_count[seat] == 0:
            reshuffle(box, table, seat, log)
            if table.deck_count[seat] == 0:
                break
        card = random_card(box, table, seat, Place.DECK, table.deck_count[seat])
        table.where[seat, card] = Place.HAND
        table.deck_count[seat] -= 1
        table.hand_count[seat] += 1
        tell_owner(box, log, seat, Event.DREW, card, 0)
        drawn += 1
    if drawn:
        tell(log, EVERYONE, Event.DREW_CARDS, seat, drawn)


def reshuffle(box: Box, table: Table, seat: int, log: Log) -> None:
    """KC-R20: the used pile becomes the deck. Now everyone can tell what is in hand: whatever was not in that pile."""
    for card in range(box.deck_size):
        if table.where[seat, card] == Place.USED:
            table.where[seat, card] = Place.DECK
            table.deck_count[seat] += 1
        elif table.where[seat, card] == Place.HAND:
            table.shown[seat] |= 1 << card
    if table.deck_count[seat]:
        tell(log, EVERYONE, Event.RESHUFFLED, seat)


def gather(box: Box, table: Table, seat: int) -> None:
    """KC-116, KC-119: hand and used pile go back into the deck; who was sent off stays out."""
    table.deck_count[seat] = 0
    table.hand_count[seat] = 0
    table.shown[seat] = 0
    for card in range(box.deck_size):
        if table.where[seat, card] != Place.SENT_OFF:
            table.where[seat, card] = Place.DECK
            table.deck_count[seat] += 1


def take_event(box: Box, table: Table) -> int:
    """KC-R20: take any of the event cards left; when there are none, the discard pile is the new deck."""
    left = events_left(box, table)
    if left == 0:
        for kind in range(box.event_kinds):
            table.gone[kind] = 0
        left = events_left(box, table)
    place = roll(table, left)
    kind = 0
    while True:
        place -= event_left(box, table, kind)
        if place < 0:
            break
        kind += 1
    table.gone[kind] += 1
    return kind


def event_left(box: Box, table: Table, kind: int) -> int:
    """Count the cards of a kind in the event deck: those not drawn and not kept as a coach card."""
    kept = (table.coach[0] == kind + 1) + (table.coach[1] == kind + 1)
    return int(box.event[kind].copies) - int(table.gone[kind]) - int(kept)


def events_left(box: Box, table: Table) -> int:
    """Count the event deck."""
    total = 0
    for kind in range(box.event_kinds):
        total += event_left(box, table, kind)
    return total


def take_shot(table: Table, seat: int, chance: int, kind: int, log: Log) -> bool:
    """KC-079, KC-R26: a goal if the k100 does not exceed the chance."""
    rolled = roll(table, 100) + 1
    table.luck[seat] -= 100 * int(chance)
    table.hazard[seat] += int(chance) * (100 - int(chance))
    shooter = int(table.shooter) if seat == table.att and kind < ShotKind.FOLLOW_UP else NONE
    tell(log, EVERYONE, Event.SHOT, seat, rolled, chance, kind, shooter)
    if rolled > chance:
        tell(log, EVERYONE, Event.MISS, seat)
        return False
    table.luck[seat] += 10_000
    score_goal(table, seat, shooter, log)
    return True


def score_goal(table: Table, seat: int, shooter: int, log: Log) -> None:
    """KC-084: one more on the goal counter."""
    table.goals[seat] += 1
    table.acts[LIVE].goals[seat] += 1
    home = table.home
    tell(log, EVERYONE, Event.GOAL, seat, home, table.goals[home], table.goals[rival(home)], shooter)
