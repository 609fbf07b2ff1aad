"""The loop of the lab: whole matches as `lab/driver.py` plays them, with a line of each and some decisions kept.

Besides the result a line tells how it came: who led when, how many decisions were forced, in which phase it ended. Of
the decisions every n-th is kept with its table, to be looked at later; which ones depends on the seed and the
match alone. A seat may be barred from some actions (restricted play), and a deal may be played several times with
other dice after it. Nothing here depends on how matches are spread over threads or machines.
"""

from __future__ import annotations

from typing import Any

from matchday.bots.trials import LUCK, ROOT, SENSE, decide, glance, list_candidates, weigh
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.log import CAPACITY
from matchday.engine.record import Array, Record, f64, i8, i16, i32, i64, rows, u8
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, choose, deal, hide, legal, result, score
from matchday.lab.driver import (
    ACTIONS,
    BLANK,
    EVENTS,
    PLIES,
    RANDOM,
    REAL,
    SEATS,
    SEEN,
    THINKING,
    WHOLE,
    begin_match,
    next_half,
    roll_ahead,
)

COUNTS = 8  # things counted in each match, at most
SAMPLING, AFTER = 0x5A11, 0xD1CE  # mixed into the seed: dice that choose decisions, and dice after a deal


class Line(Record):
    """One match."""

    plies: int = i32()
    opener: int = i8()  # the seat that was asked first
    last: int = u8()  # the phase of the last decision
    forced: int = i32()  # decisions that left no choice
    changes: int = i16()  # how often another side took the lead
    leaders: int = i16()  # bit mask of the seats with the best score at the end, 0 where all are level
    since: int = i32()  # decisions made when the score last had other leaders
    scores: Array = i32(SEATS)
    behind: Array = i64(SEATS)  # points behind the best, summed over all decisions
    counts: Array = i32(COUNTS)  # how often each thing that is counted happened
    shares: Array = f64(SEATS)


class Sample(Record):
    """One decision that is kept; its table lies beside it."""

    number: int = i64()
    ply: int = i32()
    seat: int = i8()
    options: int = i16()
    action: int = i16()


class Tray(Record):
    """What the loop is told beyond the desk, and its place in the samples."""

    every: int = i64()  # one decision in so many is kept; 0 keeps none
    deals: int = i64()  # how often each deal is played, with other dice after it
    filled: int = i64()  # samples so far
    most: int = i64()  # decisions that a match may have
    barred: Array = i8(SEATS)  # 1 where a seat may not play some actions …
    bars: Array = i8(SEATS, ACTIONS)  # … which are 1 here
    counting: int = i8()  # 1 where something is counted:
    kinds: Array = i8(EVENTS)  # kinds of events, each with its place among the counts + 1 …
    gains: Array = i32(COUNTS)  # … and points that a seat gains at once, by their place; 0 where that is an event
    changed: int = i64()  # when the leaders last changed …
    led: int = i64()  # … who led last …
    best: int = i64()  # … and the best score since then
    dice: Dice = rows(Dice, 1)


