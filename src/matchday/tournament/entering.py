"""Entering results: which match of the schedule is meant, and whether all still fits with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matchday.engine.speech import mark
from matchday.tournament.checks import check
from matchday.tournament.standings import Result
from matchday.tournament.tournament import Problem, Tie, Tournament, TournamentError, course, refusal


def entered(tournament: Tournament, result: Result, *, replacing: bool = False) -> Tournament:
    """Add a result, or put it in the place of the one that is there; what would not fit then is refused."""
    others = tuple(each for each in tournament.results if (each.round, each.pair) != (result.round, result.pair))
    if len(others) < len(tournament.results) and not replacing:
        raise already_there(next(each for each in tournament.results if each not in others))
    changed = replace(tournament, results=tuple(sorted((*others, result), key=lambda each: each.round)))
    check(changed)
    return changed


def already_there(result: Result) -> TournamentError:
    """Tell that a match has its result."""
    told = mark("{home} – {away} of round {round} has its result, {score}; --replace puts another in its place")
    score = f"{result.score[0]}:{result.score[1]}"
    return refusal(told, home=result.home, away=result.away, round=result.round, score=score)


def find_tie(
    tournament: Tournament, home: Sequence[str], away: Sequence[str], *, replacing: bool = False
) -> tuple[Tie, bool]:
    """Find the match of two, each given by the names that may be meant, and whether its sides are the other way round.

    What is due comes first, then other open matches; to replace a result the last one played. In a double league
    sides matter: the other match of the two is another match.
    """
    found = course(tournament)
    played = [tie for tie in reversed(found.ties) if tie.result]
    upcoming = [tie for tie in found.ties if tie.is_open and tie not in found.due]
    fitting: list[tuple[Tie, bool]] = []
    for ties in [played] if replacing else [found.due, upcoming, played]:
        fitting = [(tie, False) for tie in ties if tie.home in home and tie.away in away]
        if not tournament.double:
            straight = [tie for tie, _ in fitting]
            fitting += [(tie, True) for tie in ties if tie.home in away and tie.away in home and tie not in straight]
        if fitting:
            break
    values = {"home": " / ".join(home), "away": " / ".join(away)}
    if not fitting:
        open_ties = [f"{tie.home} – {tie.away}" for tie in found.due]
        told = mark("no match of {home} and {away} can be played now; next: {matches}")
        raise TournamentError([Problem(told, {**values, "matches": ", ".join(open_ties) or "–"})])
    if len({frozenset((tie.home, tie.away)) for tie, _ in fitting}) > 1:
        told = mark("it may be any of {matches}: say with --home and --away who played")
        raise refusal(told, matches=", ".join(f"{tie.home} – {tie.away}" for tie, _ in fitting))
    tie, turned = fitting[0]
    if tie.result and not replacing:
        raise already_there(tie.result)
    return tie, turned


def entrant_named(tournament: Tournament, name: str) -> str:
    """Find an entrant by name, whatever its capitals."""
    for known in tournament.names:
        if known.casefold() == name.strip().casefold():
            return known
    told = mark('no entrant "{name}"; known: {known}')
    raise refusal(told, name=name, known=", ".join(tournament.names))
