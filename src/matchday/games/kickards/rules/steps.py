"""The steps of event cards and special rows, a branch for each word of the vocabulary."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kickards.rules.chances import holds
from matchday.games.kickards.rules.moves import (
    ask,
    discard,
    draw_cards,
    enter,
    enter_again,
    is_meant,
    list_cards,
    purse,
    random_card,
    rival,
    score_goal,
    seat_of,
    take_shot,
)
from matchday.games.kickards.state import (
    BEFORE,
    COLOUR,
    COLOURS,
    LIVE,
    NONE,
    Action,
    Aim,
    Box,
    Choice,
    Event,
    Op,
    Phase,
    Place,
    Program,
    ShotKind,
    Table,
)

REDS = 2  # no team loses more footballers: it has two card tokens (KC-R13)


def start_event(table: Table) -> None:
    """KC-040, KC-046: run the card's steps; what they change is kept apart so that VAR can undo it."""
    table.acts[BEFORE] = table.acts[LIVE]
    for seat in range(2):
        table.yellow_before[seat] = table.yellow[seat]
        table.reds_before[seat] = table.reds[seat]
        table.sent[seat] = NONE
    table.changed = 0
    table.news = 0
    table.program = Program.EVENT
    table.pc = 0
    enter(table, Phase.RUN)


def run_steps(box: Box, table: Table, log: Log) -> None:
    """Run an event's or a row's steps from left to right, one branch a word, until they end or ask somebody."""
    act = table.acts[LIVE]
    while table.phase == Phase.RUN:
        if table.program == Program.EVENT:
            step = box.event[table.event - 1].play[table.pc]
        else:
            step = box.footballers[table.shooter - 1].shots[table.position - 1].play[table.pc]
        op = int(step.op)
        a = int(step.a)
        b = int(step.b)
        if op == Op.END or op == Op.THEN:
            end_steps(box, table, op, log)
            return
        table.pc += 1
        if op == Op.ROLL:
            table.die_rolled = roll(table, 6) + 1
            table.news = 0b11
            tell(log, EVERYONE, Event.DIE, table.die_rolled)
        elif op == Op.ON:
            if not a <= table.die_rolled <= b:
                skip_steps(box, table)
        elif op == Op.IF:
            if not holds(box, table, a):
                skip_steps(box, table)
        elif op == Op.STARS_ANY:
            owe(table, a, Choice.GAIN if b > 0 else Choice.LOSE, abs(b), Phase.RUN)
        elif Op.STARS_RED <= op <= Op.STARS_BLUE or op == Op.DRAW:
            for order in range(2):
                seat = table.att if order == 0 else rival(table.att)
                if is_meant(table, a, seat):
                    if op == Op.DRAW:
                        draw_cards(box, table, seat, b, log)
                    else:
                        change_stars(table, seat, op - Op.STARS_RED, b, log)
        elif op == Op.BONUS:
            seat = seat_of(table, a)
            table.bonus[seat, b] += 1
            tell(log, EVERYONE, Event.GIVEN, seat, b)
        elif op == Op.YELLOW or op == Op.RED:
            book(box, table, seat_of(table, a), int(op == Op.RED), log)
        elif op == Op.DISCARD:
            owe(table, a, Choice.DISCARD, b, Phase.RUN)
        elif op == Op.GOAL:
            act.no_shot = 1
            table.changed = 1
            score_goal(table, table.att, NONE, log)
        elif op == Op.RISK:
            gamble(box, table, a, b, log)
        elif op != Op.NOTHING:
            table.changed = 1
            change_action(table, act, op, a, b)
            tells_itself = op == Op.NO_SHOT and table.program != Program.EVENT  # `end_steps` says it
            if op != Op.SHOT and op != Op.PER_SUPPORT and not tells_itself:
                tell(log, EVERYONE, Event.EFFECT, op, a, b)


