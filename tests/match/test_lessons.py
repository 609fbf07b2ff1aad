"""Lessons by doing: every lesson of every game is played through, right and wrong, in every language."""

from __future__ import annotations

import re

import pytest

from matchday.engine.errors import BoxError, IllegalAction
from matchday.engine.speech import LANGUAGES
from matchday.games import GAMES, game
from matchday.match.guide import Guide, guide
from matchday.match.lessons import (
    MOST_ACTIONS,
    Lesson,
    LessonError,
    Remark,
    Standing,
    UnknownLesson,
    lesson,
    lessons,
    read_lessons,
    stand,
)
from matchday.match.reference import clauses

ALL = [pytest.param(each, id=f"{name}-{each.name}") for name in GAMES for each in lessons(game(name))]
OURS = [name for name in GAMES if not game(name).is_draft and game(name).folder.parent.name == "games"]


def remarks(each: Lesson) -> list[Remark]:
    said = [each.title, each.goal, each.end]
    for step in each.steps:
        said += [step.ask, step.answer, *(wrong.remark for wrong in step.wrong)]
    return [remark for remark in said if remark]


@pytest.mark.parametrize("name", OURS)
def test_each_game_of_ours_has_a_short_course(name):
    course = lessons(game(name))
    assert 3 <= len(course) <= 7
    assert all(1 <= each.minutes <= 3 for each in course)


@pytest.mark.parametrize("name", OURS)
def test_each_variant_of_the_rulebook_is_played_in_a_lesson(name):
    taught = {option for each in lessons(game(name)) for option in each.options}
    assert {option.name for option in game(name).options.values() if option.variant} <= taught


@pytest.mark.parametrize("each", ALL)
def test_all_is_said_in_every_language_and_leads_to_clauses(each):
    known = clauses(each.game)
    for remark in remarks(each):
        assert set(remark.texts) == set(LANGUAGES), remark.texts
        assert len(set(remark.texts.values())) == len(LANGUAGES), remark.texts
        assert all(text == text.strip() and "  " not in text for text in remark.texts.values())
        assert not remark.clause or remark.clause in known
    assert each.steps[0].ask


@pytest.mark.parametrize("each", ALL)
def test_whoever_does_what_is_asked_comes_to_the_end(each):
    standing = Standing(each)
    while not standing.done:
        step, seat = standing.number, each.seat
        shown = standing.views("en")[-1]
        offered = {choice.action for choice in shown.choices}
        assert standing.right[0] in offered
        assert not shown.can_undo
        before = standing.match.digest()
        for action in sorted(offered):
            if not standing.step.accepts(standing.notation(action)):
                standing.take(action)
                assert standing.objection, f"step {step + 1}: nothing is said to {standing.notation(action)}"
                assert (standing.match.digest(), standing.number) == (before, step)
        assert seat in standing.match.waiting
        standing.take(standing.right[0])
        assert standing.objection is None
        assert len(standing.taken) < MOST_ACTIONS
    for language in LANGUAGES:
        assert each.end.said(language)
        assert standing.views(language)[-1].choices == []
    assert stand(each, standing.taken).match.digest() == standing.match.digest()


def seconds(remarks: list[Remark], decisions: int, language: str) -> float:
    """What it takes somebody who reads at leisure and looks at the table before each choice."""
    words = sum(len(remark.said(language).split()) for remark in remarks)
    return 60 * words / 200 + 5 * decisions


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("each", ALL)
def test_nobody_reads_longer_than_a_lesson_says(each, language):
    standing, said = Standing(each), [each.steps[0].ask]
    assert seconds(said, 1, language) < 30, "the first own move comes within half a minute"
    while not standing.done:
        standing.take(standing.right[0])
        said += [standing.answer, *([] if standing.done else [standing.step.ask])]
    assert seconds([*said, each.end], len(standing.taken), language) <= 60 * each.minutes


