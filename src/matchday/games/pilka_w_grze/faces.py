"""What is printed on the cards of Piłka w grze!: actions, tactics and formations."""

from __future__ import annotations

from typing import Any

from matchday.engine.reading import printed
from matchday.engine.record import read_text
from matchday.engine.speech import Say
from matchday.engine.view import Face, Facts
from matchday.games.pilka_w_grze import words
from matchday.games.pilka_w_grze.state import TACTICS, Box

ZONES = ("own", "mid", "opp")


def faces(say: Say, box: Box) -> list[Face]:
    """List the action cards, the tactic cards and the formations."""
    cards = {face.code: face for face in (card_face(say, box, card) for card in range(int(box.kinds)))}
    tactics = [tactic_face(say, box, number) for number in range(TACTICS // 2)]
    formations = [formation_face(box, number) for number in range(int(box.formations))]
    return [*cards.values(), *tactics, *formations]


def card_face(say: Say, box: Box, card: int) -> Face:
    """Print an action card."""
    row = box.cards[card]
    return Face(
        code=words.card_code(box, card),
        kind="card",
        name=words.card_name(say, box, card),
        facts={
            "attack": read_text(box.attacks[row.attack].code),
            "attack_name": words.attack_name(say, box, row.attack),
            "balls": int(row.balls),
            "attack_count": circled(box, "attack", int(row.attack)),
            "defence": read_text(box.defences[row.defence].code),
            "defence_name": words.defence_name(say, box, row.defence),
            "gloves": int(row.gloves),
            "defence_count": circled(box, "defence", int(row.defence)),
        },
    )


def circled(box: Box, half: str, code: int) -> int:
    """PG-11: the number in the circle, how many cards of the deck carry this action."""
    rows: Any = box.cards[: box.kinds]
    return sum(int(row.copies) for row in rows if getattr(row, half) == code)


def tactic_face(say: Say, box: Box, number: int) -> Face:
    """Print both sides of a tactic card."""
    facts: Facts = {}
    for side, way in enumerate(("attack", "defence"), start=2 * number):
        facts[f"{way}_code"] = read_text(box.tactics[side].code)
        facts[f"{way}_name"] = words.tactic_name(say, box, side)
        facts[way] = words.tactic_text(say, box, side)
    return Face(
        code=tactic_code(say, box, number),
        kind="tactic",
        name=f"{facts['attack_name']} / {facts['defence_name']}",
        facts=facts,
    )


@printed
def tactic_code(_: Say, box: Box, number: int) -> str:
    """Write a tactic card: `QUI/INT`."""
    return "/".join(read_text(box.tactics[2 * number + way].code) for way in range(2))


def formation_face(box: Box, number: int) -> Face:
    """Print a formation: how many stand in each line, and the actions that it allows."""
    name = words.formation_name(box, number)
    facts: Facts = {zone: int(box.formation[number + 1, place]) for place, zone in enumerate(ZONES)}
    facts |= {f"line.{line}": int(count) for line, count in enumerate(name.split("-"), start=1) if count.isdigit()}
    return Face(code=name, kind="formation", name=name, facts=facts)
