"""Phase C (KO-054, KO-055)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, tell
from matchday.engine.record import Array
from matchday.games.kick_on.rules.moves import list_players
from matchday.games.kick_on.rules.own_time import stay_back
from matchday.games.kick_on.rules.questions import count_bits, outfield, rival
from matchday.games.kick_on.state import (
    DONE,
    EVERYONE_BACK,
    EVERYONE_IN,
    OWN,
    PASS,
    RIVAL,
    SQUAD,
    Ability,
    Box,
    Event,
    Op,
    Phase,
    Position,
    Stage,
    Table,
)


def may_attack(box: Box, table: Table) -> int:
    """KO-055, KO-R11, KO-R32: everyone but the keeper; a goalkeeper card too under `keeper_may_attack`."""
    seat = int(table.active)
    able = outfield(table, seat)
    if box.keeper_may_attack:
        able |= int(table.pitch[seat]) & int(table.line[seat, Position.GK])
    return able


def may_defend(table: Table) -> int:
    """KO-022, KO-057, KO-058, KO-R09: outfield players who did not attack and are not banned."""
    seat = 1 - int(table.active)
    return outfield(table, seat) & (EVERYONE_IN ^ (int(table.attacked[seat]) | int(table.banned)))


def play_terms(box: Box, table: Table, op: int) -> int:
    """KO-R06: what the Plays In Play allow together: KEEP and BAN add up, the smallest maximum holds."""
    total = 0
    most_attackers = int(box.most_attackers)
    most_defenders = int(box.most_defenders)
    for place in range(table.in_play_count):
        card = box.cards[table.in_play[place]]
        if op == Op.KEEP:
            total += int(card.keep)
        elif op == Op.BAN:
            total += int(card.ban)
        elif op == Op.MAX_ATT:
            most_attackers = min(most_attackers, int(card.max_att))
        else:
            most_defenders = min(most_defenders, int(card.max_def))
    if op == Op.MAX_ATT:
        return most_attackers
    if op == Op.MAX_DEF:
        return most_defenders
    return total


def legal_players(box: Box, table: Table, seat: int, out: Array) -> int:
    """DP-3, DP-4: one more player, or done; the choice so far is nobody else's business."""
    chosen = int(table.chosen)
    number = count_bits(chosen)
    count = 0
    first = OWN
    enough = True
    everyone = False
    if table.phase == Phase.ATTACKERS:
        able = may_attack(box, table)
        most = play_terms(box, table, Op.MAX_ATT)
        if number == 0:
            out[count] = PASS
            count += 1
        enough = number > 0
    elif table.phase == Phase.KEEP:
        able = unflagged(box, table)
        most = play_terms(box, table, Op.KEEP)
    elif table.phase == Phase.BAN:
        able = outfield(table, rival(seat))
        most = play_terms(box, table, Op.BAN)
        first = RIVAL
    else:
        able = may_defend(table)
        most = play_terms(box, table, Op.MAX_DEF)
        enough = number >= min(int(box.min_defenders), most)
        everyone = number == 0 and count_bits(able) <= most
    if enough:
        out[count] = DONE
        count += 1
    if everyone:
        out[count] = EVERYONE_BACK
        count += 1
    if number < most:
        count = list_players(out, count, first, able & (EVERYONE_IN ^ chosen))
    return count


def apply_attackers(table: Table, seat: int, action: int, log: Log) -> None:
    """KO-023, KO-054, KO-055, DP-3: attackers are chosen one by one."""
    if action == PASS:
        tell(log, EVERYONE, Event.NO_ATTACK, seat)
        stay_back(table)
    elif action == DONE:
        table.attackers = table.chosen
        table.chosen = 0
        table.stage = Stage.KEEP
    else:
        table.chosen |= 1 << (action - OWN)
        tell(log, only(seat), Event.CHOSE, seat, table.squad[seat, action - OWN])


def apply_terms(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KEEP and BAN: named one by one like the attackers."""
    if action == DONE:
        if table.phase == Phase.KEEP:
            table.kept = table.chosen
            table.stage = Stage.BAN
        else:
            table.banned = table.chosen
            table.stage = Stage.DECLARE
        table.chosen = 0
    elif action >= RIVAL:
        table.chosen |= 1 << (action - RIVAL)
        tell(log, only(seat), Event.CHOSE_FOR_PLAY, rival(seat), table.squad[rival(seat), action - RIVAL])
    else:
        table.chosen |= 1 << (action - OWN)
        tell(log, only(seat), Event.CHOSE_FOR_PLAY, seat, table.squad[seat, action - OWN])


def unflagged(box: Box, table: Table) -> int:
    """Give the attackers whose flag KEEP could spare: all but those with LUNGS."""
    able = int(table.attackers)
    for slot in range(SQUAD):
        if able >> slot & 1 and box.players[table.squad[table.active, slot]].ability == Ability.LUNGS:
            able ^= 1 << slot
    return able


def declare(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-006, KO-023, KO-024, KO-R09: attackers go forward and are marked, other forwards drop, PLAYMAKER draws."""
    attackers = int(table.attackers)
    table.dropped[seat] = int(table.line[seat, Position.FW]) & outfield(table, seat) & (EVERYONE_IN ^ attackers)
    table.attack_zone[seat] = attackers
    table.attacked[seat] = unflagged(box, table) & (EVERYONE_IN ^ int(table.kept))
    table.spent = count_bits(int(table.attacked[rival(seat)]))
    table.attack_on = 1
    tell(log, EVERYONE, Event.ATTACK, seat, count_bits(attackers))
    for slot in range(SQUAD):
        if attackers >> slot & 1:
            free = 1 - (int(table.attacked[seat]) >> slot & 1)
            tell(log, EVERYONE, Event.ATTACKER, seat, table.squad[seat, slot], free)
            table.draws[seat] += int(box.players[table.squad[seat, slot]].ability == Ability.PLAYMAKER)
        if int(table.banned) >> slot & 1:
            tell(log, EVERYONE, Event.BANNED, rival(seat), table.squad[rival(seat), slot])
    table.stage = Stage.DEFENDERS
