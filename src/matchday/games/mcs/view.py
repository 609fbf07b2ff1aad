"""A hidden table of MCS as a person sees it: zones and counters."""

from __future__ import annotations

import numpy as np

from matchday.engine.reading import block
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.mcs import words
from matchday.games.mcs.faces import LAP_CODES
from matchday.games.mcs.rules.bend import top_card
from matchday.games.mcs.rules.effects import can_move_up, legal_arrange
from matchday.games.mcs.rules.questions import are_rivals, is_own, place_of
from matchday.games.mcs.rules.start import colour_to_pick
from matchday.games.mcs.state import (
    ATTACK,
    CARDS,
    COLOURS,
    DEFECT,
    EFFECTS,
    FALL,
    HELMET,
    LAPS,
    MOVER,
    NOBODY,
    ORDER,
    RIDER,
    RIDERS,
    TARGET,
    UNKNOWN,
    VICTIM,
    Box,
    Format,
    Phase,
    Table,
)

STRAIGHTS = {Phase.ATTACK, Phase.DEFEND}
BENDS = {Phase.OPEN, Phase.BEAT, Phase.ARRANGE, Phase.OVERTAKE, Phase.TARGET, Phase.VICTIM}
BESIDES = {Phase.ARRANGE, Phase.OVERTAKE, Phase.TARGET, Phase.VICTIM}
ARRANGEMENTS = 32
"""Room for every arrangement of a pair."""


