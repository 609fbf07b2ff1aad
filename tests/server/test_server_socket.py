from __future__ import annotations

import asyncio
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import msgspec
import pytest

from matchday.bots.warming import PARTS
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.doors import compile_part
from matchday.games import game as find_game
from matchday.match.views import view
from matchday.server import audience, rooms
from matchday.server.settings import LONG_PAST
from matchday.server.wire import ToClient
from tests.server.house import BOT, GAME, HUMAN, PATIENCE, Guest, House, until, whole

SECRET = {"formations": True}
"""Both sides choose a formation at the same time, in secret."""


def test_a_whole_match_against_a_bot(house):
    made = house.make(HUMAN, BOT)
    with made.sit() as guest:
        last = guest.play_out()
        for text in guest.texts:
            msgspec.json.decode(text, type=ToClient)
    assert last["over"]
    assert made.ply == last["ply"] == made.get().json()["ply"]
    assert sum(last["result"]) == 1
    seen = [event["ply"] for message in guest.heard for event in message.get("view", {}).get("events", ())]
    assert seen == sorted(seen)
    whole = made.get("/view", made.tokens[0]).json()["events"]
    assert len(seen) == len(whole)


def test_every_game_is_played_by_bots(house, game):
    made = house.make(BOT, {"kind": "bot", "level": "greedy"}, game=game.name)
    with made.sit(None, lang="es") as guest:
        while guest.view()["ply"] < 25 and not guest.last["over"]:
            assert not guest.last["choices"]
        for text in guest.texts:
            msgspec.json.decode(text, type=ToClient)
    assert made.get("/replay", ply=10, since=0).json()["events"]


def test_every_move_of_a_bot_is_announced(house):
    made = house.make(HUMAN, BOT, seed="announced")
    with made.sit() as guest:
        guest.play_out()
    plies = [message["view"]["ply"] for message in guest.heard if message["type"] == "view"]
    moves = house.inside(house.rooms.store.read(made.id)).moves
    bots = [move for move in moves if move.seat == 1]
    thinking = [message for message in guest.heard if message["type"] == "thinking"]
    assert plies == sorted(plies)
    # A view that comes before its announcement was sent replaces it.
    assert 0 < len(thinking) <= len(bots)


def test_bots_alone_play_for_those_who_watch(house):
    made = house.make(BOT, {"kind": "bot", "level": "greedy"})
    assert made.tokens == [None, None]
    with made.sit(None) as guest:
        guest.view()
        guest.view()
    house.rest(made.id)
    paused = made.ply
    time.sleep(0.5)
    assert made.ply == paused
    with made.sit(None) as guest:
        while not guest.view()["over"]:
            assert guest.last["choices"] == []


def test_a_bots_choice_depends_on_the_match_alone(house):
    ends = []
    for _ in range(2):
        made = house.make(BOT, BOT, seed="the same")
        with made.sit(None) as guest:
            while not guest.view()["over"]:
                pass
        ends.append(made.get("/file").text)
    assert ends[0] == ends[1]


def test_all_moves_of_bots_take_the_same_least_time(tmp_path):
    house = House(str(tmp_path / "matches.db"), bot_pause=0.2)
    try:
        made = house.make(BOT, BOT)
        began = time.monotonic()
        with made.sit(None) as guest:
            while guest.view()["ply"] < 5:
                pass
            assert time.monotonic() - began > 0.95
    finally:
        house.stop()


def test_repeated_and_stale_moves_change_nothing_and_say_so(house):
    made = house.make(HUMAN, HUMAN)
    seat = made.get("/view").json()["seats"][1]["waiting"]
    with made.sit(int(seat)) as guest:
        seen = guest.view()
        action = seen["choices"][0]["action"]
        guest.play(action)
        assert guest.view()["ply"] == 1
        for ply in (0, 7):
            guest.play(action, ply=ply)
            message = guest.until("error")
            assert message["code"] == "stale"
            assert "nothing was changed" in message["message"]
            assert guest.view()["ply"] == 1
    assert made.ply == 1


