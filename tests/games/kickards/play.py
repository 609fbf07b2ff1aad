"""Turns of Kickards to test with: hands by card codes, an event of one's choice, dice by search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import pytest

from matchday.engine.dice import set_key
from matchday.engine.record import copy_of, read_text
from matchday.games.kickards import GAME, rules
from matchday.games.kickards.state import (
    BUY,
    DONE,
    OFFERED,
    PASS,
    SPLIT,
    STARS,
    USE,
    Bonus,
    Event,
    Op,
    Phase,
    Place,
)
from tests.kit import Position

ATT, DEF = 0, 1
BOX = GAME.box()
CARD = {read_text(card.code): number for number, card in enumerate(BOX.footballers[: BOX.deck_size])}
KIND = {read_text(card.code): number for number, card in enumerate(BOX.event[: BOX.event_kinds])}
QUIET = "E48"

FORWARDS = ("P01", "P02", "P08", "P11")  # no printed stars
HAND = ("P01", "P02", "P04", "P06", "P08", "P10", "P11", "P12", "P17", "P19", "P23")


def replace_in_rules(monkeypatch: pytest.MonkeyPatch, name: str, function: Callable) -> None:
    """Put another function in the place of one that the rules call, in every section that does."""
    for section in iter_modules(rules.__path__, f"{rules.__name__}."):
        module = import_module(section.name)
        if hasattr(module, name):
            monkeypatch.setattr(module, name, function)


@cache
def dealt(seed: int, options: tuple[tuple[str, object], ...]) -> Position:
    """Deal a match once; every test gets a copy."""
    return Position(GAME, seed, **dict(options))


class Turn(Position):
    """Seat 0 is at home and attacks; both have hands without surprises, nobody has a coach card."""

    def __init__(
        self,
        attack: Sequence[str] = HAND,
        defence: Sequence[str] = HAND,
        *,
        event: str = QUIET,
        seed: int = 1,
        **options,
    ) -> None:
        self.__dict__.update(dealt(seed, tuple(sorted({"sides": "seat0", **options}.items()))).copy().__dict__)
        while self.phase == Phase.COACH_PICK:
            self.play(self.waiting[0], OFFERED)
        table = self.table
        table.first = table.att = ATT
        for seat, hand in enumerate((attack, defence)):
            self.give(seat, hand)
            table.coach[seat] = 0
        table.phase, table.waiting = Phase.ATTACK, 1 << ATT
        self.only(event)

    def give(self, seat: int, hand: Sequence[str]) -> None:
        """Put exactly these cards in a hand, all others in the deck."""
        for number in range(int(self.box.deck_size)):
            self.table.where[seat, number] = Place.DECK
        for code in hand:
            self.table.where[seat, CARD[code]] = Place.HAND
        self.table.hand_count[seat] = len(hand)
        self.table.deck_count[seat] = int(self.box.deck_size) - len(hand)

    def only(self, *codes: str) -> None:
        """Leave only these kinds in the event deck."""
        for kind in range(int(self.box.event_kinds)):
            self.table.gone[kind] = self.box.event[kind].copies
        for code in codes:
            self.table.gone[KIND[code]] = 0

    def keep(self, seat: int, code: str) -> None:
        """Give a seat this coach card; it is out of the event deck."""
        kind = KIND[code]
        self.table.coach[seat] = kind + 1
        if self.table.gone[kind] == self.box.event[kind].copies:
            self.table.gone[kind] -= 1

    def by_a_die(self, code: str) -> None:
        """Print a die on an event card, in a box of this turn's own: what it will do is not known before."""
        self.box = copy_of(self.box)
        play = self.box.event[KIND[code]].play
        for number in range(len(play) - 1, 1, -1):
            play[number] = play[number - 2]
        play[0].op, play[0].a, play[0].b = Op.ROLL, 0, 0
        play[1].op, play[1].a, play[1].b = Op.ON, 1, 6

    def at(self, seat: int, card: str) -> Place:
        """Tell where a card lies."""
        return Place(int(self.table.where[seat, CARD[card]]))

    def lay(self, shooter: str, *support: str) -> Turn:
        """Attack with these cards."""
        self.play(ATT, CARD[shooter], *(CARD[card] for card in support), DONE)
        return self

    def defend(self, *cards: str) -> Turn:
        """Defend with these cards."""
        if self.phase == Phase.DEFEND:
            self.play(DEF, *(CARD[card] for card in cards), DONE)
        return self

    def colour(self, seat: int, red: int, green: int) -> Turn:
        """Colour the printed stars."""
        self.play(seat, STARS + SPLIT * red + green)
        return self

    def stars(self, seat: int, red: int, green: int, blue: int) -> Turn:
        """Put stars in a purse."""
        self.table.stars[seat] = (red, green, blue)
        return self

    def purse(self, seat: int) -> list[int]:
        """Read a purse: red, green, blue."""
        return [int(count) for count in self.table.stars[seat]]

    def buy(self, seat: int, *bonuses: Bonus) -> Turn:
        """Buy bonuses."""
        for bonus in bonuses:
            self.play(seat, BUY + bonus)
        return self

    def pass_until(self, *phases: Phase) -> Turn:
        """Refuse everything until one of these phases, or the end of the turn, is reached."""
        turn = (int(self.table.round_no), int(self.table.turn), int(self.table.leg), int(self.table.period))
        while self.waiting and self.phase not in phases:
            here = (int(self.table.round_no), int(self.table.turn), int(self.table.leg), int(self.table.period))
            if here != turn:
                break
            seat = self.waiting[0]
            legal = self.legal(seat)
            self.play(seat, next((action for action in (PASS, DONE) if action in legal), legal[0]))
        return self

    def until(self, wanted: Callable[[Turn], bool], seat: int, *actions: int) -> Turn:
        """Search the dice with which these actions lead to what is wanted."""
        for seed in range(4000):
            other = self.copy()
            set_key(other.table, seed, 7)
            other.play(seat, *actions)
            if wanted(other):
                return other
        message = "no dice give it"
        raise AssertionError(message)

    def copy(self) -> Turn:
        """A turn of its own with the same table."""
        other = super().copy()
        other.__class__ = Turn
        return other

    def saw(self, kind: Event, *args: int) -> bool:
        """Tell whether the last action told an event that begins with these numbers."""
        return any(found[: len(args)] == args for found in self.events(kind))


def attack(*cards: str, event: str = QUIET, against: Sequence[str] = (), **options) -> Turn:
    """Attack and defend with these cards, printed stars all red and all green, up to the first decision behind them."""
    turn = Turn(event=event, attack=[*cards, "P03"], defence=[*against, "P03"], **options)
    turn.lay(*cards).defend(*against)
    while turn.phase == Phase.STARS:
        seat = turn.waiting[0]
        extras = int(turn.table.extras[seat])
        turn.colour(seat, extras if seat == ATT else 0, 0 if seat == ATT else extras)
    if turn.phase != Phase.BUY:
        turn.table.stars[:] = 0  # nothing to decide behind the VAR check
    return turn


def rolled(position: int) -> Callable[[Turn], bool]:
    """Want the k6 to show this."""
    return lambda turn: turn.saw(Event.K6, position)


def shot(turn: Turn) -> tuple[int, ...]:
    """Give the first shot told: seat, roll, chance, kind."""
    return turn.events(Event.SHOT)[0]


def use(bonus: Bonus) -> int:
    """Give the action that uses a bonus."""
    return USE + bonus
