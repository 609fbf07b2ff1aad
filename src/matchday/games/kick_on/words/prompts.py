"""The phases and actions of Kick On in words, and what is asked: what to do, and what follows from it."""

from __future__ import annotations

from typing import Any

from matchday.engine.reading import block, printed
from matchday.engine.speech import Say, mark
from matchday.games.kick_on.rules.attackers import play_terms
from matchday.games.kick_on.rules.chain import may_play
from matchday.games.kick_on.rules.penalties import penalty_defence
from matchday.games.kick_on.rules.questions import count_bits, outfield, ready_energy
from matchday.games.kick_on.rules.shot import is_goal, ways_to_score
from matchday.games.kick_on.rules.totals import attack_total, defence_total
from matchday.games.kick_on.state import (
    DONE,
    EVERYONE_BACK,
    NOBODY,
    OWN,
    PASS,
    RIVAL,
    SQUAD,
    Ability,
    Box,
    Op,
    Phase,
    Table,
)
from matchday.games.kick_on.words.names import UNSAID, card_code, card_name, card_text, player_name

PHASES: dict[int, str] = {
    Phase.OVER: mark("Full time"),
    Phase.LINEUP: mark("Line-ups"),
    Phase.ENERGY: mark("A Energy"),
    Phase.TALK: mark("B Team talk"),
    Phase.RESPONSE: mark("Answer"),
    Phase.ATTACKERS: mark("C Attack"),
    Phase.KEEP: mark("C Attack: who stays free"),
    Phase.BAN: mark("C Attack: who is marked out"),
    Phase.DEFENDERS: mark("D Defence"),
    Phase.DEFENCE_WINDOW: mark("D Defence: cards"),
    Phase.FOULER: mark("D Defence: who fouls"),
    Phase.ROLL_WINDOW: mark("E Shot: cards"),
    Phase.PENALTY_TAKER: mark("Penalty"),
    Phase.INJURE_TARGET: mark("Injury"),
    Phase.FREE_SUB: mark("Substitution after an injury"),
    Phase.KEEPER_CHOICE: mark("A new keeper"),
    Phase.SUB_OUT: mark("Substitution: who goes off"),
    Phase.SUB_IN: mark("Substitution: who comes on"),
    Phase.DISCARD_CHOICE: mark("Discard"),
    Phase.RECOVER_CHOICE: mark("Back from the Showers"),
    Phase.SEARCH_CHOICE: mark("Search of the deck"),
    Phase.PEEK_CHOICE: mark("The rival's hand"),
    Phase.FRESHEN_CHOICE: mark("Falling back"),
    Phase.RAMP_CHOICE: mark("More Energy"),
    Phase.CLOSE: mark("End of the turn"),
    Phase.HAND_LIMIT: mark("Hand limit"),
    Phase.SHOOTOUT_PICK: mark("Shoot-out: takers"),
    Phase.SHOOTOUT_NEXT: mark("Shoot-out: sudden death"),
}

