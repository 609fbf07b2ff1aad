"""How a match stands: imagine what the eyes cannot see, play on with the game's playing sense, count who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matchday.engine.dice import Dice
from matchday.engine.game import Game
from matchday.engine.log import Log
from matchday.engine.record import Array, Record, f64, fast, i16, i64, rows
from matchday.engine.runner import Mode
from matchday.engine.slots import apply, choose, legal, redeal, result
from matchday.engine.twin import plain_of, twin_of
from matchday.match.match import NOMINAL, key_of

SEATS = 4
ACTIONS = 1024
WORLD, ROOT = 0, 1  # tables: the imagined world, and the hidden table to look ahead from
TABLES = 2
PLAYOUTS = 200


class Outlook(Record):
    """How often to look ahead, and what came of it."""

    playouts: int = i64()
    wins: Array = i64(SEATS)  # playouts that a seat has won outright
    draws: int = i64()  # playouts that nobody has won
    shares: Array = f64(SEATS)  # sums of each seat's shares
    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, 1)
    actions: Array = i16(ACTIONS)
    ended: Array = f64(SEATS)


def look_ahead(box: Any, tables: Any, eyes: int, outlook: Any) -> None:
    """Play on from the hidden table `tables[ROOT]` of the seat (or spectator) whose eyes it was hidden from."""
    world = tables[WORLD]
    outlook.log[0].muted = 1
    for _ in range(outlook.playouts):
        tables[WORLD] = tables[ROOT]
        redeal(box, world, eyes, outlook.dice[0])
        while world.waiting:
            seat = 0
            while not world.waiting >> seat & 1:
                seat += 1
            count = legal(box, world, seat, outlook.actions)
            action = outlook.actions[0]
            if count > 1:
                action = choose(box, world, seat, outlook.actions, count, outlook.dice[0])
            apply(box, world, seat, action, outlook.log[0])
        result(box, world, outlook.ended)
        count_end(box, outlook)


def count_end(box: Any, outlook: Any) -> None:
    """Add the end of one playout."""
    won = False
    for seat in range(box.seats):
        outlook.shares[seat] += outlook.ended[seat]
        if outlook.ended[seat] == 1.0:
            outlook.wins[seat] += 1
            won = True
    if not won:
        outlook.draws += 1


@dataclass(frozen=True)
class Chances:
    """How a match stands before somebody's eyes."""

    wins: tuple[float, ...]
    """Each seat's chance to win; both seats of a pair win together."""
    draw: float
    shares: tuple[float, ...]
    """Each seat's expected share of the win: a draw counts half."""


@dataclass
class Forecaster:
    """The memory of looking ahead over one game; good for one look at a time."""

    game: Game
    playouts: int = PLAYOUTS
    mode: Mode = "compiled"

    def __post_init__(self) -> None:
        self.tables = self.game.table_type.zeros(TABLES)
        self.outlook = Outlook.new()

    def look(self, box: Any, hidden: Any, eyes: int, seed: str) -> Chances:
        """Estimate the chances from a table hidden for a seat or a spectator; the same seed rolls the same dice."""
        self.prepare(hidden, seed)
        if self.mode == "plain":
            plain_of(self.game).door(look_ahead)(box, self.tables, eyes, self.outlook)
        else:
            twin_of(self.game).door(look_ahead)(
                fast(box, self.game.box_type),
                self.tables.view(self.game.table_type.aligned),
                eyes,
                fast(self.outlook, Outlook),
            )
        return self.chances(int(box.seats))

    def prepare(self, hidden: Any, seed: str) -> None:
        """Lay out the hidden table and forget the last look."""
        self.tables[ROOT] = hidden
        if self.game.has_clock:
            self.tables[ROOT].elapsed = NOMINAL
        outlook = self.outlook
        outlook.playouts, outlook.draws = self.playouts, 0
        outlook.wins[:] = 0
        outlook.shares[:] = 0
        outlook.dice[0].key[:] = key_of(seed)
        outlook.dice[0].counter = 0

    def chances(self, seats: int) -> Chances:
        """Divide what was counted by the playouts."""
        outlook, count = self.outlook, self.playouts
        return Chances(
            tuple(int(outlook.wins[seat]) / count for seat in range(seats)),
            int(outlook.draws) / count,
            tuple(float(outlook.shares[seat]) / count for seat in range(seats)),
        )
