"""How much one address and one connection may ask for, and which pages may ask at all."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from urllib.parse import urlsplit

MOST_BUCKETS = 10_000
"""Addresses that are remembered at once."""
WRITE_COST = 5
"""A request that changes something counts like so many that do not."""


PAGE_SHARE = 0.2
"""A file of the pages counts for so much of a call."""


class Bucket:
    """So much at once, and so much a second in the long run."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self.level, self.at = size, time.monotonic()

    def fill(self) -> None:
        """Add what has come in since the last time."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.at) * self.rate)
        self.at = now

    def borrow(self, cost: float = 1.0) -> float:
        """Take something out, there or not; gives the seconds until it has come in, for somebody who waits so long."""
        self.fill()
        self.level -= cost
        return max(0.0, -self.level / self.rate)

    def wait(self, cost: float = 1.0) -> float:
        """Take something out if it is there; else take nothing and give the seconds until it is, for somebody who is
        sent away.
        """
        self.fill()
        if self.level < cost:
            return (cost - self.level) / self.rate
        self.level -= cost
        return 0.0


class Limits:
    """What addresses have asked for lately, and how many sockets they hold."""

    def __init__(self, burst: float, rate: float, sockets: int) -> None:
        self.burst, self.rate, self.most_sockets = burst, rate, sockets
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.sockets: Counter[str] = Counter()

    def may_ask(self, address: str, method: str, share: float = 1.0) -> bool:
        """Tell whether an address may ask something now."""
        bucket = self.buckets.setdefault(address, Bucket(self.burst, self.rate))
        self.buckets.move_to_end(address)
        if len(self.buckets) > MOST_BUCKETS:
            self.buckets.popitem(last=False)
        return not bucket.wait(share * (1.0 if method in {"GET", "HEAD"} else WRITE_COST))

    def may_connect(self, address: str) -> bool:
        """Tell whether an address may open another socket."""
        return self.sockets[address] < self.most_sockets

    def connect(self, address: str) -> None:
        """Take note of an open socket."""
        self.sockets[address] += 1

    def disconnect(self, address: str) -> None:
        """Take note of a closed one."""
        self.sockets[address] -= 1
        if self.sockets[address] <= 0:
            del self.sockets[address]


def address_of(client: tuple[str, int] | None) -> str:
    """Name whoever asks: by the address, or by the network of a household where addresses are plenty."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0]
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def is_local(client: tuple[str, int] | None) -> bool:
    """Tell whether a request comes from this machine."""
    try:
        return client is not None and ipaddress.ip_address(client[0]).is_loopback
    except ValueError:
        return False


def is_own_page(headers: Mapping[str, str], others: tuple[str, ...]) -> bool:
    """Tell whether a request comes from our own pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
