"""Running a game's functions, in plain Python or in the compiled twin.

Both give the same bytes, so a match may change over in the middle (`bots/warming.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from matchday.engine.doors import RULES, Doors, doors_of
from matchday.engine.game import Game
from matchday.engine.log import Log
from matchday.engine.observing import size
from matchday.engine.record import Array, raw

Mode: TypeAlias = Literal["plain", "compiled"]


class Desk(threading.local):
    """What the functions of a game write to; each thread has its own."""

    def __init__(self, game: Game) -> None:
        self.actions = np.zeros(game.actions, np.int16)
        self.log = Log.new()


class Runner:
    """The functions of one game over plain records, for any number of matches in any threads."""

    def __init__(self, game: Game, mode: Mode = "plain") -> None:
        self.game, self.mode = game, mode
        self.doors: Doors | None = None
        """Where the rules are compiled: what Python calls them by, from the first call on."""
        self.desk = Desk(game)

    @property
    def log(self) -> Any:
        """What the last action has done in this thread: of interest to nobody but who has just played it."""
        return self.desk.log

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a slot; compiled code takes the records' memory as it is."""
        if self.mode == "plain":
            return self.game.slot(name)(*arguments)
        if self.doors is None:
            self.doors = doors_of(self.game, RULES)
        return self.doors[name](*arguments)

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
        actions = self.desk.actions
        count = self.call("legal", box, table, seat, actions)
        return actions[:count].tolist()

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
        actions = self.desk.actions
        count = self.call("legal", box, table, seat, actions)
        return int(self.call("choose", box, table, seat, actions, count, dice))

    def observe(self, box: Any, table: Any, seat: int) -> Array:
        """Give what a seat knows, number by number; the table is a hidden one."""
        out = np.zeros(size(self.game.table_type), np.int32)
        self.call("observe", box, table, seat, out)
        return out
