"""The zones of a table of Kickards: cards, stars, shop and track, and why something cannot be had now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from matchday.engine.reading import block, printed
from matchday.engine.recent import recent
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.engine.view import Facts, Piece, Zone
from matchday.games.kickards import words
from matchday.games.kickards.faces import COLOUR_CODES as STYLES
from matchday.games.kickards.odds import Outlook, is_forecast, outlook, with_bonus, worlds
from matchday.games.kickards.rules.bonuses import can_buy, can_draw_by_control
from matchday.games.kickards.rules.control import token_of
from matchday.games.kickards.rules.moves import affords, reds_of, rival
from matchday.games.kickards.rules.position import can_control_k6, can_use
from matchday.games.kickards.rules.shot import can_buy_late, can_control_percent
from matchday.games.kickards.state import (
    COLOURS,
    GREEN,
    LIVE,
    RED,
    UNKNOWN,
    Bonus,
    Box,
    Choice,
    Phase,
    Place,
    Table,
    Track,
)

# bonuses that change the forecast
FORECAST = (Bonus.PLUS10, Bonus.MINUS10, Bonus.HALVE, Bonus.PLUS1, Bonus.MINUS1, Bonus.REROLL_MISS)
SHOP_HOURS = (Phase.BUY, Phase.POSITION, Phase.PERCENT)
LINE_UPS = {"attack": mark("Attack"), "defence": mark("Defence")}
STAR = "★"
SHOOTER = ("shooter",)
PLAIN = Say()
"""For what is the same in every language."""
REMEMBERED = 10_000
GOALS, FIRST_LEG, PENALTIES = mark("Goals"), mark("First leg"), mark("Penalties")
VAR_TOKEN, YELLOW_CARDS, RED_CARDS = mark("VAR token"), mark("Yellow cards"), mark("Red cards")
LIMIT = mark("Line-up limit")
TRACK_HOURS = {
    Track.DRAW: mark("to be used when bonuses are bought"),
    Track.PCT: mark("to be used when the chance is known, before the shot"),
    Track.NUDGE: mark("to be used when the d6 lies on the table"),
    Track.REROLL: mark("to be used when the d6 lies on the table"),
}


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards lie."""
    phase = table.phase
    asked = asked_of(table, seat)
    found = [*line_up_zones(say, box, table), *event_zones(say, box, table, seat, phase == Phase.COACH_PICK)]
    if box.control:
        found.append(track_zone(say, box, table, seat))
    for side in range(2):
        chooses = phase == Phase.ATTACK and side == table.att
        found.append(hand_zone(say, box, table, side, chooses))
        found += pile_zones(say, box, table, side)
        found.append(purse_zone(say, box, table, side))
    if seat < 2:
        is_open = asked in SHOP_HOURS
        found.append(shop_zone(say, box, table, seat, asked) if is_open else shut_shop(say, box, table, seat))
        found += pick_zones(say, box, table, seat, asked if asked in {Phase.STARS, Phase.BID} else Phase.OVER)
    return found


def asked_of(table: Table, seat: int) -> int:
    """Give the phase in which a seat is asked; `OVER` where it is not."""
    return table.phase if table.waiting >> seat & 1 else Phase.OVER


@printed
def footballer_codes(say: Say, box: Box, backs: int) -> list[str | None]:
    """List the faces of the footballers; behind them, for `UNKNOWN`, none."""
    codes: list[str | None] = [read_text(row.code) for row in box.footballers]
    return codes + [None] * (backs + 1 - len(codes))


class Known(NamedTuple):
    """A side's cards by where they are known to lie."""

    hand: tuple[int, ...]
    """Those chosen for a line-up among them."""
    chosen: tuple[int, ...]
    laid: tuple[int, ...]
    used: tuple[int, ...]
    sent_off: tuple[int, ...]


def known_cards(box: Box, table: Table, side: int) -> Known:
    """List a side's cards by where they are known to lie."""
    return by_place(tuple(table.where[side][: box.deck_size]))


