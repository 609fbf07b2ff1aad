"""Help for people: a hint at the table, how the match stands, and what was decisive when it is over.

Everything here is worked out from hidden tables: a hint knows what its seat knows, the public chances are those of a
spectator who knows the rules and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, isnan, nan, sqrt

from matchday.bots.chances import PLAYOUTS, Chances, Forecaster
from matchday.bots.levels import adviser
from matchday.bots.simple import SimpleBot
from matchday.bots.thinking import Decider, Prospect
from matchday.engine.log import SPECTATOR
from matchday.engine.record import raw
from matchday.engine.speech import Say, mark
from matchday.match.match import Match

EFFORT = 40_000
"""Decisions played in trials behind a hint …"""
MISTAKE_EFFORT = 12_000
"""… and behind the verdict on each move of a match that is over."""
SWING = 0.1
"""A move after which a seat's public share of the win is so much more or less may be a turning point."""
TURNS = 5
LOSS = 0.06
"""A choice that costs at least so much of the win is called a likely mistake, if the trials are sure of it."""
CLOSE = 0.01
"""Two choices of which one gains no more are as good as each other."""
SURE = 2.5
"""Standard errors that a difference must exceed."""


def hint(match: Match, seat: int | None = None, *, effort: int = EFFORT, seed: str = "hint") -> list[Prospect]:
    """Rank a seat's legal actions by what the seat knows, the best first, with its expected share of the win; without
    a number, those of the seat that is asked.

    >>> match = Match("pilka_w_grze", seed=5)
    >>> best = hint(match)[0]
    >>> best.action in match.legal(match.asked), 0 <= best.value <= 1
    (True, True)
    """
    seat = match.asked if seat is None else seat
    actions = match.legal(seat)
    if len(actions) < 2:
        return [Prospect(action, 0, chances(match, seat).shares[seat]) for action in actions]
    return adviser(match.game, effort).run(match.box_for(seat), match.hidden(seat), seat, f"{seed} {match.ply} {seat}")


def guess(match: Match, seat: int, seed: str = "hint") -> list[Prospect]:
    """Put the choice of the playing sense first, at once and without values: a hint while nothing is compiled."""
    best = SimpleBot("greedy", f"{seed} {match.ply} {seat}").decide(match.seat(seat))
    actions = sorted(match.legal(seat), key=lambda action: action != best)
    return [Prospect(action, 0, nan) for action in actions]


def reason(match: Match, say: Say, seat: int, found: Sequence[Prospect], *, named: bool = False) -> str:
    """Say why the first of some ranked actions, from nothing but what the trials have told: how often it wins, and how
    often the next best; without its name, if that was said before.
    """
    return compared(match, say, seat, found, named).replace(" %", "\N{NO-BREAK SPACE}%")


def because(match: Match, say: Say, seat: int, found: Sequence[Prospect]) -> str:
    """Say why in the game's own words: what the first of some ranked actions saves, brings or makes hard; nothing where
    only its chances speak for it, or where the next best is as good.
    """
    if len(found) < 2 or (not isnan(found[0].value) and not isnan(found[1].value) and is_close(*found[:2])):
        return ""
    say, action = say.at(match.game.name), found[0].action
    told = match.game.because(say, match.box_for(seat), match.hidden(seat), seat, action)
    return told.replace(" %", "\N{NO-BREAK SPACE}%")


NAMED = {
    mark("{act}: so says experience. The bench has not played it out yet."): mark(
        "So says experience. The bench has not played it out yet."
    ),
    mark("{act}: {n} % to win. Nothing else comes near it."): mark("{n} % to win. Nothing else comes near it."),
    mark("{act}: {n} % to win. With “{other}” it would be {m} %."): mark(
        "{n} % to win. With “{other}” it would be {m} %."
    ),
}
"""The same for whoever has read already what is meant."""


