"""The nouns of Super Goal!: eight dice, a pitch of five lanes by eleven rows, one ball.

The ball's cell is written from the attacker's side: lane 1 is their left touchline, depth 1 their own goal row, depth
11 the row of the goal they attack. When the attacker changes, the same cell reads (6 - lane, 12 - depth).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from matchday.engine.effects import Step, Word
from matchday.engine.game import AnyBox, AnyTable
from matchday.engine.log import EventKind
from matchday.engine.record import Array, Record, i32, rows, u8, u16, u32

LANES, DEPTHS, CENTRE_LANE = 5, 11, 3
FACES = 6
STEPS = 5
FIRST_HALF, SECOND_HALF, SHOOT_OUT = 1, 2, 3
ADDED_TIME = 200  # decisions of the attacker after time until the referee has seen enough
SUDDEN_DEATH = 60  # kicks each until a lot ends the shoot-out
FORCED_CHAIN = 24  # dice in one action until a forced opening roll is asked after all


class Phase(IntEnum):
    """Where the match stands; the automatic phases never outlast an action."""

    OVER = 0
    INTERRUPT = 1  # the defender may stop play before the attacker acts (WINDOW_D)
    ACT = 2
    SIDE = 3
    QUESTION = 4  # the attacker may forestall their own "?" (option att_interrupt_on_question)
    DEFEND = 5
    SHOT_WINDOW = 6  # the defender may tackle a shot in flight (WINDOW_S)
    BAR = 7
    KEEPER = 8
    LAST_CHANCE = 9
    PENALTY = 10
    SHOOT_OUT = 11
    # automatic
    RESOLVE = 12
    SETTLE = 13
    WHISTLE = 14


class Mode(IntEnum):
    """What the attacker's next play is."""

    KICKOFF = 0
    FIRST = 1
    OPEN = 2
    OPEN_NC = 3  # open play, control has just been rolled
    THROW_IN = 4
    FREE_KICK = 5
    DIRECT_FK = 6
    GOAL_KICK = 7
    KEEPER_KICK = 8
    CORNER = 9
    PENALTY = 10


class Die(IntEnum):
    """The eight dice; the first three are the arrow dice."""

    CONTROL = 0
    PASS = 1
    CROSS = 2
    SHOT = 3
    DEFENDER = 4
    KEEPER = 5
    PENALTY = 6
    CHAMPION = 7


class Direction(IntEnum):
    """Where an arrow points."""

    FORWARD = 0
    DIAGONAL = 1
    SIDEWAYS = 2
    BACKWARD = 3


class Symbol(IntEnum):
    """What stands beside an arrow."""

    NONE = 0
    QUESTION = 1
    X = 2


class Shot(IntEnum):
    """Faces of the shot die."""

    ON_TARGET = 0
    PERFECT = 1
    POST = 2
    CROSSBAR = 3
    WIDE = 4


class Defence(IntEnum):
    """Faces of the defender die."""

    INTERCEPT = 0
    MISS = 1
    MISS_OR_OWN_GOAL = 2
    CLEAR = 3
    FOUL = 4


class Save(IntEnum):
    """Faces of the goalkeeper die."""

    SAVE = 0
    CONCEDE = 1
    PUNCH = 2
    TIP = 3


class Penalty(IntEnum):
    """Faces of the penalty die."""

    GOAL = 0
    TIP = 1
    WIDE = 2
    PUNCH = 3


class Champion(IntEnum):
    """Faces of the champion die."""

    LONG_BOMB = 0
    ASSIST = 1
    PERFECT_SHOT = 2
    AMAZING_SAVE = 3
    MIRACLE_TACKLE = 4
    FOUL = 5


class Cell(IntEnum):
    """Kinds of cell, as bits."""

    AREA = 1
    OUTSIDE = 2
    CORNER = 4
    OWN_GOAL = 8
    WALL = 16  # a direct free kick from here flies over the wall (zone N)
    FAR = 32  # a direct free kick may be shot from here (zone P)


class Place(IntEnum):
    """Cells with a name."""

    CENTRE = 0
    MOUTH = 1
    SPOT = 2
    POST = 3
    OWN_MOUTH = 4
    OWN_SPOT = 5
    GOAL_KICK = 6
    CORNER = 7
    INTERCEPT = 8  # depends on where the shot came from


class Zone(IntEnum):
    """From where a champion face may be played in attack."""

    NOWHERE = 0
    BOMB = 1
    ASSIST = 2
    SHOOT = 3
    ANYWHERE = 4


class Ball(IntEnum):
    """In which state of the ball a champion face may be played in attack."""

    ANY = 0
    KICKED = 1  # not at a throw-in or a corner
    IN_PLAY = 2


class Window(IntEnum):
    """When a champion face may be played in defence, as bits."""

    OPEN = 1
    QUESTION = 2
    SHOT = 4
    KEEPER = 8


class Effort(IntEnum):
    """What kind of shot is in the air."""

    NONE = 0
    DIE = 1
    BOMB = 2
    CHAMPION = 3


