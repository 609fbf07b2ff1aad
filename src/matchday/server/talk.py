"""Table talk: a few phrases in every language, and free text."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from matchday.engine.speech import Say, mark
from matchday.server.problems import TooOften

PHRASES = {
    "hello": mark("Hello!"),
    "good_luck": mark("Good luck!"),
    "well_played": mark("Well played!"),
    "unlucky": mark("Unlucky!"),
    "one_moment": mark("One moment, please."),
    "your_move": mark("It is your move."),
    "thanks": mark("Thank you!"),
    "sorry": mark("Sorry!"),
    "good_game": mark("Good game!"),
    "again": mark("Once more?"),
}
MOST_KEPT = 30
"""How much of the talk somebody who comes to the table is told."""


@dataclass(frozen=True)
class Said:
    """What a seat has said: a phrase, or words of its own."""

    seat: int
    phrase: str | None
    text: str = ""

    def words(self, language: str) -> str:
        """Say it in the listener's language; words of one's own stay as they are."""
        return Say(language)(PHRASES[self.phrase]) if self.phrase in PHRASES else self.text


class Pace:
    """Lets something be done so many times within some seconds, and no oftener."""

    def __init__(self, times: int, seconds: float) -> None:
        self.seconds = seconds
        self.done: deque[float] = deque(maxlen=times)

    def step(self, now: float) -> None:
        """Take note of one time, or refuse it."""
        if len(self.done) == self.done.maxlen and now - self.done[0] < self.seconds:
            raise TooOften
        self.done.append(now)
