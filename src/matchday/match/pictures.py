"""Tables drawn as text and as HTML, for prompts and notebooks."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console

from matchday.engine.speech import Say

if TYPE_CHECKING:
    from matchday.match.seat import Seat

WIDTH = 100
PRE = '<pre style="line-height:1.2;font-family:ui-monospace,Menlo,Consolas,monospace">{code}</pre>'


def seat_text(seat: Seat, language: str = "en") -> str:
    """Draw the table as a seat sees it, in plain text."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, force_terminal=False)
    with console.capture() as captured:
        draw(console, seat, language)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def seat_html(seat: Seat, language: str = "en") -> str:
    """Draw the table as a seat sees it, in colour, for a notebook."""
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=True, color_system="truecolor")
    draw(console, seat, language)
    return console.export_html(inline_styles=True, code_format=PRE)


def draw(console: Console, seat: Seat, language: str) -> None:
    """Draw the table as the terminal does."""
    from matchday.match.views import seat_names

    say = Say(language, seat.game.name)
    console.print(seat.game.draw(say, seat.box, seat.table, seat.number, seat_names(seat, say)))
