"""Searches side by side: simulations a second of ISMCTS with random playouts, ours and OpenSpiel's in C++."""

from __future__ import annotations

import random  # noqa: TID251 - the peer's own dice
from collections.abc import Callable
from typing import Any

from bench.clock import Contestant, Played
from bench.peers import OPEN_SPIEL_GAMES, absent, dealt
from matchday.bots.levels import LEVELS
from matchday.bots.simple import SimpleBot
from matchday.bots.thinking import EXPLORE, Decider, Searcher
from matchday.engine.game import Game
from matchday.match.match import Match

POSITIONS = 8  # each sample searches the next of several positions from random play
SIMULATIONS = 1000  # of one search
WAY = "ISMCTS"


def searchers(game: Game, *, with_peers: bool = True) -> list[Contestant]:
    """Give every search to be measured."""
    return [Contestant("matchday", game.name, WAY, ours(game)), trials(game), *(peers() if with_peers else ())]


def ours(game: Game) -> Callable[[int], Callable[[], Played]]:
    """Our search as it stands beside others': random playouts to the end of the match."""
    searcher = Searcher(game, SIMULATIONS)
    places = positions(game)
    turn = 0
    searcher.run(*places[0], "compiled here, or loaded")

    def play(games: int) -> Callable[[], Played]:
        nonlocal turn
        for _ in range(games):
            turn += 1
            searcher.run(*places[turn % POSITIONS], f"bench {turn}")
        return lambda: Played(games * SIMULATIONS, games * SIMULATIONS)

    return play


def trials(game: Game) -> Contestant:
    """What a professional does instead: each simulation is one trial, played on with the playing sense."""
    decider = Decider(game, LEVELS["professional"].style(game), "compiled")
    places = positions(game)
    turn = 0
    decider.decide(*places[0], "compiled here, or loaded")

    def play(games: int) -> Callable[[], Played]:
        nonlocal turn
        done = 0
        for _ in range(games):
            turn += 1
            decider.decide(*places[turn % POSITIONS], f"bench {turn}")
            done += sum(each.visits for each in decider.prospects())
        return lambda: Played(done, done)

    return Contestant("matchday", game.name, "professional's trials", play)


def positions(game: Game) -> list[tuple[Any, Any, int]]:
    """Give positions with a choice: box, hidden table and seat."""
    found: list[tuple[Any, Any, int]] = []
    match, bot = Match(game, seed="bench"), SimpleBot("random", "bench")
    while len(found) < POSITIONS:
        seat = match.waiting[0]
        if match.ply >= 10 * len(found) and len(match.legal(seat)) > 1:
            found.append((match.box_for(seat), match.hidden(seat), seat))
        match.play(seat, bot.decide(match.seat(seat)))
    return found


def peers() -> list[Contestant]:
    """Give OpenSpiel's search on its trick-taking games."""
    try:
        import pyspiel
    except ImportError:
        return [absent("OpenSpiel", game, f"C++ {WAY}") for game in OPEN_SPIEL_GAMES]
    return [Contestant("OpenSpiel", game, f"C++ {WAY}", theirs(pyspiel.load_game(game))) for game in OPEN_SPIEL_GAMES]


def theirs(game: Any) -> Callable[[int], Callable[[], Played]]:
    """OpenSpiel's ISMCTSBot with one random rollout a simulation, which is what our search does."""
    import pyspiel

    dice = random.Random(1)
    places = [with_a_choice(dealt(game, dice), dice) for _ in range(POSITIONS)]
    turn = 0

    def play(games: int) -> Callable[[], Played]:
        nonlocal turn
        for _ in range(games):
            turn += 1
            evaluator = pyspiel.RandomRolloutEvaluator(1, turn)
            pyspiel.ISMCTSBot(turn, evaluator, EXPLORE, SIMULATIONS).step(places[turn % POSITIONS])
        return lambda: Played(games * SIMULATIONS, games * SIMULATIONS)

    return play


def with_a_choice(state: Any, dice: random.Random) -> Any:
    """Play on at random until somebody has more than one action; bots answer a single one at once."""
    while len(state.legal_actions()) < 2:
        state.apply_action(dice.choice(state.legal_actions()))
    return state
