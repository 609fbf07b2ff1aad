"""Tuning: it finds numbers that are known to be right, shows what cannot be had together, and applies nothing."""

from __future__ import annotations

import polars as pl
import pytest
from typer.testing import CliRunner

from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.games import game as find_game
from matchday.lab.tuning import Trial, aims_of, front_of, most_unequal, patch_of, sections, tune

TINY = "spot_kick"
SAVED = {"corner.left.saved": {"from": 0, "to": 6}}
AIM = {"game": TINY, "matches": 40, "confirm": 60, "trials": 8, "seats": ["greedy"], "search": SAVED}


def test_more_points_are_found_where_keepers_save_less():
    aims = aims_of({**AIM, "targets": {"points": {"from": 9, "to": 20}}})
    found = tune(aims, mode="plain", threads=1)
    now = find_game(TINY).box_data["corner"][0]["saved"]
    assert found.best.changes["corner.left.saved"] < now
    assert found.after["points"][0]["value"] > found.before["points"][0]["value"]
    assert f"-saved = {now}" in found.patch
    assert find_game(TINY).box_data["corner"][0]["saved"] == now


def test_the_same_targets_give_the_same_proposal():
    aims = aims_of({**AIM, "targets": {"points": 5}, "trials": 4})
    assert tune(aims, mode="plain", threads=1).best == tune(aims, mode="plain", threads=2).best


def test_what_is_hardly_ever_chosen_is_counted():
    aims = aims_of({**AIM, "targets": {"useless": {"from": 0, "to": 0}, "drawn": 0.1}, "trials": 1})
    found = tune(aims, mode="plain", threads=1)
    names = {"left", "middle", "right"}
    for row in (*found.before["useless"], *found.after["useless"]):
        named = row["play"].partition(": ")[2].split()
        assert set(named) <= names
        assert row["value"] == len(named)
    assert 0 <= found.before["drawn"][0]["value"] <= 1


def test_what_the_game_refuses_is_told_with_its_reason():
    search = {"decks.garra.cards.J20": [1, 2]}  # too few cards in the deck, either way
    short = {"game": "kick_on", "matches": 1, "confirm": 1, "trials": 2, "seats": ["random"], "search": search}
    found = tune(aims_of({**short, "options": {"deck_0": "garra"}, "targets": {"points": 3}}), mode="plain", threads=1)
    assert len(found.refused) == 2
    assert not found.best.changes
    assert found.refused[0] in sections(found)[0].says


def test_pairs_that_face_each_other_are_told_from_both_seats():
    aims = aims_of(
        {
            "game": "kick_on",
            "targets": {"pairs": {"from": 0.45, "to": 0.55}},
            "search": {"player.P32.attack": [3, 4]},
            "options": {"deck_0": ["samba", "garra"], "deck_1": ["garra", "samba"]},
        }
    )
    plan = aims.plan({}, 2, 1)
    shares = {
        ("samba", "garra"): [1, 1],
        ("garra", "samba"): [0, 1],
        ("samba", "samba"): [0, 0],
        ("garra", "garra"): [1, 1],
    }
    found = [
        (each, pl.DataFrame({"share_0": shares[each.options["deck_0"], each.options["deck_1"]]}), None)
        for each in plan.variants
    ]
    assert most_unequal(aims, found) == (0.75, "samba v garra")


def test_the_front_holds_what_nothing_beats():
    one, two, three = (Trial({"a": 1}, {}, misses) for misses in ((0.0, 2.0), (1.0, 1.0), (1.0, 3.0)))
    same = Trial({}, {}, (1.0, 1.0))
    assert front_of([one, two, three]) == [one, two]
    assert front_of([two, same]) == [same]


def test_a_sum_is_kept_by_the_last_of_its_numbers():
    cards = "decks.garra.cards"
    aims = aims_of(
        {
            "game": "kick_on",
            "targets": {"points": 3},
            "search": {f"{cards}.J20": [1, 2, 3], f"{cards}.J22": [2, 3]},
            "balance": [[f"{cards}.J20", f"{cards}.J22", f"{cards}.E01"]],
        }
    )
    assert aims.balanced({f"{cards}.J20": 1, f"{cards}.J22": 3}) == {f"{cards}.J20": 1, f"{cards}.E01": 13}
    patch = patch_of(aims, {f"{cards}.J20": 1, f"{cards}.E01": 13})
    assert '+    "13 E01", "1 E03",' in patch
    assert '+    "2 J10", "2 J18", "2 J19", "1 J20", "3 J22", "1 J28",' in patch
    assert len([line for line in patch.splitlines() if line.startswith("+")]) == 3
    assert patch_of(aims, {}) == ""


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"targets": {"goals": 3}}, 'no measure "goals"'),
        ({"targets": {"points": "many"}}, "points is wanted as 'many': write it with numbers"),
        ({"targets": {"points": {"is": 3, "within": "a"}}}, "write it with numbers"),
        ({"targets": {"points": {"is": 3}}}, "write points as a number"),
        ({"targets": 3}, "targets is a table, not 3"),
        ({"balance": 3}, "balance is a list, not 3"),
        ({"targets": {"points": {"from": 5, "to": 3}}}, "points is wanted from 5 to 3: the smaller comes first"),
        ({"targets": {}}, "targets is missing"),
        ({"search": {"corner.left.saved": 3}}, "write corner.left.saved as a list of two values or more"),
        ({"search": {"corner.lft.saved": [3, 4]}}, 'no "lft" in corner; did you mean "left"'),
        ({"targets": {"pairs": {"from": 0.45, "to": 0.55}}}, "name two options with the same values"),
        ({"trials": 0}, "trials is a whole number from 1 on"),
        ({"tragets": {}}, 'no key "tragets" here; did you mean "targets"'),
    ],
)
def test_bad_targets_are_refused_in_one_line(more, words):
    with pytest.raises(MatchdayError) as error:
        aims_of({**AIM, "targets": {"points": 5}, **more})
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_proposal_is_written_and_nothing_applied(tmp_path):
    (tmp_path / "targets.toml").write_text(
        f'game = "{TINY}"\nmatches = 20\nconfirm = 20\ntrials = 3\n[targets]\npoints = 9\n'
        '"seat edge" = { is = 0, within = 0.1 }\n[search]\n'
        '"corner.left.saved" = [0, 4]\n"corner.right.saved" = [0, 4]\n'
    )
    before = (find_game(TINY).folder / "box.toml").read_bytes()
    called = CliRunner().invoke(
        app, ["lab", "tune", str(tmp_path / "targets.toml"), "--out", str(tmp_path / "tuned"), "--plain"]
    )
    assert called.exit_code == 0, called.output
    page = (tmp_path / "tuned" / "tuning.html").read_text(encoding="utf-8")
    assert "Before and after" in page
    assert page.count("<svg") == 1  # the trials, by the first two targets
    assert (tmp_path / "tuned" / "box.patch").exists()
    assert (find_game(TINY).folder / "box.toml").read_bytes() == before
