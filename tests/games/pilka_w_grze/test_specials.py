"""Special cards: PG-31 to PG-38, and the rulings on them."""

from __future__ import annotations

import pytest

from matchday.games.pilka_w_grze.state import Event, Phase
from tests.games.pilka_w_grze.table import drawn_by, lay
from tests.kit import seeded_until

ANSWERS = "/LFD /RFD /PRS /DBL /OFF"


# ---------------------------------------------------------------- which they are


@pytest.mark.rule("PG-31")
def test_the_attackers_specials_open_no_attack():
    duel = lay("RW DRI COR FRK PEN", ANSWERS)

    assert {text.partition("/")[0] for text in duel.options()} == {"RW1"}


@pytest.mark.rule("PG-31")
def test_the_foul_is_the_defenders_only_special():
    duel = lay("RW LW ONE THR LNG", "DRI COR FRK PEN /RFD", ball="OPP").attack("RW")

    assert duel.options() == {"DRI4/FOU1", "COR2/FOU1", "FRK2/FOU1", "PEN3/FOU1", "decline"}


# ---------------------------------------------------------------- foul


@pytest.mark.rule("PG-32")
def test_a_foul_in_the_own_box_lets_the_attacker_respond():
    duel = lay("RW LW FRK PEN COR", "/FOU /RFD /PRS /DBL /OFF", ball="OPP").attack("RW").answer("/FOU")

    assert duel.phase == Phase.FOUL_RESPONSE
    assert duel.waiting == [0]
    assert duel.options() == {"FRK2/FOU1", "PEN3/FOU1", "play on"}


@pytest.mark.rule("PG-32", "PG-X13", "PG-37")
@pytest.mark.parametrize("ball", ["OWN", "MID"])
def test_a_foul_elsewhere_gives_no_set_piece(ball):
    duel = lay("RW LW FRK PEN COR", "/FOU /RFD /PRS /DBL /OFF", ball=ball).attack("RW").answer("/FOU")

    assert duel.phase == Phase.ATTACK
    assert {text.partition("/")[0] for text in duel.options()} == {"LW1", "stop"}


@pytest.mark.rule("PG-32")
def test_the_question_after_a_foul_in_the_box_does_not_betray_the_hand():
    duel = lay("RW LW LW ONE THR", "/FOU /RFD /PRS /DBL /OFF", ball="OPP").attack("RW").answer("/FOU")

    assert duel.phase == Phase.FOUL_RESPONSE
    assert duel.options() == {"play on"}


@pytest.mark.rule("PG-37", "PG-35", "PG-36")
def test_an_ordinary_answer_in_the_box_gives_no_set_piece():
    duel = lay("RW LW FRK PEN COR", ANSWERS, ball="OPP").attack("RW").answer("/LFD")

    assert duel.phase == Phase.ATTACK
    assert not duel.may("FRK")
    assert not duel.may("PEN")
    assert not duel.may("COR")


# ---------------------------------------------------------------- dribbling


@pytest.mark.rule("PG-33", "PG-X9")
def test_a_dribble_copies_the_last_attack():
    duel = lay("LW DRI RW RW RW", "/RFD1 /RFD2 /LFD /FOU /PRS").exchanges("LW /RFD1").attack("DRI")

    assert {text.partition("/")[2] for text in duel.options() - {"decline"}} == {"RFD2", "FOU1"}
    assert not duel.may("/LFD")


@pytest.mark.rule("PG-33", "PG-R14")
def test_a_dribble_counts_as_an_action():
    duel = lay("LW DRI RW RW RW", "/RFD1 /RFD2 /LFD /PRS /PRS").exchanges("LW /RFD", "DRI /RFD")

    assert duel.table.actions_used == 2

    duel.exchanges("RW /LFD")

    assert duel.attacker == 1


@pytest.mark.rule("PG-33")
def test_an_unanswered_dribble_moves_the_ball():
    duel = lay("LW DRI RW RW RW", "/RFD1 /PRS /LFD /PRS /PRS").exchanges("LW /RFD").attack("DRI").decline()

    assert duel.ball == "OPP"


