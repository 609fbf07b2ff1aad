"""The games. To add one: a folder with the same files, and a line here."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import UnknownGame
from matchday.engine.game import Game

GAMES: dict[str, str] = {
    "kickards": "matchday.games.kickards",
    "pilka_w_grze": "matchday.games.pilka_w_grze",
    "kick_on": "matchday.games.kick_on",
    "super_goal": "matchday.games.super_goal",
    "mcs": "matchday.games.mcs",
}
"""Name -> module that holds its `GAME`, in the order of the programme; each is imported when it is first asked for."""


def game(name: str) -> Game:
    """Give a game by its name.

    >>> game("kick_on").name
    'kick_on'
    """
    if name not in GAMES:
        raise UnknownGame(f'no game "{name}"; {did_you_mean(name, GAMES)}')
    return import_module(GAMES[name]).GAME


def learnt_soonest() -> Game:
    """Give the game to begin with, where nobody has asked for another."""
    return min(map(game, GAMES), key=lambda each: each.cover.learn or sys.maxsize)


def part(name: str, module: str) -> ModuleType | None:
    """Give a module that a game may bring besides its rules: `web`, with a `router` of calls that the server answers
    below the game's address, or `commands`, with an `app` for the command line.
    """
    path = f"{GAMES[name]}.{module}"
    return import_module(path) if find_spec(path) else None
