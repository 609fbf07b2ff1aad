"""The phases and actions of Kickards in words, and what is asked: what to do, and what follows from it."""

from __future__ import annotations

from matchday.engine.reading import printed
from matchday.engine.record import read_text
from matchday.engine.speech import Say, mark
from matchday.games.kickards.odds import is_forecast, outlook, worlds
from matchday.games.kickards.rules.formats import has_second_leg, needs_more
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.state import (
    BID,
    BLOCK,
    BUY,
    CALL_VAR,
    COLOUR,
    CONTROL,
    CONTROL_DOWN,
    DONE,
    EXCHANGE,
    OFFERED,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    SHOOT_AGAIN,
    SPLIT,
    STARS,
    USE,
    Bonus,
    Box,
    Choice,
    Phase,
    Table,
    Track,
)
from matchday.games.kickards.words.names import (
    COLOURS,
    bonus_name,
    coloured,
    colours,
    event_name,
    event_text,
    footballer,
    space_name,
)

COMMON_STARS = 10  # more printed stars than that hardly ever meet in one line-up
COMMON_BID = 12

PHASES = {
    Phase.OVER: mark("Full time"),
    Phase.COACH_PICK: mark("Coach card"),
    Phase.ATTACK: mark("Attack"),
    Phase.DEFEND: mark("Defence"),
    Phase.STARS: mark("Star colours"),
    Phase.BID: mark("Game control"),
    Phase.COACH: mark("Coach card"),
    Phase.EXCHANGE: mark("Event"),
    Phase.VAR_BEFORE: mark("VAR"),
    Phase.CHOICE: mark("Choice"),
    Phase.VAR_AFTER: mark("VAR"),
    Phase.BUY: mark("Action bonuses"),
    Phase.POSITION: mark("Shot position"),
    Phase.PERCENT: mark("Goal chance"),
    Phase.REROLL: mark("Missed shot"),
    Phase.VAR_GOAL: mark("VAR"),
    Phase.ADDED_TIME: mark("Added time"),
    Phase.KICK: mark("Shoot-out"),
}

PLAIN_NOTATION = {
    PASS: "pass",
    DONE: "done",
    PLAY_COACH: "coach",
    EXCHANGE: "exchange",
    BLOCK: "block",
    CALL_VAR: "var",
    SHOOT_AGAIN: "again",
    PLAY_ON: "on",
}

PASSES = {
    Phase.ATTACK: mark("Do not attack"),
    Phase.COACH: mark("Keep it for later"),
    Phase.EXCHANGE: mark("Leave the event"),
    Phase.VAR_BEFORE: mark("No VAR"),
    Phase.VAR_AFTER: mark("No VAR"),
    Phase.VAR_GOAL: mark("No VAR"),
    Phase.REROLL: mark("Keep the repeat"),
}

DONES = {
    Phase.BUY: mark("Buy nothing more"),
    Phase.PERCENT: mark("Change nothing more"),
}

