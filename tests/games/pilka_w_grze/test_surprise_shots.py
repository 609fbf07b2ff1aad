"""Surprise shots: PG-56, and the rulings on them."""

from __future__ import annotations

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.pilka_w_grze.state import UNKNOWN, Event, Phase
from tests.games.pilka_w_grze.table import lay


def shot(hand="RW1 LW2 DRI", answers="/LFD1 /RFD1 /PRS3 /DBL3", **more):
    """A successful attack in the box, with surprise shots."""
    return lay(f"LNG {hand}", answers, ball="OPP", surprise_shots=True, **more).attack("LNG").decline()


@pytest.mark.rule("PG-56")
def test_the_shot_is_laid_face_down_its_number_is_public():
    duel = shot().shoot("RW1", "DRI")

    assert duel.phase == Phase.SHOT_DEFENCE
    assert duel.events(Event.SHOT_FACE_DOWN) == [(0, 2)]
    for seat in (1, SPECTATOR):
        assert list(duel.hidden(seat).laid[0, :2]) == [UNKNOWN, UNKNOWN]
        assert not duel.events(Event.SHOT, seat=seat)
        assert not duel.events(Event.SHOT_CARD, seat=seat)
    assert UNKNOWN not in duel.hidden(0).laid[0, :2]


@pytest.mark.rule("PG-56")
def test_the_defender_cannot_tell_one_shot_from_another():
    weak = shot("RW1 LW2 DRI").shoot("RW1")
    strong = shot("RW1 LW2 DRI").shoot("DRI")

    assert weak.hidden(1).tobytes() == strong.hidden(1).tobytes()
    assert weak.events(seat=1) == strong.events(seat=1)


@pytest.mark.rule("PG-56")
def test_both_are_turned_over_together_and_counted_as_usual():
    duel = shot().shoot("RW1", "DRI").save("/LFD1", "/PRS3")

    assert duel.events(Event.SHOT) == [(0, 2, 5)]
    assert len(duel.events(Event.SHOT_CARD, seat=1)) == 2
    assert len(duel.events(Event.SAVE_CARD, seat=0)) == 2
    assert duel.events(Event.GOAL) == [(0, 5, 4, 1, 0)]

    saved = shot().shoot("RW1", "DRI").save("/DBL3", "/PRS3")

    assert saved.events(Event.SAVED) == [(1, 5, 6)]


@pytest.mark.rule("PG-56")
def test_the_defender_lays_the_same_number():
    duel = shot().shoot("RW1", "DRI").save("/LFD1")

    assert duel.phase == Phase.SHOT_DEFENCE
    assert not duel.events(Event.SAVE_CARD)


@pytest.mark.rule("PG-R32")
def test_a_short_defender_lays_all_he_has():
    duel = shot(answers="/LFD1").shoot("RW1", "LW2")

    assert duel.events(Event.GOAL) == [(0, 3, 1, 1, 0)]


@pytest.mark.rule("PG-R32")
def test_set_pieces_are_always_open():
    duel = lay("LNG LNG FRK", "/FOU /DBL3 /PRS1", ball="OPP", half=2, pile="RW2/LFD1 LW", surprise_shots=True)
    duel.attack("LNG").answer("/FOU").respond("FRK")

    assert duel.events(Event.FLIPPED, seat=1)
    assert UNKNOWN not in duel.hidden(1).laid[0, :1]


@pytest.mark.rule("PG-R21", "PG-44")
def test_a_long_shot_is_a_surprise_too():
    duel = lay("RW1 DRI THR THR ONE", "/LFD1 /RFD1 /PRS3 /DBL3", tactics_left=("LSH", ""), surprise_shots=True)
    duel.attack("LSH").do(0, "THR", "THR").shoot("DRI")

    assert duel.hidden(1).laid[0, 0] == UNKNOWN
    assert duel.events(Event.SHOT_FACE_DOWN)


@pytest.mark.rule("PG-56")
def test_without_the_variant_the_shot_lies_open():
    duel = lay("LNG RW1 DRI", "/LFD /RFD /PRS", ball="OPP").attack("LNG").decline().shoot("DRI")

    assert UNKNOWN not in duel.hidden(1).laid[0, :1]
    assert not duel.events(Event.SHOT_FACE_DOWN)
