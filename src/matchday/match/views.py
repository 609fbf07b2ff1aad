"""`view`: the one function that tells a person, a browser or a program what a seat may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from matchday.engine.game import Game
from matchday.engine.log import EVERYONE, SPECTATOR
from matchday.engine.reading import Reading, block
from matchday.engine.speech import Say, mark
from matchday.engine.view import Choice, Ended, Happening, PlayerKind, SeatView, View
from matchday.match.faces import catalogue, print_of
from matchday.match.match import EndedBy, Match, Told
from matchday.match.seat import Glimpse, Seat
from matchday.match.seating import AUTOMAT, level_of


def view(
    match: Match,
    seat: int | None = None,
    *,
    language: str = "en",
    since: int = 0,
    all_cards: bool = False,
    whole: bool = True,
) -> View:
    """Show a match to a seat, or to a spectator; events from ply `since` on.

    Everything comes from the seat's hidden tables and from events whose mask lets it see them. Only `all_cards`, meant
    for matches that are over, opens the whole table and everything that was told to anyone; nothing can be chosen then.
    Pieces carry all that is printed on them; without `whole` they leave to `faces` what is in the catalogue.

    >>> from matchday.match.match import Match
    >>> shown = view(Match("pilka_w_grze", seed=5), 0)
    >>> shown.seat, shown.over
    (0, False)
    """
    who = SPECTATOR if seat is None else seat
    if all_cards:
        return show(open_seat(match, who, since), language, whole=whole)
    can_undo = seat is not None and match.can_undo(seat)
    return show(match.seat(who, since=since, can_undo=can_undo), language, whole=whole)


def open_seat(match: Match, who: int, since: int) -> Seat:
    """Give a seat from which everything can be seen and nothing done."""
    past = tuple(
        Glimpse(ply, match.steps[max(0, ply - 1)].table, tuple(fullest(step.events)))
        for ply, step in enumerate(match.steps[since:], start=since)
    )
    return match.seen(who, match.box, match.table_at(match.ply), past)


def show(seat: Seat, language: str = "en", *, whole: bool = True) -> View:
    """Show a seat all that it may see."""
    game, say, (box, table) = seat.game, Say(language, seat.game.name), seat.reading
    names, waiting = shown_names(game, say, seat.names, seat.kinds), seat.waiting
    zones = game.sight.zones(say, box, table, seat.number)
    return View(
        game=game.name,
        title=game.words.title(say),
        seat=None if seat.is_spectator else seat.number,
        ply=seat.ply,
        phase=game.phases(table.phase).name.lower(),
        phase_name=game.words.phase(say, box, table),
        prompt=prompt(seat, say),
        clock=game.sight.clock(say, box, table),
        over=seat.over,
        result=None if seat.result is None else list(seat.result),
        ended=ended(seat),
        seats=[
            SeatView(
                seat=number,
                name=names[number],
                person="" if player_kind(seat.kinds[number]) != "person" else seat.names[number],
                kind=player_kind(seat.kinds[number]),
                team=game.words.team(say, number),
                score=seat.score[number],
                waiting=number in waiting,
            )
            for number in range(box.seats)
        ],
        zones=catalogue(game, box, language).whole(zones) if whole else zones,
        counters=game.sight.counters(say, box, table, seat.number),
        choices=choices(seat, language),
        can_undo=seat.can_undo,
        events=events(seat, say),
        faces=None if whole else print_of(game, box, language),
    )


def seat_names(match: Match | Seat, say: Say) -> list[str]:
    """Give the names of the seats as sentences and pictures have them: with the kind of player, if it is no person."""
    names = shown_names(match.game, say, match.names, match.kinds)
    return [with_kind(say, name, kind) for name, kind in zip(names, match.kinds, strict=True)]


def with_kind(say: Say, team: str, kind: str) -> str:
    """Tell a bot and the Automat from a person."""
    if kind == AUTOMAT:
        return say("{team} (Automat)", team=team)
    return say("{team} (bot)", team=team) if level_of(kind) else team


def shown_names(game: Game, say: Say, names: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Name seats by what they were given; a bot goes by its team, and its kind tells that it is one."""
    return [shown_name(game, say, seat, *given) for seat, given in enumerate(zip(names, kinds, strict=True))]


