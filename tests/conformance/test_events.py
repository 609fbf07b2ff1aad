"""Events are read by name: every kind names its numbers, rules tell no others, and nobody counts places."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from matchday.engine.log import ARGUMENTS, EventKind, seen
from matchday.match.match import Match
from matchday.match.views import view
from tests.kit import random_match

WEB = Path(__file__).parents[2] / "web"
BY_PLACE = re.compile(r"\bargs\s*(\?\.)?\[|\]\s*=[^=;\[]*\bargs\b|\(\[[^)]*\]: number\[\]\)")


def parsed(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_names_are_words_of_their_own(game):
    assert issubclass(game.events, EventKind)
    for kind in game.events:
        assert len(kind.names) <= ARGUMENTS
        assert len(set(kind.names)) == len(kind.names)
        assert all(re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", name) for name in kind.names), kind


@pytest.mark.parametrize("variants", [False, True], ids=["basic", "variants"])
def test_what_is_told_is_named(game, variants):
    options = {name: option.values[-1] for name, option in game.options.items() if option.variant and option.values}
    for seed in (1, 2):
        for position, _, _ in random_match(game, seed, **options if variants else {}):
            for number, args in told(position.log):
                kind = game.events(number)
                assert not any(args[len(kind.names) :]), f"{kind.name} tells more than it names: {args}"


def told(log) -> list[tuple[int, tuple[int, ...]]]:
    """List what anyone is told."""
    return [event for seat in range(16) for event in seen(log, seat)]


def test_rules_tell_no_more_than_is_named(game):
    """Also where random matches do not go."""
    calls = [
        node
        for path in game.folder.rglob("*.py")
        for node in parsed(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tell"
    ]
    named = [call for call in calls if isinstance(call.args[2], ast.Attribute)]
    assert named
    for call in named:
        kind = game.events[call.args[2].attr]
        assert len(call.args) - 3 <= len(kind.names), ast.unparse(call)


def test_a_view_names_the_numbers(game):
    shown = view(Match(game, seed=1), 0)
    assert shown.events
    for event in shown.events:
        assert tuple(event.args) == game.events[event.kind.upper()].names


def test_words_count_no_places(game):
    sources = [*game.folder.glob("words.py"), *game.folder.glob("words/*.py")]
    nodes = [node for path in sources for node in parsed(path)]
    tellers = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.Lambda)]
    arguments = [(node, node.args.args[3].arg) for node in tellers if len(node.args.args) == 4]
    assert arguments
    for node, name in arguments:
        by_place = [
            part
            for part in ast.walk(node)
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and part.value.id == name
        ]
        assert not [ast.unparse(part) for part in by_place]


def test_the_client_counts_no_places():
    sources = [path for folder in ("src", "e2e", "scripts") for path in (WEB / folder).rglob("*")]
    read = [path for path in sources if path.suffix in {".ts", ".svelte", ".mjs"}]
    assert len(read) > 100
    assert not [path.name for path in read if BY_PLACE.search(path.read_text(encoding="utf-8"))]
    for old in (
        "event.args[0]",
        "args?.[1]",
        "const [seat = 0] = $derived(shown?.args ?? []);",
        "([, colour]: number[])",
    ):
        assert BY_PLACE.search(old)
