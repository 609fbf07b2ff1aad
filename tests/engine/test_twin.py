"""The compiled twin: from a cold process on, without a difference in result."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.doors import RULES, compile_part, file_name, processor
from matchday.engine.runner import Runner
from matchday.engine.slots import OPTIONAL, SLOTS
from matchday.engine.twin import PACKAGE, cache_root, plain_of, sources_key, twin_of
from matchday.games import game
from matchday.lab.driver import Totals
from matchday.match.match import Match

GAME = game("pilka_w_grze")


def play_out(match: Match, on_ply=lambda _ply: None) -> list[str]:
    dice = Dice.new()
    set_key(dice, 4, 4)
    digests = []
    while not match.over:
        on_ply(match.ply)
        seat = match.waiting[0]
        actions = match.legal(seat)
        match.play(seat, actions[roll(dice, len(actions))])
        digests.append(match.digest())
    return digests


def test_slots_are_not_called_unbound():
    for slot in set(SLOTS) - set(OPTIONAL):
        with pytest.raises(NotImplementedError):
            slot(*[None] * slot.__code__.co_argcount)


def test_rules_modules_stay_untouched():
    twin = twin_of(GAME)
    compiled = twin.door(GAME.slot("apply"))
    assert compiled is not GAME.slot("apply")
    assert type(GAME.slot("apply")).__name__ == "function"
    assert plain_of(GAME).door(GAME.slot("legal")) is not twin.door(GAME.slot("legal"))


def test_the_cache_is_keyed_by_the_sources(tmp_path, monkeypatch):
    before = sources_key(GAME)
    assert before == sources_key(GAME)
    assert before.startswith("pilka_w_grze-")
    for folder in ("engine", "bots", "lab", "envs"):  # no more: other tests build and write elsewhere in the package
        shutil.copytree(PACKAGE / folder, tmp_path / "copy" / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr("matchday.engine.twin.PACKAGE", tmp_path / "copy")
    assert sources_key(GAME) == before
    for name in ("engine/dice.py", "bots/trials.py", "lab/driver.py", "envs/stepping.py"):
        known = sources_key(GAME)
        (tmp_path / "copy" / name).write_text("changed", encoding="utf-8")
        assert sources_key(GAME) != known, name
    monkeypatch.setenv("MATCHDAY_CACHE", str(tmp_path))
    assert cache_root() == tmp_path


def test_the_key_knows_files_in_folders_and_where_they_are(tmp_path):
    shutil.copy(GAME.folder / "box.toml", tmp_path)  # a game without its box is not complete
    elsewhere = replace(GAME, folder=tmp_path, name="elsewhere")
    source = tmp_path / "rules" / "shot.py"
    source.parent.mkdir()
    source.write_text("as it was", encoding="utf-8")
    before = sources_key(elsewhere)
    source.write_text("changed", encoding="utf-8")
    changed = sources_key(elsewhere)
    source.rename(tmp_path / "shot.py")
    assert len({before, changed, sources_key(elsewhere)}) == 3


def test_rules_import_no_compiler():
    """A process that only plays in plain Python never loads Numba."""
    code = (
        "import sys; from matchday.games import game; from matchday.match.match import Match;"
        "m = Match(game('pilka_w_grze'), seed=1); m.play(m.waiting[0], m.legal(m.waiting[0])[0]);"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert done.stdout.strip() == "False"


def test_whoever_plays_compiled_rules_needs_no_compiler():
    """A server with every game in memory would be twice as large with Numba in it."""
    compile_part(GAME, RULES)
    code = (
        "import sys; from matchday.games import game; from matchday.match.match import Match;"
        "from matchday.engine.runner import Runner; runner = Runner(game('pilka_w_grze'), 'compiled');"
        "m = Match(game('pilka_w_grze'), seed=1, runner=runner); m.play(m.waiting[0], m.legal(m.waiting[0])[0]);"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ}
    )
    assert done.stdout.strip() == "False"


def test_machine_code_is_for_one_kind_of_processor(monkeypatch):
    """A home folder or an image may come to another machine, which would not understand it."""
    here = file_name("rules")
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_name", lambda: "another")
    processor.cache_clear()
    try:
        assert file_name("rules") != here
    finally:
        processor.cache_clear()


def test_what_compiled_rules_are_called_with_is_let_go_of():
    runner, match = Runner(GAME, "compiled"), Match(GAME, seed=1)
    before = sys.getrefcount(match.table), sys.getrefcount(match.box), sys.getrefcount(runner.desk.actions)
    for _ in range(100):
        runner.legal(match.box, match.table, 0)
        with pytest.raises(TypeError):
            runner.call("hide", match.table, match.box, 0)
    assert (sys.getrefcount(match.table), sys.getrefcount(match.box), sys.getrefcount(runner.desk.actions)) == before


def test_an_unknown_record_is_refused():
    runner = Runner(GAME, "compiled")
    with pytest.raises(TypeError, match="bad argument"):
        runner.call("hide", GAME.box(), Totals.new(), 0)
    with pytest.raises(TypeError, match="takes exactly 3 arguments"):
        runner.call("hide", GAME.box(), GAME.table_type.new())
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        runner.call("hide", GAME.box(), GAME.table_type.new(), "home")
