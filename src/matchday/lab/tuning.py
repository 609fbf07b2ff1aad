"""Tuning: named numbers of a box are searched until targets are met, and a patch of `box.toml` is proposed.

Every trial plays the same matches (common random numbers), so that trials differ by their numbers alone. Each target is
an aim of its own: what cannot be had together is shown as a trade-off front. What is proposed was confirmed on seeds
that the search has not seen. Nothing is ever applied.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from matchday.engine.boxfile import did_you_mean, read_toml
from matchday.engine.errors import MatchdayError
from matchday.engine.runner import Mode
from matchday.lab import numbers
from matchday.lab.digest import opener_share, seats_in, totals_of
from matchday.lab.figures import Plot, Section, Table
from matchday.lab.measures import mean_of, wilson
from matchday.lab.plan import Plan, Variant, notations, plan_of
from matchday.lab.results import NEEDS, polars, write_whole
from matchday.lab.running import Lane

if TYPE_CHECKING:
    import polars as pl

KEYS = ("game", "matches", "confirm", "trials", "seed", "seats", "options", "set", "search", "targets", "balance")
MEASURES = ("points", "drawn", "seat edge", "starter edge", "decisions", "lead changes", "pairs", "useless")
"""What can be aimed at. Edges are distances from a half, `pairs` the most unequal of two options that face each other,
`useless` how many actions are hardly ever chosen."""
SAMPLED = 600
"""Decisions kept of each variant where `useless` is a target."""
HARDLY = 0.03


@dataclass(frozen=True)
class Target:
    """What a measure should come to."""

    measure: str
    low: float
    high: float
    unit: float
    """How far off counts as one."""

    def miss(self, value: float) -> float:
        """Tell how far off a value is; 0 inside."""
        return max(self.low - value, value - self.high, 0.0) / self.unit

    @property
    def words(self) -> str:
        """Say what is wanted."""
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True)
class Search:
    """One number and the values that it may take."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Aims:
    """What is tuned, and to what end."""

    game: str
    targets: Sequence[Target]
    search: Sequence[Search]
    balance: Sequence[Sequence[str]] = ()
    """Numbers whose sum stays as it is: the last of each takes what the others leave."""
    matches: int = 1000
    confirm: int = 5000
    trials: int = 60
    seed: int = 1
    seats: Sequence[Sequence[str]] = (("greedy",),)
    options: Mapping[str, Any] = field(default_factory=dict)
    sets: Mapping[str, Any] = field(default_factory=dict)

    def plan(self, changes: Mapping[str, Any], matches: int, seed: int) -> Plan:
        """Make the plan of one trial."""
        useless = any(target.measure == "useless" for target in self.targets)
        return plan_of(
            {
                "game": self.game,
                "matches": matches,
                "seed": seed,
                "seats": [list(each) for each in self.seats],
                "options": dict(self.options),
                "set": {**self.sets, **changes},
                "decisions": SAMPLED if useless else 0,
                "judge": 0,
                "levels": [],
            },
            "tune",
        )

    @property
    def now(self) -> dict[str, Any]:
        """The values that stand in the box."""
        data = self.plan({}, 1, 1).base
        return {each.name: numbers.read(data, each.name) for each in self.search}

    def balanced(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Add the numbers that keep a sum; leave out what stays as it is."""
        data = self.plan({}, 1, 1).base
        found = dict(chosen)
        for names in self.balance:
            moved = sum(int(found[name]) - int(numbers.read(data, name)) for name in names[:-1] if name in found)
            found[names[-1]] = int(numbers.read(data, names[-1])) - moved
        return {name: value for name, value in found.items() if value != numbers.read(data, name)}


@dataclass(frozen=True)
class Trial:
    """Some values, and what they lead to."""

    changes: dict[str, Any]
    values: dict[str, float]
    misses: tuple[float, ...]

    @property
    def miss(self) -> float:
        """How far off it is altogether."""
        return float(sum(self.misses))


@dataclass(frozen=True)
class Proposal:
    """What tuning came to."""

    aims: Aims
    trials: list[Trial]
    refused: list[str]
    """Why the game refused some combinations."""
    front: list[Trial]
    """Trials of which none is better in one target without being worse in another; the best compromise first."""
    before: dict[str, list[dict[str, Any]]]
    after: dict[str, list[dict[str, Any]]]
    patch: str

    @property
    def best(self) -> Trial:
        """The proposal."""
        return self.front[0]


def read_aims(path: Path) -> Aims:
    """Read targets from a TOML file."""
    return aims_of(read_toml(path), path.name)


def aims_of(given: Mapping[str, Any], name: str = "targets") -> Aims:
    """Read targets; whatever is wrong is told in one line."""
    for key in given:
        if key not in KEYS:
            raise MatchdayError(f'{name}: no key "{key}" here; {did_you_mean(key, KEYS)}')
    for key in ("game", "targets", "search"):
        if not given.get(key):
            raise MatchdayError(f"{name}: {key} is missing")
    plain = {key: given[key] for key in ("game", "matches", "confirm", "trials", "seed", "options") if key in given}
    for key in ("matches", "confirm", "trials"):
        if key in plain and (type(plain[key]) is not int or plain[key] < 1):
            raise MatchdayError(f"{name}: {key} is a whole number from 1 on, not {plain[key]!r}")
    if "seats" in given:
        from matchday.lab.plan import seats_of

        plain["seats"] = seats_of(given["seats"], name)
    kinds = {"targets": Mapping, "search": Mapping, "options": Mapping, "set": Mapping, "balance": list}
    for key, kind in kinds.items():
        if key in given and not isinstance(given[key], kind):
            raise MatchdayError(f"{name}: {key} is a {'list' if kind is list else 'table'}, not {given[key]!r}")
    aims = Aims(
        targets=[read_target(name, measure, wanted) for measure, wanted in given["targets"].items()],
        search=[read_search(name, number, values) for number, values in given["search"].items()],
        balance=given.get("balance", []),
        sets=given.get("set", {}),
        **plain,
    )
    for names in aims.balance:
        for number in names:
            numbers.read(aims.plan({}, 1, 1).base, number)
    if aims.now and any(target.measure == "pairs" for target in aims.targets):
        facing_options(aims)
    return aims


def read_target(name: str, measure: str, wanted: Any) -> Target:
    """Read one target: a number, or { from, to } or { is, within }."""
    if measure not in MEASURES:
        raise MatchdayError(f'{name}: no measure "{measure}"; {did_you_mean(measure, MEASURES)}')
    ends = list(wanted.values()) if isinstance(wanted, dict) else [wanted]
    if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in ends):
        raise MatchdayError(f"{name}: {measure} is wanted as {wanted!r}: write it with numbers")
    if not isinstance(wanted, dict):
        low = high = float(wanted)
    elif set(wanted) == {"from", "to"}:
        low, high = float(wanted["from"]), float(wanted["to"])
    elif set(wanted) == {"is", "within"}:
        low, high = wanted["is"] - wanted["within"], wanted["is"] + wanted["within"]
    else:
        raise MatchdayError(f"{name}: write {measure} as a number, {{ from, to }} or {{ is, within }}")
    if low > high:
        raise MatchdayError(f"{name}: {measure} is wanted from {low:g} to {high:g}: the smaller comes first")
    unit = (high - low) / 2 or max(abs(low) / 10, 0.01)
    return Target(measure, low, high, unit)


def read_search(name: str, number: str, values: Any) -> Search:
    """Read which values a number may take: a list, or { from, to }."""
    if isinstance(values, dict) and set(values) == {"from", "to"} and all(type(end) is int for end in values.values()):
        values = list(range(values["from"], values["to"] + 1))
    if not isinstance(values, list) or len(values) < 2:
        raise MatchdayError(f"{name}: write {number} as a list of two values or more, or as {{ from, to }}")
    return Search(number, tuple(values))


def facing_options(aims: Aims) -> tuple[str, str]:
    """Find the two options whose values face each other."""
    names = [each for each, values in aims.options.items() if isinstance(values, list) and len(values) > 1]
    if len(names) != 2 or set(aims.options[names[0]]) != set(aims.options[names[1]]):
        raise MatchdayError("pairs: name two options with the same values, one for each seat, such as two decks")
    return names[0], names[1]


def played(plan: Plan, threads: int, mode: Mode) -> list[tuple[Variant, pl.DataFrame, pl.DataFrame]]:
    """Play a plan in memory, a thread a variant."""
    threads = 1 if plan.own else threads  # somebody's own bot is asked by one at a time

    def play(variant: Variant) -> tuple[Variant, pl.DataFrame, pl.DataFrame]:
        return variant, *Lane(plan, variant, mode).play(0, plan.matches)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(play, plan.variants))


def measured(
    aims: Aims, found: Sequence[tuple[Variant, pl.DataFrame, pl.DataFrame]]
) -> dict[str, list[dict[str, Any]]]:
    """Give every target's value for each kind of play, with an interval where it is a mean."""
    concat = polars().concat
    kinds: dict[tuple[str, ...], list[tuple[Variant, pl.DataFrame, pl.DataFrame]]] = {}
    for each in found:
        kinds.setdefault(each[0].seats, []).append(each)
    rows: dict[str, list[dict[str, Any]]] = {target.measure: [] for target in aims.targets}
    for seats, own in kinds.items():
        matches = concat([frame for _, frame, _ in own])
        label = " v ".join(seats)
        for measure, listed in rows.items():
            if measure == "pairs":
                value, text = most_unequal(aims, own)
                listed.append({"play": f"{label}: {text}", "value": value})
            elif measure == "useless":
                idle = useless(aims, concat([kept for *_, kept in own]))
                listed.append({"play": f"{label}: {' '.join(idle)}" if idle else label, "value": float(len(idle))})
            else:
                listed.append({"play": label} | estimate(measure, matches))
    return rows


def estimate(measure: str, matches: pl.DataFrame) -> dict[str, float]:
    """Estimate a mean over matches."""
    if measure == "drawn":
        drawn = int((matches["winner"] == -1).sum())
        low, high = wilson(drawn, len(matches))
        return {"value": drawn / len(matches), "from": low, "to": high}
    values: Any
    if measure == "points":
        values = totals_of(matches)
    elif measure == "decisions":
        values = matches["plies"].to_numpy()
    elif measure == "lead changes":
        values = matches["lead_changes"].to_numpy()
    elif measure == "seat edge":
        values = matches["share_0"].to_numpy() - 1 / 2
    else:
        values = opener_share(matches, seats_in(matches)) - 1 / 2
    found = mean_of(np.asarray(values, float))
    return {"value": found.mean, "from": found.low, "to": found.high}


def most_unequal(aims: Aims, own: Sequence[tuple[Variant, pl.DataFrame, pl.DataFrame]]) -> tuple[float, str]:
    """Find the most unequal pair of options that face each other, both seatings together."""
    one, two = facing_options(aims)
    shares: dict[tuple[str, str], list[float]] = {}
    for variant, matches, _ in own:
        here, there = str(variant.options[one]), str(variant.options[two])
        share = float(matches["share_0"].to_numpy().mean())
        if here != there:
            shares.setdefault((here, there), []).append(share)
            shares.setdefault((there, here), []).append(1 - share)
    pair = max(shares, key=lambda each: float(np.mean(shares[each])))
    return float(np.mean(shares[pair])), f"{pair[0]} v {pair[1]}"


def useless(aims: Aims, kept: pl.DataFrame) -> list[str]:
    """List the actions that could be chosen often, and hardly ever were."""
    pl = polars()
    plan = aims.plan({}, 1, 1)
    names = notations(plan.rules, plan.box(plan.variants[0]))
    free = kept.filter(pl.col("options") > 1).select("action", "offered").explode("offered")
    counts = free.group_by("offered").agg(could=pl.len(), did=(pl.col("action") == pl.col("offered")).sum())
    idle = [names.get(action, "") for action, could, did in counts.iter_rows() if wilson(did, could)[1] < HARDLY]
    return sorted(filter(None, idle))


def tried(aims: Aims, changes: dict[str, Any], threads: int, mode: Mode) -> Trial:
    """Play one trial; of several kinds of play the worst counts."""
    found = measured(aims, played(aims.plan(changes, aims.matches, aims.seed), threads, mode))
    worst = {}
    for target in aims.targets:
        worst[target.measure] = max((row["value"] for row in found[target.measure]), key=target.miss)
    return Trial(changes, worst, tuple(target.miss(worst[target.measure]) for target in aims.targets))


def tune(
    aims: Aims,
    *,
    threads: int | None = None,
    mode: Mode = "compiled",
    progress: Callable[[int, int], None] | None = None,
) -> Proposal:
    """Search, and confirm what was found on other seeds."""
    try:
        import optuna
    except ImportError as missing:
        raise MatchdayError(NEEDS) from missing
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    threads = max(1, threads or os.cpu_count() or 1)
    study = optuna.create_study(
        directions=["minimize"] * len(aims.targets), sampler=optuna.samplers.TPESampler(seed=aims.seed)
    )
    now = aims.now
    known: dict[str, Trial] = {}
    refused: list[str] = []
    Lane(aims.plan({}, 1, aims.seed), aims.plan({}, 1, aims.seed).variants[0], mode).play(
        0, 1
    )  # compiled before threads
    if all(now[each.name] in each.values for each in aims.search):
        study.enqueue_trial({each.name: each.values.index(now[each.name]) for each in aims.search})
    else:
        known[""] = tried(aims, {}, threads, mode)
    for number in range(aims.trials):
        asked = study.ask()
        places = {each.name: asked.suggest_int(each.name, 0, len(each.values) - 1) for each in aims.search}
        changes = aims.balanced({each.name: each.values[places[each.name]] for each in aims.search})
        key = str(sorted(changes.items())) if changes else ""
        try:
            if key not in known:
                known[key] = tried(aims, changes, threads, mode)
            study.tell(asked, known[key].misses)
        except MatchdayError as error:  # numbers that the game refuses together
            refused.append(str(error))
            study.tell(asked, state=optuna.trial.TrialState.FAIL)
        if progress:
            progress(number + 1, aims.trials)
    if not known:
        raise MatchdayError("the game refuses every combination that was tried: look at the numbers of the search")
    front = sorted(front_of(list(known.values())), key=lambda trial: (trial.miss, len(trial.changes)))
    before, after = (
        measured(aims, played(aims.plan(changes, aims.confirm, aims.seed + 1), threads, mode))
        for changes in ({}, front[0].changes)
    )
    return Proposal(aims, list(known.values()), refused, front, before, after, patch_of(aims, front[0].changes))


def front_of(trials: Sequence[Trial]) -> list[Trial]:
    """Keep the trials of which none is better in one target without being worse in another (Pareto's front)."""

    def beats(one: Trial, other: Trial) -> bool:
        pairs = list(zip(one.misses, other.misses, strict=True))
        better = any(mine < theirs for mine, theirs in pairs) or (
            one.misses == other.misses and len(one.changes) < len(other.changes)
        )
        return better and all(mine <= theirs for mine, theirs in pairs)

    return [trial for trial in trials if not any(beats(other, trial) for other in trials)]


def patch_of(aims: Aims, changes: Mapping[str, Any]) -> str:
    """Write the changes as a patch of the game's box file, everything else in it as it was."""
    if not changes:
        return ""
    try:
        import tomlkit
    except ImportError as missing:
        raise MatchdayError(NEEDS) from missing
    path = aims.plan({}, 1, 1).rules.folder / "box.toml"
    old = path.read_text(encoding="utf-8")
    document = tomlkit.parse(old)
    for name, value in changes.items():
        numbers.write(document, name, value)
    new = tomlkit.dumps(document)
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "box.toml", "box.toml (proposed)", lineterm="")
    return "\n".join(lines) + "\n"


