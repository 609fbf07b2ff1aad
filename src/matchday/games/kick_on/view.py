"""A hidden table of Kick On as a person sees it: zones and counters.

What new coaches miss stands beside every choice of attackers: the chance of this attack, and how well the own goal is
covered in the rival's turn if these players go forward.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from matchday.engine.log import SPECTATOR
from matchday.engine.reading import block, printed
from matchday.engine.record import copy_of
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.kick_on import words
from matchday.games.kick_on.decks import text_of
from matchday.games.kick_on.hints import goal_chance, missing
from matchday.games.kick_on.reasons import CHOOSING, FROM_THE_SPOT, Masks, refusals, timing_now, why_nobody, why_not
from matchday.games.kick_on.rules.attackers import may_defend, play_terms
from matchday.games.kick_on.rules.penalties import penalty_attack, penalty_defence, penalty_scores
from matchday.games.kick_on.rules.questions import (
    chain_owner,
    count_bits,
    outfield,
    ready_energy,
    rival,
    tired_energy,
)
from matchday.games.kick_on.rules.shot import is_goal
from matchday.games.kick_on.rules.totals import (
    defence_total,
    is_aerial,
    play_sum,
    squad_attack,
    squad_defence,
)
from matchday.games.kick_on.state import (
    DECK,
    ENERGIES,
    EVERYONE_IN,
    KINDS,
    OWN,
    RIVAL,
    SQUAD,
    UNKNOWN,
    Ability,
    Box,
    Op,
    Phase,
    Position,
    Stage,
    Table,
    Type,
)

PLACES = (
    ("goal", mark("Goal")),
    ("defenders", mark("Defenders line")),
    ("midfielders", mark("Midfielders line")),
    ("forwards", mark("Forwards line")),
    ("attack", mark("Attack Zone")),
    ("defence", mark("Defence Zone")),
    ("squad", mark("Squad")),
    ("bench", mark("Bench")),
    ("showers_players", mark("Players in the Showers")),
)
# The rulebook's phases A to E, as far as the turn has come; the end of the turn is past them all.
STAGES: dict[int, int] = {
    Stage.ENERGY: 0,
    Stage.TALK: 1,
    Stage.ATTACK: 2,
    Stage.KEEP: 2,
    Stage.BAN: 2,
    Stage.DECLARE: 2,
    Stage.DEFENDERS: 3,
    Stage.WINDOW: 3,
    Stage.ROLL: 4,
    Stage.ROLL_WINDOW: 4,
    Stage.PENALTY: 4,
    Stage.CLOSE: 5,
    Stage.END_TURN: 5,
}
ATTACKING = {Ability.DUO, Ability.SOLO, Ability.RUNNER, Ability.AERIAL}


class Worth(NamedTuple):
    """What a player adds to a defence, alone and beside one of his fellows."""

    alone: int
    beside: int
    fellows: int


# ---------------------------------------------------------------- zones


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards and players lie."""
    asked = bool(table.waiting >> seat & 1)
    lineup, picked = table.phase == Phase.LINEUP, picked_side(table)
    found = []
    for side in range(2):
        why = why_nobody(say, int(table.phase), seat, side) if asked else ""
        chooser = seat if asked and not why else SPECTATOR
        found += [
            *lines(say, box, table, side, lineup, side == picked, why, chooser),
            hand_zone(say, box, table, side, asked and side == seat),
            *card_zones(say, box, table, side),
        ]
    return [*found, in_play_zone(say, box, table), chain_zone(say, box, table)]


@block
def lines(
    say: Say, box: Box, table: Table, side: int, lineup: bool, picked: bool, why: str, chooser: int
) -> list[Zone]:
    """Put every player of a side where he stands; why nobody can be chosen, or who cannot by whoever chooses."""
    places = places_before(table, side) if lineup else places_in_match(table, side)
    chosen = int(table.bench[side]) if lineup else int(table.chosen) if picked else 0
    marks = [marked for marked in [*marks_of(table, side), (chosen, "chosen")] if marked[0]]
    dark = [(EVERYONE_IN, why)] if chooser == SPECTATOR else refusals(say, box, table, chooser, side)
    where: dict[str, list[Piece]] = {place: [] for place, _ in PLACES}
    for slot, player in enumerate(table.squad[side][: box.squad_size]):
        marked = tuple([mark for players, mark in marks if players >> slot & 1])
        lying = (side, slot, int(player), marked, first(dark, slot))
        where[first(places, slot)].append(player_piece(say, box, lying))
    return [
        Zone(id=f"{place}.{side}", name=say(name), owner=side, count=len(where[place]), pieces=where[place])
        for place, name in PLACES
    ]


