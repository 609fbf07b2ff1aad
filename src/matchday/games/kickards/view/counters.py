"""The numbers of a table of Kickards that everyone may read, and the forecast of the shot."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from matchday.engine.reading import block, printed
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter
from matchday.games.kickards import words
from matchday.games.kickards.odds import (
    Stage,
    World,
    by_the_k6,
    has_shot,
    is_forecast,
    outlook,
    rolls_of,
    stage_of,
    worlds,
)
from matchday.games.kickards.rules.control import token_of
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.rules.moves import reds_of, rival
from matchday.games.kickards.state import ADDED, LIVE, SHOOTOUT, Aim, Bonus, Box, Op, Phase, Table
from matchday.games.kickards.view.zones import (
    FIRST_LEG,
    GOALS,
    LIMIT,
    PENALTIES,
    RED_CARDS,
    REMEMBERED,
    VAR_TOKEN,
    YELLOW_CARDS,
    viewer,
)


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read, and the forecast of the shot."""
    return [
        *match_counters(say, box, table, seat, clock(say, box, table)),
        *side_counters(say, box, table, 0),
        *side_counters(say, box, table, 1),
        *forecast(say, box, table),
        *in_force(say, box, table, table.phase in {Phase.ATTACK, Phase.DEFEND, Phase.OVER}),
    ]


@block
def match_counters(say: Say, box: Box, table: Table, seat: int, clock: str) -> list[Counter]:
    """List how far the match is, who plays where, and where the control token stands."""
    att, home, period = int(table.att), int(table.home), int(table.period)
    shown = [
        Counter(id="period", name=say(mark("Period")), value=period, text=words.period_name(say, period)),
        Counter(id="round", name=say(mark("Round")), value=int(table.round_no), text=clock),
        Counter(id="leg", name=say(mark("Leg")), value=int(table.leg)),
        Counter(id="home", name=say(mark("At home")), value=home, owner=home),
        Counter(id="attacker", name=say(mark("In possession")), value=att, owner=att),
    ]
    if box.control:
        token, text = token_of(table, viewer(seat)), token_text(table, seat)
        shown.append(Counter(id="control", name=say(mark("Game control")), value=token, of=int(box.track), text=text))
    return shown


def token_text(table: Table, seat: int) -> str:
    """Write where the control token stands as the viewer sees it: with a plus on the own side."""
    token = token_of(table, viewer(seat))
    return words.signed(token) if token else "0"


@block
def in_force(say: Say, box: Box, table: Table, none: bool) -> list[Counter]:
    """List what changes this action's shot: event, line-ups, control, the k6, what follows a miss, bonuses held."""
    if none or not table.shooter:
        return []
    act = table.acts[LIVE]
    event = words.event_name(say, box, int(table.event) - 1) if table.event else say(mark("Event"))
    sums = [
        (event, int(act.pct)),
        (say(mark("Line-ups")), int(act.line_up)),
        (say(mark("Game control")), int(table.control_pct)),
    ]
    found: list[tuple[str, str, int | None]] = [
        (name, f"{words.signed(value)} %", None) for name, value in sums if value
    ]
    steps = [
        (Op.K6, int(act.k6), bool(act.k6)),
        (Op.K6_MIN, int(act.k6_min), act.k6_min > 1),
        (Op.K6_MAX, int(act.k6_max), 0 < act.k6_max < 6),
        (Op.REPEAT, 0, bool(act.repeats)),
        (Op.TWO_SHOTS, 0, bool(act.more_shots)),
        (Op.ON_MISS, int(act.on_miss), bool(act.on_miss)),
        (Op.COUNTER, int(act.counter), bool(act.counter)),
        (Op.HALVE, 0, bool(act.halvings)),
        (Op.CLEAR, 0, bool(act.clear)),
    ]
    found += [(words.step_text(say, box, op, a, 0), "", None) for op, a, holds in steps if holds]
    for side in range(2):
        for bonus, held in enumerate(table.bonus[side]):
            if held:
                found.append((words.bonus_name(say, box, bonus), f"×{held}" if held > 1 else "", side))
    return [
        Counter(id=f"force.{place}", name=name, value=0, text=text, owner=owner)
        for place, (name, text, owner) in enumerate(found)
    ]


