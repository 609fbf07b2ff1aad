"""Seats in a bit mask."""

from __future__ import annotations


def lowest(waiting: int) -> int:
    """Give the lowest seat of a mask that is not empty: where several decide at once, it is asked first."""
    seat = 0
    while not waiting >> seat & 1:
        seat += 1
    return seat