def compared(match: Match, say: Say, seat: int, found: Sequence[Prospect], named: bool) -> str:
    """Find the sentence for it."""
    box, hidden = match.box_for(seat), match.hidden(seat)
    act, *others = (match.game.words.action(say, box, hidden, seat, each.action) for each in found[:2])
    best = found[0]
    if not others:
        return say(mark("{act}: there is nothing else to do here."), act=act)
    if isnan(best.value):
        text = mark("{act}: so says experience. The bench has not played it out yet.")
        return say(NAMED[text] if named else text, act=act)
    n = round(100 * best.value)
    if isnan(found[1].value):
        text = mark("{act}: {n} % to win. Nothing else comes near it.")
        return say(NAMED[text] if named else text, act=act, n=n)
    other, m = others[0], round(100 * found[1].value)
    if is_close(best, found[1]):
        return say(mark("Either will do: “{act}” or “{other}”, about {n} % to win."), act=act, other=other, n=n)
    text = mark("{act}: {n} % to win. With “{other}” it would be {m} %.")
    return say(NAMED[text] if named else text, act=act, n=n, other=other, m=m)


def warnings(match: Match, say: Say, seat: int, found: Sequence[Prospect]) -> list[tuple[int, str]]:
    """Warn of every choice that loses much, by ranked actions and as far as trials are sure of it: what it gives away,
    and what would keep it.
    """
    best = found[0]
    if isnan(best.value) or not best.visits:
        return []
    box, hidden = match.box_for(seat), match.hidden(seat)
    better = match.game.words.action(say, box, hidden, seat, best.action)
    told = []
    for each in found[1:]:
        if each.visits and best.gain - each.gain > max(LOSS, SURE * hypot(best.error, each.error)):
            act = match.game.words.action(say, box, hidden, seat, each.action)
            n, m = round(100 * best.value), round(100 * each.value)
            text = say(mark("“{act}” leaves {m} % to win. “{better}” keeps {n} %."), act=act, m=m, better=better, n=n)
            told.append((each.action, text.replace(" %", "\N{NO-BREAK SPACE}%")))
    return told


def is_close(best: Prospect, other: Prospect) -> bool:
    """Tell whether trials cannot say which of two is better, or hardly by how much."""
    lead = best.gain - other.gain
    return lead <= max(CLOSE, hypot(best.error, other.error)) or round(100 * best.value) <= round(100 * other.value)


def chances(match: Match, seat: int | None = None, *, playouts: int = PLAYOUTS, seed: str = "chances") -> Chances:
    """Estimate how the match stands, from a seat's eyes or from a spectator's."""
    return look(Forecaster(match.game, playouts), match, SPECTATOR if seat is None else seat, seed)


def look(forecaster: Forecaster, match: Match, eyes: int, seed: str) -> Chances:
    """Estimate how the match stands from somebody's eyes; nothing is uncertain about one that is over."""
    shares = match.result()
    if shares is None:
        return forecaster.look(match.box_for(eyes), match.hidden(eyes), eyes, seed)
    wins = tuple(float(share == 1) for share in shares)
    return Chances(wins, 0.0 if any(wins) else 1.0, tuple(shares))


# ---------------------------------------------------------------- after the match


@dataclass(frozen=True)
class Point:
    """How the match stood after so many moves."""

    ply: int
    public: Chances
    eyes: tuple[Chances, ...]
    """From each seat's own eyes."""


@dataclass(frozen=True)
class Turn:
    """A move that changed the match."""

    ply: int
    """The match after this move."""
    seat: int
    """Who gained by it."""
    swing: float
    """How much of the win the seat gained, as the public saw it."""


@dataclass(frozen=True)
class Mistake:
    """A choice that was probably not the best, by what the seat knew."""

    ply: int
    """The match before the move."""
    seat: int
    played: int
    better: int
    loss: float
    """How much of the win it gave away."""
    chance: float
    """The expected share of the win with the better one."""


