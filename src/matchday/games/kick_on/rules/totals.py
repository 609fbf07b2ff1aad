"""The totals of an attack (KO-061, KO-R26)."""

from __future__ import annotations

from matchday.games.kick_on.rules.questions import count_bits
from matchday.games.kick_on.state import EVERYONE_IN, SQUAD, Ability, Box, Op, Position, Table


def attack_total(box: Box, table: Table) -> int:
    """KO-061: the attack of this attack, as it stands."""
    seat = int(table.active)
    attackers = int(table.attackers)
    total = int(table.atk_mod) + squad_attack(box, table, seat, attackers, is_aerial(box, table))
    for place in range(table.in_play_count):
        total += play_sum(box, table, table.in_play[place], seat, attackers, int(table.spent), Op.ATK)
    return total


def squad_attack(box: Box, table: Table, seat: int, attackers: int, aerial: bool) -> int:
    """KO-061: printed attack and the abilities of these attackers."""
    total = 0
    number = count_bits(attackers)
    for slot in range(SQUAD):
        if not attackers >> slot & 1:
            continue
        player = box.players[table.squad[seat, slot]]
        total += int(player.attack)
        ability = player.ability
        fellows = attackers & int(table.line[seat, player.position]) & (EVERYONE_IN ^ (1 << slot))
        if (
            (ability == Ability.DUO and fellows)
            or (ability == Ability.SOLO and number <= 2)
            or (ability == Ability.RUNNER and player.position == Position.DF and not fellows)
            or (ability == Ability.AERIAL and aerial)
        ):
            total += int(player.n)
    return total


def play_sum(box: Box, table: Table, card: int, seat: int, attackers: int, spent: int, what: int) -> int:
    """Add up what a Play gives these attackers: ATK (with ATK_PER), DEF or DAMAGE."""
    total = 0
    holds = True
    for step in box.cards[card].steps:
        op = int(step.op)
        if op == Op.END:
            break
        if Op.IF_ATTACKERS_AT_MOST <= op <= Op.IF_SAME_NATION:
            holds = condition(box, table, op, int(step.a), seat, attackers, spent)
            continue
        if holds and op == what:
            total += int(step.a)
        elif holds and what == Op.ATK and Op.ATK_PER_GK <= op <= Op.ATK_PER_ANY:
            counted = attackers
            if op != Op.ATK_PER_ANY:
                counted &= int(table.line[seat, op - Op.ATK_PER_GK])
            total += int(step.a) * min(count_bits(counted), int(step.b))
        holds = True
    return total


def condition(box: Box, table: Table, op: int, a: int, seat: int, attackers: int, spent: int) -> bool:
    """Section 6.1: whether a condition holds for these attackers."""
    if op == Op.IF_ATTACKERS_AT_MOST:
        return count_bits(attackers) <= a
    if op == Op.IF_ATTACKERS_AT_LEAST:
        return count_bits(attackers) >= a
    if op == Op.IF_DEFENDERS_AT_LEAST:
        return count_bits(int(table.defenders)) >= a
    if op == Op.IF_RIVAL_SPENT:
        return spent >= a
    if op == Op.IF_LINES:
        lines = 0
        for position in range(Position.DF, Position.ANY):
            lines += int(attackers & int(table.line[seat, position]) != 0)
        return lines >= a
    nation = -1
    for slot in range(SQUAD):
        if attackers >> slot & 1:
            mine = int(box.players[table.squad[seat, slot]].nation)
            if nation >= 0 and nation != mine:
                return False
            nation = mine
    return count_bits(attackers) >= 2


def defence_total(box: Box, table: Table, defenders: int) -> int:
    """KO-061: the defence against this attack with these players in the Defence Zone."""
    seat = 1 - int(table.active)
    total = int(table.def_mod) + squad_defence(box, table, seat, defenders, is_aerial(box, table))
    for place in range(table.in_play_count):
        total += play_sum(
            box, table, table.in_play[place], int(table.active), int(table.attackers), int(table.spent), Op.DEF
        )
    return total


def squad_defence(box: Box, table: Table, seat: int, defenders: int, aerial: bool) -> int:
    """KO-061, KO-081: printed defence and the abilities of the goalkeeper and these defenders."""
    total = 0
    if not keeper_is_away(box, table, seat):
        total += keeper_defence(box, table, seat)
        keeper = box.players[table.squad[seat, table.keeper[seat]]]
        if keeper.ability == Ability.WALL and count_bits(defenders) <= 2:
            total += int(keeper.n)
    for slot in range(SQUAD):
        if not defenders >> slot & 1:
            continue
        player = box.players[table.squad[seat, slot]]
        total += int(player.defence)
        fellows = defenders & int(table.line[seat, Position.DF]) & (EVERYONE_IN ^ (1 << slot))
        if (player.ability == Ability.AERIAL and aerial) or (player.ability == Ability.BLOCK and fellows):
            total += int(player.n)
    return total


def keeper_defence(box: Box, table: Table, seat: int) -> int:
    """KO-081, KO-R33: the goalkeeper's printed defence; an outfield player in goal has one less, at least 0."""
    player = box.players[table.squad[seat, table.keeper[seat]]]
    if player.position == Position.GK:
        return int(player.defence)
    return max(0, int(player.defence) - 1)


def keeper_is_away(box: Box, table: Table, seat: int) -> bool:
    """`keeper_may_attack`: a goalkeeper card that attacked adds nothing and commits no Foul."""
    slot = int(table.keeper[seat])
    is_card = int(table.line[seat, Position.GK]) >> slot & 1
    return bool(box.keeper_may_attack and is_card and int(table.attacked[seat]) >> slot & 1)


def is_aerial(box: Box, table: Table) -> bool:
    """Tell whether a Play In Play has the tag aerial."""
    for place in range(table.in_play_count):
        if box.cards[table.in_play[place]].aerial:
            return True
    return False
