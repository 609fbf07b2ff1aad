from __future__ import annotations

import time

import pytest

from matchday.games import game
from matchday.match.past import NOMINAL
from matchday.server.opponents import QUICK
from tests.server.house import BOT, HUMAN, House, until

CLOCKED = "super_goal"
FAST = {"clock_mode": "live", "window_ms": 100, "act_limit_ms": 1000, "min_roll_ms": 500}
CALM = {"clock_mode": "live", "window_ms": 600_000, "act_limit_ms": 600_000}


def stored(house, made):
    return house.inside(house.rooms.store.read(made.id)).moves


def test_the_time_of_a_move_is_the_servers_own_and_nobody_can_claim_another(house):
    made = house.make(HUMAN, BOT, game=CLOCKED, options=CALM)
    began = time.monotonic()
    with made.sit() as guest:
        seen = guest.my_turn()
        time.sleep(0.15)
        move = {"type": "play", "ply": seen["ply"], "action": seen["choices"][0]["action"]}
        guest.send(**move, elapsed=5)
        assert guest.error() == "bad_message"
        guest.send(**move)
        while guest.last["ply"] == seen["ply"]:
            guest.view()
        most = (time.monotonic() - began) * 1000
    move = stored(house, made)[seen["ply"]]
    assert 100 <= move.elapsed <= most + 200


def test_time_in_which_nobody_is_there_does_not_count(house):
    made = house.make(HUMAN, BOT, game=CLOCKED, options=CALM)
    began = time.monotonic()
    with made.sit() as guest:
        ply = guest.my_turn()["ply"]
    house.rest(made.id)
    spent = time.monotonic() - began
    time.sleep(1.0)
    back = time.monotonic()
    with made.sit() as guest:
        guest.my_turn()
        guest.move()
        spent += time.monotonic() - back
    assert stored(house, made)[ply].elapsed <= spent * 1000 + 1


def test_time_stands_while_who_plays_looks_elsewhere_and_goes_on_with_his_move(house):
    made = house.make(HUMAN, BOT, game=CLOCKED, options=CALM)
    began = time.monotonic()
    with made.sit() as guest:
        ply = guest.my_turn()["ply"]
        look_away(house, made, guest)
        time.sleep(1.0)
        guest.send(type="away", away=False)
        until(lambda: not house.room(made.id).time.paused_at)
        look_away(house, made, guest)
        time.sleep(1.0)
        guest.move()
        spent = time.monotonic() - began - 2.0
        assert not house.room(made.id).time.paused_at
    assert stored(house, made)[ply].elapsed <= spent * 1000 + 1


def look_away(house, made, guest):
    """Look elsewhere, and wait until time stands and no bot thinks."""
    guest.send(type="away", away=True)
    until(lambda: house.room(made.id).time.paused_at and not house.room(made.id).opponents.task)


def test_nobody_is_hurried_and_no_bot_plays_while_time_stands(house):
    made = house.make(HUMAN, BOT, game=CLOCKED, options=FAST)
    with made.sit() as guest:
        guest.my_turn()
        look_away(house, made, guest)
        stands = len(stored(house, made))
        time.sleep(1.5)
        assert len(stored(house, made)) == stands
        guest.send(type="away", away=False)
        while guest.view()["ply"] < stands + 4:
            pass


def test_one_of_two_people_cannot_stop_the_time(house):
    made = house.make(HUMAN, HUMAN, game=CLOCKED, options=FAST)
    with made.sit(0) as one, made.sit(1) as other:
        one.view()
        one.send(type="away", away=True)
        while other.view()["ply"] < 3:
            pass


def test_whoever_does_not_answer_in_time_has_the_plainest_move_made(house):
    made = house.make(HUMAN, HUMAN, game=CLOCKED, options=FAST)
    with made.sit(0) as guest:
        message = guest.until("view")
        assert message["limit"] >= 100
        while guest.view()["ply"] < 3:
            pass
    house.rest(made.id)
    paused = len(stored(house, made))
    time.sleep(1.5)
    assert len(stored(house, made)) <= paused + 1  # nobody is there: nobody is hurried


def test_turn_based_play_hurries_nobody(house):
    made = house.make(HUMAN, HUMAN, game=CLOCKED, options={**FAST, "clock_mode": "nominal"})
    with made.sit(0) as guest:
        assert guest.until("view")["limit"] is None
        time.sleep(1.0)
    assert stored(house, made) == []


def test_games_without_a_clock_keep_no_time(house):
    made = house.make(HUMAN, HUMAN).play_out(2)
    assert {move.elapsed for move in stored(house, made)} == {NOMINAL}
    assert house.room(made.id).match.deadline() is None


def test_a_timed_match_survives_a_restart_and_a_file(house):
    made = house.make(HUMAN, BOT, game=CLOCKED, options=CALM).play_out(8)
    room = house.room(made.id)
    again = house.inside(house.rooms.rebuilt(house.inside(house.rooms.store.read(made.id))))
    assert [step.table for step in again.steps] == [step.table for step in room.match.steps][: again.ply + 1]
    assert game(CLOCKED).has_clock


def test_the_clock_runs_no_faster_than_a_clock_while_bots_play(tmp_path):
    """Two bots roll on; whoever watches sees the dice roll, and the half is no older than the time that has passed."""
    house = House(str(tmp_path / "matches.db"), bot_pause=0.05)
    try:
        made = house.make(BOT, BOT, game=CLOCKED, options={"clock_mode": "live", "min_roll_ms": 500})
        with made.sit(None) as guest:
            guest.view()
            began = time.monotonic()
            start, ply = clock_of(house, made)
            until(lambda: clock_of(house, made)[1] >= ply + 6)
            clock, _ = clock_of(house, made)
            assert clock > start
            assert clock - start <= (time.monotonic() - began) * 1000 + 100
    finally:
        house.stop()


def test_bots_do_not_wait_where_nobody_follows_their_moves(tmp_path):
    """Without animation what comes next is all that counts."""
    house = House(str(tmp_path / "matches.db"), bot_pause=60.0)
    try:
        made = house.make(BOT, BOT, game=CLOCKED, options={"clock_mode": "live", "min_roll_ms": 60_000})
        with made.sit(None) as guest:
            guest.view()
            guest.send(type="pace", at_once=True)
            until(lambda: any(each.is_quick for each in house.room(made.id).audience.watchers))
            began = time.monotonic()
            opponents = house.room(made.id).opponents
            assert opponents.due(began, "professional") - began == pytest.approx(QUICK)
            assert opponents.due(began, "legend") - began >= 60, "a legend's forced move would show itself"
            guest.send(type="pace", at_once=False)
            until(lambda: not any(each.is_quick for each in house.room(made.id).audience.watchers))
            assert opponents.due(began, "professional") - began >= 60
            assert opponents.due(began, "professional", is_step=True) - began == pytest.approx(QUICK)
            assert opponents.due(began, "legend", is_step=True) - began >= 60
    finally:
        house.stop()


def clock_of(house, made):
    """The clock of the half, all halves before it included, and how many moves were made."""
    match = house.room(made.id).match
    return int(match.table.clock) + (int(match.table.half) - 1) * int(match.box.half_ms), match.ply
