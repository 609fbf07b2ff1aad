"""The compiled twin of a game: the same functions, made fast by Numba on demand.

Rules are plain functions that know nothing of Numba. A twin copies the namespace of each module it meets, puts
compiled versions in place of that namespace's functions, and leaves the plain module untouched. A function that Python
calls is a door; with all that it needs it is kept on disk, in a folder named after a hash of the package's sources:
Numba's own cache does not notice a change in a function of another file.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
import platformdirs

from matchday.engine import dice
from matchday.engine.dialect import unfit
from matchday.engine.errors import DoesNotCompile, MatchdayError
from matchday.engine.kept import OPEN, is_own, no_room
from matchday.engine.linking import machine_code, pipelines
from matchday.engine.slots import SLOTS

if TYPE_CHECKING:
    from matchday.engine.game import Game

PACKAGE = Path(__file__).parents[1]
MAKERS = ("numba", "llvmlite", "numpy")
KEPT_CACHES = 40  # several checkouts may share the folder; the least recently used go first
LONG_AGO = 24 * 3600  # but none that a process may still be filling


def sources_key(game: Game) -> str:
    """Hash all that a game's compiled code can come from: its rules, the engine, and the drivers above."""
    digest = hashlib.sha256()
    for part in (sys.version, platform.machine(), platform.processor(), *map(version, MAKERS)):
        digest.update(part.encode())
    folders = (PACKAGE / "engine", game.folder, PACKAGE / "bots", PACKAGE / "lab")
    sources = [(folder, path) for folder in folders for path in sorted(folder.rglob("*.py"))]
    sources += [(PACKAGE, PACKAGE / "envs" / name) for name in ("spots.py", "stepping.py")]  # others are not compiled
    for folder, path in sources:
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return f"{game.name}-{digest.hexdigest()[:16]}"


