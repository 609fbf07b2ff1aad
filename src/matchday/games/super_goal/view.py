"""A table of Super Goal! as a person sees it: zones, counters and odds."""

from __future__ import annotations

from itertools import chain
from typing import TypeAlias

from matchday.engine.reading import block, lasting, printed
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.super_goal import words
from matchday.games.super_goal.faces import side_code
from matchday.games.super_goal.rules import (
    can_shoot,
    can_use_champion,
    cells,
    declarations,
    depth_step,
    is_own_goal,
    rival,
    travel,
)
from matchday.games.super_goal.state import (
    CENTRE_LANE,
    CHAMPION,
    DEPTHS,
    DOUBLED,
    FACES,
    LANES,
    LEFT,
    PASS,
    REVERSED,
    RIGHT,
    ROLL,
    ROLL_DEFENDER,
    ROLL_KEEPER,
    ROLL_PENALTY,
    SECOND,
    SHOOT,
    SHOOT_OUT,
    Box,
    Cell,
    Champion,
    Defence,
    Die,
    Direction,
    Mode,
    Penalty,
    Phase,
    Place,
    Save,
    Shot,
    Symbol,
    Table,
)

ATTACK_DICE = (Die.CONTROL, Die.PASS, Die.CROSS, Die.SHOT, Die.PENALTY)
DEFENCE_DICE = (Die.DEFENDER, Die.KEEPER)
DICE = {"attack": (mark("Attack dice"), ATTACK_DICE), "defence": (mark("Defence dice"), DEFENCE_DICE)}
DIE_OF = {
    SHOOT: Die.SHOT,
    CHAMPION: Die.CHAMPION,
    ROLL_DEFENDER: Die.DEFENDER,
    ROLL_KEEPER: Die.KEEPER,
    ROLL_PENALTY: Die.PENALTY,
}
ROLL_WHYS = {
    Die.CONTROL: mark("It is short and sure: {n} % to lose the ball."),
    Die.PASS: mark("It brings the ball on, at {n} % to lose it."),
    Die.CROSS: mark("It brings the ball far, at {n} % to lose it."),
}
PLAIN = Say()
"""For what is the same in every language."""
NOT_ROLLED = -1
Landing: TypeAlias = tuple[str, int, int, int]
"""On the pitch or over which line, the last cell on the pitch (lane, depth), and the side that was chosen."""
INSIDE, OVER_END_LINE, OVER_OWN_LINE, OVER_TOUCHLINE = "in", "end_line", "own_line", "touch"
OWN_GOAL = "own_goal"
OUT_TEXTS = {
    OVER_END_LINE: mark("over the end line: goal kick for the other side"),
    OVER_OWN_LINE: mark("over the attack's own end line: corner for the other side"),
    OVER_TOUCHLINE: mark("over the touchline: throw-in for the other side"),
    OWN_GOAL: mark("into the attack's own goal: a goal for the other side"),
}
CHANCES = {
    "lost": mark("{n} % to lose the ball"),
    "own_goal": mark("{n} % own goal"),
    "goal": mark("{n} % goal"),
    "penalty": mark("{n} % penalty"),
    "saved": mark("{n} % to be saved"),
    "won": mark("{n} % to win the ball"),
    "scored": mark("{n} % to score"),
}
CONTROL_FIRST = mark("after the ball is won, the control die first")


# ---------------------------------------------------------------- zones and counters


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List the pitch with the ball and where it can land, what may be declared with a roll, and both sides' dice."""
    attacker, asked = int(table.attacker), bool(table.waiting >> seat & 1)
    return [
        pitch_zone(say, box, table, asked),
        declare_zone(say, box, table),
        dice_zone(say, box, table, "attack", attacker, asked),
        dice_zone(say, box, table, "defence", rival(attacker), asked),
        champion_zone(say, box, table),
    ]


def pitch_zone(say: Say, box: Box, table: Table, asked: bool) -> Zone:
    """Show the ball and where it may go: where each roll could carry it only to whoever rolls."""
    if table.phase == Phase.SIDE:
        return pitch_with_sides(say, box, table)
    rolls = asked and table.phase == Phase.ACT
    return pitch_to_roll(say, box, table) if rolls else pitch_with_ball(say, box, table)


