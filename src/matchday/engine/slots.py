"""Stand-ins for a game's functions, for code that is written once over all games.

A driver (a simulation loop, the trials of a bot) imports these names and calls them; `door` of a twin, or of a game's
plain world, gives it a namespace in which they are one game's own. Calling one unbound is a mistake.
"""

from __future__ import annotations

from typing import Any


def deal(box: Any, table: Any, log: Any) -> None:
    """Set up a match; the table's key is already set."""
    raise NotImplementedError


def legal(box: Any, table: Any, seat: int, out: Any) -> int:
    """List a waiting seat's actions in `out`; return how many."""
    raise NotImplementedError


def apply(box: Any, table: Any, seat: int, action: int, log: Any) -> None:
    """Play a legal action and run on to the next decision."""
    raise NotImplementedError


def score(box: Any, table: Any, out: Any) -> None:
    """Write each seat's goals or points so far in `out`."""
    raise NotImplementedError


def result(box: Any, table: Any, out: Any) -> None:
    """Write what a finished match is worth to each seat in `out`.

    1 for every seat of the winning side, 0 for the losers, a half each when level; where more than two play for
    themselves, the share of the rivals that a seat has left behind.
    """
    raise NotImplementedError


def hide(box: Any, table: Any, seat: int) -> None:
    """Erase what the seat cannot know, the generator included."""
    raise NotImplementedError


def redeal(box: Any, table: Any, seat: int, dice: Any) -> None:
    """Fill what `hide` erased with one random possibility."""
    raise NotImplementedError


def choose(box: Any, table: Any, seat: int, out: Any, count: int, dice: Any) -> int:
    """Choose one of the `count` legal actions in `out` by cheap playing sense; the table is a hidden one."""
    raise NotImplementedError


def moment(box: Any, table: Any) -> int:
    """Tell how far the match has come, in small steps that every course of it goes through; it never falls."""
    raise NotImplementedError


def luck(box: Any, table: Any, seat: int) -> int:
    """Tell how much of a seat's score so far was luck with dice, in ten-thousandths; a sum of things whose mean was 0
    when they were rolled. Without it the score tells more. This is also what a game without it has.
    """
    return 0


def hazard(box: Any, table: Any, seat: int) -> int:
    """Tell the variance of a seat's luck, in ten-thousandths."""
    return 0


def features(box: Any, table: Any, seat: int, out: Any) -> int:
    """List in `out` the inputs of the learnt value that are on at an open table, or at one hidden from a seat, from
    the side of that seat; the first is the seat's lead. Return how many. A game without it has nothing to learn from.
    """
    return 0


def clues(box: Any, table: Any, seat: int, out: Any, count: int) -> int:
    """List further inputs, which matter to a decision: the table is one hidden from the seat that decides. Return how
    many there are now.
    """
    return count


def observe(box: Any, table: Any, seat: int, out: Any) -> None:
    """Write what a seat knows in `out`, number by number; the table is a hidden one (`engine/observing.py`)."""
    raise NotImplementedError


SLOTS = (deal, legal, apply, score, result, hide, redeal, choose, moment, luck, hazard, features, clues, observe)
OPTIONAL = (luck, hazard, features, clues)
"""Those that a game may leave out."""
