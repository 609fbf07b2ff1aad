"""Kickards: stars, coach card, event, VAR (KC-034 to KC-054)."""

from __future__ import annotations

import pytest

from matchday.engine.dice import set_key
from matchday.engine.log import SPECTATOR
from matchday.engine.speech import Say
from matchday.games.kickards import view, words
from matchday.games.kickards.state import (
    BLOCK,
    CALL_VAR,
    DONE,
    EXCHANGE,
    LIVE,
    PASS,
    PLAY_COACH,
    SPLIT,
    STARS,
    UNKNOWN,
    Aim,
    Bonus,
    Event,
    Phase,
    Place,
    Window,
)
from tests.games.kickards.play import ATT, CARD, DEF, KIND, Turn, attack


@pytest.mark.rule("KC-034", "KC-035", "KC-038")
def test_a_basic_star_for_every_card_in_its_colour():
    turn = Turn(attack=("P01", "P02", "P12"), defence=("P24", "P25"))
    turn.lay("P01", "P02", "P12").defend("P24", "P25")
    assert turn.purse(ATT) == [2, 0, 1]
    assert turn.purse(DEF) == [0, 2, 0]
    assert turn.saw(Event.BASIC_STARS, 0, 2, 0, 1)


@pytest.mark.rule("KC-036", "KC-037", "KC-038")
def test_printed_stars_take_the_colours_of_ones_choice():
    """KC-037: one basic star each, then two red and two blue of four printed ones: 3 red, 1 green, 3 blue."""
    turn = Turn(attack=("P01", "P24", "P12"))
    turn.lay("P01", "P24", "P12").defend()
    assert turn.purse(ATT) == [1, 1, 1]
    assert turn.phase == Phase.STARS
    assert turn.waiting == [ATT]
    assert len(turn.legal(ATT)) == 15
    turn.colour(ATT, 2, 0)
    assert turn.purse(ATT) == [3, 1, 3]


@pytest.mark.rule("KC-036", "KC-R04")
def test_the_attacker_colours_first():
    turn = Turn(attack=("P24",), defence=("P25",)).lay("P24").defend("P25")
    assert turn.waiting == [ATT]
    turn.colour(ATT, 3, 0)
    assert turn.waiting == [DEF]
    assert turn.purse(ATT) == [3, 1, 0]


@pytest.mark.rule("KC-R04")
def test_colours_in_secret_as_a_house_rule():
    turn = Turn(attack=("P24",), defence=("P25",), star_choice="secret").lay("P24").defend("P25")
    assert turn.waiting == [ATT, DEF]
    turn.colour(DEF, 0, 1)
    assert turn.purse(DEF) == [0, 1, 0]
    assert int(turn.hidden(ATT).pick[DEF]) == UNKNOWN
    assert not turn.events(Event.PICKED_STARS, seat=ATT)
    turn.colour(ATT, 0, 0)
    assert turn.purse(DEF) == [0, 2, 2]
    assert turn.purse(ATT) == [0, 1, 3]


@pytest.mark.rule("KC-036")
def test_without_printed_stars_nobody_is_asked():
    assert Turn().lay("P01").defend("P02").phase != Phase.STARS
    assert STARS + SPLIT not in Turn(attack=("P24",)).lay("P24").legal(ATT)


def with_coach(card: str, other: str = "", **options) -> Turn:
    turn = Turn(**options)
    for seat, code in ((ATT, card), (DEF, other)):
        if code:
            turn.keep(seat, code)
    return turn.lay("P01").defend()


@pytest.mark.rule("KC-039")
def test_attacker_first_then_defender_may_play_the_coach_card():
    turn = with_coach("E01", "E38")
    assert (turn.phase, turn.waiting) == (Phase.COACH, [ATT])
    turn.play(ATT, PASS)
    assert (turn.phase, turn.waiting) == (Phase.COACH, [DEF])
    turn.play(DEF, PASS)
    assert turn.saw(Event.EVENT_DRAWN, KIND["E48"])
    assert int(turn.table.coach[ATT]) == KIND["E01"] + 1


