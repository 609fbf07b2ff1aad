"""Several workers on one machine: any of them serves any match, and together they are one server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from matchday.engine.errors import MatchdayError
from matchday.match.files import load_match
from matchday.server import doorman
from matchday.server.limits import Allowance, Buckets, Ledger, Limits
from matchday.server.line import home_of
from matchday.server.metrics import Metrics
from matchday.server.problems import Busy, TooMuch
from matchday.server.settings import Settings
from matchday.server.wiring import WorkersWire
from tests.server import kills
from tests.server.house import BOT, ENVIRONMENT, HUMAN, PATIENCE, UNHURRIED, Guest, Serving, children, is_running, until
from tests.server.postgres import Postgres, is_here
from tests.server.test_server_connections import line_to, read_all

STAYS = {"X-Long": "x" * 4000}
"""A head that is too long to be passed on: such a connection is served by the worker whose turn it is."""


class Workers(Serving):
    """`matchday serve --workers 2`."""

    def __init__(self, database: Path | str, **settings: object) -> None:
        self.database = database
        super().__init__(database, "--workers", "2", **{**UNHURRIED, "bot_pause": 0.0, **settings})

    def workers(self) -> dict[str, int]:
        """The workers that run now: names and process ids."""
        found = {}
        for pid in children(self.process.pid):
            said = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            if b"matchday.server.worker" in said:
                found[said[said.index(b"matchday.server.worker") + 1].decode()] = pid
        return found

    def stop(self) -> int:
        self.http.close()
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        return status

    def kill(self) -> None:
        """Kill the doorman, and wait until his workers are gone."""
        pids = self.workers().values()
        self.process.kill()
        until(lambda: not any(is_running(pid) for pid in pids))
        super().kill()

    def metric(self, name: str) -> int:
        lines = self.http.get("/api/metrics").text.splitlines()
        return sum(int(line.split()[-1]) for line in lines if line.partition("{")[0].split()[0] == name)


def catch_up(guests: list[Guest]) -> dict[str, Any]:
    """Let all see as far as the one who has seen most."""
    ply = max(guest.last["ply"] for guest in guests)
    for guest in guests:
        while guest.last["ply"] < ply:
            guest.view()
    return guests[0].last


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    served = Workers(tmp_path_factory.mktemp("workers") / "matches.db")
    yield served
    served.stop()


def stay(made, seat, **hello):
    """Take a seat at the worker whose turn it is, wherever the match is at home."""
    guest = Guest(made, STAYS)
    guest.hello(None if seat is None else made.tokens[seat], **hello)
    return guest


def play_on(guests, plies):
    """Let two people play, each seeing every move of the other; gives the ply that was acknowledged last."""
    for _ in range(plies):
        if catch_up(guests)["over"]:
            break
        guests[guests[0].waiting[0]].move()
    return catch_up(guests)["ply"]


def test_every_match_has_one_home_and_keeps_it_when_another_worker_goes():
    names = [f"match {number}" for number in range(400)]
    homes = {name: home_of(name, range(4)) for name in names}
    assert all(70 < list(homes.values()).count(place) < 130 for place in range(4))
    moved = {name for name in names if home_of(name, (0, 1, 3)) != homes[name]}
    assert moved == {name for name in names if homes[name] == 2}


class Between:
    """The line of a worker that is told of at once, and what was told."""

    def __init__(self, own: str, told: list[tuple[str, str]]) -> None:
        self.own, self.told, self.living, self.lost = own, told, {0: "0.1", 1: "1.1"}, []
        self.others: list[Between] = []

    def hear(self, _topic, take) -> None:
        self.take = take

    def tell(self, _topic, note) -> None:
        self.told.append((self.own, note["kind"]))
        for other in self.others:
            other.take(note)


def test_what_one_worker_alone_has_in_memory_is_told_to_nobody():
    told: list[tuple[str, str]] = []
    lines = [Between("0.1", told), Between("1.1", told)]
    lines[0].others, lines[1].others = [lines[1]], [lines[0]]
    held, heard = [{"m"}, set()], []
    wires = [WorkersWire(line) for line in lines]
    for number, wire in enumerate(wires):
        wire.open(lambda note: heard.append(note["kind"]), lambda: heard.append("resume"), held[number].__contains__)
    wires[0].stored("m", is_step=True)
    wires[0].tell("m", "here", seats=[0])
    assert told == []
    wires[1].stored("m", is_step=False)  # by who has it not in memory: it is told
    assert told == [("1.1", "change"), ("0.1", "change")]  # and who has, and has kept silent, has others look anew
    assert heard == ["change", "who", "change"]  # and tells who is there
    del told[:]
    held[1].add("m")
    wires[1].tell("m", "who", seats=[])
    wires[0].stored("m", is_step=True)
    wires[1].stored("m", is_step=True)
    assert told == [("1.1", "who"), ("0.1", "step"), ("1.1", "step")]
    del told[:]
    held[1].discard("m")
    wires[1].forget("m")
    wires[0].stored("m", is_step=True)
    assert told == [("1.1", "gone")]
    held[1].add("m")
    wires[1].tell("m", "who", seats=[])
    assert told == [("1.1", "gone"), ("1.1", "who"), ("0.1", "change")]  # the step that was not told
    wires[0].lose("1.1")
    assert heard[-1] == "resume"
    assert wires[0].is_alone("m")


def test_two_people_play_a_match_to_the_end_wherever_it_is_at_home(two):
    for home in (0, 1):
        made = two.make(HUMAN, HUMAN)
        while home_of(made.id, (0, 1)) != home:
            made = two.make(HUMAN, HUMAN)
        with made.sit(0) as one, made.sit(1) as other, stay(made, None) as here, stay(made, None) as there:
            for guest in (one, other, here, there):
                guest.view()
            play_on([one, other], 10_000)
            for watcher in (here, there):  # one of them is at the other worker
                while not watcher.last["over"]:
                    watcher.view()
            assert one.last["result"] == other.last["result"] == here.last["result"] == there.last["result"]
        assert made.get().json()["ply"] == one.last["ply"]
        assert load_match(made.get("/file").text).over


def test_people_at_two_workers_play_talk_and_agree(two):
    made = two.make(HUMAN, HUMAN, options={"level_score": "draw"})
    with stay(made, 0) as one, stay(made, 1) as other:
        guests = [one, other]
        for guest in guests:
            guest.view()
        while one.until("presence")["here"] != [True, True]:
            pass
        play_on(guests, 12)
        one.send(type="say", phrase="good_luck")
        assert other.until("said")["phrase"] == "good_luck"
        other.send(type="offer", what="draw")
        assert one.until("offer")["seat"] == 1
        one.send(type="answer", what="draw", accept=True)
        while not other.last["over"]:
            other.view()
        assert other.last["ended"] == {"by": "draw", "seat": None}


def test_calls_and_sockets_see_the_same_over_every_line(two):
    """A line that is kept goes to the home of the match that it asks for next, and back."""
    made = [two.make(HUMAN, HUMAN) for _ in range(8)]
    assert {home_of(each.id, (0, 1)) for each in made} == {0, 1}
    with httpx.Client(base_url=two.address, timeout=PATIENCE) as http:
        for turn in range(2):
            for each in made:
                with each.sit(0) as one, each.sit(1) as other:
                    one.view()
                    other.view()
                    ply = play_on([one, other], 1)
                    assert ply == turn + 1
                    assert http.get(f"/api/matches/{each.id}").json()["ply"] == ply
                    assert http.get(f"/api/matches/{each.id}", headers=STAYS).json()["ply"] == ply
                assert http.get("/api/games").status_code == 200


def test_a_table_is_in_one_workers_memory(tmp_path):
    house = Workers(tmp_path / "matches.db", idle_rooms=0)
    try:
        made = [house.make(HUMAN, HUMAN) for _ in range(6)]
        guests = [each.sit(seat) for each in made for seat in (0, 1)]
        for guest in guests:
            guest.view()
        for each in made:
            assert each.get("/view").status_code == 200
        until(lambda: house.metric("matchday_sockets") == 12)
        assert house.metric("matchday_tables") == 6
        for guest in guests:
            guest.close()
    finally:
        house.stop()


def test_bots_play_at_their_home_alone(two):
    made = two.make(BOT, BOT)
    with stay(made, None) as here, stay(made, None) as there:
        for guest in (here, there):
            while not guest.last.get("over"):
                guest.view()
        assert here.last["ply"] == there.last["ply"] == made.get().json()["ply"]


def test_seats_change_hands_over_two_workers(two):
    order = {"game": "pilka_w_grze", "seats": [HUMAN, {"kind": "friend"}]}
    told = two.http.post("/api/matches", json=order).json()
    path = f"/api/matches/{told['id']}"
    with httpx.Client(base_url=two.address, headers=STAYS) as one, httpx.Client(base_url=two.address) as other:
        assert not one.get(path).json()["seats"][1]["taken"]
        joined = other.post(f"{path}/join", json={"code": told["seats"][1]["invite"], "name": "Ela"})
        assert joined.status_code == 201
        until(lambda: one.get(path).json()["seats"][1]["taken"])


def test_a_killed_worker_is_replaced_and_nothing_acknowledged_is_lost(tmp_path, capfd):
    house = Workers(tmp_path / "matches.db")
    try:
        made = [house.make(HUMAN, HUMAN) for _ in range(6)]
        tables = [[each.sit(seat) for seat in (0, 1)] for each in made]
        acknowledged = []
        for guests in tables:
            for guest in guests:
                guest.view()
            acknowledged.append(play_on(guests, 7))
        moves, before = house.metric("matchday_moves_total"), house.workers()
        assert set(before) == {"0.1", "1.1"}
        for guests in tables:
            guests[guests[0].waiting[0]].play(guests[guests[0].waiting[0]].my_turn()["choices"][0]["action"])
        os.kill(before["1.1"], signal.SIGKILL)  # with moves on their way
        for each, guests, ply in zip(made, tables, acknowledged, strict=True):
            if home_of(each.id, (0, 1)) == 1:
                assert guests[0].closed() == 1006
                guests[:] = [each.sit(seat) for seat in (0, 1)]  # at the other worker, or at the new one
                for guest in guests:
                    guest.view()
            assert catch_up(guests)["ply"] in {ply, ply + 1}
            play_on(guests, 5)
        until(lambda: set(house.workers()) == {"0.1", "1.2"})
        for each, guests in zip(made, tables, strict=True):
            for guest in guests:
                guest.close()
            guests[:] = [each.sit(seat) for seat in (0, 1)]
            for guest in guests:
                guest.view()
            play_on(guests, 10_000)
            assert each.get().json()["over"]
            for guest in guests:
                guest.close()
        assert house.metric("matchday_moves_total") >= moves
        assert "worker 1 has died (status -9)" in capfd.readouterr().err
    finally:
        house.stop()


def test_when_the_doorman_goes_nobody_stays(tmp_path):
    """Killed, or told to stop: the workers stop as well, and let go of the file."""
    house = Workers(tmp_path / "matches.db")
    made = house.make(HUMAN, HUMAN)
    guests = [made.sit(seat) for seat in (0, 1)]
    for guest in guests:
        guest.view()
    ply, pids = play_on(guests, 5), house.workers().values()
    assert len(pids) == 2
    house.kill()
    assert not any(is_running(pid) for pid in pids)
    for guest in guests:
        assert guest.closed() in {1001, 1006, 1012}
        guest.close()
    again = made.house = Workers(tmp_path / "matches.db")
    with made.sit(0) as guest, line_to(again) as silent:
        assert guest.view()["ply"] == ply
        pids = again.workers().values()
        assert again.stop() == -signal.SIGTERM
        assert not any(is_running(pid) for pid in pids)
        assert guest.closed() in {1001, 1012}
        assert read_all(silent) == b""


def test_killed_under_load_nothing_is_lost_or_doubled(tmp_path):
    found = kills.run(str(tmp_path / "matches.db"), acknowledged=100, tables=4, moves_a_life=50, workers=2)
    assert found.kills > 1


def serve(*arguments):
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "matchday", "serve", "--port", "0", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, **ENVIRONMENT},
    )


def test_the_file_is_served_by_one_server_alone(two):
    for more in ((), ("--workers", 2)):
        second = serve("--database", two.database, *more)
        assert second.returncode == 2
        [line] = second.stderr.strip().splitlines()
        assert "matches.db is in use: another process serves it" in line


def test_what_is_wrong_is_said_in_a_line(tmp_path, monkeypatch):
    (tmp_path / "broken.db").write_bytes(b"no database at all" * 100)
    broken = serve("--database", tmp_path / "broken.db", "--workers", 2)
    assert broken.returncode == 2
    [line] = broken.stderr.strip().splitlines()
    assert "cannot be used" in line
    for number in (0, 65, -1):
        refused = serve("--database", tmp_path / "x.db", "--workers", number)
        assert refused.returncode == 2
        assert "Invalid value for '--workers'" in refused.stderr
    assert not (tmp_path / "x.db").exists()
    monkeypatch.delattr(socket, "send_fds")
    with pytest.raises(MatchdayError, match="several workers need a system"):
        doorman.serve(Settings(database=str(tmp_path / "x.db")), "127.0.0.1", 0, 2)


def test_a_worker_that_cannot_start_ends_the_server(tmp_path):
    """The database is well, but workers are told something that they cannot read."""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", BAD_WORKERS, str(tmp_path / "x.db")],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, **ENVIRONMENT},
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "MATCHDAY_BURST" in done.stderr
    assert "MatchdayError: a worker could not be started" in done.stderr


BAD_WORKERS = """
import sys
from matchday.server import doorman
from matchday.server.settings import Settings
from matchday.server.wiring import WorkersWire
doorman.prepare = lambda settings: 0
doorman.serve(Settings(database=sys.argv[1], burst="nonsense"), "127.0.0.1", 0, 2)
"""


# ---------------------------------------------------------------- limits


def test_connections_of_an_address_are_counted_at_the_door(tmp_path):
    house = Workers(tmp_path / "matches.db", proxies="127.0.0.2", connections_an_address=6, connections=7)
    try:
        house.http.close()
        lines = [line_to(house) for _ in range(6)]
        with line_to(house) as seventh:
            assert read_all(seventh) == b""
        lines.pop().close()

        def place():
            with line_to(house) as line:
                line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return read_all(line).startswith(b"HTTP/1.1 200")

        until(place)  # the worker has told that one is gone
        until(place)
        for line in lines:
            line.close()
    finally:
        house.stop()


def test_silent_connections_keep_nobody_waiting_and_are_hung_up_on(tmp_path):
    house = Workers(tmp_path / "matches.db", request_seconds=3.0)
    try:
        silent = [line_to(house) for _ in range(300)]
        half = [line_to(house) for _ in range(50)]
        for line in half:
            line.sendall(b"GET /api/matches/ab")
        made = house.make(HUMAN, HUMAN)
        with made.sit(0) as one, made.sit(1) as other:
            one.view()
            other.view()
            assert play_on([one, other], 10) == 10
        for line in (*silent, *half):
            assert read_all(line) == b""
            line.close()
        assert house.make(HUMAN, HUMAN).get().status_code == 200
    finally:
        house.stop()


def test_sockets_and_calls_of_an_address_are_limited_at_all_workers_together(tmp_path):
    house = Workers(tmp_path / "matches.db", sockets_an_address=2, burst=200, requests_a_second=1e-6)
    try:
        made = house.make(HUMAN, HUMAN)
        far = {"X-Forwarded-For": "192.0.2.7", **STAYS}
        held = [Guest(made, far), Guest(made, far)]  # one at each worker

        def is_refused():
            try:
                Guest(made, far).close()
            except InvalidStatus as error:
                return error.response.status_code == 403
            return False

        until(is_refused)
        until(is_refused)  # whoever's turn it is
        held.pop().close()
        until(lambda: not is_refused())
        held.pop().close()
        asked = {"X-Forwarded-For": "192.0.2.8"}
        with (
            httpx.Client(base_url=house.address, headers=asked) as one,
            httpx.Client(base_url=house.address, headers=asked) as other,
        ):
            assert other.get("/api/health").status_code == 200
            while one.get("/api/health").status_code == 200:
                pass
            answers = 1
            while other.get("/api/health").status_code == 200:  # it has hardly asked for anything itself
                answers += 1
                time.sleep(0.05)
            assert answers < 150
    finally:
        house.stop()


def test_what_is_spent_elsewhere_is_taken_here():
    ledgers = [Ledger(is_told=True) for _ in range(2)]
    buckets = [Buckets(10, 1e-9, ledger.account("asked")) for ledger in ledgers]
    allowed = [Allowance(4, 5, ledger.account("made")) for ledger in ledgers]
    for _ in range(7):
        buckets[0].of("a").wait()
    for address in ("a", "a", "a", "b"):
        allowed[0].spend(address)
    ledgers[1].take(ledgers[0].settle())
    assert ledgers[0].settle() == {}
    assert ledgers[1].settle() == {}  # what was told is not told again
    assert [bool(buckets[1].of("a").wait()) for _ in range(4)] == [False, False, False, True]
    assert not buckets[1].of("b").wait()
    allowed[1].spend("a")
    for address, refusal in (("a", TooMuch), ("c", Busy)):  # of its own nothing is left; of all together neither
        with pytest.raises(refusal):
            allowed[1].spend(address)


def test_sockets_at_a_worker_that_is_gone_do_not_count():
    limits = Limits(1, 1, 2)
    limits.meet("1.1", {"a": 2, "b": 1})
    assert not limits.may_connect("a")
    limits.meet("1.1", {"a": 1})
    assert limits.may_connect("a")
    limits.connect("a")
    assert not limits.may_connect("a")
    limits.elsewhere.pop("1.1")
    assert limits.may_connect("a")


def test_metrics_are_those_of_all_workers():
    here, there = Metrics(), Metrics()
    for metrics, moves in ((here, 3), (there, 4)):
        metrics.moves["mcs", "person"] = moves
        metrics.answers[200] = moves
        for _ in range(moves):
            metrics.stored.observe(0.001)
    here.elsewhere["1.1"] = there.told(5, 6)
    text = here.text(here.told(1, 2), "1")
    for line in (
        "matchday_tables 6",
        "matchday_sockets 8",
        'matchday_moves_total{game="mcs",by="person"} 7',
        'matchday_answers_total{status="200"} 7',
        "matchday_move_seconds_count 7",
    ):
        assert line in text.splitlines()


def test_settings_reach_workers_as_they_are(monkeypatch):
    settings = Settings(
        database="some where.db", hosts=("a.example", "b.example"), burst=1e9, json_logs=True, proxies=()
    )
    for name, value in settings.to_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings.from_environment() == settings
    shared = Settings(bot_threads=3, most_rooms=5000, idle_rooms=256).share(2)
    assert (shared.bot_threads, shared.most_rooms, shared.idle_rooms) == (2, 2500, 128)


# ---------------------------------------------------------------- PostgreSQL


@pytest.mark.xdist_group("postgres")
@pytest.mark.skipif(not is_here() and not os.environ.get("CI"), reason="no PostgreSQL programs, or no asyncpg")
def test_workers_on_postgresql():
    postgres = Postgres()
    try:
        house = Workers(postgres.database("workers"))
        made = house.make(HUMAN, HUMAN)
        with stay(made, 0) as one, stay(made, 1) as other:
            one.view()
            other.view()
            play_on([one, other], 10_000)
            assert one.last["over"]
            assert one.last["result"] == other.last["result"]
        assert house.stop() == -signal.SIGTERM
    finally:
        postgres.stop()
