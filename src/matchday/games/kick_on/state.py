"""The nouns of Kick On: what is in the box and what lies on the table.

A coach sits at a seat; a *player* is always a footballer. A coach's ten players are numbered 0 to 9 in the order of the
squad, and every set of players is a bit mask over those numbers. Squads lie on the table, not in the box: the box that
a coach is shown does not hold the rival's deck.

A deck is a set without an order: a card is picked at random when it is drawn. Only cards put under the deck are kept
apart, in layers, since everyone knows that they come last.

Numbers and masks are signed throughout: compiled code mixes them without a thought.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from matchday.engine.effects import Step, Word
from matchday.engine.game import AnyBox, AnyTable
from matchday.engine.log import EventKind
from matchday.engine.record import Array, Record, i8, i16, i32, rows, u8

KINDS = 96
PLAYERS = 96
DECK = 48  # 45 cards and three of bonus Energy from outside
SQUAD = 10
HAND = 9  # a hand is over its limit of 8 for a moment
STEPS = 7
ENERGIES = 4
LAYERS = 6
CHAIN = 16
IN_PLAY = 8
TAKERS = 3
KICKS = 100
"""After so many kicks a side half of them are forgotten, so that no counter runs over."""
UNKNOWN = 127
EVERYONE_IN = (1 << SQUAD) - 1


class Position(IntEnum):
    """The printed line of a player."""

    GK = 0
    DF = 1
    MF = 2
    FW = 3
    ANY = 4  # in effects only


class Type(IntEnum):
    """The four types of card in a deck; players are the fifth (KO-002)."""

    ENERGY = 0
    PLAY = 1
    STRATEGY = 2
    FOUL = 3
    ANY = 4  # in effects only


class Rarity(IntEnum):
    """The four grades (KO-016)."""

    AMATEUR = 0
    SEMI_PRO = 1
    PRO = 2
    LEGEND = 3


class Ability(IntEnum):
    """The closed list of abilities."""

    NONE = 0
    CAPTAIN = 1
    LUNGS = 2
    DUO = 3
    SOLO = 4
    RUNNER = 5
    AERIAL = 6
    POACHER = 7
    PLAYMAKER = 8
    BLOCK = 9
    WALL = 10
    SAVER = 11
    PENALTY = 12
    IRON = 13
    CLEAN = 14
    JOKER = 15
    VETERAN = 16


class Timing(IntEnum):
    """When a card may be played (KO-R07), as bits."""

    TALK = 1
    ATTACK = 2
    DEFENCE = 4
    ROLL_A = 8
    ROLL_D = 16
    CLOSE = 32
    RESPOND_PLAY = 64
    RESPOND_STRATEGY = 128
    RESPOND_FOUL = 256


TIMINGS = 9


class Die(IntEnum):
    """Which dice a re-roll takes."""

    LOW = 0
    HIGH = 1
    BOTH = 2


class Why(IntEnum):
    """Why a player leaves the pitch."""

    SUBSTITUTED = 1
    HURT_BY_RIVAL = 2
    HURT_BY_OWN = 3
    EXPELLED = 4


class Outcome(IntEnum):
    """What comes of a die that a card asks for."""

    NOTHING = 0
    HAPPENS = 1
    SPARED = 2
    """The die shows it, but there is nobody it can happen to."""


class Stage(IntEnum):
    """Where the match stands while nobody is interrupted by a card."""

    OVER = 0
    LINEUP = 1
    TURN = 2
    ENERGY = 3
    TALK = 4
    ATTACK = 5
    KEEP = 6
    BAN = 7
    DECLARE = 8
    DEFENDERS = 9
    WINDOW = 10
    ROLL = 11
    ROLL_WINDOW = 12
    PENALTY = 13
    CLOSE = 14
    END_TURN = 15
    NEXT_TURN = 16
    SHOOTOUT = 17


class Phase(IntEnum):
    """What is being asked."""

    OVER = 0
    LINEUP = 1
    ENERGY = 2
    TALK = 3
    RESPONSE = 4
    ATTACKERS = 5
    KEEP = 6
    BAN = 7
    DEFENDERS = 8
    DEFENCE_WINDOW = 9
    FOULER = 10
    ROLL_WINDOW = 11
    PENALTY_TAKER = 12
    INJURE_TARGET = 13
    FREE_SUB = 14
    KEEPER_CHOICE = 15
    SUB_OUT = 16
    SUB_IN = 17
    DISCARD_CHOICE = 18
    RECOVER_CHOICE = 19
    SEARCH_CHOICE = 20
    PEEK_CHOICE = 21
    FRESHEN_CHOICE = 22
    RAMP_CHOICE = 23
    CLOSE = 24
    HAND_LIMIT = 25
    SHOOTOUT_PICK = 26
    SHOOTOUT_NEXT = 27


class Leave(IntEnum):
    """What is still to be done for a player who has left (KO-R27)."""

    NONE = 0
    VETERAN = 1
    SUBSTITUTE = 2
    JOKER = 3
    KEEPER = 4


class Event(EventKind):
    """What can happen. Players and cards are indices into the box; attack and defence are totals."""

    BENCHED = 1, "seat", "player"  # to the seat alone
    LINED_UP = 2, "seat"
    STARTS = 3, "seat", "player", "keeper"
    BONUS = 4, "seat", "bonus", "got"  # not got where the deck lacked the card
    HOME = 5, "seat", "high", "low"  # the dice of both
    TURN = 6, "seat", "number"
    DREW = 7, "seat", "card", "left"  # in the deck (to the seat alone)
    DREW_CARD = 8, "seat", "left"  # in the deck (to the others)
    ENERGY = 9, "seat", "card"
    PLAYED = 10, "seat", "card", "cost"
    ANSWERED = 11, "seat", "card", "cost", "answered"  # the card it answers
    FOULER = 12, "seat", "player"
    PASSED = 13, "seat"
    ANNULLED = 14, "seat", "card"
    CHOSE = 15, "seat", "player"  # to the seat alone
    ATTACK = 16, "seat", "count"
    ATTACKER = 17, "seat", "player", "free"  # to defend in the rival's turn
    BANNED = 18, "seat", "player"  # of the player
    NO_ATTACK = 19, "seat"
    DEFENCE = 20, "seat", "count", "defence", "attack"  # besides the goalkeeper
    DEFENDER = 21, "seat", "player"
    ROLLED = 22, "seat", "one", "two", "attack", "defence"
    REROLLED = 23, "seat", "one", "two"
    GOAL = 24, "seat", "dice", "attack", "defence"
    NO_GOAL = 25, "seat", "dice", "attack", "defence"
    DAMAGE = 26, "seat", "count"  # who loses cards
    MILLED = 27, "seat", "card"
    STOPPED = 28, "seat"  # whose attack is over
    CHECKED = 29, "seat", "op", "die", "needed", "outcome"
    INJURED = 30, "seat", "player", "by_rival"
    EXPELLED = 31, "seat", "player", "places"  # left on the pitch
    CAME_OFF = 32, "seat", "player"
    CAME_ON = 33, "seat", "player"
    KEEPS_GOAL = 34, "seat", "player"
    CAPTAIN_LOST = 35, "seat"
    PENALTY = 36, "seat"
    PENALTY_GOAL = 37, "seat", "player", "die", "attack", "defence"
    PENALTY_MISSED = 38, "seat", "player", "die", "attack", "defence"
    DISCARDED = 39, "seat", "card"
    PEEKED = 40, "seat"  # who looks
    SAW = 41, "seat", "card"  # whose it is (to the seat that looks alone)
    TIRED = 42, "seat", "count"
    REFRESHED = 43, "seat", "count"
    SEARCHED = 44, "seat", "card"
    FOUND_NONE = 45, "seat"
    RECOVERED = 46, "seat", "card", "to_hand"
    FRESHENED = 47, "seat", "player"
    DECK_EMPTY = 48, "seat"
    LAST_TURN = 49, "seat"
    FULL_TIME = 50, "home", "goals_home", "goals_away"
    SHOOTOUT = 51, "seat", "high", "low"  # who kicks first, the dice of both
    TAKER = 52, "seat", "player", "number"  # of the kick
    KICK_IN = 53, "seat", "player", "die", "attack", "defence"
    KICK_OUT = 54, "seat", "player", "die", "attack", "defence"
    DEALT = 55, "seat", "card", "left"  # of the opening hand (to the seat alone)
    DEALT_CARD = 56, "seat", "left"  # of the opening hand (to the others)
    CHOSE_DEFENDER = 57, "seat", "player"  # to the seat alone
    CHOSE_FOR_PLAY = 58, "seat", "player"  # kept back or barred by a Play (to the seat that chooses alone)
    SCORE = 59, "home", "goals_home", "goals_away"
    KICKS = 60, "home", "goals_home", "goals_away"  # of the shoot-out


class Op(IntEnum):
    """The closed vocabulary of effects."""

    END = 0
    # changes of the attack: on a Play they follow the attackers until the dice roll, elsewhere they count at once
    ATK = 1
    ATK_PER_GK = 2
    ATK_PER_DF = 3
    ATK_PER_MF = 4
    ATK_PER_FW = 5
    ATK_PER_ANY = 6
    DEF = 7
    DAMAGE = 8
    # terms of the attack: on Plays alone, but NO_RESPONSE on any card that can be answered
    MAX_ATT = 9
    MAX_DEF = 10
    BAN = 11
    KEEP = 12
    NO_FOUL = 13
    NO_STRATEGY = 14
    NO_RESPONSE = 15
    # conditions: each governs the one step behind it
    IF_ATTACKERS_AT_MOST = 16
    IF_ATTACKERS_AT_LEAST = 17
    IF_DEFENDERS_AT_LEAST = 18
    IF_RIVAL_SPENT = 19
    IF_LINES = 20
    IF_SAME_NATION = 21
    # what happens
    CANCEL_ATTACK = 22
    CANCEL_ON = 23
    CANCEL_CARD = 24
    PENALTY = 25
    REROLL = 26
    INJURE_RIVAL = 27
    INJURE_OWN = 28
    RED = 29
    DRAW = 30
    RIVAL_DRAW = 31
    DISCARD = 32
    RIVAL_DISCARD = 33
    PEEK_DISCARD = 34
    MILL = 35
    TIRE = 36
    REFRESH = 37
    RAMP = 38
    SEARCH = 39
    RECOVER_HAND = 40
    RECOVER_BOTTOM = 41
    SUB = 42
    FRESHEN = 43


VOCABULARY = (
    Word(Op.ATK, "atk", ("n",), "the attack total changes by n"),
    Word(Op.ATK_PER_GK, "atk_per_gk", ("n", "n"), "attack +n for each attacking goalkeeper, at most m of them"),
    Word(Op.ATK_PER_DF, "atk_per_df", ("n", "n"), "attack +n for each attacking defender, at most m of them"),
    Word(Op.ATK_PER_MF, "atk_per_mf", ("n", "n"), "attack +n for each attacking midfielder, at most m of them"),
    Word(Op.ATK_PER_FW, "atk_per_fw", ("n", "n"), "attack +n for each attacking forward, at most m of them"),
    Word(Op.ATK_PER_ANY, "atk_per_any", ("n", "n"), "attack +n for each attacker, at most m of them"),
    Word(Op.DEF, "def", ("n",), "the defence total changes by n"),
    Word(Op.DAMAGE, "damage", ("n",), "a goal of this attack takes n cards more from the deck, at least 1 in all"),
    Word(Op.MAX_ATT, "max_att", ("n",), "at most n attackers"),
    Word(Op.MAX_DEF, "max_def", ("n",), "at most n outfield defenders"),
    Word(Op.BAN, "ban", ("n",), "name up to n rival outfield players who may not defend against this attack"),
    Word(Op.KEEP, "keep", ("n",), "name up to n attackers who may still defend in the rival's turn"),
    Word(Op.NO_FOUL, "no_foul", (), "the rival may play no Foul against this attack"),
    Word(Op.NO_STRATEGY, "no_strategy", (), "the rival may play no Strategy until this attack is over"),
    Word(Op.NO_RESPONSE, "no_response", (), "this card cannot be answered"),
    Word(Op.IF_ATTACKERS_AT_MOST, "if_attackers_at_most", ("n",), "with at most n attackers"),
    Word(Op.IF_ATTACKERS_AT_LEAST, "if_attackers_at_least", ("n",), "with at least n attackers"),
    Word(Op.IF_DEFENDERS_AT_LEAST, "if_defenders_at_least", ("n",), "with at least n outfield defenders"),
    Word(Op.IF_RIVAL_SPENT, "if_rival_spent", ("n",), "if at least n rival players attacked in their last turn"),
    Word(Op.IF_LINES, "if_lines", ("n",), "if the attackers come from at least n of the three outfield lines"),
    Word(Op.IF_SAME_NATION, "if_same_nation", (), "if at least two attack and all are of one nationality"),
    Word(Op.CANCEL_ATTACK, "cancel_attack", (), "the attack ends without a shot"),
    Word(Op.CANCEL_ON, "cancel_on", ("n",), "roll a die: on n or more the attack ends without a shot"),
    Word(Op.CANCEL_CARD, "cancel_card", (), "the card that this one answers has no effect"),
    Word(Op.PENALTY, "penalty", (), "the attack becomes a penalty"),
    Word(Op.REROLL, "reroll", ("die",), "roll the lower die, the higher die or both again"),
    Word(Op.INJURE_RIVAL, "injure_rival", ("n",), "roll a die: on n or more an attacker of your choice is injured"),
    Word(Op.INJURE_OWN, "injure_own", ("n",), "roll a die: on n or more your fouler is injured"),
    Word(Op.RED, "red", ("n",), "roll a die: on n or less your fouler is sent off"),
    Word(Op.DRAW, "draw", ("n",), "draw n cards"),
    Word(Op.RIVAL_DRAW, "rival_draw", ("n",), "the rival draws n cards"),
    Word(Op.DISCARD, "discard", ("n",), "discard n cards of your choice"),
    Word(Op.RIVAL_DISCARD, "rival_discard", ("n",), "the rival discards n cards at random"),
    Word(Op.PEEK_DISCARD, "peek_discard", ("n",), "look at the rival's hand and choose n cards they discard"),
    Word(Op.MILL, "mill", ("n",), "discard the top n cards of your own deck"),
    Word(Op.TIRE, "tire", ("n",), "n ready Energy of the rival is tired"),
    Word(Op.REFRESH, "refresh", ("n",), "n of your tired Energy is ready again"),
    Word(Op.RAMP, "ramp", ("n",), "you may put up to n more Energy cards into play"),
    Word(Op.SEARCH, "search", ("type",), "take a card of that type from your deck, show it, shuffle"),
    Word(Op.RECOVER_HAND, "recover_hand", ("type", "n"), "take up to n cards of that type from your Showers"),
    Word(
        Op.RECOVER_BOTTOM,
        "recover_bottom",
        ("type", "n"),
        "put up to n cards of that type from your Showers under your deck",
    ),
    Word(Op.SUB, "sub", ("n",), "up to n substitutions"),
    Word(Op.FRESHEN, "freshen", ("n",), "up to n of your players who attacked may defend all the same"),
)


CODE = 8
NAME = 48
WORD = 24
NATIONS = 17
SHIRTS = 17


class Card(Record):
    """A card of a deck."""

    code: Array = u8(CODE)  # as the box file writes it
    name: Array = u8(NAME)  # UTF-8
    type: int = i8()
    rarity: int = i8()
    cost: int = i8()
    timing: int = i16()
    aerial: int = i8()
    steps: Sequence[Step] = rows(Step, STEPS)
    # read off the steps once, since every attack asks for them
    max_att: int = i8()
    max_def: int = i8()
    keep: int = i8()
    ban: int = i8()
    no_foul: int = i8()
    no_strategy: int = i8()
    no_response: int = i8()
    recovers: int = i8()
    always: int = i8()  # some effect can happen whatever lies on the table


class Player(Record):
    """A player card."""

    code: Array = u8(CODE)
    name: Array = u8(NAME)
    position: int = i8()
    nation: int = i8()
    shirt: int = i8()  # 0 for goalkeepers
    rarity: int = i8()
    attack: int = i8()
    defence: int = i8()
    ability: int = i8()
    n: int = i8()


class Box(AnyBox):
    """The card set, the two decks, and the chosen house rules."""

    kinds: int = i8()
    players_known: int = i8()
    cards: Sequence[Card] = rows(Card, KINDS)  # by type: Energy, Plays, Strategies, Fouls
    first: Array = i8(5)  # the first card of each type, and the end
    copies: Array = i8(KINDS)  # of each card that a deck may hold
    legend: Array = i8(KINDS)  # which cards are Legends
    basic: int = i8()  # the Energy that bonuses give
    players: Sequence[Player] = rows(Player, PLAYERS)
    nations: Array = u8(NATIONS, WORD)  # their names; 0 is none
    shirts: Array = u8(SHIRTS, WORD)
    cheapest: Array = i8(TIMINGS)  # the lowest cost of a Strategy with each timing; 127 if there is none
    cheapest_foul: int = i8()
    # the decks; only `deal` reads them
    deck: Array = i8(2, DECK)
    deck_count: Array = i8(2)
    squad: Array = i8(2, SQUAD)
    bench: Array = i16(2)
    names_starters: Array = i8(2)
    # numbers of the rulebook
    squad_size: int = i8()
    starters: int = i8()
    opening_hand: int = i8()
    hand_limit: int = i8()
    most_attackers: int = i8()
    most_defenders: int = i8()
    takers: int = i8()
    usual: Array = i8(4)  # how many cards of each type a deck has as a rule, for imagining one
    # house rules, named as the options are
    energy_limited: int = i8()
    legend_total: int = i8()
    bonus_outside: int = i8()
    plays_unlimited: int = i8()
    min_defenders: int = i8()
    keeper_may_attack: int = i8()
    double_six_always: int = i8()
    equal_turns: int = i8()
    draws_allowed: int = i8()
    replace_expelled: int = i8()
    open_decklists: int = i8()
    first_turn_attack: int = i8()


class Table(AnyTable):
    """One match."""

    stage: int = i8()
    active: int = i8()
    home: int = i8()
    turn: int = i8()
    last_turn: int = i8()  # the visitor's extra turn (equal_turns)
    goals: Array = i8(2)
    luck: Array = i32(2)  # goals beyond the chances of the shots, in ten-thousandths …
    hazard: Array = i32(2)  # … and the variance of that
    # players
    squad: Array = i8(2, SQUAD)
    line: Array = i16(2, 4)  # who is printed as goalkeeper, defender, midfielder, forward
    bench: Array = i16(2)  # chosen before the match; secret until both are chosen
    pitch: Array = i16(2)
    gone: Array = i16(2)
    keeper: Array = i8(2)
    slots: Array = i8(2)
    attacked: Array = i16(2)  # may not defend until their next turn
    attack_zone: Array = i16(2)
    dropped: Array = i16(2)  # forwards who did not attack
    # cards
    pile: Array = i8(2, DECK)  # the deck from the left, its bottom first; the Showers from the right, the oldest last
    deck_count: Array = i8(2)
    shower_count: Array = i8(2)
    layers: Array = i8(2, LAYERS)  # sizes of the layers put under the deck, the lowest first
    dipped: Array = i8(2)  # somebody drew unseen from the layer that is now on top
    hand: Array = i8(2, HAND)  # sorted
    hand_count: Array = i8(2)
    known: Array = i16(2)  # the cards of a hand that the rival has seen, as a mask of its places
    ready: Array = i8(2, ENERGIES)
    tired: Array = i8(2, ENERGIES)
    captain_energy: Array = i8(2)  # the Captain's card: 1 ready, 2 tired
    captains: Array = i16(2)  # starting Captains
    # the turn
    plays: int = i8()  # Plays announced
    silenced: int = i8()  # NO_STRATEGY binds the rival
    in_play: Array = i8(IN_PLAY)  # the active coach's resolved Plays
    in_play_count: int = i8()
    # the attack
    attack_on: int = i8()
    cancelled: int = i8()
    penalty: int = i8()
    chosen: int = i16()  # players picked and not yet declared; secret until then
    attackers: int = i16()
    kept: int = i16()
    banned: int = i16()
    defenders: int = i16()
    spent: int = i8()  # rival players who had attacked when the attackers were declared
    atk_mod: int = i16()
    def_mod: int = i16()
    damage_mod: int = i16()
    attack_total: int = i16()
    defence_total: int = i16()
    dice: Array = i8(2)
    # windows and the chain
    to_act: int = i8()
    passes: int = i8()
    chain: Array = i8(CHAIN)
    chain_count: int = i8()
    opener: int = i8()
    fouler: int = i8()
    resolving: int = i8()
    annulled: int = i8()  # the card now on top of the chain was cancelled
    # the card whose steps are being done
    card: int = i8()  # its number + 1
    owner: int = i8()
    step: int = i8()
    left: int = i8()  # how often the present step may still be done
    picked: int = i8()  # cards put under the deck by it
    draws: Array = i8(2)
    # a player who leaves
    leave: int = i8()
    left_seat: int = i8()
    left_player: int = i8()
    left_why: int = i8()
    came_on: int = i8()  # his number + 1
    # the shoot-out
    first_kicker: int = i8()
    takers: Array = i8(2, TAKERS)
    takers_count: Array = i8(2)
    kicks: Array = i8(2)
    kicks_in: Array = i8(2)
    kicked: Array = i16(2)


# Actions: a card's kind as it is, then what is said aloud, then a player of one's own or of the rival's.
PASS = KINDS
DONE = KINDS + 1
EVERYONE_BACK = KINDS + 2
NOBODY = KINDS + 3
OWN = KINDS + 4
RIVAL = OWN + SQUAD
ACTIONS = RIVAL + SQUAD
