"""Learning a playing sense from trials, round by round (expert iteration).

Matches are played with the sense as it is. At some decisions every candidate is tried in a few imagined worlds; what
each gained over the choice of the game's own sense is a label. A net learns to foretell the gains, by stochastic
gradient descent; since it sees many tables that are alike, it averages over luck that a few worlds leave in a label. In
the next round all play with what it has learnt, inside the trials too. A round is taken only if its sense, without any
trials, beats that of the round before in quick matches.

The same seed gives the same weights on one machine, whatever the number of threads.
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

from matchday.bots.learnt import box_digest, inputs_of, learnt
from matchday.bots.sense import (
    ACTIONS,
    NEVER,
    ON,
    PARTS,
    PHASES,
    ROWS,
    UNIT,
    UNITS,
    Sense,
    prefer,
    read_sense,
    write_sense,
)
from matchday.bots.sense import inputs_of as list_inputs
from matchday.bots.trials import LUCK, ROOT, SENSE, Plan, Style, list_candidates, see_ends, try_all
from matchday.bots.trials import TABLES as WORLDS
from matchday.bots.value import Net
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.log import Log
from matchday.engine.options import settle
from matchday.engine.record import Array, Record, f32, f64, fast, i16, i64, rows
from matchday.engine.seats import lowest
from matchday.engine.slots import apply, choose, deal, hide, legal
from matchday.engine.twin import twin_of
from matchday.lab.arena import duel
from matchday.lab.driver import BLANK, PLIES, REAL, SEEN, TABLES, WHOLE
from matchday.lab.learning import MOST, STRIDE, by_lot
from matchday.lab.simulate import known_boxes, style_of
from matchday.match.past import NOMINAL

OPTIONS = 64  # candidates of a labelled decision; with more there is no label
LOOSE = 10  # one move in so many is by lot …
EVERY = 3  # … and one decision in so many has a label
TRIED = 12  # worlds behind a label
ENDS = 8  # matches played to the end before them
BLOCK = 4  # matches that one thread plays at a time …
ROOM = 2_000  # … and labels of one at most
HELD_BACK = 6  # one match in so many is not learnt from: it tells what was learnt
EPOCHS, RATE, DECAY = 12, 0.01, 1e-5
SCALE = 8.0  # gains are small
NOISE = 0.05  # a label with this standard error counts half
MARGINS = (0.0, 0.002, 0.005, 0.01, 0.02, 0.04)  # gains that may be asked for before the own sense is left …
ENOUGH = 60  # … in a phase of which so many labels were held back
QUICK = 4_000  # matches of a round's sense against the one before


class Label(Record):
    """A decision, and what each candidate gained over the first."""

    inputs: Array = i16(ON)
    count: int = i16()
    phase: int = i16()
    options: int = i16()
    actions: Array = i16(OPTIONS)
    gains: Array = f32(OPTIONS)
    errors: Array = f32(OPTIONS)


class Practice(Record):
    """The working space of one thread."""

    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, 1)
    actions: Array = i16(ACTIONS)


class Draft(Record):
    """The weights while they are learnt, and how well they foretell."""

    wide: Array = f32(ROWS, UNITS)
    first: Array = f32(ACTIONS, UNITS)
    wide_bias: Array = f32(UNITS)
    merit: Array = f32(ACTIONS, UNITS)
    merit_bias: Array = f32(ACTIONS)
    seen: Array = f32(UNITS)
    back: Array = f32(UNITS)
    merits: Array = f32(OPTIONS)
    slopes: Array = f32(OPTIONS)
    before: float = f64()  # squared errors if nothing were known …
    after: float = f64()  # … and of what was foretold
    labels: Array = i64(PHASES)
    gained: Array = f64(PHASES, len(MARGINS))  # by taking what was foretold to be best, if ahead by a margin


# ---------------------------------------------------------------- labels


def practise(boxes: Any, tables: Any, mind: Any, practice: Any, labels: Any, seed: int, first: int, count: int) -> int:
    """Play matches and label some of their decisions; give how many."""
    worlds, plans, nets = mind
    plan = plans[0]
    net = nets[0]
    table = tables[REAL]
    dice = practice.dice[0]
    out = practice.actions
    found = 0
    practice.log[0].muted = 1
    plan.log[0].muted = 1
    for number in range(first, first + count):
        tables[REAL] = tables[BLANK]
        set_key(table, seed, number)
        set_key(dice, seed, -1 - number)
        deal(boxes[WHOLE], table, practice.log[0])
        ply = 0
        while table.waiting:
            seat = lowest(table.waiting)
            box = boxes[seat]
            options = legal(boxes[WHOLE], table, seat, out)
            action = out[0]
            if options > 1:
                tables[SEEN] = tables[REAL]
                hide(boxes[WHOLE], tables[SEEN], seat)
                action = choose(box, tables[SEEN], seat, out, options, dice)
                if net.sense[0].rows > 0:
                    action = prefer(box, tables[SEEN], seat, out, options, action, net.sense[0], plan.thought[0])
                if options <= OPTIONS and found < len(labels) and roll(dice, EVERY) == 0:
                    set_key(plan.dice[LUCK], seed, -1 - (number * PLIES + ply))
                    set_key(plan.dice[SENSE], seed, -1 - (number * PLIES + ply))
                    worlds[ROOT] = tables[REAL]
                    hide(boxes[WHOLE], worlds[ROOT], seat)
                    ask(box, worlds, seat, plan, net, labels[found])
                    if roll(dice, 2) == 0:
                        action = labels[found].actions[best_of(labels[found])]
                    found += 1
                elif roll(dice, LOOSE) == 0:
                    action = out[roll(dice, options)]
            apply(boxes[WHOLE], table, seat, action, practice.log[0])
            ply += 1
    return found


def ask(box: Any, worlds: Any, seat: int, plan: Any, net: Any, label: Any) -> None:
    """Try all candidates in the same worlds; the first is the choice of the game's own sense."""
    label.count = list_inputs(box, worlds[ROOT], seat, label.inputs)
    label.phase = worlds[ROOT].phase
    plan.worlds = 0
    plan.schooled = 0
    list_candidates(box, worlds, seat, plan, net)
    plan.schooled = 1
    see_ends(box, worlds, seat, plan, net)
    label.options = plan.count
    for _ in range(TRIED):
        try_all(box, worlds, seat, plan, net, label.options)
    for place in range(label.options):
        candidate = plan.candidates[place]
        mean = candidate.gain / candidate.visits
        label.actions[place] = candidate.action
        label.gains[place] = mean
        label.errors[place] = np.sqrt(max(0.0, candidate.spread / candidate.visits - mean * mean) / candidate.visits)


