"""Running a game's functions, in plain Python or in the compiled twin.

Both give the same bytes, so a match may change over in the middle (`bots/warming.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from matchday.engine.dice import Dice, set_key
from matchday.engine.doors import DOORS
from matchday.engine.game import Game
from matchday.engine.log import Log
from matchday.engine.record import raw
from matchday.engine.seats import lowest
from matchday.engine.twin import Twin, twin_of

Mode: TypeAlias = Literal["plain", "compiled"]


class Runner:
    """The functions of one game over plain records."""

    def __init__(self, game: Game, mode: Mode = "plain") -> None:
        self.game = game
        self.twin: Twin | None = twin_of(game) if mode == "compiled" else None
        self.doors: dict[str, Any] = {}
        self.aligned = {kind.dtype.type: kind.aligned for kind in (game.box_type, game.table_type, Log, Dice)}
        self.actions = np.zeros(game.actions, np.int16)
        self.log = Log.new()
        """What the last action has done: of interest to nobody but who has just played it."""

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a slot; records are shown to compiled code in their aligned form."""
        if self.twin is None:
            return self.game.slot(name)(*arguments)
        door = self.doors.get(name)
        if door is None:
            door = self.doors[name] = self.twin.door(DOORS[name])
        return door(*map(self.show, arguments))

    def show(self, argument: Any) -> Any:
        """Show a record to compiled code, in an array of one; anything else goes as it is."""
        if not isinstance(argument, np.void):
            return argument
        aligned = self.aligned.get(type(argument))
        if aligned is None:
            message = f"no record of {self.game.name} has the dtype {argument.dtype}"
            raise TypeError(message)
        return np.frombuffer(argument, aligned)

    def box(self, options: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> Any:
        """Make the box of a match."""
        return self.game.box(options, data)

    def deal(self, box: Any, table: Any, log: Any) -> None:
        """Set up a match on an empty table, of which the key alone is written."""
        if any(raw(table)[len(raw(table.key)) :]):
            raise ValueError("a match is dealt on an empty table")
        self.call("deal", box, table, log)

    def legal(self, box: Any, table: Any, seat: int) -> list[int]:
        """List the legal actions of a waiting seat."""
        count = self.call("legal", box, table, seat, self.actions)
        return self.actions[:count].tolist()

    def apply(self, box: Any, table: Any, seat: int, action: int, log: Any) -> None:
        """Play a legal action."""
        self.call("apply", box, table, seat, action, log)

    def score(self, box: Any, table: Any) -> list[int]:
        """Give each seat's goals or points so far."""
        out = np.zeros(int(box.seats), np.int32)
        self.call("score", box, table, out)
        return out.tolist()

    def result(self, box: Any, table: Any) -> list[float]:
        """Give each seat's result."""
        out = np.zeros(int(box.seats), np.float64)
        self.call("result", box, table, out)
        return out.tolist()

    def hide(self, box: Any, table: Any, seat: int) -> None:
        """Erase from the table what the seat cannot know."""
        self.call("hide", box, table, seat)

    def redeal(self, box: Any, table: Any, seat: int, dice: Any) -> None:
        """Fill in one possibility."""
        self.call("redeal", box, table, seat, dice)

    def choose(self, box: Any, table: Any, seat: int, dice: Any) -> int:
        """Let the game's cheap playing sense choose; the table is a hidden one."""
        count = self.call("legal", box, table, seat, self.actions)
        return int(self.call("choose", box, table, seat, self.actions, count, dice))


def rehearse(game: Game) -> None:
    """Compile every slot by going through the first moves of a match."""
    runner = Runner(game, "compiled")
    box, table, log, dice = game.box(), game.table_type.new(), Log.new(), Dice.new()
    set_key(table, 0, 0)
    runner.deal(box, table, log)
    seat = lowest(int(table.waiting))
    runner.hide(box, table, seat)
    runner.redeal(box, table, seat, dice)
    runner.apply(box, table, seat, runner.choose(box, table, seat, dice), log)
    runner.score(box, table)
    runner.result(box, table)