# What is asked, and what follows from it.
PROMPTS = {
    Phase.COACH_PICK: mark(
        "Keep one event for the moment when you need it. It takes the place of a drawn one, and nobody can exchange it."
    ),
    Phase.BID: mark("Bid stars for control of the match. Both bids are spent, and the difference moves the token."),
    Phase.PERCENT: mark("Change the goal chance, or let the shot be taken. It is {chance} % now."),
    Phase.ADDED_TIME: mark("Play five more minutes? Both sides attack once more, with the cards they still have."),
    Phase.KICK: mark("Choose who takes the penalty. The d6 finds his row, and two dice must not exceed its chance."),
    Phase.OVER: mark("The match is over."),
}
# By whether the seat attacks.
STARS_PROMPTS = {
    True: mark("Colour your printed stars. Red helps the shot, blue changes the event, green waits for your defence."),
    False: mark("Colour your printed stars. Green stops the shot, blue changes the event, red waits for your attack."),
}
BUY_PROMPTS = {
    True: mark("Buy help for the shot, or go on. It stands at {chance} %, and the defence buys after you."),
    False: mark("Make the shot harder, or go on. It stands at {chance} %; then the d6 is rolled."),
}
# By whether the event can be exchanged, and whether it can be blocked.
EVENT_PROMPTS = {
    (True, True): mark("Leave {card}, exchange it, or block it so that nobody else can. {outlook}"),
    (True, False): mark("Leave {card}, or pay for an unknown event instead. {outlook}"),
    (False, True): mark("Leave {card}, or block it, so that nobody can exchange it. {outlook}"),
}
VAR_PROMPTS = {
    Phase.VAR_BEFORE: mark(
        "Have {card} checked before it counts? Struck off in about {chance} of 100 cases; it is your only token."
    ),
    Phase.VAR_AFTER: mark(
        "Have {card} checked and undone? Struck off in about {chance} of 100 cases; it is your only token."
    ),
    Phase.VAR_GOAL: mark("Have the goal checked? Struck off in about {chance} of 100 cases; it is your only token."),
}
# By whether there are more shots to come.
REPEAT_PROMPTS = {
    False: mark("No goal. Shoot again? The chance is the same, {chance} %; unused, the repeat is lost."),
    True: mark("No goal. Shoot again? The chance is the same, {chance} %; or keep the repeat for the next shot."),
}

CHOICES = {
    Choice.DISCARD: mark("Discard a footballer. He goes to the used pile."),
    Choice.GAIN: mark(
        "Choose the colour of the star you gain. Red helps a shot, green stops one, blue changes the event."
    ),
    Choice.LOSE: mark(
        "Choose the colour of the star you lose. Red helps a shot, green stops one, blue changes the event."
    ),
    Choice.SEND_OFF: mark("Choose the defender who is sent off. He does not come back."),
}


def notation(box: Box, action: int) -> str:
    """Write an action shortly, each action differently whatever the phase; `#` begins what hardly ever comes up."""
    if action < box.deck_size:
        return read_text(box.footballers[action].code)
    if action in PLAIN_NOTATION:
        return PLAIN_NOTATION[action]
    if OFFERED <= action < OFFERED + box.coach_offer:
        return f"keep{action - OFFERED + 1}"
    if COLOUR <= action < BUY:
        return "rgb"[action - COLOUR]
    if BUY <= action < USE:
        return f"buy-{Bonus(action - BUY).name.lower()}"
    if USE <= action < CONTROL:
        name = Bonus(action - USE).name.lower()
        return f"{'' if 'K6' in name.upper() or name[-2:] == 's1' else '#'}use-{name}"
    if CONTROL < action <= CONTROL + box.track:
        return f"control{action - CONTROL}"
    if CONTROL_DOWN < action <= CONTROL_DOWN + box.track:
        space = action - CONTROL_DOWN
        return f"{'' if box.space[space].bonus[0].op == Track.NUDGE else '#'}control{space}down"
    if BID <= action < STARS:
        return f"{'' if action - BID <= COMMON_BID else '#'}bid{action - BID}"
    if action >= STARS:
        red, green = divmod(action - STARS, SPLIT)
        return f"{'' if red + green <= COMMON_STARS else '#'}r{red}g{green}"
    return f"#{action}"


def space_of(action: int) -> int:
    """Tell which space of the control track an action uses, up or down."""
    return action - (CONTROL_DOWN if action >= CONTROL_DOWN else CONTROL)


