"""Tables as text, as HTML and as pixels, for environments that render."""

from __future__ import annotations

import io
import unicodedata
from typing import Any

import numpy as np
from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME as THEME

from matchday.engine.record import Array

WIDTH = 100
CELL = 8, 16
PRE = '<pre style="line-height:1.2;font-family:ui-monospace,Menlo,Consolas,monospace">{code}</pre>'
MODES = ("ansi", "html", "rgb_array")
ROUND = "●⚽⬤•○"
ENDS = {"LEFT": (0, 0.5), "RIGHT": (1, 0.5), "UP": (0.5, 0), "DOWN": (0.5, 1)}
"""Where the lines of a box-drawing sign go from the middle of its cell."""


def render(picture: Any, mode: str) -> Any:
    """Give a picture of the terminal as a text, as HTML, or as an array of pixels."""
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=True, color_system="truecolor")
    if mode == "rgb_array":
        return pixels(console, picture)
    console.print(picture)
    if mode == "html":
        return console.export_html(inline_styles=True, code_format=PRE)
    return console.export_text(styles=False)


def pixels(console: Console, picture: Any) -> Array:
    """Draw every sign into its cell: lines of frames as lines, letters by Pillow's own font."""
    from PIL import Image, ImageDraw, ImageFont

    lines = console.render_lines(picture, pad=True)
    wide, high = CELL
    image = Image.new("RGB", (WIDTH * wide, max(1, len(lines)) * high), tuple(THEME.background_color))
    brush, font = ImageDraw.Draw(image), ImageFont.load_default(size=high * 0.7)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            style = segment.style
            ink = tuple(THEME.foreground_color)
            if style and style.color:
                ink = tuple(style.color.get_truecolor(THEME))
            for sign in segment.text:
                corner = column * wide, row * high
                if style and style.bgcolor:
                    paper = tuple(style.bgcolor.get_truecolor(THEME, foreground=False))
                    brush.rectangle((*corner, corner[0] + wide, corner[1] + high), fill=paper)
                draw_sign(brush, font, sign, corner, ink)
                column += 1
    return np.asarray(image, np.uint8)


def draw_sign(brush: Any, font: Any, sign: str, corner: tuple[int, int], ink: tuple[int, ...]) -> None:
    """Draw one sign."""
    (left, top), (wide, high) = corner, CELL
    name = unicodedata.name(sign, "")
    if name.startswith("BOX DRAWINGS"):
        ends = name.replace("HORIZONTAL", "LEFT RIGHT").replace("VERTICAL", "UP DOWN")
        for direction, (x, y) in ENDS.items():
            if direction in ends:
                brush.line((left + wide // 2, top + high // 2, left + x * wide, top + y * high), fill=ink)
    elif sign in ROUND:
        brush.ellipse((left + 1, top + high // 2 - 3, left + wide - 1, top + high // 2 + 3), fill=ink)
    elif unicodedata.category(sign) == "So":
        brush.rectangle((left + 1, top + 4, left + wide - 2, top + high - 4), fill=ink)
    elif not sign.isspace():
        brush.text((left, top), sign, fill=ink, font=font)
