"""Coach card and event card (KC-039..048)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.moves import ask, ask_in_turn, enter, holds_or_pays, rival, spend, take_event
from matchday.games.kickards.state import BLOCK, EXCHANGE, NONE, PASS, Bonus, Box, Event, Phase, Table


def ask_coach(table: Table) -> None:
    """KC-039: the attacker may play the coach card; only if they do not, the defender may."""
    ask_in_turn(table, Phase.COACH, table.coach[0], table.coach[1], Phase.DRAW_EVENT)


def apply_coach(table: Table, seat: int, action: int, log: Log) -> None:
    """KC-040, KC-041: the card is resolved and no event is drawn; it ends on the discard pile."""
    if action == PASS:
        table.step += 1
        table.phase = Phase.ASK_COACH
        return
    table.event = table.coach[seat]
    table.coach[seat] = NONE
    table.gone[table.event - 1] += 1
    table.from_coach = 1
    tell(log, EVERYONE, Event.PLAYED_COACH, seat, table.event - 1)
    enter(table, Phase.RESOLVE)


def draw_event(box: Box, table: Table, log: Log) -> None:
    """KC-043, KC-045: a card for everyone to see; the attacker has the first right to change it."""
    kind = take_event(box, table)
    table.event = kind + 1
    table.from_coach = 0
    tell(log, EVERYONE, Event.EVENT_DRAWN, kind)
    enter(table, Phase.ASK_EXCHANGE)
    table.priority = table.att
    table.passes = 0


def ask_exchange(box: Box, table: Table) -> None:
    """KC-045, KC-R05: in turn, until two refuse in a row; who cannot pay is not asked."""
    while table.passes < 2:
        seat = table.priority
        if holds_or_pays(box, table, seat, Bonus.EXCHANGE) or holds_or_pays(box, table, seat, Bonus.BLOCK):
            ask(table, Phase.EXCHANGE, seat)
            return
        table.passes += 1
        table.priority = rival(seat)
    enter(table, Phase.ASK_VAR_BEFORE)


def legal_exchange(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-044, KC-060: leave the card, change it, or block it."""
    out[0] = PASS
    count = 1
    if holds_or_pays(box, table, seat, Bonus.EXCHANGE):
        out[count] = EXCHANGE
        count += 1
    if holds_or_pays(box, table, seat, Bonus.BLOCK):
        out[count] = BLOCK
        count += 1
    return count


def apply_exchange(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-044..046, KC-060, KC-R05: a new card asks the other player first; a block ends it."""
    table.priority = rival(seat)
    table.phase = Phase.ASK_EXCHANGE
    if action == PASS:
        table.passes += 1
        return
    if action == BLOCK:
        spend(box, table, seat, Bonus.BLOCK, log)
        tell(log, EVERYONE, Event.BLOCKED, seat, table.event - 1)
        enter(table, Phase.ASK_VAR_BEFORE)
        return
    spend(box, table, seat, Bonus.EXCHANGE, log)
    tell(log, EVERYONE, Event.EXCHANGED, seat, table.event - 1)
    table.event = NONE
    kind = take_event(box, table)
    table.event = kind + 1
    tell(log, EVERYONE, Event.EVENT_DRAWN, kind)
    table.passes = 0
