"""The turn: PG-12 to PG-24, and the rulings on it."""

from __future__ import annotations

import pytest

from matchday.games.pilka_w_grze.state import DECLINE, STOP, Event, Phase
from tests.games.pilka_w_grze.table import dealt, drawn_by, lay

ATTACKS = "RW LW ONE THR LNG"
ANSWERS = "/LFD /RFD /PRS /DBL /OFF"
COUNTERS = {"RW": "/LFD", "LW": "/RFD", "ONE": "/PRS", "THR": "/DBL", "LNG": "/OFF"}


# ---------------------------------------------------------------- one action


@pytest.mark.rule("PG-12", "PG-19")
def test_a_turn_is_one_attack_and_the_next_attack_is_a_new_turn():
    duel = lay(ATTACKS, ANSWERS)
    turn = int(duel.table.turn)

    duel.exchanges("RW /LFD", "LW /RFD")

    assert duel.table.turn == turn

    duel.attack("ONE").answer("/PRS")

    assert duel.table.turn == turn + 1
    assert duel.table.actions_used == 0


@pytest.mark.rule("PG-13")
def test_the_attacker_plays_one_card_face_up_as_an_action():
    duel = lay(ATTACKS, ANSWERS)
    card = duel.kinds("RW1/LFD1")[0]

    assert duel.waiting == [0]
    assert duel.options() == set(duel.hand(0))

    duel.attack("RW")

    assert duel.table.actions_used == 1
    assert duel.hand_sizes == (4, 5)
    assert duel.events(Event.PLAYED)[0][:2] == (0, card)
    assert duel.is_public(Event.PLAYED)


@pytest.mark.rule("PG-14")
def test_the_defender_sees_the_attack_and_answers_with_one_card_or_none():
    duel = lay(ATTACKS, "/LFD1 /LFD2 /FOU /PRS /OFF").attack("RW")

    assert duel.waiting == [1]
    assert duel.hidden(1).played[0] == duel.kinds("RW1/LFD1")[0]
    assert {text.partition("/")[2][:3] for text in duel.options() - {"decline"}} == {"LFD", "FOU"}
    assert "decline" in duel.options()

    duel.answer("/LFD2")

    assert duel.hand_sizes == (4, 4)
    assert duel.waiting == [0]


@pytest.mark.rule("PG-15", "PG-X1")
@pytest.mark.parametrize("deck", ["paired", "mixed"])
@pytest.mark.parametrize(("attack", "counter"), COUNTERS.items())
def test_each_attack_has_its_counter(attack, counter, deck):
    duel = lay(f"{attack} RW LW ONE THR", ANSWERS, deck=deck).attack(attack)
    answering = duel.options() - {"decline"}

    assert {text.partition("/")[2][:3] for text in answering} == {counter[1:]}

    duel.answer(counter)

    assert duel.phase == Phase.ATTACK
    assert duel.attacker == 0
    assert duel.table.actions_used == 1


@pytest.mark.rule("PG-R05")
@pytest.mark.parametrize("deck", ["paired", "mixed"])
def test_paired_cards_carry_their_own_counter_mixed_ones_need_not(deck):
    duel = dealt(deck=deck)
    pairs = {(duel.parts(card)[0], "/" + duel.parts(card)[2]) for card in range(int(duel.box.kinds))}
    own = set(COUNTERS.items())
    specials = {(special, "/FOU") for special in ("DRI", "COR", "FRK", "PEN")}

    assert (pairs == own | specials) == (deck == "paired")


@pytest.mark.rule("PG-16", "PG-X2")
@pytest.mark.parametrize("attack", COUNTERS)
def test_a_foul_answers_any_attack(attack):
    duel = lay(f"{attack} RW LW ONE THR", "/FOU RW LW ONE DRI").attack(attack).answer("/FOU")

    assert duel.phase == Phase.ATTACK
    assert duel.attacker == 0
    assert duel.events(Event.FOULED)
    assert list(duel.table.fouls) == [0, 1]


@pytest.mark.rule("PG-16")
def test_a_foul_answers_a_dribble_too():
    duel = lay("RW DRI LW LW LW", "/LFD /FOU /OFF /OFF /OFF").exchanges("RW /LFD").attack("DRI")

    assert duel.may("/FOU")


@pytest.mark.rule("PG-17")
def test_an_answered_action_has_failed_and_the_turn_goes_on():
    duel = lay(ATTACKS, ANSWERS).exchanges("RW /LFD")

    assert duel.phase == Phase.ATTACK
    assert (duel.attacker, duel.ball) == (0, "MID")
    assert duel.hand_sizes == (4, 4)


@pytest.mark.rule("PG-18")
@pytest.mark.parametrize("ball", ["OWN", "MID", "OPP"])
def test_at_most_three_actions_a_turn(ball):
    duel = lay("RW LW ONE THR LNG", ANSWERS, ball=ball).exchanges("RW /LFD", "LW /RFD")

    assert (duel.phase, duel.attacker) == (Phase.ATTACK, 0)
    assert duel.table.limit == 3

    duel.attack("ONE").answer("/PRS")

    assert duel.phase == Phase.AFTER_BLOCK if ball == "OPP" else (duel.phase, duel.attacker) == (Phase.ATTACK, 1)


