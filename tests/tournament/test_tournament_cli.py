"""`matchday tournament` as people use it: a cup of people and bots, from the draw to the winner."""

from __future__ import annotations

import shlex
from io import StringIO

import pytest
from rich.console import Console
from typer.testing import CliRunner

from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.engine.runner import Runner
from matchday.engine.speech import Say
from matchday.games import game
from matchday.match.files import read_match, save_match
from matchday.match.match import EndedBy, Ending, Match
from matchday.tournament import playing
from matchday.tournament.files import load_tournament, save_tournament
from matchday.tournament.sheet import Sheet, bracket_rows
from matchday.tournament.tournament import Entrant, Format, Tournament, course

pytestmark = pytest.mark.rule("PG-57")
ANY = "1\n" * 3000


@pytest.fixture(autouse=True)
def plain_and_homely(monkeypatch, tmp_path):
    """Work in the test's own folder, and compile nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("matchday.bots.warming.Warming.run", lambda _self: None)
    monkeypatch.setattr(playing, "compile_part", lambda _game, _part: None)
    monkeypatch.setattr(playing, "Runner", lambda game, _mode: Runner(game))


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(words), input=typed)
    if isinstance(result.exception, MatchdayError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def tournament(line: str, **more: str) -> str:
    return run("tournament", *shlex.split(line), **more)


def refused(line: str) -> str:
    with pytest.raises(MatchdayError) as caught:
        tournament(line)
    return str(caught.value)


def finished(one: str, two: str, seed: str = "1", **options: object) -> Match:
    """Play a match of Piłka w grze! to its end, always the first choice."""
    match = Match(game("pilka_w_grze"), options, seed, names=[one, two])
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[0])
    return match


def test_a_cup_of_people_and_bots(tmp_path):
    shown = tournament(
        "new cup.toml --entrant Ola --entrant Tomek --bot greedy --bot greedy --seeded --seed 3 --third-place"
    )
    # Ola – Greedy bot 2 and Tomek – Greedy bot 1; both need a person.
    assert "Ola – Greedy bot 2" in shown
    assert "No match of bots is due." in tournament("play cup.toml")
    # The commands that the sheet gives are followed to the letter.
    play, record = [line.strip() for line in shown.splitlines() if line.startswith("  matchday")][:2]
    run(*shlex.split(play)[1:], typed=ANY)
    shown = run(*shlex.split(record)[1:])
    match = read_match(tmp_path / "cup-matches" / "1.1-Ola-Greedy_bot_2.match")
    cup = load_tournament(tmp_path / "cup.toml")
    assert list(cup.results[0].score) == match.score()
    assert list(cup.results[0].fouls) == list(match.table.fouls)
    tournament("result cup.toml tomek 'greedy bot 1' 0:1")
    cup = load_tournament(tmp_path / "cup.toml")
    last = [(tie.home, tie.away) for tie in course(cup).due]
    if cup.results[0].won_by == "Ola":
        assert last == [("Greedy bot 2", "Tomek"), ("Ola", "Greedy bot 1")]
    else:
        assert last == [("Ola", "Tomek"), ("Greedy bot 2", "Greedy bot 1")]
    for home, away in last:
        shown = run("tournament", "result", "cup.toml", home, away, "2:1", "--extra", "--fouls", "3:4")
    assert f"Winner: {last[1][0]}" in shown
    assert "2:1 a.e.t." in tournament("show cup.toml")
    assert "The tournament is over." in tournament("play cup.toml")


def test_a_league_of_bots_plays_itself_and_repeats(tmp_path):
    for name in ("one", "two"):
        tournament(f"new {name}.toml --format league -e A=greedy -e B=random -e C=greedy --seed 5")
        shown = tournament(f"play {name}.toml")
        assert "Winner: " in shown
    one, two = (load_tournament(tmp_path / f"{name}.toml") for name in ("one", "two"))
    assert [result.score for result in one.results] == [result.score for result in two.results]
    assert len(one.results) == 3
    for result in one.results:
        match = read_match(tmp_path / result.file)
        assert match.options["level_score"] == "draw"
        assert tuple(match.score()) == result.score
        assert {kind[:4] for kind in match.kinds} == {"bot "}


def test_a_level_knockout_match_of_bots_is_played_again(monkeypatch):
    cup = Tournament("x", "mcs", Format.KNOCKOUT, (Entrant("A", "random"), Entrant("B", "random")), seed="1")
    seeds = []

    def level_once(game, options, seed, **more):
        seeds.append(seed)
        match = Match(game, options, seed, **more)
        match.end(Ending(EndedBy.DRAW) if len(seeds) == 1 else Ending(EndedBy.CONCEDE, 1))
        return match

    monkeypatch.setattr(playing, "Match", level_once)
    _, result = playing.play_tie(cup, course(cup).due[0])
    assert seeds == ["1 1 A B", "1 1 A B 1"]
    assert result.won_by == "A"


def test_a_match_file_is_taken_only_where_it_fits(tmp_path):
    tournament("new cup.toml --format league -e Ola -e Tomek -e Ewa --seeded --seed 3")
    before = (tmp_path / "cup.toml").read_bytes()
    path = tmp_path / "a.match"
    save_match(finished("Ola", "Tomek"), path)
    assert "option level_score: played with golden_goal, this match of the tournament has draw" in refused(
        "record cup.toml a.match"
    )
    save_match(finished("Ola", "Zenek", level_score="draw"), path)
    assert 'no entrant "Zenek"; known: Ola, Tomek, Ewa' in refused("record cup.toml a.match")
    save_match(finished("Ola", "", level_score="draw"), path)
    assert "seat 1 has no name in the match file: say with --away who sat there" in refused("record cup.toml a.match")
    save_match(Match(game("pilka_w_grze"), {"level_score": "draw"}, names=["Ola", "Tomek"]), path)
    assert "the match is not over yet" in refused("record cup.toml a.match")
    save_match(Match(game("mcs"), names=["Ola", "Tomek"]), path)
    assert "it is a match of mcs, the tournament plays pilka_w_grze" in refused("record cup.toml a.match")
    left = Match(game("pilka_w_grze"), {"level_score": "draw"}, names=["Ola", "Tomek"])
    left.end(Ending(EndedBy.ABANDON))
    save_match(left, path)
    assert "nobody has won it" in refused("record cup.toml a.match")
    path.write_text("nonsense", encoding="utf-8")
    assert refused("record cup.toml a.match --lang pl").startswith("wiersz 1: ")
    assert (tmp_path / "cup.toml").read_bytes() == before

    save_match(finished("Tomek", "OLA", level_score="draw"), path)
    tournament("record cup.toml a.match")
    assert "this match file is in the results already: Ola – Tomek" in refused("record cup.toml a.match")
    result = load_tournament(tmp_path / "cup.toml").results[0]
    assert {result.home, result.away} == {"Ola", "Tomek"}
    goals = dict(zip((result.home, result.away), result.score, strict=True))
    assert [goals["Tomek"], goals["Ola"]] == read_match(path).score()


def test_whoever_gives_up_has_lost(tmp_path):
    tournament("new cup.toml -e Ola -e Tomek --seeded --seed 3")
    match = Match(game("pilka_w_grze"), seed="3", names=["Tomek", "Ola"])
    match.end(Ending(EndedBy.CONCEDE, 0))
    save_match(match, tmp_path / "a.match")
    shown = tournament("record cup.toml a.match")
    assert "0:0 (Ola)" in shown
    assert "Winner: Ola" in shown


def test_a_golden_goal_is_told_as_extra_time(tmp_path):
    tournament("new cup.toml -e Ola -e Tomek --seeded --seed 3")
    for seed in range(50):
        match = finished("Ola", "Tomek", str(seed))
        if match.table.half == 3:
            break
    save_match(match, tmp_path / "a.match")
    assert "a.e.t." in tournament("record cup.toml a.match")
    result = load_tournament(tmp_path / "cup.toml").results[0]
    assert result.extra
    assert list(result.in_time) == list(match.table.goals_in_time)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("result cup.toml Ola Zenek 2:1", 'no entrant "Zenek"; known: Ola, Tomek, Ewa, Jan'),
        ("result cup.toml Ola Tomek two", '"two" is no score: write it like 2:1'),
        ("result cup.toml Ola Jan 2:1 --fouls many", '"many" is no score'),
        ("result cup.toml Ola Tomek 2:1", "no match of Ola and Tomek can be played now; next: Ola – Jan, Tomek – Ewa"),
        ("result cup.toml Ola Jan 1:1", "cannot end level"),
        ("result cup.toml Ola Jan 1:1 --winner Ewa", "the winner is one of the two"),
        ("result cup.toml Ola Jan 1:1 --lang pl", "nie może skończyć się remisem"),
        ("new cup.toml -e A -e B", "cup.toml is there already; --force writes over it"),
        ("new other.toml -e A", "entrants: 1; the format knockout takes 2 to 64"),
        ("new other.toml -e A --bot pele", 'no bot "pele"; known: rookie'),
        ("show cup.toml --lang de", 'no language "de"'),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(line, problem, tmp_path):
    tournament("new cup.toml -e Ola -e Tomek -e Ewa -e Jan --seeded --seed 3")
    before = (tmp_path / "cup.toml").read_bytes()
    assert problem in refused(line)
    assert (tmp_path / "cup.toml").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cup.toml"]


def test_a_result_that_was_mistyped_is_replaced(tmp_path):
    tournament("new cup.toml -e Ola -e Tomek -e Ewa -e Jan --seeded --seed 3")
    tournament("result cup.toml Ola Jan 1:2")
    assert "--replace" in refused("result cup.toml Ola Jan 2:1")
    tournament("result cup.toml Ola Jan 2:1 --replace")
    assert [result.score for result in load_tournament(tmp_path / "cup.toml").results] == [(2, 1)]


# ---------------------------------------------------------------- the sheet


def sheet(cup: Tournament, tmp_path, language: str = "en", width: int = 80) -> str:
    console = Console(width=width, record=True, file=StringIO())
    Sheet(cup, Say(language), console, tmp_path / "cup.toml").show()
    return console.export_text()


@pytest.mark.parametrize("language", ["en", "pl", "es"])
@pytest.mark.parametrize("form", Format)
def test_the_sheet_of_a_large_field_fits_the_screen(form, language, tmp_path):
    people = tuple(Entrant(f"Player [{number}] of the field", "rookie") for number in range(40))
    cup = Tournament("Big [red]", "pilka_w_grze", form, people, seed="1", copies=3)
    shown = sheet(cup, tmp_path, language)
    commands = [line for line in shown.splitlines() if "matchday" in line]
    assert all(len(line) <= 80 for line in shown.splitlines() if line not in commands)
    assert "Big [red]" in shown
    assert "[7]" in shown


def test_a_bracket_by_hand():
    people = tuple(map(Entrant, ["Ola", "Tomek", "Ewa"]))
    cup = Tournament("x", "pilka_w_grze", Format.KNOCKOUT, people, seeded=True)
    assert bracket_rows(course(cup).rounds, "", 80) == [
        "             Ola   ────┐",
        "                       │",
        "                       ├─ ?",
        "Tomek ────┐            │",
        "          ├─ ?     ────┘",
        "Ewa   ────┘",
    ]


def test_a_file_round_trip_through_the_command_line_keeps_settings(tmp_path):
    tournament(
        "new g.toml --name 'Puchar Ligi' --format groups --groups 2 --advance 1 --tie-break goal_difference "
        "--copies 2 --seed 9 -o formations=on " + " ".join(f"-e P{n}" for n in range(7))
    )
    cup = load_tournament(tmp_path / "g.toml")
    assert (cup.name, cup.groups, cup.advance, cup.copies, cup.seed) == ("Puchar Ligi", 2, 1, 2, "9")
    assert cup.options == (("formations", True),)
    save_tournament(cup, tmp_path / "h.toml")
    assert (tmp_path / "h.toml").read_bytes() == (tmp_path / "g.toml").read_bytes()
