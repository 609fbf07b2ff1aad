from __future__ import annotations

import pytest

from bench.load import CLOSE_ENOUGH, Contestant, Ended, Search, race, sentence


@pytest.mark.parametrize("limit", [7, 50, 51, 333, 1000])
def test_the_search_closes_in_on_the_limit(limit):
    search, rounds = Search(start=50, most=3200), 0
    while (tables := search.wanted()) is not None:
        search.learn(tables, is_fine=tables <= limit)
        rounds += 1
    assert search.low <= limit < search.high <= max(search.low * CLOSE_ENOUGH, search.low + 1)
    assert rounds < 20


def test_one_bad_round_is_not_believed():
    search = Search(start=50, most=200)
    search.learn(50, is_fine=False)
    assert search.wanted() == 50
    search.learn(50, is_fine=True)
    assert search.wanted() == 100
    for tables in (100, 200):
        search.learn(tables, is_fine=True)
    assert search.wanted() is None
    assert search.high is None


def test_what_was_not_found_is_not_claimed():
    found = {"name": "ours", "fine_up_to": 200, "too_many_at": None, "most_moves_a_second": 190.0}
    assert "the most that were tried" in sentence(found, 100.0)
    assert "between 200 and 220 tables" in sentence({**found, "too_many_at": 220}, 100.0)


def test_a_server_that_ends_under_its_load_had_too_many_tables(monkeypatch):
    def measure(_rival, tables, _order):
        if tables > 60:
            raise Ended("it has ended")
        return {"p99_ms": 5.0, "cpu_ms_a_move": 0.5, "moves_a_second": float(tables)}

    monkeypatch.setattr("bench.load.measure", measure)
    rival, told = Contestant("theirs", "theirs", lambda *_: pytest.fail("nobody is served"), Search(50, 400)), []
    for _ in race([rival], {"limit": 100.0}, told.append):
        pass
    assert rival.search.low <= 60 < rival.search.high
    assert "  too many: it has ended" in told
