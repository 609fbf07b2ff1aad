"""Cheap playing sense: legal, blind to what is hidden, and clearly better than chance."""

from __future__ import annotations

import pytest

from matchday.engine.dice import Dice, set_key
from matchday.engine.record import copy_of, raw
from matchday.games.pilka_w_grze import GAME
from matchday.games.pilka_w_grze.state import DECLINE, Phase
from matchday.lab.simulate import simulate
from tests.games.pilka_w_grze.table import lay
from tests.kit import Position

VARIANTS = {"formations": True, "tactics": True, "surprise_shots": True}


def dice(number):
    """Dice of their own."""
    made = Dice.new()
    set_key(made, 11, number)
    return made


def choice(position, seat, number=0):
    """What the playing sense does for a seat."""
    return position.runner.choose(position.box, position.hidden(seat), seat, dice(number))


def matches(count, **options):
    """Play matches between two of them; yields before each move."""
    for seed in range(1, count + 1):
        position = Position(GAME, seed, **options)
        ply = 0
        while waiting := position.waiting:
            seat = waiting[0]
            action = choice(position, seat, ply)
            yield position, seat, action, ply
            position.play(seat, action)
            ply += 1


@pytest.mark.parametrize(
    "options",
    [
        {},
        VARIANTS,
        {"deck": "mixed", "must_block": True},
        {**VARIANTS, "setpiece_saved": "play_on", "half_end": "turn"},
    ],
    ids=str,
)
def test_it_chooses_only_legal_actions(options):
    phases = set()
    for position, seat, action, _ in matches(2, **options):
        phases.add(position.phase)

        assert action in position.legal(seat)

    assert {Phase.ATTACK, Phase.REPLY, Phase.SHOT_ATTACK, Phase.SHOT_DEFENCE} <= phases


def test_it_chooses_the_same_at_tables_that_look_alike():
    for position, seat, action, ply in matches(2, **VARIANTS):
        other = copy_of(position.hidden(seat))
        position.runner.redeal(position.box, other, seat, dice(ply))
        position.runner.hide(position.box, other, seat)

        assert raw(other) == raw(position.hidden(seat))
        assert position.runner.choose(position.box, other, seat, dice(ply)) == action


def test_it_leaves_the_table_as_it_is():
    position = Position(GAME, 3)
    hidden = position.hidden(position.waiting[0])
    before = raw(hidden)
    position.runner.choose(position.box, hidden, position.waiting[0], dice(1))

    assert raw(hidden) == before


def test_it_answers_with_ordinary_cards_before_fouls_and_lets_through_only_what_it_must():
    duel = lay("RW LW ONE THR LNG", "/LFD3 /FOU /RFD /PRS /OFF").attack("RW")

    assert duel.say(choice(duel, 1)) == "RW1/LFD3"

    duel = lay("RW LW ONE THR LNG", "/DBL /FOU /RFD /PRS /OFF").attack("RW")

    assert duel.say(choice(duel, 1)).endswith("FOU1")

    duel = lay("RW LW ONE THR LNG", "/DBL /RFD /RFD /PRS /OFF").attack("RW")

    assert choice(duel, 1) == DECLINE


def test_it_saves_with_the_cheapest_cards_that_suffice():
    duel = lay("LNG RW2 LW", "/LFD1 /RFD2 /PRS3 /OFF3", ball="OPP").attack("LNG").decline().shoot("RW2")

    assert duel.say(choice(duel, 1)) == "LW1/RFD2"


def test_it_attacks_with_what_can_least_be_answered():
    # All but a few offside traps have been seen: a long switch will hardly be answered.
    duel = lay("RW LNG1 LNG1 LNG1 LNG1", "/LFD /LFD /RFD /RFD /PRS", half=2, pile="RW RW RW LW LW")

    assert duel.say(choice(duel, 0)).startswith("LNG")


def test_it_beats_chance_clearly():
    first = simulate(GAME, 250, seed=1, seats=("greedy", "random"), threads=1, mode="compiled")
    second = simulate(GAME, 250, seed=2, seats=("random", "greedy"), threads=1, mode="compiled")

    assert first.matches == second.matches == 250
    assert first.win_share[0] > 0.85
    assert second.win_share[1] > 0.85
