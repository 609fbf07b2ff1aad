"""Mutants of a game's rules, to see whether the clause tests notice: `make mutants GAME=pilka_w_grze`.

Each mutant is one small, valid change of one node: a comparison, a constant, and for or, a condition negated, a
statement dropped, another member of an enum. It goes into a copy of the package, which stands first on PYTHONPATH, so
that no source is touched; then the game's own tests run, in plain Python, up to the first failure. A mutant that no
test notices is printed with its old and new text: write the test, or say why the change makes no difference.

The module is a pytest plugin as well: with it, tests that ask for compiled code are skipped, since compiling every
mutant takes longer than all the other tests.
"""

from __future__ import annotations

import argparse
import ast
import os
import random  # noqa: TID251 - which mutants are tried has nothing to do with a match
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from types import CodeType

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "matchday"
MEMORY_LIMIT = 8 << 20
"""Kibibytes a run may take: a mutant that never ends may also collect for ever."""
RULES = ["rules.py", "rules/*.py"]
"""The rules of a game, which are a module or a package."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "only": "others", "others": "only", "any": "all", "all": "any"}
DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Break, ast.Continue)


@dataclass(frozen=True)
class Mutant:
    """One change of one node."""

    path: Path
    line: int
    old: str
    new: str
    changed: str
    """The whole file with the change in it."""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.old}  ->  {self.new}"

    @property
    def differs(self) -> bool:
        """Whether the change is there once compiled."""
        source = self.path.read_text(encoding="utf-8")
        return fingerprint(compile(source, "", "exec")) != fingerprint(compile(self.changed, "", "exec"))


# ---------------------------------------------------------------- making mutants


def mutants_of(path: Path, enums: dict[str, list[str]]) -> list[Mutant]:
    """List every mutant of a file."""
    source = path.read_text(encoding="utf-8")
    return [mutant_of(path, source, node, new) for node, new in changes(ast.parse(source), enums)]


def mutant_of(path: Path, source: str, node: ast.expr | ast.stmt, new: str) -> Mutant:
    """Put other text in a node's place; columns are counted in bytes."""
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    old_lines = b"".join(lines[first : last + 1])
    tail = lines[last][node.end_col_offset :]
    new_lines = lines[first][: node.col_offset] + new.encode() + tail
    changed = b"".join([*lines[:first], new_lines, *lines[last + 1 :]]).decode()
    return Mutant(path, node.lineno, flat(old_lines), flat(new_lines), changed)


def flat(text: bytes) -> str:
    """Put a piece of source on one line."""
    return " ".join(text.decode().split())


def changes(node: ast.AST, enums: dict[str, list[str]]) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Give every node that can be changed, with its new text; annotations, imports and assertions are left alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom | ast.Assert | ast.arg | ast.expr_context):
            continue
        if child is getattr(node, "returns", None) or child is getattr(node, "annotation", None):
            continue
        if child in getattr(node, "decorator_list", ()) or is_text(child):
            continue
        if isinstance(child, ast.expr):
            yield from ((child, text) for text in changed_expressions(child, enums))
        if isinstance(child, ast.stmt):
            yield from changed_statements(child)
        yield from changes(child, enums)


def is_text(node: ast.AST) -> bool:
    """Tell whether a statement is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def changed_expressions(node: ast.expr, enums: dict[str, list[str]]) -> Iterator[str]:
    """Give what an expression may become."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in COMPARISONS.get(type(node.ops[0]), ()):
            yield ast.unparse(ast.Compare(node.left, [other()], node.comparators))
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"({ast.unparse(ast.BoolOp(other, node.values))})"
        for number in range(len(node.values)):
            rest = node.values[:number] + node.values[number + 1 :]
            yield f"({ast.unparse(ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0])})"
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield f"({ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.IfExp):
        yield f"({ast.unparse(ast.IfExp(negated(node.test), node.body, node.orelse))})"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield ast.unparse(ast.Call(ast.Name(CALLS[node.func.id], ast.Load()), node.args, node.keywords))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield from (f"({node.value + step})" for step in (1, -1))
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in enums:
        members = enums[node.value.id]
        for step in (1, -1):
            yield f"{node.value.id}.{members[(members.index(node.attr) + step) % len(members)]}"


def changed_statements(node: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Give a condition that is negated, an operator that is another, and the statement that is gone."""
    if isinstance(node, ast.If | ast.While):
        yield node.test, f"({ast.unparse(negated(node.test))})"
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield node, ast.unparse(ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value))
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return  # without its variable a function only stumbles
    if isinstance(node, DROPPED) or (isinstance(node, ast.Return) and node.value is None):
        yield node, "pass"


def negated(test: ast.expr) -> ast.expr:
    """Turn a condition round."""
    return ast.UnaryOp(ast.Not(), test)


def fingerprint(code: CodeType) -> tuple[object, ...]:
    """Give what compiled code does, whatever lines it stands on."""
    constants = tuple(
        fingerprint(part) if isinstance(part, CodeType) else (type(part).__name__, part) for part in code.co_consts
    )
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_exceptiontable


def enums_of(game: str) -> dict[str, list[str]]:
    """Name the members of the game's enums."""
    state = import_module(f"matchday.games.{game}.state")
    kinds = [kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, IntEnum)]
    return {kind.__name__: [member.name for member in kind] for kind in kinds if len(kind) > 1}


def rules_of(game: str, names: list[str]) -> list[Path]:
    """Find the files to change, by the names that are given."""
    folder = PACKAGE / "games" / game
    found = [path for name in names for path in sorted(folder.glob(name)) if path.is_file()]
    if not found:
        sys.exit(f"{game} has no file {' or '.join(names)}")
    return found


