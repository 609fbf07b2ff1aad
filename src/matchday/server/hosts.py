"""Whom the server takes a request to be for, and whom from.

A page of somebody else's can have a name of its own lead to this machine (DNS rebinding), and would be its own page
then. So only names are answered to that are known here. Addresses written as numbers are nobody's name.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Any

from starlette.datastructures import Headers
from starlette.types import Scope

from matchday.engine.errors import MatchdayError

ANY = "*"
LOOPBACK = "localhost"
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared
"""What listens to all networks, and where this machine itself finds it."""


def name_of(host: str) -> str:
    """Give the name in a Host header: without its port, in small letters."""
    name = host.strip().lower()
    if name.startswith("["):
        return name.partition("]")[0].removeprefix("[")
    return name.rpartition(":")[0] if name.count(":") == 1 else name


def is_number(name: str) -> bool:
    """Tell whether a name is an address written as numbers."""
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def is_served(host: str | None, hosts: Iterable[str]) -> bool:
    """Tell whether a request is for us, by its Host header; one without is from no browser."""
    if host is None:
        return True
    name = name_of(host).removesuffix(".")
    known = {LOOPBACK, *(each.lower().removesuffix(".") for each in hosts)}
    return name in known or ANY in known or name.endswith(f".{LOOPBACK}") or is_number(name)


def names_answered_to(hosts: Sequence[str]) -> str:
    """Say by which names other machines may ask for the server."""
    if ANY in hosts:
        return "It answers to any name."
    known = ", ".join([LOOPBACK, *hosts])
    return f"It answers to addresses in numbers and to {known}; others are added by --host-name."


def address_at(place: Sequence[Any]) -> str:
    """Give the address for a browser of whoever listens at a place."""
    host, port = EVERYWHERE.get(place[0], place[0]), place[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def say_where(address: str, host: str, hosts: Sequence[str]) -> None:
    """Say where the server is, and to whom it answers there."""
    print(f"matchday is served at {address}", flush=True)
    if host in EVERYWHERE:
        print(names_answered_to(hosts), flush=True)


class Proxies:
    """The proxies that are trusted to say where a request comes from."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self.trusted = tuple(trusted)
        try:
            self.networks = [ipaddress.ip_network(each, strict=False) for each in self.trusted if each != ANY]
        except ValueError as error:
            raise MatchdayError(f"proxies are addresses or networks: {error}") from None

    def trusts(self, address: str) -> bool:
        """Tell whether an address is a proxy's."""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self.networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Give the last address on a request's way that is no proxy's; what comes before it anybody may have written.

        Where whoever connects is a proxy ("*"), that is the one that this proxy has written down.
        """
        hops = [hop.strip() for line in forwarded for hop in line.split(",") if hop.strip()]
        address, is_trusted = peer, ANY in self.trusted or self.trusts(peer)
        while is_trusted and hops:
            address = bare(hops.pop())
            is_trusted = self.trusts(address)
        return address

    def see_through(self, scope: Scope) -> None:
        """Let a request come from where its proxies say."""
        if not scope.get("client"):
            return
        peer, _port = scope["client"]
        headers = Headers(scope=scope)
        address = self.client(peer, headers.getlist("x-forwarded-for"))
        if address != peer:
            scope["client"] = (address, 0)
        if address != peer or ANY in self.trusted or self.trusts(peer):
            scheme = headers.get("x-forwarded-proto", "")
            if scheme in {"http", "https"}:
                scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme


def bare(hop: str) -> str:
    """Give an address without its port; whatever else a proxy writes is kept short."""
    if hop.startswith("["):
        return hop.partition("]")[0].removeprefix("[")[:64]
    return (hop.partition(":")[0] if hop.count(":") == 1 else hop)[:64]
