"""What a shot is worth to whoever looks at the table: the chance that this action brings the attacker a goal.

It follows the rules from the open event to the last repeat: an event that lies open but is not resolved yet, its die, a
row that rolls or asks for something, more shots, repeats, a follow-up. What somebody may still decide is left as it
stands; only a repeat that is held is taken for used. Plain Python for views: bots and the Automat read `rules`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from matchday.engine.record import copy_of
from matchday.games.kickards.rules.chances import goal_chance, halved, holds, position_odds, position_of
from matchday.games.kickards.rules.moves import is_meant, rival, seat_of
from matchday.games.kickards.rules.steps import REDS, change_action
from matchday.games.kickards.state import (
    LIVE,
    STEPS,
    UNKNOWN,
    Aim,
    Bonus,
    Box,
    Op,
    Phase,
    Place,
    Program,
    Table,
)

CONDITIONS = (Op.ON, Op.IF)
Worlds: TypeAlias = list[tuple[float, Table]]
"""Tables that the open event may leave, each with its share."""
UNSEEN = (Phase.ATTACK, Phase.DEFEND)  # the shooter lies face down


def is_forecast(table: Table) -> bool:
    """Tell whether there is a shot to come: a shooter whom everyone sees, and nothing that took the shot away."""
    over = table.phase in {Phase.VAR_GOAL, Phase.OVER} or (
        table.phase == Phase.CHOICE and table.program == Program.AFTER_ROW
    )
    hidden = table.phase in UNSEEN or not table.shooter or table.shooter == UNKNOWN
    return not hidden and not over and not table.acts[LIVE].no_shot


def worlds(box: Box, table: Table) -> Worlds:
    """Give the tables that the open event may leave; the table itself where nothing is unresolved."""
    if table.event and table.phase in {Phase.EXCHANGE, Phase.VAR_BEFORE}:
        return resolved(box, copy_of(table), 0, 1.0)
    if table.phase == Phase.CHOICE and table.resume == Phase.RUN and table.program == Program.EVENT:
        return resolved(box, copy_of(table), int(table.pc), 1.0)
    return [(1.0, table)]


def resolved(box: Box, table: Table, place: int, share: float) -> Worlds:
    """Run the rest of an event's steps on a table that is ours to change; a die makes six tables of one."""
    steps = box.event[table.event - 1].play
    while place < STEPS and steps[place].op != Op.END:
        op, a, b = Op(int(steps[place].op)), int(steps[place].a), int(steps[place].b)
        place += 1
        if op == Op.ROLL:
            found = []
            for die in range(1, 7):
                twin = copy_of(table)
                twin.die_rolled = die
                found += resolved(box, twin, place, share / 6)
            return found
        runs = a <= table.die_rolled <= b if op == Op.ON else op != Op.IF or holds(box, table, a)
        if not runs:
            while place < STEPS and steps[place].op not in (*CONDITIONS, Op.END):
                place += 1
        elif op not in CONDITIONS:
            resolve(box, table, op, a, b)
    return [(share, table)]


def resolve(box: Box, table: Table, op: Op, a: int, b: int) -> None:
    """Do what a step of an event means for the attacker's shot; stars and the other hand do not matter to it."""
    att, act = int(table.att), table.acts[LIVE]
    if op == Op.GOAL:
        act.no_shot, act.goals[att] = 1, 1
    elif op in {Op.YELLOW, Op.RED}:
        red = op == Op.RED or table.yellow[att]
        sent_off = red and table.reds[att] < REDS and not box.cosmetic_cards
        act.no_shot |= int(bool(sent_off) and seat_of(table, a) == att)
    elif op == Op.BONUS:
        table.bonus[seat_of(table, a), b] += 1
    elif op == Op.DRAW and is_meant(table, a, att):
        left = int(table.deck_count[att]) + sum(place == Place.USED for place in table.where[att, : box.deck_size])
        table.hand_count[att] += min(b, left)
    elif op == Op.DISCARD and is_meant(table, a, att):
        table.hand_count[att] -= min(b, int(table.hand_count[att]))
    elif op not in {Op.NOTHING, Op.DRAW, Op.DISCARD, Op.STARS_ANY, Op.STARS_RED, Op.STARS_GREEN, Op.STARS_BLUE}:
        change_action(table, act, op, a, b)


def scores(box: Box, found: Worlds) -> float:
    """Give the chance that this action brings the attacker a goal, as things stand: from 0 to 1."""
    return sum(share * of_action(box, world) for share, world in found)


