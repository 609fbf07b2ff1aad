"""The search: the same in both worlds, the same for worlds that look alike, better with more thought."""

from __future__ import annotations

import pytest

from matchday.bots.simple import SimpleBot
from matchday.bots.thinking import SearchBot, Searcher
from matchday.engine.dice import Dice, set_key
from matchday.engine.runner import Runner
from matchday.games import game as find_game
from matchday.match.match import Match

GAMES = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ("pilka_w_grze", "mcs")]
"""Two seats and one deck, and a game for up to four: each compiles for half a minute. The levels are tried in all."""


def after(match: Match, plies: int) -> Match:
    """Play some moves at random."""
    bot = SimpleBot("random", "driver")
    while match.ply < plies and not match.over:
        seat = match.waiting[0]
        match.play(seat, bot.decide(match.seat(seat)))
    return match


@pytest.mark.xdist_group("pilka_w_grze")
def test_plain_and_compiled_searches_are_one():
    game = find_game("pilka_w_grze")
    match = after(Match(game, {"formations": True, "tactics": True}, "search"), 12)
    seat = match.waiting[0]
    plain, compiled = (
        Searcher(game, 12, mode=mode).run(match.box_for(seat), match.hidden(seat), seat, "x")
        for mode in ("plain", "compiled")
    )
    assert plain == compiled
    assert sum(each.visits for each in compiled) == 12


@pytest.mark.xdist_group("pilka_w_grze")
def test_a_search_in_slices_is_the_same_and_seconds_end_it_after_one(monkeypatch):
    game = find_game("pilka_w_grze")
    match = after(Match(game, seed="search"), 12)
    seat = match.waiting[0]
    known = match.box_for(seat), match.hidden(seat), seat, "x"
    whole = Searcher(game, 50).run(*known)
    monkeypatch.setattr("matchday.bots.thinking.SLICE", 7)
    assert Searcher(game, 50).run(*known) == whole
    assert sum(each.visits for each in Searcher(game, 50, seconds=0.0).run(*known)) == 7


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_alike_get_the_same_statistics(name):
    game = find_game(name)
    match, dice = after(Match(game, seed="search"), 15), Dice.new()
    set_key(dice, 2, 2)
    seat = match.waiting[0]
    imagined = match.hidden(seat)
    match.runner.redeal(match.box_for(seat), imagined, seat, dice)
    other = match.copy()
    other.table = imagined
    searcher = Searcher(game, 60)
    real = searcher.run(match.box_for(seat), match.hidden(seat), seat, "x")
    assert searcher.run(other.box_for(seat), other.hidden(seat), seat, "x") == real
    assert {each.action for each in real} <= set(match.legal(seat))
    assert len(match.legal(seat)) == 1 or sum(each.visits for each in real) == 60
    assert all(0 <= each.value <= 1 for each in real)


@pytest.mark.xdist_group("pilka_w_grze")
def test_search_beats_random_play():
    """Ten matches decided by hand of a short search: it loses at most one (random play would lose half)."""
    game = find_game("pilka_w_grze")
    runner, lost = Runner(game, "compiled"), 0
    for number in range(10):
        match = Match(game, seed=f"strength {number}", runner=runner)
        own = number % 2
        bots = {own: SearchBot(game, 60, f"s{number}"), 1 - own: SimpleBot("random", f"r{number}")}
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, bots[seat].decide(match.seat(seat)))
        lost += match.result()[own] == 0
    assert lost <= 1
