"""Players leave: injuries, substitutions, expulsions (KO-080..084)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kick_on.rules.chain import foulers, name_fouler, wait_for_answer
from matchday.games.kick_on.rules.moves import ask, end_step, list_players, spend_step, to_showers
from matchday.games.kick_on.rules.penalties import free_takers, take_penalty
from matchday.games.kick_on.rules.questions import count_bits, free_subs, lowest, rival, subs_for, who_may_leave
from matchday.games.kick_on.state import (
    EVERYONE_IN,
    NOBODY,
    OWN,
    PASS,
    RIVAL,
    SQUAD,
    Ability,
    Box,
    Event,
    Leave,
    Phase,
    Position,
    Table,
    Why,
)


def take_off(box: Box, table: Table, seat: int, slot: int, why: int, log: Log) -> None:
    """KO-R04, KO-R19, KO-R27: off to the Showers, with the Captain's Energy if no Captain is left."""
    player = table.squad[seat, slot]
    rest = EVERYONE_IN ^ (1 << slot)
    table.pitch[seat] &= rest
    table.gone[seat] |= 1 << slot
    table.attacked[seat] &= rest
    table.dropped[seat] &= rest
    leave_zones(table, seat, slot)
    if why == Why.EXPELLED:
        if not box.replace_expelled:
            table.slots[seat] -= 1
        tell(log, EVERYONE, Event.EXPELLED, seat, player, table.slots[seat])
    elif why == Why.SUBSTITUTED:
        tell(log, EVERYONE, Event.CAME_OFF, seat, player)
    else:
        tell(log, EVERYONE, Event.INJURED, seat, player, int(why == Why.HURT_BY_RIVAL))
    if table.captain_energy[seat] and not table.captains[seat] & table.pitch[seat]:
        table.captain_energy[seat] = 0
        to_showers(table, seat, box.basic)
        tell(log, EVERYONE, Event.CAPTAIN_LOST, seat)
    table.left_seat = seat
    table.left_player = slot
    table.left_why = why
    table.came_on = 0
    table.leave = Leave.VETERAN


def leave_zones(table: Table, seat: int, slot: int) -> None:
    """Take a player out of the Attack Zone or the Defence Zone."""
    rest = EVERYONE_IN ^ (1 << slot)
    table.attack_zone[seat] &= rest
    if seat == table.active:
        table.attackers &= rest
    else:
        table.defenders &= rest


def see_off(box: Box, table: Table, log: Log) -> None:
    """KO-R27: VETERAN, the substitute, JOKER, the emergency goalkeeper, in this order."""
    seat = int(table.left_seat)
    if table.leave == Leave.VETERAN:
        table.leave = Leave.SUBSTITUTE
        player = box.players[table.squad[seat, table.left_player]]
        table.draws[seat] += int(player.ability == Ability.VETERAN and table.left_why != Why.EXPELLED)
    elif table.leave == Leave.SUBSTITUTE:
        table.leave = Leave.JOKER
        if table.left_why == Why.SUBSTITUTED:
            bring_on(table, seat, int(table.came_on) - 1, log)
        elif table.left_why == Why.HURT_BY_RIVAL and free_subs(table, seat):
            ask(table, Phase.FREE_SUB, seat)
    elif table.leave == Leave.JOKER:
        table.leave = Leave.KEEPER
        if table.came_on:
            player = box.players[table.squad[seat, table.came_on - 1]]
            table.draws[seat] += int(player.n) if player.ability == Ability.JOKER else 0
    else:
        table.leave = Leave.NONE
        table.came_on = 0
        pitch = int(table.pitch[seat])
        if pitch >> int(table.keeper[seat]) & 1:
            return
        if count_bits(pitch) > 1:
            ask(table, Phase.KEEPER_CHOICE, seat)
        else:
            keep_goal(table, seat, lowest(pitch), log)


