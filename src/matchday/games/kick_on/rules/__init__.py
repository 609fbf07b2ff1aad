"""The verbs of Kick On, in the order of the rulebook. Clause ids are those of docs/rules/kick_on.md.

`legal` is the only source of legality; `apply` assumes it. What nobody decides is done by `run_on`, which always takes
the most urgent thing first: a hand over its limit, a card to draw, a player who is leaving, the steps of a card, the
rest of the chain, and only then the next stage of the turn. So a question may interrupt any card at any step, and the
match goes on where it was.

Whether a coach is asked may depend on what everyone can see, never on his hand: a window opens whenever *some* card of
the set could be played in it with the Energy that lies there, and stays shut when none could.
"""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import EVERYONE, Log, clear, only, others, tell
from matchday.engine.record import Array
from matchday.games.kick_on.state import (
    CHAIN,
    DECK,
    DONE,
    ENERGIES,
    EVERYONE_BACK,
    EVERYONE_IN,
    IN_PLAY,
    KICKS,
    LAYERS,
    NOBODY,
    OWN,
    PASS,
    RIVAL,
    SQUAD,
    Ability,
    Box,
    Die,
    Event,
    Leave,
    Op,
    Outcome,
    Phase,
    Position,
    Stage,
    Table,
    Timing,
    Type,
    Why,
)

# -------------------------------------------------------------------------------------- the game's functions


def deal(box: Box, table: Table, log: Log) -> None:
    """KO-030, KO-033, KO-040: both coaches lay out their squads and put down their decks; line-ups may be to choose."""
    clear(log)
    for seat in range(2):
        for slot in range(box.squad_size):
            player = int(box.squad[seat, slot])
            table.squad[seat, slot] = player
            table.line[seat, box.players[player].position] |= 1 << slot
        table.bench[seat] = box.bench[seat]
        table.deck_count[seat] = box.deck_count[seat]
        for place in range(box.deck_count[seat]):
            table.pile[seat, place] = box.deck[seat, place]
        if not box.names_starters[seat]:
            table.waiting |= 1 << seat
    if table.waiting:
        table.stage = Stage.LINEUP
        table.phase = Phase.LINEUP
    else:
        kick_off(box, table, log)
    run_on(box, table, log)


def legal(box: Box, table: Table, seat: int, out: Array) -> int:
    """List what this seat may do, lowest number first; return how many."""
    if not table.waiting >> seat & 1:
        return 0
    phase = table.phase
    if phase == Phase.LINEUP:
        return list_players(out, 0, OWN, lineup_choices(box, table, seat))
    if phase == Phase.ENERGY or phase == Phase.RAMP_CHOICE:
        return legal_energy(box, table, seat, out)
    if phase == Phase.TALK:
        return legal_card(box, table, seat, Timing.TALK, out)
    if phase == Phase.RESPONSE:
        return legal_card(box, table, seat, answer_timing(box, table), out)
    if phase == Phase.DEFENCE_WINDOW:
        return legal_card(box, table, seat, Timing.ATTACK if seat == table.active else Timing.DEFENCE, out)
    if phase == Phase.ROLL_WINDOW:
        return legal_card(box, table, seat, Timing.ROLL_A if seat == table.active else Timing.ROLL_D, out)
    if phase == Phase.CLOSE:
        return legal_card(box, table, seat, Timing.CLOSE, out)
    if phase <= Phase.DEFENDERS:
        return legal_players(box, table, seat, out)
    if phase == Phase.HAND_LIMIT or phase == Phase.DISCARD_CHOICE:
        return list_hand(table, seat, out)
    if phase == Phase.PEEK_CHOICE:
        return list_hand(table, rival(seat), out)
    if phase == Phase.SEARCH_CHOICE:
        return legal_search(box, table, seat, out)
    if phase == Phase.RECOVER_CHOICE:
        return legal_recover(box, table, seat, out)
    return legal_target(box, table, seat, out)


def apply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play a legal action, then run on to the next decision. Does not check that it is legal."""
    clear(log)
    phase = table.phase
    if phase == Phase.LINEUP:
        apply_lineup(box, table, seat, action, log)
        if table.waiting:
            return
    table.waiting = 0
    if phase == Phase.ENERGY:
        apply_energy(box, table, seat, action, log)
    elif phase == Phase.TALK or phase == Phase.CLOSE:
        apply_own_time(box, table, seat, action, log)
    elif phase == Phase.RESPONSE or phase == Phase.DEFENCE_WINDOW or phase == Phase.ROLL_WINDOW:
        apply_window(box, table, seat, action, log)
    elif phase == Phase.ATTACKERS:
        apply_attackers(table, seat, action, log)
    elif phase == Phase.KEEP or phase == Phase.BAN:
        apply_terms(box, table, seat, action, log)
    elif phase == Phase.DEFENDERS:
        apply_defenders(box, table, seat, action, log)
    elif phase == Phase.HAND_LIMIT:
        discard(table, seat, action, log)
    elif phase >= Phase.SHOOTOUT_PICK:
        apply_shootout(box, table, seat, action - OWN, log)
    elif phase >= Phase.DISCARD_CHOICE:
        apply_effect(box, table, seat, action, log)
    elif phase != Phase.LINEUP:
        apply_target(box, table, seat, action, log)
    run_on(box, table, log)


def score(box: Box, table: Table, out: Array) -> None:
    """Write the goals of each seat."""
    out[0] = table.goals[0]
    out[1] = table.goals[1]


def result(box: Box, table: Table, out: Array) -> None:
    """KO-001, KO-066, KO-073, KO-R18: more goals, or the shoot-out; half for each of a draw."""
    for seat in range(2):
        mine = int(table.goals[seat]) * 1000 + int(table.kicks_in[seat])
        yours = int(table.goals[1 - seat]) * 1000 + int(table.kicks_in[1 - seat])
        if mine == yours:
            out[seat] = 0.5
        else:
            out[seat] = 1.0 if mine > yours else 0.0


def run_on(box: Box, table: Table, log: Log) -> None:
    """Do what nobody decides, the most urgent first, until somebody is asked or the match is over."""
    while table.waiting == 0 and table.stage != Stage.OVER:
        has_decks = table.stage != Stage.SHOOTOUT  # KO-R35: when one is empty nobody discards any more
        if has_decks and table.hand_count[0] > box.hand_limit:
            ask(table, Phase.HAND_LIMIT, 0)
        elif has_decks and table.hand_count[1] > box.hand_limit:
            ask(table, Phase.HAND_LIMIT, 1)
        elif table.draws[0]:
            draw_card(box, table, 0, log)
        elif table.draws[1]:
            draw_card(box, table, 1, log)
        elif table.leave:
            see_off(box, table, log)
        elif table.card:
            do_step(box, table, log)
        elif table.resolving:
            resolve_next(box, table, log)
        elif table.stage <= Stage.TALK:
            before_attack(box, table, log)
        elif table.stage == Stage.SHOOTOUT:
            shootout(box, table, log)
        elif table.stage >= Stage.CLOSE:
            after_attack(box, table, log)
        else:
            attack(box, table, log)


# -------------------------------------------------------------------------------------- before kick-off (KO-040..047)


def lineup_choices(box: Box, table: Table, seat: int) -> int:
    """DP-0: who may be left out, so that a goalkeeper and a player of each line still start; goalkeeper first."""
    benched = int(table.bench[seat])
    keepers = int(table.line[seat, Position.GK])
    if not benched & keepers:
        return keepers
    choices = 0
    for position in range(Position.DF, Position.ANY):
        left = int(table.line[seat, position]) & (EVERYONE_IN ^ benched)
        if count_bits(left) > 1:
            choices |= left
    return choices


def apply_lineup(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DP-0: the bench is named one by one, unseen until both coaches are ready."""
    table.bench[seat] |= 1 << (action - OWN)
    tell(log, only(seat), Event.BENCHED, seat, table.squad[seat, action - OWN])
    if count_bits(int(table.bench[seat])) == box.squad_size - box.starters:
        table.waiting ^= 1 << seat
        tell(log, EVERYONE, Event.LINED_UP, seat)
        if table.waiting == 0:
            kick_off(box, table, log)


def kick_off(box: Box, table: Table, log: Log) -> None:
    """KO-040..046: starters and bonuses, then the dice for home, then seven cards each."""
    for seat in range(2):
        table.pitch[seat] = ((1 << int(box.squad_size)) - 1) ^ int(table.bench[seat])
        table.slots[seat] = box.starters
        table.keeper[seat] = lowest(int(table.pitch[seat]) & int(table.line[seat, Position.GK]))
        for slot in range(SQUAD):
            if int(table.pitch[seat]) >> slot & 1:
                tell(log, EVERYONE, Event.STARTS, seat, table.squad[seat, slot], int(slot == table.keeper[seat]))
        take_bonuses(box, table, seat, log)
    table.home = roll_off(table, Event.HOME, log)
    table.active = table.home
    for _ in range(box.opening_hand):
        for seat in range(2):
            table.draws[seat] = 1
            draw_card(box, table, seat, log)
    table.stage = Stage.TURN


