"""The menu that `make play` opens: a game, a way to play it, an opponent."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from matchday.bots.levels import DEFAULT, LEVELS
from matchday.engine.game import Game
from matchday.engine.options import Option, Options, settle
from matchday.engine.speech import Say
from matchday.games import all_games
from matchday.match.seating import AUTOMAT, HUMAN


@dataclass
class Menu:
    """Asks for what a match needs, one thing after the other."""

    say: Say
    console: Console = field(default_factory=Console)

    def choose_game(self) -> Game:
        """Ask for a game."""
        games = all_games()
        self.console.print(Panel(Text("matchday", "bold", justify="center"), border_style="bright_yellow"))
        rows = [(each.words.title(self.say), each.words.blurb(self.say)) for each in games]
        return games[self.pick(self.say("Which game?"), rows)]

    def choose_opponent(self) -> str:
        """Ask for an opponent."""
        kinds = [*LEVELS, HUMAN]
        rows = [(self.say(level.label), self.say(level.meaning)) for level in LEVELS.values()]
        rows.append((self.say("A friend"), self.say("two people at this screen")))
        return kinds[self.pick(self.say("Against whom?"), rows, kinds.index(DEFAULT) + 1)]

    def choose_options(self, chosen_game: Game) -> Options:
        """Offer the ready-made ways to play, then variants and house rules to change; Enter keeps what is shown."""
        say, presets = self.say.at(chosen_game.name), chosen_game.cover.presets
        rows = [(say(preset.label), say(preset.meaning)) for preset in presets]
        preset = presets[self.pick(self.say("Which way to play?"), rows)]
        chosen = settle(chosen_game.options, preset.options)
        for variants in (True, False):
            listed = [option for option in chosen_game.options.values() if option.variant is variants]
            listed = [option for option in listed if option.name != AUTOMAT]  # it faces whoever sits down
            title = self.say("Variants") if variants else self.say("House rules")
            if listed and (variants or self.yes(self.say("Change house rules?"))):
                self.change(chosen_game, listed, chosen, title)
        return chosen

    def change(self, chosen_game: Game, listed: list[Option], chosen: Options, title: str) -> None:
        """Let numbers turn options to their next value, until Enter."""
        say = self.say.at(chosen_game.name)
        while True:
            rows = []
            for option in listed:
                label, meaning = chosen_game.words.option(say, option.name)
                value = chosen_game.words.value(say, option.name, chosen[option.name])
                rows.append((f"{label}: {value}", meaning))
            self.show(title, rows)
            answer = self.ask(self.say("A number changes it, Enter goes on:"))
            if not answer:
                return
            if answer.isdecimal() and 1 <= int(answer) <= len(listed):
                option = listed[int(answer) - 1]
                chosen[option.name] = next_value(option, chosen[option.name])

    def pick(self, title: str, rows: list[tuple[str, str]], default: int = 1) -> int:
        """Ask for one of some numbered rows; Enter takes the default."""
        self.show(title, rows)
        while True:
            answer = self.ask(self.say("A number, Enter for {number}:", number=default)) or str(default)
            if answer.isdecimal() and 1 <= int(answer) <= len(rows):
                return int(answer) - 1
            self.console.print(self.say("Please a number from 1 to {count}.", count=len(rows)))

    def show(self, title: str, rows: list[tuple[str, str]]) -> None:
        """Print numbered rows under a title."""
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold bright_yellow")
        grid.add_column(style="bold")
        grid.add_column(style="dim")
        for number, (label, meaning) in enumerate(rows, start=1):
            grid.add_row(str(number), label, meaning)
        self.console.print(Text(f"\n{title}", "bold"))
        self.console.print(grid)

    def yes(self, question: str) -> bool:
        """Ask a question; Enter means no."""
        return self.ask(f"{question} {self.say('(y/N)')}").lower()[:1] in {"y", "t", "s"}

    def ask(self, text: str) -> str:
        """Read one line."""
        return self.console.input(f"[bold]{text}[/] ").strip()


def next_value(option: Option, value: object) -> object:
    """Give the value after this one, round and round."""
    if option.values:
        place = [known == value and type(known) is type(value) for known in option.values].index(True)
        return option.values[(place + 1) % len(option.values)]
    if option.at_most and isinstance(value, int):
        return option.at_least if value >= min(option.at_most, option.at_least + 9) else value + 1
    return value
