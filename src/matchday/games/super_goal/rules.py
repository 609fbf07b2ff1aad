"""The verbs of Super Goal!, in the order of the rulebook. Clause ids are those of docs/rules/super_goal.md.

`legal` is the only source of legality; `apply` assumes it. A phase that asks somebody comes as a pair, `legal_x` above
`apply_x`. What nobody decides is done by `run_on`: `resolve` executes the steps that the box gives a die's face,
`settle` ends a resolution, `blow_whistle` ends a half, and a question with a single answer is answered.

All cells are the attacker's: see state.py.

One file: a die hands over to the next at once, so that sections in the order of the rulebook would import later ones.
"""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, clear, tell
from matchday.engine.record import Array
from matchday.games.super_goal.state import (
    ADDED_TIME,
    AGAINST_BALL,
    AGAINST_SHOT,
    ATTACK,
    CENTRE_LANE,
    CHAMPION,
    CONCEDE,
    DECLINE,
    DEFENCE,
    DEPTHS,
    DOUBLED,
    FACES,
    FIRST_HALF,
    FORCED_CHAIN,
    FROM_AREA,
    FROM_FAR,
    FROM_OUTSIDE,
    LANES,
    LEFT,
    OVER_WALL,
    OWN_CLEARANCE,
    PASS,
    REVERSED,
    RIGHT,
    ROLL,
    ROLL_DEFENDER,
    ROLL_KEEPER,
    ROLL_PENALTY,
    SECOND,
    SECOND_HALF,
    SHOOT,
    SHOOT_OUT,
    SUDDEN_DEATH,
    THEIR_SHOT,
    Against,
    Ball,
    Box,
    Cell,
    Cost,
    Defence,
    Die,
    Direction,
    Effort,
    Event,
    Goal,
    Mode,
    Op,
    Penalty,
    Phase,
    Place,
    Side,
    Symbol,
    Table,
    Window,
    Zone,
)

# ---------------------------------------------------------------------------------------------- the game's functions


def deal(box: Box, table: Table, log: Log) -> None:
    """DF-003..006 Set-up: a draw for the champion die, whose winner rolls it; the other side kicks off."""
    clear(log)
    table.elapsed = -1
    table.last_die = Die.CHAMPION
    table.draw_winner = roll(table, 2)
    tell(log, EVERYONE, Event.DRAW, table.draw_winner)
    take_champion_die(box, table, table.draw_winner, log)
    start_half(box, table, FIRST_HALF, rival(table.draw_winner), log)
    run_on(box, table, log)


def legal(box: Box, table: Table, seat: int, out: Array) -> int:
    """List what this seat may do, lowest number first; return how many."""
    if not table.waiting >> seat & 1:
        return 0
    if table.phase == Phase.ACT:
        return legal_act(box, table, seat, out)
    if table.phase == Phase.SIDE:
        return legal_side(out)
    if table.phase == Phase.INTERRUPT or table.phase == Phase.QUESTION or table.phase == Phase.SHOT_WINDOW:
        return legal_window(out)
    if table.phase == Phase.PENALTY or table.phase == Phase.SHOOT_OUT:
        out[0] = ROLL_PENALTY
        return 1
    return legal_answer(box, table, seat, out)


def apply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play a legal action, then run on to the next decision. Does not check that it is legal."""
    clear(log)
    is_late = is_played_for(box, table, action)
    if is_in_time(box, table, log):
        if is_late:
            tell(log, EVERYONE, Event.PLAYED_FOR, seat, action != LEFT)
        play(box, table, seat, action, log)
    run_on(box, table, log)


def score(box: Box, table: Table, out: Array) -> None:
    """Write the goals of each seat; kicks of a shoot-out are none."""
    out[0] = table.goals[0]
    out[1] = table.goals[1]


def result(box: Box, table: Table, out: Array) -> None:
    """DF-002, DF-011, DF-012: one point for the winner, half for each of a draw."""
    winner = winner_of(table)
    for seat in range(2):
        out[seat] = 0.5 if winner < 0 else 1.0 * (winner == seat)


def winner_of(table: Table) -> int:
    """Tell who has more goals, or won the shoot-out; -1 for a draw."""
    if table.goals[0] != table.goals[1]:
        return int(table.goals[1] > table.goals[0])
    if table.lot_winner:
        return int(table.lot_winner) - 1
    if table.scored[0] != table.scored[1]:
        return int(table.scored[1] > table.scored[0])
    return -1


def play(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play one action, given or forced."""
    phase = table.phase
    if phase == Phase.ACT:
        apply_act(box, table, seat, action, log)
    elif phase == Phase.SIDE:
        land(box, table, -1 if action == LEFT else 1, log)
    elif phase == Phase.INTERRUPT or phase == Phase.QUESTION or phase == Phase.SHOT_WINDOW:
        apply_window(box, table, seat, action, log)
    elif phase == Phase.PENALTY:
        face = roll_result(box, table, Die.PENALTY, Cost.PENALTY)
        tell(log, EVERYONE, Event.PENALTY_ROLLED, seat, face)
        start_play(table, Die.PENALTY, face, 0)
    elif phase == Phase.SHOOT_OUT:
        kick_in_shoot_out(box, table, seat, log)
    else:
        apply_answer(box, table, seat, action, log)


