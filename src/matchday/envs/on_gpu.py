"""Batches on a GPU: observations, masks and rewards are made there and stay there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Self

import numpy as np

from matchday.bots.trials import Plan
from matchday.engine.card import Kernel, Plane, address_of, card
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.kept import keep, kept
from matchday.engine.observing import Spot
from matchday.engine.ptx import Kernels
from matchday.engine.twin import cache_folder
from matchday.engine.warp import array_at
from matchday.envs import spots
from matchday.envs.batch import Batch, Work, boxes_of
from matchday.envs.stepping import BLANK, TABLES, Course, Desk, answer

THREADS = 64
"""Threads of a block: few, since each goes its own way."""
PROVED, PROVING = 256, 400
"""Tables and steps by which a card is compared with the processor."""
LEVELS = (4, 2, 1, 0)
"""How much the driver's assembler may optimise: as much as it can, then less, until the kernels step rightly."""
COMPARED = ("observations", "masks", "seats", "rewards", "overs", "lengths", "finals")
KERNELS = {"step": spots.step_spots, "check": spots.count_illegal, "pick": spots.pick_spots}


def kernels_of(game: Game, boxes: int) -> Kernels:
    """Give the world of a game's kernels."""
    kinds = {name: np.dtype(name) for name in ("i1", "i2", "i4", "i8", "f4")}
    views = {
        spots.boxes_at: array_at(game.box_type.aligned),
        spots.tables_at: array_at(game.table_type.aligned),
        spots.courses_at: array_at(Course.aligned),
        spots.desks_at: array_at(Desk.aligned),
        spots.plans_at: array_at(Plan.aligned),
        spots.longs_at: array_at(kinds["i8"]),
        spots.ints_at: array_at(kinds["i4"]),
        spots.bytes_at: array_at(kinds["i1"]),
        spots.int_rows_at: array_at(kinds["i4"], columns=True),
        spots.short_rows_at: array_at(kinds["i2"], columns=True),
        spots.byte_rows_at: array_at(kinds["i1"], columns=True),
        spots.float_rows_at: array_at(kinds["f4"], columns=True),
    }
    numbers = {
        "ACTIONS": game.actions,
        "BOXES": boxes,
        "TABLE": game.table_type.aligned.itemsize,
        "DESK": Desk.aligned.itemsize,
    }
    return Kernels(game, views, numbers, {answer: spots.answer_by_lot})


def written(game: Game, boxes: int, name: str, chip: str) -> str:
    """Give one of the kernels of a game as PTX, from the cache if it was written before."""
    path = cache_folder(game) / f"batch-{name}-{boxes}-{chip}.ptx"
    found = kept(path)
    if found is None:
        found = kernels_of(game, boxes).written(KERNELS[name], chip=chip, threads=THREADS).encode()
        keep(path, found)
    return found.decode()


@cache
def kernel_of(game: Game, boxes: int, name: str, level: int) -> Kernel:
    """Give one of the kernels of a game, for this machine's card, optimised so much."""
    return card().kernel(written(game, boxes, name, card().name), level)


PROVEN: dict[tuple[str, int], int] = {}
"""By game and number of boxes, which a kernel is made for: how much of optimisation its steps stay right with."""


def proven_level(game: Game, boxes: int, options: Mapping[str, Any], data: Mapping[str, Any] | None) -> int:
    """Compare a card's steps with the processor's, once for each kernel: its assembler is not always right
    (`docs/gpu.md`). Where it is not, less is asked of it; what was found is kept with the kernel.
    """
    key = game.name, boxes
    note = cache_folder(game) / f"batch-{boxes}-{card().name}-driver-{card().version}.level"
    if key not in PROVEN:
        found = kept(note)
        if found is None:
            found = str(next((level for level in LEVELS if steps_alike(game, options, data, level)), -1)).encode()
            keep(note, found)
        PROVEN[key] = int(found)
    if PROVEN[key] < 0:
        raise MatchdayError(f"this GPU does not step {game.name} as the processor does: batch on the processor")
    return PROVEN[key]


def steps_alike(game: Game, options: Mapping[str, Any], data: Mapping[str, Any] | None, level: int) -> bool:
    """Step tables on both sides, and tell whether everything that is shown is equal all the time."""
    asked: dict[str, Any] = {
        "players": [None] * int(game.box(options, data).seats),
        "rotate": True,
        "options": options,
        "data": data,
        "shaping": 1.0,
        "with_observations": True,
        "with_finals": True,
    }
    ours = Batch(game, PROVED, 1, threads=1, mode="compiled", **asked)
    theirs = GpuBatch(game, PROVED, 1, level=level, **asked)
    for _ in range(PROVING):
        actions = ours.sample()
        ours.step(actions)
        theirs.step(actions)
        if any(not np.array_equal(getattr(ours, name), getattr(theirs, name).read()) for name in COMPARED):
            return False
    return True