# ---------------------------------------------------------------- zones and counters


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards lie."""
    return [
        *(hand_zone(say, box, table, holder) for holder in range(int(box.seats))),
        order_zone(say, box, table, seat),
        out_zone(say, box, table),
        straight_zone(say, box, table),
        chain_zone(say, box, table),
        *(pool_zone(say, box, table, colour, seat) for colour in range(COLOURS)),
        *(lap_zone(say, box, table, lap) for lap in range(LAPS)),
        Zone(id="deck", name=say(mark("Fight deck")), count=int(table.deck_count)),
        used_zone(say, box, table),
        programme_zone(say, box, table),
        coach_zone(say, box),
    ]


def card_piece(say: Say, box: Box, card: int, element: str, marks: list[str] | None = None, lap: int = 0) -> Piece:
    """Show a fight card, or its back; on a late lap with what its effect then comes to."""
    if card == UNKNOWN:
        return Piece(id=element, kind="card", marks=marks or [])
    facts: Facts = {}
    if lap >= LAPS:
        facts["meaning"] = words.describe_effect(say, box, int(box.cards[card].effect), lap)
    return Piece(id=element, kind="card", face=words.card_code(box, card), facts=facts, marks=marks or [])


def rider_piece(box: Box, table: Table, rider: int, element: str, marks: list[str]) -> Piece:
    """Show a rider card: whose he is, and what he has scored."""
    return Piece(
        id=element,
        kind="rider",
        face=words.rider_code(box, rider),
        facts={"owner": int(table.seat_of[rider // RIDERS]), "points": words.rider_marks(box, table, rider)},
        marks=marks,
    )


@block
def hand_zone(say: Say, box: Box, table: Table, holder: int) -> Zone:
    """Show a hand, face up if the seat may see it; a card laid face down is no longer shown in it."""
    count = int(table.hand_count[holder])
    laid = attacker_of(table) == holder
    pieces = []
    for slot in range(count):
        card = int(table.hand[holder, slot])
        if laid and (card == int(table.attack) - 1 or (card == UNKNOWN and slot == count - 1)):
            continue
        marked = table.marked >> slot & 1 and table.waiting >> holder & 1
        piece = card_piece(say, box, card, f"hand.{holder}.{slot}", ["chosen"] if marked else [], lap_now(table))
        why = refusal(say, box, table, card)
        pieces.append(piece.but(facts={**piece.facts, "why": why}) if why else piece)
    return Zone(id=f"hand.{holder}", name=say(mark("Hand")), owner=holder, count=len(pieces), pieces=pieces)


def refusal(say: Say, box: Box, table: Table, card: int) -> str:
    """Say why a card in hand cannot be played in this phase; nothing where it can, or where its face is not seen."""
    if card == UNKNOWN:
        return ""
    printed_on = box.cards[card]
    if table.phase == Phase.ATTACK and printed_on.kind != ATTACK:
        return say(mark("no attack letters"))
    if table.phase == Phase.DEFEND and printed_on.kind == ATTACK:
        return say(mark("no defence letters"))
    if table.phase == Phase.BEAT:
        top = box.cards[top_card(table)]
        if printed_on.colour == top.colour or printed_on.effect == top.effect:
            return ""
        symbol = words.effect_title(say, box, top_card(table))
        return say(mark("not {edge}, not {symbol}"), edge=say(words.EDGES[top.colour]), symbol=symbol)
    if table.phase == Phase.PICK:
        return say(mark("fight cards come on the straights and in the bends"))
    return say(mark("no fight card is asked for now")) if table.phase in BESIDES else ""


def attacker_of(table: Table) -> int:
    """Give the seat whose attack card lies face down, or NOBODY."""
    return int(table.seat_of[table.order[table.place]]) if table.attack else NOBODY


def rider_of(table: Table, colour: int) -> int:
    """Give the rider (0 to 19) who rides in a colour."""
    return colour * RIDERS + int(table.riding[colour]) - 1


def marks_of(table: Table, colour: int) -> list[str]:
    """List what has befallen a rider: locked in the first or the last place, in trouble, without a card."""
    marks = []
    if table.lock_first == colour + 1:
        marks.append("first")
    if table.lock_last >> colour & 1:
        marks.append("last")
    if table.trouble and table.trouble_of == colour:
        marks.append("fall" if table.trouble == FALL else "defect")
    if table.aim == colour + 1 and table.phase != Phase.PICK and not table.trouble and table.chain_count:
        marks.append("aimed")
    if table.no_card == colour + 1:
        marks.append("no_card")
    return marks


def fight_marks(table: Table, place: int) -> list[str]:
    """On a straight, tell who attacks and who is attacked."""
    if table.phase not in STRAIGHTS:
        return []
    return {int(table.place): ["attacks"], int(table.place) - 1: ["defends"]}.get(place, [])


@block
def order_zone(say: Say, box: Box, table: Table, seat: int) -> Zone:
    """Show the riders on the track from the first place down, with the points that the places are worth."""
    riding = 0 if table.phase in {Phase.PICK, Phase.COLOUR} else int(table.racing)
    pieces = []
    for place in range(riding):
        colour = int(table.order[place])
        marks = marks_of(table, colour) + fight_marks(table, place)
        piece = rider_piece(box, table, rider_of(table, colour), f"rider.{words.LETTERS[colour]}", marks)
        piece.facts["worth"] = int(box.points[place])
        if table.waiting >> seat & 1 and (why := why_not_rider(say, box, table, seat, colour)):
            piece.facts["why"] = why
        pieces.append(piece)
    return Zone(id="order", name=say(mark("Running order")), count=len(pieces), pieces=pieces)


def why_not_rider(say: Say, box: Box, table: Table, seat: int, colour: int) -> str:
    """MC-R12, MC-R14: say why a rider on the track is not the one to name; nothing if he is, or if none is asked."""
    if table.phase == Phase.TARGET:
        return say(mark("a rival rider is asked for")) if is_own(box, table, seat, colour) else ""
    if table.phase != Phase.OVERTAKE or can_move_up(box, table, seat, colour):
        return ""
    place = place_of(table, colour)
    if place == 0:
        return say(mark("he leads"))
    ahead = int(table.order[place - 1])
    if table.lock_last >> colour & 1:
        return say(mark("he is left behind"))
    if table.lock_first == ahead + 1:
        return say(mark("the place ahead is safe"))
    return say(mark("no rival rides ahead of him") if not are_rivals(box, colour, ahead) else mark("not one of yours"))


@block
def out_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the riders who do not finish, with the cause."""
    retired = 0 if table.phase in {Phase.PICK, Phase.COLOUR} else int(table.retired)
    pieces = [
        rider_piece(
            box,
            table,
            rider_of(table, int(table.out[number])),
            f"rider.{words.LETTERS[table.out[number]]}",
            ["defect" if table.cause[number] == DEFECT else "fall"],
        )
        for number in range(retired)
    ]
    return Zone(id="out", name=say(mark("Out of the heat")), count=len(pieces), pieces=pieces)


