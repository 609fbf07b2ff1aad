"""The lab's statistics: small pure functions over numbers, each with the name that textbooks give it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Self

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


@dataclass
class Sums:
    """Sums of a quantity, from which its mean and error follow: as small for a billion values as for ten.

    Values of one cluster belong together and may resemble each other, such as matches of one deal; where none are
    named, each value is a cluster of its own.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    groups: int = 0
    sizes: float = 0.0
    """Of the clusters' sizes, the squares."""
    cross: float = 0.0
    """Of the clusters, size times sum."""
    between: float = 0.0
    """Of the clusters' sums, the squares."""

    def add(self, values: Array, clusters: Array | None = None) -> Self:
        """Take in some values, whole clusters of them, numbered from 0 on; what is no number does not count."""
        known = ~np.isnan(values)
        values = values[known]
        self.count += len(values)
        self.total += float(values.sum())
        self.squares += float((values**2).sum())
        sums, sizes = values, np.ones(len(values))
        if clusters is not None:
            sizes = np.bincount(clusters[known]).astype(float)
            sums = np.bincount(clusters[known], values)
        self.groups += int((sizes > 0).sum())
        self.sizes += float((sizes**2).sum())
        self.cross += float((sizes * sums).sum())
        self.between += float((sums**2).sum())
        return self

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / self.count if self.count else math.nan

    @property
    def variance(self) -> float:
        """The mean square of the distances from the mean."""
        return max(0.0, self.squares / self.count - self.mean**2)

    def estimate(self) -> Estimate:
        """Estimate the mean; clusters are what is independent."""
        if self.count == 0:
            return Estimate(math.nan, math.nan, 0)
        apart = max(0.0, self.between - 2 * self.mean * self.cross + self.mean**2 * self.sizes)
        error = math.sqrt(self.groups / (self.groups - 1) * apart) / self.count if self.groups > 1 else math.inf
        return Estimate(self.mean, error, self.count)

    def share(self) -> tuple[float, float, float]:
        """Of hits and misses, 1 and 0: their share and Wilson's 95 % interval, wider where hits of a cluster go
        together.

        >>> [round(end, 2) for end in Sums().add(np.array([1.0] * 8 + [0.0] * 2)).share()]
        [0.8, 0.49, 0.94]
        """
        count, share = self.count, self.mean if self.count else 0.0
        if self.groups < count and 0 < share < 1:
            alone = share * (1 - share) / count
            count = round(count * min(1.0, alone / self.estimate().error ** 2))
        return share, *wilson(share * count, count)


def mean_of(values: Array, clusters: Array | None = None) -> Estimate:
    """Estimate a mean.

    >>> mean_of(np.array([1.0, 2.0, 3.0])).mean
    2.0
    >>> mean_of(np.array([1.0, 1.0, 0.0, 0.0]), np.array([0, 0, 1, 1])).error
    0.5
    """
    return Sums().add(values, clusters).estimate()


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


def variance_within(shares: Sums, deals: int) -> tuple[float, float]:
    """Split the variance of results into what the deal explains and the rest (one-way analysis of variance); each
    cluster is a deal that was played so many times.
    """
    if deals < 2 or shares.groups < 2:
        return 0.0, shares.variance
    groups = shares.groups
    within = (shares.squares - shares.between / deals) / (groups * (deals - 1))
    of_means = (shares.between / deals**2 - groups * shares.mean**2) / (groups - 1)
    return max(0.0, of_means - within / deals), max(0.0, within)


def coin_share(share: float) -> float:
    """Tell in how many matches a coin would decide, if the stronger always won all others.

    >>> coin_share(0.75)
    0.5
    """
    return min(1.0, 2 * (1 - max(share, 1 - share)))


def poisson(mean: float, most: int) -> list[float]:
    """Give the chances of 0 to `most` where things happen independently, so many on average."""
    return [math.exp(-mean) * mean**count / math.factorial(count) for count in range(most + 1)]
