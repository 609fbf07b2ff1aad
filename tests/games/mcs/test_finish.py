"""3.8 Finish, scoring and the end of the match."""

from __future__ import annotations

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.mcs.state import Event, Phase
from tests.games.mcs.track import FOUR_WAY, GAME, SOLO, Track, card
from tests.kit import random_match


@pytest.mark.rule("MC-110")
def test_no_lap_card_is_turned_after_finish():
    track = Track(laps="F").finish_heat()
    assert int(track.table.laps[1:].sum()) == 25


@pytest.mark.rule("MC-111")
def test_three_two_one_nothing():
    assert Track("Y20 B17 R15 W10", laps="F").finish_heat().points == {"Y": 3, "B": 2, "R": 1, "W": 0}


@pytest.mark.rule("MC-112", "MC-R25")
def test_six_points_a_heat_and_one_to_five_a_side_with_at_most_one_out():
    heats, sides = 0, []
    for seed in range(6):
        before = None
        for position, _, _ in random_match(GAME, seed):
            for (number, *_), totals in zip(
                position.events(Event.HEAT_RESULT), position.events(Event.TOTALS), strict=True
            ):
                points = list(totals[:4])
                gained = [now - then for now, then in zip(points, before or [0] * 4, strict=True)]
                retired = sum(int(entry) % 8 > 3 for entry in position.table.results[number - 1])
                if retired <= 1:
                    heats += 1
                    sides.append(gained[0] + gained[1])
                    assert sum(gained) == 6
                    assert 1 <= gained[0] + gained[1] <= 5
                before = points
    assert heats > 60
    assert set(sides) == {1, 2, 3, 4, 5}


@pytest.mark.rule("MC-R25")
def test_two_of_one_side_out_is_five_nil():
    track = Track("R19 W14 B12 Y01", laps="BBF", hands={"host": "dV uG", "guest": ""})
    track.do("host", "dV", "target:W", "uG")
    assert track.points == {"R": 3, "B": 2, "Y": 0, "W": 0}


@pytest.mark.rule("MC-113", "MC-R16")
def test_after_a_finish_on_the_first_lap_cards_may_be_exchanged():
    track = Track(laps="F", hands={"host": "51O 42O 33O", "guest": "zV"})
    assert (track.phase, track.asked) == (Phase.EXCHANGE, "R")
    assert track.choices("host") == ["51O", "42O", "33O", "done"]
    track.do("host", "42O")
    assert track.events(Event.MARKED, seat=1) == []
    assert track.hidden(1).marked == 0
    assert track.hidden(0).marked == 0b010
    track.do("host", "51O", "done")
    assert [told.card for told in track.events(Event.THREW, seat=SPECTATOR)] == [card("42O"), card("51O")]
    assert [args[:2] for args in track.events(Event.EXCHANGED, seat=SPECTATOR)] == [(0, 2)]
    assert "33O" in track.hand("host")
    assert len(track.hand("host")) == 3
    assert {"51O", "42O"} <= track.used
    assert not {"51O", "42O"} & set(track.hand("host")), "discarded first, drawn then"
    assert track.asked == "Y"
    track.do("guest", "done")
    assert [args[:2] for args in track.events(Event.EXCHANGED)] == [(1, 0)], "none is told as well"
    assert track.table.heat == 2


@pytest.mark.rule("MC-113", "MC-R03")
@pytest.mark.parametrize(
    ("riders", "order"), [((0, 0, 1, 2), [0, 1, 2]), ((2, 2, 0, 1), [2, 0, 1]), ((0, 0, 2, 1), [0, 2, 1])]
)
def test_three_exchange_in_the_order_of_drawing_each_once(riders, order):
    track = Track("", laps="F", **SOLO)
    track.table.side_of[:3] = [int(seat != riders[0]) for seat in range(3)]
    track.table.seat_of[:] = riders
    track.line_up("R19 W14 B12 Y01")
    asked = []
    while track.phase == Phase.EXCHANGE:
        asked.append(track.waiting[0])
        track.do(track.waiting[0], "done")
    assert asked == order


@pytest.mark.rule("MC-113")
def test_no_exchange_after_the_effect_f_or_a_later_finish():
    track = Track(laps="B", hands={"host": "fO", "guest": ""}).do("host", "fO")
    assert (track.phase, int(track.table.heat)) == (Phase.PICK, 2)
    later = Track(laps="BF").do("host", "pass").do("guest", "pass")
    assert (later.phase, int(later.table.heat)) == (Phase.PICK, 2)


