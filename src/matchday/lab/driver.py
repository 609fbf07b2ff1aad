"""The loop that plays whole matches, written once over every game and every kind of bot; compiled, it takes no Python
at all.

A match's dice come from (seed, match number), a simple bot's from (seed, match number, seat), a thinking one's from
(seed, match number, ply), so that results do not depend on how matches are spread over threads. Sums are integers:
added up in any order they give the same totals. In mirrored runs every deal is played twice, from both sides (common
random numbers).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matchday.bots.trials import LUCK, ROOT, SENSE, decide
from matchday.engine.dice import MASK_32, SPAN_32, Dice, next_words, set_key
from matchday.engine.log import CAPACITY, Log
from matchday.engine.record import Array, Record, f64, i8, i16, i32, i64, rows, u64
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, choose, deal, hide, legal, luck, result, score

SEATS = 4
SCORES = 128
EVENTS = 256
ACTIONS = 1024
WORDS = 16
PLIES = 1 << 20  # more than any match has
RANDOM, GREEDY, THINKING = 0, 1, 2
POLICIES = {"random": RANDOM, "greedy": GREEDY}

REAL, SEEN, BLANK = 0, 1, 2  # the tables of a run: the match, what a bot may see of it, and an empty one
TABLES = 3
WHOLE = SEATS  # among the boxes: first those that the seats know, then the whole one
BOXES = SEATS + 1


class Totals(Record):
    """What a run of matches added up to."""

    matches: int = i64()
    decisions: int = i64()
    longest: int = i64()  # most decisions in a match
    draws: int = i64()  # matches that nobody won
    wins: Array = i64(SEATS)
    points: Array = i64(SEATS)  # sum of scores
    squares: Array = i64(SEATS)  # sum of squared scores
    scores: Array = i64(SEATS, SCORES)  # how often each seat had each score; the last counts that many or more
    together: Array = i64(SCORES)  # how often all seats together had each score
    margins: Array = i64(SCORES)  # how often the winners were so far ahead of the next
    first_wins: int = i64()  # matches won by the seat that was asked first
    first_losses: int = i64()
    events: Array = i64(EVENTS)  # how often each event was told
    actions: Array = i64(ACTIONS)  # how often each action was played


class Row(Record):
    """One match of a run."""

    plies: int = i32()
    opener: int = i8()  # the seat that was asked first
    scores: Array = i32(SEATS)
    shares: Array = f64(SEATS)
    fortunes: Array = i32(SEATS)  # luck with dice, in ten-thousandths of a goal or point


class Desk(Record):
    """The working space of one thread: the loop allocates nothing."""

    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, SEATS)
    words: Array = u64(SEATS, WORDS)  # of the dice of random bots, drawn ahead
    used: Array = i64(SEATS)  # halves of them
    mirrored: int = i64()  # 1 where every deal is played twice with seats exchanged
    policies: Array = i64(SEATS)
    choices: Array = i64(SEATS)  # decisions that left a thinking bot a choice, by seat; in mirrored runs by contestant
    actions: Array = i16(ACTIONS)
    scores: Array = i32(SEATS)
    shares: Array = f64(SEATS)


def play_matches(
    box: Any, boxes: Any, tables: Any, mind: Any, desk: Any, totals: Any, lines: Any, seed: int, first: int, count: int
) -> None:
    """Play matches `first` to `first + count - 1`: add them to the totals, write a line of each while there is room.

    `box` is the whole one; `boxes` holds the box as each seat knows it, then the whole one again; `mind` the tables and
    plans of thinking bots and what they have learnt. A door to this loop says which `pick` it is made for.
    """
    table = tables[REAL]
    log = desk.log[0]
    out = desk.actions
    for number in range(first, first + count):
        tables[REAL] = tables[BLANK]
        set_key(table, seed, number >> int(desk.mirrored))
        begin_match(box, desk, seed, number)
        deal(box, table, log)
        count_events(log, totals)
        opener = lowest(table.waiting)
        plies = 0
        while table.waiting:
            seat = lowest(table.waiting)
            options = legal(box, table, seat, out)
            if desk.policies[seat] == RANDOM:  # here, not in `pick`: nothing is as quick
                action = out[roll_ahead(desk, seat, options)]
            else:
                action = pick(boxes, tables, mind, desk, seat, options, seed, number, plies)
            totals.actions[action] += 1
            apply(box, table, seat, action, log)
            count_events(log, totals)
            plies += 1
        add_match(box, table, desk, totals, opener, plies)
        if number - first < len(lines):
            write_line(box, table, desk, lines[number - first], opener, plies)


def begin_match(box: Any, desk: Any, seed: int, number: int) -> None:
    """Give the simple bots of a match their dice."""
    for seat in range(box.seats):
        set_key(desk.dice[seat], seed, -1 - (number * SEATS + seat))
        desk.used[seat] = 2 * WORDS


def contestant(desk: Any, seat: int, number: int) -> int:
    """Tell who sits on a seat: in mirrored runs the contestants take every other seat, by turns."""
    return (seat + number) & 1 if desk.mirrored else seat


def pick(boxes: Any, tables: Any, mind: Any, desk: Any, seat: int, count: int, seed: int, number: int, ply: int) -> int:
    """Stand for one of the functions below."""
    raise NotImplementedError


def pick_simply(
    boxes: Any, tables: Any, mind: Any, desk: Any, seat: int, count: int, seed: int, number: int, ply: int
) -> int:
    """Choose with the playing sense."""
    tables[SEEN] = tables[REAL]
    hide(boxes[WHOLE], tables[SEEN], seat)
    return choose(boxes[seat], tables[SEEN], seat, desk.actions, count, desk.dice[seat])


def pick_thoughtfully(
    boxes: Any, tables: Any, mind: Any, desk: Any, seat: int, count: int, seed: int, number: int, ply: int
) -> int:
    """Choose as the seat's bot does: with the playing sense, or by trials."""
    who = contestant(desk, seat, number)
    desk.choices[who] += count > 1
    if desk.policies[seat] != THINKING:
        return pick_simply(boxes, tables, mind, desk, seat, count, seed, number, ply)
    worlds, plans, nets = mind
    plan = plans[who]
    set_key(plan.dice[LUCK], seed, -1 - (number * PLIES + ply))
    set_key(plan.dice[SENSE], seed, -1 - (number * PLIES + ply))
    worlds[ROOT] = tables[REAL]
    hide(boxes[WHOLE], worlds[ROOT], seat)
    return decide(boxes[seat], worlds, seat, plan, nets[who])


