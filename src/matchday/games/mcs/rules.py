"""The verbs of MCS, in the order of the rulebook. Clause ids are those of docs/rules/mcs.md.

`legal` is the only source of legality; `apply` assumes it. A phase that asks somebody comes as a pair, `legal_x` above
`apply_x`. What nobody decides is done by `run_on`, one automatic phase after the other.

A seat is asked to attack, defend, open or beat whenever it holds cards, also when none of them fits (MC-R22): a
question that came only to those who can answer would betray their hands. So a pass proves nothing.
"""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, clear, only, others, tell
from matchday.engine.record import Array
from matchday.games.mcs.state import (
    ATTACK,
    BEND,
    CARDS,
    COLOURS,
    DECLINE,
    DEFENCE,
    DONE,
    EXTRA,
    FINISH,
    GUEST,
    HAND,
    HELMET,
    HOST,
    KEEP,
    LAPS,
    LAST,
    MOVER,
    NO_CARD,
    NOBODY,
    ORDER,
    OUT,
    PASS,
    RIDER,
    RIDERS,
    STEPS,
    STRAIGHT,
    TARGET,
    VICTIM,
    Box,
    Event,
    Format,
    Op,
    Phase,
    Table,
)

# ---------------------------------------------------------------- the game's functions


def deal(box: Box, table: Table, log: Log) -> None:
    """MC-010..012, MC-R28: fight cards and lap cards face down, seats and colours by lot or as agreed."""
    clear(log)
    for card in range(box.total):
        table.cards[card] = card
    table.deck_count = box.total
    gather_laps(box, table)
    for colour in range(COLOURS):
        table.seat_of[colour] = NOBODY
    for seat in range(box.seats):
        table.green_at_most[seat] = HAND
    if box.format != Format.FOURWAY:
        draw_sides(box, table)
    table.phase = Phase.SEATING
    run_on(box, table, log)


def legal(box: Box, table: Table, seat: int, out: Array) -> int:
    """List what this seat may do, lowest number first; return how many."""
    if not table.waiting >> seat & 1:
        return 0
    if table.phase == Phase.ATTACK:
        return legal_attack(box, table, seat, out)
    if table.phase == Phase.DEFEND:
        return legal_defend(box, table, seat, out)
    if table.phase == Phase.OPEN:
        return legal_open(table, seat, out)
    if table.phase == Phase.BEAT:
        return legal_beat(box, table, seat, out)
    if table.phase == Phase.PICK:
        return legal_pick(table, seat, out)
    if table.phase == Phase.ARRANGE:
        return legal_arrange(box, table, seat, out)
    if table.phase == Phase.OVERTAKE:
        return legal_overtake(box, table, seat, out)
    if table.phase == Phase.TARGET:
        return legal_target(box, table, seat, out)
    if table.phase == Phase.VICTIM:
        return legal_victim(box, table, seat, out)
    if table.phase == Phase.EXCHANGE:
        return legal_exchange(table, seat, out)
    return legal_colour(box, table, seat, out)


def apply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play a legal action, then run on to the next decision. Does not check that it is legal."""
    clear(log)
    if table.phase == Phase.ATTACK:
        apply_attack(box, table, seat, action, log)
    elif table.phase == Phase.DEFEND:
        apply_defend(box, table, seat, action, log)
    elif table.phase == Phase.OPEN:
        apply_open(box, table, seat, action, log)
    elif table.phase == Phase.BEAT:
        apply_beat(box, table, seat, action, log)
    elif table.phase == Phase.PICK:
        apply_pick(box, table, seat, action, log)
    elif table.phase == Phase.ARRANGE:
        apply_arrange(table, action, log)
    elif table.phase == Phase.OVERTAKE:
        apply_overtake(table, seat, action, log)
    elif table.phase == Phase.TARGET:
        apply_target(table, seat, action, log)
    elif table.phase == Phase.VICTIM:
        apply_victim(box, table, seat, action, log)
    elif table.phase == Phase.EXCHANGE:
        apply_exchange(box, table, seat, action, log)
    else:
        apply_colour(table, seat, action, log)
    run_on(box, table, log)


def score(box: Box, table: Table, out: Array) -> None:
    """MC-114, MC-125, MC-135: the points of each seat's side, in the four-way meeting its own."""
    for seat in range(box.seats):
        out[seat] = seat_points(box, table, seat)


def result(box: Box, table: Table, out: Array) -> None:
    """MC-002, MC-118, MC-135: 1 for a win, a half for a draw; in the meeting the share of rivals left behind."""
    for seat in range(box.seats):
        share = 0.0
        for other in range(box.seats):
            if box.format == Format.FOURWAY:
                mine = table.rank[colour_of(table, seat)]
                theirs = table.rank[colour_of(table, other)]
                if other != seat:
                    share += (1.0 * (mine < theirs) + 0.5 * (mine == theirs)) / (box.seats - 1)
            elif table.side_of[seat] != table.side_of[other]:
                ours = seat_points(box, table, seat)
                against = seat_points(box, table, other)
                share = 1.0 * (ours > against) + 0.5 * (ours == against)
        out[seat] = share


def run_on(box: Box, table: Table, log: Log) -> None:
    """Do what nobody decides, until somebody is asked or the match is over."""
    while table.phase >= Phase.SEATING:
        if table.phase == Phase.STRAIGHT:
            next_attempt(box, table, log)
        elif table.phase == Phase.BEATING:
            next_beat(box, table, log)
        elif table.phase == Phase.OPENING:
            next_opening(box, table, log)
        elif table.phase == Phase.LAP:
            next_lap(box, table, log)
        elif table.phase == Phase.RESOLVE:
            resolve(box, table, log)
        elif table.phase == Phase.END_HEAT:
            end_heat(box, table, log)
        elif table.phase == Phase.START_HEAT:
            start_heat(box, table, log)
        elif table.phase == Phase.EXCHANGING:
            next_exchange(box, table)
        else:
            next_colour(box, table, log)


