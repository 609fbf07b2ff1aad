"""The nouns of Spot Kick: phases, events, the box and the table."""

from __future__ import annotations

from enum import IntEnum

from matchday.engine.game import AnyBox, AnyTable
from matchday.engine.log import EventKind
from matchday.engine.record import Array, i8, i32, u8

CORNERS = 3
ACTIONS = CORNERS  # an action is the corner that a seat chooses


class Phase(IntEnum):
    """Where the match stands."""

    OVER = 0
    CHOICE = 1


class Event(EventKind):
    """What can happen, each with the names of the numbers that it carries."""

    KICK = 1, "seat", "number"
    CHOSE = 2, "seat", "corner"  # to the seat alone
    HAS_CHOSEN = 3, "seat"
    SHOWN = 4, "aim", "dive"
    ROLLED = 5, "seat", "die"
    GOAL = 6, "seat", "goals_home", "goals_away"
    SAVED = 7, "seat"
    LOT = 8, "seat"
    FULL_TIME = 9, "goals_home", "goals_away"


class Box(AnyBox):
    """What is in the box, with the chosen options."""

    kicks: int = i8()  # of each side
    sides: int = i8()  # of the die
    saved: Array = i8(CORNERS)  # the die saves a kick up to this


class Table(AnyTable):
    """The state of one match."""

    kick: int = i8()  # kicks taken
    goals: Array = i8(2)
    choice: Array = u8(2)  # corner + 1, 0 while none is chosen
    shown: Array = u8(2)  # the choices of the kick before, open to all
    winner: int = i8()  # seat + 1, once the match is over
    luck: Array = i32(2)  # see hints.py
    hazard: Array = i32(2)
