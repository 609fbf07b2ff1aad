"""The course of a match in words."""

from __future__ import annotations

from matchday.bots.advice import Mistake, Turn
from matchday.engine.log import SPECTATOR
from matchday.engine.speech import Say
from matchday.match.match import Match
from matchday.match.views import events

MOST_TOLD = 3


def clock_at(match: Match, say: Say, ply: int) -> str:
    """Give the match clock after so many moves."""
    there = match.at(ply)
    return match.game.sight.clock(say, there.box_for(SPECTATOR), there.hidden(SPECTATOR))


def time_at(match: Match, say: Say, ply: int) -> str:
    """Give the match clock after so many moves, in a few signs."""
    there = match.at(ply)
    return match.game.time(say, there.box_for(SPECTATOR), there.hidden(SPECTATOR))


def turn_text(match: Match, say: Say, turn: Turn) -> str:
    """Say what happened first at a turning point, as everybody saw it: what follows is the next question's business."""
    there = match.at(turn.ply)
    told = events(there.seat(since=turn.ply), say)
    return " · ".join(event.text for event in told[:MOST_TOLD])


def mistake_labels(match: Match, say: Say, mistake: Mistake) -> tuple[str, str]:
    """Name what was played and what would have been better."""
    there, seat = match.at(mistake.ply), mistake.seat
    box, hidden = there.box_for(seat), there.hidden(seat)
    played, better = (
        match.game.words.action(say, box, hidden, seat, action) for action in (mistake.played, mistake.better)
    )
    return played, better
