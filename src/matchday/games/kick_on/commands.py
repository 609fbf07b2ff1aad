"""`matchday deck …`: build, check and read decks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box as borders
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.boxfile import did_you_mean, read_toml
from matchday.engine.commands import Language, speaker
from matchday.engine.errors import BoxError, MatchdayError
from matchday.engine.options import parse_options
from matchday.engine.speech import Say
from matchday.games.kick_on import GAME
from matchday.games.kick_on.decks import (
    CardSet,
    Deck,
    Figures,
    counted,
    deck_file,
    deck_line,
    position_of,
    read_deck_file,
)
from matchday.games.kick_on.desk import BONUSES, Desk
from matchday.games.kick_on.state import Type
from matchday.games.kick_on.words import RARITIES, TYPES

app = typer.Typer(name="deck", no_args_is_help=True, help="Decks of Kick On: check, new, show, stats.")

DeckName = Annotated[str, typer.Argument(metavar="DECK", help="A deck file, or the name of a ready-made deck.")]
BoxPath = Annotated[Path | None, typer.Option("--box", help="A card set of your own instead of the game's.")]
HouseRules = Annotated[list[str] | None, typer.Option("--option", "-o", help="A house rule, name=value.")]
KINDS = (Type.ENERGY, Type.PLAY, Type.STRATEGY, Type.FOUL)


class Shelf(Desk):
    """The deck desk of the terminal: decks lie in files too."""

    def __init__(self, path: Path | None, house_rules: list[str] | None = None) -> None:
        data = None if path is None else read_toml(path)
        options = parse_options(GAME.options, house_rules or [])
        super().__init__(GAME, options, data, "box.toml" if path is None else path.name)

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


def voice(language: str) -> Say:
    """Speak a language at a table of the game."""
    return speaker(language).at(GAME.name)


def report(shelf: Shelf, deck: Deck, console: Console, say: Say) -> bool:
    """Print every finding; tell whether the deck may be played."""
    findings = shelf.findings(deck)
    for finding in findings:
        style = "yellow" if finding.is_warning else "red"
        console.print(Text.assemble((finding.code, style), f"  {finding.said(say)}"))
    errors = sum(not finding.is_warning for finding in findings)
    if errors:
        told = say.count(
            "{name}: {n} error. It can be kept, not played.",
            "{name}: {n} errors. It can be kept, not played.",
            errors,
            name=deck.name,
        )
    else:
        told = say("{name}: legal.", name=deck.name)
    console.print(Text(told))
    return not errors


@app.command()
def check(deck: DeckName, *, box: BoxPath = None, option: HouseRules = None, language: Language = "en") -> None:
    """Report everything that is wrong with a deck, at once; exit status 1 if it may not be played."""
    say, shelf = voice(language), Shelf(box, option)
    if not report(shelf, shelf.deck(deck), Console(soft_wrap=True), say):
        raise typer.Exit(1)


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    *,
    like: Annotated[str, typer.Option(help="The deck to start from: a file or a ready-made deck.")] = "toque",
    name: Annotated[str, typer.Option(help="Its name; the file's own if left out.")] = "",
    box: BoxPath = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    language: Language = "en",
) -> None:
    """Write a deck file to start from, every card with its name beside it."""
    say = voice(language)
    if file.exists() and not force:
        raise MatchdayError(f"{file} is there already; --force writes over it")
    shelf = Shelf(box)
    start = shelf.deck(like)
    deck = Deck(name or file.stem, start.squad, start.starters, start.cards)
    try:
        file.write_text(deck_file(deck, shelf.known, say), encoding="utf-8")
    except OSError as error:
        raise MatchdayError(f"{file} cannot be written: {error.strerror}") from None
    print(say("{file}: written. Change it, then: matchday deck check {file}", file=file))


@app.command()
def show(deck: DeckName, *, box: BoxPath = None, option: HouseRules = None, language: Language = "en") -> None:
    """Show a deck: its team, cards, cost curve, odds of the opening hand, and the line that options take."""
    say, shelf = voice(language), Shelf(box, option)
    found = shelf.deck(deck)
    console = Console()
    console.print(Text(found.name, "bold"))
    console.print(team_grid(say, shelf.known, found))
    console.print(cards_grid(say, shelf.known, found))
    numbers = shelf.figures(found)
    console.print(curve_grid(say, numbers))
    console.print(opening_grid(say, numbers))
    report(shelf, found, console, say)
    print(say("As an option: {deck}", deck=deck_line(found)))


def team_grid(say: Say, known: CardSet, deck: Deck) -> Grid:
    """List the players."""
    grid = Grid(
        "",
        "",
        say("Player"),
        "",
        say("Attack"),
        say("Defence"),
        say("Rarity"),
        box=borders.SIMPLE,
        title=say("Squad"),
        collapse_padding=True,
        pad_edge=False,
    )
    for player in deck.squad:
        place = "" if deck.starters is None else say("starts") if player in deck.starters else say("bench")
        if player not in known.players:
            grid.add_row(place, player, Text(say("unknown"), "red"))
            continue
        row = known.box.players[known.players[player]]
        position, rarity = position_of(known, player, say), say(RARITIES[known.rarities[player]])
        grid.add_row(place, player, known.names[player], position, str(row.attack), str(row.defence), rarity)
    return grid


def cards_grid(say: Say, known: CardSet, deck: Deck) -> Grid:
    """List the cards by type."""
    grid = Grid("", "", say("Card"), say("Cost"), say("Rarity"), box=borders.SIMPLE, title=say("Cards"))
    for row in sorted(counted(deck.cards), key=lambda row: known.cards.get(row.split()[-1], -1)):
        number, code = row.split()
        if code not in known.cards:
            grid.add_row(number, code, Text(say("not a card of decks"), "red"))
            continue
        cost = "" if known.types[code] == Type.ENERGY else str(known.box.cards[known.cards[code]].cost)
        grid.add_row(number, code, say(known.names[code]), cost, say(RARITIES[known.rarities[code]]))
    return grid


def curve_grid(say: Say, numbers: Figures) -> Grid:
    """Draw how many cards there are of each cost."""
    grid = Grid(say("Cost"), say("Cards"), "", box=borders.SIMPLE, title=say("Cards by cost"))
    for cost, count in numbers.curve.items():
        grid.add_row(str(cost), str(count), "█" * count)
    return grid


def opening_grid(say: Say, numbers: Figures) -> Grid:
    """Show the odds of the opening hand."""
    shares_of = (say("none"), "1", "2", say("3 or more"))
    grid = Grid(say("Type"), say("Cards"), *shares_of, box=borders.SIMPLE, title=say("Opening hand"))
    for kind, odds in numbers.opening.items():
        if odds:
            shares = [odds[0], odds[1], odds[2], sum(odds[3:])]
            grid.add_row(say(TYPES[kind]), str(numbers.types[kind]), *(f"{100 * share:.1f} %" for share in shares))
    return grid


@app.command()
def stats(
    decks: Annotated[
        list[str] | None, typer.Argument(metavar="[DECK]…", help="All ready-made ones if left out.")
    ] = None,
    *,
    box: BoxPath = None,
    language: Language = "en",
) -> None:
    """Compare decks in figures."""
    say, shelf = voice(language), Shelf(box)
    found = [shelf.deck(name) for name in decks or shelf.names]
    columns = [figure_column(say, shelf.figures(deck)) for deck in found]
    labels = (
        *(say(TYPES[kind]) for kind in KINDS),
        *(say("Mean cost"), say("Formation"), say("Attack"), say("Defence"), say("Points")),
        *(say(bonus) for bonus in BONUSES),
    )
    grid = Grid("", *(deck.name for deck in found), box=borders.SIMPLE, collapse_padding=True)
    for row in zip(labels, *columns, strict=True):
        grid.add_row(*row)
    Console().print(grid)


def figure_column(say: Say, numbers: Figures) -> list[str]:
    """Write a deck's figures one below the other; without named starters there is no team to count yet."""
    cards = sum(numbers.curve.values())
    spent = sum(cost * count for cost, count in numbers.curve.items())
    team = [numbers.formation, str(numbers.attack), str(numbers.defence)] if numbers.formation else []
    return [
        *(str(numbers.types[kind]) for kind in KINDS),
        f"{spent / max(1, cards):.2f}",
        *(team or [say("chosen at the table"), "–", "–"]),
        str(numbers.points),
        *("✓" if met else "–" for met in numbers.bonuses),
    ]
