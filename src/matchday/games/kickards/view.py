"""A hidden table of Kickards as a person sees it: zones and counters."""

from __future__ import annotations

from collections.abc import Iterable

from matchday.engine.reading import block
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.kickards import words
from matchday.games.kickards.faces import COLOUR_CODES as STYLES
from matchday.games.kickards.odds import (
    Stage,
    World,
    Worlds,
    by_the_k6,
    has_shot,
    is_forecast,
    is_single,
    rolls_of,
    scores,
    scores_from,
    stage_of,
    with_bonus,
    with_control,
    worlds,
)
from matchday.games.kickards.rules.bonuses import can_buy, can_draw_by_control
from matchday.games.kickards.rules.control import token_of
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.rules.moves import reds_of, rival
from matchday.games.kickards.rules.position import can_control_k6, can_use
from matchday.games.kickards.rules.shot import can_buy_late, can_control_percent
from matchday.games.kickards.state import (
    ADDED,
    BID,
    BUY,
    CARDS,
    COLOUR,
    COLOURS,
    CONTROL,
    LIVE,
    OFFERED,
    PLAY_COACH,
    SHOOTOUT,
    SPLIT,
    STARS,
    UNKNOWN,
    USE,
    Aim,
    Bonus,
    Box,
    Choice,
    Flag,
    Op,
    Phase,
    Place,
    Pos,
    Table,
    Track,
)

# bonuses that change the forecast
FORECAST = (Bonus.PLUS10, Bonus.MINUS10, Bonus.HALVE, Bonus.PLUS1, Bonus.MINUS1, Bonus.REROLL_MISS)
STAR = "★"


# ---------------------------------------------------------------- zones


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards lie."""
    found = [
        line_up_zone(say, box, table, int(table.att), "attack", say(mark("Attack"))),
        line_up_zone(say, box, table, rival(int(table.att)), "defence", say(mark("Defence"))),
        event_zone(say, box, table),
        offer_zone(say, box, table, seat),
        heap_zone(say, box, table),
        Zone(id="event_deck", name=say(mark("Event deck")), count=event_deck_size(box, table)),
    ]
    if box.control:
        found.append(track_zone(say, box, table, seat))
    for side in range(2):
        found += [
            hand_zone(say, box, table, side),
            Zone(id=f"deck.{side}", name=say(mark("Deck")), owner=side, count=int(table.deck_count[side])),
            pile_zone(say, box, table, side, Place.USED, "used", say(mark("Used pile"))),
            pile_zone(say, box, table, side, Place.SENT_OFF, "sent_off", say(mark("Sent off"))),
            coach_zone(say, box, table, side),
            purse_zone(say, table, side),
        ]
    if seat < 2:
        found += [shop_zone(say, box, table, seat), colours_zone(say, table, seat), bids_zone(say, table, seat)]
    return found


def footballer(box: Box, card: int, element: str, marks: list[str] | None = None, why: str = "") -> Piece:
    """Show a footballer's card, or its back; and why it cannot be played."""
    face = None if card == UNKNOWN else read_text(box.footballers[card].code)
    return Piece(id=element, kind="footballer", face=face, facts={"why": why} if why else {}, marks=marks or [])


def cards_at(box: Box, table: Table, side: int, *places: int) -> list[int]:
    """List the cards of a side that are known to lie in these places."""
    return [card for card, place in enumerate(table.where[side][: box.deck_size]) if place in places]


def hand_of(box: Box, table: Table, side: int) -> list[int]:
    """List a hand as this table shows it: the known cards, then backs."""
    known = cards_at(box, table, side, Place.HAND, Place.CHOSEN)
    return known + [UNKNOWN] * (int(table.hand_count[side]) - len(known))


