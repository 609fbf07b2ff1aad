from __future__ import annotations

import json

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from bench import loops, ours, report
from bench.clock import Contestant, Played, race, sample
from bench.loops import COLLECT, COPY, COPY_APPLY, COPY_LEGAL
from bench.peers import peers
from bench.run import bench, machine
from matchday.engine.record import raw
from matchday.games import game as find_game
from matchday.lab.driver import Desk
from matchday.lab.simulate import simulate


def counted(games):
    return lambda: Played(games, 3 * games)


def test_a_race_counts_games_and_decisions():
    one, other = Contestant("one", "dice", "fast", counted), Contestant("other", "dice", "away", counted, missing="ill")
    race([one, other], rounds=3, seconds=1e-6)
    row = one.row()
    assert row["rounds"] == len(one.samples) == 3
    assert row["games"] == 3 * one.games_at_once
    assert row["decisions_per_game"] == 3
    assert other.samples == []
    assert other.row()["missing"] == "ill"


@pytest.mark.parametrize("mode", ["plain", "compiled"])
def test_decisions_are_those_of_the_same_matches_simulated(game, mode):
    contestant = ours.contestant(game, mode)
    found = [sample(contestant.play, 1), sample(contestant.play, 2)]
    expected = simulate(game, 3, seed=1, threads=1, mode=mode)
    assert [played.games for played in found] == [1, 2]
    assert sum(played.decisions for played in found) == expected.decisions


def test_every_match_of_the_loop_is_dealt_on_an_empty_table(game, monkeypatch):
    dealt = []

    def deal(box, table, log):
        assert not any(raw(table)[16:]), "the table has been played on"  # the first 16 bytes are the key
        dealt.append(raw(table.key))
        game.rules.deal(box, table, log)

    monkeypatch.setattr(loops, "deal", deal)
    monkeypatch.setattr(loops, "legal", game.rules.legal)
    monkeypatch.setattr(loops, "apply", game.rules.apply)
    tables, desk = game.table_type.zeros(2000), Desk.new()
    seats, actions = np.zeros((2, len(tables)), np.int64)
    while len(dealt) < 3:
        loops.exercise(game.box(), tables, seats, actions, desk, COLLECT, 1)
    assert len(set(dealt)) == len(dealt)


def test_a_quick_bench_comes_to_its_end_and_tells_how_far_it_is(game, tmp_path):
    app = typer.Typer()
    app.command()(bench)
    arguments = ["--quick", "--seconds", "0.01", "--no-peers", "--game", game.name, "--json", str(tmp_path / "found")]
    ran = CliRunner(env={"COLUMNS": "200"}).invoke(app, arguments)  # wide: no name is broken in two
    assert ran.exit_code == 0, ran.output
    assert f"{game.name}: copy, legal and apply" in ran.stderr
    assert game.name in ran.stdout
    found = json.loads((tmp_path / "found").read_text())
    assert found["games"][game.name]["apply_ns"] >= 0
    assert all(row["decisions_per_second"] > 0 for row in found["speed"])


@pytest.mark.xdist_group("super_goal")
def test_the_loop_collects_positions_and_goes_through_them():
    game = find_game("super_goal")
    run = ours.exercise_of(game, positions=50)
    assert run(COLLECT, 1) == 50
    waiting = run(COPY, 1)
    assert waiting >= 50  # somebody is asked in every position
    assert run(COPY, 3) == 3 * waiting
    assert run(COPY_LEGAL, 1) >= waiting + 50  # and has an answer
    assert run(COPY_APPLY, 1) == run(COPY_APPLY, 1)  # positions stay as they are


@pytest.mark.xdist_group("super_goal")
def test_missing_peers_and_the_tables_can_be_written():
    game = find_game("super_goal")
    contestants = [ours.contestant(game), *peers()]
    for contestant in contestants:
        if not contestant.missing:
            contestant.samples.append(sample(contestant.play, 1))
            assert contestant.samples[0].decisions > 0
    found = {
        "machine": machine(),
        "settings": {"rounds": 1, "seconds": 0.01},
        "speed": [contestant.row() for contestant in contestants],
        "games": {
            game.name: {
                "table_bytes": game.table_type.aligned.itemsize,
                **ours.nanoseconds(game, rounds=1, positions=20),
                "plain_decisions_per_second": 1000.0,
                "scaling": ours.scaling(game, matches=2, rounds=1),
            }
        },
    }
    text = report.markdown(json.loads(json.dumps(found)))
    assert game.name in text
    assert "OpenSpiel" in text
    assert "RLCard" in text
