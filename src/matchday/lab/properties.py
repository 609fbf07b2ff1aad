"""What must hold for every game, checked over random matches: `matchday check` at any scale, the tests at a small one.

Each check raises `PropertyBroken`: one line with the options, seed and ply that show the breach, and the field.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from matchday.bots.levels import KINDS, make_bot
from matchday.bots.thinking import THINKING
from matchday.engine.dialect import complaints
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.doors import compile_part
from matchday.engine.errors import DoesNotCompile, MatchdayError, PropertyBroken
from matchday.engine.game import Game
from matchday.engine.log import CAPACITY, SPECTATOR, Log, seen
from matchday.engine.options import Options, show_value
from matchday.engine.record import copy_of, difference, raw
from matchday.engine.runner import Runner
from matchday.match.files import load_match, print_match
from matchday.match.match import Match
from matchday.match.past import NOMINAL
from matchday.match.views import view

CHOICES_TRIED = 4
"""How many other choices at most are compared with the one that is played."""


@dataclass
class Coverage:
    """What the matches have met, to be compared with all there is."""

    matches: int = 0
    decisions: int = 0
    longest: int = 0
    events: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)
    undone: int = 0
    compared: int = 0
    """Tables compared between plain and compiled runs."""
    imagined: int = 0
    """Hidden worlds imagined and hidden again."""
    views: int = 0
    """Views compared between the real world and an imagined one."""
    told: int = 0
    """Events compared after two choices that somebody cannot tell apart."""

    def missing_events(self, game: Game) -> list[str]:
        """List events that never came."""
        return [event.name for event in game.events if event.name not in self.events]

    def missing_values(self, game: Game) -> list[str]:
        """List option values that were never played with."""
        all_values = [f"{option.name}={show_value(v)}" for option in game.options.values() for v in option.values]
        return [value for value in all_values if value not in self.values]


def random_options(game: Game, dice: Any) -> Options:
    """Choose every option at random: half of them stay at their default, so that each is also seen alone."""
    chosen: Options = {}
    for option in game.options.values():
        if option.values:
            others = option.values[1:]
            chosen[option.name] = others[roll(dice, len(others))] if others and roll(dice, 2) else option.values[0]
        elif option.at_most:
            chosen[option.name] = option.at_least + roll(dice, min(4, option.at_most - option.at_least + 1))
    return chosen


@dataclass
class Checker:
    """Plays matches and checks every property at every ply."""

    game: Game
    compiled: bool = True
    every: int = 1
    """Secrets and copies are checked at every so many plies; the rest at each."""
    coverage: Coverage = field(default_factory=Coverage)

    def __post_init__(self) -> None:
        self.plain = Runner(self.game)
        self.twin = Runner(self.game, "compiled") if self.compiled else None

    def everything(self, first: int, matches: int) -> Iterator[Match]:
        """Check the sources, so many matches with options by lot, and the bots; gives each match when it is played."""
        self.check_sources()
        for number in range(first, first + matches):
            yield self.run(number)
        self.check_bots()

    def check_sources(self) -> None:
        """Check that the rules are written in what can be compiled."""
        if found := "; ".join(complaints(self.game)):
            raise PropertyBroken(f"{self.game.name}, {found}")

    def run(self, number: int, options: Mapping[str, Any] | None = None) -> Match:
        """Check one match; without options they are chosen at random."""
        self.dice = Dice.new()
        set_key(self.dice, number, 0)
        self.options = dict(random_options(self.game, self.dice) if options is None else options)
        try:
            self.match = Match(self.game, self.options, f"check {number}", runner=self.plain)
        except MatchdayError:
            raise
        except Exception as error:
            raise PropertyBroken(f"{self.game.name}, {self.options}, when dealing: {told_of(error)}") from error
        self.shadow = copy_of(self.match.table)
        try:
            return self.play_out()
        except (PropertyBroken, DoesNotCompile):
            raise
        except Exception as error:
            raise self.broken(told_of(error)) from error

    def play_out(self) -> Match:
        """Play the match at random, and check it at every ply."""
        self.start()
        while not self.match.over:
            self.check_ply()
            looks_closely = self.match.ply % self.every == 0
            if looks_closely:
                self.check_secrets()
            seat, action = self.pick()
            if looks_closely:
                self.check_copy(seat, action)
                self.check_told(seat, action)
            self.play(seat, action)
        self.check_end()
        return self.match

    def broken(self, what: str) -> PropertyBroken:
        """Say where a property broke."""
        chosen = {name: value for name, value in self.options.items() if value != self.game.options[name].default}
        return PropertyBroken(f"{self.game.name}, seed {self.match.seed!r}, {chosen}, ply {self.match.ply}: {what}")

    def require(self, holds: bool, what: str) -> None:
        """Raise unless a property holds."""
        if not holds:
            raise self.broken(what)

    def same(self, what: str, one: Any, other: Any, worlds: tuple[str, str] = ("plain", "compiled")) -> None:
        """Raise unless two records are equal; says in which field they are not."""
        if raw(one) != raw(other):
            field, here, there = difference(one, other, what) or (f"{what}, between its fields", "one", "another")
            raise self.broken(f"{field}: {here} {worlds[0]}, {there} {worlds[1]}")

    def start(self) -> None:
        """Deal the same match in the compiled twin, and count what is new."""
        match = self.match
        self.box_bytes = raw(match.box)
        self.components = self.game.components(match.box, match.table)
        self.moment = self.game.hints.moment(match.box, match.table)
        self.coverage.matches += 1
        for name, value in match.options.items():
            self.coverage.values[f"{name}={show_value(value)}"] += 1
        self.count_events()
        if self.twin:
            fresh = Match(self.game, match.options, match.seed, runner=self.twin)
            self.shadow, self.shadow_log = fresh.table, fresh.log
            self.same("table", match.table, self.shadow)

    def count_events(self) -> None:
        """Count the last ply's events."""
        for event in self.match.steps[-1].events:
            self.coverage.events[self.game.events(event.kind).name] += 1

    def check_ply(self) -> None:
        """Check what holds for the table as it lies."""
        match = self.match
        phase = self.game.phases(int(match.table.phase))
        self.coverage.phases[phase.name] += 1
        self.require(phase < self.game.automatic, f"table.phase: {phase.name} outlasts an action")
        self.require(match.ply < self.game.plies(match.box), f"more than {self.game.plies(match.box)} decisions")
        self.require(int(match.log.count) <= CAPACITY, f"{match.log.count} events do not fit the log")
        found = self.game.components(match.box, match.table)
        self.require(found == self.components, f"components were not conserved: {self.components} became {found}")
        now = self.game.hints.moment(match.box, match.table)
        self.require(now >= self.moment, f"the match went back from moment {self.moment} to {now}")
        self.moment = now
        for seat in match.waiting:
            actions = match.legal(seat)
            self.check_legal(actions, seat)
            if self.twin:
                twin_actions = self.twin.legal(match.box, match.table, seat)
                self.require(twin_actions == actions, f"legal of seat {seat}: {actions} plain, {twin_actions} compiled")

    def check_legal(self, actions: list[int], seat: int, where: str = "") -> None:
        """Check that there are legal actions, each once, in ascending order and in range."""
        self.require(bool(actions), f"seat {seat} is waited for and has no legal action{where}")
        self.require(
            actions == sorted(set(actions)),
            f"legal actions of seat {seat} are not in ascending order{where}: {actions}",
        )
        self.require(
            actions[0] >= 0 and actions[-1] < self.game.actions,
            f"an action of seat {seat} out of range{where}: {actions}",
        )

    def check_secrets(self) -> None:
        """Check that what a seat sees depends on nothing that it cannot know."""
        match = self.match
        for seat in [*range(match.seats), SPECTATOR]:
            hidden = match.hidden(seat)
            imagined = copy_of(hidden)
            self.plain.redeal(match.box_for(seat), imagined, seat, self.dice)
            again = copy_of(imagined)
            self.plain.hide(match.box, again, seat)
            self.same(f"hide(redeal(hide(table))) of seat {seat}", hidden, again, ("hidden", "hidden again"))
            self.coverage.imagined += 1
            if seat in match.waiting:
                own = match.legal(seat)
                self.require(self.plain.legal(match.box, hidden, seat) == own, f"seat {seat} cannot know what is legal")
                self.require(
                    self.plain.legal(match.box, imagined, seat) == own,
                    f"an imagined world changes what seat {seat} may do",
                )
            if roll(self.dice, 8) == 0:
                self.check_view(seat, imagined)
            for other in match.waiting:
                possible = self.plain.legal(match.box, imagined, other)
                self.check_legal(possible, other, f" in a world imagined by seat {seat}")

    def check_view(self, seat: int, imagined: Any) -> None:
        """Check that two worlds which look alike to a seat give it the same view, byte for byte."""
        who = None if seat == SPECTATOR else seat
        other = self.match.copy()
        other.table = imagined
        real, unreal = (
            msgspec.to_builtins(view(world, who, since=max(0, self.match.ply - 4))) for world in (self.match, other)
        )
        if found := unlike(real, unreal, f"view of seat {seat}"):
            raise self.broken(f"it leaks: {found}")
        self.coverage.views += 1

    def pick(self) -> tuple[int, int]:
        """Choose a seat and an action at random."""
        seat = self.match.waiting[roll(self.dice, len(self.match.waiting))]
        actions = self.match.legal(seat)
        return seat, actions[roll(self.dice, len(actions))]

    def check_copy(self, seat: int, action: int) -> None:
        """Check that playing on in a copy leaves the match as it was."""
        before = copy_of(self.match.table)
        twin = self.match.copy()
        twin.play(seat, action)
        self.same("table", before, self.match.table, ("before", "after a move in a copy"))
        if twin.can_undo(seat):
            twin.undo(seat)
            self.coverage.undone += 1
            self.same("table", self.match.table, twin.table, ("before a move", "after taking it back"))
            self.require(twin.legal(seat) == self.match.legal(seat), "undo changed what is legal")

    def check_told(self, mover: int, action: int) -> None:
        """Check that whoever cannot tell two secret choices apart by the table is told the same after either.

        A choice is secret if it shows in the mover's own table. One that draws may have been made in the open and
        forgotten since, its card shuffled in again: such are not compared, nor is what a spectator, who remembers
        less, is told of a choice that a seat knows.
        """
        match, actions = self.match, self.match.legal(mover)
        tried = {action, *(actions[roll(self.dice, len(actions))] for _ in range(CHOICES_TRIED))}
        worlds = [self.after(mover, each) for each in sorted(tried)]
        drawn = int(match.table.counter)
        for (one, log), (two, other_log) in combinations([w for w in worlds if int(w[0].counter) == drawn], 2):
            everyone = [*range(match.seats), SPECTATOR]
            alike = {seat: raw(match.hidden_copy(one, seat)) == raw(match.hidden_copy(two, seat)) for seat in everyone}
            if alike.pop(mover) or not any(alike.values()):
                continue
            alike[SPECTATOR] &= all(alike.values())
            for seat in (seat for seat, is_alike in alike.items() if is_alike):
                heard, other_heard = self.named(seen(log, seat)), self.named(seen(other_log, seat))
                betrayed = f"the events of seat {mover}'s choice betray it to seat {seat}"
                self.require(heard == other_heard, f"{betrayed}: {heard} or {other_heard}")
                self.coverage.told += 1

    def named(self, events: list[tuple[int, tuple[int, ...]]]) -> str:
        """Write events down, by their names."""
        return ", ".join(f"{self.game.events(kind).name}{args}" for kind, args in events)

    def after(self, seat: int, action: int) -> tuple[Any, Any]:
        """Give the table and the log as they would be after an action."""
        table, log = copy_of(self.match.table), Log.new()
        if self.game.has_clock:
            table.elapsed = NOMINAL
        self.plain.apply(self.match.box, table, seat, action, log)
        return table, log

    def play(self, seat: int, action: int) -> None:
        """Play the move in both worlds and compare tables and events."""
        match = self.match
        self.coverage.actions[self.game.words.notation(match.box, action)] += 1
        self.coverage.decisions += 1
        match.play(seat, action)
        self.count_events()
        self.require(raw(match.box) == self.box_bytes, "a move changed the box")
        if self.twin:
            if self.game.has_clock:
                self.shadow.elapsed = match.moves[-1].elapsed
            self.twin.apply(match.box, self.shadow, seat, action, self.shadow_log)
            self.same("table", match.table, self.shadow)
            self.same("log", told(match.log), told(self.shadow_log))
            self.coverage.compared += 1

    def check_end(self) -> None:
        """Check results, the match file and the replay."""
        match = self.match
        self.coverage.longest = max(self.coverage.longest, match.ply)
        self.check_ply()
        shares = match.result()
        fair = shares is not None and min(shares) >= 0 and max(shares) <= 1 and min(shares) <= 0.5 <= max(shares)
        self.require(fair, f"result: 1 is a win, 0 a loss, and where all are level each has 0.5, not {shares}")
        if match.seats == 2:
            self.require(abs(sum(shares or []) - 1) < 1e-9, f"shares do not add up to 1: {shares}")
        text = print_match(match)
        loaded = load_match(text, match.data)
        self.require(print_match(loaded) == text, "the match file changed on its way through a match")
        for ply in range(match.ply + 1):
            self.same(f"table at ply {ply}", match.table_at(ply), loaded.table_at(ply), ("played", "replayed"))
        for seat in [None, *range(match.seats)]:
            view(match, seat)

    def check_bots(self) -> None:
        """Build a bot of every level, and let each decide twice."""
        if self.compiled:
            compile_part(self.game, THINKING)
        self.options = {}
        self.match = Match(self.game, seed="check bots", runner=self.plain)
        bots = {kind: make_bot(kind, "check", ready=lambda: self.compiled) for kind in KINDS}
        for kind in [*KINDS, *KINDS]:
            if not self.match.over:
                seat = self.match.waiting[0]
                action = bots[kind].decide(self.match.seat(seat))
                self.require(action in self.match.legal(seat), f"the bot {kind} chose {action}, which is not legal")
                self.match.play(seat, action)


def told(log: Any) -> Any:
    """Give a log as far as it was written by the last action: what lies behind is old."""
    written = copy_of(log)
    written.events[int(log.count) :] = Log.new().events[int(log.count) :]
    return written


def unlike(one: Any, other: Any, where: str) -> str:
    """Name the first value in which two accounts differ, `view of seat 1.zones[0].count: 3 or 4`."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(filter(None, (unlike(one[key], other[key], f"{where}.{key}") for key in one)), "")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return next(filter(None, (unlike(one[at], other[at], f"{where}[{at}]") for at in range(len(one)))), "")
    return "" if one == other else f"{where}: {one} or {other}"


def told_of(error: BaseException) -> str:
    """Say what went wrong in a line, with the last file and line that it came from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}: {type(error).__name__}: {error}"
