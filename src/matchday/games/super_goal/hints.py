"""Playing sense for Super Goal!: look one roll ahead and weigh where the ball may come to lie.

`VALUES` is what a possession is worth to the attacker, in hundredths of a percent of a goal (10 000 is a goal): the
result of value iteration over these very functions with the printed dice, 0.985 a roll, no champion die. A test runs
one more iteration and finds them unchanged. The look ahead itself reads the faces in the box, so that a bot notices a
designer's dice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matchday.engine.record import Array
from matchday.games.super_goal.rules import cells, default_action, depth_step, is_own_goal, travel
from matchday.games.super_goal.state import (
    CENTRE_LANE,
    CHAMPION,
    DEPTHS,
    FACES,
    FROM_AREA,
    FROM_FAR,
    FROM_OUTSIDE,
    LANES,
    LEFT,
    OVER_WALL,
    RIGHT,
    ROLL,
    ROLL_DEFENDER,
    ROLL_KEEPER,
    SECOND,
    SHOOT,
    Box,
    Cell,
    Champion,
    Defence,
    Die,
    Direction,
    Mode,
    Penalty,
    Phase,
    Place,
    Save,
    Shot,
    Symbol,
    Table,
)

WHOLE = 10_000  # a goal
HAND_OVER = 500  # what it costs to arm the other side with a fresh champion die
FIRST, OPEN, BARRED = 0, 1, 2  # the rows of VALUES: control only, any die, any die but control
KICK_OFF, CORNER, GOAL_KICK, KEEPER_KICK = 1_729, 3_629, 58, 386

# By depth 1 to 11 and lane 1 to 3; lanes 4 and 5 mirror them.
WORTH = (
    (
        (-317, -350, -468),
        (59, 38, -23),
        (459, 448, 396),
        (861, 858, 829),
        (1273, 1260, 1262),
        (1588, 1694, 1729),
        (2002, 2115, 2113),
        (2398, 2620, 2752),
        (2844, 3345, 3480),
        (2556, 3045, 3045),
        (2924, 3350, 3365),
    ),
    (
        (-317, -350, -468),
        (59, 38, -23),
        (459, 448, 396),
        (861, 858, 829),
        (1273, 1260, 1262),
        (1588, 1694, 1729),
        (2002, 2115, 2113),
        (2398, 2620, 2752),
        (2844, 3345, 3480),
        (2558, 3722, 3722),
        (2924, 3722, 3722),
    ),
    (
        (-581, -553, -1640),
        (-188, -144, -361),
        (219, 245, 49),
        (628, 662, 464),
        (994, 1132, 888),
        (1407, 1546, 1350),
        (1637, 1869, 1971),
        (2108, 2292, 2264),
        (2558, 2806, 2806),
        (2558, 3722, 3722),
        (1422, 3722, 3722),
    ),
)
VALUES = np.zeros((3, DEPTHS + 1, LANES + 1), np.int64)
VALUES[:, 1:, 1:] = np.array([[(*row, row[1], row[0]) for row in rows] for rows in WORTH])


MOMENT = 5000  # milliseconds


def moment(box: Box, table: Table) -> int:
    """Count seconds of the clock, five by five."""
    return (int(table.half) * int(box.half_ms) + min(int(table.clock), int(box.half_ms))) // MOMENT


def luck(box: Box, table: Table, seat: int) -> int:
    """Give nothing: a goal is many dice, none of which decides it."""
    return 0


def hazard(box: Box, table: Table, seat: int) -> int:
    """Give nothing, as `luck` does."""
    return 0


def choose(box: Box, table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """Take the action that promises most; the champion die by rule of thumb."""
    if table.phase == Phase.ACT or table.phase == Phase.SIDE:
        best = out[0]
        most = -WHOLE
        for place in range(count):
            worth = worth_of(box, table, out[place])
            if worth > most:
                best = out[place]
                most = worth
        return int(best)
    for place in range(count):
        if out[place] == CHAMPION and wants_champion(box, table):
            return CHAMPION
    if table.phase == Phase.BAR:
        tackled = tackle_worth(box, table, table.lane, table.depth, open_worth(table.lane, table.depth))
        return ROLL_DEFENDER if tackled < keeper_worth(box, table) else ROLL_KEEPER
    return default_action(table)


def worth_of(box: Box, table: Table, action: int) -> int:
    """Weigh what the attacker may do."""
    if LEFT <= action <= RIGHT:
        return face_worth(box, table, table.die, table.declared, table.face, -1 if action == LEFT else 1)
    if action == SHOOT:
        return shot_worth(box, table)
    if action == CHAMPION:
        return champion_worth(box, table)
    return roll_worth(box, table, action // ROLL, action % ROLL)


def is_late(box: Box, table: Table) -> bool:
    """After time a lost ball costs nothing more: the half is over."""
    return table.clock >= box.half_ms


# ---------------------------------------------------------------- where play may go on


def open_worth(lane: int, depth: int) -> int:
    """The attacker keeps the ball and may use any die."""
    return VALUES[OPEN, depth, lane]


def lost_worth(box: Box, table: Table, lane: int, depth: int) -> int:
    """The other side wins the ball there."""
    return 0 if is_late(box, table) else -VALUES[FIRST, DEPTHS + 1 - depth, LANES + 1 - lane]


def restart_worth(box: Box, table: Table, worth: int) -> int:
    """A restart that is worth so much to whoever takes it; after time it is not taken."""
    return 0 if is_late(box, table) else worth


def goal_worth(box: Box, table: Table) -> int:
    """A goal, less the kick-off that the other side gets for it."""
    return WHOLE - restart_worth(box, table, KICK_OFF)


def keeper_worth(box: Box, table: Table) -> int:
    """The ball is at the goal mouth and the keeper rolls."""
    total = 0
    for number in range(FACES):
        face = box.faces[Die.KEEPER, number]
        if face == Save.SAVE:
            total -= restart_worth(box, table, KEEPER_KICK)
        elif face == Save.CONCEDE:
            total += goal_worth(box, table)
        elif face == Save.PUNCH:
            total += open_worth(box.places[Place.SPOT, 0], box.places[Place.SPOT, 1])
        else:
            total += restart_worth(box, table, CORNER)
    return total // FACES


def penalty_worth(box: Box, table: Table) -> int:
    """A penalty is taken."""
    total = 0
    for number in range(FACES):
        face = box.faces[Die.PENALTY, number]
        if face == Penalty.GOAL:
            total += goal_worth(box, table)
        elif face == Penalty.TIP:
            total += restart_worth(box, table, CORNER)
        elif face == Penalty.WIDE:
            total -= restart_worth(box, table, GOAL_KICK)
        else:
            total += open_worth(box.places[Place.SPOT, 0], box.places[Place.SPOT, 1])
    return total // FACES


def foul_worth(box: Box, table: Table, lane: int, depth: int) -> int:
    """The attacker is fouled there."""
    cell = box.pitch[depth, lane]
    if cell & Cell.AREA:
        return penalty_worth(box, table)
    return open_worth(lane, depth)


def tackle_worth(box: Box, table: Table, lane: int, depth: int, missed: int) -> int:
    """The defender rolls for the ball there; `missed` is what a miss is worth."""
    total = 0
    for number in range(FACES):
        face = box.faces[Die.DEFENDER, number]
        if face == Defence.INTERCEPT:
            total += lost_worth(box, table, lane, depth)
        elif face == Defence.MISS_OR_OWN_GOAL and box.pitch[depth, lane] & Cell.OWN_GOAL:
            total += goal_worth(box, table)
        elif face == Defence.CLEAR:
            back = box.plays[Die.DEFENDER, Defence.CLEAR, 0].steps[0].a
            if depth > back:
                total += open_worth(lane, depth - back)
            elif lane == CENTRE_LANE:
                total -= keeper_worth(box, table) // 2
            else:
                total += restart_worth(box, table, GOAL_KICK)
        elif face == Defence.FOUL:
            total += foul_worth(box, table, lane, depth)
        else:
            total += missed
    return total // FACES


# ---------------------------------------------------------------- what the attacker may do


def roll_worth(box: Box, table: Table, die: int, declared: int) -> int:
    """An arrow die: the mean of its faces, left or right chosen well."""
    total = 0
    for face in range(FACES):
        direction = box.arrows[die, face].direction
        if table.mode != Mode.CORNER and (direction == Direction.DIAGONAL or direction == Direction.SIDEWAYS):
            left = face_worth(box, table, die, declared, face, -1)
            right = face_worth(box, table, die, declared, face, 1)
            total += max(left, right)
        else:
            total += face_worth(box, table, die, declared, face, 0)
    return total // FACES


def face_worth(box: Box, table: Table, die: int, declared: int, face: int, side: int) -> int:
    """One face of an arrow die, played to one side."""
    lane, depth = int(table.lane), int(table.depth)
    if table.phase == Phase.ACT:
        if table.mode == Mode.KEEPER_KICK and declared & SECOND:
            lane, depth = int(box.keeper_cells[1, 0]), int(box.keeper_cells[1, 1])
        if table.mode == Mode.CORNER:
            side = 1  # both corners are alike
    arrow = box.arrows[die, face]
    forward = depth_step(arrow.direction, table.mode, declared)
    lane, depth, left = travel(lane, depth, side, forward, cells(arrow.number, declared))
    if left:
        if depth + forward > DEPTHS:
            return -restart_worth(box, table, GOAL_KICK)
        if depth + forward >= 1:
            return lost_worth(box, table, lane, depth)
        if is_own_goal(box, table.mode, die, declared, lane, side):
            return -goal_worth(box, table)
        return -restart_worth(box, table, CORNER)
    if arrow.symbol == Symbol.X:
        return lost_worth(box, table, lane, depth)
    if arrow.symbol == Symbol.QUESTION:
        return tackle_worth(box, table, lane, depth, open_worth(lane, depth))
    return VALUES[BARRED if die == Die.CONTROL else OPEN, depth, lane]


def shot_worth(box: Box, table: Table) -> int:
    """The shot die: the mean of its faces."""
    lane, depth = int(table.lane), int(table.depth)
    cell = box.pitch[depth, lane]
    column = FROM_OUTSIDE
    if cell & Cell.AREA:
        column = FROM_AREA
    elif table.mode == Mode.DIRECT_FK and cell & Cell.WALL:
        column = OVER_WALL
    elif cell & Cell.FAR:
        column = FROM_FAR
    mouth = keeper_worth(box, table)
    spot, row = int(box.places[Place.SPOT, 0]), int(box.places[Place.SPOT, 1])
    total = 0
    for number in range(FACES):
        face = box.faces[Die.SHOT, number]
        if face == Shot.WIDE:
            total -= restart_worth(box, table, GOAL_KICK)
        elif face == Shot.POST:
            post, post_row = int(box.places[Place.POST, 0]), int(box.places[Place.POST, 1])
            total += tackle_worth(box, table, post, post_row, open_worth(post, post_row))
        elif face == Shot.CROSSBAR:
            bar, bar_row = int(box.places[Place.MOUTH, 0]), int(box.places[Place.MOUTH, 1])
            total += min(mouth, tackle_worth(box, table, bar, bar_row, open_worth(bar, bar_row)))
        elif face == Shot.PERFECT and column == FROM_AREA:
            total += goal_worth(box, table)
        elif face == Shot.PERFECT or (column != FROM_OUTSIDE and column != FROM_FAR):
            total += mouth
        elif column == FROM_FAR or lane == CENTRE_LANE:
            total += tackle_worth(box, table, spot, row, mouth)
        else:
            total += tackle_worth(box, table, lane + (1 if lane < CENTRE_LANE else -1), row, mouth)
    return total // FACES


def champion_worth(box: Box, table: Table) -> int:
    """The champion die in attack, less what the other side's fresh face may bring."""
    lane, depth = int(table.lane), int(table.depth)
    area = box.pitch[depth, lane] & Cell.AREA != 0
    if table.power == Champion.PERFECT_SHOT:
        if not area and (table.mode == Mode.OPEN or table.mode == Mode.FIRST) and not is_late(box, table):
            return -WHOLE  # a control roll may well walk into the area first
        return (5 if area else 4) * goal_worth(box, table) // FACES - HAND_OVER
    if table.power == Champion.LONG_BOMB:
        return keeper_worth(box, table) - HAND_OVER
    if table.power == Champion.ASSIST:
        spot = box.places[Place.SPOT]
        return VALUES[BARRED if table.mode == Mode.OPEN_NC else OPEN, spot[1], spot[0]] - HAND_OVER
    if table.power == Champion.FOUL and area:
        return penalty_worth(box, table) - HAND_OVER
    return -WHOLE


def wants_champion(box: Box, table: Table) -> bool:
    """Save whatever can be saved, tackle whatever shoots; interrupt play in the area only."""
    if table.phase == Phase.QUESTION:
        lane, depth = int(table.lane), int(table.depth)
        return champion_worth(box, table) > tackle_worth(box, table, lane, depth, open_worth(lane, depth))
    if table.phase == Phase.INTERRUPT or table.phase == Phase.DEFEND:
        return box.pitch[table.depth, table.lane] & Cell.AREA != 0
    return True
