"""The kernels that step the tables of a batch on a GPU, a thread each: the loop of `stepping.py` itself."""

from __future__ import annotations

from typing import Any

from matchday.engine.dice import roll, set_key
from matchday.engine.warp import add_to, block, thread, threads
from matchday.envs.stepping import Screens, step_tables

ACTIONS = BOXES = TABLE = DESK = 0  # a game's kernel has its own
PICKING = 1 << 62  # dice of their own for picking at random


def boxes_at(address: int, length: int) -> Any:
    """View the boxes."""
    raise NotImplementedError


def tables_at(address: int, length: int) -> Any:
    """View tables."""
    raise NotImplementedError


def courses_at(address: int, length: int) -> Any:
    """View what is kept of tables."""
    raise NotImplementedError


def desks_at(address: int, length: int) -> Any:
    """View desks."""
    raise NotImplementedError


def plans_at(address: int, length: int) -> Any:
    """View the plans of thinking bots; there are none here."""
    raise NotImplementedError


def longs_at(address: int, length: int) -> Any:
    """View numbers of 64 bits."""
    raise NotImplementedError


def ints_at(address: int, length: int) -> Any:
    """View numbers of 32 bits."""
    raise NotImplementedError


def bytes_at(address: int, length: int) -> Any:
    """View bytes."""
    raise NotImplementedError


def int_rows_at(address: int, length: int, width: int) -> Any:
    """View rows of numbers of 32 bits."""
    raise NotImplementedError


def short_rows_at(address: int, length: int, width: int) -> Any:
    """View rows of numbers of 16 bits."""
    raise NotImplementedError


def byte_rows_at(address: int, length: int, width: int) -> Any:
    """View rows of bytes."""
    raise NotImplementedError


def float_rows_at(address: int, length: int, width: int) -> Any:
    """View rows of floating-point numbers of 32 bits."""
    raise NotImplementedError


def step_spots(
    boxes: int,
    tables: int,
    courses: int,
    worlds: int,
    desks: int,
    observations: int,
    masks: int,
    choices: int,
    counts: int,
    seats: int,
    rewards: int,
    overs: int,
    lengths: int,
    finals: int,
    actions: int,
    size: int,
    numbers: int,
    last_numbers: int,
    players: int,
    seed: int,
    begins: int,
) -> None:
    """Play an action at this thread's table; see `step_tables`."""
    spot = block() * threads() + thread()
    if spot >= size:
        return
    screens = Screens(
        int_rows_at(observations, size, numbers),
        byte_rows_at(masks, size, ACTIONS),
        short_rows_at(choices, size, ACTIONS),
        ints_at(counts, size),
        ints_at(seats, size),
        float_rows_at(rewards, size, players),
        bytes_at(overs, size),
        ints_at(lengths, size),
        int_rows_at(finals, size, last_numbers),
    )
    step_tables(
        boxes_at(boxes, BOXES),
        tables_at(tables, size),
        courses_at(courses, size),
        tables_at(worlds + 2 * TABLE * spot, 2),
        tables_at(0, 0),
        plans_at(0, 0),
        longs_at(0, 0),  # nothing was learnt by whoever decides by lot
        desks_at(desks + DESK * spot, 1),
        screens,
        longs_at(actions, size),
        seed,
        spot,
        spot + 1,
        begins,
    )


def count_illegal(masks: int, actions: int, size: int, found: int) -> None:
    """Count the tables at which the action may not be played."""
    spot = block() * threads() + thread()
    if spot >= size:
        return
    action = longs_at(actions, size)[spot]
    if action < 0 or action >= ACTIONS or byte_rows_at(masks, size, ACTIONS)[spot, action] == 0:
        add_to(found, 1)


def pick_spots(choices: int, counts: int, desks: int, out: int, size: int, seed: int, time: int) -> None:
    """Pick a legal action at this thread's table, with dice of this time."""
    spot = block() * threads() + thread()
    if spot >= size:
        return
    dice = desks_at(desks + DESK * spot, 1)[0].dice[0]
    set_key(dice, seed, PICKING + time * size + spot)
    longs_at(out, size)[spot] = short_rows_at(choices, size, ACTIONS)[spot, roll(dice, ints_at(counts, size)[spot])]


def answer_by_lot(
    boxes: Any,
    worlds: Any,
    imagined: Any,
    plans: Any,
    nets: Any,
    desk: Any,
    player: int,
    seat: int,
    choices: Any,
    count: int,
) -> int:
    """Decide by lot, as `answer_simply` does for random bots."""
    return choices[roll(desk.dice[0], count)]
