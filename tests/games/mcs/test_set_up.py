"""3.2 Set-up, and 3.3 the start of a heat."""

from __future__ import annotations

from collections import Counter

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.mcs.state import Event, Phase
from tests.games.mcs.track import GAME, LETTERS, Track
from tests.kit import Position


@pytest.mark.rule("MC-010")
def test_all_fight_cards_lie_in_one_deck_and_any_may_come_first():
    track = Track("")
    assert track.table.deck_count == 48 - 10
    assert GAME.components(track.box, track.table) == [1] * 48
    first = {int(Position(GAME, seed).table.hand[0, 0]) for seed in range(60)}
    assert len(first) > 15, "the deck is shuffled"


@pytest.mark.rule("MC-011")
def test_four_lap_decks_are_turned_in_order():
    track = Track(laps="SSSS", hands={"host": "", "guest": ""})
    assert [(told.lap, told.origin) for told in track.events(Event.LAP)] == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 2)]
    turned = Counter(Position(GAME, seed).table.laps.sum() for seed in range(3))
    assert turned == {40: 3}, "nothing is turned before the start"


@pytest.mark.rule("MC-012")
def test_host_rides_red_and_blue_and_guest_yellow_and_white():
    track = Track("")
    assert [LETTERS[colour] for colour in range(4) if track.table.seat_of[colour] == 0] == ["R", "B"]
    assert [LETTERS[colour] for colour in range(4) if track.table.seat_of[colour] == 1] == ["Y", "W"]
    for colour in LETTERS:
        assert len(track.rider_codes(colour)) == 5
    assert track.is_public(Event.SEATED)


@pytest.mark.rule("MC-012", "MC-R28")
def test_the_host_is_found_by_lot_or_by_seats():
    hosts = Counter(int(Position(GAME, seed).table.seat_of[0]) for seed in range(200))
    assert 70 < hosts[0] < 130
    assert {int(Position(GAME, seed, seating="fixed").table.seat_of[0]) for seed in range(20)} == {0}


@pytest.mark.rule("MC-013", "MC-R02")
@pytest.mark.parametrize("shown", [True, False])
def test_riders_of_others_are_shown_only_if_so_agreed(shown):
    from matchday.engine.speech import Say

    track = Track("", show_rider_pools=shown)
    zones = {zone.id: zone for zone in GAME.sight.zones(Say(), track.box, track.hidden(0), 0)}
    assert len(zones["pool.R"].pieces) == 5
    assert len(zones["pool.Y"].pieces) == (5 if shown else 0)
    assert zones["pool.Y"].count == 5


@pytest.mark.rule("MC-020")
def test_a_match_is_fifteen_heats():
    track = Track(laps="F")
    assert track.box.heats == 15
    track.table.laps[0] = 0
    track.table.laps[0, 2] = 20
    heats = 1
    while track.phase != Phase.OVER:
        track.finish_heat()
        if track.phase == Phase.PICK:
            for seat in (0, 1):
                track.play(seat, track.legal(seat)[0])
                track.play(seat, track.legal(seat)[0])
            track.table.laps[0] = 0
            track.table.laps[0, 2] = 20
        heats = int(track.table.heat)
    assert heats == 15
    assert sum(track.points.values()) == 90


@pytest.mark.rule("MC-021", "MC-116")
def test_hands_are_filled_to_five_before_every_heat():
    track = Track("", hands={"host": "51O", "guest": "51V 51T 51G"})
    track.table.hand_count[0] = 1
    track.line_up("R19 B12 Y01 W14")
    track.finish_heat()
    assert [int(count) for count in track.table.hand_count[:2]] == [5, 5]
    assert {"51O"} <= set(track.hand("host")), "cards left over are kept"


@pytest.mark.rule("MC-021", "MC-R03")
def test_the_host_draws_all_he_needs_before_the_guest():
    track = Track("", hands={"host": "51O", "guest": "51V"}, laps="F")
    track.line_up("R19 B12 Y01 W14")
    while track.phase == Phase.EXCHANGE:
        track.do(track.waiting[0], "done")
    drawn = [told.seat for told in track.events(Event.DREW)]
    assert drawn == [0] * 4 + [1] * 4


