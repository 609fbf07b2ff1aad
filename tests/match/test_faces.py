"""What a view says by name: who sits there, the time in short, where a clause comes from, what is printed on pieces."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from matchday.bots.simple import SimpleBot
from matchday.engine.dice import Dice, set_key
from matchday.engine.game import always_final, never_named, no_faces, no_facts, no_time
from matchday.engine.speech import Say
from matchday.games import GAMES, game
from matchday.lab.properties import random_options
from matchday.match.faces import print_of
from matchday.match.match import Match
from matchday.match.reference import clauses
from matchday.match.views import events, seat_names, view


def test_a_seat_says_who_sits_there():
    match = Match("kickards", {}, "seats", names=["Ola (mum)", ""], kinds=["human", "bot greedy"])
    one, two = view(match).seats
    assert (one.name, one.person, one.kind) == ("Ola (mum)", "Ola (mum)", "person")
    assert (two.name, two.person, two.kind) == (two.team, "", "bot")
    assert seat_names(match, Say("en")) == ["Ola (mum)", f"{two.team} (bot)"], "scores tell a bot from a person"
    told = " ".join(event.text for event in events(match.seat(0, since=0), Say("en"))) + view(match, 1).prompt
    assert "bot" not in told, "sentences say who plays, not what kind of player it is"
    nameless = view(Match("kickards", {}, "seats")).seats[0]
    assert (nameless.name, nameless.person, nameless.kind) == (nameless.team, "", "person")


@pytest.mark.parametrize(
    ("name", "time"),
    [("kick_on", "T1"), ("kickards", "15′"), ("mcs", "H1"), ("pilka_w_grze", "0′"), ("super_goal", "0:00")],
)
def test_events_tell_the_time_in_a_few_signs(name, time):
    match = Match(name, {}, "time")
    bots = [SimpleBot("random", str(seat)) for seat in range(match.seats)]
    times = []
    while not match.over and match.ply < 60:
        seat = match.waiting[0]
        match.play(seat, bots[seat].decide(match.seat(seat)))
        times += [event.time for event in view(match, since=match.ply).events]
    assert next(found for found in times if found) == time
    assert all(len(found) <= 5 for found in times)


def test_a_clause_says_where_it_comes_from():
    for name in GAMES:
        found = clauses(game(name)).values()
        assert {clause.origin for clause in found} <= {"", "S", "I", "D"}
        assert not [clause.id for clause in found if clause.body.endswith(("(S)", "(I)", "(D)"))]
    assert {clause.origin for name in GAMES for clause in clauses(game(name)).values()} == {"", "S", "I", "D"}


@pytest.mark.parametrize("name", GAMES)
def test_a_view_for_python_is_whole_and_one_for_the_wire_is_not(name):
    match = Match(name, {}, "whole")
    whole, slim = view(match, 0), view(match, 0, whole=False)
    assert whole.faces is None
    assert slim.faces == print_of(Say("en", match.game.name), match.box, match.game)
    pieces = [piece for zone in whole.zones for piece in zone.pieces if piece.face]
    assert all(piece.name for piece in pieces)
    if match.game.faces is not no_faces:
        assert len(msgspec.json.encode(slim)) < len(msgspec.json.encode(whole))
    else:
        assert slim == whole


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_without_a_label_is_called_as_its_pieces_are(name):
    dice = Dice.new()
    set_key(dice, 7, 0)
    bot, left = SimpleBot("random", "labels"), 0
    for number in range(8):
        match = Match(name, random_options(game(name), dice), number)
        while not match.over and match.ply < 250:
            whole, slim = (
                view(match, match.asked, since=match.ply),
                view(match, match.asked, since=match.ply, whole=False),
            )
            names = {piece.id: piece.name for zone in whole.zones for piece in zone.pieces}
            assert all(choice.label for choice in whole.choices)
            for told, bare in zip(whole.choices, slim.choices, strict=True):
                if not bare.label:
                    assert told.label == ", ".join(dict.fromkeys(names[each] for each in told.elements))
                    left += 1
                assert bare.but(label=told.label) == told
            match.play(match.asked, bot.decide(match.seat(match.asked)))
    assert bool(left) == (match.game.named is not never_named)


def test_a_game_need_not_have_faces_facts_steps_or_a_clock():
    bare = replace(game("pilka_w_grze"), faces=no_faces, facts=no_facts, final=always_final, time=no_time)
    shown = view(Match(bare, {}, "bare"), 0, whole=False)
    assert shown.faces is None
    assert [(choice.final, choice.facts) for choice in shown.choices] == [(True, {})] * len(shown.choices)
    assert shown.choices[0].detail
    assert {event.time for event in shown.events} == {""}
