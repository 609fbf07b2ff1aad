"""What somebody puts together from everything that they were ever sent is what a fresh view shows them, and no more.

Random play of every game over real sockets, on lines that lose steps and bring them twice, by people who come back with
wrong memories, say hello again as somebody else, change their language, take moves back and hand their seats over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.game import Game
from matchday.engine.view import View
from matchday.lab.properties import random_options
from matchday.server.wire import StepMessage, ToClient, ViewMessage
from tests.server.house import HUMAN, PATIENCE, Guest, House, Made

LANGUAGES = ("en", "pl")
FAR = 999_999
STEADY = {"clock_mode": "nominal"}
"""No moves that nobody makes."""


class Lossy(Guest):
    """A client on a bad line. Whoever finds a gap says hello again, with the ply up to which everything is known."""

    def __init__(self, made: Made, dice: Dice, seat: int | None, language: str, since: int = 0) -> None:
        super().__init__(made)
        self.dice, self.seat, self.language = dice, seat, language
        self.events: list[dict[str, Any]] = []
        self.is_told_all = since == 0
        """Whether the events are to be complete: not of somebody who has claimed to know what they do not."""
        self.sent: list[ViewMessage | StepMessage] = []
        """What the server has sent since it was last looked at, lost or not …"""
        self.told: dict[str, Any] = {}
        """… and what a fresh view showed then."""
        self.say_hello(since)

    @property
    def token(self) -> str | None:
        return None if self.seat is None else self.made.tokens[self.seat]

    def say_hello(self, since: int) -> None:
        self.hello(self.token, lang=self.language, since=since)

    def receive(self) -> dict[str, Any]:
        text = self.socket.recv(timeout=None)
        self.texts.append(str(text))
        message = json.loads(text)
        if message["type"] not in {"view", "step"}:
            return message
        self.sent.append(msgspec.json.decode(text, type=ToClient))
        chance = roll(self.dice, 8) if message["type"] == "step" else 2
        if chance == 0:  # lost
            return {"type": "lost"}
        if self.take(message) and chance == 1:  # it comes twice
            assert not self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> bool:
        """Put a message together with what is known."""
        if not self.follower.read(message):
            return False
        self.last = msgspec.to_builtins(self.follower.view)
        self.events = [each for each in self.events if each["ply"] < message["since"]] + self.last["events"]
        return True

    def settle(self) -> None:
        """Read all that is on its way: nonsense is refused in its turn, and a sensible word keeps the line open."""
        self.send(type="pong", n=0)
        self.socket.send("nonsense")
        while self.receive().get("code") != "bad_message":
            pass

    def catch_up(self) -> None:
        """Read on; where something is missing, say so."""
        self.settle()
        if self.sent and self.follower.version != self.sent[-1].version:
            self.say_hello(self.last["ply"] if self.last["seat"] == self.seat else 0)
            self.settle()

    def fresh(self) -> dict[str, Any]:
        """What somebody sees who comes now."""
        answer = self.made.get("/view", self.token, lang=self.language)
        assert answer.status_code == 200, answer.text
        return answer.json()


def filled(told: Any) -> Any:
    """A view or a step with all that it tells, defaults too."""
    if isinstance(told, msgspec.Struct):
        fields = {name: getattr(told, name) for name in told.__struct_fields__}
        return {name: filled(value) for name, value in fields.items() if value is not msgspec.UNSET}
    return [*map(filled, told)] if isinstance(told, list) else told


def parts(told: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """All that a view tells, or a step, bit by bit: a step has no bit that the view after it does not have."""
    zones = told.get("zones", [])
    lying = [piece for zone in zones for piece in zone.get("pieces", []) if isinstance(piece, dict)]
    for piece in [*told.get("pieces", []), *lying]:
        yield "piece", json.dumps(piece)
    for zone in zones:
        for name, value in zone.items():
            yield "zone", zone["id"], name, json.dumps(ids_of(value) if name == "pieces" else value)
    for seat in told.get("seats", []):
        for name, value in seat.items():
            yield "seat", str(seat["seat"]), name, json.dumps(value)
    for name in ("counters", "events", "choices"):
        for each in told.get(name, []):
            yield name, json.dumps(each)
    for name in told.keys() - {"zones", "pieces", "counters", "events", "choices", "seats"}:
        yield name, json.dumps(told[name])
    if "title" in told:
        yield "zone_ids", json.dumps(ids_of(zones))
        yield "counter_ids", json.dumps(ids_of(told["counters"]))
        yield "actions", json.dumps([choice["action"] for choice in told["choices"]])


def ids_of(blocks: list[Any]) -> list[str]:
    return [block if isinstance(block, str) else block["id"] for block in blocks]


class Table:
    """A match and those who look at it."""

    def __init__(self, house: House, game: Game, number: int) -> None:
        self.dice = Dice.new()
        set_key(self.dice, number, 17)
        options = {name: STEADY.get(name, value) for name, value in random_options(game, self.dice).items()}
        seats = int(game.box(options).seats)
        self.made = house.make(*[HUMAN] * seats, game=game.name, options=options)
        self.elsewhere = house.make(HUMAN, HUMAN)
        self.guests = [
            Lossy(self.made, self.dice, seat, LANGUAGES[count])
            for seat in [*range(seats), None]
            for count in range(1 if seat is None else 2)
        ]
        self.done: list[Any] = []

    def pick(self, things: Any) -> Any:
        return list(things)[roll(self.dice, len(things))]

    # ------------------------------------------------------------ what people do

    def move(self, _guest: Lossy) -> None:
        able = [guest for guest in self.guests if guest.seat is not None and guest.last["choices"]]
        if able:
            mover = self.pick(able)
            mover.play(self.pick(mover.last["choices"])["action"])
            mover.settle()

    def look(self, guest: Lossy) -> None:
        guest.send(type="look")

    def change_language(self, guest: Lossy) -> None:
        guest.language = self.pick(LANGUAGES)
        guest.send(type="lang", lang=guest.language)
        guest.is_told_all = True

    def come_back(self, guest: Lossy, since: int | None = None) -> None:
        """On another socket, with what is remembered, or another memory."""
        guest.close()
        since = self.pick([0, guest.last["ply"], FAR, roll(self.dice, 40)]) if since is None else since
        self.guests[self.guests.index(guest)] = Lossy(self.made, self.dice, guest.seat, guest.language, since)

    def come_back_with_nonsense(self, guest: Lossy) -> None:
        guest.close()
        for hello in (
            {"since": -1},
            {"since": 10**7},
            {"since": "0"},
            {"token": self.elsewhere.tokens[0]},
            {"token": "forged", "since": 3},
        ):
            with Guest(self.made) as stranger:
                stranger.send(**{"type": "hello", "token": guest.token, **hello})
                assert stranger.closed() in {1008, 4401}
                assert [json.loads(text)["type"] for text in stranger.texts] == ["error"]
        self.come_back(guest, 0)

    def say_hello_again(self, guest: Lossy) -> None:
        """As somebody else whose token is here too, or as nobody, and perhaps back."""
        guest.seat = self.pick([*range(len(self.made.tokens)), None])
        since = self.pick([0, 0, FAR])
        guest.is_told_all = since == 0
        guest.events = []
        guest.say_hello(since)

    def say_hello_with_nonsense(self, guest: Lossy) -> None:
        """Refused; the seat stays."""
        for hello in ({"token": "forged"}, {"token": self.elsewhere.tokens[1]}, {"token": None, "since": -5}):
            guest.send(**{"type": "hello", **hello})
            assert guest.until("error")["code"] in {"bad_token", "bad_message"}

    def take_back_alone(self, guest: Lossy) -> None:
        guest.send(type="undo", ply=guest.last["ply"])
        guest.settle()

    def take_back_together(self, _guest: Lossy) -> None:
        for seat in self.pick([range(len(self.made.tokens)), reversed(range(len(self.made.tokens)))]):
            someone = next((guest for guest in self.guests if guest.seat == seat), None)
            if someone:
                someone.send(type="offer", what="undo")
                someone.until("offer", "error", "view", "step", "lost")
                someone.settle()

    def hand_over(self, guest: Lossy) -> None:
        """Whoever has held the seat is sent away; somebody else comes."""
        if guest.seat is None:
            return
        held = [each for each in self.guests if each.seat == guest.seat]
        code = self.made.post("invite", guest.seat, handover=True).json()["code"]
        self.made.tokens[guest.seat] = self.made.post("join", code=code, name=HUMAN["name"]).json()["token"]
        for each in held:
            with suppress(ConnectionClosed):  # it is too late, or just in time
                each.send(type="look")
            assert each.closed() == 4401
            self.see_no_more_than(each, [each.told])
            self.come_back(each, 0)

    def talk(self, guest: Lossy) -> None:
        guest.send(type="say", phrase="hello")

    def make_a_wrong_move(self, guest: Lossy) -> None:
        for action, ply in ((FAR, 0), (0, 3), (FAR, -1)):
            guest.play(action, ply=max(0, guest.last["ply"] + ply))
            guest.until("error")

    # ------------------------------------------------------------ what must hold

    def rounds(self, number: int) -> None:
        """Let people do everything so many times, in any order."""
        for guest in self.guests:
            self.look_at(guest, None)
        deeds = [self.move] * 8 + [
            *(self.look, self.change_language, self.come_back, self.come_back_with_nonsense, self.say_hello_again),
            *(self.say_hello_again, self.say_hello_with_nonsense, self.take_back_alone, self.take_back_together),
            *(self.take_back_together, self.hand_over, self.talk, self.make_a_wrong_move),
        ]
        for _ in range(number):
            left = list(deeds)
            while left:
                self.done.append(left.pop(roll(self.dice, len(left))))
                before = {guest: guest.told for guest in self.guests}
                self.done[-1](self.pick(self.guests))
                for guest in self.guests:
                    self.look_at(guest, before.get(guest))

    def look_at(self, guest: Lossy, before: dict[str, Any] | None) -> None:
        """Compare what somebody has with what they would see if they came now."""
        guest.catch_up()
        guest.told = guest.fresh()
        self.see_no_more_than(guest, [guest.told, before or guest.told])
        assert {**guest.last, "events": []} == {**guest.told, "events": []}
        if guest.is_told_all:
            assert guest.events == guest.told["events"]

    def see_no_more_than(self, guest: Lossy, views: list[dict[str, Any]]) -> None:
        """Nothing was sent, lost or not, that does not stand in one of these views."""
        known = {part for view in views for part in parts(filled(msgspec.convert(view, View)))}
        for message in guest.sent:
            told = filled(message.view if isinstance(message, ViewMessage) else message.change)
            assert set(parts(told)) <= known, (self.done[-1], set(parts(told)) - known)
        guest.sent = []


@pytest.mark.parametrize("number", [1, 2])
def test_what_is_put_together_is_what_a_fresh_view_shows_and_no_more(house, game: Game, matches, number):
    table = Table(house, game, number)
    try:
        table.rounds(matches)
    finally:
        for guest in table.guests:
            guest.close()


def test_whoever_asks_for_a_whole_view_after_a_gap_is_told_what_has_happened(house):
    made = house.make(HUMAN, HUMAN)
    with made.sit(0) as one:
        events = one.view()["events"]
        made.play_out(1)
        while json.loads(one.socket.recv(timeout=PATIENCE))["type"] != "step":  # it is lost
            pass
        one.send(type="look", since=1)
        message = one.until("view")
        events = [each for each in events if each["ply"] < message["since"]] + message["view"]["events"]
        assert events == made.get("/view", made.tokens[0]).json()["events"]


def test_whoever_follows_a_match_reads_the_name_of_who_took_a_seat_over_as_others_do(house):
    made = house.make(HUMAN, HUMAN).play_out(3)
    with made.sit(0) as guest:
        seen = guest.view()
        code = made.post("invite", 1, handover=True).json()["code"]
        assert made.post("join", code=code, name="Ewa").status_code == 201
        message = guest.until("view")
        events = [each for each in seen["events"] if each["ply"] < message["since"]] + message["view"]["events"]
        fresh = made.get("/view", made.tokens[0]).json()
        assert "Ewa" in json.dumps(fresh["events"])
        assert events == fresh["events"]
