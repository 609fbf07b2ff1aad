"""Lessons and guides over the web. A learner says what they have chosen so far: nothing of it is kept."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from matchday.engine.calls import REFUSALS, Incoming, Language, Model
from matchday.engine.view import View
from matchday.games import game as find_game
from matchday.match import lessons
from matchday.match.guide import guide
from matchday.match.lessons import Standing
from matchday.server.api import AllRooms, Lang
from matchday.server.turns import Ask
from matchday.server.wire import Ply

router = APIRouter(prefix="/api/games/{game}", responses=REFUSALS)

GameName = Annotated[str, Path(max_length=40, description="A game's name")]
LessonName = Annotated[str, Path(max_length=40, description="A lesson's name")]


class Remark(Model):
    """Something that is said to a learner, and the clause to read on at; that may be empty."""

    text: str
    clause: str = ""


class GuideDecision(Model):
    """What is said at a table when a kind of decision is asked for the first time."""

    phase: str
    text: str
    clause: str
    marked: bool
    """Whether what the bots would choose is to be marked."""


class GuideCallout(Model):
    """What a part of a piece means."""

    part: str
    text: str


class GuideInfo(Model):
    """The guide of a game, for whoever plays it for the first time."""

    decisions: list[GuideDecision]
    callouts: list[GuideCallout]


class LessonInfo(Model):
    """A lesson in the list of a game's lessons."""

    name: str
    title: str
    goal: str
    minutes: int
    steps: int


class LessonOrder(Incoming):
    """Where a learner stands: nothing of it is kept by the server."""

    actions: list[Annotated[int, Field(ge=0, lt=2**15)]] = Field(default=[], max_length=200)
    """The learner's own choices so far; only the last may be a wrong one."""
    since: Ply | None = None
    """The last ply that the learner has seen; none for whoever comes to the table."""


class LessonTable(Model):
    """The table of a lesson, and what is said there."""

    views: list[View]
    """Of every ply that the learner has not seen, or for whoever comes to the table the last alone."""
    step: int
    steps: int
    done: bool
    ask: Remark
    """What is to be done, or at the end what was learnt."""
    answer: Remark | None
    """What is said to the step that was just done."""
    wrong: Remark | None
    """What is said to the last choice, if it was a wrong one: it was not played."""
    taken: list[int]
    """The choices that stand."""
    right: list[int]
    """The choices that are right here, the best first."""


@router.get("/guide")
def read_guide(game: GameName, language: Lang = "en") -> GuideInfo:
    """Give what is said at somebody's first tables of a game; nothing where it has no guide."""
    found = guide(find_game(game))
    return GuideInfo(
        decisions=[
            GuideDecision(
                phase=each.phase, text=each.remark.said(language), clause=each.remark.clause, marked=each.marked
            )
            for each in found.decisions
        ],
        callouts=[GuideCallout(part=each.part, text=each.remark.said(language)) for each in found.callouts],
    )


@router.get("/lessons")
def list_lessons(game: GameName, language: Lang = "en") -> list[LessonInfo]:
    """List the lessons of a game in their order; nothing where it has none."""
    return [
        LessonInfo(
            name=each.name,
            title=each.title.said(language),
            goal=each.goal.said(language),
            minutes=each.minutes,
            steps=len(each.steps),
        )
        for each in lessons.lessons(find_game(game))
    ]


@router.post("/lessons/{name}")
async def follow(
    game: GameName, name: LessonName, order: LessonOrder, rooms: AllRooms, language: Lang = "en"
) -> LessonTable:
    """Play a lesson up to where somebody stands, and say what comes next."""
    lesson = lessons.lesson(find_game(game), name)

    def table() -> LessonTable:
        standing = lessons.stand(lesson, order.actions, rooms.players.runner(lesson.game))
        return lesson_table(standing, language, order.since)

    return await rooms.tables.do(Ask(), table)


def lesson_table(standing: Standing, language: Language, since: int | None) -> LessonTable:
    """Tell where somebody stands in a language."""

    def said(remark: lessons.Remark) -> Remark:
        return Remark(text=remark.said(language), clause=remark.clause)

    return LessonTable(
        views=standing.views(language, since),
        step=standing.number,
        steps=len(standing.lesson.steps),
        done=standing.done,
        ask=said(standing.lesson.end if standing.done else standing.ask),
        answer=said(standing.answer) if standing.answer else None,
        wrong=None if standing.objection is None else said(standing.objection),
        taken=standing.taken,
        right=standing.right,
    )
