"""What matches come to, in memory that does not grow with them: running sums and counts, filled window by window.

A mean with its error wants six sums; a quantile wants how often each whole number came. So a report reads some rows of
every variant at a time and forgets them again, and is as exact as if it had them all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from matchday.engine.record import Array
from matchday.lab.measures import Estimate, Sums
from matchday.lab.results import COUNT, Results

if TYPE_CHECKING:
    import polars as pl

FINE = 10_000
"""Parts that the course of a match is counted in."""
FAR = 7
"""Margins from here on are counted together."""


@dataclass
class Counts:
    """How often each whole number came."""

    times: dict[int, int] = field(default_factory=dict)

    def add(self, values: Array) -> None:
        """Count some more."""
        for value, count in zip(*np.unique(values, return_counts=True), strict=True):
            self.times[int(value)] = self.times.get(int(value), 0) + int(count)

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self.times.values())

    @property
    def low(self) -> int:
        """The smallest."""
        return min(self.times)

    @property
    def high(self) -> int:
        """The greatest."""
        return max(self.times)

    def share(self, first: int, end: int) -> float:
        """Tell which share lies from `first` to before `end`."""
        return sum(times for value, times in self.times.items() if first <= value < end) / self.count

    def quantile(self, part: float) -> float:
        """Give a quantile, between two neighbours in proportion.

        >>> counts = Counts({1: 2, 4: 2})
        >>> counts.quantile(0.5), counts.quantile(1.0)
        (2.5, 4.0)
        """
        values = np.array(sorted(self.times))
        upto = np.cumsum([self.times[value] for value in values.tolist()])
        place = part * (self.count - 1)
        below, above = (values[np.searchsorted(upto, end, side="right")] for end in (int(place), int(np.ceil(place))))
        return float(below + (place - int(place)) * (above - below))


class Digest:
    """What the matches of one variant come to."""

    def __init__(self) -> None:
        self.matches = self.seats = 0
        self.sums: dict[str, Sums] = {}
        self.counts: dict[str, Counts] = {}

    def add(self, matches: pl.DataFrame, deals: int) -> None:
        """Take in some matches, whole deals of them."""
        self.matches += len(matches)
        self.seats = seats_in(matches)
        clusters = clusters_of(matches, deals)
        for name, values in quantities(matches, self.seats).items():
            self.sums.setdefault(name, Sums()).add(values, clusters)
        if clusters is not None:
            whole = np.bincount(clusters)[clusters] == deals
            self.sums.setdefault("whole deals", Sums()).add(share_of_seat(matches, 0)[whole], clusters[whole])
        for name, numbers in counted_numbers(matches).items():
            self.counts.setdefault(name, Counts()).add(numbers)

    def mean(self, name: str) -> Estimate:
        """Estimate a mean over the matches."""
        return self.sums[name].estimate()

    def share_row(self, title: str, name: str) -> dict[str, float]:
        """Write a share of the matches with its interval."""
        share, low, high = self.sums[name].share()
        return {title: share, f"{title} from": low, f"{title} to": high}


@lru_cache(maxsize=1)
def digests_of(results: Results) -> dict[int, Digest]:
    """Go through all matches once: what those of each variant come to, by its number."""
    found: dict[int, Digest] = {}
    for window in results.windows():
        for variant, matches in window.items():
            found.setdefault(variant, Digest()).add(matches, results.deals)
    return found


def sums_across(results: Results, of: Callable[[int, pl.DataFrame], tuple[Hashable, Array] | None]) -> dict[Any, Sums]:
    """Sum something over several variants, by a key: `of` gives key and values of some matches of a variant. Matches
    of one number have the same dice in all of them, so each deal is a cluster.
    """
    found: dict[Any, Sums] = {}
    for window in results.windows():
        parts: dict[Any, list[tuple[Array, Array]]] = {}
        for variant, matches in window.items():
            if kept := of(variant, matches):
                key, values = kept
                parts.setdefault(key, []).append((values, matches["match"].to_numpy() // results.deals))
        for key, listed in parts.items():
            values, deals = (np.concatenate([part[place] for part in listed]) for place in (0, 1))
            found.setdefault(key, Sums()).add(values, np.unique(deals, return_inverse=True)[1])
    return found


def clusters_of(matches: pl.DataFrame, deals: int) -> Array | None:
    """Number the deals of matches from 0 on where some have the same: what they come to is not independent."""
    if deals < 2:
        return None
    return np.unique(matches["match"].to_numpy() // deals, return_inverse=True)[1]


def quantities(matches: pl.DataFrame, seats: int) -> dict[str, Array]:
    """Give what is averaged, match by match; what a match has nothing of is no number there."""
    won, level = (matches["winner"] >= 0).to_numpy(), margins_of(matches) <= 0
    found: dict[str, Any] = {
        **compared_quantities(matches),
        "opener": opener_share(matches, seats),
        "margin": margins_of(matches),
        "won by points": won & ~level,
        "level, and won": won & level,
        "forced": matches["forced"].to_numpy(),
        "changed": (matches["lead_changes"] > 0).to_numpy(),
        "behind": matches["behind"].to_numpy(),
    }
    for seat in range(seats):
        share = share_of_seat(matches, seat)
        found |= {f"won_{seat}": share == 1, f"share_{seat}": share}
    for name in counted_names(matches.columns):
        found |= {f"{COUNT}{name}": matches[COUNT + name].to_numpy(), f"with {name}": matches[COUNT + name] > 0}
    return {name: np.asarray(values, float) for name, values in found.items()}


def compared_quantities(matches: pl.DataFrame) -> dict[str, Array]:
    """Give what variants are compared by, match by match."""
    return {
        "share of seat 1": share_of_seat(matches, 0),
        "points": totals_of(matches).astype(float),
        "drawn": (matches["winner"] == -1).to_numpy().astype(float),
        "decisions": matches["plies"].to_numpy().astype(float),
        "lead changes": matches["lead_changes"].to_numpy().astype(float),
    }


def counted_numbers(matches: pl.DataFrame) -> dict[str, Array]:
    """Give what is counted by value, match by match. When decided matches were settled is counted in small parts of
    their course, rounded up: what is settled after a twentieth is not counted before it.
    """
    decided = (matches["winner"] >= 0).to_numpy()
    course = matches["settled"].to_numpy()[decided] / matches["plies"].to_numpy()[decided]
    return {
        "points": totals_of(matches),
        "decisions": matches["plies"].to_numpy(),
        "last phase": matches["last_phase"].to_numpy(),
        "margin": np.minimum(margins_of(matches), FAR),
        "settled": np.ceil(FINE * course - 1e-6).astype(int),
        **{COUNT + name: matches[COUNT + name].to_numpy() for name in counted_names(matches.columns)},
    }


def counted_names(columns: list[str]) -> list[str]:
    """Name what was counted because somebody asked for it."""
    return [name.removeprefix(COUNT) for name in columns if name.startswith(COUNT)]


def seats_in(matches: pl.DataFrame) -> int:
    """Count the seats that play in these matches."""
    return sum(name.startswith("share_") and matches[name].null_count() < len(matches) for name in matches.columns)


def share_of_seat(matches: pl.DataFrame, seat: int) -> Array:
    """Give the share of the win of one seat, match by match."""
    return matches[f"share_{seat}"].to_numpy().astype(float)


def opener_share(matches: pl.DataFrame, seats: int) -> Array:
    """Give the share of the seat that was asked first, match by match."""
    shares = np.stack([share_of_seat(matches, seat) for seat in range(seats)], axis=1)
    return shares[np.arange(len(shares)), matches["opener"].to_numpy()]


def totals_of(matches: pl.DataFrame) -> Array:
    """Give the points of all seats together, match by match."""
    return np.sum([matches[f"score_{seat}"].to_numpy() for seat in range(seats_in(matches))], axis=0)


def margins_of(matches: pl.DataFrame) -> Array:
    """Give by how much the winners' score was ahead of all others', match by match; of drawn ones, the best score of
    the second best. Seats of one side win together.
    """
    seats = range(seats_in(matches))
    scores = np.stack([matches[f"score_{seat}"].to_numpy().astype(float) for seat in seats])
    shares = np.stack([share_of_seat(matches, seat) for seat in seats])
    ranked = np.sort(scores, axis=0)
    others = np.where(shares < 1, scores, -np.inf).max(axis=0)
    winners = np.where(shares == 1, scores, -np.inf).max(axis=0)
    others = np.where((shares < 1).any(axis=0), others, winners)  # all have won: by nothing
    return np.where((shares == 1).any(axis=0), winners - others, ranked[-1] - ranked[-2]).astype(int)


Pair = tuple[str, int, int]
"""A label, and the numbers of two variants: before and after."""


def paired(one: Results, two: Results, pairs: list[Pair]) -> list[tuple[str, dict[str, tuple[Estimate, Estimate]]]]:
    """Compare matches of the same numbers: the first's mean, and by how much the second has more."""
    sums: dict[str, dict[str, tuple[Sums, Sums]]] = {label: {} for label, *_ in pairs}
    size = min(one.window, two.window)
    for number, before in enumerate(one.windows(size)):
        after = before if one is two else two.split(number * size, (number + 1) * size)
        for label, here, there in pairs:
            if here in before and there in after:
                add_differences(sums[label], before[here], after[there], one.deals)
    return [
        (label, {name: (base.estimate(), more.estimate()) for name, (base, more) in each.items()})
        for label, each in sums.items()
    ]


def add_differences(sums: dict[str, tuple[Sums, Sums]], before: pl.DataFrame, after: pl.DataFrame, deals: int) -> None:
    """Take in the matches that both have."""
    ours, theirs = (
        one.filter(one["match"].is_in(other["match"].implode())) for one, other in ((before, after), (after, before))
    )
    if ours.is_empty():
        return
    clusters, new = clusters_of(ours, deals), compared_quantities(theirs)
    for name, old in compared_quantities(ours).items():
        base, more = sums.setdefault(name, (Sums(), Sums()))
        base.add(old)
        more.add(new[name] - old, clusters)
