"""The report of the lab: what results say, section by section, as numbers first.

A section has a sentence for everybody, a note for whoever wants it exactly, tables, and plots of them. The page that
people read is made of these by `lab/page.py`; nothing is drawn that is not in a table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from matchday.engine.speech import Say
from matchday.games import game as game_named
from matchday.lab import measures
from matchday.lab.contests import luck, matrix, restricted, skill
from matchday.lab.digest import FAR, FINE, Pair, counted_names, digests_of, opener_share, paired, seats_in, sums_across
from matchday.lab.figures import (
    Plot,
    Row,
    Section,
    Table,
    bots_of,
    each_variant,
)
from matchday.lab.measures import Estimate, holm, mean_of, wilson
from matchday.lab.plan import notations
from matchday.lab.results import COUNT, Results, polars, read_results

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Sport:
    """A real sport in public figures: points of both sides together, the share of draws, and where these are from."""

    mean: float
    draws: float
    source: str
    is_poisson: bool = False
    """Whether points come one by one and nearly independently, so that their spread is known."""


SPORTS = {
    "football": Sport(
        2.7, 0.25, "league football in Europe, in round numbers; its spread is Poisson's with its mean", True
    ),
    "speedway": Sport(
        90,
        0.029,
        "team meetings of fifteen heats of 6 points, in which riders who retire take some away; draws: 129 of the "
        "4,441 meetings of the six clubs with most of them in the all-time table of the Polish top division. In the "
        "British Elite League of 2013, 2 % of 140 meetings were drawn, 26 % won by 1 to 6 points and 71 % by more",
    ),
}
SURE = 0.05
WASTE = 0.02
"""So much of the win less than the best choice is worth: then a card or an action was wasted."""


def write_report(results: Path | str, page: Path | str | None = None) -> Path:
    """Write the report of some results as one page that stands alone, and the same as JSON beside it."""
    from matchday.lab.page import write_page

    found = read_results(Path(results))
    path = Path(page) if page else Path(results) / "report.html"
    write_page(path, heading(found), sections(found))
    return path


def heading(results: Results) -> dict[str, Any]:
    """Say what was played."""
    game = game_named(results.game)
    return {
        "title": game.words.title(Say("en")),
        "matches": results.count,
        "variants": len(results.variants),
        "seed": results.plan["seed"],
        "rules": results.rules,
        "box": results.stamp["box"],
        "inks": [game.cover.colours.get("ink-a", "#2347b5"), game.cover.colours.get("ink-b", "#c22a1b")],
        "plan": results.plan,
    }


def sections(results: Results) -> list[Section]:
    """Write every section that the results have something for."""
    makers: tuple[Callable[[Results], Section | None], ...] = (
        by_seat,
        scores,
        length,
        endings,
        counted,
        drama,
        changes,
        skill,
        luck,
        decisions,
        actions,
        swaps,
        matrix,
        restricted,
    )
    return [section for section in (maker(results) for maker in makers) if section]


def by_seat(results: Results) -> Section:
    """Results by seat, and of whoever begins."""
    seats: list[Row] = []
    starters: list[Row] = []
    for label, found in each_variant(results):
        bots = bots_of(results, label, found.seats)
        for seat in range(found.seats):
            won, low, high = found.sums[f"won_{seat}"].share()
            share = found.mean(f"share_{seat}")
            seats.append(
                {
                    "variant": label,
                    "seat": f"{seat + 1} ({bots[seat]})",
                    "matches": found.matches,
                    "won": won,
                    "from": low,
                    "to": high,
                    "share": share.mean,
                    "share from": share.low,
                    "share to": share.high,
                }
            )
        share = found.mean("opener")
        starters.append(
            {"variant": label, "share of whoever begins": share.mean, "from": share.low, "to": share.high}
            | found.share_row("drawn", "drawn")
        )
    even = 1 / 2
    begun = begun_by_all(results)
    says = f"Whoever begins has {begun.mean:.1%} of the wins, all variants together"
    says += ", which may be chance." if begun.low <= even <= begun.high else f" ({begun.low:.1%} to {begun.high:.1%})."
    return Section(
        "seats",
        "Who wins",
        says,
        "Won: matches won outright, with Wilson's 95 % interval. Share: mean share of the win, where a draw is a half, "
        "with the normal 95 % interval. Whoever begins is the seat that is asked first. Matches of the same deal count "
        "as a cluster, and so do those of the same number in different variants where they are taken together.",
        [
            Table("By seat", seats, Plot("points", "share", "variant", "seat", "share from", "share to", True, even)),
            Table("Whoever begins", starters),
        ],
    )


def begun_by_all(results: Results) -> Estimate:
    """Estimate the share of whoever begins over all variants: their matches of one number have the same dice."""
    found = sums_across(results, lambda _, matches: ("", opener_share(matches, seats_in(matches))))
    return found[""].estimate()


def scores(results: Results) -> Section:
    """How much is scored, beside the real sport."""
    sport = game_named(results.game).cover.sport
    real = SPORTS.get(sport)
    means: list[Row] = []
    spread: list[Row] = []
    for label, found in each_variant(results):
        points, total = found.mean("points"), found.counts["points"]
        row = {"variant": label, "mean": points.mean, "from": points.low, "to": points.high}
        row |= {"median": total.quantile(0.5), "deviation": math.sqrt(found.sums["points"].variance)}
        row["mean margin"] = found.mean("margin").mean
        means.append(row | found.share_row("drawn", "drawn"))
        most, fewest = int(total.quantile(0.995)), min(0, total.low) if total.low < 10 else total.low
        step = max(1, math.ceil((most - fewest + 1) / 24))
        for least in range(fewest, most + 1, step):
            name = str(least) if step == 1 else f"{least}–{least + step - 1}"
            spread.append({"variant": label, "points": name, "share": total.share(least, least + step)})
    if real:
        means.append({"variant": f"real {sport}", "mean": real.mean, "drawn": real.draws})
    if real and real.is_poisson:
        chances = measures.poisson(real.mean, 8)
        spread += [{"variant": f"real {sport}", "points": str(n), "share": share} for n, share in enumerate(chances)]
    first = means[0]
    says = f"On average {first['mean']:.2f} points a match, {first['drawn']:.0%} drawn ({first['variant']})."
    if real:
        says += f" The real sport: about {real.mean:g} and {real.draws:.0%}."
    return Section(
        "scores",
        "Scores",
        says,
        "Points of all seats together; the mean with its normal 95 % interval."
        + (f" The real sport: {real.source}." if real else ""),
        [
            Table("Means", means),
            Table("How often each total", spread, Plot("bars", "points", "share", "variant", percent=True)),
        ],
    )


def length(results: Results) -> Section:
    """How long matches take, in decisions."""
    rows: list[Row] = []
    spread: list[Row] = []
    for label, found in each_variant(results):
        plies = found.counts["decisions"]
        low, middle, high = (plies.quantile(part) for part in (0.05, 0.5, 0.95))
        mean = found.mean("decisions").mean
        rows.append(
            {"variant": label, "median": middle, "5 %": low, "95 %": high, "longest": plies.high}
            | {"mean": mean, "forced": found.mean("forced").mean / mean}
        )
        edges = np.unique(np.linspace(plies.low, plies.quantile(0.995) + 1, 25).astype(int)).tolist()
        # A histogram's last bar has its end in it.
        ends = [*edges[1:-1], edges[-1] + 1]
        spread += [
            {"variant": label, "decisions": edge, "share": plies.share(edge, end)}
            for edge, end in zip(edges, ends, strict=False)
        ]
    first = rows[0]
    return Section(
        "length",
        "Length",
        f"A match takes {first['median']:.0f} decisions in the middle; one in twenty more than {first['95 %']:.0f}.",
        "Decisions of all seats; `forced` is the share of those with one legal action. Each bar begins at the number "
        "below it.",
        [
            Table("Decisions a match", rows),
            Table("Spread", spread, Plot("line", "decisions", "share", "variant", percent=True)),
        ],
    )


def endings(results: Results) -> Section:
    """How matches end."""
    phases = {int(phase): phase.name.lower().replace("_", " ") for phase in game_named(results.game).phases}
    rows: list[Row] = []
    ways: list[Row] = []
    margins: list[Row] = []
    for label, found in each_variant(results):
        ways += [
            {"variant": label, "ends": way} | dict(zip(("share", "from", "to"), found.sums[way].share(), strict=True))
            for way in ("won by points", "level, and won", "drawn")
        ]
        for phase, count in sorted(found.counts["last phase"].times.items()):
            rows.append({"variant": label, "last decision": phases[phase], "share": count / found.matches})
        for size, count in sorted(found.counts["margin"].times.items()):
            text = f"{FAR} or more" if size == FAR else str(size)
            margins.append({"variant": label, "margin": text, "share": count / found.matches})
    common = max(rows, key=lambda row: row["share"])
    return Section(
        "endings",
        "How matches end",
        f"Most often in the phase “{common['last decision']}” ({common['share']:.0%}).",
        "The phase of the last decision; the margin between the winners' score and the next. Level, and won: "
        "something else than points decided, such as penalties. Wilson's 95 % intervals.",
        [
            Table("Won or drawn", ways),
            Table("Phase of the last decision", rows),
            Table("Margins", margins, Plot("bars", "margin", "share", "variant", percent=True)),
        ],
    )


def counted(results: Results) -> Section | None:
    """What was counted in each match because somebody asked for it."""
    rows: list[Row] = []
    for label, found in each_variant(results):
        for name in counted_names(list(found.counts)):
            times = found.mean(COUNT + name)
            row: Row = {"variant": label, "event": name, "a match": times.mean}
            row |= {"from": times.low, "to": times.high, "most": found.counts[COUNT + name].high}
            rows.append(row | found.share_row("matches with one", f"with {name}"))
    if not rows:
        return None
    first = rows[0]
    return Section(
        "counted",
        "What happens",
        f"{first['event']}: {first['a match']:.3g} times a match ({first['variant']}).",
        "Mean number a match with its normal 95 % interval; the share of matches in which it happens at all with "
        "Wilson's. score+5: five points that one seat has at once.",
        [Table("Counted", rows, Plot("points", "a match", "event", "variant", "from", "to"))],
    )


def drama(results: Results) -> Section:
    """Whether the winner was long in doubt."""
    rows: list[Row] = []
    curve: list[Row] = []
    for label, found in each_variant(results):
        when = found.counts["settled"]
        if not when.count:
            continue
        behind, lead = found.mean("behind"), found.mean("lead changes")
        rows.append(
            {
                "variant": label,
                "lead changes": lead.mean,
                "changes from": lead.low,
                "changes to": lead.high,
                "matches with one": found.mean("changed").mean,
                "settled after (median)": when.quantile(0.5) / FINE,
                "settled in the last tenth": when.share(FINE * 9 // 10 + 1, FINE + 1),
                "winner behind by": behind.mean,
                "from": behind.low,
                "to": behind.high,
            }
        )
        curve += [
            {"variant": label, "course": part / 100, "settled": when.share(0, FINE * part // 100 + 1)}
            for part in range(0, 101, 5)
        ]
    says = "No match was decided."
    if rows:
        says = (
            f"Half of the matches are settled after {rows[0]['settled after (median)']:.0%} of their decisions; "
            f"{rows[0]['matches with one']:.0%} see the lead change sides."
        )
    return Section(
        "drama",
        "Drama",
        says,
        "A lead change: another side leads alone than the one that last did. Settled: from there to the end the winner "
        "led; one who never led by points settles it with the last decision. Winner behind: points behind the best, "
        "mean over all decisions. Decided matches only.",
        [
            Table("Drama", rows),
            Table("Settled by then", curve, Plot("line", "course", "settled", "variant", percent=True)),
        ],
    )


def compared(pairs: list[tuple[str, dict[str, tuple[Estimate, Estimate]]]]) -> list[dict[str, Any]]:
    """List paired differences with Holm's guard over all of them."""
    flat = [(label, name, base, found) for label, each in pairs for name, (base, found) in each.items()]
    adjusted = holm([found.p for *_, found in flat])
    return [
        {
            "variant": label,
            "measure": name,
            "before": base.mean,
            "after": base.mean + found.mean,
            "difference": found.mean,
            "from": found.low,
            "to": found.high,
            "p (Holm)": p,
            "sure": "yes" if p < SURE else "no",
        }
        for (label, name, base, found), p in zip(flat, adjusted, strict=True)
    ]