@pytest.mark.rule("PG-33", "PG-R06", "PG-X10")
def test_a_dribble_cannot_open_a_turn():
    duel = lay("LW DRI DRI DRI DRI", ANSWERS)

    assert duel.options() == {"LW1/RFD1"}


@pytest.mark.rule("PG-R06")
def test_a_dribble_cannot_reach_back_to_an_earlier_turn():
    duel = lay("LW DRI ONE ONE RW", "/OFF /OFF /OFF /OFF /OFF", ball="OWN").attack("LW").decline()

    assert (duel.attacker, duel.ball) == (0, "MID")
    assert not duel.may("DRI")


@pytest.mark.rule("PG-R06", "PG-33")
def test_a_dribble_after_a_dribble_copies_the_same_type():
    duel = lay("LW DRI DRI RW RW", "/RFD1 /RFD2 /RFD3 /LFD /PRS").exchanges("LW /RFD", "DRI /RFD").attack("DRI")

    assert duel.may("/RFD")
    assert not duel.may("/LFD")


@pytest.mark.rule("PG-R06", "PG-33")
def test_a_dribble_copies_the_last_of_several():
    duel = lay("LW RW DRI ONE ONE", "/RFD /LFD1 /LFD2 /PRS /PRS").exchanges("LW /RFD", "RW /LFD1").attack("DRI")

    assert duel.may("/LFD2")
    assert not duel.may("/RFD")


@pytest.mark.rule("PG-R06")
def test_a_dribble_in_a_corner_copies_the_action_before_it():
    duel = lay("RW LW ONE COR DRI", "/LFD /RFD /PRS /DBL /OFF", ball="OPP")
    duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS").respond("COR").attack("DRI")

    assert duel.events(Event.DRIBBLED)[0].type == 3  # One-two is the third attack of the box


@pytest.mark.rule("PG-R06")
def test_across_turns_a_dribble_may_open_a_turn_with_ones_own_last_type():
    duel = lay(
        "LW DRI ONE ONE RW", "/OFF /OFF /OFF /LFD /LFD", ball="OWN", dribble_across_turns=True, half=2, pile="RW RW"
    )

    assert not duel.may("DRI")

    duel.attack("LW").decline().attack("DRI")

    assert duel.events(Event.DRIBBLED)[0].type == 2  # Left-wing attack


@pytest.mark.rule("PG-R06")
def test_across_turns_the_last_type_is_each_players_own_and_goes_with_the_half():
    duel = lay(
        "LW DRI RW ONE THR", "/RFD RW DRI ONE ONE", dribble_across_turns=True, half=1, pile=0, kickoff=0
    ).exchanges("LW /RFD")
    duel.attack("stop")

    assert duel.attacker == 1
    assert not duel.may("DRI")

    duel.attack("RW").decline()

    assert duel.may("DRI")
    assert list(duel.table.last_type) == [2, 1]

    while duel.table.half == 1:
        duel.play(duel.mover, duel.legal(duel.mover)[0])

    assert list(duel.table.last_type) == [0, 0]


@pytest.mark.rule("PG-R06", "PG-38")
def test_across_turns_a_hand_of_specials_is_still_sent_away():
    duel = lay("LW DRI DRI DRI DRI", "/OFF /OFF /OFF /OFF /OFF", half=2, pile="COR", dribble_across_turns=True)
    duel.attack("LW").decline()

    assert duel.events(Event.DREW_CARDS)
    assert not duel.events(Event.ALL_SPECIAL)  # the pile is empty, and so the ball is dead
    assert duel.events(Event.DEAD_BALL)

    duel = lay("DRI DRI COR FRK PEN", ANSWERS, dribble_across_turns=True)

    assert duel.events(Event.ALL_SPECIAL) == [(0, 5)]


# ---------------------------------------------------------------- corner


