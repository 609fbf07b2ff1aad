"""What is printed on pieces is told once for each box and shared: no view may leave anything of its own on it."""

from __future__ import annotations

import pytest

from matchday.bots.simple import SimpleBot
from matchday.match.match import Match
from matchday.match.reading import readable_box, shared_box
from matchday.match.views import view


def test_a_view_is_the_same_with_a_box_that_others_have_read(game):
    match, bot = Match(game, seed="printed"), SimpleBot("random", "printed")
    seen = 0
    while not match.over and match.ply < 40:
        match.play(match.waiting[0], bot.decide(match.seat(match.waiting[0])))
        shared = [view(match, seat) for seat in range(match.seats)]
        if match.ply % 8 == 0:
            shared_box.cache_clear()
            assert [view(match, seat) for seat in range(match.seats)] == shared
            seen += 1
    assert seen


def test_equal_boxes_share_their_memory_and_cannot_be_changed(game):
    box = readable_box(game.box())
    assert readable_box(game.box()) is box
    with pytest.raises(ValueError, match="read-only"):
        box.seats = 9
