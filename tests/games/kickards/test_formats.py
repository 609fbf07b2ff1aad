"""Kickards: formats, extra time, shoot-out (KC-113 to KC-124)."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from matchday.engine.dice import Dice
from matchday.engine.speech import Say
from matchday.games.kickards import GAME, view, words
from matchday.games.kickards.rules.automat import automat_action
from matchday.games.kickards.state import (
    ADDED,
    EXTRA_TIME,
    OFFERED,
    PASS,
    PLAY_ON,
    SHOOTOUT,
    Event,
    Phase,
    Place,
    Tint,
)
from tests.games.kickards.play import ATT, BOX, CARD, DEF, Turn, replace_in_rules
from tests.kit import Position


def play_out(turn: Turn, goals: tuple[int, int] = (0, 0)) -> Turn:
    """Decline everything to the end of this match, at this score."""
    turn.table.goals[:] = goals
    period = int(turn.table.period), int(turn.table.leg)
    while turn.waiting and (int(turn.table.period), int(turn.table.leg)) in {period, (2, period[1])}:
        if turn.phase in {Phase.COACH_PICK, Phase.KICK}:
            break
        turn.play(turn.waiting[0], PASS)
    return turn


@pytest.mark.rule("KC-113", "KC-096")
def test_a_friendly_may_be_drawn():
    turn = play_out(Turn(), (1, 1))
    assert turn.phase == Phase.OVER
    assert turn.result() == [0.5, 0.5]
    assert {int(Position(GAME, seed).table.home) for seed in range(20)} == {0, 1}


@pytest.mark.rule("KC-114", "KC-R11")
def test_a_tie_over_two_legs():
    turn = play_out(Turn(format="tie"), (2, 1))
    assert turn.phase == Phase.COACH_PICK
    assert int(turn.table.leg) == 2
    assert int(turn.table.home) == 1
    assert [int(goals) for goals in turn.table.goals] == [0, 0]
    assert [int(left) for left in turn.table.var_left] == [1, 1]
    assert turn.score() == [2, 1]
    assert int(turn.table.deck_count[0]) == 35
    while turn.phase == Phase.COACH_PICK:
        turn.play(turn.waiting[0], OFFERED)
    play_out(turn, (0, 3))
    assert turn.phase == Phase.OVER
    assert turn.score() == [2, 4]
    assert turn.result() == [0.0, 1.0]


@pytest.mark.rule("KC-114", "KC-004")
def test_before_the_second_leg_the_clock_stands_at_its_beginning():
    turn = play_out(Turn(format="tie"), (2, 1))
    shown = {counter.id: counter for counter in view.counters(Say(), turn.box, turn.hidden(ATT), ATT)}
    assert (shown["period"].text, shown["round"].value) == ("Before kick-off", 0)
    assert "pace.0" not in shown
    picture = Console(width=200, record=True, file=StringIO())
    picture.print(GAME.draw(Say(), turn.box, turn.hidden(ATT), ATT, ["A", "B"]))
    assert picture.export_text().count("Before kick-off") == 1


@pytest.mark.rule("KC-R13")
def test_cards_are_wiped_between_legs():
    turn = Turn(format="tie", cards="full")
    turn.table.yellow[:] = (1, 0)
    turn.table.reds[:] = (0, 2)
    turn.table.where[DEF, CARD["P33"]] = Place.SENT_OFF
    turn.table.deck_count[DEF] -= 1
    play_out(turn, (2, 1))
    assert int(turn.table.leg) == 2
    assert turn.table.yellow.tolist() == [0, 0]
    assert turn.table.reds.tolist() == [0, 0]
    assert int(turn.table.deck_count[DEF]) == 35
    while turn.phase == Phase.COACH_PICK:
        turn.play(turn.waiting[0], OFFERED)
    assert turn.table.hand_count.tolist() == [11, 11]


def second_leg(first: tuple[int, int], second: tuple[int, int], **options) -> Turn:
    turn = play_out(Turn(format="tie", **options), first)
    while turn.phase == Phase.COACH_PICK:
        turn.play(turn.waiting[0], OFFERED)
    return play_out(turn, second)


@pytest.mark.rule("KC-114", "KC-R24")
def test_a_level_tie_is_drawn():
    turn = second_leg((2, 1), (0, 1))
    assert turn.phase == Phase.OVER
    assert turn.result() == [0.5, 0.5]


@pytest.mark.rule("KC-R24")
def test_away_goals():
    """Seat 0 was at home first: seat 1's goal there counts more than seat 0's none away."""
    assert second_leg((2, 1), (0, 1), away_goals=True).result() == [0.0, 1.0]
    assert second_leg((1, 1), (1, 1), away_goals=True).result() == [0.5, 0.5]
    assert second_leg((0, 0), (1, 1), away_goals=True).result() == [1.0, 0.0]


@pytest.mark.rule("KC-R24", "KC-116")
def test_a_level_tie_may_go_to_extra_time():
    turn = second_leg((2, 1), (0, 1), tie_break="extra_time")
    assert int(turn.table.period) == EXTRA_TIME
    assert turn.events(Event.EXTRA_TIME)[0][:3] == (DEF, 2, 2)  # both legs together; DEF is at home now
    assert second_leg((2, 0), (0, 1), tie_break="extra_time").phase == Phase.OVER


@pytest.mark.rule("KC-R24")
def test_away_goals_of_extra_time_do_not_count():
    turn = second_leg((1, 1), (1, 1), away_goals=True, tie_break="extra_time")
    assert int(turn.table.period) == EXTRA_TIME
    turn.table.goals[:] = (2, 2)  # seat 0 plays away: two there, and seat 1 had one
    while turn.phase not in {Phase.KICK, Phase.OVER}:
        turn.play(turn.waiting[0], PASS)
    assert turn.phase == Phase.KICK
    assert int(turn.table.period) == SHOOTOUT


@pytest.mark.rule("KC-096", "KC-116", "KC-119")
def test_the_final_whistle_is_the_last_one():
    def whistles(turn: Turn) -> list[str]:
        return [words.event(Say(), turn.box, ["A", "B"], Event.WHISTLE, args) for args in turn.events(Event.WHISTLE)]

    assert whistles(play_out(Turn(), (1, 1))) == ["The final whistle: A 1:1 B."]
    assert whistles(play_out(Turn(format="tie"), (2, 1))) == ["The final whistle: A 2:1 B."]
    assert whistles(play_out(Turn(format="final"), (1, 0))) == ["The final whistle: A 1:0 B."]
    assert whistles(play_out(Turn(format="final"), (1, 1))) == ["The whistle: A 1:1 B."]
    assert whistles(shootout()) == ["The whistle: A 1:1 B."]


@pytest.mark.rule("KC-115", "KC-R15")
def test_a_final_goes_to_extra_time_only_when_level():
    assert play_out(Turn(format="final"), (1, 0)).phase == Phase.OVER
    turn = play_out(Turn(format="final"), (1, 1))
    assert int(turn.table.period) == EXTRA_TIME
    assert turn.phase == Phase.ATTACK


@pytest.mark.rule("KC-116", "KC-R16", "KC-151")
def test_extra_time():
    turn = Turn(format="final", cards="full").stars(ATT, 2, 0, 0)
    turn.table.control = 3
    turn.table.where[ATT, CARD["P33"]] = Place.SENT_OFF
    turn.table.deck_count[ATT] -= 1
    turn.table.reds[ATT] = 1
    play_out(turn, (1, 1))
    assert [int(count) for count in turn.table.hand_count] == [6, 7]
    assert [int(count) for count in turn.table.deck_count] == [28, 28]
    assert turn.at(ATT, "P33") == Place.SENT_OFF
    assert turn.table.stars.sum() == 0
    assert int(turn.table.control) == 0
    assert int(turn.table.round_no) == 5
    assert turn.saw(Event.TOSS)
    winner = turn.waiting[0]
    order = []
    for _ in range(4):
        order.append((int(turn.table.round_no), turn.waiting[0]))
        turn.play(turn.waiting[0], PASS)
    assert order == [(5, winner), (5, 1 - winner), (6, 1 - winner), (6, winner)]
    assert (turn.phase, turn.waiting) == (Phase.ADDED_TIME, [1 - winner])


@pytest.mark.rule("KC-R11")
@pytest.mark.parametrize("renewed", [False, True])
def test_var_tokens_in_extra_time(renewed):
    turn = Turn(format="final", var_extra_time=renewed)
    turn.table.var_left[:] = 0
    play_out(turn)
    assert [int(left) for left in turn.table.var_left] == [int(renewed)] * 2


@pytest.mark.rule("KC-117")
def test_added_time_in_extra_time():
    turn = play_out(Turn(format="final"))
    while turn.phase != Phase.ADDED_TIME:
        turn.play(turn.waiting[0], PASS)
    seat = turn.waiting[0]
    turn.play(seat, PLAY_ON)
    assert int(turn.table.round_no) == ADDED
    assert turn.waiting == [seat]


def shootout(seed: int = 1, **options) -> Turn:
    turn = play_out(Turn(format="final", seed=seed, **options), (1, 1))
    while turn.phase != Phase.KICK:
        turn.play(turn.waiting[0], PASS)
    return turn


@pytest.mark.rule("KC-118", "KC-119")
def test_still_level_means_penalties():
    turn = shootout()
    assert int(turn.table.period) == SHOOTOUT
    assert [int(count) for count in turn.table.hand_count] == [5, 5]
    assert [int(count) for count in turn.table.deck_count] == [30, 30]
    assert turn.saw(Event.SHOOTOUT, turn.waiting[0])
    assert [int(count) for count in turn.table.pens] == [0, 0]
    assert turn.score() == [1, 1]


def kicked(turn: Turn, card: str, tint: Tint):
    """Let this card be kicked, with a k6 that finds a row of this colour at once."""
    seat = turn.waiting[0]
    turn.give(seat, (card, "P02"))

    def wanted(other: Turn) -> bool:
        if other.events(Event.KICK_AGAIN):
            return tint == Tint.YELLOW
        position = other.events(Event.KICK)[0][2]
        return BOX.footballers[CARD[card]].shots[position - 1].tint == tint

    return seat, turn.until(wanted, seat, CARD[card])


@pytest.mark.rule("KC-120", "KC-121")
def test_an_ordinary_row_is_shot_at_its_percentage():
    seat, turn = kicked(shootout(), "P01", Tint.PLAIN)
    _, card, position, goal, roll, chance = turn.events(Event.KICK)[0]
    assert card == CARD["P01"]
    assert chance == int(BOX.footballers[card].shots[position - 1].a)
    assert bool(goal) == (roll <= chance)
    assert int(turn.table.pens[seat]) == goal
    assert turn.at(seat, "P01") == Place.USED


@pytest.mark.rule("KC-120", "KC-079")
@pytest.mark.parametrize(("face", "rolled", "goal"), [(0, 1, 1), (35, 36, 1), (36, 37, 0), (99, 100, 0)])
def test_the_k100_of_a_penalty_runs_from_1_to_100(face, rolled, goal, monkeypatch):
    """P01's fourth row has 36 %: a 36 is a goal, a 37 is none."""
    turn = shootout()
    seat = turn.waiting[0]
    turn.give(seat, ("P01", "P02"))
    replace_in_rules(monkeypatch, "roll", lambda _, sides: 3 if sides == 6 else face)
    turn.play(seat, CARD["P01"])
    assert turn.events(Event.KICK)[0] == (seat, CARD["P01"], 4, goal, rolled, 36)


