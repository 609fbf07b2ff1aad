"""Who meets whom: round robins, brackets, groups and Swiss pairings, over names alone.

Nothing here is random: whoever draws lots puts the names in their order before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import TypeAlias

Pair: TypeAlias = tuple[str, str]
Slot: TypeAlias = str | None
"""A place in a bracket: a name, "" while it is not known, None for a bye."""
Met: TypeAlias = AbstractSet[frozenset[str]]


# ---------------------------------------------------------------- round robin


def round_robin(names: Sequence[str], *, double: bool = False) -> list[list[Pair]]:
    """Let every two meet once by the circle method; in the double form once more with sides changed.

    With an odd number one rests in each round. Home and away come as near to equal as they can.
    """
    ring, fixed = [*names], ""
    if len(ring) % 2 == 0:
        fixed = ring.pop()
    around = len(ring)
    rounds = []
    for number in range(around):
        pairs = []
        if fixed:
            pairs.append((fixed, ring[number]) if number % 2 else (ring[number], fixed))
        for step in range(1, (around + 1) // 2):
            right, left = ring[(number + step) % around], ring[(number - step) % around]
            pairs.append((right, left) if step % 2 else (left, right))
        rounds.append(pairs)
    if double:
        rounds += [[(away, home) for home, away in pairs] for pairs in rounds]
    return rounds


# ---------------------------------------------------------------- brackets


def bracket_size(entrants: int) -> int:
    """Give the next power of two."""
    return 1 << (entrants - 1).bit_length()


def seed_places(size: int) -> list[int]:
    """Give the seeds, from 1, from the top of a bracket down: 1 and 2 can only meet in the final."""
    places = [1]
    while len(places) < size:
        total = 2 * len(places) + 1
        places = [seed for place in places for seed in (place, total - place)]
    return places


def bracket(seeds: Sequence[str]) -> list[Slot]:
    """Place seeds by folding, 1 against the last; who is missing is a bye for a top seed."""
    return [seeds[seed - 1] if seed <= len(seeds) else None for seed in seed_places(bracket_size(len(seeds)))]


# ---------------------------------------------------------------- groups


def snake(names: Sequence[str], groups: int) -> list[list[str]]:
    """Deal seeds to groups: A, B, C, then C, B, A, and so on."""
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for place, name in enumerate(names):
        turn, step = divmod(place, groups)
        dealt[groups - 1 - step if turn % 2 else step].append(name)
    return dealt


def crossed(ranked: Sequence[Sequence[str]]) -> list[Slot]:
    """Two from each of 2, 4, 8 … groups: A1–B2, C1–D2 … in the upper half, B1–A2, D1–C2 … in the lower."""
    upper: list[Slot] = []
    lower: list[Slot] = []
    for one, two in zip(ranked[::2], ranked[1::2], strict=True):
        upper += [one[0], two[1]]
        lower += [two[0], one[1]]
    return upper + lower


def kept_apart(seeds: Sequence[str], group_of: Mapping[str, int]) -> list[str]:
    """Change seeds so that two of one group do not meet in the first round of a bracket.

    From the top pair down the lower seed changes places with the nearest lower one that mends it, else with the
    nearest higher one; where nobody mends it they meet.
    """
    seeds = list(seeds)
    total = bracket_size(len(seeds)) + 1

    def clash(seed: int) -> bool:
        rival = total - seed
        return max(seed, rival) <= len(seeds) and group_of[seeds[seed - 1]] == group_of[seeds[rival - 1]]

    def change(one: int, two: int) -> None:
        seeds[one - 1], seeds[two - 1] = seeds[two - 1], seeds[one - 1]

    for high in range(1, total // 2 + 1):
        low = total - high
        if not clash(high):
            continue
        for other in [*range(low + 1, len(seeds) + 1), *range(low - 1, 0, -1)]:
            change(low, other)
            if not clash(low) and not clash(other):
                break
            change(low, other)
    return seeds


# ---------------------------------------------------------------- Swiss


def swiss_round(
    order: Sequence[str], points: Mapping[str, int], met: Met, rested: Collection[str]
) -> tuple[list[Pair], str]:
    """Pair a field, the best first; with an odd number tell who rests, else "".

    Within equal points the upper half meets the lower half; one over floats down. The lowest without a rest yet rests.
    Two meet again only where no other full pairing exists.
    """
    order = list(order)
    rest = ""
    if len(order) % 2:
        tired = [name for name in reversed(order) if name not in rested] or list(reversed(order))
        rest = next((name for name in tired if can_pair(without(order, {name}), met)), tired[0])
        order.remove(rest)
    return pair_by_points(order, points, fewest_rematches(order, met)), rest


def fewest_rematches(order: Sequence[str], met: Met) -> Met:
    """Forget as few meetings as it takes for a full pairing, the lowest-placed first."""
    again = [frozenset(pair) for pair in combinations(reversed(order), 2) if frozenset(pair) in met]
    for number in range(len(order) // 2 + 1):
        for forgotten in combinations(again, number):
            if can_pair(order, met - set(forgotten)):
                return met - set(forgotten)
    return frozenset()


def pair_by_points(order: Sequence[str], points: Mapping[str, int], met: Met) -> list[Pair]:
    """Pair from the top within equal points; whoever is over goes down to the next, the lowest-placed first."""
    pairs: list[Pair] = []
    floating: list[str] = []
    left = list(order)
    while left:
        level = points[left[0]]
        group = floating + [name for name in left if points[name] == level]
        left = [name for name in left if points[name] != level]
        floating = floaters(group, left, met)
        pairs += pair_group(without(group, floating), met)
    return pairs


def floaters(group: Sequence[str], below: Sequence[str], met: Met) -> list[str]:
    """Choose as few as possible to go down, so that those who stay and those below can all be paired."""
    for number in range(len(group) % 2, len(group) + 1, 2):
        for chosen in combinations(reversed(group), number):
            if can_pair(without(group, chosen), met) and can_pair([*chosen, *below], met):
                return [name for name in group if name in chosen]
    return list(group)


def pair_group(group: Sequence[str], met: Met) -> list[Pair]:
    """Pair a group, upper half against lower half where that can be."""
    pairs = []
    left = list(group)
    while left:
        first, half = left[0], len(left) // 2
        for other in [*left[half:], *left[half - 1 : 0 : -1]]:
            remaining = without(left, {first, other})
            if frozenset((first, other)) not in met and can_pair(remaining, met):
                pairs.append((first, other))
                left = remaining
                break
    return pairs


def without(names: Sequence[str], gone: Collection[str]) -> list[str]:
    """Leave some names out."""
    return [name for name in names if name not in gone]


def can_pair(names: Sequence[str], met: Met) -> bool:
    """Tell whether all can be paired so that no two have met."""
    count, place = len(names), {name: number for number, name in enumerate(names)}
    strange: list[set[int]] = [set(range(count)) - {number} for number in range(count)]
    for one, two in met:
        if one in place and two in place:
            strange[place[one]].discard(place[two])
            strange[place[two]].discard(place[one])
    if count % 2:
        return False
    # Whoever can meet half the field each can be paired (Dirac); else a largest matching tells.
    return all(2 * len(others) >= count for others in strange) or 2 * matching(list(map(sorted, strange))) == count


def matching(near: list[list[int]]) -> int:
    """Give the size of a largest matching (Edmonds' blossoms)."""
    mate = [-1] * len(near)
    for root in range(len(near)):
        if mate[root] < 0:
            augment(root, near, mate)
    return sum(place >= 0 for place in mate) // 2


def augment(root: int, near: list[list[int]], mate: list[int]) -> None:
    """Look for an augmenting path from a vertex without a mate, and turn it over."""
    count = len(mate)
    parent, base, seen = [-1] * count, list(range(count)), [False] * count
    seen[root], queue = True, [root]
    for one in queue:
        for two in near[one]:
            if base[one] == base[two] or mate[one] == two:
                continue
            if two == root or (mate[two] >= 0 and parent[mate[two]] >= 0):
                shrink(one, two, (mate, parent, base, seen), queue)
            elif parent[two] < 0:
                parent[two] = one
                if mate[two] < 0:
                    turn_over(two, mate, parent)
                    return
                seen[mate[two]] = True
                queue.append(mate[two])


def shrink(one: int, two: int, marks: tuple[list[int], list[int], list[int], list[bool]], queue: list[int]) -> None:
    """Take a blossom, an odd cycle, for one vertex."""
    mate, parent, base, seen = marks
    stem = common_base(one, two, mate, parent, base)
    inside: set[int] = set()
    for start, child in ((one, two), (two, one)):
        vertex, below = start, child
        while base[vertex] != stem:
            inside |= {base[vertex], base[mate[vertex]]}
            parent[vertex] = below
            below = mate[vertex]
            vertex = parent[below]
    for vertex in range(len(mate)):
        if base[vertex] in inside:
            base[vertex] = stem
            if not seen[vertex]:
                seen[vertex] = True
                queue.append(vertex)


def common_base(one: int, two: int, mate: list[int], parent: list[int], base: list[int]) -> int:
    """Find where the paths of two vertices to the root come together."""
    passed = set()
    while True:
        one = base[one]
        passed.add(one)
        if mate[one] < 0:
            break
        one = parent[mate[one]]
    two = base[two]
    while two not in passed:
        two = base[parent[mate[two]]]
    return two


def turn_over(end: int, mate: list[int], parent: list[int]) -> None:
    """Change mates along an augmenting path."""
    while end >= 0:
        before = parent[end]
        after = mate[before]
        mate[end], mate[before] = before, end
        end = after
