"""The cards and players of Kick On in words: what a card does is told from its rows."""

from __future__ import annotations

from typing import Any

from matchday.engine.reading import printed
from matchday.engine.speech import Say, mark
from matchday.games.kick_on.decks import text_of
from matchday.games.kick_on.state import Ability, Box, Die, Op, Rarity, Timing, Type

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
