"""Nobody can starve the others: what one address asks for does not keep others from their bots, hints and tables.

Nothing here measures time. The attacker's work is held by an event, and others must be served meanwhile: where they
are not, the test waits until it gives up.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import ExitStack

import pytest

from matchday.bots.thinking import THINKING
from matchday.engine.doors import compile_part
from matchday.games import game as find_game
from matchday.match.files import print_match
from matchday.match.match import Match
from matchday.server import players as players_module
from matchday.server.players import MOST_STUDIES_OF_ONE, OPPONENT, STUDY, STUDY_PATIENCE, WATCHED, Study
from matchday.server.problems import Busy
from matchday.server.rooms import MOST_WAITING_OF_ONE
from matchday.server.turns import ASKER, Ask
from matchday.server.watching import Watcher
from tests.server.house import BOT, GAME, HUMAN, PATIENCE, House

FLOOD, OTHER = "203.0.113.66", "198.51.100.7"


@pytest.fixture
def two_threads(tmp_path):
    served = House(str(tmp_path / "matches.db"), bot_threads=2)
    yield served
    served.stop()


async def until(is_so):
    """Wait for something that nobody tells."""
    while not is_so():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


def test_the_bots_of_one_address_never_keep_anothers_from_thinking(two_threads, monkeypatch):
    house, hold = two_threads, threading.Event()
    players = house.rooms.players
    think = players.think
    tables = [house.make(HUMAN, BOT) for _ in range(5)]
    held = {house.room(made.id).match.seed for made in tables}

    def held_think(match, seat, level):
        if match.seed in held:
            assert hold.wait(PATIENCE)
        return think(match, seat, level)

    monkeypatch.setattr(players, "think", held_think)
    with ExitStack() as stack:
        stack.callback(hold.set)
        turns = players.crew.turns
        for made in tables:
            flood = stack.enter_context(made.sit(0, address=FLOOD))
            flood.view()
            if flood.last["choices"]:
                flood.move()
        house.inside(until(lambda: turns.running[FLOOD] + turns.waiting[FLOOD] >= len(tables)))
        assert turns.running == {FLOOD: 1}
        guest = stack.enter_context(house.make(HUMAN, BOT).sit(0, address=OTHER))
        for _ in range(4):
            guest.move()
            guest.my_turn()
        assert turns.running[FLOOD] == 1


def test_tables_are_opened_while_anothers_are_rebuilt(two_threads, monkeypatch):
    house, hold = two_threads, threading.Event()
    rooms, rebuild = house.rooms, house.rooms.rebuild
    tables, mine = [house.make(HUMAN, HUMAN) for _ in range(5)], house.make(HUMAN, HUMAN)

    def held_rebuild(kept, known=None):
        if kept.id != mine.id:
            assert hold.wait(PATIENCE)
        return rebuild(kept, known)

    monkeypatch.setattr(rooms, "rebuild", held_rebuild)
    with ExitStack() as stack:
        stack.callback(hold.set)
        for made in tables:
            stack.enter_context(made.sit(0, address=FLOOD))
        house.inside(until(lambda: rooms.tables.turns.waiting[FLOOD] == len(tables) - 1))
        with mine.sit(0, address=OTHER) as guest:
            assert guest.view()["ply"] == 0
        assert house.http.post(
            "/api/matches", json={"game": GAME, "seats": [HUMAN, BOT]}, headers={"X-Forwarded-For": OTHER}
        ).is_success


def test_who_asks_for_more_tables_than_anybody_opens_is_told(two_threads, monkeypatch):
    house, hold = two_threads, threading.Event()
    rooms = house.rooms
    tables = [house.make(HUMAN, HUMAN) for _ in range(MOST_WAITING_OF_ONE + 2)]
    monkeypatch.setattr(rooms, "rebuild", lambda *_: hold.wait(PATIENCE))
    with ExitStack() as stack:
        stack.callback(hold.set)
        *waiting, last = tables
        for made in waiting:
            stack.enter_context(made.sit(0, address=FLOOD))
        house.inside(until(lambda: rooms.tables.turns.waiting[FLOOD] == MOST_WAITING_OF_ONE))
        guest = stack.enter_context(last.sit(0, address=FLOOD))
        assert (guest.error(), guest.closed()) == ("too_often", 1013)


# ---------------------------------------------------------------- who pays, and who goes first


def watcher(seat, address):
    token = ASKER.set(address)
    try:
        return Watcher(seat, "en", 0)
    finally:
        ASKER.reset(token)


def test_opponents_of_people_think_before_bots_that_are_watched(house):
    room = house.room(house.make(HUMAN, BOT).id)
    turns = house.rooms.players.crew.turns

    async def asks():
        found = [room.opponents.ask()]
        for each in (watcher(None, "b"), watcher(0, "a"), watcher(0, "c")):
            room.audience.watchers.add(each)
            found.append(room.opponents.ask())
        turns.waiting["a"] += 1
        found.append(room.opponents.ask())
        turns.waiting["a"] -= 1
        room.audience.watchers.clear()
        return [(ask.rank, ask.address) for ask in found]

    assert house.inside(asks()) == [(WATCHED, ""), (WATCHED, "b"), (OPPONENT, "a"), (OPPONENT, "a"), (OPPONENT, "c")]


def test_messages_and_bots_of_one_address_are_paced_together(tmp_path):
    """Five messages at once, and then nothing for a day: whoever comes from elsewhere is heard all the same."""
    slow = {"address_messages_burst": 5, "address_messages_a_second": 1e-5}
    house = House(str(tmp_path / "matches.db"), bot_moves_burst=9, bot_moves_a_second=1e-5, **slow)
    try:
        made = house.make(HUMAN, BOT)
        with made.sit(0, address=FLOOD) as one, made.sit(0, address=FLOOD) as two, made.sit(0, address=OTHER) as guest:
            for flood in (one, two):
                flood.view()
                for _ in range(4):
                    flood.send(type="lang", lang="pl")
            house.inside(until(lambda: house.rooms.messages.of(FLOOD).level < 0))
            guest.view()
            guest.send(type="lang", lang="es")
            while guest.view()["title"] is None:
                pass
            paces = house.rooms.bot_pace
            guest.move()
            guest.my_turn()
            assert paces.of(OTHER).level < 9 or paces.of(FLOOD).level < 9
    finally:
        house.stop()


def test_refusals_are_given_slowly(tmp_path, monkeypatch):
    """Who asks too often waits for the refusal; who is let in, or refused for another reason, does not."""
    slept = []
    house = House(str(tmp_path / "matches.db"), burst=3, requests_a_second=1e-5, refusal_seconds=7.0)
    sleep = asyncio.sleep
    monkeypatch.setattr("matchday.server.guard.asyncio.sleep", lambda seconds: slept.append(seconds) or sleep(0))
    try:
        answers = [house.http.get("/api/games").status_code for _ in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        assert house.http.post("/api/matches", headers={"Origin": "https://elsewhere.example"}).status_code == 403
        assert [seconds for seconds in slept if seconds in {0.0, 7.0}] == [7.0, 7.0, 0.0]
    finally:
        house.stop()


def test_who_thinks_does_not_keep_python_to_himself():
    """What is compiled lets other threads run: or every legend would hold up the event loop."""
    assert b"PyEval_SaveThread" in compile_part(find_game(GAME), THINKING)


# ---------------------------------------------------------------- hints


def test_one_hint_is_thought_out_for_each_ply_and_seat(house, monkeypatch):
    calls = []
    guess = players_module.advice.guess
    monkeypatch.setattr(players_module.advice, "guess", lambda *asked: calls.append(asked[1]) or guess(*asked))
    made = house.make(HUMAN, HUMAN)
    with made.sit(0) as one, made.sit(0) as two:
        one.view()
        seat = one.waiting[0]
        for guest in (one, two):
            if seat:
                guest.change_seat(seat)
            for _ in range(5):
                guest.send(type="hint")
                assert guest.until("hint")["choices"]
        assert calls == [seat]
        two.my_turn()
        two.move()
        seat = two.waiting[0]
        two.change_seat(seat)
        two.send(type="hint")
        two.until("hint")
        assert calls[1:] == [seat]


# ---------------------------------------------------------------- analyses


def over():
    match = Match(find_game(GAME), seed="over")
    while match.ply < 6:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    return match


@pytest.fixture
def scholar(house, monkeypatch):
    """Analyses that do nothing for each ply but count."""
    counted = []

    def analysed(match):
        for ply in range(match.ply + 1):
            counted.append(ply)
            yield ply + 1
        return "found"

    monkeypatch.setattr(players_module.advice, "analysed", analysed)
    return counted


def test_an_analysis_gives_way_after_every_ply(house, scholar):
    players, match = house.rooms.players, over()
    asked = []
    do = players.crew.do

    async def counting(ask, work, *more, **others):
        asked.append(ask.rank)
        return await do(ask, work, *more, **others)

    async def go():
        players.crew.do = counting
        study = players.study("whole", match)
        while study.found is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        del players.crew.do
        return study

    assert house.inside(go()).found == "found"
    assert asked == [STUDY] * (match.ply + 2)
    assert scholar == list(range(match.ply + 1))


def test_an_analysis_that_nobody_asks_for_any_more_is_given_up(house, scholar):
    players, match = house.rooms.players, over()

    async def go():
        study = players.study("left", match)
        study.asked -= STUDY_PATIENCE
        await until(lambda: "left" not in players.studies)
        assert study.found is None
        again = players.study("left", match)
        await until(lambda: again.found)
        assert players.study("left", match) is again

    house.inside(go())


def test_one_address_has_so_many_analyses_on_their_way(house, scholar, monkeypatch):
    players, match, hold = house.rooms.players, over(), asyncio.Event()

    async def held(_ask, *_):
        await hold.wait()

    async def go():
        monkeypatch.setattr(players.crew, "do", held)
        token = ASKER.set(FLOOD)
        for number in range(MOST_STUDIES_OF_ONE + 3):
            players.study(f"flood {number}", match)
        assert sum(name.startswith("flood") for name in players.studies) == MOST_STUDIES_OF_ONE
        ASKER.set(OTHER)
        players.study("mine", match)
        assert "mine" in players.studies
        for number in range(100):
            players.studies[f"full {number}"] = Study(str(number))
        with pytest.raises(Busy):
            players.study("one more", match)
        assert players.study("mine", match) is players.studies["mine"]
        ASKER.reset(token)
        players.studies.clear()
        for task in list(players.scholars):
            task.cancel()

    house.inside(go())


# ---------------------------------------------------------------- who hangs up


def test_what_somebody_has_asked_for_who_hangs_up_is_not_done(house):
    match = over()
    while match.ply < 30:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    name = house.http.post("/api/files", content=print_match(match).encode()).json()["id"]
    house.room(name)
    teller, hold = house.rooms.teller, threading.Event()

    async def keep_busy():
        return asyncio.ensure_future(teller.do(Ask(address="somebody"), hold.wait, PATIENCE))

    busy = house.inside(keep_busy())
    try:
        host, _, port = house.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), PATIENCE) as line:
            head = (
                f"GET /api/matches/{name}/replay?since=0 HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {FLOOD}\r\n\r\n"
            )
            line.sendall(head.encode())
            house.inside(until(lambda: teller.turns.waiting[FLOOD] == 1))
        house.inside(until(lambda: teller.turns.waiting[FLOOD] == 0))
    finally:
        hold.set()
    assert house.inside(asyncio.wait_for(busy, PATIENCE))


def test_a_dozen_readers_of_one_address_are_enough(house):
    """Who looks back all the time is told so, in words; who sits at a table is not."""
    match = over()
    while match.ply < 30:
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    name = house.http.post("/api/files", content=print_match(match).encode()).json()["id"]
    house.room(name)
    teller, hold = house.rooms.teller, threading.Event()

    async def keep_busy():
        tasks = [asyncio.ensure_future(teller.do(Ask(), hold.wait, PATIENCE))]
        ask = Ask(1, "", FLOOD)
        tasks += [asyncio.ensure_future(teller.do(ask, int)) for _ in range(MOST_WAITING_OF_ONE)]
        return tasks

    tasks = house.inside(keep_busy())
    try:
        asked = {"params": {"since": 0}, "headers": {"X-Forwarded-For": FLOOD}}
        refused = house.http.get(f"/api/matches/{name}/replay", **asked)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_often")
    finally:
        hold.set()

    async def wait():
        await asyncio.gather(*tasks)

    house.inside(wait())
    assert house.http.get(f"/api/matches/{name}/replay", params={"since": 0}).status_code == 200
