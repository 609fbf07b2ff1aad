"""The report of the lab: what results say, section by section, as numbers first.

A section has a sentence for everybody, a note for whoever wants it exactly, tables, and plots of them. The page that
people read is made of these by `lab/page.py`; nothing is drawn that is not in a table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from matchday.engine.speech import Say
from matchday.games import game as game_named
from matchday.lab import measures
from matchday.lab.contests import luck, matrix, restricted, skill
from matchday.lab.figures import (
    Plot,
    Row,
    Section,
    Table,
    average,
    bots_of,
    deals_of,
    each_variant,
    estimate,
    margins_of,
    opener_share,
    seats_in,
    share_row,
    totals_of,
)
from matchday.lab.measures import Estimate, difference, holm, mean_of, share_of, wilson
from matchday.lab.plan import notations
from matchday.lab.results import COUNT, Results, polars, read_results

if TYPE_CHECKING:
    import polars as pl

SPORTS: dict[str, dict[str, float]] = {"football": {"mean": 2.7, "draws": 0.25}}
"""Of the real sport: points of both sides together, and the share of draws; league football in Europe."""
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
        "matches": len(results.matches),
        "variants": len(results.variants),
        "seed": results.plan["seed"],
        "rules": results.rules,
        "box": results.stamp["box"],
        "ink": game.cover.colours.get("ink-a", "#2347b5"),
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
    for label, matches in each_variant(results):
        count = seats_in(matches)
        bots = bots_of(results, label, count)
        for seat in range(count):
            won, low, high = share_of((matches[f"share_{seat}"] == 1).to_numpy(), deals_of(matches))
            share = estimate(matches, matches[f"share_{seat}"].to_numpy())
            seats.append(
                {
                    "variant": label,
                    "seat": f"{seat + 1} ({bots[seat]})",
                    "matches": len(matches),
                    "won": won,
                    "from": low,
                    "to": high,
                    "share": share.mean,
                    "share from": share.low,
                    "share to": share.high,
                }
            )
        share = estimate(matches, opener_share(matches, count))
        starters.append(
            {"variant": label, "share of whoever begins": share.mean, "from": share.low, "to": share.high}
            | share_row("drawn", matches, matches["winner"] == -1)
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
    frames = [matches for _, matches in each_variant(results)]
    deals = int(results.plan.get("deals", 1))
    shares = np.concatenate([opener_share(each, seats_in(each)) for each in frames])
    alike = np.concatenate([each["match"].to_numpy() // deals for each in frames])
    return mean_of(shares, alike if len(frames) > 1 or deals > 1 else None)


def scores(results: Results) -> Section:
    """How much is scored, beside the real sport."""
    sport = game_named(results.game).cover.sport
    real = SPORTS.get(sport)
    means: list[Row] = []
    spread: list[Row] = []
    for label, matches in each_variant(results):
        total = totals_of(matches)
        found = estimate(matches, total)
        row = {"variant": label, "mean": found.mean, "from": found.low, "to": found.high}
        row |= {"median": float(np.median(total)), "deviation": float(total.std())}
        row["mean margin"] = float(margins_of(matches).mean())
        means.append(row | share_row("drawn", matches, matches["winner"] == -1))
        most, fewest = (
            int(np.quantile(total, 0.995)),
            min(0, int(total.min())) if total.min() < 10 else int(total.min()),
        )
        step = max(1, math.ceil((most - fewest + 1) / 24))
        for least in range(fewest, most + 1, step):
            inside = (total >= least) & (total < least + step)
            name = str(least) if step == 1 else f"{least}–{least + step - 1}"
            spread.append({"variant": label, "points": name, "share": float(inside.mean())})
    if real:
        means.append({"variant": f"real {sport}", "mean": real["mean"], "drawn": real["draws"]})
        chances = measures.poisson(real["mean"], 8)
        spread += [{"variant": f"real {sport}", "points": str(n), "share": share} for n, share in enumerate(chances)]
    first = means[0]
    says = f"On average {first['mean']:.2f} points a match, {first['drawn']:.0%} drawn ({first['variant']})."
    if real:
        says += f" The real sport: about {real['mean']} and {real['draws']:.0%}."
    return Section(
        "scores",
        "Scores",
        says,
        "Points of all seats together; the mean with its normal 95 % interval. The real sport's spread is Poisson's "
        "with its mean.",
        [
            Table("Means", means),
            Table("How often each total", spread, Plot("bars", "points", "share", "variant", percent=True)),
        ],
    )


def length(results: Results) -> Section:
    """How long matches take, in decisions."""
    rows: list[Row] = []
    spread: list[Row] = []
    for label, matches in each_variant(results):
        plies = matches["plies"].to_numpy()
        low, middle, high = (float(np.quantile(plies, part)) for part in (0.05, 0.5, 0.95))
        forced = float(matches["forced"].sum()) / float(plies.sum())
        rows.append(
            {"variant": label, "median": middle, "5 %": low, "95 %": high, "longest": int(plies.max())}
            | {"mean": float(plies.mean()), "forced": forced}
        )
        edges = np.unique(np.linspace(plies.min(), np.quantile(plies, 0.995) + 1, 25).astype(int))
        counts, _ = np.histogram(plies, edges)
        spread += [
            {"variant": label, "decisions": int(edge), "share": count / len(plies)}
            for edge, count in zip(edges, counts, strict=False)
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
    for label, matches in each_variant(results):
        ways += [{"variant": label, "ends": way} | share for way, share in ways_of(matches)]
        for phase, count in zip(*np.unique(matches["last_phase"].to_numpy(), return_counts=True), strict=True):
            rows.append({"variant": label, "last decision": phases[int(phase)], "share": count / len(matches)})
        margin = np.minimum(margins_of(matches), 6)
        for size, count in zip(*np.unique(margin, return_counts=True), strict=True):
            text = "6 or more" if size == 6 else str(size)
            margins.append({"variant": label, "margin": text, "share": count / len(matches)})
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


def ways_of(matches: pl.DataFrame) -> list[tuple[str, Row]]:
    """Tell how often points decided, how often something else did, and how often nothing."""
    won, level = (matches["winner"] >= 0).to_numpy(), margins_of(matches) <= 0
    ways = {"won by points": won & ~level, "level, and won": won & level, "drawn": ~won}
    return [
        (way, dict(zip(("share", "from", "to"), share_of(hits, deals_of(matches)), strict=True)))
        for way, hits in ways.items()
    ]


def counted(results: Results) -> Section | None:
    """What was counted in each match because somebody asked for it."""
    names = [name for name in results.matches.columns if name.startswith(COUNT)]
    if not names:
        return None
    rows: list[Row] = []
    for label, matches in each_variant(results):
        for name in names:
            times = matches[name].to_numpy()
            found = estimate(matches, times)
            row: Row = {"variant": label, "event": name.removeprefix(COUNT), "a match": found.mean}
            row |= {"from": found.low, "to": found.high, "most": int(times.max())}
            rows.append(row | share_row("matches with one", matches, times > 0))
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
    pl = polars()
    rows: list[Row] = []
    curve: list[Row] = []
    for label, matches in each_variant(results):
        decided = matches.filter(pl.col("winner") >= 0)
        if decided.is_empty():
            continue
        when = decided["settled"].to_numpy() / decided["plies"].to_numpy()
        behind = estimate(decided, decided["behind"].to_numpy())
        lead = estimate(matches, matches["lead_changes"].to_numpy())
        rows.append(
            {
                "variant": label,
                "lead changes": lead.mean,
                "changes from": lead.low,
                "changes to": lead.high,
                "matches with one": average(matches["lead_changes"] > 0),
                "settled after (median)": float(np.median(when)),
                "settled in the last tenth": float((when > 0.9).mean()),
                "winner behind by": behind.mean,
                "from": behind.low,
                "to": behind.high,
            }
        )
        curve += [
            {"variant": label, "course": part / 100, "settled": float((when <= part / 100).mean())}
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


def metrics(matches: pl.DataFrame) -> dict[str, Any]:
    """Give what variants are compared by, match by match."""
    return {
        "share of seat 1": matches["share_0"].to_numpy().astype(float),
        "points": totals_of(matches).astype(float),
        "drawn": (matches["winner"] == -1).to_numpy().astype(float),
        "decisions": matches["plies"].to_numpy().astype(float),
        "lead changes": matches["lead_changes"].to_numpy().astype(float),
    }


def paired(one: pl.DataFrame, other: pl.DataFrame) -> dict[str, tuple[Estimate, Estimate]]:
    """Compare matches of the same numbers: the first's mean, and by how much the second has more."""
    both = one.select("match").join(other.select("match"), on="match")["match"]
    pl = polars()
    ours, theirs = (metrics(each.filter(pl.col("match").is_in(both.implode())).sort("match")) for each in (one, other))
    deals = deals_of(one.filter(pl.col("match").is_in(both.implode())).sort("match"))
    return {name: (mean_of(ours[name]), difference(ours[name], theirs[name], deals)) for name in ours}


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
    labels = list(each_variant(results))
    rows = compared([(label, paired(labels[0][1], matches)) for label, matches in labels[1:]])
    sure = [row for row in rows if row["sure"] == "yes"]
    says = f"Nothing that could not be chance, against “{labels[0][0]}”."
    if sure:
        most = min(sure, key=lambda row: row["p (Holm)"])
        says = (
            f"{len(sure)} of {len(rows)} differences from “{labels[0][0]}” are no chance; for one, “{most['variant']}” "
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
    labels = list(each_variant(results))
    base = labels[0][1]
    found = [(label, paired(base, matches)) for label, matches in labels[1:]]
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
