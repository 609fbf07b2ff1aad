"""Solve a cut-down box with OpenSpiel's CFR, and measure how far from an equilibrium each policy is.

    pip install matchday[openspiel]
    python examples/solve.py --iterations 20

The box has ten cards, two in a hand and one action a turn, and a few deals instead of all: a finite game that every
history of can be gone through. Then the whole game is searched: by ISMCTS, which imagines worlds that fit what the seat
knows, and by MCTS, which is shown all cards and every die that will fall.
"""

from __future__ import annotations

import argparse
import copy

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import matchday as md
from matchday.envs import openspiel


def cut_down(cards: int, deals: int, *, compiled: bool) -> openspiel.BoardGame:
    """Take a few cards of the box."""
    data = copy.deepcopy(md.game("pilka_w_grze").box_data)
    data |= {"hand": 2, "actions": [1, 1, 1]}
    data["decks"]["paired"] = [{**row, "copies": 1} for row in data["decks"]["paired"][:cards]]
    options = {"level_score": "draw", "starter": "seat0"}
    return openspiel.load("pilka_w_grze", options, deals=deals, compiled=compiled, data=data)


def searchers(game: openspiel.BoardGame, simulations: int) -> list[pyspiel.Bot]:
    """Give both kinds of search."""
    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    return [
        ismcts.ISMCTSBot(game, rollouts, 2.0, simulations, random_state=dice),
        mcts.MCTSBot(game, 2.0, simulations, rollouts, random_state=dice),
    ]


def searched(game: openspiel.BoardGame, bot: pyspiel.Bot, moves: int) -> list[str]:
    """Let a search play the first moves of a match."""
    state, played = game.new_initial_state(), []
    while state.is_chance_node():
        state.apply_action(1)
    while len(played) < moves and not state.is_terminal():
        action = bot.step(state)
        played.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    return played


def main(arguments: list[str] | None = None) -> list[float]:
    """Run CFR; give what can be won against the uniform policy and against each average policy after it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=10)
    parser.add_argument("--deals", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--moves", type=int, default=10, help="moves of the whole game that are searched")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--plain", action="store_true", help="without the compiler; slow")
    asked = parser.parse_args(arguments)
    game = cut_down(asked.cards, asked.deals, compiled=not asked.plain)
    found = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game))]
    print(f"uniform policy: others can win {found[0]:.4f} more in all")
    solver = cfr.CFRSolver(game)
    for number in range(1, asked.iterations + 1):
        solver.evaluate_and_update_policy()
        if number % 5 == 0 or number == asked.iterations:
            found.append(exploitability.nash_conv(game, solver.average_policy()))
            print(f"CFR, {number} iterations: {found[-1]:.4f}", flush=True)
    whole = openspiel.load("pilka_w_grze", compiled=not asked.plain)
    for name, bot in zip(("ISMCTS", "MCTS, which knows everything,"), searchers(whole, asked.simulations), strict=True):
        print(f"{name} plays:", " ".join(searched(whole, bot, asked.moves)), flush=True)
    return found


if __name__ == "__main__":
    main()