# ---------------------------------------------------------------- seats (MC-012, MC-120)


def draw_sides(box: Box, table: Table) -> None:
    """MC-R01, MC-R28: who is host and who guest, by lot or in the order of the seats."""
    hosts = 2 if box.format == Format.PAIRS else 1
    for seat in range(box.seats):
        is_host = hosts > 0 if box.seating_fixed else roll(table, box.seats - seat) < hosts
        table.side_of[seat] = HOST if is_host else GUEST
        hosts -= int(is_host)


def next_colour(box: Box, table: Table, log: Log) -> None:
    """MC-012, MC-120, MC-R26: whoever is alone on a side takes both colours; the others one, by lot or choice."""
    for seat in range(box.seats):
        if colour_of(table, seat) != NOBODY:
            continue
        free = 0
        for colour in range(COLOURS):
            free += is_free(box, table, seat, colour)
        alone = is_alone(box, table, seat)
        if free > 1 and box.colours_chosen and not alone:
            ask(table, Phase.COLOUR, seat)
            return
        lot = roll(table, free) if free > 1 and not alone else 0
        for colour in range(COLOURS):
            if is_free(box, table, seat, colour):
                if alone or lot == 0:
                    take_colour(table, seat, colour, log)
                lot -= 1
    table.phase = Phase.START_HEAT


