"""The report of the lab: what results say, section by section, as numbers first.

A section has a sentence for everybody, a note for whoever wants it exactly, tables, and plots of them. The page that
people read is made of these by `lab/page.py`; nothing is drawn that is not in a table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from matchday.engine.speech import Say
from matchday.games import game as game_named
from matchday.lab import measures
from matchday.lab.measures import Estimate, difference, holm, mean_of
from matchday.lab.plan import THINK, WITHOUT, notations
from matchday.lab.results import Results, polars, read_results
from matchday.lab.simulate import wilson

if TYPE_CHECKING:
    import polars as pl

SPORTS: dict[str, dict[str, float]] = {"football": {"mean": 2.7, "draws": 0.25}}
"""Of the real sport: points of both sides together, and the share of draws; league football in Europe."""
Row: TypeAlias = dict[str, Any]
SURE = 0.05
SHOWN = 4
"""Variants that a plot takes; tables have them all."""


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


def each_variant(results: Results) -> Iterator[tuple[str, pl.DataFrame]]:
    """Go through the variants and their matches."""
    for variant in results.variants:
        matches = results.of(variant["number"])
        if len(matches):
            yield variant["label"], matches


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


def by_seat(results: Results) -> Section:
    """Results by seat, and of whoever begins."""
    seats: list[Row] = []
    starters: list[Row] = []
    for label, matches in each_variant(results):
        count = seats_in(matches)
        bots = bots_of(results, label, count)
        for seat in range(count):
            won = int((matches["winner"] == seat).sum())
            low, high = wilson(won, len(matches))
            share = mean_of(matches[f"share_{seat}"].to_numpy())
            seats.append(
                {
                    "variant": label,
                    "seat": f"{seat + 1} ({bots[seat]})",
                    "matches": len(matches),
                    "won": won / len(matches),
                    "from": low,
                    "to": high,
                    "share": share.mean,
                    "share from": share.low,
                    "share to": share.high,
                }
            )
        share = mean_of(opener_share(matches, count))
        starters.append(
            {"variant": label, "share of whoever begins": share.mean, "from": share.low, "to": share.high}
            | {"drawn": average(matches["winner"] == -1)}
        )
    even = 1 / 2
    begun = mean_of(np.concatenate([opener_share(each, seats_in(each)) for _, each in each_variant(results)]))
    says = f"Whoever begins has {begun.mean:.1%} of the wins, all variants together"
    says += ", which may be chance." if begun.low <= even <= begun.high else f" ({begun.low:.1%} to {begun.high:.1%})."
    return Section(
        "seats",
        "Who wins",
        says,
        "Won: matches won outright, with Wilson's 95 % interval. Share: mean share of the win, where a draw is a half, "
        "with the normal 95 % interval. Whoever begins is the seat that is asked first.",
        [
            Table("By seat", seats, Plot("points", "share", "variant", "seat", "share from", "share to", True, even)),
            Table("Whoever begins", starters),
        ],
    )


def opener_share(matches: pl.DataFrame, seats: int) -> Any:
    """Give the share of the seat that was asked first, match by match."""
    shares = np.stack([matches[f"share_{seat}"].to_numpy() for seat in range(seats)], axis=1)
    return shares[np.arange(len(shares)), matches["opener"].to_numpy()]


def totals_of(matches: pl.DataFrame) -> Any:
    """Give the points of all seats together, match by match."""
    return sum(matches[f"score_{seat}"].to_numpy() for seat in range(seats_in(matches)))


def scores(results: Results) -> Section:
    """How much is scored, beside the real sport."""
    sport = game_named(results.game).cover.sport
    real = SPORTS.get(sport)
    means: list[Row] = []
    spread: list[Row] = []
    for label, matches in each_variant(results):
        total = totals_of(matches)
        found = mean_of(total)
        gap = mean_of(np.abs(matches["score_0"].to_numpy() - matches["score_1"].to_numpy()))
        row = {"variant": label, "mean": found.mean, "from": found.low, "to": found.high}
        row |= {"median": float(np.median(total)), "deviation": float(total.std()), "mean margin": gap.mean}
        drawn = int((matches["winner"] == -1).sum())
        low, high = wilson(drawn, len(matches))
        means.append(row | {"drawn": drawn / len(matches), "drawn from": low, "drawn to": high})
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
    margins: list[Row] = []
    for label, matches in each_variant(results):
        for phase, count in zip(*np.unique(matches["last_phase"].to_numpy(), return_counts=True), strict=True):
            rows.append({"variant": label, "last decision": phases[int(phase)], "share": count / len(matches)})
        ranked = np.sort(np.stack([matches[f"score_{seat}"].to_numpy() for seat in range(seats_in(matches))]), axis=0)
        margin = np.minimum(ranked[-1] - ranked[-2], 6)
        for size, count in zip(*np.unique(margin, return_counts=True), strict=True):
            text = "6 or more" if size == 6 else str(size)
            margins.append({"variant": label, "margin": text, "share": count / len(matches)})
    common = max(rows, key=lambda row: row["share"])
    return Section(
        "endings",
        "How matches end",
        f"Most often in the phase “{common['last decision']}” ({common['share']:.0%}).",
        "The phase of the last decision; the margin between the best and the second-best score.",
        [
            Table("Phase of the last decision", rows),
            Table("Margins", margins, Plot("bars", "margin", "share", "variant", percent=True)),
        ],
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
        behind = mean_of(decided["behind"].to_numpy())
        rows.append(
            {
                "variant": label,
                "lead changes": mean_of(matches["lead_changes"].to_numpy()).mean,
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
    return {name: (mean_of(ours[name]), difference(ours[name], theirs[name])) for name in ours}


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


def skill(results: Results) -> Section | None:
    """How much the better player wins: every two bots that meet, and the chain of thinking twice as long."""
    rows: list[Row] = []
    for label, matches in each_variant(results):
        bots = bots_of(results, label, seats_in(matches))
        if len(bots) == 2 and bots[0] != bots[1]:
            share = mean_of(matches["share_0"].to_numpy())
            rows.append({"bot": bots[0], "against": bots[1], "variant": label} | spread_of(share))
    if not rows:
        return None
    best = max(rows, key=lambda row: abs(row["share"] - 0.5))
    stronger = max(best["share"], 1 - best["share"])
    names = {row["bot"] for row in rows} | {row["against"] for row in rows}
    chain = longest_chain({(row["bot"], row["against"]): row["share"] for row in rows}, names)
    return Section(
        "skill",
        "Skill",
        f"The stronger of the most unequal pair has {stronger:.1%} of the wins: as if a coin decided "
        f"{measures.coin_share(stronger):.0%} of the matches, and skill all others.",
        "Share of the win with its normal 95 % interval; both seatings count as they were played. Coin: with share s "
        "of the stronger, 2 (1 − s). Range of skill: the longest chain in which each has at least 75 % against the "
        f"next, here {' > '.join(chain) if len(chain) > 1 else 'none'}."
        " think:N tries with N thousand decisions; each step of the chain doubles it, from both seats together.",
        [
            Table("Between unequal bots", rows, Plot("points", "share", "variant", "", "from", "to", True, 0.5)),
            Table(
                "Thinking twice as long", doubled(results), Plot("points", "share", "who", "", "from", "to", True, 0.5)
            ),
        ],
    )


def doubled(results: Results) -> list[Row]:
    """Tell what each doubling of thinking gains, both seatings together."""
    found: dict[tuple[int, int], list[Any]] = {}
    for label, matches in each_variant(results):
        bots = bots_of(results, label, seats_in(matches))
        efforts = [int(bot.removeprefix(THINK)) for bot in bots if bot.removeprefix(THINK).isdecimal()]
        if len(bots) == len(efforts) == 2 and max(efforts) == 2 * min(efforts):
            better = efforts.index(max(efforts))
            found.setdefault((min(efforts), max(efforts)), []).append(matches[f"share_{better}"].to_numpy())
    return [
        {"who": f"{two} thousand against {one}", "matches": sum(map(len, shares))}
        | spread_of(mean_of(np.concatenate(shares)))
        for (one, two), shares in sorted(found.items())
    ]


def spread_of(found: Estimate) -> Row:
    """Write a mean share with its interval."""
    return {"share": found.mean, "from": found.low, "to": found.high}


def longest_chain(shares: dict[tuple[str, str], float], names: set[str]) -> list[str]:
    """Find the longest chain in which each beats the next by three to one."""
    beats: dict[str, set[str]] = {name: set() for name in names}
    for (one, two), share in shares.items():
        if share >= 0.75:
            beats[one].add(two)
        if share <= 0.25:
            beats[two].add(one)

    def from_here(name: str, seen: frozenset[str]) -> list[str]:
        tails = [from_here(other, seen | {other}) for other in sorted(beats[name] - seen)]
        return [name, *max(tails, key=len, default=[])]

    return max((from_here(name, frozenset({name})) for name in sorted(names)), key=len)


def luck(results: Results) -> Section | None:
    """How much of the result the deal, the dice and the players explain."""
    deals = int(results.plan.get("deals", 1))
    groups = [(label, matches["share_0"].to_numpy().astype(float)) for label, matches in each_variant(results)]
    by_players = len({tuple(each["seats"]) for each in results.variants}) > 1
    if deals < 2 and not by_players:
        return None
    parts = [measures.variance_within(shares, deals) for _, shares in groups]
    deal, rest = (float(np.mean([part[place] for part in parts])) for place in (0, 1))
    means = [float(shares.mean()) for _, shares in groups]
    noise = float(np.mean([shares.var() / len(shares) for _, shares in groups]))
    who = max(0.0, float(np.var(means)) - noise) if by_players else 0.0
    whole = max(deal + rest + who, 1e-12)
    rows: list[Row] = [{"what": "who plays, and where", "explains": who / whole}]
    if deals > 1:
        rows.append({"what": "the deal", "explains": deal / whole})
    rows.append(
        {"what": "dice and draws after the deal" if deals > 1 else "deal, dice and draws", "explains": rest / whole}
    )
    top = max(rows, key=lambda row: row["explains"])
    return Section(
        "luck",
        "Skill and luck",
        f"Most of the result comes from {top['what']} ({top['explains']:.0%}).",
        "Shares of the variance of seat 1's share of the win (components of variance). Who plays: between variants, so "
        "it is true for these players alone. The deal: between deals, each played several times with other dice "
        "(one-way analysis of variance). The rest: within them.",
        [Table("What explains the result", rows, Plot("bars", "what", "explains", percent=True))],
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
    rows: list[Row] = []
    for action, offered, used in counts.iter_rows():
        low, high = wilson(used, offered)
        rows.append(
            {"action": names.get(action, f"#{action}"), "could": offered, "did": used, "used": used / offered}
            | {"held": 1 - used / offered, "from": low, "to": high}
        )
    rows.sort(key=lambda row: row["used"])
    never = [row["action"] for row in rows if row["to"] < 0.05]
    says = "Everything that can be played is, now and then."
    if never:
        says = f"Why would I ever play this? Hardly ever chosen though it could be: {', '.join(never[:8])}."
    return Section(
        "actions",
        "Cards and actions",
        says,
        "Of the decisions kept that left a choice: how often each action was legal (could), how often it was taken "
        "(did), with Wilson's 95 % interval. All variants together. Held: it could be played, and something else was. "
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


def matrix(results: Results) -> Section | None:
    """Everybody against everybody: decks, or bots, and how one would mix them."""
    sides = facing(results)
    if sides is None:
        return None
    rows, columns, cells = sides
    size = (len(rows), len(columns))
    shares = np.array([[cells[row, column] for column in columns] for row in rows])
    by_row, by_column, value = measures.equilibrium(shares)
    table: list[Row] = [
        {"seat 1": row, "seat 2": column, "share": float(shares[place, other])}
        for place, row in enumerate(rows)
        for other, column in enumerate(columns)
    ]
    mixture: list[Row] = [
        {"choice": name, "seat 1 plays it": float(share)} for name, share in zip(rows, by_row, strict=True)
    ]
    for place, name in enumerate(columns):
        row = next((each for each in mixture if each["choice"] == name), None)
        if row is None:
            row = {"choice": name}
            mixture.append(row)
        row["seat 2 plays it"] = float(by_column[place])
    means = shares.mean(axis=1)
    best, worst = rows[int(means.argmax())], rows[int(means.argmin())]
    played = ", ".join(name for name, share in zip(rows, by_row, strict=True) if share > 0.01)
    return Section(
        "matrix",
        "Everybody against everybody",
        f"On average {best} has {means.max():.1%} and {worst} {means.min():.1%}. Whoever plays best against the best "
        f"mixes: {played}.",
        f"Seat 1's mean share of the win, {size[0]} by {size[1]} pairs. The mixture is the equilibrium of the zero-sum "
        f"game with these payoffs (simplex method), worth {value:.1%} to seat 1; it takes the means as exact.",
        [
            Table("Shares", table, Plot("matrix", "seat 2", "seat 1", "share", percent=True)),
            Table("Equilibrium", mixture),
        ],
    )


def facing(results: Results) -> tuple[list[str], list[str], dict[tuple[str, str], float]] | None:
    """Find two choices that face each other: two options of the grid, or the bots of two seats."""
    options = {name: values for name, values in results.plan["options"].items() if len(values) > 1}
    seats = results.plan["seats"]
    cells: dict[tuple[str, str], list[float]] = {}
    if len(options) == 2 and len(seats) == 1 and not results.plan["set"]:
        one, two = options
        if set(map(str, options[one])) != set(map(str, options[two])):
            return None
        for variant in results.variants:
            key = str(variant["options"][one]), str(variant["options"][two])
            cells.setdefault(key, []).append(average(results.of(variant["number"])["share_0"]))
    elif not options and len(seats) > 3 and all(len(each) == 2 for each in seats):
        for variant in results.variants:
            key = variant["seats"][0], variant["seats"][1]
            cells.setdefault(key, []).append(average(results.of(variant["number"])["share_0"]))
    rows, columns = (list(dict.fromkeys(key[side] for key in cells)) for side in (0, 1))
    if not cells or len(cells) != len(rows) * len(columns) or len(rows) < 2 or len(columns) < 2:
        return None
    return rows, columns, {key: float(np.mean(found)) for key, found in cells.items()}


def restricted(results: Results) -> Section | None:
    """What it costs to do without something."""
    rows: list[Row] = []
    for label, matches in each_variant(results):
        bots = bots_of(results, label, seats_in(matches))
        for seat, bot in enumerate(bots):
            others = {other for place, other in enumerate(bots) if place != seat}
            name, _, barred = bot.partition(WITHOUT)
            if barred and others == {name}:
                share = mean_of(matches[f"share_{seat}"].to_numpy())
                rows.append({"bot": name, "without": barred, "seat": seat + 1} | spread_of(share) | {"p": half(share)})
    if not rows:
        return None
    guard = holm([row["p"] for row in rows])
    for row, p in zip(rows, guard, strict=True):
        del row["p"]
        row["p (Holm)"] = p
    hardest = min(rows, key=lambda row: row["share"])
    return Section(
        "restricted",
        "Doing without",
        f"Who may not play {hardest['without']} has {hardest['share']:.1%} of the wins against one who may.",
        "A bot that may not play some actions (unless nothing else is legal) against the same bot that may; share of "
        "the win with the normal 95 % interval, p against a half by Holm's method. Seats differ too: compare with "
        "the same bots without the ban.",
        [Table("Restricted play", rows, Plot("points", "share", "without", "bot", "from", "to", True, 0.5))],
    )


def half(found: Estimate) -> float:
    """Tell how likely chance alone gives a share so far from a half."""
    return Estimate(found.mean - 0.5, found.error, found.count).p
