"""Special cases: DF-120 to DF-130, with R-10, R-11, R-17, R-36, R-38."""

import pytest

from matchday.games.super_goal.state import Champion, Event, Goal, Mode, Phase, Save, Shot
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, pitch

SAVE, TACKLE, FOUL = Champion.AMAZING_SAVE, Champion.MIRACLE_TACKLE, Champion.FOUL
FOULS = {"pass": "F 1 ?", "defender": "foul", "champion": "assist"}


@pytest.mark.rule("DF-120", "DF-121", "DF-R36")
def test_the_second_foul_in_a_row_is_a_red_card_and_costs_the_champion_die():
    match = pitch("2 . o . . .", champion=(AWAY, SAVE), dice=FOULS).do("roll:pass")
    assert (match.rolled(Event.RED_CARD), match.holder) == (0, (AWAY, SAVE))
    match.do("roll:pass")
    assert match.events(Event.RED_CARD)[0][:2] == (AWAY, 1)
    assert match.holder == (HOME, Champion.ASSIST)
    assert match.mode == Mode.FREE_KICK
    match.do("roll:pass")
    assert match.rolled(Event.RED_CARD) == 0  # it counts from nought again


@pytest.mark.rule("DF-121")
def test_a_red_card_without_the_champion_die_has_no_effect():
    match = pitch("2 . o . . .", champion=(HOME, SAVE), dice=FOULS).do("roll:pass", "roll:pass")
    assert match.events(Event.RED_CARD)[0][:2] == (AWAY, 0)
    assert match.holder == (HOME, SAVE)
    assert match.rolled(Event.CHAMPION_ROLLED) == 0


@pytest.mark.rule("DF-120", "DF-R36")
def test_the_red_card_comes_before_the_penalty():
    match = pitch("9 . o . . .", champion=(AWAY, SAVE), dice=FOULS | {"penalty": "goal"}, auto_forced=False)
    match.table.fouls[AWAY] = 1
    match.do("roll:pass", "roll:defender")
    kinds = [event[0] for event in match.events()]
    assert kinds.index(Event.RED_CARD) < kinds.index(Event.CHAMPION_ROLLED) < kinds.index(Event.RESTART)
    assert match.phase == Phase.PENALTY


@pytest.mark.rule("DF-R17")
@pytest.mark.parametrize(("memory", "carded"), [("spell", False), ("match", True)])
def test_a_change_of_attacker_ends_the_count_in_one_spell(memory, carded):
    dice = FOULS | {"cross": "F 1 X", "control": "F 1"}
    match = pitch("2 . o . . .", champion=(AWAY, SAVE), dice=dice, red_card_memory=memory).do("roll:pass")
    match.do("roll:cross")  # lost to the away side
    match.do("roll:cross")  # and won back
    assert match.attacker == HOME
    match.do("roll:pass")
    assert match.rolled(Event.RED_CARD) == carded


@pytest.mark.rule("DF-R17")
@pytest.mark.parametrize("memory", ["spell", "match"])
def test_a_roll_that_is_no_foul_ends_the_count(memory):
    match = pitch("2 . o . . .", champion=(AWAY, SAVE), dice=FOULS, red_card_memory=memory).do("roll:pass")
    assert match.table.fouls[AWAY] == 1
    match.box.faces[4] = 1  # the defender die misses
    match.do("roll:pass")
    assert match.table.fouls[AWAY] == 0


@pytest.mark.rule("DF-R17")
@pytest.mark.parametrize(("memory", "left"), [("spell", 0), ("match", 1)])
def test_goals_and_half_time_end_the_count_in_one_spell(memory, left):
    goal = pitch("10 . o . . .", dice={"shot": "perfect"}, red_card_memory=memory)
    goal.table.fouls[AWAY] = 1
    assert goal.do("shot").table.fouls[AWAY] == left
    half = pitch("4 . o . . .", dice={"pass": "F 5 X"}, clock=449_000, red_card_memory=memory)
    half.table.fouls[AWAY] = 1
    half.do("roll:pass")
    assert (int(half.table.half), half.table.fouls[AWAY]) == (2, left)


