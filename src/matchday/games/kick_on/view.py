"""A hidden table of Kick On as a person sees it: zones and counters.

What new coaches miss stands beside every choice of attackers: the chance of this attack, and how well the own goal is
covered in the rival's turn if these players go forward.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from matchday.engine.log import SPECTATOR
from matchday.engine.reading import block, printed
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.kick_on import words
from matchday.games.kick_on.decks import text_of
from matchday.games.kick_on.reasons import CHOOSING, FROM_THE_SPOT, Masks, refusals, side_asked_for, timing_now, why_not
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
    is_aerial,
    keeper_defence,
    keeper_is_away,
    play_sum,
    squad_attack,
)
from matchday.games.kick_on.state import (
    DECK,
    DONE,
    ENERGIES,
    EVERYONE_BACK,
    EVERYONE_IN,
    KINDS,
    OWN,
    PASS,
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
KNOWN = ("known",)
REMEMBERED = 10_000
"""Defences of which it is remembered what they come to."""
ATTACKING = {Ability.DUO, Ability.SOLO, Ability.RUNNER, Ability.AERIAL}


class Worth(NamedTuple):
    """What a player adds to a defence, alone and beside one of his fellows."""

    alone: int
    beside: int
    fellows: int


class Squad(NamedTuple):
    """What a side's players add to its defence."""

    players: tuple[Worth, ...]
    in_goal: int
    """What whoever guards the goal adds …"""
    wall: int
    """… and what he adds behind at most two."""
    goalkeepers: int
    lungs: int
    """Who can defend after an attack."""


KEPT = {
    Phase.ENERGY: mark("A card in hand can do more than one more Energy."),
    Phase.RESPONSE: mark("Card and Energy stay for your own turn."),
    Phase.DEFENCE_WINDOW: mark("The defence is worth trusting; card and Energy stay for your own turn."),
    Phase.ROLL_WINDOW: mark("The dice are good enough as they lie."),
    Phase.TALK: mark("Whoever stays back can defend in the rival's turn."),
    Phase.CLOSE: mark("What you keep can still be answered with in the rival's turn."),
}
"""Why somebody would pass."""
SPENT = {
    Phase.ENERGY: mark("Every Play, answer and foul is paid in Energy, and it is ready again each turn."),
    Phase.RESPONSE: mark("It answers what would hurt you more than its price."),
    Phase.DEFENCE_WINDOW: mark("A goal costs you more cards than this one."),
    Phase.ROLL_WINDOW: mark("The dice as they lie do not do it."),
    Phase.HAND_LIMIT: mark("It is the card you will miss least."),
    Phase.DISCARD_CHOICE: mark("It is the card you will miss least."),
}
"""Why somebody would use a card."""

