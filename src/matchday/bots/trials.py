"""Paired trials: every candidate is tried in the same imagined worlds, with the same luck.

A world is imagined (`redeal`, determinization); each candidate action is played in a copy of it, and all seats play on
with the game's playing sense, each by what it knows (a rollout). The luck is common to all candidates (common random
numbers), so that what differs is the choice: it is laid out anew at every decision, by the moment of the match and the
phase, so that one more purchase before a shot does not change the dice of the shot. After each round the poorer half
of the candidates is left out (sequential halving), and whoever is clearly worse than the choice of the playing sense;
when that one alone is left, the matter is settled early.

A trial need not go to the end. It stops at a later moment of the match, the same for all candidates, however many
decisions lie between. First some matches are played to the end, and what happens to the score after the horizon is
kept; a trial that stops at the horizon is worth its share of the win over all those ends. That knows no game: a lead
counts for more the less time is left, because then less happens. Goals that single dice gave beyond their chances
(`luck`) are left out of the lead, since they say nothing about the choice (a control variate).

Where a value was learnt (`value.py`), a trial stops much sooner, and is worth the chance that the net sees there. It
sees hands and places as well as the lead, and no end need be played. Where a playing sense was learnt (`sense.py`) and
the bot is to use it, all play on with that.

`decide` is how every bot decides. One record says how: by lot, with the playing sense, by trials, and how often it
slips and does what looks good at a glance. The same function also tells how a match stands: all that bots and advice
need is compiled once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from matchday.bots.sense import Thought, prefer
from matchday.bots.value import Sums, value
from matchday.engine.dice import Dice, roll
from matchday.engine.log import Log
from matchday.engine.record import Array, Record, f32, f64, i16, i32, i64, rows
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, choose, hazard, hide, legal, luck, moment, redeal, result, score

SEATS = 4
ACTIONS = 1024
WORLD, KNOWN, ROOT, TRIAL = 0, 1, 2, 3
TABLES = 4
LUCK, SENSE = 0, 1  # dice: of imagined worlds and slips, and of the play inside a trial
SPAN = 80  # a lead or its change is at most so large
PHASES, TIMES, ROLLS = 64, 64, 1024  # phases of a game, and decisions in one phase of one moment with luck of their own
STREAM = 1 << 40  # numbers between the luck of two worlds
STEEPNESS = 1.57  # half of pi: a curve as steep in the middle as the normal distribution, with thicker tails
WORLD_COST = 4  # an imagined world takes as long as so many decisions
FOREVER = 1 << 30
NOTHING = -1
ENOUGH, CLEAR = 50, 1.0  # worlds, and standard errors, that make somebody clearly worse


class Candidate(Record):
    """An action and how its trials went."""

    visits: int = i32()
    action: int = i16()
    value: float = f64()  # sum of shares
    gain: float = f64()  # sum of differences to the first candidate in the same world
    spread: float = f64()  # sum of their squares


@dataclass(frozen=True)
class Style:
    """A way of deciding; the fields of `Plan` that say how."""

    slip: float = 0.0
    glance: int = 0
    effort: int = 0
    ends: int = 20
    horizon: int = 0
    near: int = 0
    doubt: float = 1.0
    sense: float = 1.0
    schooled: int = 0
    playouts: int = 0

    def without_trials(self) -> Style:
        """Give what is left when there is no time to try anything."""
        return replace(self, effort=0)

    def write(self, plan: Any) -> None:
        """Write it into a plan."""
        for name, chosen in asdict(self).items():
            setattr(plan, name, chosen)


class Plan(Record):
    """How to decide, and what came of it."""

    slip: float = f32()  # chance of doing what looks good at a glance …
    glance: int = i64()  # … which goes so many decisions ahead; 0 takes anything
    effort: int = i64()  # decisions played in trials; 0 trusts the playing sense
    ends: int = i64()  # matches played to the end before the trials
    horizon: int = i64()  # moments of the match in a trial; 0 plays to the end
    near: int = i64()  # the same where its end can be valued by what was learnt; 0 takes the lead
    doubt: float = f32()  # standard errors by which a choice must beat that of the playing sense
    sense: float = f32()  # share of moves in a trial made with the playing sense, the others by lot
    schooled: int = i64()  # whether the playing sense is the learnt one, where there is one
    playouts: int = i64()  # if any, nothing is decided: matches are only played to the end, to see how this one stands
    won: Array = i64(SEATS)  # playouts that a seat has won outright
    drawn: int = i64()  # playouts that nobody has won
    taken: Array = f64(SEATS)  # sums of each seat's shares in playouts
    count: int = i64()
    worlds: int = i64()
    spent: int = i64()  # of the effort, in this round
    moment: int = i64()  # of the trial …
    times: Array = i32(PHASES)  # … and how often it was in each phase in this moment
    best: int = i64()
    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, 2)
    actions: Array = i16(ACTIONS)
    shares: Array = f64(SEATS)
    before: Array = i32(SEATS)
    scores: Array = i32(SEATS)
    later: Array = i32(SEATS, SEATS, 2 * SPAN + 1)  # how often a lead changed by so much after the horizon
    known: Array = i32(SEATS, SEATS)  # ends behind it
    candidates: Sequence[Candidate] = rows(Candidate, ACTIONS)
    sums: Sequence[Sums] = rows(Sums, 1)
    thought: Sequence[Thought] = rows(Thought, 1)


def decide(box: Any, tables: Any, seat: int, plan: Any, net: Any) -> int:
    """Decide for a seat at the hidden table `tables[ROOT]`, or look ahead from it; `net` is what was learnt."""
    plan.log[0].muted = 1
    plan.worlds = 0
    plan.best = 0
    if plan.playouts > 0:
        look_ahead(box, tables, seat, plan, net)
        return NOTHING
    list_candidates(box, tables, seat, plan, net)
    if plan.count > 1:
        if plan.slip > 0 and roll(plan.dice[LUCK], 1024) < plan.slip * 1024:
            plan.best = glance(box, tables, seat, plan, net)
        elif plan.effort > 0:
            plan.best = weigh(box, tables, seat, plan, net)
    return plan.candidates[plan.best].action


def look_ahead(box: Any, tables: Any, eyes: int, plan: Any, net: Any) -> None:
    """Count who wins in worlds imagined from the eyes of a seat or a spectator."""
    plan.drawn = 0
    for seat in range(box.seats):
        plan.won[seat] = 0
        plan.taken[seat] = 0.0
    for _ in range(plan.playouts):
        imagine(box, tables, eyes, plan)
        start_trial(tables, plan)
        play_on(box, tables, plan, net, FOREVER, FOREVER, plan.sense)
        result(box, tables[TRIAL], plan.shares)
        winners = 0
        for seat in range(box.seats):
            plan.taken[seat] += plan.shares[seat]
            if plan.shares[seat] == 1.0:
                plan.won[seat] += 1
                winners += 1
        if winners == 0:
            plan.drawn += 1


def glance(box: Any, tables: Any, seat: int, plan: Any, net: Any) -> int:
    """Take what turns out best in one world where all play on by lot for a moment; of equals any."""
    best = roll(plan.dice[LUCK], plan.count)
    if plan.glance == 0:
        return best
    imagine(box, tables, seat, plan)
    best_lead = -FOREVER
    ties = 0
    for place in range(plan.count):
        start_trial(tables, plan)
        lay_out_luck(box, tables, plan)
        apply(box, tables[TRIAL], seat, plan.candidates[place].action, plan.log[0])
        play_on(box, tables, plan, net, FOREVER, plan.glance, 0.0)
        lead = lead_of(box, tables[TRIAL], seat, plan)
        if lead > best_lead:
            best_lead = lead
            ties = 0
        if lead == best_lead:
            ties += 1
            if roll(plan.dice[LUCK], ties) == 0:
                best = place
    return best


def lead_of(box: Any, table: Any, seat: int, plan: Any) -> int:
    """Give how far a seat is ahead of all the others together."""
    score(box, table, plan.scores)
    lead = 0
    for other in range(box.seats):
        lead += int(plan.scores[seat]) - int(plan.scores[other])
    return lead


def weigh(box: Any, tables: Any, seat: int, plan: Any, net: Any) -> int:
    """Try all candidates, of which there are at least two; give the place of the best."""
    see_ends(box, tables, seat, plan, net)
    left = plan.count
    halvings = 1
    while 1 << halvings < left:
        halvings += 1
    for _ in range(halvings):
        plan.spent = 0
        while plan.spent * halvings < plan.effort:
            try_all(box, tables, seat, plan, net, left)
        left = drop(plan, left)
        if left == 1:
            return 0
    return settle(plan)


def list_candidates(box: Any, tables: Any, seat: int, plan: Any, net: Any) -> None:
    """List the legal actions, the one of the playing sense first."""
    plan.count = legal(box, tables[ROOT], seat, plan.actions)
    tables[KNOWN] = tables[ROOT]
    first = choose(box, tables[KNOWN], seat, plan.actions, plan.count, plan.dice[SENSE])
    plan.count = legal(box, tables[ROOT], seat, plan.actions)
    if is_schooled(plan, net):
        first = prefer(box, tables[ROOT], seat, plan.actions, plan.count, first, net.sense[0], plan.thought[0])
    for place in range(plan.count):
        candidate = plan.candidates[place]
        candidate.action = plan.actions[place]
        candidate.visits = 0
        candidate.value = 0.0
        candidate.gain = 0.0
        candidate.spread = 0.0
    for place in range(plan.count):
        if plan.candidates[place].action == first:
            plan.candidates[place].action = plan.candidates[0].action
            plan.candidates[0].action = first


def imagine(box: Any, tables: Any, seat: int, plan: Any) -> None:
    """Imagine the next world."""
    tables[WORLD] = tables[ROOT]
    redeal(box, tables[WORLD], seat, plan.dice[LUCK])
    plan.worlds += 1
    plan.spent += WORLD_COST


def start_trial(tables: Any, plan: Any) -> None:
    """Copy the imagined world; the luck is the world's."""
    tables[TRIAL] = tables[WORLD]
    plan.dice[SENSE].key[0] = plan.dice[LUCK].key[0]
    plan.dice[SENSE].key[1] = plan.dice[LUCK].key[1]
    plan.moment = NOTHING