@block
def hand_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show a hand, face up as far as the seat knows it; cards chosen for a line-up are marked."""
    pieces = []
    for slot, card in enumerate(hand_of(box, table, side)):
        marks = []
        if card != UNKNOWN and table.where[side, card] == Place.CHOSEN:
            marks = ["chosen", "shooter"] if table.shooter == card + 1 and side == table.att else ["chosen"]
        elif card != UNKNOWN:
            marks = partner_marks(box, table, side, card)
        why = why_stays(say, box, table, side) if card != UNKNOWN and table.waiting >> side & 1 else ""
        pieces.append(footballer(box, card, f"hand.{side}.{slot}", marks, why))
    return Zone(id=f"hand.{side}", name=say(mark("Hand")), owner=side, count=len(pieces), pieces=pieces)


def why_stays(say: Say, box: Box, table: Table, side: int) -> str:
    """Say why no footballer of the hand can be played: enough are laid, or none is asked for; nothing if one can."""
    if table.phase in {Phase.ATTACK, Phase.DEFEND}:
        most = int(box.support) + 1 if table.phase == Phase.ATTACK else int(box.defence)
        full = table.chosen_count[side] >= most - reds_of(box, table, side)
        return say(mark("the line-up is full")) if full else ""
    discard = table.phase == Phase.CHOICE and table.choice == Choice.DISCARD
    return "" if discard or table.phase == Phase.KICK else say(mark("no footballer is asked for now"))


def partner_marks(box: Box, table: Table, side: int, card: int) -> list[str]:
    """KC-130, KC-140: mark the hand cards that would add to the shooter being chosen: his flag, or a two-man action."""
    shooter = int(table.shooter) - 1
    if table.phase != Phase.ATTACK or side != table.att or not 0 <= shooter < box.deck_size:
        return []
    first, second = box.footballers[shooter], box.footballers[card]
    marks = ["flag"] if box.nationality and first.flag == second.flag else []
    if box.two_man and table.chosen_count[side] == 1:
        pairs = {(int(pair.shooter), int(pair.support)) for pair in box.pair[: box.pairs]}
        if (int(first.position), int(second.position)) in pairs:
            marks.append("pair")
    return marks


@block
def line_up_zone(say: Say, box: Box, table: Table, side: int, zone: str, name: str) -> Zone:
    """Show a line-up, the shooter first; face down as backs."""
    laid = cards_at(box, table, side, Place.LAID)
    shooter = int(table.shooter) - 1
    if zone == "attack" and shooter in laid:
        laid.remove(shooter)
        laid.insert(0, shooter)
    if not laid:
        laid = [UNKNOWN] * int(table.laid_count[side])
    pieces = [
        footballer(
            box,
            card,
            f"{zone}.{place}",
            ["shooter"] if zone == "attack" and place == 0 and card == shooter else [],
        )
        for place, card in enumerate(laid)
    ]
    return Zone(id=zone, name=name, owner=side, count=int(table.laid_count[side]), pieces=pieces)


@block
def pile_zone(say: Say, box: Box, table: Table, side: int, place: int, zone: str, name: str) -> Zone:
    """Show an open pile."""
    pieces = [footballer(box, card, f"{zone}.{side}.{card}") for card in cards_at(box, table, side, place)]
    return Zone(id=f"{zone}.{side}", name=name, owner=side, count=len(pieces), pieces=pieces)


def event_piece(box: Box, card: int, element: str, marks: list[str] | None = None, copies: int = 0) -> Piece:
    """Show an event card (its number + 1), or its back; and how many of it lie there."""
    face = None if card == UNKNOWN else read_text(box.event[card - 1].code)
    return Piece(id=element, kind="event", face=face, facts={"copies": copies} if copies else {}, marks=marks or [])


@block
def event_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the event of this action."""
    marks = ["coach"] if table.from_coach else []
    pieces = [event_piece(box, int(table.event), "event.0", marks)] if table.event else []
    return Zone(id="event", name=say(mark("Event")), count=len(pieces), pieces=pieces)


@block
def offer_zone(say: Say, box: Box, table: Table, seat: int) -> Zone:
    """Show the event cards to choose a coach card from."""
    offered = [] if table.phase != Phase.COACH_PICK or seat > 1 else [int(card) for card in table.offer[seat] if card]
    pieces = [
        event_piece(box, card, f"offer.{place}", ["chosen"] if table.coach[seat] == card else [])
        for place, card in enumerate(offered)
    ]
    return Zone(id="offer", name=say(mark("Coach cards to choose from")), count=len(pieces), pieces=pieces)


