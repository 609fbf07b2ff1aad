"""Learning: the same by its seed, broken off or not, on any number of threads; and something is learnt."""

from __future__ import annotations

import json
import math

import pytest
from typer.testing import CliRunner

from matchday.bots.learnt import learnt, learnt_sense
from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.games import game as find_game
from matchday.lab import learning, sensing
from matchday.lab.learning import Course, write_learnt
from matchday.lab.plots import learning_chart
from matchday.lab.sensing import Schooling

pytestmark = pytest.mark.xdist_group("pilka_w_grze")  # where its twin is compiled anyway


class Broken(Exception):
    """Somebody pulled the plug."""


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(learning, "CHUNK", 250)
    monkeypatch.setattr(learning, "FRESH", 250)
    monkeypatch.setattr(learning, "STAGES", 4)


def test_a_course_is_the_same_broken_off_or_not_and_on_any_number_of_threads(tmp_path):
    game = find_game("pilka_w_grze")
    straight = Course(game, 2000, seed=3).run()
    assert Course(game, 2000, seed=3, threads=3).run() == straight

    def pull(_):
        raise Broken

    with pytest.raises(Broken):
        Course(game, 2000, seed=3, folder=tmp_path).run(pull)
    again = Course(game, 2000, seed=3, folder=tmp_path)
    assert again.done == 500
    assert again.run() == straight
    assert Course(game, 2000, seed=4, folder=tmp_path).done == 0, "another seed is another course"
    assert straight["loss"] < 0.9 * math.log(2), "it knows more than a coin"
    assert [point["matches"] for point in straight["curve"]] == [500, 1000, 1500, 2000]
    assert sum(count for count, *_ in straight["calibration"]) > 2000
    write_learnt(straight, tmp_path / "learnt.json")
    assert learnt(game, tmp_path / "learnt.json").about["command"].startswith("matchday train pilka_w_grze")


def test_training_from_the_command_line(tmp_path):
    asked = ["train", "pilka_w_grze", "--matches", "500", "--tests", "2", "--folder", str(tmp_path)]
    shown = CliRunner().invoke(app, asked)
    assert "loss over matches that it had not seen" in shown.output, shown.output
    about = json.loads((tmp_path / "pilka_w_grze-learnt.json").read_text())
    assert about["curve"][-1]["matches"] == 500
    assert {"v greedy", "v its past"} <= about["curve"][-1].keys()
    assert learning_chart("x", about["curve"]).to_dict()["vconcat"]
    with pytest.raises(MatchdayError, match=r"super_goal has nothing to learn from: its folder has no features.py"):
        CliRunner().invoke(app, ["train", "super_goal"], catch_exceptions=False)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(sensing, "QUICK", 40)
    monkeypatch.setattr(sensing, "ENOUGH", 10)


def test_a_sense_is_the_same_broken_off_or_not_and_on_any_number_of_threads(tmp_path, quick, monkeypatch):
    game = find_game("pilka_w_grze")
    monkeypatch.setattr(Schooling, "matched", lambda *_: {"v greedy": 0.6, "v its past": 0.6})  # every round is taken
    straight = Schooling(game, 16, rounds=2, seed=3).run()
    assert Schooling(game, 16, rounds=2, seed=3, threads=3).run() == straight

    def pull(text):
        if text.startswith("round 1"):
            raise Broken

    with pytest.raises(Broken):
        Schooling(game, 16, rounds=2, seed=3, folder=tmp_path).run(pull)
    again = Schooling(game, 16, rounds=2, seed=3, folder=tmp_path)
    assert again.reached == "round 1"
    assert again.run() == straight
    assert not Schooling(game, 16, rounds=2, seed=4, folder=tmp_path).curve, "another seed is another course"
    labels = [point["labels"] for point in straight["curve"]]
    assert labels[1] > labels[0] > 100, "a round learns from the one before, too"
    assert straight["curve"][1]["explained"] > 0.05, "it foretells matches that it has not seen"
    write_learnt(straight, tmp_path / "sense.json")
    assert (
        learnt_sense(game, tmp_path / "sense.json").about["command"].startswith("matchday train pilka_w_grze --sense")
    )


def test_a_round_that_does_not_beat_the_one_before_is_not_taken_and_ends_the_course(quick, monkeypatch):
    game, shares = find_game("pilka_w_grze"), iter((0.6, 0.5, 0.6))
    monkeypatch.setattr(Schooling, "matched", lambda *_: {"v greedy": 0.6, "v its past": next(shares)})
    course = Schooling(game, 8, rounds=3)
    about = course.run()
    assert [point["taken"] for point in about["curve"]] == [1.0, 0.0]
    assert int(course.net(course.sense)["sense"]["rows"][0, 0])
    monkeypatch.setattr(Schooling, "matched", lambda *_: {"v greedy": 0.4, "v its past": 0.4})
    with pytest.raises(MatchdayError, match=r"nothing was learnt that beats pilka_w_grze's own sense"):
        Schooling(game, 8, rounds=3).run()


def test_learning_a_sense_from_the_command_line(tmp_path, quick):
    asked = ["train", "mcs", "--sense", "--matches", "120", "--rounds", "1", "--folder", str(tmp_path)]
    shown = CliRunner().invoke(app, [*asked, "--plot", str(tmp_path / "curve.svg")])
    assert "gained a choice over matches that it had not seen" in shown.output, shown.output
    about = json.loads((tmp_path / "mcs-sense.json").read_text())
    assert {"labels", "explained", "gain", "v greedy", "v its past", "taken"} == about["curve"][0].keys()
    assert (tmp_path / "curve.svg").exists()
    again = CliRunner().invoke(app, asked)
    assert "going on after round 1" in again.output
    with pytest.raises(MatchdayError, match=r"--tests is for learning a value"):
        CliRunner().invoke(app, [*asked, "--tests", "4"], catch_exceptions=False)
    with pytest.raises(MatchdayError, match=r"super_goal has nothing to learn from"):
        CliRunner().invoke(app, ["train", "super_goal", "--sense"], catch_exceptions=False)
