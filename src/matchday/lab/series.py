"""Series between bots as data: a file with a line of JSON for each batch of matches, which can be added to at any time.

A line says what was played: the rules' version, both bots with all their settings, the digest of what they have learnt,
the commit. Each bot has a mark besides: a digest of how it plays a few quick matches. A line counts only where the
marks are those of the bots as they are, so that a table is never of another game than the one played.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from matchday.bots.learnt import box_digest, learnt, learnt_sense
from matchday.bots.trials import Style
from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.lab.arena import NOTHING_PLAYED, Lane, Outcome
from matchday.lab.simulate import style_of

MARK_MATCHES, MARK_EFFORT, MARK_SEED = 4, 400, 20
QUICK_MATCHES = 100


@cache
def mark_of(game: Game, style: Style) -> str:
    """Give a digest of a bot's settings and of how it plays: a few matches against itself, with little effort."""
    quick = replace(style, effort=min(style.effort, MARK_EFFORT))
    rows = Lane(game, (quick, quick)).rows(MARK_SEED, 0, MARK_MATCHES if style.effort else QUICK_MATCHES)
    played = [(int(row["plies"]), row["scores"].tolist()) for row in rows]
    known = [game.name, game.version, box_digest(game.box()), settings_of(style), weights_of(game, style), played]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]


def settings_of(style: Style) -> dict[str, Any]:
    """Give a bot's settings. One that came later is named where it is used, so that what was measured before it counts
    as long as nothing else has changed.
    """
    return {name: chosen for name, chosen in asdict(style).items() if name != "schooled" or chosen}


def weights_of(game: Game, style: Style) -> str:
    """Give the digests of what a bot has learnt, nothing where it does not use any."""
    found = learnt(game) if style.near and style.effort else None
    schooled = learnt_sense(game) if style.schooled else None
    return " ".join(each.digest for each in (found, schooled) if each)


@cache
def commit() -> str:
    """Name the commit of a checkout, or the version of a package."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=10", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return version("matchday")


class Results:
    """A file of series."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> Iterator[dict[str, Any]]:
        """Read the file line by line."""
        if not self.path.exists():
            return
        for number, text in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                yield json.loads(text)
            except ValueError:
                raise MatchdayError(f"{self.path.name}:{number} is no line of JSON; delete the line") from None

    def series(self, game: Game, one: str, two: str, seed: int) -> tuple[Outcome, int]:
        """Add up what two bots as they are have played so far, and give the number of the next pair."""
        total, following = NOTHING_PLAYED, 0
        for line in self.lines():
            if (line["game"], line["rules"], line["bots"]) != (game.name, game.version, [one, two]):
                continue
            if line["marks"] == [mark_of(game, style_of(bot, game)) for bot in (one, two)]:
                total += outcome_of(line)
                if line["seed"] == seed:
                    following = max(following, line["first"] + len(line["pairs"]))
        return total, following

    def add(self, game: Game, one: str, two: str, seed: int, first: int, outcome: Outcome) -> None:
        """Write a batch at the end of the file, in one piece: others may be writing to it."""
        styles = [style_of(one, game), style_of(two, game)]
        line = {
            "game": game.name,
            "rules": game.version,
            "bots": [one, two],
            "styles": [asdict(style) for style in styles],
            "weights": [weights_of(game, style) for style in styles],
            "marks": [mark_of(game, style) for style in styles],
            "commit": commit(),
            "seed": seed,
            "first": first,
            "won": outcome.won,
            "drawn": outcome.drawn,
            "lost": outcome.lost,
            "seconds": round(outcome.seconds, 3),
            "decisions": outcome.decisions,
            "pairs": outcome.pairs,
            "luck": outcome.luck if any(outcome.luck) else [],
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab", buffering=0) as file:
            file.write(json.dumps(line).encode() + b"\n")


def outcome_of(line: dict[str, Any]) -> Outcome:
    """Read a batch."""
    return Outcome(
        line["won"],
        line["drawn"],
        line["lost"],
        line["seconds"],
        (line["decisions"][0], line["decisions"][1]),
        tuple(line["pairs"]),
        tuple(line["luck"] or [0.0] * len(line["pairs"])),
    )
