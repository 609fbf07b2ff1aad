"""Measuring: CPU seconds first, since machines are shared; rounds in turn, so that a busy minute hits everyone."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Played:
    """What was done while the clock ran."""

    games: int
    decisions: float  # an estimate where a peer does not count
    in_games: float | None = None  # those of the games that have ended, where many are always under way


@dataclass(frozen=True)
class Sample:
    """One measurement."""

    games: int
    decisions: float
    cpu: float
    wall: float
    in_games: float | None = None


@dataclass
class Contestant:
    """Somebody who plays games at random."""

    name: str
    game: str
    kind: str
    """What is measured, in a few words."""
    play: Callable[[int], Callable[[], Played]]
    """Play that many games, then give a function that counts them: counting is outside the clock."""
    missing: str = ""
    """Why it cannot take part."""
    games_at_once: int = 1
    samples: list[Sample] = field(default_factory=list)

    def row(self) -> dict[str, object]:
        """Give the medians over all samples, ready for JSON."""
        row: dict[str, object] = {"name": self.name, "game": self.game, "kind": self.kind}
        if self.missing:
            return row | {"missing": self.missing}
        games = sum(sample.games for sample in self.samples)
        whole = sum(each.decisions if each.in_games is None else each.in_games for each in self.samples)
        return row | {
            "games": games,
            "decisions_per_game": whole / games,
            "games_per_second": statistics.median(sample.games / sample.cpu for sample in self.samples),
            "decisions_per_second": statistics.median(sample.decisions / sample.cpu for sample in self.samples),
            "decisions_per_wall_second": statistics.median(sample.decisions / sample.wall for sample in self.samples),
            "rounds": len(self.samples),
        }


def sample(play: Callable[[int], Callable[[], Played]], games: int) -> Sample:
    """Play a number of games against the clock of this process: some peers have threads of their own."""
    wall, cpu = time.perf_counter(), time.process_time()
    count = play(games)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    played = count()
    return Sample(played.games, played.decisions, max(cpu, 1e-9), max(wall, 1e-9), played.in_games)


def size_up(contestant: Contestant, seconds: float, most: int = 1 << 24) -> None:
    """Find how many games take about so many CPU seconds; this also warms up."""
    games = 1
    while True:
        cpu = sample(contestant.play, games).cpu
        if cpu >= seconds / 8 or games >= most:
            contestant.games_at_once = max(1, min(most, round(games * seconds / cpu)))
            return
        games *= 4


def race(
    contestants: Sequence[Contestant], rounds: int, seconds: float, progress: Callable[[str], None] = lambda _: None
) -> None:
    """Measure everyone in turn, round after round."""
    present = [contestant for contestant in contestants if not contestant.missing]
    for contestant in present:
        progress(f"warming up: {contestant.name}, {contestant.game}, {contestant.kind}")
        size_up(contestant, seconds)
    for number in range(rounds):
        for contestant in present:
            progress(f"round {number + 1} of {rounds}: {contestant.name}, {contestant.game}, {contestant.kind}")
            contestant.samples.append(sample(contestant.play, contestant.games_at_once))
