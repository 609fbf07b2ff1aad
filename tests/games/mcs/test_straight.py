"""3.5 The fight on the straight."""

from __future__ import annotations

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.mcs.state import Event, Phase
from tests.games.mcs.track import FOUR_WAY, Track, card, riders


@pytest.mark.rule("MC-040")
def test_only_a_rider_directly_behind_a_rival_may_attack():
    track = Track("R19 B17 Y13 W10", laps="S")
    assert track.asked == "Y", "blue is behind his team-mate, yellow behind blue"
    assert (track.table.order[track.table.place], track.table.order[track.table.place - 1]) == (2, 1)
    track.do("guest", "pass")
    assert track.table.lap == 2, "white is behind his team-mate"


@pytest.mark.rule("MC-041")
def test_a_rider_tries_once_a_lap():
    track = Track("R19 B17 W14 Y01", laps="SF", hands={"host": "", "guest": "51O 51V 33O 33V"})
    track.do("guest", "51O")
    assert track.order == "RWBY"
    assert track.table.order[track.table.place] != 3, "white has used up his attempt and may not go on to attack red"
    assert track.table.order[track.table.place] == 2, "next is yellow on blue"


@pytest.mark.rule("MC-042")
def test_a_rider_who_was_overtaken_does_not_strike_back():
    track = Track(laps="SF", hands={"host": "51V 33O", "guest": "51O"})
    track.do("guest", "51O").do("host", "pass")
    assert track.order == "WRBY"
    assert track.asked != "R"
    attackers = []
    while track.phase == Phase.ATTACK:
        attackers.append("RBYW"[track.table.order[track.table.place]])
        track.do(track.waiting[0], "pass")
    assert attackers == ["Y"], "neither red (overtaken) nor blue (behind red)"


@pytest.mark.rule("MC-043")
def test_attempts_go_from_the_higher_places_down():
    track = Track("R19 W14 B12 Y01", laps="SF")
    asked = []
    while track.phase == Phase.ATTACK:
        asked.append(int(track.table.place) + 1)
        track.do(track.waiting[0], "pass")
    assert asked == [2, 3, 4]


@pytest.mark.rule("MC-044")
def test_an_attack_is_voluntary_and_lies_face_down():
    track = Track(laps="S", hands={"host": "zV", "guest": "33O"})
    assert "pass" in track.choices("guest")
    track.do("guest", "33O")
    assert track.phase == Phase.DEFEND
    assert track.events(Event.LAID, seat=1) == [(1, card("33O"))]
    assert track.events(Event.LAID, seat=0) == []
    assert track.events(Event.ATTACKED, seat=0) == [(1, *riders("W14 R19"))]
    assert track.hidden(1).attack == card("33O") + 1
    for seat in (0, SPECTATOR):
        assert track.hidden(seat).attack == 255


@pytest.mark.rule("MC-044", "MC-R06")
def test_whoever_passes_has_given_up_his_attempt():
    track = Track(laps="SS", hands={"host": "", "guest": "33O"})
    track.do("guest", "pass")
    assert track.table.order[track.table.place] == 2, "on to yellow"
    track.do("guest", "pass")
    assert track.table.lap == 2


@pytest.mark.rule("MC-045", "MC-R09")
def test_without_red_letters_there_is_no_attack():
    track = Track(laps="S", hands={"host": "", "guest": "zV 42O"})
    assert track.choices("guest") == ["pass"], "no bluff with green letters"


@pytest.mark.rule("MC-046")
def test_the_defender_answers_with_green_letters():
    track = Track(laps="S", hands={"host": "zV 42O 51O", "guest": "33O"})
    track.do("guest", "33O")
    assert track.asked == "R"
    assert track.choices("host") == ["42O", "zV", "pass"]


@pytest.mark.rule("MC-047", "MC-R29")
def test_an_undefended_rider_is_overtaken():
    track = Track(laps="S", hands={"host": "zV", "guest": "33O"})
    track.do("guest", "33O").do("host", "pass")
    assert track.order == "WRBY"
    assert track.events(Event.ATTACK_WON) == [(*riders("W14 R19"), card("33O"), -1)]
    assert len(track.hand("guest")) == 1, "the free card comes all the same"
    assert track.used == {"33O"}


