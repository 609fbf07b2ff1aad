"""A hidden table of MCS as a person sees it: zones and counters."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from matchday.engine.log import SPECTATOR
from matchday.engine.reading import block, printed
from matchday.engine.recent import recent
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.mcs import words
from matchday.games.mcs.faces import LAP_CODES
from matchday.games.mcs.rules import legal
from matchday.games.mcs.rules.bend import top_card
from matchday.games.mcs.rules.effects import can_move_up, legal_arrange
from matchday.games.mcs.rules.questions import are_rivals, is_own, place_of, rider_of
from matchday.games.mcs.rules.start import colour_to_pick
from matchday.games.mcs.state import (
    ACTIONS,
    ATTACK,
    CARDS,
    COLOURS,
    DECLINE,
    DEFECT,
    DEFENCE,
    EFFECTS,
    FALL,
    HELMET,
    LAPS,
    MOVER,
    NOBODY,
    ORDER,
    PASS,
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
INSTEAD: dict[int, str] = {
    Phase.ARRANGE: mark("no card now: choose the order of the pair"),
    Phase.OVERTAKE: mark("no card now: choose a rider"),
    Phase.TARGET: mark("no card now: choose a rider"),
    Phase.VICTIM: mark("no card now: choose a rival's hand"),
}
"""What is asked for where no fight card is."""
REFUSING = {Phase.ATTACK, Phase.DEFEND, Phase.BEAT, Phase.PICK, *INSTEAD}
"""When a card in hand says why it cannot be played."""
FOR_RIDERS = {Phase.OVERTAKE, Phase.TARGET}
BEFORE = {Phase.PICK, Phase.COLOUR}
"""Before a heat, when nobody is on the track."""
ALL_TRACKS = 15
ARRANGEMENTS = 32
"""Room for every arrangement of a pair."""

WHYS = {
    (Phase.ATTACK, True): mark("A card that you keep can still decide a bend."),
    (Phase.DEFEND, True): mark("A place can be won back; the card is spent for good."),
    (Phase.OPEN, False): mark("It stands unless somebody beats it."),
    (Phase.OPEN, True): mark("Whoever opens shows a card that others may beat."),
    (Phase.BEAT, False): mark("It takes the bend away from whoever laid the last card."),
    (Phase.BEAT, True): mark("What lies there hurts less than a card spent."),
    (Phase.OVERTAKE, False): mark("Every place is worth a point."),
    (Phase.TARGET, False): mark("His place is the one that costs you most."),
}
"""Why somebody would choose, by the question and by whether it is a pass."""

# ---------------------------------------------------------------- zones and counters


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards lie."""
    phase, asked = int(table.phase), bool(table.waiting >> seat & 1)
    lap, started = lap_now(table), phase not in BEFORE
    chooser = seat if asked and phase in FOR_RIDERS else SPECTATOR
    return [
        *[hand_zone(say, box, table, holder, phase, lap) for holder in range(int(box.seats))],
        order_zone(say, box, table, started, phase in STRAIGHTS, chooser),
        out_zone(say, box, table, started),
        straight_zone(say, box, table),
        chain_zone(say, box, table, late(lap)),
        *pool_zones(say, box, table, seat, phase == Phase.PICK, asked),
        *zones_beside(say, box, table, lap, kind_ridden(phase)),
    ]


def pool_zones(say: Say, box: Box, table: Table, seat: int, picking: bool, asked: bool) -> list[Zone]:
    """Show the riders left; those of others only if so agreed (they could be counted anyway)."""
    colour_asked = colour_to_pick(table, seat) if picking and asked else NOBODY
    marks, pools, owners = words.all_marks(words.UNSAID, box, table), table.pool, table.seat_of
    found = []
    for colour in range(COLOURS):
        own = bool(owners[colour] == seat)
        other = colour_asked if own and colour_asked != colour else NOBODY
        visible, picked = own or bool(box.show_rider_pools), int(table.pick[colour]) if picking else 0
        points = marks[RIDERS * colour : RIDERS * (colour + 1)] if visible else ()
        found.append(pool_zone(say, box, colour, int(owners[colour]), int(pools[colour]), points, picked, other))
    return found


