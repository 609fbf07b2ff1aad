from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text as sql
from sqlalchemy import update

import matchday
from matchday.engine.errors import MatchdayError
from matchday.server.app import prepare
from matchday.server.problems import Conflict, NoSuchMatch, Outdated
from matchday.server.rows import MatchRow, Rows
from matchday.server.settings import Settings
from matchday.server.store import Store
from tests.server import kills
from tests.server.house import BOT, HUMAN, House, Made, Serving, downgrade


@pytest.fixture
def own_house(tmp_path):
    served = House(str(tmp_path / "matches.db"))
    yield served
    served.stop()


def test_a_restart_in_mid_match_loses_nothing(own_house):
    people, bots = own_house.make(HUMAN, HUMAN).play_out(7), own_house.make(HUMAN, BOT, seed="restart").play_out(9)
    with bots.sit() as guest:
        guest.my_turn()  # nobody is thinking when the lights go out
    for made in (people, bots):
        made.before = [made.get("/view", token).content for token in made.tokens if token]
        made.room = own_house.room(made.id).match.digest()
    own_house.restart()
    for made in (people, bots):
        assert own_house.room(made.id).match.digest() == made.room
        assert [made.get("/view", token).content for token in made.tokens if token] == made.before
        made.play_out()
        assert made.get().json()["over"]


def test_a_bot_that_was_interrupted_goes_on(tmp_path):
    house = House(str(tmp_path / "matches.db"), bot_pause=30.0)
    try:
        made = house.make(HUMAN, BOT, seed="thinking")
        with made.sit() as guest:
            guest.view()
            while guest.last["choices"]:
                guest.move()
            assert guest.until("thinking")["seat"] == 1
            ply = guest.last["ply"]
        house.stop()
        house.settings = Settings(database=house.settings.database, bot_pause=0.0, compiled=False)
        house.start()
        with made.sit() as guest:
            while guest.view()["ply"] == ply:
                pass
    finally:
        house.stop()


def test_open_sockets_are_hung_up_on_when_the_server_goes(own_house):
    made = own_house.make(HUMAN, HUMAN)
    with made.sit() as guest:
        guest.view()
        own_house.stop()
        assert guest.closed() in {1001, 1006, 1012}
    own_house.start()
    assert made.get("/view").status_code == 200


def test_killed_in_mid_match_all_that_was_acknowledged_is_there(tmp_path):
    """kill -9 at random moments: no acknowledged move is lost, none is doubled."""
    database = tmp_path / "matches.db"
    made: Made | None = None
    acknowledged = 0
    for _ in range(3):
        house = Serving(database)
        if made is None:
            made = house.make(HUMAN, HUMAN, seed=None)
        made.house = house
        guests = [made.sit(seat) for seat in (0, 1)]
        for guest in guests:
            guest.view()
        assert guests[0].last["ply"] in {acknowledged, acknowledged + 1}
        for _ in range(12):
            guest = guests[guests[0].waiting[0]]
            while guest.last["ply"] < guests[0].last["ply"]:
                guest.view()
            acknowledged = guest.move()["ply"]
            while guests[0].last["ply"] < acknowledged:
                guests[0].view()
        guest = guests[guests[0].waiting[0]]
        while guest.last["ply"] < acknowledged:
            guest.view()
        guest.play(guest.last["choices"][0]["action"])  # on its way when the power goes
        house.kill()
        for guest in guests:
            guest.close()
    house = Serving(database)
    made.house = house
    assert made.get().json()["ply"] in {acknowledged, acknowledged + 1}
    house.kill()


def test_killed_under_load_nothing_is_lost_or_doubled(tmp_path):
    assert kills.run(str(tmp_path / "matches.db"), acknowledged=300, tables=8, moves_a_life=50).kills > 1


