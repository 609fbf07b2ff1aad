"""Attack: DF-020 to DF-037, with R-01, R-02, R-04, R-07, R-22."""

import pytest

from matchday.games.super_goal import GAME
from matchday.games.super_goal.state import Die, Event, Mode, Phase, Symbol
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, pitch

DEAD_BALLS = [
    (Mode.KICKOFF, "6 . . o . ."),
    (Mode.CORNER, "11 o . . . ."),
    (Mode.THROW_IN, "5 o . . . ."),
    (Mode.GOAL_KICK, "1 . o . . ."),
    (Mode.KEEPER_KICK, "1 . . o . ."),
    (Mode.FREE_KICK, "5 . o . . ."),
]


def dice_of(match):
    return {answer.split("@")[0] for answer in match.answers() if answer.count(":") == 1 and answer.startswith("roll")}


@pytest.mark.rule("DF-020")
def test_one_arrow_die_at_a_time_of_the_attackers_choice():
    match = pitch("3 . o . . .", dice={"pass": "F 2", "cross": "F 4"})
    assert match.answers() == ARROWS
    match.do("roll:pass")
    assert match.rolled(Event.ROLLED) == 1
    assert (match.ball, match.waiting) == ("5 . o . . .", [HOME])
    match.do("roll:cross")
    assert (match.ball, match.waiting) == ("9 . o . . .", [HOME])
    assert list(match.table.rolls) == [2, 0]


@pytest.mark.rule("DF-021")
@pytest.mark.parametrize("die", ["pass", "cross"])
def test_pass_and_cross_may_be_rolled_five_times_running(die):
    match = pitch("2 . o . . .", dice={die: "F 1"})
    for _ in range(5):
        match.do(f"roll:{die}")
    assert match.ball == "7 . o . . ."
    assert f"roll:{die}" in match.answers()


@pytest.mark.rule("DF-022")
def test_control_is_never_rolled_twice_in_a_row():
    match = pitch("3 . o . . .", dice={"control": "F 1", "pass": "F 1"}).do("roll:control")
    assert match.mode == Mode.OPEN_NC
    assert match.answers() == {"roll:pass", "roll:cross"}
    match.do("roll:pass")
    assert "roll:control" in match.answers()


@pytest.mark.rule("DF-022", "DF-024")
@pytest.mark.parametrize(("mode", "drawing"), DEAD_BALLS)
def test_control_after_a_restart_with_control_is_a_second_in_a_row(mode, drawing):
    match = pitch(drawing, mode, dice={"control": "F 1"}).do("roll:control")
    assert match.mode == Mode.OPEN_NC
    assert "roll:control" not in match.answers()


@pytest.mark.rule("DF-023", "DF-R04")
def test_the_first_roll_after_a_change_is_control():
    match = pitch("4 . o . . .", dice={"pass": "F 3 X"}, auto_forced=False).do("roll:pass")
    assert (match.attacker, match.mode) == (AWAY, Mode.FIRST)
    assert match.answers() == {"roll:control"}


@pytest.mark.rule("DF-023")
def test_a_forced_first_roll_rolls_itself():
    match = pitch("4 . o . . .", dice={"pass": "F 3 X", "control": "F 1"}).do("roll:pass")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.OPEN_NC, "6 . . . o .")
    assert match.rolled(Event.ROLLED) == 2


@pytest.mark.rule("DF-023", "DF-R04")
@pytest.mark.parametrize("allowed", [False, True])
def test_no_shot_straight_after_winning_the_ball(allowed):
    match = pitch("10 . o . . .", Mode.FIRST, shot_on_turnover=allowed)
    assert match.answers() == {"roll:control", "roll:control:rev"} | ({"shot"} if allowed else set())
    elsewhere = pitch("8 . o . . .", Mode.FIRST, shot_on_turnover=allowed, auto_forced=False)
    assert elsewhere.answers() == {"roll:control"}


@pytest.mark.rule("DF-024", "DF-R01")
@pytest.mark.parametrize(("mode", "drawing"), DEAD_BALLS)
def test_restarts_may_be_taken_with_any_arrow_die(mode, drawing):
    match = pitch(drawing, mode)
    assert dice_of(match) == ARROWS


