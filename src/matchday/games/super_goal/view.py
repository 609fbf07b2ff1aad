"""A table of Super Goal! as a person sees it: zones and counters for programs, odds, a picture for the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Piece, Zone
from matchday.games.super_goal import words
from matchday.games.super_goal.rules import can_use_champion, cells, depth_step, rival, travel
from matchday.games.super_goal.state import (
    CHAMPION,
    DEPTHS,
    FACES,
    LANES,
    LEFT,
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

COLOURS = ("red", "cyan")
STYLES = {
    Die.CONTROL: "black on dark_orange",
    Die.PASS: "white on red",
    Die.CROSS: "white on purple",
    Die.SHOT: "white on dark_red",
    Die.DEFENDER: "white on dark_blue",
    Die.KEEPER: "black on sky_blue1",
    Die.PENALTY: "white on grey11",
    Die.CHAMPION: "black on white",
}
ATTACK_DICE = (Die.CONTROL, Die.PASS, Die.CROSS, Die.SHOT, Die.PENALTY)
DEFENCE_DICE = (Die.DEFENDER, Die.KEEPER)
DIE_OF = {
    SHOOT: Die.SHOT,
    CHAMPION: Die.CHAMPION,
    ROLL_DEFENDER: Die.DEFENDER,
    ROLL_KEEPER: Die.KEEPER,
    ROLL_PENALTY: Die.PENALTY,
}
INSIDE, OVER_END_LINE, OVER_OWN_LINE, OVER_TOUCHLINE = "in", "end_line", "own_line", "touch"


# ---------------------------------------------------------------- zones and counters


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List the pitch with its ball and, while a side is chosen, the two landing cells; and whose dice are whose."""
    attacker = int(table.attacker)
    return [
        pitch_zone(say, box, table),
        dice_zone(say, box, table, "dice.attack", say(mark("Attack dice")), attacker, ATTACK_DICE),
        dice_zone(say, box, table, "dice.defence", say(mark("Defence dice")), rival(attacker), DEFENCE_DICE),
        Zone(
            id="champion",
            name=say(mark("Champion die")),
            owner=int(table.holder),
            count=1,
            pieces=[champion_piece(say, box, table)],
        ),
    ]