def run_on(box: Box, table: Table, log: Log) -> None:
    """Do what nobody decides, until somebody has a choice or the match is over."""
    while table.phase != Phase.OVER:
        if table.phase == Phase.RESOLVE:
            resolve(box, table, log)
        elif table.phase == Phase.SETTLE:
            settle(box, table, log)
        elif table.phase == Phase.WHISTLE:
            blow_whistle(box, table, log)
        elif box.auto_forced and is_forced(box, table):
            play(box, table, table.waiting >> 1, default_action(table), log)
        else:
            return


def is_forced(box: Box, table: Table) -> bool:
    """Tell whether the question has a single answer."""
    seat = table.waiting >> 1
    if table.phase == Phase.ACT:
        return (
            table.mode == Mode.FIRST
            and not can_reverse(box, table)
            and not can_shoot(box, table)
            and not can_use_champion(box, table, seat)
            and table.rolled < FORCED_CHAIN
        )
    if table.phase == Phase.DEFEND:
        return not can_use_champion(box, table, seat) and not can_decline(box, table)
    if table.phase == Phase.KEEPER or table.phase == Phase.LAST_CHANCE:
        return not can_use_champion(box, table, seat)
    return table.phase == Phase.PENALTY or table.phase == Phase.SHOOT_OUT


def default_action(table: Table) -> int:
    """4.4 Anti-stalling: what is played for whoever does not answer in time. Always legal."""
    if table.phase == Phase.ACT:
        return ROLL * Die.PASS if table.mode == Mode.OPEN_NC else ROLL * Die.CONTROL
    if table.phase == Phase.SIDE:
        return LEFT
    if table.phase == Phase.DEFEND or table.phase == Phase.BAR:
        return ROLL_DEFENDER
    if table.phase == Phase.KEEPER:
        return ROLL_KEEPER
    if table.phase == Phase.LAST_CHANCE:
        return CONCEDE
    if table.phase == Phase.PENALTY or table.phase == Phase.SHOOT_OUT:
        return ROLL_PENALTY
    return PASS


# ---------------------------------------------------------------------------------------------- clock and halves


def is_in_time(box: Box, table: Table, log: Log) -> bool:
    """DF-008, DF-010, 4.4: count the host's time; a restart that comes after the limit is not played any more.

    The host's figure is taken between two bounds: no sooner than the dice of the last action could be followed, no
    later than the decision's own limit. -1 leaves the clock to the nominal time of each event.
    """
    before = int(table.clock)
    table.timed = int(box.live != 0 and table.elapsed >= 0 and table.half != SHOOT_OUT)
    if table.timed:
        at_least = int(table.rolled) * int(box.min_roll_ms)
        table.clock = before + min(max(int(table.elapsed), at_least), time_limit(box, table))
    table.elapsed = -1
    table.rolled = 0
    expires_now = table.timed and before < box.half_ms and table.clock >= box.half_ms
    waits = table.phase == Phase.ACT or table.phase == Phase.INTERRUPT
    if expires_now and waits and table.stopped and is_dead_ball(table):
        tell(log, EVERYONE, Event.TIME_UP, table.half, 1)
        table.phase = Phase.WHISTLE
        return False
    return True


def is_played_for(box: Box, table: Table, action: int) -> bool:
    """4.4 Anti-stalling: tell whether the host makes the plainest move, since nobody has answered in time. To let a
    window pass is no move.
    """
    if not box.live or table.elapsed < 0 or table.half == SHOOT_OUT or table.elapsed < time_limit(box, table):
        return False
    return action == default_action(table) and action != PASS and action != CONCEDE


def time_limit(box: Box, table: Table) -> int:
    """4.4: the milliseconds that the present question may take, after the dice of the last action were followed.

    Where a die is chosen the champion die is one of the choices; elsewhere it is a window.
    """
    chosen = table.phase == Phase.ACT or table.phase == Phase.BAR
    is_window = not chosen and can_use_champion(box, table, int(table.waiting) >> 1)
    limit = int(box.window_ms if is_window else box.act_limit_ms)
    return int(table.rolled) * int(box.min_roll_ms) + limit


def is_dead_ball(table: Table) -> bool:
    """Tell whether the ball is out of play for a restart that follows a stop of play."""
    return (
        table.mode == Mode.KICKOFF
        or table.mode == Mode.THROW_IN
        or table.mode == Mode.CORNER
        or table.mode == Mode.GOAL_KICK
        or table.mode == Mode.KEEPER_KICK
    )


def spend(box: Box, table: Table, cost: int) -> None:
    """4.4: nominal time, where the host gives none."""
    if not table.timed:
        table.clock += int(box.nominal[cost])


