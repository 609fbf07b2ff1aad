"""The command line as a person uses it: matches to the end, saved and resumed, clear errors."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import matchday
from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.engine.speech import Say
from matchday.games import GAMES
from matchday.games import game as find_game
from matchday.match.files import read_match
from matchday.match.match import Match
from matchday.match.reference import clauses
from matchday.match.views import events, score_text
from matchday.terminal.play import Terminal

ANY = "1\n" * 3000  # always the first choice


@pytest.fixture(autouse=True)
def plain_and_homely(monkeypatch, tmp_path):
    """Keep matches in the test's own folder, and do not compile while a person plays."""
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_: str(tmp_path))
    monkeypatch.setattr("matchday.bots.warming.Warming.run", lambda _self: None)


def run(*words: str, typed: str = "", code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words), input=typed)
    if isinstance(result.exception, MatchdayError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("game_name", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "es"])
def test_a_match_to_the_end(game_name, language, tmp_path):
    path = tmp_path / "a.match"
    quick = ["-o", "clock_mode=nominal"] if game_name == "super_goal" else []  # not a quarter of an hour
    run("play", game_name, "--seed", "3", "--lang", language, *quick, "--save", str(path), typed=ANY)
    match = read_match(path)
    assert match.over
    assert match.kinds == ["human", "bot amateur"]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_automat_of_kickards_sits_opposite_the_person(seat, tmp_path):
    path = tmp_path / "solo.match"
    words = ("-o", "solo=league", "--seat", str(seat), "--seed", "3", "--save", str(path))
    shown = run("play", "kickards", *words, typed="1\nq\n")
    assert "You may keep" in shown.replace("\n", " ")
    match = read_match(path)
    assert {move.seat for move in match.moves} == {seat}
    assert match.kinds[1 - seat] == "automat"
    assert "(Automat)" in shown
    run("play", "--resume", str(path), typed=ANY)
    over = read_match(path)
    assert over.over
    assert {move.seat for move in over.moves} == {seat}


def test_nobody_chooses_how_strong_the_automat_is_as_a_bot(tmp_path):
    with pytest.raises(MatchdayError, match="leave out --opponent"):
        run("play", "kickards", "-o", "solo=league", "--opponent", "pro")
    with pytest.raises(MatchdayError, match="alone against one person"):
        run("play", "kickards", "-o", "solo=league", "--opponent", "human")
    number, alone = list(GAMES).index("kickards") + 1, 5
    shown = run("play", typed=f"{number}\n{alone}\n\ny\n\n1\nq\n")
    assert "Against whom?" not in shown
    assert "Seat of the Automat" not in shown
    match = read_match(next((tmp_path / "matches").glob("*.match")))
    assert match.options["solo"] == "amateur"
    assert match.kinds[1] == "automat"


@pytest.mark.rule("DF-008")
def test_a_game_against_the_clock_counts_the_time_that_was_taken(tmp_path, monkeypatch):
    now = 100.0

    def answer(_terminal, _text):
        nonlocal now
        now += 2.5
        return "1" if match.ply < 30 else "q"

    monkeypatch.setattr(Terminal, "line", answer)
    match = Match(find_game("super_goal"), {}, "3", kinds=["human", "bot random"])
    screen = Console(file=io.StringIO(), width=100)
    Terminal(match, ["human", "random"], Say("en"), tmp_path / "a.match", screen, clock=lambda: now).run()
    asked = [move.elapsed for move in match.moves if move.seat == 0]
    assert {*asked} == {2500}
    assert {move.elapsed for move in match.moves if move.seat == 1} == {0}
    assert read_match(tmp_path / "a.match").table.clock == match.table.clock > 0
    assert "nominal seconds" not in screen.file.getvalue()


def test_the_menu_leads_to_a_match(tmp_path):
    number = list(GAMES).index("pilka_w_grze") + 1
    shown = run("play", typed=f"{number}\n2\n2\n\nn\n2\nq\n")
    assert "Which game?" in shown
    assert "Breaking into the box is a shot at once." in shown
    saved = list((tmp_path / "matches").glob("*.match"))
    assert len(saved) == 1
    match = read_match(saved[0])
    assert match.game.name == "pilka_w_grze"
    assert match.options["tactics"] is True
    assert match.options["shoot_on_entry"] is True
    assert match.kinds == ["human", "bot amateur"]


def test_a_preset_on_the_command_line_is_the_one_of_the_menu_and_options_change_it(tmp_path):
    path = tmp_path / "b.match"
    run("play", "pilka_w_grze", "--preset", "full", "-o", "tactics=off", "--save", str(path), typed="q\n")
    chosen = read_match(path).options
    assert [chosen[name] for name in ("formations", "tactics", "surprise_shots")] == [True, False, True]
    with pytest.raises(MatchdayError, match='no preset "ful"; did you mean "full"'):
        run("play", "pilka_w_grze", "--preset", "ful")