@pytest.mark.rule("MC-047")
def test_without_an_attack_card_nobody_is_overtaken():
    track = Track(laps="SF", hands={"host": "", "guest": "33O"})
    track.do("guest", "pass", "pass")
    assert track.points["R"] == 3


@pytest.mark.rule("MC-048")
def test_both_cards_are_turned_up_together():
    track = Track(laps="S", hands={"host": "zV", "guest": "33O"})
    track.do("guest", "33O").do("host", "zV")
    assert track.events(Event.ATTACK_LOST, seat=SPECTATOR) == [(*riders("W14 R19"), card("33O"), card("zV"))]
    assert track.hidden(SPECTATOR).attack == 0


@pytest.mark.rule("MC-049", "MC-055")
@pytest.mark.parametrize(
    ("attack", "defence", "passes"),
    [
        ("uT", "3T", True),  # AC against AD
        ("uT", "dO", False),  # AC against ABC
        ("42T", "pass", True),  # B against none
        ("zO", "51T", True),  # ABC against AB
    ],
)
def test_one_uncovered_letter_is_enough(attack, defence, passes):
    track = Track(laps="S", hands={"host": "3T dO 51T", "guest": "uT 42T zO"})
    track.do("guest", attack).do("host", defence)
    assert track.order == ("WRBY" if passes else "RWBY")


@pytest.mark.rule("MC-050")
def test_exactly_one_of_attack_and_defence_succeeds():
    for attack in ("51O", "33V", "zG", "pV"):
        for defence in ("zV", "42O", "33G", "ovV"):
            track = Track(laps="S", hands={"host": "zV 42O 33G ovV", "guest": "51O 33V zG pV"})
            red, green = track.box.cards[card(attack)].tracks, track.box.cards[card(defence)].tracks
            track.do("guest", attack).do("host", defence)
            covered = all(green >> lane & 1 for lane in range(4) if red >> lane & 1)
            assert len(track.events(Event.ATTACK_LOST)) == covered
            assert len(track.events(Event.ATTACK_WON)) == (not covered)


@pytest.mark.rule("MC-051")
def test_a_successful_attack_swaps_the_two_and_draws_one():
    track = Track(laps="S", hands={"host": "3T", "guest": "uT dV"})
    track.do("guest", "uT").do("host", "3T")
    assert track.order == "WRBY"
    assert len(track.hand("guest")) == 2
    assert len(track.hand("host")) == 0
    assert track.events(Event.DREW_CARDS) == [(1, 1)]


@pytest.mark.rule("MC-052")
def test_a_successful_defence_keeps_the_places_and_draws_one():
    track = Track(laps="S", hands={"host": "zV 51O", "guest": "uT dV"})
    track.do("guest", "uT").do("host", "zV")
    assert track.order == "RWBY"
    assert len(track.hand("host")) == 2
    assert len(track.hand("guest")) == 1


@pytest.mark.rule("MC-053")
@pytest.mark.parametrize("defence", ["3T", "zV"])
def test_both_cards_are_discarded(defence):
    track = Track(laps="S", hands={"host": "3T zV", "guest": "uT"})
    track.do("guest", "uT").do("host", defence)
    assert track.used == {"uT", defence}


@pytest.mark.rule("MC-053", "MC-R08")
def test_played_cards_are_discarded_before_the_free_card_is_drawn():
    track = Track(laps="S", hands={"host": "3T", "guest": "uT"})
    table = track.table
    table.cards[:] = 0
    rest = [number for number in range(48) if number not in {card("3T"), card("uT")}]
    table.deck_count = 0
    table.used_count = len(rest)
    table.cards[48 - len(rest) :] = rest
    track.do("guest", "uT").do("host", "3T")
    assert track.events(Event.REBUILT) == [(48,)], "the two cards just played are among them"
    assert table.deck_count == 47


@pytest.mark.rule("MC-054")
def test_after_the_last_attempt_the_next_lap_is_turned():
    track = Track(laps="SB", hands={"host": "zV", "guest": "uT 51O 42T"})
    track.do("guest", "uT").do("host", "pass")
    assert track.table.lap == 1
    track.do("guest", "51O").do("host", "pass")
    assert track.order == "WRYB"
    assert (int(track.table.lap), track.phase) == (2, Phase.OPEN)


