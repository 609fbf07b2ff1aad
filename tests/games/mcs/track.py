"""A heat set up by hand: riders, hands and lap cards as text.

`Track("R19 W14 B12 Y01", laps="SB", hands={"host": "33O zV", "guest": "dO"})` is a heat in which these riders have just
left the gate; the first lap is a straight, the second a bend. Seats are named by what they ride: "R", "Y", "host".
"""

from __future__ import annotations

from typing import Any

from matchday.engine.record import read_text
from matchday.games import game
from matchday.games.mcs import words
from matchday.games.mcs.state import CARDS, COLOURS, EXTRA, LAPS, RIDERS, Phase
from tests.kit import Position

GAME = game("mcs")
LETTERS = "RBYW"
KINDS = "SBF"
CODES = [read_text(card.code) for card in GAME.box().cards]
SIDES = {"host": "R", "guest": "Y"}
FOUR_WAY = {"players": 4, "four_players": "fourway"}
PAIRS = {"players": 4, "four_players": "pairs"}
SOLO = {"players": 3}


def card(code: str) -> int:
    """Give a card by its code."""
    return CODES.index(code)


def riders(codes: str) -> tuple[int, ...]:
    """Give riders by their codes, as events tell them."""
    return tuple(words.rider_codes(words.UNSAID, GAME.box(), RIDERS).index(code) for code in codes.split())


class Track(Position):
    """A heat that has just begun."""

    def __init__(
        self,
        riders: str = "R19 W14 B12 Y01",
        *,
        laps: str = "F",
        hands: dict[str, str] | None = None,
        seed: int = 1,
        data: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(GAME, seed, data, **{"seating": "fixed", **options})
        seats = int(self.box.seats)
        self.table.seat_of[:] = {2: [0, 0, 1, 1], 3: [0, 0, 1, 2], 4: [0, 1, 2, 3]}[seats]
        if hands is not None:
            self.give(hands)
        self.coming(laps)
        if riders:
            self.line_up(riders)

    def seat(self, who: str) -> int:
        """Give a seat by its colour or side."""
        return int(self.table.seat_of[LETTERS.index(SIDES.get(who, who))])

    def give(self, hands: dict[str, str]) -> None:
        """Put all cards back and give these hands; who is not named gets none."""
        held = {self.seat(who): sorted(card(code) for code in codes.split()) for who, codes in hands.items()}
        taken = {number for cards in held.values() for number in cards}
        table = self.table
        table.hand[:], table.hand_count[:], table.cards[:], table.known[:] = 0, 0, 0, 0
        table.used_count = table.chain_count = 0
        for seat, cards in held.items():
            table.hand[seat, : len(cards)] = cards
            table.hand_count[seat] = len(cards)
        rest = [number for number in range(CARDS) if number not in taken]
        table.cards[: len(rest)] = rest
        table.deck_count = len(rest)

    def coming(self, laps: str) -> None:
        """Let the next laps be of these kinds: S straight, B bend, F finish."""
        for deck, kind in zip(range(int(self.table.lap) % EXTRA, LAPS), laps, strict=False):
            self.table.laps[deck] = 0
            self.table.laps[deck, KINDS.index(kind)] = 20

    def line_up(self, riders: str) -> None:
        """Send these riders to the gate."""
        for code in sorted(riders.split(), key=lambda code: LETTERS.index(code[0])):
            self.do(code[0], f"pick:{code}")

    def choices(self, who: str | int) -> list[str]:
        """List what a seat may do, as text."""
        seat = who if isinstance(who, int) else self.seat(who)
        return [GAME.words.notation(self.box, action) for action in self.legal(seat)]

    def do(self, who: str | int, *actions: str) -> Track:
        """Play actions given as text."""
        seat = who if isinstance(who, int) else self.seat(who)
        for action in actions:
            allowed = self.choices(seat)
            assert action in allowed, f"{who} may not {action} in {self.phase!r}: {allowed}"
            self.play(seat, self.legal(seat)[allowed.index(action)])
        return self

    @property
    def order(self) -> str:
        """The riders from the first place down."""
        return "".join(LETTERS[colour] for colour in self.table.order[: self.table.racing])

    @property
    def out(self) -> str:
        """The riders who are out, in the order of retirement."""
        return "".join(LETTERS[colour] for colour in self.table.out[: self.table.retired])

    @property
    def asked(self) -> str:
        """Whom the table waits for, as the first colour of each seat."""
        return "".join(LETTERS[list(self.table.seat_of).index(seat)] for seat in self.waiting)

    def hand(self, who: str) -> list[str]:
        """The cards of a seat."""
        seat = self.seat(who)
        return [CODES[number] for number in self.table.hand[seat, : self.table.hand_count[seat]]]

    @property
    def used(self) -> set[str]:
        """The used pile."""
        return {CODES[number] for number in self.table.cards[CARDS - int(self.table.used_count) :]}

    @property
    def points(self) -> dict[str, int]:
        """The points of each colour."""
        return {LETTERS[colour]: int(self.table.points[colour]) for colour in range(COLOURS)}

    def rider_codes(self, who: str) -> list[str]:
        """The riders left in the pool of a colour."""
        colour = LETTERS.index(who)
        numbers = [self.box.number[colour * RIDERS + place] for place in range(RIDERS)]
        return [f"{who}{number:02d}" for place, number in enumerate(numbers) if self.table.pool[colour] >> place & 1]

    def pass_all(self) -> Track:
        """Let everyone pass until the phase is another, or riders are picked."""
        while "pass" in {choice for seat in self.waiting for choice in self.choices(seat)}:
            self.do(self.waiting[0], "pass")
        return self

    def finish_heat(self) -> Track:
        """Run the heat to its end without a card: exchanges are declined."""
        while self.phase not in {Phase.PICK, Phase.OVER}:
            seat = self.waiting[0]
            quiet = [choice for choice in self.choices(seat) if choice in {"pass", "done", "decline"}]
            self.do(seat, quiet[0] if quiet else self.choices(seat)[0])
        return self