def change_action(table: Table, act: Action, op: int, a: int, b: int) -> None:
    """Run the words that only change this action's record."""
    if op == Op.PCT:
        act.pct += a
    elif op == Op.K6:
        act.k6 += a
    elif op == Op.K6_MIN:
        act.k6_min = a
    elif op == Op.K6_MAX:
        act.k6_max = a
    elif op == Op.POSITION or op == Op.FLAT:
        act.aim = Aim.POSITION if op == Op.POSITION else Aim.FLAT
        act.at = a
    elif op == Op.TABLE or op == Op.RIVAL_TABLE:
        act.aim = Aim.TABLE if op == Op.TABLE else Aim.RIVAL_TABLE
        act.no_shot |= op == Op.RIVAL_TABLE
        for position in range(a, 7):
            act.table[position] = b
    elif op == Op.NO_SHOT:
        act.no_shot = 1
    elif op == Op.REPEAT:
        act.repeats += 1
    elif op == Op.TWO_SHOTS:
        act.more_shots += 1
    elif op == Op.ON_MISS:
        act.on_miss = a
    elif op == Op.COUNTER:
        act.counter = a
    elif op == Op.HALVE:
        act.halvings += 1
    elif op == Op.CLEAR:
        act.clear = 1
    elif op == Op.SHOT:
        act.shot = 1
        act.percent = a
    elif op == Op.PER_SUPPORT:
        act.percent += a * (table.laid_count[table.att] - 1)
    else:
        act.rival_shot = a


def skip_steps(box: Box, table: Table) -> None:
    """Go on to the next condition, to `then`, or to the end."""
    while True:
        if table.program == Program.EVENT:
            op = box.event[table.event - 1].play[table.pc].op
        else:
            op = box.footballers[table.shooter - 1].shots[table.position - 1].play[table.pc].op
        if op == Op.ON or op == Op.IF or op == Op.THEN or op == Op.END:
            return
        table.pc += 1


def end_steps(box: Box, table: Table, op: int, log: Log) -> None:
    """KC-052, KC-R34: after an event VAR and purchases, after a row its shot, after `then` the goal check."""
    act = table.acts[LIVE]
    if table.program == Program.EVENT:
        may_check = box.event[table.event - 1].icon and not table.from_coach and table.changed
        enter(table, Phase.ASK_VAR_AFTER if may_check else Phase.ASK_BUY)
    elif table.program == Program.AFTER_ROW:
        enter(table, Phase.GOAL_CHECK)
    elif act.shot and not act.no_shot:
        table.waits = table.pc + 1 if op == Op.THEN else 0
        enter(table, Phase.ASK_PERCENT)
    else:
        tell(log, EVERYONE, Event.NO_SHOT, table.att)
        if act.rival_shot:
            take_shot(table, rival(table.att), act.rival_shot, ShotKind.RIVAL, log)
        enter(table, Phase.GOAL_CHECK)


def gamble(box: Box, table: Table, more: int, limit: int, log: Log) -> None:
    """KC-077, KC-R31: a plain k6 and something more: a red card, or another row; never twice."""
    if table.risked:
        return
    die = roll(table, 6) + 1
    tell(log, EVERYONE, Event.DIE, die)
    if die + more >= limit or die + more > 6:
        book(box, table, table.att, 1, log)
        return
    table.risked = 1
    table.position = die + more
    table.pc = 0
    tell(log, EVERYONE, Event.ROW, table.shooter - 1, table.position)


