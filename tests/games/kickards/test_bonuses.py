"""Kickards: action bonuses and the tactics bar (KC-055 to KC-067)."""

from __future__ import annotations

import pytest

from matchday.engine.speech import Say
from matchday.games.kickards import words
from matchday.games.kickards.hints import moved
from matchday.games.kickards.rules.chances import goal_chance, position_odds, row_chance
from matchday.games.kickards.state import (
    BUY,
    DONE,
    LIVE,
    PASS,
    SHOOT_AGAIN,
    Bonus,
    Event,
    Phase,
    Place,
    ShotKind,
)
from tests.games.kickards.play import ATT, CARD, DEF, Turn, attack, rolled, shot, use


def shopping(red: int = 0, green: int = 0, blue: int = 0, **options) -> Turn:
    """P01 attacks alone; both may buy with the given stars: red the attacker's, green the defender's, blue both."""
    turn = Turn(attack=("P01", "P02", "P03"), defence=("P02", "P03"), **options)
    turn.stars(ATT, red - 1 if red else 0, 0, blue).stars(DEF, 0, green, blue)
    turn.lay("P01").defend()
    turn.table.stars[ATT, 0] = red
    turn.table.phase, turn.table.waiting, turn.table.step = Phase.BUY, 1 << ATT, 0
    return turn


@pytest.mark.rule("KC-055", "KC-056", "KC-R27")
def test_attacker_buys_red_and_blue_then_defender_green_and_blue():
    turn = shopping(4, 4, 4)
    assert turn.legal(ATT) == [DONE, *(BUY + bonus for bonus in range(Bonus.DRAW2_DISCARD1, Bonus.REROLL_MISS + 1))]
    turn.play(ATT, DONE)
    assert turn.waiting == [DEF]
    assert turn.legal(DEF) == [
        DONE,
        BUY + Bonus.DRAW2_DISCARD1,
        BUY + Bonus.DRAW2,
        *(BUY + bonus for bonus in range(Bonus.FORCE_K6, Bonus.HALVE + 1)),
    ]


@pytest.mark.rule("KC-057")
@pytest.mark.parametrize(
    ("bonus", "cost"),
    [(Bonus.REROLL_K6, 1), (Bonus.PLUS10, 2), (Bonus.PLUS1, 3), (Bonus.REROLL_MISS, 4)],
)
def test_a_bonus_costs_its_rank_in_its_own_colour(bonus, cost):
    turn = shopping(red=cost)
    turn.buy(ATT, bonus)
    assert turn.purse(ATT)[0] == 0
    assert turn.saw(Event.BOUGHT, ATT, bonus, cost)
    assert BUY + bonus not in shopping(red=cost - 1, blue=4).legal(ATT)


@pytest.mark.rule("KC-058")
def test_the_same_bonus_again():
    turn = shopping(red=7)
    turn.buy(ATT, Bonus.PLUS10, Bonus.PLUS10, Bonus.PLUS10)
    assert int(turn.table.bonus[ATT, Bonus.PLUS10]) == 3


@pytest.mark.rule("KC-059", "KC-R06")
def test_nothing_is_bought_after_the_k6():
    turn = shopping(red=4).play(ATT, DONE)
    assert turn.phase not in {Phase.POSITION, Phase.PERCENT}
    late = shopping(red=4, bonus_timing="until_shot").play(ATT, DONE)
    assert late.phase == Phase.POSITION
    assert use(Bonus.REROLL_K6) in late.legal(ATT)


@pytest.mark.rule("KC-060")
def test_draw_two_and_discard_one():
    turn = shopping(blue=3)
    turn.buy(ATT, Bonus.DRAW2_DISCARD1)
    assert int(turn.table.hand_count[ATT]) == 4
    assert (turn.phase, turn.waiting) == (Phase.CHOICE, [ATT])
    turn.play(ATT, CARD["P02"])
    assert turn.at(ATT, "P02") == Place.USED
    assert int(turn.table.hand_count[ATT]) == 3
    assert turn.saw(Event.DISCARDED, ATT, CARD["P02"])


@pytest.mark.rule("KC-060")
def test_draw_two():
    turn = shopping(blue=4)
    turn.play(ATT, DONE).buy(DEF, Bonus.DRAW2)
    assert int(turn.table.hand_count[DEF]) == 4
    assert not turn.events(Event.DREW, seat=ATT)