# ---------------------------------------------------------------- zones


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards and players lie."""
    asked = bool(table.waiting >> seat & 1)
    lineup, picked = table.phase == Phase.LINEUP, picked_side(table)
    wanted = side_asked_for(int(table.phase), seat) if asked else SPECTATOR
    found = []
    for side in range(2):
        found += [
            *lines(say, box, table, side, lineup, side == picked, seat if side == wanted else SPECTATOR),
            hand_zone(say, box, table, side, asked and side == seat),
            deck_zone(say, box, table, side),
            energy_zone(say, box, table, side),
            showers_zone(say, box, table, side),
        ]
    return [*found, in_play_zone(say, box, table), chain_zone(say, box, table)]


@block
def lines(say: Say, box: Box, table: Table, side: int, lineup: bool, picked: bool, chooser: int) -> list[Zone]:
    """Put every player of a side where he stands; to whoever chooses from them, why it cannot be this one.

    Where nobody of a side can be chosen the choices say so themselves.
    """
    places = places_before(table, side) if lineup else places_in_match(table, side)
    chosen = int(table.bench[side]) if lineup else int(table.chosen) if picked else 0
    marks = [marked for marked in [*marks_of(table, side), (chosen, "chosen")] if marked[0]]
    dark = [] if chooser == SPECTATOR else refusals(say, box, table, chooser, side)
    where: dict[str, list[Piece]] = {}
    best, costs = (0, False) if chooser == SPECTATOR or table.phase != Phase.DEFENDERS else proposed(box, table)
    marks += [(best, "best")] if best else []
    shown = player_pieces(say, box, side)
    for slot, player in enumerate(table.squad[side][: box.squad_size]):
        marked = tuple([mark for players, mark in marks if players >> slot & 1]) if marks else ()
        piece = shown(slot, player, marked, first(dark, slot))
        if costs and chosen >> slot & 1:
            piece = piece.but(facts={**piece.facts, **without(box, table, slot)})
        where.setdefault(first(places, slot), []).append(piece)
    empty = empty_places(say, box, side)
    return [
        zone.but(count=len(where[place]), pieces=where[place]) if place in where else zone
        for place, zone in empty.items()
    ]


def proposed(box: Box, table: Table) -> tuple[int, bool]:
    """Give the best defence to whoever has chosen nobody yet; and whether it is told what each who is chosen adds."""
    if table.chosen:
        return 0, True
    most, aerial = play_terms(box, table, Op.MAX_DEF), is_aerial(box, table)
    return best_defenders(box, table, rival(int(table.active)), may_defend(table), most, aerial), False


def without(box: Box, table: Table, slot: int) -> Facts:
    """Tell what the chosen defence comes to without one of them, and the chance to concede then."""
    left = defence_facts(box, table, int(table.chosen) & ~(1 << slot))
    return {"without": left["defence"], "conceded": left["chance"]}


@printed
def empty_places(say: Say, box: Box, side: int) -> dict[str, Zone]:
    """Show the places of a side's players with nobody there."""
    return {place: Zone(id=f"{place}.{side}", name=say(name), owner=side) for place, name in PLACES}


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
def player_pieces(_: Say, box: Box, side: int) -> Callable[[int, int, tuple[str, ...], str], Piece]:
    """Show a player of a side in his slot, marked; and why he cannot be chosen."""

    @cache
    def shown(slot: int, player: int, marks: tuple[str, ...], why: str) -> Piece:
        code = text_of(box.players[player].code)
        facts: Facts = {"why": why} if why else {}
        return Piece(id=f"player.{side}.{slot}", kind="player", face=code, facts=facts, marks=list(marks))

    return shown


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
def card_pieces(_: Say, box: Box, zone: str) -> Callable[..., Piece]:
    """Show a card that lies somewhere in a zone, or its back, marked; and why it cannot be played."""

    @cache
    def shown(place: str | int, card: int, marks: tuple[str, ...] = (), why: str = "") -> Piece:
        face = None if card == UNKNOWN else words.card_code(box, card)
        facts: Facts = {"why": why} if why else {}
        return Piece(id=f"{zone}.{place}", kind="card", face=face, facts=facts, marks=list(marks))

    return shown


@block
def hand_zone(say: Say, box: Box, table: Table, side: int, asked: bool) -> Zone:
    """Show a hand: one's own face up, of the rival's only what was shown; if asked, why a card cannot be played."""
    count, known = int(table.hand_count[side]), int(table.known[side])
    timing = timing_now(box, table, side) if asked else 0
    shown, pieces = card_pieces(say, box, f"hand.{side}"), []
    for slot, card in enumerate(table.hand[side][:count]):
        why = why_not(say, box, table, side, card, timing) if asked else ""
        pieces.append(shown(slot, card, KNOWN if known >> slot & 1 else (), why))
    return Zone(id=f"hand.{side}", name=say(mark("Hand")), owner=side, count=count, pieces=pieces)


@block
def deck_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show a deck as a heap without order, as far as it is known; every coach knows their own.

    With open deck lists the rival's heap is known, but not which of its cards are in their hand.
    """
    count = int(table.deck_count[side])
    heap = unseen_in_hand(table, side) if box.open_decklists else 0
    known = Tally(table.pile[side][: count + heap])
    known.pop(UNKNOWN, None)
    shown = deck_pieces(say, box, side)
    pieces = [shown(card, known[card]) for card in sorted(known)]
    name = say(mark("Deck, with the {n} unseen cards in hand"), n=heap) if heap else say(mark("Deck"))
    return Zone(id=f"deck.{side}", name=name, owner=side, count=count, pieces=pieces)


@printed
def deck_pieces(_: Say, box: Box, side: int) -> Callable[[int, int], Piece]:
    """Show the copies of a card that are left in a deck."""

    @cache
    def shown(card: int, copies: int) -> Piece:
        code = words.card_code(box, card)
        return Piece(id=f"deck.{side}.{card}", kind="card", face=code, facts={"copies": copies})

    return shown


def unseen_in_hand(table: Table, side: int) -> int:
    """Count the cards of a hand that only their owner has seen."""
    return sum(card == UNKNOWN for card in table.hand[side][: table.hand_count[side]])


@block
def energy_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show the Energy, ready and tired."""
    shown, captain, pieces = card_pieces(say, box, f"energy.{side}"), int(table.captain_energy[side]), []
    if captain:
        pieces.append(shown("captain", int(box.basic), ("captain", "ready" if captain == 1 else "tired")))
    for kind in range(ENERGIES):
        for state, counts in (("ready", table.ready), ("tired", table.tired)):
            pieces += [shown(f"{kind}.{state}.{number}", kind, (state,)) for number in range(counts[side][kind])]
    return Zone(id=f"energy.{side}", name=say(mark("Energy")), owner=side, count=len(pieces), pieces=pieces)


