"""The nouns of Kickards: what is in the box and what lies on the table.

A footballer is the same card in both decks, so a card is a number and a deck is a column of places: `where[seat, card]`
says where it lies. A face-down pile is a set without an order: a card is picked at random when it is drawn. The event
deck is not stored at all: it is what has not been drawn and is no coach card.

`ATT` is the seat in possession this turn, `DEF` the other one. Stars lie in one purse a seat: what is left at the end
of a turn is the tactics bar.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from enum import IntEnum

from matchday.engine.effects import Step, Word
from matchday.engine.game import AnyBox, AnyTable
from matchday.engine.log import EventKind
from matchday.engine.record import Array, Record, i8, i16, i32, i64, rows, u8, u16

CARDS = 40
EVENTS = 64
VARS = 16
STEPS = 9
NAME = 40
CODE = 12
TRACK = 8
PAIRS = 8
OFFER = 3
BONUSES = 12
LINE_UP = 5  # cards of one side in an action
SPLIT = 16  # more than the printed stars of a line-up
PURSE = 32  # more stars than one colour can have when bids are made

UNKNOWN = 255
NONE = 0

FIRST_HALF, SECOND_HALF, EXTRA_TIME, SHOOTOUT = 1, 2, 3, 4
ADDED = 7  # the round +5; the rounds 1 to 6 are 15, 30, 45, 60, 75 and 90
MINUTES = (0, 15, 30, 45, 60, 75, 90, 95)

RED, GREEN, BLUE = 0, 1, 2
COLOURS = 3
SHOOTER, SUPPORT, DEFENDER = 0, 1, 2

LIVE, BEFORE = 0, 1  # the action as it stands; as it was before the event was resolved


class Phase(IntEnum):
    """Where the match stands; the automatic phases never outlast an action."""

    OVER = 0
    COACH_PICK = 1
    ATTACK = 2
    DEFEND = 3
    STARS = 4
    BID = 5
    COACH = 6
    EXCHANGE = 7
    VAR_BEFORE = 8
    CHOICE = 9
    VAR_AFTER = 10
    BUY = 11
    POSITION = 12
    PERCENT = 13
    REROLL = 14
    VAR_GOAL = 15
    ADDED_TIME = 16
    KICK = 17
    # automatic
    TURN_START = 20
    ASK_DEFENCE = 21
    REVEAL = 22
    ASK_STARS = 23
    ASK_BID = 24
    ASK_EARLY_BUY = 25
    ASK_COACH = 26
    DRAW_EVENT = 27
    ASK_EXCHANGE = 28
    ASK_VAR_BEFORE = 29
    RESOLVE = 30
    RUN = 31
    ASK_CHOICE = 32
    ASK_VAR_AFTER = 33
    ASK_BUY = 34
    AIM = 35
    ASK_POSITION = 36
    READ_ROW = 37
    ASK_PERCENT = 38
    SHOOT = 39
    AFTER_SHOTS = 40
    GOAL_CHECK = 41
    END_TURN = 42
    ASK_ADDED_TIME = 43
    FULL_TIME = 44
    NEXT_KICK = 45


class Event(EventKind):
    """What can happen. An `event` is an event card; the control `token` stands above 0 on the side of seat 0."""

    SIDES = 1, "home", "leg"
    OFFERED = 2, "seat", "event"  # to the seat alone
    KEPT_COACH = 3, "seat", "event"  # to the seat alone
    SET_COACH = 4, "seat"
    DREW = 5, "seat", "card"  # to the seat alone
    DREW_CARDS = 6, "seat", "count"
    TOSS = 7, "seat", "period"  # in a shoot-out without end it decides the match
    KICK_OFF = 8, "period", "seat"  # who attacks first
    TURN = 9, "round", "seat"
    CHOSE = 10, "seat", "card", "role"  # to the seat alone
    LAID = 11, "seat", "count"
    DECLINED = 12, "seat"
    REVEALED = 13, "seat", "card", "role"
    BASIC_STARS = 14, "seat", "red", "green", "blue"
    PICKED_STARS = 15, "seat", "red", "green", "blue"  # to the seat alone
    HAS_PICKED_STARS = 16, "seat"
    EXTRA_STARS = 17, "seat", "red", "green", "blue"
    NATION = 18, "seat", "flag", "count"
    TWO_MAN = 19, "seat", "row"
    CHOSE_BID = 20, "seat", "colour", "stars"  # to the seat alone
    HAS_BID = 21, "seat"
    BIDS = 22, "stars_0", "stars_1", "token"
    PLAYED_COACH = 23, "seat", "event"
    EVENT_DRAWN = 24, "event"
    EXCHANGED = 25, "seat", "event"  # given up
    BLOCKED = 26, "seat", "event"
    VAR_CALL = 27, "seat", "chance", "roll", "success", "window"
    UNDONE = 28, "event"
    DIE = 29, "die"  # for a card or a row that asks for one
    EFFECT = 30, "op", "a", "b"  # a step
    BOOKED = 31, "seat", "booking", "second_yellow"  # 1 yellow, 2 red
    SENT_OFF = 32, "seat", "card"
    GAINED_STARS = 33, "seat", "colour", "stars"
    LOST_STARS = 34, "seat", "colour", "stars"
    DISCARDED = 35, "seat", "card"
    BOUGHT = 36, "seat", "bonus", "stars"
    GIVEN = 37, "seat", "bonus"
    CONTROL = 38, "seat", "space", "direction", "token"
    K6 = 39, "die", "position"
    USED = 40, "seat", "bonus", "die", "position"
    ROW = 41, "card", "position"
    CHANCE = 42, "base", "by_event", "by_line_ups", "by_stars", "by_control", "halvings"
    SHOT = 43, "seat", "roll", "chance", "kind", "shooter"  # his card + 1; 0 where none says who it is
    GOAL = 44, "seat", "home", "goals_home", "goals_away", "shooter"
    MISS = 45, "seat"
    NO_SHOT = 46, "seat"
    CANCELLED = 47, "seat", "count"  # whose goals
    HALF_TIME = 48, "home", "goals_home", "goals_away"
    ADDED_TIME = 49, "seat"
    WHISTLE = 50, "home", "goals_home", "goals_away", "goes_on"  # with extra time or penalties
    SECOND_LEG = 51, "home", "goals_home", "goals_away"  # of the first leg
    EXTRA_TIME = 52, "home", "goals_home", "goals_away"  # of both legs together
    SHOOTOUT = 53, "seat"  # who begins
    KICK = 54, "seat", "card", "position", "goal", "roll", "chance"  # a roll of 0 where none is needed
    KICK_AGAIN = 55, "seat", "card", "position"
    RESHUFFLED = 56, "seat"


class Window(IntEnum):
    """When VAR is called."""

    BEFORE = 0
    AFTER = 1
    GOAL = 2


class ShotKind(IntEnum):
    """What kind of shot is taken."""

    FIRST = 0
    REPEAT = 1
    BOUGHT = 2
    FOLLOW_UP = 3
    RIVAL = 4


class Place(IntEnum):
    """Where a footballer's card lies."""

    DECK = 0
    HAND = 1
    CHOSEN = 2  # picked for a line-up that is not laid yet
    LAID = 3
    USED = 4
    SENT_OFF = 5