def shown_name(game: Game, say: Say, seat: int, given: str, kind: str) -> str:
    """Name one seat."""
    return (given if player_kind(kind) == "person" else "") or game.words.team(say, seat)


def player_kind(kind: str) -> PlayerKind:
    """Tell what kind of player sits on a seat."""
    return "automat" if kind == AUTOMAT else "bot" if level_of(kind) else "person"


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


def prompt(seat: Seat, say: Say) -> str:
    """Say what is asked of a seat, or for whom the table waits."""
    names = seat_names(seat, say)
    if seat.ending:
        return ending_text(seat, say, names)
    if seat.number in seat.waiting or seat.over:
        return seat.game.words.prompt(say, *seat.reading, seat.number)
    return say("Waiting for {names}.", names=", ".join(names[number] for number in seat.waiting))


def ended(match: Match | Seat) -> Ended | None:
    """Tell how a match ended otherwise than by its rules."""
    return Ended(by=match.ending.by.value, seat=match.ending.seat) if match.ending else None


def ending_text(match: Match | Seat, say: Say, names: list[str]) -> str:
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


def choices(seat: Seat, language: str = "en") -> list[Choice]:
    """List what a seat may do in words, with the pieces of each choice."""
    say, (box, table) = Say(language, seat.game.name), seat.reading
    return [choice(say, box, table, seat.game, seat.number, action) for action in seat.actions]


@block
def choice(say: Say, box: Any, table: Any, game: Game, number: int, action: int) -> Choice:
    """Tell what an action is: its words, its pieces, its facts; what was found out is said, not found out again."""
    facts = game.facts(box, table, number, action)
    detail: Any = partial(game.sight.detail, say, box, table, number, action)
    return Choice(
        action=action,
        label=game.words.action(say, box, table, number, action),
        notation=game.words.notation(box, action),
        elements=game.sight.elements(box, table, number, action),
        final=game.final(box, table, number, action),
        facts=facts,
        detail=detail(facts) if facts else detail(),
    )


def events(seat: Seat, say: Say) -> list[Happening]:
    """List what has happened before a seat's eyes."""
    game, (box, table), names = seat.game, seat.reading, seat_names(seat, say)
    found = [
        Happening(
            ply=glimpse.ply,
            kind=kind.name.lower(),
            args=kind.read(event.args)._asdict(),
            text=game.words.event(say, box, names, kind, event.args),
            rule=game.words.event_rule(kind),
            clock=clock,
            time=time,
        )
        for glimpse, clock, time in dated(seat, say, box)
        for event in glimpse.events
        for kind in [game.events(event.kind)]
    ]
    if seat.ending:
        clock = game.sight.clock(say, box, table)
        text = ending_text(seat, say, names)
        found.append(Happening(ply=seat.ply, kind="ended", args={}, text=text, clock=clock))
    return found


def dated(seat: Seat, say: Say, box: Any) -> Iterator[tuple[Glimpse, str, str]]:
    """Give what was seen with the time on the match clock, in full and in short: when it was done, not what comes."""
    game = seat.game
    for glimpse in seat.past:
        if glimpse.events:
            before = Reading(game.table_type.from_bytes(glimpse.before))
            yield glimpse, game.sight.clock(say, box, before), game.time(say, box, before)


def fullest(told: Sequence[Told]) -> list[Told]:
    """Leave out what was told to all but one seat, where that seat was told more."""
    alone = {event.sees for event in told if event.sees.bit_count() == 1}
    return [event for event in told if EVERYONE ^ event.sees not in alone]
