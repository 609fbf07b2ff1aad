"""Lessons in the terminal: picked from the list, done right and wrong, followed as they go, and left."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from typer.testing import CliRunner

from matchday.cli.app import app
from matchday.engine.speech import Say
from matchday.games import GAMES, game
from matchday.match.lessons import Standing, lesson, lessons
from matchday.match.views import view
from matchday.terminal.learn import Learning

GAME, NAME = "super_goal", "whistle"


def learn(*words: str, typed: list[str]) -> str:
    result = CliRunner().invoke(app, ["learn", *words], input="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0, result.output or result.exception
    return " ".join(result.output.split())


def answers() -> list[str]:
    """The number of what is right, question by question."""
    standing, numbers = Standing(lesson(game(GAME), NAME)), []
    while not standing.done:
        offered = [choice.action for choice in standing.views("en")[-1].choices]
        numbers.append(str(offered.index(standing.right[0]) + 1))
        standing.take(standing.right[0])
    return numbers


def test_whoever_answers_right_is_told_what_happens_and_comes_to_the_end():
    said = learn(GAME, NAME, typed=answers())
    assert "The ball goes to b7." in said
    assert "The referee blows the whistle!" in said
    assert "A foul in the area, the whistle, the penalty die, goal!" in said


def test_a_wrong_try_is_explained_and_taken_back_and_nonsense_is_asked_again():
    said = learn(GAME, NAME, "--lang", "pl", typed=["nonsense", "3", "q"])
    assert "Podaj liczbę od 1 do 3." in said
    assert "kontrola traci piłkę najrzadziej" in said
    assert "Cofnięte: spróbuj jeszcze raz." in said
    assert said.count("Zaczynasz od środka.") == 1  # the table is as it was


def test_a_lesson_is_picked_from_the_list_and_left():
    said = learn(GAME, typed=["99", "2", "q"])
    assert "Please a number from 1 to 6." in said
    assert "Your rival has rolled a question mark" in said


LAID = [
    pytest.param(each, id=f"{name}-{each.name}") for name in GAMES for each in lessons(game(name)) if each.steps[0].hand
]


def signs(standing: Standing) -> int:
    """How much is drawn of a table."""
    console = Console(record=True, file=StringIO(), width=200)
    learning = Learning(standing.lesson.game, Say("en", standing.lesson.game.name), console)
    learning.show(standing, [], -1)
    return len("".join(console.export_text().split()))


@pytest.mark.parametrize("each", LAID)
def test_of_the_hand_only_what_is_laid_out_is_drawn(each):
    standing, seat = Standing(each), each.seat
    held, laid = (
        sum(zone.count for zone in shown.zones if zone.id == f"hand.{seat}")
        for shown in (view(standing.match, seat), standing.views("en")[-1])
    )
    part = signs(standing)
    standing.hand = ()
    assert (part < signs(standing)) == (laid < held)
