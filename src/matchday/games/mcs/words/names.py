"""The riders and cards of MCS in words, and what the effects do."""

from __future__ import annotations

from typing import Any

from matchday.engine.reading import printed
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.games.mcs.state import (
    ATTACK,
    BEND,
    CARDS,
    COLOURS,
    EXTRA,
    FALL,
    FINISH,
    KEEP,
    LAPS,
    LAST,
    NO_CARD,
    OUT,
    RIDERS,
    STRAIGHT,
    Box,
    Format,
    Op,
)

UNSAID = Say()
"""For blocks without words, which are the same in every language."""
TEAMS = ("Cinder Bay", "Shale Cross", "Ashmere", "Gravel Hill")
LETTERS = "RBYW"
TRACKS = "ABCD"
HELMETS = (mark("Red"), mark("Blue"), mark("Yellow"), mark("White"))
SIDES = (mark("Host"), mark("Guest"))
EDGES = (mark("amber"), mark("violet"), mark("turquoise"), mark("graphite"))
SHAPES = "●▲■◆"
LAP_KINDS = (mark("straight"), mark("bend"), mark("finish"))

NAMES = {
    "5:1": mark("Double win"),
    "4:2": mark("Four–two"),
    "3:3": mark("Drawn heat"),
    "3": mark("Out of reach"),
    "0": mark("Left behind"),
    ">": mark("Overtaking"),
    "u": mark("Fall"),
    "d": mark("Defect"),
    "f": mark("Finish"),
    "p": mark("Straight"),
    "w": mark("Bend"),
    "z": mark("Tactical play"),
}

AT_THE_LINE = {  # what a fall or defect of the last lap comes to; the rest changes nothing
    LAST: mark("last place, since the finish line comes next"),
    OUT: mark("out, since the finish line comes next"),
}

AFTERMATH = {  # what a fall or defect comes to, by the next lap; the rest changes nothing
    (STRAIGHT, LAST): mark("last place if a straight follows"),
    (STRAIGHT, OUT): mark("out if a straight follows"),
    (STRAIGHT, NO_CARD): mark("no card on a straight"),
    (BEND, LAST): mark("last place if a bend follows"),
    (BEND, OUT): mark("out if a bend follows"),
    (FINISH, LAST): mark("last place if the finish follows"),
    (FINISH, OUT): mark("out if the finish follows"),
}


def title(say: Say) -> str:
    """Name the game."""
    return say(mark("MCS: The Magic of the Black Sport"))


def blurb(say: Say) -> str:
    """Say in a sentence or two what the game is."""
    return say(
        mark(
            "Speedway with cards: four riders, four laps, fifteen heats. Send your riders out in secret, attack and "
            "defend on the straights, and outbid the others in the bends. A lap card can end the heat at any moment."
        )
    )


def team(say: Say, seat: int) -> str:
    """Name the club of a seat; who is host and who guest may be decided by lot."""
    return TEAMS[seat]


def helmet(say: Say, colour: int) -> str:
    """Name a helmet colour, and so the rider who wears it."""
    return say(HELMETS[colour])


def rider_code(box: Box, rider: int) -> str:
    """Write a rider as on his card: `R19`."""
    return rider_codes(UNSAID, box, RIDERS)[rider]


@printed
def rider_codes(_: Say, box: Box, riders: int) -> list[str]:
    """Write all riders, so many of each colour."""
    numbers = enumerate(box.number[: COLOURS * riders])
    return [f"{LETTERS[rider // riders]}{int(number):02d}" for rider, number in numbers]


