from __future__ import annotations

import pytest

from bench import envs
from bench.clock import Contestant, Played, Sample, sample
from matchday.games import game as find_game


def contestant(name, speed):
    made = Contestant(name, "dice", "fast", lambda games: lambda: Played(games, games))
    made.samples.append(Sample(games=2, decisions=speed, cpu=1.0, wall=1.0))
    return made


def test_rows_tell_how_many_times_ours_are_as_fast():
    away = Contestant("away", "dice", "slow", lambda games: lambda: Played(games, games), missing="ill")
    rows = envs.rows([contestant("matchday", 400), contestant("matchday", 100), contestant("other", 10), away])
    assert rows[2] == ("dice", "other, fast", "5", "10", "40.0", "10.0")
    assert rows[3][2] == "ill"
    assert all(len(row) == len(envs.HEADS) for row in rows)


@pytest.mark.xdist_group("spot_kick")
def test_a_batch_is_measured_by_games_that_have_ended(monkeypatch):
    monkeypatch.setattr(envs, "TABLES", 8)
    found = sample(envs.ours(find_game("spot_kick")).play, 5)
    assert found.games >= 5
    assert found.decisions >= found.games
    assert found.decisions % 8 == 0
    assert found.in_games <= 20 * found.games  # a whole match each, however many steps were taken meanwhile


def test_peers_that_are_not_installed_are_named():
    found = [*envs.pettingzoo(), *envs.rlcard(), *envs.open_spiel(), *envs.pgx(8), *envs.envpool(8)]
    assert {each.name for each in found} == {"PettingZoo", "RLCard", "OpenSpiel", "Pgx", "EnvPool"}
    assert all(each.missing == "not installed" or each.play for each in found)


@pytest.mark.xdist_group("spot_kick")
def test_threads_are_compared_with_one(monkeypatch):
    monkeypatch.setattr(envs, "TABLES", 8)
    row = envs.scaling(find_game("spot_kick"), 2, 1, 0.001)
    assert row[:2] == ("spot_kick", "2")
    assert len(row) == len(envs.SCALING_HEADS)
    assert all(float(cell) >= 0 for cell in row[3:])
