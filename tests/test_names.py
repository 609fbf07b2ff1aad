"""All that anybody knows of a game comes from its folder: its name stands nowhere else."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

from matchday.games import OURS

ROOT = Path(__file__).parent.parent
NAME = re.compile(rf"(?<![\w-])({'|'.join(OURS)})(?![\w-])")
HOMES = re.compile(
    rf"(src/matchday/games|web/src/games|tests/games|tests/golden)/({'|'.join(OURS)})/"  # a game's own folders
    r"|src/matchday/games/__init__\.py$"  # the one list
    r"|(docs|examples|tests|web/e2e|web/src/tests)/|.*\.(md|svg)$"  # pages about games, and tests that play them
    r"|web/scripts/"  # what the client's tests and pictures are made from: recorded matches of each game
)
EXAMPLES = {
    "src/matchday/__init__.py": "the door: run by the tests, printed by help(matchday)",
    "src/matchday/bots/advice.py": "a hint, and an analysis",
    "src/matchday/bots/levels.py": "a bot of a level decides in a match",
    "src/matchday/envs/batch.py": "a batch, stepped",
    "src/matchday/lab/__init__.py": "rows of a few matches",
    "src/matchday/lab/simulate.py": "a report of a few matches",
    "src/matchday/tournament/files.py": "what a tournament file looks like",
    "src/matchday/match/files.py": "what a match file looks like",
    "src/matchday/match/match.py": "a match, made and shown",
    "src/matchday/match/seat.py": "a seat of a match",
    "src/matchday/match/views.py": "a view of a match",
}
"""Docstrings with an example that cannot do without a game. Code of these files may not name one either."""


def tracked() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603 - our own words
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def docstring_lines(text: str) -> set[int]:
    """The lines of all docstrings of a Python file."""
    places = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, places) and ast.get_docstring(node, clean=False) is not None:
            said = node.body[0]
            found.update(range(said.lineno, (said.end_lineno or said.lineno) + 1))
    return found


def named(name: str, text: str) -> list[str]:
    """Where a file names a game, as file:line."""
    if HOMES.match(name):
        return []
    allowed = docstring_lines(text) if name in EXAMPLES else set()
    lines = enumerate(text.splitlines(), start=1)
    return [f"{name}:{number}: {line.strip()}" for number, line in lines if number not in allowed and NAME.search(line)]


def test_the_name_of_a_game_stands_nowhere_but_in_its_own_folders_and_the_list():
    found = []
    for name in tracked():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += named(name, text)
    assert not found, "\n".join(found)


def test_every_file_with_an_example_still_has_one():
    for name in EXAMPLES:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        assert any(NAME.search(line) for line in lines), f"{name}: take it off the list"


def test_the_search_sees_a_name_in_code_and_none_in_an_example():
    game = next(iter(OURS))
    text = f'"""Shows:\n\n>>> Match("{game}")\n"""\nDEFAULT = "{game}"\n'
    assert named("src/matchday/match/match.py", text) == [f'src/matchday/match/match.py:5: DEFAULT = "{game}"']
    assert len(named("src/matchday/match/other.py", text)) == 2
    assert not named(f"web/src/games/{game}/index.ts", text)
    assert not named("src/matchday/match/other.py", f"{game}s = not_{game}")