def corner(hand="RW LW ONE COR THR", answers="/LFD /RFD /PRS /DBL /OFF", **more):
    """Three actions, all answered, in the defender's box."""
    return lay(hand, answers, ball="OPP", **more).exchanges("RW /LFD", "LW /RFD", "ONE /PRS")


@pytest.mark.rule("PG-34")
def test_a_corner_refills_both_and_gives_two_more_actions():
    duel = corner(pile=20)

    assert duel.phase == Phase.AFTER_BLOCK
    assert duel.options() == {"COR2/FOU1", "end"}

    duel.respond("COR")

    assert duel.hand_sizes == (5, 5)
    assert duel.pile == 20 - 4 - 3
    assert (duel.phase, duel.attacker, duel.ball) == (Phase.ATTACK, 0, "OPP")
    assert duel.table.limit == 5
    assert duel.table.actions_used == 3


@pytest.mark.rule("PG-34", "PG-R11")
def test_in_a_corner_the_attacker_draws_first():
    duel = corner(pile=3).respond("COR")

    assert drawn_by(duel) == [0, 1, 0]
    assert duel.hand_sizes == (3, 3)


@pytest.mark.rule("PG-34", "PG-R18")
def test_a_success_in_a_corner_is_a_shot_without_a_refill():
    duel = corner("RW LW ONE COR THR", half=2, pile="RW RW RW RW LNG LNG LNG").respond("COR").attack("THR").decline()

    assert duel.phase == Phase.SHOT_ATTACK
    assert duel.hand_sizes == (4, 5)


@pytest.mark.rule("PG-34", "PG-R18", "PG-19")
def test_two_answered_corner_actions_repel_the_attack_and_one_corner_is_all():
    duel = corner("RW LW ONE COR COR", half=2, pile="THR THR THR THR THR THR THR THR")
    duel.respond("COR").exchanges("THR /DBL", "THR /DBL")

    assert (duel.phase, duel.attacker, duel.ball) == (Phase.ATTACK, 1, "OWN")


@pytest.mark.rule("PG-R18")
def test_a_chain_of_corners_is_an_option():
    duel = corner("RW LW ONE COR COR", half=2, pile="THR THR THR THR THR THR THR THR", corner_chain=True)
    duel.respond("COR").exchanges("THR /DBL", "THR /DBL")

    assert duel.phase == Phase.AFTER_BLOCK

    duel.respond("COR")

    assert duel.table.limit == 7
    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-34", "PG-X12", "PG-37")
@pytest.mark.parametrize("ball", ["OWN", "MID"])
def test_three_answers_elsewhere_give_no_corner(ball):
    duel = lay("RW LW ONE COR THR", ANSWERS, ball=ball).exchanges("RW /LFD", "LW /RFD", "ONE /PRS")

    assert (duel.phase, duel.attacker) == (Phase.ATTACK, 1)


@pytest.mark.rule("PG-34", "PG-37")
def test_two_answers_give_no_corner_yet():
    duel = lay("RW LW ONE COR THR", ANSWERS, ball="OPP").exchanges("RW /LFD", "LW /RFD")

    assert duel.phase == Phase.ATTACK
    assert not duel.may("COR")


@pytest.mark.rule("PG-R18")
def test_a_foul_counts_as_an_answer_and_the_corner_comes_with_the_set_pieces():
    duel = lay("RW LW ONE COR FRK", "/LFD /RFD /FOU /DBL /OFF", ball="OPP").exchanges("RW /LFD", "LW /RFD")
    duel.attack("ONE").answer("/FOU")

    assert duel.options() == {"COR2/FOU1", "FRK2/FOU1", "play on"}

    duel.respond("COR")

    assert (duel.phase, duel.table.limit) == (Phase.ATTACK, 5)


@pytest.mark.rule("PG-R18")
def test_a_foul_that_is_not_the_last_answer_gives_no_corner():
    duel = lay("RW LW ONE COR FRK", "/LFD /RFD /FOU /DBL /OFF", ball="OPP").attack("RW").answer("/FOU")

    assert duel.options() == {"FRK2/FOU1", "play on"}