def pitch_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the ball and where it may go."""
    attacker, lane, depth = int(table.attacker), int(table.lane), int(table.depth)
    column, row = words.board_cell(attacker, lane, depth)
    ball = Piece(
        id="ball",
        kind="ball",
        face=words.cell_name(attacker, lane, depth),
        name=say(mark("Ball")),
        facts={"column": column, "row": row, "toward": 1 if attacker == 0 else -1},
    )
    pieces = [ball]
    if table.phase == Phase.SIDE:
        for action in (LEFT, RIGHT):
            place, to_lane, to_depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
            column, row = words.board_cell(attacker, to_lane, to_depth)
            pieces.append(
                Piece(
                    id=elements(box, table, attacker, action)[0],
                    kind="target",
                    face=words.cell_name(attacker, to_lane, to_depth),
                    name=detail(say, box, table, attacker, action),
                    facts={"column": column, "row": row},
                    marks=[] if place == INSIDE else ["out"],
                )
            )
    return Zone(id="pitch", name=say(mark("Pitch")), count=1, pieces=pieces)


def dice_zone(say: Say, box: Box, table: Table, zone: str, name: str, owner: int, dice: tuple[Die, ...]) -> Zone:
    """Show the dice of one side with their six faces."""
    pieces = [die_piece(say, box, table, die) for die in dice]
    return Zone(id=zone, name=name, owner=owner, count=len(pieces), pieces=pieces)


def die_piece(say: Say, box: Box, table: Table, die: Die) -> Piece:
    """Show a die: what it fell on if it was the last one rolled, and why it may not be rolled now."""
    rolled = table.last_die == die and bool(table.rolls.any() or table.rolled)
    marks = ["last"] if rolled else []
    if table.phase == Phase.ACT and barred(table, die):
        marks.append("barred")
    return Piece(
        id=f"die.{die.name.lower()}",
        kind="die",
        face=words.face_name(say, box, die, int(table.last_face)) if rolled else None,
        name=say(words.DICE[die]),
        facts={
            "letter": words.LETTERS[die],
            "faces": " · ".join(words.face_name(say, box, die, face) for face in range(FACES)),
        },
        marks=marks,
    )


def barred(table: Table, die: Die) -> bool:
    """DF-022, DF-023: which arrow dice the attacker may not roll now."""
    if die > Die.CROSS:
        return False
    return (table.mode == Mode.OPEN_NC) if die == Die.CONTROL else (table.mode == Mode.FIRST)


def champion_piece(say: Say, box: Box, table: Table) -> Piece:
    """Show the champion die, dimmed while it has no window."""
    face = Champion(int(table.power))
    usable = bool(table.waiting) and can_use_champion(box, table, int(table.holder)) and table.half != SHOOT_OUT
    return Piece(
        id="die.champion",
        kind="die",
        face=face.name.lower(),
        name=say(words.POWERS[face]),
        facts={"letter": words.LETTERS[Die.CHAMPION], "meaning": say(words.MEANINGS[face])},
        marks=[] if usable and table.waiting >> int(table.holder) & 1 else ["dimmed"],
    )


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read."""
    attacker = int(table.attacker)
    shown = [
        Counter(id="half", name=say(mark("Half")), value=int(table.half), text=words.half_name(say, int(table.half))),
        Counter(
            id="clock",
            name=say(mark("Clock")),
            value=int(table.clock) // 1000,
            of=int(box.half_ms) // 1000,
            text=clock(say, box, table),
        ),
        Counter(
            id="attacker", name=say(mark("Attacker")), value=attacker, owner=attacker, text=words.team(say, attacker)
        ),
        Counter(id="play", name=say(mark("Play")), value=int(table.mode), text=say(words.MODES[Mode(int(table.mode))])),
    ]
    rolls = max(int(table.rolls.sum()), 1)
    for side in range(2):
        shown += [
            Counter(id=f"goals.{side}", name=say(mark("Goals")), value=int(table.goals[side]), owner=side),
            Counter(id=f"shots.{side}", name=say(mark("Shots")), value=int(table.shots[side]), owner=side),
            Counter(
                id=f"possession.{side}",
                name=say(mark("Possession")),
                value=round(100 * int(table.rolls[side]) / rolls),
                of=100,
                owner=side,
            ),
            Counter(id=f"fouls.{side}", name=say(mark("Fouls in a row")), value=int(table.fouls[side]), owner=side),
        ]
        if table.half == SHOOT_OUT:
            shown.append(
                Counter(
                    id=f"kicks.{side}",
                    name=say(mark("Shoot-out")),
                    value=int(table.scored[side]),
                    of=int(table.kicks[side]),
                    owner=side,
                )
            )
    return shown


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the die or the cell to click for an action."""
    if action in {LEFT, RIGHT}:
        place, lane, depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
        cell = words.cell_name(int(table.attacker), lane, depth)
        return [f"cell.{cell}" if place == INSIDE else f"out.{'left' if action == LEFT else 'right'}"]
    if action < SHOOT:
        return [f"die.{Die(action // ROLL).name.lower()}"]
    return [f"die.{DIE_OF[action].name.lower()}"] if action in DIE_OF else []


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


# ---------------------------------------------------------------- odds


def landing(box: Box, table: Table, die: int, declared: int, face: int, action: int = 0) -> tuple[str, int, int]:
    """Where a face carries the ball: on the pitch or over which line, and the last cell on the pitch."""
    arrow = box.arrows[die, face]
    lane, depth = int(table.lane), int(table.depth)
    side = {LEFT: -1, RIGHT: 1}.get(action, 0)
    if table.phase == Phase.ACT and table.mode == Mode.KEEPER_KICK:
        lane, depth = map(int, box.keeper_cells[1 if declared & SECOND else 0])
    if table.phase == Phase.ACT and table.mode == Mode.CORNER:
        lane, side = (LANES, -1) if declared & SECOND else (1, 1)
    forward = depth_step(int(arrow.direction), int(table.mode), declared)
    lane, depth, left = travel(lane, depth, side, forward, cells(int(arrow.number), declared))
    if not left:
        return INSIDE, lane, depth
    if depth + forward > DEPTHS:
        return OVER_END_LINE, lane, depth
    return (OVER_OWN_LINE if depth + forward < 1 else OVER_TOUCHLINE), lane, depth


def share(box: Box, die: Die, result: int) -> float:
    """The chance that a die shows a result."""
    return sum(int(face) == result for face in box.faces[die]) / FACES


def loss_chance(box: Box, table: Table, action: int) -> float:
    """The chance that an arrow die loses the ball: out, an X, or a "?" and then an interception; sides chosen well."""
    die, declared = action // ROLL, action % ROLL
    total = 0.0
    for face in range(FACES):
        arrow = box.arrows[die, face]
        sided = arrow.direction in {Direction.DIAGONAL, Direction.SIDEWAYS} and table.mode != Mode.CORNER
        risk = 0.0
        if arrow.symbol == Symbol.X:
            risk = 1.0
        elif arrow.symbol == Symbol.QUESTION:
            risk = share(box, Die.DEFENDER, Defence.INTERCEPT)
        sides = (LEFT, RIGHT) if sided else (0,)
        stays = any(landing(box, table, die, declared, face, side)[0] == INSIDE for side in sides)
        total += risk if stays else 1.0
    return total / FACES


def goal_chance(box: Box, table: Table) -> float:
    """6.6: the chance that one shot from here is a goal; no champion die, the defender die on a crossbar."""
    cell = box.pitch[table.depth, table.lane]
    let_in = share(box, Die.KEEPER, Save.CONCEDE)
    area = bool(cell & Cell.AREA)
    wall = table.mode == Mode.DIRECT_FK and bool(cell & Cell.WALL)
    lane = int(table.lane)
    met = (3 if cell & Cell.FAR or lane == 3 else lane + (1 if lane < 3 else -1), int(box.places[Place.SPOT, 1]))
    on_target = let_in if area or wall else tackle_goal_chance(box, met, let_in)
    post = tackle_goal_chance(box, (int(box.places[Place.POST, 0]), int(box.places[Place.POST, 1])), 0.0)
    bar = tackle_goal_chance(box, (int(box.places[Place.MOUTH, 0]), int(box.places[Place.MOUTH, 1])), 0.0)
    return (
        share(box, Die.SHOT, Shot.ON_TARGET) * on_target
        + share(box, Die.SHOT, Shot.PERFECT) * (1.0 if area else let_in)
        + share(box, Die.SHOT, Shot.POST) * post
        + share(box, Die.SHOT, Shot.CROSSBAR) * bar
    )


def tackle_goal_chance(box: Box, cell: tuple[int, int], missed: float) -> float:
    """The chance of a goal when the defender die is rolled there; `missed` is the chance after a miss."""
    own_goal = 1.0 if box.pitch[cell[1], cell[0]] & Cell.OWN_GOAL else missed
    return (
        share(box, Die.DEFENDER, Defence.MISS) * missed + share(box, Die.DEFENDER, Defence.MISS_OR_OWN_GOAL) * own_goal
    )


def detail(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say in a line what an action risks or brings."""
    if action in {LEFT, RIGHT}:
        return side_detail(say, box, table, action)
    if action < SHOOT:
        chance = round(100 * loss_chance(box, table, action))
        return say(mark("{chance} % to lose the ball"), chance=chance)
    if action == SHOOT:
        return say(mark("{chance} % to score"), chance=round(100 * goal_chance(box, table)))
    if action == CHAMPION:
        return say(words.MEANINGS[Champion(int(table.power))])
    if action == ROLL_KEEPER:
        return say(mark("{chance} % to be saved"), chance=round(100 * share(box, Die.KEEPER, Save.SAVE)))
    if action == ROLL_DEFENDER:
        chance = round(100 * share(box, Die.DEFENDER, Defence.INTERCEPT))
        return say(mark("{chance} % to win the ball"), chance=chance)
    if action == ROLL_PENALTY:
        return say(mark("{chance} % to score"), chance=round(100 * share(box, Die.PENALTY, Penalty.GOAL)))
    return ""


