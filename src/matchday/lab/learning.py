"""Learning the value of a table from quick matches: every table that a match went through, and who won it in the end.

Matches are played with the playing sense on all seats. Half of them begin with moves by lot now and then, so that
tables are met which good play avoids; only what comes after that is learnt from, so that a value is always the chance
to win if all play on sensibly. A table is looked at where a trial may stop: when a new moment of the match begins.

Nothing is learnt twice: each chunk of matches is first predicted, which tells how good the net is on what it has not
seen, then learnt, by stochastic gradient descent with a rate that falls to nought. The same seed gives the same
weights on one machine, whatever the number of threads.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from matchday.bots.learnt import box_digest
from matchday.bots.trials import Style
from matchday.bots.value import NARROW, ON, PARTS, ROWS, UNIT, WIDE, Net, curve, write_net
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.log import Log
from matchday.engine.options import settle
from matchday.engine.record import Array, Record, f32, f64, fast, i16, i32, rows
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, choose, deal, features, hide, legal, moment, result
from matchday.engine.twin import twin_of
from matchday.lab.arena import duel
from matchday.lab.driver import ACTIONS, BLANK, REAL, SEATS, SEEN, TABLES, WHOLE
from matchday.lab.simulate import known_boxes, style_of
from matchday.match.past import NOMINAL

LOOSE = 4  # one move in so many is by lot, while a match is loose
STRIDE = 7_919  # samples are learnt in steps of so many, so that those of one match lie apart
BLOCK = 250  # matches that one thread gathers at a time
MOMENTS = 160  # samples of a match at most
RATE = 0.02
BINS = 20  # of predicted chances
MOST = 32_767  # the largest weight
PILOT = 100  # matches that tell how long one is
CHUNK, STAGES = 4_000, 10  # matches predicted and learnt at a time, and stages of a course
FRESH = 8_000  # matches after all that was learnt, for the last look


class Sample(Record):
    """A table and what came of it."""

    inputs: Array = i16(ON)
    count: int = i16()
    seat: int = i16()
    share: float = f32()


class Study(Record):
    """The working space of one thread."""

    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, 1)
    actions: Array = i16(ACTIONS)
    shares: Array = f64(SEATS)
    plies: int = i32()


class Draft(Record):
    """The weights of a net while it learns."""

    wide: Array = f32(ROWS, WIDE)
    wide_bias: Array = f32(WIDE)
    narrow: Array = f32(NARROW, WIDE)
    narrow_bias: Array = f32(NARROW)
    last: Array = f32(NARROW)
    last_bias: float = f32()
    one: Array = f32(WIDE)
    two: Array = f32(NARROW)
    back: Array = f32(WIDE)
    loss: float = f64()
    bins: Array = f64(BINS, 3)  # by predicted chance: how many, the sum of chances, the sum of shares


def gather(boxes: Any, tables: Any, study: Any, samples: Any, seed: int, first: int, count: int, loosest: int) -> int:
    """Play matches and write down the tables that they went through; give how many."""
    box = boxes[WHOLE]
    table = tables[REAL]
    dice = study.dice[0]
    out = study.actions
    found = 0
    study.plies = 0
    study.log[0].muted = 1
    for number in range(first, first + count):
        tables[REAL] = tables[BLANK]
        set_key(table, seed, number)
        set_key(dice, seed, -1 - number)
        deal(box, table, study.log[0])
        loose = roll(dice, 2 * loosest + 1) - loosest
        begun = found
        last = -1
        ply = 0
        while table.waiting:
            seat = lowest(table.waiting)
            options = legal(box, table, seat, out)
            now = moment(box, table)
            if now != last and ply >= loose and found < len(samples):
                sample = samples[found]
                sample.seat = roll(dice, box.seats)
                sample.count = features(box, table, sample.seat, sample.inputs)
                found += 1
            last = now
            if ply < loose and roll(dice, LOOSE) == 0:
                action = out[roll(dice, options)]
            else:
                tables[SEEN] = tables[REAL]
                hide(box, tables[SEEN], seat)
                action = choose(boxes[seat], tables[SEEN], seat, out, options, dice)
            apply(box, table, seat, action, study.log[0])
            ply += 1
        study.plies += ply
        result(box, table, study.shares)
        for place in range(begun, found):
            samples[place].share = study.shares[samples[place].seat]
    return found


def learn(draft: Any, samples: Any, rate: float) -> None:
    """Predict every sample and then learn it, far ones after each other; with a rate of 0 only predict."""
    draft.loss = 0.0
    for row in range(BINS):
        for column in range(3):
            draft.bins[row, column] = 0.0
    total = len(samples)
    place = 0
    for _ in range(total):
        place = (place + STRIDE) % total
        sample = samples[place]
        x = forward(draft, sample)
        chance = curve(x)
        share = sample.share
        step = min(int(chance * BINS), BINS - 1)
        draft.bins[step, 0] += 1.0
        draft.bins[step, 1] += chance
        draft.bins[step, 2] += share
        draft.loss -= share * np.log(max(chance, 1e-6)) + (1.0 - share) * np.log(max(1.0 - chance, 1e-6))
        if rate > 0:
            backward(draft, sample, rate, (chance - share) * 2.0 / np.sqrt(1.0 + x * x))


def forward(draft: Any, sample: Any) -> float:
    """Run the net as `value` does, with fractions."""
    for unit in range(WIDE):
        draft.one[unit] = draft.wide_bias[unit]
    for place in range(sample.count):
        row = sample.inputs[place]
        for unit in range(WIDE):
            draft.one[unit] += draft.wide[row, unit]
    for unit in range(WIDE):
        draft.one[unit] = max(draft.one[unit], np.float32(0.0))
    x = draft.last_bias
    for unit in range(NARROW):
        total = draft.narrow_bias[unit]
        for other in range(WIDE):
            total += draft.narrow[unit, other] * draft.one[other]
        draft.two[unit] = max(total, np.float32(0.0))
        x += draft.two[unit] * draft.last[unit]
    return x


def backward(draft: Any, sample: Any, rate: float, slope: float) -> None:
    """Move every weight a little against the slope of the loss."""
    step = np.float32(rate * slope)
    for unit in range(WIDE):
        draft.back[unit] = np.float32(0.0)
    draft.last_bias -= step
    for unit in range(NARROW):
        if draft.two[unit] > 0:
            down = step * draft.last[unit]
            draft.last[unit] -= step * draft.two[unit]
            draft.narrow_bias[unit] -= down
            for other in range(WIDE):
                draft.back[other] += down * draft.narrow[unit, other]
                draft.narrow[unit, other] -= down * draft.one[other]
    for unit in range(WIDE):
        if draft.one[unit] <= 0:
            draft.back[unit] = np.float32(0.0)
        draft.wide_bias[unit] -= draft.back[unit]
    for place in range(sample.count):
        row = sample.inputs[place]
        for unit in range(WIDE):
            draft.wide[row, unit] -= draft.back[unit]


def begin(draft: Any, dice: Any) -> None:
    """Give every weight a small number by lot."""
    for unit in range(WIDE):
        for row in range(ROWS):
            draft.wide[row, unit] = by_lot(dice) * 0.1
        draft.wide_bias[unit] = 0.2
        for narrow in range(NARROW):
            draft.narrow[narrow, unit] = by_lot(dice) * 0.2
    for unit in range(NARROW):
        draft.narrow_bias[unit] = 0.1
        draft.last[unit] = by_lot(dice) * 0.3


def by_lot(dice: Any) -> float:
    """Give a number between -1 and 1."""
    return roll(dice, 2001) / 1000.0 - 1.0


class Gatherer:
    """One thread's records."""

    def __init__(self, game: Game, boxes: Any) -> None:
        self.game, self.boxes = game, boxes
        self.tables, self.study = game.table_type.zeros(TABLES), Study.new()
        if game.has_clock:
            self.tables["elapsed"] = NOMINAL

    def gather(self, seed: int, first: int, count: int, loosest: int) -> Any:
        """Play matches in compiled code; give their samples."""
        samples = Sample.zeros(count * MOMENTS)
        found = twin_of(self.game).door(gather)(
            self.boxes.view(self.game.box_type.aligned),
            self.tables.view(self.game.table_type.aligned),
            fast(self.study, Study),
            samples.view(Sample.aligned),
            seed,
            first,
            count,
            loosest,
        )
        return samples[:found].copy()


