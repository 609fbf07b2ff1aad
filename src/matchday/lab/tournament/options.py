"""The options that a tournament's matches are played with: in tables a level match is a draw, in knock-outs it is not.

Where a game has an option for that, the stage chooses it. Where it has none, as in MCS, a level knock-out match is
played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from matchday.engine.errors import BoxError, OptionError
from matchday.engine.options import Options, Value, settle, show_value
from matchday.engine.speech import mark
from matchday.games import game as find_game
from matchday.lab.tournament.tournament import STAGES, Problem, Stage, Tournament, problem
from matchday.match.seating import automat_seat

LEVEL: Mapping[str, Mapping[Stage, Mapping[str, Value]]] = {
    "pilka_w_grze": {
        Stage.TABLE: {"level_score": "draw"},
        Stage.KNOCKOUT: {"level_score": "golden_goal"},
    },
    "kickards": {Stage.TABLE: {"format": "friendly"}, Stage.KNOCKOUT: {"format": "final"}},
    "kick_on": {Stage.TABLE: {"draws_allowed": True}, Stage.KNOCKOUT: {"draws_allowed": False}},
    "super_goal": {Stage.TABLE: {"tournament": False}, Stage.KNOCKOUT: {"tournament": True}},
}
"""What settles a level match, by game and stage."""
FIRST_SEAT = ("starter", "sides")
"""Options that give the first seat the kick-off or the home side; in a double league they change with the seats."""


def match_options(tournament: Tournament, stage: Stage) -> Options:
    """Give the options of a stage's matches."""
    game, given = find_game(tournament.game), dict(tournament.options)
    if is_other(tournament, stage):
        given |= LEVEL[tournament.game][stage]
    for name in FIRST_SEAT:
        if tournament.double and name in game.options:
            given.setdefault(name, "seat0")
    return settle(game.options, given)


def is_other(tournament: Tournament, stage: Stage) -> bool:
    """Tell whether the options as given would end level matches otherwise than the stage wants."""
    has_draws = find_game(tournament.game).has_draws(box_with(tournament))
    return tournament.game in LEVEL and has_draws != (stage == Stage.TABLE)


def box_with(tournament: Tournament) -> Any:
    """Give the game's box with the options as given; a tournament is read often, and its box stays the same."""
    return read_box(tournament.game, json.dumps(dict(tournament.options)))


@lru_cache(maxsize=16)
def read_box(name: str, options: str) -> Any:
    """Make a box of options written down, where 1 is not true."""
    return find_game(name).box(json.loads(options))


def always_decides(tournament: Tournament, stage: Stage) -> bool:
    """Tell whether a match of this stage cannot end level."""
    game = find_game(tournament.game)
    return not game.has_draws(game.box(match_options(tournament, stage)))


def wrong_options(tournament: Tournament) -> Iterator[Problem]:
    """List the options that the game does not take, or that the format chooses itself."""
    given = dict(tournament.options)
    try:
        box = box_with(tournament)
    except (BoxError, OptionError) as error:
        for each in error.problems:
            yield problem(mark("options: {problem}"), problem=each)
        return
    if int(box.seats) != 2:
        yield problem(mark("options: a match of a tournament has 2 seats, with these options it has {n}"), n=box.seats)
    if automat_seat(find_game(tournament.game), box) is not None:
        yield problem(mark("options: a match of a tournament has 2 players, and solo leaves one to the Automat"))
    for stage in STAGES[tournament.format]:
        for name, value in LEVEL.get(tournament.game, {}).get(stage, {}).items():
            if is_other(tournament, stage) and name in given and given[name] != value:
                told = {
                    Stage.TABLE: mark("options: where tables are kept {name} is {wanted}, not {given}; leave it out"),
                    Stage.KNOCKOUT: mark("options: in a knock-out {name} is {wanted}, not {given}; leave it out"),
                }[stage]
                yield problem(told, name=name, wanted=show_value(value), given=show_value(given[name]))
