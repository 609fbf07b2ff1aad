"""The verbs of Kickards, in the order of the rulebook. Clause ids are those of docs/rules/kickards.md.

`legal` is the only source of legality; `apply` assumes it. A phase that asks somebody comes as a pair, `legal_x` above
`apply_x`. What nobody decides is done by `run_on`, one automatic phase after the other; in the solo game it also
answers for the Automat.

Nothing that decides who is asked is hidden: hand sizes, stars, tokens and the presence of a coach card are public, so
a step that has nothing to offer is passed over.

`goal_chance`, `position_of`, `position_odds` and `row_chance` are pure: the dice, the bots and the view read the same
odds.
"""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, clear, only, others, tell
from matchday.engine.record import Array
from matchday.games.kickards.state import (
    ADDED,
    BEFORE,
    BID,
    BLOCK,
    BLUE,
    BUY,
    CALL_VAR,
    COLOUR,
    COLOURS,
    CONTROL,
    CONTROL_DOWN,
    DEFENDER,
    DONE,
    EXCHANGE,
    EXTRA_TIME,
    FIRST_HALF,
    FLAGS,
    GREEN,
    LIVE,
    NONE,
    OFFERED,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    RED,
    SECOND_HALF,
    SHOOT_AGAIN,
    SHOOTER,
    SHOOTOUT,
    SPLIT,
    STARS,
    STEPS,
    SUPPORT,
    USE,
    Action,
    Aim,
    Bonus,
    Box,
    Choice,
    Event,
    Format,
    If,
    Op,
    Phase,
    Place,
    Pos,
    Program,
    ShotKind,
    Side,
    Sides,
    Table,
    Tint,
    Track,
    Window,
)

REDS = 2  # no team loses more footballers: it has two card tokens (KC-R13)

# ---------------------------------------------------------------------------------------------- the game's functions


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


def total_goals(table: Table, seat: int) -> int:
    """KC-114: count a seat's goals, of both legs together."""
    return int(table.goals[seat]) + int(table.first_leg[seat])


def result(box: Box, table: Table, out: Array) -> None:
    """KC-096: one point for the winner, half for each of a draw."""
    winner = winner_of(box, table)
    for seat in range(2):
        out[seat] = 0.5 if winner < 0 else 1.0 * (winner == seat)


def winner_of(box: Box, table: Table) -> int:
    """KC-096, KC-114, KC-118, KC-R24: by goals, away goals, penalties or lot; -1 for a draw."""
    if table.lot:
        return table.lot - 1
    if table.pens[0] != table.pens[1]:
        return int(table.pens[1] > table.pens[0])
    if total_goals(table, 0) != total_goals(table, 1):
        return int(total_goals(table, 1) > total_goals(table, 0))
    return away_goals_winner(box, table)


def away_goals_winner(box: Box, table: Table) -> int:
    """KC-R24: who scored more away from home, in a tie that is level; -1 where that decides nothing."""
    if not box.away_goals or box.format != Format.TIE or table.leg != 2 or table.period != SECOND_HALF:
        return -1
    home = table.home
    if table.goals[rival(home)] == table.first_leg[home]:
        return -1
    return rival(home) if table.goals[rival(home)] > table.first_leg[home] else int(home)


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


# ---------------------------------------------------------------------------------------------- odds


def goal_chance(box: Box, table: Table, percent: int, clear_shot: int) -> int:
    """KC-078, KC-R14: the final chance of a shot with this base; `clear_shot` ignores bought −10 % and halvings."""
    act = table.acts[LIVE]
    att = table.att
    chance = int(percent) + int(act.pct) + int(act.line_up) + int(table.control_pct)
    chance += int(box.bonus[Bonus.PLUS10].amount) * int(table.bonus[att, Bonus.PLUS10])
    if not clear_shot:
        chance -= int(box.bonus[Bonus.MINUS10].amount) * int(table.bonus[rival(att), Bonus.MINUS10])
    chance = min(max(chance, 0), 100)
    if not clear_shot:
        chance = halved(chance, int(act.halvings) + int(table.bonus[rival(att), Bonus.HALVE]))
    return chance


def halved(chance: int, times: int) -> int:
    """KC-R14: halve, rounding up each time."""
    for _ in range(times):
        chance = (chance + 1) // 2
    return chance


def position_of(table: Table, die: int) -> int:
    """KC-068, KC-071, KC-R12: the position that a k6 result gives after everything that moves it."""
    act = table.acts[LIVE]
    position = min(max(int(die) + int(act.k6) + int(table.nudges), 1), 6)
    return min(max(position, int(act.k6_min)), int(act.k6_max))


def position_odds(table: Table, position: int) -> int:
    """Tell on how many of the six faces of a fresh k6 the shot would come from this position."""
    act = table.acts[LIVE]
    if act.aim == Aim.POSITION:
        return 6 if act.at == position else 0
    faces = 0
    for die in range(1, 7):
        faces += position_of(table, die) == position
    return faces


def row_chance(box: Box, table: Table, position: int) -> int:
    """Give the chance, in ten-thousandths, that a shot from this position scores: a special row's dice weighed in."""
    act = table.acts[LIVE]
    if act.aim == Aim.TABLE:
        return 100 * goal_chance(box, table, act.table[position], 0)
    steps = box.footballers[table.shooter - 1].shots[position - 1].play
    if steps[0].op != Op.RISK:
        return settled_row_chance(box, table, position)
    total = 0
    for die in range(1, 7):
        reached = die + int(steps[0].a)
        if reached < steps[0].b and reached <= 6:
            total += settled_row_chance(box, table, reached)
    return total // 6


def settled_row_chance(box: Box, table: Table, position: int) -> int:
    """Give the chance of a row that does not send the shooter to another one."""
    steps = box.footballers[table.shooter - 1].shots[position - 1].play
    support = int(table.laid_count[table.att]) - 1
    more = 0
    clear_shot = 0
    for number in range(STEPS):
        op = steps[number].op
        if op == Op.END:
            break
        if op == Op.PER_SUPPORT:
            more = int(steps[number].a) * support
        elif op == Op.CLEAR:
            clear_shot = 1
    total = 0
    sixths = 6
    for number in range(STEPS):
        step = steps[number]
        if step.op == Op.END:
            break
        if step.op == Op.ON:
            sixths = int(step.b) - int(step.a) + 1
        elif step.op == Op.IF:
            sixths = 6 if holds(box, table, step.a) else 0
        elif step.op == Op.SHOT:
            total += sixths * goal_chance(box, table, int(step.a) + more, clear_shot)
    return total * 100 // 6


def mean_chance(box: Box, table: Table) -> int:
    """Give the chance, in ten-thousandths, of a shot whose k6 is still to be rolled."""
    act = table.acts[LIVE]
    if act.no_shot:
        return 0
    if act.aim == Aim.FLAT:
        return 100 * goal_chance(box, table, act.at, 0)
    total = 0
    for position in range(1, 7):
        faces = position_odds(table, position)
        if faces:
            total += faces * row_chance(box, table, position)
    return total // 6


# ---------------------------------------------------------------------------------------------- set-up (KC-001..009)