@block
def pitch_with_ball(say: Say, box: Box, table: Table) -> Zone:
    """Show where the ball is."""
    attacker, lane, depth = int(table.attacker), int(table.lane), int(table.depth)
    column, row = words.board_cell(attacker, lane, depth)
    ball = Piece(
        id="ball",
        kind="ball",
        face=words.cell_name(attacker, lane, depth),
        name=say(mark("Ball")),
        facts={"column": column, "row": row},
    )
    return Zone(id="pitch", name=say(mark("Pitch")), count=1, pieces=[ball])


@block
def pitch_with_sides(say: Say, box: Box, table: Table) -> Zone:
    """Show where the ball goes to the left and to the right."""
    pitch, attacker = pitch_with_ball(say, box, table), int(table.attacker)
    pieces, arrow = [*pitch.pieces], box.arrows[table.die, table.face]
    for action in (LEFT, RIGHT):
        place, to_lane, to_depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
        column, row = words.board_cell(attacker, to_lane, to_depth)
        pieces.append(
            Piece(
                id=elements(box, table, attacker, action)[0],
                kind="target",
                face=words.cell_name(attacker, to_lane, to_depth),
                name=detail(say, box, table, attacker, action),
                facts={
                    "column": column,
                    "row": row,
                    **heading(table, place, int(arrow.direction), action, int(table.declared)),
                },
                marks=[] if place == INSIDE else ["out"],
            )
        )
    return pitch.but(pieces=pieces)


@lasting
def pitch_to_roll(say: Say, box: Box, table: Table) -> Zone:
    """Show where each roll can carry the ball."""
    pitch = pitch_with_ball(say, box, table)
    found = [landing_pieces(say, box, table, action) for action in arrow_rolls(box, table)]
    return pitch.but(pieces=[*pitch.pieces, *chain.from_iterable(found)])


def arrow_rolls(box: Box, table: Table) -> list[int]:
    """List the rolls of arrow dice that the attacker may choose from."""
    variants = declarations(box, table)
    dice = [die for die in (Die.CONTROL, Die.PASS, Die.CROSS) if not barred(table, die)]
    return [ROLL * die + declared for die in dice for declared in range(ROLL) if not declared & ~variants]


def landing_pieces(say: Say, box: Box, table: Table, action: int) -> list[Piece]:
    """Show where one roll can carry the ball: each cell once, with how many of the six faces lead there, and on how
    many of them the defender then rolls or the ball is lost.
    """
    die, declared = action // ROLL, action % ROLL
    found: dict[tuple[str, int, int], list[tuple[int, int, int, int]]] = {}
    for face, landed in enumerate(landings(say, box, table, action)):
        for place, lane, depth, side in landed:
            key = (place, lane, depth) if place == INSIDE else (place, side if place == OVER_TOUCHLINE else 0, 0)
            found.setdefault(key, []).append((face, lane, depth, side))
    pieces = []
    for number, ((place, _, _), ways) in enumerate(found.items()):
        face, lane, depth, side = ways[0]
        arrow, symbols = box.arrows[die, face], [box.arrows[die, way[0]].symbol for way in ways]
        column, row = words.board_cell(int(table.attacker), lane, depth)
        counts = {"question": symbols.count(Symbol.QUESTION), "lost": symbols.count(Symbol.X)}
        pieces.append(
            Piece(
                id=f"land.{action}.{number}",
                kind="landing",
                name=landing_text(say, table, place, lane, depth),
                facts={
                    "action": action,
                    "column": column,
                    "row": row,
                    "number": cells(int(arrow.number), declared),
                    "faces": len(ways),
                    **{name: count for name, count in counts.items() if count},
                    **heading(table, place, int(arrow.direction), side, declared),
                },
                marks=[] if place == INSIDE else ["out"],
            )
        )
    return pieces


@block
def landings(_: Say, box: Box, table: Table, action: int) -> list[list[Landing]]:
    """Find where each face of an arrow die can carry the ball; of two sides, one that leaves the pitch only if both
    do.
    """
    die, declared = action // ROLL, action % ROLL
    return [face_landings(box, table, die, declared, face) for face in range(FACES)]


