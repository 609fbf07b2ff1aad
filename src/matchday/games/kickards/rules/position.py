"""Shot position (KC-068..077)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.chances import position_of
from matchday.games.kickards.rules.control import pay_control, token_of, unlocked
from matchday.games.kickards.rules.moves import affords, ask, enter, rival, spend, take_shot
from matchday.games.kickards.state import (
    CONTROL,
    CONTROL_DOWN,
    LIVE,
    PASS,
    USE,
    Aim,
    Bonus,
    Box,
    Event,
    Phase,
    Program,
    ShotKind,
    Table,
    Track,
)


def aim(table: Table, log: Log) -> None:
    """KC-068, KC-083: the k6, unless the event has fixed the shot or taken it away."""
    act = table.acts[LIVE]
    if act.no_shot:
        if act.aim == Aim.RIVAL_TABLE:
            die = roll(table, 6) + 1
            tell(log, EVERYONE, Event.DIE, die)
            take_shot(table, rival(table.att), act.table[die], ShotKind.RIVAL, log)
        elif act.goals[table.att] == 0:
            tell(log, EVERYONE, Event.NO_SHOT, table.att)
        enter(table, Phase.GOAL_CHECK)
    elif act.aim == Aim.FLAT:
        act.shot = 1
        act.percent = act.at
        enter(table, Phase.ASK_PERCENT)
    elif act.aim == Aim.POSITION:
        table.position = act.at
        enter(table, Phase.READ_ROW)
    else:
        roll_position(table)
        tell(log, EVERYONE, Event.K6, table.die, table.position)
        table.priority = table.att
        table.passes = 0
        enter(table, Phase.ASK_POSITION)


def roll_position(table: Table) -> None:
    """KC-R12: a new die; what moves the position stays."""
    table.die = roll(table, 6) + 1
    table.position = position_of(table, table.die)


def ask_position(box: Box, table: Table) -> None:
    """KC-071, KC-170: k6 bonuses in turn, the attacker first, until two refuse in a row."""
    while table.passes < 2:
        seat = table.priority
        if can_move_k6(box, table, seat):
            ask(table, Phase.POSITION, seat)
            return
        table.passes += 1
        table.priority = rival(seat)
    enter(table, Phase.READ_ROW)


def can_move_k6(box: Box, table: Table, seat: int) -> bool:
    """Tell whether this seat has anything to decide."""
    for bonus in range(Bonus.REROLL_K6, Bonus.MINUS1 + 1):
        if can_use(box, table, seat, bonus):
            return True
    for space in range(1, box.track + 1):
        if can_control_k6(box, table, seat, space, 1) or can_control_k6(box, table, seat, space, -1):
            return True
    return False


def can_use(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-059, KC-061, KC-062, KC-R06: a k6 bonus held, or bought now as a house rule, that changes something."""
    if bonus == Bonus.PLUS1 or bonus == Bonus.MINUS1:
        if not moves_position(box, table, seat, 1 if bonus == Bonus.PLUS1 else -1):
            return False
    elif bonus != Bonus.REROLL_K6 and bonus != Bonus.FORCE_K6:
        return False
    return table.bonus[seat, bonus] > 0 or (sells_late(box, table, seat, bonus) and affords(box, table, seat, bonus))


def sells_late(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-R06: as a house rule, bonuses of this seat's role may be bought after the k6."""
    return box.until_shot > 0 and (bonus <= Bonus.REROLL_MISS) == (seat == table.att)


def moves_position(box: Box, table: Table, seat: int, direction: int) -> bool:
    """KC-R12: no +1 at 6, no −1 at 1, nor where all that this seat could still add would leave the position."""
    return position_of(table, int(table.die) + direction * reach(box, table, seat, direction)) != table.position


def reach(box: Box, table: Table, seat: int, direction: int) -> int:
    """Count how far this seat could still move the position: bonuses held and within its purse, the control track."""
    bonus = Bonus.PLUS1 if direction > 0 else Bonus.MINUS1
    row = box.bonus[bonus]
    uses = int(table.bonus[seat, bonus])
    if sells_late(box, table, seat, bonus):
        uses += int(table.stars[seat, row.colour]) // int(row.cost)
    far = uses * int(row.amount)
    token = token_of(table, seat)
    for space in range(1, box.track + 1):
        if box.space[space].bonus[0].op == Track.NUDGE and token >= space:
            far += int(box.space[space].bonus[0].a) * (1 + (token - space) // int(box.space[space].cost))
    return far


def can_control_k6(box: Box, table: Table, seat: int, space: int, direction: int) -> bool:
    """KC-155: a re-roll, or one up or down, on the control track."""
    if not unlocked(table, seat, space):
        return False
    kind = box.space[space].bonus[0].op
    if kind == Track.REROLL:
        return direction > 0
    return kind == Track.NUDGE and moves_position(box, table, seat, direction)


def legal_position(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-071: leave the position, or use a k6 bonus."""
    out[0] = PASS
    count = 1
    for bonus in range(Bonus.REROLL_K6, Bonus.MINUS1 + 1):
        if can_use(box, table, seat, bonus):
            out[count] = USE + bonus
            count += 1
    for direction in (1, -1):
        for space in range(1, box.track + 1):
            if can_control_k6(box, table, seat, space, direction):
                out[count] = (CONTROL if direction > 0 else CONTROL_DOWN) + space
                count += 1
    return count


def apply_position(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-071, KC-R12: a re-roll replaces the die; one up or down moves the position."""
    table.priority = rival(seat)
    table.phase = Phase.ASK_POSITION
    if action == PASS:
        table.passes += 1
        return
    table.passes = 0
    if action >= CONTROL:
        direction = 1 if action < CONTROL_DOWN else -1
        space = action - (CONTROL if direction > 0 else CONTROL_DOWN)
        pay_control(box, table, seat, space, direction, log)
        if box.space[space].bonus[0].op == Track.REROLL:
            roll_position(table)
        else:
            table.nudges += direction * box.space[space].bonus[0].a
            table.position = position_of(table, table.die)
        tell(log, EVERYONE, Event.K6, table.die, table.position)
        return
    bonus = action - USE
    spend(box, table, seat, bonus, log)
    if bonus == Bonus.REROLL_K6 or bonus == Bonus.FORCE_K6:
        roll_position(table)
    else:
        amount = int(box.bonus[bonus].amount)
        table.nudges += amount if bonus == Bonus.PLUS1 else -amount
        table.position = position_of(table, table.die)
    tell(log, EVERYONE, Event.USED, seat, bonus, table.die, table.position)


def read_row(table: Table, log: Log) -> None:
    """KC-069, KC-073: the position is final; its row, or the event's table, says what happens."""
    act = table.acts[LIVE]
    if act.aim == Aim.TABLE:
        act.shot = 1
        act.percent = act.table[table.position]
        enter(table, Phase.ASK_PERCENT)
        return
    tell(log, EVERYONE, Event.ROW, table.shooter - 1, table.position)
    table.program = Program.ROW
    table.pc = 0
    enter(table, Phase.RUN)
