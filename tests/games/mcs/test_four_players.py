"""3.9 Four players, in pairs and each alone; MC-R01 three players."""

from __future__ import annotations

from collections import Counter

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.mcs.state import Event, Format, Phase
from tests.games.mcs.track import FOUR_WAY, GAME, PAIRS, SOLO, Track, card
from tests.kit import Position


@pytest.mark.rule("MC-120", "MC-R26")
@pytest.mark.parametrize("options", [PAIRS, FOUR_WAY])
def test_everyone_rides_one_colour_drawn_by_lot(options):
    colours = Counter()
    for seed in range(120):
        position = Position(GAME, seed, **options)
        assert sorted(position.table.seat_of) == [0, 1, 2, 3]
        colours[list(position.table.seat_of).index(0)] += 1
    assert min(colours.values()) > 15
    assert len(colours) == 4


@pytest.mark.rule("MC-120", "MC-R26")
def test_colours_may_be_chosen_in_the_order_of_the_seats():
    position = Position(GAME, 1, colours="choose", **FOUR_WAY)
    notation = GAME.words.notation
    assert (position.phase, position.waiting) == (Phase.COLOUR, [0])
    assert [notation(position.box, a) for a in position.legal(0)] == ["helmet:R", "helmet:B", "helmet:Y", "helmet:W"]
    position.play(0, position.legal(0)[3])
    assert [notation(position.box, a) for a in position.legal(1)] == ["helmet:R", "helmet:B", "helmet:Y"]
    position.play(1, position.legal(1)[0])
    position.play(2, position.legal(2)[0])
    assert position.phase == Phase.PICK, "the last colour is nobody's choice"
    assert list(position.table.seat_of) == [1, 2, 3, 0]


@pytest.mark.rule("MC-R26", "MC-R28")
def test_a_pair_shares_out_its_two_colours():
    position = Position(GAME, 1, colours="choose", seating="fixed", **PAIRS)
    notation = GAME.words.notation
    assert [notation(position.box, action) for action in position.legal(0)] == ["helmet:R", "helmet:B"]
    position.play(0, position.legal(0)[1])
    assert position.waiting == [2], "seat 1 gets what is left"
    position.play(2, position.legal(2)[0])
    assert list(position.table.seat_of) == [1, 0, 2, 3]


@pytest.mark.rule("MC-R28")
def test_pairs_are_drawn_by_lot_or_by_seats():
    hosts = Counter(
        tuple(seat for seat in range(4) if position.table.side_of[seat] == 0)
        for position in (Position(GAME, seed, **PAIRS) for seed in range(240))
    )
    assert len(hosts) == 6
    assert min(hosts.values()) > 20
    fixed = Position(GAME, 1, seating="fixed", **PAIRS)
    assert list(fixed.table.side_of) == [0, 0, 1, 1]


@pytest.mark.rule("MC-121")
def test_everyone_lays_one_rider():
    track = Track("", **FOUR_WAY)
    assert track.waiting == [0, 1, 2, 3]
    track.do("Y", "pick:Y11")
    assert track.waiting == [0, 1, 3]
    track.do("R", "pick:R19").do("B", "pick:B02").do("W", "pick:W18")
    assert len(track.order) == 4


@pytest.mark.rule("MC-122")
@pytest.mark.parametrize("options", [PAIRS, FOUR_WAY])
def test_hands_of_four(options):
    assert [int(count) for count in Track("", **options).table.hand_count] == [4, 4, 4, 4]


@pytest.mark.rule("MC-123", "MC-R18")
def test_opening_and_beating_go_by_the_places():
    hands = {"R": "51O", "B": "42O fT", "Y": "33O fG", "W": "zO zT"}
    track = Track("R19 W14 B12 Y01", laps="B", hands=hands, **FOUR_WAY)
    opening = []
    for _ in range(3):
        opening.append(track.asked)
        track.do(track.asked, "pass")
    assert opening == ["R", "W", "B"]
    track.do("Y", "33O")
    asked = []
    for _ in range(2):
        asked.append(track.asked)
        track.do(track.asked, "pass")
    assert asked == ["R", "W"], "on down the order, wrapping to the leader"
    track.do("B", "42O")
    assert track.asked == "Y"
    track.do("Y", "pass")
    assert track.asked == "R", "red passed before and may still beat this card"
    track.do("R", "51O")
    assert track.asked == "W"


