"""The components of Kickards in words: what a card says is made from its steps."""

from __future__ import annotations

from typing import Any

from matchday.engine.reading import printed
from matchday.engine.record import Array
from matchday.engine.speech import Say, mark
from matchday.games.kickards.state import (
    ADDED,
    EXTRA_TIME,
    FIRST_HALF,
    GREEN,
    MINUTES,
    RED,
    SECOND_HALF,
    SHOOTOUT,
    SPECIAL,
    Bonus,
    Box,
    If,
    Op,
    Side,
    Track,
)

TEAMS = ("Harbour Rovers", "Kiln Town")

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
