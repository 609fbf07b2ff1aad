"""`view`: the one function that tells a person, a browser or a program what a seat may see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from matchday.engine.game import Game
from matchday.engine.log import EVERYONE, SPECTATOR
from matchday.engine.reading import ReadBox, block, reading_of
from matchday.engine.speech import Say, mark
from matchday.engine.view import Choice, Ended, Happening, PlayerKind, SeatView, View
from matchday.match.faces import catalogue, print_of
from matchday.match.match import EndedBy, Match
from matchday.match.past import Told
from matchday.match.seat import Glimpse, Seat
from matchday.match.seating import AUTOMAT, level_of

SEATED, SENTENCES = 1_000, 10_000
"""Tables of which it is remembered who sits there, and sentences that are."""


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
        for ply, step in enumerate(match.steps.since(since), start=since)
    )
    return match.seen(who, match.box, match.steps[-1].table, past, is_asked=False)


def show(seat: Seat, language: str = "en", *, whole: bool = True) -> View:
    """Show a seat all that it may see."""
    game, say, (box, table) = seat.game, Say(language, seat.game.name), seat.reading
    zones = game.sight.zones(say, box, table, seat.number)
    title, phase, phase_name = heading(say, box, table, game)
    ask, consequence = two_parts(prompt(seat, say))
    faces = None if whole else print_of(say, box, game)
    return View(
        game=game.name,
        title=title,
        seat=None if seat.is_spectator else seat.number,
        ply=seat.ply,
        phase=phase,
        phase_name=phase_name,
        prompt=ask,
        consequence=consequence,
        clock=times(say, box, table, game)[0],
        over=seat.over,
        result=None if seat.result is None else list(seat.result),
        ended=ended(seat),
        seats=seat_views(game, language, seat.names, seat.kinds, seat.score, tuple(seat.waiting)),
        zones=catalogue(game, box, language).whole(zones) if whole else zones,
        counters=game.sight.counters(say, box, table, seat.number),
        choices=choices(seat, language, bare=faces is not None) if seat.actions else [],
        can_undo=seat.can_undo,
        events=events(seat, say),
        faces=faces,
    )


@block
def heading(say: Say, box: Any, table: Any, game: Game) -> tuple[str, str, str]:
    """Give the title, and the phase as programs and as people call it."""
    return game.words.title(say), game.phases(table.phase).name.lower(), game.words.phase(say, box, table)


@block
def times(say: Say, box: Any, table: Any, game: Game) -> tuple[str, str]:
    """Read the match clock, in full and in short."""
    return game.sight.clock(say, box, table), game.time(say, box, table)


@lru_cache(maxsize=SEATED)
def seat_views(
    game: Game,
    language: str,
    given: tuple[str, ...],
    kinds: tuple[str, ...],
    score: tuple[int, ...],
    waiting: tuple[int, ...],
) -> list[SeatView]:
    """Show the seats with who sits there."""
    say = Say(language, game.name)
    names = shown_names(game, say, given, kinds)
    return [
        SeatView(
            seat=number,
            name=names[number],
            person="" if player_kind(kinds[number]) != "person" else given[number],
            kind=player_kind(kinds[number]),
            team=game.words.team(say, number),
            score=score[number],
            waiting=number in waiting,
        )
        for number in range(len(score))
    ]


def seat_names(match: Match | Seat, say: Say) -> list[str]:
    """Give the names of the seats as scores and pictures have them: with the kind of player, if it is no person."""
    say = say.at(match.game.name)
    names = names_in(match.game, say.language, tuple(match.names), tuple(match.kinds))
    return [with_kind(say, name, kind) for name, kind in zip(names, match.kinds, strict=True)]


@lru_cache(maxsize=SEATED)
def names_in(game: Game, language: str, given: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Name the seats as sentences do, in a language: who plays, not what kind of player it is."""
    return tuple(shown_names(game, Say(language, game.name), given, kinds))


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
    home = int(getattr(match.table, "home", 0))  # who plays at home, or the sides of all, the host's 0
    sides = getattr(match.table, "side_of", [int(seat != home) for seat in range(match.seats)])
    return sorted(range(match.seats), key=lambda seat: int(sides[seat]))


def score_text(match: Match, say: Say) -> str:
    """Tell the score with the names it belongs to."""
    names, score = seat_names(match, say), match.score()
    if match.seats == 2:
        first, second = home_first(match)
        return f"{names[first]} {score[first]}:{score[second]} {names[second]}"
    return ", ".join(f"{name} {points}" for name, points in zip(names, score, strict=True))


