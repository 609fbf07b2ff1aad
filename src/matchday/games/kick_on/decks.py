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

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import comb
from typing import Any

from matchday.engine.boxfile import did_you_mean
from matchday.engine.errors import BoxError
from matchday.engine.record import Array
from matchday.engine.speech import Say, mark
from matchday.games.kick_on.state import Ability, Box, Position, Rarity, Type

ANY_NUMBER = 999
SHORT_POSITIONS = (mark("GK"), mark("DF"), mark("MF"), mark("FW"))
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
    told: str
    """The text, marked for translation; `{cards}` stands for the ids with their names."""
    ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """The English names of the ids; an empty one where there is none."""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_warning(self) -> bool:
        """Whether the deck can be played all the same."""
        return self.code.startswith("W")

    def said(self, say: Say) -> str:
        """Put it into words of a language."""
        names = [say(name) for name in self.names] or [""] * len(self.ids)
        cards = ", ".join(f"{code} {name}".strip() for code, name in zip(self.ids, names, strict=True))
        return say(self.told, **{"cards": cards, **self.values})

    @property
    def text(self) -> str:
        """In English."""
        return self.said(Say("en", "kick_on"))

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
    return Deck(" ".join(str(name).split()), squad, starters, tuple(cards))


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
    name, colon, rest = line.rpartition(":")  # a name may have colons of its own, players and cards have none
    if not colon:
        name = NAMELESS
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


def deck_file(deck: Deck, known: CardSet, say: Say) -> str:
    """Write a deck as a file, each player and card with its name beside it."""
    lines = [f"name = {json.dumps(deck.name, ensure_ascii=False)}", ""]  # TOML quotes as JSON does
    for key, players in (
        [("squad", deck.squad)] if deck.starters is None else [("starters", deck.starters), ("bench", deck.bench)]
    ):
        lines.append(f"{key} = [")
        for player in players:
            note = f"  # {position_of(known, player, say)} {known.names[player]}" if player in known.players else ""
            lines.append(f'    "{player}",{note}')
        lines.append("]")
    lines += ["", "cards = ["]
    for row in counted(deck.cards):
        code = row.split()[-1]
        note = f"  # {say(known.names[code])}" if code in known.cards else ""
        lines.append(f'    "{row}",{note}')
    return "\n".join([*lines, "]", ""])


def position_of(known: CardSet, player: str, say: Say) -> str:
    """Say shortly where a player plays."""
    return say(SHORT_POSITIONS[known.positions[player]])


def counted(cards: Sequence[str]) -> list[str]:
    """Write cards as "3 J09", in the order of their first copies."""
    return [f"{number} {card}" for card, number in Counter(cards).items()]


# ---------------------------------------------------------------------------------------------- the rules of a deck


