"""Tactic cards: PG-48 to PG-55, and the rulings on them."""

from __future__ import annotations

import pytest

from matchday.games.pilka_w_grze import GAME
from matchday.games.pilka_w_grze.state import Event, Phase
from tests.games.pilka_w_grze.table import dealt, lay

ATTACKS = "RW LW ONE THR LNG"
ANSWERS = "/LFD /RFD /PRS /DBL /OFF"
EVERY = ("QUI LSH THW", "QUI LSH THW")


def left(duel, seat):
    """The tactic cards left, by their attack sides."""
    return {code for bit, code in enumerate(("QUI", "LSH", "THW")) if duel.table.tactics[seat] >> bit & 1}


# ---------------------------------------------------------------- the cards


@pytest.mark.rule("PG-48", "PG-44")
def test_each_player_starts_with_three_two_sided_cards():
    duel = dealt(tactics=True)
    codes = [duel.say(action) for action in range(102, 108)]

    assert codes == ["QUI", "INT", "LSH", "CLR", "THW", "SUB"]
    assert left(duel, 0) == left(duel, 1) == {"QUI", "LSH", "THW"}


@pytest.mark.rule("PG-49")
def test_the_attacker_uses_attack_sides_the_defender_defence_sides():
    own = lay("RW LNG LNG THR THR", "/PRS /PRS /LFD /OFF /OFF", ball="OWN", saved=True, tactics_left=EVERY)

    assert {"QUI", "THW"} < own.options()
    assert not own.options() & {"INT", "CLR", "SUB"}

    own.attack("RW")

    assert not own.options() & {"QUI", "LSH", "THW"}
    assert "SUB" in own.options()


@pytest.mark.rule("PG-49")
@pytest.mark.parametrize(
    ("ball", "expected"), [("OWN", {"QUI", "THW"}), ("MID", {"LSH"}), ("OPP", set())], ids=["own", "mid", "opp"]
)
def test_attack_sides_need_their_zone(ball, expected):
    duel = lay("RW LNG LNG THR THR", ANSWERS, ball=ball, saved=True, tactics_left=EVERY)

    assert duel.options() & {"QUI", "LSH", "THW", "INT", "CLR", "SUB"} == expected


@pytest.mark.rule("PG-49", "PG-53", "PG-54", "PG-55")
@pytest.mark.parametrize(
    ("ball", "expected"),
    [("OWN", {"SUB"}), ("MID", {"CLR", "SUB"}), ("OPP", {"INT", "SUB"})],
    ids=["own", "mid", "opp"],
)
def test_defence_sides_need_their_zone(ball, expected):
    duel = lay(ATTACKS, "/PRS /PRS /LFD /RFD /OFF", ball=ball, tactics_left=EVERY).attack("THR")

    assert duel.options() & {"QUI", "LSH", "THW", "INT", "CLR", "SUB"} == expected


@pytest.mark.rule("PG-49")
def test_after_use_of_either_side_the_card_leaves_the_game():
    duel = lay("RW LNG LNG THR THR", ANSWERS, ball="OWN", tactics_left=EVERY).attack("QUI").do(0, "LNG", "LNG")

    assert left(duel, 0) == {"LSH", "THW"}
    assert left(duel, 1) == {"QUI", "LSH", "THW"}

    duel = lay(ATTACKS, "/PRS /PRS /LFD /RFD /OFF", ball="OPP", tactics_left=EVERY).attack("THR").answer("INT")
    duel.do(1, "/PRS", "/PRS")

    assert left(duel, 1) == {"LSH", "THW"}
    assert left(duel, 0) == {"QUI", "LSH", "THW"}


@pytest.mark.rule("PG-49", "PG-01")
def test_without_its_card_or_the_variant_no_side_can_be_used():
    duel = lay("RW LNG LNG THR THR", ANSWERS, ball="OWN", tactics_left=("LSH THW", "QUI"))

    assert "QUI" not in duel.options()

    assert "QUI" not in lay("RW LNG LNG THR THR", ANSWERS, ball="OWN").options()


# ---------------------------------------------------------------- attack sides


