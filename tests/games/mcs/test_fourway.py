"""3.10 The four-way meeting."""

from __future__ import annotations

import pytest

from matchday.games.mcs.state import Event, Phase
from tests.games.mcs.track import FOUR_WAY, GAME, Track
from tests.kit import random_match, seeded_until


def empty(**hands: str) -> dict[str, str]:
    return {colour: hands.get(colour, "") for colour in "RBYW"}


def last_heat(points: tuple[int, int, int, int], seed: int = 1, **options) -> Track:
    """The last heat of a meeting, which ends R 3, B 2, Y 1, W 0 and leaves these points."""
    track = Track("", laps="S", heats=5, seed=seed, hands=empty(), **FOUR_WAY, **options)
    track.table.laps[:] = 0
    track.table.laps[:, 0] = 9
    track.table.heat = 5
    track.table.pool[:] = 0b11111
    track.table.points[:] = [points[0] - 3, points[1] - 2, points[2] - 1, points[3]]
    track.line_up("R19 B17 Y13 W10")
    return track


@pytest.mark.rule("MC-130")
def test_z_robs_any_one_rival():
    track = Track("R19 W14 B12 Y01", laps="BB", hands=empty(R="zO", B="51O", Y="51V"), **FOUR_WAY)
    track.do("R", "zO").do("B", "pass").do("Y", "pass")
    assert track.choices("R") == ["victim:1", "victim:2"], "white holds no card"
    track.do("R", "victim:1")
    assert track.hand("R") == ["51O"]
    assert track.hand("B") == []


@pytest.mark.rule("MC-131", "MC-132")
@pytest.mark.parametrize(("choice", "order"), [("order:Y1,W3", "YRWB"), ("order:Y3,W1", "WRYB")])
def test_four_two_places_ones_own_rider_and_the_paired_colour(choice, order):
    track = Track("R19 B17 W14 Y01", laps="BS", hands=empty(Y="42O"), **FOUR_WAY)
    track.do("Y", "42O")
    assert track.choices("Y") == ["order:Y1,W3", "order:Y3,W1"]
    assert track.do("Y", choice).order[:4] == order


@pytest.mark.rule("MC-131", "MC-133")
def test_five_one_of_blue_lifts_red_as_well():
    track = Track("W18 Y13 R09 B06", laps="BS", hands=empty(B="51O"), **FOUR_WAY)
    track.do("B", "51O")
    assert track.choices("B") == ["order:R1,B2", "order:R2,B1"]
    assert track.do("B", "order:R2,B1").order == "BRWY"


@pytest.mark.rule("MC-134")
def test_three_three_is_one_and_four_or_two_and_three():
    track = Track("W18 Y13 R09 B06", laps="BS", hands=empty(R="33O"), **FOUR_WAY)
    track.do("R", "33O")
    assert track.choices("R") == ["order:R1,B4", "order:R2,B3", "order:R3,B2", "order:R4,B1"]


@pytest.mark.rule("MC-131")
def test_the_paired_colour_is_a_rival_all_the_same():
    track = Track("R19 B17 W14 Y01", laps="S", hands=empty(R="zV", B="51O"), **FOUR_WAY)
    assert track.asked == "B", "blue may attack red"
    bend = Track("R19 B17 W14 Y01", laps="B", hands=empty(R="51O", B="42O"), **FOUR_WAY)
    assert bend.do("R", "51O").asked == "B", "and beat his card"
    aimed = Track("R19 B17 W14 Y01", laps="B", hands=empty(R="uO"), **FOUR_WAY)
    assert aimed.do("R", "uO").choices("R") == ["target:B", "target:Y", "target:W"]


@pytest.mark.rule("MC-135")
def test_everyone_scores_alone():
    track = Track("R19 W14 B12 Y01", laps="F", **FOUR_WAY).finish_heat()
    assert track.score() == [3, 1, 0, 2]


@pytest.mark.rule("MC-135")
def test_results_follow_the_final_ranks():
    track = last_heat((10, 8, 7, 5))
    assert track.phase == Phase.OVER
    assert list(track.table.rank) == [1, 2, 3, 4]
    assert track.result() == pytest.approx([1, 2 / 3, 1 / 3, 0])


@pytest.mark.rule("MC-136", "MC-R20")
def test_a_tie_is_decided_by_a_run_off_of_the_tied():
    track = last_heat((10, 10, 7, 5))
    assert track.events(Event.RUN_OFF) == [(6, 0b0011, 0, 0, 0, 0)]
    assert [int(count) for count in track.table.hand_count] == [4, 4, 0, 0], "the others draw nothing"
    while track.phase != Phase.OVER:
        assert set(track.order) <= {"R", "B"}
        assert set(track.asked) <= {"R", "B"}
        seat = track.waiting[0]
        track.play(seat, track.legal(seat)[-1])
    assert sorted(map(int, track.table.rank)) == [1, 2, 3, 4]
    assert list(track.table.points) == [10, 10, 7, 5], "its points are not added"
    first = "RB".index(track.order[0])
    assert track.table.rank[first] == 1
    assert track.result()[first] == 1


