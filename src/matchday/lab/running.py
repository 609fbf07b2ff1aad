"""Running a plan: all cores, rows on disc as they come, stopped and continued at will.

Threads take blocks of matches; compiled code lets them all run. A row depends on the plan and the number of its match
alone, so that any spread over threads, and any number of stops on the way, gives the same rows. Memory holds one block
for each thread, however many matches there are.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from matchday.bots.thinking import Decider
from matchday.bots.trials import Plan as Thinking
from matchday.bots.trials import Style
from matchday.bots.value import Net
from matchday.engine.errors import MatchdayError
from matchday.engine.record import fast
from matchday.engine.runner import Mode, Runner
from matchday.engine.twin import plain_of, twin_of
from matchday.lab.driver import WHOLE, Desk, begin_match
from matchday.lab.plan import Plan, Variant, barred_actions, counted_thing, is_slow, plan_of
from matchday.lab.recording import (
    Line,
    Sample,
    Tray,
    begin_line,
    count_kinds,
    end_line,
    first_sample,
    follow,
    pick_by_sense,
    pick_by_trials,
    play_lines,
)
from matchday.lab.results import COUNT, Folder, Span, cut, polars, read_results, together
from matchday.lab.simulate import Player, Run, Workspace, style_of, thinking_key
from matchday.match.match import Match, simulation_seed
from matchday.match.seating import BOT

if TYPE_CHECKING:
    import polars as pl

BLOCK, SLOW_BLOCK = 50_000, 16
"""Matches in a file, at most, of quick bots and of thinking ones."""
STEP, PATIENCE = 2_000, 0.5
"""Matches between two looks at whether somebody wants to stop, at most; fewer where they take longer than so many
seconds."""
FLUSH = 60.0
"""Seconds after which slow matches are written even if their block is not full."""
PILOT = 16
"""Matches that tell how many decisions there will be."""
ROOM = 256
NO_SEAT = -1

Progress = Callable[[int, int], None]
"""Is told how many matches have been played, and of how many, from any thread."""


class Stopped(MatchdayError):
    """Somebody has stopped the run; what was played is kept."""

    def __init__(self, done: int, total: int, path: Path) -> None:
        self.done, self.total = done, total
        super().__init__(f"stopped: {done:,} of {total:,} matches are kept in {path}; the same command goes on")


class Lane:
    """The records of one thread at one variant."""

    def __init__(self, plan: Plan, variant: Variant, mode: Mode) -> None:
        self.plan, self.variant, self.mode, self.game = plan, variant, mode, plan.rules
        self.box = plan.box(variant)
        self.seats = int(self.box.seats)
        chosen = plan.players(variant, self.seats)
        players = [seat.player for seat in chosen]
        options, data = plan.options_of(variant), plan.data_of(variant)
        self.run = Run(self.game, players, options, data, plan.seed, mode, count_events=bool(plan.events))
        self.space = self.run.workspace(self.box)
        self.is_deep = self.space.is_thinking
        self.tray = Tray.new()
        self.tray.deals = plan.deals
        self.tray.most = self.game.plies(self.box) + 1
        self.count_events()
        if plan.deals > 1 and not self.run.is_ours:
            raise MatchdayError("deals are played several times by our own bots alone")
        for place, seat in enumerate(chosen):
            actions = barred_actions(self.game, self.box, seat.barred)
            if actions and not isinstance(seat.player, str | Style):
                raise MatchdayError(f'"{seat.text}": only our own bots can be barred from actions')
            self.tray.barred[place] = bool(actions)
            self.tray.bars[place, actions] = 1
        self.samples, self.worlds = Sample.zeros(0), self.game.table_type.zeros(0)
        if plan.decisions:
            self.tray.every = self.interval()
            size = int(self.tray.most) + ROOM
            self.samples, self.worlds = Sample.zeros(size), self.game.table_type.zeros(size)
        self.judges = Judges(plan, self.space, self.game, mode)

    def count_events(self) -> None:
        """Write down for the loop what is counted in each match."""
        self.tray.counting = bool(self.plan.events)
        for place, name in enumerate(self.plan.events):
            kind, self.tray.gains[place] = counted_thing(self.game, name)
            if kind:
                self.tray.kinds[kind] = place + 1

    def interval(self) -> int:
        """Tell which share of the decisions is kept: quick bots play a few matches to see how many there are."""
        lines = Line.zeros(min(PILOT, self.plan.matches))
        quick = Workspace(self.game, ["greedy"] * self.seats, self.run.options, self.run.data)
        self.loop(quick, lines, 0)
        expected = float(lines["plies"].mean()) * self.plan.matches
        return max(1, round(expected / self.plan.decisions))

    def loop(self, space: Workspace, lines: Any, first: int) -> int:
        """Call the loop over matches."""
        pick = pick_by_trials if self.is_deep else pick_by_sense
        seed = self.plan.seed
        if self.mode == "plain":
            loop = plain_of(self.game).door(play_lines, pick=pick)
            mind, kept = (space.worlds, space.plans, space.nets), (self.samples, self.worlds)
            return int(loop(self.box, space.boxes, space.tables, mind, space.desk, self.tray, lines, kept, seed, first))
        table = self.game.table_type.aligned
        loop = twin_of(self.game).door(play_lines, pick=pick)
        return int(
            loop(
                fast(space.boxes[WHOLE], self.game.box_type),
                space.boxes.view(self.game.box_type.aligned),
                space.tables.view(table),
                (space.worlds.view(table), space.plans.view(Thinking.aligned), space.nets.view(Net.aligned)),
                fast(space.desk, Desk),
                fast(self.tray, Tray),
                lines.view(Line.aligned),
                (self.samples.view(Sample.aligned), self.worlds.view(table)),
                seed,
                first,
            )
        )

    def play(self, first: int, count: int) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Play some matches; give their rows, and those of the decisions that were kept."""
        lines = Line.zeros(count)
        decisions = []
        played = 0
        while played < count:
            self.tray.filled = 0
            if self.run.is_ours:
                played += self.loop(self.space, lines[played:], first + played)
            else:
                self.play_own(lines[played], first + played)
                played += 1
            decisions += self.judges.look_at(self.samples[: int(self.tray.filled)], self.worlds)
        return self.rows(lines, first), self.decision_rows(decisions)

    def play_own(self, line: Any, number: int) -> None:
        """Play one match with a bot of one's own, in plain Python; write its line as the loop does."""
        ours, tray, desk = plain_of(self.game), self.tray, self.space.desk
        kinds = [f"{BOT}{text}"[:30] for text in self.variant.seats] * (
            self.seats if len(self.variant.seats) == 1 else 1
        )
        seed = simulation_seed(self.plan.seed, number)
        match = Match(self.game, self.run.options, seed, kinds=kinds, data=self.run.data)
        ours.door(begin_match)(self.box, desk, self.plan.seed, number)
        sampled = ours.door(first_sample)(tray, self.plan.seed, number)
        begin_line(line, tray, match.asked)
        ours.door(count_kinds)(match.log, tray, line)
        while not match.over:
            seat, options = match.asked, len(match.legal(match.asked))
            action = self.run.decide(match, seat, self.space, number)
            line.forced += options == 1
            line.last = match.table.phase
            if match.ply == sampled:
                place = int(tray.filled)
                self.samples[place] = (number, match.ply, seat, options, action)
                self.worlds[place] = match.table
                tray.filled += 1
                sampled += int(tray.every)
            match.play(seat, action)
            ours.door(count_kinds)(match.log, tray, line)
            desk.scores[: self.seats] = match.score()
            follow(self.box, desk, tray, line, match.ply)
        ours.door(end_line)(self.box, match.table, desk, tray, line, match.ply)

    def rows(self, lines: Any, first: int) -> pl.DataFrame:
        """Give the rows of some matches."""
        pl = polars()
        shares, plies = lines["shares"][:, : self.seats], lines["plies"]
        won = shares == 1.0
        drawn = ~won.any(axis=1)
        winner = np.where(drawn, NO_SEAT, won.argmax(axis=1)).astype(np.int8)
        winners = (won << np.arange(self.seats)).sum(axis=1)
        settled = np.where(lines["leaders"] == winners, lines["since"], plies)
        behind = lines["behind"][np.arange(len(lines)), np.maximum(winner, 0)] / np.maximum(plies, 1)
        columns: dict[str, Any] = {
            "variant": np.full(len(lines), self.variant.number, np.uint16),
            "match": np.arange(first, first + len(lines), dtype=np.uint64),
            "plies": plies.astype(np.uint32),
            "forced": lines["forced"].astype(np.uint32),
            "opener": lines["opener"],
            "winner": winner,
            "last_phase": lines["last"],
            "lead_changes": lines["changes"].astype(np.uint16),
            "settled": settled.astype(np.int32),
            "behind": behind.astype(np.float32),
        }
        for seat in range(self.seats):
            columns[f"score_{seat}"] = lines["scores"][:, seat].copy()
            columns[f"share_{seat}"] = shares[:, seat].astype(np.float32)
        for place, name in enumerate(self.plan.events):
            columns[f"{COUNT}{name}"] = lines["counts"][:, place].astype(np.uint16)
        frame = pl.DataFrame({name: np.ascontiguousarray(values) for name, values in columns.items()})
        level = pl.col("winner") == NO_SEAT
        return frame.with_columns(
            *(pl.when(level).then(None).otherwise(pl.col(name)).alias(name) for name in ("settled", "behind"))
        )

    def decision_rows(self, found: list[dict[str, Any]]) -> pl.DataFrame:
        """Give the rows of the decisions that were kept."""
        pl = polars()
        schema = {
            "variant": pl.UInt16,
            "match": pl.UInt64,
            "ply": pl.UInt32,
            "seat": pl.Int8,
            "phase": pl.UInt8,
            "options": pl.UInt16,
            "offered": pl.List(pl.Int16),
            "action": pl.Int16,
            "best": pl.Int16,
            "value_best": pl.Float32,
            "value_second": pl.Float32,
            "value_worst": pl.Float32,
            "value_chosen": pl.Float32,
            **{f"by_{name}": pl.Int16 for name in self.plan.levels},
        }
        return pl.DataFrame([{"variant": self.variant.number, **each} for each in found], schema=schema)