@pytest.mark.rule("KC-061", "KC-071")
def test_a_bought_reroll_is_used_after_the_k6():
    turn = shopping(red=2).buy(ATT, Bonus.REROLL_K6).until(rolled(1), ATT, DONE)
    assert turn.legal(ATT) == [PASS, use(Bonus.REROLL_K6)]
    six = turn.until(lambda other: other.saw(Event.USED, ATT, Bonus.REROLL_K6, 6), ATT, use(Bonus.REROLL_K6))
    assert six.saw(Event.ROW, CARD["P01"], 6)


@pytest.mark.rule("KC-070", "KC-078", "KC-079", "KC-080", "KC-081", "KC-082")
def test_thirty_six_and_ten_is_forty_six_and_43_scores():
    turn = shopping(red=3).buy(ATT, Bonus.PLUS10)
    assert goal_chance(turn.box, turn.table, 36, 0) == 46
    assert row_chance(turn.box, turn.table, 4) == 4600
    found = turn.until(lambda other: other.saw(Event.K6, 4) and shot(other)[1] == 43, ATT, DONE)
    assert shot(found)[:3] == (ATT, 43, 46)
    assert found.events(Event.CHANCE)[0] == (36, 0, 0, 10, 0, 0)
    assert found.score() == [1, 0]
    missed = turn.until(lambda other: other.saw(Event.K6, 4) and shot(other)[1] == 47, ATT, DONE)
    assert missed.score() == [0, 0]


@pytest.mark.rule("KC-061", "KC-063")
def test_one_up_after_the_k6_as_a_whole_turn():
    """KC-063, with bonuses until the shot: a three, three red stars, position four, and the defender's answer."""
    turn = shopping(red=3, green=3, bonus_timing="until_shot")
    turn.play(ATT, DONE)
    turn = turn.until(rolled(3), DEF, DONE)
    assert turn.waiting == [ATT]
    turn.play(ATT, use(Bonus.PLUS1))
    assert turn.purse(ATT)[0] == 0
    assert int(turn.table.position) == 4
    assert turn.waiting == [DEF]
    assert use(Bonus.MINUS1) in turn.legal(DEF)
    turn.play(DEF, PASS)
    assert turn.saw(Event.ROW, CARD["P01"], 4)


@pytest.mark.rule("KC-063", "KC-R06")
def test_by_default_one_up_must_have_been_bought_before():
    turn = shopping(red=4).buy(ATT, Bonus.PLUS1)
    assert turn.phase == Phase.BUY
    found = turn.until(rolled(3), ATT, DONE)
    assert found.legal(ATT) == [PASS, use(Bonus.PLUS1)]
    found.play(ATT, use(Bonus.PLUS1))
    assert found.saw(Event.ROW, CARD["P01"], 4)


@pytest.mark.rule("KC-061", "KC-R12")
def test_no_plus_one_at_six_and_no_minus_one_at_one():
    turn = shopping(red=4, green=4).buy(ATT, Bonus.PLUS1)
    turn.play(ATT, DONE).buy(DEF, Bonus.MINUS1)
    high = turn.until(rolled(6), DEF, DONE)
    assert (high.waiting, high.legal(high.waiting[0])) == ([DEF], [PASS, use(Bonus.MINUS1)])
    low = turn.until(rolled(1), DEF, DONE)
    assert (low.waiting, low.legal(low.waiting[0])) == ([ATT], [PASS, use(Bonus.PLUS1)])


def after_k6(event: str, die: int, **held: int) -> Turn:
    """Stand at the position with these k6 bonuses in hand; where nobody is asked, the shot is over."""
    turn = shopping(red=1, event=event)
    turn.table.bonus[ATT, Bonus.PLUS1] = held.get("up", 0)
    turn.table.bonus[DEF, Bonus.MINUS1] = held.get("down", 0)
    return turn.until(rolled(die), ATT, DONE)


@pytest.mark.rule("KC-R12")
def test_a_move_that_changes_nothing_is_not_offered():
    assert after_k6("E03", 6, down=1).phase != Phase.POSITION  # seven counts as six, and so does six
    assert after_k6("E03", 5, down=1).legal(DEF) == [PASS, use(Bonus.MINUS1)]
    assert after_k6("E33", 4, up=1).phase != Phase.POSITION  # no more than four
    assert after_k6("E33", 3, up=1).legal(ATT) == [PASS, use(Bonus.PLUS1)]
    assert after_k6("E32", 1, up=1).phase != Phase.POSITION  # nothing counts as one