def legal_colour(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-R26: any colour of the seat's side that is left."""
    count = 0
    for colour in range(COLOURS):
        if is_free(box, table, seat, colour):
            out[count] = HELMET + colour
            count += 1
    return count


def apply_colour(table: Table, seat: int, action: int, log: Log) -> None:
    """MC-120: the colour is the manager's for the whole match."""
    take_colour(table, seat, action - HELMET, log)
    table.phase = Phase.SEATING


def is_free(box: Box, table: Table, seat: int, colour: int) -> bool:
    """Tell whether a seat may still take a colour."""
    if table.seat_of[colour] != NOBODY:
        return False
    return bool(box.format == Format.FOURWAY or table.side_of[seat] == colour // 2)


def is_alone(box: Box, table: Table, seat: int) -> bool:
    """Tell whether a seat manages a whole side."""
    if box.format == Format.FOURWAY:
        return False
    for other in range(box.seats):
        if other != seat and table.side_of[other] == table.side_of[seat]:
            return False
    return True


# ---------------------------------------------------------------- start (MC-020..027)


def start_heat(box: Box, table: Table, log: Log) -> None:
    """MC-021, MC-117, MC-138, MC-R17, MC-R20: hands, pools and lap decks are made ready; then the riders are picked."""
    table.heat += 1
    series = (table.heat - 1) % RIDERS
    if table.tied:
        tell(log, EVERYONE, Event.RUN_OFF, table.heat, table.tied)
        gather_laps(box, table)
        tell(log, EVERYONE, Event.RUN_OFF_LAPS)
    else:
        tell(log, EVERYONE, Event.HEAT, table.heat, box.heats)
        if table.heat == box.reshuffle_after + 1:
            gather_laps(box, table)
            tell(log, EVERYONE, Event.LAPS_SHUFFLED)
        if series == 0 and table.heat > 1:
            tell(log, EVERYONE, Event.POOLS_FULL)
    for colour in range(COLOURS):
        if table.tied and not table.tied >> colour & 1:
            continue
        if table.tied or series == 0:
            table.pool[colour] = (1 << RIDERS) - 1
        draw_cards(box, table, table.seat_of[colour], box.hand[colour], log)
        if table.tied:
            table.pick[colour] = roll(table, RIDERS) + 1
        elif series == RIDERS - 1:
            table.pick[colour] = next_rider(table, colour, 0) + 1
    if table.tied or series == RIDERS - 1:
        line_up(box, table, log)
    else:
        table.phase = Phase.PICK
        table.waiting = (1 << box.seats) - 1


def legal_pick(table: Table, seat: int, out: Array) -> int:
    """MC-023: a rider left in the pool, of the first of the seat's colours that has none yet."""
    count = 0
    colour = colour_to_pick(table, seat)
    for place in range(RIDERS):
        if table.pool[colour] >> place & 1:
            out[count] = RIDER + colour * RIDERS + place
            count += 1
    return count


def apply_pick(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-023, MC-024: kept secret until every seat has one rider of each of its colours, then shown together."""
    rider = action - RIDER
    table.pick[rider // RIDERS] = rider % RIDERS + 1
    tell(log, only(seat), Event.PICKED, seat, rider)
    if colour_to_pick(table, seat) != NOBODY:
        return
    tell(log, others(seat), Event.HAS_PICKED, seat)
    table.waiting ^= 1 << seat
    if not table.waiting:
        line_up(box, table, log)


def line_up(box: Box, table: Table, log: Log) -> None:
    """MC-024..026: riders are shown and put in order of their numbers, the highest first."""
    table.racing = 0
    for colour in range(COLOURS):
        table.order[colour] = 0
    for colour in range(COLOURS):
        table.riding[colour] = table.pick[colour]
        table.pick[colour] = 0
        if table.riding[colour] == 0:
            continue
        table.pool[colour] ^= 1 << (table.riding[colour] - 1)
        place = int(table.racing)
        while place > 0 and number_of(box, table, table.order[place - 1]) < number_of(box, table, colour):
            table.order[place] = table.order[place - 1]
            place -= 1
        table.order[place] = colour
        table.racing += 1
    table.lap = 0
    table.retired = 0
    table.lock_first = 0
    table.lock_last = 0
    table.trouble = 0
    table.trouble_of = 0
    table.no_card = 0
    table.forced = 0
    tell(log, EVERYONE, Event.LINED_UP, rider_at(table, 0), rider_at(table, 1), rider_at(table, 2), rider_at(table, 3))
    table.phase = Phase.LAP


def colour_to_pick(table: Table, seat: int) -> int:
    """Give the first colour of this seat that has no rider yet, or NOBODY."""
    for colour in range(COLOURS):
        if table.seat_of[colour] == seat and table.pick[colour] == 0:
            return colour
    return NOBODY


def next_rider(table: Table, colour: int, place: int) -> int:
    """Give the first rider left in a pool from a place on."""
    while not table.pool[colour] >> place & 1:
        place += 1
    return place


def number_of(box: Box, table: Table, colour: int) -> int:
    """Give the start number of the rider who now rides in a colour."""
    return int(box.number[colour * RIDERS + table.riding[colour] - 1])


def rider_at(table: Table, place: int) -> int:
    """Give the rider (0 to 19) in a place, -1 if there is none."""
    if place >= table.racing:
        return -1
    colour = int(table.order[place])
    return colour * RIDERS + int(table.riding[colour]) - 1


# ---------------------------------------------------------------- laps (MC-030..035)


def next_lap(box: Box, table: Table, log: Log) -> None:
    """MC-030..034: the next lap card, a lap called by a card, or the finish after the last lap; first the trouble."""
    table.lap += 1
    table.no_card = 0
    beyond = 0
    if table.forced:
        kind = int(table.forced) - 1
        table.forced = 0
        tell(log, EVERYONE, Event.LAP, table.lap, kind, 1)
    elif table.lap > LAPS:
        kind = FINISH
        beyond = 1
        tell(log, EVERYONE, Event.LAP, table.lap, kind, 2)
    else:
        kind = turn_lap_card(box, table, log)
        tell(log, EVERYONE, Event.LAP, table.lap, kind, 0)
    if table.trouble:
        meet_trouble(box, table, kind, beyond, log)
    if heat_is_decided(box, table):
        table.phase = Phase.END_HEAT
    elif kind == STRAIGHT:
        table.place = 0
        table.phase = Phase.STRAIGHT
    elif kind == BEND:
        start_bend(box, table)
    elif table.lap == 1 and not table.tied and (box.format == Format.FOURWAY or table.heat < box.heats):
        table.asked = 0
        table.phase = Phase.EXCHANGING
    else:
        table.phase = Phase.END_HEAT


def turn_lap_card(box: Box, table: Table, log: Log) -> int:
    """MC-030, MC-R23: any of the cards left in this lap's deck; an empty deck is made anew from those turned."""
    deck = table.lap - 1
    left = int(table.laps[deck, STRAIGHT]) + int(table.laps[deck, BEND]) + int(table.laps[deck, FINISH])
    if left == 0:
        for kind in range(3):
            table.laps[deck, kind] = box.laps[deck, kind]
            left += table.laps[deck, kind]
        tell(log, EVERYONE, Event.LAP_SHUFFLED, table.lap)
    place = roll(table, left)
    kind = STRAIGHT
    while place >= table.laps[deck, kind]:
        place -= table.laps[deck, kind]
        kind += 1
    table.laps[deck, kind] -= 1
    return kind


def meet_trouble(box: Box, table: Table, kind: int, beyond: int, log: Log) -> None:
    """MC-090..095, MC-R05, MC-R24: what the fall or defect comes to now that the lap is known; then it is gone."""
    trouble = table.trouble
    colour = int(table.trouble_of)
    table.trouble = 0
    table.trouble_of = 0
    after = int(box.trouble[trouble, kind])
    if beyond and box.lap4_pending_void:
        after = KEEP
    tell(log, EVERYONE, Event.TROUBLE, colour, trouble, kind, after)
    if after == NO_CARD:
        table.no_card = colour + 1
    elif after in (LAST, OUT):
        leave_place(table, colour)
        if table.lock_first == colour + 1:
            table.lock_first = 0
        if after == LAST:
            table.order[table.racing - 1] = colour
        else:
            table.racing -= 1
            table.order[table.racing] = 0
            table.lock_last &= ~(1 << colour) & 0xF
            table.out[table.retired] = colour
            table.cause[table.retired] = trouble
            table.retired += 1
        tell_order(table, Event.ORDER, log)


def leave_place(table: Table, colour: int) -> None:
    """MC-R15, MC-R25: all behind a rider move up one place; the last place is left open."""
    place = place_of(table, colour)
    while place < table.racing - 1:
        table.order[place] = table.order[place + 1]
        place += 1


def heat_is_decided(box: Box, table: Table) -> bool:
    """MC-R20, MC-R21: nobody left, one rider left in a run-off, or one side left where that ends the heat."""
    if table.racing == 0 or (table.tied and table.racing == 1):
        return True
    if not box.one_side_left_ends:
        return False
    for place in range(1, table.racing):
        if are_rivals(box, table.order[0], table.order[place]):
            return False
    return True


# ---------------------------------------------------------------- straight (MC-040..055)


def next_attempt(box: Box, table: Table, log: Log) -> None:
    """MC-040..043, MC-054, MC-R06: one scan from the second place down, nobody is asked twice; then the next lap."""
    while table.place + 1 < table.racing:
        table.place += 1
        if can_attack(box, table):
            seat = table.seat_of[table.order[table.place]]
            if table.hand_count[seat] or not box.auto_pass_when_unable:
                ask(table, Phase.ATTACK, seat)
                return
            tell(log, EVERYONE, Event.PASSED, seat, Phase.ATTACK)
    table.phase = Phase.LAP


def can_attack(box: Box, table: Table) -> bool:
    """MC-040, MC-080, MC-082, MC-094, MC-R06: a rival directly ahead, and neither of the two is barred."""
    colour = table.order[table.place]
    ahead = table.order[table.place - 1]
    if not are_rivals(box, colour, ahead) or table.lock_first == ahead + 1:
        return False
    return not (table.lock_last >> colour & 1 or table.no_card == colour + 1)


def legal_attack(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-044, MC-045, MC-R09: a card with red letters, or none."""
    count = list_kind(box, table, seat, ATTACK, out)
    out[count] = PASS
    return count + 1


def apply_attack(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-044, MC-046, MC-094: the card lies face down; the rider ahead is defended, if he may be."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.ATTACK)
        table.phase = Phase.STRAIGHT
        return
    ahead = int(table.order[table.place - 1])
    defender = table.seat_of[ahead]
    table.attack = action + 1
    tell(log, EVERYONE, Event.ATTACKED, seat, table.order[table.place], ahead)
    tell(log, sees_hand(box, table, seat), Event.LAID, seat, action)
    if table.no_card == ahead + 1:
        clash(box, table, PASS, log)
    elif table.hand_count[defender] == 0 and box.auto_pass_when_unable:
        tell(log, EVERYONE, Event.PASSED, defender, Phase.DEFEND)
        clash(box, table, PASS, log)
    else:
        ask(table, Phase.DEFEND, defender)


def legal_defend(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-046, MC-R07: a card with green letters, or none."""
    count = list_kind(box, table, seat, DEFENCE, out)
    if count == 0 or box.defence_optional:
        out[count] = PASS
        count += 1
    return count


def apply_defend(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-047, MC-048: both cards are turned up; a pass where a defence is due proves that there was none."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.DEFEND)
        if not box.defence_optional:
            table.green_at_most[seat] = 0
    clash(box, table, action, log)


def clash(box: Box, table: Table, defence: int, log: Log) -> None:
    """MC-047..053, MC-R08, MC-R29: letters are compared, both cards discarded, the winner draws one."""
    colour = int(table.order[table.place])
    ahead = int(table.order[table.place - 1])
    attacker = table.seat_of[colour]
    defender = table.seat_of[ahead]
    attack = int(table.attack) - 1
    open_tracks = int(box.cards[attack].tracks)
    table.attack = 0
    discard(box, table, attacker, attack)
    if defence != PASS:
        open_tracks &= ~int(box.cards[defence].tracks)
        discard(box, table, defender, defence)
    shown = -1 if defence == PASS else defence
    if open_tracks:
        tell(log, EVERYONE, Event.ATTACK_WON, colour, ahead, attack, shown)
        table.order[table.place - 1] = colour
        table.order[table.place] = ahead
        draw_cards(box, table, attacker, table.hand_count[attacker] + 1, log)
    else:
        tell(log, EVERYONE, Event.ATTACK_LOST, colour, ahead, attack, shown)
        draw_cards(box, table, defender, table.hand_count[defender] + 1, log)
    table.phase = Phase.STRAIGHT


# ---------------------------------------------------------------- bend (MC-060..071, MC-123)


def start_bend(box: Box, table: Table) -> None:
    """MC-061, MC-123, MC-R18, MC-R21: seats take turns in the order of their best riders, as it is now."""
    table.turn_count = 0
    for place in range(table.racing):
        join_turns(table, table.seat_of[table.order[place]])
    if box.format == Format.DUEL:
        join_turns(table, 0)
        join_turns(table, 1)
    table.chain_count = 0
    table.aim = 0
    table.start = 0
    table.asked = 0
    table.phase = Phase.OPENING


def join_turns(table: Table, seat: int) -> None:
    """Give a seat the next turn unless it has one."""
    for turn in range(table.turn_count):
        if table.turns[turn] == seat:
            return
    table.turns[table.turn_count] = seat
    table.turn_count += 1


def next_opening(box: Box, table: Table, log: Log) -> None:
    """MC-061..063: each is asked once; if nobody opens, the bend ends without effect."""
    while table.asked < table.turn_count:
        seat = table.turns[table.asked]
        table.asked += 1
        if table.hand_count[seat] or not box.auto_pass_when_unable:
            ask(table, Phase.OPEN, seat)
            return
        tell(log, EVERYONE, Event.PASSED, seat, Phase.OPEN)
    tell(log, EVERYONE, Event.QUIET_BEND)
    table.phase = Phase.LAP


def legal_open(table: Table, seat: int, out: Array) -> int:
    """MC-060, MC-061: any card, or none."""
    count = int(table.hand_count[seat])
    for slot in range(count):
        out[slot] = table.hand[seat, slot]
    out[count] = PASS
    return count + 1


def apply_open(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-061, MC-062: the card lies open, or the right to open goes on."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.OPEN)
        table.phase = Phase.OPENING
        return
    tell(log, EVERYONE, Event.OPENED, seat, action)
    lay_on_chain(box, table, seat, action, log)


def next_beat(box: Box, table: Table, log: Log) -> None:
    """MC-064, MC-068, MC-124, MC-R18, MC-R19: each who may beat the top card is asked; if nobody does, it wins."""
    while table.asked < table.turn_count:
        seat = table.turns[(int(table.start) + int(table.asked)) % table.turn_count]
        table.asked += 1
        if seat == table.top_seat or (is_partner(box, table, seat, table.top_seat) and not box.beat_partner):
            continue
        if table.hand_count[seat] or not box.auto_pass_when_unable:
            ask(table, Phase.BEAT, seat)
            return
        tell(log, EVERYONE, Event.PASSED, seat, Phase.BEAT)
    table.winner = table.top_seat + 1
    table.step = 0
    tell(log, EVERYONE, Event.WON_BEND, table.top_seat, top_card(table))
    table.phase = Phase.RESOLVE


def legal_beat(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-064..066: a card of the same edge colour or with the same symbol as the top one, or none."""
    top = box.cards[top_card(table)]
    count = 0
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        if box.cards[card].colour == top.colour or box.cards[card].effect == top.effect:
            out[count] = card
            count += 1
    out[count] = PASS
    return count + 1


def apply_beat(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-067, MC-123: the new card takes the place of the beaten one; whoever passes may still beat a later card."""
    if action == PASS:
        tell(log, EVERYONE, Event.PASSED, seat, Phase.BEAT)
        table.phase = Phase.BEATING
        return
    tell(log, EVERYONE, Event.BEATEN, seat, action, top_card(table))
    lay_on_chain(box, table, seat, action, log)


def lay_on_chain(box: Box, table: Table, seat: int, card: int, log: Log) -> None:
    """MC-064, MC-R14, MC-R18: the card is on top, the asking begins again; a target may be due at once."""
    take_from_hand(table, seat, card)
    show_card(box, table, seat, card)
    table.chain[table.chain_count] = card
    table.chain_count += 1
    table.top_seat = seat
    table.aim = 0
    table.asked = 0
    table.start = 0
    if not box.beat_leader_first:
        while table.turns[table.start] != seat:
            table.start += 1
        table.start = (table.start + 1) % table.turn_count
    table.phase = Phase.BEATING
    if box.targets_on_play and has_step(box, card, Op.PENDING):
        take_aim(box, table, seat, log)


def top_card(table: Table) -> int:
    """Give the card that lies on top in the bend."""
    return int(table.chain[table.chain_count - 1])


def has_step(box: Box, card: int, op: int) -> bool:
    """Tell whether a card's effect contains a word."""
    for step in box.effects[box.cards[card].effect].play:
        if step.op == op:
            return True
    return False


# ---------------------------------------------------------------- effects (MC-080..102)


def resolve(box: Box, table: Table, log: Log) -> None:
    """MC-068, MC-069: the winning card's steps, one branch a word; a choice interrupts them."""
    seat = int(table.winner) - 1
    card = top_card(table)
    table.phase = Phase.LAP
    play = box.effects[box.cards[card].effect].play
    while table.step < STEPS:
        step = play[table.step]
        table.step += 1
        if step.op == Op.LOCK_FIRST:  # MC-080
            table.lock_first = table.order[0] + 1
            tell(log, EVERYONE, Event.LOCKED_FIRST, table.order[0])
        elif step.op == Op.LOCK_LAST:  # MC-082
            table.lock_last |= 1 << table.order[table.racing - 1]
            tell(log, EVERYONE, Event.LOCKED_LAST, table.order[table.racing - 1])
        elif step.op == Op.ARRANGE:  # MC-084..086
            while table.step < STEPS and play[table.step].op == Op.ARRANGE:
                table.step += 1
            arrange(box, table, seat, log)
        elif step.op == Op.OVERTAKE:  # MC-087
            if count_movers(box, table, seat):
                ask(table, Phase.OVERTAKE, seat)
            else:
                tell(log, EVERYONE, Event.NO_EFFECT, seat, card)
        elif step.op == Op.STEAL:  # MC-089
            seek_victim(box, table, seat, log)
        elif step.op == Op.PENDING:  # MC-090, MC-093
            if not table.aim:
                take_aim(box, table, seat, log)
            if table.aim:
                table.trouble = step.a
                table.trouble_of = table.aim - 1
        elif step.op == Op.FORCE_NEXT:  # MC-097..101
            if table.lap < EXTRA:  # MC-R05b
                table.forced = step.a + 1
                tell(log, EVERYONE, Event.CALLED, seat, step.a)
        elif step.op == Op.DRAW:
            discard_chain(table)
            draw_cards(box, table, seat, table.hand_count[seat] + step.a, log)
        elif step.op == Op.END_HEAT:  # MC-102
            tell(log, EVERYONE, Event.WAVED_OFF, seat)
            table.phase = Phase.END_HEAT
        if table.phase < Phase.SEATING:
            return
    table.winner = 0
    discard_chain(table)


def arrange(box: Box, table: Table, seat: int, log: Log) -> None:
    """MC-068, MC-088, MC-R13: the winner must take a legal arrangement; without one nothing happens."""
    count = 0
    found = 0
    for first in range(COLOURS):
        for second in range(COLOURS):
            if arrangement_allowed(box, table, seat, top_card(table), first, second):
                found = first * COLOURS + second
                count += 1
    if count == 0:
        tell(log, EVERYONE, Event.NO_EFFECT, seat, top_card(table))
    elif count == 1:
        put_pair(table, pair_of(table, seat), found // COLOURS, found % COLOURS, log)
    else:
        ask(table, Phase.ARRANGE, seat)


def legal_arrange(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-084..086, MC-R11, MC-R13: the pair's places, in either order, as far as the marks allow."""
    count = 0
    for first in range(COLOURS):
        for second in range(COLOURS):
            if arrangement_allowed(box, table, seat, top_card(table), first, second):
                out[count] = ORDER + pair_of(table, seat) * 16 + first * COLOURS + second
                count += 1
    return count


def apply_arrange(table: Table, action: int, log: Log) -> None:
    """MC-084..086: the pair takes its places, the others keep their relative order."""
    places = (action - ORDER) % 16
    put_pair(table, (action - ORDER) // 16, places // COLOURS, places % COLOURS, log)
    table.phase = Phase.RESOLVE


def arrangement_allowed(box: Box, table: Table, seat: int, card: int, first: int, second: int) -> bool:
    """MC-R13: named on the card, both riders racing, both places there, and no mark in the way."""
    if first == second or first >= table.racing or second >= table.racing:
        return False
    named = False
    for step in box.effects[box.cards[card].effect].play:
        if step.op == Op.ARRANGE:
            if (step.a == first + 1 and step.b == second + 1) or (step.a == second + 1 and step.b == first + 1):
                named = True
    lower = 2 * pair_of(table, seat)
    if not named or place_of(table, lower) == table.racing or place_of(table, lower + 1) == table.racing:
        return False
    free = 0
    for place in range(table.racing):
        colour = table.order[place]
        if colour == lower:
            new = first
        elif colour == lower + 1:
            new = second
        else:
            while free in (first, second):
                free += 1
            new = free
            free += 1
        if (table.lock_first == colour + 1 and new > 0) or (table.lock_last >> colour & 1 and new < place):
            return False
    return True


def put_pair(table: Table, pair: int, first: int, second: int, log: Log) -> None:
    """Move the pair's lower colour to the first of two places and the other to the second."""
    lower = 2 * pair
    one = NOBODY
    two = NOBODY
    for place in range(table.racing):
        colour = table.order[place]
        if colour // 2 != pair:
            if one == NOBODY:
                one = colour
            else:
                two = colour
    for place in range(table.racing):
        if place == first:
            table.order[place] = lower
        elif place == second:
            table.order[place] = lower + 1
        else:
            table.order[place] = one
            one = two
    tell_order(table, Event.ORDER, log)


def legal_overtake(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-087, MC-R12: any rider who can pass the rival ahead of him, or nobody."""
    out[0] = DECLINE
    count = 1
    for colour in range(COLOURS):
        if can_move_up(box, table, seat, colour):
            out[count] = MOVER + colour
            count += 1
    return count


def apply_overtake(table: Table, seat: int, action: int, log: Log) -> None:
    """MC-087: the two swap places without a fight."""
    if action == DECLINE:
        tell(log, EVERYONE, Event.DECLINED, seat)
    else:
        place = place_of(table, action - MOVER)
        passed = table.order[place - 1]
        table.order[place] = passed
        table.order[place - 1] = action - MOVER
        tell(log, EVERYONE, Event.OVERTOOK, action - MOVER, passed)
    table.phase = Phase.RESOLVE


def can_move_up(box: Box, table: Table, seat: int, colour: int) -> bool:
    """MC-R12: directly behind a rival, not marked 0, the rival not marked 3; own riders only, if so agreed."""
    place = place_of(table, colour)
    if place == 0 or place == table.racing:
        return False
    ahead = table.order[place - 1]
    if not are_rivals(box, colour, ahead) or table.lock_first == ahead + 1 or table.lock_last >> colour & 1:
        return False
    return bool(box.overtake_any_rider or is_own(box, table, seat, colour))


def count_movers(box: Box, table: Table, seat: int) -> int:
    """Count the riders who could overtake."""
    count = 0
    for colour in range(COLOURS):
        count += can_move_up(box, table, seat, colour)
    return count


def take_aim(box: Box, table: Table, seat: int, log: Log) -> None:
    """MC-090, MC-093, MC-R14, MC-R30: one rival rider; asked if there are several, none if there is none."""
    count = 0
    found = 0
    for place in range(table.racing):
        if not is_own(box, table, seat, table.order[place]):
            found = table.order[place]
            count += 1
    if count == 0:
        if table.winner:
            tell(log, EVERYONE, Event.NO_EFFECT, seat, top_card(table))
    elif count == 1:
        aim_at(table, seat, found, log)
    else:
        ask(table, Phase.TARGET, seat)


def legal_target(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-R14: a rival rider who is still racing."""
    count = 0
    for colour in range(COLOURS):
        if place_of(table, colour) < table.racing and not is_own(box, table, seat, colour):
            out[count] = TARGET + colour
            count += 1
    return count


def apply_target(table: Table, seat: int, action: int, log: Log) -> None:
    """MC-R14: the target is named; the card goes on being beaten or takes effect."""
    aim_at(table, seat, action - TARGET, log)
    if table.winner:
        table.step -= 1  # the step that asked goes on with its target
        table.phase = Phase.RESOLVE
    else:
        table.phase = Phase.BEATING


def aim_at(table: Table, seat: int, colour: int, log: Log) -> None:
    """Name the rider whom the top card would hit."""
    table.aim = colour + 1
    tell(log, EVERYONE, Event.AIMED, seat, colour, top_card(table))


def seek_victim(box: Box, table: Table, seat: int, log: Log) -> None:
    """MC-089, MC-130, MC-R30: a rival with cards; asked if there are several, nothing happens if there is none."""
    count = 0
    found = 0
    for other in range(box.seats):
        if can_rob(box, table, seat, other):
            found = other
            count += 1
    if count == 0:
        tell(log, EVERYONE, Event.NO_EFFECT, seat, top_card(table))
    elif count == 1:
        steal(box, table, seat, found, log)
    else:
        ask(table, Phase.VICTIM, seat)


def legal_victim(box: Box, table: Table, seat: int, out: Array) -> int:
    """MC-130, MC-R19: any rival who holds a card."""
    count = 0
    for other in range(box.seats):
        if can_rob(box, table, seat, other):
            out[count] = VICTIM + other
            count += 1
    return count


def apply_victim(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-089: a random card changes hands."""
    steal(box, table, seat, action - VICTIM, log)
    table.phase = Phase.RESOLVE


def can_rob(box: Box, table: Table, seat: int, other: int) -> bool:
    """MC-089, MC-130, MC-R20: a rival with cards who has a part in this heat."""
    if other == seat or is_partner(box, table, seat, other) or table.hand_count[other] == 0:
        return False
    return bool(table.riding[colour_of(table, other)] != 0)


def steal(box: Box, table: Table, thief: int, victim: int, log: Log) -> None:
    """MC-089: only the two concerned see the card; the rest lose track of what they knew of the victim's hand."""
    card = int(table.hand[victim, roll(table, table.hand_count[victim])])
    sees = sees_hand(box, table, thief) | sees_hand(box, table, victim)
    for viewer in range(box.seats):
        shift = 4 * viewer
        if sees >> viewer & 1:
            table.known[card] = int(table.known[card]) & (0xFFFF ^ 15 << shift) | 1 << (shift + thief)
            continue
        for other in range(box.total):
            if table.known[other] >> (shift + victim) & 1:
                table.known[other] |= 1 << (shift + thief)
    take_from_hand(table, victim, card)
    put_in_hand(table, thief, card)
    tell(log, sees, Event.STOLE, thief, victim, card)
    tell(log, EVERYONE ^ sees, Event.STOLEN, thief, victim)


# ---------------------------------------------------------------- finish (MC-110..118)


def next_exchange(box: Box, table: Table) -> None:
    """MC-113, MC-R16: each in the order of drawing; whoever holds no card has nothing to exchange."""
    while table.asked < COLOURS:
        seat = table.seat_of[table.asked]
        first = table.asked == colour_of(table, seat)
        table.asked += 1
        if first and table.hand_count[seat]:
            table.marked = 0
            ask(table, Phase.EXCHANGE, seat)
            return
    table.phase = Phase.END_HEAT


def legal_exchange(table: Table, seat: int, out: Array) -> int:
    """MC-113: one more card to exchange, or done."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if not table.marked >> slot & 1:
            out[count] = table.hand[seat, slot]
            count += 1
    out[count] = DONE
    return count + 1


def apply_exchange(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """MC-113, MC-R16: marks are the seat's secret; on "done" the cards go face up and as many are drawn."""
    if action != DONE:
        slot = 0
        while table.hand[seat, slot] != action:
            slot += 1
        table.marked |= 1 << slot
        tell(log, only(seat), Event.MARKED, seat, action)
        return
    size = int(table.hand_count[seat])
    for slot in range(size - 1, -1, -1):
        if table.marked >> slot & 1:
            card = int(table.hand[seat, slot])
            discard(box, table, seat, card)
            tell(log, EVERYONE, Event.THREW, seat, card)
    tell(log, EVERYONE, Event.EXCHANGED, seat, size - int(table.hand_count[seat]))
    draw_cards(box, table, seat, size, log)
    table.marked = 0
    table.phase = Phase.EXCHANGING


def end_heat(box: Box, table: Table, log: Log) -> None:
    """MC-111, MC-114..118, MC-R25: points by place, non-finishers none; then the next heat, a run-off or the end."""
    row = table.heat - 1
    for colour in range(COLOURS):
        table.results[row, colour] = table.riding[colour] * 8
    for place in range(table.racing):
        colour = table.order[place]
        table.results[row, colour] += place
        if not table.tied:
            table.points[colour] += box.points[place]
    for retired in range(table.retired):
        table.results[row, table.out[retired]] += 3 + table.cause[retired]
    tell_order(table, Event.HEAT_RESULT, log)
    if table.tied:
        rank_tied(table)
    else:
        tell_points(table, Event.TOTALS, log)
    if table.heat < box.heats:
        table.phase = Phase.START_HEAT
        return
    if table.heat == box.heats:
        tell_points(table, Event.FULL_TIME, log)
        rank_by_points(table)
    table.tied = next_tie(box, table)
    if table.tied:
        table.phase = Phase.START_HEAT
        return
    if box.format == Format.FOURWAY:
        tell(log, EVERYONE, Event.RANKED, table.rank[0], table.rank[1], table.rank[2], table.rank[3])
    table.phase = Phase.OVER
    table.waiting = 0


def rank_by_points(table: Table) -> None:
    """MC-135: one plus the number of colours with more points."""
    for colour in range(COLOURS):
        table.rank[colour] = 1
        for other in range(COLOURS):
            table.rank[colour] += table.points[other] > table.points[colour]


def next_tie(box: Box, table: Table) -> int:
    """MC-136, MC-R20: the lowest group of players level on points, as a bit mask of colours; 0 if there is none."""
    if box.format != Format.FOURWAY:
        return 0
    for back in range(COLOURS):
        rank = COLOURS - back
        count = 0
        mask = 0
        for colour in range(COLOURS):
            if table.rank[colour] == rank:
                mask |= 1 << colour
                count += 1
        if count > 1 and (rank == 1 or not box.runoff_first_only):
            return mask
    return 0


def rank_tied(table: Table) -> None:
    """MC-136, MC-R20: finishers in their order, then the retired, the latest first."""
    for place in range(table.racing):
        table.rank[table.order[place]] += place
    for retired in range(table.retired):
        table.rank[table.out[retired]] += int(table.racing) + int(table.retired) - 1 - retired


# ---------------------------------------------------------------- questions


def are_rivals(box: Box, colour: int, other: int) -> bool:
    """MC-125, MC-131: riders of the two sides; in the four-way meeting any two riders."""
    return bool(box.format == Format.FOURWAY or colour // 2 != other // 2)


def is_partner(box: Box, table: Table, seat: int, other: int) -> bool:
    """MC-125, MC-R19: whether two seats share a side."""
    return bool(box.format != Format.FOURWAY and table.side_of[seat] == table.side_of[other])


def is_own(box: Box, table: Table, seat: int, colour: int) -> bool:
    """Tell whether a rider is of the seat's side, in the four-way meeting of its own colour."""
    if box.format == Format.FOURWAY:
        return bool(table.seat_of[colour] == seat)
    return bool(table.side_of[seat] == colour // 2)


def colour_of(table: Table, seat: int) -> int:
    """Give a seat's first colour, or NOBODY."""
    for colour in range(COLOURS):
        if table.seat_of[colour] == seat:
            return colour
    return NOBODY


def pair_of(table: Table, seat: int) -> int:
    """MC-131: the pair of colours (red and blue, yellow and white) to which a seat's riders belong."""
    return colour_of(table, seat) // 2


def place_of(table: Table, colour: int) -> int:
    """Give a rider's place from 0, or the number of riders racing if he is not among them."""
    place = 0
    while place < table.racing and table.order[place] != colour:
        place += 1
    return place


def seat_points(box: Box, table: Table, seat: int) -> int:
    """MC-002, MC-125, MC-135: what counts for a seat."""
    total = 0
    for colour in range(COLOURS):
        if is_own(box, table, seat, colour):
            total += int(table.points[colour])
    return total


def sees_hand(box: Box, table: Table, seat: int) -> int:
    """MC-022, MC-R19: who sees a hand, as a bit mask: its holder and, if so agreed, his partner."""
    mask = 1 << int(seat)
    if box.partners_share_hands:
        for other in range(box.seats):
            if is_partner(box, table, seat, other):
                mask |= 1 << other
    return mask


# ---------------------------------------------------------------- table moves


def ask(table: Table, phase: int, seat: int) -> None:
    """Enter a phase in which one seat decides."""
    table.phase = phase
    table.waiting = 1 << int(seat)


def gather_laps(box: Box, table: Table) -> None:
    """MC-011, MC-138: all four lap decks complete."""
    for deck in range(LAPS):
        for kind in range(3):
            table.laps[deck, kind] = box.laps[deck, kind]


def take_colour(table: Table, seat: int, colour: int, log: Log) -> None:
    """MC-012, MC-120: a seat takes the riders of a colour."""
    table.seat_of[colour] = seat
    tell(log, EVERYONE, Event.SEATED, seat, colour)


def list_kind(box: Box, table: Table, seat: int, kind: int, out: Array) -> int:
    """List the attack or the defence cards of a hand."""
    count = 0
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        if box.cards[card].kind == kind:
            out[count] = card
            count += 1
    return count


def draw_cards(box: Box, table: Table, seat: int, wanted: int, log: Log) -> None:
    """MC-021, MC-116, MC-R08: up to so many cards; an empty deck is made anew from the used pile."""
    before = int(table.hand_count[seat])
    while table.hand_count[seat] < wanted:
        if table.deck_count == 0:
            rebuild_deck(table, log)
            if table.deck_count == 0:
                break
        place = roll(table, table.deck_count)
        card = int(table.cards[place])
        table.deck_count -= 1
        table.cards[place] = table.cards[table.deck_count]
        table.cards[table.deck_count] = 0
        put_in_hand(table, seat, card)
        tell(log, sees_hand(box, table, seat), Event.DREW, seat, card)
    if table.hand_count[seat] > before:
        tell(log, EVERYONE, Event.DREW_CARDS, seat, int(table.hand_count[seat]) - before)


def rebuild_deck(table: Table, log: Log) -> None:
    """MC-116: the used cards, face down again; those in a bend still being fought are not among them."""
    count = int(table.used_count)
    for place in range(count):
        table.cards[place] = table.cards[CARDS - count + place]
    for place in range(count, CARDS):
        table.cards[place] = 0
    table.deck_count = count
    table.used_count = 0
    tell(log, EVERYONE, Event.REBUILT, count)


def put_in_hand(table: Table, seat: int, card: int) -> None:
    """Add a card to a hand, which stays sorted so that its order says nothing."""
    slot = int(table.hand_count[seat])
    while slot > 0 and table.hand[seat, slot - 1] > card:
        table.hand[seat, slot] = table.hand[seat, slot - 1]
        slot -= 1
    table.hand[seat, slot] = card
    table.hand_count[seat] += 1
    if table.green_at_most[seat] < HAND:
        table.green_at_most[seat] += 1


def take_from_hand(table: Table, seat: int, card: int) -> None:
    """Take a card out of a hand and close the gap; of an empty hand everyone knows that no card is in it."""
    slot = 0
    while table.hand[seat, slot] != card:
        slot += 1
    table.hand_count[seat] -= 1
    for place in range(slot, table.hand_count[seat]):
        table.hand[seat, place] = table.hand[seat, place + 1]
    table.hand[seat, table.hand_count[seat]] = 0
    if table.hand_count[seat] == 0:
        for other in range(CARDS):
            table.known[other] &= 0xFFFF ^ 0x1111 << int(seat)


def discard(box: Box, table: Table, seat: int, card: int) -> None:
    """Put a card from a hand on the used pile, for all to see."""
    take_from_hand(table, seat, card)
    show_card(box, table, seat, card)
    put_on_used(table, card)


def show_card(box: Box, table: Table, seat: int, card: int) -> None:
    """A card that leaves a hand in the open: what was known of it is over, and one defence card less may be left."""
    table.known[card] = 0
    if box.cards[card].kind == DEFENCE and table.green_at_most[seat] > 0:
        table.green_at_most[seat] -= 1


def put_on_used(table: Table, card: int) -> None:
    """Lay a card on the used pile."""
    table.used_count += 1
    table.cards[CARDS - table.used_count] = card


def discard_chain(table: Table) -> None:
    """MC-070: all cards laid in the bend go to the used pile."""
    for place in range(table.chain_count):
        put_on_used(table, table.chain[place])
        table.chain[place] = 0
    table.chain_count = 0


def tell_order(table: Table, event: int, log: Log) -> None:
    """Tell the running order."""
    first = int(table.order[0]) if table.racing > 0 else -1
    second = int(table.order[1]) if table.racing > 1 else -1
    third = int(table.order[2]) if table.racing > 2 else -1
    fourth = int(table.order[3]) if table.racing > 3 else -1
    if event == Event.HEAT_RESULT:
        tell(log, EVERYONE, event, table.heat, first, second, third, fourth)
    else:
        tell(log, EVERYONE, event, first, second, third, fourth)


def tell_points(table: Table, event: int, log: Log) -> None:
    """Tell the points of the four colours."""
    tell(log, EVERYONE, event, table.points[0], table.points[1], table.points[2], table.points[3])
