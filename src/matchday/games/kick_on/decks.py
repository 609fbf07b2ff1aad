"""Decks of Kick On: how one is written, and everything that can be wrong with it.

A deck is a small TOML file that people read and write:

    name = "Toque"
    starters = ["P34", "P36", "P37", "P39", "P40", "P41", "P43"]
    bench = ["P35", "P38", "P42"]
    cards = ["13 E01", "1 E02", "2 J01"]

Without `starters` and `bench` it names a `squad` of ten, and the line-up is chosen at the table. As the value of an
option a deck is one line, `Toque: P34 P36 … / P35 P38 P42 / 13 E01, E02, 2 J01`. Both say the same.

A deck that breaks the rules can be read, kept and shown; `validate` lists all that is wrong, and no match starts so.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import BoxError
from matchday.engine.record import Array
from matchday.games.kick_on.state import Ability, Box, Position, Rarity, Type

ANY_NUMBER = 999
NAMELESS = "Own deck"


@dataclass(frozen=True)
class Deck:
    """A squad, its starters (none: chosen at the table) and the cards, as ids."""

    name: str
    squad: tuple[str, ...]
    starters: tuple[str, ...] | None
    cards: tuple[str, ...]

    @property
    def bench(self) -> tuple[str, ...]:
        """The squad without the starters."""
        return tuple(player for player in self.squad if player not in (self.starters or ()))


@dataclass(frozen=True)
class Limits:
    """The numbers that a deck must keep to: the rulebook's and the table's house rules."""

    deck: int = 45
    copies: int = 3
    legend_copies: int = 1
    squad: int = 10
    starters: int = 7
    few_energy: int = 8
    energy_copies: int | None = None
    legend_total: int | None = None
    squad_points: int | None = None
    points: tuple[int, int, int, int] = (1, 2, 3, 5)


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong (or, for a warning, unwise), with the ids it is about."""

    code: str
    text: str
    ids: tuple[str, ...] = ()

    @property
    def is_warning(self) -> bool:
        """Whether the deck can be played all the same."""
        return self.code.startswith("W")

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


@dataclass(frozen=True)
class CardSet:
    """The cards and players of a box by their ids."""

    box: Box
    cards: Mapping[str, int]
    """Indices into `box.cards`."""
    players: Mapping[str, int]
    """Indices into `box.players`."""
    types: Mapping[str, Type]
    rarities: Mapping[str, Rarity]
    positions: Mapping[str, Position]
    names: Mapping[str, str]


def text_of(letters: Array) -> str:
    """Read a text that a record keeps as bytes."""
    return bytes(letters).rstrip(b"\0").decode()


def card_set(box: Box) -> CardSet:
    """Give the card set of a box."""
    cards, players = box.cards[: box.kinds], box.players[: box.players_known]
    codes = [text_of(row.code) for row in cards]
    squad = [text_of(row.code) for row in players]
    everything: list[Any] = [*cards, *players]
    return CardSet(
        box=box,
        cards={code: number for number, code in enumerate(codes)},
        players={code: number for number, code in enumerate(squad)},
        types={code: Type(int(row.type)) for code, row in zip(codes, cards, strict=True)},
        rarities={code: Rarity(int(row.rarity)) for code, row in zip(codes + squad, everything, strict=True)},
        positions={code: Position(int(row.position)) for code, row in zip(squad, players, strict=True)},
        names={code: text_of(row.name) for code, row in zip(codes + squad, everything, strict=True)},
    )


# ---------------------------------------------------------------------------------------------- reading and writing


def read_deck(data: Mapping[str, Any], where: str) -> Deck:
    """Make a deck of a file's data; what is not a deck at all raises a `BoxError` with every problem."""
    known = ("name", "style", "starters", "bench", "squad", "cards")
    problems = [f'{where}: no key "{key}" here; {did_you_mean(key, known)}' for key in data if key not in known]

    def ids(key: str) -> tuple[str, ...]:
        found = data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            problems.append(f'{where}: {key}: write it as a list of texts, for example ["P34", "P36"]')
            return ()
        return tuple(item.strip() for item in found)

    name = data.get("name", NAMELESS)
    if not isinstance(name, str):
        problems.append(f"{where}: name: {name!r} is not a text")
    if "bench" in data and "squad" in data:
        problems.append(f"{where}: give either starters and bench, or a squad (with starters or without)")
    starters = ids("starters") if "starters" in data else None
    squad = ids("squad") if "squad" in data else (starters or ()) + ids("bench")
    cards: list[str] = []
    for row in ids("cards"):
        cards += read_row(row, f"{where}: cards", problems)
    if problems:
        raise BoxError(problems)
    return Deck(str(name), squad, starters, tuple(cards))


