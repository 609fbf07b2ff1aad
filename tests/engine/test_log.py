from __future__ import annotations

from matchday.engine.log import ARGUMENTS, CAPACITY, EVERYONE, SPECTATOR, Log, clear, only, others, seen, tell


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
