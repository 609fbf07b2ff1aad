"""Seats in a bit mask."""

from __future__ import annotations


def seats_in(mask: int, seats: int) -> list[int]:
    """List the seats of a mask."""
    return [seat for seat in range(seats) if mask >> seat & 1]


def lowest(waiting: int) -> int:
    """Give the lowest seat of a mask that is not empty: where several decide at once, it is asked first."""
    seat = 0
    while not waiting >> seat & 1:
        seat += 1
    return seat