def lay_out_luck(box: Any, tables: Any, plan: Any) -> None:
    """Take the luck that belongs to this moment of the match and this phase, whatever has happened before."""
    table = tables[TRIAL]
    now = moment(box, table)
    if now != plan.moment:
        plan.moment = now
        for phase in range(PHASES):
            plan.times[phase] = 0
    place = ((now * PHASES + int(table.phase)) * TIMES + int(plan.times[table.phase]) % TIMES) * ROLLS
    plan.times[table.phase] += 1
    table.counter = place
    plan.dice[SENSE].counter = plan.worlds * STREAM + place
    plan.spent += 1


def is_schooled(plan: Any, net: Any) -> bool:
    """Tell whether the playing sense is the learnt one."""
    return bool(plan.schooled > 0 and net.sense[0].rows > 0)


def is_learnt(plan: Any, net: Any) -> bool:
    """Tell whether the end of a trial is valued by what was learnt."""
    return bool(plan.near > 0 and net.rows > 0)


def horizon_of(box: Any, tables: Any, plan: Any, net: Any) -> int:
    """Give the moment at which trials stop."""
    ahead = plan.near if is_learnt(plan, net) else plan.horizon
    return moment(box, tables[ROOT]) + ahead if ahead else FOREVER


def see_ends(box: Any, tables: Any, seat: int, plan: Any, net: Any) -> None:
    """Play matches to the end to learn what happens to a lead after the horizon."""
    for one in range(box.seats):
        for two in range(box.seats):
            plan.known[one, two] = 0
            for change in range(2 * SPAN + 1):
                plan.later[one, two, change] = 0
    if plan.horizon == 0 or is_learnt(plan, net):
        return
    for _ in range(plan.ends):
        imagine(box, tables, seat, plan)
        start_trial(tables, plan)
        play_on(box, tables, plan, net, horizon_of(box, tables, plan, net), FOREVER, plan.sense)
        if tables[TRIAL].waiting == 0:
            continue
        score(box, tables[TRIAL], plan.before)
        play_on(box, tables, plan, net, FOREVER, FOREVER, plan.sense)
        score(box, tables[TRIAL], plan.scores)
        for one in range(box.seats):
            for two in range(box.seats):
                lead = int(plan.before[one]) - int(plan.before[two])
                change = int(plan.scores[one]) - int(plan.scores[two]) - lead
                plan.later[one, two, SPAN + max(-SPAN, min(change, SPAN))] += 1
                plan.known[one, two] += 1