def changes(results: Results) -> Section | None:
    """What each variant changes against the first."""
    if len(results.variants) < 2 or results.plan.get("swap"):
        return None
    base, pairs = against_first(results)
    rows = compared(paired(results, results, pairs))
    sure = [row for row in rows if row["sure"] == "yes"]
    says = f"Nothing that could not be chance, against “{base}”."
    if sure:
        most = min(sure, key=lambda row: row["p (Holm)"])
        says = (
            f"{len(sure)} of {len(rows)} differences from “{base}” are no chance; for one, “{most['variant']}” "
            f"changes {most['measure']} from {most['before']:.3g} to {most['after']:.3g}."
        )
    return Section(
        "changes",
        "What the variants change",
        says,
        "Against the first variant, match by match on common seeds: the mean difference with its normal 95 % interval. "
        f"p is two-sided and guarded against many comparisons by Holm's method; sure: below {SURE}.",
        [Table("Differences", rows)],
    )


def against_first(results: Results) -> tuple[str, list[Pair]]:
    """Name the first variant that has matches, and set all others against it."""
    labels = results.labels
    first, *others = digests_of(results)
    return labels[first], [(labels[number], first, number) for number in others]


def decisions(results: Results) -> Section | None:
    """How much there is to decide."""
    pl = polars()
    if results.decisions.is_empty():
        return None
    rows: list[Row] = []
    levels: list[Row] = []
    by = [name for name in results.decisions.columns if name.startswith("by_")]
    for variant in results.variants:
        all_kept = results.decisions.filter(pl.col("variant") == variant["number"])
        free = all_kept.filter((pl.col("options") > 1) & pl.col("value_best").is_not_null())
        if free.is_empty():
            continue
        second = mean_of((free["value_best"] - free["value_second"]).to_numpy())
        worst = mean_of((free["value_best"] - free["value_worst"]).to_numpy())
        lost = (free["value_best"] - free["value_chosen"]).to_numpy()
        rows.append(
            {
                "variant": variant["label"],
                "kept": len(all_kept),
                "forced": 1 - average(all_kept["options"] > 1),
                "choices (mean)": average(free["options"]),
                "best − second": second.mean,
                "from": second.low,
                "to": second.high,
                "best − worst": worst.mean,
                "given away by the players": float(np.nanmean(lost)) if np.isfinite(lost).any() else math.nan,
                "close calls": average((free["value_best"] - free["value_second"]) < 0.005),
            }
        )
        for one, two in combinations(by, 2):
            both = free.filter(pl.col(one).is_not_null() & pl.col(two).is_not_null())
            if len(both):
                differ = int((both[one] != both[two]).sum())
                low, high = wilson(differ, len(both))
                pair = f"{one.removeprefix('by_')} and {two.removeprefix('by_')}"
                levels.append(
                    {"variant": variant["label"], "pair": pair, "disagree": differ / len(both), "from": low, "to": high}
                )
    if not rows:
        return None
    first = rows[0]
    return Section(
        "decisions",
        "Decisions",
        f"{first['forced']:.0%} of the decisions are forced. In the others the best choice is worth "
        f"{100 * first['best − second']:.1f} points of a hundred more than the second, and "
        f"{100 * first['best − worst']:.1f} more than the worst.",
        f"Of decisions kept by lot. Values are expected shares of the win by paired trials "
        f"({results.plan['judge']:,} decisions each), which flatters the best a little; close calls: best and second "
        "within half a point of a hundred. Disagreement with Wilson's 95 % interval, where there was a choice.",
        [
            Table("Depth", rows),
            Table(
                "How often levels disagree", levels, Plot("points", "disagree", "pair", "variant", "from", "to", True)
            ),
        ],
    )


