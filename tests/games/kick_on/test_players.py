"""Penalties, injuries, substitutions, expulsions, the shoot-out (KO-004, KO-025, KO-070 to KO-084)."""

from __future__ import annotations

import pytest

from matchday.games.kick_on import GAME
from matchday.games.kick_on.rules.leaving import take_off
from matchday.games.kick_on.rules.penalties import penalty_attack, penalty_defence, penalty_scores
from matchday.games.kick_on.rules.questions import bench_of, count_bits, subs_for
from matchday.games.kick_on.rules.totals import keeper_defence
from matchday.games.kick_on.state import NOBODY, Event, Why
from matchday.games.kick_on.view import place_of
from tests.games.kick_on.stand import OWN, PASS, RIVAL, Phase, Stage, Stand


def fouled(foul: str = "F04", hands=("J01 S02 E01", ""), play: str = "J01", **options) -> Stand:
    """Seat 0 attacks with its forward, seat 1 defends with 1, 2, 3 and fouls with 1."""
    stand = Stand(hands=(hands[0], f"{foul} {hands[1]} E01"), energy=(8, 8), **options)
    stand.attack(6, play=play).defend(1, 2, 3)
    return stand.foul(foul, 1)


# ---------------------------------------------------------------- penalties in play


@pytest.mark.rule("KO-070", "KO-R16")
def test_a_penalty_annuls_the_foul_and_takes_the_place_of_the_attack():
    stand = fouled("F02")
    stand.cards(0, "S02").pass_windows()
    assert (stand.waiting, stand.phase) == ([0], Phase.PENALTY_TAKER)
    assert stand.players(0) == [0, 1, 2, 3, 4, 5, 6]
    assert not stand.table.attack_on
    assert not stand.events(Event.CHECKED)
    assert stand.has_attacked(0, 6)
    stand.next_dice(2)
    stand.own(0, 5)
    assert stand.score() == [0, 0]
    assert not stand.has_attacked(0, 5)
    assert stand.phase == Phase.CLOSE


@pytest.mark.rule("KO-070", "KO-071", "KO-072", "KO-X7")
@pytest.mark.parametrize(("die", "goal"), [(3, False), (4, True), (1, False), (6, True)])
def test_attack_four_against_goalkeeper_seven(die, goal):
    stand = fouled(deck_0="samba")
    stand.cards(0, "S02").pass_windows()
    stand.next_dice(die)
    stand.own(0, 6)  # attack 4; Muralla's goalkeeper saves with 6 and Penalty saver 1
    assert stand.score() == [int(goal), 0]
    assert stand.table.deck_count[1] == 30 - (die if goal else 0)
    assert penalty_attack(stand.box, stand.table, 0, 6) == 4
    assert penalty_defence(stand.box, stand.table, 1) == 7


@pytest.mark.rule("KO-071")
def test_a_one_never_scores_and_a_six_always_does():
    assert not penalty_scores(20, 0, 1)
    assert penalty_scores(0, 20, 6)
    assert not penalty_scores(4, 6, 2)
    assert penalty_scores(4, 6, 3)


@pytest.mark.rule("KO-072", "KO-R13", "KO-R17")
def test_a_penaltys_damage_is_its_die_alone_and_nobody_rolls_again():
    stand = fouled("F04", ("J08 S02 S13 S26", "S12"), "J08", deck_0="samba")
    stand.cards(0, "S02").pass_windows()
    stand.next_dice(6)
    stand.own(0, 5)  # the poacher
    assert stand.phase == Phase.CLOSE
    assert stand.table.deck_count[1] == 24


# ---------------------------------------------------------------- the shoot-out


def level(**options) -> Stand:
    """The last card of a deck is drawn with the score level; seat 0 kicks first."""
    for seed in range(40):
        stand = Stand(hands=("E01 E01", "E01"), deck=(1, 30), seed=seed, **options)
        stand.passes(0, 0)
        if stand.table.first_kicker == 0 or options.get("draws_allowed"):
            return stand
    raise AssertionError


@pytest.mark.rule("KO-073", "KO-R18")
def test_a_level_match_goes_to_three_takers_each():
    stand = level()
    assert (stand.waiting, stand.phase) == ([0], Phase.SHOOTOUT_PICK)
    stand.own(0, 6, 3, 5)
    assert stand.waiting == [1]
    stand.own(1, 6, 5)
    before = list(stand.table.goals)
    stand.next_dice(6, 1, 6, 1)
    stand.own(1, 4)
    assert stand.waiting == []
    assert stand.result() == [1.0, 0.0]
    assert list(stand.table.goals) == before
    assert stand.table.deck_count[1] == 30


