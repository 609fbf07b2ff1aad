"""Bots that lean towards defence or attack in Kickards: what does that do to the goals?

matchday lab run kickards --matches 2000 --seats examples/leaning.py:Defence --decisions 0
"""

from __future__ import annotations

import math

import matchday as md
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.state import DONE, PASS, Phase


class Leaning:
    """Plays with the game's sense, but lays more cards on one side of the ball than on the other."""

    attack = defence = 1.0

    def __init__(self) -> None:
        self.sense = md.bot("greedy")

    def decide(self, seat: md.Seat) -> int:
        choice, legal = self.sense.decide(seat), seat.legal()
        if seat.table.phase not in {Phase.ATTACK, Phase.DEFEND} or len(legal) == 1:
            return choice
        attacks = seat.table.phase == Phase.ATTACK
        chosen = int(seat.table.chosen_count[seat.number])
        even = int(seat.table.hand_count[seat.number]) / turns_left(seat.table)
        wanted = max(math.ceil(even * (self.attack if attacks else self.defence)), int(attacks))
        if chosen >= wanted:
            return next((action for action in legal if action in {DONE, PASS}), choice)
        if choice not in {DONE, PASS}:
            return choice
        cards = seat.box.footballers
        return max((action for action in legal if action < PASS), key=lambda card: int(cards[card].stars))


class Defence(Leaning):
    """A third less in attack, a third more in defence."""

    attack, defence = 0.65, 1.35


class Attack(Leaning):
    """The other way round."""

    attack, defence = 1.35, 0.65