@pytest.mark.rule("PG-50")
@pytest.mark.parametrize("attacker", [0, 1])
def test_quick_attack(attacker):
    duel = lay("RW LNG LNG THR ONE", ANSWERS, ball="OWN", attacker=attacker, tactics_left=EVERY)
    thrown = duel.discarded("LNG")

    duel.attack("QUI")

    assert duel.phase == Phase.PAY
    assert {text[:3] for text in duel.options()} == {"LNG"}

    duel.do(attacker, "LNG", "LNG")

    assert duel.discarded("LNG") == thrown + 2
    assert (duel.attacker, duel.ball, duel.phase) == (attacker, "OPP", Phase.ATTACK)
    assert duel.hand_sizes == (5, 5)
    assert duel.table.actions_used == 0
    assert len(duel.events(Event.PAID, seat=1 - attacker)) == 1


@pytest.mark.rule("PG-50", "PG-R24")
@pytest.mark.parametrize("hand", ["RW LNG LW THR ONE", "RW LNG DRI DRI ONE"])
def test_a_quick_attack_needs_two_long_switches(hand):
    duel = lay(hand, "/OFF /RFD /PRS /PRS /PRS", ball="OWN", tactics_left=EVERY)

    assert not duel.may("QUI")

    duel.exchanges("LNG /OFF")  # now a dribble would copy it, and still it is none

    assert not duel.may("QUI")


@pytest.mark.rule("PG-51", "PG-28")
def test_a_long_shot_that_scores():
    duel = lay("RW DRI THR THR ONE", "/LFD /RFD /PRS /DBL /OFF", tactics_left=EVERY, pile=20).attack("LSH")
    duel.do(0, "THR", "THR")

    assert duel.phase == Phase.SHOT_ATTACK
    assert duel.pile == 20

    duel.shoot("DRI").save("/LFD")

    assert duel.goals == (1, 0)
    assert (duel.attacker, duel.ball) == (1, "MID")
    assert duel.hand_sizes == (5, 5)


@pytest.mark.rule("PG-51", "PG-R21", "PG-29")
def test_a_saved_long_shot_is_the_keepers_ball():
    duel = lay("RW1 LW1 THR THR ONE1", "/LFD1 /RFD1 /PRS3 /DBL /OFF", tactics_left=EVERY, pile=20).attack("LSH")
    duel.do(0, "THR", "THR").shoot("RW1", "LW1")

    assert duel.phase == Phase.SHOT_DEFENCE

    duel.save("/LFD1", "/PRS3")

    assert duel.events(Event.SAVED)
    assert (duel.attacker, duel.ball) == (1, "OWN")
    assert duel.hand_sizes == (5, 5)


@pytest.mark.rule("PG-R21")
def test_a_saved_long_shot_may_stay_in_midfield():
    duel = lay("RW1 LW1 THR THR ONE1", ANSWERS, tactics_left=EVERY, long_shot_saved="midfield").attack("LSH")
    duel.do(0, "THR", "THR").shoot("RW1").save("/LFD1")

    assert duel.events(Event.SAVED)
    assert (duel.attacker, duel.ball) == (1, "MID")


@pytest.mark.rule("PG-R21")
def test_midfield_concerns_long_shots_only():
    duel = lay("RW1 LW1 THR", "/LFD1 /OFF /OFF /OFF", ball="OPP", tactics=True, long_shot_saved="midfield")
    duel.attack("THR").decline().shoot("RW1").save("/LFD1")

    assert (duel.attacker, duel.ball) == (1, "OWN")


@pytest.mark.rule("PG-R21", "PG-51")
def test_a_long_shot_needs_a_card_left_to_shoot_with():
    assert not lay("THR THR", ANSWERS, tactics_left=EVERY).may("LSH")
    assert lay("THR THR RW", ANSWERS, tactics_left=EVERY).may("LSH")
    assert lay("THR THR THR", ANSWERS, tactics_left=EVERY).may("LSH")


@pytest.mark.rule("PG-51", "PG-27")
def test_a_defender_with_fewer_cards_saves_a_long_shot_with_all():
    duel = lay("RW1 LW1 THR THR ONE1", "/LFD3 /OFF3", tactics_left=("LSH", "")).attack("LSH")
    duel.do(0, "THR", "THR").shoot("RW1", "LW1", "ONE1")

    assert duel.events(Event.SAVED) == [(1, 3, 6)]


