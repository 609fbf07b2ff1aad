"""Finding puzzles: positions of matches between bots in which the playing sense errs and trials are sure of it.

Bots play matches; at every real choice a few trials tell whether something else than what the playing sense would do
looks clearly better. Most of that is luck: what is left is weighed with more effort, then with much, twice and with
other dice. A puzzle is what stands every time: the same choice ahead of all others, by more than a few standard errors,
and by a fair part of what luck does in a single match. Then every level is asked, which tells how hard it is.

A match is known by the run's seed and its number and everything about it follows from them: a run can be broken off
and gone on with, on any number of threads.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import count, islice
from math import hypot, sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from matchday.bots.levels import LEVELS
from matchday.bots.thinking import Decider, Prospect
from matchday.bots.trials import Style
from matchday.engine.dice import Dice
from matchday.engine.game import Game
from matchday.engine.options import settle
from matchday.engine.record import copy_of
from matchday.engine.runner import Runner
from matchday.engine.seats import lowest
from matchday.match.match import Match, key_of
from matchday.match.past import NOMINAL
from matchday.match.puzzles import MOSTLY, RIVAL, TRIES, Puzzle, digest_of, position

SIEVES = (3_000, 20_000)
"""Decisions played in trials before a position is taken seriously …"""
HOPE = 0.8
"""… which it is with such a part of the lead that is wanted."""
SURE_EFFORT = 200_000
"""Decisions behind each of the two verdicts."""
LEAD = 0.04
"""How much of the win the best choice must be ahead of every other …"""
SURE = 4.0
"""… in standard errors …"""
LUCK = 0.2
"""… and in standard deviations of the difference in one imagined match: below, luck decides."""
MEAN_WORLDS = 500
"""Matches played to the end to tell what the scores come to."""
ASKED = ("rookie", "amateur", "semi_pro", "professional")
MOST_OF_A_MATCH = 2
"""Puzzles taken from one match …"""
PARTS, PART = 5, 30
"""… which is looked at from one of so many plies on, by turns, so that the end of matches gets its share."""
HARDER = 0.5
"""What each step of difficulty is worth to whoever picks."""
MOST_CHOICES = 24
"""More cannot be looked at on one table."""


class Mined(msgspec.Struct, frozen=True):
    """What one match gave: a line of the working file."""

    number: int
    puzzles: list[Puzzle]


@dataclass(frozen=True)
class Verdict:
    """What trials of some effort say of a position."""

    ranked: Sequence[Prospect]
    tempting: int

    @property
    def best(self) -> Prospect:
        """The choice that they prefer."""
        return self.ranked[0]

    @property
    def lead(self) -> float:
        """How far it is ahead of the next."""
        return self.best.gain - max(each.gain for each in self.ranked[1:])

    def is_clear(self, lead: float) -> bool:
        """Tell whether the playing sense errs, and the best choice is ahead of every other by so much, surely."""
        return self.best.action != self.tempting and all(self.is_ahead(each, lead) for each in self.ranked[1:])

    def is_ahead(self, other: Prospect, lead: float) -> bool:
        """Tell so for one other choice."""
        ahead, doubt = self.best.gain - other.gain, hypot(self.best.error, other.error)
        return ahead > max(lead, SURE * doubt)

    @property
    def beats_luck(self) -> bool:
        """Tell whether the choice shows in a single match, whatever luck does there."""
        spread = self.best.error * sqrt(self.best.visits)
        return self.best.gain > LUCK * spread


class Miner:
    """One thread's memory of looking for puzzles."""

    def __init__(self, game: Game, seed: int, lead: float = LEAD, options: Mapping[str, Any] | None = None) -> None:
        self.game, self.seed, self.lead = game, seed, lead
        chosen = settle(game.options, options or {})
        usual = settle(game.options, {})
        self.options = {name: value for name, value in chosen.items() if value != usual[name]}
        self.runner = Runner(game, "compiled")
        self.rival = Decider(game, LEVELS[RIVAL].style(game), "compiled")
        self.sieves = [self.adviser(effort) for effort in SIEVES]
        self.bench = self.adviser(SURE_EFFORT)
        self.levels = {name: Decider(game, LEVELS[name].style(game), "compiled") for name in ASKED}

    def adviser(self, effort: int) -> Decider:
        """Make somebody who weighs all choices."""
        return Decider(self.game, Style(effort=effort, horizon=self.game.horizon, doubt=0.0), "compiled")

    def warm_up(self) -> None:
        """Compile what is needed, or load it from the cache."""
        match = Match(self.game, self.options, "warm up", runner=self.runner)
        self.rival.decide(match.box_for(match.asked), match.hidden(match.asked), match.asked, "warm up")

    def mine(self, number: int) -> Mined:
        """Play one match and look at every choice in it."""
        seed = f"puzzles {self.seed} match {number}"
        match, found = Match(self.game, self.options, seed, runner=self.runner), list[Puzzle]()
        while not match.over:
            seat = match.asked
            is_time = match.ply >= number % PARTS * PART and len(found) < MOST_OF_A_MATCH
            if is_time and 1 < len(match.legal(seat)) <= MOST_CHOICES:
                found += self.look(match, seat)
            move = self.rival.decide(match.box_for(seat), match.hidden(seat), seat, f"{seed} {match.ply}")
            match.play(seat, move)
        return Mined(number, found)

    def look(self, match: Match, seat: int) -> list[Puzzle]:
        """Tell whether the present question is a puzzle: cheap looks first."""
        for sieve in self.sieves:
            rough = self.weigh(sieve, match, seat, "sieve")
            if rough.best.action == rough.tempting or rough.best.gain < HOPE * self.lead:
                return []
        if rough.lead < HOPE * self.lead:
            return []
        verdicts = []
        for seed in ("first", "second"):
            verdicts.append(self.weigh(self.bench, match, seat, seed))
            if not (verdicts[-1].is_clear(self.lead) and verdicts[-1].beats_luck):
                return []
        one, two = verdicts
        if (one.best.action, one.tempting) != (two.best.action, two.tempting):
            return []
        return [self.puzzle(match, seat, one)]

    def weigh(self, bench: Decider, match: Match, seat: int, seed: str) -> Verdict:
        """Weigh all choices of a seat, by what it knows."""
        ranked = bench.run(match.box_for(seat), match.hidden(seat), seat, f"{match.seed} {match.ply} {seed}")
        ranked.sort(key=lambda each: (-each.gain, each.action))
        return Verdict(ranked, int(bench.plan.candidates[0].action))

    def puzzle(self, match: Match, seat: int, verdict: Verdict) -> Puzzle:
        """Write a position down with all that was found."""
        best, following = verdict.ranked[:2]
        name = hashlib.sha256(f"{self.game.name} {match.seed} {match.ply}".encode()).hexdigest()[:8]
        return Puzzle(
            id=name,
            game=self.game.name,
            rules=self.game.version,
            options=self.options,
            seed=match.seed,
            moves=[[move.seat, move.action] for move in match.moves],
            seat=seat,
            table=digest_of(match),
            ranked=[[each.action, round(1000 * each.value)] for each in verdict.ranked],
            tempting=verdict.tempting,
            error=round(1000 * hypot(best.error, following.error)),
            scores=[self.mean_scores(match, seat, action) for action in (best.action, verdict.tempting)],
            levels={level: self.ask(level, match, seat, best.action) for level in ASKED},
        )

    def ask(self, level: str, match: Match, seat: int, best: int) -> int:
        """Count how often a level finds the answer."""
        box, hidden, decider = match.box_for(seat), match.hidden(seat), self.levels[level]
        return sum(decider.decide(box, hidden, seat, f"{match.seed} {level} {turn}") == best for turn in range(TRIES))

    def rated(self, each: Puzzle) -> Puzzle:
        """Ask every level anew: those that a puzzle was found with may have played otherwise."""
        match = position(each, self.runner)
        return msgspec.structs.replace(
            each, levels={level: self.ask(level, match, each.seat, each.best) for level in ASKED}
        )

    def mean_scores(self, match: Match, seat: int, action: int) -> list[float]:
        """Tell what a seat and its rivals score on average by the end, if all play on with their playing sense."""
        box, known, dice = match.box_for(seat), match.hidden(seat), Dice.new()
        dice.key[:] = key_of(f"{match.seed} {match.ply} scores")
        sums = np.zeros(match.seats)
        for world in range(MEAN_WORLDS):
            dice.counter = world << 24  # the same worlds and the same luck, whatever is chosen
            table = copy_of(known)
            if self.game.has_clock:
                table.elapsed = NOMINAL
            self.runner.redeal(box, table, seat, dice)
            self.runner.apply(box, table, seat, action, self.runner.log)
            sums += self.play_out(box, table, dice)
        means = sums / MEAN_WORLDS
        own = float(means[seat])
        return [round(own, 2), round((float(means.sum()) - own) / (match.seats - 1), 2)]

    def play_out(self, box: Any, table: Any, dice: Any) -> list[int]:
        """Play a table to its end with the playing sense; give the scores."""
        run = self.runner
        while table.waiting:
            seat = lowest(int(table.waiting))
            seen = copy_of(table)
            run.hide(box, seen, seat)
            run.apply(box, table, seat, run.choose(box, seen, seat, dice), run.log)
        return run.score(box, table)


