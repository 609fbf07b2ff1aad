"""Playing a card, and the chain of answers (KO-R07)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kick_on.rules.moves import ask, pop_chain, take_from_hand, tire, to_showers
from matchday.games.kick_on.rules.questions import (
    can_recover,
    can_substitute,
    chain_owner,
    count_bits,
    is_repeat,
    lowest,
    ready_energy,
    rival,
    tired_energy,
)
from matchday.games.kick_on.rules.totals import keeper_is_away
from matchday.games.kick_on.state import CHAIN, IN_PLAY, PASS, Box, Event, Op, Phase, Table, Timing, Type


def legal_card(box: Box, table: Table, seat: int, timing: int, out: Array) -> int:
    """KO-011, KO-013, KO-053, KO-R06, KO-R07: the cards that may be announced now, and the pass.

    A Strategy needs the timing, a Play the talk and the right to one more, a Foul the defender's window and somebody to
    commit it; all need the Energy.
    """
    count = 0
    energy = ready_energy(table, seat)
    silent = table.silenced and seat != table.active
    plays = timing == Timing.TALK and may_play(box, table)
    fouls = timing == Timing.DEFENCE and may_foul(box, table)
    for slot in range(table.hand_count[seat]):
        kind = int(table.hand[seat, slot])
        card = box.cards[kind]
        if card.cost > energy or is_repeat(table, seat, slot):
            continue
        if card.type == Type.STRATEGY:
            possible = (
                not silent and card.timing & timing != 0 and (card.always or does_something(box, table, seat, kind))
            )
        elif card.type == Type.PLAY:
            possible = plays
        else:
            possible = card.type == Type.FOUL and fouls
        if possible:
            out[count] = kind
            count += 1
    out[count] = PASS
    return count + 1


def may_play(box: Box, table: Table) -> bool:
    """KO-R06, KO-R30: one Play a turn, a cancelled one included; perhaps none in the very first turn."""
    if table.turn == 1 and not box.first_turn_attack:
        return False
    return bool(table.plays == 0 or (box.plays_unlimited and table.in_play_count < IN_PLAY))


def may_foul(box: Box, table: Table) -> bool:
    """NO_FOUL, KO-R23: no Play forbids Fouls, and somebody defends who can commit one."""
    for place in range(table.in_play_count):
        if box.cards[table.in_play[place]].no_foul:
            return False
    return foulers(box, table) != 0


def foulers(box: Box, table: Table) -> int:
    """KO-R23, DP-5b: the players in the Defence Zone; the goalkeeper if there is none and he did not attack himself."""
    if table.defenders:
        return int(table.defenders)
    seat = 1 - int(table.active)
    return 0 if keeper_is_away(box, table, seat) else 1 << int(table.keeper[seat])


def does_something(box: Box, table: Table, seat: int, card: int) -> bool:
    """Section 6.1: an effect that needs something finds it. Cards with an effect that never fails do not ask."""
    for step in box.cards[card].steps:
        if step.op == Op.SUB and can_substitute(table, seat):
            return True
        if step.op == Op.REFRESH and tired_energy(table, seat):
            return True
        if step.op == Op.TIRE and ready_energy(table, rival(seat)):
            return True
        if step.op == Op.FRESHEN and table.attacked[seat]:
            return True
        if (step.op == Op.PEEK_DISCARD or step.op == Op.RIVAL_DISCARD) and table.hand_count[rival(seat)]:
            return True
        if (step.op == Op.RECOVER_HAND or step.op == Op.RECOVER_BOTTOM) and can_recover(box, table, seat, step.a):
            return True
    return False


def announce(box: Box, table: Table, seat: int, card: int, log: Log) -> None:
    """KO-012, KO-013, KO-R07: pay and show the card; a Foul also names who commits it; then the rival may answer."""
    take_from_hand(table, seat, card)
    cost = int(box.cards[card].cost)
    tire(table, seat, cost)
    if table.chain_count:
        tell(log, EVERYONE, Event.ANSWERED, seat, card, cost, table.chain[table.chain_count - 1])
    else:
        table.opener = seat
        table.passes = 0
        table.to_act = rival(seat)
        tell(log, EVERYONE, Event.PLAYED, seat, card, cost)
    table.chain[table.chain_count] = card
    table.chain_count += 1
    if box.cards[card].type == Type.PLAY:
        table.plays += 1
        table.silenced |= int(box.cards[card].no_strategy)
    if box.cards[card].type == Type.FOUL:
        candidates = foulers(box, table)
        if count_bits(candidates) > 1:
            ask(table, Phase.FOULER, seat)
            return
        name_fouler(table, seat, lowest(candidates), log)
    wait_for_answer(box, table)


def name_fouler(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-R23: the one who commits the Foul."""
    table.fouler = slot
    tell(log, EVERYONE, Event.FOULER, seat, table.squad[seat, slot])


def answer_timing(box: Box, table: Table) -> int:
    """Tell the timing that answers the card on top of the chain."""
    kind = int(box.cards[table.chain[table.chain_count - 1]].type)
    return Timing.RESPOND_PLAY << (kind - Type.PLAY)


def wait_for_answer(box: Box, table: Table) -> None:
    """KO-R07, DP-R: the rival of the card on top may answer it, unless no card of the set could."""
    top = table.chain[table.chain_count - 1]
    answerer = chain_owner(table, table.chain_count)
    silent = table.silenced and answerer != table.active
    if box.cards[top].no_response or silent or table.chain_count == CHAIN:
        table.resolving = 1
    elif could_play(box, table, answerer, answer_timing(box, table)):
        ask(table, Phase.RESPONSE, answerer)
    else:
        table.resolving = 1


def could_play(box: Box, table: Table, seat: int, timing: int) -> bool:
    """Tell whether some Strategy of the set could be played now, for all that everyone can see."""
    number = 0
    while 1 << number != timing:
        number += 1
    return bool(table.hand_count[seat] and ready_energy(table, seat) >= box.cheapest[number])


def apply_window(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-R07, KO-R08, DP-R, DP-5, DP-6: a card; or a pass, which closes the chain or hands the window over."""
    if action != PASS:
        announce(box, table, seat, action, log)
        return
    tell(log, EVERYONE, Event.PASSED, seat)
    if table.phase == Phase.RESPONSE:
        table.resolving = 1
    else:
        table.passes += 1
        table.to_act = rival(seat)


def resolve_next(box: Box, table: Table, log: Log) -> None:
    """KO-R07, KO-R28: the top card of the chain takes effect, or has none if it was cancelled."""
    if table.chain_count == 0:
        table.resolving = 0
        return
    place = int(table.chain_count) - 1
    card = int(table.chain[place])
    owner = chain_owner(table, place)
    if table.annulled:
        table.annulled = 0
        tell(log, EVERYONE, Event.ANNULLED, owner, card)
        pop_chain(table)
        to_showers(table, owner, card)
    else:
        begin_card(table, card, owner)


def begin_card(table: Table, card: int, owner: int) -> None:
    """Start doing a card's steps."""
    table.card = card + 1
    table.owner = owner
    table.step = 0
    table.left = 0


def finish_card(box: Box, table: Table) -> None:
    """KO-011, KO-026, KO-R28: Strategies and Fouls go to the Showers, a Play lies In Play, Energy stays where it is."""
    card = int(table.card) - 1
    table.card = 0
    table.picked = 0
    if box.cards[card].type == Type.ENERGY:
        return
    pop_chain(table)
    if box.cards[card].type == Type.PLAY:
        table.in_play[table.in_play_count] = card
        table.in_play_count += 1
    else:
        to_showers(table, table.owner, card)