def write_line(box: Any, table: Any, desk: Any, line: Any, opener: int, plies: int) -> None:
    """Write down one match; scores and shares are on the desk."""
    line.plies = plies
    line.opener = opener
    for seat in range(box.seats):
        line.scores[seat] = desk.scores[seat]
        line.shares[seat] = desk.shares[seat]
        line.fortunes[seat] = luck(box, table, seat)


def roll_ahead(desk: Any, seat: int, sides: int) -> int:
    """Roll a random bot's dice as `roll` does, but with half a word at a time."""
    product = next_half(desk, seat) * sides
    if (product & MASK_32) < sides:
        floor = SPAN_32 % sides
        while (product & MASK_32) < floor:
            product = next_half(desk, seat) * sides
    return product >> 32


def next_half(desk: Any, seat: int) -> int:
    """Take the next 32 bits of a seat's dice; when all words are used, draw the next few."""
    used = desk.used[seat]
    if used == 2 * WORDS:
        next_words(desk.dice[seat], desk.words[seat])
        used = 0
    desk.used[seat] = used + 1
    word = int(desk.words[seat, used >> 1])
    return (word >> 32 if used & 1 else word) & MASK_32


def count_events(log: Any, totals: Any) -> None:
    """Count the kinds of the last action's events."""
    for place in range(min(int(log.count), CAPACITY)):
        totals.events[log.events[place].kind] += 1


def add_match(box: Any, table: Any, desk: Any, totals: Any, opener: int, plies: int) -> None:
    """Add a finished match to the totals."""
    score(box, table, desk.scores)
    result(box, table, desk.shares)
    add_result(box.seats, desk.scores, desk.shares, totals, opener, plies)


def add_result(seats: int, scores: Any, shares: Any, totals: Any, opener: int, plies: int) -> None:
    """Add what a match came to."""
    totals.matches += 1
    totals.decisions += plies
    totals.longest = max(int(totals.longest), plies)
    best = -1
    second = -1
    together = 0
    for seat in range(seats):
        points = int(scores[seat])
        together += points
        totals.points[seat] += points
        totals.squares[seat] += points * points
        totals.scores[seat, max(0, min(points, SCORES - 1))] += 1
        if shares[seat] == 1.0:
            totals.wins[seat] += 1
            best = max(best, points)
        else:
            second = max(second, points)
    totals.together[max(0, min(together, SCORES - 1))] += 1
    if best < 0:
        totals.draws += 1
        totals.margins[0] += 1
        return
    totals.margins[max(0, min(best - second, SCORES - 1))] += 1
    totals.first_wins += shares[opener] == 1.0
    totals.first_losses += shares[opener] != 1.0


def add_rows(seats: int, lines: Any, totals: Any) -> None:
    """Add matches of which only lines are known; the totals come in an array of one."""
    for place in range(len(lines)):
        line = lines[place]
        add_result(seats, line.scores, line.shares, totals[0], line.opener, line.plies)