def settle(box: Box, table: Table, log: Log) -> None:
    """DF-010, DF-R16: a resolution is complete. After time a lost ball ends the half, before any further window."""
    table.effort = Effort.NONE
    table.in_flight = 0
    table.hit_bar = 0
    table.own_keeper = 0
    if is_half_over(box, table):
        if table.added == 0:
            tell(log, EVERYONE, Event.TIME_UP, table.half, 1)
        table.phase = Phase.WHISTLE
        return
    if table.clock >= box.half_ms:
        count_added(table, log)
    ask(table, Phase.INTERRUPT, rival(table.attacker))
    if not can_use_champion(box, table, rival(table.attacker)):
        let_play(table)


def is_half_over(box: Box, table: Table) -> bool:
    """DF-010, DF-R16, DF-R39: after time a ball that is lost or out ends the half, or the referee has seen enough."""
    return bool(table.clock >= box.half_ms and (table.stopped or table.added >= ADDED_TIME))


def count_added(table: Table, log: Log) -> None:
    """DF-010, DF-R39: one more decision of the attacker after time; the first is told."""
    if table.added == 0:
        tell(log, EVERYONE, Event.TIME_UP, table.half)
    table.added += 1


def let_play(table: Table) -> None:
    """The attacker's turn."""
    ask(table, Phase.PENALTY if table.mode == Mode.PENALTY else Phase.ACT, table.attacker)


def start_half(box: Box, table: Table, half: int, seat: int, log: Log) -> None:
    """DF-006, DF-009, DF-R26: ball on the centre, clock at nought."""
    table.half = half
    table.clock = 0
    table.added = 0
    table.stopped = 0
    table.rolled = 0
    forget_fouls(box, table)
    table.attacker = seat
    place(box, table, Place.CENTRE)
    table.mode = Mode.KICKOFF
    table.phase = Phase.SETTLE
    tell(log, EVERYONE, Event.KICK_OFF, half, seat)


def blow_whistle(box: Box, table: Table, log: Log) -> None:
    """DF-002, DF-009, DF-011, DF-012, DF-R26: half-time, or full time with a shoot-out where one is due."""
    if table.half == FIRST_HALF:
        tell(log, EVERYONE, Event.HALF_TIME, table.goals[0], table.goals[1])
        if box.champion_reset_at_half:
            take_champion_die(box, table, rival(table.draw_winner), log)
        start_half(box, table, SECOND_HALF, table.draw_winner, log)
        return
    tell(log, EVERYONE, Event.FULL_TIME, table.goals[0], table.goals[1])
    if box.tournament and table.goals[0] == table.goals[1]:
        table.half = SHOOT_OUT
        table.mode = Mode.PENALTY
        table.attacker = roll(table, 2)
        place(box, table, Place.SPOT)
        tell(log, EVERYONE, Event.SHOOT_OUT, table.attacker)
        ask(table, Phase.SHOOT_OUT, table.attacker)
    else:
        finish(table)


def kick_in_shoot_out(box: Box, table: Table, seat: int, log: Log) -> None:
    """DF-011, DF-R18: alternate kicks, over as soon as the rest cannot change it; then pairs of sudden death."""
    face = roll_result(box, table, Die.PENALTY, Cost.PENALTY)
    table.kicks[seat] += 1
    table.scored[seat] += int(face == Penalty.GOAL)
    tell(log, EVERYONE, Event.KICK, seat, face, table.scored[0], table.scored[1])
    last = max(int(box.shootout_kicks), int(table.kicks[0]), int(table.kicks[1]))
    for side in range(2):
        other = 1 - side
        if table.scored[side] > int(table.scored[other]) + last - int(table.kicks[other]):
            tell(log, EVERYONE, Event.WON_SHOOT_OUT, side, table.scored[0], table.scored[1])
            finish(table)
            return
    if table.kicks[0] >= SUDDEN_DEATH and table.kicks[0] == table.kicks[1]:
        table.lot_winner = roll(table, 2) + 1
        tell(log, EVERYONE, Event.WON_SHOOT_OUT, table.lot_winner - 1, table.scored[0], table.scored[1], 1)
        finish(table)
        return
    table.attacker = rival(seat)
    ask(table, Phase.SHOOT_OUT, table.attacker)


def finish(table: Table) -> None:
    """End the match."""
    table.phase = Phase.OVER
    table.waiting = 0


# ---------------------------------------------------------------------------------------------- attack (DF-020..037)


def legal_act(box: Box, table: Table, seat: int, out: Array) -> int:
    """DF-020..025, DF-037, DF-082, DF-083: arrow dice with what may be declared, a shot, the champion die."""
    count = 0
    variants = declarations(box, table)
    for die in range(Die.SHOT):
        if die == Die.CONTROL and table.mode == Mode.OPEN_NC:
            continue
        if die != Die.CONTROL and table.mode == Mode.FIRST:
            continue
        for declared in range(ROLL):
            if declared & ~variants == 0:
                out[count] = ROLL * die + declared
                count += 1
    if can_shoot(box, table):
        out[count] = SHOOT
        count += 1
    if can_use_champion(box, table, seat):
        out[count] = CHAMPION
        count += 1
    return count


