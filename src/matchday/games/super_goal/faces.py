"""What is printed on the dice of Super Goal!."""

from __future__ import annotations

from enum import IntEnum

from matchday.engine.speech import Say, mark
from matchday.engine.view import Face, Facts
from matchday.games.super_goal import words
from matchday.games.super_goal.state import (
    FACES,
    Box,
    Champion,
    Defence,
    Die,
    Direction,
    Penalty,
    Save,
    Shot,
    Symbol,
)

SIDES: dict[Die, type[IntEnum]] = {
    Die.SHOT: Shot,
    Die.DEFENDER: Defence,
    Die.KEEPER: Save,
    Die.PENALTY: Penalty,
    Die.CHAMPION: Champion,
}


ROLLED_WHEN = {
    Die.DEFENDER: mark("on a “?”, against shots from outside, and on rebounds"),
    Die.KEEPER: mark("when the ball comes to the goal mouth"),
    Die.PENALTY: mark("for penalties"),
    Die.CHAMPION: mark("no moment for it now"),
}
"""When a die is rolled; the others are when the ball is one's own."""


def faces(say: Say, box: Box) -> list[Face]:
    """List the dice, each with its six sides."""
    return [die_face(say, box, die) for die in Die]


def die_face(say: Say, box: Box, die: Die) -> Face:
    """Print a die: `when` it is rolled; `side.1` to `side.6` are its codes, `side.1.name` their names, `side.1.arrow`
    what is drawn.
    """
    when = say(ROLLED_WHEN.get(die, mark("when the ball is yours to play")))
    facts: Facts = {"letter": words.LETTERS[die], "when": when}
    for face in range(FACES):
        facts[f"side.{face + 1}"] = side_code(box, die, face)
        facts[f"side.{face + 1}.name"] = words.face_name(say, box, die, face)
        if die <= Die.CROSS:
            facts |= arrow_facts(box, die, face, f"side.{face + 1}")
        if die == Die.CHAMPION:
            facts[f"side.{face + 1}.meaning"] = words.meaning(say, box, Champion(int(box.faces[die, face])))
    return Face(code=die.name.lower(), kind="die", name=say(words.DICE[die]), facts=facts)


def arrow_facts(box: Box, die: Die, face: int, name: str) -> Facts:
    """Tell where an arrow points, how far, and what stands beside it."""
    arrow = box.arrows[die, face]
    direction, symbol = Direction(int(arrow.direction)), Symbol(int(arrow.symbol))
    return {
        f"{name}.arrow": direction.name.lower(),
        f"{name}.number": int(arrow.number),
        f"{name}.question": int(symbol == Symbol.QUESTION),
        f"{name}.lost": int(symbol == Symbol.X),
    }


def side_code(box: Box, die: int, face: int) -> str:
    """Name a side for programs: `D2?` (diagonal, two cells, a question), `ON_TARGET`."""
    if die <= Die.CROSS:
        arrow = box.arrows[die, face]
        direction = Direction(int(arrow.direction)).name[0]
        return f"{direction}{int(arrow.number)}{words.SYMBOLS[Symbol(int(arrow.symbol))]}"
    return SIDES[Die(die)](int(box.faces[die, face])).name