@pytest.mark.rule("PG-52")
@pytest.mark.parametrize("attacker", [0, 1])
def test_goalkeepers_throw(attacker):
    duel = lay("RW LW ONE", ANSWERS, ball="OWN", saved=True, attacker=attacker, tactics_left=EVERY).attack("THW")

    assert (duel.attacker, duel.ball, duel.phase) == (attacker, "MID", Phase.ATTACK)
    assert duel.hand_sizes == (5, 5)
    assert "THW" not in duel.options()


@pytest.mark.rule("PG-52", "PG-R22")
def test_the_throw_follows_a_save_and_is_lost_after_the_turn():
    duel = lay("RW1 LW1 THR", "/LFD1 RW RW RW", ball="OPP", tactics_left=("", "THW"), pile=30)
    duel.attack("THR").decline().shoot("RW1").save("/LFD1")

    assert (duel.attacker, duel.ball) == (1, "OWN")
    assert duel.may("THW")

    duel = (
        lay("RW RW1 RW2", "/LFD /LFD /PRS", ball="OWN", saved=True, tactics_left=("THW", "CLR")).attack("RW").decline()
    )
    duel.attack("RW").answer("CLR").do(1, "/LFD")

    assert (duel.attacker, duel.ball) == (0, "OWN")
    assert not duel.may("THW")


@pytest.mark.rule("PG-52", "PG-R22")
def test_a_save_allows_no_throw_after_later_attacks_that_were_repelled():
    duel = lay("RW1 LW1 THR", "/LFD1 RW RW RW", ball="OPP", half=2, pile="RW " * 12, tactics_left=("THW", "THW"))
    duel.attack("THR").decline().shoot("RW1").save("/LFD1")

    assert duel.may("THW")

    for attacker, ball in ((1, "OWN"), (0, "OPP")):
        assert (duel.attacker, duel.ball) == (attacker, ball)

        duel.exchanges("RW /LFD").attack("stop")

    assert (duel.attacker, duel.ball) == (1, "OWN")
    assert not duel.may("THW")


@pytest.mark.rule("PG-52", "PG-R22")
def test_the_throw_may_come_at_a_later_action_of_that_turn():
    duel = lay(ATTACKS, ANSWERS, ball="OWN", saved=True, tactics_left=EVERY).exchanges("RW /LFD")

    assert duel.may("THW")


@pytest.mark.rule("PG-R22")
def test_a_saved_free_kick_and_a_saved_long_shot_allow_the_throw():
    duel = lay("LNG LNG FRK", "/FOU /DBL3 RW", ball="OPP", half=2, pile="RW2 LW", tactics_left=("", "THW"))
    duel.attack("LNG").answer("/FOU").respond("FRK").save("/DBL3")

    assert duel.attacker == 1
    assert duel.may("THW")

    duel = lay("RW1 LW1 THR THR ONE1", "/LFD1 RW RW RW", tactics_left=("LSH", "THW")).attack("LSH")
    duel.do(0, "THR", "THR").shoot("RW1").save("/LFD1")

    assert duel.may("THW")


@pytest.mark.rule("PG-52")
def test_without_a_save_there_is_no_throw():
    repelled = lay(ATTACKS, ANSWERS, ball="OPP", tactics_left=EVERY).exchanges("RW /LFD", "LW /RFD").attack("stop")

    assert (repelled.attacker, repelled.ball) == (1, "OWN")
    assert not repelled.may("THW")


# ---------------------------------------------------------------- defence sides


