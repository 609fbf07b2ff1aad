"""Action bonuses (KC-055..067)."""

from __future__ import annotations

from matchday.engine.log import Log
from matchday.engine.record import Array
from matchday.games.kickards.rules.control import pay_control, unlocked
from matchday.games.kickards.rules.moves import affords, ask, draw_cards, enter, pay, rival
from matchday.games.kickards.rules.steps import owe
from matchday.games.kickards.state import (
    BUY,
    CONTROL,
    DONE,
    LIVE,
    Aim,
    Bonus,
    Box,
    Choice,
    Phase,
    Place,
    Side,
    Table,
    Track,
)


def ask_buy(box: Box, table: Table) -> None:
    """KC-056: the attacker buys first, then the defender; who can buy nothing is not asked."""
    while table.step < 2:
        seat = table.att if table.step == 0 else rival(table.att)
        if can_buy_any(box, table, seat):
            ask(table, Phase.BUY, seat)
            return
        table.step += 1
    if table.early:
        table.early = 0
        enter(table, Phase.ASK_COACH)
    else:
        enter(table, Phase.AIM)


def can_buy_any(box: Box, table: Table, seat: int) -> bool:
    """Tell whether this seat has anything to decide."""
    for bonus in range(Bonus.EXCHANGE, Bonus.HALVE + 1):
        if can_buy(box, table, seat, bonus):
            return True
    for space in range(1, box.track + 1):
        if can_draw_by_control(box, table, seat, space):
            return True
    return False


def can_buy(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-055..059, KC-R07: a bonus that the seat can pay for and that could still serve it in this action."""
    if not affords(box, table, seat, bonus):
        return False
    if bonus <= Bonus.BLOCK:
        return table.early > 0
    if bonus <= Bonus.DRAW2:
        return can_draw(box, table, seat)
    if (bonus <= Bonus.REROLL_MISS) != (seat == table.att):
        return False
    act = table.acts[LIVE]
    if act.no_shot:
        return False
    moves_k6 = bonus == Bonus.REROLL_K6 or bonus == Bonus.PLUS1 or bonus == Bonus.FORCE_K6 or bonus == Bonus.MINUS1
    return not (moves_k6 and (act.aim == Aim.FLAT or act.aim == Aim.POSITION))


def can_draw(box: Box, table: Table, seat: int) -> bool:
    """KC-R20: tell whether there is a card to draw."""
    if table.deck_count[seat]:
        return True
    for card in range(box.deck_size):
        if table.where[seat, card] == Place.USED:
            return True
    return False


def can_draw_by_control(box: Box, table: Table, seat: int, space: int) -> bool:
    """KC-155: a draw that is unlocked on the control track."""
    return box.space[space].bonus[0].op == Track.DRAW and unlocked(table, seat, space) and can_draw(box, table, seat)


def legal_buy(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-055..062: any bonus within reach, a draw on the control track, or nothing more."""
    out[0] = DONE
    count = 1
    for bonus in range(Bonus.EXCHANGE, Bonus.HALVE + 1):
        if can_buy(box, table, seat, bonus):
            out[count] = BUY + bonus
            count += 1
    for space in range(1, box.track + 1):
        if can_draw_by_control(box, table, seat, space):
            out[count] = CONTROL + space
            count += 1
    return count


def apply_buy(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-057, KC-058, KC-060: cards are drawn at once, the rest is kept for its moment."""
    table.phase = Phase.ASK_BUY
    if action == DONE:
        table.step += 1
    elif action >= CONTROL:
        space = action - CONTROL
        pay_control(box, table, seat, space, 1, log)
        draw_cards(box, table, seat, box.space[space].bonus[0].a, log)
    else:
        bonus = action - BUY
        pay(box, table, seat, bonus, log)
        row = box.bonus[bonus]
        if row.draw:
            draw_cards(box, table, seat, row.draw, log)
            if row.discard:
                owe(table, Side.ATT if seat == table.att else Side.DEF, Choice.DISCARD, row.discard, Phase.ASK_BUY)
        else:
            table.bonus[seat, bonus] += 1
