"""The page that helps to choose a game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from matchday.envs.play import versioned_name
from matchday.games import OURS, game
from tools import research

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_page_speaks_of_the_present_versions():
    text = PAGE.read_text(encoding="utf-8")
    for name in OURS:
        assert f"| `{versioned_name(game(name))}` |" in text, "run make research"


def test_a_game_is_measured_and_a_row_written():
    of = game("spot_kick")
    course = research.course_of(of, 2)
    assert sum(course.lengths) == len(course.choices)
    assert course.together > 0  # both choose in secret
    assert course.together % 2 == 0  # and both are counted
    assert 0 < course.rolled <= len(course.choices)
    row = research.row_of(of, course, 0.0, "")
    assert len(row) == len(research.HEADS)
    assert row[0] == "`spot_kick_v1`"
    assert "`spot_kick_v1`" in research.page([row], 2)


def test_entropy_of_a_sample():
    assert research.entropy(np.array([3, 3, 3])) == 0
    assert research.entropy(np.arange(2).repeat(500)) == pytest.approx(1, abs=0.01)


def test_the_room_for_skill_is_read_from_the_ratings():
    text = "## Chess\n\n| random | 600 ± 20 | |\n| greedy | 1500 | |\n| Legend | 1700 ± 30 | |\n\n## Go\n"
    assert research.skill_of("Chess", text) == (1100, "Legend", 50)
    assert research.skill_of("Go", text) is None
    assert research.skill_of("Chess", text.replace("| Legend | 1700 ± 30 | |", "| Legend |  | |")) == (
        900,
        "greedy",
        20,
    )
    other = "## Chess\n\n|bot|rating|\n|---|---|\n| random |  -40 ± 20|\n| Semi-pro 2 | 1600 ± 9 | 3 |\n"
    assert research.skill_of("Chess", other) == (1640, "Semi-pro 2", 29)
    assert research.skill_of("Chess", "") is None
