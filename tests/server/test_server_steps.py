"""Moves in the database: in SQLite the driver's own statements do what SQLAlchemy's do in any database."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from matchday.match.match import EndedBy, Ending
from matchday.server import store
from matchday.server.problems import Conflict, NotStored
from matchday.server.steps import Played, standing_of
from matchday.server.talk import Said
from tests.server.house import HUMAN, House

AT = datetime(2026, 2, 3, 4, 5, 6, 7, UTC)
FLAG = AT + timedelta(days=2)


def by_driver(connection, played):
    played.write(connection.connection.cursor())


def by_sqlalchemy(connection, played):
    played(connection)


WAYS = pytest.mark.parametrize("way", [by_driver, by_sqlalchemy])


class Table:
    """A match, and its next move, which is not stored yet."""

    def __init__(self, house) -> None:
        made = house.make(HUMAN, HUMAN).play_out(3)
        room = house.room(made.id)
        self.house, self.id, self.store, self.before = house, made.id, house.rooms.store, room.match
        self.seat = room.match.waiting[0]
        self.keys = [sitter.keys for sitter in room.sitters]
        self.after = room.match.copy()
        self.after.play(self.seat, self.after.legal(self.seat)[0])

    def played(self, by=None, match=None, spent=None, flag_at=None):
        after = match or self.after
        by = {self.seat: self.keys[self.seat]} if by is None else by
        return Played(self.id, after.steps[-1].move, standing_of(after), by, AT, spent, flag_at)

    def rows(self, way, played):
        """Write a move, look at what is in the tables, and take it all back."""
        with self.store.writer.engine.connect() as connection:
            way(connection, played)
            query = "SELECT * FROM {} WHERE {} = :match"
            tables = {"matches": "id", "moves": "match"}
            found = [
                connection.execute(text(query.format(name, key)), {"match": self.id}).all()
                for name, key in tables.items()
            ]
            connection.rollback()
        return found


@pytest.fixture
def table(house):
    return Table(house)


@pytest.mark.parametrize("more", [{}, {"spent": 1234, "flag_at": FLAG}, {"by": {}}])
def test_both_ways_write_the_same(table, more):
    played = table.played(**more)
    found = table.rows(by_driver, played)
    assert found == table.rows(by_sqlalchemy, played)
    assert len(found[1]) == 4


@WAYS
def test_any_key_of_the_seat_will_do_and_no_other(table, way):
    own, other = table.keys[table.seat], table.keys[1 - table.seat]
    assert table.rows(way, table.played(by={table.seat: frozenset({"0" * 64, *own})}))
    for wrong in (other, frozenset({"0" * 64}), frozenset()):
        with pytest.raises(Conflict):
            table.rows(way, table.played(by={table.seat: wrong}))
    with pytest.raises(Conflict):
        table.rows(way, table.played(by={table.seat: own, 1 - table.seat: own}))


@WAYS
def test_a_match_that_has_gone_on_or_ended_takes_no_move(table, way):
    later = table.after.copy()
    later.play(later.waiting[0], later.legal(later.waiting[0])[0])
    with pytest.raises(Conflict):
        table.rows(way, table.played(by={}, match=later))
    ended = table.before.copy()
    ended.end(Ending(EndedBy.CONCEDE, 0))
    table.house.inside(table.store.end(table.id, ended, {}))
    with pytest.raises(Conflict):
        table.rows(way, table.played())


def test_what_comes_together_is_stored_together_and_in_order(house):
    tables, commits = [Table(house) for _ in range(3)], []
    desk = house.rooms.store.writer
    write = desk.write

    def counted(changes):
        commits.append(len(changes))
        return write(changes)

    async def together():
        said, (one, two, three) = house.rooms.store.talk, tables
        return await asyncio.gather(
            said(one.id, Said(0, None, "first")),
            *(each.store.append(each.id, each.after, {each.seat: each.keys[each.seat]}) for each in (one, two)),
            said(three.id, Said(0, None, "last")),
        )

    desk.write = counted
    try:
        house.inside(together())
    finally:
        desk.write = write
    assert commits == [4]
    kept = [house.inside(house.rooms.store.read(each.id)) for each in tables]
    assert [len(each.moves) for each in kept] == [4, 4, 3]
    assert [[said.text for said in each.talk] for each in kept] == [["first"], [], ["last"]]


def test_a_refused_move_takes_nothing_else_with_it(house):
    good, bad = Table(house), Table(house)

    async def together():
        return await asyncio.gather(
            good.store.talk(bad.id, Said(0, None, "hello")),
            bad.store.append(bad.id, bad.after, {bad.seat: frozenset({"0" * 64})}),
            good.store.append(good.id, good.after, {good.seat: good.keys[good.seat]}),
            return_exceptions=True,
        )

    talked, refused, stored = house.inside(together())
    assert (talked, stored) == (None, None)
    assert isinstance(refused, Conflict)
    kept = house.inside(good.store.read(bad.id))
    assert ([said.text for said in kept.talk], len(kept.moves)) == (["hello"], 3)
    assert len(house.inside(good.store.read(good.id)).moves) == 4


def test_a_move_that_is_not_stored_is_not_told_in_the_log_and_can_be_made_again(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.1)
    database = tmp_path / "matches.db"
    house = House(str(database))
    try:
        table = Table(house)
        caplog.set_level(logging.DEBUG, "matchday")
        append = table.store.append
        with sqlite3.connect(database) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotStored):
                house.inside(append(table.id, table.after, {table.seat: table.keys[table.seat]}))
            other.rollback()
        house.inside(append(table.id, table.after, {table.seat: table.keys[table.seat]}))
        assert len(house.inside(table.store.read(table.id)).moves) == 4
    finally:
        house.stop()
    logged = "\n".join([caplog.text, *(str(vars(record)) for record in caplog.records)])
    assert "OperationalError: database is locked" in logged
    assert not any(key in logged for keys in table.keys for key in keys)