@pytest.mark.parametrize("each", ALL)
def test_every_right_answer_leads_on(each):
    """Where several answers are right, each of them comes to the end with whatever is right after it."""
    seen = set()
    open_ends = [Standing(each)]
    while open_ends:
        standing = open_ends.pop()
        if standing.done or (standing.number, standing.match.digest()) in seen:
            continue
        seen.add((standing.number, standing.match.digest()))
        few = standing.right if standing.step.play else standing.right[:1]
        open_ends += [stand(each, [*standing.taken, action]) for action in few]
    assert seen


def test_what_happens_is_shown_ply_by_ply():
    standing = stand(lesson(game("pilka_w_grze"), "attack"), [])
    began = standing.match.ply
    standing.take(standing.right[0])
    plies = [view.ply for view in standing.views("pl", began)]
    assert plies == [began + 1, began + 2]
    assert [bool(view.choices) for view in standing.views("pl", began)] == [False, True]


def test_a_hand_grows_with_what_is_needed():
    standing = Standing(lesson(game("pilka_w_grze"), "attack"))
    sizes = []
    while not standing.done:
        sizes.append(len(next(zone for zone in standing.views("en")[-1].zones if zone.id == "hand.0").pieces))
        standing.take(standing.right[0])
    assert sizes[:3] == [1, 2, 5]


def test_what_was_chosen_stays_in_sight_whatever_is_laid_out():
    standing = Standing(lesson(game("kickards"), "attack"))
    standing.take(standing.right[0])
    hand = next(zone for zone in standing.views("en")[-1].zones if zone.id == "hand.0")
    assert {piece.face: "chosen" in piece.marks for piece in hand.pieces} == {"P01": True, "P05": False, "P33": False}


def test_nobody_goes_on_from_a_wrong_try_or_past_the_end():
    attack = lesson(game("pilka_w_grze"), "attack")
    standing = Standing(attack)
    wrong = next(action for action in standing.match.legal(0) if action not in standing.right)
    with pytest.raises(LessonError, match="taken back"):
        stand(attack, [wrong, standing.right[0]])
    with pytest.raises(IllegalAction):
        stand(attack, [10_000])
    with pytest.raises(LessonError, match="fewer than"):
        stand(attack, [0] * (MOST_ACTIONS + 1))
    while not standing.done:
        standing.take(standing.right[0])
    with pytest.raises(LessonError, match="done"):
        standing.take(0)


def test_a_lesson_that_there_is_not_is_told_of():
    with pytest.raises(UnknownLesson, match='did you mean "attack"'):
        lesson(game("pilka_w_grze"), "atack")


def test_what_is_wrong_with_a_lesson_is_told_all_at_once(tmp_path):
    (tmp_path / "1_bad.toml").write_text(
        'minutes = 99\ntitle.en = "One"\nsay = "x"\nbefore = ["pass"]\n'
        '[[step]]\nask = "Play."\nplai = ["pass"]\n[[step.wrong]]\npl = "Nie."\n'
    )
    with pytest.raises(BoxError) as error:
        read_lessons(game("pilka_w_grze"), tmp_path)
    told = "\n".join(error.value.problems)
    for part in (
        "minutes: 99 is outside",
        'no key "say"',
        "'pass' is no move",
        'ask.en = "…"',
        '"plai"',
        "en: missing",
    ):
        assert part in told


@pytest.mark.parametrize("name", OURS)
def test_a_guide_says_little_of_each_decision_and_names_parts_once(name):
    found, known = guide(game(name)), clauses(game(name))
    assert len({each.phase for each in found.decisions}) == len(found.decisions) >= 5
    assert 6 <= len({each.part for each in found.callouts}) == len(found.callouts) <= 8
    for remark in [each.remark for each in (*found.decisions, *found.callouts)]:
        assert set(remark.texts) == set(LANGUAGES)
        assert len(set(remark.texts.values())) == len(LANGUAGES)
        assert all(len(re.findall(r"[.!?](?:\s|$)", text)) <= 3 for text in remark.texts.values()), remark.texts
        assert not remark.clause or remark.clause in known


def test_a_game_without_a_guide_has_an_empty_one():
    draft = next((each for each in map(game, GAMES) if not (each.folder / "guide.toml").exists()), None)
    assert draft is None or guide(draft) == Guide()
