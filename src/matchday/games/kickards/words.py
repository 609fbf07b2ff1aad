"""Everything that is said of Kickards: names, prompts, the report, options.

Sentences name a side and then state what happened ("Harbour Rovers: …"), so that they need no inflected names in any
language. Texts of events and special rows are made from their steps: what a card says is what it does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from matchday.engine.reading import printed
from matchday.engine.record import Array, read_text
from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, counted_line, line, one_of, option_words, report, score_text
from matchday.games.kickards.odds import is_forecast, outlook, worlds
from matchday.games.kickards.rules.formats import has_second_leg, needs_more
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.state import (
    ADDED,
    BID,
    BLOCK,
    BUY,
    CALL_VAR,
    COLOUR,
    CONTROL,
    CONTROL_DOWN,
    DONE,
    EXCHANGE,
    EXTRA_TIME,
    FIRST_HALF,
    GREEN,
    MINUTES,
    OFFERED,
    PASS,
    PLAY_COACH,
    PLAY_ON,
    RED,
    SECOND_HALF,
    SHOOT_AGAIN,
    SHOOTOUT,
    SPECIAL,
    SPLIT,
    STARS,
    USE,
    Bonus,
    Box,
    Choice,
    Event,
    Format,
    If,
    Op,
    Phase,
    ShotKind,
    Side,
    Table,
    Tint,
    Track,
)

TEAMS = ("Harbour Rovers", "Kiln Town")
COMMON_STARS = 10  # more printed stars than that hardly ever meet in one line-up
COMMON_BID = 12
REMEMBERED = 1000  # sums of chances

COLOURS = (mark("red"), mark("green"), mark("blue"))
PURSE = (mark("Red stars"), mark("Green stars"), mark("Blue stars"))
POSITIONS = (
    mark("left forward"),
    mark("centre forward"),
    mark("right forward"),
    mark("left back"),
    mark("centre back"),
    mark("right back"),
    mark("attacking midfielder"),
    mark("central midfielder"),
    mark("defensive midfielder"),
)
SHOTS = (
    mark("Long shot"),
    mark("Volley"),
    mark("First-time strike"),
    mark("Run onto the ball and shoot"),
    mark("Curled shot"),
    mark("Laces drive"),
    mark("Cut inside and shoot"),
    mark("Free kick"),
    mark("Header"),
    mark("Turn and shoot"),
    mark("Dribble and shoot"),
    mark("Tap-in"),
)
FLAGS = (
    mark("Argentina"),
    mark("Brazil"),
    mark("England"),
    mark("Spain"),
    mark("France"),
    mark("Germany"),
    mark("Italy"),
    mark("Poland"),
)
BONUSES = {
    Bonus.EXCHANGE: mark("exchange the event"),
    Bonus.BLOCK: mark("block the event"),
    Bonus.DRAW2_DISCARD1: mark("draw {draw}, discard {discard}"),
    Bonus.DRAW2: mark("draw {draw}"),
    Bonus.REROLL_K6: mark("roll the d6 again"),
    Bonus.PLUS10: mark("+{amount} % goal chance"),
    Bonus.PLUS1: mark("+{amount} on the d6"),
    Bonus.REROLL_MISS: mark("repeat a missed shot"),
    Bonus.FORCE_K6: mark("force another d6"),
    Bonus.MINUS10: mark("−{amount} % goal chance"),
    Bonus.MINUS1: mark("−{amount} on the d6"),
    Bonus.HALVE: mark("halve the goal chance"),
}
# What the codes of the box mean: the names in the box file, so that translators find them.
NAMES = {
    "E01": mark("Good strike"),
    "E02": mark("Rebound"),
    "E03": mark("Perfect cross"),
    "E04": mark("Through ball"),
    "E05": mark("Penalty"),
    "E06": mark("Free kick on the edge"),
    "E07": mark("Goalkeeping error"),
    "E08": mark("Corner kick"),
    "E09": mark("One on one"),
    "E10": mark("Handball?"),
    "E11": mark("Offside?"),
    "E12": mark("Ball recovery"),
    "E13": mark("Home fans"),
    "E14": mark("Away end"),
    "E15": mark("Raid down the wing"),
    "E16": mark("Target man"),
    "E17": mark("Second wave"),
    "E18": mark("Set-piece routine"),
    "E19": mark("Overload"),
    "E20": mark("Solo run"),
    "E21": mark("Siege"),
    "E22": mark("Advantage played"),
    "E23": mark("Striker's miskick"),
    "E24": mark("Great save"),
    "E25": mark("Offside"),
    "E26": mark("Foul in attack"),
    "E27": mark("Red card"),
    "E28": mark("Yellow card"),
    "E29": mark("Tactical foul"),
    "E30": mark("Last-man foul"),
    "E31": mark("Foul in the box"),
    "E32": mark("Blocked shot"),
    "E33": mark("Human wall"),
    "E34": mark("High press"),
    "E35": mark("Counter-attack"),
    "E36": mark("Heavy pitch"),
    "E37": mark("Swirling wind"),
    "E38": mark("Against the post"),
    "E39": mark("Own goal?"),
    "E40": mark("Injury"),
    "E41": mark("Substitutions"),
    "E42": mark("Fresh legs"),
    "E43": mark("Strong bench"),
    "E44": mark("Tactical talk"),
    "E45": mark("Compact block"),
    "E46": mark("Running the clock down"),
    "E47": mark("All or nothing"),
    "E48": mark("Play on"),
    "REBOUND": mark("Follow-up!"),
    "KILLER": mark("Marksman!"),
    "CLEAR": mark("Clean through!"),
    "LEADER": mark("Leader!"),
    "INSPIRE": mark("Inspiration!"),
    "PATIENT": mark("Patient!"),
    "SHOW": mark("Showman!"),
    "SELFISH": mark("Selfish!"),
    "TEAM": mark("Team man!"),
    "DIVER": mark("Diver!"),
    "RISK": mark("Gambler!"),
    "LOSS": mark("Ball lost!"),
    "CARELESS": mark("Careless!"),
    "FOUL": mark("Hard man!"),
    "TIRED": mark("Out of legs!"),
}

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

SIDES = {
    Side.ATT: mark("attacker"),
    Side.DEF: mark("defender"),
    Side.HOME: mark("home side"),
    Side.AWAY: mark("away side"),
    Side.BOTH: mark("both sides"),
}

CONDITIONS = {
    If.SHOOTER_CF: mark("if the shooter is a centre forward"),
    If.SHOOTER_WIDE: mark("if the shooter plays out wide"),
    If.SHOOTER_MID: mark("if the shooter is a midfielder"),
    If.SHOOTER_DEF: mark("if the shooter is a defender"),
    If.ATT_MORE_CARDS: mark("if the attacker laid more cards"),
    If.NO_SUPPORT: mark("without support"),
    If.SUPPORT: mark("with support"),
    If.DEF_LEADS: mark("if the defender leads"),
    If.ATT_TRAILS: mark("if the attacker trails"),
    If.HAND_EMPTY: mark("with an empty hand"),
    If.HAND_HELD: mark("with cards in hand"),
}

STEPS = {
    Op.NOTHING: mark("no effect"),
    Op.PCT: mark("goal chance {sign} %"),
    Op.K6: mark("d6 {sign}"),
    Op.K6_MIN: mark("positions below {a} count as {a}"),
    Op.K6_MAX: mark("positions above {a} count as {a}"),
    Op.POSITION: mark("shot from position {a}, no d6"),
    Op.FLAT: mark("shot at {a} %, no d6"),
    Op.TABLE: mark("from d6 {a} on: shot at {b} %"),
    Op.RIVAL_TABLE: mark("from d6 {a} on: the defender shoots at {b} %"),
    Op.NO_SHOT: mark("no shot"),
    Op.GOAL: mark("goal for the attacker"),
    Op.REPEAT: mark("a missed shot is repeated"),
    Op.TWO_SHOTS: mark("one shot more"),
    Op.ON_MISS: mark("after a miss another shot at {a} %"),
    Op.COUNTER: mark("after a miss the defender shoots at {a} %"),
    Op.HALVE: mark("goal chance halved"),
    Op.CLEAR: mark("bought −10 % and halvings do not count"),
    Op.YELLOW: mark("{who}: yellow card"),
    Op.RED: mark("{who}: red card"),
    Op.BONUS: mark("{who}: {bonus}, free"),
    Op.SHOT: mark("shot at {a} %"),
    Op.PER_SUPPORT: mark("{a} % more for each support card"),
    Op.RISK: mark("d6 +{a}: from {b} on red card and no shot, else that position"),
    Op.RIVAL_SHOT: mark("the defender shoots at {a} %"),
}

OPTIONS = {
    "format": (mark("Format"), mark("A friendly, a tie over two legs, or a final that must have a winner.")),
    "two_man": (mark("Two-man action"), mark("Two attackers in the right positions bring a bonus.")),
    "nationality": (mark("Nationality"), mark("Cards of one flag on one side bring bonuses.")),
    "control": (mark("Game control"), mark("Both sides bid stars in secret for the control track.")),
    "solo": (mark("Solo"), mark("Alone against the Automat, at one of three levels; game control is on.")),
    "automat": (mark("Seat of the Automat"), mark("Where the Automat sits: always opposite the person.")),
    "sides": (mark("Home side"), mark("Who plays at home.")),
    "star_choice": (mark("Star colours"), mark("The attacker colours the printed stars first, or both in secret.")),
    "bonus_timing": (mark("Buying bonuses"), mark("Only before the d6, or until the shot.")),
    "early_buy": (mark("Early purchases"), mark("Bonuses may also be bought before the event.")),
    "coach_goal_var": (mark("VAR and coach cards"), mark("A goal under a coach card with the icon may be checked.")),
    "var_extra_time": (mark("VAR in extra time"), mark("Both get their VAR token back for extra time.")),
    "cards": (mark("Yellow and red cards"), mark("Whether a red card sends a footballer off, or is only shown.")),
    "cf_am": (mark("Centre forward and playmaker"), mark("What this two-man action brings.")),
    "away_goals": (mark("Away goals"), mark("A tie that is level goes to whoever scored more away.")),
    "tie_break": (mark("Level tie"), mark("A tie that is level is drawn, or goes to extra time.")),
    "shootout_bonus": (mark("Penalties"), mark("Percentage points added to every ordinary row in the shoot-out.")),
    "odbior": (mark("Ball recovery"), mark("Who shoots on the table of that event.")),
}

VALUES = {
    "friendly": mark("friendly"),
    "tie": mark("two legs"),
    "final": mark("final"),
    "off": mark("off"),
    "amateur": mark("amateur"),
    "league": mark("league"),
    "champion": mark("champion"),
    "random": mark("by lot"),
    "seat0": mark("first seat"),
    "seat1": mark("second seat"),
    "att_first": mark("the attacker first"),
    "secret": mark("in secret"),
    "before_roll": mark("before the d6"),
    "until_shot": mark("until the shot"),
    "full": mark("sent off"),
    "cosmetic": mark("only shown"),
    "reroll_k6": mark("roll the d6 again"),
    "reroll_miss": mark("repeat a missed shot"),
    "two_shots": mark("one shot more"),
    "none": mark("drawn"),
    "extra_time": mark("extra time"),
    "att": mark("attacker"),
    "def": mark("defender"),
}


def title(say: Say) -> str:
    """Name the game."""
    return "Kickards"


def blurb(say: Say) -> str:
    """Say in a sentence or two what the game is."""
    return say(
        mark(
            "A football match with footballers as cards. Eleven cards must last three attacks and three defences: lay "
            "them face down, turn them into stars, make the best of the event, and let one die find the position and "
            "two the goal."
        )
    )


def team(say: Say, seat: int) -> str:
    """Name the side of a seat; who is at home changes from match to match."""
    return TEAMS[seat]


# ---------------------------------------------------------------------------------------------- components in words


def written(field: Array) -> str:
    """Read a name from the box."""
    return bytes(field).rstrip(b"\0").decode()


def player(box: Box, card: int) -> str:
    """Name a footballer."""
    return written(box.footballers[card].name)


@printed
def footballer(_: Say, box: Box, card: int) -> str:
    """Name a footballer, remembered."""
    return player(box, card)


@printed
def event_name(say: Say, box: Box, kind: int) -> str:
    """Name an event card."""
    return say(written(box.event[kind].name))


@printed
def event_text(say: Say, box: Box, kind: int) -> str:
    """Say what an event card does."""
    return steps_text(say, box, box.event[kind].play)


def row_name(say: Say, box: Box, row: Any) -> str:
    """Name a row of a shot table."""
    return say(SHOTS[row.kind]) if row.kind < SPECIAL else say(written(box.special[row.kind - SPECIAL].name))


def row_text(say: Say, box: Box, row: Any) -> str:
    """Read a row: "Header 44 %" or "Follow-up! shot at 42 %; a missed shot is repeated"."""
    if row.kind < SPECIAL:
        return f"{row_name(say, box, row)} {row.a} %"
    return f"{row_name(say, box, row)} {steps_text(say, box, row.play)}"


@printed
def special_row(say: Say, box: Box, which: tuple[int, int]) -> tuple[str, str]:
    """Read a special row of a footballer by his card and its position; then only what it does."""
    row = box.footballers[which[0]].shots[which[1] - 1]
    return row_text(say, box, row), steps_text(say, box, row.play)


def steps_text(say: Say, box: Box, steps: Any) -> str:
    """Put a list of steps into words; conditions stand before what they govern, and that is one part."""
    parts: list[str] = []
    lead = ""
    governed = False
    for step in steps:
        op = Op(int(step.op))
        if op == Op.ON:
            low, high = int(step.a), int(step.b)
            lead = say(mark("d6 {range}"), range=f"{low}-{high}" if low < high else str(low))
        elif op == Op.IF:
            lead = say(CONDITIONS[If(int(step.a))])
        elif op == Op.THEN:
            lead = say(mark("then"))
        elif op not in {Op.END, Op.ROLL}:
            text = step_text(say, box, op, int(step.a), int(step.b))
            if governed and not lead:
                parts[-1] += f", {text}"
            else:
                parts.append(f"{lead}: {text}" if lead else text)
            governed = governed or lead != ""
            lead = ""
    return "; ".join(parts)


def step_text(say: Say, box: Box, op: Op, a: int, b: int) -> str:
    """Put one step into words."""
    if op in {Op.STARS_ANY, Op.STARS_RED, Op.STARS_GREEN, Op.STARS_BLUE}:
        count = any_stars(say, abs(b)) if op == Op.STARS_ANY else coloured(say, op - Op.STARS_RED, abs(b))
        text = mark("{who}: +{stars}") if b > 0 else mark("{who}: −{stars}")
        return say(text, who=say(SIDES[Side(a)]), stars=count)
    if op == Op.DRAW:
        return say.count(mark("{who}: draw {n} card"), mark("{who}: draw {n} cards"), b, who=say(SIDES[Side(a)]))
    if op == Op.DISCARD:
        return say.count(mark("{who}: discard {n} card"), mark("{who}: discard {n} cards"), b, who=say(SIDES[Side(a)]))
    values: dict[str, object] = {"a": a, "b": b, "sign": signed(a)}
    if op in {Op.YELLOW, Op.RED, Op.BONUS}:
        values["who"] = say(SIDES[Side(a)])
    if op == Op.BONUS:
        values["bonus"] = bonus_name(say, box, b)
    return say(STEPS[op], **values)


def signed(number: int) -> str:
    """Write a number with its sign."""
    return f"+{number}" if number >= 0 else f"−{-number}"


@printed
def bonus_name(say: Say, box: Box, bonus: int) -> str:
    """Name an action bonus."""
    row = box.bonus[bonus]
    return say(BONUSES[Bonus(bonus)], amount=int(row.amount), draw=int(row.draw), discard=int(row.discard))


def space_name(say: Say, box: Box, space: int, direction: int) -> str:
    """Name what a space of the control track gives."""
    step = box.space[space].bonus[0]
    if step.op == Track.PCT:
        return say(mark("goal chance {sign} %"), sign=signed(direction * int(step.a)))
    if step.op == Track.DRAW:
        return say.count(mark("draw {n} card"), mark("draw {n} cards"), int(step.a))
    if step.op == Track.REROLL:
        return say(mark("roll the d6 again"))
    return say(mark("d6 {sign}"), sign=signed(direction * int(step.a)))


def space_on_track(say: Say, box: Box, space: int) -> str:
    """Name what a space gives, as the board has it: both signs where the owner may choose or the role says which."""
    step = box.space[space].bonus[0]
    if step.op == Track.PCT:
        return say(mark("goal chance ±{n} %"), n=int(step.a))
    return say(mark("d6 ±{n}"), n=int(step.a)) if step.op == Track.NUDGE else space_name(say, box, space, 1)


def token_place(say: Say, names: list[str], place: int) -> str:
    """Say on whose side the control token stands; `place` is above 0 on the side of seat 0."""
    if place == 0:
        return say(mark("nobody is ahead"))
    return f"{names[0 if place > 0 else 1]} +{abs(place)}"


def cards(say: Say, n: int) -> str:
    """Count cards."""
    return say.count(mark("{n} card"), mark("{n} cards"), n)


def any_stars(say: Say, n: int) -> str:
    """Count stars whose colour is chosen."""
    return say.count(mark("{n} star of any colour"), mark("{n} stars of any colour"), n)


def coloured(say: Say, colour: int, n: int) -> str:
    """Count stars of a colour."""
    if colour == RED:
        return say.count(mark("{n} red star"), mark("{n} red stars"), n)
    if colour == GREEN:
        return say.count(mark("{n} green star"), mark("{n} green stars"), n)
    return say.count(mark("{n} blue star"), mark("{n} blue stars"), n)


def colours(say: Say, red: int, green: int, blue: int) -> str:
    """List stars by colour, leaving out those that are not there."""
    found = [f"{say(name)} {count}" for count, name in zip((red, green, blue), COLOURS, strict=True) if count]
    return ", ".join(found) or say(mark("none"))


def period_name(say: Say, period: int) -> str:
    """Name a half, extra time or the shoot-out."""
    names = {
        FIRST_HALF: mark("First half"),
        SECOND_HALF: mark("Second half"),
        EXTRA_TIME: mark("Extra time"),
        SHOOTOUT: mark("Shoot-out"),
    }
    return say(names.get(period, mark("Before kick-off")))


def minute(round_no: int) -> str:
    """Write a round as the board does."""
    return "+5" if round_no == ADDED else str(MINUTES[round_no])


# ---------------------------------------------------------------------------------------------- actions and prompts


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


# ---------------------------------------------------------------------------------------------- the report

# By whether it is a goal.
SHOT_REPORTS = {
    ShotKind.FIRST: (
        mark("{player} shoots wide: {chance} %, dice {roll}."),
        mark("{player} shoots and scores: {chance} %, dice {roll}."),
    ),
    ShotKind.REPEAT: (
        mark("{player} is first to the rebound, but shoots wide: {chance} %, dice {roll}."),
        mark("{player} is first to the rebound and scores: {chance} %, dice {roll}."),
    ),
    ShotKind.BOUGHT: (
        mark("{player} shoots again, and wide again: {chance} %, dice {roll}."),
        mark("{player} shoots again and scores: {chance} %, dice {roll}."),
    ),
    ShotKind.FOLLOW_UP: (
        mark("One more shot for {name}, and wide: {chance} %, dice {roll}."),
        mark("One more shot for {name}, and it is in: {chance} %, dice {roll}."),
    ),
    ShotKind.RIVAL: (
        mark("{name} on the break, and wide: {chance} %, dice {roll}."),
        mark("{name} on the break, and it is in: {chance} %, dice {roll}."),
    ),
}
VAR_REPORTS = (
    mark("VAR, called by {name}: chance {chance} %, roll {roll}. The decision stands."),
    mark("VAR, called by {name}: chance {chance} %, roll {roll}. It succeeds."),
)
ROLLED_KICKS = (
    mark("Penalty, {name}: {player}, position {position}, {row}: roll {roll} against {chance} %. No goal."),
    mark("Penalty, {name}: {player}, position {position}, {row}: roll {roll} against {chance} %. Goal!"),
)
KICKS = {
    Tint.GREEN: mark("Penalty, {name}: {player}, position {position}, {row} Green, so a goal without a roll!"),
    Tint.YELLOW: mark("Penalty, {name}: {player}, position {position}, {row} Yellow again, so saved."),
    Tint.RED: mark("Penalty, {name}: {player}, position {position}, {row} Red, so missed without a roll."),
}


def shooter_of(box: Box, names: list[str], told: Any) -> str:
    """Name who shoots: the footballer, or his side where no card says who it is."""
    return player(box, told.shooter - 1) if told.shooter else names[told.seat]


def tell_shot(say: Say, box: Box, names: list[str], told: Any) -> str:
    """KC-079: report a shot with what became of it."""
    text = SHOT_REPORTS[ShotKind(told.kind)][told.roll <= told.chance]
    who = shooter_of(box, names, told)
    return say(text, player=who, name=names[told.seat], chance=told.chance, roll=told.roll)


def tell_goal(say: Say, box: Box, names: list[str], told: Any) -> str:
    """KC-084: report a goal, its scorer and the score."""
    score = score_text(names, told.home, told.goals_home, told.goals_away)
    if not told.shooter:
        return say(mark("Goal for {name}! {score}"), name=names[told.seat], score=score)
    text = mark("Goal for {name}! Scored by {player}. {score}")
    return say(text, name=names[told.seat], player=player(box, told.shooter - 1), score=score)


def tell_booking(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a card."""
    red = mark("{name}: second yellow card, red!") if told.second_yellow else mark("{name}: red card!")
    return say(mark("{name}: yellow card.") if told.booking == 1 else red, name=names[told.seat])


