"""Phase E (KO-060..065)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.games.kick_on.rules.chain import could_play
from matchday.games.kick_on.rules.defenders import end_attack, offer
from matchday.games.kick_on.rules.ends import full_time, mill
from matchday.games.kick_on.rules.moves import ask, clear_attack, tell_score
from matchday.games.kick_on.rules.questions import rival
from matchday.games.kick_on.rules.totals import attack_total, defence_total, play_sum
from matchday.games.kick_on.state import SQUAD, Ability, Box, Event, Op, Phase, Stage, Table, Timing


def shoot(box: Box, table: Table, log: Log) -> None:
    """KO-060, KO-R26: totals are frozen, two dice rolled; then the window after the dice, attacker first."""
    table.attack_total = attack_total(box, table)
    table.defence_total = defence_total(box, table, int(table.defenders))
    for die in range(2):
        table.dice[die] = roll(table, 6) + 1
    goal = is_goal(box, int(table.attack_total), int(table.defence_total), int(table.dice[0]) + int(table.dice[1]))
    count_luck(table, goal, ways_to_score(box, int(table.attack_total), int(table.defence_total)), 36)
    tell(
        log, EVERYONE, Event.ROLLED, table.active, table.dice[0], table.dice[1], table.attack_total, table.defence_total
    )
    table.to_act = table.active
    table.passes = 0
    table.stage = Stage.ROLL_WINDOW


def roll_window(box: Box, table: Table, log: Log) -> None:
    """DP-6: in turn, attacker first, until two passes in a row; then the shot counts."""
    seat = int(table.to_act)
    if table.passes >= 2:
        settle_shot(box, table, log)
    elif seat == table.active:
        offer(table, Phase.ROLL_WINDOW, seat, could_play(box, table, seat, Timing.ROLL_A))
    else:
        offer(table, Phase.ROLL_WINDOW, seat, not table.silenced and could_play(box, table, seat, Timing.ROLL_D))


def settle_shot(box: Box, table: Table, log: Log) -> None:
    """KO-061..064, KO-R12..KO-R14: attack and dice must beat the defence; double 1 never, double 6 always."""
    seat = int(table.active)
    attack_sum = int(table.attack_total)
    defence_sum = int(table.defence_total)
    dice = int(table.dice[0]) + int(table.dice[1])
    if is_goal(box, attack_sum, defence_sum, dice):
        table.goals[seat] += 1
        tell(log, EVERYONE, Event.GOAL, seat, dice, attack_sum, defence_sum)
        tell_score(table, Event.SCORE, table.goals, log)
        damage = max(1, dice + goal_damage(box, table))
        end_attack(table, log)
        mill(box, table, rival(seat), damage, log)
    else:
        tell(log, EVERYONE, Event.NO_GOAL, seat, dice, attack_sum, defence_sum)
        end_attack(table, log)


def is_goal(box: Box, attack_sum: int, defence_sum: int, dice: int) -> bool:
    """KO-061, KO-063, KO-064, KO-R12: two dice show 2 only as double 1 and 12 only as double 6."""
    if dice == 2:
        return False
    if dice == 12:
        return bool(box.double_six_always) or defence_sum - attack_sum != 12
    return attack_sum + dice > defence_sum


def count_luck(table: Table, goal: bool, ways: int, throws: int) -> None:
    """Keep what a throw was worth beyond its chance."""
    table.luck[table.active] += 10_000 * int(goal) - 10_000 * ways // throws
    table.hazard[table.active] += 10_000 * ways * (throws - ways) // (throws * throws)


def ways_to_score(box: Box, attack_sum: int, defence_sum: int) -> int:
    """Count the throws of two dice, of 36, that score."""
    ways = 0
    for dice in range(2, 13):
        if is_goal(box, attack_sum, defence_sum, dice):
            ways += 6 - abs(7 - dice)
    return ways


def goal_damage(box: Box, table: Table) -> int:
    """KO-R13: DAMAGE of Plays and other cards, and POACHER."""
    seat = int(table.active)
    attackers = int(table.attackers)
    total = int(table.damage_mod)
    for place in range(table.in_play_count):
        total += play_sum(box, table, table.in_play[place], seat, attackers, int(table.spent), Op.DAMAGE)
    for slot in range(SQUAD):
        player = box.players[table.squad[seat, slot]]
        if attackers >> slot & 1 and player.ability == Ability.POACHER:
            total += int(player.n)
    return total


def after_attack(box: Box, table: Table, log: Log) -> None:
    """KO-050, KO-065, DP-9: Strategies before the end, one card drawn, then the other coach."""
    seat = int(table.active)
    if table.stage == Stage.CLOSE:
        if table.hand_count[seat]:
            ask(table, Phase.CLOSE, seat)
        else:
            table.stage = Stage.END_TURN
    elif table.stage == Stage.END_TURN:
        clear_attack(table)
        table.draws[seat] += 1
        table.stage = Stage.NEXT_TURN
    elif table.last_turn:
        full_time(box, table, log)
    else:
        table.active = rival(seat)
        table.stage = Stage.TURN
