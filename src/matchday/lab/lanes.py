"""The loop that plays whole matches on a GPU, written once over every game: a kernel, made by `engine/ptx.py`.

A GPU is quick where the 32 threads of a warp do the same, and matches soon do different things. So a block of threads
keeps many more matches than it has threads, each in a lane: it sorts the lanes by the phase they are in, and each warp
takes the next 32 of them, copies their tables into the memory on the chip, plays one decision of each and copies them
back. What is asked together is answered together, and while one warp waits others go on. When all lanes have been
asked once, they are sorted anew.

Bots decide by lot. A match is the same as in `driver.py`: the same dice, the same moves.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from matchday.engine.dice import MASK_32, SPAN_32, Dice, set_key, sip_word
from matchday.engine.record import Array, Record, i8, i32, i64, rows, u64
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, deal, legal, luck, result, score
from matchday.engine.warp import (
    WARP,
    add_to,
    ahead,
    alike,
    arena,
    block,
    blocks,
    bring,
    brought,
    first_of,
    gather,
    heard,
    meet,
    ones,
    put_back,
    thread,
    threads,
)
from matchday.lab.driver import SEATS

DONE, DEAL, FIRST_PHASE = 0, 1, 2  # a lane's state: no match left, a match to be dealt, then the phases
STATES = 64
HEAD = 8 * STATES + 16  # bytes of the arena before its lists: lanes by state, where each state begins, the next lane
LISTED = 3  # bytes of the arena for each lane: its place in the order, and its state
WORD = 8
STEP = WORD * WARP  # bytes that a warp copies at once

AHEAD = 4
"""Words of a table's dice that are drawn ahead, while all threads of a warp do the same; the rules take them as they
come, each thread at its own time."""

TABLE = ROW = 0  # bytes from one to the next; a game's kernel has its own
COURSE = 0  # bytes from a table to what is kept behind it


@cache
def course_type(seats: int) -> type[Record]:
    """Give what is kept of a lane behind its table: the dice of its bots, whose counters count halves of words, and how
    far the match has come.
    """
    fields = {"dice": rows(Dice, seats), "number": i64(), "plies": i32(), "opener": i8()}
    return type("Course", (Record,), fields)


class Drawn(Record):
    """What a table has on a GPU besides its fields."""

    upto: int = u64()  # the first word that is not drawn yet
    words: Array = u64(AHEAD)


def box_at(address: int) -> Any:
    """View the box."""
    raise NotImplementedError


def table_at(address: int) -> Any:
    """View a table."""
    raise NotImplementedError


def tables_at(address: int, length: int) -> Any:
    """View tables in a row."""
    raise NotImplementedError


def course_at(address: int) -> Any:
    """View what is kept of a lane."""
    raise NotImplementedError


def row_at(address: int) -> Any:
    """View the line that is written of a match."""
    raise NotImplementedError


def log_at(address: int) -> Any:
    """View a log; no kernel has one."""
    raise NotImplementedError


def int_at(address: int) -> Any:
    """View a number of 32 bits."""
    raise NotImplementedError


def short_at(address: int) -> Any:
    """View a number of 16 bits."""
    raise NotImplementedError


def byte_at(address: int) -> Any:
    """View a byte."""
    raise NotImplementedError


def room_for_actions() -> Array:
    """Give a thread a list of actions."""
    raise NotImplementedError


def play_lanes(
    boxes: int,
    blanks: int,
    lines: int,
    finals: int,
    tables: int,
    seed: int,
    first: int,
    count: int,
    lanes: int,
) -> None:
    """Play matches `first` to `first + count - 1`, in so many lanes a block: write a line of each, and if there is
    room for `finals` its last table. All but the last four are addresses.
    """
    last = first + count
    me = thread()
    counts = arena()
    starts = counts + 4 * STATES
    cursor = starts + 4 * STATES
    order = counts + HEAD
    states = order + 2 * lanes
    desk = states + lanes + TABLE * WARP * (me // WARP)
    tables += TABLE * lanes * block()
    for lane in range(me, lanes, threads()):
        number = first + block() * lanes + lane
        course_at(tables + TABLE * lane + COURSE).number = number
        byte_at(states + lane).value = DEAL if number < last else DONE
    while True:
        if me < STATES:
            int_at(counts + 4 * me).value = 0
        meet()
        for lane in range(me, lanes, threads()):
            state = byte_at(states + lane).value
            peers = alike(state)
            if ahead(peers) == 0:
                add_to(counts + 4 * state, ones(peers))
        meet()
        if int_at(counts + 4 * DONE).value == lanes:
            return
        if me < STATES:
            start = 0
            for lower in range(me):
                start += int_at(counts + 4 * lower).value
            int_at(starts + 4 * me).value = start
            if me == DEAL:
                int_at(cursor).value = start
        meet()
        for lane in range(me, lanes, threads()):
            state = byte_at(states + lane).value
            peers = alike(state)
            rank = ahead(peers)
            place = add_to(starts + 4 * state, ones(peers)) if rank == 0 else 0
            place = heard(peers, place, first_of(peers)) + rank
            short_at(order + 2 * place).value = lane
        meet()
        ask_all(boxes, blanks, lines, finals, tables, seed, first, last, lanes, cursor, order, states, desk)
        meet()


def ask_all(
    boxes: int,
    blanks: int,
    lines: int,
    finals: int,
    tables: int,
    seed: int,
    first: int,
    last: int,
    lanes: int,
    cursor: int,
    order: int,
    states: int,
    desk: int,
) -> None:
    """Let this warp take the next lanes, in their order, until none is left."""
    me = thread() % WARP
    while True:
        here = add_to(cursor, WARP) if me == 0 else 0
        here = heard(-1, here, 0)
        if here >= lanes:
            return
        taken = min(WARP, lanes - here)
        lane = int(short_at(order + 2 * (here + min(me, taken - 1))).value)
        for each in range(taken):
            source = tables + TABLE * heard(-1, lane, each) + WORD * me
            target = desk + TABLE * each + WORD * me
            for piece in range((TABLE + STEP - 1) // STEP):
                if STEP * piece + WORD * me < TABLE:
                    bring(target + STEP * piece, source + STEP * piece)
        brought()
        gather()
        if me < taken:
            state = byte_at(states + lane).value
            state = step(boxes, blanks, lines, finals, desk + TABLE * me, seed, first, last, lanes, state)
            byte_at(states + lane).value = state
        gather()
        for each in range(taken):
            source = desk + TABLE * each + WORD * me
            target = tables + TABLE * heard(-1, lane, each) + WORD * me
            for piece in range((TABLE + STEP - 1) // STEP):
                if STEP * piece + WORD * me < TABLE:
                    put_back(target + STEP * piece, source + STEP * piece)


def step(
    boxes: int,
    blanks: int,
    lines: int,
    finals: int,
    at: int,
    seed: int,
    first: int,
    last: int,
    lanes: int,
    state: int,
) -> int:
    """Deal a lane's match, or let one decision be made in it; tell the lane's next state."""
    box = box_at(boxes)
    table = table_at(at)
    course = course_at(at + COURSE)
    if state == DEAL:
        start(box, at, course, blanks, seed)
    else:
        draw_ahead(table)
        seat = lowest(table.waiting)
        dice = course.dice[seat]
        half = next_half(dice)
        out = room_for_actions()
        action = out[among(dice, half, legal(box, table, seat, out))]
        apply(box, table, seat, action, log_at(0))
        course.plies += 1
    if table.waiting:
        return FIRST_PHASE + table.phase
    finish(box, at, course, lines, finals, first)
    course.number += lanes * blocks()
    return DEAL if course.number < last else DONE


def start(box: Any, at: int, course: Any, blanks: int, seed: int) -> None:
    """Deal a match."""
    tables_at(at, 1)[0] = table_at(blanks)
    table = table_at(at)
    set_key(table, seed, course.number)
    for seat in range(box.seats):
        set_key(course.dice[seat], seed, -1 - (course.number * SEATS + seat))
    deal(box, table, log_at(0))
    course.plies = 0
    course.opener = lowest(table.waiting)


def finish(box: Any, at: int, course: Any, lines: int, finals: int, first: int) -> None:
    """Write down a finished match."""
    table = table_at(at)
    place = course.number - first
    line = row_at(lines + ROW * place)
    line.plies = course.plies
    line.opener = course.opener
    score(box, table, line.scores)
    result(box, table, line.shares)
    for seat in range(box.seats):
        line.fortunes[seat] = luck(box, table, seat)
    if finals:
        tables_at(finals + TABLE * place, 1)[0] = table


def draw_ahead(table: Any) -> None:
    """Draw the next word, if there is room for it: on average a decision takes less than one."""
    table.upto = max(table.upto, table.counter)
    if table.upto < table.counter + AHEAD:
        table.words[table.upto & (AHEAD - 1)] = sip_word(int(table.key[0]), int(table.key[1]), int(table.upto))
        table.upto += 1


def next_word_drawn(table: Any) -> int:
    """Take the next word of a table's dice, as `dice.next_word` does: one that was drawn ahead, if there is any."""
    counter = int(table.counter)
    if counter < table.upto:
        word = int(table.words[counter & (AHEAD - 1)])
    else:
        word = sip_word(int(table.key[0]), int(table.key[1]), counter)
    table.counter += 1
    return word


def next_half(dice: Any) -> int:
    """Take the next 32 bits of a bot's dice, as `driver.next_half` does: no words are drawn ahead."""
    word = sip_word(int(dice.key[0]), int(dice.key[1]), int(dice.counter) >> 1)
    half = (word >> 32 if dice.counter & 1 else word) & MASK_32
    dice.counter += 1
    return half


def among(dice: Any, half: int, sides: int) -> int:
    """Make a number below `sides` of 32 bits, as `driver.roll_ahead` does."""
    product = half * sides
    if (product & MASK_32) < sides:
        floor = SPAN_32 % sides
        while (product & MASK_32) < floor:
            product = next_half(dice) * sides
    return product >> 32


def walk(boxes: int, blanks: int, lines: int, finals: int, at: int, seed: int, first: int, last: int) -> None:
    """Play matches in a single lane, as one thread of a processor can: what is tested where there is no GPU."""
    course_at(at + COURSE).number = first
    state = DEAL
    while state != DONE:
        state = step(boxes, blanks, lines, finals, at, seed, first, last, 1, state)
