"""Playing in the terminal: the table drawn, the report in words, numbered choices."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path

import platformdirs
from rich.console import Console, Group
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from matchday.bots.advice import because, guess, hint, reason
from matchday.bots.levels import DEFAULT, KINDS, make_bot
from matchday.bots.warming import warming
from matchday.engine.errors import UndoRefused
from matchday.engine.speech import Say
from matchday.engine.view import Choice
from matchday.match.files import save_match
from matchday.match.match import LONGEST_MOVE, Match
from matchday.match.reference import Clause, clauses, search
from matchday.match.seating import AUTOMAT, HUMAN, level_of
from matchday.match.views import events, prompt, score_text, seat_names

LATEST_EVENTS = 12
BEST_CHOICES = 5
RULES_SHOWN = 5


class Quit(Exception):
    """The person leaves the table."""


def saves_folder() -> Path:
    """Tell where matches are kept."""
    return Path(platformdirs.user_data_dir("matchday")) / "matches"


def who_sits(kind: str) -> str:
    """Give a bot for a kind of player, or a person where there is none of that level; the Automat is never asked."""
    level = DEFAULT if kind == AUTOMAT else level_of(kind)
    return level if level in KINDS else HUMAN


@dataclass
class Terminal:
    """One match at one screen."""

    match: Match
    players: list[str]
    """For each seat a person or a kind of bot."""
    say: Say
    path: Path
    console: Console = field(default_factory=Console)
    open_eyes: int = 0
    """The seat whose cards the screen shows."""
    read: dict[int, int] = field(default_factory=dict)
    """Up to which ply each seat has read the report."""
    notes: dict[int, str] = field(default_factory=dict)
    """What stands in the report beside what happened at a ply."""
    clock: Callable[[], float] = time.monotonic
    asked_at: float = 0.0
    """When the present question was put."""

    def __post_init__(self) -> None:
        self.bots = {
            seat: make_bot(kind, f"{self.match.seed} {seat}", runner=self.match.runner)
            for seat, kind in enumerate(self.players)
            if kind != HUMAN
        }
        self.people = [seat for seat, kind in enumerate(self.players) if kind == HUMAN]
        self.open_eyes = self.people[0] if self.people else 0

    @property
    def names(self) -> list[str]:
        """The seats' names as people read them."""
        return seat_names(self.match, self.say)

    def run(self) -> None:
        """Play until the end, or until the person leaves; every move is saved."""
        try:
            while not self.match.over:
                self.next_decision()
            self.show(self.open_eyes, [])
            self.show_end()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
        self.save()
        if not self.match.over:
            self.console.print(self.say("Saved. To go on: matchday play --resume {path}", path=self.path))

    def next_decision(self) -> None:
        """Let a bot decide at once, or ask a person; what leaves no choice is played."""
        self.asked_at = self.clock()
        bots_waiting = [seat for seat in self.match.waiting if seat in self.bots]
        if bots_waiting:
            seat = bots_waiting[0]
            self.play(seat, self.bots[seat].decide(self.match.seat(seat)))
            self.save()
            return
        seat = self.match.waiting[0]
        options = self.match.seat(seat).choices(self.say.language)
        if len(options) == 1 and len(self.people) == 1:
            self.notes[self.match.ply + 1] = self.say("Played for you: {action}", action=options[0].label)
            self.play(seat, options[0].action)
            return
        self.hand_over(seat)
        self.ask(seat, options)

    def play(self, seat: int, action: int) -> None:
        """Play a move; a game with a clock counts the time since the question was put."""
        taken = round(1000 * (self.clock() - self.asked_at))
        self.match.play(seat, action, elapsed=min(taken, LONGEST_MOVE))

    def hand_over(self, seat: int) -> None:
        """Hide the table while the screen goes from one person to the other."""
        if seat != self.open_eyes and len(self.people) > 1:
            self.console.clear()
            self.console.print(Panel(self.say("{name}, it is your turn. Take the seat.", name=self.names[seat])))
            self.line(self.say("Press Enter to see your cards."))
        self.open_eyes = seat

    def ask(self, seat: int, options: list[Choice]) -> None:
        """Show the table and read answers until one of them is a move."""
        self.show(seat, options)
        self.asked_at = self.clock()
        while True:
            answer = self.line(self.say("Your choice (? for help):")).strip()
            if answer.isdecimal() and 1 <= int(answer) <= len(options):
                self.play(seat, options[int(answer) - 1].action)
                self.read[seat] = self.match.ply
                self.save()
                return
            if self.command(seat, answer, options):
                return

    def command(self, seat: int, answer: str, options: list[Choice]) -> bool:
        """Do what a letter asks for; tells whether the table has changed."""
        letter, _, rest = answer.partition(" ")
        if letter == "q":
            raise Quit
        if letter == "u":
            return self.undo(seat)
        if letter == "r":
            self.show_rules(rest)
        elif letter == "h":
            self.show_hint(seat, options)
        elif letter == "l":
            self.console.print(self.report(seat, 0))
        elif letter == "s":
            self.save()
            self.console.print(self.say("Saved to {path}.", path=self.path))
        elif letter == "t":
            self.show(seat, options)
        elif letter == "?":
            self.show_help()
        elif answer:
            self.console.print(
                self.say(
                    "{answer} is no choice here: a number from 1 to {count}, or ? for help.",
                    answer=answer,
                    count=len(options),
                )
            )
        return False

    def undo(self, seat: int) -> bool:
        """Take back the last choice if that is harmless."""
        try:
            self.match.undo(seat)
        except UndoRefused:
            self.console.print(
                self.say("Only your own last choice can be taken back, while nothing was shown or drawn.")
            )
            return False
        self.save()
        return True

    def line(self, text: str) -> str:
        """Read one line."""
        return self.console.input(f"[bold]{text}[/] ")

    def save(self) -> None:
        """Keep the match on disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        save_match(self.match, self.path)

    # ------------------------------------------------------------ the screen

    def show(self, seat: int, options: list[Choice]) -> None:
        """Draw the table, what is new, and the choices."""
        match = self.match
        self.console.clear()
        eyes = match.seat(seat)
        self.console.print(match.game.draw(self.say, eyes.box, eyes.table, seat, self.names))
        self.console.print(Rule(style="dim"))
        self.console.print(self.report(seat, self.read.get(seat, 0), LATEST_EVENTS))
        if not options:
            return
        self.console.print(Rule(style="dim"))
        self.console.print(Text(prompt(eyes, self.say), "bold bright_yellow"))
        self.console.print(self.choice_list(options))

    def report(self, seat: int, since: int, latest: int | None = None) -> Group:
        """Write what has happened since a ply, the last lines only if asked; a note comes before its ply's events."""
        told = events(self.match.seat(seat, since=since), self.say)
        lines = [(line.ply, Text.assemble((f"{line.text}  ", ""), (line.rule, "dim"))) for line in told]
        notes = [(ply, Text(note, "italic dim")) for ply, note in self.notes.items() if ply >= since]
        shown = [text for _, text in sorted([*notes, *lines], key=itemgetter(0))]
        return Group(*(shown if latest is None else shown[-latest:]))

    def choice_list(self, options: list[Choice]) -> Grid:
        """List the choices with their numbers."""
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold bright_yellow")
        grid.add_column(style="bold")
        grid.add_column(style="dim")
        for number, choice in enumerate(options, start=1):
            grid.add_row(str(number), choice.label, choice.detail)
        return grid

    def show_end(self) -> None:
        """Say how the match ended."""
        shares = self.match.result() or []
        score = score_text(self.match, self.say)
        winners = [self.names[seat] for seat, share in enumerate(shares) if share == 1]
        text = (
            self.say("Victory for {name}: {score}.", name=winners[0], score=score)
            if winners
            else self.say("A draw: {score}.", score=score)
        )
        self.console.print(Panel(Text(text, "bold", justify="center"), border_style="bright_yellow"))
        self.console.print(self.say("The whole match: matchday replay {path}", path=self.path))

    def show_help(self) -> None:
        """List what can be typed."""
        rows = [
            ("1, 2, …", self.say("make that choice")),
            ("h", self.say("a hint: the choices ranked by their chances")),
            ("u", self.say("take back your last choice")),
            ("r", self.say("the rules behind the latest lines of the report")),
            (f"r {self.latest_rules()[0].id}", self.say("one clause; r and a word searches")),
            ("l", self.say("the whole report")),
            ("t", self.say("draw the table again")),
            ("s", self.say("save (every move is saved anyway)")),
            ("q", self.say("leave; the match can be resumed")),
        ]
        grid = Grid.grid(padding=(0, 2))
        for key, meaning in rows:
            grid.add_row(Text(key, "bold bright_yellow"), meaning)
        self.console.print(grid)

    def show_hint(self, seat: int, options: list[Choice]) -> None:
        """Rank the choices by what the seat knows; while thinking is being compiled, name the sensible one."""
        with self.console.status(self.say("Thinking…")):
            is_ready = warming(self.match.game, "bots").soon("bots")
            found = (hint if is_ready else guess)(self.match, seat, seed=f"{self.match.seed} hint")
        numbers = {choice.action: number for number, choice in enumerate(options, start=1)}
        if not is_ready:
            number = numbers[found[0].action]
            self.console.print(Text(self.say("A sensible choice; chances follow within a minute or two:"), "italic"))
            self.console.print(Text.assemble((str(number), "bold bright_yellow"), "  ", options[number - 1].label))
            return
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold bright_yellow")
        grid.add_column(justify="right", style="bold")
        for prospect in found[:BEST_CHOICES]:
            number = numbers[prospect.action]
            grid.add_row(str(number), f"{prospect.value:.0%}", options[number - 1].label)
        told = (reason(self.match, self.say, seat, found), because(self.match, self.say, seat, found))
        self.console.print(Text(" ".join(filter(None, told))))
        self.console.print(Text(self.say("Expected share of the win, by what you know:"), "italic"))
        self.console.print(grid)

    def show_rules(self, words: str) -> None:
        """Show one clause, what a search finds, or the clauses behind the latest events."""
        found = search(self.match.game, self.say.language, words) if words else self.latest_rules()
        if not found:
            self.console.print(self.say("No rule speaks of {words}.", words=words))
        for clause in found[:RULES_SHOWN]:
            self.console.print(clause_text(clause))

    def latest_rules(self) -> list[Clause]:
        """Give the clauses that the report names, the latest first; before it names any, the first of the game."""
        known = clauses(self.match.game, self.say.language)
        told = events(self.match.seat(self.open_eyes, since=0), self.say)
        named = dict.fromkeys(line.rule for line in reversed(told) if line.rule in known)
        return [known[rule] for rule in named] or list(known.values())


def clause_text(clause: Clause) -> Text:
    """Write one clause."""
    return Text.assemble((f"{clause.id} ", "bold"), (f"[{clause.section}] ", "dim"), clause.text)
