"""Puzzles in the terminal: solved, missed, helped along and left."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from matchday.cli.app import app
from matchday.games import game as find_game
from matchday.match.puzzles import position, puzzles

GAME = "pilka_w_grze"


@pytest.fixture(scope="module")
def first():
    return next(iter(puzzles(find_game(GAME)).values()))


def solve(*words: str, typed: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["puzzle", *words], input=typed)
    assert result.exit_code == code, result.output or result.exception
    return result.output


def number_of(puzzle, action: int) -> int:
    return position(puzzle).legal(puzzle.seat).index(action) + 1


def test_the_right_answer_is_praised_and_explained(first):
    said = solve(GAME, first.id, typed=f"{number_of(first, first.best)}\n")
    assert "Right." in said
    assert "Solved at the first try: 1 of 1." in said


def test_a_wrong_answer_is_told_the_better_one(first):
    said = solve(GAME, first.id, "--lang", "pl", typed=f"h\nnonsense\n{number_of(first, first.tempting)}\n")
    assert "Pomyśl" in said
    assert "nonsense tu nie pasuje" in said
    assert "Niezupełnie." in said


def test_one_may_leave_at_any_time():
    assert "Solved at the first try: 0 of 0." in solve(GAME, typed="q\n")


def test_a_game_without_puzzles_says_how_to_find_some():
    result = CliRunner().invoke(app, ["puzzle", "spot_kick"])
    assert "matchday puzzles mine spot_kick" in str(result.exception)