@pytest.mark.rule("KO-074", "KO-X11", "KO-R18")
def test_the_shoot_out_stops_when_one_side_cannot_be_caught():
    stand = level()
    stand.own(0, 6, 3, 5).own(1, 6, 5)
    stand.next_dice(6, 1, 6, 1)
    stand.own(1, 4)
    assert list(stand.table.kicks) == [2, 2]
    assert list(stand.table.kicks_in) == [2, 0]
    other = level()
    other.own(0, 6, 3, 5).own(1, 6, 5)
    other.next_dice(6, 1, 1, 1, 1, 6)  # 1-0 after two rounds: the third is needed
    other.own(1, 4)
    assert list(other.table.kicks) == [3, 3]


@pytest.mark.rule("KO-075", "KO-R18")
def test_sudden_death_takes_those_who_have_not_kicked():
    stand = level()
    stand.own(0, 6, 3, 5).own(1, 6, 5)
    stand.next_dice(6, 6, 6, 6, 6, 6)
    stand.own(1, 4)
    assert (stand.waiting, stand.phase) == ([0], Phase.SHOOTOUT_NEXT)
    assert stand.players(0) == [0, 1, 2, 4]
    stand.next_dice(6, 6)
    stand.own(0, 4)
    assert (stand.waiting, stand.players(1)) == ([1], [0, 1, 2, 3])
    stand.own(1, 0)
    assert stand.waiting == [0]  # level after the pair: it goes on
    stand.next_dice(6)
    stand.own(0, 0)
    assert stand.waiting == [1]  # ahead, but the other side still kicks
    stand.next_dice(1)
    stand.own(1, 1)
    assert stand.result() == [1.0, 0.0]


@pytest.mark.rule("KO-R18")
def test_when_all_have_kicked_a_new_cycle_begins():
    stand = level()
    stand.table.pitch[0] = 0b11  # only two are left: the third kick begins a new cycle
    stand.own(0, 0).own(1, 6, 5)
    stand.next_dice(6, 6, 6, 6)
    stand.own(1, 4)
    assert (stand.waiting, stand.phase, stand.players(0)) == ([0], Phase.SHOOTOUT_NEXT, [0, 1])


@pytest.mark.rule("KO-073", "KO-081", "KO-R18")
def test_the_shoot_out_faces_the_goalkeeper_who_finished_the_match():
    stand = level()
    assert penalty_defence(stand.box, stand.table, 1) == 7
    stand.table.keeper[1] = 1
    assert penalty_defence(stand.box, stand.table, 1) == 4


@pytest.mark.rule("KO-R18")
def test_draws_if_the_table_says_so():
    stand = level(draws_allowed=True)
    assert stand.waiting == []
    assert stand.result() == [0.5, 0.5]


# ---------------------------------------------------------------- injuries


def injured(slot: int, hands=("J01 E01", ""), **options) -> Stand:
    """Seat 0's attacker is injured by seat 1's Studs up."""
    stand = Stand(hands=(hands[0], f"F03 {hands[1]} E01"), energy=(8, 8), **options)
    stand.attack(slot).defend(1, 2)
    stand.foul("F03", 2)
    stand.next_dice(5, 6)
    return stand.passes(0)


@pytest.mark.rule("KO-080", "KO-083", "KO-025")
def test_a_player_injured_by_a_rivals_card_is_replaced_free():
    stand = injured(6)
    assert (stand.waiting, stand.phase) == ([0], Phase.FREE_SUB)
    assert place_of(stand.table, 0, 6) == "showers_players"
    energy = stand.ready(0)
    stand.own(0, 9)
    assert place_of(stand.table, 0, 9) == "forwards"
    assert stand.ready(0) == energy
    assert count_bits(int(stand.table.pitch[0])) == 7


@pytest.mark.rule("KO-080", "KO-R25")
def test_the_free_substitution_may_be_declined_and_is_lost_then():
    stand = injured(6, ("J01 S01 E01", ""))
    stand.play(0, PASS)
    assert count_bits(int(stand.table.pitch[0])) == 6
    assert stand.phase == Phase.CLOSE
    stand.cards(0, "S01").pass_windows()
    assert NOBODY in stand.legal(0)
    stand.play(0, NOBODY)
    stand.own(0, 9)
    assert count_bits(int(stand.table.pitch[0])) == 7


