"""A hidden table of Piłka w grze! as a person sees it: zones and counters."""

from __future__ import annotations

from itertools import combinations

from matchday.engine.reading import block, printed
from matchday.engine.recent import recent
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.pilka_w_grze import words
from matchday.games.pilka_w_grze.faces import ZONES, circled, tactic_code
from matchday.games.pilka_w_grze.rules.questions import (
    answers,
    cards_shot,
    is_foul,
    is_ordinary,
    laid_balls,
    opens_attack,
    rival,
    side_zone,
)
from matchday.games.pilka_w_grze.rules.turn import success_shoots
from matchday.games.pilka_w_grze.state import (
    DECLINE,
    DEFENCES,
    EXTRA_TIME,
    FIRST_HALF,
    FORMATION,
    KINDS,
    OPP,
    PLAY_ON,
    SECOND_HALF,
    SHOOT,
    STOP,
    TACTIC,
    TACTICS,
    UNKNOWN,
    Box,
    Op,
    Phase,
    Table,
)

HALF_MINUTES = 45
SAVES = (Phase.SHOT_DEFENCE, Phase.SETPIECE_DEFENCE)
LAYING = (Phase.SHOT_ATTACK, *SAVES)
"""When cards are chosen one by one."""
LISTED: dict[int, str] = {
    Phase.FOUL_RESPONSE: mark("only a set piece can be played now"),
    Phase.AFTER_BLOCK: mark("only a set piece can be played now"),
    Phase.PAY: mark("does not pay for this tactic"),
}
"""When a card is played that the rules list, and why others are not."""
WHYS: dict[int, str] = {
    STOP: mark("The cards that you keep are those you defend with."),
    SHOOT: mark("The rival may lay only as many cards as you do."),
    PLAY_ON: mark("Your own cards promise more than cards off the pile."),
}
SET_PIECES = {
    Op.FLIP_SHOT: mark("Cards off the pile shoot for you, and your own stay in hand."),
    Op.EXTRA_ACTIONS: mark("It fills your hand and brings more tries."),
}
COPIED = -1
"""Stands for the counter of an attack that copies another."""
CHOSEN = ("chosen",)
BEST = ("best",)
HEAPS = {"discard": mark("Discard"), "boxed": mark("Out of play")}
LAID = {"shot": mark("Shot"), "save": mark("Save")}


# ---------------------------------------------------------------- zones and counters


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards lie."""
    return [
        hand_zone(say, box, table, 0),
        hand_zone(say, box, table, 1),
        *attack_zones(say, box, table),
        *choice_zones(say, box, table, seat),
        *heap_zones(say, box, table),
    ]


@block
def attack_zones(say: Say, box: Box, table: Table) -> list[Zone]:
    """Show the cards of this attack."""
    attacker = int(table.attacker)
    return [
        turn_zone(say, box, table),
        laid_zone(say, box, table, attacker, "shot"),
        laid_zone(say, box, table, rival(attacker), "save"),
    ]


@block
def choice_zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """Show what the variants give both to choose from."""
    formations = [formation_zone(say, box, table, seat)] if box.with_formations else []
    return [*(tactics_zone(say, box, table, side) for side in range(2)), *formations]


@block
def heap_zones(say: Say, box: Box, table: Table) -> list[Zone]:
    """Show the piles and the open heaps; among what is out of play are hands that were never shown."""
    pile = int(table.pile)
    return [
        *pile_zones(say, box, (pile, int(table.deck_count) - pile)),
        heap_zone(say, box, "discard", tuple(table.discard), 0),
        heap_zone(say, box, "boxed", tuple(table.boxed), int(table.boxed_hand_count.sum())),
    ]


def card_piece(say: Say, box: Box, card: int, element: str, *marks: str) -> Piece:
    """Show a card, or its back."""
    return lying_card(say, box, (card, element, marks, ""))


@printed
def lying_card(say: Say, box: Box, lying: tuple[int, str, tuple[str, ...], str]) -> Piece:
    """Show a card that lies somewhere, marked, with why it cannot be played."""
    card, element, marks, why = lying
    face = None if card == UNKNOWN else words.card_code(box, card)
    return Piece(id=element, kind="card", face=face, facts={"why": why} if why else {}, marks=list(marks))


@printed
def defences(_: Say, box: Box, kinds: int) -> list[int]:
    """List the defences of the first kinds of cards."""
    return [int(card.defence) for card in box.cards[:kinds]]


@printed
def defence_counts(_: Say, box: Box, count: int) -> list[int]:
    """Count the cards of the deck that carry each of the first defences."""
    return [circled(box, "defence", defence) for defence in range(count)]


@printed
def fouls(_: Say, box: Box, count: int) -> list[int]:
    """List those of the first defences that stop every attack."""
    return [number for number in range(1, count) if box.defences[number].play[0].op == Op.BLOCK_ANY]


@printed
def defence_code(_: Say, box: Box, defence: int) -> str:
    """Write a defence."""
    return read_text(box.defences[defence].code)


def hand_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show a hand, face up if the seat may see it; of whoever chooses, with what is chosen and what cannot be."""
    hand = hand_of(table, side)
    if UNKNOWN in hand or not table.waiting >> side & 1:
        return resting_hand(say, box, side, hand)
    pieces, chosen, best = [], int(table.chosen), best_save(words.PLAIN, box, table, side)
    for slot, card in enumerate(hand):
        marks = CHOSEN if chosen >> slot & 1 else BEST if slot in best else ()
        why = "" if marks == CHOSEN else why_not(say, box, table, side, card)
        pieces.append(lying_card(say, box, (card, f"hand.{side}.{slot}", marks, why)))
    return shown_hand(say, side, pieces)


