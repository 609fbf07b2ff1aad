"""Help for people: hints, chances, and the course of a match; all of it by what the eyes can know."""

from __future__ import annotations

from itertools import pairwise
from math import nan

import pytest

from matchday.bots.advice import Point, analyse, because, chances, find_turns, guess, hint, reason
from matchday.bots.chances import Chances, Forecaster
from matchday.bots.simple import SimpleBot
from matchday.bots.thinking import Prospect
from matchday.engine.dice import Dice, set_key
from matchday.engine.game import no_reason
from matchday.engine.log import SPECTATOR
from matchday.engine.runner import Runner
from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.match.match import Match


def played(game, plies, seed="advice", kinds=("greedy", "greedy"), options=None):
    """A match after some moves of simple bots."""
    match = Match(game, options, seed, runner=Runner(game, "compiled"))
    bots = [SimpleBot(kinds[seat % 2], f"{seat}") for seat in range(match.seats)]
    while match.ply < plies and not match.over:
        seat = match.waiting[0]
        match.play(seat, bots[seat].decide(match.seat(seat)))
    return match


def test_chances_add_up_and_are_repeated_by_their_seed(game):
    match = played(game, 20)
    for eyes in (None, *range(match.seats)):
        found = chances(match, eyes, playouts=40)
        assert sum(found.shares) == pytest.approx(match.seats / 2)
        assert sum(found.wins) + found.draw == pytest.approx(1)
        assert found == chances(match, eyes, playouts=40)


@pytest.mark.xdist_group("pilka_w_grze")
def test_plain_and_compiled_chances_are_one():
    game = find_game("pilka_w_grze")
    match = played(game, 60)
    plain, compiled = (
        Forecaster(game, 4, mode).look(match.box_for(0), match.hidden(0), 0, "x") for mode in ("plain", "compiled")
    )
    assert plain == compiled


def test_worlds_that_look_alike_have_the_same_chances(game):
    match, dice = played(game, 20), Dice.new()
    set_key(dice, 3, 3)
    for eyes in (SPECTATOR, *range(match.seats)):
        other = match.copy()
        other.table = match.hidden(eyes)
        match.runner.redeal(match.box_for(eyes), other.table, eyes, dice)
        seat = None if eyes == SPECTATOR else eyes
        assert chances(other, seat, playouts=20) == chances(match, seat, playouts=20)


@pytest.mark.xdist_group("pilka_w_grze")
def test_a_lead_is_worth_more_the_later_it_is():
    game = find_game("pilka_w_grze")
    early, late = played(game, 4), played(game, 90, kinds=("greedy", "random"))
    assert late.score()[0] > late.score()[1]
    assert abs(chances(early).shares[0] - 0.5) < 0.25
    assert chances(late).shares[0] > 0.9


def test_a_hint_ranks_every_legal_action(game):
    match = played(game, 15)
    while len(match.legal(match.waiting[0])) < 2:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    seat = match.waiting[0]
    found = hint(match, seat, effort=1000)
    assert {each.action for each in found} == set(match.legal(seat))
    assert all(0 <= each.value <= 1 for each in found)
    assert [each.value for each in found[1:]] == sorted((each.value for each in found[1:]), reverse=True)
    assert found == hint(match, seat, effort=1000)


@pytest.mark.xdist_group("pilka_w_grze")
def test_an_analysis_follows_the_match_to_its_end():
    match = played(find_game("pilka_w_grze"), 10_000, kinds=("greedy", "random"))
    steps = []
    found = analyse(match, playouts=20, effort=300, progress=lambda done, total: steps.append((done, total)))
    assert [point.ply for point in found.points] == list(range(match.ply + 1))
    assert steps == [(done, match.ply + 1) for done in range(1, match.ply + 2)]
    assert found.points[-1].public.shares == tuple(match.result())
    assert all(eyes.shares == tuple(match.result()) for eyes in found.points[-1].eyes)
    for mistake in found.mistakes:
        there = match.at(mistake.ply)
        assert {mistake.played, mistake.better} <= set(there.legal(mistake.seat))
        assert match.moves[mistake.ply].action == mistake.played != mistake.better