@pytest.mark.rule("KO-080", "KO-R20", "KO-R25")
def test_the_reserve_goalkeeper_does_not_replace_an_outfield_player():
    stand = Stand(hands=("J01 E01", "F03 E01"), energy=(8, 8))
    stand.table.gone[0] = 0b1100000000
    stand.attack(6).defend(1, 2)
    stand.foul("F03", 2)
    stand.next_dice(5, 6)
    stand.passes(0)
    assert stand.phase == Phase.CLOSE
    assert not stand.is_on(0, 6)


@pytest.mark.rule("KO-080", "KO-081", "KO-R20", "KO-R33")
def test_a_goalkeeper_injured_by_a_rivals_card():
    stand = Stand(hands=("E01", "E01"), deck_0="samba")
    take_off(stand.box, stand.table, 0, 0, Why.HURT_BY_RIVAL, stand.log)
    stand.go(Stage.CLOSE)
    assert (stand.waiting, stand.phase, stand.players(0)) == ([0], Phase.FREE_SUB, [7])
    declined = stand.copy()
    stand.own(0, 7)
    assert int(stand.table.keeper[0]) == 7
    declined.play(0, PASS)
    assert declined.phase == Phase.KEEPER_CHOICE
    declined.play(0, OWN + 2)
    assert int(declined.table.keeper[0]) == 2


@pytest.mark.rule("KO-081", "KO-R20")
def test_without_a_reserve_an_outfield_substitute_may_come_on_and_somebody_keeps_goal():
    stand = Stand(hands=("E01", "E01"))
    stand.table.gone[0] = 1 << 7
    take_off(stand.box, stand.table, 0, 0, Why.HURT_BY_RIVAL, stand.log)
    stand.go(Stage.CLOSE)
    assert stand.players(0) == [8, 9]
    stand.own(0, 8)
    assert stand.phase == Phase.KEEPER_CHOICE
    assert stand.players(0) == [1, 2, 3, 4, 5, 6, 8]
    stand.own(0, 8)
    assert int(stand.table.keeper[0]) == 8
    assert keeper_defence(stand.box, stand.table, 0) == 3


@pytest.mark.rule("KO-081", "KO-X8")
def test_an_emergency_goalkeeper_defends_with_one_less_at_least_zero():
    stand = Stand(deck_0="samba")
    stand.table.keeper[0] = 6  # defence 1
    assert keeper_defence(stand.box, stand.table, 0) == 0
    stand.table.keeper[0] = 2  # defence 5
    assert keeper_defence(stand.box, stand.table, 0) == 4
    box = GAME.box({"deck_0": "samba"})
    box.players[stand.table.squad[0, 2]].defence = 0
    assert keeper_defence(box, stand.table, 0) == 0


@pytest.mark.rule("KO-081", "KO-R32")
def test_an_emergency_goalkeeper_cannot_attack():
    for option in (False, True):
        stand = Stand(hands=("J01 E01", ""), keeper_may_attack=option)
        stand.table.keeper[0] = 3
        stand.table.pitch[0] ^= 1
        stand.table.gone[0] |= 1
        stand.cards(0, "J01").play(0, PASS)
        assert stand.players(0) == [1, 2, 4, 5, 6]


@pytest.mark.rule("KO-082", "KO-R33")
def test_a_player_injured_by_his_own_card_waits_for_a_substitution():
    stand = Stand(hands=("J01 E01", "F13 S01 E01"), energy=(8, 8))
    stand.attack(6).defend(1, 3)
    stand.foul("F13", 1)
    stand.next_dice(6)
    stand.passes(0)
    assert stand.phase == Phase.CLOSE
    assert not stand.is_on(1, 1)
    assert count_bits(int(stand.table.pitch[1])) == 6
    stand.passes(0, 1)
    stand.cards(1, "S01").pass_windows()
    stand.play(1, NOBODY)
    stand.own(1, 8)
    assert count_bits(int(stand.table.pitch[1])) == 7


