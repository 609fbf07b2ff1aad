"""The wheel: what it holds, and that a clean environment serves and plays from it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import httpx
import pytest

from tests.server.house import BOT, HUMAN, PATIENCE, Made

ROOT = Path(__file__).parent.parent
STATIC = "src/matchday/server/static"
NOT_FOR_PLAYERS = ("matchday/docs", "matchday/catalogues", "matchday/server/typescript", "tests/", "tools/")


def run(*words: object, cwd: Path) -> None:
    subprocess.run([str(word) for word in words], cwd=cwd, check=True, capture_output=True)  # noqa: S603 - our own words


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel of a copy, with the client as it is built here; where it is not, with a page in its place."""
    copy = tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "src/matchday", copy / "src/matchday", ignore=shutil.ignore_patterns("__pycache__"))
    static = copy / STATIC
    if not (static / "index.html").exists():
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text("<!doctype html><title>matchday</title>")
        (static / "assets/index.js").write_text("1")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", copy / "dist", cwd=copy)
    (built,) = (copy / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Install it into a clean environment, without a network: other packages are lent by this one."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home)
    python = home / "bin/python"
    pip = [sys.executable, "-m", "pip", "--python", python, "--quiet", "--disable-pip-version-check"]
    run(*pip, "install", "--no-deps", "--no-index", "--no-build-isolation", wheel, cwd=home)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


def test_the_wheel_has_the_games_and_the_built_client_and_no_tools(wheel):
    names = set(ZipFile(wheel).namelist())
    game = {f"matchday/games/mcs/{name}" for name in ("box.toml", "cover.svg")}
    assert {"matchday/server/static/index.html", "matchday/locale/pl.po", *game} <= names
    assert any(name.startswith("matchday/server/static/assets/") for name in names)
    assert not [name for name in names if name.startswith(NOT_FOR_PLAYERS)]


def test_matchday_alone_opens_the_lobby_and_a_move_can_be_played(installed, tmp_path):
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "BROWSER": str(browser),
        "MATCHDAY_COMPILED": "false",
        "MATCHDAY_DATABASE": str(tmp_path / "matches.db"),
        "MATCHDAY_BOT_PAUSE": "0",
    }
    with subprocess.Popen(  # noqa: S603 - our own words
        [installed / "bin/matchday"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            address = server.stdout.readline().rpartition(" ")[2].strip()
            with httpx.Client(base_url=address, timeout=PATIENCE) as http:
                assert "<title>" in http.get("/").text
                order = {"game": "pilka_w_grze", "seats": [HUMAN, BOT]}
                made = Made(SimpleNamespace(http=http, address=address), http.post("/api/matches", json=order).json())
                with made.sit() as guest:
                    assert guest.move()["ply"] > 0
            while not opened.exists():
                assert server.poll() is None
                time.sleep(0.05)
            assert opened.read_text().strip() == address
        finally:
            server.terminate()
    where = 'import matchday; from importlib.metadata import version; print(matchday.__file__, version("matchday"))'
    told = subprocess.run(  # noqa: S603 - our own words
        [installed / "bin/python", "-c", where],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout.startswith(str(installed))
