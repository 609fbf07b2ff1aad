"""What all sections ask of the table; nothing here changes it."""

from __future__ import annotations

from matchday.games.kick_on.state import DECK, ENERGIES, EVERYONE_IN, SQUAD, Box, Position, Table, Type


def rival(seat: int) -> int:
    """Give the other seat."""
    return 1 - seat


def count_bits(mask: int) -> int:
    """Count the players of a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def lowest(mask: int) -> int:
    """Give the first player of a mask."""
    slot = 0
    while not mask >> slot & 1:
        slot += 1
    return slot


def outfield(table: Table, seat: int) -> int:
    """Give everyone on the pitch but the keeper."""
    return int(table.pitch[seat]) & (EVERYONE_IN ^ (1 << int(table.keeper[seat])))


def is_repeat(table: Table, seat: int, slot: int) -> bool:
    """Tell whether the same card lies just before in the sorted hand: it is listed once."""
    return bool(slot > 0 and table.hand[seat, slot] == table.hand[seat, slot - 1])


def ready_energy(table: Table, seat: int) -> int:
    """KO-014: the Energy that can pay."""
    total = int(table.captain_energy[seat] == 1)
    for kind in range(ENERGIES):
        total += int(table.ready[seat, kind])
    return total


def tired_energy(table: Table, seat: int) -> int:
    """KO-021: the Energy in the Fatigue Zone."""
    total = int(table.captain_energy[seat] == 2)
    for kind in range(ENERGIES):
        total += int(table.tired[seat, kind])
    return total


def chain_owner(table: Table, place: int) -> int:
    """KO-R07: answers alternate, so a card's place in the chain tells whose it is."""
    return int(table.opener) ^ (place & 1)


def bench_of(table: Table, seat: int) -> int:
    """KO-028, KO-R21: the substitutes who have not been on."""
    return int(table.bench[seat]) & (EVERYONE_IN ^ (int(table.pitch[seat]) | int(table.gone[seat])))


def subs_for(table: Table, seat: int, slot: int) -> int:
    """KO-R20, KO-R24: who may come on for this player, or (slot -1) into an empty place."""
    bench = bench_of(table, seat)
    keepers = int(table.line[seat, Position.GK])
    keeper = int(table.keeper[seat])
    if slot == keeper:
        return bench & keepers
    if slot < 0 and count_bits(int(table.pitch[seat])) >= table.slots[seat]:
        return 0
    emergency = not keepers >> keeper & 1
    return bench if emergency else bench & (EVERYONE_IN ^ keepers)


def free_subs(table: Table, seat: int) -> int:
    """KO-080, KO-081, KO-R20, KO-R25: who may come on free for the injured player, who has left already."""
    bench = bench_of(table, seat)
    keepers = bench & int(table.line[seat, Position.GK])
    if int(table.pitch[seat]) >> int(table.keeper[seat]) & 1:
        return subs_for(table, seat, -1)
    return keepers or bench


def who_may_leave(table: Table, seat: int) -> int:
    """SUB, KO-R20: the players for whom somebody may come on."""
    able = 0
    for slot in range(SQUAD):
        if int(table.pitch[seat]) >> slot & 1 and subs_for(table, seat, slot):
            able |= 1 << slot
    return able


def can_substitute(table: Table, seat: int) -> bool:
    """SUB: a legal substitution exists."""
    return bool(subs_for(table, seat, -1) or who_may_leave(table, seat))


def recoverable(box: Box, card: int, wanted: int) -> bool:
    """RECOVER, KO-R31: of the type asked for, and not a card that recovers."""
    return bool((wanted == Type.ANY or box.cards[card].type == wanted) and not box.cards[card].recovers)


def can_recover(box: Box, table: Table, seat: int, wanted: int) -> bool:
    """Tell whether the Showers hold a card that can be recovered."""
    for place in range(DECK - int(table.shower_count[seat]), DECK):
        if recoverable(box, int(table.pile[seat, place]), wanted):
            return True
    return False
