from __future__ import annotations

import numba
import pytest

from matchday.engine.log import (
    ARGUMENTS,
    CAPACITY,
    EVERYONE,
    SPECTATOR,
    EventKind,
    Log,
    clear,
    only,
    others,
    seen,
    tell,
)


class Event(EventKind):
    KICK_OFF = 1, "half", "seat"
    STOPPAGE = 2


def test_masks():
    log = Log.new()
    tell(log, EVERYONE, 1, 10)
    tell(log, only(0), 2, 20, 21)
    tell(log, others(0), 3)
    assert [kind for kind, _ in seen(log, 0)] == [1, 2]
    assert [kind for kind, _ in seen(log, 1)] == [1, 3]
    assert [kind for kind, _ in seen(log, SPECTATOR)] == [1, 3]
    assert seen(log, 0)[1][1] == (20, 21, 0, 0, 0, 0)


def test_clear_and_mute():
    log = Log.new()
    tell(log, EVERYONE, 1)
    clear(log)
    assert log.count == 0
    log.muted = 1
    tell(log, EVERYONE, 1)
    assert log.count == 0


def test_a_full_log_keeps_what_it_has_and_goes_on_counting():
    log = Log.new()
    for number in range(CAPACITY + 5):
        tell(log, EVERYONE, 1, number)
    assert log.count == CAPACITY + 5
    assert len(seen(log, 0)) == CAPACITY
    assert seen(log, 0)[-1] == (1, (CAPACITY - 1, *[0] * (ARGUMENTS - 1)))


def test_a_kind_names_its_arguments_and_shows_no_others():
    assert Event.KICK_OFF.names == ("half", "seat")
    assert Event.KICK_OFF.read((2, 1, 0, 0, 0, 0)) == (2, 1)
    assert Event.KICK_OFF.read((2, 1, 9, 9, 9, 9))._asdict() == {"half": 2, "seat": 1}
    assert Event(2).read((9, 9, 9, 9, 9, 9)) == ()
    with pytest.raises(TypeError):
        Event.KICK_OFF.read((2,))


def test_a_kind_is_a_number_in_compiled_code():
    @numba.njit
    def kind(stops: bool) -> int:
        found = Event.STOPPAGE if stops else Event.KICK_OFF
        return 10 * (found == Event.STOPPAGE) + Event.STOPPAGE

    assert [kind(False), kind(True)] == [2, 12]
