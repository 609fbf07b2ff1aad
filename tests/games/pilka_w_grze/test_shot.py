"""Shot and save: PG-25 to PG-30, PG-58, and the rulings on them."""

from __future__ import annotations

import pytest

from matchday.engine.speech import Say
from matchday.games.pilka_w_grze import view
from matchday.games.pilka_w_grze.state import SHOOT, Event, Phase
from tests.games.pilka_w_grze.table import drawn_by, lay


def shot(attack_hand, defence_hand, **more):
    """A shot with these hands: the attack that led to it is an unanswered Long switch."""
    return lay(f"LNG {attack_hand}", defence_hand, ball="OPP", **more).attack("LNG").decline()


# ---------------------------------------------------------------- choosing


@pytest.mark.rule("PG-25")
def test_the_shot_uses_only_what_is_left_in_hand():
    duel = shot("RW1 LW2 ONE3", "/LFD /RFD /PRS /DBL")

    assert {text.partition("/")[0] for text in duel.options()} == {"RW1", "LW2", "ONE3"}
    assert duel.hand_sizes == (3, 4)


@pytest.mark.rule("PG-26")
def test_the_attacker_plays_any_number_of_cards_but_at_least_one():
    duel = shot("RW1 LW2 ONE3", "/LFD /RFD /PRS /DBL")

    assert SHOOT not in duel.legal(0)

    one = duel.copy().shoot("RW")
    two = duel.copy().shoot("RW", "ONE")
    three = duel.copy().shoot("RW", "ONE", "LW")

    assert [table.table.laid_count[0] for table in (one, two, three)] == [1, 2, 3]
    assert [table.events(Event.SHOT)[0][:3] for table in (one, two, three)] == [(0, 1, 1), (0, 2, 4), (0, 3, 6)]


@pytest.mark.rule("PG-26")
def test_equal_cards_may_be_shot_together():
    duel = shot("RW2/LFD1 RW2/LFD1 LW1", "/LFD /RFD /PRS /DBL").shoot("RW2/LFD1", "RW2/LFD1")

    assert duel.events(Event.SHOT) == [(0, 2, 4)]


@pytest.mark.rule("PG-26", "PG-27")
def test_the_shot_lies_open_and_the_defender_sees_it_before_he_chooses():
    duel = shot("RW1 LW2 ONE3", "/LFD /RFD /PRS /DBL").shoot("RW1", "ONE3")
    cards = {duel.kinds("RW1/LFD1")[0], duel.kinds("ONE3/PRS1")[0]}

    assert duel.waiting == [1]
    assert {int(card) for card in duel.hidden(1).laid[0, :2]} == cards
    assert {told.card for told in duel.events(Event.SHOT_CARD, seat=1)} == cards


@pytest.mark.rule("PG-27")
def test_the_defender_plays_as_many_cards_as_the_attacker():
    duel = shot("RW1 LW2 ONE3", "/LFD1 /RFD1 /PRS3 /DBL3").shoot("RW1", "LW2", "ONE3")

    assert len(duel.options()) == 4

    duel.save("/LFD1", "/RFD1")

    assert duel.phase == Phase.SHOT_DEFENCE

    duel.save("/PRS3")

    assert len(duel.events(Event.SAVE_CARD)) == 3
    assert duel.events(Event.GOAL) == [(0, 6, 5, 1, 0)]


@pytest.mark.rule("PG-27", "PG-X5", "PG-28", "PG-30", "PG-R12")
def test_example_a_a_short_defender_plays_all_he_has_and_five_balls_beat_four_gloves():
    duel = shot("RW1 LW2 ONE2", "/PRS2 /DBL2", pile=30).shoot("RW1", "LW2", "ONE2")

    assert duel.events(Event.GOAL) == [(0, 5, 4, 1, 0)]
    assert duel.goals == (1, 0)
    assert duel.ball == "MID"
    assert duel.attacker == 1
    assert duel.hand_sizes == (5, 5)
    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-29", "PG-X6", "PG-30")
@pytest.mark.parametrize("attacker", [0, 1])
def test_example_b_four_gloves_save_three_balls_and_the_defender_attacks_from_his_box(attacker):
    duel = shot("RW1 LW2 ONE3", "/PRS2 /DBL2 /OFF1 /OFF2", attacker=attacker).shoot("RW1", "LW2")
    duel.save("/PRS2", "/DBL2")

    assert duel.events(Event.SAVED) == [(1 - attacker, 3, 4)]
    assert duel.goals == (0, 0)
    assert duel.attacker == 1 - attacker
    assert duel.ball == "OWN"
    assert duel.hand_sizes == (5, 5)


# ---------------------------------------------------------------- deciding


@pytest.mark.rule("PG-28", "PG-29", "PG-X8")
@pytest.mark.parametrize(("gloves", "goal"), [("/LFD1 /RFD1", True), ("/LFD1 /RFD2", False), ("/LFD2 /RFD2", False)])
def test_three_balls_score_against_two_gloves_not_against_three_or_four(gloves, goal):
    duel = shot("RW1 LW2 THR", f"{gloves} /PRS /PRS").shoot("RW1", "LW2").save(*gloves.split())

    assert duel.goals == ((1, 0) if goal else (0, 0))
    assert bool(duel.events(Event.GOAL)) == goal
    assert bool(duel.events(Event.SAVED)) != goal


