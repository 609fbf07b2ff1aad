"""A learnt playing sense: how much more than the choice of the game's own sense an action is likely to gain.

A small net looks at a hidden table from the side of the seat that decides: at the inputs of the game's `features.py`,
and at the choice of `hints.choose`. It gives every action a merit. The one with the greatest takes the place of that
choice if it is ahead by the margin of the phase. Weights are 16-bit numbers and sums whole numbers, as in `value.py`:
the same choice on every machine, plain or compiled.

`matchday train --sense` learns it from what trials find and writes it to `sense.json` in the game's folder.
"""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from matchday.engine.record import Array, Record, i16, i32, i64
from matchday.engine.slots import clues, features

FILE = "sense.json"
ROWS, ON = 1024, 96  # inputs of a game, and of them at once
ACTIONS, PHASES = 1024, 64
UNITS = 64
UNIT = 1024  # stands for 1 in weights and sums
NEVER = 1 << 50  # the margin of a phase in which the game's own sense is left alone


class Sense(Record):
    """The weights."""

    rows: int = i64()  # inputs; 0 where nothing was learnt
    margin: Array = i64(PHASES)
    wide: Array = i16(ROWS, UNITS)  # of the inputs …
    first: Array = i16(ACTIONS, UNITS)  # … and of the choice of the game's own sense
    wide_bias: Array = i16(UNITS)
    merit: Array = i16(ACTIONS, UNITS)
    merit_bias: Array = i16(ACTIONS)


class Thought(Record):
    """Working space."""

    inputs: Array = i16(ON)
    wide: Array = i32(UNITS)


def prefer(box: Any, table: Any, seat: int, actions: Any, count: int, first: int, sense: Any, thought: Any) -> int:
    """Give the legal action with the greatest merit at a hidden table, or `first` if none is clearly ahead of it."""
    look(box, table, seat, first, sense, thought)
    best = first
    most = merit_of(sense, thought, first) + sense.margin[table.phase]
    for place in range(count):
        merit = merit_of(sense, thought, actions[place])
        if merit > most:
            most = merit
            best = actions[place]
    return best


def look(box: Any, table: Any, seat: int, first: int, sense: Any, thought: Any) -> None:
    """Fill the wide layer."""
    on = inputs_of(box, table, seat, thought.inputs)
    for unit in range(UNITS):
        thought.wide[unit] = int(sense.wide_bias[unit]) + int(sense.first[first, unit])
    for place in range(on):
        row = thought.inputs[place]
        for unit in range(UNITS):
            thought.wide[unit] += sense.wide[row, unit]
    for unit in range(UNITS):
        thought.wide[unit] = max(0, thought.wide[unit])


def inputs_of(box: Any, table: Any, seat: int, out: Any) -> int:
    """List the inputs that are on at a hidden table; give how many."""
    return clues(box, table, seat, out, features(box, table, seat, out))


def merit_of(sense: Any, thought: Any, action: int) -> int:
    """Rate an action."""
    total = UNIT * int(sense.merit_bias[action])
    for unit in range(UNITS):
        total += int(thought.wide[unit]) * int(sense.merit[action, unit])
    return total


# ---------------------------------------------------------------- as text


PARTS = ("wide", "first", "wide_bias", "merit", "merit_bias")


def write_sense(sense: Any) -> dict[str, Any]:
    """Write weights as text; rows at the end that are nought all through are left out."""
    text = {part: base64.b85encode(np.ascontiguousarray(used(sense[part][0]), "<i2").tobytes()) for part in PARTS}
    margins = [int(margin) for margin in sense["margin"][0]]
    return {"rows": int(sense["rows"][0]), "margin": margins} | {part: found.decode() for part, found in text.items()}


def used(weights: Array) -> Array:
    """Give the rows up to the last that is not nought."""
    busy = np.flatnonzero(weights.reshape(len(weights), -1).any(axis=1))
    return weights[: busy[-1] + 1 if len(busy) else 0]


def read_sense(weights: dict[str, Any]) -> Any:
    """Put weights together from their text: an array of one `Sense`."""
    sense = Sense.zeros(1)
    sense["rows"], sense["margin"][0] = weights["rows"], weights["margin"]
    for part in PARTS:
        flat = np.frombuffer(base64.b85decode(weights[part]), "<i2")
        whole = sense[part][0]
        whole.reshape(-1)[: len(flat)] = flat
    return sense
