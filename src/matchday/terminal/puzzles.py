"""Solving puzzles in the terminal: the table drawn, numbered choices, hints in steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.speech import Say
from matchday.engine.view import Choice
from matchday.match.match import Match
from matchday.match.puzzles import DIFFICULTY, Puzzle, explanation, goal, hints, position
from matchday.match.views import events, prompt, score_text, seat_names

LATEST_EVENTS = 8


@dataclass
class Solving:
    """Somebody who solves puzzles, one after the other."""

    puzzles: Sequence[Puzzle]
    say: Say
    console: Console = field(default_factory=Console)
    solved: int = 0
    streak: int = 0

    def run(self) -> None:
        """Ask one after the other until all are done or the person leaves."""
        tried = 0
        try:
            for number, puzzle in enumerate(self.puzzles, start=1):
                is_right = self.solve(puzzle, number)
                tried += 1
                self.solved += is_right
                self.streak = self.streak + 1 if is_right else 0
                if number < len(self.puzzles):
                    self.line(self.say("Press Enter for the next puzzle, q and Enter to stop."))
        except (EOFError, KeyboardInterrupt, StopIteration):
            self.console.print()
        self.console.print(self.say("Solved at the first try: {solved} of {tried}.", solved=self.solved, tried=tried))

    def solve(self, puzzle: Puzzle, number: int) -> bool:
        """Show a position and ask for the answer once; tells whether it was found."""
        match = position(puzzle)
        options = match.seat(puzzle.seat).choices(self.say.language)
        self.show(puzzle, match, options, number)
        steps = iter(hints(puzzle, match, self.say))
        while True:
            answer = self.line(self.say("Your choice, or h for a hint:"))
            if answer == "h":
                self.console.print(Text(next(steps, (self.say("There are no more hints."), ()))[0], "italic"))
            elif answer.isdecimal() and 1 <= int(answer) <= len(options):
                chosen = options[int(answer) - 1].action
                self.tell(puzzle, match, chosen)
                return chosen == puzzle.best
            else:
                self.console.print(
                    self.say(
                        "{answer} is no choice here: a number from 1 to {count}, h for a hint, q to leave.",
                        answer=answer or "–",
                        count=len(options),
                    )
                )

    def line(self, text: str) -> str:
        """Read one line; q leaves."""
        answer = self.console.input(f"[bold]{text}[/] ").strip()
        if answer == "q":
            raise StopIteration
        return answer

    def show(self, puzzle: Puzzle, match: Match, options: Sequence[Choice], number: int) -> None:
        """Draw the table as the seat sees it, what has happened last, and the choices."""
        eyes = match.seat(puzzle.seat)
        self.console.clear()
        self.console.print(match.game.draw(self.say, eyes.box, eyes.table, puzzle.seat, seat_names(match, self.say)))
        self.console.print(Rule(style="dim"))
        for told in events(eyes, self.say)[-LATEST_EVENTS:]:
            self.console.print(Text(told.text))
        self.console.print(Rule(style="dim"))
        title = self.say(
            "Puzzle {number} of {count}, {difficulty} · {score}",
            number=number,
            count=len(self.puzzles),
            difficulty=self.say(DIFFICULTY[puzzle.difficulty]),
            score=score_text(match, self.say),
        )
        self.console.print(Panel(Text(goal(puzzle, match, self.say), "bold"), title=Text(title), title_align="left"))
        self.console.print(Text(prompt(eyes, self.say), "bold bright_yellow"))
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold bright_yellow")
        grid.add_column(style="bold")
        grid.add_column(style="dim")
        for place, choice in enumerate(options, start=1):
            grid.add_row(str(place), choice.label, choice.detail)
        self.console.print(grid)

    def tell(self, puzzle: Puzzle, match: Match, chosen: int) -> None:
        """Say whether it was right, and why."""
        is_right = chosen == puzzle.best
        verdict = self.say("Right.") if is_right else self.say("Not quite.")
        self.console.print(Text(verdict, "bold bright_green" if is_right else "bold bright_red"))
        for sentence in explanation(puzzle, match, self.say, chosen):
            self.console.print(Text(sentence))
