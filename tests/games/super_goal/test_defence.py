"""Defender die and goalkeeper die: DF-060 to DF-075, with R-25, R-29, R-30."""

import pytest

from matchday.games.super_goal.state import Against, Champion, Event, Goal, Mode, Phase
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, pitch

SAVE, TACKLE = Champion.AMAZING_SAVE, Champion.MIRACLE_TACKLE


def question(drawing, face, **more):
    """A pass of 1 forward with a "?" from the drawn cell, answered by that face."""
    dice = {"pass": "F 1 ?", "defender": face, "penalty": "punch"}
    return pitch(drawing, dice=dice | more.pop("dice", {}), **more).do("roll:pass")


@pytest.mark.rule("DF-060")
def test_the_defender_die_is_rolled_in_exactly_three_cases():
    dice = {"pass": "F 1", "cross": "F 1 X", "defender": "miss", "keeper": "punch"}
    for shot, rolls in {"on_target": 1, "perfect": 0, "post": 1, "wide": 0}.items():
        match = pitch("9 . . o . .", dice=dice | {"shot": shot}).do("shot")
        assert match.rolled(Event.DEFENDER_ROLLED) == rolls
    for shot, rolls in {"on_target": 0, "perfect": 0, "post": 1, "wide": 0}.items():
        match = pitch("10 . . o . .", dice=dice | {"shot": shot}).do("shot")
        assert match.rolled(Event.DEFENDER_ROLLED) == rolls
    bar = pitch("10 . . o . .", dice=dice | {"shot": "crossbar"}).do("shot")
    assert bar.copy().do("roll:keeper").rolled(Event.DEFENDER_ROLLED) == 0
    assert bar.do("roll:defender").rolled(Event.DEFENDER_ROLLED) == 1
    assert pitch("5 . o . . .", dice=dice).do("roll:pass").rolled(Event.DEFENDER_ROLLED) == 0
    assert pitch("5 . o . . .", dice=dice | {"control": "F 1"}).do("roll:cross").rolled(Event.DEFENDER_ROLLED) == 0
    assert question("5 . o . . .", "miss").rolled(Event.DEFENDER_ROLLED) == 1


@pytest.mark.rule("DF-061")
def test_an_interception_changes_the_attacker_where_the_ball_lies():
    match = question("5 . o . . .", "intercept", auto_forced=False).do("roll:defender")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, "6 . . . o .")


@pytest.mark.rule("DF-061")
def test_an_interception_blocks_a_shot():
    match = pitch("9 o . . . .", dice={"shot": "on_target", "defender": "intercept"}, auto_forced=False)
    match.do("shot", "roll:defender")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, "2 . . . o .")
    assert match.rolled(Event.KEEPER_ROLLED) == 0


@pytest.mark.rule("DF-062")
def test_after_a_miss_the_attacker_keeps_the_ball():
    match = question("5 . o . . .", "miss")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, "6 . o . . .")


@pytest.mark.rule("DF-062", "DF-057")
def test_a_missed_shot_flies_on():
    match = pitch("9 o . . . .", dice={"shot": "on_target", "defender": "miss", "keeper": "concede"}).do("shot")
    assert match.score() == [1, 0]


@pytest.mark.rule("DF-063", "DF-R30")
@pytest.mark.parametrize("depth", [10, 11])
@pytest.mark.parametrize("lane", range(1, 6))
def test_miss_or_own_goal_is_an_own_goal_on_the_two_marked_cells_only(lane, depth):
    drawing = f"{depth - 1} {' '.join('o' if place == lane else '.' for place in range(1, 6))}"
    match = question(drawing, "miss_or_own_goal")
    if lane == 3:
        assert match.score() == [1, 0]
        assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.OWN_GOAL)
        assert (match.attacker, match.mode) == (AWAY, Mode.KICKOFF)
    else:
        assert match.score() == [0, 0]
        assert (match.attacker, match.mode) == (HOME, Mode.OPEN)


@pytest.mark.rule("DF-063")
def test_miss_or_own_goal_elsewhere_lets_a_shot_fly_on():
    dice = {"shot": "on_target", "defender": "miss_or_own_goal", "keeper": "save"}
    assert pitch("9 o . . . .", dice=dice).do("shot").rolled(Event.KEEPER_ROLLED) == 1
    assert pitch("9 . o . . .", dice=dice).do("shot").score() == [1, 0]


@pytest.mark.rule("DF-064")
@pytest.mark.parametrize(("before", "after"), [("3 . o . . .", "1 . o . . ."), ("10 . . . . o", "8 . . . . o")])
def test_a_clearance_goes_back_three_cells_along_the_lane(before, after):
    match = question(before, "clear")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, after)


@pytest.mark.rule("DF-064")
def test_a_clearance_takes_a_shot_out_of_the_air():
    match = pitch("9 o . . . .", dice={"shot": "on_target", "defender": "clear"}).do("shot")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, "7 . o . . .")


@pytest.mark.rule("DF-065", "DF-068")
@pytest.mark.parametrize("before", ["5 . o . . .", "1 . . o . .", "6 . . . o ."])
def test_a_foul_gives_a_free_kick_at_the_balls_cell(before):
    match = question(before, "foul")
    depth, lanes = before.split(" ", 1)
    assert (match.attacker, match.mode) == (HOME, Mode.FREE_KICK)
    assert match.ball == f"{int(depth) + 1} {lanes}"
    assert match.answers() == ARROWS