ENDS_HERE = re.compile(r"([.!?]) (?=[^\Wa-zß-ÿąćęłńóśźż_]|[¿¡])")
"""A sentence ends, and another begins: a name such as “Offside?” ends none."""


@lru_cache(2000)
def two_parts(text: str) -> tuple[str, str]:
    """Tell what is asked from what follows, where a game has not put them in two lines: it ends with the question, or
    else with the first sentence.
    """
    ask, line, consequence = text.partition("\n")
    ends = [] if line else [(found[1] != "?", found.end()) for found in ENDS_HERE.finditer(text)]
    if not ends:
        return ask, consequence
    _, end = min(ends)
    return text[: end - 1], text[end:]


def prompt(seat: Seat, say: Say) -> str:
    """Say what is asked of a seat, in a second line what follows from it; or for whom the table waits."""
    say = say.at(seat.game.name)
    if seat.number in seat.waiting or (seat.over and not seat.ending):
        return seat.game.words.prompt(say, *seat.reading, seat.number)
    names = names_in(seat.game, say.language, tuple(seat.names), tuple(seat.kinds))
    if seat.ending:
        return ending_text(seat, say, names)
    return say("Waiting for {names}.", names=", ".join(names[number] for number in seat.waiting))


def ended(match: Match | Seat) -> Ended | None:
    """Tell how a match ended otherwise than by its rules."""
    return Ended(by=match.ending.by.value, seat=match.ending.seat) if match.ending else None


def ending_text(match: Match | Seat, say: Say, names: Sequence[str]) -> str:
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


def choices(seat: Seat, language: str = "en", *, bare: bool = False) -> list[Choice]:
    """List what a seat may do in words, with the pieces of each choice; bare ones leave what they are called to pieces
    that are called the same.
    """
    say, (box, table) = Say(language, seat.game.name), seat.reading
    return [choice(say, box, table, seat.game, seat.number, action, bare) for action in seat.actions]


def choice(say: Say, box: Any, table: Any, game: Game, number: int, action: int, bare: bool) -> Choice:
    """Tell what an action is: its words, its pieces, its facts; what was found out is said, not found out again.

    None is kept: hardly one is the same again after a move, and to look for those costs more than it saves.
    """
    facts = game.facts(box, table, number, action)
    detail: Any = partial(game.sight.detail, say, box, table, number, action)
    by_pieces = bare and game.named(box, table, number, action)
    return Choice(
        action=action,
        label="" if by_pieces else game.words.action(say, box, table, number, action),
        notation=game.words.notation(box, action),
        elements=game.sight.elements(box, table, number, action),
        final=game.final(box, table, number, action),
        facts=facts,
        detail=detail(facts) if facts else detail(),
    )


def events(seat: Seat, say: Say) -> list[Happening]:
    """List what has happened before a seat's eyes."""
    game, (box, table), language = seat.game, seat.reading, say.language
    say = say.at(game.name)
    names = names_in(game, language, tuple(seat.names), tuple(seat.kinds))
    found = []
    for glimpse in seat.past:
        if glimpse.events:
            clock, time = times(say, box, reading_of(game.table_type.dtype, glimpse.before), game)
            for told in glimpse.events:
                kind, args, text, rule = sentence(game, box, language, names, told.kind, told.args)
                found.append(Happening(glimpse.ply, kind, args, text, rule, clock, time))
    if seat.ending:
        clock, _ = times(say, box, table, game)
        text = ending_text(seat, say, names)
        found.append(Happening(ply=seat.ply, kind="ended", args={}, text=text, clock=clock))
    return found


@lru_cache(maxsize=SENTENCES)
def sentence(
    game: Game, box: ReadBox, language: str, names: tuple[str, ...], number: int, args: tuple[int, ...]
) -> tuple[str, dict[str, int], str, str]:
    """Tell an event: its kind, its numbers by their names, and in words by which rule it came about."""
    kind, words = game.events(number), game.words
    text = words.event(Say(language, game.name), box, list(names), kind, args)
    return kind.name.lower(), kind.read(args)._asdict(), text, words.event_rule(kind)


def fullest(told: Sequence[Told]) -> list[Told]:
    """Leave out what was told to all but one seat, where that seat was told more."""
    alone = {event.sees for event in told if event.sees.bit_count() == 1}
    return [event for event in told if EVERYONE ^ event.sees not in alone]
