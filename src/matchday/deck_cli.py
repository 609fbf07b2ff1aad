"""`matchday deck …`: build, check and read decks of Kick On."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box as borders
from rich.console import Console
from rich.table import Table as Grid

from matchday.engine.boxfile import did_you_mean, read_toml
from matchday.engine.errors import BoxError, MatchdayError
from matchday.engine.options import parse_options
from matchday.games import game
from matchday.games.kick_on.decks import CardSet, Deck, Figures, counted, deck_file, deck_line, read_deck_file
from matchday.games.kick_on.desk import Desk
from matchday.games.kick_on.state import Rarity, Type

app = typer.Typer(no_args_is_help=True, help="Decks of Kick On: check, new, show, stats.")

DeckName = Annotated[str, typer.Argument(metavar="DECK", help="A deck file, or the name of a ready-made deck.")]
BoxPath = Annotated[Path | None, typer.Option("--box", help="A card set of your own instead of the game's.")]
HouseRules = Annotated[list[str] | None, typer.Option("--option", "-o", help="A house rule, name=value.")]
TYPES = {Type.ENERGY: "Energy", Type.PLAY: "Plays", Type.STRATEGY: "Strategies", Type.FOUL: "Fouls"}
BONUSES = ("one nationality", "one shirt", "a Captain")


class Shelf(Desk):
    """The deck desk of the terminal: decks lie in files too."""

    def __init__(self, path: Path | None, house_rules: list[str] | None = None) -> None:
        kick_on = game("kick_on")
        data = None if path is None else read_toml(path)
        options = parse_options(kick_on.options, house_rules or [])
        super().__init__(kick_on, options, data, "box.toml" if path is None else path.name)

    def deck(self, name: str) -> Deck:
        """Read a deck file, or take a ready-made deck."""
        path = Path(name)
        if path.is_file():
            try:
                return read_deck_file(path.read_text(encoding="utf-8"), path.name)
            except UnicodeDecodeError:
                raise BoxError([f"{path.name}: not readable as text"]) from None
        if name not in self.names:
            raise MatchdayError(f'no file and no ready-made deck "{name}"; {did_you_mean(name, self.names)}')
        return self.ready_made(name)


def report(shelf: Shelf, deck: Deck, console: Console) -> bool:
    """Print every finding; tell whether the deck may be played."""
    findings = shelf.findings(deck)
    for finding in findings:
        style = "yellow" if finding.is_warning else "red"
        console.print(f"[{style}]{finding.code}[/]  {finding.text}", highlight=False)
    errors = sum(not finding.is_warning for finding in findings)
    if errors:
        console.print(f"{deck.name}: {errors} {'error' if errors == 1 else 'errors'}. It can be kept, not played.")
    else:
        console.print(f"{deck.name}: legal.", highlight=False)
    return not errors


@app.command()
def check(deck: DeckName, *, box: BoxPath = None, option: HouseRules = None) -> None:
    """Report everything that is wrong with a deck, at once; exit status 1 if it may not be played."""
    shelf = Shelf(box, option)
    if not report(shelf, shelf.deck(deck), Console(soft_wrap=True)):
        raise typer.Exit(1)


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    *,
    like: Annotated[str, typer.Option(help="The deck to start from: a file or a ready-made deck.")] = "toque",
    name: Annotated[str, typer.Option(help="Its name; the file's own if left out.")] = "",
    box: BoxPath = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a deck file to start from, every card with its name beside it."""
    if file.exists() and not force:
        raise MatchdayError(f"{file} is there already; --force writes over it")
    shelf = Shelf(box)
    start = shelf.deck(like)
    deck = Deck(name or file.stem, start.squad, start.starters, start.cards)
    try:
        file.write_text(deck_file(deck, shelf.known), encoding="utf-8")
    except OSError as error:
        raise MatchdayError(f"{file} cannot be written: {error.strerror}") from None
    print(f"{file}: written. Change it, then: matchday deck check {file}")


