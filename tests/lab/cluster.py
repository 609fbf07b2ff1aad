"""The lab on a real Ray cluster of two local nodes: a node is killed in the middle, and no row is lost or doubled.

    python -m tests.lab.cluster --matches 200000

`make cluster-test` runs it in an environment of its own; the rows are compared with those of a run in this process.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from matchday.engine.runner import Mode
from matchday.lab.cluster import ray_module, run_on
from matchday.lab.plan import plan_of
from matchday.lab.results import read_results
from matchday.lab.running import run_plan

AFTER = 0.3
"""The share of the matches after which a node is killed."""


def run(
    game: Annotated[str, typer.Option(help="Which game.")] = "pilka_w_grze",
    matches: Annotated[int, typer.Option(min=100, help="How many matches.")] = 100_000,
    decisions: Annotated[int, typer.Option(min=0, help="How many decisions are kept.")] = 20,
    plain: Annotated[bool, typer.Option("--plain", help="In plain Python, not compiled.")] = False,
) -> None:
    """Play a plan here, on one node, on two, and on two of which one is killed; compare all rows."""
    os.environ.setdefault("RAY_worker_niceness", "0")  # workers that wait behind everybody tell nothing about speed
    ray = ray_module()
    from ray.cluster_utils import Cluster

    mode: Mode = "plain" if plain else "compiled"
    plan = plan_of({"game": game, "matches": matches, "decisions": decisions, "judge": 2000, "levels": ["greedy"]})
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        started = time.perf_counter()
        run_plan(plan, here / "own", threads=1, mode=mode)
        print(f"one thread: {matches / (time.perf_counter() - started):,.0f} matches a second")
        expected = read_results(here / "own")

        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        ray.init(cluster.address, log_to_driver=False, logging_level="error")
        for name, nodes in (("warm", 1), ("one", 1), ("two", 2)):
            while len(cluster.list_all_nodes()) < nodes:
                cluster.add_node(num_cpus=1)
                cluster.wait_for_nodes()
            started = time.perf_counter()
            run_on(cluster.address, plan, here / name, mode=mode)
            print(f"{name}: {nodes} node(s), {matches / (time.perf_counter() - started):,.0f} matches a second")
            found = read_results(here / name)
            assert found.matches.equals(expected.matches)
            assert found.decisions.equals(expected.decisions)

        killed = []

        def kill_one(done: int, total: int) -> None:
            if not killed and done > AFTER * total:
                killed.append(done)
                cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

        run_on(cluster.address, plan, here / "killed", mode=mode, progress=kill_one)
        found = read_results(here / "killed")
        assert killed
        assert found.matches.equals(expected.matches)
        assert found.decisions.equals(expected.decisions)
        print(f"a node killed after {killed[0]:,} matches: {len(found.matches):,} rows, none lost, none doubled")
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    typer.run(run)