@pytest.mark.rule("MC-R18")
@pytest.mark.parametrize(("order", "asked"), [("cyclic", "W"), ("leader_first", "R")])
def test_where_the_asking_begins_again(order, asked):
    hands = {"R": "51O", "B": "42O fT", "Y": "33O fG", "W": "zO zT"}
    track = Track("R19 B17 W14 Y01", laps="B", hands=hands, beat_order=order, **FOUR_WAY)
    track.do("R", "pass").do("B", "42O")
    assert track.asked == asked


@pytest.mark.rule("MC-124")
def test_an_effect_comes_only_when_nobody_wants_to_beat():
    hands = {"R": "fO", "B": "zT", "Y": "zV", "W": "zG"}
    track = Track("R19 W14 B12 Y01", laps="B", hands=hands, **FOUR_WAY)
    track.do("R", "fO").do("W", "pass").do("B", "pass")
    assert track.table.heat == 1
    track.do("Y", "pass")
    assert track.table.heat == 2


@pytest.mark.rule("MC-125")
def test_a_match_in_pairs():
    track = Track("R19 W14 B12 Y01", laps="F", **PAIRS).finish_heat()
    assert track.box.heats == 15
    assert track.score() == [4, 4, 2, 2]
    track.table.points[:] = 20, 20, 10, 30
    assert track.result() == [0.5] * 4
    track.table.points[:] = 20, 21, 10, 30
    assert track.result() == [1.0, 1.0, 0.0, 0.0]
    straight = Track("R19 B17 W14 Y01", laps="S", **PAIRS)
    assert straight.asked == "W", "blue does not attack his partner"


@pytest.mark.rule("MC-R19")
@pytest.mark.parametrize("allowed", [False, True])
def test_beating_a_partner(allowed):
    hands = {"R": "51O", "B": "42O", "Y": "zT", "W": "zV"}
    track = Track("R19 B17 W14 Y01", laps="B", hands=hands, beat_partner=allowed, **PAIRS)
    track.do("R", "51O")
    assert track.asked == ("B" if allowed else "W")


@pytest.mark.rule("MC-R19")
def test_the_winner_places_both_riders_of_his_pair_and_robs_an_opponent():
    hands = {"R": "51O zO", "B": "", "Y": "zT", "W": "zV"}
    track = Track("W18 R15 Y13 B12", laps="BB", hands=hands, **PAIRS)
    track.do("W", "pass").do("R", "51O").do("Y", "pass").do("W", "pass")
    assert track.choices("R") == ["order:R1,B2", "order:R2,B1"]
    track.do("R", "order:R2,B1")
    track.do("R", "zO").do("W", "pass").do("Y", "pass")
    assert track.choices("R") == ["victim:2", "victim:3"]


@pytest.mark.rule("MC-R19")
@pytest.mark.parametrize("shared", [False, True])
def test_partners_see_each_others_cards_only_if_so_agreed(shared):
    track = Track("R19 B17 W14 Y01", laps="S", partners_share_hands=shared, **PAIRS)
    hidden = track.hidden(0)
    assert (255 in hidden.hand[1, :4]) != shared
    assert set(hidden.hand[2, :4]) == {255}
    assert set(track.hidden(SPECTATOR).hand[0, :4]) == {255}


@pytest.mark.rule("MC-R19")
def test_partners_who_share_hands_see_a_face_down_attack_and_a_theft():
    hands = {"R": "zT", "B": "zV", "Y": "42T", "W": "uT"}
    track = Track("R19 B17 W14 Y01", laps="S", hands=hands, partners_share_hands=True, **PAIRS)
    track.do("W", "uT")
    assert track.hidden(2).attack == card("uT") + 1
    assert track.hidden(0).attack == 255
    theft = Track(
        "R19 B17 W14 Y01",
        laps="BS",
        hands={"R": "zT", "B": "", "Y": "", "W": "uT 51O"},
        partners_share_hands=True,
        **PAIRS,
    )
    theft.do("R", "zT").do("W", "pass")
    assert theft.events(Event.STOLE, seat=1) == theft.events(Event.STOLE, seat=2) == theft.events(Event.STOLE, seat=0)
    assert theft.events(Event.STOLE, seat=SPECTATOR) == []


