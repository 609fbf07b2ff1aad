"""Everything that is stored or sent has a limit: models and columns are walked, so that a new one cannot lack it."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime, timedelta
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import annotated_types
import pytest
import sqlalchemy as sa
from pydantic import BaseModel
from sqlalchemy.dialects import sqlite

from matchday.games import game as find_game
from matchday.match.files import LARGEST, print_match
from matchday.match.match import Match
from matchday.server import wire
from matchday.server.gathering import MOST_KEYS
from matchday.server.limits import Allowance
from matchday.server.problems import Busy, TooMuch
from matchday.server.rows import Instant, Json, Line, MatchRow, Rows
from matchday.server.talk import MOST_KEPT, Said
from matchday.server.turns import Ask
from tests.server.house import BOT, GAME, HUMAN, PATIENCE, House

COLUMNS = [column for table in Rows.metadata.tables.values() for column in table.columns]


@pytest.mark.parametrize("column", COLUMNS, ids=str)
def test_every_column_of_text_has_a_limit_and_keeps_it(column):
    if not isinstance(column.type, sa.String | sa.JSON | Line | Json):
        assert isinstance(column.type, Instant | sa.Integer | sa.Float | sa.Boolean), (
            "a new kind of column: what is its limit?"
        )
        return
    assert isinstance(column.type, Line | Json), "a text needs a Line, a Paragraph or a Json with its limit"
    bind, longest = column.type.process_bind_param, column.type.longest
    assert longest <= 100_000
    fits = "x" * (longest - 2 * isinstance(column.type, Json))
    assert bind(fits, sqlite.dialect()) == fits
    with pytest.raises(ValueError, match="at most"):
        bind(fits + "x", sqlite.dialect())


# ---------------------------------------------------------------- what comes in


def incoming(kind: type[BaseModel]) -> list[type[BaseModel]]:
    return [each for child in kind.__subclasses__() for each in (child, *incoming(child))]


def unlimited(kind: Any, limits: tuple[Any, ...] = ()) -> list[str]:
    """The parts of a type that may be as long as one likes."""
    is_limited = any(isinstance(each, annotated_types.MaxLen) for each in flat(limits))
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return unlimited(parts[0], (*limits, *parts[1:]))
    if origin in {Union, UnionType}:
        return [lack for part in parts for lack in unlimited(part, limits)]
    if origin is Literal or kind in {bool, int, float, type(None)}:
        return []
    if kind is str:
        return [] if is_limited else ["a text"]
    if origin in {list, dict}:
        lacks = [] if is_limited else [f"a {origin.__name__}"]
        return lacks + [lack for part in parts for lack in unlimited(part)]
    if isinstance(kind, type) and issubclass(kind, wire.Incoming):
        return []  # walked by itself
    return [f"{kind}: what is its limit?"]


def flat(limits: tuple[Any, ...]) -> list[Any]:
    """Limits themselves, and those inside a field's description."""
    return [inner for each in limits for inner in (each, *getattr(each, "metadata", ()))]


@pytest.mark.parametrize("model", incoming(wire.Incoming), ids=lambda model: model.__name__)
def test_every_text_that_comes_in_has_a_limit(model):
    for name, field in model.model_fields.items():
        assert unlimited(field.annotation, tuple(field.metadata)) == [], f"{model.__name__}.{name}"


def test_the_walk_finds_what_has_no_limit():
    class Loose(BaseModel):
        text: str
        texts: Annotated[list[str], annotated_types.MaxLen(3)]
        more: dict[str, int] | None = None

    found = {name: unlimited(field.annotation, tuple(field.metadata)) for name, field in Loose.model_fields.items()}
    assert found == {"text": ["a text"], "texts": ["a text"], "more": ["a dict", "a text"]}


def test_every_text_in_an_address_has_a_limit(house):
    """Path and query parameters of all calls, as the API describes them."""
    for path, calls in house.http.get("/api/openapi.json").json()["paths"].items():
        for call in calls.values():
            for asked in call.get("parameters", []):
                schema = asked["schema"]
                kinds = schema.get("anyOf", [schema])
                if asked["in"] == "header":  # the framework limits all headers together
                    continue
                for kind in kinds:
                    is_text = kind.get("type") == "string" and "enum" not in kind
                    assert not is_text or "maxLength" in kind, (path, asked["name"])


# ---------------------------------------------------------------- files


def upload(house, **tags):
    text = print_match(Match(find_game(GAME), seed="sizes"))
    extra = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
    return house.http.post("/api/files", content=(extra + text).encode())


def test_a_file_that_is_too_large_is_refused_in_words(house):
    for path in ("/api/files", "/api/verify"):
        answer = house.http.post(path, content=b" " * (LARGEST + 1))
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert "100 kB" in answer.json()["message"]
        assert (
            "un tercio" in house.http.post(path, content=b" " * (LARGEST + 1), params={"lang": "es"}).json()["message"]
        )


