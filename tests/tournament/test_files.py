"""Tournament files: what is written reads back, and a bad file is told of with all that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchday.engine.speech import Say
from matchday.tournament.files import load_tournament, print_tournament, read_tournament, save_tournament
from matchday.tournament.standings import Result, TieBreak
from matchday.tournament.tournament import Entrant, Format, Tournament, TournamentError

pytestmark = pytest.mark.rule("PG-57")

CUP = """
name = "Friday cup"
game = "pilka_w_grze"
format = "knockout"
seed = 7
seeded = true
options = { tactics = true }
entrants = [ { name = "Ola" }, { name = "Tomek" }, { name = "Deyna", bot = "legend" } ]
results = [ { round = 1, home = "Tomek", away = "Deyna", score = "2 - 1", extra = true, fouls = "3:4" } ]
"""


def test_a_file_by_hand():
    cup = read_tournament(CUP, "cup.toml")
    assert cup == Tournament(
        "Friday cup",
        "pilka_w_grze",
        Format.KNOCKOUT,
        (Entrant("Ola"), Entrant("Tomek"), Entrant("Deyna", "legend")),
        seed="7",
        seeded=True,
        options=(("tactics", True),),
        results=(Result(1, "Tomek", "Deyna", (2, 1), extra=True, fouls=(3, 4)),),
    )
    assert print_tournament(cup).splitlines()[-3:] == [
        "results = [",
        '    { round = 1, home = "Tomek", away = "Deyna", score = "2:1", extra = true, fouls = "3:4" },',
        "]",
    ]


names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12).filter(
    lambda name: name.isprintable()
)


@settings(max_examples=40)
@given(st.lists(names, min_size=6, max_size=10, unique_by=str.casefold), st.text(max_size=10), names, st.data())
def test_what_is_written_reads_back(people, seed, title, data):
    form = data.draw(st.sampled_from(Format))
    cup = Tournament(
        title,
        "pilka_w_grze",
        form,
        tuple(Entrant(name, data.draw(st.sampled_from(["", "rookie"]))) for name in people),
        seed=seed,
        seeded=data.draw(st.booleans()),
        double=form == Format.LEAGUE and data.draw(st.booleans()),
        third_place=form == Format.KNOCKOUT and data.draw(st.booleans()),
        groups=2 if form == Format.GROUPS else 0,
        advance=1 if form == Format.GROUPS else 2,
        rounds=3 if form == Format.SWISS else 0,
        copies=data.draw(st.integers(1, 5)),
        tie_break=TieBreak.GOAL_DIFFERENCE if form == Format.LEAGUE else TieBreak.HEAD_TO_HEAD,
        options=(("et_limit", 4), ("deck", "mixed"), ("formations", True)),
    )
    assert read_tournament(print_tournament(cup), "") == cup


def test_a_bad_file_is_told_of_with_all_that_is_wrong():
    bad = """
    name = 3
    game = "pilka_w_grze"
    format = "league"
    copies = 0
    dubble = true
    options = { tactic = true }
    entrants = [ { name = "Ola" }, { name = "OLA", bot = "legendary" }, { name = "" } ]
    results = [ { round = 1, home = "Ola", away = "Ewa", score = "two" } ]
    """
    with pytest.raises(TournamentError) as caught:
        read_tournament(bad, "cup.toml")
    lines = str(caught.value).splitlines()
    assert all(line.startswith("cup.toml: ") for line in lines)
    for text in (
        "name: 3 is not a text in quotes",
        'no key "dubble" here; known: name, game',
        "copies: 0; 1 to 32 tables can play",
        'no option "tactic"; did you mean "tactics"?',
        'no bot "legendary"; known: rookie',
        '"" is no name for an entrant',
        'the name "OLA" stands twice',
        'no entrant "results 1: Ewa"; known: Ola',
        'results 1: score: "two" is no score: write it like "2:1"',
    ):
        assert any(text in line for line in lines), text
    polish = caught.value.said(Say("pl"))
    assert "nie ma bota „legendary”" in polish
    assert "no bot" not in polish


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name = ", "not readable as TOML"),
        ("", "game is missing: kickards, pilka_w_grze, kick_on, super_goal, mcs"),
        (CUP.replace("knockout", "cup"), 'format: "cup" is none of: knockout, league, groups, swiss'),
        (CUP.replace("round = 1", "round = 2"), "round 2 has no match Tomek – Deyna"),
        (CUP.replace("round = 1", "round = true"), "results 1: round: true is not a whole number"),
        (CUP.replace("seeded = true", "seeded = 1"), "seeded: 1 is neither true nor false"),
        (CUP.replace("[ { name", "[ 1, { name"), 'entrants: write it as a list, for example [ { name = "Ola" } ]'),
        (CUP.replace("{ tactics = true }", "3"), "options: write them like { tactics = true }"),
    ],
)
def test_a_bad_file_is_refused_clearly(text, problem):
    with pytest.raises(TournamentError) as caught:
        read_tournament(text, "cup.toml")
    assert f"cup.toml: {problem}" in str(caught.value)


def test_writing_leaves_the_old_file_or_the_new_one(tmp_path, monkeypatch):
    path = tmp_path / "cup.toml"
    cup = read_tournament(CUP, "")
    save_tournament(cup, path)
    assert load_tournament(path) == cup
    assert [each.name for each in tmp_path.iterdir()] == ["cup.toml"]
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError(5, "broken")))
    with pytest.raises(Exception, match="broken"):
        save_tournament(Tournament("other", "mcs", Format.LEAGUE, cup.entrants), path)
    assert load_tournament(path) == cup


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TournamentError, match=r"cup\.toml: this is no text file"):
        load_tournament(path)


def test_the_file_in_the_documentation_is_a_tournament():
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    text = page.split("```toml\n")[1].split("```")[0]
    assert print_tournament(read_tournament(text, "")) == text
