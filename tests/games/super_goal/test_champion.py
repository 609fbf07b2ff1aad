"""The champion die: DF-090 to DF-107 and the windows of 4.3, with R-13 to R-15, R-20 to R-22, R-26, R-27."""

import numpy as np
import pytest

from matchday.engine.log import EVERYONE, SPECTATOR
from matchday.games.super_goal.state import Champion, Event, Goal, Mode, Phase
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, SECOND, pitch

BOMB, ASSIST, SHOT = Champion.LONG_BOMB, Champion.ASSIST, Champion.PERFECT_SHOT
SAVE, TACKLE, FOUL = Champion.AMAZING_SAVE, Champion.MIRACLE_TACKLE, Champion.FOUL
RESTARTS = [
    (Mode.KICKOFF, "6 . . o . ."),
    (Mode.THROW_IN, "9 o . . . ."),
    (Mode.CORNER, "11 o . . . ."),
    (Mode.GOAL_KICK, "1 . o . . ."),
    (Mode.KEEPER_KICK, "1 . . o . ."),
    (Mode.FREE_KICK, "9 . o . . ."),
    (Mode.DIRECT_FK, "9 . o . . ."),
]
ALL_CELLS = [(lane, depth) for lane in range(1, 6) for depth in range(1, 12)]


def at(lane, depth):
    return f"{depth} {' '.join('o' if place == lane else '.' for place in range(1, 6))}"


def cells_for(face, mode=Mode.OPEN, **options):
    """The cells on which the attacker may play a face."""
    found = set()
    for lane, depth in ALL_CELLS:
        match = pitch(at(lane, depth), mode, champion=(HOME, face), **options)
        if "champion" in match.answers():
            found.add((lane, depth))
    return found


@pytest.mark.rule("DF-090")
def test_holder_and_face_are_open_to_everyone():
    match = pitch("5 . o . . .", champion=(HOME, ASSIST), dice={"champion": "long_bomb"})
    for seat in (HOME, AWAY, SPECTATOR):
        hidden = match.hidden(seat)
        assert (hidden.holder, hidden.power) == (HOME, ASSIST)
    match.do("champion")
    assert match.is_public(Event.CHAMPION_ROLLED)
    assert match.events(Event.CHAMPION_ROLLED)[0][:2] == (AWAY, BOMB)
    assert all(event.sees == EVERYONE for event in match.log.events[: match.log.count])


@pytest.mark.rule("DF-091")
def test_only_the_holder_may_use_it():
    assert "champion" in pitch("7 . o . . .", champion=(HOME, ASSIST)).answers()
    assert "champion" not in pitch("7 . o . . .", champion=(AWAY, ASSIST)).answers()


@pytest.mark.rule("DF-091", "DF-023")
def test_it_may_be_used_before_the_compulsory_control_roll():
    match = pitch("7 . o . . .", Mode.FIRST, champion=(HOME, ASSIST))
    assert match.answers() == {"roll:control", "champion"}


@pytest.mark.rule("DF-092")
@pytest.mark.parametrize("face", list(Champion))
def test_after_use_the_opponent_rolls_it_and_play_goes_on(face):
    match = pitch("7 . o . . .", champion=(HOME, ASSIST), dice={"champion": face.name.lower()}).do("champion")
    assert match.holder == (AWAY, face)
    assert match.events(Event.CHAMPION_USED)[0][:2] == (HOME, ASSIST)
    assert match.ball == "10 . . o . ."


@pytest.mark.rule("DF-093")
def test_three_faces_attack_two_defend_and_one_does_both():
    match = pitch("7 . o . . .")
    attack = {face for face in Champion if match.box.powers[face].zone}
    defence = {face for face in Champion if match.box.powers[face].windows}
    assert attack == {BOMB, ASSIST, SHOT, FOUL}
    assert defence == {SAVE, TACKLE, FOUL}
    assert sorted(match.box.faces[7]) == sorted(Champion)


