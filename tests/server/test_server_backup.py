"""Copies of the database, and what is not kept for ever."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from matchday.engine.errors import MatchdayError
from matchday.server.backup import backup, restore
from matchday.server.rows import MatchRow
from matchday.server.settings import Settings
from tests.server.house import BOT, HUMAN, House, until


def test_a_copy_is_made_while_people_play_and_put_back(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    made = house.make(HUMAN, HUMAN)
    playing = threading.Thread(target=made.play_out, args=(40,))
    try:
        playing.start()
        until(lambda: made.ply > 2)
        copy = tmp_path / "copy.db"
        assert backup(house.settings, copy) == 1
        playing.join()
        with pytest.raises(MatchdayError, match="is there already"):
            backup(house.settings, copy)
        with pytest.raises(MatchdayError, match="in use"):
            restore(house.settings, copy, force=True)
    finally:
        house.stop()
    assert not list(tmp_path.glob("copy.db?*"))
    again = Settings(database=str(tmp_path / "again" / "matches.db"))
    assert restore(again, copy) == 1
    with pytest.raises(MatchdayError, match="--force"):
        restore(again, copy)
    other = House(again.database)
    try:
        made.house = other
        ply = made.get("/view", made.tokens[0]).json()["ply"]
        assert 0 <= ply <= 40
        made.play_out(ply + 2)
    finally:
        other.stop()
    assert restore(again, copy, force=True) == 1


def test_wrong_copies_are_refused(tmp_path):
    settings = Settings(database=str(tmp_path / "none.db"))
    with pytest.raises(MatchdayError, match="there is no database"):
        backup(settings, tmp_path / "copy.db")
    with pytest.raises(MatchdayError, match="there is no file"):
        restore(settings, tmp_path / "copy.db")
    (tmp_path / "broken.db").write_bytes(b"nonsense" * 500)
    with pytest.raises(MatchdayError):
        restore(settings, tmp_path / "broken.db")
    sqlite3.connect(tmp_path / "foreign.db").execute("CREATE TABLE x (y)").connection.close()
    with pytest.raises(MatchdayError, match="no database of matchday"):
        restore(settings, tmp_path / "foreign.db")
    with pytest.raises(MatchdayError, match="pg_dump"):
        backup(Settings(database="postgresql+asyncpg://x/y"), tmp_path / "copy.db")


def test_old_matches_are_forgotten(tmp_path):
    house = House(str(tmp_path / "matches.db"), keep_days=10, gather_days=5, idle_rooms=0)
    try:
        over = house.make(HUMAN, BOT)
        with over.sit(0) as guest:
            guest.send(type="concede", ply=0)
            while not guest.view()["over"]:
                pass
        going, waiting = house.make(HUMAN, BOT), house.make(HUMAN, {"kind": "friend"})

        async def age(days: int) -> None:
            async with house.rooms.store.engine.begin() as connection:
                past = datetime.now(UTC) - timedelta(days=days)
                await connection.execute(update(MatchRow).values(updated=past))

        house.inside(age(4))
        house.inside(house.rooms.sweep())
        assert [made.get().status_code for made in (over, going, waiting)] == [200, 200, 200]
        house.inside(age(11))

        def is_forgotten() -> bool:
            house.inside(house.rooms.sweep())
            return [made.get().status_code for made in (over, going, waiting)] == [404, 200, 404]

        until(is_forgotten)
    finally:
        house.stop()
