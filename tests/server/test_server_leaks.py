"""Nothing leaks: every message is compared under two hidden worlds that look alike to whoever reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

import httpx
from sqlalchemy import update

from matchday.bots.advice import guess
from matchday.bots.levels import KINDS
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR, only
from matchday.engine.record import raw
from matchday.engine.speech import LANGUAGES
from matchday.lab.properties import random_options
from matchday.match.match import Match
from matchday.match.past import Told
from matchday.match.views import view
from matchday.server import players, timekeeper
from matchday.server import room as rooms
from matchday.server.players import Players
from matchday.server.room import Room
from matchday.server.rows import MatchRow
from matchday.server.settings import Settings
from matchday.server.steps import standing_of
from matchday.server.talk import Said
from matchday.server.watching import Watcher
from tests.server.house import HUMAN, Guest, Made

TRIES = 3
HANDS = {"kick_on", "kickards", "mcs", "pilka_w_grze"}  # in others no secret need outlast the next move
CLOCK = {"kind": "budget", "seconds": 3600, "increment": 5}


def dice_of(number: int) -> Dice:
    dice = Dice.new()
    set_key(dice, number, 99)
    return dice


def imagine(match: Match, seat: int, dice: Dice) -> Match:
    """Another world that looks the same to a seat; its dice will fall the same way."""
    table = match.hidden(seat)
    match.runner.redeal(match.box_for(seat), table, seat, dice)
    table.key[:], table.counter = match.table.key, match.table.counter
    other = match.copy()
    other.table = table
    other.steps = match.steps.until(match.ply).and_then(match.steps[-1]._replace(table=raw(table)))
    return other


def played(match: Match, seat: int, action: int) -> Match:
    after = match.copy()
    after.play(seat, action)
    return after


def twin_world(match: Match, after: Match, seat: int, dice: Dice) -> tuple[Match, Match] | None:
    """A world, before and after, in which the last move was played too, and which still looks the same to a seat.

    None if none is found: then the move has shown the difference, or luck has given the seat the same cards in another
    order.
    """
    mover, action = after.moves[-1].seat, after.moves[-1].action
    for _ in range(TRIES):
        other = imagine(match, seat, dice)
        if action in other.legal(mover):
            then = played(other, mover, action)
            is_lucky = after.table.counter != match.table.counter
            same_luck = not is_lucky or told_alone(after, seat) == told_alone(then, seat)
            if same_luck and raw(after.hidden(seat)) == raw(then.hidden(seat)):
                return other, then
    return None


def told_alone(match: Match, seat: int) -> list[Told]:
    """What the last move has told nobody but this seat: its draws."""
    return [event for event in match.steps[-1].events if event.sees == only(seat)]


def moves_in_two_worlds(match: Match, dice: Dice) -> Iterator[tuple[int, tuple[Match, Match], tuple[Match, Match]]]:
    """Play at random; yields a seat, the match before and after a move, and another world that looks the same to it."""
    while not match.over:
        mover = match.waiting[roll(dice, len(match.waiting))]
        actions = match.legal(mover)
        after = played(match, mover, actions[roll(dice, len(actions))])
        for seat in [*range(match.seats), SPECTATOR]:
            if other := twin_world(match, after, seat, dice):
                yield seat, (match, after), other
        match = after


def worlds(match: Match, dice: Dice) -> Iterator[tuple[int, Match, Match]]:
    """The same, after the moves alone."""
    for seat, one, two in moves_in_two_worlds(match, dice):
        yield seat, one[1], two[1]


def message(match: Match, seat: int, language: str) -> str:
    """What a socket on this seat sends after a move."""
    eyes = None if seat == SPECTATOR else seat
    shown = view(match, eyes, language=language, since=match.ply)
    return Watcher(eyes, "en", 0).tell(match, shown, match.ply, 1)


def test_messages_do_not_depend_on_what_is_hidden(game: Game, matches):
    compared = unlike = 0
    for number in range(max(1, matches // 8)):
        dice = dice_of(number)
        match = Match(game, random_options(game, dice), f"leak {number}")
        for seat, one, two in worlds(match, dice):
            if roll(dice, 4):
                continue
            unlike += raw(one.table) != raw(two.table)
            language = list(LANGUAGES)[roll(dice, len(LANGUAGES))]
            assert message(one, seat, language) == message(two, seat, language), (number, one.ply, seat)
            compared += 1
    print(f"{game.name}: {compared} messages compared, {unlike} of them between unlike tables, 0 differ")
    assert compared > 10


def test_what_crosses_the_wire_does_not_depend_on_what_is_hidden(house, game: Game, monkeypatch):
    """The same through the real server: every answer that somebody gets, in a match with clocks, at the first plies."""
    for module in (rooms, timekeeper):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: 1e6))  # or clocks differ by themselves
    monkeypatch.setattr(players, "PLAIN_PLAYOUTS", 1)
    made = house.make(*[HUMAN] * int(game.box().seats), game=game.name, clock=CLOCK)
    room = house.room(made.id)
    house.inside(room.say(Said(0, "good_luck")))
    house.inside(room.say(Said(1, None, "and to you")))
    start, compared, unlike = room.match, 0, 0
    for seat, one, two in worlds(start, dice_of(1)):
        unlike += raw(one.table) != raw(two.table)
        actions = forged(game, one, two)
        answers = []
        for world in (one, two):
            house.inside(pretend(room, world))
            answers.append(everything(made, seat, actions))
            house.inside(pretend(room, start))
        assert answers[0] == answers[1], (one.ply, seat)
        compared += len(answers[0])
        strangers = [token for number, token in enumerate(made.tokens) if number != seat]
        assert not any(token in text for text in answers[0] for token in strangers)
        assert not any(start.seed in text for text in answers[0])
        if compared > 150:
            break
    print(f"{game.name}: {compared} messages and answers compared, {unlike} pairs of unlike tables, 0 differ")
    assert compared > 20
    assert unlike or game.name not in HANDS


def test_steps_do_not_depend_on_what_is_hidden(house, game: Game):
    """Who follows a match over the socket is told a move in the same words, whatever lies behind it."""
    made = house.make(*[HUMAN] * int(game.box().seats), game=game.name)
    room = house.room(made.id)
    start, compared, unlike = room.match, 0, 0
    for seat, *both in moves_in_two_worlds(start, dice_of(2)):
        unlike += raw(both[0][1].table) != raw(both[1][1].table)
        steps = []
        for before, after in both:
            house.inside(pretend(room, before))
            with made.sit(None if seat == SPECTATOR else seat, lang="pl", since=before.ply + 1) as guest:
                guest.view()
                house.inside(pretend(room, after))
                house.inside(show(room))
                guest.view()
            steps.append([comparable(text) for text in guest.texts if json.loads(text)["type"] in {"view", "step"}])
            house.inside(pretend(room, start))
        assert steps[0] == steps[1], (both[0][1].ply, seat)
        assert [each["type"] for each in steps[0]] == ["view", "step"]
        compared += 1
        if compared == 40:
            break
    assert compared > 10
    assert unlike or game.name not in HANDS


def comparable(text: str) -> dict[str, Any]:
    """A message without the count of what was shown; nor can a world that was imagined tell what came before it."""
    told = {**json.loads(text), "version": 0, "builds_on": 0}
    told.get("view", told.get("change")).pop("can_undo", None)
    return told


async def show(room: Room) -> None:
    """Show everyone how the match stands."""
    room.changed()


async def pretend(room: Room, world: Match) -> None:
    """Let a match stand as in another world, in memory and in the lists; nothing is kept of what was looked up."""
    room.match = world
    room.moved_on()
    async with room.rooms.store.engine.begin() as connection:
        values = asdict(standing_of(world))
        await connection.execute(update(MatchRow).where(MatchRow.id == room.name).values(values))


def forged(game: Game, *both: Match) -> list[int]:
    """Actions to try without a right to them: whatever is legal for anybody in one of the worlds, and nonsense."""
    found = {action for world in both for seat in world.waiting for action in world.legal(seat)}
    return [*sorted(found)[:10], game.actions - 1, 1023]


def everything(made: Made, seat: int, actions: list[int]) -> list[str]:
    """All that somebody on a seat, or a spectator, can get out of the server."""
    token = None if seat == SPECTATOR else made.tokens[seat]
    with made.sit(None if seat == SPECTATOR else seat, since=1) as guest:
        seen = guest.view()
        speak(guest, seen, actions)
        assert sum(json.loads(text)["type"] == "said" for text in guest.texts) == 2
    said = [text for text in guest.texts if json.loads(text)["type"] != "ping"]  # sent by the clock, and only a number
    return [*said, *(answer_text(answer) for answer in asked(made, seat, token, seen["ply"]))]


def speak(guest: Guest, seen: dict[str, Any], actions: list[int]) -> None:
    """Say everything that changes nothing."""
    own = {choice["action"] for choice in seen["choices"]}
    for action in actions:
        if action not in own:
            guest.play(action)
            guest.error()
    guest.play(0, ply=seen["ply"] + 1)
    guest.error()
    if not own:
        guest.play(0, ply=seen["ply"] - 1)
        guest.error()
    if not seen["can_undo"]:
        guest.send(type="undo", ply=seen["ply"])
        guest.error()
    guest.send(type="hint")
    guest.until("hint" if own else "error")
    for what in ("undo", "draw", "rematch"):
        guest.send(type="offer", what=what)
        if guest.until("offer", "error")["type"] == "offer":
            guest.send(type="answer", what=what, accept=False)
            guest.until("declined")
    guest.send(type="concede", ply=seen["ply"] + 1)
    guest.error()
    guest.send(type="lang", lang="es")
    guest.view()


def asked(made: Made, seat: int, token: str | None, ply: int) -> Iterator[httpx.Response]:
    """Everything that can be asked for."""
    own = {} if token is None else {"seat": seat}
    for what, query in (
        ("/view", {"lang": "pl"}),
        ("/view", {"since": ply}),
        ("/replay", own),
        ("/replay", {**own, "since": 0, "lang": "es"}),
        ("/replay", {**own, "ply": ply - 1}),
        ("/replay", {"open": True}),
        ("/replay", {"seat": 1 if seat == 0 else 0}),
        ("", {"lang": "es"}),
        ("/file", {}),
        ("/chance", {}),
        ("/analysis", {"lang": "pl"}),
    ):
        yield made.get(what, token, **query)
    http, held = made.house.http, {"X-Seat-Tokens": token or ""}
    yield http.get("/api/matches", headers=held)
    yield http.get(f"/api/matches/{made.id}", headers=held)
    yield http.post(f"/api/matches/{made.id}/branch", json={"ply": 0, "seats": [HUMAN, HUMAN]})


def answer_text(answer: httpx.Response) -> str:
    """An answer with its status and its size."""
    return f"{answer.status_code} {answer.headers['content-length']} {answer.text}"


def test_the_wire_is_an_allow_list(house):
    """A field that the models do not know cannot be sent: they forbid it, and answers are made of them only."""
    schema = house.http.get("/api/openapi.json").json()["components"]["schemas"]
    for name in (
        "View",
        "ViewMessage",
        "Piece",
        "Zone",
        "Happening",
        "SeatView",
        "Summary",
        "MatchInfo",
        "HintMessage",
    ):
        assert schema[name]["additionalProperties"] is False


def test_bots_and_hints_see_hidden_tables_only(game: Game):
    """Worlds that look alike to a bot's seat get the same answer."""
    thinkers = Players(Settings(database="unused", compiled=False))
    dice = dice_of(3)
    match = Match(game, seed="honest")
    for _ in range(20):
        if match.over:
            break
        seat = match.waiting[0]
        both = [match, imagine(match, seat, dice)]
        for level in KINDS:
            assert len({thinkers.think(world.copy(), seat, level) for world in both}) == 1
        hints = [[each.action for each in guess(world.copy(), seat, "x")] for world in both]
        assert hints[0] == hints[1]
        match.play(seat, match.legal(seat)[roll(dice, len(match.legal(seat)))])
    thinkers.close()


def test_a_secret_deck_stays_secret_until_the_end(house):
    decks = {option["name"]: option for option in kick_on(house)["options"] if option["secret_of"] is not None}
    chosen = {name: option["values"][-1]["value"] for name, option in decks.items()}
    made = house.make(HUMAN, HUMAN, game="kick_on", options=chosen)
    told = made.get().json()["options"]
    assert all(told[name] == option["default"] != chosen[name] for name, option in decks.items())
    assert made.get("/file", made.tokens[0]).status_code == 409


def kick_on(house):
    return next(game for game in house.http.get("/api/games").json() if game["name"] == "kick_on")
