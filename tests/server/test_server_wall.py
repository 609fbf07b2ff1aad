"""The time of day may jump, and rows may be broken: nobody else loses by it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text, update

from matchday.server.clocks import DAY
from matchday.server.rows import MatchRow, PulseRow
from matchday.server.wall import LONGEST_OUTAGE, TOLERANCE, Pulse, Wall
from tests.server.house import HUMAN, House
from tests.server.test_server_links import begin, invited

NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)
DAYS, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


class Machine(Wall):
    """A wall whose clocks are set by hand."""

    def __init__(self, **last):
        self.at, self.ticks, self.run = NOON, 1000.0, "this"
        super().__init__()
        self.start(Pulse(**last) if last else None, [])

    def read(self):
        return Pulse(self.at, self.run, self.ticks)

    def pass_by(self, length):
        """Let real time pass."""
        self.at, self.ticks = self.at + length, self.ticks + length.total_seconds()


def test_time_that_passes_counts():
    wall = Machine()
    wall.pass_by(5 * DAYS)
    assert wall.since(NOON) == 5 * DAYS
    assert wall.ago(2 * DAYS) == NOON + 3 * DAYS
    assert not wall.gaps


def test_a_jump_ahead_counts_for_nobody():
    wall = Machine()
    wall.pass_by(HOUR)
    wall.at += 30 * DAYS
    wall.pass_by(HOUR)
    assert wall.since(NOON) == 2 * HOUR
    wall.pass_by(DAYS)
    assert wall.since(NOON) == DAYS + 2 * HOUR
    assert wall.since(wall.at - HOUR) == HOUR
    assert wall.ago(DAYS + 2 * HOUR) == NOON
    assert len(wall.found) == 1


def test_a_jump_ahead_and_back_again_leaves_nothing_behind():
    wall = Machine()
    wall.at += 30 * DAYS
    wall.now()
    moved = wall.at  # somebody moves meanwhile
    wall.at -= 30 * DAYS
    wall.pass_by(HOUR)
    assert wall.since(NOON) == HOUR
    assert wall.since(moved) == timedelta(0)
    wall.pass_by(40 * DAYS)
    assert wall.since(NOON) == 40 * DAYS + HOUR
    assert not wall.gaps


def test_between_two_runs_of_a_server_a_jump_is_told_from_an_outage():
    outage = Machine(at=NOON - 3 * DAYS, boot="this", ticks=1000.0 - 3 * DAY)
    assert outage.since(NOON - 3 * DAYS) == 3 * DAYS
    jump = Machine(at=NOON - 3 * DAYS, boot="this", ticks=1000.0 - 60)
    assert jump.since(NOON - 3 * DAYS) == MINUTE


def test_where_the_machine_was_restarted_up_to_a_day_counts():
    for outage, counts in ((20 * HOUR, 20 * HOUR), (LONGEST_OUTAGE + HOUR, timedelta(0)), (90 * DAYS, timedelta(0))):
        wall = Machine(at=NOON - outage, boot="before", ticks=99.0)
        assert wall.since(NOON - outage) == counts


@given(st.lists(st.tuples(st.booleans(), st.integers(-1000, 1000)), max_size=12))
def test_nobody_is_charged_more_than_has_passed(steps):
    """Whatever jumps: at most a tolerance each time."""
    wall, passed = Machine(), timedelta(0)
    for is_jump, hours in steps:
        if is_jump:
            wall.at += hours * HOUR
        else:
            wall.pass_by(abs(hours) * HOUR)
            passed += abs(hours) * HOUR
        assert timedelta(0) <= wall.since(NOON) <= passed + len(steps) * TOLERANCE


# ---------------------------------------------------------------- on a server


@pytest.fixture
def house(tmp_path):
    served = House(str(tmp_path / "matches.db"), sweep_seconds=1000, keep_days=90, gather_days=30)
    yield served
    served.stop()


def days(house):
    """A match by correspondence, in nobody's memory."""
    made = house.make(HUMAN, HUMAN, clock={"kind": "days", "seconds": 2 * DAY}).play_out(2)
    house.rooms.rooms.clear()
    return made


async def change(house, *changes):
    async with house.rooms.store.engine.begin() as connection:
        for each in changes:
            await connection.execute(each)


def test_a_jump_of_the_wall_clock_ends_and_deletes_nothing(house):
    made, waiting = days(house), invited(house, HUMAN, {"kind": "friend"})
    wall, ahead = house.rooms.store.wall, 400 * DAYS
    read = wall.read
    wall.read = lambda: replace(read(), at=read().at + ahead)
    for _ in range(2):
        house.inside(house.rooms.sweep())
        house.rooms.rooms.clear()
    assert not made.get().json()["over"]
    assert waiting.get().status_code == 200
    left = house.room(made.id).time.clock.left
    assert min(left) > 2 * DAY - 600
    house.restart()  # the time of day is right again
    house.inside(house.rooms.sweep())
    assert not made.get().json()["over"]
    assert waiting.get().status_code == 200


