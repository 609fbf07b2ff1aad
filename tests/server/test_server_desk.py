"""The deck desk of Kick On."""

from __future__ import annotations

import pytest

from matchday.engine.speech import LANGUAGES
from matchday.games import game
from matchday.games.kick_on.decks import read_deck_file, read_deck_line
from tests.server.house import BOT, HUMAN


@pytest.fixture(scope="module")
def toque(house):
    shelf = house.http.get("/api/games/kick_on/cards").json()
    return next(row["deck"] for row in shelf["decks"] if row["option"] == "toque")


def check(house, deck, lang="en"):
    answer = house.http.post("/api/games/kick_on/decks/check", json=deck, params={"lang": lang})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_set_in_every_language(house, language):
    shelf = house.http.get("/api/games/kick_on/cards", params={"lang": language}).json()
    assert len(shelf["cards"]) == 75
    assert len(shelf["players"]) == 66
    for card in shelf["cards"]:
        assert card["piece"]["face"]
        assert card["piece"]["name"]
        assert card["most"] in {1, 3, 45}
    assert [row["option"] for row in shelf["decks"]] == list(game("kick_on").box_data["decks"])
    assert [row["code"] for row in shelf["types"]] == ["energy", "play", "strategy", "foul"]
    assert {row["code"] for row in shelf["positions"]} == {row["facts"]["position"] for row in shelf["players"]}
    assert {row["code"] for row in shelf["rarities"]} >= {row["facts"]["rarity"] for row in shelf["players"]}


def test_a_ready_made_deck_is_legal_and_has_figures(house, toque):
    told = check(house, toque)
    assert told["legal"]
    assert told["findings"] == []
    for row in told["figures"]["types"]:
        assert sum(row["opening"]) == pytest.approx(1)
    assert sum(row["count"] for row in told["figures"]["types"]) == 45
    energy = told["figures"]["types"][0]["count"]
    assert sum(told["figures"]["curve"]) == 45 - energy
    assert told["figures"]["formation"]


def test_every_fault_is_told_in_the_persons_language(house, toque):
    wrong = {**toque, "cards": {**toque["cards"], "S99": 1, "J01": 9}, "starters": toque["starters"][1:]}
    said = {language: check(house, wrong, language) for language in LANGUAGES}
    codes = [finding["code"] for finding in said["en"]["findings"]]
    assert codes[:3] == ["E01_UNKNOWN_CARD", "E02_DECK_SIZE", "E04_TOO_MANY_COPIES"]
    assert not said["en"]["legal"]
    texts = [tuple(finding["text"] for finding in told["findings"]) for told in said.values()]
    assert all(len(set(told)) == 3 for told in zip(*texts, strict=True))
    assert said["en"]["findings"][2]["ids"] == ["J01"]


def test_house_rules_of_the_table_count(house, toque):
    assert not check(house, {**toque, "options": {"energy_copy_limit": 3}})["legal"]
    for options in ({"nothing": 1}, {"energy_copy_limit": 4}):
        answer = house.http.post("/api/games/kick_on/decks/check", json={**toque, "options": options})
        assert answer.status_code == 422


def test_a_checked_deck_is_saved_read_and_played(house, toque):
    told = check(house, {**toque, "name": 'My "own" / deck: \\ 1'})
    assert read_deck_line(told["option"], "x").squad == read_deck_file(told["file"], "x").squad
    for text in (told["option"], told["file"]):
        again = house.http.post("/api/games/kick_on/decks/read", json={"text": text}).json()
        assert again == {**toque, "name": "My own deck 1"}
    made = house.make(HUMAN, BOT, game="kick_on", options={"deck_0": told["option"]})
    assert made.get("/view", made.tokens[0]).status_code == 200


@pytest.mark.parametrize("text", ["", "toque", "name = 1", "a / b / c / d", "name = [", "x: P34 / 0 E01"])
def test_what_is_no_deck_is_told_in_words(house, text):
    answer = house.http.post("/api/games/kick_on/decks/read", json={"text": text})
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("deck")


@pytest.mark.parametrize(
    "order", [{"cards": {"E01": 0}}, {"cards": {"E01": 1000}}, {"squad": ['"']}, {"cards": {"a b": 1}}, {"hand": []}]
)
def test_what_cannot_be_written_down_is_refused(house, order):
    assert house.http.post("/api/games/kick_on/decks/check", json=order).status_code == 422


def test_an_empty_deck_can_be_looked_at(house):
    told = check(house, {})
    assert not told["legal"]
    assert told["figures"]["types"][0]["opening"] == []
