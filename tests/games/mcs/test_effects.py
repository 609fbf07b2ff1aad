"""3.7 Bend effects."""

from __future__ import annotations

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.mcs.state import BEND, DEFECT, FALL, FINISH, STRAIGHT, Event, Phase
from tests.games.mcs.track import FOUR_WAY, PAIRS, Track, card, riders


def won(card_code: str, riders: str = "R19 W14 B12 Y01", *, laps: str = "BS", guest: str = "", **options) -> Track:
    """A bend that the host wins with one card; the guest holds cards he does not use."""
    track = Track(riders, laps=laps, hands={"host": card_code, "guest": guest}, **options)
    if track.asked == "Y":
        track.do("guest", "pass")
    track.do("host", card_code)
    while track.phase == Phase.BEAT:
        track.do(track.waiting[0], "pass")
    return track


# ---------------------------------------------------------------- 3 and 0


@pytest.mark.rule("MC-080")
def test_three_keeps_the_leader_first():
    track = won("3O", "W18 R15 B12 Y01", guest="51T uT")
    assert track.table.lock_first == 4, "white leads, whoever played the card"
    assert track.phase == Phase.ATTACK
    assert track.table.order[track.table.place] != 0, "red may not attack white"


@pytest.mark.rule("MC-080", "MC-R10b")
def test_arrangements_and_overtaking_leave_a_safe_leader_alone():
    track = Track("W18 R15 B12 Y01", laps="BBF", hands={"host": "3O 51V ovT", "guest": ""})
    track.do("host", "3O", "51V")
    assert (0, card("51V")) in track.events(Event.NO_EFFECT)
    assert track.points["W"] == 3
    passing = Track("W18 R15 Y13 B12", laps="BB", hands={"host": "3O ovT", "guest": ""})
    passing.do("host", "3O", "ovT")
    assert passing.choices("host") == ["decline", "overtake:B", "overtake:Y"], "red may not pass white"


@pytest.mark.rule("MC-081", "MC-R15b")
def test_a_fall_or_defect_takes_even_a_safe_leader():
    fall = Track("W18 R15 B12 Y01", laps="BBB", hands={"host": "3O uG", "guest": ""})
    fall.do("host", "3O", "uG", "target:W")
    assert fall.order == "RBYW"
    assert fall.table.lock_first == 0, "the mark is gone with the place"
    defect = Track("W18 R15 B12 Y01", laps="BBB", hands={"host": "3O dV", "guest": ""})
    defect.do("host", "3O", "dV", "target:W")
    assert (defect.order, defect.out) == ("RBY", "W")
    assert defect.table.lock_first == 0, "the new leader is not marked"


@pytest.mark.rule("MC-082", "MC-R10")
def test_zero_keeps_the_last_from_gaining_a_place():
    track = won("0V", "R19 W14 B12 Y01", guest="51O")
    assert track.table.lock_last == 0b0100
    track.do("guest", "pass")
    assert track.phase != Phase.ATTACK or track.table.order[track.table.place] != 2, "yellow may not attack"
    blocked = Track("R19 B17 W14 Y01", laps="BB", hands={"host": "0V", "guest": "51O ovG"})
    blocked.do("host", "0V").do("guest", "pass")
    blocked.do("guest", "51O")
    assert (1, card("51O")) in blocked.events(Event.NO_EFFECT), "5:1 would lift yellow"


@pytest.mark.rule("MC-082")
def test_a_marked_last_rider_is_not_the_mover_of_an_overtaking():
    track = Track("R19 W14 B12 Y01", laps="BB", hands={"host": "0V ovT", "guest": ""})
    track.do("host", "0V", "ovT")
    assert track.choices("host") == ["decline", "overtake:B", "overtake:W"]


