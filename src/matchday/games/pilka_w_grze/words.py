"""Everything that is said of Piłka w grze!: names, prompts, the report, options.

Sentences name a side and then state what happened ("Reds: …"), so that they need no inflected names in any language;
zones are not filled in either, each has its own sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from matchday.engine.reading import printed
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, counted_line, line, one_of, option_words, report, two_lines
from matchday.games.pilka_w_grze.rules import legal
from matchday.games.pilka_w_grze.rules.questions import (
    chosen_count,
    corner_possible,
    laid_balls,
    opens_attack,
    rival,
    side_zone,
)
from matchday.games.pilka_w_grze.rules.turn import success_shoots
from matchday.games.pilka_w_grze.state import (
    ACTIONS,
    DECLINE,
    END_ATTACK,
    EXTRA_TIME,
    FORMATION,
    KINDS,
    LAY_ALL,
    MID,
    NONE,
    OPP,
    OWN,
    PLAY_ON,
    SECOND_HALF,
    SHOOT,
    STOP,
    TACTIC,
    UNKNOWN,
    Box,
    Event,
    Op,
    Phase,
    Table,
)

PLAIN = Say()
"""For what is the same in every language."""

NAMES = {
    "RW": mark("Right-wing attack"),
    "LW": mark("Left-wing attack"),
    "ONE": mark("One-two"),
    "THR": mark("Through ball"),
    "LNG": mark("Long switch"),
    "DRI": mark("Dribbling"),
    "COR": mark("Corner kick"),
    "FRK": mark("Free kick"),
    "PEN": mark("Penalty kick"),
    "LFD": mark("Left-flank defence"),
    "RFD": mark("Right-flank defence"),
    "PRS": mark("Pressing"),
    "DBL": mark("Double marking"),
    "OFF": mark("Offside trap"),
    "FOU": mark("Tactical foul"),
    "QUI": mark("Quick attack"),
    "INT": mark("Interception"),
    "LSH": mark("Long shot"),
    "CLR": mark("Clearance"),
    "THW": mark("Goalkeeper's throw"),
    "SUB": mark("Substitution"),
}

TEAMS = (mark("The Reds"), mark("The Yellows"))

PHASES = {
    Phase.OVER: mark("Full time"),
    Phase.FORMATION: mark("Formations"),
    Phase.ATTACK: mark("Attack"),
    Phase.REPLY: mark("Answer"),
    Phase.FOUL_RESPONSE: mark("Foul in the box"),
    Phase.AFTER_BLOCK: mark("Last action answered"),
    Phase.PAY: mark("Paying for a tactic"),
    Phase.SHOT_ATTACK: mark("Shot"),
    Phase.SHOT_DEFENCE: mark("Save"),
    Phase.SETPIECE_DEFENCE: mark("Save from a set piece"),
}

PLAIN_NOTATION = {
    STOP: "stop",
    DECLINE: "pass",
    SHOOT: "shoot",
    PLAY_ON: "on",
    END_ATTACK: "end",
    LAY_ALL: "all",
}

PLAIN_ACTIONS = {
    STOP: mark("Stop the attack"),
    DECLINE: mark("Let it through"),
    PLAY_ON: mark("Play on"),
    END_ATTACK: mark("End the attack"),
}

OPTIONS = {
    "deck": (
        mark("Deck"),
        mark("Each attack carries its own counter on the other half, or the halves are mixed freely."),
    ),
    "starter": (mark("Kick-off"), mark("Who attacks first.")),
    "youngest": (
        mark("Youngest player"),
        mark("Who is the youngest at the table; asked only when the youngest kicks off."),
    ),
    "must_block": (mark("Must answer"), mark("A defender who holds an answer has to play it.")),
    "attacker_may_stop": (
        mark("Attacker may stop"),
        mark("An attack may be ended before the limit, after one action."),
    ),
    "dribble_across_turns": (mark("Dribble across turns"), mark("Dribbling may copy an action of an earlier turn.")),
    "specials_redraw": (mark("Hand of specials"), mark("Whose hand is changed when it holds nothing but specials.")),
    "half_end": (mark("End of a half"), mark("The whistle comes after the exchange or at the end of the turn.")),
    "second_half_end": (
        mark("End of the second half"),
        mark("As the first half, or at the end of the turn that empties the pile."),
    ),
    "setpiece_saved": (mark("Saved set piece"), mark("The keeper has the ball, or the attack goes on.")),
    "corner_chain": (mark("Corner after corner"), mark("More than one corner may be played in a turn.")),
    "tactics_timing": (mark("Attacking tactics"), mark("At any point of the attack, or before its first action only.")),
    "sub_timing": (mark("Substitution"), mark("At any decision of the defender, or only instead of an answer.")),
    "long_shot_saved": (mark("Saved long shot"), mark("The ball goes to the keeper's box, or stays in midfield.")),
    "short_sub": (
        mark("Substitution on a short pile"),
        mark("With fewer cards in the pile than in hand a substitution is refused, or draws what there is."),
    ),
    "et_limit": (mark("Extra-time restarts"), mark("How often extra time starts again before the lot decides.")),
    "level_score": (mark("Level score"), mark("Extra time until the first goal, or a draw.")),
    "shoot_on_entry": (mark("Shoot on entry"), mark("Breaking into the box is a shot at once: a quicker game.")),
    "formations": (
        mark("Formations"),
        mark("Both choose a formation in secret; it sets the actions allowed in each zone."),
    ),
    "tactics": (mark("Tactic cards"), mark("Three two-sided tactic cards each, used once.")),
    "surprise_shots": (mark("Surprise shots"), mark("Shot and save are laid face down and shown together.")),
}

VALUES = {
    "paired": mark("paired"),
    "mixed": mark("mixed"),
    "random": mark("by lot"),
    "seat0": mark("first seat"),
    "seat1": mark("second seat"),
    "youngest": mark("the youngest"),
    "both": mark("both players'"),
    "attacker": mark("the attacker's"),
    "exchange": mark("after the exchange"),
    "turn": mark("at the end of the turn"),
    "as_first": mark("as the first half"),
    "pile_empty": mark("when the pile is empty"),
    "turnover": mark("keeper's ball"),
    "play_on": mark("the attack goes on"),
    "any_point": mark("at any point"),
    "turn_start": mark("before the first action"),
    "any_defence": mark("at any decision"),
    "reply_only": mark("instead of an answer"),
    "box": mark("keeper's box"),
    "midfield": mark("midfield"),
    "refused": mark("refused"),
    "allowed": mark("draws what there is"),
    "golden_goal": mark("golden goal"),
    "draw": mark("draw"),
}


def title(say: Say) -> str:
    """Name the game; the title is not translated on the box, so we add what it means."""
    return say(mark("Piłka w grze! (Ball in Play)"))


def blurb(say: Say) -> str:
    """Say in a sentence or two what the game is."""
    return say(
        mark(
            "A fast football duel with one deck. Every card is an attack and a defence, so each card you play to break "
            "through is missing when the shot comes. The deck is the clock."
        )
    )


def team(say: Say, seat: int) -> str:
    """Name the side of a seat."""
    return say(TEAMS[seat])


def name_of(say: Say, code: str) -> str:
    """Name a half or a tactic; a designer's new code stands for itself."""
    return say(NAMES.get(code, code))