@pytest.mark.rule("PG-R18", "PG-X18")
def test_with_formations_all_means_all_that_the_limit_allows():
    duel = lay("RW LW ONE COR THR", ANSWERS, ball="OPP", formation=("4-4-2", "3-4-3"))
    duel.exchanges("RW /LFD", "LW /RFD")

    assert duel.phase == Phase.AFTER_BLOCK
    assert duel.may("COR")

    duel.respond("COR")

    assert duel.table.limit == 4


@pytest.mark.rule("PG-R18", "PG-R14")
def test_the_corner_card_is_discarded_before_the_refill_and_uses_no_action():
    duel = corner("RW LW ONE COR THR", pile=20)
    corners = duel.discarded("COR")

    duel.respond("COR")

    assert duel.discarded("COR") == corners + 1
    assert len(duel.events(Event.DREW, seat=0)) == 4
    assert duel.table.actions_used == 3


@pytest.mark.rule("PG-R18", "PG-38")
def test_a_hand_of_specials_is_changed_after_a_corners_refill():
    pile = "DRI DRI DRI DRI PEN PEN RW2 THR THR LNG"
    duel = seeded_until(
        lambda seed: corner("RW LW ONE COR FRK", half=2, pile=pile, seed=seed).respond("COR"),
        lambda duel: duel.events(Event.ALL_SPECIAL, seat=0),
    )

    assert duel.events(Event.ALL_SPECIAL)[0][:2] == (0, 5)
    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-R07", "PG-38")
@pytest.mark.parametrize(("option", "changed"), [("both", [(1, 5)]), ("attacker", [])])
def test_the_defenders_hand_is_tested_after_a_corners_refill_too(option, changed):
    pile = "DRI COR COR COR FRK FRK FRK FRK PEN PEN PEN PEN"
    duel = corner(answers="/LFD /RFD /PRS /FOU /FOU", half=2, pile=pile, specials_redraw=option).respond("COR")

    assert duel.events(Event.ALL_SPECIAL) == changed
    assert (duel.phase, duel.hand_sizes) == (Phase.ATTACK, (5, 5))


@pytest.mark.rule("PG-R18")
def test_a_set_piece_may_follow_a_foul_in_the_corner():
    duel = corner("RW LW ONE COR PEN", "/LFD /RFD /PRS /FOU /OFF", half=2, pile="THR " * 12)
    duel.respond("COR").attack("THR").answer("/FOU")

    assert duel.may("PEN")


@pytest.mark.rule("PG-R18")
def test_on_an_empty_pile_a_corner_still_gives_two_actions():
    duel = corner("RW LW ONE COR THR", pile=0).respond("COR")

    assert duel.hand_sizes == (1, 2)
    assert duel.table.limit == 5

    duel.attack("THR")

    assert duel.table.actions_used == 4


@pytest.mark.rule("PG-34")
def test_the_corner_may_be_left():
    duel = corner().respond("end")

    assert (duel.attacker, duel.ball) == (1, "OWN")


# ---------------------------------------------------------------- free kick and penalty


def foul(hand, answers="/FOU /RFD1 /PRS2 /DBL3", pile="RW2/LFD1", **more):
    """A foul in the box on the first action; the pile's cards are known."""
    more = {"half": 2} | more
    return lay(f"LNG LNG {hand}", answers, ball="OPP", pile=pile, **more).attack("LNG").answer("/FOU")


@pytest.mark.rule("PG-35", "PG-X11")
def test_a_free_kick_turns_one_card_and_as_many_gloves_save():
    duel = foul("FRK RW").respond("FRK")

    assert duel.events(Event.FLIPPED) == [(duel.kinds("RW2/LFD1")[0],)]
    assert duel.is_public(Event.FLIPPED)
    assert duel.phase == Phase.SETPIECE_DEFENCE
    assert duel.waiting == [1]
    assert len(duel.options()) == 3

    duel.save("/PRS2")

    assert duel.events(Event.SAVED) == [(1, 2, 2)]
    assert (duel.attacker, duel.ball) == (1, "OWN")


