"""What a choice says of itself holds: one that is not final can be taken back, and its words are made of its facts."""

from __future__ import annotations

from collections.abc import Iterator

from matchday.bots.simple import SimpleBot
from matchday.engine.game import always_final, no_facts
from matchday.engine.view import Choice
from matchday.match.match import Match

PLIES = 300
OPTIONS = {
    "kick_on": [{"deck_0": "mixta", "deck_1": "garra"}, {"deck_0": "mixta", "deck_1": "mixta"}],
    "kickards": [{}, {"control": True, "bonus_timing": "until_shot", "early_buy": True}],
    "mcs": [{}, {"players": 4, "four_players": "fourway", "colours": "choose"}],
    "pilka_w_grze": [{"tactics": True, "formations": True}],
}


def played(game, language: str = "en") -> Iterator[tuple[Match, int, Choice]]:
    """Play random matches, and give each choice as it was told, just after it was made."""
    for number, options in enumerate(OPTIONS.get(game.name, [{}])):
        match = Match(game, options, f"choices {number}")
        bots = [SimpleBot("random", f"choices {seat}") for seat in range(match.seats)]
        while not match.over and match.ply < PLIES:
            seat = match.waiting[-1 - match.ply // 2 % len(match.waiting)]  # now one after the other, now in between
            asked = match.seat(seat)
            action = bots[seat].decide(asked)
            told = {choice.action: choice for choice in asked.choices(language)}
            match.play(seat, action)
            yield match, seat, told[action]


def test_a_choice_that_is_not_final_can_be_taken_back(game):
    steps = 0
    for match, seat, choice in played(game):
        if not choice.final:
            steps += 1
            assert match.can_undo(seat), (match.ply, choice)
            assert match.waiting == [seat], (
                "a step is a part of what is still to be decided, and nobody can get between"
            )
    assert steps > 0 or game.final is always_final


def test_a_choice_that_is_final_does_not_leave_the_seat_alone_with_the_same_question(game):
    """Where a seat is asked on and can take back, the choice was a step; but not where all may be asked at once, and
    whether it can depends on how quick the others are.
    """
    together = {int(match.table.phase) for match, _, _ in played(game) if len(match.waiting) > 1}
    for match, seat, choice in played(game):
        before = int(match.table_at(match.ply - 1).phase)
        if choice.final and match.waiting == [seat] and before == match.table.phase and before not in together:
            assert not match.can_undo(seat), (match.ply, choice)


def test_facts_are_the_same_in_every_language(game):
    """Numbers and codes, so that nobody has to read them out of a sentence."""
    english, polish = ([choice.facts for _, _, choice in played(game, language)] for language in ("en", "pl"))
    assert english == polish
    assert any(english) or game.facts is no_facts
