"""Every event and every action of a game comes up in play; what never does is dead or broken."""

from __future__ import annotations

from collections import Counter

from matchday.engine.dice import Dice, set_key
from matchday.lab.properties import random_options
from matchday.lab.simulate import Workspace

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
    print(f"{game.name}: {len(events)} of {len(known)} events, {len(wanted & set(actions))} of {len(wanted)} actions")
    assert not [name for name in known if name not in events]
    assert not sorted(wanted - set(actions))