def action(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Label an action for the person who decides."""
    if action < box.deck_size:
        return footballer(say, box, action)
    phase = Phase(int(table.phase))
    if action == PASS:
        return refusal(say, box, table, seat)
    if action == DONE:
        return done_text(say, phase, int(table.chosen_count[seat]))
    if action in {EXCHANGE, BLOCK}:
        text = mark("Exchange the event: {price}") if action == EXCHANGE else mark("Block the event: {price}")
        return say(text, price=price(say, box, table, seat, Bonus.EXCHANGE if action == EXCHANGE else Bonus.BLOCK))
    if action == PLAY_ON:
        return say(mark("Play added time"))
    if action == CALL_VAR:
        return say(mark("Call VAR: {chance} %"), chance=var_chance(say, box, int(table.var_used)))
    if action == SHOOT_AGAIN:
        return say(mark("Shoot again: {chance} %"), chance=int(table.chance))
    if action == PLAY_COACH:
        known = 0 < table.coach[seat] <= box.event_kinds
        return (
            say(mark("Play {card}"), card=event_name(say, box, int(table.coach[seat]) - 1))
            if known
            else say(mark("Play it"))
        )
    if action < COLOUR:
        return event_name(say, box, int(table.offer[seat, action - OFFERED]) - 1)
    if action < BUY:
        return say(COLOURS[action - COLOUR])
    if action < USE:
        return bonus_name(say, box, action - BUY)
    if action < CONTROL:
        return bonus_name(say, box, action - USE)
    if action < BID:
        down = action >= CONTROL_DOWN or (phase == Phase.PERCENT and seat != table.att)
        return say(mark("Control: {bonus}"), bonus=space_name(say, box, space_of(action), -1 if down else 1))
    if action < STARS:
        return say(mark("Bid {stars}"), stars=coloured(say, int(table.bid_colour[seat]), action - BID))
    red, green = divmod(action - STARS, SPLIT)
    return colours(say, red, green, int(table.extras[seat]) - red - green)


def done_text(say: Say, phase: Phase, number: int) -> str:
    """Name what is done with so many chosen cards, or that nothing more is bought or changed."""
    if phase == Phase.ATTACK:
        return say.count(mark("Attack with {n} card"), mark("Attack with {n} cards"), number)
    if phase != Phase.DEFEND:
        return say(DONES[phase])
    if not number:
        return say(mark("Defend with nobody"))
    return say.count(mark("Defend with {n} card"), mark("Defend with {n} cards"), number)


@printed
def var_chance(_: Say, box: Box, used: int) -> int:
    """Give the chance that VAR strikes something off, over the cards that nobody has drawn yet."""
    left = [int(box.var_chance[card]) for card in range(int(box.var_cards)) if not used >> card & 1]
    return round(sum(left) / len(left)) if left else 0


def refusal(say: Say, box: Box, table: Table, seat: int) -> str:
    """Label what it means to pass."""
    kind = Phase(int(table.phase))
    if kind == Phase.ADDED_TIME:
        return say(mark("End the match") if ends_here(box, table, seat) else mark("No added time"))
    if kind == Phase.POSITION:
        return say(mark("Take position {position}"), position=int(table.position))
    last_shot = kind == Phase.REROLL and table.shots_left == 1
    return say(mark("Do not use it") if last_shot else PASSES[kind])


def ends_here(box: Box, table: Table, seat: int) -> bool:
    """KC-094, KC-096: tell whether the match is over if this seat plays no added time: nobody else may, and no more
    has to follow.
    """
    rival_may = table.step == 0 and table.hand_count[1 - seat] > 0
    return not rival_may and not has_second_leg(box, table) and not needs_more(box, table)


def price(say: Say, box: Box, table: Table, seat: int, bonus: Bonus) -> str:
    """KC-044, KC-060: say what a bonus that is used at once costs: its stars, or nothing where it is held."""
    if table.bonus[seat, bonus]:
        return say(mark("free"))
    return coloured(say, int(box.bonus[bonus].colour), int(box.bonus[bonus].cost))


def phase(say: Say, box: Box, table: Table) -> str:
    """Name the phase."""
    return say(PHASES[Phase(int(table.phase))])


def prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Say in two short sentences what is asked of a seat and what follows; the table is that seat's hidden one."""
    kind = Phase(int(table.phase))
    if kind in {Phase.ATTACK, Phase.DEFEND}:
        return line_up_prompt(say, box, table, seat, kind == Phase.ATTACK)
    if kind == Phase.STARS:
        return say(STARS_PROMPTS[seat == table.att])
    if kind == Phase.COACH:
        return coach_prompt(say, box, table, seat)
    if kind == Phase.EXCHANGE:
        return exchange_prompt(say, box, table, seat)
    if kind in VAR_PROMPTS:
        card = event_name(say, box, int(table.event) - 1)
        return say(VAR_PROMPTS[kind], card=card, chance=var_chance(say, box, int(table.var_used)))
    if kind == Phase.CHOICE:
        return say(CHOICES[Choice(int(table.choice))])
    if kind == Phase.BUY:
        return buy_prompt(say, box, table, seat)
    if kind == Phase.POSITION:
        told = mark("Take position {position}, or change it. The shot from there stands at {chance} %.")
        return say(told, position=int(table.position), chance=mean_chance(box, table))
    if kind == Phase.REROLL:
        return say(REPEAT_PROMPTS[table.shots_left > 1], chance=int(table.chance))
    return say(PROMPTS[kind], chance=mean_chance(box, table) if kind == Phase.PERCENT else 0)


def mean_chance(box: Box, table: Table) -> int:
    """Give the chance of the shot that is to come, as the forecast has it."""
    return outlook(box, worlds(box, table)).mean


def line_up_prompt(say: Say, box: Box, table: Table, seat: int, attacks: bool) -> str:
    """KC-020, KC-030, KC-031: ask for the cards of a line-up, and say what they are good for."""
    hand, turns, some = int(table.hand_count[seat]), turns_left(table), bool(table.chosen_count[seat])
    if attacks and some:
        return say(
            mark("Add support, or attack with what you have. Every card brings a star, and a printed star one more.")
        )
    if attacks:
        told = mark(
            "Pick the man who shoots, or do not attack. Cards in hand: {hand}; turns to come, theirs too: {turns}."
        )
        return say(told, hand=hand, turns=turns)
    laid, (minus, halve) = int(table.laid_count[table.att]), (box.bonus[each] for each in (Bonus.MINUS10, Bonus.HALVE))
    prices = {"minus": int(minus.cost), "amount": int(minus.amount), "halve": int(halve.cost)}
    if some:
        told = mark(
            "Add defenders, or defend with these. Green stars: {minus} take {amount} % off, {halve} halve the shot."
        )
        return say(told, **prices)
    return say.count(
        mark("Choose who stops {n} card, or nobody. Green stars: {minus} take {amount} % off, {halve} halve the shot."),
        mark(
            "Choose who stops {n} cards, or nobody. Green stars: {minus} take {amount} % off, {halve} halve the shot."
        ),
        laid,
        **prices,
    )


def coach_prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """KC-039: ask whether the coach card takes the place of an event."""
    if not 0 < table.coach[seat] <= box.event_kinds:
        return say(mark("The coach card is in question."))
    card, meaning = (tell(say, box, int(table.coach[seat]) - 1) for tell in (event_name, event_text))
    told = mark("Play {card} now, instead of an unknown event? It is your only one: {meaning}.")
    return say(told, card=card, meaning=meaning)


def buy_prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """KC-055, KC-056: ask for bonuses; with the chance of the shot, if there is one to come."""
    if table.early or not is_forecast(table):
        return say(mark("Buy action bonuses, or go on. Stars that you keep stay yours."))
    return say(BUY_PROMPTS[seat == table.att], chance=mean_chance(box, table))


def exchange_prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """KC-044, KC-060: ask about the event; only what the seat holds or can pay for is named."""
    exchanges, blocks = (
        bool(table.bonus[seat, bonus] or table.stars[seat, box.bonus[bonus].colour] >= box.bonus[bonus].cost)
        for bonus in (Bonus.EXCHANGE, Bonus.BLOCK)
    )
    shot = (
        say(mark("With it the shot stands at {chance} %."), chance=mean_chance(box, table))
        if is_forecast(table)
        else ""
    )
    card = event_name(say, box, int(table.event) - 1)
    return say(EVENT_PROMPTS.get((exchanges, blocks), EVENT_PROMPTS[True, True]), card=card, outlook=shot).rstrip()
