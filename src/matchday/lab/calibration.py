"""Are the chances that people are shown right? Of the moments called 70 %, seven in ten should have been won.

Matches are played, a few moments of each are drawn by lot, and the chances told there to a spectator and to the seats
are compared with what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from matchday.bots.chances import PLAYOUTS, Forecaster
from matchday.bots.levels import make_bot
from matchday.engine.dice import Dice, roll, set_key
from matchday.engine.game import Game
from matchday.engine.log import SPECTATOR
from matchday.engine.runner import Runner
from matchday.engine.speech import Say
from matchday.lab.measures import wilson
from matchday.lab.ratings import write_sections
from matchday.match.match import Match

BINS = 10
MOMENTS = 4
"""Moments drawn of every match."""
HEAD = """# Are the chances right?

`matchday calibrate --page docs/calibration.md` writes this page. Matches are played by bots, four moments of each are \
drawn by lot, and the chance to win that is shown there (to a spectator and to the seats by turns; a draw counts \
half) is compared with the share of the win that the seat took in the end, with Wilson's 95 % interval. Moments of one \
match hang together, so the intervals are a little too narrow.
"""


@dataclass(frozen=True)
class Bin:
    """Moments with about the same chance."""

    count: int
    told: float
    """The mean chance told …"""
    came: float
    """… and the mean share of the win that came."""


def calibrate(
    game: Game,
    matches: int,
    *,
    seed: int = 1,
    player: str = "greedy",
    playouts: int = PLAYOUTS,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Bin]:
    """Compare chances with results, from low chances to high ones."""
    runner, forecaster, dice = Runner(game, "compiled"), Forecaster(game, playouts), Dice.new()
    told: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for number in range(matches):
        set_key(dice, seed, number)
        match = Match(game, seed=f"calibration {seed} {number}", runner=runner)
        bots = [make_bot(player, f"{number} {seat}", runner=runner) for seat in range(match.seats)]
        while not match.over:
            match.play(match.asked, bots[match.asked].decide(match.seat(match.asked)))
        shares, seats = match.result() or [], cycle((SPECTATOR, *range(match.seats)))
        for _, eyes in zip(range(MOMENTS), seats, strict=False):
            there = match.at(roll(dice, match.ply))
            seat = roll(dice, match.seats) if eyes == SPECTATOR else eyes
            found = forecaster.look(there.box_for(eyes), there.hidden(eyes), eyes, f"{number} {there.ply}")
            chance = found.shares[seat]
            told[min(int(chance * BINS), BINS - 1)].append((chance, shares[seat]))
        progress(1)
    return [
        Bin(len(part), sum(chance for chance, _ in part) / len(part), sum(share for _, share in part) / len(part))
        for part in told
        if part
    ]


def error_of(bins: Sequence[Bin]) -> float:
    """Give how far chances are off on average (the expected calibration error)."""
    return sum(each.count * abs(each.told - each.came) for each in bins) / max(1, sum(each.count for each in bins))


def section(game: Game, bins: Sequence[Bin], matches: int, player: str) -> str:
    """Write one game's part of the page."""
    lines = [f"## {game.words.title(Say('en'))}", "", "| chance told | moments | share that came |", "|---|---|---|"]
    for each in bins:
        low, high = wilson(round(each.came * each.count), each.count)
        lines.append(f"| {each.told:.0%} | {each.count} | {each.came:.0%} ({low:.0%} to {high:.0%}) |")
    lines += [
        "",
        f"{matches} matches of {player} bots, rules version {game.version}; off by {error_of(bins):.1%} on average.",
    ]
    return "\n".join(lines) + "\n"


def write_page(path: Path, parts: Sequence[str]) -> None:
    """Write these games' parts into the page, and leave the others as they are."""
    write_sections(path, HEAD, parts)
