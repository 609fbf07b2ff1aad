"""Lessons in the terminal: the table drawn, what is asked, numbered choices, and what is said to each."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from matchday.engine.game import Game
from matchday.engine.speech import Say
from matchday.engine.view import Choice
from matchday.match.lessons import Lesson, Remark, Standing, lessons
from matchday.match.views import events, seat_names


@dataclass
class Learning:
    """Somebody who learns a game."""

    game: Game
    say: Say
    console: Console = field(default_factory=Console)

    def run(self, first: Lesson | None = None) -> None:
        """Go through the lessons from one on, or from the one that is picked from the list, until somebody leaves."""
        course = list(lessons(self.game))
        try:
            place = course.index(first) if first else self.pick(course)
            while place is not None and place < len(course):
                self.follow(course[place])
                place += 1
                if place < len(course) and self.line(self.say("Enter for the next lesson, q to leave:")) == "q":
                    return
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def pick(self, course: list[Lesson]) -> int | None:
        """Ask for a lesson; Enter takes the first."""
        grid = Grid.grid(padding=(0, 2))
        for number, each in enumerate(course, start=1):
            minutes = self.say.count("{n} minute", "{n} minutes", each.minutes)
            grid.add_row(
                Text(str(number), "bold bright_yellow"),
                Text(each.title.said(self.say.language), "bold"),
                Text(each.goal.said(self.say.language)),
                Text(minutes, "dim"),
            )
        self.console.print(grid)
        while True:
            answer = self.line(self.say("A number, Enter for {number}:", number=1)) or "1"
            if answer == "q":
                return None
            if answer.isdecimal() and 1 <= int(answer) <= len(course):
                return int(answer) - 1
            self.console.print(self.say("Please a number from 1 to {count}.", count=len(course)))

    def follow(self, lesson: Lesson) -> None:
        """Go through one lesson."""
        standing = Standing(lesson)
        self.console.print(Rule(lesson.title.said(self.say.language), style="bright_yellow"))
        asked = -1
        while not standing.done:
            options = standing.views(self.say.language)[-1].choices
            if asked != standing.match.ply:
                self.show(standing, options, asked)
                asked = standing.match.ply
            answer = self.line(self.say("Your choice (q to leave):"))
            if answer == "q":
                raise EOFError
            if not answer.isdecimal() or not 1 <= int(answer) <= len(options):
                self.console.print(self.say("Please a number from 1 to {count}.", count=len(options)))
                continue
            standing.take(options[int(answer) - 1].action)
            if standing.objection is not None:
                self.tell(standing.objection, "red")
                self.console.print(self.say("Taken back: try again."))
            elif standing.answer:
                self.tell(standing.answer, "italic")
        self.happened(standing, asked)
        self.tell(lesson.end, "bold bright_green")

    def happened(self, standing: Standing, since: int) -> None:
        """Tell what has happened since a ply that was shown; of what came before the lesson nothing."""
        eyes = standing.match.seat(standing.lesson.seat)
        for told in events(eyes, self.say):
            if 0 <= since < told.ply:
                self.console.print(Text(told.text, "dim"))

    def show(self, standing: Standing, options: list[Choice], since: int) -> None:
        """Draw the table, and say what has happened, what is asked, and the choices."""
        match, seat = standing.match, standing.lesson.seat
        eyes = match.seat(seat)
        laid = {"hand": standing.hand} if standing.hand else {}
        self.console.print(match.game.draw(self.say, eyes.box, eyes.table, seat, seat_names(match, self.say), **laid))
        self.happened(standing, since)
        self.tell(standing.ask, "bold bright_yellow")
        grid = Grid.grid(padding=(0, 2))
        for number, choice in enumerate(options, start=1):
            grid.add_row(
                Text(str(number), "bold bright_yellow"), Text(choice.label, "bold"), Text(choice.detail, "dim")
            )
        self.console.print(grid)

    def tell(self, remark: Remark, style: str) -> None:
        """Say something, with the clause it comes from."""
        if remark:
            self.console.print(Text.assemble((remark.said(self.say.language), style), ("  " + remark.clause, "dim")))

    def line(self, text: str) -> str:
        """Read one line."""
        return self.console.input(f"[bold]{text}[/] ").strip()
