"""`view`: the one function that tells a person, a browser or a program what a seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matchday.engine.game import Game
from matchday.engine.log import EVERYONE, SPECTATOR
from matchday.engine.record import copy_of
from matchday.engine.speech import Say, mark
from matchday.engine.view import Choice, Ended, Happening, SeatView, View
from matchday.match.match import AUTOMAT_NAME, BOT, EndedBy, Match, Told
from matchday.match.reading import readable_box


def view(
    match: Match, seat: int | None = None, *, language: str = "en", since: int = 0, all_cards: bool = False
) -> View:
    """Show a match to a seat, or to a spectator; events from ply `since` on.

    Everything comes from the hidden table and from events whose mask lets the seat see them. Only `all_cards`, meant
    for matches that are over, opens the whole table and everything that was told to anyone; nothing can be chosen then.
    """
    game, say = match.game, Say(language, match.game.name)
    who = SPECTATOR if seat is None else seat
    known, table = (match.box, copy_of(match.table)) if all_cards else (match.box_for(who), match.hidden(who))
    score, box = match.runner.score(known, table), readable_box(known)
    names = seat_names(match, say)
    return View(
        game=game.name,
        title=game.words.title(say),
        seat=seat,
        ply=match.ply,
        phase=game.phases(int(table.phase)).name.lower(),
        phase_name=game.words.phase(say, box, table),
        prompt=prompt(match, say, box, table, who, names),
        clock=game.sight.clock(say, box, table),
        over=match.is_over,
        result=match.result(),
        ended=ended(match),
        seats=[
            SeatView(
                seat=number,
                name=names[number],
                team=game.words.team(say, number),
                score=score[number],
                waiting=number in match.waiting,
            )
            for number in range(match.seats)
        ],
        zones=game.sight.zones(say, box, table, who),
        counters=game.sight.counters(say, box, table, who),
        choices=[] if all_cards else choices(match, say, box, table, who),
        can_undo=seat is not None and not all_cards and match.can_undo(seat),
        events=events(match, say, None if all_cards else who, since, names),
    )


def seat_names(match: Match, say: Say) -> list[str]:
    """Give the names of the seats: the people's own, or their teams'."""
    return [seat_name(match, say, seat) for seat in range(match.seats)]


def seat_name(match: Match, say: Say, seat: int) -> str:
    """Name one seat; a bot goes by its team."""
    return shown_name(match.game, say, seat, match.names[seat] if seat < len(match.names) else "")


def shown_name(game: Game, say: Say, seat: int, given: str) -> str:
    """Name a seat by what it was given."""
    team = game.words.team(say, seat)
    if given == AUTOMAT_NAME:
        return say("{team} (Automat)", team=team)
    return say("{team} (bot)", team=team) if given.startswith(BOT) else given or team


def home_first(match: Match) -> list[int]:
    """List the seats as scores name them: whoever plays at home first, where a game knows it; then as they sit."""
    home = int(getattr(match.table, "home", 0))  # Kickards and Kick On have it
    return sorted(range(match.seats), key=lambda seat: seat != home)


def score_text(match: Match, say: Say) -> str:
    """Tell the score with the names it belongs to."""
    names, score = seat_names(match, say), match.score()
    if match.seats == 2:
        first, second = home_first(match)
        return f"{names[first]} {score[first]}:{score[second]} {names[second]}"
    return ", ".join(f"{name} {points}" for name, points in zip(names, score, strict=True))


def prompt(match: Match, say: Say, box: Any, table: Any, who: int, names: list[str]) -> str:
    """Say what is asked of this seat, or for whom the table waits; box and table as the seat knows them."""
    if match.ending:
        return ending_text(match, say, names)
    if who in match.waiting or match.is_over:
        return match.game.words.prompt(say, box, table, who)
    return say("Waiting for {names}.", names=", ".join(names[seat] for seat in match.waiting))


def ended(match: Match) -> Ended | None:
    """Tell how a match ended otherwise than by its rules."""
    return Ended(by=match.ending.by.value, seat=match.ending.seat) if match.ending else None


def ending_text(match: Match, say: Say, names: list[str]) -> str:
    """Say how a match ended otherwise than by its rules."""
    if match.ending is None:
        return ""
    if match.ending.by == EndedBy.DRAW:
        return say("The match ends in a draw, as agreed.")
    if match.ending.seat is None:
        return say("The match was left unfinished by everyone.")
    text = {
        EndedBy.CONCEDE: mark("The match is conceded by {name}."),
        EndedBy.TIME: mark("The match is lost on time by {name}."),
        EndedBy.ABANDON: mark("The match is lost by {name}, who left it unfinished."),
    }[match.ending.by]
    return say(text, name=names[match.ending.seat])


def choices(match: Match, say: Say, box: Any, table: Any, who: int) -> list[Choice]:
    """List the legal actions of a seat in words, with their pieces; box and table are as the seat knows them."""
    game = match.game
    return [
        Choice(
            action=action,
            label=game.words.action(say, box, table, who, action),
            notation=game.words.notation(box, action),
            elements=game.sight.elements(box, table, who, action),
            detail=game.sight.detail(say, box, table, who, action),
        )
        for action in match.legal(who)
    ]


def events(match: Match, say: Say, who: int | None, since: int, names: list[str]) -> list[Happening]:
    """List what has happened from a ply on, as far as this seat may see it; all of it for nobody in particular."""
    game, box = match.game, readable_box(match.box if who is None else match.box_for(who))
    found = []
    for ply, step in enumerate(match.steps[since:], start=since):
        told = fullest(step.events) if who is None else [event for event in step.events if event.sees >> who & 1]
        clock = clock_at(match, say, who, max(0, ply - 1)) if told else ""  # when it was done, not what comes next
        found += [
            Happening(
                ply=ply,
                kind=game.events(event.kind).name.lower(),
                args=list(event.args),
                text=game.words.event(say, box, names, event.kind, event.args),
                rule=game.words.event_rule(event.kind),
                clock=clock,
            )
            for event in told
        ]
    if match.ending and since <= match.ply:
        found.append(
            Happening(
                ply=match.ply,
                kind="ended",
                args=[],
                text=ending_text(match, say, names),
                clock=clock_at(match, say, who, match.ply),
            )
        )
    return found


def clock_at(match: Match, say: Say, who: int | None, ply: int) -> str:
    """Read the match clock after so many moves, with the eyes of a seat or of nobody in particular."""
    table = match.table_at(ply)
    if who is None:
        return match.game.sight.clock(say, readable_box(match.box), table)
    return match.game.sight.clock(say, readable_box(match.box_for(who)), match.hidden_copy(table, who))


def fullest(told: Sequence[Told]) -> list[Told]:
    """Leave out what was told to all but one seat, where that seat was told more."""
    alone = {event.sees for event in told if event.sees.bit_count() == 1}
    return [event for event in told if EVERYONE ^ event.sees not in alone]
