"""`Match`: play, take back, replay, copy."""

from __future__ import annotations

import hashlib
import operator
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Self, SupportsIndex

from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import IllegalAction, MatchdayError, NotYourMove, StaleMatch, UndoRefused
from matchday.engine.game import AnyTable, Game
from matchday.engine.log import SPECTATOR, content
from matchday.engine.options import Options, seen_by, settle
from matchday.engine.reading import ReadBox, Reading, readable_box, reading_of
from matchday.engine.record import copy_of, raw
from matchday.engine.runner import Runner
from matchday.engine.seats import seats_in
from matchday.games import game as game_named
from matchday.match.fair import AnyFair
from matchday.match.past import NOMINAL, Move, Past, Step
from matchday.match.seat import Glimpse, Seat
from matchday.match.seating import HUMAN

LONGEST_MOVE = 24 * 60 * 60 * 1000
COUNTER, WAITING = map(AnyTable.span, ("counter", "waiting"))
"""Where these stand in every table."""
HIDDEN = 6
"""Hidden tables that a match has at hand: the present one and the one before it, for two seats and a spectator."""


class EndedBy(StrEnum):
    """How a match ends otherwise than by its rules."""

    CONCEDE = "concede"
    TIME = "time"
    DRAW = "draw"
    ABANDON = "abandon"


@dataclass(frozen=True)
class Ending:
    """An end that the rules know nothing of: a seat has given up or lost on time, or all agreed on a draw."""

    by: EndedBy
    seat: int | None = None
    """The seat that lost by it; none for a draw, and where everyone has left."""