@printed
def attack_name(say: Say, box: Box, half: int) -> str:
    """Name an attack action."""
    return name_of(say, read_text(box.attacks[half].code))


@printed
def defence_name(say: Say, box: Box, half: int) -> str:
    """Name a defence action."""
    return name_of(say, read_text(box.defences[half].code))


@printed
def tactic_name(say: Say, box: Box, number: int) -> str:
    """Name a side of a tactic card."""
    return name_of(say, read_text(box.tactics[number].code))


def formation_name(box: Box, number: int) -> str:
    """Name a formation."""
    return read_text(box.formation_code[number])


def balls(say: Say, n: int) -> str:
    """Count ball symbols."""
    return say.count(mark("{n} ball"), mark("{n} balls"), n)


def gloves(say: Say, n: int) -> str:
    """Count glove symbols."""
    return say.count(mark("{n} glove"), mark("{n} gloves"), n)


def cards(say: Say, n: int) -> str:
    """Count cards."""
    return say.count(mark("{n} card"), mark("{n} cards"), n)


@printed
def attack_side(say: Say, box: Box, card: int) -> str:
    """Read a card's attack half: "Through ball (2 balls)"."""
    row = box.cards[card]
    return f"{attack_name(say, box, row.attack)} ({balls(say, int(row.balls))})"