def face_landings(box: Box, table: Table, die: int, declared: int, face: int) -> list[Landing]:
    """Find where one face can carry the ball."""
    if table.mode == Mode.CORNER:
        return [(*landing(box, table, die, declared, face), RIGHT if not declared & SECOND else LEFT)]
    if box.arrows[die, face].direction not in {Direction.DIAGONAL, Direction.SIDEWAYS}:
        return [(*landing(box, table, die, declared, face), 0)]
    both = [(*landing(box, table, die, declared, face, side), side) for side in (LEFT, RIGHT)]
    return [found for found in both if found[0] == INSIDE] or both[:1]


def heading(table: Table, place: str, direction: int, side: int, declared: int) -> Facts:
    """Tell which way the ball goes on the board, right and up as the first seat sees it; off it, over which line."""
    toward = 1 if table.attacker == 0 else -1
    lane = {LEFT: -1, RIGHT: 1}.get(side, 0)
    forward = depth_step(direction, int(table.mode), declared)
    if place in {OVER_END_LINE, OVER_OWN_LINE, OWN_GOAL}:
        lane = 0
    elif place == OVER_TOUCHLINE:
        forward = 0
    return {"right": lane * toward, "up": forward * toward}


def landing_text(say: Say, table: Table, place: str, lane: int, depth: int) -> str:
    """Say where a roll would carry the ball."""
    if place != INSIDE:
        return say(OUT_TEXTS[place])
    return say(mark("to {cell}"), cell=words.cell_name(int(table.attacker), lane, depth))


@block
def declare_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show what may be declared with an arrow die: each pair of pieces is one question."""
    attacker = int(table.attacker)
    pieces = []
    if table.phase == Phase.ACT:
        variants = declarations(box, table)
        if variants & REVERSED:
            pieces += [
                Piece(id="declare.forward", kind="way", face="off", name=say(mark("toward the goal"))),
                Piece(id="declare.backward", kind="way", face="on", name=say(mark("toward midfield"))),
            ]
        if variants & DOUBLED:
            pieces += [
                Piece(id="declare.once", kind="size", face="off", name=say(mark("as rolled"))),
                Piece(id="declare.twice", kind="size", face="on", name=say(mark("doubled"))),
            ]
        if variants & SECOND:
            for second in (0, SECOND):
                lane, depth = start_cell(box, table, second)
                column, row = words.board_cell(attacker, lane, depth)
                cell = words.cell_name(attacker, lane, depth)
                pieces.append(
                    Piece(
                        id=f"declare.{cell}",
                        kind="start",
                        face="on" if second else "off",
                        name=say(mark("from {cell}"), cell=cell),
                        facts={"column": column, "row": row},
                    )
                )
    return Zone(id="declare", name=say(mark("Declaration")), owner=attacker, pieces=pieces)


def start_cell(box: Box, table: Table, declared: int) -> tuple[int, int]:
    """Where a roll starts from: at a keeper's kick and at a corner the taker chooses one of two cells."""
    lane, depth = int(table.lane), int(table.depth)
    if table.phase == Phase.ACT and table.mode == Mode.KEEPER_KICK:
        lane, depth = map(int, box.keeper_cells[1 if declared & SECOND else 0])
    if table.phase == Phase.ACT and table.mode == Mode.CORNER:
        lane = LANES if declared & SECOND else 1
    return lane, depth


def dice_zone(say: Say, box: Box, table: Table, side: str, owner: int, asked: bool) -> Zone:
    """Show the dice of one side: what the last one fell on if it is theirs; to whoever is asked, why not this one."""
    last = int(table.last_die)
    face = int(table.last_face) if last in DICE[side][1] else NOT_ROLLED
    return lying_dice(say, box, (side, owner, last, face, refusals(say, box, table, side, asked)))


@block
def refusals(say: Say, box: Box, table: Table, side: str, asked: bool) -> tuple[tuple[bool, str], ...]:
    """Tell of each die of a side whether it is barred, and to whoever is asked why it is not rolled now."""
    acts = table.phase == Phase.ACT
    return tuple((acts and barred(table, die), refusal(say, box, table, die) if asked else "") for die in DICE[side][1])


