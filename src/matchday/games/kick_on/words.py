"""Everything that is said of Kick On: cards, prompts, the report, options.

What a card does is told from its rows, so that a designer's new card reads as well as the first set. Names of players
are never translated; names of cards are, where the catalogues know them.
"""

from __future__ import annotations

from typing import Any

from matchday.engine.options import Value
from matchday.engine.reading import block, printed
from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, counted_line, line, one_of, option_words, report
from matchday.games.kick_on.decks import text_of
from matchday.games.kick_on.rules.attackers import play_terms
from matchday.games.kick_on.rules.chain import may_play
from matchday.games.kick_on.rules.penalties import penalty_defence, penalty_scores
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
    Die,
    Event,
    Op,
    Phase,
    Rarity,
    Table,
    Timing,
    Type,
)

# The first set's names, written out here so that the catalogues hold them.
NAMES = (
    *(mark("Energy"), mark("Crowd energy"), mark("Legendary energy")),
    *(mark("Short pass"), mark("Direct ball"), mark("Cross into the box"), mark("One-two"), mark("Counter-attack")),
    *(mark("Wing run"), mark("Through ball"), mark("Long shot"), mark("Tiki-taka"), mark("Direct free kick")),
    *(mark("Corner kick"), mark("Bicycle kick"), mark("Training-ground routine"), mark("Overlapping full-back")),
    *(mark("Quick throw-in"), mark("Dribble"), mark("Everybody forward"), mark("Long ball"), mark("Switch of play")),
    *(mark("High press"), mark("Keep the ball"), mark("Downward header"), mark("Solo run"), mark("Triangle")),
    *(mark("National pride"), mark("Symphony"), mark("Rabona"), mark("Vertical transition")),
    *(mark("Substitution"), mark("Penalty"), mark("Advantage"), mark("Team talk"), mark("Video analysis")),
    *(mark("Offside trap"), mark("Man-marking"), mark("Back five"), mark("Park the bus"), mark("Roar of the crowd")),
    *(mark("Battle cry"), mark("Saving hands"), mark("Rebound"), mark("Video referee"), mark("Fitness work")),
    *(mark("Pre-season"), mark("Playbook"), mark("Spying"), mark("Hostile ground"), mark("Physiotherapist")),
    *(mark("Second chance"), mark("Time-wasting"), mark("Fall back"), mark("Double change"), mark("Mind games")),
    *(mark("Lucky charm"), mark("Anticipation"), mark("Golden substitute")),
    *(mark("Shirt pull"), mark("Trip"), mark("Studs up"), mark("Tactical foul"), mark("Deliberate handball")),
    *(mark("Elbow"), mark("Sliding tackle"), mark("Obstruction"), mark("Last-man foul"), mark("Shove")),
    *(mark("Reckless kick"), mark("Clever foul"), mark("Body check"), mark("Dangerous play"), mark("Scissor tackle")),
    mark("Foul the referee missed"),
    *(mark("Chile"), mark("Argentina"), mark("Brazil"), mark("Spain"), mark("England"), mark("Poland")),
    *(mark("red-white"), mark("sky-white"), mark("yellow-green"), mark("white-navy"), mark("green-black")),
)

UNSAID = Say()
"""For blocks without words, which are the same in every language."""
TEAMS = (mark("The Celestes"), mark("The Corals"))
POSITIONS = (mark("Goalkeeper"), mark("Defender"), mark("Midfielder"), mark("Forward"))
TYPES = {
    Type.ENERGY: mark("Energy"),
    Type.PLAY: mark("Play"),
    Type.STRATEGY: mark("Strategy"),
    Type.FOUL: mark("Foul"),
    Type.ANY: mark("any card"),
}
RARITIES = {
    Rarity.AMATEUR: mark("Amateur"),
    Rarity.SEMI_PRO: mark("Semi-professional"),
    Rarity.PRO: mark("Professional"),
    Rarity.LEGEND: mark("Legend"),
}
TIMINGS = {
    Timing.TALK: mark("in your team talk"),
    Timing.ATTACK: mark("when you attack"),
    Timing.DEFENCE: mark("when you defend"),
    Timing.ROLL_A: mark("after your shot's dice"),
    Timing.ROLL_D: mark("after the rival's dice"),
    Timing.CLOSE: mark("at the end of your turn"),
    Timing.RESPOND_PLAY: mark("in answer to a Play"),
    Timing.RESPOND_STRATEGY: mark("in answer to a Strategy"),
    Timing.RESPOND_FOUL: mark("in answer to a Foul"),
}