@printed
def defence_side(say: Say, box: Box, card: int) -> str:
    """Read a card's defence half: "Pressing (1 glove)"."""
    row = box.cards[card]
    return f"{defence_name(say, box, row.defence)} ({gloves(say, int(row.gloves))})"


@printed
def card_name(say: Say, box: Box, card: int) -> str:
    """Read both halves of a card."""
    return f"{attack_side(say, box, card)} / {defence_side(say, box, card)}"


def card_code(box: Box, card: int) -> str:
    """Write a card in four signs a half: `THR2/DBL1`."""
    return printed_code(PLAIN, box, card)


@printed
def printed_code(_: Say, box: Box, card: int) -> str:
    """Write a card as in any language."""
    row = box.cards[card]
    attack, defence = read_text(box.attacks[row.attack].code), read_text(box.defences[row.defence].code)
    return f"{attack}{row.balls}/{defence}{row.gloves}"


def notation(box: Box, action: int) -> str:
    """Write an action shortly, each action differently whatever the phase."""
    if action in PLAIN_NOTATION:
        return PLAIN_NOTATION[action]
    if action < box.kinds:
        return card_code(box, action)
    if TACTIC <= action < FORMATION:
        return read_text(box.tactics[action - TACTIC].code)
    if FORMATION <= action < FORMATION + box.formations:
        return formation_name(box, action - FORMATION)
    return f"#{action}"


