"""The database's file: one process at a time, its owner's alone, and nothing of it in the logs."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import stat
import subprocess
import sys

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from matchday.engine.errors import MatchdayError
from matchday.server import store
from matchday.server.app import prepare
from matchday.server.backup import backup, restore
from matchday.server.settings import Settings
from tests.server.house import BOT, ENVIRONMENT, HUMAN, PATIENCE, House, Serving


def serve(database, port=0):
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "matchday", "serve", "--port", str(port), "--database", str(database)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, **ENVIRONMENT},
    )


def test_a_second_process_on_a_file_refuses_in_a_line(tmp_path):
    database = tmp_path / "matches.db"
    house = Serving(database)
    try:
        made = house.make(HUMAN, BOT)
        second = serve(database)
        assert second.returncode == 2
        [line] = second.stderr.strip().splitlines()
        assert "matches.db is in use: another process serves it" in line
        assert made.get().status_code == 200
        assert backup(Settings(database=str(database)), tmp_path / "copy.db") == 1
        with pytest.raises(MatchdayError, match="in use"):
            restore(Settings(database=str(database)), tmp_path / "copy.db", force=True)
    finally:
        house.kill()
    again = Serving(database)  # the system has let go of it, though nobody could say farewell
    again.process.send_signal(signal.SIGTERM)
    again.process.wait()
    again.kill()
    assert restore(Settings(database=str(database)), tmp_path / "copy.db", force=True) == 1


def test_it_is_locked_within_a_process_as_well(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        with pytest.raises(MatchdayError, match="in use"):
            asyncio.run(prepare(house.settings))
    finally:
        house.stop()
    asyncio.run(prepare(house.settings))


def test_what_is_no_file_is_not_locked():
    for address in ("postgresql+asyncpg://x@y/z", "sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"):
        assert Settings(database=address).file is None
    assert str(Settings(database="sqlite+aiosqlite:////srv/m.db?timeout=3").file) == "/srv/m.db"


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
def test_files_are_readable_by_their_owner_alone(tmp_path):
    old = os.umask(0o022)
    try:
        folder = tmp_path / "new"
        house = House(str(folder / "matches.db"))
        try:
            house.make(HUMAN, BOT)
            backup(house.settings, tmp_path / "copy.db")
            files = [*folder.iterdir(), tmp_path / "copy.db"]
            assert {"matches.db", "matches.db-wal", "matches.db-shm", "copy.db"} <= {file.name for file in files}
            assert {file.name: stat.S_IMODE(file.stat().st_mode) for file in files} == dict.fromkeys(
                (file.name for file in files), 0o600
            )
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        finally:
            house.stop()
        (folder / "matches.db").chmod(0o644)  # made by an older version
        asyncio.run(prepare(house.settings))
        assert stat.S_IMODE((folder / "matches.db").stat().st_mode) == 0o600
        again = Settings(database=str(tmp_path / "restored" / "matches.db"))
        restore(again, tmp_path / "copy.db")
        assert stat.S_IMODE((tmp_path / "restored" / "matches.db").stat().st_mode) == 0o600
    finally:
        os.umask(old)


def test_what_the_database_refuses_does_not_repeat_what_it_was_given(house):
    """Of both engines, the one that reads and the one that writes."""
    refused = text("SELECT * FROM nothing WHERE name = :name")

    async def read():
        async with house.rooms.store.engine.connect() as connection:
            await connection.execute(refused, {"name": "Secret Name"})

    with pytest.raises(OperationalError) as error:
        house.inside(read())
    assert "Secret Name" not in str(error.value)
    with house.rooms.store.writer.engine.connect() as connection, pytest.raises(OperationalError) as error:
        connection.execute(refused, {"name": "Secret Name"})
    assert "Secret Name" not in str(error.value)


def test_nothing_of_a_match_is_logged_when_the_database_is_locked(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.1)
    database = tmp_path / "matches.db"
    house = House(str(database))
    try:
        made = house.make(HUMAN, BOT, gather=True)
        assert made.seal(0, "secret words").status_code == 200
        caplog.set_level(logging.DEBUG, "matchday")
        with sqlite3.connect(database) as other:
            other.execute("BEGIN IMMEDIATE")
            order = {"game": "pilka_w_grze", "seats": [{"kind": "human", "name": "Secret Name"}, BOT]}
            answers = [house.http.post("/api/matches", json=order), made.open(0)]
            other.rollback()
        for answer in answers:
            assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
        kept = house.inside(house.rooms.store.read(made.id))
    finally:
        house.stop()
    logged = "\n".join([caplog.text, *(str(vars(record)) for record in caplog.records)])
    assert "database is locked" in logged
    for secret in ("Secret Name", "secret words", made.openings[0].nonce, kept.secret, *kept.sitters[0].keys):
        assert secret not in logged
