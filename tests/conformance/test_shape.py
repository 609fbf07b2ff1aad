"""Every game has the same shape: files, options in words, box errors in words, clauses with tests."""

from __future__ import annotations

import ast
import contextlib
import copy
import re
from pathlib import Path
from types import ModuleType

import pytest

from matchday import new
from matchday.engine.errors import BoxError, OptionError
from matchday.engine.options import Option, settle
from matchday.engine.speech import LANGUAGES, Say
from matchday.games import OURS
from matchday.match.reference import clauses

TESTS = Path(__file__).parents[1]
FILES = {
    "__init__.py",
    "box.py",
    "box.toml",
    "draw.py",
    "hints.py",
    "secrets.py",
    "state.py",
}
MODULES = {"rules", "view", "words"}  # each a file, or a folder where it has grown
FOLDERS = {"locale", "reference"}
OPTIONAL = {  # a game without them gets what every game has
    "commands.py",
    "cover.svg",
    "faces.py",
    "features.py",
    "guide.toml",
    "learn",
    "learnt.json",
    "lessons",
    "puzzles.jsonl",
    "sense.json",
    "web.py",
}
MORE = {
    "kick_on": {"decks.py", "desk.py", "reasons.py"},  # decks are brought by the players; why a card or player is dark
    "kickards": {"odds.py"},  # the forecast of a shot, for whoever looks
}


def test_the_files_of_a_game(game):
    found = {path.name for path in game.folder.iterdir() if not path.name.startswith(("__pycache__", "."))}
    modules = {name if (game.folder / name).is_dir() else f"{name}.py" for name in MODULES}
    wanted = FILES | FOLDERS | modules | MORE.get(game.name, set())
    found -= OPTIONAL
    if game.is_draft:
        assert wanted - FOLDERS <= found <= wanted
        pytest.skip("a draft: a release wants catalogues and rules in three languages")
    assert found == wanted
    assert {path.name for path in (game.folder / "locale").iterdir()} == {"pl.po", "es.po"}
    for folder in ("learn", "reference") if game.name in OURS else ("reference",):
        assert {path.name for path in (game.folder / folder).iterdir()} == {"en.md", "pl.md", "es.md"}


def test_rules_of_several_files_stand_in_order_and_none_imports_a_later_one(game):
    folder = game.folder / "rules"
    listed = re.findall(r"^- `(\w+)`", game.rules.__doc__ or "", re.MULTILINE)
    assert sorted(listed) == sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
    for number, section in enumerate(listed):
        assert isinstance(getattr(game.rules, section), ModuleType)  # no function of its name hides it
        source = (folder / f"{section}.py").read_text(encoding="utf-8")
        assert source.count("\n") <= 800, section
        tree = ast.parse(source)
        imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        allowed = {f"{game.rules.__name__}.{earlier}" for earlier in listed[:number]}
        assert not {module for module in imported if module.startswith(game.rules.__name__)} - allowed, section


def named_by_tests() -> set[str]:
    """Collect the clause ids of every `@pytest.mark.rule(...)`."""
    found = set()
    for path in [*TESTS.rglob("test_*.py"), *new.TEMPLATE.rglob("test_*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return found


def test_every_clause_has_a_test(game):
    known = clauses(game, "en")
    assert known
    ledger = [clause for clause in known if not re.fullmatch(r"[A-Z]+-R\d+[a-z]?", clause)]
    assert not sorted(set(ledger) - named_by_tests())


def test_rules_named_by_options_and_events_exist(game):
    known = clauses(game, "en")
    assert not [option.rule for option in game.options.values() if option.rule not in known]
    assert not [event.name for event in game.events if game.words.event_rule(event) not in known]


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_said_in_every_language(game, language):
    say = Say(language, game.name)
    for option in game.options.values():
        label, meaning = game.words.option(say, option.name)
        assert label
        assert meaning.endswith(".")
        for value in option.values:
            assert game.words.value(say, option.name, value)


def test_notation_names_each_action_once(game):
    box = game.box()
    names = [game.words.notation(box, action) for action in range(game.actions)]
    assert len(set(names)) == len(names)
    assert not [name for name in names if re.search(r"\s", name)]


def test_wrong_options_are_all_reported(game):
    with pytest.raises(OptionError) as caught:
        settle(game.options, {"no_such_option": 1, next(iter(game.options)): "no such value at all"})
    free_text = isinstance(next(iter(game.options.values())), Option) and next(iter(game.options.values())).accepts("x")
    assert len(caught.value.problems) == (1 if free_text else 2)


def test_a_wrong_box_file_reports_everything_at_once(game):
    data = copy.deepcopy(game.box_data)
    data["no_such_key"] = 1
    first = next(key for key, value in data.items() if isinstance(value, list) and isinstance(value[0], dict))
    data[first][0]["no_such_field"] = 1
    data[first][-1]["another_wrong_field"] = 1
    with pytest.raises(BoxError) as caught:
        game.box({}, data)
    text = str(caught.value)
    assert '"no_such_key"' in text
    assert '"no_such_field"' in text
    assert '"another_wrong_field"' in text
    assert all(problem.startswith("box.toml: ") for problem in caught.value.problems)


def test_a_broken_box_file_never_crashes_the_reader(game):
    """Whatever part of a box file is missing or of the wrong kind, the answer is a `BoxError`."""
    for key, value in game.box_data.items():
        for wrong in (None, 7, "text", [], {}, [7], [{}]):
            if type(wrong) is type(value) and wrong == value:
                continue
            data = copy.deepcopy(game.box_data)
            if wrong is None:
                del data[key]
            else:
                data[key] = wrong
            with contextlib.suppress(BoxError):
                game.box({}, data)