def side_detail(say: Say, box: Box, table: Table, action: int) -> str:
    """Say where the ball would go, and what the symbol or the line then does."""
    place, lane, depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
    if place != INSIDE:
        texts = {
            OVER_END_LINE: mark("over the end line: goal kick for the other side"),
            OVER_OWN_LINE: mark("over your own end line: corner for the other side"),
            OVER_TOUCHLINE: mark("over the touchline: throw-in for the other side"),
        }
        return say(texts[place])
    symbol = Symbol(int(box.arrows[table.die, table.face].symbol))
    follow = {
        Symbol.NONE: mark("to {cell}"),
        Symbol.QUESTION: mark("to {cell}, then the defender rolls"),
        Symbol.X: mark("to {cell}, then the ball is lost"),
    }
    return say(follow[symbol], cell=words.cell_name(int(table.attacker), lane, depth))


# ---------------------------------------------------------------- the terminal's picture


def draw(say: Say, box: Box, table: Table, seat: int, names: list[str]) -> RenderableType:
    """Draw the table: scoreboard, pitch with the ball, the last roll, the champion die."""
    beside = Group(
        Text(""),
        draw_play(say, table, names),
        Text(""),
        draw_last_roll(say, box, table),
        Text(""),
        draw_champion(say, table, names),
        Text(""),
        draw_numbers(say, table, names),
    )
    sheet = Grid.grid(padding=(0, 2))
    sheet.add_column(no_wrap=True)
    sheet.add_column()
    sheet.add_row(draw_pitch(box, table, names), beside)
    return Group(draw_score(say, box, table, names), sheet)


