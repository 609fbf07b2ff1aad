"""3.4 Laps."""

from __future__ import annotations

import pytest

from matchday.games.mcs.state import BEND, FINISH, STRAIGHT, Event, Phase
from tests.games.mcs.track import Track


@pytest.mark.rule("MC-030")
def test_the_first_lap_card_is_turned_after_the_start():
    track = Track(laps="S")
    assert track.events(Event.LAP) == [(1, STRAIGHT, 0)]
    assert track.table.laps[0, STRAIGHT] == 19, "the card stays out of its deck"


@pytest.mark.rule("MC-031")
@pytest.mark.parametrize(("laps", "phase"), [("S", Phase.ATTACK), ("B", Phase.OPEN), ("SF", Phase.ATTACK)])
def test_the_symbol_says_what_is_played(laps, phase):
    assert Track(laps=laps).phase == phase


@pytest.mark.rule("MC-031", "MC-110")
def test_finish_ends_the_heat_in_the_places_held():
    track = Track(laps="SF", hands={"host": "", "guest": "51O"})
    track.do("guest", "51O")
    assert track.order == "WRBY"
    track.pass_all()
    assert track.points == {"W": 3, "R": 2, "B": 1, "Y": 0}
    assert [told.lap for told in track.events(Event.LAP)] == [2], "no further lap card is turned"


@pytest.mark.rule("MC-032")
def test_finish_on_the_first_lap_makes_the_start_the_result():
    track = Track("Y20 R19 W18 B17", laps="F").finish_heat()
    assert track.points == {"Y": 3, "R": 2, "W": 1, "B": 0}


@pytest.mark.rule("MC-033")
def test_laps_follow_one_another_up_to_the_fourth():
    track = Track(laps="BSBS")
    seen = [(1, BEND)]
    for _ in range(20):
        if track.phase == Phase.PICK:
            break
        track.do(track.waiting[0], "pass")
        seen += [args[:2] for args in track.events(Event.LAP)]
    assert seen == [(1, BEND), (2, STRAIGHT), (3, BEND), (4, STRAIGHT), (5, FINISH)]


@pytest.mark.rule("MC-034", "MC-R05")
def test_after_the_fourth_lap_the_heat_ends_as_on_finish():
    track = Track(laps="SSSS", hands={"host": "", "guest": "51O"})
    track.do("guest", "pass", "pass", "pass", "pass", "pass", "pass", "pass")
    assert track.phase == Phase.ATTACK, "yellow behind blue on the fourth lap"
    track.do("guest", "pass")
    assert track.events(Event.LAP) == [(5, FINISH, 2)]
    assert track.points == {"R": 3, "W": 2, "B": 1, "Y": 0}
    assert track.table.heat == 2
    assert track.events(Event.EXCHANGED) == [], "no exchange: it was not a finish on the first lap"


@pytest.mark.rule("MC-035")
def test_a_straight_changes_two_places_and_a_bend_may_change_all():
    straight = Track(laps="S", hands={"host": "", "guest": "51O"}).do("guest", "51O")
    assert straight.order == "WRBY"
    bend = Track("W18 R15 Y13 B12", laps="BS", hands={"host": "51O", "guest": ""})
    bend.do("host", "51O")
    bend.do("host", "order:R2,B1")
    assert bend.order == "BRWY"


@pytest.mark.rule("MC-R23")
def test_an_empty_lap_deck_is_made_anew_from_the_cards_turned():
    track = Track("", laps="S", hands={"host": "", "guest": ""})
    track.table.laps[1] = 0
    track.line_up("R19 W14 B12 Y01")
    assert (2,) in track.events(Event.LAP_SHUFFLED)
    assert int(track.table.laps[1].sum()) == int(track.box.laps[1].sum()) - 1


@pytest.mark.rule("MC-R23")
def test_turned_lap_cards_do_not_come_back_before_their_deck_is_empty():
    track = Track(laps="S", hands={"host": "", "guest": ""})
    assert track.table.laps[0, STRAIGHT] == 19
    assert track.events(Event.LAP_SHUFFLED) == []
