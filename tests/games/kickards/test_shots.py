"""Kickards: position, special rows, shot, end of turn (KC-068 to KC-096)."""

from __future__ import annotations

import pytest

from matchday.games.kickards import GAME
from matchday.games.kickards.rules.chances import row_chance
from matchday.games.kickards.state import (
    ADDED,
    COLOUR,
    DONE,
    LIVE,
    PASS,
    PLAY_ON,
    SHOOT_AGAIN,
    SPECIAL,
    Bonus,
    Event,
    Op,
    Phase,
    Place,
    ShotKind,
    Tint,
)
from tests.games.kickards.play import ATT, BOX, CARD, DEF, KIND, Turn, rolled, shot


def shooting(shooter: str, *support: str, event: str = "E48", rest: tuple[str, ...] = ("P03",), **options) -> Turn:
    """Stand before the k6 with nothing bought: the last decision is the attacker's DONE."""
    turn = Turn(attack=(shooter, *support, *rest), defence=("P03",), event=event, **options).stars(ATT, 3, 0, 0)
    turn.table.var_left[:] = 0
    turn.lay(shooter, *support).defend()
    while turn.phase == Phase.STARS:
        turn.play(ATT, turn.legal(ATT)[0])
    if turn.phase == Phase.EXCHANGE:
        turn.play(ATT, PASS)
    turn.table.phase, turn.table.waiting, turn.table.step = Phase.BUY, 1 << ATT, 0
    turn.table.stars[:] = 0
    turn.table.stars[ATT, 0] = 1
    return turn


def at_position(turn: Turn, position: int) -> Turn:
    """Roll this position."""
    return turn.until(rolled(position), ATT, DONE)


@pytest.mark.rule("KC-068", "KC-069", "KC-070")
def test_the_k6_is_the_row():
    turn = at_position(shooting("P01"), 4)
    assert turn.saw(Event.K6, 4, 4)
    assert turn.saw(Event.ROW, CARD["P01"], 4)
    assert shot(turn)[2] == 36
    assert {found.events(Event.K6)[0][0] for found in (at_position(shooting("P01"), face) for face in range(1, 7))} == {
        1, 2, 3, 4, 5, 6,
    }  # fmt: skip
    assert all(len(card.shots) == 6 for card in BOX.footballers[:35])


@pytest.mark.rule("KC-072", "KC-074")
def test_every_footballer_has_a_special_row_of_three_colours():
    tints = [int(row.tint) for card in BOX.footballers[:35] for row in card.shots]
    assert all(any(row.tint for row in card.shots) for card in BOX.footballers[:35])
    assert [tints.count(tint) for tint in Tint] == [143, 20, 15, 32]
    assert all((row.kind >= SPECIAL) == (row.tint > 0) for card in BOX.footballers[:35] for row in card.shots)


def test_the_cards_are_unique_and_rise_with_the_position():
    tables = {tuple((int(row.kind), int(row.a), int(row.side)) for row in card.shots) for card in BOX.footballers[:35]}
    assert len(tables) == 35
    for card in BOX.footballers[:35]:
        plain = [int(row.a) for row in card.shots if not row.tint]
        assert plain == sorted(plain)


@pytest.mark.rule("KC-073", "KC-075")
def test_rebound_row_repeats_a_miss():
    turn = shooting("P01").until(lambda other: other.saw(Event.K6, 6) and len(other.events(Event.SHOT)) == 2, ATT, DONE)
    first, second = turn.events(Event.SHOT)
    assert (first[2], first[3]) == (42, ShotKind.FIRST)
    assert (second[2], second[3]) == (42, ShotKind.REPEAT)
    once = shooting("P01").until(lambda other: other.saw(Event.K6, 6) and shot(other)[1] <= 42, ATT, DONE)
    assert len(once.events(Event.SHOT)) == 1
    assert once.score() == [1, 0]


@pytest.mark.rule("KC-076")
def test_patient_row_asks_for_an_empty_hand():
    held = at_position(shooting("P05"), 4)
    assert held.saw(Event.BOOKED, ATT, 1)
    assert not held.events(Event.SHOT)
    empty = at_position(shooting("P05", rest=()), 4)
    assert shot(empty)[2] == 75
    assert not empty.events(Event.BOOKED)