@app.command()
def show(deck: DeckName, *, box: BoxPath = None, option: HouseRules = None) -> None:
    """Show a deck: its team, cards, cost curve, odds of the opening hand, and the line that options take."""
    shelf = Shelf(box, option)
    found = shelf.deck(deck)
    console = Console()
    console.print(f"[bold]{found.name}[/]", highlight=False)
    console.print(team_grid(shelf.known, found))
    console.print(cards_grid(shelf.known, found))
    numbers = shelf.figures(found)
    console.print(curve_grid(numbers))
    console.print(opening_grid(numbers))
    report(shelf, found, console)
    print(f"As an option: {deck_line(found)}")


def team_grid(known: CardSet, deck: Deck) -> Grid:
    """List the players."""
    grid = Grid("", "Id", "Player", "Pos", "Attack", "Defence", "Rarity", box=borders.SIMPLE, title="Squad")
    for player in deck.squad:
        place = "squad" if deck.starters is None else "starts" if player in deck.starters else "bench"
        if player not in known.players:
            grid.add_row(place, player, "[red]unknown[/]", "", "", "", "")
            continue
        row = known.box.players[known.players[player]]
        position, rarity = known.positions[player].name, known.rarities[player].name.lower()
        grid.add_row(place, player, known.names[player], position, str(row.attack), str(row.defence), rarity)
    return grid


def cards_grid(known: CardSet, deck: Deck) -> Grid:
    """List the cards by type."""
    grid = Grid("", "Id", "Card", "Cost", "Rarity", box=borders.SIMPLE, title="Cards")
    for row in sorted(counted(deck.cards), key=lambda row: known.cards.get(row.split()[-1], -1)):
        number, code = row.split()
        if code not in known.cards:
            grid.add_row(number, code, "[red]not a card of decks[/]", "", "")
            continue
        cost = "" if known.types[code] == Type.ENERGY else str(known.box.cards[known.cards[code]].cost)
        grid.add_row(number, code, known.names[code], cost, Rarity(known.rarities[code]).name.lower())
    return grid


def curve_grid(numbers: Figures) -> Grid:
    """Draw how many cards there are of each cost."""
    grid = Grid("Cost", "Cards", "", box=borders.SIMPLE, title="Curve")
    for cost, count in numbers.curve.items():
        grid.add_row(str(cost), str(count), "█" * count)
    return grid


def opening_grid(numbers: Figures) -> Grid:
    """Show the odds of the opening hand."""
    grid = Grid("Type", "Cards", "none", "1", "2", "3 or more", box=borders.SIMPLE, title="Opening hand")
    for kind, odds in numbers.opening.items():
        if odds:
            shares = [odds[0], odds[1], odds[2], sum(odds[3:])]
            grid.add_row(TYPES[kind], str(numbers.types[kind]), *(f"{100 * share:.1f} %" for share in shares))
    return grid


@app.command()
def stats(
    decks: Annotated[
        list[str] | None, typer.Argument(metavar="[DECK]…", help="All ready-made ones if left out.")
    ] = None,
    *,
    box: BoxPath = None,
) -> None:
    """Compare decks in figures."""
    shelf = Shelf(box)
    grid = Grid("Deck", *TYPES.values(), "Mean cost", "Formation", "Attack", "Defence", "Points", "Bonuses")
    for name in decks or shelf.names:
        deck = shelf.deck(name)
        numbers = shelf.figures(deck)
        spent = sum(cost * count for cost, count in numbers.curve.items())
        mean = spent / max(1, sum(numbers.curve.values()))
        bonuses = ", ".join(text for text, met in zip(BONUSES, numbers.bonuses, strict=True) if met)
        grid.add_row(
            deck.name,
            *(str(numbers.types[kind]) for kind in TYPES),
            f"{mean:.2f}",
            numbers.formation or "chosen at the table",
            str(numbers.attack),
            str(numbers.defence),
            str(numbers.points),
            bonuses or "none",
        )
    Console().print(grid)