@block
def showers_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show the Showers, the newest card first; numbered from below, so that a card keeps its number."""
    count, shown = int(table.shower_count[side]), card_pieces(say, box, f"showers.{side}")
    pieces = [shown(count - place, int(card)) for place, card in enumerate(table.pile[side][DECK - count :], start=1)]
    return Zone(id=f"showers.{side}", name=say(mark("Showers")), owner=side, count=count, pieces=pieces)


@block
def in_play_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the Plays of this turn."""
    shown = card_pieces(say, box, "in_play")
    pieces = [shown(place, card) for place, card in enumerate(in_play(table))]
    return Zone(id="in_play", name=say(mark("In Play")), owner=int(table.active), count=len(pieces), pieces=pieces)


@block
def chain_zone(say: Say, box: Box, table: Table) -> Zone:
    """Show the announced cards, with who announced them."""
    shown = card_pieces(say, box, "chain")
    pieces = [
        shown(place, int(card)).but(facts={"seat": chain_owner(table, place)})
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
        defence = defence_now(box, table, back)
    return [
        *totals(say, box, attack, defence, at_best=undecided),
        *attack_sums(say, box, table, int(table.active), int(table.attackers)),
        *dice_counters(say, table),
    ]


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
    chance = words.goal_percent(say, box, (attack, defence))
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
    able, goal = outfield(table, side) & ~int(table.attacked[side]), not keeper_is_away(box, table, side)
    squad = squad_worth(words.UNSAID, box, table, side, aerial)
    banned = play_terms(box, table, Op.BAN)
    ways = some_of(able, banned) if banned else [0]
    return min(strength(squad, strongest(squad, able ^ away, most), goal) for away in ways)


def defence_now(box: Box, table: Table, defenders: int) -> int:
    """Give the defence against this attack with these players, as `rules.totals.defence_total` counts it."""
    side, aerial = rival(int(table.active)), is_aerial(box, table)
    squad = squad_worth(words.UNSAID, box, table, side, aerial)
    by_cards = int(table.def_mod) + plays_defence(words.UNSAID, box, table)
    return by_cards + strength(squad, defenders, not keeper_is_away(box, table, side))


@block
def plays_defence(_: Say, box: Box, table: Table) -> int:
    """Give what the Plays In Play add to the defence."""
    active, attackers, spent = int(table.active), int(table.attackers), int(table.spent)
    return sum(play_sum(box, table, card, active, attackers, spent, Op.DEF) for card in in_play(table))


def cover_next(box: Box, table: Table, seat: int, attackers: int, keep: int = 0) -> tuple[int, int]:
    """Give the own defence in the rival's turn if these players attack now, and who will be missing from it.

    Whom a Play keeps free is chosen later; those of most use are taken to be.
    """
    squad = squad_worth(words.UNSAID, box, table, seat, False)
    tired, on_pitch, most = attackers & ~squad.lungs, outfield(table, seat), int(box.most_defenders)
    goal = 1 << int(table.keeper[seat]) if box.keeper_may_attack else 0
    best = (-1, 0)
    for kept in some_of(tired, keep) if keep else [0]:
        away = tired ^ kept
        back = strongest(squad, on_pitch & ~away, most)
        best = max(best, (strength(squad, back, not away & goal & squad.goalkeepers), away))
    return best


def best_defenders(box: Box, table: Table, seat: int, able: int, most: int, aerial: bool) -> int:
    """Give the strongest defence of at most so many of these players; a goalkeeper with Wall may like two alone."""
    return strongest(squad_worth(words.UNSAID, box, table, seat, aerial), able, most)


@block
def squad_worth(_: Say, box: Box, table: Table, seat: int, aerial: bool) -> Squad:
    """Give what each player of a side adds to a defence."""
    line, goalkeepers = int(table.line[seat, Position.DF]), int(table.line[seat, Position.GK])
    players = [box.players[number] for number in table.squad[seat]]
    keeper = players[table.keeper[seat]]
    return Squad(
        players=tuple(
            Worth(
                alone=int(player.defence) + (int(player.n) if aerial and player.ability == Ability.AERIAL else 0),
                beside=int(player.n) if player.ability == Ability.BLOCK else 0,
                fellows=line & (EVERYONE_IN ^ 1 << slot),
            )
            for slot, player in enumerate(players)
        ),
        in_goal=keeper_defence(box, table, seat),
        wall=int(keeper.n) if keeper.ability == Ability.WALL else 0,
        goalkeepers=goalkeepers,
        lungs=sum(1 << slot for slot, player in enumerate(players) if player.ability == Ability.LUNGS),
    )


@lru_cache(maxsize=REMEMBERED)
def strongest(squad: Squad, able: int, most: int) -> int:
    """Give the strongest defence of at most so many of these players, behind a Wall that likes two alone."""
    if able.bit_count() <= most and not squad.wall:
        return able
    choices = some_of(able, most) + (some_of(able, min(most, 2)) if squad.wall else [])
    return max(choices, key=lambda chosen: strength(squad, chosen, True))


@lru_cache(maxsize=REMEMBERED)
def strength(squad: Squad, chosen: int, guarded: bool) -> int:
    """Give what these players and whoever guards the goal defend with, as `rules.totals.squad_defence` counts it."""
    total = squad.in_goal + (squad.wall if chosen.bit_count() <= 2 else 0) if guarded else 0
    for slot, (alone, beside, fellows) in enumerate(squad.players):
        if chosen >> slot & 1:
            total += alone + (beside if chosen & fellows else 0)
    return total


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
        return [f"showers.{seat}.{place}" for place in range(count) if table.pile[seat, DECK - 1 - place] == action]
    side = rival(seat) if table.phase == Phase.PEEK_CHOICE else seat
    return [f"hand.{side}.{slot}" for slot in range(int(table.hand_count[side])) if table.hand[side, slot] == action]


def named(box: Box, table: Table, seat: int, action: int) -> bool:
    """Tell whether an action is called as its pieces are: cards and players."""
    return action < KINDS or action >= OWN


def final(box: Box, table: Table, seat: int, action: int) -> bool:
    """DP-3, DP-4: players are named one by one before somebody says that it is done. Benches are named so too, but by
    both at once: a name that the other's has followed cannot be taken back.
    """
    return action < OWN or table.phase not in CHOOSING or table.phase == Phase.LINEUP


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell what a card costs, what an attack or a defence comes to with whom it adds, a chance from the spot."""
    if action < KINDS:
        return {"cost": int(box.cards[action].cost)} if box.cards[action].type != Type.ENERGY else {}
    phase = table.phase
    own = OWN <= action < RIVAL
    if phase in FROM_THE_SPOT and own:
        return {"chance": spot_chance(box, table, seat, action - OWN)}
    if phase not in {Phase.ATTACKERS, Phase.DEFENDERS} or not (own or action in {DONE, EVERYONE_BACK}):
        return {}
    chosen = may_defend(table) if action == EVERYONE_BACK else int(table.chosen) | (1 << (action - OWN) if own else 0)
    if phase == Phase.DEFENDERS:
        return defence_facts(box, table, chosen)
    attack, defence = forecast(box, table, seat, chosen)
    cover, _ = cover_next(box, table, seat, chosen, play_terms(box, table, Op.KEEP))
    chance = words.goal_percent(words.UNSAID, box, (attack, defence))
    return {"attack": attack, "defence": defence, "chance": chance, "cover": cover}


def defence_facts(box: Box, table: Table, defenders: int) -> Facts:
    """Tell what these defenders come to against this attack."""
    attack, defence = words.attack_now(words.UNSAID, box, table), defence_now(box, table, defenders)
    return {"attack": attack, "defence": defence, "chance": words.goal_percent(words.UNSAID, box, (attack, defence))}


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
    if "attack" in found and action == DONE and table.chosen:
        return ""  # the question itself says it
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


def because(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say why somebody would choose an action: what it comes to, or what is saved for the own turn."""
    phase = Phase(int(table.phase))
    found = facts(box, table, seat, action)
    if "cover" in found:
        told = mark(
            "{attack} and two dice against {defence} at most: {chance} % for a goal. You could still cover {cover}."
        )
        return say(told, **found)
    if "attack" in found:
        return say(mark("{defence} against {attack} leaves the rival {chance} %."), **found)
    if "chance" in found:
        return say(mark("From the spot he scores in {chance} of 100 cases."), chance=found["chance"])
    if action == PASS:
        return say(KEPT[phase]) if phase in KEPT else ""
    if action < KINDS and phase == Phase.TALK and box.cards[action].type == Type.PLAY:
        return say(mark("Without a Play nobody may attack."))
    return say(SPENT[phase]) if action < KINDS and phase in SPENT else ""


def spot_chance(box: Box, table: Table, seat: int, slot: int) -> int:
    """Give a player's chance from the spot, in percent."""
    shot, save = penalty_attack(box, table, seat, slot), penalty_defence(box, table, rival(seat))
    return round(100 * sum(penalty_scores(shot, save, die) for die in range(1, 7)) / 6)


def time(say: Say, box: Box, table: Table) -> str:
    """Tell the turn in two signs or three."""
    if table.phase == Phase.LINEUP or table.stage in {Stage.OVER, Stage.SHOOTOUT}:
        return ""
    return say(mark("T{turn}"), turn=int(table.turn))


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
