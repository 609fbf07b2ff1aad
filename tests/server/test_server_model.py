"""A table under everything that people do: whatever comes in which order, every client sees what the server has."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from matchday.match.fair import Opening
from tests.server.house import BOT, HUMAN, Guest, House, Made, whole

SEATS = (0, 1, None)
TABLES = (
    ("pilka_w_grze", {"formations": True}, (HUMAN, HUMAN)),  # both choose in secret at once
    ("kickards", {}, (HUMAN, HUMAN)),
    ("mcs", {"players": 3}, (HUMAN, HUMAN, BOT)),
)


class Table(RuleBasedStateMachine):
    """Two people and spectators at one table, with a model of what must be stored."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.house = House(str(Path(self.folder.name) / "matches.db"))
        self.guests: list[tuple[int | None, Guest]] = []
        self.said = 0

    def teardown(self) -> None:
        for _, guest in self.guests:
            guest.close()
        self.house.stop()
        self.folder.cleanup()

    @initialize(table=st.sampled_from(TABLES))
    def lay(self, table: Any) -> None:
        name, options, seats = table
        self.made = self.house.make(*seats, game=name, options=options)
        self.has_bots = BOT in seats

    # ------------------------------------------------------------ what people do

    @precondition(lambda self: len(self.guests) < 5)
    @rule(seat=st.sampled_from(SEATS), language=st.sampled_from(["en", "pl", "es"]))
    def join(self, seat: int | None, language: str) -> None:
        guest = self.made.sit(seat, lang=language)
        guest.view()
        self.guests.append((seat, guest))

    @precondition(lambda self: self.guests)
    @rule(number=st.integers(0, 9))
    def leave(self, number: int) -> None:
        self.guests.pop(number % len(self.guests))[1].close()

    @precondition(lambda self: self.guests)
    @rule(number=st.integers(0, 9), since=st.integers(0, 40))
    def reconnect(self, number: int, since: int) -> None:
        seat, guest = self.guests[number % len(self.guests)]
        guest.close()
        fresh = self.made.sit(seat, since=since)
        message = fresh.until("view")
        assert message["since"] <= since
        assert all(event["ply"] >= message["since"] for event in message["view"]["events"])
        self.guests[number % len(self.guests)] = (seat, fresh)

    @precondition(lambda self: self.guests)
    @rule(number=st.integers(0, 9), choice=st.integers(0, 99))
    def move(self, number: int, choice: int) -> None:
        _, guest = self.guests[number % len(self.guests)]
        self.catch_up()
        choices, ply = guest.last["choices"], guest.last["ply"]
        guest.play(choices[choice % len(choices)]["action"] if choices else choice)
        kinds = self.settled(guest)
        if choices and not self.has_bots:
            assert self.made.ply == ply + 1
            assert "error" not in kinds

    @precondition(lambda self: self.guests)
    @rule(number=st.integers(0, 9), back=st.integers(1, 9), action=st.integers(0, 300))
    def move_for_another_ply(self, number: int, back: int, action: int) -> None:
        """A late, early or repeated message changes nothing; but for a secret choice made at the same time."""
        seat, guest = self.guests[number % len(self.guests)]
        self.catch_up()
        before = self.made.ply
        guest.play(action, ply=guest.last["ply"] + back)
        assert "error" in self.settled(guest)
        if not self.has_bots:
            assert self.made.ply == before
        guest.play(action, ply=max(0, guest.last["ply"] - back))
        self.settled(guest)
        if seat is None and not self.has_bots:
            assert self.made.ply == before

    @precondition(lambda self: self.guests)
    @rule(number=st.integers(0, 9))
    def undo(self, number: int) -> None:
        _, guest = self.guests[number % len(self.guests)]
        self.catch_up()
        may, ply = guest.last["can_undo"], guest.last["ply"]
        guest.send(type="undo", ply=ply)
        kinds = self.settled(guest)
        if not self.has_bots:
            assert self.made.ply == (ply - 1 if may else ply)
            assert ("error" in kinds) != may

    @precondition(lambda self: self.guests)
    @rule(number=st.integers(0, 9))
    def talk(self, number: int) -> None:
        seat, guest = self.guests[number % len(self.guests)]
        guest.send(type="say", phrase="hello")
        kinds = self.settled(guest)
        assert "said" in kinds or "error" in kinds
        assert seat is not None or "error" in kinds

    @rule()
    def restart(self) -> None:
        for _, guest in self.guests:
            guest.close()
        seats = [seat for seat, _ in self.guests]
        self.house.restart()
        self.guests = [(seat, self.made.sit(seat)) for seat in seats]
        for _, guest in self.guests:
            guest.view()

    # ------------------------------------------------------------ what must hold

    def settled(self, guest: Guest) -> set[str]:
        """Wait until the server has answered all that a guest has said; gives the kinds of its answers."""
        before = len(guest.heard)
        guest.socket.send("nonsense")  # refused in its turn, after everything before it
        while guest.error() != "bad_message":
            pass
        return {message["type"] for message in guest.heard[before:-1]}

    def catch_up(self) -> None:
        for _, guest in self.guests:
            self.settled(guest)

    @invariant()
    def everyone_sees_what_the_server_has(self) -> None:
        if self.has_bots:
            return  # bots play on meanwhile
        self.catch_up()
        for seat, guest in self.guests:
            token = None if seat is None else self.made.tokens[seat]
            for language in ("en", "pl", "es"):
                shown = self.made.get("/view", token, lang=language).json()
                if shown["title"] == guest.last["title"] and shown["prompt"] == guest.last["prompt"]:
                    assert whole(shown).but(events=[]) == whole(guest.last).but(events=[])
                    break
            else:
                raise AssertionError((seat, guest.last["prompt"]))