def read_row(row: str, where: str, problems: list[str]) -> list[str]:
    """Read "3 J09" or "J09"."""
    match row.split():
        case [code]:
            return [code]
        case [number, code] if number.isdecimal() and 1 <= int(number) <= 99:
            return [code] * int(number)
    problems.append(f'{where}: "{row}": write a number and a card, for example "3 J09"')
    return []


def read_deck_file(text: str, where: str) -> Deck:
    """Read the text of a deck file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoxError([f"{where}: not readable as TOML: {error}"]) from None
    return read_deck(data, where)


def read_deck_line(line: str, where: str) -> Deck:
    """Read a deck from one line, `name: starters / bench / cards` or `name: squad / cards`; the name may be missing."""
    name, colon, rest = line.partition(":")
    if not colon:
        name, rest = NAMELESS, line
    parts = [part.strip() for part in rest.split("/")]
    problems: list[str] = []
    if len(parts) not in {2, 3}:
        problems.append(
            f'{where}: write "starters / bench / cards" or "squad / cards", or the name of a ready-made deck'
        )
        raise BoxError(problems)
    cards = [card for row in parts[-1].split(",") if row.strip() for card in read_row(row, where, problems)]
    if problems:
        raise BoxError(problems)
    players = [tuple(part.split()) for part in parts[:-1]]
    if len(players) == 1:
        return Deck(name.strip(), players[0], None, tuple(cards))
    return Deck(name.strip(), players[0] + players[1], players[0], tuple(cards))


def deck_line(deck: Deck) -> str:
    """Write a deck as one line, as options and match files carry it."""
    players = " ".join(deck.squad) if deck.starters is None else f"{' '.join(deck.starters)} / {' '.join(deck.bench)}"
    return f"{deck.name}: {players} / {', '.join(counted(deck.cards))}"


def deck_file(deck: Deck, known: CardSet) -> str:
    """Write a deck as a file, each player and card with its name beside it."""
    lines = [f'name = "{deck.name}"', ""]
    for key, players in (
        [("squad", deck.squad)] if deck.starters is None else [("starters", deck.starters), ("bench", deck.bench)]
    ):
        lines.append(f"{key} = [")
        for player in players:
            note = f"  # {known.positions[player].name} {known.names[player]}" if player in known.players else ""
            lines.append(f'    "{player}",{note}')
        lines.append("]")
    lines += ["", "cards = ["]
    for row in counted(deck.cards):
        code = row.split()[-1]
        note = f"  # {known.names[code]}" if code in known.cards else ""
        lines.append(f'    "{row}",{note}')
    return "\n".join([*lines, "]", ""])


def counted(cards: Sequence[str]) -> list[str]:
    """Write cards as "3 J09", in the order of their first copies."""
    return [f"{number} {card}" for card, number in Counter(cards).items()]


# ---------------------------------------------------------------------------------------------- the rules of a deck


def validate(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """KO-030..035: list all that is wrong, in the order of the codes; without errors the deck is legal."""
    return [*check_cards(known, deck, limits), *check_squad(known, deck, limits), *check_wisdom(known, deck, limits)]


def check_cards(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """KO-007, KO-016, KO-030..032, KO-R01, KO-R02: the cards, and ids that nobody knows."""
    found = []
    everything = (*deck.cards, *deck.squad, *(deck.starters or ()))
    strange = distinct(code for code in everything if code not in known.cards and code not in known.players)
    if strange:
        everyone = [*known.cards, *known.players]
        meant = "; ".join(
            f'no card "{code}", {did_you_mean(code, everyone) if near(code, everyone) else "no id is near"}'
            for code in strange
        )
        found.append(Finding("E01_UNKNOWN_CARD", meant, strange))
    if len(deck.cards) != limits.deck:
        found.append(Finding("E02_DECK_SIZE", f"the deck has {len(deck.cards)} cards, it takes {limits.deck}"))
    players = distinct(code for code in deck.cards if code in known.players)
    if players:
        found.append(
            Finding("E03_PLAYER_IN_DECK", f"players do not go into the deck: {listed(known, players)}", players)
        )
    over = [
        code
        for code, number in Counter(card for card in deck.cards if card in known.cards).items()
        if number > copies_allowed(known, code, limits)
    ]
    many = [code for code in over if known.rarities[code] != Rarity.LEGEND]
    legends = [code for code in over if known.rarities[code] == Rarity.LEGEND]
    if many:
        numbers = ", ".join(f"{deck.cards.count(code)} × {code} {known.names[code]}" for code in many)
        found.append(
            Finding("E04_TOO_MANY_COPIES", f"at most {limits.copies} copies of a card: {numbers}", tuple(many))
        )
    all_legends = [card for card in deck.cards if card in known.cards and known.rarities[card] == Rarity.LEGEND]
    if legends:
        found.append(
            Finding("E05_LEGEND_COPIES", f"at most one copy of a Legend card: {listed(known, legends)}", tuple(legends))
        )
    elif limits.legend_total is not None and len(all_legends) > limits.legend_total:
        text = f"at most {limits.legend_total} Legend card in all at this table: {listed(known, distinct(all_legends))}"
        found.append(Finding("E05_LEGEND_COPIES", text, distinct(all_legends)))
    return found


def copies_allowed(known: CardSet, card: str, limits: Limits) -> int:
    """KO-031, KO-032, KO-R01: how many copies of a card a deck may hold."""
    if known.cards[card] == int(known.box.basic):
        return ANY_NUMBER if limits.energy_copies is None else limits.energy_copies
    return limits.legend_copies if known.rarities[card] == Rarity.LEGEND else limits.copies


def adapted(known: CardSet, deck: Deck, limits: Limits) -> Deck:
    """Fit a ready-made deck to house rules on copies: what is too much makes room for other Energy and its own cards.

    Without such house rules the deck stays as it is. Decks that people bring are never changed.
    """
    kept: list[str] = []

    def take(card: str, number: int) -> None:
        legends = sum(known.rarities[other] == Rarity.LEGEND for other in kept)
        room = min(number, len(deck.cards) - len(kept), copies_allowed(known, card, limits) - kept.count(card))
        if limits.legend_total is not None and known.rarities[card] == Rarity.LEGEND:
            room = min(room, limits.legend_total - legends)
        kept.extend([card] * room)

    if any(card not in known.cards for card in deck.cards):
        return deck
    for card, number in Counter(deck.cards).items():
        take(card, number)
    if len(kept) == len(deck.cards):
        return deck
    energy = [card for card in known.cards if known.types[card] == Type.ENERGY]
    own = sorted(dict.fromkeys(deck.cards), key=lambda card: int(known.box.cards[known.cards[card]].cost))
    for card in [*energy, *own, *known.cards]:
        take(card, len(deck.cards))
    return Deck(deck.name, deck.squad, deck.starters, tuple(kept))


def check_squad(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """KO-007, KO-027, KO-028, KO-033..035: the ten players and the seven who start."""
    found = []
    squad = [player for player in deck.squad if player in known.players]
    if len(deck.squad) != limits.squad:
        found.append(Finding("E06_SQUAD_SIZE", f"the squad has {len(deck.squad)} players, it takes {limits.squad}"))
    others = distinct(code for code in deck.squad if code in known.cards)
    if others:
        found.append(Finding("E07_NOT_A_PLAYER", f"not players: {listed(known, others)}", others))
    twice = tuple(code for code, number in Counter(squad).items() if number > 1)
    if twice:
        found.append(Finding("E08_DUPLICATE_PLAYER", f"every player is one of a kind: {listed(known, twice)}", twice))
    keepers = [player for player in squad if known.positions[player] == Position.GK]
    if len(keepers) != 2:
        text = f"the squad has {len(keepers)} goalkeepers, it takes exactly 2"
        found.append(Finding("E09_GOALKEEPERS", text, tuple(keepers)))
    if deck.starters is not None:
        found += check_starters(known, deck, limits)
    fielded = squad if deck.starters is None else [player for player in deck.starters if player in known.players]
    positions = {known.positions[player] for player in fielded}
    for code, position, name in (
        ("E14_NO_DEFENDER", Position.DF, "defender"),
        ("E15_NO_MIDFIELDER", Position.MF, "midfielder"),
        ("E16_NO_FORWARD", Position.FW, "forward"),
    ):
        if position not in positions:
            found.append(Finding(code, f"at least one {name} must start"))
    points = sum(limits.points[known.rarities[player]] for player in squad)
    if limits.squad_points is not None and points > limits.squad_points:
        text = f"the squad counts {points} points, at most {limits.squad_points} at this table"
        found.append(Finding("E17_SQUAD_POINTS", text))
    return found


def check_starters(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """KO-027, KO-028, KO-034: seven of the ten, one goalkeeper among them and one on the bench."""
    found = []
    starters = deck.starters or ()
    if len(starters) != limits.starters:
        text = f"{len(starters)} players start, it takes {limits.starters}"
        found.append(Finding("E10_STARTERS_SIZE", text))
    strangers = distinct(player for player in starters if player not in deck.squad)
    if strangers:
        text = f"starters who are not in the squad: {listed(known, strangers)}"
        found.append(Finding("E11_STARTER_NOT_IN_SQUAD", text, strangers))
    for code, players, what in (
        ("E12_STARTING_GOALKEEPER", starters, "the starters"),
        ("E13_BENCH_GOALKEEPER", deck.bench, "the bench"),
    ):
        keepers = [player for player in players if player in known.players and known.positions[player] == Position.GK]
        if len(keepers) != 1:
            text = f"{what} must have exactly 1 goalkeeper, not {len(keepers)}"
            found.append(Finding(code, text, tuple(keepers)))
    return found


def check_wisdom(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """What is legal and unwise."""
    types = Counter(known.types[card] for card in deck.cards if card in known.cards)
    found = []
    if not types[Type.PLAY]:
        found.append(Finding("W01_NO_PLAY", "without a Play the team can never attack"))
    if types[Type.ENERGY] < limits.few_energy:
        text = f"only {types[Type.ENERGY]} Energy cards; decks as a rule have {limits.few_energy} or more"
        found.append(Finding("W02_LOW_ENERGY", text))
    return found


def near(code: str, known: Sequence[str]) -> bool:
    """Whether some known id looks like this one."""
    return did_you_mean(code, known).startswith("did")


def distinct(codes: Any) -> tuple[str, ...]:
    """Give each id once, in order."""
    return tuple(dict.fromkeys(codes))


def listed(known: CardSet, codes: Sequence[str]) -> str:
    """List ids with their names."""
    return ", ".join(
        f"{code} {known.names[code]}" if code in known.cards or code in known.players else code for code in codes
    )


# ---------------------------------------------------------------------------------------------- figures


@dataclass(frozen=True)
class Figures:
    """What can be said of a deck before it is played."""

    types: Mapping[Type, int]
    curve: Mapping[int, int]
    """Cost -> how many cards of that cost, Energy left out."""
    opening: Mapping[Type, tuple[float, ...]]
    """Chance of 0, 1, 2 … cards of a type in the opening hand."""
    bonuses: tuple[bool, bool, bool]
    """Nationality, shirt, Captain (KO-041..043); none without named starters."""
    attack: int
    defence: int
    formation: str
    points: int


def figures(known: CardSet, deck: Deck, limits: Limits) -> Figures:
    """Count what a deck holds; the bonus Energy has left it before the opening hand is drawn (KO-R03)."""
    box = known.box
    cards = [card for card in deck.cards if card in known.cards]
    types = Counter(known.types[card] for card in cards)
    curve = Counter(int(box.cards[known.cards[card]].cost) for card in cards if known.types[card] != Type.ENERGY)
    fielded = [box.players[known.players[player]] for player in deck.starters or () if player in known.players]
    outfield = [player for player in fielded if player.position != Position.GK]
    bonuses = (
        bool(fielded) and len({int(player.nation) for player in fielded}) == 1,
        bool(outfield) and len({int(player.shirt) for player in outfield}) == 1,
        any(player.ability == Ability.CAPTAIN for player in fielded),
    )
    taken = min(sum(bonuses), sum(known.cards[card] == int(box.basic) for card in cards))
    hand = int(box.opening_hand)
    opening = {}
    for kind in (Type.ENERGY, Type.PLAY, Type.STRATEGY, Type.FOUL):
        count = types[kind] - (taken if kind == Type.ENERGY else 0)
        opening[kind] = odds(len(cards) - taken, count, hand)
    lines = Counter(Position(int(player.position)) for player in fielded)
    return Figures(
        types={kind: types[kind] for kind in opening},
        curve={cost: curve[cost] for cost in range(max(curve, default=0) + 1)},
        opening=opening,
        bonuses=bonuses,
        attack=sum(int(player.attack) for player in outfield),
        defence=sum(int(player.defence) for player in fielded),
        formation=f"{lines[Position.DF]}-{lines[Position.MF]}-{lines[Position.FW]}" if fielded else "",
        points=sum(limits.points[known.rarities[player]] for player in deck.squad if player in known.players),
    )


def odds(cards: int, wanted: int, drawn: int) -> tuple[float, ...]:
    """Give the chance of 0, 1, 2 … wanted cards among those drawn."""
    if cards < drawn or wanted < 0:
        return ()
    ways = comb(cards, drawn)
    return tuple(comb(wanted, n) * comb(cards - wanted, drawn - n) / ways for n in range(drawn + 1))
