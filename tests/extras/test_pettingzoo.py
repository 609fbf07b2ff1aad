"""The PettingZoo environments pass PettingZoo's own tests, and show what matches show."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils import parallel_to_aec

from matchday.engine.errors import MatchdayError
from matchday.envs import pettingzoo as environments
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.match.match import Match, simulation_seed

pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)
CYCLES = 30
FEW = 4


def plain(made, **named):
    """An environment that needs no compiler."""
    return partial(made, mode="plain", **named)


@pytest.fixture
def envs(game):
    return environments.Versioned(game)


def test_one_after_the_other(envs, capsys):
    api_test(plain(envs.env)(), num_cycles=CYCLES)
    seed_test(plain(envs.env), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


def test_all_at_once(envs, capsys):
    parallel_api_test(plain(envs.parallel_env)(), num_cycles=CYCLES)
    assert "Passed Parallel API test" in capsys.readouterr().out
    anything = plain(envs.parallel_env, illegal="first")  # these two sample without the mask
    parallel_seed_test(anything, num_cycles=CYCLES)
    max_cycles_test(SimpleNamespace(parallel_env=anything, env=lambda **named: parallel_to_aec(anything(**named))))


def passes(way, cycles):
    """Go through PettingZoo's own tests."""
    made = environments.Versioned(way.game)
    env, together = (plain(make, options=way.options) for make in (made.env, made.parallel_env))
    api_test(env(), num_cycles=cycles)
    seed_test(env, num_cycles=cycles)
    parallel_api_test(together(), num_cycles=cycles)
    anything = partial(together, illegal="first")
    parallel_seed_test(anything, num_cycles=cycles)
    max_cycles_test(SimpleNamespace(parallel_env=anything, env=lambda **named: parallel_to_aec(anything(**named))))
    for mode in ("ansi", "html", "rgb_array"):
        shown = env(render_mode=mode)
        shown.reset(seed=1)
        assert len(shown.render())


def test_every_preset(preset, capsys):
    passes(preset, CYCLES)


def test_every_option(way, capsys):
    passes(way, FEW)


def test_rendering(envs, capsys):
    render_test(plain(envs.env), custom_tests={"html": lambda page: page.startswith("<pre")})
    assert capsys.readouterr().out.strip()
    with pytest.raises(MatchdayError, match="no render mode 'rgb'"):
        envs.raw_env(render_mode="rgb", mode="plain")


def test_pixels_are_drawn(envs):
    env = envs.raw_env(render_mode="rgb_array", mode="plain")
    env.reset(seed=1)
    picture = env.render()
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2


def test_a_match_is_the_one_that_its_seed_names(envs, game):
    env = envs.raw_env(shaping=0.5, mode="plain")
    env.reset(seed=9)
    match = Match(game, seed=simulation_seed(9, 0))
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, late, _ = env.last()
        totals[agent] += reward
        if over or late:
            env.step(None)
            continue
        seat = env.seat_of[agent]
        assert seat == match.asked
        assert np.flatnonzero(seen["action_mask"]).tolist() == match.legal(seat)
        assert not env.observe(env.possible_agents[1 - seat])["action_mask"].any() or len(match.waiting) > 1
        known = match.runner.observe(match.box, match.hidden(seat), seat)
        assert seen["observation"].tolist() == known.tolist()
        action = match.legal(seat)[match.ply % len(match.legal(seat))]
        match.play(seat, action)
        env.step(action)
        if match.ply == 400:
            return
    score = match.score()
    lead = [own - (sum(score) - own) / (match.seats - 1) for own in score]
    for seat, agent in enumerate(env.possible_agents):
        assert totals[agent] == pytest.approx(2 * match.result()[seat] - 1 + 0.5 * lead[seat])


def test_names_have_versions():
    name = next(iter(GAMES))
    version = find_game(name).version
    found = getattr(environments, f"{name}_v{version}")
    assert found.raw_env(mode="plain").metadata["name"] == f"matchday/{name}_v{version}"
    with pytest.raises(AttributeError, match=f"this matchday plays {name}_v{version}, not {name}_v99"):
        getattr(environments, f"{name}_v99")
    with pytest.raises(AttributeError, match="no game"):
        environments.chess_v1  # noqa: B018 - asked for on purpose


def test_illegal_actions_raise_and_play_nothing(envs):
    together = plain(envs.parallel_env)()
    seen, _ = together.reset(seed=1)
    before = repr(together.match)
    asked = together.possible_agents[together.match.waiting[0]]
    wrong = {agent: int(np.argmin(each["action_mask"])) for agent, each in seen.items()}
    with pytest.raises(MatchdayError, match=f"{asked}: action {wrong[asked]} is none of the legal ones"):
        together.step(wrong)
    assert repr(together.match) == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_seats_as_there_are_players(seats):
    env = environments.Versioned(find_game("mcs")).raw_env(options={"players": seats}, mode="plain")
    env.reset(seed=1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    dice = np.random.default_rng(seats)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        rewards[agent] += reward
        env.step(None if over else dice.choice(np.flatnonzero(seen["action_mask"])))
    assert len(rewards) == seats
    assert max(rewards.values()) > 0
    assert sum(rewards.values()) == pytest.approx(0) or seats == 3  # one against two partners