class Gathering(RuleBasedStateMachine):
    """Two people who come together: they seal, seal anew, open, open what they have not sealed, and hand seats over."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.house = House(str(Path(self.folder.name) / "matches.db"))
        order = {"game": "pilka_w_grze", "seats": [HUMAN, {"kind": "friend"}]}
        created = self.house.http.post("/api/matches", json=order).json()
        self.made, self.code = Made(self.house, created), created["seats"][1]["invite"]
        self.commitment = self.made.get().json()["commitment"]
        self.sealed: dict[int, Opening] = {}
        self.opened: set[int] = set()

    def teardown(self) -> None:
        self.house.stop()
        self.folder.cleanup()

    @property
    def is_fixed(self) -> bool:
        return len(self.sealed) == 2

    @property
    def is_dealt(self) -> bool:
        return len(self.opened) == 2

    @precondition(lambda self: self.made.tokens[1] is None)
    @rule()
    def come(self) -> None:
        self.made.tokens[1] = self.made.post("join", code=self.code, name="Ela").json()["token"]

    @rule(seat=st.sampled_from([0, 1]), words=st.sampled_from(["", "heads", " two  spaces ", "👨‍👩‍👧"]))
    def seal(self, seat: int, words: str) -> None:
        if self.made.tokens[seat] is None:
            return
        was_fixed = self.is_fixed
        answer = self.made.seal(seat, words)
        assert answer.status_code == (422 if was_fixed else 200)
        if not was_fixed:
            self.sealed[seat] = self.made.openings[seat]

    @rule(seat=st.sampled_from([0, 1]), wrong=st.sampled_from([False, False, "words", "nonce"]))
    def open(self, seat: int, wrong: str | bool) -> None:
        opening = self.sealed.get(seat, Opening("", "0" * 64))
        if self.made.tokens[seat] is None:
            return
        if wrong:
            opening = replace(opening, **{str(wrong): "1" * 64})
        answer = self.made.post("open", seat, words=opening.words, nonce=opening.nonce)
        is_right = self.is_fixed and not wrong
        assert answer.status_code == (200 if is_right else 422), answer.text
        if is_right:
            self.opened.add(seat)

    @rule(seat=st.sampled_from([0, 1]))
    def hand_over(self, seat: int) -> None:
        if self.made.tokens[seat] is None:
            return
        may = self.is_dealt or not self.is_fixed
        answer = self.made.post("invite", seat, handover=True)
        assert answer.status_code == (201 if may else 422)
        if may:
            self.made.tokens[seat] = self.made.post("join", code=answer.json()["code"], name="Ewa").json()["token"]
            if not self.is_dealt:
                self.sealed.pop(seat, None)

    @rule()
    def restart(self) -> None:
        self.house.restart()

    @invariant()
    def the_server_has_what_people_have_done(self) -> None:
        told = self.made.get().json()
        assert (told["commitment"], told["dice"], told["dealt"]) == (self.commitment, "joint", self.is_dealt)
        assert [seat["ready"] for seat in told["seats"]] == [seat in self.sealed for seat in (0, 1)]
        assert [seat["opened"] for seat in told["seats"]] == [seat in self.opened for seat in (0, 1)]
        hashes = [self.sealed[seat].sealed(self.commitment, seat) for seat in (0, 1)] if self.is_fixed else None
        assert told["hashes"] == hashes
        if self.is_dealt:
            match = self.house.room(self.made.id).match
            assert match.fair.openings == (self.sealed[0], self.sealed[1])
            assert match.seed == match.fair.seed


SLOWLY = settings(
    max_examples=6,
    stateful_step_count=15,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a real server is too slow to shrink with
    suppress_health_check=list(HealthCheck),
)
Table.TestCase.settings = Gathering.TestCase.settings = SLOWLY
TestTable = Table.TestCase
TestGathering = Gathering.TestCase
