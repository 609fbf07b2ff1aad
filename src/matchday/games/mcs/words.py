"""Everything that is said of MCS: names, prompts, the report, options.

Sentences name somebody and then state what happened ("Red: …"), so that they need no inflected names in any language.
The report uses the sport's own signs: heats as 5:1, 4:2, 3:3, d for a defect, u for a fall.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matchday.engine.options import Value
from matchday.engine.reading import block, printed
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, counted_line, line, option_words, report, two_lines
from matchday.games.mcs.rules.bend import top_card
from matchday.games.mcs.rules.questions import colour_of, rider_at
from matchday.games.mcs.rules.start import colour_to_pick
from matchday.games.mcs.state import (
    ATTACK,
    BEND,
    CARDS,
    COLOURS,
    DECLINE,
    DEFECT,
    DEFENCE,
    DONE,
    EXTRA,
    FALL,
    FINISH,
    HELMET,
    KEEP,
    LAPS,
    LAST,
    NO_CARD,
    NOBODY,
    ORDER,
    OUT,
    PASS,
    RIDER,
    RIDERS,
    STRAIGHT,
    VICTIM,
    Box,
    Event,
    Format,
    Op,
    Phase,
    Table,
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

OPTIONS = {
    "players": (mark("Players"), mark("How many managers sit at the table.")),
    "four_players": (
        mark("Four players"),
        mark("A match of two pairs, or a four-way meeting in which everyone scores alone."),
    ),
    "three_players": (
        mark("Three players"),
        mark("One against two, or a four-way meeting with a bot on the fourth seat."),
    ),
    "heats": (mark("Heats"), mark("A full match has 15 heats, a four-way meeting 20.")),
    "seating": (mark("Host and guest"), mark("Who is host: by lot, or in the order of the seats.")),
    "colours": (mark("Helmets"), mark("Colours of one manager each: by lot, or chosen in the order of the seats.")),
    "show_rider_pools": (mark("Show riders left"), mark("Riders left to the others are shown; they could be counted.")),
    "lap4_pending": (mark("Trouble on the last lap"), mark("A fall after the last lap meets the finish, or is void.")),
    "defence_optional": (mark("Defence is free"), mark("Whoever holds a defence card may still decline to defend.")),
    "overtake_any_rider": (
        mark("Anyone overtakes"),
        mark("The overtaking card may move any rider, or only one's own."),
    ),
    "choose_targets_on": (mark("Targets"), mark("Whom a fall or defect hits is named when the card wins, or is laid.")),
    "beat_order": (mark("Order of beating"), mark("On from the last card, or from the leader again after every card.")),
    "beat_partner": (mark("Beat a partner"), mark("A partner's card may be beaten.")),
    "partners_share_hands": (mark("Open hands in a pair"), mark("Partners see each other's fight cards.")),
    "runoff_scope": (
        mark("Run-offs"),
        mark("For every group of players level on points, or for the first place only."),
    ),
    "one_side_left": (mark("One side left"), mark("The heat goes on, or ends when one side is left on the track.")),
    "auto_pass_when_unable": (
        mark("Pass by itself"),
        mark("Whoever holds no card is passed over."),
    ),
}

VALUES = {
    "pairs": mark("two pairs"),
    "fourway": mark("four-way meeting"),
    "solo_v_pair": mark("one against two"),
    "fourway_bot": mark("four-way with a bot"),
    "full": mark("all"),
    "lot": mark("by lot"),
    "fixed": mark("by seats"),
    "choose": mark("chosen"),
    "finish": mark("meets the finish"),
    "void": mark("void"),
    "resolve": mark("when it wins"),
    "play": mark("when it is laid"),
    "cyclic": mark("on from the last card"),
    "leader_first": mark("leader first"),
    "first": mark("first place only"),
    "play_on": mark("the heat goes on"),
    "end": mark("the heat ends"),
}


# ---------------------------------------------------------------- names


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


# ---------------------------------------------------------------- the report


def order_text(say: Say, colours: Sequence[int]) -> str:
    """Write a running order: "Red, White, Blue, Yellow"."""
    return ", ".join(helmet(say, colour) for colour in colours)


def riders_text(say: Say, box: Box, riders: Sequence[int]) -> str:
    """Write a running order by names."""
    return ", ".join(surname(UNSAID, box, rider) for rider in riders if rider >= 0) or say(mark("nobody"))


def points_text(say: Say, box: Box, points: Sequence[int]) -> str:
    """Write the points: of the sides in a match, the host's first, else of the four colours."""
    if box.format == Format.FOURWAY:
        return ", ".join(f"{helmet(say, colour)} {points[colour]}" for colour in range(COLOURS))
    red, blue, yellow, white = points
    host, guest = (say(name) for name in SIDES)
    return f"{host} {red + blue}:{yellow + white} {guest}"