@block
def coach_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show a coach card, or its back."""
    pieces = [event_piece(box, int(table.coach[side]), f"coach.{side}")] if table.coach[side] else []
    return Zone(id=f"coach.{side}", name=say(mark("Coach card")), owner=side, count=len(pieces), pieces=pieces)


@block
def heap_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the event cards seen so far, by kind."""
    pieces = [
        event_piece(box, kind + 1, f"events.{kind}", copies=int(table.gone[kind]))
        for kind in range(int(box.event_kinds))
        if table.gone[kind]
    ]
    return Zone(id="events", name=say(mark("Events seen")), count=int(table.gone.sum()), pieces=pieces)


def purse_zone(say: Say, table: Table, side: int) -> Zone:
    """Show a side's stars by colour."""
    pieces = [
        Piece(
            id=f"stars.{side}.{colour}",
            kind="stars",
            face=STYLES[colour],
            facts={"count": int(table.stars[side, colour])},
        )
        for colour in range(COLOURS)
    ]
    count = int(table.stars[side].sum())
    return Zone(id=f"purse.{side}", name=say(mark("Stars")), owner=side, count=count, pieces=pieces)


@block
def shop_zone(say: Say, box: Box, table: Table, seat: int) -> Zone:
    """Show the action bonuses that serve this seat's role: price, how many it has, and what the next would change."""
    attacks = seat == int(table.att)
    pieces = []
    for bonus in Bonus:
        row = box.bonus[bonus]
        if int(row.colour) == (1 if attacks else 0):  # green bonuses defend, red ones attack
            continue
        held = int(table.bonus[seat, bonus])
        if bonus <= Bonus.BLOCK and not box.early_buy and not held:  # paid for when the event lies open
            continue
        facts: Facts = {"held": held}
        why = why_not(say, box, table, seat, bonus)
        if why:
            facts["why"] = why
        elif bonus in FORECAST and is_forecast(table):
            facts |= forecast_facts(box, with_bonus(worlds(box, table), seat, bonus))
        code = bonus.name.lower()
        held_mark = ["held"] if held else []
        pieces.append(Piece(id=f"bonus.{seat}.{code}", kind="bonus", face=code, facts=facts, marks=held_mark))
    return Zone(id=f"shop.{seat}", name=say(mark("Action bonuses")), owner=seat, count=len(pieces), pieces=pieces)


def why_not(say: Say, box: Box, table: Table, seat: int, bonus: int) -> str:
    """Say why a bonus can be neither bought nor used: too few stars of its colour, no use for it, or not now."""
    row = box.bonus[bonus]
    asked = bool(table.waiting >> seat & 1)
    if asked and table.phase == Phase.POSITION and can_use(box, table, seat, bonus):
        return ""
    if int(table.stars[seat, row.colour]) < row.cost:
        return say(mark("needs {stars}"), stars=words.coloured(say, int(row.colour), int(row.cost)))
    if asked and table.phase == Phase.PERCENT and can_buy_late(box, table, seat, bonus):
        return ""
    return why_not_bought(say, box, table, seat, bonus) if asked and table.phase == Phase.BUY else say(mark("not now"))


def why_not_bought(say: Say, box: Box, table: Table, seat: int, bonus: int) -> str:
    """KC-055..062: say why a bonus that could be paid for cannot be bought; nothing if it can."""
    if can_buy(box, table, seat, bonus):
        return ""
    if bonus <= Bonus.BLOCK:
        return say(mark("not now"))
    if bonus <= Bonus.DRAW2:
        return say(mark("no card to draw"))
    return say(mark("no shot in this action") if table.acts[LIVE].no_shot else mark("the position is settled"))


def forecast_facts(box: Box, found: Worlds) -> Facts:
    """Give the chances as they would be: the action's, and of each position."""
    facts: Facts = {"after.mean": percent_of(scores(box, found))}
    if not is_single(found):
        for position, (chance, faces) in enumerate(scores_from(box, found), start=1):
            facts[f"after.{position}"] = percent_of(chance)
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
    return "" if usable else say(mark("not now"))


