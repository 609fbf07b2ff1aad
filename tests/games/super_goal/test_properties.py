"""What holds in every match of Super Goal!, over random play with every option."""

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.engine.log import CAPACITY, SPECTATOR
from matchday.engine.record import copy_of, raw
from matchday.games.super_goal import GAME
from matchday.games.super_goal.state import Phase
from tests.games.super_goal.pitch import loaded
from tests.kit import random_match

VARIED = [{}] + [{name: value} for name, option in GAME.options.items() for value in option.values[1:]]
VARIED += [{"tournament": True, "auto_forced": False}]


@pytest.mark.parametrize("options", VARIED, ids=str)
def test_random_matches_end_and_leave_choices_worth_asking(options):
    short = {} if "halves_ms" in options else {"data": loaded(half=90_000)}
    for match, seat, _action in random_match(GAME, 1, **short, **options):
        actions = match.legal(seat)
        assert actions == sorted(set(actions))
        assert len(actions) >= (2 if match.box.auto_forced else 1)
        assert match.legal(1 - seat) == []
        assert match.log.count <= CAPACITY
        assert GAME.components(match.box, match.table) == (True, True)
    assert match.phase == Phase.OVER
    assert sum(match.result()) == 1.0


def test_equal_knowledge_is_equal_bytes():
    dice = Dice.new()
    set_key(dice, 5, 5)
    for match, _seat, _action in random_match(GAME, 2, data=loaded(half=60_000)):
        views = {raw(match.hidden(seat)) for seat in (0, 1, SPECTATOR)}
        assert len(views) == 1  # nobody knows more than anybody else
        imagined = copy_of(match.hidden(0))
        match.runner.redeal(match.box, imagined, 0, dice)
        assert (imagined.key != match.table.key).any()
        match.runner.hide(match.box, imagined, 0)
        assert raw(imagined) in views


def test_plies_bound_the_match():
    data = loaded(half=60_000)
    for seed in range(3):
        plies = sum(1 for _ in random_match(GAME, seed, data=data, auto_forced=False))
        assert plies < GAME.plies(GAME.box(data=data))