class Bonus(IntEnum):
    """The action bonuses, in the order of the board's table."""

    EXCHANGE = 0
    BLOCK = 1
    DRAW2_DISCARD1 = 2
    DRAW2 = 3
    REROLL_K6 = 4
    PLUS10 = 5
    PLUS1 = 6
    REROLL_MISS = 7
    FORCE_K6 = 8
    MINUS10 = 9
    MINUS1 = 10
    HALVE = 11


class Pos(IntEnum):
    """Positions: three of each colour."""

    LF = 0
    CF = 1
    RF = 2
    LB = 3
    CB = 4
    RB = 5
    AM = 6
    CM = 7
    DM = 8


class Shot(IntEnum):
    """Rows without a text of their own; special rows are numbered from `SPECIAL` on."""

    LONG = 0
    VOLLEY = 1
    MOVING = 2
    RUN = 3
    CURL = 4
    DRIVE = 5
    CUT = 6
    FREEK = 7
    HEAD = 8
    TURN = 9
    DRIB = 10
    TAP = 11


SPECIAL = 32
SPECIALS = 24


class Tint(IntEnum):
    """The colour of a row (KC-074)."""

    PLAIN = 0
    GREEN = 1
    YELLOW = 2
    RED = 3


class Flag(IntEnum):
    """Nationalities."""

    ARG = 0
    BRA = 1
    ENG = 2
    ESP = 3
    FRA = 4
    GER = 5
    ITA = 6
    POL = 7


