"""The course of a match, printed: a curve of blocks, the turning points and the likely mistakes."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from matchday.bots.advice import Analysis, Point
from matchday.bots.course import clock_at, mistake_labels, turn_text
from matchday.engine.speech import Say
from matchday.match.match import Match
from matchday.match.views import seat_names

BLOCKS = " ▁▂▃▄▅▆▇█"
WIDTH = 72


def print_course(match: Match, analysis: Analysis, say: Say, console: Console) -> None:
    """Print everything that an analysis has found."""
    names = seat_names(match, say)
    console.print(Text(say("Share of the win as the public saw it"), "bold"))
    console.print(curves(analysis.points, names))
    console.print(Text(say("Turning points"), "bold"))
    console.print(turns(match, analysis, say, names) if analysis.turns else say("None: the match ran its course."))
    console.print(Text(say("Likely mistakes, by what the player knew"), "bold"))
    console.print(mistakes(match, analysis, say, names) if analysis.mistakes else say("None found."))


def curves(points: tuple[Point, ...], names: list[str]) -> Grid:
    """Draw one line of blocks a seat."""
    grid = Grid.grid(padding=(0, 2))
    for seat, name in enumerate(names):
        shares = [point.public.shares[seat] for point in thinned(points)]
        grid.add_row(name, "".join(BLOCKS[round(share * (len(BLOCKS) - 1))] for share in shares), f"{shares[-1]:.0%}")
    return grid


def thinned(points: tuple[Point, ...]) -> list[Point]:
    """Pick as many points as fit in a line, the last one always."""
    step = max(1, -(-len(points) // WIDTH))
    return [*points[:-1:step], points[-1]]


def turns(match: Match, analysis: Analysis, say: Say, names: list[str]) -> Grid:
    """List the turning points."""
    grid = Grid.grid(padding=(0, 2))
    for turn in analysis.turns:
        gain = Text(f"+{turn.swing:.0%}", "bold bright_yellow")
        grid.add_row(clock_at(match, say, turn.ply), gain, names[turn.seat], turn_text(match, say, turn))
    return grid


def mistakes(match: Match, analysis: Analysis, say: Say, names: list[str]) -> Grid:
    """List the likely mistakes, with what the search would have done."""
    grid = Grid.grid(padding=(0, 2))
    for mistake in analysis.mistakes:
        played, better = mistake_labels(match, say, mistake)
        loss = Text(f"−{mistake.loss:.0%}", "bold")
        grid.add_row(
            clock_at(match, say, mistake.ply),
            loss,
            names[mistake.seat],
            say("{played}; better: {better}", played=played, better=better),
        )
    return grid
