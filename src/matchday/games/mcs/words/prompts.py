"""The phases and actions of MCS in words, and what is asked: what to do, and what follows from it."""

from __future__ import annotations

from matchday.engine.speech import Say, mark
from matchday.engine.telling import two_lines
from matchday.games.mcs.rules.bend import top_card
from matchday.games.mcs.rules.questions import colour_of, rider_at
from matchday.games.mcs.rules.start import colour_to_pick
from matchday.games.mcs.state import (
    ATTACK,
    CARDS,
    COLOURS,
    DECLINE,
    DEFECT,
    DEFENCE,
    DONE,
    FALL,
    HELMET,
    NOBODY,
    ORDER,
    PASS,
    RIDER,
    VICTIM,
    Box,
    Format,
    Op,
    Phase,
    Table,
)
from matchday.games.mcs.words.names import (
    EDGES,
    LETTERS,
    SHAPES,
    UNSAID,
    aftermath,
    card_code,
    card_name,
    describe_effect,
    effect_name,
    effect_title,
    helmet,
    lower_half,
    rider_code,
    rider_name,
    surname,
    symbol_of,
    upper_half,
)

PHASES: dict[int, str] = {
    Phase.OVER: mark("The meeting is over"),
    Phase.COLOUR: mark("Choice of helmets"),
    Phase.PICK: mark("Choice of riders"),
    Phase.ATTACK: mark("Straight: attack"),
    Phase.DEFEND: mark("Straight: defence"),
    Phase.OPEN: mark("Bend: opening"),
    Phase.BEAT: mark("Bend: beating"),
    Phase.ARRANGE: mark("Bend: new order"),
    Phase.OVERTAKE: mark("Bend: overtaking"),
    Phase.TARGET: mark("Bend: whom to hit"),
    Phase.VICTIM: mark("Bend: whom to rob"),
    Phase.EXCHANGE: mark("Exchange of cards"),
}

PROMPTS = {
    Phase.COLOUR: (
        mark("Choose the helmet colour of your riders."),
        mark("Each colour has five riders with numbers of their own."),
    ),
    Phase.ARRANGE: (mark("Put your pair in place."), mark("The others keep their order around them.")),
    Phase.OVERTAKE: (
        mark("Choose who passes the rival ahead of him, or nobody."),
        mark("The two change places at once; no card can stop it."),
    ),
    Phase.VICTIM: (
        mark("Choose from whose hand to take a card."),
        mark("You draw it unseen, and it is yours."),
    ),
    Phase.EXCHANGE: (
        mark("Mark the cards you want to change, or keep them all."),
        mark("The heat was over on its first lap: you may draw new ones, once."),
    ),
}

TARGETS = {FALL: mark("Choose the rival who falls."), DEFECT: mark("Choose the rival whose engine fails.")}

PASSES = {
    Phase.ATTACK: (mark("Stay behind"), mark("{name}: no attack.")),
    Phase.DEFEND: (mark("Let him by"), mark("{name}: no defence.")),
    Phase.OPEN: (mark("Leave it"), mark("{name}: opens nothing.")),
    Phase.BEAT: (mark("Let it stand"), mark("{name}: does not beat it.")),
}


def notation(box: Box, action: int) -> str:
    """Write an action shortly, each action differently whatever the phase."""
    plain = {PASS: "pass", DECLINE: "decline", DONE: "done"}
    if action in plain:
        return plain[action]
    if action < CARDS:
        return card_code(box, action) if action < box.total else f"#{action}"
    if action < HELMET:
        return f"pick:{rider_code(box, action - RIDER)}"
    if action < VICTIM:
        verbs = ("helmet", "target", "overtake")
        return f"{verbs[(action - HELMET) // COLOURS]}:{LETTERS[(action - HELMET) % COLOURS]}"
    if action < ORDER:
        return f"victim:{action - VICTIM}"
    if not named_places(box, action):
        return f"#{action}"
    return "order:" + ",".join(f"{LETTERS[colour]}{place + 1}" for colour, place in placed(action))


def named_places(box: Box, action: int) -> bool:
    """Tell whether some card of the box gives a pair these two places."""
    places = {place + 1 for _, place in placed(action)}
    return any(
        step.op == Op.ARRANGE and {int(step.a), int(step.b)} == places for row in box.effects for step in row.play
    )


