"""What matches came to, and tables: points, tie-breakers by two presets, and those of Swiss tournaments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Any, TypeAlias

WIN, DRAW = 3, 1

Lot: TypeAlias = Callable[[str], Any]
"""Draws a lot for a name: anything that can be compared and is never equal for two names."""


class TieBreak(StrEnum):
    """How those are told apart who have the same points."""

    HEAD_TO_HEAD = "head_to_head"
    GOAL_DIFFERENCE = "goal_difference"


@dataclass(frozen=True)
class Result:
    """What one match came to."""

    round: int
    home: str
    away: str
    score: tuple[int, int]
    """With what was scored in extra time."""
    extra: bool = False
    """Whether extra time was played."""
    fouls: tuple[int, int] = (0, 0)
    winner: str = ""
    """Who won where the goals do not tell: by lot, on penalties, or since the other gave up."""
    file: str = ""
    """The match file, if there is one."""

    @property
    def in_time(self) -> tuple[int, int]:
        """The goals that tables count: a match goes to extra time when it is level."""
        level = min(self.score)
        return (level, level) if self.extra else self.score

    @property
    def won_by(self) -> str:
        """The winner's name; "" for a draw."""
        if self.winner or self.score[0] == self.score[1]:
            return self.winner
        return self.home if self.score[0] > self.score[1] else self.away

    @property
    def lost_by(self) -> str:
        """The loser's name; "" for a draw."""
        return {self.home: self.away, self.away: self.home}.get(self.won_by, "")

    @property
    def pair(self) -> frozenset[str]:
        """The two who met."""
        return frozenset((self.home, self.away))

    def flipped(self) -> Result:
        """The same from the other side."""
        return replace(self, home=self.away, away=self.home, score=self.score[::-1], fouls=self.fouls[::-1])


@dataclass(frozen=True)
class Line:
    """One line of a table."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals: int = 0
    against: int = 0
    fouls: int = 0
    rests: int = 0
    """Rounds of a Swiss tournament without an opponent; each counts as a win without goals."""
    opponents: int = 0
    """The sum of the points of all opponents."""

    def after(self, result: Result) -> Line:
        """Add a match at home."""
        return Line(
            self.name,
            won=self.won + (result.won_by == self.name),
            drawn=self.drawn + (not result.won_by),
            lost=self.lost + (result.lost_by == self.name),
            goals=self.goals + result.in_time[0],
            against=self.against + result.in_time[1],
            fouls=self.fouls + result.fouls[0],
            rests=self.rests,
        )

    @property
    def played(self) -> int:
        """Matches played."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        """Three for a win, one for a draw."""
        return WIN * (self.won + self.rests) + DRAW * self.drawn

    @property
    def difference(self) -> int:
        """Goals scored less goals conceded."""
        return self.goals - self.against


def lines_of(
    names: Iterable[str], results: Iterable[Result], rests: Mapping[str, int] | None = None
) -> dict[str, Line]:
    """Add up the matches of each entrant."""
    lines = {name: Line(name, rests=(rests or {}).get(name, 0)) for name in names}
    for result in results:
        for own in (result, result.flipped()):
            if own.home in lines:
                lines[own.home] = lines[own.home].after(own)
    return lines


def table(names: Collection[str], results: Collection[Result], tie_break: TieBreak, lot: Lot) -> list[Line]:
    """Rank the entrants of a league or group, the best first."""
    lines = lines_of(names, results)

    def overall(name: str) -> tuple[int, int]:
        return lines[name].difference, lines[name].goals

    def by_fair_play(tied: Sequence[str]) -> list[str]:
        return sorted(tied, key=lambda name: (lines[name].fouls, lot(name)))

    def by_meetings(tied: Sequence[str]) -> list[str]:
        """Points, difference and goals among the tied alone, anew for each set that stays tied."""
        inner = meetings(tied, results)
        parts = split(tied, lambda name: (inner[name].points, inner[name].difference, inner[name].goals))
        if len(parts) > 1:
            return [name for part in parts for name in by_meetings(part)]
        return [name for part in split(tied, overall) for name in by_fair_play(part)]

    def by_difference(tied: Sequence[str]) -> list[str]:
        return [name for part in split(tied, overall) for name in by_points_among(part)]

    def by_points_among(tied: Sequence[str]) -> list[str]:
        inner = meetings(tied, results)
        return [name for part in split(tied, lambda name: inner[name].points) for name in by_fair_play(part)]

    apart = by_meetings if tie_break == TieBreak.HEAD_TO_HEAD else by_difference
    return [lines[name] for tied in split(names, lambda name: lines[name].points) for name in apart(tied)]


def meetings(names: Sequence[str], results: Iterable[Result]) -> dict[str, Line]:
    """Make the table of the matches that some have played among themselves."""
    among = [result for result in results if result.pair <= set(names)]
    return lines_of(names, among)


def split(names: Iterable[str], key: Callable[[str], Any]) -> list[list[str]]:
    """Put names in order of a key, the largest first, and keep equal ones together."""
    ranked = sorted(names, key=key, reverse=True)
    return [list(tied) for _, tied in groupby(ranked, key)]


def swiss_table(names: Collection[str], results: Collection[Result], rests: Mapping[str, int], lot: Lot) -> list[Line]:
    """Rank a Swiss field: points, points of the opponents, goal difference, goals, fewer fouls, lots."""
    lines = lines_of(names, results, rests)
    opponents = dict.fromkeys(names, 0)
    for result in results:
        opponents[result.home] += lines[result.away].points
        opponents[result.away] += lines[result.home].points
    return sorted(
        (replace(line, opponents=opponents[name]) for name, line in lines.items()),
        key=lambda line: (
            -line.points,
            -line.opponents,
            -line.difference,
            -line.goals,
            line.fouls,
            lot(line.name),
        ),
    )