@pytest.mark.rule("MC-136", "MC-R20")
def test_run_off_riders_are_drawn_at_random_from_all_five():
    drawn = {
        tuple(args[:2]) for seed in range(40) for args in last_heat((10, 10, 7, 5), seed).events(Event.LINED_UP)[1:]
    }
    red = {rider for pair in drawn for rider in pair if rider < 5}
    assert red == {0, 1, 2, 3, 4}


@pytest.mark.rule("MC-R20")
def test_the_lowest_group_is_decided_first():
    track = last_heat((10, 10, 7, 7))
    assert [args[1] for args in track.events(Event.RUN_OFF)] == [0b1100]
    groups = [0b1100]
    while track.phase != Phase.OVER:
        seat = track.waiting[0]
        track.play(seat, track.legal(seat)[-1])
        groups += [args[1] for args in track.events(Event.RUN_OFF)]
    assert groups == [0b1100, 0b0011]
    assert sorted(map(int, track.table.rank)) == [1, 2, 3, 4]


@pytest.mark.rule("MC-R20")
@pytest.mark.parametrize(("scope", "run_offs"), [("all", 1), ("first", 0)])
def test_lower_ties_may_share_the_rank(scope, run_offs):
    track = last_heat((10, 8, 7, 7), runoff_scope=scope)
    assert len(track.events(Event.RUN_OFF)) == run_offs
    if scope == "first":
        assert list(track.table.rank) == [1, 2, 3, 3]
        assert track.result() == pytest.approx([1, 2 / 3, 1 / 6, 1 / 6])


@pytest.mark.rule("MC-R20")
def test_a_tie_for_the_first_place_is_decided_under_both_rules():
    assert len(last_heat((10, 10, 7, 5), runoff_scope="first").events(Event.RUN_OFF)) == 1


@pytest.mark.rule("MC-R20")
def test_lap_decks_are_complete_before_a_run_off():
    track = last_heat((10, 10, 7, 5))
    assert len(track.events(Event.RUN_OFF_LAPS)) == 1
    assert int(track.table.laps.sum()) == 40 - int(track.table.lap)


@pytest.mark.rule("MC-R20")
def test_a_run_off_ends_when_one_rider_is_left_and_the_retired_rank_behind():
    track = last_heat((10, 10, 10, 5))
    table = track.table
    assert table.tied == 0b0111
    table.racing, table.order[:] = 2, [0, 1, 0, 0]
    table.retired, table.out[0], table.cause[0] = 1, 2, 2
    table.trouble, table.trouble_of = 1, 0
    table.lap = 3
    table.laps[3] = [0, 0, 9]
    table.phase, table.place = Phase.ATTACK, 1
    table.waiting = 1 << 1
    track.do("B", "pass")
    assert track.phase == Phase.OVER
    assert list(table.rank) == [2, 1, 3, 4], "blue finished; red retired later than yellow"


@pytest.mark.rule("MC-R20")
def test_those_without_a_part_in_the_run_off_cannot_be_robbed():
    def bend(seed: int) -> Track:
        track = last_heat((10, 10, 7, 5), seed)
        track.table.hand[2, 0], track.table.hand_count[2] = 40, 1
        return track

    track = seeded_until(bend, lambda found: found.phase == Phase.OPEN)
    from matchday.games.mcs.rules.effects import can_rob

    assert can_rob(track.box, track.table, 0, 1)
    assert not can_rob(track.box, track.table, 0, 2)


@pytest.mark.rule("MC-R20")
def test_a_match_has_no_run_off():
    track = Track("", laps="F", heats=5)
    track.table.heat, track.table.pool[:] = 5, 0b11111
    track.table.points[:] = 7, 10, 8, 9
    track.line_up("R19 Y13 W10 B02")
    assert track.phase == Phase.OVER
    assert track.result() == [0.5, 0.5]


@pytest.mark.rule("MC-137")
def test_a_meeting_has_twenty_heats():
    assert GAME.box(FOUR_WAY).heats == 20
    heats = [args for position, _, _ in random_match(GAME, 2, **FOUR_WAY) for args in position.events(Event.HEAT)]
    assert [args[0] for args in heats] == list(range(1, 21))


@pytest.mark.rule("MC-138")
def test_all_lap_cards_are_shuffled_again_after_fifteen_heats():
    track = Track("", laps="F", **FOUR_WAY)
    track.table.heat, track.table.pool[:] = 15, 0b11111
    track.line_up("R19 W14 B12 Y01")
    while track.phase == Phase.EXCHANGE:
        track.do(track.waiting[0], "done")
    assert track.table.heat == 16
    assert len(track.events(Event.LAPS_SHUFFLED)) == 1
    assert int(track.table.laps.sum()) == 40


@pytest.mark.rule("MC-138", "MC-R27")
def test_no_shuffle_where_no_sixteenth_heat_follows():
    track = Track("", laps="F", heats=15, **FOUR_WAY)
    track.table.heat, track.table.pool[:] = 15, 0b11111
    track.table.points[:] = 40, 30, 20, 10
    track.line_up("R19 W14 B12 Y01")
    while track.phase == Phase.EXCHANGE:
        track.do(track.waiting[0], "done")
    assert track.phase == Phase.OVER
    assert track.events(Event.LAPS_SHUFFLED) == []