def test_nothing_in_a_file_is_stored_that_is_larger_than_a_real_one(house):
    for tag, size in (("Secret", 201), ("Words", 201), ("Seed", 201), ("Seat", 201)):
        answer = upload(house, **{tag: "x" * size})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_file")
        assert "signs" in answer.json()["message"] or "twice" in answer.json()["message"]


def test_a_number_of_thousands_of_digits_is_no_fault_of_ours(house):
    text = print_match(Match(find_game("super_goal"), seed="sizes"))
    name = next(option.name for option in find_game("super_goal").options.values() if option.at_most)
    lines = [f'[Option "{name}={"9" * 4090}"]' if f'"{name}=' in line else line for line in text.splitlines()]
    answer = house.http.post("/api/files", content="\n".join(lines).encode())
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_file")


def test_files_that_wait_are_limited_and_whoever_comes_then_is_told_so(tmp_path):
    """The one who reads is held, so that what waits can be counted; tables are opened and dealt all the same."""
    house = House(str(tmp_path / "matches.db"), files_waiting=2)
    try:
        text = print_match(Match(find_game(GAME), seed="queue")).encode()
        hold = threading.Event()

        async def keep_busy():
            return [
                asyncio.ensure_future(house.rooms.reader.do(Ask(address=str(number)), hold.wait, PATIENCE))
                for number in range(3)
            ]

        async def wait(jobs):
            await asyncio.gather(*jobs)

        jobs = house.inside(keep_busy())
        full = house.http.post("/api/files", content=text)
        assert (full.status_code, full.json()["code"], full.headers["retry-after"]) == (503, "busy", "5")
        assert "try again" in full.json()["message"]
        opened = house.make(HUMAN, HUMAN)
        with opened.sit(0) as guest:
            assert guest.view()["ply"] == 0
        hold.set()
        house.inside(wait(jobs))
        assert house.http.post("/api/files", content=text).status_code == 201
    finally:
        hold.set()
        house.stop()


def test_a_file_costs_what_it_takes(tmp_path):
    """Forty kilobytes cost as much as forty questions."""
    house = House(str(tmp_path / "matches.db"), burst=100, requests_a_second=0.001)
    try:
        large = b"; x\n" * 10_000
        assert house.http.post("/api/verify", content=large).status_code == 200
        assert house.http.post("/api/verify", content=large).status_code == 200
        refused = house.http.post("/api/verify", content=large)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_often")
    finally:
        house.stop()


# ---------------------------------------------------------------- so much a day


def test_so_much_a_day_for_each_address_and_for_all():
    allowed = Allowance(3, 5)
    for _ in range(3):
        allowed.spend("a")
    with pytest.raises(TooMuch):
        allowed.spend("a")
    allowed.spend("b", 2)
    with pytest.raises(Busy):
        allowed.spend("c")
    with pytest.raises(TooMuch):
        allowed.spend("b", 2)
    allowed.all.at -= 86_400
    allowed.spend("c", 3)  # whoever was refused for others' sake has lost nothing
    with pytest.raises(TooMuch):
        allowed.spend("c")


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({"tables_an_address": 1}, 429),
        ({"tables_a_day": 1}, 503),
        ({"kilobytes_an_address": 3}, 429),
        ({"kilobytes_a_day": 3}, 503),
    ],
)
def test_so_many_tables_a_day(tmp_path, settings, status):
    house = House(str(tmp_path / "matches.db"), **settings)
    try:
        made = house.make(HUMAN, HUMAN)
        refused = house.http.post("/api/matches", json={"game": GAME, "seats": [HUMAN, BOT]})
        assert refused.status_code == status
        assert refused.json()["message"]
        with made.sit(0) as guest:  # what is there is played on
            guest.view()
    finally:
        house.stop()


def test_another_match_counts_like_the_first(tmp_path):
    """To give up and to play again, over and over, is no way around it."""
    house = House(str(tmp_path / "matches.db"), tables_an_address=2)
    try:
        made = house.make(HUMAN, BOT)
        with made.sit(0) as guest:
            guest.view()
            guest.send(type="concede", ply=guest.last["ply"])
            while not guest.last["over"]:
                guest.view()
            house.make(HUMAN, BOT)
            guest.send(type="offer", what="rematch")
            assert guest.error() == "too_often"
    finally:
        house.stop()


def test_so_many_uploads_a_day(tmp_path):
    house = House(str(tmp_path / "matches.db"), uploads_an_address=1)
    try:
        assert upload(house).status_code == 201
        assert upload(house).status_code == 429
        house.make(HUMAN, BOT)
    finally:
        house.stop()


# ---------------------------------------------------------------- what is kept


def set_time(house, name, column, ago):
    async def go():
        then = {column: datetime.now(UTC) - ago}
        async with house.rooms.store.engine.begin() as connection:
            await connection.execute(sa.update(MatchRow).where(MatchRow.id == name).values(**then))

    house.inside(go())


