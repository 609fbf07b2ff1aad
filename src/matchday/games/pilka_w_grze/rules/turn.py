"""The turn, shot and save, special cards (PG-12..38), and the tactic cards that reach into all three (PG-48..55)."""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.pilka_w_grze.rules.moves import (
    ask,
    change_hand,
    choose_card,
    discard_laid,
    discard_played,
    finish,
    forget_if_proof,
    forget_proof,
    forget_proofs,
    lay_chosen,
    list_unchosen,
    move_ball,
    refill,
    take_from_hand,
    take_from_pile,
    tell_laid,
    turn_over,
)
from matchday.games.pilka_w_grze.rules.questions import (
    answers,
    attack_allowed,
    cards_shot,
    chosen_count,
    corner_possible,
    ends_with_pile,
    half_is_over,
    has_ordinary,
    holds,
    is_foul,
    is_new,
    is_ordinary,
    is_repeat,
    laid_balls,
    laid_gloves,
    may_end_in_turn,
    opens_attack,
    rival,
    side_zone,
)
from matchday.games.pilka_w_grze.state import (
    DECLINE,
    END_ATTACK,
    EXTRA_TIME,
    LAY_ALL,
    MID,
    NONE,
    OPP,
    PLAY_ON,
    SHOOT,
    STOP,
    TACTIC,
    Box,
    Event,
    Op,
    Phase,
    Table,
)

# ---------------------------------------------------------------- the turn (PG-12..24)


def start_turn(box: Box, table: Table, log: Log) -> None:
    """PG-12, PG-18, PG-47: a new attack; PG-38: a hand of specials is changed; PG-R08: the dead ball."""
    attacker = table.attacker
    table.turn += 1
    table.actions_used = 0
    table.limit = box.formation[table.formation[attacker], side_zone(table)]
    table.corner_used = 0
    table.saved_now = 0
    table.scored = 0
    if not box.dribble_across_turns:
        table.last_type[attacker] = NONE
    change_special_hands(box, table, log)
    if table.pile == 0 and not has_ordinary(box, table, attacker):
        dead_ball(table, log)
        return
    table.dead_ball = 0
    table.not_all_special |= 1 << attacker  # that the ball is not dead shows it even on an empty pile
    ask(table, Phase.ATTACK, attacker)


def dead_ball(table: Table, log: Log) -> None:
    """PG-R08: nothing to attack with and nothing to draw; twice in a row ends the half."""
    tell(log, EVERYONE, Event.DEAD_BALL, table.attacker)
    if table.dead_ball:
        table.phase = Phase.WHISTLE
        return
    table.dead_ball = 1
    repelled(table, log)


def legal_attack(box: Box, table: Table, seat: int, out: Array) -> int:
    """PG-13, PG-33, PG-R03, PG-R19: an attack card, a tactic card, or an end of the attack."""
    count = 0
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        out[count] = card
        count += opens_attack(box, table, card) & is_new(table, seat, slot)
    if table.actions_used and (box.attacker_may_stop or table.corner_used or count == 0):
        out[count] = STOP
        count += 1
    if not (box.tactics_at_turn_start and table.actions_used):
        count = list_tactics(box, table, seat, 0, out, count)
    return count