@pytest.mark.rule("DF-R17")
@pytest.mark.parametrize(("memory", "left"), [("spell", 0), ("match", 1)])
def test_half_time_alone_ends_the_count_in_one_spell(memory, left):
    dice = {"shot": "on_target", "keeper": "tip"}  # the ball is out, yet the attacker does not change
    match = pitch("10 . o . . .", dice=dice, clock=449_000, red_card_memory=memory)
    match.table.fouls[AWAY] = 1
    match.do("shot")
    assert (match.rolled(Event.TURNOVER), int(match.table.half), match.table.fouls[AWAY]) == (0, 2, left)


@pytest.mark.rule("DF-R17")
def test_an_uncalled_foul_counts_and_a_champion_foul_does_not():
    dice = FOULS | {"control": "F 2 ?", "champion": "assist"}
    uncalled = pitch("9 . o . . .", dice=dice, boskov=True).do("roll:pass")
    assert (uncalled.mode, uncalled.table.fouls[AWAY]) == (Mode.OPEN, 1)
    champion = pitch("8 . o . . .", champion=(HOME, FOUL), dice=dice).do("champion")
    assert (champion.mode, champion.table.fouls[AWAY]) == (Mode.DIRECT_FK, 0)


@pytest.mark.rule("DF-122")
def test_a_goal_kick_backward_is_a_corner():
    match = pitch("1 . o . . .", Mode.GOAL_KICK, dice={"pass": "B 1"}).do("roll:pass")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.CORNER, "11 o . . . .")


@pytest.mark.rule("DF-123", "DF-R02", "DF-R09")
@pytest.mark.parametrize("rule", ["real", "special_cases_only"])
@pytest.mark.parametrize(
    ("action", "real", "printed"),
    [
        ("roll:pass:x2@2", "own goal", "own goal"),
        ("roll:pass@2", "1 . . o . .", "1 . . o . ."),
        ("roll:pass", "own goal", "corner"),
        ("roll:pass:x2", "own goal", "corner"),
    ],
)
def test_a_keepers_kick_backward_may_be_an_own_goal(action, real, printed, rule):
    match = pitch("1 . . o . .", Mode.KEEPER_KICK, dice={"pass": "B 1"}, own_end_line=rule).do(action)
    expected = real if rule == "real" else printed
    if expected == "own goal":
        assert match.score() == [0, 1]
        assert match.events(Event.GOAL)[0][:2] == (AWAY, Goal.OWN_GOAL)
        assert (match.attacker, match.mode) == (HOME, Mode.KICKOFF)
    elif expected == "corner":
        assert (match.score(), match.attacker, match.mode) == ([0, 0], AWAY, Mode.CORNER)
    else:
        assert (match.ball, match.attacker, match.mode) == (expected, HOME, Mode.OPEN)


@pytest.mark.rule("DF-R02")
@pytest.mark.parametrize("die", ["control", "cross"])
@pytest.mark.parametrize(("rule", "scored"), [("real", 1), ("special_cases_only", 0)])
def test_the_printed_own_goal_is_the_pass_dies_alone(die, rule, scored):
    match = pitch("1 . . o . .", Mode.KEEPER_KICK, dice={die: "B 1"}, own_end_line=rule).do(f"roll:{die}:x2@2")
    assert match.score() == [0, scored]
    assert match.mode == (Mode.KICKOFF if scored else Mode.CORNER)


@pytest.mark.rule("DF-R02")
@pytest.mark.parametrize(("rule", "scored"), [("real", 1), ("special_cases_only", 0)])
def test_the_printed_own_goal_is_the_keepers_kicks_alone(rule, scored):
    match = pitch("1 . . o . .", dice={"pass": "B 1"}, own_end_line=rule).do("roll:pass")
    assert match.score() == [0, scored]


