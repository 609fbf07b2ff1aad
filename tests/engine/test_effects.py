from __future__ import annotations

import pytest

from matchday.engine.boxfile import BoxReader, did_you_mean, read_toml
from matchday.engine.effects import Step, Word, read_steps
from matchday.engine.errors import BoxError

VOCABULARY = (Word(1, "move", ("zone",), "go"), Word(2, "draw", ("n",), "draw"), Word(3, "stop", (), "stop"))
NAMES = {"zone": {"own": 0, "mid": 1}}


def problems(steps):
    reader, rows = BoxReader({}), Step.zeros(4)
    read_steps(reader, steps, "card 1", VOCABULARY, NAMES, rows)
    return reader.problems, [(int(row.op), int(row.a), int(row.b)) for row in rows]


def test_steps_become_rows():
    assert problems(["move mid", "draw -2", "stop"]) == ([], [(1, 1, 0), (2, -2, 0), (3, 0, 0), (0, 0, 0)])


def test_every_problem_is_reported_with_its_place():
    found, _ = problems(["mov mid", "move midd", "draw two"])
    assert found == [
        'box.toml: card 1: step 1: no word "mov"; did you mean "move"?',
        'box.toml: card 1: step 2: no zone "midd"; did you mean "mid"?',
        'box.toml: card 1: step 3: "two" is not a whole number',
    ]


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("move", "write steps as a list"),
        ([3], "3 is not a step"),
        (["move"], '"move" takes zone, got 0 arguments'),
        (["stop 1"], '"stop" takes no argument, got 1 arguments'),
        (["draw 99999"], "99999 is too large"),
        (["stop", "stop", "stop", "stop"], "at most 3 steps, has 4"),
    ],
)
def test_wrong_steps(steps, message):
    found, rows = problems(steps)
    assert len(found) == 1
    assert message in found[0]
    assert rows[0][1:] == (0, 0)


def test_a_far_word_lists_the_known_ones():
    assert did_you_mean("xyz", ["move", "draw"]) == "known: move, draw"


def test_broken_toml_says_where(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("a = \n", encoding="utf-8")
    with pytest.raises(BoxError, match=r"mine.toml: not readable as TOML.*line 1"):
        read_toml(path)
    with pytest.raises(BoxError, match=r"none.toml: cannot be read: No such file"):
        read_toml(tmp_path / "none.toml")


def test_reader_values():
    reader = BoxReader({"row": [{"a": 1}], "table": {"x": 1}, "wrong": 3})
    assert reader.rows("row") == [{"a": 1}]
    assert reader.section("table") == {"x": 1}
    assert reader.integer({"n": 4}, "n", "w", 0, 9) == 4
    assert reader.text({"t": "x"}, "t", "w") == "x"
    assert reader.choice({"c": "b"}, "c", "w", {"a": 1, "b": 2}) == 2
    assert not reader.problems
    reader.rows("wrong")
    reader.rows("none")
    reader.rows("row", at_most=0)
    reader.section("none")
    reader.integer({"n": True}, "n", "w", 0, 9)
    reader.integer({"n": 10}, "n", "w", 0, 9)
    reader.integer({}, "n", "w", 0, 9)
    reader.text({"t": ""}, "t", "w")
    reader.choice({}, "c", "w", {"a": 1})
    reader.choice({"c": "x"}, "c", "w", {"a": 1})
    assert len(reader.problems) == 10
    with pytest.raises(BoxError) as caught:
        reader.finish()
    assert caught.value.problems == reader.problems
