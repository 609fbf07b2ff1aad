"""The door: every request and every socket comes through here. It limits, refuses, counts and dresses."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from urllib.parse import unquote

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from matchday.engine.calls import Problem
from matchday.engine.speech import Say
from matchday.match.files import LARGEST as LARGEST_FILE
from matchday.server.connections import line_of
from matchday.server.hosts import Proxies, is_served
from matchday.server.limits import PAGE_SHARE, Limits, address_of, is_own_page
from matchday.server.metrics import Metrics
from matchday.server.problems import (
    FileTooLarge,
    NotOurName,
    NotOurPage,
    ServerError,
    TooLarge,
    TooOften,
    Unread,
    language_of,
)
from matchday.server.settings import LARGEST_BODY, Settings
from matchday.server.turns import ASKER

LOG = logging.getLogger(__name__)
BULKY = {"/api/files", "/api/verify"}
"""Where match files come in."""
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; "
    "style-src 'self'; media-src 'self' data:; manifest-src 'self'; worker-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What pages may load: nothing from elsewhere, and no script and no style but our own files."""
CACHING = b"cache-control"
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"content-security-policy", POLICY.encode()),
]


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, tables: ASGIApp, settings: Settings, metrics: Metrics, limits: Limits) -> None:
        self.app, self.tables, self.settings, self.metrics, self.limits = app, tables, settings, metrics, limits
        """What answers requests, and what serves sockets."""
        self.proxies = Proxies(settings.proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may come in."""
        if scope["type"] in {"http", "websocket"}:
            self.proxies.see_through(scope)
        if scope["type"] == "http":
            await self.request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # ------------------------------------------------------------ requests

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        began, status = time.monotonic(), 500
        is_file, taken = scope["path"] in BULKY, 0
        too_large = FileTooLarge() if is_file else TooLarge()
        address = address_of(scope.get("client"))
        ASKER.set(address)

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            size = len(message.get("body", b""))
            taken += size
            if taken > (LARGEST_FILE if is_file else LARGEST_BODY):
                raise Unread(too_large)
            if is_file and not self.limits.may_bring(address, size):
                raise Unread(TooOften())
            return message

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", []), *HEADERS]
                if is_call(scope) and not any(name.lower() == CACHING for name, _ in headers):
                    headers.append((CACHING, b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        try:
            refusal = self.refusal(scope)
            if refusal:
                await asyncio.sleep(self.settings.refusal_seconds if isinstance(refusal, TooOften) else 0.0)
                await answer(refusal, language_of(HTTPConnection(scope)))(scope, receive, dressed)
            else:
                await self.app(scope, counted, dressed)
        finally:
            self.metrics.answers[status] += 1
            shown = {"method": scope["method"], "path": shown_path(scope), "status": status}
            LOG.info("answered", extra={**shown, "ms": round(1000 * (time.monotonic() - began), 1)})

    def refusal(self, scope: Scope) -> ServerError | None:
        """Tell why a request is not let in, if it is not."""
        host = Headers(scope=scope).get("host")
        if not is_served(host, self.settings.hosts):
            return NotOurName(host or "")
        if scope["method"] not in {"GET", "HEAD"} and not is_own_page(Headers(scope=scope), self.settings.origins):
            return NotOurPage()
        share = 1.0 if is_call(scope) else PAGE_SHARE
        return None if self.limits.may_ask(address_of(scope.get("client")), scope["method"], share) else TooOften()

    # ------------------------------------------------------------ sockets

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket through, or refuse it before it is open."""
        address, own = address_of(scope.get("client")), self.is_own(scope)
        if not own or not self.limits.may_connect(address):
            await receive()
            await asyncio.sleep(self.settings.refusal_seconds if own else 0.0)
            await send({"type": "websocket.close", "code": 4403 if not own else 4429})
            return
        self.limits.connect(address)
        line_of(scope).when_closed(partial(self.limits.disconnect, address))
        ASKER.set(address)
        await self.tables(scope, receive, send)

    def is_own(self, scope: Scope) -> bool:
        """Tell whether a socket is asked for by one of our pages, and under a name of ours."""
        headers = Headers(scope=scope)
        return is_own_page(headers, self.settings.origins) and is_served(headers.get("host"), self.settings.hosts)


def is_call(scope: Scope) -> bool:
    """Tell whether a request is a call, and not for a page or its files."""
    path: str = scope["path"]
    return path == "/api" or path.startswith("/api/")


def answer(refusal: ServerError, language: str) -> JSONResponse:
    """Answer what is not let in."""
    message = refusal.said(Say(language))
    return JSONResponse(Problem(code=refusal.code, message=message).model_dump(), refusal.status, refusal.headers)


def shown_path(scope: Scope) -> str:
    """Give a request's path for the log: what follows it may be private, and no sign may break the line."""
    return "".join(sign if sign.isprintable() else "?" for sign in unquote(scope["path"]))[:200]
