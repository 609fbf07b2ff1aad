"""The report: figures that are known beforehand, a page that stands alone, comparisons on common seeds."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import matchday.lab.results
from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.lab import fonts, measures, report
from matchday.lab.comparing import compare, differences
from matchday.lab.contests import longest_chain
from matchday.lab.digest import Counts, margins_of
from matchday.lab.measures import Estimate, Sums, coin_share, equilibrium, holm, mean_of, variance_within
from matchday.lab.page import shown
from matchday.lab.plan import plan_of
from matchday.lab.report import sections, write_report
from matchday.lab.results import Results, Span, read_results
from matchday.lab.running import run_plan

TINY = "spot_kick"


def made(shares, *, seats=(("greedy", "greedy"),), options=None, deals=1, swap=None, labels=None):
    """Make results whose shares of seat 1 are given, variant by variant."""
    frames = []
    for variant, each in enumerate(shares):
        own = np.asarray(each, np.float32)
        frames.append(
            pl.DataFrame(
                {
                    "variant": np.full(len(own), variant, np.uint16),
                    "match": np.arange(len(own), dtype=np.uint64),
                    "plies": np.full(len(own), 20, np.uint32),
                    "forced": np.full(len(own), 5, np.uint32),
                    "opener": np.zeros(len(own), np.int8),
                    "winner": np.where(own == 1, 0, np.where(own == 0, 1, -1)).astype(np.int8),
                    "last_phase": np.ones(len(own), np.uint8),
                    "lead_changes": np.zeros(len(own), np.uint16),
                    "settled": np.full(len(own), 10, np.int32),
                    "behind": np.full(len(own), 0.5, np.float32),
                    "score_0": (2 * own).astype(np.int32),
                    "share_0": own,
                    "score_1": (2 - 2 * own).astype(np.int32),
                    "share_1": 1 - own,
                }
            )
        )
    plan = {
        "seed": 1,
        "options": options or {},
        "set": {},
        "deals": deals,
        "swap": swap,
        "seats": list(map(list, seats)),
    }
    names = labels or [f"variant {number}" for number in range(len(shares))]
    points = list(zip(*[iter(seats)], strict=True)) if len(seats) == len(shares) else [seats] * len(shares)
    chosen = list(zip(*[[(name, value) for value in values] for name, values in (options or {}).items()], strict=False))
    variants = [
        {
            "number": number,
            "label": names[number],
            "seats": list(points[number][0]),
            "options": dict(chosen[number]) if number < len(chosen) else {},
            "set": {},
        }
        for number in range(len(shares))
    ]
    stamp = {"game": TINY, "rules": 1, "box": "b", "plan": "p"}
    return Results(None, TINY, 1, plan, stamp, variants, parts_of(frames), pl.DataFrame())


def parts_of(frames):
    """Name the matches of frames, a variant each."""
    return [(Span(number, 0, len(frame)), frame) for number, frame in enumerate(frames)]


def by_name(results):
    return {section.name: section for section in sections(results)}


def rows_of(section, title):
    return next(table.rows for table in section.tables if table.title == title)


def test_known_shares_are_reported_with_their_intervals():
    found = by_name(made([[1] * 60 + [0] * 40]))
    row = rows_of(found["seats"], "By seat")[0]
    assert row["won"] == 0.6
    assert 0.50 < row["from"] < 0.51
    assert 0.69 < row["to"] < 0.70
    assert rows_of(found["length"], "Decisions a match")[0]["forced"] == 0.25
    assert rows_of(found["drama"], "Drama")[0]["settled after (median)"] == 0.5


def test_a_paired_difference_is_surer_than_two_means():
    one = [1, 0] * 200
    two = [1, 1, *one[2:]]
    result = made([one, [1 - value for value in one]], labels=["as it was", "turned round"])
    assert by_name(result)["changes"].says.startswith("Nothing")
    rows = differences(made([one]), made([two]))
    share = next(row for row in rows if row["measure"] == "share of seat 1")
    assert share["difference"] == pytest.approx(1 / 400)
    assert share["to"] - share["from"] < 0.02


def test_many_comparisons_are_guarded():
    assert holm([0.01, 0.02, 0.9]) == [0.03, 0.04, 0.9]
    assert holm([]) == []
    lots = np.linspace(0.001, 1, 40).tolist()
    assert min(holm(lots)) == pytest.approx(0.04)


def test_a_swap_that_matters_is_told_from_those_that_do_not():
    base = [1, 0, 1, 0] * 100
    worse = [0, 0, 1, 0] * 100
    section = by_name(made([base, worse, base], swap={"among": "x", "neutral": "N"}, labels=["plain", "A", "B"]))[
        "swaps"
    ]
    first, second = section.tables[0].rows
    assert (first["swap"], first["sure"]) == ("A", "yes")
    assert first["share without it"] == -0.25
    assert second["sure"] == "no"


@pytest.mark.parametrize(
    ("matrix", "rows", "value"),
    [
        ([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]], [1 / 3, 1 / 3, 1 / 3], 0.5),
        ([[0.6, 0.7], [0.4, 0.5]], [1, 0], 0.6),
        ([[1, 0], [0, 1], [0.4, 0.4]], [0.5, 0.5, 0], 0.5),
    ],
)
def test_the_equilibrium_of_known_games(matrix, rows, value):
    by_row, by_column, found = equilibrium(np.array(matrix, float))
    assert by_row == pytest.approx(rows, abs=1e-9)
    assert found == pytest.approx(value)
    assert by_column.sum() == pytest.approx(1)


def test_decks_that_face_each_other_are_a_matrix():
    sides = {"one": ["a", "a", "b", "b"], "two": ["a", "b", "a", "b"]}
    found = by_name(made([[1, 0], [1, 1], [0, 0], [0, 1]], options=sides))["matrix"]
    shares = {(row["seat 1"], row["seat 2"]): row["share"] for row in found.tables[0].rows}
    assert shares == {("a", "a"): 0.5, ("a", "b"): 1.0, ("b", "a"): 0.0, ("b", "b"): 0.5}
    assert found.tables[1].rows[0] == {"choice": "a", "seat 1 plays it": 1.0, "seat 2 plays it": 1.0}


def test_the_deal_is_told_from_the_dice():
    only_deal, only_dice = np.repeat([0.0, 1.0] * 50, 4), np.tile([0.0, 1.0], 200)
    deals = np.repeat(np.arange(100), 4)
    between, within = variance_within(Sums().add(only_deal, deals), 4)
    assert between == pytest.approx(0.25, rel=0.05)
    assert within == 0
    between, within = variance_within(Sums().add(only_dice, deals), 4)
    assert between == 0
    assert within == pytest.approx(1 / 3)
    rows = by_name(made([only_deal], deals=4))["luck"].tables[0].rows
    assert {row["what"]: round(row["explains"], 2) for row in rows}["the deal"] == 1


def test_skill_and_its_coin():
    assert coin_share(1.0) == 0
    assert coin_share(0.5) == 1
    assert longest_chain({("a", "b"): 0.8, ("b", "c"): 0.76, ("a", "c"): 0.6}) == ["a", "b", "c"]
    section = by_name(made([[1, 1, 1, 0]], seats=[("greedy", "random")]))["skill"]
    assert "75.0%" in section.says
    assert "coin decided 50%" in section.says


def test_a_pair_is_told_from_both_seats_and_each_deal_counts_once():
    seats = [("greedy", "random"), ("random", "greedy")]
    section = by_name(made([[1, 1, 1, 0], [0, 0, 0, 1]], seats=seats))["skill"]
    row = rows_of(section, "Pairs")[0]
    assert (row["stronger"], row["weaker"], row["matches"], row["share"]) == ("greedy", "random", 8, 0.75)
    assert row["skill explains"] == pytest.approx(0.25)
    alone = mean_of(np.array([1.0, 1, 1, 0]))
    assert row["to"] - row["share"] == pytest.approx(alone.high - alone.mean)  # eight matches, four deals
    assert [each["seat 1"] for each in rows_of(section, "Each seating")] == ["greedy", "random"]


def test_matches_of_one_deal_and_of_one_number_are_no_independent_evidence():
    lots = np.tile([0.0, 1.0], 100)
    alone, doubled = (by_name(made(each))["seats"].says for each in ([lots], [lots, lots]))
    assert alone == doubled
    once, again = (
        rows_of(by_name(made([np.repeat(lots, deals)], deals=deals))["seats"], "By seat")[0] for deals in (1, 4)
    )
    for end in ("from", "share from", "to", "share to"):
        assert again[end] == pytest.approx(once[end], abs=1e-3)


def test_what_was_counted_is_reported_with_its_interval():
    results = made([[1, 0, 1, 0]])
    times = pl.Series("count_goal", [0, 2, 4, 2], pl.UInt16)
    section = by_name(replace(results, parts=parts_of([results.matches.with_columns(times)])))["counted"]
    row = section.tables[0].rows[0]
    assert (row["event"], row["a match"], row["most"], row["matches with one"]) == ("goal", 2, 4, 0.75)
    assert row["from"] < 1
    assert row["to"] > 3


def test_matches_that_were_level_and_won_are_told_from_drawn_ones():
    results = made([[1, 0, 0.5, 1]])
    level = results.matches.with_columns(score_0=pl.Series([3, 0, 1, 1], dtype=pl.Int32), score_1=pl.lit(1, pl.Int32))
    rows = rows_of(by_name(replace(results, parts=parts_of([level])))["endings"], "Won or drawn")
    assert {row["ends"]: row["share"] for row in rows} == {"won by points": 0.5, "level, and won": 0.25, "drawn": 0.25}


def test_all_seats_of_a_side_have_won():
    results = made([[1, 0, 1, 1]])
    together = replace(results, parts=parts_of([results.matches.with_columns(share_1=pl.col("share_0"))]))
    assert [row["won"] for row in rows_of(report.by_seat(together), "By seat")] == [0.75, 0.75]


def test_seats_of_one_side_win_together_and_by_what_the_others_are_behind():
    scores = {"score_0": [9, 5, 4], "score_1": [9, 5, 4], "score_2": [6, 5, 4]}
    shares = {"share_0": [1.0, 1.0, 0.5], "share_1": [1.0, 1.0, 0.5], "share_2": [0.0, 0.0, 0.5]}
    assert margins_of(pl.DataFrame({**scores, **shares})).tolist() == [3, 0, 0]


def test_each_doubling_of_thinking_is_told_from_both_seats_together():
    seats = plan_of({"game": TINY, "seats": "doublings:4"}).seats
    assert seats == [["think:1", "think:2"], ["think:2", "think:1"], ["think:2", "think:4"], ["think:4", "think:2"]]
    section = by_name(made([[0, 0], [1, 0], [0, 1], [1, 1]], seats=seats))["skill"]
    rows = rows_of(section, "Thinking twice as long")
    assert [(row["who"], row["share"]) for row in rows] == [
        ("2 thousand against 1", 0.75),
        ("4 thousand against 2", 0.75),
    ]
    with pytest.raises(MatchdayError, match="write doublings:32"):
        plan_of({"game": TINY, "seats": "doublings:x"})


def test_doing_without_something_is_compared_with_the_same_bot():
    section = by_name(made([[0, 0, 0, 1]], seats=[("greedy without left", "greedy")]))["restricted"]
    assert section.tables[0].rows[0]["share"] == 0.25


def test_an_estimate_of_nothing_says_so():
    assert np.isnan(mean_of(np.zeros(0)).mean)
    assert Estimate(0.0, 0.0, 3).p == 1
    assert Estimate(1.0, 0.0, 3).p == 0
    assert sum(measures.poisson(2.7, 30)) == pytest.approx(1)
    assert shown(float("nan"), percent=False) == "–"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("lab") / "rows"
    seats = [["greedy", "random"], ["random", "greedy"]]
    run_plan(
        plan_of(
            {"game": TINY, "matches": 30, "seats": seats, "decisions": 20, "judge": 200, "levels": ["greedy", "random"]}
        ),
        path,
        mode="plain",
        threads=1,
    )
    return path


def test_the_page_stands_alone_and_every_plot_is_a_table_and_json(folder):
    path = write_report(folder)
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)=["']?(https?:)?//|@import|url\((?!"data:)|<script|<link""", text)
    data = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = sections(read_results(folder))
    assert {"seats", "scores", "length", "endings", "drama", "changes", "skill", "luck", "decisions", "actions"} == {
        section.name for section in found
    }
    assert text.count("<svg") == sum(bool(table.plot and table.rows) for each in found for table in each.tables)
    for section in found:
        assert section.says in text.replace("&#x27;", "'").replace("&amp;", "&")
        for table in section.tables:
            assert len(data["sections"][section.name]["tables"][table.title]) == len(table.rows)


