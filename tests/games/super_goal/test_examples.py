"""The worked examples of the rules reference, DF-T01 to DF-T48, each as it stands there."""

import pytest

from matchday.games.super_goal.state import Champion, Event, Goal, Mode, Phase
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, pitch

BOMB, ASSIST, SHOT = Champion.LONG_BOMB, Champion.ASSIST, Champion.PERFECT_SHOT
SAVE, TACKLE, FOUL = Champion.AMAZING_SAVE, Champion.MIRACLE_TACKLE, Champion.FOUL

CELL_A = """
    11 . . . . .
    10 . . . . .
     9 . . o . .
     8 . . . . .
"""


def state(match):
    return match.attacker, match.mode, match.ball


@pytest.mark.rule("DF-T01")
def test_two_forward_from_a_stays_in():
    assert state(pitch(CELL_A, dice={"pass": "F 2"}).do("roll:pass")) == (HOME, Mode.OPEN, "11 . . o . .")


@pytest.mark.rule("DF-T02")
@pytest.mark.parametrize(("side", "after"), [("left", "10 . o . . ."), ("right", "10 . . . o .")])
def test_one_diagonal_from_a(side, after):
    assert pitch(CELL_A, dice={"control": "D 1"}).do("roll:control", side).ball == after


@pytest.mark.rule("DF-T03")
@pytest.mark.parametrize(("side", "after"), [("left", "9 . o . . ."), ("right", "9 . . . o .")])
def test_one_sideways_from_a(side, after):
    assert pitch(CELL_A, dice={"control": "S 1"}).do("roll:control", side).ball == after


@pytest.mark.rule("DF-T04")
def test_three_forward_from_a_leaves_the_pitch():
    assert state(pitch(CELL_A, dice={"pass": "F 3"}).do("roll:pass")) == (AWAY, Mode.GOAL_KICK, "1 . o . . .")


@pytest.mark.rule("DF-T05")
def test_forward_three_x():
    match = pitch("4 . o . . .", dice={"pass": "F 3 X"}, auto_forced=False).do("roll:pass")
    assert match.events(Event.MOVED)[0][:3] == (HOME, 2, 7)
    assert state(match) == (AWAY, Mode.FIRST, "5 . . . o .")
    assert match.answers() == {"roll:control"}


@pytest.mark.rule("DF-T06")
def test_forward_three_question_mark():
    match = pitch("4 . o . . .", dice={"pass": "F 3 ?"}, auto_forced=False).do("roll:pass")
    assert (match.ball, match.phase) == ("7 . o . . .", Phase.DEFEND)


@pytest.mark.rule("DF-T07")
def test_after_control_only_pass_and_cross():
    assert pitch("5 . o . . .", Mode.OPEN_NC).answers() == {"roll:pass", "roll:cross"}


@pytest.mark.rule("DF-T08")
def test_after_a_miss_all_three():
    match = pitch("4 . o . . .", dice={"pass": "F 3 ?", "defender": "miss"}).do("roll:pass")
    assert match.answers() == ARROWS


@pytest.mark.rule("DF-T09")
def test_two_forward_reversed():
    assert pitch(CELL_A, dice={"pass": "F 2"}).do("roll:pass:rev").ball == "7 . . o . ."


@pytest.mark.rule("DF-T10")
def test_in_the_fourth_row_neither_reversal_nor_shot():
    assert pitch("8 . o . . .").answers() == ARROWS


@pytest.mark.rule("DF-T11")
@pytest.mark.parametrize("face", [BOMB, SHOT])
def test_on_a_corner_cell(face):
    match = pitch("11 o . . . .", champion=(HOME, face))
    assert match.answers() == ARROWS | {f"{die}:rev" for die in ARROWS}


@pytest.mark.rule("DF-T12")
def test_perfect_from_the_area():
    assert pitch("10 . o . . .", dice={"shot": "perfect"}).do("shot").score() == [1, 0]


@pytest.mark.rule("DF-T13")
def test_perfect_from_outside():
    match = pitch(CELL_A, dice={"shot": "perfect"}, auto_forced=False).do("shot")
    assert (match.ball, match.phase) == ("11 . . o . .", Phase.KEEPER)


