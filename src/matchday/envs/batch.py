"""Batches: thousands of tables, stepped with one call."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Self

import numpy as np

from matchday.bots.learnt import net_for
from matchday.bots.levels import KINDS, LEVELS
from matchday.bots.trials import TABLES as WORLDS
from matchday.bots.trials import Plan
from matchday.bots.value import Net
from matchday.engine.boxfile import did_you_mean
from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.observing import Spot
from matchday.engine.options import seen_by, settle
from matchday.engine.record import Array, Record, copy_of
from matchday.engine.runner import Mode
from matchday.engine.slots import hide
from matchday.engine.speech import Say
from matchday.engine.twin import plain_of, twin_of
from matchday.envs.stepping import (
    BEGIN,
    BLANK,
    GREEDY,
    OUTSIDE,
    PLAY,
    RANDOM,
    SEATS,
    SKIP,
    TABLES,
    THINKING,
    Course,
    Desk,
    Screens,
    answer_simply,
    answer_thoughtfully,
    first_illegal,
    pick_at_random,
    step_tables,
)
from matchday.games import game as game_named
from matchday.match.past import NOMINAL

ALIGNMENT = 64
"""Bytes to which arrays are aligned: with fewer some libraries copy what they are handed."""
FEW = 256
"""Tables that are worth a thread of their own."""
SIMPLE = {None: OUTSIDE, "random": RANDOM, "greedy": GREEDY}


class Batch:
    """Many tables of one game. Each plays one match after the other; `step` plays an action at every one of them.

    All arrays have a row for each table and stay where they are: a step writes them anew, so whoever wants to keep one
    copies it. They can be handed to PyTorch or JAX by DLPack without a copy.
    """

    def __init__(
        self,
        game: Game,
        tables: int,
        seed: int,
        *,
        players: Sequence[str | None],
        rotate: bool,
        options: Mapping[str, Any],
        data: Mapping[str, Any] | None,
        shaping: float,
        with_observations: bool,
        with_finals: bool,
        threads: int,
        mode: Mode,
    ) -> None:
        self.game, self.size, self.seed, self.mode = game, tables, seed, mode
        self.options, self.players = dict(options), list(players)
        self.boxes = boxes_of(game, options, data)
        self.nets = Net.zeros(len(self.boxes))
        for place, box in enumerate(self.boxes):
            self.nets[place] = net_for(game, box)[0]
        self.tables = game.table_type.zeros(tables)
        self.courses = Course.zeros(tables)
        numbers = len(game.observation)
        self.screens = Screens(
            observations=aligned((tables, numbers if with_observations else 0), np.int32),
            masks=aligned((tables, game.actions), np.int8),
            choices=aligned((tables, game.actions), np.int16),
            counts=aligned((tables,), np.int32),
            seats=aligned((tables,), np.int32),
            rewards=aligned((tables, len(players)), np.float32),
            overs=aligned((tables,), np.int8),
            lengths=aligned((tables,), np.int32),
            finals=aligned((tables, numbers if with_finals else 0), np.int32),
        )
        self.dice = Dice.zeros(1)
        set_key(self.dice[0], seed, -1)
        works = [Work(game, players, rotate=rotate, shaping=shaping) for _ in range(threads)]
        self.loop = self.door(step_tables, answer=answer_thoughtfully if works[0].is_thinking else answer_simply)
        self.check, self.pick = self.door(first_illegal), self.door(pick_at_random)
        self.common = (
            self.shown(self.boxes, game.box_type),
            self.shown(self.tables, game.table_type),
            self.shown(self.courses, Course),
        )
        self.lanes = [
            (
                self.shown(work.tables, game.table_type),
                self.shown(work.worlds, game.table_type),
                self.shown(work.plans, Plan),
                self.shown(self.nets, Net),
                self.shown(work.desks, Desk),
                self.screens,
            )
            for work in works
        ]
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None  # whoever calls takes a part as well
        self.advance(np.zeros(tables, np.int64), BEGIN)

    # ------------------------------------------------------------ what is seen

    @property
    def observations(self) -> Array:
        """What the seat that is asked knows, int32; `meanings` tells what each number means."""
        return self.screens.observations

    @property
    def masks(self) -> Array:
        """1 for each action that the seat may play, int8."""
        return self.screens.masks

    @property
    def seats(self) -> Array:
        """The seat that is asked; where several choose in secret, one after the other."""
        return self.screens.seats

    @property
    def rewards(self) -> Array:
        """What the last step has brought each seat, float32: 1 for a win, -1 for a defeat, and what is shaped. Where
        players change seats, by their place among the players.
        """
        return self.screens.rewards

    @property
    def overs(self) -> Array:
        """1 where the last step has ended a match; the table shows the next one already."""
        return self.screens.overs

    @property
    def lengths(self) -> Array:
        """The decisions of each table's last finished match, bots' included."""
        return self.screens.lengths

    @property
    def finals(self) -> Array:
        """What the last to decide from outside knew at the end of each table's last match, if that was asked for."""
        return self.screens.finals

    @property
    def meanings(self) -> tuple[Spot, ...]:
        """What each number of an observation means."""
        return self.game.observation

    # ------------------------------------------------------------ what is done

    def step(self, actions: Any) -> Self:
        """Play an action at every table, for the seat that is asked there, and go on to the next question.

        If one of them is illegal, nothing is played anywhere.
        """
        played = np.ascontiguousarray(actions, np.int64)
        if played.shape != (self.size,):
            raise MatchdayError(f"a step takes {self.size} actions, one for each table, not {played.shape}")
        wrong = int(self.check(self.masks, played))
        if wrong >= 0:
            legal = np.flatnonzero(self.masks[wrong]).tolist()
            raise MatchdayError(f"table {wrong}: action {played[wrong]} is none of the legal ones, {legal}")
        self.advance(played)
        return self

    def sample(self, out: Array | None = None) -> Array:
        """Pick a legal action for every table at random, with dice of the batch's own."""
        picked = np.empty(self.size, np.int64) if out is None else out
        self.pick(self.screens.choices, self.screens.counts, self.shown(self.dice, Dice), picked)
        return picked

    def reset(self, seed: int | None = None) -> Self:
        """Begin again, with the same seed or another one."""
        self.seed = self.seed if seed is None else seed
        set_key(self.dice[0], self.seed, -1)
        self.advance(np.zeros(self.size, np.int64), BEGIN)
        return self

    def skip(self) -> Self:
        """Leave the present matches as they are, and deal each table's next one."""
        self.advance(np.zeros(self.size, np.int64), SKIP)
        return self

    def drawn(self, table: int) -> Any:
        """Draw a table as the seat that is asked sees it, for `rich`."""
        seat, say = int(self.seats[table]), Say("en", self.game.name)
        hidden = copy_of(self.tables[table])
        plain_of(self.game).door(hide)(self.boxes[-1], hidden, seat)
        names = [self.game.words.team(say, each) for each in range(len(self.players))]
        return self.game.draw(say, self.boxes[seat], hidden, seat, names)

    def close(self) -> None:
        """Let the threads go."""
        if self.pool:
            self.pool.shutdown()

    # ------------------------------------------------------------ how

    def door(self, function: Any, **bound: Any) -> Any:
        """Give a function of this game's world."""
        return (plain_of if self.mode == "plain" else twin_of)(self.game).door(function, **bound)

    def shown(self, records: Any, kind: type[Record]) -> Any:
        """Show records as the loop reads them."""
        return records if self.mode == "plain" else records.view(kind.aligned)

    def advance(self, actions: Array, how: int = PLAY) -> None:
        """Let every thread step its tables."""
        ends = [self.size * lane // len(self.lanes) for lane in range(len(self.lanes) + 1)]
        own, *others = (
            partial(self.loop, *self.common, *lane, actions, self.seed, first, last, how)
            for lane, first, last in zip(self.lanes, ends, ends[1:], strict=False)
        )
        waits = [self.pool.submit(each) for each in others] if self.pool else []
        own()
        for each in waits:
            each.result()

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<Batch of {self.size:,} tables of {self.game.name}, seed {self.seed}>"


class Work:
    """The records of one thread."""

    def __init__(self, game: Game, players: Sequence[str | None], *, rotate: bool, shaping: float) -> None:
        self.is_thinking = any(player not in SIMPLE for player in players)
        self.tables, self.worlds = game.table_type.zeros(TABLES), game.table_type.zeros(WORLDS)
        if game.has_clock:
            self.tables["elapsed"][BLANK] = NOMINAL
        self.plans, self.desks = Plan.zeros(SEATS), Desk.zeros(1)
        desk = self.desks[0]
        desk.log[0].muted = 1
        desk.turning, desk.shaping = rotate, shaping
        for place, player in enumerate(players):
            desk.policies[place] = SIMPLE.get(player, THINKING)
            if player in LEVELS:
                LEVELS[player].style(game).write(self.plans[place])


def aligned(shape: tuple[int, ...], kind: type[np.generic]) -> Array:
    """Make an array of zeros that begins at a round address."""
    wanted = int(np.prod(shape, dtype=int)) * np.dtype(kind).itemsize
    memory = np.zeros(wanted + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + wanted].view(kind).reshape(shape)


def boxes_of(game: Game, options: Mapping[str, Any], data: Mapping[str, Any] | None) -> Any:
    """Give the box as each seat knows it, then the whole one."""
    whole = game.box(options, data)
    boxes = np.zeros(int(whole.seats) + 1, game.box_type.dtype)
    boxes[:] = whole
    if any(option.secret_of is not None for option in game.options.values()):
        for seat in range(int(whole.seats)):
            boxes[seat] = game.box(seen_by(game.options, dict(options), seat), data)
    return boxes


def batch(
    game: Game | str,
    tables: int,
    seed: int = 1,
    *,
    players: Sequence[str | None] | None = None,
    rotate: bool = False,
    options: Mapping[str, Any] | None = None,
    data: Mapping[str, Any] | None = None,
    shaping: float = 0.0,
    observations: bool = True,
    finals: bool = False,
    threads: int | None = None,
    mode: Mode = "compiled",
    device: str = "cpu",
) -> Any:
    """Deal many tables, to be stepped together; the same seed and actions give the same, whatever the threads.

    `players` names a bot for each seat, or None where the caller decides (by default everywhere); with `rotate` they
    change seats from match to match. `shaping` is the reward for each goal or point of lead, as it falls. `finals`
    keeps what was known at the end of matches; without `observations` there are masks alone. `device="cuda"` keeps the
    tables and all arrays on a GPU (`docs/gpu.md`).

    >>> tables = batch("pilka_w_grze", 3, seed=7, mode="plain")
    >>> tables.step(tables.sample()).masks.any(axis=1).tolist()
    [True, True, True]
    """
    game = game_named(game) if isinstance(game, str) else game
    settled = settle(game.options, options or {})
    seats = int(game.box(settled, data).seats)
    chosen = list(players) if players is not None else [None] * seats
    for player in chosen:
        if player is not None and player not in KINDS:
            raise MatchdayError(f'no bot "{player}"; {did_you_mean(str(player), KINDS)}')
    if len(chosen) != seats or None not in chosen:
        raise MatchdayError(f"{game.name} has {seats} seats: name a bot or None for each, and None at least once")
    if tables < 1:
        raise MatchdayError(f"a batch has 1 table or more, not {tables}")
    if device == "cuda":
        from matchday.envs.on_gpu import GpuBatch

        return GpuBatch(
            game,
            tables,
            seed,
            players=chosen,
            rotate=rotate,
            options=settled,
            data=data,
            shaping=shaping,
            with_observations=observations,
            with_finals=finals,
        )
    if device != "cpu":
        raise MatchdayError(f'no device "{device}"; there are cpu and cuda')
    wanted = threads or min(os.cpu_count() or 1, max(1, tables // FEW))
    return Batch(
        game,
        tables,
        seed,
        players=chosen,
        rotate=rotate,
        options=settled,
        data=data,
        shaping=shaping,
        with_observations=observations,
        with_finals=finals,
        threads=max(1, min(wanted, tables)) if mode == "compiled" else 1,
        mode=mode,
    )
