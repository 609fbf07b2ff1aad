"""The loop that steps many tables at once, written once over every game; compiled, it takes no Python at all.

A table of a batch plays one match after the other. Its dice come from (seed, match number), a bot's from (seed, match
number, ply), so that nothing depends on how tables are spread over threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from matchday.bots.trials import LUCK, ROOT, SENSE, decide
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.log import Log
from matchday.engine.record import Array, Record, f32, f64, i32, i64, rows
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, choose, deal, hide, legal, observe, result, score

SEATS = 4
OUTSIDE, RANDOM, GREEDY, THINKING = 0, 1, 2, 3  # who decides: whoever steps the batch, or a bot
BLANK, SEEN = 0, 1  # the tables of a desk: an empty one, and what a seat may see of the one that is stepped
TABLES = 2
PLAY, BEGIN, SKIP = 0, 1, 2  # a step: play the actions, deal the first matches, deal the next ones
PLIES = 1 << 20  # more than any match has


class Desk(Record):
    """The working space of one thread: the loop allocates nothing."""

    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, 1)
    policies: Array = i64(SEATS)  # who decides, by place among the players
    turning: int = i64()  # 1 where players change seats from match to match
    shaping: float = f64()  # what a goal or point of lead is worth as it falls
    scores: Array = i32(SEATS)
    shares: Array = f64(SEATS)


class Course(Record):
    """What is kept of a table besides the table itself."""

    number: int = i64()  # of its match
    plies: int = i32()
    leads: Array = f32(SEATS)  # how far each player was ahead when rewards were last given


class Screens(NamedTuple):
    """What the outside sees of every table, a row each."""

    observations: Any
    """What the seat that is asked knows."""
    masks: Any
    """1 for each action that it may play."""
    choices: Any
    """The same actions, listed from the left …"""
    counts: Any
    """… so many."""
    seats: Any
    """Who is asked."""
    rewards: Any
    """By seat; where players change seats, by their place among the players."""
    overs: Any
    """1 where a match has just ended and the next one was dealt."""
    lengths: Any
    """The decisions of the last match that has ended."""
    finals: Any
    """What the last to decide knew at its end; may have no columns, then nobody asks."""


def step_tables(
    boxes: Any,
    tables: Any,
    courses: Any,
    worlds: Any,
    imagined: Any,
    plans: Any,
    nets: Any,
    desks: Any,
    screens: Screens,
    actions: Any,
    seed: int,
    first: int,
    last: int,
    how: int,
) -> None:
    """Play an action at each of the tables `first` to `last - 1` and go on to the next question to the outside; a match
    that ends is followed by the next one. `how` may say that matches are dealt instead: the first ones or the next.

    `boxes` holds the box as each seat knows it, then the whole one; `worlds` the tables of the one desk, `imagined`
    those of thinking bots, which have `plans`; `nets` is what was learnt for each seat. A door to this loop says which
    `answer` it is made for.
    """
    box = boxes[len(boxes) - 1]
    desk = desks[0]
    log = desk.log[0]
    for spot in range(first, last):
        table = tables[spot]
        course = courses[spot]
        choices = screens.choices[spot]
        rewards = screens.rewards[spot]
        screens.overs[spot] = 0
        for player in range(len(rewards)):
            rewards[player] = 0.0
        if how != PLAY:
            tables[spot] = worlds[BLANK]
            begin_match(box, table, course, log, seed, spot if how == BEGIN else int(course.number) + len(tables))
        else:
            apply(box, table, screens.seats[spot], actions[spot], log)
            course.plies += 1
        asking = True
        while asking:
            if table.waiting == 0:
                add_rewards(box, table, course, desk, rewards)
                screens.overs[spot] = 1
                screens.lengths[spot] = course.plies
                if len(screens.finals[spot]):
                    worlds[SEEN] = tables[spot]
                    hide(box, worlds[SEEN], screens.seats[spot])
                    observe(box, worlds[SEEN], screens.seats[spot], screens.finals[spot])
                tables[spot] = worlds[BLANK]
                begin_match(box, table, course, log, seed, int(course.number) + len(tables))
                continue
            seat = lowest(table.waiting)
            count = legal(box, table, seat, choices)
            worlds[SEEN] = tables[spot]
            hide(box, worlds[SEEN], seat)
            player = player_at(desk, course, len(rewards), seat)
            if desk.policies[player] == OUTSIDE:
                asking = False
                show(box, worlds, screens, spot, seat, count)
            else:
                begin_dice(desk.dice[0], seed, course)
                action = answer(boxes, worlds, imagined, plans, nets, desk, player, seat, choices, count)
                apply(box, table, seat, action, log)
                course.plies += 1
        if desk.shaping != 0.0:
            add_shaping(box, table, course, desk, rewards)


def begin_match(box: Any, table: Any, course: Any, log: Any, seed: int, number: int) -> None:
    """Deal a match on an empty table."""
    course.number = number
    course.plies = 0
    for player in range(SEATS):
        course.leads[player] = 0.0
    set_key(table, seed, number)
    deal(box, table, log)


def begin_dice(dice: Any, seed: int, course: Any) -> None:
    """Give a bot the dice of its decision: no state is kept."""
    set_key(dice, seed, -1 - (int(course.number) * PLIES + int(course.plies)))


def player_at(desk: Any, course: Any, players: int, seat: int) -> int:
    """Tell which of the players has a seat in this match."""
    return (seat + course.number) % players if desk.turning else seat


def show(box: Any, worlds: Any, screens: Screens, spot: int, seat: int, count: int) -> None:
    """Show the outside what it is asked."""
    mask = screens.masks[spot]
    choices = screens.choices[spot]
    for action in range(len(mask)):
        mask[action] = 0
    for place in range(count):
        mask[choices[place]] = 1
    screens.counts[spot] = count
    screens.seats[spot] = seat
    if len(screens.observations[spot]):
        observe(box, worlds[SEEN], seat, screens.observations[spot])


def add_rewards(box: Any, table: Any, course: Any, desk: Any, rewards: Any) -> None:
    """Reward a finished match: 1 for a win, -1 for a defeat, 0 where all are level."""
    if desk.shaping != 0.0:
        add_shaping(box, table, course, desk, rewards)
    result(box, table, desk.shares)
    for seat in range(box.seats):
        rewards[player_at(desk, course, len(rewards), seat)] += 2.0 * desk.shares[seat] - 1.0


def add_shaping(box: Any, table: Any, course: Any, desk: Any, rewards: Any) -> None:
    """Reward what has come to each player's lead over the mean of the others since it was last rewarded."""
    score(box, table, desk.scores)
    together = 0
    for seat in range(box.seats):
        together += int(desk.scores[seat])
    for seat in range(box.seats):
        player = player_at(desk, course, len(rewards), seat)
        own = float(desk.scores[seat])
        lead = own - (together - own) / max(1, len(rewards) - 1)
        rewards[player] += desk.shaping * (lead - course.leads[player])
        course.leads[player] = lead