@printed
def lying_dice(say: Say, box: Box, which: tuple[str, int, int, int, tuple[tuple[bool, str], ...]]) -> Zone:
    """Show dice as they lie."""
    side, owner, last, face, refused = which
    name, dice = DICE[side]
    pieces = [
        die_piece(box, die, face if die == last else NOT_ROLLED, *each) for die, each in zip(dice, refused, strict=True)
    ]
    return Zone(id=f"dice.{side}", name=say(name), owner=owner, count=len(pieces), pieces=pieces)


def die_piece(box: Box, die: Die, face: int, is_barred: bool, why: str) -> Piece:
    """Show a die."""
    facts: Facts = {} if face == NOT_ROLLED else {"fell": side_code(box, die, face)}
    if why:
        facts["why"] = why
    marks = [] if face == NOT_ROLLED else ["last"]
    if is_barred:
        marks.append("barred")
    code = die.name.lower()
    return Piece(id=f"die.{code}", kind="die", face=code, facts=facts, marks=marks)


def refusal(say: Say, box: Box, table: Table, die: Die) -> str:
    """Say why an attacker does not roll a die, where that is more than when it is rolled (`faces.ROLLED_WHEN`)."""
    if table.phase != Phase.ACT:
        return ""
    if barred(table, die):
        return say(mark("not twice running") if die == Die.CONTROL else CONTROL_FIRST)
    if die != Die.SHOT or can_shoot(box, table):
        return ""
    if not box.pitch[table.depth, table.lane] & (Cell.AREA | Cell.OUTSIDE):
        return say(mark("not from this cell"))
    return say(CONTROL_FIRST if table.mode == Mode.FIRST else mark("not straight from this restart"))


def barred(table: Table, die: Die) -> bool:
    """DF-022, DF-023: which arrow dice the attacker may not roll now."""
    if die > Die.CROSS:
        return False
    return (table.mode == Mode.OPEN_NC) if die == Die.CONTROL else (table.mode == Mode.FIRST)


def champion_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the champion die with its holder."""
    holder = int(table.holder)
    has_window = table.waiting >> holder & 1 and can_use_champion(box, table, holder)
    return lying_champion(say, box, (holder, int(table.power), bool(has_window)))


@printed
def lying_champion(say: Say, box: Box, which: tuple[int, int, bool]) -> Zone:
    """Show the champion die, called by what it shows, dimmed while it has no window."""
    holder, face, has_window = which[0], Champion(which[1]), which[2]
    piece = Piece(
        id="die.champion",
        kind="die",
        face=Die.CHAMPION.name.lower(),
        name=say(words.POWERS[face]),
        facts={"meaning": words.meaning(say, box, face), "fell": face.name},
        marks=[] if has_window else ["dimmed"],
    )
    return Zone(id="champion", name=say(mark("Champion die")), owner=holder, count=1, pieces=[piece])


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read."""
    first, second = map(int, table.rolls)
    return [
        *time_counters(say, box, table),
        attack_counter(say, box, int(table.attacker)),
        possession_counter(say, box, round(100 * first / (first + second)) if first + second else 50),
        *side_counters(say, box, table, 0),
        *side_counters(say, box, table, 1),
    ]


@block
def time_counters(say: Say, box: Box, table: Table) -> list[Counter]:
    """Read half and clock."""
    return [
        Counter(id="half", name=say(mark("Half")), value=int(table.half), text=words.half_name(say, int(table.half))),
        Counter(
            id="clock",
            name=say(mark("Clock")),
            value=int(table.clock) // 1000,
            of=None if table.phase == Phase.OVER or table.half == SHOOT_OUT else int(box.half_ms) // 1000,
            text=clock(say, box, table),
        ),
    ]


@printed
def attack_counter(say: Say, box: Box, side: int) -> Counter:
    """Tell who attacks; how, the phase says."""
    return Counter(id="attacker", name=say(mark("Attacker")), value=side, owner=side, text=words.team(say, side))


@printed
def possession_counter(say: Say, box: Box, share: int) -> Counter:
    """Tell the share of all rolls that the first seat has made; the rest is the other's."""
    return Counter(id="possession", name=say(mark("Possession")), value=share, of=100, owner=0)


