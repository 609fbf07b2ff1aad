"""What `import matchday` offers to Python people: names, doctests, the page, a seat that leads nowhere else."""

from __future__ import annotations

import doctest
import gc
import importlib
import re
import types
from collections import deque
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import force_setattr

import matchday as md
from matchday.bots.simple import SimpleBot
from matchday.engine.errors import MatchdayError
from matchday.engine.record import raw
from matchday.engine.runner import Runner
from matchday.lab.simulate import Run, Workspace
from matchday.match.match import Match
from matchday.match.past import Step

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
SECRET_KEEPERS = (Match, Step, Runner, Run, Workspace)
NOT_DATA = (types.ModuleType, type, types.CodeType)


def midway(game, plies=30, seed="door"):
    """Play some moves at random."""
    match = Match(game, seed=seed)
    bots = [SimpleBot("random", f"{seed} {seat}") for seat in range(match.seats)]
    while not match.over and match.ply < plies:
        seat = match.seat(match.waiting[0])
        match.play(seat, bots[seat].decide(seat))
    return match


def reachable(start):
    """Walk all data that hangs on an object; what a function's module holds is the program, not data."""
    seen, ahead = {id(start): start}, deque([start])
    while ahead:
        here = ahead.popleft()
        yield here
        for each in hanging_on(here):
            if id(each) not in seen and not isinstance(each, NOT_DATA):
                seen[id(each)] = each
                ahead.append(each)


def hanging_on(thing):
    if isinstance(thing, types.FunctionType):
        return [*(cell.cell_contents for cell in thing.__closure__ or ()), *(thing.__defaults__ or ())]
    if isinstance(thing, types.MethodType):
        return [thing.__self__, thing.__func__]
    if isinstance(thing, partial):
        return [thing.func, thing.args, thing.keywords]
    return gc.get_referents(thing)


@pytest.mark.parametrize("name", sorted(set(md.__all__) - {"__version__"}))
def test_every_name_opens_and_says_what_it_is(name):
    assert getattr(md, name) is getattr(md, name)
    assert name == "games" or getattr(md, name).__doc__
    assert name in dir(md)


def test_a_name_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(AttributeError, match="matchday has no 'mach'; it has Bot, Match"):
        md.mach  # noqa: B018 - asked for on purpose


WITHOUT_EXAMPLE = {"Bot", "MatchdayError", "Report", "__version__", "games"}
"""A protocol, an error, what `simulate` gives, and plain data."""


@pytest.mark.parametrize("name", sorted(set(md.__all__) - WITHOUT_EXAMPLE))
def test_every_name_has_an_example(name):
    assert ">>>" in getattr(md, name).__doc__


@pytest.mark.xdist_group("pilka_w_grze")  # advice is compiled
@pytest.mark.parametrize(
    "module",
    [
        "matchday",
        "matchday.games",
        "matchday.match.match",
        "matchday.match.files",
        "matchday.match.seat",
        "matchday.match.views",
        "matchday.bots.advice",
        "matchday.bots.levels",
        "matchday.lab",
        "matchday.lab.measures",
        "matchday.lab.numbers",
        "matchday.lab.simulate",
        "matchday.envs.batch",
    ],
)
def test_examples_in_docstrings_are_true(module):
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted > 0
    assert found.failed == 0


def test_the_page_for_python_people_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    space = {}
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), space)  # noqa: S102 - the page is ours
    assert "First half" in capsys.readouterr().out


def test_nothing_that_hangs_on_a_seat_leads_to_the_match(game):
    match = midway(game)
    real = raw(match.table)
    for number in [*range(match.seats), 15]:
        for thing in reachable(match.seat(number, since=0)):
            assert not isinstance(thing, SECRET_KEEPERS), f"{thing!r} hangs on a seat"
            if isinstance(thing, bytes | bytearray):
                assert bytes(thing) != real


def test_the_walk_would_find_a_match(game):
    match = midway(game, 3)
    seat = match.seat(0)
    force_setattr(seat, "score", lambda: match.ply)
    assert any(isinstance(thing, Match) for thing in reachable(seat))


def test_what_a_bot_does_to_its_seat_does_nothing_to_the_match(game):
    match = midway(game)
    before = raw(match.table), raw(match.box)
    seat = match.seat(match.asked)
    seat.table.waiting = 0
    seat.box.seats = 0
    seat.legal().clear()
    assert (raw(match.table), raw(match.box)) == before
    assert seat.legal() == match.legal(seat.number)


def test_a_seat_sees_what_its_view_shows(game):
    match = midway(game)
    for number in range(match.seats):
        seat, shown = match.seat(number), md.view(match, number)
        assert seat.view().zones == shown.zones
        assert [choice.action for choice in seat.choices()] == seat.legal() == match.legal(number)
        assert seat.view().events == [each for each in shown.events if each.ply >= match.last_move_of(number)]


def test_matches_seats_and_reports_tell_a_person_something(game):
    match = midway(game, 5)
    assert game.name in repr(match)
    assert f"ply {match.ply}" in repr(match)
    assert f"seat {match.asked}" in repr(match.seat(match.asked))
    assert str(match.score()[0]) in str(match)
    assert str(match) == str(match.seat(match.asked))
    assert match._repr_html_().startswith("<pre")
    report = md.simulate(game, 2, mode="plain", threads=1)
    assert "2 matches" in repr(report)
    assert "<table>" in report._repr_html_()


class First:
    """The simplest bot."""

    def decide(self, seat):
        return seat.legal()[0]


def test_a_bot_of_ones_own_may_sit_beside_ours(game):
    seats = int(game.box().seats)
    players = [First(), *["greedy"] * (seats - 1)]
    report = md.simulate(game, 2, seats=players, seed=4, count_events=True)
    assert report.seats[0] == "First"
    assert report.scores == md.simulate(game, 2, seats=players, seed=4).scores
    assert sum(report.match(number).ply for number in range(2)) == report.decisions


def test_every_match_of_a_run_can_be_opened(game):
    seats = int(game.box().seats)
    report = md.simulate(game, 4, seats=["greedy", *["random"] * (seats - 1)], seed=11)
    opened = [report.match(number) for number in range(4)]
    assert sum(match.ply for match in opened) == report.decisions
    for seat in range(seats):
        assert sum(match.score()[seat] for match in opened) == round(report.mean_score[seat] * 4)
    assert [match.replay().digest() for match in opened] == [match.digest() for match in opened]
    with pytest.raises(MatchdayError, match="the run has matches 0 to 3, not 4"):
        report.match(4)


def test_a_thinking_bots_match_can_be_opened():
    report = md.simulate("super_goal", 2, seats=["semi_pro", "random"], threads=2)
    opened = [report.match(number) for number in range(2)]
    assert sum(match.ply for match in opened) == report.decisions


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["greddy"], 'no bot "greddy"; did you mean "greedy"'),
        ([3], "3 is no bot: it has no method decide"),
        (["greedy"] * 5, "5 bots for 2 seats: name one for all, or one for each"),
    ],
)
def test_who_cannot_play_is_refused_in_words(seats, message):
    with pytest.raises(MatchdayError, match=re.escape(message)):
        md.simulate("kick_on", 1, seats=seats)


def test_a_seat_that_is_not_there_is_refused():
    with pytest.raises(MatchdayError, match="there is no seat 2: the match has seats 0 to 1"):
        md.Match("kick_on").seat(2)
