"""Nothing leaks: every message is compared under two hidden worlds that look alike to whoever reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from matchday.bots.levels import KINDS
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.engine.record import raw
from matchday.engine.speech import LANGUAGES
from matchday.lab.properties import random_options
from matchday.match.match import Match
from matchday.server.players import Players
from matchday.server.settings import Settings
from matchday.server.talk import Said
from matchday.server.watching import Watcher
from tests.server.house import HUMAN

TRIES = 3


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
    other.steps[-1] = replace(match.steps[-1], table=raw(table))
    return other


def played(match: Match, seat: int, action: int) -> Match:
    after = match.copy()
    after.play(seat, action)
    return after


def twin_world(match: Match, after: Match, seat: int, dice: Dice) -> Match | None:
    """A world in which the last move was played too, and which still looks the same to a seat; None if none is found:
    then the move has shown the difference.
    """
    mover, action = after.moves[-1].seat, after.moves[-1].action
    for _ in range(TRIES):
        other = imagine(match, seat, dice)
        if action in other.legal(mover):
            other = played(other, mover, action)
            if raw(after.hidden(seat)) == raw(other.hidden(seat)):
                return other
    return None


def worlds(match: Match, dice: Dice) -> Iterator[tuple[int, Match, Match]]:
    """Play at random; yields a seat, the match after a move, and another world that looks the same to that seat."""
    while not match.is_over:
        mover = match.waiting[roll(dice, len(match.waiting))]
        actions = match.legal(mover)
        after = played(match, mover, actions[roll(dice, len(actions))])
        for seat in [*range(match.seats), SPECTATOR]:
            other = twin_world(match, after, seat, dice)
            if other:
                yield seat, after, other
        match = after


def messages(match: Match, seat: int, language: str) -> list[str]:
    """All that a socket on this seat sends after a move."""
    return Watcher(None if seat == SPECTATOR else seat, language, match.ply).take(
        lambda watcher: watcher.view_text(match)
    )


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
            assert messages(one, seat, language) == messages(two, seat, language), (number, one.ply, seat)
            compared += 1
    print(f"{game.name}: {compared} messages compared, {unlike} of them between unlike tables, 0 differ")
    assert compared > 10


def test_what_crosses_the_wire_does_not_depend_on_what_is_hidden(house, game: Game):
    """The same through the real server: sockets and REST, at the first plies."""
    made = house.make(*[HUMAN] * int(game.box().seats), game=game.name)
    room = house.room(made.id)
    house.inside(room.say(Said(0, "good_luck")))
    house.inside(room.say(Said(1, None, "and to you")))
    start, compared = room.match, 0
    for seat, one, two in worlds(start, dice_of(1)):
        answers = []
        for world in (one, two):
            room.match = world
            answers.append(everything(made, seat))
            room.match = start
        assert answers[0] == answers[1]
        compared += len(answers[0])
        strangers = [token for number, token in enumerate(made.tokens) if number != seat]
        assert not any(token in text for text in answers[0] for token in strangers)
        assert not any(start.seed in text for text in answers[0])
        if compared > 60:
            break
    assert compared > 20


def everything(made, seat: int) -> list[str]:
    """All that somebody on a seat can get out of the server."""
    token = None if seat == SPECTATOR else made.tokens[seat]
    with made.sit(None if seat == SPECTATOR else seat, since=1) as guest:
        seen = guest.view()
        guest.play(1023)
        guest.error()
        guest.play(0, ply=seen["ply"] + 1)
        guest.error()
        if not seen["can_undo"]:
            guest.send(type="undo", ply=seen["ply"])
            guest.error()
        guest.send(type="hint")
        guest.until("hint" if seen["choices"] else "error")
        guest.send(type="offer", what="rematch")
        guest.error()
        assert sum(json.loads(text)["type"] == "said" for text in guest.texts) == 2
    queries = (
        ("/view", {"lang": "pl"}),
        ("/replay", {} if token is None else {"seat": seat}),
        ("/replay", {"open": True}),
        ("/replay", {"seat": 1 if seat == 0 else 0}),
        ("", {"lang": "es"}),
        ("/file", {}),
    )
    return [*guest.texts, *(made.get(what, token, **query).text for what, query in queries)]


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
    players = Players(Settings(database="unused", compiled=False))
    dice = dice_of(3)
    match = Match(game, seed="honest")
    for _ in range(20):
        if match.is_over:
            break
        seat = match.waiting[0]
        both = [match, imagine(match, seat, dice)]
        for level in KINDS:
            assert len({players.think(players.own(world), seat, level) for world in both}) == 1
        hints = [[each.action for each in players.guess(players.own(world), seat, "x")] for world in both]
        assert hints[0] == hints[1]
        match.play(seat, match.legal(seat)[roll(dice, len(match.legal(seat)))])
    players.close()


def test_a_secret_deck_stays_secret_until_the_end(house):
    decks = {option["name"]: option for option in kick_on(house)["options"] if option["secret_of"] is not None}
    chosen = {name: option["values"][-1]["value"] for name, option in decks.items()}
    made = house.make(HUMAN, HUMAN, game="kick_on", options=chosen)
    told = made.get().json()["options"]
    assert all(told[name] == option["default"] != chosen[name] for name, option in decks.items())
    assert made.get("/file", made.tokens[0]).status_code == 409


def kick_on(house):
    return next(game for game in house.http.get("/api/games").json() if game["name"] == "kick_on")
