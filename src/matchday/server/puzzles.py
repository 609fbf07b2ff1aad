"""Puzzles over the web: a position as its seat sees it, hints in steps, and the answer after a try."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import Field

from matchday.engine.calls import REFUSALS, Incoming, Model
from matchday.engine.errors import IllegalAction
from matchday.engine.speech import Say, mark
from matchday.engine.view import View
from matchday.games import game as find_game
from matchday.match.match import Match
from matchday.match.puzzles import DIFFICULTY, Puzzle, explanation, goal, hints, labels, position, puzzle, puzzles
from matchday.server.api import AllRooms, Lang, unless_gone
from matchday.server.problems import BadRequest
from matchday.server.rooms import Rooms
from matchday.server.turns import Ask

POSITIONS = 64
"""Positions that are kept ready."""
TOLD = 40
"""Plies of the past that are told with a position."""

router = APIRouter(prefix="/api/games/{game}/puzzles", responses=REFUSALS)
GameName = Annotated[str, Path(max_length=40, description="A game's name")]
PuzzleName = Annotated[str, Path(max_length=40, description="A puzzle's id")]


class PuzzleRow(Model):
    """One puzzle in a list."""

    id: str
    difficulty: Literal[1, 2, 3]
    label: str
    """The difficulty in words."""


class PuzzleInfo(PuzzleRow):
    """A puzzle to be solved."""

    goal: str
    """What is to be found."""
    hints: int
    """How many hints there are."""
    view: View
    """What the seat sees, and what it may do."""


class PuzzleHint(Model):
    """One hint."""

    text: str
    left: list[int]
    """The actions among which the answer is."""


class PuzzleTry(Incoming):
    """What somebody takes for the answer."""

    action: Annotated[int, Field(ge=0, le=100_000)]


class RankedChoice(Model):
    """What one choice is worth."""

    action: int
    label: str
    share: float
    """Its expected share of the win."""


class PuzzleAnswer(Model):
    """Whether a try was right, and why."""

    right: bool
    best: int
    told: list[str]
    """The explanation, sentence by sentence."""
    ranked: list[RankedChoice]
    """All choices, the best first."""


@router.get("")
def list_puzzles(game: GameName, language: Lang = "en") -> list[PuzzleRow]:
    """List the puzzles of a game, the easiest first; nothing where it has none."""
    say = Say(language)
    return [row(each, say) for each in puzzles(find_game(game)).values()]


def row(found: Puzzle, say: Say) -> PuzzleRow:
    """Tell how hard a puzzle is."""
    grade = found.difficulty
    return PuzzleRow(id=found.id, difficulty=grade, label=say(DIFFICULTY[grade]))


@router.get("/{name}")
async def read_puzzle(
    request: Request, game: GameName, name: PuzzleName, rooms: AllRooms, language: Lang = "en"
) -> PuzzleInfo:
    """Show a position to its seat."""
    found = puzzle(find_game(game), name)
    match = await unless_gone(request, placed(rooms, found))
    say = Say(language, match.game.name)
    view = await unless_gone(request, rooms.look(match, found.seat, language, max(0, match.ply - TOLD)))
    return PuzzleInfo(
        **row(found, say).model_dump(),
        goal=goal(found, match, say),
        hints=len(hints(found, match, say)),
        view=view.but(can_undo=False),
    )


@router.get("/{name}/hints/{step}")
async def read_hint(
    request: Request,
    game: GameName,
    name: PuzzleName,
    step: Annotated[int, Path(ge=1, le=9, description="Which hint, from 1")],
    rooms: AllRooms,
    language: Lang = "en",
) -> PuzzleHint:
    """Give one hint after the other; the last leaves two choices at least."""
    found = puzzle(find_game(game), name)
    match = await unless_gone(request, placed(rooms, found))
    steps = hints(found, match, Say(language, match.game.name))
    if step > len(steps):
        raise BadRequest(mark("There are no more hints."))
    text, left = steps[step - 1]
    return PuzzleHint(text=text, left=list(left))


@router.post("/{name}")
async def try_puzzle(
    request: Request, game: GameName, name: PuzzleName, tried: PuzzleTry, rooms: AllRooms, language: Lang = "en"
) -> PuzzleAnswer:
    """Tell whether a choice is the answer, and why."""
    found = puzzle(find_game(game), name)
    match = await unless_gone(request, placed(rooms, found))
    named = labels(found, match, say := Say(language, match.game.name))
    if tried.action not in named:
        raise IllegalAction(tried.action, list(named))
    return PuzzleAnswer(
        right=tried.action == found.best,
        best=found.best,
        told=explanation(found, match, say, tried.action),
        ranked=[RankedChoice(action=action, label=named[action], share=share / 1000) for action, share in found.ranked],
    )


async def placed(rooms: Rooms, found: Puzzle) -> Match:
    """Give a puzzle's position, played out beside the event loop where it is not at hand."""
    ready = rooms.positions
    if found.id not in ready:
        match = await rooms.tables.do(Ask(), position, found, rooms.players.runner(find_game(found.game)))
        if len(ready) >= POSITIONS:
            del ready[next(iter(ready))]
        ready[found.id] = match
    return ready[found.id].copy()
