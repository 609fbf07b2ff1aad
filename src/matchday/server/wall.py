"""The time of day, as far as it can be trusted.

Correspondence clocks, and days after which matches are abandoned or deleted, go by the time of day: they go on while
the server does not run. But a machine's time of day can jump. So beside it runs a clock that cannot (it counts from the
machine's start, sleep included): where the time of day has gone ahead of it, the stretch in between is a gap, which
counts for nobody. Gaps are kept in the database, with a pulse that says when a server last ran:

- A jump forward while a server runs, or between two of its runs without a restart of the machine, costs nobody
  anything beyond a minute.
- Where the machine was restarted, a jump and an outage look alike: up to a day counts, and longer ones count nothing.
- When the time of day goes back nobody is out of time early; who was to move has so much more.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

TOLERANCE = timedelta(minutes=1)
"""How far the time of day may be set without anybody's minding it."""
LONGEST_OUTAGE = timedelta(days=1)
"""How long no server may have run, if it is not known better, for that time to count."""
BOOT = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True)
class Gap:
    """A stretch of the calendar that counts for nobody."""

    since: datetime
    until: datetime


@dataclass(frozen=True)
class Pulse:
    """When a server last ran, by both clocks."""

    at: datetime
    boot: str
    """Names the run of the machine; clocks of another run have nothing in common."""
    ticks: float


def this_boot() -> str:
    """Name this run of the machine; where that is not told, this run of the server."""
    try:
        return BOOT.read_text().strip()
    except OSError:
        return secrets.token_hex(16)


def steady() -> float:
    """Read the clock that never jumps, in seconds; where it can, it counts while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def cut(gaps: Sequence[Gap], back: datetime) -> list[Gap]:
    """Leave out what lies behind a moment."""
    return [Gap(gap.since, min(gap.until, back)) for gap in gaps if gap.since < back]


class Wall:
    """The time of day with the gaps in it."""

    def __init__(self) -> None:
        self.gaps: list[Gap] = []
        self.found: list[Gap] = []
        """Gaps that are not stored yet."""
        self.back: datetime | None = None
        """To when it went back, if that is not stored yet."""
        self.boot = this_boot()
        self.last = self.read()

    def read(self) -> Pulse:
        """Read both clocks."""
        return Pulse(datetime.fromtimestamp(time.time(), UTC), self.boot, steady())

    def start(self, last: Pulse | None, gaps: Sequence[Gap]) -> None:
        """Go on from when a server last ran."""
        self.gaps = list(gaps)
        if last is not None:
            self.step(last, self.read())

    def now(self) -> datetime:
        """Tell the time, and take note if it has jumped."""
        found = self.read()
        self.step(self.last, found)
        return found.at

    def step(self, before: Pulse, now: Pulse) -> None:
        """Go on from one moment to another; what cannot have passed in between is a gap."""
        is_same_run = before.boot == now.boot
        passed = timedelta(seconds=now.ticks - before.ticks) if is_same_run else timedelta(0)
        due = before.at + passed
        if now.at - due > (TOLERANCE if is_same_run else LONGEST_OUTAGE):
            self.gaps.append(Gap(due, now.at))
            self.found.append(self.gaps[-1])
        elif due - now.at > TOLERANCE:  # it has gone back: what lies ahead now has not been yet
            back = now.at - passed
            self.gaps, self.found = cut(self.gaps, back), cut(self.found, back)
            self.back = min(back, self.back or back)
        self.last = now

    def lost(self, since: datetime, until: datetime) -> timedelta:
        """Tell how much between two moments counts for nobody."""
        total, counted = timedelta(0), since
        for gap in sorted(self.gaps, key=lambda each: each.since):
            start, end = max(gap.since, counted), min(gap.until, until)
            if end > start:
                total, counted = total + (end - start), end
        return total

    def since(self, moment: datetime) -> timedelta:
        """Tell how much time has passed for those who play since a moment."""
        now = self.now()
        return max(timedelta(0), now - moment - self.lost(moment, now))

    def ago(self, length: timedelta) -> datetime:
        """Give the moment since which so much time has passed."""
        now = self.now()
        moment = now - length
        while (wanted := now - length - self.lost(moment, now)) < moment:
            moment = wanted
        return moment
