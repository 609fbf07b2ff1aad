"""The verbs of Kickards. Clause ids are those of docs/rules/kickards.md.

`legal` is the only source of legality; `apply` assumes it. A phase that asks somebody comes as a pair, `legal_x` above
`apply_x`. What nobody decides is done by `run_on`, one automatic phase after the other; in the solo game it also
answers for the Automat.

Nothing that decides who is asked is hidden: hand sizes, stars, tokens and the presence of a coach card are public, so
a step that has nothing to offer is passed over.

Here each phase is handed to its section. The sections, in the order of the rulebook; none imports a later one:

- `moves`: what all sections do with the table
- `chances`: the odds of a shot, pure
- `set_up`: KC-001..009
- `line_up`: structure and playing cards, KC-010..033
- `stars`: KC-034..038, with two-man actions and nationality, KC-130..143
- `control`: KC-150..158, where a turn has it
- `event`: coach card and event card, KC-039..048
- `var`: KC-049..054
- `steps`: the words on event cards and special rows
- `bonuses`: KC-055..067
- `position`: KC-068..077
- `shot`: KC-078..085
- `ends`: of turn, round and half, added time, KC-086..095
- `formats`: the end, second leg, extra time, shoot-out, KC-096, KC-113..124
- `automat`: KC-R32
"""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import Log, clear
from matchday.engine.record import Array
from matchday.games.kickards.rules.automat import automat_action
from matchday.games.kickards.rules.bonuses import apply_buy, ask_buy, legal_buy
from matchday.games.kickards.rules.control import apply_bid, ask_bid, legal_bid
from matchday.games.kickards.rules.ends import apply_added_time, ask_added_time, end_turn
from matchday.games.kickards.rules.event import (
    apply_coach,
    apply_exchange,
    ask_coach,
    ask_exchange,
    draw_event,
    legal_exchange,
)
from matchday.games.kickards.rules.formats import full_time, kick, next_kick, total_goals, winner_of
from matchday.games.kickards.rules.line_up import (
    apply_attack,
    apply_defend,
    ask_defence,
    legal_attack,
    legal_defend,
    start_turn,
)
from matchday.games.kickards.rules.moves import enter, list_cards
from matchday.games.kickards.rules.position import aim, apply_position, ask_position, legal_position, read_row
from matchday.games.kickards.rules.set_up import apply_coach_pick, legal_coach_pick, start_leg
from matchday.games.kickards.rules.shot import (
    after_shots,
    apply_percent,
    apply_reroll,
    ask_percent,
    check_goal,
    legal_percent,
    shoot,
)
from matchday.games.kickards.rules.stars import apply_stars, ask_stars, legal_stars, reveal
from matchday.games.kickards.rules.steps import apply_choice, ask_choice, legal_choice, run_steps, start_event
from matchday.games.kickards.rules.var import apply_var, ask_var_after, ask_var_before
from matchday.games.kickards.state import (
    CALL_VAR,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    SHOOT_AGAIN,
    Box,
    Phase,
    Place,
    Sides,
    Table,
)


def deal(box: Box, table: Table, log: Log) -> None:
    """KC-001, KC-113: draw the sides, set up the (first) match."""
    clear(log)
    table.home = roll(table, 2) if box.sides == Sides.RANDOM else box.sides - Sides.SEAT_0
    table.leg = 1
    start_leg(box, table, log)
    run_on(box, table, log)


def legal(box: Box, table: Table, seat: int, out: Array) -> int:
    """List what this seat may do, lowest number first; return how many."""
    if not table.waiting >> seat & 1:
        return 0
    phase = table.phase
    if phase == Phase.COACH_PICK:
        return legal_coach_pick(box, table, seat, out)
    if phase == Phase.ATTACK:
        return legal_attack(box, table, seat, out)
    if phase == Phase.DEFEND:
        return legal_defend(box, table, seat, out)
    if phase == Phase.STARS:
        return legal_stars(table, seat, out)
    if phase == Phase.BID:
        return legal_bid(table, seat, out)
    if phase == Phase.EXCHANGE:
        return legal_exchange(box, table, seat, out)
    if phase == Phase.CHOICE:
        return legal_choice(box, table, seat, out)
    if phase == Phase.BUY:
        return legal_buy(box, table, seat, out)
    if phase == Phase.POSITION:
        return legal_position(box, table, seat, out)
    if phase == Phase.PERCENT:
        return legal_percent(box, table, seat, out)
    if phase == Phase.KICK:
        return list_cards(box, table, seat, Place.HAND, out, 0)
    # Yes or no: a coach card, VAR, another shot, added time.
    out[0] = PASS
    if phase == Phase.COACH:
        out[1] = PLAY_COACH
    elif phase == Phase.REROLL:
        out[1] = SHOOT_AGAIN
    elif phase == Phase.ADDED_TIME:
        out[1] = PLAY_ON
    else:
        out[1] = CALL_VAR
    return 2