# The same in two or three words; the first that fits is said.
WHEN = (
    (Timing.TALK | Timing.CLOSE | Timing.DEFENCE, mark("almost any time")),
    (Timing.TALK | Timing.CLOSE, mark("in your turn")),
    (Timing.ROLL_A | Timing.ROLL_D, mark("after the dice")),
    (Timing.TALK, mark("in your talk")),
    (Timing.CLOSE, mark("end of your turn")),
    (Timing.ATTACK, mark("when you attack")),
    (Timing.DEFENCE, mark("when you defend")),
    (Timing.ROLL_A, mark("after your dice")),
    (Timing.ROLL_D, mark("after their dice")),
    (Timing.RESPOND_PLAY, mark("answers a Play")),
    (Timing.RESPOND_STRATEGY, mark("answers a Strategy")),
    (Timing.RESPOND_FOUL, mark("answers a Foul")),
)

EFFECTS = {
    Op.ATK: mark("attack {a:+d}"),
    Op.ATK_PER_GK: mark("attack {a:+d} for each attacking goalkeeper, at most {b}"),
    Op.ATK_PER_DF: mark("attack {a:+d} for each attacking defender, at most {b}"),
    Op.ATK_PER_MF: mark("attack {a:+d} for each attacking midfielder, at most {b}"),
    Op.ATK_PER_FW: mark("attack {a:+d} for each attacking forward, at most {b}"),
    Op.ATK_PER_ANY: mark("attack {a:+d} for each attacker, at most {b}"),
    Op.DEF: mark("defence {a:+d}"),
    Op.DAMAGE: mark("damage {a:+d}"),
    Op.MAX_ATT: mark("attackers: {a} at most"),
    Op.MAX_DEF: mark("outfield defenders: {a} at most"),
    Op.BAN: mark("rival players who may not defend: up to {a}"),
    Op.KEEP: mark("attackers who stay free to defend: up to {a}"),
    Op.NO_FOUL: mark("no Foul against this attack"),
    Op.NO_STRATEGY: mark("no rival Strategy until the attack is over"),
    Op.NO_RESPONSE: mark("cannot be answered"),
    Op.IF_ATTACKERS_AT_MOST: mark("with at most {a} attackers:"),
    Op.IF_ATTACKERS_AT_LEAST: mark("with at least {a} attackers:"),
    Op.IF_DEFENDERS_AT_LEAST: mark("with at least {a} outfield defenders:"),
    Op.IF_RIVAL_SPENT: mark("if at least {a} rivals attacked in their turn:"),
    Op.IF_LINES: mark("with attackers from {a} lines:"),
    Op.IF_SAME_NATION: mark("with two or more attackers, all of one nationality:"),
    Op.CANCEL_ATTACK: mark("stops the attack"),
    Op.CANCEL_ON: mark("a die of {a} or more stops the attack"),
    Op.CANCEL_CARD: mark("annuls the card it answers"),
    Op.PENALTY: mark("a penalty instead of the attack"),
    Op.REROLL: mark("roll again: {die}"),
    Op.INJURE_RIVAL: mark("a die of {a} or more injures an attacker of your choice"),
    Op.INJURE_OWN: mark("a die of {a} or more injures your fouler"),
    Op.RED: mark("a die of {a} or less: red card for your fouler"),
    Op.DRAW: mark("draw {a}"),
    Op.RIVAL_DRAW: mark("the rival draws {a}"),
    Op.DISCARD: mark("discard {a} of your choice"),
    Op.RIVAL_DISCARD: mark("the rival discards {a} at random"),
    Op.PEEK_DISCARD: mark("see the rival's hand, choose {a} to be discarded"),
    Op.MILL: mark("discard the top {a} of your deck"),
    Op.TIRE: mark("tires {a} of the rival's Energy"),
    Op.REFRESH: mark("{a} of your tired Energy is ready again"),
    Op.RAMP: mark("Energy cards you may add: {a}"),
    Op.SEARCH: mark("take a card from your deck: {type}"),
    Op.RECOVER_HAND: mark("from the Showers to your hand, up to {b}: {type}"),
    Op.RECOVER_BOTTOM: mark("from the Showers under your deck, up to {b}: {type}"),
    Op.SUB: mark("substitutions: up to {a}"),
    Op.FRESHEN: mark("players who attacked and may defend all the same: up to {a}"),
}

