"""Stub."""
from matchday.engine.dice import roll
def choose(box, table, seat, out, count, dice):
    return out[roll(dice, count)]
