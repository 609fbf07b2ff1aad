"""What is printed on the cards of Kickards, on its action bonuses and on the control track."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from matchday.engine.record import read_text
from matchday.engine.speech import Say
from matchday.engine.view import Face, Facts, Piece
from matchday.games.kickards import words
from matchday.games.kickards.state import SPECIAL, Bonus, Box, Flag, Pos, Shot, Tint, Track

COLOUR_CODES = ("red", "green", "blue")


def faces(say: Say, box: Box) -> list[Face]:
    """List every footballer, event, bonus and space of the track; a card with several copies once."""
    footballers = [footballer(say, box, card) for card in range(int(box.deck_size))]
    events = [event(say, box, card) for card in range(int(box.event_kinds))]
    bonuses = [bonus_face(say, box, bonus) for bonus in Bonus]
    track = [space_face(say, box, space) for space in range(1, int(box.track) + 1)]
    stars = [
        Face(code=code, kind="stars", name=say(words.PURSE[colour]), facts={"colour": code})
        for colour, code in enumerate(COLOUR_CODES)
    ]
    return [*footballers, *events, *bonuses, *track, *stars]


def whole(say: Say, box: Box, pieces: Iterable[Piece]) -> list[Piece]:
    """Give pieces with what is printed on them, for the terminal's picture."""
    printers: dict[str, tuple[Callable[[Say, Box, int], Face], Any]] = {
        "footballer": (footballer, box.footballers[: box.deck_size]),
        "event": (event, box.event[: box.event_kinds]),
        "space": (space_face, ()),
    }
    found = []
    for piece in pieces:
        printer, rows = printers[piece.kind]
        codes = [read_text(row.code) for row in rows]
        number = codes.index(piece.face) if codes and piece.face else int(piece.face or 0)
        found.append(piece.printed(printer(say, box, number)) if piece.face else piece)
    return found


def footballer(say: Say, box: Box, card: int) -> Face:
    """Print a footballer's card."""
    row = box.footballers[card]
    name = words.player(box, card)
    first, _, last = name.partition(" ")
    facts: Facts = {
        "first_name": first if last else "",
        "surname": last or first,
        "position": Pos(int(row.position)).name,
        "colour": COLOUR_CODES[row.colour],
        "flag": Flag(int(row.flag)).name,
        "stars": int(row.stars),
        "rating": int(row.rating) // 100,
    }
    for number, shot in enumerate(row.shots, start=1):
        is_plain = shot.kind < SPECIAL
        code = Shot(int(shot.kind)).name if is_plain else read_text(box.special[shot.kind - SPECIAL].code)
        facts[f"row.{number}"] = words.row_text(say, box, shot)
        facts[f"row.{number}.name"] = words.row_name(say, box, shot)
        facts[f"row.{number}.does"] = "" if is_plain else words.steps_text(say, box, shot.play)
        facts[f"row.{number}.code"] = code
        facts[f"row.{number}.side"] = "LCR"[shot.side]
        facts[f"row.{number}.tint"] = Tint(int(shot.tint)).name.lower()
        facts[f"row.{number}.percent"] = int(shot.a)
    return Face(code=read_text(row.code), kind="footballer", name=name, facts=facts)


def event(say: Say, box: Box, card: int) -> Face:
    """Print an event card."""
    row = box.event[card]
    facts: Facts = {"text": words.event_text(say, box, card), "tone": int(row.tone), "var": int(row.icon)}
    return Face(code=read_text(row.code), kind="event", name=words.event_name(say, box, card), facts=facts)


def bonus_face(say: Say, box: Box, bonus: Bonus) -> Face:
    """Print an action bonus with its price."""
    row = box.bonus[bonus]
    facts: Facts = {"colour": COLOUR_CODES[row.colour], "cost": int(row.cost)}
    return Face(code=bonus.name.lower(), kind="bonus", name=words.bonus_name(say, box, bonus), facts=facts)


def space_face(say: Say, box: Box, space: int) -> Face:
    """KC-154: print a space of the control track: what it gives and costs."""
    step = box.space[space].bonus[0]
    facts: Facts = {
        "space": space,
        "cost": int(box.space[space].cost),
        "gives": Track(int(step.op)).name.lower(),
        "amount": int(step.a),
    }
    return Face(code=str(space), kind="space", name=words.space_on_track(say, box, space), facts=facts)
