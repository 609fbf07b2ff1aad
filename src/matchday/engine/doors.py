"""A game's functions as Python calls them in compiled code, loaded from disk without the compiler.

The machine code of a part of a game (its rules; what its bots need) is one file of the cache. Every function in it that
Python calls has a door: a function of Python's own kind in C, which takes records and arrays by their memory and
numbers as they are. So whoever plays needs LLVM to load the code, but not Numba, which takes twice the memory of all
games and seconds to start.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from matchday.engine import slots
from matchday.engine.dice import Dice
from matchday.engine.game import Game
from matchday.engine.kept import keep, kept
from matchday.engine.log import Log
from matchday.engine.twin import cache_folder, cache_root, sources_key, twin_of

Takes: TypeAlias = tuple[Any, ...]
"""What a function is given: the class of a record, the dtype of an array's elements, or `int`."""
Doors: TypeAlias = Mapping[str, Callable[..., int]]
"""Functions of compiled code by their names; one that gives nothing gives 0."""
LOADED: dict[tuple[Game, Part], Doors] = {}
LOADING = threading.Lock()
KEPT: list[Any] = []
"""Who holds the machine code in memory, and what Python was told of it: both are needed as long as it is called."""
TAKES_A_TUPLE = 1
"""What Python calls METH_VARARGS."""


@dataclass(frozen=True)
class Part:
    """Functions of a game that are compiled and loaded together."""

    name: str
    functions: Callable[[Game], Mapping[str, tuple[Any, Takes]]]
    """Gives each function and what it takes."""
    lets_others_run: bool = False
    """Whether other threads of Python go on meanwhile: worth it only for what takes longer than to ask for leave."""


def rules_of(game: Game) -> Mapping[str, tuple[Any, Takes]]:
    """List the functions that a match needs."""
    box, table = game.box_type, game.table_type
    actions, scores, shares, numbers = map(np.dtype, (np.int16, np.int32, np.float64, np.int32))
    return {
        "deal": (slots.deal, (box, table, Log)),
        "legal": (slots.legal, (box, table, int, actions)),
        "apply": (slots.apply, (box, table, int, int, Log)),
        "score": (slots.score, (box, table, scores)),
        "result": (slots.result, (box, table, shares)),
        "hide": (slots.hide, (box, table, int)),
        "redeal": (slots.redeal, (box, table, int, Dice)),
        "choose": (slots.choose, (box, table, int, actions, int, Dice)),
        "observe": (slots.observe, (box, table, int, numbers)),
    }


RULES = Part("rules", rules_of)


def is_compiled(game: Game, part: str) -> bool:
    """Tell whether a part of a game, from these very sources, is in the cache."""
    return kept(cache_root() / sources_key(game) / file_name(part)) is not None


def file_name(part: str) -> str:
    """Name the file of a part's machine code."""
    return f"{part}-{processor()}.o"


@cache
def processor() -> str:
    """Name the kind of processor that machine code is for: on another it may not run, where a folder is shared."""
    import llvmlite.binding as llvm

    features = ""
    with suppress(RuntimeError):  # some systems cannot tell
        features = llvm.get_host_cpu_features().flatten()
    return hashlib.sha256(f"{llvm.get_host_cpu_name()} {features}".encode()).hexdigest()[:8]


def compile_part(game: Game, part: Part) -> bytes:
    """Give the machine code of a part of a game; what is not in the cache is compiled into it, which needs Numba."""
    path = cache_folder(game) / file_name(part.name)
    code = kept(path)
    if code is None:
        functions = part.functions(game)
        code = twin_of(game).machine_code(functions, lets_others_run=part.lets_others_run)
        load(code, functions)  # LLVM ends a process that loads what cannot be: then better this one
        keep(path, code)
    return code


def doors_of(game: Game, part: Part) -> Doors:
    """Give the doors of a part of a game, loaded once a process and compiled before if need be."""
    found = LOADED.get((game, part))
    if found is None:
        code = compile_part(game, part)
        with LOADING:
            found = LOADED.get((game, part))
            if found is None:
                found = LOADED[game, part] = load(code, part.functions(game))
    return found


def load(code: bytes, names: Iterable[str]) -> Doors:
    """Load machine code; it stays for good."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    loader = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    loader.add_object_file(llvm.ObjectFileRef.from_data(code))
    loader.finalize_object()
    KEPT.append(loader)
    return {name: as_function(name, loader.get_function_address(name)) for name in names}


class Method(ctypes.Structure):
    """How Python is told of a function in C."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("words", ctypes.c_char_p),
    )


def as_function(name: str, address: int) -> Callable[..., int]:
    """Make a function of Python's of one in C."""
    method = Method(name.encode(), address, TAKES_A_TUPLE, None)
    KEPT.append(method)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.POINTER(Method), ctypes.c_void_p, ctypes.c_void_p)
    made: Callable[..., int] = make(method, None, None)
    return made