@pytest.mark.rule("KC-039", "KC-040", "KC-041", "KC-042")
def test_a_coach_card_takes_the_place_of_the_event():
    turn = with_coach("E01", "E38").stars(ATT, 2, 0, 3).stars(DEF, 0, 2, 3)
    before = int(turn.table.gone[KIND["E01"]])
    turn.play(ATT, PLAY_COACH)
    assert turn.saw(Event.PLAYED_COACH, 0, KIND["E01"])
    assert not turn.events(Event.EVENT_DRAWN)
    assert int(turn.table.acts[LIVE].pct) == 10
    assert turn.phase == Phase.BUY  # no exchange, no VAR, and the defender is not asked
    assert int(turn.table.coach[ATT]) == 0
    assert int(turn.table.gone[KIND["E01"]]) == before + 1


@pytest.mark.rule("KC-042", "KC-R09")
def test_no_var_before_or_after_a_coach_card():
    turn = with_coach("E25").stars(ATT, 0, 0, 4)
    turn.play(ATT, PLAY_COACH)
    assert turn.phase == Phase.BUY
    assert int(turn.table.acts[LIVE].no_shot) == 1


@pytest.mark.rule("KC-043")
def test_the_event_is_seen_by_everyone():
    turn = Turn().lay("P01").defend()
    assert turn.events(Event.EVENT_DRAWN, seat=SPECTATOR) == [(KIND["E48"],)]


@pytest.mark.rule("KC-044", "KC-047")
def test_a_blue_star_changes_the_event():
    turn = Turn(event="E23").stars(ATT, 0, 0, 2)
    turn.lay("P01").defend()
    assert turn.legal(ATT) == [PASS, EXCHANGE, BLOCK]
    turn.only("E01")
    turn.play(ATT, EXCHANGE)
    assert turn.saw(Event.EXCHANGED, 0, KIND["E23"])
    assert turn.saw(Event.EVENT_DRAWN, KIND["E01"])
    assert turn.purse(ATT) == [1, 0, 1]


@pytest.mark.rule("KC-045", "KC-R05")
def test_exchanges_go_back_and_forth():
    turn = Turn(event="E23").stars(ATT, 0, 0, 2).stars(DEF, 0, 0, 2)
    turn.lay("P01").defend()
    assert turn.waiting == [ATT]
    turn.play(ATT, PASS)
    assert turn.waiting == [DEF]
    turn.play(DEF, EXCHANGE)
    assert turn.waiting == [ATT]  # the other one is asked first about the new card
    turn.play(ATT, PASS).play(DEF, PASS)
    assert turn.phase != Phase.EXCHANGE


@pytest.mark.rule("KC-046")
def test_the_last_card_is_resolved():
    turn = Turn(event="E23").stars(ATT, 1, 0, 1)
    turn.lay("P01").defend()
    turn.only("E07")
    turn.play(ATT, EXCHANGE)
    assert int(turn.table.acts[LIVE].pct) == 20


@pytest.mark.rule("KC-048", "KC-047", "KC-086")
def test_the_whole_turn_of_the_exchange_example():
    """Miskick, good strike, red card, rebound: three exchanges, and the last blue star goes to the bar."""
    turn = Turn(attack=("P01", "P24", "P12"), defence=("P12", "P25"), event="E23")
    turn.lay("P01", "P24", "P12").defend("P25")
    turn.colour(ATT, 2, 0).colour(DEF, 0, 2)
    assert turn.purse(ATT) == [3, 1, 3]
    assert turn.purse(DEF) == [0, 3, 1]
    assert turn.saw(Event.EVENT_DRAWN, KIND["E23"])
    turn.only("E01")
    turn.play(ATT, EXCHANGE)
    turn.only("E27")
    assert turn.waiting == [DEF]
    turn.play(DEF, EXCHANGE)
    turn.only("E02")
    assert turn.waiting == [ATT]
    turn.play(ATT, EXCHANGE)
    assert turn.waiting == [ATT]  # the defender has no blue star left
    turn.play(ATT, PASS)
    assert int(turn.table.event) == KIND["E02"] + 1
    assert int(turn.table.acts[LIVE].repeats) == 1
    assert turn.purse(ATT) == [3, 1, 1]
    turn.pass_until()
    assert turn.purse(ATT) == [3, 1, 1]