def start_leg(box: Box, table: Table, log: Log) -> None:
    """KC-002..005: everything shuffled and in its place; each seat is dealt event cards to choose a coach card from."""
    tell(log, EVERYONE, Event.SIDES, table.home, table.leg)
    table.period = 0
    table.round_no = 0
    for kind in range(box.event_kinds):
        table.gone[kind] = 0
    table.var_used = 0
    for seat in range(2):
        table.goals[seat] = 0
        table.yellow[seat] = 0
        table.reds[seat] = 0
        table.var_left[seat] = 1
        table.coach[seat] = NONE
        table.hand_count[seat] = 0
        for card in range(box.deck_size):
            table.where[seat, card] = Place.DECK
        table.deck_count[seat] = box.deck_size
        table.shown[seat] = 0
    empty_bars(table)
    for order in range(2):
        seat = table.home if order == 0 else rival(table.home)
        for place in range(box.coach_offer):
            kind = take_event(box, table)
            slot = int(place)
            while slot > 0 and table.offer[seat, slot - 1] > kind + 1:
                table.offer[seat, slot] = table.offer[seat, slot - 1]
                slot -= 1
            table.offer[seat, slot] = kind + 1
    # What is offered goes back; until then nobody may see what is missing from the deck.
    for seat in range(2):
        for place in range(box.coach_offer):
            table.gone[table.offer[seat, place] - 1] -= 1
            tell_owner(box, log, seat, Event.OFFERED, table.offer[seat, place] - 1, 0)
    table.phase = Phase.COACH_PICK
    table.waiting = 0b11


