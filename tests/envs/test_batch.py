"""Batches: many tables with one call, each the match that a `Match` of its number would be."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

import matchday as md
from matchday.engine.errors import MatchdayError
from matchday.engine.record import raw
from matchday.games import game as find_game
from matchday.match.match import Match, simulation_seed

SMALL = pytest.param("spot_kick", marks=pytest.mark.xdist_group("spot_kick"))
OURS = pytest.param("super_goal", marks=pytest.mark.xdist_group("super_goal"))  # the quickest of ours to compile


def played(batch, steps):
    """Play at random; all that is seen on the way."""
    found = []
    for _ in range(steps):
        batch.step(batch.sample())
        found.append(
            [each.tobytes() for each in (batch.observations, batch.masks, batch.seats, batch.rewards, batch.overs)]
        )
    return found


def test_every_table_is_the_match_of_its_number(game):
    batch = md.batch(game, 2, seed=7, mode="plain")
    matches = [Match(game, seed=simulation_seed(7, number)) for number in range(2)]
    for _ in range(40):
        for spot, match in enumerate(matches):
            seat = match.asked
            assert batch.seats[spot] == seat
            assert np.flatnonzero(batch.masks[spot]).tolist() == match.legal(seat)
            if game.has_clock:
                match.table.elapsed = batch.tables[spot].elapsed
            known = match.runner.observe(match.box, match.hidden(seat), seat)
            assert batch.observations[spot].tolist() == known.tolist()
        actions = batch.sample()
        batch.step(actions)
        for spot, match in enumerate(matches):
            match.play(match.asked, int(actions[spot]))
            if match.over:
                assert batch.overs[spot]
                assert batch.lengths[spot] == match.ply
                assert batch.rewards[spot].tolist() == pytest.approx([2 * share - 1 for share in match.result()])
                matches[spot] = Match(game, seed=simulation_seed(7, int(batch.courses[spot].number)))
            else:
                assert not batch.overs[spot]
                assert not batch.rewards[spot].any()


@pytest.mark.parametrize("name", [SMALL, OURS])
def test_compiled_and_plain_see_the_same_on_any_number_of_threads(name):
    plain = played(md.batch(name, 8, seed=3, mode="plain"), 60)
    assert played(md.batch(name, 8, seed=3), 60) == plain
    threaded = md.batch(name, 8, seed=3, threads=3)
    assert played(threaded, 60) == plain
    threaded.reset()
    assert played(threaded, 60) == plain
    threaded.reset(seed=4)
    assert played(threaded, 60) != plain
    threaded.close()


@pytest.mark.xdist_group("spot_kick")
@pytest.mark.parametrize("level", ["random", "greedy", "semi_pro"])
def test_bots_answer_inside_and_change_seats(level):
    seen = {}
    for threads in (1, 2):
        batch = md.batch("spot_kick", 6, seed=5, players=[None, level], rotate=True, finals=True, threads=threads)
        own_seats, seen[threads] = set(), []
        for _ in range(40):
            assert ((batch.seats + batch.courses["number"]) % 2 == 0).all()  # only the first player is asked
            own_seats |= set(batch.seats.tolist())
            batch.step(batch.sample())
            seen[threads].append(batch.rewards.tolist())
            assert (batch.rewards.sum(axis=1) == 0).all()
            assert (batch.finals[batch.overs == 1, 1] == 0).all()  # nobody is waited for at the end
        assert own_seats == {0, 1}
    assert seen[1] == seen[2]
    assert np.any(seen[1])


def test_shaping_rewards_a_lead_as_it_falls(game):
    batch = md.batch(game, 1, seed=2, shaping=0.25, mode="plain")
    match = Match(game, seed=simulation_seed(2, 0))
    total = np.zeros(match.seats)
    for _ in range(120):
        action = int(batch.sample()[0])
        match.play(match.asked, action)
        batch.step([action])
        total += batch.rewards[0]
        others = [sum(match.score()) - own for own in match.score()]
        leads = [own - rest / (match.seats - 1) for own, rest in zip(match.score(), others, strict=True)]
        result = [2 * share - 1 for share in match.result() or [0.5] * match.seats]
        assert total.tolist() == pytest.approx([0.25 * lead + end for lead, end in zip(leads, result, strict=True)])
        if match.over:
            break


def test_an_illegal_action_is_named_and_nothing_is_played():
    batch = md.batch("spot_kick", 3, seed=1, mode="plain")
    before = raw(batch.tables), batch.observations.tobytes()
    good = batch.sample()
    for wrong in (-1, find_game("spot_kick").actions):
        actions = good.copy()
        actions[1] = wrong
        with pytest.raises(MatchdayError, match=f"table 1: action {wrong} is none of the legal ones"):
            batch.step(actions)
    with pytest.raises(MatchdayError, match="a step takes 3 actions"):
        batch.step(good[:2])
    assert (raw(batch.tables), batch.observations.tobytes()) == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": [None]}, "spot_kick has 2 seats"),
        ({"players": ["greedy", "greedy"]}, "None at least once"),
        ({"players": [None, "legent"]}, 'no bot "legent"; .*legend'),
        ({"tables": 0}, "1 table or more"),
    ],
)
def test_what_cannot_be_dealt_is_said(wrong, said):
    with pytest.raises(MatchdayError, match=said):
        md.batch("spot_kick", wrong.pop("tables", 2), mode="plain", **wrong)


def test_arrays_stay_and_can_be_shared():
    batch = md.batch("spot_kick", 5, seed=1, mode="plain", observations=False)
    shared = np.from_dlpack(batch.masks)
    assert np.shares_memory(shared, batch.masks)
    batch.step(batch.sample())
    assert np.shares_memory(shared, batch.masks)
    assert shared.tolist() == batch.masks.tolist()
    assert batch.observations.shape == (5, 0)
    assert all(each.ctypes.data % 64 == 0 for each in batch.screens if each.size)


def test_every_number_has_a_meaning(game):
    batch = md.batch(game, 1, mode="plain")
    assert len(batch.meanings) == batch.observations.shape[1]
    phase = next(spot for spot in batch.meanings if spot.name == "phase")
    assert all(f"{each.value} {each.name}" in phase.meaning for each in game.phases if each < game.automatic)


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_other_libraries_take_the_arrays_as_they_lie(library):
    taker = pytest.importorskip(library, reason=f"NOT RUN: {library} is not installed")
    taken = taker.from_dlpack if library == "torch" else importlib.import_module("jax.dlpack").from_dlpack
    batch = md.batch("spot_kick", 5, seed=1, mode="plain")
    names = ("observations", "masks", "seats", "rewards", "overs", "lengths")
    tensors = {name: taken(getattr(batch, name)) for name in names}
    for name, tensor in tensors.items():
        place = tensor.data_ptr() if library == "torch" else tensor.unsafe_buffer_pointer()
        assert place == getattr(batch, name).ctypes.data, f"{name} was copied"
    for _ in range(12):
        batch.step(batch.sample())
        for name, tensor in tensors.items():
            assert np.asarray(tensor).tolist() == getattr(batch, name).tolist()
