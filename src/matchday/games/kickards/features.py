"""What a learnt value looks at in Kickards: goals and rounds, who attacks, footballers in hand, stars and bonuses."""

from __future__ import annotations

from matchday.engine.inputs import put, starts
from matchday.engine.record import Array
from matchday.games.kickards.hints import action_value
from matchday.games.kickards.rules.formats import total_goals
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.rules.moves import rival
from matchday.games.kickards.state import (
    BONUSES,
    CARDS,
    COLOURS,
    EVENTS,
    LINE_UP,
    OFFER,
    TRACK,
    Box,
    Phase,
    Place,
    Table,
)

LEADS = 13
ROUNDS = 16
STARS = 10
TOKENS = 4
HAND = 12
SIDE = {
    "hand": HAND,
    "stars": COLOURS * STARS,
    "bonuses": BONUSES * TOKENS,
    "VAR": 4,
    "yellow": 4,
    "reds": 4,
    "cards in hand": CARDS,
    "deck": CARDS,
}
COMMON = {"lead": LEADS, "round": 5 * ROUNDS, "turn": 2, "attacks": 2, "home": 2, "phase": 18, "control": 2 * TRACK + 1}
FEATURES = {
    **COMMON,
    **{f"own {name}": size for name, size in SIDE.items()},
    **{f"rival's {name}": size for name, size in SIDE.items()},
}
LEAD, ROUND, TURN, ATTACKS, HOME, PHASE, CONTROL = starts(COMMON)
IN_HAND, OF_COLOUR, OF_BONUS, VAR, YELLOW, REDS, HELD, DECK = starts(SIDE)
OWN = sum(COMMON.values())
RIVAL = OWN + sum(SIDE.values())
VALUES, STEP = 26, 400  # ten-thousandths of a goal
CLUES = {
    "event": EVENTS,
    "own coach card": EVENTS,
    "offer": OFFER * EVENTS,
    "own cards laid": LINE_UP + 1,
    "rival's cards laid": LINE_UP + 1,
    "cards chosen": LINE_UP + 1,
    "shooter": CARDS + 1,
    "turns left": ROUNDS,
    "value": VALUES,
    "position": 8,
    "extra stars": STARS,
    "bid": COLOURS + 1,
    "choice": 8,
}
EVENT, COACH, OFFERS, OWN_LAID, LAID, CHOSEN, SHOOTER, TURNS_LEFT, VALUE, POSITION, EXTRAS, BIDS, CHOICE = starts(
    CLUES, after=FEATURES
)


def features(box: Box, table: Table, seat: int, out: Array) -> int:
    """List the inputs that are on, from the side of a seat."""
    other = rival(seat)
    count = put(out, 0, LEAD, LEADS, total_goals(table, seat) - total_goals(table, other) + LEADS // 2)
    period = min(int(table.period), 4)
    count = put(out, count, ROUND + period * ROUNDS, ROUNDS, int(table.round_no))
    count = put(out, count, TURN, 2, int(table.turn))
    count = put(out, count, ATTACKS, 2, int(table.att == seat))
    count = put(out, count, HOME, 2, int(table.home == seat))
    count = put(out, count, PHASE, 18, min(int(table.phase), int(Phase.KICK)))
    control = int(table.control) if table.home == seat else -int(table.control)
    count = put(out, count, CONTROL, 2 * TRACK + 1, control + TRACK)
    count = put_side(table, seat, OWN, out, count)
    return put_side(table, other, RIVAL, out, count)


def put_side(table: Table, seat: int, start: int, out: Array, count: int) -> int:
    """List what one side has."""
    count = put(out, count, start + IN_HAND, HAND, int(table.hand_count[seat]))
    for colour in range(COLOURS):
        count = put(out, count, start + OF_COLOUR + colour * STARS, STARS, int(table.stars[seat, colour]))
    for bonus in range(BONUSES):
        if table.bonus[seat, bonus]:
            count = put(out, count, start + OF_BONUS + bonus * TOKENS, TOKENS, int(table.bonus[seat, bonus]))
    count = put(out, count, start + VAR, 4, int(table.var_left[seat]))
    count = put(out, count, start + YELLOW, 4, int(table.yellow[seat]))
    count = put(out, count, start + REDS, 4, int(table.reds[seat]))
    for card in range(CARDS):
        place = int(table.where[seat, card])
        if place == Place.HAND or place == Place.CHOSEN:
            count = put(out, count, start + HELD, CARDS, card)
    return put(out, count, start + DECK, CARDS, int(table.deck_count[seat]))


def clues(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """List what matters to a decision beyond that: the event, the line-ups, and what the attack is worth now."""
    other = rival(seat)
    if table.phase == Phase.COACH_PICK:
        for place in range(box.coach_offer):
            count = put(out, count, OFFERS + place * EVENTS, EVENTS, int(table.offer[seat, place]) - 1)
        return count
    if table.coach[seat]:
        count = put(out, count, COACH, EVENTS, int(table.coach[seat]) - 1)
    count = put(out, count, OWN_LAID, LINE_UP + 1, int(table.laid_count[seat]))
    count = put(out, count, LAID, LINE_UP + 1, int(table.laid_count[other]))
    count = put(out, count, CHOSEN, LINE_UP + 1, int(table.chosen_count[seat]))
    count = put(out, count, SHOOTER, CARDS + 1, int(table.shooter))
    count = put(out, count, TURNS_LEFT, ROUNDS, turns_left(table))
    count = put(out, count, EXTRAS, STARS, int(table.extras[seat]))
    if table.phase == Phase.BID:
        count = put(out, count, BIDS, COLOURS + 1, int(table.bid_colour[seat]))
    if table.phase == Phase.CHOICE:
        count = put(out, count, CHOICE, 8, int(table.choice))
    if table.phase > Phase.COACH and table.event:
        count = put(out, count, EVENT, EVENTS, int(table.event) - 1)
        count = put(out, count, VALUE, VALUES, action_value(box, table) // STEP)
        count = put(out, count, POSITION, 8, int(table.position))
    return count