# ---------------------------------------------------------------- a run


def mine(
    make: Callable[[], Miner], path: Path, want: int, *, threads: int | None = None, matches: int | None = None
) -> Iterator[Mined]:
    """Mine match after match on all cores until so many puzzles stand in the working file, or so many matches were
    looked at; gives each as it is done. What is in the file already is not done again.
    """
    done = read_mined(path)
    have = sum(len(each.puzzles) for each in done.values())
    if have >= want:
        return
    mend(path)
    todo = islice((number for number in count() if number not in done), matches)
    lanes = [make() for _ in range(threads or os.cpu_count() or 1)]
    with ThreadPoolExecutor(len(lanes)) as pool, path.open("ab") as out:
        running = {pool.submit(lane.mine, number): lane for lane, number in zip(lanes, todo, strict=False)}
        while running:
            for ready in wait(running, return_when=FIRST_COMPLETED).done:
                lane, found = running.pop(ready), ready.result()
                out.write(msgspec.json.encode(found) + b"\n")
                out.flush()
                have += len(found.puzzles)
                yield found
                if have < want and (number := next(todo, None)) is not None:
                    running[pool.submit(lane.mine, number)] = lane


def read_mined(path: Path) -> dict[int, Mined]:
    """Read a working file, by the numbers of the matches; a line that was broken off is done again."""
    found = {}
    for line in path.read_bytes().splitlines(keepends=True) if path.is_file() else []:
        if line.endswith(b"\n"):
            each = msgspec.json.decode(line, type=Mined)
            found[each.number] = each
    return found