FLAGS = 8


class Side(IntEnum):
    """Of whom a step speaks."""

    ATT = 0
    DEF = 1
    HOME = 2
    AWAY = 3
    BOTH = 4


class If(IntEnum):
    """Conditions."""

    SHOOTER_CF = 0
    SHOOTER_WIDE = 1
    SHOOTER_MID = 2
    SHOOTER_DEF = 3
    ATT_MORE_CARDS = 4
    NO_SUPPORT = 5
    SUPPORT = 6
    DEF_LEADS = 7
    ATT_TRAILS = 8
    HAND_EMPTY = 9
    HAND_HELD = 10


class Aim(IntEnum):
    """How the shot is found."""

    K6 = 0
    POSITION = 1
    FLAT = 2
    TABLE = 3
    RIVAL_TABLE = 4


class Program(IntEnum):
    """Which steps are being run."""

    EVENT = 0
    ROW = 1
    AFTER_ROW = 2  # what stands behind `then`


class Choice(IntEnum):
    """What a step or a bonus asks of somebody."""

    DISCARD = 0
    GAIN = 1
    LOSE = 2
    SEND_OFF = 3


class Op(IntEnum):
    """The closed vocabulary of events and rows."""

    END = 0
    NOTHING = 1
    ROLL = 2
    ON = 3
    IF = 4
    THEN = 5
    PCT = 6
    K6 = 7
    K6_MIN = 8
    K6_MAX = 9
    POSITION = 10
    FLAT = 11
    TABLE = 12
    RIVAL_TABLE = 13
    NO_SHOT = 14
    GOAL = 15
    REPEAT = 16
    TWO_SHOTS = 17
    ON_MISS = 18
    COUNTER = 19
    HALVE = 20
    CLEAR = 21
    STARS_ANY = 22
    STARS_RED = 23
    STARS_GREEN = 24
    STARS_BLUE = 25
    BONUS = 26
    YELLOW = 27
    RED = 28
    DRAW = 29
    DISCARD = 30
    SHOT = 31
    PER_SUPPORT = 32
    RISK = 33
    RIVAL_SHOT = 34


