"""Answers and the order in which cards resolve (KO-010 to KO-014, KO-026, KO-R06 to KO-R08, examples X13 to X17)."""

from __future__ import annotations

import pytest

from matchday.games.kick_on.state import Event
from tests.games.kick_on.stand import DONE, PASS, RIVAL, Phase, Stage, Stand


@pytest.mark.rule("KO-010", "KO-X15", "KO-R06")
def test_a_cancelled_play_is_the_one_of_the_turn():
    stand = Stand(hands=("J01 J16 S04", "S27"))
    stand.cards(0, "J01")
    assert (stand.waiting, stand.phase) == ([1], Phase.RESPONSE)
    stand.cards(1, "S27").pass_windows()
    assert stand.showers(0) == ["J01"]
    assert stand.showers(1) == ["S27"]
    assert stand.playable(0) == ["S04"]
    assert stand.ready(0) == 5
    stand.play(0, PASS)
    assert stand.phase == Phase.CLOSE


@pytest.mark.rule("KO-010")
def test_a_play_may_forbid_its_prevention():
    guarded = Stand(hands=("J13 E01", "S27"))
    guarded.cards(0, "J13")
    assert guarded.phase == Phase.TALK
    open_play = Stand(hands=("J27 E01", "S27"))
    open_play.cards(0, "J27")
    assert open_play.playable(1) == ["S27"]


@pytest.mark.rule("KO-011", "KO-012")
def test_a_strategy_is_paid_shown_resolved_and_put_in_the_showers():
    stand = Stand(hands=("S04 E01", "E01"))
    stand.cards(0, "S04")
    assert stand.events(Event.PLAYED, seat=1) == [(0, stand.codes["S04"], 1)]
    assert stand.ready(0) == 5
    assert len(stand.hand(0)) == 1
    stand.pass_windows()
    assert len(stand.hand(0)) == 3
    assert stand.showers(0) == ["S04"]


@pytest.mark.rule("KO-011")
def test_strategies_only_at_their_timing():
    stand = Stand(hands=("S01 S04 S10 S13 S22 S25 S26 J01", "S04 S07 S12 S25"), energy=(8, 8))
    assert set(stand.playable(0)) == {"J01", "S01", "S04", "S25"}
    stand.attack(6).defend(1)
    assert stand.playable(1) == ["S07"]
    stand.play(1, PASS)
    assert stand.playable(0) == ["S10"]
    stand.play(0, PASS)
    assert (stand.phase, stand.playable(0)) == (Phase.ROLL_WINDOW, ["S13", "S26"])
    stand.play(0, PASS)
    assert stand.playable(1) == ["S12"]
    stand.pass_windows()
    assert stand.phase == Phase.CLOSE
    assert set(stand.playable(0)) == {"S01", "S04", "S22"}


@pytest.mark.rule("KO-013")
def test_fouls_belong_to_the_defender_and_his_window():
    stand = Stand(hands=("J01 F04", "F04 F07"))
    assert stand.playable(0) == ["J01"]
    stand.attack(6).defend(1)
    assert stand.playable(1) == ["F04", "F07"]
    stand.play(1, PASS)
    assert stand.playable(0) == []
    stand.pass_windows()
    assert "F04" not in stand.playable(0)


@pytest.mark.rule("KO-014")
def test_a_card_must_be_paid():
    stand = Stand(hands=("J01 J16 J27 J12", ""), energy=(2, 0))
    assert stand.playable(0) == ["J01", "J16"]
    stand.cards(0, "J16")
    assert (stand.ready(0), stand.tired(0)) == (0, 2)


@pytest.mark.rule("KO-R36", "KO-014")
def test_the_captains_energy_pays_first_and_rests_longest():
    stand = Stand(hands=("J01 S15", ""), energy=(0, 0))
    stand.set_energy(0, 1, 0, captain=1)
    stand.table.waiting = 0
    stand.go(stand.table.stage)
    stand.cards(0, "J01")
    assert int(stand.table.captain_energy[0]) == 2
    assert int(stand.table.ready[0, 0]) == 1
    stand.table.tired[0, 0] = 2
    stand.cards(0, "S15")
    assert int(stand.table.captain_energy[0]) == 2
    assert int(stand.table.ready[0, 0]) == 3


@pytest.mark.rule("KO-026", "KO-R28")
def test_a_play_lies_in_play_until_the_attack_is_over():
    stand = Stand(hands=("J01 E01", "E01"))
    stand.cards(0, "J01").pass_windows()
    assert stand.showers(0) == []
    assert stand.table.in_play_count == 1
    stand.attack(6).defend(1)
    assert stand.table.in_play_count == 1
    stand.pass_windows()
    assert stand.showers(0) == ["J01"]
    assert stand.table.in_play_count == 0


@pytest.mark.rule("KO-X13", "KO-R07")
def test_a_foul_a_penalty_and_the_video_referee():
    stand = Stand(hands=("J01 S02 E01", "F02 S14 E01"))
    stand.attack(6).defend(1)
    stand.foul("F02", 1)
    assert (stand.waiting, stand.playable(0)) == ([0], ["S02"])
    stand.cards(0, "S02")
    assert (stand.waiting, stand.playable(1)) == ([1], ["S14"])
    stand.cards(1, "S14")
    assert stand.waiting == [0]
    stand.next_dice(4)
    stand.play(0, PASS)
    assert stand.phase == Phase.CLOSE
    assert [event[2:5] for event in stand.events(Event.CHECKED)] == [(4, 1, 0)]
    assert set(stand.showers(0)) == {"J01", "S02"}
    assert set(stand.showers(1)) == {"F02", "S14"}
    assert (stand.ready(0), stand.ready(1)) == (6 - 1 - 2, 6 - 2 - 2)
    assert not stand.events(Event.PENALTY)


