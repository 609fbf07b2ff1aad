"""The greedy manager: section 9 of the specification."""

from __future__ import annotations

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.lab.simulate import simulate
from tests.games.mcs.track import FOUR_WAY, GAME, PAIRS, Track


def greedy(track: Track, who: str, seed: int = 0) -> str:
    dice, seat = Dice.new(), track.seat(who)
    set_key(dice, seed, 0)
    action = track.runner.choose(track.box, track.hidden(seat), seat, dice)
    return track.choices(seat)[track.legal(seat).index(action)]


def test_attacks_with_the_widest_card():
    track = Track(laps="S", hands={"host": "", "guest": "51O uT zG pV"})
    assert greedy(track, "guest") in {"zG", "pV"}


def test_defends_with_the_widest_card():
    track = Track(laps="S", hands={"host": "42O dO zV", "guest": "uT"}).do("guest", "uT")
    assert greedy(track, "host") == "zV"


def test_opens_with_a_double_win_from_behind_and_keeps_quiet_in_front():
    behind = Track("W18 Y13 R09 B06", laps="BF", hands={"host": "51O 3V 0T", "guest": ""})
    assert greedy(behind, "host") == "51O"
    ahead = Track("R19 B17 Y13 W10", laps="BF", hands={"host": "51O 42T 33O", "guest": ""})
    assert greedy(ahead, "host") == "pass"


def test_ends_the_heat_when_leading():
    track = Track("R19 B17 Y13 W10", laps="B", hands={"host": "fO 33O", "guest": ""})
    assert greedy(track, "host") == "fO"


def test_beats_what_would_hurt():
    track = Track("R19 B17 Y13 W10", laps="BF", hands={"host": "fO", "guest": "51O"})
    track.do("host", "pass").do("guest", "51O")
    assert greedy(track, "host") == "fO"


def test_hits_the_leader_with_a_fall():
    track = Track("W18 R15 B12 Y01", laps="B", hands={"host": "uG", "guest": ""}).do("host", "uG")
    assert greedy(track, "host") == "target:W"


def test_equal_targets_are_chosen_by_lot_and_the_strongest_first():
    hands = {"R": "uG", "B": "", "Y": "", "W": ""}
    track = Track("W18 Y13 B12 R09", laps="B", hands=hands, **FOUR_WAY).do("R", "uG")
    assert len({greedy(track, "R", seed) for seed in range(30)}) > 1
    track.table.points[1] = 9
    assert {greedy(track, "R", seed) for seed in range(30)} == {"target:B"}


def test_chooses_the_best_arrangement_and_overtaking():
    track = Track("W18 R15 B12 Y01", laps="B", hands={"host": "33O", "guest": ""}).do("host", "33O")
    assert greedy(track, "host") in track.choices("host")
    passing = Track("W18 R15 B12 Y01", laps="B", hands={"host": "ovO", "guest": ""}).do("host", "ovO")
    assert greedy(passing, "host") == "overtake:R"


def test_declines_an_overtaking_that_would_only_hurt():
    track = Track("R19 B17 W14 Y01", laps="B", hands={"host": "ovO", "guest": ""}).do("host", "ovO")
    assert track.choices("host") == ["decline", "overtake:W"]
    assert greedy(track, "host") == "decline"


def test_picks_riders_by_lot_and_often_of_equal_rank():
    seen, equal = set(), 0
    for seed in range(60):
        track = Track("")
        first = greedy(track, "host", seed)
        track.do("host", first)
        second = greedy(track, "host", seed + 1000)
        equal += [19, 15, 9, 5, 4].index(int(first[-2:])) == [17, 16, 12, 6, 2].index(int(second[-2:]))
        seen.add(first)
    assert len(seen) == 5
    assert 24 < equal < 50, "half of the time on purpose, a tenth by chance"


def test_exchanges_poor_cards():
    track = Track(laps="F", hands={"host": "0O 51O zV", "guest": ""})
    assert greedy(track, "host") != "51O"


@pytest.mark.parametrize("options", [{}, PAIRS, FOUR_WAY, {"players": 3}])
def test_greedy_beats_random(options):
    options = {"heats": 5, "seating": "fixed", **options}
    seats = int(GAME.box(options).seats)
    report = simulate(GAME, 400, options=options, seats=["greedy"] + ["random"] * (seats - 1), threads=1)
    assert report.win_share[0] > report.win_share[-1] + 0.1


@pytest.mark.xdist_group("mcs")
def test_rich_rivals_are_robbed_alike_in_plain_python_and_compiled():
    """With sixteen points and more the worth of a victim outgrows a byte."""
    plain, compiled = (
        simulate(GAME, 2, options=FOUR_WAY, seed=9, seats=["greedy"], threads=1, count_events=True, mode=mode)
        for mode in ("plain", "compiled")
    )
    assert plain.decisions == compiled.decisions
    assert plain.events_per_match == compiled.events_per_match
