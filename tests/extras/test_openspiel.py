"""The OpenSpiel games pass OpenSpiel's own tests; what a player knows decides what they are told."""

from __future__ import annotations

import importlib
import pickle
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.tests import games_sim_test

import matchday as md
from matchday.envs import openspiel as games
from matchday.envs.play import versioned_name

EXAMPLES = Path(__file__).parents[2] / "examples"


def loaded(game, **params):
    return games.load(game.name, compiled=False, **params)


def dealt(game, number=7):
    """A state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(number)
    return state


def test_openspiels_own_tests(game, capfd):
    registered = pyspiel.load_game(f"matchday_{versioned_name(game)}(compiled=false)")
    np.random.seed(1)  # noqa: NPY002 - the test below draws from it
    games_sim_test.GamesSimTest().sim_game(registered)
    pyspiel.random_sim_test(registered, 1, False, True)
    capfd.readouterr()


def registered(way):
    """The game as OpenSpiel's registry gives it, options and all in one text."""
    text = games.write_options(way.options)
    return pyspiel.load_game(f"matchday_{versioned_name(way.game)}(options={text},compiled=false)")


def wander(state, moves, luck):
    """Play at random; what is told on the way must be legal, and fit an imagined world."""
    while moves and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(luck.choice([outcome for outcome, _ in state.chance_outcomes()])))
            continue
        player, legal = state.current_player(), state.legal_actions()
        assert legal == sorted(set(legal))
        assert legal
        if moves % 16 == 0:
            imagined = state.resample_from_infostate(player, luck.random)
            assert imagined.legal_actions() == legal
            assert imagined.information_state_string(player) == state.information_state_string(player)
        state.apply_action(int(luck.choice(legal)))
        moves -= 1


def test_every_preset_is_played_to_its_end(preset):
    found = registered(preset)
    state = found.new_initial_state()
    wander(state, found.max_game_length() + 1, np.random.default_rng(1))
    assert state.is_terminal()
    assert max(map(abs, state.returns())) <= found.max_utility()
    is_zero_sum = found.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert is_zero_sum == (found.utility_sum() is not None) == (found.num_players() != 3)
    assert not is_zero_sum or sum(state.returns()) == pytest.approx(0)
    assert len(state.history()) <= found.max_game_length() + found.max_chance_nodes_in_history()


def test_every_option(way):
    found = registered(way)
    assert str(pyspiel.load_game(str(found))) == str(found)
    wander(found.new_initial_state(), 8, np.random.default_rng(1))


def test_an_imagined_world_is_told_alike(game):
    state, luck = dealt(loaded(game)), np.random.default_rng(1)
    for _ in range(25):
        if state.is_terminal():
            break
        player = state.current_player()
        imagined = state.resample_from_infostate(player, luck.random)
        assert imagined.legal_actions() == state.legal_actions()
        assert imagined.information_state_string(player) == state.information_state_string(player)
        assert imagined.observation_string(player) == state.observation_string(player)
        assert imagined.information_state_tensor(player) == state.information_state_tensor(player)
        state.apply_action(int(luck.choice(state.legal_actions())))


def test_recall_is_perfect():
    state = dealt(games.load("pilka_w_grze", compiled=False))
    seen = set()
    while not state.is_terminal():
        player = state.current_player()
        told = state.information_state_string(player)
        assert told not in seen
        seen.add(told)
        state.apply_action(state.legal_actions()[0])


def test_a_state_is_kept_and_found_again(game):
    state = dealt(loaded(game))
    for _ in range(6):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    assert again.information_state_string(0) == state.information_state_string(0)


def test_options_are_parameters():
    text = games.write_options({"starter": "seat1", "tactics": True})
    game = pyspiel.load_game(f"matchday_{versioned_name(md.game('pilka_w_grze'))}(options={text},compiled=false)")
    assert dealt(game).match.box.with_tactics == 1
    assert dealt(game).current_player() == 1
    with pytest.raises(md.MatchdayError, match="no option"):
        games.load("pilka_w_grze", {"tactic": True}, compiled=False)


def test_search_in_information_sets():
    game = games.load("spot_kick", compiled=False)
    bot = ismcts.ISMCTSBot(
        game, RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 30, random_state=np.random.RandomState(1)
    )
    state = dealt(game)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_regrets_fall_on_a_cut_down_box(monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    solve = importlib.import_module("solve")
    few = ["--cards", "9", "--iterations", "2", "--moves", "2", "--simulations", "5", "--plain"]
    uniform, *_, last = solve.main(few)
    assert 0 <= last < uniform
    told = capsys.readouterr().out
    assert "ISMCTS plays: " in told
    assert "MCTS, which knows everything, plays: " in told