@pytest.mark.rule("KC-R12")
def test_two_moves_that_change_something_together_are_both_offered():
    turn = after_k6("E03", 6, down=2)
    assert turn.legal(DEF) == [PASS, use(Bonus.MINUS1)]
    turn.play(DEF, use(Bonus.MINUS1))
    assert turn.saw(Event.USED, DEF, Bonus.MINUS1, 6, 6)
    turn.play(DEF, use(Bonus.MINUS1))
    assert turn.saw(Event.USED, DEF, Bonus.MINUS1, 6, 5)


@pytest.mark.rule("KC-R06", "KC-R12")
def test_moves_that_can_still_be_bought_count_too():
    offered = []
    for green in (3, 6):
        turn = shopping(red=1, green=green, event="E03", bonus_timing="until_shot").play(ATT, DONE)
        high = turn.until(rolled(6), DEF, DONE).play(ATT, PASS)  # the attacker keeps his red star
        offered.append(use(Bonus.MINUS1) in high.legal(DEF))
    assert offered == [False, True]


def test_a_bot_does_not_pay_for_a_move_that_changes_nothing():
    """One down from seven is still six: the next of two would be the first to help."""
    turn = after_k6("E03", 6, down=2)
    assert moved(turn.box, turn.table, -1, -1) == -row_chance(turn.box, turn.table, 6) - 100
    down = after_k6("E03", 5, down=1)
    assert moved(down.box, down.table, -1, -1) == -row_chance(down.box, down.table, 5) - 100


@pytest.mark.rule("KC-061")
def test_a_repeat_is_kept_only_for_a_shot_that_is_still_to_come():
    turn = shopping(red=5).buy(ATT, Bonus.REROLL_MISS)
    missed = turn.until(lambda other: other.phase == Phase.REROLL, ATT, DONE)
    assert words.action(Say(), missed.box, missed.table, ATT, PASS) == "Do not use it"
    missed.table.shots_left = 2
    assert words.action(Say(), missed.box, missed.table, ATT, PASS) == "Keep the repeat"


@pytest.mark.rule("KC-061", "KC-R19")
def test_a_missed_shot_may_be_repeated():
    turn = shopping(red=5).buy(ATT, Bonus.REROLL_MISS)
    missed = turn.until(lambda other: other.phase == Phase.REROLL, ATT, DONE)
    assert missed.legal(ATT) == [PASS, SHOOT_AGAIN]
    chance = int(missed.table.chance)
    again = missed.copy().play(ATT, SHOOT_AGAIN)
    assert shot(again)[2:4] == (chance, ShotKind.BOUGHT)
    kept = missed.copy().play(ATT, PASS)
    assert not kept.events(Event.SHOT)


@pytest.mark.rule("KC-062")
def test_green_bonuses():
    turn = shopping(green=9).play(ATT, DONE) if shopping(green=9).phase == Phase.BUY else shopping(green=9)
    turn.buy(DEF, Bonus.MINUS10)
    assert goal_chance(turn.box, turn.table, 36, 0) == 26
    turn.buy(DEF, Bonus.HALVE)
    assert goal_chance(turn.box, turn.table, 36, 0) == 13
    turn.buy(DEF, Bonus.FORCE_K6)
    found = turn.until(rolled(4), DEF, DONE)
    assert (found.waiting, found.legal(DEF)) == ([DEF], [PASS, use(Bonus.FORCE_K6)])
    found.play(DEF, use(Bonus.FORCE_K6))
    assert found.saw(Event.USED, DEF, Bonus.FORCE_K6)


@pytest.mark.rule("KC-062", "KC-064")
def test_three_green_for_one_down_and_the_blue_star_is_kept():
    turn = shopping(green=3, blue=1)
    turn.play(ATT, DONE)
    turn.buy(DEF, Bonus.MINUS1)
    assert turn.purse(DEF) == [0, 0, 1]
    found = turn if turn.phase == Phase.POSITION else turn.until(rolled(4), DEF, DONE)
    if found.phase == Phase.POSITION and int(found.table.die) > 1:
        position = int(found.table.position)
        found.play(DEF, use(Bonus.MINUS1))
        assert found.saw(Event.USED, DEF, Bonus.MINUS1, position, position - 1)
    found.pass_until()
    assert found.purse(DEF)[2] == 1