@pytest.mark.rule("DF-066")
@pytest.mark.parametrize("before", ["9 . o . . .", "10 . . o . .", "9 . . . o ."])
def test_a_foul_in_the_area_is_a_penalty(before):
    match = question(before, "foul", auto_forced=False).do("roll:defender")
    assert (match.phase, match.waiting, match.ball) == (Phase.PENALTY, [HOME], "10 . . o . .")
    assert match.answers() == {"roll:penalty"}


@pytest.mark.rule("DF-067")
@pytest.mark.parametrize("before", ["7 o . . . .", "8 . . o . .", "8 . . . . o"])
def test_a_foul_in_the_third_or_fourth_row_is_a_direct_free_kick(before):
    match = question(before, "foul")
    assert match.mode == Mode.DIRECT_FK
    assert ARROWS | {"shot"} <= match.answers()


@pytest.mark.rule("DF-068", "DF-R11")
@pytest.mark.parametrize("before", ["9 o . . . .", "10 . . . . o"])
def test_a_foul_beside_the_area_is_an_ordinary_free_kick(before):
    match = question(before, "foul")
    assert match.mode == Mode.FREE_KICK
    assert "shot" not in match.answers()


@pytest.mark.rule("DF-R29")
@pytest.mark.parametrize(
    ("drawing", "spot", "mode"),
    [
        ("9 o . . . .", "ball", Mode.PENALTY),
        ("9 o . . . .", "origin", Mode.DIRECT_FK),
        ("10 . . . . o", "ball", Mode.PENALTY),
        ("10 . . . . o", "origin", Mode.FREE_KICK),
    ],
)
def test_a_foul_against_a_shot_counts_where_the_ball_is_met(drawing, spot, mode):
    dice = {"shot": "on_target", "defender": "foul"}
    match = pitch(drawing, dice=dice, shot_foul_spot=spot, auto_forced=False).do("shot", "roll:defender")
    assert match.mode == mode
    assert match.ball == ("10 . . o . ." if spot == "ball" else drawing)


@pytest.mark.rule("DF-R29")
@pytest.mark.parametrize("hit", ["post", "crossbar"])
def test_a_foul_on_a_rebound_counts_where_the_ball_lies_in_any_case(hit):
    match = pitch("9 o . . . .", dice={"shot": hit, "defender": "foul"}, shot_foul_spot="origin", auto_forced=False)
    match.table.against = Against.SHOT  # as an earlier shot may have left it
    match.do("shot", "roll:defender")
    assert match.mode == Mode.PENALTY


@pytest.mark.rule("DF-070")
def test_the_keeper_must_roll_when_a_shot_is_at_the_goal_mouth():
    match = pitch("10 . o . . .", dice={"shot": "on_target"}, auto_forced=False).do("shot")
    assert match.answers() == {"roll:keeper"}
    assert match.ball == "11 . . o . ."
    arrow = pitch("9 . . o . .", dice={"pass": "F 2"}, auto_forced=False).do("roll:pass")
    assert (arrow.ball, arrow.phase) == ("11 . . o . .", Phase.ACT)  # no shot, no keeper


@pytest.mark.rule("DF-071", "DF-R25")
def test_after_the_crossbar_the_keeper_may_be_chosen_with_his_amazing_save():
    match = pitch("10 . o . . .", champion=(AWAY, SAVE), dice={"shot": "crossbar"}).do("shot")
    assert match.answers() == {"roll:defender", "roll:keeper", "champion"}
    match.do("champion")
    assert (match.attacker, match.mode) == (AWAY, Mode.KEEPER_KICK)


@pytest.mark.rule("DF-072")
def test_a_save_is_followed_by_a_keepers_kick():
    match = pitch("10 . o . . .", dice={"shot": "on_target", "keeper": "save"}).do("shot")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.KEEPER_KICK, "1 . . o . .")


@pytest.mark.rule("DF-073", "DF-R03", "DF-R30")
@pytest.mark.parametrize(("shot", "kind"), [("on_target", Goal.SHOT), ("crossbar", Goal.OWN_GOAL)])
def test_let_in_is_a_goal_and_after_the_crossbar_an_own_goal(shot, kind):
    match = pitch("10 . o . . .", dice={"shot": shot, "keeper": "concede"}).do("shot")
    if shot == "crossbar":
        match.do("roll:keeper")
    assert match.score() == [1, 0]
    assert match.events(Event.GOAL)[0][:2] == (HOME, kind)
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.KICKOFF, "6 . . o . .")


@pytest.mark.rule("DF-074")
def test_punched_the_ball_falls_on_the_spot():
    match = pitch("11 . o . . .", dice={"shot": "on_target", "keeper": "punch"}).do("shot")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, "10 . . o . .")


@pytest.mark.rule("DF-075")
def test_tipped_the_attacker_takes_a_corner():
    match = pitch("11 . o . . .", dice={"shot": "on_target", "keeper": "tip"}).do("shot")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.CORNER, "11 o . . . .")


@pytest.mark.rule("DF-R32")
@pytest.mark.parametrize("may", [False, True])
def test_the_tackle_is_compulsory_unless_the_house_says_otherwise(may):
    match = pitch("5 . o . . .", Mode.OPEN, dice={"control": "F 1 ?"}, auto_forced=False, defender_may_decline=may)
    match.do("roll:control")
    assert match.answers() == {"roll:defender"} | ({"decline"} if may else set())
    if may:
        match.do("decline")
        assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, "6 . o . . .")
        assert match.rolled(Event.DECLINED) == 1
    rebound = pitch("10 . o . . .", dice={"shot": "post"}, auto_forced=False, defender_may_decline=may).do("shot")
    assert rebound.answers() == {"roll:defender"}
