"""The steps of a card, a branch for each word of the vocabulary."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, only, tell
from matchday.engine.record import Array
from matchday.games.kick_on.rules.chain import finish_card
from matchday.games.kick_on.rules.ends import check_deck, mill
from matchday.games.kick_on.rules.leaving import injure_candidates, take_off
from matchday.games.kick_on.rules.moves import (
    ask,
    discard,
    end_step,
    from_showers,
    put_in_hand,
    put_under_deck,
    refresh,
    spend_step,
    take_from_deck,
    tire,
)
from matchday.games.kick_on.rules.own_time import put_energy
from matchday.games.kick_on.rules.questions import can_recover, can_substitute, count_bits, lowest, recoverable, rival
from matchday.games.kick_on.rules.totals import condition
from matchday.games.kick_on.state import (
    DECK,
    LAYERS,
    OWN,
    PASS,
    Ability,
    Box,
    Die,
    Event,
    Op,
    Outcome,
    Phase,
    Table,
    Type,
    Why,
)


def do_step(box: Box, table: Table, log: Log) -> None:
    """Do the next step of the card in hand: one branch a word of the vocabulary.

    A Play's changes of the attack are left out here: they follow the attackers (`play_sum`).
    """
    card = int(table.card) - 1
    owner = int(table.owner)
    other = rival(owner)
    step = box.cards[card].steps[table.step]
    op = int(step.op)
    a = int(step.a)
    if op == Op.END:
        finish_card(box, table)
        return
    if op >= Op.DISCARD and op != Op.RIVAL_DISCARD and op != Op.MILL and op != Op.TIRE and op != Op.REFRESH:
        ask_effect(box, table, owner, op, a, int(step.b), log)
        return
    table.step += 1
    if op <= Op.IF_SAME_NATION:
        if box.cards[card].type == Type.PLAY:
            return
        if op >= Op.IF_ATTACKERS_AT_MOST:
            if not condition(box, table, op, a, int(table.active), int(table.attackers), int(table.spent)):
                table.step += 1
        elif op == Op.DEF:
            table.def_mod += a
        elif op == Op.DAMAGE:
            table.damage_mod += a
        elif op == Op.ATK:
            table.atk_mod += a
    elif op == Op.CANCEL_ATTACK:
        table.cancelled = 1
    elif op == Op.CANCEL_ON:
        table.cancelled |= int(check(table, owner, op, a, True, log))
    elif op == Op.CANCEL_CARD:
        table.annulled = 1
    elif op == Op.PENALTY:
        table.cancelled = 1
        table.penalty = 1
        tell(log, EVERYONE, Event.PENALTY, owner)
    elif op == Op.REROLL:
        reroll(table, owner, a, log)
    elif op == Op.INJURE_RIVAL:
        able = injure_candidates(box, table)
        if check(table, owner, op, a, able != 0, log):
            if count_bits(able) > 1:
                ask(table, Phase.INJURE_TARGET, owner)
            else:
                take_off(box, table, other, lowest(able), Why.HURT_BY_RIVAL, log)
    elif op == Op.INJURE_OWN or op == Op.RED:
        punish(box, table, owner, op, a, log)
    elif op == Op.DRAW:
        table.draws[owner] += a
    elif op == Op.RIVAL_DRAW:
        table.draws[other] += a
    elif op == Op.RIVAL_DISCARD:
        for _ in range(min(a, int(table.hand_count[other]))):
            discard(table, other, int(table.hand[other, roll(table, table.hand_count[other])]), log)
    elif op == Op.MILL:
        mill(box, table, owner, a, log)
    elif op == Op.TIRE:
        tell(log, EVERYONE, Event.TIRED, other, tire(table, other, a))
    else:
        tell(log, EVERYONE, Event.REFRESHED, owner, refresh(table, owner, a))


def check(table: Table, seat: int, op: int, needed: int, may: bool, log: Log) -> bool:
    """Roll the die of CANCEL_ON, INJURE_ON or RED, in the open; `may`: whether there is anybody it can happen to."""
    die = roll(table, 6) + 1
    shows = die <= needed if op == Op.RED else die >= needed
    outcome = Outcome.NOTHING
    if shows:
        outcome = Outcome.HAPPENS if may else Outcome.SPARED
    tell(log, EVERYONE, Event.CHECKED, seat, op, die, needed, outcome)
    return bool(outcome == Outcome.HAPPENS)


def punish(box: Box, table: Table, seat: int, op: int, needed: int, log: Log) -> None:
    """INJURE_ON OWN, RED, CLEAN, IRON, KO-R19, KO-R23, KO-R34: what a Foul may cost a fouler who is on the pitch."""
    slot = int(table.fouler)
    ability = box.players[table.squad[seat, slot]].ability
    if op == Op.RED and ability == Ability.CLEAN:
        return
    may = int(table.pitch[seat]) >> slot & 1 != 0 and count_bits(int(table.pitch[seat])) > 1
    if op == Op.INJURE_OWN and ability == Ability.IRON:
        may = False
    if check(table, seat, op, needed, may, log):
        take_off(box, table, seat, slot, Why.EXPELLED if op == Op.RED else Why.HURT_BY_OWN, log)


def reroll(table: Table, seat: int, which: int, log: Log) -> None:
    """REROLL: the lower die, the higher one, or both."""
    lower = int(table.dice[1] < table.dice[0])
    for die in range(2):
        if which == Die.BOTH or (die == lower) == (which == Die.LOW):
            table.dice[die] = roll(table, 6) + 1
    tell(log, EVERYONE, Event.REROLLED, seat, table.dice[0], table.dice[1])


def ask_effect(box: Box, table: Table, owner: int, op: int, a: int, b: int, log: Log) -> None:
    """DP-8: effects in which the owner chooses, one item at a time, as long as there is something to choose."""
    if table.left == 0:
        table.left = b if op == Op.RECOVER_HAND or op == Op.RECOVER_BOTTOM else 1 if op == Op.SEARCH else a
        if op == Op.PEEK_DISCARD:
            look_at_hand(table, owner, log)
    if op == Op.DISCARD and table.hand_count[owner]:
        ask(table, Phase.DISCARD_CHOICE, owner)
    elif op == Op.PEEK_DISCARD and table.hand_count[rival(owner)]:
        ask(table, Phase.PEEK_CHOICE, owner)
    elif op == Op.RAMP and table.hand_count[owner]:
        ask(table, Phase.RAMP_CHOICE, owner)
    elif op == Op.SEARCH:
        if has_in_deck(box, table, owner, a):
            ask(table, Phase.SEARCH_CHOICE, owner)
        else:
            tell(log, EVERYONE, Event.FOUND_NONE, owner)
            end_step(table)
    elif (op == Op.RECOVER_HAND or op == Op.RECOVER_BOTTOM) and can_recover(box, table, owner, a):
        ask(table, Phase.RECOVER_CHOICE, owner)
    elif op == Op.SUB and can_substitute(table, owner):
        ask(table, Phase.SUB_OUT, owner)
    elif op == Op.FRESHEN and table.attacked[owner]:
        ask(table, Phase.FRESHEN_CHOICE, owner)
    else:
        end_step(table)


def apply_effect(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DP-8: the card or player chosen for the present step."""
    phase = table.phase
    op = int(box.cards[table.card - 1].steps[table.step].op)
    if action == PASS:
        end_step(table)
        return
    spend_step(table)
    if phase == Phase.DISCARD_CHOICE:
        discard(table, seat, action, log)
    elif phase == Phase.PEEK_CHOICE:
        discard(table, rival(seat), action, log)
    elif phase == Phase.RAMP_CHOICE:
        put_energy(table, seat, action, log)
    elif phase == Phase.FRESHEN_CHOICE:
        table.attacked[seat] ^= 1 << (action - OWN)
        tell(log, EVERYONE, Event.FRESHENED, seat, table.squad[seat, action - OWN])
    elif phase == Phase.SEARCH_CHOICE:
        take_from_deck(table, seat, action)
        for layer in range(LAYERS):
            table.layers[seat, layer] = 0
        table.dipped[seat] = 0
        put_in_hand(table, seat, action, 1)
        tell(log, EVERYONE, Event.SEARCHED, seat, action)
        check_deck(box, table, seat, log)
    else:
        from_showers(table, seat, action)
        tell(log, EVERYONE, Event.RECOVERED, seat, action, int(op == Op.RECOVER_HAND))
        if op == Op.RECOVER_HAND:
            put_in_hand(table, seat, action, 1)
        else:
            put_under_deck(table, seat, action)


