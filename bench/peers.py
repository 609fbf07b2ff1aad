"""Peers: OpenSpiel's C++ and Python play, and RLCard's. One that is not installed says so and stays away."""

from __future__ import annotations

import random  # noqa: TID251 - the peers' own dice
from collections.abc import Callable
from typing import Any

from bench.clock import Contestant, Played

OPEN_SPIEL_GAMES = ("hearts", "euchre")
RLCARD_GAMES = ("uno", "gin-rummy")
DEALS = 16  # rollouts start from several deals in turn
COUNTED = 100  # rollouts a deal that are counted in Python, since C++ does not


def peers() -> list[Contestant]:
    """Give every peer and way of playing."""
    return [*open_spiel(), *rlcard()]


def open_spiel() -> list[Contestant]:
    ways: dict[str, Callable[[Any], Callable[[int], Callable[[], Played]]]] = {
        "C++ rollouts": rollouts,
        "C++ whole games": whole_games,
        "Python loop": from_python,
    }
    try:
        import pyspiel
    except ImportError:
        return [absent("OpenSpiel", game, way) for game in OPEN_SPIEL_GAMES for way in ways]
    return [
        Contestant("OpenSpiel", game, way, make(pyspiel.load_game(game)))
        for game in OPEN_SPIEL_GAMES
        for way, make in ways.items()
    ]


def rlcard() -> list[Contestant]:
    try:
        import rlcard
    except ImportError:
        return [absent("RLCard", game, "Python") for game in RLCARD_GAMES]
    return [Contestant("RLCard", game, "Python", steps(rlcard.make(game, config={"seed": 1}))) for game in RLCARD_GAMES]


def absent(name: str, game: str, kind: str) -> Contestant:
    return Contestant(name, game, kind, lambda _: lambda: Played(0, 0), missing="not installed")


def rollouts(game: Any) -> Callable[[int], Callable[[], Played]]:
    """The evaluator of MCTSBot: with one simulation it plays all its rollouts from the root, in C++."""
    import pyspiel

    dice = random.Random(1)
    deals = [dealt(game, dice) for _ in range(DEALS)]
    decisions = [sum(decisions_from(deal.clone(), dice) for _ in range(COUNTED)) / COUNTED for deal in deals]
    turn = 0

    def play(games: int) -> Callable[[], Played]:
        nonlocal turn
        turn = (turn + 1) % DEALS
        evaluator = pyspiel.RandomRolloutEvaluator(games, turn)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, turn, False)
        bot.step(deals[turn])
        return lambda: Played(games, games * decisions[turn])

    return play


def whole_games(game: Any) -> Callable[[int], Callable[[], Played]]:
    """C++ bots play whole games, dealing included."""
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seed = 0

    def play(games: int) -> Callable[[], Played]:
        nonlocal seed
        ended = []
        for _ in range(games):
            seed += 1
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            ended.append(state)
        return lambda: Played(games, sum(made_by_seats(state) for state in ended))

    return play


def from_python(game: Any) -> Callable[[int], Callable[[], Played]]:
    """Python asks for the legal actions and applies one."""
    dice = random.Random(1)

    def play(games: int) -> Callable[[], Played]:
        decisions = sum(decisions_from(game.new_initial_state(), dice) for _ in range(games))
        return lambda: Played(games, decisions)

    return play


def dealt(game: Any, dice: random.Random) -> Any:
    """Give a state in which all chance of the deal is behind."""
    state = game.new_initial_state()
    while state.is_chance_node():
        sample_chance(state, dice)
    return state


def decisions_from(state: Any, dice: random.Random) -> int:
    """Play at random to the end; return the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            sample_chance(state, dice)
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def sample_chance(state: Any, dice: random.Random) -> None:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(dice.choices(outcomes, chances)[0])


def made_by_seats(state: Any) -> int:
    """Count the decisions of a finished game; chance has negative numbers."""
    return sum(1 for made in state.full_history() if made.player >= 0)


def steps(env: Any) -> Callable[[int], Callable[[], Played]]:
    """The bare loop, which is about twice as fast as RLCard's own `env.run`."""
    dice = random.Random(1)

    def play(games: int) -> Callable[[], Played]:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(dice.choice(list(state["legal_actions"])))
                decisions += 1
        return lambda: Played(games, decisions)

    return play