# What is asked, and what follows from it.
PROMPTS = {
    Phase.OVER: mark("The match is over."),
    Phase.LINEUP: mark(
        "Choose who starts on the bench, a goalkeeper first. All the others are on the pitch at kick-off."
    ),
    Phase.ENERGY: mark(
        "Put one Energy down, or keep the card. Energy pays for every card that you play; ready: {ready}."
    ),
    Phase.RESPONSE: mark("Answer {card}, or let it happen. Unanswered: {meaning}."),
    Phase.KEEP: mark(
        "Choose who is back in time, {n} at most. They may defend in the rival's turn although they attack."
    ),
    Phase.BAN: mark("Mark rivals out, {n} at most. They may not defend against this attack."),
    Phase.FOULER: mark("Choose who commits the Foul. If the card hurts or sends off a fouler, it is he."),
    Phase.PENALTY_TAKER: mark(
        "Choose who takes the penalty. His attack and a die must beat {defence}; a 6 always goes in."
    ),
    Phase.INJURE_TARGET: mark(
        "Choose the attacker who is injured. He leaves the pitch, and this attack is without him."
    ),
    Phase.FREE_SUB: mark("Bring on a substitute for the injured player, or go on without. It costs nothing."),
    Phase.KEEPER_CHOICE: mark("Choose who goes in goal. He leaves his line and guards it from now on."),
    Phase.SUB_OUT: mark("Choose who goes off, or make no substitution. Whoever goes off is out of the match."),
    Phase.SUB_IN: mark("Choose who comes on. He takes the free place at once."),
    Phase.DISCARD_CHOICE: mark("Choose a card to discard. It goes to your Showers."),
    Phase.SEARCH_CHOICE: mark("Take a card from your deck. It comes to your hand, and the rival sees which."),
    Phase.PEEK_CHOICE: mark("Choose a card that the rival discards. You see the whole hand only now."),
    Phase.FRESHEN_CHOICE: mark(
        "Choose who falls back, or stop. He may defend in the rival's turn although he attacked."
    ),
    Phase.RAMP_CHOICE: mark("Put one more Energy down, or stop. It comes on top of the one of every turn."),
    Phase.HAND_LIMIT: mark("Throw one card away: {limit} is the limit. It goes to your Showers."),
    Phase.SHOOTOUT_PICK: mark("Name your next penalty taker. They kick in the order in which you name them."),
    Phase.SHOOTOUT_NEXT: mark("Choose who kicks now. It is over as soon as only one of the two scores."),
}
TALKS = {
    "play": mark("Announce a Play, or end the talk. Only a Play lets you attack; ready Energy: {ready}."),
    "attack": mark(
        "Play another card, or end the talk and attack. Ready Energy: {ready}; what is left pays for answers."
    ),
    "none": mark("Play a Strategy, or end the talk. No Play and no attack any more this turn; ready Energy: {ready}."),
}
# By whether the seat attacks.
WINDOWS = {
    True: mark("Strengthen the attack, or shoot. {attack} and two dice against {defence}: {chance} % for a goal."),
    False: mark(
        "Play a card against the shot, or let it come. {attack} and two dice against {defence}: {chance} % to concede."
    ),
}
# By whether it is a goal as the dice lie.
DICE_LIE = {
    True: mark("Change the dice, or leave them. {attack} and {dice} against {defence}: a goal as they lie."),
    False: mark("Change the dice, or leave them. {attack} and {dice} against {defence}: no goal as they lie."),
}
# By whether it comes to the hand.
RECOVERS = {
    True: mark("Take a card from your Showers, or stop. It comes to your hand."),
    False: mark("Take a card from your Showers, or stop. It goes under your deck, and the match lasts longer."),
}
# By whether somebody of the own side is chosen already.
DEFENDERS_PROMPTS = {
    False: mark("Choose who stands in the way, {n} at most. {attack} and two dice come; nobody tires by defending."),
    True: mark(
        "Add or take out defenders, {n} at most. {attack} and two dice against {defence}: {chance} % to concede."
    ),
}

# By whether a Play keeps attackers free to defend, and whether somebody who may attack has Lungs.
ATTACKERS_PROMPTS = {
    (False, False): mark("Send up to {most} forward, or nobody. Who attacks cannot defend in the rival's turn."),
    (False, True): mark(
        "Send up to {most} forward, or nobody. Who attacks cannot defend in the rival's turn, unless he has Lungs."
    ),
    (True, False): mark(
        "Send up to {most} forward, or nobody. Who attacks cannot defend in the rival's turn, but for {n} of your "
        "choice."
    ),
    (True, True): mark(
        "Send up to {most} forward, or nobody. Who attacks cannot defend in the rival's turn, but for {n} of your "
        "choice and whoever has Lungs."
    ),
}

