"""The page `docs/research.md`: which game for which question, measured.

`make research` plays matches and writes it; speeds are those of the machine it runs on.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from matchday.engine.dice import Dice, set_key
from matchday.engine.game import Game
from matchday.engine.record import Array
from matchday.engine.runner import Mode
from matchday.engine.speech import Say
from matchday.envs.batch import batch
from matchday.envs.play import Play, dice_of, versioned_name
from matchday.games import OURS, game
from tools.docs import grid

PAGE = Path("docs") / "research.md"
TEMPLATE = Path(__file__).parent / "research.md"
RATINGS = Path("docs") / "ratings.md"
MATCHES = 400
"""Matches of greedy bots, of each game."""
WORLDS = 256
"""Imagined worlds at each decision that is looked into."""
EVERY = 12
"""Decisions from one that is looked into to the next."""
LOOKED = 20
"""Matches that are looked into so closely."""
TABLES, SECONDS = 4096, 2.0


@dataclass
class Course:
    """What greedy bots' matches were like."""

    lengths: list[int]
    choices: list[int]
    """Legal actions at each decision."""
    trees: list[float]
    """Powers of ten of the products of all choices in a match."""
    together: int = 0
    """Decisions made while somebody else had to choose too, or had just chosen in secret."""
    rolled: int = 0
    """Decisions followed by chance."""
    draws: int = 0
    """Words of dice drawn."""
    hidden: tuple[float, ...] = ()
    """Bits that a rival knew and the seat did not, at decisions that were looked into."""


def course_of(of: Game, matches: int, mode: Mode = "plain") -> Course:
    """Let greedy bots play, and look on."""
    found, play, dice = Course([], [], []), Play(of, mode=mode), Dice.new()
    hidden = []
    for number in range(matches):
        play.begin(1, number)
        set_key(dice, 1, -1 - number)
        length, tree, together = 0, 0.0, set[int]()
        while waiting := play.waiting:
            seat, count = waiting[0], len(play.legal(waiting[0]))
            found.choices.append(count)
            tree += math.log10(count)
            if len(waiting) > 1:
                together = set(waiting)
            found.together += seat in together
            if number < LOOKED and length % EVERY == 0:
                hidden.append(rivals_secret(play, seat, number * 10_000 + length))
            action = play.runner.choose(play.boxes[seat], play.known(seat), seat, dice)
            before = int(play.table.counter)
            play.play(seat, action)
            together &= set(play.waiting)
            found.rolled += int(play.table.counter) > before
            found.draws += int(play.table.counter) - before
            length += 1
        found.lengths.append(length)
        found.trees.append(tree)
    found.hidden = tuple(hidden)
    return found


def rivals_secret(play: Play, seat: int, number: int) -> float:
    """Tell how many bits the others know that a seat does not: entropies of what they see in worlds that fit, number by
    number and added up. That is a bound from above, since the numbers depend on each other.
    """
    dice, seen = dice_of(3, number), []
    for _ in range(WORLDS):
        world = play.copy()
        world.imagine(seat, dice)
        seen.append(np.concatenate([world.observation(other) for other in range(play.seats) if other != seat]))
    return float(sum(entropy(column) for column in np.array(seen).T))


def entropy(values: Array) -> float:
    """Give the bits of a sample, with the usual correction for few of them (Miller and Madow).

    >>> entropy(np.array([1, 1, 1, 1]))
    0.0
    """
    counts = list(Counter(values.tolist()).values())
    if len(counts) == 1:
        return 0.0
    total = sum(counts)
    plain = -sum(count / total * math.log2(count / total) for count in counts)
    return plain + (len(counts) - 1) / (2 * total * math.log(2))


def speed_of(of: Game) -> float:
    """Measure the steps of a batch in a second of one core, observations and masks included."""
    tables = batch(of, TABLES, threads=1)
    actions = tables.sample()
    steps, started = 0, time.process_time()
    while time.process_time() - started < SECONDS:
        tables.step(tables.sample(actions))
        steps += TABLES
    return steps / (time.process_time() - started)


