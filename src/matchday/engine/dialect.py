"""What rules may be written in: the part of Python that compiles without help, and reads like a rulebook.

A look at the sources finds what is not, with its line; the compiler's own complaint is long and speaks of other things.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

LOOP = "write a loop"
RECORD = "keep numbers in fields of the table or the box"
UNFIT: dict[type[ast.AST], tuple[str, str]] = {
    ast.ListComp: ("a list comprehension", LOOP),
    ast.SetComp: ("a set comprehension", LOOP),
    ast.DictComp: ("a dict comprehension", LOOP),
    ast.GeneratorExp: ("a generator", LOOP),
    ast.Yield: ("a generator", LOOP),
    ast.YieldFrom: ("a generator", LOOP),
    ast.List: ("a list", RECORD),
    ast.Dict: ("a dict", RECORD),
    ast.Set: ("a set", RECORD),
    ast.JoinedStr: ("an f-string", "words belong into words.py"),
    ast.Try: ("try", "look before, with if"),
    ast.With: ("with", "rules open nothing"),
    ast.Lambda: ("lambda", "write a function of the module"),
    ast.FunctionDef: ("a function in a function", "write it beside"),
    ast.ClassDef: ("a class in a function", "records belong into state.py"),
    ast.Import: ("an import in a function", "import at the top"),
    ast.ImportFrom: ("an import in a function", "import at the top"),
    ast.Match: ("match", "write if and elif"),
    ast.Global: ("global", "what changes belongs on the table"),
    ast.Nonlocal: ("nonlocal", "what changes belongs on the table"),
    ast.Await: ("await", "rules wait for nothing"),
}


@cache
def unfit(path: Path) -> list[tuple[int, str]]:
    """List what in the functions of a file cannot be compiled: the line, and what to write instead."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    found: dict[int, str] = {}
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            if type(node) in UNFIT:
                what, instead = UNFIT[type(node)]
                found.setdefault(getattr(node, "lineno", 0), f"{what} cannot be compiled: {instead}")
    return sorted(found.items())


def sources(module: Any) -> list[Path]:
    """List the files of a module, or of all modules of a package."""
    path = Path(module.__file__)
    return sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else [path]


def complaints(game: Any) -> Iterator[str]:
    """List what cannot be compiled in the functions of a game, as `rules.py:41: a list comprehension …`."""
    for module in filter(None, (game.rules, game.secrets, game.hints, game.features)):
        for path in sources(module):
            yield from (f"{path.relative_to(game.folder)}:{line}: {what}" for line, what in unfit(path))
