"""Phase D (KO-056..059)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, only, tell
from matchday.games.kick_on.rules.attackers import may_defend
from matchday.games.kick_on.rules.chain import could_play, may_foul
from matchday.games.kick_on.rules.moves import ask, clear_attack
from matchday.games.kick_on.rules.questions import count_bits, ready_energy, rival
from matchday.games.kick_on.rules.totals import attack_total, defence_total
from matchday.games.kick_on.state import DONE, EVERYONE_BACK, OWN, SQUAD, Box, Event, Phase, Stage, Table, Timing


def apply_defenders(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-022, KO-056, KO-057, DP-4: defenders are chosen one by one, or everyone who can."""
    if action == EVERYONE_BACK:
        table.chosen = may_defend(table)
    if DONE <= action <= EVERYONE_BACK:
        defend(box, table, log)
    else:
        table.chosen |= 1 << (action - OWN)
        tell(log, only(seat), Event.CHOSE_DEFENDER, seat, table.squad[seat, action - OWN])


def defend(box: Box, table: Table, log: Log) -> None:
    """KO-022: the chosen ones stand in the Defence Zone; the window opens, defender first (KO-R08)."""
    seat = 1 - int(table.active)
    table.defenders = table.chosen
    table.chosen = 0
    attack_now = attack_total(box, table)
    defence_now = defence_total(box, table, int(table.defenders))
    tell(log, EVERYONE, Event.DEFENCE, seat, count_bits(int(table.defenders)), defence_now, attack_now)
    for slot in range(SQUAD):
        if int(table.defenders) >> slot & 1:
            tell(log, EVERYONE, Event.DEFENDER, seat, table.squad[seat, slot])
    table.to_act = seat
    table.passes = 0
    table.stage = Stage.WINDOW


def defence_window(box: Box, table: Table, log: Log) -> None:
    """KO-059, KO-R08, KO-R26: in turn, defender first, until two passes in a row or the end of the attack."""
    seat = int(table.to_act)
    if table.cancelled or table.attackers == 0:
        end_attack(table, log)
    elif table.passes >= 2:
        table.stage = Stage.ROLL
    elif seat == table.active:
        offer(table, Phase.DEFENCE_WINDOW, seat, could_play(box, table, seat, Timing.ATTACK))
    else:
        could = not table.silenced and could_play(box, table, seat, Timing.DEFENCE)
        if not could and table.hand_count[seat] and ready_energy(table, seat) >= box.cheapest_foul:
            could = may_foul(box, table)
        offer(table, Phase.DEFENCE_WINDOW, seat, could)


def offer(table: Table, phase: int, seat: int, could: bool) -> None:
    """Ask a seat in a window, or pass for it where everyone sees that it can do nothing."""
    if could:
        ask(table, phase, seat)
    else:
        table.passes += 1
        table.to_act = rival(seat)


def end_attack(table: Table, log: Log) -> None:
    """KO-R09, KO-R16, KO-R28: defenders go back, the Play goes to the Showers; a penalty may take its place."""
    if (table.cancelled or table.attackers == 0) and not table.penalty:
        tell(log, EVERYONE, Event.STOPPED, table.active)
    table.stage = Stage.PENALTY if table.penalty else Stage.CLOSE
    clear_attack(table)