@lru_cache(REMEMBERED)
def by_place(places: tuple[int, ...]) -> Known:
    """List cards by where they lie."""
    found: dict[int, list[int]] = defaultdict(list)
    for card, place in enumerate(places):
        found[place].append(card)
    chosen = found[Place.CHOSEN]
    lists = sorted(found[Place.HAND] + chosen), chosen, found[Place.LAID], found[Place.USED], found[Place.SENT_OFF]
    return Known(*map(tuple, lists))


def hand_of(box: Box, table: Table, side: int) -> list[int]:
    """List a hand as this table shows it: the known cards, then backs."""
    known = known_cards(box, table, side).hand
    return [*known, *[UNKNOWN] * (int(table.hand_count[side]) - len(known))]


def hand_zone(say: Say, box: Box, table: Table, side: int, chooses: bool) -> Zone:
    """Show a hand, face up as far as the seat knows it; cards chosen for a line-up are marked; and why all stay."""
    known, shooter = known_cards(box, table, side), int(table.shooter) - 1 if side == table.att else UNKNOWN
    partner = shooter if chooses and 0 <= shooter < box.deck_size else UNKNOWN
    alone = chooses and bool(table.chosen_count[side] == 1)
    why, count = why_stays(say, box, table, side), int(table.hand_count[side])
    return lying_hand(say, box, side, count, known.hand, known.chosen, shooter, partner, alone, why)


@recent
def lying_hand(
    say: Say,
    box: Box,
    side: int,
    count: int,
    known: tuple[int, ...],
    chosen: tuple[int, ...],
    shooter: int,
    partner: int,
    alone: bool,
    why: str,
) -> Zone:
    """Show a hand: the known cards, marked, then backs; of the others of a line-up who would add to its shooter."""
    shown, pieces = footballer_pieces(say, box, f"hand.{side}"), []
    for slot, card in enumerate(known):
        marks: tuple[str, ...] = ()
        if card in chosen:
            marks = ("chosen", "shooter") if card == shooter else ("chosen",)
        elif partner != UNKNOWN:
            flag, pair = partners(say, box, (partner, card))
            marks = flag + pair if alone else flag
        pieces.append(shown(slot, card, marks, why))
    pieces += [shown(slot, UNKNOWN) for slot in range(len(known), count)]
    return Zone(id=f"hand.{side}", name=say(mark("Hand")), owner=side, count=len(pieces), pieces=pieces)


@printed
def footballer_pieces(say: Say, box: Box, zone: str) -> Callable[..., Piece]:
    """Show a footballer who lies somewhere in a zone, or his back, marked; and why he cannot be played."""
    codes = footballer_codes(say, box, UNKNOWN)

    @cache
    def shown(place: int, card: int, marks: tuple[str, ...] = (), why: str = "") -> Piece:
        facts: Facts = {"why": why} if why else {}
        return Piece(id=f"{zone}.{place}", kind="footballer", face=codes[card], facts=facts, marks=list(marks))

    return shown


def why_stays(say: Say, box: Box, table: Table, side: int) -> str:
    """Say why no footballer of the hand can be played: enough are laid, or none is asked for; nothing if one can."""
    phase = table.phase
    if not table.waiting >> side & 1 or phase == Phase.KICK:
        return ""
    if phase in {Phase.ATTACK, Phase.DEFEND}:
        most = int(box.support) + 1 if phase == Phase.ATTACK else int(box.defence)
        full = table.chosen_count[side] >= most - reds_of(box, table, side)
        return say(mark("the line-up is full: {n} at most"), n=most - reds_of(box, table, side)) if full else ""
    discard = phase == Phase.CHOICE and table.choice == Choice.DISCARD
    return "" if discard else say(mark("footballers are laid when a turn begins"))


