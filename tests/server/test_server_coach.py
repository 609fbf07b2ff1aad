"""Alone against bots: moves that were made can be taken back, and a coach warns; never between people."""

from __future__ import annotations

import asyncio
from math import nan

import pytest

from matchday.bots.advice import warnings
from matchday.bots.thinking import Prospect
from matchday.engine.speech import Say
from matchday.match.match import Match
from matchday.match.verify import verify
from matchday.server.offers import last_choice
from matchday.server.players import Players
from tests.server.house import BOT, GAME, HUMAN, until


def play_on(guest, moves: int) -> None:
    """Play real choices until something was drawn or shown, and it is the person's turn again."""
    for _ in range(moves):
        guest.my_turn()
        guest.move()
    guest.my_turn()


def test_a_move_against_bots_is_taken_back_whatever_came_of_it(house):
    made = house.make(HUMAN, BOT)
    with made.sit() as guest:
        play_on(guest, 4)
        match = house.room(made.id).match
        target = last_choice(match, 0)
        assert target is not None
        again = match.moves[target].action
        guest.send(type="offer", what="undo")
        while guest.view()["ply"] != target:
            pass
        after = house.room(made.id).match
        assert after.moves == match.moves[:target]
        assert after.hidden(0).tobytes() == match.at(target).hidden(0).tobytes()
        # The dice are not rolled anew: the same choice leads to the same table.
        guest.play(again, target)
        while guest.view()["ply"] <= target:
            pass
        assert house.room(made.id).match.at(target + 1).digest() == match.at(target + 1).digest()


def test_whoever_has_taken_back_a_throw_plays_with_known_dice(house):
    made = house.make(HUMAN, BOT)
    assert made.get().json()["dice"] == "host"
    with made.sit() as guest:
        play_on(guest, 1)
        before = house.room(made.id).match
        while last_choice(before, 0) is None or before.at(last_choice(before, 0)).table.counter == before.table.counter:
            guest.move()
            guest.my_turn()
            before = house.room(made.id).match
        guest.send(type="offer", what="undo")
        while guest.view()["ply"] >= before.ply:
            pass
    told = made.get().json()
    assert (told["dice"], told["commitment"]) == ("known", None)
    assert house.room(made.id).match.fair is None
    house.restart()
    assert made.get().json()["dice"] == "known"
    assert house.room(made.id).match.fair is None
    made.play_out()
    text = house.http.get(f"/api/matches/{made.id}/file").text
    assert "no_secret" in {found.code for found in verify(text, Say("en"))}, "the file claims no fair dice"


def test_there_is_nothing_to_take_back_before_the_first_move(house):
    made = house.make(HUMAN, BOT)
    with made.sit() as guest:
        guest.my_turn()
        if last_choice(house.room(made.id).match, 0) is None:
            guest.send(type="offer", what="undo")
            assert guest.error() == "not_possible"


def test_between_people_the_old_rule_stands(house):
    made = house.make(HUMAN, HUMAN)
    room = house.room(made.id)
    assert not room.offers.plays_alone(0)
    assert not room.offers.plays_alone(1)


def test_the_coach_is_refused_between_people_and_at_one_screen(house):
    for more in ({}, {"hot_seat": True}):
        made = house.make(HUMAN, HUMAN, **more)
        with made.sit(0, lang="pl") as guest:
            guest.view()
            guest.send(type="coach")
            told = guest.until("error")
            assert told["message"] == "Trener pomaga tylko w grze z botami, nigdy między ludźmi."


def test_the_coach_answers_at_a_table_against_bots(house):
    made = house.make(HUMAN, BOT)
    with made.sit() as guest:
        guest.my_turn()
        guest.send(type="coach")
        told = guest.until("coach")
        assert told["ply"] == guest.last["ply"]
        assert told["best"] in [choice["action"] for choice in guest.last["choices"]]
        assert told["notes"] == [], "nothing is compiled here: the coach knows no numbers and warns of nothing"


def test_asked_again_and_again_the_coach_looks_once(house, monkeypatch):
    asked, may_go_on = [], asyncio.Event()

    async def hint(_players, _table, match, seat, _seed):
        asked.append(match.ply)
        await may_go_on.wait()
        return [Prospect(action, 0, nan) for action in match.legal(seat)]

    monkeypatch.setattr(Players, "hint", hint)
    made = house.make(HUMAN, BOT)
    with made.sit() as guest:
        guest.my_turn()
        guest.send(type="coach")
        until(lambda: asked)
        for _ in range(4):
            guest.send(type="coach")
        guest.send(type="offer", what="draw")  # it is refused when all that came before has been read
        assert guest.error() == "not_possible"
        house.loop.call_soon_threadsafe(may_go_on.set)
        assert guest.until("coach")["ply"] == guest.last["ply"]
    assert len(asked) == 1


def test_a_spectator_has_no_coach(house):
    made = house.make(HUMAN, BOT)
    with made.sit(None) as guest:
        guest.view()
        guest.send(type="coach")
        assert guest.error() == "not_your_move"


@pytest.mark.parametrize(("gain", "error", "warned"), [(-0.2, 0.001, True), (-0.05, 0.001, False), (-0.2, 0.1, False)])
def test_the_coach_warns_of_what_surely_loses_much(gain, error, warned):
    match = Match(GAME, seed=5)
    seat = match.asked
    one, two, *_ = match.legal(seat)
    found = [Prospect(one, 100, 0.6, 0.0, 0.001), Prospect(two, 100, 0.6 + gain, gain, error)]
    told = warnings(match, Say("en", GAME), seat, found)
    assert [action for action, _ in told] == ([two] if warned else [])
    if warned:
        assert "40\N{NO-BREAK SPACE}%" in told[0][1]
        assert "60\N{NO-BREAK SPACE}%" in told[0][1]


def test_without_numbers_there_is_no_warning():
    match = Match(GAME, seed=5)
    found = [Prospect(action, 0, nan) for action in match.legal(match.asked)]
    assert warnings(match, Say("en", GAME), match.asked, found) == []
