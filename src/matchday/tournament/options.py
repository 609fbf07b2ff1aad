"""The options that a tournament's matches are played with: what they are in tables and in knock-outs, the game says.

In tables a level match is a draw unless the game settles it there too, as Super Goal! does; in knock-outs it is none.
Where a game says nothing, as MCS, a level knock-out match is played again.
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
from matchday.match.seating import automat_seat
from matchday.tournament.tournament import STAGES, Problem, Stage, Tournament, problem


def match_options(tournament: Tournament, stage: Stage) -> Options:
    """Give the options of a stage's matches: those of the tournament, else what the game says of the stage."""
    game = find_game(tournament.game)
    changing = game.cover.stages.get("double", {}) if tournament.double else {}
    given = {**changing, **stage_options(tournament, stage), **dict(tournament.options)}
    return settle(game.options, given)


def stage_options(tournament: Tournament, stage: Stage) -> Mapping[str, Value]:
    """Give what the game plays in a stage where nothing else is asked for."""
    return find_game(tournament.game).cover.stages.get(stage, {})


def has_draws(tournament: Tournament, options: Mapping[str, Value]) -> bool:
    """Tell whether a match with these options may end level."""
    return find_game(tournament.game).has_draws(read_box(tournament.game, json.dumps(dict(options))))


@lru_cache(maxsize=16)
def read_box(name: str, options: str) -> Any:
    """Make a box of options written down, where 1 is not true; a tournament is read often, and its boxes stay."""
    return find_game(name).box(json.loads(options))


def always_decides(tournament: Tournament, stage: Stage) -> bool:
    """Tell whether a match of this stage cannot end level."""
    return not has_draws(tournament, match_options(tournament, stage))


def fits(tournament: Tournament, stage: Stage) -> bool:
    """Tell whether level matches end as the stage wants: decided in a knock-out, in tables as the game has it there.

    A table can always take draws.
    """
    if not always_decides(tournament, stage):
        return stage == Stage.TABLE
    return stage == Stage.KNOCKOUT or not has_draws(tournament, stage_options(tournament, stage))


def wrong_options(tournament: Tournament) -> Iterator[Problem]:
    """List the options that the game does not take, or that the format chooses itself."""
    given = dict(tournament.options)
    try:
        box = read_box(tournament.game, json.dumps(given))
    except (BoxError, OptionError) as error:
        for each in error.problems:
            yield problem(mark("options: {problem}"), problem=each)
        return
    if int(box.seats) != 2:
        yield problem(mark("options: a match of a tournament has 2 seats, with these options it has {n}"), n=box.seats)
    if automat_seat(find_game(tournament.game), box) is not None:
        yield problem(mark("options: a match of a tournament has 2 players, and solo leaves one to the Automat"))
    for stage in STAGES[tournament.format]:
        for name, value in stage_options(tournament, stage).items():
            if name in given and given[name] != value and not fits(tournament, stage):
                told = {
                    Stage.TABLE: mark("options: where tables are kept {name} is {wanted}, not {given}; leave it out"),
                    Stage.KNOCKOUT: mark("options: in a knock-out {name} is {wanted}, not {given}; leave it out"),
                }[stage]
                yield problem(told, name=name, wanted=show_value(value), given=show_value(given[name]))