def declarations(box: Box, table: Table) -> int:
    """DF-037, DF-081, DF-082, DF-R24: the bits of what may be declared with an arrow die."""
    doubled = 0 if box.simple else DOUBLED
    if table.mode == Mode.KEEPER_KICK:
        return doubled | SECOND
    if table.mode == Mode.GOAL_KICK:
        return doubled
    if table.mode == Mode.CORNER:
        return SECOND
    return REVERSED if can_reverse(box, table) else 0


def can_reverse(box: Box, table: Table) -> bool:
    """DF-037, DF-R07, DF-R38: in the last three rows the arrow may be turned round."""
    return (
        table.depth >= box.reverse_depth
        and table.mode != Mode.KICKOFF
        and table.mode != Mode.CORNER
        and table.mode != Mode.GOAL_KICK
        and table.mode != Mode.KEEPER_KICK
        and box.simple == 0
    )


def can_shoot(box: Box, table: Table) -> bool:
    """DF-050, DF-056, DF-067, DF-R04, DF-R12: from the area and the seven cells outside, never from a corner cell."""
    cell = box.pitch[table.depth, table.lane]
    if table.mode == Mode.DIRECT_FK:
        return cell & (Cell.AREA | Cell.OUTSIDE | Cell.FAR) != 0
    if (
        table.mode == Mode.OPEN
        or table.mode == Mode.OPEN_NC
        or (table.mode == Mode.FIRST and box.shot_on_turnover != 0)
    ):
        return cell & (Cell.AREA | Cell.OUTSIDE) != 0
    return False


