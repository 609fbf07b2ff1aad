"""The results as a table in the terminal and in Markdown."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

SPEED_COLUMNS = ("game", "played by", "decisions a game", "decisions/s", "per wall s")
GAME_COLUMNS = ("game", "table", "copy", "legal", "apply", "plain Python", "2 threads", "compile", "cached", "memory")
LONGEST = 12  # signs of a game's name, which is never broken
WORDS = ("game", "played by")  # all other columns hold numbers


def speed_rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    """Write one row for each contestant, and how many times the first game of ours is as fast."""
    ours = next((row["decisions_per_second"] for row in report["speed"] if row["name"] == "matchday"), None)
    rows: list[tuple[str, ...]] = []
    for row in report["speed"]:
        head = (row["game"], f"{row['name']}, {row['kind']}")
        if "missing" in row:
            rows.append((*head, row["missing"], "", "", ""))
            continue
        times = ours / row["decisions_per_second"] if ours else None
        rows.append(
            (
                *head,
                f"{row['decisions_per_game']:.1f}",
                short(row["decisions_per_second"]),
                short(row["decisions_per_wall_second"]),
                "" if times is None else f"{times:,.1f}" if times < 100 else f"{times:,.0f}",
            )
        )
    return rows


def game_rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    """Write one row for each of our games."""
    rows: list[tuple[str, ...]] = []
    for name, facts in report["games"].items():
        start, memory = facts.get("loop"), "–"
        if start:
            memory = f"{start['cached'].get('mib_after_all', start['cached']['mib']):.0f} MiB"
        two = facts["scaling"]
        rows.append(
            (
                name,
                f"{facts['table_bytes']} B",
                f"{facts['copy_ns']:.0f} ns",
                f"{facts['legal_ns']:.0f} ns",
                f"{facts['apply_ns']:.0f} ns",
                f"{short(facts['plain_decisions_per_second'])}/s",
                f"× {two['speed_up']:.2f}",
                f"{start['cold']['cpu']:.1f} s" if start else "–",
                f"{start['cached']['cpu']:.1f} s" if start else "–",
                memory,
            )
        )
    return rows


def columns(report: dict[str, Any]) -> tuple[str, ...]:
    first = next((row["game"] for row in report["speed"] if row["name"] == "matchday"), "matchday")
    return (*SPEED_COLUMNS, f"× slower than {first}")


def short(number: float) -> str:
    """Write a number with two or three digits."""
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            value = number / size
            return f"{value:.1f}{sign}" if value < 100 else f"{value:.0f}{sign}"
    return f"{number:.0f}"


def show(report: dict[str, Any], console: Console) -> None:
    """Print all tables."""
    for title, head, rows in (
        ("Random play to the end, legal actions listed, one core (CPU seconds)", columns(report), speed_rows(report)),
        ("matchday's games", GAME_COLUMNS, game_rows(report)),
    ):
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        for name in head:
            justify = "left" if name in WORDS else "right"
            table.add_column(
                name, justify=justify, no_wrap=name == "game", min_width=LONGEST if name == "game" else None
            )
        for row in rows:
            table.add_row(*row)
        console.print(table)
    console.print(footnote(report))


def markdown(report: dict[str, Any]) -> str:
    """Give all tables for a README."""
    parts = [
        table_of(columns(report), speed_rows(report)),
        table_of(GAME_COLUMNS, game_rows(report)),
        footnote(report),
    ]
    return "\n\n".join(parts)


def table_of(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell or " " for cell in line) + " |" for line in lines)


def footnote(report: dict[str, Any]) -> str:
    machine, settings = report["machine"], report["settings"]
    cores = ", ".join(f"{facts['scaling']['cores']:.1f}" for facts in report["games"].values())
    return (
        f"{machine['processor']}, Python {machine['python']}, Numba {machine['numba']}; median of {settings['rounds']} "
        f"rounds in turn, about {settings['seconds']:g} CPU seconds each. C++ rollouts start after the deal; everyone "
        f"else plays whole games, the deal included. Two threads were given {cores} cores."
    )