@pytest.mark.rule("PG-53", "PG-R20")
@pytest.mark.parametrize("attacker", [0, 1])
def test_interception_gives_the_ball_to_the_defender_in_his_own_box(attacker):
    defender = 1 - attacker
    duel = lay(ATTACKS, "/PRS1 /PRS2 /LFD", ball="OPP", attacker=attacker, tactics_left=EVERY).attack("RW")
    thrown = duel.discarded("/PRS")

    duel.answer("INT")

    assert {text[-4:-1] for text in duel.options()} == {"PRS"}

    duel.do(defender, "/PRS1", "/PRS2")

    assert duel.discarded("/PRS") == thrown + 2
    assert (duel.attacker, duel.ball, duel.phase) == (defender, "OWN", Phase.ATTACK)
    assert duel.hand_sizes == (5, 5)
    assert duel.events(Event.TOOK_BALL) == [(defender,)]
    assert duel.is_public(Event.TOOK_BALL)


@pytest.mark.rule("PG-53", "PG-R24")
def test_an_interception_needs_two_pressings_a_foul_is_none():
    duel = lay(ATTACKS, "/PRS1 /FOU /LFD /FOU /OFF", ball="OPP", tactics_left=EVERY).attack("THR")

    assert not duel.may("INT")


@pytest.mark.rule("PG-54")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize("flank", ["/LFD", "/RFD"])
def test_clearance_sends_the_ball_back_for_one_flank_defence(flank, attacker):
    duel = lay(ATTACKS, f"{flank} /PRS /PRS", attacker=attacker, tactics_left=EVERY).attack("ONE").answer("CLR")
    thrown = duel.discarded(flank)

    assert {text[-4:-1] for text in duel.options()} == {flank[1:]}

    duel.do(1 - attacker, flank)

    assert duel.discarded(flank) == thrown + 1
    assert (duel.attacker, duel.ball, duel.phase) == (attacker, "OWN", Phase.ATTACK)
    assert duel.hand_sizes == (5, 5)
    assert duel.events(Event.SENT_BACK) == [(attacker, 0)]
    assert not duel.events(Event.ADVANCED)
    assert GAME.words.event_rule(Event.SENT_BACK) == "PG-54"


@pytest.mark.rule("PG-54")
def test_a_clearance_is_paid_with_either_flank_and_not_without():
    duel = lay(ATTACKS, "/LFD2 /RFD3 /PRS", tactics_left=EVERY).attack("ONE").answer("CLR")

    assert {text[-4:] for text in duel.options()} == {"LFD2", "RFD3"}

    duel = lay(ATTACKS, "/FOU /OFF /PRS", tactics_left=EVERY).attack("ONE")

    assert not duel.may("CLR")


@pytest.mark.rule("PG-55", "PG-R23")
def test_a_substitution_changes_the_whole_hand_in_the_open():
    duel = lay(ATTACKS, "/LFD3 /RFD3 /PRS3 /DBL3", tactics_left=EVERY, pile=20).attack("RW")
    before = int(duel.table.discard.sum())

    duel.answer("SUB")

    assert duel.hand_sizes == (4, 4)
    assert duel.pile == 16
    assert duel.table.discard.sum() == before + 4
    assert len(duel.events(Event.THREW_AWAY, seat=0)) == 4
    assert len(duel.events(Event.DREW, seat=1)) == 4
    assert not duel.events(Event.DREW, seat=0)
    assert duel.events(Event.SUBSTITUTED) == [(1, 4)]


@pytest.mark.rule("PG-55", "PG-R19")
def test_after_a_substitution_the_same_question_is_asked_again():
    duel = lay(ATTACKS, "/RFD /RFD /PRS /DBL", half=2, pile="RW RW RW RW", tactics_left=EVERY).attack("RW")

    assert not duel.may("/LFD")

    duel.answer("SUB")

    assert (duel.phase, duel.waiting) == (Phase.REPLY, [1])
    assert duel.may("/LFD")
    assert not duel.may("SUB")
    assert left(duel, 1) == {"QUI", "LSH"}


@pytest.mark.rule("PG-R07", "PG-55")
def test_a_hand_of_specials_from_a_substitution_is_kept():
    duel = lay(ATTACKS, "/RFD /RFD", half=2, pile="DRI COR FRK PEN", tactics_left=EVERY).attack("RW").answer("SUB")

    assert not duel.events(Event.ALL_SPECIAL)
    assert all(card.endswith("/FOU1") for card in duel.hand(1))
    assert (duel.hand_sizes[1], duel.pile) == (2, 2)


