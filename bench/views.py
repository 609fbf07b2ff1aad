"""What a move costs before it is sent: `python -m bench.views [GAME ...]`.

Two seats look on while matches are played at random: CPU to play a move, to make the views of both, to write them, and
their length; also that of the longest whole view. `--blocks` tells for each block of a view how often it was made anew,
and at what cost.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import islice, pairwise
from typing import Any

import msgspec

from matchday.engine import reading

ROUNDS, PLIES, WARM = 7, 150, 300
MADE: Counter[str] = Counter()
TIME: Counter[str] = Counter()
ASKED: Counter[str] = Counter()


def watched(block: Callable[..., Any]) -> Callable[..., Any]:
    """Count how often a block is asked for and made, and what that takes, with the blocks in it."""

    def decorate(make: Callable[..., Any], *kind: Any) -> Callable[..., Any]:
        @wraps(make)
        def counted(*given: Any) -> Any:
            start = time.thread_time()
            made = make(*given)
            MADE[make.__qualname__] += 1
            TIME[make.__qualname__] += time.thread_time() - start  # type: ignore[assignment]
            return made

        kept = block(counted, *kind)

        @wraps(make)
        def asked(*given: Any) -> Any:
            ASKED[make.__qualname__] += 1
            return kept(*given)

        return asked

    return decorate


def moves(name: str) -> Iterator[tuple[Any, int, int]]:
    """Give matches with a move that is to be played next, at random."""
    from matchday.bots.simple import SimpleBot
    from matchday.engine.runner import Runner
    from matchday.games import game
    from matchday.match.match import Match

    runner, bot, number = Runner(game(name), "compiled"), SimpleBot("random", "views"), 0
    while True:
        match, number = Match(game(name), seed=number, runner=runner), number + 1
        while not match.over:
            yield match, match.asked, bot.decide(match.seat(match.asked))


def measure(name: str) -> None:
    """Print what a move of one game costs: the median of some rounds."""
    from matchday.engine.changes import changes
    from matchday.engine.view import View
    from matchday.match.views import view

    spent: list[list[float]] = []
    sizes: list[int] = []
    longest = 0
    before: list[View] = []
    for number, (match, seat, action) in enumerate(islice(moves(name), WARM + ROUNDS * PLIES)):
        if number == WARM:
            for counter in (MADE, TIME, ASKED):
                counter.clear()
        clock = [time.process_time()]
        match.play(seat, action)
        clock.append(time.process_time())
        views = [view(match, seat, since=match.ply, whole=False) for seat in range(2)]
        clock.append(time.process_time())
        told = [changes(*each) for each in zip(before, views, strict=True)] if match.ply > 1 else views
        texts = [msgspec.json.encode(each) for each in told]
        clock.append(time.process_time())
        before = views
        if number >= WARM:
            spent.append([1e6 * (end - start) for start, end in pairwise(clock)])
            sizes += map(len, texts)
            longest = max(longest, *(len(msgspec.json.encode(each)) for each in views))
    rounds = [
        list(map(statistics.mean, zip(*spent[at : at + PLIES], strict=True))) for at in range(0, len(spent), PLIES)
    ]
    play, look, write = map(statistics.median, zip(*rounds, strict=True))
    size = statistics.median(sizes)
    times = f"play {play:6.0f} µs  views {look:6.0f} µs  write {write:5.0f} µs"
    print(f"{name:14} {times}  {size:7.0f} B  whole {longest:6} B")


def main() -> None:
    """Measure some games, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench.views", description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--blocks", action="store_true", help="what each block of a view costs")
    asked = parser.parse_args()
    if asked.blocks:
        reading.block = watched(reading.block)  # type: ignore[assignment]
    from matchday.games import OURS

    for name in asked.games or OURS:
        measure(name)
        for block, made in sorted(MADE.items(), key=lambda item: -TIME[item[0]]):
            share, cost = made / ASKED[block], 1e6 * TIME[block] / PLIES / ROUNDS
            print(f"  {block:22} {cost:6.0f} µs a move; made anew {share:4.0%} of {ASKED[block] / PLIES / ROUNDS:.1f}")


if __name__ == "__main__":
    main()
