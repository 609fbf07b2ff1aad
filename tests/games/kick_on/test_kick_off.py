"""Before kick-off (KO-027, KO-028, KO-034, KO-040 to KO-046)."""

from __future__ import annotations

import pytest

from matchday.games.kick_on import GAME, view, words
from matchday.games.kick_on.rules.questions import count_bits, ready_energy
from matchday.games.kick_on.state import Event
from tests.games.kick_on.stand import OWN, Phase, Stand, box_with
from tests.kit import Position

CARDS = "20 E01, 3 J01, 3 J02, 3 J03, 3 J04, 3 J05, 3 J06, 3 J08, 1 J09, 1 J10, 2 J11"
CHILE = "P01 P03 P04 P06 P07 P09 P10 / P02 P05 P08"  # all of one nation, one shirt, with a Captain
NO_ENERGY = "3 E02, 3 J01, 3 J02, 3 J03, 3 J04, 3 J05, 3 J06, 3 J08, 3 J09, 3 J10, 3 J11, 3 J13, 3 J14, 3 J15, 3 J16"


def bonuses(squad: str, cards: str = CARDS, **options) -> list[tuple[int, int]]:
    position = Position(GAME, 1, deck_0=f"{squad} / {cards}", **options)
    return [(bonus, got) for seat, bonus, got, *_ in position.events(Event.BONUS) if seat == 0]


@pytest.mark.rule("KO-040", "KO-041", "KO-042", "KO-043", "KO-044")
@pytest.mark.parametrize(
    ("squad", "met"),
    [
        (CHILE, [1, 2, 3]),
        ("P01 P05 P04 P06 P07 P09 P10 / P02 P03 P08", [1, 3]),  # another shirt among the starters
        ("P12 P03 P04 P06 P07 P09 P10 / P02 P05 P08", [2, 3]),  # a goalkeeper from abroad; his shirt does not count
        ("P01 P03 P04 P06 P07 P11 P10 / P02 P05 P09", [1]),  # the Captain is on the bench
        ("P12 P03 P48 P06 P50 P54 P10 / P02 P05 P09", []),
        ("P34 P36 P37 P39 P40 P41 P21 / P35 P38 P42", [3]),  # two Captains count once
    ],
)
def test_bonuses(squad, met):
    assert bonuses(squad) == [(bonus, 1) for bonus in met]


@pytest.mark.rule("KO-040", "KO-R03")
def test_bonus_energy_comes_out_of_the_deck():
    own = Position(GAME, 1, deck_0=f"{CHILE} / {CARDS}")
    assert int(own.table.deck_count[0]) == 45 - 3 - 7
    assert ready_energy(own.table, 0) == 3
    assert int(own.table.captain_energy[0]) == 1
    outside = Position(GAME, 1, deck_0=f"{CHILE} / {CARDS}", bonus_energy_source="outside")
    assert int(outside.table.deck_count[0]) == 45 - 7
    assert ready_energy(outside.table, 0) == 3


@pytest.mark.rule("KO-R03")
def test_a_bonus_is_lost_when_the_deck_has_no_basic_energy():
    assert bonuses(CHILE, NO_ENERGY) == [(1, 0), (2, 0), (3, 0)]
    one = NO_ENERGY.replace("3 E02", "1 E01, 2 E02")
    assert bonuses(CHILE, one) == [(1, 1), (2, 0), (3, 0)]


@pytest.mark.rule("KO-043", "KO-R04")
def test_the_captains_energy_leaves_with_him():
    stand = Stand(hands=("S01 E01", ""))
    stand.set_energy(0, 2, 0, captain=1)
    stand.cards(0, "S01")
    assert int(stand.table.captain_energy[0]) == 2  # it paid
    stand.own(0, 3, 8)
    assert int(stand.table.captain_energy[0]) == 0
    assert stand.showers(0) == ["E01", "S01"]
    assert stand.events(Event.CAPTAIN_LOST)
    other = Stand(hands=("S01 E01", ""))
    other.set_energy(0, 2, 0, captain=1)
    other.cards(0, "S01").own(0, 5, 8)
    assert int(other.table.captain_energy[0]) == 2


