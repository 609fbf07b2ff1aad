"""Cheap playing sense for Kick On: a greedy coach who counts the reply.

An attack is worth its chance of a goal less what it uncovers: the growth of the rival's chance in their next turn,
since attackers cannot defend then. The chances are exact, the rival's next attack is an estimate. A Foul is played when
the chance it saves is worth the card, its Energy and the red card it risks.
"""

from __future__ import annotations

from typing import Any

from matchday.engine.record import Array
from matchday.games.kick_on.rules.attackers import may_defend, play_terms
from matchday.games.kick_on.rules.penalties import penalty_attack, penalty_defence, penalty_scores
from matchday.games.kick_on.rules.questions import bench_of, count_bits, outfield, ready_energy, rival, tired_energy
from matchday.games.kick_on.rules.shot import is_goal, ways_to_score
from matchday.games.kick_on.rules.totals import (
    attack_total,
    defence_total,
    is_aerial,
    play_sum,
    squad_attack,
    squad_defence,
)
from matchday.games.kick_on.state import (
    DONE,
    EVERYONE_BACK,
    EVERYONE_IN,
    NOBODY,
    OWN,
    PASS,
    RIVAL,
    SQUAD,
    Ability,
    Box,
    Die,
    Op,
    Phase,
    Position,
    Table,
    Timing,
    Type,
)

EXPOSURE = 0.8  # weight of a goal that may be conceded in the next turn against one that may be scored in this one
PLAY_BONUS = 2  # what a rival's Play adds to their attack, about
CAN_ATTACK = 0.75  # how often a rival with cards in hand finds a Play to attack with
CARD_WORTH = 0.10  # chance of a goal that a card must move to be worth playing …
ENERGY_WORTH = 0.03  # … and what each point of its cost adds to that
RED_WORTH = 0.5  # what a sending-off costs
FULL_HAND = 6  # with more cards than this nobody draws


def moment(box: Box, table: Table) -> int:
    """Count turns."""
    return int(table.turn)


def luck(box: Box, table: Table, seat: int) -> int:
    """Give the goals beyond the chances of the shots."""
    return int(table.luck[seat])


def hazard(box: Box, table: Table, seat: int) -> int:
    """Give the variance of those goals."""
    return int(table.hazard[seat])


