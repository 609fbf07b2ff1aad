"""The application: REST, sockets and the built client under one roof."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from matchday import __version__
from matchday.engine.calls import REFUSALS, Problem
from matchday.engine.errors import MatchdayError, MatchFileError
from matchday.engine.speech import Say, mark
from matchday.games import GAMES, part
from matchday.server import api, faces, lessons, puzzles, sockets
from matchday.server.connections import Doorkeeper, Requests, Seldom, Sockets, kept_by
from matchday.server.document import document
from matchday.server.guard import Guard
from matchday.server.hosts import address_at, say_where
from matchday.server.limits import Ledger, Limits
from matchday.server.line import Line
from matchday.server.logs import log_as_json
from matchday.server.metrics import Metrics
from matchday.server.players import Players
from matchday.server.problems import ServerError, Unread, code_and_status, language_of, told
from matchday.server.rooms import Rooms
from matchday.server.settings import Settings
from matchday.server.sharing import Sharing
from matchday.server.store import Store

LOG = logging.getLogger(__name__)
LARGEST_FRAME = 256 * 1024
"""Bytes of a socket's message beyond which the line is cut; shorter ones that are too long get an answer."""
LONGEST_PATH = 200
"""Signs of the longest path that a page or a file of the client could have."""
PAGE_THREADS = 4
"""Threads for what is quickly told: files, lists of games, rules, decks."""
SWITCH_SECONDS = 0.0005
"""How long a thread keeps Python to itself while others want it: moves are made of many small steps, and wait so long
before each of them where bots, readers and tellers are at work.
"""
COLLECTIONS = 20_000, 20, 50
"""When Python looks for garbage that holds itself. Tables make next to none, and to look through all that a thousand of
them keep takes 0.3 s, in which nobody is served; by Python's own measure that was every five seconds."""
NOT_BUILT = "<!doctype html><title>matchday</title><p>The client is not built: run <code>make play</code>.</p>"


