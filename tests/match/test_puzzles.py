"""Every puzzle in the package stands up: its moves lead where they did, its answer is legal, and nothing leaks."""

from __future__ import annotations

import re

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import MatchdayError, UnknownPuzzle
from matchday.engine.runner import Runner
from matchday.engine.speech import LANGUAGES, Say
from matchday.match.puzzles import (
    TRIES,
    Puzzle,
    explanation,
    goal,
    hints,
    position,
    puzzle,
    puzzles,
    puzzles_path,
    read_puzzles,
    tilt,
    write_puzzles,
)
from matchday.match.views import view


def shipped(game) -> tuple[Puzzle, ...]:
    return read_puzzles(puzzles_path(game)) if puzzles_path(game).is_file() else ()


def test_every_puzzle_leads_to_its_table_and_asks_its_seat(game):
    runner = Runner(game, "compiled")
    for each in shipped(game):
        assert each.game == game.name
        assert each.rules == game.version, f"the rules of {game.name} have changed: mine its puzzles again"
        match = position(each, runner)
        assert match.asked == each.seat
        assert sorted(action for action, _ in each.ranked) == match.legal(each.seat)
        shares = [share for _, share in each.ranked]
        assert shares == sorted(shares, reverse=True)
        assert each.best != each.tempting
        assert each.lead > 3 * each.error
        assert all(0 <= found <= TRIES for found in each.levels.values())


def test_the_solver_sees_what_the_seat_sees_and_nothing_else(game):
    runner, dice = Runner(game, "compiled"), Dice.new()
    set_key(dice, 7, 7)
    for each in shipped(game)[::5]:
        match = position(each, runner)
        other = match.copy()
        other.table = match.hidden(each.seat)
        runner.redeal(match.box_for(each.seat), other.table, each.seat, dice)
        assert view(other, each.seat, since=match.ply + 1) == view(match, each.seat, since=match.ply + 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_puzzle_can_be_told(game, language):
    runner, say = Runner(game, "compiled"), Say(language, game.name)
    for each in shipped(game)[::3]:
        match = position(each, runner)
        for chosen, _ in each.ranked[:3]:
            told = [goal(each, match, say), *explanation(each, match, say, chosen)]
            assert all(told)
            assert not re.search(r"[{}]", " ".join(told))
        steps = hints(each, match, say)
        assert steps
        assert all(each.best in left and len(left) > 1 for _, left in steps)
        assert all(each.tempting not in left for _, left in steps[1:])


def test_names_are_unique_and_the_easiest_come_first(game):
    found = puzzles(game)
    assert len(found) == len(shipped(game))
    grades = [each.difficulty for each in found.values()]
    assert grades == sorted(grades)


def made(**other) -> Puzzle:
    usual = {
        "id": "a",
        "game": "pilka_w_grze",
        "rules": 1,
        "options": {},
        "seed": "1",
        "moves": [],
        "seat": 0,
        "table": "",
        "ranked": [[1, 600], [2, 500], [3, 400]],
        "tempting": 2,
        "error": 2,
        "scores": [[2.0, 1.0], [1.0, 1.0]],
        "levels": {"rookie": 0, "amateur": 0, "semi_pro": 20, "professional": 20},
    }
    return Puzzle(**{**usual, **other})


def test_difficulty_follows_how_the_levels_fare():
    for found, grade in ((20, 1), (16, 1), (15, 2), (13, 2), (12, 3), (0, 3)):
        assert made(levels={"semi_pro": found, "professional": 20}).difficulty == grade


def test_the_advantage_is_told_where_it_lies():
    assert tilt(made(scores=[[2.0, 1.0], [1.0, 1.0]])) == "own"
    assert tilt(made(scores=[[1.0, 1.0], [1.0, 2.0]])) == "rivals"
    assert tilt(made(scores=[[2.0, 1.0], [1.0, 2.0]])) == "both"
    assert tilt(made(scores=[[1.02, 1.0], [1.0, 1.0]])) == "both"


def test_a_puzzle_that_leads_elsewhere_is_refused():
    with pytest.raises(MatchdayError, match="mine it again"):
        position(made(table="0000"))


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    write_puzzles(path, [made(id="a"), made(id="b")])
    assert [each.id for each in read_puzzles(path)] == ["a", "b"]


def test_an_unknown_puzzle_is_refused_in_words(game):
    with pytest.raises(UnknownPuzzle, match='no puzzle "nonsense"'):
        puzzle(game, "nonsense")
