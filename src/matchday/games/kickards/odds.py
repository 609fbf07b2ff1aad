"""What a shot is worth to whoever looks at the table: the chance that this action brings the attacker a goal.

It follows the rules from the open event to the last repeat: an event that lies open but is not resolved yet, its die, a
row that rolls or asks for something, more shots, repeats, a follow-up. What somebody may still decide is left as it
stands; only a repeat that is held is taken for used. Plain Python for views: bots and the Automat read `rules`.

A table changes with every move, but seldom in what a shot depends on. That is a `World`: the chances of each are
counted once and remembered.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

from matchday.engine.reading import Grid, Reading, block, printed, readable_box
from matchday.engine.record import copy_of
from matchday.engine.speech import Say
from matchday.games.kickards.rules.chances import halved, holds, position_of
from matchday.games.kickards.rules.moves import is_meant, rival, seat_of
from matchday.games.kickards.rules.steps import REDS, change_action
from matchday.games.kickards.state import (
    LIVE,
    STEPS,
    UNKNOWN,
    Aim,
    Bonus,
    Box,
    Op,
    Phase,
    Place,
    Program,
    Table,
)

REMEMBERED = 4096
UNSAID = Say()
"""For what is the same in every language."""
CONDITIONS = (Op.ON, Op.IF)
OF_ROWS = {Op.SHOT, Op.PER_SUPPORT, Op.REPEAT, Op.TWO_SHOTS, Op.CLEAR, Op.NO_SHOT, Op.HALVE, Op.PCT}
"""What a row can do to its shot."""
UNSEEN = (Phase.ATTACK, Phase.DEFEND)  # the shooter lies face down
POSITIONS = range(1, 7)


class Stage(IntEnum):
    """How far the action has come, as far as it matters to the shot."""

    OPEN = 0  # the event is not resolved
    ASKED = 1  # one of its steps asks somebody
    SETTLED = 2
    POSITION = 3  # the k6 lies there
    REROLL = 4  # a shot has missed


class Act(NamedTuple):
    """What line-ups and event have made of the shot: fields of `state.Action`."""

    pct: int
    line_up: int
    k6: int
    k6_min: int
    k6_max: int
    aim: int
    at: int
    table: tuple[int, ...]
    no_shot: int
    repeats: int
    more_shots: int
    on_miss: int
    halvings: int
    clear: int
    shot: int
    percent: int
    goals: tuple[int, ...]


class World(NamedTuple):
    """All that the chance of an action depends on: fields of `state.Table`, so that the rules can take it for one."""

    stage: Stage
    att: int
    shooter: int
    goals: tuple[int, ...]
    laid_count: tuple[int, ...]
    hand_count: tuple[int, ...]
    bonus: Grid
    control_pct: int
    nudges: int
    die: int
    chance: int
    shots_left: int
    acts: tuple[Act]


class Outlook(NamedTuple):
    """The chances of an action in whole percents."""

    mean: int
    positions: tuple[tuple[int, int], ...]
    """From each position, with how many faces of the k6 lead there; none where no position is looked for."""


Worlds: TypeAlias = tuple[tuple[float, World], ...]
"""What the open event may leave, each with its share."""


def is_forecast(table: Table) -> bool:
    """Tell whether there is a shot to come: a shooter whom everyone sees, and nothing that took the shot away."""
    over = table.phase in {Phase.VAR_GOAL, Phase.OVER} or (
        table.phase == Phase.CHOICE and table.program == Program.AFTER_ROW
    )
    hidden = table.phase in UNSEEN or not table.shooter or table.shooter == UNKNOWN
    return not hidden and not over and not table.acts[LIVE].no_shot


def stage_of(table: Table) -> Stage:
    """Tell how far the action has come."""
    phase = table.phase
    if phase in {Phase.EXCHANGE, Phase.VAR_BEFORE} and table.event:
        return Stage.OPEN
    if phase == Phase.CHOICE and table.resume == Phase.RUN and table.program == Program.EVENT:
        return Stage.ASKED
    if phase == Phase.POSITION:
        return Stage.POSITION
    return Stage.REROLL if phase == Phase.REROLL else Stage.SETTLED


def worlds(box: Box, table: Table, stage: Stage | None = None) -> Worlds:
    """Give what the open event may leave; the table as it is where nothing is unresolved."""
    known: Any = table if isinstance(table, Reading) else Reading(table)
    return known_worlds(UNSAID, box, known, stage_of(table) if stage is None else stage)


@block
def known_worlds(_: Say, box: Box, table: Table, stage: Stage) -> Worlds:
    """Give what the event may leave at a stage of the action."""
    if stage > Stage.ASKED:
        return ((1.0, world_of(table, stage)),)
    return tuple(resolved(box, copy_of(table), 0 if stage == Stage.OPEN else table.pc, 1.0))


ACT_OF = attrgetter(*Act._fields)


def world_of(table: Any, stage: Stage) -> World:
    """Take from a table what its shot depends on: of goals who is behind, of hands whether they are empty."""
    att, goals = table.att, table.goals
    behind = int(goals[att] < goals[rival(att)])
    act = Act._make(ACT_OF(table.acts[LIVE]))
    return World(
        stage=stage,
        att=att,
        shooter=table.shooter,
        goals=(0, behind) if att == 0 else (behind, 0),
        laid_count=tuple(table.laid_count),
        hand_count=tuple([min(count, 1) for count in table.hand_count]),
        bonus=Grid(map(tuple, table.bonus)),
        control_pct=table.control_pct,
        nudges=table.nudges,
        die=table.die if stage == Stage.POSITION else 0,
        chance=table.chance if stage == Stage.REROLL else 0,
        shots_left=table.shots_left if stage == Stage.REROLL else 0,
        acts=(act._replace(table=tuple(act.table), goals=tuple(act.goals)),),
    )


def with_bonus(found: Worlds, seat: int, bonus: int) -> Worlds:
    """Give what would be left if one more bonus were bought."""
    step = {Bonus.PLUS1: 1, Bonus.MINUS1: -1}.get(Bonus(bonus), 0)
    if step:
        return tuple([(share, world._replace(nudges=world.nudges + step)) for share, world in found])
    return tuple([(share, world._replace(bonus=one_more(world.bonus, seat, bonus))) for share, world in found])


def one_more(bonuses: Grid, seat: int, bonus: int) -> Grid:
    """Count one more of a seat's bonuses."""
    held = list(bonuses[seat])
    held[bonus] += 1
    return Grid(tuple(held) if side == seat else bonuses[side] for side in range(2))