def play_lines(
    box: Any, boxes: Any, tables: Any, mind: Any, desk: Any, tray: Any, lines: Any, kept: Any, seed: int, first: int
) -> int:
    """Play as many matches as there are lines, from number `first` on; stop early where samples might not fit.

    `kept` are the samples and their tables. Tells how many matches were played.
    """
    table = tables[REAL]
    log = desk.log[0]
    out = desk.actions
    samples, worlds = kept
    for place in range(len(lines)):
        if tray.every and len(samples) - tray.filled < tray.most:
            return place
        number = first + place
        line = lines[place]
        tables[REAL] = tables[BLANK]
        set_key(table, seed, number // int(tray.deals))
        begin_match(box, desk, seed, number)
        deal(box, table, log)
        if tray.deals > 1:
            set_key(table, seed ^ AFTER, number)
        wait = first_sample(tray, seed, number)
        begin_line(line, tray, lowest(table.waiting))
        if tray.counting:
            count_kinds(log, tray, line)
        plies = 0
        while table.waiting:
            seat = lowest(table.waiting)
            options = legal(box, table, seat, out)
            line.forced += options == 1
            line.last = table.phase
            if tray.barred[seat]:
                options = leave_out(tray, seat, out, options)
            if desk.policies[seat] == RANDOM:
                action = out[roll_ahead(desk, seat, options)]
            else:
                action = pick(boxes, tables, mind, desk, tray, seat, options, seed, number, plies)
            if plies == wait:
                keep(tray, samples, worlds, tables, number, plies, seat, options, action)
                wait += tray.every
            apply(box, table, seat, action, log)
            plies += 1
            if tray.counting:
                count_kinds(log, tray, line)
            score(box, table, desk.scores)
            follow(box, desk, tray, line, plies)
        end_line(box, table, desk, tray, line, plies)
    return len(lines)


def first_sample(tray: Any, seed: int, number: int) -> int:
    """Tell which decision of a match is the first to be kept; from there on it is every n-th."""
    if tray.every == 0:
        return -1
    set_key(tray.dice[0], seed ^ SAMPLING, number)
    return roll(tray.dice[0], tray.every)


def keep(
    tray: Any, samples: Any, worlds: Any, tables: Any, number: int, ply: int, seat: int, options: int, action: int
) -> None:
    """Keep one decision and the table that it was made at."""
    sample = samples[tray.filled]
    sample.number = number
    sample.ply = ply
    sample.seat = seat
    sample.options = options
    sample.action = action
    worlds[tray.filled] = tables[REAL]
    tray.filled += 1


def begin_line(line: Any, tray: Any, opener: int) -> None:
    """Begin a match with nobody ahead."""
    line.opener = opener
    line.forced = 0
    line.changes = 0
    line.leaders = 0
    line.last = 0
    for seat in range(SEATS):
        line.behind[seat] = 0
        line.scores[seat] = 0
    for place in range(COUNTS):
        line.counts[place] = 0
    tray.changed = 0
    tray.led = 0
    tray.best = 0


def follow(box: Any, desk: Any, tray: Any, line: Any, plies: int) -> None:
    """See who leads now. What each seat is behind is summed up only when a score changes."""
    same = True
    for seat in range(box.seats):
        same = same and desk.scores[seat] == line.scores[seat]
    if same:
        return
    settle_behind(box, tray, line, plies)
    best = desk.scores[0]
    for seat in range(1, box.seats):
        best = max(best, desk.scores[seat])
    leaders = 0
    for seat in range(box.seats):
        if tray.counting:
            count_gain(desk.scores[seat] - line.scores[seat], tray, line)
        line.scores[seat] = desk.scores[seat]
        if desk.scores[seat] == best:
            leaders |= 1 << seat
    if leaders == (1 << int(box.seats)) - 1:
        leaders = 0
    tray.best = best
    if leaders != line.leaders:
        line.leaders = leaders
        line.since = plies
        if leaders:
            line.changes += tray.led != 0 and (tray.led & leaders) == 0
            tray.led = leaders


def count_kinds(log: Any, tray: Any, line: Any) -> None:
    """Count those of the last action's events that somebody wants to know of."""
    for event in range(min(int(log.count), CAPACITY)):
        place = tray.kinds[log.events[event].kind]
        if place:
            line.counts[place - 1] += 1


def count_gain(points: int, tray: Any, line: Any) -> None:
    """Count what a seat has gained at once, if somebody wants to know of just so many points."""
    for place in range(COUNTS):
        line.counts[place] += points != 0 and points == tray.gains[place]


def settle_behind(box: Any, tray: Any, line: Any, plies: int) -> None:
    """Sum up how far each seat was behind since the score last changed."""
    for seat in range(box.seats):
        line.behind[seat] += (tray.best - line.scores[seat]) * (plies - tray.changed)
    tray.changed = plies


def end_line(box: Any, table: Any, desk: Any, tray: Any, line: Any, plies: int) -> None:
    """Write down how a match ended."""
    settle_behind(box, tray, line, plies)
    result(box, table, desk.shares)
    line.plies = plies
    if line.leaders == 0:
        line.since = plies
    for seat in range(box.seats):
        line.shares[seat] = desk.shares[seat]


def leave_out(tray: Any, seat: int, out: Any, options: int) -> int:
    """Leave out what a seat is barred from; where nothing else can be done it may."""
    left = 0
    for place in range(options):
        if not tray.bars[seat, out[place]]:
            out[left] = out[place]
            left += 1
    return left or options


def pick(
    boxes: Any, tables: Any, mind: Any, desk: Any, tray: Any, seat: int, count: int, seed: int, number: int, ply: int
) -> int:
    """Stand for one of the functions below."""
    raise NotImplementedError


def pick_by_sense(
    boxes: Any, tables: Any, mind: Any, desk: Any, tray: Any, seat: int, count: int, seed: int, number: int, ply: int
) -> int:
    """Choose with the playing sense; if that insists on what the seat is barred from, any other."""
    tables[SEEN] = tables[REAL]
    hide(boxes[WHOLE], tables[SEEN], seat)
    if not tray.barred[seat]:
        return choose(boxes[seat], tables[SEEN], seat, desk.actions, count, desk.dice[seat])
    other = desk.actions[next_half(desk, seat) % count]
    action = choose(boxes[seat], tables[SEEN], seat, desk.actions, count, desk.dice[seat])
    return other if tray.bars[seat, action] else action


def pick_by_trials(
    boxes: Any, tables: Any, mind: Any, desk: Any, tray: Any, seat: int, count: int, seed: int, number: int, ply: int
) -> int:
    """Choose as the seat's bot does: with the playing sense, or by trials with the same dice as in a simulation."""
    if desk.policies[seat] != THINKING:
        return pick_by_sense(boxes, tables, mind, desk, tray, seat, count, seed, number, ply)
    worlds, plans, nets = mind
    plan = plans[seat]
    set_key(plan.dice[LUCK], seed, -1 - (number * PLIES + ply))
    set_key(plan.dice[SENSE], seed, -1 - (number * PLIES + ply))
    worlds[ROOT] = tables[REAL]
    hide(boxes[WHOLE], worlds[ROOT], seat)
    if not tray.barred[seat]:
        return decide(boxes[seat], worlds, seat, plan, nets[seat])
    return decide_within(boxes[seat], worlds, seat, plan, nets[seat], tray)


def decide_within(box: Any, worlds: Any, seat: int, plan: Any, net: Any, tray: Any) -> int:
    """Decide as `bots/trials.py` does, among what the seat is not barred from."""
    plan.log[0].muted = 1
    plan.worlds = 0
    plan.best = 0
    list_candidates(box, worlds, seat, plan, net)
    bar_candidates(plan, tray, seat)
    if plan.count > 1:
        if plan.slip > 0 and roll(plan.dice[LUCK], 1024) < plan.slip * 1024:
            plan.best = glance(box, worlds, seat, plan, net)
        elif plan.effort > 0:
            plan.best = weigh(box, worlds, seat, plan, net)
    return plan.candidates[plan.best].action


def bar_candidates(plan: Any, tray: Any, seat: int) -> None:
    """Leave the candidates out that a seat is barred from, unless there are no others."""
    left = 0
    for place in range(plan.count):
        left += not tray.bars[seat, plan.candidates[place].action]
    if left == 0:
        return
    left = 0
    for place in range(plan.count):
        if not tray.bars[seat, plan.candidates[place].action]:
            plan.candidates[left].action = plan.candidates[place].action
            left += 1
    plan.count = left