@pytest.mark.rule("MC-022")
def test_hands_and_drawn_cards_are_secret():
    track = Track("", laps="S")
    for seat in (0, 1, SPECTATOR):
        hidden = track.hidden(seat)
        for holder in (0, 1):
            shown = set(map(int, hidden.hand[holder, :5]))
            assert (shown == {255}) == (holder != seat)
    position = Position(GAME, 1, seating="fixed")
    assert {told.seat for told in position.events(Event.DREW, seat=0)} == {0}
    assert position.events(Event.DREW, seat=SPECTATOR) == []
    assert position.events(Event.DREW_CARDS, seat=SPECTATOR) == [(0, 5), (1, 5)]


@pytest.mark.rule("MC-023")
def test_each_picks_one_rider_of_each_of_his_colours_in_secret():
    track = Track("")
    assert track.phase == Phase.PICK
    assert track.waiting == [0, 1], "both choose at the same time"
    assert track.choices("host") == ["pick:R19", "pick:R15", "pick:R09", "pick:R05", "pick:R04"]
    assert track.choices("guest") == ["pick:Y20", "pick:Y13", "pick:Y11", "pick:Y07", "pick:Y01"]
    track.do("host", "pick:R09")
    assert track.events(Event.PICKED, seat=1) == []
    assert track.events(Event.HAS_PICKED) == [], "half a choice is nobody's business"
    assert track.choices("host") == ["pick:B17", "pick:B16", "pick:B12", "pick:B06", "pick:B02"]
    before = track.hidden(1)
    track.do("host", "pick:B02")
    assert track.events(Event.HAS_PICKED, seat=1) == [(0,)]
    assert track.waiting == [1]
    assert list(track.hidden(1).pick) == [0, 0, 0, 0] == list(before.pick)
    assert list(track.hidden(SPECTATOR).pick) == [0, 0, 0, 0]
    assert list(track.hidden(0).pick) == [3, 5, 0, 0]


@pytest.mark.rule("MC-024")
def test_riders_are_shown_together_when_all_are_in():
    track = Track("", laps="S")
    track.do("guest", "pick:Y01", "pick:W14")
    assert track.events(Event.LINED_UP) == []
    track.do("host", "pick:R19", "pick:B12")
    assert len(track.events(Event.LINED_UP)) == 1
    assert track.is_public(Event.LINED_UP)


@pytest.mark.rule("MC-025", "MC-027")
def test_the_highest_number_leads():
    assert Track("R19 W14 B12 Y01", laps="S").order == "RWBY"


@pytest.mark.rule("MC-025")
@pytest.mark.parametrize(
    ("riders", "order"), [("Y20 W18 B17 R15", "YWBR"), ("R04 B02 Y01 W03", "RWBY"), ("R05 B06 Y07 W08", "WYBR")]
)
def test_order_by_number(riders, order):
    assert Track(riders, laps="S").order == order


@pytest.mark.rule("MC-026")
def test_the_order_lies_open_and_is_kept_up_to_date():
    track = Track(laps="S", hands={"host": "", "guest": "51O"})
    for seat in (0, 1, SPECTATOR):
        assert list(track.hidden(seat).order) == [0, 3, 1, 2]
    track.do("guest", "51O")
    for seat in (0, 1, SPECTATOR):
        assert list(track.hidden(seat).order)[:2] == [3, 0]


@pytest.mark.rule("MC-023", "MC-R17")
def test_the_last_rider_of_a_series_rides_without_being_asked():
    track = Track("", laps="F", heats=10)
    for heat in range(4):
        track.line_up(["R19 B17 Y20 W18", "R15 B16 Y13 W14", "R09 B12 Y11 W10", "R05 B06 Y07 W08"][heat])
        track.coming("F")
        if heat < 3:
            track.table.laps[0] = 0
            track.table.laps[0, 2] = 20
            track.finish_heat()
    track.table.laps[:] = 0
    track.table.laps[0, 0] = 9
    track.table.laps[1:, 0] = 9
    while track.table.heat < 5:
        track.do(track.waiting[0], "done")
    assert track.table.heat == 5
    assert set(track.order) == set("RBYW")
    assert [track.rider_codes(colour) for colour in LETTERS] == [[], [], [], []]