def mend(path: Path) -> None:
    """Take a line from the end of a working file that was broken off."""
    if path.is_file():
        text = path.read_bytes()
        path.write_bytes(text[: text.rfind(b"\n") + 1])


def pick(found: Iterable[Puzzle], want: int) -> list[Puzzle]:
    """Choose the best of many: harder ones, with more to choose from and a clearer answer, but no kind too often; and
    none that a professional mostly answers otherwise, whose trials look elsewhere.
    """
    sure = [each for each in found if each.levels["professional"] >= MOSTLY * TRIES]
    ranked = sorted(sure, key=lambda each: (-worth(each), each.id))
    chosen: list[Puzzle] = []
    kinds: Counter[tuple[int, ...]] = Counter()
    for most in (3, 6, 12, want):
        for each in ranked:
            if len(chosen) < want and each not in chosen and kinds[kind_of(each)] < most:
                kinds[kind_of(each)] += 1
                chosen.append(each)
    return chosen


def worth(each: Puzzle) -> float:
    """Tell how good a puzzle is: a clear answer among several choices, at a match that is not decided, and not one that
    everybody finds.
    """
    open_match = min(each.ranked[0][1], 1000 - each.ranked[-1][1]) / 1000
    clear, wide = min(each.lead, 200) / 200, 0.25 * min(len(each.ranked), 6)
    return clear + wide + min(0.5, open_match) + HARDER * (each.difficulty - 1)


def kind_of(each: Puzzle) -> tuple[int, ...]:
    """Tell what is much the same in two puzzles: the answer, and what suggests itself instead."""
    return each.best, each.tempting