def apply_attack(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """PG-13: the card lies open and waits for its answer."""
    if action == STOP:
        tell(log, EVERYONE, Event.STOPPED, seat)
        repelled(table, log)
    elif action >= TACTIC:
        use_tactic(box, table, seat, action - TACTIC, log)
    else:
        take_from_hand(table, seat, action)
        half = box.cards[action].attack
        table.played[table.actions_used] = action
        table.answer[table.actions_used] = 0
        table.actions_used += 1
        if is_ordinary(box, action):
            table.last_type[seat] = half
            forget_proof(table, seat)
            tell(log, EVERYONE, Event.PLAYED, seat, action, half, table.actions_used, table.limit)
        else:
            tell(log, EVERYONE, Event.DRIBBLED, seat, action, table.last_type[seat], table.actions_used, table.limit)
        ask(table, Phase.REPLY, rival(seat))


def legal_reply(box: Box, table: Table, seat: int, out: Array) -> int:
    """PG-14..16, PG-R02, PG-R19: a card that answers, a tactic card, or nothing."""
    count = 0
    attack = table.last_type[table.attacker]
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        out[count] = card
        count += answers(box, card, attack) & is_new(table, seat, slot)
    if count == 0 or not box.must_block:
        out[count] = DECLINE
        count += 1
    return list_tactics(box, table, seat, 1, out, count)


def apply_reply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """PG-17, PG-20: an answered action has failed; one that is let through succeeds."""
    if action == DECLINE:
        tell(log, EVERYONE, Event.DECLINED, seat)
        if box.must_block:
            table.cannot_answer[seat] = table.last_type[table.attacker]
        succeed(box, table, log)
    elif action >= TACTIC:
        use_tactic(box, table, seat, action - TACTIC, log)
    else:
        answer_with(box, table, seat, action, log)


def answer_with(box: Box, table: Table, seat: int, card: int, log: Log) -> None:
    """PG-15..17, PG-32: the answer lies on the attack; a foul in the box lets the attacker respond."""
    take_from_hand(table, seat, card)
    table.answer[table.actions_used - 1] = card + 1
    if not is_foul(box, card):
        forget_proof(table, seat)
        tell(log, EVERYONE, Event.ANSWERED, seat, card, table.last_type[table.attacker])
        after_answer(box, table, log)
        return
    table.fouls[seat] += 1
    tell(log, EVERYONE, Event.FOULED, seat, card, side_zone(table), table.last_type[table.attacker])
    attacker = table.attacker
    if side_zone(table) == OPP and table.pile and table.hand_count[attacker]:
        ask(table, Phase.FOUL_RESPONSE, attacker)
    else:
        after_answer(box, table, log)


def after_answer(box: Box, table: Table, log: Log) -> None:
    """PG-17..19, PG-34, PG-R09: the whistle, the next action, a corner, or the end of the attack."""
    if half_is_over(table) and may_end_in_turn(box, table):
        table.phase = Phase.WHISTLE
    elif table.actions_used < table.limit:
        ask(table, Phase.ATTACK, table.attacker)
    elif corner_possible(box, table) and table.hand_count[table.attacker]:
        ask(table, Phase.AFTER_BLOCK, table.attacker)
    else:
        repelled(table, log)


def repelled(table: Table, log: Log) -> None:
    """PG-19: the ball stays where it is and changes hands."""
    tell(log, EVERYONE, Event.REPELLED, rival(table.attacker))
    turn_over(table, rival(table.attacker))


def succeed(box: Box, table: Table, log: Log) -> None:
    """PG-20..22, PG-R31: one zone forward, or a shot from the box."""
    zone = side_zone(table)
    shoots = success_shoots(box, table)
    if zone < OPP:
        move_ball(table, zone + 1)
        tell(log, EVERYONE, Event.ADVANCED, table.attacker, zone + 1, table.last_type[table.attacker])
    if shoots:
        start_shot(box, table, 0, log)
    else:
        turn_over(table, table.attacker)


def success_shoots(box: Box, table: Table) -> bool:
    """PG-22, PG-R31: whether a success with the ball where it lies is a shot."""
    zone = side_zone(table)
    return bool(zone == OPP or (zone == MID and box.shoot_on_entry))


def end_turn(box: Box, table: Table, log: Log) -> None:
    """PG-23, PG-30, PG-R09..R11: cards to the discard, the coming attacker draws first, then the whistle's question."""
    discard_played(table)
    table.saved_last = int(table.saved_now and table.next_attacker != table.attacker)
    table.attacker = table.next_attacker
    forget_proofs(table)
    if table.scored and table.half == EXTRA_TIME:
        finish(table)
        return
    refill(box, table, table.attacker, log)
    if half_is_over(table) or (ends_with_pile(box, table) and table.pile == 0):
        table.phase = Phase.WHISTLE
    else:
        table.phase = Phase.TURN_START


# ---------------------------------------------------------------- shot and save (PG-25..30)


def start_shot(box: Box, table: Table, long: int, log: Log) -> None:
    """PG-22, PG-25, PG-R13: the shot with what is left in hand; without a card the chance is wasted."""
    attacker = table.attacker
    table.shot_long = long
    table.chosen = 0
    if table.hand_count[attacker] == 0:
        tell(log, EVERYONE, Event.WASTED, attacker)
        ball_to_keeper(box, table)
        turn_over(table, rival(attacker))
    elif table.hand_count[attacker] == 1:
        table.chosen = 1
        lay_shot(box, table, attacker, log)
    else:
        ask(table, Phase.SHOT_ATTACK, attacker)


def legal_shot_attack(table: Table, seat: int, out: Array) -> int:
    """PG-26: one more card for the shot, or shoot with those chosen."""
    count = list_unchosen(table, seat, out)
    if table.chosen:
        out[count] = SHOOT
        count += 1
    return count


def apply_shot_attack(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """PG-26: cards are chosen one by one; nobody sees them before the shot."""
    if action == SHOOT:
        lay_shot(box, table, seat, log)
        return
    choose_card(table, seat, action, log)
    if chosen_count(table) == table.hand_count[seat]:
        lay_shot(box, table, seat, log)


def lay_shot(box: Box, table: Table, seat: int, log: Log) -> None:
    """PG-26, PG-56: the chosen cards are laid, open or (surprise shots) face down."""
    lay_chosen(table, seat)
    cards = table.laid_count[seat]
    if box.surprise_shots:
        table.face_down = 1
        tell(log, EVERYONE, Event.SHOT_FACE_DOWN, seat, cards)
    else:
        tell(log, EVERYONE, Event.SHOT, seat, cards, laid_balls(box, table, seat))
        tell_laid(box, table, seat, Event.SHOT_CARD, log)
    ask_save(box, table, Phase.SHOT_DEFENCE, log)


def ask_save(box: Box, table: Table, phase: int, log: Log) -> None:
    """PG-27, PG-R33: as many cards as the shot, or all there are; asked only if there is something to decide."""
    defender = rival(table.attacker)
    table.chosen = 0
    if table.hand_count[defender] > cards_shot(table):
        ask(table, phase, defender)
        return
    table.phase = phase
    if can_substitute(box, table, defender):
        ask(table, phase, defender)
    else:
        lay_save(box, table, defender, log)


def legal_save(box: Box, table: Table, seat: int, out: Array) -> int:
    """PG-27, PG-35, PG-36, PG-R19: one more card for the save; a substitution before the first."""
    if table.hand_count[seat] <= cards_shot(table):
        out[0] = LAY_ALL
        count = 1
    else:
        count = list_unchosen(table, seat, out)
    if table.chosen == 0:
        count = list_tactics(box, table, seat, 1, out, count)
    return count


def apply_save(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """PG-27: cards are chosen one by one; the last one is the save."""
    if action >= TACTIC:
        use_tactic(box, table, seat, action - TACTIC, log)
        return
    if action != LAY_ALL:
        choose_card(table, seat, action, log)
    if action == LAY_ALL or chosen_count(table) == cards_shot(table):
        lay_save(box, table, seat, log)


def lay_save(box: Box, table: Table, seat: int, log: Log) -> None:
    """PG-27..29: the save is laid (all cards, if there are no more than asked for) and the shot decided."""
    if table.hand_count[seat] <= cards_shot(table):
        table.chosen = (1 << table.hand_count[seat]) - 1
    lay_chosen(table, seat)
    if table.face_down:
        table.face_down = 0
        attacker = table.attacker
        tell(log, EVERYONE, Event.SHOT, attacker, table.laid_count[attacker], laid_balls(box, table, attacker))
        tell_laid(box, table, attacker, Event.SHOT_CARD, log)
    tell_laid(box, table, seat, Event.SAVE_CARD, log)
    decide_shot(box, table, log)


def decide_shot(box: Box, table: Table, log: Log) -> None:
    """PG-28, PG-29, PG-58: more balls than gloves is a goal; only the symbols count."""
    attacker = table.attacker
    defender = rival(attacker)
    balls = laid_balls(box, table, attacker)
    gloves = laid_gloves(box, table, defender)
    set_piece = table.phase == Phase.SETPIECE_DEFENCE
    discard_laid(table)
    if balls > gloves:
        table.goals[attacker] += 1
        table.scored = 1
        tell(log, EVERYONE, Event.GOAL, attacker, balls, gloves, table.goals[0], table.goals[1])
        table.zone = MID
        turn_over(table, defender)
        return
    table.saved_now = 1
    tell(log, EVERYONE, Event.SAVED, defender, balls, gloves)
    if set_piece and box.setpiece_play_on:
        after_answer(box, table, log)
        return
    ball_to_keeper(box, table)
    turn_over(table, defender)


def ball_to_keeper(box: Box, table: Table) -> None:
    """PG-29, PG-R21: the ball lies in the defender's box; a saved long shot may stay in midfield."""
    if not (table.shot_long and box.long_shot_saved_midfield):
        move_ball(table, OPP)


# ---------------------------------------------------------------- special cards (PG-31..38)


def legal_foul_response(box: Box, table: Table, seat: int, out: Array) -> int:
    """PG-32, PG-35..37, PG-R16: a free kick or penalty for the foul, a corner after the last action, or play on."""
    count = list_specials(box, table, seat, out)
    out[count] = PLAY_ON
    return count + 1


def apply_foul_response(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """PG-32, PG-R16: the right from this foul is used now or gone."""
    if action != PLAY_ON:
        play_special(box, table, seat, action, log)
        return
    if table.actions_used < table.limit:
        tell(log, EVERYONE, Event.PLAYED_ON, seat)
        ask(table, Phase.ATTACK, seat)
    else:
        repelled(table, log)


def legal_after_block(box: Box, table: Table, seat: int, out: Array) -> int:
    """PG-34: a corner, or the end of the attack."""
    count = list_specials(box, table, seat, out)
    out[count] = END_ATTACK
    return count + 1


def apply_after_block(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """PG-34: a corner goes on with the attack; otherwise it is repelled."""
    if action == END_ATTACK:
        repelled(table, log)
    else:
        play_special(box, table, seat, action, log)


def list_specials(box: Box, table: Table, seat: int, out: Array) -> int:
    """PG-37: the special attack cards whose condition holds now."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if is_repeat(table, seat, slot):
            continue
        card = table.hand[seat, slot]
        does = box.cards[card].opens
        if (does == Op.FLIP_SHOT or does == Op.EXTRA_ACTIONS) and attack_allowed(box, table, card):
            out[count] = card
            count += 1
    return count


def play_special(box: Box, table: Table, seat: int, card: int, log: Log) -> None:
    """PG-34..36: the card goes to the discard and does what its half says; it uses up no action (PG-R14)."""
    take_from_hand(table, seat, card)
    table.discard[card] += 1
    step = box.attacks[box.cards[card].attack].play[0]
    if step.op == Op.FLIP_SHOT:
        tell(log, EVERYONE, Event.SET_PIECE, seat, card)
        flip_cards(box, table, seat, step.a, log)
        ask_save(box, table, Phase.SETPIECE_DEFENCE, log)
    else:
        table.limit += step.a
        table.corner_used = 1
        tell(log, EVERYONE, Event.CORNER, seat, card, table.limit)
        refill(box, table, seat, log)
        change_special_hands(box, table, log)
        ask(table, Phase.ATTACK, seat)


def flip_cards(box: Box, table: Table, seat: int, wanted: int, log: Log) -> None:
    """PG-35, PG-36, PG-R17: cards from the top of the pile shoot for the attacker."""
    for _ in range(min(wanted, table.pile)):
        card = take_from_pile(box, table, log)
        table.laid[seat, table.laid_count[seat]] = card
        table.laid_count[seat] += 1
        tell(log, EVERYONE, Event.FLIPPED, card)
    table.shot_long = 0


def change_special_hands(box: Box, table: Table, log: Log) -> None:
    """PG-38, PG-R07: a hand of nothing but specials is shown and changed, the attacker's first."""
    attacker = table.attacker
    change_special_hand(box, table, attacker, log)
    if not box.redraw_attacker_only:
        change_special_hand(box, table, rival(attacker), log)


def change_special_hand(box: Box, table: Table, seat: int, log: Log) -> None:
    """PG-38: as often as it takes, while the pile lasts; on an empty one the test shows nothing of the hand."""
    while is_all_special(box, table, seat):
        if table.pile == 0:
            return
        tell(log, EVERYONE, Event.ALL_SPECIAL, seat, table.hand_count[seat])
        change_hand(box, table, seat, log)
    if table.pile:
        table.not_all_special |= 1 << seat


def is_all_special(box: Box, table: Table, seat: int) -> bool:
    """PG-R07: by the half that its holder would use now."""
    for slot in range(table.hand_count[seat]):
        card = table.hand[seat, slot]
        if seat == table.attacker:
            if is_ordinary(box, card):
                return False
        elif not is_foul(box, card):
            return False
    return bool(table.hand_count[seat] > 0)


# ---------------------------------------------------------------- tactic cards (PG-48..55)


def list_tactics(box: Box, table: Table, seat: int, side: int, out: Array, count: int) -> int:
    """PG-49, PG-R19: the sides whose condition holds and whose cost can be paid; in a save only a substitution."""
    if table.tactics[seat] == 0:
        return count
    for number in range(side, len(box.tactics), 2):
        in_save = table.phase >= Phase.SHOT_DEFENCE
        if in_save and (box.tactics[number].play[0].op != Op.REDRAW or box.sub_at_reply_only):
            continue
        if tactic_allowed(box, table, seat, number):
            out[count] = TACTIC + number
            count += 1
    return count


def tactic_allowed(box: Box, table: Table, seat: int, number: int) -> bool:
    """PG-49: the card is left, its condition holds and its cost can be paid."""
    if not table.tactics[seat] >> (number // 2) & 1:
        return False
    tactic = box.tactics[number]
    for step in tactic.needs:
        if not holds(box, table, step.op, step.a):
            return False
    if tactic.play[0].op == Op.REDRAW:
        return redraw_allowed(box, table, seat)
    if tactic.cost[0].op == Op.END:
        return True
    if tactic.play[0].op == Op.HAND_SHOT and table.hand_count[seat] <= tactic.cost[0].a:  # PG-R21
        return False
    for step in tactic.cost:
        if step.op != Op.END and payers(box, table, seat, step.op, step.b) >= step.a:
            return True
    return False


def redraw_allowed(box: Box, table: Table, seat: int) -> bool:
    """PG-R23: a hand to change and as many cards to draw; by the house rule any that are left."""
    hand = table.hand_count[seat]
    return bool(hand > 0 and (hand <= table.pile or (box.short_sub and table.pile > 0)))


def payers(box: Box, table: Table, seat: int, op: int, code: int) -> int:
    """PG-R24: count the real cards in hand that a cost can be paid with."""
    found = 0
    for slot in range(table.hand_count[seat]):
        found += pays(box, table.hand[seat, slot], op, code)
    return found


def can_substitute(box: Box, table: Table, seat: int) -> bool:
    """PG-R19, PG-R23: whether a substitution could come before a save."""
    if box.sub_at_reply_only:
        return False
    for number in range(1, len(box.tactics), 2):
        if box.tactics[number].play[0].op == Op.REDRAW and tactic_allowed(box, table, seat, number):
            return True
    return False


def use_tactic(box: Box, table: Table, seat: int, number: int, log: Log) -> None:
    """PG-49: the card leaves the game; its cost, if any, is paid card by card."""
    tell(log, EVERYONE, Event.TACTIC, seat, number)
    table.tactics[seat] &= ~(1 << (number // 2)) & 0xFF
    step = box.tactics[number].cost[0]
    if step.op == Op.END:
        do_tactic(box, table, seat, number, log)
        return
    table.pay_tactic = number
    table.pay_left = step.a
    table.pay_open = 0
    for alternative in range(len(box.tactics[number].cost)):
        if box.tactics[number].cost[alternative].op != Op.END:
            table.pay_open |= 1 << alternative
    ask(table, Phase.PAY, seat)


def legal_pay(box: Box, table: Table, seat: int, out: Array) -> int:
    """PG-50..54: cards with a half that the tactic asks for, where the hand has enough of them."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if is_repeat(table, seat, slot):
            continue
        card = table.hand[seat, slot]
        for alternative in range(len(box.tactics[table.pay_tactic].cost)):
            step = box.tactics[table.pay_tactic].cost[alternative]
            if pays(box, card, step.op, step.b) and missing_pay(box, table, seat, alternative) == 0:
                out[count] = card
                count += 1
                break
    return count


def missing_pay(box: Box, table: Table, seat: int, alternative: int) -> int:
    """Count the cards that a hand lacks to pay the rest in one way; as many as can be if that way is closed."""
    if not table.pay_open >> alternative & 1:
        return int(table.pay_left)
    step = box.tactics[table.pay_tactic].cost[alternative]
    return max(int(table.pay_left) - payers(box, table, seat, step.op, step.b), 0)


def apply_pay(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """PG-50..54: a card is discarded; once all is paid the tactic takes effect."""
    for alternative in range(len(box.tactics[table.pay_tactic].cost)):
        step = box.tactics[table.pay_tactic].cost[alternative]
        if not pays(box, action, step.op, step.b):
            table.pay_open &= ~(1 << alternative) & 0xFF
    take_from_hand(table, seat, action)
    table.discard[action] += 1
    forget_if_proof(box, table, seat, action)
    tell(log, EVERYONE, Event.PAID, seat, action)
    table.pay_left -= 1
    if table.pay_left == 0:
        do_tactic(box, table, seat, table.pay_tactic, log)


def pays(box: Box, card: int, op: int, code: int) -> bool:
    """Tell whether a card is of the half and code that a cost names."""
    if op == Op.DISCARD_ATTACK:
        return bool(box.cards[card].attack == code)
    return bool(op == Op.DISCARD_DEFENCE and box.cards[card].defence == code)


def do_tactic(box: Box, table: Table, seat: int, number: int, log: Log) -> None:
    """PG-50..55: one branch a word of the vocabulary."""
    phase = table.phase
    for step in box.tactics[number].play:
        if step.op == Op.MOVE:
            if step.a < side_zone(table):
                tell(log, EVERYONE, Event.SENT_BACK, table.attacker, step.a)
            else:
                tell(log, EVERYONE, Event.ADVANCED, table.attacker, step.a, NONE)
            move_ball(table, step.a)
            table.next_attacker = table.attacker
        elif step.op == Op.TAKE_BALL:
            table.next_attacker = rival(table.attacker)
            tell(log, EVERYONE, Event.TOOK_BALL, table.next_attacker)
        elif step.op == Op.NEW_TURN:
            turn_over(table, table.next_attacker)
        elif step.op == Op.HAND_SHOT:
            start_shot(box, table, 1, log)
        elif step.op == Op.REDRAW:
            tell(log, EVERYONE, Event.SUBSTITUTED, seat, table.hand_count[seat])
            change_hand(box, table, seat, log)
            forget_proof(table, seat)
            if phase == Phase.SHOT_DEFENCE or phase == Phase.SETPIECE_DEFENCE:
                ask_save(box, table, phase, log)
            else:
                ask(table, phase, seat)
