"""ARCHITECTURE.md draws what pyproject.toml enforces, and names every module once."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "matchday"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
GAMES, TEMPLATE = "games/<name>/", "new/template/"


def modules() -> set[str]:
    """List the modules that do something; those of all games' folders stand there as one."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if re.match(r"games/\w+/", name):
            found.add(GAMES)
        elif name.startswith(TEMPLATE):
            found.add(TEMPLATE)
        elif not name.startswith("server/migrations/versions/") and does_something(path):
            found.add(name)
    return found


def does_something(path: Path) -> bool:
    """Tell whether there is more than a docstring."""
    return len(ast.parse(path.read_text(encoding="utf-8")).body) > 1


def test_every_module_is_named_once_and_every_name_is_a_module():
    table = PAGE.split("| module | one line |")[1].split("\n\n")[0]
    firsts = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = Counter(name for cell in firsts for name in re.findall("`([^`]+)`", cell))
    assert set(named) == modules()
    assert max(named.values()) == 1


def test_the_layers_are_those_that_imports_are_checked_by():
    drawn = [set(re.split(r"\s{2,}", line)[0].split(" · ")) for line in PAGE.split("```")[1].strip().splitlines()]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(each for each in project["tool"]["importlinter"]["contracts"] if each["type"] == "layers")
    assert drawn == [set(re.findall(r"matchday\.(\w+)", layer)) for layer in contract["layers"]]


def test_every_module_is_in_a_layer():
    drawn = {
        name for line in PAGE.split("```")[1].strip().splitlines() for name in re.split(r"\s{2,}", line)[0].split(" · ")
    }
    there = {path.stem for path in PACKAGE.glob("*.py")} | {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert there - {"__init__", "__main__"} == drawn
