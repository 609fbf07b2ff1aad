"""The arena and the ratings: matches are counted right, and the model finds strengths that are known."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

from matchday.bots.trials import Style
from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.games import game as find_game
from matchday.lab import ratings as page
from matchday.lab.arena import Outcome, duel, wilson
from matchday.lab.ratings import ANCHOR, LONGER, PLAYERS, SCALE, Standing, ratings, round_robin, section, write_page
from matchday.lab.simulate import simulate

pytestmark = pytest.mark.xdist_group("super_goal")  # where its twin is compiled anyway
RANDOM, GREEDY = Style(slip=1.0), Style()


def known_standing(strengths: dict[str, float], matches: int = 1000) -> Standing:
    """Make the outcomes that these strengths (in points) lead to on average."""
    outcomes = {}
    for place, one in enumerate(PLAYERS):
        for two in PLAYERS[place + 1 :]:
            won = round(matches / (1 + np.exp((strengths[two] - strengths[one]) / SCALE)))
            outcomes[one, two] = Outcome(won, 0, matches - won, won / matches, 1.0, (100, 100))
    return Standing(find_game("super_goal"), outcomes)


def test_the_model_finds_known_strengths():
    strengths = {player: 1500.0 + 80 * (place - PLAYERS.index(ANCHOR)) for place, player in enumerate(PLAYERS)}
    for player, (rating, half) in ratings(known_standing(strengths)).items():
        assert rating == pytest.approx(strengths[player], abs=2)
        assert half == 0 if player == ANCHOR else 5 < half < 15


def test_whoever_wins_all_gets_a_finite_rating():
    strengths = dict.fromkeys(PLAYERS, 1500.0) | {"legend": 5000.0}
    rating, half = ratings(known_standing(strengths, 10))["legend"]
    assert 1800 < rating < 2500
    assert half > 100


def test_everybody_meets_everybody_and_greedy_longer(monkeypatch):
    asked = []
    result = Outcome(1, 0, 1, 0.5, 1.0, (1, 1))
    monkeypatch.setattr(page, "duel", lambda *_, **more: asked.append(more["limit"]) or result)
    found = round_robin(find_game("super_goal"), 2, limit=10)
    assert len(found.outcomes) == len(PLAYERS) * (len(PLAYERS) - 1) / 2
    longer = {pair for pair, limit in zip(found.outcomes, asked, strict=True) if limit == 10 * LONGER}
    assert longer == {pair for pair in found.outcomes if ANCHOR in pair}


def test_the_page_keeps_the_sections_of_other_games(tmp_path):
    path = tmp_path / "ratings.md"
    write_page(path, ["## Other game\n\nstays\n"])
    standing = known_standing(dict.fromkeys(PLAYERS, 1500.0))
    for _ in range(2):
        write_page(path, [section(standing)])
    text = path.read_text(encoding="utf-8")
    assert text.count("\n## ") == 2
    assert "stays" in text
    assert "| Legend | 1500 ±" in text
    assert "50% (47% to 53%); 500-0-500" in text


def test_wilson():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(8, 10)
    assert (low, high) == (pytest.approx(0.490, abs=1e-3), pytest.approx(0.943, abs=1e-3))


def test_a_duel_is_fair_and_does_not_depend_on_threads():
    game = find_game("super_goal")
    one, two = (duel(game, (GREEDY, RANDOM), 60, threads=threads) for threads in (1, 3))
    assert (one.won, one.drawn, one.lost) == (two.won, two.drawn, two.lost)
    assert one.won > 45
    turned = duel(game, (RANDOM, GREEDY), 60)
    assert turned.lost > 45
    same = duel(game, (GREEDY, GREEDY), 60)
    assert same.won == same.lost  # the same deals from both seats
    plain = simulate(game, 60, seats=("greedy", "random"), threads=1)
    assert abs(plain.wins[0] - one.won) < 12


def test_a_duel_from_the_command_line():
    shown = CliRunner().invoke(app, ["duel", "super_goal", "amateur", "random", "--matches", "10"]).output
    assert "amateur v random: " in shown
    with pytest.raises(MatchdayError, match='no bot "amater"; did you mean "amateur"'):
        CliRunner().invoke(app, ["duel", "super_goal", "amater", "random"], catch_exceptions=False)
