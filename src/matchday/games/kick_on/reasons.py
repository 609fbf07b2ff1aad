"""Why a player or a card of Kick On cannot be chosen now."""

from __future__ import annotations

from matchday.engine.log import SPECTATOR
from matchday.engine.speech import Say, mark
from matchday.games.kick_on import words
from matchday.games.kick_on.rules.attackers import may_attack, may_defend, play_terms, unflagged
from matchday.games.kick_on.rules.chain import answer_timing, does_something, foulers, may_foul, may_play
from matchday.games.kick_on.rules.leaving import injure_candidates
from matchday.games.kick_on.rules.penalties import free_takers
from matchday.games.kick_on.rules.questions import (
    count_bits,
    free_subs,
    outfield,
    ready_energy,
    rival,
    subs_for,
    who_may_leave,
)
from matchday.games.kick_on.state import EVERYONE_IN, Box, Op, Phase, Position, Table, Timing, Type

CHOOSING = {Phase.LINEUP, Phase.ATTACKERS, Phase.KEEP, Phase.BAN, Phase.DEFENDERS}
COMING_ON = {Phase.FREE_SUB, Phase.SUB_IN}
FROM_THE_SPOT = {Phase.PENALTY_TAKER, Phase.SHOOTOUT_PICK, Phase.SHOOTOUT_NEXT}
FOR_PLAYERS = {
    *CHOOSING,
    *COMING_ON,
    *FROM_THE_SPOT,
    Phase.FOULER,
    Phase.INJURE_TARGET,
    Phase.KEEPER_CHOICE,
    Phase.SUB_OUT,
    Phase.FRESHEN_CHOICE,
}
FOR_ENERGY = {Phase.ENERGY, Phase.RAMP_CHOICE}
OF_THE_RIVAL = {Phase.BAN, Phase.INJURE_TARGET}
OWN_TIME: dict[int, int] = {Phase.TALK: Timing.TALK, Phase.CLOSE: Timing.CLOSE}
Masks = list[tuple[int, str]]
"""What is said of players, each time of all in a mask; where only one thing can be said of a player, the first."""


def side_asked_for(phase: int, seat: int) -> int:
    """Give the side from whose players a seat chooses; nobody's where no player is asked for."""
    if phase not in FOR_PLAYERS:
        return SPECTATOR
    return rival(seat) if phase in OF_THE_RIVAL else seat


def refusals(say: Say, box: Box, table: Table, seat: int, side: int) -> Masks:
    """Say of the players of the side that a seat chooses from who cannot be chosen now, and why."""
    phase = table.phase
    if phase == Phase.LINEUP:
        return not_left_out(say, table, seat)
    found = [(int(table.gone[side]), say(mark("he is out of the match")))]
    if phase in COMING_ON:
        return found + not_on(say, table, seat)
    found.append((EVERYONE_IN ^ int(table.pitch[side]), say(mark("he is on the bench"))))
    return found + (not_chosen(say, box, table) if phase in CHOOSING else not_named(say, box, table, seat))


def not_left_out(say: Say, table: Table, seat: int) -> Masks:
    """DP-0: a goalkeeper is left out first, and one of every line must start."""
    benched = int(table.bench[seat])
    keepers = int(table.line[seat, Position.GK])
    if not benched & keepers:
        return [(EVERYONE_IN ^ keepers, say(mark("choose the goalkeeper first")))]
    lines = [int(line) for line in table.line[seat][Position.DF :]]
    few = [line for line in lines if count_bits(line & (EVERYONE_IN ^ benched)) <= 1]
    return [
        (keepers, say(mark("a goalkeeper must start"))),
        *((line, say(mark("one of every line must start"))) for line in few),
    ]


def not_on(say: Say, table: Table, seat: int) -> Masks:
    """KO-R20: who is on the pitch does not come on; keepers come on for keepers."""
    if table.phase == Phase.FREE_SUB:
        able = free_subs(table, seat)
    else:
        able = subs_for(table, seat, int(table.left_player) - 1)
    unable = EVERYONE_IN ^ able
    return [
        (int(table.pitch[seat]), say(mark("he is on the pitch"))),
        (unable & int(table.line[seat, Position.GK]), say(mark("he comes on for a goalkeeper alone"))),
        (unable, say(mark("a goalkeeper must come on"))),
    ]


def not_chosen(say: Say, box: Box, table: Table) -> Masks:
    """Say who on the pitch cannot be added to those chosen: they may not, or there are enough."""
    chosen, phase = int(table.chosen), table.phase
    why, others = mark("the goalkeeper stays in goal"), []
    if phase == Phase.ATTACKERS:
        able, most = may_attack(box, table), play_terms(box, table, Op.MAX_ATT)
    elif phase == Phase.KEEP:
        able, most, why = unflagged(box, table), play_terms(box, table, Op.KEEP), mark("he does not attack")
        others = [(int(table.attackers), mark("he may defend anyway"))]
    elif phase == Phase.BAN:
        able, most = outfield(table, 1 - int(table.active)), play_terms(box, table, Op.BAN)
    else:
        able, most = may_defend(table), play_terms(box, table, Op.MAX_DEF)
        others = [
            (int(table.attacked[1 - int(table.active)]), mark("he attacked in your turn")),
            (int(table.banned), mark("he is marked out of this attack")),
        ]
    unable = EVERYONE_IN ^ able
    full = count_bits(chosen) >= most
    return [
        (chosen, ""),
        *((unable & players, say(text)) for players, text in others),
        (unable, say(why)),
        *([(EVERYONE_IN, say(mark("{n} at most"), n=most))] if full else []),
    ]


def not_named(say: Say, box: Box, table: Table, seat: int) -> Masks:
    """Say who on the pitch cannot be the one whom a card, a penalty or a kick asks for."""
    phase = table.phase
    if phase == Phase.FOULER:
        able, why = foulers(box, table), mark("he does not defend")
    elif phase == Phase.INJURE_TARGET:
        spared = int(table.attackers) & (EVERYONE_IN ^ injure_candidates(box, table))
        rest = EVERYONE_IN ^ int(table.attackers)
        return [(spared, say(mark("he cannot be injured"))), (rest, say(mark("he does not attack")))]
    elif phase == Phase.SUB_OUT:
        able, why = who_may_leave(table, seat), mark("nobody may come on for him")
    elif phase == Phase.FRESHEN_CHOICE:
        able, why = int(table.attacked[seat]), mark("he has not attacked")
    elif phase == Phase.SHOOTOUT_PICK:
        able, why = free_takers(table, seat), mark("he is named already")
    elif phase == Phase.SHOOTOUT_NEXT:
        able, why = EVERYONE_IN ^ int(table.kicked[seat]), mark("he has kicked already")
    else:
        return []
    return [(EVERYONE_IN ^ able, say(why))]


def why_not(say: Say, box: Box, table: Table, seat: int, card: int, timing: int) -> str:
    """Say why a card of one's own hand cannot be played at this time; nothing if it can."""
    row = box.cards[card]
    kind = row.type
    if table.phase in FOR_ENERGY:
        return "" if kind == Type.ENERGY else say(mark("no Energy card"))
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
    return OWN_TIME.get(phase, 0)
