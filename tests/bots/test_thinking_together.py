"""Several bots that think at once, and a process in which nothing is compiled yet."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from matchday.bots.levels import LEVELS, LevelBot
from matchday.bots.thinking import Decider
from matchday.bots.trials import Style
from matchday.games import game as find_game
from matchday.match.match import Match
from tests.kit import after

pytestmark = pytest.mark.xdist_group("pilka_w_grze")  # where its twin is compiled anyway
STYLE = Style(effort=2000, ends=4, horizon=2)
COLD = """
import time
from matchday.bots.levels import LEVELS, make_bot
from matchday.games import game
from matchday.match.match import Match
match = Match(game("pilka_w_grze"), seed="cold")
started = time.perf_counter(), time.process_time()
action = make_bot("professional", "x").decide(match.seat(match.waiting[0]))
passed = time.perf_counter() - started[0], time.process_time() - started[1]
print(*passed, action in match.legal(match.waiting[0]), flush=True)
import os
os._exit(0)  # the compiling thread would hold up the end
"""


def decide(match: Match) -> str:
    seat = match.waiting[0]
    decider = Decider(match.game, STYLE, "compiled")
    action = decider.decide(match.box_for(seat), match.hidden(seat), seat, f"{match.ply}")
    return f"{action} {decider.prospects()}"


def test_threads_think_as_one_after_the_other():
    game = find_game("pilka_w_grze")
    matches = [after(Match(game, seed=f"{number}"), 3 * number) for number in range(8)]
    serial = [decide(match) for match in matches]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(decide, matches))
    assert together == serial
    assert len(set(serial)) > 4


def test_the_first_move_of_a_cold_process_comes_at_once(tmp_path):
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", COLD],
        env=os.environ | {"MATCHDAY_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    _, processor, is_legal = done.stdout.split()
    assert float(processor) < 2.0  # the wall clock of a busy machine proves nothing
    assert is_legal == "True"


def test_what_is_compiled_later_changes_nothing_for_those_who_try_nothing_out():
    """A rookie's and an amateur's choices are the same in plain Python as in compiled code."""
    game = find_game("pilka_w_grze")
    for level in ("rookie", "amateur"):
        for plies in (5, 20, 35):
            match = after(Match(game, seed="same"), plies)
            seat = match.waiting[0]
            before, later = (
                LevelBot(level, "x", ready=lambda is_ready=is_ready: is_ready) for is_ready in (False, True)
            )
            assert before.decide(match.seat(seat)) == later.decide(match.seat(seat))


def test_once_compiled_a_seed_repeats_the_choice():
    game = find_game("pilka_w_grze")
    match = after(Match(game, seed="same"), 10)
    seat = match.waiting[0]
    for level in LEVELS:
        first, second = (LevelBot(level, "x", ready=lambda: True) for _ in range(2))
        assert [first.decide(match.seat(seat)) for _ in range(2)] == [second.decide(match.seat(seat)) for _ in range(2)]