def bring_on(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-004, KO-R20, KO-R22: he stands on his line and takes no part yet; a goalkeeper card keeps goal at once."""
    table.pitch[seat] |= 1 << slot
    table.came_on = slot + 1
    tell(log, EVERYONE, Event.CAME_ON, seat, table.squad[seat, slot])
    if int(table.line[seat, Position.GK]) >> slot & 1:
        table.keeper[seat] = slot


def keep_goal(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-081, KO-R33: an outfield player takes over in goal, from this moment."""
    table.keeper[seat] = slot
    table.dropped[seat] &= EVERYONE_IN ^ (1 << slot)
    leave_zones(table, seat, slot)
    tell(log, EVERYONE, Event.KEEPS_GOAL, seat, table.squad[seat, slot])


def injure_candidates(box: Box, table: Table) -> int:
    """INJURE_ON RIVAL, IRON, KO-R34: attackers who can be injured; nobody if the team has but one player left."""
    seat = int(table.active)
    able = int(table.attackers)
    for slot in range(SQUAD):
        if able >> slot & 1 and box.players[table.squad[seat, slot]].ability == Ability.IRON:
            able ^= 1 << slot
    return able if count_bits(int(table.pitch[seat])) > 1 else 0


def legal_target(box: Box, table: Table, seat: int, out: Array) -> int:
    """DP-5b, DP-7, DP-8, DP-11, DP-12: a player, or a pass where the effect says "may"."""
    phase = table.phase
    pitch = int(table.pitch[seat])
    count = 0
    if phase == Phase.FREE_SUB or phase == Phase.SUB_OUT or phase == Phase.FRESHEN_CHOICE:
        out[count] = PASS
        count += 1
    if phase == Phase.FOULER:
        return list_players(out, count, OWN, foulers(box, table))
    if phase == Phase.INJURE_TARGET:
        return list_players(out, count, RIVAL, injure_candidates(box, table))
    if phase == Phase.FREE_SUB:
        return list_players(out, count, OWN, free_subs(table, seat))
    if phase == Phase.SUB_OUT:
        if subs_for(table, seat, -1):
            out[count] = NOBODY
            count += 1
        return list_players(out, count, OWN, who_may_leave(table, seat))
    if phase == Phase.SUB_IN:
        return list_players(out, count, OWN, subs_for(table, seat, int(table.left_player) - 1))
    if phase == Phase.FRESHEN_CHOICE:
        return list_players(out, count, OWN, int(table.attacked[seat]))
    if phase == Phase.SHOOTOUT_PICK:
        return list_players(out, count, OWN, free_takers(table, seat))
    if phase == Phase.SHOOTOUT_NEXT:
        return list_players(out, count, OWN, pitch & (EVERYONE_IN ^ int(table.kicked[seat])))
    return list_players(out, count, OWN, pitch)


def apply_target(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DP-5b, DP-7, DP-8: the player chosen."""
    phase = table.phase
    if phase == Phase.FOULER:
        name_fouler(table, seat, action - OWN, log)
        wait_for_answer(box, table)
    elif phase == Phase.PENALTY_TAKER:
        take_penalty(box, table, action - OWN, log)
    elif phase == Phase.INJURE_TARGET:
        take_off(box, table, rival(seat), action - RIVAL, Why.HURT_BY_RIVAL, log)
    elif phase == Phase.FREE_SUB:
        if action != PASS:
            bring_on(table, seat, action - OWN, log)
    elif phase == Phase.KEEPER_CHOICE:
        keep_goal(table, seat, action - OWN, log)
    elif phase == Phase.SUB_OUT:
        if action == PASS:
            end_step(table)
            return
        table.left_player = 0 if action == NOBODY else action - OWN + 1
        entering = subs_for(table, seat, int(table.left_player) - 1)
        if count_bits(entering) > 1:
            ask(table, Phase.SUB_IN, seat)
        else:
            substitute(box, table, seat, lowest(entering), log)
    else:
        substitute(box, table, seat, action - OWN, log)


def substitute(box: Box, table: Table, seat: int, entering: int, log: Log) -> None:
    """SUB, KO-R20, KO-R24: one on for another, or into an empty place."""
    leaving = int(table.left_player) - 1
    spend_step(table)
    if leaving >= 0:
        take_off(box, table, seat, leaving, Why.SUBSTITUTED, log)
        table.came_on = entering + 1
    else:
        table.left_seat = seat
        bring_on(table, seat, entering, log)
        table.leave = Leave.JOKER