def zones_beside(say: Say, box: Box, table: Table, lap: int, kind: int) -> list[Zone]:
    """Show what lies beside the track; of the lap decks the kind of card that is ridden now, on this lap."""
    laps = enumerate(table.laps, start=1)
    return [
        *[lap_zone(say, box, (number, tuple(left), kind if lap == number else NOBODY)) for number, left in laps],
        deck_zone(say, box, int(table.deck_count)),
        used_zone(say, box, tuple(table.cards[CARDS - int(table.used_count) :])),
        programme_zone(say, box, table),
        coach_zone(say, box, EFFECTS),
    ]


@printed
def deck_zone(say: Say, box: Box, count: int) -> Zone:
    """Show how many fight cards are still to come."""
    return Zone(id="deck", name=say(mark("Fight deck")), count=count)


def kind_ridden(phase: int) -> int:
    """Give the kind of lap card that is ridden in a phase."""
    return 0 if phase in STRAIGHTS else 1 if phase in BENDS else NOBODY


def late(lap: int) -> int:
    """Give the lap where effects come to something else, on the last one and after it, or 0."""
    return lap if lap >= LAPS else 0


@printed
def card_pieces(say: Say, box: Box, zone: str) -> Callable[..., Piece]:
    """Show a fight card that lies somewhere in a zone, or its back, marked.

    On a late lap it says what its effect then comes to; in a hand, why it cannot be played.
    """

    @cache
    def shown(place: str | int, card: int, marks: tuple[str, ...] = (), lap: int = 0, why: str = "") -> Piece:
        facts: Facts = {}
        if card != UNKNOWN and lap:
            facts["meaning"] = words.describe_effect(say, box, int(box.cards[card].effect), lap)
        if why:
            facts["why"] = why
        face = None if card == UNKNOWN else words.card_code(box, card)
        return Piece(id=f"{zone}.{place}", kind="card", face=face, facts=facts, marks=list(marks))

    return shown


