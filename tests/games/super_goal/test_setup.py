"""Set-up and structure: DF-001 to DF-012."""

import pytest

from matchday.engine.dice import roll, set_key
from matchday.engine.speech import Say
from matchday.games.super_goal import GAME, view
from matchday.games.super_goal.state import Champion, Event, Mode, Phase
from tests.games.super_goal.pitch import ARROWS, AWAY, HOME, SECOND, Match, pitch
from tests.kit import random_match, seeded_until


@pytest.mark.rule("DF-001")
def test_one_attacks_and_the_other_defends():
    match = pitch("5 . o . . .", attacker=AWAY, dice={"pass": "F 3 ?"}, defender_may_decline=True)
    assert match.waiting == [AWAY]
    assert match.answers() == ARROWS
    match.do("roll:pass")
    assert match.waiting == [HOME]
    assert match.answers() == {"roll:defender", "decline"}


@pytest.mark.rule("DF-003")
@pytest.mark.parametrize("seed", range(12))
def test_the_winner_of_a_draw_holds_the_champion_die_with_the_face_rolled(seed):
    match = Match(GAME, seed)
    dice = match.table.copy()
    set_key(dice, seed, 0)
    winner = roll(dice, 2)
    face = match.box.faces[7, roll(dice, 6)]
    assert int(match.table.draw_winner) == winner
    assert match.holder == (winner, face)
    assert match.events(Event.DRAW)[0].seat == winner
    assert match.events(Event.CHAMPION_ROLLED)[0][:2] == (winner, face)


@pytest.mark.rule("DF-003")
def test_the_draw_is_fair_and_every_face_comes_up():
    opened = [Match(GAME, seed) for seed in range(200)]
    assert 70 < sum(match.holder[0] for match in opened) < 130
    assert {match.holder[1] for match in opened} == set(Champion)


@pytest.mark.rule("DF-004", "DF-005", "DF-006")
@pytest.mark.parametrize("seed", range(6))
def test_the_other_side_kicks_off_from_the_centre(seed):
    match = Match(GAME, seed)
    assert match.attacker == 1 - match.holder[0]
    assert match.waiting == [match.attacker]
    assert match.mode == Mode.KICKOFF
    assert match.ball == "6 . . o . ."
    assert match.answers() >= ARROWS
    assert "shot" not in match.answers()


@pytest.mark.rule("DF-005")
def test_the_shot_keeper_and_penalty_dice_lie_aside_at_first():
    match = pitch("6 . . o . .", Mode.KICKOFF)
    assert match.answers() == ARROWS


@pytest.mark.rule("DF-007")
@pytest.mark.parametrize("boskov", [False, True])
def test_the_whistle_rule_is_chosen_before_the_match(boskov):
    match = pitch(
        "9 . . o . .", dice={"shot": "post", "defender": "foul", "penalty": "punch", "control": "F 1"}, boskov=boskov
    ).do("shot")
    assert match.rolled(Event.BOSKOV_ROLLED) == boskov


@pytest.mark.rule("DF-008")
def test_a_match_has_two_halves_of_seven_and_a_half_minutes():
    assert GAME.box().half_ms == 450_000
    halves = []
    for match, _seat, _action in random_match(GAME, 3):
        halves += [int(match.table.half)]
    assert match.phase == Phase.OVER
    assert sorted(set(halves)) == [1, 2]
    assert halves == sorted(halves)
    assert match.table.clock >= 450_000


@pytest.mark.rule("DF-009")
@pytest.mark.parametrize("winner", [HOME, AWAY])
def test_the_winner_of_the_draw_kicks_off_the_second_half(winner):
    match = pitch("4 . o . . .", clock=449_000, dice={"pass": "F 3 X"})
    match.table.draw_winner = winner
    match.do("roll:pass")
    assert (match.attacker, match.mode, match.ball) == (winner, Mode.KICKOFF, "6 . . o . .")
    assert (int(match.table.half), int(match.table.clock)) == (2, 0)


@pytest.mark.rule("DF-002")
@pytest.mark.parametrize(
    ("goals", "shares"), [((2, 1), [1.0, 0.0]), ((0, 1), [0.0, 1.0]), ((0, 0), [0.5, 0.5]), ((3, 3), [0.5, 0.5])]
)
def test_more_goals_win(goals, shares):
    match = pitch("4 . o . . .", clock=449_000, half=SECOND, dice={"pass": "F 3 X"})
    match.table.goals[:] = goals
    match.do("roll:pass")
    assert match.phase == Phase.OVER
    assert match.waiting == []
    assert match.score() == list(goals)
    assert match.result() == shares


@pytest.mark.rule("DF-010")
def test_after_time_play_goes_on_while_the_attacker_keeps_the_ball():
    match = pitch("2 . o . . .", clock=449_000, dice={"pass": "F 2", "control": "F 1", "cross": "F 5 X"})
    match.do("roll:pass")
    assert match.rolled(Event.TIME_UP) == 1
    assert match.table.clock > 450_000
    match.do("roll:control", "roll:pass")
    assert match.rolled(Event.TIME_UP) == 0
    assert int(match.table.half) == 1
    match.do("roll:cross")
    assert int(match.table.half) == 2


@pytest.mark.rule("DF-010")
def test_before_time_a_lost_ball_ends_nothing():
    match = pitch("4 . o . . .", clock=400_000, dice={"pass": "F 3 X"}).do("roll:pass")
    assert int(match.table.half) == 1


