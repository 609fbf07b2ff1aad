"""End of halves and match: PG-39 to PG-43, and the rulings on them."""

from __future__ import annotations

from collections import Counter

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.pilka_w_grze import GAME
from matchday.games.pilka_w_grze.state import UNKNOWN, Event, Phase
from tests.games.pilka_w_grze.table import dealt, drawn_by, lay

ALL = 96


def last_exchange(**more):
    """The pile is empty and the defender answers with his last card."""
    more = {"pile": 0} | more
    return lay("RW LW", "/LFD", **more).attack("RW").answer("/LFD")


def scored(goals=(0, 0), **more):
    """A goal of seat 0, who keeps one card, with an empty pile and no card left to the defender."""
    more = {"pile": 0, "ball": "OPP"} | more
    return lay("RW DRI LW", "/OFF", goals=goals, **more).attack("RW").decline().shoot("DRI")


# ---------------------------------------------------------------- when a half ends


@pytest.mark.rule("PG-39", "PG-R09")
def test_the_half_ends_when_a_player_has_played_his_last_card_and_cannot_draw():
    duel = last_exchange()

    assert duel.events(Event.HALF_TIME) == [(0, 0)]
    assert duel.table.half == 2


@pytest.mark.rule("PG-39", "PG-R09")
def test_the_attackers_last_card_ends_it_too():
    duel = lay("RW", "/LFD /RFD", pile=0).attack("RW").answer("/LFD")

    assert duel.table.half == 2


@pytest.mark.rule("PG-39", "PG-R09")
def test_an_empty_pile_alone_ends_nothing():
    duel = lay("RW LW ONE", "/LFD /RFD /PRS", pile=0).exchanges("RW /LFD")

    assert (duel.table.half, duel.phase, duel.attacker) == (1, Phase.ATTACK, 0)

    duel = lay("RW LW ONE", "/OFF /RFD /PRS", pile=1).attack("RW").decline()

    assert duel.pile == 0
    assert duel.events(Event.STOPPAGE)
    assert (duel.table.half, duel.phase) == (1, Phase.ATTACK)


@pytest.mark.rule("PG-39")
def test_an_empty_hand_alone_ends_nothing():
    duel = lay("RW LW", "/LFD", pile=10).exchanges("RW /LFD")

    assert (duel.table.half, duel.phase, duel.attacker) == (1, Phase.ATTACK, 0)


@pytest.mark.rule("PG-X17", "PG-R09")
def test_what_the_last_exchange_did_stands_then_the_whistle():
    duel = lay("RW", "/OFF /OFF", pile=0).attack("RW").decline()
    kinds = [event[0] for event in duel.events()]

    assert [told[:2] for told in duel.events(Event.ADVANCED)] == [(0, 2)]
    assert kinds.index(Event.ADVANCED) < kinds.index(Event.HALF_TIME)


@pytest.mark.rule("PG-R09")
def test_an_unanswered_attack_in_the_box_still_has_its_shot():
    duel = scored(half=1)

    assert duel.goals == (1, 0)
    assert duel.events(Event.HALF_TIME) == [(1, 0)]


@pytest.mark.rule("PG-R09")
def test_by_default_the_whistle_comes_in_mid_turn_and_no_corner_follows():
    duel = lay("RW LW ONE COR", "/LFD /RFD /PRS", ball="OPP", pile=0).exchanges("RW /LFD", "LW /RFD", "ONE /PRS")

    assert duel.events(Event.HALF_TIME)
    assert duel.table.half == 2


@pytest.mark.rule("PG-R09")
def test_with_half_end_turn_the_whistle_waits_for_the_end_of_the_turn():
    duel = lay("RW LW ONE COR THR", "/LFD /RFD /PRS", ball="OPP", pile=0, half_end="turn")
    duel.exchanges("RW /LFD", "LW /RFD", "ONE /PRS")

    assert duel.phase == Phase.AFTER_BLOCK
    assert duel.table.half == 1

    duel.respond("COR")

    assert (duel.phase, duel.table.half) == (Phase.ATTACK, 1)

    duel.attack("THR").decline()

    assert duel.events(Event.WASTED)
    assert duel.table.half == 2


@pytest.mark.rule("PG-R09")
def test_with_half_end_turn_an_attacker_without_cards_can_only_stop():
    duel = lay("RW", "/LFD /RFD", pile=0, half_end="turn").attack("RW").answer("/LFD")

    assert (duel.table.half, duel.options()) == (1, {"stop"})

    duel.attack("stop")

    assert duel.table.half == 2


# ---------------------------------------------------------------- dead ball