def test_turning_points_are_the_greatest_swings_in_order():
    def point(ply, share):
        public = Chances((share, 1 - share), 0.0, (share, 1 - share))
        return Point(ply, public, (public, public))

    shares = [0.5, 0.52, 0.3, 0.32, 0.72, 0.7, 0.55, 0.98, 0.96, 0.8, 0.6]
    found = find_turns([point(ply, share) for ply, share in enumerate(shares)], playouts=1000)
    assert [(turn.ply, turn.seat) for turn in found] == [(2, 1), (4, 0), (7, 0), (9, 1), (10, 1)]
    assert all(one.ply < two.ply for one, two in pairwise(found))
    assert find_turns([point(ply, share) for ply, share in enumerate(shares)], playouts=30) == [found[1], found[2]]


def prospects(match, *values):
    """What trials might say of the choices of whoever is asked, with values and how sure they are."""
    actions = match.legal(match.asked)
    return [
        Prospect(action, 100, value, value - 0.5, error)
        for action, (value, error) in zip(actions, values, strict=False)
    ]


def test_a_hint_says_why_from_what_the_trials_have_told(game):
    match, say = Match(game, seed="reason"), Say("en", game.name)
    while len(match.legal(match.asked)) < 2:
        match.play(match.asked, match.legal(match.asked)[0])
    seat = match.asked
    label, other = (
        game.words.action(say, match.box_for(seat), match.hidden(seat), seat, action)
        for action in match.legal(seat)[:2]
    )
    clear = reason(match, say, seat, prospects(match, (0.61, 0.01), (0.48, 0.01)))
    assert label in clear
    assert other in clear
    assert "61\N{NO-BREAK SPACE}%" in clear
    assert "48\N{NO-BREAK SPACE}%" in clear
    close = reason(match, say, seat, prospects(match, (0.61, 0.05), (0.58, 0.05)))
    assert close.startswith("Either")
    assert "61\N{NO-BREAK SPACE}%" in close
    assert "58" not in close, "what is within the doubt of the trials is no difference"
    assert "61\N{NO-BREAK SPACE}%" in reason(match, say, seat, prospects(match, (0.61, 0.01), (nan, 0.0)))
    assert "%" not in reason(match, say, seat, guess(match, seat))
    assert label in reason(match, say, seat, prospects(match, (0.61, 0.01))), "there is nothing else"
    for language in ("pl", "es"):
        assert "61\N{NO-BREAK SPACE}%" in reason(
            match, Say(language, game.name), seat, prospects(match, (0.61, 0.01), (0.48, 0.01))
        )


@pytest.mark.parametrize("language", ["en", "pl", "es"])
def test_what_a_game_says_for_a_choice_is_a_sentence(game, language):
    match, say, said = Match(game, seed="because"), Say(language, game.name), set()
    bots = [SimpleBot("greedy", str(seat)) for seat in range(match.seats)]
    while not match.over and match.ply < 60:
        seat = match.asked
        box, hidden = match.box_for(seat), match.hidden(seat)
        said |= {game.because(say, box, hidden, seat, action) for action in match.legal(seat)}
        match.play(seat, bots[seat].decide(match.seat(seat)))
    assert all(text.endswith(".") and "{" not in text for text in said if text)
    assert game.because is no_reason or len(said) > 2


def test_what_is_as_good_as_the_next_needs_no_reason():
    match, say = Match("pilka_w_grze", seed="reason"), Say()
    while len(match.legal(match.asked)) < 2:
        match.play(match.asked, match.legal(match.asked)[0])
    seat = match.asked
    assert because(match, say, seat, prospects(match, (0.61, 0.01), (0.48, 0.01)))
    assert not because(match, say, seat, prospects(match, (0.61, 0.05), (0.58, 0.05)))
    assert not because(match, say, seat, prospects(match, (0.61, 0.01)))
