"""What all sections ask of the table; nothing here changes it."""

from __future__ import annotations

from matchday.games.pilka_w_grze.state import NONE, OPP, SECOND_HALF, Box, Op, Phase, Table


def rival(seat: int) -> int:
    """Give the other seat."""
    return 1 - seat


def side_zone(table: Table) -> int:
    """Give the ball's zone from the attacker's side: OWN, MID or OPP."""
    return table.zone if table.attacker == 0 else OPP - table.zone


def is_repeat(table: Table, seat: int, slot: int) -> bool:
    """Tell whether the same kind of card lies just before in the sorted hand: it is listed once."""
    return bool(slot > 0 and table.hand[seat, slot] == table.hand[seat, slot - 1])


def is_new(table: Table, seat: int, slot: int) -> bool:
    """Tell whether no card of the same kind lies just before in the sorted hand."""
    return not is_repeat(table, seat, slot)


def is_ordinary(box: Box, card: int) -> bool:
    """PG-31: whether the attack half is one of the ordinary attacks."""
    return bool(box.cards[card].opens == Op.ATTACK)


def is_foul(box: Box, card: int) -> bool:
    """PG-31: whether the defence half answers anything."""
    return bool(box.cards[card].foul)


def has_ordinary(box: Box, table: Table, seat: int) -> bool:
    """Tell whether a seat can open an attack."""
    for slot in range(table.hand_count[seat]):
        if is_ordinary(box, table.hand[seat, slot]):
            return True
    return False


def answers(box: Box, card: int, attack: int) -> bool:
    """PG-15, PG-16: the counter of the attack, or a foul."""
    return bool(box.cards[card].answers >> attack & 1)


def opens_attack(box: Box, table: Table, card: int) -> bool:
    """PG-13, PG-33: an ordinary attack, or a dribble that has something to copy."""
    opens = box.cards[card].opens
    return bool(opens == Op.ATTACK or opens == Op.COPY_LAST) and attack_allowed(box, table, card)


def attack_allowed(box: Box, table: Table, card: int) -> bool:
    """PG-37: every condition of the attack half holds."""
    return bool(box.cards[card].free) or all_hold(box, table, box.cards[card].attack)


def all_hold(box: Box, table: Table, half: int) -> bool:
    """Tell whether every condition of an attack half holds now."""
    for step in box.attacks[half].needs:
        if not holds(box, table, step.op, step.a):
            return False
    return True


def holds(box: Box, table: Table, op: int, a: int) -> bool:
    """Tell whether one condition of the vocabulary holds now."""
    if op == Op.AT:
        return bool(side_zone(table) == a)
    if op == Op.HAS_LAST:
        return bool(table.last_type[table.attacker] != NONE)
    if op == Op.ALL_ANSWERED:
        return corner_possible(box, table)
    if op == Op.FOULED_IN_BOX:
        return bool(table.phase == Phase.FOUL_RESPONSE)
    if op == Op.SAVED_LAST:
        return bool(table.saved_last)
    return True


def corner_possible(box: Box, table: Table) -> bool:
    """PG-34, PG-R18: all actions answered in the defender's box, and no corner in this turn yet."""
    if side_zone(table) != OPP or table.actions_used < table.limit:
        return False
    return bool(box.corner_chain or not table.corner_used)


def half_is_over(table: Table) -> bool:
    """PG-39, PG-R09: the pile is empty and so is a hand."""
    return bool(table.pile == 0 and (table.hand_count[0] == 0 or table.hand_count[1] == 0))


def may_end_in_turn(box: Box, table: Table) -> bool:
    """PG-R09, PG-R10: whether the whistle may come after an exchange, before the turn is over."""
    return not (box.half_ends_at_turn or ends_with_pile(box, table))


def ends_with_pile(box: Box, table: Table) -> bool:
    """PG-R10: whether this half ends at the first end of turn that finds the pile empty."""
    return bool(table.half == SECOND_HALF and box.second_half_ends_with_pile)


def chosen_count(table: Table) -> int:
    """Count the cards chosen so far."""
    count = 0
    mask = table.chosen
    while mask:
        count += mask & 1
        mask >>= 1
    return count


def cards_shot(table: Table) -> int:
    """Count the cards of the shot."""
    return int(table.laid_count[table.attacker])


def laid_balls(box: Box, table: Table, seat: int) -> int:
    """PG-26: the sum of the balls laid."""
    total = 0
    for place in range(table.laid_count[seat]):
        total += box.cards[table.laid[seat, place]].balls
    return total


def laid_gloves(box: Box, table: Table, seat: int) -> int:
    """PG-27: the sum of the gloves laid."""
    total = 0
    for place in range(table.laid_count[seat]):
        total += box.cards[table.laid[seat, place]].gloves
    return total