@pytest.mark.rule("DF-T14")
def test_on_target_from_outside_and_a_miss():
    match = pitch("9 o . . . .", dice={"shot": "on_target", "defender": "miss"}, auto_forced=False).do("shot")
    assert match.ball == "10 . o . . ."
    match.do("roll:defender")
    assert (match.ball, match.phase) == ("11 . . o . .", Phase.KEEPER)


@pytest.mark.rule("DF-T15")
def test_own_goal_on_the_spot():
    match = pitch(CELL_A, dice={"shot": "on_target", "defender": "miss_or_own_goal"}).do("shot")
    assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.OWN_GOAL)


@pytest.mark.rule("DF-T16")
def test_a_plain_miss_beside_the_spot():
    match = pitch("9 o . . . .", dice={"shot": "on_target", "defender": "miss_or_own_goal"}, auto_forced=False)
    assert match.do("shot", "roll:defender").phase == Phase.KEEPER


@pytest.mark.rule("DF-T17")
def test_off_the_post_and_cleared():
    match = pitch("10 . . . o .", dice={"shot": "post", "defender": "clear"}).do("shot")
    assert [event[1:3] for event in match.events(Event.MOVED)] == [(3, 10), (3, 7)]
    assert state(match) == (HOME, Mode.OPEN, "7 . . o . .")


@pytest.mark.rule("DF-T18")
def test_off_the_bar_and_let_in():
    match = pitch("10 . . . o .", dice={"shot": "crossbar", "keeper": "concede"}).do("shot", "roll:keeper")
    assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.OWN_GOAL)


@pytest.mark.rule("DF-T19")
def test_a_foul_against_a_shot():
    match = pitch(CELL_A, dice={"shot": "on_target", "defender": "foul"}, auto_forced=False)
    assert match.do("shot", "roll:defender").phase == Phase.PENALTY


@pytest.mark.rule("DF-T20")
def test_a_foul_in_midfield():
    match = pitch("6 . o . . .", dice={"pass": "F 1 ?", "defender": "foul"}).do("roll:pass")
    assert state(match) == (HOME, Mode.FREE_KICK, "7 . o . . .")
    assert match.answers() == ARROWS


@pytest.mark.rule("DF-T21")
def test_a_foul_in_the_fourth_row():
    match = pitch("7 . o . . .", dice={"pass": "F 1 ?", "defender": "foul"}).do("roll:pass")
    assert state(match) == (HOME, Mode.DIRECT_FK, "8 . o . . .")
    assert match.answers() == ARROWS | {"shot"}


@pytest.mark.rule("DF-T22")
def test_a_corner_with_control():
    assert pitch("11 o . . . .", Mode.CORNER, dice={"control": "F 1"}).do("roll:control").ball == "11 . o . . ."


@pytest.mark.rule("DF-T23")
def test_a_corner_with_a_pass():
    assert pitch("11 o . . . .", Mode.CORNER, dice={"pass": "F 2"}).do("roll:pass").ball == "11 . . o . ."


@pytest.mark.rule("DF-T24")
def test_a_goal_kick_backward():
    match = pitch("1 . o . . .", Mode.GOAL_KICK, dice={"pass": "B 1"}).do("roll:pass")
    assert (match.attacker, match.mode) == (AWAY, Mode.CORNER)


@pytest.mark.rule("DF-T25")
def test_a_keepers_kick_doubled_backward():
    match = pitch("1 . . o . .", Mode.KEEPER_KICK, dice={"pass": "B 1"}).do("roll:pass:x2@2")
    assert match.score() == [0, 1]


@pytest.mark.rule("DF-T26")
def test_a_keepers_kick_backward():
    match = pitch("1 . . o . .", Mode.KEEPER_KICK, dice={"pass": "B 1"}).do("roll:pass@2")
    assert state(match) == (HOME, Mode.OPEN, "1 . . o . .")


