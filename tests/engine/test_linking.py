from __future__ import annotations

from matchday.engine.dice import Dice
from matchday.engine.log import Log
from matchday.engine.record import copy_of, raw
from matchday.engine.runner import Runner
from matchday.lab.simulate import prepare
from tests.kit import random_match


def test_doors_of_one_process_keep_their_parts_apart(game):
    prepare(game)  # a door with all the rules in it, before those that the runner calls
    twin, log = Runner(game, "compiled"), Log.new()
    for position, seat, action in random_match(game, seed=3):
        hidden, seen = copy_of(position.table), copy_of(position.table)
        twin.hide(position.box, hidden, seat)
        assert raw(hidden) == raw(position.hidden(seat))
        twin.redeal(position.box, hidden, seat, Dice.new())
        twin.apply(position.box, seen, seat, action, log)
        expected = position.copy().play(seat, action)
        assert raw(seen) == raw(expected.table)
        assert int(log.count) == int(expected.log.count)
        assert twin.result(position.box, seen) == expected.result()
