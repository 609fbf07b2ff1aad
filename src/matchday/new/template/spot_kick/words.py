"""Everything that is said of Spot Kick: names, prompts, the report, options."""

from __future__ import annotations

from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, line, option_words, report

from .rules import kicker
from .state import Box, Event, Phase, Table

TEAMS = (mark("Home"), mark("Away"))
CODES = ("left", "middle", "right")
CORNERS = (mark("left corner"), mark("middle"), mark("right corner"))
AIMS = (mark("Kick into the left corner"), mark("Kick into the middle"), mark("Kick into the right corner"))
DIVES = (mark("Dive to the left"), mark("Stay in the middle"), mark("Dive to the right"))
NAMES = {"corner": mark("corner"), "saved": mark("saved up to"), "last": mark("last kick")}
PHASES = {Phase.OVER: mark("Full time"), Phase.CHOICE: mark("Secret choice")}
OPTIONS = {"kicks": (mark("Kicks"), mark("So many kicks has each side."))}


def title(say: Say) -> str:
    """Name the game."""
    return "Spot Kick"


def blurb(say: Say) -> str:
    """Describe it in a sentence or two."""
    return say(mark("A shoot-out for two: kicker and keeper choose a corner in secret, and a die saves what it can."))


def team(say: Say, seat: int) -> str:
    """Name the side of a seat."""
    return say(TEAMS[seat])


def corner(say: Say, box: Box, number: int) -> str:
    """Name a corner."""
    return say(CORNERS[number])


def notation(box: Box, action: int) -> str:
    """Write an action as match files do."""
    return CODES[action]


def action(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say what an action does."""
    return say(AIMS[action] if seat == kicker(table) else DIVES[action])


def phase(say: Say, box: Box, table: Table) -> str:
    """Name the phase."""
    return say(PHASES[Phase(int(table.phase))])


def prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Say in one line what is asked of a seat; the table is that seat's hidden one."""
    if table.phase == Phase.OVER:
        return say(mark("The match is over."))
    if seat == kicker(table):
        return say(mark("Your kick: where to?"))
    return say(mark("Your goal: where do you wait for the kick?"))


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.KICK: (line(mark("Kick {number}: {name}.")), "SK-02"),
    Event.CHOSE: (line(mark("{name}, secretly: {corner}."), corner=corner), "SK-03"),
    Event.HAS_CHOSEN: (line(mark("{name}: a corner is chosen.")), "SK-03"),
    Event.SHOWN: (line(mark("Kick: {aim}. Keeper: {dive}."), aim=corner, dive=corner), "SK-04"),
    Event.ROLLED: (line(mark("{name}: the die shows {die}.")), "SK-05"),
    Event.GOAL: (line(mark("Goal for {name}! {score}.")), "SK-04"),
    Event.SAVED: (line(mark("Saved by {name}!")), "SK-05"),
    Event.LOT: (line(mark("Level: the lot decides for {name}.")), "SK-07"),
    Event.FULL_TIME: (line(mark("Full time: {score}.")), "SK-06"),
}
event, event_rule = report(EVENTS)
option, value = option_words(OPTIONS, {})
