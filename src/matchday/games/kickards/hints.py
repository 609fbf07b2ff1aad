"""Cheap playing sense for Kickards: an even spread of cards, the best shooter in front, purchases by expectation.

It looks one action ahead and never further. Values are expected goals of this action in ten-thousandths, from the same
odds that the rules use. Only hidden tables come here; trial purchases are made on them and taken back.
"""

from __future__ import annotations

from typing import Any

from matchday.engine.dice import roll
from matchday.engine.record import Array
from matchday.games.kickards.rules.automat import brings_red
from matchday.games.kickards.rules.chances import goal_chance, mean_chance, position_odds, position_of, row_chance
from matchday.games.kickards.rules.formats import total_goals
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.rules.moves import rival
from matchday.games.kickards.state import (
    ADDED,
    BID,
    BLUE,
    BUY,
    CALL_VAR,
    COLOUR,
    CONTROL,
    CONTROL_DOWN,
    DONE,
    EXCHANGE,
    GREEN,
    LIVE,
    OFFERED,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    RED,
    SECOND_HALF,
    SPLIT,
    STARS,
    USE,
    Aim,
    Bonus,
    Box,
    Choice,
    Phase,
    Table,
    Track,
)

STAR_WORTH = 200  # expected goals (in ten-thousandths) that a star on the tactics bar is kept for


def moment(box: Box, table: Table) -> int:
    """Count turns; those of extra time and of a second leg come behind."""
    later = 4 * int(table.leg) + max(int(table.period) - SECOND_HALF, 0)
    added = 2 if table.phase == Phase.ADDED_TIME or table.phase == Phase.OVER else 0  # no turn is counted there yet
    return 16 * later + 2 * int(table.round_no) + int(table.turn) + added


def luck(box: Box, table: Table, seat: int) -> int:
    """Give the goals beyond the chances of the shots and of the VAR checks on them."""
    return int(table.luck[seat])


def hazard(box: Box, table: Table, seat: int) -> int:
    """Give the variance of those goals."""
    return int(table.hazard[seat])


def choose(box: Box, table: Table, seat: int, out: Array, count: int, dice: Any) -> int:
    """Choose one of the legal actions."""
    if count == 1:
        return int(out[0])
    phase = table.phase
    attacks = seat == table.att
    if phase == Phase.ATTACK or phase == Phase.DEFEND:
        return choose_card(box, table, seat, out, count)
    if phase == Phase.STARS:
        return choose_colours(table, seat)
    if phase == Phase.BID:
        return choose_bid(table, seat, dice)
    if phase == Phase.COACH_PICK:
        return choose_coach(box, table, seat)
    if phase == Phase.COACH:
        held = tone_of(box, table.coach[seat] - 1, attacks)
        late = table.round_no == 3 or table.round_no >= ADDED - 2
        return PLAY_COACH if held >= 3 or (held >= 2 and late) else PASS
    if phase == Phase.EXCHANGE:
        return choose_exchange(box, table, seat, out[1])
    if phase == Phase.VAR_BEFORE:
        sends_off = brings_red(box, table, seat) and not box.cosmetic_cards
        return CALL_VAR if sends_off or tone_of(box, table.event - 1, attacks) <= -4 else PASS
    if phase == Phase.VAR_AFTER:
        return CALL_VAR if table.reds[seat] > table.reds_before[seat] else PASS
    if phase == Phase.VAR_GOAL:
        return CALL_VAR
    if phase == Phase.CHOICE:
        return choose_choice(box, table, seat, out, count)
    if phase == Phase.BUY or phase == Phase.PERCENT:
        return choose_purchase(box, table, seat, out, count)
    if phase == Phase.POSITION:
        return choose_position(box, table, seat, out, count)
    if phase == Phase.ADDED_TIME:
        behind = total_goals(table, seat) < total_goals(table, rival(seat))
        level = total_goals(table, seat) == total_goals(table, rival(seat))
        return PLAY_ON if behind or (level and table.hand_count[seat] >= table.hand_count[rival(seat)]) else PASS
    if phase == Phase.KICK:
        best = int(out[0])
        for number in range(1, count):
            if box.footballers[out[number]].kick > box.footballers[best].kick:
                best = int(out[number])
        return best
    return int(out[count - 1])  # another shot is always welcome