@dataclass(frozen=True)
class Analysis:
    """The course of a match."""

    points: tuple[Point, ...]
    turns: tuple[Turn, ...]
    mistakes: tuple[Mistake, ...]


def analyse(
    match: Match,
    *,
    playouts: int = PLAYOUTS,
    effort: int = MISTAKE_EFFORT,
    seed: str = "analysis",
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Estimate the chances after every move, and find turning points and likely mistakes.

    >>> found = analyse(Match("pilka_w_grze", seed=5), playouts=10)
    >>> len(found.points), found.turns, found.mistakes
    (1, (), ())
    """
    steps = analysed(match, playouts=playouts, effort=effort, seed=seed)
    try:
        while True:
            done = next(steps)
            if progress:
                progress(done, match.ply + 1)
    except StopIteration as end:
        found: Analysis = end.value
        return found


def analysed(
    match: Match, *, playouts: int = PLAYOUTS, effort: int = MISTAKE_EFFORT, seed: str = "analysis"
) -> Generator[int, None, Analysis]:
    """Do so ply by ply, for whoever has other things to do in between; gives how many are done.

    The same dice are rolled at every ply, so that luck in the playouts moves neighbouring points together.
    """
    everyone = [SPECTATOR, *range(match.seats)]
    watchers = {eyes: Watcher(Forecaster(match.game, playouts), eyes, seed) for eyes in everyone}
    bench = adviser(match.game, effort)
    points: list[Point] = []
    mistakes: list[Mistake] = []
    moves = match.moves
    for ply in range(match.ply + 1):
        there = match.at(ply)
        public, *eyes = (watchers[each].watch(there) for each in everyone)
        points.append(Point(ply, public, tuple(eyes)))
        if ply < match.ply:
            mistakes += find_mistake(bench, there, moves[ply].seat, moves[ply].action, seed)
        yield ply + 1
    return Analysis(tuple(points), tuple(find_turns(points, playouts)), tuple(mistakes))


@dataclass
class Watcher:
    """Somebody who watches the whole match; looks ahead anew only when something new is seen."""

    forecaster: Forecaster
    eyes: int
    seed: str
    seen: bytes = b""
    last: Chances | None = None

    def watch(self, match: Match) -> Chances:
        """Estimate how the match stands now."""
        hidden = match.hidden(self.eyes)
        hidden.waiting = bool(hidden.waiting)  # that a rival has decided in secret tells nothing
        if self.last is None or match.over or raw(hidden) != self.seen:
            self.seen, self.last = raw(hidden), look(self.forecaster, match, self.eyes, self.seed)
        return self.last


def find_mistake(bench: Decider, match: Match, seat: int, played: int, seed: str) -> list[Mistake]:
    """Compare the move that was played with the one that trials prefer, in the same worlds with the same luck."""
    if len(match.legal(seat)) < 2:
        return []
    found = bench.run(match.box_for(seat), match.hidden(seat), seat, f"{seed} {match.ply}")
    best, own = found[0], next(each for each in found if each.action == played)
    loss, doubt = best.gain - own.gain, hypot(best.error, own.error)
    return [Mistake(match.ply, seat, played, best.action, loss, best.value)] if loss > max(LOSS, SURE * doubt) else []


def find_turns(points: Sequence[Point], playouts: int) -> list[Turn]:
    """Pick the moves after which the public's estimate changed most, beyond its noise, in the order of the match."""
    turns = []
    least = max(SWING, SURE * sqrt(0.5 / playouts))
    for before, after in pairwise(points):
        gains = [new - old for old, new in zip(before.public.shares, after.public.shares, strict=True)]
        seat = max(range(len(gains)), key=gains.__getitem__)
        if gains[seat] >= least:
            turns.append(Turn(after.ply, seat, gains[seat]))
    greatest = sorted(turns, key=lambda turn: -turn.swing)[:TURNS]
    return sorted(greatest, key=lambda turn: turn.ply)