def try_all(box: Any, tables: Any, seat: int, plan: Any, net: Any, left: int) -> None:
    """Try each candidate that is left in one world."""
    imagine(box, tables, seat, plan)
    until = horizon_of(box, tables, plan, net)
    first = 0.0
    for place in range(left):
        candidate = plan.candidates[place]
        start_trial(tables, plan)
        lay_out_luck(box, tables, plan)
        apply(box, tables[TRIAL], seat, candidate.action, plan.log[0])
        play_on(box, tables, plan, net, until, FOREVER, plan.sense)
        share = worth(box, tables, seat, plan, net)
        if place == 0:
            first = share
        candidate.visits += 1
        candidate.value += share
        candidate.gain += share - first
        candidate.spread += (share - first) ** 2


def play_on(box: Any, tables: Any, plan: Any, net: Any, until: int, decisions: int, sense: float) -> None:
    """Let every seat play on with its playing sense, by what it knows, until a moment or for so many decisions."""
    table = tables[TRIAL]
    dice = plan.dice[SENSE]
    while table.waiting and decisions > 0 and moment(box, table) < until:
        decisions -= 1
        lay_out_luck(box, tables, plan)
        seat = lowest(table.waiting)
        count = legal(box, table, seat, plan.actions)
        action = plan.actions[0]
        if count > 1:
            if sense < 1 and roll(dice, 1024) >= sense * 1024:
                action = plan.actions[roll(dice, count)]
            else:
                tables[KNOWN] = tables[TRIAL]
                hide(box, tables[KNOWN], seat)
                action = choose(box, tables[KNOWN], seat, plan.actions, count, dice)
                if is_schooled(plan, net):
                    thought = plan.thought[0]
                    action = prefer(box, tables[KNOWN], seat, plan.actions, count, action, net.sense[0], thought)
        apply(box, table, seat, action, plan.log[0])