def test_illegal_moves_and_moves_out_of_turn_are_refused(house):
    made = house.make(HUMAN, HUMAN)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with made.sit(asked) as guest, made.sit(1 - asked, lang="pl") as other, made.sit(None) as watcher:
        legal = {choice["action"] for choice in guest.view()["choices"]}
        illegal = next(action for action in range(1000) if action not in legal)
        guest.play(illegal)
        assert guest.error() == "illegal"
        guest.play(999_999)
        assert guest.error() == "illegal"
        other.view()
        other.play(min(legal))
        assert other.until("error") == {"type": "error", "code": "not_your_move", "message": "To nie twój ruch."}
        watcher.view()
        for message in ({"type": "play", "ply": 0, "action": min(legal)}, {"type": "undo", "ply": 0}, {"type": "hint"}):
            watcher.send(**message)
            assert watcher.error() == "not_your_move"
    assert made.ply == 0


@pytest.mark.parametrize("token", ["nonsense", "", "a" * 200, "ż", "stolen"])
def test_a_forged_token_opens_nothing(house, token):
    made, other = house.make(HUMAN, HUMAN), house.make(HUMAN, HUMAN)
    with Guest(made) as guest:
        guest.hello(other.tokens[0] if token == "stolen" else token)  # noqa: S105 - a test's word
        assert guest.receive()["code"] == "bad_token"
        assert guest.closed() == 4401


def test_a_seat_cannot_be_changed_with_a_forged_token(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit(1) as guest:
        guest.view()
        guest.hello("nonsense")
        assert guest.error() == "bad_token"
        guest.send(type="lang", lang="es")
        assert guest.view()["seat"] == 1


def test_unknown_matches_have_no_table(house):
    made = house.make(HUMAN, BOT)
    made.id = "nobody"
    with made.sit() as guest:
        assert guest.receive()["code"] == "not_found"
        assert guest.closed() == 4404


GARBLED = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"play"',
    "{}",
    '{"type": "dance"}',
    '{"type": "play"}',
    '{"type": "play", "ply": 0}',
    '{"type": "play", "ply": "0", "action": 1}',
    '{"type": "play", "ply": 0, "action": "1"}',
    '{"type": "play", "ply": 0, "action": 1.5}',
    '{"type": "play", "ply": 0, "action": true}',
    '{"type": "play", "ply": 0, "action": -1}',
    '{"type": "play", "ply": 0, "action": null}',
    '{"type": "play", "ply": -1, "action": 1}',
    '{"type": "play", "ply": 0, "action": 1, "seat": 1}',
    '{"type": "play", "ply": 0, "action": 1, "elapsed": 12}',
    '{"type": "play", "ply": 0, "action": 99999999999999999999999}',
    '{"type": "play", "ply": 0, "action": [1]}',
    '{"type": "play", "ply": NaN, "action": 1}',
    '{"type": "undo"}',
    '{"type": "undo", "ply": {}}',
    '{"type": "hint", "seat": 1}',
    '{"type": "lang", "lang": "de"}',
    '{"type": "hello", "since": -1}',
    '{"type": "hello", "token": 5}',
    '{"type": "hello", "token": "\\ud800"}',
    '{"type": ["play"]}',
    '{"type": "play", "type": "undo"',
    "[" * 4000,
    "x" * 5000,
    "x" * 200_000,
    '{"type": "' + "ż" * 3000 + '"}',
    b"\x00\x01",
]


def test_garbled_messages_are_answered_and_change_nothing(house):
    made = house.make(HUMAN, HUMAN)
    before = made.get("/view").content
    with made.sit(0) as guest:
        guest.view()
        for number, text in enumerate(GARBLED):
            guest.socket.send(text)
            message = guest.until("error")
            assert message["code"] == "bad_message", text[:80]
            assert len(message["message"]) < 500
            if number % 20 == 0:  # a sensible word in between, or the line is cut
                guest.send(type="lang", lang="en")
                guest.view()
    assert made.get("/view").content == before