def best_of(label: Any) -> int:
    """Give the place of the greatest gain."""
    best = 0
    for place in range(label.options):
        if label.gains[place] > label.gains[best]:
            best = place
    return best


# ---------------------------------------------------------------- learning


def learn(draft: Any, labels: Any, rate: float) -> None:
    """Foretell every label and then learn it, far ones after each other; with a rate of 0 only foretell."""
    draft.before = 0.0
    draft.after = 0.0
    for phase in range(PHASES):
        draft.labels[phase] = 0
        for step in range(len(MARGINS)):
            draft.gained[phase, step] = 0.0
    total = len(labels)
    place = 0
    for _ in range(total):
        place = (place + STRIDE) % total
        label = labels[place]
        foretell(draft, label)
        judge(draft, label)
        if rate > 0:
            descend(draft, label, rate)


def foretell(draft: Any, label: Any) -> None:
    """Rate the candidates as `prefer` does, with fractions."""
    for unit in range(UNITS):
        draft.seen[unit] = draft.wide_bias[unit] + draft.first[label.actions[0], unit]
    for place in range(label.count):
        row = label.inputs[place]
        for unit in range(UNITS):
            draft.seen[unit] += draft.wide[row, unit]
    for unit in range(UNITS):
        draft.seen[unit] = max(draft.seen[unit], np.float32(0.0))
    for option in range(label.options):
        action = label.actions[option]
        merit = draft.merit_bias[action]
        for unit in range(UNITS):
            merit += draft.merit[action, unit] * draft.seen[unit]
        draft.merits[option] = merit