def tell_lap(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Announce a lap."""
    text = mark("Lap {lap}: {kind}!") if told.kind == FINISH else mark("Lap {lap}: {kind}.")
    texts = (text, mark("Lap {lap}, called by a card: {kind}."), mark("The last lap is over: the finish line."))
    return say(texts[told.origin], lap=told.lap, kind=say(LAP_KINDS[told.kind]))


def tell_trouble(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say what came of a fall or defect."""
    if told.outcome == OUT:
        text = mark("{rider} falls and is out!") if told.trouble == FALL else mark("{rider}: engine failure, out!")
    elif told.outcome == LAST:
        text = mark("{rider} goes wide and drops to the last place.")
    elif told.outcome == NO_CARD:
        text = mark("{rider}: the engine splutters, no fight card on this lap.")
    else:
        text = mark("{rider} keeps going as if nothing had happened.")
    return say(text, rider=surname(UNSAID, box, told.rider))


def tell_line_up(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say who comes out of the gate in which order."""
    riders = ", ".join(f"{int(box.number[rider])} {surname(UNSAID, box, rider)}" for rider in told if rider >= 0)
    return say(mark("Out of the gate: {riders}."), riders=riders)


def tell_heat_result(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say who finished a heat in which order with how many points, in a match also how it went, the host first."""
    heat, *order = told
    scored = {rider: int(points) for rider, points in zip(order, box.points, strict=True) if rider >= 0}
    riders = ", ".join(f"{surname(UNSAID, box, rider)} {points}" for rider, points in scored.items())
    if not riders:
        return say(mark("Heat {heat}: nobody finishes."), heat=heat)
    if box.format == Format.FOURWAY or heat > box.heats:
        return say(mark("Heat {heat}: {riders}."), heat=heat, riders=riders)
    host = sum(points for rider, points in scored.items() if rider < 2 * RIDERS)
    guest = sum(scored.values()) - host
    return say(mark("Heat {heat} ends {host}:{guest}. {riders}."), heat=heat, host=host, guest=guest, riders=riders)


def tell_ranks(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say who has come in where, from the first down."""
    ranks = sorted(zip(told, range(COLOURS), strict=True))
    return say(
        mark("Final ranks: {ranks}."), ranks=", ".join(f"{rank}. {helmet(say, colour)}" for rank, colour in ranks)
    )


def tell_clash(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell how an attempt to overtake went: the lines that were open, or that all were shut."""
    riders = {"rider": surname(UNSAID, box, told.rider), "ahead": surname(UNSAID, box, told.ahead)}
    if told.defence < 0:
        return say(mark("{rider} passes {ahead}, who has no answer."), **riders)
    left = int(box.cards[told.attack].tracks) & ~int(box.cards[told.defence].tracks)
    if left:
        return say(mark("{rider} finds {lines} open and passes {ahead}."), lines=lines_of(left), **riders)
    return say(mark("{ahead} shuts {lines} and holds off {rider}."), lines=tracks_of(box, told.attack), **riders)


def tell_passed(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say that somebody did nothing."""
    return say(PASSES[Phase(told.phase)][1], name=names[told.seat])


def tell_aim(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say whom a card is aimed at."""
    return say(
        mark("{name}, {card}: {rider} in sight."),
        name=names[told.seat],
        card=effect_name(say, symbol_of(box, told.card)),
        rider=surname(UNSAID, box, told.rider),
    )


def with_card(text: str) -> Teller:
    """Tell an event of a seat and a card."""
    return line(text, card=card_name)


def with_effect(text: str) -> Teller:
    """Tell an event of a seat and what its card does."""
    return lambda say, box, names, told: say(
        text, name=names[told.seat], effect=effect_name(say, symbol_of(box, told.card))
    )


def with_rider(text: str, *others: str) -> Teller:
    """Tell an event of a rider, and of others beside him."""
    return lambda say, box, _, told: say(
        text, **{other: surname(UNSAID, box, getattr(told, other)) for other in ("rider", *others)}
    )


def with_points(text: str) -> Teller:
    """Tell the points of all colours."""
    return lambda say, box, _, told: say(text, points=points_text(say, box, told))


def tell_theft(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say what was stolen from whom."""
    text = mark("{thief} takes from the hand of {victim}: {card}.")
    return say(text, thief=names[told.seat], victim=names[told.victim], card=card_name(say, box, told.card))


def tied_text(say: Say, mask: int) -> str:
    """Name the colours of a run-off."""
    return order_text(say, [colour for colour in range(COLOURS) if mask >> colour & 1])


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.SEATED: (
        lambda say, _, names, told: say(
            mark("{name}: helmets {helmet}."), name=names[told.seat], helmet=helmet(say, told.colour).lower()
        ),
        "MC-012",
    ),
    Event.HEAT: (line(mark("Heat {heat} of {heats}.")), "MC-020"),
    Event.RUN_OFF: (
        lambda say, _, __, told: say(mark("Run-off: {riders}."), riders=tied_text(say, told.tied)),
        "MC-136",
    ),
    Event.DREW: (with_card(mark("{name}, drawn: {card}.")), "MC-021"),
    Event.DREW_CARDS: (counted_line(mark("{name}: {n} card drawn."), mark("{name}: {n} cards drawn.")), "MC-021"),
    Event.REBUILT: (
        counted_line(
            mark("The used cards are the new fight deck: {n} card."),
            mark("The used cards are the new fight deck: {n} cards."),
        ),
        "MC-116",
    ),
    Event.LAPS_SHUFFLED: (line(mark("All lap cards are shuffled again.")), "MC-138"),
    Event.LAP_SHUFFLED: (line(mark("The cards of lap {lap} are shuffled again.")), "MC-R23"),
    Event.RUN_OFF_LAPS: (line(mark("All lap cards are shuffled again.")), "MC-R20"),
    Event.PICKED: (line(mark("Your rider: {rider}."), rider=rider_name), "MC-023"),
    Event.HAS_PICKED: (line(mark("{name}: riders chosen.")), "MC-023"),
    Event.LINED_UP: (tell_line_up, "MC-025"),
    Event.LAP: (tell_lap, "MC-030"),
    Event.TROUBLE: (tell_trouble, "MC-090"),
    Event.PASSED: (tell_passed, "MC-R22"),
    Event.ATTACKED: (with_rider(mark("{rider} goes for {ahead}."), "ahead"), "MC-044"),
    Event.LAID: (line(mark("Face down: {card}."), card=upper_half), "MC-044"),
    Event.ATTACK_WON: (tell_clash, "MC-051"),
    Event.ATTACK_LOST: (tell_clash, "MC-052"),
    Event.OPENED: (line(mark("{name} opens the bend: {card}."), card=lower_half), "MC-061"),
    Event.BEATEN: (line(mark("{name} beats it: {card}."), card=lower_half), "MC-064"),
    Event.AIMED: (tell_aim, "MC-R14"),
    Event.QUIET_BEND: (line(mark("Nobody opens: a quiet bend.")), "MC-063"),
    Event.WON_BEND: (with_effect(mark("{name} wins the bend: {effect}.")), "MC-068"),
    Event.NO_EFFECT: (with_effect(mark("{effect}: no effect here.")), "MC-088"),
    Event.LOCKED_FIRST: (with_rider(mark("{rider} is out of reach: the first place is his.")), "MC-080"),
    Event.LOCKED_LAST: (with_rider(mark("{rider} is left behind: no place to be gained.")), "MC-082"),
    Event.ORDER: (
        lambda say, box, _, told: say(mark("The order now: {order}."), order=riders_text(say, box, told)),
        "MC-026",
    ),
    Event.OVERTOOK: (with_rider(mark("{rider} moves up past {passed}."), "passed"), "MC-087"),
    Event.DECLINED: (line(mark("{name}: nobody overtakes.")), "MC-087"),
    Event.STOLE: (tell_theft, "MC-089"),
    Event.STOLEN: (
        lambda say, _, names, told: say(
            mark("{thief} takes a card from the hand of {victim}."), thief=names[told.seat], victim=names[told.victim]
        ),
        "MC-089",
    ),
    Event.CALLED: (
        line(mark("{name} calls the next lap: {kind}."), kind=lambda say, _, kind: say(LAP_KINDS[kind])),
        "MC-097",
    ),
    Event.WAVED_OFF: (line(mark("{name} ends the heat: the order stands.")), "MC-102"),
    Event.MARKED: (with_card(mark("You mark for exchange: {card}.")), "MC-113"),
    Event.THREW: (with_card(mark("{name}, exchanged: {card}.")), "MC-113"),
    Event.EXCHANGED: (
        counted_line(mark("{name}: {n} card exchanged."), mark("{name}: {n} cards exchanged.")),
        "MC-113",
    ),
    Event.HEAT_RESULT: (tell_heat_result, "MC-111"),
    Event.TOTALS: (with_points(mark("It stands {points}.")), "MC-114"),
    Event.POOLS_FULL: (line(mark("A new series: all riders are back.")), "MC-117"),
    Event.FULL_TIME: (with_points(mark("The last heat is run: {points}.")), "MC-118"),
    Event.RANKED: (tell_ranks, "MC-135"),
}

event, event_rule = report(EVENTS)


# ---------------------------------------------------------------- the sport's notation


def heat_mark(box: Box, table: Table, heat: int, colour: int) -> str:
    """Write what a colour's rider got in a heat (from 0)."""
    row = table.results[heat]
    return entry_mark(box, int(row[colour]), int(row[colour ^ 1]))


def entry_mark(box: Box, entry: int, mate: int) -> str:
    """Write a result: "3", "2*" behind a team-mate, "d", "u", "" without a ride."""
    if not entry:
        return ""
    place = entry % 8
    if place == 3 + FALL:
        return "u"
    if place == 3 + DEFECT:
        return "d"
    bonus = box.format != Format.FOURWAY and place in {1, 2} and mate > 0 and mate % 8 == place - 1
    return f"{int(box.points[place])}{'*' if bonus else ''}"


def rider_marks(box: Box, table: Table, rider: int) -> str:
    """Write a rider's points as reports do: "3,1,d,2*"."""
    return all_marks(UNSAID, box, table)[rider]


@block
def all_marks(_: Say, box: Box, table: Table) -> tuple[str, ...]:
    """Write the points of all riders, until the next result."""
    marks: list[list[str]] = [[] for _ in range(COLOURS * RIDERS)]
    for heat, row in enumerate(table.results[: table.heat]):
        for colour, entry in enumerate(row):
            if entry:
                marks[colour * RIDERS + int(entry) // 8 - 1].append(heat_mark(box, table, heat, colour))
    return tuple(map(",".join, marks))


def heat_points(box: Box, table: Table, heat: int, colour: int) -> int:
    """Give the points of a colour in a heat (from 0)."""
    return entry_points(box, int(table.results[heat, colour]))


def entry_points(box: Box, entry: int) -> int:
    """Give the points of a result."""
    return int(box.points[entry % 8]) if entry and entry % 8 < COLOURS else 0


# ---------------------------------------------------------------- options


option, plain_value = option_words(OPTIONS, VALUES)


def value(say: Say, name: str, value: Value) -> str:
    """Name an option's value."""
    if name == "runoff_scope" and value == "all":
        return say(mark("every tie"))
    return plain_value(say, name, value)