def take_bonuses(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-040..044, KO-R03: a basic Energy for one nationality, one for one shirt, one for a Captain, in that order."""
    one_nation = True
    one_shirt = True
    nation = -1
    shirt = -1
    for slot in range(SQUAD):
        if not int(table.pitch[seat]) >> slot & 1:
            continue
        player = box.players[table.squad[seat, slot]]
        one_nation = one_nation and (nation < 0 or nation == player.nation)
        nation = player.nation
        if player.position != Position.GK:
            one_shirt = one_shirt and (shirt < 0 or shirt == player.shirt)
            shirt = player.shirt
        if player.ability == Ability.CAPTAIN:
            table.captains[seat] |= 1 << slot
    for bonus in range(1, 4):
        if (
            (bonus == 1 and not one_nation)
            or (bonus == 2 and not one_shirt)
            or (bonus == 3 and not table.captains[seat])
        ):
            continue
        got = box.bonus_outside or take_from_deck(table, seat, box.basic)
        tell(log, EVERYONE, Event.BONUS, seat, bonus, int(got))
        if got and bonus == 3:
            table.captain_energy[seat] = 1
        elif got:
            table.ready[seat, box.basic] += 1


def roll_off(table: Table, event: int, log: Log) -> int:
    """KO-045, KO-R18: both roll two dice until one has more; give that seat."""
    while True:
        first = roll(table, 6) + roll(table, 6) + 2
        second = roll(table, 6) + roll(table, 6) + 2
        if first != second:
            winner = int(second > first)
            tell(log, EVERYONE, event, winner, max(first, second), min(first, second))
            return winner


# -------------------------------------------------------------------------------------- phases A and B (KO-050..053)


def before_attack(box: Box, table: Table, log: Log) -> None:
    """Phases A and B: regroup, Energy, team talk."""
    seat = int(table.active)
    if table.stage == Stage.TURN:
        table.turn += 1
        tell(log, EVERYONE, Event.TURN, seat, table.turn)
        regroup(table, seat)
        table.plays = 0
        table.stage = Stage.ENERGY
    elif table.hand_count[seat] == 0:
        end_talk(table, log)
    elif table.stage == Stage.ENERGY:
        ask(table, Phase.ENERGY, seat)
    else:
        ask(table, Phase.TALK, seat)


def regroup(table: Table, seat: int) -> None:
    """KO-021, KO-024, KO-051, KO-R05, KO-R09: players go back to their lines, Energy is ready again."""
    table.attacked[seat] = 0
    table.attack_zone[seat] = 0
    table.dropped[seat] = 0
    for kind in range(ENERGIES):
        table.ready[seat, kind] += table.tired[seat, kind]
        table.tired[seat, kind] = 0
    if table.captain_energy[seat]:
        table.captain_energy[seat] = 1


def legal_energy(box: Box, table: Table, seat: int, out: Array) -> int:
    """KO-015, KO-052, RAMP: an Energy card, or none."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if table.hand[seat, slot] < box.first[Type.PLAY] and not is_repeat(table, seat, slot):
            out[count] = table.hand[seat, slot]
            count += 1
    out[count] = PASS
    return count + 1


def apply_energy(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-015, KO-052: one Energy card a turn; a special one does at once what it says, and nobody can answer."""
    table.stage = Stage.TALK
    if action == PASS:
        return
    put_energy(table, seat, action, log)
    begin_card(table, action, seat)


def put_energy(table: Table, seat: int, card: int, log: Log) -> None:
    """Lay an Energy card from the hand into the Energy Zone."""
    take_from_hand(table, seat, card)
    table.ready[seat, card] += 1
    tell(log, EVERYONE, Event.ENERGY, seat, card)


def legal_card(box: Box, table: Table, seat: int, timing: int, out: Array) -> int:
    """KO-011, KO-013, KO-053, KO-R06, KO-R07: the cards that may be announced now, and the pass.

    A Strategy needs the timing, a Play the talk and the right to one more, a Foul the defender's window and somebody to
    commit it; all need the Energy.
    """
    count = 0
    energy = ready_energy(table, seat)
    silent = table.silenced and seat != table.active
    plays = timing == Timing.TALK and may_play(box, table)
    fouls = timing == Timing.DEFENCE and may_foul(box, table)
    for slot in range(table.hand_count[seat]):
        kind = int(table.hand[seat, slot])
        card = box.cards[kind]
        if card.cost > energy or is_repeat(table, seat, slot):
            continue
        if card.type == Type.STRATEGY:
            possible = (
                not silent and card.timing & timing != 0 and (card.always or does_something(box, table, seat, kind))
            )
        elif card.type == Type.PLAY:
            possible = plays
        else:
            possible = card.type == Type.FOUL and fouls
        if possible:
            out[count] = kind
            count += 1
    out[count] = PASS
    return count + 1


def may_play(box: Box, table: Table) -> bool:
    """KO-R06, KO-R30: one Play a turn, a cancelled one included; perhaps none in the very first turn."""
    if table.turn == 1 and not box.first_turn_attack:
        return False
    return bool(table.plays == 0 or (box.plays_unlimited and table.in_play_count < IN_PLAY))


def may_foul(box: Box, table: Table) -> bool:
    """NO_FOUL, KO-R23: no Play forbids Fouls, and somebody defends who can commit one."""
    for place in range(table.in_play_count):
        if box.cards[table.in_play[place]].no_foul:
            return False
    return foulers(box, table) != 0


def foulers(box: Box, table: Table) -> int:
    """KO-R23, DP-5b: the players in the Defence Zone; the goalkeeper if there is none and he did not attack himself."""
    if table.defenders:
        return int(table.defenders)
    seat = 1 - int(table.active)
    return 0 if keeper_is_away(box, table, seat) else 1 << int(table.keeper[seat])


def does_something(box: Box, table: Table, seat: int, card: int) -> bool:
    """Section 6.1: an effect that needs something finds it. Cards with an effect that never fails do not ask."""
    for step in box.cards[card].steps:
        if step.op == Op.SUB and can_substitute(table, seat):
            return True
        if step.op == Op.REFRESH and tired_energy(table, seat):
            return True
        if step.op == Op.TIRE and ready_energy(table, rival(seat)):
            return True
        if step.op == Op.FRESHEN and table.attacked[seat]:
            return True
        if (step.op == Op.PEEK_DISCARD or step.op == Op.RIVAL_DISCARD) and table.hand_count[rival(seat)]:
            return True
        if (step.op == Op.RECOVER_HAND or step.op == Op.RECOVER_BOTTOM) and can_recover(box, table, seat, step.a):
            return True
    return False


def apply_own_time(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-053, DP-2, DP-9: a card, or the end of the talk or of the turn."""
    if action != PASS:
        announce(box, table, seat, action, log)
    elif table.stage == Stage.TALK:
        end_talk(table, log)
    else:
        table.stage = Stage.END_TURN


def end_talk(table: Table, log: Log) -> None:
    """KO-008, KO-053: an attack needs a Play that was not cancelled."""
    table.stage = Stage.ATTACK
    if table.in_play_count == 0:
        stay_back(table)


def stay_back(table: Table) -> None:
    """KO-024, KO-054, KO-R09: no attack; the forwards drop to midfield."""
    seat = int(table.active)
    table.dropped[seat] = int(table.line[seat, Position.FW]) & outfield(table, seat)
    table.silenced = 0
    table.stage = Stage.CLOSE


# -------------------------------------------------------------------------------------- the chain (KO-R07)


def announce(box: Box, table: Table, seat: int, card: int, log: Log) -> None:
    """KO-012, KO-013, KO-R07: pay and show the card; a Foul also names who commits it; then the rival may answer."""
    take_from_hand(table, seat, card)
    cost = int(box.cards[card].cost)
    tire(table, seat, cost)
    if table.chain_count:
        tell(log, EVERYONE, Event.ANSWERED, seat, card, cost, table.chain[table.chain_count - 1])
    else:
        table.opener = seat
        table.passes = 0
        table.to_act = rival(seat)
        tell(log, EVERYONE, Event.PLAYED, seat, card, cost)
    table.chain[table.chain_count] = card
    table.chain_count += 1
    if box.cards[card].type == Type.PLAY:
        table.plays += 1
        table.silenced |= int(box.cards[card].no_strategy)
    if box.cards[card].type == Type.FOUL:
        candidates = foulers(box, table)
        if count_bits(candidates) > 1:
            ask(table, Phase.FOULER, seat)
            return
        name_fouler(table, seat, lowest(candidates), log)
    wait_for_answer(box, table)


def name_fouler(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-R23: the one who commits the Foul."""
    table.fouler = slot
    tell(log, EVERYONE, Event.FOULER, seat, table.squad[seat, slot])


def answer_timing(box: Box, table: Table) -> int:
    """Tell the timing that answers the card on top of the chain."""
    kind = int(box.cards[table.chain[table.chain_count - 1]].type)
    return Timing.RESPOND_PLAY << (kind - Type.PLAY)


def wait_for_answer(box: Box, table: Table) -> None:
    """KO-R07, DP-R: the rival of the card on top may answer it, unless no card of the set could."""
    top = table.chain[table.chain_count - 1]
    answerer = chain_owner(table, table.chain_count)
    silent = table.silenced and answerer != table.active
    if box.cards[top].no_response or silent or table.chain_count == CHAIN:
        table.resolving = 1
    elif could_play(box, table, answerer, answer_timing(box, table)):
        ask(table, Phase.RESPONSE, answerer)
    else:
        table.resolving = 1


def could_play(box: Box, table: Table, seat: int, timing: int) -> bool:
    """Tell whether some Strategy of the set could be played now, for all that everyone can see."""
    number = 0
    while 1 << number != timing:
        number += 1
    return bool(table.hand_count[seat] and ready_energy(table, seat) >= box.cheapest[number])


def chain_owner(table: Table, place: int) -> int:
    """KO-R07: answers alternate, so a card's place in the chain tells whose it is."""
    return int(table.opener) ^ (place & 1)


def apply_window(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-R07, KO-R08, DP-R, DP-5, DP-6: a card; or a pass, which closes the chain or hands the window over."""
    if action != PASS:
        announce(box, table, seat, action, log)
        return
    tell(log, EVERYONE, Event.PASSED, seat)
    if table.phase == Phase.RESPONSE:
        table.resolving = 1
    else:
        table.passes += 1
        table.to_act = rival(seat)


def resolve_next(box: Box, table: Table, log: Log) -> None:
    """KO-R07, KO-R28: the top card of the chain takes effect, or has none if it was cancelled."""
    if table.chain_count == 0:
        table.resolving = 0
        return
    place = int(table.chain_count) - 1
    card = int(table.chain[place])
    owner = chain_owner(table, place)
    if table.annulled:
        table.annulled = 0
        tell(log, EVERYONE, Event.ANNULLED, owner, card)
        pop_chain(table)
        to_showers(table, owner, card)
    else:
        begin_card(table, card, owner)


def pop_chain(table: Table) -> None:
    """Take the top card off the chain."""
    table.chain_count -= 1
    table.chain[table.chain_count] = 0


def begin_card(table: Table, card: int, owner: int) -> None:
    """Start doing a card's steps."""
    table.card = card + 1
    table.owner = owner
    table.step = 0
    table.left = 0


def finish_card(box: Box, table: Table) -> None:
    """KO-011, KO-026, KO-R28: Strategies and Fouls go to the Showers, a Play lies In Play, Energy stays where it is."""
    card = int(table.card) - 1
    table.card = 0
    table.picked = 0
    if box.cards[card].type == Type.ENERGY:
        return
    pop_chain(table)
    if box.cards[card].type == Type.PLAY:
        table.in_play[table.in_play_count] = card
        table.in_play_count += 1
    else:
        to_showers(table, table.owner, card)


# -------------------------------------------------------------------------------------- phase C (KO-054, KO-055)


def attack(box: Box, table: Table, log: Log) -> None:
    """Phases C, D and E: one branch a stage."""
    seat = int(table.active)
    defender = rival(seat)
    if table.stage == Stage.ATTACK:
        if may_attack(box, table):
            ask(table, Phase.ATTACKERS, seat)
        else:
            tell(log, EVERYONE, Event.NO_ATTACK, seat)
            stay_back(table)
    elif table.stage == Stage.KEEP:
        # KEEP: nothing to name when every attacker stays free anyway.
        if play_terms(box, table, Op.KEEP) and unflagged(box, table):
            ask(table, Phase.KEEP, seat)
        else:
            table.stage = Stage.BAN
    elif table.stage == Stage.BAN:
        if play_terms(box, table, Op.BAN) and outfield(table, defender):
            ask(table, Phase.BAN, seat)
        else:
            table.stage = Stage.DECLARE
    elif table.stage == Stage.DECLARE:
        declare(box, table, seat, log)
    elif table.stage == Stage.DEFENDERS:
        if may_defend(table):
            ask(table, Phase.DEFENDERS, defender)
        else:
            defend(box, table, log)
    elif table.stage == Stage.WINDOW:
        defence_window(box, table, log)
    elif table.stage == Stage.ROLL:
        shoot(box, table, log)
    elif table.stage == Stage.ROLL_WINDOW:
        roll_window(box, table, log)
    elif count_bits(int(table.pitch[seat])) > 1:
        ask(table, Phase.PENALTY_TAKER, seat)
    else:
        take_penalty(box, table, lowest(int(table.pitch[seat])), log)


def may_attack(box: Box, table: Table) -> int:
    """KO-055, KO-R11, KO-R32: everyone but the keeper; a goalkeeper card too under `keeper_may_attack`."""
    seat = int(table.active)
    able = outfield(table, seat)
    if box.keeper_may_attack:
        able |= int(table.pitch[seat]) & int(table.line[seat, Position.GK])
    return able


def may_defend(table: Table) -> int:
    """KO-022, KO-057, KO-058, KO-R09: outfield players who did not attack and are not banned."""
    seat = 1 - int(table.active)
    return outfield(table, seat) & (EVERYONE_IN ^ (int(table.attacked[seat]) | int(table.banned)))


def play_terms(box: Box, table: Table, op: int) -> int:
    """KO-R06: what the Plays In Play allow together: KEEP and BAN add up, the smallest maximum holds."""
    total = 0
    most_attackers = int(box.most_attackers)
    most_defenders = int(box.most_defenders)
    for place in range(table.in_play_count):
        card = box.cards[table.in_play[place]]
        if op == Op.KEEP:
            total += int(card.keep)
        elif op == Op.BAN:
            total += int(card.ban)
        elif op == Op.MAX_ATT:
            most_attackers = min(most_attackers, int(card.max_att))
        else:
            most_defenders = min(most_defenders, int(card.max_def))
    if op == Op.MAX_ATT:
        return most_attackers
    if op == Op.MAX_DEF:
        return most_defenders
    return total


def legal_players(box: Box, table: Table, seat: int, out: Array) -> int:
    """DP-3, DP-4: one more player, or done; the choice so far is nobody else's business."""
    chosen = int(table.chosen)
    number = count_bits(chosen)
    count = 0
    first = OWN
    enough = True
    everyone = False
    if table.phase == Phase.ATTACKERS:
        able = may_attack(box, table)
        most = play_terms(box, table, Op.MAX_ATT)
        if number == 0:
            out[count] = PASS
            count += 1
        enough = number > 0
    elif table.phase == Phase.KEEP:
        able = unflagged(box, table)
        most = play_terms(box, table, Op.KEEP)
    elif table.phase == Phase.BAN:
        able = outfield(table, rival(seat))
        most = play_terms(box, table, Op.BAN)
        first = RIVAL
    else:
        able = may_defend(table)
        most = play_terms(box, table, Op.MAX_DEF)
        enough = number >= min(int(box.min_defenders), most)
        everyone = number == 0 and count_bits(able) <= most
    if enough:
        out[count] = DONE
        count += 1
    if everyone:
        out[count] = EVERYONE_BACK
        count += 1
    if number < most:
        count = list_players(out, count, first, able & (EVERYONE_IN ^ chosen))
    return count


def apply_attackers(table: Table, seat: int, action: int, log: Log) -> None:
    """KO-023, KO-054, KO-055, DP-3: attackers are chosen one by one."""
    if action == PASS:
        tell(log, EVERYONE, Event.NO_ATTACK, seat)
        stay_back(table)
    elif action == DONE:
        table.attackers = table.chosen
        table.chosen = 0
        table.stage = Stage.KEEP
    else:
        table.chosen |= 1 << (action - OWN)
        tell(log, only(seat), Event.CHOSE, seat, table.squad[seat, action - OWN])


def apply_terms(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KEEP and BAN: named one by one like the attackers."""
    if action == DONE:
        if table.phase == Phase.KEEP:
            table.kept = table.chosen
            table.stage = Stage.BAN
        else:
            table.banned = table.chosen
            table.stage = Stage.DECLARE
        table.chosen = 0
    elif action >= RIVAL:
        table.chosen |= 1 << (action - RIVAL)
        tell(log, only(seat), Event.CHOSE_FOR_PLAY, rival(seat), table.squad[rival(seat), action - RIVAL])
    else:
        table.chosen |= 1 << (action - OWN)
        tell(log, only(seat), Event.CHOSE_FOR_PLAY, seat, table.squad[seat, action - OWN])


def unflagged(box: Box, table: Table) -> int:
    """Give the attackers whose flag KEEP could spare: all but those with LUNGS."""
    able = int(table.attackers)
    for slot in range(SQUAD):
        if able >> slot & 1 and box.players[table.squad[table.active, slot]].ability == Ability.LUNGS:
            able ^= 1 << slot
    return able


def declare(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-006, KO-023, KO-024, KO-R09: attackers go forward and are marked, other forwards drop, PLAYMAKER draws."""
    attackers = int(table.attackers)
    table.dropped[seat] = int(table.line[seat, Position.FW]) & outfield(table, seat) & (EVERYONE_IN ^ attackers)
    table.attack_zone[seat] = attackers
    table.attacked[seat] = unflagged(box, table) & (EVERYONE_IN ^ int(table.kept))
    table.spent = count_bits(int(table.attacked[rival(seat)]))
    table.attack_on = 1
    tell(log, EVERYONE, Event.ATTACK, seat, count_bits(attackers))
    for slot in range(SQUAD):
        if attackers >> slot & 1:
            free = 1 - (int(table.attacked[seat]) >> slot & 1)
            tell(log, EVERYONE, Event.ATTACKER, seat, table.squad[seat, slot], free)
            table.draws[seat] += int(box.players[table.squad[seat, slot]].ability == Ability.PLAYMAKER)
        if int(table.banned) >> slot & 1:
            tell(log, EVERYONE, Event.BANNED, rival(seat), table.squad[rival(seat), slot])
    table.stage = Stage.DEFENDERS


# -------------------------------------------------------------------------------------- phase D (KO-056..059)


def apply_defenders(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """KO-022, KO-056, KO-057, DP-4: defenders are chosen one by one, or everyone who can."""
    if action == EVERYONE_BACK:
        table.chosen = may_defend(table)
    if DONE <= action <= EVERYONE_BACK:
        defend(box, table, log)
    else:
        table.chosen |= 1 << (action - OWN)
        tell(log, only(seat), Event.CHOSE_DEFENDER, seat, table.squad[seat, action - OWN])


def defend(box: Box, table: Table, log: Log) -> None:
    """KO-022: the chosen ones stand in the Defence Zone; the window opens, defender first (KO-R08)."""
    seat = 1 - int(table.active)
    table.defenders = table.chosen
    table.chosen = 0
    attack_now = attack_total(box, table)
    defence_now = defence_total(box, table, int(table.defenders))
    tell(log, EVERYONE, Event.DEFENCE, seat, count_bits(int(table.defenders)), defence_now, attack_now)
    for slot in range(SQUAD):
        if int(table.defenders) >> slot & 1:
            tell(log, EVERYONE, Event.DEFENDER, seat, table.squad[seat, slot])
    table.to_act = seat
    table.passes = 0
    table.stage = Stage.WINDOW


def defence_window(box: Box, table: Table, log: Log) -> None:
    """KO-059, KO-R08, KO-R26: in turn, defender first, until two passes in a row or the end of the attack."""
    seat = int(table.to_act)
    if table.cancelled or table.attackers == 0:
        end_attack(table, log)
    elif table.passes >= 2:
        table.stage = Stage.ROLL
    elif seat == table.active:
        offer(table, Phase.DEFENCE_WINDOW, seat, could_play(box, table, seat, Timing.ATTACK))
    else:
        could = not table.silenced and could_play(box, table, seat, Timing.DEFENCE)
        if not could and table.hand_count[seat] and ready_energy(table, seat) >= box.cheapest_foul:
            could = may_foul(box, table)
        offer(table, Phase.DEFENCE_WINDOW, seat, could)


def offer(table: Table, phase: int, seat: int, could: bool) -> None:
    """Ask a seat in a window, or pass for it where everyone sees that it can do nothing."""
    if could:
        ask(table, phase, seat)
    else:
        table.passes += 1
        table.to_act = rival(seat)


def end_attack(table: Table, log: Log) -> None:
    """KO-R09, KO-R16, KO-R28: defenders go back, the Play goes to the Showers; a penalty may take its place."""
    if (table.cancelled or table.attackers == 0) and not table.penalty:
        tell(log, EVERYONE, Event.STOPPED, table.active)
    table.stage = Stage.PENALTY if table.penalty else Stage.CLOSE
    clear_attack(table)


def clear_attack(table: Table) -> None:
    """Forget the attack; marks and zones of the attackers stay until they regroup."""
    for place in range(table.in_play_count):
        to_showers(table, table.active, table.in_play[place])
        table.in_play[place] = 0
    table.in_play_count = 0
    table.attack_on = 0
    table.cancelled = 0
    table.penalty = 0
    table.silenced = 0
    table.chosen = 0
    table.attackers = 0
    table.kept = 0
    table.banned = 0
    table.defenders = 0
    table.spent = 0
    table.atk_mod = 0
    table.def_mod = 0
    table.damage_mod = 0
    table.attack_total = 0
    table.defence_total = 0
    table.dice[0] = 0
    table.dice[1] = 0
    table.fouler = 0
    table.passes = 0
    table.to_act = 0


# -------------------------------------------------------------------------------------- totals (KO-061, KO-R26)


def attack_total(box: Box, table: Table) -> int:
    """KO-061: the attack of this attack, as it stands."""
    seat = int(table.active)
    attackers = int(table.attackers)
    total = int(table.atk_mod) + squad_attack(box, table, seat, attackers, is_aerial(box, table))
    for place in range(table.in_play_count):
        total += play_sum(box, table, table.in_play[place], seat, attackers, int(table.spent), Op.ATK)
    return total


def squad_attack(box: Box, table: Table, seat: int, attackers: int, aerial: bool) -> int:
    """KO-061: printed attack and the abilities of these attackers."""
    total = 0
    number = count_bits(attackers)
    for slot in range(SQUAD):
        if not attackers >> slot & 1:
            continue
        player = box.players[table.squad[seat, slot]]
        total += int(player.attack)
        ability = player.ability
        fellows = attackers & int(table.line[seat, player.position]) & (EVERYONE_IN ^ (1 << slot))
        if (
            (ability == Ability.DUO and fellows)
            or (ability == Ability.SOLO and number <= 2)
            or (ability == Ability.RUNNER and player.position == Position.DF and not fellows)
            or (ability == Ability.AERIAL and aerial)
        ):
            total += int(player.n)
    return total


def play_sum(box: Box, table: Table, card: int, seat: int, attackers: int, spent: int, what: int) -> int:
    """Add up what a Play gives these attackers: ATK (with ATK_PER), DEF or DAMAGE."""
    total = 0
    holds = True
    for step in box.cards[card].steps:
        op = int(step.op)
        if op == Op.END:
            break
        if Op.IF_ATTACKERS_AT_MOST <= op <= Op.IF_SAME_NATION:
            holds = condition(box, table, op, int(step.a), seat, attackers, spent)
            continue
        if holds and op == what:
            total += int(step.a)
        elif holds and what == Op.ATK and Op.ATK_PER_GK <= op <= Op.ATK_PER_ANY:
            counted = attackers
            if op != Op.ATK_PER_ANY:
                counted &= int(table.line[seat, op - Op.ATK_PER_GK])
            total += int(step.a) * min(count_bits(counted), int(step.b))
        holds = True
    return total


def condition(box: Box, table: Table, op: int, a: int, seat: int, attackers: int, spent: int) -> bool:
    """Section 6.1: whether a condition holds for these attackers."""
    if op == Op.IF_ATTACKERS_AT_MOST:
        return count_bits(attackers) <= a
    if op == Op.IF_ATTACKERS_AT_LEAST:
        return count_bits(attackers) >= a
    if op == Op.IF_DEFENDERS_AT_LEAST:
        return count_bits(int(table.defenders)) >= a
    if op == Op.IF_RIVAL_SPENT:
        return spent >= a
    if op == Op.IF_LINES:
        lines = 0
        for position in range(Position.DF, Position.ANY):
            lines += int(attackers & int(table.line[seat, position]) != 0)
        return lines >= a
    nation = -1
    for slot in range(SQUAD):
        if attackers >> slot & 1:
            mine = int(box.players[table.squad[seat, slot]].nation)
            if nation >= 0 and nation != mine:
                return False
            nation = mine
    return count_bits(attackers) >= 2


def defence_total(box: Box, table: Table, defenders: int) -> int:
    """KO-061: the defence against this attack with these players in the Defence Zone."""
    seat = 1 - int(table.active)
    total = int(table.def_mod) + squad_defence(box, table, seat, defenders, is_aerial(box, table))
    for place in range(table.in_play_count):
        total += play_sum(
            box, table, table.in_play[place], int(table.active), int(table.attackers), int(table.spent), Op.DEF
        )
    return total


def squad_defence(box: Box, table: Table, seat: int, defenders: int, aerial: bool) -> int:
    """KO-061, KO-081: printed defence and the abilities of the goalkeeper and these defenders."""
    total = 0
    if not keeper_is_away(box, table, seat):
        total += keeper_defence(box, table, seat)
        keeper = box.players[table.squad[seat, table.keeper[seat]]]
        if keeper.ability == Ability.WALL and count_bits(defenders) <= 2:
            total += int(keeper.n)
    for slot in range(SQUAD):
        if not defenders >> slot & 1:
            continue
        player = box.players[table.squad[seat, slot]]
        total += int(player.defence)
        fellows = defenders & int(table.line[seat, Position.DF]) & (EVERYONE_IN ^ (1 << slot))
        if (player.ability == Ability.AERIAL and aerial) or (player.ability == Ability.BLOCK and fellows):
            total += int(player.n)
    return total


def keeper_defence(box: Box, table: Table, seat: int) -> int:
    """KO-081, KO-R33: the goalkeeper's printed defence; an outfield player in goal has one less, at least 0."""
    player = box.players[table.squad[seat, table.keeper[seat]]]
    if player.position == Position.GK:
        return int(player.defence)
    return max(0, int(player.defence) - 1)


def keeper_is_away(box: Box, table: Table, seat: int) -> bool:
    """`keeper_may_attack`: a goalkeeper card that attacked adds nothing and commits no Foul."""
    slot = int(table.keeper[seat])
    is_card = int(table.line[seat, Position.GK]) >> slot & 1
    return bool(box.keeper_may_attack and is_card and int(table.attacked[seat]) >> slot & 1)


def is_aerial(box: Box, table: Table) -> bool:
    """Tell whether a Play In Play has the tag aerial."""
    for place in range(table.in_play_count):
        if box.cards[table.in_play[place]].aerial:
            return True
    return False


# -------------------------------------------------------------------------------------- phase E (KO-060..066)


def shoot(box: Box, table: Table, log: Log) -> None:
    """KO-060, KO-R26: totals are frozen, two dice rolled; then the window after the dice, attacker first."""
    table.attack_total = attack_total(box, table)
    table.defence_total = defence_total(box, table, int(table.defenders))
    for die in range(2):
        table.dice[die] = roll(table, 6) + 1
    goal = is_goal(box, int(table.attack_total), int(table.defence_total), int(table.dice[0]) + int(table.dice[1]))
    count_luck(table, goal, ways_to_score(box, int(table.attack_total), int(table.defence_total)), 36)
    tell(
        log, EVERYONE, Event.ROLLED, table.active, table.dice[0], table.dice[1], table.attack_total, table.defence_total
    )
    table.to_act = table.active
    table.passes = 0
    table.stage = Stage.ROLL_WINDOW


def roll_window(box: Box, table: Table, log: Log) -> None:
    """DP-6: in turn, attacker first, until two passes in a row; then the shot counts."""
    seat = int(table.to_act)
    if table.passes >= 2:
        settle_shot(box, table, log)
    elif seat == table.active:
        offer(table, Phase.ROLL_WINDOW, seat, could_play(box, table, seat, Timing.ROLL_A))
    else:
        offer(table, Phase.ROLL_WINDOW, seat, not table.silenced and could_play(box, table, seat, Timing.ROLL_D))


def settle_shot(box: Box, table: Table, log: Log) -> None:
    """KO-061..064, KO-R12..KO-R14: attack and dice must beat the defence; double 1 never, double 6 always."""
    seat = int(table.active)
    attack_sum = int(table.attack_total)
    defence_sum = int(table.defence_total)
    dice = int(table.dice[0]) + int(table.dice[1])
    if is_goal(box, attack_sum, defence_sum, dice):
        table.goals[seat] += 1
        tell(log, EVERYONE, Event.GOAL, seat, dice, attack_sum, defence_sum)
        tell_score(table, Event.SCORE, table.goals, log)
        damage = max(1, dice + goal_damage(box, table))
        end_attack(table, log)
        mill(box, table, rival(seat), damage, log)
    else:
        tell(log, EVERYONE, Event.NO_GOAL, seat, dice, attack_sum, defence_sum)
        end_attack(table, log)


def is_goal(box: Box, attack_sum: int, defence_sum: int, dice: int) -> bool:
    """KO-061, KO-063, KO-064, KO-R12: two dice show 2 only as double 1 and 12 only as double 6."""
    if dice == 2:
        return False
    if dice == 12:
        return bool(box.double_six_always) or defence_sum - attack_sum != 12
    return attack_sum + dice > defence_sum


def count_luck(table: Table, goal: bool, ways: int, throws: int) -> None:
    """Keep what a throw was worth beyond its chance."""
    table.luck[table.active] += 10_000 * int(goal) - 10_000 * ways // throws
    table.hazard[table.active] += 10_000 * ways * (throws - ways) // (throws * throws)


def ways_to_score(box: Box, attack_sum: int, defence_sum: int) -> int:
    """Count the throws of two dice, of 36, that score."""
    ways = 0
    for dice in range(2, 13):
        if is_goal(box, attack_sum, defence_sum, dice):
            ways += 6 - abs(7 - dice)
    return ways


def goal_damage(box: Box, table: Table) -> int:
    """KO-R13: DAMAGE of Plays and other cards, and POACHER."""
    seat = int(table.active)
    attackers = int(table.attackers)
    total = int(table.damage_mod)
    for place in range(table.in_play_count):
        total += play_sum(box, table, table.in_play[place], seat, attackers, int(table.spent), Op.DAMAGE)
    for slot in range(SQUAD):
        player = box.players[table.squad[seat, slot]]
        if attackers >> slot & 1 and player.ability == Ability.POACHER:
            total += int(player.n)
    return total


def mill(box: Box, table: Table, seat: int, cards: int, log: Log) -> None:
    """KO-062, KO-R14: cards from the top of the deck, face up, to the Showers; the end is checked after the batch."""
    cards = min(cards, int(table.deck_count[seat]))
    if cards == 0:
        return
    tell(log, EVERYONE, Event.DAMAGE, seat, cards)
    for _ in range(cards):
        card = take_top(table, seat, 0)
        to_showers(table, seat, card)
        tell(log, EVERYONE, Event.MILLED, seat, card)
    check_deck(box, table, seat, log)


def after_attack(box: Box, table: Table, log: Log) -> None:
    """KO-050, KO-065, DP-9: Strategies before the end, one card drawn, then the other coach."""
    seat = int(table.active)
    if table.stage == Stage.CLOSE:
        if table.hand_count[seat]:
            ask(table, Phase.CLOSE, seat)
        else:
            table.stage = Stage.END_TURN
    elif table.stage == Stage.END_TURN:
        clear_attack(table)
        table.draws[seat] += 1
        table.stage = Stage.NEXT_TURN
    elif table.last_turn:
        full_time(box, table, log)
    else:
        table.active = rival(seat)
        table.stage = Stage.TURN


# -------------------------------------------------------------------------------------- the end (KO-066, KO-R35)


def check_deck(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-066, KO-R15, KO-R35: an empty deck ends the match at once, or after the visitor's last turn."""
    if table.deck_count[seat] or table.last_turn:
        return
    tell(log, EVERYONE, Event.DECK_EMPTY, seat)
    if box.equal_turns and table.active == table.home:
        drop_everything(table)
        table.last_turn = 1
        table.active = rival(int(table.home))
        table.stage = Stage.TURN
        tell(log, EVERYONE, Event.LAST_TURN, table.active)
    else:
        full_time(box, table, log)


def drop_everything(table: Table) -> None:
    """KO-R35: nothing that was still to come comes; cards on their way go to the Showers."""
    while table.chain_count:
        place = int(table.chain_count) - 1
        to_showers(table, chain_owner(table, place), table.chain[place])
        pop_chain(table)
    clear_attack(table)
    table.card = 0
    table.left = 0
    table.step = 0
    table.picked = 0
    table.resolving = 0
    table.annulled = 0
    table.draws[0] = 0
    table.draws[1] = 0
    if table.leave:
        table.leave = Leave.KEEPER  # somebody must keep goal whatever comes


def full_time(box: Box, table: Table, log: Log) -> None:
    """KO-066, KO-073, KO-R18: more goals win; level, there is a shoot-out or, if so agreed, a draw."""
    drop_everything(table)
    tell_score(table, Event.FULL_TIME, table.goals, log)
    if table.goals[0] != table.goals[1] or box.draws_allowed:
        finish(table)
        return
    table.first_kicker = roll_off(table, Event.SHOOTOUT, log)
    table.stage = Stage.SHOOTOUT


def tell_score(table: Table, event: int, counts: Array, log: Log) -> None:
    """Tell what both sides have scored, the home side first."""
    home = int(table.home)
    tell(log, EVERYONE, event, home, counts[home], counts[rival(home)])


def finish(table: Table) -> None:
    """End the match."""
    table.stage = Stage.OVER
    table.phase = Phase.OVER
    table.waiting = 0


# -------------------------------------------------------------------------------------- penalties (KO-070..075)


def take_penalty(box: Box, table: Table, slot: int, log: Log) -> None:
    """KO-070..072, KO-R13, KO-R16, KO-R17: attack and one die against the goalkeeper; the die is the damage."""
    seat = int(table.active)
    player = int(table.squad[seat, slot])
    shot = penalty_attack(box, table, seat, slot)
    save = penalty_defence(box, table, rival(seat))
    die = roll(table, 6) + 1
    ways = 0
    for face in range(1, 7):
        ways += int(penalty_scores(shot, save, face))
    count_luck(table, penalty_scores(shot, save, die), ways, 6)
    table.stage = Stage.CLOSE
    if penalty_scores(shot, save, die):
        table.goals[seat] += 1
        tell(log, EVERYONE, Event.PENALTY_GOAL, seat, player, die, shot, save)
        tell_score(table, Event.SCORE, table.goals, log)
        mill(box, table, rival(seat), die, log)
    else:
        tell(log, EVERYONE, Event.PENALTY_MISSED, seat, player, die, shot, save)


def penalty_scores(shot: int, save: int, die: int) -> bool:
    """KO-070, KO-071: 1 never, 6 always."""
    return die == 6 or (die != 1 and shot + die > save)


def penalty_attack(box: Box, table: Table, seat: int, slot: int) -> int:
    """KO-R16: printed attack and the ability PENALTY."""
    player = box.players[table.squad[seat, slot]]
    return int(player.attack) + (int(player.n) if player.ability == Ability.PENALTY else 0)


def penalty_defence(box: Box, table: Table, seat: int) -> int:
    """KO-R16: the goalkeeper's defence and SAVER."""
    player = box.players[table.squad[seat, table.keeper[seat]]]
    return keeper_defence(box, table, seat) + (int(player.n) if player.ability == Ability.SAVER else 0)


def shootout(box: Box, table: Table, log: Log) -> None:
    """KO-073..075, KO-R18: takers are named, then kicks alternate until one side cannot be caught."""
    first = int(table.first_kicker)
    for number in range(2):
        seat = first ^ number
        wanted = min(int(box.takers), count_bits(int(table.pitch[seat])))
        if table.takers_count[seat] < wanted:
            left = free_takers(table, seat)
            if count_bits(left) > 1:
                ask(table, Phase.SHOOTOUT_PICK, seat)
            else:
                name_taker(table, seat, lowest(left), log)
            return
    if shootout_over(box, table):
        finish(table)
        return
    if table.kicks[0] == KICKS and table.kicks[1] == KICKS:
        for seat in range(2):
            table.kicks[seat] = KICKS // 2
            table.kicks_in[seat] = 0
    seat = first if table.kicks[0] == table.kicks[1] else 1 - first
    if table.kicks[seat] < table.takers_count[seat]:
        kick(box, table, seat, int(table.takers[seat, table.kicks[seat]]), log)
        return
    if int(table.kicked[seat]) == int(table.pitch[seat]):
        table.kicked[seat] = 0
    left = int(table.pitch[seat]) & (EVERYONE_IN ^ int(table.kicked[seat]))
    if count_bits(left) > 1:
        ask(table, Phase.SHOOTOUT_NEXT, seat)
    else:
        kick(box, table, seat, lowest(left), log)


def free_takers(table: Table, seat: int) -> int:
    """DP-11: players on the pitch not yet named."""
    left = int(table.pitch[seat])
    for number in range(table.takers_count[seat]):
        left ^= 1 << int(table.takers[seat, number])
    return left


def name_taker(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-073, DP-11: the next of the three."""
    table.takers[seat, table.takers_count[seat]] = slot
    table.takers_count[seat] += 1
    tell(log, EVERYONE, Event.TAKER, seat, table.squad[seat, slot], table.takers_count[seat])


def apply_shootout(box: Box, table: Table, seat: int, slot: int, log: Log) -> None:
    """DP-11, DP-12: name a taker, or the one who kicks now."""
    if table.phase == Phase.SHOOTOUT_PICK:
        name_taker(table, seat, slot, log)
    else:
        kick(box, table, seat, slot, log)


def kick(box: Box, table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-073, KO-R18: one kick; no damage, no goal of the match."""
    die = roll(table, 6) + 1
    shot = penalty_attack(box, table, seat, slot)
    save = penalty_defence(box, table, rival(seat))
    scored = penalty_scores(shot, save, die)
    table.kicks[seat] += 1
    table.kicked[seat] |= 1 << slot
    table.kicks_in[seat] += int(scored)
    event = Event.KICK_IN if scored else Event.KICK_OUT
    tell(log, EVERYONE, event, seat, table.squad[seat, slot], die, shot, save)
    tell_score(table, Event.KICKS, table.kicks_in, log)


def shootout_over(box: Box, table: Table) -> bool:
    """KO-074, KO-R18: out of reach within the three rounds; afterwards, ahead once both have kicked."""
    lead = int(table.kicks_in[0]) - int(table.kicks_in[1])
    rounds = int(box.takers)
    left_0 = rounds - int(table.kicks[0])
    left_1 = rounds - int(table.kicks[1])
    if left_0 < 0 or left_1 < 0:
        return bool(lead and table.kicks[0] == table.kicks[1])
    return lead > left_1 or -lead > left_0


# -------------------------------------------------------------------------------------- players leave (KO-080..084)


def take_off(box: Box, table: Table, seat: int, slot: int, why: int, log: Log) -> None:
    """KO-R04, KO-R19, KO-R27: off to the Showers, with the Captain's Energy if no Captain is left."""
    player = table.squad[seat, slot]
    rest = EVERYONE_IN ^ (1 << slot)
    table.pitch[seat] &= rest
    table.gone[seat] |= 1 << slot
    table.attacked[seat] &= rest
    table.dropped[seat] &= rest
    leave_zones(table, seat, slot)
    if why == Why.EXPELLED:
        if not box.replace_expelled:
            table.slots[seat] -= 1
        tell(log, EVERYONE, Event.EXPELLED, seat, player, table.slots[seat])
    elif why == Why.SUBSTITUTED:
        tell(log, EVERYONE, Event.CAME_OFF, seat, player)
    else:
        tell(log, EVERYONE, Event.INJURED, seat, player, int(why == Why.HURT_BY_RIVAL))
    if table.captain_energy[seat] and not table.captains[seat] & table.pitch[seat]:
        table.captain_energy[seat] = 0
        to_showers(table, seat, box.basic)
        tell(log, EVERYONE, Event.CAPTAIN_LOST, seat)
    table.left_seat = seat
    table.left_player = slot
    table.left_why = why
    table.came_on = 0
    table.leave = Leave.VETERAN


def leave_zones(table: Table, seat: int, slot: int) -> None:
    """Take a player out of the Attack Zone or the Defence Zone."""
    rest = EVERYONE_IN ^ (1 << slot)
    table.attack_zone[seat] &= rest
    if seat == table.active:
        table.attackers &= rest
    else:
        table.defenders &= rest


def see_off(box: Box, table: Table, log: Log) -> None:
    """KO-R27: VETERAN, the substitute, JOKER, the emergency goalkeeper, in this order."""
    seat = int(table.left_seat)
    if table.leave == Leave.VETERAN:
        table.leave = Leave.SUBSTITUTE
        player = box.players[table.squad[seat, table.left_player]]
        table.draws[seat] += int(player.ability == Ability.VETERAN and table.left_why != Why.EXPELLED)
    elif table.leave == Leave.SUBSTITUTE:
        table.leave = Leave.JOKER
        if table.left_why == Why.SUBSTITUTED:
            bring_on(table, seat, int(table.came_on) - 1, log)
        elif table.left_why == Why.HURT_BY_RIVAL and free_subs(table, seat):
            ask(table, Phase.FREE_SUB, seat)
    elif table.leave == Leave.JOKER:
        table.leave = Leave.KEEPER
        if table.came_on:
            player = box.players[table.squad[seat, table.came_on - 1]]
            table.draws[seat] += int(player.n) if player.ability == Ability.JOKER else 0
    else:
        table.leave = Leave.NONE
        table.came_on = 0
        pitch = int(table.pitch[seat])
        if pitch >> int(table.keeper[seat]) & 1:
            return
        if count_bits(pitch) > 1:
            ask(table, Phase.KEEPER_CHOICE, seat)
        else:
            keep_goal(table, seat, lowest(pitch), log)


def bring_on(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-004, KO-R20, KO-R22: he stands on his line and takes no part yet; a goalkeeper card keeps goal at once."""
    table.pitch[seat] |= 1 << slot
    table.came_on = slot + 1
    tell(log, EVERYONE, Event.CAME_ON, seat, table.squad[seat, slot])
    if int(table.line[seat, Position.GK]) >> slot & 1:
        table.keeper[seat] = slot


def keep_goal(table: Table, seat: int, slot: int, log: Log) -> None:
    """KO-081, KO-R33: an outfield player takes over in goal, from this moment."""
    table.keeper[seat] = slot
    table.dropped[seat] &= EVERYONE_IN ^ (1 << slot)
    leave_zones(table, seat, slot)
    tell(log, EVERYONE, Event.KEEPS_GOAL, seat, table.squad[seat, slot])


def bench_of(table: Table, seat: int) -> int:
    """KO-028, KO-R21: the substitutes who have not been on."""
    return int(table.bench[seat]) & (EVERYONE_IN ^ (int(table.pitch[seat]) | int(table.gone[seat])))


def subs_for(table: Table, seat: int, slot: int) -> int:
    """KO-R20, KO-R24: who may come on for this player, or (slot -1) into an empty place."""
    bench = bench_of(table, seat)
    keepers = int(table.line[seat, Position.GK])
    keeper = int(table.keeper[seat])
    if slot == keeper:
        return bench & keepers
    if slot < 0 and count_bits(int(table.pitch[seat])) >= table.slots[seat]:
        return 0
    emergency = not keepers >> keeper & 1
    return bench if emergency else bench & (EVERYONE_IN ^ keepers)


def free_subs(table: Table, seat: int) -> int:
    """KO-080, KO-081, KO-R20, KO-R25: who may come on free for the injured player, who has left already."""
    bench = bench_of(table, seat)
    keepers = bench & int(table.line[seat, Position.GK])
    if int(table.pitch[seat]) >> int(table.keeper[seat]) & 1:
        return subs_for(table, seat, -1)
    return keepers or bench


def who_may_leave(table: Table, seat: int) -> int:
    """SUB, KO-R20: the players for whom somebody may come on."""
    able = 0
    for slot in range(SQUAD):
        if int(table.pitch[seat]) >> slot & 1 and subs_for(table, seat, slot):
            able |= 1 << slot
    return able


def can_substitute(table: Table, seat: int) -> bool:
    """SUB: a legal substitution exists."""
    return bool(subs_for(table, seat, -1) or who_may_leave(table, seat))


def injure_candidates(box: Box, table: Table) -> int:
    """INJURE_ON RIVAL, IRON, KO-R34: attackers who can be injured; nobody if the team has but one player left."""
    seat = int(table.active)
    able = int(table.attackers)
    for slot in range(SQUAD):
        if able >> slot & 1 and box.players[table.squad[seat, slot]].ability == Ability.IRON:
            able ^= 1 << slot
    return able if count_bits(int(table.pitch[seat])) > 1 else 0


def legal_target(box: Box, table: Table, seat: int, out: Array) -> int:
    """DP-5b, DP-7, DP-8, DP-11, DP-12: a player, or a pass where the effect says "may"."""
    phase = table.phase
    pitch = int(table.pitch[seat])
    count = 0
    if phase == Phase.FREE_SUB or phase == Phase.SUB_OUT or phase == Phase.FRESHEN_CHOICE:
        out[count] = PASS
        count += 1
    if phase == Phase.FOULER:
        return list_players(out, count, OWN, foulers(box, table))
    if phase == Phase.INJURE_TARGET:
        return list_players(out, count, RIVAL, injure_candidates(box, table))
    if phase == Phase.FREE_SUB:
        return list_players(out, count, OWN, free_subs(table, seat))
    if phase == Phase.SUB_OUT:
        if subs_for(table, seat, -1):
            out[count] = NOBODY
            count += 1
        return list_players(out, count, OWN, who_may_leave(table, seat))
    if phase == Phase.SUB_IN:
        return list_players(out, count, OWN, subs_for(table, seat, int(table.left_player) - 1))
    if phase == Phase.FRESHEN_CHOICE:
        return list_players(out, count, OWN, int(table.attacked[seat]))
    if phase == Phase.SHOOTOUT_PICK:
        return list_players(out, count, OWN, free_takers(table, seat))
    if phase == Phase.SHOOTOUT_NEXT:
        return list_players(out, count, OWN, pitch & (EVERYONE_IN ^ int(table.kicked[seat])))
    return list_players(out, count, OWN, pitch)


def apply_target(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DP-5b, DP-7, DP-8: the player chosen."""
    phase = table.phase
    if phase == Phase.FOULER:
        name_fouler(table, seat, action - OWN, log)
        wait_for_answer(box, table)
    elif phase == Phase.PENALTY_TAKER:
        take_penalty(box, table, action - OWN, log)
    elif phase == Phase.INJURE_TARGET:
        take_off(box, table, rival(seat), action - RIVAL, Why.HURT_BY_RIVAL, log)
    elif phase == Phase.FREE_SUB:
        if action != PASS:
            bring_on(table, seat, action - OWN, log)
    elif phase == Phase.KEEPER_CHOICE:
        keep_goal(table, seat, action - OWN, log)
    elif phase == Phase.SUB_OUT:
        if action == PASS:
            end_step(table)
            return
        table.left_player = 0 if action == NOBODY else action - OWN + 1
        entering = subs_for(table, seat, int(table.left_player) - 1)
        if count_bits(entering) > 1:
            ask(table, Phase.SUB_IN, seat)
        else:
            substitute(box, table, seat, lowest(entering), log)
    else:
        substitute(box, table, seat, action - OWN, log)


def substitute(box: Box, table: Table, seat: int, entering: int, log: Log) -> None:
    """SUB, KO-R20, KO-R24: one on for another, or into an empty place."""
    leaving = int(table.left_player) - 1
    spend_step(table)
    if leaving >= 0:
        take_off(box, table, seat, leaving, Why.SUBSTITUTED, log)
        table.came_on = entering + 1
    else:
        table.left_seat = seat
        bring_on(table, seat, entering, log)
        table.leave = Leave.JOKER


# -------------------------------------------------------------------------------------- the steps of a card (6.1)


def end_step(table: Table) -> None:
    """Go on to the next step."""
    table.step += 1
    table.left = 0


def spend_step(table: Table) -> None:
    """One of the times that a step may be done is used."""
    table.left -= 1
    if table.left == 0:
        end_step(table)


def do_step(box: Box, table: Table, log: Log) -> None:
    """Do the next step of the card in hand: one branch a word of the vocabulary.

    A Play's changes of the attack are left out here: they follow the attackers (`play_sum`).
    """
    card = int(table.card) - 1
    owner = int(table.owner)
    other = rival(owner)
    step = box.cards[card].steps[table.step]
    op = int(step.op)
    a = int(step.a)
    if op == Op.END:
        finish_card(box, table)
        return
    if op >= Op.DISCARD and op != Op.RIVAL_DISCARD and op != Op.MILL and op != Op.TIRE and op != Op.REFRESH:
        ask_effect(box, table, owner, op, a, int(step.b), log)
        return
    table.step += 1
    if op <= Op.IF_SAME_NATION:
        if box.cards[card].type == Type.PLAY:
            return
        if op >= Op.IF_ATTACKERS_AT_MOST:
            if not condition(box, table, op, a, int(table.active), int(table.attackers), int(table.spent)):
                table.step += 1
        elif op == Op.DEF:
            table.def_mod += a
        elif op == Op.DAMAGE:
            table.damage_mod += a
        elif op == Op.ATK:
            table.atk_mod += a
    elif op == Op.CANCEL_ATTACK:
        table.cancelled = 1
    elif op == Op.CANCEL_ON:
        table.cancelled |= int(check(table, owner, op, a, True, log))
    elif op == Op.CANCEL_CARD:
        table.annulled = 1
    elif op == Op.PENALTY:
        table.cancelled = 1
        table.penalty = 1
        tell(log, EVERYONE, Event.PENALTY, owner)
    elif op == Op.REROLL:
        reroll(table, owner, a, log)
    elif op == Op.INJURE_RIVAL:
        able = injure_candidates(box, table)
        if check(table, owner, op, a, able != 0, log):
            if count_bits(able) > 1:
                ask(table, Phase.INJURE_TARGET, owner)
            else:
                take_off(box, table, other, lowest(able), Why.HURT_BY_RIVAL, log)
    elif op == Op.INJURE_OWN or op == Op.RED:
        punish(box, table, owner, op, a, log)
    elif op == Op.DRAW:
        table.draws[owner] += a
    elif op == Op.RIVAL_DRAW:
        table.draws[other] += a
    elif op == Op.RIVAL_DISCARD:
        for _ in range(min(a, int(table.hand_count[other]))):
            discard(table, other, int(table.hand[other, roll(table, table.hand_count[other])]), log)
    elif op == Op.MILL:
        mill(box, table, owner, a, log)
    elif op == Op.TIRE:
        tell(log, EVERYONE, Event.TIRED, other, tire(table, other, a))
    else:
        tell(log, EVERYONE, Event.REFRESHED, owner, refresh(table, owner, a))


def check(table: Table, seat: int, op: int, needed: int, may: bool, log: Log) -> bool:
    """Roll the die of CANCEL_ON, INJURE_ON or RED, in the open; `may`: whether there is anybody it can happen to."""
    die = roll(table, 6) + 1
    shows = die <= needed if op == Op.RED else die >= needed
    outcome = Outcome.NOTHING
    if shows:
        outcome = Outcome.HAPPENS if may else Outcome.SPARED
    tell(log, EVERYONE, Event.CHECKED, seat, op, die, needed, outcome)
    return bool(outcome == Outcome.HAPPENS)


def punish(box: Box, table: Table, seat: int, op: int, needed: int, log: Log) -> None:
    """INJURE_ON OWN, RED, CLEAN, IRON, KO-R19, KO-R23, KO-R34: what a Foul may cost a fouler who is on the pitch."""
    slot = int(table.fouler)
    ability = box.players[table.squad[seat, slot]].ability
    if op == Op.RED and ability == Ability.CLEAN:
        return
    may = int(table.pitch[seat]) >> slot & 1 != 0 and count_bits(int(table.pitch[seat])) > 1
    if op == Op.INJURE_OWN and ability == Ability.IRON:
        may = False
    if check(table, seat, op, needed, may, log):
        take_off(box, table, seat, slot, Why.EXPELLED if op == Op.RED else Why.HURT_BY_OWN, log)


def reroll(table: Table, seat: int, which: int, log: Log) -> None:
    """REROLL: the lower die, the higher one, or both."""
    lower = int(table.dice[1] < table.dice[0])
    for die in range(2):
        if which == Die.BOTH or (die == lower) == (which == Die.LOW):
            table.dice[die] = roll(table, 6) + 1
    tell(log, EVERYONE, Event.REROLLED, seat, table.dice[0], table.dice[1])


def ask_effect(box: Box, table: Table, owner: int, op: int, a: int, b: int, log: Log) -> None:
    """DP-8: effects in which the owner chooses, one item at a time, as long as there is something to choose."""
    if table.left == 0:
        table.left = b if op == Op.RECOVER_HAND or op == Op.RECOVER_BOTTOM else 1 if op == Op.SEARCH else a
        if op == Op.PEEK_DISCARD:
            look_at_hand(table, owner, log)
    if op == Op.DISCARD and table.hand_count[owner]:
        ask(table, Phase.DISCARD_CHOICE, owner)
    elif op == Op.PEEK_DISCARD and table.hand_count[rival(owner)]:
        ask(table, Phase.PEEK_CHOICE, owner)
    elif op == Op.RAMP and table.hand_count[owner]:
        ask(table, Phase.RAMP_CHOICE, owner)
    elif op == Op.SEARCH:
        if has_in_deck(box, table, owner, a):
            ask(table, Phase.SEARCH_CHOICE, owner)
        else:
            tell(log, EVERYONE, Event.FOUND_NONE, owner)
            end_step(table)
    elif (op == Op.RECOVER_HAND or op == Op.RECOVER_BOTTOM) and can_recover(box, table, owner, a):
        ask(table, Phase.RECOVER_CHOICE, owner)
    elif op == Op.SUB and can_substitute(table, owner):
        ask(table, Phase.SUB_OUT, owner)
    elif op == Op.FRESHEN and table.attacked[owner]:
        ask(table, Phase.FRESHEN_CHOICE, owner)
    else:
        end_step(table)


def apply_effect(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """DP-8: the card or player chosen for the present step."""
    phase = table.phase
    op = int(box.cards[table.card - 1].steps[table.step].op)
    if action == PASS:
        end_step(table)
        return
    spend_step(table)
    if phase == Phase.DISCARD_CHOICE:
        discard(table, seat, action, log)
    elif phase == Phase.PEEK_CHOICE:
        discard(table, rival(seat), action, log)
    elif phase == Phase.RAMP_CHOICE:
        put_energy(table, seat, action, log)
    elif phase == Phase.FRESHEN_CHOICE:
        table.attacked[seat] ^= 1 << (action - OWN)
        tell(log, EVERYONE, Event.FRESHENED, seat, table.squad[seat, action - OWN])
    elif phase == Phase.SEARCH_CHOICE:
        take_from_deck(table, seat, action)
        for layer in range(LAYERS):
            table.layers[seat, layer] = 0
        table.dipped[seat] = 0
        put_in_hand(table, seat, action, 1)
        tell(log, EVERYONE, Event.SEARCHED, seat, action)
        check_deck(box, table, seat, log)
    else:
        from_showers(table, seat, action)
        tell(log, EVERYONE, Event.RECOVERED, seat, action, int(op == Op.RECOVER_HAND))
        if op == Op.RECOVER_HAND:
            put_in_hand(table, seat, action, 1)
        else:
            put_under_deck(table, seat, action)


def look_at_hand(table: Table, seat: int, log: Log) -> None:
    """PEEK_DISCARD: the owner sees the rival's whole hand, and remembers it."""
    other = rival(seat)
    tell(log, EVERYONE, Event.PEEKED, seat)
    for slot in range(table.hand_count[other]):
        tell(log, only(seat), Event.SAW, other, table.hand[other, slot])
    table.known[other] = (1 << int(table.hand_count[other])) - 1


def legal_search(box: Box, table: Table, seat: int, out: Array) -> int:
    """SEARCH: each card of that type in one's own deck."""
    wanted = int(box.cards[table.card - 1].steps[table.step].a)
    count = 0
    for kind in range(box.first[wanted], box.first[wanted + 1]):
        for place in range(table.deck_count[seat]):
            if table.pile[seat, place] == kind:
                out[count] = kind
                count += 1
                break
    return count


def legal_recover(box: Box, table: Table, seat: int, out: Array) -> int:
    """RECOVER: each card in one's own Showers that fits the filter and does not recover itself; or enough."""
    wanted = int(box.cards[table.card - 1].steps[table.step].a)
    count = 0
    for kind in range(box.kinds):
        if not recoverable(box, kind, wanted):
            continue
        for place in range(DECK - int(table.shower_count[seat]), DECK):
            if table.pile[seat, place] == kind:
                out[count] = kind
                count += 1
                break
    out[count] = PASS
    return count + 1


def recoverable(box: Box, card: int, wanted: int) -> bool:
    """RECOVER, KO-R31: of the type asked for, and not a card that recovers."""
    return bool((wanted == Type.ANY or box.cards[card].type == wanted) and not box.cards[card].recovers)


def can_recover(box: Box, table: Table, seat: int, wanted: int) -> bool:
    """Tell whether the Showers hold a card that can be recovered."""
    for place in range(DECK - int(table.shower_count[seat]), DECK):
        if recoverable(box, int(table.pile[seat, place]), wanted):
            return True
    return False


def has_in_deck(box: Box, table: Table, seat: int, wanted: int) -> bool:
    """Tell whether a deck holds a card of a type."""
    for place in range(table.deck_count[seat]):
        if box.cards[table.pile[seat, place]].type == wanted:
            return True
    return False


# -------------------------------------------------------------------------------------- questions


def rival(seat: int) -> int:
    """Give the other seat."""
    return 1 - seat


def count_bits(mask: int) -> int:
    """Count the players of a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def lowest(mask: int) -> int:
    """Give the first player of a mask."""
    slot = 0
    while not mask >> slot & 1:
        slot += 1
    return slot


def outfield(table: Table, seat: int) -> int:
    """Give everyone on the pitch but the keeper."""
    return int(table.pitch[seat]) & (EVERYONE_IN ^ (1 << int(table.keeper[seat])))


def is_repeat(table: Table, seat: int, slot: int) -> bool:
    """Tell whether the same card lies just before in the sorted hand: it is listed once."""
    return bool(slot > 0 and table.hand[seat, slot] == table.hand[seat, slot - 1])


def ready_energy(table: Table, seat: int) -> int:
    """KO-014: the Energy that can pay."""
    total = int(table.captain_energy[seat] == 1)
    for kind in range(ENERGIES):
        total += int(table.ready[seat, kind])
    return total


def tired_energy(table: Table, seat: int) -> int:
    """KO-021: the Energy in the Fatigue Zone."""
    total = int(table.captain_energy[seat] == 2)
    for kind in range(ENERGIES):
        total += int(table.tired[seat, kind])
    return total


# -------------------------------------------------------------------------------------- table moves


def ask(table: Table, phase: int, seat: int) -> None:
    """Ask one seat."""
    table.phase = phase
    table.waiting = 1 << seat


def list_players(out: Array, count: int, first: int, mask: int) -> int:
    """List the players of a mask behind what is listed already."""
    for slot in range(SQUAD):
        if mask >> slot & 1:
            out[count] = first + slot
            count += 1
    return count


def list_hand(table: Table, seat: int, out: Array) -> int:
    """List each card of a hand once."""
    count = 0
    for slot in range(table.hand_count[seat]):
        if not is_repeat(table, seat, slot):
            out[count] = table.hand[seat, slot]
            count += 1
    return count


def tire(table: Table, seat: int, wanted: int) -> int:
    """KO-014, KO-R36: ready Energy to the Fatigue Zone, the Captain's first; return how many."""
    left = wanted
    if left > 0 and table.captain_energy[seat] == 1:
        table.captain_energy[seat] = 2
        left -= 1
    for kind in range(ENERGIES):
        moved = min(left, int(table.ready[seat, kind]))
        table.ready[seat, kind] -= moved
        table.tired[seat, kind] += moved
        left -= moved
    return wanted - left


def refresh(table: Table, seat: int, wanted: int) -> int:
    """REFRESH, KO-R36: tired Energy becomes ready, the Captain's last; return how many."""
    left = wanted
    for kind in range(ENERGIES):
        moved = min(left, int(table.tired[seat, kind]))
        table.tired[seat, kind] -= moved
        table.ready[seat, kind] += moved
        left -= moved
    if left > 0 and table.captain_energy[seat] == 2:
        table.captain_energy[seat] = 1
        left -= 1
    return wanted - left


def draw_card(box: Box, table: Table, seat: int, log: Log) -> None:
    """KO-046, KO-065, KO-R27: one card; from an empty deck (only in a last turn) none."""
    table.draws[seat] -= 1
    if table.deck_count[seat] == 0:
        return
    card = take_top(table, seat, 1)
    put_in_hand(table, seat, card, 0)
    opening = table.turn == 0
    tell(log, only(seat), Event.DEALT if opening else Event.DREW, seat, card, table.deck_count[seat])
    tell(log, others(seat), Event.DEALT_CARD if opening else Event.DREW_CARD, seat, table.deck_count[seat])
    check_deck(box, table, seat, log)


def take_top(table: Table, seat: int, unseen: int) -> int:
    """Take any card of the deck's top layer: what was put under the deck comes last, the latest at the very end."""
    under = 0
    layer = 0
    for place in range(LAYERS):
        if table.layers[seat, place]:
            under += int(table.layers[seat, place])
            layer = place
    count = int(table.deck_count[seat])
    start = under
    if under == count:
        start -= int(table.layers[seat, layer])
        table.layers[seat, layer] -= 1
        table.dipped[seat] = int(table.layers[seat, layer] > 0 and (unseen or table.dipped[seat]))
    place = start + roll(table, count - start)
    card = int(table.pile[seat, place])
    table.pile[seat, place] = table.pile[seat, count - 1]
    table.pile[seat, count - 1] = 0
    table.deck_count[seat] = count - 1
    return card


def take_from_deck(table: Table, seat: int, card: int) -> bool:
    """Take a card of this kind out of the deck, which is shuffled then; tell whether there was one."""
    last = int(table.deck_count[seat]) - 1
    for place in range(last, -1, -1):
        if table.pile[seat, place] == card:
            table.pile[seat, place] = table.pile[seat, last]
            table.pile[seat, last] = 0
            table.deck_count[seat] = last
            return True
    return False


def put_under_deck(table: Table, seat: int, card: int) -> None:
    """RECOVER BOTTOM: under the deck; cards put there by one effect lie in random order, as one layer."""
    if table.picked == 0:
        for layer in range(LAYERS - 1, 0, -1):
            table.layers[seat, layer] = table.layers[seat, layer - 1]
        table.layers[seat, 0] = 0
    table.picked += 1
    table.layers[seat, 0] += 1
    count = int(table.deck_count[seat])
    for place in range(count, 0, -1):
        table.pile[seat, place] = table.pile[seat, place - 1]
    table.pile[seat, 0] = card
    table.deck_count[seat] = count + 1


def to_showers(table: Table, seat: int, card: int) -> None:
    """KO-025: a card goes to the Showers, face up."""
    table.shower_count[seat] += 1
    table.pile[seat, DECK - int(table.shower_count[seat])] = card


def from_showers(table: Table, seat: int, card: int) -> None:
    """Take the latest card of this kind out of the Showers."""
    place = DECK - int(table.shower_count[seat])
    start = place
    while table.pile[seat, place] != card:
        place += 1
    while place > start:
        table.pile[seat, place] = table.pile[seat, place - 1]
        place -= 1
    table.pile[seat, start] = 0
    table.shower_count[seat] -= 1


def put_in_hand(table: Table, seat: int, card: int, known: int) -> None:
    """Take a card into a hand, which stays sorted so that its order says nothing."""
    slot = int(table.hand_count[seat])
    while slot > 0 and table.hand[seat, slot - 1] > card:
        table.hand[seat, slot] = table.hand[seat, slot - 1]
        slot -= 1
    table.hand[seat, slot] = card
    table.hand_count[seat] += 1
    mask = int(table.known[seat])
    below = mask & ((1 << slot) - 1)
    table.known[seat] = below | known << slot | (mask ^ below) << 1


def take_from_hand(table: Table, seat: int, card: int) -> None:
    """Take a card of this kind out of a hand; of equal ones the one that the rival knows of."""
    count = int(table.hand_count[seat])
    mask = int(table.known[seat])
    slot = 0
    while table.hand[seat, slot] != card:
        slot += 1
    while slot + 1 < count and table.hand[seat, slot + 1] == card and not mask >> slot & 1:
        slot += 1
    for place in range(slot, count - 1):
        table.hand[seat, place] = table.hand[seat, place + 1]
    table.hand[seat, count - 1] = 0
    table.hand_count[seat] = count - 1
    below = mask & ((1 << slot) - 1)
    table.known[seat] = below | (mask >> (slot + 1)) << slot


def discard(table: Table, seat: int, card: int, log: Log) -> None:
    """KO-025, KO-047: a card from the hand to the Showers."""
    take_from_hand(table, seat, card)
    to_showers(table, seat, card)
    tell(log, EVERYONE, Event.DISCARDED, seat, card)
