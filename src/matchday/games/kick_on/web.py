"""The deck desk over the web: the card set in words, and what is to be said of a deck."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Query
from pydantic import Field

from matchday.engine.calls import Coded, Incoming, Language, Model, OptionText, Value
from matchday.engine.errors import BoxError, OptionError
from matchday.engine.options import settle
from matchday.engine.speech import Say
from matchday.engine.text import LONGEST_NAME, plain
from matchday.engine.view import Piece
from matchday.games.kick_on import GAME, words
from matchday.games.kick_on.decks import (
    ANY_NUMBER,
    NAMELESS,
    Deck,
    Figures,
    copies_allowed,
    deck_file,
    deck_line,
    read_deck_file,
    read_deck_line,
)
from matchday.games.kick_on.desk import BONUSES, Desk
from matchday.games.kick_on.faces import card_face, player_face, whole
from matchday.games.kick_on.state import Position

router = APIRouter()
Lang = Annotated[Language, Query(alias="lang", description="Language of all words")]
CardId: TypeAlias = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\s,/:\"\\\x00-\x1f]+$")]


class OfferedCard(Model):
    """A card of the set."""

    piece: Piece
    most: int
    """How many copies a deck may hold."""


class DeckLimits(Model):
    """The numbers that a deck must keep to, house rules apart."""

    deck: int
    copies: int
    legend_copies: int
    squad: int
    starters: int


class WrittenDeck(Model):
    """A deck as ids."""

    name: str
    squad: list[str]
    starters: list[str] | None
    """Some of the squad; none where the line-up is chosen at the table."""
    cards: dict[str, int]
    """Id to copies."""


class ReadyMadeDeck(Model):
    """A deck that comes with the game."""

    option: str
    """The value of the option `deck_0` or `deck_1` that plays it."""
    label: str
    deck: WrittenDeck


class CardSetInfo(Model):
    """Everything on the shelf: cards and players as they look on the table, ready-made decks, labels to filter by."""

    cards: list[OfferedCard]
    players: list[Piece]
    decks: list[ReadyMadeDeck]
    limits: DeckLimits
    types: list[Coded]
    rarities: list[Coded]
    positions: list[Coded]


class DeckOrder(Incoming):
    """A deck to be checked, whatever is wrong with it."""

    name: str = Field(default="", max_length=200)
    squad: list[CardId] = Field(default=[], max_length=100)
    starters: list[CardId] | None = Field(default=None, max_length=100)
    cards: dict[CardId, Annotated[int, Field(ge=1, le=99)]] = Field(default={}, max_length=200)
    options: dict[Annotated[str, Field(max_length=60)], Value] = Field(default={}, max_length=200)
    """The house rules of the table it is meant for."""


class DeckText(Incoming):
    """A deck file, or a deck in one line."""

    text: OptionText


class DeckFinding(Model):
    """One thing that is wrong with a deck, or unwise."""

    code: str
    text: str
    warning: bool
    """Whether the deck can be played all the same."""
    ids: list[str]
    """The cards and players it is about."""


class TypeCount(Model):
    """The cards of one type in a deck."""

    type: str
    label: str
    count: int
    opening: list[float]
    """Chance of 0, 1, 2 … of them in the opening hand; empty while the deck is too small for one."""


class Bonus(Model):
    """A bonus for the line-up."""

    label: str
    met: bool


class DeckFigures(Model):
    """What can be said of a deck before it is played."""

    types: list[TypeCount]
    curve: list[int]
    """How many cards cost 0, 1, 2 …, Energy left out."""
    bonuses: list[Bonus]
    attack: int
    """Of the starters in the field."""
    defence: int
    """Of all starters."""
    formation: str
    points: int


class DeckCheck(Model):
    """All that is to be said of a deck."""

    legal: bool
    findings: list[DeckFinding]
    figures: DeckFigures
    option: str
    """The value of the option `deck_0` or `deck_1` that plays it."""
    file: str
    """The text of its file, to be kept."""


# ---------------------------------------------------------------- the calls


@router.get("/cards")
def card_set(language: Lang = "en") -> CardSetInfo:
    """Give the whole card set, the ready-made decks and what a deck must keep to."""
    return card_set_in(language)


@cache
def card_set_in(language: Language) -> CardSetInfo:
    """Describe the card set in a language."""
    say, desk = Say(language, GAME.name), Desk(GAME)
    known, limits = desk.known, desk.limits
    return CardSetInfo(
        cards=[
            OfferedCard(piece=whole(card_face(say, known.box, number)), most=most_copies(desk, code))
            for code, number in known.cards.items()
        ],
        players=[whole(player_face(say, known.box, number)) for number in known.players.values()],
        decks=[
            ReadyMadeDeck(option=name, label=words.value(say, "deck_0", name), deck=written(desk.ready_made(name)))
            for name in desk.names
        ],
        limits=DeckLimits(
            deck=limits.deck,
            copies=limits.copies,
            legend_copies=limits.legend_copies,
            squad=limits.squad,
            starters=limits.starters,
        ),
        types=[coded(kind.name.lower(), say(words.TYPES[kind])) for kind in sorted(set(known.types.values()))],
        rarities=[coded(rarity.name.lower(), say(label)) for rarity, label in words.RARITIES.items()],
        positions=[coded(Position(number).name, say(label)) for number, label in enumerate(words.POSITIONS)],
    )


def coded(code: str, label: str) -> Coded:
    """Pair a code with its label."""
    return Coded(code=code, label=label)


def most_copies(desk: Desk, code: str) -> int:
    """Tell how many copies a deck may hold."""
    allowed = copies_allowed(desk.known, code, desk.limits)
    return desk.limits.deck if allowed == ANY_NUMBER else allowed


def written(deck: Deck) -> WrittenDeck:
    """Write a deck as the client keeps it."""
    starters = None if deck.starters is None else list(deck.starters)
    return WrittenDeck(name=deck.name, squad=list(deck.squad), starters=starters, cards=dict(Counter(deck.cards)))


@router.post("/decks/check")
def check_deck(order: DeckOrder, language: Lang = "en") -> DeckCheck:
    """Tell all that is wrong with a deck, its figures, and how it is written down: quick enough for every change."""
    say, desk = Say(language, GAME.name), Desk(GAME, settle_rules(order))
    deck = deck_of(order)
    findings = desk.findings(deck)
    return DeckCheck(
        legal=all(finding.is_warning for finding in findings),
        findings=[
            DeckFinding(code=finding.code, text=finding.said(say), warning=finding.is_warning, ids=list(finding.ids))
            for finding in findings
        ],
        figures=deck_figures(say, desk.figures(deck)),
        option=deck_line(deck),
        file=deck_file(deck, desk.known, say),
    )


def settle_rules(order: DeckOrder) -> dict[str, bool | int | str]:
    """Take the house rules of the table that the deck is meant for; other options do not matter here."""
    options = GAME.options
    wrong = [f'"{name}" is no house rule about decks' for name in order.options if name not in options]
    if wrong:
        raise OptionError(wrong)
    rules = {name: value for name, value in order.options.items() if not name.startswith("deck_")}
    return settle(options, rules)


def deck_of(order: DeckOrder) -> Deck:
    """Read a deck from what the client keeps. A name must not break the line that options and files carry."""
    name = plain(order.name, LONGEST_NAME).translate({ord(sign): " " for sign in ':/"\\'})
    cards = tuple(code for code, number in order.cards.items() for _ in range(number))
    starters = None if order.starters is None else tuple(order.starters)
    return Deck(" ".join(name.split()) or NAMELESS, tuple(order.squad), starters, cards)


def deck_figures(say: Say, numbers: Figures) -> DeckFigures:
    """Put a deck's figures on the wire."""
    return DeckFigures(
        types=[
            TypeCount(
                type=kind.name.lower(), label=say(words.TYPES[kind]), count=count, opening=list(numbers.opening[kind])
            )
            for kind, count in numbers.types.items()
        ],
        curve=[numbers.curve[cost] for cost in sorted(numbers.curve)],
        bonuses=[Bonus(label=say(label), met=met) for label, met in zip(BONUSES, numbers.bonuses, strict=True)],
        attack=numbers.attack,
        defence=numbers.defence,
        formation=numbers.formation,
        points=numbers.points,
    )


@router.post("/decks/read")
def read_deck(order: DeckText) -> WrittenDeck:
    """Read a deck file, or a deck written in one line; what is no deck at all is told in words."""
    text = order.text.strip()
    if "\n" in text or text.startswith("name"):
        return written(read_deck_file(text, "deck"))
    if not text:
        raise BoxError(["deck: there is nothing in it"])
    return written(read_deck_line(text, "deck"))
