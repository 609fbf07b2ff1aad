"""Shot (KC-078..085)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.chances import goal_chance, halved
from matchday.games.kickards.rules.control import pay_control, unlocked
from matchday.games.kickards.rules.moves import affords, ask, enter, pay, rival, take_shot
from matchday.games.kickards.state import (
    BUY,
    CONTROL,
    DONE,
    LIVE,
    PASS,
    Bonus,
    Box,
    Event,
    Phase,
    Program,
    ShotKind,
    Table,
    Track,
)


def ask_percent(box: Box, table: Table, log: Log) -> None:
    """KC-155, KC-R06: percentages of the control track (and purchases as a house rule), then the shots."""
    while table.step < 2:
        seat = table.att if table.step == 0 else rival(table.att)
        for space in range(1, box.track + 1):
            if can_control_percent(box, table, seat, space):
                ask(table, Phase.PERCENT, seat)
                return
        for bonus in range(Bonus.PLUS10, Bonus.HALVE + 1):
            if can_buy_late(box, table, seat, bonus):
                ask(table, Phase.PERCENT, seat)
                return
        table.step += 1
    start_shots(box, table, log)


def can_control_percent(box: Box, table: Table, seat: int, space: int) -> bool:
    """KC-155: percentages that are unlocked."""
    return box.space[space].bonus[0].op == Track.PCT and unlocked(table, seat, space)


def can_buy_late(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-R06: as a house rule, percentages and another shot may be bought until the shot."""
    if not box.until_shot or not affords(box, table, seat, bonus):
        return False
    if bonus == Bonus.PLUS10 or bonus == Bonus.REROLL_MISS:
        return seat == table.att
    return (bonus == Bonus.MINUS10 or bonus == Bonus.HALVE) and seat != table.att and not table.acts[LIVE].clear


def legal_percent(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-155, KC-156, KC-R06: any of them, again and again, or nothing more."""
    out[0] = DONE
    count = 1
    for bonus in range(Bonus.PLUS10, Bonus.HALVE + 1):
        if can_buy_late(box, table, seat, bonus):
            out[count] = BUY + bonus
            count += 1
    for space in range(1, box.track + 1):
        if can_control_percent(box, table, seat, space):
            out[count] = CONTROL + space
            count += 1
    return count


def apply_percent(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-078, KC-155: more for the attacker, less for the defender."""
    table.phase = Phase.ASK_PERCENT
    if action == DONE:
        table.step += 1
    elif action >= CONTROL:
        direction = 1 if seat == table.att else -1
        pay_control(box, table, seat, action - CONTROL, direction, log)
        table.control_pct += direction * box.space[action - CONTROL].bonus[0].a
    else:
        pay(box, table, seat, action - BUY, log)
        table.bonus[seat, action - BUY] += 1


def start_shots(box: Box, table: Table, log: Log) -> None:
    """KC-078, KC-R34: the final chance, the same for every shot of this action."""
    act = table.acts[LIVE]
    defender = rival(table.att)
    by_stars = int(box.bonus[Bonus.PLUS10].amount) * int(table.bonus[table.att, Bonus.PLUS10])
    halvings = 0
    if not act.clear:
        by_stars -= int(box.bonus[Bonus.MINUS10].amount) * int(table.bonus[defender, Bonus.MINUS10])
        halvings = int(act.halvings) + int(table.bonus[defender, Bonus.HALVE])
    tell(log, EVERYONE, Event.CHANCE, act.percent, act.pct, act.line_up, by_stars, table.control_pct, halvings)
    table.chance = goal_chance(box, table, act.percent, act.clear)
    table.shots_left = 1 + act.more_shots
    table.shot_kind = ShotKind.FIRST
    enter(table, Phase.SHOOT)


def shoot(table: Table, log: Log) -> None:
    """KC-079, KC-R19, KC-R34: a miss takes a repeat if there is one, then offers one that was bought."""
    act = table.acts[LIVE]
    if table.shots_left == 0:
        enter(table, Phase.AFTER_SHOTS)
    elif take_shot(table, table.att, table.chance, table.shot_kind, log):
        next_shot(table)
    elif act.repeats:
        act.repeats -= 1
        table.shot_kind = ShotKind.REPEAT
    elif table.bonus[table.att, Bonus.REROLL_MISS]:
        ask(table, Phase.REROLL, table.att)
    else:
        next_shot(table)


def next_shot(table: Table) -> None:
    """Go on to the next of several shots."""
    table.shots_left -= 1
    table.shot_kind = ShotKind.FIRST


def apply_reroll(table: Table, action: int) -> None:
    """KC-061: repeat the shot that was no goal, or keep that for a later one."""
    table.phase = Phase.SHOOT
    if action == PASS:
        next_shot(table)
        return
    table.bonus[table.att, Bonus.REROLL_MISS] -= 1
    table.shot_kind = ShotKind.BOUGHT


def after_shots(table: Table, log: Log) -> None:
    """KC-R18, KC-R34: the event's follow-up or counter, then what the row still brings."""
    act = table.acts[LIVE]
    att = table.att
    if act.on_miss and act.goals[att] == 0:
        halvings = int(act.halvings) + int(table.bonus[rival(att), Bonus.HALVE])
        take_shot(table, att, halved(int(act.on_miss), halvings), ShotKind.FOLLOW_UP, log)
    if act.counter and act.goals[att] == 0:
        take_shot(table, rival(att), act.counter, ShotKind.RIVAL, log)
    if table.waits:
        table.program = Program.AFTER_ROW
        table.pc = table.waits
        enter(table, Phase.RUN)
    else:
        enter(table, Phase.GOAL_CHECK)


def check_goal(box: Box, table: Table) -> None:
    """KC-053, KC-R09, KC-R10: after a goal under a card with the icon, whoever conceded may call VAR, once."""
    act = table.acts[LIVE]
    open_window = table.event and box.event[table.event - 1].icon and (box.coach_goal_var or not table.from_coach)
    while open_window and table.step < 2:
        seat = rival(table.att) if table.step == 0 else table.att
        if act.goals[rival(seat)] and table.var_left[seat]:
            ask(table, Phase.VAR_GOAL, seat)
            return
        table.step += 1
    enter(table, Phase.END_TURN)
