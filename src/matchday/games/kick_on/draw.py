"""The table of Kick On as a picture for the terminal."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.speech import Say, mark
from matchday.games.kick_on import words
from matchday.games.kick_on.decks import SHORT_POSITIONS
from matchday.games.kick_on.rules.questions import chain_owner, ready_energy, rival, tired_energy
from matchday.games.kick_on.state import UNKNOWN, Box, Phase, Table, Type
from matchday.games.kick_on.view import PLACES, attack_counters, clock, in_play, is_chosen, place_of

COLOURS = ("cyan", "bright_red")
STYLES = {Type.ENERGY: "yellow", Type.PLAY: "green", Type.STRATEGY: "white", Type.FOUL: "magenta"}


class Flow:
    """Texts side by side, each of them whole, on as many lines as they need."""

    GAP = 3

    def __init__(self, parts: list[Text]) -> None:
        self.parts = parts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        line = Text()
        for part in self.parts:
            if line and line.cell_len + self.GAP + part.cell_len > options.max_width:
                yield line
                line = Text()
            line.append(" " * self.GAP if line else "")
            line.append_text(part)
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [part.cell_len for part in self.parts] or [0]
        return Measurement(max(widths), sum(widths) + self.GAP * (len(widths) - 1)).clamp(max_width=options.max_width)


def draw(say: Say, box: Box, table: Table, seat: int, names: list[str], hand: Collection[str] = ()) -> RenderableType:
    """Draw the table for one seat: score, the rival, the attack, the own team, the hand."""
    me = seat if seat < 2 else 0
    parts: list[RenderableType] = [
        draw_score(say, box, table, names),
        draw_side(say, box, table, rival(me), names),
        draw_attack(say, box, table, seat, names),
        draw_side(say, box, table, me, names),
    ]
    if table.hand_count[me]:
        parts.append(draw_hand(say, box, table, me, hand))
    return Group(*parts)


def draw_score(say: Say, box: Box, table: Table, names: list[str]) -> RenderableType:
    """Draw phase, score with the home side first, and clock."""
    home, away = int(table.home), rival(int(table.home))
    score = Text()
    score.append(names[home], f"bold {COLOURS[home]}")
    if table.phase != Phase.LINEUP:
        score.append(f" ({say(mark('at home'))})", COLOURS[home])
    score.append(f"  {int(table.goals[home])} : {int(table.goals[away])}  ", "bold reverse")
    score.append(names[away], f"bold {COLOURS[away]}")
    phase = Text(f" {words.phase(say, box, table)} ", "bold black on white")
    return Flow([phase, score, Text(clock(say, box, table), "dim")])


def draw_side(say: Say, box: Box, table: Table, side: int, names: list[str]) -> RenderableType:
    """Draw one side: deck, hand and Energy in a line, then its players, a row for each place."""
    ready, tired = ready_energy(table, side), tired_energy(table, side)
    energy = Text(f"{say(mark('Energy'))} {ready}/{ready + tired} ")
    energy.append("●" * ready, "bright_yellow")
    energy.append("○" * tired, "dim")
    head = [
        Text(f" {names[side]} ", f"bold black on {COLOURS[side]}"),
        Text(say(mark("deck {n}"), n=int(table.deck_count[side])), "bold"),
        Text(say(mark("hand {n}"), n=int(table.hand_count[side]))),
        energy,
        Text(f"{say(mark('Showers'))} {int(table.shower_count[side])}", "dim"),
    ]
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style=f"dim {COLOURS[side]}", no_wrap=True)
    for place, name in PLACES:
        slots = [slot for slot in range(int(box.squad_size)) if place_of(table, side, slot) == place]
        if slots and place != "showers_players":
            grid.add_row(f" {say(name)}", Flow([player_line(say, box, table, side, slot) for slot in slots]))
    return Group(Flow(head), grid)


def player_line(say: Say, box: Box, table: Table, side: int, slot: int) -> Text:
    """Draw a player in a line: position, name, attack and defence, ability, condition."""
    number = int(table.squad[side, slot])
    player = box.players[number]
    chosen = is_chosen(table, side, slot)
    spent = bool(int(table.attacked[side]) >> slot & 1)
    line = Text("» " if chosen else "", "bright_yellow")
    line.append(f"{say(SHORT_POSITIONS[player.position])} ", "dim")
    line.append(words.surname(box, number), "bold bright_yellow" if chosen else "dim" if spent else "bold")
    line.append(f" {player.attack}", "red")
    line.append(f"/{player.defence}", "blue")
    if player.ability:
        line.append(f" {words.ability_badge(say, box, number)}", "italic cyan")
    if condition := condition_of(table, side, slot):
        line.append(f" ({say(condition)})")
    return line


def condition_of(table: Table, side: int, slot: int) -> str:
    """Tell what keeps a player from defending, or lets him; or that he has dropped back."""
    if side != table.active and int(table.banned) >> slot & 1:
        return mark("marked out")
    if side == table.active and int(table.kept) >> slot & 1:
        return mark("kept fresh")
    if int(table.attacked[side]) >> slot & 1:
        return mark("attacked")
    return mark("dropped back") if int(table.dropped[side]) >> slot & 1 else ""


def draw_attack(say: Say, box: Box, table: Table, seat: int, names: list[str]) -> RenderableType:
    """Draw what is In Play, the announced cards with who announced them, the totals and the dice."""
    parts = [Text(f"[{words.card_name(say, box, int(card))}]", "bold green") for card in in_play(table)]
    for place in range(int(table.chain_count)):
        owner = chain_owner(table, place)
        card = words.card_name(say, box, int(table.chain[place]))
        parts.append(Text(f"→ {names[owner]}: {card}", f"bold {COLOURS[owner]}"))
    if table.dice[0]:
        parts.append(Text(f" ⚄ {int(table.dice[0])} + {int(table.dice[1])} ", "bold reverse"))
    shown = {counter.id: counter for counter in attack_counters(say, box, table, seat)}
    parts += [
        Text(f"{shown[name].name} {shown[name].value}", "bold") for name in ("attack", "defence") if name in shown
    ]
    if "chance" in shown and not table.dice[0]:
        parts.append(Text(f"{shown['chance'].name} {shown['chance'].text}: {shown['needed'].text}", "bold"))
    if "cover" in shown:
        cover = shown["cover"]
        parts.append(Text(f"{cover.name} {cover.value}/{cover.of}", "bold yellow"))
        parts += [Text(cover.text, "yellow")] if cover.text else []
    return Group("", Flow([Text("  ").append_text(part) for part in parts]), "") if parts else Text()


def draw_hand(say: Say, box: Box, table: Table, seat: int, hand: Collection[str]) -> RenderableType:
    """Draw the own hand, or the part that is laid out: cards with type, cost and text, as often as they are there."""
    held = Tally(int(card) for card in table.hand[seat, : table.hand_count[seat]])
    grid = Grid.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column()
    for card, number in held.items():
        times = f" {number} ×" if number > 1 else ""
        if card == UNKNOWN:
            grid.add_row(times, Text("▒▒▒▒▒▒", "dim"))
            continue
        if hand and words.card_code(box, card) not in hand:
            continue
        row = box.cards[card]
        style = STYLES[Type(int(row.type))]
        kind = say(words.TYPES[Type(int(row.type))])
        cost = "" if row.type == Type.ENERGY else f" {say(mark('cost {n}'), n=int(row.cost))}"
        text = words.card_text(say, box, card)
        grid.add_row(times, Text(words.card_name(say, box, card), f"bold {style}"), Text(kind + cost, style), text)
    return Group("", grid)