@lru_cache(REMEMBERED)
def chance_terms(parts: tuple[int, ...]) -> str:
    """Write what a chance is the sum of: "36 + 10", halvings as "÷2"; nothing if it is a single number."""
    signed_parts = "".join(f" {'+' if part > 0 else '−'} {abs(part)}" for part in parts[1:5] if part)
    rest = signed_parts + " ÷2" * parts[5]
    return f"{parts[0]}{rest}" if rest else ""


@lru_cache(REMEMBERED)
def chance_sum(parts: tuple[int, ...]) -> str:
    """Write the sum of a chance: "36 + 10 = 46 %"."""
    total = min(max(sum(parts[:5]), 0), 100)
    for _ in range(parts[5]):
        total = (total + 1) // 2
    terms = chance_terms(parts) or (str(parts[0]) if total != parts[0] else "")
    return f"{terms} = {total} %" if terms else f"{total} %"


def shot_row(box: Box, told: Any) -> Any:
    """Find the row of a footballer's card that an event is about."""
    return box.footballers[told.card].shots[told.position - 1]


def kick_line(text: str) -> Teller:
    """Make a teller for a penalty and its row."""
    return lambda say, box, names, told: say(
        text,
        **told._asdict(),
        name=names[told.seat],
        player=player(box, told.card),
        row=row_name(say, box, shot_row(box, told)),
    )


