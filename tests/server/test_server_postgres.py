"""PostgreSQL, with several processes on one database: any process serves any match."""

from __future__ import annotations

import asyncio
import os
import time

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from matchday.match.fair import Opening
from matchday.match.files import load_match
from matchday.server import writing
from matchday.server.app import prepare
from matchday.server.rows import Rows
from matchday.server.settings import Settings
from matchday.server.store import hashed
from tests.server import kills
from tests.server.house import BOT, HUMAN, House, Serving, until
from tests.server.postgres import Postgres, is_here

pytestmark = [
    pytest.mark.xdist_group("postgres"),
    pytest.mark.skipif(not is_here() and not os.environ.get("CI"), reason="no PostgreSQL programs, or no asyncpg"),
]


@pytest.fixture(scope="module")
def postgres():
    served = Postgres()
    yield served
    served.stop()


@pytest.fixture
def two(postgres, request):
    address = postgres.database(f"t{abs(hash(request.node.name))}")
    houses = House(address), House(address)
    yield houses
    for house in houses:
        house.stop()


def sit(made, house, seat, **hello):
    made.house = house
    return made.sit(seat, **hello)


def caught_up(guest, ply):
    while guest.last.get("ply", -1) < ply:
        guest.view()
    return guest.last


def test_migrations_lead_to_the_tables_of_the_code(two):
    def difference(connection):
        return compare_metadata(MigrationContext.configure(connection), Rows.metadata)

    async def compare():
        async with two[0].rooms.store.engine.connect() as connection:
            return await connection.run_sync(difference)

    assert two[0].inside(compare()) == []


def test_several_processes_may_start_at_once(postgres):
    settings = Settings(database=postgres.database("together"))

    async def both() -> None:
        await asyncio.gather(*(prepare(settings) for _ in range(4)))

    asyncio.run(both())


def test_two_people_at_two_processes_play_a_whole_match(two):
    made = two[0].make(HUMAN, HUMAN)
    with sit(made, two[0], 0) as one, sit(made, two[1], 1, lang="pl") as other, sit(made, two[1], None) as watcher:
        guests = [one, other]
        for guest in (*guests, watcher):
            guest.view()
        ply = 0
        while not one.last["over"]:
            mover = guests[one.waiting[0]]
            caught_up(mover, ply)
            mover.play(mover.last["choices"][0]["action"])
            ply += 1
            for guest in (*guests, watcher):
                caught_up(guest, ply)
        assert one.last["result"] == other.last["result"] == watcher.last["result"]
    assert two[0].room(made.id).match.digest() == two[1].room(made.id).match.digest()
    made.house = two[1]
    assert load_match(made.get("/file").text).over


def test_talk_presence_offers_and_ends_reach_the_other_process(two):
    made = two[0].make(HUMAN, HUMAN, options={"level_score": "draw"})
    with sit(made, two[0], 0) as one, sit(made, two[1], 1) as other:
        one.view()
        other.view()
        while one.until("presence")["here"] != [True, True]:
            pass
        one.send(type="say", phrase="good_luck")
        assert other.until("said")["phrase"] == "good_luck"
        other.send(type="say", text="and to you")
        while one.until("said")["text"] != "and to you":
            pass
        one.send(type="offer", what="draw")
        assert other.until("offer")["seat"] == 0
        other.send(type="answer", what="draw", accept=True)
        while not one.view()["over"]:
            pass
        assert one.last["ended"] == {"by": "draw", "seat": None}
        one.send(type="offer", what="rematch")
        other.until("offer")
        other.send(type="answer", what="rematch", accept=True)
        assert (one.until("rematch")["seat"], other.until("rematch")["seat"]) == (1, 0)


def test_an_offer_is_known_to_a_process_that_opens_the_match_later(two):
    made = two[0].make(HUMAN, HUMAN, options={"level_score": "draw"})
    with sit(made, two[0], 0) as one:
        one.view()
        one.send(type="offer", what="draw")
        one.until("offer")
        with sit(made, two[1], 1) as other:
            assert other.until("offer")["seat"] == 0
            other.send(type="answer", what="draw", accept=True)
            while not one.view()["over"]:
                pass


