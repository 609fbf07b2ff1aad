"""Information-set Monte-Carlo tree search, written once over every game and compiled for each.

Each iteration imagines the hidden part of the table anew (`redeal`), walks down the tree, adds one node, plays the
match out and counts who won. There is one tree, seen with the searching seat's eyes:

* its own decisions are told apart by all that it knows (`hide` for that seat);
* another seat's decisions are told apart by what both of them know (`hide` for the one, then for the other), so that
  a rival in the tree never reacts to a card that it cannot see, nor to a choice made at the same time in secret;
* which actions a rival has depends on the imagined world: an action is judged against the times it was available.

Nodes are found by a hash of the hidden table's bytes, so that ways which meet again share what they have learnt. Any
number of seats works: each edge counts the share of the win of the seat that decides there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from matchday.engine.dice import Dice, roll
from matchday.engine.log import Log
from matchday.engine.record import Array, Record, f32, f64, i16, i32, i64, rows, u64
from matchday.engine.slots import apply, choose, hide, legal, redeal, result

SEATS = 4
ACTIONS = 1024
DEPTH = 512
NOWHERE = -1
WORLD, KNOWN, ROOT = 0, 1, 2  # tables: the imagined world, what is known of it, the hidden table to decide on
TABLES = 3


class Edge(Record):
    """An action at a node."""

    next: int = i32()  # another action of the same node
    visits: int = i32()
    available: int = i32()  # how often it was legal when its node was visited
    action: int = i16()
    value: float = f64()  # sum of the decider's shares


class Node(Record):
    """A decision, told apart by what is known."""

    key: int = u64()
    head: int = i32()  # its first edge


class Plan(Record):
    """How to search, and what came of it."""

    iterations: int = i64()
    explore: float = f32()
    sense: float = f32()  # share of playout moves made with the game's playing sense instead of by lot
    nodes: int = i64()
    edges: int = i64()
    deepest: int = i64()
    log: Sequence[Log] = rows(Log, 1)
    dice: Sequence[Dice] = rows(Dice, 1)
    actions: Array = i16(ACTIONS)
    shares: Array = f64(SEATS)
    path: Array = i32(DEPTH)
    deciders: Array = i16(DEPTH)


def search(box: Any, tables: Any, words: Array, seat: int, plan: Any, nodes: Any, edges: Any, places: Array) -> None:
    """Search from the hidden table `tables[ROOT]` for one seat, or go on with a search that was begun.

    `words` shows the bytes of `tables[KNOWN]` as 64-bit words; `places` is a hash table of node numbers, empty at
    first, its length a power of two.
    """
    plan.log[0].muted = 1
    for _ in range(plan.iterations):
        tables[WORLD] = tables[ROOT]
        redeal(box, tables[WORLD], seat, plan.dice[0])
        depth = walk_down(box, tables, words, seat, plan, nodes, edges, places)
        play_out(box, tables[WORLD], plan)
        result(box, tables[WORLD], plan.shares)
        for step in range(depth):
            edge = edges[plan.path[step]]
            edge.visits += 1
            edge.value += plan.shares[plan.deciders[step]]
        plan.deepest = max(int(plan.deepest), depth)


def walk_down(box: Any, tables: Any, words: Array, root: int, plan: Any, nodes: Any, edges: Any, places: Array) -> int:
    """Go down by the bandit's choice until a node is new or the match is over; return the length of the path."""
    world = tables[WORLD]
    log = plan.log[0]
    depth = 0
    while world.waiting and depth < DEPTH:
        seat = 0
        while not world.waiting >> seat & 1:
            seat += 1
        count = legal(box, world, seat, plan.actions)
        if count == 1:
            apply(box, world, seat, plan.actions[0], log)
            continue
        tables[KNOWN] = tables[WORLD]
        hide(box, tables[KNOWN], root)
        if seat != root:
            hide(box, tables[KNOWN], seat)
        place = find_node(words, seat, nodes, places)
        is_new = places[place] == NOWHERE
        if is_new:
            if plan.nodes == len(nodes) or plan.edges + count > len(edges):
                return depth
            new_node(words, seat, plan, nodes, places, place)
        edge = best_edge(plan, nodes[places[place]], edges, count)
        if edge == NOWHERE:
            return depth
        plan.path[depth] = edge
        plan.deciders[depth] = seat
        depth += 1
        apply(box, world, seat, edges[edge].action, log)
        if is_new:
            return depth
    return depth


def play_out(box: Any, world: Any, plan: Any) -> None:
    """Play to the end, by lot or with the game's playing sense."""
    log = plan.log[0]
    dice = plan.dice[0]
    while world.waiting:
        seat = 0
        while not world.waiting >> seat & 1:
            seat += 1
        count = legal(box, world, seat, plan.actions)
        if plan.sense > 0 and (plan.sense >= 1 or roll(dice, 1024) < plan.sense * 1024):
            action = choose(box, world, seat, plan.actions, count, dice)
        else:
            action = plan.actions[roll(dice, count)]
        apply(box, world, seat, action, log)


def key_of_known(words: Array, seat: int) -> Any:
    """Hash the bytes of what is known, and who decides."""
    key = np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(seat)
    for place in range(len(words)):
        key = (key ^ words[place]) * np.uint64(0xFF51AFD7ED558CCD)
        key ^= key >> np.uint64(32)
    return key


def find_node(words: Array, seat: int, nodes: Any, places: Array) -> Any:
    """Find the place of a node in the hash table, or the empty place where it belongs."""
    key = key_of_known(words, seat)
    mask = len(places) - 1
    place = np.int64(key & np.uint64(mask))
    while places[place] != NOWHERE and nodes[places[place]].key != key:
        place = (place + 1) & mask
    return place


def new_node(words: Array, seat: int, plan: Any, nodes: Any, places: Array, place: int) -> None:
    """Add a node without edges."""
    number = plan.nodes
    nodes[number].key = key_of_known(words, seat)
    nodes[number].head = NOWHERE
    places[place] = number
    plan.nodes += 1


def best_edge(plan: Any, node: Any, edges: Any, count: int) -> int:
    """Choose among the actions that are legal in this world: an untried one, else the one with the best prospect."""
    best = NOWHERE
    best_value = -1.0
    ties = 0
    for place in range(count):
        number = find_edge(plan, node, edges, plan.actions[place])
        if number == NOWHERE:
            continue
        edge = edges[number]
        edge.available += 1
        if edge.visits == 0:
            value = 1e9
        else:
            value = edge.value / edge.visits + plan.explore * np.sqrt(np.log(float(edge.available)) / edge.visits)
        if value > best_value:
            best_value = value
            best = number
            ties = 1
        elif value == best_value:
            ties += 1
            if roll(plan.dice[0], ties) == 0:
                best = number
    return best


def find_edge(plan: Any, node: Any, edges: Any, action: int) -> int:
    """Find the edge of an action, or add it; NOWHERE when there is no room."""
    number = node.head
    while number != NOWHERE:
        if edges[number].action == action:
            return number
        number = edges[number].next
    if plan.edges == len(edges):
        return NOWHERE
    number = plan.edges
    edges[number].action = action
    edges[number].visits = 0
    edges[number].available = 0
    edges[number].value = 0.0
    edges[number].next = node.head
    node.head = number
    plan.edges += 1
    return number
