from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from matchday import new
from matchday.games import GAMES, look_elsewhere
from matchday.games import game as find_game

# A game from elsewhere, small as can be, is played by every suite: a package on the path, of this process and of those
# that it starts, with what an installation writes beside it. No suite may assume more than that game has.
ELSEWHERE = [str(new.TEMPLATE), str(Path(__file__).parent / "fixtures" / "elsewhere")]
sys.path += ELSEWHERE
os.environ["PYTHONPATH"] = os.pathsep.join([*ELSEWHERE, *filter(None, [os.environ.get("PYTHONPATH")])])
look_elsewhere()

# What needs PettingZoo, Gymnasium and OpenSpiel is run by `make envs-test`, in an environment that has them.
collect_ignore = [] if find_spec("pettingzoo") else ["extras"]

settings.register_profile("matchday", deadline=None)  # the machine may be busy; slow is not wrong
settings.load_profile("matchday")

MATCHES = int(os.environ.get("MATCHES", "3"))
"""How many random matches the conformance suite plays of each game and kind; a larger number digs deeper."""


def pytest_addoption(parser):
    parser.addoption("--bless", default="", help="rewrite the golden playthroughs of this game")


def pytest_generate_tests(metafunc):
    if "game" in metafunc.fixturenames:
        # One worker for each game, so that its twin is compiled once and not by every worker at the same time.
        games = [pytest.param(find_game(name), marks=pytest.mark.xdist_group(name)) for name in GAMES]
        metafunc.parametrize("game", games, ids=list(GAMES), scope="session")


@pytest.fixture(scope="session")
def matches() -> int:
    return MATCHES
