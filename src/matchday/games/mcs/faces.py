"""What is printed on the cards of MCS: riders, fight cards, lap cards and the coach card."""

from __future__ import annotations

from matchday.engine.record import read_text
from matchday.engine.speech import Say
from matchday.engine.view import Face
from matchday.games.mcs import words
from matchday.games.mcs.state import ATTACK, EFFECTS, RIDERS, Box

PAINT = ("red", "blue", "yellow", "white")
LAP_CODES = ("straight", "bend", "finish")


def faces(say: Say, box: Box) -> list[Face]:
    """List the riders, the fight cards, the lines of the coach card and the kinds of lap cards."""
    riders = [rider_face(say, box, rider) for rider in range(len(box.number))]
    cards = {face.code: face for face in (fight_face(say, box, card) for card in range(int(box.total)))}
    effects = [coach_face(say, box, number) for number in range(EFFECTS) if read_text(box.effects[number].symbol)]
    laps = [Face(code=code, kind="lap", name=say(words.LAP_KINDS[kind])) for kind, code in enumerate(LAP_CODES)]
    return [*riders, *cards.values(), *effects, *laps]


def rider_face(say: Say, box: Box, rider: int) -> Face:
    """Print a rider card."""
    name = read_text(box.name[rider])
    return Face(
        code=words.rider_code(box, rider),
        kind="rider",
        name=words.rider_name(say, box, rider),
        facts={
            "colour": PAINT[rider // RIDERS],
            "letter": words.LETTERS[rider // RIDERS],
            "helmet": words.helmet(say, rider // RIDERS),
            "who": name,
            "surname": name.split(" ")[-1],
            "number": int(box.number[rider]),
        },
    )


def fight_face(say: Say, box: Box, card: int) -> Face:
    """Print a fight card."""
    row = box.cards[card]
    return Face(
        code=words.card_code(box, card),
        kind="card",
        name=words.card_name(say, box, card),
        facts={
            "effect": words.symbol_of(box, card),
            "effect_name": words.effect_name(say, words.symbol_of(box, card)),
            "meaning": words.describe_effect(say, box, int(row.effect)),
            "edge": words.EDGES[row.colour],
            "edge_name": say(words.EDGES[row.colour]),
            "shape": words.SHAPES[row.colour],
            "kind": "attack" if row.kind == ATTACK else "defence",
            **{f"track.{letter}": int(row.tracks) >> place & 1 for place, letter in enumerate(words.TRACKS)},
        },
    )


def coach_face(say: Say, box: Box, number: int) -> Face:
    """Print one line of the coach card."""
    symbol = read_text(box.effects[number].symbol)
    meaning = words.describe_effect(say, box, number)
    return Face(code=symbol, kind="coach", name=words.effect_name(say, symbol), facts={"meaning": meaning})
