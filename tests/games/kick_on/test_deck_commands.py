"""`matchday deck …`."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from matchday.engine.errors import MatchdayError
from matchday.engine.speech import LANGUAGES
from matchday.games.kick_on.commands import app


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})


def test_a_new_deck_is_legal_and_can_be_changed(tmp_path):
    path = tmp_path / "mine.toml"
    assert run("new", str(path), "--like", "samba").exit_code == 0
    assert "Denílton Praiano" in path.read_text(encoding="utf-8")
    checked = run("check", str(path))
    assert checked.exit_code == 0
    assert "mine: legal." in checked.output
    path.write_text(path.read_text(encoding="utf-8").replace("12 E01", "9 E01").replace('"P23"', '"P32"'), "utf-8")
    broken = run("check", str(path))
    assert broken.exit_code == 1
    for code in ("E02_DECK_SIZE", "E08_DUPLICATE_PLAYER", "E09_GOALKEEPERS", "E12_STARTING_GOALKEEPER"):
        assert code in broken.output


def test_an_existing_file_is_not_written_over(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("kept", encoding="utf-8")
    result = run("new", str(path))
    assert isinstance(result.exception, MatchdayError)
    assert path.read_text(encoding="utf-8") == "kept"
    assert run("new", str(path), "--force").exit_code == 0


def test_house_rules_are_checked_too():
    assert run("check", "garra").exit_code == 0
    assert "E05_LEGEND_COPIES" in run("check", "garra", "-o", "legend_total_limit=1").output
    assert run("check", "toque", "-o", "energy_copy_limit=3").exit_code == 1


def test_show_tells_curve_opening_hand_and_the_option():
    output = run("show", "muralla").output
    for part in ("Radosław Grodek", "Cards by cost", "Opening hand", "As an option: Muralla: P56"):
        assert part in output


def test_stats_compare_decks():
    output = run("stats").output
    for name in ("Toque", "Muralla", "Samba", "Garra", "Mixta", "2-3-1"):
        assert name in output
    assert "Samba" not in run("stats", "toque").output


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pl", ("Kadra", "w składzie", "OB", "Półzawodowiec", "Gra z klepki", "Ręka na początek", "Jako opcja:")),
        ("es", ("Plantel", "titular", "DEF", "Semi Profesional", "Pared", "Mano inicial", "Como opción:")),
    ],
)
def test_the_language_is_the_one_asked_for(language, words, tmp_path):
    shown = run("show", "muralla", "--lang", language).output
    by_environment = CliRunner().invoke(app, ["show", "muralla"], env={"COLUMNS": "200", "MATCHDAY_LANG": language})
    assert shown == by_environment.output
    assert [word for word in words if word not in shown] == []
    path = tmp_path / "mine.toml"
    assert run("new", str(path), "--like", "muralla", "--lang", language).exit_code == 0
    assert words[2] in path.read_text(encoding="utf-8")
    assert words[4] in path.read_text(encoding="utf-8")
    broken = run("check", "garra", "-o", "legend_total_limit=1", "--lang", language).output
    assert "Legend cards" not in broken
    assert "E05_LEGEND_COPIES" in broken


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [["show", "garra"], ["stats"]])
def test_nothing_is_cut_off_at_80_columns(language, command):
    shown = CliRunner().invoke(app, [*command, "--lang", language], env={"COLUMNS": "80"}).output
    assert "…" not in shown


def test_an_unknown_deck_is_said_in_words():
    result = run("check", "toqe")
    assert isinstance(result.exception, MatchdayError)
    assert 'did you mean "toque"?' in str(result.exception)


def test_a_file_that_is_no_deck(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("cards = 7", encoding="utf-8")
    with pytest.raises(MatchdayError, match="write it as a list of texts"):
        raise run("check", str(path)).exception
