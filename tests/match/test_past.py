"""The past of a match: whatever is packed comes back byte for byte, and nobody pays for it twice."""

import sys

import pytest

from matchday.bots.simple import SimpleBot
from matchday.engine.errors import UndoRefused
from matchday.engine.record import raw
from matchday.games import OURS
from matchday.match import past
from matchday.match.match import EndedBy, Ending, Match
from matchday.match.past import CHAPTER, Move, Past, Step

LONG = 3 * CHAPTER + 5


def play_on(match: Match, plies: int) -> list[Step]:
    """Play at random; gives each ply as it was, kept by somebody who packs nothing."""
    bot, seen = SimpleBot("random", "past"), [match.steps[-1]]
    while not match.over and match.ply < plies:
        before = match.asked
        match.play(before, bot.decide(match.seat(before)))
        assert match.steps[-1].table == raw(match.table)
        seen.append(match.steps[-1])
    return seen


def numbered(count: int) -> list[Step]:
    return [
        Step(Move(at % 2, at, at) if at else None, bytes([at] * 40), bytes([at] * 16 * (at % 3))) for at in range(count)
    ]


@pytest.mark.parametrize("name", OURS)
def test_every_ply_is_what_it_was(name: str):
    match = Match(name, seed="past")
    seen = play_on(match, LONG)
    assert len(match.steps.chapters) == 3
    past.unpacked.cache_clear()
    assert list(match.steps) == seen
    for ply in reversed(range(len(seen))):
        there = match.at(ply)
        assert (raw(there.table), there.ply, list(there.steps)) == (seen[ply].table, ply, seen[: ply + 1])
    assert match.moves == [step.move for step in seen[1:]]
    assert list(match.replay().steps) == seen


@pytest.mark.parametrize("name", OURS)
def test_branches_and_endings_share_a_past_and_do_not_touch_it(name: str):
    match = Match(name, seed="branches")
    seen = play_on(match, LONG)
    ended = match.copy()
    ended.end(Ending(EndedBy.CONCEDE, 0))
    assert list(ended.steps) == seen
    for ply in (0, 1, CHAPTER - 1, CHAPTER, CHAPTER + 1, 2 * CHAPTER, LONG - 1):
        other = match.branch(ply)
        on = play_on(other, ply + CHAPTER + 3)
        assert list(other.steps) == [*seen[:ply], *on]
    assert list(match.steps) == seen


def test_what_is_taken_back_was_never_there():
    match = Match("pilka_w_grze", seed=5)
    bot, taken = SimpleBot("random", "back"), 0
    for _ in range(60):
        before, seat = match.copy(), match.asked
        match.play(seat, bot.decide(match.seat(seat)))
        after = match.copy()
        try:
            match.undo(seat)
        except UndoRefused:
            continue
        taken += 1
        assert (raw(match.table), list(match.steps)) == (raw(before.table), list(before.steps))
        assert match.ply == after.ply - 1
        match = after
    assert taken > 5


@pytest.mark.parametrize("count", [0, 1, CHAPTER, CHAPTER + 1, CHAPTER + 2, 5 * CHAPTER + 1])
def test_it_reads_like_a_list(count: int):
    steps, kept = numbered(count), Past()
    for step in steps:
        kept = kept.and_then(step)
    assert (len(kept), list(kept)) == (count, steps)
    for at in range(-count, count):
        assert kept[at] == steps[at]
    for start in range(-count, count + 2, 5):
        assert kept[start:] == steps[start:]
        assert kept[:start] == steps[:start]
        assert kept[start : start + 20 : 3] == steps[start : start + 20 : 3]
        assert kept[start::-1] == steps[start::-1]
    for length in range(count + 1):
        assert list(kept.until(length)) == steps[:length]
        assert list(kept.since(length)) == steps[length:]
        again = kept.until(length)
        for step in steps[length:]:
            again = again.and_then(step)
        assert list(again) == steps
    for beyond in (count, -count - 1):
        with pytest.raises(IndexError):
            kept[beyond]


@pytest.mark.parametrize("backwards", [False, True])
def test_whoever_goes_through_all_plies_opens_each_chapter_once(backwards: bool):
    match = Match("kick_on", seed="chapters")
    play_on(match, 8 * CHAPTER)
    past.unpacked.cache_clear()
    plies = range(match.ply + 1)
    for ply in reversed(plies) if backwards else plies:
        match.at(ply)
        match.seat(0, since=max(0, ply - 1))
    assert past.unpacked.cache_info().misses == len(match.steps.chapters) > 5


def test_playing_on_opens_no_chapter():
    match = Match("pilka_w_grze", seed=5)
    play_on(match, LONG)
    past.unpacked.cache_clear()
    bot = SimpleBot("random", "on")
    for _ in range(2 * CHAPTER):
        after = match.copy()
        seat = after.asked
        after.play(seat, bot.decide(after.seat(seat, since=after.ply)))
        after.can_undo(seat)
        after.seat(seat, since=after.ply)
        match = after
    assert past.unpacked.cache_info().misses == 0


@pytest.mark.parametrize("name", OURS)
def test_a_ply_takes_little(name: str):
    match = Match(name, seed="small")
    play_on(match, 6 * CHAPTER)
    size = sum(map(sys.getsizeof, match.steps.chapters)) / (CHAPTER * len(match.steps.chapters))
    assert size < 100
