"""The REST calls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import asdict
from functools import cache, partial
from hashlib import sha256
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import FileResponse
from starlette.requests import ClientDisconnect

from matchday import __version__
from matchday.bots.advice import Analysis
from matchday.bots.course import mistake_labels, time_at, turn_text
from matchday.bots.levels import DEFAULT, KINDS, LEVELS
from matchday.engine.calls import REFUSALS, Coded, Language, Problem
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.engine.options import Value, seen_by
from matchday.engine.speech import Say, mark
from matchday.engine.text import LONGEST_NAME, plain
from matchday.engine.view import View
from matchday.games import GAMES, all_games
from matchday.games import game as find_game
from matchday.match.daily import match_of, today
from matchday.match.fair import Fair, new_secret
from matchday.match.files import NO_TEXT, BadFile, parse_file, print_match, replayed
from matchday.match.match import Match
from matchday.match.reference import chapters, clauses
from matchday.match.seating import AUTOMAT, automat_seat, facing, level_of
from matchday.match.verify import is_fair, verify
from matchday.match.views import ended, player_kind, shown_names
from matchday.server.clocks import ClockRule
from matchday.server.dice import HOST, JOINT, check_order, check_words
from matchday.server.labels import labels
from matchday.server.limits import is_local
from matchday.server.problems import BadRequest, Gone, StillSecret, WrongToken
from matchday.server.room import Room
from matchday.server.rooms import LOOKING_BACK, Rooms
from matchday.server.rows import BOT, FRIEND, HUMAN, KNOWN
from matchday.server.seats import Sitter
from matchday.server.steps import Standing, standing_of
from matchday.server.store import Listed, Plan, hashed, new_token
from matchday.server.talk import PHRASES
from matchday.server.turns import Ask
from matchday.server.wire import (
    BranchOrder,
    Chapter,
    ClockInfo,
    Course,
    CoursePoint,
    CoverInfo,
    Created,
    FillOrder,
    GameInfo,
    GameOption,
    Health,
    Invitation,
    InviteOrder,
    JoinOrder,
    LevelInfo,
    LikelyMistake,
    MatchInfo,
    MatchOrder,
    OfferedValue,
    OpenOrder,
    Outlook,
    PresetInfo,
    ReadyOrder,
    Rule,
    SeatKey,
    SeatOrder,
    Summary,
    TeamInfo,
    Today,
    TurningPoint,
    Uploaded,
    Verdict,
    VerdictFinding,
)

LOG = logging.getLogger(__name__)
MOST_TOKENS = 400
T = TypeVar("T")

router = APIRouter(prefix="/api", responses=REFUSALS)


def all_rooms(request: Request) -> Rooms:
    """Give the server's rooms."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def bearer(authorization: Annotated[str | None, Header(description="Bearer and a seat's token")] = None) -> str | None:
    """Read the token of a request."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise WrongToken
    return token.strip()


def shown_tokens(
    x_seat_tokens: Annotated[str, Header(description="Tokens that this device holds, with commas between")] = "",
) -> list[str]:
    """Read the tokens that a device shows."""
    return [token.strip() for token in x_seat_tokens.split(",") if token.strip()][:MOST_TOKENS]


AllRooms = Annotated[Rooms, Depends(all_rooms)]
Token = Annotated[str | None, Depends(bearer)]
Tokens = Annotated[list[str], Depends(shown_tokens)]
Lang = Annotated[Language, Query(alias="lang", description="Language of all words")]
MatchId = Annotated[str, Path(max_length=32, description="A match's id")]
FirstPly = Annotated[int, Query(ge=0, le=1_000_000, description="The first ply whose events are wanted")]
REFUSED: dict[int | str, dict[str, Any]] = {
    401: {"model": Problem, "description": "The token opens no seat of this match"},
    409: {"model": Problem, "description": "Not now"},
}


@router.get("/health", responses={503: {"model": Health, "description": "The database does not answer"}})
async def health(rooms: AllRooms, response: Response) -> Health:
    """Tell whether the server can be used."""
    is_well = await rooms.store.is_well()
    response.status_code = 200 if is_well else 503
    return Health(
        status="ok" if is_well else "no database",
        version=__version__,
        tables=len(rooms.rooms),
        people=sum(len(room.audience.watchers) for room in rooms.rooms.values()),
    )


@router.get("/ready", responses={503: {"model": Health, "description": "It is starting, stopping or has no database"}})
async def ready_to_serve(rooms: AllRooms, response: Response) -> Health:
    """Tell whether new people should be sent here."""
    told = await health(rooms, response)
    if rooms.is_closing:
        response.status_code = 503
    return told


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "For Prometheus"}},
)
def metrics(request: Request, rooms: AllRooms) -> Response:
    """Tell what the server counts about itself: to this machine, or to all where that is set."""
    client = (request.client.host, request.client.port) if request.client else None
    if not rooms.settings.open_metrics and not is_local(client):
        raise HTTPException(404, mark("there is no such address"))
    text = rooms.metrics.text(rooms.counted(), __version__)
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


# ---------------------------------------------------------------- games, rules, words


@router.get("/games")
def list_games(language: Lang = "en") -> list[GameInfo]:
    """List the games with their variants and house rules."""
    return [game_info(game, language) for game in all_games()]


@cache
def game_info(game: Game, language: Language) -> GameInfo:
    """Describe a game in a language."""
    say = Say(language, game.name)
    return GameInfo(
        name=game.name,
        title=game.words.title(say),
        blurb=game.words.blurb(say),
        seats=int(game.box().seats),
        options=[game_option(game, name, say) for name in game.options],
        levels=[
            LevelInfo(level=name, label=say(level.label), meaning=say(level.meaning), default=name == DEFAULT)
            for name, level in LEVELS.items()
        ],
        cover=cover_info(game, say),
        teams=[
            TeamInfo(name=game.words.team(say, seat), main=team.main, trim=team.trim)
            for seat, team in enumerate(game.cover.teams)
        ],
        presets=[
            PresetInfo(name=each.name, label=say(each.label), meaning=say(each.meaning), options=dict(each.options))
            for each in game.cover.presets
        ],
        automat=game.cover.automat or None,
        first_at_home=dict(game.cover.first_at_home),
        home_by_lot=game.cover.home_by_lot,
    )


def cover_info(game: Game, say: Say) -> CoverInfo:
    """Tell what stands on a game's cover in a language."""
    cover, seats = game.cover, int(game.box().seats)
    return CoverInfo(
        title=cover.title or game.words.title(say),
        tag=say(cover.tag),
        stock=say(cover.stock),
        players=say(cover.players) or say.count("For {n} player", "For {n} players", seats),
        learn=cover.learn,
        length=cover.length,
        mark=cover.mark,
        bar=cover.bar,
        colours=dict(cover.colours),
        art=f"/api/games/{game.name}/cover.svg?{sha256(game.art.read_bytes()).hexdigest()[:16]}" if game.art else None,
    )


