"""Calibration: chances are compared with what came, and the page keeps the other games."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from matchday.cli.app import app
from matchday.games import game as find_game
from matchday.lab.calibration import MOMENTS, Bin, calibrate, error_of, section, write_page

pytestmark = pytest.mark.xdist_group("super_goal")  # where its twin is compiled anyway


def test_chances_of_quick_matches_are_about_right():
    found = calibrate(find_game("super_goal"), 60, playouts=40)
    assert sum(each.count for each in found) == 60 * MOMENTS
    assert found == calibrate(find_game("super_goal"), 60, playouts=40)
    assert [each.told for each in found] == sorted(each.told for each in found)
    assert error_of(found) < 0.15, "far from as wrong as a coin would be"
    assert found[0].came < 0.3
    assert found[-1].came > 0.7


def test_the_error_is_the_mean_distance_and_the_page_keeps_other_games(tmp_path):
    bins = [Bin(10, 0.2, 0.3), Bin(30, 0.7, 0.7)]
    assert error_of(bins) == pytest.approx(0.025)
    path = tmp_path / "calibration.md"
    write_page(path, ["## Other\n\nstays\n"])
    write_page(path, [section(find_game("super_goal"), bins, 10, "greedy")])
    text = path.read_text()
    assert "stays" in text
    assert "| 70% | 30 | 70% (" in text
    assert "off by 2.5% on average" in text


def test_calibration_from_the_command_line(tmp_path):
    asked = ["calibrate", "super_goal", "--matches", "4", "--page", str(tmp_path / "page.md")]
    shown = CliRunner().invoke(app, asked)
    assert "| chance told | moments |" in shown.output
    assert "Super Goal!" in (tmp_path / "page.md").read_text()