@pytest.mark.rule("DF-094")
def test_the_long_bomb_goes_to_the_keeper():
    dice = {"keeper": "concede", "champion": "assist"}
    match = pitch("6 . o . . .", champion=(HOME, BOMB), dice=dice).do("champion")
    assert match.rolled(Event.DEFENDER_ROLLED) == 0
    assert match.rolled(Event.KEEPER_ROLLED) == 1
    assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.BOMB)
    assert match.events(Event.MOVED)[0][:3] == (HOME, 3, 11)


@pytest.mark.rule("DF-094", "DF-R20")
@pytest.mark.parametrize("depth", [6, 7])
def test_the_bomb_zone_begins_in_midfield_and_leaves_out_the_corners(depth):
    expected = {(lane, row) for lane, row in ALL_CELLS if row >= depth} - {(1, 11), (5, 11)}
    assert cells_for(BOMB, bomb_min_depth=depth) == expected


@pytest.mark.rule("DF-095")
def test_the_assist_puts_the_ball_on_the_spot_ready_for_a_shot():
    match = pitch("3 . o . . .", champion=(HOME, ASSIST), dice={"champion": "assist"}).do("champion")
    assert (match.attacker, match.mode, match.ball) == (HOME, Mode.OPEN, "10 . . o . .")
    assert ARROWS | {"shot"} <= match.answers()


@pytest.mark.rule("DF-095")
def test_the_assist_zone_begins_before_the_own_area():
    assert cells_for(ASSIST) == {(lane, depth) for lane, depth in ALL_CELLS if depth >= 3}


@pytest.mark.rule("DF-095", "DF-R22")
@pytest.mark.parametrize(
    ("mode", "after"), [(Mode.FIRST, Mode.OPEN), (Mode.OPEN_NC, Mode.OPEN_NC), (Mode.KICKOFF, Mode.OPEN)]
)
def test_an_assist_leaves_control_barred_if_it_was(mode, after):
    match = pitch("6 . . o . .", mode, champion=(HOME, ASSIST), dice={"champion": "assist"}).do("champion")
    assert match.mode == after
    assert "shot" in match.answers()
    assert ("roll:control" in match.answers()) == (after == Mode.OPEN)


@pytest.mark.rule("DF-096")
def test_the_perfect_shot_is_a_goal_from_any_shooting_cell():
    area = {(lane, depth) for lane in (2, 3, 4) for depth in (10, 11)}
    outside = {(lane, 9) for lane in range(1, 6)} | {(1, 10), (5, 10)}
    assert cells_for(SHOT) == area | outside
    match = pitch("9 . o . . .", champion=(HOME, SHOT), dice={"champion": "assist"}).do("champion")
    assert match.score() == [1, 0]
    assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.CHAMPION)
    assert list(match.table.shots) == [1, 0]


@pytest.mark.rule("DF-097", "DF-099")
@pytest.mark.parametrize("drawing", ["10 . o . . .", "9 . o . . ."])
def test_the_perfect_shot_is_stopped_by_an_amazing_save_rolled_now(drawing):
    match = pitch(drawing, champion=(HOME, SHOT), dice={"champion": "amazing_save"}).do("champion")
    assert (match.phase, match.waiting, match.answers()) == (Phase.LAST_CHANCE, [AWAY], {"concede", "champion"})
    assert match.copy().do("concede").score() == [1, 0]
    match.do("champion")
    assert (match.score(), match.attacker, match.mode) == ([0, 0], AWAY, Mode.KEEPER_KICK)
    assert match.holder == (HOME, SAVE)


@pytest.mark.rule("DF-098", "DF-103", "DF-R21")
def test_from_outside_a_miracle_tackle_rolled_now_stops_it_too():
    match = pitch("9 o . . . .", champion=(HOME, SHOT), dice={"champion": "miracle_tackle"}).do("champion")
    assert match.answers() == {"concede", "champion"}
    match.do("champion")
    assert (match.score(), match.attacker, match.mode, match.ball) == ([0, 0], AWAY, Mode.FIRST, "2 . . . o .")


