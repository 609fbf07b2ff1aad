"""The lab's statistics: small pure functions over numbers, each with the name that textbooks give it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from matchday.engine.record import Array

Z = 1.959964
NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error."""

    mean: float
    error: float
    count: int

    @property
    def low(self) -> float:
        """Where its 95 % interval begins."""
        return self.mean - Z * self.error

    @property
    def high(self) -> float:
        """Where its 95 % interval ends."""
        return self.mean + Z * self.error

    @property
    def p(self) -> float:
        """How likely chance alone gives a mean so far from 0 (two-sided, normal)."""
        if self.error == 0:
            return 1.0 if self.mean == 0 else 0.0
        return 2 * (1 - NORMAL.cdf(abs(self.mean) / self.error))


def mean_of(values: Array, clusters: Array | None = None) -> Estimate:
    """Estimate a mean. Values of one cluster belong together and may resemble each other, such as matches of one deal.

    >>> mean_of(np.array([1.0, 2.0, 3.0])).mean
    2.0
    >>> mean_of(np.array([1.0, 1.0, 0.0, 0.0]), np.array([7, 7, 8, 8])).error
    0.5
    """
    count = len(values)
    if count == 0:
        return Estimate(math.nan, math.nan, 0)
    if clusters is not None:
        mean = float(values.mean())
        sums = np.bincount(np.unique(clusters, return_inverse=True)[1], values - mean)
        groups = len(sums)
        error = math.sqrt(groups / (groups - 1) * float((sums**2).sum())) / count if groups > 1 else math.inf
        return Estimate(mean, error, count)
    error = float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else math.inf
    return Estimate(float(values.mean()), error, count)


def share_of(hits: Array, clusters: Array | None = None) -> tuple[float, float, float]:
    """Estimate a share: it and Wilson's 95 % interval, wider where the hits of a cluster go together.

    >>> [round(end, 2) for end in share_of(np.array([True] * 8 + [False] * 2))]
    [0.8, 0.49, 0.94]
    """
    count = len(hits)
    share = float(hits.mean()) if count else 0.0
    if clusters is not None and 0 < share < 1:
        alone = share * (1 - share) / count
        count = round(count * min(1.0, alone / mean_of(hits.astype(float), clusters).error ** 2))
    return share, *wilson(share * count, count)


def wilson(won: float, played: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a share.

    >>> tuple(round(end, 2) for end in wilson(8, 10))
    (0.49, 0.94)
    """
    if played == 0:
        return 0.0, 1.0
    share, z = won / played, 1.96
    middle = (share + z * z / 2 / played) / (1 + z * z / played)
    half = z * math.sqrt(share * (1 - share) / played + (z / 2 / played) ** 2) / (1 + z * z / played)
    return middle - half, middle + half


def difference(one: Array, other: Array, clusters: Array | None = None) -> Estimate:
    """Estimate how much more the second has than the first, pair by pair (common random numbers)."""
    return mean_of(other.astype(float) - one.astype(float), clusters)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for many comparisons by Holm's method: the chance that any of them misleads stays as it was.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    found = [0.0] * len(p_values)
    worst = 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[place]))
        found[place] = worst
    return found


def equilibrium(matrix: Array) -> tuple[Array, Array, float]:
    """Solve a zero-sum game: both mixtures, the row player's first, and the value (simplex method).

    >>> rows, columns, value = equilibrium(np.array([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]]))
    >>> [round(float(share), 3) for share in rows], round(value, 3)
    ([0.333, 0.333, 0.333], 0.5)
    """
    lift = 1.0 - float(matrix.min())
    positive = matrix + lift
    rows, columns = positive.shape
    # Columns maximise the sum of y under positive @ y <= 1; the dual prices are the row player's mixture.
    tableau = np.zeros((rows + 1, columns + rows + 1))
    tableau[:rows, :columns] = positive
    tableau[:rows, columns : columns + rows] = np.eye(rows)
    tableau[:rows, -1] = 1.0
    tableau[-1, :columns] = -1.0
    basis = list(range(columns, columns + rows))
    while tableau[-1, :-1].min() < -1e-12:
        entering = int(np.flatnonzero(tableau[-1, :-1] < -1e-12)[0])  # Bland's rule: it always ends
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(tableau[:rows, entering] > 1e-12, tableau[:rows, -1] / tableau[:rows, entering], np.inf)
        best = ratios.min()
        leaving = min((row for row in range(rows) if ratios[row] <= best + 1e-12), key=lambda row: basis[row])
        tableau[leaving] /= tableau[leaving, entering]
        for row in range(rows + 1):
            if row != leaving:
                tableau[row] -= tableau[row, entering] * tableau[leaving]
        basis[leaving] = entering
    total = float(tableau[-1, -1])
    mixed = np.zeros(columns + rows)
    for row, variable in enumerate(basis):
        mixed[variable] = tableau[row, -1]
    return tableau[-1, columns : columns + rows] / total, mixed[:columns] / total, 1 / total - lift


def variance_within(values: Array, deals: int) -> tuple[float, float]:
    """Split the variance of results into what the deal explains and the rest (one-way analysis of variance).

    `values` are in the order of matches, each deal `deals` times in a row.
    """
    whole = len(values) // deals * deals
    groups = values[:whole].reshape(-1, deals).astype(float)
    if deals < 2 or len(groups) < 2:
        return 0.0, float(values.var())
    within = float(groups.var(axis=1, ddof=1).mean())
    between = float(groups.mean(axis=1).var(ddof=1)) - within / deals
    return max(0.0, between), within


def coin_share(share: float) -> float:
    """Tell in how many matches a coin would decide, if the stronger always won all others.

    >>> coin_share(0.75)
    0.5
    """
    return min(1.0, 2 * (1 - max(share, 1 - share)))


def poisson(mean: float, most: int) -> list[float]:
    """Give the chances of 0 to `most` where things happen independently, so many on average."""
    return [math.exp(-mean) * mean**count / math.factorial(count) for count in range(most + 1)]
