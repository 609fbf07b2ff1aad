"""Straight (MC-040..055)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.mcs.rules.moves import ask, discard, draw_cards, list_kind
from matchday.games.mcs.rules.questions import are_rivals, rider_at, rider_of, sees_hand
from matchday.games.mcs.state import ATTACK, DEFENCE, PASS, Box, Event, Phase, Table


def next_attempt(box: Box, table: Table, log: Log) -> None:
    """MC-040..043, MC-054, MC-R06: one scan from the second place down, nobody is asked twice; then the next lap."""
    while table.place + 1 < table.racing:
        table.place += 1
        if can_attack(box, table):
            seat = table.seat_of[table.order[table.place]]
            if table.hand_count[seat] or not box.auto_pass_when_unable:
                ask(table, Phase.ATTACK, seat)
                return
            tell(log, EVERYONE, Event.PASSED, seat, Phase.ATTACK)
    table.phase = Phase.LAP


def can_attack(box: Box, table: Table) -> bool:
    """MC-040, MC-080, MC-082, MC-094, MC-R06: a rival directly ahead, and neither of the two is barred."""
    colour = table.order[table.place]
    ahead = table.order[table.place - 1]
    if not are_rivals(box, colour, ahead) or table.lock_first == ahead + 1:
        return False
    return not (table.lock_last >> colour & 1 or table.no_card == colour + 1)


def legal_attack(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-044, MC-045, MC-R09: a card with red letters, or none."""
    count = list_kind(box, table, seat, ATTACK, out)
    out[count] = PASS
    return count + 1


def apply_attack(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-044, MC-046, MC-094: the card lies face down; the rider ahead is defended, if he may be."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.ATTACK)
        table.phase = Phase.STRAIGHT
        return
    ahead = int(table.order[table.place - 1])
    defender = table.seat_of[ahead]
    table.attack = action + 1
    tell(log, EVERYONE, Event.ATTACKED, seat, rider_at(table, table.place), rider_of(table, ahead))
    tell(log, sees_hand(box, table, seat), Event.LAID, seat, action)
    if table.no_card == ahead + 1:
        clash(box, table, PASS, log)
    elif table.hand_count[defender] == 0 and box.auto_pass_when_unable:
        tell(log, EVERYONE, Event.PASSED, defender, Phase.DEFEND)
        clash(box, table, PASS, log)
    else:
        ask(table, Phase.DEFEND, defender)


def legal_defend(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-046, MC-R07: a card with green letters, or none."""
    count = list_kind(box, table, seat, DEFENCE, out)
    if count == 0 or box.defence_optional:
        out[count] = PASS
        count += 1
    return count


def apply_defend(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-047, MC-048: both cards are turned up; a pass where a defence is due proves that there was none."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.DEFEND)
        if not box.defence_optional:
            table.green_at_most[seat] = 0
    clash(box, table, action, log)


def clash(box: Box, table: Table, defence: int, log: Log) -> None:
    """MC-047..053, MC-R08, MC-R29: letters are compared, both cards discarded, the winner draws one."""
    colour = int(table.order[table.place])
    ahead = int(table.order[table.place - 1])
    attacker = table.seat_of[colour]
    defender = table.seat_of[ahead]
    attack = int(table.attack) - 1
    open_tracks = int(box.cards[attack].tracks)
    table.attack = 0
    discard(box, table, attacker, attack)
    if defence != PASS:
        open_tracks &= ~int(box.cards[defence].tracks)
        discard(box, table, defender, defence)
    shown = -1 if defence == PASS else defence
    if open_tracks:
        tell(log, EVERYONE, Event.ATTACK_WON, rider_of(table, colour), rider_of(table, ahead), attack, shown)
        table.order[table.place - 1] = colour
        table.order[table.place] = ahead
        draw_cards(box, table, attacker, table.hand_count[attacker] + 1, log)
    else:
        tell(log, EVERYONE, Event.ATTACK_LOST, rider_of(table, colour), rider_of(table, ahead), attack, shown)
        draw_cards(box, table, defender, table.hand_count[defender] + 1, log)
    table.phase = Phase.STRAIGHT