@pytest.mark.rule("MC-083", "MC-R10", "MC-112")
@pytest.mark.parametrize("victim", ["W", "B"])
def test_a_marked_last_rider_moves_up_when_somebody_ahead_retires(victim):
    hands = {"host": "0V", "guest": "dG"} if victim == "B" else {"host": "0V dG", "guest": ""}
    track = Track("R19 W14 B12 Y01", laps="BBB", hands=hands)
    track.do("host", "0V")
    if victim == "B":
        track.do("guest", "pass")
    track.do("guest" if victim == "B" else "host", "dG", f"target:{victim}")
    assert track.order == {"W": "RBY", "B": "RWY"}[victim]
    assert track.table.lock_last == 0b0100, "he stays marked"
    track.finish_heat()
    assert track.points["Y"] == 1, "third of three finishers"


@pytest.mark.rule("MC-R15b")
def test_a_rider_marked_last_may_be_put_out():
    track = Track("R19 W14 B12 Y01", laps="BBB", hands={"host": "0V dG", "guest": ""})
    track.do("host", "0V", "dG", "target:Y")
    assert (track.order, track.out) == ("RWB", "Y")
    assert track.table.lock_last == 0, "his mark vanishes"


@pytest.mark.rule("MC-R10")
def test_several_riders_may_carry_the_zero():
    track = Track("R19 W14 B12 Y01", laps="BBBB", hands={"host": "0V 0G uT", "guest": ""})
    track.do("host", "0V", "uT", "target:W")
    assert track.order == "RBYW"
    track.do("host", "0G")
    assert track.table.lock_last == 0b1100


@pytest.mark.rule("MC-082", "MC-R10")
def test_a_second_zero_leaves_the_mark_where_it_is():
    track = Track("R19 W14 B12 Y01", laps="BBB", hands={"host": "0V 0G ovT", "guest": ""})
    track.do("host", "0V", "0G")
    assert track.table.lock_last == 0b0100
    track.do("host", "ovT")
    assert "overtake:Y" not in track.choices("host")


# ---------------------------------------------------------------- 5:1, 4:2, 3:3


@pytest.mark.rule("MC-084", "MC-R11")
def test_five_one_takes_the_first_two_places():
    track = won("51V", "W18 Y13 R09 B06")
    assert track.choices("host") == ["order:R1,B2", "order:R2,B1"]
    assert track.do("host", "order:R2,B1").order == "BRWY"


@pytest.mark.rule("MC-088", "MC-R10", "MC-R13")
@pytest.mark.parametrize("code", ["42O", "33O"])
def test_an_arrangement_lifts_no_marked_rider_who_is_not_of_the_pair(code):
    track = Track("R19 B17 Y13 W10", laps="BBBB", hands={"host": f"0V uG {code}", "guest": ""})
    track.do("host", "0V", "uG", "target:Y")
    assert (track.order, int(track.table.lock_last)) == ("RBWY", 0b1000), "white is third and marked"
    track.do("host", code)
    assert (0, card(code)) in track.events(Event.NO_EFFECT), "white would be second, or first"
    assert track.order == "RBWY"


@pytest.mark.rule("MC-085")
def test_four_two_takes_places_one_and_three():
    track = won("42O", "W18 Y13 R09 B06")
    assert track.choices("host") == ["order:R1,B3", "order:R3,B1"]
    assert track.do("host", "order:R1,B3").order == "RWBY"


@pytest.mark.rule("MC-086")
@pytest.mark.parametrize(
    ("choice", "order"),
    [("order:R1,B4", "RWYB"), ("order:R4,B1", "BWYR"), ("order:R2,B3", "WRBY"), ("order:R3,B2", "WBRY")],
)
def test_three_three_takes_one_and_four_or_two_and_three(choice, order):
    track = won("33O", "W18 Y13 R09 B06")
    assert track.choices("host") == ["order:R1,B4", "order:R2,B3", "order:R3,B2", "order:R4,B1"]
    assert track.do("host", choice).order == order


@pytest.mark.rule("MC-084", "MC-R11")
def test_the_others_keep_their_relative_order():
    assert won("51V", "Y20 W18 R15 B12").do("host", "order:R1,B2").order == "RBYW"


@pytest.mark.rule("MC-088", "MC-R13")
def test_marks_may_leave_one_arrangement_which_is_then_made():
    track = Track("W18 R15 B12 Y01", laps="BBF", hands={"host": "3O", "guest": "51O ovG"})
    track.do("guest", "pass").do("host", "3O").do("guest", "pass")
    track.do("guest", "51O")
    assert track.events(Event.ORDER) == [riders("W18 Y01 R15 B12")], (
        "white stays first, so only white and yellow in this order"
    )