@pytest.mark.rule("PG-R23")
@pytest.mark.parametrize(("pile", "allowed"), [("RW RW RW RW", True), ("RW RW RW", False), ("", False)])
def test_a_substitution_needs_a_pile_as_large_as_the_hand(pile, allowed):
    duel = lay(ATTACKS, "/LFD /RFD /PRS /DBL", half=2, pile=pile, tactics_left=EVERY).attack("RW")

    assert duel.may("SUB") == allowed


@pytest.mark.rule("PG-R23")
def test_by_house_rule_a_substitution_draws_what_there_is():
    duel = lay(ATTACKS, "/LFD /RFD /PRS /DBL", half=2, pile="RW RW", tactics_left=EVERY, short_sub="allowed")
    duel.attack("RW").answer("SUB")

    assert (duel.hand_sizes[1], duel.pile) == (2, 0)
    assert len(duel.events(Event.THREW_AWAY, seat=0)) == 4
    assert (duel.phase, duel.waiting) == (Phase.REPLY, [1])
    assert duel.may("/LFD")


@pytest.mark.rule("PG-R23")
def test_even_by_house_rule_nothing_is_changed_on_an_empty_pile_or_without_a_hand():
    duel = lay(ATTACKS, "/LFD /RFD /PRS /DBL", half=2, pile="", tactics_left=EVERY, short_sub="allowed").attack("RW")

    assert not duel.may("SUB")

    duel = lay("RW LW LW", "", pile=10, tactics_left=EVERY, short_sub="allowed").attack("RW")

    assert duel.options() == {"decline"}


@pytest.mark.rule("PG-R23")
def test_a_substitution_needs_a_hand():
    duel = lay("RW LW LW", "", pile=10, tactics_left=EVERY).attack("RW")

    assert duel.options() == {"decline"}


# ---------------------------------------------------------------- timing


@pytest.mark.rule("PG-R19")
def test_attack_sides_may_be_used_at_any_point_of_the_attack():
    duel = lay("RW THR THR DRI ONE", ANSWERS, tactics_left=EVERY).exchanges("RW /LFD")

    assert duel.may("LSH")


@pytest.mark.rule("PG-R19")
def test_with_turn_start_attack_sides_come_before_the_first_action_only():
    duel = lay("RW THR THR DRI ONE", ANSWERS, tactics_left=EVERY, tactics_timing="turn_start")

    assert duel.may("LSH")

    duel.exchanges("RW /LFD")

    assert not duel.may("LSH")


@pytest.mark.rule("PG-R19")
def test_the_timing_of_attack_sides_does_not_bind_the_defender():
    duel = lay("RW THR THR DRI ONE", ANSWERS, tactics_left=EVERY, tactics_timing="turn_start")
    duel.exchanges("RW /LFD").attack("ONE")

    assert duel.may("CLR")


@pytest.mark.rule("PG-R19")
@pytest.mark.parametrize("tactic", ["CLR", "INT"])
def test_the_pending_attack_card_is_discarded_without_effect(tactic):
    ball = "MID" if tactic == "CLR" else "OPP"
    duel = lay("RW2/LFD2 LW", "/PRS /PRS /RFD", ball=ball, tactics_left=EVERY).attack("RW")
    thrown = duel.discarded("RW2/LFD2")

    duel.answer(tactic).do(1, *(["/RFD"] if tactic == "CLR" else ["/PRS", "/PRS"]))

    assert duel.discarded("RW2/LFD2") == thrown + 1
    assert duel.ball == "OWN"
    assert not duel.events(Event.SHOT)


@pytest.mark.rule("PG-R19", "PG-24")
def test_a_substitution_is_allowed_at_a_shot():
    duel = lay("RW LW DRI THR", "/LFD1 /RFD1 /PRS1", ball="OPP", half=2, pile="LNG3 " + "LW3 " * 3, tactics_left=EVERY)
    duel.attack("RW").decline().shoot("DRI")

    assert (duel.phase, duel.may("SUB")) == (Phase.SHOT_DEFENCE, True)

    duel.save("SUB")

    assert (duel.phase, duel.waiting) == (Phase.SHOT_DEFENCE, [1])
    assert duel.hand_sizes[1] == 3
    assert "SUB" not in duel.options()


