"""Positions of Piłka w grze! from text, and its moves in the words of the table.

    duel = lay("RW LW2 DRI", "/LFD /FOU", ball="OPP", pile=20)   # the attacker's hand, then the defender's
    duel.attack("RW").answer("/LFD").attack("LW").decline()

A card is written `RW2/LFD1`; parts may be left out: `RW` is any right-wing attack, `/LFD` any left-flank defence.
All 96 cards stay in play: what is in no hand and no pile lies in the discard (and, from half-time on, in the box).
Every move checks that no card was lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Self

from matchday.engine.record import read_text
from matchday.games.pilka_w_grze import GAME
from matchday.games.pilka_w_grze.state import (
    DECLINE,
    END_ATTACK,
    FORMATION,
    KINDS,
    LAY_ALL,
    PLAY_ON,
    SHOOT,
    STOP,
    TACTIC,
    Event,
    Phase,
)
from tests.kit import Position

ZONES = ("OWN", "MID", "OPP")
SAID = {STOP: "stop", DECLINE: "decline", SHOOT: "shoot", PLAY_ON: "play on", END_ATTACK: "end", LAY_ALL: "all"}
CARD = re.compile(r"([A-Z]*)(\d?)(?:/([A-Z]+)(\d?))?")
SECOND_PILE = 48


class Duel(Position):
    """A position whose moves are made by name; cards are counted after each."""

    # ------------------------------------------------------------ reading the table

    @property
    def attacker(self) -> int:
        """Whose colour the ball shows."""
        return int(self.table.attacker)

    @property
    def defender(self) -> int:
        """The other one."""
        return 1 - self.attacker

    @property
    def ball(self) -> str:
        """The ball's zone from the attacker's side."""
        return ZONES[int(self.table.zone) if self.attacker == 0 else 2 - int(self.table.zone)]

    @property
    def pile(self) -> int:
        """How many cards can be drawn."""
        return int(self.table.pile)

    @property
    def goals(self) -> tuple[int, int]:
        """Goals of seat 0 and seat 1."""
        return int(self.table.goals[0]), int(self.table.goals[1])

    @property
    def hand_sizes(self) -> tuple[int, int]:
        """Cards in the hands of seat 0 and seat 1."""
        return int(self.table.hand_count[0]), int(self.table.hand_count[1])

    def hand(self, seat: int) -> list[str]:
        """The cards of a hand in full."""
        return [self.card_text(int(card)) for card in self.table.hand[seat, : self.table.hand_count[seat]]]

    def card_text(self, card: int) -> str:
        """Write a card in full."""
        row = self.box.cards[card]
        attack, defence = read_text(self.box.attacks[row.attack].code), read_text(self.box.defences[row.defence].code)
        return f"{attack}{row.balls}/{defence}{row.gloves}"

    def discarded(self, text: str) -> int:
        """How many cards like this lie in the discard."""
        return sum(int(self.table.discard[card]) for card in self.kinds(text))

    def kinds(self, text: str) -> list[int]:
        """The kinds of card that a text fits."""
        found = CARD.fullmatch(text)
        assert found, f"{text!r} is no card"
        wanted = found.groups()
        return [
            card
            for card in range(int(self.box.kinds))
            if all(not want or want == has for want, has in zip(wanted, self.parts(card), strict=True))
        ]

    def parts(self, card: int) -> tuple[str, str, str, str]:
        """Attack, balls, defence, gloves of a card."""
        found = CARD.fullmatch(self.card_text(card))
        assert found
        attack, balls, defence, gloves = found.groups()
        return attack, balls, defence, gloves

    def say(self, action: int) -> str:
        """An action by name: a card in full, a word, a tactic or a formation."""
        if action < KINDS:
            return self.card_text(action)
        if action in SAID:
            return SAID[action]
        if action < FORMATION:
            return read_text(self.box.tactics[action - TACTIC].code)
        return read_text(self.box.formation_code[action - FORMATION])

    def options(self, seat: int | None = None) -> set[str]:
        """All that a seat may do (the one that is waited for, if none is named)."""
        return {self.say(action) for action in self.legal(self.mover if seat is None else seat)}

    def may(self, text: str) -> bool:
        """Whether the seat that is waited for may do this; a card may be written in part."""
        return any(self.fits(action, text) for action in self.legal(self.mover))

    def fits(self, action: int, text: str) -> bool:
        """Whether a text names an action."""
        if action >= KINDS:
            return self.say(action) == text
        return bool(CARD.fullmatch(text)) and action in self.kinds(text)

    @property
    def mover(self) -> int:
        """The one seat that is waited for."""
        (seat,) = self.waiting
        return seat

    # ------------------------------------------------------------ moves

    def do(self, seat: int, *texts: str) -> Self:
        """Play the first legal action that each text names."""
        for text in texts:
            fitting = [action for action in self.legal(seat) if self.fits(action, text)]
            assert fitting, f"seat {seat} may not play {text!r} in {self.phase!r}: {sorted(self.options(seat))}"
            self.play(seat, fitting[0])
            self.count_cards()
        return self

    def attack(self, text: str) -> Self:
        """The attacker plays a card, stops or uses a tactic."""
        assert self.phase == Phase.ATTACK, self.phase
        return self.do(self.attacker, text)

    def answer(self, text: str) -> Self:
        """The defender answers."""
        assert self.phase == Phase.REPLY, self.phase
        return self.do(self.defender, text)

    def decline(self) -> Self:
        """The defender lets the action through."""
        return self.answer("decline")

    def respond(self, text: str) -> Self:
        """The attacker's word after a foul in the box, or after his last action there."""
        assert self.phase in {Phase.FOUL_RESPONSE, Phase.AFTER_BLOCK}, self.phase
        return self.do(self.attacker, text)

    def shoot(self, *texts: str) -> Self:
        """The attacker shoots with these cards."""
        assert self.phase == Phase.SHOT_ATTACK, self.phase
        self.do(self.attacker, *texts)
        return self.do(self.attacker, "shoot") if self.phase == Phase.SHOT_ATTACK else self

    def save(self, *texts: str) -> Self:
        """The defender lays these cards against a shot or a set piece."""
        assert self.phase in {Phase.SHOT_DEFENCE, Phase.SETPIECE_DEFENCE}, self.phase
        return self.do(self.defender, *texts)

    def exchanges(self, *pairs: str) -> Self:
        """Play attack and answer in turn: `exchanges("RW /LFD", "LW /FOU")`; fouls in the box are played on."""
        for pair in pairs:
            attack, answer = pair.split()
            self.attack(attack).answer(answer)
            if self.phase == Phase.FOUL_RESPONSE:
                self.respond("play on")
        return self

    # ------------------------------------------------------------ counting

    def count_cards(self) -> None:
        """Every card of the box lies somewhere, once."""
        table = self.table
        lying: Counter[int] = Counter()
        for card in range(int(self.box.kinds)):
            lying[card] += int(table.discard[card]) + int(table.boxed[card])
        lying.update(int(card) for card in table.deck[: table.deck_count])
        lying.update(int(card) for card in table.played[: table.actions_used])
        lying.update(int(card) - 1 for card in table.answer[: table.actions_used] if card)
        for seat in range(2):
            lying.update(int(card) for card in table.hand[seat, : table.hand_count[seat]])
            lying.update(int(card) for card in table.boxed_hand[seat, : table.boxed_hand_count[seat]])
            lying.update(int(card) for card in table.laid[seat, : table.laid_count[seat]])
        for card in range(int(self.box.kinds)):
            assert lying[card] == self.box.cards[card].copies, f"{self.card_text(card)}: {lying[card]} lie about"