@pytest.mark.rule("PG-28")
@pytest.mark.parametrize("attacker", [0, 1])
def test_after_a_goal_the_ball_is_in_midfield_and_the_conceder_attacks(attacker):
    duel = shot("DRI RW", "/LFD1 /RFD1 /PRS1", attacker=attacker).shoot("DRI").save("/LFD1")

    assert duel.goals[attacker] == 1
    assert duel.goals[1 - attacker] == 0
    assert (duel.attacker, duel.ball) == (1 - attacker, "MID")


@pytest.mark.rule("PG-R28")
def test_there_is_no_limit_of_ten_goals():
    duel = shot("DRI RW", "/LFD1 /RFD1 /PRS1", goals=(12, 3)).shoot("DRI").save("/LFD1")

    assert duel.goals == (13, 3)
    assert duel.score() == [13, 3]


@pytest.mark.rule("PG-30", "PG-23", "PG-R11")
def test_after_the_shot_all_its_cards_are_discarded_and_the_coming_attacker_draws_first():
    duel = shot("RW1/LFD1 LW2 THR", "/LFD3 /RFD2 /PRS /PRS", half=2, pile=30)
    before, laid = int(duel.table.discard.sum()), duel.discarded("RW1/LFD1")

    duel.shoot("RW1").save("/LFD3")

    assert duel.table.discard.sum() == before + 3  # the attack, the shot and the save
    assert duel.discarded("RW1/LFD1") == laid + 1
    assert not duel.table.laid_count.any()
    assert drawn_by(duel) == [1, 0, 1, 0, 0]


@pytest.mark.rule("PG-58")
def test_special_cards_shoot_and_save_by_their_symbols_alone():
    duel = shot("DRI PEN COR FRK", "/FOU /FOU /LFD1 /PRS1", pile=20)

    assert {text.partition("/")[0] for text in duel.options()} == {"DRI4", "PEN3", "COR2", "FRK2"}

    duel.shoot("PEN", "COR")

    assert duel.phase == Phase.SHOT_DEFENCE
    assert duel.pile == 20
    assert duel.may("/FOU1")

    duel.save("/FOU1", "/FOU1")

    assert duel.events(Event.GOAL) == [(0, 5, 2, 1, 0)]
    assert not duel.events(Event.FOULED)
    assert not duel.events(Event.SET_PIECE)
    assert not duel.events(Event.CORNER)
    assert not duel.table.fouls.any()


@pytest.mark.rule("PG-58", "PG-33")
def test_a_dribble_shoots_with_four_balls():
    duel = shot("DRI RW", "/LFD3 /RFD1 /PRS1").shoot("DRI").save("/LFD3")

    assert duel.events(Event.GOAL)[0][1:3] == (4, 3)


# ---------------------------------------------------------------- with few cards


@pytest.mark.rule("PG-R13")
def test_without_a_card_to_shoot_with_the_chance_is_wasted():
    duel = lay("RW", "/OFF /OFF /OFF", ball="OPP", pile=3, tactics_left=("", "THW")).attack("RW").decline()

    assert duel.events(Event.WASTED) == [(0,)]
    assert not duel.events(Event.SAVED)
    assert (duel.attacker, duel.ball) == (1, "OWN")
    assert not duel.may("THW")


@pytest.mark.rule("PG-26")
def test_a_shot_with_the_only_card_needs_no_choice():
    duel = lay("RW DRI", "/OFF1 /OFF2 /OFF3", ball="OPP").attack("RW").decline()

    assert duel.phase == Phase.SHOT_DEFENCE
    assert duel.events(Event.SHOT) == [(0, 1, 4)]


@pytest.mark.rule("PG-R33")
def test_a_defender_without_cards_has_no_gloves():
    duel = lay("RW LW LW LW", "", ball="OPP", pile=10).attack("RW").decline().shoot("LW1")

    assert duel.events(Event.GOAL) == [(0, 1, 0, 1, 0)]


@pytest.mark.rule("PG-27")
def test_a_defender_with_as_many_cards_as_asked_for_has_nothing_to_choose():
    duel = shot("RW1 LW1 THR", "/LFD3 /RFD1").shoot("RW1", "LW1")

    assert duel.events(Event.SAVED) == [(1, 2, 4)]


def proposed(duel):
    """The gloves of the cards that whoever saves is proposed."""
    zones = view.zones(Say(), duel.box, duel.hidden(1), 1)
    hand = next(zone for zone in zones if zone.id == "hand.1")
    return [int(piece.face[-1]) for piece in hand.pieces if "best" in piece.marks]


def test_the_cheapest_save_that_suffices_is_proposed():
    duel = shot("RW2 LW2 ONE1", "/LFD1 /PRS2 /DBL3 /OFF1").shoot("RW2", "LW2")

    assert sorted(proposed(duel)) == [1, 3]

    duel = shot("RW2 LW1", "/LFD1 /PRS2 /DBL3").shoot("RW2")

    assert proposed(duel) == [2]


def test_against_too_strong_a_shot_what_is_missed_least_is_proposed():
    duel = shot("DRI PEN LW1", "/LFD1 /PRS2 /OFF1").shoot("DRI", "PEN")

    assert proposed(duel) == [1, 1]


def test_nothing_is_proposed_to_whoever_has_begun_to_choose_or_has_nothing_to_choose():
    duel = shot("RW2 LW2", "/LFD1 /PRS2 /DBL3").shoot("RW2", "LW2").save("/PRS2")

    assert proposed(duel) == []

    duel = shot("RW2 LW2 ONE1", "/LFD1 /PRS2").shoot("RW2", "LW2")

    assert proposed(duel) == []
