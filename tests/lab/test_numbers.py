"""Numbers of a box by their names: found, changed, refused in one line."""

from __future__ import annotations

import pytest

from matchday.engine.errors import MatchdayError
from matchday.games import game as find_game
from matchday.lab.numbers import all_numbers, changed, parse, read

BOX = {
    "hand": 5,
    "free": True,
    "points": [3, 2, 1],
    "card": [
        {"code": "A", "cost": 1, "play": ["atk 2", "keep 1"]},
        {"code": "B", "cost": 2, "play": ["atk 1", "atk 3"]},
    ],
    "decks": {"red": {"cards": ["13 E01", "2 J20"]}},
    "options": {"tactics": {"values": [False, True]}},
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hand", 5),
        ("points.1", 2),
        ("card.A.cost", 1),
        ("card.1.cost", 2),
        ("card.A.play.keep", 1),
        ("card.B.play.1", "atk 3"),
        ("decks.red.cards.E01", 13),
    ],
)
def test_a_number_has_a_name(name, value):
    assert read(BOX, name) == value


def test_a_change_makes_a_copy():
    other = changed(BOX, {"decks.red.cards.J20": 3, "card.B.play.1": "atk 4", "points.0": 4, "card.A.play.atk": 7})
    assert other["decks"]["red"]["cards"] == ["13 E01", "3 J20"]
    assert [row["play"] for row in other["card"]] == [["atk 7", "keep 1"], ["atk 1", "atk 4"]]
    assert other["points"] == [4, 2, 1]
    assert BOX["points"] == [3, 2, 1]


def test_many_numbers_rise_or_fall_together():
    other = changed(BOX, {"card.*.cost": "+2", "decks.*.cards.*": "-1"})
    assert [row["cost"] for row in other["card"]] == [3, 4]
    assert other["decks"]["red"]["cards"] == ["12 E01", "1 J20"]
    assert read(BOX, "card.*.cost") == "+0"
    with pytest.raises(MatchdayError, match="stands for many numbers: write \\+2 or -1, not 3"):
        changed(BOX, {"card.*.cost": 3})
    with pytest.raises(MatchdayError, match="no numbers"):
        changed(BOX, {"card.*.price": "+1"})


def test_a_row_can_be_taken_out():
    assert changed(BOX, {"decks.red.cards.J20": None})["decks"]["red"]["cards"] == ["13 E01"]
    with pytest.raises(MatchdayError, match="only rows can be taken out"):
        changed(BOX, {"hand": None})


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("hnd", 6, 'no "hnd" in the box; did you mean "hand"'),
        ("card.A.csot", 6, 'no "csot" in card.A; did you mean "cost"'),
        ("card.C.cost", 6, 'no "C" in card; known: A, B'),
        ("card.B.play.atk", 6, 'card.B.play has several "atk"; say which by its place: 0, 1'),
        ("hand.x", 6, "hand is 5; nothing is called hand.x below it"),
        ("hand", "many", 'hand is 5: "many" is no number'),
        ("free", 1, "free is true: 1 is no yes or no"),
        ("decks.red", 1, "decks.red is a table, no number; it has cards"),
        ("points.3", 1, 'no "3" in points'),
        ("options.tactics", 1, 'no "options" in the box'),
        ("", 1, 'no "" in the box'),
    ],
)
def test_what_is_wrong_is_said_in_one_line(name, value, words):
    with pytest.raises(MatchdayError) as error:
        changed(BOX, {name: value})
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_every_number_of_every_box_is_found_by_its_own_name(game):
    found = dict(all_numbers(game.box_data))
    assert found
    for name, value in found.items():
        assert read(game.box_data, name) == value


def test_a_deck_of_ours_takes_a_number():
    data = find_game("kick_on").box_data
    assert read(data, "decks.garra.cards.J20") == 3
    assert "2 J20" in changed(data, {"decks.garra.cards.J20": 2})["decks"]["garra"]["cards"]


@pytest.mark.parametrize(("text", "value"), [("3", 3), ("-2", -2), ("0.5", 0.5), ("true", True), ("atk 3", "atk 3")])
def test_values_are_read_as_people_write_them(text, value):
    assert parse(text) == value