@block
def side_counters(say: Say, box: Box, table: Table, side: int) -> list[Counter]:
    """Count what a side has done."""
    shown = [
        Counter(id=f"goals.{side}", name=say(mark("Goals")), value=int(table.goals[side]), owner=side),
        Counter(id=f"shots.{side}", name=say(mark("Shots")), value=int(table.shots[side]), owner=side),
        Counter(id=f"fouls.{side}", name=say(mark("Fouls in a row")), value=int(table.fouls[side]), owner=side),
    ]
    if table.half == SHOOT_OUT:
        scored, kicks = int(table.scored[side]), int(table.kicks[side])
        shown.append(Counter(id=f"kicks.{side}", name=say(mark("Shoot-out")), value=scored, of=kicks, owner=side))
    return shown


def play_name(say: Say, table: Table) -> str:
    """Name the present play; at the end of the match there is none, whatever restart time did not let happen."""
    return say(words.PHASES[Phase.OVER] if table.phase == Phase.OVER else words.MODES[Mode(int(table.mode))])


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the die or the cell to click for an action."""
    if action in {LEFT, RIGHT}:
        place, lane, depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
        cell = words.cell_name(int(table.attacker), lane, depth)
        return [f"cell.{cell}" if place == INSIDE else f"out.{'left' if action == LEFT else 'right'}"]
    if action < SHOOT:
        return [f"die.{Die(action // ROLL).name.lower()}", *declared_elements(box, table, action)]
    return [f"die.{DIE_OF[action].name.lower()}"] if action in DIE_OF else []


def declared_elements(box: Box, table: Table, action: int) -> list[str]:
    """Name the declarations of a roll: of every question that is open, the answer it gives."""
    variants = declarations(box, table)
    found = []
    if variants & REVERSED:
        found.append("declare.backward" if action & REVERSED else "declare.forward")
    if variants & DOUBLED:
        found.append("declare.twice" if action & DOUBLED else "declare.once")
    if variants & SECOND:
        lane, depth = start_cell(box, table, action)
        found.append(f"declare.{words.cell_name(int(table.attacker), lane, depth)}")
    return found


def clock(say: Say, box: Box, table: Table) -> str:
    """Read the clock of the half; after time, say how long it lasts."""
    if table.phase == Phase.OVER:
        return say(mark("Full time"))
    if table.half == SHOOT_OUT:
        return say(mark("Shoot-out"))
    limit = words.minutes(int(box.half_ms))
    if table.clock >= box.half_ms:
        return say(mark("{time}+ until the ball is lost or out"), time=limit)
    return f"{words.minutes(int(table.clock))} / {limit}"


def time(say: Say, box: Box, table: Table) -> str:
    """Tell minutes and seconds of the half."""
    if table.phase == Phase.OVER or table.half == SHOOT_OUT:
        return ""
    return words.minutes(min(int(table.clock), int(box.half_ms)))


# ---------------------------------------------------------------- odds


def landing(box: Box, table: Table, die: int, declared: int, face: int, action: int = 0) -> tuple[str, int, int]:
    """Where a face carries the ball: on the pitch or over which line, and the last cell on the pitch."""
    arrow = box.arrows[die, face]
    lane, depth = start_cell(box, table, declared)
    side = {LEFT: -1, RIGHT: 1}.get(action, 0)
    if table.phase == Phase.ACT and table.mode == Mode.CORNER:
        side = -1 if declared & SECOND else 1
    forward = depth_step(int(arrow.direction), int(table.mode), declared)
    lane, depth, left = travel(lane, depth, side, forward, cells(int(arrow.number), declared))
    if not left:
        return INSIDE, lane, depth
    if depth + forward > DEPTHS:
        return OVER_END_LINE, lane, depth
    if depth + forward >= 1:
        return OVER_TOUCHLINE, lane, depth
    into_goal = is_own_goal(box, int(table.mode), die, declared, lane, side)
    return (OWN_GOAL if into_goal else OVER_OWN_LINE), lane, depth


def share(box: Box, die: Die, result: int) -> float:
    """The chance that a die shows a result."""
    return printed_share(PLAIN, box, (int(die), int(result)))


@printed
def printed_share(_: Say, box: Box, which: tuple[int, int]) -> float:
    """Count the faces of a die with a result."""
    die, result = which
    return sum(int(face) == result for face in box.faces[die]) / FACES


def cleared_home(box: Box, lane: int, depth: int, *results: Save) -> float:
    """DF-125: the chance that a defender clears towards the attacker's goal and its keeper does one of these."""
    back = int(box.plays[Die.DEFENDER, Defence.CLEAR, 0].steps[0].a)
    if lane != CENTRE_LANE or depth > back:
        return 0.0
    return share(box, Die.DEFENDER, Defence.CLEAR) * sum(share(box, Die.KEEPER, result) for result in results)


