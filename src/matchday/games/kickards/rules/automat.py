"""The Automat of the solo game (KC-R32): what it answers. Its line-up and its bids are where those are made."""

from __future__ import annotations

from matchday.games.kickards.rules.bonuses import can_buy, can_draw_by_control
from matchday.games.kickards.rules.chances import goal_chance, mean_chance, row_chance
from matchday.games.kickards.rules.control import token_of, unlocked
from matchday.games.kickards.rules.formats import total_goals
from matchday.games.kickards.rules.moves import holds_or_pays, random_card, rival, seat_of
from matchday.games.kickards.rules.position import can_use
from matchday.games.kickards.rules.shot import can_control_percent
from matchday.games.kickards.rules.steps import REDS
from matchday.games.kickards.state import (
    ADDED,
    BLUE,
    BUY,
    CALL_VAR,
    COLOUR,
    CONTROL,
    DONE,
    EXCHANGE,
    GREEN,
    LIVE,
    OFFERED,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    RED,
    SHOOT_AGAIN,
    SPLIT,
    STARS,
    STEPS,
    USE,
    Bonus,
    Box,
    Choice,
    Op,
    Phase,
    Place,
    Table,
    Track,
)


def automat_action(box: Box, table: Table, seat: int) -> int:
    """KC-R32.4..12: what the Automat answers."""
    phase = table.phase
    attacks = seat == table.att
    main = RED if attacks else GREEN
    tone = 0
    if table.event:
        tone = int(box.event[table.event - 1].tone) * (1 if attacks else -1)
    if phase == Phase.COACH_PICK:
        return automat_coach_pick(box, table, seat)
    if phase == Phase.STARS:
        blue = int(table.stars[seat, BLUE] == 0)
        rest = int(table.extras[seat]) - blue
        return STARS + (SPLIT * rest if attacks else rest)
    if phase == Phase.COACH:
        held = int(box.event[table.coach[seat] - 1].tone) * (1 if attacks else -1)
        return PLAY_COACH if held >= 3 or (held >= 2 and table.round_no >= 3) else PASS
    if phase == Phase.EXCHANGE:
        return EXCHANGE if tone <= -2 and holds_or_pays(box, table, seat, Bonus.EXCHANGE) else PASS
    if phase == Phase.VAR_GOAL:
        return CALL_VAR
    if phase == Phase.VAR_BEFORE:
        return CALL_VAR if brings_red(box, table, seat) else PASS
    if phase == Phase.VAR_AFTER:
        return CALL_VAR if table.reds[seat] > table.reds_before[seat] else PASS
    if phase == Phase.CHOICE:
        if table.choice == Choice.GAIN:
            return COLOUR + (BLUE if table.stars[seat, BLUE] == 0 else main)
        if table.choice == Choice.LOSE:
            if table.stars[seat, BLUE]:
                return COLOUR + BLUE
            return COLOUR + (RED + GREEN - main if table.stars[seat, RED + GREEN - main] else main)
        if table.choice == Choice.DISCARD:
            return random_card(box, table, seat, Place.HAND, table.hand_count[seat])
        laid = 0
        for card in range(box.deck_size):
            laid += table.where[seat, card] == Place.LAID
        return random_card(box, table, seat, Place.LAID, laid)
    if phase == Phase.BUY:
        return automat_buys(box, table, seat)
    if phase == Phase.POSITION:
        below = row_chance(box, table, table.position) < mean_chance(box, table)
        above = row_chance(box, table, table.position) > mean_chance(box, table)
        if below if attacks else above:
            reroll = Bonus.REROLL_K6 if attacks else Bonus.FORCE_K6
            if can_use(box, table, seat, reroll):
                return USE + reroll
            for space in range(box.track, 0, -1):
                if box.space[space].bonus[0].op == Track.REROLL and unlocked(table, seat, space):
                    return CONTROL + space
        return PASS
    if phase == Phase.PERCENT:
        dearest = 0
        for space in range(1, box.track + 1):
            dear = dearest == 0 or box.space[space].cost >= box.space[dearest].cost
            if dear and can_control_percent(box, table, seat, space):
                dearest = space
        return CONTROL + dearest if dearest and helps_control(box, table, seat) else DONE
    if phase == Phase.REROLL:
        return SHOOT_AGAIN
    if phase == Phase.ADDED_TIME:
        return PASS if total_goals(table, seat) > total_goals(table, rival(seat)) else PLAY_ON
    if phase == Phase.KICK:
        best = -1
        for card in range(box.deck_size):
            if table.where[seat, card] == Place.HAND:
                if best < 0 or box.footballers[card].kick > box.footballers[best].kick:
                    best = int(card)
        return best
    return PASS


def brings_red(box: Box, table: Table, seat: int) -> bool:
    """KC-R32.10, KC-R13: tell whether the open event brings this seat a red card for certain, a second yellow too."""
    if table.reds[seat] >= REDS:
        return False
    for number in range(STEPS):
        step = box.event[table.event - 1].play[number]
        if step.op == Op.END or step.op == Op.ROLL or step.op == Op.IF:
            return False
        if step.op == Op.RED or (step.op == Op.YELLOW and table.yellow[seat]):
            if seat_of(table, step.a) == seat:
                return True
    return False


def helps_control(box: Box, table: Table, seat: int) -> bool:
    """KC-R32.5: tell whether all the percentages that the token still pays for would change this shot at all."""
    token = token_of(table, seat)
    points = 0
    for space in range(box.track, 0, -1):
        while box.space[space].bonus[0].op == Track.PCT and space <= token:
            points += int(box.space[space].bonus[0].a)
            token -= int(box.space[space].cost)
    if seat != table.att:
        points = -points
    act = table.acts[LIVE]
    before = goal_chance(box, table, act.percent, act.clear)
    table.control_pct += points
    after = goal_chance(box, table, act.percent, act.clear)
    table.control_pct -= points
    return before != after


def automat_coach_pick(box: Box, table: Table, seat: int) -> int:
    """KC-R32.7: the card that changes most, of equal ones the friendlier."""
    best = 0
    for place in range(1, box.coach_offer):
        tone = int(box.event[table.offer[seat, place] - 1].tone)
        chosen = int(box.event[table.offer[seat, best] - 1].tone)
        if abs(tone) > abs(chosen) or (abs(tone) == abs(chosen) and tone > chosen):
            best = place
    return OFFERED + best


def automat_buys(box: Box, table: Table, seat: int) -> int:
    """KC-R32.5, 8, 12: draws on the control track in early rounds; a halving of a good chance; ±10 %; a re-roll."""
    round_no = table.round_no
    if round_no != 3 and round_no < ADDED - 1:
        for space in range(box.track, 0, -1):
            if can_draw_by_control(box, table, seat, space):
                return CONTROL + space
    if seat == table.att:
        if can_buy(box, table, seat, Bonus.PLUS10):
            return BUY + Bonus.PLUS10
        return BUY + Bonus.REROLL_K6 if can_buy(box, table, seat, Bonus.REROLL_K6) else DONE
    if can_buy(box, table, seat, Bonus.HALVE) and mean_chance(box, table) > 4000:
        return BUY + Bonus.HALVE
    if can_buy(box, table, seat, Bonus.MINUS10):
        return BUY + Bonus.MINUS10
    return BUY + Bonus.FORCE_K6 if can_buy(box, table, seat, Bonus.FORCE_K6) else DONE
