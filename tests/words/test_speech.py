"""Saying things: the languages, plurals, and which catalogue speaks."""

from __future__ import annotations

import pytest

from matchday.engine import speech
from matchday.engine.speech import LANGUAGES, Say, mark

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a common catalogue and two games that call the same thing by different words."""
    texts = {
        "locale": {"Yes": "Tak", "Shot": "Strzał wspólny"},
        "games/one/locale": {"Shot": "Strzał", "Only here": "Tylko tu"},
        "games/two/locale": {"Shot": "Uderzenie"},
    }
    for folder, entries in texts.items():
        (tmp_path / folder).mkdir(parents=True)
        lines = "".join(f'msgid "{text}"\nmsgstr "{translated}"\n\n' for text, translated in entries.items())
        (tmp_path / folder / "pl.po").write_text(HEADER + lines, encoding="utf-8")
    monkeypatch.setattr(speech, "PACKAGE", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    speech.catalogue.cache_clear()
    speech.texts.cache_clear()


def test_english_is_the_source():
    say = Say()
    assert say("Goal for {team}!", team="Ada") == "Goal for Ada!"
    assert say.count("{n} card", "{n} cards", 1) == "1 card"
    assert say.count("{n} card", "{n} cards", 2) == "2 cards"


def test_marking_changes_nothing():
    assert mark("Goal!") == "Goal!"


def test_nothing_said_stays_nothing():
    assert [Say(language)("") for language in LANGUAGES] == ["", "", ""]


def test_braces_stay_where_no_value_is_given():
    assert Say()("{like this}") == "{like this}"


def test_a_text_without_translation_is_said_in_english():
    assert Say("pl")("This is nowhere, {name}.", name="Ada") == "This is nowhere, Ada."
    assert Say("es").count("{n} nowhere", "{n} nowheres", 3) == "3 nowheres"


def test_an_unknown_language_names_the_known_ones():
    with pytest.raises(ValueError, match='no language "de"; known: en, pl, es'):
        Say("de")


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0 kart"),
        (1, "1 karta"),
        (2, "2 karty"),
        (4, "4 karty"),
        (5, "5 kart"),
        (12, "12 kart"),
        (22, "22 karty"),
        (25, "25 kart"),
    ],
)
def test_polish_has_three_plurals(n, text):
    assert Say("pl", "pilka_w_grze").count("{n} card", "{n} cards", n) == text


@pytest.mark.parametrize(("n", "text"), [(0, "0 cartas"), (1, "1 carta"), (2, "2 cartas")])
def test_spanish_has_two_plurals(n, text):
    assert Say("es", "pilka_w_grze").count("{n} card", "{n} cards", n) == text


def test_a_game_speaks_its_own_words_first(package):
    assert Say("pl", "one")("Shot") == "Strzał"
    assert Say("pl", "two")("Shot") == "Uderzenie"
    assert Say("pl")("Shot") == "Strzał wspólny"
    assert Say("pl").at("two")("Shot") == "Uderzenie"


def test_what_a_game_does_not_say_comes_from_the_others(package):
    assert Say("pl", "two")("Yes") == "Tak"
    assert Say("pl", "two")("Only here") == "Tylko tu"
    assert Say("pl")("Only here") == "Tylko tu"
