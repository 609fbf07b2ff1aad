"""Clocks of matches, kept by the server alone.

A seat's clock runs while the table waits for it. Time in which the seat is not connected comes first out of its grace,
a fixed stock for the whole match, so that a dropped line costs nobody the match and nobody gains by dropping it. What
a message was on its way for is given back, as far as it was measured and up to a cap. All times here are seconds of
one clock that never goes back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

GRACE = 60.0
"""Seconds without a connection that cost nothing, for each seat and match."""
DAY = 86_400


@dataclass(frozen=True)
class ClockRule:
    """What was agreed about time."""

    kind: Literal["move", "budget", "days"]
    """So much for each move; so much for all, and an increment after each move; or days for each move."""
    seconds: int
    increment: int = 0

    @property
    def is_correspondence(self) -> bool:
        """Whether people need not be connected; such a clock runs also while the server does not."""
        return self.kind == "days"


class Clock:
    """The clocks of all seats of one match."""

    def __init__(self, rule: ClockRule, seats: int) -> None:
        self.rule = rule
        self.left = [float(rule.seconds)] * seats
        self.grace = [0.0 if rule.is_correspondence else GRACE] * seats
        self.since: list[float | None] = [None] * seats
        """When a seat's clock began to run; None while it stands."""
        self.away: list[float | None] = [None] * seats
        """Since when a seat is not connected."""

    @property
    def running(self) -> list[int]:
        """The seats whose clocks run."""
        return [seat for seat, since in enumerate(self.since) if since is not None]

    def run(self, seats: Iterable[int], now: float) -> None:
        """Let the clocks of these seats run and all others stand; what runs already runs on."""
        wanted = set(seats)
        for seat in range(len(self.left)):
            if seat in wanted and self.since[seat] is None:
                self.since[seat] = now
                if self.rule.kind != "budget":
                    self.left[seat] = float(self.rule.seconds)
            elif seat not in wanted:
                self.since[seat] = None

    def spent(self, seat: int, now: float) -> float:
        """Tell how much of its time a seat has used for the present question."""
        since = self.since[seat]
        return 0.0 if since is None else max(0.0, now - since - self.pardon(seat, now))

    def pardon(self, seat: int, now: float) -> float:
        """Tell how much of the time since the question the seat's grace covers."""
        since, away = self.since[seat], self.away[seat]
        if since is None or away is None:
            return 0.0
        return min(self.grace[seat], max(0.0, now - max(since, away)))

    def remaining(self, seat: int, now: float) -> float:
        """Tell how much time a seat has left."""
        return self.left[seat] - self.spent(seat, now)

    def press(self, seat: int, now: float) -> float:
        """Stop a seat's clock because it has moved; gives the seconds it is charged."""
        self.settle(seat, now)
        charged = self.spent(seat, now)
        self.charge(seat, charged)
        self.since[seat] = None
        return charged

    def charge(self, seat: int, seconds: float) -> None:
        """Take a move's time from a seat's budget, and add the increment."""
        if self.rule.kind == "budget":
            self.left[seat] = self.left[seat] - seconds + self.rule.increment

    def leave(self, seat: int, now: float) -> None:
        """Take note that a seat has lost its connection."""
        if self.away[seat] is None:
            self.away[seat] = now

    def come(self, seat: int, now: float) -> None:
        """Take note that a seat is connected."""
        self.settle(seat, now)
        self.away[seat] = None

    def settle(self, seat: int, now: float) -> None:
        """Take what was forgiven so far out of the grace: the clock began to run so much later."""
        pardon, since = self.pardon(seat, now), self.since[seat]
        if since is not None:
            self.grace[seat] -= pardon
            self.since[seat] = since + pardon
        if self.away[seat] is not None:
            self.away[seat] = now

    def falls(self, seat: int) -> float:
        """Tell when a seat's flag falls if nothing happens."""
        since, away = self.since[seat], self.away[seat]
        if since is None:
            return float("inf")
        due = since + self.left[seat]
        if away is None or due <= away:
            return due
        return due + self.grace[seat]

    def next_flag(self) -> tuple[float, int] | None:
        """Give the first flag to fall, and whose."""
        return min(((self.falls(seat), seat) for seat in self.running), default=None)
