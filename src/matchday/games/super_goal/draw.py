"""The table of Super Goal! as a picture for the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.speech import Say, mark
from matchday.games.super_goal import words
from matchday.games.super_goal.state import (
    DEPTHS,
    LANES,
    LEFT,
    RIGHT,
    SHOOT_OUT,
    Box,
    Cell,
    Champion,
    Die,
    Phase,
    Table,
)
from matchday.games.super_goal.view import INSIDE, clock, landing, play_name

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


def draw(say: Say, box: Box, table: Table, seat: int, names: list[str]) -> RenderableType:
    """Draw the table: scoreboard, pitch with the ball, the last roll, the champion die."""
    beside = Group(
        Text(""),
        draw_play(say, table, names),
        Text(""),
        draw_last_roll(say, box, table),
        Text(""),
        draw_champion(say, box, table, names),
        Text(""),
        draw_numbers(say, table, names),
    )
    sheet = Grid.grid(padding=(0, 2))
    sheet.add_column(no_wrap=True)
    sheet.add_column()
    sheet.add_row(draw_pitch(box, table, seat, names), beside)
    return Group(draw_score(say, box, table, names), sheet)


def draw_score(say: Say, box: Box, table: Table, names: list[str]) -> Text:
    """Draw half, clock and score."""
    late = "blink " if table.clock >= box.half_ms and table.phase != Phase.OVER else ""
    line = Text()
    line.append(f" {words.half_name(say, int(table.half))}  {clock(say, box, table)} ", f"{late}bold black on white")
    if is_nominal(box, table):
        line.append(f" ({say(words.VALUES['nominal'])})", "dim")
    line.append("   ")
    line.append(names[0], f"bold {COLOURS[0]}")
    line.append(f"  {int(table.goals[0])} : {int(table.goals[1])}  ", "bold reverse")
    line.append(names[1], f"bold {COLOURS[1]}")
    if table.half == SHOOT_OUT:
        line.append(f"   ({int(table.scored[0])} : {int(table.scored[1])})", "bold")
    return line


def is_nominal(box: Box, table: Table) -> bool:
    """Tell whether the clock has just counted nominal seconds, not those of a host."""
    if table.half == SHOOT_OUT or table.phase == Phase.OVER:
        return False
    return not box.live or bool(table.clock and not table.timed)


def draw_pitch(box: Box, table: Table, seat: int, names: list[str]) -> RenderableType:
    """Draw the pitch as a seat sees it, its own goal below, so that left is left; both goals' areas are shaded."""
    attacker = int(table.attacker)
    ball = words.board_cell(attacker, int(table.lane), int(table.depth))
    ahead = ball[1] + (1 if attacker == 0 else -1)
    targets = lit_cells(box, table, seat)
    below = 1 if seat == 1 else 0
    rows, columns = range(DEPTHS, 0, -1), range(1, LANES + 1)
    if below == 1:
        rows, columns = rows[::-1], columns[::-1]
    text = Text()
    text.append("        ╷───────╷\n", COLOURS[1 - below])
    for row in rows:
        text.append(f"{row:>3}  ", "dim")
        for column in columns:
            up, down = box.pitch[row, column], box.pitch[DEPTHS + 1 - row, LANES + 1 - column]
            shaded = (up | down) & Cell.AREA
            style = "on dark_green" if shaded else "on green4"
            if (column, row) == ball:
                text.append(" ⚽" if attacker == below else "⚽ ", f"bold {style}")
            elif (column, row) in targets:
                text.append(f" {targets[column, row]} ", f"bold {style}")
            elif (column, row) == (ball[0], ahead):
                text.append(" ▲ " if attacker == below else " ▼ ", f"bold {COLOURS[attacker]} {style}")
            else:
                text.append(" ▫ " if shaded else " · ", f"bright_black {style}")
        text.append("\n")
    text.append("        ╵───────╵\n", COLOURS[below])
    text.append("     " + "".join(f" {'abcde'[column - 1]} " for column in columns).rstrip(), "dim")
    return Panel(text, title=names[1 - below], subtitle=names[below], border_style="green", expand=False)


def lit_cells(box: Box, table: Table, seat: int) -> dict[tuple[int, int], str]:
    """Find the cells that left and right lead to, while a side is chosen, with signs that point away from the ball."""
    found = {}
    if table.phase == Phase.SIDE:
        attacker = int(table.attacker)
        start, _ = words.board_cell(attacker, int(table.lane), int(table.depth))
        for action in (LEFT, RIGHT):
            place, lane, depth = landing(box, table, int(table.die), int(table.declared), int(table.face), action)
            if place == INSIDE:
                column, row = words.board_cell(attacker, lane, depth)
                found[column, row] = "◂" if (column < start) == (seat != 1) else "▸"
    return found


def draw_play(say: Say, table: Table, names: list[str]) -> Text:
    """Say who attacks and how."""
    attacker = int(table.attacker)
    cell = words.cell_name(attacker, int(table.lane), int(table.depth))
    line = Text()
    line.append(f" {names[attacker]} ", f"bold black on {COLOURS[attacker]}")
    line.append(f"  {play_name(say, table)}, {cell}")
    return line


def draw_last_roll(say: Say, box: Box, table: Table) -> Text:
    """Show the die that was rolled last and its face."""
    line = Text()
    die = Die(int(table.last_die))
    if die == Die.CHAMPION:
        return line
    line.append(f" {words.LETTERS[die]} ", f"bold {STYLES[die]}")
    line.append(f"  {say(words.DICE[die])}: ")
    line.append(words.face_sign(say, box, die, int(table.last_face)), "bold")
    return line


def draw_champion(say: Say, box: Box, table: Table, names: list[str]) -> Group:
    """Show the champion die, its holder and what it does."""
    face, holder = Champion(int(table.power)), int(table.holder)
    line = Text()
    line.append(f" {words.LETTERS[Die.CHAMPION]} ", f"bold {STYLES[Die.CHAMPION]}")
    line.append(f"  {say(words.POWERS[face])} ", "bold")
    line.append(f"({names[holder]})", COLOURS[holder])
    return Group(line, Text(words.meaning(say, box, face), "dim"))


def draw_numbers(say: Say, table: Table, names: list[str]) -> Text:
    """Show shots and possession."""
    rolls = max(int(table.rolls.sum()), 1)
    text = Text()
    for side in range(2):
        share_of_ball = round(100 * int(table.rolls[side]) / rolls)
        text.append(f"{names[side]}: ", COLOURS[side])
        shots = say.count(
            mark("{n} shot, {share} % of the ball"),
            mark("{n} shots, {share} % of the ball"),
            int(table.shots[side]),
            share=share_of_ball,
        )
        text.append(f"{shots}\n", "dim")
    return text
