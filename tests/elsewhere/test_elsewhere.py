"""Games that other packages bring: found by their entry points, and unable to harm the others."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import matchday as md
from matchday import games, new
from matchday.engine.errors import BrokenGame
from matchday.engine.speech import Say
from matchday.engine.twin import sources_key
from matchday.games import GAMES, OURS, all_games, game, look_elsewhere
from matchday.server.labels import labels
from matchday.server.problems import told


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Put a package with such an entry point and such a source on the path."""

    def bring(name: str, module: str, source: str) -> None:
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        info = tmp_path / f"{module}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: the-{module}\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[matchday.games]\n{name} = {module}\n", encoding="utf-8")
        look_elsewhere()

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "GAMES", dict(GAMES))
    yield bring
    monkeypatch.undo()


def test_ours_come_first_and_theirs_after():
    assert list(GAMES)[: len(OURS)] == list(OURS)
    assert GAMES["spot_kick"] == "spot_kick"
    assert game("spot_kick").folder == new.TEMPLATE / "spot_kick"


def test_a_name_that_is_ours_stays_ours(package, caplog):
    package("mcs", "other_speedway", "GAME = 1")
    assert game("mcs").package == "matchday.games.mcs"
    assert (
        "the game mcs of the package the-other_speedway is left out: there is another of that name" in caplog.messages
    )


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise ValueError('one\\ntwo')", "ValueError: one; two"),
        ("raise ValueError('lacking:\\none\\ntwo')", "ValueError: lacking: one; two"),
        ("", "AttributeError: module 'broken_one' has no attribute 'GAME'"),
    ],
)
def test_a_package_that_cannot_be_imported_troubles_nobody_else(package, caplog, source, why):
    sys.modules.pop("broken_one", None)
    package("broken", "broken_one", source)
    with pytest.raises(BrokenGame, match="the game broken cannot be loaded from broken_one: "):
        game("broken")
    assert [each.name for each in all_games()] == list(GAMES)
    assert [each.name for each in all_games()] == list(GAMES)
    assert caplog.messages == [f"the game broken cannot be loaded from broken_one: {why}"]  # once
    assert told(BrokenGame("why"), Say("en")) == "There is no such game."


def test_a_game_has_one_name(package):
    package("renamed", "renamed_one", "from spot_kick import GAME")
    with pytest.raises(BrokenGame, match='the game renamed of renamed_one calls itself "spot_kick"'):
        game("renamed")


def test_its_words_come_from_its_own_folder():
    assert Say("pl", "spot_kick")("Stay in the middle") == "Zostań na środku"
    assert Say("pl")("Stay in the middle") == "Stay in the middle"


@pytest.mark.parametrize(("language", "corner"), [("en", "corner"), ("pl", "róg"), ("es", "lado")])
def test_the_plain_table_names_kinds_marks_and_facts_in_every_language(language, corner):
    names = labels(language, "spot_kick")
    assert names["code:corner"] == corner
    goal, *_ = md.view(md.Match("spot_kick"), 0).zones
    assert {"code:corner", "code:last", *(f"code:{fact}" for fact in goal.pieces[0].facts)} == set(names)


def test_its_sources_are_part_of_the_key_wherever_they_are(tmp_path, monkeypatch):
    of = game("spot_kick")
    before = sources_key(of)
    for path in of.folder.glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setitem(of.__dict__, "folder", tmp_path)
    assert sources_key(of) == before
    (tmp_path / "rules.py").write_text("changed", encoding="utf-8")
    assert sources_key(of) != before


def test_another_process_finds_it_too():
    code = "from matchday.games import game; print(game('spot_kick').words.title(None))"
    told = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert told.stdout == "Spot Kick\n"
