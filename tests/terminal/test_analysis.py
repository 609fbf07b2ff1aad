"""Hints at the terminal's table, and `matchday analyse` with its table, JSON and plots."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from matchday.bots.warming import warming
from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.games import game as find_game
from matchday.match.files import read_match, save_match
from matchday.match.match import Match

pytestmark = pytest.mark.xdist_group("pilka_w_grze")  # where its twin is compiled anyway
QUICK = ("--playouts", "10", "--effort", "100")


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(words), input=typed)
    if isinstance(result.exception, MatchdayError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A match that is over: everybody takes the first choice."""
    match = Match(find_game("pilka_w_grze"), seed="5")
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    path = tmp_path_factory.mktemp("matches") / "a.match"
    save_match(match, path)
    return path


@pytest.mark.parametrize(
    ("language", "headline"), [("en", "Turning points"), ("pl", "Punkty zwrotne"), ("es", "Momentos decisivos")]
)
def test_the_course_in_words(file, language, headline):
    assert headline in run("analyse", str(file), "--lang", language, *QUICK)


def test_the_course_as_json(file):
    course = json.loads(run("analyse", str(file), "--json", *QUICK))
    match = read_match(file)
    assert len(course["points"]) == match.ply + 1
    assert course["points"][-1]["public"]["shares"] == match.result()


@pytest.mark.parametrize("ending", ["html", "png", "svg"])
def test_the_course_as_a_plot(file, ending, tmp_path):
    path = tmp_path / f"course.{ending}"
    run("analyse", str(file), "--plot", str(path), *QUICK)
    head = {"html": b"<!DOCTYPE html>", "png": b"\x89PNG", "svg": b"<svg"}[ending]
    assert path.read_bytes().lstrip().startswith(head)
    if ending == "html":
        assert b'src="http' not in path.read_bytes()


def test_a_plot_of_another_kind_is_refused_before_the_work(file, tmp_path):
    with pytest.raises(MatchdayError, match=r"must end in \.html, \.png, \.svg"):
        run("analyse", str(file), "--plot", str(tmp_path / "course.bmp"))
    assert not list(tmp_path.iterdir())


def test_h_ranks_the_choices_and_plays_none(tmp_path):
    # Before, a sensible choice is named without chances.
    assert warming(find_game("pilka_w_grze"), "bots").ready["bots"].wait(600)
    path = tmp_path / "b.match"
    shown = run("play", "pilka_w_grze", "--seed", "5", "--save", str(path), typed="h\nq\n")
    assert "Expected share of the win" in shown
    assert "%" in shown.split("Expected share of the win")[1]
    assert all(move.seat == 1 for move in read_match(path).moves)