def lay(
    attack_hand: str,
    defence_hand: str,
    *,
    ball: str = "MID",
    attacker: int = 0,
    pile: int | str = 20,
    half: int = 1,
    goals: tuple[int, int] = (0, 0),
    kickoff: int | None = None,
    formation: tuple[str, str] | None = None,
    tactics_left: tuple[str, str] | None = None,
    saved: bool = False,
    restarts: int = 0,
    seed: int = 1,
    data: dict[str, Any] | None = None,
    **options: Any,
) -> Duel:
    """Lay a position and start its turn.

    `pile` is a number, or the very cards (from half-time on, when no second pile lies face down beside it). `formation`
    and `tactics_left` name seat 0's first and bring their variant with them.
    """
    if formation:
        options["formations"] = True
    if tactics_left is not None:
        options["tactics"] = True
    duel = Duel(GAME, seed, data, **options)
    table = duel.table
    clear_cards(duel)
    copies = [int(card.copies) for card in duel.box.cards[: duel.box.kinds]]
    put_hand(duel, attacker, take(duel, copies, attack_hand.split()))
    put_hand(duel, 1 - attacker, take(duel, copies, defence_hand.split()))
    face_down = take(duel, copies, pile.split()) if isinstance(pile, str) else spread(copies, pile)
    table.pile = len(face_down)
    if half == 1:
        assert isinstance(pile, int), "in the first half the second pile lies in between"
        face_down += spread(copies, SECOND_PILE)
    table.deck[: len(face_down)] = face_down
    table.deck_count = len(face_down)
    used = spread(copies, sum(copies))
    for number, card in enumerate(used):
        boxed = half == 2 and number < SECOND_PILE
        (table.boxed if boxed else table.discard)[card] += 1
    table.half, table.attacker, table.goals[:] = half, attacker, goals
    table.kickoff = attacker if kickoff is None else kickoff
    table.zone = ZONES.index(ball) if attacker == 0 else 2 - ZONES.index(ball)
    table.et_restarts, table.saved_last, table.not_all_special = restarts, saved, 0
    if half == 3:
        table.goals_in_time[:] = goals
    if formation:
        codes = [read_text(code) for code in duel.box.formation_code]
        table.formation[:] = [codes.index(code) + 1 for code in formation]
    if tactics_left is not None:
        codes = [read_text(side.code) for side in duel.box.tactics]
        table.tactics[:] = [sum({1 << codes.index(code) // 2 for code in left.split()}) for left in tactics_left]
    table.phase, table.waiting = Phase.TURN_START, 0
    duel.log.count = 0
    GAME.rules.run_on(duel.box, table, duel.log)  # type: ignore[attr-defined]
    duel.count_cards()
    return duel


def clear_cards(duel: Duel) -> None:
    """Take every card off the table."""
    for field in ("hand", "hand_count", "boxed_hand", "boxed_hand_count", "deck", "discard", "boxed"):
        getattr(duel.table, field)[...] = 0
    duel.table.deck_count = 0


def take(duel: Duel, copies: list[int], texts: Iterable[str]) -> list[int]:
    """Take cards out of the supply, the scarcest wishes as they come."""
    taken = []
    for text in texts:
        left = [card for card in duel.kinds(text) if copies[card]]
        assert left, f"no card {text!r} is left"
        copies[left[0]] -= 1
        taken.append(left[0])
    return taken


def put_hand(duel: Duel, seat: int, cards: list[int]) -> None:
    """Put a sorted hand."""
    duel.table.hand[seat, : len(cards)] = sorted(cards)
    duel.table.hand_count[seat] = len(cards)


def spread(copies: list[int], count: int) -> list[int]:
    """Take so many cards evenly out of what is left of all kinds."""
    left = [card for card, number in enumerate(copies) for _ in range(number)]
    assert count <= len(left), f"only {len(left)} cards are left"
    taken = [left[place * len(left) // count] for place in range(count)]
    for card in taken:
        copies[card] -= 1
    return taken


def dealt(seed: int = 1, **options: Any) -> Duel:
    """A match just dealt."""
    return Duel(GAME, seed, **options)


def drawn_by(duel: Duel) -> list[int]:
    """The seats in the order in which the last action made them draw."""
    return [told.seat for told in duel.events(Event.DREW)]
