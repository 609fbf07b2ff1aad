"""What sections of reports are made of: rows with their tables and plots, and the variants that they go through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from matchday.lab.digest import Digest, digests_of
from matchday.lab.measures import Estimate
from matchday.lab.results import Results

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


def each_variant(results: Results) -> Iterator[tuple[str, Digest]]:
    """Go through the variants and what their matches come to."""
    found = digests_of(results)
    for variant in results.variants:
        if variant["number"] in found:
            yield variant["label"], found[variant["number"]]


def bots_of(results: Results, label: str, seats: int) -> list[str]:
    """Name the bots of a variant, seat by seat."""
    named = next(each["seats"] for each in results.variants if each["label"] == label)
    return list(named) * (seats if len(named) == 1 else 1)


def spread_of(found: Estimate) -> Row:
    """Write a mean share with its interval."""
    return {"share": found.mean, "from": found.low, "to": found.high}


def half(found: Estimate) -> float:
    """Tell how likely chance alone gives a share so far from a half."""
    return Estimate(found.mean - 0.5, found.error, found.count).p