def action(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Label an action for the person who decides."""
    if action == PLAY_ON and not goes_on(table):
        return say(PLAIN_ACTIONS[END_ATTACK])
    if action == DECLINE and success_shoots(box, table) and table.hand_count[table.attacker]:
        return say(mark("Let them shoot"))
    if action == SHOOT:
        return say(mark("Shoot: {balls}"), balls=balls(say, chosen_sum(box, table, seat, "balls")))
    if action == LAY_ALL:
        return say(mark("Save with all: {gloves}"), gloves=gloves(say, hand_sum(box, table, seat, "gloves")))
    if action in PLAIN_ACTIONS:
        return say(PLAIN_ACTIONS[action])
    if action >= FORMATION:
        return formation_name(box, action - FORMATION)
    if action >= TACTIC:
        return tactic_name(say, box, action - TACTIC)
    if table.phase in {Phase.REPLY, Phase.SHOT_DEFENCE, Phase.SETPIECE_DEFENCE}:
        return defence_side(say, box, action)
    if table.phase == Phase.PAY and seat != table.attacker:
        return defence_side(say, box, action)
    return attack_side(say, box, action)


def zone_name(say: Say, zone: int) -> str:
    """Name a zone from the attacker's side."""
    return say((mark("their own box"), mark("midfield"), mark("the box"))[zone])


def phase(say: Say, box: Box, table: Table) -> str:
    """Name the phase."""
    return say(PHASES[Phase(int(table.phase))])


def prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Say in two lines what is asked of a seat, and what follows; the table is that seat's hidden one."""
    kind = Phase(int(table.phase))
    if kind == Phase.FORMATION:
        return two_lines(
            say(mark("Choose where you want more tries.")),
            say(mark("A formation sets the actions in your box, in midfield and in theirs. Both are shown together.")),
        )
    if kind == Phase.ATTACK:
        return prompt_attack(say, box, table, seat)
    if kind == Phase.REPLY:
        return prompt_reply(say, box, table, seat)
    if kind == Phase.FOUL_RESPONSE:
        return prompt_foul_response(say, box, table)
    if kind == Phase.AFTER_BLOCK:
        return two_lines(say(mark("All answered. Take a corner, or end the attack?")), corner_text(say, box))
    if kind == Phase.PAY:
        return prompt_pay(say, box, table)
    if kind == Phase.SHOT_ATTACK:
        return prompt_shot(say, box, table, seat)
    if kind in {Phase.SHOT_DEFENCE, Phase.SETPIECE_DEFENCE}:
        return prompt_save(say, box, table, seat)
    return say(mark("The match is over."))


def legal_actions(box: Box, table: Table, seat: int) -> list[int]:
    """List what a seat may do now, nothing if it is not asked; the table is that seat's hidden one."""
    found = np.zeros(ACTIONS, np.int64)
    return [int(action) for action in found[: legal(box, table, seat, found)]]


def goes_on(table: Table) -> bool:
    """Tell whether the attack has an action left."""
    return bool(table.actions_used < table.limit)


def tries_text(say: Say, left: int) -> str:
    """Say how many actions an attack has, the one that is asked for among them."""
    return say.count(
        mark("{n} try left, this one: answered, the ball is lost."),
        mark("{n} tries left, this one among them."),
        left,
    )


def prompt_attack(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for an attack, or for its end where no card is left to go on with."""
    hand = table.hand[seat][: table.hand_count[seat]]
    if not any(card != UNKNOWN and opens_attack(box, table, card) for card in hand):
        actions = legal_actions(box, table, seat)
        lost = say(mark("The rival then attacks from where the ball lies."))
        if actions == [STOP]:
            return two_lines(say(mark("Nothing left to attack with: stop the attack.")), lost)
        if actions and actions[0] >= KINDS:
            return two_lines(say(mark("Nothing left to attack with: use a tactic card or stop the attack.")), lost)
    tries = tries_text(say, int(table.limit) - int(table.actions_used))
    if success_shoots(box, table):
        ask = say(mark("Break through here and you shoot."))
        return two_lines(ask, say(mark("You shoot with the cards you keep. {tries}"), tries=tries))
    then = (
        mark("Unanswered, the ball goes to midfield. {tries}")
        if side_zone(table) == OWN
        else mark("Unanswered, the ball goes into the rival's box. {tries}")
    )
    return two_lines(say(mark("Play an attack that the rival cannot answer.")), say(then, tries=tries))


def prompt_reply(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for an answer; PG-R02 may forbid to let the attack through."""
    attack = attack_name(say, box, table.last_type[table.attacker])
    actions = legal_actions(box, table, seat)
    if box.must_block and actions and DECLINE not in actions:
        ask = mark("Answer the attack: {attack}.")
    elif actions == [DECLINE]:
        ask = mark("You have no answer to this attack: {attack}.")
    else:
        ask = mark("Answer the attack or let it through: {attack}.")
    return two_lines(say(ask, attack=attack), let_through(say, box, table, seat))


def let_through(say: Say, box: Box, table: Table, seat: int) -> str:
    """Say what follows if an attack is let through."""
    if success_shoots(box, table):
        left, own = int(table.hand_count[table.attacker]), hand_sum(box, table, seat, "gloves")
        if left == 0:
            return say(mark("Let through, it comes to nothing: the rival has no card to shoot with."))
        return say.count(
            mark("Let through, the rival shoots with {n} card; you hold {gloves}."),
            mark("Let through, the rival shoots with up to {n} cards; you hold {gloves}."),
            left,
            gloves=gloves(say, own),
        )
    if side_zone(table) == OWN:
        return say(mark("Let through, the ball goes to midfield, and the attack goes on from there."))
    return say(mark("Let through, the ball is in your box, and the attack goes on there."))


def prompt_foul_response(say: Say, box: Box, table: Table) -> str:
    """Ask what follows a foul in the box; after the last action there is nothing to play on with."""
    shot = say(mark("A free kick or penalty shoots with cards off the pile; you keep yours."))
    if goes_on(table):
        return two_lines(say(mark("Fouled in the box. Take a set piece, or play on?")), shot)
    if corner_possible(box, table):
        return two_lines(
            say(mark("Fouled on your last action. Take a set piece or a corner, or end the attack?")),
            shot,
        )
    return two_lines(say(mark("Fouled on your last action. Take a set piece, or end the attack?")), shot)


def corner_text(say: Say, box: Box) -> str:
    """Say what a corner brings."""
    more = max((int(step.a) for half in box.attacks for step in half.play if step.op == Op.EXTRA_ACTIONS), default=0)
    return say.count(
        mark("A corner fills both hands and brings {n} more try."),
        mark("A corner fills both hands and brings {n} more tries."),
        more,
    )


def prompt_pay(say: Say, box: Box, table: Table) -> str:
    """Ask for the price of a tactic card."""
    number = int(table.pay_tactic)
    ask = say.count(
        mark("Pay {n} card for the tactic: {tactic}."),
        mark("Pay {n} cards for the tactic: {tactic}."),
        int(table.pay_left),
        tactic=tactic_name(say, box, number),
    )
    return two_lines(ask, f"{tactic_text(say, box, number)}.")


def prompt_shot(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for the cards of a shot, and add up the balls."""
    chosen = int(chosen_count(table))
    answer = say(mark("The rival saves with as many cards as you lay."))
    if not chosen:
        return two_lines(say(mark("Shoot: choose the cards whose balls shall count.")), answer)
    total = balls(say, chosen_sum(box, table, seat, "balls"))
    return two_lines(
        say(mark("Shoot now, or add a card: {balls} in {cards}."), balls=total, cards=cards(say, chosen)), answer
    )


def prompt_save(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for a save: how many cards, and against what."""
    attacker = rival(seat)
    chosen = int(chosen_count(table))
    n = min(int(table.laid_count[attacker]), int(table.hand_count[seat])) - chosen
    own = gloves(say, chosen_sum(box, table, seat, "gloves"))
    if table.face_down and not chosen:
        ask = say.count(
            mark("Lay {n} card against a shot you cannot see."),
            mark("Lay {n} cards against a shot you cannot see."),
            n,
        )
        return two_lines(ask, say(mark("All cards are turned together. As many gloves as balls are enough.")))
    if table.face_down:
        ask = say.count(
            mark("Lay {n} more card against a shot you cannot see."),
            mark("Lay {n} more cards against a shot you cannot see."),
            n,
        )
        return two_lines(ask, say(mark("Chosen so far: {gloves}."), gloves=own))
    shot = balls(say, int(laid_balls(box, table, attacker)))
    ask = say.count(mark("Save {balls} with {n} card."), mark("Save {balls} with {n} cards."), n + chosen, balls=shot)
    if not chosen:
        return two_lines(ask, say(mark("As many gloves as balls are enough.")))
    short = gloves_needed(box, table, seat)
    if not short:
        return two_lines(ask, say(mark("Chosen so far: {gloves}, which is enough."), gloves=own))
    missing = say.count(
        mark("Chosen so far: {gloves}. {n} more glove is needed."),
        mark("Chosen so far: {gloves}. {n} more gloves are needed."),
        short,
        gloves=own,
    )
    return two_lines(ask, missing)


def hand_sum(box: Box, table: Table, seat: int, symbol: str) -> int:
    """Add up the symbols of a hand."""
    held = table.hand[seat][: table.hand_count[seat]]
    return sum(int(getattr(box.cards[card], symbol)) for card in held)


def gloves_needed(box: Box, table: Table, seat: int) -> int:
    """Count the gloves that the chosen cards still lack against an open shot."""
    return max(int(laid_balls(box, table, rival(seat))) - chosen_sum(box, table, seat, "gloves"), 0)


def chosen_sum(box: Box, table: Table, seat: int, symbol: str) -> int:
    """Add up the symbols of the cards chosen so far."""
    return sum(
        int(getattr(box.cards[table.hand[seat, slot]], symbol))
        for slot in range(int(table.hand_count[seat]))
        if table.chosen >> slot & 1
    )


def half_name(say: Say, half: int) -> str:
    """Name a half."""
    if half == EXTRA_TIME:
        return say(mark("Extra time"))
    return say(mark("Second half")) if half == SECOND_HALF else say(mark("First half"))


MOVES = {
    OWN: mark("All the way back. Still attacking, from their own box: {name}."),
    MID: mark("The ball is in midfield. Still attacking: {name}."),
    OPP: mark("The ball is in the rival's box! Still attacking: {name}."),
}
ADVANCES = {
    OWN: MOVES[OWN],
    MID: mark("{attack} gets through, into midfield. Still attacking: {name}."),
    OPP: mark("{attack} gets through, into the box! Still attacking: {name}."),
}
FOULS = {
    OWN: mark("{attack} is stopped by {name}: tactical foul."),
    MID: mark("{attack} is stopped by {name}: tactical foul."),
    OPP: mark("{attack} is stopped by {name}: tactical foul in the box!"),
}


def tell_formations(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Show what both have chosen."""
    one, two = formation_name(box, told.formation_0), formation_name(box, told.formation_1)
    return say(mark("Formations: {first} {one}, {second} {two}."), first=names[0], one=one, second=names[1], two=two)


def tell_shot(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say how strong an open shot is."""
    text = mark("Shot by {name}: {balls} in {cards}.")
    return say(text, name=names[told.seat], cards=cards(say, told.count), balls=balls(say, told.balls))


def with_cards(text: str) -> Teller:
    """Tell a sentence about a seat with so many cards in it."""
    return lambda say, _, names, told: say(text, name=names[told.seat], cards=cards(say, told.count))


def with_clash(text: str) -> Teller:
    """Tell a shot that was met: balls against gloves."""
    return line(text, balls=lambda say, _, n: balls(say, n), gloves=lambda say, _, n: gloves(say, n))


def named_attack(say: Say, box: Box, half: int) -> str:
    """Name the attack that an event is about, if there is one."""
    return attack_name(say, box, half) if half != NONE else ""


def with_attack(argument: str, texts: Mapping[int, str]) -> Teller:
    """Tell an event of an attack, by the sentence that an argument chooses."""
    return lambda say, box, names, told: say(
        texts[getattr(told, argument)], name=names[told.seat], attack=named_attack(say, box, told.type)
    )


def tell_advanced(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say how far an attack has come, and with what; a tactic card moves the ball without any."""
    return with_attack("zone", ADVANCES if told.type != NONE else MOVES)(say, box, names, told)


def tell_saved(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell a save, with what it was worth."""
    text = mark("Saved by {name}: {gloves} against {balls}.")
    if told.balls == told.gloves:
        text = mark("Saved by {name} with the last glove: {gloves} against {balls}.")
    return say(text, name=names[told.seat], gloves=gloves(say, told.gloves), balls=balls(say, told.balls))


def tell_drawn(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say which card a seat has drawn."""
    attack, defence = attack_side(say, box, told.card), defence_side(say, box, told.card)
    return say(mark("You draw {attack} / {defence}."), attack=attack, defence=defence)


def set_piece(say: Say, box: Box, card: int) -> str:
    """Name a set piece or a corner as its card does."""
    return attack_name(say, box, box.cards[card].attack)


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.KICK_OFF: (line(mark("{half}: kick-off for {name}."), half=lambda say, _, n: half_name(say, n)), "PG-03"),
    Event.DREW: (tell_drawn, "PG-23"),
    Event.DREW_CARDS: (counted_line(mark("{name}: {n} card drawn."), mark("{name}: {n} cards drawn.")), "PG-23"),
    Event.PICKED: (
        line(mark("Your formation: {formation}."), formation=lambda _, box, n: formation_name(box, n)),
        "PG-45",
    ),
    Event.HAS_PICKED: (line(mark("{name}: formation chosen.")), "PG-45"),
    Event.FORMATIONS: (tell_formations, "PG-45"),
    Event.PLAYED: (line(mark("{name}: {card}."), card=attack_side), "PG-13"),
    Event.DRIBBLED: (
        lambda say, box, names, told: say(
            mark("{name}: dribbling, which repeats {card}."),
            name=names[told.seat],
            card=attack_name(say, box, told.type),
        ),
        "PG-33",
    ),
    Event.ANSWERED: (
        lambda say, box, names, told: say(
            mark("{attack} is stopped by {name}: {card}."),
            attack=attack_name(say, box, told.type),
            name=names[told.seat],
            card=defence_side(say, box, told.card),
        ),
        "PG-15",
    ),
    Event.FOULED: (with_attack("zone", FOULS), "PG-16"),
    Event.DECLINED: (line(mark("No answer from {name}.")), "PG-20"),
    Event.STOPPED: (line(mark("{name}: attack called off.")), "PG-18"),
    Event.REPELLED: (line(mark("The attack is repelled; the ball goes to {name}.")), "PG-19"),
    Event.ADVANCED: (tell_advanced, "PG-21"),
    Event.SENT_BACK: (one_of("zone", MOVES), "PG-54"),
    Event.CHOSE: (line(mark("You choose {card}."), card=card_name), "PG-26"),
    Event.SHOT: (tell_shot, "PG-26"),
    Event.SHOT_FACE_DOWN: (with_cards(mark("Shot by {name}, face down: {cards}.")), "PG-56"),
    Event.SHOT_CARD: (line(mark("In the shot: {card}."), card=attack_side), "PG-26"),
    Event.SAVE_CARD: (line(mark("In the save: {card}."), card=defence_side), "PG-27"),
    Event.GOAL: (with_clash(mark("Goal for {name}: {balls} against {gloves}. {score}.")), "PG-28"),
    Event.SAVED: (tell_saved, "PG-29"),
    Event.WASTED: (line(mark("{name}: no card left to shoot with. Chance wasted.")), "PG-R13"),
    Event.SET_PIECE: (line(mark("{name}: {card}!"), card=set_piece), "PG-35"),
    Event.FLIPPED: (line(mark("From the pile: {card}."), card=attack_side), "PG-35"),
    Event.PLAYED_ON: (line(mark("{name}: play on.")), "PG-R16"),
    Event.CORNER: (line(mark("{name}: {card}!"), card=set_piece), "PG-34"),
    Event.TACTIC: (line(mark("{name}, tactic card: {tactic}."), tactic=tactic_name), "PG-49"),
    Event.TOOK_BALL: (line(mark("The ball goes to {name}.")), "PG-53"),
    Event.PAID: (line(mark("{name}, paid: {card}."), card=card_name), "PG-R24"),
    Event.SUBSTITUTED: (with_cards(mark("{name}: the whole hand changed, {cards}.")), "PG-55"),
    Event.THREW_AWAY: (line(mark("{name}, discarded: {card}."), card=card_name), "PG-38"),
    Event.ALL_SPECIAL: (line(mark("{name}: nothing but specials in hand. New cards.")), "PG-38"),
    Event.DEAD_BALL: (line(mark("{name}: nothing to attack with. Dead ball.")), "PG-R08"),
    Event.STOPPAGE: (line(mark("The pile is empty: stoppage time.")), "PG-39"),
    Event.HALF_TIME: (line(mark("Half-time: {score}.")), "PG-40"),
    Event.FULL_TIME: (line(mark("Full time: {score}.")), "PG-42"),
    Event.EXTRA_TIME: (line(mark("Level: extra time, the next goal wins.")), "PG-43"),
    Event.RESTART: (line(mark("Extra time goes on: the discard is the new pile.")), "PG-R27"),
    Event.LOT: (line(mark("Still level: the lot decides for {name}.")), "PG-R27"),
}

event, event_rule = report(EVENTS)
option, value = option_words(OPTIONS, VALUES)


@printed
def tactic_text(say: Say, box: Box, number: int) -> str:
    """Say what a side of a tactic card needs, costs and does, from its rows."""
    side = box.tactics[number]
    costs = [
        say.count(mark("{n} card “{half}”"), mark("{n} cards “{half}”"), int(step.a), half=half_of(say, box, step))
        for step in side.cost
        if step.op
    ]
    needs, play = ([describe(say, step) for step in part if step.op] for part in (side.needs, side.play))
    pay = [say(mark("pay {cost}"), cost=say(mark(" or ")).join(costs))] if costs else []
    return "; ".join([*needs, *pay, *play])


def half_of(say: Say, box: Box, step: Any) -> str:
    """Name the half that a cost asks for."""
    if step.op == Op.DISCARD_ATTACK:
        return attack_name(say, box, step.b)
    return defence_name(say, box, step.b)


def describe(say: Say, step: Any) -> str:
    """Put one step of the vocabulary into words."""
    texts = {
        (Op.AT, OWN): mark("with the ball in the attacker's own box"),
        (Op.AT, MID): mark("with the ball in midfield"),
        (Op.AT, OPP): mark("with the ball in the defender's box"),
        (Op.MOVE, OWN): mark("the ball goes to the attacker's own box"),
        (Op.MOVE, MID): mark("the ball goes to midfield"),
        (Op.MOVE, OPP): mark("the ball goes to the defender's box"),
        Op.SAVED_LAST: mark("after saving a shot in the previous turn"),
        Op.HAND_SHOT: mark("a shot from your hand"),
        Op.TAKE_BALL: mark("the ball is yours"),
        Op.REDRAW: mark("change your whole hand"),
        Op.NEW_TURN: mark("a new turn begins"),
    }
    op = Op(int(step.op))
    return say(texts[(op, int(step.a)) if op in {Op.AT, Op.MOVE} else op])