@pytest.mark.rule("DF-011")
def test_a_tournament_has_short_halves_and_a_shoot_out():
    assert GAME.box({"tournament": True}).half_ms == 300_000
    assert GAME.box({"tournament": True, "halves_ms": 450_000}).half_ms == 450_000
    assert GAME.box({"halves_ms": 300_000}).half_ms == 300_000
    match = pitch("4 . o . . .", clock=299_000, half=SECOND, dice={"pass": "F 3 X"}, tournament=True)
    match.do("roll:pass")
    assert match.rolled(Event.SHOOT_OUT) == 1
    assert match.phase == Phase.OVER
    assert sorted(match.result()) == [0.0, 1.0]
    assert match.score() == [0, 0]


@pytest.mark.rule("DF-011")
def test_a_tournament_match_that_is_decided_needs_no_shoot_out():
    match = pitch("4 . o . . .", clock=299_000, half=SECOND, dice={"pass": "F 3 X"}, tournament=True)
    match.table.goals[0] = 1
    match.do("roll:pass")
    assert match.rolled(Event.SHOOT_OUT) == 0
    assert match.result() == [1.0, 0.0]


@pytest.mark.rule("DF-012")
def test_elsewhere_a_draw_is_a_draw():
    match = pitch("4 . o . . .", clock=449_000, half=SECOND, dice={"pass": "F 3 X"}).do("roll:pass")
    assert match.rolled(Event.SHOOT_OUT) == 0
    assert match.result() == [0.5, 0.5]


def shoot_out(penalty, kicks=5, seed=1):
    """A tournament match that has just come to its shoot-out, a kick a decision."""
    match = pitch(
        "4 . o . . .",
        clock=299_000,
        half=SECOND,
        dice={"pass": "F 3 X", "penalty": penalty},
        tournament=True,
        shootout_kicks=kicks,
        auto_forced=False,
    )
    set_key(match.table, seed, 0)
    return match.do("roll:pass")


@pytest.mark.rule("DF-R18")
def test_the_toss_decides_who_kicks_first_and_kicks_alternate():
    firsts = set()
    for seed in range(10):
        match = shoot_out("goal", seed=seed)
        first = match.attacker
        firsts.add(first)
        assert (match.mode, match.ball) == (Mode.PENALTY, "10 . . o . .")
        kickers = []
        for _ in range(10):
            kickers += match.waiting
            match.do("roll:penalty")
        assert kickers == [first, 1 - first] * 5
    assert firsts == {HOME, AWAY}


@pytest.mark.rule("DF-R18")
def test_a_shoot_out_stops_as_soon_as_it_is_decided():
    match = shoot_out("goal")
    first = match.attacker
    match.table.kicks[:] = 3
    match.table.scored[first], match.table.scored[1 - first] = 3, 1
    match.do("roll:penalty")
    assert match.phase == Phase.OVER  # 4 against 1 with two kicks left
    assert match.result()[first] == 1.0
    assert match.rolled(Event.WON_SHOOT_OUT) == 1


@pytest.mark.rule("DF-R18")
@pytest.mark.parametrize(("face", "counts"), [("goal", 1), ("tip", 0), ("wide", 0), ("punch", 0)])
def test_of_the_faces_of_a_kick_the_goal_alone_counts(face, counts):
    match = shoot_out(face)
    kicker = match.attacker
    match.do("roll:penalty")
    assert (match.table.kicks[kicker], match.table.scored[kicker]) == (1, counts)
    assert match.attacker == 1 - kicker  # no corner, no rebound
    assert match.score() == [0, 0]


@pytest.mark.rule("DF-R18")
@pytest.mark.parametrize("kicks", [1, 5])
def test_only_the_goal_face_scores_and_sudden_death_goes_in_pairs(kicks):
    match = shoot_out("wide", kicks)
    for _ in range(2 * kicks + 1):
        match.do("roll:penalty")
    assert match.phase == Phase.SHOOT_OUT
    first = 1 - match.attacker
    match.table.scored[first] += 1  # as if that last kick had gone in
    match.do("roll:penalty")
    assert match.phase == Phase.OVER
    assert match.result()[first] == 1.0
    assert list(match.table.kicks) == [kicks + 1] * 2


@pytest.mark.rule("DF-R18")
@pytest.mark.parametrize("seed", range(4))
def test_in_a_shoot_out_the_champion_die_has_no_window(seed):
    match = shoot_out("goal", seed=seed)
    for power in Champion:
        match.table.holder, match.table.power = match.attacker, power
        assert match.answers() == {"roll:penalty"}
        (die,) = next(zone.pieces for zone in view.zones(Say(), match.box, match.table, HOME) if zone.id == "champion")
        assert die.marks == ["dimmed"]


@pytest.mark.rule("DF-R39")
def test_a_shoot_out_without_end_goes_to_a_lot():
    match = shoot_out("goal")
    while match.waiting:
        match.do("roll:penalty")
    (won,) = match.events(Event.WON_SHOOT_OUT)
    assert won.by_lot == 1
    assert list(match.table.kicks) == [60, 60]
    assert sorted(match.result()) == [0.0, 1.0]
    assert match.result()[won.seat] == 1.0


@pytest.mark.rule("DF-R18")
def test_a_whole_shoot_out_is_one_forced_run():
    def make(seed):
        match = pitch("4 . o . . .", clock=299_000, half=SECOND, dice={"pass": "F 3 X"}, tournament=True)
        set_key(match.table, seed, 0)
        return match.do("roll:pass")

    match = seeded_until(make, lambda found: max(found.table.kicks) > 5)
    assert match.rolled(Event.KICK) == sum(match.table.kicks)
    assert match.table.scored[0] != match.table.scored[1]
    assert match.log.count <= 192