VOCABULARY = (
    Word(Op.NOTHING, "nothing", (), "no effect"),
    Word(Op.ROLL, "roll", (), "roll a plain k6 for the `on` steps behind it"),
    Word(Op.ON, "on", ("n", "n"), "the steps up to the next on, if or then run if that k6 shows from … to …"),
    Word(Op.IF, "if", ("condition",), "the steps up to the next on, if or then run if the condition holds"),
    Word(Op.THEN, "then", (), "the steps behind it wait until the shots are over"),
    Word(Op.PCT, "pct", ("n",), "add to the goal chance of this action's shot"),
    Word(Op.K6, "k6", ("n",), "add to the k6 on the shot table"),
    Word(Op.K6_MIN, "k6_min", ("n",), "positions below count as this one"),
    Word(Op.K6_MAX, "k6_max", ("n",), "positions above count as this one"),
    Word(Op.POSITION, "position", ("n",), "no k6: the shot comes from this position"),
    Word(Op.FLAT, "flat", ("n",), "no k6: a shot with this base chance"),
    Word(Op.TABLE, "table", ("n", "n"), "from this k6 result on, the shot has this base chance"),
    Word(
        Op.RIVAL_TABLE, "rival_table", ("n", "n"), "no shot; the defender rolls on such a table and shoots, unmodified"
    ),
    Word(Op.NO_SHOT, "no_shot", (), "the action ends without a shot of the attacker"),
    Word(Op.GOAL, "goal", (), "the attacker scores at once; no shot any more"),
    Word(Op.REPEAT, "repeat", (), "a shot that is no goal is repeated once"),
    Word(Op.TWO_SHOTS, "two_shots", (), "one shot more from the same position"),
    Word(Op.ON_MISS, "on_miss", ("n",), "after a shot without a goal the attacker shoots once more at this chance"),
    Word(Op.COUNTER, "counter", ("n",), "after a shot without a goal the defender shoots at this chance, unmodified"),
    Word(Op.HALVE, "halve", (), "the goal chance is halved, rounded up"),
    Word(Op.CLEAR, "clear", (), "bought −10 % and every halving are ignored"),
    Word(Op.STARS_ANY, "stars_any", ("who", "n"), "gain or lose stars, colours of one's own choice"),
    Word(Op.STARS_RED, "stars_red", ("who", "n"), "gain or lose red stars"),
    Word(Op.STARS_GREEN, "stars_green", ("who", "n"), "gain or lose green stars"),
    Word(Op.STARS_BLUE, "stars_blue", ("who", "n"), "gain or lose blue stars"),
    Word(Op.BONUS, "bonus", ("side", "bonus"), "an action bonus for this turn, free"),
    Word(Op.YELLOW, "yellow", ("side",), "a yellow card"),
    Word(Op.RED, "red", ("side",), "a red card"),
    Word(Op.DRAW, "draw", ("who", "n"), "draw footballers"),
    Word(Op.DISCARD, "discard", ("who", "n"), "discard footballers of one's own choice"),
    Word(Op.SHOT, "shot", ("n",), "a shot with this base chance"),
    Word(Op.PER_SUPPORT, "per_support", ("n",), "so much more for each support card"),
    Word(
        Op.RISK,
        "risk",
        ("n", "n"),
        "roll a plain k6 and add the first number: a red card from the second on, else that row",
    ),
    Word(Op.RIVAL_SHOT, "rival_shot", ("n",), "the defender shoots at this chance, unmodified"),
)


class Track(IntEnum):
    """What a space of the control track gives."""

    PCT = 1
    DRAW = 2
    REROLL = 3
    NUDGE = 4


TRACK_WORDS = (
    Word(Track.PCT, "pct", ("n",), "add to the chance in attack, take from it in defence"),
    Word(Track.DRAW, "draw", ("n",), "draw footballers"),
    Word(Track.REROLL, "reroll", (), "roll the k6 again"),
    Word(Track.NUDGE, "nudge", ("n",), "add to the k6 or take from it"),
)


class Row(Record):
    """One position of a shot table."""

    kind: int = u8()  # a `Shot`, or `SPECIAL` and up
    side: int = u8()  # 0 left, 1 centre, 2 right
    tint: int = u8()
    a: int = u8()  # the percentage, where the row prints one
    b: int = u8()
    play: Sequence[Step] = rows(Step, STEPS)


class Footballer(Record):
    """One card of a team deck."""

    position: int = u8()
    colour: int = u8()
    flag: int = u8()
    stars: int = u8()
    rating: int = i16()  # expected goals of a plain shot, in ten-thousandths (section "Shooter rating")
    kick: int = i16()  # chance to score a penalty of the shoot-out, in ten-thousandths
    shots: Sequence[Row] = rows(Row, 6)  # positions 1 to 6
    code: Array = u8(CODE)
    name: Array = u8(NAME)