class Judges:
    """Whoever looks at the decisions that are kept: what each choice is worth, and what every level would do."""

    def __init__(self, plan: Plan, space: Workspace, game: Any, mode: Mode) -> None:
        self.plan, self.space, self.game = plan, space, game
        self.runner = Runner(game, mode)
        self.mode = mode
        self.judge = None
        self.levels: dict[str, Decider] = {}
        if plan.decisions:
            style = Style(effort=plan.judge, horizon=game.horizon, doubt=0.0)
            self.judge = Decider(game, style, mode) if plan.judge else None
            for name in plan.levels:
                player = plan.player(name).player
                if isinstance(player, str | Style):
                    self.levels[name] = Decider(game, style_of(player, game), mode)

    def look_at(self, samples: Any, worlds: Any) -> list[dict[str, Any]]:
        """Look at some decisions."""
        return [self.look(sample, worlds[place]) for place, sample in enumerate(samples)]

    def look(self, sample: Any, world: Any) -> dict[str, Any]:
        """Look at one decision, from the eyes of the seat that made it."""
        seat, number, ply = int(sample.seat), int(sample.number), int(sample.ply)
        hidden = self.game.table_type.from_bytes(world.tobytes())
        self.runner.hide(self.space.boxes[WHOLE], hidden, seat)
        box = self.space.boxes[seat]
        offered = self.runner.legal(box, hidden, seat)
        found: dict[str, Any] = {
            "match": number,
            "ply": ply,
            "seat": seat,
            "phase": int(world.phase),
            "options": len(offered),
            "offered": offered,
            "action": int(sample.action),
        }
        if len(offered) == 1:
            return found
        key = thinking_key(self.plan.seed, number, ply)
        for name, level in self.levels.items():
            found[f"by_{name}"] = level.think(box, hidden, seat, key)
        if self.judge:
            found["best"] = self.judge.think(box, hidden, seat, key)
            values = {each.action: each.value for each in self.judge.prospects() if each.visits}
            ranked = sorted(values.values(), reverse=True)
            if len(ranked) > 1:
                found |= {"value_best": ranked[0], "value_second": ranked[1], "value_worst": ranked[-1]}
                found["value_chosen"] = values.get(found["action"], math.nan)
        return found


