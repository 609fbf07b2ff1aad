"""Simulation on a GPU. Where there is none, the same kernels are written as PTX, and their steps are played by the
processor, in a single lane.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest

from matchday.engine import warp
from matchday.engine.errors import MatchdayError, NoGpu
from matchday.engine.ptx import EXTREME, Kernels, in_32_bits, short_name
from matchday.engine.record import raw
from matchday.engine.twin import Twin
from matchday.games import game as game_named
from matchday.lab import lanes, on_gpu
from matchday.lab.driver import BLANK, REAL, WHOLE, Row
from matchday.lab.simulate import Workspace, simulate

SPOT_KICK = "spot_kick"
MATCHES = 30


def has_gpu() -> bool:
    try:
        on_gpu.card()
    except NoGpu:
        return False
    return True


needs_gpu = pytest.mark.skipif("not has_gpu()", reason="NOT RUN: there is no GPU of NVIDIA here")


class OnProcessor(Kernels):
    """The same world, compiled for the processor: there is one block, and nobody to wait for."""

    def instructions(self):
        @numba.njit
        def one():
            return 1

        return {warp.blocks: one}

    def wrap(self, body, *, is_door):
        return Twin.wrap(self, body, is_door=is_door)


@pytest.fixture(scope="module")
def small():
    return game_named(SPOT_KICK)


@pytest.fixture(scope="module")
def space(small):
    return Workspace(small, ["random"] * 2)


def played_by_processor(game, space):
    lines, tables = Row.zeros(MATCHES), []
    for number in range(MATCHES):
        space.play("compiled", 5, number, 1, lines[number : number + 1])
        tables.append(raw(space.tables[REAL]))
    return lines, tables


@pytest.mark.xdist_group(SPOT_KICK)
def test_the_steps_of_a_kernel_play_the_matches_of_the_driver(small, space):
    world = on_gpu.kernels_of(small, 2)
    walk = OnProcessor(small, world.views, world.numbers, world.stand_ins).door(lanes.walk)
    size = on_gpu.lane_type(small).aligned.itemsize
    box, blank = (
        np.frombuffer(raw(each).ljust(size, b"\0"), np.uint8).copy()
        for each in (space.boxes[WHOLE], space.tables[BLANK])
    )
    lines, finals = Row.zeros(MATCHES), np.zeros((MATCHES, on_gpu.stride(small, 2)), np.uint8)
    lane = np.zeros(on_gpu.stride(small, 2) // 8, np.int64)
    walk(*(each.ctypes.data for each in (box, blank, lines, finals, lane)), 5, 0, MATCHES)

    wanted, tables = played_by_processor(small, space)
    assert lines.tobytes() == wanted.tobytes()
    assert [bytes(each)[: len(tables[0])] for each in finals] == tables


@pytest.mark.xdist_group(SPOT_KICK)
def test_a_kernel_is_written_without_a_gpu(small):
    text = on_gpu.kernels_of(small, 2).written(lanes.play_lanes, chip="sm_90", threads=on_gpu.threads_for(small, 2))
    assert ".target sm_90" in text
    assert ".visible .entry kernel(" in text
    assert f".maxntid {on_gpu.threads_for(small, 2)}" in text
    for instruction in ("bar.sync", "match.any.sync", "cp.async.ca.shared.global", "shfl.sync"):
        assert instruction in text
    assert not EXTREME.search(text)
    declared = [line for line in text.splitlines() if line.startswith(".extern") and "matchday_arena" not in line]
    assert not declared  # nothing is left for somebody else to provide


def test_no_smaller_or_greater_is_taken_of_16_bits():
    """The assembler is wrong about some of them (`in_32_bits`)."""
    text = in_32_bits("\tmin.u16 \t%rs3, %rs1, %rs2;\n\tmax.s16 \t%rs5, %rs4, -3;\n\tmax.s64 \t%rd1, %rd2, 0;\n")
    assert not EXTREME.search(text)
    for line in ("cvt.u32.u16 %wide1, %rs2;", "min.u32 %wide0, %wide0, %wide1;", "max.s32 %wide0, %wide0, -3;"):
        assert line in text
    assert "max.s64 \t%rd1, %rd2, 0;" in text


def test_a_symbol_tells_its_function():
    assert short_name("_ZN8matchday6engine4dice9spot_kick8sip_wordB2v9B66c8tJEyyy") == "sip_word"
    assert short_name("memset") == ""


def test_tables_lie_an_odd_number_of_words_apart(game):
    assert on_gpu.stride(game, 2) // 8 % 2 == 1
    assert on_gpu.threads_for(game, 2) % warp.WARP == 0
    assert len(game.phases) + lanes.FIRST_PHASE <= lanes.STATES


def test_a_gpu_that_is_not_there_is_missed_in_one_line(small, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cuda.bindings", None)
    on_gpu.card.cache_clear()
    with pytest.raises(NoGpu, match=r'^a GPU needs the extra "cuda": pip install "matchday\[cuda\]"$'):
        simulate(small, 10, device="cuda")
    on_gpu.card.cache_clear()


def test_what_a_gpu_does_not_do_is_refused(small):
    for wrong, words in (
        ({"seats": "greedy"}, "every seat is random"),
        ({"count_events": True}, "nobody counts events"),
        ({"mode": "plain"}, "nothing is plain"),
        ({"device": "abacus"}, 'no device "abacus"; there are cpu and cuda'),
    ):
        with pytest.raises(MatchdayError, match=words):
            simulate(small, 10, **{"device": "cuda", **wrong})


@needs_gpu
def test_a_gpu_plays_the_same_matches(game):
    one, other = (simulate(game, 20_000, device=device).as_dict() for device in ("cuda", "cpu"))
    for name in ("matches", "decisions", "longest_match", "wins", "draws", "scores", "totals", "margins"):
        assert one[name] == other[name], name