@pytest.mark.rule("DF-098", "DF-102")
def test_from_inside_the_miracle_tackle_is_no_help():
    match = pitch("10 . o . . .", champion=(HOME, SHOT), dice={"champion": "miracle_tackle"}).do("champion")
    assert match.score() == [1, 0]


@pytest.mark.rule("DF-099")
def test_the_amazing_save_replaces_the_goalkeeper_die():
    match = pitch("10 . o . . .", champion=(AWAY, SAVE), dice={"shot": "on_target", "keeper": "concede"}).do("shot")
    assert (match.phase, match.answers()) == (Phase.KEEPER, {"roll:keeper", "champion"})
    match.do("champion")
    assert match.rolled(Event.KEEPER_ROLLED) == 0
    assert (match.attacker, match.mode, match.holder[0]) == (AWAY, Mode.KEEPER_KICK, HOME)


@pytest.mark.rule("DF-099")
def test_the_amazing_save_meets_a_bomb_and_a_shot_from_outside_at_the_keeper():
    bomb = pitch("7 . o . . .", champion=(HOME, BOMB), dice={"champion": "amazing_save"}).do("champion")
    assert (bomb.phase, bomb.answers()) == (Phase.KEEPER, {"roll:keeper", "champion"})
    outside = pitch("9 . o . . .", champion=(AWAY, SAVE), dice={"shot": "perfect"}).do("shot")
    assert (outside.phase, outside.answers()) == (Phase.KEEPER, {"roll:keeper", "champion"})


@pytest.mark.rule("DF-100")
def test_the_amazing_save_comes_too_late_after_the_die():
    match = pitch("10 . o . . .", champion=(AWAY, SAVE), dice={"shot": "on_target", "keeper": "concede"})
    match.do("shot", "roll:keeper")
    assert match.score() == [1, 0]
    assert match.holder == (AWAY, SAVE)


@pytest.mark.rule("DF-101")
@pytest.mark.parametrize("mode", [Mode.FIRST, Mode.OPEN, Mode.OPEN_NC])
def test_the_miracle_tackle_takes_the_ball_before_the_attacker_acts(mode):
    match = pitch("5 . o . . .", mode, champion=(AWAY, TACKLE), dice={"champion": "assist"}, auto_forced=False)
    assert (match.phase, match.waiting, match.answers()) == (Phase.INTERRUPT, [AWAY], {"champion", "pass"})
    passed = match.copy().do("pass")
    assert (passed.phase, passed.waiting) == (Phase.ACT, [HOME])
    match.do("champion")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, "7 . . . o .")
    assert match.holder == (HOME, ASSIST)


@pytest.mark.rule("DF-101")
def test_the_window_opens_once_after_every_resolution():
    match = pitch("5 . o . . .", champion=(AWAY, TACKLE), dice={"pass": "F 1", "cross": "D 1"}).do("pass")
    match.do("roll:pass")
    assert match.phase == Phase.INTERRUPT
    match.do("pass", "roll:cross")
    assert match.phase == Phase.SIDE  # not between the roll and its end
    match.do("left")
    assert match.phase == Phase.INTERRUPT


@pytest.mark.rule("DF-101")
def test_the_miracle_tackle_answers_an_assist_at_once():
    match = pitch("5 . o . . .", champion=(HOME, ASSIST), dice={"champion": "miracle_tackle"}).do("champion")
    assert (match.phase, match.waiting, match.ball) == (Phase.INTERRUPT, [AWAY], "10 . . o . .")
    match.do("champion")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, "2 . . o . .")


