"""The verbs of Kick On. Clause ids are those of docs/rules/kick_on.md.

`legal` is the only source of legality; `apply` assumes it. What nobody decides is done by `run_on`, which always takes
the most urgent thing first: a hand over its limit, a card to draw, a player who is leaving, the steps of a card, the
rest of the chain, and only then the next stage of the turn. So a question may interrupt any card at any step, and the
match goes on where it was.

Whether a coach is asked may depend on what everyone can see, never on their hand: a window opens whenever *some* card
of the set could be played in it with the Energy that lies there, and stays shut when none could.

Here each phase and each stage is handed to its section. The sections, in the order of the rulebook after what all of
them need; none imports a later one:

- `questions`: what all sections ask of the table
- `moves`: what all sections do with it
- `ends`: the last card of a deck, full time, KO-066, KO-R35
- `totals`: KO-061, KO-R26
- `set_up`: before kick-off, KO-040..047
- `chain`: playing a card, and answers to it, KO-R07
- `own_time`: phases A and B, KO-050..053
- `attackers`: phase C, KO-054, KO-055
- `defenders`: phase D, KO-056..059
- `shot`: phase E, KO-060..065
- `penalties`: KO-070..075
- `leaving`: injuries, substitutions, expulsions, KO-080..084
- `steps`: the words on cards
"""

from __future__ import annotations

from matchday.engine.log import EVERYONE, Log, clear, tell
from matchday.engine.record import Array
from matchday.games.kick_on.rules.attackers import (
    apply_attackers,
    apply_terms,
    declare,
    legal_players,
    may_attack,
    may_defend,
    play_terms,
    unflagged,
)
from matchday.games.kick_on.rules.chain import answer_timing, apply_window, legal_card, resolve_next
from matchday.games.kick_on.rules.defenders import apply_defenders, defence_window, defend
from matchday.games.kick_on.rules.ends import draw_card
from matchday.games.kick_on.rules.leaving import apply_target, legal_target, see_off
from matchday.games.kick_on.rules.moves import ask, discard, list_hand, list_players
from matchday.games.kick_on.rules.own_time import apply_energy, apply_own_time, before_attack, legal_energy, stay_back
from matchday.games.kick_on.rules.penalties import apply_shootout, shootout, take_penalty
from matchday.games.kick_on.rules.questions import count_bits, lowest, outfield, rival
from matchday.games.kick_on.rules.set_up import apply_lineup, kick_off, lineup_choices
from matchday.games.kick_on.rules.shot import after_attack, roll_window, shoot
from matchday.games.kick_on.rules.steps import apply_effect, do_step, legal_recover, legal_search
from matchday.games.kick_on.state import OWN, Box, Event, Op, Phase, Stage, Table, Timing


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
