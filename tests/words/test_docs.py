"""The generated pages are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from matchday.engine.cover import TABLES
from matchday.games import OURS, game
from tools import docs

PAGES = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("name", OURS)
def test_the_page_is_what_make_docs_writes(name):
    if game(name).is_draft and not (PAGES / f"{name}.md").exists():
        pytest.skip("a draft: a release wants make docs")
    assert (PAGES / f"{name}.md").read_text(encoding="utf-8") == docs.page(game(name)), "run make docs"


@pytest.mark.parametrize("name", OURS)
def test_the_page_lists_options_words_and_components(name):
    text = docs.page(game(name))
    for option in game(name).options:
        assert f"| `{option}` |" in text
    for key in game(name).box_data:
        assert key in {"options", *TABLES} or f"`{key}" in text


def test_writing_twice_changes_nothing_and_a_stale_page_is_named(tmp_path, capsys):
    assert docs.main([], tmp_path) == 0
    assert "written" in capsys.readouterr().out
    assert docs.main([], tmp_path) == 0
    assert capsys.readouterr().out == ""
    assert docs.main(["--check"], tmp_path) == 0
    page = tmp_path / "pilka_w_grze.md"
    page.write_text("old", encoding="utf-8")
    assert docs.main(["--check"], tmp_path) == 1
    assert "pilka_w_grze.md is out of date: run make docs" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == "old"


def test_a_game_without_a_reference_fails_clearly(tmp_path, monkeypatch, capsys):
    rules = type("G", (), {"name": "chess", "folder": tmp_path / "chess"})()
    monkeypatch.setattr(docs, "OURS", {"chess": "matchday.games.chess"})
    monkeypatch.setattr(docs, "game", lambda _: rules)
    assert docs.main(["--check"], tmp_path) == 1
    assert "chess has no rules reference: write chess/reference/en.md" in capsys.readouterr().err