@pytest.mark.rule("PG-35", "PG-28")
def test_a_free_kick_with_more_balls_than_gloves_is_a_goal():
    duel = foul("FRK RW").respond("FRK").save("/RFD1")

    assert duel.goals == (1, 0)
    assert (duel.attacker, duel.ball) == (1, "MID")


@pytest.mark.rule("PG-36")
@pytest.mark.parametrize(("saves", "goal"), [("/RFD1 /PRS2", True), ("/RFD1 /DBL3", False), ("/PRS2 /DBL3", False)])
def test_a_penalty_turns_two_cards_and_is_answered_by_two(saves, goal):
    duel = foul("PEN RW", pile="RW2 LW2").respond("PEN")

    assert len(duel.events(Event.FLIPPED)) == 2
    assert duel.pile == 0

    duel.save(*saves.split())

    assert duel.goals == ((1, 0) if goal else (0, 0))


@pytest.mark.rule("PG-36")
def test_a_short_defender_answers_a_penalty_with_what_he_has():
    duel = foul("PEN RW", "/FOU /DBL3", pile="RW2 LW2").respond("PEN")

    assert duel.events(Event.GOAL) == [(0, 4, 3, 1, 0)]


@pytest.mark.rule("PG-R33")
@pytest.mark.parametrize(("special", "pile", "balls"), [("FRK", "RW1", 1), ("PEN", "RW1 LW1", 2)])
def test_a_defender_without_cards_cannot_save_a_set_piece(special, pile, balls):
    duel = lay(f"RW LNG {special}", "/LFD /FOU", ball="OPP", half=2, pile=pile).exchanges("RW /LFD")
    duel.attack("LNG").answer("/FOU").respond(special)

    assert duel.events(Event.GOAL) == [(0, balls, 0, 1, 0)]


@pytest.mark.rule("PG-R17")
def test_no_set_piece_on_an_empty_pile():
    duel = foul("FRK PEN", pile="")

    assert duel.phase == Phase.ATTACK
    assert not duel.may("FRK")


@pytest.mark.rule("PG-R17")
def test_a_penalty_with_one_card_left_turns_one_and_is_answered_by_one():
    duel = foul("PEN RW", pile="RW2").respond("PEN")

    assert len(duel.events(Event.FLIPPED)) == 1

    duel.save("/DBL3")

    assert duel.events(Event.SAVED) == [(1, 2, 3)]


@pytest.mark.rule("PG-R14")
@pytest.mark.parametrize("special", ["FRK", "PEN"])
def test_set_pieces_use_up_no_action(special):
    duel = foul(f"{special} RW", pile="RW2 LW2").respond(special)

    assert duel.table.actions_used == 1


@pytest.mark.rule("PG-R15", "PG-29", "PG-30")
def test_a_saved_set_piece_ends_the_turn_and_both_draw():
    duel = foul("FRK RW", pile="RW2 RW2 RW2 RW2 RW2 RW2").respond("FRK").save("/DBL3")

    assert (duel.attacker, duel.ball) == (1, "OWN")
    assert duel.table.actions_used == 0
    assert duel.hand_sizes[1] == 5


@pytest.mark.rule("PG-R15")
def test_with_play_on_a_saved_set_piece_goes_on_without_a_refill():
    duel = foul("FRK RW", pile="RW2 RW2 RW2 RW2", setpiece_saved="play_on").respond("FRK").save("/DBL3")

    assert (duel.phase, duel.attacker, duel.ball) == (Phase.ATTACK, 0, "OPP")
    assert duel.hand_sizes == (2, 2)
    assert duel.table.actions_used == 1
    assert not duel.events(Event.DREW)