@printed
def partners(_: Say, box: Box, which: tuple[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """KC-130, KC-140: mark who would add to a shooter: by his flag, and, alone with him, by a two-man action."""
    first, second = (box.footballers[card] for card in which)
    pairs = {(int(pair.shooter), int(pair.support)) for pair in box.pair[: box.pairs]}
    is_pair = box.two_man and (int(first.position), int(second.position)) in pairs
    return ("flag",) if box.nationality and first.flag == second.flag else (), ("pair",) if is_pair else ()


def line_up_zones(say: Say, box: Box, table: Table) -> list[Zone]:
    """Show both line-ups."""
    att, shooter, counts = int(table.att), int(table.shooter) - 1, table.laid_count
    other = rival(att)
    attack, defence = known_cards(box, table, att).laid, known_cards(box, table, other).laid
    return [
        line_up_zone(say, box, att, "attack", int(counts[att]), attack, shooter),
        line_up_zone(say, box, other, "defence", int(counts[other]), defence, UNKNOWN),
    ]


@recent
def line_up_zone(say: Say, box: Box, side: int, zone: str, count: int, laid: tuple[int, ...], shooter: int) -> Zone:
    """Show a line-up, the shooter first; face down as backs."""
    cards = sorted(laid, key=lambda card: card != shooter) or [UNKNOWN] * count
    shown = footballer_pieces(say, box, zone)
    pieces = [shown(place, card, SHOOTER if card == shooter else ()) for place, card in enumerate(cards)]
    return Zone(id=zone, name=say(LINE_UPS[zone]), owner=side, count=count, pieces=pieces)


def pile_zones(say: Say, box: Box, table: Table, side: int) -> list[Zone]:
    """Show what is out of play: the deck, the open piles, the coach card."""
    known = known_cards(box, table, side)
    return out_of_play(say, box, side, int(table.deck_count[side]), known.used, known.sent_off, int(table.coach[side]))


@recent
def out_of_play(
    say: Say, box: Box, side: int, deck: int, used: tuple[int, ...], sent_off: tuple[int, ...], coach: int
) -> list[Zone]:
    """Show what a side has out of play."""
    return [
        Zone(id=f"deck.{side}", name=say(mark("Deck")), owner=side, count=deck),
        pile_zone(say, box, side, used, "used", say(mark("Used pile"))),
        pile_zone(say, box, side, sent_off, "sent_off", say(mark("Sent off"))),
        coach_zone(say, box, side, coach),
    ]


def pile_zone(say: Say, box: Box, side: int, cards: tuple[int, ...], zone: str, name: str) -> Zone:
    """Show an open pile."""
    faces = pile_pieces(say, box, f"{zone}.{side}")
    pieces = [faces[card] for card in cards]
    return Zone(id=f"{zone}.{side}", name=name, owner=side, count=len(pieces), pieces=pieces)


@printed
def pile_pieces(say: Say, box: Box, zone: str) -> list[Piece]:
    """Show every footballer as he would lie on a pile."""
    codes = footballer_codes(say, box, UNKNOWN)
    return [Piece(id=f"{zone}.{card}", kind="footballer", face=codes[card]) for card in range(int(box.deck_size))]


@printed
def event_codes(_: Say, box: Box, kinds: int) -> list[str]:
    """List the faces of the first kinds of event cards."""
    return [read_text(card.code) for card in box.event[:kinds]]


@printed
def events_printed(_: Say, box: Box, kinds: int) -> int:
    """Count the cards of the first kinds of events."""
    return sum(int(card.copies) for card in box.event[:kinds])


def event_piece(box: Box, card: int, element: str, marks: list[str] | None = None, copies: int = 0) -> Piece:
    """Show an event card (its number + 1), or its back; and how many of it lie there."""
    face = None if card == UNKNOWN else event_codes(PLAIN, box, int(box.event_kinds))[card - 1]
    return Piece(id=element, kind="event", face=face, facts={"copies": copies} if copies else {}, marks=marks or [])


@block
def event_zones(say: Say, box: Box, table: Table, seat: int, picks: bool) -> list[Zone]:
    """Show all event cards: that of this action, those offered to who picks a coach card, those seen, the deck."""
    gone = int(table.gone.sum())
    kept = 0 if picks else sum(bool(card) for card in table.coach)  # out of the deck from when both are laid
    left = events_printed(say, box, int(box.event_kinds)) - gone - kept
    return [
        event_zone(say, box, table),
        offer_zone(say, box, table, seat if picks else UNKNOWN),
        heap_zone(say, box, table),
        Zone(id="event_deck", name=say(mark("Event deck")), count=left),
    ]


def event_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the event of this action."""
    marks = ["coach"] if table.from_coach else []
    pieces = [event_piece(box, int(table.event), "event.0", marks)] if table.event else []
    return Zone(id="event", name=say(mark("Event")), count=len(pieces), pieces=pieces)


def offer_zone(say: Say, box: Box, table: Table, seat: int) -> Zone:
    """Show the event cards from which a seat picks a coach card."""
    offered = [] if seat > 1 else [int(card) for card in table.offer[seat] if card]
    pieces = [
        event_piece(box, card, f"offer.{place}", ["chosen"] if table.coach[seat] == card else [])
        for place, card in enumerate(offered)
    ]
    return Zone(id="offer", name=say(mark("Coach cards to choose from")), count=len(pieces), pieces=pieces)


def coach_zone(say: Say, box: Box, side: int, card: int) -> Zone:
    """Show a coach card, or its back."""
    pieces = [event_piece(box, card, f"coach.{side}")] if card else []
    return Zone(id=f"coach.{side}", name=say(mark("Coach card")), owner=side, count=len(pieces), pieces=pieces)


@block
def heap_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the event cards seen so far, by kind."""
    pieces = [
        event_piece(box, kind + 1, f"events.{kind}", copies=int(copies))
        for kind, copies in enumerate(table.gone[: box.event_kinds])
        if copies
    ]
    return Zone(id="events", name=say(mark("Events seen")), count=int(table.gone.sum()), pieces=pieces)


def purse_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show a side's stars by colour."""
    return purse_of(say, box, (side, *table.stars[side]))


@printed
def purse_of(say: Say, box: Box, which: tuple[int, ...]) -> Zone:
    """Show so many stars of each colour."""
    side, *stars = map(int, which)
    pieces = [
        Piece(id=f"stars.{side}.{colour}", kind="stars", face=STYLES[colour], facts={"count": count})
        for colour, count in enumerate(stars)
    ]
    return Zone(id=f"purse.{side}", name=say(mark("Stars")), owner=side, count=sum(stars), pieces=pieces)


def shop_zone(say: Say, box: Box, table: Table, seat: int, asked: int) -> Zone:
    """Show the action bonuses that serve this seat's role: price, how many it has, and what the next would change."""
    held, pieces = table.bonus[seat], []
    for bonus in serving(say, box, seat == table.att):
        if bonus <= Bonus.BLOCK and not box.early_buy and not held[bonus]:  # paid for when the event lies open
            continue
        why = why_not(say, box, table, seat, bonus, asked)
        piece = bonus_piece(say, box, (seat, bonus, int(held[bonus]), why))
        if not why and bonus in FORECAST and is_forecast(table):
            after = outlook(box, with_bonus(worlds(box, table), seat, bonus))
            piece = piece.but(facts={**piece.facts, **forecast_facts(after)})
        pieces.append(piece)
    return shop(say, seat, pieces)


def shut_shop(say: Say, box: Box, table: Table, seat: int) -> Zone:
    """Show the same while nothing can be bought: what cannot be paid for, and that it is not the moment."""
    return bonuses_held(say, box, seat, bool(seat == table.att), tuple(table.stars[seat]), tuple(table.bonus[seat]))


@recent
def bonuses_held(say: Say, box: Box, seat: int, attacks: bool, stars: tuple[int, ...], held: tuple[int, ...]) -> Zone:
    """Show the bonuses of a role that a seat has, and which it could pay for."""
    pieces = []
    for bonus in serving(say, box, attacks):
        if bonus <= Bonus.BLOCK and not box.early_buy and not held[bonus]:
            continue
        row = box.bonus[bonus]
        why = needs(say, box, bonus) if stars[row.colour] < row.cost else say(shop_hours(box, bonus))
        pieces.append(bonus_piece(say, box, (seat, bonus, int(held[bonus]), why)))
    return shop(say, seat, pieces)


@printed
def serving(_: Say, box: Box, attacks: bool) -> list[Bonus]:
    """List the bonuses that serve a role: green ones defend, red ones attack."""
    others = GREEN if attacks else RED
    return [bonus for bonus in Bonus if box.bonus[bonus].colour != others]


def shop(say: Say, seat: int, pieces: list[Piece]) -> Zone:
    """Show the bonuses of a seat."""
    return Zone(id=f"shop.{seat}", name=say(mark("Action bonuses")), owner=seat, count=len(pieces), pieces=pieces)


@printed
def bonus_piece(say: Say, box: Box, which: tuple[int, Bonus, int, str]) -> Piece:
    """Show a bonus of a seat: how many it has, and why it cannot have the next."""
    seat, bonus, held, why = which
    facts: Facts = {"held": held, "why": why} if why else {"held": held}
    code = bonus.name.lower()
    return Piece(id=f"bonus.{seat}.{code}", kind="bonus", face=code, facts=facts, marks=["held"] if held else [])


def why_not(say: Say, box: Box, table: Table, seat: int, bonus: int, asked: int | None = None) -> str:
    """Say why a bonus can be neither bought nor used: too few stars of its colour, no use for it, or not now."""
    asked = asked_of(table, seat) if asked is None else asked
    if asked == Phase.POSITION and can_use(box, table, seat, bonus):
        return ""
    if not affords(box, table, seat, bonus):
        return needs(say, box, bonus)
    if asked == Phase.PERCENT and can_buy_late(box, table, seat, bonus):
        return ""
    return why_not_bought(say, box, table, seat, bonus) if asked == Phase.BUY else say(shop_hours(box, bonus))


def shop_hours(box: Box, bonus: int) -> str:
    """Say when a bonus can be bought."""
    if bonus <= Bonus.BLOCK:
        return mark("to be paid for when the event lies open")
    return (
        mark("to be bought after the event, until the shot")
        if box.until_shot
        else mark("to be bought after the event, before the d6")
    )


@printed
def needs(say: Say, box: Box, bonus: int) -> str:
    """Say what a bonus costs to a seat that cannot pay for it."""
    row = box.bonus[bonus]
    return say(mark("needs {stars}"), stars=words.coloured(say, int(row.colour), int(row.cost)))


def why_not_bought(say: Say, box: Box, table: Table, seat: int, bonus: int) -> str:
    """KC-055..062: say why a bonus that could be paid for cannot be bought; nothing if it can."""
    if can_buy(box, table, seat, bonus):
        return ""
    if bonus <= Bonus.BLOCK:
        return say(shop_hours(box, bonus))
    if bonus <= Bonus.DRAW2:
        return say(mark("no card to draw"))
    return say(mark("no shot in this action") if table.acts[LIVE].no_shot else mark("the position is settled"))


@lru_cache(REMEMBERED)
def forecast_facts(after: Outlook) -> Facts:
    """Give the chances as they would be: the action's, and of each position."""
    facts: Facts = {"after.mean": after.mean}
    for position, (chance, faces) in enumerate(after.positions, start=1):
        facts[f"after.{position}"] = chance
        facts[f"after.{position}.of"] = faces
    return facts


def viewer(seat: int) -> int:
    """Give the side from which the table is looked at: a spectator sits with the first."""
    return seat if seat < 2 else 0


@block
def track_zone(say: Say, box: Box, table: Table, seat: int) -> Zone:
    """KC-154: show the spaces of the control track, what they give and cost, and for whom they are open."""
    token = token_of(table, viewer(seat))
    pieces = []
    for space in range(1, int(box.track) + 1):
        why = why_closed(say, box, table, seat, space) if seat < 2 else ""
        marks = ["open"] if token >= space else ["rival"] if -token >= space else []
        pieces.append(
            Piece(
                id=f"track.{space}",
                kind="space",
                face=str(space),
                facts={"why": why} if why else {},
                marks=[*marks, "token"] if abs(token) == space else marks,
            )
        )
    return Zone(id="track", name=say(mark("Control track")), count=max(token, 0), pieces=pieces)


def why_closed(say: Say, box: Box, table: Table, seat: int, space: int) -> str:
    """KC-154, KC-155: say why a space of the track cannot be used: the token is not there, or it is not the moment."""
    if token_of(table, seat) < space:
        return say(mark("the control token is not that far on your side"))
    usable = bool(table.waiting >> seat & 1) and (
        (table.phase == Phase.BUY and can_draw_by_control(box, table, seat, space))
        or (table.phase == Phase.PERCENT and can_control_percent(box, table, seat, space))
        or (
            table.phase == Phase.POSITION
            and any(can_control_k6(box, table, seat, space, direction) for direction in (1, -1))
        )
    )
    return "" if usable else say(TRACK_HOURS[Track(int(box.space[space].bonus[0].op))])


@block
def pick_zones(say: Say, box: Box, table: Table, seat: int, asked: int) -> list[Zone]:
    """Show how many stars may be picked: of each colour for printed stars, one number in two of the rows; or to bid,
    of the colour that is asked for and of those that come after it. With each number, what could be bought then.
    """
    attacks, stars = bool(seat == table.att), tuple(int(each) for each in table.stars[seat])
    extras = int(table.extras[seat]) if asked == Phase.STARS else -1
    colours = [
        star_piece(say, box, (printed_stars(colour, number), colour, number, stars[colour] + number, 1, attacks))
        for colour in range(COLOURS)
        for number in range(extras + 1)
    ]
    first = int(table.bid_colour[seat]) if asked == Phase.BID else COLOURS
    bids = [
        star_piece(say, box, (f"bid.{seat}.{colour}.{number}", colour, number, stars[colour] - number, -1, attacks))
        for colour in range(first, COLOURS)
        for number in range(stars[colour] + 1 if stars[colour] else 0)
    ]
    most = stars[first] if first < COLOURS else 0
    return [
        Zone(id=f"colours.{seat}", name=say(mark("Printed stars")), owner=seat, count=max(extras, 0), pieces=colours),
        Zone(id=f"bids.{seat}", name=say(mark("Game control")), owner=seat, count=most, pieces=bids),
    ]


def printed_stars(colour: int, number: int) -> str:
    """Name so many printed stars of a colour: short, as ninety choices name three each, and each seat sees its own."""
    return f"{STYLES[colour][0]}{number}"


@printed
def star_piece(say: Say, box: Box, which: tuple[str, int, int, int, int, bool]) -> Piece:
    """Show so many stars of a colour, to be picked; and which bonuses so many in the purse then pay for, where they are
    others than with one star less to pick.
    """
    element, colour, number, then, step, attacks = which
    facts: Facts = {"count": number}
    affords = affordable(say, box, colour, then, attacks)
    if affords != (affordable(say, box, colour, then - step, attacks) if number else ""):
        facts["affords"] = affords
    name = f"{say(words.COLOURS[colour])} {number}"
    return Piece(id=element, kind="colour", face=STYLES[colour], name=name, facts=facts)


def affordable(say: Say, box: Box, colour: int, stars: int, attacks: bool) -> str:
    """Name the bonuses that so many stars of a colour pay for."""
    rows = [bonus for bonus in serving(say, box, attacks) if box.bonus[bonus].colour == colour]
    return ", ".join(words.bonus_name(say, box, bonus) for bonus in rows if int(box.bonus[bonus].cost) <= stars)
