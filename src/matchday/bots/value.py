"""What was learnt of a game: the chance to win from a table that lies open, by a small net of whole numbers.

A game's `features.py` lists the inputs that are on at a table: the lead, the zone of the ball, a card in a hand. Each
has a row of weights; the rows are added up, and two small layers make a chance of the sum. Weights are 16-bit numbers
and sums whole numbers, so that every machine, plain or compiled, gets the same chance to the last bit.

`matchday train` makes the weights and writes them to `learnt.json` in the game's folder.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np

from matchday.bots.sense import Sense
from matchday.engine.record import Array, Record, i16, i32, i64
from matchday.engine.record import rows as records
from matchday.engine.slots import features

FILE = "learnt.json"
ROWS = 1024  # inputs of a game
ON = 96  # of them at once
WIDE, NARROW = 64, 16  # units of the two layers
UNIT = 1024  # stands for 1 in weights and sums
EVEN = 10_000  # luck is counted in ten-thousandths of a goal or point


class Net(Record):
    """The weights."""

    rows: int = i64()  # inputs; 0 where nothing was learnt
    leads: int = i64()  # inputs of the lead, which are the first
    wide: Array = i16(ROWS, WIDE)
    wide_bias: Array = i16(WIDE)
    narrow: Array = i16(NARROW, WIDE)
    narrow_bias: Array = i16(NARROW)
    last: Array = i16(NARROW)
    last_bias: int = i16()
    sense: Sequence[Sense] = records(
        Sense, 1
    )  # the learnt playing sense, kept here so that all that was learnt goes about together


class Sums(Record):
    """Working space."""

    inputs: Array = i16(ON)
    common: Array = i32(WIDE)  # of all inputs but the lead
    wide: Array = i64(WIDE)


def value(box: Any, table: Any, seat: int, net: Any, sums: Any, lucky: int) -> float:
    """Give a seat's chance to win from an open table, a draw counting half, with so much luck taken off its lead: the
    chance lies between those of the two whole leads around it.
    """
    count = features(box, table, seat, sums.inputs)
    for unit in range(WIDE):
        sums.common[unit] = net.wide_bias[unit]
    for place in range(1, count):
        row = sums.inputs[place]
        for unit in range(WIDE):
            sums.common[unit] += net.wide[row, unit]
    low = (-lucky) // EVEN
    part = -lucky / EVEN - low
    chance = chance_with(net, sums, low)
    return chance if part == 0 else (1 - part) * chance + part * chance_with(net, sums, low + 1)


def chance_with(net: Any, sums: Any, more: int) -> float:
    """Give the chance if the lead were so much larger."""
    row = max(0, min(int(sums.inputs[0]) + more, net.leads - 1))
    for unit in range(WIDE):
        total = int(sums.common[unit]) + int(net.wide[row, unit])
        sums.wide[unit] = max(0, total)
    end = UNIT * int(net.last_bias)
    for unit in range(NARROW):
        total = UNIT * int(net.narrow_bias[unit])
        for other in range(WIDE):
            total += sums.wide[other] * int(net.narrow[unit, other])
        if total > 0:
            end += (total // UNIT) * int(net.last[unit])
    return curve(end / (UNIT * UNIT))


def curve(x: float) -> float:
    """Make a chance of any number: a curve of roots, which are exact on every machine."""
    return 0.5 + 0.5 * x / np.sqrt(1 + x * x)


PARTS = ("wide", "wide_bias", "narrow", "narrow_bias", "last", "last_bias")


def read_net(weights: dict[str, Any]) -> Any:
    """Put a net together from its parts as text."""
    net = Net.zeros(1)
    net["rows"], net["leads"] = weights["rows"], weights["leads"]
    for part in PARTS:
        flat = np.frombuffer(base64.b85decode(weights[part]), "<i2")
        if part == "wide":
            net["wide"][0, : len(flat) // WIDE] = flat.reshape(-1, WIDE)
        else:
            net[part][0] = flat.reshape(net[part][0].shape) if part != "last_bias" else flat[0]
    net.flags.writeable = False
    return net


def write_net(net: Any) -> dict[str, Any]:
    """Write the parts of a net as text."""
    rows = int(net["rows"][0])
    parts = {part: net[part][0][:rows] if part == "wide" else net[part][0] for part in PARTS}
    return {"rows": rows, "leads": int(net["leads"][0])} | {
        part: base64.b85encode(np.ascontiguousarray(flat, "<i2").tobytes()).decode() for part, flat in parts.items()
    }
