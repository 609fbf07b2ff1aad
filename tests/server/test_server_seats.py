"""Seats under two processes on one database: whatever comes at the same time, what is stored is what people were told.

Rounds of joins, fills, invitations, second devices, hand-overs, people who are ready, who concede and who play again
are thrown at two servers at once, by lot. After each the database is read: a bot's seat opens to nobody, a taken seat
to exactly the tokens that its holder was told, hashes are fixed once and for those who sit there, a deal is of what was
opened, and there is one of each.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.errors import MatchdayError
from matchday.match.fair import Fair, Opening
from matchday.server.dice import JOINT, stored_fair
from matchday.server.problems import NotStored
from matchday.server.rows import InviteRow, KeyRow, MatchRow, SeatRow
from matchday.server.store import hashed
from tests.server.house import HUMAN, House
from tests.server.postgres import Postgres, is_here

pytestmark = [
    pytest.mark.xdist_group("postgres"),
    pytest.mark.skipif(not is_here() and not os.environ.get("CI"), reason="no PostgreSQL programs, or no asyncpg"),
]
FRIEND = {"kind": "friend"}
TABLES = (
    {"game": "pilka_w_grze", "seats": [HUMAN, FRIEND]},
    {"game": "mcs", "options": {"players": 3}, "seats": [HUMAN, FRIEND, FRIEND]},
)
DEEDS = ("claim", "claim", "fill", "invite", "device", "handover", "ready", "ready", "open", "end", "again")
SEALED = ("open", "open", "open", "open", "claim", "device", "handover", "ready")
OVER = ("again", "again", "claim", "device", "handover", "end")
"""What people do: while they gather or play, once all hashes are fixed, and when the match is over."""
ROUNDS = 14
AT_ONCE = 4


class Opened(NamedTuple):
    """A seat that was opened for a device or handed over."""

    what: str
    seat: int
    token: str


@dataclass
class Place:
    """A seat as people know it."""

    kind: str = "human"
    tokens: set[str] = field(default_factory=set)
    """What whoever holds it was told."""
    codes: dict[str, str] = field(default_factory=dict)
    """Invitations that nobody has used yet: to a free seat, to another device, to hand it over."""
    made: dict[str, str] = field(default_factory=dict)
    """All that were ever made, and what each is to."""
    is_new: bool = False
    """Somebody new sits there who has not said anything yet."""
    hashes: set[str] = field(default_factory=lambda: {""})
    """Any of these may be stored: they were sent at once."""


@dataclass
class Done:
    """What somebody did, and what came back: a token or code, or just that it was done."""

    what: str
    seat: int
    said: str
    table: Table
    answer: Any = None


class Table:
    """One match and what its people were told."""

    def __init__(self, name: str, places: list[Place], follows: Table | None = None) -> None:
        self.name, self.places, self.follows = name, places, follows
        self.next: Table | None = None


class People:
    """Everyone at a table, with two servers to choose from."""

    def __init__(self, houses: tuple[House, House], seed: int, order: Any = None) -> None:
        self.houses, self.dice, self.told = houses, Dice.new(), 0
        set_key(self.dice, seed, 815)
        made = self.pick(houses).http.post("/api/matches", json=order or self.pick(TABLES)).json()
        places = [
            Place(codes={"join": seat["invite"]}, made={seat["invite"]: "join"})
            if seat["invite"]
            else Place(tokens={seat["token"]})
            for seat in made["seats"]
        ]
        self.tables = [Table(made["id"], places)]
        self.sealed: dict[str, Opening] = {}
        """What people have sealed, by its hash."""

    def pick(self, things: Any) -> Any:
        things = list(things)
        return things[roll(self.dice, len(things))]

    # ------------------------------------------------------------ what they do

    def post(self, house: House, table: Table, what: str, token: str | None = None, **body: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = house.http.post(f"/api/matches/{table.name}/{what}", json=body, headers=headers)
        assert answer.status_code < 500, answer.text
        return answer.json() if answer.status_code < 300 else None

    def act(self) -> Callable[[], Done]:
        """Think of something that somebody could do now."""
        house, table = self.pick(self.houses), self.pick(self.tables)
        seat = roll(self.dice, len(table.places))
        place = table.places[seat]
        room = house.room(table.name)
        what = self.pick(SEALED if room.gathering.hashes and room.dealt is None else OVER if room.is_open else DEEDS)
        mine = self.pick(sorted(place.tokens)) if place.tokens else None
        other = self.pick(sorted({token for each in table.places for token in each.tokens} or {"nobody"}))
        self.told += 1
        number = str(self.told)
        if what == "claim" and place.codes:
            kind = self.pick(sorted(place.codes))
            return lambda: self.claim(house, table, seat, kind)
        if what == "fill" and not place.tokens:
            return lambda: self.done(house, table, "fill", seat, "", other, seat=seat, level="random")
        if what == "invite" and not place.tokens:
            return lambda: self.done(house, table, "invite", seat, "join", other, seat=seat)
        if what in {"device", "handover"} and mine:
            is_over = what == "handover"
            return lambda: self.done(house, table, "invite", seat, what, mine, handover=is_over)
        if what == "end" and mine:
            return lambda: self.end(house, table, seat)
        if what == "again":
            return lambda: self.again(house, table)
        if what == "open" and mine and (known := sorted(place.hashes - {""})):
            opening = self.sealed[self.pick(known)]
            return lambda: self.done(house, table, "open", seat, "", mine, words=opening.words, nonce=opening.nonce)
        if mine:
            sealed = self.seal(house, table, seat, number)
            return lambda: self.done(house, table, "ready", seat, sealed, mine, hash=sealed)
        return lambda: self.done(house, table, "fill", seat, "", "forged", seat=seat, level="random")

    def seal(self, house: House, table: Table, seat: int, words: str) -> str:
        """Seal some words; gives their hash."""
        opening = Opening(words, f"{int(words):064x}")
        hashed = opening.sealed(house.room(table.name).gathering.commitment, seat)
        self.sealed[hashed] = opening
        return hashed

    def done(self, house: House, table: Table, what: str, place: int, said: str, token: str, **body: Any) -> Done:
        return Done(what, place, said, table, self.post(house, table, what, token, **body))

    def claim(self, house: House, table: Table, seat: int, kind: str) -> Done:
        code = table.places[seat].codes[kind]
        return Done(kind, seat, code, table, self.post(house, table, "join", code=code, name=f"Guest {code[:6]}"))

    def end(self, house: House, table: Table, seat: int) -> Done:
        room = house.room(table.name)
        return Done("end", seat, "", table, self.tried(house, room.concede(seat, room.dealt.ply if room.dealt else 0)))

    def again(self, house: House, table: Table) -> Done:
        room, answers = house.room(table.name), []
        for seat, sitter in enumerate(room.sitters):
            if sitter.kind != "bot":
                answers.append(self.tried(house, room.offers.propose(seat, "rematch")))
        return Done("again", 0, "", table, answers)

    def tried(self, house: House, work: Any) -> Any:
        try:
            house.inside(work)
        except MatchdayError as error:
            if isinstance(error, NotStored):
                raise
            return None
        return True

    def throw(self) -> None:
        """Do several things at once, then find out what holds."""
        acts = [self.act() for _ in range(2 + roll(self.dice, AT_ONCE - 1))]
        with ThreadPoolExecutor(len(acts)) as pool:
            done = [work.result() for work in [pool.submit(act) for act in acts]]
        done = [each for each in done if each.answer]
        opened: dict[str, list[Opened]] = {}
        for table in self.tables:  # the earlier match first: what happens there follows to the later ones
            for seat, place in enumerate(table.places):
                self.learn(place, [each for each in done if each.table is table and each.seat == seat])
            own = [
                Opened(each.what, each.seat, each.answer["token"])
                for each in done
                if each.table is table and each.what in {"device", "handover"}
            ]
            before = opened[table.follows.name] if table.follows else []
            opened[table.name] = own + self.follow(table, before, own)
        self.check()

    # ------------------------------------------------------------ what they were told

    def learn(self, place: Place, done: list[Done]) -> None:
        """Take in what was told of a seat: in whichever order it happened, it comes to the same."""
        tokens = {each.what: each.answer["token"] for each in done if each.what in {"join", "device", "handover"}}
        kinds = [each.what for each in done]
        place.before = set(place.tokens)
        for kind in ("join", "device", "handover"):
            assert kinds.count(kind) <= 1, "an invitation was used twice"
        assert not ("join" in kinds and "fill" in kinds), "a seat was taken and filled"
        for each in done:
            if each.what in {"join", "device", "handover"} and place.codes.get(each.what) == each.said:
                del place.codes[each.what]
        if "fill" in kinds:
            place.kind, place.tokens, place.codes = "bot", set(), {}
        for kind in ("join", "handover"):
            if kind in tokens:  # whatever was made before opens nothing now
                place.tokens, place.codes, place.hashes = {tokens[kind]}, {}, place.hashes | {""}
                tokens.pop("device", None)
        place.tokens |= set(tokens.values())
        place.is_new = "join" in kinds or "handover" in kinds or (place.is_new and "ready" not in kinds)
        sealed = {each.said for each in done if each.what == "ready"}
        if sealed:
            place.hashes = sealed | ({""} if "handover" in kinds else set())
        for each in done:
            if each.what == "invite":
                place.made[each.answer["code"]] = each.said

    def follow(self, table: Table, before: list[Opened], own: list[Opened]) -> list[Opened]:
        """What happened to a person's seat has happened to their seat in the next match, if they still sat there; gives
        what has happened here by it. A hand-over comes last: it ends what another device was given.
        """
        found, seats = [], len(table.places)
        for each in sorted(before, key=lambda each: each.what == "handover"):
            seat = (each.seat + 1) % seats
            place = table.places[seat]
            is_handed_on = any(here.seat == seat and here.what == "handover" for here in own)
            if is_handed_on or place.before.isdisjoint(table.follows.places[each.seat].before):
                continue
            found.append(Opened(each.what, seat, each.token))
            place.tokens = {each.token} if each.what == "handover" else place.tokens | {each.token}
            if each.what == "handover":
                place.codes, place.hashes = {}, place.hashes | {""}
        return found

    # ------------------------------------------------------------ what must hold

    def read(self, table: Table) -> tuple[Any, list[Any], list[Any], list[Any]]:
        async def look() -> Any:
            async with self.houses[0].rooms.store.engine.connect() as connection:
                match = (await connection.execute(select(MatchRow.__table__).where(MatchRow.id == table.name))).one()
                found = []
                for kind in (SeatRow, KeyRow, InviteRow):
                    rows = select(kind.__table__).where(kind.match == table.name).order_by(kind.seat)
                    found.append((await connection.execute(rows)).all())
                return match, *found

        return self.houses[0].inside(look())

    def check(self) -> None:
        for table in list(self.tables):
            match, seats, keys, invites = self.read(table)
            for seat, row in enumerate(seats):
                opened = {key.token for key in keys if key.seat == seat}
                codes = {invite.code for invite in invites if invite.seat == seat}
                self.check_seat(table.places[seat], match, row, opened, codes)
            if match.hashes is not None:
                assert all(row.taken and row.ready for row in seats)
                assert match.hashes == [row.hash for row in seats]
            if match.dealt:
                fair = stored_fair(match.dice, match.secret, match.openings)
                assert isinstance(fair, Fair)
                assert fair.seed == match.seed
                assert (match.dice == JOINT) == (match.hashes is not None)
                assert fair.hashes == (match.hashes or [""] * len(seats))
            if match.rematch and not table.next:
                self.go_on(table, match.rematch)

    def check_seat(self, place: Place, match: Any, row: Any, opened: set[str], codes: set[str]) -> None:
        if row.kind == "bot" and place.kind != "bot":  # it plays on for somebody who gave up
            assert match.dealt
            place.kind, place.tokens, place.codes = "bot", set(), {}
        assert (row.kind == "bot") == (place.kind == "bot")
        assert not (row.kind == "bot" and match.names[row.seat])
        assert opened == {hashed(token) for token in place.tokens}
        assert row.taken == bool(opened or row.kind == "bot")
        if row.kind == "bot":
            assert not codes
            assert row.ready
            assert row.taken
        else:
            assert codes <= {hashed(code) for code in place.made}
            assert row.hash in place.hashes
            if place.is_new and not match.dealt:
                assert (row.ready, row.hash) == (False, "")
            place.codes = {kind: code for code, kind in place.made.items() if hashed(code) in codes}
            assert len(place.codes) == len(codes), "there are two invitations of a kind"

    def go_on(self, table: Table, name: str) -> None:
        """The same people sit at the next table, one seat further."""
        back = [table.places[(seat - 1) % len(table.places)] for seat in range(len(table.places))]
        table.next = Table(name, [Place(place.kind, set(place.tokens)) for place in back], table)
        self.tables.append(table.next)
        _match, seats, keys, _invites = self.read(table.next)
        for seat, place in enumerate(table.next.places):
            assert {key.token for key in keys if key.seat == seat} == {hashed(token) for token in place.tokens}
            assert seats[seat].kind == place.kind


@pytest.fixture(scope="module")
def two():
    postgres = Postgres()
    address = postgres.database("seats")
    houses = House(address), House(address)
    yield houses
    for house in houses:
        house.stop()
    postgres.stop()


@pytest.mark.parametrize("seed", range(20))
def test_what_is_stored_is_what_people_were_told(two, seed):
    people = People(two, seed)
    for _ in range(ROUNDS):
        people.throw()


def test_a_seat_is_either_taken_or_filled(two):
    """A friend joins at one process while a bot is put on the seat at the other."""
    with ThreadPoolExecutor(2) as pool:
        for attempt in range(25):
            people = People(two, 0, TABLES[0])
            [table] = people.tables
            code, [token] = table.places[1].codes["join"], table.places[0].tokens
            first, second = two[attempt % 2], two[1 - attempt % 2]
            join = pool.submit(people.post, first, table, "join", code=code)
            fill = pool.submit(people.post, second, table, "fill", token, seat=1, level="random")
            assert bool(join.result()) != bool(fill.result())
            _match, seats, keys, invites = people.read(table)
            assert seats[1].kind == ("bot" if fill.result() else "human")
            assert {key.token for key in keys if key.seat == 1} == (
                {hashed(join.result()["token"])} if join.result() else set()
            )
            assert not [invite for invite in invites if invite.seat == 1]


def test_being_ready_takes_no_device_its_key(two):
    with ThreadPoolExecutor(2) as pool:
        for attempt in range(25):
            people = People(two, 0, TABLES[0])
            [table] = people.tables
            [token] = table.places[0].tokens
            code = people.post(two[0], table, "invite", token)["code"]
            first, second = two[attempt % 2], two[1 - attempt % 2]
            join = pool.submit(people.post, first, table, "join", code=code)
            sealed = people.seal(second, table, 0, "7")
            ready = pool.submit(people.post, second, table, "ready", token, hash=sealed)
            assert ready.result()
            second_device = join.result()["token"]
            _match, seats, keys, _invites = people.read(table)
            assert {key.token for key in keys} == {hashed(token), hashed(second_device)}
            assert (seats[0].ready, seats[0].hash) == (True, sealed)
