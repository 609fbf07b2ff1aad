"""Everything that is said of Super Goal!: names, prompts, the report, options.

Cells are named from the stands, as on a chessboard: files a to e, rows 1 (seat 0's goal) to 11. Sentences name a side
and then state what happened ("Home: …"), so that they need no inflected names in any language.
"""

from __future__ import annotations

from typing import Any

from matchday.engine.options import Value
from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, line, one_of, option_words, report
from matchday.games.super_goal.rules import can_shoot, can_use_champion
from matchday.games.super_goal.state import (
    CHAMPION,
    CONCEDE,
    DECLINE,
    DEPTHS,
    DOUBLED,
    FIRST_HALF,
    LANES,
    LEFT,
    PASS,
    REVERSED,
    RIGHT,
    ROLL,
    ROLL_DEFENDER,
    ROLL_KEEPER,
    ROLL_PENALTY,
    SECOND,
    SHOOT,
    Box,
    Cell,
    Champion,
    Defence,
    Die,
    Direction,
    Effort,
    Event,
    Goal,
    Mode,
    Penalty,
    Phase,
    Save,
    Shot,
    Symbol,
    Table,
)

TEAMS = (mark("Home"), mark("Away"))

DICE = {
    Die.CONTROL: mark("control die"),
    Die.PASS: mark("pass die"),
    Die.CROSS: mark("cross die"),
    Die.SHOT: mark("shot die"),
    Die.DEFENDER: mark("defender die"),
    Die.KEEPER: mark("goalkeeper die"),
    Die.PENALTY: mark("penalty die"),
    Die.CHAMPION: mark("champion die"),
}

ROLLED = {Die.CONTROL: mark("control"), Die.PASS: mark("pass"), Die.CROSS: mark("cross")}
ROLLS = {Die.CONTROL: mark("Control"), Die.PASS: mark("Pass"), Die.CROSS: mark("Cross")}

LETTERS = {
    Die.CONTROL: "C",
    Die.PASS: "P",
    Die.CROSS: "X",
    Die.SHOT: "S",
    Die.DEFENDER: "D",
    Die.KEEPER: "K",
    Die.PENALTY: "•",
    Die.CHAMPION: "★",
}
"""A sign for each die, so that nobody has to tell them by colour."""

ARROWS = {Direction.FORWARD: "↑", Direction.DIAGONAL: "↗", Direction.SIDEWAYS: "↔", Direction.BACKWARD: "↓"}
SYMBOLS = {Symbol.NONE: "", Symbol.QUESTION: "?", Symbol.X: "X"}
FOLLOWS = {
    Symbol.QUESTION: mark("{way}, then the defender rolls"),
    Symbol.X: mark("{way}, then the ball is lost"),
}

