"""Puzzles over the web: what the seat sees, hints in steps, the answer after a try and not before."""

from __future__ import annotations

import pytest

from matchday.games import game as find_game
from matchday.match.puzzles import puzzles
from tests.server.house import GAME, whole

PATH = f"/api/games/{GAME}/puzzles"


@pytest.fixture
def first():
    return next(iter(puzzles(find_game(GAME)).values()))


def test_puzzles_are_listed_in_every_language(house):
    for language, label in (("en", "easy"), ("pl", "łatwa"), ("es", "fácil")):
        rows = house.http.get(PATH, params={"lang": language}).json()
        assert [row["id"] for row in rows] == list(puzzles(find_game(GAME)))
        assert rows[0]["label"] == label


def test_a_game_without_puzzles_lists_none(house):
    assert house.http.get("/api/games/spot_kick/puzzles").json() == []


def test_a_puzzle_shows_what_its_seat_sees_and_not_the_answer(house, first):
    told = house.http.get(f"{PATH}/{first.id}").json()
    assert set(told) == {"id", "difficulty", "label", "goal", "hints", "view"}
    shown = whole(told["view"])
    assert shown.seat == first.seat
    assert not shown.can_undo
    assert sorted(choice.action for choice in shown.choices) == sorted(action for action, _ in first.ranked)
    for zone in shown.zones:
        if zone.owner not in {None, first.seat} and zone.id.startswith("hand"):
            assert all(piece.face is None for piece in zone.pieces)


def test_hints_come_in_steps_and_end(house, first):
    count = house.http.get(f"{PATH}/{first.id}").json()["hints"]
    steps = [house.http.get(f"{PATH}/{first.id}/hints/{step}").json() for step in range(1, count + 1)]
    sizes = [len(step["left"]) for step in steps]
    assert sizes == sorted(sizes, reverse=True)
    assert all(first.best in step["left"] and step["text"] for step in steps)
    refused = house.http.get(f"{PATH}/{first.id}/hints/{count + 1}", params={"lang": "pl"})
    assert (refused.status_code, refused.json()["message"]) == (422, "Nie ma więcej podpowiedzi.")


def test_a_try_is_answered_with_the_reasons(house, first):
    right = house.http.post(f"{PATH}/{first.id}", json={"action": first.best}).json()
    wrong = house.http.post(f"{PATH}/{first.id}", json={"action": first.tempting}).json()
    assert (right["right"], wrong["right"]) == (True, False)
    assert right["best"] == wrong["best"] == right["ranked"][0]["action"] == first.best
    assert all(right["told"])
    assert len(right["ranked"]) == len(first.ranked)


def test_nonsense_is_refused_in_words(house, first):
    assert house.http.post(f"{PATH}/{first.id}", json={"action": 99_999}).status_code == 422
    assert house.http.post(f"{PATH}/{first.id}", json={"action": "x"}).status_code == 422
    unknown = house.http.get(f"{PATH}/nothing", params={"lang": "es"})
    assert (unknown.status_code, unknown.json()["message"]) == (404, "No existe ese problema.")
    assert house.http.get("/api/games/nothing/puzzles").status_code == 404


def test_positions_that_are_kept_ready_are_few(house, monkeypatch):
    monkeypatch.setattr("matchday.server.puzzles.POSITIONS", 2)
    for name in list(puzzles(find_game(GAME)))[:4]:
        assert house.http.get(f"{PATH}/{name}").status_code == 200
    assert len(house.rooms.positions) <= 3
