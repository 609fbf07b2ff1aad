"""A game that lacks something says so when it is made, and rules that cannot be compiled say where."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from enum import IntEnum
from importlib import import_module
from types import SimpleNamespace

import pytest

from matchday import new
from matchday.cli.lab import check
from matchday.engine.dialect import UNFIT, complaints, unfit
from matchday.engine.errors import DoesNotCompile, IncompleteGame, PropertyBroken
from matchday.engine.runner import Runner
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.lab.properties import Checker
from matchday.match.match import Match

GAME = find_game("spot_kick")


def without(module, *names, **others):
    """A module that lacks some functions, or has others."""
    return SimpleNamespace(**{name: value for name, value in vars(module).items() if name not in names} | others)


def test_every_missing_file_is_named_at_once(tmp_path, monkeypatch):
    shutil.copytree(GAME.folder, tmp_path / "half_made", ignore=shutil.ignore_patterns("hints.py", "draw.py"))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(IncompleteGame) as caught:
        import_module("half_made")
    assert str(caught.value).splitlines() == [
        "the game half_made is not complete:",
        "there is no hints.py",
        "there is no draw.py",
    ]


def test_every_missing_function_is_named_at_once():
    with pytest.raises(IncompleteGame) as caught:
        replace(
            GAME,
            rules=without(GAME.rules, "score", "deal"),
            secrets=without(GAME.secrets, hide=lambda box, table: (box, table)),
            words=without(GAME.words, "blurb"),
            sight=without(GAME.sight, "clock"),
        )
    assert str(caught.value).splitlines() == [
        "the game spot_kick is not complete:",
        "rules.py has no function deal(box, table, log)",
        "rules.py has no function score(box, table, out)",
        "secrets.py: hide(box, table) should be hide(box, table, seat)",
        "words.py has no function blurb(say)",
        "view.py has no function clock(say, box, table)",
    ]


def test_every_missing_word_is_named_at_once(tmp_path):
    box = (GAME.folder / "box.toml").read_text(encoding="utf-8")
    (tmp_path / "box.toml").write_text(box + "extra_time = { values = [false, true] }\n", encoding="utf-8")
    phases = IntEnum("Phase", {"OVER": 0, "CHOICE": 1, "EXTRA_TIME": 2, "KICKING": 3})
    events = IntEnum("Event", {**GAME.events.__members__, "REBOUND": 10})
    with pytest.raises(IncompleteGame) as caught:
        replace(
            GAME, phases=phases, automatic=phases.KICKING, events=events, folder=tmp_path,
            words=without(GAME.words, title=lambda _say: ""),
        )  # fmt: skip
    assert caught.value.problems == [
        "words.py says nothing of the title",
        "words.py cannot tell the phase EXTRA_TIME: ValueError: 2 is not a valid Phase",
        "words.py has no words for the event REBOUND",
        "words.py has no words for the option extra_time",
    ]


def test_a_game_may_leave_out_luck_and_hazard():
    draft = replace(GAME, name="draft", hints=without(GAME.hints, "luck", "hazard"))
    assert draft.slot("luck")(None, None, 0) == draft.slot("hazard")(None, None, 0) == 0


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("a = [b for b in c]", "a list comprehension"),
        ("a = {b: 1 for b in c}", "a dict comprehension"),
        ("a = {}", "a dict"),
        ("a = {1, 2}", "a set"),
        ("a = [1, 2]", "a list"),
        ("a = sum(b for b in c)", "a generator"),
        ("a = f'{b}'", "an f-string"),
        ("a = lambda: 1", "lambda"),
        ("with a: pass", "with"),
        ("import math", "an import in a function"),
        ("def inner(): pass", "a function in a function"),
    ],
)
def test_what_cannot_be_compiled_is_found_with_its_line(tmp_path, line, what):
    path = tmp_path / "rules.py"
    path.write_text(f"LIST = [1, 2]\n\n\ndef score(box, table, out):\n    c = 1\n    {line}\n", encoding="utf-8")
    ((number, told),) = unfit(path)
    assert number == 6
    assert told.startswith(f"{what} cannot be compiled: ")


def test_every_unfit_thing_has_words():
    assert all(what and instead for what, instead in UNFIT.values())


def test_rules_are_written_in_what_can_be_compiled(game):
    assert not list(complaints(game))


@pytest.fixture
def changed(tmp_path, monkeypatch):
    """Make a game like Spot Kick whose rules have one line changed."""

    def change(name: str, old: str, changed_line: str):
        new.write(name, {"spot_kick": tmp_path / name})
        path = tmp_path / name / "rules.py"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, changed_line), encoding="utf-8")
        monkeypatch.setitem(GAMES, name, name)
        return find_game(name)

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("MATCHDAY_CACHE", str(tmp_path / "cache"))
    yield change
    for name in [each for each in sys.modules if each.startswith("changed_")]:
        del sys.modules[name]


GOALS = "    out[0] = table.goals[0]\n    out[1]"


def line_of(game, text):
    lines = (game.folder / "rules.py").read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def test_a_list_comprehension_is_one_line_with_its_place(changed):
    game = changed("changed_list", GOALS, "    out[0] = sum([int(goals) for goals in table.goals])\n    out[1]")
    wanted = f"changed_list, rules.py:{line_of(game, 'sum([')}: a list comprehension cannot be compiled: write a loop"
    with pytest.raises(DoesNotCompile) as caught:
        Match(game, runner=Runner(game, "compiled"))
    assert str(caught.value) == wanted
    with pytest.raises(PropertyBroken) as broken:
        Checker(game).check_sources()
    assert str(broken.value) == wanted


def test_what_only_the_compiler_refuses_is_one_line_with_its_place(changed):
    """In a part that a door calls: the part is to blame, not the door."""
    game = changed("changed_part", "    aim = int(", "    table.goals.tolist()\n    aim = int(")
    with pytest.raises(DoesNotCompile) as caught:
        Match(game, runner=Runner(game, "compiled"))
    told = str(caught.value)
    assert told.startswith(f"changed_part, rules.py:{line_of(game, 'tolist')}: take_kick does not compile: ")
    assert "tolist" in told
    assert len(told.splitlines()) == 1


def test_a_field_in_which_plain_and_compiled_differ_is_named(changed, monkeypatch):
    game = changed("changed_field", "    table.kick += 1", "    table.kick += 1\n    table.luck[1] += FUDGE")
    monkeypatch.setattr(game.rules, "FUDGE", 1, raising=False)
    checker = Checker(game)
    checker.run(0, {})
    monkeypatch.setattr(game.rules, "FUDGE", 3)  # compiled code keeps the number it was made with
    with pytest.raises(PropertyBroken, match=r"^changed_field, seed 'check 0', \{\}, ply 2: table\.luck\[1\]: "):
        checker.run(0, {})


def test_an_error_in_the_rules_is_one_line_with_seed_and_ply(changed):
    game = changed("changed_error", "    table.kick += 1", "    table.kick += 1\n    table.choice[2] = 1")
    with pytest.raises(
        PropertyBroken, match=r"^changed_error, seed 'check 0', \{\}, ply 1: rules.py:\d+: IndexError: "
    ):
        Checker(game, compiled=False).run(0, {})


def test_secret_choices_that_nobody_can_take_back_are_told(changed, capsys):
    trace = "    table.choice[seat] = action + 1\n"
    changed("changed_trace", trace, f"{trace}    table.hazard[seat] += 1\n")
    for name, is_told in (("spot_kick", False), ("changed_trace", True)):
        check(name, matches=2, seed=0, plain=True)
        assert ("no secret choice can be taken back" in capsys.readouterr().out) is is_told


def test_a_box_that_cannot_be_read_is_one_line_with_its_place():
    game = replace(GAME, read_box=lambda _reader, options: options["kick"])
    with pytest.raises(
        PropertyBroken, match=r"^spot_kick, \{'kicks': 3\}, when dealing: test_complete.py:\d+: KeyError: 'kick'$"
    ):
        Checker(game, compiled=False).run(0, {"kicks": 3})


def test_unsorted_actions_in_an_imagined_world_are_found(monkeypatch):
    checker = Checker(GAME, compiled=False)
    real, worlds = checker.plain.legal, []
    redeal = checker.plain.redeal

    def imagine(box, table, seat, dice):
        redeal(box, table, seat, dice)
        worlds.append(table)

    def legal(box, table, seat):
        actions = real(box, table, seat)
        return actions[::-1] if any(table is world for world in worlds) and seat == 1 else actions

    monkeypatch.setattr(checker.plain, "redeal", imagine)
    monkeypatch.setattr(checker.plain, "legal", legal)
    with pytest.raises(
        PropertyBroken, match=r"actions of seat 1 are not in ascending order in a world .* by seat 0: \["
    ):
        checker.run(0, {})


def test_a_bot_of_every_level_is_built_and_plays(game):
    checker = Checker(game)
    checker.check_bots()
    assert checker.match.ply == 14


def test_a_bot_that_breaks_the_rules_is_found(monkeypatch):
    checker = Checker(GAME, compiled=False)
    monkeypatch.setattr("matchday.bots.levels.LevelBot.decide", lambda _self, _seat: 7)
    with pytest.raises(
        PropertyBroken, match=r"seed 'check bots', \{\}, ply 0: the bot rookie chose 7, which is not legal"
    ):
        checker.check_bots()