def test_scores_stand_beside_the_real_sport_and_its_source():
    football = by_name(replace(made([[1, 0]]), game="kickards"))["scores"]
    assert rows_of(football, "Means")[-1] == {"variant": "real football", "mean": 2.7, "drawn": 0.25}
    assert any(row["variant"] == "real football" for row in rows_of(football, "How often each total"))
    speedway = by_name(replace(made([[1, 0]]), game="mcs"))["scores"]
    assert rows_of(speedway, "Means")[-1] == {"variant": "real speedway", "mean": 90, "drawn": 0.029}
    assert all(row["variant"] != "real speedway" for row in rows_of(speedway, "How often each total"))
    assert "129 of the 4,441 meetings" in speedway.exactly


def test_the_page_has_the_fonts_in_it_where_the_client_is_built(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "CLIENT", tmp_path)
    assert "@font-face" not in write_report(folder).read_text(encoding="utf-8")
    (tmp_path / "sofia-sans-condensed-latin-700-normal-x1.woff2").write_bytes(b"letters")
    (tmp_path / "sofia-sans-condensed-latin-ext-500-normal-x2.woff2").write_bytes(b"more")
    text = write_report(folder).read_text(encoding="utf-8")
    assert text.count("@font-face") == 2
    assert 'font-weight:700;src:url("data:font/woff2;base64,bGV0dGVycw==")' in text
    assert 'font-weight:500;unicode-range:U+0100-02BA,U+1E00-1EFF;src:url("data:font/woff2;base64,bW9yZQ==")' in text


