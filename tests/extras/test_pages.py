"""The pages of the examples run as scripts and as pages, whose outputs are made."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = {
    "bot": "--matches 2",
    "net": "--game super_goal --mode plain --matches 1 --tables 2 --length 6 --lessons 1",
    "card": "--mode plain --matches 1",
}
TOLD = {
    "bot": "of 2 against the random bot",
    "net": "of 1 against greedy",
    "card": "goals a match, ",
}


def run(*command):
    done = subprocess.run([sys.executable, *map(str, command)], check=False, capture_output=True, text=True)  # noqa: S603 - our own words
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_page_is_tried():
    assert {path.stem for path in (EXAMPLES / "pages").glob("*.py")} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_a_page_is_a_script(name):
    assert TOLD[name] in run(EXAMPLES / "pages" / f"{name}.py", *SMALL[name].split())


@pytest.mark.parametrize("name", SMALL)
def test_what_a_page_shows_is_made(name, tmp_path):
    shutil.copytree(EXAMPLES, tmp_path / "examples")  # marimo keeps what it has shown beside a page
    page, path = tmp_path / "examples" / "pages" / f"{name}.py", tmp_path / f"{name}.html"
    run("-m", "marimo", "export", "html", page, "--output", path, "--", *SMALL[name].split())
    assert TOLD[name] in path.read_text(encoding="utf-8")
