"""What all sections do with the table: whom it waits for, Energy, cards, the attack and the chain."""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, tell
from matchday.engine.record import Array
from matchday.games.kick_on.rules.questions import is_repeat, rival
from matchday.games.kick_on.state import DECK, ENERGIES, LAYERS, SQUAD, Event, Table


def ask(table: Table, phase: int, seat: int) -> None:
    """Ask one seat."""
    table.phase = phase
    table.waiting = 1 << seat


def list_players(out: Array, count: int, first: int, mask: int) -> int:
    """List the players of a mask behind what is listed already."""
    for slot in range(SQUAD):
        if mask >> slot & 1:
            out[count] = first + slot
            count += 1
    return count


def list_hand(table: Table, seat: int, out: Array) -> int:
    """List each card of a hand once."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if not is_repeat(table, seat, slot):
            out[count] = table.hand[seat, slot]
            count += 1
    return count


def tire(table: Table, seat: int, wanted: int) -> int:
    """KO-014, KO-R36: ready Energy to the Fatigue Zone, the Captain's first; return how many."""
    left = wanted
    if left > 0 and table.captain_energy[seat] == 1:
        table.captain_energy[seat] = 2
        left -= 1
    for kind in range(ENERGIES):
        moved = min(left, int(table.ready[seat, kind]))
        table.ready[seat, kind] -= moved
        table.tired[seat, kind] += moved
        left -= moved
    return wanted - left


def refresh(table: Table, seat: int, wanted: int) -> int:
    """REFRESH, KO-R36: tired Energy becomes ready, the Captain's last; return how many."""
    left = wanted
    for kind in range(ENERGIES):
        moved = min(left, int(table.tired[seat, kind]))
        table.tired[seat, kind] -= moved
        table.ready[seat, kind] += moved
        left -= moved
    if left > 0 and table.captain_energy[seat] == 2:
        table.captain_energy[seat] = 1
        left -= 1
    return wanted - left


def take_top(table: Table, seat: int, unseen: int) -> int:
    """Take any card of the deck's top layer: what was put under the deck comes last, the latest at the very end."""
    under = 0
    layer = 0
    for place in range(LAYERS):
        if table.layers[seat, place]:
            under += int(table.layers[seat, place])
            layer = place
    count = int(table.deck_count[seat])
    start = under
    if under == count:
        start -= int(table.layers[seat, layer])
        table.layers[seat, layer] -= 1
        table.dipped[seat] = int(table.layers[seat, layer] > 0 and (unseen or table.dipped[seat]))
    place = start + roll(table, count - start)
    card = int(table.pile[seat, place])
    table.pile[seat, place] = table.pile[seat, count - 1]
    table.pile[seat, count - 1] = 0
    table.deck_count[seat] = count - 1
    return card


def take_from_deck(table: Table, seat: int, card: int) -> bool:
    """Take a card of this kind out of the deck, which is shuffled then; tell whether there was one."""
    last = int(table.deck_count[seat]) - 1
    for place in range(last, -1, -1):
        if table.pile[seat, place] == card:
            table.pile[seat, place] = table.pile[seat, last]
            table.pile[seat, last] = 0
            table.deck_count[seat] = last
            return True
    return False


def put_under_deck(table: Table, seat: int, card: int) -> None:
    """RECOVER BOTTOM: under the deck; cards put there by one effect lie in random order, as one layer."""
    if table.picked == 0:
        for layer in range(LAYERS - 1, 0, -1):
            table.layers[seat, layer] = table.layers[seat, layer - 1]
        table.layers[seat, 0] = 0
    table.picked += 1
    table.layers[seat, 0] += 1
    count = int(table.deck_count[seat])
    for place in range(count, 0, -1):
        table.pile[seat, place] = table.pile[seat, place - 1]
    table.pile[seat, 0] = card
    table.deck_count[seat] = count + 1


def to_showers(table: Table, seat: int, card: int) -> None:
    """KO-025: a card goes to the Showers, face up."""
    table.shower_count[seat] += 1
    table.pile[seat, DECK - int(table.shower_count[seat])] = card


