"""What a seat puts together from the changes that it is told is what a fresh view shows it, whatever it has missed."""

from __future__ import annotations

import msgspec
import pytest

from matchday.bots.simple import SimpleBot
from matchday.engine.changes import Change, Follower, changed, changes
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.view import Choice, Counter, Piece, SeatView, View, Zone
from matchday.match.match import Match
from matchday.match.views import view


def over_the_wire(change: Change) -> Change:
    """The same as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(change), type=Change)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_changes_add_up_to_the_view_however_many_moves_lie_between(game, language):
    match, bot, dice = Match(game, seed=f"changes {language}"), SimpleBot("random", language), Dice.new()
    set_key(dice, 7, 7)
    eyes = [*range(match.seats), None]
    known = {seat: view(match, seat, language=language, whole=False) for seat in eyes}
    compared = 0
    while not match.over and match.ply < 150:
        match.play(match.asked, bot.decide(match.seat(match.asked)))
        for seat in eyes:
            if roll(dice, 3):  # else a slow reader, who misses this one
                fresh = view(match, seat, language=language, since=match.ply, whole=False)
                change = changes(known[seat], fresh)
                assert change is not None
                known[seat] = changed(known[seat], over_the_wire(change))
                assert known[seat] == fresh
                compared += 1
    assert compared


def test_a_move_taken_back_and_another_world_are_only_changes():
    match = Match("pilka_w_grze", seed="back", options={"formations": True})
    before = view(match, match.asked)
    seat = match.asked
    match.play(seat, match.legal(seat)[0])
    after = view(match, seat)
    for one, other in ((before, after), (after, before)):
        change = changes(one, other)
        assert change is not None
        assert changed(one, over_the_wire(change)) == other


def bare(**given) -> View:
    """A view with nothing on it."""
    plain = {
        "game": "some", "title": "Some", "seat": 0, "ply": 1, "phase": "act", "phase_name": "Act", "prompt": "?",
        "clock": "", "over": False, "result": None, "seats": [], "zones": [], "counters": [], "choices": [],
        "can_undo": False, "events": [],
    }  # fmt: skip
    return View(**{**plain, **given})


ONE, TWO, BACK = Piece("a.1", "card", "A"), Piece("a.2", "card", "B"), Piece("a.2", "card")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([Zone("a", "A", pieces=[ONE])], [Zone("a", "A", pieces=[ONE])], {}),
        (
            [Zone("a", "A", pieces=[ONE, TWO])],
            [Zone("a", "A", pieces=[ONE, BACK])],
            {"pieces": [{"id": "a.2", "kind": "card"}]},
        ),
        (
            [Zone("a", "A", count=2, pieces=[ONE, TWO]), Zone("b", "B")],
            [Zone("a", "A", count=1, pieces=[TWO]), Zone("b", "B", pieces=[ONE])],
            {"zones": [{"id": "a", "count": 1, "pieces": ["a.2"]}, {"id": "b", "pieces": ["a.1"]}]},
        ),
        (
            [Zone("a", "A")],
            [Zone("b", "B", 1), Zone("a", "A")],
            {"zones": [{"id": "b", "name": "B", "owner": 1}], "zone_ids": ["b", "a"]},
        ),
        ([Zone("a", "A"), Zone("b", "B")], [Zone("b", "B")], {"zone_ids": ["b"]}),
    ],
    ids=["nothing", "a face", "a piece that moves", "a new zone", "a zone that goes"],
)
def test_only_what_is_different_is_told(before, after, told):
    one, other = bare(zones=before), bare(zones=after, ply=2)
    change = changes(one, other)
    assert msgspec.to_builtins(change) == {"ply": 2, **told}
    assert changed(one, over_the_wire(change)) == other


def test_counters_are_told_one_by_one():
    one = bare(counters=[Counter("x", "X", 1), Counter("y", "Y", 1)])
    other = bare(counters=[Counter("x", "X", 1), Counter("y", "Y", 2)])
    change = changes(one, other)
    assert [counter["id"] for counter in msgspec.to_builtins(change)["counters"]] == ["y"]
    assert changed(one, over_the_wire(change)) == other


def test_a_choice_that_stays_is_not_told_again_and_that_none_is_left_is_told():
    one = bare(choices=[Choice(1, "a", "A"), Choice(2, "b", "B", final=False)])
    other = bare(choices=[Choice(2, "b", "B", final=False), Choice(3, "c", "C")])
    change = changes(one, other)
    told = {"ply": 1, "choices": [{"action": 3, "notation": "c", "label": "C"}], "actions": [2, 3]}
    assert msgspec.to_builtins(change) == told
    assert changed(one, over_the_wire(change)) == other
    assert msgspec.to_builtins(changes(other, bare())) == {"ply": 1, "actions": []}
    assert changed(other, over_the_wire(changes(other, bare()))) == bare()


def test_of_a_seat_only_what_is_different_is_told():
    seat = SeatView(0, "A", "A", 0, waiting=True)
    one, other = bare(seats=[seat]), bare(seats=[seat.but(score=1, waiting=False)])
    assert msgspec.to_builtins(changes(one, other)) == {"ply": 1, "seats": [{"seat": 0, "score": 1, "waiting": False}]}
    assert changed(one, over_the_wire(changes(one, other))) == other
    assert changes(one, bare(seats=[])) is None


def test_a_piece_that_goes_with_its_zone_and_comes_elsewhere_is_told_where_it_lies():
    one, other = bare(zones=[Zone("a", "A", pieces=[ONE]), Zone("b", "B")]), bare(zones=[Zone("b", "B", pieces=[ONE])])
    assert changed(one, over_the_wire(changes(one, other))) == other


def test_other_eyes_need_a_whole_view():
    assert changes(bare(), bare(seat=1)) is None
    assert changes(bare(), bare(title="Etwas")) is None


def test_a_follower_notices_what_was_lost_and_what_came_twice():
    first, second = bare(), bare(prompt="!", ply=2)
    whole = {"type": "view", "version": 4, "view": msgspec.to_builtins(first)}
    step = {"type": "step", "builds_on": 4, "version": 5, "change": msgspec.to_builtins(changes(first, second))}
    follower = Follower()
    assert not follower.read(step), "nothing to build on"
    assert follower.read(whole)
    assert follower.read({"type": "thinking", "seat": 1})
    assert not follower.read({**step, "builds_on": 3}), "one was lost"
    assert follower.view == first
    assert follower.read(step)
    assert follower.view == second
    assert not follower.read(step), "it came twice"
    assert follower.view == second