@pytest.mark.rule("KC-121", "KC-122")
def test_a_green_row_is_a_goal():
    seat, turn = kicked(shootout(), "P01", Tint.GREEN)
    assert turn.events(Event.KICK)[0][3:5] == (1, 0)
    assert int(turn.table.pens[seat]) == 1
    assert turn.at(seat, "P01") == Place.USED


@pytest.mark.rule("KC-124", "KC-121")
def test_a_red_row_is_a_miss():
    seat, turn = kicked(shootout(), "P01", Tint.RED)
    assert turn.events(Event.KICK)[0][3:5] == (0, 0)
    assert int(turn.table.pens[seat]) == 0
    assert turn.at(seat, "P01") == Place.USED


@pytest.mark.rule("KC-123", "KC-R25")
@pytest.mark.parametrize("tint", [Tint.YELLOW, Tint.GREEN, Tint.PLAIN])
def test_a_yellow_row_rolls_once_more(tint):
    turn = shootout()
    seat = turn.waiting[0]
    turn.give(seat, ("P05", "P02"))

    def wanted(other: Turn) -> bool:
        if not other.events(Event.KICK_AGAIN):
            return False
        return BOX.footballers[CARD["P05"]].shots[other.events(Event.KICK)[0][2] - 1].tint == tint

    found = turn.until(wanted, seat, CARD["P05"])
    assert len(found.events(Event.KICK_AGAIN)) == 1
    goal, roll = found.events(Event.KICK)[0][3:5]
    if tint == Tint.YELLOW:
        assert (goal, roll) == (0, 0)
    elif tint == Tint.GREEN:
        assert (goal, roll) == (1, 0)
    else:
        assert roll > 0


