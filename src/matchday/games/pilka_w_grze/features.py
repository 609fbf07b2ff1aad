"""What a learnt value looks at in Piłka w grze!: lead and clock, where the ball is, and what both hands hold."""

from __future__ import annotations

import numpy as np

from matchday.engine.inputs import put, starts
from matchday.engine.record import Array
from matchday.games.pilka_w_grze.rules.questions import cards_shot, laid_balls, rival, side_zone
from matchday.games.pilka_w_grze.state import ATTACKS, DEFENCES, FORMATIONS, UNKNOWN, Box, Table

LEADS = 13
PILE = 40
COPIES = 3  # of one half in a hand; more look alike
SYMBOLS = 16
CARDS = 8
GONE = 8  # of one defence half among the discards; more look alike
FEATURES = {
    "lead": LEADS,
    "half and pile": 3 * PILE,
    "phase": 10,
    "ball": 6,
    "actions used": 6,
    "actions allowed": 8,
    "flags": 8,
    "own last attack": ATTACKS,
    "rival's last attack": ATTACKS,
    "own cards": CARDS,
    "rival's cards": CARDS,
    "own attacks": ATTACKS * COPIES,
    "own defences": DEFENCES * COPIES,
    "own balls": SYMBOLS,
    "own gloves": SYMBOLS,
    "rival's attacks": ATTACKS * COPIES,
    "rival's defences": DEFENCES * COPIES,
    "rival's balls": SYMBOLS,
    "rival's gloves": SYMBOLS,
}
(
    LEAD,
    CLOCK,
    PHASE,
    BALL,
    USED,
    ALLOWED,
    FLAGS,
    OWN_LAST,
    LAST,
    OWN_CARDS,
    CARDS_LEFT,
    OWN_HAND,
    _,
    _,
    _,
    HAND,
    _,
    _,
    _,
) = starts(FEATURES)
CLUES = {
    "cards chosen": CARDS,
    "balls chosen": SYMBOLS,
    "gloves chosen": SYMBOLS,
    "cards shot": CARDS,
    "balls laid": 2 * SYMBOLS,
    "own tactics": 8,
    "rival's tactics": 8,
    "own formation": FORMATIONS,
    "rival's formation": FORMATIONS,
    "defences gone": DEFENCES * GONE,
}
CHOSEN, CHOSEN_BALLS, CHOSEN_GLOVES, SHOT, LAID, OWN_TACTICS, TACTICS_LEFT, OWN_FORMATION, OTHER_FORMATION, DISCARDS = (
    starts(CLUES, after=FEATURES)
)


def features(box: Box, table: Table, seat: int, out: Array) -> int:
    """List the inputs that are on, from the side of a seat."""
    other = rival(seat)
    lead = int(table.goals[seat]) - int(table.goals[other])
    count = put(out, 0, LEAD, LEADS, lead + LEADS // 2)
    half = max(0, min(int(table.half) - 1, 2))
    count = put(out, count, CLOCK + half * PILE, PILE, int(table.pile))
    count = put(out, count, PHASE, 10, int(table.phase))
    count = put(out, count, BALL, 6, 3 * (table.attacker == seat) + side_zone(table))
    count = put(out, count, USED, 6, int(table.actions_used))
    count = put(out, count, ALLOWED, 8, int(table.limit))
    flags = 1 * (table.dead_ball > 0) + 2 * (table.saved_last > 0) + 4 * (table.corner_used > 0)
    count = put(out, count, FLAGS, 8, flags)
    count = put(out, count, OWN_LAST, ATTACKS, int(table.last_type[seat]))
    count = put(out, count, LAST, ATTACKS, int(table.last_type[other]))
    count = put(out, count, OWN_CARDS, CARDS, int(table.hand_count[seat]))
    count = put(out, count, CARDS_LEFT, CARDS, int(table.hand_count[other]))
    count = put_hand(box, table, seat, OWN_HAND, out, count)
    return put_hand(box, table, other, HAND, out, count)


def put_hand(box: Box, table: Table, seat: int, start: int, out: Array, count: int) -> int:
    """List the halves in a hand, one input a copy, and the sums of its symbols."""
    balls = 0
    gloves = 0
    for slot in range(table.hand_count[seat]):
        if table.hand[seat, slot] == UNKNOWN:
            return count
        card = box.cards[table.hand[seat, slot]]
        attacks = 0
        defences = 0
        for before in range(slot):
            attacks += box.cards[table.hand[seat, before]].attack == card.attack
            defences += box.cards[table.hand[seat, before]].defence == card.defence
        count = put(out, count, start + int(card.attack) * COPIES, COPIES, attacks)
        count = put(out, count, start + (ATTACKS + int(card.defence)) * COPIES, COPIES, defences)
        balls += int(card.balls)
        gloves += int(card.gloves)
    start += (ATTACKS + DEFENCES) * COPIES
    count = put(out, count, start, SYMBOLS, balls)
    return put(out, count, start + SYMBOLS, SYMBOLS, gloves)


def clues(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """List what matters to a decision beyond that: cards being chosen or laid, and which defences are gone."""
    other = rival(seat)
    cards = 0
    balls = 0
    gloves = 0
    for slot in range(table.hand_count[seat]):
        if table.chosen >> slot & 1:
            cards += 1
            balls += int(box.cards[table.hand[seat, slot]].balls)
            gloves += int(box.cards[table.hand[seat, slot]].gloves)
    count = put(out, count, CHOSEN, CARDS, cards)
    count = put(out, count, CHOSEN_BALLS, SYMBOLS, balls)
    count = put(out, count, CHOSEN_GLOVES, SYMBOLS, gloves)
    if table.laid_count[other]:
        hidden = table.laid[other, 0] == UNKNOWN
        count = put(out, count, SHOT, CARDS, int(cards_shot(table)))
        count = put(out, count, LAID, 2 * SYMBOLS, 2 * SYMBOLS if hidden else int(laid_balls(box, table, other)))
    count = put(out, count, OWN_TACTICS, 8, int(table.tactics[seat]))
    count = put(out, count, TACTICS_LEFT, 8, int(table.tactics[other]))
    count = put(out, count, OWN_FORMATION, FORMATIONS, int(table.formation[seat]))
    count = put(out, count, OTHER_FORMATION, FORMATIONS, int(table.formation[other]))
    return put_gone(box, table, out, count)


def put_gone(box: Box, table: Table, out: Array, count: int) -> int:
    """List how many of each defence lie among the discards."""
    gone = np.zeros(DEFENCES, np.int64)
    for card in range(box.kinds):
        gone[box.cards[card].defence] += int(table.discard[card])
    for defence in range(DEFENCES):
        if gone[defence]:
            count = put(out, count, DISCARDS + defence * GONE, GONE, int(gone[defence]))
    return count
