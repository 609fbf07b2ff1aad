"""Who is let in, what is limited, and what the server tells about itself."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
import time

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from matchday.engine.errors import MatchdayError
from matchday.server.hosts import Proxies, is_served, names_answered_to
from matchday.server.limits import Bucket, address_of, is_local, is_own_page
from matchday.server.logs import JsonLines
from matchday.server.metrics import Histogram
from matchday.server.settings import Settings
from tests.server.house import BOT, ENVIRONMENT, GAME, HUMAN, PATIENCE, House, until


def test_pages_load_nothing_from_elsewhere_and_nothing_inline(house):
    for path in ("/", "/api/health", "/api/nothing"):
        policy = house.http.get(path).headers["content-security-policy"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == "'self'"
        assert rules["frame-ancestors"] == "'none'"
        assert "http" not in policy


def test_other_pages_may_not_change_anything(house):
    order = {"game": GAME, "seats": [HUMAN, BOT]}
    for origin, status in (("https://elsewhere.example", 403), ("null", 403), (house.address, 201)):
        answer = house.http.post("/api/matches", json=order, headers={"Origin": origin})
        assert answer.status_code == status
    assert house.http.get("/api/health", headers={"Origin": "https://elsewhere.example"}).status_code == 200


def test_other_pages_get_no_socket(house):
    made = house.make(HUMAN, BOT)
    address = f"{house.address.replace('http', 'ws')}/api/matches/{made.id}/socket"
    with pytest.raises(InvalidStatus) as refused:
        connect(address, origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403
    with connect(address, origin=house.address):
        pass


def test_a_name_that_is_not_ours_is_not_answered_to(house):
    """A page of somebody else's whose name is made to lead here would be its own page."""
    for path in ("/", "/api/health", "/assets/x.js"):
        refused = house.http.get(path, headers={"Host": "rebound.example:8000"})
        assert (refused.status_code, refused.json()["code"]) == (421, "foreign_host")
        assert "rebound.example" in refused.json()["message"]
    order, foreign = {"game": GAME, "seats": [HUMAN, BOT]}, {"Host": "rebound.example"}
    foreign["Origin"] = "http://rebound.example"
    assert house.http.post("/api/matches", json=order, headers=foreign).status_code == 421
    made = house.make(HUMAN, BOT)
    with socket.create_connection(house.address.removeprefix("http://").split(":"), timeout=PATIENCE) as line:
        line.sendall(
            f"GET /api/matches/{made.id}/socket HTTP/1.1\r\nHost: rebound.example\r\nOrigin: http://rebound.example\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 403")


def test_names_that_are_answered_to():
    ours = (
        "localhost",
        "LOCALHOST:8000",
        "a.localhost",
        "127.0.0.1:80",
        "[::1]:8000",
        "[fe80::1%eth0]",
        "10.1.2.3",
        None,
    )
    assert all(is_served(host, ()) for host in ours)
    for host in (
        "games.example",
        "localhost.example",
        "127.0.0.1.example",
        "evil.example:localhost",
        "",
        "[x",
        "1.2.3",
    ):
        assert not is_served(host, ())
    assert is_served("Games.example.:8000", ("games.EXAMPLE",))
    assert not is_served("a.games.example", ("games.example",))
    assert is_served("anything.example", ("*",))
    assert "games.example" in names_answered_to(["games.example"])
    assert names_answered_to(["*"]) == "It answers to any name."


