"""Every way to play a game: each preset, and each value of each option beside the usual others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from matchday.engine.game import Game
from matchday.engine.options import show_value
from matchday.games import GAMES
from matchday.games import game as find_game


@dataclass(frozen=True)
class Way:
    """A game with options that are not the usual ones."""

    game: Game
    options: dict[str, Any]
    name: str


def presets(game):
    return [Way(game, dict(preset.options), preset.name) for preset in game.cover.presets]


def singles(game):
    for name, option in game.options.items():
        values = option.values or ((option.at_least, option.at_most) if option.at_most else ())
        for value in values:
            if value != option.default or type(value) is not type(option.default):
                yield Way(game, {name: value}, f"{name}={show_value(value)}")


def pytest_generate_tests(metafunc):
    for fixture, listed in (("preset", presets), ("way", singles)):
        if fixture in metafunc.fixturenames:
            found = [
                pytest.param(each, marks=pytest.mark.xdist_group(name), id=f"{name}-{each.name}")
                for name in GAMES
                for each in listed(find_game(name))
            ]
            metafunc.parametrize(fixture, found)