class EventCard(Record):
    """One kind of event card."""

    copies: int = u8()
    icon: int = u8()  # VAR may be called on it
    tone: int = i8()
    play: Sequence[Step] = rows(Step, STEPS)
    code: Array = u8(CODE)
    name: Array = u8(NAME)


class Special(Record):
    """A kind of special row."""

    tint: int = u8()
    code: Array = u8(CODE)
    name: Array = u8(NAME)


class BonusRow(Record):
    """One action bonus: its price, and what it brings."""

    colour: int = u8()
    cost: int = u8()
    amount: int = u8()
    draw: int = u8()
    discard: int = u8()


class Pair(Record):
    """A two-man action."""

    shooter: int = u8()
    support: int = u8()
    play: Sequence[Step] = rows(Step, 2)


class Space(Record):
    """A space of the control track."""

    bonus: Sequence[Step] = rows(Step, 2)
    cost: int = u8()


class Box(AnyBox):
    """The components and the chosen variants and house rules."""

    deck_size: int = u8()
    event_kinds: int = u8()
    var_cards: int = u8()
    pairs: int = u8()
    track: int = u8()  # spaces of the control track on each side
    hand: int = u8()
    extra_time_hand: int = u8()
    shootout_hand: int = u8()
    shootout_pairs: int = u8()
    support: int = u8()
    defence: int = u8()
    bar: int = u8()
    coach_offer: int = u8()
    automat_hand: int = u8()
    footballers: Sequence[Footballer] = rows(Footballer, CARDS)
    event: Sequence[EventCard] = rows(EventCard, EVENTS)
    special: Sequence[Special] = rows(Special, SPECIALS)
    bonus: Sequence[BonusRow] = rows(BonusRow, BONUSES)
    pair: Sequence[Pair] = rows(Pair, PAIRS)
    nation: Array = rows(Step, 2, LINE_UP + 1)  # attack and defence, for the nth card of a flag
    space: Sequence[Space] = rows(Space, TRACK + 1)
    var_chance: Array = u8(VARS)
    # variants and house rules, named as the options are
    format: int = u8()
    two_man: int = u8()
    nationality: int = u8()
    control: int = u8()
    automat: int = u8()  # the Automat's seat + 1
    sides: int = u8()
    star_choice_secret: int = u8()
    until_shot: int = u8()
    early_buy: int = u8()
    coach_goal_var: int = u8()
    var_extra_time: int = u8()
    cosmetic_cards: int = u8()
    away_goals: int = u8()
    tie_break: int = u8()
    shootout_bonus: int = u8()


class Format(IntEnum):
    """What is played for."""

    FRIENDLY = 0
    TIE = 1
    FINAL = 2


class Sides(IntEnum):
    """Who plays at home (in the first leg)."""

    RANDOM = 0
    SEAT_0 = 1
    SEAT_1 = 2


class Action(Record):
    """What line-ups and event have made of this action; a VAR check puts the earlier one back."""

    pct: int = i16()  # by event
    line_up: int = i16()  # by nationality and two-man action
    k6: int = i8()
    k6_min: int = u8()
    k6_max: int = u8()
    aim: int = u8()
    at: int = u8()  # the position, or the flat chance
    table: Array = u8(7)  # chances by position
    no_shot: int = u8()
    repeats: int = u8()
    more_shots: int = u8()
    on_miss: int = u8()
    counter: int = u8()
    halvings: int = u8()
    clear: int = u8()
    shot: int = u8()  # the row gives a shot
    percent: int = u8()  # its base chance
    rival_shot: int = u8()
    goals: Array = u8(2)  # of this action


