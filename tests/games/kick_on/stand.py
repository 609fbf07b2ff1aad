"""The stand from which Kick On's tests look on: positions with the cards, Energy and dice that a test needs.

Seat 0 is at home and coaches Toque, seat 1 Muralla, unless a test says otherwise:

    Toque    0 GK 0/6  1 DF 1/6 lungs  2 DF 0/6  3 MF 3/2 captain  4 MF 2/1 duo 1  5 MF 2/2  6 FW 4/1 penalty 2
             bench: 7 GK 0/6  8 DF 1/4  9 FW 4/1
    Muralla  0 GK 0/6 saver 1  1 DF 1/5 captain  2 DF 0/5 iron  3 DF 0/4 clean  4 MF 2/2  5 FW 4/1 solo 1  6 FW 5/1
             bench: 7 GK 0/5  8 MF 1/2  9 MF 2/1 joker 1
"""

from __future__ import annotations

from functools import cache
from typing import Any

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.log import Log
from matchday.engine.runner import Runner
from matchday.engine.speech import Say
from matchday.games.kick_on import GAME, rules, words
from matchday.games.kick_on.decks import card_set
from matchday.games.kick_on.rules.moves import put_in_hand, to_showers
from matchday.games.kick_on.rules.questions import ready_energy, tired_energy
from matchday.games.kick_on.rules.totals import attack_total, defence_total
from matchday.games.kick_on.state import DECK, DONE, OWN, PASS, RIVAL, Phase, Stage
from tests.kit import Position

__all__ = ["DONE", "GAME", "OWN", "PASS", "RIVAL", "Phase", "Stage", "Stand"]

WINDOWS = (Phase.RESPONSE, Phase.DEFENCE_WINDOW, Phase.ROLL_WINDOW)


@cache
def box_with(**options: Any) -> Any:
    """The box of these options."""
    return GAME.box(options)


