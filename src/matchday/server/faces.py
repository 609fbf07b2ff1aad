"""What is printed on every card, die and token of a game: for the gallery, and for tables whose views leave it out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from matchday.engine.calls import REFUSALS
from matchday.engine.view import Face
from matchday.games import game as find_game
from matchday.match.faces import Catalogue, catalogue, usual_box
from matchday.server.api import AllRooms, Lang, MatchId

FOREVER = "public, max-age=31536000, immutable"
"""For whoever has named the catalogue by its digest: there will never be another one at that address."""
ASK_AGAIN = "no-cache"

router = APIRouter(prefix="/api", responses=REFUSALS)
Digest = Annotated[str, Query(alias="v", max_length=64, description="The digest that a view gives: lets it be kept")]


@router.get("/games/{game}/faces", response_class=Response, responses={200: {"model": list[Face]}})
def read_faces(game: Annotated[str, Path(max_length=40)], language: Lang = "en", digest: Digest = "") -> Response:
    """Give every card, die and token of a game, each once."""
    found = find_game(game)
    return answer(catalogue(found, usual_box(found), language), digest)


@router.get("/matches/{match_id}/faces", response_class=Response, responses={200: {"model": list[Face]}})
async def read_faces_of_match(
    match_id: MatchId, rooms: AllRooms, language: Lang = "en", digest: Digest = ""
) -> Response:
    """Give the same for a match, whose options may have changed what is printed."""
    room = await rooms.get(match_id)
    return answer(catalogue(room.game, room.match.box, language), digest)


def answer(found: Catalogue, digest: str) -> Response:
    """Send a catalogue, to be kept for good where it was asked for by its digest."""
    headers = {"Cache-Control": FOREVER if digest == found.digest else ASK_AGAIN, "ETag": f'"{found.digest}"'}
    return Response(found.text, media_type="application/json", headers=headers)