def worth(box: Any, tables: Any, seat: int, plan: Any, net: Any) -> float:
    """Give a seat's share of the win after a trial: the mean over its rivals."""
    table = tables[TRIAL]
    if table.waiting and is_learnt(plan, net):
        lucky = 0
        for other in range(box.seats):
            if other != seat:
                lucky += fortune(box, tables, seat) - fortune(box, tables, other)
        return value(box, table, seat, net, plan.sums[0], int(lucky) // (int(box.seats) - 1))
    if table.waiting == 0:
        result(box, table, plan.shares)
    score(box, table, plan.scores)
    share = 0.0
    for other in range(box.seats):
        if other != seat:
            lead = int(plan.scores[seat]) - int(plan.scores[other])
            chances = risk(box, tables, seat) + risk(box, tables, other)
            if chances > 0:
                lucky = fortune(box, tables, seat) - fortune(box, tables, other)
                share += fair_chance(plan, seat, other, 10_000 * lead - lucky, chances, table.waiting == 0)
            elif table.waiting == 0:
                return plan.shares[seat]
            else:
                share += chance(plan, seat, other, lead)
    return share / (box.seats - 1)


def fortune(box: Any, tables: Any, seat: int) -> int:
    """Give a seat's luck with dice in this trial."""
    return luck(box, tables[TRIAL], seat) - luck(box, tables[ROOT], seat)


def risk(box: Any, tables: Any, seat: int) -> int:
    """Give the variance of a seat's luck in this trial."""
    return hazard(box, tables[TRIAL], seat) - hazard(box, tables[ROOT], seat)


def fair_chance(plan: Any, seat: int, other: int, lead: int, variance: int, is_over: bool) -> float:
    """Give what a lead without luck is worth, in ten-thousandths: at the end how likely luck leaves it one, else
    between the two whole leads around it.
    """
    if is_over:
        mean = lead / 10_000
        return 0.5 + 0.5 * mean / np.sqrt(mean * mean + STEEPNESS * variance / 10_000)
    low = lead // 10_000
    part = lead / 10_000 - low
    return (1 - part) * chance(plan, seat, other, low) + part * chance(plan, seat, other, low + 1)


def chance(plan: Any, seat: int, other: int, lead: int) -> float:
    """Give the chance that a lead at the horizon is one at the end; a half of a level end."""
    if plan.known[seat, other] == 0:
        return 0.5 + 0.5 * (lead > 0) - 0.5 * (lead < 0)
    lead = max(-SPAN, min(lead, SPAN))
    won = 0.5 * plan.later[seat, other, SPAN - lead]
    for change in range(SPAN - lead + 1, 2 * SPAN + 1):
        won += plan.later[seat, other, change]
    return won / plan.known[seat, other]


def drop(plan: Any, left: int) -> int:
    """Put the best in front, after the first candidate; keep half of them, without those that are clearly worse."""
    for place in range(2, left):
        spot = place
        while spot > 1 and mean_gain(plan.candidates[spot]) > mean_gain(plan.candidates[spot - 1]):
            swap(plan, spot, spot - 1)
            spot -= 1
    left = max(2, (left + 1) // 2)
    while left > 1 and is_clearly_worse(plan.candidates[left - 1]):
        left -= 1
    return left


def is_clearly_worse(candidate: Any) -> bool:
    """Tell whether there is no hope any more that it beats the first candidate."""
    return candidate.visits >= ENOUGH and mean_gain(candidate) + CLEAR * error_of(candidate) <= 0.0


def mean_gain(candidate: Any) -> float:
    """Give how much better than the first candidate it did, on average."""
    return candidate.gain / candidate.visits


def error_of(candidate: Any) -> float:
    """Give the standard error of that."""
    mean = mean_gain(candidate)
    return np.sqrt(max(0.0, candidate.spread / candidate.visits - mean * mean) / candidate.visits)


def swap(plan: Any, one: int, two: int) -> None:
    """Let two candidates change places."""
    action = plan.candidates[one].action
    visits = plan.candidates[one].visits
    value = plan.candidates[one].value
    gain = plan.candidates[one].gain
    spread = plan.candidates[one].spread
    plan.candidates[one].action = plan.candidates[two].action
    plan.candidates[one].visits = plan.candidates[two].visits
    plan.candidates[one].value = plan.candidates[two].value
    plan.candidates[one].gain = plan.candidates[two].gain
    plan.candidates[one].spread = plan.candidates[two].spread
    plan.candidates[two].action = action
    plan.candidates[two].visits = visits
    plan.candidates[two].value = value
    plan.candidates[two].gain = gain
    plan.candidates[two].spread = spread


def settle(plan: Any) -> int:
    """Take the best candidate of the last round if it beats the first one beyond doubt."""
    rival = plan.candidates[1]
    return int(mean_gain(rival) > plan.doubt * error_of(rival))
