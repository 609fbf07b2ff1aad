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
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

from matchday.engine.reading import Grid, Reading, readable_box
from matchday.engine.record import copy_of
from matchday.games.kickards.rules.chances import goal_chance, halved, holds, position_of
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


Worlds: TypeAlias = list[tuple[float, World]]
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
    stage = stage_of(table) if stage is None else stage
    known: Any = table if isinstance(table, Reading) else Reading(table)
    if stage > Stage.ASKED:
        return [(1.0, world_of(known, stage))]
    return resolved(box, copy_of(known), 0 if stage == Stage.OPEN else known.pc, 1.0)


def world_of(table: Any, stage: Stage) -> World:
    """Take from a table what its shot depends on."""
    act = table.acts[LIVE]
    return World(
        stage=stage,
        att=table.att,
        shooter=table.shooter,
        goals=tuple(table.goals),
        laid_count=tuple(table.laid_count),
        hand_count=tuple(table.hand_count),
        bonus=Grid(map(tuple, table.bonus)),
        control_pct=table.control_pct,
        nudges=table.nudges,
        die=table.die if stage == Stage.POSITION else 0,
        chance=table.chance if stage == Stage.REROLL else 0,
        shots_left=table.shots_left if stage == Stage.REROLL else 0,
        acts=(
            Act(
                pct=act.pct,
                line_up=act.line_up,
                k6=act.k6,
                k6_min=act.k6_min,
                k6_max=act.k6_max,
                aim=act.aim,
                at=act.at,
                table=tuple(act.table),
                no_shot=act.no_shot,
                repeats=act.repeats,
                more_shots=act.more_shots,
                on_miss=act.on_miss,
                halvings=act.halvings,
                clear=act.clear,
                shot=act.shot,
                percent=act.percent,
                goals=tuple(act.goals),
            ),
        ),
    )


def with_bonus(found: Worlds, seat: int, bonus: int) -> Worlds:
    """Give what would be left if one more bonus were bought."""
    step = {Bonus.PLUS1: 1, Bonus.MINUS1: -1}.get(Bonus(bonus), 0)
    if step:
        return [(share, world._replace(nudges=world.nudges + step)) for share, world in found]
    return [(share, world._replace(bonus=one_more(world.bonus, seat, bonus))) for share, world in found]


def one_more(bonuses: Grid, seat: int, bonus: int) -> Grid:
    """Count one more of a seat's bonuses."""
    held = list(bonuses[seat])
    held[bonus] += 1
    return Grid(tuple(held) if side == seat else bonuses[side] for side in range(2))


def with_control(found: Worlds, percent: int) -> Worlds:
    """Give what would be left if the control track added so much."""
    return [(share, world._replace(control_pct=world.control_pct + percent)) for share, world in found]


# ---------------------------------------------------------------- the open event


def resolved(box: Box, table: Any, place: int, share: float) -> Worlds:
    """Run the rest of an event's steps on a draft that is ours to change; a die makes six worlds of one."""
    steps = box.event[table.event - 1].play
    while place < STEPS and steps[place].op != Op.END:
        op, a, b = int(steps[place].op), int(steps[place].a), int(steps[place].b)
        place += 1
        if op == Op.ROLL:
            found: dict[tuple[bool, ...], Worlds] = {}  # by what the die decides
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


def scores_from(box: Box, found: Worlds) -> list[tuple[float, int]]:
    """Give for each position the same chance once the k6 has found it, and on how many of its faces it can.

    Where it cannot, it is what the position would be worth.
    """
    box = readable_box(box)
    shots = [(share, of_positions(box, world), faces_of(world)) for share, world in by_the_k6(found)]
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
    return [(share, world) for share, world in found if has_shot(world) and world.acts[LIVE].aim != Aim.FLAT]


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
        return of_shots(box, world, act.percent if act.shot else act.at, act)
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
    return tuple(of_position(box, world, position) for position in POSITIONS)


def of_position(box: Box, world: World, position: int, *, risked: bool = False) -> float:
    """Give the chance from a position: its row is read to the shot, with every face of a die it asks for."""
    act = world.acts[LIVE]
    if act.aim == Aim.TABLE:
        return of_shots(box, world, act.table[position], act)
    steps = box.footballers[world.shooter - 1].shots[position - 1].play
    if steps[0].op == Op.RISK:
        if risked:
            return 0.0
        reached = [die + steps[0].a for die in range(1, 7)]
        fine = [row for row in reached if row < steps[0].b and row <= 6]
        return sum(of_position(box, world, row, risked=True) for row in fine) / 6
    if steps[0].op == Op.SHOT and steps[1].op == Op.END:  # most rows: a shot and nothing more
        chances = [of_shots(box, world, steps[0].a, act)] * 6
    elif any(step.op == Op.ON for step in steps):
        chances = [of_row(box, world, steps, die) for die in range(1, 7)]
    else:
        chances = [of_row(box, world, steps, 0)] * 6
    return sum(chances) / 6


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
    return of_shots(box, world, act.percent, act) if act.shot and not act.no_shot else 0.0


def of_shots(box: Box, world: Any, percent: int, act: Any) -> float:
    """KC-R18, KC-R19, KC-R34: one roll for each shot and each repeat, then a follow-up; one that hits is enough."""
    att, defends = world.bonus[world.att], world.bonus[rival(world.att)]
    if world.stage == Stage.REROLL:
        chance, shots = world.chance, world.shots_left - 1
    else:
        own = world if act is world.acts[LIVE] else world._replace(acts=(act,))
        chance, shots = goal_chance(box, own, percent, act.clear), 1 + act.more_shots
    rolls = shots + act.repeats + att[Bonus.REROLL_MISS]
    follow_up = 0 if act.goals[world.att] else halved(act.on_miss, act.halvings + defends[Bonus.HALVE])
    return 1 - (1 - chance / 100) ** rolls * (1 - follow_up / 100)


def rolls_of(world: World) -> int:
    """Count the rolls of a shot from a plain row: more than one with repeats and further shots."""
    act = world.acts[LIVE]
    return 1 + act.more_shots + act.repeats + world.bonus[world.att, Bonus.REROLL_MISS]