@lasting
def roll_chances(_: Say, box: Box, table: Table, action: int) -> tuple[float, float]:
    """The chances that an arrow die loses the ball, and that it ends in the own goal; of two sides the better is taken.

    Lost is what goes out, what an X loses, and what a "?" then brings; in the own goal it may go at once or off a
    defender's boot.
    """
    taken = share(box, Die.DEFENDER, Defence.INTERCEPT)
    lost = own_goal = 0.0
    for face, ways in enumerate(landings(PLAIN, box, table, action)):
        symbol = box.arrows[action // ROLL, face].symbol
        if symbol == Symbol.QUESTION:
            lost += min(
                1.0 if place != INSIDE else taken + cleared_home(box, lane, depth, Save.CONCEDE, Save.TIP)
                for place, lane, depth, _ in ways
            )
            own_goal += min(
                cleared_home(box, lane, depth, Save.CONCEDE) if place == INSIDE else float(place == OWN_GOAL)
                for place, lane, depth, _ in ways
            )
        else:
            lost += symbol == Symbol.X or all(way[0] != INSIDE for way in ways)
            own_goal += all(way[0] == OWN_GOAL for way in ways)
    return lost / FACES, own_goal / FACES


def goal_chance(box: Box, table: Table) -> float:
    """6.6: the chance that one shot from here is a goal; no champion die, the defender die on a crossbar."""
    cell = box.pitch[table.depth, table.lane]
    let_in = share(box, Die.KEEPER, Save.CONCEDE)
    area = bool(cell & Cell.AREA)
    on_target = let_in if is_undefended(box, table) else tackle_goal_chance(box, met_cell(box, table), let_in)
    post = tackle_goal_chance(box, (int(box.places[Place.POST, 0]), int(box.places[Place.POST, 1])), 0.0)
    bar = tackle_goal_chance(box, (int(box.places[Place.MOUTH, 0]), int(box.places[Place.MOUTH, 1])), 0.0)
    return (
        share(box, Die.SHOT, Shot.ON_TARGET) * on_target
        + share(box, Die.SHOT, Shot.PERFECT) * (1.0 if area else let_in)
        + share(box, Die.SHOT, Shot.POST) * post
        + share(box, Die.SHOT, Shot.CROSSBAR) * bar
    )


def is_undefended(box: Box, table: Table) -> bool:
    """Tell whether a shot on target from here goes straight to the keeper: from the area, and over the wall."""
    cell = box.pitch[table.depth, table.lane]
    return bool(cell & Cell.AREA) or (table.mode == Mode.DIRECT_FK and bool(cell & Cell.WALL))


def met_cell(box: Box, table: Table) -> tuple[int, int]:
    """Find where a defender meets a shot on target from outside the area."""
    lane, far = int(table.lane), bool(box.pitch[table.depth, table.lane] & Cell.FAR)
    return 3 if far or lane == 3 else lane + (1 if lane < 3 else -1), int(box.places[Place.SPOT, 1])


def penalty_chance(box: Box, table: Table) -> float:
    """6.6: the chance that a defender who meets one shot from here fouls in the own area."""
    met = [(Shot.POST, Place.POST), (Shot.CROSSBAR, Place.MOUTH)]
    fouled = [(face, (int(box.places[place, 0]), int(box.places[place, 1]))) for face, place in met]
    if not is_undefended(box, table):
        origin = (int(table.lane), int(table.depth))
        fouled.append((Shot.ON_TARGET, origin if box.shot_foul_origin else met_cell(box, table)))
    in_area = [face for face, (lane, depth) in fouled if box.pitch[depth, lane] & Cell.AREA]
    blown = 1.0
    if box.boskov:
        blown = sum(arrow.symbol != Symbol.QUESTION for arrow in box.arrows[Die.CONTROL]) / FACES
    return sum(share(box, Die.SHOT, face) for face in in_area) * share(box, Die.DEFENDER, Defence.FOUL) * blown


def tackle_goal_chance(box: Box, cell: tuple[int, int], missed: float) -> float:
    """The chance of a goal when the defender die is rolled there; `missed` is the chance after a miss."""
    own_goal = 1.0 if box.pitch[cell[1], cell[0]] & Cell.OWN_GOAL else missed
    return (
        share(box, Die.DEFENDER, Defence.MISS) * missed + share(box, Die.DEFENDER, Defence.MISS_OR_OWN_GOAL) * own_goal
    )


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell in percent what a roll risks or brings, by names that CHANCES puts into words."""
    found: dict[str, float] = {}
    if action in {LEFT, RIGHT}:
        return {}
    if action < SHOOT:
        lost, own_goal = roll_chances(PLAIN, box, table, action)
        found = {"lost": lost, "own_goal": own_goal}
    elif action == SHOOT:
        found = {"goal": goal_chance(box, table), "penalty": penalty_chance(box, table)}
    elif action == ROLL_KEEPER:
        found = {"saved": share(box, Die.KEEPER, Save.SAVE), "goal": share(box, Die.KEEPER, Save.CONCEDE)}
    elif action == ROLL_DEFENDER:
        found = {"won": share(box, Die.DEFENDER, Defence.INTERCEPT)}
        if box.pitch[table.depth, table.lane] & Cell.OWN_GOAL:
            found["own_goal"] = share(box, Die.DEFENDER, Defence.MISS_OR_OWN_GOAL)
    elif action == ROLL_PENALTY:
        found = {"scored": share(box, Die.PENALTY, Penalty.GOAL)}
    percents: Facts = {name: round(100 * chance) for name, chance in found.items()}
    return {name: chance for name, chance in percents.items() if chance or name != "own_goal"}


def detail(say: Say, box: Box, table: Table, seat: int, action: int, found: Facts | None = None) -> str:
    """Say in a line what an action risks or brings."""
    if action in {LEFT, RIGHT}:
        return side_detail(say, box, table, action)
    if action == CHAMPION:
        attacks = table.phase in {Phase.ACT, Phase.QUESTION}
        if attacks and table.power == Champion.FOUL:
            return foul_detail(say, box, table)
        return words.meaning(say, box, Champion(int(table.power)))
    found = facts(box, table, seat, action) if found is None else found
    return ", ".join(say(CHANCES[name], n=chance) for name, chance in found.items())


def because(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say why somebody would choose an action: what it risks, or what the champion die is kept for."""
    found = facts(box, table, seat, action)
    if "lost" in found:
        return say(ROLL_WHYS[Die(action // ROLL)], n=found["lost"])
    if "goal" in found and action == SHOOT:
        return say(mark("{n} % from here, and one roll more may lose the ball."), n=found["goal"])
    if action == CHAMPION:
        return say(mark("This is the moment for the white die: now it changes most."))
    return say(mark("Used, the white die goes to the rival: keep it for a worse moment.")) if action == PASS else ""


def foul_detail(say: Say, box: Box, table: Table) -> str:
    """DF-104, DF-105, DF-R27: say what the champion foul would give the attacker where the ball lies."""
    cell = box.pitch[table.depth, table.lane]
    if cell & Cell.AREA:
        likely = mark("Here it gives a penalty, if the whistle is blown.")
        return say(likely if box.boskov else mark("Here it gives a penalty."))
    if box.simple or table.depth < box.claim_depth:
        return say(mark("Here it gives only an ordinary free kick: no shot."))
    if cell & (Cell.OUTSIDE | Cell.FAR):
        return say(mark("Here it gives a direct free kick, which may be shot."))
    return say(mark("Here it gives a direct free kick, but no shot from this cell."))


def side_detail(say: Say, box: Box, table: Table, action: int) -> str:
    """Say where the ball would go, and what the symbol or the line then does."""
    place, lane, depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
    if place != INSIDE:
        return say(OUT_TEXTS[place])
    symbol = Symbol(int(box.arrows[table.die, table.face].symbol))
    follow = {
        Symbol.NONE: mark("to {cell}"),
        Symbol.QUESTION: mark("to {cell}, then the defender rolls"),
        Symbol.X: mark("to {cell}, then the ball is lost"),
    }
    return say(follow[symbol], cell=words.cell_name(int(table.attacker), lane, depth))
