"""A game's functions as Python calls them in the compiled twin: every record comes in an array of one.

Numba takes an array as it is, but lets NumPy describe a record anew at each call, field by field; that takes longer
than most moves.
"""

from __future__ import annotations

from typing import Any

from matchday.engine.slots import apply, choose, deal, hide, legal, redeal, result, score


def deal_one(boxes: Any, tables: Any, logs: Any) -> None:
    """Set up a match."""
    deal(boxes[0], tables[0], logs[0])


def legal_one(boxes: Any, tables: Any, seat: int, out: Any) -> int:
    """List a seat's actions."""
    return legal(boxes[0], tables[0], seat, out)


def apply_one(boxes: Any, tables: Any, seat: int, action: int, logs: Any) -> None:
    """Play an action."""
    apply(boxes[0], tables[0], seat, action, logs[0])


def score_one(boxes: Any, tables: Any, out: Any) -> None:
    """Write each seat's score."""
    score(boxes[0], tables[0], out)


def result_one(boxes: Any, tables: Any, out: Any) -> None:
    """Write each seat's result."""
    result(boxes[0], tables[0], out)


def hide_one(boxes: Any, tables: Any, seat: int) -> None:
    """Erase what a seat cannot know."""
    hide(boxes[0], tables[0], seat)


def redeal_one(boxes: Any, tables: Any, seat: int, dice: Any) -> None:
    """Fill in one possibility."""
    redeal(boxes[0], tables[0], seat, dice[0])


def choose_one(boxes: Any, tables: Any, seat: int, out: Any, count: int, dice: Any) -> int:
    """Choose by playing sense."""
    return choose(boxes[0], tables[0], seat, out, count, dice[0])


DOORS = {
    "deal": deal_one,
    "legal": legal_one,
    "apply": apply_one,
    "score": score_one,
    "result": result_one,
    "hide": hide_one,
    "redeal": redeal_one,
    "choose": choose_one,
}
