"""Plans and their rows: the same whatever the threads and stops, whole on disc or not there, never mixed."""

from __future__ import annotations

import json
import threading
import warnings
from importlib import import_module
from itertools import pairwise

import polars as pl
import pytest
from typer.testing import CliRunner

import matchday as md
import matchday.cli
from matchday.cli.app import app, main
from matchday.engine.errors import MatchdayError
from matchday.lab import results, running
from matchday.lab.cluster import play_block, run_on
from matchday.lab.plan import Plan, notations, plan_of
from matchday.lab.results import Folder, read_results
from matchday.lab.running import Stopped, run_plan
from matchday.lab.simulate import simulate

TINY = "spot_kick"
OURS = "pilka_w_grze"


def small(**more):
    return plan_of(
        {
            "game": TINY,
            "matches": 12,
            "seats": ["greedy", "random"],
            "decisions": 20,
            "judge": 200,
            "levels": ["greedy"],
            **more,
        }
    )


def play(plan, path, **more):
    run_plan(plan, path, **{"mode": "plain", "threads": 1, **more})
    return read_results(path)


def test_rows_are_those_of_a_simulation(tmp_path):
    found = play(small(matches=40, decisions=0), tmp_path / "rows").matches
    report = simulate(TINY, 40, seats=["greedy", "random"], mode="plain", threads=1)
    assert len(found) == 40
    assert found["plies"].sum() == report.decisions
    assert [int((found["winner"] == seat).sum()) for seat in (0, 1)] == report.wins
    assert found["score_0"].sum() / 40 == pytest.approx(report.mean_score[0])


def test_a_row_tells_how_the_match_came_about(tmp_path):
    plan = small(matches=30, decisions=0)
    rows = play(plan, tmp_path / "rows").matches
    report = simulate(TINY, 30, seats=["greedy", "random"], mode="plain", threads=1)
    for row in rows.iter_rows(named=True):
        match = report.match(row["match"])
        scores = []
        forced = 0
        for ply in range(match.ply + 1):
            early = match.at(ply)
            scores.append(early.score())
            forced += not early.over and len(early.legal(early.asked)) == 1
        leads = [one - two for one, two in scores]
        signs = [lead > 0 for lead in leads if lead]
        assert row["lead_changes"] == sum(one != two for one, two in pairwise(signs))
        assert row["forced"] == forced
        assert [row["score_0"], row["score_1"]] == scores[-1]
        if row["winner"] >= 0:
            side = 1 if row["winner"] == 0 else -1
            ahead = [lead * side > 0 for lead in leads]
            assert row["settled"] == (len(ahead) - ahead[::-1].index(False) if ahead[-1] else match.ply)
            behind = [max(0, -lead * side) for lead in leads[:-1]]
            assert row["behind"] == pytest.approx(sum(behind) / match.ply, abs=1e-5)


@pytest.mark.xdist_group(TINY)
def test_the_same_rows_whatever_the_threads_the_stops_and_the_compiler(tmp_path, monkeypatch):
    plan = small(options={"kicks": [3, 5]}, matches=50)
    whole = play(plan, tmp_path / "whole")
    monkeypatch.setattr(running, "STEP", 3)
    monkeypatch.setattr(running, "BLOCK", 7)
    seen = threading.Event()

    def stop_soon(done, total):
        if done >= total // 3:
            seen.set()

    with pytest.raises(Stopped, match="the same command goes on"):
        run_plan(plan, tmp_path / "parts", threads=3, mode="compiled", progress=stop_soon, stop=seen)
    kept = read_results(tmp_path / "parts").matches
    assert 0 < len(kept) < len(whole.matches)
    again = play(plan, tmp_path / "parts", threads=2, mode="compiled")
    assert again.matches.equals(whole.matches)
    assert again.decisions.equals(whole.decisions)
    assert len(whole.decisions)


