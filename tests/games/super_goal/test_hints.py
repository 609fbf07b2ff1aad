"""Playing sense: the specification's list of good habits, and values that are a fixed point."""

import numpy as np
import pytest

from matchday.engine.dice import Dice
from matchday.games.super_goal import GAME, hints, words
from matchday.games.super_goal.state import Champion, Mode
from tests.games.super_goal.pitch import AWAY, HOME, NOTATION, pitch

BOMB, ASSIST, SHOT = Champion.LONG_BOMB, Champion.ASSIST, Champion.PERFECT_SHOT
SAVE, TACKLE, FOUL = Champion.AMAZING_SAVE, Champion.MIRACLE_TACKLE, Champion.FOUL


def choice(match):
    """What the greedy bot does, from its hidden table."""
    (seat,) = match.waiting
    action = match.runner.choose(match.box, match.hidden(seat), seat, Dice.new())
    return words.notation(match.box, action)


@pytest.mark.parametrize(
    ("drawing", "mode", "expected"),
    [
        ("6 . . o . .", Mode.KICKOFF, "roll:control"),
        ("3 . o . . .", Mode.OPEN, "roll:control"),
        ("10 . o . . .", Mode.OPEN, "shot"),
        ("11 . . . o .", Mode.OPEN_NC, "shot"),
        ("9 . . o . .", Mode.OPEN, "roll:control"),
        ("9 . . o . .", Mode.OPEN_NC, "shot"),
        ("8 . o . . .", Mode.OPEN_NC, "roll:pass"),
        ("7 . . o . .", Mode.OPEN_NC, "roll:pass"),
        ("5 . o . . .", Mode.OPEN_NC, "roll:cross"),
        ("5 . . o . .", Mode.OPEN_NC, "roll:pass"),
        ("10 o . . . .", Mode.FIRST, "roll:control:rev"),
        ("11 o . . . .", Mode.OPEN, "roll:control:rev"),
        ("11 o . . . .", Mode.OPEN_NC, "roll:pass:rev"),
        ("1 . o . . .", Mode.GOAL_KICK, "roll:control:x2"),
        ("1 . . o . .", Mode.KEEPER_KICK, "roll:control:x2@2"),
        ("11 o . . . .", Mode.CORNER, "roll:control"),
        ("8 . o . . .", Mode.DIRECT_FK, "shot"),
        ("9 o . . . .", Mode.DIRECT_FK, "shot"),
        ("9 . . o . .", Mode.DIRECT_FK, "roll:control"),
    ],
)
def test_which_die_to_roll(drawing, mode, expected):
    assert choice(pitch(drawing, mode)) == expected


@pytest.mark.parametrize(
    ("drawing", "arrow", "expected"),
    [
        ("5 o . . . .", "D 1", "right"),
        ("5 . . . . o", "S 2", "left"),
        ("8 . . . o .", "S 1", "left"),
        ("10 . o . . .", "S 1", "right"),
    ],
)
def test_left_or_right(drawing, arrow, expected):
    assert choice(pitch(drawing, dice={"pass": arrow}).do("roll:pass")) == expected


@pytest.mark.parametrize(
    ("face", "drawing", "mode", "expected"),
    [
        (SHOT, "10 . o . . .", Mode.OPEN, "champion"),
        (SHOT, "9 . o . . .", Mode.OPEN_NC, "champion"),
        (SHOT, "9 . o . . .", Mode.OPEN, "roll:control"),
        (BOMB, "7 . o . . .", Mode.OPEN_NC, "champion"),
        (BOMB, "10 . o . . .", Mode.OPEN, "shot"),
        (ASSIST, "4 . o . . .", Mode.OPEN, "champion"),
        (ASSIST, "10 . . o . .", Mode.OPEN, "shot"),
        (FOUL, "10 . o . . .", Mode.OPEN, "champion"),
        (FOUL, "8 . o . . .", Mode.OPEN, "roll:control"),
    ],
)
def test_when_to_spend_the_champion_die_in_attack(face, drawing, mode, expected):
    assert choice(pitch(drawing, mode, champion=(HOME, face))) == expected


def test_when_to_spend_it_in_defence():
    assert choice(pitch("10 . o . . .", champion=(AWAY, SAVE), dice={"shot": "on_target"}).do("shot")) == "champion"
    assert choice(pitch("10 . o . . .", champion=(AWAY, SAVE), dice={"shot": "perfect"}).do("shot")) == "champion"
    for face in (TACKLE, FOUL):
        assert choice(pitch("10 . o . . .", champion=(AWAY, face))) == "champion"
        assert choice(pitch("7 . o . . .", champion=(AWAY, face))) == "pass"
    flight = pitch("9 . o . . .", champion=(AWAY, TACKLE), dice={"shot": "on_target"}).do("pass", "shot")
    assert choice(flight) == "champion"