def choose(box: Box, table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """Choose one of the legal actions; the table is a hidden one."""
    if count == 1:
        return out[0]
    phase = table.phase
    if phase == Phase.ENERGY or phase == Phase.RAMP_CHOICE:
        return out[count - 2]  # special Energy comes after the basic one, the pass last
    if phase == Phase.TALK:
        return choose_talk(box, table, seat, out, count)
    if phase == Phase.CLOSE:
        return choose_close(box, table, seat, out, count)
    if phase == Phase.RESPONSE:
        return choose_answer(box, table, seat, out, count)
    if phase == Phase.ATTACKERS:
        return choose_attackers(box, table, seat)
    if phase == Phase.DEFENDERS:
        return choose_defenders(box, table, seat, out)
    if phase == Phase.DEFENCE_WINDOW:
        return choose_in_window(box, table, seat, out, count)
    if phase == Phase.ROLL_WINDOW:
        return choose_reroll(box, table, seat, out, count)
    if phase < Phase.ATTACKERS or phase == Phase.FOULER or phase == Phase.KEEP or phase == Phase.BAN:
        return choose_player(box, table, seat, out, count)
    if phase == Phase.HAND_LIMIT or phase == Phase.DISCARD_CHOICE:
        return least_worth(box, table, seat, out, count)
    if phase >= Phase.DISCARD_CHOICE and phase <= Phase.PEEK_CHOICE:
        return most_worth(box, table, seat, out, count)
    return choose_player(box, table, seat, out, count)


# ---------------------------------------------------------------- chances


def goal_chance(box: Box, attack: int, defence: int) -> float:
    """Give the chance that a shot scores."""
    return ways_to_score(box, attack, defence) / 36


def penalty_chance(box: Box, table: Table, seat: int) -> float:
    """Give the chance of the best taker from the spot."""
    best = 0
    for slot in range(SQUAD):
        if int(table.pitch[seat]) >> slot & 1:
            best = max(best, penalty_attack(box, table, seat, slot))
    save = penalty_defence(box, table, rival(seat))
    ways = 0
    for die in range(1, 7):
        ways += int(penalty_scores(best, save, die))
    return ways / 6


def best_back(box: Box, table: Table, seat: int, able: int, most: int) -> int:
    """Give the best defenders among those who are able."""
    while count_bits(able) > most:
        worst = -1
        for slot in range(SQUAD):
            if able >> slot & 1 and (
                worst < 0 or printed(box, table, seat, slot, 0) < printed(box, table, seat, worst, 0)
            ):
                worst = slot
        able ^= 1 << worst
    return able


def missing(box: Box, table: Table, seat: int, attackers: int, keep: int) -> int:
    """Tell which attackers cannot defend then: not those with Lungs, nor the best of whom a Play keeps back."""
    away = attackers
    for slot in range(SQUAD):
        if away >> slot & 1 and box.players[table.squad[seat, slot]].ability == Ability.LUNGS:
            away ^= 1 << slot
    return away ^ best_back(box, table, seat, away, keep)


def printed(box: Box, table: Table, seat: int, slot: int, attack: int) -> int:
    """Give a player's printed defence, with his attack as often as asked for."""
    player = box.players[table.squad[seat, slot]]
    return int(player.defence) + attack * int(player.attack)


def reply_chance(box: Box, table: Table, seat: int, uncovered: int) -> float:
    """Estimate the rival's chance in their next turn if these players cannot defend then."""
    other = rival(seat)
    attack = PLAY_BONUS
    for slot in range(SQUAD):
        if outfield(table, other) >> slot & 1:
            mine = int(box.players[table.squad[other, slot]].attack)
            attack += mine if mine > 1 else 0
    able = outfield(table, seat) & (EVERYONE_IN ^ uncovered)
    back = best_back(box, table, seat, able, int(box.most_defenders))
    chance = goal_chance(box, attack, squad_defence(box, table, seat, back, False))
    return chance * CAN_ATTACK if table.hand_count[other] else chance * CAN_ATTACK / 2


def caution(table: Table, seat: int) -> float:
    """Weigh exposure by the score: hold a lead, chase a deficit, and all the more near the end."""
    lead = int(table.goals[seat]) - int(table.goals[rival(seat)])
    left = min(int(table.deck_count[0]), int(table.deck_count[1]))
    if lead > 0:
        return EXPOSURE * (1.5 if left < 12 else 1.2)
    if lead < 0:
        return EXPOSURE * (0.3 if left < 12 else 0.7)
    return EXPOSURE


def plan_value(box: Box, table: Table, seat: int, card: int, attackers: int, before: float) -> float:
    """Value an attack with these players: its chance less the growth of the rival's."""
    other = rival(seat)
    spent = count_bits(int(table.attacked[other]))
    aerial = is_aerial(box, table)
    most = play_terms(box, table, Op.MAX_DEF)
    ban = play_terms(box, table, Op.BAN)
    keep = play_terms(box, table, Op.KEEP)
    attack = squad_attack(box, table, seat, attackers, aerial or (card >= 0 and box.cards[card].aerial != 0))
    for place in range(table.in_play_count):
        attack += play_sum(box, table, int(table.in_play[place]), seat, attackers, spent, Op.ATK)
    if card >= 0:
        attack += play_sum(box, table, card, seat, attackers, spent, Op.ATK)
        aerial = aerial or box.cards[card].aerial != 0
        most = min(most, int(box.cards[card].max_def))
        ban += int(box.cards[card].ban)
        keep += int(box.cards[card].keep)
    able = outfield(table, other) & (EVERYONE_IN ^ int(table.attacked[other]))
    able &= EVERYONE_IN ^ best_back(box, table, other, able, ban)
    defence = squad_defence(box, table, other, best_back(box, table, other, able, most), aerial)
    growth = reply_chance(box, table, seat, missing(box, table, seat, attackers, keep)) - before
    return goal_chance(box, attack, defence) - caution(table, seat) * growth


def plan_attackers(box: Box, table: Table, seat: int, card: int) -> int:
    """Give the best attackers for a Play (-1: those In Play), adding first whom the defence misses least."""
    most = play_terms(box, table, Op.MAX_ATT)
    if card >= 0:
        most = min(most, int(box.cards[card].max_att))
    able = outfield(table, seat)
    before = reply_chance(box, table, seat, 0)
    attackers = 0
    best = 0
    best_value = 0.0
    for _ in range(min(most, count_bits(able))):
        following = -1
        gain = 0
        for slot in range(SQUAD):
            if able & (EVERYONE_IN ^ attackers) & (1 << slot):
                player = box.players[table.squad[seat, slot]]
                cost = 0 if player.ability == Ability.LUNGS else int(player.defence)
                if following < 0 or 4 * int(player.attack) - 3 * cost > gain:
                    following = slot
                    gain = 4 * int(player.attack) - 3 * cost
        attackers |= 1 << following
        value = plan_value(box, table, seat, card, attackers, before)
        if value > best_value:
            best_value = value
            best = attackers
    return best


# ---------------------------------------------------------------- one's own turn


def choose_talk(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Play the best attack there is; before it whatever can be paid besides; without a Play look for one."""
    energy = ready_energy(table, seat)
    before = reply_chance(box, table, seat, 0)
    best = -1
    best_value = 0.0
    for place in range(count - 1):
        card = int(out[place])
        if box.cards[card].type != Type.PLAY:
            continue
        attackers = plan_attackers(box, table, seat, card)
        if attackers:
            value = plan_value(box, table, seat, card, attackers, before) - 0.004 * int(box.cards[card].cost)
            if value > best_value:
                best_value = value
                best = card
    needed = 0 if best < 0 else int(box.cards[best].cost) + foul_reserve(box, table, seat)
    for place in range(count - 1):
        card = int(out[place])
        if box.cards[card].type == Type.STRATEGY and energy - int(box.cards[card].cost) >= needed:
            if helps(box, table, seat, card, best):
                return card
    return PASS if best < 0 else best


def choose_close(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Use what is left of the Energy, but keep enough for a Foul that is in hand."""
    energy = ready_energy(table, seat)
    reserve = foul_reserve(box, table, seat)
    for place in range(count - 1):
        card = int(out[place])
        if energy - int(box.cards[card].cost) >= reserve and helps(box, table, seat, card, 0):
            return card
    return PASS


def foul_reserve(box: Box, table: Table, seat: int) -> int:
    """Give the Energy to keep for the dearest Foul in hand."""
    reserve = 0
    for slot in range(table.hand_count[seat]):
        card = box.cards[table.hand[seat, slot]]
        if card.type == Type.FOUL:
            reserve = max(reserve, int(card.cost))
    return reserve


def helps(box: Box, table: Table, seat: int, card: int, plan: int) -> bool:
    """Tell whether a Strategy of one's own turn is worth playing now; `plan` is the Play to come, or -1."""
    op = int(box.cards[card].steps[0].op)
    other = rival(seat)
    lead = int(table.goals[seat]) - int(table.goals[other])
    deck = int(table.deck_count[seat])
    if op == Op.DRAW:
        return table.hand_count[seat] <= FULL_HAND and (lead >= 0 or deck > 10) and deck > 4
    if op == Op.SUB:
        keepers = int(table.line[seat, Position.GK])
        emergency = not keepers >> int(table.keeper[seat]) & 1 and bench_of(table, seat) & keepers
        return bool(emergency or count_bits(int(table.pitch[seat])) < table.slots[seat])
    if op == Op.RAMP:
        return table.hand_count[seat] <= FULL_HAND and table.hand[seat, 0] < box.first[Type.PLAY]
    if op == Op.REFRESH:
        return tired_energy(table, seat) >= 2
    if op == Op.SEARCH:
        return plan < 0 and table.phase == Phase.TALK
    if op == Op.TIRE:
        return plan >= 0 and ready_energy(table, other) >= 2
    if op == Op.PEEK_DISCARD or op == Op.RIVAL_DISCARD:
        return table.hand_count[other] >= 2
    if op == Op.MILL:
        return lead > 0 and (deck > 5 or deck <= 4)
    if op == Op.RECOVER_BOTTOM:
        return lead <= 0 and deck < 16
    if op == Op.RECOVER_HAND:
        return table.hand_count[seat] <= FULL_HAND
    if op == Op.FRESHEN:
        tired = int(table.attacked[seat])
        return bool(reply_chance(box, table, seat, tired) - reply_chance(box, table, seat, 0) > CARD_WORTH)
    return False


def choose_attackers(box: Box, table: Table, seat: int) -> int:
    """Add the planned attackers one by one; stay back if no attack is worth it."""
    wanted = plan_attackers(box, table, seat, -1)
    chosen = int(table.chosen)
    if wanted == 0:
        return DONE if chosen else PASS
    for slot in range(SQUAD):
        if wanted & (EVERYONE_IN ^ chosen) & (1 << slot):
            return OWN + slot
    return DONE


# ---------------------------------------------------------------- windows


def choose_defenders(box: Box, table: Table, seat: int, out: Array) -> int:
    """Send back everyone who can, or the best as far as they are allowed."""
    able = may_defend(table)
    most = play_terms(box, table, Op.MAX_DEF)
    if count_bits(able) <= most:
        return EVERYONE_BACK if table.chosen == 0 else DONE
    back = best_back(box, table, seat, able, most) & (EVERYONE_IN ^ int(table.chosen))
    for slot in range(SQUAD):
        if back >> slot & 1:
            return OWN + slot
    return DONE


def shot_chance(box: Box, table: Table, more_attack: int, more_defence: int) -> float:
    """Give the chance of the present attack with some change of the totals."""
    return goal_chance(
        box, attack_total(box, table) + more_attack, defence_total(box, table, int(table.defenders)) + more_defence
    )


def choose_in_window(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Play the card that moves the chance of this attack most beyond its own worth."""
    chance = shot_chance(box, table, 0, 0)
    best = PASS
    best_value = 0.0
    for place in range(count - 1):
        card = int(out[place])
        value = window_value(box, table, seat, card, chance) - CARD_WORTH - ENERGY_WORTH * int(box.cards[card].cost)
        if value > best_value:
            best_value = value
            best = card
    return best


def window_value(box: Box, table: Table, seat: int, card: int, chance: float) -> float:
    """Say by how much a card moves the chance of the present attack in its owner's favour."""
    value = 0.0
    holds = True
    clean = False
    for slot in range(SQUAD):
        if int(table.defenders) >> slot & 1:
            clean = clean or box.players[table.squad[1 - table.active, slot]].ability == Ability.CLEAN
    for step in box.cards[card].steps:
        op = int(step.op)
        a = int(step.a)
        if op == Op.END:
            break
        if op == Op.IF_ATTACKERS_AT_MOST:
            holds = count_bits(int(table.attackers)) <= a
            continue
        if op == Op.IF_ATTACKERS_AT_LEAST:
            holds = count_bits(int(table.attackers)) >= a
            continue
        if op == Op.IF_DEFENDERS_AT_LEAST:
            holds = count_bits(int(table.defenders)) >= a
            continue
        if holds:
            if op == Op.CANCEL_ATTACK:
                value += chance
            elif op == Op.CANCEL_ON:
                value += chance * (7 - a) / 6
            elif op == Op.DEF:
                value += chance - shot_chance(box, table, 0, a)
            elif op == Op.ATK:
                value += shot_chance(box, table, a, 0) - chance
            elif op == Op.RED and not clean:
                value -= RED_WORTH * a / 6
            elif op == Op.INJURE_OWN:
                value -= RED_WORTH * (7 - a) / 6
            elif op == Op.INJURE_RIVAL:
                value += RED_WORTH / 4 * (7 - a) / 6
            elif op == Op.DRAW:
                value += CARD_WORTH / 2
        holds = True
    return value


def choose_answer(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Answer what would spoil one's own card or a good chance, and what opens a good chance for the rival."""
    top = int(table.chain[table.chain_count - 1])
    kind = int(box.cards[top].type)
    if kind == Type.FOUL:
        chance = shot_chance(box, table, 0, 0)
        spot = penalty_chance(box, table, seat)
        best = PASS
        best_value = CARD_WORTH
        for place in range(count - 1):
            card = int(out[place])
            is_penalty = box.cards[card].steps[1].op == Op.PENALTY
            value = (spot if is_penalty else chance) - ENERGY_WORTH * int(box.cards[card].cost)
            if value > best_value:
                best_value = value
                best = card
        return best
    if kind == Type.PLAY:
        other = rival(seat)
        attackers = plan_attackers(box, table, other, top)
        before = reply_chance(box, table, other, 0)
        return int(out[0]) if attackers and plan_value(box, table, other, top, attackers, before) > 0.3 else PASS
    if table.chain_count > 1:
        return int(out[0])
    threat = window_value(box, table, rival(seat), top, shot_chance(box, table, 0, 0)) if table.attack_on else 0.0
    return int(out[0]) if threat > 0.25 else PASS


def choose_reroll(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Roll again when that turns enough of a lost shot, or of a conceded one."""
    attack = int(table.attack_total)
    defence = int(table.defence_total)
    first = int(table.dice[0])
    second = int(table.dice[1])
    scored = is_goal(box, attack, defence, first + second)
    if scored == (seat == table.active):
        return PASS
    for place in range(count - 1):
        which = int(box.cards[out[place]].steps[0].a)
        goals = 0
        for die in range(1, 7):
            for other in range(1, 7):
                if which == Die.LOW:
                    dice = max(first, second) + die
                elif which == Die.HIGH:
                    dice = min(first, second) + die
                else:
                    dice = other + die
                goals += int(is_goal(box, attack, defence, dice))
        turned = goals / 36 if seat == table.active else 1 - goals / 36
        if turned > CARD_WORTH + ENERGY_WORTH * int(box.cards[out[place]].cost):
            return int(out[place])
    return PASS


# ---------------------------------------------------------------- players and cards


def choose_player(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Choose a player by what the question is about; fill an empty place, decline what costs something."""
    phase = table.phase
    best = int(out[0])
    best_value = -1000
    for place in range(count):
        action = int(out[place])
        if action == NOBODY:
            return NOBODY
        if action < OWN:
            continue
        side = rival(seat) if action >= RIVAL else seat
        slot = action - RIVAL if action >= RIVAL else action - OWN
        value = player_value(box, table, side, slot, phase)
        if value > best_value:
            best_value = value
            best = action
    if phase == Phase.SUB_OUT and int(table.line[seat, Position.GK]) >> int(table.keeper[seat]) & 1:
        return PASS
    return best


def player_value(box: Box, table: Table, seat: int, slot: int, phase: int) -> int:
    """Rate a player for a question: who kicks, who keeps goal, who is missed least."""
    player = box.players[table.squad[seat, slot]]
    overall = 2 * int(player.attack) + 2 * int(player.defence) + int(player.ability != Ability.NONE)
    if phase == Phase.PENALTY_TAKER or phase >= Phase.SHOOTOUT_PICK:
        return penalty_attack(box, table, seat, slot)
    if phase == Phase.KEEPER_CHOICE or phase == Phase.KEEP or phase == Phase.BAN or phase == Phase.FRESHEN_CHOICE:
        return int(player.defence)
    if phase == Phase.FOULER:
        return 100 if player.ability == Ability.CLEAN else -overall
    if phase == Phase.LINEUP or phase == Phase.SUB_OUT:
        return -overall
    return overall


def card_worth(box: Box, table: Table, seat: int, card: int) -> int:
    """Rate a card in hand: Energy until there is enough, then what stops or scores goals."""
    row = box.cards[card]
    if row.type == Type.ENERGY:
        return 12 if ready_energy(table, seat) + tired_energy(table, seat) < 6 else 1
    worth = 4 + int(row.cost)
    if row.type == Type.FOUL:
        worth += 4
    elif row.type == Type.PLAY:
        worth += 2
    elif row.timing & Timing.DEFENCE:
        worth += 3
    return worth


def least_worth(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Give the listed card that is missed least."""
    best = int(out[0])
    for place in range(1, count):
        if card_worth(box, table, seat, int(out[place])) < card_worth(box, table, seat, best):
            best = int(out[place])
    return best


def most_worth(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Give the listed card that is wanted most; a pass is not wanted at all."""
    best = int(out[0])
    for place in range(1, count):
        if out[place] < PASS and card_worth(box, table, seat, int(out[place])) > card_worth(box, table, seat, best):
            best = int(out[place])
    return best