def colours_zone(say: Say, table: Table, seat: int) -> Zone:
    """Show how the printed stars may be coloured: so many of each colour, one to be picked in two of the rows."""
    asked = table.phase == Phase.STARS and table.waiting >> seat & 1
    most = int(table.extras[seat]) if asked else -1
    pieces = [
        Piece(
            id=f"colour.{seat}.{colour}.{number}",
            kind="colour",
            face=STYLES[colour],
            name=f"{say(words.COLOURS[colour])} {number}",
            facts={"colour": STYLES[colour], "count": number},
        )
        for colour in range(COLOURS)
        for number in range(most + 1)
    ]
    return Zone(id=f"colours.{seat}", name=say(mark("Printed stars")), owner=seat, count=max(most, 0), pieces=pieces)


def bids_zone(say: Say, table: Table, seat: int) -> Zone:
    """Show how many stars of the colour asked for may be bid."""
    asked = table.phase == Phase.BID and table.waiting >> seat & 1
    colour = int(table.bid_colour[seat])
    most = int(table.stars[seat, colour]) if asked else -1
    pieces = [
        Piece(
            id=f"bid.{seat}.{number}",
            kind="colour",
            face=STYLES[colour],
            name=f"{say(words.COLOURS[colour])} {number}",
            facts={"colour": STYLES[colour], "count": number},
        )
        for number in range(most + 1)
    ]
    return Zone(id=f"bids.{seat}", name=say(mark("Game control")), owner=seat, count=max(most, 0), pieces=pieces)


def event_deck_size(box: Box, table: Table) -> int:
    """Count the event deck: coach cards are out of it from the moment both are laid."""
    kept = 0 if table.phase == Phase.COACH_PICK else sum(bool(card) for card in table.coach)
    return sum(int(card.copies) for card in box.event[: box.event_kinds]) - int(table.gone.sum()) - kept


# ---------------------------------------------------------------- counters


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read, and the forecast of the shot."""
    att = int(table.att)
    shown = [
        Counter(
            id="period",
            name=say(mark("Period")),
            value=int(table.period),
            text=words.period_name(say, int(table.period)),
        ),
        Counter(id="round", name=say(mark("Round")), value=int(table.round_no), text=clock(say, box, table)),
        Counter(id="leg", name=say(mark("Leg")), value=int(table.leg)),
        Counter(id="home", name=say(mark("At home")), value=int(table.home), owner=int(table.home)),
        Counter(id="attacker", name=say(mark("In possession")), value=att, owner=att),
    ]
    if box.control:
        shown.append(
            Counter(
                id="control",
                name=say(mark("Game control")),
                value=token_of(table, viewer(seat)),
                of=int(box.track),
                text=token_text(table, seat),
            )
        )
    for side in range(2):
        shown += side_counters(say, box, table, side)
    return shown + forecast(say, box, table) + in_force(say, box, table)


def token_text(table: Table, seat: int) -> str:
    """Write where the control token stands as the viewer sees it: with a plus on the own side."""
    token = token_of(table, viewer(seat))
    return words.signed(token) if token else "0"


@block
def in_force(say: Say, box: Box, table: Table) -> list[Counter]:
    """List what changes this action's shot: event, line-ups, control, the k6, what follows a miss, bonuses held."""
    if table.phase in {Phase.ATTACK, Phase.DEFEND, Phase.OVER} or not table.shooter:
        return []
    act = table.acts[LIVE]
    event = words.event_name(say, box, int(table.event) - 1) if table.event else say(mark("Event"))
    sums = [
        (event, int(act.pct)),
        (say(mark("Line-ups")), int(act.line_up)),
        (say(mark("Game control")), int(table.control_pct)),
    ]
    found: list[tuple[str, str, int | None]] = [
        (name, f"{words.signed(value)} %", None) for name, value in sums if value
    ]
    steps = [
        (Op.K6, int(act.k6), bool(act.k6)),
        (Op.K6_MIN, int(act.k6_min), act.k6_min > 1),
        (Op.K6_MAX, int(act.k6_max), 0 < act.k6_max < 6),
        (Op.REPEAT, 0, bool(act.repeats)),
        (Op.TWO_SHOTS, 0, bool(act.more_shots)),
        (Op.ON_MISS, int(act.on_miss), bool(act.on_miss)),
        (Op.COUNTER, int(act.counter), bool(act.counter)),
        (Op.HALVE, 0, bool(act.halvings)),
        (Op.CLEAR, 0, bool(act.clear)),
    ]
    found += [(words.step_text(say, box, op, a, 0), "", None) for op, a, holds in steps if holds]
    for side in range(2):
        for bonus in Bonus:
            held = int(table.bonus[side, bonus])
            if held:
                found.append((words.bonus_name(say, box, bonus), f"×{held}" if held > 1 else "", side))
    return [
        Counter(id=f"force.{place}", name=name, value=0, text=text, owner=owner)
        for place, (name, text, owner) in enumerate(found)
    ]


