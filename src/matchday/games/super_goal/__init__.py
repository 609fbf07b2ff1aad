"""Super Goal!: football with eight dice against the clock, for two."""

from __future__ import annotations

from matchday.engine.game import Game
from matchday.games.super_goal import rules
from matchday.games.super_goal.state import (
    ADDED_TIME,
    DEPTHS,
    LANES,
    SHOOT_OUT,
    SUDDEN_DEATH,
    Box,
    Champion,
    Cost,
    Phase,
    Table,
)


def plies(box: Box) -> int:
    """Bound the decisions of a match.

    Whatever the attacker does rolls a die, which takes its nominal time or, with the host's clock, the least time
    between two rolls; after time they have so many more decisions. Each brings at most ten: the interrupt before it,
    the side, the attacker's own window, the defender's die, two windows against a shot, the bar, the keeper, the last
    chance, a penalty. A shoot-out is bounded by its lot.
    """
    slowest = min(int(box.min_roll_ms), *(int(box.nominal[cost]) for cost in range(Cost.CHAMPION + 1)))
    attacks = int(box.half_ms) // slowest + 2 + ADDED_TIME
    return 2 * 10 * attacks + 2 * SUDDEN_DEATH


def components(box: Box, table: Table) -> tuple[bool, bool]:
    """The one ball lies on the pitch, and one of the two holds the champion die."""
    on_pitch = 1 <= int(table.lane) <= LANES and 1 <= int(table.depth) <= DEPTHS
    return on_pitch, int(table.holder) < 2 and int(table.power) < len(Champion)


def deadline(box: Box, table: Table) -> tuple[int, int] | None:
    """4.4 Anti-stalling: in live play whoever does not answer in time has the plainest move made for them."""
    if not box.live or table.half == SHOOT_OUT or not table.waiting:
        return None
    return rules.time_limit(box, table), rules.default_action(table)


def least(box: Box, table: Table) -> int:
    """4.4: the dice of the last action take their time, however quick the answer is."""
    return 0 if not box.live or table.half == SHOOT_OUT else int(table.rolled) * int(box.min_roll_ms)


def has_draws(box: Box) -> bool:
    """DF-011, DF-012: outside tournaments."""
    return not box.tournament


GAME = Game.of(
    __name__,
    version=3,
    plies=plies,
    components=components,
    automatic=Phase.RESOLVE,
    deadline=deadline,
    least=least,
    has_draws=has_draws,
    horizon=60,
    doubt=3.0,
)