@pytest.mark.rule("KC-R25")
def test_a_shootout_stops_when_it_is_decided():
    turn = shootout()
    first = turn.waiting[0]
    turn.table.pens[first], turn.table.kicks[first], turn.table.kicks[1 - first] = 3, 3, 2
    turn.table.waiting = 1 << (1 - first)
    found = turn.until(lambda other: other.events(Event.KICK)[0][3] == 0, 1 - first, turn.legal(1 - first)[0])
    assert found.phase == Phase.OVER
    assert found.result()[first] == 1.0


@pytest.mark.rule("KC-R25")
def test_sudden_death_draws_a_card_at_a_time():
    turn = shootout()
    first = turn.waiting[0]
    for seat in range(2):
        turn.give(seat, ("P01",) if seat != first else ("P01", "P02"))
        turn.table.kicks[seat] = 4
    turn.play(first, CARD["P01"])
    assert turn.phase == Phase.OVER or int(turn.table.kicks.min()) >= 5
    assert turn.phase == Phase.OVER or turn.saw(Event.DREW_CARDS)


@pytest.mark.rule("KC-R25")
def test_sudden_death_goes_pair_by_pair():
    turn = shootout()
    first = turn.waiting[0]
    second = 1 - first
    for seat in range(2):
        turn.give(seat, ("P01", "P02"))
        turn.table.kicks[seat], turn.table.pens[seat] = 5, 2
    scored = turn.until(lambda other: other.events(Event.KICK)[0][3] == 1, first, CARD["P01"])
    assert (scored.phase, scored.waiting) == (Phase.KICK, [second])  # the other one may still answer
    lost = scored.until(lambda other: other.events(Event.KICK)[0][3] == 0, second, CARD["P01"])
    assert lost.phase == Phase.OVER
    assert lost.result()[first] == 1.0
    level = scored.until(lambda other: other.events(Event.KICK)[0][3] == 1, second, CARD["P01"])
    assert level.phase != Phase.OVER or len(level.events(Event.KICK)) > 1


