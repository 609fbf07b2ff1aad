"""VAR (KC-049..054)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.games.kickards.rules.moves import ask_in_turn, enter, rival
from matchday.games.kickards.state import BEFORE, LIVE, NONE, PASS, Box, Event, Phase, Place, Table, Window


def ask_var_before(box: Box, table: Table) -> None:
    """KC-049, KC-050, KC-052: on a card with the icon, by whoever still has the token."""
    if box.event[table.event - 1].icon:
        ask_in_turn(table, Phase.VAR_BEFORE, table.var_left[0], table.var_left[1], Phase.RESOLVE)
    else:
        enter(table, Phase.RESOLVE)


def ask_var_after(table: Table) -> None:
    """KC-052, KC-R08: once more, where resolving the card has shown something: who refused has seen the rest of it."""
    news_0 = int(table.var_left[0] and table.news & 1)
    news_1 = int(table.var_left[1] and table.news & 2)
    ask_in_turn(table, Phase.VAR_AFTER, news_0, news_1, Phase.ASK_BUY)


def apply_var(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-050..054: a VAR card is drawn and must not be exceeded by a k100; success undoes the event or the goals."""
    phase = table.phase
    table.step += 1
    if phase == Phase.VAR_GOAL:
        table.phase = Phase.GOAL_CHECK
        window = Window.GOAL
    else:
        table.phase = Phase.ASK_VAR_BEFORE if phase == Phase.VAR_BEFORE else Phase.ASK_VAR_AFTER
        window = Window.BEFORE if phase == Phase.VAR_BEFORE else Window.AFTER
    if action == PASS:
        return
    table.var_left[seat] = 0
    chance = box.var_chance[take_var(box, table)]
    rolled = roll(table, 100) + 1
    success = rolled <= chance
    tell(log, EVERYONE, Event.VAR_CALL, seat, chance, rolled, success, window)
    if window == Window.GOAL:
        weigh_check(table, rival(seat), chance, success)
    if not success:
        return
    if window == Window.GOAL:
        cancel_goals(table, rival(seat), log)
        return
    if window == Window.AFTER:
        undo_event(table)
    tell(log, EVERYONE, Event.UNDONE, table.event - 1)
    table.event = NONE
    enter(table, Phase.ASK_BUY)


def take_var(box: Box, table: Table) -> int:
    """KC-051: draw any of the VAR cards left."""
    left = 0
    for card in range(box.var_cards):
        left += 1 - (table.var_used >> card & 1)
    place = roll(table, left)
    card = 0
    while True:
        place -= 1 - int(table.var_used >> card & 1)
        if place < 0:
            break
        card += 1
    table.var_used |= 1 << card
    return card


def undo_event(table: Table) -> None:
    """KC-R08: action, score, card tokens and sent-off cards as they were before the event; the dice are not rewound."""
    for seat in range(2):
        undone = int(table.acts[LIVE].goals[seat]) - int(table.acts[BEFORE].goals[seat])
        table.goals[seat] -= undone
        table.yellow[seat] = table.yellow_before[seat]
        table.reds[seat] = table.reds_before[seat]
        if table.sent[seat]:
            card = table.sent[seat] - 1
            table.where[seat, card] = table.sent_from[seat]
            if table.sent_from[seat] == Place.HAND:
                table.hand_count[seat] += 1
                table.shown[seat] |= 1 << card
            table.sent[seat] = NONE
    table.acts[LIVE] = table.acts[BEFORE]


def weigh_check(table: Table, seat: int, chance: int, success: bool) -> None:
    """Count as luck what a check takes from one side beyond what it takes on average."""
    goals = int(table.acts[LIVE].goals[seat])
    table.luck[seat] += goals * (100 * int(chance) - 10_000 * int(success))
    table.hazard[seat] += goals * goals * int(chance) * (100 - int(chance))


def cancel_goals(table: Table, seat: int, log: Log) -> None:
    """KC-053, KC-R10: all goals of one side in this action are taken off; everything else stays."""
    act = table.acts[LIVE]
    tell(log, EVERYONE, Event.CANCELLED, seat, act.goals[seat])
    table.goals[seat] -= act.goals[seat]
    act.goals[seat] = 0
