"""The gallery's cards."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("name", "count"), [("kick_on", 141), ("kickards", 83), ("mcs", 68), ("pilka_w_grze", 38), ("super_goal", 8)]
)
def test_every_card_is_given_once_in_every_language(house, name, count):
    given = [house.http.get(f"/api/games/{name}/faces", params={"lang": lang}).json() for lang in ("en", "pl", "es")]
    for pieces in given:
        assert len(pieces) == count
        assert len({piece["id"] for piece in pieces}) == count
        assert all(piece["name"] for piece in pieces)
    assert given[0] != given[1]


def test_an_unknown_game_has_no_cards(house):
    assert house.http.get("/api/games/chess/faces").status_code == 404