def validate(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """KO-030..035: list all that is wrong, in the order of the codes; without errors the deck is legal."""
    return [*check_cards(known, deck, limits), *check_squad(known, deck, limits), *check_wisdom(known, deck, limits)]


def about(known: CardSet, code: str, told: str, ids: Iterable[str] = (), **values: object) -> Finding:
    """Make a finding about some cards or players, each named once."""
    found = tuple(dict.fromkeys(ids))
    return Finding(code, told, found, tuple(known.names.get(each, "") for each in found), values)


def check_cards(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """KO-007, KO-016, KO-030..032, KO-R01, KO-R02: the cards, and ids that nobody knows."""
    found = []
    everything = (*deck.cards, *deck.squad, *(deck.starters or ()))
    strange = [code for code in everything if code not in known.names]
    if strange:
        found.append(unknown(known, strange))
    if len(deck.cards) != limits.deck:
        told = mark("cards in the deck: {n}, it takes {limit}")
        found.append(about(known, "E02_DECK_SIZE", told, n=len(deck.cards), limit=limits.deck))
    players = [code for code in deck.cards if code in known.players]
    if players:
        found.append(about(known, "E03_PLAYER_IN_DECK", mark("players do not go into the deck: {cards}"), players))
    copies = Counter(card for card in deck.cards if card in known.cards)
    over = [code for code, number in copies.items() if number > copies_allowed(known, code, limits)]
    many = [code for code in over if known.rarities[code] != Rarity.LEGEND]
    legends = [code for code in over if known.rarities[code] == Rarity.LEGEND]
    if many:
        told = mark("too many copies, at most {limit} of a card: {cards}")
        found.append(about(known, "E04_TOO_MANY_COPIES", told, many, limit=limits.copies))
    every_legend = [code for code in copies if known.rarities[code] == Rarity.LEGEND]
    if legends:
        told = mark("more than one copy of a Legend card: {cards}")
        found.append(about(known, "E05_LEGEND_COPIES", told, legends))
    elif limits.legend_total is not None and sum(copies[code] for code in every_legend) > limits.legend_total:
        told = mark("Legend cards at this table, at most {limit} in all: {cards}")
        found.append(about(known, "E05_LEGEND_COPIES", told, every_legend, limit=limits.legend_total))
    return found


def unknown(known: CardSet, strange: Sequence[str]) -> Finding:
    """Name ids that are in no card set, and what may have been meant."""
    near = (get_close_matches(code, known.names, n=1) for code in dict.fromkeys(strange))
    meant = ", ".join(match for matches in near for match in matches)
    if meant:
        told = mark("no such cards: {cards}; perhaps {meant}")
        return about(known, "E01_UNKNOWN_CARD", told, strange, meant=meant)
    return about(known, "E01_UNKNOWN_CARD", mark("no such cards: {cards}"), strange)


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
        told = mark("players in the squad: {n}, it takes {limit}")
        found.append(about(known, "E06_SQUAD_SIZE", told, n=len(deck.squad), limit=limits.squad))
    others = [code for code in deck.squad if code in known.cards]
    if others:
        found.append(about(known, "E07_NOT_A_PLAYER", mark("not players: {cards}"), others))
    named = (Counter(squad) | Counter(deck.starters or ())).items()
    twice = [code for code, number in named if number > 1 and code in known.players]
    if twice:
        found.append(about(known, "E08_DUPLICATE_PLAYER", mark("every player is one of a kind: {cards}"), twice))
    keepers = [player for player in squad if known.positions[player] == Position.GK]
    if len(keepers) != 2:
        told = mark("goalkeepers in the squad: {n}, it takes exactly 2")
        found.append(about(known, "E09_GOALKEEPERS", told, keepers, n=len(keepers)))
    if deck.starters is not None:
        found += check_starters(known, deck, limits)
    fielded = squad if deck.starters is None else [player for player in deck.starters if player in known.players]
    positions = {known.positions[player] for player in fielded}
    for code, position, told in (
        ("E14_NO_DEFENDER", Position.DF, mark("at least one defender must start")),
        ("E15_NO_MIDFIELDER", Position.MF, mark("at least one midfielder must start")),
        ("E16_NO_FORWARD", Position.FW, mark("at least one forward must start")),
    ):
        if position not in positions:
            found.append(about(known, code, told))
    points = sum(limits.points[known.rarities[player]] for player in squad)
    if limits.squad_points is not None and points > limits.squad_points:
        told = mark("points of the squad: {n}, at most {limit} at this table")
        found.append(about(known, "E17_SQUAD_POINTS", told, n=points, limit=limits.squad_points))
    return found


def check_starters(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """KO-027, KO-028, KO-034: seven of the ten, one goalkeeper among them and one on the bench."""
    found = []
    starters = deck.starters or ()
    if len(starters) != limits.starters:
        told = mark("players who start: {n}, it takes {limit}")
        found.append(about(known, "E10_STARTERS_SIZE", told, n=len(starters), limit=limits.starters))
    strangers = [player for player in starters if player not in deck.squad]
    if strangers:
        told = mark("starters who are not in the squad: {cards}")
        found.append(about(known, "E11_STARTER_NOT_IN_SQUAD", told, strangers))
    for code, players, told in (
        ("E12_STARTING_GOALKEEPER", starters, mark("goalkeepers among the starters: {n}, it takes exactly 1")),
        ("E13_BENCH_GOALKEEPER", deck.bench, mark("goalkeepers on the bench: {n}, it takes exactly 1")),
    ):
        keepers = [player for player in players if player in known.players and known.positions[player] == Position.GK]
        if len(keepers) != 1:
            found.append(about(known, code, told, keepers, n=len(keepers)))
    return found


def check_wisdom(known: CardSet, deck: Deck, limits: Limits) -> list[Finding]:
    """What is legal and unwise."""
    types = Counter(known.types[card] for card in deck.cards if card in known.cards)
    found = []
    if not types[Type.PLAY]:
        found.append(about(known, "W01_NO_PLAY", mark("without a Play the team can never attack")))
    if types[Type.ENERGY] < limits.few_energy:
        told = mark("Energy cards: {n}; decks as a rule have {limit} or more")
        found.append(about(known, "W02_LOW_ENERGY", told, n=types[Type.ENERGY], limit=limits.few_energy))
    return found


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
