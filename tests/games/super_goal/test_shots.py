"""Shots: DF-049 to DF-059, with R-05, R-06, R-12, R-33 and the table 6.6."""

import pytest

from matchday.games.super_goal.state import Effort, Event, Goal, Mode, Phase, Save, Shot
from tests.games.super_goal.pitch import AWAY, HOME, pitch

AREA = {(lane, depth) for lane in (2, 3, 4) for depth in (10, 11)}
OUTSIDE = {(lane, 9) for lane in range(1, 6)} | {(1, 10), (5, 10)}
INTERCEPT = {(1, 9): 2, (1, 10): 2, (2, 9): 3, (3, 9): 3, (4, 9): 3, (5, 9): 4, (5, 10): 4}


def at(lane, depth):
    return f"{depth} {' '.join('o' if place == lane else '.' for place in range(1, 6))}"


@pytest.mark.rule("DF-050", "DF-056", "DF-R33")
@pytest.mark.parametrize("mode", [Mode.OPEN, Mode.OPEN_NC])
def test_shooting_cells_are_the_area_and_seven_cells_outside(mode):
    cells = {
        (lane, depth)
        for lane in range(1, 6)
        for depth in range(1, 12)
        if "shot" in pitch(at(lane, depth), mode).answers()
    }
    assert cells == AREA | OUTSIDE
    assert len(AREA) == 6
    assert len(OUTSIDE) == 7


@pytest.mark.rule("DF-051")
@pytest.mark.parametrize("cell", sorted(AREA))
def test_on_target_from_the_area_goes_straight_to_the_keeper(cell):
    match = pitch(at(*cell), dice={"shot": "on_target"}, auto_forced=False).do("shot")
    assert (match.phase, match.waiting, match.ball) == (Phase.KEEPER, [AWAY], "11 . . o . .")
    assert match.answers() == {"roll:keeper"}
    assert match.events(Event.SHOT)[0][:4] == (HOME, Effort.DIE, *cell)


@pytest.mark.rule("DF-052")
def test_a_perfect_shot_from_the_area_is_a_goal():
    match = pitch("11 . . . o .", dice={"shot": "perfect"}).do("shot")
    assert match.score() == [1, 0]
    assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.PERFECT)
    assert match.rolled(Event.KEEPER_ROLLED) == 0


@pytest.mark.rule("DF-052", "DF-099")
def test_a_perfect_shot_can_be_met_by_the_amazing_save():
    match = pitch("10 . o . . .", champion=(AWAY, 3), dice={"shot": "perfect"}).do("shot")
    assert (match.phase, match.waiting) == (Phase.LAST_CHANCE, [AWAY])
    assert match.answers() == {"concede", "champion"}
    saved = match.copy().do("champion")
    assert (saved.score(), saved.attacker, saved.mode) == ([0, 0], AWAY, Mode.KEEPER_KICK)
    assert saved.holder[0] == HOME
    match.do("concede")
    assert match.score() == [1, 0]
    assert match.holder[0] == AWAY


@pytest.mark.rule("DF-053", "DF-059", "DF-R05")
@pytest.mark.parametrize("post", ["3,10", "3,9"])
@pytest.mark.parametrize("cell", [(2, 10), (4, 11), (1, 9), (5, 10)])
def test_off_the_post_the_defender_rolls_for_a_loose_ball(cell, post):
    match = pitch(at(*cell), dice={"shot": "post"}, auto_forced=False, post_cell=post).do("shot")
    assert (match.phase, match.waiting) == (Phase.DEFEND, [AWAY])
    assert match.ball == at(*map(int, post.split(",")))
    assert match.answers() == {"roll:defender"}


@pytest.mark.rule("DF-054", "DF-059")
@pytest.mark.parametrize("cell", [(2, 10), (3, 9)])
def test_off_the_crossbar_the_defender_chooses_his_die(cell):
    match = pitch(at(*cell), dice={"shot": "crossbar"}).do("shot")
    assert (match.phase, match.waiting, match.ball) == (Phase.BAR, [AWAY], "11 . . o . .")
    assert match.answers() == {"roll:defender", "roll:keeper"}
    assert match.copy().do("roll:defender").rolled(Event.DEFENDER_ROLLED) == 1
    assert match.copy().do("roll:keeper").rolled(Event.KEEPER_ROLLED) == 1