SHOTS = {
    Shot.ON_TARGET: mark("on target"),
    Shot.PERFECT: mark("a perfect shot"),
    Shot.POST: mark("the post"),
    Shot.CROSSBAR: mark("the crossbar"),
    Shot.WIDE: mark("wide"),
}
DEFENCES = {
    Defence.INTERCEPT: mark("an interception"),
    Defence.MISS: mark("a miss"),
    Defence.MISS_OR_OWN_GOAL: mark("a miss, before the goal an own goal"),
    Defence.CLEAR: mark("a clearance"),
    Defence.FOUL: mark("a foul"),
}
SAVES = {
    Save.SAVE: mark("saved"),
    Save.CONCEDE: mark("let in"),
    Save.PUNCH: mark("punched away"),
    Save.TIP: mark("tipped out for a corner"),
}
PENALTIES = {
    Penalty.GOAL: mark("scored"),
    Penalty.TIP: mark("tipped out for a corner"),
    Penalty.WIDE: mark("wide"),
    Penalty.PUNCH: mark("punched away"),
}
TOLD_SHOTS = {
    Shot.ON_TARGET: mark("On target."),
    Shot.PERFECT: mark("A perfect shot!"),
    Shot.POST: mark("Off the post, and loose."),
    Shot.CROSSBAR: mark("Off the crossbar."),
    Shot.WIDE: mark("Wide of the goal."),
}
TOLD_DEFENCES = {
    Defence.INTERCEPT: mark("The defender takes the ball."),
    Defence.MISS: mark("Past the defender."),
    Defence.MISS_OR_OWN_GOAL: mark("The defender only gets a touch."),
    Defence.CLEAR: mark("The defender clears it upfield."),
    Defence.FOUL: mark("The defender fouls."),
}
TOLD_SAVES = {
    Save.SAVE: mark("The keeper holds it."),
    Save.CONCEDE: mark("The keeper is beaten."),
    Save.PUNCH: mark("The keeper punches it away."),
    Save.TIP: mark("The keeper tips it out for a corner."),
}
TOLD_PENALTIES = {
    Penalty.GOAL: mark("{name} from the spot: in."),
    Penalty.TIP: mark("{name} from the spot: tipped out for a corner."),
    Penalty.WIDE: mark("{name} from the spot: wide."),
    Penalty.PUNCH: mark("{name} from the spot: punched away."),
}
TOLD_KICKS = {
    Penalty.GOAL: mark("{name} from the spot: in. {score}"),
    Penalty.TIP: mark("{name} from the spot: tipped away. {score}"),
    Penalty.WIDE: mark("{name} from the spot: wide. {score}"),
    Penalty.PUNCH: mark("{name} from the spot: punched away. {score}"),
}
POWERS = {
    Champion.LONG_BOMB: mark("Long bomb"),
    Champion.ASSIST: mark("Assist"),
    Champion.PERFECT_SHOT: mark("Perfect shot"),
    Champion.AMAZING_SAVE: mark("Amazing save"),
    Champion.MIRACLE_TACKLE: mark("Miracle tackle"),
    Champion.FOUL: mark("Foul"),
}
MEANINGS = {
    Champion.LONG_BOMB: mark("Attack, from midfield on: a shot on target, straight to the keeper."),
    Champion.ASSIST: mark("Attack, outside your own area: the ball goes to the spot before the goal."),
    Champion.PERFECT_SHOT: mark("Attack, from a shooting cell: a goal, unless the new face saves it."),
    Champion.AMAZING_SAVE: mark("Defence: instead of the goalkeeper die, or against an unstoppable shot."),
    Champion.MIRACLE_TACKLE: mark("Defence: takes the ball, except after a shot from the area."),
    Champion.FOUL: mark(
        "Attack: a free kick, direct in the last four rows, in the area a penalty. "
        "Defence: a free kick for you, not after a shot."
    ),
}
SIMPLE_FOUL = mark("Attack: a free kick, in the area a penalty. Defence: a free kick for you, not after a shot.")
MODES = {
    Mode.KICKOFF: mark("Kick-off"),
    Mode.FIRST: mark("Ball won"),
    Mode.OPEN: mark("Open play"),
    Mode.OPEN_NC: mark("Open play"),
    Mode.THROW_IN: mark("Throw-in"),
    Mode.FREE_KICK: mark("Free kick"),
    Mode.DIRECT_FK: mark("Direct free kick"),
    Mode.GOAL_KICK: mark("Goal kick"),
    Mode.KEEPER_KICK: mark("Keeper's kick"),
    Mode.CORNER: mark("Corner"),
    Mode.PENALTY: mark("Penalty"),
}
EFFORTS = {
    Effort.DIE: mark("{name} shoots from {cell}."),
    Effort.BOMB: mark("{name} tries a long bomb from {cell}."),
    Effort.CHAMPION: mark("{name} strikes a champion's shot from {cell}."),
}
GOALS = {
    Goal.SHOT: mark("GOAL for {name}! {score}"),
    Goal.PERFECT: mark("GOAL for {name}, unstoppable! {score}"),
    Goal.CHAMPION: mark("GOAL for {name}, a champion's shot! {score}"),
    Goal.PENALTY: mark("GOAL for {name} from the spot! {score}"),
    Goal.BOMB: mark("GOAL for {name}, a long bomb! {score}"),
    Goal.OWN_GOAL: mark("OWN GOAL, counted for {name}! {score}"),
}
PHASES = {
    Phase.OVER: mark("Full time"),
    Phase.INTERRUPT: mark("Interrupt?"),
    Phase.ACT: mark("Attack"),
    Phase.SIDE: mark("Left or right"),
    Phase.QUESTION: mark("Before the tackle"),
    Phase.DEFEND: mark("Tackle"),
    Phase.SHOT_WINDOW: mark("Shot in flight"),
    Phase.BAR: mark("Off the crossbar"),
    Phase.KEEPER: mark("Save"),
    Phase.LAST_CHANCE: mark("Last chance"),
    Phase.PENALTY: mark("Penalty"),
    Phase.SHOOT_OUT: mark("Shoot-out"),
}
HALVES = (mark("First half"), mark("Second half"), mark("Shoot-out"))