def with_control(found: Worlds, percent: int) -> Worlds:
    """Give what would be left if the control track added so much."""
    return tuple([(share, world._replace(control_pct=world.control_pct + percent)) for share, world in found])


# ---------------------------------------------------------------- the open event


def resolved(box: Box, table: Any, place: int, share: float) -> list[tuple[float, World]]:
    """Run the rest of an event's steps on a draft that is ours to change; a die makes six worlds of one."""
    steps = box.event[table.event - 1].play
    while place < STEPS and steps[place].op != Op.END:
        op, a, b = int(steps[place].op), int(steps[place].a), int(steps[place].b)
        place += 1
        if op == Op.ROLL:
            found: dict[tuple[bool, ...], list[tuple[float, World]]] = {}  # by what the die decides
            faces = [tuple(step.a <= die <= step.b for step in steps if step.op == Op.ON) for die in range(1, 7)]
            for die, decides in enumerate(faces, start=1):
                if decides not in found:
                    twin = copy_of(table)
                    twin.die_rolled = die
                    found[decides] = resolved(box, twin, place, share / 6)
            return [world for decides in faces for world in found[decides]]
        runs = a <= table.die_rolled <= b if op == Op.ON else op != Op.IF or holds(box, table, a)
        if not runs:
            while place < STEPS and steps[place].op not in (*CONDITIONS, Op.END):
                place += 1
        elif op not in CONDITIONS:
            resolve(box, table, op, a, b)
    return [(share, world_of(table, Stage.SETTLED))]