@block
def side_counters(say: Say, box: Box, table: Table, side: int) -> list[Counter]:
    """List one side's numbers."""
    turns = turns_left(table) if 0 < table.period < SHOOTOUT else 0
    shown = [
        Counter(id=f"goals.{side}", name=say(mark("Goals")), value=int(table.goals[side]), owner=side),
        Counter(id=f"var.{side}", name=say(mark("VAR token")), value=int(table.var_left[side]), owner=side, of=1),
        Counter(id=f"yellow.{side}", name=say(mark("Yellow cards")), value=int(table.yellow[side]), owner=side),
        Counter(id=f"reds.{side}", name=say(mark("Red cards")), value=int(table.reds[side]), owner=side),
        Counter(
            id=f"limit.{side}",
            name=say(mark("Line-up limit")),
            value=1 + int(box.support) - reds_of(box, table, side),
            owner=side,
        ),
    ]
    for colour in range(COLOURS):
        name = say(words.PURSE[colour])
        shown.append(Counter(id=f"stars.{side}.{colour}", name=name, value=int(table.stars[side, colour]), owner=side))
    if turns:
        share = int(table.hand_count[side]) / turns
        shown.append(
            Counter(
                id=f"pace.{side}",
                name=say(mark("Cards for each turn left")),
                value=round(share),
                owner=side,
                text=f"{share:.1f}",
            )
        )
    if table.leg == 2:
        shown.append(
            Counter(id=f"first_leg.{side}", name=say(mark("First leg")), value=int(table.first_leg[side]), owner=side)
        )
    if table.period == SHOOTOUT:
        shown.append(
            Counter(
                id=f"pens.{side}",
                name=say(mark("Penalties")),
                value=int(table.pens[side]),
                owner=side,
                of=int(table.kicks[side]),
            )
        )
    for bonus in Bonus:
        held = int(table.bonus[side, bonus])
        if held:
            shown.append(
                Counter(
                    id=f"bonus.{side}.{bonus.name.lower()}",
                    name=words.bonus_name(say, box, bonus),
                    value=held,
                    owner=side,
                )
            )
    return shown


def forecast(say: Say, box: Box, table: Table) -> list[Counter]:
    """Show the chance of a goal from each position after all modifiers, how it comes about, and that of the action."""
    return foretold(say, box, table, stage_of(table)) if is_forecast(table) else []


@block
def foretold(say: Say, box: Box, table: Table, stage: Stage) -> list[Counter]:
    """Show the chances of a shot that is to come."""
    found = worlds(box, table, stage)
    chance = percent_of(scores(box, found))
    if is_single(found):
        text = agreed(shot_text(say, box, world) for _, world in found if has_shot(world))
        return [Counter(id="chance", name=say(mark("Goal chance")), value=chance, of=100, text=text)]
    shown = []
    for position, (from_here, faces) in enumerate(scores_from(box, found), start=1):
        texts = {row_sum(say, box, world, position) for _, world in by_the_k6(found)}
        shown.append(
            Counter(
                id=f"forecast.{position}",
                name=say(mark("Position {position}"), position=position),
                value=percent_of(from_here),
                of=faces,
                text=agreed(text for text, _ in texts),
                facts={"sum": agreed(text for _, text in texts)},
            )
        )
    return [*shown, Counter(id="forecast.mean", name=say(mark("Goal chance")), value=chance, of=100)]