# Where only one face of the die does it, or every one.
EXACTLY = {
    (Op.CANCEL_ON, 6): mark("a die of 6 stops the attack"),
    (Op.INJURE_RIVAL, 1): mark("injures an attacker of your choice"),
    (Op.INJURE_RIVAL, 6): mark("a die of 6 injures an attacker of your choice"),
    (Op.INJURE_OWN, 6): mark("a die of 6 injures your fouler"),
    (Op.RED, 1): mark("a die of 1: red card for your fouler"),
}

DICE = {Die.LOW: mark("the lower die"), Die.HIGH: mark("the higher die"), Die.BOTH: mark("both dice")}

ABILITIES = {
    Ability.CAPTAIN: (mark("Captain"), mark("brings one Energy if he starts, while he is on the pitch")),
    Ability.LUNGS: (mark("Lungs"), mark("may defend although he attacked")),
    Ability.DUO: (mark("Duo"), mark("attack +{n} if another attacker plays in his position")),
    Ability.SOLO: (mark("Loner"), mark("attack +{n} with at most 2 attackers")),
    Ability.RUNNER: (mark("Runner"), mark("attack +{n} as the only attacking defender")),
    Ability.AERIAL: (mark("Aerial"), mark("+{n} to his side's total in aerial Plays")),
    Ability.POACHER: (mark("Poacher"), mark("damage +{n}")),
    Ability.PLAYMAKER: (mark("Playmaker"), mark("draw 1 when he attacks")),
    Ability.BLOCK: (mark("Block"), mark("defence +{n} beside another defender")),
    Ability.WALL: (mark("Wall"), mark("defence +{n} with at most 2 outfield defenders")),
    Ability.SAVER: (mark("Penalty saver"), mark("defence +{n} against penalties")),
    Ability.PENALTY: (mark("Penalty taker"), mark("attack +{n} from the spot")),
    Ability.IRON: (mark("Iron"), mark("cannot be injured")),
    Ability.CLEAN: (mark("Fair play"), mark("no red card for his Fouls")),
    Ability.JOKER: (mark("Super-sub"), mark("draw {n} when he comes on")),
    Ability.VETERAN: (mark("Veteran"), mark("draw 1 when he goes off, unless sent off")),
}

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

OPTIONS = {
    "deck_0": (mark("First deck"), mark("The deck of the first seat: a ready-made one, or one of your own.")),
    "deck_1": (mark("Second deck"), mark("The deck of the second seat: a ready-made one, or one of your own.")),
    "energy_copy_limit": (
        mark("Copies of Energy"),
        mark("How many basic Energy cards a deck may hold; ready-made decks adapt."),
    ),
    "legend_total_limit": (
        mark("Legends in a deck"),
        mark("How many Legend cards a deck may hold in all; ready-made decks adapt."),
    ),
    "bonus_energy_source": (mark("Bonus Energy"), mark("Bonus Energy comes from the own deck, or from outside.")),
    "plays_per_turn": (mark("Plays a turn"), mark("One Play a turn, or several that serve the same attack.")),
    "min_defenders": (mark("Fewest defenders"), mark("How many outfield players must defend if any can.")),
    "keeper_may_attack": (mark("Goalkeepers may attack"), mark("A goalkeeper who attacks leaves his goal empty.")),
    "double_six_always": (
        mark("Double six always scores"),
        mark("Double six also scores when the defence is exactly 12 ahead."),
    ),
    "equal_turns": (mark("Equal turns"), mark("If the home turn ends the match, the visitor plays one last turn.")),
    "draws_allowed": (mark("Draws"), mark("A level match is a draw, without a shoot-out.")),
    "replace_expelled": (mark("Replace sent-off players"), mark("A substitute may take a sent-off player's place.")),
    "open_decklists": (mark("Open deck lists"), mark("Both coaches know both deck lists.")),
    "first_turn_attack": (mark("Attack in the first turn"), mark("The home coach may attack in the very first turn.")),
    "squad_points_cap": (
        mark("Squad points"),
        mark("The most points a squad may count: Amateur 1, Semi-professional 2, Professional 3, Legend 5."),
    ),
}