@pytest.mark.rule("KO-082", "KO-R33", "KO-081")
def test_a_goalkeeper_injured_by_his_own_foul_is_replaced_by_an_outfield_player():
    stand = Stand(hands=("J01 E01", "F13 E01"), energy=(8, 8))
    stand.attack(6).defend()
    stand.foul("F13", 0)
    stand.next_dice(6)
    stand.passes(0)
    assert (stand.waiting, stand.phase) == ([1], Phase.KEEPER_CHOICE)
    assert stand.players(1) == [1, 2, 3, 4, 5, 6]
    stand.own(1, 2)
    assert int(stand.table.keeper[1]) == 2
    assert place_of(stand.table, 1, 2) == "goal"


# ---------------------------------------------------------------- expulsions


@pytest.mark.rule("KO-084", "KO-R19", "KO-025")
@pytest.mark.parametrize(("replace", "slots"), [(False, 6), (True, 7)])
def test_a_player_sent_off_is_not_replaced(replace, slots):
    stand = Stand(hands=("J01 E01", "F09 S01 E01"), energy=(8, 8), replace_expelled=replace)
    stand.attack(6).defend(1, 2)
    stand.foul("F09", 1)
    stand.next_dice(3)
    stand.passes(0)
    assert place_of(stand.table, 1, 1) == "showers_players"
    assert int(stand.table.slots[1]) == slots
    stand.passes(0, 1)
    stand.cards(1, "S01").pass_windows()
    assert (NOBODY in stand.legal(1)) == replace


@pytest.mark.rule("KO-R19", "KO-R20")
def test_a_goalkeeper_sent_off_and_the_reserve_brought_on_later():
    stand = Stand(hands=("J01 E01", "F09 S01 E01"), energy=(8, 8))
    stand.attack(6).defend()
    stand.foul("F09", 0)
    stand.next_dice(1)
    stand.passes(0)
    assert stand.phase == Phase.KEEPER_CHOICE
    stand.own(1, 1)
    assert int(stand.table.slots[1]) == 6
    stand.passes(0, 1)
    stand.cards(1, "S01").pass_windows()
    assert NOBODY not in stand.legal(1)
    assert stand.players(1) == [1, 2, 3, 4, 5, 6]
    stand.own(1, 1)  # the emergency keeper himself: only for a goalkeeper card
    assert int(stand.table.keeper[1]) == 7
    assert not stand.is_on(1, 1)


@pytest.mark.rule("KO-R20")
def test_a_reserve_goalkeeper_for_anyone_sends_the_emergency_keeper_back_outfield():
    stand = Stand(hands=("S01 E01", ""))
    stand.table.keeper[0] = 2
    stand.table.pitch[0] ^= 1
    stand.table.gone[0] |= 1
    stand.table.slots[0] = 6
    stand.cards(0, "S01").own(0, 6)
    assert stand.players(0) == [7, 8, 9]
    stand.own(0, 7)
    assert int(stand.table.keeper[0]) == 7
    assert place_of(stand.table, 0, 2) == "defenders"


@pytest.mark.rule("KO-R34")
def test_the_last_player_cannot_be_lost():
    stand = Stand(hands=("J01 E01", "F15 E01"), energy=(8, 8))
    stand.table.pitch[1] = 1
    stand.attack(6)
    stand.foul("F15", 0)
    stand.next_dice(1, 1)
    stand.passes(0, 0)  # the Foul counts; no substitute for whoever it has hurt
    told = stand.report()
    assert "Nobody is sent off, though the die shows 1." in told
    assert int(stand.table.pitch[1]) == 1
    assert int(stand.table.slots[1]) == 7


@pytest.mark.rule("KO-R34")
def test_a_die_that_hurts_nobody_says_so():
    stand = Stand(hands=("J01 E01", "F13 E01"), energy=(8, 8))
    stand.attack(6).defend(1, 2)
    stand.foul("F13", 2)  # iron
    stand.next_dice(6)
    stand.passes(0)
    assert stand.is_on(1, 2)
    told = stand.report()
    assert "The fouler stays on, though the die shows 6." in told


# ---------------------------------------------------------------- substitutions


