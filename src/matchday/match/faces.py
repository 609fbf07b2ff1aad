"""The catalogue of faces: what is printed on the pieces of a box, told once instead of in every view.

Views are made without their print, as they go over the wire; `whole` puts it back for whoever has no catalogue.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from matchday.engine.game import Game
from matchday.engine.reading import printed, readable_box
from matchday.engine.speech import Say
from matchday.engine.view import Face, Piece, Print, Zone

DIGITS = 16


@dataclass(frozen=True)
class Catalogue:
    """Every face of a box in one language."""

    faces: dict[tuple[str, str], Face]
    """By kind and code."""
    text: bytes
    """The same as JSON, as it is sent."""
    digest: str

    def whole(self, zones: Iterable[Zone]) -> list[Zone]:
        """Print on pieces what their faces say."""
        return [zone.but(pieces=[self.printed(piece) for piece in zone.pieces]) for zone in zones]

    def printed(self, piece: Piece) -> Piece:
        """Print on one piece what its face says, if it shows one that is printed."""
        face = self.faces.get((piece.kind, piece.face or ""))
        return piece.printed(face) if face else piece


def catalogue(game: Game, box: Any, language: str) -> Catalogue:
    """Give every face of a box; it is made once for all equal boxes."""
    return written(Say(language, game.name), readable_box(box), game)


@printed
def written(say: Say, box: Any, game: Game) -> Catalogue:
    """Write down every face of a box."""
    faces = game.faces(say, box)
    text = msgspec.json.encode(faces)
    digest = hashlib.sha256(text).hexdigest()[:DIGITS]
    return Catalogue({(face.kind, face.code): face for face in faces}, text, digest)


@printed
def print_of(say: Say, box: Any, game: Game) -> Print | None:
    """Tell where the faces of a box are to be had, with the game or with the match; None if it has none."""
    found = written(say, box, game)
    if not found.faces:
        return None
    is_usual = found.digest == catalogue(game, usual_box(game), say.language).digest
    return Print(by="game" if is_usual else "match", language=say.language, digest=found.digest)


@cache
def usual_box(game: Game) -> Any:
    """Give the box of a game as it is without any option."""
    return game.box()