def test_a_games_own_commands_are_ours_and_imported_only_when_asked_for():
    assert "deck" in run("--help")
    assert "toque" in run("deck", "show", "toque").lower()
    code = (
        "import sys; from typer.testing import CliRunner; from matchday.cli.app import app;"
        "CliRunner().invoke(app, ['verify', '--help']); sys.exit('matchday.games.kick_on' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 - our own words


def test_leaving_and_resuming(tmp_path):
    path = tmp_path / "b.match"
    shown = run("play", "pilka_w_grze", "--seed", "5", "--save", str(path), typed="1\n1\nq\n")
    assert f"matchday play --resume {path}" in shown.replace("\n", "")
    before = read_match(path)
    assert not before.over
    run("play", "--resume", str(path), typed=ANY)
    after = read_match(path)
    assert after.over
    assert after.moves[: before.ply] == before.moves
    with pytest.raises(MatchdayError, match="the match is over"):
        run("play", "--resume", str(path))


def test_end_of_input_saves_the_match(tmp_path):
    path = tmp_path / "c.match"
    run("play", "pilka_w_grze", "--seed", "5", "--save", str(path), typed="1\n")
    assert read_match(path).ply > 0


def test_two_people_at_one_screen_see_their_own_cards(tmp_path):
    path = tmp_path / "d.match"
    shown = run(
        "play", "pilka_w_grze", "--seed", "5", "--opponent", "human", "--save", str(path), typed="1\n\n1\n\n1\nq\n"
    )
    assert "Press Enter to see your cards." in shown


def test_help_rules_report_undo_and_nonsense():
    typed = "?\nr\nr corner\nr xyzzy\nl\nt\ns\nu\n99\nabc\nq\n"
    shown = run("play", "pilka_w_grze", "--seed", "5", typed=typed)
    for text in (
        "take back your last choice",
        "No rule speaks of xyzzy",
        "Saved to",
        "99 is no choice here",
        "abc is no choice",
    ):
        assert text in shown.replace("\n", " ")
    assert "PG-34" in shown


@pytest.mark.parametrize("game_name", GAMES)
def test_help_names_a_clause_of_the_game_and_r_alone_reads_the_latest(game_name):
    shown = run("play", game_name, "--seed", "5", typed="?\nr\nq\n")
    helped = shown.split("make that choice")[1]
    (named,) = re.findall(r"^r ([A-Z]{2}-\w+)", helped, re.MULTILINE)
    assert named in clauses(find_game(game_name), "en")
    read = helped.split("leave; the match can be resumed")[1]
    assert f"{named} [" in read
    assert "No rule speaks of" not in read


def test_what_was_played_for_a_person_stands_in_the_report_where_it_was_played():
    """The attacker has shot and saved with what was left, so the answer to the last attack left no choice."""
    match = Match(find_game("pilka_w_grze"), seed="7")
    table = Terminal(match, ["human", "greedy"], Say("en", "pilka_w_grze"), Path("never"), Console(width=100))
    table.save = lambda: None
    table.ask = lambda seat, options: match.play(seat, options[0].action)
    while not match.over:
        table.next_decision()
    ply = next(iter(table.notes))
    with table.console.capture() as said:
        table.console.print(table.report(0, 0))
    lines = [line.strip() for line in said.get().splitlines()]
    note = lines.index(table.notes[ply])
    seen = events(match.seat(0, since=0), table.say)
    told = [line.text for line in seen if line.ply == ply]
    before = [line.text for line in seen if line.ply < ply]
    assert note == len(before)
    assert lines[note + 1].startswith(told[0])


@pytest.mark.parametrize("home", [0, 1])
def test_the_score_names_whom_it_belongs_to_the_home_side_first(home):
    match = Match(find_game("kickards"), {"sides": f"seat{home}"}, seed="1", names=["Ola", "Tomek"])
    match.table.goals[:] = (2, 1)
    assert score_text(match, Say("en")) == ("Ola 2:1 Tomek", "Tomek 1:2 Ola")[home]
    match = Match(find_game("mcs"), {"players": 3}, seed="1", names=["Ola", "Tomek", "Ewa"])
    assert score_text(match, Say("en")) == "Ola 0, Tomek 0, Ewa 0"


def test_a_score_names_the_host_first_where_a_lot_has_made_the_sides():
    seen = set()
    for seed in range(8):
        match = Match("mcs", seed=seed, names=["Ola", "Tomek"])
        host = list(match.table.side_of[:2]).index(0)
        seen.add(host)
        assert score_text(match, Say("en")) == ("Ola 0:0 Tomek", "Tomek 0:0 Ola")[host]
    assert seen == {0, 1}


@pytest.mark.xdist_group("pilka_w_grze")
@pytest.mark.parametrize(("is_ready", "text"), [(False, "A sensible choice"), (True, "Expected share of the win")])
def test_a_hint_comes_at_once_and_with_chances_once_thinking_is_compiled(is_ready, text, monkeypatch):
    monkeypatch.setattr("matchday.bots.warming.Warming.soon", lambda _self, _part: is_ready)
    shown = run("play", "pilka_w_grze", "--seed", "5", typed="h\nq\n")
    assert text in shown.replace("\n", " ")
    assert ("%" in shown) == is_ready


def test_taking_back_a_formation():
    shown = run(
        "play", "pilka_w_grze", "--seed", "5", "-o", "formations=on", "--opponent", "human", typed="2\n\nu\nq\n"
    )
    assert "Only your own last choice" in shown.replace("\n", " ")


def test_replay_steps_and_prints(tmp_path):
    path = tmp_path / "e.match"
    run("play", "pilka_w_grze", "--seed", "3", "--save", str(path), typed=ANY)
    shown = run("replay", str(path), typed="\n\nb\ng 12\no\nnonsense\nq\n")
    assert "Ply 12 of" in shown
    report = run("replay", str(path), "--text", "--lang", "pl")
    assert "PG-28" in report or "PG-29" in report
    with pytest.raises(MatchdayError, match="seat 7"):
        run("replay", str(path), "--seat", "7")


def test_simulate_prints_one_json_object():
    out = run(
        "simulate", "pilka_w_grze", "--matches", "30", "--json", "--plain", "--seats", "greedy,random", "--events"
    )
    report = json.loads(out[out.index("{") :])
    assert report["matches"] == 30
    assert report["decisions_per_second"] > 0
    assert sum(report["wins"]) + report["draws"] == 30
    assert report["events_per_match"]["kick_off"] >= 2
    assert report["seats"] == ["greedy", "random"]


def test_simulate_prints_a_table():
    out = run("simulate", "pilka_w_grze", "--matches", "3", "--plain")
    assert "decisions per second" in out


def test_check_passes_and_fails(monkeypatch):
    out = run("check", "pilka_w_grze", "--matches", "2", "--plain")
    assert "all properties hold" in out
    monkeypatch.setattr(
        "matchday.lab.properties.Checker.check_secrets", lambda self: self.require(False, "broken on purpose")
    )
    run("check", "pilka_w_grze", "--matches", "2", "--plain", code=1)


@pytest.mark.parametrize("game_name", GAMES)
def test_rules_and_options_can_be_read(game_name):
    assert len(run("options", game_name, "--lang", "es").splitlines()) > 3 + len(find_game(game_name).options)
    assert list(clauses(find_game(game_name), "pl"))[-1] in run("rules", game_name, "--lang", "pl")
    with pytest.raises(MatchdayError, match="no rule of"):
        run("rules", game_name, "xyzzyxyzzy")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "chess"], 'no game "chess"'),
        (["play", "pilka_w_grze", "--lang", "de"], 'no language "de"'),
        (["play", "pilka_w_grze", "--seat", "2"], "seat 2 is not at this table: 0 to 1"),
        (["play", "pilka_w_grze", "--opponent", "deep"], 'no opponent "deep"'),
        (["play", "pilka_w_grze", "--opponent", "random,random"], "2 opponents for 1 other seats"),
        (["play", "pilka_w_grze", "-o", "tactic=on"], 'no option "tactic"; did you mean "tactics"?'),
        (["simulate", "pilka_w_grze", "--seats", "clever"], 'no bot "clever"'),
        (["simulate", "pilka_w_grze", "--seats", "random,random,random"], "3 bots for 2 seats"),
        (["simulate", "pilka_w_grze", "--box", "none.toml"], "none.toml: cannot be read"),
        (["replay", "none.match"], "there is no file none.match"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(words, message, tmp_path):
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "matchday", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(matchday.__file__).parents[1])},
    )
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_the_match_of_the_day_is_played_as_the_date_says(monkeypatch):
    from datetime import date

    monkeypatch.setattr("matchday.match.daily.today", lambda: date(2026, 11, 18))
    assert "matchday play --resume" in run("play", "--of-the-day", typed="q\n").replace("\n", "")
    refused = CliRunner().invoke(app, ["play", "kick_on", "--of-the-day"])
    assert "the date decides" in str(refused.exception)
