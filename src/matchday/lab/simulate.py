"""Simulation: many matches on all cores, the same totals whatever the number of threads."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.record import fast
from matchday.engine.runner import Mode
from matchday.engine.twin import plain_of, twin_of
from matchday.lab.driver import ACTIONS, POLICIES, SEATS, TABLES, Desk, Totals, play_matches

CHUNK = 2_000  # matches between two looks at the progress bar


@dataclass
class Workspace:
    """The records of one thread."""

    game: Game
    box: Any
    policies: Sequence[str]
    count_events: bool
    tables: Any = field(init=False)
    desk: Any = field(init=False)
    totals: Any = field(init=False)

    def __post_init__(self) -> None:
        if self.game.actions > ACTIONS or int(self.box.seats) > SEATS:
            message = f"{self.game.name} needs a larger desk: {self.game.actions} actions, {self.box.seats} seats"
            raise ValueError(message)
        self.tables = self.game.table_type.zeros(TABLES)
        if self.game.has_clock:
            self.tables["elapsed"] = -1  # nominal time
        self.desk, self.totals = Desk.new(), Totals.new()
        self.desk.log[0].muted = not self.count_events
        for seat, policy in enumerate(self.policies):
            self.desk.policies[seat] = POLICIES[policy]

    def play(self, mode: Mode, seed: int, first: int, count: int) -> None:
        """Play a run of matches and add them to this thread's totals."""
        if mode == "plain":
            plain_of(self.game).door(play_matches)(self.box, self.tables, self.desk, self.totals, seed, first, count)
            return
        twin_of(self.game).door(play_matches)(
            fast(self.box, self.game.box_type),
            self.tables.view(self.game.table_type.aligned),
            fast(self.desk, Desk),
            fast(self.totals, Totals),
            seed,
            first,
            count,
        )


def prepare(game: Game) -> None:
    """Compile the loop for a game, or load it from the cache: half a minute the first time."""
    Workspace(game, game.box(), ["random"], count_events=False).play("compiled", 0, 0, 0)


def policies_for(seats: int, names: Sequence[str]) -> list[str]:
    """Give each seat its policy; one name serves all."""
    for name in names:
        if name not in POLICIES:
            raise MatchdayError(f'no bot "{name}" for simulations; {did_you_mean(name, POLICIES)}')
    if len(names) not in {1, seats}:
        raise MatchdayError(f"{len(names)} bots for {seats} seats: name one for all, or one for each")
    return list(names) * (seats if len(names) == 1 else 1)


def simulate(
    game: Game,
    box: Any,
    matches: int,
    *,
    seed: int = 1,
    seats: Sequence[str] = ("random",),
    threads: int | None = None,
    count_events: bool = False,
    mode: Mode = "compiled",
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Play matches and report them as one flat object, ready for JSON."""
    policies = policies_for(int(box.seats), seats)
    threads = max(1, threads or os.cpu_count() or 1)
    started = time.perf_counter()
    if mode == "compiled":
        prepare(game)
    compiled = time.perf_counter()
    chunks = [(first, min(CHUNK, matches - first)) for first in range(0, matches, CHUNK)]
    spaces = [Workspace(game, box, policies, count_events) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        lanes = [
            pool.submit(play_lane, spaces[lane], mode, seed, chunks[lane::threads], progress) for lane in range(threads)
        ]
        for lane in as_completed(lanes):
            lane.result()
    seconds = time.perf_counter() - compiled
    report = summary(game, box, add_up([space.totals for space in spaces]), count_events)
    return {
        "game": game.name,
        "seats": policies,
        "seed": seed,
        "threads": threads,
        "mode": mode,
        **report,
        "seconds": seconds,
        "prepare_seconds": compiled - started,
        "matches_per_second": matches / seconds,
        "decisions_per_second": report["decisions"] / seconds,
    }


def play_lane(
    space: Workspace, mode: Mode, seed: int, chunks: list[tuple[int, int]], progress: Callable[[int], None] | None
) -> None:
    """Play every chunk of one thread."""
    for first, count in chunks:
        space.play(mode, seed, first, count)
        if progress:
            progress(count)


def add_up(parts: list[Any]) -> Any:
    """Add the threads' totals; the longest match is the longest of all."""
    total = Totals.new()
    for name in Totals.fields:
        values = [getattr(part, name) for part in parts]
        setattr(total, name, max(values) if name == "longest" else np.sum(values, axis=0))
    return total


def summary(game: Game, box: Any, total: Any, count_events: bool) -> dict[str, Any]:
    """Turn totals into means and shares."""
    matches, seats = max(int(total.matches), 1), int(box.seats)
    means = [float(total.points[seat]) / matches for seat in range(seats)]
    report: dict[str, Any] = {
        "matches": int(total.matches),
        "decisions": int(total.decisions),
        "decisions_per_match": float(total.decisions) / matches,
        "longest_match": int(total.longest),
        "wins": [int(total.wins[seat]) for seat in range(seats)],
        "win_share": [float(total.wins[seat]) / matches for seat in range(seats)],
        "draws": int(total.draws),
        "draw_share": float(total.draws) / matches,
        "first_win_share": float(total.first_wins) / matches,
        "first_loss_share": float(total.first_losses) / matches,
        "mean_score": means,
        "score_deviation": [
            max(float(total.squares[seat]) / matches - means[seat] ** 2, 0.0) ** 0.5 for seat in range(seats)
        ],
        "mean_total": sum(means),
        "scores": [trimmed(total.scores[seat]) for seat in range(seats)],
        "totals": trimmed(total.together),
        "margins": trimmed(total.margins),
    }
    if count_events:
        report["events_per_match"] = {
            kind.name.lower(): float(total.events[kind]) / matches for kind in game.events if total.events[kind]
        }
    return report


def trimmed(counts: Any) -> list[int]:
    """Give a histogram without its empty tail."""
    used = np.flatnonzero(counts)
    return [int(count) for count in counts[: used[-1] + 1]] if len(used) else []
