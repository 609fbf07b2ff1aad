"""The end of the match, and formats (KC-096, KC-113..124): second leg, extra time, shoot-out."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.games.kickards.rules.moves import (
    ask,
    draw_cards,
    empty_bars,
    enter,
    gather,
    random_card,
    reds_of,
    rival,
    take_from_hand,
)
from matchday.games.kickards.rules.set_up import start_leg, start_period
from matchday.games.kickards.state import (
    ADDED,
    EXTRA_TIME,
    SECOND_HALF,
    SHOOTOUT,
    Box,
    Event,
    Format,
    Phase,
    Place,
    Table,
    Tint,
)


def full_time(box: Box, table: Table, log: Log) -> None:
    """KC-096, KC-113..118: the end, the second leg, extra time or penalties."""
    home = table.home
    goals_home = table.goals[home]
    goals_away = table.goals[rival(home)]
    goes_on = needs_more(box, table)
    tell(log, EVERYONE, Event.WHISTLE, home, goals_home, goals_away, int(goes_on))
    if has_second_leg(box, table):
        tell(log, EVERYONE, Event.SECOND_LEG, home, goals_home, goals_away)
        for seat in range(2):
            table.first_leg[seat] = table.goals[seat]
        table.leg = 2
        table.home = rival(table.home)
        start_leg(box, table, log)
    elif not goes_on:
        finish(table)
    elif table.period == SECOND_HALF:
        extra_time(box, table, log)
    else:
        start_shootout(box, table, log)


def has_second_leg(box: Box, table: Table) -> bool:
    """KC-114: tell whether this match is the first of two."""
    return box.format == Format.TIE and table.leg == 1


def needs_more(box: Box, table: Table) -> bool:
    """KC-115, KC-118, KC-R24: tell whether extra time or penalties must follow, as the score stands."""
    needs_winner = box.format == Format.FINAL or (box.format == Format.TIE and box.tie_break > 0)
    return needs_winner and not has_second_leg(box, table) and winner_of(box, table) < 0


def winner_of(box: Box, table: Table) -> int:
    """KC-096, KC-114, KC-118, KC-R24: by goals, away goals, penalties or lot; -1 for a draw."""
    if table.lot:
        return table.lot - 1
    if table.pens[0] != table.pens[1]:
        return int(table.pens[1] > table.pens[0])
    if total_goals(table, 0) != total_goals(table, 1):
        return int(total_goals(table, 1) > total_goals(table, 0))
    return away_goals_winner(box, table)


def total_goals(table: Table, seat: int) -> int:
    """KC-114: count a seat's goals, of both legs together."""
    return int(table.goals[seat]) + int(table.first_leg[seat])


def away_goals_winner(box: Box, table: Table) -> int:
    """KC-R24: who scored more away from home, in a tie that is level; -1 where that decides nothing."""
    if not box.away_goals or box.format != Format.TIE or table.leg != 2 or table.period != SECOND_HALF:
        return -1
    home = table.home
    if table.goals[rival(home)] == table.first_leg[home]:
        return -1
    return rival(home) if table.goals[rival(home)] > table.first_leg[home] else int(home)


def extra_time(box: Box, table: Table, log: Log) -> None:
    """KC-115, KC-116, KC-R11, KC-R16: new hands, a new toss, the rounds 75 and 90 once more."""
    home = int(table.home)
    tell(log, EVERYONE, Event.EXTRA_TIME, home, total_goals(table, home), total_goals(table, rival(home)))
    for seat in range(2):
        gather(box, table, seat)
        draw_cards(box, table, seat, int(box.extra_time_hand) - reds_of(box, table, seat), log)
        if box.var_extra_time:
            table.var_left[seat] = 1
    winner = roll(table, 2)
    tell(log, EVERYONE, Event.TOSS, winner, EXTRA_TIME)
    start_period(table, EXTRA_TIME, ADDED - 2, winner, log)


def finish(table: Table) -> None:
    """End the match."""
    table.phase = Phase.OVER
    table.waiting = 0


def start_shootout(box: Box, table: Table, log: Log) -> None:
    """KC-119: five cards each and a toss."""
    table.period = SHOOTOUT
    empty_bars(table)
    for seat in range(2):
        gather(box, table, seat)
        draw_cards(box, table, seat, box.shootout_hand, log)
    table.first = roll(table, 2)
    tell(log, EVERYONE, Event.SHOOTOUT, table.first)
    enter(table, Phase.NEXT_KICK)


def next_kick(box: Box, table: Table, log: Log) -> None:
    """KC-R25: kicks in turn until it is decided; in sudden death a card is drawn when the hand is empty."""
    first = table.first
    second = rival(first)
    if shootout_decided(box, table, first, second):
        finish(table)
        return
    if table.kicks[first] == table.kicks[second] and table.kicks[first] >= box.shootout_pairs:
        table.lot = roll(table, 2) + 1
        tell(log, EVERYONE, Event.TOSS, table.lot - 1, SHOOTOUT)
        finish(table)
        return
    seat = first if table.kicks[first] == table.kicks[second] else second
    if table.hand_count[seat] == 0:
        draw_cards(box, table, seat, 1, log)
    if table.hand_count[seat] == 1:
        kick(box, table, seat, random_card(box, table, seat, Place.HAND, 1), log)
    else:
        ask(table, Phase.KICK, seat)


def shootout_decided(box: Box, table: Table, first: int, second: int) -> bool:
    """KC-R25: a lead that the kicks left cannot make up; in sudden death any lead after a pair."""
    lead = int(table.pens[first]) - int(table.pens[second])
    left_first = int(box.shootout_hand) - int(table.kicks[first])
    left_second = int(box.shootout_hand) - int(table.kicks[second])
    if left_first <= 0 and left_second <= 0:
        return lead != 0 and table.kicks[first] == table.kicks[second]
    return lead > left_second or -lead > left_first


def kick(box: Box, table: Table, seat: int, card: int, log: Log) -> None:
    """KC-120..124, KC-R25: the k6 picks the row: green scores, red misses, yellow rolls once more, else the k100."""
    position = roll(table, 6) + 1
    row = box.footballers[card].shots[position - 1]
    if row.tint == Tint.YELLOW:
        tell(log, EVERYONE, Event.KICK_AGAIN, seat, card, position)
        position = roll(table, 6) + 1
        row = box.footballers[card].shots[position - 1]
    goal = row.tint == Tint.GREEN
    rolled = 0
    chance = 0
    if row.tint == Tint.PLAIN:
        chance = min(int(row.a) + int(box.shootout_bonus), 100)
        rolled = roll(table, 100) + 1
        goal = rolled <= chance
    table.pens[seat] += goal
    table.kicks[seat] += 1
    take_from_hand(table, seat, card, Place.USED)
    tell(log, EVERYONE, Event.KICK, seat, card, position, int(goal), rolled, chance)
    enter(table, Phase.NEXT_KICK)