def test_uploads_that_nobody_looks_at_are_deleted(tmp_path):
    house = House(str(tmp_path / "matches.db"), upload_days=7)
    try:
        old, seen, new = (upload(house).json()["id"] for _ in range(3))
        match = house.make(HUMAN, HUMAN).id
        for name in (old, seen, match):
            set_time(house, name, "updated", timedelta(days=8))
        assert house.http.get(f"/api/matches/{seen}").status_code == 200
        house.inside(house.rooms.sweep())
        told = {name: house.http.get(f"/api/matches/{name}").status_code for name in (old, seen, new, match)}
        assert told == {old: 404, seen: 200, new: 200, match: 200}
    finally:
        house.stop()


def test_talk_that_nobody_is_told_any_more_is_not_kept(house):
    made = house.make(HUMAN, HUMAN)

    async def talk():
        for number in range(MOST_KEPT + 5):
            await house.rooms.store.talk(made.id, Said(0, None, str(number)))
        async with house.rooms.store.engine.connect() as connection:
            asked = sa.text("SELECT count(*) FROM talk WHERE match = :name")
            return (await connection.execute(asked, {"name": made.id})).scalar_one()

    assert house.inside(talk()) == MOST_KEPT
    kept = house.inside(house.rooms.store.read(made.id)).talk
    assert [said.text for said in kept] == [str(number) for number in range(5, MOST_KEPT + 5)]


def test_a_seat_is_open_on_so_many_devices(house):
    made = house.make(HUMAN, HUMAN)
    headers = {"Authorization": f"Bearer {made.tokens[0]}"}
    for _ in range(MOST_KEYS - 1):
        code = house.http.post(f"/api/matches/{made.id}/invite", json={}, headers=headers).json()["code"]
        assert house.http.post(f"/api/matches/{made.id}/join", json={"code": code}).status_code == 201
    refused = house.http.post(f"/api/matches/{made.id}/invite", json={}, headers=headers)
    assert (refused.status_code, "devices" in refused.json()["message"]) == (422, True)
    handover = house.http.post(f"/api/matches/{made.id}/invite", json={"handover": True}, headers=headers)
    assert handover.status_code == 201


# ---------------------------------------------------------------- memory


def test_rooms_are_dropped_by_what_they_take(tmp_path):
    house = House(str(tmp_path / "matches.db"), idle_megabytes=0)
    try:
        made = house.make(HUMAN, HUMAN)
        with made.sit(0) as guest:
            guest.view()
            assert made.id in house.rooms.rooms
        made.get()
        assert made.id not in house.rooms.rooms
    finally:
        house.stop()


def test_there_is_a_most_of_rooms(tmp_path):
    house = House(str(tmp_path / "matches.db"), most_rooms=1)
    try:
        one, two = house.make(HUMAN, HUMAN), house.make(HUMAN, HUMAN)
        with one.sit(0) as guest:
            guest.view()
            refused = two.get()
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")
            with two.sit(0) as other:
                assert other.error() == "busy"
                assert other.closed() == 1013
            assert one.get().status_code == 200
        house.inside(settled(house, one.id))
        assert two.get().status_code == 200
    finally:
        house.stop()


async def settled(house, name):
    """Wait until everybody has left a table."""
    while name in house.rooms.rooms and not house.rooms.rooms[name].is_idle:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.01)


def test_a_forgotten_clock_runs_on(tmp_path):
    """A room with a live clock is dropped like any other; its clock goes on, and the sweeper sees the flag fall."""
    house = House(str(tmp_path / "matches.db"), idle_rooms=0)
    try:
        made = house.make(HUMAN, HUMAN, clock={"kind": "budget", "seconds": 1000, "increment": 0})
        with made.sit(0) as guest:
            guest.view()
            guest.change_seat(1)
            guest.change_seat(guest.waiting[0])
            guest.move()
            mover = guest.waiting[0]
        clock = house.inside(shelved(house, made.id))
        clock.grace[mover] = 0
        clock.since[mover] -= 900  # so long ago it was forgotten
        room = house.room(made.id)
        assert 0 < room.time.time_info().left[mover] <= 100_000
        assert not room.match.over
        clock = house.inside(shelved(house, made.id))
        clock.since[mover] -= 200
        set_time(house, made.id, "flag_at", timedelta(seconds=1))
        house.inside(house.rooms.sweep())
        assert house.inside(ended(house, made.id)) == ("time", mover)
    finally:
        house.stop()


async def shelved(house, name):
    """Wait until a room is forgotten; gives its clock."""
    while name in house.rooms.rooms or name not in house.rooms.shelf:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.01)
    return house.rooms.shelf[name].clock


async def ended(house, name):
    """Wait for the end of a match."""
    while not (kept := await house.rooms.store.read(name)).ending:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.01)
    return kept.ending.by.value, kept.ending.seat