DECLARED = (0, REVERSED, DOUBLED, SECOND, DOUBLED | SECOND)
PLAIN_NOTATION = {
    SHOOT: "shot",
    CHAMPION: "champion",
    PASS: "pass",
    LEFT: "left",
    RIGHT: "right",
    ROLL_DEFENDER: "roll:defender",
    ROLL_KEEPER: "roll:keeper",
    ROLL_PENALTY: "roll:penalty",
    CONCEDE: "concede",
    DECLINE: "decline",
}
PLAIN_ACTIONS = {
    SHOOT: mark("Shoot"),
    PASS: mark("Let play go on"),
    LEFT: mark("Left"),
    RIGHT: mark("Right"),
    ROLL_DEFENDER: mark("Roll the defender die"),
    ROLL_KEEPER: mark("Roll the goalkeeper die"),
    ROLL_PENALTY: mark("Take the penalty"),
    CONCEDE: mark("Concede the goal"),
    DECLINE: mark("Leave the ball alone"),
}

OPTIONS = {
    "halves_ms": (mark("Length of a half"), mark("As printed: 7:30, in a tournament 5:00; or one of the two.")),
    "tournament": (mark("Tournament"), mark("Halves of 5:00, and a shoot-out if the match is drawn.")),
    "boskov": (mark("Whistle rule (Boskov)"), mark("A foul in the area is a penalty only if the control die agrees.")),
    "simple": (
        mark("Simple mode"),
        mark("For children: no reversal, no doubling, no whistle rule, no red card, no direct free kicks."),
    ),
    "auto_forced": (mark("Forced rolls"), mark("A question with a single answer is answered by itself.")),
    "clock_mode": (mark("Clock"), mark("Real time as it is measured, or always nominal seconds for each roll.")),
    "window_ms": (mark("Time to interrupt"), mark("Milliseconds that a window for the champion die stays open.")),
    "act_limit_ms": (mark("Time to decide"), mark("Milliseconds after which the plainest move is made for you.")),
    "min_roll_ms": (mark("Time between rolls"), mark("Milliseconds that each roll takes at least.")),
    "own_end_line": (
        mark("Own end line"),
        mark("A ball over your own line is an own goal in the middle lane, or only in the printed case."),
    ),
    "shot_on_turnover": (mark("Shot on turnover"), mark("A ball won in the last three rows may be shot at once.")),
    "post_cell": (mark("Off the post"), mark("Where the ball falls after it has hit the post.")),
    "att_interrupt_on_question": (
        mark("Forestall a “?”"),
        mark("The attacker may play the champion die before the defender rolls."),
    ),
    "dead_ball_interrupts": (
        mark("Interrupt a dead ball"),
        mark("Tackle and foul also before restarts and penalties."),
    ),
    "corner_after_time": (mark("Corner after time"), mark("A corner is still taken when time is up.")),
    "red_card_memory": (mark("Red card"), mark("For two fouls in one spell of defence, or in a row at any time.")),
    "shootout_kicks": (mark("Shoot-out kicks"), mark("Kicks each before sudden death.")),
    "save_penalties": (mark("Save penalties"), mark("The amazing save may be used against a penalty.")),
    "bomb_min_depth": (mark("Long bomb from"), mark("The row from which a long bomb may be shot.")),
    "champion_reset_at_half": (
        mark("Champion die at half-time"),
        mark("The side that kicked off first takes and rolls it: the draw is then worth nothing."),
    ),
    "shot_foul_spot": (mark("Foul against a shot"), mark("It counts where the ball is met, or where it was shot.")),
    "defender_may_decline": (mark("Decline a tackle"), mark("The defender may leave a “?” alone.")),
}
VALUES = {
    "printed": mark("as printed"),
    "live": mark("real time"),
    "nominal": mark("nominal seconds"),
    "real": mark("as in football"),
    "special_cases_only": mark("printed case only"),
    "spell": mark("one spell of defence"),
    "match": mark("the whole match"),
    "ball": mark("where it is met"),
    "origin": mark("where it was shot"),
    "3,10": mark("the spot"),
    "3,9": mark("before the area"),
}


