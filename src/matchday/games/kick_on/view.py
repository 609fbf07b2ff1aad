"""A hidden table of Kick On as a person sees it: zones and counters.

What new coaches miss stands beside every choice of attackers: the chance of this attack, and how well the own goal is
covered in the rival's turn if these players go forward.
"""

from __future__ import annotations

from collections import Counter as Tally
from itertools import combinations

from matchday.engine.log import SPECTATOR
from matchday.engine.reading import block
from matchday.engine.record import copy_of
from matchday.engine.speech import Say, mark
from matchday.engine.view import Counter, Facts, Piece, Zone
from matchday.games.kick_on import words
from matchday.games.kick_on.decks import text_of
from matchday.games.kick_on.hints import goal_chance, missing
from matchday.games.kick_on.rules.attackers import may_attack, may_defend, play_terms, unflagged
from matchday.games.kick_on.rules.chain import answer_timing, does_something, foulers, may_foul, may_play
from matchday.games.kick_on.rules.leaving import injure_candidates
from matchday.games.kick_on.rules.penalties import free_takers, penalty_attack, penalty_defence, penalty_scores
from matchday.games.kick_on.rules.questions import (
    chain_owner,
    count_bits,
    free_subs,
    outfield,
    ready_energy,
    rival,
    subs_for,
    tired_energy,
    who_may_leave,
)
from matchday.games.kick_on.rules.shot import is_goal
from matchday.games.kick_on.rules.totals import (
    attack_total,
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
    Timing,
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
CHOOSING = (Phase.LINEUP, Phase.ATTACKERS, Phase.KEEP, Phase.BAN, Phase.DEFENDERS)
FOR_PLAYERS = (
    *CHOOSING,
    Phase.FOULER,
    Phase.PENALTY_TAKER,
    Phase.INJURE_TARGET,
    Phase.FREE_SUB,
    Phase.KEEPER_CHOICE,
    Phase.SUB_OUT,
    Phase.SUB_IN,
    Phase.FRESHEN_CHOICE,
    Phase.SHOOTOUT_PICK,
    Phase.SHOOTOUT_NEXT,
)
FROM_THE_SPOT = (Phase.PENALTY_TAKER, Phase.SHOOTOUT_PICK, Phase.SHOOTOUT_NEXT)
OF_THE_RIVAL = (Phase.BAN, Phase.INJURE_TARGET)
# The rulebook's phases A to E, as far as the turn has come; the end of the turn is past them all.
STAGES = {
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
ATTACKING = (Ability.DUO, Ability.SOLO, Ability.RUNNER, Ability.AERIAL)


# ---------------------------------------------------------------- zones


def zones(say: Say, box: Box, table: Table, seat: int) -> list[Zone]:
    """List every place where cards and players lie."""
    found = []
    for side in range(2):
        for place, name, pieces in lines(say, box, table, side, seat):
            found.append(Zone(id=f"{place}.{side}", name=say(name), owner=side, count=len(pieces), pieces=pieces))
        found += [
            hand_zone(say, box, table, side, seat),
            deck_zone(say, box, table, side),
            energy_zone(say, box, table, side),
        ]
        count = int(table.shower_count[side])
        newest_first = [int(card) for card in table.pile[side, DECK - count :]]
        found.append(card_zone(box, newest_first, f"showers.{side}", say(mark("Showers")), side))
    in_play = [int(card) for card in table.in_play[: table.in_play_count]]
    found.append(card_zone(box, in_play, "in_play", say(mark("In Play")), int(table.active)))
    chain = [
        card_piece(box, int(table.chain[place]), f"chain.{place}", seat=chain_owner(table, place))
        for place in range(int(table.chain_count))
    ]
    found.append(Zone(id="chain", name=say(mark("Announced")), count=len(chain), pieces=chain))
    return found


@block
def lines(say: Say, box: Box, table: Table, side: int, seat: int = SPECTATOR) -> list[tuple[str, str, list[Piece]]]:
    """Put every player of a side where he stands; to a seat that is asked, one who cannot be chosen says why."""
    where: dict[str, list[Piece]] = {place: [] for place, _ in PLACES}
    for slot in range(int(box.squad_size)):
        piece = player_piece(box, table, side, slot)
        if table.waiting >> seat & 1 and (why := why_not_him(say, box, table, seat, side, slot)):
            piece.facts["why"] = why
        where[place_of(table, side, slot)].append(piece)
    return [(place, name, where[place]) for place, name in PLACES]


def place_of(table: Table, side: int, slot: int) -> str:
    """KO-022..024, KO-R09: tell where a player stands; before kick-off he is in the squad or on the bench."""
    if table.phase == Phase.LINEUP:
        return "bench" if int(table.bench[side]) >> slot & 1 else "squad"
    if int(table.gone[side]) >> slot & 1:
        return "showers_players"
    if not int(table.pitch[side]) >> slot & 1:
        return "bench"
    if slot == table.keeper[side]:
        return "goal"
    if side != table.active and int(table.defenders) >> slot & 1:
        return "defence"
    if int(table.attack_zone[side]) >> slot & 1:
        return "attack"
    if int(table.dropped[side]) >> slot & 1 or int(table.line[side, Position.MF]) >> slot & 1:
        return "midfielders"
    return "forwards" if int(table.line[side, Position.FW]) >> slot & 1 else "defenders"


def player_piece(box: Box, table: Table, side: int, slot: int) -> Piece:
    """Show a player."""
    code = text_of(box.players[table.squad[side, slot]].code)
    marks = []
    if int(table.attacked[side]) >> slot & 1:
        marks.append("attacked")
    if int(table.dropped[side]) >> slot & 1:
        marks.append("dropped")
    if side != table.active and int(table.banned) >> slot & 1:
        marks.append("banned")
    if side == table.active and table.attack_on and int(table.attackers) >> slot & 1:
        marks.append("attacking")
    if side == table.active and int(table.kept) >> slot & 1:
        marks.append("kept")
    if is_chosen(table, side, slot):
        marks.append("chosen")
    return Piece(id=f"player.{side}.{slot}", kind="player", face=code, marks=marks)


def is_chosen(table: Table, side: int, slot: int) -> bool:
    """Tell whether a player is picked for what is being chosen now."""
    if table.phase == Phase.LINEUP:
        return bool(int(table.bench[side]) >> slot & 1)
    if not int(table.chosen) >> slot & 1:
        return False
    chooser = 0 if table.waiting & 1 else 1
    return side == (rival(chooser) if table.phase == Phase.BAN else chooser)


def why_not_him(say: Say, box: Box, table: Table, seat: int, side: int, slot: int) -> str:
    """Say why a player cannot be chosen now; nothing if he can."""
    phase = Phase(int(table.phase))
    if phase not in FOR_PLAYERS:
        return say(mark("no player is asked for now"))
    if side != (rival(seat) if phase in OF_THE_RIVAL else seat):
        return say(mark("one of your players is asked for") if side != seat else mark("a rival player is asked for"))
    place = place_of(table, side, slot)
    if place == "showers_players":
        return say(mark("he is out of the match"))
    if phase == Phase.LINEUP:
        return why_not_left_out(say, table, seat, slot)
    if phase in {Phase.FREE_SUB, Phase.SUB_IN}:
        return why_not_on(say, table, seat, slot)
    if place == "bench":
        return say(mark("he is on the bench"))
    return why_not_chosen(say, box, table, slot) if phase in CHOOSING else why_not_named(say, box, table, seat, slot)


def why_not_left_out(say: Say, table: Table, seat: int, slot: int) -> str:
    """DP-0: a goalkeeper is left out first, and one of every line must start."""
    benched = int(table.bench[seat])
    keepers = int(table.line[seat, Position.GK])
    if keepers >> slot & 1:
        return say(mark("a goalkeeper must start")) if benched & keepers else ""
    if not benched & keepers:
        return say(mark("choose the goalkeeper first"))
    line = next(int(table.line[seat, position]) for position in Position if int(table.line[seat, position]) >> slot & 1)
    return say(mark("one of every line must start")) if count_bits(line & (EVERYONE_IN ^ benched)) <= 1 else ""


def why_not_on(say: Say, table: Table, seat: int, slot: int) -> str:
    """KO-R20: who is on the pitch does not come on; keepers come on for keepers."""
    if int(table.pitch[seat]) >> slot & 1:
        return say(mark("he is on the pitch"))
    if table.phase == Phase.FREE_SUB:
        able = free_subs(table, seat)
    else:
        able = subs_for(table, seat, int(table.left_player) - 1)
    if able >> slot & 1:
        return ""
    keeper = int(table.line[seat, Position.GK]) >> slot & 1
    return say(mark("he comes on for a goalkeeper alone") if keeper else mark("a goalkeeper must come on"))


def why_not_chosen(say: Say, box: Box, table: Table, slot: int) -> str:
    """Say why a player on the pitch cannot be added to those chosen: he may not, or there are enough."""
    if int(table.chosen) >> slot & 1:
        return ""
    keeper = mark("the goalkeeper stays in goal")
    if table.phase == Phase.ATTACKERS:
        able, most, why = may_attack(box, table), play_terms(box, table, Op.MAX_ATT), keeper
    elif table.phase == Phase.KEEP:
        able, most = unflagged(box, table), play_terms(box, table, Op.KEEP)
        attacks = int(table.attackers) >> slot & 1
        why = mark("he may defend anyway") if attacks else mark("he does not attack")
    elif table.phase == Phase.BAN:
        able, most, why = outfield(table, 1 - int(table.active)), play_terms(box, table, Op.BAN), keeper
    else:
        able, most, why = may_defend(table), play_terms(box, table, Op.MAX_DEF), keeper
        if int(table.attacked[1 - int(table.active)]) >> slot & 1:
            why = mark("he attacked in your turn")
        elif int(table.banned) >> slot & 1:
            why = mark("he is marked out of this attack")
    if not able >> slot & 1:
        return say(why)
    return say(mark("{n} at most"), n=most) if count_bits(int(table.chosen)) >= most else ""


def why_not_named(say: Say, box: Box, table: Table, seat: int, slot: int) -> str:
    """Say why a player on the pitch cannot be the one whom a card, a penalty or a kick asks for."""
    everyone = (EVERYONE_IN, "")
    able, why = {
        Phase.FOULER: (foulers(box, table), mark("he does not defend")),
        Phase.INJURE_TARGET: (
            injure_candidates(box, table),
            mark("he cannot be injured") if int(table.attackers) >> slot & 1 else mark("he does not attack"),
        ),
        Phase.SUB_OUT: (who_may_leave(table, seat), mark("nobody may come on for him")),
        Phase.FRESHEN_CHOICE: (int(table.attacked[seat]), mark("he has not attacked")),
        Phase.SHOOTOUT_PICK: (free_takers(table, seat), mark("he is named already")),
        Phase.SHOOTOUT_NEXT: (EVERYONE_IN ^ int(table.kicked[seat]), mark("he has kicked already")),
    }.get(Phase(int(table.phase)), everyone)
    return "" if able >> slot & 1 else say(why)


def card_piece(box: Box, card: int, element: str, marks: list[str] | None = None, **facts: int | str) -> Piece:
    """Show a card, or its back; and what is to be said of it besides its print."""
    face = None if card == UNKNOWN else words.card_code(box, card)
    return Piece(id=element, kind="card", face=face, facts=dict(facts), marks=marks or [])


@block
def hand_zone(say: Say, box: Box, table: Table, side: int, seat: int) -> Zone:
    """Show a hand: one's own face up, of the rival's only what was shown; a card that cannot be played says why."""
    count = int(table.hand_count[side])
    pieces = []
    for slot in range(count):
        card = int(table.hand[side, slot])
        known = ["known"] if int(table.known[side]) >> slot & 1 else []
        why = why_not(say, box, table, side, card) if side == seat and table.waiting >> side & 1 else ""
        pieces.append(card_piece(box, card, f"hand.{side}.{slot}", known, **({"why": why} if why else {})))
    return Zone(id=f"hand.{side}", name=say(mark("Hand")), owner=side, count=count, pieces=pieces)


def why_not(say: Say, box: Box, table: Table, seat: int, card: int) -> str:
    """Say why a card of one's own hand cannot be played now; nothing if it can."""
    row = box.cards[card]
    kind = Type(int(row.type))
    if table.phase in {Phase.ENERGY, Phase.RAMP_CHOICE}:
        return "" if kind == Type.ENERGY else say(mark("no Energy card"))
    timing = timing_now(box, table, seat)
    if not timing:
        return say(mark("choose a player now")) if table.phase in FOR_PLAYERS else ""
    if kind == Type.ENERGY or (kind == Type.STRATEGY and not int(row.timing) & timing):
        return words.when_text(say, box, card)
    if kind == Type.PLAY and not (timing == Timing.TALK and may_play(box, table)):
        return words.when_text(say, box, card)
    if kind == Type.FOUL and timing != Timing.DEFENCE:
        return words.when_text(say, box, card)
    if kind == Type.FOUL and not may_foul(box, table):
        return say(mark("no Foul against this attack"))
    if kind == Type.STRATEGY and table.silenced and seat != table.active:
        return say(mark("no Strategy against this attack"))
    ready = ready_energy(table, seat)
    if row.cost > ready:
        return say(mark("costs {n}, you have {ready}"), n=int(row.cost), ready=ready)
    if kind == Type.STRATEGY and not row.always and not does_something(box, table, seat, card):
        return say(mark("it would do nothing now"))
    return ""


def timing_now(box: Box, table: Table, seat: int) -> int:
    """Tell for which timing a card is asked of a seat; 0 if none is asked."""
    phase = table.phase
    if phase == Phase.DEFENCE_WINDOW:
        return Timing.ATTACK if seat == table.active else Timing.DEFENCE
    if phase == Phase.ROLL_WINDOW:
        return Timing.ROLL_A if seat == table.active else Timing.ROLL_D
    if phase == Phase.RESPONSE:
        return answer_timing(box, table)
    return {Phase.TALK: Timing.TALK, Phase.CLOSE: Timing.CLOSE}.get(Phase(int(phase)), 0)


@block
def deck_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show a deck as a heap without order, as far as it is known; every coach knows their own.

    With open deck lists the rival's heap is known, but not which of its cards are in their hand.
    """
    count = int(table.deck_count[side])
    held = [int(card) for card in table.hand[side, : table.hand_count[side]]].count(UNKNOWN)
    heap = held if box.open_decklists else 0
    known = Tally(int(card) for card in table.pile[side, : count + heap] if card != UNKNOWN)
    pieces = [card_piece(box, card, f"deck.{side}.{card}", copies=known[card]) for card in sorted(known)]
    name = mark("Deck, with the {n} unseen cards in hand") if heap else mark("Deck")
    return Zone(id=f"deck.{side}", name=say(name, n=heap), owner=side, count=count, pieces=pieces)


@block
def energy_zone(say: Say, box: Box, table: Table, side: int) -> Zone:
    """Show the Energy, ready and tired."""
    pieces = []
    if table.captain_energy[side]:
        marks = ["captain", "ready" if table.captain_energy[side] == 1 else "tired"]
        pieces.append(card_piece(box, int(box.basic), f"energy.{side}.captain", marks))
    for kind in range(ENERGIES):
        for state, counts in (("ready", table.ready), ("tired", table.tired)):
            pieces += [
                card_piece(box, kind, f"energy.{side}.{kind}.{state}.{number}", [state])
                for number in range(int(counts[side, kind]))
            ]
    return Zone(id=f"energy.{side}", name=say(mark("Energy")), owner=side, count=len(pieces), pieces=pieces)


def card_zone(box: Box, cards: list[int], zone: str, name: str, side: int) -> Zone:
    """Show open cards."""
    pieces = [card_piece(box, card, f"{zone}.{place}") for place, card in enumerate(cards)]
    return Zone(id=zone, name=name, owner=side, count=len(pieces), pieces=pieces)


# ---------------------------------------------------------------- counters


def counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """List the numbers everyone may read, and during an attack its totals and its chance."""
    shown = [
        Counter(id="turn", name=say(mark("Turn")), value=int(table.turn), owner=int(table.active)),
        Counter(id="stage", name=say(mark("Phase")), value=STAGES.get(Stage(int(table.stage)), -1)),
    ]
    if table.phase != Phase.LINEUP:
        shown.append(Counter(id="home", name=say(mark("At home")), value=int(table.home), owner=int(table.home)))
    for side in range(2):
        ready = ready_energy(table, side)
        shown += [
            Counter(id=f"goals.{side}", name=say(mark("Goals")), value=int(table.goals[side]), owner=side),
            Counter(id=f"deck.{side}", name=say(mark("Deck")), value=int(table.deck_count[side]), owner=side),
            Counter(
                id=f"hand.{side}",
                name=say(mark("Hand")),
                value=int(table.hand_count[side]),
                owner=side,
                of=int(box.hand_limit),
            ),
            Counter(
                id=f"energy.{side}",
                name=say(mark("Ready Energy")),
                value=ready,
                owner=side,
                of=ready + tired_energy(table, side),
            ),
            Counter(
                id=f"slots.{side}",
                name=say(mark("Places")),
                value=int(table.slots[side]),
                owner=side,
                of=int(box.starters),
            ),
        ]
        if int(table.stage) in STAGES:
            back, _ = cover_next(box, table, side, int(table.attacked[side]))
            shown.append(Counter(id=f"back.{side}", name=say(mark("Best defence now")), value=back, owner=side))
        if table.stage == Stage.SHOOTOUT:
            shown.append(
                Counter(
                    id=f"kicks.{side}",
                    name=say(mark("Shoot-out")),
                    value=int(table.kicks_in[side]),
                    owner=side,
                    of=int(table.kicks[side]),
                )
            )
    return shown + attack_counters(say, box, table, seat)


@block
def attack_counters(say: Say, box: Box, table: Table, seat: int) -> list[Counter]:
    """Show what an attack stands at, and before it what it would uncover."""
    if table.attack_on:
        undecided = table.stage == Stage.DEFENDERS and not table.chosen
        if table.stage >= Stage.ROLL_WINDOW:
            attack, defence = int(table.attack_total), int(table.defence_total)
        else:
            attack = attack_total(box, table)
            back = int(table.chosen if table.stage == Stage.DEFENDERS else table.defenders)
            if undecided:
                most = play_terms(box, table, Op.MAX_DEF)
                other = rival(int(table.active))
                back = best_defenders(box, table, other, may_defend(table), most, is_aerial(box, table))
            defence = defence_total(box, table, back)
        shown = totals(say, box, attack, defence, at_best=undecided)
        return [
            *shown,
            *attack_sums(say, box, table, int(table.active), int(table.attackers)),
            *dice_counters(say, table),
        ]
    if table.phase == Phase.ATTACKERS and seat == table.active and table.chosen:
        attack, defence = forecast(box, table, seat, int(table.chosen))
        shown = totals(say, box, attack, defence, at_best=True)
        sums = attack_sums(say, box, table, seat, int(table.chosen))
        return [*shown, *sums, cover_counter(say, box, table, seat)]
    return []


@block
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
    chance = round(100 * goal_chance(box, attack, defence))
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
    """Give attack and the rival's best defence if these players attacked now with the Plays In Play.

    Whoever a Play bans from the defence is chosen later; the best are taken to be.
    """
    other = rival(seat)
    aerial = any(box.cards[card].aerial for card in table.in_play[: table.in_play_count])
    spent = count_bits(int(table.attacked[other]))
    attack = squad_attack(box, table, seat, attackers, aerial)
    for card in table.in_play[: table.in_play_count]:
        attack += play_sum(box, table, int(card), seat, attackers, spent, Op.ATK)
    able = outfield(table, other) & (EVERYONE_IN ^ int(table.attacked[other]))
    most = play_terms(box, table, Op.MAX_DEF)
    defence = min(
        squad_defence(box, table, other, best_defenders(box, table, other, able ^ banned, most, aerial), aerial)
        for banned in some_of(able, play_terms(box, table, Op.BAN))
    )
    for card in table.in_play[: table.in_play_count]:
        defence += play_sum(box, table, int(card), seat, attackers, spent, Op.DEF)
    return attack, defence


def cover_next(box: Box, table: Table, seat: int, attackers: int, keep: int = 0) -> tuple[int, int]:
    """Give the own defence in the rival's turn if these players attack now, and who will be missing from it.

    Whom a Play keeps free is chosen later; those of most use are taken to be.
    """
    then = copy_of(table)
    tired = missing(box, table, seat, attackers, 0)
    best = (-1, 0)
    for kept in some_of(tired, keep):
        then.attacked[seat] = tired ^ kept
        able = outfield(then, seat) & (EVERYONE_IN ^ int(then.attacked[seat]))
        back = best_defenders(box, then, seat, able, int(box.most_defenders), aerial=False)
        best = max(best, (squad_defence(box, then, seat, back, aerial=False), tired ^ kept))
    return best


def best_defenders(box: Box, table: Table, seat: int, able: int, most: int, aerial: bool) -> int:
    """Give the strongest defence of at most so many of these players; a goalkeeper with Wall may like two alone."""
    keeper = box.players[table.squad[seat, table.keeper[seat]]]
    wall = int(keeper.n) if keeper.ability == Ability.WALL else 0
    if count_bits(able) <= most and not wall:
        return able
    alone: dict[int, int] = {}
    beside: dict[int, int] = {}
    for slot in range(SQUAD):
        if able >> slot & 1:
            player = box.players[table.squad[seat, slot]]
            alone[1 << slot] = int(player.defence) + (
                int(player.n) if aerial and player.ability == Ability.AERIAL else 0
            )
            beside[1 << slot] = int(player.n) if player.ability == Ability.BLOCK else 0
    line = int(table.line[seat, Position.DF])

    def strength(chosen: int) -> int:
        total = wall if count_bits(chosen) <= 2 else 0
        for player, own in alone.items():
            if chosen & player:
                total += own + (beside[player] if chosen & line & ~player else 0)
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
        chance = round(100 * goal_chance(box, attack, defence))
        return {"attack": attack, "defence": defence, "chance": chance, "cover": cover}
    if OWN <= action < RIVAL and table.phase == Phase.DEFENDERS:
        defenders = int(table.chosen) | 1 << (action - OWN)
        attack, defence = attack_total(box, table), defence_total(box, table, defenders)
        return {"attack": attack, "defence": defence, "chance": round(100 * goal_chance(box, attack, defence))}
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
