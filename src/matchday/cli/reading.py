"""What a game is: `matchday rules`, `options`, `learn`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from matchday.cli.parts import GameName, Language, speaker
from matchday.engine.errors import MatchdayError
from matchday.games import game

app = typer.Typer()


@app.command()
def rules(
    game_name: GameName,
    words: Annotated[list[str] | None, typer.Argument(help="A clause id or words to search; all if left out.")] = None,
    *,
    language: Language = "en",
) -> None:
    """Read the rules of a game, or search them."""
    from matchday.match.reference import clauses, search
    from matchday.terminal.play import clause_text

    speaker(language)
    chosen = game(game_name)
    wanted = " ".join(words or [])
    found = search(chosen, language, wanted) if wanted else list(clauses(chosen, language).values())
    if not found:
        raise MatchdayError(f"no rule of {chosen.name} speaks of {wanted!r}")
    for clause in found:
        Console().print(clause_text(clause))


@app.command()
def options(game_name: GameName, *, language: Language = "en") -> None:
    """List the variants and house rules of a game, the default first."""
    chosen = game(game_name)
    say = speaker(language).at(chosen.name)
    grid = Grid("option", "values", "rule", "")
    for each in chosen.options.values():
        label, meaning = chosen.words.option(say, each.name)
        grid.add_row(each.name, each.allowed(), each.rule, f"{label}: {meaning}")
    Console().print(grid)


@app.command()
def learn(
    game_name: GameName,
    lesson_name: Annotated[str | None, typer.Argument(metavar="[LESSON]", help="Asked for if left out.")] = None,
    *,
    language: Language = "en",
) -> None:
    """Learn a game by playing: short lessons, in the terminal."""
    from matchday.match.lessons import lesson, lessons
    from matchday.terminal.learn import Learning

    chosen = game(game_name)
    say = speaker(language).at(chosen.name)
    if not lessons(chosen):
        raise MatchdayError(f"{chosen.name} has no lessons; its rules are in: matchday rules {chosen.name}")
    Learning(chosen, say).run(lesson(chosen, lesson_name) if lesson_name else None)
