"""What can be wrong with a tournament: entrants, settings, options and results; everything is listed at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from matchday.engine.options import show_value
from matchday.engine.speech import mark
from matchday.tournament.options import always_decides, stage_options, wrong_options
from matchday.tournament.standings import Result, TieBreak
from matchday.tournament.tournament import (
    FEWEST,
    GROUP_SIZES,
    MOST,
    Format,
    Problem,
    Stage,
    Tie,
    Tournament,
    TournamentError,
    course,
    problem,
)


def check(tournament: Tournament) -> None:
    """Refuse a tournament that cannot be held, or whose results do not fit; everything that is wrong at once."""
    problems = [*wrong_entrants(tournament), *wrong_format(tournament), *wrong_options(tournament)]
    problems = problems or [*wrong_results(tournament)]
    if problems:
        raise TournamentError(problems)


def wrong_entrants(tournament: Tournament) -> Iterator[Problem]:
    """List what is wrong with the entrants."""
    count, fewest = len(tournament.entrants), FEWEST[tournament.format]
    if not fewest <= count <= MOST:
        told = mark("entrants: {count}; the format {format} takes {fewest} to {most}")
        yield problem(told, count=count, format=tournament.format, fewest=fewest, most=MOST)
    known: set[str] = set()
    for name in tournament.names:
        if name.casefold() in known:
            yield problem(mark('the name "{name}" stands twice; give each entrant another'), name=name)
        known.add(name.casefold())


def wrong_format(tournament: Tournament) -> Iterator[Problem]:
    """List the settings that do not fit the format or the number of entrants."""
    count, form = len(tournament.entrants), tournament.format
    if not 1 <= tournament.copies <= MOST // 2:
        yield problem(mark("copies: {count}; 1 to {most} tables can play"), count=tournament.copies, most=MOST // 2)
    for name, is_set, formats in (
        ("double", tournament.double, (Format.LEAGUE,)),
        ("third_place", tournament.third_place, (Format.KNOCKOUT, Format.GROUPS)),
        ("groups", tournament.groups, (Format.GROUPS,)),
        ("advance", tournament.advance != 2, (Format.GROUPS,)),
        ("rounds", tournament.rounds, (Format.SWISS,)),
        ("tie_break", tournament.tie_break != TieBreak.HEAD_TO_HEAD, (Format.LEAGUE, Format.GROUPS)),
    ):
        if is_set and form not in formats:
            yield problem(mark("{setting}: only for the format {formats}"), setting=name, formats=", ".join(formats))
    if form == Format.KNOCKOUT and tournament.third_place and count < 4:
        yield problem(mark("third_place: it takes 4 entrants who come to the semi-finals"))
    if form == Format.GROUPS:
        yield from wrong_groups(tournament)
    longest = max((count - 1).bit_length() + 1, count // 2) if count else 0
    if form == Format.SWISS and tournament.rounds and not 1 <= tournament.rounds <= longest:
        told = mark("rounds: {rounds}; {count} entrants can play 1 to {longest}, for more take a league")
        yield problem(told, rounds=tournament.rounds, count=count, longest=longest)


def wrong_groups(tournament: Tournament) -> Iterator[Problem]:
    """List what is wrong with the number of groups and of those who go on."""
    count, groups, (least, most) = len(tournament.entrants), tournament.group_count, GROUP_SIZES
    if count < FEWEST[Format.GROUPS]:
        return
    if groups < 2 or count // groups < least or -(-count // groups) > most:
        fitting = [str(each) for each in range(2, count) if count // each >= least and -(-count // each) <= most]
        told = mark("groups: {groups}; groups have {least} to {most} entrants, so that {count} make {fitting} groups")
        values = {"groups": groups, "least": least, "most": most, "count": count, "fitting": " / ".join(fitting)}
        yield Problem(told, values)
        return
    smallest = count // groups
    if not 1 <= tournament.advance < smallest:
        told = mark("advance: {advance}; of groups of {smallest} 1 to {most} can go on")
        yield problem(told, advance=tournament.advance, smallest=smallest, most=smallest - 1)
    elif tournament.third_place and groups * tournament.advance < 4:
        yield problem(mark("third_place: it takes 4 entrants who come to the semi-finals"))


def wrong_results(tournament: Tournament) -> Iterator[Problem]:
    """List the results that fit no match of the schedule, or cannot be."""
    found = course(tournament)
    ties = {(tie.round, frozenset((tie.home, tie.away))): tie for tie in found.ties if tie.home and tie.away}
    seen: set[tuple[int, frozenset[str]]] = set()
    for result in tournament.results:
        key = (result.round, result.pair)
        where = {"round": result.round, "home": result.home, "away": result.away}
        if key not in ties:
            told = mark("round {round} has no match {home} – {away}; it has: {matches}")
            here = [tie for tie in found.ties if tie.round == result.round and tie.home and tie.away]
            yield Problem(told, {**where, "matches": ", ".join(f"{tie.home} – {tie.away}" for tie in here) or "–"})
        elif key in seen:
            yield Problem(mark("round {round} has two results of {home} – {away}; leave one"), where)
        else:
            yield from wrong_result(tournament, result, ties[key], where)
        seen.add(key)


def wrong_result(tournament: Tournament, result: Result, tie: Tie, where: Mapping[str, object]) -> Iterator[Problem]:
    """List what is wrong with one result of a match of the schedule."""
    if result.winner and result.winner not in result.pair:
        told = mark('round {round}, {home} – {away}: the winner is one of the two, not "{winner}"')
        yield Problem(told, {**where, "winner": result.winner})
    elif not result.won_by and (tie.stage == Stage.KNOCKOUT or always_decides(tournament, tie.stage)):
        yield level_match(tournament, tie.stage, where)
    if tie.stage == Stage.TABLE and result.extra:
        told = mark("{home} – {away} in round {round} counts for a table and has no extra time")
        yield Problem(told, where)


def level_match(tournament: Tournament, stage: Stage, where: Mapping[str, object]) -> Problem:
    """Tell that a match needs a winner, and what is to be played for it."""
    settling = stage_options(tournament, stage)
    if not settling:
        told = mark(
            "{home} – {away} in round {round} is a knock-out match and cannot end level: play it again, or name the "
            "winner with --winner"
        )
        return Problem(told, where)
    told = mark(
        "{home} – {away} in round {round} cannot end level: play it with {option} to its end, or name who won by lot "
        "or on penalties with --winner"
    )
    option = ", ".join(f"{name}={show_value(value)}" for name, value in settling.items())
    return Problem(told, {**where, "option": option})