def judge(draft: Any, label: Any) -> None:
    """Count how well that was foretold, and what it would have gained."""
    best = 0
    draft.slopes[0] = np.float32(0.0)
    for option in range(1, label.options):
        gain = SCALE * label.gains[option]
        gap = draft.merits[option] - draft.merits[0] - gain
        weight = 1.0 / (1.0 + (label.errors[option] / NOISE) ** 2)
        draft.before += weight * gain * gain
        draft.after += weight * gap * gap
        draft.slopes[option] = weight * gap
        draft.slopes[0] -= draft.slopes[option]
        if draft.merits[option] > draft.merits[best]:
            best = option
    draft.labels[label.phase] += 1
    for step in range(len(MARGINS)):
        if draft.merits[best] > draft.merits[0] + SCALE * MARGINS[step]:
            draft.gained[label.phase, step] += label.gains[best]


def descend(draft: Any, label: Any, rate: float) -> None:
    """Move the weights a little against the slope of the error."""
    for unit in range(UNITS):
        draft.back[unit] = np.float32(0.0)
    share = rate / np.sqrt(label.options - 1.0)
    fade = np.float32(rate * DECAY)
    for option in range(label.options):
        action = label.actions[option]
        step = np.float32(share * draft.slopes[option])
        draft.merit_bias[action] -= step
        for unit in range(UNITS):
            draft.back[unit] += step * draft.merit[action, unit]
            draft.merit[action, unit] -= step * draft.seen[unit] + fade * draft.merit[action, unit]
    for unit in range(UNITS):
        if draft.seen[unit] <= 0:
            draft.back[unit] = np.float32(0.0)
        draft.wide_bias[unit] -= draft.back[unit]
        draft.first[label.actions[0], unit] -= draft.back[unit]
    for place in range(label.count):
        row = label.inputs[place]
        for unit in range(UNITS):
            draft.wide[row, unit] -= draft.back[unit]


def begin(draft: Any, dice: Any) -> None:
    """Give the weights of the wide layer small numbers by lot; all merits are nought."""
    for unit in range(UNITS):
        for row in range(ROWS):
            draft.wide[row, unit] = by_lot(dice) * 0.15
        for action in range(ACTIONS):
            draft.first[action, unit] = by_lot(dice) * 0.15
        draft.wide_bias[unit] = 0.1


# ---------------------------------------------------------------- a course


class Practiser:
    """One thread's records."""

    def __init__(self, game: Game, boxes: Any, style: Style, net: Any) -> None:
        self.game, self.boxes, self.nets = game, boxes, net.copy()
        self.tables, self.worlds = game.table_type.zeros(TABLES), game.table_type.zeros(WORLDS)
        if game.has_clock:
            self.tables["elapsed"] = self.worlds["elapsed"] = NOMINAL
        self.practice, self.plans = Practice.new(), Plan.zeros(1)
        style.write(self.plans[0])

    def practise(self, seed: int, first: int, count: int) -> Any:
        """Play matches in compiled code; give their labels."""
        labels, table = Label.zeros(count * ROOM), self.game.table_type.aligned
        found = twin_of(self.game).door(practise)(
            self.boxes.view(self.game.box_type.aligned),
            self.tables.view(table),
            (self.worlds.view(table), self.plans.view(Plan.aligned), self.nets.view(Net.aligned)),
            fast(self.practice, Practice),
            labels.view(Label.aligned),
            seed,
            first,
            count,
        )
        return labels[:found].copy()