def resolve(box: Box, table: Any, op: int, a: int, b: int) -> None:
    """Do what a step of an event means for the attacker's shot; stars and the other hand do not matter to it."""
    att, act = table.att, table.acts[LIVE]
    if op == Op.GOAL:
        act.no_shot, act.goals[att] = 1, 1
    elif op in {Op.YELLOW, Op.RED}:
        red = op == Op.RED or table.yellow[att]
        sent_off = red and table.reds[att] < REDS and not box.cosmetic_cards
        act.no_shot |= int(bool(sent_off) and seat_of(table, a) == att)
    elif op == Op.BONUS:
        table.bonus[seat_of(table, a), b] += 1
    elif op == Op.DRAW and is_meant(table, a, att):
        left = table.deck_count[att] + table.where[att][: box.deck_size].count(Place.USED)
        table.hand_count[att] += min(b, left)
    elif op == Op.DISCARD and is_meant(table, a, att):
        table.hand_count[att] -= min(b, table.hand_count[att])
    elif op not in {Op.NOTHING, Op.DRAW, Op.DISCARD, Op.STARS_ANY, Op.STARS_RED, Op.STARS_GREEN, Op.STARS_BLUE}:
        change_action(table, act, op, a, b)


# ---------------------------------------------------------------- chances


def scores(box: Box, found: Worlds) -> float:
    """Give the chance that this action brings the attacker a goal, as things stand: from 0 to 1."""
    box = readable_box(box)
    return sum(share * of_action(box, world) for share, world in found)


def outlook(box: Box, found: Worlds) -> Outlook:
    """Give what is told of an action's chances."""
    return known_outlook(readable_box(box), found)


@lru_cache(REMEMBERED)
def known_outlook(box: Box, found: Worlds) -> Outlook:
    """Count the chances of an action in whole percents."""
    positions = () if is_single(found) else tuple((percent_of(chance), of) for chance, of in scores_from(box, found))
    return Outlook(percent_of(scores(box, found)), positions)


def percent_of(share: float) -> int:
    """Round a share to whole percents."""
    return round(100 * share)


def scores_from(box: Box, found: Worlds) -> list[tuple[float, int]]:
    """Give for each position the same chance once the k6 has found it, and on how many of its faces it can.

    Where it cannot, it is what the position would be worth.
    """
    shots = [(share, of_positions(box, world), faces_of(world)) for share, world in by_the_k6(found)]
    if len(shots) == 1:
        return list(zip(shots[0][1], shots[0][2], strict=True))
    chances = []
    for place in range(6):
        weights = [share * faces[place] for share, _, faces in shots]
        if not any(weights):
            weights = [share for share, _, _ in shots]
        total = sum(weights)
        scored = sum([weight * shot[1][place] for weight, shot in zip(weights, shots, strict=True)])
        most = max([shot[2][place] for shot in shots], default=0)
        chances.append((scored / total if total else 0.0, most))
    return chances


def by_the_k6(found: Worlds) -> Worlds:
    """Give the worlds in which there is a shot, and it comes from a position."""
    return tuple([each for each in found if has_shot(each[1]) and each[1].acts[LIVE].aim != Aim.FLAT])


def has_shot(world: World) -> bool:
    """Tell whether the resolved event has left the attacker their shot."""
    return not world.acts[LIVE].no_shot


def is_single(found: Worlds) -> bool:
    """Tell whether no position is looked for any more: the row is read, or the event says what the shot is."""
    shots = [world.acts[LIVE] for _, world in found if has_shot(world)]
    return bool(shots) and all(act.shot or act.aim == Aim.FLAT for act in shots)


@lru_cache(REMEMBERED)
def of_action(box: Box, world: Any) -> float:
    """Give the chance of an action whose event is resolved; before a repeat, that of what is still to come."""
    act = world.acts[LIVE]
    if act.goals[world.att] and world.stage != Stage.REROLL:
        return 1.0
    if act.no_shot:
        return 0.0
    if act.shot or act.aim == Aim.FLAT:
        return shot_of(box, world, act).scores(act.percent if act.shot else act.at)
    chances = of_positions(box, world)
    if world.stage == Stage.POSITION:
        return chances[position_of(world, world.die) - 1]
    return sum(faces * chance for faces, chance in zip(faces_of(world), chances, strict=True)) / 6


@lru_cache(REMEMBERED)
def faces_of(world: Any) -> list[int]:
    """Tell on how many of the six faces of a fresh k6 the shot would come from each position."""
    act = world.acts[LIVE]
    if act.aim == Aim.POSITION:
        return [6 * (act.at == position) for position in POSITIONS]
    found = [position_of(world, die) for die in range(1, 7)]
    return [found.count(position) for position in POSITIONS]


