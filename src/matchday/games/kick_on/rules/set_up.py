"""Before kick-off (KO-040..047)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, tell
from matchday.games.kick_on.rules.ends import draw_card
from matchday.games.kick_on.rules.moves import roll_off, take_from_deck
from matchday.games.kick_on.rules.questions import count_bits, lowest
from matchday.games.kick_on.state import EVERYONE_IN, OWN, SQUAD, Ability, Box, Event, Position, Stage, Table


def lineup_choices(box: Box, table: Table, seat: int) -> int:
    """DP-0: who may be left out, so that a goalkeeper and a player of each line still start; goalkeeper first."""
    benched = int(table.bench[seat])
    keepers = int(table.line[seat, Position.GK])
    if not benched & keepers:
        return keepers
    choices = 0
    for position in range(Position.DF, Position.ANY):
        left = int(table.line[seat, position]) & (EVERYONE_IN ^ benched)
        if count_bits(left) > 1:
            choices |= left
    return choices


def apply_lineup(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DP-0: the bench is named one by one, unseen until both coaches are ready."""
    table.bench[seat] |= 1 << (action - OWN)
    tell(log, only(seat), Event.BENCHED, seat, table.squad[seat, action - OWN])
    if count_bits(int(table.bench[seat])) == box.squad_size - box.starters:
        table.waiting ^= 1 << seat
        tell(log, EVERYONE, Event.LINED_UP, seat)
        if table.waiting == 0:
            kick_off(box, table, log)


def kick_off(box: Box, table: Table, log: Log) -> None:
    """KO-040..046: starters and bonuses, then the dice for home, then seven cards each."""
    for seat in range(2):
        table.pitch[seat] = ((1 << int(box.squad_size)) - 1) ^ int(table.bench[seat])
        table.slots[seat] = box.starters
        table.keeper[seat] = lowest(int(table.pitch[seat]) & int(table.line[seat, Position.GK]))
        for slot in range(SQUAD):
            if int(table.pitch[seat]) >> slot & 1:
                tell(log, EVERYONE, Event.STARTS, seat, table.squad[seat, slot], int(slot == table.keeper[seat]))
        take_bonuses(box, table, seat, log)
    table.home = roll_off(table, Event.HOME, log)
    table.active = table.home
    for _ in range(box.opening_hand):
        for seat in range(2):
            table.draws[seat] = 1
            draw_card(box, table, seat, log)
    table.stage = Stage.TURN


def take_bonuses(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-040..044, KO-R03: a basic Energy for one nationality, one for one shirt, one for a Captain, in that order."""
    one_nation = True
    one_shirt = True
    nation = -1
    shirt = -1
    for slot in range(SQUAD):
        if not int(table.pitch[seat]) >> slot & 1:
            continue
        player = box.players[table.squad[seat, slot]]
        one_nation = one_nation and (nation < 0 or nation == player.nation)
        nation = player.nation
        if player.position != Position.GK:
            one_shirt = one_shirt and (shirt < 0 or shirt == player.shirt)
            shirt = player.shirt
        if player.ability == Ability.CAPTAIN:
            table.captains[seat] |= 1 << slot
    for bonus in range(1, 4):
        if (
            (bonus == 1 and not one_nation)
            or (bonus == 2 and not one_shirt)
            or (bonus == 3 and not table.captains[seat])
        ):
            continue
        got = box.bonus_outside or take_from_deck(table, seat, box.basic)
        tell(log, EVERYONE, Event.BONUS, seat, bonus, int(got))
        if got and bonus == 3:
            table.captain_energy[seat] = 1
        elif got:
            table.ready[seat, box.basic] += 1