@pytest.mark.rule("KO-X14", "KO-R07", "KO-R16")
def test_the_video_referee_answered_by_another_leaves_the_penalty():
    stand = Stand(hands=("J01 S02 S14", "F02 S14"), energy=(8, 8))
    stand.attack(6).defend(1)
    stand.foul("F02", 1)
    stand.cards(0, "S02").cards(1, "S14").cards(0, "S14").pass_windows()
    assert stand.phase == Phase.PENALTY_TAKER
    assert not stand.events(Event.CHECKED)
    assert {card[1] for card in stand.events(Event.ANNULLED)} == {stand.codes["S14"], stand.codes["F02"]}
    assert not stand.table.attack_on


@pytest.mark.rule("KO-X16", "KO-R22", "KO-R26")
def test_an_injured_attacker_leaves_the_attack_to_the_others():
    stand = Stand(hands=("J01 E01", "F14 E01"))
    stand.attack(3, 4, 6).defend(1)
    stand.foul("F14", 1)
    stand.next_dice(2, 6)
    stand.play(0, PASS)
    assert (stand.waiting, stand.phase) == ([1], Phase.INJURE_TARGET)
    assert stand.rivals(1) == [3, 4, 6]
    stand.play(1, RIVAL + 6)
    assert (stand.waiting, stand.phase) == ([0], Phase.FREE_SUB)
    assert stand.players(0) == [8, 9]
    stand.own(0, 9)
    assert stand.is_on(0, 9)
    assert not stand.is_on(0, 6)
    assert int(stand.table.attackers) == 0b11000
    assert stand.attack_total == 3 + 2 + 1 + 1  # the Duo of two midfielders, and the Play


@pytest.mark.rule("KO-X17")
def test_no_strategy_silences_the_rival_but_not_his_fouls():
    stand = Stand(hands=("J15 S02 S03 E01", "S27 S07 S12 S14 F04"))
    stand.cards(0, "J15")
    assert stand.phase == Phase.TALK
    stand.attack(6).defend(1)
    assert stand.playable(1) == ["F04"]
    stand.foul("F04", 1)
    assert stand.playable(0) == ["S02", "S03"]
    stand.cards(0, "S03")
    assert (stand.waiting, stand.phase) == ([0], Phase.DEFENCE_WINDOW)
    stand.play(0, PASS)
    stand.play(1, PASS)
    assert stand.waiting == [0]
    stand.pass_windows()
    assert stand.phase == Phase.CLOSE
    assert not stand.table.silenced


@pytest.mark.rule("KO-R07")
def test_nobody_answers_his_own_card_and_only_the_top_card_is_answered():
    stand = Stand(hands=("J01 S02 S03 E01", "F04 S14"))
    stand.attack(6).defend(1)
    stand.foul("F04", 1)
    stand.cards(0, "S03")
    assert stand.waiting == [1]
    stand.cards(1, "S14")
    assert stand.waiting == [0]
    assert stand.playable(0) == []  # Penalty answers Fouls, not the card on top


@pytest.mark.rule("KO-R07")
def test_energy_cannot_be_answered():
    stand = Stand(hands=("E02 J01", "S14 S27"), energy=(6, 6))
    stand.go(Stage.ENERGY)
    stand.cards(0, "E02")
    assert (stand.waiting, stand.phase) == ([0], Phase.TALK)


@pytest.mark.rule("KO-R08")
def test_several_fouls_may_be_tried_in_one_attack():
    stand = Stand(hands=("J01 S03 E01", "F04 F07"), energy=(8, 8))
    stand.attack(6).defend(1)
    stand.foul("F04", 1)
    stand.cards(0, "S03")
    stand.play(1, PASS)
    assert stand.phase == Phase.DEFENCE_WINDOW
    stand.play(0, PASS)
    assert stand.playable(1) == ["F07"]


@pytest.mark.rule("KO-R06")
def test_unlimited_plays_serve_one_attack():
    stand = Stand(hands=("J09 J26 J06 E01", ""), energy=(9, 0), plays_per_turn="unlimited")
    stand.cards(0, "J09", "J26", "J06").play(0, PASS)
    stand.own(0, 3, 4, 6).play(0, DONE)
    assert stand.phase == Phase.KEEP
    stand.own(0, 3, 4, 6)
    assert stand.legal(0) == [DONE]
    stand.play(0, DONE)
    assert not stand.table.attacked[0]
    assert stand.attack_total == 3 + 2 + 1 + 4 + 2 + 3 + 1
    stand.own(1, 1, 2, 3, 4)
    assert stand.legal(1) == [DONE]
    one = Stand(hands=("J09 J26", ""), energy=(9, 0))
    one.cards(0, "J09")
    assert one.playable(0) == []


@pytest.mark.rule("KO-R07")
def test_a_window_stays_shut_where_no_card_of_the_set_could_be_paid():
    poor = Stand(hands=("J01 E01", "S27 S27"), energy=(6, 1))
    poor.cards(0, "J01")
    assert poor.waiting == [0]
    rich = Stand(hands=("J01 E01", "E01"), energy=(6, 2))
    rich.cards(0, "J01")
    assert (rich.waiting, rich.playable(1)) == ([1], [])  # asked all the same: the hand is nobody else's business