@pytest.mark.rule("KC-060", "KC-R05")
def test_a_block_ends_the_exchanges():
    turn = Turn(event="E23").stars(ATT, 0, 0, 3).stars(DEF, 0, 0, 2)
    turn.lay("P01").defend()
    turn.play(ATT, PASS).play(DEF, BLOCK)
    assert turn.saw(Event.BLOCKED, 1, KIND["E23"])
    assert turn.phase != Phase.EXCHANGE
    assert turn.purse(DEF) == [0, 0, 0]


@pytest.mark.rule("KC-R05")
def test_a_block_does_not_stop_var():
    turn = Turn(event="E25").stars(DEF, 0, 0, 2)
    turn.lay("P01").defend()
    turn.play(DEF, BLOCK)
    assert turn.phase == Phase.VAR_BEFORE


@pytest.mark.rule("KC-R20")
def test_an_empty_event_deck_is_made_of_what_was_drawn():
    turn = Turn().stars(ATT, 0, 0, 1)
    turn.only()
    turn.table.gone[KIND["E48"]] = 3
    turn.lay("P01").defend()
    assert turn.saw(Event.EVENT_DRAWN, KIND["E48"])
    turn.play(ATT, EXCHANGE)
    assert int(turn.table.gone.sum()) == 1


# ---------------------------------------------------------------------------------------------- VAR


def called(turn: Turn, success: bool, window: Window):
    return lambda other: any(told.success == success and told.window == window for told in other.events(Event.VAR_CALL))


@pytest.mark.rule("KC-049")
def test_var_needs_the_icon():
    assert attack("P01", event="E25").phase == Phase.VAR_BEFORE
    assert attack("P01", event="E24").phase != Phase.VAR_BEFORE


@pytest.mark.rule("KC-050")
def test_var_needs_the_token_and_uses_it_up():
    turn = attack("P01", event="E25")
    assert turn.waiting == [ATT]
    turn.play(ATT, CALL_VAR)
    assert [int(left) for left in turn.table.var_left] == [0, 1]
    again = Turn(event="E25")
    again.table.var_left[:] = 0
    again.lay("P01").defend()
    assert again.phase not in {Phase.VAR_BEFORE, Phase.VAR_AFTER}


@pytest.mark.rule("KC-051", "KC-054")
@pytest.mark.parametrize("rolled", [50, 51])
def test_the_roll_must_not_exceed_the_card(rolled):
    turn = attack("P01", event="E25")
    turn.box.var_chance[:] = 50
    found = turn.until(lambda other: any(told.roll == rolled for told in other.events(Event.VAR_CALL)), ATT, CALL_VAR)
    turn.box.var_chance[:10] = (20, 30, 40, 40, 50, 50, 50, 60, 70, 80)
    success = found.events(Event.VAR_CALL)[0].success
    assert bool(success) == (rolled == 50)
    assert found.saw(Event.UNDONE) == (rolled == 50)


@pytest.mark.rule("KC-051")
def test_var_cards_are_drawn_without_being_put_back():
    turn = attack("P01", event="E25")
    turn.play(ATT, CALL_VAR)
    assert int(turn.table.var_used).bit_count() == 1


@pytest.mark.rule("KC-052")
def test_var_before_the_card_takes_it_away():
    turn = attack("P01", event="E25")
    found = turn.until(called(turn, True, Window.BEFORE), ATT, CALL_VAR)
    assert int(found.table.event) == 0
    assert found.saw(Event.K6)  # no other event, and the shot is on
    lost = turn.until(called(turn, False, Window.BEFORE), ATT, CALL_VAR)
    assert lost.waiting == [DEF]
    lost.play(DEF, PASS)
    assert lost.saw(Event.EFFECT)


@pytest.mark.rule("KC-052", "KC-R08")
def test_var_after_the_card_undoes_exactly_what_it_did():
    turn = attack("P01", event="E30", against=("P24", "P25"), cards="full")
    turn.play(ATT, PASS).play(DEF, PASS)
    assert turn.phase == Phase.CHOICE  # which defender goes
    turn.play(DEF, CARD["P24"])
    assert turn.at(DEF, "P24") == Place.SENT_OFF
    assert (turn.phase, turn.waiting) == (Phase.VAR_AFTER, [ATT])
    turn.stars(ATT, 1, 0, 0).stars(DEF, 0, 2, 0)
    found = turn.until(called(turn, True, Window.AFTER), ATT, CALL_VAR)
    assert found.at(DEF, "P24") == Place.LAID
    assert [int(count) for count in found.table.reds] == [0, 0]
    assert int(found.table.event) == 0
    assert found.purse(DEF) == [0, 2, 0]
    assert found.phase == Phase.BUY
    assert int(found.table.acts[LIVE].aim) == Aim.K6  # FLAT is gone


