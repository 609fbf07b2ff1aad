"""Batches on a GPU; what a card does is compared where there is one."""

from __future__ import annotations

import numpy as np
import pytest

from matchday.engine.card import card
from matchday.engine.errors import MatchdayError, NoGpu
from matchday.envs.batch import batch

SHOWN = ("observations", "masks", "seats", "rewards", "overs", "lengths", "finals")


def has_gpu() -> bool:
    try:
        card()
    except NoGpu:
        return False
    return True


needs_gpu = pytest.mark.skipif("not has_gpu()", reason="NOT RUN: there is no GPU of NVIDIA here")


def test_what_a_gpu_does_not_do_is_refused():
    with pytest.raises(MatchdayError, match="the other seats are random"):
        batch("spot_kick", 2, players=[None, "greedy"], device="cuda")
    with pytest.raises(MatchdayError, match='no device "abacus"'):
        batch("spot_kick", 2, device="abacus")


@needs_gpu
def test_a_gpu_steps_as_the_processor_does(game):
    seats = int(game.box().seats)
    asked = {"players": [None] + ["random"] * (seats - 1), "rotate": True, "shaping": 0.5, "finals": True}
    one, other = batch(game, 64, seed=3, **asked), batch(game, 64, seed=3, **asked, device="cuda")
    for _ in range(100):
        actions = one.sample()
        one.step(actions)
        other.step(actions)
        for name in SHOWN:
            assert np.array_equal(getattr(one, name), getattr(other, name).read()), name
    with pytest.raises(MatchdayError, match="at 64 of 64 tables"):
        other.step(np.full(64, -1))