@pytest.mark.rule("DF-T27")
def test_three_diagonal_from_d():
    match = pitch("3 . . o . .", dice={"cross": "D 3"}).do("roll:cross", "left")
    assert match.events(Event.OUT_TOUCH)[0][:3] == (HOME, 1, 5)
    assert state(match) == (AWAY, Mode.THROW_IN, "7 . . . . o")


@pytest.mark.rule("DF-T28")
def test_a_clearance_before_the_own_goal():
    dice = {"pass": "F 1 ?", "defender": "clear"}
    match = pitch("1 . . o . .", dice=dice, auto_forced=False).do("roll:pass", "roll:defender")
    assert (match.ball, match.phase, match.waiting) == ("1 . . o . .", Phase.KEEPER, [HOME])


@pytest.mark.rule("DF-T29")
def test_a_clearance_on_the_wing():
    match = pitch("2 o . . . .", dice={"pass": "F 1 ?", "defender": "clear"}).do("roll:pass")
    assert state(match) == (HOME, Mode.GOAL_KICK, "1 . o . . .")


@pytest.mark.rule("DF-T30")
def test_a_clearance_from_the_fifth_row():
    match = pitch("4 . o . . .", dice={"pass": "F 1 ?", "defender": "clear"}).do("roll:pass")
    assert state(match) == (HOME, Mode.OPEN, "2 . o . . .")


@pytest.mark.rule("DF-T31")
def test_a_direct_free_kick_over_the_wall():
    match = pitch("9 . . . o .", Mode.DIRECT_FK, dice={"shot": "on_target"}, auto_forced=False).do("shot")
    assert (match.ball, match.phase) == ("11 . . o . .", Phase.KEEPER)


@pytest.mark.rule("DF-T32")
def test_a_direct_free_kick_from_far():
    match = pitch("8 . . . o .", Mode.DIRECT_FK, dice={"shot": "on_target"}, auto_forced=False).do("shot")
    assert (match.ball, match.phase) == ("10 . . o . .", Phase.DEFEND)


@pytest.mark.rule("DF-T33")
def test_an_assist_and_a_tackle():
    match = pitch("5 . . o . .", champion=(HOME, ASSIST), dice={"champion": "miracle_tackle"}).do("champion")
    assert (match.ball, match.holder, match.waiting) == ("10 . . o . .", (AWAY, TACKLE), [AWAY])
    assert match.answers() == {"champion", "pass"}


@pytest.mark.rule("DF-T34")
def test_a_champions_shot_tackled():
    match = pitch("10 o . . . .", champion=(HOME, SHOT), dice={"champion": "miracle_tackle"})
    match.do("champion", "champion")
    assert state(match) == (AWAY, Mode.FIRST, "2 . . . o .")
    assert match.holder[0] == HOME


@pytest.mark.rule("DF-T35")
def test_a_champions_shot_from_inside_is_not_tackled():
    match = pitch("10 . . o . .", champion=(HOME, SHOT), dice={"champion": "miracle_tackle"}).do("champion")
    assert match.score() == [1, 0]


@pytest.mark.rule("DF-T36")
def test_let_in_with_the_save_in_hand():
    match = pitch("10 . . o . .", champion=(AWAY, SAVE), dice={"shot": "on_target", "keeper": "concede"})
    match.do("shot", "roll:keeper")
    assert (match.score(), match.holder, match.phase) == ([1, 0], (AWAY, SAVE), Phase.ACT)


@pytest.mark.rule("DF-T37")
def test_two_fouls_and_the_red_card():
    dice = {"pass": "F 1 ?", "defender": "foul", "champion": "assist"}
    match = pitch("2 . o . . .", champion=(AWAY, SAVE), dice=dice).do("roll:pass", "roll:pass")
    assert (match.rolled(Event.RED_CARD), match.holder) == (1, (HOME, ASSIST))


@pytest.mark.rule("DF-T38")
def test_no_whistle():
    dice = {"pass": "F 1 ?", "defender": "foul", "control": "F 2 ?"}
    match = pitch("9 . o . . .", dice=dice, boskov=True).do("roll:pass")
    assert state(match) == (HOME, Mode.OPEN, "10 . o . . .")
    assert ARROWS | {"shot"} <= match.answers()