@pytest.mark.rule("KC-R14")
@pytest.mark.parametrize(("chance", "times", "left"), [(46, 1, 23), (45, 1, 23), (45, 2, 12), (0, 1, 0), (1, 3, 1)])
def test_halving_rounds_up_each_time(chance, times, left):
    turn = attack("P01")
    turn.table.bonus[DEF, Bonus.HALVE] = times
    assert goal_chance(turn.box, turn.table, chance, 0) == left


@pytest.mark.rule("KC-R14", "KC-R26")
def test_the_chance_is_clamped_before_it_is_halved():
    turn = attack("P01")
    turn.table.acts[LIVE].pct = 90
    assert goal_chance(turn.box, turn.table, 36, 0) == 100
    turn.table.bonus[DEF, Bonus.HALVE] = 1
    assert goal_chance(turn.box, turn.table, 36, 0) == 50
    turn.table.acts[LIVE].pct = -90
    assert goal_chance(turn.box, turn.table, 36, 0) == 0


@pytest.mark.rule("KC-065", "KC-066", "KC-086")
def test_what_is_left_stays_on_the_bar_up_to_three_of_a_colour():
    turn = Turn().stars(ATT, 3, 1, 5).stars(DEF, 0, 7, 0)
    turn.lay("P01").defend()
    turn.pass_until()
    assert turn.purse(ATT) == [3, 1, 3]
    assert turn.purse(DEF) == [0, 3, 0]


@pytest.mark.rule("KC-065")
def test_the_bar_is_spent_like_fresh_stars():
    turn = Turn().stars(ATT, 3, 0, 0).lay("P01").defend()
    assert turn.purse(ATT)[0] == 4
    assert BUY + Bonus.REROLL_MISS in turn.legal(ATT)


@pytest.mark.rule("KC-067", "KC-136")
def test_all_sources_add_up():
    turn = attack("P01", event="E01")
    turn.table.bonus[ATT, Bonus.PLUS10] = 2
    turn.table.bonus[DEF, Bonus.MINUS10] = 1
    turn.table.acts[LIVE].line_up = 5
    turn.table.control_pct = -5
    assert goal_chance(turn.box, turn.table, 36, 0) == 36 + 10 + 5 + 20 - 10 - 5


@pytest.mark.rule("KC-068", "KC-071")
def test_position_odds_add_up_to_six_faces():
    turn = attack("P01", event="E03")
    assert [position_odds(turn.table, position) for position in range(1, 7)] == [0, 1, 1, 1, 1, 2]
    turn.table.nudges = -1
    assert [position_odds(turn.table, position) for position in range(1, 7)] == [1] * 6


@pytest.mark.rule("KC-055")
def test_a_shot_that_is_off_leaves_only_draws_to_buy():
    turn = Turn(attack=("P01", "P02"), event="E35").stars(ATT, 3, 0, 4)
    turn.lay("P01").defend()
    turn.pass_until(Phase.BUY)
    turn.table.acts[LIVE].no_shot = 1
    assert turn.legal(ATT) == [DONE, BUY + Bonus.DRAW2_DISCARD1, BUY + Bonus.DRAW2]


@pytest.mark.rule("KC-055")
def test_a_flat_shot_sells_no_k6_bonuses():
    turn = Turn(event="E09").stars(ATT, 3, 0, 0)
    turn.table.var_left[:] = 0
    turn.lay("P01").defend()
    assert turn.legal(ATT) == [DONE, BUY + Bonus.PLUS10, BUY + Bonus.REROLL_MISS]


@pytest.mark.rule("KC-R06")
def test_percentages_may_be_bought_until_the_shot_as_a_house_rule():
    turn = shopping(red=2, green=4, bonus_timing="until_shot", event="E09")
    turn.table.acts[LIVE].aim, turn.table.acts[LIVE].at = 2, 46
    turn.play(ATT, DONE)
    turn.play(DEF, DONE)
    assert (turn.phase, turn.waiting) == (Phase.PERCENT, [ATT])
    turn.buy(ATT, Bonus.PLUS10)
    assert (turn.phase, turn.waiting) == (Phase.PERCENT, [DEF])
    assert turn.legal(DEF) == [DONE, BUY + Bonus.MINUS10, BUY + Bonus.HALVE]
    turn.buy(DEF, Bonus.HALVE)
    assert shot(turn)[2] == 28