def test_ctrl_c_is_one_line_whenever_it_comes(tmp_path, monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    asked = ["lab", "run", TINY, "--matches", "9", "--decisions", "0", "--plain", "--threads", "1"]
    with monkeypatch.context() as changed:
        changed.setattr(running, "play_all", interrupted)
        called = CliRunner().invoke(app, asked)
    assert called.exit_code == 130
    assert called.stderr.splitlines()[-1] == (
        f"matchday: stopped: 0 of 9 matches are kept in {TINY}-lab; the same command goes on"
    )
    assert CliRunner().invoke(app, asked).exit_code == 0
    with monkeypatch.context() as changed:
        changed.setattr(import_module("matchday.lab.report"), "write_report", interrupted)
        called = CliRunner().invoke(app, ["lab", "report", f"{TINY}-lab"])
    assert (called.exit_code, called.stderr) == (130, "matchday: stopped\n")
    monkeypatch.setattr("matchday.cli.app.main", interrupted)  # as while modules are loaded
    with pytest.raises(SystemExit) as ended:
        matchday.cli.main()
    assert (ended.value.code, capsys.readouterr().err) == (130, "matchday: stopped\n")


def test_decisions_are_kept_with_what_was_offered(tmp_path):
    rows = play(small(matches=10), tmp_path / "rows").decisions
    assert set(rows["seat"]) <= {0, 1}
    for row in rows.iter_rows(named=True):
        assert row["action"] in row["offered"]
        assert row["options"] == len(row["offered"])
        if row["options"] > 1:
            assert row["value_best"] >= row["value_second"] >= row["value_worst"]
            assert row["by_greedy"] in row["offered"]
        else:
            assert row["best"] is None


def test_whoever_is_barred_from_an_action_plays_another(tmp_path):
    seats = [["random without left", "random"], ["greedy without left", "random"], ["rookie without left", "random"]]
    plan = small(seats=seats, matches=6, decisions=400, judge=0, levels=[])
    found = play(plan, tmp_path / "rows").decisions
    barred = notations(plan.rules, plan.rules.box())
    left = next(action for action, text in barred.items() if text == "left")
    could = found.filter(pl.col("offered").list.contains(left))
    for variant in range(3):
        own = could.filter((pl.col("variant") == variant) & (pl.col("seat") == 0))
        assert len(own) > 5
        assert not (own["action"] == left).any()
    assert (could.filter(pl.col("seat") == 1)["action"] == left).any()


def test_deals_played_again_have_other_dice(tmp_path):
    found = play(small(matches=9, deals=3, decisions=0), tmp_path / "rows").matches
    assert len(set(found.select("plies", "score_0", "score_1", "settled").rows())) > 3


def test_a_grid_of_options_and_numbers_has_columns_for_what_varies():
    found = md.lab.run(OURS, 1, options={"tactics": [False, True]}, sets={"hand": [5, 6]}, mode="plain", threads=1)
    assert found.select("variant", "tactics", "hand").unique(maintain_order=True).rows() == [
        (0, False, 5),
        (1, False, 6),
        (2, True, 5),
        (3, True, 6),
    ]


def test_a_bot_of_ones_own_gets_a_row_like_any_other():
    asked_by = set()

    class First:
        def __deepcopy__(self, memo):
            raise AssertionError("a bot is nobody's to copy")

        def decide(self, seat):
            asked_by.add(threading.get_ident())
            return seat.legal()[0]

    mine = md.lab.run(TINY, 5, seats=[First(), "greedy"], mode="plain", threads=4)
    assert len(mine) == 5
    assert len(asked_by) <= 2  # the first match, and then one after the other
    with pytest.raises(MatchdayError, match="is no bot"):
        md.lab.run(TINY, 5, seats=[3, "greedy"])


def test_a_bot_of_ones_own_is_named_by_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.py"
    mine.write_text("class First:\n    def decide(self, seat):\n        return seat.legal()[0]\n\nother = 3\n")
    call = ["lab", "run", TINY, "--matches", "3", "--seats", "mine.py:First,greedy", "--decisions", "0", "--plain"]
    assert CliRunner().invoke(app, [*call, "--out", "rows"]).exit_code == 0
    assert len(read_results(tmp_path / "rows").matches) == 3
    monkeypatch.setitem(__import__("sys").modules, "ray", object())
    with pytest.raises(MatchdayError, match="bots of your own play on this machine"):
        run_on("local", small(seats=["mine.py:First", "greedy"]), tmp_path / "far")
    mine.write_text(mine.read_text().replace("[0]", "[-1]"))
    with pytest.raises(MatchdayError, match="holds results of another plan"):
        run_plan(small(seats=["mine.py:First", "greedy"], matches=3, decisions=0), tmp_path / "rows", mode="plain")
    for name, words in (
        ("yours.py:First", "there is no file yours.py"),
        ("mine.py:Second", "has no attribute 'Second'"),
    ):
        with pytest.raises(MatchdayError, match=words):
            small(seats=[name, "greedy"])
    with pytest.raises(MatchdayError, match="it has no method decide"):
        small(seats=["mine.py:other", "greedy"])


@pytest.mark.xdist_group(TINY)
def test_events_and_points_at_once_are_counted_in_each_match(tmp_path):
    plan = small(matches=12, decisions=0, events=["kick", "score+1"])
    found = play(plan, tmp_path / "rows").matches
    assert play(plan, tmp_path / "compiled", mode="compiled").matches.equals(found)
    report = simulate(TINY, 12, seats=["greedy", "random"], mode="plain", threads=1)
    for row in found.iter_rows(named=True):
        match = report.match(row["match"])
        kinds = [event[0] for step in match.steps for event in step.events]
        assert row["count_kick"] == kinds.count(match.game.events.KICK) > 0
        assert row["count_score+1"] == row["score_0"] + row["score_1"]


def test_variants_with_different_numbers_of_seats_are_read_together():
    found = md.lab.run("mcs", 1, seats="random", options={"players": [2, 3]}, mode="plain", threads=1)
    assert found["score_2"].is_null().to_list() == [True, False]


def test_swaps_make_a_variant_for_each_card():
    plan = plan_of({"game": "kick_on", "swap": {"among": "decks.garra.cards", "neutral": "E01"}})
    labels = [variant.label for variant in plan.variants]
    assert labels[:2] == ["as planned", "E03 → E01"]
    assert plan.data_of(plan.variants[1])["decks"]["garra"]["cards"][0] == "12 E01"
    assert not any("E03" in text for text in plan.data_of(plan.variants[1])["decks"]["garra"]["cards"])
    with pytest.raises(MatchdayError, match=r'no "E99" in decks\.garra\.cards'):
        plan_of({"game": "kick_on", "swap": {"among": "decks.garra.cards", "neutral": "E99"}})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"matches": 0}, "matches is a whole number from 1 on, not 0"),
        ({"matches": 10**12}, "matches is at most 999,999,999,999"),
        ({"maches": 5}, 'no key "maches" here; did you mean "matches"'),
        ({"seats": ["gredy"]}, 'no bot "gredy"; did you mean "greedy"'),
        ({"seats": ["greedy"] * 3}, "3 bots for 2 seats"),
        ({"seats": ["greedy without XYZ"]}, 'no action "XYZ"'),
        ({"options": {"tactic": True}}, 'no option "tactic"; did you mean "tactics"'),
        ({"set": {"hand": 99}}, "hand=99: box.toml: hand: 99 is outside 1 to 8"),
        ({"set": {"hand": []}}, "set.hand has no values"),
        (
            {"set": {"hand": list(range(1, 9)), "actions.0": list(range(200)), "actions.1": list(range(200))}},
            "variants",
        ),
        ({"seed": 2**64}, "seed is a whole number of 64 bits"),
        ({"swap": 3}, "write swap as"),
        ({"events": ["gaol"]}, 'no event "gaol" in pilka_w_grze; did you mean "goal"'),
        ({"events": ["goal", "goal"]}, "one is named twice"),
        ({"events": [f"score+{points}" for points in range(1, 10)]}, "at most 8 are counted at once"),
        ({"events": "goal"}, "write events as a list of names"),
        ({"levels": 3}, "write levels as a list of names"),
        ({"swap": {"among": 3, "neutral": "x"}}, "write swap as"),
        ({"events": ["score+0"]}, 'no event "score+0"'),
    ],
)
def test_a_bad_plan_is_refused_in_one_line(more, words):
    with pytest.raises(MatchdayError) as error:
        plan_of({"game": OURS, **more})
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_results_of_other_things_are_never_mixed(tmp_path):
    there = tmp_path / "rows"
    play(small(decisions=0), there)
    with pytest.raises(MatchdayError, match=r"another plan \(matches: 12 there, 13 here\)"):
        play(small(decisions=0, matches=13), there)
    with pytest.raises(MatchdayError, match="another game"):
        play(plan_of({"game": OURS, "decisions": 0}), there)
    note = json.loads((there / "plan.json").read_text())
    note["stamp"]["rules"] += 1
    (there / "plan.json").write_text(json.dumps(note))
    with pytest.raises(MatchdayError, match="another version of the rules"):
        play(small(decisions=0), there)
    with pytest.raises(MatchdayError, match=r"another version of the rules than .* cannot be mixed"):
        read_results(there)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "thesis.txt").write_text("mine")
    with pytest.raises(MatchdayError, match="holds other files"):
        play(small(), tmp_path / "own")


