"""Stepping through a match in the terminal."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from matchday.engine.speech import Say
from matchday.match.match import Match
from matchday.match.views import events, seat_names


@dataclass
class Replay:
    """One match, looked at ply by ply through one seat's eyes."""

    match: Match
    seat: int
    say: Say
    ply: int = 0
    console: Console = field(default_factory=Console)

    def run(self) -> None:
        """Step until the person has seen enough."""
        while True:
            self.show()
            help_line = self.say("Enter: next, b: back, g 12: go to ply 12, o: other seat, q: quit")
            try:
                answer = self.console.input(f"[bold]{help_line}[/] ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if answer == "q" or (not answer and self.ply == self.match.ply):
                return
            self.step(answer)

    def step(self, answer: str) -> None:
        """Go where an answer says; what means nothing stays here."""
        letter, _, rest = answer.partition(" ")
        if not answer:
            self.ply += 1
        elif letter == "b":
            self.ply -= 1
        elif letter == "g" and rest.isdecimal():
            self.ply = int(rest)
        elif letter == "o":
            self.seat = (self.seat + 1) % self.match.seats
        self.ply = max(0, min(self.ply, self.match.ply))

    def show(self) -> None:
        """Draw the table at this ply and what the move before it has done."""
        there = self.match.at(self.ply)
        names = seat_names(there, self.say)
        self.console.clear()
        self.console.print(
            there.game.draw(self.say, there.box_for(self.seat), there.hidden(self.seat), self.seat, names)
        )
        self.console.print(Rule(self.say("Ply {ply} of {last}", ply=self.ply, last=self.match.ply), style="dim"))
        for line in events(there.seat(self.seat, since=self.ply), self.say):
            self.console.print(Text.assemble(f"{line.text}  ", (line.rule, "dim")))
