"""Gates and mailboxes do what asyncio's events and queues do."""

from __future__ import annotations

import asyncio
import sys

from matchday.server.waiting import Gate, Mailbox


def test_whoever_comes_to_a_closed_gate_waits_until_it_is_opened():
    async def scene():
        gate = Gate()
        await gate.wait()
        gate.clear()
        assert not gate.is_set()
        first, second = (asyncio.create_task(gate.wait()) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert not second.done()
        gate.set()
        await second
        assert first.cancelled()
        assert gate.is_set()

    asyncio.run(scene())


def test_messages_come_out_in_their_order_and_none_is_lost_when_a_taker_gives_up():
    async def scene():
        box, found = Mailbox(), []
        taker = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait(1)
        taker.cancel()
        await asyncio.gather(taker, return_exceptions=True)
        box.put_nowait(2)
        found += [await box.get(), await box.get()]
        assert box.empty()
        taker = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait(3)
        box.put_nowait(4)
        found += [await taker, await box.get()]
        assert found == [1, 2, 3, 4]

    asyncio.run(scene())


def test_whoever_is_called_is_called_for_every_message_and_takes_them_in_their_order():
    box, found = Mailbox(), []
    box.put_nowait(1)
    box.on_filled = lambda: found.append(box.take())
    for message in (2, 3):
        box.put_nowait(message)
    assert found == [1, 2]
    assert not box.empty()
    assert box.take() == 3


def test_they_are_small():
    assert sys.getsizeof(Gate()) + sys.getsizeof(Mailbox()) < 200
