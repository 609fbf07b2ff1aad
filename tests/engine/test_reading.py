"""What is made of a box or a table is kept and shared: it is the same as made anew, and nobody can change it."""

from __future__ import annotations

import numpy as np
import pytest

from matchday.bots.simple import SimpleBot
from matchday.engine.reading import Reading, Shelf, block, lasting, readable_box, shared_box
from matchday.engine.record import Record, copy_of, i8, rows, u8
from matchday.engine.speech import Say
from matchday.engine.view import View
from matchday.match.match import Match
from matchday.match.views import view

SAY = Say()


class Inner(Record):
    """A record in a record."""

    x: int = i8()


class Some(Record):
    """A bit of everything."""

    seats: int = i8()
    first: int = i8()
    second: int = i8()
    row: np.ndarray = u8(3)
    grid: np.ndarray = u8(2, 3)
    inner: np.ndarray = rows(Inner, 2)


def some(**values: int) -> Reading:
    record = Some.new()
    for name, value in values.items():
        setattr(record, name, value)
    return Reading(record)


def forget(match: Match) -> None:
    """Forget all that was made of a match's boxes and tables; it holds its boxes itself."""
    shared_box.cache_clear()
    match.hidden_tables.clear()
    for box in match.read_boxes.values():
        box.memory.clear()


def looked_at(match: Match) -> list[View]:
    """What everybody sees, in two languages."""
    since = max(0, match.ply - 3)
    everybody = (*range(match.seats), None)
    return [view(match, seat, language=language, since=since) for language in ("en", "pl") for seat in everybody]


def test_a_view_is_the_same_made_from_what_is_kept_and_made_anew(game):
    """Two matches go on side by side, so that what is kept of one could be taken for the other's."""
    bot, matches = SimpleBot("random", "kept"), [Match(game, seed=seed) for seed in ("kept", "other")]
    seen = 0
    while not any(match.over for match in matches) and matches[0].ply < 48:
        for match in matches:
            match.play(match.asked, bot.decide(match.seat(match.asked)))
            kept = looked_at(match)
        if match.ply % 8 == 0:
            forget(match)
            assert looked_at(match) == kept
            seen += 1
    assert seen


