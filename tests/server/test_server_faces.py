"""The catalogue of faces: fetched once, kept by browsers, and right for every match."""

from __future__ import annotations

import pytest

from matchday.match.views import view
from tests.server.house import with_defaults

CHANGED = {"pilka_w_grze": {"deck": "mixed"}, "super_goal": {"simple": True}, "kickards": {"odbior": "def"}}
"""Options that print other cards."""


@pytest.mark.parametrize(
    ("name", "count"), [("kick_on", 141), ("kickards", 104), ("mcs", 83), ("pilka_w_grze", 45), ("super_goal", 8)]
)
def test_every_face_is_given_once_in_every_language(house, name, count):
    given = [house.http.get(f"/api/games/{name}/faces", params={"lang": lang}).json() for lang in ("en", "pl", "es")]
    for faces in given:
        assert len(faces) == count
        assert len({(face["kind"], face["code"]) for face in faces}) == count
        assert all(face["name"] for face in faces)
    assert given[0] != given[1]


def test_an_unknown_game_has_no_cards(house):
    assert house.http.get("/api/games/chess/faces").status_code == 404


@pytest.mark.parametrize("name", ["kickards", "pilka_w_grze", "super_goal"])
@pytest.mark.parametrize("changed", [False, True])
def test_a_table_and_its_catalogue_together_say_all_that_a_whole_view_says(house, name, changed):
    options = CHANGED[name] if changed else {}
    made = house.make({"kind": "human"}, {"kind": "human"}, game=name, options=options, hot_seat=True)
    with made.sit(0) as guest:
        shown = guest.view()
    found = shown["faces"]
    assert found["by"] == ("match" if changed else "game")
    where = f"/api/matches/{made.id}/faces" if changed else f"/api/games/{name}/faces"
    answer = house.http.get(where, params={"lang": found["language"], "v": found["digest"]})
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["etag"] == f'"{found["digest"]}"'
    faces = {(face["kind"], face["code"]): face for face in answer.json()}
    whole = with_defaults(view(house.room(made.id).match, 0))
    for zone, full in zip(shown["zones"], whole["zones"], strict=True):
        for piece, expected in zip(zone["pieces"], full["pieces"], strict=True):
            face = faces.get((piece["kind"], piece["face"]), {"name": "", "facts": {}})
            assert {
                **piece,
                "name": piece["name"] or face["name"],
                "facts": {**face["facts"], **piece["facts"]},
            } == expected


def test_a_catalogue_asked_for_by_another_digest_is_not_kept(house):
    for digest in ("", "0123456789abcdef"):
        answer = house.http.get("/api/games/mcs/faces", params={"v": digest})
        assert answer.headers["cache-control"] == "no-cache"
