"""Tables by hand, and what must hold for every table."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchday.tournament.standings import Result, TieBreak, swiss_table, table

pytestmark = pytest.mark.rule("PG-57")

LOTS = {name: place for place, name in enumerate("DCBA")}.__getitem__


def played(*texts: str) -> list[Result]:
    """Read "A 2:1 B", with fouls "A 2:1 B 3:4"."""
    found = []
    for text in texts:
        home, score, away, *fouls = text.split()
        goals, counted = (tuple(map(int, pair.split(":"))) for pair in (score, (fouls or ["0:0"])[0]))
        found.append(Result(1, home, away, goals, fouls=counted))
    return found


def order(results: list[Result], tie_break: TieBreak = TieBreak.HEAD_TO_HEAD, names: str = "ABCD") -> str:
    return "".join(line.name for line in table(names, results, tie_break, LOTS))


def test_a_table_by_hand():
    lines = table("ABC", played("A 2:1 B", "B 0:0 C", "C 3:1 A"), TieBreak.HEAD_TO_HEAD, LOTS)
    shown = [
        (each.name, each.played, each.won, each.drawn, each.lost, each.goals, each.against, each.points)
        for each in lines
    ]
    assert shown == [("C", 2, 1, 1, 0, 3, 1, 4), ("A", 2, 1, 0, 1, 3, 4, 3), ("B", 2, 0, 1, 1, 1, 2, 1)]


def test_who_won_the_meeting_is_ahead_of_the_better_difference():
    # A and B have six points each; A won their meeting, B has the goals.
    results = played("A 1:0 B", "B 5:0 C", "B 4:0 D", "A 1:0 C", "A 0:3 D", "C 0:0 D")
    assert order(results) == "ABDC"
    assert order(results, TieBreak.GOAL_DIFFERENCE) == "BADC"


def test_three_who_are_tied_are_told_apart_by_their_own_matches():
    # A, B and C beat each other in a circle and all beat D: among the three C has 2:1, B 1:1, A 1:2.
    results = played("C 2:0 A", "B 1:0 C", "A 1:0 B", "A 9:0 D", "B 1:0 D", "C 1:0 D")
    assert order(results) == "CBAD"
    assert order(results, TieBreak.GOAL_DIFFERENCE) == "ACBD"


def test_the_sub_set_is_counted_again_without_the_third():
    # A, B and C have four points each, and beat each other in a circle.
    results = played("A 1:0 B", "B 2:1 C", "C 2:1 A", "A 1:1 D", "B 1:1 D", "C 0:0 D")
    lines = {line.name: line for line in table("ABCD", results, TieBreak.HEAD_TO_HEAD, LOTS)}
    assert [lines[name].points for name in "ABCD"] == [4, 4, 4, 3]
    # Among the three: A 2:2, B 2:2, C 3:3. C has more goals; A and B stay tied, until only their own match counts.
    assert order(results) == "CABD"
    # By lot B would have been ahead.
    assert LOTS("B") < LOTS("A")


def test_fewer_fouls_then_lots_tell_apart_who_is_level_in_everything():
    assert order(played("A 1:1 B 3:2"), names="AB") == "BA"
    assert order(played("A 1:1 B 2:3"), names="AB") == "AB"
    assert order(played("A 1:1 B"), names="AB") == "BA"
    assert order(played("A 1:1 B 3:2"), TieBreak.GOAL_DIFFERENCE, "AB") == "BA"


def test_points_of_the_meeting_come_after_goals_in_the_other_preset():
    # A and B: 3 points, 2:2 each; B won their meeting.
    results = played("B 1:0 A", "A 2:1 C", "D 2:1 B", "C 0:0 D")
    tied = [line.name for line in table("ABCD", results, TieBreak.GOAL_DIFFERENCE, LOTS) if line.points == 3]
    assert tied == ["B", "A"]


def test_goals_of_extra_time_are_in_the_score_but_not_in_the_table():
    result = Result(1, "A", "B", (2, 1), extra=True)
    line = table("AB", [result], TieBreak.HEAD_TO_HEAD, LOTS)[0]
    assert result.score == (2, 1)
    assert (line.name, line.points, line.goals, line.against) == ("A", 3, 1, 1)


def test_whoever_gave_up_has_lost_whatever_the_goals():
    result = Result(1, "A", "B", (2, 1), winner="B")
    assert (result.won_by, result.lost_by) == ("B", "A")
    assert order([result], names="AB") == "BA"


def test_a_swiss_table_by_hand():
    # Round 1: A–B 1:0, C–D 2:0, E rests. Round 2: A–C 1:1, B–E 0:0, D rests.
    results = played("A 1:0 B", "C 2:0 D", "A 1:1 C", "B 0:0 E")
    lots = {name: place for place, name in enumerate("ABCDE")}.__getitem__
    lines = swiss_table("ABCDE", results, {"E": 1, "D": 1}, lots)
    # Points: A 4, B 1, C 4, D 3, E 4. Opponents: A 1+4, B 4+4, C 3+4, D 4, E 1.
    assert [(line.name, line.points, line.opponents, line.goals, line.played) for line in lines] == [
        ("C", 4, 7, 3, 2),
        ("A", 4, 5, 2, 2),
        ("E", 4, 1, 0, 1),
        ("D", 3, 4, 0, 1),
        ("B", 1, 8, 0, 2),
    ]


@st.composite
def leagues(draw):
    names = [chr(ord("A") + number) for number in range(draw(st.integers(2, 7)))]
    goals, fouls = st.integers(0, 2), st.integers(0, 1)
    pairs = [pair for pair in combinations(names, 2) if draw(st.integers(0, 4))]
    return names, [Result(1, *pair, (draw(goals), draw(goals)), fouls=(draw(fouls), draw(fouls))) for pair in pairs]


@given(leagues(), st.sampled_from(TieBreak), st.randoms(use_true_random=False))
def test_a_table_is_a_total_order_that_does_not_depend_on_how_entrants_and_results_lie(league, tie_break, dice):
    names, results = league
    lines = table(names, results, tie_break, ord)
    assert sorted(line.name for line in lines) == names
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    dice.shuffle(names)
    turned = [result.flipped() if dice.random() < 0.5 else result for result in results]
    dice.shuffle(turned)
    assert table(names, turned, tie_break, ord) == lines
    assert sum(line.goals for line in lines) == sum(line.against for line in lines)


@given(leagues(), st.randoms(use_true_random=False))
def test_among_those_with_equal_points_the_one_who_won_every_meeting_is_first(league, dice):
    names, results = league
    lines = table(names, results, TieBreak.HEAD_TO_HEAD, lambda name: (dice, name)[1])
    for first in lines:
        tied = [line.name for line in lines if line.points == first.points]
        wins = {result.lost_by for result in results if result.won_by == first.name}
        if len(tied) > 1 and wins >= set(tied) - {first.name}:
            assert next(line.name for line in lines if line.points == first.points) == first.name
