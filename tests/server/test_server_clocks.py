"""Clocks kept by the server."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from matchday.server import clocks
from matchday.server.clocks import DAY, GRACE, Clock, ClockRule
from matchday.server.rows import MatchRow
from matchday.server.watching import LAG_CAP, Watcher
from tests.server.house import BOT, HUMAN, House, until

BUDGET = ClockRule("budget", 100, 5)


def test_a_budget_pays_for_every_move_and_gains_the_increment():
    clock = Clock(BUDGET, 2)
    clock.run([0], 1000.0)
    assert clock.remaining(0, 1030.0) == 70
    assert clock.press(0, 1030.0) == 30
    assert clock.left == [75, 100]
    assert clock.remaining(0, 2000.0) == 75
    clock.run([1], 1030.0)
    assert clock.next_flag() == (1130.0, 1)


def test_time_for_a_move_begins_anew():
    clock = Clock(ClockRule("move", 20), 2)
    for now in (0.0, 100.0):
        clock.run([0], now)
        assert clock.falls(0) == now + 20
        clock.press(0, now + 15)


def test_both_clocks_run_where_both_decide_at_once():
    clock = Clock(BUDGET, 2)
    clock.run([0, 1], 0.0)
    clock.press(0, 10.0)
    clock.run([1], 10.0)
    assert clock.running == [1]
    assert clock.remaining(1, 30.0) == 70


def test_a_dropped_line_costs_nothing_while_there_is_grace():
    clock = Clock(BUDGET, 2)
    clock.run([0], 0.0)
    clock.leave(0, 10.0)
    assert clock.falls(0) == 100 + GRACE
    clock.come(0, 40.0)
    assert clock.remaining(0, 40.0) == 90
    assert clock.grace[0] == GRACE - 30
    clock.leave(0, 50.0)
    clock.come(0, 150.0)
    assert clock.grace[0] == 0
    assert clock.remaining(0, 150.0) == 100 - 10 - 10 - 70
    clock.leave(0, 150.0)
    assert clock.falls(0) == clock.since[0] + 100


@given(st.lists(st.tuples(st.sampled_from(["leave", "come"]), st.floats(0, 50)), max_size=30))
def test_grace_is_never_more_than_it_was(steps):
    clock, now = Clock(BUDGET, 1), 0.0
    clock.run([0], now)
    for what, passed in steps:
        now += passed
        getattr(clock, what)(0, now)
        assert -1e-6 <= clock.grace[0] <= GRACE
        assert now - clock.spent(0, now) <= GRACE + 1e-6
        assert clock.spent(0, now) <= now + 1e-6
        left = clock.remaining(0, now)
        is_close = abs(left) < 1e-6  # so close that rounding decides
        assert is_close or (clock.falls(0) <= now) == (left <= 0) or clock.pardon(0, now) > 0


def test_days_have_no_grace():
    clock = Clock(ClockRule("days", 3 * DAY), 2)
    clock.leave(0, 0.0)
    clock.run([0], 0.0)
    assert clock.falls(0) == 3 * DAY


def test_lag_is_measured_and_capped():
    watcher = Watcher(0, "en", 0)
    assert watcher.lag == 0
    watcher.pong(7, 100.0)
    assert watcher.lag == 0
    for trip in (5.0, 0.08, 0.2):
        watcher.pinged = {1: 10.0}
        watcher.pong(1, 10.0 + trip)
    assert watcher.lag == pytest.approx(0.08)
    slow = Watcher(0, "en", 0)
    slow.pinged = {1: 10.0}
    slow.pong(1, 30.0)
    assert slow.lag == LAG_CAP


def order(seconds, kind="budget", increment=0):
    return {"kind": kind, "seconds": seconds, "increment": increment}


def test_the_clock_is_shown_and_charged(house):
    made = house.make(HUMAN, HUMAN, clock=order(600, increment=10))
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with made.sit(asked) as guest:
        began, shown = time.monotonic(), guest.until("view")["time"]
        assert shown["running"] in ([], [asked])
        time.sleep(0.3)
        guest.play(guest.last["choices"][0]["action"])
        shown = guest.until("view")["time"]
        while guest.last["ply"] == 0:
            shown = guest.until("view")["time"]
        spent = 610_000 - shown["left"][asked]
        assert 250 <= spent <= (time.monotonic() - began) * 1000 + 1
    assert made.get().json()["clock"] == order(600, increment=10)


def test_the_server_pings_where_time_matters(house):
    made = house.make(HUMAN, HUMAN, clock=order(600))
    with made.sit(0) as guest:
        ping = guest.until("ping")
        guest.send(type="pong", n=ping["n"])
        guest.until("ping")
        room = house.room(made.id)
        assert 0 < room.time.lag(0) <= LAG_CAP


def test_whoever_is_out_of_time_loses(house, monkeypatch):
    monkeypatch.setattr(clocks, "GRACE", 0.2)
    made = house.make(HUMAN, HUMAN, clock=order(5, "move"))
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    began = time.monotonic()
    with made.sit(asked) as guest, made.sit(1 - asked):
        while not guest.view()["over"]:
            pass
        assert time.monotonic() - began > 4.5
        assert guest.last["ended"] == {"by": "time", "seat": asked}
        assert guest.last["result"][asked] == 0


def test_budgets_survive_a_restart(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = house.make(HUMAN, HUMAN, clock=order(600)).play_out(3)
        with made.sit(0), made.sit(1):
            time.sleep(0.05)
        made.play_out(6)
        before = list(house.room(made.id).time.clock.left)
        house.restart()
        after = house.room(made.id).time.clock.left
        assert after == pytest.approx(before, abs=0.01)
        assert after != [600, 600]
    finally:
        house.stop()


def test_days_run_out_though_nobody_is_there(tmp_path):
    house = House(str(tmp_path / "matches.db"), sweep_seconds=0.2)
    try:
        made = house.make(HUMAN, HUMAN, clock=order(2 * DAY, "days")).play_out(2)
        house.rooms.rooms.clear()

        async def age() -> None:
            async with house.rooms.store.engine.begin() as connection:
                past = datetime.now(UTC) - timedelta(days=2, minutes=1)
                await connection.execute(
                    update(MatchRow).where(MatchRow.id == made.id).values(updated=past, flag_at=past)
                )

        house.inside(age())
        until(lambda: made.get().json()["over"])
        assert made.get().json()["ended"]["by"] == "time"
    finally:
        house.stop()


def test_bots_have_all_the_time_in_the_world(house):
    made = house.make(BOT, HUMAN, clock=order(600))
    with made.sit(1) as guest:
        guest.my_turn()
        assert house.room(made.id).time.clock.left[0] == 600


@pytest.mark.parametrize("wrong", [order(1), order(600, "hourglass"), {"kind": "move"}, order(600, increment=-1)])
def test_wrong_clocks_are_refused(house, wrong):
    body = {"game": "pilka_w_grze", "seats": [HUMAN, BOT], "clock": wrong}
    assert house.http.post("/api/matches", json=body).status_code == 422


def test_against_the_clock_a_choice_is_not_taken_back_alone(house):
    """Or the time that was spent on it would come back too."""
    made = house.make(HUMAN, HUMAN, clock=order(600), options={"formations": True})
    with made.sit(0) as guest, made.sit(1):
        while guest.my_turn()["phase"] != "formation":
            guest.move()
        seen = guest.move()
        assert not seen["can_undo"]
        for path, query in (("/view", {}), ("/replay", {"seat": 0})):  # whoever asks is told what listeners are
            shown = made.get(path, made.tokens[0], **query).json()
            assert (shown["ply"], shown["can_undo"]) == (seen["ply"], False)
        guest.send(type="undo", ply=seen["ply"])
        assert guest.error() == "not_possible"
    without = house.make(HUMAN, HUMAN, options={"formations": True})
    with without.sit(0) as guest, without.sit(1):
        guest.my_turn()
        assert guest.move()["can_undo"]


def test_what_is_taken_back_by_consent_costs_nothing_and_gains_nothing(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = house.make(HUMAN, HUMAN, clock=order(600, increment=100), options={"formations": True})
        with made.sit(0) as guest, made.sit(1) as other:
            while guest.my_turn()["phase"] != "formation":
                guest.move()
            other.view()
            before, ply = list(house.room(made.id).time.clock.left), made.ply
            guest.move()
            assert house.room(made.id).time.clock.left[0] > before[0] + 90
            guest.send(type="offer", what="undo")
            other.until("offer")
            other.send(type="answer", what="undo", accept=True)
            while guest.last["ply"] > ply:
                guest.view()
            assert house.room(made.id).time.clock.left == pytest.approx(before, abs=0.01)
            assert house.room(made.id).time.clock.running == [0, 1]
        house.restart()
        assert house.room(made.id).time.clock.left == pytest.approx(before, abs=0.01)
    finally:
        house.stop()


def test_talk_from_another_process_gives_nobody_his_time_back(house):
    made = house.make(HUMAN, HUMAN, clock=order(600))
    with made.sit(0) as one, made.sit(1) as other:
        one.view()
        other.view()
        room = house.room(made.id)
        asked = room.time.asked_at - 100
        running = room.time.clock.running
        room.time.asked_at, room.time.clock.since = asked, [since and since - 100 for since in room.time.clock.since]
        house.inside(room.refresh())
        assert room.time.asked_at == asked
        assert room.time.clock.remaining(running[0], time.monotonic()) < 501
        house.inside(hear(room, {"kind": "here", "from": "elsewhere", "seats": [0, 1]}))
    until(lambda: not room.audience.watchers)
    assert room.time.clock.away == [None, None]
    house.inside(hear(room, {"kind": "here", "from": "elsewhere", "seats": []}))
    assert None not in room.time.clock.away


async def hear(room, note):
    room.hear(note)