@block
def side_counters(say: Say, box: Box, table: Table, side: int) -> list[Counter]:
    """List one side's numbers: goals and cards, for how long its cards must last, bonuses held."""
    counted = counters_of(say, box, side)
    limit = 1 + int(box.support) - reds_of(box, table, side)
    return [
        counted("goals", GOALS, int(table.goals[side])),
        counted("var", VAR_TOKEN, int(table.var_left[side]), 1),
        counted("yellow", YELLOW_CARDS, int(table.yellow[side])),
        counted("reds", RED_CARDS, int(table.reds[side])),
        counted("limit", LIMIT, limit),
        *pace_counters(say, box, table, side),
        *[bonus_counter(say, box, (side, bonus, int(held))) for bonus, held in enumerate(table.bonus[side]) if held],
    ]


@printed
def counters_of(say: Say, box: Box, side: int) -> Callable[..., Counter]:
    """Show a number of a side."""

    @cache
    def counted(code: str, name: str, value: int, of: int | None = None) -> Counter:
        return Counter(id=f"{code}.{side}", name=say(name), value=value, owner=side, of=of)

    return counted


def pace_counters(say: Say, box: Box, table: Table, side: int) -> list[Counter]:
    """List for how long a side's cards must last, and its goals of the first leg and of a shoot-out."""
    counted, shown = counters_of(say, box, side), []
    turns = turns_left(table) if 0 < table.period < SHOOTOUT else 0
    if turns:
        share = int(table.hand_count[side]) / turns
        name, text = say(mark("Cards for each turn left")), f"{share:.1f}"
        shown.append(Counter(id=f"pace.{side}", name=name, value=round(share), owner=side, text=text))
    if table.leg == 2:
        shown.append(counted("first_leg", FIRST_LEG, int(table.first_leg[side])))
    if table.period == SHOOTOUT:
        shown.append(counted("pens", PENALTIES, int(table.pens[side]), int(table.kicks[side])))
    return shown


@printed
def bonus_counter(say: Say, box: Box, which: tuple[int, int, int]) -> Counter:
    """Show how many of a bonus a side holds."""
    side, bonus, held = which
    code = f"bonus.{side}.{Bonus(bonus).name.lower()}"
    return Counter(id=code, name=words.bonus_name(say, box, bonus), value=held, owner=side)


def forecast(say: Say, box: Box, table: Table) -> list[Counter]:
    """Show the chance of a goal from each position after all modifiers, how it comes about, and that of the action."""
    return foretold(say, box, table, stage_of(table)) if is_forecast(table) else []


@block
def foretold(say: Say, box: Box, table: Table, stage: Stage) -> list[Counter]:
    """Show the chances of a shot that is to come."""
    found = worlds(box, table, stage)
    told = outlook(box, found)
    if not told.positions:
        text = agreed(shot_text(say, box, world) for _, world in found if has_shot(world))
        return [Counter(id="chance", name=say(mark("Goal chance")), value=told.mean, of=100, text=text)]
    shots = dict.fromkeys(world for _, world in by_the_k6(found))
    sums = [row_sums(say, box, world) for world in shots]
    counted = forecast_counters(say, box, 0)
    shown = [
        counted(place, chance, faces, agreed(row[place][0] for row in sums), agreed(row[place][1] for row in sums))
        for place, (chance, faces) in enumerate(told.positions)
    ]
    return [*shown, Counter(id="forecast.mean", name=say(mark("Goal chance")), value=told.mean, of=100)]


