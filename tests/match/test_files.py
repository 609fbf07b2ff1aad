"""Match files: what is written is read again; what is damaged is refused with its line."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.errors import MatchdayError, MatchFileError
from matchday.engine.speech import Say
from matchday.games import game
from matchday.match.files import (
    MANY,
    MOST_MOVES,
    ONCE,
    box_digest,
    load_match,
    parse_file,
    print_match,
    read_match,
    save_match,
)
from matchday.match.match import Match, commitment
from matchday.match.views import seat_names

GAME = game("pilka_w_grze")


def played(plies: int = 10_000, **options) -> Match:
    match, dice = Match(GAME, options, "files", names=['Ola "Bomba"', "Zoë\nB\\"]), Dice.new()
    set_key(dice, 8, 8)
    while not match.over and match.ply < plies:
        seat = match.waiting[0]
        actions = match.legal(seat)
        match.play(seat, actions[roll(dice, len(actions))])
    return match


MATCH = played(tactics=True, formations=True)
TEXT = print_match(MATCH)


def test_round_trip():
    loaded = load_match(TEXT)
    assert print_match(loaded) == TEXT
    assert loaded.digest() == MATCH.digest()
    assert loaded.names == MATCH.names
    assert [step.table for step in loaded.steps] == [step.table for step in MATCH.steps]


def test_who_plays_is_told_beside_the_names():
    match = played(3)
    match.names, match.kinds = ["bot legend", ""], ["human", "bot rookie"]
    text = print_match(match)
    assert '[Seat "bot legend"]\n[Seat ""]\n[Kind "human"]\n[Kind "bot rookie"]\n' in text
    loaded = load_match(text)
    assert (loaded.names, loaded.kinds) == (match.names, match.kinds)
    assert seat_names(loaded, Say("en")) == ["bot legend", "The Yellows (bot)"]
    for again in (loaded.copy(), loaded.at(1), loaded.branch(1), loaded.replay()):
        assert (again.names, again.kinds) == (match.names, match.kinds)


@pytest.mark.parametrize(
    ("name", "called", "kind"),
    [
        ("Ola", "Ola", "human"),
        ("bot legend", "", "bot legend"),
        ("bot automat", "", "automat"),
        ("bot ", "bot ", "human"),
        ("Bot legend", "Bot legend", "human"),
    ],
)
def test_a_file_from_before_the_kinds_of_players_has_bots_in_the_place_of_names(name, called, kind):
    match = played(3)
    match.names = ["Ewa", name]
    old = "".join(line for line in print_match(match).splitlines(keepends=True) if not line.startswith("[Kind"))
    loaded = load_match(old)
    assert loaded.names == ["Ewa", called]
    assert loaded.kinds == ["human", kind]


@pytest.mark.parametrize("kind", ["", "bot", "bot ", "Human", "a person"])
def test_another_kind_of_player_is_refused_with_its_line(kind):
    text = print_match(played(3)).replace('[Kind "human"]', f'[Kind "{kind}"]', 1)
    line = text.splitlines().index(f'[Kind "{kind}"]') + 1
    with pytest.raises(MatchFileError, match=f"line {line}: no player is of the kind"):
        load_match(text)


def test_a_kind_for_every_seat_or_for_none():
    text = print_match(played(3)).replace('[Kind "human"]\n', "", 1)
    with pytest.raises(MatchFileError, match="1 seats are named, the match has 2"):
        load_match(text)


def test_a_match_in_progress_goes_on():
    unfinished = played(20)
    text = print_match(unfinished)
    assert '[Result "*"]' in text
    assert load_match(text).waiting == unfinished.waiting


def test_the_seed_can_stay_secret():
    text = print_match(MATCH, reveal=False)
    assert MATCH.seed not in text.replace("files.", "")
    assert parse_file(text).tags["Commitment"] == commitment("files")
    with pytest.raises(MatchFileError, match="the seed is not in the file"):
        load_match(text)


RULES = f'[Rules "{MATCH.game.version}"]'


def change(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def line_of(piece: str) -> int:
    return next(number for number, line in enumerate(TEXT.splitlines(), start=1) if piece in line)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the tag [Game"),
        ("hello\n", 1, "a move is written"),
        ('[Event "chess"]\n1. e4 e5\n', 1, 'no tag "Event"'),
        (
            change('[Game "pilka_w_grze"]', '[Game "pilka_w_gre"]'),
            1,
            'no game "pilka_w_gre"; did you mean "pilka_w_grze"?',
        ),
        (change(RULES, '[Rules "0"]'), 2, f"written for rules version 0; this is version {MATCH.game.version}"),
        (change(RULES, "[Rules 1]"), 2, "a tag is written"),
        (change(RULES, '[Game "pilka_w_grze"]'), 2, "the tag Game stands twice, first in line 1"),
        (change("tactics=true", "tactics=maybe"), line_of("surprise_shots"), "tactics: 'maybe' is none of"),
        (change("1. ", "2. "), line_of("1. "), "move 1 should stand here"),
        (change("[Box ", '[Box "0"]\n; '), 3, "played with another box file"),
        (change("[Seat ", '[Seat "third"]\n[Seat '), line_of("[Kind"), "3 seats are named, the match has 2"),
        (change("[End ", '[End "0"]\n; '), line_of("[End"), "the moves lead to another end"),
        (change("[Result ", '[Result "9-9"]\n; '), line_of("[Result"), "the moves lead to"),
        (TEXT + '[Rules2 "1"]\n', len(TEXT.splitlines()) + 1, "after the first move"),
        (change("\n1. ", "\n1. 0 XX9 ; "), line_of("1. "), 'no action "XX9"'),
        ("x" * 100_001, 1, "100001 characters are no match file; the largest taken is 100000"),
        (change("\n1. ", "\n1. 0 " + 300 * "x" + "\n1. "), line_of("1. "), "a move is written"),
        (change("[Seat ", 200 * '[Seat ""]\n' + "[Seat "), line_of("[Seat") + 200 - line_of("[Seat") + 1, "200 tags"),
        (change("tactics=true", "tactics=" + 5000 * "9"), line_of("tactics=true"), "the longest taken has 4100"),
        (change("tactics=true", "tactics=" + 4001 * "9"), line_of("surprise_shots"), "is none of"),
        (
            TEXT + "".join(f"{n}. 0 pass\n" for n in range(MATCH.ply + 1, 3002)),
            len(TEXT.splitlines()) + 3001 - MATCH.ply,
            "at most 3000 moves",
        ),
    ],
)
def test_damaged_files(text, line, message):
    with pytest.raises(MatchFileError) as caught:
        load_match(text)
    assert message in str(caught.value)
    assert caught.value.line == line


@pytest.mark.parametrize(("tag", "longest"), [*ONCE.items(), *MANY.items()])
def test_every_tag_has_a_longest_value(tag, longest):
    """The tags are walked: one that is new comes with a limit, or it does not come in."""
    start = "" if tag == "Game" else '[Game "pilka_w_grze"]\n'
    if tag != "Dice":  # there is one edition, and it is short
        assert parse_file(f'{start}[{tag} "{"x" * longest}"]')
    with pytest.raises(MatchFileError, match=f"the value of {tag} has {longest + 1} signs; the longest taken has"):
        parse_file(f'{start}[{tag} "{"x" * (longest + 1)}"]')


def calls_of(work: Callable[[], object]) -> int:
    """Count the calls of functions, ours and built in: a measure of work that no other program disturbs."""
    count = 0

    def see(_frame, event, _what):
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def moves_file(moves: int) -> str:
    return '[Game "pilka_w_grze"]\n' + "".join(f"{n}. 0 pass @1 ; x ;x\n" for n in range(1, moves + 1))


def tags_file(tags: int) -> str:
    return '[Game "pilka_w_grze"]\n' + "".join(f'[Words "{n}"] ; x\n' for n in range(tags))


@pytest.mark.parametrize(
    ("write", "size"),
    [
        (moves_file, MOST_MOVES // 2),
        (tags_file, 99),
        (lambda n: moves_file(1) + n * "; comment\n", 4000),
        (lambda n: moves_file(1) + n * "\n", 20_000),
    ],
)
def test_a_file_twice_as_long_is_twice_the_work(write, size):
    half, whole = (calls_of(lambda size=size: parse_file(write(size))) for size in (size, 2 * size))
    assert whole < 2.2 * half


def test_a_match_twice_as_long_is_twice_the_work_to_replay():
    """Legal moves differ in work, so only much more than twice would be wrong."""
    texts = [print_match(played(plies)) for plies in (50, 100, 200)]
    base, *work = (calls_of(lambda text=text: load_match(text)) for text in texts)
    assert work[1] - work[0] < 3 * (work[0] - base)


@pytest.mark.parametrize("sign", [" ", ";", '"', "\\", "x", "[", "\t", "; ", " @1", " #0"])
def test_no_line_takes_long_to_be_refused(sign):
    """Patterns that try again from every sign would take minutes here."""
    for start in ("1. 0 pass", "1. 0 ", '[Seat "', '[Seat "x"]', ""):
        line = start + sign * (90_000 // len(sign)) + "\x01"
        with pytest.raises(MatchFileError):
            parse_file(line)


def test_an_illegal_move_names_the_legal_ones():
    lines = TEXT.splitlines()
    first = line_of("3. ") - 1
    lines[first] = lines[first].rsplit(" ", 1)[0] + " shoot"
    with pytest.raises(MatchFileError, match=rf'line {first + 1}: "shoot" is not legal here; seat \d may play: '):
        load_match("\n".join(lines))


def test_moves_of_the_wrong_seat_are_refused():
    unfinished = played(4)
    seat = 1 - unfinished.waiting[0]
    with pytest.raises(MatchFileError, match=f"does not wait for seat {seat}"):
        load_match(print_match(unfinished) + f"5. {seat} pass\n")


def test_comments_blank_lines_and_windows_line_ends_are_welcome():
    noisy = "\ufeff; a comment\n" + TEXT.replace("\n", "\r\n").replace("1. ", "1. ", 1) + "\n; the end\n"
    assert load_match(noisy).digest() == MATCH.digest()


@given(st.text(max_size=300))
def test_any_text_is_a_match_or_an_error_with_a_line(text):
    with pytest.raises(MatchFileError):
        load_match(text)


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_one_changed_sign_never_changes_the_result(place, sign):
    try:
        loaded = load_match(TEXT[:place] + sign + TEXT[place + 1 :])
    except MatchdayError:
        return
    assert loaded.score() == MATCH.score()
    assert loaded.digest() == MATCH.digest()


def test_saving_replaces_the_file_whole(tmp_path):
    path = tmp_path / "a.match"
    save_match(played(5), path)
    save_match(MATCH, path)
    assert read_match(path).digest() == MATCH.digest()
    assert [each.name for each in tmp_path.iterdir()] == ["a.match"]
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MatchFileError, match="no text file"):
        read_match(path)


def test_a_designers_box_goes_with_its_matches():
    import copy

    data = copy.deepcopy(GAME.box_data)
    data["hand"] = 6
    match = Match(GAME, seed=1, data=data)
    text = print_match(match)
    assert box_digest(GAME, data) != box_digest(GAME, None)
    with pytest.raises(MatchFileError, match="another box file"):
        load_match(text)
    assert load_match(text, data).digest() == match.digest()