@pytest.mark.rule("MC-R16")
@pytest.mark.parametrize(("options", "offered"), [({}, False), (FOUR_WAY, True)])
def test_the_exchange_in_the_last_heat(options, offered):
    track = Track("", laps="F", heats=5, **options)
    track.table.heat = 4 + 1
    track.table.pool[:] = 0b11111
    track.line_up("R19 W14 B12 Y01")
    assert (track.phase == Phase.EXCHANGE) == offered


@pytest.mark.rule("MC-114")
def test_points_are_added_up_heat_by_heat():
    track = Track("R19 W14 B12 Y01", laps="F").finish_heat()
    assert track.score() == [4, 2]
    track.coming("F")
    track.table.laps[0] = [0, 0, 9]
    track.line_up("R15 W18 B06 Y20")
    track.finish_heat()
    assert track.score() == [4 + 1, 2 + 5]
    assert track.events(Event.TOTALS)[-1][:4] == (4, 1, 3, 4)


@pytest.mark.rule("MC-115")
def test_riders_used_are_put_aside():
    track = Track("R19 W14 B12 Y01", laps="F").finish_heat()
    assert "pick:R19" not in track.choices("host")
    assert track.rider_codes("R") == ["R15", "R09", "R05", "R04"]
    assert track.rider_codes("W") == ["W18", "W10", "W08", "W03"]


@pytest.mark.rule("MC-116")
def test_the_used_pile_becomes_the_deck_whenever_it_runs_out():
    track = Track("", laps="F", hands={"host": "51O", "guest": "zV"})
    table = track.table
    rest = [number for number in range(48) if number not in {card("51O"), card("zV")}]
    table.cards[:] = 0
    table.cards[0] = rest[0]
    table.deck_count, table.used_count = 1, 45
    table.cards[3:] = rest[1:]
    track.line_up("R19 W14 B12 Y01")
    track.do("host", "done").do("guest", "done")
    assert track.events(Event.REBUILT) == [(45,)]
    assert [int(count) for count in table.hand_count[:2]] == [5, 5]
    assert GAME.components(track.box, table) == [1] * 48


@pytest.mark.rule("MC-R08")
def test_where_deck_and_used_pile_are_empty_nothing_is_drawn():
    track = Track("R19 W14 B12 Y01", laps="F", hands={"host": "51O", "guest": ""})
    table = track.table
    table.cards[3:], table.deck_count, table.used_count = 0, 3, 0
    track.do("host", "done")
    assert [int(count) for count in table.hand_count[:2]] == [4, 0], "three were left, and the host draws first"
    assert int(table.deck_count) == 0


@pytest.mark.rule("MC-117", "MC-R17")
def test_riders_come_from_those_left_and_return_after_five_heats():
    rides = {}
    for position, _, _ in random_match(GAME, 5):
        for riders in position.events(Event.LINED_UP):
            for rider in riders:
                rides.setdefault((int(position.table.heat) - 1) // 5, []).append(rider)
    assert {series: sorted(found) for series, found in rides.items()} == {key: list(range(20)) for key in range(3)}


@pytest.mark.rule("MC-118")
@pytest.mark.parametrize(
    ("points", "shares"), [((20, 20, 25, 25), [0, 1]), ((25, 25, 20, 20), [1, 0]), ((30, 15, 20, 25), [0.5, 0.5])]
)
def test_after_the_last_heat_more_points_win_and_draws_stand(points, shares):
    track = Track("", laps="F", heats=5)
    track.table.heat = 5
    track.table.pool[:] = 0b11111
    track.table.points[:] = [points[0] - 3, points[1] - 0, points[2] - 2, points[3] - 1]
    track.line_up("R19 Y13 W10 B02")
    assert track.phase == Phase.OVER
    assert track.waiting == []
    assert tuple(map(int, track.table.points)) == points
    assert track.result() == shares
    assert track.events(Event.FULL_TIME) == [points]


@pytest.mark.rule("MC-R27")
@pytest.mark.parametrize(("heats", "match", "meeting"), [("full", 15, 20), (5, 5, 5), (10, 10, 10), (15, 15, 15)])
def test_short_matches(heats, match, meeting):
    assert GAME.box({"heats": heats}).heats == match
    assert GAME.box({"heats": heats, **FOUR_WAY}).heats == meeting


@pytest.mark.rule("MC-R04")
def test_a_hand_never_exceeds_its_limit():
    for seed in range(8):
        for position, _, _ in random_match(GAME, seed):
            assert max(map(int, position.table.hand_count)) <= 5
    for position, _, _ in random_match(GAME, 9, players=3):
        limits = [8 if position.table.side_of[seat] == 0 else 5 for seat in range(3)]
        assert all(int(position.table.hand_count[seat]) <= limits[seat] for seat in range(3))