def look_at_hand(table: Table, seat: int, log: Log) -> None:
    """PEEK_DISCARD: the owner sees the rival's whole hand, and remembers it."""
    other = rival(seat)
    tell(log, EVERYONE, Event.PEEKED, seat)
    for slot in range(table.hand_count[other]):
        tell(log, only(seat), Event.SAW, other, table.hand[other, slot])
    table.known[other] = (1 << int(table.hand_count[other])) - 1


def legal_search(box: Box, table: Table, seat: int, out: Array) -> int:
    """SEARCH: each card of that type in one's own deck."""
    wanted = int(box.cards[table.card - 1].steps[table.step].a)
    count = 0
    for kind in range(box.first[wanted], box.first[wanted + 1]):
        for place in range(table.deck_count[seat]):
            if table.pile[seat, place] == kind:
                out[count] = kind
                count += 1
                break
    return count


def legal_recover(box: Box, table: Table, seat: int, out: Array) -> int:
    """RECOVER: each card in one's own Showers that fits the filter and does not recover itself; or enough."""
    wanted = int(box.cards[table.card - 1].steps[table.step].a)
    count = 0
    for kind in range(box.kinds):
        if not recoverable(box, kind, wanted):
            continue
        for place in range(DECK - int(table.shower_count[seat]), DECK):
            if table.pile[seat, place] == kind:
                out[count] = kind
                count += 1
                break
    out[count] = PASS
    return count + 1


def has_in_deck(box: Box, table: Table, seat: int, wanted: int) -> bool:
    """Tell whether a deck holds a card of a type."""
    for place in range(table.deck_count[seat]):
        if box.cards[table.pile[seat, place]].type == wanted:
            return True
    return False
