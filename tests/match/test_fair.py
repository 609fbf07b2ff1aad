"""Fair dice: commit, seal, open, mix, verify; whatever is changed in a file is found, and where."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from matchday.cli.app import app
from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.match.fair import Fair, FirstFair, Opening, are_words, brought_texts, new_secret, shown_words
from matchday.match.files import BadFile, load_match, parse_file, print_match, quoted
from matchday.match.match import Match
from matchday.match.verify import Kept, is_fair, verify
from tests.match import dice_corpus

SAY = Say()
FAIR = Fair("5ec2e7" * 10, (Opening("lucky seven", "ab" * 32), Opening("", "cd" * 32)))
FIRST = FirstFair("5ec2e7" * 10, ("lucky seven", ""))
OWN = Kept(FAIR.commitment, tuple(FAIR.hashes), 0, "lucky seven", "ab" * 32)


def play_out(match):
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
    return match


@pytest.fixture(scope="module", params=["pilka_w_grze", "super_goal"])
def text(request):
    return print_match(play_out(Match(find_game(request.param), fair=FAIR)))


def codes(text, kept=OWN):
    return {finding.code for finding in verify(text, SAY, kept)}


def test_a_commitment_is_the_hash_of_the_secret():
    assert FAIR.commitment == FIRST.commitment == hashlib.sha256(FAIR.secret.encode()).hexdigest()
    assert len(new_secret()) == 64
    assert new_secret() != new_secret()


openings = st.builds(Opening, st.text(max_size=4), st.text(max_size=4), st.lists(st.text(max_size=4)).map(tuple))


@given(st.lists(st.none() | openings, max_size=3), st.lists(st.none() | openings, max_size=3))
def test_other_openings_give_another_seed_however_they_are_split(one, two):
    def bare(each):
        return [opening and (opening.words, opening.nonce) for opening in each]

    assert (Fair("x", tuple(one)).seed == Fair("x", tuple(two)).seed) == (bare(one) == bare(two))


@given(openings, openings, st.text(max_size=3), st.text(max_size=3), st.integers(0, 3), st.integers(0, 3))
def test_a_hash_seals_one_opening_at_one_table_for_one_seat(one, two, here, there, seat, other):
    are_same = (one, here, seat) == (two, there, other)
    assert (one.sealed(here, seat) == two.sealed(there, other)) == are_same


def test_a_hash_does_not_tell_its_words():
    """Without the nonce the same few words could be tried one after the other."""
    guesses = {Opening("heads", "").sealed("c", 0), Opening("heads", "0" * 64).sealed("c", 0)}
    assert Opening("heads", new_secret()).sealed("c", 0) not in guesses


def test_the_seed_hangs_on_secret_and_openings_and_deals_the_match():
    game = find_game("pilka_w_grze")
    match = Match(game, fair=FAIR)
    assert match.seed == FAIR.seed
    assert match.digest() == Match(game, seed=FAIR.seed).digest()
    for other in (replace(FAIR.openings[0], words="lucky eight"), replace(FAIR.openings[0], nonce="12" * 32), None):
        assert match.digest() != Match(game, fair=Fair(FAIR.secret, (other, FAIR.openings[1]))).digest()


def test_while_it_is_played_a_file_shows_the_commitment_alone():
    shown = print_match(Match(find_game("pilka_w_grze"), fair=FAIR), reveal=False)
    assert FAIR.commitment in shown
    for hidden in (FAIR.secret, FAIR.seed, "lucky seven", "abab"):
        assert hidden not in shown


def test_a_fair_file_is_loaded_and_printed_the_same(text):
    again = load_match(text)
    assert again.fair == FAIR
    assert print_match(again) == text


def test_a_file_of_the_first_edition_is_loaded_and_printed_the_same():
    text = print_match(play_out(Match(find_game("pilka_w_grze"), fair=FIRST)))
    again = load_match(text)
    assert again.fair == FIRST
    assert print_match(again) == text
    findings = verify(text, SAY, Kept(FIRST.commitment, words="lucky seven"))
    assert is_fair(findings)
    assert "first_edition" in {finding.code for finding in findings}
    assert "all_proven" not in {finding.code for finding in findings}


def test_what_is_played_on_is_nobody_s_fair_dice(text):
    match = load_match(text)
    for ply in (0, 5, match.ply - 1):
        branch = match.branch(ply)
        assert (branch.fair, branch.ending, branch.ply) == (None, None, ply)
        assert "no_secret" in codes(print_match(branch), Kept())
    assert match.fair == FAIR
    assert match.replay().fair == FAIR  # the same match once more, not another one


def test_what_a_fair_file_proves(text):
    assert is_fair(verify(text, SAY))
    assert {"players_only", "hashes_compare"} <= codes(text, Kept())
    full = verify(text, SAY, OWN)
    assert is_fair(full)
    assert "all_proven" in {finding.code for finding in full}
    assert [finding.code for finding in full if finding.verdict == "open"] == ["who_sat"]


def test_what_is_kept_and_not_in_the_file_breaks_it(text):
    bare = print_match(play_out(Match(find_game("pilka_w_grze"), seed="x")))
    for kept in (Kept("0" * 64), Kept(hashes=("", "")), Kept(words="other words"), Kept(nonce="12" * 32)):
        assert not is_fair(verify(text, SAY, kept))
        assert not is_fair(verify(bare, SAY, kept))


@given(st.text(max_size=40).filter(lambda text: "\0" not in text))
def test_whatever_stands_in_a_tag_is_read_as_it_was_written(value):
    try:
        value.encode()
    except UnicodeEncodeError:
        return
    line = f"[Words {quoted(value)}]"
    assert line.isprintable()
    assert parse_file(f'[Game "x"]\r\n{line} ; so\n').words == [value]


ODD = st.sampled_from(
    [*dice_corpus.ODD_WORDS.values(), "  ", "z\u0307", "\u00e9", "e\u0301", '"', "\\", ";", "]", "[", "\u200d"]
)
WORDS = st.lists(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]) | ODD, max_size=12).map("".join)


@given(WORDS.filter(are_words), WORDS.filter(are_words))
def test_words_are_kept_sign_by_sign(hers, his):
    fair = Fair(FAIR.secret, (Opening(hers, "ab" * 32), Opening(his, "cd" * 32)))
    text = dice_corpus.written(fair)
    assert parse_file(text).fair == fair
    for seat in (0, 1):
        assert "all_proven" in codes(text, dice_corpus.kept_by(fair, seat))
        other = replace(dice_corpus.kept_by(fair, seat), words=(hers, his)[seat] + " ")
        assert "words_missing" in codes(text, other)


@pytest.mark.parametrize("words", ["a\nb", "\t", "\x00", "\x7f", "\x9f", "\u2028", "\u2029", "\ud83d", "x" * 201])
def test_what_is_no_words(words):
    assert not are_words(words)


def test_words_are_shown_without_what_steers_a_terminal():
    assert shown_words(["a\x1b[31mb", "", "\u202ec", dice_corpus.ODD_WORDS["family"]]) == (
        f"a[31mb, c, {dice_corpus.ODD_WORDS['family']}"
    )


def test_an_option_stands_once():
    with pytest.raises(BadFile, match="line 3"):
        parse_file('[Game "x"]\n[Option "deck_0=a"]\n[Option "deck_0=b"]\n')


def test_a_deck_is_sealed_with_the_words():
    game = find_game("kick_on")
    bare = Fair(FAIR.secret, FAIR.openings)
    match = Match(game, {"deck_0": "samba"}, fair=bare)
    assert "deck_unsealed" in codes(print_match(match), dice_corpus.kept_by(bare, 1))
    brought = brought_texts({"deck_0": "samba"})
    fair = Fair(FAIR.secret, (replace(FAIR.openings[0], brought=brought), FAIR.openings[1]))
    text = print_match(Match(game, {"deck_0": "samba"}, fair=fair))
    kept = dice_corpus.kept_by(fair, 1)
    assert {"all_proven", "moves_legal"} <= codes(text, kept)
    assert "deck_unsealed" not in codes(text, kept)
    assert "brought_broken" in codes(text.replace("deck_0=samba", "deck_0=garra", 1), kept)


def test_the_corpus_is_what_is_found_here():
    assert dice_corpus.TARGET.read_text(encoding="ascii") == dice_corpus.dumped()


def test_every_cheat_of_the_corpus_is_caught_and_nothing_honest_is():
    for _, text, kept in dice_corpus.good():
        assert is_fair([finding for finding in verify(text, SAY, kept) if finding.part == "dice"])
    for name, text, kept in dice_corpus.cheats():
        assert not is_fair([finding for finding in verify(text, SAY, kept) if finding.part == "dice"]), name


@pytest.mark.parametrize(
    ("old", "new"),
    [("5ec2e7", "5ec2e8"), ("lucky seven", "lucky eight"), (FAIR.commitment[:8], "00000000"), ("abab", "abac")],
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
    assert (findings[0].verdict, findings[0].code) == ("open", "no_secret")


@pytest.mark.parametrize("language", ["en", "pl", "es"])
def test_the_command(text, tmp_path, language):
    path = tmp_path / "a.match"
    path.write_text(text, encoding="utf-8")
    asked = ["verify", str(path), "--lang", language]
    kept = ["--words", "lucky seven", "--nonce", "ab" * 32, "--commitment", FAIR.commitment.upper()]
    kept += [part for each in FAIR.hashes for part in ("--hash", each)]
    good = CliRunner().invoke(app, [*asked, *kept])
    assert good.exit_code == 0
    assert good.output.count("?") == 1  # who sat there, no file can show
    bad = CliRunner().invoke(app, [*asked, "--words", "lucky  seven"])
    assert bad.exit_code == 1
    assert "✗" in bad.output
    path.write_text(text.replace("5ec2e7", "5ec2e8", 1), encoding="utf-8")
    assert CliRunner().invoke(app, asked).exit_code == 1
