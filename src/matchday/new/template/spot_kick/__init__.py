"""Spot Kick: a shoot-out for two, a secret corner each and one die."""

from __future__ import annotations

from pathlib import Path

from matchday.engine.game import Game

from . import draw, hints, rules, secrets, view, words
from .box import read_box
from .state import ACTIONS, Box, Event, Phase, Table


def plies(box: Box) -> int:
    """Bound the decisions of a match: two for each kick, and both sides kick."""
    return 2 * 2 * int(box.kicks) + 1


def components(box: Box, table: Table) -> int:
    """No goal without a kick: nothing else lies on the table that could be lost."""
    return int(sum(table.goals) > table.kick)


GAME = Game(
    name="spot_kick",
    version=1,
    box_type=Box,
    table_type=Table,
    phases=Phase,
    events=Event,
    read_box=read_box,
    rules=rules,
    secrets=secrets,
    hints=hints,
    words=words,
    sight=view,
    draw=draw.draw,
    actions=ACTIONS,
    plies=plies,
    components=components,
    folder=Path(__file__).parent,
)
