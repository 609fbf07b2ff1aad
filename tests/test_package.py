"""What the wheel holds."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent


def test_the_built_client_is_in_the_wheel_although_git_ignores_it(tmp_path):
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(
        ROOT / "src/matchday", tmp_path / "src/matchday", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    static = tmp_path / "src/matchday/server/static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>")
    (static / "assets/index.js").write_text("1")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist")]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)  # noqa: S603 - our own words
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    names = set(ZipFile(wheel).namelist())
    assert {f"matchday/server/static/{name}" for name in ("index.html", "assets/index.js")} <= names
    assert "matchday/games/mcs/box.toml" in names
    assert "matchday/games/mcs/cover.svg" in names
    assert "matchday/locale/pl.po" in names