@lru_cache(REMEMBERED)
def of_positions(box: Box, world: World) -> tuple[float, ...]:
    """Give the chance from each position."""
    act = world.acts[LIVE]
    shot = shot_of(box, world, act)
    if act.aim == Aim.TABLE:
        return tuple([shot.scores(act.table[position]) for position in POSITIONS])
    rows = plain_rows(UNSAID, box, world.shooter)
    return tuple(
        [
            of_position(box, world, position) if percent is None else shot.scores(percent)
            for position, percent in zip(POSITIONS, rows, strict=True)
        ]
    )


@printed
def plain_rows(_: Say, box: Box, shooter: int) -> list[int | None]:
    """List the chances printed on a footballer's rows; None where a row is more than a shot, as few are."""
    plays = [row.play for row in box.footballers[shooter - 1].shots]
    return [int(play[0].a) if play[0].op == Op.SHOT and play[1].op == Op.END else None for play in plays]


def of_position(box: Box, world: World, position: int, *, risked: bool = False) -> float:
    """Give the chance from a position: its row is read to the shot, with every face of a die it asks for."""
    steps = box.footballers[world.shooter - 1].shots[position - 1].play
    if steps[0].op == Op.RISK:
        if risked:
            return 0.0
        reached = [die + steps[0].a for die in range(1, 7)]
        fine = [row for row in reached if row < steps[0].b and row <= 6]
        return sum(of_position(box, world, row, risked=True) for row in fine) / 6
    if any(step.op == Op.ON for step in steps):
        return sum(of_row(box, world, steps, die) for die in range(1, 7)) / 6
    return of_row(box, world, steps, 0)


def of_row(box: Box, world: Any, steps: Any, die: int) -> float:
    """Give the chance of a row's shot, its own die showing this."""
    act: Any = SimpleNamespace(**world.acts[LIVE]._asdict())
    runs = True
    for step in steps:
        if step.op in {Op.END, Op.THEN}:
            break
        if step.op == Op.ON:
            runs = step.a <= die <= step.b
        elif step.op == Op.IF:
            runs = holds(box, world, step.a)
        elif runs and step.op in OF_ROWS:
            change_action(world, act, step.op, step.a, step.b)
    return shot_of(box, world, act).scores(act.percent) if act.shot and not act.no_shot else 0.0


class Shot(NamedTuple):
    """What becomes of a chance on its way to a goal."""

    chance: int | None
    """What it comes to, where that is settled; otherwise …"""
    more: int
    """… what is added to it, …"""
    halvings: int
    """… how often it is then halved, …"""
    rolls: int
    missed: float
    """… and how often what follows a miss misses too."""

    def scores(self, percent: int) -> float:
        """Give the chance that a shot with this base brings a goal."""
        chance = self.chance
        if chance is None:
            chance = halved(min(max(percent + self.more, 0), 100), self.halvings)
        return 1 - (1 - chance / 100) ** self.rolls * self.missed


def shot_of(box: Box, world: World, act: Any) -> Shot:
    """KC-R18, KC-R19, KC-R34: one roll for each shot and each repeat, then a follow-up; one that hits is enough."""
    ours, theirs = world.bonus[world.att], world.bonus[rival(world.att)]
    more = act.pct + act.line_up + world.control_pct + int(box.bonus[Bonus.PLUS10].amount) * ours[Bonus.PLUS10]
    halvings = 0
    if not act.clear:
        more -= int(box.bonus[Bonus.MINUS10].amount) * theirs[Bonus.MINUS10]
        halvings = act.halvings + theirs[Bonus.HALVE]
    settled = world.stage == Stage.REROLL
    shots = world.shots_left - 1 if settled else 1 + act.more_shots
    follow_up = 0 if act.goals[world.att] else halved(act.on_miss, act.halvings + theirs[Bonus.HALVE])
    rolls = shots + act.repeats + ours[Bonus.REROLL_MISS]
    return Shot(world.chance if settled else None, more, halvings, rolls, 1 - follow_up / 100)


def rolls_of(world: World) -> int:
    """Count the rolls of a shot from a plain row: more than one with repeats and further shots."""
    act = world.acts[LIVE]
    return 1 + act.more_shots + act.repeats + world.bonus[world.att, Bonus.REROLL_MISS]
