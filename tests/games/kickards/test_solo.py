"""Kickards: the Automat (KC-R32)."""

from __future__ import annotations

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.kickards import GAME
from matchday.games.kickards.rules.automat import automat_action
from matchday.games.kickards.rules.control import automat_bids
from matchday.games.kickards.rules.line_up import automat_lays, turns_left
from matchday.games.kickards.state import (
    BUY,
    CALL_VAR,
    COLOUR,
    CONTROL,
    DONE,
    EXCHANGE,
    OFFERED,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    SPLIT,
    STARS,
    UNKNOWN,
    Bonus,
    Choice,
    Event,
    Phase,
    Place,
)
from tests.games.kickards.play import ATT, BOX, CARD, DEF, KIND, Turn
from tests.kit import Position, random_match

AUTOMAT = 1


def solo(**options) -> Turn:
    """Seat 0 attacks the Automat."""
    return Turn(solo="league", **options)


def ask(turn: Turn, phase: Phase, *, attacks: bool = False) -> int:
    """Ask the Automat in a phase."""
    turn.table.phase = phase
    turn.table.att = AUTOMAT if attacks else ATT
    return automat_action(turn.box, turn.table, AUTOMAT)


@pytest.mark.rule("KC-R32")
def test_only_the_human_is_ever_asked():
    for seed in range(2):
        for position, seat, _ in random_match(GAME, seed, solo="champion", format="final"):
            assert seat == 0
            assert position.waiting == [0]
    assert int(GAME.box({"solo": "amateur"}).control) == 1


@pytest.mark.rule("KC-R32")
@pytest.mark.parametrize(("level", "cards"), [("amateur", 9), ("league", 11), ("champion", 13)])
def test_levels(level, cards):
    position = Position(GAME, 1, solo=level)
    position.play(0, OFFERED)
    laid = int(position.table.laid_count[AUTOMAT])
    assert int(position.table.hand_count[AUTOMAT]) + laid == cards


@pytest.mark.rule("KC-R32")
def test_nobody_looks_at_its_cards():
    turn = solo()
    turn.table.coach[AUTOMAT] = 5
    for seat in (0, 1, SPECTATOR):
        hidden = turn.hidden(seat)
        assert Place.HAND not in hidden.where[AUTOMAT].tolist()
        assert int(hidden.coach[AUTOMAT]) == UNKNOWN


@pytest.mark.rule("KC-R32")
def test_it_spreads_its_pile_and_shoots_with_the_best():
    turn = solo()
    turn.table.first = turn.table.att = AUTOMAT
    assert turns_left(turn.table) == 6
    automat_lays(turn.box, turn.table, AUTOMAT, turn.log)
    assert int(turn.table.laid_count[AUTOMAT]) == 2
    laid = [card for card in range(35) if turn.table.where[AUTOMAT, card] == Place.LAID]
    assert int(turn.table.shooter) - 1 == max(laid, key=lambda card: int(BOX.footballers[card].rating))


@pytest.mark.rule("KC-R32")
@pytest.mark.parametrize(("against", "cards"), [(1, 1), (2, 2), (4, 3)])
def test_it_answers_the_number_of_cards(against, cards):
    turn = solo()
    turn.table.laid_count[ATT] = against
    automat_lays(turn.box, turn.table, AUTOMAT, turn.log)
    assert int(turn.table.laid_count[AUTOMAT]) == cards


@pytest.mark.rule("KC-R32")
def test_its_stars():
    turn = solo()
    turn.table.extras[AUTOMAT] = 3
    assert ask(turn, Phase.STARS) == STARS + 2  # one blue, two green
    assert ask(turn, Phase.STARS, attacks=True) == STARS + 2 * SPLIT
    turn.stars(AUTOMAT, 0, 0, 1)
    assert ask(turn, Phase.STARS) == STARS + 3


@pytest.mark.rule("KC-R32")
def test_its_bids():
    bids = set()
    for seed in range(40):
        turn = solo(seed=seed).stars(AUTOMAT, 1, 5, 1)
        automat_bids(turn.table, AUTOMAT)
        bid = [int(count) for count in turn.table.bid[AUTOMAT]]
        bids.add(sum(bid))
        assert bid == {0: [0, 0, 0], 1: [0, 0, 1], 2: [1, 0, 1], 3: [1, 1, 1]}[sum(bid)]
    assert bids == {0, 1, 2, 3}