def cache_root() -> Path:
    """Tell where compiled code is kept; `MATCHDAY_CACHE` names another folder."""
    named = os.environ.get("MATCHDAY_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("matchday")) / "twins"


@cache
def cache_folder(game: Game) -> Path:
    """Give the folder of these very sources, and drop those long out of use."""
    folder = cache_root() / sources_key(game)
    try:
        folder.mkdir(OPEN, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError as error:
        raise no_room(folder, error) from error
    if not is_own(found):
        message = f"compiled code is not run from {folder}, which belongs to somebody else"
        raise MatchdayError(f"{message}; MATCHDAY_CACHE names another folder")
    with suppress(OSError):  # it may be for reading only, as an image has it
        os.utime(folder)
    drop_stale(folder.parent)
    return folder


def drop_stale(root: Path) -> None:
    """Delete what was long not used; other processes may do the same at this moment."""
    ages: list[tuple[float, Path]] = []
    for path in root.iterdir():
        with suppress(OSError):
            if path.is_dir():
                ages.append((path.stat().st_mtime, path))
    for age, path in sorted(ages)[:-KEPT_CACHES]:
        if age < time.time() - LONG_AGO:
            shutil.rmtree(path, ignore_errors=True)


class Namespaces:
    """Copies of module namespaces in which slots are a game's functions and, if asked, functions are compiled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.copies: dict[str, dict[str, Any]] = {}
        self.made: dict[FunctionType, Any] = {}
        self.building = threading.RLock()  # rules and bots compile in two threads, and share what they need

    def of(self, function: FunctionType) -> dict[str, Any]:
        """Give the copied namespace of the function's module."""
        module = function.__module__
        if module not in self.copies:
            copy = self.copies[module] = dict(function.__globals__)
            for name, value in function.__globals__.items():
                if isinstance(value, FunctionType) and self.is_ours(value.__module__):
                    copy[name] = self.part(value)
        return self.copies[module]

    def is_ours(self, module: str) -> bool:
        """Tell whether the functions of a module belong into this world: matchday's, and the game's wherever it is."""
        return f"{module}.".startswith(("matchday.", f"{self.game.package}."))

    def door(self, function: Any, **bound: Any) -> Any:
        """Give this world's version of a function, for Python to call. `bound` says which functions stand for names in
        it: one loop may be made for several kinds of bots.
        """
        return self.make(self.body(function, bound)) if bound else self.part(function)

    def part(self, function: Any) -> Any:
        """Give this world's version of a function, for the other functions of this world to call."""
        if function in SLOTS:
            function = self.game.slot(function.__name__)
        with self.building:
            body = self.body(function)  # may already make the function, as another function of its module calls it
            if function not in self.made:
                self.made[function] = self.make(body)
            return self.made[function]

    def body(self, function: FunctionType, bound: Mapping[str, FunctionType] | None = None) -> FunctionType:
        """Give the function anew, in this world's namespace."""
        space, chosen = self.of(function), bound or {}
        if chosen:
            space = {**space, **{name: self.part(each) for name, each in chosen.items()}}
        body = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        body.__module__ = function.__module__
        # Two games' doors must not share a symbol, nor two doors of one loop.
        body.__qualname__ = ".".join(
            [self.game.name, function.__qualname__, *(each.__name__ for each in chosen.values())]
        )
        return body

    def make(self, body: FunctionType) -> Any:
        """Turn a function body, which already has its new namespace, into something to call."""
        return body


class Failures(threading.local):
    """What could not be compiled on the way to a door, in the order in which it failed; each thread has its own."""

    def __init__(self) -> None:
        self.found: list[tuple[FunctionType, Exception]] = []


class Twin(Namespaces):
    """The compiled world of one game. Functions compile at their first call with records in the aligned form."""

    lock = threading.Lock()  # one twin a game; and Numba reads the cache folder from a global while it wraps a function

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.doors: dict[tuple[FunctionType, ...], Any] = {}
        self.failures = Failures()

    def of(self, function: FunctionType) -> dict[str, Any]:
        """Give the copied namespace; in a game's, `int` makes a signed integer of a field's byte, as it does in Python.

        Numba's own `int` keeps an unsigned type, so that `int(a) - int(b)` could not be negative. The engine and the
        drivers are left alone: they handle the generator's words, which are unsigned on purpose.
        """
        known = function.__module__ in self.copies
        space = super().of(function)
        if not known and f"{function.__module__}.".startswith(f"{self.game.package}."):
            space["int"] = np.int64
        return space

    def door(self, function: Any, **bound: Any) -> Any:
        """Give the compiled function that Python may call; it is kept on disk with everything in it."""
        if function in SLOTS:
            function = self.game.slot(function.__name__)
        key = (function, *bound.values())
        with self.building:
            if key not in self.doors:
                self.doors[key] = self.wrap(self.body(function, bound), is_door=True)
            return self.doors[key]

    def machine_code(self, functions: Mapping[str, tuple[Any, Sequence[Any]]], *, lets_others_run: bool) -> bytes:
        """Compile functions, each with what it takes, into machine code that can be loaded without Numba."""
        try:
            parts = {name: (self.part(function), takes) for name, (function, takes) in functions.items()}
            return machine_code(parts, lets_others_run=lets_others_run)
        except Exception as error:
            if not self.failures.found:
                raise DoesNotCompile(f"{self.game.name} does not compile: {error}") from error
            raise DoesNotCompile(explanation(self.game, *self.failures.found[0])) from None
        finally:
            self.failures.found.clear()

    def make(self, body: FunctionType) -> Any:
        """Wrap a part for compilation; nothing is compiled yet."""
        return self.wrap(body, is_door=False)

    def wrap(self, body: FunctionType, *, is_door: bool) -> Any:
        """Wrap a function for compilation. Only one that names `np` may make arrays; the others count no references."""
        import numba

        with self.lock:
            numba.config.CACHE_DIR = str(cache_folder(self.game))  # type: ignore[attr-defined]
            made = numba.njit(  # type: ignore[call-overload]  # the stubs miss some keywords
                cache=is_door,
                nogil=True,
                error_model="numpy",
                no_cfunc_wrapper=True,
                no_cpython_wrapper=not is_door,
                pipeline_class=pipelines()[is_door],
                _nrt="np" in body.__code__.co_names,
                forceinline=body.__name__ in dice.INLINED,
            )(body)
        widened(made, to_int64=body.__module__ != dice.__name__)
        return self.explained(made, body, is_door=is_door)

    def explained(self, made: Any, body: FunctionType, *, is_door: bool) -> Any:
        """Let a door that cannot be compiled say so in one line: of all the parts that failed, the first is to blame.

        Inside it errors stay Numba's, which may try a part again with other types.
        """
        compile_silently = made.compile

        def compile_or_explain(signature: Any) -> Any:
            try:
                return compile_silently(signature)
            except Exception as error:
                self.failures.found.append((body, error))
                if not is_door:
                    raise
                raise DoesNotCompile(explanation(self.game, *self.failures.found[0])) from None
            finally:
                if is_door:
                    self.failures.found.clear()

        made.compile = compile_or_explain
        return made


def explanation(game: Game, body: FunctionType, error: Exception) -> str:
    """Say in one line which line of a function cannot be compiled, and why: by what stands there, or as Numba says."""
    path, first = Path(body.__code__.co_filename), body.__code__.co_firstlineno
    last = max((line or first for *_, line in body.__code__.co_lines()), default=first)
    shown = path.relative_to(game.folder) if path.is_relative_to(game.folder) else path
    for line, what in unfit(path):
        if first <= line <= last:
            return f"{game.name}, {shown}:{line}: {what}"
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    places = [int(line) for file, line in re.findall(r'File "(.+?)", line (\d+)', text) if Path(file).name == path.name]
    inside = [line for line in places if first <= line <= last]
    complaint = next(
        (line for line in text.splitlines() if line and "pipeline (step" not in line), type(error).__name__
    )
    return (
        f"{game.name}, {shown}:{inside[-1] if inside else first}: {body.__name__} does not compile: {complaint[:200]}"
    )


def widened(made: Any, *, to_int64: bool) -> None:
    """Let a compiled function take every integer as int64; only the generator's words must stay unsigned.

    Fields of a table are bytes, loop variables are int64, phases are enums: without this each function would be
    compiled once for every mixture of them that its callers happen to use.
    """
    from numba import types

    compile_exactly = made.compile

    def wide(kind: Any) -> Any:
        kind = types.unliteral(kind)  # type: ignore[no-untyped-call]
        if isinstance(kind, types.IntEnumMember):
            kind = kind.dtype
        return types.int64 if to_int64 and isinstance(kind, types.Boolean | types.Integer) else kind

    def compile_wide(signature: Any) -> Any:
        return compile_exactly(tuple(wide(kind) for kind in signature) if isinstance(signature, tuple) else signature)

    made.compile = compile_wide


def twin_of(game: Game) -> Twin:
    """Give the one compiled twin of a game in this process."""
    with Twin.lock:
        return only_twin(game)


@cache
def only_twin(game: Game) -> Twin:
    """Make a twin once; two threads that ask at the same time would get two."""
    return Twin(game)


@cache
def plain_of(game: Game) -> Namespaces:
    """Give the plain world of a game: drivers bound to its functions, nothing compiled."""
    return Namespaces(game)