def test_bytes_made_by_lot_change_nothing(house):
    made = house.make(HUMAN, HUMAN, seed=None)
    before = made.get("/view").content
    dice = Dice.new()
    set_key(dice, 7, 7)
    sample = '{"type": "play", "ply": 0, "action": 3}'
    with made.sit(0) as guest:
        guest.view()
        for number in range(200):
            letters = list(sample)
            for _ in range(1 + roll(dice, 4)):
                letters[roll(dice, len(letters))] = chr(32 + roll(dice, 200))
            if (mangled := "".join(letters)) != sample and '"ply": 0' not in mangled:
                guest.socket.send(mangled)
                assert guest.error() in {"bad_message", "stale"}
            if number % 10 == 0:
                guest.send(type="lang", lang="en")
                guest.view()
    assert made.get("/view").content == before


def test_whoever_talks_nothing_but_nonsense_is_hung_up_on(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit() as guest:
        for _ in range(60):
            guest.socket.send("nonsense")
        assert guest.closed() == 1008


def test_a_frame_of_a_megabyte_cuts_the_line_and_nothing_else(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit() as guest:
        guest.view()
        guest.socket.send("x" * 1_000_000)
        assert guest.closed() == 1009
    assert made.get("/view").status_code == 200


def test_the_first_word_is_hello(house):
    for text in ('{"type": "play", "ply": 0, "action": 0}', "nonsense"):
        with Guest(house.make(HUMAN, HUMAN)) as guest:
            guest.socket.send(text)
            assert guest.receive()["code"] == "bad_message"
            assert guest.closed() == 1008


def test_nobody_waits_at_a_line_on_which_nothing_is_said(house):
    async def tasks() -> int:
        return len(asyncio.all_tasks())

    made = house.make(HUMAN, HUMAN)
    at_rest = house.inside(tasks())
    with made.sit(0) as one:
        one.view()
        until(lambda: house.inside(tasks()) <= at_rest)
        with made.sit(1) as two, made.sit(None) as three:
            for guest in (two, three):
                guest.view()
            until(lambda: house.inside(tasks()) <= at_rest)
    house.rest(made.id)


def test_silence_is_not_waited_for(tmp_path):
    house = House(str(tmp_path / "matches.db"), hello_seconds=0.1)
    try:
        with Guest(house.make(HUMAN, HUMAN)) as guest:
            assert guest.closed() == 4408
    finally:
        house.stop()


def test_two_sockets_on_one_seat(house):
    made = house.make(HUMAN, HUMAN)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with made.sit(asked) as one, made.sit(asked) as two:
        action = one.view()["choices"][0]["action"]
        assert two.view() == one.last
        one.play(action)
        two.play(action, ply=0)
        for guest in (one, two):
            while guest.last["ply"] < 1:
                guest.receive()
        refused = []
        for guest in (one, two):
            guest.send(type="lang", lang="pl")
            while not (guest.last["events"] and guest.last["prompt"] == polish(made, asked)):
                guest.receive()
            refused += [message for message in map(json.loads, guest.texts) if message["type"] == "error"]
        assert [message["code"] for message in refused] == ["stale"]
        assert one.last == two.last
    assert made.ply == 1


def polish(made, seat):
    return made.get("/view", made.tokens[seat], lang="pl").json()["prompt"]


def test_hot_seat_at_one_socket(house):
    made = house.make(HUMAN, {"kind": "human", "name": "Ela"}, hot_seat=True, seed="chosen").play_out()
    about = made.get().json()
    assert about["over"]
    assert about["hot_seat"]
    listed = house.http.get("/api/matches", headers={"X-Seat-Tokens": ",".join(made.tokens)}).json()
    assert (listed[0]["seats"], listed[0]["names"]) == ([0, 1], ["Ola", "Ela"])


def test_a_hot_seat_sees_only_its_own_cards(house):
    made = house.make(HUMAN, HUMAN, hot_seat=True)
    with made.sit(0) as guest:
        for seat in (1, 0, 1):
            seen = guest.change_seat(seat)
            shown = [zone["id"] for zone in seen["zones"] if any(piece["face"] for piece in zone["pieces"])]
            assert f"hand.{1 - seat}" not in shown


def test_choices_made_at_the_same_time_do_not_hinder_each_other(house):
    made = house.make(HUMAN, HUMAN, options=SECRET)
    with made.sit(0) as one, made.sit(1) as two:
        first, second = one.view()["choices"], two.view()["choices"]
        assert first
        assert second
        one.play(first[0]["action"], ply=0)
        assert one.view()["ply"] == 1
        two.play(second[0]["action"], ply=0)  # made before the other's choice was seen
        while two.last["ply"] < 2:
            two.view()
        one.play(first[0]["action"], ply=0)  # but not twice
        assert one.error() == "stale"
    assert [move.seat for move in house.inside(house.rooms.store.read(made.id)).moves] == [0, 1]


def test_a_choice_is_taken_back_for_everyone_and_in_the_database(house):
    made = house.make(HUMAN, HUMAN, options=SECRET)
    with made.sit(0) as one, made.sit(1) as two:
        before = one.view()
        two.view()
        one.play(before["choices"][0]["action"])
        assert one.view()["can_undo"]
        assert two.view()["ply"] == 1
        two.send(type="undo", ply=1)
        assert two.error() == "undo_refused"
        one.send(type="undo", ply=0)
        assert one.error() == "stale"
        one.view()
        one.send(type="undo", ply=1)
        back = one.until("view")
        assert back["since"] == 1
        assert {**back["view"], "events": []} == {**before, "events": []}
        assert two.view()["ply"] == 0
        assert made.ply == 0
        one.play(before["choices"][1]["action"])
        assert one.view()["ply"] == 1
    assert made.ply == 1


def test_events_are_told_from_the_ply_that_is_asked_for(house):
    made = house.make(HUMAN, HUMAN).play_out(6)
    for since in (0, 4, 7, 900):
        with made.sit(0, since=since) as guest:
            message = guest.until("view")
            assert all(event["ply"] >= since for event in message["view"]["events"])
            assert message["since"] == min(since, 7)


def test_another_language_tells_everything_again(house):
    made = house.make(HUMAN, HUMAN).play_out(3)
    with made.sit(0) as guest:
        english = guest.view()
        guest.send(type="lang", lang="pl")
        polish = guest.view()
    assert [event["ply"] for event in polish["events"]] == [event["ply"] for event in english["events"]]
    assert polish["events"][0]["text"] != english["events"][0]["text"]


def test_a_hint_ranks_every_choice(house):
    made = house.make(HUMAN, HUMAN)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with made.sit(asked) as guest, made.sit(1 - asked) as other:
        choices = guest.view()["choices"]
        guest.send(type="hint")
        hint = guest.until("hint")["choices"]
        assert sorted(each["action"] for each in hint) == sorted(each["action"] for each in choices)
        assert {each["label"] for each in hint} == {each["label"] for each in choices}
        other.view()
        other.send(type="hint")
        assert other.error() == "not_your_move"


@pytest.mark.xdist_group("pilka_w_grze")  # where its twin is compiled anyway
def test_a_compiled_game_plays_and_searches(tmp_path):
    for part in PARTS.values():
        compile_part(find_game(GAME), part)
    house = House(str(tmp_path / "matches.db"), compiled=True, hint_effort=4000)
    try:
        made = house.make(HUMAN, BOT, seed="hint")
        with made.sit(0) as guest:
            while len(guest.my_turn()["choices"]) < 2:
                guest.move()
            warming = house.rooms.players.warming(house.room(made.id).match.game)
            assert warming.ready["bots"].wait(500)
            guest.send(type="hint")
            hint = guest.until("hint")["choices"]
            guest.move()
        assert all(0 <= each["value"] <= 1 for each in hint)
        match = house.room(made.id).match
        assert match.runner.doors
        assert match.replay().digest() == match.digest()
    finally:
        house.stop()


def test_a_match_that_cannot_be_stored_does_not_move(house, monkeypatch):
    made = house.make(HUMAN, HUMAN)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with made.sit(asked) as guest:
        before = guest.view()

        def fails(_played, _cursor):
            message = "the disk is full"
            raise OSError(message)

        with monkeypatch.context() as patch:
            patch.setattr("matchday.server.steps.Played.write", fails)
            guest.play(before["choices"][0]["action"])
            assert guest.error() == "not_stored"
            assert made.ply == 0
        assert made.get("/view").json()["ply"] == 0
        guest.play(before["choices"][0]["action"])
        assert guest.view()["ply"] == 1


def test_idle_rooms_leave_memory_and_come_back(tmp_path):
    house = House(str(tmp_path / "matches.db"), idle_rooms=2)
    try:
        made = [house.make(HUMAN, HUMAN).play_out(2) for _ in range(5)]
        assert len(house.rooms.rooms) <= 3
        assert all(each.get("/view").json()["ply"] == 2 for each in made)
    finally:
        house.stop()


def test_a_long_past_is_told_while_others_play(house, monkeypatch):
    """Whoever opens a long match after a restart keeps the server busy, but nobody waiting."""
    long, other = house.make(HUMAN, HUMAN).play_out(LONG_PAST + 2), house.make(HUMAN, HUMAN)
    go_on, threads = threading.Event(), []

    def held(match, seat, *, since, **how):
        threads.append((match.ply - since, threading.current_thread() is house.thread))
        if match.ply - since >= LONG_PAST:
            assert go_on.wait(PATIENCE)
        return view(match, seat, since=since, **how)

    for module in (rooms, audience):
        monkeypatch.setattr(module, "view", held)
    with ThreadPoolExecutor() as pool, long.sit(0) as reader:
        asked = pool.submit(long.get, "/view", long.tokens[1])
        with other.sit(0) as one, other.sit(1) as two:
            one.view()
            two.view()
            assert (one if 0 in one.waiting else two).move()["ply"] == 1
        go_on.set()
        assert whole(reader.view()) == whole(long.get("/replay", long.tokens[0], seat=0, since=0).json())
        assert asked.result(PATIENCE).json()["events"][0]["ply"] == 0
    assert {is_loop for past, is_loop in threads if past >= LONG_PAST} == {False}
    moves = [is_loop for past, is_loop in threads if past < LONG_PAST]
    assert moves.count(True) == 2, "both see the move at once; their first views were made in turns"
    assert moves.count(False) == 2


def test_a_view_is_made_once_for_all_spectators(house, monkeypatch):
    made, seats = house.make(HUMAN, HUMAN), []

    def counted(match, seat, **how):
        seats.append(seat)
        return view(match, seat, **how)

    with ExitStack() as stack:
        watchers = [stack.enter_context(made.sit(None)) for _ in range(5)]
        foreign = stack.enter_context(made.sit(None, lang="pl"))
        mover = stack.enter_context(made.sit(int(watchers[0].view()["seats"][1]["waiting"])))
        for guest in (*watchers[1:], foreign, mover):
            guest.view()
        for module in (rooms, audience):
            monkeypatch.setattr(module, "view", counted)
        mover.move()
        assert len({json.dumps(watcher.view()) for watcher in watchers}) == 1
        assert foreign.view() != watchers[0].last
    assert seats.count(None) == 2  # one for each language


def test_random_bots_do_not_always_choose_the_same(house):
    """Each decision has dice of its own, though a bot is made anew for it."""
    made = house.make(BOT, BOT, game="super_goal", options={"clock_mode": "nominal"})
    with made.sit(None) as guest:
        while guest.view()["ply"] < 60:
            pass
    match = house.room(made.id).match
    picks: dict[int, set[int]] = {}
    for ply, move in enumerate(match.moves):
        choices = match.at(ply).legal(move.seat)
        picks.setdefault(len(choices), set()).add(choices.index(move.action))
    assert any(len(found) > 1 for found in picks.values())  # of as many choices not always the same one
