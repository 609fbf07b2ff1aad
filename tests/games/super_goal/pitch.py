"""Positions of Super Goal! drawn as text, and loaded dice.

A drawing shows rows of the pitch from the attacker's side: a row's depth and its five lanes, the ball as `o`. Rows that
do not matter may be left out:

    11 . . . . .
    10 . . . . .
     9 . . o . .

Dice are loaded through the box: `dice={"pass": "F 3 X"}` makes every face of the pass die that one.
"""

from __future__ import annotations

import copy
from typing import Any

from matchday.engine.log import Log
from matchday.games.super_goal import GAME, words
from matchday.games.super_goal.rules import run_on
from matchday.games.super_goal.state import (
    ACTIONS,
    FIRST_HALF,
    SECOND_HALF,
    Champion,
    Event,
    Mode,
    Phase,
)
from tests.kit import Position

HOME, AWAY = 0, 1
NOTATION = {words.notation(GAME.box(), action): action for action in range(ACTIONS)}


class Match(Position):
    """A position that is asked and answered in notation."""

    def answers(self) -> set[str]:
        """What the waiting seat may do."""
        (seat,) = self.waiting
        return {words.notation(self.box, action) for action in self.legal(seat)}

    def do(self, *actions: str, elapsed: int = -1) -> Match:
        """Let the waiting seat play; `elapsed` is the host's time for each."""
        for action in actions:
            (seat,) = self.waiting
            self.table.elapsed = elapsed
            self.play(seat, NOTATION[action])
        return self

    def copy(self) -> Match:
        twin = object.__new__(Match)
        twin.__dict__.update(super().copy().__dict__)
        return twin

    @property
    def attacker(self) -> int:
        return int(self.table.attacker)

    @property
    def mode(self) -> Mode:
        return Mode(int(self.table.mode))

    @property
    def ball(self) -> str:
        """The ball's row as it would be drawn."""
        lanes = ["o" if lane == self.table.lane else "." for lane in range(1, 6)]
        return f"{int(self.table.depth)} {' '.join(lanes)}"

    @property
    def holder(self) -> tuple[int, Champion]:
        """Who holds the champion die, and its face."""
        return int(self.table.holder), Champion(int(self.table.power))

    def rolled(self, kind: Event) -> int:
        """How many events of a kind the last action told."""
        return len(self.events(kind))


def loaded(
    dice: dict[str, str | list[str]] | None = None, nominal: dict[str, int] | None = None, half: int | None = None
) -> dict[str, Any]:
    """The box's data with loaded dice, other nominal times, or short halves."""
    data = copy.deepcopy(GAME.box_data)
    if half:
        data["halves_ms"] = {"league": half, "tournament": half}
    for name, face in (dice or {}).items():
        data["dice"][name] = face if isinstance(face, list) else [face] * 6
    data["nominal_ms"].update(nominal or {})
    return data


def drawn(drawing: str) -> tuple[int, int]:
    """Find the ball in a drawing: (lane, depth)."""
    found = []
    for line in drawing.strip().splitlines():
        depth, *lanes = line.split()
        found += [(lane, int(depth)) for lane, sign in enumerate(lanes, start=1) if sign == "o"]
    assert len(found) == 1, f"one ball, please:\n{drawing}"
    return found[0]


def pitch(
    drawing: str,
    mode: Mode = Mode.OPEN,
    attacker: int = HOME,
    champion: tuple[int, Champion] | None = None,
    dice: dict[str, str | list[str]] | None = None,
    clock: int = 0,
    half: int = FIRST_HALF,
    nominal: dict[str, int] | None = None,
    **options: Any,
) -> Match:
    """Set up a position. The perfect shot in the defender's hands is out of the way of most tests."""
    match = Match(GAME, data=loaded(dice, nominal), **options)
    table = match.table
    table.half, table.clock, table.attacker, table.mode = half, clock, attacker, mode
    table.lane, table.depth = drawn(drawing)
    table.holder, table.power = champion or (1 - attacker, Champion.PERFECT_SHOT)
    table.rolled = table.stopped = 0
    table.phase = Phase.SETTLE
    match.log = Log.new()
    run_on(match.box, table, match.log)
    return match


def row(drawing: str) -> str:
    """The ball's row of a drawing, to compare with `Match.ball`."""
    lane, depth = drawn(drawing)
    return f"{depth} {' '.join('o' if place == lane else '.' for place in range(1, 6))}"


ARROWS = {"roll:control", "roll:pass", "roll:cross"}
SECOND = SECOND_HALF
