"""The Gymnasium environments: one seat against bots, alone and in vectors."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import matchday.envs.gymnasium  # noqa: F401 - registers
from matchday.engine.errors import MatchdayError
from matchday.envs.play import versioned_name

STEPS = 40


def name_of(game):
    return f"matchday/{versioned_name(game).replace('_v', '-v')}"


def run(env, seed, steps=STEPS):
    """Play at random by the mask; what was seen."""
    found = []
    known, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    for _ in range(steps):
        assert env.observation_space.contains(known)
        action = env.action_space.sample(info["action_mask"])
        assert env.unwrapped.action_masks()[action]
        known, reward, over, late, info = env.step(action)
        found.append((known.tolist(), reward, over))
        assert not late
        if over:
            assert reward in {-1.0, 0.0, 1.0}
            known, info = env.reset()
    return found


def test_one_seat_against_a_bot(game):
    env = gymnasium.make(name_of(game), opponent="greedy", mode="plain")
    first = run(env, 3)
    assert data_equivalence(first, run(env, 3))
    assert not data_equivalence(first, run(env, 4))


@pytest.mark.filterwarnings("ignore:.*For Box action spaces", "ignore:.*not within the observation space")
def test_gymnasiums_own_check(preset):
    checked = {"opponent": "random", "illegal": "first", "mode": "plain"}  # it samples without the mask
    check_env(gymnasium.make(name_of(preset.game), options=preset.options, **checked).unwrapped, skip_render_check=True)


def test_every_option(way):
    env = gymnasium.make(name_of(way.game), opponent="random", options=way.options, mode="plain")
    run(env, 3, 4)


def test_an_illegal_action_raises_or_gives_way(game):
    made = [gymnasium.make(name_of(game), mode="plain", illegal=each) for each in ("raise", "first")]
    (_, info), _ = [env.reset(seed=1) for env in made]
    legal = np.flatnonzero(info["action_mask"])
    wrong = next(action for action in range(-1, game.actions) if action not in legal)
    with pytest.raises(MatchdayError, match=f"action {wrong} is none of the legal ones"):
        made[0].step(wrong)
    assert data_equivalence(made[0].step(legal[0])[:3], made[1].step(wrong)[:3])
    with pytest.raises(MatchdayError, match='illegal is "raise" or "first", not "last"'):
        gymnasium.make(name_of(game), mode="plain", illegal="last")


def test_both_sides_in_turn(game):
    env = gymnasium.make(name_of(game), opponent="random", seat=None, mode="plain")
    seats = set()
    env.reset(seed=1)
    for _ in range(4):
        _, info = env.reset()
        seats.add(info["seat"])
    assert seats == {0, 1}


def test_rendering(game):
    for mode, kind in (("ansi", str), ("html", str), ("rgb_array", np.ndarray)):
        env = gymnasium.make(name_of(game), opponent="random", render_mode=mode, mode="plain")
        env.reset(seed=1)
        assert isinstance(env.render(), kind)


def test_a_vector_is_many_of_them(game):
    many = gymnasium.make_vec(name_of(game), num_envs=3, opponent="random", mode="plain")
    known, info = many.reset(seed=5)
    ended = 0
    for _ in range(STEPS):
        assert many.observation_space.contains(known)
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        known, rewards, overs, lates, info = many.step(actions)
        assert rewards.shape == overs.shape == lates.shape == (3,)
        ended += int(overs.sum())
        if overs.any():
            assert info["_final_obs"].tolist() == overs.tolist()
            assert (info["final_obs"][overs, 1] == 0).all()  # nobody is waited for
    many.close()
    assert game.name != "spot_kick" or ended


def test_refusals():
    with pytest.raises(MatchdayError, match="seats 0 to 1, not 2"):
        gymnasium.make("matchday/spot_kick-v1", seat=2, mode="plain")
    many = gymnasium.make_vec("matchday/spot_kick-v1", num_envs=2, mode="plain")
    with pytest.raises(MatchdayError, match="one seed for all"):
        many.reset(seed=[1, 2])
    with pytest.raises(gymnasium.error.Error, match="spot_kick"):
        gymnasium.make("matchday/spot_kick-v9")