@pytest.mark.parametrize(
    ("boot", "outage", "is_over"),
    [(None, timedelta(seconds=5), False), (None, 5 * DAYS, True), ("another", 5 * DAYS, False)],
)
def test_a_jump_between_two_runs_is_told_from_time_that_has_passed(house, boot, outage, is_over):
    made, past = days(house), datetime.now(UTC) - 5 * DAYS
    wall = house.rooms.store.wall
    pulse = {"at": past, "boot": boot or wall.boot, "ticks": wall.last.ticks - outage.total_seconds()}
    rows = (
        update(MatchRow).where(MatchRow.id == made.id).values(updated=past, flag_at=past + 2 * DAYS),
        update(PulseRow).values(pulse),
    )
    house.stop()

    async def age():
        from matchday.server.store import Store

        store = Store(house.settings)
        async with store.engine.begin() as connection:
            for row in rows:
                await connection.execute(row)
        await store.aclose()

    import asyncio

    asyncio.run(age())
    house.start()
    house.inside(house.rooms.sweep())
    room = house.room(made.id)
    house.inside(asyncio.sleep(0))
    while house.rooms.tasks:
        house.inside(asyncio.sleep(0.01))
    assert room.match.over == is_over


# ---------------------------------------------------------------- the sweeper


def test_what_cannot_be_helped_does_not_keep_others_from_their_turn(house):
    """Live clocks that nobody has come to do not run, though their time may be up."""
    clock = {"kind": "budget", "seconds": 60}
    hopeless = [begin(invited(house, HUMAN, {"kind": "friend"}, clock=clock)) for _ in range(3)]
    made, past, store = days(house), datetime.now(UTC) - 3 * DAYS, house.rooms.store
    due = store.due
    store.due = lambda: due(2)  # a small page
    house.inside(
        change(
            house,
            update(MatchRow).where(MatchRow.id != made.id).values(flag_at=past - DAYS, updated=past),
            update(MatchRow).where(MatchRow.id == made.id).values(flag_at=past, updated=past),
        )
    )
    for _ in range(2):
        house.inside(house.rooms.sweep())
    while house.rooms.tasks:
        house.http.get("/api/health")
    assert made.get().json()["over"]
    assert not any(each.get().json()["over"] for each in hopeless)
    house.inside(house.rooms.sweep())
    assert house.inside(due()) == []
    later = house.inside(flags(house))
    assert min(later) > datetime.now(UTC) + 2 * DAYS  # as long again as nobody has moved


async def flags(house):
    from sqlalchemy import select

    async with house.rooms.store.engine.connect() as connection:
        return list((await connection.execute(select(MatchRow.flag_at).where(MatchRow.over.is_(False)))).scalars())


@pytest.mark.parametrize(
    "harm",
    ["options = '{'", "game = 'chess'", """options = '{"nonsense": 1}'""", "names = '7'", "clock = '[1]'", "seed = ''"],
)
def test_a_broken_row_stops_neither_the_sweeper_nor_a_list(house, harm):
    # many moves: a single one may by luck be one of the empty seed’s deal as well
    broken, whole = house.make(HUMAN, HUMAN).play_out(40), house.make(HUMAN, HUMAN).play_out(40)
    if broken.id > whole.id:  # the broken one comes first
        broken, whole = whole, broken
    house.rooms.rooms.clear()
    past = datetime.now(UTC) - 31 * DAYS
    house.inside(
        change(
            house,
            update(MatchRow).values(updated=past),
            text(f"UPDATE matches SET {harm} WHERE id = :id").bindparams(id=broken.id),  # noqa: S608 - ours
        )
    )
    tokens = ",".join([broken.tokens[0], whole.tokens[0]])
    house.inside(house.rooms.sweep())
    assert whole.get().json()["ended"]["by"] == "abandon"
    listed = house.http.get("/api/matches", headers={"X-Seat-Tokens": tokens})
    assert listed.status_code == 200
    assert whole.id in [match["id"] for match in listed.json()]
    assert broken.get().status_code in {404, 409}
    house.inside(house.rooms.sweep())


def test_what_could_not_be_looked_after_is_tried_less_and_less(house):
    rooms = house.rooms

    def broken(_room):
        raise ValueError

    made = house.make(HUMAN, HUMAN)
    for _ in range(3):
        house.inside(rooms.look_after(made.id, broken))
    assert rooms.hopeless[made.id][1] == 240
    house.inside(rooms.look_after(made.id, lambda _room: None))
    assert made.id not in rooms.hopeless


def test_health_is_told_of_a_database_that_cannot_be_written(house):
    assert house.http.get("/api/health").status_code == 200
    store = house.rooms.store
    write, tried = store.writer.write, []

    def full(changes):
        tried.append(len(changes))
        return write([lambda connection: connection.execute(text("PRAGMA query_only=ON")), *changes])

    store.writer.write = full
    store.checked = 0.0
    answers = [house.http.get(path) for path in ("/api/health", "/api/ready", "/api/health")]
    assert [(answer.status_code, answer.json()["status"]) for answer in answers] == [(503, "no database")] * 3
    assert len(tried) == 1  # not more than once a second
