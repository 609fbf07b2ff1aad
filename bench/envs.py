"""`python -m bench.envs`: steps a second of environments, ours beside PettingZoo's, RLCard's, OpenSpiel's, Pgx's and
EnvPool's.

A step is one decision with all that a learner is shown after it: what the next seat knows, the mask of legal actions,
rewards, and the next game where one ends. Actions are drawn at random among the legal ones. Times are CPU seconds of
all threads together, and everybody has one. A second table tells what more threads bring, by the clock on the wall.
"""

from __future__ import annotations

import argparse
import random  # noqa: TID251 - the peers' own dice
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console

from bench.clock import Contestant, Played, race
from bench.peers import RLCARD_GAMES, absent, steps
from bench.report import short, table_of
from bench.vector_peers import envpool, pgx
from matchday.engine.game import Game
from matchday.envs.batch import batch
from matchday.games import GAMES, OURS
from matchday.games import game as find_game

TABLES = 4096
CLASSICS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "go_v5")
SPIEL_GAMES = ("hearts", "leduc_poker")
VECTOR = 16
HEADS = ("environment", "by", "steps a game", "steps/s", "× slower than ours at its best", "than ours at its worst")
SCALING_HEADS = ("game", "threads", "steps/s of the clock", "× one thread", "cores given", "a core's, × one thread")


def ours(game: Game, threads: int = 1) -> Contestant:
    """A batch; random actions are drawn in it."""
    tables = batch(game, TABLES, threads=threads)
    actions = tables.sample()
    while not tables.lengths.all():  # all are dealt at once: let them come apart
        tables.step(tables.sample(actions))

    def play(games: int) -> Callable[[], Played]:
        ended = stepped = in_games = 0
        while ended < games:
            tables.step(tables.sample(actions))
            ended += int(tables.overs.sum())
            in_games += int(tables.lengths[tables.overs == 1].sum())
            stepped += TABLES
        return lambda: Played(ended, stepped, in_games)

    return Contestant("matchday", game.name, f"batch of {TABLES}, {threads} thread{'s' * (threads > 1)}", play)


def pettingzoo() -> Iterator[Contestant]:
    """PettingZoo's own games, one after the other."""
    for name in CLASSICS:
        try:
            from importlib import import_module

            env = import_module(f"pettingzoo.classic.{name}").raw_env()
        except Exception:  # noqa: BLE001 - whatever a classic lacks
            yield absent("PettingZoo", name, "AEC")
        else:
            yield Contestant("PettingZoo", name, "AEC", aec(env))


def aec(env: Any) -> Callable[[int], Callable[[], Played]]:
    """The loop of PettingZoo's documentation."""
    dice, seeds = random.Random(1), iter(range(1 << 30))

    def play(games: int) -> Callable[[], Played]:
        decisions = 0
        for _ in range(games):
            env.reset(seed=next(seeds))
            for _ in env.agent_iter():
                seen, _, over, late, _ = env.last()
                if over or late:
                    env.step(None)
                else:
                    env.step(dice.choice([number for number, legal in enumerate(seen["action_mask"]) if legal]))
                    decisions += 1
        return lambda: Played(games, decisions)

    return play


def rlcard() -> Iterator[Contestant]:
    """RLCard's games."""
    try:
        import rlcard as library
    except ImportError:
        yield from (absent("RLCard", game, "Python") for game in RLCARD_GAMES)
        return
    for game in RLCARD_GAMES:
        yield Contestant("RLCard", game, "Python", steps(library.make(game, config={"seed": 1})))


def open_spiel() -> Iterator[Contestant]:
    """OpenSpiel's vector environments."""
    try:
        from open_spiel.python import rl_environment
        from open_spiel.python.vector_env import SyncVectorEnv
    except ImportError:
        yield from (absent("OpenSpiel", game, "vector environment") for game in SPIEL_GAMES)
        return
    for name in SPIEL_GAMES:
        vector = SyncVectorEnv([rl_environment.Environment(name, include_full_state=False) for _ in range(VECTOR)])
        yield Contestant("OpenSpiel", name, f"SyncVectorEnv of {VECTOR}", vectored(vector))


def vectored(vector: Any) -> Callable[[int], Callable[[], Played]]:
    """Step a vector environment of OpenSpiel."""
    from open_spiel.python.rl_agent import StepOutput

    dice, now = random.Random(1), vector.reset()

    def play(games: int) -> Callable[[], Played]:
        nonlocal now
        ended = stepped = 0
        while ended < games:
            chosen = []
            for each in now:
                legal = each.observations["legal_actions"][each.observations["current_player"]]
                chosen.append(StepOutput(action=dice.choice(legal), probs=None))
            now, _, done, _ = vector.step(chosen, reset_if_done=True)
            ended += sum(done)
            stepped += VECTOR
        return lambda: Played(ended, stepped)

    return play


def scaling(game: Game, threads: int, rounds: int, seconds: float) -> tuple[str, ...]:
    """Compare one thread with several, in turns."""
    plays = {count: ours(game, count).play for count in (1, threads)}
    speeds: dict[int, list[float]] = {1: [], threads: []}
    cores: dict[int, list[float]] = {1: [], threads: []}
    for _ in range(rounds):
        for count, play in plays.items():
            steps, wall, cpu = 0.0, time.perf_counter(), time.process_time()
            while time.perf_counter() - wall < seconds:
                steps += play(1)().decisions
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            speeds[count].append(steps / wall)
            cores[count].append(cpu / wall)
    one, several = (statistics.median(each) for each in speeds.values())
    alone, given = (statistics.median(each) for each in cores.values())
    each = several / given / (one / alone)
    return (game.name, str(threads), short(several), f"{several / one:.2f}", f"{given:.1f}", f"{each:.2f}")


def rows(contestants: list[Contestant]) -> list[tuple[str, ...]]:
    """Write a row for each, and how many times ours are as fast."""
    found = [contestant.row() for contestant in contestants]
    own = [float(row["decisions_per_second"]) for row in found if row["name"] == "matchday"]  # type: ignore[arg-type]
    lines: list[tuple[str, ...]] = []
    for row in found:
        head = (str(row["game"]), f"{row['name']}, {row['kind']}")
        if "missing" in row:
            lines.append((*head, str(row["missing"]), "", "", ""))
            continue
        speed = float(row["decisions_per_second"])  # type: ignore[arg-type]
        times = [f"{max(own) / speed:,.1f}", f"{min(own) / speed:,.1f}"]
        lines.append((*head, f"{row['decisions_per_game']:.0f}", short(speed), *times))
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Race, and print Markdown."""
    parser = argparse.ArgumentParser(prog="python -m bench.envs", description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be given again")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=2, help="to compare with one")
    parser.add_argument("--no-peers", action="store_true")
    asked = parser.parse_args(arguments)
    games = [find_game(name) for name in asked.game or OURS]
    contestants = [ours(game) for game in games]
    if not asked.no_peers:
        contestants += [*pettingzoo(), *rlcard(), *open_spiel(), *pgx(TABLES), *envpool()]
    race(contestants, asked.rounds, asked.seconds, lambda text: print(text, file=sys.stderr, flush=True))
    console = Console(width=200)
    console.print(table_of(HEADS, rows(contestants)), markup=False)
    print("several threads", file=sys.stderr, flush=True)
    found = [scaling(game, asked.threads, asked.rounds, asked.seconds) for game in games]
    console.print("", table_of(SCALING_HEADS, found), sep="\n", markup=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