@pytest.mark.rule("DF-024", "DF-R01")
def test_a_kick_off_after_a_goal_counts_as_a_start():
    match = pitch("10 . o . . .", dice={"shot": "perfect"}).do("shot")
    assert (match.attacker, match.mode) == (AWAY, Mode.KICKOFF)
    assert match.answers() == ARROWS


@pytest.mark.rule("DF-025", "DF-R22")
@pytest.mark.parametrize(("face", "after"), [("miss", "5 . o . . ."), ("clear", "2 . o . . .")])
def test_after_a_miss_or_a_clearance_control_may_follow_control(face, after):
    match = pitch("4 . o . . .", dice={"control": "F 1 ?", "defender": face}).do("roll:control")
    assert (match.mode, match.ball, match.attacker) == (Mode.OPEN, after, HOME)
    assert match.answers() == ARROWS


@pytest.mark.rule("DF-025")
def test_after_a_punch_any_die_may_be_used():
    match = pitch("10 . o . . .", Mode.OPEN_NC, dice={"shot": "on_target", "keeper": "punch"}).do("shot")
    assert (match.mode, match.ball) == (Mode.OPEN, "10 . . o . .")
    assert ARROWS | {"shot"} <= match.answers()


@pytest.mark.rule("DF-026")
def test_on_every_change_the_same_cell_is_seen_from_the_other_side():
    match = pitch("4 . o . . .", dice={"pass": "F 3 X"}, auto_forced=False).do("roll:pass")
    assert match.ball == "5 . . . o ."
    assert match.waiting == [AWAY]
    assert match.events(Event.TURNOVER)[0][:3] == (AWAY, 4, 5)


@pytest.mark.rule("DF-027")
def test_risk_and_distance_rise_from_control_over_pass_to_cross():
    box = GAME.box()

    def lost(die):
        """Chances in 18 that the ball is lost: X, or a "?" and then an interception (two faces of six)."""
        symbols = [int(arrow.symbol) for arrow in box.arrows[die]]
        return 3 * symbols.count(Symbol.X) + symbols.count(Symbol.QUESTION)

    def advance(die):
        signs = (1, 1, 0, -1)
        return sum(signs[int(arrow.direction)] * int(arrow.number) for arrow in box.arrows[die])

    assert [lost(die) for die in (Die.CONTROL, Die.PASS, Die.CROSS)] == [1, 5, 9]
    assert [advance(die) for die in (Die.CONTROL, Die.PASS, Die.CROSS)] == [6, 9, 23]


@pytest.mark.rule("DF-030", "DF-033")
@pytest.mark.parametrize(
    ("arrow", "answer", "after"),
    [
        ("F 2", None, "7 . . o . ."),
        ("B 2", None, "3 . . o . ."),
        ("D 2", "left", "7 o . . . ."),
        ("D 2", "right", "7 . . . . o"),
        ("S 1", "left", "5 . o . . ."),
        ("S 2", "right", "5 . . . . o"),
    ],
)
@pytest.mark.parametrize("attacker", [HOME, AWAY])
def test_the_ball_moves_as_the_arrow_says(arrow, answer, after, attacker):
    match = pitch(
        """
        7 . . . . .
        6 . . . . .
        5 . . o . .
        """,
        attacker=attacker,
        dice={"pass": arrow},
    ).do("roll:pass")
    if answer:
        match.do(answer)
    assert (match.ball, match.attacker, match.mode) == (after, attacker, Mode.OPEN)


@pytest.mark.rule("DF-031", "DF-032")
@pytest.mark.parametrize("arrow", ["D 1", "S 1"])
def test_left_or_right_is_chosen_after_the_roll_even_off_the_pitch(arrow):
    match = pitch("5 o . . . .", dice={"pass": arrow}).do("roll:pass")
    assert (match.phase, match.waiting) == (Phase.SIDE, [HOME])
    assert match.ball == "5 o . . . ."
    assert match.answers() == {"left", "right"}
    match.do("left")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.THROW_IN, "7 . . . . o")


