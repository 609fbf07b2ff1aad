"""The simple bots see what their seat may see, and no more."""

from __future__ import annotations

import pytest

from matchday.bots.simple import SimpleBot
from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import MatchdayError
from matchday.match.match import Match


def test_an_unknown_bot_is_refused():
    with pytest.raises(MatchdayError, match='no bot "greddy"; did you mean "greedy"'):
        SimpleBot("greddy")


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_bots_play_to_the_end_and_repeat_themselves(game, kind):
    def played() -> str:
        match = Match(game, seed="bots")
        bots = [SimpleBot(kind, f"seat {seat}") for seat in range(match.seats)]
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, bots[seat].decide(match.seat(seat)))
        return match.digest()

    assert played() == played()


@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_worlds_that_look_alike_get_the_same_choice(game, kind):
    match, dice, compared = Match(game, seed="alike"), Dice.new(), 0
    set_key(dice, 1, 1)
    driver = SimpleBot("random", "driver")
    while not match.over and compared < 60:
        seat = match.waiting[0]
        other = match.copy()
        imagined = match.hidden(seat)
        match.runner.redeal(match.box_for(seat), imagined, seat, dice)
        other.table = imagined
        assert SimpleBot(kind, "same").decide(match.seat(seat)) == SimpleBot(kind, "same").decide(other.seat(seat))
        compared += 1
        match.play(seat, driver.decide(match.seat(seat)))
    assert compared
