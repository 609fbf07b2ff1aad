"""What is asked, and what follows from it: two parts of a prompt, however a game has written it."""

from __future__ import annotations

import pytest

from matchday.match.views import two_parts


@pytest.mark.parametrize(
    ("text", "ask", "then"),
    [
        ("Play a card.\nOr stop. It is late.", "Play a card.", "Or stop. It is late."),
        ("Put one Energy down. It pays for cards.", "Put one Energy down.", "It pays for cards."),
        (
            "Choose who defends, 5 at most. 13 and two dice come.",
            "Choose who defends, 5 at most.",
            "13 and two dice come.",
        ),
        ("No goal. Shoot again? The chance is 7 %.", "No goal. Shoot again?", "The chance is 7 %."),
        ("Have Offside? checked now? Struck off in half.", "Have Offside? checked now?", "Struck off in half."),
        ("Zostaw zdarzenie. Łatwiej nie będzie.", "Zostaw zdarzenie.", "Łatwiej nie będzie."),
        ("Sin gol. ¿Otra vez? ¡Vamos!", "Sin gol. ¿Otra vez?", "¡Vamos!"),
        ("Waiting for Ola.", "Waiting for Ola.", ""),
    ],
)
def test_a_prompt_is_told_in_two_parts(text, ask, then):
    assert two_parts(text) == (ask, then)