def draw_score(say: Say, box: Box, table: Table, names: list[str]) -> Text:
    """Draw half, clock and score."""
    late = "blink " if table.clock >= box.half_ms and table.phase != Phase.OVER else ""
    line = Text()
    line.append(f" {words.half_name(say, int(table.half))}  {clock(say, box, table)} ", f"{late}bold black on white")
    line.append("   ")
    line.append(names[0], f"bold {COLOURS[0]}")
    line.append(f"  {int(table.goals[0])} : {int(table.goals[1])}  ", "bold reverse")
    line.append(names[1], f"bold {COLOURS[1]}")
    if table.half == SHOOT_OUT:
        line.append(f"   ({int(table.scored[0])} : {int(table.scored[1])})", "bold")
    return line


def draw_pitch(box: Box, table: Table, names: list[str]) -> RenderableType:
    """Draw the pitch from the stands: seat 0 attacks up, seat 1 down; both goals' areas are shaded."""
    attacker = int(table.attacker)
    ball = words.board_cell(attacker, int(table.lane), int(table.depth))
    targets = lit_cells(box, table)
    text = Text()
    text.append("        ╷───────╷\n", COLOURS[1])
    for row in range(DEPTHS, 0, -1):
        text.append(f"{row:>3}  ", "dim")
        for column in range(1, LANES + 1):
            up, down = box.pitch[row, column], box.pitch[DEPTHS + 1 - row, LANES + 1 - column]
            shaded = (up | down) & Cell.AREA
            style = "on dark_green" if shaded else "on green4"
            if (column, row) == ball:
                text.append(" ⚽" if attacker == 0 else "⚽ ", f"bold {style}")
            elif (column, row) in targets:
                text.append(f" {targets[column, row]} ", f"bold {style}")
            elif column == ball[0] and row == ball[1] + (1 if attacker == 0 else -1):
                text.append(" ▲ " if attacker == 0 else " ▼ ", f"bold {COLOURS[attacker]} {style}")
            else:
                text.append(" ▫ " if shaded else " · ", f"bright_black {style}")
        text.append("\n")
    text.append("        ╵───────╵\n", COLOURS[0])
    text.append("      a  b  c  d  e", "dim")
    return Panel(text, title=names[1], subtitle=names[0], border_style="green", expand=False)


def lit_cells(box: Box, table: Table) -> dict[tuple[int, int], str]:
    """Find the cells that left and right lead to, while a side is chosen, with signs that point away from the ball."""
    found = {}
    if table.phase == Phase.SIDE:
        attacker = int(table.attacker)
        start, _ = words.board_cell(attacker, int(table.lane), int(table.depth))
        for action in (LEFT, RIGHT):
            place, lane, depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
            if place == INSIDE:
                column, row = words.board_cell(attacker, lane, depth)
                found[column, row] = "◂" if column < start else "▸"
    return found


def draw_play(say: Say, table: Table, names: list[str]) -> Text:
    """Say who attacks and how."""
    attacker = int(table.attacker)
    cell = words.cell_name(attacker, int(table.lane), int(table.depth))
    line = Text()
    line.append(f" {names[attacker]} ", f"bold black on {COLOURS[attacker]}")
    line.append(f"  {say(words.MODES[Mode(int(table.mode))])}, {cell}")
    return line


def draw_last_roll(say: Say, box: Box, table: Table) -> Text:
    """Show the die that was rolled last and its face."""
    line = Text()
    if not (table.rolls.any() or table.rolled):
        return line
    die = Die(int(table.last_die))
    line.append(f" {words.LETTERS[die]} ", f"bold {STYLES[die]}")
    line.append(f"  {say(words.DICE[die])}: ")
    line.append(words.face_name(say, box, die, int(table.last_face)), "bold")
    return line


def draw_champion(say: Say, table: Table, names: list[str]) -> Group:
    """Show the champion die, its holder and what it does."""
    face, holder = Champion(int(table.power)), int(table.holder)
    line = Text()
    line.append(f" {words.LETTERS[Die.CHAMPION]} ", f"bold {STYLES[Die.CHAMPION]}")
    line.append(f"  {say(words.POWERS[face])} ", "bold")
    line.append(f"({names[holder]})", COLOURS[holder])
    return Group(line, Text(say(words.MEANINGS[face]), "dim"))


def draw_numbers(say: Say, table: Table, names: list[str]) -> Text:
    """Show shots and possession."""
    rolls = max(int(table.rolls.sum()), 1)
    text = Text()
    for side in range(2):
        share_of_ball = round(100 * int(table.rolls[side]) / rolls)
        text.append(f"{names[side]}: ", COLOURS[side])
        text.append(
            say.count(mark("{n} shot"), mark("{n} shots"), int(table.shots[side])) + f", {share_of_ball} %\n", "dim"
        )
    return text