class School:
    """Everything that learns the value of one game."""

    def __init__(self, game: Game, seed: int, threads: int = 1) -> None:
        self.game, self.seed, self.threads = game, seed, threads
        self.boxes = known_boxes(game, settle(game.options, {}), None)
        self.gatherers = [Gatherer(game, self.boxes) for _ in range(threads)]
        self.gatherers[0].gather(seed, 0, PILOT, 0)  # compiled once, or loaded
        self.length = int(self.gatherers[0].study.plies) // PILOT
        self.drafts = Draft.zeros(1)
        dice = Dice.zeros(1)
        set_key(dice[0], seed, 0)
        twin_of(game).door(begin)(self.drafts.view(Draft.aligned)[0], dice.view(Dice.aligned)[0])

    def matches(self, first: int, count: int) -> Any:
        """Play matches on all threads and give their samples, in the order of the matches."""
        blocks = list(range(first, first + count, BLOCK))

        def run(thread: int) -> dict[int, Any]:
            gatherer = self.gatherers[thread]
            return {
                block: gatherer.gather(self.seed, block, min(BLOCK, first + count - block), self.length)
                for block in blocks[thread :: self.threads]
            }

        with ThreadPoolExecutor(self.threads) as pool:
            found = {block: samples for part in pool.map(run, range(self.threads)) for block, samples in part.items()}
        together = Sample.zeros(sum(map(len, found.values())))
        end = 0
        for block in blocks:
            together[end : end + len(found[block])] = found[block]
            end += len(found[block])
        return together

    def learn(self, samples: Any, rate: float) -> float:
        """Learn a chunk; give the mean loss of what was predicted before it was learnt."""
        twin_of(self.game).door(learn)(self.drafts.view(Draft.aligned)[0], samples.view(Sample.aligned), rate)
        return float(self.drafts["loss"][0]) / max(1, len(samples))

    def calibration(self) -> list[tuple[int, float, float]]:
        """Tell of the chances last predicted, from low to high: how many, their mean, and the mean share that came."""
        return [
            (int(count), round(float(chance / count), 4), round(float(share / count), 4))
            for count, chance, share in self.drafts["bins"][0]
            if count
        ]

    def net(self) -> Any:
        """Give the net in whole numbers."""
        net, draft = Net.zeros(1), self.drafts
        sizes = sizes_of(self.game)
        net["rows"], net["leads"] = sum(sizes.values()), next(iter(sizes.values()))
        for part in PARTS:
            net[part] = np.clip(np.rint(draft[part] * UNIT), -MOST, MOST)
        return net


