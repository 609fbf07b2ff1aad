"""The games: ours, listed here, and those that other packages bring.

To add one of ours: `matchday new NAME` writes a folder with all its files, and a line here. Another package brings a
game by an entry point of the group `matchday.games`, its name and the module that holds its `GAME`.
"""

from __future__ import annotations

import logging
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import BrokenGame, UnknownGame
from matchday.engine.game import Game

LOG = logging.getLogger(__name__)
ENTRY_POINTS = "matchday.games"

OURS: dict[str, str] = {
    "kickards": "matchday.games.kickards",
    "pilka_w_grze": "matchday.games.pilka_w_grze",
    "kick_on": "matchday.games.kick_on",
    "super_goal": "matchday.games.super_goal",
    "mcs": "matchday.games.mcs",
}
"""Ours, in the order of the programme."""
GAMES: dict[str, str] = dict(OURS)
"""Name -> module that holds its `GAME`, ours first; each is imported when it is first asked for."""


@cache
def report(text: str) -> None:
    """Write a line into the log, once."""
    LOG.warning("%s", text)


def look_elsewhere() -> None:
    """Add the games that installed packages bring, after ours; whose name is taken is left out, with a word of it."""
    for entry in sorted(entry_points(group=ENTRY_POINTS)):
        if GAMES.setdefault(entry.name, entry.module) != entry.module:
            package = entry.dist.name if entry.dist else entry.module
            report(f"the game {entry.name} of the package {package} is left out: there is another of that name")


look_elsewhere()


def game(name: str) -> Game:
    """Give a game by its name.

    >>> game("kick_on").name
    'kick_on'
    """
    if name not in GAMES:
        raise UnknownGame(f'no game "{name}"; {did_you_mean(name, GAMES)}')
    if name in OURS:
        return import_module(OURS[name]).GAME
    try:
        found: Game = import_module(GAMES[name]).GAME
    except Exception as error:
        text = f"{type(error).__name__}: {error}".replace(":\n", ": ").replace("\n", "; ")
        raise BrokenGame(f"the game {name} cannot be loaded from {GAMES[name]}: {text}") from error
    if found.name != name:
        raise BrokenGame(f'the game {name} of {GAMES[name]} calls itself "{found.name}": it needs one name')
    return found


def all_games() -> list[Game]:
    """Give every game that can be loaded; of any other the log gets a line, and nobody else is troubled by it."""
    found = []
    for name in GAMES:
        try:
            found.append(game(name))
        except BrokenGame as error:
            report(str(error))
    return found


def learnt_soonest() -> Game:
    """Give the game to begin with, where nobody has asked for another."""
    return min(map(game, OURS), key=lambda each: each.cover.learn or sys.maxsize)


def part(name: str, module: str) -> ModuleType | None:
    """Give a module that a game may bring besides its rules: `web`, with a `router` of calls that the server answers
    below the game's address, or `commands`, with an `app` for the command line.
    """
    path = f"{GAMES[name]}.{module}"
    return import_module(path) if find_spec(path) else None