@router.get(
    "/games/{name}/cover.svg",
    response_class=FileResponse,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "The picture"}},
)
def cover_art(name: Annotated[str, Path(max_length=40, description="A game's name")]) -> FileResponse:
    """Give the picture on a game's cover; its address changes with it, so it may be kept for good."""
    art = find_game(name).art
    if art is None:
        raise HTTPException(404, mark("there is no such file"))
    return FileResponse(art, headers={"Cache-Control": "public, max-age=31536000, immutable"})


def game_option(game: Game, name: str, say: Say) -> GameOption:
    """Describe an option in a language."""
    option = game.options[name]
    label, meaning = game.words.option(say, name)
    values = [
        OfferedValue(value=value, label=game.words.value(say, name, value), seats=seats_with(game, name, value))
        for value in option.values
    ]
    return GameOption(
        name=name,
        label=label,
        meaning=meaning,
        default=option.default,
        values=values or None,
        at_least=option.at_least,
        at_most=option.at_most,
        variant=option.variant,
        rule=option.rule,
        secret_of=option.secret_of,
        free=option.free,
        asked=name != AUTOMAT,
    )


@cache
def seats_with(game: Game, name: str, value: Value) -> int | None:
    """Tell how many seats a value makes, if it is a number of seats at all."""
    if type(value) is not int or not 2 <= value < SPECTATOR or value == game.options[name].default:
        return None
    seats = int(game.box({name: value}).seats)
    return seats if seats != int(game.box().seats) else None