class Stand(Position):
    """A match in the middle: seat 0's team talk in turn 3, with just these cards in hand and this much Energy."""

    def __init__(
        self,
        *,
        hands: tuple[str, str] = ("", ""),
        energy: tuple[int, int] = (6, 6),
        deck: tuple[int, int] = (30, 30),
        seed: int = 1,
        **options: Any,
    ) -> None:
        self.game, self.runner, self.log = GAME, Runner(GAME), Log.new()
        self.box = box_with(**options)  # boxes are never written to, so tests may share them
        self.codes = dict(card_set(self.box).cards)
        self.table = GAME.table_type.new()
        set_key(self.table, seed, 0)
        self.runner.deal(self.box, self.table, self.log)
        table = self.table
        if table.phase != Phase.LINEUP:
            table.waiting = 0
            table.active = table.home = 0
            table.turn = 3
            for seat in range(2):
                self.set_deck(seat, deck[seat])
                self.set_hand(seat, hands[seat])
                self.set_energy(seat, energy[seat])
            self.go(Stage.TALK)

    # ------------------------------------------------------------ laying the table

    def go(self, stage: Stage) -> Stand:
        """Run on from a stage of the turn."""
        self.table.stage = stage
        self.table.waiting = 0
        rules.run_on(self.box, self.table, self.log)
        return self

    def set_hand(self, seat: int, cards: str) -> Stand:
        table = self.table
        table.hand[seat] = 0
        table.hand_count[seat] = table.known[seat] = 0
        for code in cards.split():
            put_in_hand(table, seat, self.codes[code], 0)
        return self

    def set_deck(self, seat: int, cards: int | str) -> Stand:
        """So many Short passes, or the cards named."""
        kinds = [self.codes["J01"]] * cards if isinstance(cards, int) else [self.codes[code] for code in cards.split()]
        table = self.table
        table.pile[seat] = 0
        table.pile[seat, : len(kinds)] = kinds
        table.deck_count[seat] = len(kinds)
        table.shower_count[seat] = 0
        table.layers[seat] = table.dipped[seat] = 0
        return self

    def set_energy(self, seat: int, ready: int, tired: int = 0, captain: int = 0) -> Stand:
        table = self.table
        table.ready[seat] = table.tired[seat] = 0
        table.ready[seat, 0], table.tired[seat, 0] = ready, tired
        table.captain_energy[seat] = captain
        return self

    def set_showers(self, seat: int, cards: str) -> Stand:
        for code in cards.split():
            to_showers(self.table, seat, self.codes[code])
        return self

    def next_dice(self, *faces: int) -> Stand:
        """Key the table so that the next dice show these faces."""
        for number in range(200_000):
            dice = Dice.new()
            set_key(dice, number, 77)
            key, counter = dice.key.copy(), int(dice.counter)
            if all(roll(dice, 6) + 1 == face for face in faces):
                self.table.key[:], self.table.counter = key, counter
                return self
        message = f"no seed gives {faces}"
        raise AssertionError(message)

    # ------------------------------------------------------------ playing

    def cards(self, seat: int, *codes: str) -> Stand:
        """Announce cards."""
        self.play(seat, *(self.codes[code] for code in codes))
        return self

    def own(self, seat: int, *slots: int) -> Stand:
        """Choose own players."""
        self.play(seat, *(OWN + slot for slot in slots))
        return self

    def foul(self, card: str, fouler: int) -> Stand:
        """Let seat 1 announce a Foul; the fouler is named where there is a choice."""
        self.cards(1, card)
        if self.phase == Phase.FOULER:
            self.own(1, fouler)
        return self

    def attack(self, *slots: int, play: str = "J01") -> Stand:
        """Play a Play (unless one lies In Play) and attack with these players; stop where the rival defends."""
        if self.phase == Phase.TALK and not self.table.in_play_count:
            self.cards(0, play)
        self.pass_windows()
        if self.phase == Phase.TALK:
            self.play(0, PASS)
        self.own(0, *slots).play(0, DONE)
        return self

    def defend(self, *slots: int) -> Stand:
        """Choose these defenders."""
        if self.phase == Phase.DEFENDERS:
            self.own(1, *slots).play(1, DONE)
        return self

    def pass_windows(self) -> Stand:
        """Pass wherever somebody could play a card."""
        while self.phase in WINDOWS and self.waiting:
            self.play(self.waiting[0], PASS)
        return self

    def passes(self, *seats: int) -> Stand:
        """Pass in turn, each seat where it is asked."""
        for seat in seats:
            self.play(seat, PASS)
        return self

    # ------------------------------------------------------------ looking

    def hand(self, seat: int) -> list[str]:
        return [self.name(card) for card in self.table.hand[seat, : self.table.hand_count[seat]]]

    def showers(self, seat: int) -> list[str]:
        """The Showers, the oldest card first."""
        count = int(self.table.shower_count[seat])
        return [self.name(card) for card in self.table.pile[seat, DECK - count :]][::-1]

    def deck(self, seat: int) -> list[str]:
        """The deck from its bottom."""
        return [self.name(card) for card in self.table.pile[seat, : self.table.deck_count[seat]]]

    def report(self) -> list[str]:
        """What the last action tells everyone, in words."""
        say = Say("en", GAME.name)
        return [words.event(say, self.box, ["A", "B"], kind, tuple(args)) for kind, *args in self.events()]

    def name(self, card: int) -> str:
        return next(code for code, number in self.codes.items() if number == card)

    def playable(self, seat: int) -> list[str]:
        """The cards that a seat may play now."""
        return [self.name(action) for action in self.legal(seat) if action < PASS]

    def players(self, seat: int) -> list[int]:
        """The own players that a seat may choose now."""
        return [action - OWN for action in self.legal(seat) if OWN <= action < RIVAL]

    def rivals(self, seat: int) -> list[int]:
        """The rival's players that a seat may choose now."""
        return [action - RIVAL for action in self.legal(seat) if action >= RIVAL]

    def ready(self, seat: int) -> int:
        return ready_energy(self.table, seat)

    def tired(self, seat: int) -> int:
        return tired_energy(self.table, seat)

    @property
    def attack_total(self) -> int:
        return attack_total(self.box, self.table)

    @property
    def defence_total(self) -> int:
        return defence_total(self.box, self.table, int(self.table.defenders))

    def is_on(self, seat: int, slot: int) -> bool:
        return bool(int(self.table.pitch[seat]) >> slot & 1)

    def has_attacked(self, seat: int, slot: int) -> bool:
        return bool(int(self.table.attacked[seat]) >> slot & 1)