def rider_piece(box: Box, table: Table, rider: int, element: str, marks: list[str], **facts: float | str) -> Piece:
    """Show a rider card: whose he is, and what he has scored."""
    return Piece(
        id=element,
        kind="rider",
        face=words.rider_code(box, rider),
        facts={**rider_facts(int(table.seat_of[rider // RIDERS]), words.rider_marks(box, table, rider)), **facts},
        marks=marks,
    )


def rider_facts(owner: int, points: str) -> Facts:
    """Tell whose a rider is, and what he has scored if he has ridden."""
    return {"owner": owner, "points": points} if points else {"owner": owner}


def hand_zone(say: Say, box: Box, table: Table, holder: int, phase: int, lap: int) -> Zone:
    """Show a hand, face up if the seat may see it; a card laid face down is no longer shown in it."""
    attack = int(table.attack) - 1 if attacker_of(table) == holder else NOBODY
    asked = bool(table.waiting >> holder & 1)
    chosen, refusing = int(table.marked) if asked else 0, phase if asked and phase in REFUSING else 0
    top = top_card(table) if refusing == Phase.BEAT else NOBODY
    cards = tuple(table.hand[holder][: table.hand_count[holder]])
    return lying_hand(say, box, holder, cards, attack, chosen, refusing, top, late(lap))


@recent
def lying_hand(
    say: Say, box: Box, holder: int, cards: tuple[int, ...], attack: int, chosen: int, phase: int, top: int, lap: int
) -> Zone:
    """Show a hand; of a card that is laid face down, and unknown, the last place is empty."""
    shown, pieces = card_pieces(say, box, f"hand.{holder}"), []
    for slot, card in enumerate(map(int, cards)):
        if attack != NOBODY and (card == attack or (card == UNKNOWN and slot == len(cards) - 1)):
            continue
        why = refusal(say, box, phase, top, card) if phase else ""
        pieces.append(shown(slot, card, ("chosen",) if chosen >> slot & 1 else (), lap, why))
    return Zone(id=f"hand.{holder}", name=say(mark("Hand")), owner=holder, count=len(pieces), pieces=pieces)


def refusal(say: Say, box: Box, phase: int, top_card: int, card: int) -> str:
    """Say why a card in hand cannot be played in a phase, or on the top card of a bend; nothing where it can, or where
    its face is not seen.
    """
    if card == UNKNOWN:
        return ""
    printed_on = box.cards[card]
    if phase == Phase.ATTACK and printed_on.kind != ATTACK:
        return say(mark("its letters defend; an attack needs red ones"))
    if phase == Phase.DEFEND and printed_on.kind == ATTACK:
        return say(mark("its letters attack; a defence needs green ones"))
    if phase == Phase.BEAT:
        top = box.cards[top_card]
        if printed_on.colour == top.colour or printed_on.effect == top.effect:
            return ""
        symbol = words.effect_title(say, box, top_card)
        return say(mark("not {edge}, not {symbol}"), edge=say(words.EDGES[top.colour]), symbol=symbol)
    if phase == Phase.PICK:
        return say(mark("fight cards come on the straights and in the bends"))
    return say(INSTEAD[phase]) if phase in INSTEAD else ""


def attacker_of(table: Table) -> int:
    """Give the seat whose attack card lies face down, or NOBODY."""
    return int(table.seat_of[table.order[table.place]]) if table.attack else NOBODY


def marks_of(table: Table, colour: int) -> list[str]:
    """List what has befallen a rider: locked in the first or the last place, in trouble, without a card."""
    marks = []
    if table.lock_first == colour + 1:
        marks.append("first")
    if table.lock_last >> colour & 1:
        marks.append("last")
    if table.trouble and table.trouble_of == colour:
        marks.append("fall" if table.trouble == FALL else "defect")
    if table.aim == colour + 1 and not table.trouble and table.chain_count:
        marks.append("aimed")
    if table.no_card == colour + 1:
        marks.append("no_card")
    return marks


@block
def order_zone(say: Say, box: Box, table: Table, started: bool, fighting: bool, chooser: int) -> Zone:
    """Show the riders on the track from the first place down, with the points that the places are worth.

    On a straight tell who attacks and who is attacked; to whoever names a rider why it cannot be this one.
    """
    fight = {int(table.place): ["attacks"], int(table.place) - 1: ["defends"]} if fighting else {}
    pieces = []
    for place in range(int(table.racing) if started else 0):
        colour = int(table.order[place])
        marks = marks_of(table, colour) + fight.get(place, [])
        why = why_not_rider(say, box, table, chooser, colour) if chooser != SPECTATOR else ""
        facts: Facts = {"worth": int(box.points[place]), **({"why": why} if why else {})}
        element = f"rider.{words.LETTERS[colour]}"
        pieces.append(rider_piece(box, table, rider_of(table, colour), element, marks, **facts))
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
def out_zone(say: Say, box: Box, table: Table, started: bool) -> Zone:
    """Show the riders who do not finish, with the cause."""
    pieces = [
        rider_piece(
            box,
            table,
            rider_of(table, int(table.out[number])),
            f"rider.{words.LETTERS[table.out[number]]}",
            ["defect" if table.cause[number] == DEFECT else "fall"],
        )
        for number in range(int(table.retired) if started else 0)
    ]
    return Zone(id="out", name=say(mark("Out of the heat")), count=len(pieces), pieces=pieces)


@block
def straight_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the attack card that lies face down."""
    if not table.attack:
        return Zone(id="straight", name=say(mark("Straight")))
    card = UNKNOWN if table.attack == UNKNOWN else int(table.attack) - 1
    piece = card_pieces(say, box, "straight")("attack", card, ("face_down",))
    return Zone(id="straight", name=say(mark("Straight")), owner=attacker_of(table), count=1, pieces=[piece])


@block
def chain_zone(say: Say, box: Box, table: Table, lap: int) -> Zone:
    """Show the cards laid in the bend, the last one on top with the orders that it can lead to if it stands."""
    count = int(table.chain_count)
    shown = card_pieces(say, box, "chain")
    pieces = [
        shown(place, int(card), ("top" if place == count - 1 else "beaten",), lap)
        for place, card in enumerate(table.chain[:count])
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


@recent
def pool_zone(
    say: Say, box: Box, colour: int, owner: int, pool: int, points: tuple[str, ...], picked: int, other: int
) -> Zone:
    """Show the riders left in a pool, those that are seen with their points; and which helmet is asked for instead."""
    letter, left = words.LETTERS[colour], [rider for rider in range(RIDERS) if pool >> rider & 1]
    dark: Facts = {}
    if other != NOBODY:
        text = mark("now the rider with this helmet: {helmet}")
        dark = {"why": say(text, helmet=words.helmet(say, other).lower())}
    pieces = [
        Piece(
            id=f"pool.{letter}.{rider}",
            kind="rider",
            face=words.rider_code(box, colour * RIDERS + rider),
            facts={**rider_facts(owner, points[rider]), **dark},
            marks=["chosen"] if picked == rider + 1 else [],
        )
        for rider in left
        if points
    ]
    return Zone(
        id=f"pool.{letter}",
        name=say(mark("Riders left, {helmet}"), helmet=words.helmet(say, colour).lower()),
        owner=owner if owner != NOBODY else None,
        count=len(left),
        pieces=pieces,
    )


@printed
def lap_zone(say: Say, box: Box, which: tuple[int, tuple[int, ...], int]) -> Zone:
    """Show a lap deck: the number of cards, what they can still be, and the kind that is being ridden now."""
    lap, left, riding = which
    of = box.laps[lap - 1]
    pieces = [
        Piece(
            id=f"lap.{lap}.{code}",
            kind="lap",
            face=code,
            facts={"left": int(left[kind]), "of": int(of[kind])},
            marks=["now"] if kind == riding else [],
        )
        for kind, code in enumerate(LAP_CODES)
    ]
    return Zone(id=f"lap.{lap}", name=say(mark("Lap {lap}"), lap=lap), count=int(sum(left)), pieces=pieces)


@recent
def used_zone(say: Say, box: Box, cards: tuple[int, ...]) -> Zone:
    """Show the used pile, the latest card first; numbered from below, so that a card keeps its number."""
    shown = card_pieces(say, box, "used")
    pieces = [shown(len(cards) - place, int(card)) for place, card in enumerate(cards, start=1)]
    return Zone(id="used", name=say(mark("Used pile")), count=len(pieces), pieces=pieces)


@block
def programme_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the score by heat, as a supporter writes it in the programme."""
    run = heats_run(table)
    pieces = [heat_piece(say, box, heat, tuple(row)) for heat, row in enumerate(table.results[:run])]
    if pieces:
        pieces[-1] = pieces[-1].but(facts={**pieces[-1].facts, **who_rode(box, table, run - 1)})
    return Zone(id="programme", name=say(mark("Programme")), count=len(pieces), pieces=pieces)


@recent
def heat_piece(say: Say, box: Box, heat: int, row: tuple[int, ...]) -> Piece:
    """Name a heat and write what each colour got, in a match also 5:1."""
    name = title = heat_name(say, box, heat)
    points = [words.entry_points(box, int(entry)) for entry in row]
    facts: Facts = {"title": title, "winner": words.LETTERS[points.index(max(points))]}
    if box.format != Format.FOURWAY and heat < box.heats:
        host, guest = points[0] + points[1], points[2] + points[3]
        facts |= {"host": host, "guest": guest}
        name = f"{title}  {host}:{guest}"
    for colour, letter in enumerate(words.LETTERS):
        facts[letter] = words.entry_mark(box, int(row[colour]), int(row[colour ^ 1]))
        facts[f"{letter}.points"] = points[colour]
    return Piece(id=f"heat.{heat + 1}", kind="heat", face=str(heat + 1), name=name, facts=facts)


def who_rode(box: Box, table: Table, heat: int) -> Facts:
    """Tell who rode in a heat, and all he scored."""
    facts: Facts = {}
    for colour, letter in enumerate(words.LETTERS):
        rider = int(table.results[heat, colour]) // 8 - 1
        if rider >= 0:
            card = colour * RIDERS + rider
            facts[f"{letter}.rider"] = f"{int(box.number[card])} {read_text(box.name[card])}"
            facts[f"{letter}.list"] = words.rider_marks(box, table, card)
    return facts


def heats_run(table: Table) -> int:
    """Count the heats that have a result."""
    return sum(any(row) for row in table.results[: table.heat])


def heat_name(say: Say, box: Box, heat: int) -> str:
    """Name a heat."""
    return say(mark("Run-off")) if heat >= box.heats else say(mark("Heat {heat}"), heat=heat + 1)


@printed
def coach_zone(say: Say, box: Box, effects: int) -> Zone:
    """Show the coach card: what each symbol does."""
    symbols = [read_text(effect.symbol) for effect in box.effects[:effects]]
    pieces = [Piece(id=f"coach.{number}", kind="coach", face=symbol) for number, symbol in enumerate(symbols) if symbol]
    return Zone(id="coach", name=say(mark("Coach card")), count=2, pieces=pieces)


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read."""
    shown = [
        *clock_counters(say, box, table, lap_now(table), clock(say, box, table)),
        *points_counters(say, box, table),
        *(unseen_counters(say, box, table) if table.chain_count else []),
    ]
    if box.format != Format.FOURWAY:
        shown += side_counters(say, box, table)
    elif table.phase == Phase.OVER:
        shown += rank_counters(say, box, table)
    return shown


@block
def clock_counters(say: Say, box: Box, table: Table, lap: int, clock: str) -> list[Counter]:
    """Show the heat and the lap."""
    heat = int(table.heat)
    return [
        Counter(id="heat", name=say(mark("Heat")), value=heat, of=int(box.heats), text=clock),
        Counter(id="series", name=say(mark("Heat of the series")), value=(heat - 1) % RIDERS + 1, of=RIDERS),
        Counter(id="lap", name=say(mark("Lap")), value=lap, of=max(LAPS, lap)),
    ]


@block
def points_counters(say: Say, box: Box, table: Table) -> list[Counter]:
    """Show the points of the colours."""
    return [
        Counter(
            id=f"points.{words.LETTERS[colour]}",
            name=words.helmet(say, colour),
            value=int(table.points[colour]),
            owner=int(owner) if owner != NOBODY else None,
        )
        for colour, owner in enumerate(table.seat_of)
    ]


@block
def unseen_counters(say: Say, box: Box, table: Table) -> list[Counter]:
    """Show how many unseen cards could beat the top one, by its edge and by its effect."""
    top, unseen = box.cards[top_card(table)], [box.cards[card] for card in unseen_cards(box, table)]
    same_edge = sum(card.colour == top.colour for card in unseen)
    same_effect = sum(card.effect == top.effect for card in unseen)
    return [
        Counter(id="unseen.edge", name=say(words.EDGES[top.colour]), value=int(same_edge)),
        Counter(id="unseen.effect", name=words.effect_title(say, box, top_card(table)), value=int(same_effect)),
    ]


@block
def side_counters(say: Say, box: Box, table: Table) -> list[Counter]:
    """Show the points of host and guest."""
    return [
        Counter(id=f"side.{side}", name=say(name), value=int(sum(table.points[2 * side : 2 * side + 2])))
        for side, name in enumerate(words.SIDES)
    ]


@block
def rank_counters(say: Say, box: Box, table: Table) -> list[Counter]:
    """Show who has come in where."""
    return [
        Counter(
            id=f"rank.{words.LETTERS[colour]}",
            name=say(mark("Final rank, {helmet}"), helmet=words.helmet(say, colour).lower()),
            value=int(rank),
        )
        for colour, rank in enumerate(table.rank)
    ]


def lap_now(table: Table) -> int:
    """Give the lap being ridden, 0 between heats; the extra fight is the fifth."""
    return 0 if table.phase in BEFORE or table.phase == Phase.OVER else int(table.lap)


def unseen_cards(box: Box, table: Table) -> list[int]:
    """List the fight cards that a seat has not seen: not in the hands it knows, the bend or the used pile."""
    seen = {*table.cards[CARDS - int(table.used_count) :], *table.chain[: table.chain_count]}
    for holder in range(int(box.seats)):
        seen |= {*table.hand[holder][: table.hand_count[holder]]}
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


def named(box: Box, table: Table, seat: int, action: int) -> bool:
    """Tell whether an action is called as its pieces are: riders, and cards that are exchanged."""
    return RIDER <= action < HELMET or (action < CARDS and table.phase == Phase.EXCHANGE)


def final(box: Box, table: Table, seat: int, action: int) -> bool:
    """MC-R20: cards to be exchanged are marked one by one. Riders are picked one by one too, but by all at once: a pick
    that another's has followed cannot be taken back.
    """
    return table.phase != Phase.EXCHANGE or action >= CARDS


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell what a rider has scored, the place he rides in, how many cards a hand has, the order that follows; of a card
    on the straight how many of the cards that it could meet it shuts, or that would shut it.
    """
    if action < CARDS and table.phase in STRAIGHTS:
        tracks, kind = int(box.cards[action].tracks), int(box.cards[action].kind)
        met = unseen_tracks(words.UNSAID, box, table, DEFENCE if kind == ATTACK else ATTACK)
        shut = [not (tracks & ~other if kind == ATTACK else other & ~tracks) for other in met]
        return {"shut": sum(shut), "of": len(met)}
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
    if "shut" in found:
        return straight_detail(say, box, action, int(found["shut"]), int(found["of"]))
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


def because(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say why somebody would choose an action: how often a card does it, or what a card that is kept can still do."""
    phase = Phase(int(table.phase))
    if action == DECLINE:
        return ""
    if RIDER <= action < HELMET and phase == Phase.PICK:
        return because_pick(say, box, table, seat, action - RIDER)
    if action == PASS or action >= CARDS:
        return say(WHYS[phase, action == PASS]) if (phase, action == PASS) in WHYS else ""
    found = facts(box, table, seat, action)
    if "shut" not in found:
        return say(WHYS[phase, False]) if (phase, False) in WHYS else ""
    shut, of = int(found["shut"]), int(found["of"])
    if box.cards[action].kind == ATTACK:
        return say(mark("{open} of {of} unseen defences leave a line open against it."), open=of - shut, of=of)
    return say(mark("It shuts the door on {shut} of {of} unseen attacks."), shut=shut, of=of)


def because_pick(say: Say, box: Box, table: Table, seat: int, rider: int) -> str:
    """Say what a rider's number does: it leads from the gate, or leaves the higher ones for other heats."""
    found = np.zeros(ACTIONS, np.int64)
    pool = [int(action) - RIDER for action in found[: legal(box, table, seat, found)] if RIDER <= action < HELMET]
    if box.number[rider] == max(box.number[each] for each in pool):
        return say(mark("The highest number that you have left: it leads from the gate."))
    return say(mark("Your higher numbers stay for heats that matter more."))


@recent
def straight_detail(say: Say, box: Box, card: int, shut: int, of: int) -> str:
    """Say which lines a defence blocks and leaves open, and how many of the unseen cards shut an attack or are shut."""
    tracks = int(box.cards[card].tracks)
    if box.cards[card].kind == ATTACK:
        return say(mark("Shut by {shut} of {of} unseen defences."), shut=shut, of=of)
    odds = say(mark("Stops {shut} of {of} unseen attacks."), shut=shut, of=of)
    if tracks == ALL_TRACKS:
        return f"{say(mark('Blocks every line.'))} {odds}"
    lines = say(mark("Blocks {shut}; open on {open}."), shut=words.lines_of(tracks), open=words.lines_of(~tracks))
    return f"{lines} {odds}"


@block
def unseen_tracks(_: Say, box: Box, table: Table, kind: int) -> list[int]:
    """List the lines of the attack or defence cards that a seat has not seen; one that lies face down is among them."""
    return [int(box.cards[card].tracks) for card in unseen_cards(box, table) if box.cards[card].kind == kind]


def arranged(table: Table, action: int) -> list[int]:
    """Give the order that an arrangement leads to."""
    places = {place: colour for colour, place in words.placed(action)}
    pair = set(places.values())
    rest = [int(colour) for colour in table.order[: table.racing] if colour not in pair]
    return [places[place] if place in places else rest.pop(0) for place in range(int(table.racing))]


@block
def time(say: Say, box: Box, table: Table) -> str:
    """Tell the heat in two signs or three."""
    return "" if table.phase == Phase.OVER or table.tied else say(mark("H{heat}"), heat=int(table.heat))


@block
def clock(say: Say, box: Box, table: Table) -> str:
    """Say where the meeting stands: heat and lap."""
    if table.phase == Phase.OVER:
        return say(mark("The last heat is over"))
    if table.tied:
        heat = say(mark("Run-off"))
    else:
        heat = say(mark("Heat {heat} of {heats}"), heat=int(table.heat), heats=int(box.heats))
    if table.phase in BEFORE:
        return heat
    return heat + ", " + say(mark("lap {lap}"), lap=int(table.lap))