@pytest.mark.rule("PG-R08")
def test_a_dead_ball_is_a_repelled_attack_without_a_card():
    duel = lay("COR FRK", "RW LW", ball="OPP", pile=0)

    assert duel.events(Event.DEAD_BALL) == [(0,)]
    assert duel.events(Event.REPELLED) == [(1,)]
    assert (duel.phase, duel.attacker, duel.ball) == (Phase.ATTACK, 1, "OWN")
    assert duel.hand_sizes == (2, 2)


@pytest.mark.rule("PG-R08")
def test_a_dead_ball_allows_no_tactic_cards():
    duel = lay("COR FRK", "RW LW", ball="OWN", pile=0, saved=True, tactics_left=("THW QUI", "THW"))

    assert duel.attacker == 1
    assert duel.table.tactics[0] == 0b101


@pytest.mark.rule("PG-R08")
def test_two_dead_balls_in_a_row_end_the_half():
    duel = lay("COR FRK", "DRI PEN", ball="OPP", pile=0)

    assert [told.seat for told in duel.events(Event.DEAD_BALL)] == [0, 1]
    assert [told.seat for told in duel.events(Event.REPELLED)] == [1]
    assert duel.table.half == 2


@pytest.mark.rule("PG-R08")
def test_dead_balls_with_an_attack_between_them_do_not_end_the_half():
    duel = lay("COR FRK LNG", "RW RW1 LW LW", ball="MID", pile=0, attacker=1).attack("LNG").decline()

    assert duel.events(Event.DEAD_BALL) == [(1,)]
    assert (duel.table.half, duel.attacker) == (1, 0)

    duel.exchanges("RW /FOU").attack("stop")

    assert duel.events(Event.DEAD_BALL) == [(1,)]
    assert (duel.table.half, duel.attacker) == (1, 0)


@pytest.mark.rule("PG-R08")
def test_with_cards_in_the_pile_there_is_no_dead_ball():
    duel = lay("COR FRK", "RW LW", ball="OPP", half=2, pile="RW RW RW")

    assert not duel.events(Event.DEAD_BALL)
    assert duel.events(Event.ALL_SPECIAL)


# ---------------------------------------------------------------- half-time


@pytest.mark.rule("PG-40")
def test_at_half_time_everything_goes_to_the_box_and_five_are_dealt_from_the_second_pile():
    duel = last_exchange()

    assert duel.hand_sizes == (5, 5)
    assert duel.pile == 38
    assert duel.table.deck_count == 38
    assert duel.table.discard.sum() == 0
    assert duel.table.boxed.sum() + duel.table.boxed_hand_count.sum() == 48
    assert list(duel.table.boxed_hand_count) == [1, 0]


@pytest.mark.rule("PG-R30")
def test_boxed_hands_stay_unseen_the_discard_is_open():
    duel = lay("RW2/LFD1 LW ONE1/PRS3", "/LFD3", pile=0).attack("RW").answer("/LFD")

    assert [duel.card_text(int(card)) for card in duel.hidden(0).boxed_hand[0, :2]] == ["LW1/RFD1", "ONE1/PRS3"]
    assert list(duel.hidden(1).boxed_hand[0, :2]) == [UNKNOWN, UNKNOWN]
    assert list(duel.hidden(SPECTATOR).boxed_hand[0, :2]) == [UNKNOWN, UNKNOWN]

    duel = lay("RW LW", "/LFD /RFD", pile=10).attack("RW").answer("/LFD").attack("stop")
    hidden = duel.hidden(SPECTATOR)

    assert (hidden.discard == duel.table.discard).all()
    assert hidden.pile == duel.pile
    assert list(hidden.hand_count) == list(duel.table.hand_count)


@pytest.mark.rule("PG-41", "PG-R26")
@pytest.mark.parametrize("kickoff", [0, 1])
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_other_player_begins_the_second_half_in_midfield(kickoff, attacker):
    duel = last_exchange(attacker=attacker, kickoff=kickoff, ball="OWN")

    assert duel.attacker == 1 - kickoff
    assert duel.ball == "MID"
    assert duel.events(Event.KICK_OFF) == [(2, 1 - kickoff)]


@pytest.mark.rule("PG-40")
def test_a_saved_shot_before_half_time_gives_no_throw_after_it():
    duel = lay("RW LW DRI", "/OFF3", ball="OPP", pile=0, tactics_left=("THW", "THW"), kickoff=0)
    duel.attack("RW").decline().shoot("LW")

    assert duel.table.half == 2
    assert duel.table.saved_last == 0


# ---------------------------------------------------------------- full time


@pytest.mark.rule("PG-42", "PG-R10")
def test_the_second_half_ends_as_the_first_and_more_goals_win():
    duel = last_exchange(half=2, goals=(2, 1))

    assert duel.phase == Phase.OVER
    assert duel.waiting == []
    assert duel.events(Event.FULL_TIME) == [(2, 1)]
    assert duel.result() == [1.0, 0.0]

    assert last_exchange(half=2, goals=(0, 3)).result() == [0.0, 1.0]


