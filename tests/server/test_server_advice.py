"""Bots of five levels, how a match stands, and what was decisive."""

from __future__ import annotations

import pytest

from matchday.bots.levels import LEVELS
from matchday.bots.warming import PARTS
from matchday.engine.doors import compile_part
from matchday.games import game as find_game
from tests.server.house import BOT, GAME, HUMAN, PATIENCE, House, until

pytestmark = pytest.mark.xdist_group("pilka_w_grze")  # where its twin is compiled anyway


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    for part in PARTS.values():
        compile_part(find_game(GAME), part)
    served = House(str(tmp_path_factory.mktemp("compiled") / "matches.db"), compiled=True)
    yield served
    served.stop()


def ready(house, part):
    assert house.rooms.players.warming(find_game(GAME)).ready[part].wait(PATIENCE)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(house, level):
    made = house.make(HUMAN, {"kind": "bot", "level": level})
    with made.sit() as guest:
        seen = guest.my_turn()
        assert seen["ply"] >= 0
        while guest.last["ply"] < 6 and not guest.last["over"]:
            guest.move()


def test_without_a_level_the_bot_is_an_amateur(house):
    made = house.make(HUMAN, {"kind": "bot"})
    assert made.get().json()["seats"][1]["level"] == "amateur"


def test_the_first_move_of_a_bot_comes_at_once_on_a_cold_machine(tmp_path, monkeypatch):
    """Nothing is compiled yet: the bot plays by its playing sense meanwhile."""
    monkeypatch.setenv("MATCHDAY_CACHE", str(tmp_path / "empty"))
    house = House(str(tmp_path / "matches.db"), compiled=True, bot_pause=0.5)
    try:
        made = house.make({"kind": "bot", "level": "legend"}, {"kind": "bot", "level": "legend"}, game="mcs")
        with made.sit(None) as guest:
            while guest.view()["ply"] == 0:
                pass
        assert not house.rooms.players.is_ready(find_game("mcs"), "bots")
    finally:
        house.stop()


def test_levels_think_when_they_are_compiled(compiled):
    made = compiled.make({"kind": "bot", "level": "professional"}, BOT, seed="thinks")
    compiled.room(made.id)
    ready(compiled, "bots")
    match = compiled.room(made.id).match
    seat = match.waiting[0]
    players = compiled.rooms.players
    choice = players.think(match.copy(), seat, "professional")
    assert choice == players.think(match.copy(), seat, "professional")
    assert choice in match.legal(seat)


def test_how_a_match_stands_from_ones_own_eyes(compiled, house):
    for served in (compiled, house):
        made = served.make(HUMAN, HUMAN, seed=None)
        served.room(made.id)
        if served is compiled:
            ready(served, "bots")
        for token in (made.tokens[0], None):
            told = made.get("/chance", token).json()
            assert told["ply"] == 0
            assert len(told["chances"]) == 2
            assert sum(told["chances"]) == pytest.approx(1, abs=0.01)
        assert made.get("/chance", "nonsense").status_code == 401


def test_while_it_is_compiled_nobody_knows_how_a_match_stands(tmp_path, monkeypatch):
    monkeypatch.setenv("MATCHDAY_CACHE", str(tmp_path / "empty"))
    monkeypatch.setattr("matchday.server.players.PATIENCE", 0.1)
    house = House(str(tmp_path / "matches.db"), compiled=True)
    try:
        made = house.make(HUMAN, HUMAN)
        assert made.get("/chance").json() == {"ply": 0, "chances": None}
    finally:
        house.stop()


def test_the_course_of_a_match(compiled):
    made = compiled.make(HUMAN, HUMAN).play_out(3)
    early = made.get("/analysis")
    assert (early.status_code, early.json()["code"]) == (409, "not_over")
    made.play_out(40)
    with made.sit(0) as guest:
        ply = guest.view()["ply"]
        guest.send(type="concede", ply=ply)
        while not guest.view()["over"]:
            pass

    def is_ready() -> bool:
        told = made.get("/analysis", lang="pl").json()
        assert told["ready"] or told["points"] == []
        return told["ready"]

    until(is_ready)
    told = made.get("/analysis", lang="pl").json()
    assert [point["ply"] for point in told["points"]] == list(range(ply + 1))
    assert told["points"][-1]["public"] == [0.0, 1.0]
    assert all(len(point["eyes"]) == 2 and point["time"] for point in told["points"])
    assert all(turn["text"] and 0 <= turn["seat"] < 2 for turn in told["turning"])
    assert all(each["played"] != each["better"] for each in told["mistakes"])
    assert all(each["loss"] <= each["chance"] <= 1 for each in told["mistakes"])
