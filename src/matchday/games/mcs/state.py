"""The nouns of MCS: what is in the box and what lies on the table.

One rider of each helmet colour rides in a heat, so within a heat a rider *is* a colour: `RED`, `BLUE` (the host side),
`YELLOW`, `WHITE` (the guest side). Across heats a rider is a number 0 to 19, `colour * RIDERS + place on the list`.
A card is its place on the list of fight cards; every card is there once.

Face-down decks are sets without an order: a card is picked at random when it is drawn, which is the same thing as
shuffling first and leaves no order that could leak.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from matchday.engine.effects import Step, Word
from matchday.engine.game import AnyBox, AnyTable
from matchday.engine.log import EventKind
from matchday.engine.record import Array, Record, i8, rows, u8, u16

SEATS = 4
COLOURS = 4
RIDERS = 5  # of each colour, and so the heats of a series
LAPS = 4
EXTRA = 5  # the lap of the extra fight
CARDS = 48
HAND = 8
CHAIN = 24
EFFECTS = 16
STEPS = 4
HEATS = 24  # 20 of a meeting and its run-offs
UNKNOWN = 255
NOBODY = 255

RED, BLUE, YELLOW, WHITE = 0, 1, 2, 3
HOST, GUEST = 0, 1
STRAIGHT, BEND, FINISH = 0, 1, 2
ATTACK, DEFENCE = 0, 1
FALL, DEFECT = 1, 2
KEEP, LAST, OUT, NO_CARD = 0, 1, 2, 3  # what a fall or defect comes to


class Format(IntEnum):
    """Who plays against whom."""

    DUEL = 0
    SOLO = 1
    PAIRS = 2
    FOURWAY = 3


class Phase(IntEnum):
    """Where the match stands; the automatic phases never outlast an action."""

    OVER = 0
    COLOUR = 1
    PICK = 2
    ATTACK = 3
    DEFEND = 4
    OPEN = 5
    BEAT = 6
    ARRANGE = 7
    OVERTAKE = 8
    TARGET = 9
    VICTIM = 10
    EXCHANGE = 11
    # automatic
    SEATING = 12
    START_HEAT = 13
    LAP = 14
    STRAIGHT = 15
    OPENING = 16
    BEATING = 17
    RESOLVE = 18
    EXCHANGING = 19
    END_HEAT = 20


class Event(EventKind):
    """What can happen. A rider is told as 0 to 19, five of each colour, -1 for none; places are from the first down."""

    SEATED = 1, "seat", "colour"
    HEAT = 2, "heat", "heats"
    RUN_OFF = 3, "heat", "tied"  # a bit mask of colours
    DREW = 4, "seat", "card"  # to whoever sees the hand
    DREW_CARDS = 5, "seat", "count"
    REBUILT = 6, "count"  # the new fight deck
    LAPS_SHUFFLED = 7  # all four decks, before a heat
    PICKED = 8, "seat", "rider"  # to the seat alone
    HAS_PICKED = 9, "seat"
    LINED_UP = 10, "first", "second", "third", "fourth"  # riders
    LAP = 11, "lap", "kind", "origin"  # 0 turned, 1 called by a card, 2 after the last lap
    TROUBLE = 12, "rider", "trouble", "kind", "outcome"  # FALL or DEFECT on this kind of lap
    PASSED = 13, "seat", "phase"
    ATTACKED = 14, "seat", "rider", "ahead"
    LAID = 15, "seat", "card"  # to whoever sees the hand
    ATTACK_WON = 16, "rider", "ahead", "attack", "defence"  # cards; -1 for none
    OPENED = 17, "seat", "card"
    BEATEN = 18, "seat", "card", "beaten"  # the card it beats
    AIMED = 19, "seat", "rider", "card"
    QUIET_BEND = 20
    WON_BEND = 21, "seat", "card"
    NO_EFFECT = 22, "seat", "card"
    LOCKED_FIRST = 23, "rider"
    LOCKED_LAST = 24, "rider"
    ORDER = 25, "first", "second", "third", "fourth"  # riders
    OVERTOOK = 26, "rider", "passed"
    DECLINED = 27, "seat"
    STOLE = 28, "seat", "victim", "card"  # to whoever sees one of the hands
    STOLEN = 29, "seat", "victim"  # to the others
    CALLED = 30, "seat", "kind"  # of the next lap
    WAVED_OFF = 31, "seat"  # the heat ends here
    MARKED = 32, "seat", "card"  # to the seat alone
    THREW = 33, "seat", "card"
    EXCHANGED = 34, "seat", "count"
    HEAT_RESULT = 35, "heat", "first", "second", "third", "fourth"  # riders
    TOTALS = 36, "red", "blue", "yellow", "white"  # points
    POOLS_FULL = 37
    FULL_TIME = 38, "red", "blue", "yellow", "white"  # points
    RANKED = 39, "red", "blue", "yellow", "white"  # final ranks
    ATTACK_LOST = 40, "rider", "ahead", "attack", "defence"  # cards
    LAP_SHUFFLED = 41, "lap"  # its deck had run out
    RUN_OFF_LAPS = 42  # all four decks, before a run-off


class Op(IntEnum):
    """The closed vocabulary of the bend effects."""

    END = 0
    LOCK_FIRST = 1
    LOCK_LAST = 2
    ARRANGE = 3
    OVERTAKE = 4
    STEAL = 5
    PENDING = 6
    FORCE_NEXT = 7
    DRAW = 8
    END_HEAT = 9


VOCABULARY = (
    Word(Op.LOCK_FIRST, "lock_first", (), "the leader keeps the first place to the end of the heat"),
    Word(Op.LOCK_LAST, "lock_last", (), "the last rider gains no place to the end of the heat"),
    Word(Op.ARRANGE, "arrange", ("n", "n"), "the winner's pair takes these two places, in the order they like"),
    Word(Op.OVERTAKE, "overtake", (), "one rider may pass the rival directly ahead of him"),
    Word(Op.STEAL, "steal", ("n",), "so many random cards from a rival's hand"),
    Word(Op.PENDING, "pending", ("trouble",), "a rival rider is in trouble; the next lap decides what comes of it"),
    Word(Op.FORCE_NEXT, "force_next", ("fight",), "the next lap is of this kind, no lap card is turned"),
    Word(Op.DRAW, "draw", ("n",), "the winner draws so many fight cards"),
    Word(Op.END_HEAT, "end_heat", (), "the heat ends in the order held"),
)


class Card(Record):
    """A fight card: upper half for straights, lower half and edge colour for bends."""

    code: Array = u8(4)
    kind: int = u8()  # ATTACK or DEFENCE
    tracks: int = u8()  # bit mask over A, B, C, D
    effect: int = u8()
    colour: int = u8()


class Effect(Record):
    """What a symbol does when its card has won the bend."""

    symbol: Array = u8(4)
    play: Sequence[Step] = rows(Step, STEPS)


class Box(AnyBox):
    """The components and the chosen format and house rules."""

    format: int = u8()
    heats: int = i8()
    hand: Array = u8(COLOURS)
    points: Array = u8(COLOURS)
    reshuffle_after: int = u8()
    total: int = i8()
    cards: Sequence[Card] = rows(Card, CARDS)
    effects: Sequence[Effect] = rows(Effect, EFFECTS)
    number: Array = u8(COLOURS * RIDERS)
    name: Array = u8(COLOURS * RIDERS, 24)
    laps: Array = u8(LAPS, 3)
    trouble: Array = u8(3, 3)  # FALL or DEFECT, kind of the next lap -> what it comes to
    # house rules, named as the options are
    seating_fixed: int = u8()
    colours_chosen: int = u8()
    show_rider_pools: int = u8()
    lap4_pending_void: int = u8()
    defence_optional: int = u8()
    overtake_any_rider: int = u8()
    targets_on_play: int = u8()
    beat_leader_first: int = u8()
    beat_partner: int = u8()
    partners_share_hands: int = u8()
    runoff_first_only: int = u8()
    one_side_left_ends: int = u8()
    auto_pass_when_unable: int = u8()


class Table(AnyTable):
    """One match."""

    phase: int = u8()
    heat: int = i8()  # from 1; run-offs are counted on
    tied: int = u8()  # bit mask of the colours in a run-off, 0 in an ordinary heat
    side_of: Array = u8(SEATS)
    seat_of: Array = u8(COLOURS)
    points: Array = u8(COLOURS)
    rank: Array = u8(COLOURS)  # at the end of a four-way meeting
    results: Array = u8(HEATS, COLOURS)  # rider + 1 on his list times 8, plus place from 0 or 3 + FALL or DEFECT
    # riders
    pool: Array = u8(COLOURS)  # bit mask of the riders left in this series
    pick: Array = u8(COLOURS)  # chosen and not yet shown, + 1
    riding: Array = u8(COLOURS)  # in this heat, + 1
    # the heat
    lap: int = i8()
    racing: int = i8()
    order: Array = u8(COLOURS)  # from the first place down
    retired: int = i8()
    out: Array = u8(COLOURS)  # in the order of retirement
    cause: Array = u8(COLOURS)  # of each in `out`
    lock_first: int = u8()  # colour + 1
    lock_last: int = u8()  # bit mask of colours
    trouble: int = u8()  # FALL or DEFECT waiting for the next lap
    trouble_of: int = u8()
    no_card: int = u8()  # colour + 1
    forced: int = u8()  # kind + 1
    laps: Array = u8(LAPS, 3)  # lap cards left, by kind
    # the straight
    place: int = i8()  # of the rider who may attack, from 0
    attack: int = u8()  # card + 1, face down; still among its holder's cards
    # the bend
    turns: Array = u8(SEATS)  # seats in the order of their riders
    turn_count: int = i8()
    start: int = u8()  # the turn with which the asking began
    asked: int = u8()  # turns gone through
    top_seat: int = u8()
    chain_count: int = i8()
    chain: Array = u8(CHAIN)  # cards laid, the last one on top
    aim: int = u8()  # colour + 1 named with the top card
    step: int = u8()  # next step of the winning effect
    winner: int = u8()  # seat + 1 while an effect is carried out
    # the exchange
    marked: int = u8()  # bit mask over the deciding seat's hand
    # cards
    hand: Array = u8(SEATS, HAND)  # sorted
    hand_count: Array = i8(SEATS)
    deck_count: int = i8()
    used_count: int = i8()
    cards: Array = u8(CARDS)  # the deck from the front, the used pile from the back
    green_at_most: Array = i8(SEATS)  # what a forced pass proves: no more defence cards than this
    known: Array = u16(CARDS)  # four bits a viewer: the hands in which they know the card to be


# Actions: a card as it is, then what is said aloud.
PASS = CARDS
DECLINE = CARDS + 1
DONE = CARDS + 2
RIDER = CARDS + 3
HELMET = RIDER + COLOURS * RIDERS
TARGET = HELMET + COLOURS
MOVER = TARGET + COLOURS
VICTIM = MOVER + COLOURS
ORDER = VICTIM + SEATS  # + side * 16 + place of the lower colour * 4 + place of the other, from 0
ACTIONS = ORDER + 32
