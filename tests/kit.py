"""What tests are made of: positions at a table, dice by seed, random matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Self

from matchday.bots.simple import SimpleBot
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.game import Game
from matchday.engine.log import EVERYONE, Log
from matchday.engine.record import copy_of
from matchday.engine.runner import Runner
from matchday.match.match import Match


@cache
def box_of(game: Game, **options: Any) -> Any:
    """Read a game's own box once for every choice of options; take a copy of it."""
    return game.box(options)


class Position:
    """A match in the middle of which tests put things: `position.table` is there to be written.

    `play` refuses what is not legal, so that a test cannot pass by an impossible move.
    """

    def __init__(self, game: Game, seed: int = 1, data: dict[str, Any] | None = None, **options: Any) -> None:
        self.game = game
        self.runner = Runner(game)
        self.box = copy_of(box_of(game, **options)) if data is None else game.box(options, data)
        self.table = game.table_type.new()
        self.log = Log.new()
        set_key(self.table, seed, 0)
        self.runner.deal(self.box, self.table, self.log)

    @property
    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        return [seat for seat in range(int(self.box.seats)) if self.table.waiting >> seat & 1]

    @property
    def phase(self) -> Any:
        """The phase, by name."""
        return self.game.phases(int(self.table.phase))

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat."""
        return self.runner.legal(self.box, self.table, seat)

    def play(self, seat: int, *actions: int) -> Self:
        """Play one legal action after the other."""
        for action in actions:
            allowed = self.legal(seat)
            assert action in allowed, f"seat {seat} may not play {action} in {self.phase!r}: {allowed}"
            self.runner.apply(self.box, self.table, seat, action, self.log)
        return self

    def events(self, kind: Any = None, seat: int | None = None) -> list[tuple[int, ...]]:
        """The last action's events of one kind (or all, with the kind in front), seen by one seat or by anyone."""
        shown = self.log.events[: int(self.log.count)]
        mine = [event for event in shown if seat is None or event.sees >> seat & 1]
        if kind is None:
            return [(int(event.kind), *map(int, event.args)) for event in mine]
        return [tuple(map(int, event.args)) for event in mine if event.kind == kind]

    def is_public(self, kind: Any) -> bool:
        """Whether every event of this kind in the log is for everyone."""
        shown = self.log.events[: int(self.log.count)]
        return all(event.sees == EVERYONE for event in shown if event.kind == kind)

    def score(self) -> list[int]:
        """Goals or points."""
        return self.runner.score(self.box, self.table)

    def result(self) -> list[float]:
        """Shares of the finished match."""
        return self.runner.result(self.box, self.table)

    def hidden(self, seat: int) -> Any:
        """A copy of the table with all that the seat cannot know erased."""
        table = copy_of(self.table)
        self.runner.hide(self.box, table, seat)
        return table

    def copy(self) -> Self:
        """A position of its own with the same table."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.table, twin.log = copy_of(self.table), copy_of(self.log)
        return twin


def seeded_until(make: Callable[[int], Any], wanted: Callable[[Any], bool], tries: int = 10_000) -> Any:
    """Search the seed that gives the dice a test needs: the rules hold no test code."""
    for seed in range(tries):
        found = make(seed)
        if wanted(found):
            return found
    message = f"no seed below {tries} gives it"
    raise AssertionError(message)


def random_match(game: Game, seed: int, **options: Any) -> Iterator[tuple[Position, int, int]]:
    """Play at random; yields (position, seat, action) before each move is played."""
    position = Position(game, seed, **options)
    dice = Dice.new()
    set_key(dice, seed, 1)
    while waiting := position.waiting:
        seat = waiting[roll(dice, len(waiting))]
        actions = position.legal(seat)
        action = actions[roll(dice, len(actions))]
        yield position, seat, action
        position.play(seat, action)


def after(match: Match, plies: int) -> Match:
    """Play at random up to a ply, or to the end."""
    bot = SimpleBot("random", "driver")
    while match.ply < plies and not match.over:
        seat = match.waiting[0]
        match.play(seat, bot.decide(match.seat(seat)))
    return match
