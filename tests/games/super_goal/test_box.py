"""The box: printed components, and a box file that is wrong says everything that is wrong with it."""

import copy

import pytest

from matchday.engine.errors import BoxError, OptionError
from matchday.games.super_goal import GAME
from matchday.games.super_goal.box import words_of
from matchday.games.super_goal.state import VOCABULARY, Cell, Die, Op

PRINTED = {
    "shot": {"on_target": 2, "perfect": 1, "post": 1, "crossbar": 1, "wide": 1},
    "defender": {"intercept": 2, "miss": 1, "miss_or_own_goal": 1, "clear": 1, "foul": 1},
    "keeper": {"save": 2, "concede": 2, "punch": 1, "tip": 1},
    "penalty": {"goal": 3, "tip": 1, "wide": 1, "punch": 1},
    "champion": dict.fromkeys(["long_bomb", "assist", "perfect_shot", "amazing_save", "miracle_tackle", "foul"], 1),
}
ARROWS = {
    "control": [(0, 1, 0), (0, 1, 0), (0, 2, 1), (1, 1, 0), (1, 1, 0), (2, 1, 0)],
    "pass": [(0, 2, 0), (0, 3, 1), (0, 3, 2), (1, 2, 1), (2, 2, 0), (3, 1, 0)],
    "cross": [(0, 4, 1), (0, 5, 1), (0, 5, 2), (1, 3, 0), (1, 3, 1), (1, 3, 2)],
}


@pytest.mark.parametrize("die", PRINTED)
def test_six_faces_of_the_dice_with_results(die):
    assert {face: GAME.box_data["dice"][die].count(face) for face in PRINTED[die]} == PRINTED[die]
    assert len(GAME.box_data["dice"][die]) == 6


@pytest.mark.rule("DF-027", "DF-R09")
@pytest.mark.parametrize("die", ARROWS)
def test_six_faces_of_the_arrow_dice(die):
    faces = GAME.box().arrows[words_of(Die)[die]]
    assert [(int(face.direction), int(face.number), int(face.symbol)) for face in faces] == ARROWS[die]


def test_the_zones_of_the_pitch():
    box = GAME.box()

    def cells(kind):
        return {(lane, depth) for depth in range(1, 12) for lane in range(1, 6) if box.pitch[depth, lane] & kind}

    assert cells(Cell.AREA) == {(lane, depth) for lane in (2, 3, 4) for depth in (10, 11)}
    assert cells(Cell.OUTSIDE) == {(lane, 9) for lane in range(1, 6)} | {(1, 10), (5, 10)}
    assert cells(Cell.CORNER) == {(1, 11), (5, 11)}
    assert cells(Cell.OWN_GOAL) == {(3, 10), (3, 11)}
    assert cells(Cell.WALL) == {(lane, 9) for lane in range(1, 6)}
    assert cells(Cell.FAR) == {(lane, 8) for lane in range(1, 6)}


def test_every_word_of_the_vocabulary_is_used_and_every_number_has_a_word():
    box = GAME.box()
    used = {int(step.op) for step in box.plays["steps"].reshape(-1) if step["op"]}
    assert used == {word.number for word in VOCABULARY} == set(Op) - {Op.END}


def broken(*changes):
    """What the reader says of a box file with some values changed."""
    data = copy.deepcopy(GAME.box_data)
    for path, value in changes:
        *folders, key = path.split("/")
        place = data
        for folder in folders:
            place = next(row for row in place if row["face"] == folder) if isinstance(place, list) else place[folder]
        if value is None:
            del place[key]
        else:
            place[key] = value
    with pytest.raises(BoxError) as caught:
        GAME.box(data=data)
    return caught.value.problems


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("dice/control", ["F 1"] * 5, "box.toml: dice.control: write six faces"),
        ("dice/control", ["Z 1"] * 6, '"Z 1" is no arrow'),
        ("dice/pass", ["F ten"] * 6, "number: 'ten' is not a whole number"),
        ("dice/pass", ["F 40"] * 6, "number: 40 is outside 1 to 9"),
        ("dice/shot", ["on_tagret"] * 6, 'no result "on_tagret"; did you mean "on_target"?'),
        ("dice/golden", ["F 1"] * 6, 'dice: no key "golden" here'),
        ("shot/wide/area", ["restart goal_kik def"], 'no restart "goal_kik"; did you mean "goal_kick"?'),
        ("shot/wide/area", ["keepr"], 'no word "keepr"; did you mean "keeper"?'),
        ("shot/wide/area", ["place mouth"], "the last step, and no other, must say how play goes on"),
        ("shot/wide/area", ["keeper", "keep"], "the last step, and no other, must say how play goes on"),
        ("shot", [], "shot: needs at least 1, has 0"),
        ("shot/wide/face", "high", 'shot 5: no face "high"'),
        ("shot/wide/face", "post", 'shot 5: the face "post" is described twice'),
        ("shot/wide/face", "post", 'shot: the face "wide" is not described'),
        ("keeper/save/ours", ["keep"], 'keeper save: no key "ours" here'),
        ("champion/foul/windows", ["open", "shut"], 'windows: no word "shut"'),
        ("champion/foul/windows", None, "defence and windows go together"),
        ("champion/foul/windows", "open", "defence and windows go together"),
        ("champion/assist/from", "there", 'from: no word "there"'),
        ("pitch", ["qagaq"], "pitch: draw 11 rows of 5 letters"),
        ("pitch", ["zagaq", *["....."] * 10], 'row 11: no letter "z"'),
        ("cells/spot", [3, 12], "cells.spot: depth: 12 is outside 1 to 11"),
        ("cells/spot", 3, "cells.spot: write a cell as [lane, depth]"),
        ("cells/keeper_kick", [[3, 1]], "cells.keeper_kick: two cells"),
        ("depths/assist", 0, "depths: assist: 0 is outside 1 to 11"),
        ("nominal_ms/arrow", 0, "nominal_ms: arrow: 0 is outside 500 to 600000"),
        ("halves_ms/league", None, "halves_ms: league: missing"),
        ("referee", 1, 'no key "referee" here'),
    ],
)
def test_a_wrong_box_says_what_is_wrong(path, value, message):
    problems = broken((path, value))
    assert any(message in problem for problem in problems), problems
    assert all(problem.startswith("box.toml: ") for problem in problems)


def test_all_problems_are_told_at_once():
    problems = broken(("dice/control", []), ("cells/spot", 3), ("shot/wide/area", ["keepr"]))
    assert len(problems) == 3


@pytest.mark.parametrize("name", sorted(GAME.options))
def test_each_option_refuses_what_it_does_not_know(name):
    with pytest.raises(OptionError, match=name):
        GAME.box({name: "nonsense"})