@pytest.mark.rule("KO-004", "KO-084", "KO-R21")
def test_a_substitution_costs_only_its_card_and_nobody_returns():
    stand = Stand(hands=("S24 E01", ""), energy=(2, 0))
    stand.cards(0, "S24")
    stand.own(0, 6)
    assert stand.players(0) == [8, 9]
    stand.own(0, 9)
    assert stand.ready(0) == 0
    assert place_of(stand.table, 0, 6) == "showers_players"
    stand.own(0, 9)
    assert not stand.is_on(0, 9)
    assert stand.is_on(0, 8)
    assert int(stand.table.gone[0]) == 1 << 6 | 1 << 9
    assert not bench_of(stand.table, 0) & int(stand.table.gone[0])


@pytest.mark.rule("KO-R20")
def test_goalkeepers_change_with_goalkeepers_alone():
    stand = Stand(hands=("S01 E01", ""))
    stand.cards(0, "S01").own(0, 0)
    assert int(stand.table.keeper[0]) == 7
    field = Stand(hands=("S01 E01", ""))
    field.cards(0, "S01").own(0, 1)
    assert field.players(0) == [8, 9]


@pytest.mark.rule("KO-R22")
def test_a_substitute_for_a_defender_takes_no_part_in_this_defence():
    stand = Stand(hands=("J01 E01", "S01 E01"), energy=(8, 8))
    stand.attack(6).defend(1, 2)
    stand.cards(1, "S01").passes(0)
    stand.own(1, 1, 8)
    assert int(stand.table.defenders) == 0b100
    assert stand.is_on(1, 8)
    assert stand.defence_total == 6 + 5


@pytest.mark.rule("KO-R24")
def test_an_empty_place_only_up_to_the_slots():
    stand = Stand(hands=("S01 E01", ""))
    assert not subs_for(stand.table, 0, -1)
    stand.table.pitch[0] ^= 1 << 6
    stand.table.gone[0] |= 1 << 6
    assert subs_for(stand.table, 0, -1) == 1 << 8 | 1 << 9
    stand.table.slots[0] = 6
    assert not subs_for(stand.table, 0, -1)


@pytest.mark.rule("KO-R26")
def test_the_attack_ends_when_no_attacker_is_left():
    stand = Stand(hands=("J01 E01", "F14 E01"), energy=(8, 8))
    stand.attack(6).defend(1)
    stand.foul("F14", 1)
    stand.next_dice(2, 6)
    stand.passes(0)
    stand.own(0, 9)
    assert stand.phase == Phase.CLOSE
    assert not stand.events(Event.ROLLED)


@pytest.mark.rule("KO-R35")
def test_the_match_can_end_in_the_middle_of_a_card():
    stand = Stand(hands=("S05 E01", ""), deck=(2, 30))
    stand.table.goals[0] = 1
    stand.cards(0, "S05")
    assert stand.waiting == []
    assert stand.hand(0) == ["E01", "J01", "J01"]  # the second card emptied the deck: no third, no discard
    assert stand.showers(0) == ["S05"]


@pytest.mark.rule("KO-R35")
def test_nobody_discards_once_a_deck_is_empty():
    stand = Stand(hands=("S04 " * 7, ""), deck=(1, 30))
    stand.passes(0, 0)
    assert stand.table.stage == Stage.SHOOTOUT
    assert len(stand.hand(0)) == 8
    assert stand.phase == Phase.SHOOTOUT_PICK


@pytest.mark.rule("KO-R27")
def test_the_order_when_a_player_leaves():
    cards = "20 E01, 3 J01, 3 J02, 3 J03, 3 J04, 3 J05, 3 J06, 3 J08, 3 J09, 1 J10"
    deck = f"P46 P47 P48 P58 P19 P22 P53 / P45 P51 P54 / {cards}"
    stand = Stand(hands=("S01 E01", ""), deck_0=deck)
    stand.cards(0, "S01")
    out = next(slot for slot in stand.players(0) if rules_name(stand, slot) == "P19")  # the veteran
    stand.own(0, out)
    on = next(slot for slot in stand.players(0) if rules_name(stand, slot) == "P54")  # the super-sub
    stand.own(0, on)
    kinds = [event[0] for event in stand.events()]
    order = [Event.CAME_OFF, Event.DREW, Event.CAME_ON, Event.DREW]
    assert [kind for kind in kinds if kind in {Event.CAME_OFF, Event.CAME_ON, Event.DREW}] == order


def rules_name(stand: Stand, slot: int) -> str:
    return bytes(stand.box.players[stand.table.squad[0, slot]].code).rstrip(b"\0").decode()


def test_rival_actions_are_named_by_place():
    assert RIVAL == OWN + 10