def first(masks: Masks, slot: int) -> str:
    """Give what is said of the first players among whom is this one."""
    for players, text in masks:
        if players >> slot & 1:
            return text
    return ""


def place_of(table: Table, side: int, slot: int) -> str:
    """Tell where a player stands."""
    return first((places_before if table.phase == Phase.LINEUP else places_in_match)(table, side), slot)


def places_before(table: Table, side: int) -> Masks:
    """DP-0: before kick-off a player is in the squad or on the bench."""
    return [(int(table.bench[side]), "bench"), (EVERYONE_IN, "squad")]


def places_in_match(table: Table, side: int) -> Masks:
    """KO-022..024, KO-R09: tell who stands where once the match has begun."""
    line = table.line[side]
    return [
        (int(table.gone[side]), "showers_players"),
        (EVERYONE_IN ^ int(table.pitch[side]), "bench"),
        (1 << int(table.keeper[side]), "goal"),
        (int(table.defenders) if side != table.active else 0, "defence"),
        (int(table.attack_zone[side]), "attack"),
        (int(table.dropped[side]) | int(line[Position.MF]), "midfielders"),
        (int(line[Position.FW]), "forwards"),
        (EVERYONE_IN, "defenders"),
    ]


def marks_of(table: Table, side: int) -> Masks:
    """List what players have done and what is done to them."""
    marks = [(int(table.attacked[side]), "attacked"), (int(table.dropped[side]), "dropped")]
    if side != table.active:
        return [*marks, (int(table.banned), "banned")]
    return [*marks, (int(table.attackers) if table.attack_on else 0, "attacking"), (int(table.kept), "kept")]


@printed
def player_piece(_: Say, box: Box, lying: tuple[int, int, int, tuple[str, ...], str]) -> Piece:
    """Show a player of a side in his slot, marked; and why he cannot be chosen."""
    side, slot, player, marks, why = lying
    code = text_of(box.players[player].code)
    facts: Facts = {"why": why} if why else {}
    return Piece(id=f"player.{side}.{slot}", kind="player", face=code, facts=facts, marks=list(marks))


def picked_side(table: Table) -> int:
    """Give the side whose players are being picked one by one, if some are."""
    if not table.chosen:
        return SPECTATOR
    chooser = 0 if table.waiting & 1 else 1
    return rival(chooser) if table.phase == Phase.BAN else chooser


def is_chosen(table: Table, side: int, slot: int) -> bool:
    """Tell whether a player is picked for what is being chosen now."""
    if table.phase == Phase.LINEUP:
        return bool(int(table.bench[side]) >> slot & 1)
    return side == picked_side(table) and bool(int(table.chosen) >> slot & 1)


@printed
def card_piece(_: Say, box: Box, lying: tuple[int, str, tuple[str, ...]]) -> Piece:
    """Show a card that lies somewhere, or its back, marked."""
    card, element, marks = lying
    face = None if card == UNKNOWN else words.card_code(box, card)
    return Piece(id=element, kind="card", face=face, marks=list(marks))


@block
def hand_zone(say: Say, box: Box, table: Table, side: int, asked: bool) -> Zone:
    """Show a hand: one's own face up, of the rival's only what was shown; if asked, why a card cannot be played."""
    count = int(table.hand_count[side])
    timing = timing_now(box, table, side) if asked else 0
    known = int(table.known[side])
    pieces = []
    for slot, card in enumerate(table.hand[side][:count]):
        piece = card_piece(say, box, (int(card), f"hand.{side}.{slot}", ("known",) if known >> slot & 1 else ()))
        why = why_not(say, box, table, side, card, timing) if asked else ""
        pieces.append(piece.but(facts={"why": why}) if why else piece)
    return Zone(id=f"hand.{side}", name=say(mark("Hand")), owner=side, count=count, pieces=pieces)