@pytest.mark.rule("MC-055")
def test_the_example_of_the_rulebook():
    track = Track("R19 W14 B12 Y01", laps="SF", hands={"host": "3T 51T", "guest": "uT 33O"})
    assert track.asked == "Y"
    track.do("guest", "uT").do("host", "3T")
    assert track.order == "WRBY"
    assert len(track.hand("guest")) == 2, "the guest has won a card"
    rider, ahead = track.table.order[track.table.place], track.table.order[track.table.place - 1]
    assert (rider, ahead) == (2, 1), "yellow attacks blue next"


@pytest.mark.rule("MC-043", "MC-R06")
def test_a_card_drawn_in_defence_gives_no_second_attempt():
    track = Track("W18 R15 Y13 B12", laps="SF", hands={"host": "zV", "guest": "uT"})
    assert track.choices("host") == ["pass"], "red has no card to attack with"
    track.do("host", "pass").do("guest", "uT").do("host", "zV")
    assert len(track.hand("host")) == 1, "red has held off yellow and drawn a card"
    assert (track.phase, int(track.table.order[track.table.place])) == (Phase.ATTACK, 1), "blue is next"
    track.do("host", "pass")
    assert track.phase != Phase.ATTACK, "red is not asked again"


@pytest.mark.rule("MC-R06")
def test_a_rider_just_overtaken_may_be_overtaken_again():
    track = Track("R19 W14 B12 Y11", laps="SF", hands={"R": "", "B": "42T", "Y": "", "W": "51O"}, **FOUR_WAY)
    track.do("W", "51O")
    assert track.order == "WRBY"
    track.do("B", "42T")
    assert track.order == "WBRY", "red again"


@pytest.mark.rule("MC-R07")
@pytest.mark.parametrize("optional", [True, False])
def test_a_defence_may_be_declined_if_so_agreed(optional):
    track = Track(laps="S", hands={"host": "zV 51O", "guest": "uT"}, defence_optional=optional)
    track.do("guest", "uT")
    assert track.choices("host") == (["zV", "pass"] if optional else ["zV"])
    without = Track(laps="S", hands={"host": "51O", "guest": "uT"}, defence_optional=optional)
    assert without.do("guest", "uT").choices("host") == ["pass"]


@pytest.mark.rule("MC-R22")
def test_a_seat_is_asked_whether_or_not_it_can_answer():
    able = Track(laps="S", hands={"host": "zV", "guest": "uT 3T"})
    unable = Track(laps="S", hands={"host": "zV", "guest": "3T zT"})
    assert able.phase == unable.phase == Phase.ATTACK
    assert unable.choices("guest") == ["pass"]
    assert able.hidden(0).tobytes() == unable.hidden(0).tobytes(), "the host cannot tell the two apart"


@pytest.mark.rule("MC-R22")
@pytest.mark.parametrize("automatic", [True, False])
def test_an_empty_hand_is_passed_over_if_so_agreed(automatic):
    track = Track(laps="S", hands={"host": "zV", "guest": ""}, auto_pass_when_unable=automatic)
    assert (track.phase == Phase.ATTACK and track.table.lap == 1 and track.asked == "Y") != automatic


@pytest.mark.rule("MC-R22")
@pytest.mark.parametrize(
    ("laps", "hands", "moves", "told"),
    [
        ("S", {"host": "zV", "guest": "uT"}, [("guest", "pass")], (1, Phase.ATTACK)),
        ("S", {"host": "zV", "guest": "uT"}, [("guest", "uT"), ("host", "pass")], (0, Phase.DEFEND)),
        ("S", {"host": "", "guest": "uT"}, [("guest", "uT")], (0, Phase.DEFEND)),
        ("B", {"host": "zV", "guest": "uT"}, [("host", "pass")], (0, Phase.OPEN)),
        ("B", {"host": "zV", "guest": "zT"}, [("host", "zV"), ("guest", "pass")], (1, Phase.BEAT)),
    ],
)
def test_everyone_is_told_who_passes_and_what(laps, hands, moves, told):
    track = Track("R19 W14 B12 Y01", laps=laps, hands=hands)
    for who, choice in moves:
        track.do(who, choice)
    assert track.events(Event.PASSED, seat=SPECTATOR)[0][:2] == told