def percent_of(share: float) -> int:
    """Round a share to whole percents."""
    return round(100 * share)


def agreed(texts: Iterable[str]) -> str:
    """Give what all texts say, or nothing where they differ: a die of the event is still to be rolled."""
    found = set(texts)
    return found.pop() if len(found) == 1 else ""


def shot_text(say: Say, box: Box, world: World) -> str:
    """Say how the chance of a shot comes about that needs no position."""
    act = world.acts[LIVE]
    if world.stage == Stage.REROLL:
        return say(mark("each shot {chance} %"), chance=world.chance)
    return chance_texts(say, box, world, act.percent if act.shot else act.at, act.clear)[0]


def row_sum(say: Say, box: Box, world: World, position: int) -> tuple[str, str]:
    """Say how a position's chance comes about, or what its special row does; then the same without name and total."""
    act = world.acts[LIVE]
    if act.aim == Aim.TABLE:
        return chance_texts(say, box, world, act.table[position], 0)
    row = box.footballers[world.shooter - 1].shots[position - 1]
    if row.tint:
        return words.special_row(say, box, (world.shooter - 1, position))
    return chance_texts(say, box, world, row.a, 0)


def chance_texts(say: Say, box: Box, world: World, percent: int, clear_shot: int) -> tuple[str, str]:
    """Write the chance of one shot as its sum, and how often it is tried: "36 + 10 = 46 %, 2 tries".

    Then the same without the total: "36 + 10, 2 tries"; nothing where there is no sum and one try.
    """
    act, ours, theirs = world.acts[LIVE], world.bonus[world.att], world.bonus[rival(world.att)]
    by_stars = int(box.bonus[Bonus.PLUS10].amount) * ours[Bonus.PLUS10]
    halvings = 0
    if not clear_shot:
        by_stars -= int(box.bonus[Bonus.MINUS10].amount) * theirs[Bonus.MINUS10]
        halvings = act.halvings + theirs[Bonus.HALVE]
    parts = (int(percent), act.pct, act.line_up, by_stars, world.control_pct, halvings)
    total, terms, tries = words.chance_sum(parts), words.chance_terms(parts), rolls_of(world)
    if tries == 1:
        return total, terms
    one, many = mark("{sum}, {n} try"), mark("{sum}, {n} tries")
    return say.count(one, many, tries, sum=total), say.count(one, many, tries, sum=terms or total)


# ---------------------------------------------------------------- choices


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the pieces to click for an action."""
    if action < CARDS:
        if table.phase == Phase.CHOICE and table.choice == Choice.SEND_OFF:
            return [f"defence.{cards_at(box, table, seat, Place.LAID).index(action)}"]
        return [f"hand.{seat}.{hand_of(box, table, seat).index(action)}"]
    if OFFERED <= action < COLOUR:
        offered = table.offer[seat]
        return [f"offer.{place}" for place, card in enumerate(offered) if card == offered[action - OFFERED]]
    if COLOUR <= action < BUY:
        return [f"stars.{seat}.{action - COLOUR}"]
    if BUY <= action < USE:
        return [f"bonus.{seat}.{Bonus(action - BUY).name.lower()}"]
    if USE <= action < CONTROL:
        return [f"bonus.{seat}.{Bonus(action - USE).name.lower()}"]
    if CONTROL <= action < BID:
        return [f"track.{words.space_of(action)}"]
    if BID <= action < STARS:
        return [f"bid.{seat}.{action - BID}"]
    if action >= STARS:
        red, green = divmod(action - STARS, SPLIT)
        split = (red, green, int(table.extras[seat]) - red - green)
        return [f"colour.{seat}.{colour}.{number}" for colour, number in enumerate(split)]
    return []


def final(box: Box, table: Table, seat: int, action: int) -> bool:
    """KC-030, KC-031: the cards of a line-up are chosen one by one before they are laid."""
    return table.phase not in {Phase.ATTACK, Phase.DEFEND} or action >= CARDS


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell what an action costs, what it makes of the chance of a goal, and what is done with what it names."""
    if action < CARDS:
        return footballer_facts(box, table, seat, action)
    if OFFERED <= action < COLOUR:
        return {"deed": "keep"}
    if USE <= action < CONTROL:
        return {"deed": "use"}
    if BUY <= action < USE:
        return {"deed": "buy", **bonus_facts(box, table, seat, action - BUY)}
    return control_facts(box, table, seat, words.space_of(action)) if CONTROL <= action < BID else {}


