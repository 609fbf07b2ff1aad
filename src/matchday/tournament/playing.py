"""From matches to results: match files read, and matches of bots played in compiled code."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from matchday.bots.levels import LEVELS, make_bot
from matchday.bots.thinking import THINKING
from matchday.engine.doors import RULES, compile_part
from matchday.engine.options import show_value
from matchday.engine.runner import Runner
from matchday.engine.speech import mark
from matchday.games import game as find_game
from matchday.match.files import save_match
from matchday.match.match import EndedBy, Match
from matchday.match.seating import BOT, level_of
from matchday.tournament.entering import entered, entrant_named, find_tie
from matchday.tournament.options import match_options
from matchday.tournament.standings import Result
from matchday.tournament.tournament import (
    Problem,
    Stage,
    Tie,
    Tournament,
    TournamentError,
    course,
    problem,
    refusal,
)

REPLAYS = 100
"""So often at most a level knock-out match is played again."""


# ---------------------------------------------------------------- what a match came to


def result_of(tie: Tie, match: Match, *, turned: bool, file: str = "") -> Result:
    """Read the result of a match off its table; `turned` where the away side had the first seat."""
    names = (tie.away, tie.home) if turned else (tie.home, tie.away)
    shares = match.result() or [0.5, 0.5]
    score = match.score()
    by_share = "" if shares[0] == shares[1] else names[int(shares[1] > shares[0])]
    by_score = "" if score[0] == score[1] else names[int(score[1] > score[0])]
    fouls = (0, 0)
    extra = False
    if "goals_in_time" in match.game.table_type.fields:  # Piłka w grze! keeps what a tournament needs
        table: Any = match.table
        fouls = (int(table.fouls[0]), int(table.fouls[1]))
        extra = match.game.events["EXTRA_TIME"] in {told.kind for step in match.steps for told in step.events}
    found = Result(
        tie.round,
        *names,
        score=(score[0], score[1]),
        extra=extra,
        fouls=fouls,
        winner="" if by_share == by_score else by_share,
        file=file,
    )
    return found.flipped() if turned else found


def unfit(tournament: Tournament, match: Match) -> list[Problem]:
    """List why a match cannot count, whoever has played it."""
    if match.game.name != tournament.game:
        told = mark("it is a match of {played}, the tournament plays {game}")
        return [problem(told, played=match.game.name, game=tournament.game)]
    if not match.over:
        return [problem(mark("the match is not over yet"))]
    if match.ending and match.ending.by == EndedBy.ABANDON:
        return [problem(mark("the match was abandoned: nobody has won it"))]
    score = match.score()
    if match.ending and match.ending.by == EndedBy.DRAW and score[0] != score[1]:
        told = mark("a draw was agreed on at {score}: enter it with `matchday tournament result`")
        return [problem(told, score=f"{score[0]}:{score[1]}")]
    return []


def other_options(tournament: Tournament, tie: Tie, match: Match) -> list[Problem]:
    """List the options that were played otherwise than the tournament wants; own decks are free."""
    wanted = match_options(tournament, tie.stage)
    told = mark("option {name}: played with {played}, this match of the tournament has {wanted}")
    return [
        problem(told, name=name, played=show_value(match.options[name]), wanted=show_value(value))
        for name, value in wanted.items()
        if match.game.options[name].secret_of is None and match.options[name] != value
    ]


def who_played(tournament: Tournament, match: Match, seat: int, given: str) -> list[str]:
    """Tell which entrants may have had a seat: the one named, or all bots of the kind that sat there."""
    if given:
        return [entrant_named(tournament, given)]
    name, level = match.names[seat], level_of(match.kinds[seat])
    found = [entrant.name for entrant in tournament.entrants if level and entrant.bot == level]
    if found:
        return found
    if not name:
        side = "--away" if seat else "--home"
        raise refusal(
            mark("seat {seat} has no name in the match file: say with {side} who sat there"), seat=seat, side=side
        )
    return [entrant_named(tournament, name)]


def recorded(
    tournament: Tournament, match: Match, *, file: str = "", home: str = "", away: str = "", replacing: bool = False
) -> tuple[Tournament, Result]:
    """Enter what a match came to; `home` and `away` tell who had the first and the second seat."""
    problems = unfit(tournament, match)
    if problems:
        raise TournamentError(problems, file)
    earlier = next((each for each in tournament.results if file and each.file == file), None)
    if earlier and not replacing:
        told = mark("this match file is in the results already: {home} – {away} of round {round}")
        raise refusal(told, home=earlier.home, away=earlier.away, round=earlier.round)
    seats = [who_played(tournament, match, seat, given) for seat, given in enumerate((home, away))]
    tie, turned = find_tie(tournament, *seats, replacing=replacing)
    problems = other_options(tournament, tie, match)
    if problems:
        raise TournamentError(problems, file)
    found = result_of(tie, match, turned=turned, file=file)
    return entered(tournament, found, replacing=replacing), found


# ---------------------------------------------------------------- matches of bots


def bots_due(tournament: Tournament) -> list[Tie]:
    """List the matches between bots that are due."""
    return [tie for tie in course(tournament).due if tournament.bot(tie.home) and tournament.bot(tie.away)]


def prepare(tournament: Tournament, ties: Sequence[Tie]) -> None:
    """Compile what the bots of some matches need."""
    game = find_game(tournament.game)
    compile_part(game, RULES)
    kinds = {tournament.bot(name) for tie in ties for name in (tie.home, tie.away)}
    if any(kind in LEVELS and LEVELS[kind].effort for kind in kinds):
        compile_part(game, THINKING)


def play_tie(tournament: Tournament, tie: Tie) -> tuple[Match, Result]:
    """Let two bots play; a level knock-out match is played again. The same seed gives the same match."""
    game = find_game(tournament.game)
    kinds = [tournament.bot(tie.home), tournament.bot(tie.away)]
    runner = Runner(game, "compiled")
    for again in range(REPLAYS):
        seed = f"{tournament.seed} {tie.round} {tie.home} {tie.away}" + (f" {again}" if again else "")
        options, seated = match_options(tournament, tie.stage), [f"{BOT}{kind}" for kind in kinds]
        match = Match(game, options, seed, kinds=seated, runner=runner)
        bots = [make_bot(kind, f"{seed} {seat}", ready=lambda: True, runner=runner) for seat, kind in enumerate(kinds)]
        while not match.over:
            seat = match.waiting[0]
            match.play(seat, bots[seat].decide(match.seat(seat)))
        found = result_of(tie, match, turned=False)
        if found.won_by or tie.stage == Stage.TABLE:
            return match, found
    raise refusal(mark("{home} – {away} was level {n} times running"), home=tie.home, away=tie.away, n=REPLAYS)


def play_bots(tournament: Tournament, path: Path, keep: Callable[[Tournament, Result, int], None]) -> Tournament:
    """Play all matches of bots that are due, and those that become due by it; each goes to a file at once.

    `keep` is told of every result: the tournament with it, the result, and how many more are due now.
    """
    while ties := bots_due(tournament):
        for place, tie in enumerate(ties, start=1):
            match, found = play_tie(tournament, tie)
            file = match_file(path, tie)
            (path.parent / file).parent.mkdir(exist_ok=True)
            save_match(match, path.parent / file)
            found = replace(found, file=file)
            tournament = entered(tournament, found)
            keep(tournament, found, len(ties) - place)
    return tournament


def match_file(path: Path, tie: Tie) -> str:
    """Name the file of a match, in a folder beside the tournament's file."""
    sides = [re.sub(r"\W+", "_", name).strip("_") for name in (tie.home, tie.away)]
    return f"{path.stem}-matches/{'-'.join(filter(None, [f'{tie.round}.{tie.number}', *sides]))}.match"
