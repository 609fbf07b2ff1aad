"""The games. To add one: a folder with the same files, and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import UnknownGame
from matchday.engine.game import Game
from matchday.engine.options import Value

GAMES: dict[str, str] = {
    "kick_on": "matchday.games.kick_on",
    "kickards": "matchday.games.kickards",
    "mcs": "matchday.games.mcs",
    "pilka_w_grze": "matchday.games.pilka_w_grze",
    "super_goal": "matchday.games.super_goal",
}
"""Name -> module that holds its `GAME`; a game is imported when it is first asked for."""


def game(name: str) -> Game:
    """Give a game by its name.

    >>> game("kick_on").name
    'kick_on'
    """
    if name not in GAMES:
        raise UnknownGame(f'no game "{name}"; {did_you_mean(name, GAMES)}')
    return import_module(GAMES[name]).GAME


def stages(name: str) -> Mapping[str, Mapping[str, Value]]:
    """Give the options that a game's matches have in the stages of a tournament, "table" and "knockout"."""
    return getattr(import_module(GAMES[name]), "STAGES", {})
