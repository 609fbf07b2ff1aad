"""Compiling beside the server leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys

PARENT = """
import sys
from matchday.games import game
from matchday.server.warming import Warming
warming = Warming(game("kickards"))
while warming.child is None:
    pass
print(warming.child.pid, flush=True)
sys.stdin.read()
"""


def test_the_compiling_child_ends_with_a_server_that_is_killed(tmp_path):
    environment = {**os.environ, "MATCHDAY_CACHE": str(tmp_path)}
    with subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", PARENT], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        child = int(parent.stdout.readline())
        os.kill(child, 0)
        parent.kill()
        # The child holds the other end of the output: reading it to its end is waiting for the child's.
        parent.stdout.read()
    assert not list(tmp_path.rglob("*.nbi")), "the child went on until something was compiled"


def test_what_is_loaded_for_good_is_not_looked_through_for_garbage(tmp_path):
    """A server with a game in memory holds a million objects; looking through them all stopped everybody for 0.2 s."""
    code = """
import gc
from matchday.games import game
from matchday.server.warming import Warming
assert gc.get_freeze_count() == 0
warming = Warming(game("super_goal"))
warming.wait("rules")
assert gc.get_freeze_count() > len(gc.get_objects())
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own interpreter