@block
def straight_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the attack card that lies face down."""
    if not table.attack:
        return Zone(id="straight", name=say(mark("Straight")))
    card = UNKNOWN if table.attack == UNKNOWN else int(table.attack) - 1
    piece = card_piece(say, box, card, "straight.attack", ["face_down"])
    return Zone(id="straight", name=say(mark("Straight")), owner=attacker_of(table), count=1, pieces=[piece])


@block
def chain_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the cards laid in the bend, the last one on top with the orders that it can lead to if it stands."""
    count = int(table.chain_count)
    pieces = [
        card_piece(
            say,
            box,
            int(table.chain[place]),
            f"chain.{place}",
            ["top"] if place == count - 1 else ["beaten"],
            lap_now(table),
        )
        for place in range(count)
    ]
    if pieces:
        orders: Facts = {}
        for number, order in enumerate(standing_orders(box, table), start=1):
            orders |= placed_facts(order, f"order.{number}")
        pieces[-1] = pieces[-1].but(facts={**pieces[-1].facts, **orders})
    owner = int(table.top_seat) if count else None
    return Zone(id="chain", name=say(mark("Bend")), owner=owner, count=count, pieces=pieces)


def standing_orders(box: Box, table: Table) -> list[list[int]]:
    """List the running orders that the top card allows its owner to choose from, the first place first."""
    found = np.zeros(ARRANGEMENTS, np.int64)
    count = legal_arrange(box, table, int(table.top_seat), found)
    return [arranged(table, int(action)) for action in found[:count]]


def placed_facts(colours: list[int], name: str) -> Facts:
    """Tell a running order place by place: `place.1` is the helmet letter of whoever leads."""
    return {f"{name}.{place}": words.LETTERS[colour] for place, colour in enumerate(colours, start=1)}


def order_code(colours: list[int]) -> str:
    """Write a running order in helmet letters."""
    return "".join(words.LETTERS[colour] for colour in colours)


@block
def pool_zone(say: Say, box: Box, table: Table, colour: int, seat: int) -> Zone:
    """Show the riders left in a pool; those of others only if so agreed (they could be counted anyway)."""
    owner = int(table.seat_of[colour])
    shown = [rider for rider in range(RIDERS) if table.pool[colour] >> rider & 1]
    visible = box.show_rider_pools or owner == seat
    pieces = [
        rider_piece(
            box,
            table,
            colour * RIDERS + rider,
            f"pool.{words.LETTERS[colour]}.{rider}",
            ["chosen"] if table.pick[colour] == rider + 1 else [],
        )
        for rider in shown
        if visible
    ]
    if table.phase == Phase.PICK and owner == seat and table.waiting >> seat & 1:
        asked = colour_to_pick(table, seat)
        for piece in pieces if asked != colour else []:
            piece.facts["why"] = say(
                mark("now the rider with this helmet: {helmet}"), helmet=words.helmet(say, asked).lower()
            )
    return Zone(
        id=f"pool.{words.LETTERS[colour]}",
        name=say(mark("Riders left, {helmet}"), helmet=words.helmet(say, colour).lower()),
        owner=owner if owner != NOBODY else None,
        count=len(shown),
        pieces=pieces,
    )


@block
def lap_zone(say: Say, box: Box, table: Table, lap: int) -> Zone:
    """Show a lap deck: the number of cards, what they can still be, and the kind that is being ridden now."""
    riding = NOBODY
    if table.lap == lap + 1:
        riding = 0 if table.phase in STRAIGHTS else 1 if table.phase in BENDS else NOBODY
    pieces = [
        Piece(
            id=f"lap.{lap + 1}.{code}",
            kind="lap",
            face=code,
            facts={"left": int(table.laps[lap, kind]), "of": int(box.laps[lap, kind])},
            marks=["now"] if kind == riding else [],
        )
        for kind, code in enumerate(LAP_CODES)
    ]
    name = say(mark("Lap {lap}"), lap=lap + 1)
    return Zone(id=f"lap.{lap + 1}", name=name, count=int(table.laps[lap].sum()), pieces=pieces)


@block
def used_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the used pile, the latest card first."""
    pieces = [
        card_piece(say, box, int(card), f"used.{place}")
        for place, card in enumerate(table.cards[CARDS - int(table.used_count) :])
    ]
    return Zone(id="used", name=say(mark("Used pile")), count=len(pieces), pieces=pieces)


@block
def programme_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the score by heat, as a supporter writes it in the programme."""
    pieces = [
        Piece(
            id=f"heat.{heat + 1}",
            kind="heat",
            face=str(heat + 1),
            name=heat_text(say, box, table, heat),
            facts=heat_facts(say, box, table, heat),
        )
        for heat in range(heats_run(table))
    ]
    return Zone(id="programme", name=say(mark("Programme")), count=len(pieces), pieces=pieces)