def best_save(_: Say, box: Box, table: Table, side: int) -> tuple[int, ...]:
    """Name the cards to save an open shot with: the fewest gloves that suffice, or else what is missed least.

    Whoever has begun to choose, chooses alone; and where the whole hand is laid there is nothing to choose.
    """
    size, shot = int(table.hand_count[side]), cards_shot(table)
    if table.phase not in SAVES or table.face_down or table.chosen or size <= shot:
        return ()
    needed = int(laid_balls(box, table, rival(side)))

    def cost(slots: tuple[int, ...]) -> tuple[bool, int, int]:
        cards = [box.cards[table.hand[side, slot]] for slot in slots]
        gloves = sum(int(card.gloves) for card in cards)
        return gloves < needed, gloves, sum(int(card.balls) for card in cards)

    return min(combinations(range(size), shot), key=cost)


def hand_of(table: Table, side: int) -> tuple[int, ...]:
    """List the cards of a hand."""
    return tuple(table.hand[side][: table.hand_count[side]])


@recent
def resting_hand(say: Say, box: Box, side: int, hand: tuple[int, ...]) -> Zone:
    """Show a hand of which nothing is asked, or the backs of one."""
    cards = enumerate(map(int, hand))
    return shown_hand(say, side, [card_piece(say, box, card, f"hand.{side}.{slot}") for slot, card in cards])


def shown_hand(say: Say, side: int, pieces: list[Piece]) -> Zone:
    """Show the cards of a hand."""
    return Zone(id=f"hand.{side}", name=say(mark("Hand")), owner=side, count=len(pieces), pieces=pieces)


def why_not(say: Say, box: Box, table: Table, seat: int, card: int) -> str:
    """Say why a card cannot be played now; nothing if it can."""
    phase = table.phase
    if phase == Phase.FORMATION:
        return say(mark("first choose the formation"))
    if phase == Phase.ATTACK and not opens_attack(box, table, card):
        return why_no_attack(say, box, table, card)
    if phase == Phase.REPLY and not answers(box, card, int(table.last_type[table.attacker])):
        return say(mark("stops another attack, not this one"))
    if phase in LISTED and card not in legal_cards(say, box, table, seat):
        return say(LISTED[phase])
    if phase in SAVES and int(table.hand_count[seat]) <= cards_shot(table):
        return say(mark("the whole hand is laid"))
    return ""


