"""Every event and every action of a game comes up in play; what never does is dead or broken."""

from __future__ import annotations

from collections import Counter

from matchday.engine.dice import Dice, set_key
from matchday.lab.properties import random_options
from matchday.lab.simulate import Workspace
from matchday.match.match import Match

LATE_MATCHES = 12
"""Matches in which everybody waits until the host moves for them, in games where it does."""
ROUNDS = 400
MATCHES_A_ROUND = 100


def test_every_event_and_action_is_reachable(game):
    events, actions = Counter(), Counter()
    known = [event.name for event in game.events]
    dice = Dice.new()
    set_key(dice, 11, 0)
    wanted: set[str] = set()
    for number in range(ROUNDS):
        options = random_options(game, dice)
        box = game.box(options)
        names = [game.words.notation(box, action) for action in range(game.actions)]
        wanted |= {name for name in names if not name.startswith("#")}
        space = Workspace(game, ["random"] * int(box.seats), options, count_events=True)
        space.play("compiled", 17, number * MATCHES_A_ROUND, MATCHES_A_ROUND)
        events.update(
            {event.name: int(space.totals.events[event]) for event in game.events if space.totals.events[event]}
        )
        actions.update({name: int(count) for name, count in zip(names, space.totals.actions, strict=False) if count})
        if len(events) == len(known) and wanted <= set(actions) and number > 20:
            break
    for name in late_events(game, dice) if game.deadline else ():
        events[name] += 1
    print(f"{game.name}: {len(events)} of {len(known)} events, {len(wanted & set(actions))} of {len(wanted)} actions")
    assert not [name for name in known if name not in events]
    assert not sorted(wanted - set(actions))


def late_events(game, dice):
    """Name what happens where nobody answers in time."""
    for seed in range(LATE_MATCHES):
        match = Match(game, random_options(game, dice), seed)
        while not match.over:
            seat, hurry = match.asked, match.deadline()
            late, action = hurry or (0, match.legal(seat)[0])
            match.play(seat, action if action in match.legal(seat) else match.legal(seat)[0], elapsed=late)
            yield from (game.events(told.kind).name for told in match.steps[-1].events)
