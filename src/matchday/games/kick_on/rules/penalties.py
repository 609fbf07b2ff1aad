"""Penalties (KO-070..075)."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.games.kick_on.rules.ends import finish, mill
from matchday.games.kick_on.rules.moves import ask, tell_score
from matchday.games.kick_on.rules.questions import count_bits, lowest, rival
from matchday.games.kick_on.rules.shot import count_luck
from matchday.games.kick_on.rules.totals import keeper_defence
from matchday.games.kick_on.state import EVERYONE_IN, KICKS, Ability, Box, Event, Phase, Stage, Table


def take_penalty(box: Box, table: Table, slot: int, log: Log) -> None:
    """KO-070..072, KO-R13, KO-R16, KO-R17: attack and one die against the goalkeeper; the die is the damage."""
    seat = int(table.active)
    player = int(table.squad[seat, slot])
    shot = penalty_attack(box, table, seat, slot)
    save = penalty_defence(box, table, rival(seat))
    die = roll(table, 6) + 1
    ways = 0
    for face in range(1, 7):
        ways += int(penalty_scores(shot, save, face))
    count_luck(table, penalty_scores(shot, save, die), ways, 6)
    table.stage = Stage.CLOSE
    if penalty_scores(shot, save, die):
        table.goals[seat] += 1
        tell(log, EVERYONE, Event.PENALTY_GOAL, seat, player, die, shot, save)
        tell_score(table, Event.SCORE, table.goals, log)
        mill(box, table, rival(seat), die, log)
    else:
        tell(log, EVERYONE, Event.PENALTY_MISSED, seat, player, die, shot, save)


def penalty_scores(shot: int, save: int, die: int) -> bool:
    """KO-070, KO-071: 1 never, 6 always."""
    return die == 6 or (die != 1 and shot + die > save)


def penalty_attack(box: Box, table: Table, seat: int, slot: int) -> int:
    """KO-R16: printed attack and the ability PENALTY."""
    player = box.players[table.squad[seat, slot]]
    return int(player.attack) + (int(player.n) if player.ability == Ability.PENALTY else 0)


def penalty_defence(box: Box, table: Table, seat: int) -> int:
    """KO-R16: the goalkeeper's defence and SAVER."""
    player = box.players[table.squad[seat, table.keeper[seat]]]
    return keeper_defence(box, table, seat) + (int(player.n) if player.ability == Ability.SAVER else 0)


def shootout(box: Box, table: Table, log: Log) -> None:
    """KO-073..075, KO-R18: takers are named, then kicks alternate until one side cannot be caught."""
    first = int(table.first_kicker)
    for number in range(2):
        seat = first ^ number
        wanted = min(int(box.takers), count_bits(int(table.pitch[seat])))
        if table.takers_count[seat] < wanted:
            left = free_takers(table, seat)
            if count_bits(left) > 1:
                ask(table, Phase.SHOOTOUT_PICK, seat)
            else:
                name_taker(table, seat, lowest(left), log)
            return
    if shootout_over(box, table):
        finish(table)
        return
    if table.kicks[0] == KICKS and table.kicks[1] == KICKS:
        for seat in range(2):
            table.kicks[seat] = KICKS // 2
            table.kicks_in[seat] = 0
    seat = first if table.kicks[0] == table.kicks[1] else 1 - first
    if table.kicks[seat] < table.takers_count[seat]:
        kick(box, table, seat, int(table.takers[seat, table.kicks[seat]]), log)
        return
    if int(table.kicked[seat]) == int(table.pitch[seat]):
        table.kicked[seat] = 0
    left = int(table.pitch[seat]) & (EVERYONE_IN ^ int(table.kicked[seat]))
    if count_bits(left) > 1:
        ask(table, Phase.SHOOTOUT_NEXT, seat)
    else:
        kick(box, table, seat, lowest(left), log)


def free_takers(table: Table, seat: int) -> int:
    """DP-11: players on the pitch not yet named."""
    left = int(table.pitch[seat])
    for number in range(table.takers_count[seat]):
        left ^= 1 << int(table.takers[seat, number])
    return left


def name_taker(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-073, DP-11: the next of the three."""
    table.takers[seat, table.takers_count[seat]] = slot
    table.takers_count[seat] += 1
    tell(log, EVERYONE, Event.TAKER, seat, table.squad[seat, slot], table.takers_count[seat])


def apply_shootout(box: Box, table: Table, seat: int, slot: int, log: Log) -> None:
    """DP-11, DP-12: name a taker, or the one who kicks now."""
    if table.phase == Phase.SHOOTOUT_PICK:
        name_taker(table, seat, slot, log)
    else:
        kick(box, table, seat, slot, log)


def kick(box: Box, table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-073, KO-R18: one kick; no damage, no goal of the match."""
    die = roll(table, 6) + 1
    shot = penalty_attack(box, table, seat, slot)
    save = penalty_defence(box, table, rival(seat))
    scored = penalty_scores(shot, save, die)
    table.kicks[seat] += 1
    table.kicked[seat] |= 1 << slot
    table.kicks_in[seat] += int(scored)
    event = Event.KICK_IN if scored else Event.KICK_OUT
    tell(log, EVERYONE, event, seat, table.squad[seat, slot], die, shot, save)
    tell_score(table, Event.KICKS, table.kicks_in, log)


def shootout_over(box: Box, table: Table) -> bool:
    """KO-074, KO-R18: out of reach within the three rounds; afterwards, ahead once both have kicked."""
    lead = int(table.kicks_in[0]) - int(table.kicks_in[1])
    rounds = int(box.takers)
    left_0 = rounds - int(table.kicks[0])
    left_1 = rounds - int(table.kicks[1])
    if left_0 < 0 or left_1 < 0:
        return bool(lead and table.kicks[0] == table.kicks[1])
    return lead > left_1 or -lead > left_0
