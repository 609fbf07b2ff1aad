"""Sections of the report about who beats whom: skill and luck, everybody against everybody, doing without something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from matchday.lab import measures
from matchday.lab.digest import Digest, digests_of, seats_in, share_of_seat, sums_across
from matchday.lab.figures import (
    Plot,
    Row,
    Section,
    Table,
    bots_of,
    each_variant,
    half,
    spread_of,
)
from matchday.lab.measures import Estimate, Sums, holm
from matchday.lab.plan import THINK, WITHOUT
from matchday.lab.results import Results

if TYPE_CHECKING:
    import polars as pl

    from matchday.engine.record import Array


def skill(results: Results) -> Section | None:
    """How much the better player wins: every two bots that meet, and the chain of thinking twice as long."""
    seatings: list[Row] = []
    for label, found in each_variant(results):
        bots = bots_of(results, label, found.seats)
        if len(bots) == 2 and bots[0] != bots[1]:
            share = found.mean("share_0")
            seatings.append({"seat 1": bots[0], "seat 2": bots[1], "variant": label} | spread_of(share))
    pairs = pairs_of(results)
    if not pairs:
        return None
    best = max(pairs, key=lambda row: row["share"])
    chain = longest_chain({(row["stronger"], row["weaker"]): row["share"] for row in pairs})
    steps = [
        {"who": f"{row['stronger'].removeprefix(THINK)} thousand against {row['weaker'].removeprefix(THINK)}"} | row
        for row in doublings_among(pairs)
    ]
    return Section(
        "skill",
        "Skill",
        f"{best['stronger']} has {best['share']:.1%} of the wins against {best['weaker']}: as if a coin decided "
        f"{best['coin']:.0%} of the matches, and skill all others.",
        "Share of the win with its normal 95 % interval, both seatings of a pair together where both were played (of "
        "one alone it is true for those seats). Coin: with share s of the stronger, 2 (1 − s). Skill explains: "
        "(s − ½)² as a part of the variance of a match's result, if lots are drawn for the seats. Range of skill: the "
        "longest chain in which each has at least 75 % against the next, here "
        f"{' > '.join(chain) if len(chain) > 1 else 'none'}."
        " think:N tries with N thousand decisions; each step of the chain doubles it.",
        [
            Table("Pairs", pairs, Plot("points", "share", "pair", "", "from", "to", True, 0.5)),
            Table("Thinking twice as long", steps, Plot("points", "share", "who", "", "from", "to", True, 0.5)),
            Table("Each seating", seatings),
        ],
    )


def pairs_of(results: Results) -> list[Row]:
    """Tell how every two bots that meet do, from both seats together: the same deals, so each is a cluster."""
    labels = results.labels

    def shares(variant: int, matches: pl.DataFrame) -> tuple[tuple[str, str], Array] | None:
        bots = bots_of(results, labels[variant], seats_in(matches))
        if len(bots) != 2 or bots[0] == bots[1]:
            return None
        one, two = sorted(bots)
        return (one, two), share_of_seat(matches, bots.index(one))

    rows = []
    for (one, two), sums in sums_across(results, shares).items():
        share = sums.estimate()
        is_weaker = share.mean < 1 / 2
        whole = sums.variance + (share.mean - 1 / 2) ** 2
        if is_weaker:
            share = Estimate(1 - share.mean, share.error, share.count)
        stronger, weaker = (two, one) if is_weaker else (one, two)
        rows.append(
            {"pair": f"{stronger} v {weaker}", "stronger": stronger, "weaker": weaker, "matches": share.count}
            | spread_of(share)
            | {"coin": measures.coin_share(share.mean)}
            | {"skill explains": (share.mean - 1 / 2) ** 2 / whole if whole else 0.0}
        )
    return rows


def doublings_among(pairs: list[Row]) -> list[Row]:
    """Find the pairs of which one thinks twice as long as the other, the least first. Who thinks longer comes first,
    also where that did not help.
    """
    found = []
    for row in pairs:
        efforts = [row[who].removeprefix(THINK) for who in ("stronger", "weaker")]
        if not all(effort.isdecimal() for effort in efforts):
            continue
        more, less = map(int, efforts)
        if more == 2 * less:
            found.append((less, row))
        elif less == 2 * more:
            turned = {"stronger": row["weaker"], "weaker": row["stronger"], "matches": row["matches"]}
            found.append((more, turned | {"share": 1 - row["share"], "from": 1 - row["to"], "to": 1 - row["from"]}))
    kept = ("stronger", "weaker", "matches", "share", "from", "to")
    return [{name: row[name] for name in kept} for _, row in sorted(found, key=lambda each: each[0])]


def longest_chain(shares: dict[tuple[str, str], float]) -> list[str]:
    """Find the longest chain in which each beats the next by three to one; shares are of the first of each two."""
    names = sorted({name for pair in shares for name in pair})
    beats: dict[str, set[str]] = {name: set() for name in names}
    for (one, two), share in shares.items():
        if share >= 0.75:
            beats[one].add(two)

    def from_here(name: str, seen: frozenset[str]) -> list[str]:
        tails = [from_here(other, seen | {other}) for other in sorted(beats[name] - seen)]
        return [name, *max(tails, key=len, default=[])]

    return max((from_here(name, frozenset({name})) for name in names), key=len)


def luck(results: Results) -> Section | None:
    """How much of the result the deal, the dice and the players explain."""
    deals = results.deals
    by_players = len({tuple(each["seats"]) for each in results.variants}) > 1
    if deals < 2 and not by_players:
        return None
    parts = [measures.variance_within(shares_of(found, deals), deals) for _, found in each_variant(results)]
    deal, rest = (float(np.mean([part[place] for part in parts])) for place in (0, 1))
    who = between_players(results) if by_players else 0.0
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


def shares_of(found: Digest, deals: int) -> Sums:
    """Give seat 1's shares; of deals, those that were played as often as they should be."""
    return found.sums["share_0" if deals < 2 else "whole deals"]


