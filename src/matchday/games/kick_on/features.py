"""What a learnt value looks at in Kick On: goals, decks, both hands, Energy, and who is on the pitch and not spent."""

from __future__ import annotations

from matchday.engine.inputs import put, starts
from matchday.engine.record import Array
from matchday.games.kick_on.rules.questions import count_bits, outfield, ready_energy, rival, tired_energy
from matchday.games.kick_on.rules.totals import attack_total, defence_total
from matchday.games.kick_on.state import EVERYONE_IN, KINDS, SQUAD, UNKNOWN, Box, Phase, Table

LEADS = 13
TURNS = 40
PHASES = 28
DECK = 24
HAND = 10
ENERGY = 12
MEN = SQUAD + 1
STRENGTH = 40
COPIES = 2  # of one card in a hand; more look alike
SIDE = {
    "deck": DECK,
    "hand": HAND,
    "ready Energy": ENERGY,
    "tired Energy": ENERGY,
    "men": MEN,
    "men who can defend": MEN,
    "attack": STRENGTH,
    "defence": STRENGTH,
    "cards": KINDS * COPIES,
}
COMMON = {"lead": LEADS, "turn": TURNS, "phase": PHASES, "own turn": 2}
FEATURES = {
    **COMMON,
    **{f"own {name}": size for name, size in SIDE.items()},
    **{f"rival's {name}": size for name, size in SIDE.items()},
}
LEAD, TURN, PHASE, ACTIVE = starts(COMMON)
OF_SIDE, IN_HAND, READY, TIRED, ON_PITCH, FRESH, ATTACK, DEFENCE, CARDS = starts(SIDE)
OWN = sum(COMMON.values())
RIVAL = OWN + sum(SIDE.values())
EDGE = 32
DICE = 13
CLUES = {
    "card in question": KINDS,
    "attack over defence": EDGE,
    "dice": DICE,
    "chosen": SQUAD,
    "which own men": SQUAD,
    "which own men can defend": SQUAD,
    "which rival's men": SQUAD,
    "which rival's men can defend": SQUAD,
}
CARD, OVER, ROLLED, CHOSEN, OWN_MEN, OWN_FRESH, MEN_THERE, FRESH_THERE = starts(CLUES, after=FEATURES)


def features(box: Box, table: Table, seat: int, out: Array) -> int:
    """List the inputs that are on, from the side of a seat."""
    other = rival(seat)
    count = put(out, 0, LEAD, LEADS, int(table.goals[seat]) - int(table.goals[other]) + LEADS // 2)
    count = put(out, count, TURN, TURNS, int(table.turn))
    count = put(out, count, PHASE, PHASES, int(table.phase))
    count = put(out, count, ACTIVE, 2, int(table.active == seat))
    count = put_side(box, table, seat, OWN, out, count)
    return put_side(box, table, other, RIVAL, out, count)


def put_side(box: Box, table: Table, seat: int, start: int, out: Array, count: int) -> int:
    """List what one coach has."""
    field = outfield(table, seat)
    fresh = field & (EVERYONE_IN ^ int(table.attacked[seat]))
    attack = 0
    defence = 0
    for slot in range(SQUAD):
        player = box.players[table.squad[seat, slot]]
        if field >> slot & 1:
            attack += int(player.attack)
        if fresh >> slot & 1:
            defence += int(player.defence)
    count = put(out, count, start + OF_SIDE, DECK, int(table.deck_count[seat]) // 2)
    count = put(out, count, start + IN_HAND, HAND, int(table.hand_count[seat]))
    count = put(out, count, start + READY, ENERGY, ready_energy(table, seat))
    count = put(out, count, start + TIRED, ENERGY, tired_energy(table, seat))
    count = put(out, count, start + ON_PITCH, MEN, count_bits(field))
    count = put(out, count, start + FRESH, MEN, count_bits(fresh))
    count = put(out, count, start + ATTACK, STRENGTH, attack)
    count = put(out, count, start + DEFENCE, STRENGTH, defence)
    for slot in range(table.hand_count[seat]):
        card = int(table.hand[seat, slot])
        if card == UNKNOWN:
            continue
        same = 0
        for before in range(slot):
            same += int(table.hand[seat, before] == card)
        if same < COPIES:
            count = put(out, count, start + CARDS + card * COPIES, COPIES, same)
    return count


def clues(box: Box, table: Table, seat: int, out: Array, count: int) -> int:
    """List what matters to a decision beyond that: the card in question, the attack under way, and who is there."""
    if table.chain_count:
        count = put(out, count, CARD, KINDS, int(table.chain[table.chain_count - 1]))
    elif table.in_play_count:
        count = put(out, count, CARD, KINDS, int(table.in_play[table.in_play_count - 1]))
    if table.phase == Phase.ROLL_WINDOW:
        count = put(out, count, OVER, EDGE, int(table.attack_total) - int(table.defence_total) + EDGE // 2)
        count = put(out, count, ROLLED, DICE, int(table.dice[0]) + int(table.dice[1]))
    elif table.attack_on:
        edge = attack_total(box, table) - defence_total(box, table, int(table.defenders))
        count = put(out, count, OVER, EDGE, edge + EDGE // 2)
    other = rival(seat)
    count = put_men(int(table.chosen), CHOSEN, out, count)
    count = put_men(outfield(table, seat), OWN_MEN, out, count)
    count = put_men(outfield(table, seat) & (EVERYONE_IN ^ int(table.attacked[seat])), OWN_FRESH, out, count)
    count = put_men(outfield(table, other), MEN_THERE, out, count)
    return put_men(outfield(table, other) & (EVERYONE_IN ^ int(table.attacked[other])), FRESH_THERE, out, count)


def put_men(men: int, start: int, out: Array, count: int) -> int:
    """List some men of a squad."""
    for slot in range(SQUAD):
        if men >> slot & 1:
            count = put(out, count, start, SQUAD, slot)
    return count
