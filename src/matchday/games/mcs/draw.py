"""The table of MCS as a picture for the terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich import box as borders
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.games.mcs import words
from matchday.games.mcs.faces import PAINT
from matchday.games.mcs.rules.bend import top_card
from matchday.games.mcs.rules.questions import rider_of
from matchday.games.mcs.state import ATTACK, COLOURS, DEFECT, LAPS, RIDERS, UNKNOWN, Box, Format, Phase, Table
from matchday.games.mcs.view import attacker_of, clock, heats_run, lap_now, marks_of

EDGE_PAINT = ("orange1", "medium_purple1", "dark_turquoise", "grey62")
LAP_SIGNS = ("═", "↺", "⚑")


def draw(say: Say, box: Box, table: Table, seat: int, names: list[str], hand: Collection[str] = ()) -> RenderableType:
    """Draw the table for one seat: scoreboard, running order, the fight, lap decks, hands, programme."""
    me = seat if seat < int(box.seats) else 0
    parts: list[RenderableType] = [draw_score(say, box, table, names)]
    if table.phase not in {Phase.PICK, Phase.COLOUR}:
        parts.append(draw_order(say, box, table))
    if table.chain_count:
        parts.append(draw_chain(say, box, table, names))
    if table.attack:
        parts.append(draw_straight(say, box, table))
    parts.append(draw_decks(say, table))
    parts.extend(draw_seat(say, box, table, other, names) for other in range(int(box.seats)))
    if table.hand_count[me]:
        parts.append(draw_hand(say, box, table, me, hand))
    if heats_run(table):
        parts.append(draw_programme(say, box, table))
    return Group(*parts)


def draw_score(say: Say, box: Box, table: Table, names: list[str]) -> RenderableType:
    """Draw heat, lap and points."""
    line = Text()
    line.append(f" {clock(say, box, table)} ", "bold black on white")
    line.append("   ")
    if box.format == Format.FOURWAY:
        for colour in range(COLOURS):
            line.append(f" {words.helmet(say, colour)} ", f"bold {PAINT[colour]}")
            line.append(f"{int(table.points[colour])} ", "bold reverse")
        return line
    for side in range(2):
        who = [names[owner] for owner in range(int(box.seats)) if table.side_of[owner] == side]
        points = sum(table.points[2 * side : 2 * side + 2])
        if side:
            line.append(f" {sum(table.points[:2])} : {points} ", "bold reverse")
        paint = PAINT[2 * side]
        line.append(f" {' + '.join(who)} ", f"bold {paint}")
    return line


def draw_order(say: Say, box: Box, table: Table) -> RenderableType:
    """Draw the riders from the first place down, with their marks, and those who are out."""
    signs = {
        "first": say(mark("3: first place safe")),
        "last": say(mark("0: left behind")),
        "fall": say(mark("u: falling?")),
        "defect": say(mark("d: engine?")),
        "aimed": say(mark("in sight")),
        "no_card": say(mark("no card")),
    }
    panels: list[RenderableType] = []
    for place in range(int(table.racing)):
        colour = int(table.order[place])
        rider = rider_of(table, colour)
        body = Text.assemble(
            (f"⬤ {words.helmet(say, colour)} {int(box.number[rider])}\n", f"bold {PAINT[colour]}"),
            (f"{read_text(box.name[rider])}\n", ""),
            (", ".join(signs[sign] for sign in marks_of(table, colour)), "bold magenta"),
            justify="center",
        )
        fighting = table.phase in {Phase.ATTACK, Phase.DEFEND} and int(table.place) - place in {0, 1}
        panels.append(
            Panel(
                body,
                title=f"{place + 1}.",
                width=26,
                height=5,
                border_style="bright_yellow" if fighting else PAINT[colour],
                box=borders.HEAVY if fighting else borders.ROUNDED,
            )
        )
    out = [
        f"{words.helmet(say, int(table.out[number]))} ({'d' if table.cause[number] == DEFECT else 'u'})"
        for number in range(int(table.retired))
    ]
    rows: list[RenderableType] = [Columns(panels, padding=(0, 0))]
    if out:
        rows.append(Text(say(mark("Out: {riders}"), riders=", ".join(out)), "dim"))
    return Group(*rows)


def draw_chain(say: Say, box: Box, table: Table, names: list[str]) -> RenderableType:
    """Draw the cards of the bend, the one on top last."""
    line = Text()
    for place in range(int(table.chain_count)):
        card = int(table.chain[place])
        top = place == table.chain_count - 1
        style = f"bold {EDGE_PAINT[box.cards[card].colour]}" if top else "dim strike"
        line.append(words.lower_half(say, box, card), style)
        if not top:
            line.append("  →  ", "dim")
    title = say(mark("Bend: {name}"), name=names[table.top_seat])
    meaning = words.describe_effect(say, box, int(box.cards[top_card(table)].effect), lap_now(table))
    return Panel(Group(line, Text(meaning, "italic")), title=title, border_style="green")


def draw_straight(say: Say, box: Box, table: Table) -> RenderableType:
    """Draw the attack that lies face down."""
    rider, ahead = int(table.order[table.place]), int(table.order[table.place - 1])
    shown = "▒▒▒▒" if table.attack == UNKNOWN else words.upper_half(say, box, int(table.attack) - 1)
    line = Text.assemble(
        (words.helmet(say, rider), f"bold {PAINT[rider]}"),
        ("  →  ", "bold"),
        (words.helmet(say, ahead), f"bold {PAINT[ahead]}"),
        (f"   {shown}", "bold red"),
    )
    return Panel(line, title=say(mark("Straight")), border_style="green")


def draw_decks(say: Say, table: Table) -> RenderableType:
    """Draw the lap decks with what they can still bring, the fight deck and the used pile."""
    line = Text()
    for lap in range(LAPS):
        style = "bold" if lap_now(table) == lap + 1 else "dim"
        left = " ".join(f"{sign}{int(table.laps[lap, kind])}" for kind, sign in enumerate(LAP_SIGNS))
        line.append(say(mark("lap {lap}"), lap=lap + 1) + f": {left}   ", style)
    line.append(
        say(
            mark("fight deck {deck}, used {used}"),
            deck=int(table.deck_count),
            used=int(table.used_count),
        ),
        "dim",
    )
    return line


def draw_seat(say: Say, box: Box, table: Table, seat: int, names: list[str]) -> RenderableType:
    """Draw one seat's public things in a line: cards in hand, helmets with the numbers of the riders left."""
    line = Text()
    own = [colour for colour in range(COLOURS) if table.seat_of[colour] == seat]
    line.append(f"{names[seat]} ", "bold")
    count = int(table.hand_count[seat]) - int(attacker_of(table) == seat)
    line.append("▮" * count + " ", "cyan")
    line.append(say.count(mark("{n} card"), mark("{n} cards"), count), "dim")
    if table.phase == Phase.PICK and not table.waiting >> seat & 1:
        line.append("  " + say(mark("riders chosen")), "bold green")
    for colour in own:
        line.append(f"   ⬤ {words.helmet(say, colour)}", PAINT[colour])
        if box.show_rider_pools:
            left = [str(int(box.number[colour * RIDERS + k])) for k in range(RIDERS) if table.pool[colour] >> k & 1]
            line.append(" ".join(["", *left]), PAINT[colour])
    return line