@block
def heat_facts(say: Say, box: Box, table: Table, heat: int) -> Facts:
    """Write what each colour got in a heat; of the last one also who rode and what he has scored so far."""
    points = [words.heat_points(box, table, heat, colour) for colour in range(COLOURS)]
    facts: Facts = {"title": heat_name(say, box, heat), "winner": words.LETTERS[points.index(max(points))]}
    if box.format != Format.FOURWAY and heat < box.heats:
        facts |= {"host": points[0] + points[1], "guest": points[2] + points[3]}
    is_last = heat == heats_run(table) - 1
    for colour, letter in enumerate(words.LETTERS):
        facts[letter] = words.heat_mark(box, table, heat, colour)
        facts[f"{letter}.points"] = points[colour]
        rider = int(table.results[heat, colour]) // 8 - 1
        if is_last and rider >= 0:
            card = colour * RIDERS + rider
            facts[f"{letter}.rider"] = f"{int(box.number[card])} {read_text(box.name[card])}"
            facts[f"{letter}.list"] = words.rider_marks(box, table, card)
    return facts


def heats_run(table: Table) -> int:
    """Count the heats that have a result."""
    return sum(any(row) for row in table.results[: table.heat])


@block
def heat_text(say: Say, box: Box, table: Table, heat: int) -> str:
    """Name a heat and its result, in a match as 5:1."""
    name = heat_name(say, box, heat)
    if heat >= box.heats or box.format == Format.FOURWAY:
        return name
    points = [words.heat_points(box, table, heat, colour) for colour in range(COLOURS)]
    return f"{name}  {points[0] + points[1]}:{points[2] + points[3]}"


def heat_name(say: Say, box: Box, heat: int) -> str:
    """Name a heat."""
    return say(mark("Run-off")) if heat >= box.heats else say(mark("Heat {heat}"), heat=heat + 1)


def coach_zone(say: Say, box: Box) -> Zone:
    """Show the coach card: what each symbol does."""
    symbols = [read_text(box.effects[number].symbol) for number in range(EFFECTS)]
    pieces = [Piece(id=f"coach.{number}", kind="coach", face=symbol) for number, symbol in enumerate(symbols) if symbol]
    return Zone(id="coach", name=say(mark("Coach card")), count=2, pieces=pieces)


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read."""
    heats, heat, lap = int(box.heats), int(table.heat), lap_now(table)
    shown = [
        Counter(id="heat", name=say(mark("Heat")), value=heat, of=heats, text=clock(say, box, table)),
        Counter(id="series", name=say(mark("Heat of the series")), value=(heat - 1) % RIDERS + 1, of=RIDERS),
        Counter(id="lap", name=say(mark("Lap")), value=lap, of=max(LAPS, lap)),
    ]
    for colour in range(COLOURS):
        owner = int(table.seat_of[colour])
        shown.append(
            Counter(
                id=f"points.{words.LETTERS[colour]}",
                name=words.helmet(say, colour),
                value=int(table.points[colour]),
                owner=owner if owner != NOBODY else None,
            )
        )
    if table.chain_count:
        top = box.cards[top_card(table)]
        unseen = unseen_cards(box, table, seat)
        same_edge = sum(box.cards[card].colour == top.colour for card in unseen)
        same_effect = sum(box.cards[card].effect == top.effect for card in unseen)
        shown.append(Counter(id="unseen.edge", name=say(words.EDGES[top.colour]), value=int(same_edge)))
        shown.append(
            Counter(id="unseen.effect", name=words.effect_title(say, box, top_card(table)), value=int(same_effect))
        )
    if box.format != Format.FOURWAY:
        for side, name in enumerate(words.SIDES):
            shown.append(Counter(id=f"side.{side}", name=say(name), value=sum(table.points[2 * side : 2 * side + 2])))
    elif table.phase == Phase.OVER:
        for colour in range(COLOURS):
            name = say(mark("Final rank, {helmet}"), helmet=words.helmet(say, colour).lower())
            shown.append(Counter(id=f"rank.{words.LETTERS[colour]}", name=name, value=int(table.rank[colour])))
    return shown


def lap_now(table: Table) -> int:
    """Give the lap being ridden, 0 between heats; the extra fight is the fifth."""
    return 0 if table.phase in {Phase.OVER, Phase.COLOUR, Phase.PICK} else int(table.lap)


def unseen_cards(box: Box, table: Table, seat: int) -> list[int]:
    """List the fight cards that a seat has not seen: not in the hands it knows, the bend or the used pile."""
    seen = {int(card) for card in table.cards[CARDS - int(table.used_count) :]}
    seen |= {int(card) for card in table.chain[: table.chain_count]}
    for holder in range(int(box.seats)):
        seen |= {int(card) for card in table.hand[holder, : table.hand_count[holder]]}
    return [card for card in range(int(box.total)) if card not in seen]


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the pieces to click for an action."""
    if action < CARDS:
        return [
            f"hand.{seat}.{slot}" for slot in range(int(table.hand_count[seat])) if table.hand[seat, slot] == action
        ]
    if RIDER <= action < HELMET:
        rider = action - RIDER
        return [f"pool.{words.LETTERS[rider // RIDERS]}.{rider % RIDERS}"]
    if TARGET <= action < VICTIM:
        return [f"rider.{words.LETTERS[(action - TARGET) % COLOURS]}"]
    if HELMET <= action < TARGET:
        return [f"pool.{words.LETTERS[action - HELMET]}"]
    if VICTIM <= action < ORDER:
        return [f"hand.{action - VICTIM}"]
    if action >= ORDER:
        return [f"order.{order_code(arranged(table, action))}"]
    return []


