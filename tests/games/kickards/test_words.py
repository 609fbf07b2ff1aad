"""Kickards: what is said beside a choice, and what the report says of it."""

from __future__ import annotations

import re

import pytest

from matchday.engine.speech import Say
from matchday.games.kickards import view, words
from matchday.games.kickards.state import (
    BLOCK,
    CALL_VAR,
    CONTROL,
    DONE,
    EXCHANGE,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    Bonus,
    Event,
    Phase,
    Tint,
)
from tests.games.kickards.play import ATT, BOX, CARD, DEF, GAME, KIND, Turn, attack
from tests.kit import Position

NAMES = ["Ala", "Bob"]


def label(turn: Turn, seat: int, action: int, language: str = "en") -> str:
    assert action in turn.legal(seat)
    return words.action(Say(language, "kickards"), turn.box, turn.hidden(seat), seat, action)


def detail(turn: Turn, seat: int, action: int) -> str:
    assert action in turn.legal(seat)
    return view.detail(Say(), turn.box, turn.hidden(seat), seat, action)


def told(turn: Turn, kind: Event, language: str = "en") -> list[str]:
    say = Say(language, "kickards")
    return [words.event(say, turn.box, NAMES, kind, args) for args in turn.events(kind)]


@pytest.mark.rule("KC-044", "KC-060")
def test_exchanging_and_blocking_show_their_price():
    turn = Turn(event="E23").stars(ATT, 0, 0, 3).lay("P01").defend()
    assert label(turn, ATT, EXCHANGE) == "Exchange the event: 1 blue star"
    assert label(turn, ATT, BLOCK) == "Block the event: 2 blue stars"
    assert label(turn, ATT, EXCHANGE, "pl") == "Wymień zdarzenie: 1 niebieska gwiazdka"
    assert label(turn, ATT, BLOCK, "es") == "Bloquear el evento: 2 estrellas azules"
    turn.table.bonus[ATT, Bonus.BLOCK] = 1
    assert label(turn, ATT, BLOCK) == "Block the event: free"


def before_added_time(goals: tuple[int, int], hands: tuple[tuple[str, ...], tuple[str, ...]], **options) -> Turn:
    """Stand after round 90 with these hands."""
    turn = Turn(**options)
    turn.table.goals[:] = goals
    while turn.phase != Phase.ADDED_TIME:
        if int(turn.table.round_no) == 6:
            for seat, hand in enumerate(hands):
                turn.give(seat, hand)
        turn.play(turn.waiting[0], PASS)
    return turn


ONE, NONE = ("P01",), ()


@pytest.mark.rule("KC-094", "KC-096", "KC-115")
@pytest.mark.parametrize(
    ("goals", "hands", "options", "says"),
    [
        ((1, 0), (ONE, NONE), {}, "End the match"),
        ((1, 1), (ONE, NONE), {}, "End the match"),
        ((1, 0), (ONE, ONE), {}, "No added time"),
        ((1, 1), (ONE, NONE), {"format": "final"}, "No added time"),
        ((1, 0), (ONE, NONE), {"format": "final"}, "End the match"),
        ((1, 0), (ONE, NONE), {"format": "tie"}, "No added time"),
    ],
    ids=["won", "drawn", "the rival may call", "level final", "won final", "first leg"],
)
def test_a_match_is_ended_only_where_it_ends(goals, hands, options, says):
    turn = before_added_time(goals, hands, **options)
    seat = turn.waiting[0]
    assert label(turn, seat, PASS) == says
    assert label(turn, seat, PLAY_ON) == "Play added time"
    turn.play(seat, PASS)
    if says == "End the match":
        assert turn.phase == Phase.OVER
    elif turn.phase == Phase.ADDED_TIME:
        assert label(turn, turn.waiting[0], PASS) == "End the match"
    else:
        assert turn.phase != Phase.OVER


@pytest.mark.rule("KC-094")
def test_everyone_is_told_who_has_five_more_minutes_played():
    turn = before_added_time((1, 0), (NONE, ONE))
    turn.play(DEF, PLAY_ON)
    assert told(turn, Event.ADDED_TIME) == ["Bob: five minutes more."]
    assert turn.is_public(Event.ADDED_TIME)


@pytest.mark.rule("KC-032")
def test_laying_no_card_is_not_to_lay_cards():
    turn = Turn().lay("P01")
    assert label(turn, DEF, DONE) == "Defend with nobody"
    assert view.facts(turn.box, turn.hidden(DEF), DEF, DONE) == {"cards": 0}
    turn.play(DEF, CARD["P02"])
    assert label(turn, DEF, DONE) == "Defend with 1 card"
    assert view.facts(turn.box, turn.hidden(DEF), DEF, DONE) == {"cards": 1}


@pytest.mark.rule("KC-155")
def test_the_defender_does_not_shoot():
    """Whoever changes the chance no more lets the other do so, or the shot be taken: nobody is told to shoot."""
    turn = attack("P01", event="E48", control=True)
    turn.table.phase, turn.table.waiting, turn.table.step = Phase.PERCENT, 1 << DEF, 1
    turn.table.control = -4
    assert CONTROL + 4 in turn.legal(DEF)
    assert label(turn, DEF, DONE) == "Change nothing more"
    assert label(turn, DEF, DONE, "pl") == "Nic więcej nie zmieniaj"