def average(values: pl.Series) -> float:
    """Give the mean of a column."""
    return float(values.to_numpy().mean())


def actions(results: Results) -> Section | None:
    """What is played when it could be, and what never is."""
    pl = polars()
    if results.decisions.is_empty():
        return None
    game = game_named(results.game)
    names = notations(game, game.box())
    free = results.decisions.filter(pl.col("options") > 1)
    long = free.select("action", "offered").explode("offered")
    counts = (
        long.group_by("offered")
        .agg(offered_times=pl.len(), used=(pl.col("action") == pl.col("offered")).sum())
        .sort("offered")
    )
    lost = free.with_columns(lost=pl.col("value_best") - pl.col("value_chosen")).filter(pl.col("lost").is_finite())
    wasted = dict(lost.group_by("action").agg((pl.col("lost") >= WASTE).mean()).rows())
    rows: list[Row] = []
    for action, offered, used in counts.iter_rows():
        low, high = wilson(used, offered)
        rows.append(
            {"action": names.get(action, f"#{action}"), "could": offered, "did": used, "used": used / offered}
            | {"from": low, "to": high, "held": 1 - used / offered, "wasted": wasted.get(action, math.nan)}
        )
    rows.sort(key=lambda row: row["used"])
    never = [row["action"] for row in rows if row["to"] < 0.05]
    unseen = sum(row["did"] == 0 for row in rows)
    says = "Everything that can be played is, now and then."
    if unseen:
        says = f"{unseen} of {len(rows)} actions were not seen played, and were possible too seldom to say why."
    if never:
        says = f"Why would I ever play this? Hardly ever chosen though it could be: {', '.join(never[:8])}."
    return Section(
        "actions",
        "Cards and actions",
        says,
        "Of the decisions kept that left a choice: how often each action was legal (could), how often it was taken "
        "(did), with Wilson's 95 % interval. All variants together. Held: it could be played, and something else was. "
        f"Wasted: of the times it was taken, how often trials find another choice worth {100 * WASTE:.0f} points of a "
        "hundred more. "
        "What is never chosen by bots may still be chosen by people.",
        [Table("Used when it could be", rows)],
    )