def test_matches_side_by_side_in_two_languages_with_moves_taken_back_share_what_is_kept(game):
    bot, matches = SimpleBot("random", "beside"), [Match(game, seed=f"beside {number}") for number in range(2)]
    seen = 0
    for turn in range(60):
        match, language = matches[turn % 2], ("en", "pl")[turn // 2 % 2]
        if match.over:
            continue
        seat = match.waiting[-1]
        match.play(seat, bot.decide(match.seat(seat)))
        if turn % 3 == 0 and match.can_undo(seat):
            view(match, seat, language=language)
            match.undo(seat)
        kept = [view(match, seat, language=language) for seat in (*range(match.seats), None)]
        if turn % 8 > 5:
            forget(match)
            assert [view(match, seat, language=language) for seat in (*range(match.seats), None)] == kept
            seen += 1
    assert seen


def test_a_move_that_is_taken_back_leaves_nothing_behind(game):
    bot = SimpleBot("random", "taken back")
    match, undone = Match(game, seed="taken back"), 0
    while not match.over and match.ply < 120 and undone < 3:
        seat, before = match.asked, looked_at(match)
        match.play(seat, bot.decide(match.seat(seat)))
        looked_at(match)
        if match.can_undo(seat):
            match.undo(seat)
            assert looked_at(match) == before
            undone += 1
            match.play(seat, bot.decide(match.seat(seat)))


def test_equal_boxes_share_their_memory_and_cannot_be_changed(game):
    box = readable_box(game.box())
    assert readable_box(game.box()) is box
    with pytest.raises(TypeError, match="seats is only to be read"):
        box.seats = 9


def test_numbers_are_plain():
    reading = some(first=3)
    assert type(reading.first) is int
    assert reading.row == (0, 0, 0)
    assert reading.grid[1, 2] == reading.grid[1][2] == reading.grid.sum() == 0
    with pytest.raises(AttributeError):
        _ = reading.third
    with pytest.raises(TypeError):
        reading.grid[0][1] = 4


def test_a_draft_keeps_its_changes_to_itself():
    reading = some(first=3)
    draft = copy_of(reading)
    draft.first, draft.grid[1, 2], draft.row[0], draft.inner[1].x = 4, 5, 6, 7
    other = copy_of(draft)
    other.grid[1, 2] += 1
    assert (draft.first, draft.grid[1, 2], draft.row[0], draft.inner[1].x) == (4, 5, 6, 7)
    assert other.grid[1, 2] == 6
    assert (reading.first, reading.grid.sum(), reading.row.sum(), reading.inner[1].x) == (3, 0, 0, 0)


class Counting:
    """A block that looks at the second field only where the first is set."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.show = block(self.make)
        self.box = readable_box(Some.new())

    def make(self, _say: Say, _box: object, table: Reading, which: int) -> int:
        self.made.append(which)
        return 10 * table.second if table.first else which

    def __call__(self, which: int, **values: int) -> int:
        return self.show(SAY, self.box, some(**values), which)


def test_what_a_block_did_not_read_does_not_matter():
    shared_box.cache_clear()
    show = Counting()
    assert [show(1), show(1, second=4), show(2, second=4)] == [1, 1, 2]
    assert show.made == [1, 2]


def test_a_field_that_is_read_later_counts_from_then_on():
    shared_box.cache_clear()
    show = Counting()
    assert [show(1), show(1, first=1, second=2), show(1, first=1, second=3), show(1, first=1, second=2)] == [
        1,
        20,
        30,
        20,
    ]
    assert show(1, second=3) == 1
    assert show.made == [1] * 4, "the first table, two with the field, and again one without it, by its other value"


def test_what_a_block_within_a_block_reads_counts_for_both():
    shared_box.cache_clear()
    inner = Counting()
    outer = block(lambda say, box, table: [inner.show(say, box, table, 1)])
    shown = [outer(SAY, inner.box, some(first=1, second=second)) for second in (2, 3, 2)]
    assert shown == [[20], [30], [20]]


def test_of_a_full_memory_the_oldest_is_forgotten(monkeypatch):
    shared_box.cache_clear()
    monkeypatch.setattr("matchday.engine.reading.BLOCKS", 3)
    Shelf.turn()
    Shelf.turn()
    show = Counting()
    assert [show(1, first=1, second=second) for second in [*range(9), *range(9)]] == [
        10 * each for each in [*range(9)] * 2
    ]
    shelves = [shelf for shelf in show.box.memory.values() if isinstance(shelf, Shelf)]
    assert sum(len(shelf.found) + len(shelf.older) for shelf in shelves) <= 8


def test_what_is_to_last_is_made_once_whatever_comes_between(monkeypatch):
    shared_box.cache_clear()
    monkeypatch.setattr("matchday.engine.reading.BLOCKS", 3)
    show, seldom = Counting(), Counting()
    kept = lasting(seldom.make)
    for second in range(1, 9):
        assert kept(SAY, show.box, some(first=1, second=0), 1) == 0
        Shelf.turn()
        Shelf.turn()
        assert show(1, first=1, second=second) == 10 * second
    assert seldom.made == [1]
    assert kept(SAY, show.box, some(first=1, second=3), 1) == 30, "other content is made anew"


def test_what_is_asked_for_in_every_generation_is_made_once(monkeypatch):
    shared_box.cache_clear()
    monkeypatch.setattr("matchday.engine.reading.BLOCKS", 3)
    Shelf.turn()
    show = Counting()
    for second in range(1, 20):
        assert show(1, first=1, second=0) == 0
        assert show(1, first=1, second=second) == 10 * second
    assert len(show.made) == 20


def test_shelves_that_nobody_looks_at_are_emptied(monkeypatch):
    shared_box.cache_clear()
    monkeypatch.setattr("matchday.engine.reading.BLOCKS", 3)
    show, other = Counting(), Counting()
    show(1, first=1, second=1)
    for second in range(20):
        other(1, first=1, second=second)
    [shelf] = [shelf for (make, *_), shelf in show.box.memory.items() if make == show.make]
    assert not shelf.found
    assert not shelf.older