@router.get("/rules/{game}")
def read_rules(game: Annotated[str, Path(max_length=40)], language: Lang = "en") -> list[Rule]:
    """Give the rules of a game, clause by clause."""
    found = clauses(find_game(game), language).values()
    return [Rule(id=one.id, section=one.section, text=one.body, origin=one.origin, note=one.note) for one in found]


@router.get("/rules/{game}/chapters")
def read_chapters(game: Annotated[str, Path(max_length=40)], language: Lang = "en") -> list[Chapter]:
    """Tell a game in order, for a newcomer; nothing where a game has not written it down."""
    return [
        Chapter(
            title=one.title,
            clause=one.clause,
            text=one.text,
            pictures=[f"{kind}.{code}" for kind, code in one.pictures],
        )
        for one in chapters(find_game(game), language)
    ]


@router.get("/today")
def match_of_today(language: Lang = "en") -> Today:
    """Tell what everybody may play today (UTC), once: the order of the match is the same for all."""
    found = match_of(today())
    game, say = found.game, Say(language, found.game.name)
    seats = [
        SeatOrder(kind="human") if seat == found.seat else SeatOrder(kind="bot", level=found.rival)
        for seat in range(int(game.box().seats))
    ]
    return Today(
        date=found.date.isoformat(),
        game=game.name,
        title=game.words.title(say),
        team=game.words.team(say, found.seat),
        seat=found.seat,
        rival=say(LEVELS[found.rival].label),
        seed=found.seed,
        seats=seats,
    )


@router.get("/labels")
def read_labels(language: Lang = "en", game: Annotated[str, Query(max_length=40)] = "") -> dict[str, str]:
    """Give the client's own labels, English to translated: those of every page, or those of one game's table."""
    return labels(language, find_game(game).name if game else "")


@router.get("/phrases")
def read_phrases(language: Lang = "en") -> list[Coded]:
    """Give the phrases of the table talk."""
    say = Say(language)
    return [Coded(code=code, label=say(text)) for code, text in PHRASES.items()]


# ---------------------------------------------------------------- making and finding matches


@router.post("/matches", status_code=201)
async def make_match(order: MatchOrder, rooms: AllRooms) -> Created:
    """Make a match. The tokens of its people and the invitations of its friends are told here and never again."""
    game = find_game(order.game)
    check_order([seat.kind for seat in order.seats], hot_seat=order.hot_seat, are_known=order.seed is not None)
    seed = None if order.seed is None else plain(order.seed, len(order.seed))
    secret = new_secret() if seed is None else None
    fair = Fair(secret, (None,) * len(order.seats)) if secret else None
    people = [number for number, seat in enumerate(order.seats) if seat.kind != BOT]

    def deal() -> Match:
        options = facing(game, order.options, people)
        return Match(game, options, seed, runner=rooms.players.runner(game), fair=fair)

    # Dealt even where it will be dealt again: so what is wrong with the options is told at once.
    match = await rooms.tables.do(Ask(), deal)
    gather = order.gather or any(seat.kind == FRIEND for seat in order.seats)
    if gather and secret is None:
        raise BadRequest(mark("with a chosen seed there is nothing to wait for"))
    return await seat_people(rooms, match, order, gather=gather)