@pytest.mark.rule("KC-R25")
def test_a_shootout_without_end_is_decided_by_the_coin():
    turn = shootout()
    first = turn.waiting[0]
    turn.table.kicks[first], turn.table.kicks[1 - first] = 59, 59
    turn.give(first, ("P01", "P02"))
    turn.give(1 - first, ("P01",))
    found = turn.until(lambda other: other.saw(Event.TOSS), first, CARD["P01"])
    winner = found.events(Event.TOSS)[0][0]
    assert found.phase == Phase.OVER
    assert found.result()[winner] == 1.0


@pytest.mark.rule("KC-R25")
def test_percentage_points_for_penalties():
    seat, turn = kicked(shootout(shootout_bonus=40), "P01", Tint.PLAIN)
    _, card, position, _, _, chance = turn.events(Event.KICK)[0]
    assert seat in {ATT, DEF}
    assert chance == int(BOX.footballers[card].shots[position - 1].a) + 40


@pytest.mark.rule("KC-R25", "KC-R32")
def test_the_points_count_in_what_a_kicker_is_worth():
    """P01: 52, a miss, 68, 76, 84 and a goal; P12 has no row that misses."""
    plain = GAME.box().footballers
    more = GAME.box({"shootout_bonus": 40}).footballers
    assert int(plain[CARD["P01"]].kick) > int(plain[CARD["P12"]].kick)
    assert int(more[CARD["P01"]].kick) == round((52 + 0 + 68 + 76 + 84 + 100) / 6 * 100)
    assert int(more[CARD["P12"]].kick) == round((48 + 54 + 62 + 68 + 72 + 100) / 6 * 100)
    turn = shootout(shootout_bonus=40)
    seat = turn.waiting[0]
    turn.give(seat, ("P01", "P12"))
    assert view.detail(Say(), turn.box, turn.hidden(seat), seat, CARD["P12"]).endswith("mean 67 %")
    dice = Dice.new()
    assert turn.runner.choose(turn.box, turn.hidden(seat), seat, dice) == CARD["P12"]
    assert automat_action(turn.box, turn.table, seat) == CARD["P12"]
    assert max(int(card.kick) for card in GAME.box({"shootout_bonus": 40}).footballers[:35]) <= 10_000
