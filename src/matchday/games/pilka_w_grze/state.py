"""The nouns of Piłka w grze!: what is in the box and what lies on the table.

Zones are counted 0, 1, 2 from seat 0's goal. Rules speak of them from the attacker's side: `OWN`, `MID`, `OPP`.
A face-down pile is a set without an order: a card is picked at random when it is drawn, which is the same thing as
shuffling first and leaves no order that could leak.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from matchday.engine.effects import Step, Word
from matchday.engine.game import AnyBox, AnyTable
from matchday.engine.log import EventKind
from matchday.engine.record import Array, Record, i8, rows, u8, u16

KINDS = 96
DECK = 128
HAND = 8
TURN = 24
UNKNOWN = 255
NONE = 0
STEPS = 4
FORMATIONS = 8

OWN, MID, OPP = 0, 1, 2
FIRST_HALF, SECOND_HALF, EXTRA_TIME = 1, 2, 3


class Phase(IntEnum):
    """Where the match stands; the automatic phases never outlast an action."""

    OVER = 0
    FORMATION = 1
    ATTACK = 2
    REPLY = 3
    FOUL_RESPONSE = 4
    AFTER_BLOCK = 5
    PAY = 6
    SHOT_ATTACK = 7
    SHOT_DEFENCE = 8
    SETPIECE_DEFENCE = 9
    # automatic
    TURN_START = 10
    END_TURN = 11
    WHISTLE = 12


class Event(EventKind):
    """What can happen. Zones are counted from the side of the seat that attacks."""

    KICK_OFF = 1, "half", "seat"
    DREW = 2, "seat", "card"  # to the seat alone
    DREW_CARDS = 3, "seat", "count"
    PICKED = 4, "seat", "formation"  # to the seat alone
    HAS_PICKED = 5, "seat"
    FORMATIONS = 6, "formation_0", "formation_1"
    PLAYED = 7, "seat", "card", "type", "number", "limit"
    DRIBBLED = 8, "seat", "card", "type", "number", "limit"  # the type it repeats
    ANSWERED = 9, "seat", "card", "type"  # the attack that it stops
    FOULED = 10, "seat", "card", "zone", "type"
    DECLINED = 11, "seat"
    STOPPED = 12, "seat"
    REPELLED = 13, "seat"  # who attacks now
    ADVANCED = 14, "seat", "zone", "type"  # the attack that was let through, NONE by a tactic card
    CHOSE = 15, "seat", "card"  # to the seat alone
    SHOT = 16, "seat", "count", "balls"
    SHOT_FACE_DOWN = 17, "seat", "count"
    SHOT_CARD = 18, "seat", "card"
    SAVE_CARD = 19, "seat", "card"
    GOAL = 20, "seat", "balls", "gloves", "goals_home", "goals_away"
    SAVED = 21, "seat", "balls", "gloves"  # the seat that saved
    WASTED = 22, "seat"
    SET_PIECE = 23, "seat", "card"
    FLIPPED = 24, "card"
    PLAYED_ON = 25, "seat"
    CORNER = 26, "seat", "card", "limit"
    TACTIC = 27, "seat", "tactic"
    PAID = 28, "seat", "card"
    SUBSTITUTED = 29, "seat", "count"
    THREW_AWAY = 30, "seat", "card"
    ALL_SPECIAL = 31, "seat", "count"
    DEAD_BALL = 32, "seat"
    STOPPAGE = 33
    HALF_TIME = 34, "goals_home", "goals_away"
    FULL_TIME = 35, "goals_home", "goals_away"
    EXTRA_TIME = 36
    RESTART = 37, "number"
    LOT = 38, "seat"
    TOOK_BALL = 39, "seat"  # who attacks now
    SENT_BACK = 40, "seat", "zone"


class Op(IntEnum):
    """The closed vocabulary: conditions, costs and effects."""

    END = 0
    # conditions
    AT = 1
    HAS_LAST = 2
    ALL_ANSWERED = 3
    FOULED_IN_BOX = 4
    SAVED_LAST = 5
    # costs: any one of the listed ones pays
    DISCARD_ATTACK = 6
    DISCARD_DEFENCE = 7
    # effects
    ATTACK = 8
    COPY_LAST = 9
    EXTRA_ACTIONS = 10
    FLIP_SHOT = 11
    BLOCK = 12
    BLOCK_ANY = 13
    MOVE = 14
    HAND_SHOT = 15
    TAKE_BALL = 16
    REDRAW = 17
    NEW_TURN = 18


# The words by the place where a box file may write them.
TACTIC_NEEDS = (
    Word(Op.AT, "at", ("zone",), "the ball is in that zone of the present attacker"),
    Word(Op.SAVED_LAST, "saved_last", (), "the attacker saved a shot in the previous turn"),
)
ATTACK_NEEDS = (
    *TACTIC_NEEDS,
    Word(Op.HAS_LAST, "has_last", (), "the attacker has played an action that can be copied"),
    Word(Op.ALL_ANSWERED, "all_answered", (), "every action that the limit allows was played and answered"),
    Word(Op.FOULED_IN_BOX, "fouled_in_box", (), "a foul in the defender's box has just answered an action"),
)
COSTS = (
    Word(Op.DISCARD_ATTACK, "discard_attack", ("n", "attack"), "discard so many cards with that attack half"),
    Word(Op.DISCARD_DEFENCE, "discard_defence", ("n", "defence"), "discard so many cards with that defence half"),
)
ATTACK_PLAYS = (
    Word(Op.ATTACK, "attack", (), "an action of the card's own type"),
    Word(Op.COPY_LAST, "copy_last", (), "an action of the type played last"),
    Word(Op.EXTRA_ACTIONS, "extra_actions", ("n",), "both draw up; so many more actions"),
    Word(Op.FLIP_SHOT, "flip_shot", ("n",), "a shot with so many cards from the top of the pile"),
)
DEFENCE_PLAYS = (
    Word(Op.BLOCK, "block", (), "answers the attack whose counter it is"),
    Word(Op.BLOCK_ANY, "block_any", (), "answers any attack; in the box the attacker may respond"),
)
TACTIC_PLAYS = (
    Word(Op.MOVE, "move", ("zone",), "the ball goes to that zone of the present attacker"),
    Word(Op.TAKE_BALL, "take_ball", (), "the defender becomes the attacker"),
    Word(Op.NEW_TURN, "new_turn", (), "the turn ends without a repelled attack; both draw up"),
    Word(Op.HAND_SHOT, "hand_shot", (), "a shot with cards from the hand"),
    Word(Op.REDRAW, "redraw", (), "discard the hand and draw as many cards"),
)
VOCABULARY = (*ATTACK_NEEDS, *COSTS, *ATTACK_PLAYS, *DEFENCE_PLAYS, *TACTIC_PLAYS)


class Card(Record):
    """A kind of action card, and how many there are."""

    attack: int = u8()
    balls: int = u8()
    defence: int = u8()
    gloves: int = u8()
    copies: int = u8()
    # what its halves come to, looked up once
    opens: int = u8()  # the first word of the attack half
    free: int = u8()  # whether the attack half needs nothing
    foul: int = u8()  # whether the defence half answers anything
    answers: int = u16()  # bit mask of the attacks that the defence half answers


class AttackHalf(Record):
    """An attack action: when it may be played and what it does."""

    code: Array = u8(4)
    counter: int = u8()  # the defence that answers it; NONE for the specials
    needs: Sequence[Step] = rows(Step, STEPS)
    play: Sequence[Step] = rows(Step, STEPS)


class DefenceHalf(Record):
    """A defence action."""

    code: Array = u8(4)
    play: Sequence[Step] = rows(Step, STEPS)


class Tactic(Record):
    """One side of a tactic card; sides 2n and 2n + 1 are the two sides of card n, attack first."""

    code: Array = u8(4)
    needs: Sequence[Step] = rows(Step, STEPS)
    cost: Sequence[Step] = rows(Step, STEPS)
    play: Sequence[Step] = rows(Step, STEPS)


ATTACKS = 16
DEFENCES = 16
TACTICS = 6


class Box(AnyBox):
    """The components and the chosen variants and house rules."""

    kinds: int = i8()
    total: int = u8()
    cards: Sequence[Card] = rows(Card, KINDS)
    attacks: Sequence[AttackHalf] = rows(AttackHalf, ATTACKS)
    defences: Sequence[DefenceHalf] = rows(DefenceHalf, DEFENCES)
    tactics: Sequence[Tactic] = rows(Tactic, TACTICS)
    formations: int = i8()
    formation_code: Array = u8(FORMATIONS, 8)
    formation: Array = u8(FORMATIONS + 1, 3)  # actions allowed in OWN, MID, OPP; row 0 without the variant
    hand: int = u8()
    # variants (PG-44)
    with_formations: int = u8()
    with_tactics: int = u8()
    surprise_shots: int = u8()
    # house rules, named as the options are
    starter: int = u8()
    must_block: int = u8()
    attacker_may_stop: int = u8()
    dribble_across_turns: int = u8()
    redraw_attacker_only: int = u8()
    half_ends_at_turn: int = u8()
    second_half_ends_with_pile: int = u8()
    setpiece_play_on: int = u8()
    corner_chain: int = u8()
    tactics_at_turn_start: int = u8()
    sub_at_reply_only: int = u8()
    long_shot_saved_midfield: int = u8()
    short_sub: int = u8()
    et_limit: int = u8()
    level_score_draw: int = u8()
    shoot_on_entry: int = u8()


class Starter(IntEnum):
    """Who kicks off."""

    LOT = 0
    SEAT_0 = 1
    SEAT_1 = 2


class Table(AnyTable):
    """One match."""

    half: int = u8()
    turn: int = u16()
    kickoff: int = u8()  # who attacked first in this half or extra-time period
    et_restarts: int = u8()
    goals: Array = u8(2)
    goals_in_time: Array = u8(2)  # without extra time, for league tables
    fouls: Array = u8(2)
    lot_winner: int = u8()  # seat + 1 when extra time was decided by lot
    # the attack
    attacker: int = u8()
    zone: int = u8()
    actions_used: int = i8()
    limit: int = u8()
    last_type: Array = u8(2)  # what a dribble of each seat would copy
    corner_used: int = u8()
    dead_ball: int = u8()  # the last turn was one
    saved_now: int = u8()  # the defender has saved a shot in this turn
    saved_last: int = u8()  # the attacker saved one in the turn before
    next_attacker: int = u8()
    scored: int = u8()  # this turn brought a goal
    # variants
    pick: Array = u8(2)  # formation chosen and not yet shown, 1 and up
    formation: Array = u8(2)
    tactics: Array = u8(2)  # bit mask of the tactic cards left
    pay_tactic: int = u8()
    pay_left: int = u8()
    pay_open: int = u8()  # bit mask of the alternatives of the cost that the cards paid so far leave open
    # the shot
    shot_long: int = u8()
    chosen: int = u8()  # bit mask over the deciding seat's hand
    face_down: int = u8()
    laid: Array = u8(2, HAND)
    laid_count: Array = i8(2)
    # what the cards shown so far prove, for whoever imagines a hidden hand
    not_all_special: int = u8()  # bit mask of seats tested at PG-38 whose proof has not been played yet
    cannot_answer: Array = u8(2)  # the type that a seat had to let through (must_block)
    # cards
    hand: Array = u8(2, HAND)  # sorted
    hand_count: Array = i8(2)
    pile: int = u8()
    deck_count: int = u8()
    deck: Array = u8(DECK)  # the pile and, in the first half, the second-half pile with it
    played: Array = u8(TURN)
    answer: Array = u8(TURN)
    discard: Array = u8(KINDS)  # how many of each kind
    boxed: Array = u8(KINDS)
    boxed_hand: Array = u8(2, HAND)  # never shown to the other seat
    boxed_hand_count: Array = i8(2)


# Actions: a card's kind as it is, then what is said aloud.
STOP = KINDS
DECLINE = KINDS + 1
SHOOT = KINDS + 2
PLAY_ON = KINDS + 3
END_ATTACK = KINDS + 4
LAY_ALL = KINDS + 5
TACTIC = KINDS + 6
FORMATION = TACTIC + TACTICS
ACTIONS = FORMATION + FORMATIONS