async def seat_people(rooms: Rooms, match: Match, order: MatchOrder | BranchOrder, *, gather: bool = False) -> Created:
    """Give every seat its sitter, store the match and hand out tokens and invitations."""
    seats = order.seats
    if len(seats) != match.seats:
        raise BadRequest(mark("the match has {seats} seats, {given} were given"), seats=match.seats, given=len(seats))
    automat = automat_seat(match.game, match.box)
    for number, seat in enumerate(seats):
        if seat.kind == BOT:
            check_level(seat.level)
        elif number == automat:
            raise BadRequest(mark("Against the Automat one person plays alone: the other seat is its own."))
    tokens = [new_token() if seat.kind == HUMAN else None for seat in seats]
    invites = {number: new_token() for number, seat in enumerate(seats) if seat.kind == FRIEND}
    sitters = [
        Sitter(
            kind=BOT if seat.kind == BOT else HUMAN,
            level=AUTOMAT if number == automat else seat.level if seat.kind == BOT else "",
            keys=frozenset({hashed(token)} if token else ()),
            taken=seat.kind != FRIEND,
            ready=seat.kind == BOT or not gather,
        )
        for number, (seat, token) in enumerate(zip(seats, tokens, strict=True))
    ]
    match.names = ["" if seat.kind == BOT else plain(seat.name, LONGEST_NAME) for seat in seats]
    match.kinds = [sitter.player for sitter in sitters]
    plan = Plan(
        game=match.game,
        options=match.options,
        names=match.names,
        sitters=sitters,
        dice=KNOWN if match.fair is None else JOINT if gather else HOST,
        match=None if gather else match,
        secret=match.fair.secret if match.fair else None,
        invites={seat: hashed(code) for seat, code in invites.items()},
        spectators=order.spectators,
        clock=ClockRule(**order.clock.model_dump()) if order.clock else None,
        hot_seat=order.hot_seat,
    )
    name = await rooms.add(plan)
    return Created(
        id=name,
        seats=[SeatKey(seat=seat, token=token, invite=invites.get(seat)) for seat, token in enumerate(tokens)],
    )


def check_level(level: str) -> None:
    """Refuse a bot that there is not."""
    if level not in KINDS:
        raise BadRequest(mark('no bot "{level}"; there are: {known}'), level=level, known=", ".join(KINDS))


# ---------------------------------------------------------------- coming together


@router.post("/matches/{match_id}/join", status_code=201, responses=REFUSED)
async def join(match_id: MatchId, order: JoinOrder, rooms: AllRooms) -> SeatKey:
    """Take the seat that an invitation is for. The invitation is used up by it."""
    room = await rooms.get(match_id)
    seat, token = await room.gathering.claim(order.code, plain(order.name, LONGEST_NAME))
    return SeatKey(seat=seat, token=token)


@router.post("/matches/{match_id}/invite", status_code=201, responses=REFUSED)
async def invite(match_id: MatchId, order: InviteOrder, rooms: AllRooms, token: Token) -> Invitation:
    """Make an invitation: for one's own seat on another device, to hand it over, or anew for a seat still free."""
    room = await rooms.get(match_id)
    holder, key = await holder_of(room, token)
    seat, code = await room.gathering.invite(holder, key, order.seat, handover=order.handover)
    return Invitation(seat=seat, code=code)


@router.post("/matches/{match_id}/ready", responses=REFUSED)
async def ready(
    match_id: MatchId, order: ReadyOrder, rooms: AllRooms, token: Token, tokens: Tokens, language: Lang = "en"
) -> MatchInfo:
    """Be ready to begin, with a deck of one's own and a hash that seals what one adds to the dice.

    It may be said again until everyone is there and ready: then all hashes are fixed and shown.
    """
    room = await rooms.get(match_id)
    seat, key = await holder_of(room, token)
    await room.gathering.make_ready(seat, key, order.hash, order.options)
    return match_info(room, tokens, language)


@router.post("/matches/{match_id}/open", responses=REFUSED)
async def open_sealed(
    match_id: MatchId, order: OpenOrder, rooms: AllRooms, token: Token, tokens: Tokens, language: Lang = "en"
) -> MatchInfo:
    """Open what one has sealed, once all hashes are fixed. When everyone has, it is dealt."""
    check_words(order.words)
    room = await rooms.get(match_id)
    seat, key = await holder_of(room, token)
    await room.gathering.open_up(seat, key, order.words, order.nonce)
    return match_info(room, tokens, language)


