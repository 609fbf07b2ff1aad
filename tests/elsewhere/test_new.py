"""`matchday new`: a game in the checkout or outside, and what a draft may still lack. Installed: test_installed.py."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from matchday import new
from matchday.engine.errors import MatchdayError
from matchday.games import GAMES, game
from matchday.lab.release import wanted
from matchday.match.reference import clauses

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path):
    """A copy of what a checkout needs to play and test a game."""
    left_out = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=left_out)
    for folder in ("conformance", "fixtures", "server", "tournament", "words"):
        shutil.copytree(ROOT / "tests" / folder, tmp_path / "tests" / folder, ignore=left_out)
    for folder in ("docs/rules", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    for file in ("tests/conftest.py", "tests/kit.py", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def python(checkout: Path, *words: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, *words],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_of_ours_is_a_folder_and_a_line_and_green_at_once(checkout):
    before = (checkout / "src/matchday/games/__init__.py").read_text(encoding="utf-8").splitlines()
    python(checkout, "-m", "matchday", "new", "river_race")
    after = (checkout / "src/matchday/games/__init__.py").read_text(encoding="utf-8").splitlines()
    line = '    "river_race": "matchday.games.river_race",'
    assert [each for each in after if each not in before] == [line]
    assert after[after.index(line) + 1] == "}"
    assert "all properties hold" in python(
        checkout, "-m", "matchday", "check", "river_race", "--plain", "--matches", "2"
    )
    told = python(checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/river_race")
    assert "passed" in told
    told = python(
        checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "-k",
        "river_race and (golden or shape or reasons or value)",
    )  # fmt: skip
    assert "passed" in told
    assert "a draft: a release wants make bless GAME=river_race" in told
    told = python(
        checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/server/test_server_rest.py",
        "tests/tournament/test_tournament.py", "tests/words/test_docs.py", "tests/words/test_reference.py",
        "-k", "river_race or in_every_language or persons_language or kept_for_good or decide_every_match",
    )  # fmt: skip
    assert "passed" in told
    assert "a draft: a release wants make docs" in told


def test_nothing_of_the_template_is_left_in_a_package(tmp_path):
    new.new("fox_and_geese", tmp_path / "fox")
    files = [path for path in (tmp_path / "fox").rglob("*") if path.is_file()]
    assert {path.relative_to(tmp_path / "fox").as_posix() for path in files} >= {
        "pyproject.toml",
        "fox_and_geese/rules.py",
        "fox_and_geese/locale/pl.po",
        "fox_and_geese/reference/es.md",
        "tests/test_fox_and_geese.py",
    }
    whole = "".join(path.read_text(encoding="utf-8") for path in files)
    for word in ("spot", "Spot", "SK-"):
        assert word not in whole
    for word in ("Fox And Geese", 'name = "fox-and-geese"', "**FA-01**", "version=0,"):
        assert word in whole


def test_without_a_folder_and_outside_a_checkout_it_is_written_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    new.new("fox")
    assert (tmp_path / "fox" / "fox" / "rules.py").exists()
    with pytest.raises(MatchdayError, match="is there already"):
        new.new("fox")


@pytest.mark.parametrize("name", ["", "Fox", "two words", "../fox", "class", "f", "3foxes"])
def test_a_name_is_a_name(tmp_path, name):
    with pytest.raises(MatchdayError, match="cannot name a game: three small letters"):
        new.new(name, tmp_path / "fox")


@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_written_over(tmp_path, name):
    with pytest.raises(MatchdayError, match=f'there is a game "{name}"'):
        new.new(name, tmp_path / "fox")


@pytest.mark.parametrize(("name", "prefix"), [("river_race", "RR"), ("fox", "FO"), ("f_1", "FX"), ("a_b_c", "AB")])
def test_clauses_begin_with_two_letters(name, prefix):
    assert new.renamed("**SK-01**", name) == f"**{prefix}-01**"


def test_a_release_wants_what_a_draft_may_lack(tmp_path, monkeypatch):
    new.new("draft_game", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(GAMES, "draft_game", "draft_game")
    folder = tmp_path / "draft_game"
    hints = (folder / "hints.py").read_text(encoding="utf-8").split("def luck(")[0]
    (folder / "hints.py").write_text(hints, encoding="utf-8")
    (folder / "reference" / "es.md").unlink()
    (folder / "locale" / "es.po").unlink()
    polish = (folder / "locale" / "pl.po").read_text(encoding="utf-8").replace('msgstr "Bramka"', 'msgstr ""')
    counted = 'msgid "{n} kick"\nmsgid_plural "{n} kicks"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n'
    (folder / "locale" / "pl.po").write_text(f"{polish}\n{counted}", encoding="utf-8")
    rules = (folder / "reference" / "pl.md").read_text(encoding="utf-8").replace("**DG-07**", "**DG-08**")
    (folder / "reference" / "pl.md").write_text(rules, encoding="utf-8")
    draft = game("draft_game")
    assert draft.is_draft
    assert clauses(draft, "es") == clauses(draft, "en")
    assert list(wanted(draft)) == [
        "its first version: version=1 in __init__.py",
        "luck in hints.py: bots tell a good choice from a lucky one by it",
        "hazard in hints.py: bots tell a good choice from a lucky one by it",
        "the same clauses in reference/pl.md as in reference/en.md: DG-07, DG-08",
        "translations in locale/pl.po: 2 to translate",
        "the rules in reference/es.md",
        "translations in locale/es.po: there is no such catalogue",
    ]


def test_a_released_game_wants_nothing(game):
    if game.is_draft:
        pytest.skip("a draft: matchday check lists what a release wants")
    assert list(wanted(game)) == []