def skill_of(title: str, text: str) -> tuple[int, str, int] | None:
    """Read from the ratings how far the best bot is ahead of the random one, which bot that is, and how sure."""
    part = re.search(rf"## {re.escape(title)}\n(.*?)(?=\n## |\Z)", text, re.DOTALL)
    rows = re.findall(r"^\|\s*([^|]+?)\s*\|\s*(-?\d+)(?:\s*±\s*(\d+))?\s*\|", part[1] if part else "", re.MULTILINE)
    ratings = {name: (int(rating), int(error or 0)) for name, rating, error in rows}
    if "random" not in ratings:
        return None
    best = max(ratings, key=lambda name: ratings[name][0] - ratings[name][1])
    return ratings[best][0] - ratings["random"][0], best, ratings[best][1] + ratings["random"][1]


def row_of(of: Game, course: Course, speed: float, ratings: str) -> list[str]:
    """Write a game's row."""
    decisions = len(course.choices)
    free = [count for count in course.choices if count > 1]
    skill = skill_of(of.words.title(Say("en", of.name)), ratings)
    low, high = np.percentile(course.lengths, [5, 95])
    error = 1.96 * np.std(course.lengths) / len(course.lengths) ** 0.5
    return [
        f"`{versioned_name(of)}`",
        f"{np.mean(course.lengths):.1f} ± {error:.1f} ({low:.0f} to {high:.0f})",
        f"{len(free) / decisions:.0%}",
        f"{np.mean(free or [1]):.1f}, at most {max(course.choices)}",
        f"10^{np.mean(course.trees):.0f}",
        f"{np.mean(course.hidden):.1f} (at most {np.max(course.hidden):.0f})",
        f"{course.rolled / decisions:.0%}, {course.draws / len(course.lengths):.0f} words",
        f"{course.together / decisions:.0%}",
        f"{skill[0]} ± {skill[2]} ({skill[1]})" if skill else "not measured",
        f"{of.actions}, {len(of.observation)}",
        f"{speed / 1e6:.1f} M" if speed else "not measured",
    ]


HEADS = [
    "game and version",
    "decisions a match (5 to 95 %)",
    "with a choice",
    "choices where there is one",
    "courses of a match",
    "hidden, bits",
    "chance",
    "at once",
    "room for skill",
    "actions, numbers",
    "steps/s",
]


def measured(name: str, matches: int, has_speed: bool, ratings: str) -> list[str]:
    """Measure one game."""
    of = game(name)
    course = course_of(of, matches, "compiled" if has_speed else "plain")
    row = row_of(of, course, speed_of(of) if has_speed else 0.0, ratings)
    print(" | ".join(row), file=sys.stderr, flush=True)
    return row


def page(rows: list[list[str]], matches: int) -> str:
    """Write the page."""
    numbers = {"matches": matches, "worlds": WORLDS, "every": EVERY, "looked": LOOKED, "tables": TABLES}
    return TEMPLATE.read_text(encoding="utf-8").format(table=grid(HEADS, rows), **numbers)


def main(arguments: list[str] | None = None) -> int:
    """Measure every game and write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.research", description=__doc__.split("\n\n")[0])
    parser.add_argument("--matches", type=int, default=MATCHES, help="of greedy bots")
    parser.add_argument("--no-speed", action="store_true", help="without the compiler: slow, and no speeds")
    parser.add_argument("--jobs", type=int, default=1, help="games measured at a time")
    parser.add_argument("--out", type=Path, default=PAGE)
    asked = parser.parse_args(arguments)
    ratings = RATINGS.read_text(encoding="utf-8") if RATINGS.exists() else ""
    measure = partial(measured, matches=asked.matches, has_speed=not asked.no_speed, ratings=ratings)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        rows = list(pool.map(measure, OURS))
    asked.out.write_text(page(rows, asked.matches), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
