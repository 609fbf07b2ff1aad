"""Figures over many compiled matches, beside those of an independent model of the rules (10 000 matches a line).

The greedy bot plays what that model calls its dynamic-programming policy. Bounds are four standard errors and what the
model leaves out: tackles against rebounds, the second window after a defender's miss, both keeper's-kick cells.
"""

import pytest

from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.record import raw
from matchday.engine.runner import Runner
from matchday.games.super_goal import GAME
from matchday.lab.simulate import simulate
from matchday.match.match import Match

MATCHES = 20_000


def figures(*seats, **options):
    return simulate(GAME, MATCHES, options=options, seats=seats, threads=1, seed=3, count_events=True)


@pytest.mark.parametrize(
    ("seats", "options", "goals", "draws"),
    [
        (["random"], {}, 0.91, 0.507),
        (["greedy"], {}, 3.07, 0.279),
        (["greedy"], {"halves_ms": 300_000}, 2.13, 0.344),
        (["greedy"], {"boskov": True}, 3.01, 0.292),
        (["greedy"], {"post_cell": "3,9"}, 2.89, 0.29),
    ],
)
def test_goals_and_draws(seats, options, goals, draws):
    found = figures(*seats, **options)
    assert found.mean_total == pytest.approx(goals, abs=0.08)
    assert found.draw_share == pytest.approx(draws, abs=0.025)
    assert found.win_share[0] == pytest.approx(found.win_share[1], abs=0.025)


def test_sense_beats_chance():
    found = figures("greedy", "random")
    assert found.win_share[0] > 0.87
    assert found.win_share[1] < 0.03


def test_the_draw_is_worth_something_unless_the_die_changes_hands_at_half_time():
    printed = figures("greedy")
    assert printed.first_loss_share - printed.first_win_share == pytest.approx(0.079, abs=0.03)
    reset = figures("greedy", champion_reset_at_half=True)
    assert reset.first_loss_share == pytest.approx(reset.first_win_share, abs=0.025)


def test_what_happens_in_a_match():
    events = figures("greedy").events_per_match
    model = {
        "rolled": 56.8,
        "defender_rolled": 17.7,
        "shot": 8.3,
        "keeper_rolled": 2.2,
        "penalty_rolled": 1.24,
        "red_card": 0.19,
        "turnover": 13.6,
    }
    for name, count in model.items():
        assert events[name] == pytest.approx(count, rel=0.09), name


def test_the_hosts_clock_gives_the_same_bytes_plain_and_compiled():
    dice = Dice.new()
    set_key(dice, 8, 8)
    plain = Match(GAME, {"tournament": True}, "host")
    compiled = Match(GAME, {"tournament": True}, "host", runner=Runner(GAME, "compiled"))
    while not plain.over:
        (seat,) = plain.waiting
        actions = plain.legal(seat)
        action, elapsed = actions[roll(dice, len(actions))], roll(dice, 12_000)
        for match in (plain, compiled):
            match.play(seat, action, elapsed=elapsed)
        assert raw(plain.table) == raw(compiled.table)
    assert compiled.over
