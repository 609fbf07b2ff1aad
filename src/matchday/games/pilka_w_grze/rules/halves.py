"""The end of the halves and of the match (PG-39..43)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.games.pilka_w_grze.rules.moves import (
    box_everything,
    discard_played,
    empty_hands,
    finish,
    forget_proofs,
    gather_deck,
    put_in_deck,
    refill,
)
from matchday.games.pilka_w_grze.rules.questions import rival
from matchday.games.pilka_w_grze.state import EXTRA_TIME, FIRST_HALF, MID, NONE, SECOND_HALF, Box, Event, Phase, Table


def start_half(box: Box, table: Table, half: int, attacker: int, log: Log) -> None:
    """PG-03, PG-05, PG-41, PG-R26: ball in midfield, five cards each, formations chosen if they are used."""
    table.half = half
    table.attacker = attacker
    table.kickoff = attacker
    table.zone = MID
    table.dead_ball = 0
    table.saved_last = 0
    table.last_type[0] = NONE
    table.last_type[1] = NONE
    tell(log, EVERYONE, Event.KICK_OFF, half, attacker)
    refill(box, table, attacker, log)
    if box.with_formations:
        table.formation[0] = NONE
        table.formation[1] = NONE
        table.phase = Phase.FORMATION
        table.waiting = 0b11
    else:
        table.phase = Phase.TURN_START


def whistle(box: Box, table: Table, log: Log) -> None:
    """PG-39..43: half-time, full time, or the end of an extra-time period."""
    discard_played(table)
    forget_proofs(table)
    if table.half == FIRST_HALF:
        tell(log, EVERYONE, Event.HALF_TIME, table.goals[0], table.goals[1])
        box_everything(table)
        table.pile = table.deck_count
        start_half(box, table, SECOND_HALF, rival(table.kickoff), log)
    elif table.half == EXTRA_TIME:
        restart_extra_time(box, table, log)
    else:
        tell(log, EVERYONE, Event.FULL_TIME, table.goals[0], table.goals[1])
        table.goals_in_time[0] = table.goals[0]
        table.goals_in_time[1] = table.goals[1]
        if table.goals[0] != table.goals[1] or box.level_score_draw:
            finish(table)
        else:
            tell(log, EVERYONE, Event.EXTRA_TIME)
            empty_hands(table)
            gather_deck(box, table)
            table.pile = box.total
            start_half(box, table, EXTRA_TIME, roll(table, 2), log)


def restart_extra_time(box: Box, table: Table, log: Log) -> None:
    """PG-R27: the discard becomes the pile, the other side kicks off; after too many restarts the lot decides."""
    if table.et_restarts >= box.et_limit:
        table.lot_winner = roll(table, 2) + 1
        tell(log, EVERYONE, Event.LOT, table.lot_winner - 1)
        finish(table)
        return
    table.et_restarts += 1
    for kind in range(box.kinds):
        for _ in range(table.discard[kind]):
            put_in_deck(table, kind)
        table.discard[kind] = 0
    table.pile = table.deck_count
    table.kickoff = rival(table.kickoff)
    table.attacker = table.kickoff
    table.zone = MID
    table.dead_ball = 0
    table.saved_last = 0
    tell(log, EVERYONE, Event.RESTART, table.et_restarts)
    tell(log, EVERYONE, Event.KICK_OFF, EXTRA_TIME, table.attacker)
    refill(box, table, table.attacker, log)
    table.phase = Phase.TURN_START
