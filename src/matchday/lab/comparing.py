"""Two results side by side: the same matches before and after, what changed and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matchday.engine.errors import MatchdayError
from matchday.lab.digest import Pair, paired
from matchday.lab.figures import Section, Table
from matchday.lab.report import compared, heading
from matchday.lab.results import Results, read_results


def compare(before: Path | str, after: Path | str) -> list[dict[str, Any]]:
    """List by how much each measure differs, match by match on common seeds, with Holm's guard."""
    return differences(read_results(Path(before)), read_results(Path(after)))


def differences(one: Results, two: Results) -> list[dict[str, Any]]:
    """Compare the variants that two results have in common."""
    for what, here, there in (
        ("games", one.game, two.game),
        ("versions of the rules", one.rules, two.rules),
        ("seeds", one.plan["seed"], two.plan["seed"]),
        ("numbers of deals", one.deals, two.deals),
    ):
        if here != there:
            raise MatchdayError(
                f"{one.path} and {two.path} are of different {what} ({here} and {there}): "
                "only matches with the same dice can be compared"
            )
    pairs = common(one, two)
    if not pairs:
        raise MatchdayError(f"{one.path} and {two.path} have no variant in common: {', '.join(two.labels.values())}")
    return compared(paired(one, two, pairs))


def common(one: Results, two: Results) -> list[Pair]:
    """Find which variants belong together: those of one name, or the only ones."""
    if len(one.variants) == len(two.variants) == 1:
        return [("after" if one.labels[0] == two.labels[0] else two.labels[0], 0, 0)]
    numbers = {label: number for number, label in two.labels.items()}
    return [(label, number, numbers[label]) for number, label in one.labels.items() if label in numbers]


def write_comparison(before: Path, after: Path, page: Path) -> list[dict[str, Any]]:
    """Write the comparison as a page, and give its rows."""
    from matchday.lab.page import write_page

    one, two = read_results(before), read_results(after)
    rows = differences(one, two)
    sure = [row for row in rows if row["sure"] == "yes"]
    section = Section(
        "compare",
        f"{before.name} and {after.name}",
        f"{len(sure)} of {len(rows)} measures differ by more than chance."
        if sure
        else "Nothing that could not be chance.",
        "Match by match on common seeds: the mean difference with its normal 95 % interval; p is two-sided and guarded "
        "against many comparisons by Holm's method.",
        [Table("What changed", rows)],
    )
    write_page(page, {**heading(two), "matches": one.count + two.count}, [section])
    return rows