@block
def card_zones(say: Say, box: Box, table: Table, side: int) -> list[Zone]:
    """Show the cards of a side that are neither in hand nor being played."""
    return [
        deck_zone(say, box, table, side),
        energy_zone(say, box, table, side),
        showers_zone(say, box, table, side),
    ]


@block
def deck_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show a deck as a heap without order, as far as it is known; every coach knows their own.

    With open deck lists the rival's heap is known, but not which of its cards are in their hand.
    """
    count = int(table.deck_count[side])
    heap = unseen_in_hand(table, side) if box.open_decklists else 0
    known = Tally(table.pile[side][: count + heap])
    known.pop(UNKNOWN, None)
    pieces = [deck_piece(say, box, (side, int(card), known[card])) for card in sorted(known)]
    name = mark("Deck, with the {n} unseen cards in hand") if heap else mark("Deck")
    return Zone(id=f"deck.{side}", name=say(name, n=heap), owner=side, count=count, pieces=pieces)


@printed
def deck_piece(_: Say, box: Box, lying: tuple[int, int, int]) -> Piece:
    """Show the copies of a card that are left in a deck."""
    side, card, copies = lying
    return Piece(id=f"deck.{side}.{card}", kind="card", face=words.card_code(box, card), facts={"copies": copies})


def unseen_in_hand(table: Table, side: int) -> int:
    """Count the cards of a hand that only their owner has seen."""
    return sum(card == UNKNOWN for card in table.hand[side][: table.hand_count[side]])


@block
def energy_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show the Energy, ready and tired."""
    pieces = []
    if table.captain_energy[side]:
        marks = ("captain", "ready" if table.captain_energy[side] == 1 else "tired")
        pieces.append(card_piece(say, box, (int(box.basic), f"energy.{side}.captain", marks)))
    for kind in range(ENERGIES):
        for state, counts in (("ready", table.ready), ("tired", table.tired)):
            pieces += [
                card_piece(say, box, (kind, f"energy.{side}.{kind}.{state}.{number}", (state,)))
                for number in range(int(counts[side, kind]))
            ]
    return Zone(id=f"energy.{side}", name=say(mark("Energy")), owner=side, count=len(pieces), pieces=pieces)


@block
def showers_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show the Showers, the newest card first."""
    cards = table.pile[side][DECK - int(table.shower_count[side]) :]
    return card_zone(say, box, cards, f"showers.{side}", say(mark("Showers")), side)


@block
def in_play_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the Plays of this turn."""
    return card_zone(say, box, in_play(table), "in_play", say(mark("In Play")), int(table.active))


def card_zone(say: Say, box: Box, cards: Sequence[int], zone: str, name: str, side: int) -> Zone:
    """Show open cards."""
    pieces = [card_piece(say, box, (int(card), f"{zone}.{place}", ())) for place, card in enumerate(cards)]
    return Zone(id=zone, name=name, owner=side, count=len(pieces), pieces=pieces)


@block
def chain_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the announced cards, with who announced them."""
    pieces = [
        card_piece(say, box, (int(card), f"chain.{place}", ())).but(facts={"seat": chain_owner(table, place)})
        for place, card in enumerate(table.chain[: table.chain_count])
    ]
    return Zone(id="chain", name=say(mark("Announced")), count=len(pieces), pieces=pieces)


# ---------------------------------------------------------------- counters


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read, and during an attack its totals and its chance."""
    shown = turn_counters(say, box, table, table.phase == Phase.LINEUP)
    for side in range(2):
        shown = shown + side_counters(say, box, table, side)
        if table.stage in STAGES:
            shown.append(back_counter(say, box, table, side))
        if table.stage == Stage.SHOOTOUT:
            shown.append(kicks_counter(say, box, table, side))
    return shown + attack_counters(say, box, table, seat)