@pytest.mark.rule("KO-R04")
def test_with_two_starting_captains_the_energy_stays_for_the_second():
    deck = f"P34 P36 P37 P39 P40 P41 P21 / P35 P38 P42 / {CARDS}"
    stand = Stand(hands=("S24 E01", ""), deck_0=deck)
    stand.set_energy(0, 2, 0, captain=1)
    stand.cards(0, "S24").own(0, 3, 8)
    assert int(stand.table.captain_energy[0]) > 0
    stand.own(0, 6)
    assert int(stand.table.captain_energy[0]) == 0


@pytest.mark.rule("KO-045")
def test_the_higher_dice_are_at_home_and_play_first():
    homes = set()
    for seed in range(12):
        position = Position(GAME, seed)
        ((home, high, low, *_),) = position.events(Event.HOME)
        assert high > low
        assert int(position.table.home) == int(position.table.active) == home
        assert position.waiting == [home]
        homes.add(home)
    assert homes == {0, 1}


@pytest.mark.rule("KO-046")
def test_seven_cards_each():
    position = Position(GAME, 1)
    assert list(position.table.hand_count) == [7, 7]
    assert len(position.events(Event.DEALT, seat=0)) == 7
    assert len(position.events(Event.DEALT_CARD, seat=0)) == 7
    assert words.event_rule(Event.DEALT) == words.event_rule(Event.DEALT_CARD) == "KO-046"
    assert not position.events(Event.DREW)  # which is the card at the end of a turn
    assert position.phase == Phase.ENERGY  # no mulligan is offered


@pytest.mark.rule("KO-027", "KO-034")
def test_seven_start_and_three_sit_on_the_bench():
    table = Position(GAME, 1).table
    for seat in range(2):
        assert count_bits(int(table.pitch[seat])) == 7
        assert int(table.bench[seat]) == 0b1110000000
        assert int(table.slots[seat]) == 7
        assert int(table.keeper[seat]) == 0


@pytest.mark.rule("KO-027")
def test_the_minimum_of_each_line_holds_only_at_the_start():
    stand = Stand(hands=("S01 E01", ""))
    stand.cards(0, "S01").own(0, 6, 8)  # the only forward goes off for a defender
    assert not int(stand.table.pitch[0]) & int(stand.table.line[0, 3])
    assert stand.phase == Phase.TALK


@pytest.mark.rule("KO-028")
def test_a_line_up_can_be_chosen_at_the_table_in_secret():
    position = Position(GAME, 3, deck_0="mixta")
    assert (position.waiting, position.phase) == ([0], Phase.LINEUP)
    assert position.legal(0) == [OWN, OWN + 1]
    position.play(0, OWN)
    assert not position.events(Event.BENCHED, seat=1)
    assert int(position.hidden(1).bench[0]) == 0
    assert int(position.hidden(0).bench[1]) == 0  # nor is the other one shown before both are ready
    position.play(0, OWN + 2)
    assert OWN + 3 not in position.legal(0)  # the last defender must start
    position.play(0, OWN + 4)
    assert position.phase == Phase.ENERGY
    assert int(position.table.bench[0]) == 0b10101
    assert int(position.table.keeper[0]) == 1
    assert int(position.table.pitch[0]) == 0b1111101010


def test_both_may_choose_at_the_same_time():
    position = Position(GAME, 3, deck_0="mixta", deck_1="mixta")
    assert position.waiting == [0, 1]
    assert view.final(position.box, position.hidden(0), 0, OWN), "the other one may follow, and then it stands"
    position.play(1, OWN + 1, OWN + 9, OWN + 7)
    assert position.waiting == [0]
    assert view.final(position.box, position.hidden(0), 0, OWN), "it is asked the same way, however quick the other was"
    assert not position.events(Event.STARTS)
    position.play(0, OWN, OWN + 9, OWN + 7)
    assert len(position.events(Event.STARTS)) == 14


@pytest.mark.rule("KO-R29")
def test_squads_are_shown_before_kick_off():
    position = Position(GAME, 1, deck_0="garra")
    hidden = position.hidden(1)
    assert list(hidden.squad[0]) == list(position.box.squad[0])
    assert box_with().squad[0, 0] != position.box.squad[0, 0]