def scores_from(box: Box, found: Worlds, position: int) -> float:
    """Give the same chance once the k6 has found this position; where it cannot, what the position would be worth."""
    weighed = [(share * position_odds(world, position), world) for share, world in by_the_k6(found)]
    if not sum(weight for weight, _ in weighed):
        weighed = by_the_k6(found)
    total = sum(weight for weight, _ in weighed)
    return sum(weight * of_position(box, world, position) for weight, world in weighed) / total if total else 0.0


def faces(found: Worlds, position: int) -> int:
    """Tell on how many of the six faces of a fresh k6 the shot can come from this position."""
    return max((position_odds(world, position) for _, world in by_the_k6(found)), default=0)


def by_the_k6(found: Worlds) -> Worlds:
    """Give the worlds in which there is a shot, and it comes from a position."""
    return [(share, world) for share, world in found if has_shot(world) and world.acts[LIVE].aim != Aim.FLAT]


def has_shot(table: Table) -> bool:
    """Tell whether the resolved event has left the attacker their shot."""
    return not table.acts[LIVE].no_shot


def is_single(found: Worlds) -> bool:
    """Tell whether no position is looked for any more: the row is read, or the event says what the shot is."""
    shots = [world.acts[LIVE] for _, world in found if has_shot(world)]
    return bool(shots) and all(act.shot or act.aim == Aim.FLAT for act in shots)


def of_action(box: Box, table: Table) -> float:
    """Give the chance of an action whose event is resolved; before a repeat, that of what is still to come."""
    act = table.acts[LIVE]
    if act.goals[table.att] and table.phase != Phase.REROLL:
        return 1.0
    if act.no_shot:
        return 0.0
    if act.shot or act.aim == Aim.FLAT:
        return of_shots(box, table, int(act.percent) if act.shot else int(act.at), act)
    if table.phase == Phase.POSITION:
        return of_position(box, table, position_of(table, int(table.die)))
    return sum(position_odds(table, position) * of_position(box, table, position) for position in range(1, 7)) / 6


def of_position(box: Box, table: Table, position: int, *, risked: bool = False) -> float:
    """Give the chance from a position: its row is read to the shot, with every face of a die it asks for."""
    act = table.acts[LIVE]
    if act.aim == Aim.TABLE:
        return of_shots(box, table, int(act.table[position]), act)
    steps = box.footballers[table.shooter - 1].shots[position - 1].play
    if steps[0].op == Op.RISK:
        if risked:
            return 0.0
        reached = [die + int(steps[0].a) for die in range(1, 7)]
        fine = [row for row in reached if row < steps[0].b and row <= 6]
        return sum(of_position(box, table, row, risked=True) for row in fine) / 6
    return sum(of_row(box, table, steps, die) for die in range(1, 7)) / 6


def of_row(box: Box, table: Table, steps: Any, die: int) -> float:
    """Give the chance of a row's shot, its own die showing this."""
    act, runs = copy_of(table.acts[LIVE]), True
    for step in steps:
        op, a, b = Op(int(step.op)), int(step.a), int(step.b)
        if op in {Op.END, Op.THEN}:
            break
        if op == Op.ON:
            runs = a <= die <= b
        elif op == Op.IF:
            runs = holds(box, table, a)
        elif runs and op in {Op.SHOT, Op.PER_SUPPORT, Op.REPEAT, Op.TWO_SHOTS, Op.CLEAR, Op.NO_SHOT, Op.HALVE, Op.PCT}:
            change_action(table, act, op, a, b)
    return of_shots(box, table, int(act.percent), act) if act.shot and not act.no_shot else 0.0


def of_shots(box: Box, table: Table, percent: int, act: Any) -> float:
    """KC-R18, KC-R19, KC-R34: one roll for each shot and each repeat, then a follow-up; one that hits is enough."""
    if table.phase == Phase.REROLL:
        chance, shots = int(table.chance), int(table.shots_left) - 1
    else:
        chance, shots = chance_of(box, table, percent, act), 1 + int(act.more_shots)
    rolls = shots + int(act.repeats) + int(table.bonus[table.att, Bonus.REROLL_MISS])
    halvings = int(act.halvings) + int(table.bonus[rival(table.att), Bonus.HALVE])
    follow_up = 0 if act.goals[table.att] else halved(int(act.on_miss), halvings)
    return 1 - (1 - chance / 100) ** rolls * (1 - follow_up / 100)


def chance_of(box: Box, table: Table, percent: int, act: Any) -> int:
    """Give the chance of one shot with what its row brings to it."""
    own = copy_of(table)
    own.acts[LIVE] = act
    return goal_chance(box, own, percent, int(act.clear))


def rolls_of(table: Table) -> int:
    """Count the rolls of a shot from a plain row: more than one with repeats and further shots."""
    act = table.acts[LIVE]
    return 1 + int(act.more_shots) + int(act.repeats) + int(table.bonus[table.att, Bonus.REROLL_MISS])
