"""The arena and the ratings: matches are counted right, and the model finds strengths that are known."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from matchday.bots.trials import Style
from matchday.cli.app import app
from matchday.engine.errors import MatchdayError
from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.lab import ratings as page
from matchday.lab.arena import Outcome, duel, in_order, wilson, worth_of_luck
from matchday.lab.ratings import (
    ANCHOR,
    MOST,
    PLAYERS,
    SCALE,
    Standing,
    batch,
    next_pair,
    play_on,
    rate_games,
    ratings,
    section,
    turned,
    write_page,
)
from matchday.lab.sequential import RatioTest, log_likelihood_ratio
from matchday.lab.series import Results, mark_of
from matchday.lab.simulate import simulate, style_of

pytestmark = pytest.mark.xdist_group("super_goal")  # where its twin is compiled anyway
RANDOM, GREEDY = Style(slip=1.0), Style()


def known_standing(strengths: dict[str, float], matches: int = 1000) -> Standing:
    """Make the outcomes that these strengths (in points) lead to on average."""
    outcomes = {}
    for place, one in enumerate(PLAYERS):
        for two in PLAYERS[place + 1 :]:
            won = round(matches / (1 + np.exp((strengths[two] - strengths[one]) / SCALE)))
            pairs = [1.0] * (won // 2) + [0.5] * (won % 2) + [0.0] * (matches // 2 - won // 2 - won % 2)
            outcomes[one, two] = Outcome(won, 0, matches - won, 1.0, (100, 100), tuple(pairs), (0.0,) * len(pairs))
    return Standing(find_game("super_goal"), outcomes)


def test_the_model_finds_known_strengths():
    strengths = {player: 1500.0 + 80 * (place - PLAYERS.index(ANCHOR)) for place, player in enumerate(PLAYERS)}
    for player, (rating, half) in ratings(known_standing(strengths)).items():
        assert rating == pytest.approx(strengths[player], abs=2)
        assert half == 0 if player == ANCHOR else 5 < half < 22


def test_whoever_wins_all_gets_a_finite_rating():
    strengths = dict.fromkeys(PLAYERS, 1500.0) | {"legend": 5000.0}
    rating, half = ratings(known_standing(strengths, 10))["legend"]
    assert 1800 < rating < 2500
    assert half > 100


def test_matches_are_played_until_the_intervals_are_narrow_enough_and_kept_as_data(tmp_path, monkeypatch):
    game, results = find_game("super_goal"), Results(tmp_path / "new" / "series.jsonl")
    players = ("random", "rookie", "greedy")
    standing = play_on(game, results, target=60, players=players)
    assert all(half <= 60 for _, half in ratings(standing).values())
    lines = list(results.lines())
    assert {line["rules"] for line in lines} == {game.version}
    assert {tuple(line["bots"]) for line in lines} >= {("random", "greedy"), ("rookie", "greedy")}
    assert not play_on(game, results, target=60, limit=0, players=players).outcomes.keys() - standing.outcomes.keys()
    again = play_on(game, results, target=60, players=players)
    untimed = [{pair: replace(each, seconds=0) for pair, each in one.outcomes.items()} for one in (again, standing)]
    assert untimed[0] == untimed[1], "nothing is left to be played"
    assert len(list(results.lines())) == len(lines)
    firsts = [(line["first"], len(line["pairs"])) for line in lines if line["bots"] == ["rookie", "greedy"]]
    assert all(first == sum(size for _, size in firsts[:place]) for place, (first, _) in enumerate(firsts))
    monkeypatch.setattr(page, "PLAYERS", players)
    assert f"rules version {game.version}, nothing learnt" in section(again)


def test_games_are_rated_beside_each_other(tmp_path):
    asked = {"target": 40.0, "limit": 0.0, "seed": 1}
    names = ["super_goal", "mcs"]
    titles = [f"## {find_game(name).words.title(Say('en'))}" for name in names]
    alone = list(rate_games(names, tmp_path / "series.jsonl", threads=1, **asked))
    assert [text.splitlines()[0] for text in alone] == titles
    assert list(rate_games(names, tmp_path / "series.jsonl", threads=3, **asked)) == alone


def test_each_level_plays_the_one_below_before_anything_is_worked_out():
    standing = known_standing(dict.fromkeys(PLAYERS, 1500.0))
    assert next_pair(standing, PLAYERS, 40) is None
    for one, two in (("rookie", "amateur"), ("professional", "legend")):
        few = Outcome(1, 0, 1, 1.0, (1, 1), (0.5,), (0.0,))
        short = Standing(standing.game, {**standing.outcomes, (one, two): few})
        assert next_pair(short, PLAYERS, 1000) == (one, two)


def test_a_batch_has_something_for_every_thread():
    standing = known_standing(dict.fromkeys(PLAYERS, 1500.0))  # a millisecond a match
    assert batch(standing, "professional", "legend", 1) == MOST
    slow = {pair: replace(each, seconds=1e5) for pair, each in standing.outcomes.items()}
    assert [batch(Standing(standing.game, slow), "professional", "legend", threads) for threads in (1, 16)] == [1, 16]


def test_once_no_more_batches_are_wanted_those_in_hand_are_the_last():
    """Whatever the threads do meanwhile: what is given has no gap."""
    taken: list[int] = []

    def is_wanted() -> bool:
        return len(taken) < 5

    with ThreadPoolExecutor(3) as pool:
        for each in in_order(pool, int, range(0, 200, 2), 6, is_wanted):
            taken += [each]
    assert taken == list(range(0, 2 * len(taken), 2))
    assert 5 <= len(taken) <= 10


def test_series_of_another_game_or_bot_do_not_count(tmp_path):
    game, path = find_game("super_goal"), tmp_path / "series.jsonl"
    results = Results(path)
    found = replace(duel(game, (GREEDY, RANDOM), 8), seconds=1.5)
    results.add(game, "greedy", "random", 1, 0, found)
    assert results.series(game, "greedy", "random", 1) == (found, 4)
    assert results.series(game, "greedy", "random", 2) == (found, 0)
    assert results.series(game, "greedy", "rookie", 1)[0].matches == 0
    path.write_text(path.read_text().replace(mark_of(game, GREEDY), "0" * 16))
    assert results.series(game, "greedy", "random", 1)[0].matches == 0
    path.write_text("nonsense\n")
    with pytest.raises(MatchdayError, match=r"series.jsonl:1 is no line of JSON"):
        results.series(game, "greedy", "random", 1)


def test_a_mark_changes_with_how_a_bot_plays():
    game = find_game("super_goal")
    assert mark_of(game, GREEDY) == mark_of(game, Style())
    assert len({mark_of(game, style) for style in (GREEDY, RANDOM, Style(slip=0.5), Style(effort=300))}) == 4


def test_a_series_seen_from_the_other_side():
    one = Outcome(3, 1, 2, 1.0, (10, 20), (1.0, 0.5, 0.25), (0.1, 0.0, -0.1))
    assert turned(one).pairs == (0.0, 0.5, 0.75)
    assert turned(turned(one)) == one
    assert (one + turned(one)).share == 0.5


def test_the_page_keeps_the_sections_of_other_games(tmp_path):
    path = tmp_path / "ratings.md"
    write_page(path, ["## Other game\n\nstays\n"])
    standing = known_standing(dict.fromkeys(PLAYERS, 1500.0))
    assert "Not played yet" in section(Standing(standing.game, {}))
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


def test_a_test_stops_when_it_is_known():
    game = find_game("super_goal")
    runs = [duel(game, (GREEDY, RANDOM), 4000, threads=threads, test=RatioTest()) for threads in (1, 3)]
    assert runs[0].is_better is True
    assert runs[0].matches < 200
    assert runs[0].pairs == runs[1].pairs, "however many threads there are"
    assert duel(game, (RANDOM, GREEDY), 4000, test=RatioTest()).is_better is False
    assert duel(game, (GREEDY, GREEDY), 6, test=RatioTest()).is_better is None
    seen = duel(game, (GREEDY, RANDOM), 64, test=RatioTest(), before=runs[0])
    assert seen.is_better is True
    assert seen.matches == 64


def test_the_test_is_seldom_wrong():
    """Shares by a fixed sequence of numbers: of thirty series with the lower mean and thirty with the higher one."""
    steps = (np.arange(1, 1_000_000) * 0.754877666) % 1
    wrong = {0.5: 0, 0.55: 0}
    for mean in wrong:
        edges = np.cumsum([0.2 - (mean - 0.5), 0.1, 0.4, 0.1])
        for series in range(30):
            shares = np.searchsorted(edges, np.roll(steps, 7919 * series)[:4000:7]) / 4
            said = next(
                (v for end in range(8, len(shares), 32) if (v := RatioTest().verdict(shares[:end])) is not None), None
            )
            wrong[mean] += said is not None and said != (mean > 0.5)
    assert all(count <= 4 for count in wrong.values()), wrong
    assert RatioTest().verdict([1.0] * 7) is None
    assert log_likelihood_ratio(np.array([0.25, 0.5, 0.75] * 10), 0.45, 0.55) == pytest.approx(0, abs=1e-6)


def test_luck_with_dice_is_taken_out_where_a_game_tells_it():
    assert worth_of_luck(find_game("super_goal")) == 0
    outcome = Outcome(2, 0, 0, 1.0, (1, 1), (1.0,), (2.0,))
    assert outcome.without_luck(0.1).tolist() == [0.8]


def test_settings_can_be_changed_in_a_name():
    game = find_game("super_goal")
    assert style_of("greedy:slip=0.5", game) == Style(slip=0.5)
    assert style_of("professional:effort=100,near=0", game).effort == 100
    for wrong, said in (("greedy:slipp=1", 'no setting "slipp"'), ("greedy:slip=x", '"x" is no number for slip')):
        with pytest.raises(MatchdayError, match=said):
            style_of(wrong, game)


def test_a_duel_from_the_command_line(tmp_path):
    shown = CliRunner().invoke(app, ["duel", "super_goal", "amateur", "random", "--matches", "10"]).output
    assert "amateur v random: " in shown
    with pytest.raises(MatchdayError, match='no bot "amater"; did you mean "amateur"'):
        CliRunner().invoke(app, ["duel", "super_goal", "amater", "random"], catch_exceptions=False)
    asked = ["duel", "super_goal", "greedy", "random", "--matches", "400", "--data", str(tmp_path / "series.jsonl")]
    first = CliRunner().invoke(app, [*asked[:-3], "16", *asked[-2:]]).output
    assert "from 8 pairs" in first
    known = CliRunner().invoke(app, [*asked, "--sequential"]).output
    assert "known: stronger" in known
    lines = (tmp_path / "series.jsonl").read_text()
    assert CliRunner().invoke(app, [*asked, "--sequential"]).output == known
    assert (tmp_path / "series.jsonl").read_text() == lines, "what is known is not played again"
    with pytest.raises(MatchdayError, match="--low must be below --high"):
        CliRunner().invoke(app, [*asked, "--low", "0.6"], catch_exceptions=False)
