"""Each extra in an environment of its own: what it asks for, what that asks for in turn, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SOURCES = Path(__file__).parents[1] / "src"
PLAY = """
import matchday as md
match = md.Match("super_goal", seed=1)
match.play(match.waiting[0], match.legal(match.waiting[0])[0])
md.simulate("super_goal", 1, seats="random", mode="plain")
tables = md.batch("super_goal", 2, seed=1, mode="plain")
tables.step(tables.sample())
"""
"""What every installation can do."""
USES = {
    "pettingzoo": """
from matchday.envs.pettingzoo import super_goal_v{version}
env = super_goal_v{version}.env(mode="plain", render_mode="rgb_array")
env.reset(seed=1)
env.render()
""",
    "gymnasium": """
import gymnasium
import matchday.envs.gymnasium
env = gymnasium.make("matchday/super_goal-v{version}", mode="plain", render_mode="rgb_array")
env.reset(seed=1)
env.render()
""",
    "openspiel": """
import pyspiel
import matchday.envs.openspiel
pyspiel.load_game("matchday_super_goal_v{version}(compiled=false)").new_initial_state()
""",
    "lab": """
md.lab.run("super_goal", 2, seats="random", mode="plain")
""",
    "plots": """
import altair, vl_convert
import matchday.lab.plots
""",
    "postgres": """
import asyncpg
import matchday.server.app
""",
    "ray": """
import ray
import grpc  # without it no ray://
import matchday.lab.cluster
""",
}
LEFT_OUT = (
    "pettingzoo",
    "gymnasium",
    "pyspiel",
    "open_spiel",
    "PIL",
    "torch",
    "jax",
    "altair",
    "polars",
    "optuna",
    "ray",
    "cuda",
)


def closure(name: str, extra: str = "") -> set[str]:
    """All distributions that an installation of one has, with one of its extras."""
    found: set[str] = set()
    wanted = [(name, frozenset({extra} if extra else ()))]
    done = set()
    while wanted:
        each = wanted.pop()
        if each in done:
            continue
        done.add(each)
        found.add(each[0])
        for line in distribution(each[0]).requires or ():
            asked = Requirement(line)
            if asked.marker is None or any(asked.marker.evaluate({"extra": one}) for one in (each[1] or {""})):
                wanted.append((canonicalize_name(asked.name), frozenset(asked.extras)))
    return found


def environment(folder: Path, extra: str) -> None:
    """Lay out an environment in which only these are installed."""
    for name in closure("matchday", extra):
        if name == "matchday":
            continue
        installed = distribution(name)
        for top in {Path(str(file)).parts[0] for file in installed.files or () if ".." not in Path(str(file)).parts}:
            place = folder / top
            if place.exists() or top in {"__pycache__", "bin"}:
                continue
            place.symlink_to(Path(str(installed.locate_file(top))))


def run(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the standard library, our sources and that environment."""
    start = f"import sys; sys.path += {[str(SOURCES), str(folder)]!r}\n"
    command = [sys.executable, "-I", "-S", "-c", start + text]
    return subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - our own words


def missing(extra: str) -> str:
    """Tell what is not installed here; nothing when the extra can be tried."""
    try:
        closure("matchday", extra)
    except PackageNotFoundError as problem:
        return str(problem)
    return ""


def test_matchday_itself_needs_no_extra(tmp_path):
    environment(tmp_path, "")
    done = run(tmp_path, PLAY + f"print([name for name in {LEFT_OUT!r} if name in sys.modules])")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
    for name in LEFT_OUT:
        assert run(tmp_path, f"import {name}").returncode != 0, f"pip install matchday brings {name}"


@pytest.mark.parametrize("extra", USES)
def test_an_extra_alone(extra, tmp_path):
    if lacking := missing(extra):
        pytest.skip(f"NOT RUN: {lacking} is not installed in this environment")
    from matchday.games import game

    environment(tmp_path, extra)
    done = run(tmp_path, PLAY + USES[extra].replace("{version}", str(game("super_goal").version)))
    assert done.returncode == 0, done.stderr


def test_every_extra_is_tried():
    offered = set(distribution("matchday").metadata.get_all("Provides-Extra"))
    by_hand = {"bench", "cuda"}  # the peers of `make bench`; a GPU (docs/gpu.md)
    assert offered - by_hand == set(USES)