class Counter:
    """Counts matches over all threads."""

    def __init__(self, done: int, total: int, tell: Progress | None) -> None:
        self.done, self.total, self.tell = done, total, tell
        self.lock = threading.Lock()

    def add(self, count: int) -> None:
        """Count some more."""
        with self.lock:
            self.done += count
            if self.tell:
                self.tell(self.done, self.total)


def run_plan(
    plan: Plan,
    out: Path,
    *,
    threads: int | None = None,
    mode: Mode = "compiled",
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> None:
    """Play what is still missing of a plan, into a folder."""
    polars()
    folder = Folder(out)
    folder.open(plan)
    total = plan.matches * len(plan.variants)
    threads = 1 if plan.own else max(1, threads or os.cpu_count() or 1)  # somebody's own bot is asked by one at a time
    gaps = folder.missing(len(plan.variants), plan.matches)
    counter = Counter(total - together(gaps), total, progress)
    if not gaps:
        counter.add(0)
        return
    ready = Lane(plan, plan.variants[gaps[0].variant], mode)
    ready.play(0, 1)  # compiled once, or loaded, before threads ask for it
    counter.add(0)
    work = Work(plan, folder, mode, counter, stop or threading.Event(), [ready])
    finished = False
    with ThreadPoolExecutor(threads) as pool:
        try:
            play_all(pool, work, blocks_of(plan, gaps, threads), threads)
            finished = True
        finally:
            if not finished:
                work.stop.set()
    if work.stop.is_set():
        raise Stopped(counter.done, total, out)


def thinks(plan: Plan) -> bool:
    """Tell whether somebody in a plan takes milliseconds for a choice."""
    return any(is_slow(plan.player(text).player) for variant in plan.variants for text in variant.seats)


def blocks_of(plan: Plan, gaps: Sequence[Span], hands: int) -> Iterator[Span]:
    """Cut what is still to be played into blocks, enough to keep so many hands busy."""
    most = SLOW_BLOCK if thinks(plan) else BLOCK
    return cut(gaps, max(1, min(most, math.ceil(together(gaps) / (2 * hands)))))


class Work:
    """What the threads of a run share."""

    def __init__(
        self, plan: Plan, folder: Folder, mode: Mode, counter: Counter, stop: threading.Event, ready: list[Lane]
    ) -> None:
        self.plan, self.folder, self.mode, self.counter, self.stop = plan, folder, mode, counter, stop
        self.own = threading.local()
        self.ready, self.lock = ready, threading.Lock()

    def lane(self, variant: int) -> Lane:
        """Give this thread's records for a variant; it keeps those of its last one."""
        if getattr(self.own, "variant", None) != variant:
            self.own.lane = self.take(variant) or Lane(self.plan, self.plan.variants[variant], self.mode)
            self.own.variant = variant
        return self.own.lane

    def take(self, variant: int) -> Lane | None:
        """Give a lane that has been made before, to the first that asks for it."""
        with self.lock:
            fits = [lane for lane in self.ready if lane.variant.number == variant]
            self.ready = []
        return fits[0] if fits else None

    def play(self, block: Span) -> None:
        """Play a block and write it; when stopped, or after a while, what there is of it."""
        if self.stop.is_set():
            return
        lane, done, first, since = self.lane(block.variant), 0, block.first, time.monotonic()
        parts: list[tuple[pl.DataFrame, pl.DataFrame]] = []
        step = 1
        while done < block.count and not self.stop.is_set():
            count, begun = min(step, block.count - done), time.monotonic()
            parts.append(lane.play(block.first + done, count))
            done += count
            self.counter.add(count)
            step = min(2 * step, STEP) if time.monotonic() - begun < PATIENCE else max(step // 2, 1)
            if time.monotonic() - since > FLUSH:
                self.write(Span(block.variant, first, block.first + done - first), parts)
                parts, first, since = [], block.first + done, time.monotonic()
        if parts:
            self.write(Span(block.variant, first, block.first + done - first), parts)

    def write(self, span: Span, parts: list[tuple[pl.DataFrame, pl.DataFrame]]) -> None:
        """Write what was played of a block."""
        matches, decisions = (polars().concat([part[kind] for part in parts]) for kind in (0, 1))
        self.folder.write(span, self.plan.stamp, matches, decisions)


def play_all(pool: ThreadPoolExecutor, work: Work, blocks: Iterator[Span], threads: int) -> None:
    """Hand out the blocks, a few ahead; the first one that fails stops all. After Ctrl-C all write what they have."""
    ahead: set[Future[None]] = set()
    try:
        for block in blocks:
            ahead.add(pool.submit(work.play, block))
            if len(ahead) >= 2 * threads:
                done, ahead = wait(ahead, return_when=FIRST_COMPLETED)
                for each in done:
                    each.result()
        for each in ahead:
            each.result()
    except KeyboardInterrupt:
        work.stop.set()
        wait(ahead)
        for each in ahead:
            each.result()


def run(
    game: str,
    matches: int = 10_000,
    *,
    seats: Sequence[Any] | Player = "greedy",
    options: Mapping[str, Any] | None = None,
    sets: Mapping[str, Any] | None = None,
    seed: int = 1,
    decisions: int = 0,
    deals: int = 1,
    events: Sequence[str] = (),
    data: Mapping[str, Any] | None = None,
    out: Path | str | None = None,
    threads: int | None = None,
    mode: Mode = "compiled",
    progress: Progress | None = None,
) -> pl.DataFrame:
    """Play matches and give a Polars frame, a row a match.

    Lists of values in `options` and `sets` (numbers of the box by their names) make a grid; each point is a variant,
    and what varies has a column. `seats` names a bot for all, one for each seat, or a list of such; a bot may be
    anything with `decide(seat)`. `events` are counted in each match, by name; `score+5` is five points at once. With
    `out`, a folder, the rows stay there, and the same call goes on where it stopped.
    """
    own: dict[str, Player] = {}
    named = {
        "game": game,
        "matches": matches,
        "seed": seed,
        "seats": named_seats(seats, own),
        "options": dict(options or {}),
        "set": dict(sets or {}),
        "decisions": decisions,
        "deals": deals,
        "events": list(events),
    }
    plan = plan_of(named, "lab.run", data=data, own=own)
    kept = Path(tempfile.mkdtemp()) if out is None else Path(out)
    try:
        run_plan(plan, kept, threads=threads, mode=mode, progress=progress)
        return with_settings(plan, read_results(kept).matches)
    finally:
        if out is None:
            shutil.rmtree(kept)


def named_seats(given: Any, own: dict[str, Player]) -> Any:
    """Give bots of one's own a name, each its own."""
    if isinstance(given, list | tuple):
        return [named_seats(each, own) for each in given]
    if isinstance(given, str):
        return given
    if not isinstance(given, Style) and not callable(getattr(given, "decide", None)):
        raise MatchdayError(f"{given!r} is no bot: it has no method decide(seat)")
    for name, bot in own.items():
        if bot is given:
            return name
    name = type(given).__name__
    name = name if name not in own else f"{name}{len(own) + 1}"
    own[name] = given
    return name


def with_settings(plan: Plan, matches: pl.DataFrame) -> pl.DataFrame:
    """Add a column for everything that varies."""
    pl = polars()
    sides: dict[str, list[Any]] = {}
    if len(plan.seats) > 1:
        sides["seats"] = [" v ".join(variant.seats) for variant in plan.variants]
    for kind in ("options", "sets"):
        for name, values in getattr(plan, kind).items():
            if len(values) > 1:
                sides[name] = [getattr(variant, kind)[name] for variant in plan.variants]
    if not sides:
        return matches
    numbers = pl.Series("variant", range(len(plan.variants)), dtype=pl.UInt16)
    return matches.join(pl.DataFrame({"variant": numbers, **sides}, strict=False), on="variant", how="left")