@pytest.mark.rule("DF-034")
def test_x_moves_the_ball_first_and_then_it_is_lost():
    match = pitch("4 . o . . .", dice={"cross": "D 3 X"}, auto_forced=False).do("roll:cross", "right")
    assert match.events(Event.MOVED)[0][:3] == (HOME, 5, 7)
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, "5 o . . . .")


@pytest.mark.rule("DF-035")
def test_a_question_mark_moves_the_ball_first_and_then_the_defender_rolls():
    match = pitch("4 . o . . .", dice={"cross": "F 5 ?"}, auto_forced=False).do("roll:cross")
    assert (match.phase, match.waiting, match.ball) == (Phase.DEFEND, [AWAY], "9 . o . . .")
    assert match.answers() == {"roll:defender"}


@pytest.mark.rule("DF-036", "DF-R02")
@pytest.mark.parametrize("arrow", ["F 3", "F 3 X", "F 3 ?"])
@pytest.mark.parametrize("drawing", ["9 . . o . .", "9 o . . . .", "11 . o . . ."])
def test_over_the_opponents_end_line_is_a_goal_kick_whatever_the_symbol(arrow, drawing):
    match = pitch(drawing, dice={"pass": arrow}).do("roll:pass")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.GOAL_KICK, "1 . o . . .")
    assert match.score() == [0, 0]
    assert match.rolled(Event.DEFENDER_ROLLED) == 0


@pytest.mark.rule("DF-R02")
def test_the_first_step_off_the_pitch_decides_and_both_at_once_is_the_end_line():
    touch = pitch("9 . o . . .", dice={"cross": "D 3"}).do("roll:cross", "left")
    assert (touch.mode, touch.ball, touch.attacker) == (Mode.THROW_IN, "2 . . . . o", AWAY)
    corner = pitch("10 . o . . .", dice={"cross": "D 3"}).do("roll:cross", "left")
    assert (corner.mode, corner.ball) == (Mode.GOAL_KICK, "1 . o . . .")


@pytest.mark.rule("DF-R02")
@pytest.mark.parametrize("rule", ["real", "special_cases_only"])
def test_over_the_own_end_line_is_an_own_goal_in_the_middle_lane_only(rule):
    beside = pitch("2 . o . . .", dice={"pass": "B 3"}, own_end_line=rule).do("roll:pass")
    assert (beside.attacker, beside.mode, beside.ball) == (AWAY, Mode.CORNER, "11 o . . . .")
    middle = pitch("2 . . o . .", dice={"pass": "B 3"}, own_end_line=rule).do("roll:pass")
    if rule == "real":
        assert (middle.score(), middle.mode, middle.attacker) == ([0, 1], Mode.KICKOFF, HOME)
    else:
        assert (middle.score(), middle.mode, middle.attacker) == ([0, 0], Mode.CORNER, AWAY)


@pytest.mark.rule("DF-037", "DF-R07")
@pytest.mark.parametrize(
    ("arrow", "answer", "after"),
    [
        ("F 2", None, "8 . . o . ."),
        ("B 1", None, "11 . . o . ."),
        ("D 2", "left", "8 o . . . ."),
        ("S 1", "right", "10 . . . o ."),
    ],
)
def test_reversal_flips_forward_and_backward_but_not_sideways(arrow, answer, after):
    match = pitch("10 . . o . .", dice={"pass": arrow}).do("roll:pass:rev")
    if answer:
        match.do(answer)
    assert match.ball == after


@pytest.mark.rule("DF-037", "DF-R07")
@pytest.mark.parametrize("depth", range(1, 12))
def test_reversal_is_declared_in_the_last_three_rows_only(depth):
    match = pitch(f"{depth} . . o . .")
    assert ("roll:cross:rev" in match.answers()) == (depth >= 9)


@pytest.mark.rule("DF-037", "DF-R07")
@pytest.mark.parametrize("mode", [Mode.FIRST, Mode.OPEN_NC, Mode.THROW_IN, Mode.FREE_KICK, Mode.DIRECT_FK])
def test_reversal_is_allowed_at_any_such_roll_but_a_corner(mode):
    assert any(answer.endswith(":rev") for answer in pitch("9 o . . . .", mode).answers())
    assert not any(answer.endswith(":rev") for answer in pitch("11 o . . . .", Mode.CORNER).answers())
