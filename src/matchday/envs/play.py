"""One match as environments play it: no past, no words, as few Python steps as can be."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import IllegalAction, MatchdayError, NotYourMove
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.engine.options import Options, settle
from matchday.engine.record import Array, copy_of, raw
from matchday.engine.runner import Mode, Runner
from matchday.engine.seats import seats_in
from matchday.envs.batch import boxes_of
from matchday.games import GAMES
from matchday.games import game as game_named
from matchday.match.past import NOMINAL

VERSIONED = re.compile(r"(?:matchday/)?(?P<name>\w+?)(?:[-_]v(?P<version>\d+))?")


class Play:
    """A table of one game, dealt from a seed and a number as `simulate` and `batch` deal it."""

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, Any] | None = None,
        *,
        data: Mapping[str, Any] | None = None,
        mode: Mode = "compiled",
    ) -> None:
        self.game = game = versioned(game) if isinstance(game, str) else game
        self.options, self.data = settle(game.options, options or {}), data
        self.runner = Runner(game, mode)
        self.boxes = boxes_of(game, self.options, data)
        self.box = self.boxes[-1]
        self.seats = int(self.box.seats)
        self.seed, self.number = secrets.randbits(31), -1
        self.table = game.table_type.new()

    def begin(self, seed: int | None = None, number: int = 0) -> None:
        """Deal match `number` of a seed; without one, the next match of the seed before."""
        self.seed, self.number = (self.seed, self.number + 1) if seed is None else (seed, number)
        self.table = self.game.table_type.new()
        set_key(self.table, self.seed, self.number)
        self.runner.deal(self.box, self.table, self.runner.log)
        if self.game.has_clock:
            self.table.elapsed = NOMINAL  # type: ignore[attr-defined]

    @property
    def waiting(self) -> list[int]:
        """The seats that owe a decision; nobody when the match is over."""
        return seats_in(int(self.table.waiting), self.seats)

    def legal(self, seat: int) -> list[int]:
        """List what a seat may do."""
        return self.runner.legal(self.box, self.table, seat) if seat in self.waiting else []

    def play(self, seat: int, action: int) -> None:
        """Play a move. A wrong one raises and changes nothing."""
        if seat not in self.waiting:
            raise NotYourMove(seat, self.waiting)
        if action not in (allowed := self.legal(seat)):
            raise IllegalAction(action, allowed)
        self.runner.apply(self.box, self.table, seat, action, self.runner.log)

    def known(self, seat: int) -> Any:
        """Copy the table and erase from it what a seat cannot know."""
        hidden = copy_of(self.table)
        self.runner.hide(self.box, hidden, seat)
        return hidden

    def observation(self, seat: int) -> Array:
        """Tell what a seat knows, number by number."""
        return self.runner.observe(self.box, self.known(seat), seat)

    def mask(self, seat: int, *, more: int = 0) -> Array:
        """Give 1 for each action that a seat may play, with room for `more` actions that are not the game's."""
        mask = np.zeros(self.game.actions + more, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def leads(self) -> list[float]:
        """Tell how far each seat is ahead of the mean of the others."""
        score = self.runner.score(self.box, self.table)
        return [own - (sum(score) - own) / max(1, self.seats - 1) for own in score]

    def rewards(self) -> list[float]:
        """Reward a finished match: 1 for a win, -1 for a defeat, 0 where all are level."""
        return [2 * share - 1 for share in self.runner.result(self.box, self.table)]

    def imagine(self, seat: int, dice: Any) -> None:
        """Replace what a seat cannot know by one random possibility that fits all that it knows."""
        self.table = self.known(seat)
        self.runner.redeal(self.boxes[seat], self.table, seat, dice)

    def copy(self) -> Self:
        """Make a match of its own that stands where this one does."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.table = copy_of(self.table)
        return twin

    def __deepcopy__(self, memory: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        known = self.game.name, self.options, self.data, self.runner.mode, self.seed, self.number, raw(self.table)
        return restored, known

    def drawn(self, seat: int = SPECTATOR) -> Any:
        """Draw the table as a seat sees it, for `rich`."""
        from matchday.engine.speech import Say

        say = Say("en", self.game.name)
        names = [self.game.words.team(say, each) for each in range(self.seats)]
        return self.game.draw(say, self.boxes[min(seat, self.seats)], self.known(seat), seat, names)

    def __repr__(self) -> str:
        score = "-".join(map(str, self.runner.score(self.box, self.table)))
        return f"<match {self.number} of seed {self.seed} of {self.game.name}: {score}, waiting for {self.waiting}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Play) and raw(self.table) == raw(other.table)

    __hash__ = None  # type: ignore[assignment]  # it changes


def restored(
    name: str, options: Options, data: Mapping[str, Any] | None, mode: Mode, seed: int, number: int, table: bytes
) -> Play:
    """Put a match together again that was pickled."""
    play = Play(game_named(name), options, data=data, mode=mode)
    play.seed, play.number, play.table = seed, number, play.game.table_type.from_bytes(table)
    return play


def versioned(name: str) -> Game:
    """Find a game by its name, with or without the version that fixes what its moves lead to: `kickards_v4`."""
    if name in GAMES:
        return game_named(name)
    found = VERSIONED.fullmatch(name)
    if not found:
        return game_named(name)
    game, version = game_named(found["name"]), found["version"]
    if version is not None and int(version) != game.version:
        raise MatchdayError(f"this matchday plays {versioned_name(game)}, not {name}: another version has other rules")
    return game


def versioned_name(game: Game) -> str:
    """Give the name that fixes the rules: it changes whenever the same moves could lead to another table."""
    return f"{game.name}_v{game.version}"


def dice_of(seed: int, number: int = 0) -> Any:
    """Make dice for whoever imagines."""
    dice = Dice.new()
    set_key(dice, seed, number)
    return dice