VALUES = {
    "none": mark("no limit"),
    "deck": mark("own deck"),
    "outside": mark("outside"),
    "unlimited": mark("unlimited"),
    "toque": mark("Toque (possession)"),
    "muralla": mark("Muralla (counter-attack)"),
    "samba": mark("Samba (attack)"),
    "garra": mark("Garra (hard pressing)"),
    "mixta": mark("Mixta (a bit of everything)"),
}


# ---------------------------------------------------------------- names


def title(say: Say) -> str:
    """Name the game."""
    return say(mark("Kick On"))


def blurb(say: Say) -> str:
    """Say in a sentence or two what the game is."""
    return say(
        mark(
            "Football as a trading card game: bring your own squad and deck, or one of ours. Who attacks cannot defend "
            "in the rival's turn, and every goal tears cards off the deck, which is the clock."
        )
    )


def team(say: Say, seat: int) -> str:
    """Name the side of a seat."""
    return say(TEAMS[seat])


def card_code(box: Box, card: int) -> str:
    """Write a card as box files do: `J09`."""
    return text_of(box.cards[card].code)


@printed
def card_name(say: Say, box: Box, card: int) -> str:
    """Name a card."""
    return say(text_of(box.cards[card].name))


def player_name(box: Box, player: int) -> str:
    """Name a player."""
    return text_of(box.players[player].name)


def surname(box: Box, player: int) -> str:
    """Name a player as the pitch does."""
    return player_name(box, player).split(maxsplit=1)[-1]


def word_of(say: Say, letters: Any) -> str:
    """Say a nation or a shirt."""
    return say(text_of(letters))


def cards(say: Say, n: int) -> str:
    """Count cards."""
    return say.count(mark("{n} card"), mark("{n} cards"), n)


def players(say: Say, n: int) -> str:
    """Count players."""
    return say.count(mark("{n} player"), mark("{n} players"), n)


@printed
def ability_text(say: Say, box: Box, player: int) -> str:
    """Say what a player's ability is: "Duo: attack +1 if …"; nothing if he has none."""
    row = box.players[player]
    if not row.ability:
        return ""
    name, _ = ABILITIES[Ability(int(row.ability))]
    return f"{say(name)}: {ability_meaning(say, box, player)}"


def ability_meaning(say: Say, box: Box, player: int) -> str:
    """Say what a player's ability does, without its name; nothing if he has none."""
    row = box.players[player]
    return say(ABILITIES[Ability(int(row.ability))][1], n=int(row.n)) if row.ability else ""


def ability_badge(say: Say, box: Box, player: int) -> str:
    """Name a player's ability shortly: "Duo 1"."""
    row = box.players[player]
    if not row.ability:
        return ""
    name = say(ABILITIES[Ability(int(row.ability))][0])
    return f"{name} {int(row.n)}" if row.n else name


@printed
def card_text(say: Say, box: Box, card: int) -> str:
    """Say what a card does, from its rows."""
    parts: list[str] = [say(mark("aerial"))] if box.cards[card].aerial else []
    waiting = ""
    for step in box.cards[card].steps:
        if not step.op:
            break
        text = effect_text(say, step)
        if Op.IF_ATTACKERS_AT_MOST <= step.op <= Op.IF_SAME_NATION:
            waiting = text + " "
        else:
            parts.append(waiting + text)
            waiting = ""
    return "; ".join(parts)


def effect_text(say: Say, step: Any) -> str:
    """Put one step of the vocabulary into words."""
    op, a = Op(int(step.op)), int(step.a)
    die = say(DICE[Die(a)]) if op == Op.REROLL else ""
    kind = say(TYPES[Type(a)]) if op in {Op.SEARCH, Op.RECOVER_HAND, Op.RECOVER_BOTTOM} else ""
    return say(EXACTLY.get((op, a), EFFECTS[op]), a=a, b=int(step.b), die=die, type=kind)