@pytest.mark.rule("DF-101")
@pytest.mark.parametrize("face", [TACKLE, FOUL])
def test_a_question_mark_can_be_answered_by_tackle_or_foul_until_the_die_is_rolled(face):
    dice = {"pass": "F 1 ?", "defender": "miss", "champion": "assist"}
    match = pitch("5 . o . . .", champion=(AWAY, face), dice=dice, auto_forced=False).do("pass", "roll:pass")
    assert (match.phase, match.answers()) == (Phase.DEFEND, {"roll:defender", "champion"})
    used = match.copy().do("champion")
    assert (used.attacker, used.ball) == (AWAY, "6 . . . o .")
    assert used.mode == (Mode.FIRST if face == TACKLE else Mode.FREE_KICK)
    assert used.rolled(Event.DEFENDER_ROLLED) == 0
    match.do("roll:defender")
    assert match.attacker == HOME


@pytest.mark.rule("DF-102")
@pytest.mark.parametrize("shot", ["on_target", "perfect", "post", "crossbar"])
def test_after_a_shot_from_the_area_there_is_no_tackle(shot):
    dice = {"shot": shot, "keeper": "save", "defender": "intercept"}
    match = pitch("10 . o . . .", champion=(AWAY, TACKLE), dice=dice, auto_forced=False).do("pass", "shot")
    assert "champion" not in match.answers()


@pytest.mark.rule("DF-103", "DF-R21")
@pytest.mark.parametrize(
    ("drawing", "mode", "after"),
    [
        ("9 o . . . .", Mode.OPEN, "2 . . . o ."),
        ("9 . . o . .", Mode.OPEN, "2 . . o . ."),
        ("10 . . . . o", Mode.OPEN, "2 . o . . ."),
        ("9 . . . . o", Mode.DIRECT_FK, "2 . o . . ."),
        ("8 o . . . .", Mode.DIRECT_FK, "2 . . o . ."),
    ],
)
@pytest.mark.parametrize("shot", ["on_target", "perfect"])
def test_a_shot_from_outside_can_be_tackled_in_flight(drawing, mode, after, shot):
    match = pitch(drawing, mode, champion=(AWAY, TACKLE), dice={"shot": shot}, auto_forced=False)
    if mode == Mode.OPEN:
        match.do("pass")
    match.do("shot")
    assert (match.phase, match.waiting, match.answers()) == (Phase.SHOT_WINDOW, [AWAY], {"champion", "pass"})
    match.do("champion")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, after)


@pytest.mark.rule("DF-103", "DF-R21")
@pytest.mark.parametrize(
    ("drawing", "face", "met"),
    [
        ("9 . o . . .", "miss", "10 . . o . ."),
        ("9 o . . . .", "miss", "10 . o . . ."),
        ("9 o . . . .", "miss_or_own_goal", "10 . o . . ."),
    ],
)
def test_the_window_opens_again_when_the_defender_has_missed(drawing, face, met):
    dice = {"shot": "on_target", "defender": face, "keeper": "save"}
    match = pitch(drawing, champion=(AWAY, TACKLE), dice=dice, auto_forced=False)
    match.do("pass", "shot", "pass")
    assert (match.phase, match.answers()) == (Phase.DEFEND, {"roll:defender"})
    match.do("roll:defender")
    assert (match.phase, match.ball) == (Phase.SHOT_WINDOW, met)
    match.do("pass")
    assert (match.phase, match.ball) == (Phase.KEEPER, "11 . . o . .")


@pytest.mark.rule("DF-103", "DF-R20", "DF-R21")
@pytest.mark.parametrize(("drawing", "window"), [("6 o . . . .", True), ("9 . o . . .", True), ("10 . o . . .", False)])
def test_a_bomb_can_be_tackled_unless_it_comes_from_the_area(drawing, window):
    dice = {"champion": "miracle_tackle"}
    match = pitch(drawing, champion=(HOME, BOMB), dice=dice, auto_forced=False).do("champion")
    assert match.phase == (Phase.SHOT_WINDOW if window else Phase.KEEPER)
    if window:
        match.do("champion")
        assert (match.attacker, match.ball) == (AWAY, "2 . . o . .")


