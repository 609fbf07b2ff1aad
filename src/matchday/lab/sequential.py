"""A test that stops when it is known: the generalised sequential probability ratio test over pairs of matches.

Two matches with the same deal and seats exchanged are one observation, so that luck with the deal is no noise. The two
hypotheses are mean shares of the win. Nothing is assumed about how shares are spread: for each hypothesis that spread
is taken which makes the observations most likely (an empirical likelihood; with five possible scores of a pair, which
two seats have, this is the pentanomial test of chess engines).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from matchday.engine.record import Array

LEAST = 8
"""Pairs before anything is said: of fewer the spread is not known."""
FAINT = 1e-3
"""Observations of a lost and of a won pair that are counted on top, so that neither seems impossible."""


@dataclass(frozen=True)
class RatioTest:
    """Is a mean share of the win the lower or the higher one? Being wrong is as unlikely as `risk` says."""

    low: float = 0.5
    high: float = 0.55
    risk: float = 0.05

    def verdict(self, shares: Sequence[float] | Array) -> bool | None:
        """Tell whether the higher one is accepted, the lower one (False), or nothing is known yet."""
        if len(shares) < LEAST:
            return None
        ratio = log_likelihood_ratio(np.asarray(shares, float), self.low, self.high)
        bound = math.log((1 - self.risk) / self.risk)
        return None if abs(ratio) < bound else ratio > 0


def log_likelihood_ratio(shares: Array, low: float, high: float) -> float:
    """Give how much likelier the shares of pairs are with the higher mean, as a logarithm."""
    values, counts = np.unique(shares, return_counts=True)
    values = np.append(values, [min(0.0, values[0]), max(1.0, values[-1])])
    weights = np.append(counts.astype(float), [FAINT, FAINT])
    return float((weights * (np.log(tilt(values, weights, low)) - np.log(tilt(values, weights, high)))).sum())


def tilt(values: Array, weights: Array, mean: float) -> Array:
    """Give what to divide the weights by so that their mean is this one, and they are as likely as can be."""
    gap = values - mean
    least, most = -1 / gap.max(), -1 / gap.min()
    for _ in range(60):
        middle = (least + most) / 2
        if (weights * gap / (1 + middle * gap)).sum() > 0:
            least = middle
        else:
            most = middle
    return 1 + middle * gap
