"""Ratings of the levels: series between a game's bots, Bradley and Terry's model, and the page that shows them.

A draw counts as half a win. Greedy play is 1500 by definition, and 400 points are ten to one. Between every two players
one more match is counted as drawn, so that whoever won them all still gets a finite rating.

Who plays whom next is worked out: two whose difference is least known for the time that their matches take. All that
was played is kept as data (`results.py`), and the page is written from it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from matchday.bots.levels import LEVELS
from matchday.engine.game import Game
from matchday.engine.record import Array
from matchday.engine.speech import Say
from matchday.games import game as find_game
from matchday.lab.arena import NOTHING_PLAYED, Outcome, duel
from matchday.lab.measures import wilson
from matchday.lab.series import Results, weights_of
from matchday.lab.simulate import style_of

ANCHOR, ANCHORED = "greedy", 1500.0
FIRST = 8
"""Pairs that everybody plays against greedy play before anything is worked out."""
NEIGHBOURS = 72
"""Pairs that each level plays against the one below before anything is worked out: enough to tell 60 % from 52 %."""
BATCH = 30.0
"""Seconds after which a batch is written down, if a pair of matches takes no longer on a thread."""
MOST = 100
"""Pairs in a batch at most."""
SEED = 1
SCALE = 400 / math.log(10)
PLAYERS = ("random", "rookie", "amateur", ANCHOR, "semi_pro", "professional", "legend")
HEAD = """# Ratings of the bots

`matchday ratings --data docs/ratings.jsonl --page docs/ratings.md` writes this page from the data, after \
playing on as long as `--limit` says. Each deal is played twice with seats exchanged. The model is \
Bradley and Terry's, a draw is half a win, greedy play is 1500, and 400 points are ten to one; intervals are 95 %, \
from the spread of pairs of matches. Shares of decided matches are given with Wilson's 95 % interval. Only series of \
the rules and bots as they were when the page was written are counted. How the levels think: [bots.md](bots.md).
"""


@dataclass(frozen=True)
class Standing:
    """What came of one game's round robin."""

    game: Game
    outcomes: dict[tuple[str, str], Outcome]
    """By pair, from the first one's side; a pair may be missing."""

    @property
    def players(self) -> list[str]:
        """Whoever has played, the weakest first."""
        return [
            player for player in PLAYERS if any(player in pair for pair, each in self.outcomes.items() if each.pairs)
        ]

    def between(self, player: str, other: str) -> Outcome:
        """Give what two have played, from the side of the first."""
        if (player, other) in self.outcomes:
            return self.outcomes[player, other]
        return turned(self.outcomes.get((other, player), NOTHING_PLAYED))

    def milliseconds(self, player: str) -> float:
        """Give the processor time a choice took, from the series against greedy play, which takes next to none."""
        found = self.between(player, ANCHOR)
        return 1000 * found.seconds / max(1, found.decisions[0])

    def seconds(self, player: str) -> float:
        """Give the processor time that a player takes for a match."""
        found = self.between(player, ANCHOR)
        return found.seconds / max(1, found.matches)


def turned(outcome: Outcome) -> Outcome:
    """See a series from the other side."""
    return Outcome(
        outcome.lost,
        outcome.drawn,
        outcome.won,
        outcome.seconds,
        (outcome.decisions[1], outcome.decisions[0]),
        tuple(1 - share for share in outcome.pairs),
        tuple(-luck for luck in outcome.luck),
    )


def known_standing(game: Game, results: Results, players: Sequence[str] = PLAYERS, seed: int = SEED) -> Standing:
    """Read what the bots as they are have played."""
    return Standing(
        game, {(one, two): results.series(game, one, two, seed)[0] for one, two in combinations(players, 2)}
    )


