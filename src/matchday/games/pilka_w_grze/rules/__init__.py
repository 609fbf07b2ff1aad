"""The verbs of Piłka w grze! Clause ids are those of docs/rules/pilka_w_grze.md.

`legal` is the only source of legality; `apply` assumes it. A phase that asks somebody comes as a pair, `legal_x` above
`apply_x`. Lists are made by writing every candidate and moving on past the legal ones only: a processor that has to
guess a jump loses more time than a write takes. What nobody decides is done by `run_on`, one automatic phase after the
other.

A decision is asked whenever it *could* matter to somebody who cannot see the hand: a pause that comes only when the
attacker holds a penalty would betray it. So the reply, the response to a foul in the box and the corner are asked even
where the hand leaves one answer.

Here each phase is handed to its section. The sections, in the order of the rulebook after what all of them need; none
imports a later one:

- `questions`: what all sections ask of the table
- `moves`: what all sections do with it
- `turn`: the turn, shot and save, special cards, PG-12..38; tactic cards, PG-48..55
- `halves`: PG-39..43
- `formations`: PG-45..47
"""

from __future__ import annotations

from matchday.engine.dice import roll
from matchday.engine.log import Log, clear
from matchday.engine.record import Array
from matchday.games.pilka_w_grze.rules.formations import apply_formation, legal_formation
from matchday.games.pilka_w_grze.rules.halves import start_half, whistle
from matchday.games.pilka_w_grze.rules.moves import gather_deck
from matchday.games.pilka_w_grze.rules.turn import (
    apply_after_block,
    apply_attack,
    apply_foul_response,
    apply_pay,
    apply_reply,
    apply_save,
    apply_shot_attack,
    end_turn,
    legal_after_block,
    legal_attack,
    legal_foul_response,
    legal_pay,
    legal_reply,
    legal_save,
    legal_shot_attack,
    start_turn,
)
from matchday.games.pilka_w_grze.state import FIRST_HALF, Box, Phase, Starter, Table


def deal(box: Box, table: Table, log: Log) -> None:
    """PG-01..11 Set-up: all cards face down in two piles, three tactic cards each, ball in midfield."""
    clear(log)
    gather_deck(box, table)
    table.pile = box.total // 2
    if box.with_tactics:
        table.tactics[0] = 0b111
        table.tactics[1] = 0b111
    starter = roll(table, 2) if box.starter == Starter.LOT else box.starter - Starter.SEAT_0
    start_half(box, table, FIRST_HALF, starter, log)
    run_on(box, table, log)


def legal(box: Box, table: Table, seat: int, out: Array) -> int:
    """List what this seat may do, lowest number first; return how many."""
    if not table.waiting >> seat & 1:
        return 0
    if table.phase == Phase.FORMATION:
        return legal_formation(box, out)
    if table.phase == Phase.ATTACK:
        return legal_attack(box, table, seat, out)
    if table.phase == Phase.REPLY:
        return legal_reply(box, table, seat, out)
    if table.phase == Phase.FOUL_RESPONSE:
        return legal_foul_response(box, table, seat, out)
    if table.phase == Phase.AFTER_BLOCK:
        return legal_after_block(box, table, seat, out)
    if table.phase == Phase.PAY:
        return legal_pay(box, table, seat, out)
    if table.phase == Phase.SHOT_ATTACK:
        return legal_shot_attack(table, seat, out)
    return legal_save(box, table, seat, out)


def apply(box: Box, table: Table, seat: int, action: int, log: Log) -> None:
    """Play a legal action, then run on to the next decision. Does not check that it is legal."""
    clear(log)
    if table.phase == Phase.FORMATION:
        apply_formation(table, seat, action, log)
    elif table.phase == Phase.ATTACK:
        apply_attack(box, table, seat, action, log)
    elif table.phase == Phase.REPLY:
        apply_reply(box, table, seat, action, log)
    elif table.phase == Phase.FOUL_RESPONSE:
        apply_foul_response(box, table, seat, action, log)
    elif table.phase == Phase.AFTER_BLOCK:
        apply_after_block(box, table, seat, action, log)
    elif table.phase == Phase.PAY:
        apply_pay(box, table, seat, action, log)
    elif table.phase == Phase.SHOT_ATTACK:
        apply_shot_attack(box, table, seat, action, log)
    else:
        apply_save(box, table, seat, action, log)
    run_on(box, table, log)


def score(box: Box, table: Table, out: Array) -> None:
    """Write the goals of each seat."""
    out[0] = table.goals[0]
    out[1] = table.goals[1]


def result(box: Box, table: Table, out: Array) -> None:
    """PG-42, PG-43: one point for the winner, half for each of a draw."""
    winner = winner_of(table)
    for seat in range(2):
        out[seat] = 0.5 if winner < 0 else 1.0 * (winner == seat)


def winner_of(table: Table) -> int:
    """Tell who has more goals, or won extra time by lot; -1 for a draw."""
    if table.lot_winner:
        return table.lot_winner - 1
    if table.goals[0] == table.goals[1]:
        return -1
    return int(table.goals[1] > table.goals[0])


def run_on(box: Box, table: Table, log: Log) -> None:
    """Do what nobody decides, until somebody is asked or the match is over."""
    while table.phase >= Phase.TURN_START:
        if table.phase == Phase.TURN_START:
            start_turn(box, table, log)
        elif table.phase == Phase.END_TURN:
            end_turn(box, table, log)
        else:
            whistle(box, table, log)
