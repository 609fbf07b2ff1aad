from __future__ import annotations

import pytest

from matchday.engine.errors import IllegalAction, MatchdayError, NotYourMove, OptionError, StaleMatch, UndoRefused
from matchday.engine.log import SPECTATOR
from matchday.engine.record import raw
from matchday.engine.runner import Runner
from matchday.games import game
from matchday.games.pilka_w_grze.state import FORMATION, SHOOT, Phase
from matchday.match.match import Match, commitment
from matchday.match.views import view
from tests.kit import after

GAME = game("pilka_w_grze")


def until(match: Match, phase: Phase) -> Match:
    """Let both sides take their first legal action until a phase is reached."""
    while match.table.phase != phase:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1 if match.table.phase == Phase.REPLY else 0])
    return match


def test_a_seed_makes_a_match():
    assert Match(GAME, seed=3).digest() == Match(GAME, seed="3").digest() != Match(GAME, seed=4).digest()
    assert Match(GAME).digest() != Match(GAME).digest()


def test_wrong_moves_change_nothing():
    match = Match(GAME, seed=1)
    seat = match.waiting[0]
    before = match.digest()
    with pytest.raises(NotYourMove, match=f"waits for seat {seat}"):
        match.play(1 - seat, 0)
    with pytest.raises(IllegalAction) as caught:
        match.play(seat, SHOOT)
    assert caught.value.legal == match.legal(seat)
    with pytest.raises(StaleMatch, match="at ply 0, the move was made for ply 5"):
        match.play(seat, match.legal(seat)[0], ply=5)
    with pytest.raises(MatchdayError, match="is no time for a move"):
        match.play(seat, match.legal(seat)[0], elapsed=-2)
    assert (match.digest(), match.ply) == (before, 0)


def test_a_repeated_move_is_refused():
    match = Match(GAME, seed=1)
    seat = match.waiting[0]
    action = match.legal(seat)[0]
    match.play(seat, action, ply=0)
    with pytest.raises(StaleMatch):
        match.play(seat, action, ply=0)
    assert match.ply == 1


def test_a_formation_can_be_taken_back_until_the_other_has_chosen():
    match = Match(GAME, {"formations": True}, 1)
    before = match.digest()
    match.play(0, FORMATION)
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.undo(0)
    assert match.digest() == before
    match.play(0, FORMATION + 1)
    match.play(1, FORMATION)
    for seat in range(2):
        with pytest.raises(UndoRefused):
            match.undo(seat)


def test_chosen_shot_cards_can_be_taken_back_until_the_shot():
    match = until(Match(GAME, seed=2), Phase.SHOT_ATTACK)
    seat = match.waiting[0]
    before, ply = match.digest(), match.ply
    match.play(seat, match.legal(seat)[0])
    match.play(seat, match.legal(seat)[0])
    assert match.table.phase == Phase.SHOT_ATTACK
    match.undo(seat)
    match.undo(seat)
    assert (match.digest(), match.ply) == (before, ply)
    match.play(seat, match.legal(seat)[0])
    match.play(seat, SHOOT)
    assert not match.can_undo(seat)


def test_a_card_that_was_shown_stays_shown():
    match = Match(GAME, seed=1)
    seat = match.waiting[0]
    assert not match.can_undo(seat)
    match.play(seat, match.legal(seat)[0])
    with pytest.raises(UndoRefused, match="nothing was shown or drawn"):
        match.undo(seat)


def test_looking_back_and_playing_on_differently():
    match = until(Match(GAME, seed=2), Phase.SHOT_ATTACK)
    earlier = match.at(3)
    assert earlier.ply == 3
    seat = earlier.waiting[0]
    earlier.play(seat, earlier.legal(seat)[-1])
    assert match.at(3).ply == 3
    assert match.replay().digest() == match.digest()
    with pytest.raises(MatchdayError, match="plies 0 to"):
        match.at(match.ply + 1)


def test_options_are_checked():
    with pytest.raises(OptionError, match='did you mean "tactics"'):
        Match(GAME, {"tactic": True})


def test_a_commitment_is_the_hash_of_the_seed():
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_view_shows_own_cards_and_only_backs_of_others():
    match = Match(GAME, seed=1, names=["Ola"])
    seen = view(match, 0)
    hands = {zone.id: zone for zone in seen.zones if zone.id.startswith("hand.")}
    assert all(piece.face for piece in hands["hand.0"].pieces)
    assert not any(piece.face for piece in hands["hand.1"].pieces)
    assert [zone.count for zone in hands.values()] == [5, 5]
    watched = view(match)
    assert not any(piece.face for zone in watched.zones if zone.id.startswith("hand.") for piece in zone.pieces)
    assert watched.choices == []
    assert seen.seats[0].name == "Ola"
    assert seen.seats[1].name == "The Yellows"


def test_choices_name_the_pieces_they_belong_to():
    match = Match(GAME, seed=1)
    seat = match.waiting[0]
    seen = view(match, seat)
    pieces = {piece.id for zone in seen.zones for piece in zone.pieces}
    assert [choice.action for choice in seen.choices] == match.legal(seat)
    assert all(set(choice.elements) <= pieces for choice in seen.choices)
    assert all(choice.elements for choice in seen.choices)


def test_events_are_told_since_a_ply_and_by_mask():
    match = Match(GAME, seed=1)
    seat = match.waiting[0]
    match.play(seat, match.legal(seat)[0])
    assert {event.ply for event in view(match, 0).events} == {0, 1}
    assert {event.ply for event in view(match, 0, since=1).events} == {1}
    drawn = [event for event in view(match, 0).events if event.kind == "drew"]
    assert len(drawn) == 5
    assert all(event.args["seat"] == 0 for event in drawn)
    assert not [event for event in view(match).events if event.kind == "drew"]


@pytest.mark.parametrize("language", ["en", "pl", "es"])
def test_views_speak_three_languages(language):
    seen = view(Match(GAME, seed=1), 0, language=language)
    assert seen.prompt
    assert seen.phase_name


def test_a_hidden_table_has_no_key():
    match = Match(GAME, seed=1)
    for seat in (0, 1, SPECTATOR):
        hidden = match.hidden(seat)
        assert hidden.key.tolist() == [0, 0]
        assert hidden.counter == 0
    assert match.table.key.any()


def test_events_tell_the_clock_of_the_move_that_made_them(game):
    match = Match(game, seed="clocks")
    clocks = [view(match, 0).clock]
    for _ in range(30):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
        clocks.append(view(match, 0).clock)
    for seat in (0, None):
        assert all(event.clock == clocks[max(0, event.ply - 1)] for event in view(match, seat).events)


def test_a_match_is_dealt_on_an_empty_table(game):
    match = Match(game, seed="played")
    with pytest.raises(ValueError, match="dealt on an empty table"):
        match.runner.deal(match.box, match.table, match.log)
    table = game.table_type.new()
    table.key[:] = 7
    match.runner.deal(match.box, table, match.log)
    assert table.waiting


def test_choices_are_listed_from_the_hidden_table(game):
    """Nothing that a seat is offered can depend on what it may not know: `legal` never sees the real table."""
    match, seen = after(Match(game, seed="hidden"), 12), []

    class Watched(Runner):
        def legal(self, box, table, seat):
            seen.append((raw(box), raw(table), seat))
            return super().legal(box, table, seat)

    match.runner = Watched(game)
    for seat in match.waiting:
        assert view(match, seat).choices
        assert seen.pop() == (raw(match.box_for(seat)), raw(match.hidden(seat)), seat)
        assert raw(match.hidden(seat)) != raw(match.table)
    assert not seen
