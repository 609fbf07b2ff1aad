"""Your first bot, in twenty lines: python examples/first_bot.py [matches]"""

from __future__ import annotations

import sys

import matchday as md


class Cautious:
    """Plays the first of its choices that can still be taken back, otherwise the last one."""

    def decide(self, seat: md.Seat) -> int:
        steps = [choice.action for choice in seat.choices() if not choice.final]
        return steps[0] if steps else seat.legal()[-1]


if __name__ == "__main__":
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    report = md.simulate("super_goal", matches, seats=[Cautious(), "random"])
    low, high = report.interval(0)
    print(f"won {report.wins[0]} of {matches} against the random bot, 95 % interval {low:.0%} to {high:.0%}")