@pytest.mark.rule("KC-R08", "KC-R13")
def test_a_hand_card_given_back_by_var_is_known_to_all():
    turn = attack("P01", event="E30", cards="full")  # no defender laid: a random hand card goes
    turn.play(ATT, PASS).play(DEF, PASS)
    assert turn.at(DEF, "P03") == Place.SENT_OFF
    assert int(turn.table.hand_count[DEF]) == 0
    turn.stars(ATT, 1, 0, 0).play(ATT, PASS)
    found = turn.until(called(turn, True, Window.AFTER), DEF, CALL_VAR)
    assert found.at(DEF, "P03") == Place.HAND
    assert int(found.table.hand_count[DEF]) == 1
    assert int(found.hidden(ATT).where[DEF, CARD["P03"]]) == Place.HAND


@pytest.mark.rule("KC-052")
@pytest.mark.parametrize("code", ["E05", "E06", "E09", "E25", "E27", "E28", "E29", "E30", "E31"])
def test_nobody_is_asked_twice_about_a_card_that_says_it_all(code):
    """Nine of the twelve cards with the icon leave nothing to a die: whoever refused VAR has seen what they do."""
    turn = attack("P01", event=code)
    assert (turn.phase, turn.waiting) == (Phase.VAR_BEFORE, [ATT])
    turn.play(ATT, PASS)
    assert (turn.phase, turn.waiting) == (Phase.VAR_BEFORE, [DEF])
    turn.play(DEF, PASS)
    assert turn.phase != Phase.VAR_AFTER


@pytest.mark.rule("KC-052")
@pytest.mark.parametrize(("code", "die"), [("E10", 6), ("E11", 2), ("E26", 1), ("E39", 6)])
def test_both_are_asked_again_when_a_die_has_decided(code, die):
    turn = attack("P01", event=code).play(ATT, PASS)
    turn = turn.until(lambda other: other.saw(Event.DIE, die), DEF, PASS)
    assert (turn.phase, turn.waiting) == (Phase.VAR_AFTER, [ATT])
    turn.play(ATT, PASS)
    assert (turn.phase, turn.waiting) == (Phase.VAR_AFTER, [DEF])


@pytest.mark.rule("KC-052", "KC-R13")
def test_who_chose_the_footballer_to_go_learns_nothing_by_it():
    turn = attack("P01", event="E30", against=("P24", "P25"), cards="full")
    turn.play(ATT, PASS).play(DEF, PASS).play(DEF, CARD["P24"])
    assert (turn.phase, turn.waiting) == (Phase.VAR_AFTER, [ATT])
    turn.play(ATT, PASS)
    assert turn.phase != Phase.VAR_AFTER


@pytest.mark.rule("KC-R08", "KC-R13")
@pytest.mark.parametrize("booked", [0, 1])
def test_var_after_a_yellow_card_takes_it_back(booked):
    """The first is wiped; the second, which had been a red one, is a yellow mark again."""
    turn = attack("P01", event="E28", cards="full")
    turn.table.yellow[ATT] = booked
    turn.by_a_die("E28")
    turn.play(ATT, PASS).play(DEF, PASS)
    assert [int(turn.table.yellow[ATT]), int(turn.table.reds[ATT])] == [1 - booked, booked]
    found = turn.until(called(turn, True, Window.AFTER), ATT, CALL_VAR)
    assert [int(found.table.yellow[ATT]), int(found.table.reds[ATT])] == [booked, 0]