def why_no_attack(say: Say, box: Box, table: Table, card: int) -> str:
    """Say what an attack half waits for, or why it waits in vain: PG-33, PG-34, PG-R17, PG-R18."""
    does = Op(int(box.cards[card].opens))
    if does == Op.COPY_LAST:
        return say(mark("nothing to copy yet"))
    if does == Op.FLIP_SHOT:
        return say(mark("after a foul in their box") if table.pile else mark("not on an empty pile"))
    if does != Op.EXTRA_ACTIONS:
        return say(mark("not in this zone"))
    if side_zone(table) != OPP:
        return say(mark("only in their box"))
    if table.corner_used and not box.corner_chain:
        return say(mark("one corner a turn"))
    return say(mark("once your last action is answered"))


@block
def legal_cards(_: Say, box: Box, table: Table, seat: int) -> list[int]:
    """List the cards of a hand that may be played now."""
    return [action for action in words.legal_actions(box, table, seat) if action < KINDS]


@block
def turn_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the cards of this turn, attack and answer."""
    pieces = []
    for number in range(int(table.actions_used)):
        answer = int(table.answer[number])
        fate = [] if not answer else ["fouled" if is_foul(box, answer - 1) else "stopped"]
        pieces.append(card_piece(say, box, int(table.played[number]), f"turn.{number}.attack", *fate))
        if answer:
            pieces.append(card_piece(say, box, answer - 1, f"turn.{number}.answer"))
    return Zone(id="turn", name=say(mark("This attack")), count=len(pieces), pieces=pieces)


@block
def laid_zone(say: Say, box: Box, table: Table, side: int, zone: str) -> Zone:
    """Show the cards of a shot or a save."""
    count = int(table.laid_count[side])
    pieces = [card_piece(say, box, int(table.laid[side, place]), f"{zone}.{place}") for place in range(count)]
    return Zone(id=zone, name=say(LAID[zone]), owner=side, count=count, pieces=pieces)


@block
def tactics_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show the tactic cards that a seat has left, both sides of each."""
    pieces = [
        Piece(id=f"tactic.{side}.{number}", kind="tactic", face=tactic_code(say, box, number))
        for number in range(TACTICS // 2)
        if table.tactics[side] >> number & 1
    ]
    return Zone(id=f"tactics.{side}", name=say(mark("Tactic cards")), owner=side, count=len(pieces), pieces=pieces)


@block
def formation_zone(say: Say, box: Box, table: Table, seat: int) -> Zone:
    """Show the formations to choose from, one's own choice marked."""
    picked = int(table.pick[seat]) if seat < 2 else 0
    pieces = [
        Piece(
            id=f"formation.{number}",
            kind="formation",
            face=words.formation_name(box, number),
            marks=["chosen"] if picked == number + 1 else [],
        )
        for number in range(int(box.formations))
    ]
    return Zone(id="formations", name=say(mark("Formations")), count=len(pieces), pieces=pieces)


@printed
def pile_zones(say: Say, box: Box, counts: tuple[int, int]) -> list[Zone]:
    """Show how many cards are still to come."""
    return [
        Zone(id="pile", name=say(mark("Pile")), count=counts[0]),
        Zone(id="second_pile", name=say(mark("Second-half pile")), count=counts[1]),
    ]


@recent
def heap_zone(say: Say, box: Box, zone: str, counts: tuple[int, ...], unseen: int) -> Zone:
    """Show an open heap as its kinds with their numbers, and how many lie there unseen."""
    pieces = [heap_piece(say, box, (zone, kind, int(counts[kind]))) for kind in range(box.kinds) if counts[kind]]
    return Zone(id=zone, name=say(HEAPS[zone]), count=int(sum(counts)) + unseen, pieces=pieces)


@printed
def heap_piece(say: Say, box: Box, lying: tuple[str, int, int]) -> Piece:
    """Show cards of one kind in a heap."""
    zone, kind, copies = lying
    return Piece(id=f"{zone}.{kind}", kind="card", face=words.card_code(box, kind), facts={"copies": copies})


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read, and what this seat has not seen yet."""
    return [
        *time_counters(say, box, table),
        *attack_counters(say, box, table),
        *side_counters(say, box, table, 0),
        *side_counters(say, box, table, 1),
        *unseen_counters(say, box, table, seat),
    ]


@block
def time_counters(say: Say, box: Box, table: Table) -> list[Counter]:
    """Count halves, minutes and turns."""
    return [
        Counter(id="half", name=say(mark("Half")), value=int(table.half), text=words.half_name(say, int(table.half))),
        Counter(id="minute", name=say(mark("Minute")), value=minute(box, table), facts={"added": int(not table.pile)}),
        Counter(id="turn", name=say(mark("Turn")), value=int(table.turn)),
    ]


@block
def attack_counters(say: Say, box: Box, table: Table) -> list[Counter]:
    """Tell who attacks where, and how far the attack has come."""
    attacker = int(table.attacker)
    return [
        Counter(
            id="attacker", name=say(mark("Attacker")), value=attacker, owner=attacker, text=words.team(say, attacker)
        ),
        Counter(id="zone", name=say(mark("Ball")), value=int(table.zone), text=words.zone_name(say, side_zone(table))),
        Counter(id="success_shoots", name=say(mark("A success is a shot")), value=int(success_shoots(box, table))),
        Counter(
            id="actions", name=say(mark("Actions")), value=int(table.actions_used), of=int(table.limit), owner=attacker
        ),
    ]


@block
def side_counters(say: Say, box: Box, table: Table, side: int) -> list[Counter]:
    """Count what a side has done."""
    shown = [
        Counter(id=f"goals.{side}", name=say(mark("Goals")), value=int(table.goals[side]), owner=side),
        Counter(id=f"fouls.{side}", name=say(mark("Fouls")), value=int(table.fouls[side]), owner=side),
    ]
    if table.formation[side]:
        number = int(table.formation[side])
        text = words.formation_name(box, number - 1)
        shown.append(Counter(id=f"formation.{side}", name=say(mark("Formation")), value=number, owner=side, text=text))
    return shown


def unseen_counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """Count the cards that this seat has not seen, by defence half."""
    left = unseen_defences(say, box, table, seat)
    totals = defence_counts(say, box, DEFENCES)
    return [
        unseen_counter(say, box, (defence, left[defence], totals[defence]))
        for defence in range(1, DEFENCES)
        if totals[defence]
    ]


@printed
def unseen_counter(say: Say, box: Box, which: tuple[int, int, int]) -> Counter:
    """Count the cards with one defence half that were not seen yet."""
    defence, left, total = which
    return Counter(
        id=f"unseen.{defence_code(say, box, defence)}",
        name=words.defence_name(say, box, defence),
        value=left,
        of=total,
    )


@block
def unseen_defences(say: Say, box: Box, table: Table, seat: int) -> list[int]:
    """Count the cards that this seat has not seen, by defence half: those that `secrets.unseen` collects."""
    left, defence = [*unheaped_defences(say, box, table)], defences(say, box, int(box.kinds))
    for card in seen_cards(table, seat):
        left[defence[card]] -= 1
    return left


@block
def unheaped_defences(say: Say, box: Box, table: Table) -> list[int]:
    """Count the cards that do not lie in an open heap, by defence half."""
    left, discard, boxed = [*defence_counts(say, box, DEFENCES)], table.discard, table.boxed
    for kind, defence in enumerate(defences(say, box, int(box.kinds))):
        left[defence] -= int(discard[kind]) + int(boxed[kind])
    return left


def seen_cards(table: Table, seat: int) -> list[int]:
    """List the cards that lie before a seat's eyes, but for the heaps."""
    seen: list[int] = []
    if used := int(table.actions_used):
        seen += [*table.played[:used], *[answer - 1 for answer in table.answer[:used] if answer]]
    if seat < 2:
        seen += hand_of(table, seat)
        if count := int(table.boxed_hand_count[seat]):
            seen += [*table.boxed_hand[seat][:count]]
    for side, count in enumerate(table.laid_count):
        if count and (side == seat or not table.face_down):
            seen += [*table.laid[side][:count]]
    return seen


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the pieces to click for an action."""
    if action < KINDS:
        hand, chosen = hand_of(table, seat), int(table.chosen)
        return [f"hand.{seat}.{slot}" for slot, card in enumerate(hand) if card == action and not chosen >> slot & 1]
    if TACTIC <= action < FORMATION:
        return [f"tactic.{seat}.{(action - TACTIC) // 2}"]
    if action >= FORMATION:
        return [f"formation.{action - FORMATION}"]
    return []


def final(box: Box, table: Table, seat: int, action: int) -> bool:
    """PG-26, PG-27: cards for a shot or a save are chosen one by one; the last one that can be lays them."""
    if action >= KINDS or table.phase not in LAYING:
        return True
    chosen = int(table.chosen).bit_count() + 1
    return chosen >= (int(table.hand_count[seat]) if table.phase == Phase.SHOT_ATTACK else cards_shot(table))


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell what an action comes to: counters left, gloves left, balls so far, gloves needed, actions in each zone."""
    if action >= FORMATION:
        return {zone: int(box.formation[action - FORMATION + 1, place]) for place, zone in enumerate(ZONES)}
    if action >= KINDS:
        return {}
    card = box.cards[action]
    if table.phase == Phase.ATTACK:
        counter, left = counter_of(box, table, seat, action), unseen_defences(words.PLAIN, box, table, seat)
        answers_all = sum([left[number] for number in fouls(words.PLAIN, box, DEFENCES)])
        return {"counter": defence_code(words.PLAIN, box, counter), "unseen": left[counter], "fouls": answers_all}
    if table.phase == Phase.REPLY:
        return {"left": words.hand_sum(box, table, seat, "gloves") - int(card.gloves)}
    if table.phase == Phase.SHOT_ATTACK:
        return {"balls": words.chosen_sum(box, table, seat, "balls") + int(card.balls)}
    if table.phase not in SAVES:
        return {}
    gloves = {"gloves": words.chosen_sum(box, table, seat, "gloves") + int(card.gloves)}
    short = {} if table.face_down else {"short": max(0, words.gloves_needed(box, table, seat) - int(card.gloves))}
    return {**gloves, **short}


def counter_of(box: Box, table: Table, seat: int, action: int) -> int:
    """Give the defence that stops an attack: its own, or that of the attack it copies."""
    own = own_counter(words.PLAIN, box, action)
    return own if own != COPIED else int(box.attacks[table.last_type[seat]].counter)


@printed
def own_counter(_: Say, box: Box, card: int) -> int:
    """Give the defence that stops the attack on a card."""
    return int(box.attacks[box.cards[card].attack].counter) if is_ordinary(box, card) else COPIED


def detail(say: Say, box: Box, table: Table, seat: int, action: int, found: Facts | None = None) -> str:
    """Say in a line what an action means: counters left, balls so far, gloves needed."""
    found = facts(box, table, seat, action) if found is None else found
    if action >= FORMATION:
        return say(
            mark("actions in your box {own}, in midfield {middle}, in their box {theirs}"),
            own=found["own"],
            middle=found["mid"],
            theirs=found["opp"],
        )
    if action >= TACTIC:
        return words.tactic_text(say, box, action - TACTIC)
    if "counter" in found:
        return counter_detail(say, box, counter_of(box, table, seat, action), int(found["unseen"]), int(found["fouls"]))
    if "left" in found:
        left = words.gloves(say, int(found["left"]))
        if is_foul(box, action) and side_zone(table) == OPP:
            return say(mark("Stops it, but the rival may take a set piece. You keep {gloves}."), gloves=left)
        return say(mark("Stops it. You keep {gloves}."), gloves=left)
    if "balls" in found:
        return say(mark("total {balls}"), balls=words.balls(say, int(found["balls"])))
    return save_detail(say, found) if "gloves" in found else ""


def because(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say why somebody would choose an action: what it saves, or how hard it is to answer."""
    if action in WHYS:
        return say(WHYS[action])
    if action == DECLINE:
        if not success_shoots(box, table):
            return say(mark("The shot is still to come, and every card that you keep counts there."))
        kept = words.gloves(say, words.hand_sum(box, table, seat, "gloves"))
        return say(mark("A card spent now is missing against the shot: so you keep {gloves}."), gloves=kept)
    if action >= KINDS:
        return ""
    found = facts(box, table, seat, action)
    if "counter" in found:
        return because_attack(say, box, table, seat, int(found["unseen"]) + int(found["fouls"]))
    if "left" in found:
        return say(mark("One card stops them, and you keep {gloves}."), gloves=words.gloves(say, int(found["left"])))
    if "balls" in found:
        return say(mark("With it the shot has {balls}."), balls=words.balls(say, int(found["balls"])))
    if "short" in found:
        return because_save(say, box, table, seat, int(found["short"]))
    does = Op(int(box.attacks[box.cards[action].attack].play[0].op))
    return say(SET_PIECES[does]) if table.phase in LISTED and does in SET_PIECES else ""


def because_attack(say: Say, box: Box, table: Table, seat: int, answers_left: int) -> str:
    """Say how many cards could stop an attack, and whether another of the hand is harder to stop."""
    others = [facts(box, table, seat, card) for card in legal_cards(words.PLAIN, box, table, seat)]
    least = min(int(each["unseen"]) + int(each["fouls"]) for each in others)
    if answers_left > least:
        return say.count(
            mark("{n} card that stops it is unseen; cards that are harder to stop stay in hand for later."),
            mark("{n} cards that stop it are unseen; cards that are harder to stop stay in hand for later."),
            answers_left,
        )
    return say.count(
        mark("No attack of yours is harder to stop: {n} card that does is unseen."),
        mark("No attack of yours is harder to stop: {n} cards that do are unseen."),
        answers_left,
    )


def because_save(say: Say, box: Box, table: Table, seat: int, short: int) -> str:
    """Say whether a card completes a save, and whether there is one at all."""
    if not short:
        return say(mark("With it the gloves are enough, and the other cards stay in hand."))
    gloves = sorted((int(box.cards[card].gloves) for card in hand_of(table, seat)), reverse=True)
    if sum(gloves[: cards_shot(table)]) < int(laid_balls(box, table, rival(seat))):
        return say(mark("No cards of yours hold this shot: lay what you will miss least."))
    return say(mark("It brings some of the gloves that the save needs."))


@recent
def counter_detail(say: Say, box: Box, counter: int, left: int, fouls: int) -> str:
    """Say how many cards are unseen that stop an attack, and that stop every attack."""
    name = words.defence_name(say, box, counter)
    return say(mark("{counter}: {left} unseen; fouls unseen: {fouls}"), counter=name, left=left, fouls=fouls)


def save_detail(say: Say, found: Facts) -> str:
    """Say what the gloves add up to, and how many an open shot still needs."""
    total = words.gloves(say, int(found["gloves"]))
    if "short" not in found:
        return say(mark("total {gloves}"), gloves=total)
    if not found["short"]:
        return say(mark("total {gloves}, enough"), gloves=total)
    return say.count(
        mark("total {gloves}, {n} more needed"),
        mark("total {gloves}, {n} more needed"),
        int(found["short"]),
        gloves=total,
    )


def clock(say: Say, box: Box, table: Table) -> str:
    """Read the pile as a match clock; extra time has only a card count."""
    if table.phase == Phase.OVER:
        return say(mark("Full time"))
    if table.half == EXTRA_TIME:
        return say.count(mark("Extra time, {n} card"), mark("Extra time, {n} cards"), int(table.pile))
    return f"{minute(box, table)}{'' if table.pile else '+'}′"


def time(say: Say, box: Box, table: Table) -> str:
    """Tell the minute; extra time has none."""
    return "" if table.phase == Phase.OVER or table.half == EXTRA_TIME else clock(say, box, table)


def minute(box: Box, table: Table) -> int:
    """Read the pile as a minute of the match; whatever comes after the second half comes after ninety."""
    if table.phase == Phase.OVER or table.half == EXTRA_TIME:
        return 2 * HALF_MINUTES
    half = int(box.total) // 2 if table.half == FIRST_HALF else int(box.total) - int(box.total) // 2
    after_deal = max(half - 2 * int(box.hand), 1)
    played = HALF_MINUTES * max(after_deal - int(table.pile), 0) // after_deal if table.pile else HALF_MINUTES
    return played + (HALF_MINUTES if table.half == SECOND_HALF else 0)
