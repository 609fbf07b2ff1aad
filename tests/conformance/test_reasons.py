"""What cannot be used says why: every card of the asked seat's hand, and every piece that a question could be about.

A die may say when it is rolled instead, which is printed on it; and of a side that is not asked for at all, no player
has to say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from matchday.bots.simple import SimpleBot
from matchday.engine.view import Piece, View
from matchday.match.match import Match
from matchday.match.views import view

PLIES = 200
OPTIONS = {"kickards": {"control": True}, "pilka_w_grze": {"tactics": True, "formations": True}}
# Besides hands: riders and helmets of MCS, dice of Super Goal!, bonuses and track of Kickards; in Kick On the players
# of a side that is asked for.
ASKED_FOR = {
    "kick_on": ("hand.{me}.",),
    "kickards": ("hand.{me}.", "bonus.{me}.", "track."),
    "mcs": ("hand.{me}.",),
    "pilka_w_grze": ("hand.{me}.",),
    "super_goal": ("die.",),
}
# These name the riders alone: at other questions they are there to be read.
RIDERS = {"pick": "pool.", "target": "rider.", "overtake": "rider."}


def asked(game) -> Iterator[View]:
    """Show a match of random play to whoever is asked, ply by ply."""
    match = Match(game, OPTIONS.get(game.name, {}), "reasons")
    bots = [SimpleBot("random", f"reasons {seat}") for seat in range(match.seats)]
    while not match.over and match.ply < PLIES:
        seat = match.waiting[0]
        yield view(match, seat)
        match.play(seat, bots[seat].decide(match.seat(seat)))


def asks_for(shown: View, start: str) -> bool:
    """Tell whether a choice names a piece of this kind."""
    return any(element.startswith(start) for choice in shown.choices for element in choice.elements)


def concerned(game, shown: View) -> Iterator[Piece]:
    """Give the pieces that this question could be about."""
    starts = [start.format(me=shown.seat) for start in ASKED_FOR.get(game.name, ("hand.{me}.",))]
    if game.name == "kick_on":
        starts += [f"player.{side}." for side in range(2) if asks_for(shown, f"player.{side}.")]
    if game.name == "mcs" and shown.phase in RIDERS:
        starts.append(RIDERS[shown.phase])
    for zone in shown.zones:
        if zone.id.startswith("pool.") and zone.owner != shown.seat:
            continue
        for piece in zone.pieces:
            if piece.id.startswith(tuple(starts)) and "chosen" not in piece.marks:
                yield piece


def test_what_cannot_be_used_says_why(game):
    silent, contradictory, reasons = set(), set(), set()
    for shown in asked(game):
        lit = {element for choice in shown.choices for element in choice.elements}
        for piece in concerned(game, shown):
            why = piece.facts.get("why", "")
            reasons.add(why)
            if piece.id not in lit and not why and "when" not in piece.facts:
                silent.add((shown.phase, piece.id))
            if piece.id in lit and why and piece.id != "die.champion":
                contradictory.add((shown.phase, piece.id, why))
    assert not silent
    assert not contradictory
    assert len(reasons) > 2 or game.name not in ASKED_FOR