@pytest.mark.rule("KC-R08", "KC-067")
def test_var_after_the_card_leaves_what_the_line_up_brings():
    """Two Brazilians bring 5 % before the event; the penalty for a handball is taken back, they are not."""
    turn = attack("P02", "P07", event="E10", nationality=True).play(ATT, PASS)
    turn = turn.until(lambda other: other.saw(Event.DIE, 6), DEF, PASS).stars(ATT, 1, 0, 0)
    assert int(turn.table.acts[LIVE].aim) == Aim.FLAT
    found = turn.until(called(turn, True, Window.AFTER), ATT, CALL_VAR)
    assert found.phase == Phase.BUY
    assert (int(found.table.acts[LIVE].aim), int(found.table.acts[LIVE].line_up)) == (Aim.K6, 5)


@pytest.mark.rule("KC-R08")
def test_var_after_a_goal_by_the_card_takes_the_goal_back():
    turn = attack("P01", event="E39")
    turn.play(ATT, PASS)
    scored = turn.until(lambda other: other.saw(Event.GOAL, 0), DEF, PASS)
    assert scored.score() == [1, 0]
    scored.play(ATT, PASS)
    found = scored.until(called(scored, True, Window.AFTER), DEF, CALL_VAR)
    assert found.score()[0] == len(found.events(Event.GOAL))  # only what the shot that followed has brought
    assert found.saw(Event.UNDONE)
    assert found.saw(Event.K6)


@pytest.mark.rule("KC-052")
def test_no_var_after_a_card_that_changed_nothing():
    turn = attack("P01", event="E26")
    turn.play(ATT, PASS)
    found = turn.until(lambda other: other.saw(Event.DIE, 5), DEF, PASS)
    assert found.phase != Phase.VAR_AFTER


@pytest.mark.rule("KC-053", "KC-R10")
def test_var_after_a_goal_is_asked_of_whoever_conceded():
    turn = attack("P01", event="E05")
    turn.play(ATT, PASS)
    goal = turn.until(lambda other: other.saw(Event.GOAL, 0), DEF, PASS)
    assert (goal.phase, goal.waiting) == (Phase.VAR_GOAL, [DEF])
    gone = goal.until(called(goal, True, Window.GOAL), DEF, CALL_VAR)
    assert gone.saw(Event.CANCELLED, 0, 1)
    assert gone.score() == [0, 0]
    kept = goal.until(called(goal, False, Window.GOAL), DEF, CALL_VAR)
    assert kept.score() == [1, 0]


@pytest.mark.rule("KC-R10")
def test_the_attacker_may_check_a_goal_against_himself():
    """P11 is careless under a card with the icon, and the defender scores."""
    turn = attack("P11", event="E28").play(ATT, PASS)
    goal = turn.until(lambda other: other.saw(Event.K6, 3) and other.saw(Event.GOAL, DEF), DEF, PASS)
    assert (goal.phase, goal.waiting) == (Phase.VAR_GOAL, [ATT])
    gone = goal.until(called(goal, True, Window.GOAL), ATT, CALL_VAR)
    assert gone.saw(Event.CANCELLED, DEF, 1)
    assert gone.score() == [0, 0]


def penalty() -> Turn:
    """The defender has refused the last check before a penalty is taken."""
    return attack("P01", event="E05").play(ATT, PASS)


def test_luck_with_a_goal_check_is_zero_on_average():
    """What bots take out of the score: over the k100 of the check, whatever VAR card was drawn."""
    goal = penalty().until(lambda other: other.saw(Event.GOAL, ATT), DEF, PASS)
    before = goal.table.luck.tolist()
    assert before == [2500, 0]
    seen = {}
    for seed in range(150):
        found = goal.copy()
        set_key(found.table, seed, 7)
        found.play(DEF, CALL_VAR)
        _, chance, _, success, _ = found.events(Event.VAR_CALL)[0][:5]
        luck = found.table.luck.tolist()
        assert luck[1] == 0
        assert seen.setdefault((chance, success), luck[0] - before[0]) == luck[0] - before[0]
        worth = 10_000 * found.score()[0] - luck[0]
        assert worth == 7500 - 100 * chance  # a check is worth its chance, whether it succeeds or not
    chances = {chance for chance, _ in seen}
    assert chances == {20, 30, 40, 50, 60, 70, 80}
    for chance in chances:
        assert chance * seen[chance, 1] + (100 - chance) * seen[chance, 0] == 0