def answer(
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
    """Stand for one of the functions below."""
    raise NotImplementedError


def answer_simply(
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
    """Decide by lot or with the playing sense."""
    if desk.policies[player] == RANDOM:
        return choices[roll(desk.dice[0], count)]
    return choose(boxes[seat], worlds[SEEN], seat, choices, count, desk.dice[0])


def answer_thoughtfully(
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
    """Decide as the levels do."""
    if desk.policies[player] != THINKING:
        return answer_simply(boxes, worlds, imagined, plans, nets, desk, player, seat, choices, count)
    plan = plans[player]
    for dice in (LUCK, SENSE):
        plan.dice[dice].key[0] = desk.dice[0].key[0]
        plan.dice[dice].key[1] = desk.dice[0].key[1]
        plan.dice[dice].counter = 0
    imagined[ROOT] = worlds[SEEN]
    return decide(boxes[seat], imagined, seat, plan, nets[seat])


def first_illegal(masks: Any, actions: Any) -> int:
    """Tell at which table the action may not be played; -1 where all may."""
    for spot in range(len(actions)):
        action = actions[spot]
        if action < 0 or action >= len(masks[spot]) or masks[spot, action] == 0:
            return spot
    return -1


def pick_at_random(choices: Any, counts: Any, dice: Any, out: Any) -> None:
    """Pick a legal action at each table."""
    for spot in range(len(out)):
        out[spot] = choices[spot, roll(dice[0], counts[spot])]
