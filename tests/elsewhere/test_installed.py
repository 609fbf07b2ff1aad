"""A clean environment: matchday from its wheel, and from another wheel a game that `matchday new` has written there."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from matchday.bots.levels import KINDS, LEVELS
from tests.server.house import HUMAN, PATIENCE, Made

ROOT = Path(__file__).parents[2]
NAME = "river_race"
pytestmark = pytest.mark.xdist_group("installed")


def surroundings(folder: Path) -> dict[str, str]:
    """Environment variables that know nothing of this checkout, nor of twins that others have compiled."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "PYTHONUNBUFFERED": "1", "MATCHDAY_CACHE": str(folder / "twins")}


def run(*words: str | Path, cwd: Path) -> str:
    """Run a command in a folder."""
    done = subprocess.run(  # noqa: S603 - our own words
        [str(word) for word in words], cwd=cwd, env=surroundings(cwd), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Place:
    """A virtual environment of its own; what matchday is built on is lent by this one."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin = folder, folder / "env" / "bin"
        run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
        (own,) = (folder / "env" / "lib").glob("python3*/site-packages")
        (own / "lent.pth").write_text(sysconfig.get_paths()["purelib"], encoding="utf-8")
        self.install(ROOT)

    def install(self, project: Path) -> None:
        """Build a wheel and install it, with nothing from the network."""
        dist = self.folder / "dist" / project.name
        run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", dist, cwd=project)
        (wheel,) = dist.glob("*.whl")
        pip = [sys.executable, "-m", "pip", "--python", self.bin / "python", "install", "--quiet"]
        run(*pip, "--no-deps", "--no-index", "--disable-pip-version-check", wheel, cwd=self.folder)

    def matchday(self, *words: str | Path) -> str:
        """Run the installed command, away from the checkout."""
        return run(self.bin / "matchday", *words, cwd=self.folder)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Place:
    return Place(tmp_path_factory.mktemp("clean"))


@pytest.fixture(scope="module")
def written(place) -> Path:
    """Write a game outside the checkout and install it."""
    place.matchday("new", NAME, place.folder / "river")
    place.install(place.folder / "river")
    return place.folder / "river"


@pytest.fixture(scope="module")
def server(place, written) -> Iterator[Any]:
    words = [place.bin / "matchday", "serve", "--port", "0", "--database", place.folder / "matches.db"]
    known = surroundings(place.folder)
    with subprocess.Popen(  # noqa: S603 - our own words
        [str(word) for word in words], cwd=place.folder, env=known, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout
        address = running.stdout.readline().split()[-1]
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            yield SimpleNamespace(http=client, address=address)
        running.terminate()


def test_it_is_matchday_from_its_wheel(place):
    code = "import matchday; print(matchday.__file__)"
    assert str(place.folder) in run(place.bin / "python", "-c", code, cwd=place.folder)


def test_the_game_is_on_the_command_line(place, written):
    assert NAME in place.matchday("simulate", "--help")
    assert "kicks" in place.matchday("options", NAME)
    assert "RR-03" in place.matchday("rules", NAME, "--lang", "pl")
    assert '"matches": 100' in place.matchday("simulate", NAME, "--matches", "100", "--json")


def test_its_checks_and_its_own_tests_are_green(place, written):
    told = place.matchday("check", NAME, "--matches", "3")
    assert "all properties hold" in told
    assert "a release still wants its first version: version=1 in __init__.py" in told
    run(place.bin / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", written, cwd=written)


def test_it_is_in_the_lobby_and_played_against_every_level(server):
    listed = {each["name"]: each for each in server.http.get("/api/games", params={"lang": "pl"}).json()}
    assert listed[NAME]["title"] == "River Race"
    assert listed[NAME]["blurb"].startswith("Seria rzutów karnych")
    for level in [*LEVELS, *(kind for kind in KINDS if kind not in LEVELS)]:
        order = {"game": NAME, "seats": [HUMAN, {"kind": "bot", "level": level}]}
        made = Made(server, server.http.post("/api/matches", json=order).json())
        with made.sit() as guest:
            guest.move()
            while guest.last["ply"] < 2:
                guest.view()
            assert any(event["kind"] == "shown" for event in guest.last["events"])