def test_hazard_of_a_goal_check():
    goal = penalty().until(lambda other: other.saw(Event.GOAL, ATT), DEF, PASS)
    before = int(goal.table.hazard[ATT])
    goal.play(DEF, CALL_VAR)
    chance = goal.events(Event.VAR_CALL)[0].chance
    assert int(goal.table.hazard[ATT]) - before == chance * (100 - chance)


def test_an_own_goal_taken_back_is_no_luck():
    turn = attack("P01", event="E39").play(ATT, PASS)
    scored = turn.until(lambda other: other.saw(Event.GOAL, ATT), DEF, PASS)
    scored.play(ATT, PASS)
    assert scored.table.luck.tolist() == [0, 0]
    found = scored.until(called(scored, True, Window.AFTER), DEF, CALL_VAR)
    shots = [args[:3] for args in found.events(Event.SHOT)]
    of_shots = [
        sum(10_000 * (rolled <= chance) - 100 * chance for seat, rolled, chance in shots if seat == side)
        for side in (ATT, DEF)
    ]
    assert found.table.luck.tolist() == of_shots  # only of the shot that followed


@pytest.mark.rule("KC-R09")
@pytest.mark.parametrize("allowed", [True, False])
def test_goal_check_under_a_coach_card(allowed):
    turn = Turn(coach_goal_var=allowed)
    turn.keep(ATT, "E05")
    turn.lay("P01").defend()
    goal = turn.until(lambda other: other.saw(Event.GOAL, 0), ATT, PLAY_COACH)
    assert (goal.phase == Phase.VAR_GOAL) == allowed


@pytest.mark.rule("KC-R10")
def test_an_event_taken_away_by_var_opens_no_goal_check():
    turn = attack("P01", event="E05")
    found = turn.until(
        lambda other: other.saw(Event.VAR_CALL, 0) and other.saw(Event.UNDONE) and other.saw(Event.GOAL, 0),
        ATT,
        CALL_VAR,
    )
    assert found.phase == Phase.ATTACK


@pytest.mark.rule("KC-R07")
def test_early_purchases_hold_exchanges_for_later():
    turn = Turn(early_buy=True, event="E23").stars(ATT, 0, 0, 3)
    turn.lay("P01").defend()
    assert turn.phase == Phase.BUY
    turn.buy(ATT, Bonus.EXCHANGE)
    turn.play(ATT, DONE)
    assert turn.phase == Phase.EXCHANGE
    assert turn.purse(ATT)[2] == 2
    turn.play(ATT, EXCHANGE)
    assert turn.purse(ATT)[2] == 2
    assert int(turn.table.bonus[ATT, Bonus.EXCHANGE]) == 0


@pytest.mark.rule("KC-044", "KC-060")
@pytest.mark.parametrize(
    ("blue", "ways"),
    [
        (1, "Leave Striker's miskick, or pay for an unknown event instead."),
        (2, "Leave Striker's miskick, exchange it, or block it so that nobody else can."),
    ],
)
def test_the_question_names_what_can_be_paid_for(blue, ways):
    turn = Turn(event="E23").stars(ATT, 0, 0, blue).lay("P01").defend()
    (mean,) = (each.value for each in view.forecast(Say(), turn.box, turn.hidden(ATT)) if each.id == "forecast.mean")
    assert words.prompt(Say(), turn.box, turn.hidden(ATT), ATT) == f"{ways} With it the shot stands at {mean} %."


@pytest.mark.rule("KC-R07")
def test_the_question_names_a_block_that_was_bought():
    turn = Turn(early_buy=True, event="E23").stars(ATT, 0, 0, 2).lay("P01").defend()
    turn.buy(ATT, Bonus.BLOCK)
    while turn.phase != Phase.EXCHANGE:
        turn.play(turn.waiting[0], DONE)
    asked = words.prompt(Say(), turn.box, turn.hidden(ATT), ATT)
    assert asked.startswith("Leave Striker's miskick, or block it, so that nobody can exchange it.")
    assert turn.legal(ATT) == [PASS, BLOCK]


@pytest.mark.rule("KC-R07")
def test_no_early_purchases_by_default():
    turn = Turn(event="E23").stars(ATT, 0, 0, 3)
    assert turn.lay("P01").defend().phase == Phase.EXCHANGE
    assert DONE not in turn.legal(ATT)