def test_serving_everywhere_says_which_names_are_answered_to(tmp_path):
    command = [sys.executable, "-m", "matchday", "serve", "--host", "0.0.0.0", "--port", "0"]  # noqa: S104 - said so
    command += ["--host-name", "games.example", "--database", str(tmp_path / "matches.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **ENVIRONMENT}) as process:  # noqa: S603
        try:
            address, names = (process.stdout.readline() for _ in range(2))
            assert "It answers to addresses in numbers and to localhost, games.example" in names
            with httpx.Client(base_url=address.split()[-1]) as http:
                found = [http.get("/api/health", headers={"Host": host}) for host in ("games.example", "other.example")]
            assert [answer.status_code for answer in found] == [200, 421]
        finally:
            process.terminate()


@pytest.mark.parametrize(
    ("trusted", "peer", "chain", "client"),
    [
        (("127.0.0.1",), "127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        (("127.0.0.1",), "::ffff:127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        (("127.0.0.1",), "127.0.0.1", ["6.6.6.6, 198.51.100.7"], "198.51.100.7"),  # the client wrote the first one
        (("127.0.0.1",), "127.0.0.1", ["6.6.6.6", "127.0.0.1, 198.51.100.7"], "198.51.100.7"),
        (("127.0.0.1", "10.0.0.0/8"), "127.0.0.1", ["6.6.6.6, 198.51.100.7, 10.1.1.1"], "198.51.100.7"),
        (("127.0.0.1",), "198.51.100.7", ["6.6.6.6"], "198.51.100.7"),  # no proxy of ours
        (("127.0.0.1",), "127.0.0.1", [], "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", [" , "], "127.0.0.1"),
        (("*",), "172.18.0.5", ["6.6.6.6, 192.168.1.9"], "192.168.1.9"),  # as that proxy has written, and no further
        (("*",), "172.18.0.5", ["127.0.0.1, 198.51.100.7:4711"], "198.51.100.7"),
        (("::1",), "::1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ((), "127.0.0.1", ["198.51.100.7"], "127.0.0.1"),
    ],
)
def test_where_a_request_comes_from_is_read_from_the_trusted_end(trusted, peer, chain, client):
    headers = [(b"x-forwarded-for", line.encode()) for line in chain]
    scope = {"type": "http", "client": (peer, 4711), "headers": headers}
    Proxies(trusted).see_through(scope)
    assert scope["client"][0] == client


def test_proxies_that_are_no_addresses_are_told_in_a_line():
    with pytest.raises(MatchdayError, match="proxies are addresses"):
        Proxies(["somewhere"])


def test_spoofed_chains_buy_nothing(tmp_path):
    """Whatever a client writes before its own address, it has one bucket; and it is not this machine."""
    house = House(str(tmp_path / "matches.db"), burst=10, requests_a_second=0.01, proxies=("127.0.0.1",))
    try:
        chains = [f"{number}.6.6.6, 198.51.100.7" for number in range(30)]
        answers = [house.http.get("/api/games", headers={"X-Forwarded-For": chain}).status_code for chain in chains]
        assert answers.count(200) == 10
        assert set(answers[10:]) == {429}
        spoofed = {"X-Forwarded-For": "127.0.0.1, 198.51.100.8"}
        assert house.http.get("/api/metrics", headers=spoofed).status_code == 404
    finally:
        house.stop()


def test_pages_and_files_have_a_limit_too(tmp_path):
    house = House(str(tmp_path / "matches.db"), burst=4, requests_a_second=0.01)
    try:
        answers = [house.http.get(path).status_code for path in ("/", "/x.js", "/matches/x", "/api/games") * 5]
        assert answers[3] == 200
        assert answers[-1] == answers[-2] == 429
        files = [status for number, status in enumerate(answers) if number % 4 != 3 and status != 429]
        assert len(files) > 4  # they are cheaper than calls
    finally:
        house.stop()


def test_long_paths_lead_nowhere(house):
    for path in ("a" * 300, "a/" * 3000, "assets/" + "a" * 5000 + ".js", "a%00.js", "%2e%2e/" * 50 + "x.y"):
        assert house.http.get(f"/{path}").status_code == 404, path
    for path in ("matches/x", "%00", "~"):
        assert house.http.get(f"/{path}").status_code == 200, path


def test_answers_of_calls_are_kept_nowhere(house):
    made = house.make(HUMAN, BOT)
    for path in ("/api/games", f"/api/matches/{made.id}", "/api/nothing", "/api"):
        assert house.http.get(path).headers.get_list("cache-control") == ["no-store"]
    assert house.http.post("/api/matches", json={}).headers["cache-control"] == "no-store"
    assert house.http.get("/").headers.get("cache-control") != "no-store"


def test_origins_that_are_set_are_let_in():
    other = {"origin": "https://other.example", "host": "ours.example"}
    assert not is_own_page(other, ())
    assert is_own_page(other, ("https://other.example",))
    assert is_own_page({"host": "ours.example"}, ())
    assert is_own_page({"origin": "https://OURS.example:8443", "host": "ours.example:8443"}, ())


def test_an_address_may_not_ask_all_the_time(tmp_path):
    house = House(str(tmp_path / "matches.db"), burst=20, requests_a_second=0.5)
    try:
        assert [house.http.get("/api/health").status_code for _ in range(10)] == [200] * 10
        until(lambda: house.http.get("/api/health").status_code == 429)
        refused = house.http.post("/api/matches", json={})
        assert (refused.status_code, refused.json()["code"]) == (429, "too_often")
        until(lambda: house.http.get("/api/health").status_code == 200)
        until(lambda: house.http.get("/").status_code == 200)
    finally:
        house.stop()


def test_an_address_has_so_many_sockets(tmp_path):
    house = House(str(tmp_path / "matches.db"), sockets_an_address=2)
    try:
        made = house.make(HUMAN, BOT)
        with made.sit(0) as one, made.sit(None):
            one.view()
            with pytest.raises(InvalidStatus):
                made.sit(None)
        with made.sit(0) as again:
            again.view()
    finally:
        house.stop()


def test_a_socket_that_sends_all_the_time_is_read_slowly(tmp_path):
    house = House(str(tmp_path / "matches.db"), messages_burst=5, messages_a_second=10)
    try:
        made = house.make(HUMAN, BOT)
        with made.sit(0) as guest:
            guest.view()
            began = time.monotonic()
            for _ in range(20):
                guest.send(type="lang", lang="pl")
            guest.play(100_000)
            guest.error()
            assert time.monotonic() - began > 1.4  # sixteen messages more than the burst, ten a second
    finally:
        house.stop()


def test_buckets_fill_again():
    bucket = Bucket(2, 0.01)
    assert [bucket.wait(1), bucket.wait(1)] == [0, 0]
    assert 0 < bucket.wait(2) <= 200
    bucket.at -= 200
    assert bucket.wait(2) == 0


def test_households_share_an_address():
    assert address_of(("2001:db8::1", 1)) == address_of(("2001:db8::ffff", 2)) != address_of(("2001:db8:0:1::1", 1))
    assert address_of(("192.0.2.1", 1)) != address_of(("192.0.2.2", 1))
    assert address_of(None) == address_of(("", 0)) == ""
    assert [is_local(("127.0.0.1", 1)), is_local(("192.0.2.1", 1)), is_local(("x", 1)), is_local(None)] == [
        True,
        False,
        False,
        False,
    ]


def test_metrics_are_read_by_this_machine(house):
    made = house.make(HUMAN, BOT, seed="metrics").play_out(6)
    made.get("/nothing")
    text = house.http.get("/api/metrics").text
    found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert int(found[f'matchday_moves_total{{game="{GAME}",by="person"}}']) >= 1
    assert int(found["matchday_move_seconds_count"]) >= 6
    assert int(found['matchday_answers_total{status="404"}']) >= 1
    assert made.id not in text


def test_a_histogram_counts_up():
    histogram = Histogram("x", "y")
    for seconds in (0.001, 0.3, 100):
        histogram.observe(seconds)
    lines = list(histogram.lines())
    assert 'x_bucket{le="0.005"} 1' in lines
    assert 'x_bucket{le="0.5"} 2' in lines
    assert 'x_bucket{le="+Inf"} 3' in lines


def test_ready_and_healthy(house):
    for path in ("/api/health", "/api/ready"):
        assert house.http.get(path).json()["status"] == "ok"
    house.rooms.is_closing = True
    try:
        assert house.http.get("/api/ready").status_code == 503
        assert house.http.get("/api/health").status_code == 200
    finally:
        house.rooms.is_closing = False


def test_logs_are_lines_of_json_without_secrets(house, caplog):
    with caplog.at_level(logging.INFO, "matchday.server.guard"):
        made = house.make({"kind": "human", "name": "Secret Name"}, HUMAN)
        made.get("/view", made.tokens[0], lang="pl")
        house.http.get("/api/matches", headers={"X-Seat-Tokens": made.tokens[1]})
        house.http.get("/api/%0a%0dfaked")
        code = house.http.post(
            f"/api/matches/{made.id}/invite", json={}, headers={"Authorization": f"Bearer {made.tokens[0]}"}
        ).json()["code"]
        house.http.post(f"/api/matches/{made.id}/join", json={"code": code})
        house.http.get("/api/health")
    lines = [JsonLines().format(record) for record in caplog.records]
    read = [json.loads(line) for line in lines]
    assert all("\n" not in line for line in lines)
    assert {"method", "path", "status", "ms", "at"} <= set(read[0])
    for secret in (*made.tokens, code, "Secret Name"):
        assert not any(secret in line for line in lines)


def test_settings_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("MATCHDAY_KEEP_DAYS", "7")
    monkeypatch.setenv("MATCHDAY_ORIGINS", "https://a.example https://b.example")
    monkeypatch.setenv("MATCHDAY_JSON_LOGS", "true")
    found = Settings.from_environment(database="x")
    assert (found.keep_days, found.json_logs, found.database) == (7, True, "x")
    assert found.origins == ("https://a.example", "https://b.example")
    monkeypatch.setenv("MATCHDAY_KEEP_DAYS", "a week")
    with pytest.raises(MatchdayError, match="MATCHDAY_KEEP_DAYS"):
        Settings.from_environment()


def test_a_page_checks_a_file(house):
    made = house.make(HUMAN, BOT).play_out()
    text = made.get("/file").text
    told = house.http.post("/api/verify", content=text.encode(), params={"lang": "pl"}).json()
    assert told["fair"]
    assert {finding["code"] for finding in told["findings"]} >= {"commitment_fits", "server_alone", "moves_legal"}
    assert {finding["part"] for finding in told["findings"]} == {"dice", "moves"}
    wrong = house.http.post("/api/verify", content=text.replace('[Secret "', '[Secret "0', 1).encode()).json()
    assert not wrong["fair"]
    lines = text.splitlines()
    third = next(number for number, line in enumerate(lines) if line.startswith("3. "))
    lines[third] = lines[third].rpartition("#")[0] + "#00000000"
    changed = house.http.post("/api/verify", content="\n".join(lines).encode()).json()
    assert not changed["fair"]
    [broken] = [finding["text"] for finding in changed["findings"] if finding["verdict"] == "broken"]
    assert "ply 3" in broken
    assert house.http.post("/api/verify", content=b"\xff").status_code == 422