@block
def turn_counters(say: Say, box: Box, table: Table, lineup: bool) -> list[Counter]:
    """Show whose turn it is and how far it has come; at kick-off also who is at home."""
    shown = [
        Counter(id="turn", name=say(mark("Turn")), value=int(table.turn), owner=int(table.active)),
        Counter(id="stage", name=say(mark("Phase")), value=STAGES.get(int(table.stage), -1)),
    ]
    if not lineup:
        shown.append(Counter(id="home", name=say(mark("At home")), value=int(table.home), owner=int(table.home)))
    return shown


@block
def side_counters(say: Say, box: Box, table: Table, side: int) -> list[Counter]:
    """Show what a side has: goals, cards, Energy, places on the pitch."""
    ready = ready_energy(table, side)
    energy, deck, hand = ready + tired_energy(table, side), int(table.deck_count[side]), int(table.hand_count[side])
    return [
        Counter(id=f"goals.{side}", name=say(mark("Goals")), value=int(table.goals[side]), owner=side),
        Counter(id=f"deck.{side}", name=say(mark("Deck")), value=deck, owner=side),
        Counter(id=f"hand.{side}", name=say(mark("Hand")), value=hand, owner=side, of=int(box.hand_limit)),
        Counter(id=f"energy.{side}", name=say(mark("Ready Energy")), value=ready, owner=side, of=energy),
        Counter(
            id=f"slots.{side}",
            name=say(mark("Places")),
            value=int(table.slots[side]),
            owner=side,
            of=int(box.starters),
        ),
    ]


@block
def back_counter(say: Say, box: Box, table: Table, side: int) -> Counter:
    """Show the best defence that a side has left."""
    back, _ = cover_next(box, table, side, int(table.attacked[side]))
    return Counter(id=f"back.{side}", name=say(mark("Best defence now")), value=back, owner=side)


@block
def kicks_counter(say: Say, box: Box, table: Table, side: int) -> Counter:
    """Show how the shoot-out stands."""
    scored, kicks = int(table.kicks_in[side]), int(table.kicks[side])
    return Counter(id=f"kicks.{side}", name=say(mark("Shoot-out")), value=scored, owner=side, of=kicks)


def attack_counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """Show what an attack stands at, and before it what it would uncover."""
    if table.attack_on:
        return standing_attack(say, box, table, table.stage == Stage.DEFENDERS, table.stage >= Stage.ROLL_WINDOW)
    if table.phase == Phase.ATTACKERS and seat == table.active and table.chosen:
        return coming_attack(say, box, table, seat)
    return []


@block
def standing_attack(say: Say, box: Box, table: Table, choosing: bool, rolled: bool) -> list[Counter]:
    """Show what an attack comes to: while the defenders are chosen, with those chosen so far or the best."""
    undecided = choosing and not table.chosen
    if rolled:
        attack, defence = int(table.attack_total), int(table.defence_total)
    else:
        attack = words.attack_now(say, box, table)
        back = int(table.chosen if choosing else table.defenders)
        if undecided:
            most = play_terms(box, table, Op.MAX_DEF)
            other = rival(int(table.active))
            back = best_defenders(box, table, other, may_defend(table), most, is_aerial(box, table))
        defence = defence_total(box, table, back)
    return [
        *totals(say, box, attack, defence, at_best=undecided),
        *attack_sums(say, box, table, int(table.active), int(table.attackers)),
        *dice_counters(say, table),
    ]