def placed(action: int) -> list[tuple[int, int]]:
    """Read an arrangement: (colour, place from 0) of both riders of the pair."""
    pair, places = (action - ORDER) // 16, (action - ORDER) % 16
    return [(2 * pair, places // COLOURS), (2 * pair + 1, places % COLOURS)]


def action(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Label an action for the person who decides."""
    phase = Phase(int(table.phase))
    if action == PASS:
        return say(PASSES[phase][0])
    if action == DECLINE:
        return say(mark("Nobody overtakes"))
    if action == DONE:
        count = int(table.marked).bit_count()
        exchange = say.count(mark("Exchange {n} card"), mark("Exchange {n} cards"), count)
        return exchange if count else say(mark("Keep all cards"))
    if action < CARDS:
        if phase in {Phase.ATTACK, Phase.DEFEND}:
            return f"{upper_half(say, box, action)} ({effect_title(say, box, action)})"
        return card_name(say, box, action) if phase == Phase.EXCHANGE else lower_half(say, box, action)
    if action < HELMET:
        return rider_name(say, box, action - RIDER)
    if action < VICTIM:
        return helmet(say, (action - HELMET) % COLOURS)
    if action < ORDER:
        return ", ".join(helmet(say, colour) for colour in range(COLOURS) if table.seat_of[colour] == action - VICTIM)
    return ", ".join(
        say(mark("{helmet} in place {place}"), helmet=helmet(say, colour), place=place + 1)
        for colour, place in sorted(placed(action), key=lambda pair: pair[1])
    )


def phase(say: Say, box: Box, table: Table) -> str:
    """Name the phase."""
    return say(PHASES[int(table.phase)])


def prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Say in two lines what is asked of a seat, and what follows; the table is that seat's hidden one."""
    kind = Phase(int(table.phase))
    if kind == Phase.PICK:
        return prompt_pick(say, table, seat)
    if kind in {Phase.ATTACK, Phase.DEFEND}:
        return prompt_straight(say, box, table, seat)
    if kind == Phase.OPEN:
        return prompt_open(say, box, table)
    if kind == Phase.BEAT:
        return prompt_beat(say, box, table, seat)
    if kind == Phase.TARGET:
        return prompt_target(say, box, table)
    if kind == Phase.ARRANGE and box.format == Format.FOURWAY:
        own = colour_of(table, seat)
        return say(
            mark("Place {helmet}, which is yours, and the rival paired with it: {rival}."),
            helmet=helmet(say, own),
            rival=helmet(say, own ^ 1),
        )
    if kind == Phase.OVER:
        return say(mark("The meeting is over."))
    ask, then = PROMPTS[kind]
    return two_lines(say(ask), say(then))


def prompt_pick(say: Say, table: Table, seat: int) -> str:
    """Ask for a rider of the first helmet that has none."""
    colour = colour_to_pick(table, seat)
    if colour == NOBODY:
        return say(mark("Your riders are chosen."))
    return two_lines(
        say(mark("Send out a rider in secret: {helmet}."), helmet=helmet(say, colour)),
        say(mark("The highest number leads from the gate. Whoever rides now rests until the next series.")),
    )


def prompt_straight(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for an attack or a defence, or say that the hand holds none."""
    riders = {
        "rider": surname(UNSAID, box, rider_at(table, table.place)),
        "ahead": surname(UNSAID, box, rider_at(table, table.place - 1)),
    }
    attacks = table.phase == Phase.ATTACK
    if not holds(box, table, seat, ATTACK if attacks else DEFENCE):
        if attacks:
            ask, then = mark("No attack card: {rider} stays behind {ahead}."), mark("Attack cards have red letters.")
        else:
            ask, then = mark("No defence card: {rider} goes past {ahead}."), mark("Defence cards have green letters.")
    elif attacks:
        ask = mark("Attack {ahead} with {rider}, or stay behind?")
        then = mark("One line that he leaves open is enough: you pass him and draw a card.")
    else:
        ask = mark("Stop {rider}, or let him by?")
        if not box.defence_optional:
            ask = mark("Stop {rider}: you must defend.")
        then = mark("Each of his lines that you do not block leads past {ahead}. Block them all and you draw a card.")
    return two_lines(say(ask, **riders), say(then, **riders))


def prompt_open(say: Say, box: Box, table: Table) -> str:
    """Ask for the first card of a bend."""
    if is_last_to_open(box, table):
        then = mark(
            "Its effect counts unless a card of its colour or symbol beats it. Unopened, the bend ends quietly."
        )
    else:
        then = mark(
            "Its effect counts unless a card of its colour or symbol beats it. Left, the next manager may open."
        )
    return two_lines(say(mark("Open the bend with any card, or leave it?")), say(then))


def prompt_beat(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for a card on the top one, or say that the hand holds none."""
    top = top_card(table)
    edge, effect = int(box.cards[top].colour), int(box.cards[top].effect)
    hand = [box.cards[card] for card in table.hand[seat][: table.hand_count[seat]]]
    can = any(card.colour == edge or card.effect == effect for card in hand)
    ask = (
        mark("Beat it with {edge} {shape} or {symbol}, or let it stand?")
        if can
        else mark("You cannot beat it: that takes {edge} {shape} or {symbol}.")
    )
    beats = {"edge": say(EDGES[edge]), "shape": SHAPES[edge], "symbol": symbol_or_name(say, box, top)}
    meaning = describe_effect(say, box, effect, int(table.lap))
    return two_lines(say(ask, **beats), say(mark("If it stands: {meaning}."), meaning=meaning))


def symbol_or_name(say: Say, box: Box, card: int) -> str:
    """Give an effect's symbol where it can be read off the card, else its name."""
    symbol = symbol_of(box, card)
    return effect_name(say, symbol) if symbol.isalpha() else symbol


def prompt_target(say: Say, box: Box, table: Table) -> str:
    """Ask whom a fall or a defect hits, and say what it comes to by the next lap."""
    for step in box.effects[box.cards[top_card(table)].effect].play:
        if step.op == Op.PENDING:
            comes = aftermath(say, box, int(step.a), int(table.lap))
            return two_lines(say(TARGETS[int(step.a)]), comes) if comes else say(TARGETS[int(step.a)])
    return say(mark("Choose the rival rider whom the card hits."))


def holds(box: Box, table: Table, seat: int, kind: int) -> bool:
    """Tell whether a hand holds a card of a kind."""
    return any(box.cards[card].kind == kind for card in table.hand[seat][: table.hand_count[seat]])


def is_last_to_open(box: Box, table: Table) -> bool:
    """MC-063, MC-R22: whether nobody will be asked after the seat that may open now."""
    later = table.turns[table.asked : table.turn_count]
    return not any(table.hand_count[seat] or not box.auto_pass_when_unable for seat in later)