@printed
def rider_name(say: Say, box: Box, rider: int) -> str:
    """Name a rider with helmet and number."""
    return say(
        mark("{name} ({helmet} {number})"),
        name=read_text(box.name[rider]),
        helmet=helmet(say, rider // RIDERS).lower(),
        number=int(box.number[rider]),
    )


@printed
def surname(_: Say, box: Box, rider: int) -> str:
    """Name a rider as reports do."""
    return read_text(box.name[rider]).split(" ")[-1]


def card_code(box: Box, card: int) -> str:
    """Write a card as it is listed: `51O`."""
    return card_codes(UNSAID, box, CARDS)[card]


@printed
def card_codes(_: Say, box: Box, cards: int) -> list[str]:
    """Write the first cards."""
    return [read_text(card.code) for card in box.cards[:cards]]


def symbol_of(box: Box, card: int) -> str:
    """Give the symbol on a card's lower half."""
    return read_text(box.effects[box.cards[card].effect].symbol)


def effect_name(say: Say, symbol: str) -> str:
    """Name an effect; a designer's new symbol stands for itself."""
    return say(NAMES.get(symbol, symbol))


def tracks_of(box: Box, card: int) -> str:
    """Write the letters of a card's upper half: "A C"."""
    return lines_of(int(box.cards[card].tracks))


def lines_of(tracks: int) -> str:
    """Write the letters of some lines: "A C"."""
    return " ".join(letter for place, letter in enumerate(TRACKS) if tracks >> place & 1)


@printed
def upper_half(say: Say, box: Box, card: int) -> str:
    """Read a card's upper half: "attack A C"."""
    text = mark("attack {tracks}") if box.cards[card].kind == ATTACK else mark("defence {tracks}")
    return say(text, tracks=tracks_of(box, card))


@printed
def lower_half(say: Say, box: Box, card: int) -> str:
    """Read a card's lower half and edge: "5:1 Double win, amber ●"."""
    edge = int(box.cards[card].colour)
    return f"{effect_title(say, box, card)}, {say(EDGES[edge])} {SHAPES[edge]}"


@printed
def effect_title(say: Say, box: Box, card: int) -> str:
    """Name a card's effect, with its symbol where that can be read off the card: "5:1 Double win", but "Finish"."""
    symbol = symbol_of(box, card)
    return effect_name(say, symbol) if symbol.isalpha() else f"{symbol} {effect_name(say, symbol)}"


@printed
def card_name(say: Say, box: Box, card: int) -> str:
    """Read both halves of a card."""
    return f"{lower_half(say, box, card)} / {upper_half(say, box, card)}"


def describe_effect(say: Say, box: Box, effect: int, lap: int = 0) -> str:
    """Say what a symbol does, from its steps: the text of the coach card, or what it comes to on a lap."""
    return effect_text(say, box, (effect, lap))


@printed
def effect_text(say: Say, box: Box, which: tuple[int, int]) -> str:
    """Say what an effect comes to on a lap, or (0) without looking at any."""
    effect, lap = which
    steps = [step for step in box.effects[effect].play if step.op]
    places = [f"{int(step.a)}+{int(step.b)}" for step in steps if step.op == Op.ARRANGE]
    words = [describe(say, box, step, lap) for step in steps if step.op != Op.ARRANGE]
    if places:
        pair = mark("the pair of whoever laid it takes places {places}")
        if box.format == Format.FOURWAY:  # MC-131
            pair = mark(
                "the rider of whoever laid it and a rival, red with blue or yellow with white, take places {places}"
            )
        words.insert(0, say(pair, places=say(mark(" or ")).join(places)))
    return "; ".join(words)


def describe(say: Say, box: Box, step: Any, lap: int) -> str:
    """Put one step of the vocabulary into words; MC-R05, MC-R05b: what is left of it on the last lap and after it."""
    if step.op == Op.PENDING:
        head = say(mark("a rival falls") if step.a == FALL else mark("a rival's engine fails"))
        comes = aftermath(say, box, int(step.a), lap)
        return f"{head}: {comes}" if comes else head
    if step.op == Op.FORCE_NEXT:
        if lap >= EXTRA:
            return say(mark("no further lap"))
        text = mark("one more lap, the last: {kind}") if lap == LAPS else mark("the next lap is a {kind}")
        return say(text, kind=say(LAP_KINDS[step.a]))
    if step.op == Op.DRAW:
        return say.count(mark("draw {n} card"), mark("draw {n} cards"), int(step.a))
    texts = {
        Op.LOCK_FIRST: mark("the leader cannot lose the first place"),
        Op.LOCK_LAST: mark("the last rider cannot gain a place"),
        Op.OVERTAKE: mark("one rider passes the rival ahead of him"),
        Op.STEAL: mark("a random card from a rival's hand"),
        Op.END_HEAT: mark("the heat ends at once"),
    }
    return say(texts[Op(int(step.op))])


def aftermath(say: Say, box: Box, trouble: int, lap: int) -> str:
    """Say what a fall or a defect comes to, by the next lap."""
    if lap >= LAPS:
        after = KEEP if box.lap4_pending_void else int(box.trouble[trouble, FINISH])
        return say(AT_THE_LINE.get(after, mark("no effect, since the finish line comes next")))
    comes = ((kind, int(box.trouble[trouble, kind])) for kind in range(len(LAP_KINDS)))
    return ", ".join(say(AFTERMATH[pair]) for pair in comes if pair in AFTERMATH)