def create_app(settings: Settings | None = None, line: Line | None = None) -> FastAPI:
    """Make the application, of one worker among others if there is a line to them."""
    settings, metrics, ledger = settings or Settings(), Metrics(), Ledger(is_told=line is not None)
    asked = ledger.account("asked")
    limits = Limits(settings.burst, settings.requests_a_second, settings.sockets_an_address, asked)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(Seldom().handle)
        current_default_thread_limiter().total_tokens = PAGE_THREADS
        players = Players(settings)
        store = Store(settings, line)
        rooms = Rooms(settings, store, players, metrics, ledger)
        async with AsyncExitStack() as stack:
            if line:
                await line.open()
                stack.push_async_callback(line.aclose)
            await stack.enter_async_context(aclosing(store))
            await store.open()
            rooms.open()
            await stack.enter_async_context(aclosing(rooms))
            if line:
                await stack.enter_async_context(aclosing(Sharing(line, ledger, limits, rooms)))
            app.state.rooms = rooms
            yield

    app = FastAPI(
        title="matchday",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.include_router(api.router)
    app.include_router(faces.router)
    app.include_router(lessons.router)
    app.include_router(puzzles.router)
    for name in GAMES:
        if own := part(name, "web"):
            app.include_router(own.router, prefix=f"/api/games/{name}", responses=REFUSALS)
    app.add_exception_handler(MatchdayError, say_problem)
    app.add_exception_handler(RequestValidationError, say_invalid)
    app.add_exception_handler(HTTPException, say_http)
    app.add_exception_handler(Exception, say_internal)
    app.add_middleware(Guard, tables=sockets.tables, settings=settings, metrics=metrics, limits=limits)
    serve_client(app, settings.static)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


# ---------------------------------------------------------------- errors


def problem(status: int, code: str, message: str, line: int | None = None) -> JSONResponse:
    """Answer with what is wrong."""
    text = message.encode("utf-8", "replace").decode()
    return JSONResponse(Problem(code=code, message=text, line=line).model_dump(), status)


async def say_problem(request: Request, error: Exception) -> Response:
    """Answer a named error, in the person's language where it is one that people meet."""
    if not isinstance(error, MatchdayError):
        raise error
    code, status = code_and_status(error)
    text = told(error, Say(language_of(request)))
    answer = problem(status, code, text, error.line if isinstance(error, MatchFileError) else None)
    answer.headers.update(error.headers if isinstance(error, ServerError) else {})
    return answer


async def say_invalid(request: Request, error: Exception) -> Response:
    """Answer a request that does not fit its model: where, and in English what would be right; never what was sent."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    places, say = [".".join(str(part) for part in each["loc"])[:80] for each in found[:8]], Say(language_of(request))
    if say.language == "en":
        lines = [f"{place}: {each['msg'][:200]}" for place, each in zip(places, found, strict=False)]
        return problem(422, "bad_request", "; ".join(lines))
    return problem(422, "bad_request", say("The server cannot read this: {places}.", places=", ".join(places)))


async def say_http(request: Request, error: Exception) -> Response:
    """Answer what the framework itself refuses."""
    if isinstance(error, Unread):
        return await say_problem(request, error.refusal)
    status, text = (error.status_code, str(error.detail)) if isinstance(error, HTTPException) else (500, "")
    code = "not_found" if status == 404 else "bad_request"
    answer = problem(status, code, Say(language_of(request))(text))
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def say_internal(request: Request, error: Exception) -> Response:
    """Answer a fault of ours without its details, which go to the log."""
    LOG.error("a request failed", exc_info=error)
    say = Say(language_of(request))
    return problem(500, "internal", say("Something went wrong here. Look whether it was done before you try again."))


# ---------------------------------------------------------------- the client


def serve_client(app: FastAPI, static: Path) -> None:
    """Serve the built client: its files by name, its page for every other address."""

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        if path == "api" or path.startswith("api/") or len(path) > LONGEST_PATH:
            raise HTTPException(404, mark("there is no such address"))
        root = static.resolve()
        file = file_in(root, path)
        if file:
            kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={"Cache-Control": kept})
        if "." in path.rpartition("/")[2]:
            raise HTTPException(404, mark("there is no such file"))
        if (root / "index.html").is_file():
            return FileResponse(root / "index.html", headers={"Cache-Control": "no-cache"})
        return HTMLResponse(NOT_BUILT)


def file_in(root: Path, path: str) -> Path | None:
    """Give a file of the client by its path, if there is one."""
    try:
        file = (root / path).resolve()
        return file if path and file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # with signs that no path has
        return None


# ---------------------------------------------------------------- running


class Server(uvicorn.Server):
    """A server that says where it is as soon as it can be reached."""

    hosts: Sequence[str] = ()
    opens_browser = False

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Open the door."""
        await super().startup(sockets)
        if self.started and self.servers:
            say_where(self.address, self.config.host, self.hosts)
            if self.opens_browser:
                # In a thread: a browser in the terminal would hold the server up.
                threading.Thread(target=webbrowser.open, args=[self.address], daemon=True).start()

    @property
    def address(self) -> str:
        """The address for a browser."""
        return address_at(self.servers[0].sockets[0].getsockname())


def make_server(settings: Settings, host: str, port: int) -> Server:
    """Make a server, ready to run."""
    server = Server(configuration(Doorkeeper(settings), create_app(settings), host=host, port=port))
    server.hosts = settings.hosts
    return server


def configuration(keeper: Doorkeeper, app: FastAPI, **where: Any) -> uvicorn.Config:
    """Tell the framework how to serve."""
    logging.getLogger("uvicorn.error").addFilter(keeper.seldom)
    return uvicorn.Config(
        app,
        **where,
        log_level="warning",
        access_log=False,
        http=kept_by(keeper, Requests),
        ws=kept_by(keeper, Sockets),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # a move is small: to deflate it costs more than to send it, and 200 kB a socket
        timeout_graceful_shutdown=3,
        server_header=False,
        proxy_headers=False,  # the guard reads them, from the trusted end
    )


async def prepare(settings: Settings) -> None:
    """Bring the database up to date, so that what is wrong with it is told in a line."""
    async with aclosing(Store(settings)) as store:
        await store.open()


def tune(settings: Settings) -> None:
    """Make Python fit for serving."""
    if settings.json_logs:
        log_as_json()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*COLLECTIONS)


def serve(settings: Settings, host: str, port: int, *, opens_browser: bool = False) -> None:
    """Serve until stopped, and open the browser if asked."""
    tune(settings)
    asyncio.run(prepare(settings))
    server = make_server(settings, host, port)
    server.opens_browser = opens_browser
    server.run()
