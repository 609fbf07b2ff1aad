"""Kickards: set-up and structure (KC-001 to KC-017)."""

from __future__ import annotations

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.kickards import GAME
from matchday.games.kickards.rules.moves import event_left
from matchday.games.kickards.state import CARDS, DONE, OFFERED, PASS, UNKNOWN, Event, Phase, Place
from tests.games.kickards.play import BOX, CARD, KIND, Turn
from tests.kit import Position


@pytest.mark.rule("KC-001")
def test_sides_are_drawn_and_known():
    homes = {int(Position(GAME, seed).table.home) for seed in range(20)}
    assert homes == {0, 1}
    assert Position(GAME, 3).is_public(Event.SIDES)
    assert int(Position(GAME, 3, sides="seat1").table.home) == 1


@pytest.mark.rule("KC-002")
def test_decks_are_complete_and_shuffled():
    deals = set()
    for seed in range(8):
        position = Position(GAME, seed)
        assert [int(count) for count in position.table.deck_count] == [35, 35]
        position.play(0, OFFERED).play(1, OFFERED)
        deals.add(tuple(int(place) for place in position.table.where[0][:35]))
        assert int(position.table.deck_count[0]) == 24
    assert len(deals) == 8


@pytest.mark.rule("KC-003")
def test_one_var_token_each():
    assert [int(left) for left in Position(GAME).table.var_left] == [1, 1]


@pytest.mark.rule("KC-004")
def test_tokens_at_the_start():
    table = Position(GAME).table
    assert int(table.control) == 0
    assert [int(goals) for goals in table.goals] == [0, 0]
    assert table.stars.sum() == table.yellow.sum() == table.reds.sum() == 0
    assert int(Turn().table.round_no) == 1


@pytest.mark.rule("KC-005")
def test_a_coach_card_of_three_is_kept_and_the_rest_goes_back():
    position = Position(GAME, 4)
    assert position.phase == Phase.COACH_PICK
    assert position.waiting == [0, 1]
    assert len(position.events(Event.OFFERED, seat=0)) == 3
    assert not position.events(Event.OFFERED, seat=SPECTATOR)
    offered = [int(card) for card in position.table.offer[0]]
    position.play(0, OFFERED + 2)
    assert int(position.table.coach[0]) == offered[2]
    assert int(position.hidden(1).coach[0]) == UNKNOWN
    position.play(1, OFFERED)
    left = sum(event_left(position.box, position.table, kind) for kind in range(48))
    assert left == 98


@pytest.mark.rule("KC-005")
def test_equal_cards_are_offered_once():
    position = Position(GAME, 4)
    position.table.offer[0] = (5, 5, 7)
    assert position.legal(0) == [OFFERED, OFFERED + 2]


@pytest.mark.rule("KC-006", "KC-007")
def test_eleven_cards_seen_by_their_owner_alone():
    position = Position(GAME, 2)
    position.play(0, OFFERED).play(1, OFFERED)
    assert [int(count) for count in position.table.hand_count] == [11, 11]
    assert len(position.events(Event.DREW, seat=0)) == 11
    assert not [args for args in position.events(Event.DREW, seat=1) if args[0] == 0]
    assert position.events(Event.DREW_CARDS, seat=SPECTATOR) == [(0, 11, 0, 0, 0, 0), (1, 11, 0, 0, 0, 0)]
    seen = position.hidden(1)
    assert int(seen.hand_count[0]) == 11
    assert set(seen.where[0][:35].tolist()) == {UNKNOWN}


@pytest.mark.rule("KC-008", "KC-012")
def test_the_toss_winner_begins():
    winners = set()
    for seed in range(12):
        position = Position(GAME, seed)
        position.play(0, OFFERED).play(1, OFFERED)
        winner = position.events(Event.TOSS)[0][0]
        winners.add(winner)
        assert position.waiting == [winner]
        assert position.phase == Phase.ATTACK
        assert int(position.table.round_no) == 1
    assert winners == {0, 1}


def decline_round(position: Position) -> None:
    for _ in range(2):
        position.play(position.waiting[0], PASS)


@pytest.mark.rule("KC-009", "KC-092", "KC-088")
def test_the_toss_loser_begins_the_second_half():
    turn = Turn()
    for _ in range(3):
        assert turn.waiting == [0]
        decline_round(turn)
    assert int(turn.table.round_no) == 4
    assert turn.waiting == [1]
    assert turn.saw(Event.HALF_TIME)


@pytest.mark.rule("KC-010", "KC-096")
def test_more_goals_win():
    turn = Turn()
    turn.table.goals[0] = 2
    turn.table.goals[1] = 1
    for _ in range(6):
        decline_round(turn)
    turn.play(1, PASS).play(0, PASS)
    assert turn.phase == Phase.OVER
    assert turn.result() == [1.0, 0.0]
    assert turn.score() == [2, 1]


