"""Fair dice: commit, mix, reveal, verify; whatever is changed in a file is found, and where."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from matchday import cli
from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.match.fair import Fair, new_secret
from matchday.match.files import load_match, print_match
from matchday.match.match import Match
from matchday.match.verify import is_fair, verify

SAY = Say()
FAIR = Fair("5ec2e7" * 10, ("lucky seven", ""))


def play_out(match):
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
    return match


@pytest.fixture(scope="module", params=["pilka_w_grze", "super_goal"])
def text(request):
    return print_match(play_out(Match(find_game(request.param), fair=FAIR)))


def verdicts(text, **known):
    return {finding.verdict for finding in verify(text, SAY, **known)}


def test_a_commitment_is_the_hash_of_the_secret():
    assert FAIR.commitment == hashlib.sha256(FAIR.secret.encode()).hexdigest()
    assert len(new_secret()) == 64
    assert new_secret() != new_secret()


@given(st.lists(st.text(max_size=8), max_size=3), st.lists(st.text(max_size=8), max_size=3))
def test_other_words_give_another_seed_however_they_are_split(one, two):
    assert (Fair("x", tuple(one)).seed == Fair("x", tuple(two)).seed) == (one == two)


def test_the_seed_hangs_on_secret_and_words_and_deals_the_match():
    game = find_game("pilka_w_grze")
    match = Match(game, fair=FAIR)
    assert match.seed == FAIR.seed
    assert match.digest() == Match(game, seed=FAIR.seed).digest()
    assert match.digest() != Match(game, fair=Fair(FAIR.secret, ("lucky eight", ""))).digest()


def test_while_it_is_played_a_file_shows_the_commitment_alone():
    shown = print_match(Match(find_game("pilka_w_grze"), fair=FAIR), reveal=False)
    assert FAIR.commitment in shown
    assert FAIR.secret not in shown
    assert FAIR.seed not in shown
    assert "lucky seven" not in shown


def test_a_fair_file_is_loaded_and_printed_the_same(text):
    again = load_match(text)
    assert again.fair == FAIR
    assert print_match(again) == text


def test_what_a_fair_file_proves(text):
    assert is_fair(verify(text, SAY))
    assert "proven" in verdicts(text)
    full = verify(text, SAY, commitment=FAIR.commitment, words="lucky seven")
    assert is_fair(full)
    assert [finding.verdict for finding in full].count("open") == 1  # who sat there, no file can show


def test_a_remembered_commitment_or_words_that_are_not_there_break_it(text):
    assert not is_fair(verify(text, SAY, commitment="0" * 64))
    assert not is_fair(verify(text, SAY, words="other words"))


@pytest.mark.parametrize(
    ("old", "new"), [("5ec2e7", "5ec2e8"), ("lucky seven", "lucky eight"), (FAIR.commitment[:8], "00000000")]
)
def test_changed_tags_are_found(text, old, new):
    broken = [finding for finding in verify(text.replace(old, new, 1), SAY) if finding.verdict == "broken"]
    assert broken
    assert "ply" not in broken[0].text  # what was changed is named first, not only the first move that suffers from it


def test_a_changed_move_is_found_at_its_ply(text):
    match = load_match(text)
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    notation = match.game.words.notation
    found = 0
    for ply in range(0, match.ply, 9):
        there, move = match.at(ply), match.moves[ply]
        others = [action for action in there.legal(move.seat) if action != move.action]
        if not others:
            continue
        changed = list(lines)
        words = changed[first + ply].split(" ")
        words[2] = notation(match.box, others[0])
        changed[first + ply] = " ".join(words)
        broken = [finding for finding in verify("\n".join(changed), SAY) if finding.verdict == "broken"]
        assert [f"ply {ply + 1}:" in finding.text for finding in broken] == [True]
        found += 1
    assert found > 3


def test_a_file_without_a_secret_says_what_it_cannot_prove():
    plain = print_match(play_out(Match(find_game("pilka_w_grze"), seed="x")))
    findings = verify(plain, SAY)
    assert is_fair(findings)
    assert findings[0].verdict == "open"


@pytest.mark.parametrize("language", ["en", "pl", "es"])
def test_the_command(text, tmp_path, language):
    path = tmp_path / "a.match"
    path.write_text(text, encoding="utf-8")
    good = CliRunner().invoke(cli.app, ["verify", str(path), "--lang", language, "--words", "lucky seven"])
    assert good.exit_code == 0
    assert "✓" in good.output
    path.write_text(text.replace("5ec2e7", "5ec2e8", 1), encoding="utf-8")
    bad = CliRunner().invoke(cli.app, ["verify", str(path), "--lang", language])
    assert bad.exit_code == 1
    assert "✗" in bad.output
