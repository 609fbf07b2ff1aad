"""What needs consent: taking back, draws, another match; and matches that everyone has left."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from matchday.games import game as find_game
from matchday.match.match import EndedBy, Ending, Match
from matchday.server import opponents
from matchday.server.offers import rotated, undo_target
from matchday.server.problems import NotStored, StaleMatch
from matchday.server.rows import MatchRow
from tests.server.house import BOT, HUMAN, House, until

DRAWS = {"options": {"level_score": "draw"}}
ELA = {"kind": "human", "name": "Ela"}


def plain_move(game):
    """A match after a move that drew nothing and that others can see, and who made it."""
    for number in range(50):
        match = Match(game, seed=f"plain {number}")
        for _ in range(40):
            if match.over:
                break
            seat = match.waiting[0]
            before = match.table.counter
            match.play(seat, match.legal(seat)[0])
            if match.table.counter == before and not match.can_undo(seat) and not match.over:
                return match, seat
    return None


def test_what_is_drawn_or_rolled_is_never_taken_back(game):
    match = Match(game, seed="drawn")
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
        target = undo_target(match, seat)
        if target is not None:
            assert match.table_at(target).counter == match.table.counter
            assert match.moves[target].seat == seat
    assert undo_target(match, 0) is None


def test_a_move_is_taken_back_by_consent(house):
    found = plain_move(find_game("kickards"))
    assert found
    match, seat = found
    made = house.make(HUMAN, HUMAN, game="kickards")
    room = house.room(made.id)
    start = Match(find_game("kickards"), seed=match.seed)

    async def lay() -> None:
        room.match = start
        for move in match.moves:
            await room.play(move.seat, move.action, room.match.ply)

    house.inside(lay())
    before = match.at(match.ply - 1).digest()
    with made.sit(seat) as guest, made.sit(1 - seat) as other:
        guest.view()
        other.view()
        guest.send(type="offer", what="undo")
        told = {"type": "offer", "what": "undo", "seat": seat, "agreed": [seat], "ply": match.ply}
        assert other.until("offer") == told
        other.send(type="answer", what="undo", accept=False)
        assert guest.until("declined")["seat"] == 1 - seat
        guest.send(type="offer", what="undo")
        other.until("offer")
        other.send(type="answer", what="undo", accept=True)
        while guest.last["ply"] >= match.ply:
            guest.view()
        assert room.match.digest() == before
        assert made.ply == match.ply - 1
        other.send(type="answer", what="undo", accept=True)
        assert other.error() == "not_possible"


def test_a_draw_is_agreed_on_where_the_format_has_draws(house):
    made = house.make(HUMAN, ELA, **DRAWS).play_out(2)
    assert made.get().json()["draws"]
    with made.sit(0) as guest, made.sit(1) as other:
        guest.view()
        other.view()
        guest.send(type="offer", what="draw")
        other.until("offer")
        other.send(type="offer", what="draw")  # proposing the same is agreeing
        while not guest.view()["over"]:
            pass
        assert guest.last["result"] == [0.5, 0.5]
        assert guest.last["ended"] == {"by": "draw", "seat": None}
    assert '[Ended "draw"]' in made.get("/file").text


def test_an_offer_is_off_when_somebody_moves(house):
    made = house.make(HUMAN, HUMAN, **DRAWS)
    asked = int(made.get("/view").json()["seats"][1]["waiting"])
    with made.sit(asked) as guest, made.sit(1 - asked) as other:
        guest.view()
        other.send(type="offer", what="draw")
        guest.until("offer")
        guest.play(guest.last["choices"][0]["action"])
        while guest.view()["ply"] == 0:
            pass
        guest.send(type="answer", what="draw", accept=True)
        assert guest.error() == "not_possible"


def test_whoever_comes_later_is_told_what_is_on_offer(house):
    made = house.make(HUMAN, ELA, **DRAWS)
    with made.sit(0) as guest:
        guest.view()
        guest.send(type="offer", what="draw")
        guest.until("offer")
        with made.sit(1) as other:
            assert other.until("offer") == {"type": "offer", "what": "draw", "seat": 0, "agreed": [0], "ply": 0}
            other.send(type="answer", what="draw", accept=True)
            while not other.view()["over"]:
                pass


def test_what_is_on_offer_ends_with_the_match(house):
    made = house.make(HUMAN, ELA, **DRAWS)
    with made.sit(0) as guest, made.sit(1) as other:
        guest.view()
        guest.send(type="offer", what="draw")
        other.until("offer")
        other.send(type="concede", ply=0)
        while not other.view()["over"]:
            pass
        other.send(type="answer", what="draw", accept=True)
        assert other.error() == "not_possible"
        assert other.last["ended"] == {"by": "concede", "seat": 1}


def test_a_restart_loses_an_offer_and_does_nothing_else(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = house.make(HUMAN, ELA, **DRAWS)
        with made.sit(0) as guest:
            guest.view()
            guest.send(type="offer", what="draw")
            guest.until("offer")
        house.restart()
        with made.sit(0) as guest, made.sit(1) as other:
            other.view()
            other.send(type="answer", what="draw", accept=True)
            assert other.error() == "not_possible"
            other.send(type="offer", what="draw")
            assert guest.until("offer")["agreed"] == [1]  # the other's consent was lost with the offer
        assert not made.get().json()["over"]
    finally:
        house.stop()


@pytest.mark.parametrize(
    ("seats", "order", "what"),
    [
        ((HUMAN, HUMAN), {}, "draw"),  # golden goal: no draws
        ((HUMAN, BOT), DRAWS, "draw"),
        ((HUMAN, HUMAN), {}, "rematch"),
        ((HUMAN, HUMAN), {}, "undo"),
    ],
)
def test_what_cannot_be_agreed_on(house, seats, order, what):
    made = house.make(*seats, **order)
    with made.sit(0) as guest, made.sit(None) as watcher:
        guest.view()
        guest.send(type="offer", what=what)
        assert guest.error() == "not_possible"
        watcher.send(type="offer", what=what)
        assert watcher.error() == "not_your_move"


def test_a_rematch_changes_sides_and_keeps_the_tokens(house):
    options = {"deck_0": "garra", "deck_1": "samba"}
    made = house.make(HUMAN, ELA, game="kick_on", options=options)
    with made.sit(0) as guest, made.sit(1) as other, made.sit(None) as watcher:
        ply = guest.view()["ply"]
        guest.send(type="concede", ply=ply)
        while not other.view()["over"]:
            pass
        other.send(type="offer", what="rematch")
        assert guest.until("offer")["what"] == "rematch"
        guest.send(type="answer", what="rematch", accept=True)
        told = [seat.until("rematch") for seat in (guest, other, watcher)]
        assert [message["seat"] for message in told] == [1, 0, None]
        other.send(type="offer", what="rematch")
        assert other.error() == "not_possible"
    following = told[0]["id"]
    assert made.get().json()["rematch"] == following
    made.id = following
    about = made.get().json()
    assert [seat["name"] for seat in about["seats"]] == ["Ela", "Ola"]
    assert (about["dealt"], about["dice"]) == (False, "joint")  # fresh dice: everyone seals and opens anew
    made.tokens.reverse()
    decks = [made.get(token=None, tokens=token).json()["own"] for token in made.tokens]
    assert decks == [{"deck_0": "samba"}, {"deck_1": "garra"}]
    for seat in (0, 1):
        assert made.seal(seat, **decks[seat]).status_code == 200
    for seat in (0, 1):
        assert made.open(seat).status_code == 200
    assert made.get("/view", made.tokens[1]).json()["seat"] == 1
    room = house.room(following)
    assert (room.options["deck_0"], room.options["deck_1"]) == ("samba", "garra")
    listed = house.http.get("/api/matches", headers={"X-Seat-Tokens": made.tokens[0]}).json()
    assert len(listed) == 2


def test_a_rematch_honours_hand_overs_made_after_it(house):
    made = house.make(HUMAN, ELA)
    with made.sit(0) as guest, made.sit(1) as other:
        guest.view()
        guest.send(type="concede", ply=0)
        while not other.view()["over"]:
            pass
        for each in (guest, other):
            each.send(type="offer", what="rematch")
        following = guest.until("rematch")["id"]
    path, headers = f"/api/matches/{made.id}", {"Authorization": f"Bearer {made.tokens[0]}"}
    house.room(following)  # in memory, so that it must hear of it
    links = {}
    for handover in (False, True):
        code = house.http.post(f"{path}/invite", json={"handover": handover}, headers=headers).json()["code"]
        links[handover] = house.http.post(f"{path}/join", json={"code": code, "name": "Ewa"}).json()["token"]
        if not handover:
            made.id = following
            assert made.get(tokens=links[handover]).json()["held"] == [1]
    assert made.get().json()["seats"][1]["name"] == "Ewa"
    assert made.get(tokens=links[True]).json()["held"] == [1]
    for gone in (made.tokens[0], links[False]):
        assert made.get(tokens=gone).json()["held"] == []
    assert made.get(tokens=made.tokens[1]).json()["held"] == [0]


def handed_over(made, seat):
    """Give a seat to somebody else; gives the new token."""
    code = made.post("invite", seat, handover=True).json()["code"]
    return made.post("join", code=code, name="Ewa").json()["token"]


def test_consent_is_not_handed_over_with_a_seat(house):
    """Somebody proposes a draw and gives the seat away: whoever sits there now has proposed nothing."""
    made = house.make(HUMAN, ELA, **DRAWS).play_out(2)
    with made.sit(1) as other:
        other.view()
        with made.sit(0) as guest:
            guest.send(type="offer", what="draw")
            other.until("offer")
            made.tokens[0] = handed_over(made, 0)
        assert other.until("declined") == {"type": "declined", "what": "draw", "seat": 0}
        other.send(type="answer", what="draw", accept=True)
        assert other.error() == "not_possible"
        other.send(type="offer", what="draw")
        assert other.until("offer")["agreed"] == [1]
    assert not made.get().json()["over"]


def test_who_has_handed_a_seat_over_on_another_process_can_do_nothing_any_more(house):
    """This process has not heard of it yet: the database knows."""
    made = house.make(HUMAN, ELA, **DRAWS).play_out(2)
    room = house.room(made.id)
    seat, before = room.match.waiting[0], list(room.sitters)
    handed_over(made, seat)

    async def at_once(deed):
        room.sitters = list(before)
        try:
            await deed()
        except StaleMatch:
            return room.sitters[seat] != before[seat]
        return False

    assert house.inside(at_once(lambda: room.play(seat, room.match.legal(seat)[0], 2)))
    assert house.inside(at_once(lambda: room.concede(seat, 2)))
    assert house.inside(at_once(lambda: room.end(Ending(EndedBy.DRAW), room.holders())))
    assert made.ply == 2
    house.rooms.rooms.clear()
    assert not made.get().json()["over"]


def test_alone_or_at_one_screen_nobody_needs_to_be_asked(house):
    for made in (house.make(HUMAN, BOT), house.make(HUMAN, HUMAN, hot_seat=True)):
        with made.sit(0) as guest:
            guest.send(type="concede", ply=0)
            while not guest.view()["over"]:
                pass
            guest.send(type="offer", what="rematch")
            assert guest.until("rematch")["seat"] == 1


def test_options_of_a_seat_follow_the_person():
    options = find_game("kick_on").options
    chosen = {name: option.default for name, option in options.items()}
    chosen |= {"deck_0": "a", "deck_1": "b"}
    assert {name: rotated(options, chosen, 2)[name] for name in ("deck_0", "deck_1")} == {"deck_0": "b", "deck_1": "a"}


def test_a_match_that_everyone_has_left_ends(tmp_path):
    house = House(str(tmp_path / "matches.db"), sweep_seconds=0.2)
    try:
        people, alone = house.make(HUMAN, HUMAN).play_out(3), house.make(HUMAN, BOT)
        alone.get()
        waiting = people.get().json()["waiting"]
        house.rooms.rooms.clear()

        async def age() -> None:
            async with house.rooms.store.engine.begin() as connection:
                past = datetime.now(UTC) - timedelta(days=31)
                await connection.execute(update(MatchRow).values(updated=past))

        house.inside(age())
        until(lambda: people.get().json()["over"])
        assert people.get().json()["ended"] == {"by": "abandon", "seat": waiting[0]}
        assert not alone.get().json()["over"]
    finally:
        house.stop()


def test_a_match_that_was_touched_in_the_meantime_goes_on(house):
    made = house.make(HUMAN, HUMAN).play_out(3)
    house.inside(house.room(made.id).abandon(datetime.now(UTC) - timedelta(days=30)))
    assert not made.get().json()["over"]


def test_a_match_of_other_rules_is_closed_when_it_would_be_due(tmp_path):
    house = House(str(tmp_path / "matches.db"))
    try:
        made = house.make(HUMAN, HUMAN).play_out(3)
        house.rooms.rooms.clear()

        async def age() -> list[list[str]]:
            past = datetime.now(UTC) - timedelta(days=31)
            async with house.rooms.store.engine.begin() as connection:
                await connection.execute(update(MatchRow).values(updated=past, rules=99))
            found = []
            for _ in range(2):
                found.append([*await house.rooms.store.due(), *await house.rooms.store.abandoned(datetime.now(UTC))])
                await house.rooms.sweep()
            return found

        assert house.inside(age()) == [[made.id], []]
    finally:
        house.stop()


def test_a_bot_that_was_thinking_when_the_match_ended_says_nothing(house, caplog):
    slow = house.rooms.players.think
    house.rooms.players.think = lambda *asked: time.sleep(0.5) or slow(*asked)
    try:
        made = house.make(BOT, HUMAN)
        with made.sit(1) as guest:
            while guest.until("thinking", "view")["type"] != "thinking":
                if guest.last["choices"]:
                    guest.play(guest.last["choices"][0]["action"])
            guest.send(type="concede", ply=guest.last["ply"] if guest.last else 0)
            while not guest.view()["over"]:
                pass
        house.rest(made.id)
    finally:
        house.rooms.players.think = slow
    assert not [record for record in caplog.records if "stopped" in record.getMessage()]


def test_a_bot_tries_again_when_its_move_was_not_stored(house, monkeypatch):
    monkeypatch.setattr(opponents, "STORE_AGAIN", 0.05)
    store, failures = house.rooms.store, [NotStored(), NotStored()]
    append = store.append

    async def failing(*arguments, **more):
        if failures:
            raise failures.pop()
        await append(*arguments, **more)

    monkeypatch.setattr(store, "append", failing)
    with house.make(BOT, BOT).sit(None) as guest:
        while guest.view()["ply"] < 3:
            pass
    assert not failures


def test_in_a_rematch_the_automat_sits_opposite_again(house):
    made = house.make(HUMAN, BOT, game="kickards", options={"solo": "amateur"}, seed="again").play_out()
    plan = house.room(made.id).offers.next_plan()
    assert [sitter.kind for sitter in plan.sitters] == ["bot", "human"]
    assert plan.options["automat"] == "seat0"
    assert plan.match.waiting == [1]
    assert [sitter.player for sitter in plan.sitters] == plan.match.kinds == ["automat", "human"]