class Match:
    """One match of one game.

    Two matches with the same game, box, options, seed and moves have the same tables, byte for byte.

    >>> match = Match("pilka_w_grze", seed=5, options={"tactics": True})
    >>> match
    <Match of pilka_w_grze, seed 5, ply 0: 0-0, waiting for seat 1>
    >>> seat = match.seat(match.waiting[0])
    >>> match.play(seat, seat.legal()[0])
    >>> match.ply
    1
    """

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, Any] | None = None,
        seed: str | int | None = None,
        *,
        names: Sequence[str] | None = None,
        kinds: Sequence[str] | None = None,
        data: Mapping[str, Any] | None = None,
        runner: Runner | None = None,
        fair: AnyFair | None = None,
    ) -> None:
        self.game = game = game_named(game) if isinstance(game, str) else game
        self.options: Options = settle(game.options, options or {})
        self.data = data
        self.runner = runner or Runner(game)
        self.box = self.runner.box(self.options, data)
        self.seats = int(self.box.seats)
        self.fair = fair
        """What the seed was mixed from, in a match with fair dice."""
        self.seed = fair.seed if fair else secrets.token_hex(16) if seed is None else str(seed)
        self.names = [*(names or ()), *[""] * self.seats][: self.seats]
        """What people call themselves; a seat without a name goes by its team."""
        self.kinds = [*(kinds or ()), *[HUMAN] * self.seats][: self.seats]
        """Who plays: "human", "automat" or "bot legend" and the like."""
        self.steps = Past()
        self.hidden_tables: dict[tuple[int, bytes], bytes] = {}
        """The last tables as seats know them, for all copies of the match."""
        self.ending: Ending | None = None
        self.table = game.table_type.new()
        self.table.key[:] = key_of(self.seed)
        self.runner.deal(self.box, self.table, self.log)
        self.remember(None)

    # ------------------------------------------------------------ looking

    @property
    def log(self) -> Any:
        """What the action has done that was just played."""
        return self.runner.log

    @property
    def present(self) -> bytes:
        """The table as it is kept, once for whoever keeps it."""
        now, kept = raw(self.table), self.steps.last.table
        return kept if kept == now else now

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return self.steps.length - 1

    @property
    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        return [] if self.ending else seats_in(int(self.table.waiting), self.seats)

    @property
    def over(self) -> bool:
        """Whether nobody owes a decision any more."""
        return not self.table.waiting or self.ending is not None

    @property
    def moves(self) -> list[Move]:
        """All moves so far."""
        return [step.move for step in self.steps if step.move]

    def legal(self, seat: SupportsIndex) -> list[int]:
        """List what a seat may do; nothing if it is not waited for."""
        number = operator.index(seat)
        return self.runner.legal(self.box, self.table, number) if number in self.waiting else []

    def seat(self, number: int = SPECTATOR, *, since: int | None = None, can_undo: bool = False) -> Seat:
        """Give a seat (or a spectator) as it knows the match now, with what has happened from ply `since` on; without
        it, since the seat last moved.
        """
        if not (0 <= number < self.seats or number == SPECTATOR):
            raise MatchdayError(f"there is no seat {number}: the match has seats 0 to {self.seats - 1}")
        first = self.last_move_of(number) if since is None else since
        past = tuple(
            Glimpse(ply, self.seen_before(ply, number), tuple(each for each in step.events if each.sees >> number & 1))
            for ply, step in enumerate(self.steps.since(first), start=first)
        )
        return self.seen(number, self.box_for(number), self.known(self.present, number), past, can_undo=can_undo)

    def seen(
        self,
        number: int,
        box: Any,
        known: bytes,
        past: tuple[Glimpse, ...],
        *,
        can_undo: bool = False,
        is_asked: bool = True,
    ) -> Seat:
        """Give a seat that knows a box, a table and a past."""
        waiting, table = self.waiting, self.game.table_type.from_bytes(known)
        actions = self.runner.legal(box, table, number) if is_asked and number in waiting else ()
        result = None if waiting else self.result()
        return Seat(
            game=self.game,
            number=number,
            ply=self.ply,
            read_box=self.read_boxes[id(box)],
            known=known,
            actions=tuple(actions),
            score=tuple(self.runner.score(box, table)),
            past=past,
            names=tuple(self.names),
            kinds=tuple(self.kinds),
            ending=self.ending,
            result=None if result is None else tuple(result),
            can_undo=can_undo,
            waiting=waiting,
        )

    def last_move_of(self, number: int) -> int:
        """Give the ply of a seat's last move; of one that has not moved, the deal."""
        for ply in range(self.ply, 0, -1):
            move = self.steps[ply].move
            if move and move.seat == number:
                return ply
        return 0

    def seen_before(self, ply: int, number: int) -> bytes:
        """Give the table at which a ply was played, as a seat knew it."""
        return self.known(self.steps[max(0, ply - 1)].table, number)

    def score(self) -> list[int]:
        """Goals or points so far."""
        return self.runner.score(self.box, self.table)

    def result(self) -> list[float] | None:
        """Each seat's share of a finished match; a seat that gave up leaves it all to the others."""
        if self.ending is None:
            return self.runner.result(self.box, self.table) if self.over else None
        winners = [seat for seat in range(self.seats) if seat != self.ending.seat]
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    def deadline(self) -> tuple[int, int] | None:
        """Give the milliseconds that the table waits in play by the clock, and the action that is played then."""
        return self.game.deadline(*self.reading) if self.game.deadline and not self.over else None

    def least(self) -> int:
        """Give the milliseconds that count for the present question, however quick the answer is."""
        return self.game.least(*self.reading) if self.game.least and not self.over else 0

    def digest(self) -> str:
        """Hash the table: equal digests are equal tables."""
        return hashlib.sha256(raw(self.table)).hexdigest()

    def hidden(self, seat: int) -> Any:
        """Copy the table and erase from it all that a seat (or `SPECTATOR`) cannot know."""
        return self.game.table_type.from_bytes(self.known(self.present, seat))

    def hidden_copy(self, table: Any, seat: int) -> Any:
        """Erase from a copy of any table of this match what a seat cannot know."""
        return self.game.table_type.from_bytes(self.known(raw(table), seat))

    def known(self, table: bytes, seat: int) -> bytes:
        """Give what a seat knows of a table. The present one and the one before are asked for again and again."""
        key, at_hand = (seat, table), self.hidden_tables
        found = at_hand.get(key)
        if found is None:
            if len(at_hand) >= HIDDEN:
                del at_hand[next(iter(at_hand))]
            hidden = self.game.table_type.from_bytes(table)
            self.runner.hide(self.box, hidden, seat)
            found = at_hand[key] = raw(hidden)
        return found

    def box_for(self, seat: int) -> Any:
        """Give the box as one seat knows it: others' secret options, such as their decks, are not in it."""
        return self.seen_boxes[seat if seat < self.seats else SPECTATOR]

    @cached_property
    def seen_boxes(self) -> dict[int, Any]:
        """The box as each seat and a spectator know it."""
        if all(option.secret_of is None for option in self.game.options.values()):
            return dict.fromkeys([*range(self.seats), SPECTATOR], self.box)
        return {
            seat: self.runner.box(seen_by(self.game.options, self.options, seat), self.data)
            for seat in [*range(self.seats), SPECTATOR]
        }

    @cached_property
    def read_boxes(self) -> dict[int, ReadBox]:
        """The same boxes to read from."""
        return {id(box): readable_box(box) for box in [self.box, *self.seen_boxes.values()]}

    @property
    def reading(self) -> tuple[ReadBox, Reading]:
        """The whole box and the present table to read from: one number of NumPy's takes as long as ten of Python's."""
        return self.read_boxes[id(self.box)], reading_of(self.game.table_type.dtype, self.present)

    # ------------------------------------------------------------ playing

    def play(self, seat: SupportsIndex, action: int, *, ply: int | None = None, elapsed: int = NOMINAL) -> None:
        """Play a move. A wrong one raises and changes nothing.

        `ply` is the state that the move was made for, if the sender knows it: a repeated or late move is refused.
        """
        if ply is not None and ply != self.ply:
            raise StaleMatch(self.ply, ply)
        number = operator.index(seat)
        if number not in (waiting := self.waiting):
            raise NotYourMove(number, waiting)
        allowed = self.runner.legal(self.box, self.table, number)
        if action not in allowed:
            raise IllegalAction(action, allowed)
        if not NOMINAL <= elapsed <= LONGEST_MOVE:
            raise MatchdayError(f"{elapsed} ms is no time for a move: 0 to {LONGEST_MOVE}, or {NOMINAL} for nominal")
        self.apply(Move(number, action, elapsed if self.game.has_clock else NOMINAL))

    def apply(self, move: Move) -> None:
        """Play a move that is known to be legal."""
        if self.game.has_clock:
            self.table.elapsed = move.elapsed  # type: ignore[attr-defined]
        self.runner.apply(self.box, self.table, move.seat, move.action, self.log)
        self.remember(move)

    def remember(self, move: Move | None) -> None:
        """Keep the ply that was just played."""
        self.steps = self.steps.and_then(Step(move, raw(self.table), content(self.log)))

    def end(self, ending: Ending) -> None:
        """End the match otherwise than by its rules; the table stays as it is."""
        if self.over:
            raise MatchdayError("the match is over already")
        shared = {EndedBy.DRAW: True, EndedBy.ABANDON: ending.seat is None}.get(ending.by, False)
        if (ending.seat is None) != shared or not 0 <= (ending.seat or 0) < self.seats:
            raise MatchdayError(f"a match does not end like that: {ending.by} by seat {ending.seat}")
        self.ending = ending

    # ------------------------------------------------------------ taking back

    def can_undo(self, seat: int) -> bool:
        """Tell whether the last move may be taken back by this seat.

        It must be the seat's own and have drawn nothing, and nobody else may be able to tell the tables before and
        after it apart, except by seeing that the seat has decided.
        """
        last = self.steps.last
        if self.ending or last.move is None or last.move.seat != seat:
            return False
        before, after = self.steps[-2].table, last.table
        if before[COUNTER] != after[COUNTER]:
            return False
        others = [other for other in [*range(self.seats), SPECTATOR] if other != seat]
        return all(self.knows_alike(before, after, other) for other in others)

    def looks_alike(self, before: Any, after: Any, seat: int) -> bool:
        """Tell whether a seat sees no difference but in who is waited for."""
        return self.knows_alike(raw(before), raw(after), seat)

    def knows_alike(self, before: bytes, after: bytes, seat: int) -> bool:
        """Tell the same of tables as they are kept."""
        one, two = self.known(before, seat), self.known(after, seat)
        return one[: WAITING.start] == two[: WAITING.start] and one[WAITING.stop :] == two[WAITING.stop :]

    def undo(self, seat: int) -> None:
        """Take back the last move; the table is again what it was, byte for byte."""
        if not self.can_undo(seat):
            raise UndoRefused("only your own last choice can be taken back, and only while nothing was shown or drawn")
        self.steps = self.steps.until(self.ply)
        self.table = self.table_at(self.ply)

    # ------------------------------------------------------------ history

    def table_at(self, ply: int) -> Any:
        """Give a copy of the table as it was after so many moves."""
        return self.game.table_type.from_bytes(self.steps[ply].table)

    def copy(self) -> Self:
        """Make a match of its own with the same past."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.names, twin.kinds, twin.table = list(self.names), list(self.kinds), copy_of(self.table)
        return twin

    def at(self, ply: int) -> Self:
        """Copy the match as it stood after so many moves, to look back or to take moves back."""
        if not 0 <= ply <= self.ply:
            raise MatchdayError(f"the match has plies 0 to {self.ply}, not {ply}")
        twin = self.copy()
        twin.steps = self.steps.until(ply + 1)
        twin.table = twin.table_at(ply)
        twin.ending = self.ending if ply == self.ply else None
        return twin

    def branch(self, ply: int) -> Self:
        """Play on differently from a ply. Its dice are known to somebody, so they are nobody's fair dice any more."""
        twin = self.at(ply)
        twin.ending = twin.fair = None
        return twin

    def replay(self) -> Match:
        """Play all moves again from the seed."""
        again = Match(self.game, self.options, self.seed, names=self.names, kinds=self.kinds, data=self.data)
        again.fair = self.fair
        for move in self.moves:
            again.play(move.seat, move.action, elapsed=move.elapsed)
        again.ending = self.ending
        return again

    # ------------------------------------------------------------ telling

    def __repr__(self) -> str:
        if self.over:
            stands = "over"
        else:
            stands = f"waiting for seat{'s' * (len(self.waiting) > 1)} {' and '.join(map(str, self.waiting))}"
        score = "-".join(map(str, self.score()))
        return f"<Match of {self.game.name}, seed {self.seed}, ply {self.ply}: {score}, {stands}>"

    def __str__(self) -> str:
        """Draw the table as the seat that is asked sees it."""
        return str(self.seat(self.asked))

    def _repr_html_(self) -> str:
        """Draw the table for a notebook."""
        return self.seat(self.asked)._repr_html_()

    @property
    def asked(self) -> int:
        """The first seat that owes a decision; the first of all when the match is over."""
        return min(self.waiting, default=0)


def replay(match: Match) -> Match:
    """Play all moves of a match again from its seed: another match, with the same tables byte for byte.

    >>> match = Match("pilka_w_grze", seed=5)
    >>> match.play(match.asked, match.legal(match.asked)[0])
    >>> replay(match).digest() == match.digest()
    True
    """
    return match.replay()


def simulation_seed(seed: int, number: int) -> str:
    """Name the seed of one match of a simulation."""
    return f"simulation {seed} match {number}"


SIMULATED = re.compile(r"simulation (-?\d{1,20}) match (\d{1,20})")


def key_of(seed: str) -> list[int]:
    """Turn a seed, any text, into a generator's key; one that names a match of a simulation gives that match's."""
    simulated = SIMULATED.fullmatch(seed)
    if simulated:
        dice = Dice.new()
        set_key(dice, int(simulated[1]), int(simulated[2]))
        return [int(word) for word in dice.key]
    digest = hashlib.sha256(b"matchday seed\0" + seed.encode()).digest()
    return [int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")]


def commitment(seed: str) -> str:
    """Give what can be shown before a match to prove afterwards that the seed was not changed."""
    return hashlib.sha256(seed.encode()).hexdigest()
