"""Evaluate a trained net with intervals: many matches from both sides, Wilson's 95 % interval of its share.

python examples/evaluate.py net.npz --opponent greedy --matches 2000
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import matchday as md
from matchday.lab.simulate import wilson
from train import load


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    """Play the matches numbered 0 to `matches - 1` of a seed that was not trained with; give the interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", type=Path)
    parser.add_argument("--game", default="pilka_w_grze")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--plain", action="store_true", help="without the compiler; slow")
    asked = parser.parse_args(arguments)
    net = load(asked.net)
    tables = md.batch(
        asked.game,
        asked.matches,
        asked.seed,
        players=[None, asked.opponent],
        rotate=True,
        mode="plain" if asked.plain else "compiled",
    )
    results = np.full(asked.matches, np.nan)  # one match of each table: quick ones do not count twice
    while np.isnan(results).any():
        _, chances, _ = net.forward(net.seen(tables.observations, tables.masks), tables.masks)
        tables.step(chances.argmax(axis=1))
        ended = (tables.overs == 1) & np.isnan(results)
        results[ended] = tables.rewards[ended, 0]
    won, drawn = int((results > 0).sum()), int((results == 0).sum())
    low, high = wilson(won, asked.matches)
    print(
        f"won {won}, drew {drawn}, lost {asked.matches - won - drawn} of {asked.matches} "
        f"against {asked.opponent}: {low:.1%} to {high:.1%}"
    )
    return low, high


if __name__ == "__main__":
    main()