@pytest.mark.rule("MC-088", "MC-R30")
def test_a_blocked_arrangement_does_nothing():
    track = Track("W18 R15 B12 Y01", laps="BBS", hands={"host": "3O 42V", "guest": ""})
    track.do("host", "3O", "42V")
    assert (0, card("42V")) in track.events(Event.NO_EFFECT)
    assert {"3O", "42V"} <= track.used, "it counts as played"


@pytest.mark.rule("MC-R13", "MC-068")
def test_a_legal_arrangement_must_be_taken_even_if_it_hurts():
    track = Track("R19 B17 W14 Y01", laps="BBS", hands={"host": "3O 42V", "guest": ""})
    track.do("host", "3O", "42V")
    assert track.order == "RWBY", "from 5:1 down to 4:2"


@pytest.mark.rule("MC-R13")
def test_with_three_riders_left_three_three_is_two_and_three():
    track = Track("R19 W14 B12 Y01", laps="BBB", hands={"host": "dV 33O", "guest": ""})
    track.do("host", "dV", "target:Y")
    assert track.order == "RWB"
    track.do("host", "33O")
    assert track.choices("host") == ["order:R2,B3", "order:R3,B2"]


@pytest.mark.rule("MC-R13")
def test_a_pair_that_lost_a_rider_cannot_be_arranged():
    track = Track("R19 W14 B12 Y01", laps="BBB", hands={"host": "51V", "guest": "dV"})
    track.do("host", "pass").do("guest", "dV")
    while track.phase == Phase.BEAT:
        track.do("host", "pass")
    track.do("guest", "target:B").do("host", "51V")
    assert (0, card("51V")) in track.events(Event.NO_EFFECT)


# ---------------------------------------------------------------- overtaking


@pytest.mark.rule("MC-087")
def test_one_rider_passes_the_rival_ahead_without_a_fight():
    track = won("ovO", "R19 W14 B12 Y01")
    assert track.choices("host") == ["decline", "overtake:B", "overtake:Y", "overtake:W"]
    track.do("host", "overtake:B")
    assert track.order == "RBWY"
    assert track.events(Event.OVERTOOK) == [riders("B12 W14")]


@pytest.mark.rule("MC-087")
def test_overtaking_is_optional():
    track = won("ovO").do("host", "decline")
    assert track.order == "RWBY"


@pytest.mark.rule("MC-R12")
@pytest.mark.parametrize("anyone", [True, False])
def test_whose_riders_may_overtake(anyone):
    track = won("ovO", overtake_any_rider=anyone)
    assert track.choices("host") == ["decline", "overtake:B"] + (["overtake:Y", "overtake:W"] if anyone else [])
    alone = Track(laps="B", hands={"R": "", "B": "", "Y": "ovO", "W": ""}, overtake_any_rider=anyone, **FOUR_WAY)
    alone.do("Y", "ovO")
    assert alone.choices("Y") == ["decline"] + (["overtake:B"] if anyone else []) + ["overtake:Y"] + (
        ["overtake:W"] if anyone else []
    )


@pytest.mark.rule("MC-R12", "MC-R30")
def test_nobody_passes_a_team_mate():
    track = won("ovO", "R19 B17 W14 Y01", overtake_any_rider=False)
    assert (0, card("ovO")) in track.events(Event.NO_EFFECT)


# ---------------------------------------------------------------- tactical play


@pytest.mark.rule("MC-089")
def test_tactical_play_takes_a_random_card_seen_by_two_only():
    stolen = set()
    for seed in range(30):
        track = won("zO", guest="51T 33V", seed=seed)
        (card_moved,) = set(track.hand("host"))
        stolen.add(card_moved)
        assert track.events(Event.STOLE, seat=0) == track.events(Event.STOLE, seat=1)
        assert track.events(Event.STOLE, seat=SPECTATOR) == []
        assert track.events(Event.STOLEN, seat=SPECTATOR) == [(0, 1)]
    assert stolen == {"51T", "33V"}