@pytest.mark.rule("DF-101", "DF-R21")
@pytest.mark.parametrize(("shot", "after"), [("post", "2 . . o . ."), ("crossbar", "1 . . o . .")])
def test_a_rebound_of_a_shot_from_outside_can_be_tackled_where_it_fell(shot, after):
    match = pitch("9 o . . . .", champion=(AWAY, TACKLE), dice={"shot": shot}, auto_forced=False).do("pass", "shot")
    assert "champion" in match.answers()
    match.do("champion")
    assert (match.attacker, match.mode, match.ball) == (AWAY, Mode.FIRST, after)


@pytest.mark.rule("DF-103")
def test_a_wide_shot_opens_no_window():
    match = pitch("9 o . . . .", champion=(AWAY, TACKLE), dice={"shot": "wide"}).do("pass", "shot")
    assert (match.phase, match.mode) == (Phase.ACT, Mode.GOAL_KICK)


@pytest.mark.rule("DF-104", "DF-R11", "DF-R27")
@pytest.mark.parametrize(
    ("drawing", "mode"),
    [
        ("8 . o . . .", Mode.DIRECT_FK),
        ("9 . . o . .", Mode.DIRECT_FK),
        ("10 o . . . .", Mode.DIRECT_FK),
        ("11 . . . . o", Mode.DIRECT_FK),
        ("7 . o . . .", Mode.FREE_KICK),
        ("2 . . o . .", Mode.FREE_KICK),
    ],
)
def test_the_attacking_foul_is_a_direct_free_kick_in_the_last_four_rows(drawing, mode):
    match = pitch(drawing, champion=(HOME, FOUL)).do("champion")
    assert (match.attacker, match.mode, match.ball) == (HOME, mode, drawing)
    shot = mode == Mode.DIRECT_FK and not drawing.startswith("11")
    assert ("shot" in match.answers()) == shot


@pytest.mark.rule("DF-R11")
def test_a_direct_free_kick_beside_the_area_is_shot_as_from_outside():
    dice = {"shot": "on_target"}
    match = pitch("10 o . . . .", Mode.DIRECT_FK, dice=dice, auto_forced=False).do("shot")
    assert (match.phase, match.ball) == (Phase.DEFEND, "10 . o . . .")


@pytest.mark.rule("DF-105")
@pytest.mark.parametrize("drawing", ["10 . o . . .", "11 . . o . .", "11 . . . o ."])
def test_the_attacking_foul_in_the_area_is_a_penalty(drawing):
    match = pitch(drawing, champion=(HOME, FOUL), dice={"penalty": "goal"}).do("champion")
    assert match.events(Event.GOAL)[0][:2] == (HOME, Goal.PENALTY)


@pytest.mark.rule("DF-104", "DF-R14")
@pytest.mark.parametrize(("mode", "drawing"), RESTARTS)
def test_nobody_is_fouled_while_the_ball_is_dead(mode, drawing):
    assert "champion" not in pitch(drawing, mode, champion=(HOME, FOUL)).answers()


@pytest.mark.rule("DF-091")
@pytest.mark.parametrize(
    ("face", "drawing", "modes"),
    [
        (BOMB, "9 . o . . .", {Mode.THROW_IN}),
        (SHOT, "9 . o . . .", {Mode.THROW_IN}),
        (ASSIST, "9 . o . . .", set()),
    ],
)
def test_in_which_restarts_the_attacking_faces_may_be_used(face, drawing, modes):
    for mode in (Mode.FIRST, Mode.OPEN, Mode.OPEN_NC, Mode.THROW_IN, Mode.FREE_KICK, Mode.DIRECT_FK):
        match = pitch(drawing, mode, champion=(HOME, face))
        assert ("champion" in match.answers()) == (mode not in modes), mode
    corner = pitch("11 o . . . .", Mode.CORNER, champion=(HOME, face))
    assert ("champion" in corner.answers()) == (face == ASSIST)