@pytest.mark.rule("DF-054", "DF-073", "DF-R30")
@pytest.mark.parametrize("answer", ["roll:defender", "roll:keeper"])
def test_a_shot_after_the_crossbars_rebound_is_no_own_goal(answer):
    dice = {"shot": "crossbar", "defender": "miss", "keeper": "punch"}
    match = pitch("10 . o . . .", dice=dice).do("shot", answer)
    assert (match.attacker, match.phase) == (HOME, Phase.ACT)
    match.box.faces[3], match.box.faces[5] = Shot.ON_TARGET, Save.CONCEDE
    match.do("shot")
    assert (match.score(), match.events(Event.GOAL)[0].kind) == ([1, 0], Goal.SHOT)


@pytest.mark.rule("DF-055", "DF-059")
@pytest.mark.parametrize("cell", [(2, 10), (5, 9)])
def test_wide_is_a_goal_kick_for_the_other_side(cell):
    match = pitch(at(*cell), dice={"shot": "wide"}).do("shot")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.GOAL_KICK, "1 . o . . .")


@pytest.mark.rule("DF-057", "DF-R06")
@pytest.mark.parametrize("cell", sorted(OUTSIDE))
def test_on_target_from_outside_is_met_one_lane_nearer_to_the_middle(cell):
    match = pitch(at(*cell), dice={"shot": "on_target", "defender": "miss", "keeper": "save"}, auto_forced=False)
    match.do("shot")
    assert (match.phase, match.ball) == (Phase.DEFEND, at(INTERCEPT[cell], 10))
    match.do("roll:defender")
    assert (match.phase, match.ball, match.waiting) == (Phase.KEEPER, "11 . . o . .", [AWAY])


@pytest.mark.rule("DF-058")
def test_a_perfect_shot_from_outside_is_left_to_the_keeper():
    match = pitch("9 . . . o .", dice={"shot": "perfect"}, auto_forced=False).do("shot")
    assert (match.phase, match.ball, match.score()) == (Phase.KEEPER, "11 . . o . .", [0, 0])


@pytest.mark.rule("DF-049")
def test_from_inside_the_defence_has_one_chance_from_outside_two():
    dice = {"shot": "on_target", "defender": "miss", "keeper": "concede"}
    inside = pitch("10 . o . . .", dice=dice).do("shot")
    outside = pitch("9 . o . . .", dice=dice).do("shot")
    for match, defender_rolls in ((inside, 0), (outside, 1)):
        assert match.score() == [1, 0]
        assert match.events(Event.GOAL)[0].kind == Goal.SHOT
        assert match.rolled(Event.DEFENDER_ROLLED) == defender_rolls
        assert match.rolled(Event.KEEPER_ROLLED) == 1


ANSWERS = {
    Phase.BAR: "roll:defender",
    Phase.DEFEND: "roll:defender",
    Phase.KEEPER: "roll:keeper",
    Phase.LAST_CHANCE: "concede",
}


def chance_of_goal(match, action):
    """The exact chance that one shot ends in a goal and in a penalty: every face of every die, equally likely."""
    goals = penalties = 0.0
    for shot in match.box.faces[3]:
        for defender in match.box.faces[4]:
            for keeper in match.box.faces[5]:
                one = match.copy()
                one.box = match.box.copy()
                one.box.faces[3] = shot
                one.box.faces[4] = defender
                one.box.faces[5] = keeper
                one.do(action)
                while one.phase in ANSWERS:
                    one.do(ANSWERS[one.phase])
                goals += one.score()[HOME]
                penalties += one.phase == Phase.PENALTY
    return goals / 216, penalties / 216


@pytest.mark.rule("DF-049", "DF-127", "DF-128")
@pytest.mark.parametrize(
    ("drawing", "mode", "goal", "penalty"),
    [
        ("10 . o . . .", Mode.OPEN, 1 / 3, 1 / 18),
        ("9 . o . . .", Mode.DIRECT_FK, 2 / 9, 1 / 18),
        ("9 . o . . .", Mode.OPEN, 5 / 27, 1 / 9),
        ("8 o . . . .", Mode.DIRECT_FK, 5 / 27, 1 / 9),
        ("9 o . . . .", Mode.OPEN, 4 / 27, 1 / 9),
    ],
)
def test_inside_beats_the_free_kick_over_the_wall_beats_outside(drawing, mode, goal, penalty):
    match = pitch(drawing, mode, auto_forced=False)
    assert chance_of_goal(match, "shot") == (pytest.approx(goal), pytest.approx(penalty))
