"""Mining: only what is clear is a puzzle, a run can be broken off, and the pick is mixed."""

from __future__ import annotations

import msgspec
import pytest
from typer.testing import CliRunner

from matchday.bots.thinking import Prospect
from matchday.cli.app import app
from matchday.games import game as find_game
from matchday.lab import mining
from matchday.lab.mining import Mined, Miner, Verdict, kind_of, mine, pick, read_mined
from matchday.match.puzzles import Puzzle, position, read_puzzles, write_puzzles
from tests.match.test_puzzles import made

pytestmark = pytest.mark.xdist_group("super_goal")  # where its twin is compiled anyway
GAME = "super_goal"


@pytest.fixture
def hasty(monkeypatch):
    """Take almost anything for a puzzle, at once."""
    monkeypatch.setattr(mining, "SIEVES", (50,))
    monkeypatch.setattr(mining, "SURE_EFFORT", 500)
    monkeypatch.setattr(mining, "MEAN_WORLDS", 2)
    monkeypatch.setattr(mining, "ASKED", ("rookie", "amateur"))
    monkeypatch.setattr(mining, "PART", 0)
    monkeypatch.setattr(mining, "HOPE", 0.0)
    monkeypatch.setattr(mining, "LUCK", 0.0)
    monkeypatch.setattr(mining, "SURE", 0.0)


def prospect(action: int, gain: float, error: float = 0.001) -> Prospect:
    return Prospect(action, 10_000, 0.5 + gain, gain, error)


def test_a_clear_verdict_leads_every_other_choice_surely():
    clear = Verdict([prospect(1, 0.1), prospect(2, 0.0), prospect(3, -0.1)], tempting=2)
    assert clear.is_clear(0.05)
    assert not clear.is_clear(0.11)
    assert not Verdict([prospect(2, 0.0), prospect(1, -0.1)], tempting=2).is_clear(0.05)
    assert not Verdict([prospect(1, 0.1), prospect(3, 0.08), prospect(2, 0.0)], tempting=2).is_clear(0.05)
    assert not Verdict([prospect(1, 0.1, error=0.03), prospect(2, 0.0)], tempting=2).is_clear(0.05)


def test_what_luck_decides_is_no_puzzle():
    assert Verdict([prospect(1, 0.1, error=0.001), prospect(2, 0.0)], tempting=2).beats_luck
    assert not Verdict([prospect(1, 0.05, error=0.01), prospect(2, 0.0)], tempting=2).beats_luck


@pytest.mark.usefixtures("hasty")
def test_a_run_that_was_broken_off_ends_as_one_that_was_not(tmp_path):
    def make() -> Miner:
        return Miner(find_game(GAME), 1, lead=0.0001)

    whole, broken = tmp_path / "whole", tmp_path / "broken"
    list(mine(make, whole, 10**6, threads=2, matches=4))
    list(mine(make, broken, 10**6, threads=1, matches=2))
    broken.write_bytes(broken.read_bytes() + b'{"number":2,"puz')
    list(mine(make, broken, 10**6, threads=1, matches=2))
    assert read_mined(whole) == read_mined(broken)
    found = [each for mined in read_mined(whole).values() for each in mined.puzzles]
    assert found, "with such low standards every match has something"
    for each in found:
        assert position(each).asked == each.seat


@pytest.mark.usefixtures("hasty")
def test_mining_stops_when_it_has_enough(tmp_path):
    path = tmp_path / "work"
    list(mine(lambda: Miner(find_game(GAME), 1, lead=0.0001), path, 1, threads=1, matches=50))
    assert len(read_mined(path)) < 50
    assert list(mine(lambda: Miner(find_game(GAME), 1, lead=0.0001), path, 1, threads=1)) == []


def test_the_pick_is_mixed_and_takes_the_clearest_of_a_kind():
    same = [made(id=f"same {n}", ranked=[[1, 600 + n], [2, 500], [3, 400]]) for n in range(20)]
    other = [made(id="other", ranked=[[5, 600], [2, 590], [3, 400]])]
    chosen = pick([*same, *other], 5)
    assert len(chosen) == 5
    assert "other" in {each.id for each in chosen}
    assert {"same 19", "same 18", "same 17"} <= {each.id for each in chosen}
    assert len(pick([*same, *other], 50)) == 21
    assert kind_of(same[0]) == kind_of(same[1]) != kind_of(other[0])


def test_of_puzzles_that_are_as_good_the_harder_one_is_picked():
    easy, hard = made(id="easy"), made(id="hard", levels={"semi_pro": 9, "professional": 20})
    assert (easy.difficulty, hard.difficulty) == (1, 3)
    assert [each.id for each in pick([easy, hard], 1)] == ["hard"]


def test_what_a_professional_answers_otherwise_is_not_picked():
    doubtful = made(id="doubtful", levels={"semi_pro": 2, "professional": 5})
    assert [each.id for each in pick([doubtful, made(id="sure")], 2)] == ["sure"]


@pytest.mark.usefixtures("hasty")
def test_levels_are_asked_anew_and_answer_as_they_did(tmp_path):
    work, out = tmp_path / "work", tmp_path / "out"
    list(mine(lambda: Miner(find_game(GAME), 1, lead=0.0001), work, 1, threads=1, matches=4))
    found = [each for mined in read_mined(work).values() for each in mined.puzzles]
    write_puzzles(out, [msgspec.structs.replace(each, levels={"rookie": 99}) for each in found])
    result = CliRunner().invoke(app, ["puzzles", "rate", str(out)])
    assert result.exit_code == 0, result.output
    assert [msgspec.json.decode(line, type=Puzzle) for line in out.read_bytes().splitlines()] == found
    assert CliRunner().invoke(app, ["puzzles", "rate", str(tmp_path / "none")]).exit_code != 0


def test_the_pick_is_written_from_working_files(tmp_path):
    work, out = tmp_path / "work", tmp_path / "out"
    work.write_bytes(msgspec.json.encode(Mined(0, [made(id="a"), made(id="b")])) + b"\n")
    result = CliRunner().invoke(app, ["puzzles", "pick", str(work), "--want", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert len(read_puzzles(out)) == 1