@pytest.mark.rule("DF-106", "DF-R15")
@pytest.mark.parametrize(
    ("drawing", "mode", "after"),
    [
        ("5 . o . . .", Mode.FREE_KICK, "7 . . . o ."),
        ("4 . o . . .", Mode.DIRECT_FK, "8 . . . o ."),
        ("3 o . . . .", Mode.DIRECT_FK, "9 . . . . o"),
        ("2 o . . . .", Mode.FREE_KICK, "10 . . . . o"),
        ("2 . o . . .", Mode.DIRECT_FK, "10 . . . o ."),
        ("11 . o . . .", Mode.FREE_KICK, "1 . . . o ."),
    ],
)
def test_the_defending_foul_changes_the_attacker_with_a_free_kick(drawing, mode, after):
    match = pitch(drawing, champion=(AWAY, FOUL), dice={"champion": "assist"}).do("champion")
    assert (match.attacker, match.mode, match.ball) == (AWAY, mode, after)
    assert match.holder == (HOME, ASSIST)


@pytest.mark.rule("DF-107", "DF-R15")
@pytest.mark.parametrize("shot", ["on_target", "perfect", "post", "crossbar"])
@pytest.mark.parametrize("drawing", ["9 . o . . .", "10 . o . . ."])
def test_the_defending_foul_comes_too_late_after_a_shot(shot, drawing):
    match = pitch(drawing, champion=(AWAY, FOUL), dice={"shot": shot}, auto_forced=False).do("pass", "shot")
    assert "champion" not in match.answers()


@pytest.mark.rule("DF-107", "DF-R15")
@pytest.mark.parametrize(("face", "drawing"), [(BOMB, "7 . o . . ."), (SHOT, "9 . o . . .")])
def test_the_defending_foul_comes_too_late_after_a_champion_shot(face, drawing):
    match = pitch(drawing, champion=(HOME, face), dice={"champion": "foul"}, auto_forced=False).do("champion")
    assert "champion" not in match.answers()
    again = pitch("9 . o . . .", champion=(AWAY, FOUL), dice={"shot": "post", "defender": "miss"}).do("pass", "shot")
    assert again.phase == Phase.INTERRUPT  # the bar ends with that shot


@pytest.mark.rule("DF-R14", "DF-R37")
@pytest.mark.parametrize("face", [TACKLE, FOUL])
@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize(("mode", "drawing"), [*RESTARTS, (Mode.PENALTY, "10 . . o . .")])
def test_a_dead_ball_cannot_be_interrupted(mode, drawing, face, allowed):
    match = pitch(drawing, mode, champion=(AWAY, face), dead_ball_interrupts=allowed, auto_forced=False)
    if not allowed:
        assert match.phase == (Phase.PENALTY if mode == Mode.PENALTY else Phase.ACT)
        return
    assert (match.phase, match.waiting) == (Phase.INTERRUPT, [AWAY])
    passed = match.copy().do("pass")
    assert passed.phase == (Phase.PENALTY if mode == Mode.PENALTY else Phase.ACT)
    match.do("champion")
    assert match.attacker == AWAY
    assert (match.mode == Mode.FIRST) == (face == TACKLE)


@pytest.mark.rule("DF-R13", "DF-R37")
@pytest.mark.parametrize(("die", "mode"), [("pass", Mode.OPEN), ("control", Mode.OPEN_NC)])
@pytest.mark.parametrize("allowed", [False, True])
def test_the_attacker_cannot_dodge_his_own_question_mark(die, mode, allowed):
    dice = {die: "F 1 ?", "defender": "intercept", "champion": "long_bomb"}
    match = pitch(
        "6 . o . . .", champion=(HOME, ASSIST), dice=dice, att_interrupt_on_question=allowed, auto_forced=False
    ).do(f"roll:{die}")
    if not allowed:
        assert (match.phase, match.waiting) == (Phase.DEFEND, [AWAY])
        return
    assert (match.phase, match.waiting, match.answers()) == (Phase.QUESTION, [HOME], {"champion", "pass"})
    assert match.ball == "7 . o . . ."
    assert match.copy().do("pass").phase == Phase.DEFEND
    match.do("champion")
    assert (match.attacker, match.ball, match.mode, match.phase) == (HOME, "10 . . o . .", mode, Phase.ACT)