def timing_text(say: Say, box: Box, card: int) -> str:
    """Say when a card may be played."""
    row = box.cards[card]
    if row.type == Type.ENERGY:
        return say(mark("one a turn"))
    timing = int(row.timing)
    return ", ".join(say(text) for bit, text in TIMINGS.items() if timing & bit)


@printed
def when_text(say: Say, box: Box, card: int) -> str:
    """Say in two or three words when a card may be played, for the margin of a hand."""
    row = box.cards[card]
    kind = Type(int(row.type))
    if kind == Type.ENERGY:
        return say(mark("in phase A"))
    if kind == Type.PLAY:
        return say(mark("in your talk")) if box.plays_unlimited else say(mark("one Play a turn"))
    timing = int(row.timing) if kind == Type.STRATEGY else int(Timing.DEFENCE)
    for bits, text in WHEN:
        if timing & bits == bits:
            return say(text)
    return ""


# ---------------------------------------------------------------- actions


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


@block
def defenders_prompt(say: Say, box: Box, table: Table) -> str:
    """Ask for defenders; where some are chosen, with what they come to."""
    attack, most = attack_now(UNSAID, box, table), play_terms(box, table, Op.MAX_DEF)
    if not table.chosen:
        return say(DEFENDERS_PROMPTS[False], n=most, attack=attack)
    defence = defence_total(box, table, int(table.chosen))
    chance = goal_percent(say, box, (attack, defence))
    return say(DEFENDERS_PROMPTS[True], n=most, attack=attack, defence=defence, chance=chance)


@block
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


# ---------------------------------------------------------------- the report


def with_card(text: str) -> Teller:
    """Tell a sentence about a seat and a card."""
    return line(text, card=card_name)


def with_player(text: str) -> Teller:
    """Tell a sentence about a seat and a player."""
    return line(text, player=told_player)


def told_player(say: Say, box: Box, player: int) -> str:
    """Name a player, whose name is never translated."""
    return player_name(box, player)


def with_shot(text: str, in_spite_of_the_sum: str) -> Teller:
    """Tell a shot from the spot so that it can be checked; a 1 never scores and a 6 always, whatever the sum."""

    def tell(say: Say, box: Box, names: list[str], told: Any) -> str:
        scores = penalty_scores(told.attack, told.defence, told.die)
        by_the_sum = scores == (told.attack + told.die > told.defence)
        return with_player(text if by_the_sum else in_spite_of_the_sum)(say, box, names, told)

    return tell