def draw_hand(say: Say, box: Box, table: Table, seat: int, hand: Collection[str]) -> RenderableType:
    """Draw a hand, or the part that is laid out, side by side, upper half above lower half, marked cards framed."""
    faces: list[RenderableType] = []
    for slot in range(int(table.hand_count[seat])):
        card = int(table.hand[seat, slot])
        if card == UNKNOWN:
            faces.append(Panel(Text("\n▒▒▒▒▒▒\n▒▒▒▒▒▒", "dim", justify="center"), width=22, height=7))
            continue
        if card == int(table.attack) - 1 and attacker_of(table) == seat:
            continue
        row = box.cards[card]
        marked = bool(table.marked >> slot & 1 and table.waiting >> seat & 1)
        if hand and not marked and words.card_code(box, card) not in hand:
            continue
        symbol, edge = words.symbol_of(box, card), int(row.colour)
        body = Text.assemble(
            (words.upper_half(say, box, card) + "\n", "bold red" if row.kind == ATTACK else "bold green"),
            ("─" * 16 + "\n", "dim"),
            (f"{symbol} {words.SHAPES[edge]}\n", f"bold {EDGE_PAINT[edge]}"),
            (words.effect_name(say, symbol), EDGE_PAINT[edge]),
            justify="center",
        )
        faces.append(
            Panel(
                body,
                width=22,
                height=7,
                box=borders.HEAVY if marked else borders.ROUNDED,
                border_style="bright_yellow" if marked else EDGE_PAINT[edge],
            )
        )
    return Columns(faces, padding=(0, 0))


def draw_programme(say: Say, box: Box, table: Table) -> RenderableType:
    """Draw the score by heat: a row for each colour, the heat's result and the running total below."""
    grid = Grid(box=borders.SIMPLE, show_header=True, padding=(0, 1), header_style="dim")
    grid.add_column("")
    run = heats_run(table)
    for heat in range(run):
        grid.add_column(str(heat + 1) if heat < box.heats else "+", justify="center")
    grid.add_column("Σ", justify="right")
    for colour in range(COLOURS):
        marks = [words.heat_mark(box, table, heat, colour) for heat in range(run)]
        grid.add_row(Text(words.helmet(say, colour), PAINT[colour]), *marks, str(int(table.points[colour])))
    if box.format != Format.FOURWAY:
        totals = [
            [sum(words.heat_points(box, table, heat, 2 * side + k) for k in range(2)) for heat in range(run)]
            for side in range(2)
        ]
        grid.add_row(
            Text(say(mark("Heat")), "bold"), *(f"{totals[0][heat]}:{totals[1][heat]}" for heat in range(run)), ""
        )
        grid.add_row(
            Text(say(mark("Match")), "bold"),
            *(f"{sum(totals[0][: heat + 1])}:{sum(totals[1][: heat + 1])}" for heat in range(run)),
            "",
        )
    return grid