@router.post("/matches/{match_id}/fill", responses=REFUSED)
async def fill(
    match_id: MatchId, order: FillOrder, rooms: AllRooms, token: Token, tokens: Tokens, language: Lang = "en"
) -> MatchInfo:
    """Put a bot on a seat that nobody has taken."""
    room = await rooms.get(match_id)
    holder, key = await holder_of(room, token)
    check_level(order.level)
    await room.gathering.fill(holder, key, order.seat, order.level)
    return match_info(room, tokens, language)


async def holder_of(room: Room, token: str | None) -> tuple[int, str]:
    """Give the seat of whoever asks for something that only seats may do, and what is kept of their token."""
    if token is None:
        raise WrongToken
    await room.recognise(token)
    return room.seat_of(token), hashed(token)


# ---------------------------------------------------------------- finding matches


@router.get("/matches")
async def my_matches(rooms: AllRooms, tokens: Tokens, language: Lang = "en") -> list[Summary]:
    """List the matches whose seats this device holds, the latest first."""
    found = [summary_if_readable(listed, language) for listed in await rooms.store.held(tokens)]
    return [each for each in found if each]


def summary_if_readable(listed: Listed, language: Language) -> Summary | None:
    """Describe a match in a list, or leave it out: one that cannot be read must not keep the others back."""
    if listed.game not in GAMES:
        return None
    try:
        return summary(listed, language)
    except Exception:
        LOG.exception("match %s cannot be listed", listed.id)
        return None


def summary(listed: Listed, language: Language) -> Summary:
    """Describe a match in a list."""
    game = find_game(listed.game)
    say, standing = Say(language, game.name), listed.standing
    return Summary(
        id=listed.id,
        game=game.name,
        title=game.words.title(say),
        names=shown_names(game, say, listed.names, listed.kinds),
        kinds=[player_kind(kind) for kind in listed.kinds],
        score=standing.score,
        over=standing.over,
        waiting=standing.waiting,
        updated=listed.updated,
        ply=standing.ply,
        seats=listed.seats,
        hot_seat=listed.hot_seat,
        dealt=listed.dealt,
    )


@router.get("/matches/{match_id}")
async def about_match(match_id: MatchId, rooms: AllRooms, tokens: Tokens, language: Lang = "en") -> MatchInfo:
    """Tell what everyone may know of a match: who plays, how it stands, how long it is."""
    return match_info(await rooms.get(match_id), tokens, language)


def match_info(room: Room, tokens: Sequence[str], language: Language) -> MatchInfo:
    """Tell what everyone may know of a match."""
    game, match, held = room.game, room.dealt, room.seats_of(tokens)
    standing = standing_of(match) if match else Standing(0, over=False, waiting=[], score=[0] * len(room.sitters))
    return MatchInfo(
        id=room.name,
        game=game.name,
        title=game.words.title(Say(language, game.name)),
        options=room.options if room.is_open else seen_by(game.options, room.options, SPECTATOR),
        seats=room.seat_infos(language),
        score=standing.score,
        over=standing.over,
        ended=ended(match) if match else None,
        open=room.is_open,
        waiting=standing.waiting,
        ply=standing.ply,
        hot_seat=room.hot_seat,
        dealt=match is not None,
        dice=room.gathering.dice,
        commitment=room.gathering.commitment,
        hashes=room.gathering.hashes,
        own=own_options(room, held),
        spectators=room.spectators,
        draws=bool(game.has_draws(match.box)) if match else False,
        rematch=room.offers.rematch,
        clock=ClockInfo(**asdict(room.time.clock.rule)) if room.time.clock else None,
        abandon_days=room.rooms.settings.abandoned_days or None if room.can_be_abandoned else None,
        held=held,
    )


def own_options(room: Room, held: Sequence[int]) -> dict[str, Value]:
    """Give what belongs to some seats alone while people gather: it is sealed with what they add to the dice."""
    if room.dealt is not None:
        return {}
    known = room.game.options
    chosen = {**room.options, **{name: value for seat in held for name, value in room.sitters[seat].brought.items()}}
    return {name: value for name, value in chosen.items() if known[name].secret_of in held}