PASSES = {
    Phase.ENERGY: mark("No Energy"),
    Phase.TALK: mark("End the talk"),
    Phase.ATTACKERS: mark("No attack"),
    Phase.FREE_SUB: mark("No substitute"),
    Phase.SUB_OUT: mark("No substitution"),
    Phase.RECOVER_CHOICE: mark("Enough"),
    Phase.FRESHEN_CHOICE: mark("Enough"),
    Phase.RAMP_CHOICE: mark("Enough"),
    Phase.CLOSE: mark("End the turn"),
    Phase.RESPONSE: mark("Let it happen"),
    Phase.ROLL_WINDOW: mark("Leave the dice"),
}


def notation(box: Box, action: int) -> str:
    """Write an action shortly, each action differently whatever the phase."""
    plain = {PASS: "pass", DONE: "done", EVERYONE_BACK: "all", NOBODY: "nobody"}
    if action in plain:
        return plain[action]
    if action < box.kinds:
        return card_code(box, action)
    if OWN <= action < OWN + box.squad_size:
        return f"own{action - OWN + 1}"
    if RIVAL <= action < RIVAL + box.squad_size:
        return f"rival{action - RIVAL + 1}"
    return f"#{action}"


def action(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Label an action for the person who decides."""
    if action < PASS:
        return card_name(say, box, action)
    if action >= RIVAL:
        return player_name(box, table.squad[1 - seat, action - RIVAL])
    if action >= OWN:
        return player_name(box, table.squad[seat, action - OWN])
    if action == PASS:
        return say(pass_text(box, table))
    if action == DONE:
        return done_text(say, Phase(int(table.phase)), count_bits(int(table.chosen)))
    return say(mark("Everyone back")) if action == EVERYONE_BACK else say(mark("Into the empty place"))


def pass_text(box: Box, table: Table) -> str:
    """Name what a pass does here; a double change may stop after the first, and the second pass in a row lets shoot."""
    phase = Phase(int(table.phase))
    if phase == Phase.SUB_OUT and table.left < box.cards[table.card - 1].steps[table.step].a:
        return mark("No more substitutions")
    if phase == Phase.DEFENCE_WINDOW:
        if table.to_act != table.active:
            return mark("Let the shot come")
        return mark("Shoot") if table.passes else mark("Add nothing")
    return PASSES.get(phase, mark("Pass"))


def done_text(say: Say, phase: Phase, number: int) -> str:
    """Name what is done with so many chosen players."""
    if phase == Phase.ATTACKERS:
        return say.count(mark("Attack with {n} player"), mark("Attack with {n} players"), number)
    if phase == Phase.DEFENDERS:
        if not number:
            return say(mark("Defend with the goalkeeper alone"))
        return say.count(mark("Defend with {n} player"), mark("Defend with {n} players"), number)
    if phase == Phase.KEEP:
        if not number:
            return say(mark("Keep nobody free"))
        return say.count(mark("Keep {n} attacker free to defend"), mark("Keep {n} attackers free to defend"), number)
    if not number:
        return say(mark("Bar nobody"))
    return say.count(mark("Bar {n} rival player from defending"), mark("Bar {n} rival players from defending"), number)


def phase(say: Say, box: Box, table: Table) -> str:
    """Name the phase."""
    return say(PHASES[int(table.phase)])


def prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Say in two short sentences what is asked of a seat and what follows; the table is that seat's hidden one."""
    kind = Phase(int(table.phase))
    if kind in {Phase.ENERGY, Phase.TALK}:
        text = PROMPTS[kind] if kind == Phase.ENERGY else TALKS[talk_of(box, table)]
        return say(text, ready=ready_energy(table, seat))
    if kind == Phase.ATTACKERS:
        return attackers_prompt(say, box, table, seat)
    if kind == Phase.DEFENDERS:
        return defenders_prompt(say, box, table)
    if kind == Phase.DEFENCE_WINDOW:
        return defence_prompt(say, box, table, seat)
    if kind == Phase.ROLL_WINDOW:
        return dice_prompt(say, box, table)
    if kind == Phase.CLOSE:
        return say.count(
            mark("Play a last card, or end your turn. Then you draw one: {n} card is left in your deck."),
            mark("Play a last card, or end your turn. Then you draw one: {n} cards are left in your deck."),
            int(table.deck_count[seat]),
        )
    return say(
        PROMPTS[kind] if kind in PROMPTS else RECOVERS[recovers_to_hand(box, table)],
        **asked_values(say, box, table, seat, kind),
    )


def asked_values(say: Say, box: Box, table: Table, seat: int, kind: Phase) -> dict[str, Any]:
    """Give the numbers and names that a question needs."""
    if kind == Phase.RESPONSE:
        card = int(table.chain[table.chain_count - 1])
        return {"card": card_name(say, box, card), "meaning": card_text(say, box, card)}
    if kind in {Phase.KEEP, Phase.BAN}:
        return {"n": play_terms(box, table, Op.KEEP if kind == Phase.KEEP else Op.BAN)}
    if kind == Phase.PENALTY_TAKER:
        return {"defence": penalty_defence(box, table, 1 - seat)}
    return {"limit": int(box.hand_limit)} if kind == Phase.HAND_LIMIT else {}


def talk_of(box: Box, table: Table) -> str:
    """Tell what a talk can still lead to: a Play, the attack of one that lies there, or nothing."""
    if table.in_play_count:
        return "attack"
    return "play" if may_play(box, table) else "none"


def recovers_to_hand(box: Box, table: Table) -> bool:
    """Tell whether cards come from the Showers to the hand; else they go under the deck."""
    return bool(box.cards[table.card - 1].steps[table.step].op == Op.RECOVER_HAND)


@block
def attackers_prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for attackers, and say who of them may defend all the same."""
    keep, most = play_terms(box, table, Op.KEEP), play_terms(box, table, Op.MAX_ATT)
    return say(ATTACKERS_PROMPTS[keep > 0, has_lungs(box, table, seat)], n=keep, most=most)


def defenders_prompt(say: Say, box: Box, table: Table) -> str:
    """Ask for defenders; where some are chosen, with what they come to."""
    attack, most = attack_now(UNSAID, box, table), play_terms(box, table, Op.MAX_DEF)
    if not table.chosen:
        return say(DEFENDERS_PROMPTS[False], n=most, attack=attack)
    defence = defence_total(box, table, int(table.chosen))
    chance = goal_percent(say, box, (attack, defence))
    return say(DEFENDERS_PROMPTS[True], n=most, attack=attack, defence=defence, chance=chance)


def defence_prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Ask for a card before the shot."""
    attack, defence = attack_now(UNSAID, box, table), defence_total(box, table, int(table.defenders))
    chance = goal_percent(say, box, (attack, defence))
    return say(WINDOWS[seat == table.active], attack=attack, defence=defence, chance=chance)


@block
def dice_prompt(say: Say, box: Box, table: Table) -> str:
    """Ask for a card after the dice."""
    attack, defence = int(table.attack_total), int(table.defence_total)
    dice = int(table.dice[0]) + int(table.dice[1])
    return say(DICE_LIE[is_goal(box, attack, defence, dice)], attack=attack, dice=dice, defence=defence)


@printed
def goal_percent(_: Say, box: Box, totals: tuple[int, int]) -> int:
    """Give the chance that a shot scores, by attack and defence, in percent."""
    return round(100 * ways_to_score(box, *totals) / 36)


@block
def attack_now(_: Say, box: Box, table: Table) -> int:
    """Give the attack of this attack, as it stands."""
    return attack_total(box, table)


def has_lungs(box: Box, table: Table, seat: int) -> bool:
    """Tell whether an outfield player of a side has Lungs."""
    able = outfield(table, seat)
    return any(
        able >> slot & 1 and box.players[table.squad[seat, slot]].ability == Ability.LUNGS for slot in range(SQUAD)
    )