@block
def coming_attack(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """Show what the attack of the players chosen so far would come to, and what it would uncover."""
    attack, defence = forecast(box, table, seat, int(table.chosen))
    return [
        *totals(say, box, attack, defence, at_best=True),
        *attack_sums(say, box, table, seat, int(table.chosen)),
        cover_counter(say, box, table, seat),
    ]


def cover_counter(say: Say, box: Box, table: Table, seat: int) -> Counter:
    """Show what the own defence comes to in the rival's turn if the chosen players attack, and who will be missing."""
    chosen, keep = int(table.chosen), play_terms(box, table, Op.KEEP)
    cover, away = cover_next(box, table, seat, chosen, keep)
    names = [words.surname(box, int(table.squad[seat, slot])) for slot in range(SQUAD) if away >> slot & 1]
    told = mark("Cannot defend, with {n} kept back: {players}.") if keep else mark("Cannot defend: {players}.")
    return Counter(
        id="cover",
        name=say(mark("My best defence next turn")),
        value=cover,
        owner=seat,
        of=cover_next(box, table, seat, 0)[0],
        text=say(told, players=", ".join(names), n=keep) if names else "",
    )


def attack_sums(say: Say, box: Box, table: Table, seat: int, attackers: int) -> list[Counter]:
    """Show what an attack is made of: printed numbers, abilities, Plays, other cards."""
    players = [int(table.squad[seat, slot]) for slot in range(SQUAD) if attackers >> slot & 1]
    printed = sum(int(box.players[player].attack) for player in players)
    spent = int(table.spent) if table.attack_on else count_bits(int(table.attacked[rival(seat)]))
    able = [player for player in players if box.players[player].ability in ATTACKING]
    ability = say(mark("Abilities"))
    if len(able) == 1:
        ability = f"{words.ability_badge(say, box, able[0])}, {words.surname(box, able[0])}"
    plays = [int(card) for card in table.in_play[: table.in_play_count]]
    rows = [
        (say.count(mark("{n} attacker, printed"), mark("{n} attackers, printed"), len(players)), printed),
        (ability, squad_attack(box, table, seat, attackers, is_aerial(box, table)) - printed),
        *(
            (words.card_name(say, box, card), play_sum(box, table, card, seat, attackers, spent, Op.ATK))
            for card in plays
        ),
        (say(mark("Other cards")), int(table.atk_mod) if table.attack_on else 0),
    ]
    return [
        Counter(id=f"sum.{place}", name=name, value=value, text=f"{value:+d}" if place else str(value))
        for place, (name, value) in enumerate(rows)
        if value or not place
    ]


def dice_counters(say: Say, table: Table) -> list[Counter]:
    """Show the dice of the shot, once they are rolled."""
    return [
        Counter(id=f"die.{place}", name=say(mark("Die")), value=int(die)) for place, die in enumerate(table.dice) if die
    ]


def totals(say: Say, box: Box, attack: int, defence: int, *, at_best: bool) -> list[Counter]:
    """Show two totals and the chance of a goal; before the defenders are chosen the best defence there can be."""
    chance = goal_percent(say, box, (attack, defence))
    needed = next((dice for dice in range(2, 13) if is_goal(box, attack, defence, dice)), 0)
    need = say(mark("goal with {n} or more on two dice"), n=needed) if needed else say(mark("no roll is enough"))
    return [
        Counter(id="attack", name=say(mark("Attack")), value=attack),
        Counter(
            id="defence",
            name=say(mark("Best possible defence") if at_best else mark("Defence")),
            value=defence,
            text=say(mark("at most {n}"), n=defence) if at_best else "",
        ),
        Counter(id="chance", name=say(mark("Goal chance")), value=chance, of=100, text=f"{chance} %"),
        Counter(id="needed", name=say(mark("Dice needed")), value=needed, of=12, text=need),
    ]


@printed
def goal_percent(_: Say, box: Box, totals: tuple[int, int]) -> int:
    """Give the chance that a shot scores, by attack and defence, in percent."""
    return round(100 * goal_chance(box, *totals))


def forecast(box: Box, table: Table, seat: int, attackers: int) -> tuple[int, int]:
    """Give attack and the rival's best defence if these players attacked now with the Plays In Play."""
    other = rival(seat)
    spent = count_bits(int(table.attacked[other]))
    attack = squad_attack(box, table, seat, attackers, is_aerial(box, table))
    defence = best_defence(words.UNSAID, box, table, other)
    for card in in_play(table):
        attack += play_sum(box, table, card, seat, attackers, spent, Op.ATK)
        defence += play_sum(box, table, card, seat, attackers, spent, Op.DEF)
    return attack, defence


@block
def best_defence(_: Say, box: Box, table: Table, side: int) -> int:
    """Give the best defence of a side against the Plays In Play.

    Whoever a Play bans from the defence is chosen later; the best are taken to be.
    """
    aerial, most = is_aerial(box, table), play_terms(box, table, Op.MAX_DEF)
    able = outfield(table, side) & (EVERYONE_IN ^ int(table.attacked[side]))
    return min(
        squad_defence(box, table, side, best_defenders(box, table, side, able ^ banned, most, aerial), aerial)
        for banned in some_of(able, play_terms(box, table, Op.BAN))
    )


def cover_next(box: Box, table: Table, seat: int, attackers: int, keep: int = 0) -> tuple[int, int]:
    """Give the own defence in the rival's turn if these players attack now, and who will be missing from it.

    Whom a Play keeps free is chosen later; those of most use are taken to be.
    """
    then = copy_of(table)
    tired = missing(box, table, seat, attackers, 0)
    best = (-1, 0)
    for kept in some_of(tired, keep):
        then.attacked[seat] = tired ^ kept
        able = outfield(table, seat) & (EVERYONE_IN ^ tired ^ kept)
        back = best_defenders(box, table, seat, able, int(box.most_defenders), aerial=False)
        best = max(best, (squad_defence(box, then, seat, back, aerial=False), tired ^ kept))
    return best


def best_defenders(box: Box, table: Table, seat: int, able: int, most: int, aerial: bool) -> int:
    """Give the strongest defence of at most so many of these players; a goalkeeper with Wall may like two alone."""
    keeper = box.players[table.squad[seat, table.keeper[seat]]]
    wall = int(keeper.n) if keeper.ability == Ability.WALL else 0
    if count_bits(able) <= most and not wall:
        return able
    return strongest(defenders_worth(words.UNSAID, box, table, seat, aerial), able, most, wall)


@block
def defenders_worth(_: Say, box: Box, table: Table, seat: int, aerial: bool) -> tuple[Worth, ...]:
    """Give what each player of a side adds to a defence."""
    line = int(table.line[seat, Position.DF])
    players = [box.players[number] for number in table.squad[seat]]
    return tuple(
        Worth(
            alone=int(player.defence) + (int(player.n) if aerial and player.ability == Ability.AERIAL else 0),
            beside=int(player.n) if player.ability == Ability.BLOCK else 0,
            fellows=line & (EVERYONE_IN ^ 1 << slot),
        )
        for slot, player in enumerate(players)
    )


@lru_cache(maxsize=10_000)
def strongest(worth: tuple[Worth, ...], able: int, most: int, wall: int) -> int:
    """Give the strongest defence of at most so many of these players, behind a Wall that likes two alone."""

    def strength(chosen: int) -> int:
        total = wall if count_bits(chosen) <= 2 else 0
        for slot, (alone, beside, fellows) in enumerate(worth):
            if chosen >> slot & 1:
                total += alone + (beside if chosen & fellows else 0)
        return total

    choices = some_of(able, most) + (some_of(able, min(most, 2)) if wall else [])
    return max(choices, key=strength)


def some_of(players: int, number: int) -> list[int]:
    """List every way to take so many of these players, or all where there are fewer."""
    slots = [slot for slot in range(SQUAD) if players >> slot & 1]
    return [sum(1 << slot for slot in chosen) for chosen in combinations(slots, min(number, len(slots)))]


# ---------------------------------------------------------------- choices


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the pieces to click for an action."""
    if action >= RIVAL:
        return [f"player.{rival(seat)}.{action - RIVAL}"]
    if action >= OWN:
        return [f"player.{seat}.{action - OWN}"]
    if action >= KINDS:
        return []
    if table.phase == Phase.SEARCH_CHOICE:
        return [f"deck.{seat}.{action}"]
    if table.phase == Phase.RECOVER_CHOICE:
        count = int(table.shower_count[seat])
        return [f"showers.{seat}.{place}" for place in range(count) if table.pile[seat, DECK - count + place] == action]
    side = rival(seat) if table.phase == Phase.PEEK_CHOICE else seat
    return [f"hand.{side}.{slot}" for slot in range(int(table.hand_count[side])) if table.hand[side, slot] == action]


def final(box: Box, table: Table, seat: int, action: int) -> bool:
    """DP-3, DP-4: players are named one by one before somebody says that it is done. Benches are named so too, but by
    both at once: a name that the other's has followed cannot be taken back.
    """
    return action < OWN or table.phase not in CHOOSING or table.phase == Phase.LINEUP


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell what a card costs, what an attack or a defence comes to with one more player, a chance from the spot."""
    if action < KINDS:
        return {"cost": int(box.cards[action].cost)} if box.cards[action].type != Type.ENERGY else {}
    if OWN <= action < RIVAL and table.phase == Phase.ATTACKERS:
        attackers = int(table.chosen) | 1 << (action - OWN)
        attack, defence = forecast(box, table, seat, attackers)
        cover, _ = cover_next(box, table, seat, attackers, play_terms(box, table, Op.KEEP))
        chance = goal_percent(words.UNSAID, box, (attack, defence))
        return {"attack": attack, "defence": defence, "chance": chance, "cover": cover}
    if OWN <= action < RIVAL and table.phase == Phase.DEFENDERS:
        defenders = int(table.chosen) | 1 << (action - OWN)
        attack, defence = words.attack_now(words.UNSAID, box, table), defence_total(box, table, defenders)
        chance = goal_percent(words.UNSAID, box, (attack, defence))
        return {"attack": attack, "defence": defence, "chance": chance}
    if OWN <= action < RIVAL and table.phase in FROM_THE_SPOT:
        return {"chance": spot_chance(box, table, seat, action - OWN)}
    return {}


def detail(say: Say, box: Box, table: Table, seat: int, action: int, found: Facts | None = None) -> str:
    """Say in a line what an action means: a card's text, an attack's chance and what it uncovers, a player."""
    found = facts(box, table, seat, action) if found is None else found
    if action < KINDS:
        text = words.card_text(say, box, action)
        return f"{text} ({say(mark('cost {n}'), n=found['cost'])})" if "cost" in found else text
    if "cover" in found:
        return say(
            mark("attack {attack} against {defence} at most: goal {chance} %; my defence next turn {cover} at most"),
            **found,
        )
    if "attack" in found:
        return say(mark("defence {defence} against {attack}: {chance} % to concede"), **found)
    if action >= OWN:
        side, slot = (rival(seat), action - RIVAL) if action >= RIVAL else (seat, action - OWN)
        number = int(table.squad[side, slot])
        player = box.players[number]
        role = say(words.POSITIONS[player.position])
        parts = [f"{role} {player.attack}/{player.defence}", words.ability_text(say, box, number)]
        if "chance" in found:
            parts.append(say(mark("goal {chance} %"), chance=found["chance"]))
        return "; ".join(part for part in parts if part)
    return ""


def spot_chance(box: Box, table: Table, seat: int, slot: int) -> int:
    """Give a player's chance from the spot, in percent."""
    shot, save = penalty_attack(box, table, seat, slot), penalty_defence(box, table, rival(seat))
    return round(100 * sum(penalty_scores(shot, save, die) for die in range(1, 7)) / 6)


@block
def time(say: Say, box: Box, table: Table) -> str:
    """Tell the turn in two signs or three."""
    if table.phase == Phase.LINEUP or table.stage in {Stage.OVER, Stage.SHOOTOUT}:
        return ""
    return say(mark("T{turn}"), turn=int(table.turn))


@block
def clock(say: Say, box: Box, table: Table) -> str:
    """Read the decks as the clock: the match ends when either is empty."""
    if table.phase == Phase.LINEUP:
        return say(mark("before kick-off"))
    if table.stage == Stage.OVER:
        return say(mark("Full time"))
    if table.stage == Stage.SHOOTOUT:
        return say(mark("Shoot-out"))
    left = min(int(table.deck_count[0]), int(table.deck_count[1]))
    return say.count(
        mark("turn {turn}, {n} card left"), mark("turn {turn}, {n} cards left"), left, turn=int(table.turn)
    )


def in_play(table: Table) -> list[int]:
    """List the Plays that lie In Play."""
    return [int(card) for card in table.in_play[: table.in_play_count]]
