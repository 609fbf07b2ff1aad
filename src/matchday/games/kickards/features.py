"""What a learnt value looks at in Kickards: goals and rounds, who attacks, footballers in hand, stars and bonuses."""

from __future__ import annotations

from matchday.engine.inputs import put, starts
from matchday.engine.record import Array
from matchday.games.kickards.rules.formats import total_goals
from matchday.games.kickards.rules.moves import rival
from matchday.games.kickards.state import BONUSES, CARDS, COLOURS, TRACK, Box, Phase, Place, Table

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