@pytest.mark.rule("DF-R13", "DF-R37")
def test_the_attackers_window_needs_a_face_that_is_legal_on_the_landing_cell():
    dice = {"pass": "F 1 ?", "defender": "miss"}
    options = {"att_interrupt_on_question": True, "auto_forced": False, "dice": dice}
    assert pitch("7 . o . . .", champion=(HOME, SHOT), **options).do("roll:pass").phase == Phase.DEFEND
    assert pitch("8 . o . . .", champion=(HOME, SHOT), **options).do("roll:pass").phase == Phase.QUESTION
    assert pitch("4 . o . . .", champion=(HOME, FOUL), **options).do("roll:pass").phase == Phase.QUESTION
    assert pitch("4 . o . . .", champion=(HOME, SAVE), **options).do("roll:pass").phase == Phase.DEFEND


@pytest.mark.rule("DF-R35")
def test_a_refused_champion_foul_leaves_ball_and_mode_but_costs_the_die():
    dice = {"control": "F 2 ?", "champion": "assist"}
    for mode in (Mode.FIRST, Mode.OPEN, Mode.OPEN_NC):
        match = pitch("11 . o . . .", mode, champion=(HOME, FOUL), dice=dice, boskov=True).do("champion")
        assert (match.attacker, match.mode, match.ball) == (HOME, mode, "11 . o . . .")
        assert match.holder == (AWAY, ASSIST)


@pytest.mark.rule("DF-R26")
@pytest.mark.parametrize("reset", [False, True])
@pytest.mark.parametrize("winner", [HOME, AWAY])
@pytest.mark.parametrize("holder", [HOME, AWAY])
def test_the_holder_keeps_the_die_at_half_time(holder, winner, reset):
    match = pitch(
        "4 . o . . .",
        champion=(holder, SAVE),
        clock=449_000,
        dice={"pass": "F 3 X", "champion": "assist"},
        champion_reset_at_half=reset,
    )
    match.table.draw_winner = winner
    match.do("roll:pass")
    assert int(match.table.half) == 2
    assert match.holder == ((1 - winner, ASSIST) if reset else (holder, SAVE))


@pytest.mark.rule("DF-R26")
def test_nothing_is_reset_at_full_time():
    match = pitch(
        "4 . o . . .",
        champion=(AWAY, SAVE),
        clock=449_000,
        half=SECOND,
        dice={"pass": "F 3 X"},
        champion_reset_at_half=True,
    ).do("roll:pass")
    assert match.rolled(Event.CHAMPION_ROLLED) == 0


@pytest.mark.rule("DF-092")
def test_the_die_can_change_hands_many_times_in_one_resolution():
    match = pitch("9 o . . . .", champion=(HOME, SHOT), dice={"champion": "miracle_tackle"}).do("champion", "champion")
    assert (match.attacker, match.phase, match.waiting) == (AWAY, Phase.INTERRUPT, [HOME])
    match.do("champion")
    assert (match.attacker, match.holder, match.ball) == (HOME, (AWAY, TACKLE), "10 . o . . .")
    assert match.phase == Phase.INTERRUPT


def test_hiding_takes_nothing_but_the_generator():
    match = pitch("9 o . . . .", champion=(HOME, SHOT))
    hidden = match.hidden(AWAY)
    for field in match.table.dtype.names:
        same = np.array_equal(hidden[field], match.table[field])
        assert same == (field not in {"key", "counter"}), field
