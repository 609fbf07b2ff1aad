"""Every clause of Spot Kick."""

from __future__ import annotations

from typing import Any

import pytest

import matchday as md

LEFT, MIDDLE, RIGHT = range(3)


def after(*pairs: tuple[int, int], seed: int = 1, **options: Any) -> md.Match:
    """Play kicks, each given as (kicker's corner, keeper's corner)."""
    match = md.Match("spot_kick", seed=seed, options=options)
    for number, (aim, dive) in enumerate(pairs):
        side = number % 2
        match.play(side, aim)
        match.play(1 - side, dive)
    return match


def told(match: md.Match) -> list[str]:
    """Name the events of the last action."""
    return [match.game.events(event.kind).name for event in match.steps[-1].events]


@pytest.mark.rule("SK-01", "SK-06")
def test_whoever_scores_more_wins() -> None:
    kicks = [(LEFT, RIGHT), (LEFT, LEFT)] * 5
    won = next(match for seed in range(100) if (match := after(*kicks, seed=seed)).score()[1] < 5)
    assert won.over
    assert won.score()[0] == 5
    assert won.result() == [1.0, 0.0]


@pytest.mark.rule("SK-02")
@pytest.mark.parametrize("kicks", [5, 3])
def test_the_sides_kick_in_turn_until_each_has_had_its_kicks(kicks: int) -> None:
    match = after(*[(LEFT, RIGHT)] * (2 * kicks - 1), kicks=kicks)
    assert match.score() == [kicks, kicks - 1]
    assert not match.over
    match.play(1, LEFT)
    match.play(0, RIGHT)
    assert match.over


@pytest.mark.rule("SK-03")
def test_both_choose_any_corner_in_secret() -> None:
    match = after()
    assert match.waiting == [0, 1]
    assert match.legal(0) == match.legal(1) == [LEFT, MIDDLE, RIGHT]
    shown = []
    for corner in match.legal(0):
        other = match.copy()
        other.play(0, corner)
        shown.append(md.view(other, 1))
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.rule("SK-04")
def test_a_kick_past_the_keeper_is_a_goal() -> None:
    match = after((LEFT, MIDDLE))
    assert match.score() == [1, 0]
    assert told(match)[-3:] == ["SHOWN", "GOAL", "KICK"]


@pytest.mark.rule("SK-05")
@pytest.mark.parametrize(("corner", "most"), [(LEFT, 4), (MIDDLE, 5), (RIGHT, 4)])
def test_the_die_saves_what_it_can(corner: int, most: int) -> None:
    fates = {}
    for seed in range(100):
        match = after((corner, corner), seed=seed)
        rolled = next(event for event in match.steps[-1].events if event.kind == match.game.events["ROLLED"])
        fates[rolled.args[1]] = match.score() == [1, 0]
    assert fates == {shown: shown > most for shown in range(1, 7)}


@pytest.mark.rule("SK-07")
def test_the_lot_decides_a_level_match() -> None:
    ends = [after(*[(LEFT, RIGHT)] * 10, seed=seed) for seed in range(20)]
    assert all(told(match)[-2:] == ["LOT", "FULL_TIME"] for match in ends)
    assert {tuple(match.result() or ()) for match in ends} == {(1.0, 0.0), (0.0, 1.0)}