@pytest.mark.rule("DF-T39")
def test_a_punched_penalty():
    match = pitch("10 . . o . .", Mode.PENALTY, dice={"penalty": "punch"})
    assert state(match) == (HOME, Mode.OPEN, "10 . . o . .")
    assert "shot" in match.answers()


@pytest.mark.rule("DF-T40")
def test_x_after_time():
    match = pitch("4 . o . . .", clock=451_000, dice={"pass": "F 1 X"}).do("roll:pass")
    assert (int(match.table.half), match.rolled(Event.HALF_TIME)) == (2, 1)


@pytest.mark.rule("DF-T41")
@pytest.mark.parametrize(("face", "half"), [("goal", 2), ("wide", 2), ("tip", 2), ("punch", 1)])
def test_a_penalty_after_time(face, half):
    dice = {"pass": "F 1 ?", "defender": "foul", "penalty": face}
    match = pitch("9 . o . . .", clock=451_000, dice=dice).do("roll:pass")
    assert match.rolled(Event.PENALTY_ROLLED) == 1
    assert int(match.table.half) == half
    assert match.score() == [int(face == "goal"), 0]


@pytest.mark.rule("DF-T42")
def test_a_champion_foul_in_the_own_area():
    match = pitch("2 . . o . .", champion=(AWAY, FOUL), dice={"champion": "assist", "shot": "perfect"}).do("champion")
    assert state(match) == (AWAY, Mode.DIRECT_FK, "10 . . o . .")
    assert match.do("shot").events(Event.GOAL)[0][:2] == (AWAY, Goal.PERFECT)


@pytest.mark.rule("DF-T43")
def test_a_tackle_after_the_defenders_miss():
    dice = {"shot": "on_target", "defender": "miss", "champion": "assist"}
    match = pitch("9 o . . . .", champion=(AWAY, TACKLE), dice=dice, auto_forced=False)
    match.do("pass", "shot", "pass", "roll:defender", "champion")
    assert state(match) == (AWAY, Mode.FIRST, "2 . . . o .")
    assert match.rolled(Event.KEEPER_ROLLED) == 0


@pytest.mark.rule("DF-T44")
def test_no_tackle_against_a_shot_from_the_area():
    match = pitch("10 . . o . .", champion=(AWAY, TACKLE), dice={"shot": "on_target"}, auto_forced=False)
    match.do("pass", "shot")
    assert (match.phase, match.answers()) == (Phase.KEEPER, {"roll:keeper"})


@pytest.mark.rule("DF-T45")
def test_an_assist_after_control():
    match = pitch("7 . . o . .", Mode.OPEN_NC, champion=(HOME, ASSIST), dice={"champion": "assist"}).do("champion")
    assert state(match) == (HOME, Mode.OPEN_NC, "10 . . o . .")
    assert {"shot", "roll:pass", "roll:cross"} <= match.answers()
    assert "roll:control" not in match.answers()


@pytest.mark.rule("DF-T46")
def test_a_refused_champion_foul():
    dice = {"champion": "assist", "control": "F 2 ?"}
    match = pitch("10 . o . . .", Mode.OPEN_NC, champion=(HOME, FOUL), dice=dice, boskov=True).do("champion")
    assert state(match) == (HOME, Mode.OPEN_NC, "10 . o . . .")
    assert match.holder == (AWAY, ASSIST)


@pytest.mark.rule("DF-T47")
def test_a_tackle_off_the_post():
    match = pitch(
        "9 . . . o .", champion=(AWAY, TACKLE), dice={"shot": "post", "champion": "assist"}, auto_forced=False
    )
    match.do("pass", "shot", "champion")
    assert state(match) == (AWAY, Mode.FIRST, "2 . . o . .")


@pytest.mark.rule("DF-T48")
def test_a_tackle_after_time():
    match = pitch("5 . . o . .", champion=(AWAY, TACKLE), clock=451_000, dice={"champion": "foul"}).do("champion")
    assert match.holder == (HOME, FOUL)
    assert (int(match.table.half), match.phase) == (2, Phase.ACT)
