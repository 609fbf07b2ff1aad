"""The chances of a shot (KC-068, KC-078). Pure: the dice, the bots and the view read the same odds."""

from __future__ import annotations

from matchday.games.kickards.rules.moves import rival
from matchday.games.kickards.state import LIVE, STEPS, Aim, Bonus, Box, If, Op, Pos, Table


def goal_chance(box: Box, table: Table, percent: int, clear_shot: int) -> int:
    """KC-078, KC-R14: the final chance of a shot with this base; `clear_shot` ignores bought −10 % and halvings."""
    act = table.acts[LIVE]
    att = table.att
    chance = int(percent) + int(act.pct) + int(act.line_up) + int(table.control_pct)
    chance += int(box.bonus[Bonus.PLUS10].amount) * int(table.bonus[att, Bonus.PLUS10])
    if not clear_shot:
        chance -= int(box.bonus[Bonus.MINUS10].amount) * int(table.bonus[rival(att), Bonus.MINUS10])
    chance = min(max(chance, 0), 100)
    if not clear_shot:
        chance = halved(chance, int(act.halvings) + int(table.bonus[rival(att), Bonus.HALVE]))
    return chance


def halved(chance: int, times: int) -> int:
    """KC-R14: halve, rounding up each time."""
    for _ in range(times):
        chance = (chance + 1) // 2
    return chance


def position_of(table: Table, die: int) -> int:
    """KC-068, KC-071, KC-R12: the position that a k6 result gives after everything that moves it."""
    act = table.acts[LIVE]
    position = min(max(int(die) + int(act.k6) + int(table.nudges), 1), 6)
    return min(max(position, int(act.k6_min)), int(act.k6_max))


def position_odds(table: Table, position: int) -> int:
    """Tell on how many of the six faces of a fresh k6 the shot would come from this position."""
    act = table.acts[LIVE]
    if act.aim == Aim.POSITION:
        return 6 if act.at == position else 0
    faces = 0
    for die in range(1, 7):
        faces += position_of(table, die) == position
    return faces


def row_chance(box: Box, table: Table, position: int) -> int:
    """Give the chance, in ten-thousandths, that a shot from this position scores: a special row's dice weighed in."""
    act = table.acts[LIVE]
    if act.aim == Aim.TABLE:
        return 100 * goal_chance(box, table, act.table[position], 0)
    steps = box.footballers[table.shooter - 1].shots[position - 1].play
    if steps[0].op != Op.RISK:
        return settled_row_chance(box, table, position)
    total = 0
    for die in range(1, 7):
        reached = die + int(steps[0].a)
        if reached < steps[0].b and reached <= 6:
            total += settled_row_chance(box, table, reached)
    return total // 6


def settled_row_chance(box: Box, table: Table, position: int) -> int:
    """Give the chance of a row that does not send the shooter to another one."""
    steps = box.footballers[table.shooter - 1].shots[position - 1].play
    support = int(table.laid_count[table.att]) - 1
    more = 0
    clear_shot = 0
    for number in range(STEPS):
        op = steps[number].op
        if op == Op.END:
            break
        if op == Op.PER_SUPPORT:
            more = int(steps[number].a) * support
        elif op == Op.CLEAR:
            clear_shot = 1
    total = 0
    sixths = 6
    for number in range(STEPS):
        step = steps[number]
        if step.op == Op.END:
            break
        if step.op == Op.ON:
            sixths = int(step.b) - int(step.a) + 1
        elif step.op == Op.IF:
            sixths = 6 if holds(box, table, step.a) else 0
        elif step.op == Op.SHOT:
            total += sixths * goal_chance(box, table, int(step.a) + more, clear_shot)
    return total * 100 // 6


def mean_chance(box: Box, table: Table) -> int:
    """Give the chance, in ten-thousandths, of a shot whose k6 is still to be rolled."""
    act = table.acts[LIVE]
    if act.no_shot:
        return 0
    if act.aim == Aim.FLAT:
        return 100 * goal_chance(box, table, act.at, 0)
    total = 0
    for position in range(1, 7):
        faces = position_odds(table, position)
        if faces:
            total += faces * row_chance(box, table, position)
    return total // 6


def holds(box: Box, table: Table, condition: int) -> bool:
    """Answer an `if`."""
    att = table.att
    position = box.footballers[table.shooter - 1].position
    if condition == If.SHOOTER_CF:
        return position == Pos.CF
    if condition == If.SHOOTER_WIDE:
        return position == Pos.LF or position == Pos.RF or position == Pos.LB or position == Pos.RB
    if condition == If.SHOOTER_MID:
        return position >= Pos.AM
    if condition == If.SHOOTER_DEF:
        return Pos.LB <= position <= Pos.RB
    if condition == If.ATT_MORE_CARDS:
        return table.laid_count[att] > table.laid_count[rival(att)]
    if condition == If.NO_SUPPORT:
        return table.laid_count[att] == 1
    if condition == If.SUPPORT:
        return table.laid_count[att] > 1
    if condition == If.HAND_EMPTY:
        return table.hand_count[att] == 0
    if condition == If.HAND_HELD:
        return table.hand_count[att] > 0
    return table.goals[att] < table.goals[rival(att)]