@pytest.mark.rule("KC-011", "KC-093", "KC-087")
def test_two_halves_of_three_rounds():
    turn = Turn()
    rounds = []
    for _ in range(6):
        rounds.append(int(turn.table.round_no))
        decline_round(turn)
    assert rounds == [1, 2, 3, 4, 5, 6]
    assert turn.phase == Phase.ADDED_TIME


@pytest.mark.rule("KC-013", "KC-014", "KC-015", "KC-016", "KC-017")
def test_possession_flips_after_every_turn():
    turn = Turn()
    seen = []
    for _ in range(6):
        seen.append((int(turn.table.round_no), turn.waiting[0]))
        assert int(turn.table.att) == turn.waiting[0]
        turn.play(turn.waiting[0], PASS)
    assert seen == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert Turn().play(0, PASS).events(Event.TURN) == [(1, 1, 0, 0, 0, 0)]


@pytest.mark.rule("KC-018")
def test_three_groups_of_positions():
    by_code = {code: BOX.footballers[number] for code, number in CARD.items()}
    assert [int(by_code[code].colour) for code in ("P01", "P24", "P12")] == [0, 1, 2]
    assert len(CARD) == 35 <= CARDS
    assert len(KIND) == 48


@pytest.mark.rule("KC-019", "KC-032")
def test_declining_ends_the_turn_at_once():
    turn = Turn().stars(0, 1, 0, 2)
    turn.play(0, PASS)
    assert turn.saw(Event.DECLINED, 0)
    assert not turn.events(Event.EVENT_DRAWN)
    assert turn.waiting == [1]
    assert turn.purse(0) == [1, 0, 2]


@pytest.mark.rule("KC-019")
def test_an_empty_hand_declines_by_itself():
    turn = Turn(defence=())
    turn.play(0, PASS)
    assert turn.saw(Event.DECLINED, 1)
    assert turn.waiting == [0]
    assert int(turn.table.round_no) == 2


@pytest.mark.rule("KC-020")
def test_any_card_may_shoot_and_exactly_one():
    turn = Turn(attack=("P01", "P12", "P24"))
    assert turn.legal(0) == [CARD["P01"], CARD["P12"], CARD["P24"], PASS]
    turn.play(0, CARD["P24"])
    assert turn.legal(0) == [CARD["P01"], CARD["P12"], DONE]
    turn.play(0, DONE).play(1, DONE)
    assert int(turn.table.shooter) == CARD["P24"] + 1
    assert turn.saw(Event.REVEALED, 0, CARD["P24"], 0)


@pytest.mark.rule("KC-029")
def test_up_to_four_support_cards():
    turn = Turn()
    turn.play(0, *(CARD[code] for code in ("P01", "P02", "P04", "P06", "P08")))
    assert turn.legal(0) == [DONE]


@pytest.mark.rule("KC-030", "KC-007")
def test_the_defender_sees_how_many_not_which():
    turn = Turn().lay("P01", "P12")
    assert turn.events(Event.LAID, seat=1) == [(0, 2, 0, 0, 0, 0)]
    seen = turn.hidden(1)
    assert int(seen.shooter) == UNKNOWN
    assert Place.LAID not in seen.where[0].tolist()
    assert int(seen.laid_count[0]) == 2
    assert turn.waiting == [1]


@pytest.mark.rule("KC-030")
def test_choosing_shows_nothing():
    turn = Turn()
    before = turn.hidden(1).tobytes()
    turn.play(0, CARD["P01"], CARD["P12"])
    assert turn.hidden(1).tobytes() == before
    assert not turn.events(seat=1)


@pytest.mark.rule("KC-031", "KC-032")
def test_none_to_five_defenders():
    turn = Turn().lay("P01")
    assert DONE in turn.legal(1)
    turn.play(1, *(CARD[code] for code in ("P01", "P12", "P04", "P06", "P08")))
    assert turn.legal(1) == [DONE]
    assert Turn().lay("P01").defend().saw(Event.REVEALED, 0, CARD["P01"])


@pytest.mark.rule("KC-033")
def test_both_line_ups_are_revealed():
    turn = Turn(attack=("P01", "P24"), defence=("P02", "P12"))
    turn.lay("P01", "P24").defend("P12")
    assert [args[:3] for args in turn.events(Event.REVEALED)] == [
        (0, CARD["P01"], 0),
        (0, CARD["P24"], 1),
        (1, CARD["P12"], 2),
    ]
    assert turn.hidden(SPECTATOR).where[0, CARD["P24"]] == Place.LAID