@pytest.mark.rule("KC-039", "KC-040")
def test_a_coach_card_is_read_where_it_is_asked_about_and_reported_with_what_it_does():
    turn = Turn()
    turn.keep(ATT, "E07")
    turn.lay("P01").defend()
    prompt = words.prompt(Say(), turn.box, turn.hidden(ATT), ATT)
    assert prompt == (
        "Play Goalkeeping error now, instead of an unknown event? It is your only one: goal chance +20 %."
    )
    assert label(turn, ATT, PLAY_COACH) == "Play Goalkeeping error"
    assert detail(turn, ATT, PLAY_COACH) == "goal chance +20 %"
    turn.play(ATT, PLAY_COACH)
    assert told(turn, Event.PLAYED_COACH) == ["Ala, coach card: Goalkeeping error (goal chance +20 %)!"]


@pytest.mark.rule("KC-120", "KC-122", "KC-123", "KC-124")
@pytest.mark.parametrize("tint", list(Tint))
def test_a_penalty_can_be_checked_by_its_report(tint):
    """Row, chance and roll of a plain row; of the others the colour that decides without a roll."""
    card, position = next(
        (card, number)
        for card in range(int(BOX.deck_size))
        for number, row in enumerate(BOX.footballers[card].shots, start=1)
        if row.tint == tint
    )
    row = BOX.footballers[card].shots[position - 1]
    goal = int(tint == Tint.GREEN)
    args = (ATT, card, position, goal, 77 if tint == Tint.PLAIN else 0, int(row.a) if tint == Tint.PLAIN else 0)
    text = words.event(Say(), BOX, NAMES, Event.KICK, args)
    assert words.row_name(Say(), BOX, row) in text
    assert f"position {position}" in text
    sign = {Tint.PLAIN: f"roll 77 against {int(row.a)} %", Tint.GREEN: "Green", Tint.YELLOW: "Yellow", Tint.RED: "Red"}
    assert sign[tint] in text
    if tint == Tint.YELLOW:
        again = words.event(Say(), BOX, NAMES, Event.KICK_AGAIN, (ATT, card, position))
        assert words.row_name(Say(), BOX, row) in again
        assert "once more" in again


@pytest.mark.rule("KC-084", "KC-088")
@pytest.mark.parametrize(("home", "score"), [(0, "Ala 2:1 Bob"), (1, "Bob 1:2 Ala")])
def test_a_score_says_for_whom_the_home_side_first(home, score):
    turn = Turn()
    turn.table.home = home
    turn.table.goals[:] = (2, 1)
    while int(turn.table.round_no) < 4:
        turn.play(turn.waiting[0], PASS)
    assert told(turn, Event.HALF_TIME) == [f"Half-time: {score}."]
    goal = attack("P01", event="E05")
    goal.table.home = home
    goal.table.goals[:] = (1, 1)
    goal = goal.play(ATT, PASS).until(lambda other: other.saw(Event.GOAL, ATT), DEF, PASS)
    scorer = words.player(goal.box, CARD["P01"])
    assert told(goal, Event.GOAL) == [f"Goal for Ala! Scored by {scorer}. {score}"]
    assert all(line.startswith(f"{scorer} shoots and scores") for line in told(goal, Event.SHOT))


@pytest.mark.parametrize("seed", range(4))
def test_every_question_says_what_to_do_and_what_follows(seed):
    """Verb and aim in one sentence, the consequence in another; and no question is as long as a clause."""
    position = Position(GAME, seed, control=True, format="final", early_buy=True)
    step = 0
    while position.waiting:
        seat, step = position.waiting[0], step + 1
        asked = words.prompt(Say(), position.box, position.hidden(seat), seat)
        parts = re.split(r"(?<=[.?!]) ", asked)
        assert len(parts) >= 2, (position.phase, asked)
        assert asked[-1] in ".!?"
        assert len(asked) <= 190, asked
        legal = position.legal(seat)
        position.play(seat, legal[(step * (seed + 1)) % len(legal)])


@pytest.mark.rule("KC-050")
def test_the_buttons_of_a_check_and_of_a_repeat_tell_their_chance():
    turn = Turn(event="E10").lay("P01").defend()
    assert turn.phase == Phase.VAR_BEFORE
    mean = round(sum(map(int, turn.box.var_chance[: turn.box.var_cards])) / int(turn.box.var_cards))
    assert label(turn, turn.waiting[0], CALL_VAR) == f"Call VAR: {mean} %"


@pytest.mark.rule("KC-020", "KC-031")
def test_averages_stand_beside_those_who_may_shoot():
    turn = Turn()
    assert "mean" in detail(turn, ATT, CARD["P01"])
    turn.play(ATT, CARD["P01"])
    assert detail(turn, ATT, CARD["P02"]) == "CF BRA"
    turn.play(ATT, DONE)
    assert detail(turn, DEF, CARD["P02"]) == "CF BRA"


def test_stars_are_counted_in_the_case_that_the_number_asks_for():
    say = Say("pl", "kickards")
    assert [words.coloured(say, 2, n) for n in (1, 2, 5)] == [
        "1 niebieska gwiazdka",
        "2 niebieskie gwiazdki",
        "5 niebieskich gwiazdek",
    ]
    assert words.event_text(say, BOX, KIND["E45"]) == "broniący: +2 zielone gwiazdki"


def test_a_bonus_of_whoever_is_not_asked_says_why_it_is_dark():
    """While the rival settles the position, a bonus that one could use then is not lit, and says so."""
    turn = attack("P01", event="E48", bonus_timing="until_shot")
    turn.stars(DEF, 0, 3, 0)
    turn.table.phase, turn.table.waiting, turn.table.priority = Phase.POSITION, 1 << ATT, ATT
    turn.table.die = turn.table.position = 4
    why = view.why_not(Say(), turn.box, turn.hidden(DEF), DEF, Bonus.FORCE_K6)
    assert why == "to be bought after the event, until the shot"
    turn.table.waiting = 1 << DEF
    assert view.why_not(Say(), turn.box, turn.hidden(DEF), DEF, Bonus.FORCE_K6) == ""
