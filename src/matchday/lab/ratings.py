"""Ratings of the levels: a round robin of every game, Bradley and Terry's model, and the page that shows them.

A draw counts as half a win. Greedy play is 1500 by definition, and 400 points are ten to one. Between every two players
one more match is counted as drawn, so that whoever won them all still gets a finite rating.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from matchday.bots.levels import LEVELS
from matchday.engine.game import Game
from matchday.engine.record import Array
from matchday.engine.speech import Say
from matchday.lab.arena import Outcome, duel
from matchday.lab.simulate import style_of

ANCHOR, ANCHORED = "greedy", 1500.0
LONGER = 4
"""A series against greedy play may take so many times the limit: what is said of a level rests on it."""
SCALE = 400 / math.log(10)
PLAYERS = ("random", "rookie", "amateur", ANCHOR, "semi_pro", "professional", "legend")
HEAD = """# Ratings of the bots

`matchday ratings --page docs/ratings.md` writes this page: a round robin of every game, each deal played twice with \
seats exchanged. The model is \
Bradley and Terry's, a draw is half a win, greedy play is 1500, and 400 points are ten to one; intervals are 95 %. \
Shares of decided matches are given with Wilson's 95 % interval. How the levels think: [bots.md](bots.md).
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
        return [player for player in PLAYERS if any(player in pair for pair in self.outcomes)]

    def against(self, player: str, other: str) -> tuple[int, int, int]:
        """Give matches won, drawn and lost."""
        if (player, other) in self.outcomes:
            found = self.outcomes[player, other]
            return found.won, found.drawn, found.lost
        if (other, player) in self.outcomes:
            found = self.outcomes[other, player]
            return found.lost, found.drawn, found.won
        return 0, 0, 0

    def milliseconds(self, player: str) -> float:
        """Give the processor time a choice took, from the series against greedy play, which takes next to none."""
        found = self.outcomes.get((ANCHOR, player)) or self.outcomes[player, ANCHOR]
        return 1000 * found.seconds / max(1, found.decisions[(ANCHOR, player) in self.outcomes])


def round_robin(
    game: Game,
    matches: int,
    *,
    seed: int = 1,
    threads: int = 1,
    limit: float = math.inf,
    players: Sequence[str] = PLAYERS,
    progress: Callable[[str], None] = lambda _: None,
) -> Standing:
    """Let everybody play everybody; a limit in seconds of processor time cuts a series short, against greedy play a
    limit several times as long.
    """
    outcomes = {}
    for one, two in combinations(players, 2):
        progress(f"{game.name}: {one} v {two}")
        styles = style_of(one, game), style_of(two, game)
        allowed = limit * LONGER if ANCHOR in (one, two) else limit
        outcomes[one, two] = duel(game, styles, matches, seed=seed, threads=threads, limit=allowed)
    return Standing(game, outcomes)


def ratings(standing: Standing) -> dict[str, tuple[float, float]]:
    """Estimate each player's rating, and half the width of its interval."""
    players = standing.players
    size = len(players)
    points, played = np.zeros(size), np.zeros((size, size))
    for one, two in combinations(range(size), 2):
        won, drawn, lost = standing.against(players[one], players[two])
        if won + drawn + lost == 0:
            continue
        points[one] += won + drawn / 2 + 0.5
        points[two] += lost + drawn / 2 + 0.5
        played[one, two] = played[two, one] = won + drawn + lost + 1
    strength, information = fit(points, played, players.index(ANCHOR))
    errors = np.zeros(size)
    free = [each for each in range(size) if players[each] != ANCHOR]
    errors[free] = np.sqrt(np.diag(np.linalg.inv(information[np.ix_(free, free)])))
    return {
        player: (ANCHORED + SCALE * strength[place], 1.96 * SCALE * errors[place])
        for place, player in enumerate(players)
    }


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
    lines = [
        f"## {standing.game.words.title(Say('en'))}",
        "",
        f"| bot | rating | {' | '.join(f'v {other}' for other in (PLAYERS[0], ANCHOR))} | ms a choice |",
        "|---|---|---|---|---|",
    ]
    for player, (rating, half) in ratings(standing).items():
        cells = [versus(standing, player, other) for other in (PLAYERS[0], ANCHOR)]
        label = LEVELS[player].label if player in LEVELS else player
        span = "" if player == ANCHOR else f" ± {half:.0f}"
        spent = "" if player == ANCHOR else f"{standing.milliseconds(player):.1f}"
        lines.append(f"| {label} | {rating:.0f}{span} | {' | '.join(cells)} | {spent} |")
    counts = sorted({outcome.won + outcome.drawn + outcome.lost for outcome in standing.outcomes.values()})
    size = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return "\n".join([*lines, "", f"{size} matches a pair."]) + "\n"


def versus(standing: Standing, player: str, other: str) -> str:
    """Write how one fared against another: the share of decided matches, and the figures behind it."""
    if player == other:
        return ""
    won, drawn, lost = standing.against(player, other)
    if won + drawn + lost == 0:
        return "not played"
    low, high = Outcome(won, drawn, lost, 0.5, 0.0, (0, 0)).interval
    return f"{won / max(1, won + lost):.0%} ({low:.0%} to {high:.0%}); {won}-{drawn}-{lost}"


def write_page(path: Path, sections: Sequence[str]) -> None:
    """Write these games' sections into the page, and leave the others as they are."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = {part.splitlines()[0]: f"## {part}" for part in text.split("\n## ")[1:]}
    kept |= {part.splitlines()[0].removeprefix("## "): part for part in sections}
    path.write_text("\n".join([HEAD, *(part.rstrip() + "\n" for part in kept.values())]), encoding="utf-8")