def tell_kick(say: Say, box: Box, names: list[str], told: Any) -> str:
    """KC-120..124: report a penalty so that it can be checked: its row, and the roll and chance or the row's colour."""
    text = KICKS.get(Tint(int(shot_row(box, told).tint)), ROLLED_KICKS[told.goal])
    return kick_line(text)(say, box, names, told)


def tell_revealed(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a card that is turned up."""
    texts = (mark("{name}, shooter: {player}."), mark("{name}, support: {player}."), mark("{name}, defence: {player}."))
    return player_line(texts[told.role])(say, box, names, told)


def tell_row(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report the row that was found."""
    return say(
        mark("{player}, position {position}: {row}"),
        player=player(box, told.card),
        position=told.position,
        row=row_text(say, box, shot_row(box, told)),
    )


def tell_toss(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a toss."""
    decides = mark("Still level after all these penalties: the coin decides for {name}.")
    return say(decides if told.period == SHOOTOUT else mark("The toss goes to {name}."), name=names[told.seat])


def tell_sides(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report who is at home, in a tie of two legs also in which leg."""
    text = mark("Leg {leg}. At home: {name}.") if box.format == Format.TIE else mark("At home: {name}.")
    return say(text, name=names[told.home], leg=told.leg)


def tell_nation(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a line-up of one flag."""
    text = mark("{name}: {cards} of one flag ({flag}).")
    return say(text, name=names[told.seat], cards=cards(say, told.count), flag=say(FLAGS[told.flag]))


def tell_bids(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report what both sides have bid and what comes of it."""
    return say(
        mark("Bids: {first} {one}, {second} {two}. Game control: {place}."),
        first=names[0],
        one=told.stars_0,
        second=names[1],
        two=told.stars_1,
        place=token_place(say, names, told.token),
    )


def tell_bought(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a bonus and what was paid for it."""
    stars = coloured(say, int(box.bonus[told.bonus].colour), told.stars)
    bonus = bonus_name(say, box, told.bonus)
    return say(mark("{name}, bought for {stars}: {bonus}."), name=names[told.seat], stars=stars, bonus=bonus)


def colours_line(text: str) -> Teller:
    """Make a teller for stars by colour."""
    return lambda say, _, names, told: say(
        text, name=names[told.seat], stars=colours(say, told.red, told.green, told.blue)
    )


def stars_line(text: str) -> Teller:
    """Make a teller for stars of one colour."""
    return lambda say, _, names, told: say(text, name=names[told.seat], stars=coloured(say, told.colour, told.stars))


def event_line(text: str) -> Teller:
    """Make a teller for an event card, which may belong to a side."""

    def tell(say: Say, box: Box, names: list[str], told: Any) -> str:
        card, meaning = event_name(say, box, told.event), event_text(say, box, told.event)
        return say(text, name=names[getattr(told, "seat", 0)], card=card, meaning=meaning)

    return tell


def player_line(text: str) -> Teller:
    """Make a teller for a footballer of a side."""
    return lambda say, box, names, told: say(text, name=names[told.seat], player=player(box, told.card))


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.SIDES: (tell_sides, "KC-001"),
    Event.OFFERED: (event_line(mark("You may keep: {card} ({meaning}).")), "KC-005"),
    Event.KEPT_COACH: (event_line(mark("Your coach card: {card}.")), "KC-005"),
    Event.SET_COACH: (line(mark("{name}: coach card laid face down.")), "KC-005"),
    Event.DREW: (player_line(mark("You draw {player}.")), "KC-006"),
    Event.DREW_CARDS: (counted_line(mark("{name}: {n} card drawn."), mark("{name}: {n} cards drawn.")), "KC-007"),
    Event.TOSS: (tell_toss, "KC-008"),
    Event.KICK_OFF: (
        lambda say, _, names, told: say(
            mark("{half}: {name} attack first."), half=period_name(say, told.period), name=names[told.seat]
        ),
        "KC-012",
    ),
    Event.TURN: (
        lambda say, _, names, told: say(
            mark("{minute}′: {name} in possession."), minute=minute(told.round), name=names[told.seat]
        ),
        "KC-014",
    ),
    Event.CHOSE: (player_line(mark("You choose {player}.")), "KC-020"),
    Event.LAID: (
        counted_line(mark("{name}: {n} card laid face down."), mark("{name}: {n} cards laid face down.")),
        "KC-030",
    ),
    Event.DECLINED: (line(mark("{name}: no attack this turn.")), "KC-019"),
    Event.REVEALED: (tell_revealed, "KC-033"),
    Event.BASIC_STARS: (colours_line(mark("{name}, stars: {stars}.")), "KC-035"),
    Event.PICKED_STARS: (colours_line(mark("Your printed stars: {stars}.")), "KC-R04"),
    Event.HAS_PICKED_STARS: (line(mark("{name}: star colours chosen.")), "KC-R04"),
    Event.EXTRA_STARS: (colours_line(mark("{name}, printed stars: {stars}.")), "KC-036"),
    Event.NATION: (tell_nation, "KC-140"),
    Event.TWO_MAN: (
        lambda say, box, names, told: say(
            mark("{name}, two-man action: {bonus}."),
            name=names[told.seat],
            bonus=steps_text(say, box, box.pair[told.row].play),
        ),
        "KC-130",
    ),
    Event.CHOSE_BID: (stars_line(mark("Your bid: {stars}.")), "KC-152"),
    Event.HAS_BID: (line(mark("{name}: bid ready.")), "KC-152"),
    Event.BIDS: (tell_bids, "KC-153"),
    Event.PLAYED_COACH: (event_line(mark("{name}, coach card: {card} ({meaning})!")), "KC-040"),
    Event.EVENT_DRAWN: (event_line(mark("Event: {card} ({meaning}).")), "KC-043"),
    Event.EXCHANGED: (event_line(mark("{name}: another event instead of {card}.")), "KC-044"),
    Event.BLOCKED: (event_line(mark("{name}: {card} is blocked, nobody can exchange it any more.")), "KC-060"),
    Event.VAR_CALL: (one_of("success", VAR_REPORTS), "KC-051"),
    Event.UNDONE: (event_line(mark("The event is taken back: {card}.")), "KC-052"),
    Event.DIE: (lambda say, _, __, told: say(mark("The d6 shows {n}."), n=told.die), "KC-046"),
    Event.EFFECT: (
        lambda say, box, _, told: say(
            mark("Effect: {meaning}."), meaning=step_text(say, box, Op(told.op), told.a, told.b)
        ),
        "KC-046",
    ),
    Event.BOOKED: (tell_booking, "KC-R13"),
    Event.SENT_OFF: (player_line(mark("{name}, sent off: {player}.")), "KC-R13"),
    Event.GAINED_STARS: (stars_line(mark("{name}, gained: {stars}.")), "KC-046"),
    Event.LOST_STARS: (stars_line(mark("{name}, lost: {stars}.")), "KC-046"),
    Event.DISCARDED: (player_line(mark("{name}, discarded: {player}.")), "KC-R23"),
    Event.BOUGHT: (tell_bought, "KC-057"),
    Event.GIVEN: (line(mark("{name}, free bonus: {bonus}."), bonus=bonus_name), "KC-060"),
    Event.CONTROL: (
        lambda say, box, names, told: say(
            mark("{name}, game control: {bonus}."),
            name=names[told.seat],
            bonus=space_name(say, box, told.space, told.direction),
        ),
        "KC-155",
    ),
    Event.K6: (line(mark("The d6 shows {die}: position {position}.")), "KC-068"),
    Event.USED: (line(mark("{name}: {bonus}. The d6 is {die}, position {position}."), bonus=bonus_name), "KC-071"),
    Event.ROW: (tell_row, "KC-069"),
    Event.CHANCE: (lambda say, _, __, told: say(mark("Goal chance {sum}"), sum=chance_sum(told)), "KC-078"),
    Event.SHOT: (tell_shot, "KC-079"),
    Event.GOAL: (tell_goal, "KC-084"),
    Event.MISS: (line(mark("{name}: no goal.")), "KC-079"),
    Event.NO_SHOT: (line(mark("{name}: no shot.")), "KC-083"),
    Event.CANCELLED: (
        counted_line(mark("{name}: {n} goal cancelled."), mark("{name}: {n} goals cancelled.")),
        "KC-053",
    ),
    Event.HALF_TIME: (line(mark("Half-time: {score}.")), "KC-088"),
    Event.ADDED_TIME: (line(mark("{name}: five minutes more.")), "KC-094"),
    Event.WHISTLE: (
        one_of("goes_on", (mark("The final whistle: {score}."), mark("The whistle: {score}."))),
        "KC-096",
    ),
    Event.SECOND_LEG: (line(mark("The first leg: {score}. On to the second.")), "KC-114"),
    Event.EXTRA_TIME: (line(mark("Level, extra time: {score}.")), "KC-116"),
    Event.SHOOTOUT: (line(mark("Shoot-out. {name} begin.")), "KC-119"),
    Event.KICK: (tell_kick, "KC-120"),
    Event.KICK_AGAIN: (
        kick_line(mark("Penalty, {name}: {player}, position {position}, {row} Yellow, so the d6 is rolled once more.")),
        "KC-123",
    ),
    Event.RESHUFFLED: (line(mark("{name}: the used pile becomes the deck.")), "KC-R20"),
}

event, event_rule = report(EVENTS)
option, value = option_words(OPTIONS, VALUES)