def tell_bonus(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell which bonus is met."""
    texts = (mark("one nationality"), mark("one shirt"), mark("a Captain"))
    got = mark("{name}, bonus Energy: {bonus}.") if told.got else mark("{name}, no Energy left for a bonus: {bonus}.")
    return say(got, name=names[told.seat], bonus=say(texts[told.bonus - 1]))


def tell_check(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell a roll that a card asked for."""
    texts = {
        Op.CANCEL_ON: (mark("The attack goes on, die {die}."), mark("The attack is stopped, die {die}.")),
        Op.INJURE_RIVAL: (
            mark("Nobody is hurt, die {die}."),
            mark("An injury, die {die}."),
            mark("Nobody can be hurt, though the die shows {die}."),
        ),
        Op.INJURE_OWN: (
            mark("The fouler is unhurt, die {die}."),
            mark("The fouler hurts himself, die {die}."),
            mark("The fouler stays on, though the die shows {die}."),
        ),
        Op.RED: (
            mark("No red card, die {die}."),
            mark("Red card, die {die}!"),
            mark("Nobody is sent off, though the die shows {die}."),
        ),
    }
    return say(texts[Op(told.op)][told.outcome], die=told.die)


def tell_defence(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell who stands in the way, and what both sides come to."""
    values = {"name": names[told.seat], "attack": told.attack, "defence": told.defence}
    if not told.count:
        return say(mark("{name}: the goalkeeper alone, {defence} against {attack}."), **values)
    return say.count(
        mark("{name}: {n} player in the way, {defence} against {attack}."),
        mark("{name}: {n} players in the way, {defence} against {attack}."),
        told.count,
        **values,
    )


def tell_goal(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell a goal; two sixes are one whatever the sums."""
    plain_goal = mark("Goal for {name}! {attack} and {dice} on the dice beat {defence}.")
    double_six = mark("Goal for {name}! {attack} and {dice} against {defence}: two sixes always score.")
    return line(plain_goal if told.attack + told.dice > told.defence else double_six)(say, box, names, told)


def tell_miss(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell a shot that is no goal; two ones are none whatever the sums."""
    double_one = mark("{name}: no goal, {attack} and {dice} against {defence}: two ones never score.")
    level = mark("{name}: no goal, {attack} and {dice} on the dice are level with {defence}.")
    short = mark("{name}: no goal, {attack} and {dice} on the dice fall short of {defence}.")
    plain_miss = level if told.attack + told.dice == told.defence else short
    return line(double_one if told.dice == 2 else plain_miss)(say, box, names, told)


INJURIES = (
    mark("{name}: {player} is injured by his own Foul and leaves; only a card brings a substitute."),
    mark("{name}: {player} is injured and leaves."),
)


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.BENCHED: (with_player(mark("{name}: {player} starts on the bench.")), "KO-028"),
    Event.LINED_UP: (line(mark("{name}: the line-up is ready.")), "KO-028"),
    Event.STARTS: (with_player(mark("{name}: {player} starts.")), "KO-034"),
    Event.BONUS: (tell_bonus, "KO-040"),
    Event.HOME: (line(mark("{name}: at home, by {high} to {low} on the dice.")), "KO-045"),
    Event.TURN: (line(mark("Turn {number}: {name}.")), "KO-050"),
    Event.DREW: (with_card(mark("You draw: {card}.")), "KO-065"),
    Event.DREW_CARD: (line(mark("{name}: a card drawn.")), "KO-065"),
    Event.DEALT: (with_card(mark("You draw: {card}.")), "KO-046"),
    Event.DEALT_CARD: (line(mark("{name}: a card drawn.")), "KO-046"),
    Event.ENERGY: (with_card(mark("{name}, into play: {card}.")), "KO-015"),
    Event.PLAYED: (with_card(mark("{name}: {card}!")), "KO-012"),
    Event.ANSWERED: (with_card(mark("{name}, in answer: {card}!")), "KO-R07"),
    Event.FOULER: (with_player(mark("{name}: {player} commits the Foul.")), "KO-R23"),
    Event.PASSED: (line(mark("{name}: pass.")), "KO-R08"),
    Event.ANNULLED: (with_card(mark("{name}: {card} is annulled.")), "KO-010"),
    Event.CHOSE: (with_player(mark("You choose {player}.")), "KO-055"),
    Event.CHOSE_DEFENDER: (with_player(mark("You choose {player}.")), "KO-057"),
    Event.CHOSE_FOR_PLAY: (with_player(mark("You choose {player}.")), "KO-009"),
    Event.ATTACK: (
        counted_line(mark("{name}: {n} player goes forward."), mark("{name}: {n} players go forward.")),
        "KO-055",
    ),
    Event.ATTACKER: (
        one_of(
            "free",
            (mark("{player} goes forward."), mark("{player} goes forward and stays free to defend.")),
            player=told_player,
        ),
        "KO-023",
    ),
    Event.BANNED: (with_player(mark("{name}: {player} may not defend.")), "KO-009"),
    Event.NO_ATTACK: (line(mark("{name}: no attack.")), "KO-054"),
    Event.DEFENCE: (tell_defence, "KO-057"),
    Event.DEFENDER: (with_player(mark("{player} defends.")), "KO-022"),
    Event.ROLLED: (
        line(mark("Shot by {name}: {attack}, and {one} and {two} on the dice, against {defence}.")),
        "KO-060",
    ),
    Event.REROLLED: (line(mark("The dice are rolled again: {one} and {two}.")), "KO-R13"),
    Event.GOAL: (tell_goal, "KO-061"),
    Event.SCORE: (line(mark("{score}.")), "KO-001"),
    Event.NO_GOAL: (tell_miss, "KO-061"),
    Event.DAMAGE: (
        counted_line(mark("{name}: {n} card lost from the deck."), mark("{name}: {n} cards lost from the deck.")),
        "KO-062",
    ),
    Event.MILLED: (with_card(mark("{name}, to the Showers: {card}.")), "KO-062"),
    Event.STOPPED: (line(mark("{name}: the attack ends without a shot.")), "KO-013"),
    Event.CHECKED: (tell_check, "KO-R23"),
    Event.INJURED: (one_of("by_rival", INJURIES, player=told_player), "KO-083"),
    Event.EXPELLED: (with_player(mark("{name}: {player} is sent off!")), "KO-R19"),
    Event.CAME_OFF: (with_player(mark("{name}: {player} goes off.")), "KO-084"),
    Event.CAME_ON: (with_player(mark("{name}: {player} comes on.")), "KO-004"),
    Event.KEEPS_GOAL: (with_player(mark("{name}: {player} goes in goal.")), "KO-081"),
    Event.CAPTAIN_LOST: (line(mark("{name}: the Captain's Energy goes with him.")), "KO-043"),
    Event.PENALTY: (line(mark("{name}: penalty!")), "KO-070"),
    Event.PENALTY_GOAL: (
        with_shot(
            mark("Goal for {name}! {player} scores the penalty: {attack} and {die} against {defence}."),
            mark("Goal for {name}! {player} scores the penalty: a 6 always goes in."),
        ),
        "KO-070",
    ),
    Event.PENALTY_MISSED: (
        with_shot(
            mark("{name}: {player} misses the penalty: {attack} and {die} against {defence}."),
            mark("{name}: {player} misses the penalty: a 1 never goes in."),
        ),
        "KO-071",
    ),
    Event.DISCARDED: (with_card(mark("{name}, discarded: {card}.")), "KO-047"),
    Event.PEEKED: (line(mark("{name}: a look at the rival's hand.")), "KO-011"),
    Event.SAW: (with_card(mark("{name}, in hand: {card}.")), "KO-011"),
    Event.TIRED: (line(mark("{name}: {n} Energy tired.")), "KO-021"),
    Event.REFRESHED: (line(mark("{name}: {n} Energy ready again.")), "KO-021"),
    Event.SEARCHED: (with_card(mark("{name}, found in the deck: {card}.")), "KO-011"),
    Event.FOUND_NONE: (line(mark("{name}: nothing of that kind in the deck.")), "KO-011"),
    Event.RECOVERED: (
        one_of(
            "to_hand",
            (mark("{name}, under the deck: {card}."), mark("{name}, back to the hand: {card}.")),
            card=card_name,
        ),
        "KO-R31",
    ),
    Event.FRESHENED: (with_player(mark("{name}: {player} falls back and may defend.")), "KO-R09"),
    Event.DECK_EMPTY: (line(mark("{name}: the deck is empty.")), "KO-066"),
    Event.LAST_TURN: (line(mark("{name}: one last turn.")), "KO-R15"),
    Event.FULL_TIME: (line(mark("Full time: {score}.")), "KO-066"),
    Event.SHOOTOUT: (line(mark("Level: shoot-out. First to kick: {name}.")), "KO-073"),
    Event.TAKER: (with_player(mark("{name}, penalty taker: {player}.")), "KO-073"),
    Event.KICK_IN: (
        with_shot(
            mark("{name}: {player} scores, {attack} and {die} against {defence}."),
            mark("{name}: {player} scores, a 6 always goes in."),
        ),
        "KO-073",
    ),
    Event.KICK_OUT: (
        with_shot(
            mark("{name}: {player} does not score, {attack} and {die} against {defence}."),
            mark("{name}: {player} does not score, a 1 never goes in."),
        ),
        "KO-071",
    ),
    Event.KICKS: (line(mark("Shoot-out: {score}.")), "KO-073"),
}

event, event_rule = report(EVENTS)
option, plain_value = option_words(OPTIONS, VALUES)


def value(say: Say, name: str, value: Value) -> str:
    """Name an option's value; a deck written out is named by its own name."""
    if name.startswith("deck_") and str(value) not in VALUES:
        own, colon, _ = str(value).partition(":")
        return own if colon else say(mark("own deck"))
    return plain_value(say, name, value)
