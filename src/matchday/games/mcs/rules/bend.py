"""Bend (MC-060..071, MC-123), and whom a fall or a defect is aimed at (MC-R14)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.mcs.rules.moves import ask, show_card, take_from_hand
from matchday.games.mcs.rules.questions import is_own, is_partner, place_of, rider_of
from matchday.games.mcs.state import COLOURS, PASS, TARGET, Box, Event, Op, Phase, Table


def next_opening(box: Box, table: Table, log: Log) -> None:
    """MC-061..063: each is asked once; if nobody opens, the bend ends without effect."""
    while table.asked < table.turn_count:
        seat = table.turns[table.asked]
        table.asked += 1
        if table.hand_count[seat] or not box.auto_pass_when_unable:
            ask(table, Phase.OPEN, seat)
            return
        tell(log, EVERYONE, Event.PASSED, seat, Phase.OPEN)
    tell(log, EVERYONE, Event.QUIET_BEND)
    table.phase = Phase.LAP


def legal_open(table: Table, seat: int, out: Array) -> int:
    """MC-060, MC-061: any card, or none."""
    count = int(table.hand_count[seat])
    for slot in range(count):
        out[slot] = table.hand[seat, slot]
    out[count] = PASS
    return count + 1


def apply_open(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-061, MC-062: the card lies open, or the right to open goes on."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.OPEN)
        table.phase = Phase.OPENING
        return
    tell(log, EVERYONE, Event.OPENED, seat, action)
    lay_on_chain(box, table, seat, action, log)


def next_beat(box: Box, table: Table, log: Log) -> None:
    """MC-064, MC-068, MC-124, MC-R18, MC-R19: each who may beat the top card is asked; if nobody does, it wins."""
    while table.asked < table.turn_count:
        seat = table.turns[(int(table.start) + int(table.asked)) % table.turn_count]
        table.asked += 1
        if seat == table.top_seat or (is_partner(box, table, seat, table.top_seat) and not box.beat_partner):
            continue
        if table.hand_count[seat] or not box.auto_pass_when_unable:
            ask(table, Phase.BEAT, seat)
            return
        tell(log, EVERYONE, Event.PASSED, seat, Phase.BEAT)
    table.winner = table.top_seat + 1
    table.step = 0
    tell(log, EVERYONE, Event.WON_BEND, table.top_seat, top_card(table))
    table.phase = Phase.RESOLVE


def legal_beat(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-064..066: a card of the same edge colour or with the same symbol as the top one, or none."""
    top = box.cards[top_card(table)]
    count = 0
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        if box.cards[card].colour == top.colour or box.cards[card].effect == top.effect:
            out[count] = card
            count += 1
    out[count] = PASS
    return count + 1


def apply_beat(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-067, MC-123: the new card takes the place of the beaten one; whoever passes may still beat a later card."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.BEAT)
        table.phase = Phase.BEATING
        return
    tell(log, EVERYONE, Event.BEATEN, seat, action, top_card(table))
    lay_on_chain(box, table, seat, action, log)


def lay_on_chain(box: Box, table: Table, seat: int, card: int, log: Log) -> None:
    """MC-064, MC-R14, MC-R18: the card is on top, the asking begins again; a target may be due at once."""
    take_from_hand(table, seat, card)
    show_card(box, table, seat, card)
    table.chain[table.chain_count] = card
    table.chain_count += 1
    table.top_seat = seat
    table.aim = 0
    table.asked = 0
    table.start = 0
    if not box.beat_leader_first:
        while table.turns[table.start] != seat:
            table.start += 1
        table.start = (table.start + 1) % table.turn_count
    table.phase = Phase.BEATING
    if box.targets_on_play and has_step(box, card, Op.PENDING):
        take_aim(box, table, seat, log)


def take_aim(box: Box, table: Table, seat: int, log: Log) -> None:
    """MC-090, MC-093, MC-R14, MC-R30: one rival rider; asked if there are several, none if there is none."""
    count = 0
    found = 0
    for place in range(table.racing):
        if not is_own(box, table, seat, table.order[place]):
            found = table.order[place]
            count += 1
    if count == 0:
        if table.winner:
            tell(log, EVERYONE, Event.NO_EFFECT, seat, top_card(table))
    elif count == 1:
        aim_at(table, seat, found, log)
    else:
        ask(table, Phase.TARGET, seat)


def legal_target(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-R14: a rival rider who is still racing."""
    count = 0
    for colour in range(COLOURS):
        if place_of(table, colour) < table.racing and not is_own(box, table, seat, colour):
            out[count] = TARGET + colour
            count += 1
    return count


def apply_target(table: Table, seat: int, action: int, log: Log) -> None:
    """MC-R14: the target is named; the card goes on being beaten or takes effect."""
    aim_at(table, seat, action - TARGET, log)
    if table.winner:
        table.step -= 1  # the step that asked goes on with its target
        table.phase = Phase.RESOLVE
    else:
        table.phase = Phase.BEATING


def aim_at(table: Table, seat: int, colour: int, log: Log) -> None:
    """Name the rider whom the top card would hit."""
    table.aim = colour + 1
    tell(log, EVERYONE, Event.AIMED, seat, rider_of(table, colour), top_card(table))


def top_card(table: Table) -> int:
    """Give the card that lies on top in the bend."""
    return int(table.chain[table.chain_count - 1])


def has_step(box: Box, card: int, op: int) -> bool:
    """Tell whether a card's effect contains a word."""
    for step in box.effects[box.cards[card].effect].play:
        if step.op == op:
            return True
    return False