def bonus_facts(box: Box, table: Table, seat: int, bonus: int) -> Facts:
    """Tell what a bonus costs while a chance is foretold, and what it makes of it."""
    if not is_forecast(table):
        return {}
    found: Facts = {"cost": int(box.bonus[bonus].cost), "colour": STYLES[box.bonus[bonus].colour]}
    if bonus in FORECAST:
        now = worlds(box, table)
        found["before"] = percent_of(scores(box, now))
        found["after"] = percent_of(scores(box, with_bonus(now, seat, bonus)))
    return found


def footballer_facts(box: Box, table: Table, seat: int, card: int) -> Facts:
    """Tell what a footballer brings: his stars, and where he shoots the mean chance of his rows."""
    row = box.footballers[card]
    found: Facts = {"stars": int(row.stars)}
    shoots = table.phase == Phase.KICK or (table.phase == Phase.ATTACK and not table.chosen_count[seat])
    if shoots or (table.phase == Phase.CHOICE and table.choice == Choice.DISCARD):
        found["mean"] = round(int(row.kick if table.phase == Phase.KICK else row.rating) / 100)
    return found


def control_facts(box: Box, table: Table, seat: int, space: int) -> Facts:
    """KC-155: tell how far the token goes back, and for percentages what they make of the goal chance."""
    found: Facts = {"cost": int(box.space[space].cost)}
    step = box.space[space].bonus[0]
    if step.op == Track.PCT:
        now = worlds(box, table)
        found["before"] = percent_of(scores(box, now))
        found["after"] = percent_of(scores(box, with_control(now, int(step.a) * (1 if seat == table.att else -1))))
    return found


def detail(say: Say, box: Box, table: Table, seat: int, action: int, found: Facts | None = None) -> str:
    """Say in a line what an action means: a card's worth, a card's text, the goal chance before and after."""
    found = facts(box, table, seat, action) if found is None else found
    if action < CARDS:
        row = box.footballers[action]
        mean = say(mark("mean {n} %"), n=found["mean"]) if "mean" in found else ""
        parts = (Pos(int(row.position)).name, Flag(int(row.flag)).name, STAR * int(row.stars), mean)
        return " ".join(part for part in parts if part)
    if OFFERED <= action < COLOUR:
        return words.event_text(say, box, int(table.offer[seat, action - OFFERED]) - 1)
    if action == PLAY_COACH and 0 < table.coach[seat] <= box.event_kinds:
        return words.event_text(say, box, int(table.coach[seat]) - 1)
    return price_text(say, found) if "cost" in found else ""


def price_text(say: Say, found: Facts) -> str:
    """Say what is paid, in stars or in steps of the control token, and what it makes of the goal chance."""
    if "colour" in found:
        cost = words.coloured(say, STYLES.index(str(found["colour"])), int(found["cost"]))
    else:
        cost = say.count(
            mark("the control token goes {n} space back"),
            mark("the control token goes {n} spaces back"),
            int(found["cost"]),
        )
    if "after" not in found:
        return cost
    told = mark("{cost}; goal chance {before} % → {after} %")
    return say(told, cost=cost, before=found["before"], after=found["after"])


def clock(say: Say, box: Box, table: Table) -> str:
    """Read the time track."""
    if table.phase == Phase.OVER:
        return say(mark("Full time"))
    if table.period == SHOOTOUT:
        return say(mark("Shoot-out"))
    if table.phase == Phase.COACH_PICK:
        return say(mark("Before kick-off"))
    return time(say, box, table)


def time(say: Say, box: Box, table: Table) -> str:
    """Tell the minute of the round."""
    if table.phase in {Phase.OVER, Phase.COACH_PICK} or table.period == SHOOTOUT:
        return ""
    return "90+5′" if table.round_no == ADDED else f"{words.minute(int(table.round_no))}′"
