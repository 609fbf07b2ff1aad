"""Who is let in, what is limited, and what the server tells about itself."""

from __future__ import annotations

import json
import logging
import time

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from matchday.engine.errors import MatchdayError
from matchday.server.limits import Bucket, address_of, is_local, is_own_page
from matchday.server.logs import JsonLines
from matchday.server.metrics import Histogram
from matchday.server.settings import Settings
from tests.server.house import BOT, GAME, HUMAN, House


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


def test_origins_that_are_set_are_let_in():
    other = {"origin": "https://other.example", "host": "ours.example"}
    assert not is_own_page(other, ())
    assert is_own_page(other, ("https://other.example",))
    assert is_own_page({"host": "ours.example"}, ())
    assert is_own_page({"origin": "https://OURS.example:8443", "host": "ours.example:8443"}, ())


def test_an_address_may_not_ask_all_the_time(tmp_path):
    house = House(str(tmp_path / "matches.db"), burst=20, requests_a_second=1)
    try:
        answers = [house.http.get("/api/health").status_code for _ in range(40)]
        assert answers[:10] == [200] * 10
        assert 429 in answers
        refused = house.http.post("/api/matches", json={})
        assert (refused.status_code, refused.json()["code"]) == (429, "too_often")
        time.sleep(1.5)
        assert house.http.get("/api/health").status_code == 200
        assert house.http.get("/").status_code == 200
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