class Table(AnyTable):
    """One match, or a tie of two."""

    phase: int = u8()
    leg: int = u8()
    home: int = u8()  # the seat that plays at home
    period: int = u8()  # 0 before kick-off, as the round is
    round_no: int = u8()
    turn: int = u8()  # 0 or 1 within the round
    first: int = u8()  # who attacks first in this round
    att: int = u8()
    step: int = u8()  # how many have been asked where the attacker is asked first, then the defender
    goals: Array = u8(2)
    first_leg: Array = u8(2)
    luck: Array = i32(2)  # goals beyond the chances of shots and VAR checks, in ten-thousandths …
    hazard: Array = i32(2)  # … and the variance of that
    pens: Array = u8(2)
    kicks: Array = u8(2)
    lot: int = u8()  # seat + 1 when a shoot-out was decided by lot
    # cards
    where: Array = u8(2, CARDS)
    hand_count: Array = u8(2)
    deck_count: Array = u8(2)
    laid_count: Array = u8(2)
    chosen_count: Array = u8(2)
    shown: Array = i64(2)  # bit mask of hand cards that everyone has come to know
    shooter: int = u8()  # card + 1
    yellow: Array = u8(2)
    reds: Array = u8(2)
    # stars and bonuses
    stars: Array = u8(2, COLOURS)
    extras: Array = u8(2)  # printed stars whose colour is still to be chosen
    pick: Array = i16(2)  # colours chosen in secret: the action's number + 1
    bid: Array = u8(2, COLOURS)
    bid_colour: Array = u8(2)  # the colour that a bidder is asked for
    bonus: Array = u8(2, BONUSES)
    early: int = u8()  # purchases before the event (early_buy)
    control: int = i8()  # where the token stands; above 0 on the home side
    control_pct: int = i16()
    # event and VAR
    offer: Array = u8(2, OFFER)  # event card + 1, as dealt at the start of the leg
    coach: Array = u8(2)  # event card + 1
    gone: Array = u8(EVENTS)  # event cards drawn or played, by kind
    event: int = u8()  # event card + 1
    from_coach: int = u8()
    var_left: Array = u8(2)  # VAR tokens still to be used
    var_used: int = u16()  # bit mask of the VAR cards drawn
    priority: int = u8()
    passes: int = u8()  # refusals in a row
    # steps
    program: int = u8()
    pc: int = u8()
    die_rolled: int = u8()  # for `on`
    changed: int = u8()  # the event has changed something
    news: int = u8()  # bit mask of the seats to whom resolving the event has shown what they could not know before
    choice: int = u8()
    owed: Array = u8(2)
    resume: int = u8()
    # position and shot
    die: int = u8()
    nudges: int = i8()
    position: int = u8()
    risked: int = u8()
    waits: int = u8()  # where the steps behind `then` begin
    shots_left: int = u8()
    shot_kind: int = u8()
    chance: int = u8()
    acts: MutableSequence[Action] = rows(Action, 2)
    # what a VAR check after the event puts back
    yellow_before: Array = u8(2)
    reds_before: Array = u8(2)
    sent: Array = u8(2)  # card + 1 sent off by the event
    sent_from: Array = u8(2)  # where it lay


# Actions: a card's number as it is, then what is said aloud.
PASS = CARDS
DONE = CARDS + 1
PLAY_COACH = CARDS + 2
EXCHANGE = CARDS + 3
BLOCK = CARDS + 4
CALL_VAR = CARDS + 5
SHOOT_AGAIN = CARDS + 6
PLAY_ON = CARDS + 7
OFFERED = CARDS + 8
COLOUR = OFFERED + OFFER
BUY = COLOUR + COLOURS
USE = BUY + BONUSES
CONTROL = USE + BONUSES
CONTROL_DOWN = CONTROL + TRACK + 1
BID = CONTROL_DOWN + TRACK + 1
STARS = BID + PURSE
ACTIONS = STARS + SPLIT * SPLIT