def tone_of(box: Box, event: int, attacks: bool) -> int:
    """Tell how good an event card is for one side."""
    return int(box.event[event].tone) if attacks else -int(box.event[event].tone)


def last_turns(table: Table) -> bool:
    """Tell whether stars and cards saved now would hardly be used in this half."""
    return turns_left(table) <= 2


# ---------------------------------------------------------------------------------------------- cards and stars


def choose_card(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Spread the hand evenly over the turns left; shoot with the best, help with stars."""
    attacks = seat == table.att
    turns = turns_left(table)
    budget = (int(table.hand_count[seat]) + turns - 1) // turns
    if attacks:
        budget = max(budget, 1)
    elif table.laid_count[table.att] >= 4:
        budget += 1
    elif table.laid_count[table.att] == 1 and turns > 1:
        budget -= 1
    if attacks and table.chosen_count[seat] == 0:
        best = int(out[0])
        for number in range(1, count - 1):
            if box.footballers[out[number]].rating > box.footballers[best].rating:
                best = int(out[number])
        return best
    if table.chosen_count[seat] >= budget:
        return DONE
    best = int(out[0])
    for number in range(1, count - 1):
        if helper_worth(box, out[number]) > helper_worth(box, best):
            best = int(out[number])
    return best


def helper_worth(box: Box, card: int) -> int:
    """Printed stars are what helpers are for; a good shooter is kept for a later attack."""
    return 1000 * int(box.footballers[card].stars) - int(box.footballers[card].rating)


def choose_colours(table: Table, seat: int) -> int:
    """One blue star for an exchange, the rest in the colour of this side of the action."""
    blue = 1 if table.stars[seat, BLUE] == 0 else 0
    rest = int(table.extras[seat]) - blue
    return STARS + (SPLIT * rest if seat == table.att else rest)


def choose_bid(table: Table, seat: int, dice: Any) -> int:
    """Bid what would be lost, and now and then a star more, so that nobody can count on it."""
    colour = table.bid_colour[seat]
    held = int(table.stars[seat, colour])
    main = RED if seat == table.att else GREEN
    spare = 0
    if colour != main:
        spare = max(held - 3, 0)
        if spare < held and roll(dice, 3) == 0:
            spare += 1
    elif held > 1 and held % 2 == 1:
        spare = 1
    return BID + min(spare, held, 3)


def choose_coach(box: Box, table: Table, seat: int) -> int:
    """Keep the card that changes most, of equal ones the friendlier."""
    best = 0
    for place in range(1, int(box.coach_offer)):
        tone = int(box.event[table.offer[seat, place] - 1].tone)
        kept = int(box.event[table.offer[seat, best] - 1].tone)
        if abs(tone) > abs(kept) or (abs(tone) == abs(kept) and tone > kept):
            best = int(place)
    return OFFERED + best


def choose_exchange(box: Box, table: Table, seat: int, first: int) -> int:
    """Change a card that hurts; blue stars beyond the bar are there to be used."""
    if first != EXCHANGE:
        return PASS
    tone = tone_of(box, table.event - 1, seat == table.att)
    limit = -1 if table.stars[seat, BLUE] > 3 or last_turns(table) else -2
    return EXCHANGE if tone <= limit else PASS


def choose_choice(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Part with the card that is worth least; gain what this action needs, lose what it does not."""
    main = RED if seat == table.att else GREEN
    if table.choice == Choice.GAIN:
        return COLOUR + (BLUE if table.stars[seat, BLUE] == 0 else main)
    if table.choice == Choice.LOSE:
        other = RED + GREEN - main
        if table.stars[seat, other]:
            return COLOUR + other
        return COLOUR + (BLUE if table.stars[seat, BLUE] else main)
    worst = int(out[0])
    for number in range(1, count):
        if card_worth(box, out[number]) < card_worth(box, worst):
            worst = int(out[number])
    return worst


def card_worth(box: Box, card: int) -> int:
    """Value a card in hand: as a shooter or as a helper."""
    return max(int(box.footballers[card].rating), 700 * int(box.footballers[card].stars))


# ---------------------------------------------------------------------------------------------- purchases


def choose_purchase(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Buy what brings most a star, if it brings more than the star is worth on the bar."""
    now = action_value(box, table)
    sign = 1 if seat == table.att else -1
    best = DONE
    best_gain = 0
    for number in range(1, count):
        action = int(out[number])
        if action >= CONTROL:
            if box.space[action - CONTROL].bonus[0].op == Track.PCT:
                return action if 0 < action_value(box, table) < 9000 else DONE
            continue
        bonus = action - BUY
        if bonus <= Bonus.DRAW2:
            if bonus == Bonus.DRAW2 and turns_left(table) > 2 and table.stars[seat, BLUE] > 4:
                return action
            continue
        cost = int(box.bonus[bonus].cost)
        gain = sign * (with_bonus(box, table, seat, bonus) - now) // cost
        held = int(table.stars[seat, box.bonus[bonus].colour])
        worth = 10 if last_turns(table) or held > int(box.bar) else STAR_WORTH
        if gain > max(best_gain, worth):
            best = action
            best_gain = gain
    return best


def with_bonus(box: Box, table: Table, seat: int, bonus: int) -> int:
    """Give the action's value with one more bonus."""
    if bonus == Bonus.PLUS1 or bonus == Bonus.MINUS1:
        step = 1 if bonus == Bonus.PLUS1 else -1
        table.nudges += step
        value = action_value(box, table)
        table.nudges -= step
        return value
    table.bonus[seat, bonus] += 1
    value = action_value(box, table)
    table.bonus[seat, bonus] -= 1
    return value


def action_value(box: Box, table: Table) -> int:
    """Give the expected goals of the attacker's shot as things stand, before or after the k6."""
    act = table.acts[LIVE]
    if act.no_shot:
        return 0
    if act.shot:
        return shot_value(table, 100 * goal_chance(box, table, act.percent, act.clear))
    if act.aim == Aim.FLAT:
        return shot_value(table, mean_chance(box, table))
    mean = 0
    for position in range(1, 7):
        faces = position_odds(table, position)
        if faces:
            mean += faces * shot_value(table, row_chance(box, table, position))
    mean //= 6
    attacker = int(table.att)
    may_reroll = table.bonus[attacker, Bonus.REROLL_K6] > 0
    may_force = table.bonus[rival(attacker), Bonus.FORCE_K6] > 0
    if may_reroll == may_force or act.aim == Aim.POSITION:
        return mean
    total = 0
    for position in range(1, 7):
        faces = position_odds(table, position)
        if faces:
            value = shot_value(table, row_chance(box, table, position))
            total += faces * (max(value, mean) if may_reroll else min(value, mean))
    return total // 6


def shot_value(table: Table, chance: int) -> int:
    """Give the expected goals of a shot with this chance, repeats and further shots included."""
    act = table.acts[LIVE]
    miss = 10_000
    for _ in range(1 + int(act.repeats) + int(table.bonus[table.att, Bonus.REROLL_MISS])):
        miss = miss * (10_000 - chance) // 10_000
    return 10_000 - miss + int(act.more_shots) * chance


# ---------------------------------------------------------------------------------------------- position


def choose_position(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """Roll again where the row is worse than a fresh die; move it where that helps."""
    sign = 1 if seat == table.att else -1
    now = sign * row_chance(box, table, table.position)
    again = sign * mean_chance(box, table) - 100
    best = PASS
    best_value = now
    for number in range(1, count):
        action = int(out[number])
        if action >= CONTROL_DOWN:
            value = moved(box, table, sign, -1)
        elif action >= CONTROL:
            up = box.space[action - CONTROL].bonus[0].op == Track.NUDGE
            value = moved(box, table, sign, 1) if up else again
        elif action == USE + Bonus.PLUS1:
            value = moved(box, table, sign, 1)
        elif action == USE + Bonus.MINUS1:
            value = moved(box, table, sign, -1)
        else:
            value = again
        if value > best_value:
            best = action
            best_value = value
    return best


def moved(box: Box, table: Table, sign: int, step: int) -> int:
    """Value the position one up or down, as this side sees it; a small price for the bonus."""
    return sign * row_chance(box, table, position_of(table, int(table.die) + step)) - 100
