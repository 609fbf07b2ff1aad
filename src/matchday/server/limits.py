"""How much one address and one connection may ask for, and which pages may ask at all."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import urlsplit

from matchday.server.problems import Busy, TooMuch

MOST_BUCKETS = 10_000
"""Addresses that are remembered at once."""
WRITE_COST = 5
"""A request that changes something counts like so many that do not …"""
FILE_BYTES = 1000
"""… and so many bytes of a match file like one."""
DAY = 24 * 60 * 60


PAGE_SHARE = 0.2
"""A file of the pages counts for so much of a call."""


class Account:
    """What addresses spend of one thing here that the other workers have not been told of; alone nobody need be."""

    def __init__(self, *, is_told: bool = False) -> None:
        self.is_told = is_told
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.charge: Callable[[str, float], None] = lambda _address, _cost: None
        """Takes what an address has spent elsewhere."""

    def add(self, address: str, cost: float) -> None:
        """Write down what was spent."""
        self.spent[address] += cost


class Ledger:
    """The accounts of all workers of a server: what is spent at one is told to the others a moment later, and taken
    there too. So limits hold for all together: who is quick may overdraw for that moment, and waits the longer.
    """

    def __init__(self, *, is_told: bool = False) -> None:
        self.is_told = is_told
        self.accounts: dict[str, Account] = {}

    def account(self, name: str) -> Account:
        """Open an account."""
        return self.accounts.setdefault(name, Account(is_told=self.is_told))

    def settle(self) -> dict[str, dict[str, float]]:
        """Give what was spent since the last time, by account and address."""
        spent = {name: dict(account.spent) for name, account in self.accounts.items() if account.spent}
        for name in spent:
            self.accounts[name].spent.clear()
        return spent

    def take(self, spent: Mapping[str, Mapping[str, float]]) -> None:
        """Take what was spent elsewhere."""
        for name, costs in spent.items():
            for address, cost in costs.items():
                self.accounts[name].charge(address, cost)


class Bucket:
    """So much at once, and so much a second in the long run."""

    def __init__(self, size: float, rate: float, spent: Callable[[float], None] | None = None) -> None:
        self.size, self.rate, self.spent = size, rate, spent
        self.level, self.at = size, time.monotonic()

    def fill(self) -> None:
        """Add what has come in since the last time."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.at) * self.rate)
        self.at = now

    def take(self, cost: float) -> None:
        """Take something out, and write it down."""
        self.level -= cost
        if self.spent:
            self.spent(cost)

    def charge(self, cost: float) -> None:
        """Take out what was spent elsewhere."""
        self.fill()
        self.level -= cost

    def borrow(self, cost: float = 1.0) -> float:
        """Take something out, there or not; gives the seconds until it has come in, for somebody who waits so long."""
        self.fill()
        self.take(cost)
        return max(0.0, -self.level / self.rate)

    def wait(self, cost: float = 1.0) -> float:
        """Take something out if it is there; else take nothing and give the seconds until it is, for somebody who is
        sent away.
        """
        self.fill()
        if self.level < cost:
            return (cost - self.level) / self.rate
        self.take(cost)
        return 0.0


class Buckets:
    """A bucket for each address."""

    def __init__(self, size: float, rate: float, account: Account | None = None) -> None:
        self.size, self.rate, self.account = size, rate, account or Account()
        self.account.charge = self.charge
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """Give the bucket of an address; one that has not come for long has a full one again."""
        bucket = self.known.get(address)
        if bucket is None:
            spent = partial(self.account.add, address) if self.account.is_told else None
            bucket = self.known[address] = Bucket(self.size, self.rate, spent)
        self.known.move_to_end(address)
        if len(self.known) > MOST_BUCKETS:
            self.known.popitem(last=False)
        return bucket

    def charge(self, address: str, cost: float) -> None:
        """Take what an address has spent elsewhere."""
        self.of(address).charge(cost)


class Allowance:
    """So much a day, for each address and for all together."""

    def __init__(self, an_address: float, for_all: float, account: Account | None = None) -> None:
        self.addresses = Buckets(an_address, an_address / DAY, account)
        self.addresses.account.charge = self.charge
        self.all = Bucket(for_all, for_all / DAY)

    def spend(self, address: str, cost: float = 1.0) -> None:
        """Take what something costs, or refuse it: nobody has anything taken then."""
        own = self.addresses.of(address)
        if own.wait(cost):
            raise TooMuch
        if self.all.wait(cost):
            own.take(-cost)
            raise Busy

    def charge(self, address: str, cost: float) -> None:
        """Take what an address has spent elsewhere."""
        self.addresses.charge(address, cost)
        self.all.charge(cost)


class Limits:
    """What addresses have asked for lately, and how many sockets they hold, here and at other workers."""

    def __init__(self, burst: float, rate: float, sockets: int, account: Account | None = None) -> None:
        self.most_sockets = sockets
        self.buckets = Buckets(burst, rate, account)
        self.sockets: Counter[str] = Counter()
        self.elsewhere: dict[str, dict[str, int]] = {}
        """By worker and address."""
        self.tell: Callable[[dict[str, int]], None] = lambda _held: None
        """Tells the other workers how many sockets addresses hold here."""

    def may_ask(self, address: str, method: str, share: float = 1.0) -> bool:
        """Tell whether an address may ask something now."""
        return not self.buckets.of(address).wait(share * (1.0 if method in {"GET", "HEAD"} else WRITE_COST))

    def may_bring(self, address: str, size: int) -> bool:
        """Tell whether an address may bring so many bytes of a match file: to read it takes as long as it is."""
        return not self.buckets.of(address).wait(size / FILE_BYTES)

    def may_connect(self, address: str) -> bool:
        """Tell whether an address may open another socket."""
        far = sum(held.get(address, 0) for held in self.elsewhere.values())
        return self.sockets[address] + far < self.most_sockets

    def connect(self, address: str) -> None:
        """Take note of an open socket."""
        self.sockets[address] += 1
        self.tell({address: self.sockets[address]})

    def disconnect(self, address: str) -> None:
        """Take note of a closed one."""
        self.sockets[address] -= 1
        self.tell({address: self.sockets[address]})
        if self.sockets[address] <= 0:
            del self.sockets[address]

    def meet(self, worker: str, held: Mapping[str, int]) -> None:
        """Take note of how many sockets addresses hold at another worker."""
        known = self.elsewhere.setdefault(worker, {})
        known.update(held)
        for address in [address for address, number in held.items() if number <= 0]:
            del known[address]


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
