"""What must hold for every game, over random matches."""

from __future__ import annotations

import pytest

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.errors import PropertyBroken
from matchday.engine.log import EVERYONE, others, tell
from matchday.lab.properties import Checker, random_options
from matchday.lab.simulate import simulate
from matchday.match.match import Match


def test_matches_with_default_options(game, matches):
    checker = Checker(game)
    for number in range(matches):
        checker.run(number, {})
    assert checker.coverage.compared == checker.coverage.decisions > 0


def test_matches_with_options_by_lot(game, matches):
    checker = Checker(game, every=4)
    for number in range(100, 100 + 2 * matches):
        checker.run(number)
    seen = checker.coverage
    print(
        f"{game.name}: {seen.matches} matches, {seen.decisions} decisions, longest {seen.longest}, {seen.views} views"
    )
    assert seen.compared == seen.decisions > 0
    assert seen.views > 0


def test_every_option_value_is_playable(game):
    checker = Checker(game, compiled=False, every=25)
    checker.run(7, {})
    for option in game.options.values():
        for value in option.values[1:]:
            checker.run(7, {option.name: value})
    assert not [value for value in checker.coverage.missing_values(game) if not value.endswith("=default")]


def test_a_breach_is_found_and_named(game, monkeypatch):
    """The suite itself must be able to fail: a table that forgets to hide its key is caught."""
    checker = Checker(game, compiled=False)
    real = checker.plain.redeal
    broken = lambda box, table, seat, dice: (real(box, table, seat, dice), setattr(table, "waiting", 0))  # noqa: E731
    monkeypatch.setattr(checker.plain, "redeal", broken)
    with pytest.raises(PropertyBroken, match=r"seed 'check 0'.*ply 0: hide\(redeal\(hide\(table\)\)\).*\.waiting: "):
        checker.run(0, {})


def test_an_event_that_betrays_a_secret_choice_is_found(game, monkeypatch):
    """Others are told once more of every choice, with its number: the tables are as they were, only the words leak."""
    honest, checker = Checker(game, compiled=False), Checker(game, compiled=False)
    played = [honest.run(number) for number in range(2)]
    has_secrets = any(event.sees != EVERYONE for match in played for step in match.steps for event in step.events)
    real = checker.plain.apply

    def apply(box, table, seat, action, log):
        real(box, table, seat, action, log)
        told = log.events[0]
        tell(log, others(seat), told.kind, *told.args[:-1], action + 1)

    monkeypatch.setattr(checker.plain, "apply", apply)
    assert (honest.coverage.told > 0) == has_secrets
    if not has_secrets:  # dice in the open: nobody chooses in secret
        return
    with pytest.raises(PropertyBroken, match=r"the events of seat \d's choice betray it to seat \d"):
        checker.run(0)


def test_results_do_not_depend_on_threads(game):
    reports = [simulate(game, 4_500, seed=5, threads=threads, count_events=True) for threads in (1, 2, 3)]
    timing = {"seconds", "prepare_seconds", "matches_per_second", "decisions_per_second", "threads"}
    kept = [{key: value for key, value in report.as_dict().items() if key not in timing} for report in reports]
    assert kept[0] == kept[1] == kept[2]
    assert kept[0]["matches"] == 4_500


def test_simulated_matches_are_the_same_plain_and_compiled(game):
    plain, compiled = (
        simulate(game, 3, seed=9, seats=["greedy"], threads=1, count_events=True, mode=mode)
        for mode in ("plain", "compiled")
    )
    for key in ("decisions", "wins", "scores", "events_per_match"):
        assert getattr(plain, key) == getattr(compiled, key)


@pytest.mark.parametrize("number", range(3))
def test_greedy_play_with_options_by_lot_is_the_same_plain_and_compiled(game, number):
    dice = Dice.new()
    set_key(dice, number, 11)
    options = random_options(game, dice)
    plain, compiled = (
        simulate(game, 1, options=options, seed=number, seats=["greedy"], threads=1, count_events=True, mode=mode)
        for mode in ("plain", "compiled")
    )
    assert plain.scores == compiled.scores
    assert plain.events_per_match == compiled.events_per_match


def test_no_hidden_randomness(game):
    """Burning other random numbers between moves changes nothing (a game with dice of its own would differ)."""
    import random  # noqa: TID251 - the very thing that must not matter

    import numpy as np

    def digests(noise: bool) -> list[str]:
        match, dice, found = Match(game, seed="noise"), Dice.new(), []
        set_key(dice, 3, 3)
        while not match.over and len(found) < 60:
            if noise:
                random.random()  # noqa: S311
                np.random.random()  # noqa: TID251, NPY002
            seat = match.waiting[0]
            actions = match.legal(seat)
            match.play(seat, actions[roll(dice, len(actions))])
            found.append(match.digest())
        return found

    assert digests(noise=False) == digests(noise=True)