def swaps(results: Results) -> Section | None:
    """What one copy of each card is worth."""
    if not results.plan.get("swap"):
        return None
    found = paired(results, results, against_first(results)[1])
    share, points = "share of seat 1", "points"
    guard = holm([each[share][1].p for _, each in found])
    rows: list[Row] = [
        {
            "swap": label,
            "share without it": each[share][1].mean,
            "from": each[share][1].low,
            "to": each[share][1].high,
            "p (Holm)": p,
            "points": each[points][1].mean,
            "sure": "yes" if p < SURE else "no",
        }
        for (label, each), p in zip(found, guard, strict=True)
    ]
    rows.sort(key=lambda row: row["share without it"])
    sure = [row for row in rows if row["sure"] == "yes"]
    says = "No card makes a difference that could not be chance."
    if sure:
        says = f"{len(sure)} of {len(rows)} cards make a difference; most of all {sure[0]['swap']}."
    return Section(
        "swaps",
        "What a card is worth",
        says,
        "One copy exchanged for the neutral card, on the same seeds: by how much seat 1's share of the win changes, "
        "with the normal 95 % interval of the paired difference; p by Holm's method over all cards.",
        [Table("Swaps", rows, Plot("points", "share without it", "swap", "", "from", "to", True, 0.0))],
    )
