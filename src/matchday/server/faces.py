"""Every card and die of a game as it is printed, for the gallery: what anybody sees who opens the box."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, cast

from fastapi import APIRouter, Path, Query

from matchday.engine.calls import REFUSALS, Language
from matchday.engine.speech import Say
from matchday.engine.view import Piece
from matchday.games import game as find_game
from matchday.games.kick_on.web import card_set_in
from matchday.games.kickards import view as kickards
from matchday.games.mcs import view as mcs
from matchday.games.mcs.state import Table
from matchday.games.pilka_w_grze import view as pilka_w_grze
from matchday.games.super_goal import view as super_goal
from matchday.games.super_goal.state import Die
from matchday.games.super_goal.state import Table as Pitch
from matchday.match.match import Match

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.get("/games/{game}/faces")
def read_faces(
    game: Annotated[str, Path(max_length=40)],
    language: Annotated[Language, Query(alias="lang", description="Language of all words")] = "en",
) -> list[Piece]:
    """Give every card and die of a game, each once."""
    return faces(find_game(game).name, language)


@cache
def faces(game: str, language: Language) -> list[Piece]:
    """Print the cards of a game in a language."""
    return PRINTERS[game](language)


def of_kick_on(language: Language) -> list[Piece]:
    """Players, then deck cards."""
    found = card_set_in(language)
    return [*found.players, *(offered.piece for offered in found.cards)]


def of_kickards(language: Language) -> list[Piece]:
    """Footballers, then events."""
    say, box = Say(language, "kickards"), find_game("kickards").box()
    people = [kickards.footballer(say, box, card, f"footballer.{card}") for card in range(len(box.footballers))]
    events = [kickards.event_piece(say, box, card + 1, f"event.{card}") for card in range(len(box.event))]
    return once([*people, *events])


def of_mcs(language: Language) -> list[Piece]:
    """Riders, fight cards and the coach card."""
    match = Match(find_game("mcs"), {}, "gallery")
    say, box = Say(language, "mcs"), match.box
    table = cast("Table", match.table)
    riders = [mcs.rider_piece(say, box, table, rider, f"rider.{rider}", []) for rider in range(len(box.number))]
    cards = [mcs.card_piece(say, box, card, f"card.{card}") for card in range(int(box.total))]
    return once([*riders, *cards])


def of_pilka_w_grze(language: Language) -> list[Piece]:
    """Give the two-way cards."""
    say, box = Say(language, "pilka_w_grze"), find_game("pilka_w_grze").box()
    return once([pilka_w_grze.card_piece(say, box, card, f"card.{card}") for card in range(int(box.kinds))])


def of_super_goal(language: Language) -> list[Piece]:
    """Give the dice, with all their faces."""
    match = Match(find_game("super_goal"), {}, "gallery")
    say, box = Say(language, "super_goal"), match.box
    table = cast("Pitch", match.table)
    dice = [super_goal.die_piece(say, box, table, die) for die in Die if die != Die.CHAMPION]
    return [*dice, super_goal.champion_piece(say, box, table)]


def once(pieces: list[Piece]) -> list[Piece]:
    """Leave out empty rows and further copies."""
    return list({(piece.kind, piece.face): piece for piece in reversed(pieces) if piece.face}.values())[::-1]


PRINTERS: dict[str, Callable[[Language], list[Piece]]] = {
    "kick_on": of_kick_on,
    "kickards": of_kickards,
    "mcs": of_mcs,
    "pilka_w_grze": of_pilka_w_grze,
    "super_goal": of_super_goal,
}
