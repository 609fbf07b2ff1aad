"""The table of Kickards as a picture for the terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich import box as borders
from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.record import Array, read_text
from matchday.engine.speech import Say, mark
from matchday.engine.view import Piece
from matchday.games.kickards import words
from matchday.games.kickards.faces import COLOUR_CODES as STYLES
from matchday.games.kickards.faces import whole
from matchday.games.kickards.odds import is_forecast
from matchday.games.kickards.rules.moves import rival
from matchday.games.kickards.state import COLOURS, SHOOTOUT, UNKNOWN, Bonus, Box, Flag, Phase, Place, Pos, Table
from matchday.games.kickards.view import (
    STAR,
    clock,
    forecast,
    hand_of,
    line_up_zones,
    offer_zone,
    token_text,
    track_zone,
    viewer,
)

SIDE_STYLES = ("bright_blue", "bright_red")  # home and away (KC-001)
TINTS = ("", "green", "yellow", "red")
TINT_MARKS = ("", "▲", "◆", "▼")  # best for the team, uncertain, worst (KC-074)


def draw(say: Say, box: Box, table: Table, seat: int, names: list[str], hand: Collection[str] = ()) -> RenderableType:
    """Draw the table for one seat: score, the rival's things, event, line-ups, forecast, own things, the hand."""
    me = viewer(seat)
    parts: list[RenderableType] = [draw_score(say, box, table, names), draw_side(say, box, table, rival(me), names)]
    if table.event:
        parts.append(draw_event(say, box, table))
    parts.extend(draw_line_up(say, box, table, side) for side in (rival(me), me) if table.laid_count[side])
    if is_forecast(table):
        parts.append(draw_forecast(say, box, table))
    parts.append(draw_side(say, box, table, me, names))
    if box.control:
        parts.append(draw_track(say, box, table, seat))
    offered = whole(say, box, offer_zone(say, box, table, seat if table.phase == Phase.COACH_PICK else UNKNOWN).pieces)
    if offered:
        parts.append(draw_offer(offered))
    if table.hand_count[me] and seat < 2:
        parts.append(draw_hand(say, box, table, me, hand))
    return Group(*parts)


def style_of(table: Table, side: int) -> str:
    """Give a side's colour: blue at home, red away."""
    return SIDE_STYLES[int(side != table.home)]


def draw_score(say: Say, box: Box, table: Table, names: list[str]) -> RenderableType:
    """Draw score, the home side first, period and clock, which say the same before kick-off and in a shoot-out."""
    home = int(table.home)
    order = (home, rival(home))

    def written(counts: Array) -> str:
        return " : ".join(str(int(counts[side])) for side in order)

    line = Text()
    when = dict.fromkeys((words.period_name(say, int(table.period)), clock(say, box, table)))
    line.append(f" {' '.join(when)} ", "bold black on white")
    line.append("   ")
    line.append(names[home], f"bold {style_of(table, home)}")
    line.append(f"  {written(table.goals)}  ", "bold reverse")
    line.append(names[rival(home)], f"bold {style_of(table, rival(home))}")
    if table.period == SHOOTOUT:
        line.append(f"   {say(mark('Penalties'))} {written(table.pens)}", "bold")
    if table.leg == 2:
        line.append(f"   {say(mark('First leg'))} {written(table.first_leg)}", "dim")
    return line


def draw_track(say: Say, box: Box, table: Table, seat: int) -> RenderableType:
    """Draw the control track: where the token stands, and each space with its price, those that are open in bold."""
    line = Text(f" {say(mark('Game control'))} {token_text(table, seat)} ")
    for piece in whole(say, box, track_zone(say, box, table, seat).pieces):
        style = "bold" if "open" in piece.marks else "dim"
        line.append(f" {piece.face} {piece.name} (−{piece.facts['cost']})", style)
    return line


def draw_side(say: Say, box: Box, table: Table, side: int, names: list[str]) -> RenderableType:
    """Draw one side's public things in a line."""
    line = Text()
    line.append(f" {names[side]} ", f"bold black on {style_of(table, side)}")
    line.append(f" {say(mark('At home')) if side == table.home else say(mark('Away'))} ", "dim")
    line.append("▮" * int(table.hand_count[side]), style_of(table, side))
    line.append(f" {words.cards(say, int(table.hand_count[side]))}  {STAR}")
    for colour in range(COLOURS):
        line.append(f" {say(words.COLOURS[colour])} {int(table.stars[side, colour])}", STYLES[colour])
    line.append(" ")
    if table.var_left[side]:
        line.append(" VAR ", "black on cyan")
    if table.coach[side]:
        line.append(f" {say(mark('Coach card'))}", "magenta")
        if table.coach[side] != UNKNOWN:
            line.append(f": {words.event_name(say, box, int(table.coach[side]) - 1)}", "magenta")
    for name, count, style in (
        (mark("Yellow cards"), int(table.yellow[side]), "yellow"),
        (mark("Red cards"), int(table.reds[side]), "red"),
    ):
        if count:
            line.append(f"  {say(name)} {count}", style)
    held = [f"{words.bonus_name(say, box, b)} ×{int(table.bonus[side, b])}" for b in Bonus if table.bonus[side, b]]
    if held:
        line.append("  " + ", ".join(held), "bold")
    return line