def sections(found: Proposal) -> list[Section]:
    """Say what tuning came to."""
    aims, best = found.aims, found.best
    rows = [
        {"measure": target.measure, "play": played_as(before["play"], after["play"]), "wanted": target.words}
        | {"before": before["value"], "after": after["value"]}
        | {"after from": after.get("from"), "after to": after.get("to")}
        | {"met": "yes" if target.miss(after["value"]) == 0 else "no"}
        for target in aims.targets
        for before, after in zip(found.before[target.measure], found.after[target.measure], strict=True)
    ]
    now = aims.plan({}, 1, 1).base
    changed = [
        {"number": name, "before": str(numbers.read(now, name)), "after": str(value)}
        for name, value in best.changes.items()
    ]
    front = [trial_row(trial) for trial in found.front]
    measures = [target.measure for target in aims.targets][:2]
    together = [
        trial_row(trial) | {"front": "on the front" if trial in found.front else "beaten"} for trial in found.trials
    ]
    plot = Plot("dots", measures[0], measures[1], "front") if len(measures) == 2 else None
    met = sum(row["met"] == "yes" for row in rows)
    says = (
        f"{met} of {len(rows)} targets are met with {len(changed)} numbers changed."
        if changed
        else "Nothing better was found than what stands in the box."
    )
    if found.refused:
        says += f" The game refused {len(found.refused)} of {aims.trials} trials, for one: {found.refused[0]}."
    return [
        Section(
            "proposal",
            "Proposal",
            says,
            f"{len(found.trials)} different combinations played, {len(found.refused)} trials refused by the game, "
            f"{aims.matches:,} matches of each variant on seed {aims.seed}; before and after confirmed with "
            f"{aims.confirm:,} matches of each on seed {aims.seed + 1}, which the search has not seen. "
            "Search: Optuna's tree of Parzen estimators with every target as an aim of its own.",
            [Table("Before and after", rows), Table("Numbers", changed)],
        ),
        Section(
            "front",
            "What cannot be had together",
            "One combination is the best in every target."
            if len(front) == 1
            else f"{len(front)} combinations, of which none is better in one target without being worse in another.",
            "Pareto's front of all trials, by the targets of the search; the first is proposed: the smallest sum of "
            "misses, where a miss of 1 is half the width of what is wanted.",
            [Table("Trade-off front", front), Table("All trials", together, plot)],
        ),
    ]