@pytest.mark.rule("PG-R15", "PG-34")
def test_with_play_on_the_last_action_may_still_bring_a_corner():
    duel = lay(
        "RW LW ONE COR FRK",
        "/LFD /RFD /FOU /DBL3 /OFF3",
        ball="OPP",
        half=2,
        pile="RW2 RW2 RW2",
        setpiece_saved="play_on",
    )
    duel.exchanges("RW /LFD", "LW /RFD").attack("ONE").answer("/FOU").respond("FRK").save("/DBL3")

    assert duel.phase == Phase.AFTER_BLOCK
    assert duel.may("COR")


@pytest.mark.rule("PG-R15", "PG-R09")
@pytest.mark.parametrize(("end", "phase"), [("exchange", Phase.OVER), ("turn", Phase.ATTACK)])
def test_with_play_on_a_save_with_the_last_card_may_bring_the_whistle(end, phase):
    # The free kick takes the last card of the pile, the save the defender's last one.
    duel = foul("FRK RW", "/FOU /DBL3", pile="RW2", goals=(1, 0), setpiece_saved="play_on", half_end=end)
    duel.respond("FRK")

    assert duel.events(Event.SAVED) == [(1, 2, 3)]
    assert (duel.pile, duel.hand_sizes[1]) == (0, 0)
    assert duel.phase == phase


@pytest.mark.rule("PG-R15")
def test_with_play_on_a_goal_still_ends_the_turn():
    duel = foul("FRK RW", pile="RW2 RW2 RW2 RW2", setpiece_saved="play_on").respond("FRK").save("/RFD1")

    assert duel.goals == (1, 0)
    assert (duel.attacker, duel.ball) == (1, "MID")


@pytest.mark.rule("PG-R16")
def test_the_special_and_the_turned_cards_are_discarded():
    duel = foul("PEN RW", pile="RW2/LFD1 LW2/RFD1")
    before = [duel.discarded(card) for card in ("PEN", "RW2/LFD1", "LW2/RFD1")]

    duel.respond("PEN").save("/RFD1", "/PRS2")

    assert [duel.discarded(card) for card in ("PEN", "RW2/LFD1", "LW2/RFD1")] == [n + 1 for n in before]


@pytest.mark.rule("PG-R16", "PG-X16")
def test_played_on_the_right_from_that_foul_is_gone():
    duel = lay("RW THR FRK LW LW", "/FOU /DBL /FOU /OFF /OFF", ball="OPP").attack("RW").answer("/FOU")
    duel.respond("play on")

    assert duel.events(Event.PLAYED_ON) == [(0,)]

    duel.attack("THR").answer("/DBL")

    assert duel.phase == Phase.ATTACK
    assert not duel.may("FRK")

    duel.attack("LW").answer("/FOU")

    assert duel.may("FRK")


@pytest.mark.rule("PG-R16")
def test_one_set_piece_a_foul():
    duel = foul("FRK PEN", pile="RW2 RW2 RW2 RW2", setpiece_saved="play_on").respond("FRK").save("/DBL3")

    assert duel.phase == Phase.ATTACK
    assert not duel.may("PEN")


@pytest.mark.rule("PG-R16")
def test_playing_on_after_the_last_action_is_a_repelled_attack():
    duel = lay("RW LW ONE THR FRK", "/LFD /RFD /FOU /OFF /OFF", ball="OPP").exchanges("RW /LFD", "LW /RFD")
    duel.attack("ONE").answer("/FOU").respond("play on")

    assert duel.events(Event.REPELLED)
    assert not duel.events(Event.PLAYED_ON)
    assert (duel.attacker, duel.ball) == (1, "OWN")


# ---------------------------------------------------------------- nothing but specials


@pytest.mark.rule("PG-38", "PG-X14", "PG-R07")
def test_an_attacker_with_nothing_but_specials_changes_his_hand():
    duel = lay("DRI COR COR FRK PEN", ANSWERS, pile=20)

    assert duel.events(Event.ALL_SPECIAL) == [(0, 5)]
    assert len(duel.events(Event.THREW_AWAY, seat=1)) == 5
    assert duel.hand_sizes == (5, 5)
    assert duel.pile == 15
    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-38", "PG-X15", "PG-R07")