class Against(IntEnum):
    """What the defender die is rolled against."""

    QUESTION = 0
    LOOSE = 1
    SHOT = 2


class Goal(IntEnum):
    """How a goal came about."""

    SHOT = 0
    PERFECT = 1
    CHAMPION = 2
    PENALTY = 3
    BOMB = 4
    OWN_GOAL = 5


class Side(IntEnum):
    """Who takes a restart."""

    ATT = 0
    DEF = 1
    SAVER = 2


class Cost(IntEnum):
    """What costs nominal time."""

    ARROW = 0
    DEFENDER = 1
    SHOT = 2
    KEEPER = 3
    PENALTY = 4
    BOSKOV = 5
    CHAMPION = 6
    CHANGE = 7
    RESTART = 8
    GOAL = 9


class Event(EventKind):
    """What can happen. Cells are those of the seat that attacks."""

    DRAW = 1, "seat"
    CHAMPION_ROLLED = 2, "seat", "power"
    KICK_OFF = 3, "half", "seat"
    ROLLED = 4, "seat", "die", "direction", "number", "symbol", "declared"
    MOVED = 5, "seat", "lane", "depth"
    OUT_END_LINE = 6, "seat"
    OUT_OWN_LINE = 7, "seat"
    OUT_TOUCH = 8, "seat", "lane", "depth"  # the last cell on the pitch
    TURNOVER = 9, "seat", "lane", "depth"  # who attacks now
    SHOT = 10, "seat", "effort", "lane", "depth"
    SHOT_ROLLED = 11, "seat", "face"
    DEFENDER_ROLLED = 12, "seat", "face"
    KEEPER_ROLLED = 13, "seat", "face", "own_clearance"  # 1 where it follows the own defender's clearance
    PENALTY_ROLLED = 14, "seat", "face"
    BOSKOV_ROLLED = 15, "seat", "blown"
    CHAMPION_USED = 16, "seat", "power"
    GOAL = 17, "seat", "kind", "goals_home", "goals_away"
    RESTART = 18, "mode", "seat", "lane", "depth"
    RED_CARD = 19, "seat", "champion_lost"
    DECLINED = 20, "seat"
    TIME_UP = 21, "half", "ends_it"  # 1 if the ball is lost, out or dead already
    HALF_TIME = 22, "goals_home", "goals_away"
    FULL_TIME = 23, "goals_home", "goals_away"
    SHOOT_OUT = 24, "seat"  # who kicks first
    KICK = 25, "seat", "face", "goals_home", "goals_away"  # of the shoot-out
    WON_SHOOT_OUT = 26, "seat", "goals_home", "goals_away", "by_lot"  # of the shoot-out
    PLAYED_FOR = 27, "seat", "rolled"  # who has not answered in time; 1 if a die is rolled, 0 if only a side is chosen


class Op(IntEnum):
    """The closed vocabulary of what a face does."""

    END = 0
    PLACE = 1
    EFFORT = 2
    WINDOW = 3
    LAST_CHANCE = 4
    OWN_GOAL = 5
    # what closes a list
    DEFEND = 6
    BAR = 7
    KEEPER = 8
    KEEP = 9
    CARRY_ON = 10
    CHANGE = 11
    CATCH = 12
    CLEAR = 13
    FOUL = 14
    CLAIM = 15
    OFFSIDE = 16
    RESTART = 17
    GOAL = 18
    GOAL_AGAINST = 19


VOCABULARY = (
    Word(Op.PLACE, "place", ("place",), "the ball goes to that cell, no path traced"),
    Word(Op.EFFORT, "effort", ("effort",), "a shot of that kind starts at the ball's cell"),
    Word(Op.WINDOW, "window", (), "the defender may tackle the shot, if it came from outside the area"),
    Word(Op.LAST_CHANCE, "last_chance", (), "the defender may save (or, from outside, tackle); else the rest follows"),
    Word(Op.OWN_GOAL, "own_goal", (), "an own goal on one of the two marked cells; else the rest follows"),
    Word(Op.DEFEND, "defend", ("against",), "the defender rolls the defender die"),
    Word(Op.BAR, "bar", (), "the defender chooses the defender die or the goalkeeper die"),
    Word(Op.KEEPER, "keeper", (), "the defender rolls the goalkeeper die"),
    Word(Op.KEEP, "keep", (), "the attacker keeps the ball and may use any die"),
    Word(Op.CARRY_ON, "carry_on", (), "the attacker keeps the ball; control stays barred if it was"),
    Word(Op.CHANGE, "change", (), "the attacker changes; they open with control"),
    Word(Op.CATCH, "catch", (), "as change; a shot in flight falls on its interception cell first"),
    Word(Op.CLEAR, "clear", ("n",), "the ball goes back so many cells along its lane; the attacker keeps it"),
    Word(Op.FOUL, "foul", (), "the defender's foul: counted, a red card for the second; free kick or penalty"),
    Word(Op.CLAIM, "claim", (), "the attacker is fouled: penalty, direct free kick or free kick by the ball's cell"),
    Word(Op.OFFSIDE, "offside", (), "the attacker's foul: free kick for the defender at the ball's cell"),
    Word(Op.RESTART, "restart", ("restart", "side"), "that restart for that side"),
    Word(Op.GOAL, "goal", ("goal",), "a goal for the attacker"),
    Word(Op.GOAL_AGAINST, "goal_against", (), "an own goal of the attacker"),
)
CLOSING = frozenset(op for op in Op if op >= Op.DEFEND)