def sample(known: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Draw so many mutants that differ; the same ones for the same seed and sources."""
    drawn = random.Random(seed).sample(known, len(known))  # noqa: S311 - no secret
    return list(islice((mutant for mutant in drawn if mutant.differs), count))


# ---------------------------------------------------------------- trying them


class Bench:
    """Copies of the package, one for each worker, and the tests that run over them."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.free: SimpleQueue[Path] = SimpleQueue()
        self.folder = folder
        self.limit = 3600
        for number in range(workers):
            copy = folder / str(number)
            shutil.copytree(PACKAGE, copy / "matchday", ignore=shutil.ignore_patterns("static", "__pycache__"))
            self.free.put(copy)

    def run(self, copy: Path, tests: list[str], *, plain: bool) -> subprocess.CompletedProcess[str]:
        """Run tests over a copy, within the limit of CPU seconds."""
        paths = os.pathsep.join([str(copy), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        environment = {
            **os.environ,
            "PYTHONPATH": paths,
            "PYTHONDONTWRITEBYTECODE": "1",  # a mutant as long as the last one would be taken for it
            "MATCHDAY_CACHE": str(self.folder / "twins"),
        }
        shell = f'ulimit -t {self.limit}; ulimit -v {MEMORY_LIMIT} 2>/dev/null; exec "$@"'
        pytest_options = [
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "--tb=line",
            *(["-p", "tests.mutants"] if plain else []),
        ]
        command = ["sh", "-c", shell, "sh", sys.executable, "-m", "pytest", *pytest_options, *tests]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own words

    def check(self, tests: list[str], *, plain: bool) -> None:
        """See that the tests pass without a change, over the copy and nothing else, and set the limit by them."""
        copy = self.free.get()
        began = cpu_of_children()
        ran = self.run(copy, tests, plain=plain)
        if ran.returncode:
            sys.exit(f"The tests fail without a mutant:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
        self.limit = 60 + round(4 * (cpu_of_children() - began))
        self.free.put(copy)

    def survives(self, mutant: Mutant, tests: list[str], *, plain: bool = True) -> bool:
        """Put a mutant into a free copy and run the tests: whether none of them notices."""
        copy = self.free.get()
        place = copy / mutant.path.relative_to(PACKAGE.parent)
        source = place.read_text(encoding="utf-8")
        try:
            place.write_text(mutant.changed, encoding="utf-8")
            return self.run(copy, tests, plain=plain).returncode == 0
        finally:
            place.write_text(source, encoding="utf-8")
            self.free.put(copy)


def cpu_of_children() -> float:
    """Count the CPU seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def trial(mutants: list[Mutant], bench: Bench, tests: list[str], *, workers: int, plain: bool = True) -> list[Mutant]:
    """Try every mutant, telling how it goes; give the survivors."""
    done, telling, survivors = 0, threading.Lock(), []

    def attempt(mutant: Mutant) -> None:
        nonlocal done
        lives = bench.survives(mutant, tests, plain=plain)
        with telling:
            done += 1
            survivors.extend([mutant] if lives else [])
            print(f"{done}/{len(mutants)} {'SURVIVED' if lives else 'killed'}  {mutant}", flush=True)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(attempt, mutants))
    return sorted(survivors, key=lambda mutant: (mutant.path, mutant.line))


def conformance(game: str) -> list[str]:
    """Name the tests over every game, for this one."""
    return ["tests/conformance", "-k", game]


def pytest_configure() -> None:
    """As a plugin: skip whatever would compile."""
    from matchday.engine.twin import Twin

    def refuse(*_: object) -> None:
        pytest.skip("compiled code")

    Twin.__init__ = refuse  # type: ignore[method-assign]


def main(arguments: list[str] | None = None) -> None:
    """Make mutants, try them, and list those that live."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=40, help="how many mutants (40)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--workers", type=int, default=1, help="how many runs at the same time (1)")
    parser.add_argument("--files", nargs="+", default=RULES, help="files of the game to change")
    parser.add_argument("--tests", nargs="+", help="other tests than tests/games/<game>")
    parser.add_argument("--line", type=int, help="only mutants of this line, all of them")
    parser.add_argument("--everything", action="store_true", help="try survivors on the conformance tests as well")
    chosen = parser.parse_args(arguments)
    enums = enums_of(chosen.game)
    known = [mutant for path in rules_of(chosen.game, chosen.files) for mutant in mutants_of(path, enums)]
    if chosen.line:
        mutants = [mutant for mutant in known if mutant.line == chosen.line]
    else:
        mutants = sample(known, chosen.count, chosen.seed)
    tests = chosen.tests or [f"tests/games/{chosen.game}"]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        bench = Bench(Path(folder), chosen.workers)
        print(f"{len(mutants)} of {len(known)} mutants of {chosen.game}, seed {chosen.seed}.", flush=True)
        bench.check(tests, plain=True)
        print(f"The tests pass without a mutant; each has {bench.limit} s of CPU.", flush=True)
        survivors = trial(mutants, bench, tests, workers=chosen.workers)
        report(f"{chosen.game}, {' '.join(tests)}", mutants, survivors)
        if chosen.everything and survivors:
            bench.limit = 3600
            bench.check(conformance(chosen.game), plain=False)
            report("conformance", survivors, trial(survivors, bench, conformance(chosen.game), workers=1, plain=False))


def report(name: str, mutants: list[Mutant], survivors: list[Mutant]) -> None:
    """Print the survivors and the sum."""
    print(f"\n{name}: {len(mutants) - len(survivors)} killed, {len(survivors)} survived.")
    for mutant in survivors:
        print(f"  {mutant}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
