"""Whose work is done next: no threads and no clock here, but for the crew, which waits for what happens."""

from __future__ import annotations

import asyncio
import os
import sys
import threading

import pytest

from matchday.server.problems import Busy, TooOften
from matchday.server.turns import ASKER, POLITE, Ask, Crew, Job, Shared, Turns
from tests.server.house import PATIENCE


def job(table="", address="", rank=0, **more):
    return Job(Ask(rank, table, address, **more), lambda: None)


def order(turns, jobs):
    """Take everything out with one hand, one after the other."""
    for each in jobs:
        turns.add(each)
    found = []
    while taken := turns.take():
        found.append(f"{taken.ask.address}{taken.ask.table}")
        turns.done(taken)
    return found


def test_addresses_take_turns_and_so_do_the_tables_of_one():
    flood = [job(f"{table}", "a") for _ in range(2) for table in (1, 2, 3)]
    assert order(Turns(), [*flood, job("9", "b"), job("9", "b"), job("8", "c")]) == [
        *("a1", "b9", "c8"),
        *("a2", "b9"),
        *("a3", "a1", "a2", "a3"),
    ]


def test_one_table_has_its_jobs_done_in_the_order_they_came():
    turns, jobs = Turns(), [job("1", "a") for _ in range(3)]
    for each in jobs:
        turns.add(each)
    for each in jobs:
        assert turns.take() is each
        turns.done(each)


def test_the_lowest_rank_goes_first_whoever_asks():
    jobs = [job("watched", "a", 2), job("study", "b", 3), job("hint", "a", 1), job("bot", "a", 0), job("bot", "c", 0)]
    assert order(Turns(), jobs) == ["abot", "cbot", "ahint", "awatched", "bstudy"]


def test_one_address_never_has_all_hands():
    turns = Turns(hands=3, an_address=2)
    for number in range(5):
        turns.add(job(str(number), "flood"))
    first, second = turns.take(), turns.take()
    assert turns.take() is None  # a hand is free, but not for that address
    turns.add(job("1", "other", rank=3))
    other = turns.take()
    assert other.ask.address == "other"
    assert turns.take() is None  # now all hands are full
    turns.done(first)
    assert turns.take().ask.address == "flood"
    turns.done(second)
    turns.done(other)
    assert turns.running == {"flood": 1}


def test_who_asks_for_too_much_is_refused_and_nobody_else():
    turns = Turns(most=5, most_of_one=2)
    for _ in range(2):
        turns.add(job("1", "flood"))
    with pytest.raises(TooOften):
        turns.add(job("2", "flood"))
    turns.add(job("2", "flood", refusable=False))
    turns.add(job("1", "b"))
    turns.add(job("1", "c"))
    with pytest.raises(Busy):
        turns.add(job("1", "d"))
    turns.add(job("1", "d", refusable=False))
    assert order(turns, []) == ["flood1", "b1", "c1", "d1", "flood2", "flood1"]
    assert not turns.waiting
    assert not any(turns.lines.values())
    turns.add(job("1", "d"))


def test_a_job_that_nobody_waits_for_is_dropped():
    turns, gone, stays = Turns(), job("1", "a"), job("1", "a")
    turns.add(gone)
    turns.add(stays)
    turns.drop(gone)
    turns.drop(gone)
    assert turns.take() is stays
    turns.drop(stays)  # it has begun
    assert turns.running == {"a": 1}
    turns.done(stays)
    assert turns.take() is None
    assert not turns.waiting
    assert not turns.running


def test_the_asker_is_known_without_being_told():
    token = ASKER.set("192.0.2.9")
    assert Ask().address == "192.0.2.9"
    ASKER.reset(token)
    assert Ask().address == ""


# ---------------------------------------------------------------- with threads


def test_a_crew_does_the_work_and_tells_what_went_wrong():
    async def go():
        crew = Crew("test", Turns(hands=2, an_address=2))
        try:
            assert await asyncio.gather(*(crew.do(Ask(), pow, 2, number) for number in range(9))) == [
                2**number for number in range(9)
            ]
            with pytest.raises(ZeroDivisionError):
                await crew.do(Ask(), lambda: 1 // 0)
            assert crew.turns.running.total() == crew.turns.waiting.total() == 0
        finally:
            crew.close()

    asyncio.run(go())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a niceness for each thread")
def test_who_is_polite_leaves_the_event_loop_the_core():
    def niceness():
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def go():
        found = []
        for is_polite in (False, True):
            crew = Crew("test", Turns(), is_polite=is_polite)
            found.append(await crew.do(Ask(), niceness) - niceness())
            crew.close()
        return found

    assert asyncio.run(go()) == [0, POLITE]


def test_work_is_given_up_when_the_asker_is_gone():
    """One hand, which is held; of the two who wait one goes, and what it wanted is never done."""
    done, hold = [], threading.Event()

    async def go():
        crew = Crew("test", Turns())
        held = asyncio.ensure_future(crew.do(Ask(), hold.wait, PATIENCE))
        gone, stays = (asyncio.ensure_future(crew.do(Ask(table=name), done.append, name)) for name in ("gone", "stays"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        hold.set()
        await asyncio.gather(held, stays)
        crew.close()

    asyncio.run(go())
    assert done == ["stays"]


def test_what_several_ask_for_is_done_once_and_given_up_with_the_last():
    calls, cancelled = [], []

    async def go():
        shared, free = Shared(), asyncio.Event()

        async def work():
            calls.append(1)
            try:
                await free.wait()
            except asyncio.CancelledError:
                cancelled.append(1)
                raise
            return "found"

        async def ask(number):
            tasks = [asyncio.ensure_future(shared.get("key", work)) for _ in range(number)]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            return tasks

        one, two, three = await ask(3)
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
        assert (len(calls), len(cancelled)) == (1, 0)
        two.cancel()
        three.cancel()
        await asyncio.gather(two, three, return_exceptions=True)
        await asyncio.sleep(0)
        assert (len(calls), len(cancelled)) == (1, 1)
        four, five = await ask(2)
        free.set()
        assert await asyncio.gather(four, five) == ["found", "found"]
        assert await shared.get("key", work) == "found"
        assert len(calls) == 2

    asyncio.run(go())
