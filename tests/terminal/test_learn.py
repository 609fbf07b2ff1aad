"""Lessons in the terminal: picked from the list, done right and wrong, followed as they go, and left."""

from __future__ import annotations

from typer.testing import CliRunner

from matchday.cli.app import app
from matchday.games import game
from matchday.match.lessons import Standing, lesson

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