def final(box: Box, table: Table, seat: int, action: int) -> bool:
    """MC-R20: cards to be exchanged are marked one by one. Riders are picked one by one too, but by all at once: a pick
    that another's has followed cannot be taken back.
    """
    return table.phase != Phase.EXCHANGE or action >= CARDS


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell what a rider has scored, the place he rides in, how many cards a hand has, the order that follows."""
    if RIDER <= action < HELMET:
        scored = words.rider_marks(box, table, action - RIDER)
        return {"scored": scored} if scored else {}
    if TARGET <= action < MOVER:
        return {"place": place_of(table, action - TARGET) + 1}
    if MOVER <= action < VICTIM:
        return {"passes": words.LETTERS[table.order[place_of(table, action - MOVER) - 1]]}
    if HELMET <= action < TARGET:
        return {"letter": words.LETTERS[action - HELMET]}
    if VICTIM <= action < ORDER:
        return {"seat": action - VICTIM, "cards": int(table.hand_count[action - VICTIM])}
    return placed_facts(arranged(table, action), "place") if action >= ORDER else {}


def detail(say: Say, box: Box, table: Table, seat: int, action: int, found: Facts | None = None) -> str:
    """Say in a line what an action means: what a card's effect does, the order that follows, how a rider has scored."""
    found = facts(box, table, seat, action) if found is None else found
    if action < CARDS:
        effect = int(box.cards[action].effect)
        return words.describe_effect(say, box, effect, lap_now(table)) if table.phase >= Phase.OPEN else ""
    if "scored" in found:
        return say(mark("points so far: {marks}"), marks=found["scored"])
    if "place" in found:
        return say(mark("place {place}"), place=found["place"])
    if "passes" in found:
        return say(mark("passes {passed}"), passed=words.helmet(say, words.LETTERS.index(str(found["passes"]))))
    if "cards" in found:
        return say.count(mark("{n} card"), mark("{n} cards"), int(found["cards"]))
    return words.order_text(say, arranged(table, action)) if action >= ORDER else ""


def arranged(table: Table, action: int) -> list[int]:
    """Give the order that an arrangement leads to."""
    places = {place: colour for colour, place in words.placed(action)}
    pair = set(places.values())
    rest = [int(colour) for colour in table.order[: table.racing] if colour not in pair]
    return [places[place] if place in places else rest.pop(0) for place in range(int(table.racing))]


def time(say: Say, box: Box, table: Table) -> str:
    """Tell the heat in two signs or three."""
    return "" if table.phase == Phase.OVER or table.tied else say(mark("H{heat}"), heat=int(table.heat))


def clock(say: Say, box: Box, table: Table) -> str:
    """Say where the meeting stands: heat and lap."""
    if table.phase == Phase.OVER:
        return say(mark("The last heat is over"))
    if table.tied:
        heat = say(mark("Run-off"))
    else:
        heat = say(mark("Heat {heat} of {heats}"), heat=int(table.heat), heats=int(box.heats))
    if table.phase in {Phase.PICK, Phase.COLOUR}:
        return heat
    return heat + ", " + say(mark("lap {lap}"), lap=int(table.lap))
