"""The compiled twin: from a cold process on, without a difference in result."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from matchday.engine import runner as runners
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.runner import Runner, Warming, WarmRunner
from matchday.engine.slots import OPTIONAL, SLOTS
from matchday.engine.twin import cache_root, plain_of, sources_key, twin_of
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


def test_a_match_changes_over_to_the_twin_in_the_middle(monkeypatch):
    monkeypatch.setattr(Warming, "run", lambda _self: None)  # compiling "takes" until we say so
    runners.warming.cache_clear()
    warm = WarmRunner(GAME)
    match = Match(GAME, {"tactics": True}, "warm", runner=warm)
    assert warm.twin is None
    changed = play_out(match, lambda ply: warm.warming.ready.set() if ply == 20 else None)
    runners.warming.cache_clear()
    assert warm.twin is twin_of(GAME)
    assert changed == play_out(Match(GAME, {"tactics": True}, "warm"))


def test_a_twin_that_does_not_compile_leaves_plain_python_in_charge(monkeypatch):
    def refuse(_game):
        raise RuntimeError("no compiler here")

    monkeypatch.setattr(runners, "rehearse", refuse)
    runners.warming.cache_clear()
    warm = WarmRunner(GAME)
    for _ in range(200):
        if warm.warming.failure:
            break
        warm.warming.ready.wait(0.01)
    runners.warming.cache_clear()
    assert isinstance(warm.warming.failure, RuntimeError)
    assert play_out(Match(GAME, seed="cold", runner=warm)) == play_out(Match(GAME, seed="cold"))


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
    source = tmp_path / "engine" / "dice.py"
    source.parent.mkdir()
    source.write_text("changed", encoding="utf-8")
    monkeypatch.setattr("matchday.engine.twin.PACKAGE", tmp_path)
    assert sources_key(GAME) != before
    monkeypatch.setenv("MATCHDAY_CACHE", str(tmp_path))
    assert cache_root() == tmp_path


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


def test_an_unknown_record_is_refused():
    runner = Runner(GAME, "compiled")
    with pytest.raises(TypeError, match="no record of pilka_w_grze"):
        runner.call("result", GAME.box(), Totals.new(), None)