def from_showers(table: Table, seat: int, card: int) -> None:
    """Take the latest card of this kind out of the Showers."""
    place = DECK - int(table.shower_count[seat])
    start = place
    while table.pile[seat, place] != card:
        place += 1
    while place > start:
        table.pile[seat, place] = table.pile[seat, place - 1]
        place -= 1
    table.pile[seat, start] = 0
    table.shower_count[seat] -= 1


def put_in_hand(table: Table, seat: int, card: int, known: int) -> None:
    """Take a card into a hand, which stays sorted so that its order says nothing."""
    slot = int(table.hand_count[seat])
    while slot > 0 and table.hand[seat, slot - 1] > card:
        table.hand[seat, slot] = table.hand[seat, slot - 1]
        slot -= 1
    table.hand[seat, slot] = card
    table.hand_count[seat] += 1
    mask = int(table.known[seat])
    below = mask & ((1 << slot) - 1)
    table.known[seat] = below | known << slot | (mask ^ below) << 1


def take_from_hand(table: Table, seat: int, card: int) -> None:
    """Take a card of this kind out of a hand; of equal ones the one that the rival knows of."""
    count = int(table.hand_count[seat])
    mask = int(table.known[seat])
    slot = 0
    while table.hand[seat, slot] != card:
        slot += 1
    while slot + 1 < count and table.hand[seat, slot + 1] == card and not mask >> slot & 1:
        slot += 1
    for place in range(slot, count - 1):
        table.hand[seat, place] = table.hand[seat, place + 1]
    table.hand[seat, count - 1] = 0
    table.hand_count[seat] = count - 1
    below = mask & ((1 << slot) - 1)
    table.known[seat] = below | (mask >> (slot + 1)) << slot


def discard(table: Table, seat: int, card: int, log: Log) -> None:
    """KO-025, KO-047: a card from the hand to the Showers."""
    take_from_hand(table, seat, card)
    to_showers(table, seat, card)
    tell(log, EVERYONE, Event.DISCARDED, seat, card)


def pop_chain(table: Table) -> None:
    """Take the top card off the chain."""
    table.chain_count -= 1
    table.chain[table.chain_count] = 0


def clear_attack(table: Table) -> None:
    """Forget the attack; marks and zones of the attackers stay until they regroup."""
    for place in range(table.in_play_count):
        to_showers(table, table.active, table.in_play[place])
        table.in_play[place] = 0
    table.in_play_count = 0
    table.attack_on = 0
    table.cancelled = 0
    table.penalty = 0
    table.silenced = 0
    table.chosen = 0
    table.attackers = 0
    table.kept = 0
    table.banned = 0
    table.defenders = 0
    table.spent = 0
    table.atk_mod = 0
    table.def_mod = 0
    table.damage_mod = 0
    table.attack_total = 0
    table.defence_total = 0
    table.dice[0] = 0
    table.dice[1] = 0
    table.fouler = 0
    table.passes = 0
    table.to_act = 0


def end_step(table: Table) -> None:
    """Go on to the next step."""
    table.step += 1
    table.left = 0


def spend_step(table: Table) -> None:
    """One of the times that a step may be done is used."""
    table.left -= 1
    if table.left == 0:
        end_step(table)


def tell_score(table: Table, event: int, counts: Array, log: Log) -> None:
    """Tell what both sides have scored, the home side first."""
    home = int(table.home)
    tell(log, EVERYONE, event, home, counts[home], counts[rival(home)])


def roll_off(table: Table, event: int, log: Log) -> int:
    """KO-045, KO-R18: both roll two dice until one has more; give that seat."""
    while True:
        first = roll(table, 6) + roll(table, 6) + 2
        second = roll(table, 6) + roll(table, 6) + 2
        if first != second:
            winner = int(second > first)
            tell(log, EVERYONE, event, winner, max(first, second), min(first, second))
            return winner