def book(box: Box, table: Table, seat: int, red: int, log: Log) -> None:
    """KC-R13: a yellow card is noted, the second is a red one; who is at fault leaves the match."""
    if table.reds[seat] >= REDS:
        return
    table.changed = 1
    second = 0
    if not red:
        if not table.yellow[seat]:
            table.yellow[seat] = 1
            tell(log, EVERYONE, Event.BOOKED, seat, 1, 0)
            return
        table.yellow[seat] = 0
        second = 1
    table.reds[seat] += 1
    if table.reds[seat] == REDS:
        table.yellow[seat] = 0
    tell(log, EVERYONE, Event.BOOKED, seat, 2, second)
    if box.cosmetic_cards:
        return
    if seat == table.att:
        table.acts[LIVE].no_shot = 1
        send_off(table, seat, table.shooter - 1, log)
        return
    count = 0
    last = 0
    for card in range(box.deck_size):
        if table.where[seat, card] == Place.LAID:
            count += 1
            last = int(card)
    if count > 1:
        table.choice = Choice.SEND_OFF
        table.owed[seat] = 1
        table.resume = Phase.RUN
        table.phase = Phase.ASK_CHOICE
    elif count == 1:
        send_off(table, seat, last, log)
    elif table.hand_count[seat]:
        table.news = 0b11
        send_off(table, seat, random_card(box, table, seat, Place.HAND, table.hand_count[seat]), log)


def send_off(table: Table, seat: int, card: int, log: Log) -> None:
    """KC-R13: the card leaves the match."""
    table.sent[seat] = card + 1
    table.sent_from[seat] = table.where[seat, card]
    if table.where[seat, card] == Place.HAND:
        table.hand_count[seat] -= 1
        table.shown[seat] &= ~(1 << card)
    table.where[seat, card] = Place.SENT_OFF
    tell(log, EVERYONE, Event.SENT_OFF, seat, card)


def owe(table: Table, who: int, choice: int, count: int, resume: int) -> None:
    """Let those who are meant choose, the attacker first."""
    table.choice = choice
    for seat in range(2):
        if is_meant(table, who, seat):
            table.owed[seat] = count
    table.resume = resume
    table.phase = Phase.ASK_CHOICE


def ask_choice(box: Box, table: Table, log: Log) -> None:
    """Ask who still owes a choice; what leaves no choice is done at once."""
    for order in range(2):
        seat = table.att if order == 0 else rival(table.att)
        if table.owed[seat] == 0:
            continue
        if table.choice == Choice.DISCARD and table.owed[seat] >= table.hand_count[seat]:
            for card in range(box.deck_size):
                if table.where[seat, card] == Place.HAND:
                    discard(table, seat, card, log)
            table.owed[seat] = 0
        elif table.choice == Choice.LOSE and table.owed[seat] >= purse(table, seat):
            for colour in range(COLOURS):
                change_stars(table, seat, colour, -int(table.stars[seat, colour]), log)
            table.owed[seat] = 0
        else:
            ask(table, Phase.CHOICE, seat)
            return
    enter_again(table, table.resume)


def legal_choice(box: Box, table: Table, seat: int, out: Array) -> int:
    """List the cards or the colours to choose from."""
    if table.choice == Choice.DISCARD:
        return list_cards(box, table, seat, Place.HAND, out, 0)
    if table.choice == Choice.SEND_OFF:
        return list_cards(box, table, seat, Place.LAID, out, 0)
    count = 0
    for colour in range(COLOURS):
        if table.choice == Choice.GAIN or table.stars[seat, colour]:
            out[count] = COLOUR + colour
            count += 1
    return count


def apply_choice(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Discard, gain, lose or send off what was chosen."""
    table.owed[seat] -= 1
    table.phase = Phase.ASK_CHOICE
    if table.choice == Choice.DISCARD:
        discard(table, seat, action, log)
    elif table.choice == Choice.SEND_OFF:
        table.news |= 1 << rival(seat)
        send_off(table, seat, action, log)
    else:
        change_stars(table, seat, action - COLOUR, 1 if table.choice == Choice.GAIN else -1, log)


def change_stars(table: Table, seat: int, colour: int, count: int, log: Log) -> None:
    """Gain stars, or lose as many as there are."""
    if count > 0:
        table.stars[seat, colour] += count
        tell(log, EVERYONE, Event.GAINED_STARS, seat, colour, count)
        return
    lost = min(-count, int(table.stars[seat, colour]))
    if lost:
        table.stars[seat, colour] -= lost
        tell(log, EVERYONE, Event.LOST_STARS, seat, colour, lost)