# ---------------------------------------------------------------- names


def title(say: Say) -> str:
    """Name the game."""
    return "Super Goal!"


def blurb(say: Say) -> str:
    """Say in a sentence or two what the game is."""
    return say(
        mark(
            "Football with eight dice against the clock. Roll the safe die, but never twice running; push your luck "
            "with passes and crosses, shoot, and save the champion die for the right moment."
        )
    )


def team(say: Say, seat: int) -> str:
    """Name the side of a seat."""
    return say(TEAMS[seat])


def board_cell(attacker: int, lane: int, depth: int) -> tuple[int, int]:
    """Give column and row of an attacker's cell: seat 0 attacks up the board, seat 1 down."""
    return (lane, depth) if attacker == 0 else (LANES + 1 - lane, DEPTHS + 1 - depth)


def cell_name(attacker: int, lane: int, depth: int) -> str:
    """Name an attacker's cell from the stands: `c6` is the centre."""
    column, row = board_cell(attacker, lane, depth)
    return f"{'abcde'[column - 1]}{row}"


def arrow_code(direction: int, number: int, symbol: int) -> str:
    """Write an arrow face: `↗3?`."""
    return f"{ARROWS[Direction(direction)]}{number}{SYMBOLS[Symbol(symbol)]}"


def way(say: Say, direction: int, n: int) -> str:
    """Say in words which way the ball goes, and how far."""
    if direction == Direction.FORWARD:
        return say.count("{n} cell forward", "{n} cells forward", n)
    if direction == Direction.DIAGONAL:
        return say.count("{n} cell diagonally", "{n} cells diagonally", n)
    if direction == Direction.SIDEWAYS:
        return say.count("{n} cell sideways", "{n} cells sideways", n)
    return say.count("{n} cell back", "{n} cells back", n)


def arrow_name(say: Say, direction: int, number: int, symbol: int) -> str:
    """Say an arrow face in words, with what its symbol brings."""
    there = way(say, direction, number)
    return say(FOLLOWS[Symbol(symbol)], way=there) if symbol != Symbol.NONE else there


def face_sign(say: Say, box: Box, die: int, face: int) -> str:
    """Show a face where there is little room: an arrow by its signs, all others by their names."""
    if die > Die.CROSS:
        return face_name(say, box, die, face)
    arrow = box.arrows[die, face]
    return arrow_code(int(arrow.direction), int(arrow.number), int(arrow.symbol))


def face_name(say: Say, box: Box, die: int, face: int) -> str:
    """Name what a face of any die shows."""
    if die <= Die.CROSS:
        arrow = box.arrows[die, face]
        return arrow_name(say, int(arrow.direction), int(arrow.number), int(arrow.symbol))
    shown = int(box.faces[die, face])
    if die == Die.SHOT:
        return say(SHOTS[Shot(shown)])
    if die == Die.DEFENDER:
        return say(DEFENCES[Defence(shown)])
    if die == Die.KEEPER:
        return say(SAVES[Save(shown)])
    if die == Die.PENALTY:
        return say(PENALTIES[Penalty(shown)])
    return say(POWERS[Champion(shown)])