@pytest.mark.rule("PG-18", "PG-R03")
def test_at_least_one_action_is_played():
    duel = lay(ATTACKS, ANSWERS)

    assert STOP not in duel.legal(0)

    duel.exchanges("RW /LFD")

    assert STOP in duel.legal(0)


@pytest.mark.rule("PG-19")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize(("ball", "seen_by_the_other"), [("OWN", "OPP"), ("MID", "MID"), ("OPP", "OWN")])
def test_a_repelled_attack_leaves_the_ball_and_gives_it_away(ball, seen_by_the_other, attacker):
    duel = lay(ATTACKS, ANSWERS, ball=ball, attacker=attacker)
    place = int(duel.table.zone)

    duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS")
    if duel.phase == Phase.AFTER_BLOCK:
        duel.respond("end")

    assert duel.table.zone == place
    assert duel.attacker == 1 - attacker
    assert duel.ball == seen_by_the_other
    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-X3", "PG-19", "PG-R04")
def test_three_answers_a_foul_among_them_repel_the_attack_in_midfield():
    duel = lay("RW LW ONE THR LNG", "/LFD /FOU /PRS RW2 LW2").exchanges("RW /LFD", "LW /FOU")
    duel.attack("ONE")
    before = duel.copy().hand_sizes

    assert before == (2, 3)

    duel.answer("/PRS")

    drawn = {told.seat: told.count for told in duel.events(Event.DREW_CARDS)}
    assert {seat: 5 - cards for seat, cards in drawn.items()} == {0: 2, 1: 2}
    assert duel.events(Event.REPELLED)
    assert int(duel.table.zone) == 1
    assert duel.attacker == 1


# ---------------------------------------------------------------- success


@pytest.mark.rule("PG-20", "PG-X4", "PG-21")
def test_an_action_let_through_succeeds_at_once():
    duel = lay("LW THR RW ONE LNG", "/RFD /OFF /OFF /OFF /LFD", pile=30).attack("LW").answer("/RFD").attack("THR")

    assert duel.options() == {"decline"}

    duel.decline()

    drawn = {told.seat: told.count for told in duel.events(Event.DREW_CARDS)}
    assert {seat: 5 - cards for seat, cards in drawn.items()} == {0: 3, 1: 4}
    assert duel.ball == "OPP"
    assert (duel.phase, duel.attacker) == (Phase.ATTACK, 0)
    assert duel.table.actions_used == 0


@pytest.mark.rule("PG-21")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize(("start", "end"), [("OWN", "MID"), ("MID", "OPP")])
def test_success_moves_the_ball_exactly_one_zone_forward(start, end, attacker):
    duel = lay(ATTACKS, "/OFF /OFF /OFF /OFF /OFF", ball=start, attacker=attacker).attack("RW").decline()

    assert (duel.ball, duel.attacker) == (end, attacker)
    assert duel.phase == Phase.ATTACK
    assert not duel.events(Event.SHOT)


@pytest.mark.rule("PG-22", "PG-R31")
def test_reaching_the_box_gives_no_shot_a_success_in_it_does():
    duel = lay(ATTACKS, "/OFF /OFF /OFF /OFF /OFF", ball="MID", pile=38).attack("RW").decline()

    assert (duel.phase, duel.ball) == (Phase.ATTACK, "OPP")

    duel.do(0, duel.say(duel.legal(0)[0])).decline()

    assert duel.phase == Phase.SHOT_ATTACK
    assert duel.waiting == [0]
    assert STOP not in duel.legal(0)


@pytest.mark.rule("PG-R31")
def test_shoot_on_entry_turns_a_success_in_midfield_into_a_shot_without_a_refill():
    duel = lay(ATTACKS, "/OFF1 /OFF2 /OFF2 /OFF3 /OFF3", shoot_on_entry=True).attack("RW").decline()

    assert duel.phase == Phase.SHOT_ATTACK
    assert duel.ball == "OPP"
    assert duel.hand_sizes == (4, 5)

    duel.shoot("THR1").save("/OFF3")

    assert (duel.attacker, duel.ball) == (1, "OWN")


@pytest.mark.rule("PG-R31")
def test_shoot_on_entry_asks_for_a_success_when_the_turn_begins_in_the_box_and_none_comes_from_the_own_box():
    duel = lay(ATTACKS, ANSWERS, ball="OPP", shoot_on_entry=True)

    assert duel.phase == Phase.ATTACK

    duel = lay(ATTACKS, "/OFF /OFF /OFF /OFF /OFF", ball="OWN", shoot_on_entry=True).attack("RW").decline()

    assert (duel.phase, duel.ball) == (Phase.ATTACK, "MID")


# ---------------------------------------------------------------- the end of the turn