def test_a_full_disc_leaves_nothing_that_looks_whole(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    there = tmp_path / "rows"
    Folder(there).open(small(decisions=0))
    monkeypatch.setattr(results.os, "fsync", full)
    with pytest.raises(MatchdayError, match="No space left on device; what was written before is whole"):
        play(small(decisions=0), there)
    assert [path.name for path in there.rglob("*") if path.is_file()] == ["plan.json"]
    monkeypatch.undo()
    (there / "matches" / "0000-000000000000-000000000012.parquet.part").write_bytes(b"half")
    assert len(play(small(decisions=0), there).matches) == 12


def test_a_place_that_is_no_folder_and_a_damaged_file_are_told_in_one_line(tmp_path):
    (tmp_path / "file").write_text("mine")
    for place in (tmp_path / "file", tmp_path / "file" / "rows"):
        with pytest.raises(MatchdayError, match=r"file.* cannot be made: .*: name another folder$"):
            play(small(), place)
    play(small(decisions=0), tmp_path / "rows")
    whole = next((tmp_path / "rows" / "matches").iterdir())
    whole.write_bytes(whole.read_bytes()[:300])
    with pytest.raises(MatchdayError, match=r"parquet is damaged: remove it"):
        read_results(tmp_path / "rows")


def test_an_empty_folder_holds_no_results(tmp_path):
    with pytest.raises(MatchdayError, match="holds no results"):
        read_results(tmp_path)
    Folder(tmp_path / "new").open(small())
    with pytest.raises(MatchdayError, match="holds no matches yet"):
        read_results(tmp_path / "new")


def test_the_command_line_plays_a_plan_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call = ["lab", "run", TINY, "--matches", "5", "--seats", "greedy,random", "--seats", "random", "--decisions", "0"]
    first = CliRunner().invoke(app, [*call, "--plain", "--threads", "1"])
    assert first.exit_code == 0, first.output
    assert "10 matches, 2 variants" in first.output
    assert "10 of 10 matches" in first.output
    assert len(read_results(tmp_path / f"{TINY}-lab").matches) == 10
    assert CliRunner().invoke(app, [*call, "--plain"]).exit_code == 0
    (tmp_path / "plan.toml").write_text(f'game = "{TINY}"\nmatches = 3\ndecisions = 0\n')
    assert CliRunner().invoke(app, ["lab", "run", "plan.toml", "--plain"]).exit_code == 0
    assert len(read_results(tmp_path / "plan").matches) == 3
    for more in (["--set", "hand=3"], ["--matches", "3"]):
        refused = CliRunner().invoke(app, ["lab", "run", "plan.toml", *more])
        assert str(refused.exception) == f"{more[0]} stands in the plan: change it in plan.toml"


def test_a_wrong_name_is_one_line_at_the_command_line(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["matchday", "lab", "run", OURS, "--set", "hnd=3"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert capsys.readouterr().err == 'matchday: no "hnd" in the box; did you mean "hand"?\n'


def test_without_its_packages_the_lab_says_what_it_needs(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(MatchdayError, match=r"pip install 'matchday\[lab\]'"):
        run_plan(Plan(TINY), tmp_path / "rows")


def test_a_plan_of_any_size_is_cut_as_it_is_played():
    plan = small(matches=10**12 - 1)
    gaps = [results.Span(0, 0, plan.matches)]
    first, second = (next(blocks) for blocks in [running.blocks_of(plan, gaps, 2)] * 2)
    assert (first.first, second.first) == (0, running.BLOCK)


def test_a_block_played_elsewhere_gives_the_same_rows(tmp_path):
    plan = small()
    whole = play(plan, tmp_path / "whole")
    folder = Folder(tmp_path / "blocks")
    folder.open(plan)
    for block in reversed(list(results.cut([results.Span(0, 0, plan.matches)], 5))):
        folder.put(block, *play_block(plan, block, "plain"))
    again = read_results(tmp_path / "blocks")
    assert again.matches.equals(whole.matches)
    assert again.decisions.equals(whole.decisions)


def test_a_cluster_that_does_not_answer_is_one_line_and_leaves_nothing(tmp_path, monkeypatch):
    class Away:
        @staticmethod
        def is_initialized():
            return False

        @staticmethod
        def init(*_, **__):
            warnings.warn("timed out, see a page", UserWarning, stacklevel=1)
            raise ConnectionError("nobody there\nand more of it")

    monkeypatch.setitem(__import__("sys").modules, "ray", Away)
    with pytest.raises(MatchdayError, match=r"no cluster answers at ray://nobody:1: nobody there$"):
        run_on("ray://nobody:1", small(), tmp_path / "rows")
    assert not (tmp_path / "rows").exists()


def test_without_ray_a_cluster_is_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(MatchdayError, match=r"pip install 'matchday\[ray\]'"):
        run_on("ray://nobody:1", small(), tmp_path / "rows")