def test_results_are_compared_at_the_command_line(folder, tmp_path):
    called = CliRunner().invoke(app, ["lab", "compare", str(folder), str(folder), "--json"])
    assert called.exit_code == 0, called.output
    assert {row["difference"] for row in json.loads(called.output)} == {0.0}
    page = tmp_path / "both.html"
    called = CliRunner().invoke(app, ["lab", "compare", str(folder), str(folder), "--out", str(page)])
    assert called.exit_code == 0
    assert "Nothing that could not be chance" in page.read_text(encoding="utf-8")
    called = CliRunner().invoke(app, ["lab", "report", str(folder), "--out", str(tmp_path / "page.html")])
    assert called.exit_code == 0
    assert (tmp_path / "page.json").exists()


def test_only_matches_with_the_same_dice_are_compared(folder, tmp_path):
    other = tmp_path / "other"
    run_plan(plan_of({"game": TINY, "matches": 3, "seed": 2, "decisions": 0}), other, mode="plain", threads=1)
    with pytest.raises(MatchdayError, match="are of different seeds"):
        compare(folder, other)
    assert report.SURE


@pytest.mark.parametrize("deals", [1, 3])
def test_a_report_holds_some_rows_at_a_time_and_says_the_same(monkeypatch, deals):
    seats = [("greedy", "random"), ("random", "greedy")]
    made_of = [np.arange(90) ** 2 % 7 % 3 / 2, np.arange(75) ** 2 % 11 % 2]
    whole = sections(made(made_of, seats=seats, deals=deals))
    monkeypatch.setattr(matchday.lab.results, "WINDOW", 24)
    seen = []
    read = Results.between
    monkeypatch.setattr(Results, "between", lambda *asked: seen.append(read(*asked)) or seen[-1])
    parts = sections(made(made_of, seats=seats, deals=deals))
    assert max(map(len, seen)) <= 24
    for one, other in zip(whole, parts, strict=True):
        for here, there in zip(one.tables, other.tables, strict=True):
            for row, again in zip(here.rows, there.rows, strict=True):
                assert again == pytest.approx(row)


def test_quantiles_of_counts_are_those_of_the_numbers():
    numbers = np.arange(101) ** 3 % 45 - 5
    counts = Counts()
    counts.add(numbers[:60])
    counts.add(numbers[60:])
    for part in (0.0, 0.05, 0.5, 0.77, 0.995, 1.0):
        assert counts.quantile(part) == pytest.approx(np.quantile(numbers, part))
    assert counts.share(0, 10) == np.mean((numbers >= 0) & (numbers < 10))