@pytest.mark.rule("KC-077", "KC-R31")
def test_gambler_row():
    base = shooting("P01", cards="full")
    reached = base.until(lambda other: other.saw(Event.K6, 2) and other.saw(Event.DIE, 2), ATT, DONE)
    assert reached.saw(Event.ROW, CARD["P01"], 4)
    assert shot(reached)[2] == 36
    red = base.until(lambda other: other.saw(Event.K6, 2) and other.saw(Event.DIE, 4), ATT, DONE)
    assert red.saw(Event.BOOKED, ATT, 2, 0)
    assert red.at(ATT, "P01") == Place.SENT_OFF
    assert not red.events(Event.SHOT)
    twice = shooting("P04").until(lambda other: other.saw(Event.K6, 3) and other.saw(Event.DIE, 1), ATT, DONE)
    assert not twice.events(Event.SHOT)
    assert not twice.events(Event.BOOKED)


def test_marksman_row_shoots_twice():
    turn = at_position(shooting("P03", rest=("P02",)), 6)
    assert [args[2] for args in turn.events(Event.SHOT)] == [26, 26]


def test_clear_row_ignores_minus_ten_and_halvings():
    turn = shooting("P05", event="E24")
    turn.table.bonus[DEF, Bonus.MINUS10] = 2
    turn.table.acts[LIVE].line_up = -5
    found = at_position(turn, 6)
    assert shot(found)[2] == 37
    assert shot(at_position(turn, 5))[2] == 7  # (38 - 20 - 5 = 13) halved by the great save


def test_leader_row_draws_a_card_afterwards():
    turn = at_position(shooting("P02"), 5)
    assert shot(turn)[2] == 34
    assert turn.saw(Event.DREW_CARDS, ATT, 1)
    assert int(turn.table.hand_count[ATT]) == 2


def test_inspiration_row_gives_a_star_afterwards():
    turn = at_position(shooting("P09"), 6)
    assert shot(turn)[2] == 38
    assert (turn.phase, turn.waiting) == (Phase.CHOICE, [ATT])
    turn.play(ATT, COLOUR + 2)
    assert turn.purse(ATT)[2] == 1
    assert turn.waiting == [DEF]


@pytest.mark.parametrize(("die", "shots"), [(3, 0), (4, 1)])
def test_showman_row(die, shots):
    turn = shooting("P09").until(lambda other: other.saw(Event.K6, 3) and other.saw(Event.DIE, die), ATT, DONE)
    assert len(turn.events(Event.SHOT)) == shots
    assert all(args[2] == 38 for args in turn.events(Event.SHOT))


def test_selfish_row():
    assert shot(at_position(shooting("P06"), 4))[2] == 46
    assert shot(at_position(shooting("P06", "P02"), 4))[2] == 20


def test_team_row_counts_support():
    assert shot(at_position(shooting("P14"), 4))[2] == 8
    assert shot(at_position(shooting("P14", "P01", "P02"), 4))[2] == 24


@pytest.mark.parametrize(("die", "chance"), [(2, None), (3, 14), (5, 75)])
def test_diver_row(die, chance):
    turn = shooting("P07").until(lambda other: other.saw(Event.K6, 5) and other.saw(Event.DIE, die), ATT, DONE)
    assert turn.saw(Event.BOOKED, ATT, 1) == (chance is None)
    assert [args[2] for args in turn.events(Event.SHOT)] == ([] if chance is None else [chance])


def test_ball_lost_row():
    turn = at_position(shooting("P08"), 2)
    assert turn.saw(Event.NO_SHOT, ATT)
    assert not turn.events(Event.SHOT)
    assert len(turn.events(Event.NO_SHOT)) == 1
    assert not turn.events(Event.EFFECT)  # the same would be told twice


def test_careless_row_gives_the_defender_an_unmodified_shot():
    turn = shooting("P11")
    turn.table.acts[LIVE].pct = 20
    found = at_position(turn, 3)
    assert [args[:4] for args in found.events(Event.SHOT)] == [(DEF, shot(found)[1], 16, ShotKind.RIVAL)]
    goal = turn.until(lambda other: other.saw(Event.K6, 3) and other.saw(Event.GOAL, DEF), ATT, DONE)
    assert goal.score() == [0, 1]


def test_hard_man_row():
    turn = at_position(shooting("P03", rest=("P02",)), 2)
    assert turn.saw(Event.BOOKED, ATT, 1)
    assert not turn.events(Event.SHOT)


def test_tired_row_costs_a_card_afterwards():
    turn = at_position(shooting("P29", rest=("P02", "P03")), 1)
    assert shot(turn)[2] == 6
    assert (turn.phase, turn.legal(ATT)) == (Phase.CHOICE, [CARD["P02"], CARD["P03"]])
    turn.play(ATT, CARD["P03"])
    assert turn.at(ATT, "P03") == Place.USED