def test_an_offer_is_off_in_every_process_when_somebody_moves(two):
    made = two[0].make(HUMAN, HUMAN, options={"level_score": "draw"})
    seat = made.get("/view").json()["seats"][1]["waiting"]
    with sit(made, two[0], 1 - seat) as one, sit(made, two[1], int(seat)) as mover:
        one.view()
        mover.view()
        one.send(type="offer", what="draw")
        mover.until("offer")
        mover.move()
        caught_up(one, 1)
        for guest in (one, mover):
            guest.send(type="answer", what="draw", accept=True)
            assert guest.error() == "not_possible"
    assert not two[0].room(made.id).match.over


def test_whoever_moves_second_is_told_that_the_match_has_moved_on(two):
    made = two[0].make(HUMAN, HUMAN)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with sit(made, two[0], asked) as first, sit(made, two[1], asked) as second:
        first.view()
        second.view()
        room = two[1].room(made.id)
        room.hear = lambda _note: None  # the other process's note is late
        first.move()
        second.play(second.last["choices"][-1]["action"])
        assert second.error() == "stale"
        assert second.view()["ply"] == 1
    assert room.match.digest() == two[0].room(made.id).match.digest()


def break_at_commit(house, monkeypatch, *, is_stored: bool) -> list[str]:
    """Let the line break once at the end of a transaction: when it is stored, or before."""
    dialect, broken = house.rooms.store.engine.dialect, []
    commit = dialect.do_commit

    def do_commit(connection):
        if broken:
            return commit(connection)
        if is_stored:
            commit(connection)
        broken.append("broken")
        raise OSError("the line broke")

    monkeypatch.setattr(dialect, "do_commit", do_commit)
    return broken


@pytest.mark.parametrize("is_stored", [True, False])
def test_when_the_line_breaks_the_database_is_asked_what_it_has_done(two, monkeypatch, is_stored):
    house, made = two[0], two[0].make(HUMAN, HUMAN)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with made.sit(asked) as guest:
        seen = guest.view()
        settled(house)
        broken = break_at_commit(house, monkeypatch, is_stored=is_stored)
        guest.play(seen["choices"][0]["action"])
        told = guest.until("view", "error")
        if is_stored:
            assert told["view"]["ply"] == 1
        else:
            assert told["message"] == "The move could not be stored; nothing was changed."
        assert broken
        assert made.ply == int(is_stored)
        guest.play(seen["choices"][0]["action"], ply=0)
        if is_stored:
            assert guest.error() == "stale"
        else:
            assert caught_up(guest, 1)["ply"] == 1


def settled(house):
    """Wait until nothing is being told to other processes."""
    until(lambda: not house.rooms.wire.sending)


def test_while_the_database_does_not_answer_it_is_not_known(two, monkeypatch):
    house, made = two[0], two[0].make(HUMAN, HUMAN)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    monkeypatch.setattr(writing, "ASK_AGAIN", 0.0)
    with made.sit(asked) as guest:
        seen = guest.view()
        settled(house)
        break_at_commit(house, monkeypatch, is_stored=True)
        monkeypatch.setattr(writing, "text", lambda asked: text(asked.replace("pg_xact_status", "no_such_answer")))
        guest.play(seen["choices"][0]["action"])
        assert "not known whether this was stored" in guest.until("error")["message"]
        assert caught_up(guest, 1)["ply"] == 1  # it is looked at anew, and was done


NONCE = "ab" * 32


def gathered(two):
    """Two people at two processes, both ready: gives the match, and what each has sealed with whose token."""
    answer = (
        two[0].http.post("/api/matches", json={"game": "pilka_w_grze", "seats": [HUMAN, {"kind": "friend"}]}).json()
    )
    path, token = f"/api/matches/{answer['id']}", answer["seats"][0]["token"]
    two[1].http.get(path)
    joined = two[1].http.post(f"{path}/join", json={"code": answer["seats"][1]["invite"], "name": "Ela"}).json()
    until(lambda: two[0].http.get(path).json()["seats"][1]["taken"])
    commitment = two[0].http.get(path).json()["commitment"]
    people = [(Opening("", NONCE).sealed(commitment, seat), key) for seat, key in enumerate((token, joined["token"]))]
    for house, (sealed, key) in zip(two, people, strict=True):
        told = house.http.post(f"{path}/ready", json={"hash": sealed}, headers={"Authorization": f"Bearer {key}"})
        assert told.status_code == 200  # both at once: neither process knows of the other's yet
    until(lambda: all(house.http.get(path).json()["hashes"] for house in two))
    return answer["id"], people


