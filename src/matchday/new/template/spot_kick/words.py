"""Everything that is said of Spot Kick: names, prompts, the report, options."""

from __future__ import annotations

from collections.abc import Callable

from matchday.engine.options import Value, show_value
from matchday.engine.speech import Say, mark

from .rules import kicker
from .state import Box, Event, Phase, Table

TEAMS = (mark("Home"), mark("Away"))
CODES = ("left", "middle", "right")
CORNERS = (mark("left corner"), mark("middle"), mark("right corner"))
AIMS = (mark("Kick into the left corner"), mark("Kick into the middle"), mark("Kick into the right corner"))
DIVES = (mark("Dive to the left"), mark("Stay in the middle"), mark("Dive to the right"))
PHASES = {Phase.OVER: mark("Full time"), Phase.CHOICE: mark("Secret choice")}
OPTIONS = {"kicks": (mark("Kicks"), mark("So many kicks has each side."))}

Teller = Callable[[Say, list[str], tuple[int, ...]], str]


def title(say: Say) -> str:
    """Name the game."""
    return "Spot Kick"


def blurb(say: Say) -> str:
    """Describe it in a sentence or two."""
    return say(mark("A shoot-out for two: kicker and keeper choose a corner in secret, and a die saves what it can."))


def team(say: Say, seat: int) -> str:
    """Name the side of a seat."""
    return say(TEAMS[seat])


def corner(say: Say, number: int) -> str:
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
    Event.KICK: (
        lambda say, names, a: say(mark("Kick {number}: {name}."), number=a[1], name=names[a[0]]),
        "SK-02",
    ),
    Event.CHOSE: (
        lambda say, names, a: say(mark("{name}, secretly: {corner}."), name=names[a[0]], corner=corner(say, a[1])),
        "SK-03",
    ),
    Event.HAS_CHOSEN: (lambda say, names, a: say(mark("{name}: a corner is chosen."), name=names[a[0]]), "SK-03"),
    Event.SHOWN: (
        lambda say, _, a: say(mark("Kick: {aim}. Keeper: {dive}."), aim=corner(say, a[0]), dive=corner(say, a[1])),
        "SK-04",
    ),
    Event.ROLLED: (lambda say, names, a: say(mark("{name}: the die shows {n}."), name=names[a[0]], n=a[1]), "SK-05"),
    Event.GOAL: (
        lambda say, names, a: say(mark("Goal for {name}! {home}:{away}"), name=names[a[0]], home=a[1], away=a[2]),
        "SK-04",
    ),
    Event.SAVED: (lambda say, names, a: say(mark("Saved by {name}!"), name=names[a[0]]), "SK-05"),
    Event.LOT: (lambda say, names, a: say(mark("Level: the lot decides for {name}."), name=names[a[0]]), "SK-07"),
    Event.FULL_TIME: (lambda say, _, a: say(mark("Full time, {home}:{away}."), home=a[0], away=a[1]), "SK-06"),
}


def event(say: Say, box: Box, names: list[str], kind: int, args: tuple[int, ...]) -> str:
    """Turn an event into a sentence."""
    return EVENTS[Event(kind)][0](say, names, args)


def event_rule(kind: int) -> str:
    """Name the clause an event comes from."""
    return EVENTS[Event(kind)][1]


def option(say: Say, name: str) -> tuple[str, str]:
    """Name an option and say what it does."""
    label, meaning = OPTIONS[name]
    return say(label), say(meaning)


def value(say: Say, name: str, value: Value) -> str:
    """Name an option's value."""
    return show_value(value)
