"""Who meets whom: worked examples, and what must hold for every field."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchday.tournament.schedules import (
    bracket,
    bracket_size,
    can_pair,
    crossed,
    kept_apart,
    round_robin,
    seed_places,
    snake,
    swiss_round,
)

pytestmark = pytest.mark.rule("PG-57")


def field(count: int) -> list[str]:
    return [f"{number:02}" for number in range(1, count + 1)]


# ---------------------------------------------------------------- round robin


@given(st.integers(2, 64))
def test_in_a_league_every_two_meet_once_and_nobody_plays_twice_in_a_round(count):
    rounds = round_robin(field(count))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(frozenset(pair) for pair in combinations(field(count), 2))
    assert len(rounds) == count - 1 + count % 2
    for pairs in rounds:
        playing = [name for pair in pairs for name in pair]
        assert len(playing) == len(set(playing)) == count - count % 2
    homes = Counter(home for pairs in rounds for home, _ in pairs)
    assert all(abs(2 * homes[name] - (count - 1)) <= 1 for name in field(count))


@given(st.integers(1, 31))
def test_with_an_odd_number_everyone_rests_once(half):
    count = 2 * half + 1
    rests = [set(field(count)) - {name for pair in pairs for name in pair} for pairs in round_robin(field(count))]
    assert all(len(resting) == 1 for resting in rests)
    assert Counter(name for resting in rests for name in resting) == Counter(field(count))


@given(st.integers(2, 20))
def test_in_a_double_league_every_two_meet_once_at_each_side(count):
    met = Counter(pair for pairs in round_robin(field(count), double=True) for pair in pairs)
    assert met == Counter((one, two) for one in field(count) for two in field(count) if one != two)


def test_a_league_of_four_by_hand():
    assert round_robin(["A", "B", "C", "D"]) == [
        [("A", "D"), ("B", "C")],
        [("D", "B"), ("C", "A")],
        [("C", "D"), ("A", "B")],
    ]


# ---------------------------------------------------------------- brackets


def test_seeds_of_eight_are_folded():
    assert seed_places(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@given(st.integers(2, 64))
def test_byes_go_to_the_top_seeds_and_matches_are_one_less_than_entrants(count):
    slots = bracket(field(count))
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    byes = [one or two for one, two in pairs if one is None or two is None]
    assert sorted(byes) == field(count)[: bracket_size(count) - count]
    matches = sum(one is not None and two is not None for one, two in pairs)
    assert matches + (len(slots) // 2 - 1) == count - 1


@given(st.integers(1, 6))
def test_in_a_full_bracket_the_better_half_meets_the_other_folded(exponent):
    size = 1 << exponent
    pairs = zip(seed_places(size)[::2], seed_places(size)[1::2], strict=True)
    assert all(one + two == size + 1 for one, two in pairs)


# ---------------------------------------------------------------- groups


def test_groups_are_dealt_like_a_snake():
    assert snake(list("ABCDEFGHIJ"), 3) == [list("AFG"), list("BEH"), list("CDIJ")]


@given(st.integers(6, 64), st.integers(2, 21))
def test_groups_differ_by_one_at_most(count, groups):
    sizes = [len(group) for group in snake(field(count), groups)]
    assert sum(sizes) == count
    assert max(sizes) - min(sizes) <= 1


def test_winners_of_four_groups_meet_runners_up_and_not_those_of_their_group_before_the_final():
    ranked = [[f"{letter}1", f"{letter}2"] for letter in "ABCD"]
    assert crossed(ranked) == ["A1", "B2", "C1", "D2", "B1", "A2", "D1", "C2"]


def test_who_would_meet_one_of_the_same_group_changes_places():
    groups = {"a1": 0, "b1": 1, "c1": 2, "a2": 0, "c2": 2, "b2": 1}
    # Six qualifiers: 1 and 2 have byes, 3 meets 6 and 4 meets 5.
    assert kept_apart(["a1", "b1", "c1", "b2", "c2", "a2"], groups) == ["a1", "b1", "c1", "b2", "c2", "a2"]
    assert kept_apart(["a1", "b1", "c1", "a2", "b2", "c2"], groups) == ["a1", "b1", "c1", "a2", "c2", "b2"]


def test_where_no_lower_seed_helps_the_nearest_higher_one_does():
    groups = dict(zip(["a1", "b1", "a2", "b2", "a3", "b3"], [0, 1, 0, 1, 0, 1], strict=True))
    # 3 meets 6: a2 – a3. Below 6 is nobody; 5 is b3, whose rival b2 then meets a3.
    assert kept_apart(["a1", "b1", "a2", "b2", "b3", "a3"], groups) == ["a1", "b1", "a2", "b2", "a3", "b3"]


def test_a_lower_seed_helps_before_a_higher_one():
    # Five groups, ten qualifiers: 7 meets 10 and 8 meets 9. With 8 and 9 of one group, 9 changes with 10.
    groups = dict(zip("abcdefghij", [0, 1, 2, 3, 4, 0, 1, 2, 2, 3], strict=True))
    assert kept_apart("abcdefghij", groups) == list("abcdefghji")


@given(st.integers(2, 16), st.integers(1, 4), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_two_of_one_group_never_meet_in_the_first_knockout_round(groups, advance, dice):
    seeds = [
        f"{group:02}-{place}"
        for place in range(advance)
        for group in sorted(range(groups), key=lambda _: dice.random())
    ]
    slots = bracket(kept_apart(seeds, {seed: int(seed[:2]) for seed in seeds}))
    assert sorted(slot for slot in slots if slot) == sorted(seeds)
    for one, two in zip(slots[::2], slots[1::2], strict=True):
        assert one is None or two is None or one[:2] != two[:2]


# ---------------------------------------------------------------- Swiss


def test_a_first_swiss_round_meets_upper_half_against_lower_half():
    pairs, rest = swiss_round(field(8), dict.fromkeys(field(8), 0), frozenset(), ())
    assert pairs == [("01", "05"), ("02", "06"), ("03", "07"), ("04", "08")]
    assert rest == ""


def test_one_over_floats_down_and_nobody_meets_again():
    # 01, 02, 03 have 3 points, 04 has 1, 05 and 06 none; 01 and 02 have met.
    points = {"01": 3, "02": 3, "03": 3, "04": 1, "05": 0, "06": 0}
    met = frozenset({frozenset(("01", "02"))})
    # 03 would float, but then 01 and 02 would meet again; so 02 does, to 04.
    assert swiss_round(field(6), points, met, ()) == ([("01", "03"), ("02", "04"), ("05", "06")], "")


def test_the_lowest_without_a_rest_rests():
    points = dict.fromkeys(field(5), 0)
    assert swiss_round(field(5), points, frozenset(), {"05"})[1] == "04"


def test_two_meet_again_only_where_no_other_pairing_exists():
    # After three rounds of six in which 1, 2, 3 met all of 4, 5, 6, only the two triangles are left.
    met = frozenset(frozenset((one, two)) for one in ("01", "02", "03") for two in ("04", "05", "06"))
    assert not can_pair(field(6), met)
    pairs, _ = swiss_round(field(6), dict.fromkeys(field(6), 0), met, ())
    assert sum(frozenset(pair) in met for pair in pairs) == 1


def brute_force(names: tuple[str, ...], met: frozenset[frozenset[str]]) -> bool:
    if not names:
        return True
    first, *rest = names
    return any(
        frozenset((first, other)) not in met and brute_force(tuple(name for name in rest if name != other), met)
        for other in rest
    )


@given(st.integers(0, 4), st.data())
def test_whether_all_can_be_paired_is_what_trying_all_finds(half, data):
    names = field(2 * half)
    pairs = [frozenset(pair) for pair in combinations(names, 2)]
    met = frozenset(data.draw(st.lists(st.sampled_from(pairs), max_size=len(pairs)))) if pairs else frozenset()
    assert can_pair(names, met) == brute_force(tuple(names), met)


@given(st.integers(4, 17), st.data())
def test_a_swiss_tournament_pairs_everyone_and_nobody_again_while_it_can_be_helped(count, data):
    points, met, rested = dict.fromkeys(field(count), 0), frozenset[frozenset[str]](), set[str]()
    for _ in range((count - 1).bit_length() + 1):
        order = sorted(points, key=lambda name: (-points[name], name))
        pairs, rest = swiss_round(order, points, met, rested)
        playing = [name for pair in pairs for name in pair]
        assert sorted([*playing, *([rest] if rest else [])]) == field(count)
        assert bool(rest) == bool(count % 2)
        assert rest not in rested
        again = [pair for pair in pairs if frozenset(pair) in met]
        if again:
            resting = [name for name in order if name not in rested] if count % 2 else [""]
            assert not any(can_pair([name for name in order if name != out], met) for out in resting)
        met |= {frozenset(pair) for pair in pairs}
        rested |= {rest} if rest else set()
        for one, two in pairs:
            points[data.draw(st.sampled_from((one, two)))] += 3
