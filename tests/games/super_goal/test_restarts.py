"""Goal kick, keeper's kick, corner: DF-080 to DF-085, with R-09, R-23, R-24."""

import pytest

from matchday.games.super_goal.state import Event, Mode, Phase
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, pitch


@pytest.mark.rule("DF-080", "DF-082")
def test_a_goal_kick_may_be_doubled():
    match = pitch("1 . o . . .", Mode.GOAL_KICK, dice={"control": "F 2", "pass": "D 2"})
    assert match.answers() == ARROWS | {f"{die}:x2" for die in ARROWS}
    assert match.copy().do("roll:control").ball == "3 . o . . ."
    assert match.copy().do("roll:control:x2").ball == "5 . o . . ."
    assert match.do("roll:pass:x2", "right").attacker == AWAY  # four diagonally: over the touchline


@pytest.mark.rule("DF-081", "DF-082", "DF-R09")
@pytest.mark.parametrize(
    ("action", "after"),
    [
        ("roll:control", "3 . . o . ."),
        ("roll:control@2", "4 . . o . ."),
        ("roll:control:x2", "5 . . o . ."),
        ("roll:control:x2@2", "6 . . o . ."),
    ],
)
def test_a_keepers_kick_is_taken_from_either_of_two_cells(action, after):
    match = pitch("1 . . o . .", Mode.KEEPER_KICK, dice={"control": "F 2"})
    assert match.answers() == {die + more for die in ARROWS for more in ("", ":x2", "@2", ":x2@2")}
    assert match.do(action).ball == after


@pytest.mark.rule("DF-082", "DF-R23")
def test_doubling_is_for_the_first_roll_of_these_two_restarts_only():
    match = pitch("1 . o . . .", Mode.GOAL_KICK, dice={"pass": "F 2"}).do("roll:pass:x2")
    assert match.answers() == ARROWS
    for mode in (Mode.KICKOFF, Mode.THROW_IN, Mode.FREE_KICK, Mode.OPEN):
        assert not any(":x2" in answer for answer in pitch("6 . . o . .", mode).answers())


@pytest.mark.rule("DF-082", "DF-R23")
def test_a_symbol_applies_once_after_a_doubled_move():
    dice = {"pass": "F 2 ?", "cross": "F 2 X", "defender": "miss"}
    question = pitch("1 . o . . .", Mode.GOAL_KICK, dice=dice).do("roll:pass:x2")
    assert (question.ball, question.rolled(Event.DEFENDER_ROLLED)) == ("5 . o . . .", 1)
    lost = pitch("1 . o . . .", Mode.GOAL_KICK, dice=dice, auto_forced=False).do("roll:cross:x2")
    assert (lost.attacker, lost.ball) == (AWAY, "7 . . . o .")


@pytest.mark.rule("DF-083")
@pytest.mark.parametrize("arrow", ["F 2", "D 2", "S 2", "B 2"])
@pytest.mark.parametrize(("action", "after"), [("roll:pass", "11 . . o . ."), ("roll:pass@2", "11 . . o . .")])
def test_a_corner_goes_along_the_goal_row_whatever_the_arrow(arrow, action, after):
    match = pitch("11 o . . . .", Mode.CORNER, dice={"pass": arrow})
    assert match.answers() == ARROWS | {f"{die}@2" for die in ARROWS}
    match.do(action)
    assert (match.ball, match.phase, match.attacker, match.mode) == (after, Phase.ACT, HOME, Mode.OPEN)


@pytest.mark.rule("DF-083", "DF-R24")
@pytest.mark.parametrize(("action", "after"), [("roll:cross", "11 . . . o ."), ("roll:cross@2", "11 . o . . .")])
def test_a_corner_of_three_comes_from_the_side_that_was_named(action, after):
    assert pitch("11 o . . . .", Mode.CORNER, dice={"cross": "D 3"}).do(action).ball == after


@pytest.mark.rule("DF-084")
def test_a_control_roll_of_one_reaches_the_second_cell():
    match = pitch("11 o . . . .", Mode.CORNER, dice={"control": "D 1"}).do("roll:control")
    assert (match.ball, match.mode) == ("11 . o . . .", Mode.OPEN_NC)


@pytest.mark.rule("DF-085")
def test_a_pass_of_two_reaches_the_goal_mouth():
    match = pitch("11 o . . . .", Mode.CORNER, dice={"pass": "F 2"}).do("roll:pass")
    assert match.ball == "11 . . o . ."
    assert "shot" in match.answers()


@pytest.mark.rule("DF-R24")
def test_symbols_apply_after_a_corner():
    match = pitch("11 o . . . .", Mode.CORNER, dice={"pass": "F 3 X"}, auto_forced=False).do("roll:pass")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, "1 . o . . .")
    match = pitch("11 o . . . .", Mode.CORNER, dice={"pass": "F 2 ?", "defender": "miss_or_own_goal"}).do("roll:pass")
    assert match.score() == [1, 0]


@pytest.mark.rule("DF-R24")
@pytest.mark.parametrize(("action", "after"), [("roll:cross", "1 o . . . ."), ("roll:cross@2", "1 . . . . o")])
def test_a_corner_of_more_than_four_goes_out_over_the_far_touchline(action, after):
    match = pitch("11 o . . . .", Mode.CORNER, dice={"cross": "F 5 ?"}).do(action)
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.THROW_IN, after)
    assert match.rolled(Event.DEFENDER_ROLLED) == 0
