"""Waiting for one thing in little memory: what asyncio has for it takes a kilobyte each, and a socket needs some."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class Gate:
    """Open or closed; who comes to a closed one waits. Like `asyncio.Event`."""

    __slots__ = ("is_open", "waiting")

    def __init__(self) -> None:
        self.is_open = True
        self.waiting: tuple[asyncio.Future[None], ...] = ()

    def is_set(self) -> bool:
        """Tell whether it is open."""
        return self.is_open

    def set(self) -> None:
        """Open it, and let everyone through."""
        self.is_open = True
        let_through, self.waiting = self.waiting, ()
        for each in let_through:
            if not each.done():
                each.set_result(None)

    def clear(self) -> None:
        """Close it."""
        self.is_open = False

    async def wait(self) -> None:
        """Wait until it is opened, if it is not open."""
        if not self.is_open:
            coming = asyncio.get_running_loop().create_future()
            self.waiting = (*self.waiting, coming)
            await coming


class Mailbox:
    """Messages in their order, for one who takes them out: like `asyncio.Queue`, or called when there is something."""

    __slots__ = ("messages", "on_filled", "taker")

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.taker: asyncio.Future[None] | None = None
        self.on_filled: Callable[[], None] | None = None
        """Called with every message."""

    def empty(self) -> bool:
        """Tell whether there is none."""
        return not self.messages

    def put_nowait(self, message: Any) -> None:
        """Put one in."""
        self.messages.append(message)
        if self.on_filled:
            self.on_filled()
        elif self.taker and not self.taker.done():
            self.taker.set_result(None)

    def take(self) -> Any:
        """Take out the first."""
        return self.messages.pop(0)

    async def get(self) -> Any:
        """Take out the first; wait for one if there is none."""
        while not self.messages:
            self.taker = asyncio.get_running_loop().create_future()
            try:
                await self.taker
            finally:
                self.taker = None
        return self.take()