@pytest.mark.rule("PG-42", "PG-R10")
def test_by_default_an_empty_second_pile_does_not_end_the_match():
    duel = lay("RW LW ONE", "/OFF /RFD /PRS", half=2, goals=(1, 0), pile=1).attack("RW").decline()

    assert duel.pile == 0
    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-R10", "PG-42")
def test_with_pile_empty_the_match_ends_at_the_end_of_turn_that_finds_the_pile_empty():
    options = {"half": 2, "goals": (1, 0), "second_half_end": "pile_empty"}
    duel = lay("RW LW ONE", "/OFF /RFD /PRS", pile=1, **options).attack("RW").decline()

    assert duel.phase == Phase.OVER
    assert not duel.events(Event.STOPPAGE)

    duel = lay("RW LW ONE", "/OFF /RFD /PRS", pile=10, **options).attack("RW").decline()

    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-R10")
def test_pile_empty_touches_neither_the_first_half_nor_extra_time():
    for half in (1, 3):
        duel = lay("RW LW ONE", "/OFF /RFD /PRS", pile=1, half=half, second_half_end="pile_empty")
        duel.attack("RW").decline()

        assert duel.pile == 0
        assert (duel.table.half, duel.phase, duel.attacker) == (half, Phase.ATTACK, 0)


@pytest.mark.rule("PG-R10")
def test_with_pile_empty_a_turn_whose_corner_empties_the_pile_is_finished():
    # The corner's refill takes the last card; then the defender answers with his last one.
    duel = lay(
        "RW LW ONE COR THR", "/LFD /RFD /PRS /DBL", ball="OPP", half=2, pile="THR", second_half_end="pile_empty"
    ).exchanges("RW /LFD", "LW /RFD", "ONE /PRS")
    duel.respond("COR")

    assert duel.events(Event.STOPPAGE)

    duel.attack("THR").answer("/DBL")

    assert duel.pile == 0
    assert 0 in duel.hand_sizes
    assert (duel.phase, duel.attacker) == (Phase.ATTACK, 0)

    duel.attack("THR").decline()

    assert duel.events(Event.FULL_TIME)


@pytest.mark.rule("PG-R10")
def test_with_pile_empty_a_set_piece_that_empties_the_pile_is_finished():
    options = {"half": 2, "goals": (1, 0), "second_half_end": "pile_empty"}
    duel = lay("LNG RW FRK", "/FOU /DBL3 /PRS1", ball="OPP", pile="RW2", **options).attack("LNG").answer("/FOU")
    duel.respond("FRK")

    assert duel.phase == Phase.SETPIECE_DEFENCE

    duel.save("/PRS1")

    assert duel.goals == (2, 0)
    assert duel.phase == Phase.OVER


# ---------------------------------------------------------------- extra time


@pytest.mark.rule("PG-43", "PG-R26")
def test_a_level_score_brings_extra_time_with_all_96_cards():
    duel = last_exchange(half=2, goals=(1, 1))
    duel.count_cards()

    assert duel.events(Event.EXTRA_TIME)
    assert duel.table.half == 3
    assert duel.pile == duel.table.deck_count == ALL - 10
    assert duel.hand_sizes == (5, 5)
    assert not duel.table.boxed.any()
    assert not duel.table.discard.any()
    assert duel.ball == "MID"
    assert duel.goals == (1, 1)


@pytest.mark.rule("PG-43")
def test_the_lot_chooses_who_begins_extra_time():
    starters = Counter(last_exchange(half=2, seed=seed).attacker for seed in range(120))

    assert 35 < starters[0] < 85


@pytest.mark.rule("PG-43")
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_first_goal_of_extra_time_wins(attacker):
    duel = lay("RW DRI LW", "/OFF /OFF", ball="OPP", half=3, goals=(1, 1), attacker=attacker, pile=30)
    duel.attack("RW").decline().shoot("DRI").save("/OFF1")

    assert duel.phase == Phase.OVER
    assert duel.result()[attacker] == 1.0
    assert duel.score()[attacker] == 2
    assert not duel.events(Event.DREW)


@pytest.mark.rule("PG-43")
def test_a_set_piece_is_a_golden_goal_too_and_a_save_is_not():
    def free_kick(save):
        duel = lay("LNG LNG FRK", "/FOU /DBL3 /PRS1", ball="OPP", half=3, pile="RW2 " * 3 + "LW2 " * 3)
        return duel.attack("LNG").answer("/FOU").respond("FRK").save(save)

    assert free_kick("/PRS1").phase == Phase.OVER
    assert free_kick("/DBL3").phase == Phase.ATTACK