# ---------------------------------------------------------------- three players


@pytest.mark.rule("MC-R01")
def test_one_against_two():
    track = Track("", **SOLO)
    assert track.box.format == Format.SOLO
    assert [int(count) for count in track.table.hand_count[:3]] == [8, 5, 5]
    track.do("R", "pick:R19", "pick:B12").do("Y", "pick:Y01").do("W", "pick:W14")
    assert track.order == "RWBY"
    track.table.points[:] = 30, 16, 22, 22
    assert track.score() == [46, 44, 44]
    assert track.result() == [1.0, 0.0, 0.0]
    assert track.box.heats == 15


@pytest.mark.rule("MC-R01", "MC-R18")
def test_the_solo_player_acts_at_his_better_place():
    track = Track("W18 R15 B12 Y01", laps="B", **SOLO)
    asked = []
    for _ in range(3):
        asked.append(track.asked)
        track.do(track.asked, "pass")
    assert asked == ["W", "R", "Y"]


@pytest.mark.rule("MC-R01", "MC-R28")
def test_the_solo_player_is_drawn_by_lot():
    solos = Counter(int(Position(GAME, seed, players=3).table.seat_of[0]) for seed in range(90))
    assert len(solos) == 3
    for seed in range(5):
        table = Position(GAME, seed, players=3).table
        assert table.seat_of[0] == table.seat_of[1]
        assert sorted({*map(int, table.seat_of)}) == [0, 1, 2]


@pytest.mark.rule("MC-R01")
def test_three_may_also_play_a_four_way_meeting_with_a_bot():
    box = GAME.box({"players": 3, "three_players": "fourway_bot"})
    assert (box.format, box.seats, box.heats) == (Format.FOURWAY, 4, 20)


# ---------------------------------------------------------------- riders out of the heat (MC-R21)


@pytest.mark.rule("MC-R21")
def test_of_four_whoever_has_no_rider_left_neither_opens_nor_beats():
    hands = {"R": "dV dT", "B": "zG", "Y": "zO", "W": "zV"}
    track = Track("R19 W14 B12 Y01", laps="BB", hands=hands, **FOUR_WAY)
    track.do("R", "dV").do("W", "pass").do("B", "pass").do("Y", "pass").do("R", "target:W")
    asked = []
    for _ in range(3):
        asked.append(track.asked)
        track.do(track.asked, "pass")
    assert asked == ["R", "B", "Y"]


@pytest.mark.rule("MC-R21")
def test_of_two_the_one_without_riders_still_opens_and_beats():
    track = Track("R19 W14 B12 Y01", laps="BBBB", hands={"host": "dV dT 3O", "guest": "uO"})
    for target in ("target:W", None):
        track.do("host", track.choices("host")[1] if target else "dT")
        while track.phase == Phase.BEAT:
            track.do("guest", "pass")
        if target:
            track.do("host", target)
    assert track.order == "RB"
    track.do("host", "3O").do("guest", "uO")
    assert track.choices("guest") == ["target:R", "target:B"]


@pytest.mark.rule("MC-R21")
@pytest.mark.parametrize(("rule", "ended"), [("play_on", False), ("end", True)])
def test_when_one_side_is_left(rule, ended):
    track = Track("R19 W14 B12 Y01", laps="BBBB", hands={"host": "dV dT 3O", "guest": ""}, one_side_left=rule)
    track.do("host", "dV", "target:W", "dT")
    assert track.out == "WY"
    assert (track.table.heat == 2) == ended
    if ended:
        assert track.points == {"R": 3, "B": 2, "Y": 0, "W": 0}
    else:
        assert track.phase == Phase.OPEN


@pytest.mark.rule("MC-R21")
def test_a_heat_without_riders_ends_at_once():
    track = Track("R19 W14 B12 Y01", laps="BBBB", hands={"host": "dV dT", "guest": "dO dG"})
    table = track.table
    table.racing, table.order[:] = 1, 0
    table.trouble, table.trouble_of = 2, 0
    table.retired, table.out[:3], table.cause[:3] = 3, [1, 2, 3], 2
    track.do("host", "pass").do("guest", "pass")
    assert track.table.heat == 2
    assert sum(track.points.values()) == 0