def apply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play a legal action, then run on to the next decision. Does not check that it is legal."""
    clear(log)
    answer(box, table, seat, action, log)
    run_on(box, table, log)


def answer(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play a legal action and nothing more."""
    phase = table.phase
    if phase == Phase.COACH_PICK:
        apply_coach_pick(box, table, seat, action, log)
    elif phase == Phase.ATTACK:
        apply_attack(box, table, seat, action, log)
    elif phase == Phase.DEFEND:
        apply_defend(box, table, seat, action, log)
    elif phase == Phase.STARS:
        apply_stars(box, table, seat, action, log)
    elif phase == Phase.BID:
        apply_bid(box, table, seat, action, log)
    elif phase == Phase.COACH:
        apply_coach(table, seat, action, log)
    elif phase == Phase.EXCHANGE:
        apply_exchange(box, table, seat, action, log)
    elif phase == Phase.CHOICE:
        apply_choice(box, table, seat, action, log)
    elif phase == Phase.BUY:
        apply_buy(box, table, seat, action, log)
    elif phase == Phase.POSITION:
        apply_position(box, table, seat, action, log)
    elif phase == Phase.PERCENT:
        apply_percent(box, table, seat, action, log)
    elif phase == Phase.REROLL:
        apply_reroll(table, action)
    elif phase == Phase.ADDED_TIME:
        apply_added_time(table, seat, action, log)
    elif phase == Phase.KICK:
        kick(box, table, seat, action, log)
    else:
        apply_var(box, table, seat, action, log)


def score(box: Box, table: Table, out: Array) -> None:
    """KC-084, KC-114: write the goals of each seat, of both legs together."""
    for seat in range(2):
        out[seat] = total_goals(table, seat)


def result(box: Box, table: Table, out: Array) -> None:
    """KC-096: one point for the winner, half for each of a draw."""
    winner = winner_of(box, table)
    for seat in range(2):
        out[seat] = 0.5 if winner < 0 else 1.0 * (winner == seat)


def run_on(box: Box, table: Table, log: Log) -> None:
    """Do what nobody decides, and answer for the Automat, until somebody is asked or the match is over."""
    robot = int(box.automat) - 1
    while table.phase >= Phase.TURN_START or (robot >= 0 and table.waiting >> robot & 1):
        if table.phase < Phase.TURN_START:
            answer(box, table, robot, automat_action(box, table, robot), log)
        elif table.phase <= Phase.RESOLVE:
            lead_up(box, table, log)
        else:
            play_out(box, table, log)


def lead_up(box: Box, table: Table, log: Log) -> None:
    """Do the next automatic thing of a turn up to its event."""
    phase = table.phase
    if phase == Phase.TURN_START:
        start_turn(box, table, log)
    elif phase == Phase.ASK_DEFENCE:
        ask_defence(box, table, log)
    elif phase == Phase.REVEAL:
        reveal(box, table, log)
    elif phase == Phase.ASK_STARS:
        ask_stars(box, table)
    elif phase == Phase.ASK_BID:
        ask_bid(box, table, log)
    elif phase == Phase.ASK_EARLY_BUY:
        table.early = box.early_buy
        enter(table, Phase.ASK_BUY if box.early_buy else Phase.ASK_COACH)
    elif phase == Phase.ASK_COACH:
        ask_coach(table)
    elif phase == Phase.DRAW_EVENT:
        draw_event(box, table, log)
    elif phase == Phase.ASK_EXCHANGE:
        ask_exchange(box, table)
    elif phase == Phase.ASK_VAR_BEFORE:
        ask_var_before(box, table)
    else:
        start_event(table)


def play_out(box: Box, table: Table, log: Log) -> None:
    """Do the next automatic thing from the event's steps to the whistle."""
    phase = table.phase
    if phase == Phase.RUN:
        run_steps(box, table, log)
    elif phase == Phase.ASK_CHOICE:
        ask_choice(box, table, log)
    elif phase == Phase.ASK_VAR_AFTER:
        ask_var_after(table)
    elif phase == Phase.ASK_BUY:
        ask_buy(box, table)
    elif phase == Phase.AIM:
        aim(table, log)
    elif phase == Phase.ASK_POSITION:
        ask_position(box, table)
    elif phase == Phase.READ_ROW:
        read_row(table, log)
    elif phase == Phase.ASK_PERCENT:
        ask_percent(box, table, log)
    elif phase == Phase.SHOOT:
        shoot(table, log)
    elif phase == Phase.AFTER_SHOTS:
        after_shots(table, log)
    elif phase == Phase.GOAL_CHECK:
        check_goal(box, table)
    elif phase == Phase.END_TURN:
        end_turn(box, table, log)
    elif phase == Phase.ASK_ADDED_TIME:
        ask_added_time(table)
    elif phase == Phase.FULL_TIME:
        full_time(box, table, log)
    else:
        next_kick(box, table, log)
