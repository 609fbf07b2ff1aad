"""The levels: they see what their seat may know and nothing else, and a seed repeats their choices."""

from __future__ import annotations

import pytest

from matchday.bots.levels import LEVELS, bot_for
from matchday.bots.thinking import Decider
from matchday.bots.trials import Style
from matchday.engine.dice import Dice, set_key
from matchday.engine.errors import MatchdayError
from matchday.games import game as find_game
from matchday.match.match import Match
from tests.bots.test_search import after

STYLES = {
    "slips": Style(slip=1.0, glance=6),
    "trials": Style(trials=60, ends=6, horizon=10),
    "to the end": Style(trials=12),
}


def lookalike(match: Match, seat: int) -> Match:
    """Give another match that this seat cannot tell from the first."""
    dice = Dice.new()
    set_key(dice, 2, 2)
    other = match.copy()
    other.table = match.hidden(seat)
    match.runner.redeal(match.box_for(seat), other.table, seat, dice)
    return other


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_worlds_that_look_alike_get_the_same_choice_and_statistics(game, style):
    for plies in (0, 15, 40):
        match = after(Match(game, seed="levels"), plies)
        seat = match.waiting[0]
        found = []
        for world in (match, lookalike(match, seat)):
            decider = Decider(game, style, "compiled")
            action = decider.decide(world.box_for(seat), world.hidden(seat), seat, "x")
            found.append((action, repr(decider.prospects())))
            assert action in match.legal(seat)
        assert found[0] == found[1]


def test_plain_and_compiled_bots_are_one():
    game = find_game("pilka_w_grze")
    match = after(Match(game, {"formations": True, "tactics": True}, "search"), 12)
    seat = match.waiting[0]
    for style in STYLES.values():
        plain, compiled = (Decider(game, style, mode) for mode in ("plain", "compiled"))
        for decider in (plain, compiled):
            decider.decide(match.box_for(seat), match.hidden(seat), seat, "x")
        assert repr(plain.prospects()) == repr(compiled.prospects())


def test_a_bot_without_compiled_code_plays_at_once():
    """Nothing is compiled here: each level answers with its playing sense, in plain Python."""
    game = find_game("kick_on")
    match = Match(game, seed="cold")
    seat = match.waiting[0]
    for level in LEVELS:
        bot = bot_for(game, level, "x", ready=lambda: False)
        assert bot.decide(match, seat) == bot.decide(match, seat)
        assert bot.decide(match, seat) in match.legal(seat)


def test_no_such_level():
    with pytest.raises(MatchdayError, match='no bot "rokie"; did you mean "rookie"'):
        bot_for(find_game("mcs"), "rokie")