def between_players(results: Results) -> float:
    """Give the variance between those who play, options and numbers of the box being the same."""
    alike: dict[str, list[Estimate]] = {}
    for variant in results.variants:
        if (found := digests_of(results).get(variant["number"])) is not None:
            key = str((sorted(variant["options"].items()), sorted(variant["set"].items())))
            alike.setdefault(key, []).append(found.mean("share_0"))
    apart = [
        max(0.0, float(np.var([each.mean for each in group]) - np.mean([each.error**2 for each in group])))
        for group in alike.values()
    ]
    return float(np.mean(apart))


def matrix(results: Results) -> Section | None:
    """Everybody against everybody: decks, or bots, and how one would mix them."""
    sides = facing(results)
    if sides is None:
        return None
    rows, columns, cells = sides
    size = (len(rows), len(columns))
    shares = np.array([[cells[row, column].mean for column in columns] for row in rows])
    by_row, by_column, value = measures.equilibrium(shares)
    table: list[Row] = [
        {"seat 1": row, "seat 2": column} | spread_of(cells[row, column]) for row in rows for column in columns
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
        f"Seat 1's mean share of the win with its normal 95 % interval, {size[0]} by {size[1]} pairs. The mixture is "
        "the equilibrium of the zero-sum game with these payoffs (simplex method), worth "
        f"{value:.1%} to seat 1; it takes the means as exact.",
        [
            Table("Shares", table, Plot("matrix", "seat 2", "seat 1", "share", percent=True)),
            Table("Equilibrium", mixture),
        ],
    )


def facing(results: Results) -> tuple[list[str], list[str], dict[tuple[str, str], Estimate]] | None:
    """Find two choices that face each other: two options of the grid, or the bots of two seats."""
    options = {name: values for name, values in results.plan["options"].items() if len(values) > 1}
    seats = results.plan["seats"]
    cells: dict[tuple[str, str], Estimate] = {}
    if len(options) == 2 and len(seats) == 1 and not results.plan["set"]:
        one, two = options
        if set(map(str, options[one])) != set(map(str, options[two])):
            return None
        for variant in results.variants:
            key = str(variant["options"][one]), str(variant["options"][two])
            cells[key] = cell_of(results, variant["number"])
    elif not options and len(seats) > 3 and all(len(each) == 2 for each in seats):
        for variant in results.variants:
            key = variant["seats"][0], variant["seats"][1]
            cells[key] = cell_of(results, variant["number"])
    rows, columns = (list(dict.fromkeys(key[side] for key in cells)) for side in (0, 1))
    if not cells or len(cells) != len(rows) * len(columns) or len(rows) < 2 or len(columns) < 2:
        return None
    return rows, columns, cells


def cell_of(results: Results, variant: int) -> Estimate:
    """Estimate seat 1's share in one variant."""
    found = digests_of(results).get(variant)
    return found.mean("share_0") if found else Sums().estimate()


def restricted(results: Results) -> Section | None:
    """What it costs to do without something."""
    rows: list[Row] = []
    for label, found in each_variant(results):
        bots = bots_of(results, label, found.seats)
        for seat, bot in enumerate(bots):
            others = {other for place, other in enumerate(bots) if place != seat}
            name, _, barred = bot.partition(WITHOUT)
            if barred and others == {name}:
                share = found.mean(f"share_{seat}")
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