@pytest.mark.rule("DF-124", "DF-R02")
@pytest.mark.parametrize(("side", "last"), [("left", "7 . . . . o"), ("right", "7 o . . . .")])
def test_three_diagonal_from_the_middle_lane_goes_out_for_a_throw_in(side, last):
    match = pitch("3 . . o . .", dice={"cross": "D 3"}).do("roll:cross", side)
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.THROW_IN, last)
    assert match.events(Event.OUT_TOUCH)[0].seat == HOME


def cleared(drawing, keeper="save", **more):
    dice = {"pass": "S 1 ?", "defender": "clear", "keeper": keeper}
    return pitch(drawing, dice=dice, **more).do("roll:pass", "right")


@pytest.mark.rule("DF-125", "DF-R10")
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_clearance_at_the_own_goal_is_left_to_the_attackers_keeper(depth):
    match = cleared(f"{depth} . o . . .", auto_forced=False).do("roll:defender")
    assert (match.phase, match.waiting, match.ball) == (Phase.KEEPER, [HOME], "1 . . o . .")
    assert match.answers() == {"roll:keeper"}


@pytest.mark.rule("DF-125", "DF-R10")
@pytest.mark.parametrize(
    ("face", "attacker", "mode", "ball", "goals"),
    [
        ("save", HOME, Mode.KEEPER_KICK, "1 . . o . .", [0, 0]),
        ("concede", HOME, Mode.KICKOFF, "6 . . o . .", [0, 1]),
        ("punch", HOME, Mode.OPEN, "2 . . o . .", [0, 0]),
        ("tip", AWAY, Mode.CORNER, "11 o . . . .", [0, 0]),
    ],
)
def test_what_the_attackers_own_keeper_may_roll(face, attacker, mode, ball, goals):
    match = cleared("2 . o . . .", face)
    assert (match.attacker, match.mode, match.ball, match.score()) == (attacker, mode, ball, goals)
    if face == "concede":
        assert match.events(Event.GOAL)[0][:2] == (AWAY, Goal.OWN_GOAL)


@pytest.mark.rule("DF-125", "DF-R10")
def test_the_attackers_keeper_may_use_his_amazing_save():
    match = cleared("2 . o . . .", champion=(HOME, SAVE))
    assert match.answers() == {"roll:keeper", "champion"}
    match.do("champion")
    assert (match.attacker, match.mode, match.holder[0]) == (HOME, Mode.KEEPER_KICK, AWAY)
    other = cleared("2 . o . . .", "punch", champion=(AWAY, SAVE))
    assert other.mode == Mode.OPEN  # the other side's save is no help here, and no hindrance


@pytest.mark.rule("DF-125", "DF-R10")
def test_after_the_own_keeper_a_shot_is_the_other_keepers_again():
    match = cleared("2 . o . . .", "punch")
    match.box.faces[3] = Shot.ON_TARGET
    match.table.lane, match.table.depth = 2, 10
    saved, beaten = match.copy(), match.copy()
    saved.box, beaten.box = match.box.copy(), match.box.copy()
    saved.box.faces[5], beaten.box.faces[5] = Save.SAVE, Save.CONCEDE
    saved.do("shot")
    assert (saved.attacker, saved.mode) == (AWAY, Mode.KEEPER_KICK)
    beaten.do("shot")
    assert (beaten.score(), beaten.events(Event.GOAL)[0].kind) == ([1, 0], Goal.SHOT)


@pytest.mark.rule("DF-125")
def test_from_the_fourth_row_a_clearance_stays_in():
    assert cleared("4 . o . . .").ball == "1 . . o . ."
    assert cleared("4 . o . . .").phase == Phase.ACT


@pytest.mark.rule("DF-126", "DF-R10")
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("lanes", ["o . . . .", ". . . o .", ". . o . ."])
def test_a_clearance_beside_the_goal_is_a_goal_kick_for_the_attacker(depth, lanes):
    match = cleared(f"{depth} {lanes}")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.GOAL_KICK, "1 . o . . .")


@pytest.mark.rule("DF-127")
@pytest.mark.parametrize("shot", ["on_target", "perfect"])
@pytest.mark.parametrize("drawing", ["9 o . . . .", "9 . . o . .", "9 . . . o ."])
def test_a_direct_free_kick_from_the_third_row_flies_over_the_wall(drawing, shot):
    match = pitch(drawing, Mode.DIRECT_FK, dice={"shot": shot}, auto_forced=False).do("shot")
    assert (match.phase, match.ball) == (Phase.KEEPER, "11 . . o . .")


