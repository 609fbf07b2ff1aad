"""Tellers fill in what an event names; `report` and `option_words` make a game's functions from its tables."""

from __future__ import annotations

import pytest

from matchday.engine.log import EventKind
from matchday.engine.speech import Say
from matchday.engine.telling import counted_line, line, one_of, option_words, report

SAY = Say("en")
NAMES = ["Ola", "Tomek"]


class Event(EventKind):
    WAITED = 1
    DREW = 2, "seat", "count"
    PLAYED = 3, "seat", "card"
    SCORED = 4, "seat", "goals_home", "goals_away"
    ENDED = 5, "home", "goals_home", "goals_away"


def card_name(say, box, card):
    return box[card]


EVENTS = {
    Event.WAITED: (line("Nothing happens."), "T-1"),
    Event.DREW: (counted_line("{name}: {n} card.", "{name}: {n} cards."), "T-2"),
    Event.PLAYED: (line("{name}, {card}.", card=card_name), "T-3"),
    Event.SCORED: (line("{name}! {score}, so {goals_home} at home."), "T-4"),
    Event.ENDED: (one_of("home", ("At the first seat's: {score}.", "At the second's: {score}.")), "T-5"),
}


@pytest.mark.parametrize(
    ("kind", "args", "text"),
    [
        (Event.WAITED, (), "Nothing happens."),
        (Event.DREW, (0, 1), "Ola: 1 card."),
        (Event.DREW, (1, 3, 0, 0, 0, 0), "Tomek: 3 cards."),
        (Event.PLAYED, (1, 0), "Tomek, ace."),
        (Event.SCORED, (1, 2, 1), "Tomek! Ola 2:1 Tomek, so 2 at home."),
        (Event.ENDED, (0, 2, 1), "At the first seat's: Ola 2:1 Tomek."),
        (Event.ENDED, (1, 2, 1), "At the second's: Tomek 2:1 Ola."),
    ],
)
def test_events_are_told_by_name(kind, args, text):
    event, event_rule = report(EVENTS)
    assert event(SAY, ["ace"], NAMES, int(kind), args) == text
    assert event_rule(int(kind)) == f"T-{int(kind)}"


def test_a_sentence_names_nothing_that_the_event_does_not():
    event, _ = report({Event.DREW: (line("{name} draws {card}."), "T-2")})
    with pytest.raises(KeyError, match="card"):
        event(SAY, ["ace"], NAMES, Event.DREW, (1, 0, 0, 0, 0, 0))


def test_options_are_named_from_their_tables():
    option, value = option_words({"time": ("Time", "How long it takes.")}, {"long": "as long as it takes"})
    assert option(SAY, "time") == ("Time", "How long it takes.")
    assert [value(SAY, "time", one) for one in (True, False, "long", 7)] == ["on", "off", "as long as it takes", "7"]
    assert value(Say("pl"), "time", True) == "tak"