def test_a_match_gathers_over_two_processes(two):
    match, people = gathered(two)
    for house, (_, key) in zip(two, people, strict=True):
        headers = {"Authorization": f"Bearer {key}"}
        assert house.http.post(f"/api/matches/{match}/open", json={"nonce": NONCE}, headers=headers).status_code == 200
    until(lambda: all(house.http.get(f"/api/matches/{match}").json()["dealt"] for house in two))
    assert two[0].room(match).match.digest() == two[1].room(match).match.digest()


def test_where_all_have_opened_and_no_process_has_dealt_whoever_asks_next_does(two):
    """Each may drop the match when the other tells of its change, or be killed before it deals."""
    match, people = gathered(two)
    for seat, (sealed, key) in enumerate(people):
        two[0].inside(two[0].rooms.store.open_up(match, seat, sealed, "", NONCE, by=hashed(key)))

    async def drop(house):
        if match in house.rooms.rooms:
            house.rooms.drop(house.rooms.rooms[match])

    for house in two:
        house.inside(drop(house))
    until(lambda: all(house.http.get(f"/api/matches/{match}").json()["dealt"] for house in two))
    assert two[0].room(match).match.digest() == two[1].room(match).match.digest()


def test_bots_of_two_processes_do_not_play_twice(two):
    made = two[0].make(BOT, BOT)
    with sit(made, two[0], None) as one, sit(made, two[1], None) as other:
        for guest in (one, other):
            while not guest.last.get("over"):
                guest.view()
    moves = two[0].inside(two[0].rooms.store.read(made.id)).moves
    assert len(moves) == one.last["ply"] == other.last["ply"]


def test_killed_under_load_nothing_is_lost_or_doubled(postgres):
    assert kills.run(postgres.database("load"), acknowledged=300, tables=8, moves_a_life=50).kills > 1


def test_processes_killed_in_turn_lose_nothing(postgres):
    """kill -9 of two processes in turn under play: all that was acknowledged is there, nothing is doubled."""
    address = postgres.database("killed")
    houses = [Serving(address), Serving(address)]
    made = houses[0].make(HUMAN, HUMAN)
    acknowledged = 0
    for turn in range(4):
        guests = [sit(made, houses[seat], seat) for seat in (0, 1)]
        for guest in guests:
            guest.view()
        ply = max(guest.last["ply"] for guest in guests)
        assert ply in {acknowledged, acknowledged + 1}
        for _ in range(8):
            for guest in guests:
                caught_up(guest, ply)
            mover = guests[guests[0].waiting[0]]
            mover.play(mover.last["choices"][0]["action"])
            ply += 1
            acknowledged = caught_up(mover, ply)["ply"]
        for guest in guests:
            caught_up(guest, ply)
        mover = guests[guests[0].waiting[0]]
        mover.play(mover.last["choices"][0]["action"])  # on its way when the power goes
        houses[turn % 2].kill()
        for guest in guests:
            guest.close()
        houses[turn % 2] = Serving(address)
    made.house = houses[0]
    found = made.get().json()["ply"]
    assert found in {acknowledged, acknowledged + 1}
    for house in houses:
        house.kill()


def test_whoever_sat_at_a_killed_process_is_not_there_any_more(postgres):
    address = postgres.database("gone")
    house, killed = House(address, sweep_seconds=0.2), Serving(address)
    try:
        made = house.make(HUMAN, HUMAN)
        with sit(made, house, 0) as one:
            other = sit(made, killed, 1)
            while one.until("presence")["here"] != [True, True]:
                pass
            time.sleep(1)
            assert house.room(made.id).audience.is_here(1)  # one that lives is not missed
            killed.kill()
            other.close()
            while one.until("presence")["here"] != [True, False]:
                pass
            assert not house.room(made.id).audience.elsewhere
    finally:
        killed.kill()
        house.stop()
