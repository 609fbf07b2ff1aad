"""More than one machine: the same plan on a Ray cluster, with rows identical to a local run.

Workers play blocks and hand back Parquet files; the one who asked writes them, each once, under its own name. A worker
or a machine that dies loses nothing but time: Ray plays its block again, and the same block gives the same rows.
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

from matchday.engine.errors import MatchdayError
from matchday.engine.runner import Mode
from matchday.lab.plan import Plan
from matchday.lab.results import Folder, Span, packed, together
from matchday.lab.running import Counter, Lane, Progress, Stopped, blocks_of


def ray_module() -> Any:
    """Give Ray; it comes with an extra."""
    try:
        import ray
    except ImportError as missing:
        raise MatchdayError("--on needs one more package: pip install 'matchday[ray]'") from missing
    return ray


class Player:
    """Plays blocks of one plan in a worker's process; what was made for a variant is kept for its next block."""

    def __init__(self, plan: Plan, mode: Mode) -> None:
        self.plan, self.mode = plan, mode
        self.lane = cache(lambda variant: Lane(plan, plan.variants[variant], mode))

    def play(self, block: Span) -> tuple[bytes, bytes]:
        """Play a block; give its two files."""
        matches, decisions = self.lane(block.variant).play(block.first, block.count)
        return packed(matches, self.plan.stamp), packed(decisions, self.plan.stamp)


PLAYERS: dict[tuple[str, Mode], Player] = {}


def play_block(plan: Plan, block: Span, mode: Mode) -> tuple[bytes, bytes]:
    """Play a block on whatever machine this is; one player a plan is kept in each process."""
    key = plan.stamp["plan"], mode
    if key not in PLAYERS:
        PLAYERS.clear()
        PLAYERS[key] = Player(plan, mode)
    return PLAYERS[key].play(block)


def connect(ray: Any, address: str) -> None:
    """Reach a cluster; "local" begins one here for the time of the run, whatever others there are."""
    if ray.is_initialized():
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a cluster that does not answer one line is enough
            ray.init(address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ImportError, ValueError) as error:
        raise MatchdayError(f"no cluster answers at {address}: {str(error).splitlines()[0]}") from None


def run_on(address: str, plan: Plan, out: Path, *, mode: Mode = "compiled", progress: Progress | None = None) -> None:
    """Play what is still missing of a plan on a cluster, into a folder here."""
    ray = ray_module()
    if plan.own:
        raise MatchdayError(f"{', '.join(plan.own)}: bots of your own play on this machine, without --on")
    connect(ray, address)
    folder = Folder(out)
    folder.open(plan)
    total = plan.matches * len(plan.variants)
    hands = max(1, int(ray.cluster_resources().get("CPU", 1)))
    gaps = folder.missing(len(plan.variants), plan.matches)
    waiting = blocks_of(plan, gaps, hands)
    counter = Counter(total - together(gaps), total, progress)
    counter.add(0)
    task = ray.remote(max_retries=-1, num_cpus=1)(play_block)
    shared = ray.put(plan)
    ahead: dict[Any, Span] = {}
    try:
        while True:
            while len(ahead) < 2 * hands and (block := next(waiting, None)):
                ahead[task.remote(shared, block, mode)] = block
            if not ahead:
                return
            (done,), _ = ray.wait(list(ahead), num_returns=1)
            block = ahead.pop(done)
            folder.put(block, *ray.get(done))
            counter.add(block.count)
    except KeyboardInterrupt:
        raise Stopped(counter.done, total, out) from None
    finally:
        for left in ahead:
            ray.cancel(left, force=True)
