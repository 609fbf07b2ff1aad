"""Spot Kick: a shoot-out for two, a secret corner each and one die."""

from __future__ import annotations

from matchday.engine.game import Game

from .state import Box, Table


def plies(box: Box) -> int:
    """Bound the decisions of a match: two for each kick, and both sides kick."""
    return 2 * 2 * int(box.kicks) + 1


def components(box: Box, table: Table) -> int:
    """No goal without a kick: nothing else lies on the table that could be lost."""
    return int(sum(table.goals) > table.kick)


GAME = Game.of(
    __name__,
    version=1,
    plies=plies,
    components=components,
)