def play_on(
    game: Game,
    results: Results,
    *,
    target: float,
    limit: float = math.inf,
    seed: int = SEED,
    threads: int = 1,
    players: Sequence[str] = PLAYERS,
    progress: Callable[[str], None] = lambda _: None,
) -> Standing:
    """Play until every interval is as narrow as the target (half its width), or the limit in seconds of processor time
    is reached. Every batch is written down at once, so that this can be ended at any time and taken up again.
    """
    standing = known_standing(game, results, players, seed)
    spent = 0.0
    while spent < limit and (pair := next_pair(standing, players, target)):
        one, two = pair
        pairs = FIRST if not standing.between(one, two).pairs else batch(standing, one, two, threads)
        progress(f"{game.name}: {one} v {two}, {pairs} pairs")
        first = results.series(game, one, two, seed)[1]
        styles = style_of(one, game), style_of(two, game)
        found = duel(game, styles, 2 * pairs, seed=seed, first=first, threads=threads, limit=limit - spent)
        results.add(game, one, two, seed, first, found)
        spent += found.seconds
        standing = Standing(game, {**standing.outcomes, pair: standing.outcomes[pair] + found})
    return standing


def rate_games(
    names: Sequence[str], data: Path, *, target: float, limit: float, seed: int, threads: int
) -> Iterator[str]:
    """Play on in several games and write their sections. Games share the threads; each has a process of its own, since
    compiling takes one whole.
    """
    each = -(-threads // len(names))
    rate = partial(rate_game, data=data, target=target, limit=limit, seed=seed, threads=each)
    if threads == 1 or len(names) == 1:
        yield from map(rate, names)
        return
    with ProcessPoolExecutor(min(threads, len(names)), get_context("spawn")) as pool:
        yield from pool.map(rate, names)


def rate_game(name: str, *, data: Path, target: float, limit: float, seed: int, threads: int) -> str:
    """Play on in one game, telling of it on the way, and write its section."""

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    game, results = find_game(name), Results(data)
    return section(play_on(game, results, target=target, limit=limit, seed=seed, threads=threads, progress=say))


def batch(standing: Standing, one: str, two: str, threads: int) -> int:
    """Give how many pairs to play at a time: something for every thread, and no longer than it takes to be patient."""
    cost = 2 * (standing.seconds(one) + standing.seconds(two))
    return max(threads, int(min(MOST, threads * BATCH / max(cost, 1e-9))))


def next_pair(standing: Standing, players: Sequence[str], target: float) -> tuple[str, str] | None:
    """Tell who should play next: first everybody with greedy play, then each level with the one below, then whoever
    tells most for their time about a player whose interval is too wide.
    """
    for one, two in standing.outcomes:
        if ANCHOR in (one, two) and not standing.outcomes[one, two].pairs:
            return one, two
    for one, two in pairwise(player for player in LEVELS if player in players):
        if len(standing.outcomes[one, two].pairs) < NEIGHBOURS:
            return one, two
    names, strength, spread = estimate(standing)
    wide = {player for place, player in enumerate(names) if 1.96 * SCALE * math.sqrt(spread[place, place]) > target}
    best, chosen = 0.0, None
    for one, two in combinations(players, 2):
        if not wide & {one, two}:
            continue
        a, b = names.index(one), names.index(two)
        chance = 1 / (1 + math.exp(strength[b] - strength[a]))
        doubt = spread[a, a] + spread[b, b] - 2 * spread[a, b]
        told = chance * (1 - chance) * doubt / (standing.seconds(one) + standing.seconds(two) + 1e-4)
        if told > best:
            best, chosen = told, (one, two)
    return chosen


def estimate(standing: Standing) -> tuple[list[str], Array, Array]:
    """Fit the model: who played, their strengths, and how sure these are (a covariance, from the spread of pairs)."""
    players = standing.players
    size = len(players)
    points, played, spread = np.zeros(size), np.zeros((size, size)), np.zeros((size, size))
    for one, two in combinations(range(size), 2):
        found = standing.between(players[one], players[two])
        if not found.pairs:
            continue
        shares = np.array(found.pairs)
        points[one] += 2 * shares.sum() + 0.5
        points[two] += 2 * (1 - shares).sum() + 0.5
        played[one, two] = played[two, one] = 2 * len(shares) + 1
        spread[one, two] = spread[two, one] = 4 * ((shares - shares.mean()) ** 2).sum() + 0.25
    strength, information = fit(points, played, players.index(ANCHOR))
    free = [each for each in range(size) if players[each] != ANCHOR]
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    few = played < 2 * FIRST
    seen = np.where(few, played * chance * (1 - chance), spread)
    noise = np.diag(seen.sum(axis=1)) - seen
    inverse = np.linalg.inv(information[np.ix_(free, free)])
    covariance = np.zeros((size, size))
    covariance[np.ix_(free, free)] = inverse @ noise[np.ix_(free, free)] @ inverse
    return players, strength, covariance


def ratings(standing: Standing) -> dict[str, tuple[float, float]]:
    """Estimate each player's rating, and half the width of its interval."""
    players, strength, covariance = estimate(standing)
    halves = 1.96 * SCALE * np.sqrt(np.diag(covariance))
    return {player: (ANCHORED + SCALE * strength[place], float(halves[place])) for place, player in enumerate(players)}


def fit(points: Array, played: Array, anchor: int) -> tuple[Array, Array]:
    """Maximise the likelihood by Newton's method; give the strengths and Fisher's information."""
    strength = np.zeros(len(points))
    information = np.zeros_like(played)
    free = [each for each in range(len(points)) if each != anchor]
    for _ in range(100):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        weight = played * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.solve(information[np.ix_(free, free)], (points - (played * chance).sum(axis=1))[free])
        strength[free] += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    return strength, information


def section(standing: Standing) -> str:
    """Write one game's part of the page."""
    game = standing.game
    lines = [f"## {game.words.title(Say('en'))}", ""]
    if ANCHOR not in standing.players:
        return "\n".join([*lines, f"Not played yet with version {game.version} of the rules and these bots."]) + "\n"
    lines += [
        f"| bot | rating | v {PLAYERS[0]} | v {ANCHOR} | v the level below | ms a choice |",
        "|---|---|---|---|---|---|",
    ]
    below = ""
    for player, (rating, half) in ratings(standing).items():
        cells = [versus(standing, player, other) for other in (PLAYERS[0], ANCHOR)]
        cells.append(versus(standing, player, below) if player in LEVELS and below else "")
        label = LEVELS[player].label if player in LEVELS else player
        span = "" if player == ANCHOR else f" ± {half:.0f}"
        spent = f"{standing.milliseconds(player):.1f}" if standing.between(player, ANCHOR).matches else ""
        lines.append(f"| {label} | {rating:.0f}{span} | {' | '.join(cells)} | {spent} |")
        below = player if player in LEVELS else below
    counts = sorted(outcome.matches for outcome in standing.outcomes.values())
    size = f"{counts[0]}" if counts[0] == counts[-1] else f"{counts[0]} to {counts[-1]}"
    return "\n".join([*lines, "", f"{size} matches a pair; rules version {game.version}, {learnt_by(game)}."]) + "\n"


def learnt_by(game: Game) -> str:
    """Say whose play uses something learnt, and which."""
    levels = ("professional", "legend")
    found = {level: weights_of(game, style_of(level, game)) for level in levels}
    return ", ".join(f"weights of a {level} {found[level]}" for level in levels if found[level]) or "nothing learnt"


def versus(standing: Standing, player: str, other: str) -> str:
    """Write how one fared against another: the share of decided matches, and the figures behind it."""
    if player == other:
        return ""
    found = standing.between(player, other)
    if not found.matches:
        return "not played"
    low, high = wilson(found.won, found.won + found.lost)
    return f"{found.decided:.0%} ({low:.0%} to {high:.0%}); {found.won}-{found.drawn}-{found.lost}"


def write_page(path: Path, sections: Sequence[str]) -> None:
    """Write these games' sections into the page, and leave the others as they are."""
    write_sections(path, HEAD, sections)


def write_sections(path: Path, head: str, sections: Sequence[str]) -> None:
    """Write sections into a page, each in the place of the one with its title."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = {part.splitlines()[0]: f"## {part}" for part in text.split("\n## ")[1:]}
    kept |= {part.splitlines()[0].removeprefix("## "): part for part in sections}
    path.write_text("\n".join([head, *(part.rstrip() + "\n" for part in kept.values())]), encoding="utf-8")
