"""Penalty and the whistle rule: DF-110 to DF-115, with R-19, R-35."""

import pytest

from matchday.games.super_goal.state import Champion, Event, Goal, Mode, Phase
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, pitch


def penalty(face, **more):
    return pitch("10 . . o . .", Mode.PENALTY, dice={"penalty": face}, **more)


@pytest.mark.rule("DF-110")
def test_the_attacker_rolls_the_penalty_die():
    match = penalty("goal", auto_forced=False)
    assert (match.phase, match.waiting, match.answers()) == (Phase.PENALTY, [HOME], {"roll:penalty"})
    match.do("roll:penalty")
    assert match.events(Event.PENALTY_ROLLED)[0].seat == HOME


@pytest.mark.rule("DF-111")
def test_a_penalty_goal_brings_the_ball_to_the_centre():
    match = penalty("goal")
    assert match.score() == [1, 0]
    assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.PENALTY)
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.KICKOFF, "6 . . o . .")


@pytest.mark.rule("DF-112")
def test_a_tipped_penalty_is_a_corner():
    match = penalty("tip")
    assert (match.attacker, match.mode) == (HOME, Mode.CORNER)


@pytest.mark.rule("DF-113")
def test_a_wide_penalty_is_a_goal_kick_for_the_other_side():
    match = penalty("wide")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.GOAL_KICK, "1 . o . . .")


@pytest.mark.rule("DF-114")
def test_a_punched_penalty_may_be_shot_at_once():
    match = penalty("punch")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, "10 . . o . .")
    assert ARROWS | {"shot"} <= match.answers()


BOSKOV = {"shot": "post", "defender": "foul", "penalty": "goal"}


@pytest.mark.rule("DF-115", "DF-R22", "DF-R35")
@pytest.mark.parametrize(("face", "scored"), [("F 2 ?", 0), ("F 1", 1), ("D 1", 1), ("F 1 X", 1)])
def test_the_whistle_is_silent_on_a_question_mark(face, scored):
    match = pitch("9 . o . . .", Mode.OPEN_NC, dice=BOSKOV | {"control": face}, boskov=True).do("shot")
    assert match.events(Event.BOSKOV_ROLLED)[0][:2] == (HOME, scored)
    assert match.score() == [scored, 0]
    if not scored:
        assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, "10 . . o . .")
        assert ARROWS | {"shot"} <= match.answers()


@pytest.mark.rule("DF-115")
def test_a_penalty_is_likely_with_the_printed_control_die():
    match = pitch("6 . . o . .")
    assert sum(arrow.symbol == 1 for arrow in match.box.arrows[0]) == 1


@pytest.mark.rule("DF-115")
def test_the_whistle_rule_is_for_the_area_only():
    match = pitch("8 . o . . .", dice={"pass": "F 1 ?", "defender": "foul", "control": "F 2 ?"}, boskov=True)
    match.do("roll:pass")
    assert match.rolled(Event.BOSKOV_ROLLED) == 0
    assert match.mode == Mode.DIRECT_FK


@pytest.mark.rule("DF-R19", "DF-R37")
@pytest.mark.parametrize("allowed", [False, True])
def test_the_amazing_save_does_not_help_against_a_penalty(allowed):
    match = penalty("goal", champion=(AWAY, Champion.AMAZING_SAVE), save_penalties=allowed)
    if not allowed:
        assert match.score() == [1, 0]
        return
    assert (match.phase, match.waiting, match.answers()) == (Phase.INTERRUPT, [AWAY], {"champion", "pass"})
    assert match.copy().do("pass").score() == [1, 0]
    match.do("champion")
    assert (match.score(), match.attacker, match.mode) == ([0, 0], AWAY, Mode.KEEPER_KICK)
    assert match.holder[0] == HOME