def test_row_chance_weighs_a_rows_own_dice():
    turn = shooting("P01")
    assert row_chance(turn.box, turn.table, 2) == (28 + 36 + 44) * 100 // 6
    show = shooting("P09")
    assert row_chance(show.box, show.table, 3) == 1900
    diver = shooting("P07")
    assert row_chance(diver.box, diver.table, 5) == (2 * 14 + 2 * 75) * 100 // 6


@pytest.mark.rule("KC-078", "KC-082")
def test_event_and_bonuses_change_the_printed_chance():
    assert shot(at_position(shooting("P01", event="E07"), 4))[2] == 56
    flat = shooting("P01", event="E05")
    flat.table.bonus[ATT, Bonus.PLUS10] = 1
    assert shot(flat.play(ATT, DONE))[2] == 85


@pytest.mark.rule("KC-079", "KC-R26")
def test_a_goal_if_the_roll_does_not_exceed_the_chance():
    base = shooting("P01")
    equal = base.until(lambda other: other.saw(Event.K6, 4) and shot(other)[1] == 36, ATT, DONE)
    assert equal.score() == [1, 0]
    over = base.until(lambda other: other.saw(Event.K6, 4) and shot(other)[1] == 37, ATT, DONE)
    assert over.score() == [0, 0]
    assert over.saw(Event.MISS, ATT)


@pytest.mark.rule("KC-080")
def test_the_k100_reads_from_1_to_100():
    turn = shooting("P01", event="E05")
    rolls = {shot(turn.until(lambda other, want=want: shot(other)[1] == want, ATT, DONE))[1] for want in (1, 43, 100)}
    assert rolls == {1, 43, 100}


@pytest.mark.rule("KC-083")
@pytest.mark.parametrize("goals", [0, 1])
def test_goal_or_not_the_turn_ends(goals):
    turn = shooting("P01").until(lambda other: other.saw(Event.K6, 4) and other.score()[0] == goals, ATT, DONE)
    assert (turn.phase, turn.waiting) == (Phase.ATTACK, [DEF])


@pytest.mark.rule("KC-084", "KC-085")
def test_goals_are_counted():
    turn = shooting("P01")
    turn.table.goals[ATT] = 1
    found = turn.until(lambda other: other.saw(Event.K6, 4) and other.saw(Event.GOAL, ATT), ATT, DONE)
    assert found.events(Event.GOAL)[0][:4] == (ATT, ATT, 2, 0)
    assert found.score() == [2, 0]


@pytest.mark.rule("KC-R19", "KC-R34")
def test_repeats_come_before_bought_shots():
    turn = shooting("P01", event="E02")
    turn.table.bonus[ATT, Bonus.REROLL_MISS] = 1
    missed = turn.until(lambda other: other.saw(Event.K6, 4) and other.phase == Phase.REROLL, ATT, DONE)
    assert [args[3] for args in missed.events(Event.SHOT)] == [ShotKind.FIRST, ShotKind.REPEAT]
    missed.play(ATT, SHOOT_AGAIN)
    assert shot(missed)[3] == ShotKind.BOUGHT


@pytest.mark.rule("KC-R18", "KC-R34")
def test_a_follow_up_takes_halvings_but_no_percentages():
    turn = shooting("P01", event="E08")
    turn.table.acts[LIVE].pct = 10
    turn.table.bonus[DEF, Bonus.HALVE] = 1
    found = turn.until(lambda other: other.saw(Event.K6, 4) and len(other.events(Event.SHOT)) == 2, ATT, DONE)
    assert [args[2] for args in found.events(Event.SHOT)] == [23, 9]
    assert found.events(Event.SHOT)[1][3] == ShotKind.FOLLOW_UP


# ---------------------------------------------------------------------------------------------- ends


@pytest.mark.rule("KC-086")
def test_the_end_of_a_turn():
    turn = at_position(shooting("P01", "P02", event="E01"), 4)
    assert turn.at(ATT, "P01") == Place.USED
    assert turn.at(ATT, "P02") == Place.USED
    assert turn.table.bonus.sum() == 0
    assert int(turn.table.acts[LIVE].pct) == 0
    assert int(turn.table.event) == 0
    assert int(turn.table.att) == DEF


@pytest.mark.rule("KC-086")
def test_unused_bonuses_go_back():
    turn = shooting("P01")
    turn.table.bonus[ATT, Bonus.PLUS10] = 1
    assert at_position(turn, 4).table.bonus.sum() == 0


def to_the_break(turn: Turn, rounds: int = 3) -> Turn:
    for _ in range(2 * rounds):
        turn.play(turn.waiting[0], PASS)
    return turn


