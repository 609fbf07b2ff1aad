"""Formations: PG-45 to PG-47, and the rulings on them."""

from __future__ import annotations

import pytest

from matchday.engine.log import SPECTATOR
from matchday.games.pilka_w_grze.state import Event, Phase
from tests.games.pilka_w_grze.table import dealt, lay

LIMITS = {"4-3-3": (4, 3, 3), "4-4-2": (4, 4, 2), "3-4-3": (3, 4, 3), "3-5-2": (3, 5, 2)}
ANSWERS = "/LFD1 /LFD2 /LFD3 /RFD /PRS"


@pytest.mark.rule("PG-45", "PG-R35")
def test_both_choose_one_of_the_same_four_after_the_deal():
    duel = dealt(formations=True)

    assert duel.phase == Phase.FORMATION
    assert duel.waiting == [0, 1]
    assert duel.options(0) == duel.options(1) == set(LIMITS)
    assert duel.hand_sizes == (5, 5)
    assert duel.events(Event.KICK_OFF) == [(1, duel.attacker)]
    assert all((duel.hidden(seat).hand[seat] == duel.table.hand[seat]).all() for seat in range(2))


@pytest.mark.rule("PG-45")
@pytest.mark.parametrize("first", [0, 1])
def test_a_choice_is_secret_until_both_are_made_in_either_order(first):
    duel = dealt(formations=True)
    duel.do(first, "3-5-2")
    second = 1 - first

    assert duel.waiting == [second]
    assert duel.hidden(first).pick[first] == 4
    assert duel.hidden(second).pick[first] == 0
    assert duel.hidden(SPECTATOR).pick[first] == 0
    assert duel.events(Event.PICKED, seat=first)
    assert not duel.events(Event.PICKED, seat=second)
    assert not duel.events(Event.PICKED, seat=SPECTATOR)
    assert duel.events(Event.HAS_PICKED, seat=second) == [(first,)]
    assert not duel.table.formation.any()

    duel.do(second, "4-3-3")

    assert duel.events(Event.FORMATIONS)[0][:2] == ((3, 0) if first == 0 else (0, 3))
    assert duel.is_public(Event.FORMATIONS)
    assert duel.phase == Phase.ATTACK


@pytest.mark.rule("PG-45")
def test_two_different_choices_look_the_same_to_the_other():
    tables = [dealt(formations=True).do(0, code).hidden(1) for code in LIMITS]

    assert len({table.tobytes() for table in tables}) == 1


@pytest.mark.rule("PG-46", "PG-R25")
@pytest.mark.parametrize("half", [1, 2])
def test_the_choice_binds_for_the_half_and_is_made_anew_at_the_break(half):
    duel = lay("RW LW", "/LFD", pile=0, half=half, formation=("4-3-3", "3-5-2"))

    assert list(duel.table.formation) == [1, 4]

    duel.attack("RW").answer("/LFD")

    assert duel.table.half == half + 1
    assert duel.phase == Phase.FORMATION
    assert duel.waiting == [0, 1]
    assert duel.hand_sizes == (5, 5)

    duel.do(1, "4-3-3").do(0, "3-4-3")

    assert list(duel.table.formation) == [3, 1]


@pytest.mark.rule("PG-46")
def test_the_choice_outlasts_a_turn():
    duel = lay("RW LW ONE", "/LFD /RFD /PRS", formation=("4-3-3", "3-5-2")).attack("RW").decline()

    assert duel.phase == Phase.ATTACK
    assert list(duel.table.formation) == [1, 4]


@pytest.mark.rule("PG-47", "PG-X7")
@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize(("code", "limits"), LIMITS.items())
def test_the_attackers_formation_sets_the_actions_in_each_zone(code, limits, attacker):
    other = "3-5-2" if code != "3-5-2" else "4-3-3"
    both = (code, other) if attacker == 0 else (other, code)
    for zone, limit in zip(("OWN", "MID", "OPP"), limits, strict=True):
        duel = lay("RW LW ONE THR LNG", ANSWERS, ball=zone, attacker=attacker, formation=both)

        assert duel.table.limit == limit


@pytest.mark.rule("PG-47", "PG-18")
def test_four_actions_can_be_played_in_the_own_box_with_4_3_3():
    duel = lay("RW RW RW LW ONE", "/LFD /LFD /LFD /RFD /PRS", ball="OWN", formation=("4-3-3", "3-4-3"))
    duel.exchanges("RW /LFD", "RW /LFD", "RW /LFD")

    assert (duel.phase, duel.attacker) == (Phase.ATTACK, 0)

    duel.exchanges("LW /RFD")

    assert duel.attacker == 1


@pytest.mark.rule("PG-47", "PG-R18")
def test_with_4_4_2_two_answers_in_the_box_are_all():
    duel = lay("RW LW ONE THR LNG", "/LFD /RFD /PRS /DBL /OFF", ball="OPP", formation=("4-4-2", "3-4-3"))
    duel.exchanges("RW /LFD", "LW /RFD")

    assert duel.phase == Phase.AFTER_BLOCK


@pytest.mark.rule("PG-R27", "PG-46")
def test_a_restart_of_extra_time_asks_for_no_formations():
    duel = lay("RW LW", "/LFD", pile=0, half=3, formation=("4-3-3", "3-5-2")).attack("RW").answer("/LFD")

    assert duel.events(Event.RESTART)
    assert duel.phase == Phase.ATTACK
    assert list(duel.table.formation) == [1, 4]
