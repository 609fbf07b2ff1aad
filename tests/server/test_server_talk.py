"""Giving up, and table talk."""

from __future__ import annotations

import pytest

from matchday.engine.speech import LANGUAGES
from matchday.match.files import load_match
from matchday.server.talk import PHRASES
from tests.server.house import BOT, HUMAN, House


def test_a_conceded_match_has_a_result_and_says_so(house):
    made = house.make(HUMAN, HUMAN).play_out(3)
    with made.sit(0) as guest, made.sit(1, lang="pl") as other, made.sit(None) as watcher:
        ply = guest.view()["ply"]
        other.view()
        watcher.view()
        guest.send(type="concede", ply=ply)
        for seat in (guest, other, watcher):
            message = seat.until("view")
            seen = message["view"]
            assert seen["over"]
            assert seen["result"] == [0.0, 1.0]
            assert seen["ended"] == {"by": "concede", "seat": 0}
            assert seen["choices"] == []
            assert message["since"] == ply
            assert seen["events"][-1]["kind"] == "ended"
        assert guest.last["prompt"] == "The match is conceded by Ola."
        assert other.last["prompt"] != guest.last["prompt"]
        other.play(0)
        assert other.error() == "not_your_move"
        guest.send(type="concede", ply=ply)
        assert guest.error() == "stale"
    assert made.get().json()["ended"] == {"by": "concede", "seat": 0}
    file = made.get("/file").text
    match = load_match(file)
    assert match.over
    assert match.result() == [0.0, 1.0]
    again = house.http.post("/api/files", content=file.encode()).json()["id"]
    uploaded = house.http.get(f"/api/matches/{again}/file").text
    assert uploaded.partition("[Seat ")[2].split("\n\n")[0] == file.partition("[Seat ")[2].split("\n\n")[0]
    assert "[Secret " in file
    assert "[Secret " not in uploaded  # what was read from a file is nobody's fair dice
    before = made.get("/replay", ply=ply - 1).json()
    assert (before["over"], before["ended"]) == (False, None)
    branched = house.http.post(f"/api/matches/{made.id}/branch", json={"ply": ply, "seats": [HUMAN, BOT]})
    assert branched.status_code == 201


def test_a_concession_survives_a_restart(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = house.make(HUMAN, BOT).play_out(2)
        with made.sit(0) as guest:
            guest.my_turn()
            guest.send(type="concede", ply=guest.last["ply"])
            while not guest.view()["over"]:
                pass
        house.restart()
        assert made.get("/view").json()["ended"] == {"by": "concede", "seat": 0}
        listed = house.http.get("/api/matches", headers={"X-Seat-Tokens": made.tokens[0]}).json()
        assert listed[0]["over"]
        assert listed[0]["waiting"] == []
    finally:
        house.stop()


def test_spectators_concede_nothing_and_say_nothing(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit(None) as watcher:
        watcher.view()
        watcher.send(type="concede", ply=0)
        assert watcher.error() == "not_your_move"
        watcher.send(type="say", phrase="hello")
        assert watcher.error() == "not_your_move"
    assert made.get().json()["over"] is False


def test_where_other_people_play_on_a_bot_takes_the_seat(house):
    made = house.make(HUMAN, HUMAN, BOT, game="mcs", options={"players": 3})
    with made.sit(0) as guest, made.sit(1) as other:
        guest.view()
        other.view()
        guest.send(type="concede", ply=guest.last["ply"])
        while guest.view()["seat"] == 0:
            pass
        assert guest.last["choices"] == []
    about = made.get().json()
    assert not about["over"]
    assert [seat["kind"] for seat in about["seats"]] == ["bot", "human", "bot"]
    assert made.get("/view", made.tokens[0]).status_code == 401
    with made.sit(1) as other:
        other.my_turn()
        other.send(type="concede", ply=other.last["ply"])
        while not other.view()["over"]:
            pass
        assert other.last["result"] == [0.5, 0.0, 0.5]


def test_phrases_are_read_in_ones_own_language(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit(0) as guest, made.sit(1, lang="es") as other, made.sit(None, lang="pl") as watcher:
        for seat in (guest, other, watcher):
            seat.view()
        guest.send(type="say", phrase="good_luck")
        heard = [seat.until("said") for seat in (guest, other, watcher)]
        assert len({message["text"] for message in heard}) == 3
        assert {(message["seat"], message["phrase"]) for message in heard} == {(0, "good_luck")}
        other.send(type="say", text="  <b>¡Hola!</b>\u202e\x00 ")
        assert guest.until("said") == {"type": "said", "seat": 1, "text": "<b>¡Hola!</b>", "phrase": None}
    with made.sit(None, lang="pl") as late:
        assert [late.until("said")["seat"] for _ in range(2)] == [0, 1]


def test_phrases_are_listed_in_every_language(house):
    lists = [house.http.get("/api/phrases", params={"lang": language}).json() for language in LANGUAGES]
    for told in lists:
        assert [phrase["code"] for phrase in told] == list(PHRASES)
    assert all(len({told[number]["label"] for told in lists}) == 3 for number in range(len(PHRASES)))


@pytest.mark.parametrize("message", [{}, {"phrase": "nonsense"}, {"text": " \x00 "}, {"text": "x" * 2000}])
def test_nothing_is_not_said(house, message):
    made = house.make(HUMAN, HUMAN)
    with made.sit(0) as guest:
        guest.view()
        guest.send(type="say", **message)
        assert guest.error() == "bad_message"


def test_nobody_speaks_all_the_time(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit(0) as guest:
        guest.view()
        for _ in range(8):
            guest.send(type="say", text="again and again")
        assert guest.error() == "too_often"
        assert made.ply == 0
