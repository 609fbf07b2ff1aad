"""The match of the day follows from the date alone, and the games take turns."""

from __future__ import annotations

from datetime import date, timedelta

from matchday.games import OURS
from matchday.match import daily
from matchday.match.daily import RIVALS, match_of
from matchday.match.match import Match

DAY = date(2026, 11, 18)


def test_a_date_names_one_deal():
    one, two = match_of(DAY), match_of(DAY)
    assert one == two
    assert Match(one.game, seed=one.seed).digest() == Match(two.game, seed=two.seed).digest()
    assert match_of(DAY + timedelta(days=1)).seed != one.seed


def test_games_take_turns_and_every_side_and_rival_comes():
    days = [match_of(DAY + timedelta(days=n)) for n in range(60)]
    for first in range(0, 60, len(OURS)):
        assert {day.game.name for day in days[first : first + len(OURS)]} == set(OURS)
    assert {day.rival for day in days} == set(RIVALS)
    assert {day.seat for day in days} >= {0, 1}
    assert all(0 <= day.seat < int(day.game.box().seats) for day in days)


def test_today_is_the_same_all_over_the_world(monkeypatch):
    class Late(daily.datetime):
        @classmethod
        def now(cls, tz=None):
            assert tz is daily.UTC
            return cls(2026, 11, 18, 23, 59, tzinfo=tz)

    monkeypatch.setattr(daily, "datetime", Late)
    assert daily.today() == DAY