@pytest.mark.rule("PG-23", "PG-R11")
def test_both_draw_up_to_five_one_card_at_a_time_the_coming_attacker_first():
    duel = lay("RW LW ONE THR LNG", "/LFD /RFD /OFF /OFF /OFF", pile=20).exchanges("RW /LFD", "LW /RFD")

    duel.attack("ONE").decline()  # seat 0 lacks three cards and keeps the ball, seat 1 lacks two

    assert drawn_by(duel) == [0, 1, 0, 1, 0]
    assert duel.hand_sizes == (5, 5)
    assert duel.pile == 15


@pytest.mark.rule("PG-23", "PG-R11")
def test_after_a_repelled_attack_the_new_attacker_draws_first_and_gets_the_odd_card():
    duel = lay("RW LW ONE THR LNG", "/LFD /RFD /PRS /OFF /OFF", pile=3).exchanges("RW /LFD", "LW /RFD", "ONE /PRS")

    assert duel.attacker == 1
    assert drawn_by(duel) == [1, 0, 1]
    assert duel.hand_sizes == (3, 4)
    assert duel.pile == 0


@pytest.mark.rule("PG-23")
def test_nobody_draws_between_the_actions_of_a_turn():
    duel = lay(ATTACKS, ANSWERS).exchanges("RW /LFD", "LW /RFD")

    assert duel.hand_sizes == (3, 3)
    assert not duel.events(Event.DREW)


@pytest.mark.rule("PG-24", "PG-25")
def test_nobody_draws_between_a_success_in_the_box_and_its_shot():
    duel = lay(ATTACKS, "/LFD /OFF /OFF /OFF /OFF", ball="OPP").exchanges("RW /LFD").attack("LW").decline()

    assert duel.phase == Phase.SHOT_ATTACK
    assert duel.hand_sizes == (3, 4)
    assert duel.pile == 20
    assert not duel.events(Event.DREW)


# ---------------------------------------------------------------- declining and stopping


@pytest.mark.rule("PG-R02")
def test_a_defender_may_decline_though_he_could_answer():
    duel = lay(ATTACKS, ANSWERS).attack("RW")

    assert {"decline"} < duel.options()

    duel.decline()

    assert duel.ball == "OPP"


@pytest.mark.rule("PG-R02")
def test_must_block_forbids_declining_with_an_answer_but_leaves_the_choice_among_answers():
    duel = lay(ATTACKS, "/LFD1 /LFD3 /FOU /OFF /OFF", must_block=True).attack("RW")

    assert DECLINE not in duel.legal(1)
    assert len(duel.options()) == 3
    assert duel.may("/FOU")

    duel = lay(ATTACKS, "/OFF /OFF /OFF /RFD /RFD", must_block=True).attack("RW")

    assert duel.options() == {"decline"}


@pytest.mark.rule("PG-R02")
def test_must_block_counts_a_foul_as_an_answer_and_leaves_tactic_cards():
    duel = lay(ATTACKS, "/RFD /RFD /OFF /OFF /FOU", must_block=True, tactics_left=("", "CLR SUB")).attack("RW")

    assert {text[-4:] for text in duel.options()} == {"FOU1", "CLR", "SUB"}


@pytest.mark.rule("PG-R03")
def test_a_stopped_attack_is_repelled():
    duel = lay(ATTACKS, ANSWERS).exchanges("RW /LFD").attack("stop")

    assert duel.events(Event.STOPPED) == [(0,)]
    assert duel.events(Event.REPELLED) == [(1,)]

    assert duel.events(Event.REPELLED)
    assert (duel.attacker, duel.ball) == (1, "MID")
    assert duel.hand_sizes == (5, 5)


@pytest.mark.rule("PG-R03", "PG-34")
def test_a_stopped_attack_gives_no_corner():
    duel = lay("RW LW ONE COR COR", ANSWERS, ball="OPP").exchanges("RW /LFD", "LW /RFD").attack("stop")

    assert (duel.phase, duel.attacker) == (Phase.ATTACK, 1)


@pytest.mark.rule("PG-R03")
def test_an_attacker_who_may_not_stop_goes_on_while_he_can():
    duel = lay("RW LW COR FRK PEN", ANSWERS, attacker_may_stop=False).exchanges("RW /LFD")

    assert {text.partition("/")[0] for text in duel.options()} == {"LW1"}

    duel.exchanges("LW /RFD")

    assert duel.options() == {"stop"}


@pytest.mark.rule("PG-R03")
def test_a_dribble_is_a_playable_card_too():
    duel = lay("RW DRI COR FRK PEN", ANSWERS, attacker_may_stop=False).exchanges("RW /LFD")

    assert duel.options() == {"DRI4/FOU1"}


@pytest.mark.rule("PG-R03")
def test_without_a_playable_card_he_stops_perforce():
    duel = lay("RW COR COR FRK PEN", ANSWERS).exchanges("RW /LFD")

    assert duel.options() == {"stop"}


@pytest.mark.rule("PG-R03", "PG-R18")
def test_the_two_corner_actions_are_a_right_only():
    duel = lay("RW LW ONE COR THR", ANSWERS, ball="OPP", attacker_may_stop=False, pile=24)
    duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS").respond("COR")

    assert duel.may("stop")
    assert len(duel.options()) > 1
