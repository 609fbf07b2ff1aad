"""The examples run, at small size and without the compiler."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import matchday as md

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return importlib.import_module


def test_the_first_bot():
    command = [sys.executable, str(EXAMPLES / "first_bot.py"), "2"]
    told = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - our own words
    assert "of 2 against the random bot" in told.stdout
    lines = (EXAMPLES / "first_bot.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 20


def test_a_net_is_trained_kept_and_evaluated(example, tmp_path, capsys):
    small = ["--game", "super_goal", "--opponent", "greedy", "--plain"]
    train, path = example("train"), tmp_path / "net.npz"
    net = train.main([*small, "--tables", "4", "--length", "12", "--lessons", "2", "--out", str(path)])
    assert net.steps == 2
    assert net.weights["out"].any()
    again = train.load(path)
    assert all((again.weights[name] == net.weights[name]).all() for name in net.weights)
    low, high = example("evaluate").main([str(path), *small, "--matches", "2"])
    assert 0 <= low <= high <= 1
    assert "of 2 against greedy" in capsys.readouterr().out


def test_a_net_learns_what_pays(example):
    """Two actions, one of which always pays: after some lessons it is played."""
    net = example("train").Net(1, 2, seed=1)
    known, masks, dice = np.zeros((64, 1)), np.ones((64, 2), np.int8), np.random.default_rng(1)  # noqa: TID251
    for _ in range(60):
        seen = net.seen(known, masks)
        actions = example("train").picked(net.forward(seen, masks)[1], dice)
        net.learn(seen, masks, actions, np.where(actions == 1, 1.0, -1.0), 0.02)
    assert net.forward(net.seen(known, masks), masks)[1][0, 1] > 0.9


def test_a_card_is_balanced(example, capsys):
    before, after = example("balance").main(["--matches", "3", "--card", "0", "--plain"])
    assert before >= 0
    assert after >= 0
    assert "goals a match" in capsys.readouterr().out


def test_bots_that_lean_to_one_side_lay_their_cards_there(example):
    leaning = example("leaning")
    laid = {}
    for bot in (leaning.Defence(), leaning.Attack()):
        match = md.Match("kickards", seed=1)
        phases = match.game.phases
        counts = dict.fromkeys((phases.ATTACK, phases.DEFEND), 0)
        while not match.over:
            seat = match.seat(match.waiting[0])
            action = bot.decide(seat)
            if match.table.phase in counts and action < leaning.PASS:
                counts[phases(match.table.phase)] += 1
            match.play(seat, action)
        laid[type(bot).__name__] = counts
    assert laid["Defence"][phases.DEFEND] > laid["Attack"][phases.DEFEND]
    assert laid["Defence"][phases.ATTACK] < laid["Attack"][phases.ATTACK]