@pytest.mark.rule("PG-R29", "PG-43")
def test_with_level_score_draw_the_match_ends_level():
    duel = last_exchange(half=2, goals=(1, 1), level_score="draw")

    assert duel.phase == Phase.OVER
    assert duel.result() == [0.5, 0.5]
    assert not duel.events(Event.EXTRA_TIME)

    assert last_exchange(half=2, goals=(2, 1), level_score="draw").result() == [1.0, 0.0]


@pytest.mark.rule("PG-R27")
@pytest.mark.parametrize("kickoff", [0, 1])
def test_a_whistle_in_extra_time_makes_the_discard_the_pile_and_hands_are_kept(kickoff):
    duel = lay("RW LW2/RFD2", "/LFD", pile=0, half=3, goals=(1, 1), kickoff=kickoff, ball="OWN")
    duel.attack("RW").answer("/LFD")

    assert duel.events(Event.RESTART) == [(1,)]
    assert duel.pile == ALL - 10
    assert duel.hand_sizes == (5, 5)
    assert "LW2/RFD2" in duel.hand(0)
    assert not duel.table.discard.any()
    assert duel.ball == "MID"
    assert duel.attacker == 1 - kickoff
    assert drawn_by(duel)[0] == 1 - kickoff
    assert duel.table.half == 3


@pytest.mark.rule("PG-R27")
def test_each_restart_is_begun_by_the_other_player():
    duel = lay("RW LW", "/LFD", pile=0, half=3, kickoff=0, restarts=1).attack("RW").answer("/LFD")

    assert duel.attacker == 1
    assert duel.table.kickoff == 1
    assert duel.table.et_restarts == 2


@pytest.mark.rule("PG-R27")
@pytest.mark.parametrize("limit", [0, 1, 3, 5])
def test_after_the_last_restart_the_lot_decides(limit):
    before = lay("RW LW", "/LFD", pile=0, half=3, restarts=max(limit - 1, 0), et_limit=limit)
    before.attack("RW").answer("/LFD")
    duel = lay("RW LW", "/LFD", pile=0, half=3, goals=(2, 2), restarts=limit, et_limit=limit)
    duel.attack("RW").answer("/LFD")

    assert (before.phase == Phase.OVER) == (limit == 0)
    assert duel.phase == Phase.OVER
    assert duel.events(Event.LOT)
    assert sorted(duel.result()) == [0.0, 1.0]
    assert duel.score() == [2, 2]
    assert duel.result()[duel.events(Event.LOT)[0].seat] == 1.0


@pytest.mark.rule("PG-R27")
def test_the_lot_may_fall_on_either():
    def winner(seed):
        duel = lay("RW LW", "/LFD", pile=0, half=3, restarts=3, seed=seed).attack("RW").answer("/LFD")
        return duel.result().index(1.0)

    assert {winner(seed) for seed in range(20)} == {0, 1}


@pytest.mark.rule("PG-R27")
def test_three_restarts_are_the_default():
    assert dealt().box.et_limit == 3


@pytest.mark.rule("PG-R27", "PG-R08")
def test_two_dead_balls_in_extra_time_are_its_whistle():
    duel = lay("COR FRK", "DRI PEN", ball="OPP", pile=0, half=3)

    assert duel.events(Event.RESTART)
    assert duel.table.half == 3


# ---------------------------------------------------------------- what a tournament needs


@pytest.mark.rule("PG-57")
def test_a_match_reports_goals_fouls_and_winner():
    duel = scored(goals=(1, 2), half=2)

    assert (duel.table.half, duel.goals) == (3, (2, 2))

    duel = lay("RW DRI LW", "/FOU /OFF", goals=(1, 2), half=2, ball="OPP", pile=0, level_score="draw")
    duel.exchanges("RW /FOU").attack("LW").decline()

    assert duel.phase == Phase.OVER
    assert list(duel.table.goals_in_time) == [2, 2]
    assert list(duel.table.fouls) == [0, 1]
    assert duel.result() == [0.5, 0.5]
    assert duel.table.half == 2


@pytest.mark.rule("PG-57")
def test_a_golden_goal_is_in_the_score_but_not_in_the_goals_in_time():
    duel = last_exchange(half=2, goals=(1, 1))

    assert list(duel.table.goals_in_time) == [1, 1]

    duel = scored(goals=(1, 1), half=3, pile=10)

    assert duel.score() == [2, 1]
    assert list(duel.table.goals_in_time) == [1, 1]
    assert duel.table.half == 3
    assert duel.result() == [1.0, 0.0]


@pytest.mark.rule("PG-57", "PG-R27")
def test_a_lot_is_reported():
    duel = lay("RW LW", "/LFD", pile=0, half=3, restarts=3).attack("RW").answer("/LFD")

    assert duel.table.lot_winner == duel.result().index(1.0) + 1
    assert GAME.table_type.fields["lot_winner"]
