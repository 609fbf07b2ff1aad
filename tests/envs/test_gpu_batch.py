"""Batches on a GPU; what a card does is compared where there is one."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from matchday.engine.card import card
from matchday.engine.errors import MatchdayError, NoGpu
from matchday.envs import on_gpu
from matchday.envs.batch import batch
from matchday.games import game as find_game

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


def test_kernels_are_asked_for_less_until_they_step_rightly(monkeypatch, tmp_path):
    tried = []

    def right_from(level):
        tried.clear()
        on_gpu.PROVEN.clear()
        monkeypatch.setattr(on_gpu, "steps_alike", lambda *given: tried.append(given[-1]) or given[-1] <= level)
        return on_gpu.proven_level(find_game("spot_kick"), 3, {}, None)

    monkeypatch.setattr(on_gpu, "PROVEN", {})
    monkeypatch.setattr(on_gpu, "card", lambda: SimpleNamespace(name="sm_90", version=13000))
    monkeypatch.setattr(on_gpu, "cache_folder", lambda _: tmp_path)
    assert right_from(1) == 1
    assert tried == [4, 2, 1]
    assert right_from(4) == 1  # it was kept
    assert not tried
    (tmp_path / "batch-3-sm_90-driver-13000.level").unlink()
    for _ in range(2):
        with pytest.raises(MatchdayError, match="this GPU does not step spot_kick as the processor does"):
            right_from(-1)


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