def apply_act(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DF-020: one die at a time."""
    table.stopped = 0
    if action == CHAMPION:
        use_champion(box, table, seat, ATTACK, log)
    elif action == SHOOT:
        shoot(box, table, log)
    else:
        roll_arrow(box, table, seat, action, log)


def roll_arrow(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DF-030..032: the roll; a diagonal or sideways arrow asks for left or right, except along the line at a corner."""
    table.die = action // ROLL
    table.declared = action % ROLL
    if table.mode == Mode.KEEPER_KICK:
        cell = 1 if table.declared & SECOND else 0
        table.lane = box.keeper_cells[cell, 0]
        table.depth = box.keeper_cells[cell, 1]
    elif table.mode == Mode.CORNER and table.declared & SECOND:
        table.lane = LANES + 1 - table.lane
    table.face = roll_face(box, table, table.die, Cost.ARROW)
    table.rolls[seat] += 1
    arrow = box.arrows[table.die, table.face]
    tell(log, EVERYONE, Event.ROLLED, seat, table.die, arrow.direction, arrow.number, arrow.symbol, table.declared)
    if table.mode == Mode.CORNER:
        land(box, table, 1 if table.lane == 1 else -1, log)
    elif arrow.direction == Direction.DIAGONAL or arrow.direction == Direction.SIDEWAYS:
        ask(table, Phase.SIDE, seat)
    else:
        land(box, table, 0, log)


def legal_side(out: Array) -> int:
    """DF-031, DF-032: left or right, even if one of them leaves the pitch."""
    out[0] = LEFT
    out[1] = RIGHT
    return 2


def land(box: Box, table: Table, side: int, log: Log) -> None:
    """DF-030, DF-034..036, DF-R02: the ball moves first; then the line it crossed, or the symbol, decides."""
    arrow = box.arrows[table.die, table.face]
    forward = depth_step(arrow.direction, table.mode, table.declared)
    lane, depth, left = travel(table.lane, table.depth, side, forward, cells(arrow.number, table.declared))
    table.lane = lane
    table.depth = depth
    tell(log, EVERYONE, Event.MOVED, table.attacker, lane, depth)
    if left:
        go_out(box, table, side, depth + forward, log)
    elif arrow.symbol == Symbol.X:
        change(box, table, Mode.FIRST, log)
    else:
        table.mode = Mode.OPEN_NC if table.die == Die.CONTROL else Mode.OPEN
        if arrow.symbol == Symbol.NONE:
            table.phase = Phase.SETTLE
        else:
            ask_question(box, table)


def depth_step(direction: int, mode: int, declared: int) -> int:
    """DF-030, DF-037, DF-083: how an arrow's single step changes the depth; a corner stays on the goal row."""
    if mode == Mode.CORNER or direction == Direction.SIDEWAYS:
        return 0
    return 1 if (direction == Direction.BACKWARD) == (declared & REVERSED != 0) else -1


def cells(number: int, declared: int) -> int:
    """DF-082: the number on the face, doubled if that was declared."""
    return 2 * int(number) if declared & DOUBLED else int(number)


def travel(lane: int, depth: int, side: int, forward: int, steps: int) -> tuple[int, int, int]:
    """DF-R02: cell by cell; where the ball lies on the pitch, and the steps that are left when it has gone out."""
    lane, depth = int(lane), int(depth)
    while steps and 1 <= lane + side <= LANES and 1 <= depth + forward <= DEPTHS:
        lane += side
        depth += forward
        steps -= 1
    return lane, depth, steps


def go_out(box: Box, table: Table, side: int, depth: int, log: Log) -> None:
    """DF-036, DF-122..124, DF-R02: goal kick, corner, own goal or throw-in by the line that the ball crossed."""
    attacker = table.attacker
    if depth > DEPTHS:
        tell(log, EVERYONE, Event.OUT_END_LINE, attacker)
        restart(box, table, Mode.GOAL_KICK, rival(attacker), log)
    elif depth >= 1:
        tell(log, EVERYONE, Event.OUT_TOUCH, attacker, table.lane, table.depth)
        change(box, table, Mode.THROW_IN, log)
    else:
        tell(log, EVERYONE, Event.OUT_OWN_LINE, attacker)
        if is_own_goal(box, table.mode, table.die, table.declared, table.lane, side):
            score_goal(box, table, rival(attacker), Goal.OWN_GOAL, log)
        else:
            restart(box, table, Mode.CORNER, rival(attacker), log)


def is_own_goal(box: Box, mode: int, die: int, declared: int, lane: int, side: int) -> bool:
    """DF-123, DF-R02: whether a ball over the own end line is in the goal: straight in lane 3, or the printed case."""
    if box.special_cases_only and not (mode == Mode.KEEPER_KICK and die == Die.PASS and declared == DOUBLED | SECOND):
        return False
    return side == 0 and lane == CENTRE_LANE


def ask_question(box: Box, table: Table) -> None:
    """DF-035, DF-R13: the defender rolls; by a house rule the attacker may play the champion die first."""
    if box.att_interrupt_on_question:
        ask(table, Phase.QUESTION, table.attacker)
        if can_use_champion(box, table, table.attacker):
            return
    defend(table, Against.QUESTION)


# ---------------------------------------------------------------------------------------------- shots (DF-049..059)


def shoot(box: Box, table: Table, log: Log) -> None:
    """DF-050..059, DF-127..129: the shot die; where it was shot from decides what a face does."""
    start_effort(table, Effort.DIE, log)
    face = roll_result(box, table, Die.SHOT, Cost.SHOT)
    tell(log, EVERYONE, Event.SHOT_ROLLED, table.attacker, face)
    cell = box.pitch[table.depth, table.lane]
    if cell & Cell.AREA:
        column = FROM_AREA
    elif table.mode == Mode.DIRECT_FK and cell & Cell.WALL:
        column = OVER_WALL
    elif cell & Cell.FAR:
        column = FROM_FAR
    else:
        column = FROM_OUTSIDE
    start_play(table, Die.SHOT, face, column)


def start_effort(table: Table, effort: int, log: Log) -> None:
    """The ball is in flight."""
    table.effort = effort
    table.origin[0] = table.lane
    table.origin[1] = table.depth
    table.in_flight = 1
    table.shots[table.attacker] += 1
    tell(log, EVERYONE, Event.SHOT, table.attacker, effort, table.lane, table.depth)


def is_from_area(box: Box, table: Table) -> bool:
    """DF-102: a shot from the penalty area cannot be tackled."""
    return box.pitch[table.origin[1], table.origin[0]] & Cell.AREA != 0


# ---------------------------------------------------------------------------------------------- defence (DF-060..075)


def defend(table: Table, against: int) -> None:
    """DF-060: the defender die."""
    table.against = against
    if against == Against.LOOSE:
        table.in_flight = 0
    ask(table, Phase.DEFEND, rival(table.attacker))


def can_decline(box: Box, table: Table) -> bool:
    """DF-R32: by a house rule the defender may leave the "?" alone."""
    return box.defender_may_decline != 0 and table.against == Against.QUESTION


def legal_answer(box: Box, table: Table, seat: int, out: Array) -> int:
    """DF-054, DF-060, DF-070, DF-071, DF-091: the die that must be rolled, or the champion die instead."""
    count = 0
    if can_use_champion(box, table, seat):
        out[count] = CHAMPION
        count += 1
    if table.phase == Phase.DEFEND or table.phase == Phase.BAR:
        out[count] = ROLL_DEFENDER
        count += 1
    if table.phase == Phase.BAR or table.phase == Phase.KEEPER:
        out[count] = ROLL_KEEPER
        count += 1
    if table.phase == Phase.LAST_CHANCE:
        out[count] = CONCEDE
        count += 1
    if table.phase == Phase.DEFEND and can_decline(box, table):
        out[count] = DECLINE
        count += 1
    return count


def apply_answer(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DF-061..075: the defender's or the goalkeeper's die."""
    if action == CHAMPION:
        use_champion(box, table, seat, DEFENCE, log)
    elif action == ROLL_DEFENDER:
        face = roll_result(box, table, Die.DEFENDER, Cost.DEFENDER)
        tell(log, EVERYONE, Event.DEFENDER_ROLLED, seat, face)
        if face != Defence.FOUL:
            table.fouls[seat] = 0
        shot = table.phase == Phase.DEFEND and table.against == Against.SHOT
        start_play(table, Die.DEFENDER, face, AGAINST_SHOT if shot else AGAINST_BALL)
    elif action == ROLL_KEEPER:
        face = roll_result(box, table, Die.KEEPER, Cost.KEEPER)
        tell(log, EVERYONE, Event.KEEPER_ROLLED, seat, face, table.own_keeper)
        start_play(table, Die.KEEPER, face, OWN_CLEARANCE if table.own_keeper else THEIR_SHOT)
    elif action == DECLINE:
        tell(log, EVERYONE, Event.DECLINED, seat)
        table.mode = Mode.OPEN
        table.phase = Phase.SETTLE
    else:
        table.phase = Phase.RESOLVE  # they concede: the play goes on


def clear_ball(box: Box, table: Table, cells: int, log: Log) -> None:
    """DF-064, DF-125, DF-126, DF-R10: back along the lane; near the attacker's own goal it may go in or out."""
    if table.depth > cells:
        table.depth -= cells
        tell(log, EVERYONE, Event.MOVED, table.attacker, table.lane, table.depth)
        keep(table, Mode.OPEN)
    elif table.lane == CENTRE_LANE:
        place(box, table, Place.OWN_MOUTH)
        tell(log, EVERYONE, Event.MOVED, table.attacker, table.lane, table.depth)
        table.own_keeper = 1
        ask(table, Phase.KEEPER, table.attacker)
    else:
        tell(log, EVERYONE, Event.OUT_OWN_LINE, table.attacker)
        restart(box, table, Mode.GOAL_KICK, table.attacker, log)


def commit_foul(box: Box, table: Table, log: Log) -> None:
    """DF-065..068, DF-120, DF-121, DF-R29, DF-R36: counted, the red card first, then what the foul gives."""
    seat = rival(table.attacker)
    table.fouls[seat] += 1
    if table.fouls[seat] >= 2 and not box.simple:
        table.fouls[seat] = 0
        tell(log, EVERYONE, Event.RED_CARD, seat, table.holder == seat)
        if table.holder == seat:
            spend(box, table, Cost.CHAMPION)
            take_champion_die(box, table, table.attacker, log)
    if table.against == Against.SHOT and box.shot_foul_origin:
        table.lane = table.origin[0]
        table.depth = table.origin[1]
    cell = box.pitch[table.depth, table.lane]
    if cell & Cell.AREA:
        award_penalty(box, table, Mode.OPEN, log)
    else:
        award_free_kick(box, table, cell & (Cell.WALL | Cell.FAR), log)


def award_penalty(box: Box, table: Table, refused: int, log: Log) -> None:
    """DF-066, DF-115, DF-R35: a penalty, if the whistle is blown; else the attacker keeps the ball."""
    if box.boskov:
        face = roll_face(box, table, Die.CONTROL, Cost.BOSKOV)
        blown = box.arrows[Die.CONTROL, face].symbol != Symbol.QUESTION
        tell(log, EVERYONE, Event.BOSKOV_ROLLED, table.attacker, blown)
        if not blown:
            keep(table, refused)
            return
    place(box, table, Place.SPOT)
    set_restart(box, table, Mode.PENALTY, log)


def award_free_kick(box: Box, table: Table, direct: int, log: Log) -> None:
    """DF-067, DF-068, DF-R38: at the ball's cell, direct or not."""
    set_restart(box, table, Mode.DIRECT_FK if direct and not box.simple else Mode.FREE_KICK, log)


# ---------------------------------------------------------------------------------------------- champion die (DF-090..)


def can_use_champion(box: Box, table: Table, seat: int) -> bool:
    """DF-091, 4.3: whether this seat may play the champion die in the present phase."""
    if table.holder != seat:
        return False
    phase = table.phase
    if phase == Phase.ACT or phase == Phase.QUESTION:
        return fits_attack(box, table)
    windows = box.powers[table.power].windows
    if phase == Phase.INTERRUPT:
        if windows & Window.OPEN:
            return box.dead_ball_interrupts != 0 or is_in_play(table)
        return windows & Window.KEEPER != 0 and box.save_penalties != 0 and table.mode == Mode.PENALTY
    if phase == Phase.DEFEND and table.against == Against.QUESTION:
        return windows & Window.QUESTION != 0
    if phase == Phase.KEEPER:
        return windows & Window.KEEPER != 0
    if phase == Phase.DEFEND and table.against == Against.SHOT:
        return False  # the window came before the die
    tackled = windows & Window.SHOT != 0 and not is_from_area(box, table)
    if phase == Phase.BAR or phase == Phase.LAST_CHANCE:
        return tackled or windows & Window.KEEPER != 0
    return tackled and (phase == Phase.SHOT_WINDOW or phase == Phase.DEFEND)


def is_in_play(table: Table) -> bool:
    """Tell whether the ball is in open play."""
    return table.mode == Mode.FIRST or table.mode == Mode.OPEN or table.mode == Mode.OPEN_NC


def fits_attack(box: Box, table: Table) -> bool:
    """DF-094..096, DF-104, 4.3: the cell and the state of the ball that the face asks for."""
    power = box.powers[table.power]
    if power.ball == Ball.IN_PLAY and not is_in_play(table):
        return False
    if power.ball == Ball.KICKED and (table.mode == Mode.THROW_IN or table.mode == Mode.CORNER):
        return False
    cell = box.pitch[table.depth, table.lane]
    if power.zone == Zone.BOMB:
        return table.depth >= box.bomb_min_depth and cell & Cell.CORNER == 0
    if power.zone == Zone.ASSIST:
        return table.depth >= box.assist_depth
    if power.zone == Zone.SHOOT:
        return cell & (Cell.AREA | Cell.OUTSIDE) != 0
    return power.zone == Zone.ANYWHERE


def legal_window(out: Array) -> int:
    """4.3: a window opens only for whoever may use the champion die."""
    out[0] = CHAMPION
    out[1] = PASS
    return 2


def apply_window(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """4.3 D-, S-window, DF-R13: the champion die, or play goes on."""
    if action == CHAMPION:
        use_champion(box, table, seat, ATTACK if table.phase == Phase.QUESTION else DEFENCE, log)
    elif table.phase == Phase.INTERRUPT:
        if table.clock >= box.half_ms and table.added == 0:
            count_added(table, log)  # time ran out in the window
        let_play(table)
    elif table.phase == Phase.QUESTION:
        defend(table, Against.QUESTION)
    else:
        table.phase = Phase.RESOLVE


def use_champion(box: Box, table: Table, seat: int, column: int, log: Log) -> None:
    """DF-092, 4.3: announced, handed over, rolled by the other side; then the effect, with what that may answer."""
    face = table.power
    tell(log, EVERYONE, Event.CHAMPION_USED, seat, face)
    spend(box, table, Cost.CHAMPION)
    take_champion_die(box, table, rival(seat), log)
    start_play(table, Die.CHAMPION, face, column)


def take_champion_die(box: Box, table: Table, seat: int, log: Log) -> None:
    """DF-003, DF-092: the die comes to this seat, which rolls it at once and keeps the face."""
    table.holder = seat
    table.power = box.faces[Die.CHAMPION, roll_champion(table)]
    tell(log, EVERYONE, Event.CHAMPION_ROLLED, seat, table.power)


# ---------------------------------------------------------------------------------------------- effects (6.2)


def start_play(table: Table, die: int, face: int, column: int) -> None:
    """Take up the steps of a face."""
    table.play_die = die
    table.play_face = face
    table.play_column = column
    table.play_step = 0
    table.phase = Phase.RESOLVE


def resolve(box: Box, table: Table, log: Log) -> None:
    """Execute steps, one branch a word, until one of them closes the list or asks somebody."""
    play_steps = box.plays[table.play_die, table.play_face, table.play_column].steps
    attacker = table.attacker
    while table.phase == Phase.RESOLVE:
        step = play_steps[table.play_step]
        table.play_step += 1
        if step.op == Op.PLACE:
            place(box, table, step.a)
            tell(log, EVERYONE, Event.MOVED, attacker, table.lane, table.depth)
        elif step.op == Op.EFFORT:
            start_effort(table, step.a, log)
        elif step.op == Op.WINDOW:
            ask(table, Phase.SHOT_WINDOW, rival(attacker))
            if not can_use_champion(box, table, rival(attacker)):
                table.phase = Phase.RESOLVE
        elif step.op == Op.LAST_CHANCE:
            ask(table, Phase.LAST_CHANCE, rival(attacker))
        elif step.op == Op.OWN_GOAL:
            if box.pitch[table.depth, table.lane] & Cell.OWN_GOAL:
                score_goal(box, table, attacker, Goal.OWN_GOAL, log)
        elif step.op == Op.DEFEND:
            defend(table, step.a)
        elif step.op == Op.BAR:
            table.in_flight = 0
            table.hit_bar = 1
            table.against = Against.LOOSE
            ask(table, Phase.BAR, rival(attacker))
        elif step.op == Op.KEEPER:
            ask(table, Phase.KEEPER, rival(attacker))
        elif step.op == Op.KEEP:
            keep(table, Mode.OPEN)
        elif step.op == Op.CARRY_ON:
            keep(table, Mode.OPEN_NC if table.mode == Mode.OPEN_NC else Mode.OPEN)
        elif step.op == Op.CHANGE:
            change(box, table, Mode.FIRST, log)
        elif step.op == Op.CATCH:
            if table.in_flight:
                place(box, table, Place.INTERCEPT)
            change(box, table, Mode.FIRST, log)
        elif step.op == Op.CLEAR:
            clear_ball(box, table, step.a, log)
        elif step.op == Op.FOUL:
            commit_foul(box, table, log)
        elif step.op == Op.CLAIM:
            if box.pitch[table.depth, table.lane] & Cell.AREA:
                award_penalty(box, table, table.mode, log)
            else:
                award_free_kick(box, table, table.depth >= box.claim_depth, log)
        elif step.op == Op.OFFSIDE:
            turn_round(box, table)
            cell = box.pitch[table.depth, table.lane]
            award_free_kick(box, table, cell & (Cell.AREA | Cell.WALL | Cell.FAR), log)
        elif step.op == Op.RESTART:
            defends = step.b == Side.DEF or (step.b == Side.SAVER and not table.own_keeper)
            restart(box, table, step.a, rival(attacker) if defends else attacker, log)
        elif step.op == Op.GOAL:
            score_shot(box, table, step.a, log)
        else:
            score_goal(box, table, rival(attacker), Goal.OWN_GOAL, log)


def score_shot(box: Box, table: Table, kind: int, log: Log) -> None:
    """DF-073, DF-R30: what the keeper lets in is an own goal after the crossbar, and a bomb is told apart."""
    if kind == Goal.SHOT and table.hit_bar:
        score_goal(box, table, table.attacker, Goal.OWN_GOAL, log)
    elif kind == Goal.SHOT and table.effort == Effort.BOMB:
        score_goal(box, table, table.attacker, Goal.BOMB, log)
    else:
        score_goal(box, table, table.attacker, kind, log)


# ---------------------------------------------------------------------------------------------- table moves


def rival(seat: int) -> int:
    """Give the other seat."""
    return 1 - seat


def ask(table: Table, phase: int, seat: int) -> None:
    """Wait for one seat."""
    table.phase = phase
    table.waiting = 1 << int(seat)


def roll_face(box: Box, table: Table, die: int, cost: int) -> int:
    """Roll a die; which of its faces lies on top."""
    face = roll(table, FACES)
    table.rolled += 1
    table.last_die = die
    table.last_face = face
    spend(box, table, cost)
    return face


def roll_result(box: Box, table: Table, die: int, cost: int) -> int:
    """Roll a die whose faces show results."""
    return box.faces[die, roll_face(box, table, die, cost)]


def roll_champion(table: Table) -> int:
    """Roll the champion die: it is looked at apart from the last roll, and its time is that of the play."""
    table.rolled += 1
    return roll(table, FACES)


def place(box: Box, table: Table, where: int) -> None:
    """Put the ball on a named cell; DF-057, DF-R06: a shot is met one lane nearer to the middle, in the spot's row."""
    if where != Place.INTERCEPT:
        table.lane = box.places[where, 0]
        table.depth = box.places[where, 1]
        return
    lane, spot = int(table.origin[0]), box.places[Place.SPOT]
    if box.pitch[table.origin[1], lane] & (Cell.AREA | Cell.OUTSIDE) == 0:
        table.lane = spot[0]
    elif lane < CENTRE_LANE:
        table.lane = lane + 1
    elif lane > CENTRE_LANE:
        table.lane = lane - 1
    else:
        table.lane = lane
    table.depth = spot[1]


def keep(table: Table, mode: int) -> None:
    """The attacker keeps the ball."""
    table.mode = mode
    table.phase = Phase.SETTLE


def turn_round(box: Box, table: Table) -> None:
    """DF-026: the attacker changes and the dice are swapped; the same cell is seen from the other side."""
    table.attacker = rival(table.attacker)
    table.lane = LANES + 1 - table.lane
    table.depth = DEPTHS + 1 - table.depth
    table.stopped = 1
    forget_fouls(box, table)


def forget_fouls(box: Box, table: Table) -> None:
    """DF-R17: fouls count in one spell of defence, or by a house rule throughout the match."""
    if not box.red_card_match:
        table.fouls[0] = 0
        table.fouls[1] = 0


def change(box: Box, table: Table, mode: int, log: Log) -> None:
    """The ball is lost where it lies: in open play, or over the touchline."""
    turn_round(box, table)
    if mode == Mode.FIRST:
        keep(table, mode)
        spend(box, table, Cost.CHANGE)
        tell(log, EVERYONE, Event.TURNOVER, table.attacker, table.lane, table.depth)
    else:
        set_restart(box, table, mode, log)


def restart(box: Box, table: Table, mode: int, seat: int, log: Log) -> None:
    """DF-080, DF-081, DF-083, DF-R16: goal kick, keeper's kick or corner; which of them stop play."""
    if seat != table.attacker:
        turn_round(box, table)
    elif mode == Mode.GOAL_KICK or (mode == Mode.CORNER and not box.corner_after_time):
        table.stopped = 1
    if mode == Mode.GOAL_KICK:
        place(box, table, Place.GOAL_KICK)
    elif mode == Mode.CORNER:
        place(box, table, Place.CORNER)
    else:
        table.lane = box.keeper_cells[0, 0]
        table.depth = box.keeper_cells[0, 1]
    set_restart(box, table, mode, log)


def set_restart(box: Box, table: Table, mode: int, log: Log) -> None:
    """The ball lies ready; DF-R16: a restart that time does not let happen is not announced."""
    keep(table, mode)
    spend(box, table, Cost.RESTART)
    if not is_half_over(box, table):
        tell(log, EVERYONE, Event.RESTART, mode, table.attacker, table.lane, table.depth)


def score_goal(box: Box, table: Table, seat: int, kind: int, log: Log) -> None:
    """DF-111, DF-R03, DF-R30: a goal; the side that conceded it kicks off."""
    table.goals[seat] += 1
    tell(log, EVERYONE, Event.GOAL, seat, kind, table.goals[0], table.goals[1])
    table.stopped = 1
    forget_fouls(box, table)
    table.attacker = rival(seat)
    place(box, table, Place.CENTRE)
    keep(table, Mode.KICKOFF)
    spend(box, table, Cost.GOAL)
