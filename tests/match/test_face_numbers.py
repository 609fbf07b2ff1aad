"""Events name cards by their number in the box; a client finds the face by its place in the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from matchday.engine.speech import Say
from matchday.games import game
from matchday.games.mcs.words import card_code as mcs_code
from matchday.games.pilka_w_grze.words import card_code as pilka_code
from matchday.match.faces import usual_box


@pytest.mark.parametrize(("name", "count", "code"), [("pilka_w_grze", "kinds", pilka_code), ("mcs", "total", mcs_code)])
def test_a_catalogue_lists_cards_in_the_order_of_the_box(name: str, count: str, code: Any) -> None:
    """No two cards of a box share a face, and the nth face is the nth card's."""
    rules = game(name)
    box = usual_box(rules)
    listed = [face.code for face in rules.faces(Say("en", name), box) if face.kind == "card"]
    assert listed == [code(box, number) for number in range(int(getattr(box, count)))]