def legal_coach_pick(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-005: any of the cards dealt; of equal ones the first."""
    count = 0
    for place in range(box.coach_offer):
        if place == 0 or table.offer[seat, place] != table.offer[seat, place - 1]:
            out[count] = OFFERED + place
            count += 1
    return count


def apply_coach_pick(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-005..008: kept face down; when both have chosen, eleven cards each and the toss."""
    table.coach[seat] = table.offer[seat, action - OFFERED]
    table.waiting ^= 1 << seat
    tell_owner(box, log, seat, Event.KEPT_COACH, table.coach[seat] - 1, 0)
    tell(log, others(seat), Event.SET_COACH, seat)
    if table.waiting:
        return
    for side in range(2):
        draw_cards(box, table, side, hand_limit(box, table, side), log)
    winner = roll(table, 2)
    tell(log, EVERYONE, Event.TOSS, winner, FIRST_HALF)
    start_period(table, FIRST_HALF, 1, winner, log)


def start_period(table: Table, period: int, round_no: int, first: int, log: Log) -> None:
    """KC-004, KC-091, KC-116, KC-151: empty bars, the control token in the middle, the ball with whoever begins."""
    table.period = period
    table.round_no = round_no
    table.first = first
    table.turn = 0
    empty_bars(table)
    tell(log, EVERYONE, Event.KICK_OFF, period, first)
    enter(table, Phase.TURN_START)


# ---------------------------------------------------------------------------------------------- cards (KC-010..033)


def start_turn(box: Box, table: Table, log: Log) -> None:
    """KC-013..015: the attacker may attack; KC-019: without a card there is nothing to attack with."""
    table.att = table.first if table.turn == 0 else rival(table.first)
    att = table.att
    table.nudges = 0
    table.control_pct = 0
    tell(log, EVERYONE, Event.TURN, table.round_no, att)
    if table.hand_count[att] == 0:
        tell(log, EVERYONE, Event.DECLINED, att)
        enter(table, Phase.END_TURN)
    elif box.automat == att + 1:
        automat_lays(box, table, att, log)
        enter(table, Phase.ASK_DEFENCE)
    else:
        ask(table, Phase.ATTACK, att)


def legal_attack(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-019, KC-020, KC-029, KC-R13: decline, or a shooter, then up to four support cards, fewer after red cards."""
    count = 0
    if table.chosen_count[seat] <= int(box.support) - reds_of(box, table, seat):
        count = list_cards(box, table, seat, Place.HAND, out, 0)
    out[count] = DONE if table.chosen_count[seat] else PASS
    return count + 1


def apply_attack(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-019, KC-020, KC-029: the first card chosen is the shooter; nothing is shown before the cards are laid."""
    if action == PASS:
        tell(log, EVERYONE, Event.DECLINED, seat)
        enter(table, Phase.END_TURN)
    elif action == DONE:
        lay_chosen(box, table, seat, log)
        enter(table, Phase.ASK_DEFENCE)
    else:
        role = SUPPORT if table.chosen_count[seat] else SHOOTER
        if role == SHOOTER:
            table.shooter = action + 1
        choose_card(table, seat, action)
        tell(log, only(seat), Event.CHOSE, seat, action, role)


def ask_defence(box: Box, table: Table, log: Log) -> None:
    """KC-030: the defender answers, seeing how many cards were laid."""
    seat = rival(table.att)
    if table.hand_count[seat] == 0:
        enter(table, Phase.REVEAL)
    elif box.automat == seat + 1:
        automat_lays(box, table, seat, log)
        enter(table, Phase.REVEAL)
    else:
        ask(table, Phase.DEFEND, seat)


def legal_defend(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-031, KC-032, KC-R13: up to five cards, fewer after red cards, or none."""
    count = 0
    if table.chosen_count[seat] < int(box.defence) - reds_of(box, table, seat):
        count = list_cards(box, table, seat, Place.HAND, out, 0)
    out[count] = DONE
    return count + 1


def apply_defend(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-031: choose cards one by one, then lay them."""
    if action == DONE:
        lay_chosen(box, table, seat, log)
        enter(table, Phase.REVEAL)
    else:
        choose_card(table, seat, action)
        tell(log, only(seat), Event.CHOSE, seat, action, DEFENDER)


# ---------------------------------------------------------------------------------------------- stars (KC-034..038)


def reveal(box: Box, table: Table, log: Log) -> None:
    """KC-033, KC-035, KC-036: all cards are turned up; a star for each card, and printed ones to be coloured."""
    for order in range(2):
        seat = table.att if order == 0 else rival(table.att)
        red = 0
        green = 0
        blue = 0
        flags = 0  # four bits a flag
        for card in range(box.deck_size):
            if table.where[seat, card] != Place.LAID:
                continue
            footballer = box.footballers[card]
            red += footballer.colour == RED
            green += footballer.colour == GREEN
            blue += footballer.colour == BLUE
            table.extras[seat] += footballer.stars
            flags += 1 << (4 * int(footballer.flag))
            table.shown[seat] &= ~(1 << card)
            attacker_role = SHOOTER if table.shooter == card + 1 else SUPPORT
            tell(log, EVERYONE, Event.REVEALED, seat, card, DEFENDER if order else attacker_role)
        table.stars[seat, RED] += red
        table.stars[seat, GREEN] += green
        table.stars[seat, BLUE] += blue
        if table.laid_count[seat]:
            tell(log, EVERYONE, Event.BASIC_STARS, seat, red, green, blue)
        if box.nationality:
            add_nations(box, table, seat, flags, log)
    if box.two_man and table.laid_count[table.att] == 2:
        add_pair(box, table, log)
    enter(table, Phase.ASK_STARS)


def add_nations(box: Box, table: Table, seat: int, flags: int, log: Log) -> None:
    """KC-140..142: every card of a flag beyond the first brings its bonus; flags add up."""
    side = int(seat != table.att)
    for flag in range(FLAGS):
        cards = flags >> (4 * flag) & 15
        if cards > 1:
            tell(log, EVERYONE, Event.NATION, seat, flag, cards)
        for number in range(2, cards + 1):
            step = box.nation[side, number]
            line_up_step(table, step.op, step.a, step.b)


def add_pair(box: Box, table: Table, log: Log) -> None:
    """KC-130..135: exactly two attackers in the right roles."""
    att = table.att
    support = 0
    for card in range(box.deck_size):
        if table.where[att, card] == Place.LAID and table.shooter != card + 1:
            support = int(card)
    for number in range(box.pairs):
        pair = box.pair[number]
        roles_fit = box.footballers[table.shooter - 1].position == pair.shooter
        if roles_fit and box.footballers[support].position == pair.support:
            tell(log, EVERYONE, Event.TWO_MAN, att, number)
            line_up_step(table, pair.play[0].op, pair.play[0].a, pair.play[0].b)


def line_up_step(table: Table, op: int, a: int, b: int) -> None:
    """KC-067, KC-136: what a line-up brings adds up with everything else."""
    act = table.acts[LIVE]
    if op == Op.PCT:
        act.line_up += a
    elif op == Op.TWO_SHOTS:
        act.more_shots += 1
    elif op == Op.HALVE:
        act.halvings += 1
    elif op == Op.BONUS:
        table.bonus[seat_of(table, a), b] += 1


def ask_stars(box: Box, table: Table) -> None:
    """KC-036, KC-R04: the attacker colours first; as a house rule both at once, in secret."""
    att = table.att
    owing = (1 if table.extras[0] else 0) | (2 if table.extras[1] else 0)
    if owing == 0:
        enter(table, Phase.ASK_BID)
    elif box.star_choice_secret:
        table.phase = Phase.STARS
        table.waiting = owing
    else:
        ask(table, Phase.STARS, att if table.extras[att] else rival(att))


def legal_stars(table: Table, seat: int, out: Array) -> int:
    """KC-036: every way to divide the printed stars into red, green and blue."""
    count = 0
    for red in range(table.extras[seat] + 1):
        for green in range(table.extras[seat] + 1 - red):
            out[count] = STARS + SPLIT * red + green
            count += 1
    return count


def apply_stars(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-036, KC-R04: the stars join the purse."""
    if not box.star_choice_secret:
        colour_extras(table, seat, action, log)
        enter(table, Phase.ASK_STARS)
        return
    table.pick[seat] = action
    table.waiting ^= 1 << seat
    red = (action - STARS) // SPLIT
    green = (action - STARS) % SPLIT
    tell(log, only(seat), Event.PICKED_STARS, seat, red, green, table.extras[seat] - red - green)
    tell(log, others(seat), Event.HAS_PICKED_STARS, seat)
    if table.waiting:
        return
    for side in range(2):
        if table.extras[side]:
            colour_extras(table, side, table.pick[side], log)
            table.pick[side] = 0
    enter(table, Phase.ASK_BID)


def colour_extras(table: Table, seat: int, action: int, log: Log) -> None:
    """Give the printed stars their colours."""
    red = (action - STARS) // SPLIT
    green = (action - STARS) % SPLIT
    blue = table.extras[seat] - red - green
    table.stars[seat, RED] += red
    table.stars[seat, GREEN] += green
    table.stars[seat, BLUE] += blue
    table.extras[seat] = 0
    tell(log, EVERYONE, Event.EXTRA_STARS, seat, red, green, blue)


# ---------------------------------------------------------------------------------------------- control (KC-150..158)


def ask_bid(box: Box, table: Table, log: Log) -> None:
    """KC-150, KC-152: everyone who has stars bids, in secret, colour by colour."""
    if not box.control or purse(table, 0) + purse(table, 1) == 0:
        enter(table, Phase.ASK_EARLY_BUY)
        return
    table.waiting = 0
    for seat in range(2):
        if purse(table, seat) and box.automat != seat + 1:
            table.waiting |= 1 << seat
            table.bid_colour[seat] = next_colour(table, seat, 0)
    table.phase = Phase.BID
    if table.waiting == 0:
        settle_bids(box, table, log)


def legal_bid(table: Table, seat: int, out: Array) -> int:
    """KC-152, KC-R28: as many stars of the colour asked for as one likes."""
    count = table.stars[seat, table.bid_colour[seat]] + 1
    for stars in range(count):
        out[stars] = BID + stars
    return int(count)


def apply_bid(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-152: nothing is shown before both have finished."""
    colour = table.bid_colour[seat]
    table.bid[seat, colour] = action - BID
    tell(log, only(seat), Event.CHOSE_BID, seat, colour, action - BID)
    table.bid_colour[seat] = next_colour(table, seat, colour + 1)
    if table.bid_colour[seat] < COLOURS:
        return
    table.waiting ^= 1 << seat
    tell(log, others(seat), Event.HAS_BID, seat)
    if table.waiting == 0:
        settle_bids(box, table, log)


def settle_bids(box: Box, table: Table, log: Log) -> None:
    """KC-153, KC-R28: the token moves by the difference; all stars committed are gone."""
    if box.automat:
        automat_bids(table, int(box.automat) - 1)
    home = int(table.home)
    bids_0 = 0
    bids_1 = 0
    for colour in range(COLOURS):
        bids_0 += int(table.bid[0, colour])
        bids_1 += int(table.bid[1, colour])
        for seat in range(2):
            table.stars[seat, colour] -= table.bid[seat, colour]
            table.bid[seat, colour] = 0
    table.bid_colour[0] = 0
    table.bid_colour[1] = 0
    moved = int(table.control) + (bids_0 - bids_1 if home == 0 else bids_1 - bids_0)
    table.control = min(max(moved, -int(box.track)), int(box.track))
    tell(log, EVERYONE, Event.BIDS, bids_0, bids_1, token_of(table, 0))
    enter(table, Phase.ASK_EARLY_BUY)


def next_colour(table: Table, seat: int, colour: int) -> int:
    """Find the next colour of which the seat has a star; three when there is none."""
    while colour < COLOURS and table.stars[seat, colour] == 0:
        colour += 1
    return colour


def unlocked(table: Table, seat: int, space: int) -> bool:
    """KC-154: a space between the middle and the token, on this seat's side."""
    return space <= token_of(table, seat)


def token_of(table: Table, seat: int) -> int:
    """KC-153: where the control token stands for a seat: above 0 on its own side of the track."""
    return int(table.control) if seat == table.home else -int(table.control)


def pay_control(box: Box, table: Table, seat: int, space: int, direction: int, log: Log) -> None:
    """KC-155, KC-156: the token goes back toward the middle at once."""
    cost = int(box.space[space].cost)
    table.control += -cost if seat == table.home else cost
    tell(log, EVERYONE, Event.CONTROL, seat, space, direction, token_of(table, 0))


# ---------------------------------------------------------------------------------------------- coach (KC-039..042)


def ask_coach(table: Table) -> None:
    """KC-039: the attacker may play the coach card; only if he does not, the defender may."""
    ask_in_turn(table, Phase.COACH, table.coach[0], table.coach[1], Phase.DRAW_EVENT)


def apply_coach(table: Table, seat: int, action: int, log: Log) -> None:
    """KC-040, KC-041: the card is resolved and no event is drawn; it ends on the discard pile."""
    if action == PASS:
        table.step += 1
        table.phase = Phase.ASK_COACH
        return
    table.event = table.coach[seat]
    table.coach[seat] = NONE
    table.gone[table.event - 1] += 1
    table.from_coach = 1
    tell(log, EVERYONE, Event.PLAYED_COACH, seat, table.event - 1)
    enter(table, Phase.RESOLVE)


# ---------------------------------------------------------------------------------------------- event (KC-043..048)


def draw_event(box: Box, table: Table, log: Log) -> None:
    """KC-043, KC-045: a card for everyone to see; the attacker has the first right to change it."""
    kind = take_event(box, table)
    table.event = kind + 1
    table.from_coach = 0
    tell(log, EVERYONE, Event.EVENT_DRAWN, kind)
    enter(table, Phase.ASK_EXCHANGE)
    table.priority = table.att
    table.passes = 0


def take_event(box: Box, table: Table) -> int:
    """KC-R20: take any of the event cards left; when there are none, the discard pile is the new deck."""
    left = events_left(box, table)
    if left == 0:
        for kind in range(box.event_kinds):
            table.gone[kind] = 0
        left = events_left(box, table)
    place = roll(table, left)
    kind = 0
    while True:
        place -= event_left(box, table, kind)
        if place < 0:
            break
        kind += 1
    table.gone[kind] += 1
    return kind


def event_left(box: Box, table: Table, kind: int) -> int:
    """Count the cards of a kind in the event deck: those not drawn and not kept as a coach card."""
    kept = (table.coach[0] == kind + 1) + (table.coach[1] == kind + 1)
    return int(box.event[kind].copies) - int(table.gone[kind]) - int(kept)


def events_left(box: Box, table: Table) -> int:
    """Count the event deck."""
    total = 0
    for kind in range(box.event_kinds):
        total += event_left(box, table, kind)
    return total


def ask_exchange(box: Box, table: Table) -> None:
    """KC-045, KC-R05: in turn, until two refuse in a row; who cannot pay is not asked."""
    while table.passes < 2:
        seat = table.priority
        if holds_or_pays(box, table, seat, Bonus.EXCHANGE) or holds_or_pays(box, table, seat, Bonus.BLOCK):
            ask(table, Phase.EXCHANGE, seat)
            return
        table.passes += 1
        table.priority = rival(seat)
    enter(table, Phase.ASK_VAR_BEFORE)


def legal_exchange(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-044, KC-060: leave the card, change it, or block it."""
    out[0] = PASS
    count = 1
    if holds_or_pays(box, table, seat, Bonus.EXCHANGE):
        out[count] = EXCHANGE
        count += 1
    if holds_or_pays(box, table, seat, Bonus.BLOCK):
        out[count] = BLOCK
        count += 1
    return count


def apply_exchange(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-044..046, KC-060, KC-R05: a new card asks the other player first; a block ends it."""
    table.priority = rival(seat)
    table.phase = Phase.ASK_EXCHANGE
    if action == PASS:
        table.passes += 1
        return
    if action == BLOCK:
        spend(box, table, seat, Bonus.BLOCK, log)
        tell(log, EVERYONE, Event.BLOCKED, seat, table.event - 1)
        enter(table, Phase.ASK_VAR_BEFORE)
        return
    spend(box, table, seat, Bonus.EXCHANGE, log)
    tell(log, EVERYONE, Event.EXCHANGED, seat, table.event - 1)
    table.event = NONE
    kind = take_event(box, table)
    table.event = kind + 1
    tell(log, EVERYONE, Event.EVENT_DRAWN, kind)
    table.passes = 0


# ---------------------------------------------------------------------------------------------- VAR (KC-049..054)


def ask_var_before(box: Box, table: Table) -> None:
    """KC-049, KC-050, KC-052: on a card with the icon, by whoever still has the token."""
    if box.event[table.event - 1].icon:
        ask_in_turn(table, Phase.VAR_BEFORE, table.var_left[0], table.var_left[1], Phase.RESOLVE)
    else:
        enter(table, Phase.RESOLVE)


def ask_var_after(table: Table) -> None:
    """KC-052, KC-R08: once more, where resolving the card has shown something: who refused has seen the rest of it."""
    news_0 = int(table.var_left[0] and table.news & 1)
    news_1 = int(table.var_left[1] and table.news & 2)
    ask_in_turn(table, Phase.VAR_AFTER, news_0, news_1, Phase.ASK_BUY)


def apply_var(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-050..054: a VAR card is drawn and must not be exceeded by a k100; success undoes the event or the goals."""
    phase = table.phase
    table.step += 1
    if phase == Phase.VAR_GOAL:
        table.phase = Phase.GOAL_CHECK
        window = Window.GOAL
    else:
        table.phase = Phase.ASK_VAR_BEFORE if phase == Phase.VAR_BEFORE else Phase.ASK_VAR_AFTER
        window = Window.BEFORE if phase == Phase.VAR_BEFORE else Window.AFTER
    if action == PASS:
        return
    table.var_left[seat] = 0
    chance = box.var_chance[take_var(box, table)]
    rolled = roll(table, 100) + 1
    success = rolled <= chance
    tell(log, EVERYONE, Event.VAR_CALL, seat, chance, rolled, success, window)
    if window == Window.GOAL:
        weigh_check(table, rival(seat), chance, success)
    if not success:
        return
    if window == Window.GOAL:
        cancel_goals(table, rival(seat), log)
        return
    if window == Window.AFTER:
        undo_event(table)
    tell(log, EVERYONE, Event.UNDONE, table.event - 1)
    table.event = NONE
    enter(table, Phase.ASK_BUY)


def take_var(box: Box, table: Table) -> int:
    """KC-051: draw any of the VAR cards left."""
    left = 0
    for card in range(box.var_cards):
        left += 1 - (table.var_used >> card & 1)
    place = roll(table, left)
    card = 0
    while True:
        place -= 1 - int(table.var_used >> card & 1)
        if place < 0:
            break
        card += 1
    table.var_used |= 1 << card
    return card


def undo_event(table: Table) -> None:
    """KC-R08: action, score, card tokens and sent-off cards as they were before the event; the dice are not rewound."""
    for seat in range(2):
        undone = int(table.acts[LIVE].goals[seat]) - int(table.acts[BEFORE].goals[seat])
        table.goals[seat] -= undone
        table.yellow[seat] = table.yellow_before[seat]
        table.reds[seat] = table.reds_before[seat]
        if table.sent[seat]:
            card = table.sent[seat] - 1
            table.where[seat, card] = table.sent_from[seat]
            if table.sent_from[seat] == Place.HAND:
                table.hand_count[seat] += 1
                table.shown[seat] |= 1 << card
            table.sent[seat] = NONE
    table.acts[LIVE] = table.acts[BEFORE]


def weigh_check(table: Table, seat: int, chance: int, success: bool) -> None:
    """Count as luck what a check takes from one side beyond what it takes on average."""
    goals = int(table.acts[LIVE].goals[seat])
    table.luck[seat] += goals * (100 * int(chance) - 10_000 * int(success))
    table.hazard[seat] += goals * goals * int(chance) * (100 - int(chance))


def cancel_goals(table: Table, seat: int, log: Log) -> None:
    """KC-053, KC-R10: all goals of one side in this action are taken off; everything else stays."""
    act = table.acts[LIVE]
    tell(log, EVERYONE, Event.CANCELLED, seat, act.goals[seat])
    table.goals[seat] -= act.goals[seat]
    act.goals[seat] = 0


# ---------------------------------------------------------------------------------------------- steps of cards and rows


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
            score_goal(table, table.att, log)
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


def holds(box: Box, table: Table, condition: int) -> bool:
    """Answer an `if`."""
    att = table.att
    position = box.footballers[table.shooter - 1].position
    if condition == If.SHOOTER_CF:
        return position == Pos.CF
    if condition == If.SHOOTER_WIDE:
        return position == Pos.LF or position == Pos.RF or position == Pos.LB or position == Pos.RB
    if condition == If.SHOOTER_MID:
        return position >= Pos.AM
    if condition == If.SHOOTER_DEF:
        return Pos.LB <= position <= Pos.RB
    if condition == If.ATT_MORE_CARDS:
        return table.laid_count[att] > table.laid_count[rival(att)]
    if condition == If.NO_SUPPORT:
        return table.laid_count[att] == 1
    if condition == If.SUPPORT:
        return table.laid_count[att] > 1
    if condition == If.HAND_EMPTY:
        return table.hand_count[att] == 0
    if condition == If.HAND_HELD:
        return table.hand_count[att] > 0
    return table.goals[att] < table.goals[rival(att)]


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


# ---------------------------------------------------------------------------------------------- bonuses (KC-055..067)


def holds_or_pays(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """Tell whether the seat has this bonus or the stars for it."""
    return table.bonus[seat, bonus] > 0 or affords(box, table, seat, bonus)


def affords(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-057: enough stars of the bonus's own colour."""
    return table.stars[seat, box.bonus[bonus].colour] >= box.bonus[bonus].cost


def pay(box: Box, table: Table, seat: int, bonus: int, log: Log) -> None:
    """KC-057: the stars go to the bank."""
    cost = box.bonus[bonus].cost
    table.stars[seat, box.bonus[bonus].colour] -= cost
    tell(log, EVERYONE, Event.BOUGHT, seat, bonus, cost)


def spend(box: Box, table: Table, seat: int, bonus: int, log: Log) -> None:
    """Use up a bonus: one that is held, or else the stars for it."""
    if table.bonus[seat, bonus]:
        table.bonus[seat, bonus] -= 1
    else:
        pay(box, table, seat, bonus, log)


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


# ---------------------------------------------------------------------------------------------- position (KC-068..077)


def aim(table: Table, log: Log) -> None:
    """KC-068, KC-083: the k6, unless the event has fixed the shot or taken it away."""
    act = table.acts[LIVE]
    if act.no_shot:
        if act.aim == Aim.RIVAL_TABLE:
            die = roll(table, 6) + 1
            tell(log, EVERYONE, Event.DIE, die)
            take_shot(table, rival(table.att), act.table[die], ShotKind.RIVAL, log)
        elif act.goals[table.att] == 0:
            tell(log, EVERYONE, Event.NO_SHOT, table.att)
        enter(table, Phase.GOAL_CHECK)
    elif act.aim == Aim.FLAT:
        act.shot = 1
        act.percent = act.at
        enter(table, Phase.ASK_PERCENT)
    elif act.aim == Aim.POSITION:
        table.position = act.at
        enter(table, Phase.READ_ROW)
    else:
        roll_position(table)
        tell(log, EVERYONE, Event.K6, table.die, table.position)
        table.priority = table.att
        table.passes = 0
        enter(table, Phase.ASK_POSITION)


def roll_position(table: Table) -> None:
    """KC-R12: a new die; what moves the position stays."""
    table.die = roll(table, 6) + 1
    table.position = position_of(table, table.die)


def ask_position(box: Box, table: Table) -> None:
    """KC-071, KC-170: k6 bonuses in turn, the attacker first, until two refuse in a row."""
    while table.passes < 2:
        seat = table.priority
        if can_move_k6(box, table, seat):
            ask(table, Phase.POSITION, seat)
            return
        table.passes += 1
        table.priority = rival(seat)
    enter(table, Phase.READ_ROW)


def can_move_k6(box: Box, table: Table, seat: int) -> bool:
    """Tell whether this seat has anything to decide."""
    for bonus in range(Bonus.REROLL_K6, Bonus.MINUS1 + 1):
        if can_use(box, table, seat, bonus):
            return True
    for space in range(1, box.track + 1):
        if can_control_k6(box, table, seat, space, 1) or can_control_k6(box, table, seat, space, -1):
            return True
    return False


def can_use(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-059, KC-061, KC-062, KC-R06: a k6 bonus held, or bought now as a house rule, that changes something."""
    if bonus == Bonus.PLUS1 or bonus == Bonus.MINUS1:
        if not moves_position(box, table, seat, 1 if bonus == Bonus.PLUS1 else -1):
            return False
    elif bonus != Bonus.REROLL_K6 and bonus != Bonus.FORCE_K6:
        return False
    return table.bonus[seat, bonus] > 0 or (sells_late(box, table, seat, bonus) and affords(box, table, seat, bonus))


def sells_late(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-R06: as a house rule, bonuses of this seat's role may be bought after the k6."""
    return box.until_shot > 0 and (bonus <= Bonus.REROLL_MISS) == (seat == table.att)


def moves_position(box: Box, table: Table, seat: int, direction: int) -> bool:
    """KC-R12: no +1 at 6, no −1 at 1, nor where all that this seat could still add would leave the position."""
    return position_of(table, int(table.die) + direction * reach(box, table, seat, direction)) != table.position


def reach(box: Box, table: Table, seat: int, direction: int) -> int:
    """Count how far this seat could still move the position: bonuses held and within its purse, the control track."""
    bonus = Bonus.PLUS1 if direction > 0 else Bonus.MINUS1
    row = box.bonus[bonus]
    uses = int(table.bonus[seat, bonus])
    if sells_late(box, table, seat, bonus):
        uses += int(table.stars[seat, row.colour]) // int(row.cost)
    far = uses * int(row.amount)
    token = token_of(table, seat)
    for space in range(1, box.track + 1):
        if box.space[space].bonus[0].op == Track.NUDGE and token >= space:
            far += int(box.space[space].bonus[0].a) * (1 + (token - space) // int(box.space[space].cost))
    return far


def can_control_k6(box: Box, table: Table, seat: int, space: int, direction: int) -> bool:
    """KC-155: a re-roll, or one up or down, on the control track."""
    if not unlocked(table, seat, space):
        return False
    kind = box.space[space].bonus[0].op
    if kind == Track.REROLL:
        return direction > 0
    return kind == Track.NUDGE and moves_position(box, table, seat, direction)


def legal_position(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-071: leave the position, or use a k6 bonus."""
    out[0] = PASS
    count = 1
    for bonus in range(Bonus.REROLL_K6, Bonus.MINUS1 + 1):
        if can_use(box, table, seat, bonus):
            out[count] = USE + bonus
            count += 1
    for direction in (1, -1):
        for space in range(1, box.track + 1):
            if can_control_k6(box, table, seat, space, direction):
                out[count] = (CONTROL if direction > 0 else CONTROL_DOWN) + space
                count += 1
    return count


def apply_position(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-071, KC-R12: a re-roll replaces the die; one up or down moves the position."""
    table.priority = rival(seat)
    table.phase = Phase.ASK_POSITION
    if action == PASS:
        table.passes += 1
        return
    table.passes = 0
    if action >= CONTROL:
        direction = 1 if action < CONTROL_DOWN else -1
        space = action - (CONTROL if direction > 0 else CONTROL_DOWN)
        pay_control(box, table, seat, space, direction, log)
        if box.space[space].bonus[0].op == Track.REROLL:
            roll_position(table)
        else:
            table.nudges += direction * box.space[space].bonus[0].a
            table.position = position_of(table, table.die)
        tell(log, EVERYONE, Event.K6, table.die, table.position)
        return
    bonus = action - USE
    spend(box, table, seat, bonus, log)
    if bonus == Bonus.REROLL_K6 or bonus == Bonus.FORCE_K6:
        roll_position(table)
    else:
        amount = int(box.bonus[bonus].amount)
        table.nudges += amount if bonus == Bonus.PLUS1 else -amount
        table.position = position_of(table, table.die)
    tell(log, EVERYONE, Event.USED, seat, bonus, table.die, table.position)


def read_row(table: Table, log: Log) -> None:
    """KC-069, KC-073: the position is final; its row, or the event's table, says what happens."""
    act = table.acts[LIVE]
    if act.aim == Aim.TABLE:
        act.shot = 1
        act.percent = act.table[table.position]
        enter(table, Phase.ASK_PERCENT)
        return
    tell(log, EVERYONE, Event.ROW, table.shooter - 1, table.position)
    table.program = Program.ROW
    table.pc = 0
    enter(table, Phase.RUN)


# ---------------------------------------------------------------------------------------------- shot (KC-078..085)


def ask_percent(box: Box, table: Table, log: Log) -> None:
    """KC-155, KC-R06: percentages of the control track (and purchases as a house rule), then the shots."""
    while table.step < 2:
        seat = table.att if table.step == 0 else rival(table.att)
        for space in range(1, box.track + 1):
            if can_control_percent(box, table, seat, space):
                ask(table, Phase.PERCENT, seat)
                return
        for bonus in range(Bonus.PLUS10, Bonus.HALVE + 1):
            if can_buy_late(box, table, seat, bonus):
                ask(table, Phase.PERCENT, seat)
                return
        table.step += 1
    start_shots(box, table, log)


def can_control_percent(box: Box, table: Table, seat: int, space: int) -> bool:
    """KC-155: percentages that are unlocked."""
    return box.space[space].bonus[0].op == Track.PCT and unlocked(table, seat, space)


def can_buy_late(box: Box, table: Table, seat: int, bonus: int) -> bool:
    """KC-R06: as a house rule, percentages and another shot may be bought until the shot."""
    if not box.until_shot or not affords(box, table, seat, bonus):
        return False
    if bonus == Bonus.PLUS10 or bonus == Bonus.REROLL_MISS:
        return seat == table.att
    return (bonus == Bonus.MINUS10 or bonus == Bonus.HALVE) and seat != table.att and not table.acts[LIVE].clear


def legal_percent(box: Box, table: Table, seat: int, out: Array) -> int:
    """KC-155, KC-156, KC-R06: any of them, again and again, or nothing more."""
    out[0] = DONE
    count = 1
    for bonus in range(Bonus.PLUS10, Bonus.HALVE + 1):
        if can_buy_late(box, table, seat, bonus):
            out[count] = BUY + bonus
            count += 1
    for space in range(1, box.track + 1):
        if can_control_percent(box, table, seat, space):
            out[count] = CONTROL + space
            count += 1
    return count


def apply_percent(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KC-078, KC-155: more for the attacker, less for the defender."""
    table.phase = Phase.ASK_PERCENT
    if action == DONE:
        table.step += 1
    elif action >= CONTROL:
        direction = 1 if seat == table.att else -1
        pay_control(box, table, seat, action - CONTROL, direction, log)
        table.control_pct += direction * box.space[action - CONTROL].bonus[0].a
    else:
        pay(box, table, seat, action - BUY, log)
        table.bonus[seat, action - BUY] += 1


def start_shots(box: Box, table: Table, log: Log) -> None:
    """KC-078, KC-R34: the final chance, the same for every shot of this action."""
    act = table.acts[LIVE]
    defender = rival(table.att)
    by_stars = int(box.bonus[Bonus.PLUS10].amount) * int(table.bonus[table.att, Bonus.PLUS10])
    halvings = 0
    if not act.clear:
        by_stars -= int(box.bonus[Bonus.MINUS10].amount) * int(table.bonus[defender, Bonus.MINUS10])
        halvings = int(act.halvings) + int(table.bonus[defender, Bonus.HALVE])
    tell(log, EVERYONE, Event.CHANCE, act.percent, act.pct, act.line_up, by_stars, table.control_pct, halvings)
    table.chance = goal_chance(box, table, act.percent, act.clear)
    table.shots_left = 1 + act.more_shots
    table.shot_kind = ShotKind.FIRST
    enter(table, Phase.SHOOT)


def shoot(table: Table, log: Log) -> None:
    """KC-079, KC-R19, KC-R34: a miss takes a repeat if there is one, then offers one that was bought."""
    act = table.acts[LIVE]
    if table.shots_left == 0:
        enter(table, Phase.AFTER_SHOTS)
    elif take_shot(table, table.att, table.chance, table.shot_kind, log):
        next_shot(table)
    elif act.repeats:
        act.repeats -= 1
        table.shot_kind = ShotKind.REPEAT
    elif table.bonus[table.att, Bonus.REROLL_MISS]:
        ask(table, Phase.REROLL, table.att)
    else:
        next_shot(table)


def next_shot(table: Table) -> None:
    """Go on to the next of several shots."""
    table.shots_left -= 1
    table.shot_kind = ShotKind.FIRST


def apply_reroll(table: Table, action: int) -> None:
    """KC-061: repeat the shot that was no goal, or keep that for a later one."""
    table.phase = Phase.SHOOT
    if action == PASS:
        next_shot(table)
        return
    table.bonus[table.att, Bonus.REROLL_MISS] -= 1
    table.shot_kind = ShotKind.BOUGHT


def take_shot(table: Table, seat: int, chance: int, kind: int, log: Log) -> bool:
    """KC-079, KC-R26: a goal if the k100 does not exceed the chance."""
    rolled = roll(table, 100) + 1
    table.luck[seat] -= 100 * int(chance)
    table.hazard[seat] += int(chance) * (100 - int(chance))
    tell(log, EVERYONE, Event.SHOT, seat, rolled, chance, kind)
    if rolled > chance:
        tell(log, EVERYONE, Event.MISS, seat)
        return False
    table.luck[seat] += 10_000
    score_goal(table, seat, log)
    return True


def score_goal(table: Table, seat: int, log: Log) -> None:
    """KC-084: one more on the goal counter."""
    table.goals[seat] += 1
    table.acts[LIVE].goals[seat] += 1
    home = table.home
    tell(log, EVERYONE, Event.GOAL, seat, home, table.goals[home], table.goals[rival(home)])


def after_shots(table: Table, log: Log) -> None:
    """KC-R18, KC-R34: the event's follow-up or counter, then what the row still brings."""
    act = table.acts[LIVE]
    att = table.att
    if act.on_miss and act.goals[att] == 0:
        halvings = int(act.halvings) + int(table.bonus[rival(att), Bonus.HALVE])
        take_shot(table, att, halved(int(act.on_miss), halvings), ShotKind.FOLLOW_UP, log)
    if act.counter and act.goals[att] == 0:
        take_shot(table, rival(att), act.counter, ShotKind.RIVAL, log)
    if table.waits:
        table.program = Program.AFTER_ROW
        table.pc = table.waits
        enter(table, Phase.RUN)
    else:
        enter(table, Phase.GOAL_CHECK)


def check_goal(box: Box, table: Table) -> None:
    """KC-053, KC-R09, KC-R10: after a goal under a card with the icon, whoever conceded may call VAR, once."""
    act = table.acts[LIVE]
    open_window = table.event and box.event[table.event - 1].icon and (box.coach_goal_var or not table.from_coach)
    while open_window and table.step < 2:
        seat = rival(table.att) if table.step == 0 else table.att
        if act.goals[rival(seat)] and table.var_left[seat]:
            ask(table, Phase.VAR_GOAL, seat)
            return
        table.step += 1
    enter(table, Phase.END_TURN)


# ---------------------------------------------------------------------------------------------- ends (KC-086..096)


def end_turn(box: Box, table: Table, log: Log) -> None:
    """KC-086, KC-087: stars to the bar, cards to the used pile, bonuses back, the ball to the other side."""
    for seat in range(2):
        for colour in range(COLOURS):
            table.stars[seat, colour] = min(table.stars[seat, colour], box.bar)
        for bonus in range(Bonus.EXCHANGE, Bonus.HALVE + 1):
            table.bonus[seat, bonus] = 0
        if table.laid_count[seat]:
            for card in range(box.deck_size):
                if table.where[seat, card] == Place.LAID:
                    table.where[seat, card] = Place.USED
        table.laid_count[seat] = 0
        table.sent[seat] = NONE
        table.sent_from[seat] = NONE
    clear_action(table)
    table.turn += 1
    if table.turn == 1:
        enter(table, Phase.TURN_START)
        return
    table.turn = 0
    if table.round_no == 3:
        half_time(box, table, log)
    elif table.round_no == ADDED - 1:
        enter(table, Phase.ASK_ADDED_TIME)
    elif table.round_no == ADDED:
        enter(table, Phase.FULL_TIME)
    else:
        table.round_no += 1
        if table.period == EXTRA_TIME:
            table.first = rival(table.first)
        enter(table, Phase.TURN_START)


def clear_action(table: Table) -> None:
    """Forget what this action was about."""
    act = table.acts[LIVE]
    act.pct = 0
    act.line_up = 0
    act.k6 = 0
    act.k6_min = 1
    act.k6_max = 6
    act.aim = Aim.K6
    act.at = 0
    for position in range(1, 7):
        act.table[position] = 0
    act.no_shot = 0
    act.repeats = 0
    act.more_shots = 0
    act.on_miss = 0
    act.counter = 0
    act.halvings = 0
    act.clear = 0
    act.shot = 0
    act.percent = 0
    act.rival_shot = 0
    act.goals[0] = 0
    act.goals[1] = 0
    table.acts[BEFORE] = table.acts[LIVE]
    table.shooter = NONE
    table.event = NONE
    table.from_coach = 0
    table.die = 0
    table.position = 0
    table.nudges = 0
    table.control_pct = 0
    table.risked = 0
    table.waits = 0
    table.chance = 0


def half_time(box: Box, table: Table, log: Log) -> None:
    """KC-088..092, KC-R13, KC-R21: hands are filled up, the toss loser begins."""
    home = table.home
    tell(log, EVERYONE, Event.HALF_TIME, home, table.goals[home], table.goals[rival(home)])
    for seat in range(2):
        draw_cards(box, table, seat, hand_limit(box, table, seat) - int(table.hand_count[seat]), log)
    start_period(table, SECOND_HALF, 4, rival(table.first), log)


def ask_added_time(table: Table) -> None:
    """KC-094: whoever holds a card may have the round +5 played; first asked is who would attack first in it."""
    while table.step < 2:
        seat = table.first if table.step == 0 else rival(table.first)
        if table.hand_count[seat]:
            ask(table, Phase.ADDED_TIME, seat)
            return
        table.step += 1
    enter(table, Phase.FULL_TIME)


def apply_added_time(table: Table, seat: int, action: int, log: Log) -> None:
    """KC-094, KC-095: one is enough."""
    if action == PASS:
        table.step += 1
        table.phase = Phase.ASK_ADDED_TIME
        return
    tell(log, EVERYONE, Event.ADDED_TIME, seat)
    table.round_no = ADDED
    enter(table, Phase.TURN_START)


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


# ---------------------------------------------------------------------------------------------- shoot-out (KC-118..124)


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


# ---------------------------------------------------------------------------------------------- the Automat (KC-R32)


def automat_lays(box: Box, table: Table, seat: int, log: Log) -> None:
    """KC-R32.1..3: its pile spread over the turns left; any cards of it, the best shooter of them shoots."""
    attacks = seat == table.att
    turns = turns_left(table)
    cards = (int(table.hand_count[seat]) + turns - 1) // turns
    if attacks:
        limit = 1 + int(box.support)
        cards = max(cards, 1)
    else:
        limit = int(box.defence)
        if table.laid_count[table.att] >= 4:
            cards += 1
        elif table.laid_count[table.att] == 1:
            cards -= 1
    cards = max(min(cards, limit - reds_of(box, table, seat), int(table.hand_count[seat])), 0)
    best = -1
    for number in range(cards):
        card = random_card(box, table, seat, Place.HAND, int(table.hand_count[seat]) - number)
        choose_card(table, seat, card)
        if best < 0 or box.footballers[card].rating > box.footballers[best].rating:
            best = card
    if attacks:
        table.shooter = best + 1
    lay_chosen(box, table, seat, log)


def turns_left(table: Table) -> int:
    """Count the turns still to come in this half, this one included."""
    last = 3 if table.period == FIRST_HALF else max(int(table.round_no), ADDED - 1)
    return 2 * (last - int(table.round_no)) + 2 - int(table.turn)


def automat_bids(table: Table, seat: int) -> None:
    """KC-R32.5: by the k6; blue first, then the colour it needs least, then its main one."""
    die = roll(table, 6) + 1
    stars = (die - 1) // 2 if die < 5 else die - 3
    main = RED if seat == table.att else GREEN
    for order in range(COLOURS):
        colour = BLUE if order == 0 else (RED + GREEN - main if order == 1 else main)
        given = min(stars, int(table.stars[seat, colour]))
        table.bid[seat, colour] = given
        stars -= given


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


# ---------------------------------------------------------------------------------------------- table moves


def rival(seat: int) -> int:
    """Give the other seat."""
    return 1 - int(seat)


def seat_of(table: Table, side: int) -> int:
    """KC-R33: whom a step means: attacker and defender of this turn, whoever played the card."""
    if side == Side.ATT:
        return int(table.att)
    if side == Side.DEF:
        return rival(table.att)
    return int(table.home) if side == Side.HOME else rival(table.home)


def is_meant(table: Table, side: int, seat: int) -> bool:
    """Tell whether a step means this seat."""
    return side == Side.BOTH or seat_of(table, side) == seat


def enter(table: Table, phase: int) -> None:
    """Go on to a phase; nobody has been asked in it yet."""
    table.phase = phase
    table.waiting = 0
    table.step = 0


def enter_again(table: Table, phase: int) -> None:
    """Go back to a phase in the middle of which somebody had to choose."""
    table.phase = phase
    table.waiting = 0


def ask(table: Table, phase: int, seat: int) -> None:
    """Enter a phase in which one seat decides."""
    table.phase = phase
    table.waiting = 1 << int(seat)


def ask_in_turn(table: Table, phase: int, has_0: int, has_1: int, then: int) -> None:
    """Ask the attacker, then the defender, of those who have what it takes; then go on."""
    while table.step < 2:
        seat = int(table.att) if table.step == 0 else rival(table.att)
        if has_0 if seat == 0 else has_1:
            ask(table, phase, seat)
            return
        table.step += 1
    enter(table, then)


def tell_owner(box: Box, log: Log, seat: int, kind: int, a: int, b: int) -> None:
    """Tell a seat alone; nobody looks at the Automat's cards."""
    if box.automat != seat + 1:
        tell(log, only(seat), kind, seat, a, b)


def purse(table: Table, seat: int) -> int:
    """Count a seat's stars."""
    return int(table.stars[seat, RED]) + int(table.stars[seat, GREEN]) + int(table.stars[seat, BLUE])


def reds_of(box: Box, table: Table, seat: int) -> int:
    """KC-R13: by how much a team's limits have fallen."""
    return 0 if box.cosmetic_cards else int(table.reds[seat])


def hand_limit(box: Box, table: Table, seat: int) -> int:
    """KC-006, KC-089, KC-R13, KC-R32.11: up to how many cards a hand is filled."""
    full = box.automat_hand if box.automat == seat + 1 else box.hand
    return int(full) - reds_of(box, table, seat)


def empty_bars(table: Table) -> None:
    """KC-091, KC-116, KC-151: all stars go back, the control token to the middle."""
    table.control = 0
    for seat in range(2):
        for colour in range(COLOURS):
            table.stars[seat, colour] = 0
    clear_action(table)


def list_cards(box: Box, table: Table, seat: int, place: int, out: Array, count: int) -> int:
    """Add the seat's cards that lie in a place to a list of actions."""
    places = table.where[seat]
    for card in range(box.deck_size):
        if places[card] == place:
            out[count] = card
            count += 1
    return count


def random_card(box: Box, table: Table, seat: int, place: int, count: int) -> int:
    """Pick any of the `count` cards that lie in a place."""
    left = roll(table, count)
    places = table.where[seat]
    card = 0
    while True:
        if places[card] == place:
            if left == 0:
                return card
            left -= 1
        card += 1


def choose_card(table: Table, seat: int, card: int) -> None:
    """Pick a card for a line-up; it counts as in hand until the line-up is laid."""
    table.where[seat, card] = Place.CHOSEN
    table.chosen_count[seat] += 1


def lay_chosen(box: Box, table: Table, seat: int, log: Log) -> None:
    """KC-020, KC-029..031: lay the cards face down; everyone sees how many."""
    for card in range(box.deck_size):
        if table.where[seat, card] == Place.CHOSEN:
            table.where[seat, card] = Place.LAID
    table.laid_count[seat] = table.chosen_count[seat]
    table.hand_count[seat] -= table.chosen_count[seat]
    table.chosen_count[seat] = 0
    tell(log, EVERYONE, Event.LAID, seat, table.laid_count[seat])


def take_from_hand(table: Table, seat: int, card: int, place: int) -> None:
    """Put a hand card elsewhere, in the open."""
    table.where[seat, card] = place
    table.hand_count[seat] -= 1
    table.shown[seat] &= ~(1 << card)


def discard(table: Table, seat: int, card: int, log: Log) -> None:
    """KC-R23: a hand card goes to the used pile, which everyone may look through."""
    take_from_hand(table, seat, card, Place.USED)
    tell(log, EVERYONE, Event.DISCARDED, seat, card)


def draw_cards(box: Box, table: Table, seat: int, count: int, log: Log) -> None:
    """KC-R20, KC-R23: draw, the used pile being shuffled into an empty deck; everyone sees how many."""
    drawn = 0
    while drawn < count:
        if table.deck_count[seat] == 0:
            reshuffle(box, table, seat, log)
            if table.deck_count[seat] == 0:
                break
        card = random_card(box, table, seat, Place.DECK, table.deck_count[seat])
        table.where[seat, card] = Place.HAND
        table.deck_count[seat] -= 1
        table.hand_count[seat] += 1
        tell_owner(box, log, seat, Event.DREW, card, 0)
        drawn += 1
    if drawn:
        tell(log, EVERYONE, Event.DREW_CARDS, seat, drawn)


def reshuffle(box: Box, table: Table, seat: int, log: Log) -> None:
    """KC-R20: the used pile becomes the deck. Now everyone can tell what is in hand: whatever was not in that pile."""
    for card in range(box.deck_size):
        if table.where[seat, card] == Place.USED:
            table.where[seat, card] = Place.DECK
            table.deck_count[seat] += 1
        elif table.where[seat, card] == Place.HAND:
            table.shown[seat] |= 1 << card
    if table.deck_count[seat]:
        tell(log, EVERYONE, Event.RESHUFFLED, seat)


def gather(box: Box, table: Table, seat: int) -> None:
    """KC-116, KC-119: hand and used pile go back into the deck; who was sent off stays out."""
    table.deck_count[seat] = 0
    table.hand_count[seat] = 0
    table.shown[seat] = 0
    for card in range(box.deck_size):
        if table.where[seat, card] != Place.SENT_OFF:
            table.where[seat, card] = Place.DECK
            table.deck_count[seat] += 1