# ---------------------------------------------------------------- looking


@router.get("/matches/{match_id}/view", responses=REFUSED)
async def look(
    request: Request, match_id: MatchId, rooms: AllRooms, token: Token, language: Lang = "en", since: FirstPly = 0
) -> View:
    """Show a match to the seat that the token opens, or without one to a spectator."""
    room = await rooms.get(match_id)
    await room.recognise(token)
    look = rooms.look(room.match, room.eyes_of(token), language, since)
    return room.audience.allowed(await unless_gone(request, look))


@router.get("/matches/{match_id}/replay", responses=REFUSED)
async def look_back(
    request: Request,
    match_id: MatchId,
    rooms: AllRooms,
    token: Token,
    language: Lang = "en",
    seat: Annotated[int | None, Query(ge=0, le=14, description="Whose eyes; a spectator's if left out")] = None,
    ply: Annotated[int | None, Query(ge=0, le=1_000_000, description="The last one if left out")] = None,
    since: Annotated[
        int | None, Query(ge=0, le=1_000_000, description="First ply of events; `ply` if left out")
    ] = None,
    all_cards: Annotated[bool, Query(alias="open", description="All cards, once the match is over")] = False,
) -> View:
    """Show a match as it stood: while it goes on, to a seat only what it saw itself; afterwards to anyone."""
    room = await rooms.get(match_id)
    if seat is not None and seat >= room.match.seats:
        raise BadRequest(mark("There is no such seat at this table."))
    if not room.is_open:
        room.eyes_of(token)
        if all_cards:
            raise StillSecret(mark("All cards are shown when the match is over."))
        if seat is not None and (token is None or room.seat_of(token) != seat):
            raise WrongToken
    there = moment(room, room.match.ply if ply is None else ply)
    look = rooms.look(there, seat, language, there.ply if since is None else since, all_cards=all_cards)
    shown = await unless_gone(request, look)
    return room.audience.allowed(shown) if there.ply == room.match.ply else shown.but(can_undo=False)


def moment(room: Room, ply: int) -> Match:
    """Give the match as it stood at a ply."""
    if ply > room.match.ply:
        raise BadRequest(mark("The match has no such moment: {ply} of {plies}."), ply=ply, plies=room.match.ply)
    return room.match.at(ply)


# ---------------------------------------------------------------- advice


@router.get("/matches/{match_id}/chance", responses=REFUSED)
async def chance(request: Request, match_id: MatchId, rooms: AllRooms, token: Token) -> Outlook:
    """Tell how the match stands from the eyes of the token's seat, or without one from a spectator's."""
    room = await rooms.get(match_id)
    seat, ply = room.eyes_of(token), room.match.ply
    return Outlook(ply=ply, chances=await unless_gone(request, room.chances(seat)))


@router.get("/matches/{match_id}/analysis", responses=REFUSED)
async def analysis(match_id: MatchId, rooms: AllRooms, language: Lang = "en") -> Course:
    """Give the course of a match that is over; the work is begun when it is first asked for."""
    room = await rooms.get(match_id)
    if not room.match.over:
        raise StillSecret(mark("A match can be analysed when it is over."))
    work = rooms.players.study(match_id, room.match)
    if work.found is None:
        return Course(ready=False, done=round(work.done, 3), points=[], turning=[], mistakes=[])
    say = Say(language, room.match.game.name)
    return await rooms.teller.do(Ask(LOOKING_BACK), course, room.match.copy(), work.found, say)


def course(match: Match, found: Analysis, say: Say) -> Course:
    """Put the course of a match into words."""
    points = [
        CoursePoint(
            ply=point.ply,
            time=time_at(match, say, point.ply),
            public=rounded(point.public.shares),
            eyes=[rounded(eyes.shares) for eyes in point.eyes],
        )
        for point in found.points
    ]
    turning = [
        TurningPoint(ply=turn.ply, seat=turn.seat, swing=round(turn.swing, 3), text=turn_text(match, say, turn))
        for turn in found.turns
    ]
    mistakes = []
    for each in found.mistakes:
        played, better = mistake_labels(match, say, each)
        mistakes.append(
            LikelyMistake(
                ply=each.ply,
                seat=each.seat,
                played=played,
                better=better,
                loss=round(each.loss, 3),
                chance=round(each.chance, 3),
            )
        )
    return Course(ready=True, done=1.0, points=points, turning=turning, mistakes=mistakes)


