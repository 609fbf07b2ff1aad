"""Lessons over the web: the same interpreter, nothing kept."""

from __future__ import annotations

import pytest

from matchday.engine.speech import LANGUAGES
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.match.lessons import lessons
from matchday.server.rooms import Rooms

TAUGHT = [name for name in GAMES if lessons(find_game(name))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_are_listed_in_their_order(house, language):
    for name in GAMES:
        told = house.http.get(f"/api/games/{name}/lessons", params={"lang": language}).json()
        assert [each["name"] for each in told] == [each.name for each in lessons(find_game(name))]
        assert all(each["title"] and each["goal"] and each["steps"] for each in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_guides_are_told(house, language):
    for name in TAUGHT:
        told = house.http.get(f"/api/games/{name}/guide", params={"lang": language}).json()
        assert all(each["text"] and each["phase"] for each in told["decisions"])
        assert all(each["text"] and each["part"] for each in told["callouts"])


@pytest.mark.parametrize("name", TAUGHT)
def test_a_first_lesson_is_played_through(house, name):
    address = f"/api/games/{name}/lessons/{lessons(find_game(name))[0].name}"
    table = house.http.post(address, json={}).json()
    assert table["step"] == 0
    assert table["ask"]["text"]
    assert len(table["views"]) == 1
    while not table["done"]:
        seen = table["views"][-1]["ply"]
        chosen = {"actions": [*table["taken"], table["right"][0]], "since": seen}
        table = house.http.post(address, json=chosen, params={"lang": "pl"}).json()
        assert table["wrong"] is None
        assert table["views"][0]["ply"] == seen + 1
    assert table["step"] == table["steps"]
    assert table["right"] == []


def test_a_wrong_try_is_answered_and_not_played(house):
    address = "/api/games/pilka_w_grze/lessons/save"
    table = house.http.post(address, json={}).json()
    for _ in range(2):
        table = house.http.post(address, json={"actions": [*table["taken"], table["right"][0]]}).json()
    wrong = next(each["action"] for each in table["views"][-1]["choices"] if each["action"] not in table["right"])
    told = house.http.post(address, json={"actions": [*table["taken"], wrong]}, params={"lang": "es"}).json()
    assert told["wrong"]["text"]
    assert told["taken"] == table["taken"]
    assert told["views"][-1]["ply"] == table["views"][-1]["ply"]


@pytest.mark.parametrize(
    ("path", "body", "status", "word"),
    [
        ("pilka_w_grze/lessons/atack", {}, 404, "attack"),
        ("nothing/lessons/attack", {}, 404, "nothing"),
        ("pilka_w_grze/lessons/attack", {"actions": [9999]}, 422, "not possible"),
        ("pilka_w_grze/lessons/attack", {"actions": [-1]}, 422, ""),
        ("pilka_w_grze/lessons/attack", {"actions": [0] * 201}, 422, ""),
        ("pilka_w_grze/lessons/attack", {"moves": []}, 422, ""),
    ],
)
def test_what_cannot_be_is_refused_in_words(house, path, body, status, word):
    answer = house.http.post(f"/api/games/{path}", json=body)
    assert answer.status_code == status
    assert word in answer.json()["message"]


def test_nothing_of_a_lesson_is_stored(house, monkeypatch):
    def never(*_args):
        raise AssertionError("a lesson is nobody's match")

    monkeypatch.setattr(Rooms, "add", never)
    assert house.http.post("/api/games/pilka_w_grze/lessons/attack", json={}).status_code == 200