@printed
def forecast_counters(say: Say, box: Box, _: int) -> Callable[[int, int, int, str, str], Counter]:
    """Show the chance from a position, on how many faces it is found, and how the chance comes about."""
    names = [say(mark("Position {position}"), position=position) for position in range(1, 7)]

    @lru_cache(REMEMBERED)
    def counted(place: int, chance: int, faces: int, text: str, terms: str) -> Counter:
        code = f"forecast.{place + 1}"
        return Counter(id=code, name=names[place], value=chance, of=faces, text=text, facts={"sum": terms})

    return counted


def agreed(texts: Iterable[str]) -> str:
    """Give what all texts say, or nothing where they differ: a die of the event is still to be rolled."""
    found = set(texts)
    return found.pop() if len(found) == 1 else ""


def shot_text(say: Say, box: Box, world: World) -> str:
    """Say how the chance of a shot comes about that needs no position."""
    act = world.acts[LIVE]
    if world.stage == Stage.REROLL:
        return say(mark("each shot {chance} %"), chance=world.chance)
    return chance_texts(say, world, (act.percent if act.shot else act.at, *added(box, world, act.clear)))[0]


def row_sums(say: Say, box: Box, world: World) -> list[tuple[str, str]]:
    """Say how each position's chance comes about, or what its special row does; then the same without name and total.

    A row whose shot is more than its number says so in words.
    """
    act, more = world.acts[LIVE], added(box, world, 0)
    if act.aim == Aim.TABLE:
        return [chance_texts(say, world, (percent, *more)) for percent in act.table[1:7]]
    return [
        words.special_row(say, box, (world.shooter - 1, position))
        if percent is None
        else chance_texts(say, world, (percent, *more))
        for position, percent in enumerate(row_percents(say, box, world.shooter), start=1)
    ]


@printed
def row_percents(_: Say, box: Box, shooter: int) -> list[int | None]:
    """List the chances on a footballer's rows; None for a special row."""
    return [None if row.tint else int(row.a) for row in box.footballers[shooter - 1].shots]


def added(box: Box, world: World, clear_shot: int) -> tuple[int, ...]:
    """List what is added to the chance of a shot: event, line-ups, stars, control; then how often it is halved."""
    act, ours, theirs = world.acts[LIVE], world.bonus[world.att], world.bonus[rival(world.att)]
    by_stars = int(box.bonus[Bonus.PLUS10].amount) * ours[Bonus.PLUS10]
    halvings = 0
    if not clear_shot:
        by_stars -= int(box.bonus[Bonus.MINUS10].amount) * theirs[Bonus.MINUS10]
        halvings = act.halvings + theirs[Bonus.HALVE]
    return act.pct, act.line_up, by_stars, world.control_pct, halvings


def chance_texts(say: Say, world: World, parts: tuple[int, ...]) -> tuple[str, str]:
    """Write the chance of one shot as its sum, and how often it is tried: "36 + 10 = 46 %, 2 tries".

    Then the same without the total: "36 + 10, 2 tries"; nothing where there is no sum and one try.
    """
    total, terms, tries = words.chance_sum(parts), words.chance_terms(parts), rolls_of(world)
    if tries == 1:
        return total, terms
    told = [
        say.count(mark("{sum}, {n} try"), mark("{sum}, {n} tries"), tries, sum=each) for each in (total, terms or total)
    ]
    return told[0], told[1]


def clock(say: Say, box: Box, table: Table) -> str:
    """Read the time track."""
    if table.phase == Phase.OVER:
        return say(mark("Full time"))
    if table.period == SHOOTOUT:
        return say(mark("Shoot-out"))
    if table.phase == Phase.COACH_PICK:
        return say(mark("Before kick-off"))
    return time(say, box, table)


def time(say: Say, box: Box, table: Table) -> str:
    """Tell the minute of the round."""
    if table.phase in {Phase.OVER, Phase.COACH_PICK} or table.period == SHOOTOUT:
        return ""
    return "90+5′" if table.round_no == ADDED else f"{words.minute(int(table.round_no))}′"
