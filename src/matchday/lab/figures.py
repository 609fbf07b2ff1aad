"""What sections of reports are made of: rows with their tables and plots, and estimates over matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from matchday.lab.measures import Estimate, mean_of, share_of
from matchday.lab.results import DEAL, Results

if TYPE_CHECKING:
    import polars as pl

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Plot:
    """A picture of a table: bars, a line, points with their intervals, dots, or a matrix of shares."""

    kind: str
    x: str
    y: str
    colour: str = ""
    low: str = ""
    high: str = ""
    percent: bool = False
    even: float | None = None
    """Where a line is drawn to compare with."""


@dataclass(frozen=True)
class Table:
    """Rows with named columns."""

    title: str
    rows: list[Row]
    plot: Plot | None = None


@dataclass
class Section:
    """One part of the report."""

    name: str
    title: str
    says: str
    exactly: str
    tables: list[Table] = field(default_factory=list)


def each_variant(results: Results) -> Iterator[tuple[str, pl.DataFrame]]:
    """Go through the variants and their matches."""
    for variant in results.variants:
        matches = results.of(variant["number"])
        if len(matches):
            yield variant["label"], matches


def deals_of(matches: pl.DataFrame) -> Any:
    """Give the deal of each match, where some have the same: what they come to is not independent."""
    return matches[DEAL].to_numpy() if DEAL in matches.columns else None


def estimate(matches: pl.DataFrame, values: Any) -> Estimate:
    """Estimate a mean over matches."""
    return mean_of(values, deals_of(matches))


def share_row(name: str, matches: pl.DataFrame, hits: Any) -> Row:
    """Write a share of the matches with its interval."""
    share, low, high = share_of(np.asarray(hits), deals_of(matches))
    return {name: share, f"{name} from": low, f"{name} to": high}


def average(values: pl.Series) -> float:
    """Give the mean of a column."""
    return float(values.to_numpy().mean())


def seats_in(matches: pl.DataFrame) -> int:
    """Count the seats that play in these matches."""
    return sum(name.startswith("share_") and matches[name].null_count() < len(matches) for name in matches.columns)


def bots_of(results: Results, label: str, seats: int) -> list[str]:
    """Name the bots of a variant, seat by seat."""
    named = next(each["seats"] for each in results.variants if each["label"] == label)
    return list(named) * (seats if len(named) == 1 else 1)


def opener_share(matches: pl.DataFrame, seats: int) -> Any:
    """Give the share of the seat that was asked first, match by match."""
    shares = np.stack([matches[f"share_{seat}"].to_numpy() for seat in range(seats)], axis=1)
    return shares[np.arange(len(shares)), matches["opener"].to_numpy()]


def totals_of(matches: pl.DataFrame) -> Any:
    """Give the points of all seats together, match by match."""
    return sum(matches[f"score_{seat}"].to_numpy() for seat in range(seats_in(matches)))


def margins_of(matches: pl.DataFrame) -> Any:
    """Give by how much the winners' score was ahead of all others', match by match; of drawn ones, the best score of
    the second best. Seats of one side win together.
    """
    seats = range(seats_in(matches))
    scores, shares = (
        np.stack([matches[f"{what}_{seat}"].to_numpy().astype(float) for seat in seats]) for what in ("score", "share")
    )
    ranked = np.sort(scores, axis=0)
    others = np.where(shares < 1, scores, -np.inf).max(axis=0)
    winners = np.where(shares == 1, scores, -np.inf).max(axis=0)
    return np.where((shares == 1).any(axis=0), winners - others, ranked[-1] - ranked[-2]).astype(int)


def spread_of(found: Estimate) -> Row:
    """Write a mean share with its interval."""
    return {"share": found.mean, "from": found.low, "to": found.high}


def half(found: Estimate) -> float:
    """Tell how likely chance alone gives a share so far from a half."""
    return Estimate(found.mean - 0.5, found.error, found.count).p