@pytest.mark.rule("KC-R32")
def test_its_exchanges_and_coach_card():
    turn = solo().stars(AUTOMAT, 0, 0, 1)
    turn.table.event = KIND["E01"] + 1
    assert ask(turn, Phase.EXCHANGE) == EXCHANGE
    assert ask(turn, Phase.EXCHANGE, attacks=True) == PASS
    turn.table.coach[AUTOMAT] = KIND["E05"] + 1
    assert ask(turn, Phase.COACH, attacks=True) == PLAY_COACH
    assert ask(turn, Phase.COACH) == PASS
    turn.table.coach[AUTOMAT] = KIND["E23"] + 1
    assert ask(turn, Phase.COACH) == PASS
    turn.table.round_no = 3
    assert ask(turn, Phase.COACH) == PLAY_COACH
    turn.table.offer[AUTOMAT] = (KIND["E01"] + 1, KIND["E05"] + 1, KIND["E25"] + 1)
    assert ask(turn, Phase.COACH_PICK) == OFFERED + 1


@pytest.mark.rule("KC-R32")
def test_its_purchases():
    turn = solo(event="E48").stars(AUTOMAT, 0, 5, 0)
    turn.table.shooter, turn.table.laid_count[ATT] = CARD["P01"] + 1, 1
    assert ask(turn, Phase.BUY) == BUY + Bonus.MINUS10
    turn.table.acts[0].pct = 30
    assert ask(turn, Phase.BUY) == BUY + Bonus.HALVE
    turn.stars(AUTOMAT, 0, 1, 0)
    assert ask(turn, Phase.BUY) == BUY + Bonus.FORCE_K6
    turn.table.control = -2
    assert ask(turn, Phase.BUY) == CONTROL + 2
    turn.table.round_no = 3
    assert ask(turn, Phase.BUY) == BUY + Bonus.FORCE_K6
    turn.stars(AUTOMAT, 3, 0, 0)
    assert ask(turn, Phase.BUY, attacks=True) == BUY + Bonus.PLUS10


@pytest.mark.rule("KC-R32")
def test_its_position_and_percentages():
    turn = solo()
    turn.table.shooter, turn.table.laid_count[ATT] = CARD["P01"] + 1, 1
    turn.table.die = turn.table.position = 5
    turn.table.bonus[AUTOMAT, Bonus.FORCE_K6] = 1
    assert ask(turn, Phase.POSITION) != PASS
    turn.table.die = turn.table.position = 1
    assert ask(turn, Phase.POSITION) == PASS
    turn.table.control = -4
    turn.table.acts[0].shot, turn.table.acts[0].percent = 1, 12
    assert ask(turn, Phase.PERCENT) == CONTROL + 4
    turn.table.control = 0
    assert ask(turn, Phase.PERCENT) == DONE


@pytest.mark.rule("KC-R32")
def test_it_pays_for_no_percentages_that_change_nothing():
    turn = solo()
    turn.table.shooter, turn.table.laid_count[ATT] = CARD["P35"] + 1, 1
    turn.table.acts[0].shot, turn.table.acts[0].percent, turn.table.acts[0].pct = 1, 4, -15
    turn.table.control = -6
    assert ask(turn, Phase.PERCENT) == DONE
    turn.table.acts[0].pct = 0
    assert ask(turn, Phase.PERCENT) == CONTROL + 4
    assert ask(turn, Phase.PERCENT, attacks=True) == CONTROL + 4
    turn.table.acts[0].pct = 96
    assert ask(turn, Phase.PERCENT, attacks=True) == DONE  # already certain
    turn.table.acts[0].pct = -15
    assert ask(turn, Phase.PERCENT, attacks=True) == CONTROL + 4  # ten, and five more, and it is a chance again
    turn.table.control = -4
    turn.table.acts[0].pct = -24
    assert ask(turn, Phase.PERCENT, attacks=True) == DONE
    assert int(turn.table.control_pct) == 0


