from __future__ import annotations

import pytest

from matchday.engine.boxfile import BoxReader
from matchday.engine.errors import OptionError
from matchday.engine.options import Option, parse_options, read_options, seen_by, settle

KNOWN = {
    "blind": Option("blind", default=False, values=(False, True)),
    "end": Option("end", default="late", values=("late", "soon")),
    "limit": Option("limit", default=3, at_least=0, at_most=9),
    "deck": Option("deck", default="", secret_of=1),
}


def test_defaults_complete_what_is_given():
    assert settle(KNOWN, {"end": "soon"}) == {"blind": False, "end": "soon", "limit": 3, "deck": ""}


def test_every_problem_at_once():
    with pytest.raises(OptionError) as caught:
        settle(KNOWN, {"blnd": True, "end": "never", "limit": 10, "blind": 1})
    assert caught.value.problems == [
        'no option "blnd"; did you mean "blind"?',
        "end: 'never' is none of: late, soon",
        "limit: '10' is none of: a whole number from 0 to 9",
        "blind: '1' is none of: false, true",
    ]


def test_values_as_people_write_them():
    assert parse_options(KNOWN, ["blind=on", "limit=0", "end=SOON", "deck=a=b"]) == {
        "blind": True,
        "limit": 0,
        "end": "soon",
        "deck": "a=b",
    }
    with pytest.raises(OptionError, match="write an option as name=value"):
        parse_options(KNOWN, ["blind"])


def test_secret_options_are_seen_by_their_seat_alone():
    chosen = settle(KNOWN, {"deck": "mine"})
    assert seen_by(KNOWN, chosen, 1)["deck"] == "mine"
    assert seen_by(KNOWN, chosen, 0)["deck"] == ""
    assert seen_by(KNOWN, chosen, 15)["deck"] == ""


def test_wrong_option_rows():
    reader = BoxReader(
        {"options": {"a": 3, "b": {}, "c": {"values": [1], "defaul": 1}, "d": {"values": [1], "default": 2}}}
    )
    read_options(reader)
    assert len(reader.problems) == 4
    assert 'no key "defaul" here; did you mean "default"?' in reader.problems[2]