def test_off_the_crossbar_the_defender_die():
    assert choice(pitch("10 . o . . .", dice={"shot": "crossbar"}).do("shot")) == "roll:defender"


def test_a_question_mark_is_never_declined():
    match = pitch("6 . o . . .", dice={"pass": "F 1 ?"}, defender_may_decline=True).do("roll:pass")
    assert choice(match) == "roll:defender"


def test_the_attacker_forestalls_a_question_mark_when_that_pays():
    options = {"dice": {"pass": "F 1 ?"}, "att_interrupt_on_question": True}
    assert choice(pitch("5 . o . . .", champion=(HOME, ASSIST), **options).do("roll:pass")) == "champion"
    assert choice(pitch("5 . o . . .", champion=(HOME, FOUL), **options).do("roll:pass")) == "pass"


def test_after_time_a_trailing_side_shoots_where_a_safe_roll_would_wait():
    assert choice(pitch("9 . . o . .", Mode.OPEN_NC, clock=460_000)) == "shot"
    late = pitch("9 . o . . .", champion=(HOME, SHOT), clock=460_000)
    assert choice(late) == "champion"


def test_values_are_a_fixed_point_of_one_look_ahead():
    match = pitch("6 . . o . .", auto_forced=False)
    table, out = match.table, np.zeros(GAME.actions, np.int16)

    def look(mode, lane, depth):
        table.mode, table.lane, table.depth = mode, lane, depth
        count = GAME.rules.legal(match.box, table, HOME, out)
        return max(int(hints.worth_of(match.box, table, action)) for action in out[:count]) * 985 // 1000

    for row, mode in ((hints.FIRST, Mode.FIRST), (hints.OPEN, Mode.OPEN), (hints.BARRED, Mode.OPEN_NC)):
        for depth in range(1, 12):
            for lane in range(1, 6):
                assert abs(look(mode, lane, depth) - hints.VALUES[row, depth, lane]) <= 2, (mode, lane, depth)
    assert abs(look(Mode.KICKOFF, 3, 6) - hints.KICK_OFF) <= 2
    assert abs(look(Mode.CORNER, 1, 11) - hints.CORNER) <= 2
    assert abs(look(Mode.GOAL_KICK, 2, 1) - hints.GOAL_KICK) <= 2
    assert abs(look(Mode.KEEPER_KICK, 3, 1) - hints.KEEPER_KICK) <= 2


@pytest.mark.parametrize(
    ("mode", "depth", "values"),
    [
        (hints.OPEN, 10, (0.26, 0.38, 0.38)),
        (hints.OPEN, 7, (0.20, 0.21, 0.21)),
        (hints.OPEN, 4, (0.09, 0.09, 0.08)),
        (hints.OPEN, 1, (-0.03, -0.04, -0.05)),
        (hints.BARRED, 11, (0.15, 0.38, 0.38)),
        (hints.BARRED, 6, (0.14, 0.16, 0.14)),
        (hints.BARRED, 1, (-0.06, -0.06, -0.17)),
    ],
)
def test_values_agree_with_the_independent_model(mode, depth, values):
    assert hints.VALUES[mode, depth, 1:4] / 10_000 == pytest.approx(values, abs=0.012)


def test_the_bot_notices_a_designers_dice():
    safe_cross = pitch("3 . o . . .", Mode.OPEN, dice={"cross": "F 5"})
    assert choice(safe_cross) == "roll:cross"
    assert NOTATION[choice(safe_cross)] in safe_cross.legal(HOME)


@pytest.mark.rule("DF-R02")
@pytest.mark.parametrize(("rule", "cost"), [("real", "goal"), ("special_cases_only", "corner")])
def test_a_ball_over_the_own_line_is_feared_as_the_house_rule_has_it(rule, cost):
    match = pitch("1 . . o . .", Mode.KEEPER_KICK, dice={"pass": "B 1"}, own_end_line=rule)
    goal = hints.goal_worth(match.box, match.table)
    assert hints.worth_of(match.box, match.table, NOTATION["roll:pass:x2@2"]) == -goal
    undoubled = hints.worth_of(match.box, match.table, NOTATION["roll:pass"])
    assert undoubled == {"goal": -goal, "corner": -hints.CORNER}[cost]
