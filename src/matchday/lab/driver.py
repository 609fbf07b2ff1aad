"""The loop that plays whole matches, written once over every game; compiled, it takes no Python at all.

A match's dice come from (seed, match number) and each bot's from (seed, match number, seat), so that results do not
depend on how matches are spread over threads. Sums are integers: added up in any order they give the same totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matchday.engine.dice import MASK_32, SPAN_32, Dice, next_words, set_key
from matchday.engine.log import CAPACITY, Log
from matchday.engine.record import Array, Record, f64, i16, i32, i64, rows, u64
from matchday.engine.slots import apply, choose, deal, hide, legal, result, score

SEATS = 4
SCORES = 128
EVENTS = 256
ACTIONS = 1024
WORDS = 16
RANDOM, GREEDY = 0, 1
POLICIES = {"random": RANDOM, "greedy": GREEDY}

REAL, SEEN, BLANK = 0, 1, 2  # the tables of a run: the match, what a bot may see of it, and an empty one
TABLES = 3


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


class Desk(Record):
    """The working space of one thread: the loop allocates nothing."""

    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, SEATS)
    words: Array = u64(SEATS, WORDS)  # of the dice of random bots, drawn ahead
    used: Array = i64(SEATS)  # halves of them
    policies: Array = i64(SEATS)
    actions: Array = i16(ACTIONS)
    scores: Array = i32(SEATS)
    shares: Array = f64(SEATS)


def play_matches(box: Any, tables: Any, desk: Any, totals: Any, seed: int, first: int, count: int) -> None:
    """Play matches `first` to `first + count - 1` and add them to the totals."""
    table = tables[REAL]
    log = desk.log[0]
    for number in range(first, first + count):
        tables[REAL] = tables[BLANK]
        set_key(table, seed, number)
        for seat in range(box.seats):
            set_key(desk.dice[seat], seed, -1 - (number * SEATS + seat))
            desk.used[seat] = 2 * WORDS
        deal(box, table, log)
        count_events(log, totals)
        opener = lowest(table.waiting)
        plies = play_match(box, tables, desk, totals)
        add_match(box, table, desk, totals, opener, plies)


def play_match(box: Any, tables: Any, desk: Any, totals: Any) -> int:
    """Play one match that has been dealt; return the number of decisions."""
    table = tables[REAL]
    log = desk.log[0]
    out = desk.actions
    plies = 0
    while table.waiting:
        seat = lowest(table.waiting)
        count = legal(box, table, seat, out)
        if desk.policies[seat] == RANDOM:
            action = out[roll_ahead(desk, seat, count)]
        else:
            tables[SEEN] = tables[REAL]
            hide(box, tables[SEEN], seat)
            action = choose(box, tables[SEEN], seat, out, count, desk.dice[seat])
        totals.actions[action] += 1
        apply(box, table, seat, action, log)
        count_events(log, totals)
        plies += 1
    return plies


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


def lowest(waiting: int) -> int:
    """Give the lowest seat of a mask."""
    seat = 0
    while not waiting >> seat & 1:
        seat += 1
    return seat


def count_events(log: Any, totals: Any) -> None:
    """Count the kinds of the last action's events."""
    for place in range(min(int(log.count), CAPACITY)):
        totals.events[log.events[place].kind] += 1


def add_match(box: Any, table: Any, desk: Any, totals: Any, opener: int, plies: int) -> None:
    """Add a finished match to the totals."""
    score(box, table, desk.scores)
    result(box, table, desk.shares)
    totals.matches += 1
    totals.decisions += plies
    totals.longest = max(int(totals.longest), plies)
    best = -1
    second = -1
    together = 0
    for seat in range(box.seats):
        points = int(desk.scores[seat])
        together += points
        totals.points[seat] += points
        totals.squares[seat] += points * points
        totals.scores[seat, max(0, min(points, SCORES - 1))] += 1
        if desk.shares[seat] == 1.0:
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
    totals.first_wins += desk.shares[opener] == 1.0
    totals.first_losses += desk.shares[opener] != 1.0