def test_a_defender_with_nothing_but_specials_changes_his_hand_too():
    duel = lay("RW LW ONE THR LNG", "DRI COR COR FRK PEN", pile=20)

    assert duel.events(Event.ALL_SPECIAL) == [(1, 5)]
    assert duel.hand_sizes == (5, 5)
    assert duel.pile == 15


@pytest.mark.rule("PG-R07")
def test_the_option_leaves_a_defender_full_of_fouls_alone():
    duel = lay("RW LW ONE THR LNG", "DRI COR COR FRK PEN", pile=20, specials_redraw="attacker")

    assert not duel.events(Event.ALL_SPECIAL)
    assert duel.hand(1) == ["DRI4/FOU1", "COR2/FOU1", "COR2/FOU1", "FRK2/FOU1", "PEN3/FOU1"]

    duel = lay("DRI COR COR FRK PEN", ANSWERS, pile=20, specials_redraw="attacker")

    assert duel.events(Event.ALL_SPECIAL) == [(0, 5)]


@pytest.mark.rule("PG-38", "PG-R07")
def test_the_attacker_changes_first_then_the_defender():
    duel = lay("DRI DRI COR COR FRK", "PEN PEN FRK FRK COR", pile=20, half=1)
    kinds = [event[:2] for event in duel.events() if event[0] == Event.ALL_SPECIAL]

    assert kinds[:2] == [(Event.ALL_SPECIAL, 0), (Event.ALL_SPECIAL, 1)]


@pytest.mark.rule("PG-R07")
def test_a_card_is_special_by_the_half_its_holder_would_use():
    # In the mixed deck dribbles defend the flank and ordinary attacks foul.
    attacker = lay("RW/FOU LW/FOU ONE/FOU THR/FOU LNG/FOU", "DRI COR FRK PEN DRI", deck="mixed")

    assert not attacker.events(Event.ALL_SPECIAL)

    swapped = lay("DRI COR FRK PEN DRI", "RW/FOU LW/FOU ONE/FOU THR/FOU LNG/FOU", deck="mixed", pile=22)

    assert {told.seat for told in swapped.events(Event.ALL_SPECIAL)} == {0, 1}


@pytest.mark.rule("PG-R07")
def test_it_is_repeated_while_the_hand_is_all_special():
    duel = seeded_until(
        lambda seed: lay("DRI DRI COR COR FRK", ANSWERS, half=2, pile="PEN PEN PEN PEN FRK FRK RW", seed=seed),
        lambda duel: len(duel.events(Event.ALL_SPECIAL)) > 1,
    )

    assert [told.count for told in duel.events(Event.ALL_SPECIAL)] == [5, 5]
    assert duel.hand_sizes[0] == 2


@pytest.mark.rule("PG-R07")
def test_as_many_as_the_pile_has_are_drawn():
    duel = lay("DRI DRI COR COR FRK", ANSWERS, half=2, pile="RW LW")

    assert duel.hand_sizes[0] == 2
    assert duel.pile == 0


@pytest.mark.rule("PG-R07", "PG-R08")
def test_on_an_empty_pile_nothing_is_discarded():
    duel = lay("RW LW ONE", "DRI DRI FRK", pile=0)

    assert not duel.events(Event.ALL_SPECIAL)
    assert len(duel.hand(1)) == 3

    duel = lay("DRI DRI FRK", "RW LW ONE", pile=0)

    assert not duel.events(Event.ALL_SPECIAL)
    assert duel.events(Event.DEAD_BALL) == [(0,)]
    assert len(duel.hand(0)) == 3


@pytest.mark.rule("PG-R07")
def test_what_is_left_of_a_hand_in_mid_turn_is_not_tested():
    duel = lay("RW COR COR FRK PEN", "/LFD DRI DRI FRK FRK").exchanges("RW /LFD")

    assert not duel.events(Event.ALL_SPECIAL)
    assert len(duel.hand(0)) == 4
    assert len(duel.hand(1)) == 4