def meaning(say: Say, box: Box, face: Champion) -> str:
    """Say what a face of the champion die does; simple mode knows no direct free kick."""
    return say(SIMPLE_FOUL if box.simple and face == Champion.FOUL else MEANINGS[face])


def half_name(say: Say, half: int) -> str:
    """Name a half."""
    return say(HALVES[half - FIRST_HALF])


# ---------------------------------------------------------------- actions and prompts


def notation(box: Box, action: int) -> str:
    """Write an action shortly, each action differently whatever the phase."""
    if action in PLAIN_NOTATION:
        return PLAIN_NOTATION[action]
    if action % ROLL not in DECLARED:
        return f"#{action}"  # declarations that no restart allows together
    text = f"roll:{Die(action // ROLL).name.lower()}"
    if action & REVERSED:
        text += ":rev"
    if action & DOUBLED:
        text += ":x2"
    return text + "@2" * bool(action & SECOND)


def action(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Label an action for the person who decides."""
    if action == CHAMPION:
        return say(mark("Champion die: {power}"), power=say(POWERS[Champion(int(table.power))]))
    if action in PLAIN_ACTIONS:
        return say(PLAIN_ACTIONS[action])
    die = say(ROLLS[Die(action // ROLL)])
    extras = []
    if action & REVERSED:
        extras.append(say(mark("toward midfield")))
    if action & DOUBLED:
        extras.append(say(mark("doubled")))
    if table.mode == Mode.KEEPER_KICK:
        cell = box.keeper_cells[1 if action & SECOND else 0]
        extras.append(say(mark("from {cell}"), cell=cell_name(seat, int(cell[0]), int(cell[1]))))
    if table.mode == Mode.CORNER:
        extras.append(say(mark("from the right")) if action & SECOND else say(mark("from the left")))
    return f"{die} ({', '.join(extras)})" if extras else die


def phase(say: Say, box: Box, table: Table) -> str:
    """Name the phase; while the attacker acts, what their play is."""
    kind = Phase(int(table.phase))
    return say(MODES[Mode(int(table.mode))]) if kind == Phase.ACT else say(PHASES[kind])


PROMPTS = {
    Phase.BAR: mark("Off the bar: who clears it, defender or keeper? Both can fail; each die says how often."),
    Phase.DEFEND: mark("Win the ball: roll the defender. Beaten, the attack goes on."),
    Phase.KEEPER: mark("Save it: roll the keeper. What the keeper lets in is a goal."),
    Phase.LAST_CHANCE: mark("Nothing can stop this shot: it is a goal."),
    Phase.PENALTY: mark("Take the penalty: one die against the keeper."),
    Phase.SHOOT_OUT: mark("Take your kick: one die against the keeper."),
    Phase.OVER: mark("The match is over."),
}
WITH_CHAMPION = {
    Phase.INTERRUPT: mark("Stop play now with {power}? The champion die then goes to the other side."),
    Phase.QUESTION: mark("Play {power} before the defender rolls? The champion die then goes to the other side."),
    Phase.SHOT_WINDOW: mark("The shot is in flight. Stop it with {power}, or let the dice decide?"),
    Phase.BAR: mark("Off the bar: defender, keeper, or {power}? The champion die would then go to the other side."),
    Phase.LAST_CHANCE: mark("It is in, unless you play {power}. The champion die then goes to the other side."),
    Phase.DEFEND: mark("Win the ball with the defender, or play {power} and hand the champion die over."),
    Phase.KEEPER: mark("Save it with the keeper, or play {power} and hand the champion die over."),
}
ALWAYS_CHAMPION = (Phase.INTERRUPT, Phase.QUESTION, Phase.SHOT_WINDOW)
ACTS = {
    Mode.KICKOFF: mark("Kick off: roll a die to get the ball away. Each die says how often it loses it."),
    Mode.FIRST: mark("Bring the ball under control. After winning it the control die comes first."),
    Mode.OPEN: mark("Roll a die to move the ball. Control is safe but short, and never twice running."),
    Mode.OPEN_NC: mark("Pass or cross to get nearer. Control has to wait: never twice running."),
    Mode.THROW_IN: mark("Throw in: roll a die to get the ball away. Each die says how often it loses it."),
    Mode.FREE_KICK: mark("Take the free kick: roll a die. Each die says how often it loses the ball."),
    Mode.DIRECT_FK: mark("Take the free kick: roll a die to get nearer."),
    Mode.GOAL_KICK: mark("Take the goal kick: roll a die. Each die says how often it loses the ball."),
    Mode.KEEPER_KICK: mark("Bring it out: choose where from, then roll a die."),
    Mode.CORNER: mark("Take the corner: choose the side, then roll a die."),
    Mode.PENALTY: mark("Take the penalty: one die against the keeper."),
}
SHOOTS = {
    Mode.DIRECT_FK: mark("Shoot straight from the free kick, or roll a die to get nearer."),
    Mode.OPEN: mark("Shoot, or roll a die for a better place. Nearer, more shots go in; each roll can lose it."),
    Mode.OPEN_NC: mark("Pass, cross or shoot. Nearer, more shots go in; each roll can lose the ball."),
}


def prompt(say: Say, box: Box, table: Table, seat: int) -> str:
    """Say what is asked of a seat, what for, and what follows."""
    kind = Phase(int(table.phase))
    if kind == Phase.ACT:
        return prompt_act(say, box, table)
    if kind == Phase.SIDE:
        text = mark("{way}: to the left or to the right? The lit cells say what follows.")
        return say(text, way=way_rolled(say, box, table))
    if kind in WITH_CHAMPION and (kind in ALWAYS_CHAMPION or can_use_champion(box, table, seat)):
        return say(WITH_CHAMPION[kind], power=say(POWERS[Champion(int(table.power))]))
    return say(PROMPTS[kind])


def way_rolled(say: Say, box: Box, table: Table) -> str:
    """Say how far the arrow that lies on the table carries the ball."""
    arrow, n = box.arrows[table.die, table.face], 2 if int(table.declared) & DOUBLED else 1
    return way(say, int(arrow.direction), n * int(arrow.number))


def prompt_act(say: Say, box: Box, table: Table) -> str:
    """Say what the attacker may do; in the area a shot comes first."""
    mode = Mode(int(table.mode))
    if not can_shoot(box, table):
        return say(ACTS[mode])
    if mode in {Mode.OPEN, Mode.OPEN_NC} and box.pitch[table.depth, table.lane] & Cell.AREA:
        return say(mark("Shoot: you are in the area. One more roll may lose the ball."))
    return say(SHOOTS.get(mode, SHOOTS[Mode.OPEN]))


# ---------------------------------------------------------------- the report


def cell(told: Any) -> str:
    """Name the cell of an event."""
    return cell_name(told.seat, told.lane, told.depth)


def at_cell(text: str) -> Teller:
    """Tell a sentence about a seat and a cell."""
    return lambda say, _, names, told: say(text, name=names[told.seat], cell=cell(told))


def tell_shot(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report that a shot was taken."""
    return at_cell(EFFORTS[Effort(told.effort)])(say, box, names, told)


def with_power(text: str) -> Teller:
    """Tell what the champion die shows."""
    return line(text, power=lambda say, _, power: say(POWERS[Champion(power)]))


def tell_roll(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report an arrow die."""
    texts = {
        0: mark("{name}, {die}: {face}."),
        REVERSED: mark("{name}, {die} toward midfield: {face}."),
        DOUBLED: mark("{name}, {die} doubled: {face}."),
    }
    return say(
        texts[told.declared & (REVERSED | DOUBLED)],
        name=names[told.seat],
        die=say(ROLLED[Die(told.die)]),
        face=arrow_name(say, told.direction, told.number, told.symbol),
    )


def tell_restart(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report how play goes on."""
    restart = say(MODES[Mode(told.mode)])
    return say(mark("{restart} for {name} at {cell}."), restart=restart, name=names[told.seat], cell=cell(told))


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.DRAW: (line(mark("The champion die goes to {name}.")), "DF-003"),
    Event.CHAMPION_ROLLED: (with_power(mark("The champion die is with {name} now: {power}.")), "DF-092"),
    Event.KICK_OFF: (line(mark("{half}: kick-off for {name}."), half=lambda say, _, n: half_name(say, n)), "DF-006"),
    Event.ROLLED: (tell_roll, "DF-020"),
    Event.MOVED: (at_cell(mark("The ball goes to {cell}.")), "DF-030"),
    Event.OUT_END_LINE: (line(mark("Over the end line.")), "DF-036"),
    Event.OUT_OWN_LINE: (line(mark("Over the end line of {name}.")), "DF-122"),
    Event.OUT_TOUCH: (at_cell(mark("Over the touchline at {cell}.")), "DF-124"),
    Event.TURNOVER: (at_cell(mark("{name}: ball won at {cell}.")), "DF-026"),
    Event.SHOT: (tell_shot, "DF-050"),
    Event.SHOT_ROLLED: (one_of("face", TOLD_SHOTS), "DF-051"),
    Event.DEFENDER_ROLLED: (one_of("face", TOLD_DEFENCES), "DF-060"),
    Event.KEEPER_ROLLED: (one_of("face", TOLD_SAVES), "DF-070"),
    Event.PENALTY_ROLLED: (one_of("face", TOLD_PENALTIES), "DF-110"),
    Event.BOSKOV_ROLLED: (
        one_of("blown", (mark("No whistle: play on."), mark("The referee blows the whistle!"))),
        "DF-115",
    ),
    Event.CHAMPION_USED: (with_power(mark("{name} plays the champion die: {power}!")), "DF-092"),
    Event.GOAL: (one_of("kind", GOALS), "DF-049"),
    Event.RESTART: (tell_restart, "DF-024"),
    Event.RED_CARD: (
        one_of(
            "champion_lost",
            (mark("Red card for {name}."), mark("Red card for {name}: the champion die is lost.")),
        ),
        "DF-120",
    ),
    Event.DECLINED: (line(mark("{name}: the ball is left alone.")), "DF-R32"),
    Event.TIME_UP: (
        one_of(
            "ends_it",
            (
                mark("Time is up: play goes on until the ball is lost or out."),
                mark("Time is up: the half is over."),
            ),
        ),
        "DF-010",
    ),
    Event.HALF_TIME: (line(mark("Half-time: {score}.")), "DF-009"),
    Event.FULL_TIME: (line(mark("Full time: {score}.")), "DF-002"),
    Event.SHOOT_OUT: (line(mark("Level: a shoot-out, first kick for {name}.")), "DF-011"),
    Event.KICK: (one_of("face", TOLD_KICKS), "DF-R18"),
    Event.WON_SHOOT_OUT: (
        one_of(
            "by_lot",
            (mark("The shoot-out goes to {name}: {score}."), mark("Still level: the lot decides for {name}.")),
        ),
        "DF-R18",
    ),
    Event.PLAYED_FOR: (
        one_of(
            "rolled",
            (
                mark("{name}: no answer in time, so the ball goes left."),
                mark("{name}: no answer in time, so the plainest die is rolled."),
            ),
        ),
        "DF-008",
    ),
}

event, event_rule = report(EVENTS)


# ---------------------------------------------------------------- options

option, plain_value = option_words(OPTIONS, VALUES)


def value(say: Say, name: str, value: Value) -> str:
    """Name an option's value; times are written as minutes and seconds."""
    return minutes(value) if name == "halves_ms" and value != "printed" else plain_value(say, name, value)


def minutes(milliseconds: object) -> str:
    """Write a time as minutes and seconds: `7:30`."""
    seconds = int(str(milliseconds)) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
