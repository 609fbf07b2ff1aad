"""The deck desk of Kick On over REST: the card set in words, and what is to be said of a deck."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query

from matchday.engine.errors import BoxError, OptionError
from matchday.engine.options import settle
from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.games.kick_on import words
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
from matchday.server.text import LONGEST_NAME, plain
from matchday.server.wire import (
    REFUSALS,
    Bonus,
    CardSetInfo,
    Coded,
    DeckCheck,
    DeckFigures,
    DeckFinding,
    DeckLimits,
    DeckOrder,
    DeckText,
    Language,
    OfferedCard,
    ReadyMadeDeck,
    TypeCount,
    WrittenDeck,
)

KICK_ON = "kick_on"

router = APIRouter(prefix="/api/kick_on", responses=REFUSALS)
Lang = Annotated[Language, Query(alias="lang", description="Language of all words")]


@router.get("/cards")
def card_set(language: Lang = "en") -> CardSetInfo:
    """Give the whole card set, the ready-made decks and what a deck must keep to."""
    return card_set_in(language)


@cache
def card_set_in(language: Language) -> CardSetInfo:
    """Describe the card set in a language."""
    say, desk = Say(language, KICK_ON), Desk(find_game(KICK_ON))
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
    say, desk = Say(language, KICK_ON), Desk(find_game(KICK_ON), settle_rules(order))
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
    options = find_game(KICK_ON).options
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
