"""The table of Piłka w grze! as a picture for the terminal."""

from __future__ import annotations

from collections.abc import Collection
from textwrap import wrap

from rich import box as borders
from rich.align import Align
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.games.pilka_w_grze import words
from matchday.games.pilka_w_grze.faces import circled
from matchday.games.pilka_w_grze.rules.questions import is_foul, is_ordinary, rival
from matchday.games.pilka_w_grze.state import TACTICS, UNKNOWN, Box, Table
from matchday.games.pilka_w_grze.view import clock

BALL, GLOVE = "●", "◆"
CARD_WIDTH = 16  # five side by side in the narrowest terminal, 80 signs
COLOURS = ("red", "yellow")


def draw(say: Say, box: Box, table: Table, seat: int, names: list[str], hand: Collection[str] = ()) -> RenderableType:
    """Draw the table for one seat: scoreboard, pitch, this attack, what is unseen, both sides, the hand."""
    me = seat if seat < 2 else 0
    parts: list[RenderableType] = [
        draw_score(say, box, table, names),
        draw_pitch(say, table, names),
        draw_side(say, box, table, rival(me), names),
        draw_attack(say, box, table),
        draw_side(say, box, table, me, names),
    ]
    if table.hand_count[me]:
        parts.append(draw_hand(say, box, table, me, hand))
    return Group(*parts)


def draw_score(say: Say, box: Box, table: Table, names: list[str]) -> RenderableType:
    """Draw score, half, clock and pile."""
    line = Text()
    line.append(f" {words.half_name(say, int(table.half))} {clock(say, box, table)} ", "bold black on white")
    line.append("   ")
    line.append(names[0], f"bold {COLOURS[0]}")
    line.append(f"  {int(table.goals[0])} : {int(table.goals[1])}  ", "bold reverse")
    line.append(names[1], f"bold {COLOURS[1]}")
    line.append("   ")
    line.append(say.count(mark("pile: {n} card"), mark("pile: {n} cards"), int(table.pile)), "dim")
    return line


def draw_pitch(say: Say, table: Table, names: list[str]) -> RenderableType:
    """Draw the three zones with the ball and the direction of play."""
    attacker = int(table.attacker)
    arrows = ">>>" if attacker == 0 else "<<<"
    grid = Grid(box=borders.HEAVY, expand=False, show_header=False, border_style="green", padding=(0, 1))
    headings = (
        say(mark("Box of {name}"), name=names[0]),
        say(mark("Midfield")),
        say(mark("Box of {name}"), name=names[1]),
    )
    for _ in headings:
        grid.add_column(justify="center", min_width=18)
    grid.add_row(*(Text(heading, "green") for heading in headings))
    ball = Text(f"⚽ {arrows}" if attacker == 0 else f"{arrows} ⚽", f"bold {COLOURS[attacker]}")
    grid.add_row(*(ball if zone == table.zone else Text("") for zone in range(3)))
    return grid


def draw_side(say: Say, box: Box, table: Table, side: int, names: list[str]) -> RenderableType:
    """Draw one side's public things in a line."""
    line = Text()
    line.append(f" {names[side]} ", f"bold black on {COLOURS[side]}")
    line.append("  ")
    line.append("▮" * int(table.hand_count[side]), COLOURS[side])
    line.append(" " + words.cards(say, int(table.hand_count[side])))
    if table.formation[side]:
        line.append(f"   {words.formation_name(box, int(table.formation[side]) - 1)}", "bold")
    left = [
        f"{read_text(box.tactics[2 * number].code)}/{read_text(box.tactics[2 * number + 1].code)}"
        for number in range(TACTICS // 2)
        if table.tactics[side] >> number & 1
    ]
    if left:
        line.append("   " + "  ".join(left), "cyan")
    if table.fouls[side]:
        line.append("   " + say.count(mark("{n} foul"), mark("{n} fouls"), int(table.fouls[side])), "dim")
    return line


def draw_attack(say: Say, box: Box, table: Table) -> RenderableType:
    """Draw this attack as duels, the shot and the save."""
    duels: list[tuple[str, Text, Text]] = []
    for number in range(int(table.limit)):
        if number < table.actions_used:
            attack = half_face(say, box, int(table.played[number]), attack=True)
            answer = int(table.answer[number])
            below = half_face(say, box, answer - 1, attack=False) if answer else Text("…", "dim", justify="center")
        else:
            attack, below = Text("·", "dim", justify="center"), Text("")
        duels.append((say(mark("Action {number}"), number=number + 1), attack, below))
    height = 2 + max([6, *(line_count(attack) + line_count(below) for _, attack, below in duels)])
    panels = [
        Panel(Group(attack, below), title=title, width=CARD_WIDTH, height=height, border_style="green")
        for title, attack, below in duels
    ]
    rows: list[RenderableType] = [Columns(panels, padding=(0, 0))]
    attacker = int(table.attacker)
    for side, name, shoots in ((attacker, mark("Shot"), True), (rival(attacker), mark("Save"), False)):
        if table.laid_count[side]:
            faces = [
                half_face(say, box, int(card), attack=shoots) for card in table.laid[side, : table.laid_count[side]]
            ]
            rows.append(Panel(Columns(faces, padding=(0, 3)), title=say(name), border_style=COLOURS[side]))
    return Group(*rows)


def line_count(face: Text) -> int:
    """Count the lines that a half takes on a card: names are longer in some languages than in others."""
    return sum(max(1, len(wrap(line, CARD_WIDTH - 4))) for line in face.plain.split("\n"))


def half_face(say: Say, box: Box, card: int, *, attack: bool) -> Text:
    """Draw one half of a card: its name, then its symbols."""
    if card == UNKNOWN:
        return Text("▒▒▒▒", "dim", justify="center")
    row = box.cards[card]
    if attack:
        name, count = words.attack_name(say, box, row.attack), circled(box, "attack", int(row.attack))
        symbols, style = BALL * int(row.balls), "bold" if is_ordinary(box, card) else "bold yellow"
    else:
        name, count = words.defence_name(say, box, row.defence), circled(box, "defence", int(row.defence))
        symbols, style = GLOVE * int(row.gloves), "bold magenta" if is_foul(box, card) else "bold blue"
    return Text.assemble((name, style), (f" ({count})\n", "dim"), (symbols, style), justify="center")


def draw_hand(say: Say, box: Box, table: Table, seat: int, hand: Collection[str]) -> RenderableType:
    """Draw the own hand, or the part that is laid out, side by side, both halves readable, chosen cards marked."""
    faces: list[RenderableType] = []
    for slot in range(int(table.hand_count[seat])):
        card = int(table.hand[seat, slot])
        chosen = bool(table.chosen >> slot & 1 and table.waiting >> seat & 1)
        if hand and card != UNKNOWN and not chosen and words.card_code(box, card) not in hand:
            continue
        if card == UNKNOWN:
            body: RenderableType = Align.center(Text("\n▒▒▒▒▒▒\n▒▒▒▒▒▒", "dim"))
        else:
            rule = Text("─" * (CARD_WIDTH - 4), "dim", justify="center")
            body = Group(half_face(say, box, card, attack=True), rule, half_face(say, box, card, attack=False))
        faces.append(
            Panel(
                body,
                width=CARD_WIDTH,
                box=borders.HEAVY if chosen else borders.ROUNDED,
                border_style="bright_yellow" if chosen else "white",
            )
        )
    return Columns(faces, padding=(0, 0))
