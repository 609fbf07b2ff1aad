"""Phases A and B (KO-050..053)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kick_on.rules.chain import announce, begin_card
from matchday.games.kick_on.rules.moves import ask, take_from_hand
from matchday.games.kick_on.rules.questions import is_repeat, outfield
from matchday.games.kick_on.state import ENERGIES, PASS, Box, Event, Phase, Position, Stage, Table, Type


def before_attack(box: Box, table: Table, log: Log) -> None:
    """Phases A and B: regroup, Energy, team talk."""
    seat = int(table.active)
    if table.stage == Stage.TURN:
        table.turn += 1
        tell(log, EVERYONE, Event.TURN, seat, table.turn)
        regroup(table, seat)
        table.plays = 0
        table.stage = Stage.ENERGY
    elif table.hand_count[seat] == 0:
        end_talk(table, log)
    elif table.stage == Stage.ENERGY:
        ask(table, Phase.ENERGY, seat)
    else:
        ask(table, Phase.TALK, seat)


def regroup(table: Table, seat: int) -> None:
    """KO-021, KO-024, KO-051, KO-R05, KO-R09: players go back to their lines, Energy is ready again."""
    table.attacked[seat] = 0
    table.attack_zone[seat] = 0
    table.dropped[seat] = 0
    for kind in range(ENERGIES):
        table.ready[seat, kind] += table.tired[seat, kind]
        table.tired[seat, kind] = 0
    if table.captain_energy[seat]:
        table.captain_energy[seat] = 1


def legal_energy(box: Box, table: Table, seat: int, out: Array) -> int:
    """KO-015, KO-052, RAMP: an Energy card, or none."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if table.hand[seat, slot] < box.first[Type.PLAY] and not is_repeat(table, seat, slot):
            out[count] = table.hand[seat, slot]
            count += 1
    out[count] = PASS
    return count + 1


def apply_energy(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-015, KO-052: one Energy card a turn; a special one does at once what it says, and nobody can answer."""
    table.stage = Stage.TALK
    if action == PASS:
        return
    put_energy(table, seat, action, log)
    begin_card(table, action, seat)


def put_energy(table: Table, seat: int, card: int, log: Log) -> None:
    """Lay an Energy card from the hand into the Energy Zone."""
    take_from_hand(table, seat, card)
    table.ready[seat, card] += 1
    tell(log, EVERYONE, Event.ENERGY, seat, card)


def apply_own_time(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-053, DP-2, DP-9: a card, or the end of the talk or of the turn."""
    if action != PASS:
        announce(box, table, seat, action, log)
    elif table.stage == Stage.TALK:
        end_talk(table, log)
    else:
        table.stage = Stage.END_TURN


def end_talk(table: Table, log: Log) -> None:
    """KO-008, KO-053: an attack needs a Play that was not cancelled."""
    table.stage = Stage.ATTACK
    if table.in_play_count == 0:
        stay_back(table)


def stay_back(table: Table) -> None:
    """KO-024, KO-054, KO-R09: no attack; the forwards drop to midfield."""
    seat = int(table.active)
    table.dropped[seat] = int(table.line[seat, Position.FW]) & outfield(table, seat)
    table.silenced = 0
    table.stage = Stage.CLOSE