def rounded(shares: Sequence[float]) -> list[float]:
    """Leave out digits that mean nothing."""
    return [round(share, 3) for share in shares]


# ---------------------------------------------------------------- files and branches


@router.get(
    "/matches/{match_id}/file",
    response_class=Response,
    responses={**REFUSED, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "Its text"}},
)
async def read_file(match_id: MatchId, rooms: AllRooms) -> Response:
    """Give the match file, which holds all secrets, once the match is over."""
    room = await rooms.get(match_id)
    require_open(room, mark("The match file holds every secret of the match: it can be had when the match is over."))
    return Response(
        print_match(room.match),
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{room.match.game.name}-{match_id}.match"'},
    )


def require_open(room: Room, otherwise: str) -> None:
    """Refuse while something is still secret."""
    if not room.is_open:
        raise StillSecret(otherwise)


@router.post(
    "/files",
    status_code=201,
    openapi_extra={
        "requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}},
    },
)
async def take_file(request: Request, rooms: AllRooms) -> Uploaded:
    """Take a match file, to be replayed; what is wrong with it is told with the line."""
    text = await read_text(request)
    load = rooms.reader.do(Ask(), lambda: replayed(parse_file(text), runner_for=rooms.players.runner))
    match = await unless_gone(request, load)
    sitters = [
        Sitter(HUMAN) if kind == HUMAN else Sitter(BOT, AUTOMAT if kind == AUTOMAT else level_of(kind)[:LONGEST_NAME])
        for kind in match.kinds
    ]
    match.names = [plain(given, LONGEST_NAME) for given in match.names]
    match.fair = None  # whoever has the file knows its dice; what they were once is for the check to say
    plan = Plan(
        game=match.game,
        options=match.options,
        names=match.names,
        sitters=sitters,
        match=match,
        closed=True,
    )
    return Uploaded(id=await rooms.add(plan))


@router.post(
    "/verify",
    openapi_extra={
        "requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}},
    },
)
async def verify_file(request: Request, rooms: AllRooms, language: Lang = "en") -> Verdict:
    """Check a match file for fair play: what it proves, what it does not, and where it was changed.

    What somebody has kept from before the deal is none of the server's business: the page compares it itself.
    """
    text = await read_text(request)
    check = partial(verify, text, Say(language), runner_for=rooms.players.runner)
    found = await unless_gone(request, rooms.reader.do(Ask(), check))
    return Verdict(
        fair=is_fair(found),
        findings=[VerdictFinding(**{**asdict(each), "line": each.line or None}) for each in found],
    )


async def unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for work, but give it up as soon as whoever has asked hangs up."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(hung_up(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def hung_up(request: Request) -> None:
    """Wait until nobody waits for the answer any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def read_text(request: Request) -> str:
    """Read a body that is a text file."""
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        raise BadFile(1, NO_TEXT) from None
    except ClientDisconnect:
        raise Gone from None


@router.post("/matches/{match_id}/branch", status_code=201, responses=REFUSED)
async def branch(match_id: MatchId, order: BranchOrder, rooms: AllRooms) -> Created:
    """Play on from a ply of a match that is over, alone or at one screen: a new match with the same past.

    Whoever has seen the end knows the dice, so this is not for people who play against each other.
    """
    check_order([seat.kind for seat in order.seats], hot_seat=order.hot_seat, are_known=True)
    room = await rooms.get(match_id)
    require_open(room, mark("You can play on from any moment of a match when it is over."))
    start = moment(room, order.ply).branch(order.ply)
    if start.over:
        raise BadRequest(mark("The match is over at that moment: choose an earlier one."))
    return await seat_people(rooms, start, order)