@pytest.mark.rule("DF-128", "DF-R12")
@pytest.mark.parametrize("drawing", ["8 o . . . .", "8 . . o . .", "8 . . . o ."])
def test_a_direct_free_kick_from_the_fourth_row_meets_the_defender_first(drawing):
    dice = {"shot": "on_target", "defender": "miss"}
    match = pitch(drawing, Mode.DIRECT_FK, dice=dice, auto_forced=False).do("shot")
    assert (match.phase, match.ball) == (Phase.DEFEND, "10 . . o . .")
    assert match.do("roll:defender").phase == Phase.KEEPER
    perfect = pitch(drawing, Mode.DIRECT_FK, dice={"shot": "perfect"}, auto_forced=False).do("shot")
    assert perfect.phase == Phase.KEEPER


@pytest.mark.rule("DF-R12")
def test_a_direct_free_kick_need_not_be_shot():
    match = pitch("9 . o . . .", Mode.DIRECT_FK, dice={"control": "F 1"})
    assert ARROWS | {"shot"} <= match.answers()
    assert match.do("roll:control").ball == "10 . o . . ."


@pytest.mark.rule("DF-129", "DF-R12")
@pytest.mark.parametrize("cell", ["1 . o . . .", "1 . . o . .", "2 . . . o ."])
def test_a_champion_foul_in_the_attackers_own_area_is_no_penalty(cell):
    match = pitch(cell, champion=(AWAY, FOUL), dice={"shot": "perfect", "champion": "assist"}).do("champion")
    assert (match.attacker, match.mode) == (AWAY, Mode.DIRECT_FK)
    assert "shot" in match.answers()
    match.do("shot")
    assert match.score() == [0, 1]  # the area's table: a perfect shot is a goal


@pytest.mark.rule("DF-130")
def test_in_doubt_real_football_decides_the_side_that_conceded_kicks_off():
    match = pitch("10 . o . . .", attacker=AWAY, champion=(AWAY, SAVE), dice={"shot": "perfect"}).do("shot")
    assert (match.score(), match.attacker, match.mode) == ([0, 1], HOME, Mode.KICKOFF)


@pytest.mark.rule("DF-R38")
def test_simple_mode_has_no_reversal_and_no_doubling():
    assert pitch("9 . o . . .", simple=True).answers() == ARROWS | {"shot"}
    assert pitch("1 . o . . .", Mode.GOAL_KICK, simple=True).answers() == ARROWS
    keeper = pitch("1 . . o . .", Mode.KEEPER_KICK, simple=True)
    assert keeper.answers() == ARROWS | {f"{die}@2" for die in ARROWS}


@pytest.mark.rule("DF-R38")
def test_simple_mode_has_no_red_card_no_whistle_rule_and_no_direct_free_kick():
    match = pitch("2 . o . . .", champion=(AWAY, SAVE), dice=FOULS, simple=True).do("roll:pass", "roll:pass")
    assert (match.rolled(Event.RED_CARD), match.holder) == (0, (AWAY, SAVE))
    area = pitch("9 . o . . .", dice=FOULS | {"penalty": "goal", "control": "F 2 ?"}, simple=True, boskov=True)
    area.do("roll:pass")
    assert (area.rolled(Event.BOSKOV_ROLLED), area.score()) == (0, [1, 0])
    for drawing in ("7 . o . . .", "8 . o . . ."):
        assert pitch(drawing, dice=FOULS, simple=True).do("roll:pass").mode == Mode.FREE_KICK
    assert pitch("8 . o . . .", champion=(HOME, FOUL), simple=True).do("champion").mode == Mode.FREE_KICK
    own_area = pitch("2 . o . . .", champion=(AWAY, FOUL), dice={"champion": "assist"}, simple=True).do("champion")
    assert own_area.mode == Mode.FREE_KICK