@pytest.mark.rule("PG-R19")
def test_a_substitution_is_offered_even_where_the_save_needs_no_choice():
    duel = lay("RW LW DRI THR", "/LFD1", ball="OPP", half=2, pile="LW3 LW3 LW3", tactics_left=EVERY)
    duel.attack("RW").decline().shoot("DRI")

    assert duel.options() == {"all", "SUB"}

    duel.copy().save("all")

    duel.save("SUB")

    assert duel.events(Event.GOAL)[0][1:3] == (4, 1)


@pytest.mark.rule("PG-R19")
def test_a_substitution_comes_before_the_first_card_of_a_save():
    duel = lay("RW LW DRI THR", "/LFD1 /RFD1 /PRS1", ball="OPP", tactics_left=EVERY).attack("RW").decline()
    duel.shoot("DRI", "LW").save("/LFD1")

    assert duel.phase == Phase.SHOT_DEFENCE
    assert not duel.may("SUB")


@pytest.mark.rule("PG-R19")
def test_a_substitution_is_allowed_at_a_set_piece():
    pile = "RW2 " * 4
    duel = lay("LNG LNG FRK", "/FOU /DBL3 /PRS1", ball="OPP", half=2, pile=pile, tactics_left=EVERY)
    duel.attack("LNG").answer("/FOU").respond("FRK")

    assert (duel.phase, duel.may("SUB")) == (Phase.SETPIECE_DEFENCE, True)

    duel.save("SUB")

    assert duel.phase == Phase.SETPIECE_DEFENCE
    assert duel.options() == {"RW2/LFD1"}


@pytest.mark.rule("PG-R19")
def test_with_reply_only_a_substitution_comes_instead_of_an_answer_only():
    options = {"tactics_left": EVERY, "sub_timing": "reply_only"}
    duel = lay("RW LW DRI THR", "/LFD1 /RFD1 /PRS1", ball="OPP", **options).attack("RW")

    assert duel.may("SUB")

    duel.decline().shoot("DRI")

    assert not duel.may("SUB")

    duel = lay("LNG LNG FRK", "/FOU /DBL3 /PRS1", ball="OPP", **options).attack("LNG").answer("/FOU").respond("FRK")

    assert not duel.may("SUB")

    one = lay("RW LW DRI THR", "/LFD1", ball="OPP", **options).attack("RW").decline().shoot("DRI")

    assert one.events(Event.GOAL)  # nothing to choose, nothing to ask


@pytest.mark.rule("PG-R19")
def test_interception_and_clearance_are_no_saves():
    duel = lay("RW LW DRI THR", "/LFD1 /RFD1 /PRS1 /PRS2", ball="OPP", tactics_left=("", "INT CLR")).attack("RW")

    assert duel.may("INT")

    duel.decline().shoot("DRI")

    assert not duel.options() & {"INT", "CLR"}


@pytest.mark.rule("PG-R09")
def test_the_whistle_comes_after_a_tactic_cards_effect():
    duel = lay("RW LNG LNG", "/PRS /PRS", ball="OPP", pile=0, tactics_left=EVERY).attack("RW").answer("INT")
    duel.do(1, "/PRS", "/PRS")

    assert duel.events(Event.HALF_TIME)

    duel = lay("LNG LNG", "/PRS /PRS", ball="OWN", pile=0, tactics_left=EVERY).attack("QUI").do(0, "LNG", "LNG")
    kinds = [event[0] for event in duel.events()]

    assert kinds.index(Event.ADVANCED) < kinds.index(Event.HALF_TIME)


@pytest.mark.rule("PG-R25")
@pytest.mark.parametrize("half", [1, 2])
def test_used_cards_stay_out_and_unused_ones_stay_through_the_breaks(half):
    duel = lay("RW LW", "/LFD", pile=0, half=half, tactics_left=("LSH", "QUI THW")).attack("RW").answer("/LFD")

    assert duel.table.half == half + 1
    assert left(duel, 0) == {"LSH"}
    assert left(duel, 1) == {"QUI", "THW"}