@pytest.mark.rule("MC-089", "MC-R30")
def test_an_empty_hand_cannot_be_robbed():
    track = Track(laps="BB", hands={"host": "zO 3T", "guest": ""}).do("host", "zO")
    assert (0, card("zO")) in track.events(Event.NO_EFFECT)
    assert track.hand("host") == ["3T"]


# ---------------------------------------------------------------- fall and defect


@pytest.mark.rule("MC-090", "MC-R15")
def test_a_fall_before_a_bend_drops_to_the_last_place():
    track = won("uG", "W18 R15 B12 Y01", laps="BBF")
    assert track.choices("host") == ["target:Y", "target:W"], "a rival rider"
    track.do("host", "target:W")
    assert track.events(Event.TROUBLE) == [(*riders("W18"), FALL, BEND, 1)]
    assert track.order == "RBYW"


@pytest.mark.rule("MC-R15")
def test_the_last_place_is_that_among_those_still_racing():
    track = Track("W18 R15 B12 Y01", laps="BBB", hands={"host": "dV uG", "guest": ""})
    track.do("host", "dV", "target:Y", "uG")
    assert track.order == "RBW"


@pytest.mark.rule("MC-091")
def test_a_fall_before_a_straight_changes_nothing():
    track = won("uG", "W18 R15 B12 Y01", laps="BS").do("host", "target:W")
    assert track.order == "WRBY"
    assert track.events(Event.TROUBLE) == [(*riders("W18"), FALL, STRAIGHT, 0)]
    assert track.table.trouble == 0


@pytest.mark.rule("MC-092")
def test_a_fall_before_the_finish_scores_nothing():
    track = won("uG", "W18 R15 B12 Y01", laps="BF").do("host", "target:W")
    assert track.points == {"R": 3, "B": 2, "Y": 1, "W": 0}
    assert track.events(Event.TROUBLE) == [(*riders("W18"), FALL, FINISH, 2)]


@pytest.mark.rule("MC-093", "MC-R25")
def test_a_defect_before_a_bend_ends_the_ride():
    track = won("dV", "W18 R15 B12 Y01", laps="BBF").do("host", "target:W")
    assert (track.order, track.out) == ("RBY", "W")
    assert track.events(Event.TROUBLE) == [(*riders("W18"), DEFECT, BEND, 2)]
    track.finish_heat()
    assert track.points == {"R": 3, "B": 2, "Y": 1, "W": 0}


@pytest.mark.rule("MC-094")
def test_a_defect_before_a_straight_takes_the_riders_card():
    track = won("dV", "R19 W14 B12 Y01", laps="BS", guest="uT zT").do("host", "target:W")
    assert track.table.no_card == 4
    asked = []
    while track.phase == Phase.ATTACK and track.table.lap == 2:
        asked.append("RBYW"[track.table.order[track.table.place]])
        track.do(track.waiting[0], "pass")
    assert asked == ["Y"], "white may not attack; the host has no card for blue; yellow is not affected"


@pytest.mark.rule("MC-094")
def test_a_rider_with_a_defect_is_not_defended():
    track = Track("W18 R15 B12 Y01", laps="BS", hands={"host": "dV uT", "guest": "zT"})
    track.do("guest", "pass").do("host", "dV").do("guest", "pass").do("host", "target:W")
    track.do("host", "uT")
    assert track.order == "RWBY", "no question to the guest, who holds ABCD"
    assert track.hand("guest") == ["zT"]


@pytest.mark.rule("MC-095")
def test_a_defect_before_the_finish_changes_nothing():
    track = won("dV", "W18 R15 B12 Y01", laps="BF").do("host", "target:W")
    assert track.points == {"W": 3, "R": 2, "B": 1, "Y": 0}


@pytest.mark.rule("MC-096")
def test_the_lap_is_played_in_full_whatever_came_of_it():
    fall = won("uG", "W18 R15 B12 Y01", laps="BB", guest="zT").do("host", "target:W")
    assert fall.phase == Phase.OPEN
    straight = won("dV", "R19 W14 B12 Y01", laps="BS", guest="uT").do("host", "target:W")
    assert straight.phase == Phase.ATTACK


