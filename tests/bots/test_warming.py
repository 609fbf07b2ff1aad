"""Games compiled in the background: without a difference in result, without a trace, once."""

from __future__ import annotations

import logging
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from matchday.bots import warming as warmings
from matchday.bots.warming import PARTS, Warming, WarmRunner
from matchday.cli.app import app
from matchday.engine.doors import RULES, compile_part, doors_of, is_compiled
from matchday.engine.twin import cache_folder
from matchday.games import game as find_game
from matchday.match.match import Match
from tests.engine.test_twin import play_out

pytestmark = pytest.mark.xdist_group("pilka_w_grze")  # where its twin is compiled anyway
GAME = find_game("pilka_w_grze")
SMALL = find_game("spot_kick")
"""The least there is to compile."""
PARENT = """
import sys
from matchday.games import game
from matchday.bots.warming import Warming
warming = Warming(game("kickards"))
while warming.child is None:
    pass
print(warming.child.pid, flush=True)
sys.stdin.read()
"""


def test_a_match_changes_over_to_the_twin_in_the_middle(monkeypatch):
    monkeypatch.setattr(Warming, "run", lambda _self: None)  # compiling "takes" until we say so
    warm = WarmRunner(GAME, Warming(GAME))
    match = Match(GAME, {"tactics": True}, "warm", runner=warm)
    assert warm.mode == "plain"
    changed = play_out(match, lambda ply: warm.warming.ready["rules"].set() if ply == 20 else None)
    assert warm.doors is doors_of(GAME, RULES)
    assert changed == play_out(Match(GAME, {"tactics": True}, "warm"))


def test_a_twin_that_does_not_compile_leaves_plain_python_in_charge(monkeypatch, caplog):
    def refuse(_self, _part):
        raise RuntimeError("no compiler here")

    monkeypatch.setattr(warmings, "is_compiled", lambda *_: False)
    monkeypatch.setattr(Warming, "compile", refuse)
    with caplog.at_level(logging.ERROR):
        warm = WarmRunner(GAME, Warming(GAME))
        warm.warming.thread.join()
    assert "pilka_w_grze could not be compiled; plain Python plays on: no compiler here" in caplog.text
    assert not warm.warming.soon("rules")
    assert play_out(Match(GAME, seed="cold", runner=warm)) == play_out(Match(GAME, seed="cold"))


def test_what_the_child_says_of_its_failure_is_one_line_in_the_log_and_nowhere_else(monkeypatch, caplog, capfd):
    monkeypatch.setattr(warmings, "is_compiled", lambda *_: False)
    with caplog.at_level(logging.ERROR):
        Warming(GAME, ("no such part",)).thread.join()
    (line,) = caplog.messages
    assert line.endswith("KeyError: 'no such part'")
    assert capfd.readouterr() == ("", "")


def test_what_is_in_the_cache_is_loaded_without_a_child():
    for part in PARTS.values():
        compile_part(GAME, part)
    warm = Warming(GAME)
    warm.thread.join()
    assert all(each.is_set() for each in warm.ready.values())
    assert warm.child is None


def test_warm_compiles_the_rules_and_the_bots_of_the_games_it_is_told(tmp_path, monkeypatch):
    """In a cache of its own: from that of all tests nothing is taken away while others use it."""
    monkeypatch.setenv("MATCHDAY_CACHE", str(tmp_path))
    cache_folder.cache_clear()
    try:
        assert not any(is_compiled(SMALL, part) for part in PARTS)
        done = CliRunner().invoke(app, ["warm", SMALL.name])
        assert done.exit_code == 0, done.output
        assert done.stdout.splitlines() == [f"{SMALL.name}: {part} ready" for part in PARTS]
        assert all(is_compiled(SMALL, part) for part in PARTS)
    finally:
        cache_folder.cache_clear()


def test_the_compiling_child_ends_with_a_parent_that_is_killed(tmp_path):
    environment = {**os.environ, "MATCHDAY_CACHE": str(tmp_path)}
    with subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", PARENT], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        child = int(parent.stdout.readline())
        os.kill(child, 0)
        parent.kill()
        # The child holds the other end of the output: reading it to its end is waiting for the child's.
        parent.stdout.read()
    assert not list(tmp_path.rglob("*.o")), "the child went on until something was compiled"


def test_what_a_server_has_loaded_for_good_is_not_looked_through_for_garbage():
    """A server with a game in memory holds a million objects; looking through them all stopped everybody for 0.2 s."""
    code = """
import gc
from matchday.games import game
from matchday.server.players import Players
from matchday.server.settings import Settings
assert gc.get_freeze_count() == 0
warming = Players(Settings()).warming(game("pilka_w_grze"))
assert warming.ready["rules"].wait(500)
assert gc.get_freeze_count() > len(gc.get_objects())
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own interpreter