def sizes_of(game: Game) -> dict[str, int]:
    """Give the inputs of a game by name."""
    if game.features is None:
        raise MatchdayError(f"{game.name} has nothing to learn from: its folder has no features.py")
    return dict(game.features.FEATURES)


@dataclass
class Course:
    """A course of learning that can be broken off and taken up again: the same in the end as one without a break."""

    game: Game
    matches: int
    seed: int = 1
    threads: int = 1
    folder: Path | None = None
    """Where to keep what is learnt so far."""
    tests: int = 0
    """Matches against greedy play and against the net of one stage before, at the end of each stage."""

    def __post_init__(self) -> None:
        sizes_of(self.game)
        self.school = School(self.game, self.seed, self.threads)
        self.boxes = [box_digest(box) for box in self.school.boxes]
        self.done = 0
        self.curve: list[dict[str, Any]] = []
        self.past: Any = None
        self.load()

    @property
    def terms(self) -> dict[str, Any]:
        """What makes a course what it is: with anything else it is another one."""
        about = {"game": self.game.name, "rules": self.game.version, "boxes": sorted(set(self.boxes))}
        return about | {"features": sizes_of(self.game), "seed": self.seed, "matches": self.matches}

    @property
    def reached(self) -> str:
        """Say how far it has come."""
        return f"{self.done:,} matches"

    @property
    def kept(self) -> Path | None:
        """The file of what is learnt so far."""
        name = hashlib.sha256(json.dumps(self.terms).encode()).hexdigest()[:12]
        return self.folder / f"{self.game.name}-{name}.npz" if self.folder else None

    def load(self) -> None:
        """Take up where it was broken off."""
        if self.kept and self.kept.exists():
            with np.load(self.kept) as file:
                self.school.drafts = np.frombuffer(bytearray(file["draft"].tobytes()), Draft.dtype)
                state = json.loads(str(file["state"]))
                self.past = np.frombuffer(file["past"].tobytes(), Net.dtype) if len(file["past"]) else None
            self.done, self.curve = state["done"], state["curve"]

    def save(self) -> None:
        """Keep what is learnt so far; a break in the middle leaves the old file."""
        if not self.kept:
            return
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        part = self.kept.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(
                file,
                state=np.array(json.dumps({"done": self.done, "curve": self.curve})),
                draft=np.frombuffer(self.school.drafts.tobytes(), np.uint8),
                past=np.frombuffer(b"" if self.past is None else self.past.tobytes(), np.uint8),
            )
        part.replace(self.kept)

    def run(self, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
        """Learn to the end, stage by stage; give all that belongs into `learnt.json`."""
        stage = max(CHUNK, self.matches // STAGES)
        while self.done < self.matches:
            losses, sizes = [], []
            begun = self.done
            while self.done < min(self.matches, begun + stage):
                count = min(CHUNK, self.matches - self.done)
                samples = self.school.matches(self.done, count)
                self.done += count
                losses.append(self.school.learn(samples, RATE * (1 - self.done / self.matches)))
                sizes.append(len(samples))
            self.curve.append({"matches": self.done, "loss": round(float(np.average(losses, weights=sizes)), 4)})
            self.test()
            self.save()
            progress(", ".join(f"{name} {number:,}" for name, number in self.curve[-1].items()))
        fresh = self.school.matches(self.matches, FRESH)
        loss = self.school.learn(fresh, 0.0)
        return self.terms | {
            "command": f"matchday train {self.game.name} --matches {self.matches} --seed {self.seed}",
            "curve": self.curve,
            "loss": round(loss, 4),
            "calibration": self.school.calibration(),
            "weights": write_net(self.school.net()),
        }

    def test(self) -> None:
        """Let the net play: with a professional's effort against greedy play, then against its own past."""
        if not self.tests:
            return
        net = self.school.net()
        style = replace(style_of("semi_pro", self.game), near=self.game.near or 1)
        rivals = {"v greedy": (Style(), net), "v its past": (style, self.past)}
        for name, (rival, other) in rivals.items():
            if other is not None:
                found = duel(
                    self.game, (style, rival), self.tests, seed=self.seed, nets=[net, other], threads=self.threads
                )
                self.curve[-1][name] = round(found.share, 3)
        self.past = net


def write_learnt(about: dict[str, Any], path: Path) -> None:
    """Write `learnt.json`: a line for each thing, so that changes can be read."""
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in about.items())
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