@dataclass
class Schooling:
    """A course of several rounds that can be broken off between two and taken up again."""

    game: Game
    matches: int
    """In each round."""
    rounds: int = 3
    seed: int = 1
    threads: int = 1
    folder: Path | None = None
    """Where to keep what is learnt so far."""

    def __post_init__(self) -> None:
        if self.game.features is None:
            raise MatchdayError(f"{self.game.name} has nothing to learn from: its folder has no features.py")
        self.boxes = known_boxes(self.game, settle(self.game.options, {}), None)
        self.curve: list[dict[str, float]] = []
        self.sense: Any = None
        self.labels = Label.zeros(0)  # of the round before
        self.is_over = False
        self.load()

    @property
    def terms(self) -> dict[str, Any]:
        """What makes a course what it is: with anything else it is another one."""
        found = learnt(self.game)
        about: dict[str, Any] = {"game": self.game.name, "rules": self.game.version}
        about |= {"boxes": sorted({box_digest(box) for box in self.boxes}), "value": found.digest if found else ""}
        about |= {name: inputs_of(self.game, name) for name in ("features", "clues")}
        return about | {"seed": self.seed, "matches": self.matches, "rounds": self.rounds}

    def net(self, sense: Any) -> Any:
        """Put a sense beside the value that the game has learnt."""
        found = learnt(self.game)
        net = found.weights.copy() if found else Net.zeros(1)
        if sense is not None:
            net["sense"][0, 0] = sense[0]
        return net

    def run(self, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
        """Learn to the end; give all that belongs into `sense.json`."""
        while len(self.curve) < self.rounds and not self.is_over:
            fresh = self.practise(self.seed + len(self.curve), progress)
            held = len(fresh) - len(fresh) // HELD_BACK
            new, point = self.taught([self.labels, fresh[:held]], fresh[held:])
            point |= self.matched(new)
            self.is_over = point["v its past"] <= 0.5
            self.curve.append(point | {"taken": float(not self.is_over)})
            if not self.is_over:
                self.sense = new
            self.labels = fresh[:held]
            self.save()
            progress(f"round {len(self.curve)}: " + ", ".join(f"{name} {number:,}" for name, number in point.items()))
        if self.sense is None:
            raise MatchdayError(f"nothing was learnt that beats {self.game.name}'s own sense: try more --matches")
        command = f"matchday train {self.game.name} --sense --matches {self.matches} --rounds {self.rounds}"
        about = self.terms | {"command": f"{command} --seed {self.seed}", "curve": self.curve}
        return about | {"weights": write_sense(self.sense)}

    def practise(self, seed: int, progress: Callable[[str], None]) -> Any:
        """Play a round's matches on all threads; give their labels in the order of the matches."""
        style = replace(style_of("professional", self.game), ends=ENDS, schooled=1)
        people = [Practiser(self.game, self.boxes, style, self.net(self.sense)) for _ in range(self.threads)]
        people[0].practise(seed, 0, 0)  # compiled once, or loaded
        blocks = range(0, self.matches, BLOCK)
        found: dict[int, Any] = {}

        def run(thread: int) -> None:
            for block in blocks[thread :: self.threads]:
                found[block] = people[thread].practise(seed, block, min(BLOCK, self.matches - block))
                if len(found) % max(1, len(blocks) // 10) == 0:
                    progress(f"{min(len(found) * BLOCK, self.matches):,} of {self.matches:,} matches")

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(run, range(self.threads)))
        return joined([found[block] for block in blocks])

    def taught(self, sets: Sequence[Any], held_back: Any) -> tuple[Any, dict[str, float]]:
        """Learn labels; give the weights, and what those that were held back say of them."""
        door, labels = twin_of(self.game).door, joined(sets)
        drafts, dice = Draft.zeros(1), Dice.zeros(1)
        set_key(dice[0], self.seed, 0)
        draft = drafts.view(Draft.aligned)[0]
        door(begin)(draft, dice.view(Dice.aligned)[0])
        for epoch in range(EPOCHS):
            door(learn)(draft, labels.view(Label.aligned), RATE * (1 - epoch / EPOCHS))
        door(learn)(draft, held_back.view(Label.aligned), 0.0)
        known = drafts[0]
        sense = Sense.zeros(1)
        sense["rows"] = sum(inputs_of(self.game, "features").values()) + sum(inputs_of(self.game, "clues").values())
        for part in PARTS:
            sense[part] = np.clip(np.rint(drafts[part] * UNIT), -MOST, MOST)
        sense["wide"][0, int(sense["rows"][0]) :] = 0
        sense["first"][0, self.game.actions :] = 0
        sense["margin"][0] = margins_of(known)
        taken = np.where(known.labels >= ENOUGH, np.max(known.gained, axis=1, initial=0.0), 0.0)
        return sense, {
            "labels": len(labels),
            "explained": round(1 - float(known.after) / max(1e-9, float(known.before)), 4),
            "gain": round(float(taken.sum()) / max(1, len(held_back)), 5),
        }

    def matched(self, new: Any) -> dict[str, float]:
        """Let a new sense play without trials: against the game's own, and against the round before."""
        schooled, past = Style(schooled=1), self.net(self.sense)
        rivals = {"v greedy": (Style(), past), "v its past": (schooled, past)}
        return {
            name: round(
                duel(
                    self.game,
                    (schooled, rival),
                    QUICK,
                    seed=self.seed,
                    nets=[self.net(new), other],
                    threads=self.threads,
                ).share,
                4,
            )
            for name, (rival, other) in rivals.items()
        }

    @property
    def reached(self) -> str:
        """Say how far it has come."""
        return f"round {len(self.curve)}"

    @property
    def kept(self) -> Path | None:
        """The file of what is learnt so far."""
        name = hashlib.sha256(json.dumps(self.terms).encode()).hexdigest()[:12]
        return self.folder / f"{self.game.name}-sense-{name}.npz" if self.folder else None

    def save(self) -> None:
        """Keep what is learnt so far; a break in the middle leaves the old file."""
        if not self.kept:
            return
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        part = self.kept.with_suffix(".part")
        weights = None if self.sense is None else write_sense(self.sense)
        state = {"curve": self.curve, "is_over": self.is_over, "weights": weights}
        with part.open("wb") as file:
            labels = np.frombuffer(self.labels.tobytes(), np.uint8)
            np.savez_compressed(file, state=np.array(json.dumps(state)), labels=labels)
        part.replace(self.kept)

    def load(self) -> None:
        """Take up where it was broken off."""
        if self.kept and self.kept.exists():
            with np.load(self.kept) as file:
                state = json.loads(str(file["state"]))
                self.labels = np.frombuffer(bytearray(file["labels"].tobytes()), Label.dtype)
            self.curve, self.is_over = state["curve"], state["is_over"]
            self.sense = read_sense(state["weights"]) if state["weights"] else None


def margins_of(draft: Any) -> Array:
    """Give the margin that would have gained most in each phase; where none gains, the own sense is left alone."""
    best = draft.gained.argmax(axis=1)
    wanted = np.array([SCALE * UNIT * UNIT * MARGINS[step] for step in best])
    pays = (draft.labels >= ENOUGH) & (draft.gained.max(axis=1) > 0)
    return np.where(pays, np.rint(wanted), NEVER).astype(np.int64)


def joined(sets: Sequence[Any]) -> Any:
    """Put labels one after the other; NumPy's own way would pack their bytes."""
    together = Label.zeros(sum(map(len, sets)))
    end = 0
    for each in sets:
        together[end : end + len(each)] = each
        end += len(each)
    return together