@pytest.mark.rule("MC-R24")
def test_trouble_is_gone_once_it_was_met():
    track = Track("W18 R15 B12 Y01", laps="BSF", hands={"host": "uG", "guest": ""})
    track.do("host", "uG", "target:W")
    assert track.points["W"] == 3, "kept his place on the straight, and the finish is harmless then"


@pytest.mark.rule("MC-R30")
def test_trouble_without_a_rival_on_the_track_does_nothing():
    track = Track("R19 W14 B12 Y01", laps="BBBB", hands={"host": "dV dT uV", "guest": ""})
    track.do("host", "dV", "target:W")
    track.do("host", "dT")
    assert track.out == "WY", "a single target is not asked for"
    track.do("host", "uV")
    assert (0, card("uV")) in track.events(Event.NO_EFFECT)


# ---------------------------------------------------------------- p, w, f


@pytest.mark.rule("MC-097")
def test_p_makes_the_next_lap_a_straight_and_draws_a_card():
    track = won("pO", laps="BF", guest="uT")
    assert track.events(Event.LAP) == [(2, STRAIGHT, 1)]
    assert track.table.laps[1].sum() == 20, "no lap card is turned"
    assert len(track.hand("host")) == 1
    assert track.phase == Phase.ATTACK


@pytest.mark.rule("MC-098")
def test_p_on_the_fourth_lap_gives_one_more_straight():
    track = Track(laps="SSSB", hands={"host": "pO", "guest": "zT"})
    while track.phase != Phase.OPEN:
        track.do(track.waiting[0], "pass")
    track.do("host", "pO").do("guest", "pass")
    assert (int(track.table.lap), track.phase) == (5, Phase.ATTACK)
    while track.table.heat == 1:
        track.do(track.waiting[0], "pass")
    assert track.points == {"R": 3, "W": 2, "B": 1, "Y": 0}


@pytest.mark.rule("MC-100")
def test_w_makes_the_next_lap_a_bend_and_draws_a_card():
    track = won("wO", laps="BF", guest="uT")
    assert track.events(Event.LAP) == [(2, BEND, 1)]
    assert track.table.laps[1].sum() == 20
    assert len(track.hand("host")) == 1
    assert track.phase == Phase.OPEN


@pytest.mark.rule("MC-101", "MC-R05b")
def test_w_on_the_fourth_lap_gives_one_more_bend_and_no_third():
    track = Track(laps="SSSB", hands={"host": "wO", "guest": "wV wT"})
    while track.phase != Phase.OPEN:
        track.do(track.waiting[0], "pass")
    track.do("host", "wO").do("guest", "pass")
    assert (int(track.table.lap), track.phase) == (5, Phase.OPEN)
    track.do("host", "pass").do("guest", "wV")
    while track.table.heat == 1:
        track.do(track.waiting[0], "pass")
    assert track.events(Event.CALLED) == [], "it was the last fight"
    assert track.table.heat == 2


@pytest.mark.rule("MC-R05b")
def test_in_the_extra_bend_the_free_card_still_comes():
    track = Track(laps="SSSB", hands={"host": "wO wV", "guest": ""})
    while track.phase != Phase.OPEN:
        track.do("host", "pass")
    track.do("host", "wO")
    count = len(track.hand("host"))
    track.do("host", "wV")
    assert (0, 1) in track.events(Event.DREW_CARDS)
    assert count == 2


@pytest.mark.rule("MC-102")
def test_f_ends_the_heat():
    track = won("fO", "W18 R15 B12 Y01", laps="BS")
    assert track.points == {"W": 3, "R": 2, "B": 1, "Y": 0}
    assert track.events(Event.LAP) == []


@pytest.mark.rule("MC-R05")
@pytest.mark.parametrize(("rule", "points"), [("finish", 0), ("void", 3)])
def test_a_fall_on_the_last_lap(rule, points):
    track = Track("W18 R15 B12 Y01", laps="SSSB", hands={"host": "uG", "guest": ""}, lap4_pending=rule)
    while track.phase != Phase.OPEN:
        track.do("host", "pass")
    track.do("host", "uG", "target:W")
    assert track.points["W"] == points