def draw_event(say: Say, box: Box, table: Table) -> RenderableType:
    """Draw the event card."""
    card = int(table.event) - 1
    tone = int(box.event[card].tone)
    style = "green" if tone > 0 else "red" if tone < 0 else "white"
    name = words.event_name(say, box, card) + (" [VAR]" if box.event[card].icon else "")
    return Panel(
        Text(words.event_text(say, box, card)), title=Text(name, f"bold {style}"), border_style=style, width=78
    )


def draw_line_up(say: Say, box: Box, table: Table, side: int) -> RenderableType:
    """Draw a line-up as small cards, the shooter first."""
    attack, defence = line_up_zones(say, box, table)
    faces: list[RenderableType] = []
    for piece in whole(say, box, (attack if side == table.att else defence).pieces):
        if piece.face is None:
            faces.append(Panel(Text("▒▒▒▒▒▒▒▒", "dim"), width=19))
            continue
        stars = STAR * int(piece.facts["stars"])
        body = Text.assemble(
            (f"{piece.facts['position']} ", f"bold {piece.facts['colour']}"),
            (f"{piece.facts['flag']} {stars}\n", "dim"),
        )
        body.append(piece.name, "bold reverse" if "shooter" in piece.marks else "")
        faces.append(Panel(body, width=19, border_style=str(piece.facts["colour"])))
    return Columns(faces, padding=(0, 0))


def draw_forecast(say: Say, box: Box, table: Table) -> RenderableType:
    """Draw the chance of each position, and the position that the k6 has found."""
    grid = Grid(box=borders.SIMPLE, show_header=False, padding=(0, 1))
    for _ in range(4):
        grid.add_column()
    for counter in forecast(say, box, table):
        here = counter.id == f"forecast.{int(table.position)}"
        share = f"{counter.of}/6" if counter.id.startswith("forecast.") and counter.id[-1].isdigit() else ""
        style = "bold reverse" if here else ""
        grid.add_row(counter.name, share, Text(f"{counter.value} %", "bold"), counter.text, style=style)
    return grid


def draw_offer(offered: list[Piece]) -> RenderableType:
    """Draw the event cards to choose from."""
    return Group(*(Text(f"  {piece.name}: {piece.facts['text']}") for piece in offered))


def draw_hand(say: Say, box: Box, table: Table, seat: int, hand: Collection[str]) -> RenderableType:
    """Draw the own hand, or the part that is laid out: footballers with their six rows, the special ones in words."""
    cards = [card for card in hand_of(box, table, seat) if card != UNKNOWN]
    widest = max((cell_len(words.player(box, card)) for card in cards), default=0)
    colours = [say(name) for name in words.COLOURS]
    widest_colour = max(map(cell_len, colours))
    lines: list[RenderableType] = [Text(f"\n {say(mark('Hand'))}", "bold")]
    for card in cards:
        row = box.footballers[card]
        chosen = table.where[seat, card] == Place.CHOSEN
        if hand and not chosen and read_text(row.code) not in hand:
            continue
        line = Text(" ")
        line.append(Pos(int(row.position)).name, f"bold {STYLES[row.colour]}")
        line.append(" ")
        line.append(set_cell_size(words.player(box, card), widest), "bold reverse" if chosen else "bold")
        line.append(f" {Flag(int(row.flag)).name} ", "dim")
        line.append(set_cell_size(colours[row.colour], widest_colour), STYLES[row.colour])
        line.append(f" {STAR * int(row.stars):<3}")
        for number, shot in enumerate(row.shots, start=1):
            line.append(f"  {number}:", "dim")
            line.append(f"{TINT_MARKS[shot.tint]}{int(shot.a) or ''}", TINTS[shot.tint])
        lines += [line, Padding(special_rows(say, box, card), (0, 0, 0, 4))]
    return Group(*lines)


def special_rows(say: Say, box: Box, card: int) -> Text:
    """Write a footballer's special rows: where they stand, what they are called and what they do."""
    line = Text(style="dim")
    for number, shot in enumerate(box.footballers[card].shots, start=1):
        if shot.tint:
            line.append("   " if line else "")
            line.append(f"{number}:{TINT_MARKS[shot.tint]} ", TINTS[shot.tint])
            line.append(words.row_text(say, box, shot))
    return line