class GpuBatch:
    """Many tables of one game on a GPU. It does what `Batch` does, with the same results; its arrays are planes, which
    PyTorch, JAX and CuPy take by DLPack without a copy, and which a step writes anew.
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
        level: int | None = None,
    ) -> None:
        if any(player not in {None, "random"} for player in players):
            raise MatchdayError("on a GPU the other seats are random: name no other bot, or batch on the processor")
        self.game, self.size, self.seed, self.card = game, tables, seed, card()
        self.options, self.players = dict(options), list(players)
        boxes = boxes_of(game, options, data)
        self.level = proven_level(game, len(boxes), options, data) if level is None else level
        self.step_kernel, self.check_kernel, self.pick_kernel = (
            kernel_of(game, len(boxes), name, self.level) for name in KERNELS
        )
        work = Work(game, players, rotate=rotate, shaping=shaping)
        worlds = game.table_type.zeros(tables * TABLES).view(game.table_type.aligned).reshape(tables, TABLES)
        worlds[:, BLANK] = work.tables.view(game.table_type.aligned)[BLANK]
        numbers = len(game.observation)
        self.widths = numbers if with_observations else 0, numbers if with_finals else 0
        make = self.card.zeros
        self.records = [
            self.card.of(np.frombuffer(each.tobytes(), np.uint8))
            for each in (
                boxes,
                game.table_type.zeros(tables),
                Course.zeros(tables),
                worlds,
                np.tile(work.desks, tables),
            )
        ]
        self.observations = make((tables, self.widths[0]), np.int32)
        self.masks = make((tables, game.actions), np.int8)
        self.choices = make((tables, game.actions), np.int16)
        self.counts = make((tables,), np.int32)
        self.seats = make((tables,), np.int32)
        self.rewards = make((tables, len(players)), np.float32)
        self.overs = make((tables,), np.int8)
        self.lengths = make((tables,), np.int32)
        self.finals = make((tables, self.widths[1]), np.int32)
        self.picked = make((tables,), np.int64)
        self.wrong = make((1,), np.int32)
        self.time = 0
        self.advance(self.picked.address, begins=True)

    @property
    def meanings(self) -> tuple[Spot, ...]:
        """What each number of an observation means."""
        return self.game.observation

    def step(self, actions: Any, *, checked: bool = True) -> Self:
        """Play an action at every table, for the seat that is asked there, and go on to the next question.

        `actions` are int64, on the card or in NumPy. If one of them is illegal, nothing is played anywhere; that is
        not looked for where they are said to be right (`checked=False`), and nobody waits for the card then.
        """
        if isinstance(actions, np.ndarray):
            self.picked.write(actions)
            actions = self.picked
        address = address_of(actions, (self.size,), np.int64)
        if checked:
            self.wrong.write(np.zeros(1, np.int32))
            self.launch(self.check_kernel, [self.masks.address, address, self.size, self.wrong.address])
            if wrong := int(self.wrong.read()[0]):
                raise MatchdayError(f"at {wrong} of {self.size} tables the action is none of the legal ones: see masks")
        self.advance(address)
        return self

    def sample(self) -> Plane:
        """Pick a legal action for every table at random, with dice of the batch's own."""
        places = self.choices, self.counts, self.records[-1], self.picked
        self.launch(self.pick_kernel, [*(each.address for each in places), self.size, self.seed, self.time])
        self.time += 1
        return self.picked

    def reset(self, seed: int | None = None) -> Self:
        """Begin again, with the same seed or another one."""
        self.seed, self.time = self.seed if seed is None else seed, 0
        self.advance(self.picked.address, begins=True)
        return self

    def close(self) -> None:
        """Wait until the card is done."""
        self.card.wait()

    def advance(self, actions: int, *, begins: bool = False) -> None:
        """Let every thread step its table."""
        screens = (
            self.observations,
            self.masks,
            self.choices,
            self.counts,
            self.seats,
            self.rewards,
            self.overs,
            self.lengths,
            self.finals,
        )
        places = [each.address for each in (*self.records, *screens)]
        self.launch(
            self.step_kernel,
            [*places, actions, self.size, *self.widths, len(self.players), self.seed, int(begins)],
        )

    def launch(self, kernel: Kernel, arguments: Sequence[int]) -> None:
        """Begin to run a kernel with a thread for each table."""
        kernel.launch(-(-self.size // THREADS), THREADS, arguments)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<GpuBatch of {self.size:,} tables of {self.game.name}, seed {self.seed}>"