def trial_row(trial: Trial) -> dict[str, Any]:
    """Write one trial as a row."""
    changes = ", ".join(f"{name}={value}" for name, value in trial.changes.items()) or "none"
    return {"changes": changes} | dict(trial.values) | {"miss": trial.miss}


def played_as(before: str, after: str) -> str:
    """Say which play a measure is of, where that has changed on the way."""
    return before if before == after else f"{before}; then {after.partition(': ')[2] or after}"


def write_proposal(found: Proposal, folder: Path) -> None:
    """Write the proposal as a page with its JSON, and as a patch; nothing is applied."""
    from matchday.engine.speech import Say
    from matchday.lab.page import write_page

    folder.mkdir(parents=True, exist_ok=True)
    plan = found.aims.plan({}, found.aims.confirm, found.aims.seed + 1)
    game = plan.rules
    heading = {
        "title": game.words.title(Say("en")),
        "matches": found.aims.confirm * len(plan.variants) * 2,
        "variants": len(plan.variants),
        "seed": plan.seed,
        "rules": game.version,
        "box": plan.stamp["box"],
        "inks": [game.cover.colours.get("ink-a", "#2347b5"), game.cover.colours.get("ink-b", "#c22a1b")],
        "plan": {"targets": {target.measure: target.words for target in found.aims.targets}, **plan.as_dict()},
    }
    write_page(folder / "tuning.html", heading, sections(found))
    write_whole(folder / "box.patch", found.patch.encode())