@pytest.mark.rule("KC-089", "KC-090")
def test_hands_are_filled_up_at_half_time():
    turn = to_the_break(Turn(attack=("P01",), defence=()).stars(ATT, 2, 1, 0), 0)
    while int(turn.table.round_no) < 4:
        turn.play(turn.waiting[0], PASS)
    assert turn.saw(Event.DREW_CARDS, ATT, 10)
    assert turn.saw(Event.DREW_CARDS, DEF, 11)
    assert [int(count) for count in turn.table.hand_count] == [11, 11]


@pytest.mark.rule("KC-091", "KC-151", "KC-065")
def test_bars_are_emptied_at_half_time():
    turn = Turn().stars(ATT, 2, 1, 0).stars(DEF, 0, 3, 0)
    turn.table.control = 4
    to_the_break(turn)
    assert turn.table.stars.sum() == 0
    assert int(turn.table.control) == 0


@pytest.mark.rule("KC-R21")
def test_a_hand_above_the_limit_keeps_its_cards():
    turn = Turn(attack=tuple(CARD)[:13])
    to_the_break(turn)
    assert int(turn.table.hand_count[ATT]) == 13


@pytest.mark.rule("KC-094", "KC-065")
def test_whoever_holds_a_card_may_call_added_time():
    turn = to_the_break(Turn(), 6).stars(ATT, 2, 0, 0)
    assert (turn.phase, turn.waiting) == (Phase.ADDED_TIME, [DEF])  # who attacks first in the second half
    assert turn.legal(DEF) == [PASS, PLAY_ON]
    turn.play(DEF, PASS)
    assert turn.waiting == [ATT]
    turn.play(ATT, PLAY_ON)
    assert int(turn.table.round_no) == ADDED
    assert turn.waiting == [DEF]
    assert turn.purse(ATT) == [2, 0, 0]


@pytest.mark.rule("KC-094")
def test_nobody_with_a_card_no_added_time():
    turn = to_the_break(Turn(), 6)
    assert turn.phase == Phase.ADDED_TIME
    other = Turn()
    to_the_break(other, 5)
    for seat in range(2):
        other.give(seat, ())
    other.play(other.waiting[0], PASS)
    assert other.phase == Phase.OVER


@pytest.mark.rule("KC-095", "KC-096")
def test_added_time_is_an_ordinary_round_and_the_last():
    turn = to_the_break(Turn(), 6)
    turn.play(DEF, PLAY_ON)
    assert turn.phase == Phase.ATTACK
    turn.play(DEF, PASS)
    assert turn.waiting == [ATT]
    turn.play(ATT, PASS)
    assert turn.phase == Phase.OVER
    assert turn.result() == [0.5, 0.5]
    assert turn.saw(Event.WHISTLE, 0, 0)


@pytest.mark.rule("KC-R20", "KC-R23")
def test_an_empty_deck_is_made_of_the_used_pile_and_gives_the_hand_away():
    turn = Turn(attack=("P01", "P02"), event="E42")
    for card in range(35):
        if turn.table.where[ATT, card] == Place.DECK:
            turn.table.where[ATT, card] = Place.USED
    turn.table.deck_count[ATT] = 0
    turn.lay("P01").defend()
    assert turn.saw(Event.RESHUFFLED, ATT)
    assert int(turn.table.deck_count[ATT]) == 32
    assert int(turn.hidden(DEF).where[ATT, CARD["P02"]]) == Place.HAND


def test_ratings_are_those_of_the_specification():
    means = []
    for colour in range(3):
        ratings = [int(card.rating) for card in GAME.box().footballers[:35] if card.colour == colour]
        means.append(round(sum(ratings) / len(ratings) / 10_000, 3))
    assert means == [0.274, 0.096, 0.188]


def test_every_word_of_the_vocabulary_is_used_by_a_card():
    used = {int(step.op) for event in BOX.event[:48] for step in event.play}
    used |= {int(step.op) for card in BOX.footballers[:35] for row in card.shots for step in row.play}
    odbior = GAME.box({"odbior": "def"}).event[KIND["E12"]].play[0].op
    assert {int(op) for op in Op} - used - {int(odbior)} == {int(Op.STARS_RED), int(Op.STARS_BLUE)}


def test_luck_is_the_goal_less_its_chance():
    """What bots take out of the score when they compare choices."""
    turn = at_position(shooting("P01"), 4)
    seat, thrown, chance = shot(turn)[:3]
    assert (seat, chance) == (ATT, 36)
    assert turn.table.luck[ATT] == 10_000 * (thrown <= chance) - 3600
    assert turn.table.luck[DEF] == 0
    assert turn.table.hazard[ATT] == 3600 - 1296  # the chance times its opposite
    assert turn.table.hazard[DEF] == 0