@pytest.mark.rule("KC-R32")
def test_its_other_answers():
    turn = solo()
    assert ask(turn, Phase.VAR_GOAL) == CALL_VAR
    turn.table.event = KIND["E25"] + 1
    assert ask(turn, Phase.VAR_BEFORE) == PASS
    assert ask(turn, Phase.VAR_AFTER) == PASS
    turn.table.reds[AUTOMAT] = 1
    assert ask(turn, Phase.VAR_AFTER) == CALL_VAR
    assert ask(turn, Phase.ADDED_TIME) == PLAY_ON
    turn.table.goals[AUTOMAT] = 1
    assert ask(turn, Phase.ADDED_TIME) == PASS
    turn.table.choice = Choice.LOSE
    turn.stars(AUTOMAT, 1, 2, 0)
    assert ask(turn, Phase.CHOICE) == COLOUR
    turn.table.choice = Choice.GAIN
    assert ask(turn, Phase.CHOICE) == COLOUR + 2
    kick = ask(turn, Phase.KICK)
    held = [card for card in range(35) if turn.table.where[AUTOMAT, card] == Place.HAND]
    assert kick == max(held, key=lambda card: (int(BOX.footballers[card].kick), -card))


@pytest.mark.rule("KC-R32")
def test_it_attacks_as_soon_as_it_is_its_turn():
    turn = solo()
    turn.play(ATT, PASS)
    assert turn.saw(Event.LAID, AUTOMAT)
    assert (turn.phase, turn.waiting) == (Phase.DEFEND, [DEF - 1])


@pytest.mark.rule("KC-R32")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_sits_opposite_the_person_on_either_side(seat):
    """Whoever sits on `seat` is asked everything, and sees the own cards; the Automat's stay hidden."""
    asked = 0
    for position, who, _ in random_match(GAME, 3, solo="league", automat=f"seat{1 - seat}", sides="seat0"):
        assert who == seat
        asked += 1
        hidden = position.hidden(seat)
        assert Place.HAND not in hidden.where[1 - seat].tolist() or int(hidden.shown[1 - seat])
        assert hidden.hand_count[seat] == sum(place in {Place.HAND, Place.CHOSEN} for place in hidden.where[seat])
    assert asked > 20


@pytest.mark.rule("KC-R32")
def test_a_table_of_two_has_no_automat():
    assert int(GAME.box({"automat": "seat0"}).automat) == 0


@pytest.mark.rule("KC-R32")
@pytest.mark.parametrize(("first_leg", "goals", "answer"), [((0, 2), 1, PASS), ((2, 0), 1, PLAY_ON)])
def test_in_a_second_leg_it_counts_both(first_leg, goals, answer):
    """KC-R32.12: 1:1 after 2:0 is a lead, and a lead of one after 0:2 is none."""
    turn = solo(format="tie")
    turn.table.leg = 2
    turn.table.first_leg[:] = first_leg
    turn.table.goals[:] = (1, 1) if answer == PASS else (0, goals)
    assert ask(turn, Phase.ADDED_TIME) == answer


@pytest.mark.rule("KC-R32")
@pytest.mark.parametrize(
    ("event", "attacks", "yellow", "answer"),
    [
        ("E27", True, 0, CALL_VAR),
        ("E27", False, 0, PASS),
        ("E30", False, 0, CALL_VAR),
        ("E28", True, 0, PASS),
        ("E28", True, 1, CALL_VAR),
        ("E26", True, 1, PASS),
    ],
)
def test_it_calls_var_against_a_red_card_that_is_sure_to_come(event, attacks, yellow, answer):
    """KC-R32.10: such a card is asked about once, before it is resolved."""
    turn = solo()
    turn.table.event = KIND[event] + 1
    turn.table.yellow[AUTOMAT] = yellow
    assert ask(turn, Phase.VAR_BEFORE, attacks=attacks) == answer
    turn.table.reds[AUTOMAT] = 2
    assert ask(turn, Phase.VAR_BEFORE, attacks=attacks) == PASS


@pytest.mark.rule("KC-R32")
@pytest.mark.parametrize("round_no", range(1, 8))
def test_it_draws_by_control_while_the_half_goes_on(round_no):
    """KC-R32.12: in rounds 1, 2, 4 and 5, not in the last of a half nor in the one added."""
    turn = solo(event="E48")
    turn.table.shooter, turn.table.laid_count[ATT] = CARD["P01"] + 1, 1
    turn.table.control, turn.table.round_no = -2, round_no
    draws = ask(turn, Phase.BUY) == CONTROL + 2
    assert draws == (round_no in {1, 2, 4, 5})