def test_a_bad_change_does_not_undo_its_neighbours(own_house):
    made = own_house.make(HUMAN, HUMAN).play_out(3)
    store, match = own_house.rooms.store, own_house.room(made.id).match

    async def both():
        import asyncio

        fresh = match.copy()
        fresh.play(fresh.waiting[0], fresh.legal(fresh.waiting[0])[0])
        return await asyncio.gather(
            store.append(made.id, match, {}),
            store.append(made.id, fresh, {}),
            store.append("nobody", fresh, {}),
            return_exceptions=True,
        )

    again, fresh, nobody = own_house.inside(both())
    assert isinstance(again, Conflict)
    assert fresh is None
    assert isinstance(nobody, Conflict)
    assert made.ply == 4


def test_a_match_of_other_rules_is_not_opened(own_house):
    made = own_house.make(HUMAN, HUMAN).play_out(2)
    own_house.rooms.rooms.clear()

    async def change(**values: object) -> None:
        async with own_house.rooms.store.engine.begin() as connection:
            await connection.execute(update(MatchRow).where(MatchRow.id == made.id).values(values))

    own_house.inside(change(rules=99))
    answer = made.get("/view")
    assert (answer.status_code, answer.json()["code"]) == (409, "outdated")
    with made.sit() as guest:
        assert guest.receive()["code"] == "outdated"
    own_house.inside(change(rules=own_house.room(own_house.make(HUMAN, HUMAN).id).match.game.version))
    own_house.inside(change(seed="another"))
    with pytest.raises(Outdated):
        own_house.room(made.id)
    with pytest.raises(NoSuchMatch):
        own_house.room("nobody")


def test_migrations_lead_to_the_tables_of_the_code(own_house):
    def difference(connection):
        return compare_metadata(MigrationContext.configure(connection), Rows.metadata)

    async def compare():
        async with own_house.rooms.store.engine.connect() as connection:
            return await connection.run_sync(difference)

    assert own_house.inside(compare()) == []


def test_bots_of_before_the_kinds_of_players_are_the_same_bots(own_house, tmp_path):
    made = own_house.make(HUMAN, BOT)
    solo = own_house.make(HUMAN, BOT, game="kickards", options={"solo": "amateur"})
    own_house.stop()
    downgrade(tmp_path / "matches.db", "0007")
    with sqlite3.connect(tmp_path / "matches.db") as database:
        rows = dict(database.execute("SELECT id, names FROM matches").fetchall())
        levels = dict(database.execute("SELECT match, level FROM seats WHERE kind = 'bot'").fetchall())
    assert json.loads(rows[made.id]) == ["Ola", f"bot {levels[made.id]}"]
    assert json.loads(rows[solo.id]) == ["Ola", "bot automat"]
    assert levels[solo.id] == "amateur"
    own_house.start()
    assert own_house.room(made.id).match.kinds == ["human", f"bot {levels[made.id]}"]
    assert own_house.room(solo.id).match.kinds == ["human", "automat"]
    assert own_house.room(made.id).names == own_house.room(solo.id).names == ["Ola", ""]
    assert solo.get().json()["seats"][1]["kind"] == "automat"


def test_a_database_of_the_future_is_refused_in_a_line(tmp_path):
    import asyncio

    settings = Settings(database=str(tmp_path / "matches.db"))

    async def age() -> None:
        store = Store(settings)
        await store.open()
        async with store.engine.begin() as connection:
            await connection.execute(sql("UPDATE alembic_version SET version_num = '9999'"))
        await store.aclose()

    asyncio.run(age())
    with pytest.raises(MatchdayError, match="newer version of matchday"):
        asyncio.run(prepare(settings))
    (tmp_path / "broken.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(MatchdayError, match="cannot be used"):
        asyncio.run(prepare(Settings(database=str(tmp_path / "broken.db"))))


def test_serve_says_in_a_line_what_is_wrong(tmp_path, own_house):
    port = own_house.address.rpartition(":")[2]
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "matchday", "serve", "--port", port, "--database", str(tmp_path / "x.db")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(matchday.__file__).parents[1])},
    )
    assert done.returncode == 2
    assert f"cannot listen at 127.0.0.1, port {port}" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