class Arrow(Record):
    """A face of an arrow die."""

    direction: int = u8()
    number: int = u8()
    symbol: int = u8()


class Play(Record):
    """What one face does in one situation."""

    steps: Sequence[Step] = rows(Step, STEPS)


class Power(Record):
    """When a champion face may be played."""

    zone: int = u8()
    ball: int = u8()
    windows: int = u8()


# The situations of a face, a column each: shot die, then defender, keeper, champion.
FROM_AREA, FROM_OUTSIDE, OVER_WALL, FROM_FAR = 0, 1, 2, 3
AGAINST_BALL, AGAINST_SHOT = 0, 1
THEIR_SHOT, OWN_CLEARANCE = 0, 1
ATTACK, DEFENCE = 0, 1
COLUMNS = 4


class Box(AnyBox):
    """The dice, the pitch, the nominal seconds and the chosen variants and house rules."""

    arrows: Array = rows(Arrow, 3, FACES)  # by die and face
    faces: Array = u8(len(Die), FACES)  # which result each face of the other dice shows
    plays: Array = rows(Play, len(Die), FACES, COLUMNS)  # by die, result and situation
    powers: Sequence[Power] = rows(Power, len(Champion))
    pitch: Array = u8(DEPTHS + 1, LANES + 1)  # bits of Cell by depth and lane
    places: Array = u8(len(Place), 2)  # lane, depth
    keeper_cells: Array = u8(2, 2)
    assist_depth: int = u8()
    reverse_depth: int = u8()
    claim_depth: int = u8()
    # the clock
    half_ms: int = u32()
    nominal: Array = u32(len(Cost))
    live: int = u8()
    window_ms: int = u32()
    act_limit_ms: int = u32()
    min_roll_ms: int = u32()
    # variants and house rules, named as the options are
    tournament: int = u8()
    boskov: int = u8()
    simple: int = u8()
    auto_forced: int = u8()
    special_cases_only: int = u8()
    shot_on_turnover: int = u8()
    att_interrupt_on_question: int = u8()
    dead_ball_interrupts: int = u8()
    corner_after_time: int = u8()
    red_card_match: int = u8()
    shootout_kicks: int = u8()
    save_penalties: int = u8()
    bomb_min_depth: int = u8()
    champion_reset_at_half: int = u8()
    shot_foul_origin: int = u8()
    defender_may_decline: int = u8()


class Table(AnyTable):
    """One match. Nothing is hidden but the generator."""

    phase: int = u8()
    mode: int = u8()
    half: int = u8()
    draw_winner: int = u8()
    goals: Array = u16(2)
    attacker: int = u8()
    lane: int = u8()
    depth: int = u8()
    holder: int = u8()  # of the champion die
    power: int = u8()  # its face
    fouls: Array = u8(2)  # fouls in a row on the defender die
    # the clock
    elapsed: int = i32()  # written by the host before each action: milliseconds it took, or -1 for nominal time
    clock: int = i32()  # milliseconds of this half
    timed: int = u8()  # this action's time came from the host
    rolled: int = u8()  # dice rolled since the last decision
    added: int = u8()  # the attacker's decisions after time
    stopped: int = u8()  # the ball was lost or out since the attacker last acted
    # what is being resolved
    die: int = u8()  # arrow die
    declared: int = u8()  # bits: reversed, doubled, second cell
    face: int = u8()  # of the arrow die
    effort: int = u8()
    origin: Array = u8(2)  # lane, depth of the shot
    in_flight: int = u8()
    hit_bar: int = u8()
    against: int = u8()
    own_keeper: int = u8()  # the attacker's keeper is the one to save
    play_die: int = u8()
    play_face: int = u8()
    play_column: int = u8()
    play_step: int = u8()
    # the shoot-out
    kicks: Array = u8(2)
    scored: Array = u8(2)
    lot_winner: int = u8()  # seat + 1
    # to be looked at
    last_die: int = u8()  # the champion die, which shows itself, until another is rolled
    last_face: int = u8()
    rolls: Array = u16(2)  # arrow dice rolled by each seat
    shots: Array = u16(2)


# Actions: an arrow die with what is declared, then what is said aloud.
REVERSED, DOUBLED, SECOND = 1, 2, 4  # SECOND: keeper's kick from the cell further out, corner from the right
ROLL = 8  # times the die
SHOOT = 24
CHAMPION = 25
PASS = 26
LEFT = 27
RIGHT = 28
ROLL_DEFENDER = 29
ROLL_KEEPER = 30
ROLL_PENALTY = 31
CONCEDE = 32
DECLINE = 33
ACTIONS = 34