@pytest.mark.rule("MC-R05")
@pytest.mark.parametrize(("rule", "points"), [("finish", 0), ("void", 3)])
def test_a_fall_in_the_extra_bend(rule, points):
    track = Track("W18 R15 B12 Y01", laps="SSSB", hands={"host": "wO uG", "guest": ""}, lap4_pending=rule)
    while track.phase != Phase.OPEN:
        track.do("host", "pass")
    track.do("host", "wO")
    assert (int(track.table.lap), track.phase) == (5, Phase.OPEN)
    track.do("host", "uG", "target:W")
    assert track.points["W"] == points


@pytest.mark.rule("MC-R05")
def test_a_defect_on_the_last_lap_has_no_effect():
    track = Track("W18 R15 B12 Y01", laps="SSSB", hands={"host": "dV", "guest": ""})
    while track.phase != Phase.OPEN:
        track.do("host", "pass")
    track.do("host", "dV", "target:W")
    assert track.points["W"] == 3


@pytest.mark.rule("MC-R14")
def test_targets_are_named_when_the_card_wins():
    track = Track("W18 R15 B12 Y01", laps="BB", hands={"host": "uG", "guest": "zG"})
    track.do("guest", "pass").do("host", "uG")
    assert track.phase == Phase.BEAT
    track.do("guest", "pass")
    assert track.phase == Phase.TARGET


@pytest.mark.rule("MC-R14")
def test_targets_may_be_named_when_the_card_is_laid():
    track = Track("W18 R15 B12 Y01", laps="BB", hands={"host": "uG dG", "guest": "zG"}, choose_targets_on="play")
    track.do("guest", "pass").do("host", "uG")
    assert track.phase == Phase.TARGET
    track.do("host", "target:W")
    assert (track.phase, track.asked, track.table.aim) == (Phase.BEAT, "Y", 4)
    beaten = track.copy()
    beaten.play(1, card("zG"))
    assert beaten.table.aim == 0, "a beaten card's target is forgotten"
    track.do("guest", "pass")
    assert track.order == "RBYW"


@pytest.mark.rule("MC-R14", "MC-125")
def test_in_pairs_a_target_is_any_rider_of_the_other_pair():
    track = Track("W18 R15 B12 Y01", laps="BB", hands={"R": "", "B": "uG", "Y": "", "W": ""}, **PAIRS)
    track.do("B", "uG")
    assert track.choices("B") == ["target:Y", "target:W"]


@pytest.mark.rule("MC-R10b")
def test_a_safe_leader_with_a_spluttering_engine_still_cannot_be_attacked():
    track = Track("W18 R15 B12 Y01", laps="BBS", hands={"host": "3O dV uT", "guest": "42T"})
    track.do("guest", "pass").do("host", "3O").do("guest", "pass")
    track.do("guest", "pass").do("host", "dV").do("guest", "pass").do("host", "target:W")
    assert track.table.no_card == 4
    assert track.table.lock_first == 4
    assert (track.phase, track.asked) == (Phase.ATTACK, "Y"), "red was not asked; yellow may attack blue"
    assert track.table.place == 3


@pytest.mark.rule("MC-R10b")
def test_marks_may_meet_on_one_rider():
    track = Track("R19 W14 B12 Y01", laps="BBBF", hands={"host": "0V", "guest": "dO 3G"})
    table = track.table
    table.racing, table.order[:] = 2, [0, 3, 0, 0]
    table.retired, table.out[:2], table.cause[:2] = 2, [1, 2], [2, 2]
    track.do("host", "0V").do("guest", "pass", "dO")
    assert (track.order, track.out) == ("W", "BYR")
    assert (int(table.lock_first), int(table.lock_last)) == (0, 0b1000), "the new leader keeps his 0 and has no 3"
    alone = track.copy()
    track.do("guest", "3G")
    assert track.events(Event.LOCKED_FIRST) == [riders("W14")]
    assert track.points["W"] == 3
    alone.coming("BBBB")
    alone.do("guest", "3G")
    assert (int(alone.table.lock_first), int(alone.table.lock_last)) == (4, 0b1000)
